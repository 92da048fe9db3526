// Lets the site work offline. web/scripts/site.mjs puts this into every page. Not under automation: each test would
// load the whole site.
if (!navigator.webdriver)
    navigator.serviceWorker?.register(new URL('../../service-worker.js', import.meta.url));

// The site's service worker: keeps every file of the site, so that all pages work without a network after the first
// visit. web/scripts/site.mjs bundles it to the root of the site and writes the list of files in place of FILES; the
// dev server has none. A new version takes over at the next load.
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** @type {any} */ (self).skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
// @ts-expect-error: written by the bundler
precacheAndRoute(FILES);

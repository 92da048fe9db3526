// The other end of frame.js: the only script that a program's frame begins with, written into its document. The frame has an
// origin of its own, which shares nothing with the site. What the page sends is the program, its files and the package's modules
// as text, since a server need not let the frame, whose origin is not the site's, load them; the frame sends text alone back.

/** @typedef {import('./frame.js').Start} Start */

/** @param {import('./frame.js').Report} report */
const tell = (report) => parent.postMessage(report, '*');

/** The address of a module with a text. @param {string} text */
const addressOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

/** A value as the console shows it. @param {unknown} value */
function shown(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)
        || ArrayBuffer.isView(value)) return String(value);
    if (value instanceof Error || 'stack' in value) return String(value);
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return String(value); // it holds itself
    }
}

/** How mica2d/worker starts its worker. */
const WORKER = 'new URL("./worker-host.js",import.meta.url),{type:"module"}';

/** The program with the addresses of the package's modules and of its own files in it, on the same lines. @param {Start} start */
function link({ code, files, modules }) {
    const host = addressOf(modules['worker-host'] ?? '');
    /** @type {Record<string, string>} */
    const addresses = {};
    /** The address of a module; those that it imports have theirs before. @param {string} name @returns {string} */
    const place = (
        name,
    ) => (addresses[name] ??= addressOf(modules[name].replace(WORKER, `"${host}"`)
        .replace(/"(mica2d\/chunks\/chunk-\w+)"/g, (_, chunk) => `"${place(chunk)}"`)));
    const linked = (/** @type {string} */ text) =>
        text.replace(/(["'])(mica2d(?:\/[\w/-]+)?)\1/g,
            (all, _, name) => (name in modules ? `'${place(name)}'` : all));
    return Object.entries(files).reduce(
        (all, [name, file]) =>
            all.replaceAll(`new URL('./${name}', import.meta.url)`, `'${addressOf(linked(file))}'`),
        linked(code),
    );
}

/** Tells of errors and of what the console is given. @param {string} url of the program */
function listen(url) {
    const lineIn = (/** @type {unknown} */ stack) => {
        const text = String(stack);
        const at = text.indexOf(`${url}:`);
        return at < 0 ? undefined : parseInt(text.slice(at + url.length + 1), 10) || undefined;
    };
    addEventListener('error',
        ({ message, filename, lineno, error }) =>
            tell({ kind: 'failed', text: message.replace(/^Uncaught /, ''),
                line: (filename === url && lineno) || lineIn(error?.stack) }));
    addEventListener('unhandledrejection',
        ({ reason }) =>
            tell({ kind: 'failed', text: String(reason), line: lineIn(reason?.stack) }));
    for (const name of /** @type {const} */ (['log', 'info', 'warn', 'error'])) {
        const own = console[name].bind(console);
        console[name] = (...values) => {
            own(...values);
            tell({ kind: 'printed', text: values.map(shown).join(' '),
                line: lineIn(new Error().stack) });
        };
    }
}

/** Tells of the focus, and of keys of the page that work in a program too; keys that play do not scroll the page. @param {boolean} plays */
function passKeys(plays) {
    addEventListener('focus', () => tell({ kind: 'focus' }));
    addEventListener('blur', () => tell({ kind: 'blur' }));
    addEventListener('keydown', (event) => {
        const searches = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
        if (searches || (plays && /^(Arrow|Page|Space$|Home|End)/.test(event.code)))
            event.preventDefault();
        if (searches) tell({ kind: 'search' });
        else if (event.key === 'Escape') tell({ kind: 'leave' });
    });
}

/** Holds animation frames back while the program is out of view. Returns the function that is told whether it is in view. @returns {(seen: boolean) => void} */
function holdFrames() {
    const request = requestAnimationFrame.bind(globalThis);
    /** @type {FrameRequestCallback[]} */
    const waiting = [];
    let seen = true;
    globalThis.requestAnimationFrame = (
        callback,
    ) => (seen ? request(callback) : waiting.push(callback));
    return (now) => {
        seen = now;
        if (seen) { for (const callback of waiting.splice(0)) request(callback); }
    };
}

/** @param {Start} start */
function run(start) {
    // On the last line, so that every line keeps its number.
    const url = addressOf(`${link(start).trimEnd()}\n;dispatchEvent(new Event('mica-ended'));`);
    listen(url);
    passKeys(start.plays);
    addEventListener('mica-ended', () => {
        URL.revokeObjectURL(url);
        tell({ kind: 'ended' });
    });
    const script = document.createElement('script');
    script.type = 'module';
    script.src = url;
    script.addEventListener('error',
        () => tell({ kind: 'failed', text: 'A module that the program imports was not found' }));
    document.body.append(script);
}

const see = holdFrames();
// Programs beside this one can send messages too.
addEventListener('message', ({ data, source }) => {
    if (source !== parent) return;
    if (data.start) run(data.start);
    else if (data.ask) tell({ kind: 'alive' });
    else see(data.seen);
});

// Runs a program in a frame of its own. When the frame goes, all of the program goes with it: its frame loop, its listeners,
// its workers and its worlds. Called by runner.js.

const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A program of the guide</title><style>
    html, body { height: 100%; margin: 0; overflow: hidden; color: #e6ebfb }
    canvas { display: block; width: 100%; height: 100%; touch-action: manipulation; outline: 0 }
</style><canvas></canvas>`;

/**
 * @typedef {object} Hearing the calls that a running program makes; lines are counted from 1
 * @property {(text: string, line: number | undefined) => void} printed it has called a function of `console`
 * @property {(message: string, line: number | undefined) => void} failed it has thrown an error that nothing caught
 * @property {() => void} ended its last statement is done; its listeners and its frame loop may go on
 */

/** @typedef {Window & typeof globalThis & { console: Console }} FrameWindow */

/** A value as the console shows it. @param {unknown} value */
function shown(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return String(value);
    if (value instanceof Error || 'stack' in value) return String(value);
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return String(value);       // it holds itself
    }
}

/**
 * The program with the package's entries found on this site, and with the files that it names by URL in it.
 * @param {string} code
 * @param {Record<string, string>} files by name
 */
export function linked(code, files) {
    const base = new URL('../../js/', document.baseURI);
    return Object.entries(files).reduce((all, [name, file]) => all.replaceAll(`new URL('./${name}', import.meta.url)`,
        `'data:text/javascript,${encodeURIComponent(file).replaceAll("'", '%27')}'`), code)
        .replace(/'mica2d(\/[\w/-]+)?'/g, (_, entry) => `'${new URL(`.${entry ?? '/index'}.js`, base).href}'`);
}

/** Has a frame's errors and its console told. @param {FrameWindow} window @param {string} url of the program @param {Hearing} hearing */
function listen(window, url, { printed, failed }) {
    const lineIn = (/** @type {unknown} */ stack) => {
        const text = String(stack);
        const at = text.indexOf(`${url}:`);
        return at < 0 ? undefined : parseInt(text.slice(at + url.length + 1), 10) || undefined;
    };
    window.addEventListener('error', ({ message, filename, lineno, error }) =>
        failed(message.replace(/^Uncaught /, ''), (filename === url && lineno) || lineIn(error?.stack)));
    window.addEventListener('unhandledrejection', ({ reason }) => failed(String(reason), lineIn(reason?.stack)));
    for (const name of /** @type {const} */ (['log', 'info', 'warn', 'error'])) {
        const own = window.console[name].bind(window.console);
        window.console[name] = (...values) => {
            own(...values);
            printed(values.map(shown).join(' '), lineIn(new window.Error().stack));
        };
    }
}

/** Keys that play do not scroll the page around the frame; the place says whether they play. @param {FrameWindow} window @param {HTMLElement} place */
function keepKeys(window, place) {
    place.classList.add('keys');
    window.addEventListener('focus', () => place.classList.add('in'));
    window.addEventListener('blur', () => place.classList.remove('in'));
    window.addEventListener('keydown', (event) => {
        if (/^(Arrow|Page|Space$|Home|End)/.test(event.code)) event.preventDefault();
    });
}

/** Keys of the page that work in a program too: Escape gives the keys back to the page, Ctrl+K searches. @param {HTMLIFrameElement} frame @param {FrameWindow} window */
function passKeys(frame, window) {
    window.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') frame.blur();
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        frame.blur();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, ctrlKey: true, bubbles: true }));
    });
}

/** A program out of view waits for its next frame until it is seen again. @param {HTMLIFrameElement} frame @param {FrameWindow} window */
function waitOutOfView(frame, window) {
    const request = window.requestAnimationFrame.bind(window);
    /** @type {FrameRequestCallback[]} */
    const waiting = [];
    let seen = true;
    window.requestAnimationFrame = (callback) => (seen ? request(callback) : waiting.push(callback));
    const observer = new IntersectionObserver(([{ isIntersecting }]) => {
        if (!frame.isConnected) return observer.disconnect();
        seen = isIntersecting;
        frame.toggleAttribute('data-waits', !seen);
        if (seen) for (const callback of waiting.splice(0)) request(callback);
    });
    observer.observe(frame);
}

/**
 * Starts a program in a new frame at the end of a place of the page. Returns the frame.
 * @param {HTMLElement} place
 * @param {{ code: string, files: Record<string, string>, title: string }} program
 * @param {Hearing} hearing
 */
export function startInFrame(place, { code, files, title }, hearing) {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.srcdoc = DOCUMENT;
    frame.addEventListener('load', () => {
        const window = /** @type {FrameWindow} */ (frame.contentWindow);
        const { document: own } = window;
        // On the last line, so that every line keeps its number.
        const text = `${linked(code, files).trimEnd()}\n;dispatchEvent(new Event('mica-ended'));`;
        const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        listen(window, url, hearing);
        waitOutOfView(frame, window);
        passKeys(frame, window);
        window.addEventListener('mica-ended', () => {
            URL.revokeObjectURL(url);
            hearing.ended();
        });
        if (/\bkey(down|up)\b/.test(code)) keepKeys(window, place);
        const script = own.createElement('script');
        script.type = 'module';
        script.src = url;
        script.addEventListener('error', () => hearing.failed('A module that the program imports was not found', undefined));
        own.body.append(script);
    }, { once: true });
    place.classList.remove('keys', 'in');
    place.append(frame);
    return frame;
}

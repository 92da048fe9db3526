// Runs a program in a frame of its own. The frame is sandboxed: it has an origin that shares nothing with the site, so a
// program reaches neither the page nor what the site keeps, and nothing but messages goes between the two. What it says is text
// that it may have made up. When the frame goes, all of the program goes with it: its frame loop, its listeners, its workers and
// its worlds. Called by runner.js.
import sandbox from './sandbox.js?raw';

// A program loads nothing over the network. In the built site, the policy of the page (web/scripts/policy.mjs) holds in the frame too.
const DOCUMENT =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';
    script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'">
<title>A program of the guide</title><style>
    html, body { height: 100%; margin: 0; overflow: hidden; color: #e6ebfb }
    canvas { display: block; width: 100%; height: 100%; touch-action: manipulation; outline: 0 }
</style><canvas></canvas><script type="module">${sandbox}</script>`;

/** The most characters of a text that a program prints. */
const MAX_CHARACTERS = 10_000;

/** How often a frame is asked whether it still answers, and after how many questions without an answer its program is ended. */
const ASK_MS = 1000;
const MAX_UNANSWERED = 8;
/** The most reports from one question to the next. */
const MAX_REPORTS = 5000;

/**
 * @typedef {object} Start what the page sends a frame once
 * @property {string} code
 * @property {Record<string, string>} files by name
 * @property {Record<string, string>} modules texts of the package's modules by the names that programs import
 * @property {boolean} plays whether keys play
 */

/**
 * What a frame says; lines are counted from 1.
 * @typedef {{ kind: 'printed' | 'failed', text: string, line?: number } | { kind: 'ended' | 'focus' | 'blur' | 'leave' | 'search' | 'alive' }} Report
 */

/**
 * @typedef {object} Hearing the calls that a running program makes; lines are counted from 1
 * @property {(text: string, line: number | undefined) => void} printed it has called a function of `console`
 * @property {(message: string, line: number | undefined) => void} failed it has thrown an error that nothing caught
 * @property {() => void} ended its last statement is done; its listeners and its frame loop may go on
 */

/** The package's modules, by their names, as text. @type {Map<string, Promise<string>>} */
const texts = new Map();

/** @param {string} name such as mica2d/worker, or of a module that those share, such as mica2d/chunks/chunk-ABC */
function fetchModule(name) {
    const text = texts.get(name)
        ?? fetch(new URL(`modules/${name.replace(/^mica2d\//, '')}.js`, document.baseURI)).then(
            async (response) => {
                if (!response.ok) throw new TypeError(`The module ${name} was not found`);
                // By names that say the same in every module.
                return (await response.text()).replace(
                    /(\bfrom|\bimport)"(?:\.\.?\/)+(?:chunks\/)?(chunk-\w+)\.js"/g,
                    '$1"mica2d/chunks/$2"',
                );
            },
        );
    texts.set(name, text);
    text.catch(() => texts.delete(name)); // tried anew the next time
    return text;
}

/** The package's modules that a program with its files imports, and those that they share. @param {string} code @param {Record<string, string>} files */
async function fetchModules(code, files) {
    /** @type {Record<string, string>} */
    const modules = {};
    const find = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
        Array.from(text.matchAll(pattern), ([, name]) => name);
    let names = [code, ...Object.values(files)].flatMap((text) =>
        find(text, /(?:\bfrom|\bimport(?: ?\()?) ?["'](mica2d(?:\/[\w/-]+)?)["']/g)
    );
    if (names.includes('mica2d/worker')) names.push('worker-host');
    while (names.length > 0) {
        const fetched = await Promise.all(names.map(async (name) => {
            modules[name] = '';
            return modules[name] = await fetchModule(name);
        }));
        names = [
            ...new Set(fetched.flatMap((text) => find(text, /"(mica2d\/chunks\/chunk-\w+)"/g))),
        ].filter((name) => !(name in modules));
    }
    return modules;
}

/** Keys that a frame passes on: Escape gives the keys back to the page, Ctrl+K searches. @param {HTMLIFrameElement} frame @param {boolean} search */
function passKey(frame, search) {
    if (document.activeElement !== frame) return;
    frame.blur();
    window.focus();
    if (search)
        document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }),
        );
}

/**
 * Hears the reports of a frame. A program can send whatever may be copied, so each part is looked at.
 * @param {HTMLIFrameElement} frame
 * @param {HTMLElement} place
 * @param {number} lines of the program
 * @param {Hearing} hearing
 * @returns {(event: MessageEvent) => void}
 */
const hearReports = (frame, place, lines, hearing) => ({ data, source }) => {
    if (source === null || source !== frame.contentWindow) return;
    const { kind, text, line } =
        /** @type {{ kind?: unknown, text?: unknown, line?: unknown }} */ (Object(data));
    const words = typeof text === 'string' ? text.slice(0, MAX_CHARACTERS) : '';
    const at = typeof line === 'number' && Number.isInteger(line) && line > 0 && line <= lines
        ? line
        : undefined;
    if (kind === 'printed' || kind === 'failed') hearing[kind](words, at);
    else if (kind === 'ended') hearing.ended();
    else if (kind === 'focus' || kind === 'blur') place.classList.toggle('in', kind === 'focus');
    else if (kind === 'leave' || kind === 'search') passKey(frame, kind === 'search');
};

/** Tells a frame whether it is in view: out of view a program waits for its next frame. @param {HTMLIFrameElement} frame */
function watchView(frame) {
    const observer = new IntersectionObserver(([{ isIntersecting: seen }]) => {
        frame.toggleAttribute('data-waits', !seen);
        frame.contentWindow?.postMessage({ seen }, '*');
    });
    observer.observe(frame);
    return observer;
}

/**
 * Watches a program that may loop for ever, or report without end. Where the browser gives the frame a process of its own, as desktop
 * browsers with site isolation do, the page goes on beside such a loop and ends it; elsewhere only the browser itself can.
 * @param {() => void} ask the frame whether it answers
 * @param {(message: string) => void} lose is called once: the program must go
 */
function watchAnswers(ask, lose) {
    let [unanswered, reports] = [0, 0];
    const timer = setInterval(() => {
        reports = 0;
        if (++unanswered > MAX_UNANSWERED)
            lose(
                `The program did not answer for ${MAX_UNANSWERED} seconds and was ended: does it loop for ever?`,
            );
        else ask();
    }, ASK_MS);
    return {
        /** @param {boolean} alive whether a report is an answer */
        heard(alive) {
            if (alive) unanswered = 0;
            else if (++reports > MAX_REPORTS)
                lose(
                    `The program printed more than ${MAX_REPORTS} lines within a second and was ended`,
                );
        },
        stop: () => clearInterval(timer),
    };
}

/**
 * Starts a program in a new frame at the end of a place of the page. Returns what ends it.
 * @param {HTMLElement} place
 * @param {{ code: string, files: Record<string, string>, title: string }} program
 * @param {Hearing} hearing
 */
export function startInFrame(place, { code, files, title }, hearing) {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.allow = 'gamepad';
    frame.srcdoc = DOCUMENT;
    const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
    });
    const plays = /\bkey(down|up)\b/.test(code);
    place.classList.remove('keys', 'in');
    place.classList.toggle('keys', plays);
    place.append(frame);

    const hear = hearReports(frame, place, code.split('\n').length, hearing);
    /** @type {ReturnType<typeof watchAnswers> | undefined} */
    let answers;
    /** @param {MessageEvent} event */
    const onMessage = (event) => {
        if (event.source === frame.contentWindow)
            answers?.heard(Object(event.data).kind === 'alive');
        if (frame.isConnected) hear(event);
    };
    addEventListener('message', onMessage);
    /** @type {IntersectionObserver | undefined} */
    let observer;
    const stop = () => {
        removeEventListener('message', onMessage);
        observer?.disconnect();
        answers?.stop();
        frame.remove();
    };
    Promise.all([fetchModules(code, files), loaded]).then(([modules]) => {
        if (!frame.isConnected) return;
        frame.contentWindow?.postMessage({ start: { code, files, modules, plays } }, '*');
        observer = watchView(frame);
        answers = watchAnswers(() => frame.contentWindow?.postMessage({ ask: true }, '*'),
            (message) => {
                hearing.failed(message, undefined);
                stop();
            });
    }).catch((/** @type {Error} */ { message }) => hearing.failed(message, undefined));
    return { stop };
}

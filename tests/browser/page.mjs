// Opens a page of the site in the system's Chromium for the browser tests: one file server and one
// browser a process, one new page a test. A file can be run alone; together.mjs runs several in one process. `npm test` writes the site once for all files and names its
// folder in MICA_SITE; a file that is run alone writes it itself. Every page records what went wrong in it. With
// MICA_SCREENSHOTS=1 the tests keep pictures under build/screenshots, to look at.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../web/scripts/setup.mjs';
import { serveFolder } from './server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const screenshots = join(root, 'build', 'screenshots');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--process-per-site'];

/** The sizes the pages are tested at. One pixel a CSS pixel: without a GPU four of them take four times as long to draw. */
export const sizes = {
    desktop: { viewport: { width: 1440, height: 900 } },
    laptop: { viewport: { width: 1024, height: 640 } },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

// Without a GPU the browser itself reads every frame of a WebGL canvas back, and after a few complains of it, sooner on a
// faster machine. No page here reads pixels.
const ownStall =
    /^\[\.WebGL-0x[0-9a-f]+\]GL Driver Message \(OpenGL, Performance, .*\): GPU stall due to ReadPixels/;

/**
 * Leaves time between a page's frames; runs in each of its documents before everything else. What was asked for in between
 * comes in one frame, in its order.
 * @param {number} gap milliseconds
 */
function spaceFrames(gap) {
    const { requestAnimationFrame: request, cancelAnimationFrame: cancel, setTimeout: wait } =
        globalThis;
    /** @type {Map<number, FrameRequestCallback>} */
    let asked = new Map();
    /** The browser's ids of what it has been asked for. @type {Map<number, number>} */
    const given = new Map();
    let last = 0;
    let began = -gap;
    const ask = () => {
        request(() => {
            began = performance.now();
        });
        for (const [id, callback] of asked) {
            given.set(id, request((now) => {
                given.delete(id);
                callback(now);
            }));
        }
        asked = new Map();
    };
    globalThis.requestAnimationFrame = (callback) => {
        asked.set(++last, callback);
        if (asked.size === 1) wait(ask, began + gap - performance.now());
        return last;
    };
    globalThis.cancelAnimationFrame = (id) => {
        asked.delete(id);
        cancel(given.get(id) ?? 0);
        given.delete(id);
    };
}

const PATIENCE = 120_000; // milliseconds for what a page does later: a machine that does much else may take long
const WORD = 1000; // milliseconds from which a page's timer takes a word away or frees a file that it has given

/**
 * Has what a page says for some seconds stay, so that a test may look for it later than a reader would; runs in each of a page's documents
 * before everything else.
 * @param {number} least milliseconds of a timer that does not end
 */
function keepWords(least) {
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout =
        /** @type {any} */ ((/** @type {any} */ callback, /** @type {number} */ wait = 0,
            /** @type {any[]} */ ...rest) => (wait < least ? set(callback, wait, ...rest) : 0));
}

const ABORTED = 'net::ERR_ABORTED'; // what the browser says of a request that it has ended itself

/**
 * Tells of failed requests whether the document that made them was left before they were answered: the browser ends those itself,
 * and how many there are depends on how fast the machine is.
 * @param {import('playwright-core').Page} page
 * @returns {(request: import('playwright-core').Request) => boolean}
 */
function watchLeaving(page) {
    let leaving = false;
    let documents = 0;
    /** How many documents the page had had when it made a request. @type {WeakMap<import('playwright-core').Request, number>} */
    const made = new WeakMap();
    const goto = page.goto.bind(page);
    page.goto = (url, options) => {
        leaving = true; // about:blank needs no request
        return goto(url, options);
    };
    page.on('request', (request) => {
        made.set(request, documents);
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) leaving = true;
    });
    page.on('framenavigated', (frame) => {
        if (frame !== page.mainFrame() || !leaving) return;
        leaving = false;
        documents++;
    });
    return (request) =>
        request.failure()?.errorText === ABORTED
        && (leaving || (made.get(request) ?? documents) < documents);
}

/**
 * Adds failed requests to a page's errors, without those that the browser ends with their document or with their frame, as that of a
 * program that is done.
 * @param {import('playwright-core').Page} page
 * @param {string[]} errors
 */
function watchRequests(page, errors) {
    const isLeft = watchLeaving(page);
    /** Errors by the frames whose requests have ended; a frame is told to be gone before or after. @type {Map<import('playwright-core').Frame, string[]>} */
    const ended = new Map();
    page.on('requestfailed', (request) => {
        if (isLeft(request)) return;
        const text = `failed: ${request.url()}`;
        const frame = request.failure()?.errorText === ABORTED && !request.isNavigationRequest()
            ? request.frame()
            : page.mainFrame();
        if (frame.isDetached()) return;
        errors.push(text);
        if (frame !== page.mainFrame()) ended.set(frame, [...ended.get(frame) ?? [], text]);
    });
    page.on('framedetached', (frame) => {
        for (const text of ended.get(frame) ?? [])
            if (errors.includes(text)) errors.splice(errors.lastIndexOf(text), 1);
    });
}

/**
 * A new page of a context, and the errors it has had so far.
 * @param {import('playwright-core').BrowserContext} context
 */
async function openPage(context) {
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('console', (message) => {
        const told = message.type() === 'error' || message.type() === 'warning';
        if (told && !ownStall.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    watchRequests(page, errors);
    return { page, errors };
}

/** Has a page's transitions pass in no time: without a GPU each of their frames costs as much as one of the page. @param {import('playwright-core').Page} page */
async function hurryTransitions(page) {
    const client = await page.context().newCDPSession(page);
    await client.send('Animation.enable');
    await client.send('Animation.setPlaybackRate', { playbackRate: 50 });
}

/**
 * Contexts to open pages in, by their options: dark, unless those say otherwise. One that a test has given back is taken again, with nothing kept
 * in it: its process has compiled the page's programs already, so a page costs half as much as in a new one.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the server
 * @param {number} frameGap milliseconds between the frames that pages draw
 */
function makeContexts(browser, url, frameGap) {
    /** @typedef {{ context: import('playwright-core').BrowserContext, keeper?: import('playwright-core').Page }} Kept */
    /** Contexts that no test uses now. @type {Map<object, Kept[]>} */
    const free = new Map();
    return {
        /** @param {import('playwright-core').BrowserContextOptions} options @returns {Promise<Kept>} */
        async take(options) {
            const kept = free.get(options)?.pop();
            await kept?.keeper?.evaluate(() => localStorage.clear()); // pages keep nothing elsewhere
            if (kept) return kept;
            const context = await browser.newContext({ colorScheme: 'dark', ...options });
            context.setDefaultTimeout(PATIENCE);
            if (frameGap > 0) await context.addInitScript(spaceFrames, frameGap);
            await context.addInitScript(keepWords, WORD);
            return { context };
        },
        /** Closes a page and keeps its context. @param {object} options @param {Kept} kept @param {import('playwright-core').Page} page */
        async giveBack(options, kept, page) {
            // An empty page of the same server holds the process until the next one is opened.
            if (!kept.keeper) {
                kept.keeper = await kept.context.newPage();
                await kept.keeper.route('**/keeper', (route) =>
                    route.fulfill({ contentType: 'text/html', body: '<title>keeper</title>' }));
                await kept.keeper.goto(`${url}keeper`);
            }
            await page.close();
            free.set(options, [...free.get(options) ?? [], kept]);
        },
    };
}

/** The browsers of this process by their gap between frames, with how many test files use each. @type {Map<number, { users: number, started: ReturnType<typeof startBrowser> }>} */
const browsers = new Map();

/**
 * The browser, with a server of the site: started by the first test file of a process that asks, closed by the last one.
 * @param {{ frameGap?: number }} [settings] frameGap: milliseconds between the frames that pages draw by themselves, 0 for as many as the
 *     browser gives, and for transitions at their own pace
 */
export async function openBrowser({ frameGap = 100 } = {}) {
    const own = browsers.get(frameGap) ?? { users: 0, started: startBrowser(frameGap) };
    browsers.set(frameGap, own);
    own.users++;
    const { open, close } = await own.started;
    return { open, async close() {
        if (--own.users > 0) return;
        browsers.delete(frameGap);
        await close();
    } };
}

/** @param {number} frameGap */
async function startBrowser(frameGap) {
    // Vite takes longer to load than a page, and only writes the site.
    const folder = process.env.MICA_SITE
        ?? await (await import('../../web/scripts/site.mjs')).writeSite();
    const server = await serveFolder(folder);
    const browser = await chromium.launch({
        executablePath: findChromium() ?? undefined,
        headless: true,
        args: FLAGS,
    });
    const contexts = makeContexts(browser, server.url, frameGap);
    return {
        /**
         * A new page with a document at an address under the site's root, and the errors it has had so far. The test gives it back, or closes
         * its context where something of the test may stay in that.
         * @param {string} path
         * @param {import('playwright-core').BrowserContextOptions} options the same object for pages that may follow each other in a context
         * @param {(page: import('playwright-core').Page) => Promise<void>} [prepare] called before it loads
         */
        async open(path, options, prepare) {
            const kept = await contexts.take(options);
            const opened = await openPage(kept.context);
            // The programs of the guide take their time from that of transitions.
            if (frameGap > 0 && !path.startsWith('demo/guide/'))
                await hurryTransitions(opened.page);
            await prepare?.(opened.page);
            await opened.page.goto(new URL(path, server.url).href);
            return { ...opened, giveBack: () => contexts.giveBack(options, kept, opened.page) };
        },
        async close() {
            await browser.close();
            await server.close();
        },
    };
}

/**
 * Keeps a picture of the page, if pictures are asked for: no test reads them, and each takes .14 s of CPU.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function keepScreenshot(page, name) {
    if (!process.env.MICA_SCREENSHOTS) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/**
 * Takes time out of a page's own frames, given to `open` as its `prepare`: they draw only. Time goes on by globalThis.advance(seconds), or
 * play(seconds) in sixtieths, so no test races with the page; globalThis.letGo() gives it back to the frames. Chance is the same in each run.
 * @param {import('playwright-core').Page} page
 */
export async function holdTime(page) {
    await page.addInitScript(() => {
        let chance = 1;
        Math.random = () => (chance = (16807 * chance) % 2147483647) / 2147483647; // Park and Miller's minimal standard
        let mica;
        Object.defineProperty(globalThis, 'mica', { configurable: true, get: () => mica,
            set(given) {
                mica = given;
                const played = mica.stage ?? mica.page ?? mica;
                const advance = played.advance.bind(played);
                globalThis.advance = advance;
                globalThis.play = (seconds) => {
                    for (let i = 0; i < Math.round(60 * seconds); ++i) advance(1 / 60);
                };
                globalThis.letGo = () => {
                    delete played.advance;
                };
                played.advance = () => 0;
                if (played !== mica) mica.advance = advance;
            } });
    });
}

/**
 * Waits for a text that a page writes with one of its next frames.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {RegExp} pattern
 */
export async function assertText(page, selector, pattern) {
    await page.waitForFunction(
        ([where, source]) =>
            new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
        [selector, pattern.source],
    )
        .catch(() => {}); // the assertion says what stands there instead
    assert.match(await page.textContent(selector) ?? '', pattern);
}

/** Waits until no transition or animation of a page goes on that ends: colours and places are those that it will keep. @param {import('playwright-core').Page} page */
export const whenStill = (page) =>
    page.waitForFunction(() =>
        document.getAnimations().every(({ effect, playState }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Infinity
        )
    );

/**
 * Waits until the page has been told of all that its observers of intersection have seen so far: they are told in the order in which they
 * began, a task after a frame.
 * @param {import('playwright-core').Page} page
 */
export const whenObserved = (page) =>
    page.evaluate(() =>
        new Promise((resolve) => {
            const observer = new IntersectionObserver(() => {
                observer.disconnect();
                resolve(undefined);
            });
            observer.observe(document.documentElement);
        })
    );

/** What a page hears of each finger that is set down, moved, or lifted. */
const heard = { touchStart: 'pointerdown', touchMove: 'pointermove', touchEnd: 'pointerup' };

/**
 * Fingers on a page: a function that sends where all of them are, and waits until the page has heard of each that has changed.
 * @param {import('playwright-core').Page} page
 */
export async function makeFingers(page) {
    const client = await page.context().newCDPSession(page);
    await page.evaluate((types) => {
        globalThis.heard = Object.fromEntries(types.map((type) => [type, 0]));
        for (const type of types)
            addEventListener(type, () => {
                globalThis.heard[type]++;
            }, true);
    }, Object.values(heard));
    /** @typedef {{ x: number, y: number, id: number }} Finger in CSS pixels */
    /** Those that are down. @type {Finger[]} */
    let down = [];
    /** @param {keyof typeof heard} type @param {Finger[]} touchPoints those that are down */
    return async (type, ...touchPoints) => {
        /** @param {Finger[]} fingers */
        const changed = (fingers) =>
            touchPoints.filter(({ id, x, y }) =>
                !fingers.some((each) =>
                    each.id === id && (type === 'touchStart' || (each.x === x && each.y === y))
                )
            );
        const count = type === 'touchEnd' ? down.length - touchPoints.length : changed(down).length;
        down = touchPoints;
        const before = await page.evaluate((name) => globalThis.heard[name], heard[type]);
        await client.send('Input.dispatchTouchEvent', { type, touchPoints });
        await page.waitForFunction(([name, least]) => globalThis.heard[name] >= least,
            /** @type {const} */ ([heard[type], before + count]), { polling: 20 });
    };
}

/**
 * Holds a page's own frames, given to `open` as its `prepare`: nothing moves but by playFrames, so no test races with the page.
 * @param {import('playwright-core').Page} page
 */
export async function holdFrames(page) {
    await page.addInitScript(() => {
        /** @type {FrameRequestCallback[]} */
        let asked = [];
        let now = 0;
        globalThis.requestAnimationFrame = (callback) => asked.push(callback);
        globalThis.playFrames = (/** @type {number} */ count, /** @type {number} */ seconds) =>
            Array.from({ length: count }, () => {
                const callbacks = asked;
                asked = [];
                now += 1000 * seconds;
                const began = performance.now();
                for (const callback of callbacks) callback(now);
                return performance.now() - began;
            });
    });
}

/**
 * Plays frames of a page that holdFrames has prepared.
 * @param {import('playwright-core').Page} page
 * @param {number} seconds of game time
 * @param {number} [rate] frames a second
 * @returns {Promise<number[]>} milliseconds that each frame took
 */
export async function playFrames(page, seconds, rate = 60) {
    return page.evaluate(([count, frame]) => globalThis.playFrames(count, frame), [
        Math.round(seconds * rate),
        1 / rate,
    ]);
}

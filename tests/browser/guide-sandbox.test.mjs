// Hostile programs in the playground: what a link brings reaches nothing of the site, while an honest program runs beside it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../../web/scripts/setup.mjs';
import { openBrowser, sizes } from './page.mjs';
import { serveFolder } from './server.mjs';
import { testLong } from '../sample.mjs';

const site = process.env.MICA_SITE ?? fileURLToPath(new URL('../../build/site/', import.meta.url));

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
before(async () => {
    browser = await openBrowser();
});
after(() => browser?.close());

/** The playground's address with a program in it. @param {string} code */
const linkTo = (code) =>
    `demo/guide/playground.html#program=${
        deflateRawSync(JSON.stringify({ code })).toString('base64url')
    }`;

/** What a program tries, by name; each is an expression that shall throw, reject, or give what follows it. @type {Record<string, [string, string?]>} */
const ATTEMPTS = {
    'the page': ['parent.document.title'],
    'the page, from the top': ['top.document.body.innerHTML = "gone"'],
    'variables of the page': ['parent.mica'],
    'its own element': ['frameElement', 'null'],
    'another address': ['top.location = "about:blank"'],
    'another address, by its property': ['parent.location.href = "about:blank"'],
    'a link for the top': [
        'Object.assign(document.createElement("a"), { href: "about:blank", target: "_top" }).click()',
        'undefined',
    ],
    'the address before': ['history.back()', 'undefined'],
    'a popup': ['open("about:blank")', 'null'],
    'a dialog': ['confirm("?")', 'false'],
    localStorage: ['localStorage.look = "light"'],
    sessionStorage: ['sessionStorage.length'],
    cookies: ['document.cookie = "a=b"'],
    caches: ['await caches.open("workbox-precache")'],
    'names of caches': ['await caches.keys()'],
    databases: [
        'await new Promise((resolve, reject) => { Object.assign(indexedDB.open("a"), { onsuccess: resolve, onerror: reject }); })',
    ],
    'the service worker': ['await navigator.serviceWorker.getRegistrations()'],
    'a service worker of its own': ['await navigator.serviceWorker.register("/service-worker.js")'],
    'the origin private file system': ['await navigator.storage.getDirectory()'],
    'a page of the site': ['(await fetch("/demo/index.html", { credentials: "include" })).text()'],
    'a page of the site, unread': ['await fetch("/demo/index.html", { mode: "no-cors" })'],
    'a module of the site': ['await import(new URL("/demo/shared/palette.js", document.baseURI))'],
    'a module of another site': ['await import("https://example.com/a.js")'],
    'text as a script': ['eval("1")'],
    "a frame with the page's origin": [
        'document.body.appendChild(Object.assign(document.createElement("iframe"),'
        + ' { src: "/demo/index.html" })).contentDocument',
        'null',
    ],
    "a worker with the page's origin": ['await heard(new Worker("/demo/shared/palette.js"))'],
    'caches, from a worker': [
        'await heard(new Worker(URL.createObjectURL(new Blob(["caches.open(1).then(() => postMessage(1))"]))))',
    ],
};

/** A program that makes the attempts one after the other and prints what came of each. */
const hostile = `
const heard = (worker) => new Promise((resolve, reject) => { Object.assign(worker, { onmessage: resolve, onerror: reject }); });
${
    Object.entries(ATTEMPTS).map(([name, [expression]]) => `
try { console.log(${JSON.stringify(name)} + ': ' + (${expression})); } catch { console.log(${
        JSON.stringify(name)
    } + ': refused'); }`).join('')
}
console.log('done');
`;

/** Tells the page what it likes. */
const lying = `
const tell = (message) => parent.postMessage(message, '*');
for (const message of [null, 0, 'text', [], {}, { kind: 'constructor' }, { kind: '__proto__' }, { kind: 'printed', text: { toString: 1 } },
    { kind: 'failed', text: '<img src=x onerror="document.title = 1">', line: { valueOf: 1 } },
    { kind: 'printed', text: 'far', line: 1e9 }, { kind: 'printed', text: '<b>bold</b>', line: -1 },
    { kind: 'printed', text: 'x'.repeat(1e6), line: .5 }, { kind: 'search' }, { kind: 'leave' }]) tell(message);
for (const other of [parent, ...Array.from({ length: parent.length }, (_, i) => parent[i])]) {
    other.postMessage({ start: { code: '', files: {}, modules: {} } }, '*');
}
console.log('told');
`;

/** Runs the program of a link. @param {import('playwright-core').Page} page */
async function press(page) {
    await page.getByRole('button', { name: 'Run it' }).click();
}

test('a hostile program reaches nothing of the site', async () => {
    const { page } = await browser.open(linkTo(hostile), sizes.desktop);
    await page.evaluate(() => {
        localStorage.look = 'dark';
    });
    const address = page.url();
    await press(page);
    await page.locator('.console').getByText('done', { exact: true }).waitFor();
    const lines = await page.locator('.console > div').allTextContents();
    assert.deepEqual(lines, [
        ...Object.entries(ATTEMPTS).map(([name, [, given = 'refused']]) => `${name}: ${given}`),
        'done',
    ]);
    assert.equal(page.url(), address);
    assert.equal(page.context().pages().filter((each) => each.url() === 'about:blank').length, 0);
    assert.deepEqual(
        await page.evaluate(
            async () => [localStorage.look, sessionStorage.length, document.cookie,
                (await caches.keys()).length, (await indexedDB.databases()).length,
                (await navigator.serviceWorker.getRegistrations()).length],
        ),
        ['dark', 0, '', 0, 0, 0],
    );
    await page.context().close();
});

testLong('what a program tells the page is text', async () => {
    const { page, errors } = await browser.open(linkTo(lying), sizes.desktop);
    await press(page);
    await page.locator('.console').getByText('told', { exact: true }).waitFor();
    const lines = await page.locator('.console > div').allTextContents();
    assert.deepEqual(lines.map((line) => line.slice(0, 20)), ['', 'far', '<b>bold</b>',
        'x'.repeat(20), 'told']);
    assert.equal(lines[3].length, 10_000);
    assert.match(await page.locator('.trouble').innerText(), /^<img src=x/);
    assert.equal(await page.locator('.output :is(b, img), dialog[open]').count(), 0);
    assert.equal(await page.title(), 'Playground · Mica');
    assert.deepEqual(errors, []);
    await page.context().close();
});

testLong('an honest program runs and draws after hostile ones, in a frame of an opaque origin',
    async () => {
        const { page, errors } = await browser.open(linkTo(lying), sizes.desktop);
        await press(page);
        await page.locator('.console').getByText('told', { exact: true }).waitFor();
        await page.selectOption('#examples', { label: 'Pyramid' });
        await page.waitForFunction(() => document.querySelector('.live:not([aria-busy]) iframe'),
            null, { polling: 20 });
        assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-scripts');
        const frame = page.frames()[1];
        assert.equal(await frame.evaluate(() => origin), 'null');
        await frame.waitForFunction(() => {
            const canvas = document.querySelector('canvas');
            return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
                .some((
                    value,
                ) => value > 0);
        });
        assert.ok(await page.locator('.trouble').isHidden());
        assert.deepEqual(errors, []);
        await page.context().close();
    });

testLong('hostile programs leave the precache and the gallery as they are', async () => {
    const prepare = (/** @type {import('playwright-core').Page} */ fresh) =>
        fresh.addInitScript(
            () => Object.defineProperty(navigator, 'webdriver', { get: () => false }),
        );
    const { page } = await browser.open('demo/', sizes.desktop, prepare);
    const context = page.context();
    try {
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        /** What the caches hold, as hashes by address. */
        const kept = () =>
            page.evaluate(async () => {
                const names = await caches.keys();
                const entries = await Promise.all(names.map(async (name) => {
                    const cache = await caches.open(name);
                    return Promise.all((await cache.keys()).map(async ({ url }) => {
                        const bytes = await (await cache.match(url))?.arrayBuffer()
                            ?? new ArrayBuffer(0);
                        return `${url} ${
                            new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
                        }`;
                    }));
                }));
                return entries.flat().sort();
            });
        const before = await kept();
        assert.ok(before.length > 100);
        const root = page.url().replace(/demo\/.*/, '');
        await page.goto(root + linkTo(`${hostile}
for (const name of ['workbox-precache-v2-${root}', 'a']) {
    try {
        const cache = await caches.open(name);
        await cache.put('/demo/index.html', new Response('replaced'));
        console.log('replaced');
    } catch { console.log('kept'); }
}
`));
        await press(page);
        await page.locator('.console').getByText('kept', { exact: true }).nth(1).waitFor();
        assert.ok(!(await page.locator('.console').innerText()).includes('replaced'));
        assert.deepEqual(await kept(), before);
        await context.setOffline(true);
        await page.goto(`${root}demo/`);
        await page.locator('.cards a').nth(3).waitFor();
        // Programs run without a network too.
        await page.goto(`${root}demo/guide/playground.html#example=worker/2`);
        await page.locator('.console').getByText('coin 1 of the player').waitFor();
    } finally {
        await context.close();
    }
});

test('every page of the site has the policy, and no other', async () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.html')
    );
    assert.ok(pages.length > 30, String(pages));
    for (const name of pages) {
        const html = readFileSync(join(site, name), 'utf8');
        const policies = Array.from(
            html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g),
            ([, policy]) => policy,
        );
        assert.equal(policies.length, 1, name);
        assert.ok(
            html.indexOf('Content-Security-Policy') < html.search(/<(script|link|style)\b/)
                || !/<(script|link|style)\b/.test(html),
            name,
        );
        const directives = Object.fromEntries(
            policies[0].split('; ').map((
                each,
            ) => [each.split(' ')[0], each.slice(each.indexOf(' ') + 1)]),
        );
        assert.equal(directives['default-src'], "'self'", name);
        for (const none of ['object-src', 'base-uri', 'frame-src', 'form-action'])
            assert.equal(directives[none], "'none'", name);
        const sources = directives['script-src'].split(' ').filter((each) =>
            !each.startsWith("'sha256-")
        );
        const [, folder] = /demo[\\/](\w+)[\\/]/.exec(name) ?? [];
        assert.deepEqual(sources, ["'self'", "'wasm-unsafe-eval'",
            ...(folder === 'guide' ? ['blob:'] : []),
            ...(folder === 'chains' || folder === 'stress' ? ["'unsafe-eval'"] : [])], name);
    }
});

/** Programs that never end, and what is said of them. */
const ENDLESS = {
    'setTimeout(() => { for (;;) ; }, 100);': /did not answer for 8 seconds and was ended/,
    'for (let i = 0; ; ++i) console.log(i);':
        /printed more than 5000 lines within a second and was ended|did not answer/,
    'setInterval(() => { for (let i = 0; i < 9000; ++i) parent.postMessage(i, "*"); }, 1);':
        /printed more than 5000 lines within a second/,
};

// The tests' browser has one process for all of a site; a desktop browser gives a frame of another origin one of its own.
testLong('a program that loops for ever, or prints without end, is ended, and the page goes on',
    async () => {
        const server = await serveFolder(site);
        const isolated = await chromium.launch({ executablePath: findChromium() ?? undefined,
            headless: true, args: ['--no-sandbox', '--disable-gpu', '--site-per-process'] });
        try {
            for (const [code, said] of Object.entries(ENDLESS)) {
                const page = await isolated.newPage();
                await page.goto(server.url + linkTo(code));
                await page.getByRole('button', { name: 'Run', exact: true }).click();
                const trouble = page.locator('.trouble');
                await trouble.waitFor({ timeout: 60_000 });
                assert.match(await trouble.textContent() ?? '', said, code);
                assert.equal(await page.locator('iframe').count(), 0, code);
                assert.ok(await page.locator('.console > div').count() <= 200);
                await page.close();
            }
        } finally {
            await isolated.close();
            await server.close();
        }
    });

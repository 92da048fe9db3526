// The guide's components for React, Svelte and Vue, served by Vite with the frameworks' own plugins and run in Chromium: how
// many worlds and bodies there are as they mount, change, unmount, and are edited while they run.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { createServer } from 'vite';
import { readPage, root, unescape } from '../js/snippets.mjs';
import { keepScreenshot, openBrowser } from './page.mjs';

const here = join(root, 'tests', 'adapters');
const folder = join(root, 'build', 'components');

/** Mica with a list of all worlds that a page has made. */
const COUNTED = `export * from '${root}js/index.js';
import { World as Base } from '${root}js/index.js';
export const worlds = [];
export class World extends Base {
    constructor(options) {
        super(options);
        worlds.push(this);
    }
}`;

/** What mounts each component: \`show\` takes its properties, or null for none. @type {Record<string, [file: string, text: string]>} */
const MAINS = {
    react: ['main.jsx', `import { Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { init, worlds } from 'mica2d';
import { Crates } from './Crates.jsx';
await init();
const app = createRoot(document.querySelector('main'));
const Mode = location.search === '?plain' ? Fragment : StrictMode;
globalThis.page = { worlds, show: (props) => app.render(<Mode>{props && <Crates {...props} />}</Mode>) };`],
    svelte: ['main.svelte.js', `import { mount } from 'svelte';
import { init, worlds } from 'mica2d';
import App from './App.svelte';
await init();
const shown = $state({ props: null });
mount(App, { target: document.querySelector('main'), props: { shown } });
globalThis.page = { worlds, show: (props) => { shown.props = props; } };`],
    vue: ['main.js', `import { createApp, h, shallowRef } from 'vue';
import { init, worlds } from 'mica2d';
import Crates from './Crates.vue';
await init();
const shown = shallowRef(null);
createApp({ render: () => shown.value && h(Crates, shown.value) }).mount('main');
globalThis.page = { worlds, show: (props) => { shown.value = props; } };`],
};
const APP = `<script>
    import Crates from './Crates.svelte';
    let { shown } = $props();
</script>
{#if shown.props}<Crates {...shown.props} />{/if}`;

/** The files below a heading of the page, by their names. @param {string} id @returns {Record<string, string>} */
function filesBelow(id) {
    const text = readPage('demo/guide/frameworks.html');
    const start = text.indexOf(`<h2 id="${id}"`);
    const end = text.indexOf('<h2', start + 1);
    const section = text.slice(start, end < 0 ? undefined : end);
    return Object.fromEntries(
        Array.from(section.matchAll(/<pre data-code="\w+" data-file="([\w.]+)">([^]*?)<\/pre>/g),
            ([, name, code]) => [name, unescape(code)]),
    );
}

/** Writes an app of each framework: the guide's files and what mounts them. */
function writeApps() {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'mica.js'), COUNTED);
    for (const [name, [main, text]] of Object.entries(MAINS)) {
        mkdirSync(join(folder, name), { recursive: true });
        const files = { ...filesBelow('components'), ...filesBelow(name), [main]: text,
            'index.html':
                `<!doctype html><title>${name}</title><link rel="icon" href="data:,"><main></main>
<script type="module" src="./${main}"></script>` };
        if (name === 'svelte') files['App.svelte'] = APP;
        for (const [file, code] of Object.entries(files))
            writeFileSync(join(folder, name, file), code);
    }
}

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof createServer>>} */
let server;
before(async () => {
    writeApps();
    server = await createServer({
        root: folder,
        configFile: false,
        logLevel: 'error',
        cacheDir: join(folder, 'cache'),
        plugins: [react(), svelte({ configFile: false }), vue()],
        resolve: { alias: [
            { find: /^mica2d$/, replacement: join(folder, 'mica.js') },
            { find: /^mica2d\/(.*)$/, replacement: `${root}js/$1.js` },
        ] },
        server: { host: '127.0.0.1', port: 0, fs: { allow: [root] } },
    });
    await server.listen();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.close();
});

/** Runs on the page: what there is of worlds, bodies and elements, and whether each element is drawn where its body is. */
function look() {
    const living = globalThis.page.worlds.filter((world) => !world.destroyed);
    const [world] = living;
    const boxes = [...document.querySelectorAll('main > div > div')].map((element) =>
        element.getBoundingClientRect()
    );
    const { left, top } = document.querySelector('main > div')?.getBoundingClientRect() ?? {};
    const bodies = [...(world?.bodies ?? [])];
    const poses = bodies.map(({ index }) => [...world.poses.subarray(4 * index, 4 * index + 2)]);
    // Each body has an element whose middle is at its pose.
    const apart = poses.map(([x, y]) =>
        Math.min(
            ...boxes.map((box) =>
                Math.hypot((box.left + box.right) / 2 - left - 400 - 50 * x,
                    (box.top + box.bottom) / 2 - top - 350 + 50 * y)
            ),
        )
    );
    return { made: globalThis.page.worlds.length, living: living.length, bodies: bodies.length,
        elements: boxes.length, apart: Math.max(0, ...apart), steps: world?.stepCount ?? 0,
        lowest: Math.max(...boxes.slice(1).map(({ bottom }) => bottom)) - top,
        width: boxes[1]?.width };
}

/** Waits until what the page shows is so. @param {import('playwright-core').Page} page @param {Partial<ReturnType<typeof look>>} wanted */
async function whenSo(page, wanted) {
    let seen = await page.evaluate(look);
    const differs = () =>
        seen.apart > 0.5 || Object.entries(wanted).some(([key, value]) => seen[key] !== value);
    for (const end = Date.now() + 10_000; differs() && Date.now() < end;) {
        await page.waitForTimeout(20);
        seen = await page.evaluate(look);
    }
    assert.deepEqual({ ...seen, ...wanted }, seen);
    assert.ok(seen.apart < 0.5, `drawn ${seen.apart} pixels from where it is`);
    return seen;
}

/** Changes a file of an app while it runs. @param {string} file @param {string} from @param {string} to */
function edit(file, from, to) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} has ${from}`);
    writeFileSync(path, text.replaceAll(from, to));
}

/**
 * What React's strict mode changes: it mounts twice, and an edit leaves the effects, and so the world, as they are.
 * Elsewhere an edit runs them again.
 */
const CASES = [
    { name: 'react', file: 'Crates.jsx', query: '', mounts: 2, edits: 0 },
    { name: 'react', file: 'Crates.jsx', query: '?plain', mounts: 1, edits: 1 },
    { name: 'svelte', file: 'Crates.svelte', query: '', mounts: 1, edits: 1 },
    { name: 'vue', file: 'Crates.vue', query: '', mounts: 1, edits: 1 },
];

for (const { name, file, query, mounts, edits } of CASES) {
    test(`${name}${query}: one world from mount to unmount, through changes and hot reloads`, async () => {
        const { page, errors, close } = await browser.open();
        page.on('console', (message) => {
            if (message.type() === 'warning') errors.push(message.text());
        });
        const show = (props) => page.evaluate((given) => globalThis.page.show(given), props);
        await page.goto(`${server.resolvedUrls.local[0]}${name}/${query}`);
        await page.waitForFunction(() => globalThis.page);

        await show({ count: 5, paused: false });
        await whenSo(page, { made: mounts, living: 1, bodies: 6, elements: 6 });
        await page.waitForFunction(() => globalThis.page.worlds.at(-1).stepCount > 60);
        const { lowest } = await whenSo(page, {});
        assert.ok(Math.abs(lowest - 350) < 1, `a crate lies on the floor: ${lowest}`);
        await keepScreenshot(page, `components-${name}`);

        await show({ count: 7, paused: true });
        const { steps } = await whenSo(page, { made: mounts, living: 1, bodies: 8, elements: 8 });
        await page.waitForTimeout(100);
        await whenSo(page, { steps });
        await show({ count: 2, paused: false });
        await page.waitForFunction((count) => globalThis.page.worlds.at(-1).stepCount > count,
            steps);
        await whenSo(page, { made: mounts, living: 1, bodies: 3, elements: 3 });

        edit(`${name}/${file}`, '0.9', '0.8');
        const once = { living: 1, bodies: 3, elements: 3, made: mounts + edits };
        await whenSo(page, { ...once, width: 40 });
        edit(`${name}/${file}`, '0.8', '0.9');
        await whenSo(page, { ...once, width: 45, made: mounts + 2 * edits });

        await show(null);
        await whenSo(page, { living: 0, elements: 0 });
        await show({ count: 1, paused: true });
        await whenSo(page, { living: 1, bodies: 2, elements: 2 });
        assert.deepEqual(errors, []);
        await close();
    });
}

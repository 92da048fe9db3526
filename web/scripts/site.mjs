// Writes the site, as a static server can serve it, to build/site: the demo, the guide's pages with
// their frame, what they load from js/ and build/wasm, and a service worker that keeps all of it. Paths are those
// of the repository.
//   node web/scripts/site.mjs
// Also called by the browser tests, which test these files.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buildSync } from 'esbuild';
import { build } from './build.mjs';
import { listGuide, renderGuide } from './guide.mjs';
import { isMain, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

/** The files below a folder, by their paths in it. @param {string} folder */
function listFiles(folder) {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).split(sep).join('/')).sort();
}

/** Makes every page of a site one of an app that works offline. @param {string} site */
function addServiceWorker(site) {
    for (const page of listFiles(site).filter((name) => name.endsWith('.html'))) {
        const up = '../'.repeat(page.split('/').length - 2) || './';
        const html = readFileSync(join(site, page), 'utf8');
        writeFileSync(join(site, page), html.replace('</head>', `  <link rel="manifest" href="${up}manifest.webmanifest">\n`
            + `  <script type="module" src="${up}shared/offline.js"></script>\n</head>`));
    }
    const files = listFiles(site).map((url) =>
        ({ url, revision: createHash('sha256').update(readFileSync(join(site, url))).digest('hex').slice(0, 16) }));
    buildSync({ entryPoints: [join(root, 'demo', 'shared', 'service-worker.js')], outfile: join(site, 'service-worker.js'),
        bundle: true, minify: true, format: 'iife', define: { FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' } });
}

/** Writes the site from the .wasm files that are there. Returns its folder. */
export function writeSite() {
    const site = join(root, 'build', 'site');
    rmSync(site, { recursive: true, force: true });
    for (const folder of ['demo', 'js']) {
        cpSync(join(root, folder), join(site, folder), { recursive: true,
            filter: (source) => !/tsconfig\.json$|template\.html$|service-worker\.js$/.test(source) });
    }
    mkdirSync(join(site, 'build', 'wasm'), { recursive: true });
    for (const file of ['mica.wasm', 'mica-scalar.wasm']) {
        cpSync(join(root, 'build', 'wasm', file), join(site, 'build', 'wasm', file));
    }
    for (const { name } of listGuide()) writeFileSync(join(site, 'demo', 'guide', name), renderGuide(name));
    addServiceWorker(site);
    return site;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build']);
        await build();
        console.log(`Wrote ${writeSite().slice(root.length + 1)}`);
    });
}

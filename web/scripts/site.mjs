// Builds the site, as a static server can serve it, to build/site: every page bundled by Vite, the package's modules, which
// the guide's programs import, the pages' sources as they are (each page shows its own), and a service worker that keeps all of
// it but the engines that pages compare with Mica.
//   node web/scripts/site.mjs
// Also called by the browser tests, which test these files.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildPages } from 'vite';
import { build } from './build.mjs';
import { guidePageAt, listGuide, renderGuide, renderSearch } from './guide.mjs';
import { renderLlms } from './llms.mjs';
import { packagesOf, renderLicences } from './licences.mjs';
import { bundleGuideModules } from './package.mjs';
import { isPeer, peers } from './peers.mjs';
import { withPolicy } from './policy.mjs';
import { isMain, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

const site = join(root, 'build', 'site');
/** Where the site is served, for the previews of its pages; unset for addresses that begin at the page. */
const ORIGIN = process.env.MICA_ORIGIN ?? '';
/** The folder of other engines, which pages fetch only when they are asked for. */
const PEERS = 'peers';
/** Where Vite lists the packages that it bundles, until they are on a page. */
const LICENCES = 'licences.json';
/** What `/` is: the gallery has its pages beside it, in a folder. */
const ROOT_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Mica · 2D physics for browser games</title>
  <meta http-equiv="refresh" content="0; url=demo/">
</head>
<body><a href="demo/">Mica</a></body>
</html>
`;

/** The files below a folder, by their paths in it. @param {string} folder */
function listFiles(folder) {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile()
    )
        .map((entry) =>
            join(entry.parentPath, entry.name).slice(folder.length + 1).split(sep).join('/')
        ).sort();
}

/** What Vite begins with: the pages, by their paths. */
function listInputs() {
    const pages = listFiles(join(root, 'demo')).filter((name) =>
        name.endsWith('.html') && !name.startsWith('guide/')
    )
        .concat(listGuide().map(({ name }) => `guide/${name}`));
    return Object.fromEntries(
        pages.map((name) => [`demo/${name.slice(0, -5)}`, join(root, 'demo', name)]),
    );
}

/** Gives the guide's pages their frame; not all of them are files. @type {import('vite').Plugin} */
const guide = {
    name: 'guide',
    enforce: 'pre',
    resolveId: (id) => (guidePageAt(id.slice(root.length)) ? id : null),
    load(id) {
        const name = guidePageAt(id.slice(root.length));
        return name ? renderGuide(name) : null;
    },
};

/** Bundles the service worker, without its list of files. */
async function bundleServiceWorker() {
    const { outputFiles: [{ text }], metafile } = await bundle({
        entryPoints: [join(root, 'demo', 'shared', 'service-worker.js')],
        absWorkingDir: root,
        bundle: true,
        minify: true,
        format: 'iife',
        write: false,
        metafile: true,
        define: { 'process.env.NODE_ENV': '"production"' },
    });
    return { text, packages: packagesOf(Object.keys(metafile.inputs)) };
}

/** What a page's head says, or nothing. @param {string} html @param {RegExp} pattern with a group */
const said = (html, pattern) => pattern.exec(html)?.[1] ?? '';

/** The address of a page's picture among the assets, which are named by their content. @param {string} page in the site */
function pictureOf(page) {
    const source = join(root, page.replace(/[^/]*$/, 'picture.webp'));
    if (!page.startsWith('demo/') || !existsSync(source)) return null;
    const bytes = readFileSync(source);
    return listFiles(site).find((name) =>
        name.endsWith('.webp') && readFileSync(join(site, name)).equals(bytes)
    ) ?? null;
}

/**
 * The tags by which other sites show a preview of a page: its title, description and picture. They want whole addresses: of ORIGIN, where
 * the site is served, such as https://example.org/mica/.
 * @param {string} page @param {string} html @param {string} up
 */
function previewTags(page, html, up) {
    const picture = pictureOf(page);
    if (!picture) return '';
    const tags = { 'og:type': 'website', 'og:title': said(html, /<title>([^<]*)/),
        'og:description': said(html, /<meta name="description" content="([^"]*)/),
        'og:image': `${ORIGIN || up}${picture}`, 'og:image:width': '960', 'og:image:height': '480',
        ...(ORIGIN && { 'og:url': `${ORIGIN}${page}` }), 'twitter:card': 'summary_large_image',
        'twitter:image': `${ORIGIN || up}${picture}` };
    return Object.entries(tags).map(([name, content]) =>
        `  <meta ${name.startsWith('og') ? 'property' : 'name'}="${name}" content="${content}">\n`
    ).join('');
}

/** Gives every page its policy and its preview, and makes it one of an app that works offline. */
function finishPages() {
    for (const page of listFiles(site).filter((name) => name.endsWith('.html'))) {
        const html = readFileSync(join(site, page), 'utf8');
        const up = '../'.repeat(Math.max(page.split('/').length - 2, 0)) || './';
        const app = page === 'index.html'
            ? html
            : html.replace('</head>',
                `${
                    previewTags(page, html, `../${up}`)
                }  <link rel="manifest" href="${up}manifest.webmanifest">\n`
                    + `  <script type="module" src="${up}shared/offline.js"></script>\n</head>`);
        writeFileSync(join(site, page), withPolicy(page, app));
    }
}

/** Writes the service worker with the list of all files. @param {string} text of its script */
function writeServiceWorker(text) {
    const files = listFiles(site).filter((url) => !url.startsWith(`${PEERS}/`)).map((url) => ({ url,
        revision: createHash('sha256').update(readFileSync(join(site, url))).digest('hex').slice(0,
            16) })
    );
    writeFileSync(join(site, 'service-worker.js'), `const FILES=${JSON.stringify(files)};${text}`);
}

/** Puts the licences of all that was bundled on their page. @param {import('./licences.mjs').Licence[]} more beside what Vite has bundled */
function addLicences(more) {
    const page = join(site, 'demo', 'licences.html');
    const list = JSON.parse(readFileSync(join(site, LICENCES), 'utf8'));
    rmSync(join(site, LICENCES));
    writeFileSync(page, renderLicences(readFileSync(page, 'utf8'), [...list, ...more]));
}

/** Writes the site from the .wasm files that are there. Returns its folder. */
export async function writeSite() {
    const { NODE_ENV } = process.env;
    await buildPages({
        root,
        base: './',
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [guide, peers],
        worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
        build: {
            outDir: site,
            emptyOutDir: true,
            assetsInlineLimit: 0,
            license: { fileName: LICENCES },
            chunkSizeWarningLimit: 2000, // kB; Rapier's file has 1,700
            target: 'es2022',
            cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark(), which cannot be written in older CSS
            modulePreload: { polyfill: false },
            rolldownOptions: {
                input: listInputs(),
                checks: { pluginTimings: false },
                output: {
                    // What most pages load is one file: in smaller ones it compresses less well.
                    codeSplitting: {
                        groups: [{ name: 'engine', test: /[\\/]js[\\/](?!adapters)/,
                            minShareCount: 10 }],
                    },
                    entryFileNames: 'assets/[name]-[hash].js',
                    chunkFileNames: ({ moduleIds }) =>
                        `${moduleIds.some(isPeer) ? PEERS : 'assets'}/[name]-[hash].js`,
                    assetFileNames: ({ originalFileNames }) =>
                        `${
                            originalFileNames.some((name) => isPeer(`/${name}`))
                                ? PEERS
                                : 'assets'
                        }/[name]-[hash][extname]`,
                },
            },
        },
    });
    // Vite sets it to production, in which npm installs no dependencies of development.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    cpSync(join(root, 'demo'), join(site, 'demo'), { recursive: true,
        filter: (source) =>
            !/\.(html|css)$|demo\/[^/]+\/picture\.webp$|tsconfig\.json$|service-worker\.js$/.test(
                source,
            ) });
    writeFileSync(join(site, 'demo', 'guide', 'search.json'), renderSearch());
    await bundleGuideModules(join(site, 'demo', 'guide', 'modules'));
    const { text, packages } = await bundleServiceWorker();
    addLicences(packages);
    writeFileSync(join(site, 'index.html'), ROOT_PAGE);
    finishPages();
    writeServiceWorker(text);
    // For programs, which come by themselves: no visitor stores them.
    for (const [name, content] of Object.entries(renderLlms('demo/guide/')))
        writeFileSync(join(site, name), content);
    return site;
}

if (isMain(import.meta.url)) {
    await runMain(async () => {
        await setup(['build', 'bench']);
        await build();
        console.log(`Wrote ${(await writeSite()).slice(root.length + 1)}`);
    });
}

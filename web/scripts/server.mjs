// The dev server: Vite over the repository's root, so that the demo's pages import ../js/index.js
// and that finds ../build/wasm; the guide's pages get their frame on the way. Pages are isolated
// across origins (SharedArrayBuffer works). The modules that the guide's programs import are bundled when they are asked for. Used by `npm start` and by the browser tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { guidePageAt, renderGuide, renderSearch } from './guide.mjs';
import { buildGuideModules } from './package.mjs';
import { peers } from './peers.mjs';
import { root } from './process.mjs';

/** The text of a module at a path such as /demo/guide/modules/mica2d.js. @param {string} path */
async function guideModuleAt(path) {
    const file = join(await buildGuideModules(), path.slice('/demo/guide/modules/'.length));
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Serves the guide's pages with their frame, and the gallery for `/`. @type {import('vite').Plugin} */
const guide = {
    name: 'guide',
    configureServer(server) {
        server.middlewares.use(async (request, response, next) => {
            const { pathname } = new URL(request.url ?? '/', 'http://localhost');
            const name = guidePageAt(pathname);
            const send = (/** @type {string} */ type, /** @type {string} */ text) =>
                response.writeHead(200, { 'Content-Type': type, ...server.config.server.headers })
                    .end(text);
            try {
                if (pathname === '/') response.writeHead(302, { Location: '/demo/' }).end();
                else if (name)
                    send('text/html; charset=utf-8',
                        await server.transformIndexHtml(`/demo/guide/${name}`, renderGuide(name)));
                else if (pathname === '/demo/guide/search.json')
                    send('application/json', renderSearch());
                else if (pathname.startsWith('/demo/guide/modules/')) {
                    const module = await guideModuleAt(pathname);
                    if (module) send('text/javascript', module);
                    else response.writeHead(404).end();
                } else next();
            } catch (error) {
                next(error);
            }
        });
    },
};

/**
 * Starts serving. Returns the address of the root, ending in a slash; the addresses from other
 * machines; `reload`, which makes all open pages load again; and `close`.
 * @param {{ port?: number, host?: boolean, watch?: boolean }} [options]
 *   port: the first to try, the next free one is taken; host: also reachable from other machines;
 *   watch: pages reload when a file changes
 */
export async function startServer({ port = 5173, host = false, watch = false } = {}) {
    const server = await createServer({
        root,
        configFile: false,
        appType: 'mpa',
        cacheDir: join(root, 'build', 'vite'),
        logLevel: 'warn',
        clearScreen: false,
        plugins: [guide, peers],
        // The libraries that pages import are ES modules, so there is nothing to pre-bundle.
        optimizeDeps: { noDiscovery: true, entries: [] },
        server: {
            port,
            host: host ? true : '127.0.0.1',
            hmr: watch ? undefined : false,
            watch: watch ? { ignored: ['**/build/**', '**/tests/**'] } : null,
            headers: {
                'Cross-Origin-Opener-Policy': 'same-origin',
                'Cross-Origin-Embedder-Policy': 'require-corp',
                'Cache-Control': 'no-store',
            },
        },
    });
    await server.listen();
    const { local = [], network = [] } = server.resolvedUrls ?? {};
    return {
        url: local[0] ?? network[0],
        network,
        reload: () => server.ws.send({ type: 'full-reload' }),
        close: () => server.close(),
    };
}

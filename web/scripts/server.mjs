// The dev server: Vite over the repository's root, so that the demo's pages import ../js/index.js and
// that finds ../build/wasm. Pages are isolated across origins (SharedArrayBuffer works). Used by
// `npm start` and by the browser tests.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './process.mjs';

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
        // Nothing here comes from node_modules, so there is nothing to pre-bundle.
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

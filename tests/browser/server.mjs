// A static file server for the browser tests, over the built site or a folder of a test.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder on a free port of this machine.
 * @param {string} root
 * @param {Record<string, string>} [headers] sent with every file
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} url ends in a slash
 */
export async function serveFolder(root, headers = {}) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
        let file = normalize(join(root, path));
        if (file.endsWith(sep)) file = join(file, 'index.html');
        const found = file.startsWith(root) && statSync(file, { throwIfNoEntry: false })?.isFile();
        if (!found) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
            'Cache-Control': 'no-store',
            ...headers,
        });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return {
        url: `http://127.0.0.1:${port}/`,
        close: () =>
            new Promise((resolve) => {
                server.closeAllConnections();
                server.close(() => resolve());
            }),
    };
}

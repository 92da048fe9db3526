// Threads in which nothing is loaded yet, for tests of loading.
import { Worker } from 'node:worker_threads';

const indexUrl = new URL('../../js/index.js', import.meta.url).href;

/**
 * Runs a module's text in a thread of its own, where nothing is loaded yet, and gives what it
 * posts.
 * @param {string} body
 * @param {unknown} [workerData]
 * @returns {Promise<any>}
 */
export function fresh(body, workerData) {
    const text = `
        import { parentPort, workerData } from 'node:worker_threads';
        import * as mica from ${JSON.stringify(indexUrl)};
        const report = (value) => parentPort.postMessage(value);
        const failure = async (call) => {
            try { await call(); return 'nothing thrown'; }
            catch (error) { return { name: error.name, code: error.code, message: error.message }; }
        };
        ${body}`;
    return new Promise((resolve, reject) => {
        const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), {
            workerData,
        });
        worker.once('message', resolve).once('error', reject);
    });
}

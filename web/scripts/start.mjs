// `npm start`: installs what is missing, builds the .wasm files, serves the demo and prints where.
//   npm start -- [--port 5173] [--host]     --host: also for a phone on the same network
// Pages reload when their scripts change, and when a changed C source has been compiled again.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { Failure, root, runMain } from './process.mjs';
import { setup } from './setup.mjs';

/**
 * Compiles again when a C source changes; errors are shown and the old files stay.
 * @param {() => void} done called after a successful compilation
 */
function rebuildOnChange(done) {
    let running = false;
    let again = false;
    const rebuild = async () => {
        if (running) {
            again = true;
            return;
        }
        running = true;
        do {
            again = false;
            try {
                if ((await build()).compiled) done();
            } catch (error) {
                console.error(/** @type {Error} */ (error).message);
            }
        } while (again);
        running = false;
    };
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    for (const folder of ['src', 'web/bridge']) {
        watch(join(root, folder), { recursive: true }, (_, name) => {
            if (!name || !/\.[ch]$/.test(name)) return;
            clearTimeout(timer);
            timer = setTimeout(rebuild, 100);
        });
    }
}

await runMain(async () => {
    const { values } = parseArgs({
        options: { port: { type: 'string', default: process.env.PORT || '5173' },
            host: { type: 'boolean', default: false } },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65535) {
        throw new Failure(`--port must be a whole number from 1 to 65535, got ${values.port}.`);
    }
    await setup(['build', 'bench']);
    await build();
    const { startServer } = await import('./server.mjs');
    const { url, network, reload } = await startServer({ port, host: values.host, watch: true });
    rebuildOnChange(reload);
    for (const address of values.host ? [url, ...network] : [url]) {
        console.log(`\nThe demo is at ${address}demo/`);
    }
    console.log('Stop with Ctrl+C.');
});

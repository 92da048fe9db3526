// Runs a WASI program (a C test compiled to .wasm) under Node, with its arguments and exit code:
//   node --no-warnings web/scripts/run-wasm.mjs program.wasm [arguments]
// ctest uses it as the emulator of wasm builds. The program sees no files, and of the environment MICA_SAMPLE_TESTS alone. Where it ends, the process ends
// at once: Node 20 crashes at times when it unwinds a long program's exit to here (`returnOnExit`).
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [file, ...args] = process.argv.slice(2);
const { MICA_SAMPLE_TESTS } = process.env;
const wasi = new WASI({ version: 'preview1', args: [file, ...args],
    env: MICA_SAMPLE_TESTS ? { MICA_SAMPLE_TESTS } : {}, returnOnExit: false });
const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    ...wasi.getImportObject(),
    env: { emscripten_notify_memory_growth() {} },
});
process.exitCode = wasi.start(instance);

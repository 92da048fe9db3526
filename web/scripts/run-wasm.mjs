// Runs a WASI program (a C test compiled to .wasm) under Node, with its arguments and exit code:
//   node --no-warnings web/scripts/run-wasm.mjs program.wasm [arguments]
// ctest uses it as the emulator of wasm builds. The program sees no files.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [file, ...args], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(readFileSync(file), {
    ...wasi.getImportObject(),
    env: { emscripten_notify_memory_growth() {} },
});
process.exitCode = wasi.start(instance);

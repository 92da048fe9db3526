// A compiler may take a choice between two floats in C for an instruction that knows signs of zeros, and
// wasm with SIMD and without would then differ. src/base/platform.h keeps it from that; here the .wasm files
// are looked through.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { findBinaryen } from '../../web/scripts/build.mjs';
import { mustRun } from '../../web/scripts/process.mjs';
import { scalarFile, simdFile } from './helpers.mjs';

test('neither .wasm has a minimum or maximum to which +0 is larger than -0', async () => {
    const disassembler = await findBinaryen('wasm-dis');
    for (const file of [simdFile, scalarFile]) {
        const { stdout } = await mustRun(disassembler, ['--enable-simd', fileURLToPath(file)]);
        assert.ok(stdout.includes('(f32.mul'), 'the text of the .wasm is read');
        assert.deepEqual(stdout.match(/\(f32(x4)?\.(min|max)\b/g), null);
    }
});

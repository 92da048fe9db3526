// Bytes as text, web/scripts/inline.mjs, by which the inlined entries carry their .wasm.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decode, encode } from '../../web/scripts/inline.mjs';
import { random } from '../scenes/builder.js';

/** @param {Uint8Array} bytes */
function assertComesBack(bytes) {
    assert.deepEqual(decode(encode(bytes)), Uint8Array.from(bytes));
}

test('bytes come back from their text', () => {
    assertComesBack(new Uint8Array(0));
    assertComesBack(Uint8Array.from({ length: 256 }, (_, i) => i));
    assertComesBack(Uint8Array.from({ length: 256 }, (_, i) => 255 - i));
    assertComesBack(new Uint8Array(1000).fill(7));
    const next = random(5);
    for (let round = 0; round < 50; ++round) {
        const range = 1 + Math.floor(256 * next());
        assertComesBack(
            Uint8Array.from({ length: Math.floor(500 * next()) }, () => Math.floor(range * next())),
        );
    }
});

test('the text needs no escapes, in no quotes, templates or HTML', () => {
    const text = encode(Uint8Array.from({ length: 4096 }, (_, i) => i));
    assert.match(text, /^[ -~]+$/);
    assert.doesNotMatch(text, /["'`\\$<]/);
});

test('a .wasm compresses as text about as well as by itself', () => {
    const wasm = readFileSync(new URL('../../build/wasm/mica.wasm', import.meta.url));
    assertComesBack(wasm);
    const [bytes, text, base64] = [wasm, encode(wasm), wasm.toString('base64')]
        .map((data) => gzipSync(data, { level: 9 }).length);
    assert.ok(text < 1.03 * bytes, `${text} bytes against ${bytes}`);
    assert.ok(text < 0.85 * base64, `${text} bytes against ${base64}`);
});

// box2d3-wasm, its compat build (no SIMD), on one thread.

import { box2dEngine, loadBox2dModule } from './box2d.mjs';

export const files = [
    'box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs',
    'box2d3-wasm/build/dist/es/compat/Box2D.compat.wasm',
];

export async function load() {
    return box2dEngine(await loadBox2dModule('compat'), 'box2d3-wasm 5.2.0 compat');
}

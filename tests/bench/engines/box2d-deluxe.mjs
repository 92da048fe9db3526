// box2d3-wasm, its deluxe build (SIMD), on one thread.

import { box2dEngine, loadBox2dModule } from './box2d.mjs';

export const files = [
    'box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.mjs',
    'box2d3-wasm/build/dist/es/deluxe/Box2D.deluxe.wasm',
];

export async function load() {
    return box2dEngine(await loadBox2dModule('deluxe'), 'box2d3-wasm 5.2.0 deluxe');
}

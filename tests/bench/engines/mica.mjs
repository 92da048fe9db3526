// mica2d, the build with SIMD.

import { micaEngine } from './mica-engine.mjs';

export const files = ['../../../build/wasm/mica.wasm'];

export function load() {
    return micaEngine(true);
}

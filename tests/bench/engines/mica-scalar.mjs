// mica2d, the build without SIMD.

import { micaEngine } from './mica-engine.mjs';

export const files = ['../../../build/wasm/mica-scalar.wasm'];

export function load() {
    return micaEngine(false);
}

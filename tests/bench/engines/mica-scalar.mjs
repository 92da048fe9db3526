// mica2d, the build without SIMD.

import { micaEngine, micaFiles } from './mica-engine.mjs';

export const files = micaFiles('mica-scalar');

export function load() {
    return micaEngine(false);
}

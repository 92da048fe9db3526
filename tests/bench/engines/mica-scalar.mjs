// mica2d, the build without SIMD.

import { micaEngine, micaFiles } from './mica-engine.mjs';

export const files = micaFiles('mica-scalar');

/** @param {{ particles?: boolean }} [parts] */
export function load(parts) {
    return micaEngine(false, parts);
}

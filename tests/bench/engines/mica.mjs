// mica2d, the build with SIMD.

import { micaEngine, micaFiles } from './mica-engine.mjs';

export const files = micaFiles('mica');

/** @param {{ particles?: boolean }} [parts] */
export function load(parts) {
    return micaEngine(true, parts);
}

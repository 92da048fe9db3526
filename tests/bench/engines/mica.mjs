// mica2d, the build with SIMD.

import { micaEngine, micaFiles } from './mica-engine.mjs';

export const files = micaFiles('mica');

export function load() {
    return micaEngine(true);
}

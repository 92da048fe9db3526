// The numbers of a body that no view has: its mass, inertia and centre, dampings and gravity scale,
// read out of the scratch buffer after one call; and its mass replaced by hand. js/world/body.js
// calls these with the handle of a live body.
import { MAX_COORDINATE, inRange, notNegative, options, vector } from '../wire/errors.js';
import { done, heap, wasm } from '../wire/wasm.js';

/** @import { Core } from '../wire/core.js' */

/** Where the numbers lie, as body_numbers in web/bridge/bridge.c writes them. */
export const MASS = 0;
export const INERTIA = 1;
const LOCAL_CENTER = 2;
export const CENTER = 4;
export const LINEAR_DAMPING = 6;
export const ANGULAR_DAMPING = 7;
export const GRAVITY_SCALE = 8;

const MASS_KEYS = new Set(['mass', 'inertia', 'center']);

/**
 * A mass with what may stand beside it.
 * @param {string} method
 * @param {unknown} mass
 */
export function parseMass(method, mass) {
    const o = options(method, 'mass', mass, MASS_KEYS);
    return {
        value: inRange(method, 'mass.mass', o.mass, 1e-12, 1e15),
        inertia:
            o.inertia === undefined ? undefined : notNegative(method, 'mass.inertia', o.inertia),
        center:
            o.center === undefined
                ? undefined
                : vector(method, 'mass.center', o.center, MAX_COORDINATE),
    };
}

/**
 * @param {Core} core
 * @param {number} id
 * @param {number} index
 */
export function readNumber({ ptr }, id, index) {
    wasm.calls.body_numbers(ptr, id);
    return heap().f64[wasm.scratchF64 + index];
}

/**
 * What is left out keeps: the centre its place, the inertia its ratio to the mass.
 * @param {Core} core
 * @param {string} method
 * @param {number} id
 * @param {ReturnType<typeof parseMass>} given
 */
export function writeMass(core, method, id, { value, inertia, center }) {
    const before = readNumber(core, id, MASS);
    const ratio = before > 0 ? readNumber(core, id, INERTIA) / before : 0;
    const [x, y] = center ?? [
        readNumber(core, id, LOCAL_CENTER),
        readNumber(core, id, LOCAL_CENTER + 1),
    ];
    const { ptr } = core;
    done(method, wasm.calls.body_set_mass(ptr, id, value, inertia ?? ratio * value, x, y));
}

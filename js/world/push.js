// Forces and impulses on a body by hand: what is given is checked, then one call into the engine,
// which adds them up for the next step or changes the velocity at once. js/world/body.js calls
// these with the handle of a live body.
import { coordinate, finite } from '../wire/errors.js';
import { done, wasm } from '../wire/wasm.js';

/** @import { Core } from '../wire/core.js' */

/**
 * At the centre of mass, or at a point of the world.
 * @param {Core} core
 * @param {number} id
 * @param {number} fx newtons
 * @param {number} fy
 * @param {number | undefined} x metres
 * @param {number | undefined} y
 */
export function applyForce({ ptr }, id, fx, fy, x, y) {
    const method = 'Body.applyForce';
    finite(method, 'fx', fx);
    finite(method, 'fy', fy);
    if (x === undefined && y === undefined) {
        done(method, wasm.calls.body_apply_force(ptr, id, fx, fy));
        return;
    }
    const px = coordinate(method, 'x', x);
    const py = coordinate(method, 'y', y);
    done(method, wasm.calls.body_apply_force_at(ptr, id, fx, fy, px, py));
}

/**
 * At the centre of mass, or at a point of the world.
 * @param {Core} core
 * @param {number} id
 * @param {number} ix newton seconds
 * @param {number} iy
 * @param {number | undefined} x metres
 * @param {number | undefined} y
 */
export function applyImpulse({ ptr }, id, ix, iy, x, y) {
    const method = 'Body.applyImpulse';
    finite(method, 'ix', ix);
    finite(method, 'iy', iy);
    if (x === undefined && y === undefined) {
        done(method, wasm.calls.body_apply_impulse(ptr, id, ix, iy));
        return;
    }
    const px = coordinate(method, 'x', x);
    const py = coordinate(method, 'y', y);
    done(method, wasm.calls.body_apply_impulse_at(ptr, id, ix, iy, px, py));
}

/**
 * @param {Core} core
 * @param {number} id
 * @param {number} newtonMetres
 */
export function applyTorque({ ptr }, id, newtonMetres) {
    const method = 'Body.applyTorque';
    finite(method, 'newtonMetres', newtonMetres);
    done(method, wasm.calls.body_apply_torque(ptr, id, newtonMetres));
}

/**
 * @param {Core} core
 * @param {number} id
 * @param {number} impulse N m s
 */
export function applyAngularImpulse({ ptr }, id, impulse) {
    const method = 'Body.applyAngularImpulse';
    finite(method, 'impulse', impulse);
    done(method, wasm.calls.body_apply_angular_impulse(ptr, id, impulse));
}

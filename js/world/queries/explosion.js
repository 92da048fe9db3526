// Explosions, for the entry js/explosion.js.
import { layerWords } from '../../options/layers.js';
import { livePointer } from '../../wire/core.js';
import { MAX_COORDINATE, MAX_SIZE, finite, inRange, readOptions, vector,
    wrongType } from '../../wire/errors.js';
import { EXPLODE } from '../../wire/operations.js';
import { allocate, heap, wasm } from '../../wire/wasm.js';
import { coreOfWorld } from '../given-world.js';
import { colliderOf } from '../objects/objects.js';

/** @import { ExplosionOptions } from '../../options/types.js' */
/** @import { World } from '../world.js' */

const KEYS = new Set(['position', 'radius', 'falloff', 'impulse', 'layers', 'shields', 'each']);

/**
 * Explodes and takes out what was pushed: a collider's id and an impulse each.
 * @param {{ ids: number[], impulses: number[] }} out
 * @param {(address: number, capacity: number) => number} run returns more than the capacity if nothing was done for lack of it
 */
function readPushes(out, run) {
    for (let capacity = 64;;) {
        const address = allocate('explode', 8 * capacity);
        try {
            const count = run(address, capacity);
            if (count <= capacity) {
                const { i32, f32 } = heap();
                for (let i = 0; i < count; ++i) {
                    out.ids.push(i32[(address >> 2) + 2 * i]);
                    out.impulses.push(f32[(address >> 2) + 2 * i + 1]);
                }
                return count;
            }
            capacity = count;
        } finally {
            wasm.calls.release(address);
        }
    }
}

/**
 * Pushes the colliders of dynamic bodies and of movers away from a point, by their width, and wakes them. Particles of
 * matter in the layers get the velocity that a block of their matter, 1 m wide and deep, would get.
 * @template {string} L
 * @param {World<L>} world
 * @param {ExplosionOptions<NoInfer<L>>} options
 * @returns {number} how many colliders were pushed
 */
export function explode(world, options) {
    const method = 'explode';
    const core = coreOfWorld(method, world);
    const o = readOptions(method, 'options', options, KEYS);
    const [x, y] = vector(method, 'position', o.position, MAX_COORDINATE);
    const radius = inRange(method, 'radius', o.radius, 0, MAX_SIZE);
    const falloff = inRange(method, 'falloff', o.falloff ?? 0, 0, MAX_SIZE);
    const impulse = finite(method, 'impulse', o.impulse);
    const layers = layerWords(core.layerNames, method, o.layers);
    const shields = layerWords(core.layerNames, method, o.shields ?? [], 'shields');
    const { each } = o;
    if (each !== undefined && typeof each !== 'function')
        wrongType(method, 'each', 'a function', each);
    // Only now: reading the options may have run code of the user's.
    livePointer(core, method);
    const values = [x, y, radius, falloff, impulse, ...layers, ...shields];
    // Views of particles show the velocities that they get.
    ++core.moves;
    if (each === undefined) return EXPLODE.run(core, 0, ...values);
    /** @type {{ ids: number[], impulses: number[] }} */
    const pushes = { ids: [], impulses: [] };
    const count = EXPLODE.run(core, 0, ...values,
        (/** @type {(address: number, capacity: number) => number} */ run) =>
            readPushes(pushes, run));
    // All of them before the first call, which may destroy some.
    const colliders = pushes.ids.map((id) => colliderOf(core, id));
    colliders.forEach((collider, i) => {
        if (collider.alive) each(collider, pushes.impulses[i]);
    });
    return count;
}

// What the soak checks after each simulated minute: counts and objects against the model, every handle that was ever
// given out, the validator, and that no memory grows.
import { World } from '../../js/index.js';
import { worldCore } from '../../js/wire/handle.js';
import { heap, wasm } from '../../js/wire/wasm.js';
import { Find } from './find.mjs';
import { KINDS } from './model.mjs';

/** @import { Model } from './model.mjs' */

/** An object's last values can be read as long as events may name it: this many steps at most. */
const STEPS_READABLE = 3;

/** What can be asked of an object that is alive alone. @type {Record<string, { ask: (object: any) => unknown, code: string }>} */
const REFUSED = {
    body: { ask: (body) => body.applyImpulse(1, 1), code: 'STALE_BODY' },
    collider: { ask: (collider) => {
        collider.friction = 0.5;
    }, code: 'STALE_COLLIDER' },
    joint: { ask: (joint) => {
        joint.breakForce = 5;
    }, code: 'STALE_JOINT' },
};

/** Whether the engine refuses a handle, without the wrapper. @type {Record<string, (ptr: number, id: number) => boolean>} */
const refusedByEngine = {
    body: (ptr, id) => wasm.calls.body_apply_impulse(ptr, id, 0, 0) !== 0,
    collider: (ptr, id) => wasm.calls.collider_body(ptr, id) === 0,
    joint: (ptr, id) => wasm.calls.joint_get(ptr, id, wasm.scratch) !== 0,
};

/** Counts and objects of the world are those of the model. @param {World<any>} world @param {Model} model */
export function checkCounts(world, model) {
    const { counters } = world;
    for (const [kind, count]
        of /** @type {const} */ ([['body', counters.bodies], ['collider', counters.colliders], [
            'joint',
            counters.joints,
        ]]))
    {
        if (count !== model.live[kind].size)
            throw new Find(
                `the world counts ${count} of ${kind}, the model ${model.live[kind].size}`,
            );
    }
    const bodies = [...world.bodies];
    if (bodies.length !== model.live.body.size
        || !bodies.every((body) => model.live.body.has(body)))
        throw new Find('the bodies of the world are not those of the model');
    if (!bodies.every((body) => body.colliders.every((each) => model.live.collider.has(each))))
        throw new Find('the colliders are not those of the model');
    if (!world.joints.every((joint) => model.live.joint.has(joint)))
        throw new Find('the joints are not those of the model');
}

/**
 * What ended stays dead: objects say so and refuse, and the engine refuses each handle that was given out.
 * @param {World<any>} world @param {Model} model @param {number} step now
 * @returns {number} handles and objects that were tried
 */
export function checkDead(world, model, step) {
    const before = world.hash();
    const { ptr } = worldCore(world);
    let tried = model.dead.length;
    for (const { kind, object, step: end } of model.dead) {
        if (object.alive !== false)
            throw new Find(`a ${kind} that ended at step ${end} is alive at step ${step}`);
        if (end + STEPS_READABLE > step) continue;
        const { ask, code } = REFUSED[kind];
        try {
            ask(object);
        } catch (/** @type {any} */ error) {
            if (error.code === code) continue;
            throw new Find(
                `a ${kind} that ended at step ${end} refuses with ${error.code}: ${error.message}`,
            );
        }
        throw new Find(`a ${kind} that ended at step ${end} takes a call at step ${step}`);
    }
    for (const kind of KINDS) {
        for (const id of model.staleHandles(kind)) {
            if (!refusedByEngine[kind](ptr, id))
                throw new Find(`the stale handle ${id >>> 0} of a ${kind} names something`);
            ++tried;
        }
    }
    if (world.hash() !== before) throw new Find('calls on what is dead changed the world');
    return tried;
}

/**
 * Every invariant of the world: by the validator, where the engine was built with it, and by what restoring checks.
 * @param {World<any>} world
 */
export function checkState(world) {
    const validate = wasm.calls.world_validate;
    if (validate) {
        const address = validate(worldCore(world).ptr);
        if (address !== 0) throw new Find(`the validator says: ${textAt(address)}`);
    }
    const copy = World.fromSnapshot(world.snapshot());
    if (copy.hash() !== world.hash()) throw new Find('a copy of the world has another hash');
    copy.destroy();
}

/** A C string of the engine. @param {number} address */
function textAt(address) {
    const bytes = new Uint8Array(heap().i32.buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

/**
 * @typedef {object} Sizes bytes
 * @property {number} world that the world holds
 * @property {number} wasm of the module's memory
 * @property {number} heap of JavaScript's objects
 * @property {number} buffers of its arrays
 */

/** The memory after a garbage collection. @param {World<any>} world @returns {Sizes} */
export function measure(world) {
    const { gc } = globalThis;
    if (!gc) throw new Error('run with --expose-gc');
    gc();
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { world: world.bytes, wasm: heap().i32.buffer.byteLength, heap: heapUsed,
        buffers: arrayBuffers };
}

/**
 * How much each may grow after the warm-up. The arrays of a world grow by halves, when more touches than ever before;
 * the copies that come and go beside it leave gaps of other sizes; code that V8 compiles late is on its heap. A leak of
 * 210 bytes for each of these copies, or of 14 bytes of the heap for each step, is seen within the hour.
 * @type {Record<keyof Sizes, (start: number) => number>}
 */
const MAX = {
    world: (start) => 1.25 * start,
    wasm: (start) => 1.15 * start,
    heap: (start) => start + 3e6,
    buffers: (start) => start + 1e6,
};

/** @param {Sizes} start after the warm-up @param {Sizes} now */
export function checkSizes(start, now) {
    for (const name of /** @type {(keyof Sizes)[]} */ (Object.keys(MAX))) {
        if (now[name] > MAX[name](start[name]))
            throw new Find(`${name}: ${now[name]} bytes, ${start[name]} after the warm-up`);
    }
}

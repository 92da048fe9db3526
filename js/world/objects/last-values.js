// The last values of a body, collider or joint that was destroyed: what its properties can still give
// while events may name it. They are kept as a Core whose engine answers from copies, so that a getter
// reads them as it reads those of a living object. Made by js/world/objects/objects.js, in a worker's world by
// js/remote/link.js, just before the object is destroyed.
import { fresh } from '../../wire/core.js';
import { COLLIDER, JOINT, KIND, SHAPE } from '../../wire/layout.js';

/** @import { Core, Engine, LastValues } from '../../wire/core.js' */
/** @import { Body } from './body.js' */

/** What a destroyed object has none of. @type {any} */
const NONE = Object.freeze([]);

/** Answers from the last values, which come as the Core. @type {any} */
const lastEngine = /** @type {Partial<Engine>} */ ({
    bodyNumber: (last, _, index) => values(last).record[index],
    colliderRecord: (last) => values(last).record,
    jointRecord: (last) => values(last).record,
    layerOf: (last) => values(last).record[COLLIDER.LAYER],
    field: (last) => values(last).field,
    shape: (
        last,
    ) => /** @type {any} */ (values(last).shape ?? values(last).describe?.(values(last).record, 0)),
    jointState: (last) => values(last).state,
    colliders: (last) => [...values(last).bodyColliders],
    joints: (last) => [...values(last).bodyJoints],
});

/** @param {Core} core */
function values(core) {
    return /** @type {LastValues} */ (core);
}

/** In the place of the heap whose views must be made anew when memory grows: these are copies. */
const KEPT = new Int32Array(1);

/**
 * @param {Core} core
 * @param {number[]} record
 * @returns {LastValues}
 */
function makeLast(core, record) {
    const last = {
        engine: lastEngine,
        layerNames: core.layerNames,
        recordAt: 0,
        stateAt: 0,
        heap: KEPT,
        moves: 0,
        posesAt: 0,
        transforms: NONE,
        velocities: NONE,
        poses: NONE,
        flags: NONE,
        settings: NONE,
        record,
        field: null,
        shape: undefined,
        describe: undefined,
        state: NONE,
        bodyColliders: NONE,
        bodyJoints: NONE,
        // The next step emits its end: by the round after this one.
        until: core.round + 1,
    };
    return /** @type {any} */ (last);
}

/**
 * Numbers copied into an array of JavaScript's own: a small typed array would cost several times as much.
 * @param {ArrayLike<number>} list
 * @param {number} at
 * @param {number} length
 * @returns {any}
 */
export function copyNumbers(list, at, length) {
    // Of doubles from the start, so that it is neither grown nor converted.
    const copy = new Array(length).fill(0.5);
    for (let i = 0; i < length; ++i) copy[i] = list[at + i];
    return copy;
}

/**
 * @param {Core} core
 * @param {number} id of a live body
 * @param {Body} body
 */
export function lastOfBody(core, id, { index }) {
    const last = makeLast(core, core.engine.bodyNumbers(core, id));
    const { transforms, velocities, flags, settings } = fresh(core);
    const at = 4 * index;
    last.transforms = copyNumbers(transforms, at, 4);
    last.velocities = copyNumbers(velocities, at, 4);
    // It is drawn where it was destroyed.
    last.poses = last.transforms;
    last.flags = copyNumbers(flags, index, 1);
    last.settings = settings === flags ? last.flags : copyNumbers(settings, index, 1);
    last.bodyColliders = core.engine.colliders(core, id);
    last.bodyJoints = core.engine.joints(core, id);
    return last;
}

/**
 * @param {Core} core
 * @param {number} id of a live collider
 * @param {LastValues['describe']} [describe] makes options of the shape in a record when they are asked for,
 *     where the record has the shape as the engine made it
 */
export function lastOfCollider(core, id, describe) {
    const method = 'Collider.destroy';
    const list = core.engine.colliderRecord(core, id, method);
    const last = makeLast(core, copyNumbers(list, core.recordAt, COLLIDER.RECORD));
    // The points of a chain and the cells of a map lie elsewhere.
    if (describe && last.record[SHAPE.KIND] < KIND.CHAIN) last.describe = describe;
    else last.shape = core.engine.shape(core, id, method);
    last.field = core.engine.field(core, id, method);
    return last;
}

/**
 * All of a joint but its state, which a world in a worker gives by promises.
 * @param {Core} core
 * @param {number} id of a live joint, or of one that has just broken
 */
export function lastOfJoint(core, id) {
    const list = core.engine.jointRecord(core, id, 'Joint.destroy');
    return makeLast(core, copyNumbers(list, core.recordAt, JOINT.RECORD));
}

// What a module in the worker did to the world, taken into the page's mirror: the notes of
// js/remote/module-engine.js, which a reply brings. Called by js/remote/link.js.
import {
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    CREATE_MOVER,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    SET_SHAPE,
} from '../wire/operations.js';
import { operationOf } from '../wire/table.js';
import { slotOf } from '../wire/layout.js';
import { enterBody, enterCollider, enterJoint, enterShape, keep, withBody } from './engine.js';
import { enterMover } from './movers.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { Body } from '../world/body.js' */
/** @import { RemoteCore } from './engine.js' */

/**
 * @param {RemoteCore} core
 * @param {Body} body
 * @param {number[]} ids
 * @param {ParsedCollider[]} list
 */
function enterColliders(core, body, ids, list) {
    list.forEach((parsed, i) => enterCollider(core, body, parsed, ids[i]));
}

/** By the operation's number. @type {Record<number, (core: RemoteCore, ...values: any[]) => void>} */
const takers = {
    [CREATE_BODY.number]: (core, index, ids, record, list) => enterColliders(core, enterBody(core, record, index), ids, list),
    [CREATE_COLLIDERS.number](core, handle, ids, list) {
        const body = core.bodies[slotOf(handle)];
        if (body?.alive) enterColliders(core, body, ids, list);
    },
    [CREATE_JOINT.number](core, id, a, b, record) {
        const bodyB = core.bodies[slotOf(b)];
        const bodyA = a === 0 ? null : core.bodies[slotOf(a)];
        if ((bodyA === null || bodyA?.alive) && bodyB?.alive) enterJoint(core, bodyA, bodyB, record, id);
    },
    [CREATE_MOVER.number](core, handle, ...values) {
        const body = core.bodies[slotOf(handle)];
        if (body?.alive) enterMover(core, body, values);
    },
    [SET_SHAPE.number](core, id, shape) {
        if (core.mirror.colliders.get(id)?.collider.alive) enterShape(core, id, shape);
    },
    [DESTROY_BODY.number](core, handle) {
        const body = core.bodies[slotOf(handle)];
        if (body?.alive) core.link.release(withBody(core, body));
    },
    [DESTROY_COLLIDER.number](core, id) {
        const collider = core.mirror.colliders.get(id)?.collider;
        if (collider?.alive) core.link.release([collider]);
    },
    [DESTROY_JOINT.number](core, id) {
        const joint = core.mirror.joints.get(id)?.joint;
        if (joint?.alive) core.link.release([joint]);
    },
};

/**
 * Takes changes in. What the page has destroyed meanwhile is passed over.
 * @param {RemoteCore} core
 * @param {any[][]} changes operation, the number of what it was done to or made, values
 */
export function takeChanges(core, changes) {
    for (const [number, ...values] of changes) {
        const take = takers[number];
        if (take) take(core, ...values);
        else keep(core, operationOf(number), values[0], values.slice(1));
    }
}

// What a worker keeps for one page's world: its bodies, colliders and joints by the numbers the page
// gave them, and how the operations that make or destroy them are performed. Used by worker-host.js.
import { bodyId, colliderId, jointId } from '../wire/handle.js';
import { POINTS_KIND, SHAPE, slotOf } from '../wire/layout.js';
import {
    CREATE_BODIES,
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    IGNORE_PAIR,
    SET_SHAPE,
} from '../wire/operations.js';
import { operationOf } from '../wire/table.js';
import { finishShape } from '../world/shapes.js';

/** @import { Core } from '../wire/core.js' */
/** @import { NamedOperation } from '../wire/table.js' */
/** @import { ParsedCollider } from '../options/options.js' */
/** @import { Body } from '../world/body.js' */
/** @import { Collider } from '../world/collider.js' */
/** @import { Joint } from '../world/joint.js' */
/** @import { World } from '../world/world.js' */

/** How many colliders come of parsed ones. @param {ParsedCollider} parsed */
function partsOf(parsed) {
    return parsed.record[SHAPE.KIND] === POINTS_KIND.OUTLINE ? finishShape('', parsed).length : 1;
}

/**
 * Gives parsed colliders their numbers, which all that is made of them takes.
 * @param {ParsedCollider[]} list
 * @param {ArrayLike<number>} ids
 */
function numbered(list, ids) {
    list.forEach((parsed, i) => {
        parsed.userData = ids[i];
    });
    return list;
}

/** A world's objects by the page's numbers. */
export class Numbering {
    /** @type {World} */ #world;
    /** @type {Core} */ #core;
    /** Bodies by the page's index. @type {(Body | undefined)[]} */
    bodies = [];
    /** By the page's id; one id may stand for the several parts of an outline. @type {Map<number, Collider[]>} */
    colliders = new Map();
    /** By the page's id. @type {Map<number, Joint>} */
    joints = new Map();
    /** The page's index by the engine's slot. @type {number[]} */
    indices = [];
    /** The page's id by the engine's slot of a collider. @type {number[]} */
    slotIds = [];

    /** @param {World} world @param {Core} core */
    constructor(world, core) {
        this.#world = world;
        this.#core = core;
    }

    /**
     * Performs an operation that the page sent.
     * @param {number} number
     * @param {string} method that errors name
     * @param {any[]} values handles are the page's
     */
    operate(number, method, values) {
        const make = makers[number];
        if (make) {
            make(this, this.#core, method, values);
            return;
        }
        const operation = operationOf(number);
        const [id, a, b, c, d, e] = values;
        for (const each of this.#targets(operation, id)) {
            this.#core.engine.perform(this.#core, operation, method, each, a, b, c, d, e);
        }
    }

    /** Enters a body under the numbers the page gave it. @param {Body} body @param {number} index */
    enterBody(body, index) {
        this.bodies[index] = body;
        this.indices[body.index] = index;
    }

    /** Enters colliders that are one to the page. @param {number} id @param {Collider[]} made */
    enterColliders(id, made) {
        for (const collider of made) {
            collider.userData = id;
            this.slotIds[collider.index] = id;
        }
        this.colliders.set(id, made);
    }

    /** Enters colliders by the numbers they have. @param {Collider[]} made @param {ArrayLike<number>} ids */
    enterNumbered(made, ids) {
        for (const id of Array.from(ids)) this.enterColliders(id, made.filter(({ userData }) => userData === id));
    }

    /** @param {number} slot of the engine's */
    bodyAt(slot) {
        return /** @type {Body} */ (this.#world.bodyAt(slot));
    }

    /**
     * The body of a handle of the page's. Undefined if making it failed, which the page has been told.
     * @param {number} handle
     * @returns {Body | undefined}
     */
    bodyOf(handle) {
        const body = this.bodies[slotOf(handle)];
        return body?.alive ? body : undefined;
    }

    /** The live colliders that are one to the page. @param {number} id */
    alive(id) {
        return (this.colliders.get(id) ?? []).filter((collider) => collider.alive);
    }

    /**
     * The engine's handles of what an operation is done to.
     * @param {NamedOperation} operation
     * @param {number} id of the page's
     * @returns {number[]}
     */
    #targets({ target }, id) {
        if (target === 'world') return [0];
        if (target === 'collider') return this.alive(id).map(colliderId);
        const object = target === 'body' ? this.bodyOf(id) : this.joints.get(id);
        if (!object?.alive) return [];
        return [target === 'body' ? bodyId(/** @type {Body} */ (object)) : jointId(/** @type {Joint} */ (object))];
    }
}

/** @typedef {(its: Numbering, core: Core, method: string, values: any[]) => void} Maker */

/** @type {Maker} */
function makeBodies(its, core, _, [list, ids, ...values]) {
    const each = ids.length / (list.length || 1);
    const counts = values[1].map((/** @type {ParsedCollider} */ parsed) => partsOf(parsed));
    const slots = core.engine.createBodies(core, /** @type {any} */ ([list.length, ...values]));
    slots.forEach((slot, i) => {
        const body = its.bodyAt(slot);
        const made = body.colliders;
        its.enterBody(body, list[i]);
        counts.forEach((/** @type {number} */ count, /** @type {number} */ k) => {
            its.enterColliders(ids[i * each + k], made.splice(0, count));
        });
    });
}

/** @type {Maker} */
function destroyBody(its, core, method, [handle]) {
    const body = its.bodyOf(handle);
    if (!body) return;
    const [mine, held] = [body.colliders, body.joints];
    core.engine.destroyBody(core, bodyId(body), method);
    its.bodies[slotOf(handle)] = undefined;
    for (const collider of mine) its.colliders.delete(collider.userData);
    for (const joint of held) its.joints.delete(joint.userData);
}

/** Operations that make, destroy or name a second object, by their number. @type {Record<number, Maker>} */
const makers = {
    [CREATE_BODY.number](its, core, _, [index, ids, record, list]) {
        const body = core.engine.createBody(core, record, numbered(list, ids));
        its.enterBody(body, index);
        its.enterNumbered(body.colliders, ids);
    },
    [CREATE_BODIES.number]: makeBodies,
    [CREATE_COLLIDERS.number](its, core, _, [handle, ids, list, single]) {
        const body = its.bodyOf(handle);
        if (!body) return;
        const outline = list[0]?.record[SHAPE.KIND] === POINTS_KIND.OUTLINE;
        const made = core.engine.createColliders(core, bodyId(body), numbered(list, ids), single && !outline);
        its.enterNumbered(made, ids);
    },
    [CREATE_JOINT.number](its, core, _, [id, a, b, record]) {
        const [bodyA, bodyB] = [its.bodyOf(a), its.bodyOf(b)];
        if (!bodyA || !bodyB) return;
        const joint = core.engine.createJoint(core, bodyId(bodyA), bodyId(bodyB), record);
        joint.userData = id;
        its.joints.set(id, joint);
    },
    [DESTROY_BODY.number]: destroyBody,
    [DESTROY_COLLIDER.number](its, _, __, [id]) {
        for (const collider of its.colliders.get(id) ?? []) collider.destroy();
        its.colliders.delete(id);
    },
    [DESTROY_JOINT.number](its, _, __, [id]) {
        its.joints.get(id)?.destroy();
        its.joints.delete(id);
    },
    [SET_SHAPE.number](its, core, method, [id, shape]) {
        for (const collider of its.alive(id)) core.engine.setShape(core, colliderId(collider), shape, method);
    },
    [IGNORE_PAIR.number](its, core, method, [, a, b, on]) {
        const [body, other] = [its.bodyOf(a), its.bodyOf(b)];
        if (body && other) core.engine.perform(core, IGNORE_PAIR, method, 0, bodyId(body), bodyId(other), on);
    },
};

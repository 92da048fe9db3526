// What a worker keeps for one page's world: its bodies, colliders and joints by the numbers that they have
// on the page, and how the operations that make or destroy them are performed. The page numbers what it
// makes; what a module in the worker makes is numbered here, with the odd numbers, the page then having
// the even ones. Used by worker-host.js and js/remote/module-engine.js.
import { bodyId, colliderId, jointId } from '../wire/handle.js';
import { JOINT, POINTS_KIND, SHAPE, slotOf } from '../wire/layout.js';
import {
    CREATE_BODIES,
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    CREATE_MOVER,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    DESTROY_MOVER,
    IGNORE_PAIR,
    SET_MOVER_FLOATING,
    SET_MOVER_NUMBERS,
    SET_MOVER_VELOCITIES,
    SET_MOVER_VELOCITY,
    SET_SHAPE,
    SET_TRANSFORMS,
} from '../wire/operations.js';
import { operationOf } from '../wire/table.js';
import { localEngine } from '../world/engine.js';
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

/** Two numbers, one for each side: the page's are even, the worker's odd. */
export const STRIDE = 2;

/** What is done to the mover of a body. */
const TO_MOVERS = [DESTROY_MOVER, SET_MOVER_VELOCITY, SET_MOVER_NUMBERS, SET_MOVER_FLOATING].map(({ number }) => number);

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
    /** The page's number by the object, which the last events may still name. @type {WeakMap<object, number>} */
    #numbers = new WeakMap();
    /** Indices of the worker's that the page has forgotten. @type {number[]} */
    #free = [];
    #next = { body: 1, collider: 1, joint: 1 };

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
            localEngine.perform(this.#core, operation, method, each, a, b, c, d, e);
        }
    }

    /** A new number for what is made in the worker. @param {'body' | 'collider' | 'joint'} kind */
    take(kind) {
        const freed = kind === 'body' ? this.#free.shift() : undefined;
        if (freed !== undefined) return freed;
        const number = this.#next[kind];
        this.#next[kind] += STRIDE;
        return number;
    }

    /** Takes back the index of a body that the page has forgotten. @param {number} index */
    reuse(index) {
        this.#free.push(index);
    }

    /**
     * The page's number of an object, alive or not: of a body its index, of a collider or joint its id.
     * @param {object} object
     */
    numberOf(object) {
        return /** @type {number} */ (this.#numbers.get(object));
    }

    /** Enters a body. @param {Body} body @param {number} index the page's */
    enterBody(body, index) {
        this.bodies[index] = body;
        this.indices[body.index] = index;
        this.#numbers.set(body, index);
    }

    /**
     * Enters the colliders made of parsed ones.
     * @param {Collider[]} made in order
     * @param {ParsedCollider[]} list
     * @param {ArrayLike<number>} ids the page's, one for each parsed one
     */
    enterColliders(made, list, ids) {
        let at = 0;
        list.forEach((parsed, i) => {
            const parts = made.slice(at, at += partsOf(parsed));
            for (const collider of parts) {
                this.slotIds[collider.index] = ids[i];
                this.#numbers.set(collider, ids[i]);
            }
            this.colliders.set(ids[i], parts);
        });
    }

    /** Enters a joint. @param {Joint} joint @param {number} id the page's */
    enterJoint(joint, id) {
        this.joints.set(id, joint);
        this.#numbers.set(joint, id);
    }

    /** The joints that a record of the page's couples. @param {number[]} record */
    coupledOf(record) {
        return [record[JOINT.COUPLED_A], record[JOINT.COUPLED_B]].map((id) => (id ? this.joints.get(id) : undefined));
    }

    /** Destroys a body and all that goes with it. @param {Body} body @param {string} method */
    destroyBody(body, method) {
        const { colliders, joints } = body;
        localEngine.destroyBody(this.#core, bodyId(body), method);
        this.bodies[this.numberOf(body)] = undefined;
        for (const collider of colliders) this.colliders.delete(this.numberOf(collider));
        for (const joint of joints) this.joints.delete(this.numberOf(joint));
    }

    /** Destroys what is one collider to the page. @param {number} id the page's */
    destroyCollider(id) {
        for (const collider of this.alive(id)) localEngine.destroyCollider(this.#core, colliderId(collider));
        this.colliders.delete(id);
    }

    /** @param {number} id the page's */
    destroyJoint(id) {
        const joint = this.joints.get(id);
        if (joint?.alive) localEngine.destroyJoint(this.#core, jointId(joint));
        this.joints.delete(id);
    }

    /** @param {number} slot of the engine's */
    bodyAt(slot) {
        return /** @type {Body} */ (this.#world.bodyAt(slot));
    }

    /**
     * The body of a handle of the page's. Undefined if making it failed, which the page knows by its error.
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
    #targets({ target, number }, id) {
        if (target === 'world') return [0];
        if (target === 'collider') return this.alive(id).map(colliderId);
        const object = target === 'body' ? this.bodyOf(id) : this.joints.get(id);
        if (!object?.alive || (TO_MOVERS.includes(number) && !(/** @type {Body} */ (object).mover))) return [];
        return [target === 'body' ? bodyId(/** @type {Body} */ (object)) : jointId(/** @type {Joint} */ (object))];
    }
}

/** @typedef {(its: Numbering, core: Core, method: string, values: any[]) => void} Maker */

/** @type {Maker} */
function makeBodies(its, core, _, [list, ids, ...values]) {
    const each = ids.length / (list.length || 1);
    const slots = localEngine.createBodies(core, /** @type {any} */ ([list.length, ...values]));
    slots.forEach((slot, i) => {
        const body = its.bodyAt(slot);
        its.enterBody(body, list[i]);
        its.enterColliders(body.colliders, values[1], ids.slice(i * each, (i + 1) * each));
    });
}

/**
 * The bodies of a list that are still there: their slots, and how their numbers are picked from another list.
 * @param {Numbering} its
 * @param {Int32Array} indices the page's
 * @param {(body: Body) => unknown} wanted
 */
function stillThere(its, indices, wanted) {
    const live = [...indices.keys()].filter((i) => {
        const body = its.bodyOf(indices[i] + 1);
        return body && wanted(body);
    });
    const slots = Int32Array.from(live, (i) => /** @type {Body} */ (its.bodies[indices[i]]).index);
    const pick = (/** @type {Float32Array | undefined} */ list, /** @type {number} */ size) =>
        list && Float32Array.from({ length: size * live.length }, (_, k) => list[size * live[Math.floor(k / size)] + (k % size)]);
    return { slots, pick };
}

/** @type {Maker} */
function setTransforms(its, core, method, [, indices, positions, angles, velocities, spins]) {
    const { slots, pick } = stillThere(its, indices, () => true);
    localEngine.perform(core, SET_TRANSFORMS, method, 0, slots, pick(positions, 2), pick(angles, 1), pick(velocities, 2), pick(spins, 1));
}

/** Operations that make, destroy or name a second object, by their number. @type {Record<number, Maker>} */
const makers = {
    [CREATE_BODY.number](its, core, _, [index, ids, record, list]) {
        const body = localEngine.createBody(core, record, list);
        its.enterBody(body, index);
        its.enterColliders(body.colliders, list, ids);
    },
    [CREATE_BODIES.number]: makeBodies,
    [CREATE_COLLIDERS.number](its, core, _, [handle, ids, list, single]) {
        const body = its.bodyOf(handle);
        if (!body) return;
        const outline = list[0]?.record[SHAPE.KIND] === POINTS_KIND.OUTLINE;
        const made = localEngine.createColliders(core, bodyId(body), list, single && !outline);
        its.enterColliders(made, list, ids);
    },
    [CREATE_JOINT.number](its, core, _, [id, a, b, record]) {
        const bodyB = its.bodyOf(b);
        const bodyA = a === 0 ? null : its.bodyOf(a);
        const coupled = its.coupledOf(record);
        if (bodyA === undefined || !bodyB || coupled.some((joint) => joint && !joint.alive)) return;
        coupled.forEach((joint, i) => { record[JOINT.COUPLED_A + i] = joint ? jointId(joint) : 0; });
        its.enterJoint(localEngine.createJoint(core, bodyA ? bodyId(bodyA) : 0, bodyId(bodyB), record), id);
    },
    [CREATE_MOVER.number](its, core, method, [handle, ...values]) {
        const body = its.bodyOf(handle);
        if (!body) return;
        try {
            localEngine.createMover(core, bodyId(body), values);
        } catch (error) {
            its.destroyBody(body, method);
            throw error;
        }
    },
    [SET_MOVER_VELOCITIES.number](its, core, method, [, indices, velocities]) {
        const { slots, pick } = stillThere(its, indices, ({ mover }) => mover !== null);
        localEngine.perform(core, SET_MOVER_VELOCITIES, method, 0, slots, pick(velocities, 2));
    },
    [DESTROY_BODY.number](its, _, method, [handle]) {
        const body = its.bodyOf(handle);
        if (body) its.destroyBody(body, method);
    },
    [DESTROY_COLLIDER.number]: (its, _, __, [id]) => its.destroyCollider(id),
    [DESTROY_JOINT.number]: (its, _, __, [id]) => its.destroyJoint(id),
    [SET_TRANSFORMS.number]: setTransforms,
    [SET_SHAPE.number](its, core, method, [id, shape]) {
        for (const collider of its.alive(id)) localEngine.setShape(core, colliderId(collider), shape, method);
    },
    [IGNORE_PAIR.number](its, core, method, [, a, b, on]) {
        const [body, other] = [its.bodyOf(a), its.bodyOf(b)];
        if (body && other) localEngine.perform(core, IGNORE_PAIR, method, 0, bodyId(body), bodyId(other), on);
    },
};

// The engine behind a world in a worker that a module plays with. It does what the engine of this thread
// does, and notes what the page's mirror must know: what was made, destroyed, and set so that the page
// can read it back. The notes are commands as the page sends them itself, by the page's numbers, and go
// there with the next reply (js/remote/changes.js). What the page sends is performed by
// js/remote/numbering.js without it. Made by js/worker-host.js.
import { BODY, JOINT, slotOf } from '../wire/layout.js';
import { targetOf } from '../wire/names.js';
import {
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    CREATE_MOVER,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    IGNORE_PAIR,
    SET_SHAPE,
} from '../wire/operations.js';
import { localEngine } from '../world/engine.js';
import { bodyOf, colliderOf } from '../world/objects.js';
import { leavesRecord } from './records.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { Core, Engine } from '../wire/core.js' */
/** @import { Body } from '../world/body.js' */
/** @import { Joint } from '../world/joint.js' */
/** @import { Numbering } from './numbering.js' */

/**
 * A shape as it is sent: a copy, since the engine writes into what it is given. What the module gave it stays here.
 * @param {ParsedShape} shape
 */
function sendable({ record, data, place, path, tileData }) {
    return { record: record.slice(), data: data?.slice(), place, path, tileData: tileData && new Map() };
}

/** @param {Core} core @param {number} id */
function jointOf(core, id) {
    return /** @type {Joint} */ (core.joints[slotOf(id)]);
}

/** What a world's operations are noted with. */
class Notes {
    /** @param {Numbering} its @param {(change: any[]) => void} note takes a note */
    constructor(its, note) {
        this.its = its;
        this.note = note;
    }

    /** The page's handle of a body. @param {Core} core @param {number} id */
    handleOf(core, id) {
        return this.its.numberOf(bodyOf(core, id)) + 1;
    }

    /** The page's number of what an operation is done to. @param {Core} core @param {number} number @param {number} id */
    targetOf(core, number, id) {
        const target = targetOf(number);
        if (target === 'world') return 0;
        if (target === 'body') return this.handleOf(core, id);
        return this.its.numberOf(target === 'collider' ? colliderOf(core, id) : jointOf(core, id));
    }

    /** New ids for what will be made of parsed colliders. @param {ParsedCollider[]} list */
    takeIds(list) {
        return list.map(() => this.its.take('collider'));
    }

    /**
     * Enters a body that was made.
     * @param {Body} body @param {number[]} record @param {ParsedCollider[]} list
     * @param {ParsedShape[]} sent the same, as they are sent
     */
    enterBody(body, record, list, sent) {
        const index = this.its.take('body');
        const ids = this.takeIds(list);
        this.its.enterBody(body, index);
        this.its.enterColliders(body.colliders, list, ids);
        this.note([CREATE_BODY.number, index, ids, record, sent]);
    }
}

/** What makes objects. @param {Notes} notes */
const makers = (notes) => /** @satisfies {Partial<Engine>} */ ({
    /** @type {Engine['createBody']} */
    createBody(core, record, list) {
        const sent = list.map(sendable);
        const body = localEngine.createBody(core, record, list);
        notes.enterBody(body, record.slice(), list, sent);
        return body;
    },
    /** @type {Engine['createBodies']} */
    createBodies(core, values) {
        const [, record, list, positions, angles] = values;
        const sent = list.map(sendable);
        const slots = localEngine.createBodies(core, values);
        slots.forEach((slot, i) => {
            const own = record.slice();
            own.splice(BODY.X, 2, positions[2 * i], positions[2 * i + 1]);
            if (angles) own[BODY.ANGLE] = angles[i];
            notes.enterBody(notes.its.bodyAt(slot), own, list, sent);
        });
        return slots;
    },
    /** @type {Engine['createColliders']} */
    createColliders(core, id, list, single) {
        const sent = list.map(sendable);
        const made = localEngine.createColliders(core, id, list, single);
        const ids = notes.takeIds(list);
        notes.its.enterColliders(made, list, ids);
        notes.note([CREATE_COLLIDERS.number, notes.handleOf(core, id), ids, sent]);
        return made;
    },
    /** @type {Engine['createJoint']} */
    createJoint(core, a, b, record) {
        const sent = record.slice();
        for (const field of [JOINT.COUPLED_A, JOINT.COUPLED_B])
            if (sent[field] !== 0) sent[field] = notes.its.numberOf(jointOf(core, sent[field]));
        const joint = localEngine.createJoint(core, a, b, record);
        const id = notes.its.take('joint');
        notes.its.enterJoint(joint, id);
        notes.note([CREATE_JOINT.number, id, a === 0 ? 0 : notes.handleOf(core, a), notes.handleOf(core, b), sent]);
        return joint;
    },
});

/**
 * @param {Numbering} its
 * @param {(change: any[]) => void} note takes what the page is to know
 * @returns {Engine}
 */
export function makeModuleEngine(its, note) {
    const notes = new Notes(its, note);
    return {
        ...localEngine,
        ...makers(notes),
        perform(core, operation, method, id, a, b, c, d, e) {
            localEngine.perform(core, operation, method, id, a, b, c, d, e);
            if (!leavesRecord(operation)) return;
            const { number, args } = operation;
            const pair = number === IGNORE_PAIR.number;
            const values = pair ? [notes.handleOf(core, a), notes.handleOf(core, b), c] : [a, b, c, d, e];
            note([number, notes.targetOf(core, number, id), ...values.slice(0, args.length)]);
        },
        createMover(core, id, values) {
            localEngine.createMover(core, id, values);
            note([CREATE_MOVER.number, notes.handleOf(core, id), ...values]);
        },
        setShape(core, id, shape, method) {
            const sent = sendable(shape);
            localEngine.setShape(core, id, shape, method);
            note([SET_SHAPE.number, its.numberOf(colliderOf(core, id)), sent]);
        },
        destroyBody(core, id, method) {
            const body = bodyOf(core, id);
            its.destroyBody(body, method);
            note([DESTROY_BODY.number, its.numberOf(body) + 1]);
        },
        destroyCollider(core, id) {
            const number = its.numberOf(colliderOf(core, id));
            localEngine.destroyCollider(core, id);
            // Parts of an outline are one collider to the page, which lives while one of them does.
            if (its.alive(number).length === 0) note([DESTROY_COLLIDER.number, number]);
        },
        destroyJoint(core, id) {
            const number = its.numberOf(jointOf(core, id));
            its.destroyJoint(number);
            note([DESTROY_JOINT.number, number]);
        },
    };
}

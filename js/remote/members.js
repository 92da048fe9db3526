// The classes of a world in a worker: those of js/world/, each member of which is one of three things there. What
// the page knows (KNOWN) and what an operation sets are as in a world here; whatever else there is, is a question to
// the worker, whose answer is a promise. A member that a class of js/world/ gets later needs no line here.
import { MicaError } from '../wire/errors.js';
import { coreOf } from '../wire/object.js';
import { NAMES } from '../wire/names.js';
import { Body } from '../world/objects/body.js';
import { Collider } from '../world/objects/collider.js';
import { Joint } from '../world/objects/joint.js';
import { membersOf } from './descriptors.js';

/** @import { WorldObject } from '../wire/object.js' */
/** @import { RemoteCore } from './mirror.js' */

/** What the page answers at once besides what is set by operations. */
export const KNOWN = /** @type {const} */ ({
    body: ['world', 'alive', 'cos', 'sin', 'poseX', 'poseY', 'poseAngle', 'mover', 'colliders',
        'joints', 'createCollider', 'createColliders', 'worldPoint', 'localPoint', 'worldVector',
        'localVector', 'ignore', 'ignores', 'wake', 'sleep', 'on'],
    collider: ['body', 'alive', 'tile', 'setTile', 'setTiles', 'tileAt', 'tileEdits', 'on'],
    world: ['createBody', 'createBodies', 'createTerrain', 'createMover', 'movers', 'joints',
        'poses', 'transforms', 'flags', 'slots', 'destroyed', 'fixedStep', 'lengthUnit', 'yDown',
        'moverStates', 'alpha', 'time', 'stepCount'],
    joint: ['type', 'bodyA', 'bodyB', 'jointA', 'jointB', 'alive', 'setTarget',
        'setLinearVelocity'],
});

/**
 * What can be set, but is asked for, since the engine places an `anchor` of the world; and operations whose results only
 * the engine knows.
 */
export const ASKED = /** @type {const} */ ({
    joint: ['localAnchorA', 'localAnchorB', 'localAxisA', 'referenceAngle', 'length', 'sum'],
    collider: ['dig', 'add'],
    body: [],
});

/** Members that are rows of the table of operations, such as 'body.setMass'. */
const ROWS = new Set(Object.values(NAMES));

/**
 * Makes a question of a member: a method of it, which gives a promise; where it can be set, a property that gives one.
 * @param {object} prototype
 * @param {string} name
 * @param {PropertyDescriptor['set']} set
 * @param {(object: any, name: string, args: unknown[]) => Promise<any>} ask
 */
export function defineQuestion(prototype, name, set, ask) {
    if (set)
        Object.defineProperty(prototype, name, { configurable: true, get() {
            return ask(this, name, []);
        }, set });
    else Object.defineProperty(prototype, name, { configurable: true, writable: true,
            value(/** @type {unknown[]} */ ...args) {
                return ask(this, name, args);
            } });
}

/**
 * A class whose members that the page does not know are questions.
 * @param {any} Base of js/world/
 * @param {'body' | 'collider' | 'joint'} kind
 * @returns {any}
 */
function remoteClass(Base, kind) {
    const { Remote } = { Remote: class extends Base {} };
    Object.defineProperty(Remote, 'name', { value: `Worker${Base.name}` });
    const ask = (/** @type {WorldObject} */ object, /** @type {string} */ name,
        /** @type {unknown[]} */ args) =>
        /** @type {RemoteCore} */ (coreOf(object)).link.ask(object, name, args);
    for (const [name, { set }] of Object.entries(membersOf(Base.prototype))) {
        const asked = /** @type {readonly string[]} */ (ASKED[kind]).includes(name);
        const known = set !== undefined || ROWS.has(`${kind}.${name}`)
            || /** @type {readonly string[]} */ (KNOWN[kind]).includes(name);
        if (name !== 'constructor' && (asked || !known))
            defineQuestion(Remote.prototype, name, set, ask);
    }
    return Remote;
}

/**
 * Likewise of colliders and joints, which have a number of their own instead of a slot.
 * @param {any} Base @param {'collider' | 'joint'} kind
 */
function numberedClass(Base, kind) {
    const Remote = remoteClass(Base, kind);
    const numbers = new WeakMap();
    Object.defineProperties(Remote.prototype, {
        id: { configurable: true, get() {
            return numbers.get(this);
        } },
        index: { configurable: true, get() {
            throw new MicaError('NOT_IN_WORKER',
                `${Base.name}.index: a world in a worker has no slots of ${kind}s; use its id`);
        } },
    });
    return (/** @type {any[]} */ ...args) => {
        const object = new Remote(...args);
        numbers.set(object, args[1]);
        return object;
    };
}

const RemoteBody = remoteClass(Body, 'body');

/** What makes the objects of a world in a worker; movers are those of js/world/. */
export const MAKERS = {
    body: (/** @type {any[]} */ ...args) => new RemoteBody(...args),
    collider: numberedClass(Collider, 'collider'),
    joint: numberedClass(Joint, 'joint'),
};

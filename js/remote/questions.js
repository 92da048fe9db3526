// What the page asks the worker, each answer a promise: a question goes with the next batch of
// commands, its answer comes with that batch's reply. Bodies, colliders and joints travel as their
// numbers, lists of numbers as buffers that are handed over; js/remote/answers.js is the other
// side. Made by js/remote/world.js.
import { MicaError } from '../wire/errors.js';
import { WorkerBody } from './body.js';
import { WorkerCollider, ownCollider } from './collider.js';
import { WorkerJoint } from './joints.js';
import { errorOf, plain } from './messages.js';
import { ownBody } from './own.js';

/** @import { Answer } from './messages.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * Asks for a property, or the result of a method, of a body, collider or joint, or of the world.
 * @callback Ask
 * @param {WorkerBody | WorkerCollider | WorkerJoint | undefined} of undefined is the world
 * @param {string} what as a World calls it
 * @param {unknown[]} args
 * @param {ArrayBuffer[]} [handed] buffers among them that change hands
 * @returns {Promise<any>} rejects with what the call there throws
 *
 * @typedef {object} Questions
 * @property {Ask} ask
 * @property {(answers: Answer[]) => void} settle
 * @property {(error: Error, quiet: boolean) => void} fail calls off all that is open; quiet: nobody
 *     need have waited for it
 *
 * @typedef {object} Finder the page's objects by their numbers
 * @property {(index: number) => WorkerBody | undefined} body
 * @property {(id: number) => WorkerCollider | undefined} collider
 */

/**
 * What stands for an object of the page in a message, if it is alive and of this world.
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
function numberOf(world, method, name, value) {
    if (value instanceof WorkerBody) return { bodyIndex: ownBody(world, method, name, value).index };
    if (value instanceof WorkerJoint) {
        if (value.alive) return { jointId: value.id };
        if (world.destroyed) throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
        throw new MicaError('STALE_JOINT', `${method}: the joint was destroyed or broke`);
    }
    return value instanceof WorkerCollider ? { colliderId: ownCollider(world, method, name, value).id } : undefined;
}

/**
 * An argument as the worker understands it: the numbers of bodies and colliders, also of those to be
 * ignored.
 * @param {WorkerWorld} world
 * @param {string} method
 * @param {string} name
 * @param {any} value
 * @returns {any}
 */
function refOf(world, method, name, value) {
    const number = numberOf(world, method, name, value);
    if (number || typeof value !== 'object' || value === null || !('ignore' in value)) return number ?? value;
    const { ignore } = value;
    /** @param {unknown} each */
    const ref = (each) => refOf(world, method, 'ignore', each);
    return { ...value, ignore: Array.isArray(ignore) ? ignore.map(ref) : ref(ignore) };
}

/** @param {unknown} of */
function kindOf(of) {
    return of instanceof WorkerBody ? 'Body' : of instanceof WorkerCollider ? 'Collider' : of ? 'Joint' : 'World';
}

/**
 * @param {WorkerWorld} world
 * @param {(command: unknown[], handed: ArrayBuffer[]) => void} send
 * @param {Finder} find
 * @returns {Questions}
 */
export function makeQuestions(world, send, find) {
    /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, quiet: () => void }>} */
    const open = new Map();
    let tickets = 0;

    /**
     * The page's objects where the worker named them.
     * @param {any} value
     * @returns {any}
     */
    function revive(value) {
        if (Array.isArray(value)) return value.map(revive).filter((each) => each !== undefined);
        if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
        if ('bodyIndex' in value) return find.body(value.bodyIndex);
        if ('colliderId' in value) return find.collider(value.colliderId);
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
    }

    return {
        ask(of, what, args, handed = []) {
            /** @type {Promise<any>} */
            const answer = new Promise((resolve, reject) => {
                const method = `${kindOf(of)}.${what}`;
                const target = numberOf(world, method, 'this', of);
                const refs = args.map((each, i) => refOf(world, method, `argument ${i + 1}`, each));
                const given = plain(method, refs, handed);
                const lists = handed.length > 0 ? given.filter((each) => each instanceof Float32Array) : [];
                const ticket = ++tickets;
                send(['ask', ticket, target, what, given], lists.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)));
                open.set(ticket, { resolve, reject, quiet: () => void answer.catch(() => {}) });
            });
            return answer;
        },
        settle(answers) {
            for (const { ticket, value, fault } of answers) {
                const question = open.get(ticket);
                open.delete(ticket);
                if (fault) question?.reject(errorOf(fault));
                else question?.resolve(revive(value));
            }
        },
        fail(error, quiet) {
            for (const question of open.values()) {
                if (quiet) question.quiet();
                question.reject(error);
            }
            open.clear();
        },
    };
}

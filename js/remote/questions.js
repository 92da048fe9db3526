// What the page asks the worker, each answer a promise: a question goes with the next batch of
// commands, its answer comes with that batch's reply. Bodies, colliders and joints travel as their
// numbers; js/remote/answers.js is the other side. Made by js/remote/world.js.
import { refuse } from '../wire/core.js';
import { MAX_SLOT, MicaError, copyList } from '../wire/errors.js';
import { tileDataOfCollider } from '../wire/handle.js';
import { WorkerBody } from './body.js';
import { WorkerCollider } from './collider.js';
import { WorkerJoint } from './joint.js';
import { errorOf, plain } from './messages.js';

/** @import { Answer } from './messages.js' */
/** @import { RemoteCore } from './engine.js' */

/**
 * Asks for a property, or the result of a method, of a body, collider or joint, or of the world.
 * @callback Ask
 * @param {RemoteCore} core
 * @param {object | undefined} of a WorkerBody, WorkerCollider or WorkerJoint; undefined is the world
 * @param {string} what as a World calls it
 * @param {unknown[]} args
 * @returns {Promise<any>} rejects with what the call there throws
 *
 * @typedef {object} Questions
 * @property {Ask} ask
 * @property {(answers: Answer[]) => void} resolve
 * @property {(error: Error, quiet: boolean) => void} fail calls off all that is open; quiet: nobody
 *     need have waited for it
 *
 * @typedef {object} Finder the page's objects by their numbers
 * @property {(index: number) => WorkerBody | undefined} body
 * @property {(id: number) => WorkerCollider | undefined} collider
 */

/**
 * What stands for an object of the page in a message, if it is alive and of this world.
 * @param {RemoteCore} core
 * @param {string} method
 * @param {string} name
 * @param {unknown} value
 */
export function numberOf(core, method, name, value) {
    if (value instanceof WorkerBody) return { bodyIndex: own(core, method, name, value, 'body', 'STALE_BODY').index };
    if (value instanceof WorkerCollider)
        return { colliderId: own(core, method, name, value, 'collider', 'STALE_COLLIDER').id };
    if (!(value instanceof WorkerJoint)) return undefined;
    if (!value.alive) refuse(core, method, 'STALE_JOINT', 'the joint was destroyed or broke');
    return { jointId: value.id };
}

/**
 * @template {WorkerBody | WorkerCollider} T
 * @param {RemoteCore} core
 * @param {string} method
 * @param {string} name
 * @param {T} value
 * @param {string} kind
 * @param {string} code
 */
function own(core, method, name, value, kind, code) {
    const body = value instanceof WorkerBody ? value : value.body;
    if (body.world !== /** @type {unknown} */ (core.world)) {
        throw new MicaError('FOREIGN_OBJECT', `${method}: ${name} is a ${kind} of another world`);
    }
    const what = name === 'this' ? `the ${kind}` : `${name} is a ${kind} that`;
    if (!value.alive) refuse(core, method, code, `${what} was destroyed`);
    return value;
}

/**
 * An argument as the worker understands it: the numbers of bodies and colliders, also of those that options
 * name.
 * @param {RemoteCore} core
 * @param {string} method
 * @param {string} name
 * @param {any} value
 * @returns {any}
 */
function refOf(core, method, name, value) {
    const number = numberOf(core, method, name, value);
    if (number || typeof value !== 'object' || value === null) return number ?? value;
    if (!('ignore' in value)) return value;
    const { ignore } = value;
    /** @param {unknown} each */
    const ref = (each) => numberOf(core, method, 'ignore', each) ?? each;
    return { ...value, ignore: Array.isArray(ignore) ? copyList(method, 'ignore', ignore, MAX_SLOT).map(ref) : ref(ignore) };
}

/** @param {unknown} of */
function kindOf(of) {
    return of instanceof WorkerBody ? 'Body' : of instanceof WorkerCollider ? 'Collider' : of ? 'Joint' : 'World';
}

/**
 * The userData of the kind of the cell of a contact point or a hit.
 * @param {any} point
 */
function dataOfCell({ cell, collider, colliderA, colliderB }) {
    const sides = [collider, colliderA, colliderB].filter((each) => each !== undefined);
    return sides.map(tileDataOfCollider).find((data) => data !== undefined)?.get(cell.tile)?.userData;
}

/**
 * @param {(command: unknown[]) => void} send
 * @param {Finder} find
 * @returns {Questions}
 */
export function makeQuestions(send, find) {
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
        const revived = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
        if (revived.cell) revived.cell.userData = dataOfCell(revived);
        return revived;
    }

    return {
        ask(core, of, what, args) {
            /** @type {Promise<any>} */
            const answer = new Promise((resolve, reject) => {
                const method = `${kindOf(of)}.${what}`;
                const target = numberOf(core, method, 'this', of);
                const refs = args.map((each, i) => refOf(core, method, `argument ${i + 1}`, each));
                const given = plain(method, refs);
                const ticket = ++tickets;
                send(['ask', ticket, target, what, given]);
                open.set(ticket, { resolve, reject, quiet: () => void answer.catch(() => {}) });
            });
            return answer;
        },
        resolve(answers) {
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

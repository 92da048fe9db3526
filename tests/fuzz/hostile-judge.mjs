// What must hold after a hostile call: it is made or refused by an error that names its method; a refused call has
// changed nothing; a plain step works; the worlds beside it go on.
import { Mine } from './hostile-stage.mjs';

/** @import { Call } from './hostile-calls.mjs' */
/** @import { Stage } from './hostile-stage.mjs' */

/** A fault that was found. */
export class Find extends Error {
    /** @param {string} what in words that are the same each time @param {string} detail */
    constructor(what, detail) {
        super(`${what}: ${detail}`);
        this.what = what;
    }
}

/** Errors of the API begin with their class, method or function. */
const NAMED = /^[A-Za-z]\w*(\.[\w[\]() ]+)?: /;

/**
 * What the platform itself says of the caller's objects: of a proxy, that it has none of the private fields of its class;
 * of an object to be filled, that it is frozen; of an element of a page, that it is none.
 */
const PLATFORM =
    /^Receiver must be|private member|on a proxy that|'[^']*' on proxy: |object is not extensible|read only property|which has only a getter/;

/** @param {unknown} error */
export function isMine(error) {
    return error instanceof Mine;
}

/**
 * Refuses an error that is none of the API's.
 * @param {Stage} stage @param {Call} call @param {any} error
 */
export function judgeError(stage, call, error) {
    if (error === undefined || isMine(error)) return;
    const { name } = call.member;
    if (error instanceof WebAssembly.RuntimeError)
        throw new Find(`trap in ${name}`, String(error.stack));
    if (PLATFORM.test(error?.message) || /^[^\n]*\n +at [^\n]*\(node:internal/.test(error?.stack))
        return;
    const known = ['MicaError', 'RollbackError', 'TypeError', 'RangeError'].includes(error?.name)
        && NAMED.test(error.message);
    if (!known)
        throw new Find(
            `${name} throws ${error?.name}: ${
                String(error?.message).replace(/[\d.]+/g, '#').slice(0, 80)
            }`,
            String(error?.stack),
        );
    if (error.code === 'NULL_ARGUMENT')
        throw new Find(`${name} gives the engine nothing`, String(error.stack));
    if (error.code === 'VIEW_NOT_FINITE' && !stage.views)
        throw new Find(`${name}: a view is not finite, though nothing was written through one`,
            String(error.stack));
}

/**
 * Members that have done a part of their work when a step or a listener of theirs throws, and builders, which destroy
 * again what they have made: slots then have another order.
 */
const PARTIAL = /^create[A-Z]|\.(step|stepImpacts|advance|seek|verify|update|receive|play)$/;

/** @param {Call} call */
export const isPartial = ({ member }) => PARTIAL.test(member.name);

/** What a refused call must leave as it is. @param {Stage} stage */
function stateOf({ worlds }) {
    return worlds.map((world) => {
        if (world.destroyed) return 'destroyed';
        const bytes = world.snapshot();
        let sum = 2166136261;
        for (let i = 0; i < bytes.length; ++i) sum = Math.imul(sum ^ bytes[i], 16777619);
        return `${world.hash()} ${sum} ${world.counters.bodies} ${world.counters.colliders} ${world.layers.names} ${world.timeScale} ${world.paused}`;
    }).join('\n');
}

/** @param {Stage} stage */
export function noteState(stage) {
    return { state: stateOf(stage), mischief: stage.mischief };
}

/**
 * Refuses a change that a refused call has made.
 * @param {Stage} stage @param {Call} call @param {any} error @param {ReturnType<typeof noteState>} before
 */
export function judgeState(stage, call, error, before) {
    if (error === undefined || isMine(error) || stage.mischief !== before.mischief
        || isPartial(call)) return;
    const after = stateOf(stage);
    if (after !== before.state)
        throw new Find(`${call.member.name} was refused but changed a world`,
            `${error.message}\n${before.state}\n${after}`);
}

/**
 * Makes a plain step of each world, and of the one beside them.
 * @param {Stage} stage @param {(call: Call, error: unknown) => void} judge
 */
export function judgeSteps(stage, judge) {
    const plain = { target: undefined, args: [], mischief: 0 };
    for (const world of stage.worlds) {
        if (world.destroyed) continue;
        try {
            world.step();
        } catch (error) {
            // A listener of the caller's may have destroyed the world meanwhile.
            if (!(/** @type {any} */ (error)?.code === 'WORLD_DESTROYED' && world.destroyed))
                judge({ ...plain,
                    member: { name: 'a plain step', kind: 'method', key: 'step', count: 0 } },
                    error);
        }
        // Objects and engine agree on what there is.
        if (world.destroyed) continue;
        let count = 0;
        for (const body of world.bodies) {
            ++count;
            if (!body.alive || world.bodyAt(body.index) !== body)
                throw new Find('a body in the list of a world is not the one in its slot',
                    String(body.index));
            for (const collider of body.colliders)
                if (!collider.alive || collider.body !== body)
                    throw new Find("a collider of a body is another one's", String(body.index));
        }
        if (count !== world.counters.bodies)
            throw new Find('the list of bodies is not that of the engine',
                `${count} and ${world.counters.bodies}`);
    }
    if (stage.bystander.hash() !== stage.bystanderHash)
        throw new Find('the world beside has changed', '');
}

// A run on worlds in workers: hostile-run.mjs with a judge that waits. At some calls it waits until nothing is under way
// and compares page, worker and a world here; a promise must end in time, and nothing may be thrown where nobody hears it.
import { makeCall, perform } from './hostile-calls.mjs';
import { Find, isMine, judgeError } from './hostile-judge.mjs';
import { COMPARE_EVERY, STEP_EVERY, textOf } from './hostile-run.mjs';
import { endWorkerStage, makeWorkerStage } from './hostile-worker-stage.mjs';
import { judgeDead, judgePages, judgeRefused, noteWorkers } from './hostile-worker-judge.mjs';

/** @import { Call } from './hostile-calls.mjs' */
/** @import { Outcome } from './hostile-run.mjs' */
/** @import { WorkerStage } from './hostile-worker-stage.mjs' */

/** Milliseconds after which a promise counts as one that never ends. */
const MAX_WAIT = 10_000;
/** Errors that a world may have waiting, one a sync(). */
const MAX_SYNCS = 200;

/** A call of the runner's own. @param {string} name @param {unknown} [result] @returns {Call} */
const plainCall = (name, result) => ({ member: { name, kind: 'method', key: name, count: 0 },
    target: undefined, args: [], mischief: 0, result });

/** @param {any} error */
function judgeWorkerError(/** @type {WorkerStage} */ stage, /** @type {Call} */ call, error) {
    if (error instanceof DOMException)
        throw new Find(`${call.member.name} throws ${error.name}`, String(error.stack));
    if (error?.code === 'WORKER_FAILED')
        throw new Find(`${call.member.name}: a worker failed`, String(error.stack));
    judgeError(stage, call, error);
}

/**
 * Waits until nothing is under way.
 * @param {WorkerStage} stage
 */
async function settle(stage) {
    let refused = true;
    let mischief = -1;
    // Listeners that a sync() calls may ask for more.
    for (let i = 0;
        i < MAX_SYNCS && (refused || stage.promises.size > 0 || stage.mischief !== mischief); ++i)
    {
        ({ mischief } = stage);
        refused = false;
        for (const world of stage.worlds.filter(({ destroyed }) => !destroyed)) {
            const call = plainCall('a plain sync');
            try {
                const done = world.sync();
                done.catch(() => {
                    refused = true;
                });
                call.result = done;
                stage.promised(call);
            } catch (error) {
                refused = true;
                stage.told(call, error);
            }
        }
        const open = [...stage.promises];
        /** @type {NodeJS.Timeout | undefined} */
        let timer;
        const late = new Promise((resolve) => {
            timer = setTimeout(resolve, MAX_WAIT, 'late');
        });
        const all = Promise.all(open.map(({ ended }) => ended));
        if (await Promise.race([all, late]) === 'late')
            throw new Find(`${open.find((each) => each.open)?.call.member.name} never ends`, '');
        clearTimeout(timer);
    }
    // Errors that nobody hears come up now.
    await new Promise((resolve) => {
        setImmediate(resolve);
    });
}

/** Hears what nobody else hears. @param {Outcome} outcome */
function hearStrays(outcome) {
    const hear = (/** @type {any} */ error) => {
        outcome.find ??= error instanceof Find
            ? error
            : new Find(
                `outside of all calls: ${
                    String(error?.message).replace(/[\d.]+/g, '#').slice(0, 80)
                }`,
                String(error?.stack),
            );
    };
    process.on('uncaughtException', hear).on('unhandledRejection', hear);
    return () => void process.off('uncaughtException', hear).off('unhandledRejection', hear);
}

/** Destroys a world while it is asked: what is under way must be called off. @param {any} world */
async function judgeEnd(world) {
    if (world.destroyed) return;
    const open = [world.step(), world.hash(), world.sync()];
    world.destroy();
    for (const ended of await Promise.allSettled(open)) {
        if (ended.status === 'fulfilled' || ended.reason?.code !== 'WORLD_DESTROYED')
            throw new Find('a call outlives its world',
                String(ended.status === 'fulfilled' || ended.reason?.stack));
    }
}

/**
 * Makes a run.
 * @param {readonly { place: number, seed: number }[]} list calls with their places in the whole run
 * @param {(text: () => string) => void} tell is given each call
 * @param {number} seed of the whole run, by which the stage is chosen
 * @returns {Promise<Outcome>}
 */
export async function runInWorkers(list, tell, seed) {
    /** @type {Outcome} */
    const outcome = { calls: 0, refused: 0, find: undefined };
    /** @param {Call} call @param {unknown} error */
    const judge = (call, error) => {
        if (error !== undefined && !isMine(error)) ++outcome.refused;
        if (error instanceof Find) outcome.find ??= error;
        try {
            judgeWorkerError(stage, call, error);
        } catch (find) {
            outcome.find ??= /** @type {Find} */ (find);
        }
    };
    /** @type {Map<Call, unknown>} */
    const ends = new Map();
    const told = (/** @type {Call} */ call, /** @type {unknown} */ error) => {
        ends.set(call, error);
        if (error !== undefined)
            tell(() =>
                `    ${call.member.name} is rejected: ${/** @type {any} */ (error)?.message}`
            );
        judge(call, error);
    };
    const inner = (/** @type {Call} */ call, /** @type {unknown} */ error) => {
        if (stage.depth > 0) tell(() => `    inside: ${textOf(call)} ${error ?? ''}`);
        ++outcome.calls;
        judge(call, error);
    };
    const stopHearing = hearStrays(outcome);
    const stage = await makeWorkerStage(seed, told);
    /** @param {Call} call @param {unknown} error @param {Awaited<ReturnType<typeof noteWorkers>> | undefined} before */
    const wait = async (call, error, before) => {
        await settle(stage);
        judgeDead(stage);
        if (before !== undefined && !outcome.find)
            await judgeRefused(stage, call, error ?? ends.get(call), before);
    };
    try {
        for (const { place, seed: own } of list) {
            const compared = place % COMPARE_EVERY === 0;
            if (compared) await settle(stage);
            const before = compared ? await noteWorkers(stage) : undefined;
            const call = makeCall(stage, own, inner);
            tell(() => `${place}: ${textOf(call)}`);
            const error = perform(stage, call);
            if (error !== undefined)
                tell(() =>
                    `    ${/** @type {any} */ (error)?.name}: ${
                        /** @type {any} */ (error)?.message
                    }`
                );
            inner(call, error);
            if (compared) await wait(call, error, before);
            if (place % STEP_EVERY === 0 && !outcome.find) await step(stage, wait);
            if (outcome.find) break;
        }
        if (!outcome.find) {
            await step(stage, wait);
            for (const world of stage.worlds) await judgeEnd(world);
        }
    } catch (error) {
        outcome.find ??= error instanceof Find
            ? error
            : new Find(`outside of the calls: ${/** @type {any} */ (error)?.message}`,
                String(/** @type {any} */ (error)?.stack));
    }
    await endWorkerStage(stage, outcome.find !== undefined);
    await new Promise((resolve) => {
        setImmediate(resolve);
    });
    stopHearing();
    return outcome;
}

/** Makes a plain step of each world and compares the two sides. @param {WorkerStage} stage @param {(call: Call, error: undefined, before: undefined) => Promise<void>} wait */
async function step(stage, wait) {
    for (const world of stage.worlds)
        if (!world.destroyed) stage.promised(plainCall('a plain step', stepOf(world, stage)));
    await wait(plainCall(''), undefined, undefined);
    await judgePages(stage);
}

/** @param {any} world @param {WorkerStage} stage */
function stepOf(world, stage) {
    try {
        return world.step();
    } catch (error) {
        stage.told(plainCall('a plain step'), error);
        return Promise.resolve();
    }
}

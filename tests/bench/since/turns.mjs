// Two engines in turn, in one process: the only comparison that a busy machine leaves alone. For each scene each has a
// world of its own. They step alternately, the order swapped each step, and the whole is played several times; of each
// step the minimum counts, and a scene's time is the mean of these.

/** @import { Scene } from '../../scenes/builder.js' */
/** @import { Side } from './sides.mjs' */
import { stepAndFind } from './sides.mjs';

const DT = 1 / 60;
const SUBSTEPS = 4;

/**
 * @typedef {object} Amount
 * @property {number} runs how often a scene is played, besides the warm-up
 * @property {number} steps
 * @property {number} warm milliseconds that it is played first, unmeasured
 */

/** The minimum times of both sides, step by step. */
class MinimumTimes {
    /** @param {number} steps */
    constructor(steps) {
        this.ms = [0, 1].map(() => new Float64Array(steps).fill(Infinity));
    }

    /** @param {number} side 0 or 1 @param {number} step @param {number} ms */
    note(side, step, ms) {
        if (ms < this.ms[side][step]) this.ms[side][step] = ms;
    }

    /** The mean of each side over the steps from one on. @param {number} first @returns {[number, number]} */
    means(first) {
        const [older, now] = this.ms.map((list) => {
            const timed = list.subarray(first);
            return timed.reduce((a, b) => a + b, 0) / timed.length;
        });
        return [older, now];
    }
}

/**
 * Plays a scene on both sides. What a scene does between steps is not timed.
 * @param {readonly Side[]} sides
 * @param {Scene} scene
 * @param {number} steps
 * @param {number} run every other one begins with the other side
 * @param {(side: number, i: number, world: any) => boolean | void} step makes step i; true ends the play
 */
function play(sides, scene, steps, run, step) {
    globalThis.gc?.();
    const worlds = sides.map(({ engine }) => engine.createWorld(scene));
    try {
        for (const world of worlds) scene.build(world);
        for (let i = 0; i < steps; ++i) {
            for (const k of [0, 1]) {
                const side = (k + i + run) % 2;
                const world = worlds[side];
                scene.update?.(world, i);
                if (step(side, i, world) && k === 1) return;
                if (scene.layers !== undefined) world.triggerEnters();
            }
        }
    } finally {
        for (const world of worlds) world.destroy();
    }
}

/**
 * Plays a scene, again and again, until its time is over: V8 compiles wasm well only once it has run for a while.
 * @param {readonly Side[]} sides
 * @param {Scene} scene
 * @param {Amount} amount
 */
function warmUp(sides, scene, { steps, warm }) {
    const end = performance.now() + warm;
    for (let run = 0; performance.now() < end; ++run) {
        play(sides, scene, steps, run, (_, __, world) => {
            world.step(DT, SUBSTEPS);
            return performance.now() > end;
        });
    }
}

/**
 * @param {readonly Side[]} sides the older commit's and this one's
 * @param {Scene} scene
 * @param {Amount} amount
 * @param {(run: number) => void} progress
 * @returns {{ times: [number, number], halves: [number, number] }} milliseconds a step of each; and this one's time to the
 *   older one's in the plays of even and of odd number alone, which differ as much as the machine disturbs
 */
export function timeScene(sides, scene, amount, progress) {
    const { runs, steps } = amount;
    const all = new MinimumTimes(steps);
    const halves = [0, 1].map(() => new MinimumTimes(steps));
    warmUp(sides, scene, amount);
    for (let run = 0; run < runs; ++run) {
        progress(run);
        play(sides, scene, steps, run, (side, i, world) => {
            const start = performance.now();
            world.step(DT, SUBSTEPS);
            const ms = performance.now() - start;
            all.note(side, i, ms);
            halves[run % 2].note(side, i, ms);
        });
    }
    const [even, odd] = halves.map((half) => {
        const [older, now] = half.means(0);
        return now / older;
    });
    return { times: all.means(0), halves: [even, odd] };
}

/**
 * The times of the phases of a step as `world.profile` counts them, in plays of their own: counting takes time. The first
 * step of a world is not among them.
 * @param {readonly Side[]} sides the older commit's and this one's
 * @param {Scene} scene
 * @param {Amount} amount
 * @param {(run: number) => void} progress
 * @returns {Map<string, [number, number]>} milliseconds a step of each by phase; NaN for a phase that one does not have
 */
export function timePhases(sides, scene, amount, progress) {
    const { runs, steps } = amount;
    /** @type {Map<string, MinimumTimes>} */
    const phases = new Map();
    for (let run = 0; run < runs; ++run) {
        progress(run);
        /** @type {any[]} */
        const inner = [];
        play(sides, scene, steps, run, (side, i, world) => {
            if (i === 0) {
                inner[side] = stepAndFind(sides[side], world, DT, SUBSTEPS);
                inner[side].profiling = true;
                return;
            }
            world.step(DT, SUBSTEPS);
            for (const [name, ms] of Object.entries(inner[side].profile)) {
                const minimum = phases.get(name) ?? new MinimumTimes(steps);
                phases.set(name, minimum);
                minimum.note(side, i, ms);
            }
        });
    }
    return new Map([...phases].map(([name, minimum]) => {
        const [older, now] = minimum.means(1).map((ms) => (Number.isFinite(ms) ? ms : NaN));
        return [name, [older, now]];
    }));
}

// What water and sand cost: `npm run bench -- --matter`, mica2d/matter alone. run.mjs prints the report, child.mjs plays one
// scene in a process of its own. A scene is saved, then restored and played again several times; of each step the minimum
// counts, so that a busy machine shows little. How well it is solved is read in a play of its own, which is not timed.

/** @import { Bench } from './extras.mjs' */
/** @import { Matter, World } from '../../js/matter.js' */
import { random } from '../scenes/builder.js';
import { SPACING, matterState } from './matter-state.mjs';
import { median, short, table } from './report.mjs';

/** @typedef {typeof import('../../js/matter.js')} Mica */

/**
 * @typedef {object} MatterScene
 * @property {string} about
 * @property {boolean} [sleep] whether what rests may sleep
 * @property {number} before steps before it is saved; with sleep, at most as many, until all particles sleep
 * @property {number} steps timed, after two that are not: the first after a restore lists all neighbours anew
 * @property {number[]} substeps what a step is divided into, a play each
 * @property {string} trial what a trial of the same method took, C to wasm, ms a step
 * @property {string} aim ms a step
 * @property {(world: World<any>) => { matter: Matter<any> | null, release?: () => void }} build release: called before it is
 *   saved
 * @property {(now: State, before: State) => string} [quality]
 *
 * @typedef {ReturnType<typeof matterState> & { grown: number }} State grown: how much the energy of the particles ever rises,
 *   over what it is at first
 */

const round = (/** @type {number} */ value, /** @type {string} */ unit) =>
    `${short(value)} ${unit}`;

/**
 * A tank from x = 0, its floor at y = 0, its walls 1 m thick.
 * @param {World<any>} world @param {number} width @param {number} height
 */
function addTank(world, width, height) {
    const box = (/** @type {number} */ w, /** @type {number} */ h, /** @type {number} */ x,
        /** @type {number} */ y) => /** @type {const} */ ({ shape: 'box', width: w, height: h,
            center: [x, y], friction: 0.8 });
    world.createBody({ type: 'static',
        colliders: [box(width + 4, 2, width / 2, -1), box(1, height, -0.5, height / 2),
            box(1, height, width + 0.5, height / 2)] });
}

/**
 * So many particles in a block on the floor.
 * @param {World<any>} world
 * @param {'liquid' | 'sand'} kind
 * @param {number} count
 * @param {number} left
 * @param {number} width
 */
function addBlock(world, kind, count, left, width) {
    const matter = world.createMatter({ kind, capacity: count,
        ...(kind === 'sand' && { friction: 0.8 }) });
    matter.fill({ shape: 'box', width, height: 100 }, { position: [left + width / 2, 50] });
    return matter;
}

/** A level with 100 bodies that fall on platforms. @param {World<any>} world */
function addGame(world) {
    const next = random(7);
    addTank(world, 60, 20);
    for (let i = 0; i < 10; ++i) {
        world.createBody({ type: 'static', position: [3 + 6 * i, 3 + 3 * (i % 3)],
            collider: { shape: 'box', width: 4, height: 0.5 } });
    }
    for (let i = 0; i < 100; ++i) {
        const collider = i % 2
            ? /** @type {const} */ ({ shape: 'box', width: 0.8, height: 0.8 })
            : /** @type {const} */ ({ shape: 'circle', radius: 0.4 });
        world.createBody({ position: [1 + 58 * next(), 1 + 14 * next()], collider });
    }
}

/** Drops in the air of that level. @param {World<any>} world @param {number} count */
function addDrops(world, count) {
    const next = random(8);
    const drops = world.createMatter({ capacity: count });
    drops.add(
        Float32Array.from({ length: 2 * count },
            (_, i) => i % 2 ? 2 + 16 * next() : 1 + 58 * next()),
    );
    return drops;
}

const rests = (/** @type {State} */ now) => `fastest ${round(1000 * now.fastest, 'mm/s')}`;
const grows = (/** @type {State} */ now) => `energy grows by ${round(100 * now.grown, '%')}`;
const dense = (/** @type {State} */ now, /** @type {number} */ width) =>
    `compressed ${round(100 * now.compression(width), '%')}`;

/** @type {Record<string, MatterScene>} */
export const matterScenes = {
    rest: {
        about: '50,000 of water at rest, awake',
        before: 150,
        steps: 60,
        substeps: [2, 4],
        trial: '4.6 to 4.85',
        aim: '5',
        build(world) {
            addTank(world, 25, 30);
            return { matter: addBlock(world, 'liquid', 50000, 0, 25) };
        },
        quality: (now) => `${dense(now, 25)}, ${rests(now)}`,
    },
    splash: {
        about: '50,000 of water splash',
        before: 0,
        steps: 180,
        substeps: [2, 4],
        trial: '6.0 to 6.9, worst 8.2 to 9.3',
        aim: '7, worst 9',
        build(world) {
            addTank(world, 45, 45);
            return { matter: addBlock(world, 'liquid', 50000, 0, 15) };
        },
        quality: grows,
    },
    dam: {
        about: '12,753 of water, a dam breaks',
        before: 0,
        steps: 240,
        substeps: [2, 4],
        trial: '1.42 to 1.54',
        aim: '1.4',
        build(world) {
            addTank(world, 24, 30);
            return { matter: addBlock(world, 'liquid', 12753, 0, 8) };
        },
        quality: grows,
    },
    'sand at rest': {
        about: '20,000 of sand at rest, awake',
        before: 600,
        steps: 60,
        substeps: [4],
        trial: '3.05',
        aim: '',
        build(world) {
            addTank(world, 20, 20);
            return { matter: addBlock(world, 'sand', 20000, 0, 20) };
        },
        quality: (now) => `${dense(now, 20)}, ${rests(now)}`,
    },
    'sand asleep': {
        about: '20,000 of sand asleep',
        sleep: true,
        before: 1500,
        steps: 60,
        substeps: [4],
        trial: '.016',
        aim: '.2',
        build(world) {
            addTank(world, 20, 20);
            return { matter: addBlock(world, 'sand', 20000, 0, 20) };
        },
        quality: rests,
    },
    'sand collapsing': {
        about: '20,000 of sand, a block 19 m wide and 9.1 m high collapses',
        before: 480,
        steps: 180,
        substeps: [4],
        trial: '6.9',
        aim: '6',
        build(world) {
            addTank(world, 100, 30);
            const gates = [40, 61].map((x) =>
                world.createBody({ type: 'static', position: [x, 15],
                    collider: { shape: 'box', width: 1, height: 30 } })
            );
            return {
                matter: addBlock(world, 'sand', 20000, 40.5, 20),
                release: () => gates.forEach((gate) => gate.destroy()),
            };
        },
        quality: (now, before) =>
            `${grows(now)}, as wide as ${round(now.width / before.width, 'times before')}`,
    },
    game: {
        about: '2,000 drops fall on 100 bodies and a level',
        before: 0,
        steps: 240,
        substeps: [4],
        trial: '',
        aim: '.3 more than the next',
        build(world) {
            addGame(world);
            return { matter: addDrops(world, 2000) };
        },
    },
    'game without drops': {
        about: 'the same bodies and level',
        before: 0,
        steps: 240,
        substeps: [4],
        trial: '',
        aim: '',
        build(world) {
            addGame(world);
            return { matter: null };
        },
    },
};

/**
 * @param {MatterScene} scene
 * @param {World<any>} world
 * @param {Matter<any> | null} matter
 */
function comeToRest({ before, sleep }, world, matter) {
    for (let i = 0; i < before; ++i) {
        world.step();
        if (sleep && matter && matter.velocities.every((v) => v === 0)) return i;
    }
    return before;
}

/**
 * @param {World<any>} world
 * @param {Uint8Array<ArrayBuffer>} start
 * @param {{ steps: number, substeps: number, rounds: number }} play
 * @returns {{ mean: number, worst: number, processor: number }} milliseconds a step; processor: that the process has used, on
 *   the mean of the round that used the least
 */
function timePlay(world, start, { steps, substeps, rounds }) {
    const minima = new Float64Array(steps).fill(Infinity);
    let processor = Infinity;
    // So that all code is compiled.
    for (let i = 0; i < 60; ++i) world.step(1 / 60, substeps);
    for (let round = 0; round < rounds; ++round) {
        world.restore(start);
        const before = process.cpuUsage();
        for (let i = -2; i < steps; ++i) {
            const from = performance.now();
            world.step(1 / 60, substeps);
            const ms = performance.now() - from;
            if (i >= 0) minima[i] = Math.min(minima[i], ms);
        }
        const { user, system } = process.cpuUsage(before);
        processor = Math.min(processor, (user + system) / 1000 / (steps + 2));
    }
    return { mean: minima.reduce((a, b) => a + b) / steps, worst: Math.max(...minima), processor };
}

/**
 * The state of the particles at the end of a play from the start.
 * @param {World<any>} world
 * @param {Matter<any>} matter
 * @param {Uint8Array<ArrayBuffer>} start
 * @param {{ steps: number, substeps: number }} play
 */
function judgePlay(world, matter, start, { steps, substeps }) {
    world.restore(start);
    const before = { ...matterState(matter), grown: 0 };
    let now = before;
    let [lowest, grown] = [before.energy, 0];
    for (let i = -2; i < steps; ++i) {
        world.step(1 / 60, substeps);
        now = { ...matterState(matter), grown: 0 };
        grown = Math.max(grown, now.energy - lowest);
        lowest = Math.min(lowest, now.energy);
    }
    return { before, now: { ...now, grown: grown / before.energy } };
}

/** Saves into one array over and over: minimum and median, ms. @param {World<any>} world @param {number} rounds */
function timeSave(world, rounds) {
    const into = new Uint8Array(2 * world.snapshot().length);
    const times = Array.from({ length: rounds }, () => {
        const from = performance.now();
        world.snapshot({ into });
        return performance.now() - from;
    });
    return { minimum: Math.min(...times), median: median(times) };
}

/**
 * One scene, in a process of its own.
 * @param {boolean} simd
 * @param {{ scene: string, rounds: number, steps: number }} task steps: instead of the scene's own, if not 0
 */
export async function measureMatter(simd, task) {
    const mica = await import('../../js/matter.js');
    await mica.init({ simd });
    const scene = matterScenes[task.scene];
    const steps = task.steps || scene.steps;
    const world = new mica.World({ sleep: scene.sleep ?? false });
    const { matter, release } = scene.build(world);
    const rested = comeToRest(scene, world, matter);
    release?.();
    const start = world.snapshot();
    const plays = scene.substeps.map((substeps) => {
        const play = { steps, substeps, rounds: task.rounds };
        const times = timePlay(world, start, play);
        if (!matter || !scene.quality) return { substeps, ...times, quality: '' };
        const { now, before } = judgePlay(world, matter, start, play);
        return { substeps, ...times, quality: scene.quality(now, before) };
    });
    const save = timeSave(world, 20 * task.rounds);
    return { version: `mica2d ${mica.version}`, count: matter?.count ?? 0, bytes: start.length,
        rested, plays, save };
}

/** @param {Bench} bench */
export async function matterReport(bench) {
    const lines = [['water and sand, ms a step', 'substeps', 'mean', 'worst', 'processor',
        'a trial of the method', 'aim']];
    const notes = [];
    const rounds = bench.quick ? 1 : Math.min(bench.options.runs, 3);
    for (const engine of bench.engines.filter((name) => /^mica(-scalar)?$/.test(name))) {
        for (const [name, { about, trial, aim, sleep }] of Object.entries(matterScenes)) {
            bench.progress(`${engine}  ${name}`);
            const r = await bench.measure({ kind: 'matter', engine, scene: name, rounds,
                steps: bench.options.steps });
            if (r.error) {
                console.error(`failed: ${engine}, ${name}: ${r.error}`);
                continue;
            }
            for (const { substeps, mean, worst, processor, quality } of r.plays) {
                lines.push([`${engine}: ${about}`, String(substeps), short(mean), short(worst),
                    short(processor), trial, aim]);
                if (quality) notes.push(`${name}, ${substeps} substeps: ${quality}`);
            }
            if (name.endsWith('rest'))
                notes.push(`${name}: a snapshot has ${short(r.bytes / r.count)} bytes a particle`);
            if (sleep) notes.push(`${name}: asleep after ${(r.rested / 60).toFixed(1)} s`);
            if (name === 'rest') {
                lines.push([`${engine}: saving that, minimum and median`, '', short(r.save.minimum),
                    short(r.save.median), '', '', '.3']);
            }
        }
    }
    bench.progress('');
    return `${table(lines)}\n\n${notes.join('\n')}\n\n${TRIAL}`;
}

const TRIAL =
    `The trial is standalone C of the same method to wasm with SIMD, one thread, of which mica2d/matter was made:
liquids at 2 substeps, sand at 4. Particles are ${SPACING} m apart.`;

// How well the scenes are solved, over several runs that differ by a hair: in a crowd a millionth of a step decides who
// meets whom, and the worst of one run is chance. Nothing is timed, so two processes run at a time. run.mjs calls it for
// --quality.

/** @import { Scene } from '../scenes/builder.js' */
/** @import { Bench } from './extras.mjs' */
import { median, short, table } from './report.mjs';

/** What the runs differ by: each step is longer by so many parts, times the run. */
const NUDGE = 1e-6;

/** Less is better in each, the speeds where a scene comes to rest. @type {[string, string][]} */
const figures = [
    ['worstOverlap', 'worst overlap'],
    ['meanOverlap', 'mean overlap'],
    ['worstStretch', 'worst stretch'],
    ['meanStretch', 'mean stretch'],
    ['maxSpeed', 'highest speed'],
    ['meanSpeed', 'mean speed'],
    ['escaped', 'escaped'],
];

/**
 * @param {Bench} bench
 * @param {Scene[]} scenes
 */
export async function qualityReport(bench, scenes) {
    /** @type {{ scene: Scene, engine: string, nudge: number }[]} */
    const tasks = [];
    for (const scene of scenes) {
        for (let run = 0; run < bench.options.runs; ++run) {
            for (const engine of bench.engines) tasks.push({ scene, engine, nudge: run * NUDGE });
        }
    }
    /** @type {Map<string, any[]>} */
    const results = new Map();
    let next = 0;
    const work = async () => {
        while (next < tasks.length) {
            const { scene, engine, nudge } = tasks[next++];
            bench.progress(`${next}/${tasks.length}  ${scene.name} ${engine}`);
            const { steps, budget } = bench.options;
            const r = await bench.measure({ kind: 'quality', engine, scene: scene.name, steps,
                nudge, budget });
            const key = `${scene.name} ${engine}`;
            if (r.error) console.error(`failed: ${key}: ${r.error}`);
            else if (r.cut)
                console.error(`left out: ${key}: the budget ran out after ${r.steps} steps`);
            else results.set(key, [...(results.get(key) ?? []), r.quality]);
        }
    };
    await Promise.all([work(), work()]);
    bench.progress('');
    return `${tableOf(bench, scenes, results)}\n\n${verdictOf(bench, scenes, results)}`;
}

/** @param {any[] | undefined} runs @param {string} key */
function spread(runs, key) {
    const values = (runs ?? []).map((quality) => quality[key]);
    return { middle: values.length ? median(values) : NaN, least: Math.min(...values),
        most: Math.max(...values) };
}

/** @param {Bench} bench @param {Scene[]} scenes @param {Map<string, any[]>} results */
function tableOf(bench, scenes, results) {
    const lines = [['over the second half: median (least to most)',
        ...figures.map(([, title]) => title)]];
    for (const scene of scenes) {
        for (const engine of bench.engines) {
            const runs = results.get(`${scene.name} ${engine}`);
            const cells = figures.map(([key]) => {
                const { middle, least, most } = spread(runs, key);
                return least === most
                    ? short(middle)
                    : `${short(middle)} (${short(least)} to ${short(most)})`;
            });
            if (runs) lines.push([`${scene.name} ${engine}`, ...cells]);
        }
    }
    return table(lines);
}

/**
 * What a reader should know of a higher figure: that the scene is driven, or that the peer has lost bodies, as when its tower
 * fell, and so has another scene from there on.
 * @param {Scene} scene
 * @param {string} key
 * @param {string} peer
 * @param {any[]} theirs its runs
 */
function remark(scene, key, peer, theirs) {
    if (spread(theirs, 'escaped').most > 0) return ` (${peer} has lost bodies there)`;
    return scene.restless && key.endsWith('Speed') ? ' (the scene does not come to rest)' : '';
}

/** Where the base's runs all end up worse than all of a peer's. @param {Bench} bench @param {Scene[]} scenes @param {Map<string, any[]>} results */
function verdictOf(bench, scenes, results) {
    const parts = [];
    for (const peer of bench.engines.filter((engine) => engine !== bench.base)) {
        let [better, worse, alike] = [0, 0, 0];
        const worseIn = [];
        for (const scene of scenes) {
            const own = results.get(`${scene.name} ${bench.base}`);
            const theirs = results.get(`${scene.name} ${peer}`);
            if (!own || !theirs) continue;
            for (const [key, title] of figures) {
                const a = spread(own, key);
                const b = spread(theirs, key);
                if (a.most < b.least) ++better;
                else if (a.least > b.most) ++worse;
                else ++alike;
                if (a.least > b.most) {
                    const pair = `${short(a.middle)} against ${short(b.middle)}`;
                    worseIn.push(
                        `  ${scene.name}, ${title}: ${pair}${remark(scene, key, peer, theirs)}`,
                    );
                }
            }
        }
        parts.push(
            `${bench.base} against ${peer}: lower in ${better} figures, the same or by chance in ${alike}, `
                + [`higher in ${worse}`, ...worseIn].join('\n'),
        );
    }
    return parts.join('\n');
}

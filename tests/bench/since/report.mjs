// What since.mjs prints and writes: pairs of times, their ratios, the geometric mean, the worst scene and the scenes that the
// older commit cannot build.

import { geometricMean, short, table } from '../report.mjs';

/**
 * @typedef {object} Pair
 * @property {'scene' | 'phase' | 'small' | 'asleep'} kind
 * @property {string} name of the scene or the small world
 * @property {string} [phase]
 * @property {'ms' | 'us'} unit of a step
 * @property {number} older
 * @property {number} now
 * @property {[number, number]} [halves] of a scene: the ratio in every other play alone, and in the others
 * @property {boolean} [exam] a scene that stands in no mean
 *
 * @typedef {{ name: string, why: string }} Absent a scene that the older commit cannot build
 */

/** Below 1 this commit is faster; NaN where one of the two has no time. @param {Pair} pair */
export function ratioOf({ older, now }) {
    return older > 0 && now >= 0 ? now / older : NaN;
}

/** @param {Pair[]} pairs */
export function summaryOf(pairs) {
    const counted = pairs.filter((pair) =>
        pair.kind === 'scene' && !pair.exam && ratioOf(pair) > 0
    );
    if (counted.length === 0) return null;
    const ratios = counted.map(ratioOf);
    const ratio = Math.max(...ratios);
    return { mean: geometricMean(ratios), scenes: counted.length,
        worst: { name: counted[ratios.indexOf(ratio)].name, ratio } };
}

/** @param {number} ratio */
const digits = (ratio) => (Number.isNaN(ratio) ? '-' : ratio.toFixed(3));

/** @param {Pair} pair */
const cells = (pair) => [short(pair.older), short(pair.now), digits(ratioOf(pair))];

/** Both times and the ratio of each phase, three lines a scene. @param {Pair[]} pairs @param {string} commit */
function phaseTable(pairs, commit) {
    const phases = [...new Set(pairs.map(({ phase }) => phase ?? ''))];
    const lines = [['ms a step, counted by world.profile', ...phases]];
    for (const name of new Set(pairs.map((pair) => pair.name))) {
        const columns = phases.map((phase) => {
            const pair = pairs.find((p) => p.name === name && p.phase === phase);
            return pair ? cells(pair) : ['-', '-', '-'];
        });
        [`${name}  ${commit}`, '  this', '  ratio'].forEach((title, line) =>
            lines.push([title, ...columns.map((column) => column[line])])
        );
    }
    return table(lines);
}

/**
 * @param {Pair[]} pairs
 * @param {Absent[]} absent
 * @param {string} commit the older one, as tables name it
 */
export function sinceReport(pairs, absent, commit) {
    const of = (/** @type {Pair['kind'][]} */ ...kinds) =>
        pairs.filter(({ kind }) => kinds.includes(kind));
    const grid = (/** @type {string} */ title, /** @type {Pair[]} */ list) => [
        [title, commit, 'this', 'ratio', ...(list.some((pair) => pair.halves) ? ['halves'] : [])],
        ...list.map((
            pair,
        ) => [pair.name, ...cells(pair),
            ...(pair.halves ? [pair.halves.map(digits).join(' ')] : [])]
        ),
    ];
    const parts = [`ratio: this commit's time to that of ${commit}; below 1 this one is faster`];
    const scenes = of('scene');
    const summary = summaryOf(pairs);
    if (scenes.length > 0) {
        const lines = grid('ms a step', scenes);
        if (summary) {
            const { mean, worst } = summary;
            lines.push([`geometric mean of ${summary.scenes}`, '', '', digits(mean)]);
            lines.push([`worst: ${worst.name}`, '', '', digits(worst.ratio)]);
        }
        parts.push(table(lines));
        parts.push('halves: the ratio in every other play, and in the others; '
            + 'where they differ much, --runs was too low for this machine');
    }
    if (absent.length > 0)
        parts.push(absent.map(({ name, why }) => `not in ${commit}: ${name} (${why})`).join('\n'));
    const phases = of('phase');
    if (phases.length > 0) parts.push(phaseTable(phases, commit));
    const small = of('small', 'asleep');
    if (small.length > 0) parts.push(table(grid('µs a step', small)));
    return parts.join('\n\n');
}

/**
 * @param {Pair[]} pairs
 * @param {Absent[]} absent
 * @param {string} hash the older commit's
 */
export function sinceCsv(pairs, absent, hash) {
    const number = (/** @type {number} */ value) =>
        Number.isNaN(value) ? '' : String(Number(value.toPrecision(6)));
    const lines = ['since,kind,name,phase,unit,older,this,ratio,half1,half2,note'];
    for (const pair of pairs) {
        const { kind, name, phase = '', unit, older, now, halves = [NaN, NaN] } = pair;
        const numbers = [older, now, ratioOf(pair), ...halves].map(number);
        lines.push([hash, kind, name, phase, unit, ...numbers, ''].join(','));
    }
    for (const { name, why } of absent)
        lines.push(
            `${hash},scene,${name},,,,,,,,"not in the older commit: ${why.replaceAll('"', "'")}"`,
        );
    return lines.join('\n') + '\n';
}

// From measured runs to rows, tables and CSV. Times are the median over runs of the mean step of a run; the first step
// of a run is counted with the rest, since every engine was warmed up. A peer cut short by the budget is compared with
// the base engine over the same first steps.

/** @import { Scene } from '../scenes/builder.js' */
import { box2dScenes } from '../scenes/index.js';

/**
 * @typedef {object} Row
 * @property {string} scene
 * @property {string} engine
 * @property {string} version
 * @property {number} runs
 * @property {number} steps steps made; fewer than the scene's when the budget ran out
 * @property {boolean} cut
 * @property {number} medianMs a step
 * @property {number} minMs a step
 * @property {number} totalMs median over runs of all steps
 * @property {number} frameMs median, with the scene's reading, pushing and event counting
 * @property {number} worstStepMs median over runs of the slowest step
 * @property {number} firstStepMs cold
 * @property {number | null} firstSecondMs cold, 60 steps
 * @property {number} loadMs
 * @property {number} buildMs cold, the scene's bodies, colliders and joints made one by one
 * @property {number} rebuildMs the same once it has run
 * @property {number} ratio step time to the base engine's
 * @property {number} frameRatio
 * @property {number} enters
 * @property {any} quality
 * @property {string} [error]
 */

/** @param {number[]} values */
export function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {number[]} values */
export function geometricMean(values) {
    return Math.exp(values.reduce((a, v) => a + Math.log(v), 0) / values.length);
}

/** Mean of the first n values. @param {number[]} values @param {number} n */
function mean(values, n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) sum += values[i];
    return sum / n;
}

/**
 * @param {Scene[]} scenes
 * @param {string[]} engines
 * @param {string} base
 * @param {Map<string, any[]>} results by 'scene engine'
 * @returns {Row[]}
 */
export function summarise(scenes, engines, base, results) {
    const rows = [];
    for (const scene of scenes) {
        const baseRuns = (results.get(`${scene.name} ${base}`) ?? []).filter((r) => !r.error);
        for (const engine of engines) {
            const all = results.get(`${scene.name} ${engine}`) ?? [];
            const runs = all.filter((r) => !r.error);
            if (runs.length === 0) {
                rows.push(
                    /** @type {Row} */ ({ scene: scene.name, engine, runs: 0,
                        error: all[0]?.error ?? 'not run' }),
                );
                continue;
            }
            const steps = Math.min(...runs.map((r) => r.stepMs.length));
            const longest = Math.max(...runs.map((r) => r.stepMs.length), ...baseRuns.map((r) =>
                r.stepMs.length
            ));
            const frames = (/** @type {any} */ r) =>
                r.stepMs.map((/** @type {number} */ ms, /** @type {number} */ i) =>
                    ms + r.updateMs[i]
                );
            const over = (/** @type {any[]} */ list, /** @type {(r: any) => number[]} */ of,
                /** @type {number} */ n) => median(list.map((r) => mean(of(r), n)));
            const shared = Math.min(steps, ...baseRuns.map((r) => r.stepMs.length));
            const stepsOf = (/** @type {any} */ r) => r.stepMs;
            rows.push({
                scene: scene.name,
                engine,
                version: runs[0].version,
                runs: runs.length,
                steps,
                cut: steps < longest,
                medianMs: over(runs, stepsOf, steps),
                minMs: Math.min(...runs.map((r) => mean(r.stepMs, steps))),
                totalMs: over(runs, stepsOf, steps) * steps,
                frameMs: over(runs, frames, steps),
                worstStepMs: median(runs.map((r) => Math.max(...r.stepMs))),
                firstStepMs: median(runs.map((r) => r.firstStepMs)),
                firstSecondMs: runs.every((r) => r.firstSecondMs !== null)
                    ? median(runs.map((r) => r.firstSecondMs))
                    : null,
                loadMs: median(runs.map((r) => r.loadMs)),
                buildMs: median(runs.map((r) => r.buildMs)),
                rebuildMs: median(runs.map((r) => r.rebuildMs)),
                ratio: baseRuns.length
                    ? over(runs, stepsOf, shared) / over(baseRuns, stepsOf, shared)
                    : NaN,
                frameRatio: baseRuns.length
                    ? over(runs, frames, shared) / over(baseRuns, frames, shared)
                    : NaN,
                enters: runs[0].enters,
                quality: runs[0].quality,
            });
        }
    }
    return rows;
}

/**
 * Columns set flush: the first left, the others right.
 * @param {string[][]} lines
 */
export function table(lines) {
    const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
    return lines
        .map((line) =>
            line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
                .join('  ')
        )
        .join('\n');
}

/** @param {number | null | undefined} value */
export function short(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return '-';
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1e5 || size < 1e-4) return value.toExponential(1);
    return size >= 100
        ? value.toFixed(0)
        : size >= 10
        ? value.toFixed(1)
        : size >= 0.1
        ? value.toFixed(2)
        : value.toFixed(4);
}

/**
 * @param {Scene[]} scenes
 * @param {string[]} engines
 * @param {string} base
 * @param {Row[]} rows
 */
export function sceneReport(scenes, engines, base, rows) {
    const row = (/** @type {string} */ scene,
        /** @type {string} */ engine) => /** @type {Row} */ (rows.find((r) =>
            r.scene === scene && r.engine === engine
        ));
    const parts = [];
    const grid = (
        /** @type {Scene[]} */ list,
        /** @type {(r: Row) => string} */ cell,
        /** @type {((of: Row[]) => string) | undefined} */ foot,
    ) => {
        const lines = [['', ...engines]];
        for (const s of list)
            lines.push([s.name,
                ...engines.map((e) => (row(s.name, e).error ? 'failed' : cell(row(s.name, e))))]);
        if (foot) {
            for (const [title, names] of [
                ['geometric mean, Box2D scenes', box2dScenes],
                ['geometric mean, all', null],
            ]) {
                const of = list.filter((s) => (names ? names.includes(s.name) : !s.exam));
                if (of.length < 2) continue;
                lines.push([
                    /** @type {string} */ (title),
                    ...engines.map((e) =>
                        foot(of.map((s) => row(s.name, e)).filter((r) => !r.error && r.ratio > 0))
                    ),
                ]);
            }
        }
        return table(lines);
    };

    parts.push('milliseconds a step, median of the runs (* cut short by the budget)');
    parts.push(grid(scenes, (r) => short(r.medianMs) + (r.cut ? '*' : ''), undefined));
    parts.push(`step time to ${base}'s over the same steps: how many times slower`);
    parts.push(
        grid(
            scenes,
            (r) => short(r.ratio),
            (of) => (of.length ? short(geometricMean(of.map((r) => r.ratio))) : '-'),
        ),
    );
    const updated = scenes.filter((s) => s.update || s.layers);
    if (updated.length) {
        parts.push(
            'milliseconds a frame: the step with reading, pushing and event counting through the JS API',
        );
        parts.push(grid(updated, (r) => short(r.frameMs) + (r.cut ? '*' : ''), undefined));
        parts.push(`frame time to ${base}'s`);
        parts.push(grid(updated, (r) => short(r.frameRatio), undefined));
    }
    parts.push('making a scene in a cold process, milliseconds');
    parts.push(grid(scenes, (r) => short(r.buildMs), undefined));
    parts.push('making it again, once it has run');
    parts.push(grid(scenes, (r) => short(r.rebuildMs), undefined));
    parts.push('first step of a cold process, milliseconds');
    parts.push(grid(scenes, (r) => short(r.firstStepMs), undefined));
    parts.push(qualityTable(scenes, engines, row));
    const failed = rows.filter((r) => r.error);
    if (failed.length)
        parts.push(failed.map((r) => `failed: ${r.scene} ${r.engine}: ${r.error}`).join('\n'));
    return parts.join('\n\n');
}

/**
 * @param {Scene[]} scenes
 * @param {string[]} engines
 * @param {(scene: string, engine: string) => Row} row
 */
function qualityTable(scenes, engines, row) {
    const lines = [
        [
            'quality over the second half',
            'step',
            'escaped',
            'lowest y',
            'mean y',
            'top y',
            'mean speed',
            'max speed',
            'energy J',
            'worst overlap',
            'mean overlap',
            'worst stretch',
            'mean stretch',
            'momentum',
            'enters',
        ],
    ];
    for (const scene of scenes) {
        for (const engine of engines) {
            const r = row(scene.name, engine);
            if (r.error) continue;
            const q = r.quality;
            const free = !scene.update && scene.gravity[0] === 0 && scene.gravity[1] === 0;
            lines.push([
                `${scene.name} ${engine}${q.finite ? '' : ' NOT FINITE'}`,
                String(r.steps),
                q.escaped > 0 ? `${short(100 * q.escaped)}%` : '0',
                ...[
                    q.lowestY,
                    q.meanY,
                    q.highestY,
                    q.meanSpeed,
                    q.maxSpeed,
                    q.kinetic,
                    q.worstOverlap,
                    q.meanOverlap,
                    q.worstStretch,
                    q.meanStretch,
                ].map(short),
                free ? short(q.momentumDrift) : '-',
                scene.layers ? String(r.enters) : '-',
            ]);
        }
    }
    return table(lines);
}

/** @param {Row[]} rows */
export function csvOf(rows) {
    const columns = /** @type {const} */ ([
        'scene',
        'engine',
        'version',
        'runs',
        'steps',
        'cut',
        'medianMs',
        'minMs',
        'totalMs',
        'frameMs',
        'worstStepMs',
        'firstStepMs',
        'firstSecondMs',
        'loadMs',
        'buildMs',
        'rebuildMs',
        'ratio',
        'frameRatio',
        'enters',
    ]);
    const qualities = [
        'finite',
        'escaped',
        'lowestY',
        'meanY',
        'highestY',
        'meanSpeed',
        'maxSpeed',
        'kinetic',
        'worstOverlap',
        'meanOverlap',
        'worstStretch',
        'meanStretch',
        'momentumDrift',
    ];
    const cell = (
        /** @type {any} */ v,
    ) => (typeof v === 'number' ? String(Number(v.toPrecision(6))) : String(v ?? ''));
    const lines = [[...columns, ...qualities, 'error'].join(',')];
    for (const row of rows) {
        const error = row.error ? `"${row.error.replaceAll('"', "'")}"` : '';
        lines.push(
            [...columns.map((c) => cell(row[c])), ...qualities.map((q) => cell(row.quality?.[q])),
                error].join(','),
        );
    }
    return lines.join('\n') + '\n';
}

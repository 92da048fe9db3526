// The measurements beside stepping: reading poses back, loading, memory per body, and growth with the number of bodies.
// Each is a table; run.mjs calls one of them when its flag is given.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { median, short, table } from './report.mjs';

/**
 * @typedef {object} Bench
 * @property {string[]} engines
 * @property {Map<string, string>} adapters the URLs of their modules, by engine
 * @property {string} base
 * @property {boolean} quick
 * @property {(text: string) => void} progress
 * @property {{ runs: number, steps: number, budget: number, warm: number }} options
 * @property {(task: any) => Promise<any>} measure
 */

/**
 * Every engine's task, as often as there are runs, taking turns.
 * @param {Bench} bench
 * @param {(engine: string) => object} taskOf
 * @returns {Promise<Map<string, any[]>>} results without failed ones; failures are told
 */
export async function rounds(bench, taskOf) {
    /** @type {Map<string, any[]>} */
    const results = new Map(bench.engines.map((engine) => [engine, []]));
    for (let round = 0; round < bench.options.runs; ++round) {
        for (const engine of bench.engines) {
            bench.progress(`round ${round + 1}/${bench.options.runs}  ${engine}`);
            const result = await bench.measure({ engine, ...taskOf(engine) });
            if (result.error) console.error(`failed: ${engine}: ${result.error}`);
            else results.get(engine)?.push(result);
        }
    }
    bench.progress('');
    return results;
}

/** @param {any[]} list @param {string} key */
const middle = (list, key) => median(list.map((r) => r[key]));

/** @param {Bench} bench */
export async function readbackReport(bench) {
    const results = await rounds(bench, () => ({ kind: 'readback' }));
    const lines = [['reading all poses of the layers scene', 'bodies', 'ms', 'µs a body']];
    for (const [engine, list] of results) {
        if (!list.length) continue;
        const ms = middle(list, 'ms');
        lines.push([engine, String(list[0].bodies), short(ms),
            short((1000 * ms) / list[0].bodies)]);
    }
    return table(lines);
}

/** @param {Bench} bench */
export async function raysReport(bench) {
    const lines = [['10,000 rays among 5,000 things, milliseconds', 'length', 'least', 'median',
        'ratio', 'hits', 'mean way']];
    for (const length of [10, 40, 200]) {
        const results = await rounds(bench,
            () => ({ kind: 'rays', count: 10000, length, budget: bench.quick ? 200 : 1500 }));
        const least = (/** @type {any[]} */ list) => Math.min(...list.map((r) => r.minMs));
        const base = least(results.get(bench.base) ?? []);
        for (const [engine, list] of results) {
            if (!list[0]?.ms) continue;
            const ratio = (least(list) / base).toFixed(2);
            lines.push([engine, `${length} m`, short(least(list)), short(middle(list, 'ms')), ratio,
                String(list[0].hits), short(list[0].way)]);
        }
    }
    return table(lines);
}

/** @param {Bench} bench */
export async function loadReport(bench) {
    const results = await rounds(bench, () => ({ kind: 'load' }));
    const lines = [['module to first step, milliseconds', 'load', 'first step', 'both', 'kB',
        'kB gzip', 'kB brotli']];
    for (const [engine, list] of results) {
        if (!list.length) continue;
        const size = await sizes(bench.adapters.get(engine) ?? '');
        lines.push([
            engine,
            ...['loadMs', 'firstStepMs', 'totalMs'].map((key) => short(middle(list, key))),
            ...[size.raw, size.gzip, size.brotli].map((bytes) => (bytes / 1000).toFixed(0)),
        ]);
    }
    return `${table(lines)}\n\n${await firstFramesReport(bench)}`;
}

/** The first second of a game, from a cold start and after what an engine offers against that. @param {Bench} bench */
async function firstFramesReport(bench) {
    const late = 4;
    const head = ['build', 'first step', 'next 59', `steps over ${late} ms`];
    const lines = [['large_pyramid in a cold process, milliseconds', ...head]];
    for (const warm of [false, true]) {
        const results = await rounds(bench,
            () => ({ kind: 'frames', scene: 'large_pyramid', warm, late }));
        for (const [engine, list] of results) {
            if (!list.length || list[0].warmed !== warm) continue;
            lines.push([
                warm ? `${engine}, after warmUp()` : engine,
                ...['buildMs', 'firstStepMs', 'restMs', 'late'].map((key) =>
                    short(middle(list, key))
                ),
            ]);
        }
    }
    return table(lines);
}

/** What a page has to fetch. @param {string} adapter the URL of its module */
async function sizes(adapter) {
    /** @type {{ files: string[] }} */
    const { files } = await import(adapter);
    let raw = 0;
    let gzip = 0;
    let brotli = 0;
    for (const file of files) {
        const url = file.startsWith('.')
            ? new URL(file, adapter)
            : new URL(`./node_modules/${file}`, import.meta.url);
        const bytes = readFileSync(fileURLToPath(url));
        raw += bytes.length;
        gzip += gzipSync(bytes, { level: 9 }).length;
        brotli += brotliCompressSync(bytes).length;
    }
    return { raw, gzip, brotli };
}

/** @param {Bench} bench */
export async function memoryReport(bench) {
    const count = bench.quick ? 20000 : 50000;
    const slow = new Set(['planck', 'matter']);
    const results = await rounds({ ...bench, options: { ...bench.options, runs: 1 } },
        (engine) => ({
            kind: 'memory',
            count,
            settle: slow.has(engine) ? 20 : 120,
            budget: bench.options.budget,
        }));
    const lines = [
        [`bytes a ball, ${count.toLocaleString('en')} balls in a pit`, 'wasm memory', 'JS heap',
            'both', 'own count'],
    ];
    for (const [engine, [r]] of results) {
        if (!r) continue;
        lines.push([
            engine,
            String(r.wasmBytes),
            String(r.heapBytes),
            String(r.wasmBytes + r.heapBytes),
            String(r.ownBytes ?? '-'),
        ]);
    }
    return table(lines);
}

/** @param {Bench} bench */
export async function tilesReport(bench) {
    const lines = [['1,000 bodies, ms a step, the least of several runs', 'one box', 'map of tiles',
        'ratio', 'hills of tiles']];
    for (const engine of bench.engines.filter((name) => /^mica(-scalar)?$/.test(name))) {
        bench.progress(engine);
        const rounds = bench.quick ? 1 : Math.max(bench.options.runs, 5);
        const r = await bench.measure({ kind: 'tiles', engine, rounds,
            steps: bench.options.steps || 240 });
        if (r.error) {
            console.error(`failed: ${engine}: ${r.error}`);
            continue;
        }
        const ratio = (r['map of tiles'] / r['one box']).toFixed(2);
        lines.push([engine, short(r['one box']), short(r['map of tiles']), ratio,
            short(r['hills of tiles'])]);
    }
    bench.progress('');
    return table(lines);
}

/** @param {Bench} bench */
export async function scalingReport(bench) {
    const counts = bench.quick ? [100, 1000, 10000] : [100, 316, 1000, 3162, 10000, 31623, 100000];
    const cut = new Set();
    /** @type {Map<string, number[]>} */
    const times = new Map();
    for (let round = 0; round < bench.options.runs; ++round) {
        for (const count of counts) {
            for (const engine of bench.engines) {
                const key = `${engine} ${count}`;
                if (cut.has(key)) continue;
                bench.progress(
                    `round ${round + 1}/${bench.options.runs}  ${count} balls  ${engine}`,
                );
                const r = await bench.measure({
                    kind: 'scaling',
                    engine,
                    count,
                    settle: 120,
                    steps: 60,
                    warm: bench.options.warm,
                    budget: Math.min(bench.options.budget, 20000),
                });
                if (r.error) console.error(`failed: ${engine} with ${count}: ${r.error}`);
                else times.set(key, [...(times.get(key) ?? []), r.ms]);
                if (r.cut) cut.add(key);
            }
        }
    }
    bench.progress('');
    const number = (/** @type {string} */ engine, /** @type {number} */ count) =>
        median(times.get(`${engine} ${count}`) ?? [NaN]);
    const mark = (/** @type {string} */ engine, /** @type {number} */ count) =>
        cut.has(`${engine} ${count}`) ? '*' : '';
    const ms = [['ball pit, ms a step, median (* budget ran out before it had settled)',
        ...bench.engines]];
    const each = [['µs a ball and step', ...bench.engines]];
    for (const count of counts) {
        ms.push([String(count), ...bench.engines.map((e) =>
            short(number(e, count)) + mark(e, count)
        )]);
        each.push([String(count), ...bench.engines.map((e) =>
            short((1000 * number(e, count)) / count)
        )]);
    }
    // The slope of log time over log count: 1 is linear. All of them start with a step's fixed cost, which flatters; from
    // 1,000 up there is next to nothing of it.
    const slope = (
        /** @type {string} */ e,
        /** @type {(times: number[]) => number} */ of,
        /** @type {number} */ from,
    ) => {
        const big = counts.filter((c) => c >= from && number(e, c) > 0 && !mark(e, c));
        const first = big[0];
        const last = big.at(-1) ?? first;
        if (last === first) return NaN;
        const time = (/** @type {number} */ count) => of(times.get(`${e} ${count}`) ?? []);
        return Math.log(time(last) / time(first)) / Math.log(last / first);
    };
    const last = counts.at(-1) ?? 0;
    const least = (/** @type {number[]} */ t) => Math.min(...t);
    for (const from of [counts[0], 1000]) {
        const nLogN = 1 + Math.log(Math.log(last) / Math.log(from)) / Math.log(last / from);
        const slopes = (/** @type {(times: number[]) => number} */ of) =>
            bench.engines.map((e) => short(slope(e, of, from)));
        each.push([`exponent from ${from} to ${last}; n log n is ${nLogN.toFixed(2)}`,
            ...slopes(median)]);
        each.push(['the same of the least of the runs', ...slopes(least)]);
    }
    return `${table(ms)}\n\n${table(each)}`;
}

// `npm run fuzz`: plays long random histories of calls against models, and files and arguments that are meant
// to break the engine.
//   npm run fuzz -- [--operations 1e9] [--seconds N] [--seed N] [--sanitize]
//       [--only machine,faults,pours,hostile,worker,files,identities,peers,mechanisms,jams,drags,steps]
// machine: the C API, natively, with a model beside the world (tests/fuzz/machine), one process a core.
// faults: random worlds natively, of which each request for memory is refused once (tests/c/world/test_faults.c); an
// operation is a request that was refused. pours: random histories with matter, natively, which go on from snapshots
// (tests/c/matter/test_pours.c). hostile: the JavaScript wrapper with hostile arguments (tests/fuzz/hostile.mjs); worker: the same of worlds in
// workers. files: damaged snapshots, replays, scenes and maps (tests/fuzz/files.mjs). identities: branches of time in one world, an operation is
// a round (tests/fuzz/identities.mjs). peers: hostile players of a game over a network, an operation is a tick (tests/fuzz/peers.mjs).
// mechanisms, jams, drags, steps: small scenes that must not gain energy or let a body out (tests/fuzz/calm); an operation
// is a scene. --operations and --seconds are of each part; without them all of
// it takes about half an hour. --sanitize plays the machine with the address and undefined behaviour sanitizers. A find is
// printed with its shortest history and seed; then the exit code is 1.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { Failure, jobs, run, runMain, task } from './process.mjs';
import { setup } from './setup.mjs';
import { compile, configurations } from './test-c.mjs';

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {number} operations
 * @property {number} refused
 * @property {string} of what it says of the rest: worlds, kinds
 * @property {number} finds
 * @property {number} seconds
 * @property {string} report of the finds
 */

/** @typedef {{ operations: number, seconds: number, seed: number, sanitize: boolean }} Options */

/** @typedef {(options: Options, report: (detail: string) => void) => Promise<Omit<Result, 'name' | 'seconds'>>} Fuzzer */

/** @param {string} text @param {string} name */
const number = (text, name) => Number(new RegExp(`\\b${name} (\\d+)`).exec(text)?.[1] ?? 0);

/** What each part does in about three minutes on two cores. */
const usual = { machine: 5e8, faults: 8e5, pours: 1e6, hostile: 3e5, worker: 6e4, files: 3e5,
    identities: 2.5e5, peers: 8e5, mechanisms: 1e4, jams: 2e4, drags: 2e4, steps: 1e4 };
const usualSeconds = 180;

// Seeds of one process do not reach those of the next.
const seedsApart = 1e6;

/** @type {Fuzzer} */
async function fuzzMachine({ operations, seconds, seed, sanitize }, report) {
    const configuration = sanitize ? configurations.sanitize : configurations.gcc;
    const folder = await compile(configuration, ['machine'], report);
    const program = join(folder, 'tests', 'c', 'machine');
    const done = Array(jobs).fill(0);
    const results = await Promise.all(
        done.map((_, i) =>
            run(program, ['--seed', String(seed + i * seedsApart), '--operations',
                String(Math.ceil(operations / jobs)), '--seconds', String(seconds)], {
                onLine(line) {
                    done[i] = /^operations/.test(line) ? number(line, 'operations') : done[i];
                    report(`${done.reduce((a, b) => a + b).toLocaleString('en')} operations`);
                },
            })
        ),
    );
    const last = results.map(({ output }) =>
        /^operations \d+ refused .*$/m.exec(output)?.[0] ?? ''
    );
    /** @param {string} name */
    const sum = (name) => last.reduce((total, line) => total + number(line, name), 0);
    const bad = results.filter(({ code }) => code !== 0);
    return {
        operations: sum('operations'),
        refused: sum('refused'),
        of: `${sum('worlds').toLocaleString('en')} worlds`,
        finds: Math.max(sum('finds'), bad.length),
        report: bad.map(({ output }) => output.replace(/^operations \d+\n/gm, '')).join('\n'),
    };
}

/** A world asks for memory about so often. */
const requestsPerWorld = 560;

/** @type {Fuzzer} */
async function fuzzFaults({ operations, seed, sanitize }, report) {
    const folder = await compile(sanitize ? configurations.sanitize : configurations.gcc, [
        'mica_tests',
    ], report);
    const worlds = Math.ceil(operations / jobs / requestsPerWorld);
    const results = await Promise.all(
        Array.from({ length: jobs },
            (_, i) =>
                run(join(folder, 'tests', 'c', 'mica_tests'), ['random_worlds_refuse'], {
                    env: { MICA_FAULT_WORLDS: String(worlds),
                        MICA_FAULT_SEED: String(seed + i * seedsApart) },
                })),
    );
    const ends = results.map(({ output }) =>
        /^(\d+) refused calls; (\d+) steps, (\d+) refusals/m.exec(output) ?? []
    );
    /** @param {number} group */
    const sum = (group) => ends.reduce((total, end) => total + Number(end[group] ?? 0), 0);
    const bad = results.filter(({ code }) => code !== 0);
    return {
        operations: sum(1) + sum(3),
        refused: sum(1) + sum(3),
        of: `${(worlds * jobs).toLocaleString('en')} worlds, ${sum(2).toLocaleString('en')} steps`,
        finds: bad.length,
        report: bad.map(({ output }) => output).join('\n'),
    };
}

// Operations of a history of tests/c/matter/test_pours.c.
const operationsPerPour = 600;

/** @type {Fuzzer} */
async function fuzzPours({ operations, seed, sanitize }, report) {
    const folder = await compile(sanitize ? configurations.sanitize : configurations.gcc, [
        'mica_tests',
    ], report);
    const histories = Math.ceil(operations / jobs / operationsPerPour);
    const results = await Promise.all(
        Array.from({ length: jobs },
            (_, i) =>
                run(join(folder, 'tests', 'c', 'mica_tests'), ['random_histories_of_matter'], {
                    env: { MICA_POURS: String(histories),
                        MICA_POUR_SEED: String(seed + i * seedsApart) },
                })),
    );
    const bad = results.filter(({ code }) => code !== 0);
    return {
        operations: histories * jobs * operationsPerPour,
        refused: 0,
        of: `${(histories * jobs).toLocaleString('en')} histories`,
        finds: bad.length,
        report: bad.map(({ output }) => output).join('\n'),
    };
}

/**
 * A fuzzer that is a script of its own and prints its sums at the end; one process a core.
 * @param {string} name of the script
 * @param {string} count the option for how many
 * @param {RegExp} sums what the end says: groups `operations`, `refused` and `finds`
 * @param {string[]} [others] options besides
 * @returns {Fuzzer}
 */
const script = (name, count, sums, others = []) => async ({ operations, seed }, report) => {
    await build();
    const results = await Promise.all(
        Array.from({ length: jobs },
            (_, i) =>
                run(process.execPath, ['--expose-gc', join('tests', 'fuzz', `${name}.mjs`),
                    `--${count}`, String(Math.ceil(operations / jobs)), '--seed',
                    String(seed + i * seedsApart), ...others], { onLine: report })),
    );
    const ends = results.map(({ output }) => sums.exec(output)?.groups ?? {});
    /** @param {string} group */
    const sum = (group) => ends.reduce((total, end) => total + Number(end[group] ?? 0), 0);
    const bad = results.filter(({ code }) => code !== 0);
    return {
        operations: sum('operations'),
        refused: sum('refused'),
        of: '',
        finds: Math.max(sum('finds'), bad.length),
        report: bad.map(({ output }) => output).join('\n'),
    };
};

/** How a search of tests/fuzz/hostile.mjs ends. */
const hostileSums =
    /^(?<operations>\d+) calls in \d+ runs, (?<refused>\d+) refused, (?<finds>\d+) finds/m;

/** A search of tests/fuzz/calm. @param {string} name */
const calm = (name) =>
    script(`calm/${name}`, 'cases',
        /^(?<operations>\d+) cases, (?<refused>\d+) refused, (?<finds>\d+) finds/m);

/** @type {Record<keyof typeof usual, Fuzzer>} */
const fuzzers = {
    machine: fuzzMachine,
    faults: fuzzFaults,
    pours: fuzzPours,
    hostile: script('hostile', 'calls', hostileSums),
    worker: script('hostile', 'calls', hostileSums, ['--worker']),
    files: script('files', 'files',
        /^all +(?<operations>\d+) +(?<refused>\d+) +\d+ +(?<finds>\d+)/m),
    identities: script('identities', 'rounds',
        /^(?<operations>\d+) rounds, (?<refused>\d+) refused, (?<finds>\d+) finds/m),
    peers: script('peers', 'ticks',
        /^(?<operations>\d+) ticks, (?<refused>\d+) refused, (?<finds>\d+) finds/m),
    mechanisms: calm('mechanisms'),
    jams: calm('jams'),
    drags: calm('drags'),
    steps: calm('steps'),
};

/** @param {Result[]} results */
function printTable(results) {
    console.log(
        `\n${'part'.padEnd(10)}${'operations'.padStart(16)}${'refused'.padStart(14)}${
            'finds'.padStart(7)
        }`
            + `${'seconds'.padStart(9)}`,
    );
    for (const r of results) {
        console.log(`${r.name.padEnd(10)}${r.operations.toLocaleString('en').padStart(16)}`
            + `${r.refused.toLocaleString('en').padStart(14)}${String(r.finds).padStart(7)}`
            + `${r.seconds.toFixed(0).padStart(9)}  ${r.of}`);
    }
}

/** @param {Record<string, string | boolean | undefined>} values @param {string} name @param {number} otherwise */
function positive(values, name, otherwise) {
    const value = values[name] === undefined ? otherwise : Number(values[name]);
    if (!(value > 0)) throw new Failure(`--${name} ${values[name]} is no number above 0.`);
    return value;
}

await runMain(async () => {
    const { values } = parseArgs({
        options: {
            operations: { type: 'string' },
            seconds: { type: 'string' },
            seed: { type: 'string', default: '1' },
            only: { type: 'string' },
            sanitize: { type: 'boolean', default: false },
        },
    });
    const all = /** @type {(keyof typeof usual)[]} */ (Object.keys(usual));
    const wanted = values.only?.split(',') ?? all;
    const unknown = wanted.find((name) => !all.includes(/** @type {keyof typeof usual} */ (name)));
    if (unknown !== undefined)
        throw new Failure(`--only: "${unknown}" is none of ${all.join(', ')}.`);
    await setup(['c', 'build']);
    /** @type {Result[]} */
    const results = [];
    for (const name of /** @type {(keyof typeof usual)[]} */ (wanted)) {
        const start = performance.now();
        const seconds = positive(values, 'seconds', 1e9);
        const enough = seconds === 1e9
            ? usual[name]
            : name === 'machine'
            ? 1e15
            : Math.ceil((usual[name] * seconds) / usualSeconds);
        const options = {
            operations: positive(values, 'operations', enough),
            seconds,
            seed: positive(values, 'seed', 1),
            sanitize: values.sanitize === true,
        };
        const result = await task(`Fuzzing: ${name}`, (report) => fuzzers[name](options, report),
            ({ finds }) => (finds === 0 ? 'no finds' : `${finds} finds`));
        results.push({ name, seconds: (performance.now() - start) / 1000, ...result });
        if (result.finds > 0) console.log(result.report);
    }
    printTable(results);
    if (results.some(({ finds }) => finds > 0)) process.exitCode = 1;
});

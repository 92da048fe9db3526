// What a world that was made of a hostile file must do: step, answer, save, be edited and end, with numbers that are
// finite and errors that are documented. And what any file may cost.
import { MicaError } from '../../../js/index.js';
import { keepHistory } from '../../../js/history.js';
import { toScene } from '../../../js/scene.js';
import { FLAGS } from '../../../js/wire/layout.js';
import { heap } from '../../../js/wire/wasm.js';

/** @import { World } from '../../../js/index.js' */

/** A file that did what no file may do. */
export class Find extends Error {
    /** @param {string} what @param {unknown} [cause] */
    constructor(what, cause) {
        super(what, { cause });
        this.name = 'Find';
    }
}

/** Milliseconds of processor time that one file may take, however small, and more for each of its bytes. */
const MAX_MS = 250;
const MS_PER_BYTE = 1e-3;

/** Bytes of memory that one file may take, however small, and more for each of its bytes. */
const MAX_MEMORY = 2 ** 26;
const MEMORY_PER_BYTE = 200;

/** Errors that a sound world may give where a file, or `maxBytes`, leaves no room. */
const NO_ROOM = ['NO_MEMORY', 'CAPACITY'];

/** @param {unknown} error */
export const isTrap = (error) => error instanceof WebAssembly.RuntimeError;

/**
 * Runs what may be refused with a MicaError of one of these codes, and with nothing else.
 * @template T
 * @param {string} what
 * @param {() => T} run
 * @param {readonly string[]} [codes]
 * @returns {T | undefined} undefined if it was refused
 */
export function attempt(what, run, codes = NO_ROOM) {
    try {
        return run();
    } catch (error) {
        if (error instanceof MicaError && codes.includes(error.code)) return undefined;
        throw new Find(
            `${what}: ${/** @type {any} */ (error)?.name}: ${/** @type {any} */ (error)?.message}`,
            error,
        );
    }
}

/** Of a slot: where it is and how it moves. The fourth velocity is the game's own, and static bodies have none. @param {World<any>} world @param {string} when */
function checkFinite({ transforms, velocities, flags }, when) {
    for (let slot = 0; slot < flags.length; ++slot) {
        if ((flags[slot] & FLAGS.ALIVE) === 0) continue;
        for (let i = 4 * slot; i < 4 * slot + 4; ++i)
            if (!Number.isFinite(transforms[i]))
                throw new Find(`transforms[${i}] is ${transforms[i]} ${when}`);
        if ((flags[slot] & FLAGS.TYPE_MASK) === 0)
            continue;
        for (let i = 4 * slot; i < 4 * slot + 3; ++i)
            if (!Number.isFinite(velocities[i]))
                throw new Find(`velocities[${i}] is ${velocities[i]} ${when}`);
    }
}

/** @param {World<any>} world @param {string[]} codes */
function ask(world, codes) {
    const { transforms } = world;
    const [x, y] = transforms.length > 0 ? [transforms[0], transforms[1]] : [0, 0];
    // What is asked must lie where the engine takes coordinates.
    if (Math.abs(x) > 9.9e6 || Math.abs(y) > 9.9e6) return;
    attempt('rayCast', () => world.rayCast(x - 5, y + 3, 10, -6), codes);
    attempt('rayCastAll', () => world.rayCastAll(x, y + 20, 0, -40), codes);
    attempt('overlapPoint', () => [...world.overlapPoint(x, y)], codes);
    attempt('shapeCast',
        () => world.shapeCast({ shape: 'circle', radius: 0.3 }, { x, y: y + 5 }, 0.5, -10), codes);
    attempt('overlapBox', () => [...world.overlapBox(x - 3, y - 3, x + 3, y + 3)], codes);
    attempt('closestPoint', () => world.closestPoint(x, y, 5), codes);
    for (const body of world.bodies) {
        void body.mass;
        for (const collider of body.colliders) void collider.friction;
        break;
    }
}

/** Digs, fills and reads the terrains of the first bodies. @param {World<any>} world @param {string[]} codes */
function digAll(world, codes) {
    let digs = 0;
    for (const body of [...world.bodies].slice(0, 12)) {
        for (const terrain of body.alive ? body.colliders.slice(0, 4) : []) {
            if (terrain.pieces === undefined || Math.hypot(body.x, body.y) > 9e6) continue;
            ++digs;
            // A view may have been saved with a velocity that is none, which pieces take over.
            const sound = [body.vx, body.vy, body.angularVelocity].every(Number.isFinite);
            const position = /** @type {const} */ ([body.x, body.y]);
            const { columns, rows } = /** @type {any} */ (terrain.shape);
            attempt('groundCells', () => terrain.groundCells(0, 0, columns, rows), codes);
            attempt('add', () => terrain.add({ shape: 'box', width: 1, height: 1 }, { position }),
                codes);
            const change = attempt('dig', () =>
                terrain.dig({ shape: 'circle', radius: 0.7 }, { position }), codes);
            for (const piece of sound && change?.pieces || []) {
                if (![piece.area, piece.mass, piece.position.x, piece.velocity.y].every(
                    Number.isFinite,
                ))
                    throw new Find('a piece of ground has numbers that are not finite');
            }
        }
    }
    if (digs > 0 && attempt('step after dig', () => (world.step(), true), codes))
        checkFinite(world, 'after digging');
}

/** @param {World<any>} world @param {number} variant @param {string[]} codes */
function edit(world, variant, codes) {
    const body = attempt('createBody',
        () =>
            world.createBody({ position: [0, 3], velocity: [1, -2],
                collider: { shape: 'box', width: 0.6, height: 0.4 } }), codes);
    attempt('step after createBody', () => world.step(), codes);
    if (body)
        attempt('createCollider', () => body.createCollider({ shape: 'circle', radius: 0.3 }),
            codes);
    digAll(world, codes);
    let i = 0;
    for (const each of world.bodies) {
        if (++i % 2 === variant % 2) attempt('destroy', () => each.destroy(), codes);
        if (i > 12) break;
    }
    if (attempt('step after destroy', () => (world.step(), true), codes))
        checkFinite(world, 'after edits');
}

/**
 * Notes steps of a world in its history, in a ring that may be too small for them, and goes to each; in the midst the
 * world takes another state. Each step that the history has must give the world as it was.
 * @param {World<any>} world @param {number} variant @param {string[]} codes
 */
function travel(world, variant, codes) {
    const history = attempt('history',
        () =>
            keepHistory(world, { seconds: [0.1, 1, 10][variant % 3],
                bytes: [1e5, 2e6][variant >> 1 & 1] }), codes);
    if (!history) return;
    const begin = attempt('snapshot', () => world.snapshot(), codes);
    /** @type {Map<number, string>} */
    const hashes = new Map([[world.stepCount, world.hash()]]);
    let steps = 0;
    for (let i = 0; i < 9; ++i) {
        // A leap forth or back, by which the steps after the time leapt to are past no more.
        if (i === 5 && begin && variant % 2 === 0
            && attempt('restore under a history', () => (world.restore(begin), true), codes))
            hashes.clear();
        if (attempt(`step ${i} of a history`, () => (world.step(1 / 60), true), codes)) {
            ++steps;
            hashes.set(world.stepCount, world.hash());
        }
    }
    const { first, last, length } = history;
    if (length > 0 && length !== last - first + 1)
        throw new Find(`a history of ${length} steps from ${first} to ${last}`);
    for (const step of length > 0 ? [first, last, Math.floor((first + last) / 2), first] : []) {
        const there = attempt(`seek ${step}`, () => (history.seek(step), true), codes);
        if (there && hashes.has(step) && world.hash() !== hashes.get(step))
            throw new Find(`step ${step} of a history has another hash`);
    }
    // What a game wrote into a view stays there while steps refuse it.
    if (steps === 9) checkFinite(world, 'after a history was played');
    history.stop();
}

/**
 * Uses a world, and ends it.
 * @param {World<any>} world
 * @param {number} variant which of the rarer uses
 * @param {string[]} [more] codes of errors that calls may have besides
 */
export function useWorld(world, variant, more = []) {
    const codes = [...NO_ROOM, ...more];
    try {
        for (let i = 0; i < 3; ++i) {
            const stepped = attempt(`step ${i + 1}`,
                () => (variant % 8 === 1 && !world.joints.length
                    ? world.stepImpacts(1 / 60, 20)
                    : world.step(1 / 60), true), codes);
            if (stepped) checkFinite(world, `after step ${i + 1}`);
        }
        ask(world, codes);
        const saved = attempt('snapshot', () =>
            world.snapshot(variant % 4 === 0 ? { userData: true } : undefined), codes);
        if (variant % 16 === 3) attempt('toScene', () => JSON.stringify(toScene(world)), codes);
        const hash = world.hash();
        if (variant % 16 === 9) travel(world, variant >> 4, codes);
        edit(world, variant, codes);
        if (saved
            && attempt('restore of its own snapshot', () => (world.restore(saved), true), codes)
            && world.hash() !== hash)
            throw new Find('its own snapshot gives another hash');
    } finally {
        world.destroy();
    }
}

/** Watches what each file costs. */
export class Meter {
    #memory = heap().i32.buffer.byteLength;
    #resident = process.resourceUsage().maxRSS;
    #cpu = process.cpuUsage();

    /** Before a file. */
    start() {
        this.#cpu = process.cpuUsage();
    }

    /** After it. @param {number} bytes of the file @returns {number} milliseconds of processor time */
    stop(bytes) {
        const { user, system } = process.cpuUsage(this.#cpu);
        const memory = heap().i32.buffer.byteLength;
        const resident = process.resourceUsage().maxRSS;
        const grown = Math.max(memory - this.#memory, 1024 * (resident - this.#resident));
        this.#memory = memory;
        this.#resident = resident;
        const bound = MAX_MEMORY + MEMORY_PER_BYTE * bytes;
        if (grown > bound)
            throw new Find(
                `memory grew by ${Math.round(grown / 2 ** 20)} MB, of a file of ${bytes} bytes`,
            );
        return (user + system) / 1000;
    }

    /** Whether a file of so many bytes may take that long. @param {number} ms @param {number} bytes */
    static isSlow(ms, bytes) {
        return ms > MAX_MS + MS_PER_BYTE * bytes;
    }
}

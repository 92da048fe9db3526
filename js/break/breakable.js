// Bodies that break by themselves, under what hits them or presses on them. Public as `breakable` of 'mica2d/break'.
import { aboveZero, copyList, outOfRange, readOptions, vector, wrongType,
    MAX_COORDINATE } from '../wire/errors.js';
import { divisible, functionOr, minimumArea, pieceCount, seedOf } from './checks.js';
import { cut } from './cut.js';
import { fracture } from './fracture.js';

/** @import { Vector } from '../options/types.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { World } from '../world/world.js' */
/** @import { DivideOptions } from './cut.js' */

/**
 * What broke a body, or is about to.
 * @typedef {object} Breaking
 * @property {Body<any>} body that breaks
 * @property {Body<any>} other whose impulse it was, the largest of the step
 * @property {number} impulse N s
 * @property {number} x where, in the world
 * @property {number} y where, in the world
 */

/**
 * How a body breaks by itself.
 * @typedef {object} OwnBreakableOptions
 * @property {number} impulse N s, above 0, to 1e6: what one pair of it and another body must exchange in one step; no default. Of a
 *     load at rest that is mass × gravity × the time of a step
 * @property {number} [pieces] 2 to 100, default 8, as of `fracture`
 * @property {readonly (readonly [Vector, Vector])[]} [lines] instead of pieces, 1 to 20 lines in the body's space, each from one point to
 *     another, along which it is cut as by `cut`; none by default
 * @property {number} [seed] an integer from 0 to 4294967295, default 1, as of `fracture`
 * @property {(breaking: Breaking) => boolean | void} [before] called before it breaks; where it returns false, it does not. None by
 *     default
 * @property {(pieces: Body<any>[], breaking: Breaking) => void} [after] called once it broke, with the pieces, the largest first. None
 *     by default
 */

/**
 * The options of a breakable body.
 * @typedef {OwnBreakableOptions & DivideOptions} BreakableOptions
 */

/**
 * A body that breaks by itself.
 * @typedef {object} Breakable
 * @property {() => void} stop has it break no longer
 */

const KEYS = new Set(['impulse', 'pieces', 'lines', 'seed', 'before', 'after', 'minArea', 'joint']);

/**
 * Of each world, the impulses of its breakable bodies, the threshold of its load events that the game had set, and that which
 * was set for them.
 * @type {WeakMap<World<any>, { impulses: number[], own: number, set: number }>}
 */
const thresholds = new WeakMap();

/** Has a world emit load events for all of its breakable bodies, and for what the game had asked for. @param {World<any>} world */
function refreshThreshold(world) {
    const known = thresholds.get(world);
    if (!known) return;
    // The game has set another one since.
    if (world.loadImpulse !== known.set) known.own = world.loadImpulse;
    const wanted = known.own > 0 ? [known.own, ...known.impulses] : known.impulses;
    world.loadImpulse = wanted.length > 0 ? Math.min(...wanted) : 0;
    known.set = world.loadImpulse;
}

/**
 * Asks for load events from an impulse on.
 * @param {World<any>} world
 * @param {number} impulse
 * @returns {() => void} asks for them no longer
 */
function watchLoads(world, impulse) {
    const known = thresholds.get(world)
        ?? { impulses: [], own: world.loadImpulse, set: world.loadImpulse };
    thresholds.set(world, known);
    known.impulses.push(impulse);
    refreshThreshold(world);
    return () => {
        known.impulses.splice(known.impulses.indexOf(impulse), 1);
        if (!world.destroyed) refreshThreshold(world);
    };
}

/**
 * Lines in a body's space, checked.
 * @param {string} method
 * @param {unknown} given
 */
function readLines(method, given) {
    if (!Array.isArray(given)) wrongType(method, 'options.lines', 'a list of lines', given);
    const list = copyList(method, 'options.lines', given, 20);
    if (list.length === 0) outOfRange(method, 'options.lines', 'a list of 1 to 20 lines', given);
    return list.map((line, i) => {
        const name = `options.lines[${i}]`;
        if (!Array.isArray(line) || line.length !== 2)
            wrongType(method, name, 'two points', line);
        const [from, to] = line.map((point, k) =>
            vector(method, `${name}[${k}]`, point, MAX_COORDINATE)
        );
        if (from[0] === to[0] && from[1] === to[1])
            outOfRange(method, name, 'two points that are apart', line);
        return { from, to };
    });
}

/**
 * Has a body break by itself as soon as it and another exchange an impulse in one step, whether that hits it or presses on it: a
 * vase that falls, a plank under a crate that is set on it. It breaks after the step, in the place where the largest impulse of
 * the step was. It breaks once; where the world is taken back to before that, once more. Its pieces do not break unless
 * `breakable` is called for them. It sets `world.loadImpulse` where that is off or larger. A body in a worker is made breakable
 * there, by the game's module.
 * @template {string} [L=any] names of the world's layers
 * @param {Body<L>} body of circles, capsules, boxes, polygons and outlines
 * @param {BreakableOptions} options
 * @returns {Breakable}
 * @throws {TypeError} for what is no such body, or an option that there is not; a RangeError for a number out of range;
 *     MicaError STALE_BODY
 */
export function breakable(body, options) {
    const method = 'breakable';
    const whole = divisible(method, body);
    const given = readOptions(method, 'options', options, KEYS);
    const impulse = Math.fround(aboveZero(method, 'options.impulse', given.impulse, 1e6));
    const seed = seedOf(method, given.seed);
    const pieces = pieceCount(method, given.pieces);
    if (given.lines !== undefined && given.pieces !== undefined)
        throw new TypeError(`${method}: give either pieces or lines`);
    const lines = given.lines === undefined ? undefined : readLines(method, given.lines);
    const before = functionOr(method, 'options.before', given.before);
    const after = functionOr(method, 'options.after', given.after);
    const { world } = whole;
    const shared = { minArea: minimumArea(method, world.lengthUnit, given.minArea),
        joint: functionOr(method, 'options.joint', given.joint) };

    /** The largest load of the step. @type {Breaking | undefined} */
    let worst;
    let brokeAt = Infinity;

    /** @param {Breaking} breaking */
    const breakUp = ({ x, y }) => {
        if (!lines) return fracture(whole, { ...shared, point: [x, y], pieces, seed });
        // Of the space that all pieces share.
        const ends = lines.map((
            { from, to },
        ) => [whole.worldPoint(from[0], from[1]), whole.worldPoint(to[0], to[1])]);
        return ends.reduce(
            (parts, [from, to]) => parts.flatMap((part) => cut(part, from, to, shared)),
            [whole],
        );
    };
    const offLoad = whole.on('contactLoad', (e) => {
        if (e.impulse < impulse || e.impulse <= (worst?.impulse ?? 0)) return;
        const { bodyB: other, x, y } = e;
        worst = { body: whole, other, impulse: e.impulse, x, y };
    });
    const offStep = world.on('afterStep', () => {
        const breaking = worst;
        worst = undefined;
        // Taken back to before it broke, it is whole again.
        if (!breaking || !whole.alive || world.stepCount > brokeAt) return;
        if (before?.(breaking) === false || !whole.alive) return;
        const parts = breakUp(breaking);
        if (parts.length < 2) return;
        brokeAt = world.stepCount;
        after?.(parts, breaking);
    });
    const offLoads = watchLoads(world, impulse);
    let stopped = false;
    return {
        stop() {
            if (stopped) return;
            stopped = true;
            offLoad();
            offStep();
            offLoads();
        },
    };
}

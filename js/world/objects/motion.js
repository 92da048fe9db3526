// Whole bodies and single shapes on the move: when two of them first touch, and what a body meets
// on its way along a path. js/world/world.js calls these; `timeOfImpact` is public as it
// is.
import { raiseOfPair } from './shape-faults.js';
import { shapeRecord } from './shapes.js';
import { livePointer } from '../../wire/core.js';
import { MAX_COORDINATE, coordinate, inRange, isList, options, outOfRange, vector,
    wrongType } from '../../wire/errors.js';
import { idOf } from '../../wire/object.js';
import { SHAPE } from '../../wire/layout.js';
import { allocate, heap, needReady, raise, wasm, writeRecord } from '../../wire/wasm.js';
import { fillHit, newHit } from '../queries/casts.js';
import { parsePosition } from '../queries/queries.js';
import { colliderOf } from './objects.js';
import { ownBody } from './own.js';
import { parseOptions, writeFilter } from '../queries/query-filter.js';

/** @import { CastOptions, Motion, Sweep } from '../../options/query-types.js' */
/** @import { ShapeOptions, Vector } from '../../options/types.js' */
/** @import { Core } from '../../wire/core.js' */
/** @import { Body } from './body.js' */
/** @import { BodyImpact, Impact, PathHit } from '../types.js' */

const MOTION_KEYS = new Set(['dx', 'dy', 'turn']);
const SWEEP_KEYS = new Set(['position', 'x', 'y', 'angle', 'dx', 'dy', 'turn', 'center']);
const PATH_KEYS = new Set(['layers', 'triggers', 'inside', 'skipStatic', 'skipMoving', 'ignore']);
const MAX_TURN = 1e4;
const SWEEP_NUMBERS = 8;

/** By MicaToiState in mica.h. */
const STATES = /** @type {const} */ (['', '', 'hit', 'overlapping', 'unfinished']);
const SEPARATED = 1;

/**
 * @param {string} method
 * @param {string} name
 * @param {Record<string, unknown>} given
 * @returns {[dx: number, dy: number, turn: number]}
 */
function parseMotion(method, name, { dx = 0, dy = 0, turn = 0 }) {
    return [
        coordinate(method, `${name}.dx`, dx),
        coordinate(method, `${name}.dy`, dy),
        inRange(method, `${name}.turn`, turn, -MAX_TURN, MAX_TURN),
    ];
}

/**
 * @param {string} method
 * @param {string} name
 * @param {unknown} given
 */
function parseSweep(method, name, given) {
    const o = options(method, name, given, SWEEP_KEYS);
    const { angle = 0, center = [0, 0] } = o;
    return [
        ...parsePosition(method, name, o),
        inRange(method, `${name}.angle`, angle, -1e6, 1e6),
        ...parseMotion(method, name, o),
        ...vector(method, `${name}.center`, center, MAX_COORDINATE),
    ];
}

/**
 * The result that MicaTimeOfImpact in mica.h holds.
 * @param {number} at index of its first word
 * @returns {Impact}
 */
function impactAt(at) {
    const { f32, i32 } = heap();
    const state = /** @type {Impact['state']} */ (STATES[i32[at]]);
    return {
        state,
        fraction: f32[at + 1],
        nx: f32[at + 2],
        ny: f32[at + 3],
        x: f32[at + 4],
        y: f32[at + 5],
    };
}

/**
 * When two moving shapes first touch, without a world. Nothing is missed at any speed or spin:
 * motion without turning is solved exactly, other motion by steps that no point can outrun
 * (conservative advancement after Mirtich).
 * @param {ShapeOptions} shapeA
 * @param {Sweep} sweepA where it starts and how it goes
 * @param {ShapeOptions} shapeB
 * @param {Sweep} sweepB
 * @returns {Impact | null} null if they do not meet
 * @throws {RangeError | MicaError} for a shape that is none, or a motion that takes it beyond 1e7 m
 */
export function timeOfImpact(shapeA, sweepA, shapeB, sweepB) {
    const method = 'timeOfImpact';
    needReady(method);
    const records = [
        ...shapeRecord(method, 'shapeA.', shapeA),
        ...parseSweep(method, 'sweepA', sweepA),
        ...shapeRecord(method, 'shapeB.', shapeB),
        ...parseSweep(method, 'sweepB', sweepB),
    ];
    writeRecord(records, wasm.scratch);
    const out = wasm.scratch + 8 * 2 * (SHAPE.RECORD + SWEEP_NUMBERS);
    const state = wasm.calls.time_of_impact(wasm.scratch, out);
    if (state < 0) raiseOfPair(method, -state, records, heap().i32[out >> 2]);
    if (state === 0) outOfRange(method, 'sweepA and sweepB', 'within 1e7 metres', 'more');
    return state === SEPARATED ? null : impactAt(out >> 2);
}

/**
 * @param {Core} core
 * @param {[Body, Body]} bodies
 * @param {[Motion, Motion]} motions
 * @returns {BodyImpact<any> | null}
 */
export function bodyImpact(core, [bodyA, bodyB], [motionA, motionB]) {
    const method = 'World.timeOfImpact';
    const a = idOf(ownBody(core, method, 'bodyA', bodyA));
    const b = idOf(ownBody(core, method, 'bodyB', bodyB));
    if (a === b) throw new RangeError(`${method}: bodyB must be another body than bodyA`);
    const wayA = parseMotion(method, 'motionA', options(method, 'motionA', motionA, MOTION_KEYS));
    const wayB = parseMotion(method, 'motionB', options(method, 'motionB', motionB, MOTION_KEYS));
    const ptr = livePointer(core, method);
    const state = wasm.calls.body_impact(ptr, a, ...wayA, b, ...wayB, wasm.scratch);
    if (state < 0) raise(method, -state);
    if (state === SEPARATED) return null;
    const at = wasm.scratchI32;
    const { i32 } = heap();
    const [idA, idB] = [i32[at + 6], i32[at + 7]];
    const impact = impactAt(at);
    return { ...impact, colliderA: colliderOf(core, idA), colliderB: colliderOf(core, idB) };
}

/**
 * The positions of a path, flat.
 * @param {string} method
 * @param {unknown} path
 */
function parsePath(method, path) {
    if (!isList(path)) wrongType(method, 'path', 'an array of positions', path);
    const pairs = typeof path[0] !== 'number';
    const numbers = [];
    // Read once: a getter of the list may make it longer.
    const { length } = path;
    for (let i = 0; i < length; ++i) {
        const name = `path[${i}]`;
        if (pairs) numbers.push(...vector(method, name, path[i], MAX_COORDINATE));
        else numbers.push(coordinate(method, name, path[i]));
    }
    if (numbers.length < 4) outOfRange(method, 'path', '2 positions or more', path);
    if (numbers.length % 2 !== 0) outOfRange(method, 'path.length', 'even', numbers.length);
    return numbers;
}

/**
 * @param {Core} core
 * @param {Body} body
 * @param {readonly Vector[] | ArrayLike<number>} path
 * @param {CastOptions | undefined} given
 * @returns {PathHit<any> | null}
 */
export function sweep(core, body, path, given) {
    const method = 'World.sweep';
    ownBody(core, method, 'body', body);
    const numbers = parsePath(method, path);
    const o = parseOptions(method, given, PATH_KEYS);
    const filter = writeFilter(core, method, o);
    const ptr = livePointer(core, method);
    const id = idOf(ownBody(core, method, 'body', body));
    const address = allocate(method, 4 * numbers.length);
    heap().f32.set(numbers, address >> 2);
    const { scratch, scratchI32: at } = wasm;
    const count = wasm.calls.body_sweep(ptr, id, address, numbers.length / 2, filter, scratch);
    wasm.calls.release(address);
    if (count < 0) raise(method, -count);
    if (count === 0) return null;
    const { i32, f32 } = heap();
    const [own, segment] = [i32[at + 11], i32[at + 12]];
    const [distance, px, py] = [f32[at + 13], f32[at + 14], f32[at + 15]];
    const { segment: chainSegment, ...hit } = fillHit(core, at, newHit());
    return { ...hit, chainSegment, own: colliderOf(core, own), segment, distance, px, py };
}

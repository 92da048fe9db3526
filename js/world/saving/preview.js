// What the next steps will bring, without making them: the world is copied into another one of the engine, its
// stage, which stands in for it while the steps are made there. So the world itself is left alone, with its
// events, views and measures; what `before` does to the page's objects is put back by the roster. A stage is
// kept for the next preview until its world ends. For the entry js/preview.js.
import { fresh, livePointer, syncViews } from '../../wire/core.js';
import { MAX_SLOT, MicaError, options as checkOptions, inRange, integer,
    wrongType } from '../../wire/errors.js';
import { coreOf, idOf, isBody } from '../../wire/object.js';
import { FLAGS } from '../../wire/layout.js';
import { done, refuseView, wasm } from '../../wire/wasm.js';
import { createWorld } from '../objects/create.js';
import { localEngine } from '../engine.js';
import { LATE, dropEntries } from '../events/event-stores.js';
import { idleCoreOfWorld } from '../given-world.js';
import { ownBody } from '../objects/own.js';
import { recallRoster, rosterOf } from '../objects/roster.js';
import { MAX_IMPACTS, refuseJoints, refuseListener } from '../time/stepping.js';

/** @import { Core } from '../../wire/core.js' */
/** @import { Accumulator } from '../time/accumulator.js' */
/** @import { Body } from '../objects/body.js' */
/** @import { EventStores } from '../events/event-stores.js' */
/** @import { PreviewOptions } from '../../options/query-types.js' */
/** @import { BodyPath } from '../types.js' */
/** @import { World } from '../world.js' */

const KEYS = new Set(['bodies', 'steps', 'every', 'dt', 'substeps', 'before', 'out']);

/** Numbers of a path for each sample: x, y, angle. */
const WORDS = 3;

/** What a core has of the engine's world. */
const PLACES =
    /** @type {const} */ (['ptr', 'heap', 'addresses', 'capacity', 'slots', 'transforms',
        'velocities', 'forces', 'poses', 'flags', 'settings', 'moves', 'posesAt', 'engine',
        'recorder']);

/**
 * What stands in for a world: while it does, what the core has else.
 * @typedef {Pick<Core, typeof PLACES[number]> & { running: boolean, end: (method: string) => void }} Stage
 */

/** @param {Core} core @param {number} ptr @returns {Stage} */
function makeStage(core, ptr) {
    const [floats, words] = [new Float32Array(0), new Uint32Array(0)];
    return {
        ptr,
        heap: new Int32Array(0),
        addresses: [],
        capacity: 0,
        slots: 0,
        transforms: floats,
        velocities: floats,
        forces: floats,
        poses: floats,
        flags: words,
        settings: words,
        moves: 0,
        posesAt: -1,
        engine: localEngine,
        recorder: null,
        running: false,
        end(method) {
            if (this.running)
                throw new MicaError('LOCKED', `${method}: not while a preview of this world runs`);
            core.stage = null;
            wasm.calls.world_destroy(this.ptr);
        },
    };
}

/** The stage and the world exchange their places. @param {any} stage @param {any} core */
function swap(stage, core) {
    for (let i = 0; i < PLACES.length; ++i) {
        const place = PLACES[i];
        const other = stage[place];
        stage[place] = core[place];
        core[place] = other;
    }
}

/**
 * What `before` may change of a world beyond the engine, put back afterwards.
 * @param {Core} core @param {Accumulator} time @param {number[]} settings @param {EventStores} buffers
 * @returns {() => void} to be called when the world has its place again
 */
function keepPage(core, time, settings, { stores }) {
    const { extrapolates, round, objectChanges } = core;
    const { timeScale, paused, clock } = time;
    const layers = core.layerNames.slice();
    const roster = rosterOf(core);
    const numbers = settings.slice();
    const late = stores.slice(LATE).filter((store) => store.late);
    // What first reads the masks keeps the view of them, which is to be that of the world.
    void core.world.layers.solidMasks;
    void core.world.layers.triggerMasks;
    return () => {
        Object.assign(core, { extrapolates });
        Object.assign(time, { timeScale, paused });
        if (time.clock !== clock) time.attach('preview', clock);
        core.layerNames.splice(0, core.layerNames.length, ...layers);
        settings.splice(0, settings.length, ...numbers);
        for (const store of late) {
            dropEntries(store);
            store.late = true;
        }
        if (core.objectChanges === objectChanges) return;
        recallRoster(core, roster);
        core.round = round;
    };
}

/**
 * A path while it is being found. The game's own objects are filled when the world has its place again: their
 * setters may do anything.
 * @typedef {{ body: Body<any>, slot: number, points: Float32Array, count: number, restsFrom: number, destroyedAt: number }} Track
 */

/** The tracks of the results that may be given again. @type {WeakMap<object, Track[]>} */
const known = new WeakMap();

const NOTHING = Object.freeze({});

/** @returns {Track} */
function makeTrack() {
    const none = /** @type {any} */ (undefined);
    return { body: none, slot: 0, points: none, count: 0, restsFrom: -1, destroyedAt: -1 };
}

/**
 * The tracks of bodies, with the arrays of an earlier preview as far as they will do. Reading them may run code
 * of the game's, hence the bodies are checked last.
 * @param {Core} core @param {string} method @param {readonly unknown[]} bodies @param {number} samples
 * @param {unknown[]} out
 * @returns {Track[]}
 */
function makeTracks(core, method, bodies, samples, out) {
    const { length } = bodies;
    if (length > MAX_SLOT)
        throw new RangeError(
            `${method}: bodies must have at most ${MAX_SLOT} elements, got ${length}`,
        );
    const tracks = known.get(out) ?? [];
    // Nobody else fills these meanwhile: the code that runs while they are read may make a preview of its own.
    known.delete(out);
    for (let i = 0; i < length; ++i) {
        const { points } = /** @type {Partial<BodyPath<any>>} */ (out[i] ?? NOTHING);
        const enough = points instanceof Float32Array && points.length >= WORDS * samples;
        if (enough) refuseView(method, 'points of out', points);
        const track = tracks[i] ?? (tracks[i] = makeTrack());
        track.body = /** @type {any} */ (bodies[i]);
        track.points = enough ? points : new Float32Array(WORDS * samples);
        track.count = 0;
        track.restsFrom = track.destroyedAt = -1;
    }
    tracks.length = length;
    for (let i = 0; i < length; ++i) {
        const body = /** @type {any} */ (tracks[i].body);
        const sound = typeof body === 'object' && body !== null && isBody(body)
            && coreOf(body) === core && idOf(body) !== 0;
        // The name is made for a message alone: a preview in a running game allocates nothing.
        if (!sound) ownBody(core, method, `bodies[${i}]`, body);
        tracks[i].slot = body.index;
    }
    return tracks;
}

/**
 * Writes the tracks into the objects of an earlier preview, and into new ones behind them.
 * @param {Track[]} tracks @param {BodyPath<any>[]} out
 */
function giveTracks(tracks, out) {
    for (let i = 0; i < tracks.length; ++i) {
        const { body, points, count, restsFrom, destroyedAt } = tracks[i];
        const path = out[i];
        if (path === undefined) out[i] = { body, points, count, restsFrom, destroyedAt };
        else {
            path.body = body;
            path.points = points;
            path.count = count;
            path.restsFrom = restsFrom;
            path.destroyedAt = destroyedAt;
        }
    }
    if (out.length > tracks.length) out.length = tracks.length;
    known.set(out, tracks);
    return out;
}

/**
 * Notes where the bodies are after so many steps.
 * @param {Core} core @param {Track[]} paths @param {number} step @param {boolean} sample
 */
function notePaths(core, paths, step, sample) {
    const { transforms, flags } = core;
    for (let i = 0; i < paths.length; ++i) {
        const path = paths[i];
        if (path.destroyedAt >= 0) continue;
        const { slot } = path;
        if ((flags[slot] & FLAGS.AWAKE) !== 0) path.restsFrom = -1;
        else if (path.restsFrom < 0) path.restsFrom = step;
        if (!sample) continue;
        const at = 4 * slot;
        const to = WORDS * path.count++;
        path.points[to] = transforms[at];
        path.points[to + 1] = transforms[at + 1];
        path.points[to + 2] = Math.atan2(transforms[at + 3], transforms[at + 2]);
    }
}

/**
 * @param {Core} core
 * @param {Track[]} paths
 * @param {((step: number) => void) | undefined} before
 * @param {number} step
 */
function callBefore({ frameForces }, paths, before, step) {
    if (!before) return;
    frameForces.inStep = true;
    before(step);
    frameForces.inStep = false;
    for (const path of paths) {
        if (path.destroyedAt < 0 && idOf(path.body) === 0) path.destroyedAt = step;
    }
}

/**
 * Makes the steps on the stage, `core.stepLength` long.
 * @param {Core} core @param {string} method @param {Track[]} paths
 * @param {number} steps @param {number} every @param {number} parts substeps, or the most impacts
 * @param {((step: number) => void) | undefined} before
 */
function play(core, method, paths, steps, every, parts, before) {
    const { calls } = wasm;
    notePaths(core, paths, 0, false);
    for (let step = 1; step <= steps; ++step) {
        if (step === 1) core.frameForces.repeat(core);
        callBefore(core, paths, before, step - 1);
        if (core.byImpacts) refuseJoints(core);
        done(method, core.byImpacts
            ? calls.world_step_impacts(core.ptr, core.stepLength[0], parts)
            : calls.world_step(core.ptr, core.stepLength[0], parts));
        syncViews(core);
        ++core.moves;
        notePaths(core, paths, step, step % every === 0);
    }
}

/** @param {Core} core @returns {Stage} */
function stageOf(core) {
    return /** @type {Stage} */ (core.stage ??= makeStage(core,
        createWorld(core.worldRecord.slice(), [])));
}

/**
 * Where bodies will be after the next steps, as for an aiming line, as if `world.step(dt, substeps)` were called so often. The
 * world stays as it is, down to its bytes, and no listener is called. What `before` does to bodies, colliders, joints,
 * layers and settings holds for the preview alone; objects that it makes end with it.
 * @template {string} L
 * @param {World<L>} world @param {PreviewOptions<NoInfer<L>>} options
 * @returns {BodyPath<L>[]} one for each body
 * @throws {MicaError} LOCKED inside a listener or a preview; NO_MEMORY; NOT_IN_WORKER; else as `world.step()`
 */
export function preview(world, options) {
    const method = 'preview';
    const core = idleCoreOfWorld(method, world);
    const { steps: time, worldRecord: settings, stores } = core;
    const o = checkOptions(method, 'options', options, KEYS);
    const { bodies, steps, every = 1, dt, substeps = time.substeps, before, out = [] } = o;
    if (!Array.isArray(bodies)) wrongType(method, 'bodies', 'an array of bodies', bodies);
    if (!Array.isArray(out)) wrongType(method, 'out', 'the result of an earlier preview', out);
    if (before !== undefined && typeof before !== 'function')
        wrongType(method, 'before', 'a function', before);
    const count = integer(method, 'steps', steps, 1, 1e6);
    const stride = integer(method, 'every', every, 1, count);
    const parts = integer(method, 'substeps', substeps, 1, 64);
    if (dt !== undefined) inRange(method, 'dt', dt, 1e-6, 1);
    const tracks = makeTracks(core, method, bodies, Math.floor(count / stride), out);
    livePointer(core, method);
    refuseListener(core, method);
    const { listeners } = core;
    const stage = stageOf(core);
    const putBack = before && keepPage(core, time, settings, stores);
    const { ptr } = fresh(core);
    swap(stage, core);
    stage.running = listeners.calling = true;
    try {
        done(method, wasm.calls.world_copy(core.ptr, ptr));
        syncViews(core);
        ++core.moves;
        core.stepLength[0] = dt === undefined ? time.fixedStep : /** @type {number} */ (dt);
        play(core, method, tracks, count, stride, core.byImpacts ? MAX_IMPACTS : parts,
            /** @type {(step: number) => void} */ (before));
    } finally {
        swap(stage, core);
        stage.running = listeners.calling = core.frameForces.inStep = false;
        putBack?.();
    }
    return giveTracks(tracks, out);
}

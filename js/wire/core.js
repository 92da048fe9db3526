// What the objects of one world share and users never see: the world's address, the objects by
// slot, and the views, which are made anew only when the memory or the arrays in it have moved.
// Made by js/world/world.js.
import { MicaError } from './errors.js';
import { WORLD } from './layout.js';
import { done, heap, wasm } from './wasm.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { TileData } from '../options/tile-kinds.js' */
/** @import { FieldOptions } from '../options/types.js' */
/** @import { Body } from '../world/objects/body.js' */
/** @import { Collider } from '../world/objects/collider.js' */
/** @import { Joint } from '../world/objects/joint.js' */
/** @import { Mover } from '../world/objects/mover.js' */
/** @import { Accumulator } from '../world/time/accumulator.js' */
/** @import { EventStores } from '../world/events/event-stores.js' */
/** @import { FrameForces } from '../world/time/frame-forces.js' */
/** @import { ColliderShape, ContactPoint, GroundChange } from '../world/types.js' */
/** @import { Recorder } from '../recording/recorder.js' */
/** @import { Listeners } from '../world/events/listeners.js' */
/** @import { World } from '../world/world.js' */
/** @import { Operation } from './operations.js' */

/**
 * @typedef {object} Makers
 * @property {(core: Core, id: number) => Body<any>} body
 * @property {(core: Core, id: number, body: Body, tileData?: TileData) => Collider<any>} collider
 * @property {(core: Core, id: number, bodyA: Body | null, bodyB: Body, type: number, coupled: readonly (Joint<any> | undefined)[]) => Joint<any>} joint
 * @property {(core: Core, body: Body<any>) => Mover<any>} mover
 *
 * @typedef {[count: number, body: number[], colliders: ParsedCollider[], positions: Float32Array,
 *     angles?: Float32Array, velocities?: Float32Array, angularVelocities?: Float32Array]} BulkValues
 *
 * @typedef {object} Engine what stands behind the objects of a world: the engine in this thread
 *     (js/world/engine.js), or the way to one in a worker (js/remote/mirror.js). It is given plain
 *     values that are checked
 * @property {(core: Core, operation: Operation, method: string, id: number, a?: any, b?: any, c?: any,
 *     d?: any, e?: any) => void} perform
 * @property {(core: Core, id: number, index: number) => number} bodyNumber as body_numbers of the
 *     bridge counts them
 * @property {(core: Core, id: number) => number[]} bodyNumbers all of them, a new array
 * @property {(core: Core, id: number, method: string) => ArrayLike<number>} colliderRecord lies in it
 *     from `core.recordAt` on
 * @property {(core: Core, id: number, method: string) => ArrayLike<number>} jointRecord likewise
 * @property {(core: Core, id: number, method: string) => FieldOptions | null} field
 * @property {(core: Core, id: number) => number} layerOf a collider
 * @property {(core: Core, id: number, method: string) => ColliderShape<any>} shape
 * @property {(core: Core, id: number) => { minX: number, minY: number, maxX: number, maxY: number }} aabb
 * @property {(core: Core, id: number, x: number, y: number) => boolean} contains
 * @property {(core: Core, id: number) => Float32Array} jointState as the bridge lays it out
 * @property {(core: Core, a: number, b: number) => boolean} ignores
 * @property {(core: Core, slot: number) => Body<any> | undefined} bodyAt the live body in a slot
 * @property {(core: Core) => number} bodyCount
 * @property {(core: Core, id: number) => Collider<any>[]} colliders
 * @property {(core: Core, id: number) => Joint<any>[]} joints
 * @property {(core: Core, body: number[], colliders: ParsedCollider[]) => Body<any>} createBody
 * @property {(core: Core, values: BulkValues) => Int32Array<ArrayBuffer>} createBodies
 * @property {(core: Core, id: number, colliders: ParsedCollider[], single: boolean) => Collider<any>[]} createColliders
 * @property {(core: Core, bodyA: number, bodyB: number, record: number[]) => Joint<any>} createJoint
 * @property {(core: Core, id: number, values: readonly any[]) => void} createMover of a body, by its first collider;
 *     as the arguments of CREATE_MOVER
 * @property {(core: Core, id: number, field: number, method: string) => number} moverState a word of the state of a
 *     body's mover, as MOVER_STATE says
 * @property {(core: Core, id: number, field: number, method: string) => number} moverSetting a word of its settings,
 *     as MOVER says
 * @property {(core: Core, id: number) => Collider<any>} moverCollider
 * @property {(core: Core, id: number, method: string) => Collider<any> | null} groundCollider what it stands on; null
 *     where that is destroyed
 * @property {(core: Core, id: number, shape: ParsedShape, method: string) => void} setShape
 * @property {(core: Core, id: number, adds: boolean, words: Float32Array, made?: (change: GroundChange<any>) => void) => GroundChange<any>} editTerrain
 *     `made` is called with what was done, before listeners are
 * @property {(core: Core, id: number, method: string) => void} destroyBody
 * @property {(core: Core, id: number) => void} destroyCollider
 * @property {(core: Core, id: number) => void} destroyJoint
 * @property {(core: Core, method: string, one: Body | Collider, other: Body | Collider | undefined) => ContactPoint<any>[]} contactPoints
 * @property {(core: Core, id: number, column: number, row: number) => number} tile
 * @property {(core: Core, id: number, tile: number) => number} layerOfTile the layer of a map's cells that
 *     hold this
 * @property {(core: Core, id: number, tile: number, which: number) => number} surfaceOfTile a number of the surface of
 *     a map's cells that hold this, in the order of SURFACE of js/options/tile-kinds.js; NaN if it is the collider's
 * @property {(core: Core, id: number, kinds: number, number: number) => boolean} namesTile whether a map
 *     with so many kinds, whose record was just read, has one of that number
 * @property {(core: Core, from: number, to: number) => number} layerNamed
 * @property {(core: Core, a: number, b: number) => number} layerResponse
 * @property {(core: Core, which: 0 | 1) => Uint32Array<ArrayBuffer>} layerMasks
 * @property {(core: Core, kind: string) => void} watch is called with each kind of event that gets a listener
 *
 * @typedef {object} Core
 * @property {World<any>} world
 * @property {Engine} engine
 * @property {Makers} make makes the objects of what the engine has made
 * @property {FrameForces} frameForces what the game pushed since the last frame; not on the page's
 *     side of a world in a worker
 * @property {Listeners} listeners
 * @property {Accumulator} steps the fixed steps of its frames; not on the page's side of a world in a worker
 * @property {EventStores} stores the events of its last steps; likewise
 * @property {Recorder | null} recorder records what happens to the world; js/world/saving/recording.js sets it
 * @property {StepHistory | null} history keeps its last steps; js/world/saving/history.js sets it
 * @property {WorldMatter | null} matter its matter; js/matter/world.js sets it
 * @property {PreviewWorld | null} stage a world of the engine in which previews are made; js/world/saving/preview.js sets it
 * @property {number} stateAt where the state of a joint lies that the engine gives
 * @property {number} recordAt where the records lie that the engine gives
 * @property {number} ptr address of the world; to read it of a world that is destroyed throws, so that the engine is
 *     never given one
 * @property {boolean} destroyed whether the world is
 * @property {number} lengthUnit how many units of length make a metre
 * @property {boolean} yDown whether its y points down
 * @property {boolean} byImpacts advance() steps from impact to impact
 * @property {string[]} layerNames
 * @property {(Body<any> | undefined)[]} bodies objects by body slot; those made in bulk have none until
 *     asked for
 * @property {(Collider<any> | undefined)[]} colliders objects by collider slot
 * @property {(Joint<any> | undefined)[]} joints objects by joint slot
 * @property {Set<Joint<any>>} gears the joints that couple others
 * @property {Ended} ended what was destroyed since the last step, by handle: its events may name it
 * @property {Ended} endedBefore what was destroyed before the last step, which its events may name
 * @property {number} objectChanges how often an object was made or ended
 * @property {number} round how often the events have been replaced by those of later steps
 * @property {Int32Array} heap the heap's array when the views were made: its length is 0 once the
 *     memory has grown
 * @property {number[]} addresses of the five views
 * @property {number} capacity records in each view
 * @property {number} slots
 * @property {Float32Array} transforms
 * @property {Float32Array} velocities
 * @property {Float32Array} forces
 * @property {Float32Array} poses
 * @property {Uint32Array} flags
 * @property {Uint32Array} settings flags that only calls change, as the last call left them
 * @property {number[]} worldRecord the world's settings as they were given, laid out as WORLD says
 * @property {Float64Array} stepLength seconds of the step being made, in its one place: V8 makes an object of
 *     a number with a fraction that it passes to a function
 * @property {number} fixedStep seconds, the step of advance(); not on the page's side of a world in a worker
 * @property {boolean} extrapolates whether poses run ahead of the last state, instead of lying between the last two
 * @property {number} alpha where between the last two states the poses are, or how far ahead of the last, in steps; 1 is
 *     the last state itself, either way
 * @property {number} moves how often something moved
 * @property {number} posesAt how often it had when the poses were filled
 */

/**
 * @typedef {object} StepHistory what keeps the last steps of a world
 * @property {boolean} due whether a step was made that it has not noted
 * @property {() => void} record notes the world as it is
 * @property {() => void} stop ends it, with its world
 *
 * @typedef {object} WorldMatter what a world has of matter (js/matter/side.js)
 * @property {() => MatterRoster} roster its objects now
 * @property {(roster: MatterRoster | undefined) => void} recall brings its objects in line with the engine after a restore
 * @property {() => void} afterStep takes in the events of a step
 * @property {() => void} callListeners calls the listeners of these
 * @property {(userData: Record<string, any> | undefined) => void} restored takes in the events of a world that was restored, and
 *     gives user data to the objects that this has made
 * @property {(item?: any) => void} recordUserData has the recorder write the user data of one of its objects, or of all
 * @property {() => Record<string, Record<string, unknown>>} userData of its objects, by their lists and slots
 * @property {() => any[]} frame copies of all particles, for a page that draws them
 * @property {(slots: readonly number[]) => Record<string, any>} toScene its parts of a scene whose bodies are in these slots
 * @property {(parts: Record<string, any[]>, bodies: readonly Body<any>[], within: <T>(path: string, make: () => T) => T) => void} fromScene
 *     makes what these parts of a scene say, each within a call that names it
 *
 * @typedef {{ matters: readonly any[], emitters: readonly any[] }} MatterRoster
 *
 * @typedef {object} PreviewWorld
 * @property {number} ptr
 * @property {(method: string) => void} end gives its memory back, or throws while a preview runs
 */

/**
 * @typedef {object} Ended objects that were destroyed, by their handles
 * @property {Map<number, Body<any>>} bodies
 * @property {Map<number, Collider<any>>} colliders
 * @property {Map<number, Joint<any>>} joints
 */

/**
 * What can still be read of a destroyed object. js/world/objects/last-values.js makes them.
 * @typedef {object} LastRecords
 * @property {number[]} record
 * @property {FieldOptions | null} field of a collider
 * @property {ColliderShape<any> | undefined} shape of a collider
 * @property {((record: ArrayLike<number>, at: number) => ColliderShape<any>) | undefined} describe makes it of the
 *     record instead
 * @property {Float32Array} state of a joint
 * @property {Collider<any>[]} bodyColliders of a body
 * @property {Joint<any>[]} bodyJoints of a body
 * @property {number} until the last round in which events may name the object
 *
 * @typedef {Core & LastRecords} LastValues
 */

/** @returns {Ended} */
export function makeEnded() {
    return { bodies: new Map(), colliders: new Map(), joints: new Map() };
}

/** The views before the first ones are made. */
const NO_HEAP = new Int32Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_WORDS = new Uint32Array(0);

/**
 * A core without a world in the engine.
 * @param {World} world
 * @param {string[]} layerNames
 * @param {Engine} engine
 * @param {Makers} make
 * @param {Listeners} listeners
 * @param {number[]} worldRecord
 * @returns {Core}
 */
export function blankCore(world, layerNames, engine, make, listeners, worldRecord) {
    const none = /** @type {any} */ (undefined);
    return {
        world,
        engine,
        make,
        // The world sets the three, where it has them.
        frameForces: none,
        steps: none,
        stores: none,
        listeners,
        recorder: null,
        history: null,
        matter: null,
        stage: null,
        recordAt: 0,
        stateAt: 0,
        ptr: 0,
        destroyed: false,
        byImpacts: false,
        lengthUnit: lengthUnitIn(worldRecord),
        yDown: worldRecord[WORLD.Y_DOWN] === 1,
        layerNames,
        bodies: [],
        colliders: [],
        joints: [],
        gears: new Set(),
        ended: makeEnded(),
        endedBefore: makeEnded(),
        objectChanges: 0,
        round: 0,
        heap: NO_HEAP,
        addresses: [],
        capacity: 0,
        slots: 0,
        transforms: NO_FLOATS,
        velocities: NO_FLOATS,
        forces: NO_FLOATS,
        poses: NO_FLOATS,
        flags: NO_WORDS,
        settings: NO_WORDS,
        worldRecord,
        stepLength: new Float64Array(1),
        fixedStep: 1 / 60,
        extrapolates: false,
        alpha: 1,
        moves: 0,
        posesAt: -1,
    };
}

/**
 * The core of a world of the engine.
 * @param {World} world
 * @param {number} ptr
 * @param {string[]} layerNames
 * @param {Engine} engine
 * @param {Makers} make
 * @param {FrameForces} frameForces
 * @param {Listeners} listeners
 * @param {number[]} worldRecord
 * @returns {Core}
 */
export function makeCore(world, ptr, layerNames, engine, make, frameForces, listeners,
    worldRecord)
{
    const core = blankCore(world, layerNames, engine, make, listeners, worldRecord);
    core.frameForces = frameForces;
    core.recordAt = wasm.scratchF64;
    core.stateAt = wasm.scratchI32;
    core.ptr = ptr;
    wasm.calls.world_views(ptr);
    syncViews(core);
    return core;
}

/** The unit of length in a record of a world, in which it may be left to the default. @param {readonly number[]} record */
export const lengthUnitIn = ({ [WORLD.LENGTH_UNIT]: unit }) => (unit === unit ? unit : 1);

/**
 * Gives a world its settings.
 * @param {Core} core @param {number[]} record
 */
export function takeSettings(core, record) {
    core.worldRecord = record;
    core.lengthUnit = lengthUnitIn(record);
    core.yDown = record[WORLD.Y_DOWN] === 1;
}

/**
 * The world's address, for a call.
 * @param {Core} core
 * @param {string} method
 */
export function livePointer(core, method) {
    if (core.destroyed)
        throw new MicaError('WORLD_DESTROYED', `${method}: the world was destroyed`);
    return core.ptr;
}

/**
 * Notes that a world is destroyed. Only now is its address an accessor: as long as the world lives it is plain data,
 * which costs nothing to read.
 * @param {Core} core
 */
export function endCore(core) {
    core.destroyed = true;
    Object.defineProperty(core, 'ptr', { get: () => livePointer(core, 'World') });
}

/**
 * Refuses a call on what is gone, by itself or with its world.
 * @param {Core} core
 * @param {string} method
 * @param {string} code
 * @param {string} text what is gone and how
 * @returns {never}
 */
export function refuse(core, method, code, text) {
    livePointer(core, method);
    throw new MicaError(code, `${method}: ${text}`);
}

/**
 * What a destroyed object is read from: its last values, while events may name it.
 * @param {Core} core
 * @param {LastValues | undefined} last
 * @param {string} method
 * @param {string} code of the error afterwards
 * @param {string} text
 */
export function readLast(core, last, method, code, text) {
    if (!last || last.until < core.round || core.destroyed) refuse(core, method, code, text);
    return last;
}

/**
 * Takes in the view addresses that a call of the bridge has left in the scratch buffer.
 * @param {Core} core
 */
export function syncViews(core) {
    const { i32, f32, u32, viewsI32 } = heap();
    const transforms = i32[viewsI32];
    const velocities = i32[viewsI32 + 1];
    const forces = i32[viewsI32 + 2];
    const poses = i32[viewsI32 + 3];
    const flags = i32[viewsI32 + 4];
    const capacity = i32[viewsI32 + 5];
    core.slots = i32[viewsI32 + 6];
    const was = core.addresses;
    if (
        core.heap === i32
        && core.capacity === capacity
        && was[0] === transforms
        && was[1] === velocities
        && was[2] === forces
        && was[3] === poses
        && was[4] === flags
    ) {
        return;
    }
    core.addresses = [transforms, velocities, forces, poses, flags];
    const { buffer } = f32;
    core.heap = i32;
    core.capacity = capacity;
    core.transforms = new Float32Array(buffer, transforms, 4 * capacity);
    core.velocities = new Float32Array(buffer, velocities, 4 * capacity);
    core.forces = new Float32Array(buffer, forces, 4 * capacity);
    core.poses = new Float32Array(buffer, poses, 4 * capacity);
    core.flags = new Uint32Array(u32.buffer, flags, capacity);
    core.settings = core.flags;
}

/**
 * The core with views that are good to read now.
 * @param {Core} core
 */
export function fresh(core) {
    if (core.heap.length === 0) {
        wasm.calls.world_views(core.ptr);
        syncViews(core);
    }
    return core;
}

/**
 * Fills the poses if anything moved since.
 * @param {Core} core
 * @param {string} method
 */
export function fillPoses(core, method) {
    if (core.posesAt === core.moves) return;
    const { calls } = wasm;
    done(method, core.extrapolates
        ? calls.world_extrapolate(core.ptr, (core.alpha % 1) * core.fixedStep)
        : calls.world_interpolate(core.ptr, core.alpha));
    core.posesAt = core.moves;
}

/**
 * The poses, filled, in a view that is good to read now.
 * @param {Core} core
 * @param {string} method
 */
export function freshPoses(core, method) {
    fillPoses(core, method);
    return fresh(core).poses;
}

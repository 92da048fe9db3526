// The page's side of a world in a worker: the mirror, which holds the record of each object. An operation is
// sent as its number and plain values, and what it sets is kept in the records of the objects, so that
// it can be read at once. js/world/engine.js is the same for the engine in this thread; js/worker-host.js
// performs what is sent. Made by js/remote/world.js.
import { describeField } from '../options/fields.js';
import { describeParsed } from '../options/shapes.js';
import { makeEnded } from '../wire/core.js';
import { colliderId, endBody, endCollider, endJoint } from '../wire/handle.js';
import { findKind, layerOfKind, numberOfKind, packedIndices, wordsOf } from '../options/tile-kinds.js';
import { BODY, BODY_NUMBERS, BODY_NUMBER_FIELDS, COLLIDER, FIELD, JOINT, KIND, SHAPE, TILES, slotOf } from '../wire/layout.js';
import { targetOf } from '../wire/names.js';
import {
    ADD_LAYER,
    CREATE_BODIES,
    CREATE_BODY,
    CREATE_COLLIDERS,
    CREATE_JOINT,
    DESTROY_BODY,
    DESTROY_COLLIDER,
    DESTROY_JOINT,
    FILL_TILES,
    IGNORE_PAIR,
    SET_LAYER_PAIR,
    SET_SHAPE,
} from '../wire/operations.js';
import { makeListeners } from '../world/listeners.js';
import { STAYS } from './events.js';
import { MoverFrames, forgetMover, keepMover, refreshFlags, remoteMovers } from './movers.js';
import { keepValues } from './records.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { Body } from '../world/body.js' */
/** @import { Collider } from '../world/collider.js' */
/** @import { Joint } from '../world/joint.js' */
/** @import { BulkValues, Core, Engine, LastValues, Makers } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Defaults } from '../world/defaults.js' */
/** @import { Link } from './link.js' */
/** @import { MoverMirror } from './movers.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * @typedef {{ defaults: Defaults, module: boolean }} Ready what the worker says once it has a world:
 *     the engine's defaults, and whether a module plays with it
 *
 * @typedef {object} ColliderMirror
 * @property {Collider} collider
 * @property {number[]} record
 * @property {ParsedShape} shape
 *
 * @typedef {object} BodyMirror
 * @property {number[]} record
 * @property {Collider[]} colliders
 * @property {Joint[]} joints oldest first
 * @property {Set<number>} ignored indices of bodies
 * @property {MoverMirror} [mover]
 *
 * @typedef {object} Mirror
 * @property {BodyMirror[]} bodies by index
 * @property {Map<number, ColliderMirror>} colliders by id
 * @property {Map<number, { joint: Joint, record: number[] }>} joints by id
 * @property {number[]} world its record
 * @property {Uint8Array} layers what each layer names each other as, 64 a row
 * @property {number[]} free indices that can be used again
 * @property {boolean} module whether a module plays with the world in the worker
 * @property {number} stride from one number that the page gives to the next: 1, or 2 where a module in
 *     the worker gives the odd ones
 * @property {number} nextBody
 * @property {number} nextCollider
 * @property {number} nextJoint
 * @property {Defaults} defaults
 *
 * @typedef {Core & { mirror: Mirror, link: Link, movers: MoverFrames }} RemoteCore
 */

/** What each layer names each other as. @param {[from: number, to: number, response: number][]} cells */
function layerTable(cells) {
    const layers = new Uint8Array(64 * 64);
    layers[0] = 1;
    for (const [from, to, response] of cells) layers[64 * from + to] = response;
    return layers;
}

/**
 * What the objects of a world in a worker share.
 * @param {WorkerWorld<any>} world
 * @param {Link} link
 * @param {Makers} make
 * @param {Ready} ready what the worker said
 * @param {{ time: { byImpacts: boolean }, names: string[], cells: [from: number, to: number, response: number][], record: number[] }} options
 *     parsed
 * @returns {RemoteCore}
 */
export function makeRemoteCore(world, link, make, { defaults, module }, { names, cells, record, time }) {
    const layers = layerTable(cells);
    const stride = module ? 2 : 1;
    const mirror = {
        bodies: [],
        colliders: new Map(),
        joints: new Map(),
        // A world keeps its settings as they were given.
        world: record.map((number, i) => (Number.isNaN(number) ? defaults.world[i] : number)),
        layers,
        free: [],
        module,
        stride,
        nextBody: 0,
        nextCollider: stride,
        nextJoint: stride,
        defaults,
    };
    const none = /** @type {any} */ (undefined);
    return {
        world: /** @type {any} */ (world),
        engine: remoteEngine,
        make,
        // The worker's side has these.
        frameForces: none, steps: none, stores: none, recorder: null, history: null, stage: null,
        listeners: makeListeners(),
        mirror,
        link,
        movers: new MoverFrames(),
        recordAt: 0,
        stateAt: 0,
        ptr: 1,
        destroyed: false,
        worldRecord: mirror.world,
        stepLength: new Float64Array(1),
        byImpacts: time.byImpacts,
        layerNames: names,
        bodies: [],
        colliders: [],
        joints: [],
        gears: new Set(),
        ended: makeEnded(),
        endedBefore: makeEnded(),
        objectChanges: 0,
        round: 0,
        // Not empty: the views are always good.
        heap: new Int32Array(1),
        addresses: [],
        capacity: 0,
        slots: 0,
        transforms: new Float32Array(0),
        velocities: new Float32Array(0),
        forces: new Float32Array(0),
        poses: new Float32Array(0),
        flags: new Uint32Array(0),
        settings: new Uint32Array(256),
        fixedStep: 0,
        extrapolates: false,
        alpha: 1,
        posesStale: false,
    };
}

/**
 * A copy of a parsed record in which the engine's defaults are filled in.
 * @param {readonly number[]} record
 * @param {readonly number[]} defaults
 */
function filled(record, defaults) {
    return record.map((number, i) => {
        const known = Number.isNaN(number) && i < COLLIDER.FIELD ? defaults[i] : number;
        return Number.isInteger(known) ? known : Math.fround(known);
    });
}

/** @param {Core} core */
function remote(core) {
    return /** @type {RemoteCore} */ (core);
}

/**
 * Enters a body.
 * @param {RemoteCore} core
 * @param {number[]} given its parsed record
 * @param {number} [index] a new one unless the worker gave it
 * @returns {Body<any>}
 */
export function enterBody(core, given, index = newIndex(core)) {
    const { mirror } = core;
    const record = filled(given, mirror.defaults.body);
    mirror.bodies[index] = { record, colliders: [], joints: [], ignored: new Set() };
    core.slots = Math.max(core.slots, index + 1);
    if (core.settings.length < core.slots) {
        const larger = new Uint32Array(2 * core.slots);
        larger.set(core.settings);
        core.settings = larger;
    }
    refreshFlags(core, index);
    // A handle is the index plus one, as `slotOf` takes it.
    const body = core.make.body(core, index + 1);
    core.bodies[index] = body;
    return body;
}

/** An index for a body that the page makes. @param {RemoteCore} core */
function newIndex({ mirror }) {
    return mirror.free.shift() ?? (mirror.nextBody += mirror.stride) - mirror.stride;
}

/**
 * Enters a collider.
 * @param {RemoteCore} core
 * @param {Body} body
 * @param {ParsedCollider} parsed
 * @param {number} [id] a new one unless the worker gave it
 */
export function enterCollider(core, body, parsed, id) {
    const { mirror } = core;
    id ??= (mirror.nextCollider += mirror.stride) - mirror.stride;
    const record = filled(parsed.record, mirror.defaults.collider);
    const { data, place, path, userData, tileData } = parsed;
    const collider = core.make.collider(core, id, body, tileData);
    const cells = record[SHAPE.KIND] === KIND.TILES;
    const shape = { record, data: cells ? data?.slice() : data, place, path, tileData };
    mirror.colliders.set(id, { collider, record, shape });
    mirror.bodies[body.index].colliders.push(collider);
    if (userData !== undefined) collider.userData = userData;
    return collider;
}

/**
 * Enters a joint.
 * @param {RemoteCore} core
 * @param {Body | null} bodyA
 * @param {Body} bodyB
 * @param {number[]} record
 * @param {number} id
 */
export function enterJoint(core, bodyA, bodyB, record, id) {
    const { mirror } = core;
    const coupled = [JOINT.COUPLED_A, JOINT.COUPLED_B].map((field) => mirror.joints.get(record[field])?.joint);
    const joint = core.make.joint(core, id, bodyA, bodyB, record[JOINT.TYPE], coupled);
    mirror.joints.set(id, { joint, record: filled(record, record) });
    for (const body of [bodyA, bodyB]) if (body) mirror.bodies[body.index].joints.push(joint);
    return joint;
}

/**
 * Gives a collider another shape.
 * @param {RemoteCore} core
 * @param {number} id
 * @param {ParsedShape} shape
 */
export function enterShape({ mirror }, id, shape) {
    const mirrored = /** @type {ColliderMirror} */ (mirror.colliders.get(id));
    mirrored.shape = shape;
    mirrored.record.splice(0, SHAPE.RECORD, ...shape.record);
}

/**
 * Parsed colliders as they are sent, which are not to change any more. What the game gave them stays here.
 * @param {ParsedCollider[]} list
 */
function sendable(list) {
    return list.map(({ record, data, place, path, tileData }) =>
        ({ record: record.slice(), data, place, path, tileData: tileData && new Map() }));
}

/**
 * The cells of a map, or the indices of their kinds, and what they hold of this tile.
 * @param {number[]} record
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {number} tile
 */
function cellsToFill(record, data, tile) {
    const kinds = record[TILES.KINDS];
    if (kinds === 0) return { cells: data, value: tile };
    return { cells: packedIndices(data, kinds), value: findKind(wordsOf(data.buffer, kinds), 0, kinds, tile) };
}

/**
 * Keeps what an operation sets.
 * @param {RemoteCore} core
 * @param {Operation} operation
 * @param {number} id
 * @param {any[]} values
 */
export function keep(core, operation, id, values) {
    const { mirror, layerNames } = core;
    const { number } = operation;
    const target = targetOf(number);
    if (number === ADD_LAYER.number) layerNames.push(values[0]);
    else if (number === SET_LAYER_PAIR.number) mirror.layers[64 * values[0] + values[1]] = values[2];
    else if (number === IGNORE_PAIR.number) {
        const [a, b] = [slotOf(values[0]), slotOf(values[1])];
        for (const [one, other] of [[a, b], [b, a]]) {
            if (values[2]) mirror.bodies[one].ignored.add(other);
            else mirror.bodies[one].ignored.delete(other);
        }
    } else if (number === FILL_TILES.number) {
        const { record, shape } = /** @type {ColliderMirror} */ (mirror.colliders.get(id));
        const [column, row, columns, rows, tile] = values;
        const width = record[TILES.COLUMNS];
        const { cells, value } = cellsToFill(record, /** @type {Uint8Array<ArrayBuffer>} */ (shape.data), tile);
        for (let y = row; y < row + rows; ++y) {
            cells.fill(value, y * width + column, y * width + column + columns);
        }
    } else if (target === 'body') {
        keepOfBody(core, operation, slotOf(id), values);
    } else if (target === 'world') {
        const { field } = operation;
        if (field !== undefined) mirror.world.splice(field, values.length, ...values.map(Number));
    } else {
        const mirrored = target === 'collider' ? mirror.colliders.get(id) : mirror.joints.get(id);
        keepValues(operation, mirrored?.record ?? [], values);
    }
}

/**
 * @param {RemoteCore} core
 * @param {Operation} operation
 * @param {number} index of the body
 * @param {any[]} values
 */
function keepOfBody(core, operation, index, values) {
    const { record } = core.mirror.bodies[index];
    const type = record[BODY.TYPE];
    keepValues(operation, record, values);
    keepMover(core, operation, index, values);
    // A mover is of a kinematic body.
    if (record[BODY.TYPE] !== type) forgetMover(core, index);
    refreshFlags(core, index);
}

/**
 * Takes a body out of the mirrored records of others and ends its object.
 * @param {RemoteCore} core
 * @param {Body} body
 * @param {LastValues} [last]
 */
export function forgetBody({ mirror }, body, last) {
    const { ignored } = mirror.bodies[body.index];
    for (const other of ignored) mirror.bodies[other].ignored.delete(body.index);
    ignored.clear();
    endBody(body, last);
}

/**
 * Takes a joint off its bodies and ends its object.
 * @param {RemoteCore} core
 * @param {Joint} joint
 * @param {LastValues} [last]
 */
export function forgetJoint({ mirror, gears }, joint, last) {
    gears.delete(joint);
    for (const body of [joint.bodyA, joint.bodyB]) {
        if (!body) continue;
        const mirrored = mirror.bodies[body.index];
        mirrored.joints = mirrored.joints.filter((other) => other !== joint);
    }
    endJoint(joint, last);
}

/**
 * Takes a collider off its body and ends its object.
 * @param {RemoteCore} core
 * @param {Collider} collider
 * @param {LastValues} [last]
 */
export function forgetCollider(core, collider, last) {
    const { index } = collider.body;
    const mirrored = core.mirror.bodies[index];
    mirrored.colliders = mirrored.colliders.filter((other) => other !== collider);
    if (mirrored.mover?.collider === collider) forgetMover(core, index);
    endCollider(collider, last);
}

/**
 * All that goes with a body, and the body.
 * @param {RemoteCore} core
 * @param {Body} body
 */
export function withBody({ mirror }, body) {
    const { colliders, joints } = mirror.bodies[body.index];
    return [...colliders, ...joints, body];
}

/**
 * What both sides of a pair of layers say together: solid before trigger before ignore.
 * @param {Uint8Array} layers
 * @param {number} a
 * @param {number} b
 */
function responseOf(layers, a, b) {
    const both = [layers[64 * a + b], layers[64 * b + a]];
    return both.includes(1) ? 1 : both.includes(2) ? 2 : 0;
}

/**
 * Makes a body and shows it.
 * @param {Core} core
 * @param {number[]} record
 * @param {ParsedCollider[]} list
 */
function createBody(core, record, list) {
    const { link } = remote(core);
    const body = enterBody(remote(core), record);
    const ids = list.map((parsed) => colliderId(enterCollider(remote(core), body, parsed)));
    link.send([CREATE_BODY.number, 'World.createBody', body.index, ids, record.slice(), sendable(list)]);
    link.show(body);
    return body;
}

/**
 * @param {Core} core
 * @param {BulkValues} values
 */
function createBodies(core, [count, record, list, positions, angles, velocities, spins]) {
    const { link, mirror } = remote(core);
    const indices = new Int32Array(count);
    const ids = new Float64Array(count * list.length);
    for (let i = 0; i < count; ++i) {
        const body = enterBody(remote(core), record);
        indices[i] = body.index;
        list.forEach((parsed, k) => {
            ids[i * list.length + k] = colliderId(enterCollider(remote(core), body, parsed));
        });
        const own = mirror.bodies[body.index].record;
        own[BODY.X] = positions[2 * i];
        own[BODY.Y] = positions[2 * i + 1];
        if (angles) own[BODY.ANGLE] = angles[i];
        link.show(body);
    }
    const values = [record.slice(), sendable(list), positions, angles, velocities, spins];
    link.send([CREATE_BODIES.number, 'World.createBodies', indices, ids, ...values]);
    return indices;
}

/**
 * The field of a collider, in which the defaults of its type are filled in.
 * @param {Core} core
 * @param {number} id
 */
function field(core, id) {
    const { mirror } = remote(core);
    const record = recordOf(mirror.colliders, id).slice(COLLIDER.FIELD);
    const usual = mirror.defaults.fields[record[FIELD.TYPE] - 1];
    return describeField(record.map((number, i) => (Number.isNaN(number) ? usual[i] : Math.fround(number))), 0);
}

/** @type {Engine} */
const remoteEngine = {
    perform(core, operation, method, id, ...given) {
        // The caller's arrays are the caller's.
        const values = given.slice(0, operation.args.length).map((value) =>
            (value instanceof Int32Array || value instanceof Float32Array ? value.slice() : value));
        remote(core).link.send([operation.number, method, id, ...values]);
        keep(remote(core), operation, id, values);
    },
    bodyNumber: (core, id, index) =>
        remote(core).mirror.bodies[slotOf(id)].record[BODY_NUMBER_FIELDS[index - BODY_NUMBERS.LINEAR_DAMPING]],
    colliderRecord: (core, id) => recordOf(remote(core).mirror.colliders, id),
    jointRecord: (core, id) => recordOf(remote(core).mirror.joints, id),
    layerOf: (core, id) => recordOf(remote(core).mirror.colliders, id)[COLLIDER.LAYER],
    field,
    shape(core, id) {
        const { shape } = /** @type {ColliderMirror} */ (remote(core).mirror.colliders.get(id));
        return /** @type {any} */ (describeParsed(shape, core.layerNames));
    },
    ignores: (core, a, b) => remote(core).mirror.bodies[slotOf(a)].ignored.has(slotOf(b)),
    bodyAt({ bodies }, slot) {
        const body = bodies[slot];
        return body?.alive ? body : undefined;
    },
    bodyCount: ({ bodies }) => bodies.filter((body) => body?.alive).length,
    colliders: (core, id) => [...remote(core).mirror.bodies[slotOf(id)].colliders],
    joints: (core, id) => [...remote(core).mirror.bodies[slotOf(id)].joints].reverse(),
    ...remoteMovers,
    createBody,
    createBodies,
    createColliders(core, id, list, single) {
        const body = /** @type {Body} */ (core.bodies[slotOf(id)]);
        const made = list.map((parsed) => enterCollider(remote(core), body, parsed));
        const method = single ? 'Body.createCollider' : 'Body.createColliders';
        const ids = made.map(colliderId);
        remote(core).link.send([CREATE_COLLIDERS.number, method, id, ids, sendable(list), single]);
        return made;
    },
    createJoint(core, a, b, record) {
        const { link, mirror } = remote(core);
        const id = (mirror.nextJoint += mirror.stride) - mirror.stride;
        const bodyB = /** @type {Body} */ (core.bodies[slotOf(b)]);
        const bodyA = a === 0 ? null : /** @type {Body} */ (core.bodies[slotOf(a)]);
        const joint = enterJoint(remote(core), bodyA, bodyB, record, id);
        link.send([CREATE_JOINT.number, 'World.createJoint', id, a, b, record.slice()]);
        return joint;
    },
    setShape(core, id, shape, method) {
        enterShape(remote(core), id, shape);
        const { record, data, place, path } = shape;
        remote(core).link.send([SET_SHAPE.number, method, id, { record: record.slice(), data, place, path }]);
    },
    destroyBody(core, id, method) {
        const { link } = remote(core);
        link.send([DESTROY_BODY.number, method, id]);
        link.release(withBody(remote(core), /** @type {Body} */ (core.bodies[slotOf(id)])));
    },
    destroyCollider(core, id) {
        const { link, mirror } = remote(core);
        link.send([DESTROY_COLLIDER.number, 'Collider.destroy', id]);
        const mirrored = mirror.colliders.get(id);
        if (mirrored) link.release([mirrored.collider]);
    },
    destroyJoint(core, id) {
        const { link, mirror } = remote(core);
        link.send([DESTROY_JOINT.number, 'Joint.destroy', id]);
        const mirrored = mirror.joints.get(id);
        if (mirrored) link.release([mirrored.joint]);
    },
    tile(core, id, column, row) {
        const { record, shape } = /** @type {ColliderMirror} */ (remote(core).mirror.colliders.get(id));
        const data = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        const at = row * record[TILES.COLUMNS] + column;
        const kinds = record[TILES.KINDS];
        return kinds ? numberOfKind(wordsOf(data.buffer, kinds), packedIndices(data, kinds)[at]) : data[at];
    },
    layerOfTile(core, id, tile) {
        const { record, shape } = /** @type {ColliderMirror} */ (remote(core).mirror.colliders.get(id));
        const { buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        const kinds = record[TILES.KINDS];
        const own = kinds ? layerOfKind(wordsOf(buffer, kinds), 0, kinds, tile) : -1;
        return own < 0 ? record[COLLIDER.LAYER] : own;
    },
    namesTile(core, id, kinds, number) {
        const { shape } = /** @type {ColliderMirror} */ (remote(core).mirror.colliders.get(id));
        const { buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        return findKind(wordsOf(buffer, kinds), 0, kinds, number) >= 0;
    },
    layerNamed: (core, from, to) => remote(core).mirror.layers[64 * from + to],
    layerResponse: (core, a, b) => responseOf(remote(core).mirror.layers, a, b),
    layerMasks(core, which) {
        const words = new Uint32Array(128);
        const { length } = core.layerNames;
        for (let a = 0; a < length; ++a) {
            for (let b = 0; b < length; ++b) {
                const response = responseOf(remote(core).mirror.layers, a, b);
                if (response === which + 1) words[2 * a + (b >> 5)] |= 1 << (b & 31);
            }
        }
        return words;
    },
    watch: (core, kind) => {
        if (STAYS.includes(kind)) remote(core).link.send(['watch', kind]);
    },
    // The classes of a world in a worker ask for these by promises.
    contactPoints: unasked,
    aabb: unasked,
    contains: unasked,
    jointState: unasked,
};

/** @returns {never} */
function unasked() {
    throw new TypeError('a world in a worker gives this by a promise');
}

/**
 * @param {ReadonlyMap<number, { record: number[] }>} mirrored objects by id
 * @param {number} id
 */
function recordOf(mirrored, id) {
    return /** @type {{ record: number[] }} */ (mirrored.get(id)).record;
}

// What stands behind the objects of a world in a worker, on the page's side: the books. An operation is
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
/** @import { MoverBook } from './movers.js' */
/** @import { WorkerWorld } from './world.js' */

/**
 * @typedef {{ defaults: Defaults, module: boolean }} Ready what the worker says once it has a world:
 *     the engine's defaults, and whether a module plays with it
 *
 * @typedef {object} ColliderBook
 * @property {Collider} collider
 * @property {number[]} record
 * @property {ParsedShape} shape
 *
 * @typedef {object} BodyBook
 * @property {number[]} record
 * @property {Collider[]} colliders
 * @property {Joint[]} joints oldest first
 * @property {Set<number>} ignored indices of bodies
 * @property {MoverBook} [mover]
 *
 * @typedef {object} Books
 * @property {BodyBook[]} bodies by index
 * @property {Map<number, ColliderBook>} colliders by id
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
 * @typedef {Core & { books: Books, link: Link, movers: MoverFrames }} RemoteCore
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
    const books = {
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
    return {
        world: /** @type {any} */ (world),
        engine: remoteEngine,
        make,
        frameForces: /** @type {any} */ (undefined),
        listeners: makeListeners(),
        recorder: null,
        books,
        link,
        movers: new MoverFrames(),
        recordAt: 0,
        stateAt: 0,
        ptr: 1,
        destroyed: false,
        worldRecord: books.world,
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
    const { books } = core;
    const record = filled(given, books.defaults.body);
    books.bodies[index] = { record, colliders: [], joints: [], ignored: new Set() };
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
function newIndex({ books }) {
    return books.free.shift() ?? (books.nextBody += books.stride) - books.stride;
}

/**
 * Enters a collider.
 * @param {RemoteCore} core
 * @param {Body} body
 * @param {ParsedCollider} parsed
 * @param {number} [id] a new one unless the worker gave it
 */
export function enterCollider(core, body, parsed, id) {
    const { books } = core;
    id ??= (books.nextCollider += books.stride) - books.stride;
    const record = filled(parsed.record, books.defaults.collider);
    const { data, place, path, userData, tileData } = parsed;
    const collider = core.make.collider(core, id, body, tileData);
    const cells = record[SHAPE.KIND] === KIND.TILES;
    const shape = { record, data: cells ? data?.slice() : data, place, path, tileData };
    books.colliders.set(id, { collider, record, shape });
    books.bodies[body.index].colliders.push(collider);
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
    const { books } = core;
    const coupled = [JOINT.COUPLED_A, JOINT.COUPLED_B].map((field) => books.joints.get(record[field])?.joint);
    const joint = core.make.joint(core, id, bodyA, bodyB, record[JOINT.TYPE], coupled);
    books.joints.set(id, { joint, record: filled(record, record) });
    for (const body of [bodyA, bodyB]) if (body) books.bodies[body.index].joints.push(joint);
    return joint;
}

/**
 * Gives a collider another shape.
 * @param {RemoteCore} core
 * @param {number} id
 * @param {ParsedShape} shape
 */
export function enterShape({ books }, id, shape) {
    const book = /** @type {ColliderBook} */ (books.colliders.get(id));
    book.shape = shape;
    book.record.splice(0, SHAPE.RECORD, ...shape.record);
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
    const { books, layerNames } = core;
    const { number } = operation;
    const target = targetOf(number);
    if (number === ADD_LAYER.number) layerNames.push(values[0]);
    else if (number === SET_LAYER_PAIR.number) books.layers[64 * values[0] + values[1]] = values[2];
    else if (number === IGNORE_PAIR.number) {
        const [a, b] = [slotOf(values[0]), slotOf(values[1])];
        for (const [one, other] of [[a, b], [b, a]]) {
            if (values[2]) books.bodies[one].ignored.add(other);
            else books.bodies[one].ignored.delete(other);
        }
    } else if (number === FILL_TILES.number) {
        const { record, shape } = /** @type {ColliderBook} */ (books.colliders.get(id));
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
        if (field !== undefined) books.world.splice(field, values.length, ...values.map(Number));
    } else {
        const book = target === 'collider' ? books.colliders.get(id) : books.joints.get(id);
        keepValues(operation, book?.record ?? [], values);
    }
}

/**
 * @param {RemoteCore} core
 * @param {Operation} operation
 * @param {number} index of the body
 * @param {any[]} values
 */
function keepOfBody(core, operation, index, values) {
    const { record } = core.books.bodies[index];
    const type = record[BODY.TYPE];
    keepValues(operation, record, values);
    keepMover(core, operation, index, values);
    // A mover is of a kinematic body.
    if (record[BODY.TYPE] !== type) forgetMover(core, index);
    refreshFlags(core, index);
}

/**
 * Takes a body out of the books of others and tells it that it is gone.
 * @param {RemoteCore} core
 * @param {Body} body
 * @param {LastValues} [last]
 */
export function forgetBody({ books }, body, last) {
    const { ignored } = books.bodies[body.index];
    for (const other of ignored) books.bodies[other].ignored.delete(body.index);
    ignored.clear();
    endBody(body, last);
}

/**
 * Takes a joint off its bodies and tells it that it is gone.
 * @param {RemoteCore} core
 * @param {Joint} joint
 * @param {LastValues} [last]
 */
export function forgetJoint({ books, gears }, joint, last) {
    gears.delete(joint);
    for (const body of [joint.bodyA, joint.bodyB]) {
        if (!body) continue;
        const book = books.bodies[body.index];
        book.joints = book.joints.filter((other) => other !== joint);
    }
    endJoint(joint, last);
}

/**
 * Takes a collider off its body and tells it that it is gone.
 * @param {RemoteCore} core
 * @param {Collider} collider
 * @param {LastValues} [last]
 */
export function forgetCollider(core, collider, last) {
    const { index } = collider.body;
    const book = core.books.bodies[index];
    book.colliders = book.colliders.filter((other) => other !== collider);
    if (book.mover?.collider === collider) forgetMover(core, index);
    endCollider(collider, last);
}

/**
 * All that goes with a body, and the body.
 * @param {RemoteCore} core
 * @param {Body} body
 */
export function withBody({ books }, body) {
    const { colliders, joints } = books.bodies[body.index];
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
    const { link, books } = remote(core);
    const indices = new Int32Array(count);
    const ids = new Float64Array(count * list.length);
    for (let i = 0; i < count; ++i) {
        const body = enterBody(remote(core), record);
        indices[i] = body.index;
        list.forEach((parsed, k) => {
            ids[i * list.length + k] = colliderId(enterCollider(remote(core), body, parsed));
        });
        const own = books.bodies[body.index].record;
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
    const { books } = remote(core);
    const record = recordOf(books.colliders, id).slice(COLLIDER.FIELD);
    const usual = books.defaults.fields[record[FIELD.TYPE] - 1];
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
        remote(core).books.bodies[slotOf(id)].record[BODY_NUMBER_FIELDS[index - BODY_NUMBERS.LINEAR_DAMPING]],
    colliderRecord: (core, id) => recordOf(remote(core).books.colliders, id),
    jointRecord: (core, id) => recordOf(remote(core).books.joints, id),
    layerOf: (core, id) => recordOf(remote(core).books.colliders, id)[COLLIDER.LAYER],
    field,
    shape(core, id) {
        const { shape } = /** @type {ColliderBook} */ (remote(core).books.colliders.get(id));
        return /** @type {any} */ (describeParsed(shape, core.layerNames));
    },
    ignores: (core, a, b) => remote(core).books.bodies[slotOf(a)].ignored.has(slotOf(b)),
    bodyAt({ bodies }, slot) {
        const body = bodies[slot];
        return body?.alive ? body : undefined;
    },
    bodyCount: ({ bodies }) => bodies.filter((body) => body?.alive).length,
    colliders: (core, id) => [...remote(core).books.bodies[slotOf(id)].colliders],
    joints: (core, id) => [...remote(core).books.bodies[slotOf(id)].joints].reverse(),
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
        const { link, books } = remote(core);
        const id = (books.nextJoint += books.stride) - books.stride;
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
        link.bury(withBody(remote(core), /** @type {Body} */ (core.bodies[slotOf(id)])));
    },
    destroyCollider(core, id) {
        const { link, books } = remote(core);
        link.send([DESTROY_COLLIDER.number, 'Collider.destroy', id]);
        const book = books.colliders.get(id);
        if (book) link.bury([book.collider]);
    },
    destroyJoint(core, id) {
        const { link, books } = remote(core);
        link.send([DESTROY_JOINT.number, 'Joint.destroy', id]);
        const book = books.joints.get(id);
        if (book) link.bury([book.joint]);
    },
    tile(core, id, column, row) {
        const { record, shape } = /** @type {ColliderBook} */ (remote(core).books.colliders.get(id));
        const data = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        const at = row * record[TILES.COLUMNS] + column;
        const kinds = record[TILES.KINDS];
        return kinds ? numberOfKind(wordsOf(data.buffer, kinds), packedIndices(data, kinds)[at]) : data[at];
    },
    layerOfTile(core, id, tile) {
        const { record, shape } = /** @type {ColliderBook} */ (remote(core).books.colliders.get(id));
        const { buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        const kinds = record[TILES.KINDS];
        const own = kinds ? layerOfKind(wordsOf(buffer, kinds), 0, kinds, tile) : -1;
        return own < 0 ? record[COLLIDER.LAYER] : own;
    },
    namesTile(core, id, kinds, number) {
        const { shape } = /** @type {ColliderBook} */ (remote(core).books.colliders.get(id));
        const { buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
        return findKind(wordsOf(buffer, kinds), 0, kinds, number) >= 0;
    },
    layerNamed: (core, from, to) => remote(core).books.layers[64 * from + to],
    layerResponse: (core, a, b) => responseOf(remote(core).books.layers, a, b),
    layerMasks(core, which) {
        const words = new Uint32Array(128);
        const { length } = core.layerNames;
        for (let a = 0; a < length; ++a) {
            for (let b = 0; b < length; ++b) {
                const response = responseOf(remote(core).books.layers, a, b);
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
    throw new TypeError('a world in a worker tells this by a promise');
}

/**
 * @param {ReadonlyMap<number, { record: number[] }>} books
 * @param {number} id
 */
function recordOf(books, id) {
    return /** @type {{ record: number[] }} */ (books.get(id)).record;
}

// The page's side of a world in a worker: what it knows of each object, so that what was made or set can be
// read at once. It stands behind the objects of js/world/ as js/world/engine.js does in this thread: an operation
// is sent as its number and plain values, and what it sets is kept. What the worker did by itself comes with
// its replies. Made by js/remote/world.js.
import { describeField, parseField } from '../options/fields.js';
import { parseColliders } from '../options/options.js';
import { describeParsed } from '../options/shapes.js';
import { findKind, layerOfKind, numberOfKind, packedIndices, surfaceOfKind,
    wordsOf } from '../options/tile-kinds.js';
import { materialOfSquare, patchTerrain } from '../options/terrain.js';
import { blankCore } from '../wire/core.js';
import { countEdit, tileDataOfCollider } from '../wire/handle.js';
import { endObject, idOf, isBody, isCollider } from '../wire/object.js';
import { BODY, BODY_NUMBERS, BODY_NUMBER_FIELDS, COLLIDER, FIELD, FLAGS, JOINT, KIND, MOVER_RECORD,
    MOVER_STATE, SHAPE, TILES, slotOf } from '../wire/layout.js';
import { targetOf } from '../wire/names.js';
import * as OP from '../wire/operations.js';
import { operationOf } from '../wire/table.js';
import { makeListeners } from '../world/events/listeners.js';
import { isStay } from './events.js';
import { MOVER_KEEPERS, flagsOf, keepValues, rounded } from './records.js';

/** @import { ParsedCollider } from '../options/options.js' */
/** @import { ParsedShape } from '../options/shapes.js' */
/** @import { TileData } from '../options/tile-kinds.js' */
/** @import { Core, Engine, LastValues, Makers } from '../wire/core.js' */
/** @import { Operation } from '../wire/operations.js' */
/** @import { Defaults } from '../world/objects/defaults.js' */
/** @import { Link } from './link.js' */

/**
 * @typedef {object} Entry what the page knows of a body, collider or joint
 * @property {number} number by which both sides know it
 * @property {any} object
 * @property {number[]} record as js/wire/layout.js lays it out
 * @property {ParsedShape} shape of a collider
 * @property {any[]} colliders of a body
 * @property {any[]} joints of a body, oldest first
 * @property {Set<number>} ignored of a body: indices of bodies
 * @property {{ settings: number[], collider: any } | undefined} mover of a body: its settings as MOVER lays them out
 *
 * @typedef {object} Mirror
 * @property {Map<number, Entry>} entries by number
 * @property {Entry[]} bodies by index
 * @property {number[]} free indices that can be used again
 * @property {number} next number
 * @property {number} nextIndex
 * @property {Uint8Array} layers what each layer names each other as, 64 a row
 * @property {Defaults} defaults of the engine
 * @property {boolean} module whether a module plays with the world
 * @property {import('../world/types.js').MoverStates} moverStates in the last frame
 * @property {Map<number, number>} moverPlaces where the record of a body's mover begins, by the body's index
 *
 * @typedef {Core & { mirror: Mirror, link: Link }} RemoteCore
 */

/** @param {Core} core */
const remote = (core) => /** @type {RemoteCore} */ (core);
/** @param {Core} core @param {number} id of a body */
const bodyEntry = (core, id) => remote(core).mirror.bodies[slotOf(id)];
/** @param {Core} core @param {number} id of a collider or joint, which is its number here */
const entry = (core, id) => /** @type {Entry} */ (remote(core).mirror.entries.get(id));

/**
 * What the objects of a world in a worker share.
 * @param {object} world
 * @param {Link} link
 * @param {Makers} make
 * @param {{ defaults: Defaults, module: boolean }} ready what the worker said
 * @param {{ names: string[], cells: [from: number, to: number, response: number][], record: number[], time: { byImpacts: boolean } }} options
 *     parsed
 * @returns {RemoteCore}
 */
export function makeRemoteCore(world, link, make, { defaults, module },
    { names, cells, record, time })
{
    const layers = new Uint8Array(64 * 64);
    layers[0] = 1;
    for (const [from, to, response] of cells) layers[64 * from + to] = response;
    const none = new Uint32Array(0);
    const moverStates = { count: 0, stride: MOVER_RECORD.RECORD, f32: new Float32Array(0),
        u32: none };
    /** @type {Mirror} */
    const mirror = { entries: new Map(), bodies: [], free: [], next: 1, nextIndex: 0, layers,
        defaults, module, moverStates, moverPlaces: new Map() };
    const core = blankCore(/** @type {any} */ (world), names, remoteEngine, make, makeListeners(),
        record);
    // The views are always good.
    return Object.assign(core, { mirror, link, ptr: 1, byImpacts: time.byImpacts,
        heap: new Int32Array(1), settings: new Uint32Array(256), posesAt: 0 });
}

/**
 * A copy of a record in which the engine's defaults are filled in.
 * @param {readonly number[]} record
 * @param {readonly number[]} defaults
 */
function filled(record, defaults) {
    return record.map((number,
        i) => (Number.isNaN(number) && i < COLLIDER.FIELD ? rounded(defaults[i]) : rounded(number))
    );
}

/**
 * Enters an object.
 * @param {Core} core
 * @param {number} number
 * @param {number[]} record
 * @param {(entry: Entry) => any} make the object
 * @returns {Entry}
 */
function enter(core, number, record, make) {
    /** @type {Entry} */
    const made = { number, object: null, record, shape: /** @type {any} */ (null), colliders: [],
        joints: [], ignored: new Set(), mover: undefined };
    remote(core).mirror.entries.set(number, made);
    made.object = make(made);
    return made;
}

/** A number for what the page makes. @param {Core} core */
const take = (core) => remote(core).mirror.next++;

/** @param {Core} core @param {number[]} given its parsed record @param {number} number */
function enterBody(core, given, number) {
    const { mirror } = remote(core);
    const index = mirror.free.shift() ?? mirror.nextIndex++;
    core.slots = Math.max(core.slots, index + 1);
    if (core.settings.length < core.slots) {
        const larger = new Uint32Array(2 * core.slots);
        larger.set(core.settings);
        core.settings = larger;
    }
    const { object } = enter(core, number, filled(given, mirror.defaults.body), (made) => {
        mirror.bodies[index] = made;
        // A handle is the index plus one, as `slotOf` takes it.
        return (core.bodies[index] = core.make.body(core, index + 1));
    });
    refreshFlags(core, index);
    return object;
}

/** The flags that only calls change. @param {Core} core @param {number} index of a body */
function refreshFlags(core, index) {
    const { record, mover } = remote(core).mirror.bodies[index];
    core.settings[index] = flagsOf(record) | (mover ? FLAGS.MOVER : 0);
}

/** Whether the data of a shape are cells, which change. @param {ParsedShape['data']} data @returns {data is Uint8Array} */
const isCells = (data) => data instanceof Uint8Array;

/** @param {Core} core @param {Entry} body @param {ParsedCollider} parsed @param {number} number */
function enterCollider(core, body, { record, data, rings, place, path, userData, tileData },
    number)
{
    const own = filled(record, remote(core).mirror.defaults.collider);
    const { object } = enter(core, number, own, (made) => {
        made.shape = { record: own, data: isCells(data) ? data.slice() : data, rings, place, path,
            tileData };
        return core.make.collider(core, number, body.object, tileData);
    });
    body.colliders.push(object);
    if (userData !== undefined) object.userData = userData;
    return object;
}

/** @param {Core} core @param {Entry | undefined} a @param {Entry} b @param {number[]} record @param {number} number */
function enterJoint(core, a, b, record, number) {
    const coupled = [JOINT.COUPLED_A, JOINT.COUPLED_B].map((field) =>
        entry(core, record[field])?.object
    );
    const { object } = enter(core, number, record.map(rounded),
        () =>
            core.make.joint(core, number, a?.object ?? null, b.object, record[JOINT.TYPE],
                coupled));
    for (const each of new Set([a, b])) each?.joints.push(object);
    return object;
}

/** Gives a body its mover, by its first collider. @param {Core} core @param {Entry} body @param {readonly any[]} values of CREATE_MOVER, in the order of MOVER */
function enterMover(core, body, values) {
    body.mover = { settings: values.map((value) => Math.fround(Number(value))),
        collider: body.colliders[0] };
    refreshFlags(core, body.object.index);
}

/** @param {Core} core @param {Entry} body */
function forgetMover(core, body) {
    body.mover = undefined;
    refreshFlags(core, body.object.index);
}

/**
 * What the numbers of a map or a terrain stand for, without what they are to the game: the names of materials.
 * @param {TileData} data
 */
function namesOf(data) {
    const named = [...data].filter(([, { name }]) => name !== undefined);
    return new Map(named.map(([number, { name }]) => [number, { name }]));
}

/** Parsed colliders as they are sent, which are not to change any more. What the game gave them stays here. @param {ParsedCollider[]} list */
function sendable(list) {
    return list.map(({ record, data, rings, place, path, tileData }) => ({ record: record.slice(),
        data, rings, place, path, tileData: tileData && namesOf(tileData) })
    );
}

/**
 * Keeps what an operation sets.
 * @param {Core} core
 * @param {Operation} operation
 * @param {Entry | undefined} target undefined is the world
 * @param {any[]} values bodies as their entries
 */
function keep(core, operation, target, values) {
    const { mirror } = remote(core);
    const { number } = operation;
    if (number === OP.ADD_LAYER.number) core.layerNames.push(values[0]);
    else if (number === OP.SET_LAYER_PAIR.number)
        mirror.layers[64 * values[0] + values[1]] = values[2];
    else if (number === OP.IGNORE_PAIR.number) {
        const [a, b, on] = values;
        for (const [one, other] of [[a, b], [b, a]])
            one.ignored[on ? 'add' : 'delete'](other.object.index);
    } else if (number === OP.FILL_TILES.number) fillMap(/** @type {Entry} */ (target), values);
    else if (target) {
        const type = target.record[BODY.TYPE];
        keepValues(operation, target.record, values);
        if (targetOf(number) !== 'body') return;
        if (target.mover) MOVER_KEEPERS[number]?.(target.mover.settings, ...values);
        // A mover is of a kinematic body.
        if (number === OP.DESTROY_MOVER.number || target.record[BODY.TYPE] !== type)
            target.mover = undefined;
        refreshFlags(core, target.object.index);
    }
}

/** Changes cells of a map. @param {Entry} map @param {number[]} values of FILL_TILES */
function fillMap({ record, shape }, [column, row, columns, rows, tile]) {
    const { data, kinds, words } = mapOf(record, shape);
    const cells = kinds ? packedIndices(data, kinds) : data;
    const value = kinds ? findKind(words, 0, kinds, tile) : tile;
    for (let at = row * record[TILES.COLUMNS] + column, y = 0; y < rows;
        ++y, at += record[TILES.COLUMNS]) cells.fill(value, at, at + columns);
}

/** What the cells of a map are, and their kinds. @param {number[]} record @param {ParsedShape} shape */
function mapOf(record, shape) {
    const data = /** @type {Uint8Array<ArrayBuffer>} */ (shape.data);
    const kinds = record[TILES.KINDS];
    return { record, data, kinds, words: wordsOf(data.buffer, kinds) };
}

/** @param {Core} core @param {number} id of a map */
const mapWith = (core, id) => mapOf(entry(core, id).record, entry(core, id).shape);

/** What the worker noted, by its first word. @type {Record<string, (core: RemoteCore, number: number, ...rest: any[]) => void>} */
const takers = {
    body(core, number, record, pose, velocity, flags) {
        const body = enterBody(core, record, number);
        core.link.place([body]);
        if (pose) core.link.show(body, pose, velocity, flags);
    },
    collider(core, number, owner, record, shape, field, first, source) {
        const body = /** @type {Entry} */ (core.mirror.entries.get(owner));
        const [parsed] = parseColliders('World', [{ path: '', given: shape }], core);
        parsed.record = parsed.record.map((each, i) => (i < SHAPE.RECORD ? each : record[i]));
        parsed.record.splice(COLLIDER.FIELD, FIELD.RECORD,
            ...(field ? parseField('World', 'field', field) : new Array(FIELD.RECORD).fill(0)));
        // What has come off a terrain is of the same materials.
        if (shape.shape === 'terrain' && source)
            parsed.tileData = tileDataOfCollider(core.mirror.entries.get(source)?.object);
        // The parts of an outline that the page made have its user data.
        const object = enterCollider(core, body, { ...parsed,
            userData: core.mirror.entries.get(first)?.object.userData }, number);
        // The page has destroyed the body meanwhile: events may still name both.
        if (!body.object.alive) core.link.release([object]);
    },
    ground(core, number, patch) {
        const terrain = core.mirror.entries.get(number);
        if (!terrain?.object.alive) return;
        patchTerrain(terrain.record, /** @type {Uint8Array} */ (terrain.shape.data), patch);
        countEdit(terrain.object);
    },
    joint(core, number, a, b, record) {
        const [one, other] = [core.mirror.entries.get(a),
            /** @type {Entry} */ (core.mirror.entries.get(b))];
        const joint = enterJoint(core, one, other, record, number);
        if (one?.object.alive === false || !other.object.alive) core.link.release([joint]);
    },
    gone(core, number) {
        const object = core.mirror.entries.get(number)?.object;
        if (object?.alive) core.link.release(isBody(object) ? withBody(core, object) : [object]);
    },
};

/**
 * Takes in what was done in the worker. What the page has destroyed meanwhile is passed over.
 * @param {RemoteCore} core
 * @param {any[][]} changes of js/remote/registry.js
 */
export function takeChanges(core, changes) {
    for (const [what, number, ...values] of changes) {
        if (typeof what === 'string') takers[what](core, number, ...values);
        else {
            const operation = operationOf(what);
            const target = core.mirror.entries.get(number);
            const own = values.map((value,
                i) => (operation.args[i]?.type === 'body' ? core.mirror.entries.get(value) : value)
            );
            if ((number !== 0 && !target?.object.alive) || own.includes(undefined)) continue;
            if (what === OP.CREATE_MOVER.number)
                enterMover(core, /** @type {Entry} */ (target), own);
            else if (what === OP.SET_SHAPE.number)
                reshape(/** @type {Entry} */ (target),
                    parseColliders('World', [{ path: '', given: own[0] }], core)[0]);
            else keep(core, operation, target, own);
        }
    }
}

/** @param {Entry} collider @param {ParsedShape} shape */
function reshape(collider, { record, data, place, path }) {
    collider.shape = { record, data, place, path };
    collider.record.splice(0, SHAPE.RECORD, ...record.slice(0, SHAPE.RECORD));
}

/** All that goes with a body, and the body. @param {RemoteCore} core @param {any} body */
export function withBody({ mirror }, { index }) {
    const { colliders, joints, object } = mirror.bodies[index];
    return [...colliders, ...joints, object];
}

/**
 * Takes an object out of what the page knows of others, and ends it.
 * @param {RemoteCore} core
 * @param {any} object
 * @param {LastValues} [last]
 */
export function end(core, object, last) {
    const { bodies } = core.mirror;
    if (isBody(object)) {
        const { ignored } = bodies[object.index];
        for (const other of ignored) bodies[other].ignored.delete(object.index);
        endObject(object, last);
    } else if (isCollider(object)) {
        const body = bodies[object.body.index];
        body.colliders = body.colliders.filter((other) => other !== object);
        if (body.mover?.collider === object) forgetMover(core, body);
        endObject(object, last);
    } else {
        core.gears.delete(object);
        for (const { index } of [object.bodyA, object.bodyB].filter((each) => each))
            bodies[index].joints = bodies[index].joints.filter((other) => other !== object);
        endObject(object, last);
    }
}

/** The number of an object. @param {RemoteCore} core @param {any} object */
export const numberOf = ({ mirror },
    object) => (isBody(object) ? mirror.bodies[object.index].number : object.id);

/** What both sides of a pair of layers say together: solid before trigger before ignore. @param {Core} core @param {number} a @param {number} b */
function layerResponse(core, a, b) {
    const { layers } = remote(core).mirror;
    const both = [layers[64 * a + b], layers[64 * b + a]];
    return both.includes(1) ? 1 : both.includes(2) ? 2 : 0;
}

/** A word of the state of a body's mover in the last frame. @param {Core} core @param {number} id @param {number} field */
function moverState(core, id, field) {
    const { moverStates: { f32, u32 }, moverPlaces } = remote(core).mirror;
    const at = moverPlaces.get(slotOf(id));
    // No frame has it yet: it has the velocity that it was made with.
    if (at === undefined)
        return field < MOVER_STATE.GROUND_VELOCITY
            ? Math.fround(bodyEntry(core, id).record[BODY.VX + field])
            : 0;
    if (field < MOVER_STATE.GROUND_COLLIDER) return f32[at + MOVER_RECORD.STATE + field];
    if (field === MOVER_STATE.FLAGS) return u32[at + MOVER_RECORD.FLAGS];
    const ground = u32[at + MOVER_RECORD.GROUND_COLLIDER];
    if (field !== MOVER_STATE.GROUND_PART) return ground;
    const [column, row] = [u32[at + MOVER_RECORD.PART] | 0, u32[at + MOVER_RECORD.PART + 1] | 0];
    return row < 0
        ? Math.max(0, column)
        : row * (entry(core, ground)?.record[TILES.COLUMNS] ?? 0) + column;
}

/** @type {Engine} */
const remoteEngine = {
    perform(core, operation, method, id, ...given) {
        const target = targetOf(operation.number);
        const of = target === 'world'
            ? undefined
            : target === 'body'
            ? bodyEntry(core, id)
            : entry(core, id);
        const values = given.slice(0, operation.args.length).map((value,
            i) => (operation.args[i].type === 'body' ? bodyEntry(core, value) : value)
        );
        const sent = values.map((value, i) => {
            const { type } = operation.args[i];
            // The caller's arrays are the caller's.
            return type === 'body'
                ? value.number
                : type === 'slots'
                ? Array.from(value, (slot) => remote(core).mirror.bodies[slot].number)
                : type === 'floats'
                ? value?.slice()
                : value;
        });
        remote(core).link.send([operation.number, method, of?.number ?? 0, [], sent]);
        keep(core, operation, of, values);
    },
    bodyNumber: (core, id, index) =>
        bodyEntry(core, id).record[BODY_NUMBER_FIELDS[index - BODY_NUMBERS.LINEAR_DAMPING]],
    bodyNumbers: (core, id) =>
        Array.from({ length: BODY_NUMBERS.RECORD }, (_, i) => remoteEngine.bodyNumber(core, id, i)),
    colliderRecord: (core, id) => entry(core, id).record,
    jointRecord: (core, id) => entry(core, id).record,
    layerOf: (core, id) => entry(core, id).record[COLLIDER.LAYER],
    /** In which the defaults of its type are filled in. */
    field(core, id) {
        const record = entry(core, id).record.slice(COLLIDER.FIELD);
        const usual = remote(core).mirror.defaults.fields[record[FIELD.TYPE] - 1];
        return describeField(
            record.map((number, i) => (Number.isNaN(number) ? usual[i] : Math.fround(number))),
            0,
        );
    },
    shape: (core,
        id) => /** @type {any} */ (describeParsed(entry(core, id).shape, core.layerNames)),
    ignores: (core, a, b) => bodyEntry(core, a).ignored.has(slotOf(b)),
    bodyAt: ({ bodies }, slot) => (bodies[slot]?.alive ? bodies[slot] : undefined),
    bodyCount: ({ bodies }) => bodies.filter((body) => body?.alive).length,
    colliders: (core, id) => [...bodyEntry(core, id).colliders],
    joints: (core, id) => [...bodyEntry(core, id).joints].reverse(),
    createBody(core, record, list) {
        const { link } = remote(core);
        const body = enterBody(core, record, take(core));
        link.place([body]);
        const { number } = bodyEntry(core, idOf(body));
        const made = list.map((parsed) =>
            enterCollider(core, bodyEntry(core, idOf(body)), parsed, take(core)).id
        );
        link.send([OP.CREATE_BODY.number, 'World.createBody', 0, [number, ...made], [record.slice(),
            sendable(list)]]);
        link.show(body);
        return body;
    },
    createBodies(core, [count, record, list, positions, angles, velocities, spins]) {
        const { link } = remote(core);
        /** @type {number[]} */
        const numbers = [];
        const bodies = Array.from({ length: count }, (_, i) => {
            const own = record.slice();
            own.splice(BODY.X, 3, positions[2 * i], positions[2 * i + 1],
                angles ? angles[i] : record[BODY.ANGLE]);
            const body = enterBody(core, own, take(core));
            const of = bodyEntry(core, idOf(body));
            numbers.push(of.number,
                ...list.map((parsed) => enterCollider(core, of, parsed, take(core)).id));
            return body;
        });
        link.place(bodies);
        link.send([OP.CREATE_BODIES.number, 'World.createBodies', 0, numbers, [count,
            record.slice(), sendable(list), positions, angles, velocities, spins]]);
        for (const body of bodies) link.show(body);
        return Int32Array.from(bodies, ({ index }) => index);
    },
    createColliders(core, id, list, single) {
        const body = bodyEntry(core, id);
        const made = list.map((parsed) => enterCollider(core, body, parsed, take(core)));
        const method = single ? 'Body.createCollider' : 'Body.createColliders';
        remote(core).link.send([OP.CREATE_COLLIDERS.number, method, body.number,
            made.map((each) => each.id), [sendable(list), single]]);
        return made;
    },
    createJoint(core, a, b, record) {
        const [one, other] = [a === 0 ? undefined : bodyEntry(core, a), bodyEntry(core, b)];
        const joint = enterJoint(core, one, other, record, take(core));
        remote(core).link.send([OP.CREATE_JOINT.number, 'World.createJoint', 0, [joint.id], [
            one?.number ?? 0,
            other.number,
            record.slice(),
        ]]);
        return joint;
    },
    createMover(core, id, values) {
        const { link } = remote(core);
        const body = bodyEntry(core, id);
        enterMover(core, body, values);
        // Without its mover the body is gone too.
        link.send([OP.CREATE_MOVER.number, 'World.createMover', body.number, [body.number], [
            ...values,
        ]]);
        link.show(body.object);
    },
    setShape(core, id, { record, data, place, path }, method) {
        remote(core).link.send([OP.SET_SHAPE.number, method, id, [], [{ record: record.slice(),
            data, place, path }]]);
        reshape(entry(core, id), { record, data, place, path });
    },
    destroyBody(core, id, method) {
        const { object, number } = bodyEntry(core, id);
        remote(core).link.send([OP.DESTROY_BODY.number, method, number, [], []]);
        remote(core).link.release(withBody(remote(core), object));
    },
    destroyCollider(core, id) {
        remote(core).link.send([OP.DESTROY_COLLIDER.number, 'Collider.destroy', id, [], []]);
        remote(core).link.release([entry(core, id).object]);
    },
    destroyJoint(core, id) {
        remote(core).link.send([OP.DESTROY_JOINT.number, 'Joint.destroy', id, [], []]);
        remote(core).link.release([entry(core, id).object]);
    },
    tile(core, id, column, row) {
        const { record, data, kinds, words } = mapWith(core, id);
        if (record[SHAPE.KIND] === KIND.TERRAIN) return materialOfSquare(record, data, column, row);
        const at = row * record[TILES.COLUMNS] + column;
        return kinds ? numberOfKind(words, packedIndices(data, kinds)[at]) : data[at];
    },
    layerOfTile(core, id, tile) {
        const { record, kinds, words } = mapWith(core, id);
        const own = layerOfKind(words, 0, kinds, tile);
        return own < 0 ? record[COLLIDER.LAYER] : own;
    },
    namesTile: (core, id, kinds, number) =>
        findKind(mapWith(core, id).words, 0, kinds, number) >= 0,
    surfaceOfTile(core, id, tile, which) {
        const { kinds, words } = mapWith(core, id);
        return surfaceOfKind(words, new Float32Array(words.buffer, 0, words.length), 0, kinds, tile,
            which);
    },
    layerNamed: (core, from, to) => remote(core).mirror.layers[64 * from + to],
    layerResponse,
    layerMasks(core, which) {
        const words = new Uint32Array(128);
        core.layerNames.forEach((_, a, { length }) => {
            for (let b = 0; b < length; ++b)
                if (layerResponse(core, a, b) === which + 1)
                    words[2 * a + (b >> 5)] |= 1
                        << (b & 31);
        });
        return words;
    },
    moverState,
    moverSetting: (core, id, field) =>
        /** @type {any} */ (bodyEntry(core, id).mover).settings[field],
    moverCollider: (core, id) => /** @type {any} */ (bodyEntry(core, id).mover).collider,
    groundCollider(core, id) {
        const collider = entry(core, moverState(core, id, MOVER_STATE.GROUND_COLLIDER))?.object;
        return collider?.alive ? collider : null;
    },
    watch: (core, kind) => {
        if (isStay(kind)) remote(core).link.send(['watch', kind]);
    },
    // The page asks the worker for these.
    contactPoints: unasked,
    aabb: unasked,
    contains: unasked,
    jointState: unasked,
    editTerrain: unasked,
};

/** @returns {never} */
function unasked() {
    throw new TypeError('a world in a worker gives this by a promise');
}

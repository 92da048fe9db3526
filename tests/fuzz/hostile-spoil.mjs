// Spoils good arguments in one or two places, in the ways that games and bad luck know: values of other types and
// sizes, getters and proxies that run code of the caller's while they are read, lists with holes or that grow,
// arrays whose memory is gone, shared or that of a world, objects that only look like a body.
import { anyOf, classOf } from './hostile-stage.mjs';

/** @import { Random } from './hostile-random.mjs' */
/** @import { Stage } from './hostile-stage.mjs' */

/**
 * A place in the arguments: a property of an object among them.
 * @typedef {{ holder: any, key: string | number }} Place
 */

/**
 * What the caller's code does when it is run.
 * @typedef {() => void} Act
 */

const NUMBERS = [NaN, Infinity, -Infinity, -0, -1, 0.5, 1e-300, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53,
    -(2 ** 31), 1e15, 1e300, 1e4, -1e7, 16777217];

/** @param {Random} random @returns {any} */
function badValue(random) {
    return random.pick([() => random.pick(NUMBERS), () => undefined, () => null, () => 'text',
        () => '', () => '1', () => true, () => 10n, () => Symbol('sign'), () => ({}), () => [],
        () => [[]], () => new Date(0), () => /x/, () => new Map(), () => Object.create(null),
        () => new Array(5), () => () => 1, () => ({ valueOf: () => 1 }), () => ({ x: 1 }),
        () => ({ length: 2, 0: 0, 1: 0 }), () => 'constructor', () => '__proto__',
        () => new Float64Array([1, NaN, 1e300, -1]), () => new BigInt64Array(4),
        () => new DataView(new ArrayBuffer(16)), () => new ArrayBuffer(8)])();
}

/** Places that are looked at: a list that holds itself, or grows while it is read, has no end of them. */
const MAX_PLACES = 200;

/** Every property of the plain objects and lists among some arguments. @param {any[]} args @returns {Place[]} */
function placesOf(args) {
    /** @type {Place[]} */
    const places = [];
    /** @param {any} holder @param {number} depth */
    const visit = (holder, depth) => {
        for (const key of Object.keys(holder)) {
            if (places.length === MAX_PLACES) return;
            places.push({ holder, key });
            const value = holder[key];
            const prototype = typeof value === 'object' && value !== null
                && Object.getPrototypeOf(value);
            if (depth < 4 && (prototype === Object.prototype || prototype === Array.prototype))
                visit(value, depth + 1);
        }
    };
    visit(args, 0);
    return places;
}

/** A typed array that is spoilt. @param {any} array @param {Random} random @param {Stage} stage */
function badArray(array, random, stage) {
    const Type = array.constructor;
    return random.pick([
        () => {
            const copy = array.slice();
            structuredClone(copy, { transfer: [copy.buffer] });
            return copy;
        },
        () => {
            const shared = new Type(new SharedArrayBuffer(array.byteLength));
            shared.set(array);
            return shared;
        },
        () => {
            const buffer = new /** @type {any} */ (ArrayBuffer)(array.byteLength, {
                maxByteLength: array.byteLength + 64,
            });
            const view = random.chance(0.5) ? new Type(buffer) : new Type(buffer, 0, array.length);
            buffer.resize(random.pick([0, array.byteLength >> 1, array.byteLength + 64]));
            return view;
        },
        () => {
            const world = random.pick(stage.worlds);
            if (world.destroyed) return array;
            stage.views = true;
            const view = random.pick([() => world.forces, () => world.velocities,
                () => world.transforms])();
            // Memory of an engine cannot be taken, that of a frame of a world in a worker can.
            if (random.chance(0.2) && view.buffer instanceof ArrayBuffer)
                structuredClone(view.buffer, { transfer: [view.buffer] });
            return new Type(view.buffer, view.byteOffset,
                Math.min(array.length, view.byteLength / Type.BYTES_PER_ELEMENT));
        },
        () =>
            Object.defineProperty(array.slice(), 'length', {
                value: random.pick([0, 1e9, -1, NaN, 'text']),
            }),
        () => Object.create(Type.prototype),
        () => new Proxy(array, {}),
        () => new Float64Array(array.length),
        () => array.subarray(1),
    ])();
}

/** @param {string | symbol} key */
const isPlace = (key) => typeof key === 'string' && Number(key) >= 0;

/** A list that is spoilt. @param {any[]} list @param {Random} random @param {Act} act */
function badList(list, random, act) {
    // One of billions of holes was spoilt before.
    if (list.length > 10_000) return list;
    const copy = list.slice();
    return random.pick([
        () => {
            delete copy[random.below(copy.length + 1)];
            return copy;
        },
        () => {
            // Grows while it is read, up to a limit: what reads on to the end would never come there.
            return new Proxy(copy, { get(target, key) {
                if (isPlace(key) && target.length < 5000)
                    target.push(...target.slice(0, 1 + target.length / 2), undefined);
                return Reflect.get(target, key);
            } });
        },
        () =>
            new Proxy(copy, { get(target, key) {
                if (isPlace(key) && Number(key) === target.length - 1) act();
                return Reflect.get(target, key);
            } }),
        () => {
            copy.push(copy);
            return copy;
        },
        () => ({ ...copy, length: copy.length }),
        () => new Array(2 ** 31),
        () => Object.assign(copy, { length: copy.length + 3 }),
        () => copy.concat(copy, copy),
    ])();
}

/** An object that takes the place of another one. @param {any} object @param {Random} random @param {Stage} stage */
function badObject(object, random, stage) {
    const prototype = Object.getPrototypeOf(object);
    return random.pick([
        () => Object.create(prototype),
        () => (classOf(object) ? new Proxy(object, {}) : null),
        () => anyOf(stage, random, prototype?.constructor?.name ?? '') ?? null,
        () => anyOf(stage, random, random.pick([...stage.pools.keys()])),
        () => ({ ...object }),
        () => random.pick(stage.worlds),
    ])();
}

/** Makes a property run the caller's code. @param {Place} place @param {Random} random @param {Act} act */
function trapProperty({ holder, key }, random, act) {
    const value = holder[key];
    const later = random.chance(0.2) ? badValue(random) : value;
    let reads = 0;
    Reflect.defineProperty(holder, key, { enumerable: true, configurable: true, get() {
        act();
        return ++reads === 1 ? value : later;
    }, set: () => act() });
}

/** Wraps an object so that whatever is done to it runs the caller's code. @param {any} object @param {Random} random @param {Act} act */
function trapObject(object, random, act) {
    const trap = random.pick(['get', 'set', 'has', 'ownKeys', 'getPrototypeOf',
        'getOwnPropertyDescriptor', 'defineProperty']);
    return new Proxy(object, { [trap]: (/** @type {any[]} */ ...args) => {
        act();
        return /** @type {any} */ (Reflect)[trap](...args);
    } });
}

/** Sets a property, also one that is a getter; not of what is frozen. @param {Place} place @param {any} value */
function put({ holder, key }, value) {
    Reflect.defineProperty(holder, key, { value, writable: true, enumerable: true,
        configurable: true });
}

/**
 * Spoils arguments in one place.
 * @param {any[]} args @param {Random} random @param {Stage} stage @param {Act} act
 */
export function spoil(args, random, stage, act) {
    const places = placesOf(args);
    if (places.length === 0 || random.chance(0.04)) {
        args[random.below(args.length + 1)] = badValue(random);
        return;
    }
    const place = random.pick(places);
    const { holder, key } = place;
    const value = holder[key];
    if (random.chance(0.3)) trapProperty(place, random, act);
    else if (random.chance(0.4)) put(place, badValue(random));
    else if (typeof value === 'number') put(place, random.pick(NUMBERS));
    else if (ArrayBuffer.isView(value) && !(value instanceof DataView))
        put(place, badArray(value, random, stage));
    else if (Array.isArray(value)) put(place, badList(value, random, act));
    else if (typeof value === 'object' && value !== null)
        put(place,
            random.chance(0.5) ? trapObject(value, random, act) : badObject(value, random, stage));
    else put(place, badValue(random));
}

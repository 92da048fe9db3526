// JSON damaged as a hostile author would: wrong types, numbers at the edge, missing and doubled keys, nesting, cycles.
// Each change is drawn from a seed of its own and says what it did.
import { makeChance } from './chance.mjs';

/** @import { Chance } from './chance.mjs' */

const LONG = 1_000_000;
/** How deep this file looks into values. */
const DEEP = 100;

/** What a number may become. */
const NUMBERS = [0, -0, 1, -1, 2, 3, 0.5, -3.7, 63, 64, 65, 255, 256, 1e-9, 1e-45, 5e-324, 1e4,
    65535, 65536, 1e6, 1e7, 1.1e7, 1e9, 1e12, 1e15, 1.1e15, 3.4e38, 3.5e38, 1e300, 1.8e308, -1e300,
    -1e9, 2 ** 20 - 2, 2 ** 20, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53,
    2 ** 64, 1e999, -1e999, NaN];

/** What else a value may become. @type {readonly (() => unknown)[]} */
const VALUES = [() => true, () => false, () => null, () => '', () => 'x', () => '0', () => '1e999',
    () => 'static', () => 'circle', () => 'tiles', () => 'gear', () => '__proto__',
    () => 'constructor', () => '\ud800', () => 'é\u0000\u202e', () => [], () => [0], () => [0, 0],
    () => [NaN, NaN], () => [1, 2, 3], () => [null], () => ({}), () => ({ x: 1, y: 2 }),
    () => ({ x: {}, y: [] }), () => ({ length: 3 }), () => ({ toJSON: 1, valueOf: 2 }),
    () => ['##', '..'], () => [[0, 0], [1, 0], [0, 1]],
    () => [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }], () => new Array(7), () => undefined,
    () => 10n, () => Symbol('s'), () => () => 0, () => new Map(), () => new Date(0),
    () => new Uint8Array(4), () => new Float32Array([1, NaN]), () => Object.create(null),
    () => Promise.resolve(0)];

const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', '', 'x',
    '0', '-1', '1e9'];

/**
 * Every place of a value that may hold itself: what holds it, and its key there.
 * @param {any} root
 * @returns {[holder: any, key: string][]}
 */
export function placesOf(root) {
    /** @type {[any, string][]} */
    const found = [];
    const seen = new Set([root]);
    const walk = (/** @type {any} */ holder, /** @type {number} */ depth) => {
        for (const key of Object.keys(holder)) {
            found.push([holder, key]);
            const inner = holder[key];
            if (typeof inner !== 'object' || inner === null || depth > DEEP || seen.has(inner)
                || ArrayBuffer.isView(inner)) continue;
            seen.add(inner);
            walk(inner, depth + 1);
        }
    };
    walk(root, 0);
    return found;
}

/**
 * A copy of a list with its holes. What Array.prototype.map makes depends on `constructor`, which a damaged list may have of its own.
 * @param {any[]} list @param {number} depth @param {Set<any>} within
 */
function copyOfList(list, depth, within) {
    const copy = new Array(list.length);
    for (let i = 0; i < list.length; ++i) if (i in list) copy[i] = copyOf(list[i], depth, within);
    return copy;
}

/** A copy of plain lists and objects; all else stays what it is. @param {any} value @param {number} [depth] @param {Set<any>} [within] @returns {any} */
export function copyOf(value, depth = 0, within = new Set()) {
    if (typeof value !== 'object' || value === null || depth > DEEP || within.has(value))
        return value;
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
    within.add(value);
    const copy = Array.isArray(value)
        ? copyOfList(value, depth + 1, within)
        : Object.fromEntries(
            Object.entries(value).map(([key, each]) => [key, copyOf(each, depth + 1, within)]),
        );
    within.delete(value);
    return copy;
}

/** An own property, even of the name __proto__. @param {any} holder @param {string} key @param {unknown} value */
const put = (holder, key, value) =>
    Object.defineProperty(holder, key, { value, enumerable: true, writable: true,
        configurable: true });

/** Takes values out of a list, which may have a `constructor` of its own. @param {any[]} list @param {number} from @param {number} count */
function remove(list, from, count) {
    const left = list.toSpliced(from, count);
    list.length = left.length;
    for (let i = 0; i < left.length; ++i) list[i] = left[i];
}

/** Lists or objects in each other. @param {number} depth @param {boolean} lists */
function nested(depth, lists) {
    /** @type {unknown} */
    let value = 0;
    for (let i = 0; i < depth; ++i) value = lists ? [value] : { x: value };
    return value;
}

/** A value as a report shows it. @param {unknown} value */
function shown(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'string' && value.length > 40) return `a text of ${value.length}`;
    if (typeof value !== 'object' || value === null)
        return typeof value === 'string'
            ? JSON.stringify(value)
            : Object.is(value, -0)
            ? '-0'
            : String(value);
    try {
        const text = JSON.stringify(value);
        return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
    } catch {
        return 'a value that is no JSON';
    }
}

/**
 * A kind of damage: changes the value of a key, or what lies beside it.
 * @typedef {(chance: Chance, holder: any, key: string, root: any, others: readonly any[]) => void} Damage
 */

/** The value of a key becomes another one that lies somewhere. @param {Chance} chance @param {any} holder @param {string} key @param {any} from */
function splice(chance, holder, key, from) {
    const [other, at] = chance.pick(placesOf(from));
    holder[key] = copyOf(other[at]);
}

/** @type {readonly (readonly [weight: number, damage: Damage])[]} */
const DAMAGES = [
    [30, (chance, holder, key) => {
        holder[key] = chance.pick(VALUES)();
    }],
    [30, (chance, holder, key) => {
        holder[key] = chance.pick(NUMBERS);
    }],
    [10, (chance, holder, key) => {
        holder[key] = typeof holder[key] === 'number'
            ? holder[key] * chance.pick([-1, 1e-6, 0.5, 3, 1e4, 1e10])
            : [holder[key], holder[key]];
    }],
    [10, (chance, holder, key) => {
        holder[key] = typeof holder[key] === 'number'
            ? holder[key] + chance.pick([-1, 1, 0.5, 1e-7])
            : chance.pick([1, '1', {}]);
    }],
    [10, (chance, holder, key) => {
        if (Array.isArray(holder)) remove(holder, Number(key), 1 + chance.below(2));
        else delete holder[key];
    }],
    [12, (chance, holder, key, root) => splice(chance, holder, key, root)],
    [6, (chance, holder, key, _, others) => splice(chance, holder, key, chance.pick(others))],
    [4, (chance, holder, key, root) => {
        const added = chance.once(2) ? chance.pick(KEYS) : chance.pick(placesOf(root))[1];
        const value = chance.once(2) ? chance.pick(VALUES)() : copyOf(holder[key]);
        // The length of a list takes no other value, and what has a function `then` is a promise, which may wait for ever.
        if (!(Array.isArray(holder) && added === 'length')
            && !(added === 'then' && typeof value === 'function')) put(holder, added, value);
    }],
    [5, (chance, holder, key) => {
        const list = Array.isArray(holder[key]) ? holder[key] : holder[key] = [holder[key]];
        const from = chance.below(list.length);
        const count = chance.once(20) ? 3000 : 1 + chance.below(20);
        // Copied before it grows: it may hold itself.
        const copies = Array.from({ length: count }, () => copyOf(list[from]));
        for (const copy of copies) list.push(copy);
    }],
    [2, (chance, holder, key) => {
        const list = Array.isArray(holder[key]) ? holder[key] : holder[key] = [holder[key]];
        if (chance.once(2)) list.reverse();
        else list.length = chance.below(list.length + 3);
    }],
    [1, (chance, holder, key, root) => {
        holder[key] = chance.pick([holder, root]);
    }],
    [0.3, (chance, holder, key) => {
        holder[key] = nested(chance.pick([10, 65, 101, 1000, 20_000]), chance.once(2));
    }],
    [0.05, (_, holder, key) => {
        holder[key] = 'x'.repeat(LONG);
    }],
    [0.02, (chance, holder, key) => {
        holder[key] = new Array(LONG / 10).fill(chance.pick(NUMBERS));
    }],
];
const WEIGHTS = DAMAGES.reduce((sum, [weight]) => sum + weight, 0);

/** @param {Chance} chance @returns {Damage} */
function pickDamage(chance) {
    let left = chance.next() * WEIGHTS;
    for (const [weight, damage] of DAMAGES) if ((left -= weight) < 0) return damage;
    return DAMAGES[0][1];
}

/**
 * Changes one place of a value.
 * @param {any} root
 * @param {number} seed
 * @param {readonly any[]} others values from which parts are taken
 * @param {readonly Damage[]} [own] what this kind of file can suffer besides
 * @param {(text: string) => void} [tell] is told what changed
 */
export function damageJson(root, seed, others, own = [], tell = undefined) {
    const chance = makeChance(seed);
    const places = placesOf(root);
    if (places.length === 0) return;
    const [holder, key] = chance.pick(places);
    const damage = own.length > 0 && chance.once(8) ? chance.pick(own) : pickDamage(chance);
    const before = tell
        && { path: pathOf(root, holder), value: shown(holder[key]), holder: shown(holder) };
    damage(chance, holder, key, root, others);
    if (!before) return;
    const after = Object.hasOwn(holder, key) ? shown(holder[key]) : 'nothing';
    tell?.(
        before.value === after
            ? `${before.path}: ${before.holder} became ${shown(holder)}`
            : `${before.path}[${JSON.stringify(key)}]: ${before.value} became ${after}`,
    );
}

/** Where an object lies, for reports. @param {any} root @param {any} wanted @returns {string} */
function pathOf(root, wanted) {
    const seen = new Set();
    /** @param {any} value @param {string[]} path @returns {string[] | undefined} */
    const find = (value, path) => {
        if (value === wanted) return path;
        if (typeof value !== 'object' || value === null || seen.has(value) || path.length > DEEP)
            return undefined;
        seen.add(value);
        for (const key of Object.keys(value)) {
            const found = find(value[key], [...path, `[${JSON.stringify(key)}]`]);
            if (found) return found;
        }
        return undefined;
    };
    return ['file', ...find(root, []) ?? []].join('');
}

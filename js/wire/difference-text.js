// What js/differences.js found, as sentences.
import { bodyOfCollider } from './compare.js';

/** @import { Found } from './compare.js' */
/** @import { Saved } from './saved-bytes.js' */

/** More ulps than this are not near. */
const NEAR = 1e6;

const scratch = new DataView(new ArrayBuffer(4));

/** @param {number} bits of a number in single precision */
function floatOf(bits) {
    scratch.setUint32(0, bits);
    return scratch.getFloat32(0);
}

/**
 * The shortest decimal that is this number in single precision.
 * @param {number} value
 */
export function shortest(value) {
    if (Object.is(value, -0)) return '-0';
    if (!Number.isFinite(value)) return String(value);
    for (let digits = 1; digits < 9; ++digits) {
        const text = Number(value.toPrecision(digits));
        if (Math.fround(text) === value) return String(text);
    }
    return String(Number(value.toPrecision(9)));
}

/** How many numbers in single precision lie between two, by their bits. @param {number} a @param {number} b */
function ulps(a, b) {
    const [x, y] = [a, b].map((bits) => (bits >= 0x80000000 ? 0x80000000 - bits : bits));
    return Math.abs(x - y);
}

/** @param {Found} found @param {'a' | 'b'} side */
function shown({ floats, ...found }, side) {
    const value = found[side];
    if (floats && typeof value === 'number')
        return Number.isNaN(value)
            ? `NaN (0x${floats[side === 'a' ? 0 : 1].toString(16)})`
            : shortest(value);
    return typeof value === 'string' && value !== '' && !/^[[{]/.test(value)
        ? `"${value}"`
        : String(value);
}

/**
 * The name that user data gives.
 * @param {unknown} data
 */
function nameIn(data) {
    if (data === undefined || data === null || typeof data === 'function') return undefined;
    const given = typeof data === 'object' ? /** @type {{ name?: unknown }} */ (data).name : data;
    try {
        const text = JSON.stringify(given ?? data);
        return text.length > 40 ? `${text.slice(0, 39)}…` : text;
    } catch {
        return undefined;
    }
}

/**
 * What a game calls a body, collider or joint.
 * @param {Saved} saved @param {any} world if there is one @param {string} kind @param {number} slot
 */
export function nameOf({ page }, world, kind, slot) {
    const lists =
        /** @type {Record<string, string>} */ ({ body: 'bodies', collider: 'colliders',
            joint: 'joints' });
    const saved = page.userData?.[lists[kind]]?.[slot];
    return nameIn(saved ?? (kind === 'body' ? world?.bodyAt?.(slot)?.userData : undefined));
}

/**
 * @param {Found} found @param {Saved} a @param {Saved} b
 * @param {(kind: string, slot: number) => string | undefined} names
 */
export function textOf(found, a, b, names) {
    const { what, slot, field, floats, contact } = found;
    const called = (/** @type {string} */ kind, /** @type {number} */ at) => {
        const name = names(kind, at);
        return `${kind} ${at}${name === undefined ? '' : ` (${name})`}`;
    };
    const collider = (/** @type {number} */ at) => {
        const body = Math.max(bodyOfCollider(a, at), bodyOfCollider(b, at));
        return called('collider', at) + (body < 0 ? '' : ` of ${called('body', body)}`);
    };
    const subject = contact
        ? `contact of ${collider(contact[0])} and ${collider(contact[1])}`
        : what === 'mover'
        ? `mover of ${called('body', slot)}`
        : what === 'collider'
        ? collider(slot)
        : what === 'body' || what === 'joint'
                || ((what === 'matter' || what === 'emitter' || what === 'particle') && slot >= 0)
        ? called(what, slot)
        : what;
    if (field === 'alive') return `${subject}: only in ${found.a ? 'a' : 'b'}`;
    if (what === 'layer table') return `${what}: ${field} in ${found.a ? 'a' : 'b'} alone`;
    if (found.a === '' && found.b === '') return `${subject}: ${field} differs`;
    const apart = floats ? ulps(floats[0], floats[1]) : Infinity;
    const near = apart <= NEAR && !Number.isNaN(floatOf(floats?.[0] ?? 0))
        && !Number.isNaN(floatOf(floats?.[1] ?? 0));
    return `${subject}: ${field} is ${shown(found, 'a')} in a, ${shown(found, 'b')} in b${
        near ? ` (${apart} ${apart === 1 ? 'ulp' : 'ulps'})` : ''
    }`;
}

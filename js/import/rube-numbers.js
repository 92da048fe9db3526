// Numbers, vectors and custom properties as R.U.B.E. writes them: what is omitted is zero, a zero vector is the number
// 0, and a number may be a string, the eight hexadecimal digits of its 32 bits. Called by rube.js and rube-joints.js.
import { Cursor } from './cursor.js';

/** The number of hexadecimal digits. @param {Cursor} source */
function decoded(source) {
    if (typeof source.value !== 'string') return source;
    if (!/^[0-9a-f]{8}$/i.test(source.value))
        source.fail('a number, or the 8 hexadecimal digits of one');
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, Number.parseInt(source.value, 16));
    return new Cursor(source.method, source.path, view.getFloat32(0));
}

/**
 * A number. What is omitted must be in the range, too.
 * @param {Cursor} thing
 * @param {string} key
 * @param {number} min
 * @param {number} max
 * @param {number} [byDefault]
 */
export function numberOf(thing, key, min, max, byDefault = 0) {
    const source = decoded(thing.at(key));
    return source.number(min, max, byDefault >= min && byDefault <= max ? byDefault : undefined);
}

/**
 * A vector.
 * @param {Cursor} thing
 * @param {string} key
 * @param {number} max each coordinate is within ±max
 * @returns {[x: number, y: number]}
 */
export function vectorOf(thing, key, max) {
    const source = thing.at(key);
    if (source.missing || source.value === 0) return [0, 0];
    if (typeof source.value === 'string' && decoded(source).value === 0) return [0, 0];
    return [numberOf(source, 'x', -max, max), numberOf(source, 'y', -max, max)];
}

/**
 * A list of points, which are written as a list of x and a list of y.
 * @param {Cursor} source
 * @param {number} most how many
 * @param {number} max each coordinate is within ±max
 * @returns {[x: number, y: number][]}
 */
export function pointsOf(source, most, max) {
    const [xs, ys] = [source.at('x').list(most), source.at('y').list(most)];
    if (xs.length !== ys.length) source.fail('as many x as y');
    return xs.map((x, i) => [decoded(x).number(-max, max), decoded(ys[i]).number(-max, max)]);
}

/** The kinds of values of custom properties. */
const KINDS = ['int', 'float', 'string', 'vec2', 'bool', 'color'];

/**
 * What is kept for the game of a thing: its name, path and custom properties by name; undefined if it has none.
 * @param {Cursor} thing
 * @returns {Record<string, any> | undefined}
 */
export function keptOf(thing) {
    const properties = thing.at('customProperties').list().map((property) => {
        const kind = KINDS.find((each) => !property.at(each).missing);
        const name = property.at('name').text();
        if (kind === undefined) return [name, null];
        if (kind === 'vec2') return [name, vectorOf(property, kind, 1e15)];
        return [name, kind === 'float'
            ? decoded(property.at(kind)).number(-1e300, 1e300)
            : property.at(kind).value];
    });
    const [name, path] = [thing.at('name').text(''), thing.at('path').text('')];
    const kept = {
        ...(name ? { name } : {}),
        ...(path ? { path } : {}),
        ...(properties.length > 0 ? { customProperties: Object.fromEntries(properties) } : {}),
    };
    return Object.keys(kept).length > 0 ? kept : undefined;
}

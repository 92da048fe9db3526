// 'mica2d/trace': outlines of pictures. What is solid is asked of the pixels themselves, of pixel centres, and of the engine; edges are
// compared two by two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, init } from '../../js/index.js';
import { bodyFromImage, traceOutlines } from '../../js/trace.js';
import { part, sample } from '../sample.mjs';
import { near, refuses } from './helpers.mjs';
import { makeRandom } from './histories.mjs';

await init();

/** @typedef {{ alpha: Uint8Array, width: number, height: number }} Picture */
/** @typedef {[ax: number, ay: number, bx: number, by: number]} Edge */

/** @param {number} width @param {number} height @param {(x: number, y: number) => number | boolean} at alpha from 0 to 1 of a pixel @returns {Picture} */
function picture(width, height, at) {
    const alpha = Uint8Array.from({ length: width * height },
        (_, i) => Math.max(0, Math.min(255 * Number(at(i % width, Math.floor(i / width))), 255)));
    return { alpha, width, height };
}

/** @param {Picture} picture @param {number} x @param {number} y */
const alphaAt = ({ alpha, width, height }, x, y) =>
    x >= 0 && y >= 0 && x < width && y < height ? alpha[y * width + x] : 0;

/** @param {number[]} ring @returns {Edge[]} */
const edgesOf = (ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => {
        const k = (2 * i + 2) % ring.length;
        return [ring[2 * i], ring[2 * i + 1], ring[k], ring[k + 1]];
    });

/** @param {number[]} ring */
const areaOf = (ring) =>
    edgesOf(ring).reduce((sum, [ax, ay, bx, by]) => sum + (ax * by - bx * ay) / 2, 0);

/** @param {Edge} edge @param {number} x @param {number} y */
function distance([ax, ay, bx, by], x, y) {
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 1));
    return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

/** @param {Edge} e @param {Edge} f */
function meet([ax, ay, bx, by], [cx, cy, dx, dy]) {
    const side = (px, py, qx, qy, rx, ry) => (qx - px) * (ry - py) - (qy - py) * (rx - px);
    const apart = (a, b, c, d) =>
        Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b);
    return !apart(ax, bx, cx, dx) && !apart(ay, by, cy, dy)
        && side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0
        && side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0;
}

/** How often rings go round a point, each counted as odd or even. @param {Edge[]} edges @param {number} x @param {number} y */
const isInside = (edges, x, y) =>
    edges.filter(([ax, ay, bx, by]) =>
                (ay > y) !== (by > y) && x < ax + ((y - ay) * (bx - ax)) / (by - ay)
            ).length % 2 === 1;

/** Where alpha passes the threshold between two pixels beside each other. @param {Picture} given @param {number} threshold */
function crossings(given, threshold) {
    const found = [];
    for (let y = -1; y <= given.height; ++y) {
        for (let x = -1; x <= given.width; ++x) {
            for (const [dx, dy] of [[1, 0], [0, 1]]) {
                const [a, b] = [alphaAt(given, x, y), alphaAt(given, x + dx, y + dy)];
                if (a >= threshold === b >= threshold) continue;
                const t = (a - threshold + 0.5) / (a - b);
                found.push([x + 0.5 + t * dx, y + 0.5 + t * dy]);
            }
        }
    }
    return found;
}

/**
 * Checks all that is promised of a picture's outlines.
 * @param {string} name
 * @param {Picture} given
 * @param {import('../../js/trace.js').TraceOptions} [options]
 * @param {boolean} [cut] whether an outline may be cut in two, which then meet where they were cut
 */
function check(name, given, options = {}, cut = false) {
    const { threshold = 128, tolerance = 1 } = options;
    const outlines = traceOutlines(given, { minArea: 0, ...options, scale: 1, yDown: true });
    // In pixels from the upper left corner
    const parts = outlines.map(({ points, holes }) =>
        [points, ...holes].flatMap((ring) =>
            edgesOf(ring.map((number, i) => number + (i % 2 ? given.height : given.width) / 2))
        )
    );
    const edges = parts.flat();
    for (const { points, holes } of outlines) {
        assert.ok(
            points.length / 2 + holes.reduce((sum, hole) => sum + hole.length / 2 + 2, 0) <= 1024,
            `${name}: as many points as the engine takes`,
        );
    }
    for (const list of cut ? parts : [edges]) {
        for (let i = 0; i < list.length; ++i) {
            for (let k = i + 1; k < list.length; ++k) {
                const [[ax, ay, bx, by], [cx, cy, dx, dy]] = [list[i], list[k]];
                if ((ax === dx && ay === dy) || (bx === cx && by === cy)) continue;
                assert.ok(!meet(list[i], list[k]), `${name}: ${list[i]} meets ${list[k]}`);
            }
        }
    }
    const off = tolerance + 1e-3;
    for (const [x, y] of crossings(given, threshold)) {
        assert.ok(edges.some((edge) => distance(edge, x, y) <= off),
            `${name}: (${x}, ${y}) is far from all outlines`);
    }
    const world = new World({ gravity: [0, 0], yDown: true });
    const body = outlines.length > 0
        ? world.createBody({ colliders: outlines.map((each) => ({ shape: /** @type {const} */ (
            'outline'
        ), ...each })) })
        : undefined;
    const area = outlines.reduce(
        (sum, { points, holes }) =>
            sum + [points, ...holes].reduce((own, ring) => own - areaOf(ring), 0),
        0,
    );
    if (body) near(body.mass, area, 0.005 * area, `${name}: area of the parts`);
    const reach = Math.ceil(tolerance);
    for (let y = -1; y <= given.height; ++y) {
        for (let x = -1; x <= given.width; ++x) {
            const solid = alphaAt(given, x, y) >= threshold;
            let alike = true;
            for (let v = -reach; v <= reach && alike; ++v) {
                for (let u = -reach; u <= reach && alike; ++u)
                    alike = alphaAt(given, x + u, y + v) >= threshold === solid;
            }
            if (!alike) continue;
            assert.equal(isInside(edges, x + 0.5, y + 0.5), solid, `${name}: pixel ${x}, ${y}`);
            if ((x + y) % 3 !== 0) continue;
            const found = world.overlapPoint(x + 0.5 - given.width / 2, y + 0.5 - given.height / 2);
            assert.ok(solid ? found.length > 0 : found.length === 0,
                `${name}: parts at pixel ${x}, ${y}`);
        }
    }
    world.destroy();
    return outlines;
}

test('random blobs: valid outlines at most a pixel off, whose parts cover them', () => {
    const r = makeRandom(7);
    for (let i = 0; i < part(200, 10); ++i) {
        const size = 20 + Math.floor(r.between(0, 40));
        const spots = Array.from({ length: 3 + Math.floor(r.between(0, 6)) },
            () => [r.between(0, size), r.between(0, size), r.between(2, size / 4),
                r.between(0, 1) < 0.7 ? 1 : -1]);
        const field = (/** @type {number} */ x, /** @type {number} */ y) =>
            spots.reduce(
                (sum, [cx, cy, radius, sign]) =>
                    sum + sign * radius ** 2 / ((x - cx) ** 2 + (y - cy) ** 2 + 1),
                0,
            );
        const soft = i % 3;
        const blob = picture(size, size, (x, y) =>
            soft === 0 ? field(x, y) > 1 : (field(x, y) - 1) * (soft === 1 ? 4 : 0.7) + 0.5);
        check(`blob ${i}`, blob, { tolerance: [1, 0.5, 2][i % 3],
            threshold: [128, 1, 255, 60][i % 4] });
    }
});

const random = makeRandom(11);
const noise = Array.from({ length: 64 * 64 }, () => random.between(0, 1));
const ring =
    (/** @type {number} */ inner, /** @type {number} */ outer) =>
    (/** @type {number} */ x, /** @type {number} */ y) => {
        const d = Math.hypot(x - 19.5, y - 19.5);
        return d >= inner && d < outer;
    };
const box = (x0, y0, x1, y1) => (x, y) => x >= x0 && x < x1 && y >= y0 && y < y1;
const any = (...shapes) => (x, y) => shapes.some((shape) => shape(x, y));

/** @type {Record<string, Picture>} */
const HARD = {
    'one pixel': picture(1, 1, () => 1),
    'one pixel in the middle': picture(5, 5, box(2, 2, 3, 3)),
    'two pixels that touch by a corner': picture(4, 4, (x, y) => x === y && x > 0 && x < 3),
    'nothing': picture(9, 9, () => 0),
    'everything': picture(40, 30, () => 1),
    'a row': picture(200, 1, () => 1),
    'a column': picture(1, 200, () => 1),
    'a diagonal of pixels': picture(40, 40, (x, y) => x === y),
    'a slow diagonal': picture(60, 20, (x, y) => y === Math.floor(x / 3)),
    'a ring': picture(40, 40, ring(12, 18)),
    'a thin ring': picture(40, 40, ring(17, 18.2)),
    'a ring of one pixel': picture(40, 40, ring(14, 15)),
    'rings in rings': picture(40, 40,
        any(ring(2, 4), ring(6, 8), ring(10, 12), ring(14, 16), ring(18, 19))),
    'rings a pixel apart': picture(40, 40,
        (x, y) => Math.floor(Math.hypot(x - 19.5, y - 19.5)) % 2),
    'a comb': picture(61, 30, (x, y) => y < 4 || x % 4 < 2),
    'a comb of pixels': picture(61, 30, (x, y) => y < 2 || x % 2),
    'two combs into each other': picture(60, 40,
        (x, y) => y < 3 || y > 36 || (x % 4 === 0 ? y < 34 : x % 4 === 2 && y > 5)),
    'a bridge of one pixel': picture(50, 30,
        any(box(2, 2, 15, 28), box(35, 2, 48, 28), box(15, 14, 35, 15))),
    'a slanted bridge': picture(50, 40,
        (x, y) =>
            box(2, 2, 12, 38)(x, y) || box(38, 2, 48, 38)(x, y)
            || (x >= 12 && x < 38 && y === Math.floor(x / 2))),
    'a slit of one pixel': picture(40, 40,
        (x, y) => box(3, 3, 37, 37)(x, y) && !(x === 20 && y > 6)),
    'squares that touch by corners': picture(48, 48,
        (x, y) => (Math.floor(x / 6) + Math.floor(y / 6)) % 2),
    'a chequerboard of pixels': picture(24, 24, (x, y) => (x + y) % 2),
    'holes that touch by corners': picture(40, 40, (x, y) =>
        box(2, 2, 38, 38)(x, y)
        && !(box(6, 6, 34, 34)(x, y) && (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0)),
    'a hole that touches the outside by a corner': picture(20, 20, (x, y) =>
        x + y > 6
        && !box(4, 4, 10, 10)(x, y) && !(x === 3 && y === 3)),
    'an island in a hole beside its edge': picture(40, 40, (x, y) =>
        (box(1, 1, 39, 39)(x, y)
            && !box(8, 8, 30, 30)(x, y)) || box(9, 9, 11, 29)(x, y) || box(15, 27, 28, 29)(x, y)),
    'a spiral': picture(60, 60, (x, y) => {
        const [dx, dy] = [x - 30, y - 30];
        return (Math.hypot(dx, dy) - 4 * Math.atan2(dy, dx) / Math.PI + 80) % 8 < 2.5
            && Math.hypot(dx, dy) < 29;
    }),
    'a net of pixels': picture(41, 41, (x, y) => x % 4 === 0 || y % 4 === 0),
    'noise': picture(40, 40, (x, y) => noise[64 * y + x] > 0.5),
    'smooth noise': picture(40, 40, (x, y) => noise[64 * y + x]),
    'alpha about the threshold': picture(40, 40,
        (x, y) => (127 + (noise[64 * y + x] > 0.4 ? 1.2 : 0.2)) / 255),
    'a gradient': picture(64, 16, (x) => x / 63),
    'spikes': picture(64, 64, (x, y) => y > 40 - 38 * Math.abs((x % 8) - 4) / 4 && y < 60),
};
/** Those of more points than an outline may have. */
const CUT = new Set(['rings a pixel apart', 'a chequerboard of pixels', 'noise', 'smooth noise',
    'alpha about the threshold']);

for (const [name, given] of Object.entries(HARD)) {
    test(`outlines of ${name}`, () => {
        const cut = CUT.has(name);
        for (const tolerance of sample([1, 0.2, 3], 2))
            check(`${name}, ${tolerance}`, given, { tolerance }, cut);
        check(`${name}, every point`, given, { simplify: false, tolerance: 0.2 }, cut);
    });
}

test('holes and islands are what they are, in metres, counter-clockwise outside', () => {
    const outlines = traceOutlines(HARD['rings in rings'], { scale: 0.5 });
    assert.deepEqual(outlines.map(({ holes }) => holes.length), [1, 1, 1, 1, 1]);
    for (const { points, holes: [hole] } of outlines)
        assert.ok(areaOf(points) > 0 && areaOf(hole) < 0);
    assert.deepEqual(traceOutlines(HARD['everything']).length, 1);
    const [{ points }] = traceOutlines(picture(64, 32, box(0, 0, 32, 16)), { tolerance: 0.2 });
    const [xs, ys] = [0, 1].map((axis) => points.filter((_, i) => i % 2 === axis));
    near(Math.min(...xs), -1, 1e-3, 'the left quarter above');
    near(Math.max(...xs), 0, 1e-3);
    near(Math.min(...ys), 0, 1e-3);
    near(Math.max(...ys), 0.5, 1e-3);
    const [{ points: down }] = traceOutlines(picture(64, 32, box(0, 0, 32, 16)), { yDown: true });
    assert.ok(down.every((number, i) => i % 2 === 0 || number < 0.01), 'above is negative');
});

test('specks and pin-holes are left out unless minArea says so', () => {
    const dots = picture(30, 30,
        any(box(1, 1, 2, 2), (x, y) => box(5, 5, 25, 25)(x, y) && !(x === 15 && y === 15)));
    assert.deepEqual(traceOutlines(dots).map(({ holes }) => holes.length), [0]);
    assert.deepEqual(traceOutlines(dots, { minArea: 0 }).map(({ holes }) => holes.length), [0, 1]);
    assert.deepEqual(traceOutlines(dots, { minArea: 1000 }), []);
});

test('an outline of more points than the engine takes is cut', () => {
    const sieve = picture(90, 90, (x, y) => x % 4 < 2 || y % 4 < 2);
    const outlines = check('sieve', sieve, { tolerance: 0.2 }, true);
    assert.ok(outlines.length > 1, `${outlines.length} outlines`);
    near(
        outlines.reduce(
            (sum, { points, holes }) =>
                sum - [points, ...holes].reduce((own, each) => own + areaOf(each), 0),
            0,
        ),
        sieve.alpha.filter((alpha) => alpha > 0).length,
        300,
    );
    check('long comb', picture(900, 12, (x, y) => y < 3 || x % 3 === 0), {}, true);
});

test('every source of the same alpha gives the same outlines', () => {
    const { alpha, width, height } = HARD['a ring'];
    const data = new Uint8ClampedArray(4 * alpha.length);
    alpha.forEach((value, i) => data[4 * i + 3] = value);
    const expected = traceOutlines({ alpha, width, height });
    assert.deepEqual(traceOutlines({ data, width, height }), expected);
    assert.deepEqual(traceOutlines({ data: Array.from(data), width, height }), expected);
    assert.deepEqual(traceOutlines({ alpha: Array.from(alpha), width, height }), expected);
});

test('a body of a picture has its mass and its centre of mass, and the options of body and collider', () => {
    const world = new World({ layers: { hero: {} } });
    const image = picture(40, 40, any(box(0, 0, 8, 40), box(8, 32, 40, 40)));
    const body = bodyFromImage(world, image, { position: [3, 4], scale: 0.1, tolerance: 0.2,
        angularDamping: 1,
        collider: { density: 2, layer: 'hero', friction: 0.1, userData: 'hero' } });
    near(body.mass, 2 * 0.01 * (8 * 40 + 8 * 32), 0.01);
    // Two bars, 8 × 40 and 32 × 8 pixels
    const bars = [[320, 4 - 20, 0], [256, 24 - 20, -16]];
    near(body.center[0], 3 + 0.1 * bars.reduce((sum, [area, x]) => sum + area * x / 576, 0), 0.01);
    near(body.center[1], 4 + 0.1 * bars.reduce((sum, [area, , y]) => sum + area * y / 576, 0),
        0.01);
    assert.deepEqual([body.x, body.y, body.angularDamping], [3, 4, 1]);
    for (const each of body.colliders)
        assert.deepEqual([each.layer, each.userData], ['hero', 'hero']);
    const pixels = new World({ lengthUnit: 64, yDown: true });
    const drawn = bodyFromImage(pixels, image, { type: 'static' });
    assert.equal(drawn.type, 'static');
    assert.equal(pixels.overlapPoint(-2 * 16, 2 * 18).length, 1, 'twice its size, y down');
    assert.equal(pixels.overlapPoint(2 * 16, -2 * 18).length, 0);
    world.destroy();
    pixels.destroy();
});

test('what is no picture and no option is refused', () => {
    const world = new World();
    const good = picture(4, 4, () => 1);
    /** @type {[any, any, any, ...string[]][]} */
    const wrong = [
        [undefined, {}, TypeError, 'source', 'undefined'],
        ['sprite.png', {}, TypeError, 'source', '"sprite.png"'],
        [{}, {}, TypeError, 'source.width'],
        [{ width: 2, height: 2 }, {}, TypeError, 'source.data', 'undefined'],
        [{ data: new Uint8Array(4), width: 2, height: 2 }, {}, RangeError,
            'source.data must be 16 numbers', 'got 4'],
        [{ alpha: new Uint8Array(5), width: 2, height: 2 }, {}, RangeError,
            'source.alpha must be 4 numbers', 'got 5'],
        [{ alpha: [0, 0, 256, 0], width: 2, height: 2 }, {}, RangeError, 'source.alpha[2]', '256'],
        [{ alpha: [0, 0, NaN, 0], width: 2, height: 2 }, {}, RangeError, 'source.alpha[2]', 'NaN'],
        [{ alpha: new Uint8Array(0), width: 0, height: 5 }, {}, RangeError, 'source.width', '0'],
        [{ alpha: new Uint8Array(6), width: 2, height: 2.5 }, {}, RangeError, 'source.height',
            '2.5'],
        [{ alpha: new Uint8Array(6), width: 1e5, height: 1e5 }, {}, RangeError,
            'at most 16777216 pixels', '100000'],
        [good, { threshold: 0 }, RangeError, 'options.threshold', '0'],
        [good, { threshold: 128.5 }, RangeError, 'options.threshold', '128.5'],
        [good, { tolerance: 0 }, RangeError, 'options.tolerance', '0'],
        [good, { tolerance: '1' }, TypeError, 'options.tolerance', '"1"'],
        [good, { scale: Infinity }, RangeError, 'options.scale', 'Infinity'],
        [good, { minArea: -1 }, RangeError, 'options.minArea', '-1'],
        [good, { simplify: 1 }, TypeError, 'options.simplify', '1'],
        [good, { yDown: null, scale: 2, colour: 1 }, TypeError, 'no option "colour"'],
        [good, 5, TypeError, 'options', '5'],
    ];
    for (const [source, options, kind, ...parts] of wrong) {
        refuses(() => traceOutlines(source, options), kind, 'traceOutlines', ...parts);
        if (options.colour === undefined && options !== 5)
            refuses(() => bodyFromImage(world, source, options), kind, 'bodyFromImage', ...parts);
    }
    refuses(() => bodyFromImage(/** @type {any} */ (5), good), TypeError, 'world', '5');
    refuses(() => bodyFromImage(world, picture(9, 9, () => 0)), RangeError, 'source', 'alpha 128');
    refuses(() => bodyFromImage(world, good, /** @type {any} */ ({ colour: 1 })), TypeError,
        'no option "colour"');
    refuses(
        () => bodyFromImage(world, good, /** @type {any} */ ({ collider: { shape: 'circle' } })),
        TypeError,
        'options.collider',
    );
    refuses(() => bodyFromImage(world, good, /** @type {any} */ ({ colliders: [] })), TypeError,
        'options.collider');
    refuses(() => bodyFromImage(world, good, { collider: { density: NaN } }), RangeError, 'density',
        'NaN');
    assert.equal(world.counters.bodies, 0);
    world.destroy();
});

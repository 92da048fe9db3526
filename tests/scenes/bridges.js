// Chains that swing under heavy ends, and bridges that cars drive over. What they are built of is here for the exam too
// (tests/bench/exam). Links and planks meet neither each other nor what they hang on.

/** @import { Builder, Scene } from './builder.js' */

/** The layers of a scene with links and planks. */
export const linkLayers = /** @type {const} */ ({ link: {}, plank: { default: 'solid' } });

/**
 * A chain of links of 1 m, 0.2 m thick, from a static point to the right or straight down.
 * @param {Builder} b
 * @param {{ x: number, y: number, links: number, down?: boolean, load?: number }} chain load: how many times as dense the
 *   last link is, 1 if not given
 * @returns {number[]} the links
 */
export function buildChain(b, { x, y, links, down = false, load = 1 }) {
    let last = b.body({ type: 'static', x, y });
    return Array.from({ length: links }, (_, i) => {
        const [dx, dy] = down ? [0, -1] : [1, 0];
        const link = b.body({ type: 'dynamic', x: x + (i + 0.5) * dx, y: y + (i + 0.5) * dy });
        const density = i === links - 1 ? load : 1;
        b.box(link, { width: down ? 0.2 : 1, height: down ? 1 : 0.2, density, layer: 'link' });
        b.pin({ bodyA: last, bodyB: link, x: x + i * dx, y: y + i * dy });
        last = link;
        return link;
    });
}

/** Metres, of a plank. */
const THICK = 0.25;
/** Metres that the middle of a bridge hangs below its ends, for each metre between them. */
const SAG = 0.05;

/**
 * A bridge of planks about 1 m long on an arc that sags, between two banks whose tops are level with it.
 * @param {Builder} b
 * @param {{ x: number, y: number, span: number, bank: number }} bridge x of its middle, y of its ends, metres between the
 *   ends, and the length of each bank
 * @returns {number[]} the planks
 */
export function buildBridge(b, { x, y, span, bank }) {
    const half = span / 2;
    const sag = SAG * span;
    const radius = (half * half + sag * sag) / (2 * sag);
    const end = Math.asin(half / radius);
    const point = (/** @type {number} */ k) => {
        const angle = end * ((2 * k) / span - 1);
        return [x + radius * Math.sin(angle), y - sag + radius * (1 - Math.cos(angle))];
    };
    const ground = b.body({ type: 'static', x, y });
    for (const side of [-1, 1]) {
        b.box(ground, { x: side * (half + bank / 2), y: THICK / 2 - 1, width: bank, height: 2 });
    }
    let last = ground;
    const planks = Array.from({ length: span }, (_, i) => {
        const [[ax, ay], [bx, by]] = [point(i), point(i + 1)];
        const plank = b.body({ type: 'dynamic', x: (ax + bx) / 2, y: (ay + by) / 2 });
        const width = Math.hypot(bx - ax, by - ay);
        b.box(plank, { width, height: THICK, angle: Math.atan2(by - ay, bx - ax), layer: 'plank' });
        b.pin({ bodyA: last, bodyB: plank, x: ax, y: ay });
        last = plank;
        return plank;
    });
    b.pin({ bodyA: last, bodyB: ground, x: x + half, y });
    return planks;
}

/**
 * A car of 5 kg, twenty planks, whose two wheels drive it to the right at 5 m/s.
 * @param {Builder} b
 * @param {number} x of its middle
 * @param {number} y of the ground
 * @returns {number} its chassis
 */
export function buildCar(b, x, y) {
    const chassis = b.body({ type: 'dynamic', x, y: y + 0.75 });
    b.box(chassis, { width: 2, height: 0.5, density: 2.5 });
    for (const side of [-0.7, 0.7]) {
        const wheel = b.body({ type: 'dynamic', x: x + side, y: y + 0.4 });
        b.circle(wheel, { radius: 0.4, density: 2.5 });
        b.pin({ bodyA: chassis, bodyB: wheel, x: x + side, y: y + 0.4,
            motor: { speed: -12.5, maximum: 8 } });
    }
    return chassis;
}

/** The ground before and behind a bridge as high as its planks. */
export const ROAD = THICK / 2;

/** @type {Scene} */
export const chains = {
    name: 'chains',
    about: '64 chains of 60 links swing down from the horizontal, the last link 100 times as heavy',
    steps: 500,
    restless: true,
    gravity: [0, -10],
    layers: linkLayers,
    bounds: [-70, -70, 70, 62],
    build(b) {
        for (let i = 0; i < 64; ++i)
            buildChain(b, { x: (i % 8) - 4, y: Math.floor(i / 8) - 4, links: 60, load: 100 });
    },
};

const BRIDGES = 16;
const SPAN = 40;
const CARS = 8;

/** @type {Scene} */
export const bridgeCars = {
    name: 'bridge_cars',
    about: `${BRIDGES} bridges of ${SPAN} planks, ${CARS} cars drive over each`,
    steps: 600,
    restless: true,
    gravity: [0, -10],
    layers: linkLayers,
    bounds: [-60, -10, 60, 8 * BRIDGES + 4],
    build(b) {
        for (let i = 0; i < BRIDGES; ++i) {
            const y = 8 * i;
            buildBridge(b, { x: 0, y, span: SPAN, bank: 36 });
            // They stand in line before the bridge, and queue up behind it.
            for (const side of [-56.5, 56.5])
                b.box(b.body({ type: 'static', x: side, y: y + 1 }), { width: 1, height: 2 });
            for (let k = 0; k < CARS; ++k) buildCar(b, -SPAN / 2 - 3 - 3.5 * k, y + ROAD);
        }
    },
};

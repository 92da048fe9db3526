// The field: an island of hills with caves, rocks on thin necks, gorges with wooden bridges, and two tanks. A layer says what a body is, so
// that a moment from a link or from the timeline needs no list beside the world. Called by game.js; paint.js reads the sizes.
import { World } from '../../js/index.js';
import { nextRandom } from '../pachinko/random.js';

export const GRAVITY = 10; // m/s²
export const CELL = 0.2; // metres
export const SEA = 0.8; // height of the water
export const TANK = { pivot: 0.4, barrel: 1.25 }; // metres from the middle to the barrel's pivot, and its length
export const SHELL = 0.16; // radius
/** Of the landscape and of the upright field, metres: width and height of the grid, how high the lowest hills are, and how much higher others. */
const SIZES = [{ width: 40, height: 18, base: 3.6, amplitude: 6.5 }, { width: 23, height: 21,
    base: 6.2, amplitude: 7 }];
const DECK = 0.6; // metres: a bridge is that thick
const REST = 1.3; // metres of it on each side of the gorge

export const SIDES = /** @type {const} */ (['red', 'blue']);
/** Layers of what can be dug. */
export const TERRAINS = ['ground', 'wood'];
const HARD = ['ground', 'wood', 'red', 'blue', 'wreck'];
export const LAYERS = { ground: ['ground'], wood: ['ground', 'wood'], red: HARD, blue: HARD,
    shell: HARD, wreck: HARD };
/** The materials of the terrain, in the order of the colours in ground-picture.js. Shells dig materials up to hardness 1, diggers up to 9. */
export const MATERIALS = {
    turf: { hardness: 1, density: 1.2, friction: 0.8 },
    dirt: { hardness: 1, density: 1.4, friction: 0.8 },
    clay: { hardness: 1, density: 1.7, friction: 0.8 },
    rock: { hardness: 5, density: 2.6, friction: 0.7 },
    wood: { hardness: 1, density: 0.6, friction: 0.7 },
    bedrock: { hardness: 100, density: 3, friction: 0.7, anchor: true },
};
/** The corners of a tank, flat. */
export const HULL = [-0.78, -0.42, 0.78, -0.42, 1.05, -0.1, 0.62, 0.42, -0.62, 0.42, -1.05, -0.1];

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('../../js/index.js').Collider<any>} Collider */
/** @typedef {{ x: number, half: number, rim: number }} Gorge metres; `rim` is the height of both sides */
/** @typedef {{ x: number, y: number, reach: number }} Rock the neck's foot, and half the width of the cap */
/** @typedef {ReturnType<typeof planHills>} Plan */

/** @param {Body} body @returns {string} */
export const kindOf = (body) => body.colliders[0].layer;
/** @param {boolean} upright */
export const sizeOf = (upright) => SIZES[Number(upright)];

/** @param {number} from @param {number} to @param {number} value */
const smooth = (from, to, value) => {
    const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return t * t * (3 - 2 * t);
};

/** Chooses the hills of a seed. @param {number} seed @param {boolean} upright */
export function planHills(seed, upright) {
    const size = sizeOf(upright);
    const state = { seed };
    const between = (/** @type {number} */ from, /** @type {number} */ to) =>
        from + (to - from) * nextRandom(state);
    const waves = [1, 2, 3, 5].map((times) => ({
        times: times * between(0.8, 1.2) * 2 * Math.PI / 30,
        phase: between(0, 7),
        part: between(0.5, 1) / times ** 0.8,
    }));
    /** @type {Gorge[]} */
    const gorges = (upright || between(0, 1) < 0.4 ? [0] : [-1, 1]).map((side) => ({
        x: side * 0.12 * size.width + between(-0.6, 0.6),
        half: upright ? between(1.4, 1.8) : between(1.7, 2.6) + (side === 0 ? 1 : 0),
        rim: size.base + between(1.2, 1.8 + 0.3 * size.amplitude),
    }));
    const tanks = [-1, 1].map((side) => ({
        x: side * size.width * (upright ? 0.29 : between(0.33, 0.37)),
        y: size.base + between(0.8, 0.8 * size.amplitude),
    }));
    const plan = { size, seed, waves, gorges, tanks, rocks: /** @type {Rock[]} */ ([]),
        caves: /** @type {{ x: number, y: number, radius: number }[]} */ ([]) };
    for (const { x } of tanks) {
        const at = x - Math.sign(x) * between(2.3, upright ? 2.6 : 3.4);
        plan.rocks.push({ x: at, y: heightOf(plan, at), reach: between(0.9, 1.3) });
        const cave = x + between(-1.5, 1.5);
        plan.caves.push({ x: cave, y: heightOf(plan, cave) - between(2.6, 3.4),
            radius: between(0.7, 1.2) });
    }
    return plan;
}

/** The height of the hills, without rocks. @param {Pick<Plan, 'size' | 'waves' | 'gorges' | 'tanks'>} plan @param {number} x */
export function heightOf({ size, waves, gorges, tanks }, x) {
    const sum = waves.reduce(
        (all, { times, phase, part }) => all + part * Math.sin(times * x + phase),
        0,
    );
    let height = size.base + size.amplitude * (0.5 + 0.3 * sum);
    for (const tank of tanks) {
        const near = 1 - smooth(1.4, 3.4, Math.abs(x - tank.x));
        height += near * (tank.y - height);
    }
    for (const { x: middle, half, rim } of gorges) {
        const away = Math.abs(x - middle);
        const near = 1 - smooth(half + REST + 0.4, half + REST + 2, away);
        height += near * (rim - height);
        height += (1 - smooth(half - 0.3, half + 0.25, away)) * (1.9 - height);
    }
    const shore = smooth(size.width / 2 - 0.4, size.width / 2 - 3, Math.abs(x));
    return Math.max(0.3, height) * shore;
}

/** A rock on its neck: how far within it a place is, metres, and whether that is the cap. @param {Rock} rock @param {number} x @param {number} y */
function withinRock({ x: middle, y: foot, reach }, x, y) {
    const high = 1.7;
    const up = y - foot;
    const waist = 0.36 + 0.5 * ((up - 0.8) / high) ** 2;
    const neck = up < -0.5 || up > high + 0.4 ? -1 : waist - Math.abs(x - middle);
    const [dx, dy] = [(x - middle) / reach, (up - high - 0.5) / 0.72];
    const cap = (1 - Math.sqrt(dx * dx + dy * dy)) * 0.72;
    return { neck, cap };
}

/** How far within the ground a place is, metres, and its material. @param {Plan} plan @param {number} x @param {number} y */
function groundAt(plan, x, y) {
    const height = heightOf(plan, x);
    const slope = (heightOf(plan, x + 0.05) - height) / 0.05;
    const depth = height - y;
    let within = depth / Math.sqrt(1 + slope * slope);
    for (const { x: cx, y: cy, radius } of plan.caves)
        within = Math.min(within, Math.hypot((x - cx) / 1.6, y - cy)
            - radius * (0.85 + 0.2 * Math.sin(3 * Math.atan2(y - cy, x - cx) + plan.seed)));
    const ripple = 0.2 * Math.sin(2.1 * x + plan.seed) + 0.14 * Math.sin(5.3 * x);
    const layer = 2.6 + 0.5 * Math.sin(0.5 * x + plan.seed) + ripple;
    let material = depth < 0.42 + 0.5 * ripple ? 'turf' : depth < layer ? 'dirt' : 'clay';
    if (Math.abs(depth - layer - 0.5) < 0.34 && Math.sin(0.8 * x + plan.seed) > -0.2)
        material = 'rock';
    if (y < 1 + ripple) material = 'bedrock';
    for (const rock of plan.rocks) {
        const { neck, cap } = withinRock(rock, x, y);
        if (Math.max(neck, cap) <= within) continue;
        within = Math.max(neck, cap);
        material = cap > -0.1 ? 'rock' : 'dirt';
    }
    return { within, material };
}

/** @param {Plan} plan */
export function makeWorld(plan) {
    /** @type {World<any>} */
    const world = new World({ gravity: [0, -GRAVITY], layers: /** @type {any} */ (LAYERS),
        hitSpeed: 3 });
    const { width, height } = plan.size;
    world.createTerrain({ columns: Math.round(width / CELL), rows: Math.round(height / CELL),
        cellSize: CELL, origin: [-width / 2, 0], layer: 'ground', materials: MATERIALS,
        minimumPiece: 0.12,
        fill: (x, y) =>
            Math.max(0,
                Math.min(255, Math.round(127.5 + 255 * groundAt(plan, x, y).within / CELL))),
        material: (x, y) => groundAt(plan, x, y).material });
    for (const gorge of plan.gorges) makeBridge(world, gorge);
    plan.tanks.forEach((tank, i) =>
        makeTank(world, SIDES[i], tank.x, heightOf(plan, tank.x) + 0.45)
    );
    return world;
}

/**
 * A bridge is a piece of a wooden terrain, so that shells can dig it: its deck has a tab at one end, which is dug away; the deck then has no
 * anchor and becomes a body.
 * @param {World<any>} world @param {Gorge} gorge
 */
function makeBridge(world, { x, half, rim }) {
    const reach = half + REST;
    const columns = Math.ceil(2 * reach / CELL) + 10;
    const left = x - columns * CELL / 2;
    const y = rim - 0.55;
    const grid = world.createTerrain({ columns, rows: 11, cellSize: CELL, position: [left, y],
        layer: 'wood', materials: { wood: MATERIALS.wood }, borderAnchors: false,
        fill: (cx, cy) =>
            cy > 0.6 && cy < 0.6 + DECK && left + cx > x - reach - 3 * CELL
            && left + cx < x + reach });
    grid.dig({ shape: 'box', width: 3 * CELL, height: 2 }, {
        position: [x - reach - 1.5 * CELL, y + 1],
    });
    grid.body.destroy();
}

/** @param {World<any>} world @param {string} side @param {number} x @param {number} y */
const makeTank = (world, side, x, y) =>
    world.createBody({ position: [x, y], angularDamping: 1.5,
        collider: { shape: 'polygon', points: HULL, layer: side, density: 2, friction: 1,
            restitution: 0 } });

/** @param {World<any>} world @param {[number, number]} position @param {[number, number]} velocity */
export const makeShell = (world, position, velocity) =>
    world.createBody({ position, velocity, bullet: true,
        collider: { shape: 'circle', radius: SHELL, layer: 'shell', density: 4 } });

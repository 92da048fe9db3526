// The machine that runs: a ball topples dominoes, the last one sends the golden ball down two slopes into a tower, and all of
// it falls through a mill and a field of pins into five cups. A small push anywhere ends in another cup. Metres.
import { World } from '../../js/index.js';

export const SEE = { minX: -13.4, maxX: 13.4, minY: -0.35, maxY: 13.4 };
/** Edges of the cups, left to right. */
export const CUPS = [-13, -7.4, -3, 0.3, 3.6, 8, 13];
export const CUP_COLORS = ['#f0927a', '#b8a1ff', '#ffc56e', '#77e3c4', '#8fc3ff', '#ff9cc2'];
export const THICK = 0.24; // metres, of shelves
export const RIM = 1.1; // height of the walls between cups
const TOWER = { x: 4.6, y: 5.9, slope: 0.022 };

/** Slopes and shelves: from the left end of the upper side to the right one. */
export const SHELVES = [
    [-12.4, 12.7, -10.6, 11.2],
    [-10.65, 11.2, 3.1, 11.2], // the dominoes' shelf
    [3.5, 10.8, 10.4, 8.75], // down to the right
    [2.6, TOWER.y - 2 * TOWER.slope, 10.9, TOWER.y + 6.3 * TOWER.slope], // the tower's
];
/** Turns the golden ball round at the right wall. */
export const BEND = Array.from({ length: 13 }, (_, i) => {
    const angle = (-i / 12) * (Math.PI / 2);
    return /** @type {[number, number]} */ ([10.9 + 2.1 * Math.cos(angle),
        TOWER.y + 6.3 * TOWER.slope + 2.1 * (1 + Math.sin(angle))]);
});

/** Where lanterns hang from, and how long their ropes are. */
export const LANTERNS = [[-9.6, 2.2], [-6.4, 3.1], [-3.2, 2.5]];
export const CEILING = 10.96;
export const MILL = { x: 1.2, y: 3.9, arm: 1.4 };
export const SPINNERS = [[-9.3, 4.4], [-5.4, 3.4], [8.4, 3.6]];
const MILLS = [[MILL.x, MILL.y, MILL.arm, 4],
    ...SPINNERS.map(([x, y], i) => [x, y, 0.8, i % 2 ? 2.5 : -2.5])];
export const PINS = Array.from({ length: 4 },
    (_, row) =>
        Array.from({ length: 13 - (row % 2) },
            (_, i) => ({ x: -11.7 + 0.975 * (row % 2) + 1.95 * i, y: 5 - 0.9 * row,
                radius: (3 * i + 5 * row) % 7 === 4 ? 0.32 : 0.14 }))).flat()
    .filter(({ x, y, radius }) =>
        MILLS.every(([mx, my, arm]) =>
            Math.hypot(x - mx, y - my) > arm + radius + 0.85 - (arm < 1 ? 0.3 : 0)
        )
    );

/**
 * What a body looks like: a ball has a radius, a box a width and a height.
 * @typedef {{ kind: string, name: string, radius: number, width: number, height: number, hue: number }} Part
 */

/** @param {readonly number[]} ends of its upper side @returns {any} collider */
function shelf([x1, y1, x2, y2]) {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy);
    return { shape: 'box', width: length, height: THICK, angle: Math.atan2(dy, dx), friction: 0.5,
        layer: 'fixed',
        center: [(x1 + x2) / 2 + (dy / length) * (THICK / 2),
            (y1 + y2) / 2 - (dx / length) * (THICK / 2)] };
}

/**
 * Makes a part at a place; options are those of its collider.
 * @typedef {(kind: string, at: number[], size: Partial<Part>, options: any) => import('../../js/index.js').Body} Add
 */

/** What never moves. @param {World<any>} world */
function addFixed(world) {
    const walls = CUPS.map((x, i) => (i % 6 === 0
        ? { shape: 'box', width: 1, height: 40, center: [x + Math.sign(x) * 0.5, 18],
            layer: 'fixed' }
        : { shape: 'box', width: 0.1, height: RIM, center: [x, RIM / 2], radius: 0.05,
            layer: 'fixed' })
    );
    world.createBody({
        type: 'static',
        colliders:
            /** @type {any} */ ([{ shape: 'box', width: 30, height: 2, center: [0, -1],
                friction: 0.6, layer: 'fixed' }, ...walls, ...SHELVES.map(shelf), { shape: 'chain',
                points: BEND, friction: 0.2, layer: 'fixed' },
                ...PINS.map(({ x, y, radius }) => ({ shape: 'circle', radius, center: [x, y],
                    restitution: radius > 0.2 ? 1 : 0.4, layer: 'fixed' })
                )]),
    });
}

/** The tower that the golden ball rolls into. @param {Add} add */
function addTower(add) {
    for (let storey = 0; storey < 3; ++storey) {
        const level = (/** @type {number} */ x,
            /** @type {number} */ up) => [TOWER.x + x,
            TOWER.y + TOWER.slope * x + 1.22 * storey + up];
        for (const x of [-1.2, 0, 1.2])
            add('pillar', level(x, 0.5), { width: 0.26, height: 1, hue: storey / 2 }, {
                density: 0.1,
            });
        for (const x of [-0.72, 0.72])
            add('beam', level(x, 1.11), { width: 1.42, height: 0.22, hue: storey / 2 }, {
                density: 0.1,
            });
        for (const [i, x] of [-0.77, -0.43, 0.43, 0.77].entries())
            add('marble', level(x, 0.17), { radius: 0.16, hue: ((i + storey) % 4) / 3 }, {
                density: 0.4,
                restitution: 0.5,
            });
    }
}

export function makeMachine() {
    const world = new World({ gravity: [0, -14], layers: { fixed: {}, part: ['fixed', 'part'] } });
    addFixed(world);
    /** By slot. @type {Part[]} */
    const parts = [];
    const names = /** @type {Record<string, number>} */ ({});
    /** @type {Add} */
    const add = (kind, [x, y], { radius = 0, width = 0, height = 0, hue = 0 }, options) => {
        names[kind] = (names[kind] ?? 0) + 1;
        const shape = radius > 0 ? { shape: 'circle', radius } : { shape: 'box', width, height };
        const body = world.createBody({ position: [x, y],
            collider: { friction: 0.5, ...shape, ...options, layer: 'part' } });
        parts[body.index] = { kind, name: kind.endsWith('ball') ? kind : `${kind} ${names[kind]}`,
            radius, width, height, hue };
        return body;
    };
    add('first ball', [-11.75, 12.9], { radius: 0.45, hue: 0.5 }, { density: 2 });
    for (let i = 0; i < 14; ++i)
        add('domino', [-8.6 + 0.8 * i, 11.8], { width: 0.18, height: 1.2, hue: i / 13 }, {
            density: i === 13 ? 12 : i > 9 ? 3 : 1.5,
            friction: 0.3,
        });
    const gold = add('golden ball', [2.6, 11.58], { radius: 0.38 }, { density: 7, friction: 0.1,
        restitution: 0.55 });
    addTower(add);
    const ceiling = /** @type {any} */ (world.bodyAt(0));
    for (const [x, length] of LANTERNS) {
        const lantern = add('lantern', [x, CEILING - length], { radius: 0.42 }, { density: 0.6,
            restitution: 0.6 });
        world.createJoint({ type: 'distance', bodyA: ceiling, bodyB: lantern,
            localAnchorA: [x, CEILING], localAnchorB: [0, 0], limit: [0, length],
            collideConnected: true });
    }
    for (const [x, y, arm, angularVelocity] of MILLS) {
        const mill = world.createBody({ type: 'kinematic', position: [x, y], angularVelocity,
            colliders: [0, Math.PI / 2].map((angle) => ({ shape: 'box', width: 2 * arm, height: 0.2,
                angle, radius: 0.04, restitution: 0.3, layer: 'fixed' })
            ) });
        parts[mill.index] = { kind: 'mill', name: 'mill', radius: 0, width: 2 * arm, height: 0.2,
            hue: 0 };
    }
    return { world, gold: gold.index, first: 1, parts };
}

/** Throws unless bytes are a snapshot of this machine: with its layers and its bodies in their slots. @param {Uint8Array<ArrayBuffer>} snapshot */
export function checkMachine(snapshot) {
    const { world } = makeMachine();
    const look = () =>
        JSON.stringify([world.layers.names, Array.from(world.bodies, (
            { index, type, colliders },
        ) => [index, type, colliders.map(({ layer, shape }) => [layer, shape?.shape])])]);
    try {
        const own = look();
        world.restore(snapshot);
        if (look() !== own) throw new TypeError('the snapshot is of another world');
    } finally {
        world.destroy();
    }
}

/** Which cup holds a place, from 0; -1 above them. @param {number} x @param {number} y */
export const cupAt = (x,
    y) => (y < RIM ? CUPS.findIndex((edge, i) => x >= edge && x < CUPS[i + 1]) : -1);

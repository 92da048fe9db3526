// The course: the world of the level with all that moves in it, the hero's controller, lifts and gates. Called by game.js, which has
// the rules.
import { World } from '../../js/index.js';
import { createBridge, createRope } from '../../js/builders.js';
import { Platformer } from '../../js/platformer.js';
import { createBoss } from './boss.js';
import { BLOCK, BLOCKS, COINS, CRATE, CRATES, FLAG, GATE, GATES, HALL, HUNG, LADDER, LAMPS, LAVA,
    LEGEND, LIFTS, LIFT_HEIGHT, ROWS, SHELF, SHELVES, SPRING, SPRINGS, STAIRS, START,
    WATER } from './level.js';

const REST = 0.9; // s, of a lift at an end
const GATE_SPEED = 7; // m/s

/** The responses of each layer; a layer passes those that it does not name. */
export const LAYERS = /** @type {const} */ ({
    hero: { wall: 'solid', crate: 'solid', plank: 'solid', block: 'solid', shelf: 'solid',
        ladder: 'trigger', water: 'trigger', coin: 'trigger', spring: 'trigger', lamp: 'trigger',
        lava: 'trigger', flag: 'trigger', leg: 'trigger', shell: 'trigger', eye: 'trigger',
        mace: 'trigger' },
    crate: { wall: 'solid', crate: 'solid', plank: 'solid', block: 'solid', shelf: 'solid',
        water: 'trigger', shell: 'solid', eye: 'solid' },
    leg: { wall: 'solid' },
    shell: { wall: 'solid' },
    eye: { wall: 'solid' },
    mace: { wall: 'solid' },
    block: {},
    rope: {},
    wall: {},
    plank: {},
    shelf: {},
    ladder: {},
    water: {},
    coin: {},
    spring: {},
    lamp: {},
    lava: {},
    flag: {},
});

/** @typedef {import('../../js/index.js').World<any>} AnyWorld */
/** @typedef {import('../../js/index.js').Body<any>} Body */

/** @param {AnyWorld} world @param {number} x @param {number} y @param {number} width @param {number} height @param {object} more of its collider */
function block(world, x, y, width, height, more) {
    return world.createBody({ type: 'static', position: [x, y],
        collider: { shape: 'box', width, height, ...more } });
}

/** @param {AnyWorld} world @param {{ x0: number, x1: number, y0: number, y1: number }} area @param {object} more of its collider */
const area = (world, { x0, x1, y0, y1 }, more) =>
    block(world, (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, more);

/** @param {AnyWorld} world */
function buildGround(world) {
    world.createBody({ type: 'static',
        collider: { shape: 'tiles', layer: 'wall', legend: LEGEND, cells: ROWS } });
    for (const { x, width, height } of STAIRS)
        block(world, x, 4 + height / 2, width, height, { layer: 'wall' });
    area(world, LADDER, { layer: 'ladder' });
    block(world, (LADDER.x0 + LADDER.x1) / 2, LADDER.y1 - 0.06, 1, 0.12, { layer: 'wall',
        oneWay: [0, 1] });
    area(world, WATER, { layer: 'water', trigger: true,
        field: { type: 'water', density: 2, drag: 1.5 } });
    for (const pool of LAVA) area(world, pool, { layer: 'lava' });
    for (const { x, y } of SHELVES)
        block(world, x, y, SHELF.width, SHELF.height, { layer: 'shelf', oneWay: [0, 1] });
    block(world, FLAG[0], FLAG[1] + 2, 0.6, 4, { layer: 'flag' });
}

/** How far a lift has gone on its way, metres, at a time. @param {number} time s @param {number} way m @param {number} speed m/s */
function progress(time, way, speed) {
    const half = way / speed + REST;
    const t = time % (2 * half);
    return t < half ? Math.min(t * speed, way) : Math.max(way - (t - half) * speed, 0);
}

/** Hangs a crate from the hall's ceiling. @param {AnyWorld} world @param {Body} crate */
function hang(world, crate) {
    const ceiling = world.createBody({ type: 'static', position: [HUNG.x, HUNG.top] });
    const { bodies, joints } = createRope(world, { from: [HUNG.x, HUNG.top],
        to: [HUNG.x, HUNG.y + CRATE / 2], links: 9, width: 0.1, bodyA: ceiling, bodyB: crate,
        collider: { layer: 'rope', density: 4 } });
    joints[joints.length - 1].breakForce = HUNG.force;
    return bodies;
}

/** A new course, with the hero at its start. */
export function createCourse() {
    const world =
        /** @type {AnyWorld} */ (new World({ gravity: [0, -20], layers: LAYERS, hitSpeed: 3 }));
    buildGround(world);
    const crates = CRATES.map(([x, y]) =>
        world.createBody({ position: [x, y],
            collider: { shape: 'box', width: CRATE, height: CRATE, density: 25, friction: 0.5,
                layer: 'crate' } })
    );
    const { planks } = createBridge(world, { from: [46, 9.93], to: [50, 9.93], planks: 8,
        thickness: 0.14, sag: 0.15, collider: { layer: 'plank', density: 120 } });
    const lifts = LIFTS.map(({ from: [x, y], width }) =>
        world.createBody({ type: 'kinematic', position: [x, y],
            collider: { shape: 'box', width, height: LIFT_HEIGHT, layer: 'wall' } })
    );
    const gates = GATES.map((x, i) =>
        world.createBody({ type: 'kinematic', position: [x, i === 0 ? GATE.open : GATE.shut],
            collider: { shape: 'box', width: GATE.width, height: GATE.height, layer: 'wall' } })
    );
    const coins = COINS.map(([x, y]) => block(world, x, y, 0.7, 0.7, { layer: 'coin' }));
    const springs = SPRINGS.map(({ x, y }) =>
        block(world, x, y, SPRING.width, SPRING.height, { layer: 'spring' })
    );
    const blocks = BLOCKS.map(([x, y]) =>
        block(world, x, y, BLOCK.width, BLOCK.height, { layer: 'block', density: 20 })
    );
    const lamps = LAMPS.map(([x, y]) => block(world, x, y + 1, 0.8, 2, { layer: 'lamp' }));
    const rope = hang(world, crates[crates.length - 1]);
    const boss = createBoss(world, HALL.x1 - 6, HALL.y0);
    const mover = world.createMover({ position: START, stepHeight: 0.3, mass: 60,
        collider: { shape: 'capsule', length: 0.6, radius: 0.3, density: 2.2, layer: 'hero' } });
    return { world, mover, crates, planks, lifts, gates, coins, springs, blocks, lamps, rope,
        boss };
}

/** @typedef {ReturnType<typeof createCourse>} Course */

/**
 * A controller of the hero that knows ladders and water.
 * @param {{ mover: import('../../js/index.js').Mover<any> }} course @param {Partial<import('../../js/platformer.js').PlatformerNumbers>} numbers
 */
export function createHero({ mover }, numbers) {
    return new Platformer(mover, { ladders: 'ladder', water: 'water', ...numbers });
}

/** Sets the lifts' velocities for the next step. @param {Course} course */
export function driveLifts({ world, lifts }) {
    LIFTS.forEach(({ from, to, speed }, i) => {
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const way = Math.hypot(dx, dy);
        const part = progress(world.time + world.fixedStep, way, speed) / way;
        const lift = lifts[i];
        lift.setVelocity((from[0] + part * dx - lift.x) / world.fixedStep,
            (from[1] + part * dy - lift.y) / world.fixedStep);
    });
}

/** Opens and shuts a gate. @param {Course} course @param {number} i @param {boolean} shut */
export function driveGate({ world, gates }, i, shut) {
    const gate = gates[i];
    const way = (shut ? GATE.shut : GATE.open) - gate.y;
    gate.setVelocity(0, Math.max(-GATE_SPEED, Math.min(GATE_SPEED, way / world.fixedStep)));
}

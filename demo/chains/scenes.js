// Five things that carry a load on joints. Each gives its world, the joints whose gaps are measured, the load, the mass of
// one of the parts that carry it, and the function that drives it before each step. Metres and kilograms.
import { World } from '../../js/index.js';
import { createBridge, createCar, createRope } from '../../js/builders.js';

const LAYERS =
    /** @type {const} */ ({ ground: {}, part: {}, load: ['ground', 'brick'],
        brick: ['ground', 'brick'], deck: ['brick'] });

/** @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {import('../../js/index.js').Joint<any>} Joint */
/** @typedef {Set<string>} Keys */

/**
 * What a scene has.
 * @typedef {object} Carrier
 * @property {World<any>} world
 * @property {Joint[]} joints whose gaps are measured
 * @property {Body[]} loads the bodies that are carried; together they have the mass that the slider says
 * @property {number} part kg, one link, plank or beam
 * @property {number} length metres, of all that the joints hold in a row
 * @property {Record<string, any>} things what the scene itself needs
 * @property {{ minX: number, minY: number, maxX: number, maxY: number }} see
 * @property {(scene: any, keys: Keys) => void} [beforeStep]
 */

const makeWorld = () => new World({ layers: LAYERS });

/** A floor whose top is at a height. @param {World<any>} world @param {number} y @param {number} [minX] @param {number} [maxX] */
function addFloor(world, y, minX = -40, maxX = 40) {
    return world.createBody({ type: 'static', position: [(minX + maxX) / 2, y - 4],
        collider: { shape: 'box', width: maxX - minX, height: 8, layer: 'ground',
            friction: 0.9 } });
}

/** A key that is down counts 1, its opposite -1. @param {Keys} keys @param {string} more @param {string} less */
const keyWay = (keys, more, less) => Number(keys.has(more)) - Number(keys.has(less));

/** A step of a speed towards another. @param {number} speed @param {number} to @param {number} most */
const eased = (speed, to, most) => speed + Math.max(-most, Math.min(most, to - speed));

/** A row of links from one point to another, with a ball on its end. @param {World<any>} world @param {any} o */
function hangBall(world, { bodyA, from, to, links, radius }) {
    const ball = world.createBody({ position: to, userData: 'weight',
        collider: { shape: 'circle', radius, layer: 'load', friction: 0.5 } });
    const { bodies, joints } = createRope(world, { from, to, links, width: 0.16, bodyA, bodyB: ball,
        collider: { layer: 'part' } });
    return { ball, links: bodies, joints };
}

/** A weight on a long chain, let go from the side. @returns {Carrier} */
function makeChain() {
    const world = makeWorld();
    const beam = world.createBody({ type: 'static', position: [0, 0] });
    addFloor(world, -14.6);
    const angle = -0.55;
    const to = [12 * Math.cos(angle), 12 * Math.sin(angle)];
    const { ball, links, joints } = hangBall(world, { bodyA: beam, from: [0, 0], to, links: 24,
        radius: 0.9 });
    return { world, joints, loads: [ball], part: links[0].mass, length: 12,
        things: { links, hooks: [[0, 0]] },
        see: { minX: -12.5, minY: -14.8, maxX: 12.5, maxY: 1.4 } };
}

/** A chain bridge with a weight under its middle, and a car that goes back and forth. @returns {Carrier} */
function makeBridge() {
    const world = makeWorld();
    addFloor(world, 0, -40, -10);
    addFloor(world, 0, 10, 40);
    const { planks, joints } = createBridge(world, { from: [-10, -0.08], to: [10, -0.08],
        planks: 31, thickness: 0.16, sag: 0.9, collider: { layer: 'deck', friction: 0.9 } });
    const middle = planks[15];
    const { ball, links, joints: chain } = hangBall(world, { bodyA: middle, from: [0, middle.y],
        to: [0, middle.y - 3.6], links: 8, radius: 0.9 });
    const part = planks[0].mass;
    const car = createCar(world, { position: [-12, 1.2], width: 2.2, height: 0.5, wheelRadius: 0.42,
        collider: { layer: 'brick', density: 0.3 }, wheel: { friction: 1.4 } });
    const length = planks.reduce(
        (sum, { colliders: [{ shape }] }) => sum + 2 * /** @type {any} */ (shape).points[2][0],
        0,
    );
    return { world, joints: [...joints, ...chain], loads: [ball], part, length: length + 3.6,
        things: { planks, links, car, way: 1 }, see: { minX: -15, minY: -7.4, maxX: 15, maxY: 3.4 },
        beforeStep({ things }, keys) {
            const { chassis, joints: axles } = things.car;
            if (Math.abs(chassis.x) > 12.5) things.way = -Math.sign(chassis.x);
            const way = keyWay(keys, 'ArrowRight', 'ArrowLeft') || things.way;
            for (const joint of axles) joint.setMotor(-way * 7, chassis.mass * 4);
        } };
}

/** A trolley on a jib, and a chain with a weight on it. @returns {Carrier} */
function makeCrane() {
    const world = makeWorld();
    addFloor(world, -9);
    const jib = world.createBody({ type: 'static', position: [0, 3] });
    const trolley = world.createBody({ position: [-3, 3], canSleep: false,
        collider: { shape: 'box', width: 1.5, height: 0.4, layer: 'part' } });
    trolley.setMass({ mass: 40 });
    const rail = world.createJoint({ type: 'prismatic', bodyA: jib, bodyB: trolley, anchor: [-3, 3],
        axis: [1, 0], limit: [-6, 12], motor: { speed: 0, maxForce: 1e6 } });
    const { ball, links, joints } = hangBall(world, { bodyA: trolley, from: [-3, 3], to: [-3, -4.5],
        links: 18, radius: 1 });
    return { world, joints: [...joints, rail], loads: [ball], part: links[0].mass, length: 7.5,
        things: { links, trolley, rail, speed: 0, way: 1 },
        see: { minX: -13, minY: -9.4, maxX: 13, maxY: 4.6 }, beforeStep({ things }, keys) {
        if (things.trolley.x > 7) things.way = -1;
        if (things.trolley.x < -6) things.way = 1;
        things.speed = eased(things.speed,
            3 * (keyWay(keys, 'ArrowRight', 'ArrowLeft') || things.way), 0.04);
        things.rail.setMotor(things.speed, 1e6);
    } };
}

/** A ball on a chain into a wall. @returns {Carrier} */
function makeWrecker() {
    const world = makeWorld();
    addFloor(world, -9);
    const boom = world.createBody({ type: 'static', position: [-1, 4] });
    const angle = Math.PI + 0.35;
    const to = [-1 + 11 * Math.cos(angle), 4 + 11 * Math.sin(angle)];
    const { ball, links, joints } = hangBall(world, { bodyA: boom, from: [-1, 4], to, links: 22,
        radius: 0.95 });
    const bricks = [];
    for (let row = 0; row < 14; ++row) {
        for (let i = 0; i < 4; ++i) {
            bricks.push(
                world.createBody({
                    position: [2.2 + 1.25 * i + (row % 2) * 0.6, -9 + 0.6 * (row + 0.5)],
                    collider: { shape: 'box', width: 1.2, height: 0.58, layer: 'brick',
                        density: 0.35, friction: 0.7 },
                }),
            );
        }
    }
    return { world, joints, loads: [ball], part: links[0].mass, length: 11,
        things: { links, bricks, hooks: [[-1, 4]] },
        see: { minX: -13.5, minY: -9.4, maxX: 13.5, maxY: 5 } };
}

/** A scissor lift of crossed beams, which a motor at its foot drives. @returns {Carrier} */
function makeLift() {
    const world = makeWorld();
    addFloor(world, -0.6);
    const STAGES = 5;
    const angle = 0.3;
    const long = 4;
    const [width, height] = [long * Math.cos(angle), long * Math.sin(angle)];
    const base = world.createBody({ type: 'static' });
    const slider = world.createBody({ position: [width, 0], canSleep: false,
        collider: { shape: 'box', width: 0.4, height: 0.3, layer: 'part' } });
    /** @type {Joint[]} */
    const joints = [];
    const pin = (/** @type {Body} */ bodyA, /** @type {Body} */ bodyB,
        /** @type {[number, number]} */ anchor) =>
    {
        joints.push(world.createJoint({ type: 'revolute', bodyA, bodyB, anchor }));
    };
    let feet = [base, slider];
    const beams = [];
    for (let stage = 0; stage < STAGES; ++stage) {
        const y = stage * height;
        const [up, down] = [angle, -angle].map((turned) =>
            world.createBody({ position: [width / 2, y + height / 2], angle: turned,
                collider: { shape: 'capsule', a: [-long / 2, 0], b: [long / 2, 0], radius: 0.11,
                    layer: 'part' } })
        );
        pin(up, down, [width / 2, y + height / 2]);
        pin(feet[0], up, [0, y]);
        pin(feet[1], down, [width, y]);
        feet = [down, up];
        beams.push(up, down);
    }
    const top = STAGES * height;
    const deck = world.createBody({ position: [width / 2, top], canSleep: false, userData: 'deck',
        colliders: [
            { shape: 'box', width: 5, height: 0.3, center: [0, 0.2], layer: 'deck' },
            { shape: 'box', width: 2, height: 2, center: [0, 1.35], layer: 'load' },
        ] });
    // The upper right end rolls under the deck, on a roller that slides along it.
    const roller = world.createBody({ position: [width, top], canSleep: false,
        collider: { shape: 'circle', radius: 0.16, layer: 'part' } });
    pin(feet[0], deck, [0, top]);
    pin(feet[1], roller, [width, top]);
    joints.push(
        world.createJoint({ type: 'prismatic', bodyA: deck, bodyB: roller, anchor: [width, top],
            axis: [1, 0] }),
    );
    const rail = world.createJoint({ type: 'prismatic', bodyA: base, bodyB: slider,
        anchor: [width, 0], axis: [1, 0], limit: [-2.2, 0],
        motor: { speed: -0.2, maxForce: 1e7 } });
    return { world, joints: [...joints, rail], loads: [deck], part: beams[0].mass,
        length: long * STAGES, things: { beams, slider, roller, deck, rail, speed: 0, way: -1 },
        see: { minX: -6, minY: -1, maxX: 10, maxY: 24 }, beforeStep({ things }, keys) {
        if (things.rail.translation < -1.8) things.way = 1;
        if (things.rail.translation > -0.4) things.way = -1;
        things.speed = eased(things.speed,
            0.35 * (-keyWay(keys, 'ArrowUp', 'ArrowDown') || things.way), 0.006);
        things.rail.setMotor(things.speed, 1e7);
    } };
}

export const SCENES = { Chain: makeChain, Bridge: makeBridge, Crane: makeCrane,
    'Wrecking ball': makeWrecker, 'Scissor lift': makeLift };

/** Gives the load so many times the mass of a part. @param {Carrier} scene @param {number} times */
export function setLoad({ loads, part }, times) {
    const all = loads.reduce((sum, body) => sum + body.mass, 0);
    for (const body of loads) body.setMass({ mass: (body.mass / all) * part * times });
}

/** How much longer the row of joints is than it was built, metres. @param {Carrier} scene */
export const stretchOf = ({ joints }) =>
    joints.reduce((sum, joint) => sum + joint.linearSeparation, 0);

// The course: hills, a ramp, ragdolls that stand in the way, a heap of crates, a second ramp and a wall; and the car with its rider.
// Cars and ragdolls are those of mica2d/builders. Metres and kilograms.
import { World } from '../../js/index.js';
import { createCar, createRagdoll } from '../../js/builders.js';

export const START = -6;
export const END = 92;
const LIFTS_OFF = 27;

/** Height of the ground. @param {number} x */
export function groundAt(x) {
    if (x < 2) return 0;
    if (x < 20) return 0.9 * Math.sin(((x - 2) / 18) * 4 * Math.PI) ** 2;
    if (x < LIFTS_OFF) return 2.6 * Math.max(0, (x - 20) / (LIFTS_OFF - 20)) ** 1.6;
    if (x < 66) return 0;
    if (x < 74) return 3.2 * ((x - 66) / 8) ** 1.5;
    return 0;
}

/** Points of the ground, denser than it bends. @returns {[number, number][]} */
function groundPoints() {
    /** @type {[number, number][]} */
    const points = [[START - 6, 14], [START - 6, 0]];
    for (let x = START; x <= END; x += 0.5) {
        points.push([x, groundAt(x - 1e-6)]);
        if (groundAt(x - 1e-6) - groundAt(x + 1e-6) > 1) points.push([x + 0.02, 0]);
    }
    return [...points, [END + 1, 0], [END + 1, 14]];
}

/** Where ragdolls stand, x and y. */
const STANDING = [...Array.from({ length: 9 }, (_, i) => [41 + 1.15 * i, 0]), [57.5, 1.8], [58.7, 2.7], [59.9, 1.8], [80, 0], [81.2, 0], [82.4, 0], [83.6, 0]];

/** @param {{ stiffness: number }} options */
export function makeCourse({ stiffness }) {
    const world = new World({ layers: { ground: {}, car: ['ground', 'doll', 'crate'], rider: ['ground', 'doll', 'crate'], doll: ['ground', 'doll', 'crate'], crate: ['ground', 'crate'] } });
    const points = groundPoints();
    world.createBody({ type: 'static', collider: { shape: 'chain', points, layer: 'ground', friction: 0.9 } });
    const car = createCar(world, { position: [START + 2, 1.1], width: 2.6, height: 0.45, wheelRadius: 0.45, travel: 0.4, hertz: 3.2,
        collider: { layer: 'car', density: 60 }, wheel: { friction: 1.6, density: 30 } });
    const rider = createRagdoll(world, { position: [START + 2, 1.34], height: 1.6, hertz: 4, collider: { layer: 'rider', density: 12 }, body: { canSleep: false } });
    // The rider's feet are fast on the car, up to a force.
    const straps = ['leftShin', 'rightShin'].map((bone) => world.createJoint({ type: 'weld', bodyA: car.chassis, bodyB: rider.bones[bone],
        anchor: [START + 2, 1.4], breakForce: 9000 }));
    const crates = [];
    for (let row = 0; row < 3; ++row) {
        for (let i = row; i < 5 - Math.max(0, row - 1); ++i) crates.push([56.3 + 1.2 * i - 0.6 * row + (row === 2 ? -0.6 : 0), row]);
    }
    const heap = crates.filter(([x, row]) => row < 2 || Math.abs(x - 58.7) < 0.7).map(([x, row]) => world.createBody({ position: [x, 0.45 + 0.9 * row], awake: false,
        collider: { shape: 'box', width: 1.15, height: 0.9, layer: 'crate', density: 3 } }));
    // They stand asleep until something meets them.
    const dolls = STANDING.map(([x, y], i) => ({ ...createRagdoll(world, { position: [x, y], height: 1.7 + 0.12 * Math.sin(5 * i), facesLeft: true, hertz: stiffness,
        collider: { layer: 'doll', density: 8, friction: 0.7 }, body: { awake: false } }), from: y, down: false }));
    return { world, points, car, rider, straps, crates: heap, dolls };
}

/** @typedef {ReturnType<typeof makeCourse>} Course */

/** Whether the rider still stands on the car. @param {Pick<Course, 'straps'>} course */
export const rides = ({ straps }) => straps.some((strap) => strap.alive);

/** Counts those that fell: a head below half of where it was. @param {Pick<Course, 'dolls'>} course */
export function countFallen({ dolls }) {
    for (const doll of dolls) doll.down ||= doll.bones.head.y < doll.from + 0.9;
    return dolls.filter(({ down }) => down).length;
}

/** Whether the car touches nothing. @param {Pick<Course, 'car'>} course */
export const flies = ({ car }) => car.bodies.every((body) => body.contactPoints().length === 0);

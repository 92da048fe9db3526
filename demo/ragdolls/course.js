// The course: hills, ramps, ragdolls that stand in the way, a heap of crates, a bridge, a long jump, the finish and a wall behind it; and
// the car with its rider. Cars, ragdolls and bridges are those of mica2d/builders. Metres and kilograms.
import { World } from '../../js/index.js';
import { createBridge, createCar, createRagdoll } from '../../js/builders.js';

export const START = -6;
export const FINISH = 164;
export const END = 192;
const LIFTS_OFF = 27;
const TORQUE = 380; // N m of each wheel
const TILT = 2000; // N m, that turns the car in the air
const TILT_DAMPING = 200; // N m s
const LEVEL = 300; // N m, by which it rights itself if nobody turns it, twice that on the ground
const THRUST = 2600; // N of the boost
/** Valleys: from, to, depth. */
const VALLEYS = [[94, 108, 3], [126, 140, 2.4]];
const BRIDGE = { from: 94, to: 108 };

/** Height of the ground. @param {number} x */
export function groundAt(x) {
    if (x < 2) return 0;
    if (x < 20) return 0.9 * Math.sin(((x - 2) / 18) * 4 * Math.PI) ** 2;
    if (x < LIFTS_OFF) return 2.6 * Math.max(0, (x - 20) / (LIFTS_OFF - 20)) ** 1.6;
    if (x < 66) return 0;
    if (x < 74) return 2.2 * ((x - 66) / 8) ** 1.5;
    if (x >= 116 && x < 126) return 3.4 * ((x - 116) / 10) ** 1.6;
    for (const [from, to, depth] of VALLEYS)
        if (x >= from && x < to)
            return -depth
                * Math.sin((Math.PI * (x - from)) / (to - from)) ** 2;
    return 0;
}

/** Points of the ground, denser than it bends. @returns {[number, number][]} */
function groundPoints() {
    /** @type {[number, number][]} */
    const points = [[START - 6, 14], [START - 6, 0]];
    for (let x = START; x <= END; x += 0.25) {
        points.push([x, groundAt(x - 1e-6)]);
        if (groundAt(x - 1e-6) - groundAt(x + 1e-6) > 1)
            points.push([x + 0.02, groundAt(x + 1e-6)]);
    }
    return [...points, [END + 1, 0], [END + 1, 14]];
}

/** Where ragdolls stand, x and y. */
const STANDING = [...Array.from({ length: 8 }, (_, i) => [41 + 1.15 * i, 0]), [62.6, 0], [63.7, 0],
    [64.8, 0], [80, 0], [81.2, 0], [82.4, 0], [83.6, 0], [112, 0], [113.2, 0],
    ...Array.from({ length: 6 }, (_, i) => [148 + 1.15 * i, 0]), [177, 0], [178.1, 0], [179.2, 0]];

/** @param {{ stiffness: number }} options */
export function makeCourse({ stiffness }) {
    const world = new World({
        layers: { ground: {}, plank: {}, car: ['ground', 'plank', 'doll', 'crate'],
            rider: ['ground', 'plank', 'doll', 'crate'], doll: ['ground', 'plank', 'doll', 'crate'],
            crate: ['ground', 'plank', 'crate'] },
    });
    const points = groundPoints();
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points, layer: 'ground', friction: 0.9 } });
    const car = createCar(world, { position: [START + 2, 1.1], width: 2.6, height: 0.45,
        wheelRadius: 0.45, travel: 0.4, hertz: 3.2, collider: { layer: 'car', density: 60 },
        wheel: { friction: 1.6, density: 50 } });
    const rider = createRagdoll(world, { position: [START + 2, 1.34], height: 1.6, hertz: 4,
        collider: { layer: 'rider', density: 12 }, body: { canSleep: false } });
    // The rider's feet are fast on the car, up to a force.
    const straps = ['leftShin', 'rightShin'].map((bone) =>
        world.createJoint({ type: 'weld', bodyA: car.chassis, bodyB: rider.bones[bone],
            anchor: [START + 2, 1.4], breakForce: 9000 })
    );
    createBridge(world, { from: [BRIDGE.from, 0], to: [BRIDGE.to, 0], planks: 20, thickness: 0.16,
        sag: 0.5, collider: { layer: 'plank', density: 90, friction: 0.9 } });
    const heap = [[58.1, 0], [59.3, 0], [60.5, 0], [58.7, 1], [59.9, 1], [59.3, 2], [171, 0], [
        172.2,
        0,
    ], [173.4, 0], [174.6, 0], [172.2, 1], [173.4, 1], [174.6, 1], [173.4, 2]]
        .map(([x, row]) =>
            world.createBody({ position: [x, 0.45 + 0.9 * row],
                collider: { shape: 'box', width: 1.15, height: 0.9, layer: 'crate',
                    density: 0.8 } })
        );
    // They stand asleep until something meets them.
    const dolls = STANDING.map(([x, y], i) => ({
        ...createRagdoll(world, { position: [x, y], height: 1.7 + 0.12 * Math.sin(5 * i),
            facesLeft: true, hertz: stiffness,
            collider: { layer: 'doll', density: 6, friction: 0.7 } }),
        from: y,
        down: false,
    }));
    for (const body of [...heap, ...dolls.flatMap(({ bodies }) => bodies)]) body.sleep();
    const planks = [...world.bodies].filter((body) => body.colliders[0]?.layer === 'plank');
    return { world, points, car, rider, straps, crates: heap, dolls, planks };
}

/** @typedef {ReturnType<typeof makeCourse>} Course */

/** Whether the rider still stands on the car. @param {Pick<Course, 'straps'>} course */
export const rides = ({ straps }) => straps.some((strap) => strap.alive);

/** Counts those that fell: a head below half of where it was. @param {Pick<Course, 'dolls'>} course */
export function countFallen({ dolls }) {
    for (const doll of dolls) doll.down ||= doll.bones.head.y < doll.from + 0.9;
    return dolls.filter(({ down }) => down).length;
}

/**
 * Drives by the motors of the wheels, and turns the car in the air.
 * @param {Pick<Course, 'car'>} course @param {{ way: number, speed: number, tilt: number, boost: boolean }} how `way` 1: to the right, `speed` m/s,
 *     `tilt` 1: nose up
 */
export function drive({ car }, { way, speed, tilt, boost }) {
    const { chassis } = car;
    // Full torque would turn a car over backwards that climbs or has its nose in the air.
    const grip = Math.max(0.1, Math.min(1, 1.5 - 1.4 * way * chassis.angle));
    for (const joint of car.joints)
        joint.setMotor((-way * speed) / 0.45, way === 0 ? 30 : TORQUE * grip);
    if (boost) {
        const [dx, dy] = chassis.worldVector(1, 0.15);
        chassis.applyForce(THRUST * dx, THRUST * dy);
    }
    const level = tilt === 0 ? -LEVEL * Math.sin(chassis.angle) : 0;
    chassis.applyTorque(
        flies({ car })
            ? TILT * tilt + level - TILT_DAMPING * chassis.angularVelocity
            : 2 * level + 0.5 * TILT * tilt,
    );
}

/**
 * Puts the car on its wheels, with the rider if he is on it.
 * @param {Pick<Course, 'car' | 'rider' | 'straps'>} course @param {number} [ahead] metres from where it lies
 */
export function setUpright(course, ahead = 0) {
    const { chassis, wheels, bodies } = course.car;
    const moved = rides(course) ? [...wheels, ...course.rider.bodies] : wheels;
    const { x, angle } = chassis;
    const places = moved.map((body) => chassis.localPoint(body.x, body.y));
    const at = Math.min(END - 3, Math.max(START + 2, x + ahead));
    chassis.setTransform(at, Math.max(groundAt(at - 1), groundAt(at + 1)) + 1.1, 0);
    moved.forEach((body, i) =>
        body.setTransform(...chassis.worldPoint(...places[i]), body.angle - angle)
    );
    for (const body of [...bodies, ...moved]) {
        body.setVelocity(0, 0);
        body.angularVelocity = 0;
    }
}

/** Whether the car touches nothing. @param {Pick<Course, 'car'>} course */
export const flies = ({ car }) => car.bodies.every((body) => body.contactPoints().length === 0);

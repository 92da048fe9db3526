// The boss: a shell on two axles, each with two legs whose three feet turn like the spokes of a wheel, and a mace that an arm swings over
// its eye. Every leg is on a revolute joint with a motor; each hit on the eye destroys joints, until nothing carries it. course.js
// makes it, game.js drives it and says when it was hit.
import { HALL } from './level.js';

/** Metres. `axle`: how far the axles are from the middle of the shell. `arm`: from the eye to the chain. */
export const BOSS = Object.freeze({ width: 3.4, height: 0.9, eye: 0.55, eyeY: 0.75, axle: 1.15,
    leg: 1.45, foot: 0.16, arm: 1.5, link: 0.4, ball: 0.36 });
export const HITS = 4;

const SWING = 1.9; // rad to either side
const SWING_SPEED = 1.35; // rad/s
const ROOM = 3; // m, that its middle keeps from the hall's walls
const LEG_TORQUE = 9000; // N·m
const ARM_TORQUE = 2600; // N·m
/** How it balances, after so many hits: N·m for each radian that its shell leans, and N·m·s. */
const BALANCE = [9000, 9000, 9000, 4000, 0];
const BALANCE_DAMPING = 900;

/** @typedef {import('../../js/index.js').World<any>} AnyWorld */
/** @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {import('../../js/index.js').Joint<any, 'revolute'>} Revolute */

/** The feet of a leg, as capsules from its hub. */
const feet = () =>
    [0, 1, 2].map((i) => {
        const angle = Math.PI / 2 + i * 2 * Math.PI / 3;
        return { shape: /** @type {const} */ ('capsule'), a: [0, 0],
            b: [BOSS.leg * Math.cos(angle), BOSS.leg * Math.sin(angle)], radius: BOSS.foot,
            layer: 'leg', density: 12, friction: 0.9 };
    });

/** @param {AnyWorld} world @param {number} x @param {number} floor */
export function createBoss(world, x, floor) {
    const y = floor + BOSS.leg + BOSS.foot;
    const shell = world.createBody({ position: [x, y], colliders: [
        { shape: 'box', width: BOSS.width, height: BOSS.height, layer: 'shell', density: 20,
            friction: 0.4 },
        { shape: 'circle', radius: BOSS.eye, center: [0, BOSS.eyeY], layer: 'eye', density: 5 },
    ] });
    // Two on each axle, a sixth of a turn apart: six feet, so that it walks smoothly; with one leg less it limps.
    const legs = [-1, -1, 1, 1].map((side, i) => {
        const body = world.createBody({ position: [x + side * BOSS.axle, y],
            angle: i % 2 * Math.PI / 3, colliders: feet() });
        const joint = world.createJoint({ type: 'revolute', bodyA: shell, bodyB: body,
            anchor: [x + side * BOSS.axle, y], motor: { speed: 0, maxTorque: LEG_TORQUE } });
        return { body, joint };
    });
    const eyeY = y + BOSS.eyeY;
    const arm = world.createBody({ position: [x, eyeY],
        collider: { shape: 'capsule', a: [0, 0], b: [0, BOSS.arm], radius: 0.1, layer: 'mace',
            density: 8 } });
    const shoulder = world.createJoint({ type: 'revolute', bodyA: shell, bodyB: arm,
        anchor: [x, eyeY], motor: { speed: 0, maxTorque: ARM_TORQUE } });
    let [last, end] = [arm, eyeY + BOSS.arm];
    const links = [0, 1, 2].map((i) => {
        const link = world.createBody({ position: [x, end + BOSS.link / 2], collider: i < 2
            ? { shape: 'capsule', length: BOSS.link, radius: 0.07, layer: 'mace', density: 20 }
            : { shape: 'circle', radius: BOSS.ball, layer: 'mace', density: 25 } });
        world.createJoint({ type: 'revolute', bodyA: last, bodyB: link, anchor: [x, end] });
        last = link;
        end += BOSS.link;
        return link;
    });
    return { shell, legs, arm, shoulder, links };
}

/** @typedef {ReturnType<typeof createBoss>} Boss */

/** What game.js keeps of it. */
export const newBossState = () => ({ hits: 0, stunned: 0, shut: 0, way: -1, phase: 0, swing: 0 });

/** An angle from -π to π. @param {number} angle */
const wrap = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Turns a joint towards an angle. @param {Revolute} joint @param {number} angle @param {number} rate rad/s at which that angle turns @param {number} torque */
function servo(joint, angle, rate, torque) {
    if (joint.alive) joint.setMotor(rate + 8 * wrap(angle - joint.angle), torque);
}

/**
 * Sets its motors for the next step: towards the hero, as long as it has one in its hall.
 * @param {Boss} boss @param {ReturnType<typeof newBossState>} state @param {number | null} heroX
 */
export function driveBoss({ shell, legs, shoulder }, state, heroX) {
    const step = shell.world.fixedStep;
    state.stunned = Math.max(0, state.stunned - step);
    state.shut = Math.max(0, state.shut - step);
    const target = Math.max(HALL.x0 + ROOM, Math.min(HALL.x1 - ROOM, heroX ?? shell.x));
    if (Math.abs(target - shell.x) > 1.2) state.way = Math.sign(target - shell.x);
    const idle = heroX === null || state.stunned > 0 || state.hits >= HITS
        || Math.abs(target - shell.x) < 0.4;
    const speed = idle ? 0 : -state.way * (1.5 + 0.35 * state.hits);
    state.phase += speed * step;
    legs.forEach(({ joint }) => servo(joint, state.phase, speed, LEG_TORQUE));
    if (heroX !== null && state.hits < HITS)
        state.swing += (state.shut > 0 ? 1.7 : 1) * SWING_SPEED * step;
    servo(shoulder, SWING * Math.sin(state.swing), 0, ARM_TORQUE);
    if (state.hits < HITS)
        shell.applyTorque(
            -BALANCE[state.hits] * shell.angle - BALANCE_DAMPING * shell.angularVelocity,
        );
}

/** Breaks what the next hit breaks. @param {Boss} boss @param {number} hits so far, this one too */
export function breakJoints({ legs, shoulder }, hits) {
    const broken =
        [[legs[3].joint], [legs[0].joint], [shoulder, legs[2].joint], [legs[1].joint]][hits - 1];
    for (const joint of broken) if (joint.alive) joint.destroy();
}

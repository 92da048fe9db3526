// Joints that are saved stretched, as other engines leave them under a load: they close, and throw nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { randomFrom } from '../fuzz/hostile-random.mjs';
import './helpers.mjs';

/** The half angle of an arc by the ratio of its chord to its length. @param {number} ratio */
function halfAngle(ratio) {
    let [low, high] = [1e-6, 3];
    for (let i = 0; i < 60; ++i) {
        const middle = (low + high) / 2;
        if (Math.sin(middle) / middle > ratio) low = middle;
        else high = middle;
    }
    return low;
}

/**
 * A bridge as long as its planks, which hangs in an arc since each pin is stretched, and a stone in its middle. How fast the
 * stone rises at most, and how high against where it ends.
 * @param {number} planks @param {number} stretch of each pin, m @param {number} density of the stone
 */
function bridge(planks, stretch, density) {
    const [long, radius] = [0.5, 0.4];
    const world = new World(), post = world.createBody({ type: 'static' });
    const [arc, chord] = [planks * (long + stretch), planks * long];
    const half = halfAngle(chord / arc), round = arc / (2 * half);
    /** @param {number} along @returns {[x: number, y: number, angle: number]} */
    const at = (along) => {
        const angle = (along / arc - 0.5) * 2 * half;
        return [chord / 2 + round * Math.sin(angle), round * (Math.cos(half) - Math.cos(angle)),
            angle];
    };
    let before = post;
    for (let i = 0; i < planks; ++i) {
        const [x, y, angle] = at((i + 0.5) * (long + stretch));
        const plank = world.createBody({ position: [x, y], angle,
            collider: { shape: 'box', width: long, height: 0.12 } });
        world.createJoint({ type: 'revolute', bodyA: before, bodyB: plank,
            localAnchorA: before === post ? [0, 0] : [long / 2, 0], localAnchorB: [-long / 2, 0] });
        before = plank;
    }
    world.createJoint({ type: 'revolute', bodyA: before, bodyB: post, localAnchorA: [long / 2, 0],
        localAnchorB: [chord, 0] });
    const [x, y] = at(arc / 2);
    const stone = world.createBody({ position: [x, y + 0.06 + radius],
        collider: { shape: 'circle', radius, density } });
    let [top, speed] = [-Infinity, 0];
    for (let i = 0; i < 300; ++i) {
        world.step();
        top = Math.max(top, stone.y);
        speed = Math.max(speed, stone.vy);
    }
    const over = top - stone.y;
    world.destroy();
    return { speed, over };
}

test('a bridge that was saved stretched lifts its stone, and does not throw it', () => {
    for (const planks of [10, 20, 40]) {
        for (const stretch of [0.001, 0.004, 0.01]) {
            for (const density of [1, 20]) {
                const { speed, over } = bridge(planks, stretch, density);
                assert.ok(speed < 0.6 && over < 0.15,
                    `${planks} planks, ${stretch} m, density ${density}: ${speed} m/s, ${over} m`);
            }
        }
    }
});

test('what hangs by pins that are 4 mm off becomes no faster than contacts push', () => {
    for (let number = 0; number < 60; ++number) {
        const { next: random } = randomFrom(number + 1);
        const world = new World({ gravity: [0, 0], sleep: false });
        /** @type {import('../../js/index.js').Body<any>[]} */
        const bodies = [world.createBody({ type: 'static' })];
        const count = 3 + Math.floor(28 * random());
        /** @param {number} a @param {number} b */
        const pin = (a, b) => {
            const [one, other, turn] = [bodies[a], bodies[b], 2 * Math.PI * random()];
            const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
            world.createJoint({ type: random() < 0.3 ? 'weld' : 'revolute', bodyA: one,
                bodyB: other, localAnchorA: [x - one.x, y - one.y],
                localAnchorB: [x - other.x + 0.004 * Math.cos(turn),
                    y - other.y + 0.004 * Math.sin(turn)] });
        };
        for (let i = 1; i <= count; ++i) {
            const [to, turn, far] = [Math.floor(i * random()), 2 * Math.PI * random(),
                0.3 + 0.4 * random()];
            bodies.push(world.createBody({
                position: [bodies[to].x + far * Math.cos(turn),
                    bodies[to].y + far * Math.sin(turn)],
                collider: { shape: 'circle', radius: 0.1 + 0.15 * random(),
                    density: 10 ** (2 * random() - 1), group: -1 },
            }));
            pin(to, i);
            if (i > 3 && random() < 0.1) pin(1 + Math.floor((i - 2) * random()), i);
        }
        let fastest = 0;
        for (let step = 0; step < 60; ++step) {
            world.step();
            for (const { vx, vy } of bodies) fastest = Math.max(fastest, Math.hypot(vx, vy));
        }
        assert.ok(fastest < 3, `case ${number}, ${count} bodies: ${fastest} m/s`);
        world.destroy();
    }
});

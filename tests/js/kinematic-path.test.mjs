// What a kinematic body does to bodies in its way: it is not seen in them, however slow they are.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import './helpers.mjs';

test('a bat that hits a free ball, at rest or slow, is not seen in it', () => {
    for (const speed of [2, 5, 12, 40]) {
        for (const vx of [0, -0.1, -1, -4]) {
            for (let phase = 0; phase < 20; ++phase) {
                const world = new World({ gravity: [0, 0] });
                const bat = world.createBody({ type: 'kinematic', velocity: [speed, 0],
                    collider: { shape: 'box', width: 1, height: 1 } });
                const ball = world.createBody({ position: [2 + (phase * speed) / 1200, 0],
                    velocity: [vx, 0],
                    collider: { shape: 'circle', radius: 0.22, restitution: phase % 2 } });
                let minimum = Infinity;
                for (let i = 0; i < 90; ++i) {
                    world.step();
                    minimum = Math.min(minimum, ball.x - bat.x - 0.72);
                }
                assert.ok(minimum > -0.02,
                    `bat ${speed} m/s, ball ${vx} m/s, phase ${phase}: ${minimum} m`);
                assert.ok(ball.vx > speed - 0.01);
                world.destroy();
            }
        }
    }
});

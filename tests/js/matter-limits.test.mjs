// What calls on matter say that are refused for a limit of the world, or for a shape that they do not take.
import assert from 'node:assert/strict';
import test from 'node:test';
import { basin, box } from './matter-engine.mjs';
import { World } from '../../js/matter.js';
import { refuses } from './helpers.mjs';

test('errors of limits name the limit', () => {
    const world = new World();
    const matters = Array.from({ length: 32 }, () => world.createMatter({ capacity: 10 }));
    const full = 'the world has no slot left for another one (a world has at most';
    refuses(() => world.createMatter({ capacity: 10 }), 'CAPACITY',
        `World.createMatter: ${full} 32 matters)`);
    const [matter] = matters;
    for (let i = 0; i < 256; ++i) world.createEmitter({ matter, enabled: false });
    refuses(() => world.createEmitter({ matter }), 'CAPACITY',
        `World.createEmitter: ${full} 256 emitters)`);
    const triggers = Array.from({ length: 257 },
        (_, i) =>
            world.createBody({ type: 'static', position: [2 * i, 0],
                collider: { ...box(1, 1), trigger: true } }).colliders[0]);
    for (const trigger of triggers.slice(1)) world.setGauge(trigger, {});
    refuses(() => world.setGauge(triggers[0], {}), 'CAPACITY',
        `World.setGauge: ${full} 256 gauges)`);
    world.destroy();
});

test('a polygon that is not convex is refused with the shapes that the call takes', () => {
    const { world } = basin();
    const water = world.createMatter();
    const dent = { shape: /** @type {const} */ ('polygon'),
        points: /** @type {[number, number][]} */ ([[0, 0], [2, 0], [0.5, 0.5], [0, 2]]) };
    const cure =
        "1.26491 m before it; shape: 'hull' takes points in any order and makes their convex hull)";
    for (const [method, call] of /** @type {[string, () => unknown][]} */ ([
        ['Matter.fill', () => water.fill(dent)],
        ['Matter.remove', () => water.remove(dent)],
        ['Matter.paint', () => water.paint(dent, { value: 1 })],
        ['World.matterIn', () => world.matterIn(dent)],
    ]))
        refuses(call, 'NOT_CONVEX', `${method}: `, 'shape.points[3] must lie', cure);
    assert.ok(water.fill({ ...dent, shape: 'hull' }, { position: [0, 1] }) > 0,
        'the other one works');
    world.destroy();
});

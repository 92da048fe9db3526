// What a world tells of its matter: which particles sleep, counters, the profile, and the list of gauges.
import assert from 'node:assert/strict';
import test from 'node:test';
import { basin, box, steps } from './matter-engine.mjs';
import { World as PlainWorld } from '../../js/world/world.js';
import { refuses } from './helpers.mjs';

/** @import { World } from '../../js/matter.js' */

/** The counters of matter alone. @param {World<any>} world */
function counts(world) {
    const { matters, particles, awakeParticles, emitters, gauges } = world.counters;
    return { matters, particles, awakeParticles, emitters, gauges };
}

test('counters have matters, particles, those awake, emitters and gauges', () => {
    const { world, trigger } = basin();
    const none = { matters: 0, particles: 0, awakeParticles: 0, emitters: 0, gauges: 0 };
    assert.deepEqual(counts(world), none);
    const water = world.createMatter();
    const sand = world.createMatter({ kind: 'sand' });
    const emitter = world.createEmitter({ matter: water, position: [0, 3], enabled: false });
    world.setGauge(trigger, { threshold: 1 });
    const filled = water.fill(box(1, 1), { position: [-1, 1] })
        + sand.fill(box(1, 1), { position: [1, 1] });
    assert.deepEqual(counts(world), { matters: 2, particles: filled, awakeParticles: filled,
        emitters: 1, gauges: 1 });
    assert.equal(world.counters.bodies, 2);
    emitter.destroy();
    trigger.destroy();
    sand.destroy();
    assert.deepEqual(counts(world), { ...none, matters: 1, particles: water.count,
        awakeParticles: water.count });
    const plain = new PlainWorld();
    assert.equal('particles' in plain.counters, false);
    plain.destroy();
    world.destroy();
    refuses(() => world.counters, 'WORLD_DESTROYED', 'World.counters');
});

test('a matter says which of its particles sleep, and counters how many are awake', () => {
    const { world } = basin();
    const sand = world.createMatter({ kind: 'sand', capacity: 200 });
    const water = world.createMatter({ capacity: 10 });
    const count = sand.fill(box(1, 0.4), { position: [-1, 0.2] });
    assert.equal(sand.asleep.length, count);
    assert.ok(sand.asleep.every((each) => each === 0));
    let waited = 0;
    while (world.counters.awakeParticles > 0 && ++waited < 1200) steps(world, 1);
    assert.ok(waited < 1200, 'falls asleep within 20 s');
    assert.ok(sand.asleep.every((each) => each === 1));
    assert.ok(sand.velocities.every((each) => each === 0));
    water.add([1.5, 2]);
    assert.deepEqual([...water.asleep], [0], 'the other matter is awake');
    assert.equal(world.counters.awakeParticles, 1 + sand.asleep.filter((each) => !each).length);
    const pushed = sand.push(box(9, 9), { velocity: [0, 1] });
    assert.equal(pushed, count);
    assert.ok(sand.asleep.every((each) => each === 0), 'a push wakes them');
    world.destroy();
});

test('the profile has what a step spends on matter', () => {
    const { world } = basin();
    const water = world.createMatter();
    water.fill(box(3, 3), { position: [0, 1.5] });
    assert.equal(world.profile, null);
    world.profiling = true;
    assert.equal(world.profile?.matter, 0);
    steps(world, 3);
    const { profile } = world;
    assert.ok(profile && profile.matter > 0);
    const { prepare, solve, finish, step } = profile;
    assert.ok(profile.matter <= prepare + solve + finish + 0.01 && profile.matter <= step + 0.01,
        JSON.stringify(profile));
    world.stepImpacts();
    assert.equal(world.profile?.matter, 0, 'a step from impact to impact moves no matter');
    world.profiling = false;
    assert.equal(world.profile, null);
    world.destroy();
});

test('gauges are the triggers that count particles, in the order in which they began to', () => {
    const { world, trigger } = basin();
    assert.deepEqual(world.gauges, []);
    const [other] =
        world.createBody({ type: 'static', position: [0, 5],
            collider: { ...box(1, 1), trigger: true } }).colliders;
    world.setGauge(other, {});
    world.setGauge(trigger, { drains: true });
    assert.deepEqual(world.gauges, [other, trigger]);
    world.setGauge(other, null);
    assert.deepEqual(world.gauges, [trigger]);
    trigger.destroy();
    assert.deepEqual(world.gauges, []);
    world.destroy();
    refuses(() => world.gauges, 'WORLD_DESTROYED', 'World.gauges');
});

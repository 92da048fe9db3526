// The rows of js/options/joints.js: types, settings and ranges are those of the engine, and a row
// is all that a new type needs in JavaScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { World } from '../../js/index.js';
import { groupOf, parseJoint, readGroup } from '../../js/options/joint-options.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { worldCore } from '../../js/wire/handle.js';
import { idOf } from '../../js/wire/object.js';
import { JOINT } from '../../js/wire/layout.js';
import { wasm } from '../../js/wire/wasm.js';
import { refuses } from './helpers.mjs';

/** @typedef {import('../../js/options/joint-settings.js').Group<any>} Group */

/** What a type cannot do without. @type {Record<string, Record<string, unknown>>} */
const NEEDED = { motor: { maxForce: 1, maxTorque: 1 }, target: { bodyA: undefined },
    prismatic: { axis: [1, 0] }, ratchet: { ratchet: 1 },
    pulley: { groundAnchorA: [0, 1], groundAnchorB: [1, 1] }, wheel: { axis: [1, 0] } };

/** A joint of one type between new bodies. @param {string} type */
function join(type) {
    const world = new World();
    const [bodyA, bodyB] = [world.createBody(),
        world.createBody({ collider: { shape: 'circle', radius: 1 } })];
    const make = (/** @type {Record<string, unknown>} */ options) =>
        world.createJoint(/** @type {any} */ (options));
    const pin = () => make({ type: 'revolute', bodyA, bodyB, anchor: [0, 0] });
    const joint = type === 'gear'
        ? make({ type, jointA: pin(), jointB: pin() })
        : make({ type, bodyA, bodyB, anchor: [0, 0], ...NEEDED[type] });
    return { world, joint, bodyA, bodyB };
}

test('the joint types are those of MICA_JOINT_TYPES in number and name, with the same settings', () => {
    const header = readFileSync(new URL('../../src/mica.h', import.meta.url), 'utf8');
    const [, list] = /#define MICA_JOINT_TYPES\(X\)((?:.*\\\n)+.*)/.exec(header) ?? [];
    const rows = Array.from(list.matchAll(/X\((\w+), (\w+), ([\w ]+)\)/g),
        ([, , name, groups]) => [name, groups]);
    assert.deepEqual(Object.keys(JOINT_TYPES), rows.map(([name]) => name));
    assert.deepEqual(Object.values(JOINT_TYPES).map(({ number }) => number),
        rows.map((_, i) => i + 1));
    /** @type {Record<string, string[]>} */
    const named = { REFERENCE: ['referenceAngle'], AXIS: ['axis', 'localAxisA'],
        TEETH: ['ratchet', 'phase'], ROPE: ['groundAnchorA', 'groundAnchorB', 'ratio'],
        GEAR: ['ratio', 'sum'], OWN_FORCE: ['hertz', 'dampingRatio', 'maxForce'],
        OWN: ['hertz', 'dampingRatio', 'maxForce', 'maxTorque'],
        VELOCITY: ['linearVelocity', 'angularVelocity'],
        DRIVE: ['hertz', 'dampingRatio', 'maxForce', 'maxTorque'] };
    /** @param {string} group as in REFERENCE and ANGULAR_LIMIT */
    const options = (group) => named[group] ?? [group.replace(/^[A-Z]+_/, '').toLowerCase()];
    for (const [i, { settings }] of Object.values(JOINT_TYPES).entries())
        assert.deepEqual(Object.keys(settings), rows[i][1].split(' ').flatMap(options));
});

test('the engine takes the ends of every range and refuses what lies beyond', () => {
    for (const [type, { settings }] of Object.entries(JOINT_TYPES)) {
        const { world, joint } = join(type);
        const set = (/** @type {number} */ field, /** @type {number} */ value) =>
            wasm.calls.joint_set(worldCore(world).ptr, idOf(joint), field, 1, value, 0, 0);
        let tried = 0;
        for (const setting of Object.values(settings)) {
            const { numbers: several, number } = /** @type {Partial<Group>} */ (setting);
            const numbers = several ?? (number ? [number] : []);
            // A limit is never empty on the way: both ends go up from the upper one, and down from
            // the lower.
            for (const { field, max } of [...numbers].reverse()) assert.equal(set(field, max), 0);
            for (const { field, name, min, max } of numbers) {
                for (const end of [max, min])
                    assert.equal(set(field, end), 0, `${type} ${name} ${end}`);
                if (max < 1e15)
                    assert.notEqual(set(field, max * 1.001 + 0.001), 0,
                        `${type} ${name} above ${max}`);
                assert.notEqual(set(field, min * 1.001 - 0.001), 0, `${type} ${name} below ${min}`);
                ++tried;
            }
        }
        assert.ok(tried > 0 || type === 'gear', type);
        world.destroy();
    }
});

test('the defaults of a row are those of setSpring and of the getters', () => {
    const { world, joint } = join('revolute');
    assert.equal(joint.type, 'revolute');
    const [, dampingRatio, target] = JOINT_TYPES.revolute.settings.spring.numbers;
    joint.setSpring(2);
    assert.deepEqual(joint.spring, { hertz: 2, dampingRatio: dampingRatio.byDefault,
        target: target.byDefault, maxTorque: Infinity, minTorque: -Infinity });
    joint.spring = null;
    joint.spring = { hertz: 2 };
    assert.deepEqual(joint.spring, { hertz: 2, dampingRatio: dampingRatio.byDefault,
        target: target.byDefault, maxTorque: Infinity, minTorque: -Infinity });
    world.destroy();
});

test('a second type is one more row: its options are read, and those of other types refused by name', () => {
    const { limit, motor } = JOINT_TYPES.revolute.settings;
    const types = { revolute: JOINT_TYPES.revolute, slide: { number: 7, settings: { limit } } };
    const [bodyA, bodyB] = [{}, {}];
    /** @param {Record<string, unknown>} more */
    const parse = (more) =>
        parseJoint('make', { type: 'slide', bodyA, bodyB, anchor: [1, 2], ...more }, (_, body) =>
            body, types);
    const { record } = parse({ limit: [-3, 4], breakForce: 5 });
    assert.equal(record.length, JOINT.RECORD);
    assert.deepEqual(
        [JOINT.TYPE, JOINT.LIMIT, JOINT.LOWER, JOINT.UPPER, JOINT.BREAK_FORCE].map((field) =>
            record[field]
        ),
        [7, 1, -3, 4, 5],
    );
    assert.throws(() => parse({ motor: { maxTorque: 1 } }), { name: 'TypeError',
        message: 'make: a slide joint has no motor' });
    assert.throws(() => parse({ type: 'rope' }),
        /^RangeError: make: type must be one of "revolute", "slide", got "rope"/);
    assert.equal(groupOf('Joint.limit', 'slide', 'limit', types), limit);
    assert.throws(() => groupOf('Joint.motor', 'slide', 'motor', types),
        /^TypeError: Joint.motor: a slide joint has no motor/);
    assert.equal(groupOf('Joint.motor', 'revolute', 'motor', types), motor);
    record[JOINT.MOTOR] = 1;
    assert.deepEqual(readGroup('slide', 'limit', [9, ...record], 1, types), { lower: -3,
        upper: 4 });
    assert.equal(readGroup('slide', 'motor', record, 0, types), null);
    assert.deepEqual(readGroup('revolute', 'motor', record, 0, types), { speed: 0, maxTorque: 0 });
    refuses(() => parse({ bodyB: bodyA }), 'SAME_BODY', /must be two bodies/);
});

// The table of operations: numbers that stay, names and arguments that say what they take.
import assert from 'node:assert/strict';
import test from 'node:test';
import { World } from '../../js/index.js';
import { MATTER_ROWS } from '../../js/matter/operations.js';
import { addRows } from '../../js/wire/added-rows.js';
import { OPERATIONS, checkValues, operationOf } from '../../js/wire/table.js';
import { parseBody } from '../../js/options/options.js';
import { idOf } from '../../js/wire/object.js';
import { apply } from '../../js/world/saving/apply.js';
import { targetOfNumber } from '../../js/recording/operations.js';
import { capital } from '../../web/schema/rows.mjs';
import { subjects } from '../../web/scripts/generate.mjs';
import './helpers.mjs';

/** What is recorded today must be read tomorrow: a number is given once and never to another. Later ones are in the schema. */
const NUMBERS = {
    1: 'world.setGravity',
    2: 'world.setSleep',
    3: 'world.setRestitutionThreshold',
    4: 'world.setHitSpeed',
    5: 'world.addLayer',
    6: 'world.setLayerPair',
    7: 'world.ignorePair',
    8: 'world.createBody',
    9: 'world.createBodies',
    10: 'world.createJoint',
    11: 'world.explode',
    12: 'world.setTransforms',
    13: 'world.setMoverVelocities',
    20: 'body.destroy',
    21: 'body.setTransform',
    22: 'body.setPosition',
    23: 'body.setX',
    24: 'body.setY',
    25: 'body.setAngle',
    26: 'body.setVelocity',
    27: 'body.setVx',
    28: 'body.setVy',
    29: 'body.setAngularVelocity',
    30: 'body.setType',
    31: 'body.setLinearDamping',
    32: 'body.setAngularDamping',
    33: 'body.setDamping',
    34: 'body.setGravityScale',
    35: 'body.setLocks',
    36: 'body.setCanSleep',
    37: 'body.setAwake',
    38: 'body.setEnabled',
    39: 'body.setBullet',
    40: 'body.setDropThrough',
    41: 'body.applyForce',
    42: 'body.applyForceAt',
    43: 'body.applyImpulse',
    44: 'body.applyImpulseAt',
    45: 'body.applyTorque',
    46: 'body.applyAngularImpulse',
    47: 'body.setMass',
    48: 'body.resetMass',
    49: 'body.createColliders',
    50: 'body.createMover',
    51: 'body.destroyMover',
    52: 'body.setMoverVelocity',
    53: 'body.setMoverNumbers',
    54: 'body.setMoverFloating',
    60: 'collider.destroy',
    61: 'collider.setLayer',
    62: 'collider.setGroup',
    63: 'collider.setDensity',
    64: 'collider.setFriction',
    65: 'collider.setRestitution',
    66: 'collider.setRollingResistance',
    67: 'collider.setTangentSpeed',
    68: 'collider.setTrigger',
    69: 'collider.setFrictionCombine',
    70: 'collider.setRestitutionCombine',
    71: 'collider.setOneWay',
    72: 'collider.setArcade',
    73: 'collider.setSees',
    74: 'collider.setField',
    75: 'collider.setShape',
    76: 'collider.fillTiles',
    78: 'collider.dig',
    79: 'collider.add',
    80: 'collider.setPieces',
    90: 'joint.destroy',
    91: 'joint.setLimit',
    92: 'joint.setMotor',
    93: 'joint.setSpring',
    94: 'joint.setBreakForce',
    95: 'joint.setBreakTorque',
    96: 'joint.setCollideConnected',
    97: 'joint.setNumbers',
    98: 'joint.setLocalAnchorA',
    99: 'joint.setLocalAnchorB',
    100: 'joint.setEnabled',
};

test('each operation has its number for good', () => {
    const made = subjects.flatMap(({ name, rows }) =>
        rows.filter(({ operation }) => operation !== undefined).map((
            row,
        ) => /** @type {const} */ ([row.operation, `${name}.set${capital(row.name)}`]))
    );
    const wanted = { ...Object.fromEntries(made), ...NUMBERS };
    assert.deepEqual(Object.fromEntries(OPERATIONS.map(({ number, name }) => [number, name])),
        wanted);
    assert.equal(OPERATIONS.length, Object.keys(wanted).length);
    for (const operation of OPERATIONS) assert.equal(operationOf(operation.number), operation);
    assert.throws(() => operationOf(19), /operation: number must be that of an operation, got 19/);
});

/** Those of 'mica2d/matter', likewise. */
const MATTER_NUMBERS = {
    81: 'collider.setGauge',
    82: 'collider.endGauge',
    83: 'collider.fillMatter',
    101: 'world.createMatter',
    102: 'world.destroyMatter',
    103: 'world.setMatter',
    104: 'world.fillMatter',
    105: 'world.removeMatter',
    106: 'world.paintMatter',
    107: 'world.pushMatter',
    108: 'world.addParticles',
    109: 'world.createEmitter',
    110: 'world.destroyEmitter',
    111: 'world.setEmitter',
    112: 'world.setMatterUserData',
    113: 'world.pinMatter',
};

test('operations of matter have theirs, which the table knows once the entry has added them', () => {
    assert.deepEqual(Object.fromEntries(MATTER_ROWS.map(({ number, name }) => [number, name])),
        MATTER_NUMBERS);
    assert.throws(() => operationOf(101), /number must be that of an operation, got 101/);
    addRows(MATTER_ROWS);
    addRows(MATTER_ROWS);
    for (const row of MATTER_ROWS) {
        assert.equal(operationOf(row.number), row);
        assert.equal(targetOfNumber(row.number), row.target);
        assert.ok(row.args.length < 14 && row.first === row.args[0]
            && row.fourth === row.args[3]);
    }
});

test('every argument refuses what it is not, by the names of operation and argument', () => {
    for (const { name, args } of [...OPERATIONS, ...MATTER_ROWS]) {
        for (const argument of args) {
            assert.throws(() => argument.check(name, argument.name, Symbol.iterator),
                (/** @type {any} */ error) =>
                    error instanceof TypeError
                    && error.message.startsWith(`${name}: ${argument.name} must be `));
        }
    }
    const velocity = operationOf(26);
    checkValues(velocity, [1, 2]);
    assert.throws(() => checkValues(velocity, [1]), { name: 'TypeError',
        message: 'body.setVelocity: y must be a finite number, got undefined' });
});

test('a name is that of a member, or of one with more arguments, of its class', () => {
    const world = new World();
    const body = world.createBody({ collider: { shape: 'circle', radius: 1 } });
    const [collider] = body.colliders;
    const joint = world.createJoint({ type: 'revolute', bodyA: body, bodyB: world.createBody(),
        anchor: [0, 0] });
    const objects = { world, body, collider, joint };
    const elsewhere = ['world.addLayer', 'world.setLayerPair', 'world.ignorePair', 'world.explode',
        'body.setPosition', 'body.applyForceAt', 'body.applyImpulseAt', 'joint.setNumbers',
        'body.createMover', 'body.destroyMover', 'body.setMoverVelocity', 'body.setMoverNumbers',
        'body.setMoverFloating'];
    for (const { name, target } of OPERATIONS) {
        if (elsewhere.includes(name)) continue;
        const member = name.slice(name.indexOf('.') + 1);
        const property = member.replace(/^set(.)/, (_, first) => first.toLowerCase());
        assert.ok(member in objects[target] || property in objects[target], name);
    }
    world.destroy();
});

test('an operation is performed from plain values alone', () => {
    const [one, two] = [new World(), new World()];
    const circle = /** @type {const} */ ({ shape: 'circle', radius: 0.5 });
    const parsed = parseBody('', { position: [0, 3], collider: circle }, { layerNames: ['default'],
        lengthUnit: 1, yDown: false });
    const made = apply(one, 8, 0, [parsed.body, parsed.colliders]);
    const body = two.createBody({ position: [0, 3], collider: circle });
    apply(one, 1, 0, [1, -2]);
    two.gravity = [1, -2];
    apply(one, 26, idOf(made), [3, 4]);
    body.setVelocity(3, 4);
    assert.throws(() => apply(one, 26, idOf(made), ['x', 4]), { name: 'TypeError',
        message: /^body.setVelocity: x must be/ });
    for (const world of [one, two]) for (let i = 0; i < 20; ++i) world.step();
    assert.equal(one.hash(), two.hash());
    one.destroy();
    assert.throws(() => apply(one, 1, 0, [0, 0]), { code: 'WORLD_DESTROYED' });
    two.destroy();
});

test('numbers within the range of an argument are those that its check gives back', () => {
    let ranges = 0;
    for (const { name, args } of OPERATIONS) {
        for (const { name: called, check, min, max } of args) {
            assert.equal(Number.isNaN(min), Number.isNaN(max), `${name}: ${called}`);
            if (Number.isNaN(min)) continue;
            ++ranges;
            for (const value of [min, max, (min + max) / 2, min + (max - min) / 3])
                assert.equal(check(name, called, value), value);
            for (const value of [min - 0.001 * (max - min), max + 0.001 * (max - min)])
                assert.throws(() => check(name, called, value), RangeError);
        }
    }
    assert(ranges > 40, `${ranges} ranges`);
});

// The JSON Schema of scenes (web/scripts/scene-schema.mjs), checked by ajv: it has every option, takes every scene
// that toScene gives, takes what fromScene takes, and refuses unknown fields as fromScene does. Scenes changed by
// chance are refused or valid, and nothing traps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FIELD_KEYS } from '../../js/options/fields.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { BODY_KEYS, SURFACE_KEYS } from '../../js/options/options.js';
import { SHAPE_KEYS } from '../../js/options/shapes.js';
import { World } from '../../js/index.js';
import { toScene } from '../../js/scene.js';
import './helpers.mjs';
import { tryScenes } from './scene-mutations.mjs';
import { MOVER_SAMPLE, SHAPE_SAMPLES, WORLD_KEYS, everything } from './scene-samples.mjs';
import { faultsOf, schema } from './scene-validity.mjs';
import { part } from '../sample.mjs';

const { definitions } = schema;

/** @param {Record<string, any>} object */
const keysOf = (object) => Object.keys(object.properties).sort();

test('the schema has every option, each with what the documentation says of it', () => {
    assert.deepEqual(keysOf(schema.properties.world), [...WORLD_KEYS].sort());
    assert.deepEqual(keysOf(definitions.body),
        [...BODY_KEYS, 'dropThrough', 'mass', 'mover'].sort());
    for (const [shape, keys] of Object.entries(SHAPE_KEYS))
        assert.deepEqual(keysOf(definitions[shape]),
            [...new Set([...keys, ...SURFACE_KEYS, 'userData'])].sort(), shape);
    for (const [i, [type, keys]] of Object.entries(FIELD_KEYS).entries())
        assert.deepEqual(keysOf(definitions.field.oneOf[i]),
            ['type', 'priority', 'events', ...keys].sort(), type);
    for (const [i, [type, { settings }]] of Object.entries(JOINT_TYPES).entries()) {
        const joint = definitions.joint.oneOf[i];
        assert.equal(joint.properties.type.const, type);
        assert.deepEqual(Object.keys(settings).filter((key) => !(key in joint.properties)), [],
            type);
    }
    assert.deepEqual(keysOf(definitions.mover), [...Object.keys(MOVER_SAMPLE)].sort());
    const objects = [schema, schema.properties.world, definitions.body, definitions.mover,
        ...Object.keys(SHAPE_KEYS).map((shape) => definitions[shape]), ...definitions.field.oneOf,
        ...definitions.joint.oneOf];
    let described = 0;
    for (const { properties } of objects) {
        for (const [key, { description, const: fixed }] of Object.entries(properties)) {
            if (fixed !== undefined && key !== 'mica2d') continue;
            assert.ok(description?.length > 3, key);
            ++described;
        }
    }
    assert.ok(described > 350, `${described} descriptions`);
});

test('every scene that a world gives is valid', () => {
    const world = everything();
    for (let i = 0; i < 3; ++i) {
        assert.equal(faultsOf(toScene(world)), '');
        for (let j = 0; j < 20; ++j) world.step();
    }
    world.destroy();
});

test('every way to give a shape is valid, and an unknown field is not', () => {
    for (const { given, written } of SHAPE_SAMPLES) {
        for (const collider of [given, written ?? given]) {
            const scene = { mica2d: 1, bodies: [{ type: 'static', collider }] };
            assert.equal(faultsOf(scene), '', collider.shape);
            assert.notEqual(
                faultsOf({ ...scene,
                    bodies: [{ type: 'static', collider: { ...collider, colour: 1 } }] }),
                '',
            );
        }
    }
    for (const bad of [{}, { mica2d: 2 }, { mica2d: 1, x: 1 }, { mica2d: 1,
        world: { clock: null } }, { mica2d: 1, bodies: [{ x: 1 }] }])
        assert.notEqual(faultsOf(bad), '', JSON.stringify(bad));
});

test('scenes changed by chance are refused or valid, and a world of theirs steps', () => {
    const { made, refused } = tryScenes(0, part(10_000, 10));
    assert.ok(made > part(2000, 10) && refused > part(3000, 10),
        `${made} made, ${refused} refused`);
});

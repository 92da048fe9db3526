// The JSON Schema of scenes (web/scripts/schema.mjs), checked by ajv: it has every option, takes every scene
// that toScene gives, takes what fromScene takes, and refuses unknown fields as fromScene does. Mutated scenes
// are refused or valid, and nothing traps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Ajv } from 'ajv';
import { FIELD_KEYS } from '../../js/options/fields.js';
import { JOINT_TYPES } from '../../js/options/joints.js';
import { BODY_KEYS, SURFACE_KEYS } from '../../js/options/options.js';
import { SHAPE_KEYS } from '../../js/options/shapes.js';
import { World } from '../../js/index.js';
import { sceneSchema } from '../../web/scripts/schema.mjs';
import './helpers.mjs';
import { SHAPE_SAMPLES, WORLD_KEYS, everything, generator } from './scene-samples.mjs';

const schema = sceneSchema();
// strictRequired and strictTypes ask for properties and types to be repeated in each branch.
const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
const validate = ajv.compile(schema);
const { definitions } = schema;

/** @param {unknown} scene */
function isValid(scene) {
    const valid = validate(scene);
    return { valid, errors: ajv.errorsText(validate.errors) };
}

/** @param {Record<string, any>} object */
const keysOf = (object) => Object.keys(object.properties).sort();

test('the schema has every option, each with what the documentation says of it', () => {
    assert.deepEqual(keysOf(schema.properties.world), [...WORLD_KEYS].sort());
    assert.deepEqual(keysOf(definitions.body), [...BODY_KEYS, 'dropThrough', 'mass'].sort());
    for (const [shape, keys] of Object.entries(SHAPE_KEYS))
        assert.deepEqual(keysOf(definitions[shape]), [...new Set([...keys, ...SURFACE_KEYS, 'userData'])].sort(), shape);
    for (const [i, [type, keys]] of Object.entries(FIELD_KEYS).entries())
        assert.deepEqual(keysOf(definitions.field.oneOf[i]), ['type', 'priority', 'events', ...keys].sort(), type);
    for (const [i, [type, { settings }]] of Object.entries(JOINT_TYPES).entries()) {
        const joint = definitions.joint.oneOf[i];
        assert.equal(joint.properties.type.const, type);
        assert.deepEqual(Object.keys(settings).filter((key) => !(key in joint.properties)), [], type);
    }
    const objects = [schema, schema.properties.world, definitions.body, ...Object.keys(SHAPE_KEYS).map((shape) => definitions[shape]),
        ...definitions.field.oneOf, ...definitions.joint.oneOf];
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
        assert.deepEqual(isValid(world.toScene()), { valid: true, errors: 'No errors' });
        for (let j = 0; j < 20; ++j) world.step();
    }
    world.destroy();
});

test('every way to give a shape is valid, and an unknown field is not', () => {
    for (const { given, written } of SHAPE_SAMPLES) {
        for (const collider of [given, written ?? given]) {
            const scene = { mica2d: 1, bodies: [{ type: 'static', collider }] };
            assert.deepEqual(isValid(scene), { valid: true, errors: 'No errors' }, collider.shape);
            assert.equal(isValid({ ...scene, bodies: [{ type: 'static', collider: { ...collider, colour: 1 } }] }).valid, false);
        }
    }
    for (const bad of [{}, { mica2d: 2 }, { mica2d: 1, x: 1 }, { mica2d: 1, world: { clock: null } }, { mica2d: 1, bodies: [{ x: 1 }] }])
        assert.equal(isValid(bad).valid, false, JSON.stringify(bad));
});

/** Every place of a JSON value: what holds it, and its key there. @param {any} value @returns {[any, string][]} */
function placesOf(value) {
    if (typeof value !== 'object' || value === null) return [];
    return Object.keys(value).flatMap((key) => [[value, key], ...placesOf(value[key])]);
}

/** What takes the place of a value. @type {unknown[]} */
const VALUES = [0, 1, -1, 2, 0.5, -3.7, 1e-9, 1e4, 1e7, 1e12, -1e30, 1e300, 64, 2 ** 31, NaN, Infinity, true, false, null, undefined,
    '', 'x', 'static', 'circle', 'tiles', 'gear', [], [0], [0, 0], [1, 2, 3], {}, { x: 1, y: 2 }, { type: 'wind' }, ['##', '..'], new Map(), () => 0];

/**
 * Changes one place of a scene.
 * @param {any} scene
 * @param {() => number} random
 */
function mutate(scene, random) {
    /** @template T @param {readonly T[]} list @returns {T} */
    const pick = (list) => list[Math.floor(random() * list.length)];
    const places = placesOf(scene);
    const [holder, key] = pick(places);
    const [fromHolder, fromKey] = pick(places);
    const how = random();
    if (how < 0.5) holder[key] = pick(VALUES);
    else if (how < 0.65) holder[key] = JSON.parse(JSON.stringify(fromHolder[fromKey]) ?? '0');
    else if (how < 0.75) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
    else if (how < 0.85 && !Array.isArray(holder)) holder[`${key}x`] = holder[key];
    else if (typeof holder[key] === 'number') holder[key] *= pick([-1, 0, 1e-6, 3, 1e6]);
    else if (Array.isArray(holder[key])) holder[key].push(pick(VALUES));
}

/** Whether there is a null, which fromScene may take as nothing said, or what is no JSON. @param {any} value @returns {boolean} */
const isOdd = (value) => placesOf(value).some(([holder, key]) => holder[key] === null || holder[key] === undefined) ||
    placesOf(value).some(([holder, key]) => Array.isArray(holder) && !(key in holder));

/** Something less than everything, since only a part of a scene is reached by one change. */
function smallScene() {
    const world = everything();
    const scene = /** @type {any} */ (structuredClone(world.toScene()));
    world.destroy();
    delete scene.world.bodyCapacity;
    delete scene.world.colliderCapacity;
    delete scene.world.contactCapacity;
    return scene;
}

test('a thousand mutated scenes are refused or valid, and a world of theirs steps', () => {
    const random = generator(11);
    const original = smallScene();
    let [made, refused] = [0, 0];
    for (let i = 0; i < 1000; ++i) {
        const scene = structuredClone(original);
        for (let n = random() < 0.8 ? 1 : 2; n > 0; --n) mutate(scene, random);
        let world;
        try {
            world = World.fromScene(scene);
        } catch (error) {
            const { name, code, message } = /** @type {any} */ (error);
            assert.deepEqual([name, ['BAD_SCENE', 'NO_MEMORY', 'CAPACITY'].includes(code)], ['MicaError', true], String(error));
            assert.match(message, /^World(\.fromScene)?: /);
            if (code === 'BAD_SCENE') assert.match(message, /mica2d|scene|world|bodies|joints|ignoredPairs/);
            ++refused;
            continue;
        }
        ++made;
        if (!isOdd(scene)) assert.deepEqual(isValid(scene), { valid: true, errors: 'No errors' });
        const text = JSON.stringify(world.toScene());
        const again = World.fromScene(JSON.parse(text));
        assert.equal(JSON.stringify(again.toScene()), text);
        world.step();
        world.destroy();
        again.destroy();
    }
    assert.ok(made > 200 && refused > 300, `${made} made, ${refused} refused`);
});

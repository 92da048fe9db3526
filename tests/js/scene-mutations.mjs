// Scenes changed by chance: each is refused with a MicaError that names the part, or valid by the schema and a world
// that steps, whose own scene gives the same world and the same scene again. scene-schema.test.mjs tries some; by hand,
// the cases from FIRST up to before END:  node tests/js/scene-mutations.mjs FIRST END
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { World } from '../../js/index.js';
import { fromScene, toScene } from '../../js/scene.js';
import { chance } from './imported.mjs';
import { smallScenes } from './scene-samples.mjs';
import { faultsOf } from './scene-validity.mjs';

/** Every place of a JSON value: what holds it, and its key there. @param {any} value @param {[any, string][]} [found] @returns {[any, string][]} */
function placesOf(value, found = []) {
    if (typeof value !== 'object' || value === null) return found;
    for (const key of Object.keys(value)) {
        found.push([value, key]);
        placesOf(value[key], found);
    }
    return found;
}

/** What takes the place of a value. @type {unknown[]} */
const VALUES = [0, 1, -1, 2, 0.5, -3.7, 1e-9, 1e4, 1e7, 1e12, -1e30, 1e300, 64, 2 ** 31, NaN,
    Infinity, true, false, null, undefined, '', 'x', 'static', 'circle', 'tiles', 'gear', [], [0], [
    0,
    0,
], [1, 2, 3], {}, { x: 1, y: 2 }, { type: 'wind' }, ['##', '..'], new Map(), () => 0];

/** A value that no other case changes. @param {any} value */
const fresh = (
    value,
) => (Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype
    ? structuredClone(value)
    : value);

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
    if (how < 0.5) holder[key] = fresh(pick(VALUES));
    else if (how < 0.65) holder[key] = JSON.parse(JSON.stringify(fromHolder[fromKey]) ?? '0');
    else if (how < 0.75) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
    else if (how < 0.85 && !Array.isArray(holder)) holder[`${key}x`] = holder[key];
    else if (typeof holder[key] === 'number') holder[key] *= pick([-1, 0, 1e-6, 3, 1e6]);
    else if (Array.isArray(holder[key])) holder[key].push(fresh(pick(VALUES)));
}

/** Whether there is a null, which fromScene may take as nothing said, or what is no JSON. @param {any} value @returns {boolean} */
const isOdd = (value) =>
    placesOf(value).some(([holder, key]) =>
        holder[key] === null || holder[key] === undefined
        || (Array.isArray(holder[key]) && Object.keys(holder[key]).length < holder[key].length)
    );

/** A refusal must name what is wrong. @param {any} error */
function checkError({ name, code, message, stack }) {
    assert.deepEqual([name, ['BAD_SCENE', 'NO_MEMORY', 'CAPACITY'].includes(code)], ['MicaError',
        true], stack);
    assert.match(message, /^(World|fromScene): /);
    if (code === 'BAD_SCENE')
        assert.match(message, /mica2d|scene|world|bodies|joints|ignoredPairs/);
}

/** Whether a body is given an angle beyond one and a half turns, of which a scene has the rotation alone. @param {any} scene */
const turnsFar = ({ bodies }) =>
    (bodies ?? []).some((/** @type {any} */ { angle = 0 }) => Math.abs(angle) > 3 * Math.PI);

/** Tries a changed scene. @param {any} scene @returns {boolean} whether it made a world */
function tryScene(scene) {
    let world;
    try {
        world = fromScene(scene);
    } catch (error) {
        checkError(error);
        return false;
    }
    if (!isOdd(scene)) assert.equal(faultsOf(scene), '');
    const text = JSON.stringify(toScene(world));
    const again = fromScene(JSON.parse(text));
    assert.equal(JSON.stringify(toScene(again)), text);
    if (!turnsFar(scene)) assert.equal(again.hash(), world.hash());
    world.step();
    world.destroy();
    again.destroy();
    return true;
}

/**
 * Tries the cases from `first` up to before `end`.
 * @param {number} first
 * @param {number} end
 * @param {(cases: number) => void} [progress]
 */
export function tryScenes(first, end, progress = () => {}) {
    const texts = smallScenes();
    const counts = { made: 0, refused: 0 };
    for (let i = first; i < end; ++i) {
        const random = chance(i);
        const scene = JSON.parse(texts[i % texts.length]);
        for (let n = random() < 0.8 ? 1 : 2; n > 0; --n) mutate(scene, random);
        try {
            ++counts[tryScene(scene) ? 'made' : 'refused'];
        } catch (error) {
            throw new Error(`case ${i}: ${/** @type {any} */ (error).message}`, { cause: error });
        }
        progress(i + 1 - first);
    }
    return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
    const [first, end] = process.argv.slice(2).map(Number);
    const start = performance.now();
    const report = (/** @type {number} */ cases) => {
        if (cases % 10000 === 0)
            console.log(`${cases} cases in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    };
    console.log(tryScenes(first, end, report));
}

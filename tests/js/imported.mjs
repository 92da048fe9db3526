// What the tests of the importers share: the fixtures of tests/fixtures/import, worlds made of scenes, and files changed
// by chance.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { World } from '../../js/index.js';
import { fromScene, toScene } from '../../js/scene.js';
import './helpers.mjs';
import { faultsOf } from './scene-validity.mjs';

/** @import { ImportedScene } from '../../js/import/types.js' */

const folder = new URL('../fixtures/import/', import.meta.url);

/** A fixture, parsed anew. @param {string} name @returns {any} */
export const fixture = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/**
 * A world made of a scene, which must be plain data and valid by the schema. The world's own scene gives it again.
 * @param {ImportedScene} scene
 */
export function build(scene) {
    assert.deepEqual(JSON.parse(JSON.stringify(scene)), scene);
    assert.equal(faultsOf(scene), '');
    const world = fromScene(scene);
    const bodies = [...world.bodies];
    assert.deepEqual(bodies.map(({ userData }) => userData),
        scene.bodies.map(({ userData }) => userData));
    const text = JSON.stringify(toScene(world));
    const again = fromScene(JSON.parse(text));
    assert.equal(JSON.stringify(toScene(again)), text);
    again.destroy();
    return { world, bodies, joints: world.joints };
}

/** A body of a scene by its name. @param {ImportedScene} scene @param {string} name @returns {any} */
export const named = (scene, name) => scene.bodies[namesOf(scene).indexOf(name)];

/** The names of a scene's bodies. @param {ImportedScene} scene @returns {string[]} */
export const namesOf = (scene) =>
    scene.bodies.map(({ userData }) => /** @type {any} */ (userData).name);

/**
 * Numbers from 0 to 1, the same in every run (mulberry32).
 * @param {number} seed
 */
export function chance(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** What a file's value may become. */
const ODD = [null, true, '', 'zstd', 'IntGrid', '7FC00000', -1, 0, 0.5, 1e-7, 1, 3, 64, 1e5, 1e9,
    2 ** 31 + 1, 2 ** 32, -1e300, [], [0], {}, { x: 0, y: 0 }, [{ x: 0, y: 0 }, { x: 1, y: 0 }, {
    x: 0,
    y: 1,
}, { x: 1, y: 1 }]];

/**
 * Changes one to four values anywhere in a file: to odd ones, to others of the file, or away.
 * @param {any} file
 * @param {() => number} random
 */
export function mutate(file, random) {
    /** @type {[holder: any, key: string][]} */
    const places = [];
    const walk = (/** @type {any} */ value) => {
        for (const key of Object.keys(value)) {
            places.push([value, key]);
            if (typeof value[key] === 'object' && value[key] !== null) walk(value[key]);
        }
    };
    walk(file);
    const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
    for (let changes = Math.ceil(4 * random()); changes > 0; --changes) {
        const [holder, key] = pick(places);
        const [other, from] = pick(places);
        if (random() < 0.2) delete holder[key];
        else holder[key] = random() < 0.3
                ? structuredClone(other[from])
                : typeof holder[key] === 'number' && random() < 0.4
                ? holder[key] * pick([-1, 1e-6, 0.5, 3, 1e4, 1e10])
                : structuredClone(pick(ODD));
    }
}

/**
 * Imports a file changed by chance again and again: each is refused, or becomes a scene that the engine takes and steps.
 * @param {number} runs
 * @param {() => { file: any, others: any[] }} files a file and those that it names, anew
 * @param {(file: any, others: any[]) => ImportedScene | Promise<ImportedScene>} importFile
 */
export async function fuzz(runs, files, importFile) {
    const counts = { refused: 0, made: 0 };
    for (let seed = 1; seed <= runs; ++seed) {
        const random = chance(seed);
        const { file, others } = files();
        const all = [file, ...others];
        mutate(all[random() < 0.7 ? 0 : Math.floor(random() * all.length)], random);
        const [changed, ...changedOthers] = JSON.parse(JSON.stringify(all));
        /** @type {ImportedScene} */
        let scene;
        try {
            scene = await importFile(changed, changedOthers);
        } catch (error) {
            const { name, code, message } = /** @type {any} */ (error);
            assert.equal(name, 'MicaError', `seed ${seed}: ${/** @type {any} */ (error).stack}`);
            assert.ok(['BAD_FILE', 'UNSUPPORTED_FILE'].includes(code), `seed ${seed}: ${code}`);
            assert.match(message, /^import\w+: .*(the file|\w)/, `seed ${seed}`);
            ++counts.refused;
            continue;
        }
        try {
            const { world } = build(scene);
            world.step();
            world.destroy();
            ++counts.made;
        } catch (error) {
            throw new Error(`seed ${seed}: ${/** @type {any} */ (error).message}`, {
                cause: error,
            });
        }
    }
    return counts;
}

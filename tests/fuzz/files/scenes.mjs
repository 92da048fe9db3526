// Scenes, damaged: each is refused by its part, or a world.
import { MicaError, World } from '../../../js/index.js';
import { fromScene } from '../../../js/scene.js';
import { smallScenes } from '../../js/scene-samples.mjs';
import { makeChance } from './chance.mjs';
import { damageJson } from './json.mjs';
import { useWorld } from './probe.mjs';

/** @import { Kind } from './kind.mjs' */

/** What a game lets the world of a foreign scene take. */
export const MAX_BYTES = 2 ** 25;

const CODES = ['BAD_SCENE', 'NO_MEMORY', 'CAPACITY'];
const NAMED = /^(World|fromScene): /;
const PART =
    /mica2d|scene|world|bodies|joints|ignoredPairs|\$schema| is no part of a scene|must be JSON, got/;

/**
 * A world of a scene that may be anything; undefined if it is refused as it should be.
 * @param {any} scene
 * @returns {World<any> | undefined}
 */
export function openScene(scene) {
    try {
        return fromScene(scene, { maxBytes: MAX_BYTES });
    } catch (error) {
        if (error instanceof MicaError && CODES.includes(error.code) && NAMED.test(error.message)
            && (error.code !== 'BAD_SCENE' || PART.test(error.message))) return undefined;
        throw error;
    }
}

/** @returns {Kind<{ scene: any, variant: number }>} */
export function sceneKind() {
    const texts = smallScenes();
    const others = texts.map((text) => JSON.parse(text));
    /** @param {number} base @param {readonly number[]} changes @param {(text: string) => void} [tell] */
    const damage = (base, changes, tell) => {
        const root = { scene: JSON.parse(texts[base % texts.length]) };
        for (const seed of changes.slice(1)) damageJson(root, seed, others, [], tell);
        return { scene: root.scene, variant: makeChance(changes[0]).below(64) };
    };
    return {
        name: 'scenes',
        bases: texts.length,
        weight: 3,
        damage,
        bytes: ({ scene }) => sizeOf(scene),
        take({ scene, variant }) {
            const world = openScene(scene);
            if (world) useWorld(world, variant);
            return world !== undefined;
        },
        describe(base, changes) {
            const lines = [`scene ${base % texts.length}`];
            damage(base, changes, (text) => lines.push(`  ${text}`));
            return lines;
        },
    };
}

/** About how many bytes a value is as JSON. @param {any} root */
export function sizeOf(root) {
    let bytes = 0;
    const left = [root];
    const seen = new Set();
    while (left.length > 0) {
        const value = left.pop();
        bytes += typeof value === 'string' ? value.length + 2 : 4;
        if (typeof value !== 'object' || value === null || seen.has(value)) continue;
        seen.add(value);
        for (const [key, each] of Object.entries(value)) {
            bytes += key.length;
            left.push(each);
        }
    }
    return bytes;
}

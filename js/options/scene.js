// Checks that a given object is a scene, a world as JSON, and takes its parts. What the parts hold is checked
// where the options of worlds, bodies, colliders and joints are. Called by js/world/saving/scene-read.js and
// js/world/saving/scene-write.js.
import { MicaError, show } from '../wire/errors.js';
import { WORLD_KEYS, parseWorld } from './options.js';

/** @import { WorldOptions } from './types.js' */

/** The version of the format. */
export const SCENE_VERSION = 1;

/** Its parts in worlds with matter. */
const MATTER_PARTS = /** @type {const} */ (['matters', 'emitters', 'gauges']);

/** The parts of a scene; `$schema` is for editors, `report` for who imported it. */
export const SCENE_KEYS =
    /** @type {const} */ (['$schema', 'mica2d', 'world', 'bodies', 'joints', 'ignoredPairs',
        ...MATTER_PARTS, 'report']);

/** What a body of a scene has besides the options of createBody. */
export const SCENE_BODY_KEYS = /** @type {const} */ (['dropThrough', 'mass', 'mover']);

/** Options of a world that a scene has: a clock is none for JSON. */
export const SCENE_WORLD_KEYS = new Set([...WORLD_KEYS].filter((key) => key !== 'clock'));

/** How deep JSON may be, and of how many lists and objects: one that lies in it several times counts as often. */
const MAX_DEPTH = 100;
const MAX_HOLDERS = 2 ** 22;

/** Errors of the engine that are not the scene's fault. */
const OTHER_FAULTS = new Set(['NO_MEMORY', 'CAPACITY', 'NOT_READY', 'WORLD_DESTROYED']);

/**
 * @param {string} method
 * @param {string} text names the part that is wrong
 * @param {unknown} [cause]
 * @returns {MicaError}
 */
function fault(method, text, cause) {
    return new MicaError('BAD_SCENE', `${method}: ${text}`,
        cause === undefined ? undefined : { cause });
}

/**
 * @param {string} method
 * @param {string} text
 * @returns {never}
 */
export function refuseScene(method, text) {
    throw fault(method, text);
}

/**
 * A message about options as one about a part of a scene.
 * @param {string} path of the part
 * @param {string} text what the message says behind the method
 */
function placed(path, text) {
    const unknown = /^(\S+) has no option "(.*?)"; (.*)$/.exec(text);
    if (unknown) {
        const [, name, key, rest] = unknown;
        return `${name === 'options' ? path : `${path}.${name}`}.${key} is no option; ${rest}`;
    }
    const named = text.replace(/\((colliders?[.[)])/, `(${path}.$1`);
    if (/^options\b/.test(named)) return named.replace('options', path);
    return /^[A-Za-z]\w*(\[[^\]]*\]|\.\w+)* (must|is)\b/.test(named)
        ? `${path}.${named}`
        : `${path}: ${named}`;
}

/**
 * Does something with a part of a scene; what is refused is the scene's fault and names the part.
 * @template T
 * @param {string} method
 * @param {string} path of the part, such as `bodies[3]`
 * @param {() => T} call
 * @returns {T}
 */
export function withPart(method, path, call) {
    try {
        return call();
    } catch (error) {
        const { message, code } = /** @type {MicaError} */ (error);
        const [, text] = /^(?:World|Body)(?:\.\w+)?: (.*)$/s.exec(message) ?? [];
        if (text === undefined || OTHER_FAULTS.has(code)) throw error;
        throw fault(method, placed(path, text), error);
    }
}

/**
 * A copy of what JSON can hold, and nothing else: no class, no function, no number that is not finite.
 * @param {unknown} value
 * @param {string} path
 * @param {(path: string, value: unknown, wanted?: string) => never} refuse
 * @param {number} [depth]
 * @param {{ left: number }} [budget] lists and objects that may come yet
 * @returns {any}
 */
function copyJson(value, path, refuse, depth = 0, budget = { left: MAX_HOLDERS }) {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value !== 'object' || depth > MAX_DEPTH) return refuse(path, value);
    if (--budget.left < 0)
        return refuse(path, value, `among at most ${MAX_HOLDERS} lists and objects`);
    if (Array.isArray(value))
        return Array.from(value,
            (item, i) => copyJson(item, `${path}[${i}]`, refuse, depth + 1, budget));
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return refuse(path, value);
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    const dot = path === '' ? '' : '.';
    return Object.fromEntries(
        entries.map((
            [key, item],
        ) => [key, copyJson(item, `${path}${dot}${key}`, refuse, depth + 1, budget)]),
    );
}

/**
 * A copy of user data if JSON can hold all of it; else undefined.
 * @param {unknown} value
 * @returns {unknown}
 */
export function jsonOf(value) {
    const no = {};
    try {
        return value === undefined ? undefined : copyJson(value, '', () => {
            throw no;
        });
    } catch (error) {
        if (error === no) return undefined;
        throw error;
    }
}

/**
 * @param {string} method
 * @param {Record<string, any>} scene
 * @param {'bodies' | 'joints' | 'ignoredPairs' | typeof MATTER_PARTS[number]} part
 * @returns {any[]}
 */
function listOf(method, scene, part) {
    const list = scene[part] ?? [];
    return Array.isArray(list)
        ? list
        : refuseScene(method, `${part} must be an array, got ${show(list)}`);
}

/**
 * The parts of a scene, copied, and the options of its world, checked.
 * @param {string} method
 * @param {unknown} given
 * @param {WorldOptions<any>} options in the place of the scene's
 */
export function readScene(method, given, options) {
    if (given instanceof Promise) refuseScene(method, 'scene must be awaited: it is a promise');
    const scene = copyJson(given, '',
        (path, value, wanted = 'JSON') =>
            refuseScene(method, `${path || 'scene'} must be ${wanted}, got ${show(value)}`));
    if (typeof scene !== 'object' || scene === null || Array.isArray(scene))
        refuseScene(method, `scene must be an object, as toScene() gives it, got ${show(scene)}`);
    for (const key of Object.keys(scene)) {
        if (!SCENE_KEYS.some((known) => known === key))
            refuseScene(method,
                `${key} is no part of a scene; there are ${SCENE_KEYS.slice(1).join(', ')}`);
    }
    if (scene.mica2d !== SCENE_VERSION)
        refuseScene(method,
            `mica2d, the version of the format, must be ${SCENE_VERSION}, got ${
                show(scene.mica2d)
            }`);
    const world = scene.world ?? {};
    if (world.clock !== undefined)
        refuseScene(method,
            `world.clock is no option; there are ${[...SCENE_WORLD_KEYS].join(', ')}`);
    withPart(method, 'world', () => parseWorld('World', world));
    const { clock } = parseWorld(method, options);
    return {
        parts: {
            bodies: listOf(method, scene, 'bodies'),
            joints: listOf(method, scene, 'joints'),
            ignoredPairs: listOf(method, scene, 'ignoredPairs'),
            matters: listOf(method, scene, 'matters'),
            emitters: listOf(method, scene, 'emitters'),
            gauges: listOf(method, scene, 'gauges'),
        },
        given: /** @type {WorldOptions} */ ({ ...world, ...options, clock: undefined }),
        clock: /** @type {any} */ (clock),
    };
}

/** @typedef {ReturnType<typeof readScene>['parts']} SceneParts */

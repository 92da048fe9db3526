// The two engines that since.mjs compares, an older commit's and this one's, each loaded through its own adapter; and
// whether an adapter can build a scene as it is described.

/** @import { Engine, EngineWorld } from '../engines/adapter.mjs' */
/** @import { Scene } from '../../scenes/builder.js' */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {object} Side
 * @property {Engine} engine the commit's adapter, loaded
 * @property {any} World the class of the commit's js/index.js; another one for each commit
 */

/**
 * @param {string} folder the root of a commit that is built
 * @returns {Promise<Side>}
 */
export async function loadSide(folder) {
    const load = (/** @type {string} */ path) => import(pathToFileURL(join(folder, path)).href);
    const adapter = await load('tests/bench/engines/mica.mjs');
    const engine = await adapter.load();
    await engine.warmUp?.();
    const { World } = await load('js/index.js');
    return { engine, World };
}

/** Of a scene, what an engine's world is made with. */
const WORLD_OPTIONS = ['gravity', 'layers', 'sleep'];

/**
 * A view of an object that notes which of its members are read.
 * @template {object} T
 * @param {T} target
 * @param {string[]} names the members that have to be read; those that are undefined need not be
 */
function watched(target, names) {
    const unread = new Set(names.filter((name) => /** @type {any} */ (target)[name] !== undefined));
    const view = new Proxy(target, {
        get(of, name) {
            unread.delete(String(name));
            return Reflect.get(of, name);
        },
    });
    return { view, unread };
}

/**
 * What of a scene an engine's adapter cannot build. An older adapter passes silently over what it does not know, such as
 * the motor of a pin, and would play another scene; so every member of every description must be read.
 * @param {Engine} engine
 * @param {Scene} scene
 * @returns {string} empty if the adapter builds all of it
 */
export function lacksOf(engine, scene) {
    /** @type {Set<string>} */
    const lacks = new Set();
    const options = watched(scene, WORLD_OPTIONS);
    const world = engine.createWorld(options.view);
    for (const name of options.unread) lacks.add(`no ${name} of worlds`);
    const builder = new Proxy(world, {
        get(of, name) {
            const method = Reflect.get(of, name);
            if (typeof method !== 'function') {
                lacks.add(`no ${String(name)}`);
                return method;
            }
            return (/** @type {any[]} */ ...args) => {
                const views = args.map((arg) =>
                    isDescription(arg)
                        ? watched(arg, Object.keys(arg))
                        : { view: arg, unread: new Set() }
                );
                const result = method.apply(of, views.map(({ view }) => view));
                for (const { unread } of views) {
                    for (const member of unread)
                        lacks.add(`no ${member} of ${String(name)}`);
                }
                return result;
            };
        },
    });
    try {
        scene.build(builder);
        scene.update?.(builder, 0);
    } catch (error) {
        if (lacks.size === 0) lacks.add(/** @type {Error} */ (error).message);
    } finally {
        world.destroy();
    }
    return [...lacks].join(', ');
}

/** @param {unknown} value */
function isDescription(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
        && !ArrayBuffer.isView(value);
}

/**
 * The World that an adapter's world wraps, which no adapter hands out: the one that its next step steps.
 * @param {Side} side
 * @param {EngineWorld} world is stepped once
 * @param {number} dt
 * @param {number} substeps
 */
export function stepAndFind({ World }, world, dt, substeps) {
    const { prototype } = World;
    const { step } = prototype;
    /** @type {any} */
    let found;
    prototype.step = function(/** @type {any[]} */ ...args) {
        found = this;
        return step.apply(this, args);
    };
    try {
        world.step(dt, substeps);
    } finally {
        prototype.step = step;
    }
    return found;
}

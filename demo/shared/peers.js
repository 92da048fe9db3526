// Physics engines side by side, for pages that compare Mica with others. A scene is plain data. An adapter, peers/NAME.js,
// makes it in its engine by the engine's public API. The same for all: shapes, densities, frictions, 60 steps a second, one
// thread, no sleeping. All else is each engine's default, and `settings` says what that is. Nothing of an engine is fetched
// before `loadEngine` is called for it. Called by demo/stress and demo/chains.

/**
 * Where the shape is in its body, and its surface. `meets: false` is a shape that collides with nothing.
 * @typedef {{ x?: number, y?: number, angle?: number, density?: number, friction?: number, restitution?: number, meets?: boolean }} Surface
 * @typedef {Surface & { kind: 'box', width: number, height: number }} Box
 * @typedef {Surface & { kind: 'circle', radius: number }} Circle
 * @typedef {{ type: 'static' | 'kinematic' | 'dynamic', x: number, y: number, angle?: number, vx?: number, vy?: number, spin?: number,
 *     bullet?: boolean, shapes: (Box | Circle)[] }} BodySpec metres, radians, m/s, rad/s; bullet: swept against dynamic bodies too, if the engine can
 * @typedef {{ a: number, b: number, x: number, y: number }} PinSpec a revolute joint of two bodies, by their numbers, at a point
 *     of the world; Planck and Matter make none
 * @typedef {{ bodies: BodySpec[], pins?: PinSpec[], substeps?: number }} SceneSpec bodies are numbered from 0 in their order;
 *     substeps: solver iterations in Rapier, none in Planck and Matter; default SUBSTEPS
 */

/**
 * A scene in an engine.
 * @typedef {object} EngineWorld
 * @property {() => void} step plays 1/60 s
 * @property {(out: Float32Array) => void} readPoses writes x, y, cosine and sine of each body's angle
 * @property {(body: BodySpec) => number} add makes one more body and returns its number
 * @property {(body: number, speed: number) => void} setSpin sets the angular velocity of a kinematic body, rad/s
 * @property {() => void} destroy
 * @property {import('../../js/index.js').World<any>} [mica] Mica's own world
 */

/** @typedef {{ version: string, create: (scene: SceneSpec) => EngineWorld }} Engine */

export const GRAVITY = -9.81; // m/s²
export const STEP = 1 / 60; // s
export const SUBSTEPS = 4; // the default of Mica and Rapier, and what Box2D's manual recommends

/**
 * The engines by name: colour of their figures (look.css), megabytes that the built site fetches for it, what its step is
 * by default, and its adapter.
 * @type {Record<string, { color: 'player' | 'ghost' | 'lantern' | 'crate' | 'wall', megabytes: number, settings: string, adapter: () => Promise<{ load: () => Promise<Engine> }> }>}
 */
export const ENGINES = {
    Mica: { color: 'player', megabytes: 0, settings: '4 substeps',
        adapter: () => import('./peers/mica.js') },
    Box2D: { color: 'ghost', megabytes: 0.5, settings: '4 substeps',
        adapter: () => import('./peers/box2d.js') },
    Rapier: { color: 'lantern', megabytes: 1.7, settings: '4 solver iterations',
        adapter: () => import('./peers/rapier.js') },
    Planck: { color: 'crate', megabytes: 0.2, settings: '8 velocity and 3 position iterations',
        adapter: () => import('./peers/planck.js') },
    Matter: { color: 'wall', megabytes: 0.1, settings: '4 velocity and 6 position iterations',
        adapter: () => import('./peers/matter.js') },
};

/** @type {Map<string, Promise<Engine>>} */
const loading = new Map();

/**
 * Fetches an engine, once. Rejects with one line that a page can show.
 * @param {string} name @returns {Promise<Engine>}
 */
export function loadEngine(name) {
    let engine = loading.get(name);
    if (!engine) {
        engine = ENGINES[name].adapter().then(({ load }) => load()).catch((error) => {
            loading.delete(name);
            throw new Error(
                `${name} could not be loaded: ${String(error?.message ?? error).split('\n')[0]}`,
            );
        });
        loading.set(name, engine);
    }
    return engine;
}

/** Plays a step and returns the milliseconds that it took, all of the engine's own work and nothing else. @param {EngineWorld} world */
export function timeStep(world) {
    const began = performance.now();
    world.step();
    return performance.now() - began;
}

/** The value that half of them do not exceed; 0 of none. @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A body's surface with all that is left out. @param {Box | Circle} shape */
export function surfaceOf(
    { x = 0, y = 0, angle = 0, density = 1, friction = 0.6, restitution = 0, meets = true },
) {
    return { x, y, angle, density, friction, restitution, meets };
}

/** A point of the world in the space of a body as it was made. @param {BodySpec} body @param {number} px @param {number} py @returns {[x: number, y: number]} */
export function localPoint({ x, y, angle = 0 }, px, py) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [c * (px - x) + s * (py - y), c * (py - y) - s * (px - x)];
}

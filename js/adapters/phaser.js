// Phaser 4: a scene plugin. It advances a world with its scene, before the scene's own update,
// stops while the scene is paused or asleep, destroys the world when the scene shuts down, and
// moves game objects with their bodies. It imports nothing from Phaser.
//
//   new Phaser.Game({ plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] }, … });
//   this.mica.use(world, { x: 400, y: 500 });   this.mica.add(body, this.add.image(0, 0, 'crate'));
import { rgba } from './colors.js';
import { DEBUG_COLORS, createDebugLines, eachKind } from './debug.js';
import { createSync } from './sync.js';

/** @import { DebugDrawable, DebugLines } from './debug.js' */
/** @import { Advanced, Destroyed } from './types.js' */
/** @import { Bound, Posed, Sync, SyncOptions, Target } from './sync.js' */

/**
 * What the plugin needs of a Phaser.Events.EventEmitter.
 * @typedef {object} Emitter
 * @property {(event: string, heard: (...args: any[]) => void, context?: any) => unknown} on
 * @property {(event: string, heard: (...args: any[]) => void, context?: any) => unknown} off
 */

/**
 * What the plugin needs of a Phaser.GameObjects.Graphics.
 * @typedef {object} GraphicsLike
 * @property {() => unknown} clear
 * @property {(width: number, color: number, alpha: number) => unknown} lineStyle
 * @property {(x0: number, y0: number, x1: number, y1: number) => unknown} lineBetween
 */

/**
 * What the plugin needs of a Phaser.Scene.
 * @typedef {{ sys: { events: Emitter }, add: { graphics: () => GraphicsLike } }} SceneLike
 */

/**
 * A world that a scene moves on, draws and destroys: a World or a WorkerWorld.
 * @typedef {Posed & DebugDrawable & Advanced & Destroyed} Advancing
 */

/**
 * How the debug lines of a scene are drawn.
 * @typedef {object} PhaserLineOptions
 * @property {Partial<typeof DEBUG_COLORS>} [colors] any CSS colour by kind, default `DEBUG_COLORS`
 * @property {number} [width] of the lines in pixels, above 0, default 1
 */

/** `this.mica` of a scene: one plugin for each scene. */
export class MicaPlugin {
    #scene;

    /** @type {Advancing | undefined} */
    #world;

    /** @type {Sync<Target> | undefined} */
    #sync;

    /** @type {{ lines: DebugLines, graphics: GraphicsLike, options: PhaserLineOptions } | undefined} */
    #debug;

    /**
     * Phaser calls it once for each scene.
     * @param {SceneLike} scene
     */
    constructor(scene) {
        this.#scene = scene;
        const { events } = scene.sys;
        events.on('preupdate', this.#tick, this);
        events.on('shutdown', this.#stop, this);
        events.on('destroy', this.destroy, this);
    }

    /**
     * The world given to `use`.
     * @throws {Error} before `use` was called, and after the scene has shut down
     */
    get world() {
        if (!this.#world) throw new Error('mica: call this.mica.use(world) in create() first');
        return this.#world;
    }

    /**
     * The game objects that follow bodies, and where the world's origin is in pixels.
     * @throws {Error} before `use` was called, and after the scene has shut down
     */
    get sync() {
        if (!this.#sync) throw new Error('mica: call this.mica.use(world) in create() first');
        return this.#sync;
    }

    /**
     * Gives the scene its world; a world given before is destroyed. The world is destroyed when the
     * scene shuts down.
     * @param {Advancing} world
     * @param {SyncOptions<Target>} [options] by default 50 pixels per metre and y down
     */
    use(world, options = {}) {
        this.#stop();
        this.#world = world;
        this.#sync = createSync(world, { scale: 50, yDown: true, ...options });
    }

    /**
     * Moves a game object with a body from now on.
     * @template {Target} T
     * @param {Bound} body
     * @param {T} object
     * @returns {T}
     */
    add(body, object) {
        return this.sync.add(body, object);
    }

    /**
     * Stops moving a game object, which stays where it is; does nothing if it follows no body.
     * @param {Target} object
     */
    remove(object) {
        this.sync.remove(object);
    }

    /**
     * Draws colliders and contacts over the scene from now on. Called again it takes the new
     * options.
     * @param {PhaserLineOptions & { hidden?: readonly string[] }} [options] `hidden` names of the
     *     layers whose colliders have no lines, default none
     * @throws {Error} before `use` was called, and after the scene has shut down
     */
    showDebug({ hidden = [], ...options } = {}) {
        this.#debug ??= { lines: createDebugLines(this.world), graphics: this.#scene.add.graphics(),
            options };
        this.#debug.lines.hidden = [...hidden];
        this.#debug.options = options;
    }

    /** Destroys the world and removes the plugin from its scene; Phaser calls it. */
    destroy() {
        this.#stop();
        const { events } = this.#scene.sys;
        events.off('preupdate', this.#tick, this);
        events.off('shutdown', this.#stop, this);
        events.off('destroy', this.destroy, this);
    }

    /** @param {number} _time @param {number} delta milliseconds */
    #tick(_time, delta) {
        if (!this.#world || !this.#sync) return;
        this.#world.advance(delta / 1000);
        this.#sync.update();
        if (!this.#debug) return;
        const { graphics, lines, options } = this.#debug;
        paintPhaser(graphics, lines.update(), this.#sync, options);
    }

    #stop() {
        this.#world?.destroy();
        this.#world = undefined;
        this.#sync = undefined;
        this.#debug = undefined;
    }
}

/**
 * Draws debug lines on a Phaser Graphics, which it clears first.
 * @param {GraphicsLike} graphics
 * @param {DebugLines} lines
 * @param {Pick<Sync<any>, 'fromWorld'>} sync where the lines are drawn, such as `this.mica.sync`
 * @param {PhaserLineOptions} [options]
 */
export function paintPhaser(graphics, lines, sync, { colors = {}, width = 1 } = {}) {
    const { points } = lines;
    graphics.clear();
    eachKind(lines, (kind, from, to) => {
        const [alpha, ...tint] = rgba(colors[kind] ?? DEBUG_COLORS[kind],
            `paintPhaser: colors.${kind}`).reverse();
        const [blue, green, red] = tint.map((part) => Math.round(255 * part));
        graphics.lineStyle(width, (red << 16) | (green << 8) | blue, alpha);
        for (let i = from; i < to; i += 4) {
            const [x0, y0] = sync.fromWorld(points[i], points[i + 1]);
            const [x1, y1] = sync.fromWorld(points[i + 2], points[i + 3]);
            graphics.lineBetween(x0, y0, x1, y1);
        }
    });
}

// Phaser 4: a scene plugin. It advances a world with its scene, before the scene's own update,
// stops while the scene is paused or asleep, destroys the world when the scene shuts down, moves game
// objects with their bodies, and makes game objects with bodies as Arcade does (js/adapters/phaser/). It imports
// nothing from Phaser.
//
//   new Phaser.Game({ plugins: { scene: [{ key: 'mica', plugin: MicaPlugin, mapping: 'mica' }] }, … });
//   this.mica.use(new World(), { gravity: [0, 300] });   this.mica.add.sprite(100, 450, 'dude').setBounce(0.2);
import { rgba } from './colors.js';
import { DEBUG_COLORS, createDebugLines, eachKind } from './debug.js';
import { Arcade } from './phaser/arcade.js';
import { MicaFactory } from './phaser/factory.js';
import { createSync } from './sync.js';

/** @import { World } from '../world/world.js' */
/** @import { DebugDrawable, DebugLines } from './debug.js' */
/** @import { GraphicsLike, SceneLike } from './phaser/types.js' */
/** @import { Advanced, Destroyed } from './types.js' */
/** @import { Posed, Sync, SyncOptions, Target } from './sync.js' */

export { MicaBody } from './phaser/body.js';
export { MicaFactory } from './phaser/factory.js';
export { PairOfSides } from './phaser/pairs.js';
export { MicaTiles } from './phaser/tiles.js';
export * from './phaser/types.js';
export { LiveVector } from './phaser/vector.js';

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

/**
 * What a scene's world is besides: where its origin is, in pixels, and what Arcade has.
 * @typedef {object} PhaserOnly
 * @property {readonly [x: number, y: number] | { readonly x?: number, readonly y?: number }} [gravity] pixels/s², y down,
 *     as a list or as Arcade has it, `{ y: 300 }`; by default that of the world
 * @property {string} [debugKey] the key that shows and hides the debug lines, by its name in Phaser such as 'D';
 *     by default none
 */

/**
 * How a scene uses a world: by default 50 pixels per metre, y down, the world's origin in the scene's.
 * @typedef {SyncOptions<Target> & PhaserOnly} PhaserOptions
 */

/** What a game hears that asks for the world too early. */
const UNUSED = 'mica: call this.mica.use(world) in create() first';

/**
 * `this.mica` of a scene: one plugin for each scene.
 * @template {SceneLike} [S=SceneLike] the scene's class: `MicaPlugin<Phaser.Scene>` knows what `add` makes
 */
export class MicaPlugin {
    #scene;

    /** @type {Advancing | undefined} */
    #world;

    /** @type {Sync<Target> | undefined} */
    #sync;

    /** @type {{ lines: DebugLines, graphics: GraphicsLike, options: PhaserLineOptions } | undefined} */
    #debug;

    /** @type {{ arcade: Arcade, factory: MicaFactory<S> } | undefined} */
    #made;

    /** Takes the listener of the debug key off. */
    #unbind = () => {};

    /**
     * Phaser calls it once for each scene.
     * @param {S} scene
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
        if (!this.#world) throw new Error(UNUSED);
        return this.#world;
    }

    /**
     * The game objects that follow bodies which the game has made itself (`sync.add(body, object)`), and where the
     * world's origin is in pixels.
     * @throws {Error} before `use` was called, and after the scene has shut down
     */
    get sync() {
        if (!this.#sync) throw new Error(UNUSED);
        return this.#sync;
    }

    /**
     * Makes game objects with bodies, groups of them, colliders and overlaps, as `this.physics.add` of Arcade.
     * @throws {Error} before `use` was called, after the scene has shut down, and for a world in a worker
     */
    get add() {
        return this.#arcade().factory;
    }

    /**
     * Gives the scene its world; a world given before is destroyed. The world is destroyed when the
     * scene shuts down.
     * @param {Advancing} world
     * @param {PhaserOptions} [options] by default 50 pixels per metre and y down
     */
    use(world, { gravity, debugKey, ...options } = {}) {
        this.#stop();
        this.#world = world;
        this.#sync = createSync(world, { scale: world.lengthUnit === 1 ? 50 : 1, yDown: true,
            ...options });
        if (gravity) {
            const { scale } = this.#sync;
            const [gx = 0, gy = 0] = 'length' in gravity ? gravity : [gravity.x, gravity.y];
            Object.assign(world, {
                gravity: [gx / scale, (world.yDown === true ? gy : 0 - gy) / scale],
            });
        }
        if (debugKey) this.#bind(debugKey);
    }

    /**
     * Sets the edges at which bodies with `setCollideWorldBounds` stop: at first those of the game's canvas.
     * @param {number} x pixels, of the left edge
     * @param {number} y pixels, of the upper edge
     * @param {number} width pixels
     * @param {number} height pixels
     * @param {boolean} [left] whether the left edge stops bodies, default true
     * @param {boolean} [right] the same of the right edge
     * @param {boolean} [up] the same of the upper edge
     * @param {boolean} [down] the same of the lower edge
     */
    setBounds(x, y, width, height, left = true, right = true, up = true, down = true) {
        this.#arcade().arcade.setBounds(x, y, width, height, { left, right, up, down });
    }

    /** Stops the world's time until `resume`; the scene goes on. */
    pause() {
        Object.assign(this.world, { paused: true });
    }

    /** Has the world's time go on. */
    resume() {
        Object.assign(this.world, { paused: false });
    }

    /** Whether colliders and contacts are drawn over the scene. */
    get debug() {
        return this.#debug !== undefined;
    }
    set debug(value) {
        if (value) this.showDebug(this.#debug?.options);
        else {
            this.#debug?.graphics.destroy?.();
            this.#debug = undefined;
        }
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
        this.#debug.graphics.setDepth?.(Number.MAX_VALUE);
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

    /** What `add` needs, made when it is first used. */
    #arcade() {
        if (this.#made) return this.#made;
        const world = /** @type {World<any>} */ (/** @type {unknown} */ (this.world));
        if (typeof world.contactPoints === 'function') {
            throw new TypeError(
                'mica: this.mica.add needs a World, got one in a worker, whose bodies this.mica.sync.add moves',
            );
        }
        const arcade = new Arcade(world, this.sync);
        this.#made = { arcade, factory: new MicaFactory(this.#scene, arcade) };
        const { scale } = this.#scene.sys;
        if (scale) this.setBounds(0, 0, Number(scale.width), Number(scale.height));
        return this.#made;
    }

    /** @param {string} key */
    #bind(key) {
        const keyboard = this.#scene.input?.keyboard;
        if (!keyboard)
            throw new Error(
                'mica: debugKey needs the keyboard of the scene, which is switched off',
            );
        const event = `keydown-${key.toUpperCase()}`;
        const toggle = () => {
            this.debug = !this.debug;
        };
        keyboard.on(event, toggle);
        this.#unbind = () => keyboard.off(event, toggle);
    }

    /** @param {number} _time @param {number} delta milliseconds */
    #tick(_time, delta) {
        const world = this.#world;
        if (!world || world.destroyed || !this.#sync) return;
        const made = this.#made;
        made?.arcade.before();
        world.advance(delta / 1000);
        this.#sync.update();
        if (!world.destroyed) made?.arcade.after();
        if (!this.#debug || world.destroyed || this.#world !== world) return;
        const { graphics, lines, options } = this.#debug;
        paintPhaser(graphics, lines.update(), this.#sync, options);
    }

    #stop() {
        this.#unbind();
        this.#unbind = () => {};
        this.#world?.destroy();
        this.#world = undefined;
        this.#sync = undefined;
        this.#debug = undefined;
        this.#made = undefined;
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

// PixiJS 8: the world advances with an application's ticker before it draws, and display objects
// follow their bodies. It takes Pixi's objects as they are and imports nothing from Pixi.
//
//   const physics = bindPixi(world, app, { scale: 50, x: 400, y: 500 });
//   physics.add(body, sprite);
import { DEBUG_COLORS, eachKind } from './debug.js';
import { createSync } from './sync.js';

/** @import { DebugLines } from './debug.js' */
/** @import { Posed, Sync, SyncOptions, Target } from './sync.js' */
/** @import { Advanced } from './types.js' */

/** PIXI.UPDATE_PRIORITY.HIGH: before the application draws. */
const HIGH_PRIORITY = 25;

/**
 * What the binding reads of a ticker in each frame.
 * @typedef {{ readonly deltaMS: number }} Tick
 */

/**
 * What the binding needs of a PIXI.Ticker.
 * @typedef {object} TickerLike
 * @property {(tick: (ticker: Tick) => void, context?: any, priority?: number) => unknown} add
 * @property {(tick: (ticker: Tick) => void, context?: any) => unknown} remove
 */

/**
 * What the lines need of a PIXI.Graphics.
 * @typedef {object} GraphicsLike
 * @property {() => GraphicsLike} clear
 * @property {(x: number, y: number) => GraphicsLike} moveTo
 * @property {(x: number, y: number) => GraphicsLike} lineTo
 * @property {(style: { width: number, color: string }) => GraphicsLike} stroke
 */

/**
 * What a binding to a ticker does besides moving objects.
 * @typedef {object} TickerBinding
 * @property {() => void} destroy removes the binding from the ticker: the world no longer advances
 *     and the objects stay where they are. The world itself is not destroyed
 */

/**
 * A ticker that advances a world, and display objects that follow its bodies.
 * @typedef {Sync<Target> & TickerBinding} PixiBinding
 */

/**
 * Advances a world with a ticker and moves display objects with their bodies, until the world is
 * destroyed. Sprites turn about their anchor: set it to 0.5.
 * @param {Posed & Advanced} world
 * @param {{ readonly ticker: TickerLike }} app a PIXI.Application, or anything with a ticker
 * @param {SyncOptions<Target>} [options] by default 50 pixels per metre and y down
 * @returns {PixiBinding}
 */
export function bindPixi(world, app, options = {}) {
    const sync = createSync(world, { scale: world.lengthUnit === 1 ? 50 : 1, yDown: true,
        ...options });
    /** @param {Tick} ticker */
    const tick = ({ deltaMS }) => {
        if (!world.destroyed) world.advance(deltaMS / 1000);
        sync.update();
        if (world.destroyed) app.ticker.remove(tick, undefined);
    };
    app.ticker.add(tick, undefined, HIGH_PRIORITY);
    return Object.assign(sync, { destroy: () => void app.ticker.remove(tick, undefined) });
}

/**
 * Draws debug lines on a PIXI.Graphics, which it clears first.
 * @param {GraphicsLike} graphics
 * @param {DebugLines} lines
 * @param {Pick<Sync<any>, 'fromWorld'>} sync where the lines are drawn, such as a PixiBinding
 * @param {{ colors?: Partial<typeof DEBUG_COLORS>, width?: number }} [options] `colors` any colour
 *     of Pixi's by kind, default `DEBUG_COLORS`; `width` of the lines in pixels, above 0, default 1
 */
export function paintPixi(graphics, lines, sync, { colors = {}, width = 1 } = {}) {
    const { points } = lines;
    graphics.clear();
    eachKind(lines, (kind, from, to) => {
        for (let i = from; i < to; i += 4) {
            graphics.moveTo(...sync.fromWorld(points[i], points[i + 1]));
            graphics.lineTo(...sync.fromWorld(points[i + 2], points[i + 3]));
        }
        graphics.stroke({ width, color: colors[kind] ?? DEBUG_COLORS[kind] });
    });
}

export { createPixiMatter } from './matter-pixi.js';

// Paints a frame: back to front. Called by main.js after the stage's renderer, which draws nothing itself here, in metres, y up.
import { paintHall, paintHills, paintSky } from './backdrop.js';
import { paintBoss, paintHero } from './figures.js';
import { paintGround, paintLadder, paintLava, paintWater } from './ground.js';
import { paintBlocks, paintBoxes, paintCoins, paintFlag, paintGates, paintLamps, paintSigns,
    paintSprings } from './things.js';

/**
 * @param {CanvasRenderingContext2D} ctx @param {import('./game.js').Game} game
 * @param {{ renderer: { x: number, y: number, scale: number }, canvas: HTMLCanvasElement }} stage
 * @param {import('../shared/sparks.js').Sparks} sparks @param {(ctx: CanvasRenderingContext2D) => void} paintTrail
 * @param {number} time s @param {number} seconds since the last frame
 */
export function paintGame(ctx, game, { renderer: { x, y, scale }, canvas }, sparks, paintTrail,
    time, seconds)
{
    const [w, h] = [canvas.clientWidth / 2 / scale, canvas.clientHeight / 2 / scale];
    const frame = { x, y, x0: x - w, x1: x + w, y0: y - h, y1: y + h };
    paintSky(ctx, frame, time);
    paintHills(ctx, frame);
    paintHall(ctx, frame, time);
    paintLadder(ctx);
    paintSigns(ctx);
    paintLamps(ctx, game, time);
    paintFlag(ctx, game, time);
    paintSprings(ctx, game);
    paintLava(ctx, time);
    paintBlocks(ctx, game, time);
    paintGates(ctx, game);
    paintGround(ctx, frame);
    paintCoins(ctx, game, time);
    paintBoxes(ctx, game);
    paintBoss(ctx, game, time);
    paintTrail(ctx);
    paintHero(ctx, game, seconds, time);
    paintWater(ctx, time);
    sparks.draw(ctx);
}

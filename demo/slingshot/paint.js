// The picture: land, sling, castle, targets, the ball and its path. It reads the world's poses and the game's numbers, and changes
// neither. Called by main.js and for the card of the gallery.
import { either } from '../shared/palette.js';
import { paintBackdrop, paintGround } from './backdrop.js';
import { Blocks } from './blocks.js';
import { Juice } from './juice.js';
import { SLING, isTarget } from './materials.js';
import { TURN, shotOf } from './shot.js';
import { paintBall, paintBand, paintPath, paintPouch, paintSlingBack, paintSlingFront,
    paintWaiting } from './sling.js';
import { paintTarget } from './targets.js';
import { tools } from './tools.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game @typedef {import('./materials.js').Body} Body */
/** @typedef {{ angle: number, strength: number }} Aim eighths of a degree, 0 to 255 */

const AHEAD = 72; // steps of the path that is shown
const FOLLOWS = 12; // 1/s, how fast the band of a run that is watched moves
const DOZE = 6; // seconds of rest until the eyes shut
const RELEASE = 0.055; // seconds until the ball has left the band

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Painter {
    juice = new Juice();
    #blocks = new Blocks();
    #time = 0;
    /** The aim that is shown. @type {Aim} */ #aim = { angle: 35 * TURN, strength: 0 };
    /** The path of an aim of a step. @type {{ of: string, path: { points: Float32Array, count: number } }} */ #path =
        { of: '', path: { points: new Float32Array(0), count: 0 } };
    #calm = 0;

    /** @param {import('./game.js').Told} told */
    tell(told) {
        this.juice.tell(told);
    }

    /** Another level: no ball has flown. */
    begin() {
        this.juice.forget();
        this.#aim.strength = 0;
        this.#path.of = '';
    }

    /**
     * @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame; 0 while time stands
     * @param {Aim} [aim] of the player's hand; by default it goes where the game's own aim is
     */
    paint(ctx, game, seconds, aim) {
        this.#time += seconds;
        this.#follow(game, seconds, aim);
        this.juice.update(seconds);
        paintBackdrop(ctx, still.matches ? 0 : this.#time);
        ctx.save();
        const shake = still.matches ? 0 : 0.07 * this.juice.shake;
        ctx.translate(shake * Math.sin(71 * this.#time), shake * Math.sin(53 * this.#time));
        paintGround(ctx);
        this.juice.paintTrail(ctx, either('rgba(35, 48, 79, 0.3)', 'rgba(255, 255, 255, 0.32)'));
        paintWaiting(ctx, game.state.shots - (game.state.next >= 0 ? 1 : 0));
        this.#paintLifts(ctx, game);
        this.#paintBodies(ctx, game);
        this.#paintSling(ctx, game);
        this.juice.paint(ctx);
        this.juice.paintWords(ctx);
        ctx.restore();
    }

    /** @param {Game} game @param {number} seconds @param {Aim} [aim] */
    #follow({ state, world }, seconds, aim) {
        const shown = this.#aim;
        if (aim) Object.assign(shown, { angle: aim.angle, strength: aim.strength });
        else {
            const part = Math.min(1, FOLLOWS * seconds);
            shown.angle += part * (state.angle - shown.angle);
            shown.strength += part * (state.strength - shown.strength);
        }
        this.#calm = world.bodies && state.rest === 0 && state.shotAt >= 0
            ? 0
            : this.#calm + seconds;
    }

    /** What hides what: rock first, ropes last. @param {Context} ctx @param {Game} game */
    #paintBodies(ctx, game) {
        const ball = game.bodyAt(game.state.ball);
        const watch = ball ?? { x: SLING.x, y: SLING.y };
        const ropes = [];
        for (const body of game.world.bodies) {
            const { kind } = this.#blocks.outline(body, game.edition);
            if (kind === 'ball' || kind === 'ground') continue;
            if (kind === 'rope') ropes.push(body);
            else this.#paintBody(ctx, game, body, kind, watch);
        }
        this.#paintRopes(ctx, game, ropes);
        if (ball && ball.enabled) this.#paintFlying(ctx, game, ball);
    }

    /** @param {Context} ctx @param {Game} game @param {Body} body @param {string} kind @param {{ x: number, y: number }} watch */
    #paintBody(ctx, game, body, kind, watch) {
        const { poses } = game.world;
        const { index } = body;
        const i = 4 * index;
        const [x, y, c, s] = poses.subarray(i, i + 4);
        const angle = Math.atan2(s, c);
        const outline = this.#blocks.outline(body, game.edition);
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(angle);
        if (isTarget(kind)) {
            const [dx, dy] = [watch.x - x, watch.y - y];
            const far = Math.hypot(dx, dy) || 1;
            const flies = game.state.ball >= 0 && game.state.rest === 0;
            const mood = flies && far < 7 || body.vy < -2
                ? 'fear'
                : this.#calm > DOZE + index % 5 && !this.#aim.strength
                ? 'asleep'
                : 'calm';
            const shut = (this.#time + 1.37 * index) % 3.7 < 0.13;
            // In the space of the face, whose y points down.
            paintTarget(ctx, kind, outline.points, mood, shut, [(c * dx + s * dy) / far,
                -(c * dy - s * dx) / far], angle);
        } else
            this.#blocks.paint(ctx, outline, angle, game.damageOf(index));
        ctx.restore();
    }

    /** The ball in the air: just after a shot it is still in the band. @param {Context} ctx @param {Game} game @param {Body} ball */
    #paintFlying(ctx, { world, state }, ball) {
        const i = 4 * ball.index;
        const { poses } = world;
        const [x, y] = [poses[i], poses[i + 1]];
        if (this.#inBand(world, state)) {
            for (const side of [1, -1]) paintBand(ctx, side, x, y, 0.4);
        }
        paintBall(ctx, x, y, Math.atan2(poses[i + 3], poses[i + 2]));
    }

    /** @param {Game['world']} world @param {Game['state']} state */
    #inBand(world, state) {
        const since = (world.stepCount - state.shotAt) * world.fixedStep;
        return state.shotAt >= 0 && since < RELEASE + 1.85 / 17;
    }

    /** @param {Context} ctx @param {Game} game */
    #paintSling(ctx, game) {
        const { state, world } = game;
        const { angle, strength } = this.#aim;
        const loaded = state.next >= 0;
        const { x, y } = shotOf(angle, loaded ? strength : 0);
        const pull = loaded ? strength / 255 : 0;
        paintSlingBack(ctx);
        const flies = this.#inBand(world, state) && state.ball >= 0;
        if (loaded) {
            const turn = angle / TURN * Math.PI / 180;
            const tremble = still.matches ? 0 : 0.012 * pull ** 3 * Math.sin(60 * this.#time);
            const [bx, by] = [x - 0.8 * 0.36 * Math.cos(turn),
                y - 0.8 * 0.36 * Math.sin(turn) + tremble];
            paintBand(ctx, 1, bx, by, pull);
            paintPouch(ctx, x, y, turn);
            paintBall(ctx, x, y + tremble, turn);
            paintBand(ctx, -1, bx, by, pull);
            if (pull > 0.1) this.#paintAim(ctx, game);
        } else if (!flies) {
            const swing = still.matches ? 0 : 0.5 * this.juice.band.swing;
            for (const side of [1, -1])
                paintBand(ctx, side, swing, SLING.y - 0.1 - 0.1 * Math.abs(swing), 0.2);
        }
        paintSlingFront(ctx);
    }

    /** The dots of the path, which the engine finds. @param {Context} ctx @param {Game} game */
    #paintAim(ctx, game) {
        const [angle, strength] = [Math.round(this.#aim.angle), Math.round(this.#aim.strength)];
        const of = `${angle} ${strength} ${game.world.stepCount >> 3} ${game.level.name}`;
        if (tools.path && of !== this.#path.of)
            this.#path = { of, path: tools.path.pathOf(game, angle, strength, AHEAD) };
        paintPath(ctx, this.#path.path, still.matches ? 0 : (1.6 * this.#time) % 1);
    }

    /** @param {Context} ctx @param {Game} game @param {Body[]} ropes */
    #paintRopes(ctx, { world: { poses } }, ropes) {
        ctx.lineCap = 'round';
        for (const [color, wide]
            of /** @type {[string, number][]} */ ([['#4a3520', 0.13], ['#c9a36a', 0.08]]))
        {
            ctx.strokeStyle = color;
            ctx.lineWidth = wide;
            ctx.beginPath();
            for (const { index, colliders } of ropes) {
                const { a, b } =
                    /** @type {{ a: number[], b: number[] }} */ (/** @type {unknown} */ (colliders[
                        0
                    ].shape));
                const [x, y, c, s] = poses.subarray(4 * index, 4 * index + 4);
                ctx.moveTo(x + c * a[0] - s * a[1], y + s * a[0] + c * a[1]);
                ctx.lineTo(x + c * b[0] - s * b[1], y + s * b[0] + c * b[1]);
            }
            ctx.stroke();
        }
    }

    /** Posts under hinges, and the rails of lifts. @param {Context} ctx @param {Game} game */
    #paintLifts(ctx, { level }) {
        ctx.lineCap = 'round';
        for (const [kind, x, y, , , angle = 0, more = 1] of level.items) {
            if (kind === 'pivot') {
                ctx.strokeStyle = either('#5d5468', '#8d84a4');
                ctx.lineWidth = 0.16;
                ctx.beginPath();
                ctx.moveTo(x - 0.45, 0);
                ctx.lineTo(x, y);
                ctx.lineTo(x + 0.45, 0);
                ctx.stroke();
            } else if (kind === 'lift') {
                const turn = angle * Math.PI / 180;
                const [dx, dy] = [more * Math.cos(turn), more * Math.sin(turn)];
                ctx.strokeStyle = either('rgba(70, 50, 100, 0.35)', 'rgba(200, 180, 255, 0.3)');
                ctx.lineWidth = 0.1;
                ctx.setLineDash([0.02, 0.3]);
                ctx.beginPath();
                ctx.moveTo(x, y);
                ctx.lineTo(x + dx, y + dy);
                ctx.stroke();
                ctx.setLineDash([]);
            }
        }
    }
}

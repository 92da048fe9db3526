// The picture: the pantry, the jar, the balls with their faces, the ball in hand and where it would fall. It reads the world's poses and
// the game's numbers, and changes neither. Called by main.js and for the card of the gallery.
import { either, palette } from '../shared/palette.js';
import { makeBackdrop, paintBranch, paintJarBack, paintJarFront } from './backdrop.js';
import { drawFace } from './faces.js';
import { FRUITS, JAR, kindOf } from './fruit.js';
import { aimToX } from './game.js';
import { Juice } from './juice.js';
import { today } from './kept.js';
import { makeSprites } from './sprites.js';

/** @typedef {CanvasRenderingContext2D} Context @typedef {import('./game.js').Game} Game */

const BRANCH = 13.45; // height at which balls grow
const DOZE = 2.5; // seconds of rest until the eyes shut
const JOY = 0.7; // seconds
const FOLLOWS = 14; // 1/s, how fast the hand of a run that is watched moves
const YOUNG = 1; // seconds in which a merged ball may grow
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
    'September', 'October', 'November', 'December'];

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The name of a jar, which the shelf shows. @param {number} day as YYYYMMDD, 0 for a free jar */
export function nameOf(day) {
    if (day === 0) return 'A free jar';
    const date = `${day % 100} ${MONTHS[Math.floor(day / 100) % 100 - 1] ?? ''}`;
    return day === today() ? `Today’s jar · ${date}` : `The jar of ${date}`;
}

export class Painter {
    juice = new Juice();
    /** @type {import('./sprites.js').Sprites | null} */ #sprites = null;
    /** @type {HTMLCanvasElement | null} */ #backdrop = null;
    #shown = '';
    #time = 0;
    #handX = 0;

    /** @param {import('./game.js').Told} told @param {Game} game */
    tell(told, { state }) {
        this.juice.tell(told, state.chain);
    }

    /** The pictures for the size of the canvas and the look. @param {Context} ctx */
    #prepare(ctx) {
        const { a, e, f } = ctx.getTransform();
        const now = `${a} ${e} ${f} ${ctx.canvas.width} ${ctx.canvas.height} ${palette.dark}`;
        if (now === this.#shown) return;
        this.#shown = now;
        this.#backdrop = makeBackdrop(ctx);
        if (!this.#sprites || Math.abs(a / this.#sprites.scale - 1) > 0.02)
            this.#sprites = makeSprites(a);
    }

    /**
     * @param {Context} ctx in metres, y up @param {Game} game @param {number} seconds since the last frame; 0 while time stands
     * @param {number} [x] metres, where the player's hand is; by default it goes where the game's own aim is
     */
    paint(ctx, game, seconds, x) {
        this.#time += seconds;
        const goal = aimToX(game.state.aim, game.state.hand);
        this.#handX = x ?? this.#handX + Math.min(1, FOLLOWS * seconds) * (goal - this.#handX);
        this.juice.update(seconds);
        this.#prepare(ctx);
        ctx.save();
        ctx.resetTransform();
        ctx.drawImage(/** @type {HTMLCanvasElement} */ (this.#backdrop), 0, 0);
        ctx.restore();
        ctx.save();
        if (!still.matches && this.juice.shake > 0)
            ctx.translate(0.1 * this.juice.shake * Math.sin(71 * this.#time),
                0.1 * this.juice.shake * Math.sin(53 * this.#time));
        paintJarBack(ctx);
        if (!game.state.over) this.#paintFall(ctx, game);
        this.#paintBalls(ctx, game, seconds);
        this.juice.paint(ctx);
        paintJarFront(ctx);
        this.#paintLine(ctx, game.danger);
        paintBranch(ctx);
        this.#paintHand(ctx, game);
        ctx.restore();
        this.#write(ctx, nameOf(game.state.day), 0, -0.93, 0.4,
            either('rgba(70, 30, 10, 0.85)', 'rgba(255, 226, 200, 0.85)'));
        this.juice.paintWords(ctx);
    }

    /** @param {Context} ctx @param {string} text @param {number} x @param {number} y @param {number} size metres @param {string} color */
    #write(ctx, text, x, y, size, color) {
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(1, -1);
        ctx.font = `650 ${size}px system-ui, sans-serif`;
        ctx.textAlign = 'center';
        ctx.fillStyle = color;
        ctx.fillText(text, 0, 0);
        ctx.restore();
    }

    /** A ball with its face. @param {Context} ctx at its middle, y down @param {number} kind @param {number} radius @param {number} angle @param {() => void} face */
    #paintBall(ctx, kind, radius, angle, face) {
        const { skins, lights } = /** @type {import('./sprites.js').Sprites} */ (this.#sprites);
        const r = 1.02 * radius;
        ctx.save();
        ctx.rotate(-angle);
        ctx.drawImage(skins[kind], -r, -r, 2 * r, 2 * r);
        ctx.restore();
        ctx.drawImage(lights[kind], -r, -r, 2 * r, 2 * r);
        ctx.rotate(-angle);
        ctx.scale(radius, radius);
        face();
    }

    /** @param {Context} ctx @param {Game} game @param {number} seconds */
    #paintBalls(ctx, game, seconds) {
        const { world, state, danger } = game;
        const { poses } = world;
        for (const body of world.bodies) {
            const kind = kindOf(body);
            if (kind < 0) continue;
            const i = 4 * body.index;
            const [x, y] = [poses[i], poses[i + 1]];
            const feel = this.juice.feel(body.index);
            feel.asleep = body.awake ? Math.max(0, feel.asleep - 4 * seconds) : feel.asleep
                + seconds;
            const { radius } = FRUITS[kind];
            const r = feel.age < YOUNG
                ? /** @type {{ radius: number }} */ (body.colliders[0].shape).radius
                : radius;
            const high = y + radius > JAR.line && !state.falling.includes(body.index);
            const mood = feel.age < JOY
                ? 'joy'
                : state.over || (high && danger > 0.15)
                ? 'fear'
                : feel.asleep > DOZE + 0.3 * (body.index % 5)
                ? 'asleep'
                : 'calm';
            const shut = (this.#time + 1.37 * body.index) % 3.4 < 0.12;
            const far = Math.hypot(this.#handX - x, JAR.hand - y) || 1;
            ctx.save();
            ctx.translate(x, y);
            ctx.rotate(feel.angle);
            ctx.scale(1 + feel.squash, 1 - 0.8 * feel.squash);
            ctx.rotate(-feel.angle);
            ctx.scale(1, -1);
            const angle = Math.atan2(poses[i + 3], poses[i + 2]);
            const [dx, dy] = [(this.#handX - x) / far, -(JAR.hand - y) / far];
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            this.#paintBall(ctx, kind, r, angle, () =>
                drawFace(ctx, mood, shut, [c * dx - s * dy, s * dx + c * dy]));
            ctx.restore();
        }
    }

    /** Where the ball in hand would fall, and on what. @param {Context} ctx @param {Game} game */
    #paintFall(ctx, game) {
        const { hand, falling } = game.state;
        const { radius } = FRUITS[hand];
        const x = this.#handX;
        const ignore = falling.flatMap((slot) => game.world.bodyAt(slot) ?? []);
        const hit = game.world.shapeCast({ shape: 'circle', radius }, { position: [x, JAR.hand] },
            0, -JAR.hand, { ignore });
        const y = hit ? JAR.hand * (1 - hit.fraction) : radius;
        const same = hit && kindOf(hit.collider.body) === hand;
        ctx.strokeStyle = same
            ? either('#d9480f', '#ffe08a')
            : either('rgba(120, 60, 50, 0.55)', 'rgba(255, 255, 255, 0.5)');
        ctx.lineCap = 'round';
        ctx.lineWidth = 0.07;
        ctx.setLineDash([0.02, 0.24]);
        ctx.beginPath();
        ctx.moveTo(x, JAR.hand - radius - 0.2);
        ctx.lineTo(x, y);
        ctx.stroke();
        ctx.setLineDash([0.14, 0.16]);
        ctx.lineWidth = 0.055;
        ctx.beginPath();
        ctx.arc(x, y, radius - 0.03, 0, 7);
        ctx.stroke();
        ctx.setLineDash([]);
    }

    /** @param {Context} ctx @param {number} danger */
    #paintLine(ctx, danger) {
        const beat = danger > 0 && !still.matches ? 0.5 + 0.5 * Math.sin(14 * this.#time) : 1;
        ctx.lineCap = 'round';
        ctx.lineWidth = 0.07;
        ctx.strokeStyle = danger > 0
            ? `rgba(235, 64, 72, ${0.6 + 0.4 * beat})`
            : either('rgba(190, 70, 60, 0.55)', 'rgba(255, 190, 180, 0.5)');
        ctx.setLineDash([0.3, 0.26]);
        ctx.beginPath();
        ctx.moveTo(-JAR.half + 0.1, JAR.line);
        ctx.lineTo(JAR.half - 0.1, JAR.line);
        ctx.stroke();
        ctx.setLineDash([]);
        if (danger < 0.1) return;
        ctx.lineWidth = 0.16;
        ctx.beginPath();
        ctx.moveTo(-JAR.half * danger, JAR.line);
        ctx.lineTo(JAR.half * danger, JAR.line);
        ctx.stroke();
    }

    /** The ball in hand, on its stalk, and the next one, which sits on the branch. @param {Context} ctx @param {Game} game */
    #paintHand(ctx, { state, ready, coolness }) {
        const x = this.#handX;
        if (!state.over) {
            const { radius } = FRUITS[state.hand];
            const grown = ready ? 1 : 0.25 + 0.75 * (1 - coolness) ** 2;
            const top = JAR.hand + radius * grown;
            ctx.strokeStyle = either('#6f9a45', '#5f9a5c');
            ctx.lineWidth = 0.09;
            ctx.lineCap = 'round';
            ctx.beginPath();
            ctx.moveTo(x, BRANCH);
            ctx.quadraticCurveTo(x + 0.12, (BRANCH + top) / 2, x, top - 0.1);
            ctx.stroke();
            this.#still(ctx, state.hand, x, JAR.hand, radius * grown);
        }
        const small = 0.3 + 0.22 * Math.sqrt(FRUITS[state.next].radius);
        this.#still(ctx, state.next, 3.55, BRANCH + 0.22 + small, small);
        this.#write(ctx, 'next', 3.55 - small - 0.55, BRANCH + 0.45, 0.38,
            either('rgba(90, 40, 30, 0.85)', 'rgba(255, 232, 214, 0.85)'));
    }

    /** A ball that is in no world. @param {Context} ctx @param {number} kind @param {number} x @param {number} y @param {number} radius */
    #still(ctx, kind, x, y, radius) {
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(1, -1);
        this.#paintBall(ctx, kind, radius, 0,
            () => drawFace(ctx, 'calm', this.#time % 3.4 < 0.12, [0, 0.8]));
        ctx.restore();
    }
}

// The picture: the crowd by mica2d/adapters/webgl on a canvas of its own, and over it, by Canvas 2D, the player, lightning,
// sparks and novas. Called by main.js.
import { createWebglRenderer } from '../../js/adapters/webgl.js';
import { NOVA } from './game.js';

const COLORS = ['#a78bff', '#f0927a', '#ffc56e'];
const SPARKS = 700;

/** @typedef {import('./game.js').Game} Game */

export class Picture {
    /** @type {{ x: number, y: number, vx: number, vy: number, age: number, color: string, size: number }[]} */
    #sparks = [];
    /** @type {{ x: number, y: number, age: number }[]} */
    #strokes = [];
    /** @type {{ x: number, y: number, age: number }[]} */
    #novas = [];
    #hurt = 0;

    /** @param {HTMLElement} stage that the crowd lies under */
    constructor(stage) {
        const canvas = document.createElement('canvas');
        canvas.id = 'crowd';
        canvas.setAttribute('aria-hidden', 'true');
        canvas.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';
        stage.before(canvas);
        this.canvas = canvas;
    }

    /** Shows another game. @param {Game} game */
    show({ world }) {
        this.crowd?.destroy();
        this.crowd = createWebglRenderer(this.canvas, world, { background: '#12142e',
            hidden: ['player'],
            colors: { mite: COLORS[0], beetle: COLORS[1], brute: COLORS[2], wall: '#7d97c9' },
            order: ['mite', 'beetle', 'brute', 'wall'] });
    }

    /** Takes in what happened. @param {Game} game @param {number} seconds */
    advance(game, seconds) {
        for (const { what, x, y, kind } of game.signs) {
            if (what === 'stroke') this.#strokes.push({ x, y, age: 0 });
            else if (what === 'nova') this.#novas.push({ x, y, age: 0 });
            else if (what === 'hurt') this.#hurt = 1;
            else this.#burst(x, y, kind);
        }
        game.signs.length = 0;
        this.#hurt = Math.max(0, this.#hurt - 3 * seconds);
        for (const spark of this.#sparks) {
            spark.x += spark.vx * seconds;
            spark.y += spark.vy * seconds;
            spark.vx *= 1 - 2.5 * seconds;
            spark.vy *= 1 - 2.5 * seconds;
        }
        for (const list of [this.#sparks, this.#strokes, this.#novas])
            for (const each of list) each.age += seconds;
        this.#sparks = this.#sparks.filter(({ age }) => age < 0.7);
        this.#strokes = this.#strokes.filter(({ age }) => age < 0.14);
        this.#novas = this.#novas.filter(({ age }) => age < 0.7);
    }

    /** @param {number} x @param {number} y @param {number} kind */
    #burst(x, y, kind) {
        for (let i = 0; i < 4 + 5 * kind && this.#sparks.length < SPARKS; i++) {
            const [angle, speed] = [2 * Math.PI * Math.random(), 2 + 7 * Math.random()];
            this.#sparks.push({ x, y, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle),
                age: 0, color: COLORS[kind], size: 0.1 + 0.08 * Math.random() });
        }
    }

    /**
     * @param {CanvasRenderingContext2D} ctx in metres, y up @param {Game} game
     * @param {{ scale: number, x: number, y: number }} camera
     */
    draw(ctx, game, { scale, x, y }) {
        if (!this.crowd) return;
        Object.assign(this.crowd, { scale, x, y });
        this.crowd.draw();
        const { poseX: px, poseY: py } = game.hero.mover.body;
        ctx.lineCap = 'round';
        ctx.globalCompositeOperation = 'lighter';
        glow(ctx, px, py, 7, 'rgba(119, 227, 196, 0.28)');
        for (const { x: nx, y: ny, age } of this.#novas) paintNova(ctx, nx, ny, age / 0.7);
        for (const stroke of this.#strokes) paintStroke(ctx, px, py, stroke);
        for (const { x: sx, y: sy, age, color, size } of this.#sparks) {
            ctx.globalAlpha = 1 - age / 0.7;
            ctx.fillStyle = color;
            ctx.fillRect(sx - size, sy - size, 2 * size, 2 * size);
        }
        ctx.globalAlpha = 1;
        ctx.globalCompositeOperation = 'source-over';
        paintRim(ctx, game);
        paintPlayer(ctx, game, this.#hurt);
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius @param {string} color */
function glow(ctx, x, y, radius, color) {
    const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, color);
    light.addColorStop(1, 'rgba(0, 0, 0, 0)');
    ctx.fillStyle = light;
    ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} age 0 to 1 */
function paintNova(ctx, x, y, age) {
    const radius = NOVA * 2.1 * (1 - (1 - age) ** 3);
    glow(ctx, x, y, radius + 0.1, `rgba(255, 197, 110, ${0.5 * (1 - age)})`);
    ctx.strokeStyle = `rgba(255, 226, 170, ${1 - age})`;
    ctx.lineWidth = 0.5 * (1 - age) + 0.05;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 7);
    ctx.stroke();
}

/** Lightning: a line with a few random bends. @param {CanvasRenderingContext2D} ctx @param {number} px @param {number} py @param {{ x: number, y: number, age: number }} stroke */
function paintStroke(ctx, px, py, { x, y, age }) {
    ctx.strokeStyle = `rgba(200, 255, 238, ${1 - age / 0.14})`;
    ctx.lineWidth = 0.12;
    ctx.beginPath();
    ctx.moveTo(px, py);
    for (let part = 0.2; part < 0.95; part += 0.2) {
        ctx.lineTo(px + (x - px) * part + 0.7 * (Math.random() - 0.5),
            py + (y - py) * part + 0.7 * (Math.random() - 0.5));
    }
    ctx.lineTo(x, y);
    ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Game} game */
function paintRim(ctx, { arena }) {
    for (const [width, alpha] of [[1.6, 0.12], [0.7, 0.2], [0.2, 0.8]]) {
        ctx.lineWidth = width;
        ctx.strokeStyle = `rgba(184, 161, 255, ${alpha})`;
        ctx.beginPath();
        ctx.arc(0, 0, arena, 0, 7);
        ctx.stroke();
    }
}

/** The player, with its life and its charge as arcs. @param {CanvasRenderingContext2D} ctx @param {Game} game @param {number} hurt 0 to 1 */
function paintPlayer(ctx, { hero, life, charge }, hurt) {
    const { poseX: x, poseY: y } = hero.mover.body;
    ctx.fillStyle = hurt > 0.3 ? '#ffb3a0' : '#eafff8';
    ctx.beginPath();
    ctx.arc(x, y, 0.45, 0, 7);
    ctx.fill();
    ctx.fillStyle = '#1c6a5c';
    ctx.beginPath();
    ctx.arc(x + 0.2 * hero.facingX, y + 0.2 * hero.facingY, 0.15, 0, 7);
    ctx.fill();
    const arcs =
        /** @type {[number, number, string][]} */ ([[0.72, life / 100,
            life > 35 ? '#77e3c4' : '#ff8a70'], [0.92, charge,
            charge === 1 ? '#ffe6b0' : '#c98f3c']]);
    for (const [radius, part, color] of arcs) {
        ctx.lineWidth = 0.11;
        ctx.strokeStyle = 'rgba(10, 13, 30, 0.6)';
        ctx.beginPath();
        ctx.arc(x, y, radius, 0, 7);
        ctx.stroke();
        ctx.strokeStyle = color;
        ctx.beginPath();
        ctx.arc(x, y, radius, Math.PI / 2, Math.PI / 2 + 2 * Math.PI * Math.max(0.001, part));
        ctx.stroke();
    }
}

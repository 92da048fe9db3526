// The scene at the top of the gallery: the letters MICA of small blocks, and a ball on a rope that swings into them. When all
// has been still for a while, the world's history plays it backwards. Knows no page: gallery.js gives it time and a canvas.
import { createRope } from '../../js/builders.js';
import { World } from '../../js/index.js';
import { explode } from '../../js/explosion.js';
import { keepHistory } from '../../js/history.js';
import { either, palette } from './palette.js';

const LETTERS = [
    ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
    ['###', '.#.', '.#.', '.#.', '.#.', '.#.', '###'],
    ['.###.', '#...#', '#....', '#....', '#....', '#...#', '.###.'],
    ['.###.', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
];
const BLOCK = 0.31; // metres; four of them are a point of a letter
const ANCHOR = /** @type {[number, number]} */ ([6.6, 16.5]); // above the picture
const ROPE = 15;
const SWING = 0.74; // radians that it hangs to the side at first
const BALL = 0.8;
const PLAY = 8; // seconds from the last touch to the rewinding
const BACK = 4; // steps that a frame of a sixtieth of a second goes back
const ROUNDS = 4; // that it plays by itself before it rests

/** What must be in the picture, metres. */
export const SEE = { minX: -7.4, minY: -0.1, maxX: 8.2, maxY: 6.6 };

/** Colours from the first letter to the last, by night and by day. */
const NIGHT = ['#ffc56e', '#ffb47c', '#f5a3a0', '#d9a0d6', '#b8a1ff', '#9fb4f4', '#8accdb',
    '#77e3c4'];
const DAY = ['#f2a93b', '#ee9550', '#e07f7f', '#b679c4', '#8f74ea', '#7088dd', '#4aa3bd',
    '#2fae88'];

export class Hero {
    world = new World({ bodyCapacity: 400, layers: { rope: {} } });
    /** @type {import('../../js/index.js').Body<any>[][]} by colour */ blocks = NIGHT.map(() => []);
    /** 'play', 'back' or 'rest'. */ state = 'play';
    /** Rings of explosions. @type {{ x: number, y: number, age: number }[]} */ rings = [];
    /** Milliseconds that a step takes, smoothed. */ stepMs = 0;
    #since = 0; // seconds since somebody or something began it
    #rounds = 0;
    #left = 0; // of a step back

    constructor() {
        const { world } = this;
        world.createBody({ type: 'static', position: [0, -2],
            collider: { shape: 'box', width: 240, height: 4, friction: 0.7 } });
        this.#makeLetters();
        // Asleep they stand, even in the air, until something touches them. New contacts would wake them: a short step makes those.
        world.step(1e-4);
        for (const block of this.blocks.flat()) block.awake = false;
        this.ball = world.createBody({
            position: [ANCHOR[0] + ROPE * Math.sin(SWING), ANCHOR[1] - ROPE * Math.cos(SWING)],
            bullet: true,
            canSleep: false,
            collider: { shape: 'circle', radius: BALL, density: 9, friction: 0.4 },
        });
        const { bodies } = createRope(world, { from: ANCHOR, to: [this.ball.x, this.ball.y],
            links: 24, width: 0.12, bodyA: world.createBody({ type: 'static', position: ANCHOR }),
            bodyB: this.ball, collider: { layer: 'rope' } });
        this.rope = bodies;
        this.start = world.snapshot();
        this.history = keepHistory(world, { seconds: 16, bytes: 32e6 });
    }

    #makeLetters() {
        const columns = LETTERS.reduce((sum, [row]) => sum + row.length + 1, -1);
        let column = 0;
        for (const rows of LETTERS) {
            rows.forEach((row, i) =>
                [...row].forEach((point, j) => {
                    if (point !== '#') return;
                    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
                        const x = 2 * (column + j) + dx - columns + 0.5;
                        const y = 2 * (rows.length - 1 - i) + dy + 0.5;
                        const color = Math.floor(
                            (x + columns) / (2 * columns) * this.blocks.length,
                        );
                        this.blocks[color].push(
                            this.world.createBody({ position: [BLOCK * x, BLOCK * y],
                                collider: { shape: 'box', width: BLOCK, height: BLOCK,
                                    friction: 0.6, density: 0.6 } }),
                        );
                    }
                })
            );
            column += rows[0].length + 1;
        }
    }

    /** Somebody plays: it goes on from where it is. */
    touch() {
        this.state = 'play';
        this.#since = this.#rounds = 0;
    }

    /** @param {number} x metres @param {number} y */
    blast(x, y) {
        this.touch();
        explode(this.world, { position: [x, y], radius: 1.2, falloff: 2.2, impulse: 0.9 });
        this.rings.push({ x, y, age: 0 });
    }

    rewind() {
        this.state = 'back';
        this.#left = 0;
    }

    /** @param {number} seconds real time @param {boolean} held whether a pointer holds a body */
    advance(seconds, held) {
        for (const ring of this.rings) ring.age += seconds;
        this.rings = this.rings.filter(({ age }) => age < 0.6);
        if (this.state === 'rest') return;
        if (this.state === 'back') {
            this.#goBack(seconds);
            return;
        }
        const { world } = this;
        const [steps, began] = [world.stepCount, performance.now()];
        world.advance(Math.min(seconds, 0.1));
        if (world.stepCount > steps)
            this.stepMs += 0.05
                * ((performance.now() - began) / (world.stepCount - steps) - this.stepMs);
        this.#since = held ? 0 : this.#since + seconds;
        if (this.#since > PLAY) this.rewind();
    }

    /** @param {number} seconds */
    #goBack(seconds) {
        const { history, world } = this;
        this.#left += seconds * 60 * BACK;
        const step = Math.max(history.first, world.stepCount - Math.floor(this.#left));
        this.#left %= 1;
        if (step < world.stepCount) history.seek(step);
        if (step > history.first) return;
        // A long game is longer than its history.
        if (history.first > 0) world.restore(this.start);
        this.#since = 0;
        this.state = ++this.#rounds < ROUNDS ? 'play' : 'rest';
    }

    destroy() {
        this.world.destroy();
    }
}

/** @param {CanvasRenderingContext2D} ctx in metres, y up @param {Hero} hero @param {{ minX: number, maxX: number, maxY: number }} extent of the canvas */
export function paintHero(ctx, hero, { minX, maxX, maxY }) {
    const { poses } = hero.world;
    const glow = ctx.createRadialGradient(0.5, 2.5, 0.5, 0.5, 2.5, 11);
    glow.addColorStop(0, either('rgba(190, 160, 255, 0.34)', 'rgba(122, 98, 210, 0.36)'));
    glow.addColorStop(0.45, either('rgba(255, 206, 130, 0.22)', 'rgba(96, 78, 170, 0.16)'));
    glow.addColorStop(1, either('rgba(255, 206, 130, 0)', 'rgba(96, 78, 170, 0)'));
    ctx.fillStyle = glow;
    ctx.fillRect(minX, -1, maxX - minX, maxY + 1);
    paintFloor(ctx, minX, maxX);
    // Squares with round corners: a smaller square, and a line around it that is round where it bends.
    const half = BLOCK / 2 - 0.045;
    ctx.lineJoin = 'round';
    ctx.lineWidth = 0.07;
    hero.blocks.forEach((bodies, color) => {
        ctx.beginPath();
        for (const { index } of bodies) {
            const at = 4 * index;
            const [x, y, c, s] = [poses[at], poses[at + 1], poses[at + 2] * half,
                poses[at + 3] * half];
            ctx.moveTo(x + c - s, y + s + c);
            ctx.lineTo(x - c - s, y - s + c);
            ctx.lineTo(x - c + s, y - s - c);
            ctx.lineTo(x + c + s, y + s - c);
            ctx.closePath();
        }
        ctx.fillStyle = ctx.strokeStyle = either(DAY, NIGHT)[color];
        ctx.fill();
        ctx.stroke();
    });
    paintBall(ctx, hero);
    for (const { x, y, age } of hero.rings) {
        ctx.strokeStyle = either(`rgba(143, 84, 0, ${0.8 - age * 1.3})`,
            `rgba(255, 226, 170, ${0.9 - age * 1.5})`);
        ctx.lineWidth = 0.16 * (1 - age / 0.6);
        ctx.beginPath();
        ctx.arc(x, y, 0.3 + 3.4 * Math.sqrt(age / 0.6), 0, 7);
        ctx.stroke();
    }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} minX @param {number} maxX */
function paintFloor(ctx, minX, maxX) {
    const floor = ctx.createLinearGradient(0, 0, 0, -1.6);
    floor.addColorStop(0, either('rgba(255, 236, 200, 0.9)', 'rgba(44, 50, 100, 0.95)'));
    floor.addColorStop(1, either('rgba(255, 236, 200, 0)', 'rgba(44, 50, 100, 0)'));
    ctx.fillStyle = floor;
    ctx.fillRect(minX, -6, maxX - minX, 6);
    const line = ctx.createLinearGradient(minX, 0, maxX, 0);
    for (const [at, alpha] of [[0, 0], [0.45, 0.7], [0.7, 0.9], [1, 0.15]])
        line.addColorStop(at,
            either(`rgba(196, 124, 20, ${alpha})`, `rgba(255, 197, 110, ${alpha})`));
    ctx.fillStyle = line;
    ctx.fillRect(minX, -0.05, maxX - minX, 0.05);
}

/** @param {CanvasRenderingContext2D} ctx @param {Hero} hero */
function paintBall(ctx, { world: { poses }, rope, ball }) {
    const at = 4 * ball.index;
    const [x, y] = [poses[at], poses[at + 1]];
    ctx.lineCap = 'round';
    ctx.lineWidth = 0.11;
    const fade = ctx.createLinearGradient(0, 12, 0, 6);
    fade.addColorStop(0, 'rgba(160, 160, 190, 0)');
    fade.addColorStop(1, palette.soft);
    ctx.strokeStyle = fade;
    ctx.setLineDash([0.16, 0.2]);
    ctx.beginPath();
    ctx.moveTo(...ANCHOR);
    for (const { index } of rope) ctx.lineTo(poses[4 * index], poses[4 * index + 1]);
    ctx.lineTo(x, y);
    ctx.stroke();
    ctx.setLineDash([]);
    const halo = ctx.createRadialGradient(x, y, BALL * 0.7, x, y, BALL * 2.4);
    halo.addColorStop(0, either('rgba(242, 169, 59, 0.35)', 'rgba(255, 197, 110, 0.4)'));
    halo.addColorStop(1, 'rgba(255, 197, 110, 0)');
    ctx.fillStyle = halo;
    ctx.fillRect(x - 3, y - 3, 6, 6);
    const light = ctx.createRadialGradient(x - 0.28, y + 0.32, 0.05, x, y, BALL);
    light.addColorStop(0, '#fff6e0');
    light.addColorStop(0.35, '#ffc56e');
    light.addColorStop(1, '#c2762a');
    ctx.fillStyle = light;
    ctx.beginPath();
    ctx.arc(x, y, BALL, 0, 7);
    ctx.fill();
}

// Draws the course on a Canvas 2D: hills far away, the ground, what moves, the hero. Called by main.js once a frame.
// Reads poses; keeps the ground as one path in metres.
import { LADDER, LEVEL, SPRING, WATER, cellAt, liftSize, stairs } from './course.js';

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {import('../shared/camera.js').Camera} Camera */
/** @typedef {import('./course.js').Course} Course */

/** The corners of a full cell and of slopes, in the cell. @type {Record<string, number[]>} */
const CELLS = {
    '#': [0, 0, 1, 0, 1, 1, 0, 1], '/': [0, 0, 1, 0, 1, 1], '\\': [0, 0, 1, 0, 0, 1],
    h: [0, 0, 1, 0, 1, 0.5, 0, 1], l: [0, 0, 1, 0, 0, 0.5],
};
/** The upper side of each, which is lit. @type {Record<string, number[]>} */
const TOPS = { '#': [0, 1, 1, 1], '/': [0, 0, 1, 1], '\\': [0, 1, 1, 0], h: [0, 1, 1, 0.5], l: [0, 0.5, 1, 0] };

function tracePaths() {
    const ground = new Path2D();
    const tops = new Path2D();
    const ledges = new Path2D();
    for (let y = 0; y < LEVEL.height; ++y) {
        for (let x = 0; x < LEVEL.width; ++x) {
            const cell = cellAt(x, y);
            if (cell === '-') ledges.rect(x, y + 0.5, 1, 0.5);
            const points = CELLS[cell];
            if (!points) continue;
            for (let i = 0; i < points.length; i += 2) ground[i === 0 ? 'moveTo' : 'lineTo'](x + points[i], y + points[i + 1]);
            ground.closePath();
            const [x0, y0, x1, y1] = TOPS[cell];
            if (cell === '#' && !'.-'.includes(cellAt(x, y + 1))) continue;
            tops.moveTo(x + x0, y + y0);
            tops.lineTo(x + x1, y + y1);
        }
    }
    for (const { x0, x1, y0, y1 } of stairs()) {
        ground.rect(x0, y0, x1 - x0, y1 - y0);
        tops.moveTo(x0, y1);
        tops.lineTo(x1, y1);
    }
    return { ground, tops, ledges };
}

/** Hills that go along slowly. @param {Ctx} ctx @param {Camera} camera @param {number} depth 0 to 1 @param {string} colour */
function drawHills(ctx, camera, depth, colour) {
    const { width, height } = camera;
    const step = 46;
    const shift = camera.x * camera.scale * depth;
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let px = -step; px <= width + step; px += step) {
        const at = Math.floor((px + shift) / step);
        const hill = Math.sin(at * 0.7) + 0.6 * Math.sin(at * 0.31 + 2) + 0.3 * Math.sin(at * 1.9);
        ctx.lineTo(at * step - shift, height * (0.62 - 0.2 * depth) - hill * height * 0.06 + (camera.y - 8) * camera.scale * depth * 0.5);
    }
    ctx.lineTo(width + step, height);
    ctx.fill();
}

export class Renderer {
    #paths = tracePaths();
    /** How much wider than tall the hero is drawn. */ #squash = 0;

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.ctx = /** @type {Ctx} */ (canvas.getContext('2d', { alpha: false }));
    }

    /**
     * @param {Course} course @param {import('../../js/platformer.js').Platformer} hero @param {Camera} camera
     * @param {import('./trail.js').Trail} trail @param {{ time: number, seconds: number, showTrail: boolean }} view
     */
    draw(course, hero, camera, trail, { time, seconds, showTrail }) {
        const { ctx } = this;
        ctx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
        this.#drawSky(camera);
        this.#inMetres(camera);
        drawLadder(ctx);
        drawSpring(ctx);
        for (const gem of course.gems) if (!gem.taken) drawGem(ctx, gem.x, gem.y + 0.06 * Math.sin(2 * time + gem.x));
        this.#drawGround();
        drawBoxes(ctx, course);
        ctx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
        if (showTrail) trail.draw(ctx, camera);
        this.#inMetres(camera);
        this.#drawHero(course, hero, seconds);
        drawWater(ctx, time);
        ctx.setTransform(camera.ratio, 0, 0, camera.ratio, 0, 0);
    }

    /** @param {Camera} camera */
    #inMetres(camera) {
        const k = camera.ratio * camera.scale;
        this.ctx.setTransform(k, 0, 0, -k, camera.ratio * camera.screenX(0), camera.ratio * camera.screenY(0));
    }

    /** @param {Camera} camera */
    #drawSky(camera) {
        const { ctx } = this;
        const sky = ctx.createLinearGradient(0, 0, 0, camera.height);
        sky.addColorStop(0, '#101631');
        sky.addColorStop(1, '#2b2f5e');
        ctx.fillStyle = sky;
        ctx.fillRect(0, 0, camera.width, camera.height);
        drawHills(ctx, camera, 0.12, '#1d2450');
        drawHills(ctx, camera, 0.28, '#1a2047');
    }

    #drawGround() {
        const { ctx } = this;
        const { ground, tops, ledges } = this.#paths;
        ctx.fillStyle = '#33406f';
        ctx.fill(ground);
        // Cells meet without a hair of sky between them.
        ctx.strokeStyle = '#33406f';
        ctx.lineWidth = 0.03;
        ctx.stroke(ground);
        // Below the level and beside it there is nothing but ground.
        ctx.fillRect(-50, -50, LEVEL.width + 100, 50.02);
        ctx.fillRect(-50, 0, 50.02, LEVEL.height + 50);
        ctx.fillRect(LEVEL.width - 0.02, 0, 50, LEVEL.height + 50);
        ctx.strokeStyle = '#8ea6d8';
        ctx.lineCap = 'round';
        ctx.lineWidth = 0.09;
        ctx.stroke(tops);
        ctx.fillStyle = 'rgba(142, 166, 216, 0.75)';
        ctx.fill(ledges);
        ctx.fillRect(LADDER.x0 - 0.1, LADDER.y1 - 0.12, LADDER.x1 - LADDER.x0 + 0.2, 0.12);
    }

    /**
     * @param {Course} course @param {import('../../js/platformer.js').Platformer} hero @param {number} seconds
     */
    #drawHero({ world }, hero, seconds) {
        const { ctx } = this;
        const { mover, mode, facing } = hero;
        const i = 4 * mover.body.index;
        const [x, y] = [world.poses[i], world.poses[i + 1]];
        const stretch = mode === 'dash' ? 0.22 : mode === 'air' ? -Math.min(0.16, Math.abs(mover.vy) * 0.012) : 0;
        if (hero.justLanded) this.#squash = Math.min(0.28, 0.02 * hero.landingSpeed);
        this.#squash += (stretch - this.#squash) * Math.min(1, 14 * seconds);
        const lean = mode === 'ground' ? 0.012 * mover.vx : 0;
        ctx.save();
        ctx.translate(x, y - 0.6);
        ctx.transform(1 + this.#squash, 0, lean, 1 - this.#squash, 0, 0);
        ctx.fillStyle = mode === 'dash' ? '#fff3da' : '#ffc56e';
        ctx.beginPath();
        ctx.roundRect(-0.3, 0, 0.6, 1.2, 0.3);
        ctx.fill();
        ctx.fillStyle = '#2a1a06';
        for (const eye of [0.02, 0.19]) {
            ctx.beginPath();
            ctx.ellipse(facing * (eye + 0.02), 0.83, 0.045, 0.085, 0, 0, 7);
            ctx.fill();
        }
        ctx.restore();
    }
}

/** @param {Ctx} ctx */
function drawLadder(ctx) {
    const { x0, x1, y0, y1 } = LADDER;
    ctx.strokeStyle = '#b8a1ff';
    ctx.lineWidth = 0.08;
    ctx.beginPath();
    for (const x of [x0 + 0.08, x1 - 0.08]) {
        ctx.moveTo(x, y0);
        ctx.lineTo(x, y1);
    }
    for (let y = y0 + 0.3; y < y1; y += 0.4) {
        ctx.moveTo(x0 + 0.08, y);
        ctx.lineTo(x1 - 0.08, y);
    }
    ctx.stroke();
}

/** @param {Ctx} ctx */
function drawSpring(ctx) {
    const { x, y, width, height } = SPRING;
    ctx.fillStyle = '#f0927a';
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y + height / 2 - 0.12, width, 0.12, 0.06);
    ctx.fill();
    ctx.strokeStyle = '#f0927a';
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    for (let i = 0; i <= 4; ++i) ctx.lineTo(x - 0.3 + 0.15 * i, y - height / 2 + (i % 2 === 0 ? 0 : height - 0.1));
    ctx.stroke();
}

/** @param {Ctx} ctx @param {number} x @param {number} y */
function drawGem(ctx, x, y) {
    ctx.fillStyle = '#77e3c4';
    ctx.beginPath();
    for (const [dx, dy] of [[0, 0.27], [0.2, 0], [0, -0.27], [-0.2, 0]]) ctx.lineTo(x + dx, y + dy);
    ctx.fill();
    ctx.fillStyle = 'rgba(255, 255, 255, 0.4)';
    ctx.beginPath();
    for (const [dx, dy] of [[0, 0.27], [0.2, 0], [0, 0.02]]) ctx.lineTo(x + dx, y + dy);
    ctx.fill();
}

/** Crates, planks and lifts. @param {Ctx} ctx @param {Course} course */
function drawBoxes(ctx, { world, crates, planks, lifts }) {
    const { poses } = world;
    const box = (/** @type {number} */ slot, /** @type {number} */ width, /** @type {number} */ height, /** @type {string} */ fill, /** @type {string} */ edge) => {
        const i = 4 * slot;
        ctx.save();
        ctx.transform(poses[i + 2], poses[i + 3], -poses[i + 3], poses[i + 2], poses[i], poses[i + 1]);
        ctx.fillStyle = fill;
        ctx.strokeStyle = edge;
        ctx.lineWidth = 0.05;
        ctx.beginPath();
        ctx.roundRect(-width / 2 + 0.02, -height / 2 + 0.02, width - 0.04, height - 0.04, Math.min(0.08, height / 3));
        ctx.fill();
        ctx.stroke();
        ctx.restore();
    };
    for (const { index } of crates) box(index, 0.9, 0.9, '#a85a4c', '#f0927a');
    for (const { index } of planks) box(index, 0.5, 0.14, '#6f5aa8', '#b8a1ff');
    lifts.forEach(({ index }, i) => box(index, liftSize(i).width, liftSize(i).height, '#2f6f86', '#6fd0ff'));
}

/** @param {Ctx} ctx @param {number} time */
function drawWater(ctx, time) {
    const { x0, x1, y0, y1 } = WATER;
    ctx.fillStyle = 'rgba(74, 160, 230, 0.34)';
    ctx.beginPath();
    ctx.moveTo(x0, y1);
    for (let x = x0; x <= x1 + 0.01; x += 0.25) ctx.lineTo(x, y1 + 0.05 * Math.sin(2.2 * x + 2 * time));
    ctx.lineTo(x1, y0 + 1);
    ctx.lineTo(x1 - 1, y0);
    ctx.lineTo(x0 + 1, y0);
    ctx.lineTo(x0, y0 + 1);
    ctx.fill();
    ctx.strokeStyle = 'rgba(190, 230, 255, 0.8)';
    ctx.lineWidth = 0.05;
    ctx.beginPath();
    for (let x = x0; x <= x1 + 0.01; x += 0.25) ctx.lineTo(x, y1 + 0.05 * Math.sin(2.2 * x + 2 * time));
    ctx.stroke();
}

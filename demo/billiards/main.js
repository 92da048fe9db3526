// Billiards from impact to impact, and Newton's cradle. Pull back from the white ball and let go; the line is the
// engine's own preview of the shot, with all that it hits.
import { capture } from '../shared/cursor.js';
import { startStage } from '../shared/stage.js';
import { lift, makeCradle, measure, pull } from './cradle.js';
import { drawCradle, drawTable, drawCue, drawTray } from './paint.js';
import { BallPainter, circle, colourOf } from './paint-balls.js';
import { SOUNDS, listenToImpacts } from './sounds.js';
import { LENGTH, RADIUS, RAIL, WIDTH, isPotted, makeTable, rests, roll, turn } from './table.js';
import { preview } from '../../js/preview.js';

const MAX_SPEED = 9; // m/s
const PULL = 0.7; // metres of pulling back for that
const AHEAD = 150; // steps of the preview
const FALL = 0.35; // seconds that a potted ball is seen

let kind = 'table';
let upright = innerHeight > innerWidth;
let lifted = 1;
/** What the pointer does: it aims, or holds a ball of the cradle. @type {any} */
let held = null;
const painter = new BallPainter();

/** @param {{ power: number, angle: number }} game @returns {[number, number]} */
const shotOf = (
    { power, angle },
) => [MAX_SPEED * power ** 1.5 * Math.cos(angle), MAX_SPEED * power ** 1.5 * Math.sin(angle)];

/** @param {string} name @param {{ pan?: number, volume?: number, rate?: number }} [how] */
const hear = (name, how) => started?.stage.sound.play(name, how);

function make() {
    held = null;
    if (kind === 'cradle') {
        const cradle = { kind, ...makeCradle(lifted), game: { kind } };
        listenToImpacts(cradle.world, 1.5, hear);
        return cradle;
    }
    const scene = { kind, ...makeTable(upright), falls: /** @type {any[]} */ ([]),
        paths: /** @type {any[]} */ ([]), aimed: '',
        game: { kind, upright, shots: 0, potted: /** @type {number[]} */ ([]),
            angle: upright ? Math.PI / 2 : 0, power: 0.5, moving: false } };
    scene.world.on('triggerEnter', ({ visitor }) => pot(scene, visitor));
    listenToImpacts(scene.world, 1.5, hear);
    scene.world.on('afterStep', () => {
        const moving = !rests(onTable(scene));
        if (moving !== scene.game.moving) Object.assign(scene, { aimed: '' }).game.moving = moving;
    });
    return scene;
}

/** @param {any} scene @returns {import('./table.js').Ball[]} */
const onTable = ({ balls }) => balls.filter((/** @type {any} */ ball) => ball.enabled);

/** A ball is in a pocket. The white one comes back, to the first free place on its line. @param {any} scene @param {any} ball */
function pot(scene, ball) {
    const { balls, falls, game, world } = scene;
    if (!ball.enabled) return;
    hear('pocket', { pan: ball.x / 1.5 });
    falls.push({ number: ball.userData, x: ball.x, y: ball.y, age: 0 });
    ball.setVelocity(0, 0);
    if (ball !== balls[0]) {
        game.potted.push(ball.userData);
        ball.enabled = false;
        return;
    }
    for (let y = 0; y < WIDTH - RADIUS; y += RADIUS) {
        const [atX, atY] = turn([-LENGTH / 2, y], game.upright);
        if (world.touch(atX, atY, RADIUS, { layers: ['ball'] })) continue;
        ball.setTransform(atX, atY);
        return;
    }
}

/** @param {any} scene */
function shoot({ kind: of, balls, game }) {
    if (of === 'cradle' || game.moving) return;
    if (game.potted.length === 15) {
        stage.reset();
        return;
    }
    ++game.shots;
    game.moving = true;
    hear('cue', { pan: balls[0].x / 1.5, volume: 0.3 + 0.7 * game.power });
    balls[0].setVelocity(...shotOf(game));
}

/** Where all balls will be after a shot, anew when the cue has moved. @param {any} scene */
function aim(scene) {
    const { balls, game, world } = scene;
    const aimed = `${game.angle} ${game.power}`;
    if (game.moving || aimed === scene.aimed) return;
    scene.aimed = aimed;
    scene.paths = preview(world, { bodies: onTable(scene), steps: AHEAD, out: scene.paths,
        before: (/** @type {number} */ step) => {
            if (step === 0) balls[0].setVelocity(...shotOf(game));
            for (const ball of onTable(scene))
                if (isPotted(ball, game.upright)) ball.enabled = false;
            roll(onTable(scene));
        } });
}

/** Keys turn the cue; the cradle's balls are pulled to their places. @param {any} scene @param {Set<string>} keys */
function beforeStep(scene, keys) {
    const { game } = scene;
    if (scene.kind === 'cradle') {
        pull(scene, held?.ball);
        return;
    }
    roll(onTable(scene));
    const way = (/** @type {string} */ more, /** @type {string} */ less) =>
        Number(keys.has(more)) - Number(keys.has(less));
    game.angle += way('ArrowLeft', 'ArrowRight') * (keys.has('ShiftLeft') ? 0.0008 : 0.012);
    game.power = Math.min(1, Math.max(0.05, game.power + 0.01 * way('ArrowUp', 'ArrowDown')));
}

/** Lays the table along the longer side of the window, with all that is on it: the phone has been turned. */
function layOut() {
    const { balls: old, game } = /** @type {any} */ (stage.scene);
    const before = old.map((/** @type {any} */ { x, y, vx, vy, enabled }) => ({ x, y, vx, vy,
        enabled })
    );
    upright = !game.upright;
    const sign = upright ? 1 : -1;
    stage.reset();
    const { balls } = /** @type {any} */ (stage.scene);
    for (const [i, { x, y, vx, vy, enabled }] of before.entries()) {
        balls[i].setTransform(-sign * y, sign * x);
        balls[i].setVelocity(-sign * vy, sign * vx);
        balls[i].enabled = enabled;
    }
    Object.assign(stage.scene, {
        game: { ...game, upright, angle: game.angle + sign * Math.PI / 2 },
    });
}

/** @param {any} scene @param {number} seconds */
function frame(scene, seconds) {
    if (scene.kind === 'cradle') {
        if (held) held.ball.setTransform(held.x, 0);
        return;
    }
    if (scene.game.upright !== innerHeight > innerWidth) return layOut();
    aim(scene);
    for (const fall of scene.falls) fall.age += seconds;
    if (scene.falls[0]?.age > FALL) scene.falls.shift();
}

/**
 * Draws lines through points that lie a step apart, with a corner where a ball bounced between two.
 * @param {CanvasRenderingContext2D} ctx @param {Float32Array} p x, y and angle of each @param {number} count
 */
function traceWay(ctx, p, count) {
    for (let i = 3; i < 3 * count - 6; i += 3) {
        const [x, y] = [p[i], p[i + 1]];
        const [ax, ay, bx, by] = [x - p[i - 3], y - p[i - 2], p[i + 6] - p[i + 3],
            p[i + 7] - p[i + 4]];
        const cross = ax * by - ay * bx;
        ctx.lineTo(x, y);
        if (Math.abs(cross) < 1e-9) continue;
        // Where the line before meets the line after, if that is ahead of both points.
        const t = ((p[i + 3] - x) * by - (p[i + 4] - y) * bx) / cross;
        const back = ((p[i + 3] - x) * ay - (p[i + 4] - y) * ax) / cross;
        if (t > 0 && t < 1.5 && back < 0 && back > -1.5) ctx.lineTo(x + t * ax, y + t * ay);
    }
    ctx.lineTo(p[3 * count - 3], p[3 * count - 2]);
}

/** The way of each ball after the shot. @param {CanvasRenderingContext2D} ctx @param {any} scene */
function drawAim(ctx, { balls, paths, game }) {
    ctx.lineCap = ctx.lineJoin = 'round';
    for (const { body, points, count } of paths) {
        const white = body === balls[0];
        ctx.beginPath();
        ctx.moveTo(body.x, body.y);
        traceWay(ctx, points, count);
        ctx.strokeStyle = ctx.fillStyle = colourOf(body.userData);
        ctx.globalAlpha = white ? 0.75 : 0.5;
        ctx.lineWidth = white ? 0.009 : 0.006;
        ctx.setLineDash(white ? [0.002, 0.02] : []);
        ctx.stroke();
        const [x, y] = points.subarray(3 * count - 3);
        ctx.globalAlpha = 0.3;
        if (Math.hypot(x - body.x, y - body.y) > RADIUS) circle(ctx, x, y, RADIUS);
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    drawCue(ctx, balls[0].x, balls[0].y, game.angle, 0.02 + 0.3 * game.power);
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene */
function paint(ctx, scene) {
    if (scene.kind === 'cradle') {
        drawCradle(ctx, scene);
        return;
    }
    const { balls, falls, game, world } = scene;
    drawTable(ctx, game.upright);
    for (const { number, x, y, age } of falls)
        painter.draw(ctx, number, x, y, RADIUS * Math.max(0.05, 1 - age / FALL));
    const { poses } = world;
    for (const { index, enabled, userData } of balls)
        if (enabled) painter.draw(ctx, userData, poses[4 * index], poses[4 * index + 1]);
    drawTray(ctx, painter, game);
    if (!game.moving && game.potted.length < 15) drawAim(ctx, scene);
}

/** @param {any} scene @returns {Record<string, string | number>} */
function score(scene) {
    if (scene.kind === 'table')
        return { Shots: scene.game.shots, Potted: `${scene.game.potted.length} / 15` };
    const { momentum, energy } = measure(scene);
    return { 'kg m/s': Math.abs(momentum).toFixed(2), J: energy.toFixed(3) };
}

/** @param {any} scene */
const see = ({ kind: of, game }) => {
    if (of === 'cradle') return { minX: -1.5, minY: -0.95, maxX: 1.5, maxY: 0.75 };
    const [x, y] = [LENGTH + RAIL + 0.14, WIDTH + RAIL + 0.14];
    // With room for the potted balls below.
    return game.upright
        ? { minX: -y, minY: -x - 0.1, maxX: y, maxY: x }
        : { minX: -x, minY: -y - 0.1, maxX: x, maxY: y };
};

/** @param {any} scene */
const isTable = (scene) => scene.kind === 'table';

/** @param {string} to */
function show(to) {
    kind = to;
    upright = innerHeight > innerWidth;
    stage.reset();
}

/** @type {Awaited<ReturnType<typeof startStage>> | undefined} */
let started;
started = await startStage({
    title: 'Billiards',
    about: 'From impact to impact, each exact.',
    guide: '../guide/contacts.html',
    goal: 'Pull back from the white ball and let go.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> turn the cue, with <kbd>Shift</kbd> finely <kbd>↑</kbd> <kbd>↓</kbd> power <kbd>Space</kbd> shoots',
    see,
    make,
    sounds: SOUNDS,
    beforeStep,
    frame,
    paint,
    score,
    grab: false,
    clear: true,
    hidden: ['ball', 'cushion', 'pocket'],
    buttons: [
        { label: 'Shoot', key: 'Space', press: shoot, shown: isTable },
        { label: 'Break', shown: isTable, press: () => {
            show('table');
            Object.assign(stage.scene.game, { power: 1, angle: stage.scene.game.angle + 0.012 });
            shoot(/** @type {any} */ (stage.scene));
        } },
        { label: 'Billiards', press: () => show('table'), on: isTable },
        { label: 'Newton’s cradle', press: () => show('cradle'), on: (scene) => !isTable(scene) },
    ],
    sliders: [{ label: 'Balls', min: 1, max: 6, step: 1, value: 1,
        shown: (scene) => !isTable(scene), set: (scene, value) => {
            if (value !== lifted) lift(/** @type {any} */ (scene), value);
            lifted = value;
        } }],
    save: ({ game }) => structuredClone(game),
    prepare: (game) => {
        kind = game.kind;
        upright = game.upright ?? upright;
    },
    restore: (scene, game) =>
        Object.assign(scene, { game: structuredClone(game), falls: [], aimed: '' }),
});

const { stage } = started;

/** Aims as far as the pointer is pulled back, or holds the ball of the cradle that is nearest. */
const { canvas } = stage;
canvas.addEventListener('pointerdown', (event) => {
    const scene = /** @type {any} */ (stage.scene);
    const [x, y] = stage.renderer.toWorld(event.clientX, event.clientY);
    const ball = scene.kind === 'table'
        ? scene.balls[0]
        : scene.balls.find((/** @type {any} */ one) => Math.abs(one.x - x) < scene.RADIUS);
    if (!ball || scene.game.moving) return;
    held = { ball, x, pulled: 0, fromX: x, fromY: y };
    capture(canvas, event);
});
canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!held) return;
    const { game, kind: of } = /** @type {any} */ (stage.scene);
    const [x, y] = stage.renderer.toWorld(clientX, clientY);
    if (of === 'cradle') {
        held.x = Math.max(-1.4, Math.min(1.4, x));
        return;
    }
    const [dx, dy] = [held.fromX - x, held.fromY - y];
    held.pulled = Math.hypot(dx, dy);
    if (held.pulled < 0.02) return;
    game.angle = Math.atan2(dy, dx);
    game.power = Math.min(1, Math.max(0.05, held.pulled / PULL));
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    canvas.addEventListener(end, () => {
        if (end === 'pointerup' && held?.pulled > 0.05) shoot(/** @type {any} */ (stage.scene));
        held = null;
    });
}

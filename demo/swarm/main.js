// Swarm: ten thousand enemies against one. The rules are in game.js, the picture is in draw.js.
import { capture } from '../shared/cursor.js';
import { keepBest, showEnd, showTime } from '../shared/end.js';
import { el } from '../shared/stage-frame.js';
import { startStage } from '../shared/stage.js';
import { Picture } from './draw.js';
import { Game } from './game.js';
import { SOUNDS } from './sounds.js';

/** A phone, four times as slow as a desktop, begins with fewer. */
const settings = { count: matchMedia('(pointer: coarse)').matches ? 2500 : 10000 };
const see = { minX: -1, minY: -1, maxX: 1, maxY: 1 };
const FINE = 7; // parts of a direction to each side
/** Where a finger or the mouse is held, in CSS pixels. @type {[number, number] | null} */
let held = null;
let nova = false;
let best = 0;
let ended = false;
/** Whether the next game plays by itself until somebody plays. */
let alone = true;
/** @type {Picture | undefined} */
let picture;

/** What the player holds: the direction in two halves of a byte, then dash and nova. @param {Set<string>} keys @returns {[number, number]} */
function readInput(keys) {
    const input = { x: 0, y: 0 };
    const axis = (/** @type {string[]} */ plus, /** @type {string[]} */ minus) =>
        Number(plus.some((key) => keys.has(key))) - Number(minus.some((key) => keys.has(key)));
    input.x = axis(['ArrowRight', 'KeyD'], ['ArrowLeft', 'KeyA']);
    input.y = axis(['ArrowUp', 'KeyW'], ['ArrowDown', 'KeyS']);
    const pad = stage?.controls?.pad;
    if (pad && (pad.x !== 0 || pad.y !== 0)) [input.x, input.y] = [pad.x, pad.y];
    const pressed = Number(keys.has('ShiftLeft') || keys.has('ShiftRight'))
        + 2 * Number(nova || keys.has('Space'));
    nova = false;
    if (held && stage) {
        const { poseX, poseY } = game().hero.mover.body;
        const [x, y] = stage.renderer.toWorld(...held);
        input.x = (x - poseX) / 3;
        input.y = (y - poseY) / 3;
    }
    const part = (/** @type {number} */ value) =>
        Math.round(FINE * Math.max(-1, Math.min(1, value))) + FINE;
    return [part(input.x) + 16 * part(input.y), pressed];
}

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
const game = () => /** @type {Game} */ (stage?.scene.game);

function make() {
    picture ??= new Picture(el('stage'));
    ended = false;
    showEnd(null);
    const made = new Game(settings.count);
    made.auto = alone;
    alone = true;
    picture.show(made);
    return { world: made.world, game: made };
}

/** The sheet of a lost game. @param {Game} lost */
function end({ kills, seconds }) {
    ended = true;
    stage?.sound.play('end');
    if (!stage?.run?.watches) best = keepBest('mica swarm best', kills, 'most');
    showEnd({ title: 'Overrun', big: `${kills}`, lines: [
        best > kills ? `killed; your best is ${best}` : 'killed: your best',
        `after ${showTime(seconds, 0)}`,
    ], again: () => {
        stage?.reset();
        game().auto = false;
    } });
}

/** Keeps the player in the middle, and ends a game that is lost. @param {import('../shared/stage.js').Scene} scene @param {number} seconds */
function frame({ game: now }, seconds) {
    const { poseX: x, poseY: y } = now.hero.mover.body;
    const [wide, high] = innerWidth < 600 ? [13, 22] : [25, 16];
    Object.assign(see, { minX: x - wide, maxX: x + wide, minY: y - high, maxY: y + high });
    for (const { what, x: at } of now.signs) stage?.sound.play(what, { pan: (at - x) / 20 });
    picture?.advance(now, seconds);
    best = Math.max(best, now.auto ? 0 : now.kills);
    if (now.over && !ended) end(now);
    if (now.count === settings.count) return;
    const { auto } = now;
    stage?.reset();
    game().auto = auto;
}

({ stage } = await startStage({
    title: 'Swarm',
    about: 'Ten thousand against one',
    source: './game.js',
    guide: '../guide/top-down.html',
    goal: 'Hold a finger or the mouse where you want to run, and stay alive.',
    keys:
        '<kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> run <kbd>Space</kbd> nova; a second finger, too <kbd>Shift</kbd> dash',
    see,
    grab: false,
    sounds: SOUNDS,
    run: { begin: (scene) => ({ auto: scene.game.auto }), prepare({ auto }) {
        alone = auto;
    } },
    pad: { B: 'ShiftLeft' },
    past: false, // the past of ten thousand bodies would be most of the time
    hidden: ['default', 'wall', 'player', 'mite', 'beetle', 'brute'],
    make,
    frame,
    beforeStep(scene, keys) {
        const [way, pressed] = stage?.run?.input(scene, () => readInput(keys)) ?? readInput(keys);
        const input = { x: ((way & 15) - FINE) / FINE, y: ((way >> 4) - FINE) / FINE,
            dash: (pressed & 1) > 0, nova: (pressed & 2) > 0 };
        if (input.x !== 0 || input.y !== 0 || input.nova) scene.game.auto = false;
        scene.game.update(input);
    },
    paint(ctx, scene) {
        if (stage) picture?.draw(ctx, scene.game, stage.renderer);
    },
    score: ({ game: now }) => ({ killed: now.kills, best }),
    buttons: [{ label: 'Nova', press: () => {
        nova = true;
    } }],
    sliders: [{ label: 'Enemies', min: 500, max: 10000, step: 500, value: settings.count,
        get: () => settings.count, set: (_, count) => {
            settings.count = count;
        } }],
}));

const { canvas } = stage;
canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary) {
        nova = true; // a second finger
        return;
    }
    capture(canvas, event);
    held = [event.clientX, event.clientY];
});
canvas.addEventListener('pointermove', (event) => {
    if (held && event.isPrimary) held = [event.clientX, event.clientY];
});
for (const end of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(end, (event) => {
        if (/** @type {PointerEvent} */ (event).isPrimary) held = null;
    });
}

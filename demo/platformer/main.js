// A platformer: a course with slopes, lifts, ladders, water, springs, lava, blocks that crumble and a boss of joints; and a slider for
// each number of the controller. The rules are in game.js. Exposes globalThis.mica besides the stage: `hero`, `panel`, `trail`, `controls`.
import { keepBest, showEnd, showTime } from '../shared/end.js';
import { Sparks } from '../shared/sparks.js';
import { startStage } from '../shared/stage.js';
import { Controls } from './controls.js';
import { LAYERS } from './course.js';
import { Effects } from './effects.js';
import { HEARTS, countCoins, createGame, restoreGame, saveGame, startAgain } from './game.js';
import { COINS } from './level.js';
import { paintGame } from './paint.js';
import { Panel } from './panel.js';
import { SOUNDS } from './sounds.js';
import { Trail } from './trail.js';
import { View } from './view.js';

const EMBERS = 9; // a second
const FINE = 7; // parts of a direction to each side
const NOTHING = { x: 0, y: 0, jump: false, dash: false };
const TEXT_EVERY = 6; // frames

/** @typedef {import('./game.js').Game} Game */

const view = new View();
const sparks = new Sparks();
const trail = new Trail();
const effects = new Effects(sparks, view, (name, how) => stage.sound.play(name, how));
/** @type {Controls | undefined} */
let controls;
/** @type {Panel | undefined} */
let panel;
/** The numbers that the player has set. @type {Partial<import('../../js/platformer.js').PlatformerNumbers>} */
let numbers = {};
let time = 0;

/** Tells of a course that is done. @param {import('./game.js').State} state */
function end(state) {
    const coins = countCoins(state);
    const best = stage.run?.watches
        ? state.time
        : keepBest('mica platformer best', state.time, 'least');
    showEnd({ title: coins === COINS.length ? 'Every coin, and the flag' : 'You reached the flag',
        big: showTime(state.time, 2),
        lines: [best < state.time ? `best ${showTime(best, 2)}` : 'your best time',
            `${coins} of ${COINS.length} coins`], again: () => stage.reset() });
}

/** What the player holds, in two bytes: the directions in a half each, then jump and dash. */
function readInput() {
    const { x = 0, y = 0, jump, dash } = stage.controls?.cursor.on
        ? NOTHING
        : controls?.read() ?? NOTHING;
    const part = (/** @type {number} */ value) => Math.round(FINE * value) + FINE;
    return [part(x) + 16 * part(y), Number(jump) + 2 * Number(dash)];
}

/** The input of a step. */
function inputNow() {
    const [way, pressed] = stage.run?.input(stage.scene, readInput) ?? readInput();
    return { x: ((way & 15) - FINE) / FINE, y: ((way >> 4) - FINE) / FINE, jump: (pressed & 1) > 0,
        dash: (pressed & 2) > 0 };
}

function make() {
    const game = createGame(numbers, inputNow, (what, x, y) => {
        effects.show(what, x, y);
        if (what === 'won') end(game.state);
    });
    game.world.on('afterStep', () => {
        trail.add(game.hero);
        effects.follow(game.hero);
    });
    trail.clear();
    view.cut();
    showEnd(null);
    return game;
}

/** @param {Game} game @param {number} seconds */
function frame(game, seconds) {
    time += seconds;
    controls?.poll();
    view.follow(game, seconds);
    sparks.update(seconds);
    if (stage.frames % TEXT_EVERY === 0) panel?.write();
    if (seconds > 0 && Math.random() < EMBERS * seconds)
        sparks.burst(77 + 20 * Math.random(), 2.2, 1, 0.6, 'ember', { up: 1.4, life: 2.2,
            size: 0.1 });
}

/** The figures at the top, in short where there is little room. @param {import('./game.js').State} state @returns {Record<string, string | number>} */
function scoreOf(state) {
    const [coins, time] = [countCoins(state), showTime(state.time, 0)];
    if (innerWidth <= 420)
        return { Coins: `${coins}/${COINS.length}`, '♥': state.hearts, '': time };
    if (innerWidth <= 900)
        return { Coins: `${coins}/${COINS.length}`,
            '': '♥'.repeat(state.hearts) + '♡'.repeat(HEARTS - state.hearts), Time: time };
    return { Coins: `${coins} / ${COINS.length}`,
        Hearts: '♥'.repeat(state.hearts) + '♡'.repeat(HEARTS - state.hearts), Time: time };
}

/** The trail, while the panel is open, is drawn in CSS pixels, y down. @param {CanvasRenderingContext2D} ctx */
function paintTrail(ctx) {
    if (!panel?.showsTrail) return;
    const { renderer, canvas } = stage;
    ctx.save();
    const ratio = canvas.width / canvas.clientWidth;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    trail.draw(ctx, { scale: renderer.scale, width: canvas.clientWidth,
        screenX: (x) => canvas.clientWidth / 2 + (x - renderer.x) * renderer.scale,
        screenY: (y) => canvas.clientHeight / 2 - (y - renderer.y) * renderer.scale });
    ctx.restore();
}

const { stage } = await startStage({
    title: 'A platformer',
    about: 'Coins, lava, and a boss made of joints',
    guide: '../guide/platformer.html',
    goal: 'Run and jump to the flag, and take the coins.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> run <kbd>Space</kbd> jump, again off a wall <kbd>Shift</kbd> dash <kbd>↑</kbd> <kbd>↓</kbd> climb <kbd>↓</kbd> <kbd>Space</kbd> drops through ledges; the wheel zooms',
    see: () => view.see(),
    hidden: Object.keys(LAYERS),
    grab: false,
    sounds: SOUNDS,
    make,
    frame: (game, seconds) => frame(/** @type {Game} */ (game), seconds),
    paint: (ctx, game, seconds) =>
        paintGame(ctx, /** @type {Game} */ (game), stage, sparks, paintTrail, time, seconds),
    score: ({ state }) => scoreOf(state),
    save: (game) => ({ ...saveGame(/** @type {Game} */ (game)), numbers }),
    restore(game, saved) {
        restoreGame(/** @type {Game} */ (game), saved);
        view.cut();
        trail.clear();
        showEnd(null);
    },
    prepare(state) {
        numbers = state.numbers;
    },
    run: { begin: () => ({ numbers }), prepare(begun) {
        numbers = begun.numbers;
    } },
    buttons: [{ label: 'Back to the lamp', key: 'KeyB', press(game) {
        stage.run?.spoil();
        startAgain(/** @type {Game} */ (game));
    } }],
});

controls = new Controls(stage.canvas);
panel = new Panel(() => stage.scene.hero, (changed) => {
    if (JSON.stringify(changed) !== JSON.stringify(numbers)) stage.run?.spoil();
    numbers = changed;
});
view.listen(stage.canvas);
Object.defineProperties(/** @type {any} */ (globalThis).mica,
    Object.getOwnPropertyDescriptors({ panel, trail, controls, get hero() {
        return stage.scene.hero;
    } }));

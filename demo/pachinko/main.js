// Pachinko. Hold Space, or press the board, to shoot; arrows, or dragging up and down, set the power. table.js has the bodies,
// rules.js the game, paint.js the picture, sounds.js the sounds.
import { capture } from '../shared/cursor.js';
import { startStage } from '../shared/stage.js';
import { SEE } from './board.js';
import { Editor, keptPins } from './editor.js';
import { Painter } from './paint.js';
import { Game } from './rules.js';
import { SOUNDS } from './sounds.js';

const DRAG = 0.004; // power a CSS pixel
const TURN = 0.006; // power a step, by keys
const AHEAD = 105; // steps of the path that is shown
const BEST = 'mica pachinko best';
const HIDDEN = ['ball', 'next', 'won', 'wall', 'pin', 'bumper', 'mill', 'petal', 'pocket', 'gate', 'drain', 'tray'];

const painter = new Painter();
const editor = new Editor();
let pressed = false;
let best = Number(localStorage.getItem(BEST) ?? 0);
let shownPower = -1;

/** @param {Game} game @param {number} power */
function setPower({ state }, power) {
    state.power = Math.min(1, Math.max(0, power));
}

/** The path of the next shot, as the world would have it: the ball that waits takes it, in a preview. @param {Game} game */
function aim(game) {
    if (game.state.power === shownPower) return;
    shownPower = game.state.power;
    const { next } = game;
    const [vx, vy] = game.shot();
    [painter.path] = game.world.preview({ bodies: [next], steps: AHEAD, every: 3, before: (step) => {
        if (step > 0) return;
        game.eachBall((ball) => { ball.enabled = false; });     // they would make no difference, but take time
        next.setVelocity(vx, vy);
    } });
}

function make() {
    const game = new Game(keptPins());
    game.tell = (what, x, y, strength) => {
        painter.tell(what, x, y, strength);
        const quiet = what === 'pin' || what === 'mill' || what === 'petal';
        started?.stage.sound.play(what, { pan: x / 7, volume: quiet ? Math.min(1, strength / 6) : 1, rate: quiet ? 0.94 + 0.02 * (Math.abs(10 * x + y) % 6) : 1 });
    };
    shownPower = -1;
    return game;
}

/** @type {Awaited<ReturnType<typeof startStage>> | undefined} */
let started;
started = await startStage({
    title: 'Pachinko', about: 'hundreds of balls at once', see: SEE, hidden: HIDDEN, grab: false, clear: true, pastBytes: 64e6,
    hint: '<kbd>Space</kbd> or press the board: shoot · <kbd>↑</kbd><kbd>↓</kbd> or drag: power · three alike: jackpot',
    colors: { ball: '#dfe6fb', pin: '#ffc56e', bumper: '#b8a1ff', mill: '#77e3c4', petal: '#f0927a' },
    make,
    sounds: SOUNDS,
    beforeStep(scene, keys) {
        const game = /** @type {Game} */ (/** @type {unknown} */ (scene));
        const turn = Number(keys.has('ArrowUp') || keys.has('ArrowRight')) - Number(keys.has('ArrowDown') || keys.has('ArrowLeft'));
        if (turn) setPower(game, game.state.power + TURN * turn);
        game.firing = pressed || keys.has('Space');
        game.step();
    },
    frame(scene) {
        const game = /** @type {Game} */ (/** @type {unknown} */ (scene));
        aim(game);
        const { tray, lent } = game.state;
        if (tray - 60 * lent <= best) return;
        best = tray - 60 * lent;
        localStorage.setItem(BEST, String(best));
    },
    paint: (ctx, scene, seconds) => painter.paint(ctx, /** @type {Game} */ (/** @type {unknown} */ (scene)), seconds),
    score: ({ state }) => ({ Balls: state.tray, Best: Math.max(0, best), Wins: state.jackpots }),
    buttons: [
        { label: 'Rain of 100 balls', key: 'KeyB', press: (game) => game.buyRain() },
        { label: 'Jackpot for 100 balls', key: 'KeyJ', press: (game) => game.buyFever() },
        { label: 'Move pins', key: 'KeyE', on: () => editor.on, press: () => { painter.edits = editor.on = !editor.on; } },
        { label: 'Pins as designed', shown: () => editor.on, press: () => {
            editor.forget(gameNow());
            shownPower = -1;
        } },
    ],
    save: (game) => game.save(),
    restore: (game, state) => game.restore(state),
});

const { stage } = started;
const { canvas } = stage;
const gameNow = () => /** @type {Game} */ (/** @type {unknown} */ (stage.scene));
let heldAt = 0;
let heldPower = 0;
canvas.addEventListener('pointerdown', (event) => {
    const { clientX, clientY } = event;
    capture(canvas, event);
    if (editor.on) {
        editor.press(gameNow(), ...stage.renderer.toWorld(clientX, clientY));
        return;
    }
    pressed = true;
    heldAt = clientY;
    heldPower = gameNow().state.power;
});
canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (editor.on) editor.drag(...stage.renderer.toWorld(clientX, clientY));
    if (pressed) setPower(gameNow(), heldPower + DRAG * (clientY - heldAt));
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    canvas.addEventListener(end, ({ clientX, clientY }) => {
        pressed = false;
        if (!editor.on) return;
        editor.release(gameNow(), ...stage.renderer.toWorld(clientX, clientY));
        shownPower = -1;
    });
}

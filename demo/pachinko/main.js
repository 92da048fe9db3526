// Pachinko. Hold Space, or press the board, to shoot; arrows, or dragging up and down, set the power. table.js has the table, parts.js
// its bodies, rules.js the game, paint.js the picture, editor.js the table's editor.
import { capture } from '../shared/cursor.js';
import { say } from '../shared/stage-shown.js';
import { startStage } from '../shared/stage.js';
import { SEE } from './board.js';
import { Editor, keptTable } from './editor.js';
import { exportTable, importTable, linkedTable, shareTable } from './files.js';
import { Painter } from './paint.js';
import { Game } from './rules.js';
import { SOUNDS } from './sounds.js';
import { START } from './table.js';
import { preview } from '../../js/preview.js';

const DRAG = 0.004; // power a CSS pixel
const TURN = 0.006; // power a step, by keys
const AHEAD = 150; // steps of the path that is shown
const BOUNCE = 0.25; // radians: a sharper turn within a step is a bounce
const BEST = 'mica pachinko best';
const HIDDEN = ['ball', 'next', 'won', 'wall', 'pin', 'bumper', 'spinner', 'petal', 'start',
    'tulip', 'pocket', 'mouth', 'gate', 'drain', 'tray'];
const QUIET = new Set(['pin', 'spinner', 'petal']);

const painter = new Painter();
let pressed = false;
let best = Number(localStorage.getItem(BEST) ?? 0);
/** The power and the table that the shown path belongs to. */
let shown = '';
/** The table of the link that was opened, until it is edited. */
let linked = await linkedTable().catch(() => null);

/** @param {Game} game @param {number} power */
function setPower({ state }, power) {
    state.power = Math.min(1, Math.max(0, power));
}

/** The path of the next shot, as the world would have it: the ball that waits takes it, in a preview. @param {Game} game */
function aim(game) {
    const now = `${game.state.power} ${game.parts.edition}`;
    if (now === shown) return;
    shown = now;
    const { next } = game.parts;
    const [vx, vy] = game.shot();
    const [{ points, count }] = preview(game.world, { bodies: [next], steps: AHEAD,
        before: (step) => {
            if (step > 0) return;
            game.eachBall((ball) => {
                ball.enabled = false;
            }); // they would make no difference, but take time
            next.setTransform(START[0], START[1]);
            next.setVelocity(vx, vy);
        } });
    game.path = { points, count, bounce: firstBounce(points, count) };
}

/** The step in which a path first turns sharply. @param {Float32Array} p x, y, angle of each step @param {number} count */
function firstBounce(p, count) {
    for (let i = 3; i < 3 * count - 3; i += 3) {
        const [ax, ay, bx, by] = [p[i] - p[i - 3], p[i + 1] - p[i - 2], p[i + 3] - p[i],
            p[i + 4] - p[i + 1]];
        if (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) > BOUNCE) return i / 3;
    }
    return count - 1;
}

function make() {
    const game = new Game(linked ?? keptTable());
    game.tell = (what, x, y, strength, slot) => {
        painter.tell(what, x, y, strength, slot);
        const quiet = QUIET.has(what);
        stage?.sound.play(what, { pan: x / 7, volume: quiet ? Math.min(1, strength / 6) : 1,
            rate: quiet ? 0.94 + 0.02 * (Math.abs(10 * x + y) % 6) : 1 });
    };
    shown = '';
    return game;
}

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
const gameNow = () => /** @type {Game} */ (/** @type {unknown} */ (stage?.scene));
/** Says why something was not to be had. @param {string} refused */
const sayWhy = (refused) => refused && say(refused);
const edits = () => editor.on;

({ stage } = await startStage({
    title: 'Pachinko',
    about: 'hundreds of balls at once',
    see: SEE,
    hidden: HIDDEN,
    grab: false,
    clear: true,
    pastBytes: 64e6,
    goal: 'Press the board to shoot balls; drag up or down for power.',
    keys:
        '<kbd>Space</kbd> shoots <kbd>↑</kbd> <kbd>↓</kbd> power <kbd>B</kbd> rain <kbd>J</kbd> jackpot; three alike are a jackpot, too',
    pad: { B: 'KeyB', Y: 'KeyJ' },
    make,
    sounds: SOUNDS,
    beforeStep(scene, keys) {
        const game = /** @type {Game} */ (/** @type {unknown} */ (scene));
        const turn = Number(keys.has('ArrowUp') || keys.has('ArrowRight'))
            - Number(keys.has('ArrowDown') || keys.has('ArrowLeft'));
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
    paint: (ctx, scene, seconds) =>
        painter.paint(ctx, /** @type {Game} */ (/** @type {unknown} */ (scene)), seconds),
    score: ({ state }) => ({ Balls: state.tray, Best: Math.max(0, best), Wins: state.jackpots }),
    buttons: [
        { label: 'Rain of 100 balls', key: 'KeyB', press: (game) => sayWhy(game.buyRain()) },
        { label: 'Jackpot for 150 balls', key: 'KeyJ', press: (game) => sayWhy(game.buyFever()) },
        { label: 'Edit the table', key: 'KeyE', on: edits, press: () => {
            editor.show(!editor.on);
            painter.hint = editor.on ? 'drag a part · press a free place to add one' : '';
        } },
        { label: 'Undo', key: 'KeyZ', shown: edits, press: () => editor.undo() },
        { label: 'As designed', shown: edits, press: () => editor.forget() },
        { label: 'Share the table', shown: edits,
            press: async () => say(await shareTable(gameNow().parts.table)) },
        { label: 'Save as a file', shown: edits, press: () => exportTable(gameNow().parts.table) },
        { label: 'Open a file', shown: edits,
            press: () => importTable((table) => editor.put(table), say) },
    ],
    save: (game) => game.save(),
    restore: (game, state) => game.restore(state),
}));

const editor = new Editor(gameNow, say, () => {
    linked = null;
});
if (location.hash.startsWith('#table='))
    say(linked
        ? 'A table from a link: edit it, and it is yours.'
        : 'The link holds no table that this page can read.');
const { canvas, renderer } = stage;
let heldAt = 0;
let heldPower = 0;
canvas.addEventListener('pointerdown', (event) => {
    capture(canvas, event);
    if (editor.on) {
        editor.press(...renderer.toWorld(event.clientX, event.clientY));
        return;
    }
    pressed = true;
    heldAt = event.clientY;
    heldPower = gameNow().state.power;
});
canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (editor.on) editor.drag(...renderer.toWorld(clientX, clientY));
    if (pressed) setPower(gameNow(), heldPower + DRAG * (clientY - heldAt));
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    canvas.addEventListener(end, ({ clientX, clientY }) => {
        pressed = false;
        if (editor.on) editor.release(...renderer.toWorld(clientX, clientY));
    });
}

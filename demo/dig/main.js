// Dig. Two tanks on hills of earth take turns: shells dig craters, what they cut off falls, on whomever stands below. field.js has the hills,
// game.js the rules, aim.js the computer, paint.js the picture.
import { capture } from '../shared/cursor.js';
import { showEnd } from '../shared/end.js';
import { startStage } from '../shared/stage.js';
import { makeBar } from './bar.js';
import { SEA } from './field.js';
import { Game } from './game.js';
import { Painter } from './paint.js';
import { SOUNDS } from './sounds.js';
import { WEAPONS } from './weapons.js';

const PULL = 0.32; // of the field's width: pulling back that far is full power
const SHORTEST = 0.6; // metres of a pull that fires
const LOWEST = 15; // metres over the sea that are always in the picture
const TURN = 0.012; // radians a step, by an arrow
const RISE = 0.006; // of the power
const MORE = 46; // steps until an arrow that is held goes four times as fast

const painter = new Painter();
const showBar = makeBar({ arm: (weapon) => armNow(gameNow(), weapon),
    fire: () => fireNow(gameNow()) });
/** What the next hills are, and how often each side has won. */
const next = { hills: 1 + Math.floor(Math.random() * 900), two: false, wins: [0, 0],
    upright: innerHeight > innerWidth };

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
/** @param {unknown} scene */
const gameOf = (scene) => /** @type {Game} */ (scene);
const gameNow = () => gameOf(stage?.scene);

function make() {
    showEnd(null);
    const game = new Game(structuredClone(next));
    painter.forget();
    game.tell = (what, x, y, amount) => {
        painter.tell(what, x, y, amount);
        if (what === 'end') finish(game, amount);
        else stage?.sound.play(what, { pan: 2 * x / game.size.width,
                rate: 0.9 + 0.2 * Math.random() });
    };
    return game;
}

/** @param {Game} game @param {number} winner 2: nobody */
function finish({ state }, winner) {
    const names = state.two ? ['Red', 'Blue'] : ['You', 'The computer'];
    const title = winner === 2
        ? 'Nobody is left'
        : `${names[winner]} ${winner === 0 && !state.two ? 'win' : 'wins'}`;
    stage?.sound.play(winner === 0 || state.two ? 'win' : 'lose');
    showEnd({ title, big: state.wins.join(' : '), lines: [
        `${state.tries[0]} shots · ${Math.max(0, state.health[0])} : ${
            Math.max(0, state.health[1])
        }`,
    ], again: () => {
        next.wins = [...state.wins];
        goOn(state.hills + 1, state.two);
    } });
}

/** Makes other hills. @param {number} hills @param {boolean} two */
function goOn(hills, two) {
    Object.assign(next, { hills, two, upright: innerHeight > innerWidth });
    stage?.reset();
}

/** All of the field, with as much sky as the window has room for. @param {Game} game */
function viewOf({ size }) {
    const panel = document.getElementById('panel')?.dataset.open === 'true' && innerWidth > 760
        ? 368
        : 0;
    const free = [innerWidth - panel - 16, innerHeight - (innerHeight > 520 ? 190 : 128)];
    // The bar of weapons lies over the sea.
    const below = innerHeight > innerWidth ? 5.2 : 3.4;
    const height = Math.max(LOWEST + below, size.width * free[1] / free[0]);
    return { minX: -size.width / 2, minY: SEA - 0.8 - below, maxX: size.width / 2,
        maxY: SEA - 0.8 - below + height };
}

let heldSteps = 0;
/** Arrows turn the barrel and change the power. @param {Game} game @param {Set<string>} keys */
function turnByKeys(game, keys) {
    const axis = (/** @type {string} */ more, /** @type {string} */ less) =>
        Number(keys.has(more)) - Number(keys.has(less));
    const [turn, rise] = [axis('ArrowLeft', 'ArrowRight'), axis('ArrowUp', 'ArrowDown')];
    heldSteps = turn === 0 && rise === 0 ? 0 : heldSteps + 1;
    if (heldSteps === 0) return;
    const rate = (keys.has('ShiftLeft') ? 0.25 : 1) * (0.5 + 1.5 * Math.min(1, heldSteps / MORE));
    const { state } = game;
    game.aim(state.angle[state.turn] + TURN * rate * turn,
        state.power[state.turn] + RISE * rate * rise);
}

({ stage } = await startStage({
    title: 'Dig',
    about: 'shells dig craters, and what they cut off falls',
    guide: '../guide/index.html',
    see: (scene) => {
        const game = gameOf(scene);
        game.view = viewOf(game);
        return game.view;
    },
    hidden: ['ground', 'wood', 'red', 'blue', 'shell', 'wreck'],
    grab: false,
    goal: 'Pull back anywhere, let go, and hit the other tank.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> turn <kbd>↑</kbd> <kbd>↓</kbd> power <kbd>Space</kbd> fires <kbd>1</kbd> to <kbd>4</kbd> weapons',
    pad: { B: 'KeyN' },
    make,
    sounds: SOUNDS,
    pastBytes: 32e6,
    beforeStep(scene, keys) {
        const game = gameOf(scene);
        turnByKeys(game, keys);
        game.step();
    },
    paint(ctx, scene, seconds) {
        painter.paint(ctx, gameOf(scene), seconds);
        showBar(gameOf(scene));
    },
    score: ({ state }) => ({ [state.two ? 'Red' : 'You']: state.wins[0],
        [state.two ? 'Blue' : 'Computer']: state.wins[1],
        Wind: `${state.wind === 0 ? '' : state.wind > 0 ? '→ ' : '← '}${Math.abs(state.wind)}` }),
    buttons: [
        { label: 'Fire', key: 'Space', press: (scene) => fireNow(gameOf(scene)) },
        ...WEAPONS.map(({ label }, i) => ({ label, key: `Digit${i + 1}`,
            press: (/** @type {any} */ scene) => armNow(gameOf(scene), i),
            on: (/** @type {any} */ { state }) => state.weapon[state.turn] === i })
        ),
        { label: 'Other hills', key: 'KeyN',
            press: ({ state }) => goOn(state.hills + 1, state.two) },
        { label: 'Two players', key: 'KeyT', on: ({ state }) => state.two, press: ({ state }) => {
            next.wins = [0, 0];
            goOn(state.hills, !state.two);
        } },
    ],
    save: (game) => game.save(),
    prepare: ({ hills, two, upright }) => {
        if (Number.isFinite(hills))
            Object.assign(next, { hills, two: two === true, upright: upright === true });
    },
    restore(scene, state) {
        const game = gameOf(scene);
        game.restore(state);
        painter.forget();
        if (game.state.phase < 3) showEnd(null);
    },
}));

const { canvas, renderer } = stage;

/** @param {Game} game */
function fireNow(game) {
    if (game.isOpen && !stage?.paused) game.fire();
}

/** @param {Game} game @param {number} weapon */
function armNow(game, weapon) {
    game.arm(weapon);
    stage?.sound.play('tick');
}

/** The pointer that pulls, where it began, and how far it has gone. @type {{ id: number, from: [number, number], far: number } | null} */
let pull = null;
canvas.addEventListener('pointerdown', (event) => {
    if (pull || !gameNow().isOpen || stage.paused) return;
    capture(canvas, event);
    pull = { id: event.pointerId, from: renderer.toWorld(event.clientX, event.clientY), far: 0 };
});
canvas.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pull?.id !== pointerId || stage.paused) return;
    const game = gameNow();
    const [x, y] = renderer.toWorld(clientX, clientY);
    const [dx, dy] = [pull.from[0] - x, pull.from[1] - y];
    pull.far = Math.hypot(dx, dy);
    if (pull.far > 0.3 * SHORTEST)
        game.aim(Math.atan2(dy, dx), pull.far / (PULL * game.size.width));
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    canvas.addEventListener(end, ({ pointerId }) => {
        if (pull?.id !== pointerId) return;
        const { far } = pull;
        pull = null;
        if (end === 'pointerup' && far > SHORTEST) fireNow(gameNow());
    });
}

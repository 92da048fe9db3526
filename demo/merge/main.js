// Merge drop. Drag to aim, let go to drop; two of a kind become one that is larger. fruit.js has the balls, game.js the rules, hand.js the
// inputs, paint.js the picture.
import { showEnd } from '../shared/end.js';
import { say } from '../shared/stage-shown.js';
import { startStage } from '../shared/stage.js';
import { FRUITS, KINDS, SEE } from './fruit.js';
import { Game, aimToX } from './game.js';
import { Hand } from './hand.js';
import { bestOf, keepBest, today } from './kept.js';
import { Painter, nameOf } from './paint.js';
import { SOUNDS, mergeRate } from './sounds.js';

const painter = new Painter();
const hand = new Hand();
/** What the next jar is: the date of today's, or 0, and a seed that a link has brought. @type {{ day: number, seed: number | null }} */
const next = { day: today(), seed: null };
let best = 0;
/** Whether the jar is that of a link: what becomes of it is not the player's best. */
let lent = false;

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
/** @param {unknown} scene */
const gameOf = (scene) => /** @type {Game} */ (scene);

function make() {
    showEnd(null);
    painter.juice.clear();
    hand.clear();
    const { day } = next;
    const seed = next.seed ?? (day || 1 + Math.floor(1e9 * Math.random()));
    lent = next.seed !== null;
    next.seed = null;
    best = bestOf(day);
    const game = new Game({ seed, day });
    game.tell = (told) => {
        painter.tell(told, game);
        hear(game, told);
        if (told.what === 'end') finish(game);
    };
    return game;
}

/** @param {Game} game @param {import('./game.js').Told} told */
function hear({ state }, { what, x, amount, kind }) {
    const pan = x / 6;
    if (what === 'hit') {
        if (amount > 3)
            stage?.sound.play('hit', { pan, volume: Math.min(1, amount / 16),
                rate: 1.7 - 0.1 * kind });
    } else if (what === 'merge')
        stage?.sound.play('merge', { pan, rate: mergeRate(kind, state.chain) });
    else stage?.sound.play(what, { pan, rate: what === 'warn' ? 1 + 0.5 * amount : 1 });
}

/** @param {Game} game */
function finish({ state }) {
    if (!lent) best = keepBest(state.day, state.score);
    const { name } = FRUITS[state.largest];
    showEnd({ title: 'The jar is full', big: String(state.score), lines: [
        `${state.drops} dropped, ${state.merges} merged, the largest a ${name}`,
        `${nameOf(state.day)} · best ${best}`,
    ], again: () => stage?.reset() });
    const share = document.createElement('button');
    Object.assign(share, { type: 'button', textContent: 'Share the run' });
    share.addEventListener('click', () => stage?.run?.share());
    document.getElementById('end')?.append(share);
}

/** Begins a jar anew. @param {number} day its date, 0 for a free one */
function begin(day) {
    next.day = day;
    stage?.reset();
    say(day > 0
        ? `${nameOf(day)}: the same fruit for everyone`
        : 'A free jar: other fruit each time');
}

({ stage } = await startStage({
    title: 'Merge drop',
    about: 'two of a kind become one that is larger',
    guide: '../guide/contacts.html',
    see: SEE,
    clear: matchMedia('(max-height: 520px)').matches,
    hidden: [...KINDS, 'jar'],
    grab: false,
    goal: 'Drag to aim, let go to drop. Two of a kind merge.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> aim <kbd>Space</kbd> drops <kbd>T</kbd> today’s jar <kbd>F</kbd> a free jar',
    pad: { B: 'KeyF', Y: 'KeyT' },
    make,
    sounds: SOUNDS,
    run: { begin: (scene) => gameOf(scene).begun, prepare({ seed, day }) {
        if (!Number.isInteger(seed) || !Number.isInteger(day) || day < 0 || day > 99991231)
            throw new RangeError('There is no such jar');
        Object.assign(next, { seed, day });
    } },
    beforeStep(scene, keys) {
        const game = gameOf(scene);
        const { run } = /** @type {any} */ (stage ?? { run: null });
        if (!run?.watches) hand.move(keys, game.world.fixedStep);
        const read = () => hand.read(game.world.stepCount, game.ready);
        game.step(run?.input(scene, read) ?? read());
    },
    paint(ctx, scene, seconds) {
        const game = gameOf(scene);
        const x = aimToX(hand.aim, game.state.hand);
        painter.paint(ctx, game, seconds, stage?.run?.watches ? undefined : x);
    },
    score: ({ state }) => ({ Score: state.score, Best: lent ? best : Math.max(best, state.score) }),
    buttons: [
        { label: 'Drop', key: 'Space', press: () => hand.drop() },
        { label: 'Today’s jar', key: 'KeyT', on: ({ state }) => state.day > 0,
            press: () => begin(today()) },
        { label: 'A free jar', key: 'KeyF', on: ({ state }) => state.day === 0,
            press: () => begin(0) },
    ],
    save: (game) => game.save(),
    restore(scene, state) {
        const game = gameOf(scene);
        game.restore(state);
        painter.juice.clear();
        if (!game.state.over) showEnd(null);
    },
}));

const { canvas, renderer } = stage;
hand.listen(canvas, (x, y) => renderer.toWorld(x, y),
    () => !stage?.paused && !stage?.run?.watches && !gameOf(stage?.scene).state.over);
const share = document.getElementById('share-run');
if (share) document.getElementById('timeline')?.append(share);

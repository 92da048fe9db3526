// Pinball. The left and the right half of the screen are the flippers; hold and let go to shoot. table.js has the table, parts.js its
// bodies, game.js the machine, rules.js what counts, hand.js the inputs, paint.js the picture, replay.js the slow motion of a lost ball.
import { showEnd } from '../shared/end.js';
import { startStage } from '../shared/stage.js';
import { PLAYS } from './balls.js';
import { Game } from './game.js';
import { Hand } from './hand.js';
import { bestScore, keepBest } from './kept.js';
import { Painter } from './paint.js';
import { LAYER_NAMES } from './parts.js';
import { Replay } from './replay.js';
import { BALLS } from './rules.js';
import { KNOCKS, SOUNDS } from './sounds.js';
import { see, top } from './view.js';

const painter = new Painter();
const hand = new Hand();
const replay = new Replay();
let best = bestScore();
/** The seed that a link has brought. @type {number | null} */
let lent = null;
/** Whether the game is that of a link: what becomes of it is not the player's best. */
let watched = false;
/** Whether a ball was lost in the steps just made. */
let lost = false;
/** What to do next, as it was read aloud last. */
let announced = '';

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
/** @param {unknown} scene */
const gameOf = (scene) => /** @type {Game} */ (scene);
const number = (/** @type {number} */ value) => value.toLocaleString('en');

function make() {
    showEnd(null);
    painter.clear();
    hand.clear();
    replay.forget();
    lost = false;
    watched = lent !== null;
    const game = new Game({ seed: lent ?? 1 + Math.floor(1e9 * Math.random()) });
    lent = null;
    game.tell = (told) => {
        painter.juice.tell(told);
        hear(told);
        if (told.what === 'drain') lost = true;
        else if (told.what === 'end') finish(game);
    };
    return game;
}

/** @param {import('./game.js').Told} told */
function hear({ what, x, amount, which }) {
    const pan = x / 3;
    if (KNOCKS.has(what)) {
        if (amount > 1.2) stage?.sound.play(what, { pan, volume: Math.min(1, amount / 12) });
    } else stage?.sound.play(what, { pan, rate: what === 'bumper' ? 1 + 0.12 * which : 1 });
}

/** @param {Game} game */
function finish({ state: { rules } }) {
    if (!watched) best = keepBest(rules.score);
    showEnd({ title: 'The night is over', big: number(rules.score), lines: [
        rules.jackpotsAll === 1 ? '1 jackpot' : `${rules.jackpotsAll} jackpots`,
        `best ${number(best)}`,
    ], again: () => stage?.reset() });
    const share = document.createElement('button');
    Object.assign(share, { type: 'button', textContent: 'Share the run' });
    share.addEventListener('click', () => stage?.run?.share());
    document.getElementById('end')?.append(share);
}

({ stage } = await startStage({
    title: 'Pinball',
    about: 'three balls, one lighthouse',
    guide: '../guide/pinball.html',
    see: (scene) => see(gameOf(scene)),
    clear: true,
    hidden: LAYER_NAMES,
    grab: false,
    goal: 'Hold to shoot. Left and right half: the flippers.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> or <kbd>Z</kbd> <kbd>/</kbd> flippers <kbd>Space</kbd> plunger: hold, let go <kbd>Q</kbd> <kbd>E</kbd> <kbd>↑</kbd> nudge; too often is a tilt',
    pad: { B: 'ArrowRight', Y: 'ArrowUp' },
    make,
    sounds: SOUNDS,
    run: { begin: (scene) => gameOf(scene).begun, prepare({ seed }) {
        if (!Number.isInteger(seed)) throw new RangeError('There is no such game');
        lent = seed;
    } },
    play(scene, seconds) {
        const timeline = stage?.timeline;
        if (timeline && replay.shown) {
            replay.advance(timeline, seconds);
            return;
        }
        scene.world.advance(seconds);
        if (lost && timeline) replay.begin(scene.world.stepCount, gameOf(scene).state.served);
        lost = false;
    },
    beforeStep(scene, keys) {
        const game = gameOf(scene);
        const read = () => [hand.read(keys, game.balls.ready)];
        game.step(stage?.run?.input(scene, read) ?? read());
    },
    frame(scene) {
        // Thumbs shall press nothing but the flippers.
        const plays = gameOf(scene).balls.count(PLAYS) > 0 && !stage?.paused
            && !stage?.run?.watches && !replay.shown;
        document.body.classList.toggle('plays', plays);
        const { line } = gameOf(scene).rules;
        if (line !== announced && !replay.shown) {
            announced = line;
            const live = document.getElementById('announce');
            if (live) live.textContent = line;
        }
    },
    paint: (ctx, scene, seconds) =>
        painter.paint(ctx, gameOf(scene), seconds, { replay, best, top: top() }),
    score: ({ state: { rules } }) => ({ Score: number(rules.score),
        Ball: `${rules.ball}/${BALLS}` }),
    save: (game) => game.save(),
    restore(scene, state) {
        const game = gameOf(scene);
        game.restore(state);
        painter.clear();
        if (!replay.seeks) replay.forget();
        if (!game.state.rules.over) showEnd(null);
    },
}));

/** Any press ends the replay. */
function skip() {
    if (!stage?.timeline || !replay.shown || stage.paused) return false;
    replay.skip(stage.timeline);
    return true;
}
hand.listen(stage.canvas, stage.keys, skip);
const share = document.getElementById('share-run');
if (share) document.getElementById('timeline')?.append(share);

// Slingshot. Pull the ball back, let go, and let castles fall on the jellies that live in them. materials.js has the numbers, level.js
// makes a castle, levels.js has ten, game.js the rules, hand.js the inputs, view.js the camera, paint.js the picture, editor.js the editor.
import { keepHistory } from '../../js/history.js';
import { showEnd } from '../shared/end.js';
import { say } from '../shared/stage-shown.js';
import { startStage } from '../shared/stage.js';
import { Game } from './game.js';
import { Hand } from './hand.js';
import { keepResult, keptLevel, resultOf } from './kept.js';
import { checkedLevel } from './level.js';
import { LEVELS } from './levels.js';
import { NAMES } from './materials.js';
import { Menu, starsText } from './menu.js';
import { Painter } from './paint.js';
import { SOUNDS } from './sounds.js';
import { loadTools } from './tools.js';
import { View } from './view.js';

const PAST = 40e6; // bytes of a shot after the other
const AFTER = 75; // steps from the end of a level until its sheet comes
const BACK = 14; // part of a shot that each frame goes back while it is rewound
const CREAK = 28; // of 255, by which the band is pulled from one creak to the next
const HEARD = 2; // m/s from which a hit is heard

const still = matchMedia('(prefers-reduced-motion: reduce)');
const painter = new Painter();
const hand = new Hand();
const view = new View();
/** What the next scene is: one of the page's levels, or another. @type {{ number: number, level: import('./level.js').Level | null }} */
const next = { number: 0, level: null };
/** The step to which a shot is being rewound, -1 if none is. */
let rewinding = -1;
let ended = false;
/** Once somebody has edited. @type {import('./editor.js').Editor | null} */
let editor = null;
/** How far the band was pulled when it was heard last. */
let creaked = 0;

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
/** @param {unknown} scene */
const gameOf = (scene) => /** @type {Game} */ (scene);
const gameNow = () => gameOf(stage?.scene);

function make() {
    showEnd(null);
    hand.clear();
    painter.begin();
    rewinding = -1;
    ended = false;
    const game = next.level ? new Game(next.level) : new Game(LEVELS[next.number], next.number);
    game.tell = (told) => {
        painter.tell(told);
        hear(told);
    };
    return game;
}

/** @param {import('./game.js').Told} told */
function hear({ what, x, amount, kind }) {
    const pan = (x - 6) / 9;
    const of = kind in { glass: 0, wood: 0, stone: 0 } ? kind : kind === 'ball' ? 'ball' : 'soft';
    if (what === 'hit') {
        if (amount > HEARD)
            stage?.sound.play(`hit ${of}`, { pan, volume: Math.min(1, amount / 12),
                rate: 1.25 - 0.02 * Math.min(20, amount) });
    } else if (what === 'crack' || what === 'break')
        stage?.sound.play(`${what} ${kind}`, { pan,
            rate: what === 'break' ? 1.15 - 0.2 * Math.min(1, amount) : 1 });
    else stage?.sound.play(what, { pan, rate: what === 'fire' ? 0.8 + 0.4 * amount : 1 });
}

/** Begins a level. @param {number} number @param {import('./level.js').Level | null} [level] one that is not of the page */
function begin(number, level = null) {
    editor?.leave();
    Object.assign(next, { number, level });
    stage?.reset();
    stage?.setPaused(false);
}

/** @param {{ number: number, level: any }} given what a run or a moment began with; throws for what is none */
function prepare({ number, level }) {
    if (level) Object.assign(next, { number: -1, level: checkedLevel(level) });
    else if (Number.isInteger(number) && LEVELS[number])
        Object.assign(next, { number, level: null });
    else throw new RangeError('There is no such level');
}

/** Runs the world backwards to before the last shot. */
function rewind() {
    const { shotAt } = gameNow().state;
    const { timeline } = /** @type {import('../shared/stage.js').Stage} */ (stage);
    if (shotAt < 0 || rewinding >= 0 || editor?.on) return;
    stage?.sound.play('rewind');
    rewinding = shotAt;
    if (!still.matches) return;
    timeline?.seek(shotAt);
    rewinding = -1;
}

/** A frame of the way back. */
function stepBack() {
    const { world } = gameNow();
    const { timeline } = /** @type {import('../shared/stage.js').Stage} */ (stage);
    const before = world.stepCount;
    timeline?.scrub(
        -Math.min(before - rewinding, Math.max(2, Math.ceil((before - rewinding) / BACK))),
    );
    if (world.stepCount > rewinding && world.stepCount < before) return;
    rewinding = -1;
    timeline?.release();
}

/** Lets the band be heard while it is pulled. */
function creak() {
    const now = Math.floor(hand.strength / CREAK);
    if (now > creaked && hand.held)
        stage?.sound.play('stretch', { pan: -0.6, rate: 0.7 + 0.09 * now,
            volume: 0.4 + 0.07 * now });
    creaked = now;
}

/** The sheet at the end of a level. @param {Game} game */
function finish(game) {
    const { state, number, stars } = game;
    const won = state.end === 1;
    const best = won && number >= 0 && !stage?.run?.watches
        ? keepResult(number, { stars, score: state.score })
        : resultOf(number);
    const lines = [
        `Score ${state.score}${number >= 0 && best.score ? ` · best ${best.score}` : ''}`,
    ];
    if (won)
        lines.unshift(
            `${stars} of 3 stars with ${state.fired} ${state.fired === 1 ? 'shot' : 'shots'}`,
        );
    showEnd({ title: won ? 'All burst' : 'Some are left', big: starsText(stars), lines,
        again: () => stage?.reset() });
    const sheet = document.getElementById('end');
    const again = sheet?.querySelector('button') ?? null;
    const add = (/** @type {string} */ label, /** @type {() => void} */ press,
        /** @type {Element | null} */ before = null) =>
    {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', textContent: label });
        button.addEventListener('click', press);
        sheet?.insertBefore(button, before);
    };
    if (!won) add('Rewind the shot', rewind, again);
    else if (number >= 0) add('Next level', () => menu.go(1), again);
    add('Share the run', () => stage?.run?.share());
}

/** Whether the player plays, and no run, no rewinding and no editor. */
const plays = () =>
    !stage?.paused && !stage?.run?.watches && rewinding < 0 && !editor?.on
    && gameNow().state.end === 0;

/** Whether somebody pulls the band now. @param {Game} game */
const aims = (game) =>
    hand.aims || hand.held || (stage?.run?.watches === true && game.state.strength > 20);

/** What the player's hand aims, unless a run shows its own. */
const aimNow =
    () => (stage?.run?.watches ? undefined : { angle: hand.angle, strength: hand.strength });

const menu =
    /** @type {{ it: Menu | null } & Record<string, any>} */ ({ it: null,
        go: (/** @type {number} */ by) => menu.it?.go(by) });
/** Edits the level that is shown, or tries what has been edited. */
async function edit() {
    if (!editor) {
        const { Editor } = await import('./editor.js');
        editor ??= new Editor({ game: gameNow, say, begin(level) {
            Object.assign(next, { number: -1, level });
            stage?.reset();
            stage?.setPaused(editor?.on === true);
        } });
        if (stage)
            editor.listen(stage.canvas, (x, y) =>
                /** @type {any} */ (stage).renderer.toWorld(x, y));
    }
    editor.turn();
    if (editor.on) say('Press to add, drag to move; dragged to the sling it is gone');
}

/** The level of the page's address, or null. */
async function openLink() {
    if (!location.hash) return null;
    await loadTools(); // a run may shoot in its first step
    return (await import('./links.js')).linkedLevel().catch(() => null);
}

const opened = await openLink();
if (opened) Object.assign(next, { number: -1, level: opened });

({ stage } = await startStage({
    title: 'Slingshot',
    about: 'castles that fall, and shots that come back',
    guide: '../guide/break.html',
    see(scene) {
        view.edits = editor?.on === true;
        view.update(gameOf(scene), aims(gameOf(scene)), 0);
        return view.box;
    },
    hidden: NAMES,
    grab: false,
    goal: 'Pull back anywhere, let go to shoot. Burst all jellies.',
    keys:
        '<kbd>↑</kbd> <kbd>↓</kbd> aim <kbd>←</kbd> <kbd>→</kbd> pull <kbd>Space</kbd> shoots <kbd>Z</kbd> rewinds the shot <kbd>N</kbd> next level <kbd>B</kbd> level before <kbd>E</kbd> editor',
    pad: { B: 'KeyZ' },
    make,
    prepare,
    sounds: SOUNDS,
    keep: ({ world }) => keepHistory(world, { seconds: 600, bytes: PAST }),
    run: { begin: (scene) => gameOf(scene).begun, prepare },
    beforeStep(scene, keys) {
        const game = gameOf(scene);
        const { run } = /** @type {any} */ (stage ?? { run: null });
        if (!run?.watches && game.ready) hand.move(keys);
        const read = () => hand.read(game.world.stepCount, game.ready);
        game.step(run?.input(scene, read) ?? read());
        painter.juice.follow(game.world.stepCount, game.bodyAt(game.state.ball), game.state.shotAt);
    },
    play({ world }, seconds) {
        world.advance(stage?.paused ? seconds : seconds * painter.juice.rate);
        painter.juice.pass(seconds);
    },
    frame(scene, seconds) {
        const game = gameOf(scene);
        creak();
        if (rewinding >= 0) stepBack();
        view.update(game, aims(game), seconds || 1 / 60);
        menu.it?.show(game.level, game.state.shotAt >= 0 && rewinding < 0, editor?.on === true);
        if (game.state.end === 0 || ended || rewinding >= 0
            || game.world.stepCount - game.state.endAt < AFTER) return;
        ended = true;
        finish(game);
    },
    paint(ctx, scene, seconds) {
        painter.paint(ctx, gameOf(scene), seconds, aimNow());
        editor?.paint(ctx);
    },
    score: ({ state }) => ({ Score: state.score, Shots: state.shots }),
    buttons: [
        { label: 'Shoot', key: 'Space', press: () => plays() && hand.fire() },
        { label: 'Rewind the shot', key: 'KeyZ',
            press: () => (editor?.on ? editor.undo() : rewind()) },
        { label: 'Level before', key: 'KeyB', press: () => menu.go(-1) },
        { label: 'Next level', key: 'KeyN', press: () => menu.go(1) },
        { label: 'Edit this level', key: 'KeyE', on: () => editor?.on === true,
            press: () => edit() },
        { label: 'Your own level', shown: () => keptLevel() !== null, press: () => {
            const level = keptLevel();
            if (level) begin(-1, level);
        } },
        ...LEVELS.map((_, i) => ({ label: `${i + 1}`, key: `Digit${(i + 1) % 10}`,
            on: (/** @type {any} */ scene) => gameOf(scene).number === i, press: () => begin(i) })
        ),
    ],
    save: (game) => game.save(),
    restore(scene, state) {
        const game = gameOf(scene);
        game.restore(state);
        painter.juice.clear();
        ended = game.state.end > 0 && ended;
        if (game.state.end === 0) showEnd(null);
    },
}));

menu.it = new Menu(LEVELS, { choose: (number) => begin(number), rewind,
    now: () => gameNow().number });
if (location.hash.startsWith('#level='))
    say(opened
        ? 'A level from a link: shoot, or edit it.'
        : 'This link is damaged, or of another version of the page: here is the beginning instead');
const { canvas, renderer } = stage;
hand.listen(canvas, () => renderer.scale, plays);
const share = document.getElementById('share-run');
if (share) document.getElementById('timeline')?.append(share);
for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => loadTools(), { once: true });

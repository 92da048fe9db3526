// Sand and water. One finger pours, digs, builds and drags. scenes.js has the scenes, tools.js what fingers do, game.js the steps, past.js
// the way back, paint.js and surface.js the picture.
import { init } from '../../js/matter.js';
import { capture } from '../shared/cursor.js';
import { el } from '../shared/stage-frame.js';
import { say } from '../shared/stage-shown.js';
import { startStage } from '../shared/stage.js';
import { makeBars } from './bar.js';
import { Faces } from './faces.js';
import { boxSize, viewOf } from './frame.js';
import { FINGERS, Game, writeInputs } from './game.js';
import { Pace } from './pace.js';
import { Painter } from './paint.js';
import { Past } from './past.js';
import { SCENES } from './scenes.js';
import { SOUNDS } from './sounds.js';
import { Surface } from './surface.js';
import { FEWEST, LAYERS, MOST } from './things.js';
import { TOOLS, countAll } from './tools.js';

const BACK = 3; // steps a frame that Rewind goes back
const HEARD = 14; // frames from one sound of the water to the next
const VERB = 6000; // milliseconds that a scene's line is seen
const SAMPLED = 13; // every so many particles are looked at for it

const pace = new Pace();
/** What the next scene is. */
const next = { scene: 0, ...boxSize(), most: pace.most };
/**
 * A finger or the mouse, in metres; one that is lifted stays until a step has seen it, and until one has seen that it is
 * gone.
 * @typedef {{ id: number, x: number, y: number, seen: boolean, lifted: boolean }} Touch
 */
/** What is in hand, whether the scene's button has been pressed, and where the fingers are. */
const hand = { tool: 0, act: false,
    fingers: /** @type {(null | Touch)[]} */ (Array(FINGERS).fill(null)) };
const painter = new Painter();
/** @type {Past | undefined} */
let past;
/** @type {Surface | undefined} */
let surface;
/** @type {Faces | undefined} */
let faces;
/** The step that Rewind goes back to; -1: it does not. */
let goal = -1;
let frames = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;
let full = 0;

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
/** @param {unknown} scene */
const gameOf = (scene) => /** @type {Game} */ (scene);
const gameNow = () => gameOf(stage?.scene);

function make() {
    const game = new Game({ ...next });
    hand.tool = TOOLS.findIndex(({ name }) => name === game.kind.tool);
    hand.act = false;
    goal = -1;
    game.tell = (what, x, _, amount) => {
        if (!past?.repeats) hear(game, what, x, amount);
    };
    return game;
}

/** @param {Game} game @param {string} what @param {number} x @param {number} amount */
function hear(game, what, x, amount) {
    const pan = 2 * x / game.width;
    if (what === 'full') {
        if (performance.now() - full < 4000) return;
        full = performance.now();
        say(`${amount.toLocaleString('en')} particles are all there are: dig some away`);
    } else if (what === 'hit') {
        if (amount > 1.2)
            stage?.sound.play(amount > 8 ? 'thud' : 'wood', { pan, volume: Math.min(1, amount / 8),
                rate: 0.9 + 0.2 * Math.random() });
    } else stage?.sound.play(what, { pan, rate: 0.9 + 0.2 * Math.random() });
}

/** Water that rushes and sand that slides are heard. @param {Game} game */
function hearMatter({ matters: { water, sand } }) {
    for (const [matter, name, quiet, loud]
        of /** @type {const} */ ([[water, 'rush', 1.2, 7], [sand, 'hiss', 0.5, 4]]))
    {
        const { velocities, count } = matter;
        let sum = 0;
        for (let i = 0; i < count; i += SAMPLED)
            sum += Math.hypot(velocities[2 * i], velocities[2 * i + 1]);
        const speed = sum * SAMPLED / Math.max(1500, count);
        if (speed > quiet)
            stage?.sound.play(name, { volume: Math.min(1, (speed - quiet) / loud),
                rate: 0.85 + 0.3 * Math.random() });
    }
}

/** Says for a while what to do in a scene, where the page has said what it is for. @param {string} verb */
function showVerb(verb) {
    const line = el('goal');
    line.textContent = verb;
    line.classList.remove('gone');
    clearTimeout(hiding);
    hiding = setTimeout(() => line.classList.add('gone'), VERB);
}

/** @param {number} scene */
function choose(scene) {
    Object.assign(next, { scene, ...boxSize(), most: pace.most });
    stage?.reset();
    showVerb(SCENES[scene].verb);
    stage?.sound.play('tick');
}

/** @param {number} tool */
function take(tool) {
    hand.tool = tool;
    stage?.sound.play('tick');
}

/** Presses the scene's button: a castle that was flooded is brought back. */
function act() {
    const game = gameNow();
    if (goal >= 0) return;
    if (canGoBack(game)) {
        goal = past?.first ?? 0;
        stage?.sound.play('back');
    } else hand.act = true;
}

/** @param {Game} game */
const canGoBack = ({ kind, state }) => kind.button === 'Flood' && state.open === 1;

/** @param {Game} game */
const labelOf = (game) => (goal >= 0 ? 'Back …' : canGoBack(game) ? 'Rewind' : game.kind.button);

/** Goes back a few steps, until the beginning. */
function goBack() {
    const timeline = stage?.timeline;
    if (goal < 0 || !timeline) return;
    const { stepCount } = gameNow().world;
    timeline.scrub(-Math.min(BACK + Math.floor((stepCount - goal) / 120), stepCount - goal));
    if (stepCount > goal && gameNow().world.stepCount < stepCount) return;
    goal = -1;
    timeline.release();
}

/** @returns {number[]} */
function read() {
    const fingers = hand.fingers.map((touch) => (touch?.lifted && touch.seen ? null : touch));
    const bytes = writeInputs({ act: hand.act, tool: hand.tool, most: pace.most, fingers });
    hand.act = false;
    hand.fingers = fingers;
    for (const touch of fingers) if (touch) touch.seen = true;
    return bytes;
}

const showBars = makeBars({ choose, take, act });

({ stage } = await startStage({
    init,
    title: 'Sand and water',
    about: 'pour, dig, dam, float, and go back in time',
    guide: '../guide/index.html',
    see: (scene) => viewOf(gameOf(scene)),
    hidden: Object.keys(LAYERS),
    grab: false,
    fork: false,
    goal: 'Touch anything: pour, dig, build and drag.',
    keys:
        '<kbd>1</kbd> to <kbd>6</kbd> scenes <kbd>Space</kbd> the scene’s button <kbd>Q</kbd> <kbd>W</kbd> <kbd>E</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> tools',
    pad: { B: 'KeyF' },
    make,
    sounds: SOUNDS,
    keep: (scene) => (past = new Past(gameOf(scene))),
    run: { begin: (scene) => {
        const { scene: which, width, height, most } = gameOf(scene).state;
        return { scene: which, width, height, most };
    }, prepare({ scene, width, height, most }) {
        if (!SCENES[scene] || !(width > 5 && width < 60 && height > 5 && height < 60)
            || !(most >= FEWEST && most <= MOST))
            throw new RangeError('There is no such scene');
        Object.assign(next, { scene, width, height, most });
    } },
    play(scene, seconds) {
        const { world } = scene;
        const before = world.stepCount;
        const began = performance.now();
        world.advance(seconds);
        pace.note(performance.now() - began, world.stepCount - before,
            gameOf(scene).world.counters.awakeParticles);
    },
    beforeStep(scene) {
        const game = gameOf(scene);
        const inputs = () => stage?.run?.input(scene, read) ?? read();
        game.step(past?.game === game ? past.inputs(inputs) : inputs());
    },
    frame(scene, seconds) {
        past?.note();
        goBack();
        if (seconds > 0 && ++frames % HEARD === 0) hearMatter(gameOf(scene));
    },
    paint(ctx, scene) {
        const game = gameOf(scene);
        painter.paint(ctx, game);
        const renderer = /** @type {NonNullable<typeof stage>} */ (stage
            ?? /** @type {any} */ (globalThis).mica.stage).renderer;
        surface ??= new Surface(/** @type {HTMLCanvasElement} */ (el('stage')));
        surface.draw(game.world, renderer);
        faces ??= new Faces(surface.canvas);
        faces.show(game.matters.jelly, renderer);
        showBars(game.state.scene, hand.tool, labelOf(game));
    },
    score: (scene) => ({ Particles: countAll(gameOf(scene)).toLocaleString('en') }),
    buttons: [
        { label: 'The scene’s button', key: 'Space', press: act },
        ...SCENES.map(({ name }, i) => ({ label: name, key: `Digit${i + 1}`, press: () => choose(i),
            on: (/** @type {any} */ { state }) => state.scene === i })
        ),
        ...TOOLS.map(({ label, key }, i) => ({ label, key, press: () => take(i),
            on: () => hand.tool === i })
        ),
        { label: 'Next tool', key: 'KeyF', press: () => take((hand.tool + 1) % TOOLS.length) },
    ],
    save: (game) => gameOf(game).save(),
    restore: (scene, state) => gameOf(scene).restore(state),
}));

const { canvas, renderer } = stage;
const share = document.getElementById('share-run');
if (share) el('timeline').append(share);

/** @param {PointerEvent} event @param {boolean} seen @returns {Touch} */
function place({ pointerId, clientX, clientY }, seen) {
    const [x, y] = renderer.toWorld(clientX, clientY);
    return { id: pointerId, x, y, seen, lifted: false };
}
canvas.addEventListener('pointerdown', (event) => {
    const free = hand.fingers.indexOf(null);
    if (free < 0 || event.button > 0) return;
    capture(canvas, event);
    hand.fingers[free] = place(event, false);
});
canvas.addEventListener('pointermove', (event) => {
    const at = hand.fingers.findIndex((each) => each?.id === event.pointerId && !each.lifted);
    if (at >= 0) hand.fingers[at] = place(event, hand.fingers[at]?.seen === true);
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
    canvas.addEventListener(end, ({ pointerId }) => {
        for (const touch of hand.fingers) if (touch?.id === pointerId) touch.lifted = true;
    });
addEventListener('blur', () => {
    for (const touch of hand.fingers) if (touch) touch.lifted = true;
});

// Slice. Swipe through fruit, ropes, planks and crates, and keep off the bombs; Space slashes the fruit that is highest. things.js has the
// bodies, game.js the rules, paint.js the picture.
import { capture } from '../shared/cursor.js';
import { keepBest, showEnd } from '../shared/end.js';
import { startStage } from '../shared/stage.js';
import { Game } from './game.js';
import { Painter } from './paint.js';
import { SOUNDS } from './sounds.js';
import { TOP } from './things.js';

const BEST = 'mica slice best';
const STRIDE = 0.12; // metres between two places of the blade
const HEARD = 1.6; // metres of a swipe from one whoosh to the next
const HIDDEN = ['melon', 'orange', 'lemon', 'kiwi', 'plum', 'plank', 'bomb', 'rope', 'hook',
    'crate', 'board', 'splinter'];

const painter = new Painter();
let zen = false;
let best = 0;
try {
    best = Number(localStorage.getItem(BEST)) || 0;
} catch {
    // The browser keeps nothing.
}

/** @type {import('../shared/stage.js').Stage | undefined} */
let stage;
const gameNow = () => /** @type {Game} */ (/** @type {unknown} */ (stage?.scene));

/** Half the width of the picture, by the window: a phone held upright is narrow. */
const halfWidth = () => Math.min(10, Math.max(3.3, 0.62 * TOP * innerWidth / innerHeight));

function make() {
    showEnd(null);
    const game = new Game();
    game.wide = halfWidth();
    game.state.zen = zen;
    game.tell = (what, x, y, amount, color) => {
        painter.tell(what, x, y, amount, color);
        stage?.sound.play(what, { pan: x / game.wide, rate: 0.9 + 0.2 * Math.random() });
        if (what === 'end') finish(game);
    };
    return game;
}

/** @param {Game} game */
function finish({ state }) {
    best = keepBest(BEST, state.score, 'most');
    showEnd({ title: 'Out of lives', big: String(state.score),
        lines: [`${state.sliced} fruit sliced`, `Best ${best}`], again: () => stage?.reset() });
}

({ stage } = await startStage({
    title: 'Slice',
    about: 'what you cut falls apart as it should',
    guide: '../guide/break.html',
    see: (scene) => {
        const { wide } = /** @type {Game} */ (/** @type {unknown} */ (scene));
        return { minX: -wide, minY: 0, maxX: wide, maxY: TOP };
    },
    hidden: HIDDEN,
    grab: false,
    goal: 'Swipe through the fruit, and keep off the bombs.',
    keys: '<kbd>Space</kbd> cuts the highest body <kbd>B</kbd> a crate or plank',
    pad: { B: 'KeyB' },
    make,
    sounds: SOUNDS,
    pastBytes: 24e6,
    beforeStep(scene) {
        const game = /** @type {Game} */ (/** @type {unknown} */ (scene));
        game.wide = halfWidth();
        game.step();
    },
    paint: (ctx, scene, seconds) =>
        painter.paint(ctx, /** @type {Game} */ (/** @type {unknown} */ (scene)), seconds),
    score: ({ state }) => ({ Score: state.score, Best: Math.max(best, state.zen ? 0 : state.score),
        Lives: state.zen ? '∞' : '♥'.repeat(state.lives) || '–' }),
    buttons: [
        { label: 'Slash', key: 'Space', press: () => {
            const swipe = gameNow().slashHighest();
            if (!swipe) return;
            stage?.sound.play('swipe');
            swipe.forEach(([x, y], i) => painter.swipe(x, y, i === 0));
        } },
        { label: 'Crate or plank', key: 'KeyB', press: (game) => game.hangSomething() },
        { label: 'No bombs, no end', key: 'KeyZ', on: ({ state }) => state.zen, press: (scene) => {
            zen = !scene.state.zen;
            stage?.reset();
        } },
    ],
    save: (game) => game.save(),
    restore(game, state) {
        game.restore(state);
        if (!game.state.over) showEnd(null);
    },
}));

const { canvas, renderer } = stage;
/** By pointer, where its blade was last and how far it has gone since it was heard. @type {Map<number, { at: [number, number], far: number }>} */
const blades = new Map();
canvas.addEventListener('pointerdown', (event) => {
    capture(canvas, event);
    const at = renderer.toWorld(event.clientX, event.clientY);
    blades.set(event.pointerId, { at, far: HEARD });
    painter.swipe(at[0], at[1], true);
});
canvas.addEventListener('pointermove', (event) => {
    const blade = blades.get(event.pointerId);
    if (!blade || stage.paused) return;
    for (const { clientX, clientY } of event.getCoalescedEvents?.().concat(event) ?? [event]) {
        const at = renderer.toWorld(clientX, clientY);
        const far = Math.hypot(at[0] - blade.at[0], at[1] - blade.at[1]);
        if (far < STRIDE) continue;
        gameNow().slash(blade.at, at);
        painter.swipe(at[0], at[1], false);
        blade.at = at;
        blade.far += far;
        if (blade.far < HEARD) continue;
        blade.far = 0;
        stage.sound.play('swipe', { pan: at[0] / gameNow().wide });
    }
});
for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
    canvas.addEventListener(end, ({ pointerId }) => blades.delete(pointerId));

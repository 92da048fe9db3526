// Stress: how many bodies a browser can step. Three heaps, a slider for their number, what a step takes, and the same heap
// in four other engines, which are fetched when they are asked for.
import { mica } from '../shared/peers/mica.js';
import { ENGINES, STEP, loadEngine } from '../shared/peers.js';
import { startStage } from '../shared/stage.js';
import { Figures } from './figures.js';
import { paintBack, paintHeap, paintWalls } from './heat.js';
import { Run } from './run.js';
import { HEAPS } from './scenes.js';

/** How many at first: a phone, four times as slow as a desktop, shows 60 frames a second with these. */
const FIRST = matchMedia('(pointer: coarse)').matches ? 600 : 2000;
const chosen = { name: 'Washer', count: FIRST, turning: 1, engine: 'Mica' };
const see = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
/** The engines that have been fetched. @type {Map<string, import('../shared/peers.js').Engine>} */
const engines = new Map([['Mica', mica]]);
/** The engines that are still to play, one after the other. @type {string[]} */
let tour = [];
/** @type {Run | null} */
let run = null;
/** The engine that was asked for last. */
let wanted = 'Mica';
/** Takes the figures as those of this scene. */
let measured = '';

function make() {
    run?.end();
    const heap = HEAPS[chosen.name](chosen.count);
    run = new Run(chosen.engine, /** @type {any} */ (engines.get(chosen.engine)), heap);
    Object.assign(see, heap.see);
    document.body.dataset.engine = chosen.engine;
    return run;
}

/** Takes over the chosen engine and scene. */
function restart() {
    stage.reset();
    const scene = `${chosen.name} ${chosen.count} ${chosen.turning}`;
    if (scene !== measured) figures.clear();
    measured = scene;
    figures.light(chosen.engine, tour.length > 0);
}

/** Lets an engine play a small heap unseen, so that its code is compiled before it is measured. @param {import('../shared/peers.js').Engine} engine */
function warmUp(engine) {
    const world = engine.create(HEAPS[chosen.name](150).spec);
    const end = performance.now() + 500;
    for (let i = 0; i < 200 && performance.now() < end; i++) world.step();
    world.destroy();
}

/** Lets an engine play, fetched first if it is not there. @param {string} name @returns {Promise<boolean>} false if it cannot be fetched */
async function play(name) {
    wanted = name;
    try {
        if (!engines.has(name)) {
            figures.status.textContent = `Loading ${name}, ${ENGINES[name].megabytes} MB …`;
            const engine = await loadEngine(name);
            engines.set(name, engine);
            figures.tellVersion(name, engine.version);
            warmUp(engine);
            if (wanted !== name) return true;
        }
        figures.status.textContent = name === 'Mica'
            ? ''
            : `Bodies of ${name} cannot be dragged on this page.`;
        chosen.engine = name;
        restart();
        return true;
    } catch (error) {
        if (wanted === name) figures.status.textContent = /** @type {Error} */ (error).message;
        return false;
    }
}

/** Lets the next engine of the tour play that can be loaded; the last one plays on. */
async function playNext() {
    tour.shift();
    while (tour.length > 0 && !await play(tour[0])) tour.shift();
    figures.light(chosen.engine, tour.length > 0);
}

const { stage } = await startStage({
    title: 'Stress',
    about: 'How many bodies your browser can step',
    guide: '../guide/performance.html',
    goal: 'Drag the heap about, and add bodies until your browser is slow.',
    keys: '<kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> heaps <kbd>Space</kbd> strikes',
    see,
    hidden: ['default'],
    sounds: { strike: [0.8, 0.05, 70, , 0.06, 0.4, 4, 2, -0.8] },
    past: false, // the past of so many bodies would be most of the time
    make,
    frame() {
        const playing = /** @type {Run} */ (run);
        if (playing.heap.count !== chosen.count) restart();
        if ((stage.pointer?.drags.length ?? 0) > 0) playing.disturbed = true;
        if (tour[0] === playing.name && playing.done) playNext();
    },
    paint(ctx) {
        const drawn = /** @type {Run} */ (run);
        drawn.read();
        paintBack(ctx, drawn.heap);
        if (drawn.heap.turning === null) paintWalls(ctx, drawn);
        paintHeap(ctx, drawn);
        if (drawn.heap.turning !== null) paintWalls(ctx, drawn);
        figures.update(drawn);
    },
    score({ world, name, now, heap }) {
        const [wide, other] = [innerWidth > 900, name !== 'Mica'];
        return { ...(wide && other && { engine: name }), bodies: heap.spec.bodies.length,
            ...(wide && !other && { contacts: world.counters.touchingContacts }),
            [innerWidth > 600 ? 'ms a step' : other ? `ms, ${name}` : 'ms']: now.toFixed(2),
            ...(wide && now > 0 && { 'faster than time': `${(1000 * STEP / now).toFixed(1)} ×` }) };
    },
    buttons: [
        ...Object.keys(HEAPS).map((name, i) => ({ label: name, key: `Digit${i + 1}`,
            on: (/** @type {any} */ { heap }) => heap.name === name, press() {
            chosen.name = name;
            restart();
        } })),
        { label: 'Strike', key: 'Space', press: (scene) => {
            scene.strike();
            stage.sound.play('strike');
        }, shown: ({ name, heap }) => name === 'Mica' || heap.name === 'Pyramid' },
    ],
    sliders: [
        { label: 'Bodies', min: 200, max: 10000, step: 100, value: FIRST, set: (_, count) => {
            chosen.count = count;
        } },
        { label: 'Turning', min: -3, max: 3, step: 0.1, value: 1, unit: '×',
            shown: ({ heap }) => heap.turning !== null, set({ heap, engineWorld }, speed) {
            chosen.turning = speed;
            if (heap.turning !== null)
                engineWorld.setSpin(heap.turning, speed * 1.7 / Math.sqrt(heap.see.maxX));
        } },
    ],
});

const figures = new Figures(/** @type {Element} */ (document.getElementById('own')), {
    choose(name) {
        tour = [];
        play(name);
    },
    tour() {
        tour = tour.length > 0 ? [] : ['', ...Object.keys(ENGINES)];
        if (tour.length > 0) playNext();
        else figures.light(chosen.engine, false);
    },
});
figures.tellVersion('Mica', mica.version);
figures.light(chosen.engine, false);

// Stress: how many bodies a browser can step. Three heaps, a slider for their number, and what a step takes.
import { startStage } from '../shared/stage.js';
import { paintBack, paintHeap, paintWalls } from './heat.js';
import { HEAPS, strike } from './scenes.js';

const KEPT = 60; // steps whose median is shown

const chosen = { name: 'Washer', count: 2000 };
const see = { minX: 0, minY: 0, maxX: 1, maxY: 1 };
/** Milliseconds of the last steps. @type {number[]} */
let times = [];

function make() {
    const heap = HEAPS[chosen.name](chosen.count);
    heap.world.profiling = true;
    times = [];
    heap.world.on('afterStep', () => {
        times.push(/** @type {any} */ (heap.world.profile).step);
        if (times.length > KEPT) times.shift();
    });
    Object.assign(see, heap.see);
    return heap;
}

/** The time that half of the last steps took at most. */
const median = () => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** @param {string} name */
function choose(name) {
    chosen.name = name;
    stage.reset();
}

const { stage } = await startStage({
    title: 'Stress',
    about: 'How many bodies your browser can step',
    guide: '../guide/performance.html',
    hint: 'Drag anything that moves <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> heaps <kbd>Space</kbd> strike',
    see,
    hidden: ['default'],
    past: false, // the past of so many bodies would be most of the time
    make,
    frame(heap) {
        if (heap.count !== chosen.count) stage.reset();
    },
    paint(ctx, heap) {
        const drawn = /** @type {import('./scenes.js').Heap} */ (heap);
        paintBack(ctx, drawn);
        if (!drawn.turning) paintWalls(ctx, drawn);
        paintHeap(ctx, drawn);
        if (drawn.turning) paintWalls(ctx, drawn);
    },
    score({ world }) {
        const ms = median();
        return { bodies: world.counters.bodies, ...(innerWidth > 900 && { contacts: world.counters.touchingContacts }), [innerWidth > 600 ? 'ms a step' : 'ms']: ms.toFixed(2),
            ...(innerWidth > 900 && ms > 0 && { 'faster than time': `${(1000 / 60 / ms).toFixed(1)} ×` }) };
    },
    buttons: [
        ...Object.keys(HEAPS).map((name, i) => ({ label: name, key: `Digit${i + 1}`, press: () => choose(name),
            on: (/** @type {any} */ heap) => heap.name === name })),
        { label: 'Strike', key: 'Space', press: (heap) => strike(/** @type {any} */ (heap)) },
    ],
    sliders: [
        { label: 'Bodies', min: 200, max: 10000, step: 100, value: 2000, set: (_, count) => { chosen.count = count; } },
        { label: 'Turning', min: -3, max: 3, step: 0.1, value: 1, unit: '×', shown: ({ turning }) => turning !== null,
            set({ turning, see: { maxX } }, speed) { if (turning) turning.angularVelocity = speed * 1.7 / Math.sqrt(maxX); } },
    ],
});

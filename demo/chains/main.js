// Chains that hold: five things on joints with a load of up to a thousand times what one of their parts weighs. A figure shows how
// much longer the whole is than it was built. The first can be shown beside Box2D's and Rapier's, which are fetched when they are
// asked for.
import { ARROWS } from '../shared/pads.js';
import { SUBSTEPS } from '../shared/peers.js';
import { startStage } from '../shared/stage.js';
import { makeBeside } from './beside.js';
import { Compare } from './compare.js';
import { paintBeside, writeLanes } from './paint-beside.js';
import { drawFigure, paintScene } from './paint.js';
import { SCENES, setLoad, stretchOf } from './scenes.js';

const SAMPLES = 480; // of the figure, one a step
const NAMES = /** @type {(keyof typeof SCENES)[]} */ (Object.keys(SCENES));

let name = NAMES.find((each) => each.toLowerCase().includes(location.search.slice(1) || 'chain'))
    ?? 'Chain';
/** What the sliders say. */
const chosen = { load: 1000, substeps: SUBSTEPS };
/** @type {Compare | null} */
let compare = null;
/** Ends the chains of the other engines. */
let end = () => {};

function make() {
    end();
    end = () => {};
    if (compare?.on && compare.engines && name === 'Chain') {
        const beside = makeBeside(compare.engines, chosen.load, chosen.substeps);
        end = beside.end;
        return beside;
    }
    const scene = { name, ...SCENES[name](), times: 1, samples: /** @type {number[]} */ ([]) };
    scene.world.on('afterStep', () => {
        scene.samples.push(1000 * stretchOf(scene));
        if (scene.samples.length > SAMPLES) scene.samples.shift();
    });
    return scene;
}

/** The length of each chain, all in one where a screen has no room. @param {import('./beside.js').Lane[]} lanes */
const scoreOf = (lanes) => (innerWidth > 1000
    ? Object.fromEntries(
        lanes.map(({ name: engine, percent }) => [engine, `${percent.toFixed(1)} %`]),
    )
    : { '%': lanes.map(({ percent }) => percent.toFixed(0)).join(' · ') });

/** On a phone the figures of three chains lie below the picture; a low window needs room for the names. @param {any} scene */
function lookAt({ see, beside }) {
    if (isPhone()) return beside ? { ...see, minY: see.minY - 46 } : see;
    return beside && innerHeight <= 520 ? { ...see, maxY: see.maxY + 3.5 } : see;
}

/** Whether the arrows do something in a scene. @param {boolean} lifts up and down, else left and right */
const drives = (lifts) => (/** @type {any} */ scene) =>
    !scene.beside && (lifts ? ['Scissor lift'] : ['Bridge', 'Crane']).includes(scene.name);

const isPhone = () => innerWidth <= 760 && innerHeight > 520;

/** The figure lies where a screen has room for it. @param {CanvasRenderingContext2D} ctx @param {any} scene */
function paintFigure(ctx, scene) {
    const ratio = ctx.canvas.width / ctx.canvas.clientWidth;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (scene.beside) writeLanes(ctx, scene, (x, y) => stage.renderer.toScreen(x, y));
    else if (isPhone()) drawFigure(ctx, scene, 10, 144, innerWidth - 20, 80);
    else if (innerHeight <= 520) drawFigure(ctx, scene, 10, 132, 168, 74);
    else drawFigure(ctx, scene, 16, 86, 300, 104);
}

const { stage } = await startStage({
    title: 'Chains that hold',
    about: 'A load of 1,000 links, and no stretch',
    guide: '../guide/joints.html',
    goal: 'Drag the load: a thousand times a link, and the chain holds.',
    keys:
        '<kbd>1</kbd> to <kbd>5</kbd> choose <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> drive crane, car and lift',
    see: lookAt,
    hidden: ['ground', 'part', 'load', 'brick', 'deck'],
    make,
    beforeStep: (scene, keys) => scene.beforeStep?.(scene, keys),
    frame({ beside, times, substeps }) {
        if (beside && (times !== chosen.load || substeps !== chosen.substeps)) stage.reset();
    },
    paint(ctx, scene) {
        const beside =
            /** @type {import('./beside.js').Beside | null} */ (scene.beside ? scene : null);
        if (beside) paintBeside(ctx, beside);
        else paintScene(ctx, scene);
        paintFigure(ctx, scene);
        compare?.update(scene.name === 'Chain', beside);
    },
    score: (
        { beside, lanes, times, samples },
    ) => (beside
        ? scoreOf(lanes)
        : { Load: `${times}×`, mm: `+${(samples.at(-1) ?? 0).toFixed(1)}` }),
    save: ({ name: of, times, things: { way, speed } }) => ({ name: of, times, way, speed }),
    prepare: (state) => {
        name = state.name;
    },
    restore(scene, { times, way, speed }) {
        scene.times = chosen.load = times;
        Object.assign(scene.things, { way, speed });
        scene.samples.length = 0;
    },
    pads: [
        { label: 'Left', key: 'ArrowLeft', icon: ARROWS.left, shown: drives(false) },
        { label: 'Right', key: 'ArrowRight', icon: ARROWS.right, right: true,
            shown: drives(false) },
        { label: 'Down', key: 'ArrowDown', icon: ARROWS.down, shown: drives(true) },
        { label: 'Up', key: 'ArrowUp', icon: ARROWS.up, right: true, shown: drives(true) },
    ],
    buttons: NAMES.map((each, i) => ({ label: each, key: `Digit${i + 1}`,
        on: (scene) => scene.name === each, press: () => {
            name = each;
            stage.reset();
        } })
    ),
    sliders: [{ label: 'Load', min: 1, max: 1000, step: 1, value: 1000, unit: '×',
        get: ({ beside, times }) => (beside ? chosen.load : times), set(scene, value) {
        chosen.load = value;
        if (scene.beside) return;
        scene.times = value;
        setLoad(/** @type {any} */ (scene), value);
    } }, { label: 'Substeps', min: 1, max: 64, step: 1, value: SUBSTEPS,
        shown: ({ beside }) => beside, set: (_, value) => {
            chosen.substeps = value;
        } }],
});
compare = new Compare(() => stage.reset());

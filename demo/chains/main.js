// Chains that hold: five things on joints with a load of up to a thousand times what one of their parts weighs. A figure shows how
// much longer the whole is than it was built.
import { startStage } from '../shared/stage.js';
import { drawFigure, paintScene } from './paint.js';
import { SCENES, setLoad, stretchOf } from './scenes.js';

const SAMPLES = 480; // of the figure, one a step
const NAMES = /** @type {(keyof typeof SCENES)[]} */ (Object.keys(SCENES));

let name = NAMES.find((each) => each.toLowerCase().startsWith(location.search.slice(1) || 'chain')) ?? 'Chain';

function make() {
    const scene = { name, ...SCENES[name](), times: 1, samples: /** @type {number[]} */ ([]) };
    scene.world.on('afterStep', () => {
        scene.samples.push(1000 * stretchOf(scene));
        if (scene.samples.length > SAMPLES) scene.samples.shift();
    });
    return scene;
}

const isPhone = () => innerWidth <= 760 && innerHeight > 520;

/** The figure lies where a screen has room for it. @param {CanvasRenderingContext2D} ctx @param {any} scene */
function paintFigure(ctx, scene) {
    const ratio = ctx.canvas.width / ctx.canvas.clientWidth;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (isPhone()) drawFigure(ctx, scene, 10, innerHeight - 164, innerWidth - 20, 88);
    else if (innerHeight <= 520) drawFigure(ctx, scene, 10, 132, 168, 74);
    else drawFigure(ctx, scene, 16, 86, 300, 104);
}

const { stage } = await startStage({
    title: 'Chains that hold',
    about: 'A load of 1,000 links, and no stretch',
    guide: '../guide/joints.html',
    hint: 'Drag the load · <kbd>1</kbd> to <kbd>5</kbd> choose · the arrows drive crane, car and lift',
    see: ({ see }) => (isPhone() ? { ...see, minY: see.minY - 0.16 * (see.maxY - see.minY) } : see),
    hidden: ['ground', 'part', 'load', 'brick', 'deck'],
    make,
    beforeStep: (scene, keys) => scene.beforeStep?.(scene, keys),
    paint(ctx, scene) {
        paintScene(ctx, scene);
        paintFigure(ctx, scene);
    },
    score: (scene) => ({ Load: `${scene.times}×`, mm: `+${(scene.samples.at(-1) ?? 0).toFixed(1)}` }),
    save: ({ name: of, times, things: { way, speed } }) => ({ name: of, times, way, speed }),
    prepare: (state) => { name = state.name; },
    restore(scene, { times, way, speed }) {
        scene.times = times;
        Object.assign(scene.things, { way, speed });
        scene.samples.length = 0;
    },
    buttons: NAMES.map((each, i) => ({ label: each, key: `Digit${i + 1}`, on: (scene) => scene.name === each, press: () => {
        name = each;
        stage.reset();
    } })),
    sliders: [{ label: 'Load', min: 1, max: 1000, step: 1, value: 1000, unit: '×', get: ({ times }) => times, set(scene, value) {
        scene.times = value;
        setLoad(/** @type {any} */ (scene), value);
    } }],
});

// Water, wind, planets: three scenes of fields, chosen by buttons. Each scene is a file that makes its world and paints it.
import { startStage } from '../shared/stage.js';
import { planets, setPull } from './planets.js';
import { pool } from './pool.js';
import { LAYERS, fieldsOf, flowOf, setFields } from './shapes.js';
import { tunnel } from './tunnel.js';

/** A number of the field of a layer. @param {import('../../js/index.js').World<any>} world @param {string} layer @param {string} name */
const numberOf = (world, layer, name) => /** @type {any} */ (fieldsOf(world, layer)[0].field)[name];

const SCENES = [pool, tunnel, planets];
let chosen =
    SCENES.find(({ name }) => location.search.slice(1) === name.split(' ').at(-1)?.toLowerCase())
        ?? pool;

/** @param {typeof SCENES[number]} scene */
function choose(scene) {
    chosen = scene;
    stage.reset();
}

const { stage } = await startStage({
    title: 'Water, wind, planets',
    about: 'Fields that float, blow and pull',
    guide: '../guide/fields.html',
    goal: 'Drag anything about, and drop more beside it.',
    keys: '<kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> scenes <kbd>Space</kbd> throws more in',
    see: { minX: -12, minY: -7.2, maxX: 12, maxY: 7 },
    hidden: ['default', ...Object.keys(LAYERS)],
    make: () => chosen.make(),
    beforeStep: (scene) => scene.scene.beforeStep(scene),
    paint: (ctx, scene, seconds) => scene.scene.paint(ctx, scene, seconds),
    score: (scene) => scene.scene.score(scene),
    save: ({ scene, state }) => ({ ...state, scene: SCENES.indexOf(scene) }),
    restore(scene, { scene: which, ...state }) {
        if (!SCENES[which]) throw new RangeError(`There is no scene ${which}`);
        // A link may hold another scene than the one that the page begins with.
        if (scene.scene !== SCENES[which]) {
            chosen = SCENES[which];
            const other = chosen.make();
            other.world.destroy();
            Object.assign(scene, { ...other, world: scene.world });
        }
        scene.state = state;
    },
    buttons: [
        ...SCENES.map((scene, i) => ({ label: scene.name, key: `Digit${i + 1}`,
            press: () => choose(scene), on: (/** @type {any} */ now) => now.scene === scene })
        ),
        { label: 'Throw more in', key: 'Space', press: (scene) => scene.scene.more(scene) },
    ],
    sliders: [
        { label: 'Level', min: -4.5, max: 1.6, value: 0, step: 0.1, unit: 'm',
            shown: ({ scene }) => scene === pool, get: ({ state }) => state.level,
            set: ({ state }, value) => {
                state.level = value;
            } },
        { label: 'Density', min: 0.2, max: 6, value: 2, unit: 'kg/m²',
            shown: ({ scene }) => scene === pool,
            get: ({ world }) => numberOf(world, 'water', 'density'),
            set: ({ world }, density) => setFields(world, 'water', { density }) },
        { label: 'Breeze', min: -12, max: 12, value: 2, step: 0.5, unit: 'm/s',
            shown: ({ scene }) => scene === pool, get: ({ world }) => flowOf(world),
            set: ({ world }, speed) => setFields(world, 'air', { flow: [speed, 0] }) },
        { label: 'Wind', min: -25, max: 25, value: 9, step: 0.5, unit: 'm/s',
            shown: ({ scene }) => scene === tunnel, get: ({ world }) => flowOf(world),
            set: ({ world }, speed) => setFields(world, 'air', { flow: [speed, 0] }) },
        { label: 'Gusts', min: 0, max: 12, value: 3, step: 0.5, unit: 'm/s',
            shown: ({ scene }) => scene === tunnel,
            get: ({ world }) => numberOf(world, 'air', 'turbulence'),
            set: ({ world }, turbulence) => setFields(world, 'air', { turbulence }) },
        { label: 'Gravity', min: 0, max: 20, value: 10, step: 0.5, unit: 'm/s²',
            shown: ({ scene }) => scene !== planets, get: ({ world }) => -world.gravity[1],
            set: ({ world }, gravity) => {
                world.gravity = [0, -gravity];
            } },
        { label: 'Pull', min: 0, max: 2.5, value: 1, step: 0.05, unit: '×',
            shown: ({ scene }) => scene === planets, get: ({ state }) => state.pull, set: setPull },
    ],
});

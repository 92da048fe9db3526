// Ragdolls and a car: drive over the hills and into those that stand in the way, with a rider whose feet are strapped to the car up to
// a force. Until a key is pressed, the car drives by itself.
import { startStage } from '../shared/stage.js';
import { countFallen, drive, flies, makeCourse, setUpright } from './course.js';
import { paintCourse } from './paint.js';

const STUCK = 120; // steps without coming on until the car that drives itself is set upright

let stiffness = 1.5; // Hz

function make() {
    const scene = { ...makeCourse({ stiffness }), view: 0, state: { self: true, way: 1, speed: 12, fallen: 0, flight: 0, best: 0, from: 0, since: 0, touch: 0 } };
    scene.world.on('afterStep', () => count(scene));
    return scene;
}

/** Measures flights and falls, once a step. @param {any} scene */
function count(scene) {
    const { state } = scene;
    state.flight = flies(scene) ? state.flight + 1 / 60 : 0;
    state.best = Math.max(state.best, state.flight);
    state.fallen = countFallen(scene);
}

/** @param {any} scene @param {Set<string>} keys */
function beforeStep(scene, keys) {
    const { state, car } = scene;
    const keyed = Number(keys.has('ArrowRight') || keys.has('KeyD')) - Number(keys.has('ArrowLeft') || keys.has('KeyA')) || state.touch;
    if (keyed !== 0) state.self = false;
    drive(scene, state.self ? state.way : keyed, state.speed);
    if (!state.self || ++state.since < STUCK) return;
    if (Math.abs(car.chassis.x - state.from) < 2) {
        setUpright(/** @type {any} */ (scene));
        state.way = -state.way;
    } else if (car.chassis.x < 0) state.way = 1;
    state.from = car.chassis.x;
    state.since = 0;
}

/** The view goes before the car. @param {any} scene @param {number} seconds */
function frame(scene, seconds) {
    const { x, vx } = scene.car.chassis;
    const wanted = x + 3 + 0.5 * Math.max(-8, Math.min(8, vx));
    scene.view += Math.abs(wanted - scene.view) > 30 ? wanted - scene.view : (wanted - scene.view) * (1 - Math.exp(-3 * seconds));
}

const { stage } = await startStage({
    title: 'Ragdolls and a car',
    about: 'Hills, a ramp, and who stands in the way',
    guide: '../guide/joints.html',
    hint: '<kbd>←</kbd> <kbd>→</kbd> drive, and turn the car in the air · <kbd>U</kbd> sets it upright · drag anyone',
    see: ({ view }) => (innerHeight > innerWidth ? { minX: view - 7, minY: -3.4, maxX: view + 7, maxY: 9 } : { minX: view - 13, minY: -2, maxX: view + 13, maxY: 9 }),
    hidden: ['ground', 'car', 'rider', 'doll', 'crate'],
    make,
    pad: { A: 'KeyU' },
    beforeStep,
    frame,
    paint: paintCourse,
    score: (scene) => ({ Down: `${scene.state.fallen} / ${scene.dolls.length}`, Flight: `${scene.state.best.toFixed(1)} s` }),
    save: ({ state, dolls }) => ({ ...state, down: dolls.map((/** @type {any} */ { down }) => down) }),
    restore(scene, { down, ...state }) {
        scene.state = { ...state };
        scene.dolls.forEach((/** @type {any} */ doll, /** @type {number} */ i) => { doll.down = down[i]; });
        scene.view = scene.car.chassis.x + 3;
    },
    buttons: [
        { label: 'Set upright', key: 'KeyU', press: (scene) => setUpright(/** @type {any} */ (scene)) },
        { label: 'Drive by itself', press: ({ state }) => { state.self = !state.self; }, on: ({ state }) => state.self },
    ],
    sliders: [
        { label: 'Speed', min: 4, max: 20, step: 1, value: 12, unit: 'm/s', get: ({ state }) => state.speed, set: ({ state }, value) => { state.speed = value; } },
        { label: 'Stiff', min: 0, max: 8, step: 0.5, value: 1.5, unit: 'Hz', get: ({ dolls }) => dolls[0].joints[0].spring?.hertz ?? 0, set(scene, value) {
            stiffness = value;
            for (const { joints } of scene.dolls) for (const joint of joints) joint.spring = value > 0 ? { hertz: value, dampingRatio: 1 } : null;
        } },
    ],
});

// Thumbs drive by two pads over the timeline.
const pads = document.body.appendChild(document.createElement('div'));
pads.className = 'pads';
pads.style.marginBottom = '64px';
pads.style.right = '0';
for (const [label, way, path] of /** @type {const} */ ([['Back', -1, 'M20 7 10 17l10 10'], ['Drive', 1, 'm14 7 10 10-10 10']])) {
    const pad = pads.appendChild(document.createElement('button'));
    pad.type = 'button';
    pad.ariaLabel = label;
    pad.innerHTML = `<svg viewBox="0 0 34 34" aria-hidden="true"><path d="${path}"/></svg>`;
    if (way > 0) pad.style.marginLeft = 'auto';
    pad.addEventListener('pointerdown', () => { stage.scene.state.touch = way; });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) pad.addEventListener(end, () => { stage.scene.state.touch = 0; });
}

// Ragdolls and a car: drive over hills and ramps into those that stand in the way, turn somersaults, keep the rider, whose feet are strapped
// to the car up to a force, and reach the finish. Until a key is pressed, the car drives by itself and scores nothing; the key begins the run.
// The points are in rules.js.
import { keepBest, showEnd, showTime } from '../shared/end.js';
import { ARROWS } from '../shared/pads.js';
import { Sparks } from '../shared/sparks.js';
import { say } from '../shared/stage-shown.js';
import { startStage } from '../shared/stage.js';
import { END, FINISH, drive, makeCourse, setUpright } from './course.js';
import { paintCourse } from './paint.js';
import { boost, count, newState } from './rules.js';
import { SOUNDS } from './sounds.js';

const STUCK = 120; // steps without coming on until the car that drives itself is set upright
const BEYOND = 10; // metres behind the finish, where a car that drives itself begins again

let stiffness = 1.5; // Hz
/** Whether the car of the next scene drives itself. */
let alone = true;
const sparks = new Sparks();

/** What a page shows of each happening. @type {Record<string, { word?: (points: number) => string, burst: [number, number, import('../shared/sparks.js').Colour, object?] }>} */
const SHOWN = {
    fall: { burst: [8, 4, 'amber', { up: 2 }] },
    flip: { burst: [30, 7, 'violet', { up: 4, life: 1 }],
        word: (points) => `Somersault: ${points} points, and a boost` },
    flight: { burst: [14, 5, 'mint', { up: 2 }],
        word: (points) => `Long flight: ${points} points` },
    land: { burst: [10, 3, 'dust', { up: 1.5, wide: 2 }] },
    off: { burst: [12, 5, 'ember'],
        word: () => 'The rider is off: a rider at the finish doubles the points' },
    boost: { burst: [16, 5, 'ember', { wide: 1 }] },
    finish: { burst: [90, 12, 'amber', { up: 8, life: 2, wide: 4 }] },
};

function make() {
    const scene = { ...makeCourse({ stiffness }), view: 0, state: { ...newState(), self: alone },
        tell };
    alone = true;
    scene.world.on('afterStep', () => count(scene));
    showEnd(null);
    return scene;
}

/** @param {import('./rules.js').Happening} what @param {number} x @param {number} y @param {number} points */
function tell(what, x, y, points) {
    const { burst: [number, speed, colour, more], word } = SHOWN[what];
    sparks.burst(x, y, number, speed, colour, more);
    stage.sound.play(what, { rate: what === 'fall' ? 1 + points / 1600 : 1 });
    if (word && !stage.scene.state.self) say(word(points));
    if (what === 'finish') end(stage.scene.state);
}

/** @param {import('./rules.js').State} state */
function end(state) {
    const best = stage.run?.watches
        ? state.points
        : keepBest('mica ragdolls best', state.points, 'most');
    showEnd({ title: state.riding ? 'Finished, with the rider' : 'Finished', big: `${state.points}`,
        again: () => stage.reset(),
        lines: [best > state.points ? `best ${best}` : 'your best',
            `${state.fallen} down, ${state.flips} somersault${state.flips === 1 ? '' : 's'}, ${
                showTime(state.time, 1)
            }`] });
}

/** The player takes the wheel, at the start. */
function takeWheel() {
    alone = false;
    stage.reset();
}

/** Bits of the input by keys, and of presses since the last step, which may be over. @type {[bit: number, codes: string[]][]} */
const BITS = [[1, ['ArrowRight', 'KeyD']], [2, ['ArrowLeft', 'KeyA']], [4, ['ArrowUp', 'KeyW']], [8,
    ['ArrowDown', 'KeyS']], [16, ['Space']], [32, ['KeyU']]];
const [BOOST, UPRIGHT] = [16, 32];
let pressed = 0;

/** @param {Set<string>} keys */
function readInput(keys) {
    let bits = pressed;
    pressed = 0;
    for (const [bit, codes] of BITS) if (codes.some((code) => keys.has(code))) bits |= bit;
    return [bits];
}

/** @param {any} scene @param {Set<string>} keys */
function beforeStep(scene, keys) {
    const { state, car } = scene;
    const [bits] = stage.run?.input(scene, () => readInput(keys)) ?? [0];
    const axis = (/** @type {number} */ more, /** @type {number} */ less) =>
        Number((bits & more) > 0) - Number((bits & less) > 0);
    const [keyed, tilt] = [axis(1, 2), axis(4, 8)];
    const fresh = bits & ~state.bits;
    state.bits = bits;
    scene.taken = state.self && bits !== 0;
    if (fresh & BOOST && !state.self) boost(scene);
    if (fresh & UPRIGHT || car.chassis.y < -20) setUpright(scene);
    drive(scene, { way: state.self ? state.way : keyed, speed: state.speed, tilt,
        boost: state.boost > 0 });
    if (!state.self || ++state.since < STUCK) return;
    if (Math.abs(car.chassis.x - state.from) < 2) {
        setUpright(scene, 2 * state.way);
    }
    state.way = 1;
    state.from = car.chassis.x;
    state.since = 0;
}

/** The view goes before the car. @param {any} scene @param {number} seconds */
function frame(scene, seconds) {
    if (scene.taken) return takeWheel();
    if (scene.state.self && scene.car.chassis.x > FINISH + BEYOND) return stage.reset();
    const { x, vx } = scene.car.chassis;
    const half = innerHeight > innerWidth ? 7 : 13;
    const wanted = Math.min(END + 2 - half,
        x + half * (0.22 + 0.03 * Math.max(-8, Math.min(14, vx))));
    scene.view += Math.abs(wanted - scene.view) > 30
        ? wanted - scene.view
        : (wanted - scene.view) * (1 - Math.exp(-4 * seconds));
    sparks.update(seconds);
    if (scene.state.boost > 0 && seconds > 0) {
        const [bx, by] = scene.car.chassis.worldPoint(-1.4, 0);
        sparks.burst(bx, by, 2, 2, 'ember', { life: 0.5, size: 0.22 });
    }
}

const { stage } = await startStage({
    title: 'Ragdolls and a car',
    about: 'Knock them down, and bring the rider to the finish',
    guide: '../guide/joints.html',
    goal: 'Drive to the finish with the rider on, and knock over who stands.',
    keys:
        '<kbd>←</kbd> <kbd>→</kbd> drive <kbd>↑</kbd> <kbd>↓</kbd> turn it in the air <kbd>Space</kbd> boost <kbd>U</kbd> sets it upright; drag anyone',
    see: (
        { view },
    ) => (innerHeight > innerWidth
        ? { minX: view - 7, minY: -3.4, maxX: view + 7, maxY: 9 }
        : { minX: view - 13, minY: -2, maxX: view + 13, maxY: 9 }),
    hidden: ['ground', 'plank', 'car', 'rider', 'doll', 'crate'],
    make,
    pad: { A: 'Space', B: 'KeyU' },
    pastBytes: 48e6, // 20 s, while most of them move
    sounds: SOUNDS,
    beforeStep,
    frame,
    paint(ctx, scene) {
        paintCourse(ctx, scene);
        sparks.draw(ctx);
    },
    score: ({ dolls, state }) => ({ Points: state.points, Down: innerWidth > 900
        ? `${state.fallen} / ${dolls.length}`
        : `${state.fallen}/${dolls.length}`,
        ...(innerWidth > 900 && { Boosts: state.boosts, Time: showTime(state.time, 0) }) }),
    save: ({ state, dolls }) => ({ ...state, down: dolls.reduce(
        (/** @type {number} */ bits, /** @type {any} */ { down }, /** @type {number} */ i) =>
            bits | Number(down) << i,
        0,
    ) }),
    restore(scene, { down, ...state }) {
        scene.state = { ...state };
        scene.dolls.forEach((/** @type {any} */ doll, /** @type {number} */ i) => {
            doll.down = (down >> i & 1) === 1;
        });
        scene.view = Math.min(END - 11, scene.car.chassis.x + 3);
        showEnd(null);
    },
    run: { begin: ({ state: { self } }) => ({ self }), prepare({ self }) {
        alone = self;
    } },
    pads: [
        { label: 'Turn back', key: 'ArrowUp',
            icon: 'M17.5 15a6.5 6.5 0 1 0-2 4.7M17.5 10.5V15H13' },
        { label: 'Turn forwards', key: 'ArrowDown',
            icon: 'M6.5 15a6.5 6.5 0 1 1 2 4.7M6.5 10.5V15H11' },
        { label: 'Boost', key: 'Space', icon: 'M13 3 6 13.5h5.5l-1.5 7.5 8-11h-5.5z' },
        { label: 'Back', key: 'ArrowLeft', icon: ARROWS.left, right: true },
        { label: 'Drive', key: 'ArrowRight', icon: ARROWS.right, right: true },
    ],
    buttons: [
        { label: 'Boost', key: 'Space', press: () => {
            pressed |= BOOST;
        } },
        { label: 'Set upright', key: 'KeyU', press: () => {
            pressed |= UPRIGHT;
        } },
        { label: 'Drive by itself', press: ({ state }) => {
            if (state.self) takeWheel();
            else state.self = true;
        }, on: ({ state }) => state.self },
    ],
    sliders: [
        { label: 'Speed', min: 4, max: 24, step: 1, value: 14, unit: 'm/s',
            get: ({ state }) => state.speed, set: ({ state }, value) => {
                state.speed = value;
            } },
        { label: 'Stiff', min: 0, max: 8, step: 0.5, value: 1.5, unit: 'Hz',
            get: ({ dolls }) => dolls[0].joints[0].spring?.hertz ?? 0, set(scene, value) {
            stiffness = value;
            for (const { joints } of scene.dolls)
                for (const joint of joints)
                    joint.spring = value > 0
                        ? { hertz: value, dampingRatio: 1 }
                        : null;
        } },
    ],
});

// The page to feel a platformer's numbers: starts the engine, runs the frames. A frame is input, fixed steps, camera,
// drawing, words. Exposes globalThis.mica for tests and for the console: `world`, `hero`, `course`, `panel`, `trail`, and
// `advance(seconds)`, which plays without drawing.
import { init } from '../../js/index.js';
import { createCamera, follow, resetZoom } from '../shared/camera.js';
import { addLookButton } from '../shared/look.js';
import { listenZoom } from '../shared/zoom.js';
import { Controls } from './controls.js';
import { LEVEL, SPRING, START, createCourse, createHero, driveLifts } from './course.js';
import { Renderer } from './draw.js';
import { Panel } from './panel.js';
import { Trail } from './trail.js';

const HINT_SECONDS = 6; // the hint stays this long after the first key
const TEXT_EVERY = 6; // frames
const CRUSHED_SECONDS = 0.15; // under a lift, until it starts again

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {number} value */
const fixed = (value) => (Math.abs(value) < 0.005 ? 0 : value).toFixed(2);

class Page {
    canvas = /** @type {HTMLCanvasElement} */ (el('stage'));
    course = createCourse();
    hero = createHero(this.course, {});
    trail = new Trail();
    camera = createCamera(this.canvas, LEVEL);
    renderer = new Renderer(this.canvas);
    panel = new Panel(this.hero);
    controls = new Controls(this.canvas, { KeyP: () => this.pause(), KeyO: () => this.stepOnce(), KeyL: () => this.slow(), KeyR: () => this.reset() });
    gems = 0;
    frames = 0;
    #cut = true;
    #last = performance.now();
    #hint = HINT_SECONDS;
    #crushed = 0; // seconds

    constructor() {
        this.#listenToWorld();
        listenZoom(this.canvas, this.camera, { drop() {} }, () => {});
        for (const [id, action] of Object.entries({ pause: () => this.pause(), step: () => this.stepOnce(), slow: () => this.slow(), reset: () => this.reset() })) {
            el(id).addEventListener('click', action);
        }
        const { classList } = document.body;
        classList.toggle('touch', matchMedia('(pointer: coarse)').matches);
        addEventListener('pointerdown', (event) => {
            if (event.pointerType === 'touch' && !classList.contains('touch')) {
                classList.add('touch');
                this.panel.layout();
            }
            if (event.target === this.canvas) this.canvas.focus({ preventScroll: true });
        });
        this.panel.open(innerWidth > 1000 && innerHeight > 620);
    }

    #listenToWorld() {
        const { course } = this;
        const { world } = course;
        world.on('beforeStep', () => {
            driveLifts(course);
            this.hero.update(this.controls.read());
        });
        world.on('afterStep', () => this.trail.add(this.hero));
        world.on('triggerEnter', { layers: ['hero', 'gem'] }, ({ trigger }) => {
            const gem = course.gems.find(({ body }) => body === trigger);
            if (!gem || gem.taken) return;
            gem.taken = true;
            this.gems++;
        });
        world.on('triggerEnter', { layers: ['hero', 'spring'] }, () => this.hero.launch(SPRING.jump));
    }

    pause() {
        const { world } = this.course;
        world.paused = !world.paused;
        el('pause').setAttribute('aria-pressed', String(world.paused));
    }

    stepOnce() {
        if (!this.course.world.paused) this.pause();
        this.course.world.step();
    }

    slow() {
        const { world } = this.course;
        world.timeScale = world.timeScale < 1 ? 1 : 0.25;
        el('slow').setAttribute('aria-pressed', String(world.timeScale < 1));
    }

    /** Back to the start, with what was gathered. */
    #restart() {
        const { mover } = this.hero;
        mover.body.setTransform(...START);
        mover.setVelocity(0, 0);
        this.hero.reset();
        this.#crushed = 0;
        this.trail.clear();
    }

    /** A new course; the numbers stay. */
    reset() {
        const numbers = { ...this.hero.numbers };
        const { paused, timeScale } = this.course.world;
        this.course.world.destroy();
        this.course = createCourse();
        Object.assign(this.course.world, { paused, timeScale });
        this.hero = this.panel.hero = createHero(this.course, numbers);
        this.panel.refresh();
        this.#listenToWorld();
        this.trail.clear();
        this.gems = 0;
        resetZoom(this.camera);
        this.#cut = true;
    }

    /** Plays a frame, all but its drawing. @param {number} seconds */
    advance(seconds) {
        const { camera, controls, course: { world, mover }, panel } = this;
        controls.poll();
        world.advance(Math.min(seconds, 0.1));
        this.#crushed = mover.crushed ? this.#crushed + seconds : 0;
        if (mover.y < -3 || this.#crushed > CRUSHED_SECONDS) this.#restart();
        camera.insetRight = panel.inset.right;
        camera.insetBottom = panel.inset.bottom;
        camera.insetLow = panel.inset.low;
        const i = 4 * mover.body.index;
        follow(camera, world.poses[i], world.poses[i + 1], this.hero.facing, seconds, 0, this.#cut);
        this.#cut = false;
    }

    /** @param {number} now ms */
    frame(now) {
        const seconds = Math.max(0, (now - this.#last) / 1000);
        this.#last = now;
        this.advance(seconds);
        ++this.frames;
        const trailBox = /** @type {HTMLInputElement} */ (el('trail'));
        this.renderer.draw(this.course, this.hero, this.camera, this.trail, { time: now / 1000, seconds, showTrail: trailBox.checked });
        if (this.controls.used && (this.#hint -= seconds) < 0) el('hint').classList.add('gone');
        if (this.frames % TEXT_EVERY === 0) this.#write();
    }

    #write() {
        const { mover, mode } = this.hero;
        el('gems').textContent = String(this.gems);
        el('all-gems').textContent = `/ ${this.course.gems.length}`;
        el('mode').textContent = mode;
        el('speed').textContent = `${fixed(Math.hypot(mover.body.vx, mover.body.vy))} m/s`;
    }
}

await init();
const page = new Page();
Object.assign(globalThis, { mica: {
    get world() { return page.course.world; },
    get hero() { return page.hero; },
    get course() { return page.course; },
    get gems() { return page.gems; },
    panel: page.panel, trail: page.trail, camera: page.camera, controls: page.controls,
    advance: (/** @type {number} */ seconds) => page.advance(seconds),
} });
requestAnimationFrame(function frame(now) {
    requestAnimationFrame(frame);
    page.frame(now);
});
page.canvas.focus({ preventScroll: true });
addLookButton(document.querySelector('.tools'));
el('veil').classList.add('gone');

// The stage of a small page: engine, canvas, frame loop, and the controls that all pages share: pause, step, slow
// motion, a timeline that goes back, debug lines, hovering, dragging, a link to a moment, the page's source.
// A page gives what is its own:
//
//   startStage({ title: 'Dominoes', about: 'One falls on the next.', goal: 'Push the first one.',
//       see: { minX: -10, minY: 0, maxX: 10, maxY: 8 }, make: () => makeScene() });

import { createCanvasRenderer } from '../../js/adapters/canvas.js';
import { init } from '../../js/index.js';
import { Place } from './clear.js';
import { Controls } from './controls.js';
import { addFork } from './fork.js';
import { Graphs } from './graphs.js';
import { addPads } from './pads.js';
import { PlayButton } from './play.js';
import { rebind } from './rebind.js';
import { addButton, addSlider, el, showSource, writeFrame } from './stage-frame.js';
import { Score, say, showCard } from './stage-shown.js';
import { KNOCKS, Sound, addMute, listenToKnocks } from './sound.js';
import { Timeline } from './timeline.js';

const LONGEST_FRAME = 0.1; // seconds
const SLOW = 0.2;
const SLIDERS_EVERY = 6;

/** @typedef {import('../../js/index.js').World<any>} World */
/** @typedef {{ world: World, [name: string]: any }} Scene */
/** @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} View */

/**
 * A button of a page: `key` is a KeyboardEvent.code, `on` tells whether it is lit, `shown` whether the scene has it.
 * @typedef {{ label: string, key?: string, press: (scene: Scene) => void, on?: (scene: Scene) => boolean, shown?: (scene: Scene) => boolean }} StageButton
 */

/**
 * A slider of a page; `shown` tells whether the scene has it, `get` what the scene has, so that the slider follows a link and the
 * timeline.
 * @typedef {Omit<import('./stage-frame.js').SliderOptions, 'set' | 'moved'> & { set: (scene: Scene, value: number) => void, get?: (scene: Scene) => number, shown?: (scene: Scene) => boolean }} StageSlider
 */

/**
 * What a page gives. All but `title`, `about`, `goal`, `see` and `make` may be left out.
 * @typedef {object} StageOptions
 * @property {string} title
 * @property {string} about one short sentence
 * @property {string} goal what the player is to do, one short sentence
 * @property {string} [source] the module that the page shows as its source, default `./main.js`
 * @property {View | ((scene: Scene) => View)} see metres, what must be in the picture, now if it is a function
 * @property {() => Scene} make makes the world and what belongs to it; called at the start and at a reset. Find bodies and joints
 *     through the scene: a link to a moment makes them anew, and puts the new ones in there
 * @property {boolean} [clear] whether the picture takes the largest place that no sheet covers, wherever that is; by default it lies
 *     between the sheets at the top and the bottom
 * @property {string} [guide] link to the page of the guide
 * @property {string} [keys] HTML, what the page's own keys do
 * @property {string[]} [hidden] layers that the renderer does not draw
 * @property {Partial<Record<'A' | 'B' | 'Y', string>>} [pad] keys (KeyboardEvent.code) of a gamepad's buttons; A is Space by default
 * @property {boolean} [grab] whether the pointer drags bodies, default true
 * @property {boolean} [fork] whether there is a button that opens the world in the zoo, default true
 * @property {boolean} [past] whether there is a timeline, default true
 * @property {number} [pastBytes] of memory for it, default 16e6: 20 s of a hundred bodies
 * @property {() => Promise<void>} [init] loads the engine, by default that of 'mica2d'
 * @property {(scene: Scene) => import('./timeline.js').Kept} [keep] keeps the past of a new scene, for a page whose every step is too
 *     large to be kept
 * @property {(scene: Scene, keys: Set<string>) => void} [beforeStep] called before each step, with the codes of the keys that are down
 * @property {(scene: Scene, seconds: number) => void} [play] plays so many seconds in place of the world's `advance`, for a page that keeps its own time
 * @property {(scene: Scene, seconds: number) => void} [frame] called once a frame, before it is drawn
 * @property {(ctx: CanvasRenderingContext2D, scene: Scene, seconds: number) => void} [paint] called after the renderer, in metres, y up
 * @property {(scene: Scene) => Record<string, string | number>} [score] what stands at the top
 * @property {Record<string, import('./sound.js').Noise>} [sounds] by name, for `stage.sound.play(name)`; without any, bodies that meet knock
 * @property {import('./pads.js').Pad[]} [pads] for thumbs
 * @property {import('./run.js').RunOptions} [run] for a page that takes all inputs of its steps from `stage.run.input`: runs are shared as short
 *     links
 * @property {StageButton[]} [buttons]
 * @property {StageSlider[]} [sliders]
 * @property {(scene: Scene) => any} [save] the scene's own state besides the world, as JSON can hold it
 * @property {(scene: Scene, state: any) => void} [restore] takes it over
 * @property {(state: any) => void} [prepare] for a page with several scenes: a link to a moment with this state is opened, so
 *     `make`, which is called next, shall make the scene of it
 */

export class Stage {
    canvas = /** @type {HTMLCanvasElement} */ (el('stage'));
    graphs = new Graphs(el('meter'));
    /** Codes of the keys that are down. @type {Set<string>} */ keys = new Set();
    /** Of a page that shares runs. @type {import('./run.js').Run | null} */ run = null;
    paused = false;
    slow = false;
    debug = false;
    frames = 0;
    /** Where the mouse is, in CSS pixels. @type {[number, number] | null} */ mouse = null;
    #score = new Score();
    /** Those of the scene's world, once they have been asked for. @type {import('../../js/adapters/debug.js').DebugLines | null} */ #lines =
        null;
    /** What makes them, once it has been loaded. @type {typeof import('../../js/adapters/debug.js').createDebugLines | null} */ #createLines =
        null;
    /** Joints of all drags of the world. @type {Set<import('../../js/index.js').Joint<any>>} */ #drags =
        new Set();

    /** @param {StageOptions} options @param {typeof import('../../js/pointer.js').Pointer | null} Pointer drags bodies, on pages where they are dragged */
    constructor(options, Pointer) {
        this.options = options;
        this.Pointer = Pointer;
        this.sound = new Sound(options.sounds ?? KNOCKS);
        this.renderer = createCanvasRenderer(this.canvas, { hidden: options.hidden });
        this.place = new Place(this.renderer, options.clear === true);
        this.sliders = (options.sliders ?? []).map((slider) => ({ slider,
            ...addSlider({ ...slider, set: (value) => slider.set(this.scene, value),
                moved: () => this.run?.spoil() }) })
        );
        this.buttons = (options.buttons ?? []).map((button) => ({ button,
            element: addButton(button.label, () => button.press(this.scene)) })
        );
        el('own').hidden = this.sliders.length + this.buttons.length === 0;
        showSource(options.source ?? './main.js');
        this.scene = this.#make();
        this.timeline = options.past === false ? null : this.#makeTimeline();
        el('timeline').hidden = !this.timeline;
        this.timeline?.watch();
        this.#listen();
        const stage = this;
        this.playButton = new PlayButton(this.canvas, { get paused() {
            return stage.paused;
        }, set: (paused) => stage.setPaused(paused) });
    }

    #make() {
        const { Pointer, options } = this;
        const scene = options.make();
        this.scene = scene;
        for (const { slider, apply } of this.sliders) if (slider.shown?.(scene) ?? true) apply();
        scene.world.on('beforeStep', () => options.beforeStep?.(scene, this.keys));
        if (!options.sounds)
            listenToKnocks(scene.world, this.sound,
                (x) => this.renderer.toScreen(x, 0)[0] / innerWidth * 2 - 1);
        this.#lines = null;
        this.pointer?.destroy();
        this.pointer = Pointer
            && new Pointer(scene.world, this.canvas, {
                toWorld: (x, y) => this.renderer.toWorld(x, y),
                onGrab: ({ joint }) => {
                    this.#drags.add(joint);
                    this.run?.spoil();
                },
            });
        this.#drags.clear();
        return scene;
    }

    #makeTimeline() {
        const stage = this;
        const { options } = this;
        return new Timeline({
            get world() {
                return stage.scene.world;
            },
            get paused() {
                return stage.paused;
            },
            bytes: options.pastBytes,
            keep: options.keep
                && (() =>
                    /** @type {NonNullable<typeof options.keep>} */ (options.keep)(stage.scene)),
            save: () => options.save?.(stage.scene) ?? null,
            restore: (state) => {
                this.#endOldDrags();
                options.restore?.(stage.scene, state);
            },
            prepare: options.prepare && ((state) => {
                options.prepare?.(state);
                stage.reset();
            }),
            renew: () => {
                stage.reset();
                stage.setPaused(false);
            },
            say,
            rebind: () => rebind(stage.scene),
            setPaused: (paused) => this.setPaused(paused),
        });
    }

    /** Ends the drags of a moment that has come back: no pointer leads them now. */
    #endOldDrags() {
        const led = this.pointer?.drags.map(({ joint }) => joint) ?? [];
        for (const joint of this.#drags) if (joint.alive && !led.includes(joint)) joint.destroy();
    }

    #listen() {
        const { canvas, options } = this;
        const actions = { KeyP: () => this.setPaused(!this.paused), KeyO: () => this.step(),
            KeyL: () => this.setSlow(!this.slow), KeyR: () => this.reset(),
            KeyX: () => this.setDebug(!this.debug), KeyM: () => el('mute').click() };
        const { KeyP: pause, KeyO: step, KeyL: slow, KeyR: reset } = actions;
        for (const [id, press] of Object.entries({ pause, step, slow, reset }))
            el(id).addEventListener('click', press);
        addMute(this.sound);
        el('debug').addEventListener('change',
            () => this.setDebug(/** @type {HTMLInputElement} */ (el('debug')).checked));
        if (options.fork !== false)
            addFork(() => this.#forked(), say, this.timeline ? null : el('view-more'));
        el('panel-toggle').addEventListener('click',
            () => this.open(el('panel').dataset.open !== 'true'));
        this.controls = new Controls(this, actions);
        this.keys = this.controls.keys.down;
        this.showPads = addPads(this.controls.keys, options.pads ?? []);
        canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
            this.mouse = [clientX, clientY];
        });
        canvas.addEventListener('pointerleave', () => {
            this.mouse = null;
        });
        canvas.addEventListener('pointerdown', ({ pointerType }) => {
            document.body.classList.toggle('touch', pointerType === 'touch');
            canvas.focus({ preventScroll: true });
        });
        document.body.classList.toggle('touch', matchMedia('(pointer: coarse)').matches);
    }

    /** The scene that a fork takes to the zoo. */
    #forked() {
        const { options: { see, title }, scene } = this;
        return { world: scene.world, title, view: typeof see === 'function' ? see(scene) : see };
    }

    /** @param {boolean} is */
    open(is) {
        el('panel').dataset.open = String(is);
        el('panel-toggle').setAttribute('aria-expanded', String(is));
        /** @type {HTMLElement} */ (el('panel-toggle').lastElementChild).textContent = is
            ? 'Hide'
            : 'Controls';
    }

    /** @param {boolean} paused */
    setPaused(paused) {
        this.paused = paused;
        this.playButton?.show();
        el('pause').setAttribute('aria-pressed', String(paused));
        /** @type {HTMLElement} */ (el('pause').lastElementChild).textContent = paused
            ? 'Play'
            : 'Pause';
    }

    /** @param {boolean} slow */
    setSlow(slow) {
        this.slow = slow;
        el('slow').setAttribute('aria-pressed', String(slow));
    }

    /** @param {boolean} debug */
    setDebug(debug) {
        this.debug = debug;
        /** @type {HTMLInputElement} */ (el('debug')).checked = debug;
        if (debug && !this.#createLines) this.#loadLines();
    }

    /** Few look at debug lines: what makes them is loaded when somebody does. */
    async #loadLines() {
        try {
            this.#createLines = (await import('../../js/adapters/debug.js')).createDebugLines;
        } catch {
            say('The debug lines could not be loaded');
        }
    }

    step() {
        this.setPaused(true);
        this.#play(this.scene.world.fixedStep);
    }

    /** @param {number} seconds */
    #play(seconds) {
        if (this.options.play) this.options.play(this.scene, seconds);
        else this.scene.world.advance(seconds);
    }

    reset() {
        const { world } = this.scene;
        this.#make();
        world.destroy();
        this.timeline?.watch();
    }

    /** Plays a frame without drawing it. @param {number} seconds real time */
    advance(seconds) {
        this.controls?.update(seconds);
        if (!this.paused) this.#play(Math.min(seconds, LONGEST_FRAME) * (this.slow ? SLOW : 1));
        this.options.frame?.(this.scene, this.paused ? 0 : seconds);
    }

    /** @param {number} seconds real time since the last frame */
    draw(seconds) {
        const { canvas, options, renderer, scene } = this;
        this.place.show(typeof options.see === 'function' ? options.see(scene) : options.see);
        renderer.draw(scene.world);
        if (options.paint) {
            const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
            renderer.transform(ctx);
            options.paint(ctx, scene, this.paused ? 0 : seconds);
        }
        if (this.debug && this.#createLines) {
            this.#lines ??= this.#createLines(/** @type {any} */ (scene.world));
            renderer.drawLines(this.#lines.update());
        }
        if (options.score) this.#score.show(options.score(scene));
        this.#showCard();
        this.#showOwn();
    }

    /** Lights and hides buttons and sliders as the scene has them. */
    #showOwn() {
        this.showPads?.(this.scene);
        for (const { slider, row, show } of this.sliders) {
            if (slider.shown) row.hidden = !slider.shown(this.scene);
            if (slider.get && !row.hidden && this.frames % SLIDERS_EVERY === 0)
                show(slider.get(this.scene));
        }
        for (const { button, element } of this.buttons) {
            if (button.shown) element.hidden = !button.shown(this.scene);
            if (button.on) element.setAttribute('aria-pressed', String(button.on(this.scene)));
        }
    }

    /** Tells of the body under the pointer, in debug view or while time stands. */
    #showCard() {
        const { mouse } = this;
        const at = mouse && (this.debug || this.paused) ? this.renderer.toWorld(...mouse) : null;
        showCard(at ? this.scene.world.overlapPoint(at[0], at[1])[0]?.body ?? null : null,
            ...mouse ?? []);
    }
}

/** Says that the run of a link cannot be shown. @param {unknown} error */
function refuse(error) {
    console.info('The run of the link was refused:', error);
    say('This link is damaged, or of another version of the page: here is the beginning instead');
    return false;
}

/**
 * Starts a page. Exposes globalThis.mica for tests and for the console: the stage, whose `scene` is the page's,
 * `world` and `advance(seconds)`.
 * @param {StageOptions} options
 */
export async function startStage(options) {
    writeFrame({ guide: '../guide/index.html', keys: '', ...options });
    try {
        const dragging = options.grab === false ? null : import('../../js/pointer.js');
        await (options.init ?? init)();
        const stage = new Stage(options, (await dragging)?.Pointer ?? null);
        if (options.run)
            stage.run = new (await import('./run.js')).Run(stage, options.run, say);
        Object.assign(globalThis, { mica: { stage, get scene() {
            return stage.scene;
        }, get world() {
            return stage.scene.world;
        }, advance: (/** @type {number} */ seconds) => stage.advance(seconds) } });
        if (await stage.run?.open().catch(refuse) || await stage.timeline?.open())
            stage.playButton.hold();
        let last = performance.now();
        requestAnimationFrame(function frame(now) {
            requestAnimationFrame(frame);
            const seconds = Math.max(0, Math.min(0.25, (now - last) / 1000));
            last = now;
            stage.frames++;
            const began = performance.now();
            let stepMs = 0;
            try {
                stage.advance(seconds);
                stepMs = performance.now() - began;
                stage.draw(seconds);
            } catch (error) {
                if (!stage.timeline?.giveUp(error)) throw error;
            }
            stage.timeline?.update();
            stage.graphs.add(seconds * 1000, stepMs, stage.scene.world);
        });
        el('veil').classList.add('gone');
        return { stage };
    } catch (error) {
        el('veil-text').textContent = `The page could not start: ${
            /** @type {Error} */ (error).message
        }`;
        throw error;
    }
}

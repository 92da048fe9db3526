// The cave's page: starts the engine, creates the parts and runs the frame loop. A frame is input, game
// (fixed steps with interpolation), camera, drawing, words. Exposes globalThis.mica for tests and for the
// console: `world`, `state`, and `advance(seconds)`, which plays a frame without drawing it.

import { init } from '../../js/index.js';
import { createCamera, follow, resetZoom } from '../shared/camera.js';
import { addFork } from '../shared/fork.js';
import { Graphs } from '../shared/graphs.js';
import { addHelp, placeTools } from '../shared/help.js';
import { Input } from '../shared/input.js';
import { addLookButton } from '../shared/look.js';
import { Overlay } from '../shared/overlay.js';
import { PlayButton } from '../shared/play.js';
import { Sound, addMute } from '../shared/sound.js';
import { Timeline } from '../shared/timeline.js';
import { listenZoom } from '../shared/zoom.js';
import { listenToDevice } from './device.js';
import { advanceGame, createGame, resetGame, stepGame } from './game.js';
import { Hud } from './hud.js';
import { LAYERS } from './layers.js';
import { LEVELS, loadLevel } from './level.js';
import { Panel } from './panel.js';
import { Particles } from './particles.js';
import { Picker } from './picker.js';
import { Pointer } from './pointer.js';
import { keepExplained, keepLevel, keepRun, readProgress } from './progress.js';
import { Renderer } from './render.js';
import { restoreGame, saveGame } from './save.js';
import { SOUNDS } from './sounds.js';
import { makeState } from './state.js';

const SLOW_FRAME = 24; // ms
const MAX_SLOW_FRAMES = 90; // before the canvas gets fewer pixels
const WON_SECONDS = 1; // before a jump leads to the next level

const KEYS =
    `<p><kbd>←</kbd> <kbd>→</kbd> run <kbd>Space</kbd> jump <kbd>↑</kbd> <kbd>↓</kbd> climb, dive; a gamepad plays, too</p>
<p><kbd>M</kbd> levels <kbd>Z</kbd> whole level <kbd>P</kbd> pause <kbd>O</kbd> a step <kbd>L</kbd> slow <kbd>R</kbd> anew <kbd>X</kbd> debug view <kbd>C</kbd> a cursor moved by keys; the wheel zooms; drag anything that moves</p>`;

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Page {
    canvas = /** @type {HTMLCanvasElement} */ (el('stage'));
    view = {
        debug: false,
        light: true,
        contacts: true,
        normals: true,
        bounds: false,
        layerColours: false,
        calm: false, // the user wants less motion
    };
    particles = new Particles();
    renderer = new Renderer(this.canvas, this.view);
    overlay = new Overlay(this.view, LAYERS);
    graphs = new Graphs(el('meter'));
    sound = new Sound(SOUNDS);
    actions = {
        pause: () => this.setPaused(!this.game.paused),
        step: () => {
            this.setPaused(true);
            stepGame(this.game);
        },
        slow: () => this.panel.setSpeed(this.game.speed <= 0.25 ? 1 : 0.2),
        reset: () => this.reset(),
        overview: () => {
            this.camera.overview = !this.camera.overview;
            this.panel.refreshOverview();
        },
    };
    frames = 0;
    cut = true; // the camera jumps to the player in the next frame
    last = performance.now();
    slowFrames = 0;

    wasPaused = false; // before the levels were shown
    wonSeconds = 0; // since the player went through the door
    explained = readProgress().explained; // what layers are to ghosts
    explains = false; // the table of layers is open for that, and time stands

    /** @param {import('./level.js').Level} level */
    constructor(level) {
        this.game = createGame(this.particles, level);
        this.camera = createCamera(this.canvas, level);
        this.pointer = new Pointer(this.canvas, this.camera, this.game);
        this.panel = new Panel(this.game, this.pointer, this.camera, this.view, this.actions);
        this.picker = new Picker((number) => this.enter(number), (open) => this.holdFor(open));
        this.hud = new Hud(this.game, this.actions.reset, () => this.next());
        this.timeline = this.makeTimeline();
        this.input = new Input(this.canvas, this.shortcuts(),
            (code, down) => this.pointer.key(code, down));
        this.game.announce = (name) => this.hear(name);
        this.show(level);
        listenToDevice(this.canvas, this.view, () => this.panel.layout());
        addEventListener('gamepadconnected', () => this.hud.welcomeGamepad());
        listenZoom(this.canvas, this.camera, this.pointer, () => this.panel.refreshOverview());
        document.addEventListener('visibilitychange', () => {
            this.last = performance.now();
        });
        this.panel.open(false);
        const page = this;
        this.playButton = new PlayButton(this.canvas, { get paused() {
            return page.game.paused;
        }, set: (paused) => page.setPaused(paused) });
    }

    /** The scene that a fork takes to the zoo. */
    forked() {
        const { camera: { height, scale, width, x, y }, game } = this;
        const [right, up] = [width / 2 / scale, height / 2 / scale];
        return { world: game.scene.world, title: 'The cave',
            view: { minX: x - right, maxX: x + right, minY: y - up, maxY: y + up } };
    }

    makeTimeline() {
        const { game } = this;
        return new Timeline({
            get world() {
                return game.scene.world;
            },
            get paused() {
                return game.paused;
            },
            save: () => saveGame(game),
            restore: (state) => restoreGame(game, state),
            prepare: async ({ level = 0 }) => {
                if (level !== game.scene.level.number) await this.enter(level);
            },
            renew: () => {
                this.reset();
                this.setPaused(false);
            },
            say: (text) => this.hud.say(text),
            changed: () => this.leap(),
            setPaused: (paused) => this.setPaused(paused),
        });
    }

    /** @returns {Record<string, () => void>} by KeyboardEvent.code */
    shortcuts() {
        const { actions, panel } = this;
        return {
            KeyP: actions.pause,
            KeyO: actions.step,
            KeyL: actions.slow,
            KeyR: actions.reset,
            KeyZ: actions.overview,
            KeyX: () => {
                this.view.debug = !this.view.debug;
                panel.refreshView();
            },
            KeyC: () => this.pointer.toggleKeyboard(),
            KeyM: () => this.picker.open(),
            Enter: () => {
                if (this.game.won) this.next();
            },
            Digit1: () => panel.setTool('grab'),
            Digit2: () => panel.setTool('box'),
            Digit3: () => panel.setTool('ball'),
            Digit4: () => panel.setTool('erase'),
        };
    }

    /** @param {boolean} paused */
    setPaused(paused) {
        this.game.paused = paused;
        if (!paused && this.explains) {
            this.explains = false;
            this.panel.open(false);
        }
        this.panel.refreshPause();
        this.playButton?.show();
    }

    /** Begins a level again, or another one. @param {import('./level.js').Level} [level] */
    reset(level = this.game.scene.level) {
        this.pointer.drop();
        resetGame(this.game, level);
        this.show(level);
    }

    /** All that follows from a new world. @param {import('./level.js').Level} level */
    show(level) {
        this.listenToWorld();
        this.timeline.watch();
        this.camera.level = level;
        this.panel.show(level);
        this.picker.show(level);
        this.hud.clear();
        resetZoom(this.camera);
        this.panel.refreshOverview();
        this.cut = true;
        this.wonSeconds = 0;
    }

    /** Loads a level and begins it. @param {number} number in LEVELS */
    async enter(number) {
        const level = await loadLevel(number);
        keepLevel(number);
        this.reset(level);
        this.hud.show(level);
        this.canvas.focus({ preventScroll: true });
    }

    /** The level after this one; after the last one the first. */
    next() {
        return this.enter((this.game.scene.level.number + 1) % LEVELS.length);
    }

    /** Time stands still while the levels are shown. @param {boolean} open */
    holdFor(open) {
        if (open) this.wasPaused = this.game.paused;
        this.setPaused(open || this.wasPaused);
    }

    /** @param {import('./game.js').Announcement} name */
    hear(name) {
        const { lit, playSeconds, scene } = this.game;
        if (name === 'won')
            this.hud.best = keepRun(scene.level.id, { seconds: playSeconds, lit,
                lanterns: scene.lanterns.length });
        if (name === 'switched') this.panel.refresh();
        this.hud.announce(name);
        this.sound.play(name);
    }

    /** The game has become what it was at another time. */
    leap() {
        this.pointer.drop();
        this.panel.refresh();
        this.hud.leap();
    }

    /** After the first catch: why a ghost could come through the wall. */
    explain() {
        this.explained = true;
        keepExplained();
        this.panel.explain();
        this.playButton.hold();
        this.explains = true;
    }

    /** Listens to a fresh world for what the drawing needs. */
    listenToWorld() {
        this.game.scene.world.on('contactEnd', (e) => {
            if (this.view.debug) this.overlay.remember(e.x, e.y);
        });
    }

    /** @param {number} now ms */
    frame(now) {
        const seconds = Math.max(0, Math.min(0.25, (now - this.last) / 1000));
        this.last = now;
        this.frames++;
        const worldSeconds = this.advance(seconds);
        this.draw(now / 1000, seconds, worldSeconds);
        const { game } = this;
        this.hud.update();
        this.timeline.update();
        this.graphs.add(seconds * 1000, game.stepMs, game.scene.world);
        this.adapt(seconds * 1000);
    }

    /**
     * Plays a frame, all but its drawing. @param {number} seconds real time since the last frame
     * @returns {number} how long that is in the world's time
     */
    advance(seconds) {
        const { game, input } = this;
        input.poll();
        this.pointer.update(seconds);
        this.wonSeconds = game.won && !game.paused ? this.wonSeconds + seconds : 0;
        if (this.wonSeconds > WON_SECONDS && input.takeJump(true)) void this.next();

        const caught = game.caughtTimer > 0;
        advanceGame(game, seconds, input);
        if (caught && game.caughtTimer === 0 && !this.explained) this.explain();
        const worldSeconds = game.paused ? 0 : Math.min(seconds, 0.1) * game.speed * game.moment;
        this.particles.embers(game.scene.lanterns, worldSeconds);
        // While the player is caught the world nearly stops; the sparks go on.
        this.particles.update(
            game.paused ? 0 : Math.max(worldSeconds, Math.min(seconds, 0.1) * 0.4),
        );

        this.moveCamera(seconds);
        return worldSeconds;
    }

    /** @param {number} seconds real time */
    moveCamera(seconds) {
        const { camera, game, panel } = this;
        camera.insetRight = panel.inset.right;
        camera.insetBottom = panel.inset.bottom;
        camera.insetLow = panel.inset.low;
        const { poses } = game.scene.world;
        const p = 4 * game.scene.player.slot;
        const far = Math.hypot(poses[p] - camera.x, poses[p + 1] - camera.y) > 40;
        follow(camera, poses[p], poses[p + 1], game.hero.facing, seconds, game.shake,
            this.cut || far);
        this.cut = false;
    }

    /** @param {number} time real seconds @param {number} seconds real time @param {number} worldSeconds */
    draw(time, seconds, worldSeconds) {
        const { camera, game, overlay, pointer, renderer, view } = this;
        const { scene } = game;
        renderer.draw(game, camera, time, worldSeconds);
        if (view.debug) overlay.draw(renderer.ctx, camera, scene, worldSeconds);
        const { hovered } = pointer;
        const show = hovered && (hovered.kind !== 'wall' || view.debug) ? hovered : null;
        const colour = LAYERS.find((layer) => layer.name === show?.layer)?.colour ?? '#fff';
        if (show && show.kind !== 'wall') overlay.frame(renderer.ctx, camera, scene, show, colour);
        pointer.draw(renderer.ctx);
        renderer.end(camera);
        this.hud.showCard(view.debug || game.paused ? show : null, camera.screenX(pointer.x),
            camera.screenY(pointer.y), camera, colour, seconds);
    }

    /** Lowers the canvas resolution on machines that cannot keep up. @param {number} ms */
    adapt(ms) {
        const { camera } = this;
        this.slowFrames = Math.max(0,
            Math.min(240, this.slowFrames + (ms > SLOW_FRAME && ms < 250 ? 1 : -1)));
        if (this.slowFrames > MAX_SLOW_FRAMES && camera.maxRatio > 1) {
            camera.maxRatio = camera.ratio > 1.5 ? 1.5 : 1;
            camera.measure();
            this.slowFrames = 0;
        }
    }
}

async function main() {
    const [level] = await Promise.all([loadLevel(readProgress().level), init()]);
    const page = new Page(level);
    Object.assign(globalThis, { mica: {
        get world() {
            return page.game.scene.world;
        },
        state: makeState(page),
        page,
        advance: (/** @type {number} */ seconds) => page.advance(seconds),
    } });
    requestAnimationFrame(function frame(now) {
        requestAnimationFrame(frame);
        try {
            page.frame(now);
        } catch (error) {
            if (!page.timeline.giveUp(error)) throw error;
        }
    });
    if (await page.timeline.open()) page.playButton.hold();
    else if (!page.hud.said) page.hud.show(level);
    page.canvas.focus({ preventScroll: true });
    addFork(() => page.forked(), (text) => {
        el('announce').textContent = text;
    });
    addLookButton(document.querySelector('.tools'));
    addHelp({ goal: 'Run and jump to the lanterns; when enough burn, go through the door.',
        keys: KEYS });
    addMute(page.sound);
    placeTools([el('guide'), /** @type {HTMLElement} */ (document.querySelector('.look'))]);
    el('veil').classList.add('gone');
}

main().catch((error) => {
    el('veil-text').textContent = `The demo could not start: ${error.message}`;
    throw error;
});

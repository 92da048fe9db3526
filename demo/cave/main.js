// The cave's page: starts the engine, creates the parts and runs the frame loop. A frame is input, game
// (fixed steps with interpolation), camera, drawing, words. Exposes globalThis.mica for tests and for the
// console: `world`, `state`, and `advance(seconds)`, which plays a frame without drawing it.

import { init } from '../../js/index.js';
import { createCamera, follow, resetZoom } from '../shared/camera.js';
import { addFork } from '../shared/fork.js';
import { Graphs } from '../shared/graphs.js';
import { Input } from '../shared/input.js';
import { addLookButton } from '../shared/look.js';
import { Overlay } from '../shared/overlay.js';
import { Timeline } from '../shared/timeline.js';
import { listenZoom } from '../shared/zoom.js';
import { advanceGame, createGame, resetGame, restoreGame, saveGame, stepGame } from './game.js';
import { Hud } from './hud.js';
import { Panel } from './panel.js';
import { Particles } from './particles.js';
import { Pointer } from './pointer.js';
import { Renderer } from './render.js';
import { LAYERS } from './scene.js';

const SLOW_FRAME = 24; // ms
const MOST_SLOW_FRAMES = 90; // before the canvas gets fewer pixels
const HINT_SECONDS = 4; // the hint stays this long after the first move

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Page {
    canvas = /** @type {HTMLCanvasElement} */ (el('stage'));
    view = {
        debug: false, light: true, contacts: true, normals: true, bounds: false, layerColours: false,
        calm: false, // the user wants less motion
    };
    particles = new Particles();
    game = createGame(this.particles);
    camera = createCamera(this.canvas, this.game.scene.level);
    renderer = new Renderer(this.canvas, this.game.scene.level, this.view);
    overlay = new Overlay(this.view, LAYERS);
    pointer = new Pointer(this.canvas, this.camera, this.game);
    graphs = new Graphs(el('meter'));
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
    panel = new Panel(this.game, this.pointer, this.camera, this.view, this.actions);
    hud = new Hud(this.game, this.actions.reset);
    timeline = this.makeTimeline();
    input = new Input(this.canvas, this.shortcuts(), (code, down) => this.pointer.key(code, down));
    frames = 0;
    cut = true; // the camera jumps to the player in the next frame
    last = performance.now();
    slowFrames = 0;
    hintSeconds = HINT_SECONDS;

    constructor() {
        this.game.announce = (name) => this.hud.announce(name);
        this.listenToWorld();
        this.timeline.watch();
        this.listenToDevice();
        listenZoom(this.canvas, this.camera, this.pointer, () => this.panel.refreshOverview());
        document.addEventListener('visibilitychange', () => { this.last = performance.now(); });
        this.panel.open(innerWidth > 1000 && innerHeight > 620);
    }

    /** What goes along to the zoo. */
    forked() {
        const { camera: { height, scale, width, x, y }, game } = this;
        const [right, up] = [width / 2 / scale, height / 2 / scale];
        return { world: game.scene.world, title: 'The cave', view: { minX: x - right, maxX: x + right, minY: y - up, maxY: y + up } };
    }

    makeTimeline() {
        const { game } = this;
        return new Timeline({
            get world() { return game.scene.world; },
            get paused() { return game.paused; },
            save: () => saveGame(game),
            restore: (state) => restoreGame(game, state),
            changed: () => this.leap(),
            setPaused: (paused) => this.setPaused(paused),
        });
    }

    /** @returns {Record<string, () => void>} by KeyboardEvent.code */
    shortcuts() {
        const { actions, panel } = this;
        return {
            KeyP: actions.pause, KeyO: actions.step, KeyL: actions.slow, KeyR: actions.reset, KeyZ: actions.overview,
            KeyX: () => {
                this.view.debug = !this.view.debug;
                panel.refreshView();
            },
            KeyC: () => this.pointer.toggleKeyboard(),
            Digit1: () => panel.setTool('grab'), Digit2: () => panel.setTool('box'),
            Digit3: () => panel.setTool('ball'), Digit4: () => panel.setTool('erase'),
        };
    }

    /** @param {boolean} paused */
    setPaused(paused) {
        this.game.paused = paused;
        this.panel.refreshPause();
    }

    reset() {
        this.pointer.drop();
        resetGame(this.game);
        this.listenToWorld();
        this.timeline.watch();
        this.panel.refresh();
        resetZoom(this.camera);
        this.panel.refreshOverview();
        this.cut = true;
    }

    /** The game has become what it was at another time. */
    leap() {
        this.pointer.drop();
        this.panel.refresh();
        this.hud.leap();
    }

    /** Listens to a fresh world for what the drawing needs. */
    listenToWorld() {
        this.game.scene.world.on('contactEnd', (e) => {
            if (this.view.debug) this.overlay.remember(e.x, e.y);
        });
    }

    /** Touch controls appear with a touch screen, or at the first touch on any other. */
    listenToDevice() {
        const stillness = matchMedia('(prefers-reduced-motion: reduce)');
        this.view.calm = stillness.matches;
        stillness.addEventListener('change', () => { this.view.calm = stillness.matches; });
        const { classList } = document.body;
        classList.toggle('touch', matchMedia('(pointer: coarse)').matches);
        addEventListener('pointerdown', (event) => {
            if (event.pointerType === 'touch' && !classList.contains('touch')) {
                classList.add('touch');
                this.panel.layout();
            }
            if (event.target === this.canvas) this.canvas.focus({ preventScroll: true });
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
        if (input.used && (this.hintSeconds -= seconds) < 0) this.hud.hideHint();
        this.pointer.update(seconds);

        advanceGame(game, seconds, input);
        const worldSeconds = game.paused ? 0 : Math.min(seconds, 0.1) * game.speed * game.moment;
        this.particles.embers(game.scene.lanterns, worldSeconds);
        // While the player is caught the world nearly stops; the sparks go on.
        this.particles.update(game.paused ? 0 : Math.max(worldSeconds, Math.min(seconds, 0.1) * 0.4));

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
        follow(camera, poses[p], poses[p + 1], game.hero.facing, seconds, game.shake, this.cut || far);
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
        this.hud.showCard(view.debug || game.paused ? show : null, camera.screenX(pointer.x), camera.screenY(pointer.y),
            camera, colour, seconds);
    }

    /** Lowers the canvas resolution on machines that cannot keep up. @param {number} ms */
    adapt(ms) {
        const { camera } = this;
        this.slowFrames = Math.max(0, Math.min(240, this.slowFrames + (ms > SLOW_FRAME && ms < 250 ? 1 : -1)));
        if (this.slowFrames > MOST_SLOW_FRAMES && camera.maxRatio > 1) {
            camera.maxRatio = camera.ratio > 1.5 ? 1.5 : 1;
            camera.measure();
            this.slowFrames = 0;
        }
    }
}

/** What tests and the console read. @param {Page} page */
function makeState(page) {
    const { camera, game, graphs, pointer, view } = page;
    return {
        get caught() { return game.caught; },
        get lit() { return game.lit; },
        get lanterns() { return game.scene.lanterns.length; },
        get falls() { return game.falls; },
        get won() { return game.won; },
        get paused() { return game.paused; },
        get player() { return game.scene.player.body; },
        get ghosts() { return game.scene.ghosts.map((ghost) => ghost.body); },
        get loose() { return game.scene.loose.map((thing) => thing.body); },
        get grounded() { return game.scene.player.body.mover?.grounded ?? false; },
        get made() { return pointer.made; },
        get held() { return pointer.held?.body ?? null; },
        get fps() { return graphs.fps; },
        get stepMs() { return graphs.stepMs; },
        get frame() { return page.frames; },
        game, camera, view, pointer,
    };
}

async function main() {
    await init();
    const page = new Page();
    Object.assign(globalThis, { mica: {
        get world() { return page.game.scene.world; },
        state: makeState(page),
        advance: (/** @type {number} */ seconds) => page.advance(seconds),
    } });
    requestAnimationFrame(function frame(now) {
        requestAnimationFrame(frame);
        page.frame(now);
    });
    if (await page.timeline.open()) page.setPaused(true);
    page.canvas.focus({ preventScroll: true });
    addFork(() => page.forked(), (text) => { el('announce').textContent = text; });
    addLookButton(document.querySelector('.tools'));
    el('veil').classList.add('gone');
}

main().catch((error) => {
    el('veil-text').textContent = `The demo could not start: ${error.message}`;
    throw error;
});

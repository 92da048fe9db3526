// The demo page: starts the engine, wires the modules together and runs the frame loop. A frame is
// input, game (fixed steps with interpolation), camera, drawing, words. Exposes globalThis.mica
// ({ world, state }) for tests and for the curious in the console.

import { init } from '../js/index.js';
import { LAYERS } from './scene.js';
import { advanceGame, createGame, resetGame, stepGame } from './game.js';
import { createCamera, followPlayer, resetZoom } from './camera.js';
import { createGraphs } from './graphs.js';
import { createHud } from './hud.js';
import { createInput } from './input.js';
import { createOverlay } from './overlay.js';
import { createPanel } from './panel.js';
import { createParticles } from './particles.js';
import { createPointer } from './pointer.js';
import { createRenderer } from './render.js';
import { listenZoom } from './zoom.js';

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function main() {
    await init();
    const canvas = /** @type {HTMLCanvasElement} */ (el('stage'));
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    const view = {
        debug: false, light: true, contacts: true, normals: true, bounds: false, layerColours: false,
        calm: stillness.matches,
    };
    stillness.addEventListener('change', () => { view.calm = stillness.matches; });

    const particles = createParticles();
    const game = createGame(particles);
    const camera = createCamera(canvas, game.scene.level);
    const renderer = createRenderer(canvas, game.scene.level, view);
    const overlay = createOverlay(view);
    const pointer = createPointer(canvas, camera, game);
    const graphs = createGraphs(el('meter'));
    let cut = true; // the camera jumps to the player in the next frame

    const actions = {
        pause() {
            game.paused = !game.paused;
            panel.refreshPause();
        },
        step() {
            game.paused = true;
            panel.refreshPause();
            stepGame(game);
        },
        slow: () => panel.setSpeed(game.speed <= 0.25 ? 1 : 0.2),
        reset() {
            pointer.drop();
            resetGame(game);
            listen();
            panel.refresh();
            resetZoom(camera);
            panel.refreshOverview();
            cut = true;
        },
        overview() {
            camera.overview = !camera.overview;
            panel.refreshOverview();
        },
    };
    /** @param {'debug'|'light'|'contacts'|'layerColours'} key */
    const flip = (key) => () => {
        view[key] = !view[key];
        panel.refreshView();
    };
    const panel = createPanel(game, pointer, camera, view, actions);
    const hud = createHud(game, actions.reset);
    game.announce = hud.announce;
    const input = createInput(canvas, {
        KeyP: actions.pause, KeyO: actions.step, KeyL: actions.slow, KeyR: actions.reset, KeyX: flip('debug'),
        KeyZ: actions.overview, KeyC: pointer.toggleKeyboard,
        Digit1: () => panel.setTool('grab'), Digit2: () => panel.setTool('box'),
        Digit3: () => panel.setTool('ball'), Digit4: () => panel.setTool('erase'),
    }, pointer.key);

    /** Events the drawing wants, from a fresh world. */
    function listen() {
        game.scene.world.on('contactEnd', (e) => {
            if (view.debug) overlay.remember(e.x, e.y);
        });
    }
    listen();

    // Touch controls appear with a touch screen, or at the first touch on any other.
    const coarse = matchMedia('(pointer: coarse)').matches;
    document.body.classList.toggle('touch', coarse);
    addEventListener('pointerdown', (event) => {
        if (event.pointerType === 'touch' && !document.body.classList.contains('touch')) {
            document.body.classList.add('touch');
            panel.layout();
        }
        if (event.target === canvas) canvas.focus({ preventScroll: true });
    });
    listenZoom(canvas, camera, pointer, panel.refreshOverview);
    document.addEventListener('visibilitychange', () => { last = performance.now(); });

    const state = {
        get caught() { return game.caught; },
        get lit() { return game.lit; },
        get lanterns() { return game.scene.lanterns.length; },
        get falls() { return game.falls; },
        get won() { return game.won; },
        get paused() { return game.paused; },
        get player() { return game.scene.player.body; },
        get ghosts() { return game.scene.ghosts.map((ghost) => ghost.body); },
        get loose() { return game.scene.loose.map((thing) => thing.body); },
        get grounded() { return game.control.grounded; },
        get made() { return pointer.made; },
        get held() { return pointer.held?.body ?? null; },
        get fps() { return graphs.fps; },
        get stepMs() { return graphs.stepMs; },
        frame: 0,
        game, camera, view, pointer,
    };
    Object.assign(globalThis, { mica: { get world() { return game.scene.world; }, state } });

    let last = performance.now();
    let slowFrames = 0;
    let hintSeconds = 4; // the hint stays this long after the first move

    /** Lowers the canvas resolution on machines that cannot keep up. @param {number} ms */
    function adapt(ms) {
        slowFrames = Math.max(0, Math.min(240, slowFrames + (ms > 24 && ms < 250 ? 1 : -1)));
        if (slowFrames > 90 && camera.maxRatio > 1) {
            camera.maxRatio = camera.ratio > 1.5 ? 1.5 : 1;
            camera.measure();
            slowFrames = 0;
        }
    }

    /** @param {number} now */
    function frame(now) {
        requestAnimationFrame(frame);
        const seconds = Math.max(0, Math.min(0.25, (now - last) / 1000));
        last = now;
        state.frame++;
        input.poll();
        if (input.used && (hintSeconds -= seconds) < 0) hud.hideHint();
        pointer.update(seconds);

        advanceGame(game, seconds, input);
        const { scene } = game;
        const worldSeconds = game.paused ? 0 : Math.min(seconds, 0.1) * game.speed * game.moment;
        particles.embers(scene.lanterns, worldSeconds);
        // The sparks of a catch fly on while the world all but stands still.
        particles.update(game.paused ? 0 : Math.max(worldSeconds, Math.min(seconds, 0.1) * 0.4));

        camera.insetRight = panel.inset.right;
        camera.insetBottom = panel.inset.bottom;
        camera.insetLow = panel.inset.low;
        const poses = scene.world.poses;
        const p = 4 * scene.player.slot;
        const far = Math.hypot(poses[p] - camera.x, poses[p + 1] - camera.y) > 40;
        followPlayer(camera, poses[p], poses[p + 1], game.control.facing, seconds, game.shake, cut || far);
        cut = false;

        renderer.draw(game, camera, now / 1000, worldSeconds);
        if (view.debug) overlay.draw(renderer.ctx, camera, scene, worldSeconds);
        const { hovered } = pointer;
        const show = hovered && (hovered.kind !== 'wall' || view.debug) ? hovered : null;
        const colour = LAYERS.find((layer) => layer.name === show?.layer)?.colour ?? '#fff';
        if (show && show.kind !== 'wall') overlay.frame(renderer.ctx, camera, scene, show, colour);
        pointer.draw(renderer.ctx);
        renderer.end(camera);
        hud.showCard(view.debug || game.paused ? show : null, camera.screenX(pointer.x), camera.screenY(pointer.y),
            camera, colour, seconds);
        hud.update();
        graphs.add(seconds * 1000, game.stepMs, scene.world);
        adapt(seconds * 1000);
    }

    panel.open(innerWidth > 1000 && innerHeight > 620);
    requestAnimationFrame(frame);
    canvas.focus({ preventScroll: true });
    el('veil').classList.add('gone');
}

main().catch((error) => {
    el('veil-text').textContent = `The demo could not start: ${error.message}`;
    throw error;
});

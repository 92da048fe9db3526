// Draws a frame: backdrop, stone, bodies, figures, then light over all, then glow. Called by main.js.
// Reads world.poses (interpolated x, y, cos, sin by body slot) straight from the engine's memory;
// never asks a body object where it is.

import { Backdrop } from './backdrop.js';
import { Light } from './light.js';
import { Stone } from './stone.js';
import { glowSprite } from './particles.js';
import { spriteOf } from './sprites.js';
import { createPlayerFigure, drawGhost, drawLantern, drawPlayer,
    movePlayerFigure } from './figures.js';
import { drawBefore, drawBehind, drawDoor, drawPrism } from './fixtures.js';
import { lanternsNeeded } from './game.js';

const AMBIENT = 'rgb(152, 156, 200)';
const TAU = Math.PI * 2;
/** Of prisms. @type {Record<string, string>} */
const LIGHTS = { topaz: '#ffab3d', azure: '#54c8ff', rose: '#ff8fb8' };

/** @param {string} kind @returns {kind is 'topaz' | 'azure'} */
const isVeil = (kind) => kind === 'topaz' || kind === 'azure';

/** The colour of the veils that the player passes, if it is one. @param {import('../../js/index.js').World} world */
function passedVeil({ layers }) {
    const [topaz, azure] = ['topaz', 'azure'].map((name) =>
        layers.response('player', name) !== 'solid'
    );
    return topaz === azure ? null : topaz ? 'topaz' : 'azure';
}

export class Renderer {
    #figure = createPlayerFigure();
    #backdrop = new Backdrop();
    /** @type {Stone | null} */ #stone = null;
    /** @type {import('./level.js').Level | null} */ #level = null;
    #light = new Light();
    #glow = {
        player: glowSprite('#ffbf6e', 128),
        ghost: glowSprite('#9c82ff', 128),
        angry: glowSprite('#ff6ad0', 128),
        lantern: glowSprite('#3fe0a0', 128),
        topaz: glowSprite('#ffab3d', 128),
        azure: glowSprite('#54c8ff', 128),
        rose: glowSprite('#ff8fb8', 128),
    };

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {{ light: boolean, calm: boolean, debug: boolean }} view calm: the user wants less motion
     */
    constructor(canvas, view) {
        this.view = view;
        this.ctx =
            /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    }

    /** The stone of the level that is played. @param {import('./level.js').Level} level */
    #stoneOf(level) {
        if (!this.#stone || this.#level !== level) this.#stone = new Stone(this.#level = level);
        return this.#stone;
    }

    /** @param {HTMLCanvasElement} sprite @param {number} sx @param {number} sy @param {number} size CSS pixels
     *  @param {number} alpha */
    #stamp(sprite, sx, sy, size, alpha) {
        this.ctx.globalAlpha = alpha;
        this.ctx.drawImage(sprite, sx - size / 2, sy - size / 2, size, size);
    }

    /**
     * @param {import('./scene.js').Scene} scene @param {import('../shared/camera.js').Camera} camera
     * @param {Float32Array} poses
     */
    #drawBodies(scene, camera, poses) {
        const resolution = camera.scale * camera.ratio > 76 ? 128 : 64;
        const k = camera.scale * camera.ratio / resolution;
        const ratio = camera.ratio;
        for (const thing of scene.things) {
            if (!thing) continue;
            if (thing.layer !== 'crate' && thing.kind !== 'lift' && thing.kind !== 'mill') continue;
            const i = 4 * thing.slot;
            const sx = camera.screenX(poses[i]);
            const sy = camera.screenY(poses[i + 1]);
            const reach = (thing.width + thing.height) * camera.scale;
            if (sx < -reach || sy < -reach || sx > camera.width + reach
                || sy > camera.height + reach) continue;
            const sprite = spriteOf(thing, resolution);
            const c = poses[i + 2] * k;
            const s = poses[i + 3] * k;
            this.ctx.setTransform(c, -s, s, c, sx * ratio, sy * ratio);
            this.ctx.drawImage(sprite, -sprite.width / 2, -sprite.height / 2);
        }
        this.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    /**
     * @param {import('./game.js').Game} game @param {import('../shared/camera.js').Camera} camera
     * @param {Float32Array} poses @param {number} time @param {number} px @param {number} py
     */
    #drawGhosts(game, camera, poses, time, px, py) {
        const { scene, minds } = game;
        const velocities = scene.world.velocities;
        for (let g = 0; g < scene.ghosts.length; g++) {
            const i = 4 * scene.ghosts[g].slot;
            const x = poses[i];
            const y = poses[i + 1];
            const dx = px - x;
            const dy = py - y;
            const d = Math.hypot(dx, dy) || 1;
            drawGhost(this.ctx, camera, x, y, velocities[i], velocities[i + 1], time + g * 1.3,
                minds.anger[g], minds.peace, dx / d, dy / d);
        }
    }

    /**
     * @param {import('./game.js').Game} game @param {import('../shared/camera.js').Camera} camera
     * @param {Float32Array} poses @param {number} px @param {number} py
     */
    #drawLight(game, camera, poses, px, py) {
        const { scene, minds } = game;
        this.#light.begin(camera);
        this.#light.lamp(camera, scene, poses, px, py + 0.25, 8.5, '#ffc27a', 0.95);
        for (const l of scene.lanterns) {
            if (l.glow > 0.01)
                this.#light.lamp(camera, scene, poses, l.homeX, l.homeY, 7.2, '#4dfaa4',
                    0.9 * l.glow);
        }
        this.#light.lamp(camera, scene, poses, scene.exit.homeX, scene.exit.homeY, 6, '#4dfaa4',
            0.8 * scene.exit.glow);
        for (const { kind, homeX, homeY, properties } of scene.fixtures) {
            if (kind === 'prism')
                this.#light.lamp(camera, null, poses, homeX, homeY, 2.6, LIGHTS[properties.colour],
                    0.7);
        }
        for (let g = 0; g < scene.ghosts.length; g++) {
            const i = 4 * scene.ghosts[g].slot;
            const colour = minds.peace ? '#7ff0d0' : minds.anger[g] > 0.5 ? '#e070e0' : '#8f78ff';
            this.#light.lamp(camera, null, poses, poses[i], poses[i + 1], 2.8, colour, 0.75);
        }
        this.#light.apply(this.ctx, AMBIENT, 0.16);
    }

    /**
     * Lanterns and ghosts, which no shadow darkens, with the this.#glow about them.
     * @param {import('./game.js').Game} game @param {import('../shared/camera.js').Camera} camera
     * @param {Float32Array} poses @param {number} time @param {number} px @param {number} py
     */
    #drawSpirits(game, camera, poses, time, px, py) {
        const { scene, minds } = game;
        this.ctx.globalCompositeOperation = 'lighter';
        this.#stamp(this.#glow.player, camera.screenX(px), camera.screenY(py + 0.15),
            3.6 * camera.scale, 0.2);
        for (const l of scene.lanterns) {
            if (l.glow <= 0.01) continue;
            this.#stamp(this.#glow.lantern, camera.screenX(l.homeX), camera.screenY(l.homeY),
                4.2 * camera.scale, 0.5 * l.glow);
        }
        const { exit } = scene;
        this.#stamp(this.#glow.lantern, camera.screenX(exit.homeX), camera.screenY(exit.homeY),
            6 * camera.scale, 0.6 * exit.glow);
        for (const { kind, homeX, homeY, properties } of scene.fixtures) {
            if (kind !== 'prism') continue;
            const colour = /** @type {'topaz' | 'azure' | 'rose'} */ (properties.colour);
            this.#stamp(this.#glow[colour], camera.screenX(homeX), camera.screenY(homeY),
                3 * camera.scale, 0.5);
        }
        this.ctx.globalAlpha = 1;
        this.ctx.globalCompositeOperation = 'source-over';
        for (const thing of scene.fixtures)
            if (thing.kind === 'prism') drawPrism(this.ctx, camera, thing, time);
        for (const l of scene.lanterns)
            drawLantern(this.ctx, camera, l.homeX, l.homeY, l.glow, time);
        this.#drawGhosts(game, camera, poses, time, px, py);
        this.ctx.globalCompositeOperation = 'lighter';
        for (let g = 0; g < scene.ghosts.length; g++) {
            const i = 4 * scene.ghosts[g].slot;
            const sprite = minds.peace
                ? this.#glow.lantern
                : minds.anger[g] > 0.5
                ? this.#glow.angry
                : this.#glow.ghost;
            this.#stamp(sprite, camera.screenX(poses[i]), camera.screenY(poses[i + 1]),
                2.7 * camera.scale, 0.42);
        }
        game.particles.draw(this.ctx, camera);
        this.ctx.globalAlpha = 1;
        this.ctx.globalCompositeOperation = 'source-over';
    }

    /** The caught moment: rings from the touch, a veil over the screen.
     *  @param {import('./game.js').Game} game @param {import('../shared/camera.js').Camera} camera */
    #drawCaught(game, camera) {
        if (game.flash <= 0) return;
        const sx = camera.screenX(game.caughtX);
        const sy = camera.screenY(game.caughtY);
        const t = 1 - game.flash;
        this.ctx.globalCompositeOperation = 'lighter';
        for (let ring = 0; ring < 3; ring++) {
            const r = (0.4 + t * (5 + ring * 2.4)) * camera.scale;
            this.ctx.strokeStyle = `rgba(200, 160, 255, ${
                (game.flash * (0.7 - ring * 0.2)).toFixed(3)
            })`;
            this.ctx.lineWidth = (1 - t) * 0.3 * camera.scale + 1;
            this.ctx.beginPath();
            this.ctx.arc(sx, sy, r, 0, TAU);
            this.ctx.stroke();
        }
        this.ctx.globalCompositeOperation = 'source-over';
        const veil = (this.view.calm ? 0.18 : 0.5) * game.flash * game.flash;
        this.ctx.fillStyle = `rgba(166, 120, 255, ${veil.toFixed(3)})`;
        this.ctx.fillRect(0, 0, camera.width, camera.height);
    }

    /**
     * @param {import('./game.js').Game} game @param {import('../shared/camera.js').Camera} camera
     * @param {number} time real seconds, for what only shimmers @param {number} seconds world time since last frame
     */
    draw(game, camera, time, seconds) {
        const { scene } = game;
        const poses = scene.world.poses;
        const { ratio } = camera;
        const p = 4 * scene.player.slot;
        const px = poses[p];
        const py = poses[p + 1];
        movePlayerFigure(this.#figure, px, py, scene.player.body.vy, game.hero, seconds);
        this.#easeGlows(game, seconds);

        if (!this.view.calm) {
            camera.x += camera.shakeX;
            camera.y += camera.shakeY;
        }
        this.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.#backdrop.draw(this.ctx, camera, this.view.calm ? 0 : time);
        this.#stoneOf(scene.level).draw(this.ctx, camera);
        drawDoor(this.ctx, camera, scene.exit, game.lit, lanternsNeeded(game), time);
        drawBehind(this.ctx, camera, scene.fixtures, time);
        this.#drawBodies(scene, camera, poses);
        if (this.view.light) this.#drawLight(game, camera, poses, px, py);
        const hidden = game.caughtTimer > 0 ? game.caughtTimer : 1;
        const blink = game.safe > 0 ? 0.55 + 0.35 * Math.sin(time * 14) : 1;
        drawPlayer(this.ctx, camera, this.#figure, px, py, Math.min(hidden, blink),
            passedVeil(scene.world));
        drawBefore(this.ctx, camera, scene.fixtures, time);
        this.#drawSpirits(game, camera, poses, time, px, py);
        this.#drawCaught(game, camera);
    }

    /** @param {import('./game.js').Game} game @param {number} seconds world time */
    #easeGlows(game, seconds) {
        const { exit, fixtures, lanterns, world } = game.scene;
        const ease = (/** @type {import('./scene.js').Thing} */ thing, /** @type {boolean} */ on,
            /** @type {number} */ rate) =>
        {
            thing.glow += (Number(on) - thing.glow) * Math.min(1, seconds * rate);
        };
        for (const lantern of lanterns) ease(lantern, lantern.lit, 3);
        ease(exit, game.lit >= lanternsNeeded(game), 2);
        for (const thing of fixtures)
            if (isVeil(thing.kind))
                ease(thing, world.layers.response('player', thing.kind) === 'solid', 9);
    }

    /** Takes the shake back, so that it never adds up. @param {import('../shared/camera.js').Camera} camera */
    end(camera) {
        if (this.view.calm) return;
        camera.x -= camera.shakeX;
        camera.y -= camera.shakeY;
    }
}

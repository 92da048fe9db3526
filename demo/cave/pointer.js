// Mouse, touch and keyboard cursor on the canvas: hover, grab and pull a body, draw a new box or ball,
// erase. Called by main.js (events, once a frame) and by game.js (pull, before every step).

import { Grab } from '../shared/grab.js';
import { addBall, addCrate, removeThing } from './scene.js';

const SMALLEST = 0.24; // metres
const LARGEST = 6;
const MAX_LOOSE = 400; // bodies
const CURSOR_SPEED = 9; // m/s

/** @typedef {'grab'|'box'|'ball'|'erase'} Tool */
/** @typedef {import('./scene.js').Thing} Thing */

/** Whether the pointer can take hold of a thing: crates, balls, ghosts and the player. @param {Thing} thing */
const isLoose = (thing) => thing.body.type === 'dynamic' || thing.kind === 'player';

/** A drawn size within what the game allows. @param {number} size */
const limit = (size) => Math.min(LARGEST, Math.max(SMALLEST, size));

export class Pointer {
    /** @type {Tool} */ tool = 'grab';
    x = 0; // world space
    y = 0;
    inside = false; // over the canvas
    down = false;
    /** @type {Thing | null} */ hovered = null;
    /** @type {Thing | null} */ held = null;
    drawing = false; // a box or ball
    keyboard = false; // the keyboard cursor is out
    made = 0; // boxes and balls drawn
    #grab = new Grab();
    #startX = 0; // of the drawing, world space
    #startY = 0;
    #id = -1; // of the pointer that is down
    #screenX = 0; // CSS pixels
    #screenY = 0;
    /** @type {Set<string>} arrow keys that move the keyboard cursor */
    #keys = new Set();

    /**
     * @param {HTMLCanvasElement} canvas @param {import('../shared/camera.js').Camera} camera
     * @param {import('./game.js').Game} game
     */
    constructor(canvas, camera, game) {
        this.canvas = canvas;
        this.camera = camera;
        this.game = game;
        game.beforeStep = () => this.#grab.pull(this.x, this.y);
        this.#listen();
    }

    #listen() {
        const { canvas } = this;
        canvas.addEventListener('pointerdown', (event) => {
            if (this.#id !== -1 || event.button !== 0) return;
            this.#id = event.pointerId;
            canvas.setPointerCapture(event.pointerId);
            this.#locate(event);
            this.#press();
        });
        canvas.addEventListener('pointermove', (event) => {
            if (this.#id !== -1 && event.pointerId !== this.#id) return;
            this.#locate(event);
            if (this.down && this.tool === 'erase') this.#erase();
        });
        for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
            canvas.addEventListener(end, (event) => {
                if (event.pointerId !== this.#id) return;
                this.#id = -1;
                if (end === 'pointerup') this.#release();
                else this.drop();
                if (event.pointerType !== 'mouse') this.inside = false;
            });
        }
        canvas.addEventListener('pointerleave', () => {
            if (this.#id === -1) this.inside = false;
        });
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    }

    /** @param {PointerEvent} event */
    #locate(event) {
        const box = this.canvas.getBoundingClientRect();
        this.#screenX = event.clientX - box.left;
        this.#screenY = event.clientY - box.top;
        this.inside = true;
        this.keyboard = false;
        this.#place();
    }

    #place() {
        this.x = this.camera.worldX(this.#screenX);
        this.y = this.camera.worldY(this.#screenY);
    }

    /** The thing at the pointer, a loose one first. @param {number} slack metres @param {boolean} any static and kinematic too */
    #pick(slack, any) {
        const { world, owners } = this.game.scene;
        let best = null;
        for (const collider of world.overlapPoint(this.x, this.y, { slack })) {
            const thing = owners[collider.index];
            if (!thing) continue;
            const loose = isLoose(thing);
            if (!loose && !any) continue;
            if (!best || (loose && !isLoose(best))) best = thing;
        }
        return best;
    }

    #press() {
        this.down = true;
        if (this.tool === 'grab') {
            this.held = this.#pick(this.#keys.size || this.keyboard ? 0.1 : 0.15, false);
            if (this.held) this.#grab.grab(this.held.body, this.x, this.y);
        } else if (this.tool === 'erase') {
            this.#erase();
        } else {
            this.drawing = true;
            this.#startX = this.x;
            this.#startY = this.y;
        }
    }

    #erase() {
        const thing = this.#pick(0.1, false);
        if (thing?.kind !== 'crate' && thing?.kind !== 'ball') return;
        this.game.particles.burst(thing.body.x, thing.body.y, 18, 3, 'dust');
        if (this.hovered === thing) this.hovered = null;
        removeThing(this.game.scene, thing);
    }

    #release() {
        if (this.drawing) this.#finishDrawing();
        this.#end();
    }

    /** Releases all grabbed bodies and drops a half-drawn shape. */
    drop() {
        this.#end();
        this.hovered = null;
    }

    #end() {
        this.down = false;
        this.held = null;
        this.drawing = false;
        this.#grab.release();
    }

    /** Makes the box or ball that was drawn; a tap makes one of a usual size. */
    #finishDrawing() {
        const { scene } = this.game;
        if (scene.loose.length >= MAX_LOOSE) return;
        const w = Math.abs(this.x - this.#startX);
        const h = Math.abs(this.y - this.#startY);
        if (this.tool === 'ball') {
            const r = Math.hypot(w, h);
            addBall(scene, this.#startX, this.#startY,
                r < SMALLEST / 2 ? 0.4 : Math.min(LARGEST / 2, limit(r)));
        } else if (Math.max(w, h) < SMALLEST) {
            addCrate(scene, this.x, this.y, 0.8, 0.8);
        } else {
            addCrate(scene, (this.x + this.#startX) / 2, (this.y + this.#startY) / 2, limit(w),
                limit(h));
        }
        this.made++;
    }

    /** Shows or hides the keyboard cursor. */
    toggleKeyboard() {
        this.keyboard = !this.keyboard;
        this.#keys.clear();
        if (this.keyboard) {
            const { body } = this.game.scene.player;
            this.x = body.x + 1.5;
            this.y = body.y + 1;
        } else {
            this.drop();
        }
    }

    /** Keys while the keyboard cursor is out; true if taken. @param {string} code @param {boolean} isDown */
    key(code, isDown) {
        if (!this.keyboard) return false;
        if (code === 'Escape' && isDown) {
            this.toggleKeyboard();
        } else if (code === 'Enter') {
            if (isDown && !this.down) this.#press();
            else if (isDown) this.#release();
        } else if (code.startsWith('Arrow')) {
            if (isDown) this.#keys.add(code);
            else this.#keys.delete(code);
        } else {
            return false;
        }
        return true;
    }

    /** Once a frame. @param {number} seconds real time */
    update(seconds) {
        if (this.keyboard) {
            const held = (/** @type {string} */ key) => (this.#keys.has(`Arrow${key}`) ? 1 : 0);
            this.x += (held('Right') - held('Left')) * CURSOR_SPEED * seconds;
            this.y += (held('Up') - held('Down')) * CURSOR_SPEED * seconds;
            this.inside = true;
        } else if (this.inside) {
            this.#place(); // the camera has moved
        }
        this.hovered = this.held ?? (this.inside && !this.drawing ? this.#pick(0.02, true) : null);
        this.canvas.style.cursor = this.held
            ? 'grabbing'
            : this.tool === 'box' || this.tool === 'ball'
            ? 'crosshair'
            : this.hovered && isLoose(this.hovered)
            ? 'grab'
            : 'default';
    }

    /** The line to the held body, the preview of a drawing, and the keyboard cursor. @param {CanvasRenderingContext2D} ctx */
    draw(ctx) {
        this.#grab.draw(ctx, this.camera, this.x, this.y);
        if (this.drawing) this.#drawPreview(ctx);
        if (this.keyboard) this.#drawCursor(ctx);
    }

    /** @param {CanvasRenderingContext2D} ctx */
    #drawPreview(ctx) {
        const { camera } = this;
        const x0 = camera.screenX(this.#startX);
        const y0 = camera.screenY(this.#startY);
        const w = camera.screenX(this.x) - x0;
        const h = camera.screenY(this.y) - y0;
        ctx.beginPath();
        if (this.tool === 'box') ctx.rect(x0, y0, w, h);
        else ctx.arc(x0, y0, Math.hypot(w, h), 0, Math.PI * 2);
        ctx.fillStyle = 'rgba(255, 176, 150, 0.25)';
        ctx.fill();
        ctx.strokeStyle = '#ffd2c2';
        ctx.lineWidth = 2;
        ctx.stroke();
    }

    /** @param {CanvasRenderingContext2D} ctx */
    #drawCursor(ctx) {
        const sx = this.camera.screenX(this.x);
        const sy = this.camera.screenY(this.y);
        ctx.strokeStyle = '#ffffff';
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.arc(sx, sy, 9, 0, Math.PI * 2);
        for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            ctx.moveTo(sx + 15 * dx, sy + 15 * dy);
            ctx.lineTo(sx + 4 * dx, sy + 4 * dy);
        }
        ctx.stroke();
    }
}

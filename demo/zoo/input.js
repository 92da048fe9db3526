// Mouse, fingers and keys on the canvas: one pointer works with the tool, two move and zoom the view, the wheel zooms, and the arrow
// keys lead a cursor that presses and releases by Enter. Called by main.js.
import { capture } from '../shared/cursor.js';

/** @typedef {import('./builder.js').Builder} Builder @typedef {import('./zoo.js').Zoo} Zoo @typedef {import('./shapes.js').Point} Point */

const MOUSE = 9; // CSS pixels that count as under a mouse
const FINGER = 20;
const KEY = 0.25; // metres, a step of the cursor
const WIDEST = 400; // metres
const NARROWEST = 1.5;

export class Input {
    /** Where the pointers are, CSS pixels. @type {Map<number, Point>} */
    #down = new Map();
    #panning = false;

    /**
     * @param {Zoo} zoo @param {Builder} builder @param {HTMLCanvasElement} canvas
     * @param {{ scale: number, toWorld: (x: number, y: number) => [number, number] }} camera
     * @param {() => boolean} taken whether the arrow keys move the cursor that all pages have
     */
    constructor(zoo, builder, canvas, camera, taken) {
        this.zoo = zoo;
        this.builder = builder;
        this.canvas = canvas;
        this.camera = camera;
        this.taken = taken;
        canvas.addEventListener('pointerdown', (event) => this.#press(event));
        canvas.addEventListener('pointermove', (event) => this.#move(event));
        for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
            canvas.addEventListener(end, (event) => this.#release(event));
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            this.zoom(Math.exp(event.deltaY * 0.0014),
                this.camera.toWorld(event.clientX, event.clientY));
        }, { passive: false });
        canvas.addEventListener('keydown', (event) => this.#key(event));
        addEventListener('blur', () => this.#end());
    }

    /** Zooms about a point of the world. @param {number} factor above 1: sees more @param {Point} [about] */
    zoom(factor, about) {
        const { view } = this.zoo;
        const [x, y] = about ?? [(view.minX + view.maxX) / 2, (view.minY + view.maxY) / 2];
        const wide = view.maxX - view.minX;
        const times = Math.min(WIDEST / wide, Math.max(NARROWEST / wide, factor));
        this.zoo.view = { minX: x + (view.minX - x) * times, maxX: x + (view.maxX - x) * times,
            minY: y + (view.minY - y) * times, maxY: y + (view.maxY - y) * times };
    }

    /** Moves the view. @param {number} dx @param {number} dy metres */
    pan(dx, dy) {
        const { view } = this.zoo;
        this.zoo.view = { minX: view.minX + dx, maxX: view.maxX + dx, minY: view.minY + dy,
            maxY: view.maxY + dy };
    }

    #end() {
        this.#down.clear();
        this.#panning = false;
        this.builder.cancel();
    }

    /** @param {PointerEvent} event */
    #press(event) {
        const { button, clientX, clientY, pointerId, pointerType } = event;
        const { builder, camera, canvas, zoo } = this;
        zoo.cursor = null;
        capture(canvas, event);
        this.#down.set(pointerId, [clientX, clientY]);
        if (this.#down.size > 1) {
            builder.cancel();
            this.#panning = true;
            return;
        }
        this.#panning = button !== 0
            || builder.press(camera.toWorld(clientX, clientY),
                    (pointerType === 'touch' ? FINGER : MOUSE) / camera.scale) === 'view';
    }

    /** @param {PointerEvent} event */
    #move({ clientX, clientY, pointerId }) {
        const { builder, camera } = this;
        const before = this.#down.get(pointerId);
        if (!before) return;
        const was = this.#spread();
        this.#down.set(pointerId, [clientX, clientY]);
        if (!this.#panning) {
            builder.drag(camera.toWorld(clientX, clientY));
            return;
        }
        if (this.#down.size === 1) builder.drag(camera.toWorld(clientX, clientY));
        const part = 1 / this.#down.size / camera.scale;
        this.pan((before[0] - clientX) * part, (clientY - before[1]) * part);
        if (this.#down.size !== 2) return;
        const [a, b] = [...this.#down.values()];
        this.zoom(was / this.#spread(), camera.toWorld((a[0] + b[0]) / 2, (a[1] + b[1]) / 2));
    }

    /** How far two fingers are apart. */
    #spread() {
        const [a, b] = this.#down.values();
        return b ? Math.max(20, Math.hypot(a[0] - b[0], a[1] - b[1])) : 1;
    }

    /** @param {PointerEvent} event */
    #release({ clientX, clientY, pointerId, type }) {
        if (!this.#down.delete(pointerId)) return;
        if (type === 'pointercancel') this.builder.cancel();
        else if (this.#down.size === 0 && this.builder.gesture)
            this.builder.release(this.camera.toWorld(clientX, clientY));
        if (this.#down.size === 0) this.#panning = false;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { builder, zoo } = this;
        if (event.ctrlKey || event.metaKey || event.altKey || this.taken()) return;
        const way =
            /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0],
                ArrowUp: [0, 1], ArrowDown: [0, -1] })[event.code];
        if (way) {
            event.preventDefault();
            const step = event.shiftKey ? 4 * KEY : KEY;
            const { view } = zoo;
            const middle = [(view.minX + view.maxX) / 2, (view.minY + view.maxY) / 2].map((value) =>
                Math.round(value / KEY) * KEY
            );
            const [x, y] = zoo.cursor ?? middle;
            zoo.cursor = zoo.cursor ? [x + step * way[0], y + step * way[1]] : [x, y];
            builder.drag(zoo.cursor);
            this.#follow(zoo.cursor);
            this.#tell();
        } else if (event.code === 'Enter' || event.code === 'Space') {
            event.preventDefault();
            if (event.repeat || !zoo.cursor) return;
            if (builder.gesture) builder.release(zoo.cursor);
            else builder.press(zoo.cursor, 0.6 * KEY);
        } else if (event.code === 'Escape') {
            if (builder.gesture) builder.cancel();
            else zoo.select(null);
        }
    }

    /** Keeps the cursor in the picture. @param {Point} cursor */
    #follow([x, y]) {
        const { minX, minY, maxX, maxY } = this.zoo.view;
        this.pan(Math.min(0, x - minX - 0.5) + Math.max(0, x - maxX + 0.5),
            Math.min(0, y - minY - 0.5) + Math.max(0, y - maxY + 0.5));
    }

    /** Says where the cursor is. */
    #tell() {
        const { builder, zoo } = this;
        const [x, y] = /** @type {Point} */ (zoo.cursor);
        const [body] = builder.bodiesAt(x, y);
        const look = body ? zoo.outlines.of(zoo.world)[body.index]?.look.name : undefined;
        zoo.say(
            `${x}, ${y} m${
                body ? `: ${body.type} body${look ? `, ${look.toLowerCase()}` : ''}` : ''
            }`,
        );
    }
}

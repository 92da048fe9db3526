// Edits the level that is shown, while time stands: a press on an item drags it, a press elsewhere adds one. Every change is kept in the
// browser. editor-sheet.js has the buttons. Called by main.js.
import { capture } from '../shared/cursor.js';
import { paintMarks } from './editor-marks.js';
import { EditorSheet } from './editor-sheet.js';
import { keepLevel } from './kept.js';
import { BLOCKS, TARGETS } from './materials.js';
import { FIELD, MOST, isJoint } from './level.js';
import { shareLevel } from './links.js';

const MAX_UNDONE = 80;
const GRID = 0.05; // metres
const NEAR = 0.2; // metres from which an item snaps onto what is under it
const OFF = 4; // metres from the sling: what is dragged nearer is gone
const [THIN, LONG] = [0.15, 8]; // metres
const TURN = 15; // degrees
const MATERIALS = [...BLOCKS, 'rock'];
/** What a press adds: width, height, angle and more. @type {Record<string, number[]>} */
const FIRST = { glass: [0.26, 1.4], wood: [1.8, 0.3], stone: [0.9, 0.6], rock: [1, 1.6],
    dome: [0.9, 0.78], cube: [0.84, 0.84], cone: [0.86, 0.86], rope: [0.1, 1.6], pivot: [0.3, 0.3],
    lift: [1.6, 0.3, 90, 3] };

/** @typedef {import('./level.js').Level} Level @typedef {import('./level.js').Item} Item */

/** @param {number} value */
const onGrid = (value) => Math.round(Math.round(value / GRID) * GRID * 1000) / 1000;
/** @param {number} value @param {number} from @param {number} to */
const within = (value, from, to) => Math.max(from, Math.min(to, value));

export class Editor {
    on = false;
    /** @type {Level} */ level = { name: 'Your level', shots: 3, items: [] };
    /** The item that is chosen, -1 for none. */ chosen = -1;
    /** What a press on a free place adds. */ tool = 'wood';
    #held = false;
    #offset = [0, 0];
    /** Levels before each change, the last one at the end. @type {string[]} */ #before = [];
    #sheet = new EditorSheet(this);

    /** @param {{ game: () => import('./game.js').Game, begin: (level: Level) => void, say: (text: string) => void }} does `begin` shows a level, which plays while the editor is off */
    constructor(does) {
        this.does = does;
    }

    /** @returns {Item | undefined} */
    get item() {
        return this.level.items[this.chosen];
    }

    /** Begins to edit the level that is shown, or tries what has been edited. */
    turn() {
        const { level, number } = this.does.game();
        this.on = !this.on;
        document.body.classList.toggle('editing', this.on);
        this.chosen = -1;
        if (this.on) {
            this.#before.length = 0;
            this.level = structuredClone(level);
            if (number >= 0) this.level.name = `${level.name}, yours`;
        }
        this.does.begin(this.level);
        this.#sheet.show();
    }

    /** Leaves without trying. */
    leave() {
        this.on = false;
        document.body.classList.remove('editing');
        this.#sheet.show();
    }

    /** Shows and keeps what has been changed. @param {string} before the level before it */
    #changed(before) {
        this.#before.push(before);
        if (this.#before.length > MAX_UNDONE) this.#before.shift();
        this.#show();
    }

    #show() {
        this.does.begin(structuredClone(this.level));
        if (!keepLevel(this.level))
            this.does.say('The browser keeps nothing: share the level to have it again.');
        this.#sheet.show();
    }

    undo() {
        const before = this.#before.pop();
        if (!before) return;
        this.level = JSON.parse(before);
        this.chosen = -1;
        this.#show();
    }

    /** Changes the level by a function, which returns false where nothing is to be changed. @param {() => boolean | void} change */
    change(change) {
        const before = JSON.stringify(this.level);
        if (change() !== false && JSON.stringify(this.level) !== before) this.#changed(before);
    }

    // ------------------------------------------------------------------------------------------ what buttons do

    /** Makes the chosen item wider or higher. @param {number} wide metres @param {number} high metres */
    size(wide, high) {
        const { item } = this;
        if (!item) return;
        this.change(() => {
            item[3] = onGrid(within(item[3] + wide, THIN, LONG));
            item[4] = onGrid(within(item[4] + high, THIN, LONG));
            if (TARGETS.includes(item[0])) {
                const size = within(item[wide === 0 ? 4 : 3], 0.4, 1.6);
                const [width, height] = FIRST[item[0]];
                [item[3], item[4]] = [onGrid(size), onGrid(size * height / width)];
            }
            item[2] = onGrid(Math.max(item[2], this.#floor(item)));
            this.#land();
        });
    }

    /** Turns the chosen item. @param {number} steps */
    rotate(steps) {
        const { item } = this;
        if (!item) return;
        this.change(() => {
            item[5] = ((item[5] ?? 0) + TURN * steps) % 360;
        });
    }

    /** The next material, form of the top, or length of the way of a lift. @param {'material' | 'form'} what */
    next(what) {
        const { item } = this;
        if (!item) return;
        const list = what === 'material' ? (TARGETS.includes(item[0]) ? TARGETS : MATERIALS) : [];
        this.change(() => {
            if (list.includes(item[0])) item[0] = list[(list.indexOf(item[0]) + 1) % list.length];
            else if (what === 'form' && MATERIALS.includes(item[0])) {
                const more = item[6] ?? 1;
                item[5] ??= 0;
                item[6] = more > 0.9 ? 0.6 : more > 0.3 ? 0 : 1;
            } else if (what === 'form' && item[0] === 'lift') item[6] = (item[6] ?? 1) % 6 + 1;
            else return false;
        });
    }

    copy() {
        const { item, level: { items } } = this;
        if (!item || this.#isFull()) return;
        this.change(() => {
            const [kind, x, y, ...rest] = item;
            items.push([kind, onGrid(within(x + 0.4, FIELD.minX, FIELD.maxX)), onGrid(y + 0.4),
                ...rest]);
            this.chosen = items.length - 1;
        });
    }

    remove() {
        if (!this.item) return;
        this.change(() => {
            this.level.items.splice(this.chosen, 1);
            this.chosen = -1;
        });
    }

    clear() {
        this.change(() => {
            this.level.items = [];
            this.chosen = -1;
        });
    }

    shots() {
        this.change(() => {
            this.level.shots = this.level.shots % 6 + 1;
        });
    }

    async share() {
        this.does.say(await shareLevel(this.level));
    }

    #isFull() {
        const is = this.level.items.length >= MOST;
        if (is) this.does.say(`A level has at most ${MOST} items.`);
        return is;
    }

    // ------------------------------------------------------------------------------------------ the pointer

    /** The lowest that an item can be, if it does not lean. @param {Item} item */
    #floor([kind, , , , height, angle = 0]) {
        return kind === 'pivot' || kind === 'rope' || angle % 180 !== 0 ? 0.1 : height / 2;
    }

    /** The item at a place: the last of those that lie there. @param {number} x @param {number} y */
    #at(x, y) {
        const { bodies, world } = this.does.game();
        const near = this.level.items.findLastIndex((item) =>
            isJoint(item) && Math.hypot(item[1] - x, item[2] - y) < 0.25
        );
        if (near >= 0) return near;
        const found = world.overlapShape({ shape: 'circle', radius: 0.12 }, { position: [x, y] });
        return bodies.findLastIndex((body) => body && found.some((each) => each.body === body));
    }

    /** @param {number} x @param {number} y metres */
    press(x, y) {
        const { items } = this.level;
        const before = JSON.stringify(this.level);
        this.chosen = this.#at(x, y);
        if (this.chosen < 0) {
            if (x < OFF || y < 0 || y > FIELD.maxY || x > FIELD.maxX) return this.#sheet.show();
            if (this.#isFull()) return;
            const [width, height, ...rest] = FIRST[this.tool];
            items.push(
                /** @type {Item} */ (/** @type {unknown} */ ([this.tool, onGrid(x), onGrid(y),
                    width, height, ...rest])),
            );
            this.chosen = items.length - 1;
            this.#land();
            this.#changed(before);
        }
        const [, itemX, itemY] = items[this.chosen];
        this.#held = true;
        this.#offset = [itemX - x, itemY - y];
        this.#start = JSON.stringify(this.level);
        this.#sheet.show();
    }

    #start = '';

    /** @param {number} x @param {number} y */
    drag(x, y) {
        const { item } = this;
        if (!this.#held || !item) return;
        item[1] = onGrid(within(x + this.#offset[0], FIELD.minX, FIELD.maxX));
        item[2] = onGrid(within(y + this.#offset[1], this.#floor(item), FIELD.maxY));
        const body = this.does.game().bodies[this.chosen];
        if (body?.alive) body.setTransform(item[1], item[2], body.angle);
    }

    release() {
        if (!this.#held || !this.item) return;
        this.#held = false;
        if (JSON.stringify(this.level) === this.#start) return;
        if (this.item[1] < OFF) {
            this.level.items.splice(this.chosen, 1);
            this.chosen = -1;
        } else this.#land();
        this.#changed(this.#start);
    }

    /** Sets the chosen item onto what is just under it, so that it stands still. */
    #land() {
        const { item } = this;
        if (!item || isJoint(item) || (item[5] ?? 0) % 180 !== 0 && item[0] !== 'lift') return;
        const [, x, y, width, height] = item;
        const tops = [0,
            ...this.level.items.filter((other) =>
                other !== item && !isJoint(other) && (other[5] ?? 0) % 180 === 0
                && Math.abs(other[1] - x) < (other[3] + width) / 2 - 0.01
            ).map((other) => other[2] + other[4] / 2)];
        const bottom = y - height / 2;
        const [top] = tops.sort((a, b) => Math.abs(a - bottom) - Math.abs(b - bottom));
        if (Math.abs(top - bottom) < NEAR) item[2] = Math.round(1e4 * (top + height / 2)) / 1e4;
    }

    /** Listens to the pointer on a canvas, and to keys. @param {HTMLCanvasElement} canvas @param {(x: number, y: number) => [number, number]} toWorld */
    listen(canvas, toWorld) {
        canvas.addEventListener('pointerdown', (event) => {
            if (!this.on || event.button > 0) return;
            capture(canvas, event);
            this.press(...toWorld(event.clientX, event.clientY));
        });
        canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
            if (this.on) this.drag(...toWorld(clientX, clientY));
        });
        for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
            canvas.addEventListener(end, () => this.on && this.release());
        addEventListener('keydown', ({ code, target }) => {
            if (!this.on || target !== canvas && target !== document.body) return;
            const [dx, dy] =
                { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
                    ArrowDown: [0, -1] }[code] ?? [0, 0];
            const { item } = this;
            if (item && (dx || dy))
                this.change(() => {
                    item[1] = onGrid(within(item[1] + GRID * dx, OFF, FIELD.maxX));
                    item[2] = onGrid(within(item[2] + GRID * dy, this.#floor(item), FIELD.maxY));
                });
            else if (code === 'Delete' || code === 'Backspace') this.remove();
            else if (code === 'BracketLeft' || code === 'BracketRight')
                this.rotate(code === 'BracketLeft' ? 1 : -1);
        });
    }

    /** @param {CanvasRenderingContext2D} ctx in metres, y up */
    paint(ctx) {
        paintMarks(ctx, this);
    }
}

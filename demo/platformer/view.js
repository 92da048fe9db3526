// Where the page looks: before the hero, as it runs; in the hall, at the hero and the boss. Called by main.js once a frame.
import { HITS } from './boss.js';
import { HALL, LEVEL, START } from './level.js';

const LEAD = 2.2; // m that it looks ahead
const CUT = 25; // m: from farther away it does not travel
const SHEET = 0.56; // of the height that the panel covers on phones

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Metres of the world that must be in the picture. */
function size() {
    if (innerHeight > innerWidth) return [10.5, 9];
    return innerHeight <= 520 ? [16, 7.6] : [19, 10.5];
}

export class View {
    zoom = 1;
    #x = START[0];
    #y = START[1];
    #lead = 0;
    #width = 19;
    #height = 10.5;
    #shake = 0;
    #cut = true;

    /** @param {HTMLCanvasElement} canvas zoomed by the wheel and by two fingers */
    listen(canvas) {
        const zoomBy = (/** @type {number} */ factor) => {
            this.zoom = Math.max(0.3, Math.min(2.4, this.zoom * factor));
        };
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            zoomBy(Math.exp(-event.deltaY * 0.0012));
        }, { passive: false });
        /** @type {Map<number, PointerEvent>} */
        const fingers = new Map();
        const spread = () => {
            const [a, b] = fingers.values();
            return Math.max(20, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
        };
        canvas.addEventListener('pointerdown', (event) => {
            if (event.pointerType === 'touch') fingers.set(event.pointerId, event);
        });
        canvas.addEventListener('pointermove', (event) => {
            if (!fingers.has(event.pointerId)) return;
            const before = fingers.size === 2 ? spread() : 0;
            fingers.set(event.pointerId, event);
            if (before > 0) zoomBy(spread() / before);
        });
        for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
            canvas.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
    }

    /** @param {number} strength metres */
    shake(strength) {
        if (!still.matches) this.#shake = Math.max(this.#shake, strength);
    }

    /** Next time, it does not travel. */
    cut() {
        this.#cut = true;
    }

    /** @param {import('./game.js').Game} game @param {number} seconds */
    follow({ boss, hero, mover, state, world }, seconds) {
        const i = 4 * mover.body.index;
        const [px, py] = [world.poses[i], world.poses[i + 1]];
        let [width, height] = size();
        this.#lead += (hero.facing * LEAD + 0.12 * mover.body.vx - this.#lead)
            * (1 - Math.exp(-2.2 * seconds));
        let [x, y] = [px + this.#lead, py + 0.14 * height];
        const inHall = px > HALL.x0 + 1 && px < HALL.x1;
        if (inHall && state.boss.hits < HITS) {
            const apart = Math.abs(boss.shell.x - px);
            const wanted = Math.max(width, Math.min(HALL.x1 - HALL.x0 + 2, apart + 8));
            height = Math.max(height, Math.min(13, 8.5 * wanted / width));
            width = Math.min(wanted, 2 * width);
            x = px + Math.max(-width / 4, Math.min(width / 4, (boss.shell.x - px) / 2));
        }
        if (inHall) y = HALL.y0 + Math.max(0.36 * height, Math.min(0.46 * height, py - HALL.y0));
        const cut = this.#cut || Math.hypot(x - this.#x, y - this.#y) > CUT;
        this.#cut = false;
        const ease = (/** @type {number} */ rate) => (cut ? 1 : 1 - Math.exp(-rate * seconds));
        this.#width += (width - this.#width) * ease(2);
        this.#height += (height - this.#height) * ease(2);
        this.#x += (x - this.#x) * ease(5);
        // A jump moves the picture little, a long fall takes it along.
        this.#y += (y - this.#y) * ease(mover.grounded ? 5 : mover.body.vy < -9 ? 7 : 2.5);
        this.#shake *= Math.exp(-7 * seconds);
    }

    /** What must be in the picture. @returns {import('../shared/stage.js').View} */
    see() {
        const [w, h] = [this.#width / this.zoom / 2, this.#height / this.zoom / 2];
        const x = Math.max(w - 0.5, Math.min(LEVEL.width + 0.5 - w, this.#x))
            + this.#shake * Math.sin(83 * this.#shake);
        // Thumbs and the open panel cover the lower part of a phone's picture.
        const tall = innerHeight > innerWidth;
        const metre = innerWidth / (2 * w);
        const covered = !tall ? 0 : document.getElementById('panel')?.dataset.open === 'true'
            ? SHEET * innerHeight + (document.body.classList.contains('touch') ? 90 : -68)
            : document.body.classList.contains('touch')
            ? 120
            : 0;
        const y = this.#y - covered / 2 / metre + this.#shake * Math.cos(71 * this.#shake);
        return { minX: x - w, maxX: x + w, minY: y - h, maxY: y + h };
    }
}

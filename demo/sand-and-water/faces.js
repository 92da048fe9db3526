// The faces of jellies: two eyes in the middle of each blob, over the canvas of matter. The upper byte of a particle's value says which blob
// it is of. Called by main.js.
const LEAST = 60; // particles of a blob that has a face
const IDS = 256;
const LOOK = 0.05; // parts of an eye by which it looks, for each m/s

/** @typedef {import('./things.js').Matter} Matter */

export class Faces {
    /** By blob: count, and sums of x, y, vx, vy. */ #sums = new Float64Array(5 * IDS);
    /** @type {(HTMLElement | undefined)[]} */ #faces = [];

    /** @param {HTMLElement} below the element that they lie over */
    constructor(below) {
        this.below = below;
    }

    /** @param {Matter} jelly @param {import('../../js/adapters/canvas.js').CanvasRenderer} renderer */
    show(jelly, renderer) {
        const sums = this.#sums.fill(0);
        const { count } = jelly;
        if (count > 0) {
            const { positions, velocities, values } = jelly;
            for (let i = 0; i < count; ++i) {
                const at = 5 * (values[i] >>> 24);
                sums[at]++;
                sums[at + 1] += positions[2 * i];
                sums[at + 2] += positions[2 * i + 1];
                sums[at + 3] += velocities[2 * i];
                sums[at + 4] += velocities[2 * i + 1];
            }
        }
        for (let id = 1; id < IDS; ++id) {
            const number = sums[5 * id];
            const face = this.#faces[id];
            if (number < LEAST) {
                if (face) face.hidden = true;
            } else
                this.#place(id, [...sums.subarray(5 * id + 1, 5 * id + 5)].map((sum) =>
                    sum / number
                ), Math.sqrt(number / LEAST), renderer);
        }
    }

    /**
     * @param {number} id @param {number[]} motion x, y, vx and vy @param {number} size
     * @param {import('../../js/adapters/canvas.js').CanvasRenderer} renderer
     */
    #place(id, [x, y, vx, vy], size, renderer) {
        let face = this.#faces[id];
        if (!face) {
            face = document.createElement('div');
            face.className = 'face';
            face.ariaHidden = 'true';
            face.style.animationDelay = `${-0.7 * id}s`;
            face.append(document.createElement('i'), document.createElement('i'));
            this.below.after(face);
            this.#faces[id] = face;
        }
        face.hidden = false;
        const [left, top] = renderer.toScreen(x, y);
        face.style.transform = `translate(${left}px, ${top}px) scale(${
            0.0042 * size * renderer.scale
        })`;
        const look = (/** @type {number} */ v) =>
            Math.max(-0.3, Math.min(0.3, LOOK * v)).toFixed(2);
        face.style.setProperty('--look', `${look(vx)}em ${-look(vy)}em`);
    }
}

// One run of a heap in one engine: plays it, times every step, and reads where its bodies are and how fast. Called by main.js.
import { explode } from '../../js/explosion.js';
import { World } from '../../js/index.js';
import { STEP, median, timeStep } from '../shared/peers.js';
import { makeMissile } from './scenes.js';

/** Steps from the start that are measured. */
export const MEASURED = 240;
const KEPT = 60; // steps whose median is shown while it runs

export class Run {
    /** x, y, cosine and sine of each body. @type {Float32Array} */ poses = new Float32Array(0);
    /** m/s of each body. */ speeds = new Float32Array(0);
    /** Milliseconds of the first steps. @type {number[]} */ measured = [];
    /** Milliseconds of the last steps. @type {number[]} */ recent = [];
    /** Somebody has dragged or struck: what follows is no longer the scene that others play. */ disturbed =
        false;
    #steps = 0;
    #read = -1;
    #before = new Float32Array(0);

    /** @param {string} name of the engine @param {import('../shared/peers.js').Engine} engine @param {import('./scenes.js').Heap} heap */
    constructor(name, engine, heap) {
        this.name = name;
        this.heap = heap;
        this.bodies = heap.spec.bodies.length;
        this.engineWorld = engine.create(heap.spec);
        const { mica } = this.engineWorld;
        // The stage keeps time by a world of Mica: this one, or an empty one whose steps are those of the other engine. A frame
        // that takes too long drops time, so that a slow engine does not stop the page.
        this.world = mica ?? new World({ maxSteps: 2 });
        if (mica) {
            let began = 0;
            mica.on('beforeStep', () => {
                began = performance.now();
            });
            mica.on('afterStep', () => this.#note(performance.now() - began));
        } else this.world.on('afterStep', () => this.#note(timeStep(this.engineWorld)));
    }

    /** @param {number} ms */
    #note(ms) {
        this.#steps++;
        this.recent.push(ms);
        if (this.recent.length > KEPT) this.recent.shift();
        if (!this.done) this.measured.push(ms);
    }

    /** Whether all is measured that will be. */
    get done() {
        return this.disturbed || this.measured.length === MEASURED;
    }

    /** Milliseconds a step, of the last second. */
    get now() {
        return median(this.recent);
    }

    /** Reads poses and speeds, for a picture. */
    read() {
        const { world, engineWorld, bodies } = this;
        if (engineWorld.mica) {
            const { poses, velocities } = world;
            this.poses = poses; // interpolated; a body's slot is its number
            if (this.speeds.length < bodies) this.speeds = new Float32Array(2 * bodies);
            for (let i = 0; i < bodies; i++)
                this.speeds[i] = Math.hypot(velocities[4 * i], velocities[4 * i + 1]);
            return;
        }
        if (this.#read === this.#steps) return;
        if (this.poses.length < 4 * bodies) {
            this.poses = new Float32Array(8 * bodies);
            this.#before = new Float32Array(8 * bodies);
            this.speeds = new Float32Array(2 * bodies);
            engineWorld.readPoses(this.poses);
        }
        this.#before.set(this.poses);
        engineWorld.readPoses(this.poses);
        const seconds = STEP * Math.max(1, this.#steps - this.#read);
        this.#read = this.#steps;
        for (let i = 0; i < 4 * bodies; i += 4) {
            this.speeds[i / 4] =
                Math.hypot(this.poses[i] - this.#before[i], this.poses[i + 1] - this.#before[i + 1])
                / seconds;
        }
    }

    /** Throws a ball at a pyramid; in Mica lets the others burst from below. */
    strike() {
        const { heap, engineWorld: { add, mica } } = this;
        this.disturbed = true;
        if (heap.name === 'Pyramid') {
            const missile = makeMissile(heap);
            const number = add(missile);
            heap.spec.bodies.push(missile);
            this.bodies = number + 1;
            if (number < heap.sizes.length)
                heap.sizes[number] = -/** @type {any} */ (missile.shapes[0]).radius;
        } else {
            const size = (heap.see.maxX - heap.see.minX) * 0.045;
            if (mica)
                explode(mica, {
                    position: [0, heap.see.minY * (heap.name === 'Washer' ? 0.6 : 0.55)],
                    radius: size * 4,
                    falloff: size * 4,
                    impulse: 4 + size,
                });
        }
    }

    /** Ends the engine's part of it; the stage ends its world. */
    end() {
        if (!this.engineWorld.mica) this.engineWorld.destroy();
    }
}

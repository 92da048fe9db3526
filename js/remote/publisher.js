// How a worker gives the page what it draws: one frame a batch, written into shared memory where the
// page allows it, else into a buffer that goes to the page and comes back. Used by worker-host.js.
import { frameBytes, makeShared, viewFrame, writeShared } from './frame.js';

/** @import { Body } from '../world/body.js' */
/** @import { World } from '../world/world.js' */
/** @import { Frame } from './frame.js' */
/** @import { Reply } from './messages.js' */

/** The frames of one page's world. */
export class Publisher {
    /** @type {World} */ #world;
    /** By the page's index. @type {(Body | undefined)[]} */ #bodies;
    /** Buffers that came back from the page. @type {ArrayBuffer[]} */ #spares = [];
    /** Bodies a new frame holds. */ #capacity = 256;
    #frames;
    #writer;
    #announced = false;

    /** @param {World} world @param {(Body | undefined)[]} bodies by the page's index @param {boolean} shared */
    constructor(world, bodies, shared) {
        this.#world = world;
        this.#bodies = bodies;
        this.#frames = shared ? makeShared(this.#capacity) : undefined;
        this.#writer = this.#frames && writeShared(this.#frames);
    }

    /** Takes a buffer back. @param {ArrayBuffer} buffer */
    give(buffer) {
        this.#spares.push(buffer);
    }

    /**
     * Writes the frame of a batch and names it in the reply.
     * @param {Reply} reply
     * @param {number} batch
     * @param {number} slots indices that the page has given out
     * @returns {ArrayBuffer[]} buffers that go with the reply
     */
    publish(reply, batch, slots) {
        while (this.#capacity < slots) this.#capacity *= 2;
        if (this.#frames && this.#writer) {
            if (this.#writer.back().capacity < slots) {
                this.#frames = makeShared(this.#capacity);
                this.#writer = writeShared(this.#frames);
                this.#announced = false;
            }
            this.#fill(this.#writer.back(), batch, slots);
            this.#writer.publish();
            if (!this.#announced) reply.shared = this.#frames;
            this.#announced = true;
            return [];
        }
        const bytes = frameBytes(this.#capacity);
        let spare = this.#spares.pop();
        while (spare && spare.byteLength < bytes) spare = this.#spares.pop();
        const buffer = spare ?? new ArrayBuffer(bytes);
        this.#fill(viewFrame(buffer), batch, slots);
        reply.frame = buffer;
        return [buffer];
    }

    /** @param {Frame} frame @param {number} batch @param {number} slots */
    #fill(frame, batch, slots) {
        const { poses, transforms, velocities, flags } = this.#world;
        frame.header[0] = batch;
        for (let index = 0; index < slots; ++index) {
            const body = this.#bodies[index];
            frame.flags[index] = body ? flags[body.index] : 0;
            if (!body) continue;
            const from = 4 * body.index;
            const to = 4 * index;
            for (let k = 0; k < 4; ++k) {
                frame.poses[to + k] = poses[from + k];
                frame.transforms[to + k] = transforms[from + k];
                frame.velocities[to + k] = velocities[from + k];
            }
        }
    }
}

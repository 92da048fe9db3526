// How a worker gives the page what it draws: one frame a batch, written into shared memory where the
// page allows it, else into a buffer that goes to the page and comes back. Used by js/remote/host.js.
import { MOVER_RECORD, slotOf } from '../wire/layout.js';
import { frameBytes, makeFrame, makeShared, writeShared } from './frame.js';

/** @import { World } from '../world/world.js' */
/** @import { Frame } from './frame.js' */
/** @import { Reply } from './messages.js' */
/** @import { Registry } from './registry.js' */

/** The frames of one page's world. */
export class Publisher {
    /** @type {World} */ #world;
    /** @type {Registry} */ #its;
    /** Buffers that came back from the page. @type {ArrayBuffer[]} */ #spares = [];
    /** Bodies a new frame holds. */ #capacity = 256;
    /** Movers a new frame holds. */ #moverCapacity = 0;
    #frames;
    #writer;
    #announced = false;

    /** @param {World} world @param {Registry} its the page's numbers of its objects @param {boolean} shared */
    constructor(world, its, shared) {
        this.#world = world;
        this.#its = its;
        this.#frames = shared ? makeShared(this.#capacity, 0) : undefined;
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
        const { count } = this.#world.moverStates;
        if (this.#moverCapacity < count) this.#moverCapacity = 2 * count;
        if (this.#frames && this.#writer) {
            if (this.#writer.back().capacity < slots || this.#writer.back().moverCapacity < count) {
                this.#frames = makeShared(this.#capacity, this.#moverCapacity);
                this.#writer = writeShared(this.#frames);
                this.#announced = false;
            }
            this.#fill(this.#writer.back(), batch, slots);
            this.#writer.publish();
            if (!this.#announced) reply.shared = this.#frames;
            this.#announced = true;
            return [];
        }
        const bytes = frameBytes(this.#capacity, this.#moverCapacity);
        let spare = this.#spares.pop();
        while (spare && spare.byteLength < bytes) spare = this.#spares.pop();
        const buffer = spare ?? new ArrayBuffer(bytes);
        this.#fill(makeFrame(buffer, this.#capacity, this.#moverCapacity), batch, slots);
        reply.frame = buffer;
        return [buffer];
    }

    /** @param {Frame} frame @param {number} batch @param {number} slots */
    #fill(frame, batch, slots) {
        const { poses, transforms, velocities, flags } = this.#world;
        frame.header[0] = batch;
        for (let index = 0; index < slots; ++index) {
            const body = this.#its.shown[index];
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
        this.#fillMovers(frame);
    }

    /** The states of movers, with indices and numbers of the page in the place of handles. @param {Frame} frame */
    #fillMovers({ header, moverWords }) {
        const { count, stride, u32 } = this.#world.moverStates;
        const { indices } = this.#its;
        header[1] = count;
        for (let i = 0; i < count * stride; ++i) moverWords[i] = u32[i];
        for (let at = 0; at < count * stride; at += stride) {
            moverWords[at + MOVER_RECORD.BODY] = indices[slotOf(u32[at + MOVER_RECORD.BODY])] + 1;
            const collider = u32[at + MOVER_RECORD.GROUND_COLLIDER];
            if (collider === 0) continue;
            moverWords[at + MOVER_RECORD.GROUND_COLLIDER] = this.#its.numberOfCollider(collider);
            moverWords[at + MOVER_RECORD.GROUND_BODY] =
                indices[slotOf(u32[at + MOVER_RECORD.GROUND_BODY])] + 1;
        }
    }
}

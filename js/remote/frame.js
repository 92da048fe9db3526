// How the poses of a world in a worker reach the page. A frame is one buffer with the views of one
// moment, by body index. Where memory can be shared there are three: the worker writes one, the
// page reads one, and the third changes hands by one atomic exchange, so neither waits and no frame
// is seen half written. Elsewhere frames are handed over with the messages and come back to be
// reused. Used by js/remote/link.js and js/remote/publisher.js.
import { MOVER_RECORD } from '../wire/layout.js';

/**
 * @typedef {object} Frame
 * @property {ArrayBuffer | SharedArrayBuffer} buffer
 * @property {number} capacity bodies that it holds
 * @property {number} moverCapacity movers that it holds
 * @property {Int32Array} header 0: the number of the last batch of commands that it shows, 1: how many movers there
 *     are, 2 and 3: the capacities
 * @property {Float32Array} poses
 * @property {Float32Array} transforms
 * @property {Float32Array} velocities
 * @property {Uint32Array} flags
 * @property {Float32Array} moverFloats records of movers, as MOVER_RECORD says, by the page's numbers
 * @property {Uint32Array} moverWords the same
 *
 * @typedef {{ control: SharedArrayBuffer, buffers: SharedArrayBuffer[] }} SharedFrames
 */

const HEADER_BYTES = 16;
const BODY_BYTES = 3 * 16 + 4;
const MOVER_BYTES = 4 * MOVER_RECORD.RECORD;

/** Bit of the control word: the frame in the middle was not read yet. */
const FRESH = 4;

/** @param {number} capacity bodies @param {number} moverCapacity */
export function frameBytes(capacity, moverCapacity) {
    return HEADER_BYTES + BODY_BYTES * capacity + MOVER_BYTES * moverCapacity;
}

/**
 * The views of a buffer that holds a frame.
 * @param {ArrayBuffer | SharedArrayBuffer} buffer
 * @returns {Frame}
 */
export function viewFrame(buffer) {
    const header = new Int32Array(buffer, 0, 4);
    const [, , capacity, moverCapacity] = header;
    const block = 16 * capacity;
    const movers = HEADER_BYTES + BODY_BYTES * capacity;
    return {
        buffer,
        capacity,
        moverCapacity,
        header,
        poses: new Float32Array(buffer, HEADER_BYTES, 4 * capacity),
        transforms: new Float32Array(buffer, HEADER_BYTES + block, 4 * capacity),
        velocities: new Float32Array(buffer, HEADER_BYTES + 2 * block, 4 * capacity),
        flags: new Uint32Array(buffer, HEADER_BYTES + 3 * block, capacity),
        moverFloats: new Float32Array(buffer, movers, MOVER_RECORD.RECORD * moverCapacity),
        moverWords: new Uint32Array(buffer, movers, MOVER_RECORD.RECORD * moverCapacity),
    };
}

/**
 * Makes a frame of a buffer that is large enough for it.
 * @param {ArrayBuffer | SharedArrayBuffer} buffer
 * @param {number} capacity
 * @param {number} moverCapacity
 */
export function makeFrame(buffer, capacity, moverCapacity) {
    new Int32Array(buffer).set([0, 0, capacity, moverCapacity]);
    return viewFrame(buffer);
}

/**
 * A larger frame with the same contents, in memory of this thread alone.
 * @param {Frame} frame
 * @param {number} capacity
 */
export function enlarged(frame, capacity) {
    const { moverCapacity } = frame;
    const larger = makeFrame(new ArrayBuffer(frameBytes(capacity, moverCapacity)), capacity,
        moverCapacity);
    larger.header.set(frame.header.subarray(0, 2));
    for (const view
        of /** @type {const} */ (['poses', 'transforms', 'velocities', 'flags', 'moverWords']))
        larger[view].set(frame[view]);
    return larger;
}

/**
 * Three shared frames; the worker makes them and sends the page their memory.
 * @param {number} capacity
 * @param {number} moverCapacity
 * @returns {SharedFrames}
 */
export function makeShared(capacity, moverCapacity) {
    const control = new SharedArrayBuffer(4);
    new Int32Array(control)[0] = 1;
    const buffers = [0, 1, 2].map(() => new SharedArrayBuffer(frameBytes(capacity, moverCapacity)));
    for (const buffer of buffers) makeFrame(buffer, capacity, moverCapacity);
    return { control, buffers };
}

/**
 * The worker's end: `back` is the frame to fill, `publish` gives it away and takes another.
 * @param {SharedFrames} shared
 */
export function writeShared({ control, buffers }) {
    const word = new Int32Array(control);
    const frames = buffers.map(viewFrame);
    let back = 0;
    return {
        back: () => frames[back],
        publish() {
            back = Atomics.exchange(word, 0, back | FRESH) & 3;
        },
    };
}

/**
 * The page's end: returns the newest whole frame, the same one until there is a newer.
 * @param {SharedFrames} shared
 * @returns {() => Frame}
 */
export function readShared({ control, buffers }) {
    const word = new Int32Array(control);
    const frames = buffers.map(viewFrame);
    let front = 2;
    return () => {
        if (Atomics.load(word, 0) & FRESH) front = Atomics.exchange(word, 0, front) & 3;
        return frames[front];
    };
}

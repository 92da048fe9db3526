// How the poses of a world in a worker reach the page. A frame is one buffer with the views of one
// moment, by body index. Where memory can be shared there are three: the worker writes one, the
// page reads one, and the third changes hands by one atomic exchange, so neither waits and no frame
// is seen half written. Elsewhere frames are handed over with the messages and come back to be
// reused. Used by js/worker.js and js/worker-host.js.

/**
 * @typedef {object} Frame
 * @property {ArrayBuffer | SharedArrayBuffer} buffer
 * @property {number} capacity bodies it has room for
 * @property {Int32Array} header 0: the number of the last batch of commands that it shows
 * @property {Float32Array} poses
 * @property {Float32Array} transforms
 * @property {Float32Array} velocities
 * @property {Uint32Array} flags
 *
 * @typedef {{ control: SharedArrayBuffer, buffers: SharedArrayBuffer[] }} SharedFrames
 */

const HEADER_BYTES = 16;
const BODY_BYTES = 3 * 16 + 4;

/** Bit of the control word: the frame in the middle was not read yet. */
const FRESH = 4;

/** @param {number} capacity */
export function frameBytes(capacity) {
    return HEADER_BYTES + BODY_BYTES * capacity;
}

/**
 * The views of a frame's buffer.
 * @param {ArrayBuffer | SharedArrayBuffer} buffer
 * @returns {Frame}
 */
export function viewFrame(buffer) {
    const capacity = Math.floor((buffer.byteLength - HEADER_BYTES) / BODY_BYTES);
    const block = 16 * capacity;
    return {
        buffer,
        capacity,
        header: new Int32Array(buffer, 0, 4),
        poses: new Float32Array(buffer, HEADER_BYTES, 4 * capacity),
        transforms: new Float32Array(buffer, HEADER_BYTES + block, 4 * capacity),
        velocities: new Float32Array(buffer, HEADER_BYTES + 2 * block, 4 * capacity),
        flags: new Uint32Array(buffer, HEADER_BYTES + 3 * block, capacity),
    };
}

/**
 * A larger frame with the same contents, in memory of this thread alone.
 * @param {Frame} frame
 * @param {number} capacity
 */
export function enlarged(frame, capacity) {
    const larger = viewFrame(new ArrayBuffer(frameBytes(capacity)));
    larger.header.set(frame.header);
    larger.poses.set(frame.poses);
    larger.transforms.set(frame.transforms);
    larger.velocities.set(frame.velocities);
    larger.flags.set(frame.flags);
    return larger;
}

/**
 * Three shared frames; the worker makes them and sends the page their memory.
 * @param {number} capacity
 * @returns {SharedFrames}
 */
export function makeShared(capacity) {
    const control = new SharedArrayBuffer(4);
    new Int32Array(control)[0] = 1;
    const buffers = [0, 1, 2].map(() => new SharedArrayBuffer(frameBytes(capacity)));
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

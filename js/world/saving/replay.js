// A recording played again: `Replay.open(bytes)`. While it plays it keeps snapshots, so that it can go back: a
// recording has none but the one that it starts from.
import { readRecording, readSafely } from '../../recording/file.js';
import { hashWords } from '../../recording/recorder.js';
import { readStart } from '../../recording/start.js';
import { MicaError, integer, isTyped, readOptions, wrongType } from '../../wire/errors.js';
import { worldCore } from '../../wire/handle.js';
import { needReady } from '../../wire/wasm.js';
import { Keyframes } from './keyframes.js';
import { ReplayPlayer } from './replay-player.js';
import { worldClass } from '../world-class.js';

/** @import { ReplayDifference, ReplayOptions } from '../types.js' */

/** What its snapshots may take, unless `keyframeBytes` says otherwise. */
const KEYFRAME_BYTES = 2 ** 26;

/** The world of a recording's snapshot. @param {string} method @param {Uint8Array<ArrayBuffer>} snapshot */
function worldOf(method, snapshot) {
    try {
        return worldClass.World.fromSnapshot(snapshot);
    } catch (error) {
        if (/** @type {any} */ (error).code === 'NO_MEMORY') throw error;
        throw new MicaError('REPLAY_DAMAGED',
            `${method}: the recording is damaged: the world that it starts from is none`, {
            cause: error,
        });
    }
}

/** @param {number} word */
const hex = (word) => word.toString(16).padStart(8, '0');

/** A recording of `startRecording`, played step by step. It holds wasm memory until `destroy()`. */
export class Replay {
    #bytes;
    #recording;
    #world;
    #player;
    #keyframes;
    /** The state before the first step. */
    #first;
    #step = 0;
    /** Index of the run of the next step. */
    #run = 0;
    /** What it could not play, once it has found that. @type {MicaError | undefined} */
    #fault;

    /**
     * Opens a recording. Its world is then as it was when the recording began.
     * @param {Uint8Array} bytes of `stopRecording`; a copy is kept
     * @param {ReplayOptions} [options]
     * @returns {Replay}
     * @throws {MicaError} REPLAY_FOREIGN if they are no recording, REPLAY_VERSION if it is of another version of
     *     Mica, REPLAY_DAMAGED if the bytes have changed; NOT_READY before init() has finished
     */
    static open(bytes, options = {}) {
        const method = 'Replay.open';
        needReady(method);
        if (!isTyped(bytes, Uint8Array)) wrongType(method, 'bytes', 'a Uint8Array', bytes);
        const { keyframeBytes = KEYFRAME_BYTES } = readOptions(method, 'options', options,
            new Set(['keyframeBytes']));
        return openReplay(method, new Uint8Array(bytes),
            integer(method, 'keyframeBytes', keyframeBytes, 0, Number.MAX_SAFE_INTEGER));
    }

    /** @private @param {string} method @param {Uint8Array} bytes @param {number} keyframeBytes */
    constructor(method, bytes, keyframeBytes) {
        if (typeof method !== 'string' || method === '' || !isTyped(bytes, Uint8Array))
            throw new TypeError('Replay: use Replay.open to make one');
        this.#bytes = bytes;
        this.#recording = readRecording(method, bytes);
        const { snapshot, readUserData } = readSafely(method,
            () => readStart(this.#recording.start));
        this.#world = worldOf(method, snapshot);
        this.#player = new ReplayPlayer(this.#recording, this.#world);
        this.#keyframes = new Keyframes(keyframeBytes);
        try {
            readSafely(method, () =>
                readUserData(worldCore(this.#world), (target, id, value) =>
                    this.#player.setUserData(target, id, value)));
            this.#first = this.#player.save();
            if (this.steps === 0)
                this.#playRest(method);
        } catch (error) {
            this.#world.destroy();
            throw error;
        }
    }

    /** The world at the step that was played last. Change nothing in it: what is played next would differ. */
    get world() {
        return this.#live('Replay.world');
    }

    /** How many steps there are. */
    get steps() {
        return this.#recording.steps;
    }

    /** How many steps of them were played. */
    get step() {
        return this.#step;
    }

    /**
     * Plays one step.
     * @returns {boolean} false if all were played
     * @throws {MicaError} REPLAY_DAMAGED if it cannot be played
     */
    play() {
        this.#live('Replay.play');
        if (this.#step === this.steps) return false;
        this.#playOne('Replay.play');
        return true;
    }

    /**
     * Goes to the state after so many steps, forward or back.
     * @param {number} step 0 to `steps`
     * @throws {MicaError} REPLAY_DAMAGED if it cannot be played up to there
     */
    seek(step) {
        const method = 'Replay.seek';
        this.#live(method);
        integer(method, 'step', step, 0, this.steps);
        this.#jump(step);
        while (this.#step < step) this.#playOne(method);
    }

    /**
     * Plays the whole recording in a world of its own and compares hashes with those that were recorded: after
     * each so many steps as `hashEvery` of the recording says, and at its end.
     * @param {(step: number, steps: number) => void} [progress] called at each comparison
     * @returns {ReplayDifference | null} the first difference; null if there is none
     * @throws {MicaError} REPLAY_DAMAGED if it cannot be played
     */
    verify(progress) {
        this.#live('Replay.verify');
        if (progress !== undefined && typeof progress !== 'function')
            wrongType('Replay.verify', 'progress', 'a function', progress);
        const other = openReplay('Replay.verify', this.#bytes, 0);
        try {
            return other.#compare(progress);
        } finally {
            other.destroy();
        }
    }

    /** Gives the memory of its world back. */
    destroy() {
        this.#world.destroy();
    }

    /**
     * Plays it all and compares hashes.
     * @param {((step: number, steps: number) => void) | undefined} progress
     * @returns {ReplayDifference | null}
     */
    #compare(progress) {
        const { hashEvery, hashes, lastHash } = this.#recording;
        const { ptr } = worldCore(this.#world);
        while (this.#step < this.steps) {
            this.#playStep('Replay.verify');
            if (this.#step % hashEvery !== 0) continue;
            const found = hashWords(ptr)[0];
            const expected = hashes[this.#step / hashEvery - 1];
            progress?.(this.#step, this.steps);
            if (found !== expected)
                return { step: this.#step, expected: hex(expected), found: hex(found) };
        }
        this.#playRest('Replay.verify');
        progress?.(this.#step, this.steps);
        const found = this.#world.hash();
        return found === lastHash ? null : { step: this.#step, expected: lastHash, found };
    }

    /** @param {string} method */
    #live(method) {
        if (this.#world.destroyed)
            throw new MicaError('WORLD_DESTROYED', `${method}: the replay was destroyed`);
        return this.#world;
    }

    /** Goes to the last state that is kept and not after a step, unless it is quicker to play on. @param {number} step */
    #jump(step) {
        const kept = this.#keyframes.before(step) ?? { step: 0, state: this.#first };
        if (step >= this.#step && kept.step <= this.#step && !this.#fault) return;
        this.#player.load(kept.state);
        this.#fault = undefined;
        this.#step = kept.step;
        this.#run = this.#recording.runs.findIndex(({ first, count }) => kept.step < first + count);
        if (kept.step === this.steps) this.#playRest('Replay.seek');
    }

    /** Plays a step, and after the last one what came then. @param {string} method */
    #playOne(method) {
        this.#playStep(method);
        if (this.#keyframes.wants(this.#step))
            this.#keyframes.keep(this.#step, this.#player.save());
        if (this.#step === this.steps) this.#playRest(method);
    }

    /** @param {string} method */
    #playStep(method) {
        const { runs } = this.#recording;
        const run = runs[this.#run];
        const world = this.#world;
        this.#guard(method, () => this.#player.perform(run));
        // Only now: the world may have been restored.
        const before = world.stepCount;
        try {
            this.#player.step(run);
        } catch (error) {
            // Where a listener of the game throws, the step was made.
            if (world.stepCount > before) throw error;
            this.#fault = new MicaError('REPLAY_DAMAGED',
                `${method}: step ${this.#step} cannot be made`, { cause: error });
            throw this.#fault;
        } finally {
            this.#step += world.stepCount - before;
            if (this.#step === run.first + run.count) ++this.#run;
        }
    }

    /** @param {string} method */
    #playRest(method) {
        this.#guard(method, () => this.#player.perform(this.#recording.rest));
    }

    /**
     * Performs what happens in a block. What cannot be played once cannot be played on.
     * @param {string} method @param {() => void} perform
     */
    #guard(method, perform) {
        if (this.#fault) throw this.#fault;
        if (worldCore(this.#world).listeners.calling)
            throw new MicaError('LOCKED', `${method}: not from inside a listener of this world`);
        try {
            readSafely(method, perform);
        } catch (error) {
            this.#fault = /** @type {MicaError} */ (error);
            throw error;
        }
    }
}

/** Made outside the class, which bundlers rename if it names itself. @type {(method: string, bytes: Uint8Array, keyframeBytes: number) => Replay} */
const openReplay = (...given) => Reflect.construct(Replay, given);

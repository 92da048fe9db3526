// Beginning and ending the recording of a world, for the entry js/recording.js; js/recording/recorder.js records.
import { ENTRY } from '../../recording/entries.js';
import { Recorder } from '../../recording/recorder.js';
import { writeStart } from '../../recording/start.js';
import { MicaError, integer, readOptions } from '../../wire/errors.js';
import { coreOfWorld, idleCoreOfWorld } from '../given-world.js';

/** @import { RecordingOptions } from '../types.js' */
/** @import { World } from '../world.js' */

/**
 * Begins to record: from now on all that changes the world is noted, by whatever it is done, and can be played
 * again by `Replay`. User data travels along where it is JSON.
 * @param {World<any>} world
 * @param {RecordingOptions} [options]
 * @throws {MicaError} RECORDING if it records already; LOCKED inside a listener; NOT_IN_WORKER
 */
export function startRecording(world, options = {}) {
    const method = 'startRecording';
    const core = idleCoreOfWorld(method, world);
    const o = readOptions(method, 'options', options, new Set(['hashEvery']));
    const hashEvery = integer(method, 'hashEvery', o.hashEvery ?? 60, 1, ENTRY.MAX_STEPS_TO_HASH);
    if (core.recorder !== null)
        throw new MicaError('RECORDING', `${method}: the world is being recorded already`);
    core.recorder = new Recorder(core, writeStart(core, world.snapshot()), hashEvery);
    core.matter?.recordUserData();
}

/**
 * Ends the recording and gives it as bytes, for `Replay.open`.
 * @param {World<any>} world
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {MicaError} NOT_RECORDING if it does not record; LOCKED inside a listener; NOT_IN_WORKER
 */
export function stopRecording(world) {
    const method = 'stopRecording';
    const core = idleCoreOfWorld(method, world);
    if (core.recorder === null)
        throw new MicaError('NOT_RECORDING', `${method}: the world is not being recorded`);
    const bytes = core.recorder.finish();
    core.recorder = null;
    return bytes;
}

/** Whether a world is being recorded. @param {World<any>} world */
export function isRecording(world) {
    return coreOfWorld('isRecording', world).recorder !== null;
}

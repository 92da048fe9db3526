// Beginning and ending the recording of a world. js/world/world.js calls these; js/recording/recorder.js records.
import { ENTRY } from '../recording/entries.js';
import { Recorder } from '../recording/recorder.js';
import { writeStart } from '../recording/start.js';
import { MicaError, integer, readOptions } from '../wire/errors.js';
import { bodyId, colliderId, isBody, isCollider, jointId } from '../wire/handle.js';

/** @import { Core } from '../wire/core.js' */
/** @import { RecordingOptions } from './types.js' */

/** @param {any} object a body, collider or joint */
const idOf = (object) => (isBody(object) ? bodyId(object) : isCollider(object) ? colliderId(object) : jointId(object));

/**
 * @param {Core} core
 * @param {RecordingOptions} [given]
 */
export function startRecording(core, given = {}) {
    const method = 'World.startRecording';
    const o = readOptions(method, 'options', given, new Set(['hashEvery']));
    const hashEvery = integer(method, 'hashEvery', o.hashEvery ?? 60, 1, ENTRY.MAX_STEPS_TO_HASH);
    if (core.recorder !== null) throw new MicaError('RECORDING', `${method}: the world is being recorded already`);
    core.recorder = new Recorder(core, writeStart(core, core.world.snapshot(), idOf), hashEvery, idOf);
}

/** @param {Core} core */
export function stopRecording(core) {
    const method = 'World.stopRecording';
    if (core.recorder === null) throw new MicaError('NOT_RECORDING', `${method}: the world is not being recorded`);
    const bytes = core.recorder.finish();
    core.recorder = null;
    return bytes;
}

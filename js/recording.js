// The entry 'mica2d/recording': all that happens to a world as bytes, and played again.
export { Replay } from './world/saving/replay.js';
export { isRecording, startRecording, stopRecording } from './world/saving/recording.js';

/**
 * How a world is recorded.
 * @typedef {import('./world/types.js').RecordingOptions} RecordingOptions
 */

/**
 * How a recording is played.
 * @typedef {import('./world/types.js').ReplayOptions} ReplayOptions
 */

/**
 * The first difference that `replay.verify` finds.
 * @typedef {import('./world/types.js').ReplayDifference} ReplayDifference
 */

// A module for a world in a worker: calls the functions of entries that take a world, as the page asks.
import { circleCasts, rayCasts, shapeCasts } from '../../../js/batches.js';
import { explode } from '../../../js/explosion.js';
import { keepHistory, rewind } from '../../../js/history.js';
import { preview } from '../../../js/preview.js';
import { isRecording, startRecording, stopRecording } from '../../../js/recording.js';
import { toScene } from '../../../js/scene.js';

/** @type {Record<string, (...given: any[]) => any>} */
const FUNCTIONS = { circleCasts, explode, isRecording, keepHistory, preview, rayCasts, rewind,
    shapeCasts, startRecording, stopRecording, toScene };

/** @type {import('../../../js/worker.js').WorldModule<{ name: string, given: any[] }>} */
export default function entries({ world, post, onMessage }) {
    onMessage(({ name, given }) => {
        try {
            const value = FUNCTIONS[name](world, ...given);
            post({ value: name === 'keepHistory' ? undefined : value });
        } catch (error) {
            const { message, code } = /** @type {any} */ (error);
            post({ message, code });
        }
    });
}

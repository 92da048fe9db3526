// A module for a world in a worker: cuts the bodies that the page names, and makes one breakable.
import { breakable, cut } from '../../../js/break.js';

/** @type {import('../../../js/worker.js').WorldModule<any>} */
export default function breaking({ post, onMessage }) {
    onMessage(({ body, from, to, impulse }) => {
        if (impulse) {
            breakable(body, { impulse, pieces: 4, after: (pieces) => post(pieces.length) });
            return;
        }
        post(cut(body, from, to).length);
    });
}

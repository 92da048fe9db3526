// Links that share a moment of a page (demo/shared/moment.js), damaged: letters changed, bytes that unpack to another
// snapshot, bombs. Each is refused, or gives a state and bytes that a world checks.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MicaError, World } from '../../../js/index.js';
import { readMoment } from '../../../demo/shared/moment.js';
import { damageNumber, damageRange, joined } from './bytes.mjs';
import { makeChance } from './chance.mjs';
import { useWorld } from './probe.mjs';
import { fixSnapshot } from './saved-bytes.mjs';
import { damageSnapshot, goodSnapshots } from './snapshots.mjs';

/** @import { Kind } from './kind.mjs' */

/** @typedef {{ text: string, variant: number }} LinkFile */

const HASH = '#moment=';
const CODES = ['BAD_SNAPSHOT', 'NEWER_SNAPSHOT', 'NO_MEMORY', 'CAPACITY'];

/** @param {Uint8Array} bytes */
const toLink = (bytes) => HASH + deflateRawSync(bytes).toString('base64url');

/** @param {unknown} state @param {Uint8Array} snapshot */
function pack(state, snapshot) {
    const json = new TextEncoder().encode(JSON.stringify(state));
    const lead = new Uint8Array(4);
    new DataView(lead.buffer).setUint32(0, json.length);
    return joined(lead, json, snapshot);
}

/** @returns {Kind<LinkFile>} */
export function linkKind() {
    const snapshots = goodSnapshots().slice(0, 8);
    const good = snapshots.map((snapshot, i) =>
        pack({ frame: i, zoom: 1.5, view: [1, 2] }, snapshot)
    );
    let bomb = '';

    /** @param {number} base @param {readonly number[]} changes @returns {LinkFile} */
    const damage = (base, changes) => {
        const chance = makeChance(changes[0]);
        const [how, variant, other] = [chance.below(1000), chance.below(64), chance.pick(good)];
        let bytes = good[base % good.length].slice();
        if (how === 0) return { text: bomb ||= toLink(new Uint8Array(2 ** 28)), variant };
        if (how < 500) {
            let snapshot = snapshots[base % good.length].slice();
            for (const seed of changes.slice(1))
                snapshot = damageSnapshot(snapshot, seed, snapshots[0]);
            if (snapshot.length % 16 === 0) fixSnapshot(snapshot);
            return { text: toLink(pack({ frame: 1 }, snapshot)), variant };
        }
        if (how < 750) {
            for (const seed of changes.slice(1)) {
                const own = makeChance(seed);
                if (own.once(2)) bytes = damageRange(own, bytes, other);
                else damageNumber(own, bytes, { from: 0, to: Math.min(60, bytes.length) });
            }
            return { text: toLink(bytes), variant };
        }
        let letters = new TextEncoder().encode(toLink(bytes));
        for (const seed of changes.slice(1)) {
            const own = makeChance(seed);
            if (own.once(2)) letters = damageRange(own, letters, letters);
            else letters[own.below(letters.length)] = 33 + own.below(94);
        }
        return { text: new TextDecoder().decode(letters), variant };
    };

    return {
        name: 'links',
        bases: good.length,
        weight: 1,
        damage,
        bytes: ({ text }) => text.length,
        async take({ text, variant }) {
            let moment;
            try {
                moment = await readMoment(text);
            } catch (error) {
                if (error instanceof Error && error.message.startsWith('The link is damaged'))
                    return false;
                throw error;
            }
            if (!moment) return false;
            let world;
            try {
                world = World.fromSnapshot(moment.snapshot);
            } catch (error) {
                if (error instanceof MicaError && CODES.includes(error.code)) return false;
                throw error;
            }
            useWorld(world, variant, ['VIEW_NOT_FINITE']);
            return true;
        },
        describe: (base, _, { text }) => {
            const lines = [`a link to moment ${base % good.length}, of ${text.length} characters`];
            try {
                const bytes = inflateRawSync(Buffer.from(text.slice(HASH.length), 'base64url'), {
                    maxOutputLength: 2 ** 20,
                });
                lines.push(
                    `  unpacks to ${bytes.length} bytes, the good one to ${
                        good[base % good.length].length
                    }`,
                );
            } catch (error) {
                lines.push(`  cannot be unpacked: ${/** @type {Error} */ (error).message}`);
            }
            return lines;
        },
    };
}

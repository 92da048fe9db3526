// A level in a link. Called by main.js and editor.js.
import { pack, shareLink, unpack } from '../shared/moment.js';
import { checkedLevel } from './level.js';

const HASH = '#level=';
const MAX_BYTES = 2 ** 16; // of an unpacked level

/** Puts a link to a level into the address bar and the clipboard. @param {import('./level.js').Level} level @returns {Promise<string>} what to say of it */
export async function shareLevel(level) {
    return shareLink(HASH + await pack(new TextEncoder().encode(JSON.stringify(level))));
}

/** The level that the page's address holds, if it holds one. @returns {Promise<import('./level.js').Level | null>} @throws {Error} for a damaged one */
export async function linkedLevel() {
    if (!location.hash.startsWith(HASH)) return null;
    const bytes = await unpack(location.hash.slice(HASH.length), MAX_BYTES);
    return checkedLevel(JSON.parse(new TextDecoder().decode(bytes)));
}

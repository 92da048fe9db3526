// Programs in links: the playground's address holds the whole program, compressed. Both sizes of a link are bounded when it is made
// and when it is read.
import { pack, unpack } from '../shared/moment.js';

/** @typedef {{ code: string, files?: Record<string, string> }} Shared files: what the program names by URL, by name */

/** The most bytes of a program with its files. The longest one of the guide has 5 kB. */
const MAX_BYTES = 2 ** 18;
/** The most characters of a packed program: some servers and messengers cut longer addresses, and source text packs to less than a quarter. */
const MAX_CHARACTERS = 2 ** 16;

/** The playground with a program in it, as an address beside the guide's pages. Rejects if it is too long. @param {Shared} shared */
export async function playgroundLink({ code, files = {} }) {
    const named = Object.fromEntries(
        Object.entries(files).filter(([name]) => code.includes(`'./${name}'`)),
    );
    const bytes = new TextEncoder().encode(
        JSON.stringify(Object.keys(named).length > 0 ? { code, files: named } : { code }),
    );
    const text = bytes.length <= MAX_BYTES ? await pack(bytes) : '';
    if (text === '' || text.length > MAX_CHARACTERS)
        throw new RangeError('The program is too long for a link');
    return `playground.html#program=${text}`;
}

/**
 * The program of such an address. Rejects if there is none, or if it is damaged or too long.
 * @param {string} text what follows `program=`
 * @returns {Promise<Shared>}
 */
export async function readProgram(text) {
    if (text.length > MAX_CHARACTERS)
        throw new RangeError(`it has ${text.length} characters, and may have ${MAX_CHARACTERS}`);
    const bytes = await unpack(text, MAX_BYTES).catch(({ cause }) => {
        throw cause;
    });
    const { code, files = {} } = JSON.parse(new TextDecoder().decode(bytes));
    const isRecord = typeof files === 'object' && files !== null && !Array.isArray(files);
    if (typeof code !== 'string' || !isRecord
        || !Object.values(files).every((file) => typeof file === 'string'))
        throw new TypeError('no program');
    return { code, files };
}

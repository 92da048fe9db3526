// A moment of a page as the part of a link behind '#': JSON of the page's own state and a snapshot of its world, deflated,
// in letters that an address may have. Called by pages that share moments.

const HASH = '#moment=';

/** The most bytes that a link may unpack to: a few letters can stand for gigabytes. */
const MAX_BYTES = 2 ** 26;
/** How many packed bytes are unpacked at once: a byte stands for up to 1,032, and the platform unpacks all that it is given. */
const PIECE = 4096;

/** @param {string} why @param {unknown} [cause] @returns {never} */
function damaged(why, cause) {
    throw new Error(`The link is damaged: ${why}`, { cause });
}

/** All bytes of a stream, which is cancelled where they become too many. @param {ReadableStream<any>} stream @param {number} [most] */
async function collected(stream, most = Infinity) {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const chunks = [];
    let length = 0;
    const reader = stream.getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        length += value.length;
        if (length > most) {
            void reader.cancel();
            throw new RangeError(`it unpacks to more than ${most} bytes`);
        }
        chunks.push(value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Bytes in pieces, each read when the one before is used up. @param {Uint8Array<ArrayBuffer>} bytes @returns {ReadableStream<any>} */
function inPieces(bytes) {
    let at = 0;
    return new ReadableStream({
        pull(controller) {
            if (at < bytes.length) controller.enqueue(bytes.subarray(at, at += PIECE));
            else controller.close();
        },
    }, { highWaterMark: 0 });
}

/** @param {Uint8Array} bytes */
function toText(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function toBytes(text) {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
        (c) => c.charCodeAt(0));
}

/** Bytes, deflated, as letters that an address may have. @param {Uint8Array<ArrayBuffer>} bytes */
export const pack = async (bytes) =>
    toText(
        await collected(
            new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')),
        ),
    );

/** The bytes again; throws for damaged text. @param {string} text @param {number} [most] bytes that may come out */
export async function unpack(text, most = MAX_BYTES) {
    try {
        return await collected(
            inPieces(toBytes(text)).pipeThrough(new DecompressionStream('deflate-raw')),
            most,
        );
    } catch (cause) {
        return damaged(cause instanceof Error ? cause.message : String(cause), cause);
    }
}

/** @param {unknown} state what JSON can hold @param {Uint8Array} snapshot @returns {Promise<string>} begins with '#' */
export async function writeMoment(state, snapshot) {
    const json = new TextEncoder().encode(JSON.stringify(state));
    const bytes = new Uint8Array(4 + json.length + snapshot.length);
    new DataView(bytes.buffer).setUint32(0, json.length);
    bytes.set(json, 4);
    bytes.set(snapshot, 4 + json.length);
    return HASH + await pack(bytes);
}

/**
 * Null if the text holds none; throws for one that is damaged.
 * @param {string} hash @returns {Promise<{ state: any, snapshot: Uint8Array<ArrayBuffer> } | null>}
 */
export async function readMoment(hash) {
    if (!hash.startsWith(HASH)) return null;
    const bytes = await unpack(hash.slice(HASH.length));
    const length = bytes.length < 4 ? Infinity : new DataView(bytes.buffer).getUint32(0);
    if (length > bytes.length - 4) damaged('it ends too early');
    try {
        return { state: JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))),
            snapshot: bytes.slice(4 + length) };
    } catch (cause) {
        return damaged('its state is no JSON', cause);
    }
}

/**
 * Throws unless a state that a link brought has the kinds of values that the page's own has, wherever both have one. A null may stand
 * for a value, as JSON writes numbers without end, but for no list.
 * @param {unknown} state @param {unknown} own @param {string} [where]
 */
export function checkLike(state, own, where = 'state') {
    if (own === null || own === undefined || state === undefined
        || (state === null && !Array.isArray(own))) return;
    const [kind, wanted] = [state, own].map((each) => (Array.isArray(each) ? 'list' : typeof each));
    if (kind !== wanted)
        throw new TypeError(
            `${where} must be of the kind ${wanted}, got ${state === null ? 'null' : kind}`,
        );
    if (kind !== 'object' && kind !== 'list') return;
    const [values, owns] = /** @type {Record<string, unknown>[]} */ ([state, own]);
    for (const key of Object.keys(values)) {
        const like = Object.hasOwn(owns, key) ? owns[key] : kind === 'list' ? owns[0] : undefined;
        checkLike(values[key], like, `${where}.${key}`);
    }
}

/** Puts a link into the address bar, and into the clipboard if the page may. @param {string} hash @returns {Promise<string>} what to say of it */
export async function shareLink(hash) {
    const link = `${location.href.split('#')[0]}${hash}`;
    history.replaceState(null, '', link);
    return await navigator.clipboard?.writeText(link).then(() => 'Link copied', () => null)
        ?? 'Link in the address bar';
}

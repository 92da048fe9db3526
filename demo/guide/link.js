// Programs in links: the playground's address holds the whole program, compressed.

/** @typedef {{ code: string, files?: Record<string, string> }} Shared files: what the program names by URL, by name */

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The playground with a program in it, as an address beside the guide's pages. @param {Shared} shared */
export async function playgroundLink({ code, files = {} }) {
    const named = Object.fromEntries(Object.entries(files).filter(([name]) => code.includes(`'./${name}'`)));
    const text = JSON.stringify(Object.keys(named).length > 0 ? { code, files: named } : { code });
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `playground.html#program=${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The program of such an address. Rejects if there is none, or if it is damaged. @param {string} text what follows `program=` @returns {Promise<Shared>} */
export async function readProgram(text) {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const { code, files } = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    if (typeof code !== 'string') throw new TypeError('no program');
    return { code, files: files ?? {} };
}

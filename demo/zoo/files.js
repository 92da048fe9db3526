// Worlds that leave the page and come back: kept in the browser, written to a file as a scene (JSON that a person can edit) or as a
// snapshot (bytes, exact to the bit), read from a file. Called by panel.js and main.js.
import { World } from '../../js/index.js';
import { fromScene, toScene } from '../../js/scene.js';
import { readMoment, writeMoment } from '../shared/moment.js';

const KEPT = 'mica zoo';

/** @typedef {import('./zoo.js').View} View */
/** @typedef {{ make: () => { world: World<any>, view?: View } }} Opened `make` gives the world, each time anew */

/** The saved camera view, or undefined if the value is not a view. @param {unknown} kept @returns {View | undefined} */
export function viewOf(kept) {
    const { minX, minY, maxX, maxY } = /** @type {View} */ (Object(kept));
    return [minX, minY, maxX, maxY].every(Number.isFinite) && minX < maxX && minY < maxY
        ? { minX, minY, maxX, maxY }
        : undefined;
}

/** Keeps the world in the browser: the snapshot, and the scene in case that a later version does not read the snapshot. @param {World<any>} world @param {View} view */
export async function keep(world, view) {
    const scene = toScene(world);
    localStorage.setItem(KEPT,
        JSON.stringify({ view, scene, moment: await writeMoment(null, world.snapshot()) }));
}

/** What the browser keeps; null if that is nothing. @returns {Promise<Opened | null>} */
export async function openKept() {
    const text = localStorage.getItem(KEPT);
    if (!text) return null;
    const { view, scene, moment } = JSON.parse(text);
    try {
        const read = await readMoment(moment);
        return openBytes(/** @type {any} */ (read).snapshot, view);
    } catch {
        return openScene(scene, view);
    }
}

/** Throws if the text is no scene. @param {object} scene @param {View} [view] @returns {Opened} */
export function openScene(scene, view) {
    fromScene(scene).destroy();
    return { make: () => ({ world: fromScene(scene), view: viewOf(view) }) };
}

/** Throws if the bytes are no snapshot. @param {Uint8Array<ArrayBuffer>} bytes @param {View} [view] @returns {Opened} */
export function openBytes(bytes, view) {
    World.fromSnapshot(bytes).destroy();
    return { make: () => ({ world: World.fromSnapshot(bytes), view: viewOf(view) }) };
}

/** A file that the user chose: JSON, or else a snapshot. @param {Blob} file @returns {Promise<Opened>} */
export async function openFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const first = bytes.find((byte) => byte > 32);
    return first === 123
        ? openScene(JSON.parse(new TextDecoder().decode(bytes)))
        : openBytes(bytes);
}

/** Gives the user a file. @param {string} name @param {BlobPart} content */
export function giveFile(name, content) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

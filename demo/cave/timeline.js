// The timeline under the picture: drag it to go back and forth in the last seconds and play on from there, or share
// the moment as a link. The engine keeps the world's past (world.history); this file keeps the game's own state of
// each step beside it, in saves of game.js. Called by main.js.

import { restoreGame, saveGame } from './game.js';

const SECONDS = 20;
const BYTES = 16e6;
const HASH = '#moment=';

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {import('./game.js').Save} Save */

/** Passes bytes through a stream of the platform. @param {Uint8Array<ArrayBuffer>} bytes @param {GenericTransformStream} through */
async function piped(bytes, through) {
    const stream = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (through));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toText(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function toBytes(text) {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

export class Timeline {
    #range = /** @type {HTMLInputElement} */ (el('timeline-range'));
    #out = el('timeline-out');
    #share = el('timeline-share');
    /** @type {import('../../js/index.js').History | null} */ #history = null;
    /** By step. @type {Map<number, Save>} */ #saves = new Map();
    #dragging = false;
    #wasPaused = false;
    #shown = '';

    /**
     * @param {import('./game.js').Game} game
     * @param {() => void} changed is called when the game has become another
     * @param {(paused: boolean) => void} setPaused
     */
    constructor(game, changed, setPaused) {
        this.game = game;
        this.changed = changed;
        this.setPaused = setPaused;
        const range = this.#range;
        range.addEventListener('pointerdown', () => this.#begin());
        range.addEventListener('input', () => {
            this.#begin();
            this.seek(Number(range.value));
        });
        for (const end of ['change', 'pointerup', 'pointercancel']) range.addEventListener(end, () => this.#end());
        this.#share.addEventListener('click', () => this.share());
    }

    /** Begins to keep the past of the game's world, which is new. */
    watch() {
        const { world } = this.game.scene;
        this.#saves.clear();
        this.#saves.set(world.stepCount, saveGame(this.game));
        this.#history = world.history({ seconds: SECONDS, bytes: BYTES });
        world.on('afterStep', () => {
            // What a step leads to, such as a caught player, is known when its listeners were called.
            this.#saves.set(world.stepCount, saveGame(this.game));
        });
    }

    #begin() {
        if (this.#dragging) return;
        this.#dragging = true;
        this.#wasPaused = this.game.paused;
        this.setPaused(true);
    }

    #end() {
        if (!this.#dragging) return;
        this.#dragging = false;
        this.setPaused(this.#wasPaused);
    }

    /** Goes to a step that is kept. @param {number} step */
    seek(step) {
        const save = this.#saves.get(step);
        if (!save || !this.#history) return;
        this.#history.seek(step);
        restoreGame(this.game, save);
        this.changed();
    }

    /** Once a frame. */
    update() {
        const history = this.#history;
        if (!history) return;
        const { stepCount } = this.game.scene.world;
        for (const step of this.#saves.keys()) {
            if (step >= history.first) break;
            this.#saves.delete(step);
        }
        const range = this.#range;
        range.min = String(history.first);
        range.max = String(history.last);
        if (!this.#dragging) range.value = String(stepCount);
        const text = history.last === stepCount ? 'now' : `−${((history.last - stepCount) / 60).toFixed(1)} s`;
        if (text === this.#shown) return;
        this.#shown = this.#out.textContent = text;
        range.setAttribute('aria-valuetext', text);
    }

    /** Puts a link to this moment into the address bar, and into the clipboard if the page may. */
    async share() {
        const { world } = this.game.scene;
        const json = new TextEncoder().encode(JSON.stringify(saveGame(this.game)));
        const snapshot = world.snapshot();
        const bytes = new Uint8Array(4 + json.length + snapshot.length);
        new DataView(bytes.buffer).setUint32(0, json.length);
        bytes.set(json, 4);
        bytes.set(snapshot, 4 + json.length);
        const link = `${location.href.split('#')[0]}${HASH}${toText(await piped(bytes, new CompressionStream('deflate-raw')))}`;
        history.replaceState(null, '', link);
        const said = await navigator.clipboard?.writeText(link).then(() => 'Link copied', () => 'Link in the address bar');
        const label = /** @type {HTMLElement} */ (this.#share.lastElementChild);
        el('announce').textContent = label.textContent = said ?? 'Link in the address bar';
        setTimeout(() => { label.textContent = 'Share'; }, 2500);
    }

    /** Goes to the moment that the page's address holds. @returns {Promise<boolean>} whether it holds one */
    async open() {
        if (!location.hash.startsWith(HASH)) return false;
        try {
            const bytes = await piped(toBytes(location.hash.slice(HASH.length)), new DecompressionStream('deflate-raw'));
            const length = new DataView(bytes.buffer).getUint32(0);
            const save = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
            this.game.scene.world.restore(bytes.slice(4 + length));
            restoreGame(this.game, save);
            this.watch();
            this.changed();
            return true;
        } catch {
            el('announce').textContent = 'The link holds no moment of this version of the cave';
            return false;
        }
    }
}

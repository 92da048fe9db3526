// The timeline under the picture: drag it to go back and forth in the last seconds and play on from there, or share
// the moment as a link. The engine keeps the world's past (keepHistory); this file keeps the page's own state of
// each step beside it. Called by a page.

import { World } from '../../js/index.js';
import { keepHistory } from '../../js/history.js';

const SECONDS = 20;
const BYTES = 16e6; // unless the page has more that moves

/** Few make or open a link: what packs them is loaded when somebody does. */
const loadMoments = () => import('./moment.js');

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * What keeps the past of a world: the steps that it can go to.
 * @typedef {{ readonly first: number, readonly last: number, seek: (step: number) => void }} Kept
 */

/**
 * What a timeline goes back and forth in.
 * @typedef {object} Played
 * @property {import('../../js/index.js').World} world the present one
 * @property {boolean} paused
 * @property {number} [bytes] of memory for the past, default 16e6
 * @property {() => Kept} [keep] begins to keep the past of the world, which is new, in place of `keepHistory`
 * @property {() => any} save returns a copy of the page's own state, such as a score: what JSON can hold
 * @property {(state: any) => void} restore takes such a copy over; the world has the matching past already
 * @property {(state: any) => void | Promise<void>} [prepare] makes the world ready for a shared moment that has this state
 * @property {() => void} renew makes the world anew, as a reset does: a link could not be opened
 * @property {(text: string) => void} say tells it
 * @property {() => void} [rebind] the world has been restored from a link: its objects are others now
 * @property {() => void} [changed] is called when all has become another
 * @property {(paused: boolean) => void} setPaused
 */

export class Timeline {
    #range = /** @type {HTMLInputElement} */ (el('timeline-range'));
    #out = el('timeline-out');
    #share = el('timeline-share');
    /** @type {Kept | null} */ #history = null;
    /** By step. @type {Map<number, any>} */ #saves = new Map();
    #dragging = false;
    #wasPaused = false;
    #shown = '';
    #unlisten = () => {};
    /** The page's own state before a link was opened, while the world goes on from that link. @type {{ state: any } | null} */ #before =
        null;

    /** @param {Played} played */
    constructor(played) {
        this.played = played;
        const range = this.#range;
        range.addEventListener('pointerdown', () => this.#begin());
        range.addEventListener('input', () => {
            this.#begin();
            this.seek(Number(range.value));
        });
        for (const end of ['change', 'pointerup', 'pointercancel'])
            range.addEventListener(end, () => this.release());
        this.#share.addEventListener('click', () => this.share());
    }

    /** Begins to keep the past of the world, which is new or has become another. */
    watch() {
        const { played } = this;
        const { world } = played;
        this.#before = null;
        this.#saves.clear();
        this.#saves.set(world.stepCount, played.save());
        this.#history = played.keep?.()
            ?? keepHistory(world, { seconds: SECONDS, bytes: played.bytes ?? BYTES });
        this.#unlisten();
        this.#unlisten = world.on('afterStep', () => {
            // What a step leads to, such as a caught player, is known when its listeners were called.
            this.#saves.set(world.stepCount, played.save());
        });
    }

    #begin() {
        if (this.#dragging) return;
        this.#dragging = true;
        this.#wasPaused = this.played.paused;
        this.played.setPaused(true);
    }

    /** Lets go: time goes on, if it did before. */
    release() {
        if (!this.#dragging) return;
        this.#dragging = false;
        this.played.setPaused(this.#wasPaused);
    }

    /** Goes to a step that is kept. @param {number} step */
    seek(step) {
        if (!this.#history || !this.#saves.has(step)) return;
        this.#history.seek(step);
        this.played.restore(this.#saves.get(step));
        this.played.changed?.();
    }

    /** Goes so many steps forth, or back, and holds time there until `release`. @param {number} steps */
    scrub(steps) {
        const history = this.#history;
        if (!history) return;
        this.#begin();
        const to = Math.min(history.last,
            Math.max(history.first, this.played.world.stepCount + steps));
        if (to !== this.played.world.stepCount) this.seek(to);
    }

    /** Once a frame. */
    update() {
        const history = this.#history;
        if (!history) return;
        const { stepCount } = this.played.world;
        for (const step of this.#saves.keys()) {
            if (step >= history.first) break;
            this.#saves.delete(step);
        }
        const range = this.#range;
        range.min = String(history.first);
        range.max = String(history.last);
        if (!this.#dragging) range.value = String(stepCount);
        const text = history.last === stepCount
            ? 'now'
            : `−${((history.last - stepCount) * this.played.world.fixedStep).toFixed(1)} s`;
        if (text === this.#shown) return;
        this.#shown = this.#out.textContent = text;
        range.setAttribute('aria-valuetext', text);
    }

    /** Puts a link to this moment into the address bar, and into the clipboard if the page may. */
    async share() {
        const [state, snapshot] = [this.played.save(), this.played.world.snapshot()];
        const { shareLink, writeMoment } = await loadMoments();
        const said = await shareLink(await writeMoment(state, snapshot));
        const label = /** @type {HTMLElement} */ (this.#share.lastElementChild);
        el('announce').textContent = label.textContent = said;
        setTimeout(() => {
            label.textContent = 'Share';
        }, 2500);
    }

    /**
     * Goes to the moment that the page's address holds. If it holds one that is damaged, or of another page, the page says so and
     * begins as without it. @returns {Promise<boolean>} whether it goes on from there
     */
    async open() {
        if (!location.hash) return false;
        const { played } = this;
        const before = { state: played.save() };
        let prepared = false;
        try {
            const { checkLike, readMoment } = await loadMoments();
            const moment = await readMoment(location.hash);
            if (!moment) return false;
            World.fromSnapshot(moment.snapshot).destroy();
            prepared = true;
            await played.prepare?.(moment.state);
            checkLike(moment.state, played.save());
            played.world.restore(moment.snapshot);
            played.rebind?.();
            played.restore(moment.state);
            this.watch();
            played.changed?.();
            this.#before = before;
            return true;
        } catch (error) {
            if (prepared) await this.#goBack(before);
            this.#refuse(error);
            return false;
        }
    }

    /**
     * A frame has failed. If the world goes on from a link, that is given up: the page begins anew, and says so.
     * @param {unknown} error @returns {boolean} whether it was
     */
    giveUp(error) {
        const before = this.#before;
        if (!before) return false;
        this.#before = null;
        void this.#goBack(before);
        this.#refuse(error);
        return true;
    }

    /** Begins as before a link was opened. @param {{ state: any }} before */
    async #goBack({ state }) {
        await this.played.prepare?.(state);
        this.played.renew();
    }

    /** @param {unknown} error */
    #refuse(error) {
        console.info('The moment of the link was refused:', error);
        this.played.say(
            'This link is damaged, or of another version of the page: here is the beginning instead',
        );
    }
}

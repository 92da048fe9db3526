// What plays a page: keyboard, gamepad, and the cursor that both can move. The gamepad's buttons press keys; its shoulder buttons go
// back and forth in time. Called by stage.js.
import { Cursor } from './cursor.js';
import { Gamepad } from './gamepad.js';
import { Keys } from './keys.js';
import { el } from './stage-frame.js';
import { say } from './stage-shown.js';

const SCRUB_MAX = 6; // steps a frame, by a shoulder button; one at first
const SCRUB_RISE = 40; // frames by which it becomes one more

/** @typedef {import('./stage.js').Stage} Stage */

export class Controls {
    /** @type {Keys} */ keys;
    /** @type {Gamepad} */ pad;
    /** @type {Cursor} */ cursor;
    /** Frames for which a shoulder button has been held. */ #scrubbed = 0;

    /** @param {Stage} stage @param {Record<string, () => void>} actions what keys do, by code */
    constructor(stage, actions) {
        this.stage = stage;
        const { options } = stage;
        const own = Object.fromEntries(
            (options.buttons ?? []).map(({ key, press }) => [key, () => press(stage.scene)]),
        );
        this.keys = new Keys(stage.canvas, { ...actions,
            KeyC: () => this.cursor.show(!this.cursor.on), ...own });
        this.keys.intercept = (code, isDown) => this.cursor.take(code, isDown);
        this.pad = this.#makePad();
        const box = /** @type {HTMLInputElement} */ (el('cursor'));
        this.cursor = new Cursor(stage.canvas, { stick: this.pad, say, changed: (on) => {
            box.checked = on;
        } });
        box.addEventListener('change', () => this.cursor.show(box.checked));
    }

    #makePad() {
        const controls = this;
        const { buttons = [], pad, past } = this.stage.options;
        const main = pad?.A ?? 'Space';
        const does = buttons.find(({ key }) => key === main)?.label;
        const connected = () =>
            say(`Gamepad: the stick is the arrows, A is ${does ? `“${does}”` : 'the main key'}${
                past === false ? '' : ', LB and RB go back and forth in time'
            }, X is a cursor, Start pauses`);
        return new Gamepad(this.keys, { connected, buttons: { get A() {
            return controls.cursor.on ? 'Enter' : main;
        }, B: pad?.B, X: 'KeyC', Y: pad?.Y ?? (() => this.#pressNext()), Start: 'KeyP',
            Back: 'KeyR' } });
    }

    /** Presses the button after the one that is lit, of those that choose a scene by a digit. */
    #pressNext() {
        const { options, scene } = this.stage;
        const choices = (options.buttons ?? []).filter(({ key }) => key?.startsWith('Digit'));
        choices[(choices.findIndex(({ on }) => on?.(scene)) + 1) % choices.length]?.press(scene);
    }

    /** Once a frame. @param {number} seconds real time */
    update(seconds) {
        const { pad, stage: { timeline } } = this;
        pad.update();
        this.cursor.update(seconds);
        const way = Number(pad.holds('RB')) - Number(pad.holds('LB'));
        if (way !== 0)
            timeline?.scrub(way * Math.min(SCRUB_MAX, 1 + Math.floor(this.#scrubbed / SCRUB_RISE)));
        else if (this.#scrubbed > 0) timeline?.release();
        this.#scrubbed = way === 0 ? 0 : this.#scrubbed + 1;
    }
}

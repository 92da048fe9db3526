// What the player holds, from keys, gamepad and thumbs: the input of the controller. Called by main.js. A press that is
// over before a step was made is kept until a step has seen it.
import { isTaken, returnFocus } from '../shared/input.js';

/** @typedef {'left' | 'right' | 'up' | 'down' | 'jump' | 'dash'} Action */

/** @type {Record<string, Action>} */
const KEYS = {
    ArrowLeft: 'left',
    KeyA: 'left',
    ArrowRight: 'right',
    KeyD: 'right',
    ArrowUp: 'up',
    KeyW: 'up',
    ArrowDown: 'down',
    KeyS: 'down',
    Space: 'jump',
    KeyJ: 'jump',
    ShiftLeft: 'dash',
    ShiftRight: 'dash',
    KeyK: 'dash',
};
/** Buttons of the standard gamepad. @type {Record<number, Action>} */
const BUTTONS = { 0: 'jump', 1: 'dash', 7: 'dash', 12: 'up', 13: 'down', 14: 'left', 15: 'right' };
const DEAD = 0.25; // of a stick

const PADS = `<div class="pads thumbs" id="pads" role="group" aria-label="Touch controls">
  <div id="stick" role="application" aria-label="Stick: run and climb"><i></i></div>
  <button type="button" id="pad-dash" aria-label="Dash"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 6 6 6-6 6M12 6l6 6-6 6"/></svg></button>
  <button type="button" id="pad-jump" aria-label="Jump"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 15 7-7 7 7"/></svg></button>
</div>`;

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Controls {
    /** For the controller; filled by `read`. */
    input = { x: 0, y: 0, jump: false, dash: false };
    /** Whether anything was pressed yet. */
    used = false;
    /** What each key, button and finger holds. @type {Map<string | number, Action>} */
    #held = new Map();
    /** Pressed since the last step. @type {Set<Action>} */
    #pressed = new Set();
    /** The thumb's stick, -1 to 1. */
    #stick = { x: 0, y: 0 };
    #pad = { x: 0, y: 0 };

    /** @param {HTMLElement} stage */
    constructor(stage) {
        document.body.insertAdjacentHTML('beforeend', PADS);
        returnFocus(stage);
        addEventListener('keydown', (event) => {
            const { code } = event;
            if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
            if (KEYS[code]) {
                event.preventDefault();
                if (!event.repeat) this.#press(code, KEYS[code]);
            }
        });
        addEventListener('keyup', ({ code }) => this.#held.delete(code));
        addEventListener('blur', () => this.#held.clear());
        for (const action of /** @type {const} */ (['jump', 'dash']))
            this.#listenButton(el(`pad-${action}`), action);
        this.#listenStick(el('stick'));
    }

    /** @param {string | number} by @param {Action} action */
    #press(by, action) {
        this.#held.set(by, action);
        this.#pressed.add(action);
        this.used = true;
    }

    /** Reads the gamepad; once a frame. */
    poll() {
        const found = Array.from(navigator.getGamepads?.() ?? []).find((each) => each?.connected);
        const axis = (
            /** @type {number} */ i,
        ) => (Math.abs(found?.axes[i] ?? 0) > DEAD ? found?.axes[i] ?? 0 : 0);
        this.#pad = { x: axis(0), y: -axis(1) };
        for (const [i, action] of Object.entries(BUTTONS)) {
            const by = `button ${i}`;
            const down = Boolean(found?.buttons[Number(i)]?.pressed);
            if (down && !this.#held.has(by)) this.#press(by, action);
            else if (!down) this.#held.delete(by);
        }
        if (this.#pad.x !== 0) this.used = true;
    }

    /** The input of the next step. */
    read() {
        const { input } = this;
        const on = (/** @type {Action} */ action) =>
            Number(this.#pressed.has(action) || [...this.#held.values()].includes(action));
        const clamp = (/** @type {number} */ value) => Math.max(-1, Math.min(1, value));
        input.x = clamp(on('right') - on('left') + this.#pad.x + this.#stick.x);
        input.y = clamp(on('up') - on('down') + this.#pad.y + this.#stick.y);
        // A key that was let go and pressed again since the last step is let go for a step first.
        const again = (/** @type {'jump' | 'dash'} */ action) =>
            input[action] && this.#pressed.delete(action);
        const [jumps, dashes] = [on('jump') === 1, on('dash') === 1];
        const [jumpsAgain, dashesAgain] = [again('jump'), again('dash')];
        this.#pressed.clear();
        if (jumpsAgain) this.#pressed.add('jump');
        if (dashesAgain) this.#pressed.add('dash');
        input.jump = jumps && !jumpsAgain;
        input.dash = dashes && !dashesAgain;
        return input;
    }

    /** @param {HTMLElement} button @param {Action} action */
    #listenButton(button, action) {
        button.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            button.classList.add('held');
            this.#press(event.pointerId, action);
        });
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            button.addEventListener(end, (event) => {
                button.classList.remove('held');
                this.#held.delete(/** @type {PointerEvent} */ (event).pointerId);
            });
        }
        button.addEventListener('contextmenu', (event) => event.preventDefault());
    }

    /** A stick under the thumb: it steers by how far the thumb is from its middle. @param {HTMLElement} stick */
    #listenStick(stick) {
        const knob = /** @type {HTMLElement} */ (stick.firstElementChild);
        /** @type {number | null} */
        let thumb = null;
        const move = (/** @type {PointerEvent} */ event) => {
            if (event.pointerId !== thumb) return;
            const box = stick.getBoundingClientRect();
            const [dx, dy] = [event.clientX - box.left - box.width / 2,
                event.clientY - box.top - box.height / 2];
            const most = 0.36 * box.width;
            const scale = Math.min(1, most / Math.max(1, Math.hypot(dx, dy)));
            knob.style.translate = `${dx * scale}px ${dy * scale}px`;
            const part = (
                /** @type {number} */ d,
            ) => (Math.abs(d) < 0.14 * box.width ? 0 : Math.max(-1, Math.min(1, d / most)));
            this.#stick = { x: part(dx), y: -part(dy) };
            this.used = true;
        };
        stick.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            thumb = event.pointerId;
            stick.setPointerCapture(thumb);
            move(event);
        });
        stick.addEventListener('pointermove', move);
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            stick.addEventListener(end, () => {
                thumb = null;
                knob.style.translate = '';
                this.#stick = { x: 0, y: 0 };
            });
        }
        stick.addEventListener('contextmenu', (event) => event.preventDefault());
    }
}

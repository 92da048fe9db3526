// Run, climb and jump from keyboard, gamepad and touch, merged into one record. Called by a page once a frame.
// Owns the listeners on the window and on the touch pads. It only reports held and pressed keys; the
// shortcuts of the page (pause, step, debug …) are given to it as a table.

const LEFT = new Set(['ArrowLeft', 'KeyA']);
const RIGHT = new Set(['ArrowRight', 'KeyD']);
const UP = new Set(['ArrowUp', 'KeyW']);
const DOWN = new Set(['ArrowDown', 'KeyS']);
const DEAD = 0.25; // of a stick
const FLAT = 0.5; // of a stick: less is no way up or down

/** What a key does that plays, or ''. @param {string} code */
const useOf = (
    code,
) => (code === 'Space'
    ? 'jump'
    : UP.has(code)
    ? 'up'
    : LEFT.has(code) || RIGHT.has(code) || DOWN.has(code)
    ? 'way'
    : '');

/** @typedef {'left' | 'right' | 'jump'} PadName */

/** What takes text or a choice: it keeps the focus after a click. */
const WRITTEN =
    'select, textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])';

/** Whether the focused control needs a key itself. @param {KeyboardEvent} event */
export function isTaken({ target, code }) {
    if (!(target instanceof HTMLElement)) return false;
    if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(code)) return true;
    if (target.closest('button, input, summary, a')) return code === 'Space' || code === 'Enter';
    return target.closest(WRITTEN) !== null;
}

/**
 * A click on a control gives the focus back to the stage, so that the keys go on working; a control that
 * was reached by keyboard keeps it.
 * @param {HTMLElement} stage
 */
export function returnFocus(stage) {
    let byPointer = false;
    addEventListener('pointerdown', () => {
        byPointer = true;
    }, true);
    addEventListener('keydown', () => {
        byPointer = false;
    }, true);
    for (const kind of ['click', 'change']) {
        addEventListener(kind, () => {
            if (!byPointer || document.activeElement === stage
                || document.activeElement?.matches(WRITTEN)) return;
            stage.focus({ preventScroll: true });
        });
    }
}

export class Input {
    run = 0; // -1 to 1
    climb = 0; // -1 to 1: the down keys, the stick and the cross
    jumpHeld = false; // Space or the gamepad's lower button
    upHeld = false; // an up key or the touch pad, which jump, or climb where there is a ladder
    used = false; // the player has moved at least once
    /** @type {Set<string>} */
    #keys = new Set();
    #touch = { left: false, right: false, jump: false };
    #pad = { x: 0, y: 0, jump: false, start: false };
    #jumpPresses = 0;
    #upPresses = 0;

    /**
     * @param {HTMLElement} stage has the focus while the game is played
     * @param {Record<string, () => void>} shortcuts by KeyboardEvent.code
     * @param {(code: string, down: boolean) => boolean} intercept true if the keyboard cursor took the key
     */
    constructor(stage, shortcuts, intercept) {
        this.shortcuts = shortcuts;
        this.intercept = intercept;
        returnFocus(stage);
        addEventListener('keydown', (event) => this.#keyDown(event));
        addEventListener('keyup', (event) => {
            this.#keys.delete(event.code);
            intercept(event.code, false);
        });
        addEventListener('blur', () => this.#keys.clear());
        for (const name of /** @type {const} */ (['left', 'right', 'jump']))
            this.#listenTouch(name);
    }

    /** Whether jump was pressed since the last call. @param {boolean} up whether a key that goes up counts as well */
    takeJump(up) {
        const pressed = this.#jumpPresses > 0 || (up && this.#upPresses > 0);
        this.#jumpPresses = this.#upPresses = 0;
        return pressed;
    }

    /** Reads the gamepad and sums everything up; once a frame. */
    poll() {
        this.#readPad();
        const touch = this.#touch;
        let run = (touch.right ? 1 : 0) - (touch.left ? 1 : 0) + this.#pad.x;
        let climb = this.#pad.y;
        this.jumpHeld = this.#pad.jump;
        this.upHeld = touch.jump;
        for (const code of this.#keys) {
            run += RIGHT.has(code) ? 1 : LEFT.has(code) ? -1 : 0;
            if (DOWN.has(code)) climb -= 1;
            if (code === 'Space') this.jumpHeld = true;
            if (UP.has(code)) this.upHeld = true;
        }
        this.run = Math.max(-1, Math.min(1, run));
        this.climb = Math.max(-1, Math.min(1, climb));
        if (this.run !== 0) this.used = true;
    }

    /** Reads the first gamepad that is connected. */
    #readPad() {
        const pad = this.#pad;
        const found = Array.from(navigator.getGamepads?.() ?? []).find((each) => each?.connected);
        if (!found) {
            Object.assign(pad, { x: 0, y: 0, jump: false });
            return;
        }
        const pressed = (/** @type {number} */ i) => Boolean(found.buttons[i]?.pressed);
        const [stick = 0, down = 0] = found.axes;
        const across = Number(pressed(15)) - Number(pressed(14));
        const upright = Number(pressed(12)) - Number(pressed(13));
        pad.x = across !== 0 ? across : Math.abs(stick) > DEAD ? stick : 0;
        pad.y = upright !== 0 ? upright : Math.abs(down) > FLAT ? -down : 0;
        if (pressed(0) && !pad.jump) this.#jumpPresses++;
        pad.jump = pressed(0);
        if (pressed(9) && !pad.start) this.shortcuts.KeyP?.();
        pad.start = pressed(9);
    }

    /** @param {KeyboardEvent} event */
    #keyDown(event) {
        const { code } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
        if (this.intercept(code, true)) {
            event.preventDefault();
        } else if (useOf(code)) {
            event.preventDefault();
            if (useOf(code) === 'jump' && !event.repeat) this.#jumpPresses++;
            if (useOf(code) === 'up' && !event.repeat) this.#upPresses++;
            this.#keys.add(code);
        } else if (!event.repeat && this.shortcuts[code]) {
            event.preventDefault();
            this.shortcuts[code]();
        }
    }

    /** @param {PadName} name */
    #listenTouch(name) {
        const touch = this.#touch;
        const element = (
            /** @type {PadName} */ pad,
        ) => /** @type {HTMLElement} */ (document.getElementById(`pad-${pad}`));
        const button = element(name);
        const other = name === 'left' ? 'right' : 'left';
        const set = (/** @type {boolean} */ down) => {
            if (down && name === 'jump' && !touch.jump) this.#upPresses++;
            touch[name] = down;
            button.classList.toggle('held', down);
        };
        button.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            set(true);
        });
        button.addEventListener('pointermove', (event) => {
            // A thumb may slide from one arrow to the other without lifting.
            if (name === 'jump' || !button.hasPointerCapture(event.pointerId)) return;
            const box = element(other).getBoundingClientRect();
            touch[other] = event.clientX >= box.left && event.clientX <= box.right;
            touch[name] = !touch[other];
        });
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            button.addEventListener(end, () => {
                set(false);
                if (name !== 'jump') touch[other] = false;
            });
        }
        button.addEventListener('contextmenu', (event) => event.preventDefault());
    }
}

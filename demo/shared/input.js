// Run and jump from keyboard, gamepad and touch, merged into one record. Called by a page once a frame.
// Owns the listeners on the window and on the touch pads. It only reports held and pressed keys; the
// shortcuts of the page (pause, step, debug …) are given to it as a table.

const LEFT = new Set(['ArrowLeft', 'KeyA']);
const RIGHT = new Set(['ArrowRight', 'KeyD']);
const JUMP = new Set(['Space', 'ArrowUp', 'KeyW']);

/** @typedef {'left' | 'right' | 'jump'} PadName */

/** What takes text or a choice: it keeps the focus after a click. */
const WRITTEN = 'select, textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])';

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
    addEventListener('pointerdown', () => { byPointer = true; }, true);
    addEventListener('keydown', () => { byPointer = false; }, true);
    for (const kind of ['click', 'change']) {
        addEventListener(kind, () => {
            if (!byPointer || document.activeElement === stage || document.activeElement?.matches(WRITTEN)) return;
            stage.focus({ preventScroll: true });
        });
    }
}

export class Input {
    run = 0; // -1 to 1
    jumpHeld = false;
    used = false; // the player has moved at least once
    /** @type {Set<string>} */
    #keys = new Set();
    #touch = { left: false, right: false, jump: false };
    #pad = { x: 0, jump: false, start: false };
    #jumpPresses = 0;

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
        for (const name of /** @type {const} */ (['left', 'right', 'jump'])) this.#listenTouch(name);
    }

    /** Whether jump was pressed since the last call. */
    takeJump() {
        const pressed = this.#jumpPresses > 0;
        this.#jumpPresses = 0;
        return pressed;
    }

    /** Reads the gamepad and sums everything up; once a frame. */
    poll() {
        this.#readPad();
        const touch = this.#touch;
        let run = (touch.right ? 1 : 0) - (touch.left ? 1 : 0) + this.#pad.x;
        this.jumpHeld = touch.jump || this.#pad.jump;
        for (const code of this.#keys) {
            run += RIGHT.has(code) ? 1 : LEFT.has(code) ? -1 : 0;
            if (JUMP.has(code)) this.jumpHeld = true;
        }
        this.run = Math.max(-1, Math.min(1, run));
        if (this.run !== 0) this.used = true;
    }

    /** Reads the first gamepad that is connected. */
    #readPad() {
        const pad = this.#pad;
        const found = Array.from(navigator.getGamepads?.() ?? []).find((each) => each?.connected);
        if (!found) {
            pad.x = 0;
            pad.jump = false;
            return;
        }
        const pressed = (/** @type {number} */ i) => Boolean(found.buttons[i]?.pressed);
        const stick = found.axes[0] ?? 0;
        const cross = (pressed(15) ? 1 : 0) - (pressed(14) ? 1 : 0);
        pad.x = cross !== 0 ? cross : Math.abs(stick) > 0.25 ? stick : 0;
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
        } else if (LEFT.has(code) || RIGHT.has(code) || JUMP.has(code)) {
            event.preventDefault();
            if (JUMP.has(code) && !event.repeat) this.#jumpPresses++;
            this.#keys.add(code);
        } else if (!event.repeat && this.shortcuts[code]) {
            event.preventDefault();
            this.shortcuts[code]();
        }
    }

    /** @param {PadName} name */
    #listenTouch(name) {
        const touch = this.#touch;
        const element = (/** @type {PadName} */ pad) => /** @type {HTMLElement} */ (document.getElementById(`pad-${pad}`));
        const button = element(name);
        const other = name === 'left' ? 'right' : 'left';
        const set = (/** @type {boolean} */ down) => {
            if (down && name === 'jump' && !touch.jump) this.#jumpPresses++;
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

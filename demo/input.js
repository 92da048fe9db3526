// The player's keys from keyboard, gamepad and touch, merged into one record. Called by main.js.
// Owns the listeners on the window and on the touch pads. Only says what is held or was pressed; the
// shortcuts of the page (pause, step, debug …) are given to it as a table.

/** @typedef {ReturnType<typeof createInput>} Input */

const LEFT = new Set(['ArrowLeft', 'KeyA']);
const RIGHT = new Set(['ArrowRight', 'KeyD']);
const JUMP = new Set(['Space', 'ArrowUp', 'KeyW']);

/**
 * @param {HTMLElement} stage has the focus while the game is played
 * @param {Record<string, () => void>} shortcuts by KeyboardEvent.code
 * @param {(code: string, down: boolean) => boolean} intercept true if the keyboard cursor took the key
 */
export function createInput(stage, shortcuts, intercept) {
    /** @type {Set<string>} */ const held = new Set();
    const touch = { left: false, right: false, jump: false };
    const pad = { x: 0, jump: false, start: false };
    let jumpPresses = 0;

    const input = {
        run: 0,
        jumpHeld: false,
        used: false, // the player has moved at least once
        takeJump() {
            const pressed = jumpPresses > 0;
            jumpPresses = 0;
            return pressed;
        },
        /** Reads the gamepad and sums everything up; once a frame. */
        poll() {
            readPad();
            let run = 0;
            for (const code of held) run += RIGHT.has(code) ? 1 : LEFT.has(code) ? -1 : 0;
            run += (touch.right ? 1 : 0) - (touch.left ? 1 : 0) + pad.x;
            input.run = Math.max(-1, Math.min(1, run));
            input.jumpHeld = touch.jump || pad.jump;
            for (const code of held) if (JUMP.has(code)) input.jumpHeld = true;
            if (input.run !== 0) input.used = true;
        },
    };

    function readPad() {
        const pads = navigator.getGamepads?.();
        let found = false;
        if (pads) {
            for (const p of pads) {
                if (!p?.connected) continue;
                found = true;
                const stick = p.axes[0] ?? 0;
                const cross = (p.buttons[15]?.pressed ? 1 : 0) - (p.buttons[14]?.pressed ? 1 : 0);
                pad.x = cross !== 0 ? cross : Math.abs(stick) > 0.25 ? stick : 0;
                const jump = Boolean(p.buttons[0]?.pressed);
                if (jump && !pad.jump) jumpPresses++;
                pad.jump = jump;
                const startButton = Boolean(p.buttons[9]?.pressed);
                if (startButton && !pad.start) shortcuts.KeyP?.();
                pad.start = startButton;
                break;
            }
        }
        if (!found) {
            pad.x = 0;
            pad.jump = false;
        }
    }

    /** Whether a control that has the focus wants a key: presses and moves are its own. @param {KeyboardEvent} event */
    function isTaken({ target, code }) {
        if (!(target instanceof HTMLElement)) return false;
        if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(code)) return true;
        if (target.closest('button, input, summary, a')) return code === 'Space' || code === 'Enter';
        return target.closest('select, textarea, [contenteditable]') !== null;
    }

    // Who clicks a control goes on playing; who came to it with the keyboard stays on it.
    let byPointer = false;
    addEventListener('pointerdown', () => { byPointer = true; }, true);
    for (const kind of ['click', 'change']) {
        addEventListener(kind, () => {
            if (byPointer && document.activeElement !== stage) stage.focus({ preventScroll: true });
        });
    }

    addEventListener('keydown', (event) => {
        byPointer = false;
        if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
        if (intercept(event.code, true)) {
            event.preventDefault();
            return;
        }
        if (LEFT.has(event.code) || RIGHT.has(event.code) || JUMP.has(event.code)) {
            event.preventDefault();
            if (JUMP.has(event.code) && !event.repeat) jumpPresses++;
            held.add(event.code);
        } else if (!event.repeat && shortcuts[event.code]) {
            event.preventDefault();
            shortcuts[event.code]();
        }
    });
    addEventListener('keyup', (event) => {
        held.delete(event.code);
        intercept(event.code, false);
    });
    addEventListener('blur', () => held.clear());

    for (const name of /** @type {const} */ (['left', 'right', 'jump'])) {
        const button = /** @type {HTMLElement} */ (document.getElementById(`pad-${name}`));
        const set = (/** @type {boolean} */ down) => {
            if (down && name === 'jump' && !touch.jump) jumpPresses++;
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
            const other = name === 'left' ? 'right' : 'left';
            const box = /** @type {HTMLElement} */ (document.getElementById(`pad-${other}`)).getBoundingClientRect();
            const over = event.clientX >= box.left && event.clientX <= box.right;
            touch[other] = over;
            touch[name] = !over;
        });
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            button.addEventListener(end, () => {
                set(false);
                if (name !== 'jump') touch[name === 'left' ? 'right' : 'left'] = false;
            });
        }
        button.addEventListener('contextmenu', (event) => event.preventDefault());
    }
    return input;
}

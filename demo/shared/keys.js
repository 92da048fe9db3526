// The keys of a page: those that are down, from keyboard and gamepad, and what a press of each does. A control that has the
// focus keeps its own keys. Called by stage.js and gamepad.js.
import { isTaken, returnFocus } from './input.js';

export class Keys {
    /** Codes (KeyboardEvent.code) that are down. @type {Set<string>} */ down = new Set();
    /** Takes a key before all others, if it returns true. @type {(code: string, isDown: boolean) => boolean} */ intercept =
        () => false;

    /**
     * @param {HTMLElement} canvas has the focus while the page is played
     * @param {Record<string, () => void>} actions by code, called once a press
     */
    constructor(canvas, actions) {
        this.actions = actions;
        returnFocus(canvas);
        addEventListener('keydown', (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
            if (event.target instanceof Element && event.target.closest('dialog')) return;
            if (event.code.startsWith('Arrow') || event.code === 'Space') event.preventDefault();
            if (!event.repeat) this.press(event.code);
        });
        addEventListener('keyup', ({ code }) => this.release(code));
        addEventListener('blur', () => this.down.clear());
    }

    /** @param {string} code */
    press(code) {
        if (this.intercept(code, true)) return;
        this.actions[code]?.();
        this.down.add(code);
    }

    /** @param {string} code */
    release(code) {
        this.intercept(code, false);
        this.down.delete(code);
    }
}

// A gamepad of the standard mapping as keys: stick and d-pad are the arrows, buttons are keys or what the page gives. The shoulder
// buttons, which are held, scrub the timeline. Called by stage.js once a frame.

/** Indices of the standard gamepad's buttons. */
const BUTTONS = { A: 0, B: 1, X: 2, Y: 3, LB: 4, RB: 5, Back: 8, Start: 9, up: 12, down: 13,
    left: 14, right: 15 };
const DEAD = 0.2; // of the stick's way, around its middle
const AS_KEY = 0.45; // of the stick's way, from which it is an arrow

/** @typedef {keyof typeof BUTTONS} PadButton */

export class Gamepad {
    /** The stick, to the right and up, from -1 to 1. */ x = 0;
    y = 0;
    #connected = false;
    /** Buttons that are down. @type {Set<string>} */ #held = new Set();
    /** Keys that the pad holds down. @type {Set<string>} */ #keys = new Set();

    /**
     * @param {import('./keys.js').Keys} keys
     * @param {{ buttons: Partial<Record<PadButton, string | (() => void)>>, connected: () => void }} options code of a key, or
     *     what a press does; `connected` is called when there is a pad
     */
    constructor(keys, { buttons, connected }) {
        this.keys = keys;
        this.buttons = buttons;
        const look = () => {
            const pad = this.#find();
            if (pad && !this.#connected) connected();
            this.#connected = Boolean(pad);
        };
        addEventListener('gamepadconnected', look);
        addEventListener('gamepaddisconnected', () => {
            look();
            this.#hold([]);
            this.x = this.y = 0;
        });
        look();
    }

    #find() {
        return Array.from(navigator.getGamepads?.() ?? []).find((pad) =>
            pad?.connected && pad.mapping === 'standard'
        );
    }

    /** Whether a button is down. @param {PadButton} button */
    holds(button) {
        return this.#held.has(button);
    }

    /** Reads the pad; once a frame. */
    update() {
        const pad = this.#connected ? this.#find() : undefined;
        if (!pad) return;
        const [x, y] = [pad.axes[0] ?? 0, -(pad.axes[1] ?? 0)];
        const length = Math.hypot(x, y);
        const part = length > DEAD ? Math.min(1, (length - DEAD) / (1 - DEAD)) / length : 0;
        const before = this.#held;
        this.#held = new Set(
            Object.entries(BUTTONS).filter(([, index]) => pad.buttons[index]?.pressed).map((
                [name],
            ) => name),
        );
        const cross = (/** @type {PadButton} */ more, /** @type {PadButton} */ less) =>
            Number(this.holds(more)) - Number(this.holds(less));
        this.x = cross('right', 'left') || part * x;
        this.y = cross('up', 'down') || part * y;
        /** @type {string[]} */
        const codes = [];
        if (Math.abs(this.x) > AS_KEY) codes.push(this.x > 0 ? 'ArrowRight' : 'ArrowLeft');
        if (Math.abs(this.y) > AS_KEY) codes.push(this.y > 0 ? 'ArrowUp' : 'ArrowDown');
        for (const name of this.#held) {
            const does = this.buttons[/** @type {PadButton} */ (name)];
            if (typeof does === 'string') codes.push(does);
            else if (!before.has(name)) does?.();
        }
        this.#hold(codes);
    }

    /** Holds these keys down, and no others. @param {string[]} codes */
    #hold(codes) {
        for (const code of this.#keys) if (!codes.includes(code)) this.keys.release(code);
        for (const code of codes) if (!this.#keys.has(code)) this.keys.press(code);
        this.#keys = new Set(codes);
    }
}

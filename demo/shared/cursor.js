// A cursor moved by keys or a gamepad's stick, for those who have no mouse: it sends the canvas the pointer events of a mouse, so
// that whatever a page does with its pointer works. C shows it, arrows move it (with Shift: finely), Enter presses and lets go, Escape
// ends it. Called by stage.js.

const ID = 1000; // pointerId, which no pointer of a browser has
const SLOWEST = 90; // CSS pixels a second, when an arrow begins to be held
const FASTEST = 620;
const RISE = 900; // CSS pixels/s²
const FINE = 0.2; // of the speed
const ARROWS =
    /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0],
        ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * Lets an element hear a pointer outside of it; the cursor needs nothing for that, and browsers know no such pointer.
 * @param {Element} element @param {PointerEvent} event
 */
export function capture(element, event) {
    if (event.isTrusted) element.setPointerCapture(event.pointerId);
}

export class Cursor {
    on = false;
    /** Whether it is pressed. */ holds = false;
    /** Where it is, in CSS pixels. */ x = 0;
    y = 0;
    #speed = 0;
    /** Keys that are down, of those that it takes. @type {Set<string>} */ #down = new Set();
    #mark = document.body.appendChild(document.createElement('div'));

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {{ stick: { x: number, y: number }, say: (text: string) => void, changed: (on: boolean) => void }} options `stick` of a
     *     gamepad; `say` tells the player something; `changed` is called when it comes and goes
     */
    constructor(canvas, options) {
        this.canvas = canvas;
        this.options = options;
        this.#mark.className = 'cursor';
        this.#mark.hidden = true;
        addEventListener('blur', () => this.#down.clear());
    }

    /** @param {boolean} on */
    show(on) {
        if (on === this.on) return;
        if (this.holds) this.press();
        this.on = on;
        this.#mark.hidden = !on;
        this.#down.clear();
        if (on) {
            if (this.x === 0) [this.x, this.y] = [innerWidth / 2, innerHeight / 2];
            this.#move(0, 0);
            this.options.say('The cursor: arrows move it, Enter presses and lets go, Esc ends');
        } else this.#send('pointerleave');
        this.options.changed(on);
    }

    /** Takes a key, while it is shown; returns whether it did. @param {string} code @param {boolean} isDown */
    take(code, isDown) {
        if (!isDown) this.#down.delete(code);
        if (!this.on) return false;
        if (isDown && (code in ARROWS || code.startsWith('Shift'))) this.#down.add(code);
        else if (isDown && code === 'Enter') this.press();
        else if (isDown && code === 'Escape') this.show(false);
        else return false;
        return true;
    }

    /** Presses, or lets go. */
    press() {
        this.holds = !this.holds;
        this.#mark.classList.toggle('holds', this.holds);
        this.#send(this.holds ? 'pointerdown' : 'pointerup');
    }

    /** Once a frame. @param {number} seconds real time */
    update(seconds) {
        if (!this.on) return;
        let { x, y } = this.options.stick;
        y = -y;
        for (const code of this.#down) {
            x += ARROWS[code]?.[0] ?? 0;
            y += ARROWS[code]?.[1] ?? 0;
        }
        const length = Math.max(1, Math.hypot(x, y));
        this.#speed = x === 0 && y === 0
            ? SLOWEST
            : Math.min(FASTEST, this.#speed + RISE * seconds);
        const way = this.#speed * seconds
            * ([...this.#down].some((code) => code.startsWith('Shift'))
                ? FINE
                : 1)
            / length;
        // While it presses, the world may move under it.
        if (x !== 0 || y !== 0 || this.holds) this.#move(way * x, way * y);
    }

    /** @param {number} dx @param {number} dy CSS pixels */
    #move(dx, dy) {
        this.x = Math.min(innerWidth - 1, Math.max(1, this.x + dx));
        this.y = Math.min(innerHeight - 1, Math.max(1, this.y + dy));
        this.#mark.style.transform = `translate(${this.x}px, ${this.y}px)`;
        this.#send('pointermove');
    }

    /** @param {string} type */
    #send(type) {
        this.canvas.dispatchEvent(
            new PointerEvent(type, { pointerId: ID, pointerType: 'mouse', isPrimary: true,
                bubbles: true, button: type === 'pointermove' ? -1 : 0, buttons: this.holds ? 1 : 0,
                clientX: this.x, clientY: this.y }),
        );
    }
}

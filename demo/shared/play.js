// Shows that time stands, with the panel shut, too: a button in the timeline, and a large one over the picture where a link has been
// opened, until any input, or where a page has no timeline. Called by stage.js and by the cave.
import { isTaken } from './input.js';

const SILENT = new Set(['Tab', 'ShiftLeft', 'ShiftRight', 'ControlLeft', 'ControlRight', 'AltLeft',
    'AltRight', 'MetaLeft', 'MetaRight']);
const PLAY = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l13-7.5z"/></svg>';
const PAUSE =
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>';

export class PlayButton {
    #held = false;
    #large = document.body.appendChild(document.createElement('button'));
    /** @type {HTMLButtonElement | null} */ #small = null;

    /** @param {HTMLElement} canvas @param {{ readonly paused: boolean, set: (paused: boolean) => void }} time */
    constructor(canvas, time) {
        this.time = time;
        Object.assign(this.#large, { type: 'button', id: 'play', className: 'play', hidden: true,
            ariaLabel: 'Play', innerHTML: PLAY });
        this.#large.addEventListener('click', () => time.set(false));
        const timeline = document.getElementById('timeline');
        if (timeline && !timeline.hidden) {
            this.#small = document.createElement('button');
            Object.assign(this.#small, { type: 'button', id: 'timeline-play' });
            this.#small.addEventListener('click', () => time.set(!time.paused));
            timeline.prepend(this.#small);
        }
        canvas.addEventListener('pointerdown', () => this.#letGo());
        // After what the key does: a key that pauses or steps has the last word.
        addEventListener('keydown', (event) => {
            if (!SILENT.has(event.code) && !isTaken(event)) this.#letGo();
        });
        this.show();
    }

    /** Stops time until any input. */
    hold() {
        this.time.set(true);
        this.#held = true;
        this.show(true);
    }

    #letGo() {
        if (this.#held) this.time.set(false);
    }

    /** Time has been stopped or goes on. @param {boolean} [held] by a link */
    show(held = false) {
        const { paused } = this.time;
        this.#held = held;
        this.#large.hidden = !paused
            || !(held || !document.querySelector('.timeline:not([hidden])'));
        if (!this.#small || this.#small.ariaPressed === String(paused)) return;
        this.#small.ariaPressed = String(paused);
        this.#small.ariaLabel = paused ? 'Play' : 'Pause';
        this.#small.innerHTML = paused ? PLAY : PAUSE;
    }
}

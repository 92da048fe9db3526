// The dialog in which a level is chosen, with the best run of each. Called by main.js.

import { LEVELS } from './level.js';
import { clockText, readProgress } from './progress.js';

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class Picker {
    #dialog = /** @type {HTMLDialogElement} */ (el('picker'));
    #now = 0;

    /** @param {(level: number) => void} choose @param {(open: boolean) => void} changed */
    constructor(choose, changed) {
        this.choose = choose;
        this.changed = changed;
        el('levels').addEventListener('click', () => this.open());
        el('picker-close').addEventListener('click', () => this.#dialog.close());
        this.#dialog.addEventListener('close', () => changed(false));
        // A click beside the sheet closes it.
        this.#dialog.addEventListener('click', (event) => {
            if (event.target === this.#dialog) this.#dialog.close();
        });
    }

    get isOpen() {
        return this.#dialog.open;
    }

    open() {
        if (this.isOpen) return;
        this.#fill();
        this.#dialog.showModal();
        this.changed(true);
    }

    /** Says which level is played. @param {import('./level.js').Level} level */
    show({ number, title }) {
        this.#now = number;
        el('level-number').textContent = String(number + 1);
        el('levels').title = `${title}: choose a level (M)`;
        el('levels').setAttribute('aria-label', `Level ${number + 1}, ${title}: choose a level`);
    }

    #fill() {
        const { best } = readProgress();
        el('picker-list').replaceChildren(...LEVELS.map(({ id, title, about }, number) => {
            const item = document.createElement('li');
            const button = item.appendChild(document.createElement('button'));
            button.type = 'button';
            button.className = `level ${id}`;
            if (number === this.#now) {
                button.autofocus = true;
                button.setAttribute('aria-current', 'true');
            }
            const add = (/** @type {string} */ tag, /** @type {string} */ text) => {
                button.appendChild(document.createElement(tag)).textContent = text;
            };
            add('i', String(number + 1));
            add('b', title);
            add('span', about);
            const run = best[id];
            add('small', run
                ? `✓ ${clockText(run.seconds)} · ${run.lit} of ${run.lanterns} lanterns`
                : 'not done yet');
            button.addEventListener('click', () => {
                this.#dialog.close();
                this.choose(number);
            });
            return item;
        }));
    }
}

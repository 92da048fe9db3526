// The bar over the timeline: the level and its stars, the levels before and after it, rewinding a shot; and the sheet of all levels.
// Called by main.js.
import { resultOf } from './kept.js';

/** @typedef {import('./level.js').Level} Level */

const ARROW = (/** @type {string} */ path) =>
    `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const BACK = ARROW('M11 6 5 12l6 6M5 12h8a6 6 0 0 1 6 6');

/** Stars as text. @param {number} stars */
export const starsText = (stars) => '★'.repeat(stars) + '☆'.repeat(3 - stars);

export class Menu {
    #bar = document.createElement('nav');
    #dialog = document.createElement('dialog');
    #shown = '';

    /**
     * @param {Level[]} levels @param {{ choose: (number: number) => void, rewind: () => void, now: () => number }} does `now` is the level that is
     *     played, -1 for one of a link or the editor
     */
    constructor(levels, does) {
        this.levels = levels;
        this.does = does;
        const bar = this.#bar;
        bar.className = 'sheet levelbar';
        bar.ariaLabel = 'Level';
        bar.innerHTML =
            `<button type="button" id="level-before" aria-label="Level before" title="Level before (B)">${
                ARROW('m14 6-6 6 6 6')
            }</button><button type="button" id="level-name" title="All levels" aria-haspopup="dialog"></button><button type="button" id="level-after" aria-label="Next level" title="Next level (N)">${
                ARROW('m10 6 6 6-6 6')
            }</button><button type="button" id="rewind" title="Rewind the shot (Z)">${BACK}<span>Rewind</span></button>`;
        document.getElementById('timeline')?.before(bar);
        this.#dialog.className = 'levels sheet';
        this.#dialog.ariaLabel = 'All levels';
        document.body.append(this.#dialog);
        const el = (
            /** @type {string} */ id,
        ) => /** @type {HTMLButtonElement} */ (document.getElementById(id));
        el('level-before').addEventListener('click', () => this.go(-1));
        el('level-after').addEventListener('click', () => this.go(1));
        el('level-name').addEventListener('click', () => this.open());
        el('rewind').addEventListener('click', () => does.rewind());
        this.rewindButton = el('rewind');
        this.#dialog.addEventListener('click', ({ target }) => {
            if (target === this.#dialog) this.#dialog.close(); // beside it
        });
    }

    /** @param {number} by 1 for the next level, -1 for that before */
    go(by) {
        const { length } = this.levels;
        this.does.choose((Math.max(this.does.now(), by < 0 ? 0 : -1) + by + length) % length);
    }

    open() {
        const list = document.createElement('ul');
        this.levels.forEach(({ name }, i) => {
            const { stars } = resultOf(i);
            const button = list.appendChild(document.createElement('li')).appendChild(
                document.createElement('button'),
            );
            button.type = 'button';
            button.innerHTML = `<b>${i + 1}</b> <span></span><i aria-hidden="true">${
                starsText(stars)
            }</i><em class="hidden">${stars} of 3 stars</em>`;
            /** @type {HTMLElement} */ (button.children[1]).textContent = name;
            if (i === this.does.now()) button.ariaCurrent = 'true';
            button.addEventListener('click', () => {
                this.#dialog.close();
                this.does.choose(i);
            });
        });
        const title = document.createElement('h2');
        title.textContent = 'Levels';
        this.#dialog.replaceChildren(title, list);
        this.#dialog.showModal();
    }

    /** Once a frame. @param {Level} level @param {boolean} canRewind @param {boolean} edits */
    show(level, canRewind, edits) {
        const number = this.does.now();
        const stars = number >= 0 ? starsText(resultOf(number).stars) : '';
        const now = `${number} ${level.name} ${stars} ${canRewind} ${edits}`;
        if (now === this.#shown) return;
        this.#shown = now;
        this.#bar.hidden = edits;
        const name = /** @type {HTMLElement} */ (document.getElementById('level-name'));
        name.innerHTML = '<b></b><i aria-hidden="true"></i>';
        /** @type {HTMLElement} */ (name.children[0]).textContent = number >= 0
            ? `${number + 1} · ${level.name}`
            : level.name;
        name.children[1].textContent = stars;
        this.rewindButton.disabled = !canRewind;
    }
}

// The table of layers: a cell for every pair, which shows the pair's response and changes it when
// pressed. Called by a page's panel. It keeps no state of its own: it reads the world's layer table back
// after every change, so that it always shows what the engine will do.

const CYCLE = /** @type {const} */ (['solid', 'trigger', 'ignore']);

/** @typedef {import('../../js/index.js').Response} Response */
/** @typedef {[a: string, b: string, response: Response]} Pair */

export class LayerMatrix {
    /** @type {{ a: string, b: string, button: HTMLButtonElement }[]} */
    #cells = [];

    /**
     * @param {HTMLElement} table
     * @param {{ name: string, colour: string }[]} layers in the order of rows and columns
     * @param {Record<string, Record<string, Response>>} designed the world's layers as the page made them
     * @param {() => import('../../js/index.js').World} world
     * @param {() => void} changed called after a cell was pressed
     */
    constructor(table, layers, designed, world, changed) {
        this.designed = designed;
        this.world = world;
        this.changed = changed;
        const head = table.appendChild(document.createElement('thead')).appendChild(
            document.createElement('tr'),
        );
        head.appendChild(document.createElement('td'));
        for (const { name } of layers) {
            const th = head.appendChild(document.createElement('th'));
            th.scope = 'col';
            th.textContent = name;
        }
        const body = table.appendChild(document.createElement('tbody'));
        layers.forEach(({ name, colour }, r) => {
            const row = body.appendChild(document.createElement('tr'));
            const th = row.appendChild(document.createElement('th'));
            th.scope = 'row';
            th.appendChild(document.createElement('i')).style.setProperty('--c', colour);
            th.append(name);
            // A pair is shown once: the cells left of the diagonal stay empty.
            layers.forEach((column, c) => {
                const cell = row.appendChild(document.createElement('td'));
                if (c >= r) this.#addCell(cell, name, column.name);
            });
        });
    }

    /** @param {HTMLElement} cell @param {string} a @param {string} b */
    #addCell(cell, a, b) {
        const button = cell.appendChild(document.createElement('button'));
        button.type = 'button';
        button.dataset.pair = `${a} ${b}`;
        button.addEventListener('click', () => {
            const now = this.world().layers.response(a, b);
            this.set([[a, b, CYCLE[(CYCLE.indexOf(now) + 1) % CYCLE.length]]]);
            this.changed();
        });
        this.#cells.push({ a, b, button });
    }

    /** Sets both sides of each pair, so that it has exactly this response. @param {Pair[]} pairs */
    set(pairs) {
        const { layers } = this.world();
        for (const [a, b, response] of pairs) {
            layers.set(a, b, response);
            if (a !== b) layers.set(b, a, response);
        }
    }

    /** Whether all pairs have these responses. @param {Pair[]} pairs */
    has(pairs) {
        const { layers } = this.world();
        return pairs.every(([a, b, response]) => layers.response(a, b) === response);
    }

    /** The response that a pair had at the beginning. @param {string} a @param {string} b @returns {Response} */
    original(a, b) {
        const named = [this.designed[a][b], this.designed[b][a]];
        return named.includes('solid') ? 'solid' : named.includes('trigger') ? 'trigger' : 'ignore';
    }

    /** Gives some pairs, or all, the response they had at the beginning. @param {{ a: string, b: string }[]} [pairs] */
    restore(pairs = this.#cells) {
        this.set(pairs.map(({ a, b }) => [a, b, this.original(a, b)]));
    }

    /** Shows the world's layer table as it is. */
    refresh() {
        const { layers } = this.world();
        for (const { a, b, button } of this.#cells) {
            const response = layers.response(a, b);
            button.dataset.response = response;
            button.classList.toggle('changed', response !== this.original(a, b));
            button.title = `${a} and ${b}: ${response === 'ignore' ? 'nothing' : response}`;
            button.setAttribute('aria-label', button.title);
        }
    }
}

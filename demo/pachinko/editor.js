// Edits the table while the game goes on: a row of tools, one for each kind of part and one that takes away. A press on a part drags it,
// off the field takes it away; a press elsewhere adds one. Every change is kept in the browser. Called by main.js.
import { KINDS, RADIUS, SCREEN, checkedTable, designedTable } from './table.js';

const KEPT = 'mica pachinko table';
const MAX_UNDONE = 60;
const NAMES = { pin: 'Pin', bumper: 'Bumper', spinner: 'Spinner', gate: 'Gate', tulip: 'Tulip',
    pocket: 'Pocket', start: 'Start', mouth: 'Mouth', erase: 'Erase' };
const ICONS = {
    pin: '<circle cx="12" cy="12" r="3.4" fill="#e9c283" stroke="none"/>',
    bumper:
        '<circle cx="12" cy="12" r="7.5" stroke="#b8a1ff"/><circle cx="12" cy="12" r="2.6" fill="#ffc56e" stroke="none"/>',
    spinner: '<path d="M12 3.5v17M3.5 12h17" stroke="#77e3c4"/>',
    gate: '<path d="M4 12h16" stroke="#77e3c4"/>',
    tulip: '<path d="m7 4 2.6 9v6h4.8v-6L17 4" stroke="#f0927a"/>',
    pocket: '<path d="m6 8 1.5 9h9L18 8" stroke="#b8a1ff"/>',
    start: '<path d="m6 8 1.5 9h9L18 8" stroke="#77e3c4"/>',
    mouth: '<path d="m2 5 4 8 1 5h10l1-5 4-8" stroke="#ffc56e"/>',
    erase: '<path d="M6 6l12 12M18 6 6 18"/>',
};

/** @typedef {import('./rules.js').Game} Game @typedef {import('./table.js').Kind} Kind @typedef {import('./table.js').Table} Table */

/** The table of the last edit, or the designed one. @returns {Table} */
export function keptTable() {
    try {
        return checkedTable(JSON.parse(localStorage.getItem(KEPT) ?? 'null'));
    } catch {
        return designedTable();
    }
}

export class Editor {
    on = false;
    /** What a press on a free place adds. @type {Kind | 'erase'} */ tool = 'pin';
    /** @type {import('./parts.js').Part | null} */ #held = null;
    /** Tables before each change, the last one at the end. @type {string[]} */ #before = [];
    #row = document.createElement('div');

    /** @param {() => Game} game the present one @param {(text: string) => void} say @param {() => void} kept called when the table is kept */
    constructor(game, say, kept) {
        this.game = game;
        this.say = say;
        this.kept = kept;
        const row = this.#row;
        row.className = 'sheet palette';
        row.hidden = true;
        row.role = 'radiogroup';
        row.ariaLabel = 'What a press adds';
        for (const [tool, name] of Object.entries(NAMES)) {
            const button = row.appendChild(document.createElement('button'));
            Object.assign(button, { type: 'button', role: 'radio', title: name,
                innerHTML: `<svg viewBox="0 0 24 24" aria-hidden="true">${
                    ICONS[/** @type {Kind} */ (tool)]
                }</svg><span>${name}</span>` });
            button.dataset.tool = tool;
            button.addEventListener('click', () => this.choose(/** @type {Kind} */ (tool)));
        }
        document.getElementById('timeline')?.before(row);
        this.choose('pin');
    }

    /** @param {boolean} on */
    show(on) {
        this.on = on;
        this.#row.hidden = !on;
        this.#held = null;
    }

    /** @param {Kind | 'erase'} tool */
    choose(tool) {
        this.tool = tool;
        for (const button of this.#row.querySelectorAll('button'))
            button.ariaChecked = String(button.dataset.tool === tool);
    }

    /** @param {number} x @param {number} y metres */
    press(x, y) {
        const { parts } = this.game();
        const before = JSON.stringify(parts.table);
        const part = parts.at(x, y);
        const { tool } = this;
        if (tool === 'erase') {
            if (part) parts.remove(part);
        } else if (part) this.#held = part;
        else if (!isFree(x, y)) return;
        else if (parts.of[tool].length >= KINDS[tool].most) {
            this.say(`The table has ${KINDS[tool].most} of these, and no room for more.`);
            return;
        } else this.#held = parts.add(tool, [x, y]);
        this.#before.push(before);
        if (this.#before.length > MAX_UNDONE) this.#before.shift();
    }

    /** @param {number} x @param {number} y */
    drag(x, y) {
        if (this.#held?.body.alive) this.game().parts.move(this.#held, x, y);
    }

    /** A part that was dragged off the field is gone. @param {number} x @param {number} y */
    release(x, y) {
        const { parts } = this.game();
        if (this.#held?.body.alive && Math.hypot(x, y) > RADIUS - 0.1) parts.remove(this.#held);
        this.#held = null;
        if (this.#before.at(-1) === JSON.stringify(parts.table)) this.#before.pop();
        else this.keep();
    }

    /** Keeps the table for the next game. */
    keep() {
        this.kept();
        try {
            localStorage.setItem(KEPT, JSON.stringify(this.game().parts.table));
        } catch {
            this.say('The browser keeps nothing: export the table, or share it, to have it again.');
        }
    }

    undo() {
        const before = this.#before.pop();
        if (!before) return;
        this.game().parts.put(JSON.parse(before));
        this.keep();
    }

    /** Takes another table over. @param {Table} table */
    put(table) {
        const { parts } = this.game();
        this.#before.push(JSON.stringify(parts.table));
        parts.put(table);
        this.keep();
    }

    /** The table as it was designed. */
    forget() {
        this.put(designedTable());
        localStorage.removeItem(KEPT);
    }
}

/** Whether a part may stand at a place: in the field, and not on the screen. @param {number} x @param {number} y */
function isFree(x, y) {
    const beside = SCREEN.some(([ax, ay], i) => {
        const [bx, by] = SCREEN[(i + 1) % SCREEN.length];
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0;
    });
    return beside && Math.hypot(x, y) < RADIUS - 0.1;
}

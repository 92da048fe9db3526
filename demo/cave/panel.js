// The panel: the layer matrix, time, pointer tools and view switches, and what the page says in words.
// Called by main.js. Owns the DOM outside the canvas; keeps no game state of its own.

import { LayerMatrix } from '../shared/layer-matrix.js';
import { STATES } from '../shared/overlay.js';
import { LAYERS, LAYER_TABLE } from './layers.js';

/** Changes of layers that one press makes. */
/** @type {{ name: string, pairs: import('../shared/layer-matrix.js').Pair[] }[]} */
const EXPERIMENTS = [
    {
        name: 'Solid ghosts',
        pairs: [['player', 'ghost', 'solid'], ['ghost', 'crate', 'solid'], ['ghost', 'wall',
            'solid']],
    },
    { name: 'Crates overlap', pairs: [['crate', 'crate', 'ignore']] },
    { name: 'Pass crates', pairs: [['player', 'crate', 'ignore']] },
    { name: 'No walls', pairs: [['player', 'wall', 'ignore']] },
];

/** @type {Record<string, string>} */
const TOOL_NOTES = {
    grab: 'Drag any body that moves, the player too.',
    box: 'Drag in empty space to draw a box.',
    ball: 'Drag from its centre to draw a ball.',
    erase: 'Wipe over crates and balls to remove them.',
};

const SWITCHES = [
    ['debug', 'Debug'],
    ['light', 'Light'],
    ['contacts', 'Contacts'],
    ['normals', 'Normals'],
    ['bounds', 'Bounds'],
    ['layerColours', 'By layer'],
];

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {{ pause: () => void, step: () => void, slow: () => void, reset: () => void, overview: () => void }} Actions */

export class Panel {
    inset = { right: 0, bottom: 0, low: 0 }; // CSS pixels of the canvas that are covered; low: by parts
    #panel = el('panel');
    #toggle = el('panel-toggle');
    #speed = /** @type {HTMLInputElement} */ (el('speed'));
    #tools = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-tool]')]);
    /** @type {{ button: HTMLButtonElement, pairs: import('../shared/layer-matrix.js').Pair[] }[]} */
    #experiments = [];

    /**
     * @param {import('./game.js').Game} game @param {import('./pointer.js').Pointer} pointer
     * @param {import('../shared/camera.js').Camera} camera
     * @param {Record<string, boolean>} view @param {Actions} actions
     */
    constructor(game, pointer, camera, view, actions) {
        this.game = game;
        this.pointer = pointer;
        this.camera = camera;
        this.view = view;
        this.layers = this.#layersOf(game.scene.level);
        this.matrix = this.#makeMatrix(game.scene.level);
        this.#buildExperiments();
        this.#buildSwitches();
        addEventListener('resize', () => this.layout());
        this.#listen(actions);
        this.setTool('grab');
        this.refresh();
        this.refreshView();
        this.refreshPause();
    }

    /** The layers that a level shows. @param {import('./level.js').Level} level */
    #layersOf({ shownLayers }) {
        return LAYERS.filter(({ name }) => shownLayers.includes(name));
    }

    /** @param {import('./level.js').Level} level */
    #makeMatrix(level) {
        const table = el('matrix');
        for (const part of table.querySelectorAll('thead, tbody')) part.remove();
        el('layers').hidden = !level.matrix;
        table.classList.toggle('wide', this.layers.length > 5);
        return new LayerMatrix(table, this.layers, LAYER_TABLE, () => this.game.scene.world,
            () => this.refresh());
    }

    /** Shows the table of a level's layers. @param {import('./level.js').Level} level */
    show(level) {
        this.layers = this.#layersOf(level);
        this.matrix = this.#makeMatrix(level);
        this.refresh();
        this.refreshView();
    }

    /** @param {Actions} actions */
    #listen(actions) {
        for (const [name, action] of Object.entries(actions))
            el(name).addEventListener('click', action);
        this.#speed.addEventListener('input', () => {
            const value = 10 ** Number(this.#speed.value);
            this.setSpeed(Math.abs(value - 1) < 0.06 ? 1 : value);
        });
        this.#toggle.addEventListener('click',
            () => this.open(this.#panel.dataset.open !== 'true'));
        const tools = this.#tools;
        for (const button of tools) {
            button.addEventListener('click', () =>
                this.setTool(/** @type {any} */ (button.dataset.tool)));
            button.addEventListener('keydown', (event) => {
                const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                if (move === 0) return;
                event.stopPropagation();
                const other = tools[(tools.indexOf(button) + move + tools.length) % tools.length];
                this.setTool(/** @type {any} */ (other.dataset.tool));
                other.focus();
            });
        }
    }

    /** Opens with the table of layers and what it says of ghosts. */
    explain() {
        el('layers').hidden = el('why').hidden = false;
        this.open(true);
        this.#panel.scrollTop = 0;
    }

    /** @param {boolean} is */
    open(is) {
        this.#panel.dataset.open = String(is);
        this.#toggle.setAttribute('aria-expanded', String(is));
        /** @type {HTMLElement} */ (this.#toggle.lastElementChild).textContent = is
            ? 'Hide'
            : 'Controls';
        this.layout();
    }

    /** Finds out how much of the canvas the panel and the touch pads cover. */
    layout() {
        const isOpen = this.#panel.dataset.open === 'true';
        const sheet = innerWidth <= 760 && innerHeight > 520;
        const width = isOpen && !sheet ? 344 + 24 : 0;
        document.documentElement.style.setProperty('--panel-width', `${width}px`);
        const touch = document.body.classList.contains('touch');
        const { inset } = this;
        inset.right = width;
        inset.bottom = isOpen && sheet ? Math.round(innerHeight * 0.56) : touch && sheet ? 110 : 0;
        const low = el(touch ? 'pad-left' : 'timeline').getBoundingClientRect();
        inset.low = Math.max(inset.bottom, low.top > innerHeight / 2 ? innerHeight - low.top : 0);
    }

    /** @param {number} value */
    setSpeed(value) {
        this.game.speed = value;
        this.#speed.value = String(Math.log10(value));
        el('speed-out').textContent = `${value.toFixed(2)}×`;
        el('slow').setAttribute('aria-pressed', String(value <= 0.25));
    }

    /** @param {import('./pointer.js').Tool} tool */
    setTool(tool) {
        this.pointer.drop();
        this.pointer.tool = tool;
        for (const button of this.#tools) {
            const on = button.dataset.tool === tool;
            button.setAttribute('aria-checked', String(on));
            button.tabIndex = on ? 0 : -1;
        }
        el('tool-note').textContent = TOOL_NOTES[tool];
    }

    #buildExperiments() {
        const addButton = (/** @type {string} */ text, /** @type {() => void} */ press) => {
            const button = el('experiments').appendChild(document.createElement('button'));
            button.type = 'button';
            button.textContent = text;
            button.addEventListener('click', () => {
                press();
                this.refresh();
            });
            return button;
        };
        this.#experiments = EXPERIMENTS.map(({ name, pairs }) => ({ pairs,
            button: addButton(name, () => {
                if (this.matrix.has(pairs)) this.matrix.restore(pairs.map(([a, b]) => ({ a, b })));
                else this.matrix.set(pairs);
            }) })
        );
        addButton('Restore', () => this.matrix.restore()).id = 'restore';
    }

    #buildSwitches() {
        const box = el('switches');
        for (const [key, title] of SWITCHES) {
            const label = box.appendChild(document.createElement('label'));
            const input = label.appendChild(document.createElement('input'));
            input.type = 'checkbox';
            input.id = `view-${key}`;
            input.setAttribute('role', 'switch');
            label.append(title);
            if (key === 'debug') label.appendChild(document.createElement('kbd')).textContent = 'X';
            input.addEventListener('change', () => {
                this.view[key] = input.checked;
                this.refreshView();
            });
        }
    }

    refreshView() {
        const { view } = this;
        for (const [key] of SWITCHES) {
            const input = /** @type {HTMLInputElement} */ (el(`view-${key}`));
            input.checked = view[key];
            input.disabled = !view.debug && key !== 'debug' && key !== 'light';
        }
        const legend = el('states');
        legend.replaceChildren(
            ...(view.layerColours ? this.layers : STATES).map(({ name, colour }) => {
                const item = document.createElement('li');
                const swatch = item.appendChild(document.createElement('i'));
                swatch.className = 'swatch';
                swatch.style.setProperty('--c', colour);
                item.append(name);
                return item;
            }),
        );
        legend.hidden = !view.debug;
        legend.style.display = view.debug ? '' : 'none';
    }

    /** Shows the world's layer table as it is. */
    refresh() {
        this.matrix.refresh();
        for (const { button, pairs } of this.#experiments) {
            button.setAttribute('aria-pressed', String(this.matrix.has(pairs)));
        }
    }

    refreshPause() {
        el('pause').setAttribute('aria-pressed', String(this.game.paused));
        /** @type {HTMLElement} */ (el('pause').lastElementChild).textContent = this.game.paused
            ? 'Play'
            : 'Pause';
    }

    refreshOverview() {
        el('overview').setAttribute('aria-pressed', String(this.camera.overview));
    }
}

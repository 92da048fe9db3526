// The panel: the layer matrix, time, pointer tools and view switches, and what the page says in words.
// Called by main.js. Owns the DOM outside the canvas; keeps no game state of its own: it reads the
// world's layer table back after every change, so that it always shows what the engine will do.

import { LAYERS, LAYER_TABLE } from './scene.js';
import { STATE_LEGEND } from './overlay.js';

const CYCLE = /** @type {const} */ (['solid', 'trigger', 'ignore']);
/** @type {Record<string, string>} */
const WORDS = { solid: 'solid', trigger: 'trigger', ignore: 'nothing' };

/** One-press changes worth seeing. */
/** @type {{ name: string, pairs: [a: string, b: string, response: import('../js/index.js').Response][] }[]} */
const EXPERIMENTS = [
    {
        name: 'Solid ghosts',
        pairs: [['player', 'ghost', 'solid'], ['ghost', 'crate', 'solid'], ['ghost', 'wall', 'solid']],
    },
    { name: 'Crates overlap', pairs: [['crate', 'crate', 'ignore']] },
    { name: 'Pass crates', pairs: [['player', 'crate', 'ignore']] },
    { name: 'No walls', pairs: [['player', 'wall', 'ignore']] },
];

/** @type {Record<string, string>} */
const TOOL_NOTES = {
    grab: 'Drag any body that moves, yourself too.',
    box: 'Drag in empty space to draw a box.',
    ball: 'Drag from its centre to draw a ball.',
    erase: 'Wipe over crates and balls to remove them.',
};

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {ReturnType<typeof createPanel>} Panel */

/**
 * @param {import('./game.js').Game} game @param {import('./pointer.js').Pointer} pointer
 * @param {import('./camera.js').Camera} camera
 * @param {Record<string, boolean>} view
 * @param {{ pause: () => void, step: () => void, slow: () => void, reset: () => void, overview: () => void }} actions
 */
export function createPanel(game, pointer, camera, view, actions) {
    const panel = el('panel');
    const toggle = el('panel-toggle');
    const cells = buildMatrix();
    const chips = buildExperiments();
    buildSwitches();
    const inset = { right: 0, bottom: 0, low: 0 }; // CSS pixels of the canvas that are covered; low: by parts
    addEventListener('resize', layout);

    const speed = /** @type {HTMLInputElement} */ (el('speed'));
    speed.addEventListener('input', () => {
        const value = 10 ** Number(speed.value);
        setSpeed(Math.abs(value - 1) < 0.06 ? 1 : value);
    });
    el('pause').addEventListener('click', actions.pause);
    el('step').addEventListener('click', actions.step);
    el('slow').addEventListener('click', actions.slow);
    el('reset').addEventListener('click', actions.reset);
    el('overview').addEventListener('click', actions.overview);
    toggle.addEventListener('click', () => open(panel.dataset.open !== 'true'));
    const tools = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-tool]')]);
    for (const button of tools) {
        button.addEventListener('click', () => setTool(/** @type {any} */ (button.dataset.tool)));
        button.addEventListener('keydown', (event) => {
            const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            if (move === 0) return;
            event.stopPropagation();
            const other = tools[(tools.indexOf(button) + move + tools.length) % tools.length];
            setTool(/** @type {any} */ (other.dataset.tool));
            other.focus();
        });
    }

    /** @param {boolean} is */
    function open(is) {
        panel.dataset.open = String(is);
        toggle.setAttribute('aria-expanded', String(is));
        /** @type {HTMLElement} */ (toggle.lastElementChild).textContent = is ? 'Hide' : 'Layers';
        layout();
    }

    /** Finds out how much of the canvas the panel and the touch pads cover. */
    function layout() {
        const isOpen = panel.dataset.open === 'true';
        const sheet = innerWidth <= 760 && innerHeight > 520;
        const width = isOpen && !sheet ? 344 + 24 : 0;
        document.documentElement.style.setProperty('--panel-width', `${width}px`);
        const touch = document.body.classList.contains('touch');
        inset.right = width;
        inset.bottom = isOpen && sheet ? Math.round(innerHeight * 0.56) : touch && sheet ? 110 : 0;
        const low = el(touch ? 'pad-left' : 'meter').getBoundingClientRect();
        inset.low = Math.max(inset.bottom, low.top > innerHeight / 2 ? innerHeight - low.top : 0);
    }

    /** @param {number} value */
    function setSpeed(value) {
        game.speed = value;
        speed.value = String(Math.log10(value));
        el('speed-out').textContent = `${value.toFixed(2)}×`;
        el('slow').setAttribute('aria-pressed', String(value <= 0.25));
    }

    /** @param {import('./pointer.js').Tool} tool */
    function setTool(tool) {
        pointer.drop();
        pointer.tool = tool;
        for (const button of tools) {
            const on = button.dataset.tool === tool;
            button.setAttribute('aria-checked', String(on));
            button.tabIndex = on ? 0 : -1;
        }
        el('tool-note').textContent = TOOL_NOTES[tool];
    }

    function buildMatrix() {
        const table = el('matrix');
        const head = table.appendChild(document.createElement('thead')).appendChild(document.createElement('tr'));
        head.appendChild(document.createElement('td'));
        const body = table.appendChild(document.createElement('tbody'));
        /** @type {{ a: string, b: string, button: HTMLButtonElement }[]} */ const list = [];
        LAYERS.forEach((column) => {
            const th = head.appendChild(document.createElement('th'));
            th.scope = 'col';
            th.textContent = column.name;
        });
        LAYERS.forEach((row, r) => {
            const tr = body.appendChild(document.createElement('tr'));
            const th = tr.appendChild(document.createElement('th'));
            th.scope = 'row';
            const gem = th.appendChild(document.createElement('i'));
            gem.style.setProperty('--c', row.colour);
            th.append(row.name);
            LAYERS.forEach((column, c) => {
                const td = tr.appendChild(document.createElement('td'));
                if (c < r) return; // a pair is shown once
                const button = td.appendChild(document.createElement('button'));
                button.type = 'button';
                button.dataset.pair = `${row.name} ${column.name}`;
                button.addEventListener('click', () => {
                    const now = game.scene.world.layers.response(row.name, column.name);
                    setPair(row.name, column.name, CYCLE[(CYCLE.indexOf(now) + 1) % CYCLE.length]);
                    refresh();
                });
                list.push({ a: row.name, b: column.name, button });
            });
        });
        return list;
    }

    /** Both sides are set, so that the pair does exactly this. @param {string} a @param {string} b
     *  @param {import('../js/index.js').Response} response */
    function setPair(a, b, response) {
        const { layers } = game.scene.world;
        layers.set(a, b, response);
        if (a !== b) layers.set(b, a, response);
    }

    /**
     * What a pair does in the game as designed.
     * @param {string} a @param {string} b @returns {import('../js/index.js').Response}
     */
    function designed(a, b) {
        const named = [LAYER_TABLE[a][b], LAYER_TABLE[b][a]];
        return named.includes('solid') ? 'solid' : named.includes('trigger') ? 'trigger' : 'ignore';
    }

    function buildExperiments() {
        const box = el('experiments');
        const list = EXPERIMENTS.map((experiment) => {
            const button = box.appendChild(document.createElement('button'));
            button.type = 'button';
            button.textContent = experiment.name;
            button.addEventListener('click', () => {
                const off = button.getAttribute('aria-pressed') === 'true';
                for (const [a, b, response] of experiment.pairs) setPair(a, b, off ? designed(a, b) : response);
                refresh();
            });
            return { button, pairs: experiment.pairs };
        });
        const restore = box.appendChild(document.createElement('button'));
        restore.type = 'button';
        restore.id = 'restore';
        restore.textContent = 'Restore';
        restore.addEventListener('click', () => {
            for (const { a, b } of cells) setPair(a, b, designed(a, b));
            refresh();
        });
        return list;
    }

    function buildSwitches() {
        const box = el('switches');
        const list = [
            ['debug', 'Debug'], ['light', 'Light'], ['contacts', 'Contacts'], ['normals', 'Normals'],
            ['bounds', 'Bounds'], ['layerColours', 'By layer'],
        ];
        for (const [key, title] of list) {
            const label = box.appendChild(document.createElement('label'));
            const input = label.appendChild(document.createElement('input'));
            input.type = 'checkbox';
            input.id = `view-${key}`;
            input.setAttribute('role', 'switch');
            label.append(title);
            if (key === 'debug') label.appendChild(document.createElement('kbd')).textContent = 'X';
            input.addEventListener('change', () => {
                view[key] = input.checked;
                refreshView();
            });
        }
    }

    function refreshView() {
        for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (el('switches').querySelectorAll('input'))) {
            const key = input.id.slice(5);
            input.checked = view[key];
            input.disabled = !view.debug && key !== 'debug' && key !== 'light';
        }
        const legend = el('states');
        legend.replaceChildren(...(view.layerColours ? LAYERS : STATE_LEGEND).map(({ name, colour }) => {
            const item = document.createElement('li');
            const swatch = item.appendChild(document.createElement('i'));
            swatch.className = 'swatch';
            swatch.style.setProperty('--c', colour);
            item.append(name);
            return item;
        }));
        legend.hidden = !view.debug;
        legend.style.display = view.debug ? '' : 'none';
    }

    /** Shows the world's layer table as it is. */
    function refresh() {
        const { layers } = game.scene.world;
        for (const { a, b, button } of cells) {
            const response = layers.response(a, b);
            button.dataset.response = response;
            button.classList.toggle('changed', response !== designed(a, b));
            button.setAttribute('aria-label', `${a} and ${b}: ${WORDS[response]}`);
            button.title = `${a} and ${b}: ${WORDS[response]}`;
        }
        for (const { button, pairs } of chips) {
            const on = pairs.every(([a, b, response]) => layers.response(a, b) === response);
            button.setAttribute('aria-pressed', String(on));
        }
    }

    function refreshPause() {
        el('pause').setAttribute('aria-pressed', String(game.paused));
        /** @type {HTMLElement} */ (el('pause').lastElementChild).textContent = game.paused ? 'Play' : 'Pause';
    }

    function refreshOverview() {
        el('overview').setAttribute('aria-pressed', String(camera.overview));
    }

    setTool('grab');
    refresh();
    refreshView();
    refreshPause();
    return { inset, open, layout, setSpeed, setTool, refresh, refreshView, refreshPause, refreshOverview };
}

// The page's own controls: the bar of tools, the bar of actions, and in the panel materials, layers, gravity and files. Called by
// main.js, which gives the actions.
import { LayerMatrix } from '../shared/layer-matrix.js';
import { el } from '../shared/stage-frame.js';
import { Dial } from './dial.js';
import { isHold, setLayer, setMaterial, toggleFixed } from './edit.js';
import { LAYERS, MATERIALS, materialOf } from './materials.js';
import { TOOLS, toolOf } from './tools.js';

/** @typedef {import('./zoo.js').Zoo} Zoo */
/** @typedef {{ id: string, label: string, keys: string, icon: string, press: () => void, needs?: 'body' | 'any' }} Action */

const READ = 7000; // ms that a text stays
const MAX_LAYERS = 7; // that the table has room for
const GROUPS = { hand: 'Hand', shape: 'Shapes', joint: 'Joints', area: 'Areas' };

/** @param {string} icon */
const svg = (icon) => `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`;

export class Panel {
    #shown = '';
    #layers = '';
    #fades = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    /** @type {LayerMatrix | null} */
    #matrix = null;

    /** @param {Zoo} zoo @param {Action[]} actions @param {Record<string, () => void>} files what the buttons of the files do */
    constructor(zoo, actions, files) {
        this.zoo = zoo;
        this.actions = actions;
        this.#addBars();
        this.#addSections(files);
        this.dial = new Dial(el('gravity'), () => zoo.world.gravity, (gravity) => {
            zoo.world.gravity = gravity;
            for (const body of zoo.world.bodies) if (body.type === 'dynamic') body.wake();
        }, () => zoo.note());
    }

    #addBars() {
        const { actions, zoo } = this;
        el('panel-toggle').insertAdjacentHTML('beforebegin',
            `<div class="sheet zoo-tools" id="tools" role="toolbar" aria-label="Tools">${
                Object.entries(GROUPS).map(([group, name]) =>
                    `<div role="group" aria-label="${name}">${
                        TOOLS.filter((tool) => tool.group === group)
                            .map(({ icon, id, key, label }) =>
                                `<button type="button" data-tool="${id}" aria-label="${label}" title="${label} (${key})">${
                                    svg(icon)
                                }</button>`
                            ).join('')
                    }</div>`
                ).join('')
            }</div><div class="sheet zoo-actions" id="actions" role="toolbar" aria-label="Actions">${
                actions.map(({ icon, id, keys, label }) =>
                    `<button type="button" data-action="${id}" aria-label="${label}" title="${label} (${keys})">${
                        svg(icon)
                    }</button>`
                ).join('')
            }</div><p class="zoo-say" id="say"></p>`);
        el('tools').addEventListener('click', ({ target }) => {
            const id = /** @type {Element} */ (target).closest('button')?.dataset.tool;
            if (id) this.choose(id);
        });
        el('actions').addEventListener('click', ({ target }) => {
            const id = /** @type {Element} */ (target).closest('button')?.dataset.action;
            actions.find((action) => action.id === id)?.press();
        });
        zoo.say(toolOf(zoo.tool).help);
    }

    /** @param {Record<string, () => void>} files */
    #addSections(files) {
        const { zoo } = this;
        el('own').insertAdjacentHTML('beforebegin',
            `<section><h2>Material and layer</h2><div class="chips swatches" id="materials">${
                MATERIALS.map(({ edge, fill, name }, i) =>
                    `<button type="button" data-material="${i}" title="${name} (${
                        i + 1
                    })"><i style="--c:${fill};--e:${edge}"></i>${name}</button>`
                ).join('')
            }</div><div class="chips swatches" id="layer-chips"></div><div class="switches"><label><input id="fixed" type="checkbox" role="switch">Fixed<kbd>F</kbd></label></div></section>
<section id="layers"><h2>Responses of layers</h2><table id="matrix" class="matrix"><caption class="hidden">Response of every pair of layers; press a cell to change it</caption></table></section>
<section><h2>Gravity</h2><div class="gravity" id="gravity"></div></section>`);
        el('own').insertAdjacentHTML('afterend',
            `<section><h2>Keep</h2><div class="row">${
                ['Save', 'Load', 'Export', 'Import'].map((name) =>
                    `<button type="button" id="${name.toLowerCase()}">${name}</button>`
                ).join('')
            }</div>
<div class="chips"><button type="button" id="bytes">Export bytes</button></div><input type="file" id="file" class="hidden" aria-label="A scene or a snapshot" tabindex="-1" accept=".json,.mica,application/json">
<p class="note">Export writes a scene: JSON that you can edit. The bytes are a snapshot, exact to the last bit.</p></section>`);
        const title = el('own').querySelector('h2');
        if (title) title.textContent = 'Scenes and parts';
        for (const [id, press] of Object.entries(files)) el(id).addEventListener('click', press);
        el('materials').addEventListener('click', ({ target }) => {
            const index = /** @type {Element} */ (target).closest('button')?.dataset.material;
            if (index) setMaterial(zoo, MATERIALS[Number(index)]);
        });
        el('layer-chips').addEventListener('click', ({ target }) => {
            const layer = /** @type {Element} */ (target).closest('button')?.dataset.layer;
            if (layer) setLayer(zoo, layer);
        });
        el('fixed').addEventListener('change', () => this.fix());
        el('matrix').addEventListener('click', ({ target }) => {
            if (/** @type {Element} */ (target).closest('button')) zoo.note();
        }, true);
    }

    /** @param {string} tool */
    choose(tool) {
        const { zoo } = this;
        zoo.tool = tool;
        zoo.say(`${toolOf(tool).label}: ${toolOf(tool).help}`);
    }

    /** Fixes the selected body, or what will be drawn. */
    fix() {
        const { zoo } = this;
        if (zoo.body) toggleFixed(zoo);
        else zoo.fixed = !zoo.fixed;
    }

    /** The chips and the table of layers, when the world has others. */
    #showLayers() {
        const { layers } = this.zoo.world;
        const own = Object.keys(LAYERS);
        const names = [...own, ...layers.names.filter((name) => !own.includes(name))].slice(0,
            MAX_LAYERS);
        this.#matrix?.refresh();
        if (names.join() === this.#layers) return;
        this.#layers = names.join();
        const colour = (/** @type {string} */ name) => LAYERS[name] ?? '#8ea6d8';
        el('layer-chips').replaceChildren(...names.map((name) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.dataset.layer = name;
            button.title = `Layer ${name}`;
            button.innerHTML = `<i class="ring" style="--c:${colour(name)}"></i>`;
            button.append(name);
            return button;
        }));
        for (const part of el('matrix').querySelectorAll('thead, tbody')) part.remove();
        const designed = Object.fromEntries(
            names.map((a) => [a, Object.fromEntries(names.map((b) => [b, layers.response(a, b)]))]),
        );
        this.#matrix = new LayerMatrix(el('matrix'),
            names.map((name) => ({ name, colour: colour(name) })), designed, () => this.zoo.world,
            () => this.#matrix?.refresh());
        this.#matrix.refresh();
    }

    /** Has the layers be read again. */
    refresh() {
        this.#showLayers();
    }

    /** Once a frame: shows the chosen tool. */
    update() {
        const { actions, zoo } = this;
        zoo.tidy();
        this.dial.update();
        const { body, joint, past, future } = zoo;
        const solid = body?.colliders.find(({ trigger }) => !trigger) ?? body?.colliders[0];
        const material = solid ? materialOf(solid) : zoo.material;
        const layer = solid ? solid.layer : zoo.layer;
        const fixed = body ? body.type === 'static' : zoo.fixed;
        const held = body?.joints.some(isHold) ?? false;
        const key = [zoo.tool, material?.name, layer, fixed, held, body?.index, joint?.index,
            past.length > 0, future.length > 0, zoo.said, this.#layers].join();
        if (key === this.#shown) return;
        this.#shown = key;
        const press = (/** @type {string} */ id, /** @type {string} */ name,
            /** @type {string} */ value) =>
        {
            for (const button
                of /** @type {NodeListOf<HTMLElement>} */ (el(id).querySelectorAll('button')))
                button.setAttribute('aria-pressed', String(button.dataset[name] === value));
        };
        press('tools', 'tool', zoo.tool);
        press('materials', 'material', String(MATERIALS.indexOf(/** @type {any} */ (material))));
        press('layer-chips', 'layer', layer);
        /** @type {HTMLInputElement} */ (el('fixed')).checked = fixed;
        for (const { id, needs } of actions) {
            const button = /** @type {HTMLButtonElement} */ (el('actions').querySelector(
                `[data-action=${id}]`,
            ));
            button.hidden = needs !== undefined && !body && (needs === 'body' || !joint);
            if (id === 'undo') button.disabled = past.length === 0;
            if (id === 'redo') button.disabled = future.length === 0;
            if (id === 'fix') button.setAttribute('aria-pressed', String(fixed));
            if (id === 'hold') button.setAttribute('aria-pressed', String(held));
        }
        if (el('say').textContent === zoo.said) return;
        el('say').textContent = el('announce').textContent = zoo.said;
        el('say').classList.remove('gone');
        clearTimeout(this.#fades);
        this.#fades = setTimeout(() => el('say').classList.add('gone'), READ);
    }
}

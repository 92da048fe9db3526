// The button that fetches Box2D and Rapier and shows them beside Mica, and the sheet with the lengths over time. Called by
// main.js.
import { mica } from '../shared/peers/mica.js';
import { ENGINES, STEP, SUBSTEPS, loadEngine } from '../shared/peers.js';
import { Plot } from '../shared/plot.js';
import { BESIDE } from './beside.js';

const OTHERS = BESIDE.filter((name) => name !== 'Mica');
const MEGABYTES = OTHERS.reduce((sum, name) => sum + ENGINES[name].megabytes, 0);
const EVERY = 6; // frames from one drawing of the graph to the next

export class Compare {
    /** The engines, once all are there. @type {Map<string, import('../shared/peers.js').Engine> | null} */ engines =
        null;
    /** Whether they are shown. */ on = false;
    /** @type {Plot | null} */ #plot = null;
    #frames = 0;
    #most = 100;

    /** @param {() => void} changed is called when they are to be shown, or no longer */
    constructor(changed) {
        document.getElementById('panel-toggle')?.insertAdjacentHTML('beforebegin', `
            <section class="sheet beside" id="beside" aria-label="Other engines"><div id="lengths" hidden><h2>Length, % of 12 m</h2><div class="plot"></div>
            <details><summary>How it is compared</summary><p class="note" id="lengths-note"></p></details></div>
            <button type="button" id="beside-toggle" aria-pressed="false"></button><p class="note" id="beside-status" role="status"></p></section>`);
        const el = (
            /** @type {string} */ id,
        ) => /** @type {HTMLElement} */ (document.getElementById(id));
        this.sheet = el('beside');
        this.button = el('beside-toggle');
        this.status = el('beside-status');
        this.lengths = el('lengths');
        this.note = el('lengths-note');
        this.changed = changed;
        this.button.addEventListener('click', () => this.toggle());
        this.#write();
    }

    /** Shows them, fetched first if they are not there; or Mica alone again. */
    async toggle() {
        if (!this.on && !this.engines && !await this.#load()) return;
        this.on = !this.on;
        this.#write();
        this.changed();
    }

    /** @returns {Promise<boolean>} whether all are there */
    async #load() {
        this.status.textContent = `Loading ${OTHERS.join(' and ')} …`;
        try {
            const engines = await Promise.all(OTHERS.map(loadEngine));
            this.engines = new Map([['Mica', mica],
                ...OTHERS.map((name, i) => /** @type {const} */ ([name, engines[i]]))]);
            this.status.textContent = '';
            return true;
        } catch (error) {
            this.status.textContent = /** @type {Error} */ (error).message;
            return false;
        }
    }

    #write() {
        this.button.textContent = this.on
            ? 'Show Mica alone'
            : `Show ${OTHERS.join(' and ')} beside it${
                this.engines ? '' : `: ${MEGABYTES.toFixed(1)} MB`
            }`;
        this.button.setAttribute('aria-pressed', String(this.on));
    }

    /**
     * Once a frame.
     * @param {boolean} offered whether the scene is one that the others can show
     * @param {import('./beside.js').Beside | null} scene if they are shown
     */
    update(offered, scene) {
        this.sheet.hidden = !offered;
        this.lengths.hidden = !scene;
        /** @type {HTMLElement} */ (document.getElementById('timeline')).hidden = Boolean(scene); // the others cannot go back
        document.body.classList.toggle('compares', Boolean(scene));
        if (!scene || this.#frames++ % EVERY !== 0) return;
        const { lanes, substeps, world } = scene;
        this.#plot ??= new Plot(/** @type {HTMLElement} */ (this.lengths.querySelector('.plot')), {
            lines: BESIDE.map((name) => ({ label: name, color: ENGINES[name].color })),
            format: (percent) => `${percent} %`,
            formatX: (seconds) => `${seconds} s`,
            range: () => [100, Math.max(100.1, 100 + 1.08 * (this.#most - 100))],
        });
        this.#most = Math.max(...lanes.flatMap(({ lengths }) => lengths), 100);
        const { length } = lanes[0].lengths;
        this.#plot.show(lanes[0].lengths.map((_, i) => (world.stepCount - length + 1 + i) * STEP),
            lanes.map(({ lengths }) => lengths));
        const said = `The same links, pins and load, ${
            Math.round(1 / STEP)
        } steps a second, ${substeps} substep${
            substeps === 1 ? '' : 's'
        } each (Rapier: solver iterations)${
            substeps === SUBSTEPS ? ', the default of each' : ''
        }; all else at its default, in your browser, now. More substeps help: try the slider. ${
            lanes.map(({ version }) => version).join('; ')
        }.`;
        if (this.note.textContent !== said) this.note.textContent = said;
    }
}

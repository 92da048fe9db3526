// The figures of the engines in the panel: which one plays, the milliseconds of each step as a graph, a bar for the median of
// each that has played, and how it is measured. Called by main.js.
import { ENGINES, STEP, median } from '../shared/peers.js';
import { Plot } from '../shared/plot.js';
import { MEASURED } from './run.js';

const NAMES = Object.keys(ENGINES);
const EVERY = 8; // frames from one drawing of the graph to the next

/** What a clock of the browser can tell apart: finer where the page is isolated from others. */
const CLOCK = globalThis.crossOriginIsolated ? '0.005' : '0.1';

export class Figures {
    /** The times that were measured in this scene, by engine. @type {Map<string, number[]>} */ times =
        new Map();
    /** @type {Map<string, HTMLButtonElement>} */ #chips = new Map();
    /** @type {Map<string, HTMLElement>} */ #bars = new Map();
    #frames = 0;
    #shown = '';
    /** Milliseconds at the upper end of the graph: one step in twenty of the slowest engine may leave it. */ #top =
        1;

    /**
     * @param {Element} before what it is put before
     * @param {{ choose: (name: string) => void, tour: () => void }} actions
     */
    constructor(before, { choose, tour }) {
        const section = document.createElement('section');
        section.className = 'engines';
        section.innerHTML =
            `<h2>Engines</h2><div class="chips" role="group" aria-label="The engine that plays"></div>
            <p class="note" role="status"></p>
            <p class="plot-title">ms a step, from the start</p><div class="plot"></div>
            <ul class="bars" aria-label="Median of the milliseconds a step"></ul>
            <div class="row"><button type="button" class="tour">Let all five play</button></div>
            <details><summary>How it is measured</summary><p class="note">In your browser, now. Each engine plays the same scene from its start: the same
            bodies, shapes, densities and frictions, ${
                Math.round(1 / STEP)
            } steps a second, one thread, no sleeping. All else is the engine's default.
            Only the engine's step is timed, not the picture; an engine that was fetched has played a small heap before, so that its code is compiled. The figure is the median of the first ${MEASURED} steps; this browser's clock counts
            in ${CLOCK} ms. What you drag or strike is not counted. Matter has no kinematic bodies: its washer is a static body, turned before each step.</p>
            <ul class="versions"></ul></details>`;
        before.before(section);
        this.section = section;
        this.status = /** @type {HTMLElement} */ (section.querySelector('[role=status]'));
        this.tour = /** @type {HTMLButtonElement} */ (section.querySelector('.tour'));
        this.tour.addEventListener('click', tour);
        this.versions = /** @type {HTMLElement} */ (section.querySelector('.versions'));
        for (const name of NAMES) this.#addEngine(name, choose);
        this.plot = new Plot(/** @type {HTMLElement} */ (section.querySelector('.plot')), {
            lines: NAMES.map((name) => ({ label: name, color: ENGINES[name].color })),
            format: (ms) => `${ms} ms`,
            formatX: (seconds) => `${seconds} s`,
            range: () => [0, this.#top],
        });
    }

    /** @param {string} name @param {(name: string) => void} choose */
    #addEngine(name, choose) {
        const { color, megabytes, settings } = ENGINES[name];
        const chip = document.createElement('button');
        chip.type = 'button';
        chip.style.setProperty('--c', `var(--${color})`);
        chip.innerHTML = `<i></i>${name}${megabytes ? ` <small>${megabytes} MB</small>` : ''}`;
        chip.addEventListener('click', () => choose(name));
        this.section.querySelector('.chips')?.append(chip);
        this.#chips.set(name, chip);
        const bar = document.createElement('li');
        bar.style.setProperty('--c', `var(--${color})`);
        bar.innerHTML = `<span>${name}</span><i><b></b></i><output>–</output>`;
        this.section.querySelector('.bars')?.append(bar);
        this.#bars.set(name, bar);
        const version = this.versions.appendChild(document.createElement('li'));
        version.dataset.engine = name;
        version.textContent = `${name}: ${settings}`;
    }

    /** The engine has been fetched. @param {string} name @param {string} version */
    tellVersion(name, version) {
        const line = this.versions.querySelector(`[data-engine=${name}]`);
        if (line) line.textContent = `${name}: ${version}, ${ENGINES[name].settings}`;
        this.#chips.get(name)?.querySelector('small')?.remove();
    }

    /** Lights the engine that plays. @param {string} name @param {boolean} touring */
    light(name, touring) {
        for (const [each, chip] of this.#chips)
            chip.setAttribute('aria-pressed', String(each === name));
        this.tour.textContent = touring ? 'Stop' : 'Let all five play';
        this.tour.setAttribute('aria-pressed', String(touring));
    }

    /** Forgets the figures: they are of another scene. */
    clear() {
        this.times.clear();
        this.#shown = '';
    }

    /** Once a frame. @param {import('./run.js').Run} run what plays */
    update(run) {
        if (run.measured.length > 0) this.times.set(run.name, run.measured);
        if (this.#frames++ % EVERY !== 0 || this.section.offsetParent === null) return;
        const medians = new Map([...this.times].map(([name, times]) => [name, median(times)]));
        const shown = [...medians].map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join();
        if (shown === this.#shown) return;
        this.#shown = shown;
        const longest = Math.max(...medians.values(), 1e-9);
        const own = medians.get('Mica');
        for (const [name, bar] of this.#bars) {
            const ms = medians.get(name);
            const times = own && ms && name !== 'Mica'
                ? ` · ${(ms / own).toFixed(ms < 100 * own ? 1 : 0)}×`
                : '';
            /** @type {HTMLElement} */ (bar.querySelector('b')).style.width = `${
                ms ? Math.max(1.5, (100 * ms) / longest) : 0
            }%`;
            /** @type {HTMLElement} */ (bar.querySelector('output')).textContent = ms === undefined
                ? '–'
                : `${ms.toFixed(ms < 100 ? 2 : 0)} ms${times}`;
        }
        this.#top = Math.max(0.2,
            ...[...this.times.values()].map((times) =>
                1.25 * (times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? 0)
            ));
        const steps = Array.from({ length: MEASURED }, (_, i) => i * STEP);
        this.plot.show(steps,
            NAMES.map((name) => steps.map((_, i) => this.times.get(name)?.[i] ?? null)));
    }
}

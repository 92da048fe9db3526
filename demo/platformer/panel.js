// The panel's own sections: a slider for each number of the controller and of its mover, feels to start from, the curve of the jump.
// Called by main.js. Owns their DOM; the numbers are the controller's.
import { PLATFORMER_NUMBERS } from '../../js/platformer.js';
import { drawCurve } from './curve.js';
import { FEELS } from './feels.js';

/** @typedef {import('../../js/platformer.js').Platformer} Platformer */
/** @typedef {import('../../js/platformer.js').PlatformerNumbers} Numbers */
/** @typedef {keyof Numbers} Name */

/** @type {Record<string, string>} */
const GROUPS = { run: 'Run', jump: 'Jump', wall: 'Walls', dash: 'Dash', ladder: 'Ladders',
    water: 'Water' };

/** The mover's own numbers: unit, least, most. @type {Record<string, [string, number, number]>} */
const MOVER = { stepHeight: ['m', 0, 1], snapDistance: ['m', 0, 1], cornerCorrection: ['m', 0, 0.5],
    maxSlope: ['°', 0, 89], maxPushForce: ['N', 0, 4000] };
const DEGREE = Math.PI / 180;

const SECTIONS = `
  <section><h2>Feel</h2>
    <div class="chips" id="feels" role="group" aria-label="Feels to start from"></div>
    <canvas id="curve" aria-hidden="true"></canvas>
    <div class="switches"><label><input id="trail" type="checkbox" role="switch" checked><span>Trail</span></label><button type="button" id="copy">Copy as code</button></div>
    <p class="note" id="move"></p></section>
  <section id="groups"></section>`;

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A name in words: 'runSpeed' is 'Run speed'. @param {string} name */
function words(name) {
    const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return text[0].toUpperCase() + text.slice(1);
}

/** A number as short as it reads well. @param {number} value */
const short = (value) => String(Number(value.toPrecision(3)));

/** How far a slider goes: a few times the default. @param {Name} name */
function range(name) {
    const { unit, least, most, standard } = PLATFORMER_NUMBERS[name];
    if (unit === '') return { min: 0, max: 3, step: 1 };
    const max = Math.min(most, standard * 3);
    const step = max > 100 ? 5 : max > 12 ? 0.5 : max > 3 ? 0.1 : 0.01;
    return { min: Math.max(least, step * Math.ceil(least / step)), max, step };
}

export class Panel {
    /** Called after each change of a number; shows it in its slider. @type {(() => void)[]} */
    #refreshers = [];
    #hero;
    #tell;

    /** @param {() => Platformer} hero the present one @param {(numbers: Partial<Numbers>) => void} changed told of each change */
    constructor(hero, changed) {
        this.#hero = hero;
        this.#tell = changed;
        el('panel').querySelector('section')?.insertAdjacentHTML('afterend', SECTIONS);
        this.#build();
        this.#buildFeels();
        addEventListener('resize', () => this.refresh());
        el('copy').addEventListener('click', () => this.#copy());
        this.refresh();
    }

    get hero() {
        return this.#hero();
    }

    #build() {
        const groups = el('groups');
        for (const [group, title] of Object.entries(GROUPS)) {
            const names = /** @type {Name[]} */ (Object.keys(PLATFORMER_NUMBERS)).filter((name) =>
                PLATFORMER_NUMBERS[name].group === group
            );
            const body = this.#group(groups, title, group === 'run' || group === 'jump');
            for (const name of names) {
                this.#slider(body, name, PLATFORMER_NUMBERS[name].unit, range(name), {
                    get: () => this.hero.numbers[name],
                    set: (value) => {
                        this.hero.numbers[name] = value;
                    },
                });
            }
        }
        const body = this.#group(groups, 'The mover itself', false);
        for (const [name, [unit, min, max]] of Object.entries(MOVER)) {
            const scale = unit === '°' ? DEGREE : 1;
            const mover = () => /** @type {any} */ (this.hero.mover);
            this.#slider(body, name, unit, { min, max, step: max > 100 ? 10 : max > 10 ? 1 : 0.01 },
                {
                    get: () => mover()[name] / scale,
                    set: (value) => {
                        mover()[name] = value * scale;
                    },
                });
        }
    }

    /** @param {HTMLElement} parent @param {string} title @param {boolean} open */
    #group(parent, title, open) {
        const details = document.createElement('details');
        details.open = open;
        const summary = document.createElement('summary');
        summary.textContent = title;
        details.append(summary);
        parent.append(details);
        return details;
    }

    /**
     * @param {HTMLElement} parent @param {string} name @param {string} unit @param {{ min: number, max: number, step: number }} limits
     * @param {{ get: () => number, set: (value: number) => void }} value
     */
    #slider(parent, name, unit, { min, max, step }, { get, set }) {
        const label = document.createElement('label');
        label.className = 'slider';
        label.title = name;
        const text = document.createElement('span');
        text.textContent = words(name);
        const input = document.createElement('input');
        Object.assign(input, { type: 'range', id: `n-${name}`, min: String(min), max: String(max),
            step: String(step) });
        const output = document.createElement('output');
        output.htmlFor.add(input.id);
        const show = () => {
            const now = get();
            if (Math.abs(Number(input.value) - now) > step / 2) input.value = String(now);
            output.textContent = `${unit === '×' ? '×' : ''}${short(now)}${
                unit === '×' || unit === '' ? '' : `\u2009${unit}`
            }`;
        };
        input.addEventListener('input', () => {
            set(Number(input.value));
            this.#changed();
        });
        this.#refreshers.push(show);
        label.append(text, input, output);
        parent.append(label);
    }

    #buildFeels() {
        for (const [name, numbers] of Object.entries(FEELS)) {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = name;
            button.dataset.feel = name;
            button.addEventListener('click', () => {
                this.setAll(numbers);
                this.refresh();
            });
            el('feels').append(button);
        }
    }

    /** Sets all numbers: to their defaults but for those given. @param {Partial<Numbers>} numbers */
    setAll(numbers) {
        for (const name of /** @type {Name[]} */ (Object.keys(PLATFORMER_NUMBERS))) {
            this.hero.numbers[name] = numbers[name] ?? PLATFORMER_NUMBERS[name].standard;
        }
    }

    /** The numbers that differ from their defaults, as options. */
    changed() {
        const names = /** @type {Name[]} */ (Object.keys(PLATFORMER_NUMBERS));
        return Object.fromEntries(
            names.filter((name) => this.hero.numbers[name] !== PLATFORMER_NUMBERS[name].standard)
                .map((name) => [name, this.hero.numbers[name]]),
        );
    }

    async #copy() {
        const lines = Object.entries(this.changed()).map(([name, value]) =>
            `    ${name}: ${value},\n`
        );
        const text = `new Platformer(mover, {\n${lines.join('')}});\n`;
        const button = el('copy');
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = 'Copied';
        } catch {
            button.textContent = 'Not allowed';
        }
        setTimeout(() => {
            button.textContent = 'Copy as code';
        }, 1500);
    }

    #changed() {
        for (const show of this.#refreshers) show();
        drawCurve(/** @type {HTMLCanvasElement} */ (el('curve')), this.hero.numbers);
        const now = this.changed();
        this.#tell(now);
        for (const button
            of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-feel]')))
        {
            const feel = FEELS[button.dataset.feel ?? ''];
            const same = Object.keys(now).length === Object.keys(feel).length
                && Object.entries(feel).every(([name, value]) => now[name] === value);
            button.setAttribute('aria-pressed', String(same));
        }
    }

    /** Shows all numbers. */
    refresh() {
        this.#changed();
    }

    /** Whether the trail is to be drawn: as long as the panel is open. */
    get showsTrail() {
        return el('panel').dataset.open === 'true'
            && /** @type {HTMLInputElement} */ (el('trail')).checked;
    }

    /** Says what the hero does. */
    write() {
        const { mode, mover: { body: { vx, vy } } } = this.hero;
        const text = `${mode}, ${Math.hypot(vx, vy).toFixed(2)} m/s`;
        if (el('move').textContent !== text) el('move').textContent = text;
    }
}

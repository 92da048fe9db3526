// The page of two machines: two sessions of one game, in this tab over a line that the sliders set, or in two tabs.
// A frame is the line, a step of each machine for each sixtieth of a second, drawing, words. Exposes
// globalThis.mica for tests and for the console: `machines`, `link`, `controls`, `mode`, and `advance(seconds)`, which plays
// without drawing.
import { init } from '../../js/index.js';
import { addHelp, placeTools } from '../shared/help.js';
import { addLookButton } from '../shared/look.js';
import { Sound, addMute } from '../shared/sound.js';
import { Bot } from './bot.js';
import { Controls } from './controls.js';
import { COLOURS, drawView } from './draw.js';
import { drawGraph } from './graph.js';
import { LINES, Link } from './link.js';
import { Machine } from './machine.js';
import { SOUNDS } from './sounds.js';
import { Tabs } from './tabs.js';
import { drawWire, lastSecond, tellLine } from './wire.js';

const FRAME = 1 / 60; // s
const MAX_BEHIND = 0.25; // s of a long frame that are made up for
const TEXT_EVERY = 12; // frames
const GONE = 600; // frames without a message from the other tab
const NAMES = ['A', 'B'];

/** @param {string} id */
const el = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const box = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** What the page has of each machine. @param {HTMLElement} root */
function viewOf(root) {
    /** @template {HTMLElement} T @param {string} selector */
    const part = (selector) => /** @type {T} */ (root.querySelector(selector));
    return {
        root,
        canvas: /** @type {HTMLCanvasElement} */ (part('.arena')),
        graph: /** @type {HTMLCanvasElement} */ (part('.graph')),
        name: part('.label b'),
        banner: part('.banner'),
        scores: [...root.querySelectorAll('.score b')],
        stats: /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-stat]')]),
    };
}

class Page {
    views = [...document.querySelectorAll('.view')].map((root) =>
        viewOf(/** @type {HTMLElement} */ (root))
    );
    controls = new Controls(this.views.map(({ canvas }) => canvas));
    link = new Link();
    sound = new Sound(SOUNDS);
    /** By player; in two tabs only the one here. @type {(Machine | null)[]} */
    machines = [null, null];
    bots = [new Bot(), new Bot()];
    /** @type {Tabs | null} */
    tabs = null;
    frames = 0;
    #left = 0;
    #last = performance.now();

    constructor() {
        for (const name of /** @type {const} */ (['latency', 'jitter', 'loss'])) {
            this.#slider(name, name === 'loss' ? '%' : 'ms', (value) => {
                this.link.settings[name] = value;
            });
        }
        this.#slider('delay', 'frames');
        for (const id of ['delay', 'guess'])
            box(id).addEventListener('change', () => this.restart());
        this.#addLines();
        el('restart').addEventListener('click', () => this.restart());
        el('mode').addEventListener('click', () => this.setMode(!this.tabs));
        el('cheat').addEventListener('click', () => this.machines.find((each) => each)?.cheat());
        el('settings').addEventListener('click', () => this.#openLine());
        const { classList } = document.body;
        classList.toggle('touch', matchMedia('(pointer: coarse)').matches);
        addEventListener('pointerdown', ({ pointerType }) => {
            if (pointerType === 'touch') classList.add('touch');
        });
        this.setMode(new URLSearchParams(location.search).has('tabs'));
    }

    get mode() {
        return this.tabs ? 'tabs' : 'one';
    }

    /** Buttons that set the sliders to lines as there are. */
    #addLines() {
        for (const { name, ...settings } of LINES) {
            const button = el('lines').appendChild(document.createElement('button'));
            button.type = 'button';
            button.textContent = name;
            button.addEventListener('click', () => {
                for (const [id, value] of Object.entries(settings)) {
                    box(id).value = String(value);
                    box(id).dispatchEvent(new Event('input'));
                }
            });
        }
    }

    #openLine() {
        const open = el('line').classList.toggle('open');
        el('settings').setAttribute('aria-expanded', String(open));
    }

    /** @param {string} id @param {string} unit @param {(value: number) => void} [set] */
    #slider(id, unit, set) {
        const input = box(id);
        const output =
            /** @type {HTMLOutputElement} */ (document.querySelector(`output[for=${id}]`));
        const show = () => {
            output.textContent = `${input.value} ${unit}`;
            set?.(Number(input.value));
        };
        input.addEventListener('input', show);
        show();
    }

    /** @param {boolean} tabs whether the other machine is another tab */
    setMode(tabs) {
        this.tabs?.close();
        this.tabs = null;
        this.#clear();
        el('mode').setAttribute('aria-pressed', String(tabs));
        el('views').classList.toggle('single', tabs);
        this.views[1].root.hidden = tabs;
        this.views[0].root.dataset.player = '0';
        el('cheat').textContent = tabs ? 'Cheat in this tab' : 'Cheat on machine A';
        if (!tabs) {
            this.restart();
            return;
        }
        this.tabs = new Tabs((player, session) => this.#meet(player, session),
            (message) => this.#take(0, message), () => this.#clear());
        this.views[0].name.textContent = 'This tab';
    }

    #clear() {
        for (const machine of this.machines) machine?.destroy();
        this.machines = [null, null];
        this.link.clear();
    }

    /** @param {number} player of this tab @param {string} session */
    #meet(player, session) {
        this.#clear();
        this.machines[0] = this.#make(player, session, (message) => this.tabs?.send(message));
        this.views[0].name.textContent = `Machine ${NAMES[player]}, this tab`;
        this.views[0].root.dataset.player = String(player);
    }

    restart() {
        if (this.tabs) {
            this.setMode(true); // a new name, and so a new session
            return;
        }
        this.#clear();
        this.machines = [0, 1].map((player) =>
            this.#make(player, 0, (message) => this.#take(1 - player, message))
        );
        this.views.forEach(({ name }, i) => {
            name.textContent = `Machine ${NAMES[i]}`;
        });
    }

    /** @param {number} player @param {string | number} session @param {(message: unknown[]) => void} deliver */
    #make(player, session, deliver) {
        return new Machine(player, (message) => this.link.send(() => deliver(message), player), {
            session,
            inputDelay: Number(box('delay').value),
            maxPrediction: box('guess').checked ? 8 : 0,
        });
    }

    /** @param {number} i @param {unknown} message */
    #take(i, message) {
        try {
            this.machines[i]?.rollback.receive(message);
        } catch (error) {
            console.warn(error);
        }
    }

    /** Plays all but the drawing. @param {number} seconds */
    advance(seconds) {
        this.#left = Math.min(MAX_BEHIND, this.#left + seconds);
        for (; this.#left >= FRAME - 1e-6; this.#left -= FRAME) {
            this.link.advance(FRAME);
            for (const machine of this.machines) {
                if (!machine) continue;
                machine.smooth = box('smooth').checked;
                machine.advance(this.#inputOf(machine));
                if (machine === this.machines[0]) this.#hear(machine);
            }
        }
        const [machine] = this.machines;
        if (this.tabs && machine && machine.rollback.stats.silence > GONE) this.restart();
    }

    /** Plays the sounds of the events of the last frame. @param {Machine} machine */
    #hear({ effects }) {
        for (const { age, kind, x } of effects)
            if (age === 1) this.sound.play(kind, { pan: x / 8 });
    }

    /** @param {Machine} machine */
    #inputOf(machine) {
        const { controls, tabs } = this;
        const used = tabs ? controls.used.includes(true) : controls.used[machine.player];
        if (!used && box('bots').checked) return this.bots[machine.player].play(machine);
        return controls.read(machine.player, tabs !== null);
    }

    /** @param {number} now ms */
    frame(now) {
        const seconds = Math.max(0, (now - this.#last) / 1000);
        this.#last = now;
        this.advance(seconds);
        ++this.frames;
        this.machines.forEach((machine, i) => {
            const view = this.views[i];
            if (!machine) return;
            drawView(view.canvas, machine, box('ghosts').checked ? this.machines[1 - i] : null);
            drawGraph(view.graph, machine, COLOURS[machine.player]);
            if (this.frames % TEXT_EVERY === 0) this.#write(view, machine);
        });
        drawWire(/** @type {HTMLCanvasElement} */ (el('wire')), this.link);
        if (this.frames % TEXT_EVERY === 0) this.#judge();
    }

    /** @param {ReturnType<typeof viewOf>} view @param {Machine} machine */
    #write({ scores, stats, banner }, machine) {
        const { arena: { state }, rollback: { stats: { ping, predicted } } } = machine;
        scores.forEach((element, i) => {
            element.textContent = String(state.scores[i]);
        });
        const shown = /** @type {Record<string, string | number>} */ ({
            ping: `${Math.round(ping * 1000 / 60)} ms`,
            predicted,
            ...lastSecond(machine),
        });
        for (const element of stats)
            element.textContent = String(shown[element.dataset.stat ?? '']);
        banner.hidden = state.winner < 0;
        if (state.winner >= 0) banner.textContent = `Player ${NAMES[state.winner]} wins`;
    }

    /** Whether the machines agree. */
    #judge() {
        const machine = this.machines.find((each) => each);
        const desync = machine?.rollback.desync;
        const stalled = this.machines.some((each) => each?.rollback.stats.stalled);
        el('told').textContent = tellLine(machine ?? undefined, { guesses: box('guess').checked,
            delay: Number(box('delay').value) });
        for (const button of el('lines').children) {
            const line = LINES.find(({ name }) => name === button.textContent);
            button.ariaPressed = String(
                ['latency', 'jitter', 'loss'].every((id) =>
                    Number(box(id).value) === /** @type {any} */ (line)[id]
                ),
            );
        }
        const verdict = el('verdict');
        verdict.classList.toggle('differs', Boolean(desync));
        verdict.classList.toggle('waits', !desync && (!machine || stalled));
        verdict.textContent = !machine
            ? 'open this page in a second tab'
            : desync
            ? `differs since frame ${desync.frame}`
            : stalled
            ? 'waits for inputs'
            : 'in sync';
        verdict.title = machine
            ? `the inputs of all are known up to frame ${machine.rollback.confirmed}`
            : '';
    }
}

async function main() {
    await init();
    const page = new Page();
    Object.assign(globalThis, { mica: page });
    requestAnimationFrame(function frame(now) {
        requestAnimationFrame(frame);
        page.frame(now);
    });
    addLookButton(document.querySelector('.tools'));
    addHelp({ goal: 'Push the other ball off the platform: first to seven.',
        keys:
            '<p>Machine A: <kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd>, <kbd>Shift</kbd> dashes. Machine B: arrows, <kbd>Enter</kbd> dashes.</p><p>A finger on a machine is its stick, a second one dashes.</p>' });
    addMute(page.sound);
    placeTools([el('guide'), /** @type {HTMLElement} */ (document.querySelector('.look'))]);
    el('veil').classList.add('gone');
}

main().catch((error) => {
    el('veil-text').textContent = `The demo could not start: ${error.message}`;
    throw error;
});

// Runs: what a player did since the beginning, as a link of some hundred letters. The same inputs give the same bits on every machine, so a
// link holds what the scene began with and the inputs of each step in which they changed. A page asks `stage.run.input` for the inputs of
// each step; here they are recorded, or come from a link that is watched, until the watcher takes over. Called by stage.js.
import { checkLike, pack, shareLink, unpack } from './moment.js';

const HASH = '#run=';
const MAX_BYTES = 2 ** 20; // of an unpacked run
const LONGEST = 240 * 3600; // steps
const ICON =
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="m10 8.5 5.5 3.5-5.5 3.5z"/></svg>';

/**
 * What a page tells of its runs.
 * @typedef {object} RunOptions
 * @property {(scene: any) => any} begin what a scene began with besides the sliders, as little JSON as can be
 * @property {(begun: any) => void} prepare `make`, called next, shall make a scene that begins so; throws for values out of range
 */

/** A whole number in seven bits a byte. @param {number[]} bytes @param {number} value */
function writeNumber(bytes, value) {
    for (; value > 127; value >>>= 7) bytes.push(value & 127 | 128);
    bytes.push(value);
}

/** @param {Uint8Array} bytes @param {{ at: number }} place */
function readNumber(bytes, place) {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
        if (place.at >= bytes.length) break;
        const byte = bytes[place.at++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
    }
    throw new RangeError('The run ends within a number');
}

export class Run {
    /** From which step on the inputs were which. @type {[step: number, bytes: number[]][]} */ #inputs =
        [];
    /** The step that is recorded next; negative if the inputs from the beginning are not known. */ #next =
        -1;
    /** Steps of the run that is watched; 0 while the player plays. */ #watched = 0;
    /** @type {any} */ #begun = null;
    #bar = document.body.appendChild(document.createElement('div'));

    /** @param {import('./stage.js').Stage} stage @param {RunOptions} options @param {(text: string) => void} say */
    constructor(stage, options, say) {
        this.stage = stage;
        this.options = options;
        this.say = say;
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', id: 'share-run',
            title: 'Share this run: a short link that plays it from the beginning',
            innerHTML: `${ICON}<span>Run</span>` });
        button.addEventListener('click', () => this.share());
        const place = document.getElementById('fork');
        if (place) place.before(button);
        else document.getElementById('view-more')?.append(button);
        this.#bar.className = 'sheet watching';
        this.#bar.hidden = true;
        this.#bar.innerHTML =
            '<span>You watch a run</span><button type="button" id="take-over">Take over</button>';
        this.#bar.querySelector('button')?.addEventListener('click', () => this.takeOver());
    }

    get watches() {
        return this.#watched > 0;
    }

    /**
     * The inputs of the step that the world makes next: those of the player, which are recorded, or of the run that is watched.
     * @param {any} scene @param {() => number[]} read gives the player's, as bytes; their number does not change
     * @returns {number[]}
     */
    input(scene, read) {
        const { stepCount } = scene.world;
        if (this.#watched > 0) {
            if (stepCount < this.#watched)
                return this.#inputs.findLast(([step]) => step <= stepCount)?.[1] ?? read();
            this.takeOver();
            this.say('The run ends here. Play on!');
        }
        const bytes = read();
        if (stepCount === 0) {
            this.#begun = this.#begin(scene);
            this.#inputs = [];
        } else if (this.#next < 0 || stepCount > this.#next) {
            this.#next = -1;
            return bytes;
        }
        while ((this.#inputs.at(-1)?.[0] ?? -1) >= stepCount) this.#inputs.pop();
        if (String(bytes) !== String(this.#inputs.at(-1)?.[1]))
            this.#inputs.push([stepCount, bytes]);
        this.#next = stepCount + 1;
        return bytes;
    }

    /** @param {any} scene */
    #begin(scene) {
        return { page: this.options.begin(scene),
            sliders: this.stage.sliders.map(({ value }) => value()) };
    }

    /** Something has been done that is no input: the run cannot be shared. */
    spoil() {
        this.#next = -1;
    }

    /** The player plays on from here. */
    takeOver() {
        this.#watched = 0;
        this.#next = this.stage.scene.world.stepCount;
        this.#bar.hidden = true;
    }

    /** Puts a link to the run so far into the address bar and the clipboard. */
    async share() {
        if (this.#next <= 0) {
            this.say(
                this.#next < 0
                    ? 'Only the moment can be shared: more than the game’s own keys was used'
                    : 'Play first',
            );
            return;
        }
        const begun = new TextEncoder().encode(JSON.stringify(this.#begun));
        /** @type {number[]} */
        const bytes = [];
        writeNumber(bytes, begun.length);
        bytes.push(...begun);
        writeNumber(bytes, this.#next);
        writeNumber(bytes, this.#inputs[0][1].length);
        let last = 0;
        for (const [step, values] of this.#inputs) {
            writeNumber(bytes, step - last);
            bytes.push(...values);
            last = step;
        }
        this.say(await shareLink(HASH + await pack(Uint8Array.from(bytes))));
    }

    /** Begins the run that the page's address holds; throws for one that is damaged. @returns {Promise<boolean>} whether it holds one */
    async open() {
        if (!location.hash.startsWith(HASH)) return false;
        const bytes = await unpack(location.hash.slice(HASH.length), MAX_BYTES);
        const place = { at: 0 };
        const length = readNumber(bytes, place);
        const begun = JSON.parse(
            new TextDecoder().decode(bytes.subarray(place.at, place.at += length)),
        );
        const [steps, width] = [readNumber(bytes, place), readNumber(bytes, place)];
        if (steps === 0 || steps > LONGEST)
            throw new RangeError('The run has no or too many steps');
        /** @type {[step: number, bytes: number[]][]} */
        const inputs = [];
        for (let step = 0; place.at < bytes.length;) {
            step += readNumber(bytes, place);
            inputs.push([step, [...bytes.subarray(place.at, place.at += width)]]);
        }
        if (place.at !== bytes.length) throw new RangeError('The run ends too early');
        const { options, stage } = this;
        checkLike(begun, this.#begin(stage.scene), 'begun');
        options.prepare(begun.page);
        stage.sliders.forEach(({ show }, i) => show(begun.sliders[i]));
        stage.reset();
        this.#begun = begun;
        this.#inputs = inputs;
        this.#watched = steps;
        this.#bar.hidden = false;
        return true;
    }
}

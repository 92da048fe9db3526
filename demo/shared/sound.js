// The sounds of a page, made by ZzFX when they are first heard. Silent until the player has pressed something, as browsers want it;
// muted for all pages by a button, which is remembered. Called by stage.js and by pages with a frame of their own.

const KEPT = 'mica muted';
const MIN_APART = 0.03; // seconds between two sounds of a name
const NOTE = 0.11; // seconds from one note of a tune to the next

const ICONS = {
    loud:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11"/></svg>',
    mute:
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5"/></svg>',
};

/**
 * A sound as ZzFX wants it: loudness, randomness, hertz, attack, sustain, release, shape and more, some left out. A tune has several.
 * @typedef {(number | undefined)[] | (number | undefined)[][]} Noise
 */

/** What pages without sounds of their own have: a knock where bodies meet. @type {Record<string, Noise>} */
export const KNOCKS = { knock: [0.5, 0.1, 150, , 0.01, 0.07, 2, 1.6, -3] };
const [SOFTEST, LOUDEST] = [1.5, 12]; // m/s

/**
 * Lets knocks be heard where bodies of a world meet.
 * @param {import('../../js/index.js').World<any>} world @param {Sound} sound @param {(x: number) => number} pan of a place in the world, -1 to 1
 */
export function listenToKnocks(world, sound, pan) {
    world.on('contactHit', ({ x, speed }) => {
        if (speed < SOFTEST) return;
        const strength = Math.min(1, speed / LOUDEST);
        sound.play('knock', { pan: pan(x), volume: strength, rate: 1.3 - 0.5 * strength });
    });
}

/** Whether the player wants no sound on any page. */
function keptMute() {
    try {
        return localStorage.getItem(KEPT) === 'true';
    } catch {
        return false;
    }
}

export class Sound {
    #muted = keptMute();
    /** The library, once the player has pressed something. @type {typeof import('zzfx').ZZFX | null} */ #zzfx =
        null;
    #asked = false;
    /** By name. @type {Map<string, number[]>} */ #samples = new Map();
    /** When each was heard last. @type {Map<string, number>} */ #last = new Map();

    /** @param {Record<string, Noise>} sounds by name */
    constructor(sounds) {
        this.sounds = sounds;
        for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => this.#wake());
    }

    get muted() {
        return this.#muted;
    }

    set muted(muted) {
        this.#muted = muted;
        this.#wake();
        try {
            localStorage.setItem(KEPT, String(muted));
        } catch {
            // The browser keeps nothing: it is forgotten with the page.
        }
    }

    /** Loads the library and starts the sound, while the player presses something. */
    async #wake() {
        if (this.#zzfx?.audioContext.state === 'suspended') this.#zzfx.audioContext.resume();
        if (this.#asked || this.#muted) return;
        this.#asked = true;
        const { ZZFX } = await import('zzfx');
        ZZFX.volume = 0.55; // of each sound and once more of its samples
        this.#zzfx = ZZFX;
        if (ZZFX.audioContext.state === 'suspended') ZZFX.audioContext.resume();
    }

    /**
     * @param {string} name others than the page's are not heard
     * @param {{ pan?: number, volume?: number, rate?: number }} [how] from left to right, -1 to 1; loudness, default 1; pitch, default 1
     */
    play(name, { pan = 0, volume = 1, rate = 1 } = {}) {
        const zzfx = this.#zzfx;
        const noise = this.sounds[name];
        if (!zzfx || !noise || this.#muted || zzfx.audioContext.state !== 'running') return;
        const now = zzfx.audioContext.currentTime;
        if (now - (this.#last.get(name) ?? -1) < MIN_APART) return;
        this.#last.set(name, now);
        let samples = this.#samples.get(name);
        if (!samples) this.#samples.set(name, samples = makeSamples(zzfx, noise));
        zzfx.playSamples([samples], volume, rate, Math.max(-1, Math.min(1, pan)));
    }
}

/** Adds the button that mutes all sounds, after that of the help. @param {Sound} sound */
export function addMute(sound) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', id: 'mute', title: 'Mute', ariaLabel: 'Mute' });
    const write = () => {
        button.innerHTML = sound.muted ? ICONS.mute : ICONS.loud;
        button.setAttribute('aria-pressed', String(sound.muted));
    };
    button.addEventListener('click', () => {
        sound.muted = !sound.muted;
        write();
    });
    write();
    document.getElementById('help')?.after(button);
}

/** One note after the other. @param {typeof import('zzfx').ZZFX} zzfx @param {Noise} noise */
function makeSamples(zzfx, noise) {
    const notes = /** @type {number[][]} */ (Array.isArray(noise[0]) ? noise : [noise]).map((
        note,
    ) => zzfx.buildSamples(...note));
    const apart = Math.round(NOTE * zzfx.sampleRate);
    /** @type {number[]} */
    const all = new Array((notes.length - 1) * apart + notes[notes.length - 1].length).fill(0);
    notes.forEach((note, i) =>
        note.forEach((value, k) => {
            if (i * apart + k < all.length) all[i * apart + k] += value;
        })
    );
    return all;
}

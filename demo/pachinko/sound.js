// The sounds, made of oscillators as they are needed. Silent until the player first presses something, as browsers want it.

/** By event: shape of the wave, Hz from and to, seconds, loudness; several notes follow each other. */
const SOUNDS = /** @type {Record<string, [OscillatorType, number, number, number, number][]>} */ ({
    shot: [['triangle', 160, 320, 0.07, 0.16]],
    pin: [['sine', 2300, 1900, 0.03, 0.05]],
    mill: [['triangle', 900, 700, 0.03, 0.05]],
    petal: [['sine', 1300, 1000, 0.04, 0.05]],
    bumper: [['square', 520, 180, 0.09, 0.06]],
    gate: [['sine', 880, 1320, 0.12, 0.14]],
    start: [['triangle', 660, 660, 0.08, 0.2], ['triangle', 990, 990, 0.14, 0.2]],
    tulip: [['triangle', 784, 784, 0.07, 0.16], ['triangle', 1047, 1047, 0.12, 0.16]],
    side: [['triangle', 587, 587, 0.07, 0.14], ['triangle', 784, 784, 0.1, 0.14]],
    jackpot: [['triangle', 1047, 1568, 0.1, 0.14]],
    pay: [['sine', 3100, 2700, 0.025, 0.03]],
    spin: [['square', 330, 660, 0.18, 0.05]],
    lose: [['triangle', 330, 262, 0.2, 0.1]],
    end: [['triangle', 523, 262, 0.4, 0.14]],
    fever: [523, 659, 784, 1047, 784, 1047, 1319].map((hertz) => ['square', hertz, hertz, 0.12, 0.08]),
});
const LEAST_APART = 0.03; // seconds between two sounds of a kind

export class Sound {
    muted = false;
    /** @type {AudioContext | null} */ #context = null;
    /** When each kind was heard last. @type {Map<string, number>} */ #last = new Map();

    /** To be called while the player presses something. */
    wake() {
        this.#context ??= new AudioContext();
        if (this.#context.state === 'suspended') this.#context.resume();
    }

    /** @param {string} what @param {number} pan -1 to 1, left to right @param {number} strength of pins: m/s */
    play(what, pan, strength) {
        const context = this.#context;
        const notes = SOUNDS[what];
        if (!context || context.state !== 'running' || this.muted || !notes) return;
        const now = context.currentTime;
        if (now - (this.#last.get(what) ?? -1) < LEAST_APART) return;
        this.#last.set(what, now);
        const panner = new StereoPannerNode(context, { pan });
        panner.connect(context.destination);
        const loud = what === 'pin' || what === 'mill' ? Math.min(1, strength / 6) : 1;
        let at = now;
        for (const [type, from, to, seconds, gain] of notes) {
            const oscillator = new OscillatorNode(context, { type, frequency: from });
            const volume = new GainNode(context, { gain: gain * loud });
            oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
            volume.gain.setValueAtTime(gain * loud, at);
            volume.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
            oscillator.connect(volume).connect(panner);
            oscillator.start(at);
            oscillator.stop(at + seconds);
            at += seconds;
        }
    }
}

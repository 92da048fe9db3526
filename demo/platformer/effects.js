// The effects of events: sparks, a shaken picture, sounds, a word. Called by main.js when the game tells of something,
// and after each step.
import { say } from '../shared/stage-shown.js';
import { PENALTY } from './game.js';

/** @typedef {import('./game.js').Happening} Happening */
/** Sparks as Sparks.burst takes them: count, m/s, colour, more. @typedef {[number, number, import('../shared/sparks.js').Colour, object?]} Burst */

/** @type {Partial<Record<Happening, Burst[]>>} */
const BURSTS = {
    coin: [[12, 4, 'amber', { up: 1 }]],
    spring: [[10, 3, 'dust', { up: 3 }]],
    lamp: [[24, 4, 'mint', { up: 1, life: 1 }]],
    crumble: [[16, 2.5, 'dust', { wide: 1.6 }]],
    rope: [[10, 3, 'dust']],
    burnt: [[40, 5, 'ember', { up: 3, life: 1.2, size: 0.2, wide: 0.8 }]],
    hurt: [[18, 6, 'ember']],
    hit: [[36, 8, 'violet', { up: 2, life: 0.9, size: 0.2, wide: 1 }]],
    beaten: [[40, 11, 'violet', { up: 4, life: 1.6, size: 0.22, wide: 3 }], [40, 9, 'ember', {
        up: 4,
        life: 1.4,
        size: 0.22,
        wide: 3,
    }], [30, 13, 'amber', { up: 4, life: 1.8, size: 0.16, wide: 3 }]],
    won: [[45, 8, 'mint', { up: 8, life: 2.2, size: 0.14, wide: 2 }], [45, 9, 'amber', { up: 8,
        life: 2.2, size: 0.14, wide: 2 }], [45, 10, 'violet', { up: 8, life: 2.2, size: 0.14,
        wide: 2 }]],
};
/** How far the picture is shaken, metres. @type {Partial<Record<Happening, number>>} */
const SHAKES = { burnt: 0.25, hurt: 0.3, hit: 0.4, beaten: 0.7, met: 0.25 };
/** @type {Partial<Record<Happening, string>>} */
const WORDS = {
    met: 'Jump onto its eye while it is open. Each hit breaks a joint.',
    out: `Out of hearts: ${PENALTY} s more, and three new ones`,
    beaten: 'It is beaten, and the gate is open',
};

export class Effects {
    /**
     * @param {import('../shared/sparks.js').Sparks} sparks @param {import('./view.js').View} view
     * @param {(name: string, how?: { volume?: number, rate?: number }) => void} hear plays a sound
     */
    constructor(sparks, view, hear) {
        this.sparks = sparks;
        this.view = view;
        this.hear = hear;
    }

    /** @param {Happening} what @param {number} x @param {number} y */
    show(what, x, y) {
        for (const [count, speed, colour, more] of BURSTS[what] ?? [])
            this.sparks.burst(x, y, count, speed, colour, more);
        this.view.shake(SHAKES[what] ?? 0);
        this.hear(what);
        const word = WORDS[what];
        if (word) say(word);
    }

    /** What the hero does by itself. @param {import('../../js/platformer.js').Platformer} hero */
    follow(hero) {
        const { x, y } = hero.mover;
        if (hero.justJumped) this.hear('jump');
        if (hero.justDashed) {
            this.hear('dash');
            this.sparks.burst(x, y, 8, 2, 'amber', { wide: 0.6 });
        }
        if (!hero.justLanded || hero.landingSpeed < 6) return;
        this.hear('land', { volume: Math.min(1, hero.landingSpeed / 16) });
        this.sparks.burst(x, y - 0.55, hero.landingSpeed / 2, 0.14 * hero.landingSpeed, 'dust', {
            up: 0.6,
            wide: 0.6,
            life: 0.4,
        });
    }
}

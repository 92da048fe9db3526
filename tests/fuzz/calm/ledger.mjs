// The energy of a world that can only lose it, read after each step. All start at rest and no spring is tense, so kinetic
// and potential energy never exceed their start E0: springs store what bodies lose, and give back no more.
//
//   E = sum of m v²/2 + I w²/2 + m g y,   D = the largest E0 - (potential energy) so far: what the fall has turned over
//   right: E <= E0 + .02 D + (h g / 2) sum of m max(vy, 0) + max(S, 0) + M (g dt)² + M 1e-4
//
// h is the substep. The third term is not an error of sign: velocities of a body that joints or contacts hold are
// those of half a substep ago. So E - (h g / 2) sum of m vy is what such an integrator keeps, and where h changes to h',
// S grows by (h - h') (g / 2) sum of m vy. The last two are what a body gains in a step from rest, and float rounding.
// What one body has is bound by the same D or its own fall, and by noise of its own mass: a light body cannot hide behind
// a heavy one.

/** @import { World } from '../../../js/index.js' */
/** @import { Fault } from './search.mjs' */

const SHARE = 0.02;
/** Steps' worth of gravity that a body may move by where nothing fell. */
const NOISE = 10;

/** @param {number} value */
const short = (value) => Number(value.toPrecision(3));

export class Ledger {
    #world;
    #gravity;
    #parts;
    #mass = 0;
    #start = NaN;
    #dropped = 0;
    #substep;
    #noise;
    /** Of all along y, after the last step. */
    #momentum = 0;
    /** S. */
    #shift = 0;

    /** The worst so far. @type {Fault} */
    worst = { what: 'energy', excess: 0, text: '' };

    /** m/s or radians/s, of all bodies after the last step. */
    fastest = 0;

    /** @param {World<any>} world whose bodies have their centre of mass at their origin @param {number} substep seconds @param {number} step seconds */
    constructor(world, substep, step) {
        this.#world = world;
        this.#gravity = Math.abs(world.gravity[1]);
        this.#parts = [...world.bodies].filter((body) => body.type === 'dynamic')
            .map((body) => ({ at: 4 * body.index, mass: body.mass, inertia: body.inertia,
                y: body.y })
            );
        for (const { mass } of this.#parts) this.#mass += mass;
        this.#substep = substep;
        this.#noise = (this.#gravity * step) ** 2;
        this.#start = this.#sum().potential;
    }

    /** Before a step of another length. @param {number} substep seconds @param {number} step seconds */
    change(substep, step) {
        this.#shift += 0.5 * (this.#substep - substep) * this.#gravity * this.#momentum;
        this.#substep = substep;
        this.#noise = Math.max(this.#noise, (this.#gravity * step) ** 2);
    }

    #sum() {
        const { transforms, velocities } = this.#world;
        let [kinetic, potential, rising, light, lightSpeed] = [0, 0, 0, 0, 0];
        this.fastest = 0;
        this.#momentum = 0;
        for (const { at, mass, inertia, y } of this.#parts) {
            const [vx, vy, w] = [velocities[at], velocities[at + 1], velocities[at + 2]];
            const own = 0.5 * mass * (vx * vx + vy * vy);
            kinetic += own + 0.5 * inertia * w * w;
            potential += mass * this.#gravity * transforms[at + 1];
            this.#momentum += mass * vy;
            rising += mass * Math.max(0, vy);
            this.fastest = Math.max(this.fastest, Math.hypot(vx, vy), Math.abs(w));
            // How many times what it may have: of what all have fallen or itself has, and of noise.
            const fallen = Math.max(this.#dropped, mass * this.#gravity * (y - transforms[at + 1]));
            const may = (1 + SHARE) * fallen + mass * (0.5 * NOISE ** 2 * this.#noise + 1e-4);
            if (own / may > light) [light, lightSpeed] = [own / may, Math.hypot(vx, vy)];
        }
        return { kinetic, potential, rising, light, lightSpeed };
    }

    /** After each step. */
    read() {
        const { kinetic, potential, rising, light, lightSpeed } = this.#sum();
        this.#dropped = Math.max(this.#dropped, this.#start - potential);
        const gained = kinetic + potential - this.#start;
        const may = SHARE * this.#dropped + 0.5 * this.#substep * this.#gravity * rising
            + Math.max(0, this.#shift) + this.#mass * (this.#noise + 1e-4);
        const excess = Number.isFinite(gained) ? Math.max(gained / may, 0) : Infinity;
        if (excess > this.worst.excess) {
            const fall = `of a mass of ${short(this.#mass)} kg that fell by ${
                short(this.#dropped)
            } J`;
            this.worst = { what: 'energy', excess,
                text: `${short(gained)} J gained at ${short(this.#world.time)} s, where ${
                    short(may)
                } may be, ${fall}; fastest ${short(this.fastest)} m/s` };
        }
        if (light > this.worst.excess && light > 1) {
            this.worst = { what: 'speed', excess: light,
                text: `a body at ${short(lightSpeed)} m/s at ${short(this.#world.time)} s has ${
                    short(light)
                } times the energy that it may have` };
        }
    }
}

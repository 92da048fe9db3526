// What game objects touch, read from the world's contacts of the last step: the sides of each body that are
// blocked or touch, the speed of what a body stands on, and the calls of colliders and overlaps.
// js/adapters/phaser/arcade.js has one and calls it after each step.
import { FLAGS } from '../../wire/layout.js';

/** @import { World } from '../../world/world.js' */
/** @import { MicaBody } from './body.js' */
/** @import { PairOfSides, Pairs } from './pairs.js' */
/** @import { MicaTiles } from './tiles.js' */

/** FLAGS.TYPE_MASK of a dynamic body. */
const DYNAMIC = 2;
const KINEMATIC = 1;

/** The side of a body that a normal out of it points to, in metres with y up. @param {number} x @param {number} y */
function sideOf(x, y) {
    if (Math.abs(y) >= Math.abs(x)) return y < 0 ? 'down' : 'up';
    return x < 0 ? 'left' : 'right';
}

/** The contacts of one world, by game objects. */
export class Contacts {
    #world;
    #bodies;
    #pairs;

    /** The step whose contacts the bodies hold. */
    #step = -1;

    /** @type {{ pair: PairOfSides, bodies: (MicaBody | MicaTiles)[], given: any[] }[]} */
    #pending = [];

    /**
     * @param {World<any>} world
     * @param {(MicaBody | MicaTiles | undefined)[]} bodies by slot
     * @param {Pairs} pairs
     */
    constructor(world, bodies, pairs) {
        this.#world = world;
        this.#bodies = bodies;
        this.#pairs = pairs;
    }

    /** Has all bodies know their sides of the last step, whose number it returns. */
    update() {
        const world = this.#world;
        if (world.destroyed) return -1;
        const step = world.stepCount;
        if (step === this.#step) return step;
        this.#step = step;
        const { contactStay } = world.events;
        const slots = contactStay.array;
        for (let i = 0; i < contactStay.length; ++i) {
            const event = contactStay.at(i);
            if (!event) continue;
            const { nx, ny, impulse } = event;
            if (impulse === 0) continue; // close to each other, but not pressed together
            this.#note(slots[2 * i], nx, ny, slots[2 * i + 1], step);
            this.#note(slots[2 * i + 1], -nx, -ny, slots[2 * i], step);
        }
        return step;
    }

    /** @param {number} slot @param {number} x of the normal out of it @param {number} y @param {number} other @param {number} step */
    #note(slot, x, y, other, step) {
        const body = this.#bodies[slot];
        if (!body || 'tile' in body) return;
        const met = this.#bodies[other];
        const immovable = (this.#world.flags[other] & FLAGS.TYPE_MASK) < DYNAMIC;
        body.noteTouch(step, sideOf(x, y), Boolean(met && !('tile' in met)), immovable);
    }

    /** Has dynamic bodies move along with the moving platforms that they stand on. */
    carry() {
        const { contactStay } = this.#world.events;
        const { flags, velocities } = this.#world;
        const slots = contactStay.array;
        /** @type {Map<MicaBody | MicaTiles, number>} */
        const speeds = new Map();
        for (let i = 0; i < contactStay.length; ++i) {
            const ny = contactStay.at(i)?.ny ?? 0;
            if (Math.abs(ny) < Math.SQRT1_2) continue;
            const [upper, lower] = ny < 0
                ? [slots[2 * i], slots[2 * i + 1]]
                : [slots[2 * i + 1], slots[2 * i]];
            const body = this.#bodies[upper];
            if (body && (flags[lower] & FLAGS.TYPE_MASK) === KINEMATIC)
                speeds.set(body, velocities[4 * lower]);
        }
        for (const body of this.#bodies) {
            if (!body || 'tile' in body || (flags[body.mica.index] & FLAGS.TYPE_MASK) !== DYNAMIC)
                continue;
            body.carry(speeds.get(body) ?? 0);
        }
    }

    /** Calls what colliders and overlaps have to call, once for each two that touched in the last steps. */
    report() {
        if (!this.#pairs.heard) return;
        const { contactBegin, contactStay, triggerEnter, triggerStay } = this.#world.events;
        /** @type {Set<string>} */
        const seen = new Set();
        // Bodies that are near but do not touch exchange no impulse. A contact that began and ended between two frames has only its contactBegin event.
        this.#collect(contactStay, seen, (i) => (contactStay.at(i)?.impulse ?? 0) > 0);
        this.#collect(contactBegin, seen, () => true);
        this.#collect(triggerStay, seen, () => true);
        this.#collect(triggerEnter, seen, () => true);
        this.#call();
    }

    /**
     * Collects the callbacks that the events of a list are due to call, once for each pair of bodies, or body and cell.
     * @param {World<any>['events']['contactStay' | 'triggerStay']} list
     * @param {Set<string>} seen the pairs that are already collected, by their keys
     * @param {(index: number) => boolean} touches
     */
    #collect(list, seen, touches) {
        const slots = list.array;
        for (let i = 0; i < list.length; ++i) {
            const one = this.#bodies[slots[2 * i]];
            const other = this.#bodies[slots[2 * i + 1]];
            if (!one || !other || !this.#pairs.hears(one, other)) continue;
            const cell = 'tile' in one || 'tile' in other ? list.at(i)?.cell : undefined;
            const key = `${slots[2 * i]} ${slots[2 * i + 1]} ${
                cell ? `${cell.column} ${cell.row}` : ''
            }`;
            if (seen.has(key)) continue;
            seen.add(key);
            if (!touches(i)) continue;
            /** @param {MicaBody | MicaTiles} body */
            const shown = (body) =>
                'tile' in body && cell ? body.tile(cell.column, cell.row) : body.gameObject;
            this.#pairs.each(one, other, (pair, flipped) => {
                const bodies = flipped ? [other, one] : [one, other];
                this.#pending.push({ pair, bodies, given: bodies.map(shown) });
            });
        }
    }

    /** Calls the collected callbacks, but not those of a body that an earlier callback has disabled or destroyed. */
    #call() {
        const due = this.#pending.splice(0);
        for (const { pair, bodies, given: [a, b] } of due) {
            if (!pair.active || !bodies.every(({ mica }) => mica.alive && mica.enabled)) continue;
            if (pair.filter && !pair.filter.call(pair.context, a, b)) continue;
            pair.hit?.call(pair.context, a, b);
        }
    }
}

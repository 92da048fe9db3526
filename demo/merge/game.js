// The rules: which ball is dropped next, which balls merge, the score, chains of merges and the end of a game. They count steps of the world, so that the timeline can go back in
// them. All that comes from outside are the inputs of a step, two bytes, so a run is its seed and these. Tells what happens by `tell`, for
// sounds and juice. Called by main.js before each step.
import { explode } from '../../js/explosion.js';
import { World } from '../../js/index.js';
import { nextRandom } from '../pachinko/random.js';
import { FRUITS, JAR, KINDS, LAST, LAYERS, kindOf } from './fruit.js';

const COOL = 32; // steps from one drop to the next
const CHAIN = 50; // steps from one merge to the next of a chain
const LONGEST = 9; // times that a chain counts
const GROWS = 0.022; // metres a step by which a merged ball becomes larger
const SMALLEST = 0.78; // of the radius of the two, with which it begins at least
const ALLOWED = 150; // steps that the heap may stay above the line
const PUSH = 0.9; // N s a metre, by which a merge pushes its neighbours, times its radius
const CALM = 0.5; // of the velocity that a merged ball keeps
const BONUS = 500; // points for the two largest, which vanish
/** How often each of the smallest kinds comes. */
const COMES = [28, 26, 21, 15, 10];
const AIMS = 255;

/** @typedef {import('../../js/index.js').Body<any>} Body */
/**
 * Numbers alone: the timeline keeps a copy of each step. `day` is the date of today's jar as YYYYMMDD, 0 for a free one; `hand` and `next`
 * are kinds; `above` counts the steps for which the heap has been above the line; `falling` has the slots of balls that have touched nothing
 * yet.
 * @typedef {{ seed: number, day: number, score: number, hand: number, next: number, aim: number, cool: number, chain: number, last: number,
 *     drops: number, merges: number, largest: number, above: number, over: boolean, falling: number[] }} State
 */

/**
 * What happened: where, how much, to the ball of which kind and slot; `angle` is the direction of the blow, or between the two that merged.
 * @typedef {{ what: 'drop' | 'hit' | 'merge' | 'vanish' | 'warn' | 'end', x: number, y: number, amount: number, kind: number, slot: number, angle: number }} Told
 */

/** The place of an aim, 0 to 255, across the jar. @param {number} aim @param {number} kind */
export function aimToX(aim, kind) {
    const room = JAR.half - FRUITS[kind].radius - 0.02;
    return Math.max(-room, Math.min(room, (2 * aim / AIMS - 1) * JAR.half));
}

/** The aim of a place across the jar. @param {number} x */
export const xToAim = (x) => Math.max(0, Math.min(AIMS, Math.round(AIMS * (x / JAR.half + 1) / 2)));

/** An upright jar with nothing in it. */
function makeJar() {
    /** @type {World<any>} */
    const world = new World({ gravity: [0, -26], layers: /** @type {any} */ (LAYERS),
        hitSpeed: 2 });
    const { half } = JAR;
    // The walls have no friction, or balls would stick where they are wedged between them.
    for (const [width, height, x, y, friction] of [[2 * half + 4, 2, 0, -1, 0.4], [2, 40, -half - 1,
        20, 0], [2, 40, half + 1, 20, 0]])
        world.createBody({ type: 'static', position: [x, y],
            collider: { shape: 'box', width, height, layer: 'jar', friction } });
    return world;
}

export class Game {
    /** Is told what happens. @type {(event: Told) => void} */ tell = () => {};

    /** @param {{ seed: number, day: number }} given */
    constructor({ seed, day }) {
        this.world = makeJar();
        /** @type {State} */
        this.state = { seed, day, score: 0, hand: 0, next: 0, aim: 128, cool: 0, chain: 0,
            last: -CHAIN, drops: 0, merges: 0, largest: 0, above: 0, over: false, falling: [] };
        this.begun = { seed, day };
        this.state.hand = this.#draw();
        this.state.next = this.#draw();
        this.#listen();
    }

    #listen() {
        const { world } = this;
        world.on('contactBegin', ({ bodyA, bodyB }) => {
            this.#land([bodyA.index, bodyB.index]);
            if (!bodyA.alive || !bodyB.alive || this.state.over) return;
            const kind = kindOf(bodyA);
            if (kind >= 0 && kind === kindOf(bodyB)) this.#merge(bodyA, bodyB, kind);
        });
        world.on('contactHit', ({ bodyA, bodyB, x, y, nx, ny, speed }) => {
            for (const body of [bodyA, bodyB]) {
                const kind = body.alive ? kindOf(body) : -1;
                if (kind >= 0)
                    this.#say('hit', { x, y, amount: speed, kind, slot: body.index,
                        angle: Math.atan2(ny, nx) });
            }
        });
    }

    /** A ball that was dropped has touched something: what merges from now on is a chain of its own. @param {number[]} slots */
    #land(slots) {
        const { state } = this;
        const falling = state.falling.filter((slot) => !slots.includes(slot));
        if (falling.length === state.falling.length) return;
        state.falling = falling;
        state.chain = 0;
    }

    /** @param {Told['what']} what @param {Partial<Told>} more */
    #say(what, more) {
        this.tell({ what, x: 0, y: 0, amount: 1, kind: 0, slot: -1, angle: 0, ...more });
    }

    /** The next ball of the seed: small ones at first. */
    #draw() {
        const { state } = this;
        const kinds = Math.min(COMES.length, 2 + Math.floor(state.drops / 3));
        let at = nextRandom(state) * COMES.slice(0, kinds).reduce((sum, each) => sum + each);
        let kind = 0;
        while (kind < kinds - 1 && at >= COMES[kind]) at -= COMES[kind++];
        return kind;
    }

    /** Whether a ball can be dropped. */
    get ready() {
        return this.state.cool === 0 && !this.state.over;
    }

    /** How long it is until the next ball can be dropped, from 1 to 0. */
    get coolness() {
        return this.state.cool / COOL;
    }

    /** Where the ball in hand is. */
    get handX() {
        return aimToX(this.state.aim, this.state.hand);
    }

    /** Before each step of the world. @param {number[]} inputs the aim, 0 to 255, and whether the ball is dropped */
    step([aim, drop]) {
        const { state } = this;
        state.aim = aim;
        if (state.cool > 0) state.cool--;
        if (drop === 1 && this.ready) this.#drop();
        if (state.chain > 0 && this.world.stepCount - state.last > CHAIN) state.chain = 0;
        this.#grow();
        this.#watchLine();
    }

    /** @param {number} kind @param {number} radius metres, now @param {number[]} position @param {number[]} velocity */
    #add(kind, radius, position, velocity) {
        return this.world.createBody({ position, velocity, angularDamping: 0.4, collider: {
            shape: 'circle',
            radius,
            layer: KINDS[kind],
            friction: 0.28,
            restitution: 0.1,
            rollingResistance: 0.012,
            density: FRUITS[kind].radius ** -0.25,
        } });
    }

    #drop() {
        const { state } = this;
        const x = this.handX;
        // A hair to one side, so that no tower of balls stands on end.
        const { index } = this.#add(state.hand, FRUITS[state.hand].radius, [
            x + 0.02 * (nextRandom(state) - 0.5),
            JAR.hand,
        ], [0, -3]);
        state.falling = [...state.falling, index];
        state.drops++;
        this.#say('drop', { x, y: JAR.hand, kind: state.hand, slot: index });
        state.hand = state.next;
        state.next = this.#draw();
        state.cool = COOL;
    }

    /** Two of a kind become one of the next kind in their middle. @param {Body} a @param {Body} b @param {number} kind */
    #merge(a, b, kind) {
        const { state, world } = this;
        const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
        const velocity = [CALM * (a.vx + b.vx) / 2, CALM * (a.vy + b.vy) / 2];
        const angle = Math.atan2(b.y - a.y, b.x - a.x);
        a.destroy();
        b.destroy();
        state.chain = Math.min(LONGEST, state.chain + 1);
        state.last = world.stepCount;
        state.merges++;
        const won = (kind + 1) ** 2 * state.chain + (kind === LAST ? BONUS : 0);
        state.score += won;
        const { radius } = FRUITS[Math.min(LAST, kind + 1)];
        explode(world, { position: [x, y], radius, falloff: 0.6 * radius, impulse: PUSH * radius,
            layers: KINDS });
        if (kind === LAST) {
            this.#say('vanish', { x, y, amount: won, kind });
            return;
        }
        state.largest = Math.max(state.largest, kind + 1);
        const { index } = this.#add(kind + 1, this.#firstRadius(kind, x, y), [x, y], velocity);
        this.#say('merge', { x, y, amount: won, kind: kind + 1, slot: index, angle });
    }

    /** The radius with which two of a kind become one: theirs, or less where others lie between them. @param {number} kind @param {number} x @param {number} y */
    #firstRadius(kind, x, y) {
        const { radius } = FRUITS[kind];
        let free = radius;
        for (const body of this.world.bodies) {
            const other = kindOf(body);
            if (other >= 0)
                free = Math.min(free, Math.hypot(body.x - x, body.y - y) - FRUITS[other].radius);
        }
        return Math.max(SMALLEST * radius, free);
    }

    /** Enlarges merged balls a little in each step, so that they push their neighbours gently. */
    #grow() {
        for (const body of this.world.bodies) {
            const kind = kindOf(body);
            if (kind < 1) continue;
            const [collider] = body.colliders;
            const now = /** @type {{ radius: number }} */ (collider.shape).radius;
            const { radius } = FRUITS[kind];
            if (now < radius - 1e-4)
                collider.shape = { shape: 'circle', radius: Math.min(radius, now + GROWS) };
        }
    }

    /** How far the heap is above the line, in metres; negative below it. */
    get heap() {
        let top = 0;
        for (const body of this.world.bodies) {
            const kind = kindOf(body);
            if (kind < 0 || this.state.falling.includes(body.index)) continue;
            top = Math.max(top, body.y + FRUITS[kind].radius);
        }
        return top - JAR.line;
    }

    #watchLine() {
        const { state } = this;
        if (state.over) return;
        state.above = this.heap > 0 ? state.above + 1 : 0;
        if (state.above > 0 && state.above % 30 === 0)
            this.#say('warn', { y: JAR.line, amount: this.danger });
        if (state.above < ALLOWED) return;
        state.over = true;
        this.#say('end', { amount: state.score });
    }

    /** How near the end is, from 0 to 1. */
    get danger() {
        return Math.min(1, this.state.above / ALLOWED);
    }

    // ------------------------------------------------------------------------------------------ the timeline

    save() {
        return { ...this.state, falling: [...this.state.falling] };
    }

    /** Takes a state over if it is one: a link may hold anything. @param {any} given */
    restore(given) {
        const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.state));
        for (const [key, value] of Object.entries(own)) {
            const other = given?.[key];
            if (key === 'falling')
                own.falling = Array.isArray(other)
                    ? other.filter((slot) => slot >= 0 && slot < this.world.slots)
                    : [];
            else if (typeof other === typeof value
                && (typeof other !== 'number' || Number.isFinite(other)))
                own[key] = other;
        }
        const kind = (/** @type {number} */ each) => Math.min(LAST, Math.max(0, Math.floor(each)));
        this.state.hand = kind(this.state.hand);
        this.state.next = kind(this.state.next);
    }
}

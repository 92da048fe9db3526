// The rules: what is thrown and hung, what a blade cuts, points, combos and lives, counted in steps of the world so that the timeline
// can go back in them. Tells what happens by `tell`, for sounds and juice. Called by main.js before each step and for each swipe.
import { cut, fracture } from '../../js/break.js';
import { explode } from '../../js/explosion.js';
import { nextRandom } from '../pachinko/random.js';
import { BOARD, CUTTABLE, FRUIT, FRUITS, HANG, TOP, hangCrate, hangPlank, isWhole, kindOf, makeBomb,
    makeFruit, makeWorld } from './things.js';

const LIVES = 3;
const FRESH = 16; // steps for which what was cut is not cut again
const COMBO = 22; // steps from one fruit to the next
const COMBO_FROM = 3; // fruit
const OUT = -2.4; // height at which what falls is gone
const AWAY = TOP + 8; // and what is pulled up
const LOWERED = 70; // steps after which hooks stop
const RAISED = 660; // and go up again
const RIG_EVERY = 900; // steps from one that is gone to the next
const PART = 0.9; // m/s by which the parts of a cut leave each other
const SMALLEST = 0.02; // m²: less is not cut off

/** @typedef {import('../../js/index.js').Body<any>} Body */
/**
 * Numbers alone: the timeline keeps a copy of each step. `next` and `rig` are steps until the next throw and since the last rig came
 * down, `fresh` has slots and the steps until which they are not cut.
 * @typedef {{ score: number, lives: number, seed: number, steps: number, next: number, rig: number, combo: number, last: number, sliced: number,
 *     missed: number, over: boolean, zen: boolean, fresh: [slot: number, until: number][] }} State
 */

export class Game {
    /** What happened, where, how much, in which colour. @type {(what: string, x: number, y: number, amount: number, color?: string) => void} */ tell =
        () => {};
    /** Half the width of the picture, metres. */ wide = 6;
    /** Counts up whenever shapes may have changed. */ edition = 0;
    /** @type {State} */ state = { score: 0, lives: LIVES,
        seed: 1 + Math.floor(Math.random() * 1e9), steps: 0, next: 50, rig: -420, combo: 0, last: 0,
        sliced: 0, missed: 0, over: false, zen: false, fresh: [] };

    constructor() {
        this.world = makeWorld();
        this.world.on('contactLoad', { layers: ['crate', 'board'] }, ({ bodyA, x, y }) => {
            if (bodyA.alive) this.#burst(bodyA, x, y);
        });
    }

    /** From 0 to 1. */
    random() {
        return nextRandom(this.state);
    }

    /** @param {number} from @param {number} to */
    between(from, to) {
        return from + (to - from) * this.random();
    }

    // ------------------------------------------------------------------------------------------ each step

    step() {
        const { state } = this;
        state.steps++;
        if (state.combo > 0 && state.steps - state.last > COMBO) this.#endCombo();
        if (state.fresh.length > 0)
            state.fresh = state.fresh.filter(([, until]) => until > state.steps);
        if (!state.over && --state.next <= 0) this.#throwSome();
        this.#moveRig();
        this.#clear();
    }

    /** From 0 at the start to 1. */
    get pace() {
        return Math.min(1, this.state.steps / 60 / 100);
    }

    #throwSome() {
        const { state, pace } = this;
        const many = 1 + Math.floor(this.random() * (2 + 2.6 * pace));
        for (let i = 0; i < many; ++i) {
            const isBomb = !state.zen && state.steps > 500 && this.random() < 0.1 + 0.12 * pace;
            const motion = this.#flight();
            if (isBomb) makeBomb(this.world, motion);
            else makeFruit(this.world, this.#anyFruit(), motion);
        }
        this.tell('throw', 0, 0, many);
        state.next = Math.round(this.between(0.75, 1.15) * (100 - 42 * pace));
    }

    #anyFruit() {
        return FRUITS[Math.floor(this.random() * FRUITS.length)];
    }

    /** From below, up into the picture and towards its middle. @returns {{ position: [number, number], velocity: [number, number], angle: number, spin: number }} */
    #flight() {
        const { wide } = this;
        const x = this.between(-0.8, 0.8) * wide;
        const top = this.between(6.6, 10.2);
        const y = -1.2 - this.between(0, 1.4);
        const vy = Math.sqrt(2 * 9 * (top - y));
        const to = this.between(-0.55, 0.55) * wide;
        return { position: [x, y], velocity: [(to - x) / (2 * vy / 9) * 1.3, vy],
            angle: this.between(-3, 3), spin: this.between(-5, 5) };
    }

    #moveRig() {
        const { state, world } = this;
        state.rig++;
        if (state.rig === 0 && !state.over) this.hangSomething();
        if (state.rig <= 0) return;
        const speed = state.rig < LOWERED ? -3.4 : state.rig > RAISED ? 5 : 0;
        let hooks = 0;
        for (const body of world.bodies) {
            if (kindOf(body) !== 'hook') continue;
            hooks++;
            if (body.vy !== speed) body.vy = speed;
        }
        if (hooks === 0) state.rig = -RIG_EVERY;
    }

    /** Lets a crate on a rope or a plank on two come down. */
    hangSomething() {
        const { world, state } = this;
        for (const body of [...world.bodies]) if (kindOf(body) === 'hook') body.destroy();
        state.rig = 1;
        const room = Math.max(0, this.wide - 2.4);
        const x = this.between(-room, room);
        if (this.random() < 0.5) hangCrate(world, x);
        else hangPlank(world, x,
                [0, 1, 2].map(() => this.#anyFruit()).filter((kind) => kind !== 'melon'));
        this.tell('rig', x, HANG, 1);
    }

    /** Takes away what has left, and counts the fruit that nobody cut. */
    #clear() {
        const { state, world } = this;
        for (const body of [...world.bodies]) {
            if (!body.alive || (body.y > OUT && body.y < AWAY)) continue;
            const kind = kindOf(body);
            if (kind === 'board') continue;
            const missed = body.y < OUT && kind in FRUIT && isWhole(body) && !state.over;
            if (missed && body.vy >= 0) continue;
            const { x } = body;
            body.destroy();
            if (!missed || state.zen) continue;
            state.missed++;
            this.#lose('miss', x, 0.6);
        }
    }

    /** @param {string} what @param {number} x @param {number} y */
    #lose(what, x, y) {
        const { state } = this;
        if (state.zen || state.over) return;
        state.lives = Math.max(0, state.lives - 1);
        this.tell(what, x, y, 1);
        if (state.lives > 0) return;
        state.over = true;
        this.tell('end', 0, 0, state.score);
    }

    // ------------------------------------------------------------------------------------------ the blade

    /**
     * Cuts what a swipe enters on its way.
     * @param {[x: number, y: number]} from @param {[x: number, y: number]} to
     */
    slash(from, to) {
        const { state, world } = this;
        if (state.over) return;
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const entered = world.rayCastAll(from[0], from[1], dx, dy).map(({ collider, x, y }) => (
            { body: collider.body, x, y }
        ));
        for (const { body, x, y } of entered) {
            if (!body.alive || state.fresh.some(([slot]) => slot === body.index)) continue;
            const kind = kindOf(body);
            if (kind === 'bomb') this.#explode(body);
            else if (kind === 'crate') this.#burst(body, x, y);
            else if (CUTTABLE.includes(kind)) this.#cut(body, kind, from, to);
        }
    }

    /** @param {Body} body @param {string} kind @param {[number, number]} from @param {[number, number]} to */
    #cut(body, kind, from, to) {
        const { state } = this;
        const whole = kind in FRUIT && isWhole(body);
        const [x, y] = body.center;
        const parts = cut(body, from, to, { extend: true,
            minArea: kind === 'rope' ? 1e-4 : SMALLEST });
        if (parts.length < 2) return;
        this.edition++;
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        const [nx, ny] = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
        for (const part of parts) {
            state.fresh.push([part.index, state.steps + FRESH]);
            const [px, py] = part.center;
            const side = Math.sign((px - from[0]) * nx + (py - from[1]) * ny);
            part.setVelocity(part.vx + side * PART * nx, part.vy + side * PART * ny);
        }
        if (!(kind in FRUIT)) {
            state.score += kind === 'splinter' ? 0 : 1;
            this.tell(kind === 'rope' ? 'rope' : 'wood', x, y, 1);
            return;
        }
        const { points, juice } = FRUIT[kind];
        if (whole) {
            state.combo++;
            state.last = state.steps;
            state.sliced++;
        }
        const won = whole ? points : 1;
        state.score += won;
        this.tell(whole ? 'slice' : 'again', x, y, won, juice);
    }

    #endCombo() {
        const { state } = this;
        if (state.combo >= COMBO_FROM) {
            state.score += state.combo;
            this.tell('combo', 0, 8, state.combo);
        }
        state.combo = 0;
    }

    /** A crate falls to pieces, and its fruit flies out. @param {Body} crate @param {number} x @param {number} y */
    #burst(crate, x, y) {
        const { state, world } = this;
        const [cx, cy] = crate.center;
        this.edition++;
        const pieces = fracture(crate, { point: [x, y], pieces: 9,
            seed: Math.floor(this.random() * 1e9) });
        for (const piece of pieces) {
            state.fresh.push([piece.index, state.steps + FRESH]);
            for (const collider of piece.colliders) collider.layer = 'splinter';
            const [px, py] = piece.center;
            piece.setVelocity(piece.vx + 3 * (px - cx), piece.vy + 3 * (py - cy) + 2);
            piece.angularVelocity += this.between(-3, 3);
        }
        const low = cy < BOARD + 2;
        for (let i = 0; i < 5; ++i)
            makeFruit(world, this.#anyFruit(), { position: [cx + 0.2 * (i - 2), cy],
                velocity: [1.3 * (i - 2), this.between(3, 5) + (low ? 6 : 0)],
                spin: this.between(-6, 6) });
        state.score += 3;
        this.tell('burst', cx, cy, 3);
    }

    /** @param {Body} bomb */
    #explode(bomb) {
        const { x, y } = bomb;
        bomb.destroy();
        explode(this.world, { position: [x, y], radius: 1.5, falloff: 4, impulse: 5 });
        this.tell('boom', x, y, 1);
        this.#lose('hurt', x, y);
    }

    /** Slashes through the fruit that is highest: for those who play by keys. */
    slashHighest() {
        let best = null;
        for (const body of this.world.bodies) {
            if (!(kindOf(body) in FRUIT) || !isWhole(body) || body.y > TOP) continue;
            if (!best || body.y > best.y) best = body;
        }
        if (!best || best.y < 0) return null;
        const { x, y } = best;
        const angle = this.between(-0.7, 0.7);
        const [dx, dy] = [1.6 * Math.cos(angle), 1.6 * Math.sin(angle)];
        const swipe = /** @type {const} */ ([[x - dx, y - dy], [x + dx, y + dy]]);
        this.slash([x - dx, y - dy], [x + dx, y + dy]);
        return swipe;
    }

    // ------------------------------------------------------------------------------------------ the timeline

    save() {
        return { ...this.state, fresh: this.state.fresh.map(([slot, until]) => [slot, until]) };
    }

    /** Takes a state over if it is one: a link may hold anything. @param {any} given */
    restore(given) {
        const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.state));
        for (const [key, value] of Object.entries(own)) {
            const other = given?.[key];
            if (key === 'fresh') {
                own.fresh = Array.isArray(other)
                    ? other.filter((each) => Array.isArray(each) && each.every(Number.isFinite))
                    : [];
            } else if (typeof other === typeof value
                && (typeof other !== 'number' || Number.isFinite(other)))
                own[key] = other;
        }
        this.edition++;
    }
}

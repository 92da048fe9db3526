// The rules: shots, what breaks and bursts, the score, the end of a level. They count steps of the world, so that the timeline can go back
// in them. All that comes from outside are the inputs of a step, four bytes, so a run is its level and these. Tells what happens by
// `tell`, for sounds and juice. Called by main.js before each step.
import { liftAt, makeWorld } from './level.js';
import { BALL, BLOCKS, BURST, MATERIALS, SHOT_POINTS, SLING, TARGET_POINTS, areaOf, isTarget,
    kindOf, strengthOf } from './materials.js';
import { TURN, launch, rounded } from './shot.js';
import { tools } from './tools.js';

const RELOAD = 100; // steps from a shot to the next
const GONE = 420; // steps after which a ball that still moves is taken away
const RESTS = 40; // steps of rest after which a shot is over
const LONGEST = 540; // steps of a shot at most
const STILL = 0.25; // m/s: slower counts as rest
const CRACKS = 0.4; // of its strength, from which a block keeps damage
const SMALLEST = 0.1; // m²: smaller pieces break no more
const OUT = 34; // metres from the sling where the world ends

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('./level.js').Level} Level */
/**
 * Numbers alone: the timeline keeps a copy of each step. `shotAt` is the step of the last shot, -1 before the first; `angle` and
 * `strength` are the aim; `ball` is the slot of the ball that flies or -1, `next` of that in the sling; `end` is 0, or 1 for won and
 * 2 for lost; `damage` has slots of blocks and how much of their strength is used up.
 * @typedef {{ shots: number, fired: number, shotAt: number, angle: number, strength: number, score: number, ball: number, next: number,
 *     rest: number, end: number, endAt: number, broken: number, damage: [slot: number, amount: number][] }} State
 */

/**
 * What happened: where, how much, to what kind of body, from which direction.
 * @typedef {{ what: 'fire' | 'hit' | 'crack' | 'break' | 'burst' | 'gone' | 'load' | 'won' | 'lost', x: number, y: number, amount: number, kind: string, angle: number }} Told
 */

export class Game {
    /** Is told what happens. @type {(event: Told) => void} */ tell = () => {};
    /** Counts up whenever shapes may have changed. */ edition = 0;
    /** Loads of the step, the largest of each body. @type {Map<Body, { impulse: number, x: number, y: number }>} */ #loads =
        new Map();
    /** The velocity of the ball before the step. */ #before = [0, 0];

    /** @param {Level} level @param {number} [number] which of the page's levels it is, -1 for another */
    constructor(level, number = -1) {
        this.level = level;
        this.number = number;
        const { world, bodies } = makeWorld(level);
        this.world = world;
        /** Of each item, for the editor. */ this.bodies = bodies;
        /** @type {State} */
        this.state = { shots: level.shots, fired: 0, shotAt: -1, angle: 35 * TURN, strength: 0,
            score: 0, ball: -1, next: -1, rest: 0, end: 0, endAt: 0, broken: 0, damage: [] };
        this.#load();
        this.#listen();
    }

    get begun() {
        return { number: this.number, level: this.number < 0 ? this.level : null };
    }

    #listen() {
        const { world } = this;
        world.on('contactLoad', ({ bodyA, bodyB, impulse, x, y }) => {
            for (const body of [bodyA, bodyB])
                if (impulse > (this.#loads.get(body)?.impulse ?? 0))
                    this.#loads.set(body, { impulse, x, y });
        });
        world.on('contactHit', ({ bodyA, bodyB, x, y, nx, ny, speed, impulse }) => {
            if (impulse < 0.3 || this.state.shotAt < 0) return;
            const kinds = [bodyA, bodyB].map(kindOf);
            const kind = kinds.find((each) => BLOCKS.includes(each)) ?? kinds[0];
            this.#say('hit', { x, y, amount: speed, kind, angle: Math.atan2(ny, nx) });
        });
        world.on('afterStep', () => this.#bear());
    }

    /** @param {Told['what']} what @param {Partial<Told>} more */
    #say(what, more) {
        this.tell({ what, x: 0, y: 0, amount: 1, kind: '', angle: 0, ...more });
    }

    /** @param {number} slot */
    bodyAt(slot) {
        return slot < 0 ? null : this.world.bodyAt(slot) ?? null;
    }

    // ------------------------------------------------------------------------------------------ shots

    /** Lays a ball into the sling, as a body that takes no part until it is shot. */
    #load() {
        const { state, world } = this;
        if (state.shots === 0) return;
        const ball = world.createBody({ position: [SLING.x, SLING.y],
            collider: { shape: 'circle', radius: BALL.radius, layer: 'ball', density: BALL.density,
                friction: 0.5, restitution: 0.22, rollingResistance: 0.04 } });
        ball.enabled = false;
        state.next = ball.index;
        this.#say('load', { x: SLING.x, y: SLING.y });
    }

    /** Whether the ball in the sling can be shot. */
    get ready() {
        return this.state.next >= 0 && this.state.end === 0 && tools.breaking !== null;
    }

    #fire() {
        const { state, world } = this;
        const ball = /** @type {Body} */ (this.bodyAt(state.next));
        this.#remove(state.ball);
        launch(ball, state.angle, state.strength);
        Object.assign(state, { ball: state.next, next: -1, shotAt: world.stepCount, rest: 0,
            shots: state.shots - 1, fired: state.fired + 1 });
        this.#say('fire', { x: ball.x, y: ball.y, amount: state.strength / 255 });
    }

    // ------------------------------------------------------------------------------------------ each step

    /** Before each step of the world. @param {number[]} inputs the angle in two bytes, the strength, and whether the ball is shot */
    step([high, low, strength, fire]) {
        const { state, world } = this;
        state.angle = ((high << 8 | low) << 16) >> 16;
        state.strength = strength;
        if (fire === 1 && this.ready) this.#fire();
        this.#moveLifts();
        this.#watchShot();
        const ball = this.bodyAt(state.ball);
        this.#before = ball ? [ball.vx, ball.vy] : [0, 0];
        if (state.end === 0 && state.next < 0 && state.shots > 0
            && world.stepCount - state.shotAt >= RELOAD) this.#load();
    }

    #moveLifts() {
        const { world } = this;
        const items = this.level.items.filter(([kind]) => kind === 'lift');
        if (items.length === 0) return;
        const lifts = [...world.bodies].filter((body) => kindOf(body) === 'lift');
        items.forEach(([, x, y, , , angle = 0, far = 1], i) => {
            const along = far * liftAt(world.stepCount + 1);
            const turn = angle * Math.PI / 180;
            const to = [x + along * rounded(Math.cos(turn)), y + along * rounded(Math.sin(turn))];
            lifts[i]?.setVelocity((to[0] - lifts[i].x) / world.fixedStep,
                (to[1] - lifts[i].y) / world.fixedStep);
        });
    }

    /** Takes away what has left or come to rest, and ends shots and the level. */
    #watchShot() {
        const { state, world } = this;
        if (state.shotAt < 0) return;
        const since = world.stepCount - state.shotAt;
        let moves = false;
        for (const body of [...world.bodies]) {
            if (body.type !== 'dynamic' || !body.enabled || !body.awake) continue;
            if (body.y < -3 || Math.abs(body.x) > OUT) this.#leave(body);
            else if (kindOf(body) !== 'rope'
                && body.vx * body.vx + body.vy * body.vy > STILL * STILL)
                moves = true;
        }
        state.rest = moves ? 0 : state.rest + 1;
        if (since > GONE || state.rest > RESTS && since > RELOAD) this.#remove(state.ball);
        if (state.end === 0 && state.shots === 0
            && (state.rest > RESTS && since > RELOAD || since > LONGEST))
            this.#end(2);
    }

    /** @param {Body} body that has left the world */
    #leave(body) {
        const kind = kindOf(body);
        if (isTarget(kind)) this.#burst(body);
        else if (body.index === this.state.ball) this.#remove(body.index);
        else body.destroy();
    }

    /** @param {number} slot of a ball that has been shot */
    #remove(slot) {
        const ball = this.bodyAt(slot);
        if (!ball) return;
        this.#say('gone', { x: ball.x, y: ball.y });
        ball.destroy();
        this.state.ball = -1;
    }

    // ------------------------------------------------------------------------------------------ what breaks

    /** After a step: breaks and bursts what has borne too much. */
    #bear() {
        const loads = [...this.#loads];
        this.#loads.clear();
        if (this.state.shotAt < 0) return; // what stands on each other exactly still sinks in by a hair
        for (const [body, load] of loads) {
            if (!body.alive) continue;
            const kind = kindOf(body);
            if (isTarget(kind) && load.impulse > BURST) this.#burst(body);
            else if (kind === 'rope' && load.impulse > 1) body.destroy();
            else if (BLOCKS.includes(kind)) this.#strain(body, kind, load);
        }
    }

    /** @param {Body} body @param {string} kind @param {{ impulse: number, x: number, y: number }} load */
    #strain(body, kind, { impulse, x, y }) {
        const { state } = this;
        const strength = strengthOf(body, kind);
        if (impulse < CRACKS * strength || areaOf(body, kind) < SMALLEST) return;
        const before = this.damageOf(body.index);
        state.damage = state.damage.filter(([slot]) => slot !== body.index);
        const damage = before + impulse / strength;
        if (damage < 1) {
            state.damage.push([body.index, rounded(damage)]);
            this.#say('crack', { x, y, amount: damage, kind });
            return;
        }
        this.#break(body, kind, x, y, impulse - (1 - before) * strength);
    }

    /** How much of the strength of a block is used up, from 0 to 1. @param {number} slot */
    damageOf(slot) {
        return this.state.damage.find(([each]) => each === slot)?.[1] ?? 0;
    }

    /** @param {Body} body @param {string} kind @param {number} x @param {number} y @param {number} more N s than it bears */
    #break(body, kind, x, y, more) {
        const { state } = this;
        state.broken++;
        this.#win(MATERIALS[kind].points);
        const [cx, cy] = body.center;
        const area = areaOf(body, kind);
        const parts = tools.breaking?.breakUp(body, kind, x, y, state.broken) ?? [];
        const ball = this.bodyAt(state.ball);
        if (ball) tools.breaking?.passOn(ball, this.#before, parts, x, y, more);
        this.edition++;
        this.#say('break', { x: (x + cx) / 2, y: (y + cy) / 2, amount: area, kind });
    }

    /** @param {number} points that count until the level has ended */
    #win(points) {
        if (this.state.end === 0) this.state.score += points;
    }

    /** @param {Body} body */
    #burst(body) {
        const { state } = this;
        const [x, y] = body.center;
        const kind = kindOf(body);
        body.destroy();
        this.#win(TARGET_POINTS);
        this.#say('burst', { x, y, kind, amount: TARGET_POINTS });
        if (this.targets === 0 && state.end === 0) this.#end(1);
    }

    /** Targets that are left. */
    get targets() {
        let count = 0;
        for (const body of this.world.bodies) if (isTarget(kindOf(body))) count++;
        return count;
    }

    /** Stars of a level that is won: three for the first shot or the second of many, one for the last. */
    get stars() {
        const { state, level } = this;
        return state.end === 1
            ? Math.max(1, Math.min(3, 3 - state.fired + Math.max(1, level.shots - 2)))
            : 0;
    }

    /** @param {number} how 1 for won, 2 for lost */
    #end(how) {
        const { state, world } = this;
        Object.assign(state, { end: how, endAt: world.stepCount });
        if (how === 1) state.score += SHOT_POINTS * state.shots;
        this.#say(how === 1 ? 'won' : 'lost', { amount: state.score });
    }

    // ------------------------------------------------------------------------------------------ the timeline

    save() {
        return { ...this.state, damage: this.state.damage.map(([slot, amount]) => [slot, amount]),
            number: this.number, level: this.number < 0 ? this.level : null };
    }

    /** Takes a state over if it is one: a link may hold anything. @param {any} given */
    restore(given) {
        const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.state));
        for (const key of Object.keys(own)) {
            const other = given?.[key];
            if (key === 'damage')
                own.damage = Array.isArray(other)
                    ? other.filter((each) => Array.isArray(each) && each.every(Number.isFinite))
                    : [];
            else if (Number.isFinite(other)) own[key] = other;
        }
        for (const key of /** @type {const} */ (['ball', 'next'])) {
            const body = this.bodyAt(this.state[key]);
            if (!body || kindOf(body) !== 'ball') this.state[key] = -1;
        }
        this.#loads.clear();
        this.edition++;
    }
}

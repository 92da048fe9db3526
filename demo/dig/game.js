// The rules: turns, shots, craters, and damage by falling bodies. Time is counted in steps of the world, so that the timeline can rewind the game. Tells
// what happens by `tell`, for sounds and picture. Called by main.js before each step and for each input.
import { fracture } from '../../js/break.js';
import { explode } from '../../js/explosion.js';
import { nextRandom } from '../pachinko/random.js';
import { ANGLES, WEAKEST, chooseShot, muzzle, tryAngle } from './aim.js';
import { CELL, SEA, SIDES, TERRAINS, kindOf, makeShell, makeWorld, planHills,
    sizeOf } from './field.js';
import { WEAPONS } from './weapons.js';

export const AIM = 0;
export const FLY = 1;
export const REST = 2;
export const OVER = 3;
const FULL = 100;
const THINK = 46; // steps until the computer moves its barrel
const TURN = 0.02; // radians a step, of the computer's barrel
const CALM = 0.25; // m/s: slower bodies are at rest
const QUIET = 24; // steps without motion until the next turn
const PATIENCE = 420; // steps after which the next turn comes anyway
const LONGEST = 900; // steps of a flight
const GENTLE = 5.5; // m/s of an impact that does not hurt
const HURTS = 7; // points a m/s more
const APART = 20; // steps from one impact that hurts a tank to the next
const SUPPLY = 5; // shots until a tank gets one more of each weapon that ends
const WIND = 3; // m/s² at most

/** @typedef {import('./field.js').Body} Body @typedef {import('./field.js').Collider} Collider */
/**
 * Numbers alone: the timeline keeps a copy of each step. Lists of two are by tank; `ammo` has all weapons of the one, then of the other;
 * `plan` is the best shot that the computer has tried: angle, power, weapon and miss.
 * @typedef {{ hills: number, upright: boolean, two: boolean, seed: number, steps: number, phase: number, since: number, quiet: number,
 *     turn: number, wind: number, angle: number[], power: number[], weapon: number[], health: number[], ammo: number[], tries: number[],
 *     hurt: number[], wins: number[], plan: number[], shot: number, course: number[] }} State
 */

/** @param {Partial<State>} given @returns {State} */
const newState = (given) => ({ hills: 1, upright: false, two: false, steps: 0, phase: AIM, since: 0,
    quiet: 0, turn: 0, wind: 0, angle: [1.15, Math.PI - 1.15], power: [0.65, 0.65], weapon: [0, 0],
    health: [FULL, FULL], ammo: [0, 1].flatMap(() => WEAPONS.map(({ ammo }) => ammo)),
    tries: [0, 0], hurt: [0, 0], wins: [0, 0], plan: [0, 0, 0, 0], shot: 0, course: [0, 0], seed: 1,
    ...given });

export class Game {
    /** What happened, where, and how much. @type {(what: string, x: number, y: number, amount: number) => void} */ tell =
        () => {};
    /** The part of the world in the picture, metres. */ view = { minX: -20, minY: -2, maxX: 20,
        maxY: 24 };
    /** Whether the computer plays both tanks. */ auto = false;
    /** Counts up whenever ground may have changed. */ edition = 0;
    #cells = { edition: -1, densities: new Uint8Array(0) };

    /** @param {Partial<State>} given such as the hills' seed */
    constructor(given) {
        this.state = newState(given);
        this.state.seed = this.state.hills * 7919 + 1;
        this.world = makeWorld(planHills(this.state.hills, this.state.upright));
        this.#blow();
        this.world.on('contactBegin', ({ bodyA, bodyB }) => {
            const shell = [bodyA, bodyB].find((body) => body.alive && kindOf(body) === 'shell');
            if (shell) this.#land(shell);
        });
        this.world.on('contactHit', (event) => this.#hit(event));
    }

    get size() {
        return sizeOf(this.state.upright);
    }

    /** From 0 to 1. */
    random() {
        return nextRandom(this.state);
    }

    /** @param {string} kind */
    find(kind) {
        for (const body of this.world.bodies) if (kindOf(body) === kind) return body;
        return null;
    }

    /** @param {number} side */
    tank(side) {
        return this.find(SIDES[side]);
    }

    /** The hills. @returns {Collider | null} */
    get ground() {
        for (const body of this.world.bodies)
            if (body.type === 'static' && kindOf(body) === 'ground') return body.colliders[0];
        return null;
    }

    /** Whether the hills have ground at a place. @param {number} x @param {number} y */
    isGround(x, y) {
        const { width, height } = this.size;
        const [columns, rows] = [Math.round(width / CELL), Math.round(height / CELL)];
        if (this.#cells.edition !== this.edition)
            this.#cells = { edition: this.edition,
                densities: this.ground?.groundCells(0, 0, columns, rows).densities
                    ?? new Uint8Array(columns * rows) };
        const [column, row] = [Math.floor(x / CELL + columns / 2), Math.floor(y / CELL)];
        return column >= 0 && column < columns && row >= 0 && row < rows
            && this.#cells.densities[row * columns + column] > 127;
    }

    /** Whether the one whose turn it is plays by hand, and may now. */
    get isOpen() {
        const { phase, turn, two } = this.state;
        return phase === AIM && !this.auto && (turn === 0 || two);
    }

    // ------------------------------------------------------------------------------------------ each step

    step() {
        const { state } = this;
        state.steps++;
        state.since++;
        const shell = this.find('shell');
        if (shell) this.#lead(shell);
        this.#clear();
        if (state.phase === AIM && state.health.some((health) => health <= 0)) this.#enter(REST);
        else if (state.phase === AIM && !this.isOpen) this.#think();
        else if (state.phase === FLY && !shell) this.#enter(REST);
        else if (state.phase === REST) this.#watch();
    }

    /** @param {number} phase */
    #enter(phase) {
        Object.assign(this.state, { phase, since: 0, quiet: 0 });
    }

    /** Applies the wind to a shell, and destroys a shell that flies too long. @param {Body} shell */
    #lead(shell) {
        const { state } = this;
        shell.vx += state.wind / 60;
        state.course = [shell.vx, shell.vy];
        if (state.since > LONGEST) shell.destroy();
    }

    /** Destroys bodies that sank into the sea or left the field. */
    #clear() {
        const { state, world } = this;
        const reach = this.size.width / 2 + 12;
        for (const body of [...world.bodies]) {
            if (body.type !== 'dynamic' || (body.y > -1.5 && Math.abs(body.x) < reach)) continue;
            const side = SIDES.findIndex((each) => each === kindOf(body));
            this.tell('splash', body.x, SEA, Math.min(4, body.mass));
            body.destroy();
            if (side >= 0) state.health[side] = 0;
        }
    }

    /** The computer chooses a shot, turns its barrel to it and fires. */
    #think() {
        const { state } = this;
        const { turn, since, plan } = state;
        const who = /** @type {0 | 1} */ (turn);
        if (since <= ANGLES) tryAngle(this, who, since - 1);
        if (since === ANGLES) chooseShot(this, who);
        if (since < THINK) return;
        const left = plan[0] - state.angle[turn];
        state.angle[turn] += Math.max(-TURN, Math.min(TURN, left));
        state.power[turn] += Math.max(-0.02, Math.min(0.02, plan[1] - state.power[turn]));
        if (Math.abs(left) < 1e-6 && Math.abs(plan[1] - state.power[turn]) < 1e-6) this.fire();
    }

    /** The turn is over when all rests. */
    #watch() {
        const { state, world } = this;
        this.#wreck();
        const moving = [...world.bodies].some((body) =>
            body.type === 'dynamic' && body.awake
            && Math.hypot(body.vx, body.vy) > CALM
        );
        state.quiet = moving ? 0 : state.quiet + 1;
        if (state.quiet < QUIET && state.since < PATIENCE) return;
        if (state.health.some((health) => health <= 0)) {
            this.#finish();
            return;
        }
        state.turn = 1 - state.turn;
        this.#blow();
        this.#enter(AIM);
        for (const side of [0, 1]) {
            const tank = this.tank(side);
            if (tank && Math.cos(tank.angle) < 0.2) tank.setTransform(tank.x, tank.y + 0.6, 0);
        }
        this.tell('turn', 0, 0, state.turn);
    }

    #blow() {
        this.state.wind = Math.round(10 * WIND * (2 * this.random() - 1) * this.random()) / 10;
    }

    /** Tanks without health fall to pieces. */
    #wreck() {
        const { state } = this;
        for (const side of [0, 1]) {
            const tank = this.tank(side);
            if (!tank || state.health[side] > 0) continue;
            const { x, y } = tank;
            for (const piece of fracture(tank, { pieces: 8, seed: 1 + side })) {
                for (const collider of piece.colliders) collider.layer = 'wreck';
                piece.setVelocity(4 * (piece.x - x) + piece.vx, 4 * (piece.y - y) + 5);
            }
            this.tell('wreck', x, y, side);
        }
    }

    #finish() {
        const { state } = this;
        const alive = state.health.map((health) => health > 0);
        this.#enter(OVER);
        state.wins = state.wins.map((wins, i) => wins + Number(alive[i] && !alive[1 - i]));
        this.tell('end', 0, 0, alive[0] ? 0 : alive[1] ? 1 : 2);
    }

    // ------------------------------------------------------------------------------------------ shots

    /** Turns the barrel of the one whose turn it is. @param {number} angle @param {number} power */
    aim(angle, power) {
        const { state } = this;
        if (!this.isOpen || !Number.isFinite(angle + power)) return;
        state.angle[state.turn] = angle;
        state.power[state.turn] = Math.max(WEAKEST, Math.min(1, power));
    }

    /** How many of a weapon the one whose turn it is has. @param {number} weapon */
    ammoOf(weapon) {
        const { ammo, turn } = this.state;
        return WEAPONS[weapon].ammo === 0 ? Infinity : ammo[turn * WEAPONS.length + weapon];
    }

    /** @param {number} weapon */
    arm(weapon) {
        const { state } = this;
        if (this.isOpen && this.ammoOf(weapon) > 0) state.weapon[state.turn] = weapon;
    }

    fire() {
        const { state, world } = this;
        const { turn } = state;
        const tank = this.tank(turn);
        if (state.phase !== AIM || !tank) return;
        if (this.ammoOf(state.weapon[turn]) <= 0) state.weapon[turn] = 0;
        state.shot = state.weapon[turn];
        state.ammo[turn * WEAPONS.length + state.shot]--;
        state.tries[turn]++;
        if (state.tries[turn] % SUPPLY === 0)
            WEAPONS.forEach(({ ammo }, i) => {
                state.ammo[turn * WEAPONS.length + i] += Math.sign(ammo);
            });
        const { x, y, vx, vy } = muzzle(tank, state.angle[turn], state.power[turn]);
        makeShell(world, [x, y], [vx, vy]);
        state.course = [vx, vy];
        tank.wake();
        this.#enter(FLY);
        this.tell('fire', x, y, state.angle[turn]);
    }

    /** A shell has touched something. @param {Body} shell */
    #land(shell) {
        const { state } = this;
        let { x, y } = shell;
        shell.destroy();
        const weapon = WEAPONS[state.shot];
        if (weapon.adds) {
            this.#heap(x, y, weapon.radius);
            return;
        }
        if (weapon.bore) {
            const speed = Math.hypot(...state.course) || 1;
            const [dx, dy] = state.course.map((v) => v / speed * (weapon.bore ?? 0));
            this.#dig({ shape: 'capsule', a: [x, y], b: [x + dx, y + dy],
                radius: 0.6 * weapon.radius }, weapon.hardness, [0, 0]);
            this.tell('bore', x, y, weapon.bore);
            [x, y] = [x + dx, y + dy];
        }
        this.#dig({ shape: 'circle', radius: weapon.radius }, weapon.hardness, [x, y]);
        for (const side of [0, 1]) {
            const tank = this.tank(side);
            if (!tank) continue;
            const far = Math.max(0, Math.hypot(tank.x - x, tank.y - y) - 0.6);
            this.#hurt(side, weapon.damage * (1 - far / (1.7 * weapon.radius)));
        }
        explode(this.world, { position: [x, y], radius: weapon.radius, falloff: weapon.radius,
            impulse: 2.6 * weapon.radius });
        this.tell('boom', x, y, weapon.radius);
    }

    /** Digs the hills and all that came off. @param {any} shape @param {number} hardness @param {[number, number]} position */
    #dig(shape, hardness, position) {
        this.edition++;
        const terrains = [...this.world.bodies].filter((body) => TERRAINS.includes(kindOf(body)))
            .map((
                { colliders },
            ) => colliders[0]);
        for (const terrain of terrains) {
            if (!terrain.alive) continue;
            for (const { body, position: at, area } of terrain.dig(shape, { position, hardness })
                .pieces)
                if (!body) this.tell('crumble', at.x, at.y, area);
        }
    }

    /** Heaps earth up; tanks stay free. @param {number} x @param {number} y @param {number} radius */
    #heap(x, y, radius) {
        this.ground?.add({ shape: 'circle', radius }, { position: [x, y], material: 'dirt' });
        for (const side of [0, 1]) {
            const tank = this.tank(side);
            if (!tank || Math.hypot(tank.x - x, tank.y - y) > radius + 1.6) continue;
            this.#dig({ shape: 'box', width: 2.2, height: 1 }, 1, [tank.x, tank.y + 0.08]);
        }
        this.edition++;
        this.tell('heap', x, y, radius);
    }

    /** @param {number} side @param {number} points */
    #hurt(side, points) {
        const { state } = this;
        const tank = this.tank(side);
        const lost = Math.min(state.health[side], Math.round(points));
        if (!tank || lost <= 0) return;
        state.health[side] -= lost;
        this.tell('hurt', tank.x, tank.y + 1, lost);
    }

    /** Damages a tank that hit the ground, or that a body hit. @param {{ bodyA: Body, bodyB: Body, speed: number, x: number, y: number }} event */
    #hit({ bodyA, bodyB, speed, x, y }) {
        const { state } = this;
        if (!bodyA.alive || !bodyB.alive) return;
        for (const [body, other] of [[bodyA, bodyB], [bodyB, bodyA]]) {
            const kind = kindOf(body);
            if (kind === 'ground' && body.type === 'dynamic' && body.mass > 2 && speed > 4)
                this.tell('thud', x, y, body.mass);
            const side = SIDES.findIndex((each) => each === kind);
            if (side < 0 || kindOf(other) === 'shell' || state.hurt[side] > state.steps) continue;
            const part = other.type === 'dynamic' ? other.mass / (other.mass + body.mass) : 1;
            if (speed * part < GENTLE) continue;
            state.hurt[side] = state.steps + APART;
            this.#hurt(side, HURTS * (speed * part - GENTLE));
        }
    }

    // ------------------------------------------------------------------------------------------ the timeline

    save() {
        return structuredClone(this.state);
    }

    /** Takes a state over as far as it is one: a link may hold anything. @param {any} given */
    restore(given) {
        const own = /** @type {Record<string, any>} */ (/** @type {unknown} */ (this.state));
        const isLike = (/** @type {any} */ a, /** @type {any} */ b) =>
            typeof a === typeof b
            && (typeof a !== 'number' || Number.isFinite(a));
        for (const [key, value] of Object.entries(own)) {
            const other = given?.[key];
            const fits = Array.isArray(value)
                ? Array.isArray(other) && other.length === value.length
                    && other.every((each, i) => isLike(each, value[i]))
                : isLike(other, value);
            if (fits) own[key] = structuredClone(other);
        }
        const whole = (/** @type {number} */ value, /** @type {number} */ largest) =>
            Math.max(0, Math.min(largest, Math.round(value)));
        const { state } = this;
        state.turn = whole(state.turn, 1);
        state.phase = whole(state.phase, OVER);
        state.shot = whole(state.shot, WEAPONS.length - 1);
        state.weapon = state.weapon.map((each) => whole(each, WEAPONS.length - 1));
        this.edition++;
    }
}

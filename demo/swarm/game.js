// The game: ten thousand enemies as solid bodies, made by three calls of createBodies and steered by writing into
// world.velocities; a player on mica2d/top-down, whose lightning kills and whose nova is an explosion. Knows no page.
import { World } from '../../js/index.js';
import { explode } from '../../js/explosion.js';
import { TopDown } from '../../js/top-down.js';

const ROOM = 0.72; // metres of the arena's radius by the root of a count, so that a smaller crowd stands as close
export const NOVA = 6; // metres within which the nova kills
const REACH = 7; // metres of the lightning
const SIGHT = 14; // metres within which they chase; beyond, they drift in streams
const EDDY = 0.075; // 1/m, how narrow the streams wind
const RELOAD = 3; // steps from stroke to stroke
const TURN = 0.05; // part of the way to the wanted velocity that an enemy comes in a step
const BITE = 7; // life a second for each enemy that touches

/** The kinds: their part of the crowd, and what each is like. */
const KINDS = [
    { layer: 'mite', part: 0.7, radius: 0.22, speed: 3.6, hits: 1 },
    { layer: 'beetle', part: 0.26, radius: 0.32, speed: 2.9, hits: 2 },
    { layer: 'brute', part: 0.04, radius: 0.62, speed: 2.3, hits: 8 },
];
const ENEMIES = KINDS.map(({ layer }) => layer);
/** Which layers meet: all but walls with walls. @type {Record<string, string[]>} */
const LAYERS = { wall: [], player: ['wall', ...ENEMIES],
    ...Object.fromEntries(ENEMIES.map((name) => [name, ['wall', ...ENEMIES]])) };

/** @typedef {{ x: number, y: number, dash: boolean, nova: boolean }} Input */

export class Game {
    life = 100;
    charge = 0;
    kills = 0;
    /** Until somebody plays, it plays by itself. */
    auto = true;
    over = false;
    /** What the picture shows of the last moments: strokes, deaths, novas. Whoever draws empties it.
     * @type {{ what: 'stroke' | 'death' | 'nova' | 'hurt', x: number, y: number, kind: number }[]} */
    signs = [];
    #steps = 0;
    #seed = 1;

    /** @param {number} count of enemies */
    constructor(count) {
        this.count = count;
        /** Radius of the arena, metres. */ this.arena = ROOM * Math.sqrt(count);
        this.world = new World({ gravity: [0, 0], sleep: false, bodyCapacity: count + 64,
            contactCapacity: 4 * count, layers: LAYERS });
        this.#makeArena();
        const mover = this.world.createMover({ mass: 20, maxPushForce: 300,
            collider: { shape: 'circle', radius: 0.45, layer: 'player' } });
        this.hero = new TopDown(mover, { speed: 7.5, dashSpeed: 22, dashTime: 0.2,
            dashCooldown: 0.7, acceleration: 60 });
        /** The kind of each slot, 255 of none. */
        this.kinds = new Uint8Array(count + 64).fill(255);
        this.wounds = new Uint8Array(count + 64);
        this.slots = this.#makeEnemies();
    }

    /** How long it has been played. */
    get seconds() {
        return this.#steps / 60;
    }

    /** A number from 0 to 1, the same in each game. */
    #random() {
        this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
        return this.#seed / 2 ** 32;
    }

    #makeArena() {
        const rim = Array.from({ length: 96 },
            (_,
                i) => /** @type {[number, number]} */ ([this.arena * Math.cos(i * Math.PI / 48),
                    this.arena * Math.sin(i * Math.PI / 48)]));
        this.world.createBody({ type: 'static',
            collider: { shape: 'chain', points: rim, loop: true, layer: 'wall' } });
        for (let i = 0; 9 + 2.45 * i < this.arena - 3; i++) {
            const [angle, away] = [i * 2.4, 9 + 2.45 * i];
            this.world.createBody({ type: 'static',
                position: [away * Math.cos(angle), away * Math.sin(angle)],
                collider: { shape: 'circle', radius: 1.1 + 0.5 * (i % 3), layer: 'wall' } });
        }
    }

    /** Spreads them evenly over the arena, but for its middle. */
    #makeEnemies() {
        /** @type {number[][]} */
        const positions = KINDS.map(() => []);
        for (let i = 0; i < this.count; i++) {
            const away = Math.sqrt(10 ** 2 + (i / this.count) * ((this.arena - 2) ** 2 - 10 ** 2));
            const dice = this.#random();
            const kind = dice < KINDS[0].part ? 0 : dice < KINDS[0].part + KINDS[1].part ? 1 : 2;
            positions[kind].push(away * Math.cos(i * 2.39996), away * Math.sin(i * 2.39996));
        }
        return Int32Array.from(KINDS.flatMap(({ layer, radius }, kind) => {
            const slots = this.world.createBodies(positions[kind].length / 2, {
                positions: positions[kind],
                lockRotation: true,
                shape: { shape: 'circle', radius },
                layer,
                friction: 0,
                restitution: 0.1,
            });
            for (const slot of slots) this.kinds[slot] = kind;
            return [...slots];
        }));
    }

    /** Before each step of the world. @param {Input} input */
    update(input) {
        if (this.over) return;
        this.#steps++;
        const { hero, auto } = this;
        const time = this.#steps / 60;
        hero.update(
            auto ? { x: Math.cos(0.5 * time), y: Math.sin(0.83 * time), dash: false } : input,
        );
        this.charge = Math.min(1, this.charge + 1 / 240);
        const { near, touching, nearest } = this.#steer(hero.mover.body.x, hero.mover.body.y);
        /** @type {number[]} */
        const dead = [];
        if (nearest >= 0 && this.#steps % RELOAD === 0) this.#strike(nearest, dead);
        if (this.charge === 1 && (auto ? near > 45 : input.nova)) this.#burst(dead);
        if (dead.length > 0) this.#revive(dead);
        this.life = Math.min(100, this.life - touching * BITE / 60 + 4 / 60);
        if (touching > 0 && this.#steps % 6 === 0)
            this.signs.push({ what: 'hurt', x: hero.mover.body.x, y: hero.mover.body.y, kind: 0 });
        if (this.life > 0) return;
        if (auto) this.life = 100;
        else this.over = true;
    }

    /** Turns every enemy: to the player, or along the streams, which neither gather nor thin. By the two views alone. @param {number} px @param {number} py */
    #steer(px, py) {
        const { slots, kinds, world: { transforms, velocities } } = this;
        const time = this.#steps / 60;
        let [near, touching, nearest, least] = [0, 0, -1, REACH];
        for (let i = 0; i < slots.length; i++) {
            const slot = slots[i];
            const at = 4 * slot;
            const [dx, dy] = [px - transforms[at], py - transforms[at + 1]];
            const away = Math.sqrt(dx * dx + dy * dy) + 1e-6;
            const { speed, radius } = KINDS[kinds[slot]];
            let [wantedX, wantedY] = [dx * speed / away, dy * speed / away];
            if (away > SIGHT) {
                const [u, v] = [EDDY * transforms[at] + 0.1 * time,
                    EDDY * transforms[at + 1] - 0.07 * time];
                wantedX = speed * Math.sin(u) * Math.cos(v);
                wantedY = -speed * Math.cos(u) * Math.sin(v);
            }
            velocities[at] += TURN * (wantedX - velocities[at]);
            velocities[at + 1] += TURN * (wantedY - velocities[at + 1]);
            if (away > REACH) continue;
            if (away < NOVA) near++;
            if (away < 0.55 + radius) touching++;
            if (away < least) [least, nearest] = [away, slot];
        }
        return { near, touching, nearest };
    }

    /** @param {number} slot @param {number[]} dead */
    #strike(slot, dead) {
        const { transforms } = this.world;
        this.signs.push({ what: 'stroke', x: transforms[4 * slot], y: transforms[4 * slot + 1],
            kind: this.kinds[slot] });
        if (++this.wounds[slot] >= KINDS[this.kinds[slot]].hits) dead.push(slot);
    }

    /** The nova: kills the enemies that are near, throws the rest. @param {number[]} dead */
    #burst(dead) {
        const { transforms } = this.world;
        const { x, y } = this.hero.mover.body;
        for (const slot of this.slots) {
            if (!dead.includes(slot)
                && Math.hypot(transforms[4 * slot] - x, transforms[4 * slot + 1] - y) < NOVA)
                dead.push(slot);
        }
        explode(this.world, { position: [x, y], radius: NOVA + 2, falloff: NOVA, impulse: 8,
            layers: ENEMIES });
        this.signs.push({ what: 'nova', x, y, kind: 0 });
        this.charge = 0;
    }

    /** Puts the dead back at the rim. @param {number[]} dead slots */
    #revive(dead) {
        const { transforms } = this.world;
        this.kills += dead.length;
        const positions = dead.flatMap((slot) => {
            this.signs.push({ what: 'death', x: transforms[4 * slot], y: transforms[4 * slot + 1],
                kind: this.kinds[slot] });
            this.wounds[slot] = 0;
            const [angle, away] = [2 * Math.PI * this.#random(),
                this.arena - 1.5 - 5 * this.#random()];
            return [away * Math.cos(angle), away * Math.sin(angle)];
        });
        this.world.setTransforms(Int32Array.from(dead), { positions,
            velocities: new Float32Array(2 * dead.length) });
    }
}

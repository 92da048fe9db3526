// Random branches of time in one world, with an oracle of identity: for every snapshot it is noted which object stood for which body,
// collider and joint, and after every restore each of those objects is alive and is what it was, and no other object is alive.
// Snapshots lie in arrays of their own, in parts of one buffer, in buffers from a pool and in buffers that are used again; what is
// restored is the array itself, a copy, or a difference from another snapshot.
//   node tests/fuzz/identities.mjs [--rounds 1000] [--seed 1]
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { randomFrom } from './hostile-random.mjs';

/** @import { World, Body, Collider, Joint } from '../../js/index.js' */
/** @import { Random } from './hostile-random.mjs' */

/**
 * What an object was when a snapshot was taken.
 * @typedef {{ object: Body | Collider | Joint, what: string }} Identity
 * @typedef {{ bytes: Uint8Array, since?: Uint8Array, identities: Identity[], tag: number }} Moment
 */

const RING = 12;
const MAX_BODIES = 60;
const ROOM = 1 << 16;

/** What an object was made as, which does not change. @param {Body | Collider | Joint} object */
function describe(object) {
    if ('bodyB' in object) return `${object.type} ${object.bodyB.index} ${object.breakForce}`;
    if ('friction' in object)
        return `${object.shape?.shape} ${object.body.index} ${object.friction}`;
    return `${object.type} ${object.gravityScale}`;
}

/** @param {World} world @returns {Identity[]} */
function identitiesOf(world) {
    const found = [];
    for (const body of world.bodies) {
        found.push(body, ...body.colliders, ...body.joints);
    }
    return [...new Set(found)].map((object) => ({ object, what: describe(object) }));
}

/** A game that goes back and forth in time at random. */
export class Branches {
    /** Every object that ever was, but for those long gone. @type {Set<Body | Collider | Joint>} */ #all =
        new Set();
    /** @type {Moment[]} */ #moments = [];
    #ring = new Uint8Array(RING * ROOM);
    #reused = new Uint8Array(ROOM);
    #count = 0;
    #world;
    #random;

    /** @param {World} world @param {Random} random */
    constructor(world, random) {
        this.#world = world;
        this.#random = random;
        this.save();
    }

    /** Does a few random things, then restores a random moment. */
    round() {
        const steps = 1 + this.#random.below(6);
        for (let i = 0; i < steps; ++i) this.#change();
        if (this.#random.chance(0.6)) this.save();
        if (this.#random.chance(0.7)) this.#restore(this.#random.pick(this.#moments));
    }

    #change() {
        const random = this.#random;
        const world = this.#world;
        const bodies = [...world.bodies];
        // Rosters are found by what bytes are as long as those of a world take four megabytes together, so it stays small.
        const kind = bodies.length < MAX_BODIES ? random.below(7) : 2;
        if (kind < 2 || bodies.length < 3) {
            const body = world.createBody({
                type: random.pick(/** @type {const} */ (['dynamic', 'static', 'kinematic'])),
                position: [random.between(-50, 50), random.between(-50, 50)],
                gravityScale: random.next(),
            });
            this.#all.add(body);
            for (let i = random.below(3); i > 0; --i)
                this.#all.add(
                    body.createCollider({ shape: 'circle', radius: random.between(0.1, 0.5),
                        friction: random.next() }),
                );
        } else if (kind === 2) {
            random.pick(bodies).destroy();
        } else if (kind === 3) {
            this.#all.add(
                random.pick(bodies).createCollider({ shape: 'box', width: 1,
                    height: random.between(0.1, 1), friction: random.next() }),
            );
        } else if (kind === 4) {
            const [collider] = random.pick(bodies).colliders;
            collider?.destroy();
        } else if (kind === 5) {
            const bodyA = random.pick(bodies);
            const bodyB = random.pick(bodies);
            if (bodyA !== bodyB && bodyA.type !== 'static' && bodyB.type !== 'static')
                this.#all.add(
                    world.createJoint({ type: 'revolute', bodyA, bodyB, anchor: [0, 0],
                        breakForce: random.between(1e8, 1e9) }),
                );
        } else {
            world.step();
        }
    }

    /** Takes a snapshot, wherever its bytes may lie. */
    save() {
        const random = this.#random;
        const where = random.below(5);
        const at = this.#count++ % RING;
        const base = random.pick(this.#moments.filter(({ since }) => since === undefined));
        /** @type {any} */
        let options = {};
        if (where === 1) options = { into: this.#ring.subarray(at * ROOM, (at + 1) * ROOM) };
        if (where === 2) options = { into: Buffer.allocUnsafe(3900) };
        if (where === 3) options = { into: this.#reused };
        if (where === 4 && base) options = { since: base.bytes };
        /** @type {Uint8Array} */
        let bytes;
        try {
            bytes = this.#world.snapshot(options);
        } catch (error) {
            assert.ok(error instanceof RangeError, String(error)); // no room
            bytes = this.#world.snapshot();
        }
        // What a moment's bytes, or those that it differs from, have been written over is past.
        const covers = (/** @type {Uint8Array | undefined} */ other) =>
            other !== undefined && other.buffer === bytes.buffer
            && other.byteOffset < bytes.byteOffset + bytes.length
            && bytes.byteOffset < other.byteOffset + other.length;
        this.#moments = this.#moments.filter((moment) =>
            !covers(moment.bytes) && !covers(moment.since)
        );
        this.#moments.push({ bytes, since: options.since, identities: identitiesOf(this.#world),
            tag: this.#count });
        if (this.#moments.length > 2 * RING) this.#moments.shift();
    }

    /** @param {Moment | undefined} moment */
    #restore(moment) {
        if (!moment) return;
        const copy = (
            /** @type {Uint8Array | undefined} */ bytes,
        ) => (bytes && this.#random.chance(0.5) ? new Uint8Array(bytes) : bytes);
        const bytes = /** @type {Uint8Array} */ (copy(moment.bytes));
        this.#world.restore(/** @type {any} */ (bytes),
            moment.since ? { since: /** @type {any} */ (copy(moment.since)) } : undefined);
        for (const { object, what } of moment.identities) {
            this.#all.add(object);
            assert.ok(object.alive, `moment ${moment.tag}: ${what} is not alive`);
            assert.equal(describe(object), what, `moment ${moment.tag}`);
        }
        const right = new Set(moment.identities.map(({ object }) => object));
        for (const object of this.#all) {
            if (object.alive)
                assert.ok(right.has(object),
                    `moment ${moment.tag}: ${describe(object)} is alive, which was not there`);
        }
        assert.deepEqual(identitiesOf(this.#world).map(({ object }) => object),
            moment.identities.map(({ object }) => object));
        if (this.#all.size > 2000) this.#all = right;
    }
}

/** @param {typeof World} Worlds @param {number} seed @param {number} rounds */
export function playBranches(Worlds, seed, rounds) {
    const world = new Worlds();
    const branches = new Branches(world, randomFrom(seed));
    for (let i = 0; i < rounds; ++i) branches.round();
    world.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({ strict: false,
        options: { rounds: { type: 'string', default: '1000' },
            seed: { type: 'string', default: '1' } } });
    const { World: Worlds } = await import('./calm/module.mjs');
    playBranches(Worlds, Number(values.seed), Number(values.rounds));
    console.log(
        `${values.rounds} rounds, 0 refused, 0 finds: every object the right one (seed ${values.seed})`,
    );
}

// The game of the soak: what it does to the world before each step and reads after it, beside the model. Most of a
// minute is play; in its last seconds nobody touches anything, so that what lies falls asleep.
import { Find } from './find.mjs';
import { COLUMNS, ROWS, makeLevel, placeOf, shapeOf, thingOf } from './level.mjs';
import { Model } from './model.mjs';
import { Past } from './past.mjs';
import { query } from './query.mjs';
import { playBeside } from './beside.mjs';
import { explode } from '../../js/explosion.js';

/** @import { Random } from '../js/histories.mjs' */

/** Steps of a simulated minute, and in which of them play rests. */
export const MINUTE = 3600;
const QUIET_FROM = 2700;

/** Things beyond which no more are made. */
const MAX_THINGS = 120;

const KINDS =
    /** @type {const} */ (['contactBegin', 'contactEnd', 'contactHit', 'triggerEnter',
        'triggerExit', 'jointBroke', 'moved', 'asleep', 'woke', 'crushed']);

export class Play {
    /** Its own count: that of the world goes back with it. */
    step = 0;
    counts = { snapshots: 0, restores: 0, rewinds: 0, worlds: 0, queries: 0, edits: 0, broken: 0,
        asleep: 0, woke: 0, events: 0, heard: 0 };
    /** @type {{ off: () => void, ofWorld: boolean }[]} */
    #listening = [];

    /** @param {Random} random */
    constructor(random) {
        this.r = random;
        const { world, map, lift, movers, stays } = makeLevel();
        this.world = world;
        this.map = map.colliders[0];
        this.lift = lift;
        this.movers = movers;
        this.stays = new Set(stays);
        this.model = new Model(random);
        for (const body of stays) this.model.bornWhole(body);
        this.past = new Past(world, this.model, this.counts, random);
        // More than there will ever be again: the arrays of the world reach their size in the first minute.
        for (let i = 0; i < MAX_THINGS; ++i) this.#makeThing();
    }

    /** One step of the game. */
    tick() {
        const second = this.step % MINUTE;
        if (second < QUIET_FROM) this.#act();
        this.#steer(second >= QUIET_FROM);
        const { heard } = this.counts;
        this.world.step();
        this.#readEvents(heard);
        this.past.note();
        query(this);
        if (this.step % 300 === 150) this.past.keep();
        if (this.step % 700 === 699) this.past.restore(this.step);
        if (this.step % 900 === 450) this.past.rewind(this.step);
        if (this.step % 600 === 300) playBeside(this);
        ++this.step;
    }

    /** Something that was thrown in. @returns {any} */
    #some() {
        const all = [...this.model.live.body];
        for (let i = 0; i < 20; ++i) {
            const body = this.r.pick(all);
            if (!this.stays.has(body)) return body;
        }
        return this.#makeThing();
    }

    #makeThing() {
        const body = this.world.createBody(thingOf(this.r));
        this.model.bornWhole(body);
        return body;
    }

    #destroyThing() {
        const body = this.#some();
        const parts = this.model.partsOf(body);
        if (this.r.next() < 0.8) body.destroy();
        else this.world.destroySlots([body.index]);
        this.model.died(parts, this.step);
    }

    #act() {
        const { r, world } = this;
        const what = r.next();
        if (what < 0.16) {
            const wanted = 70 + 35 * Math.sin(this.step / 1500);
            if (this.model.live.body.size < wanted) this.#makeThing();
            else this.#destroyThing();
        } else if (what < 0.2) this.#editTiles();
        else if (what < 0.24) this.#changeThing();
        else if (what < 0.28) this.#changeColliders();
        else if (what < 0.32) this.#changeJoints();
        else if (what < 0.325)
            explode(world, { position: placeOf(r), radius: 2, falloff: 2,
                impulse: r.between(1, 6) });
        else if (what < 0.34) this.#listen();
        else if (what < 0.36) this.#makeMany();
    }

    #editTiles() {
        const { r } = this;
        const column = 1 + r.below(COLUMNS - 4);
        const row = 2 + r.below(6);
        const tile = r.next() < 0.35 ? 1 : 0;
        if (r.next() < 0.5) this.map.setTile(column, row, tile);
        else this.map.fillTiles(column, row, 2, 1, tile);
        if (this.map.tile(column, row) !== tile)
            throw new Find(`the cell ${column}, ${row} is not what it was set to`);
        ++this.counts.edits;
    }

    #changeThing() {
        const { r } = this;
        const body = this.#some();
        switch (r.below(7)) {
            case 0:
                body.type = r.pick(['dynamic', 'dynamic', 'kinematic', 'static']);
                break;
            case 1:
                body.enabled = r.next() < 0.8;
                break;
            case 2:
                body.awake = r.next() < 0.5;
                break;
            case 3:
                body.setTransform(...placeOf(r), r.between(-3, 3));
                break;
            case 4:
                if (body.type === 'dynamic') body.applyImpulse(r.between(-3, 3), r.between(0, 4));
                break;
            case 5:
                body.userData = { step: this.step, list: [1, 2, 3] };
                break;
            default: {
                const other = this.#some();
                if (other !== body) body.ignore(other, r.next() < 0.7);
            }
        }
    }

    #changeColliders() {
        const { r } = this;
        const body = this.#some();
        const [first] = body.colliders;
        switch (r.below(4)) {
            case 0:
                if (body.colliders.length < 4)
                    this.model.born('collider',
                        body.createCollider({ shape: 'circle', radius: 0.2, layer: 'thing' }));
                break;
            case 1: {
                const last = body.colliders.at(-1);
                if (body.colliders.length < 2) break;
                last.destroy();
                this.model.died([['collider', last]], this.step);
                break;
            }
            case 2: {
                const shape = shapeOf(r);
                if (first && shape.shape !== 'outline') first.shape = shape;
                break;
            }
            default:
                if (first) first.trigger = r.next() < 0.2;
        }
    }

    #changeJoints() {
        const { r, world } = this;
        const joints = [...this.model.live.joint];
        if (joints.length > 25 || (joints.length > 0 && r.next() < 0.2)) {
            const joint = r.pick(joints);
            joint.destroy();
            this.model.died([['joint', joint]], this.step);
            return;
        }
        const [bodyA, bodyB] = [this.#some(), this.#some()];
        if (bodyA === bodyB) return;
        bodyB.setTransform(bodyA.x + 0.8, bodyA.y + 0.3);
        const anchor = [bodyA.x + 0.4, bodyA.y + 0.1];
        const type = r.pick([{ type: 'revolute', anchor, motor: { speed: 2, maxTorque: 5 } }, {
            type: 'weld',
            anchor,
        }, { type: 'wheel', anchor, axis: [0, 1], spring: { hertz: 3 } }, { type: 'distance',
            localAnchorA: [0, 0], localAnchorB: [0, 0], limit: [0.5, 1.5] }, { type: 'prismatic',
            anchor, axis: [1, 0], limit: [-1, 1] }]);
        this.model.born('joint',
            world.createJoint({ ...type, bodyA, bodyB, breakForce: r.between(100, 3000) }));
    }

    #makeMany() {
        const { r, world } = this;
        if (this.model.live.body.size > MAX_THINGS - 10) return;
        const [x, y] = placeOf(r);
        const slots = world.createBodies(3, { positions: [x, y, x + 0.1, y + 1, x, y + 2],
            shape: { shape: 'circle', radius: 0.3 }, layer: 'thing' });
        for (const slot of slots) this.model.bornWhole(world.bodyAt(slot));
    }

    /** Adds or takes off a listener of the world, of a body or of a collider. */
    #listen() {
        const { r, world } = this;
        if (this.#listening.length > 6) {
            const [{ off }] = this.#listening.splice(r.below(this.#listening.length), 1);
            off();
            return;
        }
        const ofWorld = r.next() < 0.5;
        const target = r.pick([this.map, this.lift, this.movers[0].body]);
        const off = ofWorld
            ? world.on('contactBegin', () => {
                ++this.counts.heard;
            })
            : target.on('contactEnd', (/** @type {any} */ event) => {
                if (event.colliderA !== target && event.bodyA !== target)
                    throw new Find('a listener of an object hears of another');
            });
        this.#listening.push({ off, ofWorld });
    }

    /** @param {boolean} quiet */
    #steer(quiet) {
        const { r, lift } = this;
        if (lift.y > 12 || lift.y < 2) lift.setVelocity(0, lift.y > 12 ? -1 : 1);
        if (this.step % 30 !== 0) return;
        for (const mover of this.movers)
            mover.setVelocity(quiet ? 0 : r.between(-4, 4),
                !quiet && mover.grounded && r.next() < 0.3 ? 6 : mover.vy);
    }

    /** @param {number} heard how often listeners of the world had been called before the step */
    #readEvents(heard) {
        const { world, model } = this;
        const { events } = world;
        const known = (/** @type {any} */ collider) => {
            if (collider.alive !== model.live.collider.has(collider))
                throw new Find('an event names a collider that the model does not know');
        };
        for (const kind of KINDS) this.counts.events += events[kind].length;
        for (const { colliderA, colliderB } of events.contactBegin) {
            known(colliderA);
            known(colliderB);
            if (!colliderA.alive || !colliderB.alive)
                throw new Find('colliders of a contact that begins are not alive');
        }
        for (const { colliderA, colliderB } of events.contactEnd)
            known(colliderA), known(colliderB);
        for (const { triggerCollider, visitorCollider } of events.triggerEnter)
            known(triggerCollider), known(visitorCollider);
        for (const { triggerCollider, visitorCollider } of events.triggerExit)
            known(triggerCollider), known(visitorCollider);
        for (const slot of events.asleep)
            if (!model.live.body.has(world.bodyAt(slot)))
                throw new Find(
                    'what fell asleep is no body of the model',
                );
        this.counts.asleep += events.asleep.length;
        this.counts.woke += events.woke.length;
        const broken = Array.from(events.jointBroke, ({ joint }) => joint);
        model.died(broken.map((joint) => ['joint', joint]), this.step);
        this.counts.broken += broken.length;
        const expected = events.contactBegin.length
            * this.#listening.filter(({ ofWorld }) => ofWorld).length;
        if (this.counts.heard - heard !== expected)
            throw new Find(
                `listeners were called ${this.counts.heard - heard} times for ${expected} events`,
            );
    }
}

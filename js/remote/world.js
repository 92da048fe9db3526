// A world whose simulation runs in a worker: the same calls as World, one frame late. What a page
// asks for in one task goes to the worker as one message; poses come back as frames
// (js/remote/frame.js), events and errors as one message a batch. No part of the engine is loaded
// on this side; js/worker-host.js is the other. What it can be asked is in js/remote/casts.js, what
// can be set in js/remote/settings.js. Made by js/worker.js.
import { MicaError, elapsed, integer, oneCollider, oneOf, wrongType } from '../wire/errors.js';
import { FLAGS } from '../wire/layout.js';
import { WorkerBody, dropCollider, endBody, flagsKept, holdCollider, ignorePair } from './body.js';
import { giveAsking } from './casts.js';
import { WorkerCollider, endCollider } from './collider.js';
import { CONTACTS, KINDS, SLOTS, STAYS, TRIGGERS, decodeEvents, noEvents } from './events.js';
import { enlarged, frameBytes, readShared, viewFrame } from './frame.js';
import { WorkerJoint, endJoint, makeWorkerJoint } from './joints.js';
import { WorkerLayers } from './layers.js';
import { errorOf, pair, plain, readMap } from './messages.js';
import { makeQuestions } from './questions.js';
import { WorkerSettings, giveSettings } from './settings.js';

/** @import { BodyBaseOptions, BodyOptions, BulkOptions, ColliderOptions, WorldOptions } from '../options/types.js' */
/** @import { Link } from './link.js' */
/** @import { Frame } from './frame.js' */
/** @import { WorkerJointOptions } from './joints.js' */
/** @import { Channel, Fault, Reply } from './messages.js' */
/** @import { Settings } from './settings.js' */

/** How many batches with an advance() may be on their way; time beyond waits and is added up. */
const MAX_UNDER_WAY = 2;

/**
 * Makes the page's side; js/worker.js alone calls it.
 * @type {(channel: Channel, options: WorldOptions, settings: Settings) => WorkerWorld}
 */
export let makeWorkerWorld;

/**
 * Gives it what came from the worker.
 * @type {(world: WorkerWorld, message: { reply?: Reply, broken?: Error }) => void}
 */
export let receive;

/**
 * A world in a worker. `createWorkerWorld` makes one.
 * @hideconstructor
 */
export class WorkerWorld extends WorkerSettings {
    /** @type {Channel} */
    #channel;

    /** @type {any[][]} */
    #commands = [];

    /** Buffers in them that change hands. @type {ArrayBuffer[]} */
    #handed = [];
    #batch = 0;
    #scheduled = false;

    /** @type {Reply[]} */
    #inbox = [];

    /** Batches with an advance() that are not answered yet. @type {Set<number>} */
    #underWay = new Set();
    #owed = 0;

    /** @type {{ batch: number, resolve: () => void, reject: (error: Error) => void, quiet: () => void }[]} */
    #waiting = [];

    #questions = makeQuestions(this, (command, handed) => this.#send(command, handed), {
        body: (index) => this.#bodies[index],
        collider: (id) => this.#colliders.get(id),
    });

    /** @type {Error[]} */
    #errors = [];

    /** @type {Error | undefined} */
    #broken;
    #destroyed = false;

    /** @type {(WorkerBody | undefined)[]} */
    #bodies = [];

    /** @type {number[]} */
    #free = [];

    /** @type {Map<number, WorkerCollider>} */
    #colliders = new Map();
    #nextCollider = 1;

    /** @type {Map<number, WorkerJoint>} */
    #joints = new Map();
    #nextJoint = 1;

    /** @type {{ batch: number, object: WorkerBody | WorkerCollider | WorkerJoint }[]} destroyed, but events may still name them */
    #graves = [];

    /** Made after the newest frame: where they were put. @type {{ batch: number, index: number, pose: number[], flags: number }[]} */
    #young = [];

    #frame = viewFrame(new ArrayBuffer(frameBytes(256)));

    /** @type {(() => Frame) | undefined} */
    #read;

    /** @type {ArrayBuffer | undefined} */
    #spare;

    /** @type {Map<string, ((event: any) => void)[]>} */
    #listeners = new Map();

    /** @type {Link} */
    #link;

    /** What the last advance(), step() or sync() brought; plain objects that may be kept. */
    events = noEvents();

    /** Where between the last two states `poses` are. */
    alpha = 1;

    /** Seconds stepped so far. */
    time = 0;

    /** Steps made so far. */
    stepCount = 0;

    static {
        makeWorkerWorld = (channel, options, settings) => new this(channel, options, settings);
        receive = (world, message) => world.#receive(message);
    }

    /**
     * @private
     * @param {Channel} channel
     * @param {WorldOptions} options
     * @param {Settings} settings
     */
    constructor(channel, options, settings) {
        super();
        this.#channel = channel;
        const { ask } = this.#questions;
        giveAsking(this, ask);
        giveSettings(this, settings, (method) => this.#live(method), (command) => this.#send(command));
        this.#link = {
            world: this,
            frame: () => this.#frame,
            send: (command) => this.#send(command),
            ask,
            attach: (body, given) => this.#attach(body, given),
            bury: (objects) => this.#bury(objects),
        };
        /** The layer table, by name. */
        this.layers = new WorkerLayers(options.layers ?? {}, this.#link.send);
        Object.preventExtensions(this);
    }

    /**
     * Takes in what the worker has done since the last call, tells the listeners, and asks it to go
     * on by so many seconds. While the worker is behind, time is added up instead of queued.
     * @param {number} seconds since the last call; less than 0 counts as 0
     * @returns {number} the steps whose results were taken in
     * @throws what a command since has run into, one error a call
     */
    advance(seconds) {
        this.#live('World.advance');
        this.#owed += elapsed('World.advance', seconds);
        if (this.#underWay.size < MAX_UNDER_WAY) {
            this.#underWay.add(this.#batch + 1);
            this.#send(['advance', this.#owed]);
            this.#owed = 0;
        }
        const steps = this.#take();
        const error = this.#errors.shift();
        if (error) throw error;
        return steps;
    }

    /**
     * Makes one step; resolves when its results are here.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [substeps] 1 to 64; more are stiffer and cost more
     * @returns {Promise<void>}
     */
    step(dt, substeps) {
        this.#live('World.step');
        this.#send(['step', dt, substeps]);
        return this.sync();
    }

    /**
     * Makes one step from impact to impact instead, as `World.stepImpacts` does; resolves when its
     * results are here.
     * @param {number} [dt] seconds, above 0 and at most 1
     * @param {number} [maxImpacts] at least 1; there the rest of dt is dropped
     * @returns {Promise<void>}
     */
    stepImpacts(dt, maxImpacts) {
        this.#live('World.stepImpacts');
        this.#send(['stepImpacts', dt, maxImpacts]);
        return this.sync();
    }

    /**
     * Resolves when the worker has done all it was asked for and the results are here; rejects with
     * the first error it ran into.
     * @returns {Promise<void>}
     */
    sync() {
        this.#live('World.sync');
        this.#schedule();
        const batch = this.#batch + 1;
        const done = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
            this.#waiting.push({ batch, resolve, reject, quiet: () => void done.catch(() => {}) });
        });
        return done;
    }

    /**
     * Makes a body. It can be used at once; if the worker refuses it, the error comes with the next
     * advance(), step() or sync().
     * @param {BodyOptions} [options]
     * @returns {WorkerBody}
     */
    createBody(options = {}) {
        const method = 'World.createBody';
        this.#live(method);
        if (typeof options !== 'object' || options === null) wrongType(method, 'options', 'an object', options);
        const { userData, collider, colliders, ...rest } = options;
        oneCollider(method, collider);
        const list = Array.isArray(colliders) ? colliders : collider ? [collider] : [];
        const bare = list.map(({ userData: _, ...item }) => readMap(method, item));
        const given = plain(method, { ...rest, ...(collider && { collider: bare[0] }), ...(colliders && { colliders: bare }) });
        const body = this.#makeBody(given);
        body.userData = userData;
        const ids = list.map((item) => this.#makeCollider(body, { ...item, ...plain(method, bare[list.indexOf(item)]) }).id);
        this.#send(['body', body.index, ids, given]);
        const { angle = 0, position = [0, 0], awake } = rest;
        this.#place(body, [...pair(position), Math.cos(angle), Math.sin(angle)], awake);
        this.#showYoung();
        return body;
    }

    /**
     * Makes many bodies of one kind in one command.
     * @param {number} count
     * @param {BulkOptions} options
     * @returns {Int32Array<ArrayBuffer>} their indices
     */
    createBodies(count, options) {
        const method = 'World.createBodies';
        this.#live(method);
        if (typeof options !== 'object' || options === null) wrongType(method, 'options', 'an object', options);
        integer(method, 'count', count, 0, 2 ** 20 - 2);
        oneCollider(method, options.collider);
        const given = plain(method, options);
        if (given.shape) given.shape = readMap(method, given.shape);
        if (given.collider) given.collider = readMap(method, given.collider);
        if (Array.isArray(given.colliders)) given.colliders = given.colliders.map((item) => readMap(method, item));
        const { shape, positions = [], angles = [], collider, colliders, awake } = given;
        const each = shape ? [/** @type {ColliderOptions} */ ({ ...given, ...shape })]
            : colliders ?? (collider ? [collider] : []);
        const list = new Int32Array(count);
        const ids = new Float64Array(count * each.length);
        for (let i = 0; i < count; ++i) {
            const body = this.#makeBody(given);
            list[i] = body.index;
            each.forEach((item, k) => {
                ids[i * each.length + k] = this.#makeCollider(body, item).id;
            });
            const angle = angles[i] ?? given.angle ?? 0;
            this.#place(body, [positions[2 * i], positions[2 * i + 1], Math.cos(angle), Math.sin(angle)], awake);
        }
        this.#send(['bodies', list, ids, each.length, given]);
        this.#showYoung();
        return list;
    }

    /**
     * Joins two bodies, or throws and makes nothing. The joint can be used at once; if the worker
     * refuses it, the error comes with the next advance(), step() or sync().
     * @param {WorkerJointOptions} options
     * @returns {WorkerJoint}
     * @throws {MicaError} STALE_BODY, FOREIGN_OBJECT, SAME_BODY
     */
    createJoint(options) {
        this.#live('World.createJoint');
        const joint = makeWorkerJoint(this.#link, this.#nextJoint, options);
        this.#joints.set(this.#nextJoint++, joint);
        return joint;
    }

    /**
     * All its joints in the order they were made, a new array.
     * @returns {WorkerJoint[]}
     */
    get joints() {
        this.#live('World.joints');
        return [...this.#joints.values()].filter(({ alive }) => alive);
    }

    /** The body of an index. @param {number} index @returns {WorkerBody | undefined} */
    bodyAt(index) {
        const body = this.#bodies[index];
        return body?.alive ? body : undefined;
    }

    /**
     * Destroys the bodies of these indices, each named once; or throws and destroys none.
     * @param {ArrayLike<number>} indices
     */
    destroySlots(indices) {
        const found = new Set();
        Array.from(indices).forEach((index, i) => {
            const body = this.bodyAt(index);
            if (!body || found.has(body)) {
                const fault = body ? 'which is named before' : 'where there is no body';
                throw new MicaError('STALE_BODY',
                    `World.destroySlots: indices[${i}] is slot ${index}, ${fault}`);
            }
            found.add(body);
        });
        for (const body of found) body.destroy();
    }

    /** x, y, cos, sin of each body to draw, by its index. Read only, and good until the next call. */
    get poses() {
        return this.#frame.poses;
    }

    /** x, y, cos, sin of each body after its last step, by its index. Read only. */
    get transforms() {
        return this.#frame.transforms;
    }

    /** vx, vy, omega of each body and a spare float, by its index. Read only: use `body.setVelocity`. */
    get velocities() {
        return this.#frame.velocities;
    }

    /** One word of `FLAGS` bits of each body, by its index. Read only. */
    get flags() {
        return this.#frame.flags;
    }

    /** One past the highest index ever used. */
    get slots() {
        return this.#bodies.length;
    }

    /** True once destroy() was called. */
    get destroyed() {
        return this.#destroyed;
    }

    /**
     * Lets two bodies pass through each other whatever their layers say; as `a.ignore(b, on)`.
     * @param {WorkerBody} a
     * @param {WorkerBody} b
     * @param {boolean} [on] false takes it back
     */
    ignorePair(a, b, on = true) {
        this.#live('World.ignorePair');
        ignorePair(this, 'World.ignorePair', ['a', 'b'], [a, b], on);
    }

    /**
     * Calls a function for each event of a kind as advance(), step() or sync() take them in. With a
     * listener for 'error', errors that come back go there instead of being thrown.
     * @param {typeof KINDS[number]} kind
     * @param {(event: any) => void} listener given the event; for 'moved', 'asleep' and 'woke' the body
     * @returns {() => void} takes the listener off again
     */
    on(kind, listener) {
        oneOf('World.on', 'kind', kind, KINDS);
        if (typeof listener !== 'function') wrongType('World.on', 'listener', 'a function', listener);
        if (STAYS.includes(kind)) this.#send(['watch', kind]);
        const entry = (/** @type {any} */ event) => listener(event);
        this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), entry]);
        return () => {
            this.#listeners.set(kind, (this.#listeners.get(kind) ?? []).filter((other) => other !== entry));
        };
    }

    /**
     * Ends the world, and the worker if createWorkerWorld() made it. Its bodies, colliders and joints
     * throw from now on; a second call does nothing.
     */
    destroy() {
        if (this.#destroyed) return;
        this.#destroyed = true;
        this.#channel.post({ end: true });
        // Nobody need have waited for what is called off.
        for (const { quiet } of this.#waiting) quiet();
        this.#fail(new MicaError('WORLD_DESTROYED', 'World: the world was destroyed'), true);
        for (const body of this.#bodies) if (body) endBody(body);
        for (const collider of this.#colliders.values()) endCollider(collider);
        for (const joint of this.#joints.values()) endJoint(joint);
        this.#channel.close();
    }

    /** @param {{ reply?: Reply, broken?: Error }} message */
    #receive({ reply, broken }) {
        if (broken) this.#fail(broken);
        if (!reply || this.#broken) return;
        this.#underWay.delete(reply.batch);
        this.#inbox.push(reply);
        this.#questions.settle(reply.answers);
        const done = this.#waiting.filter(({ batch }) => batch <= reply.batch);
        if (done.length === 0) return;
        this.#waiting = this.#waiting.filter(({ batch }) => batch > reply.batch);
        /** @type {any} */
        let error;
        try {
            this.#take();
            error = this.#errors.shift();
        } catch (thrown) {
            error = thrown;
        }
        if (error) for (const { reject } of done) reject(error);
        else for (const { resolve } of done) resolve();
    }

    /**
     * @param {Error} error after which nothing works any more
     * @param {boolean} [quiet] nobody need have waited for what is called off
     */
    #fail(error, quiet = false) {
        this.#broken ??= error;
        for (const { reject } of this.#waiting) reject(error);
        this.#waiting = [];
        this.#questions.fail(error, quiet);
    }

    /** @param {string} method */
    #live(method) {
        if (!this.#broken) return;
        const code = this.#broken instanceof MicaError ? this.#broken.code : 'WORKER_FAILED';
        throw new MicaError(code, `${method}: ${this.#broken.message}`, { cause: this.#broken });
    }

    /** @param {any[]} command @param {ArrayBuffer[]} [handed] buffers in it that change hands */
    #send(command, handed = []) {
        this.#live('World');
        this.#commands.push(command);
        this.#handed.push(...handed);
        this.#schedule();
    }

    /** Sends what this task asks for once it is over. */
    #schedule() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        queueMicrotask(() => {
            this.#scheduled = false;
            if (this.#broken) return;
            const commands = this.#commands;
            const spare = this.#spare;
            const handed = this.#handed;
            this.#commands = [];
            this.#handed = [];
            this.#spare = undefined;
            const batch = { batch: ++this.#batch, commands, slots: this.slots, spare };
            this.#channel.post({ batch }, spare ? [spare, ...handed] : handed);
        });
    }

    /** @param {BodyBaseOptions} options */
    #makeBody(options) {
        const index = this.#free.shift() ?? this.#bodies.length;
        return (this.#bodies[index] = new WorkerBody(this.#link, index, options));
    }

    /** @param {WorkerBody} body @param {ColliderOptions} options */
    #makeCollider(body, options) {
        const collider = new WorkerCollider(this.#link, this.#nextCollider++, body, options);
        this.#colliders.set(collider.id, collider);
        holdCollider(collider);
        return collider;
    }

    /** @param {WorkerBody} body @param {ColliderOptions} options */
    #attach(body, options) {
        const { userData, ...rest } = options;
        const given = plain('Body.createCollider', rest);
        const collider = this.#makeCollider(body, { ...given, userData });
        this.#send(['collider', body.index, collider.id, given]);
        return collider;
    }

    /**
     * Shows a new body where it was put until a frame shows it.
     * @param {WorkerBody} body
     * @param {number[]} pose
     * @param {boolean} [awake]
     */
    #place(body, pose, awake = true) {
        const flags = flagsKept(body) | FLAGS.ALIVE | (awake ? FLAGS.AWAKE : 0);
        this.#young.push({ batch: this.#batch + 1, index: body.index, pose, flags });
    }

    #showYoung() {
        if (this.#frame.capacity < this.slots) {
            this.#frame = enlarged(this.#frame, Math.max(this.slots, 2 * this.#frame.capacity));
        }
        const { header, poses, transforms, velocities, flags } = this.#frame;
        this.#young = this.#young.filter(({ batch }) => batch > header[0]);
        for (const young of this.#young) {
            poses.set(young.pose, 4 * young.index);
            transforms.set(young.pose, 4 * young.index);
            velocities.fill(0, 4 * young.index, 4 * young.index + 4);
            flags[young.index] = young.flags;
        }
    }

    /** @param {(WorkerBody | WorkerCollider | WorkerJoint)[]} objects */
    #bury(objects) {
        for (const object of objects) {
            if (object instanceof WorkerBody) endBody(object);
            else if (object instanceof WorkerJoint) endJoint(object);
            else endCollider(object);
            this.#graves.push({ batch: this.#batch + 1, object });
        }
        const gone = new Set(objects);
        this.#young = this.#young.filter(({ index }) => !gone.has(/** @type {WorkerBody} */ (this.#bodies[index])));
        for (const object of objects) if (object instanceof WorkerBody) this.#frame.flags[object.index] = 0;
    }

    /** Frees the numbers of what no event can name any more. @param {Reply} reply */
    #forget({ batch, steps }) {
        if (steps === 0 || this.#graves.length === 0) return;
        this.#graves = this.#graves.filter((grave) => {
            // The step after it was destroyed tells the ends of its touches.
            if (grave.batch >= batch) return true;
            const { object } = grave;
            if (object instanceof WorkerBody) {
                this.#bodies[object.index] = undefined;
                this.#free.push(object.index);
            } else if (object instanceof WorkerJoint) {
                this.#joints.delete(object.id);
            } else {
                this.#colliders.delete(/** @type {WorkerCollider} */ (object).id);
            }
            return false;
        });
    }

    /** Takes in every reply that has come. @returns {number} the steps they made */
    #take() {
        this.events = noEvents();
        const replies = this.#inbox;
        this.#inbox = [];
        let steps = 0;
        for (const reply of replies) {
            steps += reply.steps;
            this.alpha = reply.alpha;
            this.time = reply.time;
            this.stepCount = reply.stepCount;
            if (reply.shared) this.#read = readShared(reply.shared);
            if (reply.frame) {
                if (this.#frame.buffer instanceof ArrayBuffer) this.#spare = this.#frame.buffer;
                this.#frame = viewFrame(reply.frame);
            }
            const broken = this.events.jointBroke.length;
            decodeEvents(this.events, reply.events, this.#colliders, this.#joints);
            this.#bury(this.events.jointBroke.slice(broken).map(({ joint }) => joint));
            for (const fault of reply.faults) this.#blame(fault);
            this.#forget(reply);
        }
        if (this.#read) this.#frame = this.#read();
        this.#showYoung();
        this.#dispatch();
        return steps;
    }

    /** @param {Fault} fault */
    #blame(fault) {
        const lost = (fault.lost ?? []).flatMap((index) => this.#bodies[index] ?? []).filter(({ alive }) => alive);
        this.#bury(lost.flatMap((body) => [body, ...body.colliders, ...body.joints]));
        const joint = this.#joints.get(fault.lostJoint ?? 0);
        if (joint?.alive) this.#bury([joint]);
        const collider = this.#colliders.get(fault.lostCollider ?? 0);
        if (collider?.alive) {
            dropCollider(collider);
            this.#bury([collider]);
        }
        const error = errorOf(fault);
        const listeners = this.#listeners.get('error');
        if (listeners?.length) for (const listener of listeners) listener(error);
        else this.#errors.push(error);
    }

    #dispatch() {
        for (const kind of /** @type {const} */ ([...CONTACTS, ...TRIGGERS, 'jointBroke'])) {
            for (const listener of this.#listeners.get(kind) ?? []) this.events[kind].forEach(listener);
        }
        for (const kind of SLOTS) {
            for (const listener of this.#listeners.get(kind) ?? []) {
                for (const index of this.events[kind]) listener(this.#bodies[index]);
            }
        }
    }
}

// The way to a worker that has a world: what the page asks for in one task goes there as one message; its
// answer brings events, errors and a frame of poses, which are taken in when the page next asks for
// them. js/remote/world.js has one, and gives it to the objects by its core.
import { MicaError } from '../wire/errors.js';
import { isJoint } from '../wire/handle.js';
import { BODY, FLAGS } from '../wire/layout.js';
import { withGears } from '../world/gears.js';
import { lastOfBody, lastOfCollider, lastOfJoint } from '../world/last-values.js';
import { callAll, throwFirst } from '../world/listeners.js';
import { WorkerBody } from './body.js';
import { WorkerCollider } from './collider.js';
import { forgetBody, forgetCollider, forgetJoint, withBody } from './engine.js';
import { takeChanges } from './changes.js';
import { callForArrived, decodeEvents, noEvents } from './events.js';
import { enlarged, frameBytes, makeFrame, readShared, viewFrame } from './frame.js';
import { errorOf, exchange, markOf, marked, portable } from './messages.js';
import { makeQuestions, numberOf } from './questions.js';
import { WrittenVelocities } from './written.js';

/** @import { LastValues } from '../wire/core.js' */
/** @import { Body } from '../world/body.js' */
/** @import { Collider } from '../world/collider.js' */
/** @import { Joint } from '../world/joint.js' */
/** @import { RemoteCore } from './engine.js' */
/** @import { Frame } from './frame.js' */
/** @import { Channel, Clock, Fault, Reply } from './messages.js' */

/** How many batches with an advance() may be on their way; time beyond waits and is added up. */
const MAX_UNDER_WAY = 2;

/** The page's end of the way to a worker. */
export class Link {
    /** @type {Channel} */
    #channel;

    /** @type {RemoteCore} */
    #core = /** @type {any} */ (undefined);

    /** @type {any[][]} */
    #commands = [];

    /** What in them changes hands. @type {Transferable[]} */
    #handed = [];
    #batch = 0;
    #scheduled = false;

    /** @type {Reply[]} */
    #inbox = [];

    /** Batches with an advance() that are not answered yet. @type {Set<number>} */
    #underWay = new Set();

    /** Seconds that wait to be asked for. */
    #waitingSeconds = 0;

    /** Whether anything was sent since the last advance(), which ends a frame. */
    #frameBegun = false;

    /** @type {{ batch: number, resolve: () => void, reject: (error: Error) => void, quiet: () => void }[]} */
    #waiting = [];

    #questions = makeQuestions((command) => this.send(command), {
        body: (index) => /** @type {any} */ (this.#core.bodies[index]),
        collider: (id) => /** @type {any} */ (this.#core.mirror.colliders.get(id)?.collider),
    });

    /** @type {Error[]} */
    #errors = [];

    /** @type {Error | undefined} */
    #broken;

    /** Destroyed, but events may still name them. @type {{ batch: number, object: Body | Collider | Joint, last: LastValues }[]} */
    #pendingReleases = [];

    /** Made after the newest frame: where they were put. @type {{ batch: number, index: number, pose: number[], flags: number }[]} */
    #pendingPoses = [];

    #written = new WrittenVelocities();

    #frame = makeFrame(new ArrayBuffer(frameBytes(256, 0)), 256, 0);

    /** @type {(() => Frame) | undefined} */
    #read;

    /** @type {ArrayBuffer | undefined} */
    #spare;

    /** What the last advance(), step() or sync() brought. */
    events = noEvents();

    /** Messages of the module that nobody has heard yet. @type {any[]} */
    #posts = [];

    alpha = 1;
    time = 0;
    stepCount = 0;

    /** @param {Channel} channel @param {Clock & { fixedStep: number }} clock as the page or the module set it last */
    constructor(channel, clock) {
        this.#channel = channel;
        this.clock = clock;
    }

    /** Connects it to the mirror of its world. @param {RemoteCore} core */
    open(core) {
        this.#core = core;
        this.#showPendingPoses();
    }

    /**
     * Refuses a call on a world that is gone.
     * @param {string} method
     */
    live(method) {
        if (!this.#broken) return;
        const code = this.#broken instanceof MicaError ? this.#broken.code : 'WORKER_FAILED';
        // In the name of this call, not of the one that met it first.
        throw new MicaError(code, `${method}: ${this.#broken.message.replace(/^[\w.]+: /, '')}`, { cause: this.#broken });
    }

    /**
     * Refuses a call that steps or waits on a world that is gone, or whose velocities were written.
     * @param {string} method
     */
    begin(method) {
        this.live(method);
        this.#written.check(method);
    }

    /** The view as a game reads it. */
    get velocities() {
        return this.#written.read(this.#core.velocities);
    }

    /** @param {unknown[]} command @param {Transferable[]} [handed] what in it changes hands */
    send(command, handed = []) {
        this.live('World');
        this.#commands.push(command);
        this.#frameBegun = true;
        this.#handed.push(...handed);
        this.#schedule();
    }

    /**
     * Asks for a property, or the result of a method, of an object, or of the world.
     * @param {object | undefined} of undefined is the world
     * @param {string} what @param {unknown[]} args
     * @returns {Promise<any>} rejects with what the call there throws
     */
    ask(of, what, args) {
        return this.#questions.ask(this.#core, of, what, args);
    }

    /**
     * Sends the module a message.
     * @param {unknown} message @param {Transferable[]} transfer
     */
    post(message, transfer) {
        const method = 'World.post';
        this.live(method);
        if (!this.#core.mirror.module) throw new MicaError('NO_MODULE', `${method}: no module plays with this world`);
        const numbered = exchange(message, (value) => {
            const number = numberOf(this.#core, method, 'message', value);
            return number && marked(number);
        });
        const { copy, handed } = portable(method, numbered, transfer);
        this.send(['post', copy], handed);
    }

    /**
     * Takes in what was done, and asks for more time.
     * @param {number} seconds
     * @returns {number} the steps whose results were taken in
     */
    advance(seconds) {
        this.#waitingSeconds += seconds;
        if (this.#underWay.size < MAX_UNDER_WAY) {
            this.#underWay.add(this.#batch + 1);
            this.send(['advance', this.#waitingSeconds]);
            this.#waitingSeconds = 0;
        } else if (this.#frameBegun) {
            // The worker is to know where a frame ends, since the next one's forces replace its own.
            this.send(['advance', 0]);
        }
        this.#frameBegun = false;
        const steps = this.#take();
        const error = this.#errors.shift();
        if (error) throw error;
        return steps;
    }

    /** Resolves when all that was asked for is done and taken in. @returns {Promise<void>} */
    sync() {
        this.#schedule();
        const batch = this.#batch + 1;
        const done = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
            this.#waiting.push({ batch, resolve, reject, quiet: () => void done.catch(() => {}) });
        });
        return done;
    }

    /** Ends everything that was made, and the worker. */
    end() {
        this.#channel.post({ end: true });
        // Nobody need have waited for what is called off.
        for (const { quiet } of this.#waiting) quiet();
        this.#fail(new MicaError('WORLD_DESTROYED', 'World: the world was destroyed'), true);
        const core = this.#core;
        for (const body of core.bodies) if (body?.alive) for (const each of withBody(core, body)) this.#end(each);
        this.#channel.close();
    }

    /**
     * Takes what came from the worker.
     * @param {{ reply?: Reply, broken?: Error }} message
     */
    receive({ reply, broken }) {
        if (broken) this.#fail(broken);
        if (!reply || this.#broken) return;
        this.#underWay.delete(reply.batch);
        this.#inbox.push(reply);
        this.#questions.resolve(reply.answers);
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

    /** Sends what this task asks for once it is over. */
    #schedule() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        queueMicrotask(() => {
            this.#scheduled = false;
            if (this.#broken) return;
            const commands = this.#commands;
            // Its memory is gone if the game has handed it to somebody.
            const spare = this.#spare?.byteLength ? this.#spare : undefined;
            const handed = this.#handed;
            this.#commands = [];
            this.#handed = [];
            this.#spare = undefined;
            const batch = { batch: ++this.#batch, commands, slots: this.#core.slots, spare };
            this.#channel.post({ batch }, spare ? [spare, ...handed] : handed);
        });
    }

    /**
     * Shows a new body where it was put until a frame shows it.
     * @param {Body} body
     */
    show({ index }) {
        const { record } = this.#core.mirror.bodies[index];
        const angle = record[BODY.ANGLE];
        const pose = [record[BODY.X], record[BODY.Y], Math.cos(angle), Math.sin(angle)];
        const flags = this.#core.settings[index] | FLAGS.ALIVE | (record[BODY.AWAKE] !== 0 ? FLAGS.AWAKE : 0);
        this.#pendingPoses.push({ batch: this.#batch + 1, index, pose, flags });
        this.#showPendingPoses();
    }

    #showPendingPoses() {
        if (this.#frame.capacity < this.#core.slots) {
            this.#frame = enlarged(this.#frame, Math.max(this.#core.slots, 2 * this.#frame.capacity));
            this.#core.movers.take(this.#frame);
        }
        const { header, poses, transforms, velocities, flags } = this.#frame;
        this.#pendingPoses = this.#pendingPoses.filter(({ batch }) => batch > header[0]);
        for (const pending of this.#pendingPoses) {
            poses.set(pending.pose, 4 * pending.index);
            transforms.set(pending.pose, 4 * pending.index);
            this.#written.clear(velocities, pending.index);
            flags[pending.index] = pending.flags;
        }
        const core = this.#core;
        Object.assign(core, { poses, transforms, velocities, flags, capacity: this.#frame.capacity });
    }

    /**
     * Ends objects. Their numbers are used again only when no event can name them any more.
     * @param {(Body | Collider | Joint)[]} objects
     */
    release(objects) {
        objects = this.#withGears(objects);
        // Before any of them is taken out of the record of another.
        const lasts = objects.map((object) => this.#lastOf(object));
        objects.forEach((object, i) => {
            const last = lasts[i];
            last.until = Infinity;
            this.#end(object, last);
            this.#pendingReleases.push({ batch: this.#batch + 1, object, last });
            if (!(object instanceof WorkerBody)) return;
            this.#pendingPoses = this.#pendingPoses.filter(({ index }) => index !== object.index);
            this.#frame.flags[object.index] = 0;
        });
    }

    /** Gears end with their joints. @param {(Body | Collider | Joint)[]} objects */
    #withGears(objects) {
        const joints = /** @type {Joint[]} */ (objects.filter((object) => isJoint(object)));
        return [...withGears(this.#core, joints), ...objects.filter((object) => !isJoint(object))];
    }

    /** @param {any} object of this world */
    #lastOf(object) {
        if (object instanceof WorkerBody) return lastOfBody(this.#core, object.index + 1, /** @type {any} */ (object));
        if (object instanceof WorkerCollider) return lastOfCollider(this.#core, object.id);
        return lastOfJoint(this.#core, object.id);
    }

    /** @param {Body | Collider | Joint} object @param {LastValues} [last] */
    #end(object, last) {
        if (object instanceof WorkerBody) forgetBody(this.#core, /** @type {any} */ (object), last);
        else if (object instanceof WorkerCollider) forgetCollider(this.#core, /** @type {any} */ (object), last);
        else forgetJoint(this.#core, /** @type {Joint} */ (object), last);
    }

    /** Frees the numbers of what no event after this reply's can name. @param {Reply} reply */
    #forget({ batch, steps }) {
        if (steps === 0 || this.#pendingReleases.length === 0) return;
        const { bodies, mirror } = this.#core;
        this.#pendingReleases = this.#pendingReleases.filter((pending) => {
            // The step after it was destroyed emits the ends of its touches.
            if (pending.batch >= batch) return true;
            // The events just taken in may name it.
            pending.last.until = this.#core.round;
            const object = /** @type {any} */ (pending.object);
            if (object instanceof WorkerBody) {
                bodies[object.index] = undefined;
                // The worker gives the odd ones.
                if (mirror.module && object.index % 2 === 1) this.send(['reuse', object.index]);
                else mirror.free.push(object.index);
            } else (object instanceof WorkerCollider ? mirror.colliders : mirror.joints).delete(object.id);
            return false;
        });
    }

    /** Takes in every reply that has come. @returns {number} the steps they made */
    #take() {
        this.#written.frameEnds();
        this.events = noEvents();
        ++this.#core.round;
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
            const { colliders, joints } = this.#core.mirror;
            takeChanges(this.#core, reply.changes ?? []);
            Object.assign(this.clock, reply.clock);
            this.#posts.push(...(reply.posts ?? []).map((post) => this.#objectsIn(post)));
            const broken = this.events.jointBroke.length;
            decodeEvents(this.events, reply.events, this.#core.layerNames, colliders, joints);
            const broke = this.events.jointBroke.slice(broken).map(({ joint }) => joint);
            this.release(/** @type {any[]} */ (broke.filter(({ alive }) => alive)));
            for (const fault of reply.faults) this.#blame(fault);
            this.#forget(reply);
        }
        if (this.#read) this.#frame = this.#read();
        this.#core.movers.take(this.#frame);
        this.#showPendingPoses();
        callForArrived(this.#core, this.events);
        this.#callForPosts();
        throwFirst(this.#core);
        return steps;
    }

    /** A message of the module's with the page's objects in it. @param {unknown} post */
    #objectsIn(post) {
        const { bodies, mirror } = this.#core;
        return exchange(post, (value) => {
            const mark = markOf(value);
            if (!mark) return undefined;
            const { bodyIndex, colliderId, jointId } = mark;
            return bodies[bodyIndex] ?? mirror.colliders.get(colliderId)?.collider ?? mirror.joints.get(jointId)?.joint ?? null;
        });
    }

    /** @param {Fault} fault */
    #blame(fault) {
        const { bodies, mirror } = this.#core;
        for (const index of fault.lost ?? []) {
            const body = bodies[index];
            if (body?.alive) this.release(withBody(this.#core, body));
        }
        for (const id of fault.lostColliders ?? []) {
            const collider = mirror.colliders.get(id)?.collider;
            if (collider?.alive) this.release([collider]);
        }
        const joint = mirror.joints.get(fault.lostJoint ?? 0)?.joint;
        if (joint?.alive) this.release([joint]);
        const error = errorOf(fault);
        if (this.#core.listeners.table.has('error')) callAll(this.#core, 'error', error);
        else this.#errors.push(error);
    }

    /** Calls the listeners of what the module posted; it waits for the first of them. */
    #callForPosts() {
        if (!this.#core.listeners.table.has('message')) return;
        const posts = this.#posts;
        this.#posts = [];
        for (const post of posts) callAll(this.#core, 'message', post);
    }
}

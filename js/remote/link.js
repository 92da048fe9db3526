// The way to a worker that has a world: what the page asks for in one task goes there as one message; its
// answer brings events, errors and a frame of poses, which are taken in when the page next asks for
// them. js/remote/world.js has one, and gives it to the objects by its core.
import { MicaError } from '../wire/errors.js';
import { tileDataOfCollider } from '../wire/handle.js';
import { isBody, isCollider, isJoint } from '../wire/object.js';
import { live } from '../wire/perform.js';
import { BODY, FLAGS, slotOf } from '../wire/layout.js';
import { withGears } from '../world/objects/gears.js';
import { lastOfBody, lastOfCollider, lastOfJoint } from '../world/objects/last-values.js';
import { callAll, throwFirst } from '../world/events/listeners.js';
import { ownBody, ownCollider, ownJoint } from '../world/objects/own.js';
import { callForArrived, decodeEvents, noEvents } from './events.js';
import { enlarged, frameBytes, makeFrame, readShared, viewFrame } from './frame.js';
import { errorOf, exchange, kindNameOf, marked, plain, portable, unmark } from './messages.js';
import { ASKED } from './members.js';
import { end, numberOf, takeChanges, withBody } from './mirror.js';

/** @import { LastValues } from '../wire/core.js' */
/** @import { Frame } from './frame.js' */
/** @import { Channel, Fault, Kind, Reply } from './messages.js' */
/** @import { RemoteCore } from './mirror.js' */

/** How many batches with an advance() may be on their way; time beyond waits and is added up. */
const MAX_UNDER_WAY = 2;

/** @type {Record<Kind, (core: any, method: string, name: string, value: any) => object>} */
const OWN = { body: ownBody, collider: ownCollider, joint: ownJoint };

/**
 * Gives the cells in an answer what their kinds are to the game, which stays on the page.
 * @param {any} answer
 */
function withTileData(answer) {
    for (const point of Array.isArray(answer) ? answer : [answer]) {
        if (!point?.cell) continue;
        const maps = [point.collider, point.colliderA, point.colliderB].map((each) =>
            each && tileDataOfCollider(each)
        );
        point.cell.userData = maps.find((data) => data)?.get(point.cell.tile)?.userData;
    }
    return answer;
}

/** @typedef {{ batch: number, resolve: (value?: any) => void, reject: (error: Error) => void, quiet: () => void, edits?: boolean }} Waiting */

/** The page's end of the way to a worker. */
export class Link {
    /** @type {Channel} */ #channel;
    /** @type {RemoteCore} */ #core = /** @type {any} */ (undefined);
    /** @type {any[][]} */ #commands = [];
    /** What in them changes hands. @type {Transferable[]} */ #handed = [];
    #batch = 0;
    #scheduled = false;
    /** @type {Reply[]} */ #inbox = [];
    /** Batches with an advance() that are not answered yet. @type {Set<number>} */ #underWay =
        new Set();
    /** Seconds that wait to be asked for. */ #waitingSeconds = 0;
    /** Whether anything was sent since the last advance(), which ends a frame. */ #frameBegun =
        false;
    /** Calls of sync(). @type {Waiting[]} */ #waiting = [];
    /** By ticket. @type {Map<number, Waiting>} */ #questions = new Map();
    #tickets = 0;
    /** @type {Error[]} */ #errors = [];
    /** @type {Error | undefined} */ #broken;
    /** Destroyed, but events may still name them. @type {{ batch: number, number: number, object: any, last: LastValues }[]} */ #pendingReleases =
        [];
    /** Made after the newest frame: where they are. @type {{ batch: number, index: number, pose: number[], velocity: number[], flags: number }[]} */ #pendingPoses =
        [];
    #frame = makeFrame(new ArrayBuffer(frameBytes(256, 0)), 256, 0);
    /** @type {(() => Frame) | undefined} */ #read;
    /** @type {ArrayBuffer | undefined} */ #spare;
    /** Messages of the module that nobody has heard yet. @type {any[]} */ #posts = [];

    /** What the last advance(), step() or sync() brought. */
    events = noEvents();
    alpha = 1;
    /** The matter of the last frame that came. @type {readonly import('./types.js').WorkerMatter[]} */ matters =
        [];
    time = 0;
    stepCount = 0;

    /** @param {Channel} channel @param {Record<string, any>} settings of the world, as the page or the module set them last */
    constructor(channel, settings) {
        this.#channel = channel;
        this.settings = settings;
    }

    /** Connects it to the mirror of its world. @param {RemoteCore} core */
    open(core) {
        this.#core = core;
        this.#showPendingPoses();
    }

    /** Refuses a call on a world that is gone. @param {string} method */
    live(method) {
        if (!this.#broken) return;
        const code = this.#broken instanceof MicaError ? this.#broken.code : 'WORKER_FAILED';
        // In the name of this call, not of the one that met it first.
        throw new MicaError(code, `${method}: ${this.#broken.message.replace(/^[\w.]+: /, '')}`, {
            cause: this.#broken,
        });
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
     * A copy of a message with marks in the place of objects, which must be alive and of this world.
     * @param {string} method @param {string} called what the message is called @param {unknown} message
     */
    #marked(method, called, message) {
        return exchange(message, (value, name) => {
            const kind = kindNameOf(value);
            return kind
                && marked(kind, numberOf(this.#core, OWN[kind](this.#core, method, name, value)));
        }, called);
    }

    /**
     * Asks for a property, or the result of a method, of an object, or of the world.
     * @param {any} of undefined is the world
     * @param {string} what @param {unknown[]} args
     * @returns {Promise<any>} rejects with whatever is wrong with the question
     */
    ask(of, what, args) {
        /** @type {Promise<any>} */
        const answer = new Promise((resolve, reject) => {
            const kind = kindNameOf(of) ?? 'world';
            const called = kind[0].toUpperCase() + kind.slice(1);
            const method = `${called}.${what}`;
            if (of) live(of, method);
            const target = of ? this.#marked(method, 'this', of) : null;
            const given = plain(method,
                args.map((each, i) => this.#marked(method, `argument ${i + 1}`, each)));
            const ticket = ++this.#tickets;
            this.send(['ask', ticket, target, called, what, given]);
            const edits = kind === 'collider' && ASKED.collider.some((each) => each === what);
            this.#questions.set(ticket, { batch: 0, resolve, reject, edits,
                quiet: () => void answer.catch(() => {}) });
        });
        return answer;
    }

    /**
     * Sends the module a message.
     * @param {unknown} message @param {Transferable[]} transfer
     */
    post(message, transfer) {
        const method = 'World.post';
        this.live(method);
        if (!this.#core.mirror.module)
            throw new MicaError('NO_MODULE', `${method}: no module plays with this world`);
        const { copy, handed } = portable(method, this.#marked(method, 'message', message),
            transfer);
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
        for (const { quiet } of [...this.#waiting, ...this.#questions.values()]) quiet();
        this.#fail(new MicaError('WORLD_DESTROYED', 'World: the world was destroyed'));
        const core = this.#core;
        for (const body of core.bodies)
            if (body?.alive) { for (const each of withBody(core, body)) end(core, each); }
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
        this.#answer(reply);
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
        for (const { resolve, reject } of done)
            if (error) reject(error);
            else resolve();
    }

    /** @param {Reply} reply */
    #answer({ answers }) {
        for (const { ticket, value, fault } of answers) {
            const question = this.#questions.get(ticket);
            this.#questions.delete(ticket);
            // What an edit has made is to be there when its promise is kept.
            if (question?.edits) this.#takeChanges();
            if (fault) question?.reject(errorOf(fault));
            else question?.resolve(withTileData(this.#unmarked(value)));
        }
    }

    /** Takes in what was made, set and destroyed in the worker, before the events of its steps. */
    #takeChanges() {
        for (const reply of this.#inbox) takeChanges(this.#core, reply.changes.splice(0));
        this.#showPendingPoses();
    }

    /** A message of the worker's with the page's objects in it. @param {unknown} message */
    #unmarked(message) {
        return unmark(message,
            (_, number) => this.#core.mirror.entries.get(number)?.object ?? null);
    }

    /** @param {Error} error after which nothing works any more */
    #fail(error) {
        this.#broken ??= error;
        for (const { reject } of [...this.#waiting, ...this.#questions.values()]) reject(error);
        this.#waiting = [];
        this.#questions.clear();
    }

    /** Sends what this task asks for once it is over. */
    #schedule() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        queueMicrotask(() => {
            this.#scheduled = false;
            if (this.#broken) return;
            // Its memory is gone if the game has handed it to somebody.
            const spare = this.#spare?.byteLength ? this.#spare : undefined;
            const batch = { batch: ++this.#batch, commands: this.#commands, slots: this.#core.slots,
                spare };
            this.#channel.post({ batch }, spare ? [spare, ...this.#handed] : this.#handed);
            this.#commands = [];
            this.#handed = [];
            this.#spare = undefined;
        });
    }

    /** Says at which indices bodies are shown. @param {any[]} bodies */
    place(bodies) {
        this.send(['place', bodies.map((body) => numberOf(this.#core, body)),
            bodies.map(({ index }) => index)]);
    }

    /**
     * Shows a new body until a frame shows it.
     * @param {{ index: number }} body
     * @param {number[]} [pose] by default where it was put
     * @param {number[]} [velocity] @param {number} [flags]
     */
    show({ index }, pose, velocity = [0, 0, 0, 0], flags) {
        const { record } = this.#core.mirror.bodies[index];
        const angle = record[BODY.ANGLE];
        pose ??= [record[BODY.X], record[BODY.Y], Math.cos(angle), Math.sin(angle)];
        flags ??= this.#core.settings[index] | FLAGS.ALIVE
            | (record[BODY.AWAKE] !== 0 ? FLAGS.AWAKE : 0);
        const pending = { batch: this.#batch + 1, index, pose, velocity, flags };
        this.#pendingPoses.push(pending);
        if (this.#frame.capacity < this.#core.slots) this.#showPendingPoses();
        else this.#write(pending);
    }

    /** @param {{ index: number, pose: number[], velocity: number[], flags: number }} pending */
    #write({ index, pose, velocity, flags }) {
        const frame = this.#frame;
        // Its memory is gone if the game has handed it to somebody.
        if (frame.poses.length === 0) return;
        frame.poses.set(pose, 4 * index);
        frame.transforms.set(pose, 4 * index);
        frame.velocities.set(velocity, 4 * index);
        frame.flags[index] = flags;
    }

    #showPendingPoses() {
        const core = this.#core;
        if (this.#frame.capacity < core.slots)
            this.#frame = enlarged(this.#frame, Math.max(core.slots, 2 * this.#frame.capacity));
        const { header, poses, transforms, velocities, flags, moverFloats, moverWords, capacity } =
            this.#frame;
        this.#pendingPoses = this.#pendingPoses.filter(({ batch }) => batch > header[0]);
        for (const pending of this.#pendingPoses) this.#write(pending);
        Object.assign(core, { poses, transforms, velocities, flags, capacity });
        Object.assign(core.mirror.moverStates, { count: header[1], f32: moverFloats,
            u32: moverWords });
    }

    /** Notes where the records of movers lie in the frame. */
    #findMovers() {
        const { moverPlaces, moverStates: { count, stride, u32 } } = this.#core.mirror;
        moverPlaces.clear();
        for (let at = 0; at < count * stride; at += stride) moverPlaces.set(slotOf(u32[at]), at);
    }

    /**
     * Ends objects, and gears with their joints. What is known of them is forgotten only when no event can name them any more.
     * @param {any[]} objects
     */
    release(objects) {
        const core = this.#core;
        const all = [...withGears(core, objects.filter((each) => isJoint(each))),
            ...objects.filter((each) => !isJoint(each))];
        // Before any of them is taken out of what is known of another.
        const lasts = all.map((object) => (isBody(object)
            ? lastOfBody(core, object.index + 1, object)
            : isCollider(object)
            ? lastOfCollider(core, numberOf(core, object))
            : lastOfJoint(core, numberOf(core, object)))
        );
        all.forEach((object, i) => {
            const last = lasts[i];
            last.until = Infinity;
            this.#pendingReleases.push({ batch: this.#batch + 1, number: numberOf(core, object),
                object, last });
            end(core, object, last);
            if (!isBody(object)) return;
            this.#pendingPoses = this.#pendingPoses.filter(({ index }) => index !== object.index);
            this.#frame.flags[object.index] = 0;
        });
    }

    /** Forgets what no event after this reply's can name. @param {Reply} reply */
    #forget({ batch, steps }) {
        if (steps === 0 || this.#pendingReleases.length === 0) return;
        const { bodies, mirror } = this.#core;
        this.#pendingReleases = this.#pendingReleases.filter((pending) => {
            // The step after it was destroyed emits the ends of its touches.
            if (pending.batch >= batch) return true;
            // The events just taken in may name it.
            pending.last.until = this.#core.round;
            mirror.entries.delete(pending.number);
            if (!isBody(pending.object)) return false;
            bodies[pending.object.index] = undefined;
            mirror.free.push(pending.object.index);
            return false;
        });
    }

    /** Takes in every reply that has come. @returns {number} the steps they made */
    #take() {
        this.events = noEvents();
        ++this.#core.round;
        const replies = this.#inbox;
        this.#inbox = [];
        let steps = 0;
        for (const reply of replies) {
            steps += reply.steps;
            this.#takeReply(reply);
        }
        if (this.#read) this.#frame = this.#read();
        this.#showPendingPoses();
        this.#findMovers();
        callForArrived(this.#core, this.events);
        this.#callForPosts();
        throwFirst(this.#core);
        return steps;
    }

    /** @param {Reply} reply */
    #takeReply(reply) {
        const { alpha, time, stepCount } = reply;
        Object.assign(this, { alpha, time, stepCount });
        if (reply.matters) this.matters = reply.matters;
        if (reply.shared) this.#read = readShared(reply.shared);
        if (reply.frame) {
            if (this.#frame.buffer instanceof ArrayBuffer) this.#spare = this.#frame.buffer;
            this.#frame = viewFrame(reply.frame);
        }
        takeChanges(this.#core, reply.changes);
        Object.assign(this.settings, reply.settings);
        this.#posts.push(...reply.posts.map((post) => this.#unmarked(post)));
        const broken = this.events.jointBroke.length;
        decodeEvents(this.events, reply.events, this.#core.layerNames,
            (number) => this.#core.mirror.entries.get(number)?.object);
        for (const { joint } of this.events.jointBroke.slice(broken))
            if (joint.alive) this.release([joint]);
        for (const fault of reply.faults) this.#blame(fault);
        this.#forget(reply);
    }

    /** @param {Fault} fault */
    #blame(fault) {
        for (const number of fault.lost ?? []) {
            const object = this.#core.mirror.entries.get(number)?.object;
            if (object?.alive)
                this.release(isBody(object) ? withBody(this.#core, object) : [object]);
        }
        const error = errorOf(fault);
        if (this.#core.listeners.table.has('error')) callAll(this.#core, 'error', error);
        else this.#errors.push(error);
    }

    /** Calls the listeners of what the module posted; it waits for the first of them. */
    #callForPosts() {
        if (!this.#core.listeners.table.has('message')) return;
        for (const post of this.#posts.splice(0)) callAll(this.#core, 'message', post);
    }
}

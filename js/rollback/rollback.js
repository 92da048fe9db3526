// `Rollback`: a game played on several machines at once, each of which plays on with guessed inputs of the
// others, and plays the frames again whose guesses were wrong. Inputs by player lie in #inputs (what is known,
// js/rollback/sequence.js) and in #used (what each of the last frames was played with); states of the last
// frames in js/rollback/states.js. Messages and their timing: message.js, link.js. Hashes: checks.js.
import { integer, wrongType } from '../wire/errors.js';
import { Checks } from './checks.js';
import { RollbackError } from './errors.js';
import { Link } from './link.js';
import { addressOf, parseMessage, refuse } from './message.js';
import { MAX_FRAMES, parseRollback } from './options.js';
import { Sequence } from './sequence.js';
import { States } from './states.js';
import { ShownEffects } from './shown-effects.js';
import { copyInput, sameValue } from './values.js';

/** @import { Desync } from './checks.js' */
/** @import { Parsed } from './message.js' */
/** @import { RollbackOptions } from './options.js' */
/** @import { RollbackWorld } from './states.js' */

/**
 * What a session has done; one object, kept up to date.
 * @typedef {object} RollbackStats
 * @property {number} rollbacks how often frames were played again
 * @property {number} resimulated frames played again, in all
 * @property {number} depth frames played again by the last `advance`
 * @property {number} predicted frames that were played last without the inputs of all
 * @property {number} stalls calls of `advance` that played none since the inputs of another are missing
 * @property {number} waits calls of `advance` that played none since this machine was ahead
 * @property {boolean} stalled whether the last call was such a stall
 * @property {number} ping frames that a message takes there and back, of the slowest player
 * @property {number} ahead frames that this machine is ahead of the slowest; negative if behind
 * @property {number} silence frames since the last message of the player who has been silent longest
 * @property {number} bytes of all buffers for snapshots
 */

/** The machine that is so many frames ahead waits for one, and then for none in so many calls. */
const AHEAD = 1;
const WAIT_EVERY = 10;
/** How far another's inputs may lie ahead of those that it has from here: its own prediction and delay. */
const MAX_AHEAD = 2 * MAX_FRAMES + 1;
/** Frames around an event in which `isFirst` takes it for the same one. */
const NEAR = 3;
const MAX_NEAR = 60;
/** A frame later than all: the largest number that an engine keeps without allocating. */
const NEVER = 2 ** 30 - 1;

/**
 * A game on several machines, by inputs alone. Each plays its frames without waiting: where the input of another player
 * is missing, it repeats the last one. When the inputs come and differ, the state before the first wrong frame
 * is restored and the frames since are played again. Call `addLocalInput` and `advance` once a frame, sixty times a
 * second, and `receive` with what comes from the others. All start from equal worlds.
 * @template [I=any] an input
 * @template [S=any] the game's own state
 */
export class Rollback {
    #options;
    #states;
    #checks;
    #shownEffects = new ShownEffects();
    /** By player. @type {Sequence<I>[]} */
    #inputs;
    /** Inputs that the last frames were played with: of frame f in the row f % rows. @type {I[][]} */
    #used;
    /** Given to step(). @type {I[]} */
    #given;
    /** By player: what addLocalInput was last called with. @type {I[]} */
    #pending;
    /** @type {Link[]} */
    #links = [];
    #frame = 0;
    /** The frame that is in step(); -1 outside. */
    #playing = -1;
    #confirmed = -1;
    /** The first frame that was played with a wrong guess. */
    #wrong = NEVER;
    #tick = 0;
    #nextWait = 0;
    #resimulating = false;
    #busy = false;
    /** @type {unknown[]} */
    #errors = [];
    /** @type {Desync | null} */
    #desync = null;
    /** Hashes of the sync test by frame % its length. @type {string[]} */
    #hashes;
    /** @type {RollbackStats} */
    #stats = {
        rollbacks: 0,
        resimulated: 0,
        depth: 0,
        predicted: 0,
        stalls: 0,
        waits: 0,
        stalled: false,
        ping: 0,
        ahead: 0,
        silence: 0,
        bytes: 0,
    };

    /** Kept, so that a frame makes no function. @param {Desync} desync */
    #found = (desync) => {
        this.#desync ??= desync;
        this.#options.onDesync?.(desync);
    };

    /**
     * @param {RollbackWorld} world a `World` of this thread
     * @param {RollbackOptions<I, S>} options
     * @throws {TypeError} for a wrong option; a RangeError for one out of range
     */
    constructor(world, options) {
        if (typeof world?.snapshot !== 'function' || typeof world.restore !== 'function')
            wrongType('Rollback', 'world', 'a World of this thread', world);
        const o = parseRollback(options);
        const { players, local, emptyInput, maxPrediction, syncTest } = o;
        const rows = Math.max(maxPrediction, syncTest) + 2;
        const remote = Array.from({ length: players }, (_, player) => !local.includes(player));
        this.#options = o;
        this.#states = new States(world, rows, o.save, o.load);
        this.#checks = new Checks(local.length < players ? o.hashEvery : 0, rows, remote);
        this.#inputs = remote.map(() => new Sequence());
        this.#used = Array.from({ length: rows }, () => remote.map(() => emptyInput));
        this.#given = remote.map(() => emptyInput);
        this.#pending = remote.map(() => emptyInput);
        this.#hashes = new Array(syncTest + 1).fill('');
        for (const from of local) {
            for (let i = 0; i < o.inputDelay; ++i) this.#inputs[from].push(emptyInput);
            remote.forEach((is, to) => {
                if (is) this.#links.push(new Link(from, to));
            });
        }
    }

    /** The frame that is played next; within `step`, the one that is played. */
    get frame() {
        return this.#playing >= 0 ? this.#playing : this.#frame;
    }

    /** The last frame of which the inputs of all are known, which no message changes any more; -1 for none. */
    get confirmed() {
        return Math.min(this.#confirmed, this.#frame - 1);
    }

    /** Whether a frame is being played that was played before: for listeners and `step`. */
    get resimulating() {
        return this.#resimulating;
    }

    /** What the session has done: one object, kept up to date. @returns {Readonly<RollbackStats>} */
    get stats() {
        return this.#stats;
    }

    /** The first difference between this machine and another, or null. */
    get desync() {
        return this.#desync;
    }

    /**
     * Says what a player at this machine does now. The frame that is `inputDelay` later has it; without a new one, a frame
     * repeats the last.
     * @param {I} input a JSON value, the smaller the better; it is copied
     * @param {number} [player] by default the first local one
     * @throws {TypeError} for what is no JSON value; a RangeError for a number that is not finite, or an input of more
     *     than 256 values
     */
    addLocalInput(input, player = this.#options.local[0]) {
        integer('Rollback.addLocalInput', 'player', player, 0, this.#options.players - 1);
        if (!this.#options.local.includes(player))
            throw new RangeError(`Rollback.addLocalInput: player ${player} is not local`);
        this.#pending[player] = copyInput('Rollback.addLocalInput', 'input', input);
    }

    /**
     * Whether something is to be shown or sounded: true the first time, false when the frame that it belongs to is played
     * again. For listeners and `step`: `if (rollback.isFirst('goal')) playSound()`.
     * @param {unknown} key what it is: a text or a number
     * @param {number} [within] frames, 0 to 60, around an earlier one in which it is taken for the same, default 3: a
     *     correction may shift it
     */
    isFirst(key, within = NEAR) {
        return this.#shownEffects.isFirst(key, this.frame,
            integer('Rollback.isFirst', 'within', within, 0, MAX_NEAR));
    }

    /**
     * Takes in a message of another machine, in any order, and any number of times.
     * @param {unknown} message
     * @param {number} [from] the player who sent it, where the connection knows; by default the message itself says
     * @returns {boolean} whether it was for this machine and session
     * @throws {RollbackError} BAD_MESSAGE for one that no machine with the same settings sends, LOCKED within `step`;
     *     nothing changes
     */
    receive(message, from) {
        if (this.#playing >= 0)
            throw new RollbackError('LOCKED', 'Rollback.receive: not within a frame');
        const { players, local, session, hashEvery } = this.#options;
        const address = addressOf(message, players);
        if (address.session !== session || !local.includes(address.to)
            || local.includes(address.from)) return false;
        if (from !== undefined && address.from !== from)
            refuse(`a message of player ${from} must not say it is of player ${address.from}`);
        const parsed = parseMessage(/** @type {unknown[]} */ (message), address);
        if (parsed.hashEvery !== hashEvery)
            refuse(`hashEvery must be ${hashEvery} on all machines, got ${parsed.hashEvery}`);
        this.#checkReach(parsed);
        const link =
            /** @type {Link} */ (this.#links.find((each) =>
                each.local === address.to && each.remote === address.from
            ));
        link.take(parsed, this.#tick, this.#frame);
        this.#takeInputs(parsed);
        this.#checks.take(parsed.from, parsed.firstCheck, parsed.checks);
        return true;
    }

    /** Refuses what cannot be: acknowledgements of what was never sent, inputs of a far future. @param {Parsed} message */
    #checkReach({ from, to, ack, checkAck, first, inputs, firstCheck, checks }) {
        const own = this.#inputs[to].end;
        const known = this.#inputs[from].end;
        if (ack > own) refuse(`ACK of a message must be at most ${own}, got ${ack}`);
        if (checkAck > this.#checks.made)
            refuse(`CHECK_ACK of a message must be at most ${this.#checks.made}, got ${checkAck}`);
        if (first > known) refuse(`FIRST of a message must be at most ${known}, got ${first}`);
        // A machine plays no further without the inputs of here, and says which it has: without this bound, one that
        // says it has none would be sent more of them with every frame.
        const end = first + inputs.length;
        if (end > ack + MAX_AHEAD)
            refuse(
                `INPUTS must end before frame ${
                    ack + MAX_AHEAD
                }, ${MAX_AHEAD} after ACK, got ${end}`,
            );
        if (checks.length > 0 && this.#checks.every === 0)
            refuse(`CHECKS must be empty without hashes (hashEvery 0), got ${checks.length}`);
        const last = (firstCheck + checks.length - 1) * this.#checks.every;
        if (checks.length > 0 && last > own)
            refuse(`CHECKS must end before frame ${own}, got ${last}`);
    }

    /** Adds the inputs that are new, and finds the first wrong guess. @param {Parsed} message */
    #takeInputs({ from, first, inputs }) {
        const known = this.#inputs[from];
        for (let f = known.end; f < first + inputs.length; ++f) {
            const input = inputs[f - first];
            known.push(input);
            if (f < this.#frame && f < this.#wrong
                && !sameValue(this.#used[f % this.#used.length][from], input)) this.#wrong = f;
        }
        this.#confirm();
    }

    #confirm() {
        let end = NEVER;
        for (let player = 0; player < this.#inputs.length; ++player)
            end = Math.min(end, this.#inputs[player].end);
        this.#confirmed = end - 1;
    }

    /**
     * Plays frames again whose inputs were guessed wrong, then the next one, and sends messages. It plays none where the
     * inputs of another are missing for more than `maxPrediction` frames, or this machine is ahead and waits for one.
     * An error that `step` throws is thrown when all is done.
     * @returns {boolean} whether it played the next frame
     * @throws {RollbackError} NOT_DETERMINISTIC by the sync test; LOCKED within `step`
     */
    advance() {
        if (this.#busy) throw new RollbackError('LOCKED', 'Rollback.advance: not within a frame');
        this.#busy = true;
        try {
            ++this.#tick;
            this.#commit();
            this.#correct();
            if (this.#options.syncTest > 0) this.#testSync();
            const plays = this.#mayPlay();
            if (plays) {
                this.#play(this.#frame,
                    this.#confirmed < this.#frame || this.#options.syncTest > 0);
                ++this.#frame;
            }
            this.#exchange();
            this.#forget();
            if (this.#errors.length > 0) throw this.#errors[0];
            return plays;
        } finally {
            this.#errors.length = 0;
            this.#resimulating = false;
            this.#busy = false;
        }
    }

    /** Gives the next frame that has none the inputs of here. */
    #commit() {
        const { local, inputDelay } = this.#options;
        for (let i = 0; i < local.length; ++i) {
            const inputs = this.#inputs[local[i]];
            if (inputs.end <= this.#frame + inputDelay) inputs.push(this.#pending[local[i]]);
        }
        this.#confirm();
    }

    /** Plays again from the first wrong guess on. */
    #correct() {
        const stats = this.#stats;
        stats.depth = 0;
        if (this.#wrong >= this.#frame) return;
        this.#replay(this.#wrong);
        stats.depth = this.#frame - this.#wrong;
        stats.resimulated += stats.depth;
        ++stats.rollbacks;
        this.#wrong = NEVER;
    }

    /** @param {number} from the frame that is played again first */
    #replay(from) {
        this.#states.restore(from);
        this.#resimulating = true;
        const always = this.#options.syncTest > 0;
        for (let f = from; f < this.#frame; ++f)
            this.#play(f, f > from && (f > this.#confirmed || always));
        this.#resimulating = false;
    }

    /**
     * @param {number} frame
     * @param {boolean} store whether it may be played again, from a state that is not kept yet
     */
    #play(frame, store) {
        if (store) this.#states.store(frame);
        if (this.#checks.wants(frame)) this.#checks.note(frame, this.#states.hash());
        if (this.#options.syncTest > 0)
            this.#hashes[frame % this.#hashes.length] = this.#states.hash();
        const used = this.#used[frame % this.#used.length];
        for (let player = 0; player < used.length; ++player)
            this.#given[player] = used[player] = this.#inputOf(player, frame);
        this.#playing = frame;
        try {
            this.#options.step(this.#given, frame);
        } catch (error) {
            this.#errors.push(error);
        } finally {
            this.#playing = -1;
        }
    }

    /** The input of a player, or the last one before it. @param {number} player @param {number} frame */
    #inputOf(player, frame) {
        const known = this.#inputs[player];
        return known.end === 0
            ? this.#options.emptyInput
            : known.at(Math.min(frame, known.end - 1));
    }

    #mayPlay() {
        const stats = this.#stats;
        stats.stalled = this.#frame - this.#confirmed > this.#options.maxPrediction;
        if (stats.stalled) {
            ++stats.stalls;
            return false;
        }
        if (stats.ahead < AHEAD || this.#tick < this.#nextWait) return true;
        ++stats.waits;
        this.#nextWait = this.#tick + WAIT_EVERY + Math.ceil(stats.ping);
        for (const link of this.#links) link.waited();
        return false;
    }

    /** Plays the last frames again, each of which must end as it did. */
    #testSync() {
        const { syncTest } = this.#options;
        const rows = this.#hashes.length;
        const from = Math.max(0, this.#frame - syncTest);
        if (from === this.#frame) return;
        const errors = this.#errors.length;
        this.#hashes[this.#frame % rows] = this.#states.hash();
        this.#states.restore(from);
        this.#resimulating = true;
        let differs = -1;
        for (let f = from; f < this.#frame; ++f) {
            this.#play(f, f > from);
            if (differs < 0 && this.#states.hash() !== this.#hashes[(f + 1) % rows]) differs = f;
        }
        this.#resimulating = false;
        this.#errors.length = errors; // the frames threw these before
        if (differs < 0) return;
        this.#errors.push(
            new RollbackError('NOT_DETERMINISTIC',
                `Rollback.advance: frame ${differs} ended otherwise when it was played again`),
        );
    }

    /** Settles and compares hashes, sends messages and updates the figures. */
    #exchange() {
        const { send, session } = this.#options;
        const stats = this.#stats;
        this.#checks.confirm(Math.min(this.#confirmed + 1, this.#frame - 1));
        this.#checks.compare(this.#found);
        stats.ping = stats.silence = 0;
        stats.ahead = this.#links.length > 0 ? -Infinity : 0;
        for (let i = 0; i < this.#links.length; ++i) {
            const link = this.#links[i];
            stats.ping = Math.max(stats.ping, link.ping);
            stats.ahead = Math.max(stats.ahead, link.advantage);
            stats.silence = Math.max(stats.silence, link.silence(this.#tick));
            const message = link.compose(session, this.#tick, this.#frame, this.#inputs[link.local],
                this.#inputs[link.remote].end, this.#checks);
            try {
                send(message, link.remote);
            } catch (error) {
                this.#errors.push(error);
            }
        }
        stats.predicted = Math.max(0, this.#frame - 1 - this.#confirmed);
    }

    /** Drops what is needed no more. */
    #forget() {
        let acked = NEVER;
        for (let i = 0; i < this.#links.length; ++i)
            acked = Math.min(acked, this.#links[i].checksAcked);
        this.#checks.forget(acked);
        const oldest = Math.min(this.#frame, this.#confirmed + 1) - this.#options.syncTest;
        for (let player = 0; player < this.#inputs.length; ++player) {
            let minimum = Math.min(oldest, this.#inputs[player].end - 1);
            for (let i = 0; i < this.#links.length; ++i) {
                if (this.#links[i].local === player)
                    minimum = Math.min(minimum, this.#links[i].acked);
            }
            this.#inputs[player].dropBefore(minimum);
        }
        this.#shownEffects.dropBefore(oldest - MAX_NEAR);
        this.#stats.bytes = this.#states.bytes;
    }
}

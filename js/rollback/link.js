// What one player here and one elsewhere know of each other: what each has received, how long messages take,
// and who is ahead. Times are ticks, calls of advance(), so that no clock is read.
import { MAX_LEAD, PART, VERSION } from './message.js';

/** @import { Parsed } from './message.js' */

/** How fast the means of ping and lead follow. */
const RATE = 0.1;

export class Link {
    /** Inputs of the player here that the other has. */
    acked = 0;
    /** Hashes from here that the other has. */
    checksAcked = 0;
    /** The newest tick of the other, and the tick here when it came. */
    #newest = -1;
    #heardAt = 0;
    /** Ticks that a message takes there and back, on average. */
    ping = 0;
    /** Frames that the player here sees itself ahead, and the other itself, on average. */
    #lead = 0;
    #theirLead = 0;
    /** Whether `ping` has a value. */
    #timed = false;

    /** @param {number} local player @param {number} remote player */
    constructor(local, remote) {
        this.local = local;
        this.remote = remote;
    }

    /** Ticks since the last message. @param {number} tick of here */
    silence(tick) {
        return tick - this.#heardAt;
    }

    /**
     * Takes in all but inputs and hashes.
     * @param {Parsed} message
     * @param {number} tick of here
     * @param {number} frame that is played here next
     */
    take({ tick: theirs, echo, held, frame: theirFrame, lead, ack, checkAck }, tick, frame) {
        this.acked = Math.max(this.acked, ack);
        this.checksAcked = Math.max(this.checksAcked, checkAck);
        if (theirs <= this.#newest) return; // a copy, or overtaken by another
        const rate = this.#newest < 0 ? 1 : RATE;
        this.#newest = theirs;
        this.#heardAt = tick;
        this.#lead += (frame - theirFrame - this.#lead) * rate;
        this.#theirLead += (lead - this.#theirLead) * rate;
        if (echo < 0 || echo > tick) return; // none, or nonsense
        this.ping += (Math.max(0, tick - echo - held) - this.ping) * (this.#timed ? RATE : 1);
        this.#timed = true;
    }

    /** Frames that the player here is ahead: both see the time that messages take, so it cancels. */
    get advantage() {
        return this.#timed ? (this.#lead - this.#theirLead) / 2 : 0;
    }

    /** Notes that a frame was waited here. */
    waited() {
        --this.#lead;
        ++this.#theirLead;
    }

    /**
     * @param {unknown} session
     * @param {number} tick
     * @param {number} frame
     * @param {import('./sequence.js').Sequence<any>} inputs of the player here
     * @param {number} ack
     * @param {import('./checks.js').Checks} checks
     * @returns {unknown[]} a message
     */
    compose(session, tick, frame, inputs, ack, checks) {
        const message = new Array(PART.CHECKS + 1);
        const lead = Math.max(-MAX_LEAD, Math.min(MAX_LEAD, this.#lead));
        message[PART.VERSION] = VERSION;
        message[PART.SESSION] = session;
        message[PART.HASH_EVERY] = checks.every;
        message[PART.FROM] = this.local;
        message[PART.TO] = this.remote;
        message[PART.TICK] = tick;
        message[PART.ECHO] = this.#newest;
        message[PART.HELD] = this.#newest < 0 ? 0 : tick - this.#heardAt;
        message[PART.FRAME] = frame;
        message[PART.LEAD] = Math.round(100 * lead) / 100;
        message[PART.ACK] = ack;
        message[PART.CHECK_ACK] = checks.received(this.remote);
        message[PART.FIRST] = this.acked;
        message[PART.INPUTS] = Array.from({ length: inputs.end - this.acked },
            (_, i) => inputs.at(this.acked + i));
        message[PART.FIRST_CHECK] = checks.firstFor(this.checksAcked);
        message[PART.CHECKS] = checks.from(this.checksAcked);
        return message;
    }
}

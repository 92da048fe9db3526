// What two players send each other: an array of JSON values, some 80 characters as JSON. Every message has all
// inputs and hashes that the other has not acknowledged, so that a lost one needs no answer. One that comes
// in is checked as a whole before anything of it is used: it may come from anyone.
import { show } from '../wire/errors.js';
import { RollbackError } from './errors.js';
import { copyInput } from './values.js';

/** Where each part of a message lies. A tick is a call of advance(). */
export const PART = Object.freeze({
    VERSION: 0,
    SESSION: 1,
    HASH_EVERY: 2,
    FROM: 3,
    TO: 4,
    TICK: 5, // of the sender
    ECHO: 6, // the last TICK that it has from the receiver; -1 for none
    HELD: 7, // ticks since that came
    FRAME: 8, // that the sender plays next
    LEAD: 9, // frames that the sender sees itself ahead
    ACK: 10, // of the receiver's inputs, the first that it has not
    CHECK_ACK: 11, // of the receiver's hashes, the same
    FIRST: 12, // frame of the first input
    INPUTS: 13,
    FIRST_CHECK: 14, // number of the first hash
    CHECKS: 15,
});

export const VERSION = 1;

/** The most inputs and hashes of a message. A session that obeys the limits of its options has fewer unacknowledged. */
export const MAX_INPUTS = 512;
export const MAX_CHECKS = 64;
const MAX_DIGITS = 40;
const MAX_TICKS = 2 ** 40;
export const MAX_LEAD = 1000;

/** @param {string} text @returns {never} */
export function refuse(text) {
    throw new RollbackError('BAD_MESSAGE', `Rollback.receive: ${text}`);
}

/**
 * @param {readonly unknown[]} message
 * @param {keyof typeof PART} part
 * @param {number} min
 * @param {number} max
 */
function whole(message, part, min, max) {
    const value = message[PART[part]];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
        return value;
    return refuse(
        `${part} of a message must be an integer from ${min} to ${max}, got ${show(value)}`,
    );
}

/**
 * @param {readonly unknown[]} message
 * @param {keyof typeof PART} part
 * @param {number} most
 * @returns {unknown[]}
 */
function list(message, part, most) {
    const value = message[PART[part]];
    if (Array.isArray(value) && value.length <= most) return value;
    return refuse(`${part} of a message must be an array of at most ${most}, got ${show(value)}`);
}

/** @param {unknown} value @returns {string} */
function digits(value) {
    return typeof value === 'string' && value.length <= MAX_DIGITS
        ? value
        : refuse(`a hash must be a short text, got ${show(value)}`);
}

/** @param {unknown} value @param {number} i */
function input(value, i) {
    try {
        return copyInput('Rollback.receive', `INPUTS[${i}]`, value);
    } catch (error) {
        throw new RollbackError('BAD_MESSAGE', /** @type {Error} */ (error).message);
    }
}

/**
 * A message whose form is right.
 * @typedef {object} Parsed
 * @property {unknown} session
 * @property {number} hashEvery
 * @property {number} from
 * @property {number} to
 * @property {number} tick
 * @property {number} echo
 * @property {number} held
 * @property {number} frame
 * @property {number} lead
 * @property {number} ack
 * @property {number} checkAck
 * @property {number} first
 * @property {any[]} inputs
 * @property {number} firstCheck
 * @property {string[]} checks
 */

/**
 * Whom a message is from, and to whom: it may be another's.
 * @param {unknown} message
 * @param {number} players
 */
export function addressOf(message, players) {
    if (!Array.isArray(message) || message.length !== PART.CHECKS + 1)
        refuse(`a message must be an array of ${PART.CHECKS + 1}, got ${show(message)}`);
    if (message[PART.VERSION] !== VERSION)
        refuse(`a message must be of version ${VERSION}, got ${show(message[PART.VERSION])}`);
    return { session: message[PART.SESSION], from: whole(message, 'FROM', 0, players - 1),
        to: whole(message, 'TO', 0, players - 1) };
}

/**
 * The rest of it, checked.
 * @param {readonly unknown[]} message
 * @param {{ session: unknown, from: number, to: number }} address
 * @returns {Parsed}
 */
export function parseMessage(message, address) {
    const lead = message[PART.LEAD];
    if (typeof lead !== 'number' || !(Math.abs(lead) <= MAX_LEAD))
        refuse(`LEAD of a message must be within ±${MAX_LEAD}, got ${show(lead)}`);
    return {
        ...address,
        lead: /** @type {number} */ (lead),
        hashEvery: whole(message, 'HASH_EVERY', 0, MAX_TICKS),
        tick: whole(message, 'TICK', 0, MAX_TICKS),
        echo: whole(message, 'ECHO', -1, MAX_TICKS),
        held: whole(message, 'HELD', 0, MAX_TICKS),
        frame: whole(message, 'FRAME', 0, MAX_TICKS),
        ack: whole(message, 'ACK', 0, MAX_TICKS),
        checkAck: whole(message, 'CHECK_ACK', 0, MAX_TICKS),
        first: whole(message, 'FIRST', 0, MAX_TICKS),
        inputs: Array.from(list(message, 'INPUTS', MAX_INPUTS), input), // map() would call what a list says is its constructor
        firstCheck: whole(message, 'FIRST_CHECK', 0, MAX_TICKS),
        checks: Array.from(list(message, 'CHECKS', MAX_CHECKS), digits),
    };
}

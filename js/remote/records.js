// What an operation leaves in the records that the page of a world in a worker keeps: as a rule its
// values one after another from the row's `field` on; KEEPERS says what else. Called by
// js/remote/engine.js.
import { BODY, COLLIDER, FIELD, FLAGS, JOINT } from '../wire/layout.js';
import {
    ADD_LAYER, DESTROY_MOVER, FILL_TILES, IGNORE_PAIR, SET_FIELD, SET_LAYER_PAIR, SET_LIMIT, SET_LOCKS, SET_MOTOR,
    SET_MOVER_FLOATING, SET_MOVER_NUMBERS, SET_NUMBERS, SET_SPRING,
} from '../wire/operations.js';

/** @import { Operation } from '../wire/operations.js' */

/** Settings of a body that only the page changes: field of its record, bit of FLAGS. */
const SWITCHES = /** @type {const} */ ([
    [BODY.CAN_SLEEP, FLAGS.CAN_SLEEP],
    [BODY.ENABLED, FLAGS.ENABLED],
    [BODY.BULLET, FLAGS.BULLET],
    [BODY.DROPS, FLAGS.DROPS],
]);

/**
 * The flags that a body's record gives it.
 * @param {number[]} record
 */
export function flagsOf(record) {
    const start = record[BODY.TYPE] | record[BODY.LOCKS];
    return SWITCHES.reduce((flags, [field, bit]) => (record[field] !== 0 ? flags | bit : flags), start);
}

/** @typedef {(record: number[], ...values: any[]) => void} Keeper */

/**
 * Keeps a switch of a joint with the numbers that belong to it.
 * @param {number} on field of the switch
 * @param {number} field of the first number
 * @returns {Keeper}
 */
const keepGroup = (on, field) => (record, value, ...numbers) => {
    record[on] = Number(value);
    numbers.forEach((each, i) => {
        if (each !== undefined) record[field + i] = Math.fround(each);
    });
};

/** By the operation's number. @type {Record<number, Keeper>} */
const KEEPERS = {
    [SET_LOCKS.number](record, mask, locks) {
        record[BODY.LOCKS] = (record[BODY.LOCKS] & ~mask) | (locks & mask);
    },
    [SET_FIELD.number](record, given) {
        for (let i = 0; i < FIELD.RECORD; ++i) record[COLLIDER.FIELD + i] = given ? given[i] : 0;
    },
    [SET_LIMIT.number]: keepGroup(JOINT.LIMIT, JOINT.LOWER),
    [SET_MOTOR.number]: keepGroup(JOINT.MOTOR, JOINT.MOTOR_SPEED),
    [SET_SPRING.number]: keepGroup(JOINT.SPRING, JOINT.SPRING_HERTZ),
    [SET_NUMBERS.number](record, field, count, ...numbers) {
        for (let i = 0; i < count; ++i) record[field + i] = Math.fround(numbers[i]);
    },
};

/** Operations that the mirror keeps outside of the record of their target. */
const ELSEWHERE = [ADD_LAYER, SET_LAYER_PAIR, IGNORE_PAIR, FILL_TILES, DESTROY_MOVER, SET_MOVER_NUMBERS, SET_MOVER_FLOATING]
   .map(({ number }) => number);

/**
 * Whether the page's mirror must know of an operation.
 * @param {Operation} operation
 */
export function leavesRecord(operation) {
    return operation.field !== undefined || KEEPERS[operation.number] !== undefined || ELSEWHERE.includes(operation.number);
}

/**
 * Writes what an operation sets into the record of its target.
 * @param {Operation} operation
 * @param {number[]} record
 * @param {any[]} values
 */
export function keepValues({ number, field }, record, values) {
    if (KEEPERS[number]) KEEPERS[number](record, ...values);
    else if (field !== undefined) {
        values.forEach((value, i) => {
            const given = Number(value);
            record[field + i] = Number.isInteger(given) ? given : Math.fround(given);
        });
    }
}

// What an operation leaves in the records that the page of a world in a worker keeps: as a rule its values one
// after another from the row's `field` on; KEEPERS says what else. js/remote/mirror.js keeps by it,
// js/remote/registry.js notes by it.
import { BODY, COLLIDER, FIELD, FLAGS, JOINT, MOVER } from '../wire/layout.js';
import { targetOf } from '../wire/names.js';
import * as OP from '../wire/operations.js';

/** @import { Operation } from '../wire/operations.js' */

/** Settings of a body that only calls change: their names in BODY and in FLAGS. */
const SWITCHES = Object.keys(FLAGS).filter((name) => name in BODY && name !== 'AWAKE');

/** The flags that a body's record gives it. @param {number[]} record */
export function flagsOf(record) {
    const names = SWITCHES.filter((name) => record[/** @type {any} */ (BODY)[name]] !== 0);
    return names.reduce((flags, name) => flags | /** @type {any} */ (FLAGS)[name],
        record[BODY.TYPE] | record[BODY.LOCKS]);
}

/** A number as the engine keeps it. @param {any} value */
export const rounded = (
    value,
) => (Number.isInteger(Number(value)) ? Number(value) : Math.fround(value));

/** @typedef {(record: number[], ...values: any[]) => void} Keeper */

/** Keeps a switch of a joint with the numbers that belong to it. @param {number} on field of the switch @param {number} field of the first number @returns {Keeper} */
const keepGroup = (on, field) => (record, value, ...numbers) => {
    record[on] = Number(value);
    numbers.forEach((each, i) => {
        if (each !== undefined) record[field + i] = Math.fround(each);
    });
};

/** @type {Keeper} */
const keepNumbers = (record, field, count, ...numbers) => {
    for (let i = 0; i < count; ++i) record[field + i] = Math.fround(numbers[i]);
};

/** By the operation's number. @type {Record<number, Keeper>} */
const KEEPERS = {
    [OP.SET_LOCKS.number](record, mask, locks) {
        record[BODY.LOCKS] = (record[BODY.LOCKS] & ~mask) | (locks & mask);
    },
    [OP.SET_FIELD.number](record, given) {
        for (let i = 0; i < FIELD.RECORD; ++i) record[COLLIDER.FIELD + i] = given ? given[i] : 0;
    },
    [OP.SET_LIMIT.number]: keepGroup(JOINT.LIMIT, JOINT.LOWER),
    [OP.SET_MOTOR.number]: keepGroup(JOINT.MOTOR, JOINT.MOTOR_SPEED),
    [OP.SET_SPRING.number]: keepGroup(JOINT.SPRING, JOINT.SPRING_HERTZ),
    [OP.SET_NUMBERS.number]: keepNumbers,
};

/** Of a mover, whose settings are a record of their own. @type {Record<number, Keeper>} */
export const MOVER_KEEPERS = {
    [OP.SET_MOVER_NUMBERS.number]: keepNumbers,
    [OP.SET_MOVER_FLOATING.number](settings, floating) {
        settings[MOVER.FLOATING] = Number(floating);
    },
};

/** Operations that the mirror keeps otherwise. */
const OTHERS = [OP.ADD_LAYER, OP.SET_LAYER_PAIR, OP.IGNORE_PAIR, OP.FILL_TILES, OP.SET_SHAPE,
    OP.CREATE_MOVER, OP.DESTROY_MOVER].map(({ number }) => number);

/** Whether the page's mirror must know of an operation. @param {Operation} operation */
export function leavesRecord({ number, field }) {
    const settings = targetOf(number) !== 'world' && field !== undefined;
    return settings || number in KEEPERS || number in MOVER_KEEPERS || OTHERS.includes(number);
}

/**
 * Writes what an operation sets into the record of its target.
 * @param {Operation} operation
 * @param {number[]} record
 * @param {any[]} values
 */
export function keepValues({ number, field }, record, values) {
    if (number in KEEPERS) KEEPERS[number](record, ...values);
    else if (field !== undefined)
        values.forEach((value, i) => {
            record[field + i] = rounded(value);
        });
}

// All operations of js/wire/operations.js by number, with their names. Recordings, replays and worlds in
// workers read it.
import { ADDED } from './added-rows.js';
import { NAMES, targetOf } from './names.js';
import * as rows from './operations.js';

/** @import { Target } from './names.js' */
/** @import { Operation } from './operations.js' */

/** @typedef {Operation & { name: string, target: Target }} NamedOperation */

/** All operations in the order of their numbers. @type {readonly NamedOperation[]} */
export const OPERATIONS = Object.values(rows)
    .sort((a, b) => a.number - b.number)
    .map((row) => ({ ...row, name: NAMES[row.number], target: targetOf(row.number) }));

const byNumber = new Map(OPERATIONS.map((operation) => [operation.number, operation]));

/**
 * The operation with a number.
 * @param {number} number
 */
export function operationOf(number) {
    const found = byNumber.get(number) ?? ADDED.find((operation) => operation.number === number);
    if (!found)
        throw new RangeError(`operation: number must be that of an operation, got ${number}`);
    return found;
}

/**
 * Refuses values that an operation does not take.
 * @param {NamedOperation} operation
 * @param {readonly unknown[]} values
 */
export function checkValues({ name, args }, values) {
    args.forEach((argument, i) => argument.check(name, argument.name, values[i]));
}

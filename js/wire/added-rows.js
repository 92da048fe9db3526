// Rows that an entry adds to the table of operations (js/wire/table.js), with their names: those of 'mica2d/matter'.

/** @import { NamedOperation } from './table.js' */

/** @type {NamedOperation[]} */
export const ADDED = [];

/**
 * Adds rows, once.
 * @param {readonly NamedOperation[]} rows
 */
export function addRows(rows) {
    if (!ADDED.includes(rows[0])) ADDED.push(...rows);
}

// The engine's own defaults of bodies, colliders, worlds and fields, asked for once for each unit of length, so that js/
// repeats none of the numbers. Parsed records have NaN where a default holds; js/world/objects/create.js and js/world/world.js
// fill it in just before the record goes to the engine, js/remote/host.js sends them to the page.
import { FIELD_TYPES } from '../../options/fields.js';
import { BODY, COLLIDER, FIELD, WORLD } from '../../wire/layout.js';
import { borrow, giveBack, heap, wasm } from '../../wire/wasm.js';

/** @typedef {{ body: number[], collider: number[], world: number[], fields: number[][] }} Defaults `fields` by `FIELD_TYPES` */

/** By the unit of length. @type {Map<number, Defaults>} */
const known = new Map();

/** The defaults in a world of a unit of length. @param {number} lengthUnit @returns {Defaults} */
export function defaults(lengthUnit) {
    const before = known.get(lengthUnit);
    if (before) return before;
    const lengths = [BODY.RECORD, COLLIDER.RECORD, WORLD.RECORD];
    const address = borrow('init', 8 * (BODY.RECORD + COLLIDER.RECORD + WORLD.RECORD));
    const [body, collider, world] = [0, lengths[0], lengths[0] + lengths[1]].map((start) =>
        address + 8 * start
    );
    wasm.calls.write_defaults(lengthUnit, body, collider, world);
    const [a, b, c] = [body, collider, world].map((from, i) =>
        Array.from(heap().f64.subarray(from >> 3, (from >> 3) + lengths[i]))
    );
    const fields = FIELD_TYPES.map((_, i) => {
        wasm.calls.field_defaults(i + 1, lengthUnit, address);
        return Array.from(heap().f64.subarray(address >> 3, (address >> 3) + FIELD.RECORD));
    });
    giveBack(address);
    const found = { body: a, collider: b, world: c, fields };
    known.set(lengthUnit, found);
    return found;
}

/**
 * Fills in what a parsed record leaves to the engine.
 * @param {number[]} record
 * @param {readonly number[]} ours of `defaults()`
 */
export function complete(record, ours) {
    // The bridge itself fills in a field, whose defaults depend on its type.
    const end = Math.min(ours.length, COLLIDER.FIELD);
    for (let i = 0; i < end; ++i) {
        const number = record[i];
        if (number !== number) record[i] = ours[i];
    }
    return record;
}

// Fields of colliders, read back as options. js/world/engine.js calls this.
import { describeField } from '../../options/fields.js';
import { FIELD } from '../../wire/layout.js';
import { borrow, done, giveBack, heap, wasm } from '../../wire/wasm.js';

/** @import { FieldOptions } from '../../options/types.js' */

/**
 * A collider's field as options.
 * @param {number} ptr
 * @param {number} collider
 * @param {string} method
 * @returns {FieldOptions | null}
 */
export function readField(ptr, collider, method) {
    const address = borrow(method, 8 * FIELD.RECORD);
    const error = wasm.calls.collider_field(ptr, collider, address);
    const field = error === 0 ? describeField(heap().f64, address >> 3) : null;
    giveBack(address);
    done(method, error);
    return field;
}

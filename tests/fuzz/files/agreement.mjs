// Whether what the page knows of a world agrees with what the engine knows, which a snapshot holds both of: layers by name and
// by number, settings, counts. And whether a world that was restored is, saved and restored again, the same.
import assert from 'node:assert/strict';
import { World } from '../../../js/index.js';
import { NUMBERS, layOut } from '../../../js/wire/saved.js';
import { fixSnapshot, padded, sectionsOf } from './saved-bytes.mjs';

/** Doubles of a page's part before its JSON: its own, then the settings of the world. */
export const PAGE = { STEP_COUNT: 2, TEXT_BYTES: 11, SETTINGS: 12, NUMBERS: 30 };

/** Where each number of the state lies in a snapshot, and its type. @param {Uint8Array} bytes */
export function stateNumbers(bytes) {
    const [{ from }] = sectionsOf(bytes);
    return new Map(
        layOut(NUMBERS, 0).leaves.map(({ name, type, at }) => [name, { type, at: from + at }]),
    );
}

/**
 * A copy of a snapshot whose page's part is another, and its checksum right.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {(page: { numbers: Float64Array, text: any }) => void} change
 */
export function withPage(bytes, change) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    const at = bytes.length - padded(length);
    const numbers = new Float64Array(bytes.slice(at, at + 8 * PAGE.NUMBERS).buffer);
    const text = JSON.parse(
        new TextDecoder().decode(bytes.subarray(at + 8 * PAGE.NUMBERS, at + length)),
    );
    const page = { numbers, text };
    change(page);
    const json = new TextEncoder().encode(JSON.stringify(page.text));
    numbers[PAGE.TEXT_BYTES] = json.length;
    const made = new Uint8Array(at + padded(8 * PAGE.NUMBERS + json.length));
    made.set(bytes.subarray(0, at));
    made.set(new Uint8Array(numbers.buffer), at);
    made.set(json, at + 8 * PAGE.NUMBERS);
    new DataView(made.buffer).setUint32(12, 8 * PAGE.NUMBERS + json.length, true);
    fixSnapshot(made);
    return made;
}

/** The layers, settings and counts of the page, against those of the engine as its snapshot has them. @param {World<any>} world */
function checkFacts(world) {
    const bytes = world.snapshot();
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const state = stateNumbers(bytes);
    /** @param {string} name */
    const read = (name) => {
        const { type, at } = /** @type {{ type: string, at: number }} */ (state.get(name));
        return type === 'float'
            ? view.getFloat32(at, true) + 0
            : type === 'bool'
            ? bytes[at]
            : view.getUint32(at, true);
    };
    const [gx, gy] = world.gravity;
    assert.deepEqual(
        [Math.fround(gx) + 0, Math.fround(gy) + 0, Math.fround(world.hitSpeed),
            Math.fround(world.restitutionThreshold), Number(world.sleep),
            world.stepCount % 2 ** 32],
        [read('gravity.x'), read('gravity.y'), read('hitSpeed'), read('restitutionThreshold'),
            read('sleep'), read('steps')],
        'settings',
    );
    const { names } = world.layers;
    assert.equal(names[0], 'default');
    for (const body of world.bodies)
        for (const { layer } of body.colliders) assert.ok(names.includes(layer), `layer ${layer}`);
    for (const name of [...state.keys()].filter((each) => /^names(Solid|Trigger)\[/.test(each))) {
        const at = /** @type {{ at: number }} */ (state.get(name)).at;
        const row = Number(/\[(\d+)\]/.exec(name)?.[1]);
        const bits = view.getBigUint64(at, true);
        assert.ok(row < names.length || bits === 0n,
            `${name} names layers, and there are ${names.length}`);
        assert.equal(bits >> BigInt(names.length), 0n, `${name} names a layer that is none`);
    }
}

/** @param {World<any>} world */
function userDataOf(world) {
    return [...world.bodies].map((
        body,
    ) => [body.userData, body.colliders.map(({ userData }) => userData),
        body.joints.map(({ userData }) => userData)]
    );
}

/**
 * Checks a world that was restored from whatever bytes; throws if its two sides differ, or if it is not the same once saved and restored.
 * @param {World<any>} world
 */
export function checkAgreement(world) {
    checkFacts(world);
    const bytes = world.snapshot({ userData: true });
    const other = World.fromSnapshot(bytes);
    assert.deepEqual(userDataOf(other), userDataOf(world), 'user data');
    assert.deepEqual(other.layers.names, world.layers.names);
    assert.deepEqual([other.stepCount, other.time, other.hash()], [world.stepCount, world.time,
        world.hash()]);
    assert.deepEqual(other.gravity, world.gravity);
    assert.ok(Buffer.compare(other.snapshot({ userData: true }), bytes) === 0,
        'saved again, the bytes differ');
    other.destroy();
}

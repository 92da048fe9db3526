// Snapshots and differences of snapshots, damaged: restored into a world that has another state, or made a world of.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MicaError, World } from '../../../js/index.js';
import { fromScene } from '../../../js/scene.js';
import { allocate, memoryBytes, wasm } from '../../../js/wire/wasm.js';
import { applyDelta, isDelta, mostOf, withDifference } from '../../../js/world/saving/delta.js';
import { smallScenes } from '../../js/scene-samples.mjs';
import { checkAgreement } from './agreement.mjs';
import { damageNumber, damageRange, differing, joined } from './bytes.mjs';
import { makeChance } from './chance.mjs';
import { damageJson } from './json.mjs';
import { Find, attempt, useWorld } from './probe.mjs';
import { HEADER, fixSnapshot, padded, sectionsOf, withCount } from './saved-bytes.mjs';

/** @import { Chance } from './chance.mjs' */
/** @import { Kind } from './kind.mjs' */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{ bytes: Bytes, since?: Bytes, fixed: boolean, into: boolean, variant: number }} SnapshotFile */

/** Bytes of what a page saves before its JSON: 12 numbers and the options of a world; and where the JSON's length lies. */
const TEXT_BYTES = 8 * 11;

const CODES = ['BAD_SNAPSHOT', 'NEWER_SNAPSHOT', 'NO_MEMORY', 'CAPACITY'];

/** Snapshots of small worlds that together have everything. @returns {Bytes[]} */
export function goodSnapshots() {
    const snapshots = smallScenes().map((scene, i) => {
        const world = fromScene(JSON.parse(scene));
        for (let step = 0; step < 5 * (i % 3); ++step) world.step();
        if (i % 4 === 1) [...world.bodies].at(-1)?.destroy();
        const bytes = world.snapshot({ userData: i % 2 === 0 });
        world.destroy();
        return bytes;
    });
    const { zipped } = JSON.parse(
        readFileSync(new URL('../../fixtures/snapshots/v1.json', import.meta.url), 'utf8'),
    );
    return [...snapshots, ...heaps(), ...terrains(),
        new Uint8Array(gunzipSync(Buffer.from(zipped, 'base64')))];
}

/** Worlds in motion: contacts, sleep, ignored pairs, a chain, a map of tiles, gears. @returns {Bytes[]} */
function heaps() {
    return [0, 1].map((variant) => {
        const world = new World({ gravity: [0, -12],
            stepping: variant === 1 ? 'impacts' : 'substeps' });
        world.createBody({ type: 'static',
            collider: { shape: 'chain', points: [[-9, 3], [-5, 0], [0, -1], [5, 0], [9, 3]] } });
        world.createBody({ type: 'static', position: [1, 0],
            collider: { shape: 'tiles', columns: 4, rows: 2, cells: [1, 1, 1, 1, 0, 1, 2, 0] } });
        const bodies = Array.from({ length: 8 },
            (_, i) =>
                world.createBody({ position: [-4 + (i % 4) * 1.3, 3 + Math.floor(i / 4)],
                    collider: i % 2 === 0
                        ? { shape: 'circle', radius: 0.4 }
                        : { shape: 'box', width: 0.7, height: 0.5 } }));
        if (variant === 0) {
            const hinges = [0, 2].map((i) =>
                world.createJoint({ type: 'revolute', bodyA: bodies[i], bodyB: bodies[i + 1],
                    anchor: [-4 + i, 3] })
            );
            world.createJoint({ type: 'gear', jointA: hinges[0], jointB: hinges[1], ratio: 2 });
        }
        for (let i = 0; i < 60; ++i) world.step();
        bodies[5].destroy();
        const bytes = world.snapshot();
        world.destroy();
        return bytes;
    });
}

/** Worlds with a terrain that was dug and filled, and with what fell off it. @returns {Bytes[]} */
function terrains() {
    return [0, 1].map((variant) => {
        const world = new World();
        playGround(world, variant);
        const bytes = world.snapshot({ userData: variant === 0 });
        world.destroy();
        return bytes;
    });
}

/**
 * Makes a terrain of several chunks, with one material or two, and digs and fills it for some steps.
 * @param {World<any>} world @param {number} variant
 */
export function playGround(world, variant) {
    const materials = { dirt: {},
        rock: { hardness: 3, friction: 0.2, anchor: true, userData: { gold: 1 } } };
    const ground = world.createTerrain({ columns: 40, rows: 36, cellSize: 0.25, position: [-5, -9],
        fill: (x, y) => y < 4 || (y < 8 && Math.abs(x - 5) < 1) || y > 8.2,
        ...(variant === 0 ? { materials, material: (x) => Number(x > 8) } : {}) });
    world.createBody({ position: [-3, -4], collider: { shape: 'circle', radius: 0.4 } });
    for (let i = 0; i < 14; ++i) {
        if (i === 2) ground.dig({ shape: 'box', width: 5, height: 0.6 }, { position: [0, -3.5] });
        if (i === 5) ground.add({ shape: 'circle', radius: 0.8 }, { position: [3, -4] });
        if (i === 7) {
            ground.dig({ shape: 'path', points: [-1, 0, 0, 1, 3, 1], radius: 0.4 }, {
                position: [-4, -5],
                angle: 0.2,
                hardness: 2,
            });
        }
        if (i === 9) ground.pieces = 'remove';
        world.step();
    }
}

/** What the page saved in a snapshot, damaged: its numbers, or its JSON. @param {Chance} chance @param {Bytes} bytes @returns {Bytes} */
function damagePage(chance, bytes) {
    const length = new DataView(bytes.buffer).getUint32(12, true);
    const at = bytes.length - padded(length);
    if (at < HEADER || length <= TEXT_BYTES + 8) return bytes;
    const view = new DataView(bytes.buffer);
    const text = view.getFloat64(at + TEXT_BYTES, true);
    const end = at + length;
    if (chance.once(2) || !(text >= 2 && text <= length - TEXT_BYTES)) {
        const place = at + 8 * chance.below(Math.floor(length / 8));
        view.setFloat64(place,
            chance.pick([0, -0, 1, -1, 0.5, 2, 64, 65, 1e9, 1e15, 2 ** 31, 2 ** 53, NaN, Infinity,
                1e300, 1e-7]), true);
        return bytes;
    }
    let json;
    try {
        json = JSON.parse(new TextDecoder().decode(bytes.subarray(end - text, end)));
    } catch {
        return bytes;
    }
    const root = { json };
    damageJson(root, Math.floor(chance.next() * 2 ** 32), [root]);
    let changed;
    try {
        changed = new TextEncoder().encode(
            chance.once(8)
                ? '['.repeat(chance.pick([3, 100_000]))
                : JSON.stringify(root.json) ?? 'null',
        );
    } catch {
        return bytes;
    }
    const page = joined(bytes.subarray(at, end - text), changed);
    new DataView(page.buffer).setFloat64(TEXT_BYTES, changed.length, true);
    view.setUint32(12, page.length, true);
    return joined(bytes.subarray(0, at), page, new Uint8Array(padded(page.length) - page.length));
}

/**
 * Does one damage to a snapshot.
 * @param {Bytes} bytes @param {number} seed @param {Bytes} other
 * @returns {Bytes}
 */
export function damageSnapshot(bytes, seed, other) {
    const chance = makeChance(seed);
    const sections = sectionsOf(bytes);
    const how = chance.below(40);
    if (how === 0 || sections.length === 0)
        return damageRange(chance, bytes, other, chance.once(2) ? 16 : 1);
    if (how === 1)
        damageNumber(chance, bytes, { from: 0, to: Math.min(bytes.length, sections[0].from) });
    else if (how < 5) return damagePage(chance, bytes);
    else {
        const section = chance.pick(sections);
        const { from, to, size, count, countAt } = section;
        if (how < 8 && countAt > 0) {
            const most = Math.max(0, count + chance.pick([-count, -1, -1, 1, 1, 2, 5]));
            return size * most < 2 ** 16 ? withCount(bytes, section, most) : bytes;
        }
        const [one, two] = [from + size * chance.below(count), from + size * chance.below(count)];
        if (how < 10) bytes.copyWithin(one, two, two + size);
        else damageNumber(chance, bytes, how < 30 ? { from: one, to: one + size } : { from, to });
    }
    return bytes;
}

/** The difference of two snapshots, if both are whole. @param {Bytes} bytes @param {Bytes} base @returns {Bytes | undefined} */
function deltaOf(bytes, base) {
    const address = allocate('files', bytes.length);
    try {
        memoryBytes().set(bytes, address);
        return withDifference('files', address, bytes.length, base, mostOf(bytes.length), (delta) =>
            delta?.slice());
    } finally {
        wasm.calls.release(address);
    }
}

/** A difference whose whole snapshot has a right checksum. @param {Bytes} delta @param {Bytes} since @returns {Bytes} */
function fixDelta(delta, since) {
    try {
        const whole = applyDelta('files', delta, since).slice();
        fixSnapshot(whole);
        delta.set(whole.subarray(16, 24), 4 * 5 + 16);
    } catch (error) {
        if (!(error instanceof MicaError)) throw new Find('a damaged difference', error);
    }
    return delta;
}

/** @returns {Kind<SnapshotFile>} */
export function snapshotKind() {
    const good = goodSnapshots();
    // A world of another state, for refused snapshots to leave as it was.
    let target = World.fromSnapshot(good[0]);
    let [hash, saved, refusals] = [target.hash(), target.snapshot(), 0];
    const renew = () => {
        target = World.fromSnapshot(good[refusals % 7]);
        [hash, saved] = [target.hash(), target.snapshot()];
    };

    /** @param {number} base @param {readonly number[]} changes @returns {SnapshotFile} */
    const damage = (base, changes) => {
        const chance = makeChance(changes[0]);
        const start = good[base % good.length];
        const other = good[chance.below(good.length)];
        const [fixed, into, variant, asDelta] = [!chance.once(8), chance.once(2), chance.below(64),
            chance.once(8)];
        let bytes = start.slice();
        if (!asDelta) {
            for (const seed of changes.slice(1)) bytes = damageSnapshot(bytes, seed, other);
            if (fixed) fixSnapshot(bytes);
            return { bytes, fixed, into, variant };
        }
        // Half of the time the difference itself is damaged, else what it stands for.
        const later = chance.once(2);
        if (later) {
            for (const seed of changes.slice(1)) bytes = damageSnapshot(bytes, seed, other);
            if (bytes.length % 16 === 0) fixSnapshot(bytes);
        } else {
            for (let i = HEADER; i + 4 <= bytes.length; i += 400) bytes[i] ^= 1;
            fixSnapshot(bytes);
        }
        const since = start;
        let delta = deltaOf(bytes, since);
        if (!delta) return { bytes, since, fixed, into, variant };
        if (!later) {
            for (const seed of changes.slice(1)) {
                const own = makeChance(seed);
                if (own.once(6)) delta = damageRange(own, delta, other, own.once(2) ? 4 : 1);
                else damageNumber(own, delta, { from: 0, to: delta.length });
            }
            delta = delta.slice();
            if (fixed && isDelta(delta)) delta = fixDelta(delta, since);
        }
        return { bytes: delta, since, fixed, into, variant };
    };

    return {
        name: 'snapshots',
        bases: good.length,
        weight: 3,
        damage,
        bytes: ({ bytes }) => bytes.length,
        take({ bytes, since, into, variant }) {
            let world;
            try {
                if (into) target.restore(bytes, since && { since });
                else world = World.fromSnapshot(bytes, since && { since });
            } catch (error) {
                if (!(error instanceof MicaError && CODES.includes(error.code)
                    && /^World\.(restore|fromSnapshot): /.test(error.message))) throw error;
                if (target.hash() !== hash) throw new Find('refused, yet the hash changed');
                if (++refusals % 32 === 0 && Buffer.compare(target.snapshot(), saved) !== 0)
                    throw new Find('refused, yet the snapshot changed');
                return false;
            }
            if (into) {
                world = target;
                renew();
            }
            if (variant % 4 === 0)
                attempt('agreement', () => checkAgreement(/** @type {World<any>} */ (world)));
            // A game may have saved what it wrote into a view, of which the step then complains.
            useWorld(/** @type {World<any>} */ (world), variant, ['VIEW_NOT_FINITE']);
            return true;
        },
        describe(base, changes, { bytes, since, fixed, into }) {
            const from = good[base % good.length];
            const at = since ? undefined : differing(bytes, from);
            return [
                `snapshot ${base % good.length} of ${from.length} bytes${
                    since ? ', as a difference' : ''
                }, ${into ? 'restored' : 'made a world'}${fixed ? '' : ', its checksum as it was'}`,
                ...(at ?? []).filter((i) => i < 16 || i >= 24).slice(0, 40).map((i) =>
                    `  byte ${i} (${placeOf(from, i)}): ${from[i]} became ${bytes[i]}`
                ),
            ];
        },
        smaller: (base,
            file) => (file.since ? undefined : fewerBytes(good[base % good.length], file)),
    };
}

/** Which row of the table a byte belongs to. @param {Bytes} bytes @param {number} at */
function placeOf(bytes, at) {
    const section = sectionsOf(bytes).find(({ from, to }) => at >= from && at < to);
    if (!section) return 'header or table';
    const { from, size, countAt } = section;
    return countAt > 0
        ? `row ${(countAt - HEADER - 4) / 8}, element ${Math.floor((at - from) / size)}, byte ${
            (at - from) % size
        }`
        : `numbers, byte ${at - from}`;
}

/**
 * The same file with each changed byte in turn as it was in the good one.
 * @param {Bytes} good @param {SnapshotFile} file
 */
function* fewerBytes(good, file) {
    for (const i of differing(file.bytes, good) ?? []) {
        const bytes = file.bytes.slice();
        bytes[i] = good[i];
        if (file.fixed) fixSnapshot(bytes);
        yield { ...file, bytes };
    }
}

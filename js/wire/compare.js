// Finds where two snapshots differ, value by value, and says of each at which level it lies (js/wire/saved.js). Called
// by js/differences.js, which sorts what is found.
import { slotOf } from './layout.js';
import { LAYOUTS, STATE, bitsOf, valueOf } from './saved-bytes.js';
import { BITS, HANDLES, LEVEL, MATTER_ROWS, PAGE, ROWS } from './saved.js';

/** @import { Saved, SavedRow } from './saved-bytes.js' */
/** @import { Leaf } from './saved.js' */

/**
 * @typedef {object} Found
 * @property {number} level
 * @property {number} order among those of a level
 * @property {string} what
 * @property {number} slot
 * @property {string} field
 * @property {number | bigint | boolean | string} a
 * @property {number | bigint | boolean | string} b
 * @property {readonly [number, number]} [floats] the bits, if it is a number in single precision
 * @property {readonly number[]} [contact] its two colliders, if it is a contact
 */

const ORDER = ['world', 'layer table', 'body', 'collider', 'joint', 'mover', 'contact'];
const BODY_TYPES = ['static', 'kinematic', 'dynamic', ''];
const SHAPES = ['', 'circle', 'capsule', 'polygon', 'chain', 'tiles'];

/** Of a tile map, of a polygon and of a chain, as SHAPES has them. */
const [POLYGON, CHAIN, TILES] = [3, 4, 5];

const PLACE = Object.fromEntries(ROWS.map(([name], k) => [name, k]));

/** @param {string} what */
const orderOf = (what) => (ORDER.indexOf(what) + ORDER.length + 1) % (ORDER.length + 1);

/** @param {Saved} saved @param {string} name @returns {SavedRow} */
const rowOf = (saved, name) => saved.rows[PLACE[name]];

/** @param {string} row @param {string} name @returns {Leaf} */
function leafOf(row, name) {
    const leaf = LAYOUTS[PLACE[row]]?.leaves.find((each) => each.name === name);
    if (!leaf) throw new Error(`no ${name} in ${row}`);
    return leaf;
}

/** Of colliders. */
const [TYPE, SHAPE_PLACE, FIELD_PLACE, BODY_OF] = ['shape.shape', 'place of its shape',
    'place of its field', 'body'].map((name) => leafOf('colliders', name));

/** A number of a record in a row. @param {Saved} saved @param {string} row @param {number} slot @param {Leaf} leaf */
function numberAt(saved, row, slot, leaf) {
    const { at, size } = rowOf(saved, row);
    return Number(valueOf(saved.view, leaf, at + slot * size));
}

/** The body of a collider. @param {Saved} saved @param {number} collider */
export const bodyOfCollider = (saved,
    collider) => (collider >= 0 && collider < rowOf(saved, 'colliders').count
        ? numberAt(saved, 'colliders', collider, BODY_OF)
        : -1);

/** Whether so many bytes are the same. @param {Saved} a @param {number} atA @param {Saved} b @param {number} atB @param {number} size */
function sameBytes(a, atA, b, atB, size) {
    let i = 0;
    for (; i + 4 <= size; i += 4)
        if (a.view.getUint32(atA + i, true) !== b.view.getUint32(atB + i, true)) return false;
    for (; i < size; ++i) if (a.view.getUint8(atA + i) !== b.view.getUint8(atB + i)) return false;
    return true;
}

/**
 * @param {Saved} a @param {number} atA @param {Saved} b @param {number} atB
 * @param {readonly Leaf[]} leaves
 * @param {(leaf: Leaf, a: number | bigint, b: number | bigint) => void} report is called with those whose bits differ
 */
function eachDifferent(a, atA, b, atB, leaves, report) {
    for (const leaf of leaves) {
        const [one, other] = [bitsOf(a.view, leaf, atA), bitsOf(b.view, leaf, atB)];
        if (one !== other) report(leaf, one, other);
    }
}

/** How many generations of a slot there are. */
const GENERATIONS = 4095;

/** @param {string} name */
const stateLeaf = (name) => /** @type {Leaf} */ (STATE.leaves.find((leaf) => leaf.name === name));
const FIRST_GENERATION = stateLeaf('first generation');

/** The values at which two snapshots differ. @param {Leaf} leaf @param {Saved} a @param {number} atA @param {Saved} b @param {number} atB */
function values(leaf, a, atA, b, atB) {
    if (leaf.member === 'generation') {
        // Generations begin where those of the last world of the page ended.
        const [one, other] = [[a, atA], [b, atB]].map(([saved, at]) => {
            const { view, numbersAt } = /** @type {Saved} */ (saved);
            const first = Number(valueOf(view, FIRST_GENERATION, numbersAt));
            return (Number(valueOf(view, leaf, /** @type {number} */ (at))) - first + GENERATIONS)
                % GENERATIONS;
        });
        return { a: one, b: other };
    }
    const pair = { a: valueOf(a.view, leaf, atA), b: valueOf(b.view, leaf, atB) };
    // A handle, whose generation is that of its world; -1 for none.
    if (leaf.member === 'ground' || (leaf.member === 'collider' && leaf.type === 'uint32_t'))
        return { a: slotOf(Number(pair.a)), b: slotOf(Number(pair.b)) };
    if (leaf.type !== 'float') return pair;
    return { ...pair,
        floats:
            /** @type {const} */ ([Number(bitsOf(a.view, leaf, atA)),
                Number(bitsOf(b.view, leaf, atB))]) };
}

/** The lowest bit in which two differ. @param {bigint} a @param {bigint} b */
function lowestBit(a, b) {
    let bit = 0;
    while (((a ^ b) >> BigInt(bit) & 1n) === 0n) ++bit;
    return bit;
}

/**
 * The world's own numbers and its layers.
 * @param {Saved} a @param {Saved} b @param {Found[]} found
 */
export function compareNumbers(a, b, found) {
    eachDifferent(a, a.numbersAt, b, b.numbersAt, STATE.leaves, (leaf, one, other) => {
        const [, table, layer] =
            /^(namesSolid|namesTrigger|solid|trigger)\[(\d+)\]$/.exec(leaf.name) ?? [];
        if (leaf === FIRST_GENERATION) return;
        if (table === undefined) {
            const { level, name } = leaf;
            found.push({ level, order: orderOf('world'), what: 'world', slot: -1, field: name,
                ...values(leaf, a, a.numbersAt, b, b.numbersAt) });
            return;
        }
        const bit = lowestBit(BigInt(one), BigInt(other));
        const has = (/** @type {number | bigint} */ bits) =>
            (BigInt(bits) >> BigInt(bit) & 1n) === 1n;
        const [from, to] = [Number(layer), bit].map((k) =>
            a.page.layers?.[k] ?? b.page.layers?.[k] ?? k
        );
        const verb = table.startsWith('names') ? 'names' : 'is to';
        found.push({
            level: LEVEL.LAYERS,
            order: table.startsWith('names') ? 0 : 1,
            what: 'layer table',
            slot: Number(layer),
            field: `"${from}" ${verb} "${to}" ${/solid/i.test(table) ? 'solid' : 'a trigger'}`,
            a: has(one),
            b: has(other),
        });
    });
    if (!sameBytes(a, a.treesAt, b, b.treesAt, a.rowsAt - a.treesAt))
        found.push({ level: LEVEL.CACHE, order: orderOf('tree'), what: 'tree', slot: -1,
            field: 'numbers of the trees', a: '', b: '' });
}

/**
 * What the page knows beyond the engine.
 * @param {Saved} a @param {Saved} b @param {Found[]} found
 */
export function comparePage(a, b, found) {
    const report = (/** @type {number} */ level, /** @type {string} */ field,
        /** @type {(number | string)[]} */ [one, other]) =>
    {
        if (!Object.is(one, other))
            found.push({ level, order: orderOf('world'), what: 'world', slot: -1, field, a: one,
                b: other });
    };
    for (let k = 0; k < Math.min(a.pageNumbers, b.pageNumbers); ++k) {
        const [name, level] = PAGE[k];
        report(level, name, [a, b].map(({ view, pageAt }) =>
            view.getFloat64(pageAt + 8 * k, true)
        ));
    }
    report(LEVEL.LAYERS, 'layers', [a, b].map(({ page }) => JSON.stringify(page.layers)));
    report(LEVEL.MOTION, 'forces of the frame',
        [a, b].map(({ page }) => JSON.stringify((page.forces ?? []).map(forceOf))));
}

/** A call of applyForce or applyTorque that acts on, with the slot of its body. @param {number[]} call */
const forceOf = ([number, id, ...rest]) => [number, slotOf(id), ...rest];

/** @typedef {'body' | 'collider' | 'joint' | 'mover'} Kind */

/** Where the flags of each kind lie. @type {Record<Kind, readonly [row: string, leaf: Leaf]>} */
const FLAGS = {
    body: ['flags', leafOf('flags', 'flags')],
    collider: ['colliders', leafOf('colliders', 'flags')],
    joint: ['joints', leafOf('joints', 'flags')],
    mover: ['movers', leafOf('movers', 'flags')],
};

const MOVER_BODY = leafOf('movers', 'body');
/** Members that differ where worlds do not, since generations are of a world. */
const OF_ITS_WORLD = ['generation', 'ground'];

/** @param {Saved} saved @param {Kind} kind @param {number} slot */
function isAlive(saved, kind, slot) {
    const [row, leaf] = FLAGS[kind];
    return slot < rowOf(saved, row).count
        && (numberAt(saved, row, slot, leaf) & BITS[kind][0][1]) !== 0;
}

/**
 * Flags bit by bit.
 * @param {keyof typeof BITS} kind @param {number} one @param {number} other
 * @param {(level: number, field: string, a: boolean | string, b: boolean | string) => void} report
 */
function compareFlags(kind, one, other, report) {
    let rest = one ^ other;
    for (const [, bit, name, level] of BITS[kind]) {
        if (rest & bit) report(level, name, (one & bit) !== 0, (other & bit) !== 0);
        rest &= ~bit;
    }
    if (kind === 'body' && rest & 3) {
        report(LEVEL.SETTING, 'type', BODY_TYPES[one & 3], BODY_TYPES[other & 3]);
        rest &= ~3;
    }
    if (rest)
        report(LEVEL.CACHE, 'flags of the engine', `0x${(one & rest).toString(16)}`,
            `0x${(other & rest).toString(16)}`);
}

/**
 * Where an object is named: a mover by its body.
 * @param {Saved} saved @param {Kind} kind @param {number} slot
 */
function placeOf(saved, kind, slot) {
    return kind === 'mover' ? numberAt(saved, 'movers', slot, MOVER_BODY) : slot;
}

/**
 * The records of bodies, colliders, joints or movers in a row.
 * @param {Saved} a @param {Saved} b @param {number} k the row @param {Kind} kind @param {Found[]} found
 */
function compareObjects(a, b, k, kind, found) {
    const [one, other] = [a.rows[k], b.rows[k]];
    const layout = /** @type {NonNullable<typeof LAYOUTS[number]>} */ (LAYOUTS[k]);
    for (let slot = 0; slot < Math.min(one.count, other.count); ++slot) {
        const [atA, atB] = [one.at + slot * one.size, other.at + slot * other.size];
        if (sameBytes(a, atA, b, atB, one.size)) continue;
        const alive = isAlive(a, kind, slot);
        if (alive !== isAlive(b, kind, slot)) continue;
        const base = { order: orderOf(kind), what: kind, slot: placeOf(a, kind, slot) };
        eachDifferent(a, atA, b, atB, layout.leaves, (leaf, x, y) => {
            if (leaf.name === 'flags')
                compareFlags(kind, Number(x), Number(y), (level, field, p, q) =>
                    found.push({ ...base, level: alive ? level : LEVEL.CACHE, field, a: p, b: q }));
            else {
                const pair = inWords(kind, leaf, a, atA, b, atB);
                if (!OF_ITS_WORLD.includes(leaf.member) || pair.a !== pair.b)
                    found.push({ ...base, level: alive ? leaf.level : LEVEL.CACHE, field: leaf.name,
                        ...pair });
            }
        });
    }
}

/**
 * Values as words where a game has words for them.
 * @param {Kind} kind @param {Leaf} leaf @param {Saved} a @param {number} atA @param {Saved} b @param {number} atB
 */
function inWords(kind, leaf, a, atA, b, atB) {
    const pair = values(leaf, a, atA, b, atB);
    if (kind !== 'collider') return pair;
    const [one, other] = [Number(pair.a), Number(pair.b)];
    if (leaf.name === 'layer')
        return { a: a.page.layers?.[one] ?? one, b: b.page.layers?.[other] ?? other };
    return leaf.name === 'shape.shape'
        ? { a: SHAPES[one] ?? one, b: SHAPES[other] ?? other }
        : pair;
}

/** Which objects are in one of the two worlds alone. @param {Saved} a @param {Saved} b @param {Kind} kind @param {Found[]} found */
function compareExistence(a, b, kind, found) {
    const [row] = FLAGS[kind];
    for (let slot = 0; slot < Math.max(rowOf(a, row).count, rowOf(b, row).count); ++slot) {
        const [one, other] = [isAlive(a, kind, slot), isAlive(b, kind, slot)];
        if (one !== other)
            found.push({ level: LEVEL.EXISTS, order: orderOf(kind), what: kind,
                slot: placeOf(one ? a : b, kind, slot), field: 'alive', a: one, b: other });
    }
}

const CONTACTS = /** @type {NonNullable<typeof LAYOUTS[number]>} */ (LAYOUTS[PLACE.contacts]);
const [SIDE_A, SIDE_B, PART, COUNT] = ['colliderA', 'colliderB', 'part', 'number of points'].map((
    name,
) => leafOf('contacts', name));
const CONTACT_KEYS = [SIDE_A, SIDE_B, PART];

/** The contacts by their colliders and part. @param {Saved} saved */
function contactsOf(saved) {
    const { count } = rowOf(saved, 'contacts');
    /** @type {Map<string, number>} */
    const places = new Map();
    for (let i = 0; i < count; ++i)
        places.set(CONTACT_KEYS.map((leaf) => numberAt(saved, 'contacts', i, leaf)).join(), i);
    return places;
}

/** @param {Saved} a @param {Saved} b @param {Found[]} found */
function compareContacts(a, b, found) {
    const [inA, inB] = [contactsOf(a), contactsOf(b)];
    const base = { order: orderOf('contact'), what: 'contact' };
    let moved = -1;
    for (const [key, i] of inA) {
        const contact = key.split(',').map(Number);
        const j = inB.get(key);
        if (j === undefined) {
            found.push({ ...base, level: LEVEL.CONTACT, slot: i, field: 'alive', a: true, b: false,
                contact });
            continue;
        }
        if (i !== j && moved < 0) moved = i;
        const [atA, atB] = [rowOf(a, 'contacts').at + i * CONTACTS.size,
            rowOf(b, 'contacts').at + j * CONTACTS.size];
        const points = [[a, i], [b, j]].map(([saved, at]) =>
            numberAt(/** @type {Saved} */ (saved), 'contacts', Number(at), COUNT)
        );
        eachDifferent(a, atA, b, atB, CONTACTS.leaves, (leaf, x, y) => {
            const push = (/** @type {number} */ level, /** @type {string} */ field,
                /** @type {any} */ pair) =>
                found.push({ ...base, level, slot: i, field, contact, ...pair });
            if (leaf.name === 'flags')
                compareFlags('contact', Number(x), Number(y), (level, field, p, q) =>
                    push(level, field, { a: p, b: q }));
            else if (leaf.member !== 'points')
                push(leaf.level, leaf.name, values(leaf, a, atA, b, atB));
            // Without points, what the narrow phase keeps of a pair that is apart lies in their place.
            else if (points[0] === points[1])
                push(points[0] > 0 ? leaf.level : LEVEL.CACHE,
                    points[0] > 0 ? leaf.name : 'distance kept', values(leaf, a, atA, b, atB));
        });
    }
    for (const [key, slot] of inB) {
        if (!inA.has(key))
            found.push({ ...base, level: LEVEL.CONTACT, slot, field: 'alive', a: false, b: true,
                contact: key.split(',').map(Number) });
    }
    if (moved >= 0)
        found.push({ ...base, level: LEVEL.CACHE, slot: moved, field: 'order of the contacts',
            a: '', b: '' });
}

/**
 * The collider that something belongs to which lies in an array of its own, and what of it that is.
 * @param {Saved} saved @param {string} what @param {number} index
 * @returns {{ collider: number, part: string } | undefined}
 */
function ownerOf(saved, what, index) {
    const { count } = rowOf(saved, 'colliders');
    const find = (/** @type {Leaf} */ place, /** @type {number} */ slot, /** @type {number} */ type,
        /** @type {string} */ part) =>
    {
        for (let collider = 0; collider < count; ++collider) {
            if (!isAlive(saved, 'collider', collider)
                || numberAt(saved, 'colliders', collider, place) !== slot) continue;
            if (type === 0 || numberAt(saved, 'colliders', collider, TYPE) === type)
                return { collider, part };
        }
        return undefined;
    };
    /** In which range it lies. @param {string} row @param {string} first @param {string[]} sizes */
    const range = (row, first, ...sizes) => {
        for (let slot = 0; slot < rowOf(saved, row).count; ++slot) {
            const start = numberAt(saved, row, slot, leafOf(row, first));
            const length = sizes.reduce(
                (product, name) => product * numberAt(saved, row, slot, leafOf(row, name)),
                1,
            );
            if (index >= start && index < start + length) return { slot, within: index - start };
        }
        return { slot: -1, within: 0 };
    };
    const ofTile = (/** @type {string} */ first) => {
        const { slot, within } = range('tileMaps', first, 'columns', 'rows');
        const columns = slot < 0
            ? 1
            : numberAt(saved, 'tileMaps', slot, leafOf('tileMaps', 'columns'));
        return find(SHAPE_PLACE, slot, TILES,
            `(${within % columns}, ${Math.floor(within / columns)}) `);
    };
    if (what === 'polygon') return find(SHAPE_PLACE, index, POLYGON, 'shape.points.');
    if (what === 'chain') return find(SHAPE_PLACE, index, CHAIN, 'shape.');
    if (what === 'tile map') return find(SHAPE_PLACE, index, TILES, 'shape.');
    if (what === 'field') return find(FIELD_PLACE, index, 0, 'field.');
    if (what === 'tile') return ofTile('place of its cells') ?? ofTile("place of its cells' kinds");
    if (what === 'tile kind')
        return find(SHAPE_PLACE, range('tileMaps', 'place of its kinds', 'kinds').slot, TILES,
            'kind of tiles: ');
    if (what !== 'chain point') return undefined;
    const { slot, within } = range('chains', 'place of its points', 'points');
    return find(SHAPE_PLACE, slot, CHAIN, `shape.points[${within}].`);
}

/** @param {Saved} a @param {Saved} b @param {number} k the row @param {Found[]} found */
function compareParts(a, b, k, found) {
    const [one, other] = [a.rows[k], b.rows[k]];
    const [name, , what, level] = ROWS[k];
    if (one.count !== other.count)
        found.push({ level: LEVEL.CACHE, order: orderOf(''), what, slot: -1,
            field: `count of ${name}`, a: one.count, b: other.count });
    const { leaves } = /** @type {NonNullable<typeof LAYOUTS[number]>} */ (LAYOUTS[k]);
    for (let i = 0; i < Math.min(one.count, other.count); ++i) {
        const [atA, atB] = [one.at + i * one.size, other.at + i * other.size];
        if (sameBytes(a, atA, b, atB, one.size)) continue;
        const isBody = what === 'body';
        const owner = isBody ? undefined : ownerOf(a, what, i);
        const base = owner
            ? { order: orderOf('collider'), what: 'collider', slot: owner.collider }
            : { order: orderOf(what), what, slot: i };
        eachDifferent(a, atA, b, atB, leaves, (leaf) => {
            const used = isBody
                ? isAlive(a, 'body', i) || isAlive(b, 'body', i)
                : owner !== undefined || level !== LEVEL.SETTING;
            found.push({ ...base, level: used ? leaf.level : LEVEL.CACHE,
                field: (owner?.part ?? '') + leaf.name, ...values(leaf, a, atA, b, atB) });
        });
    }
}

/**
 * What is known as words alone: the first element that differs.
 * @param {Saved} a @param {Saved} b @param {number} k the row @param {Found[]} found
 */
function compareWords(a, b, k, found) {
    const [one, other] = [a.rows[k], b.rows[k]];
    const [name, , what, level] = ROWS[k];
    const base = { level, order: orderOf(what), what };
    for (let i = 0; i < Math.min(one.count, other.count); ++i) {
        if (sameBytes(a, one.at + i * one.size, b, other.at + i * other.size, one.size)) continue;
        for (let word = 0; 4 * word < one.size; ++word) {
            const [x, y] = [[a, one], [b, other]].map(([saved, row]) => {
                const bits = /** @type {Saved} */ (saved).view.getUint32(
                    /** @type {SavedRow} */ (row).at + i * one.size + 4 * word,
                    true,
                );
                return HANDLES[name]?.includes(word) ? slotOf(bits) : bits;
            });
            if (x === y) continue;
            found.push({ ...base, slot: i, field: `${name}[${i}]`, a: x, b: y });
            return;
        }
    }
    if (one.count !== other.count)
        found.push({ ...base, slot: -1, field: `count of ${name}`, a: one.count, b: other.count });
}

/** Arrays of matter in which all elements that differ are found: of the others, as of particles, the first. */
const EACH = ['matters', 'emitters', 'gauges'];

/**
 * Matter: what there is of it, and its particles.
 * @param {Saved} a @param {Saved} b @param {number} k the row @param {Found[]} found
 */
function compareMatter(a, b, k, found) {
    const [one, other] = [a.rows[k], b.rows[k]];
    const [name, , what] = ROWS[k];
    const base = { order: orderOf(what), what };
    if (one.count !== other.count)
        found.push({ ...base, level: EACH.includes(name) ? LEVEL.EXISTS : LEVEL.MOTION, slot: -1,
            field: `count of ${name}`, a: one.count, b: other.count });
    const { leaves } = /** @type {NonNullable<typeof LAYOUTS[number]>} */ (LAYOUTS[k]);
    for (let i = 0; i < Math.min(one.count, other.count); ++i) {
        const [atA, atB] = [one.at + i * one.size, other.at + i * other.size];
        if (sameBytes(a, atA, b, atB, one.size)) continue;
        const { length } = found;
        eachDifferent(a, atA, b, atB, leaves, (leaf) => {
            const pair = values(leaf, a, atA, b, atB);
            if (pair.a !== pair.b || 'floats' in pair)
                found.push({ ...base, slot: i, level: leaf.level, field: leaf.name, ...pair });
        });
        if (found.length > length && !EACH.includes(name)) return;
    }
}

/**
 * Everything in arrays.
 * @param {Saved} a @param {Saved} b @param {Found[]} found
 */
export function compareRows(a, b, found) {
    for (const kind of /** @type {Kind[]} */ (['body', 'collider', 'joint', 'mover']))
        compareExistence(a, b, kind, found);
    ROWS.forEach((row, k) => {
        const [name, type, what] = row;
        if (type === '') compareWords(a, b, k, found);
        else if (MATTER_ROWS.includes(row)) compareMatter(a, b, k, found);
        else if (what === 'contact') compareContacts(a, b, found);
        else if (what === 'collider' || what === 'joint' || what === 'mover'
            || (what === 'body' && !['positionResiduals', 'endVelocities'].includes(name)))
            compareObjects(a, b, k, /** @type {Kind} */ (what), found);
        else compareParts(a, b, k, found);
    });
}

// How matter is drawn by kind: what the caller may choose (MatterLook), what the kind says, and which matters are
// drawn together. Called by all files of this folder that draw matter.
import { rgba } from './colors.js';

/** @import { DrawableMatter } from './types.js' */

/**
 * How matter of one kind is drawn. Grains are those of sand and fabric, a surface is that of a liquid or jelly.
 * @typedef {object} MatterLook
 * @property {string} [color] any CSS colour, of particles whose value has none: its lower 24 bits are the colour, 0xRRGGBB,
 *     where they are not 0; default '#2f86de' for
 *     liquid, '#e3b55c' for sand, '#ff6fae' for jelly, '#d8c49a' for fabric. Its alpha is not used
 * @property {number} [opacity] from 0, unseen, to 1; default 0.82 for liquid, 1 for sand and fabric, 0.96 for jelly
 * @property {number} [line] how light a surface is where it faces up, from 0, as below, to 1, white;
 *     default 0.75 for liquid, 0.35 for jelly
 * @property {number} [depth] how much deeper in colour a surface's matter is far below it, from 0 to 1; default
 *     0.85 for liquid, 0.35 for jelly
 * @property {number} [outline] how dark the rim of a surface is, from 0, as within, to 1; default 0 for
 *     liquid, 0.8 for jelly
 * @property {number} [shade] how much grains differ in brightness by the upper byte of their value, from 0 to 1;
 *     default 0.35
 * @property {number} [foamSpeed] spacings a second from which sparse particles of a surface foam,
 *     above 0; default 25 for liquid, Infinity for jelly, which is never
 */

/**
 * A look with all its numbers.
 * @typedef {object} FullLook
 * @property {readonly number[]} tint red, green and blue from 0 to 1
 * @property {number} opacity
 * @property {number} line
 * @property {number} depth
 * @property {number} outline
 * @property {number} shade
 * @property {number} foamSpeed
 * @property {number} radius of a particle as it is drawn, in spacings
 * @property {number} threshold the sum of weights at the surface; 0 for grains. At rest, particles have
 *     a sum of 1.8 within, and a flat surface lies 0.64 spacings outside of the outer ones at 0.7, half a
 *     spacing at 0.93
 * @property {boolean} alone whether each matter has a surface of its own
 */

/**
 * How a painter draws matter: the look of each kind, and where the positions of the particles come from.
 * @typedef {object} MatterSettings
 * @property {Readonly<Record<string, FullLook>>} looks by kind
 * @property {(matter: any) => Float32Array} positions of the particles of a matter
 */

/** @type {Readonly<Record<string, Omit<FullLook, 'tint'> & { color: string }>>} */
const LOOKS = {
    liquid: { color: '#2f86de', opacity: 0.82, line: 0.75, depth: 0.85, outline: 0, shade: 0,
        foamSpeed: 25, radius: 1.3, threshold: 0.7, alone: false },
    sand: { color: '#e3b55c', opacity: 1, line: 0, depth: 0, outline: 0, shade: 0.35,
        foamSpeed: Infinity, radius: 0.58, threshold: 0, alone: true },
    jelly: { color: '#ff6fae', opacity: 0.96, line: 0.35, depth: 0.35, outline: 0.8, shade: 0,
        foamSpeed: Infinity, radius: 1.3, threshold: 0.93, alone: true },
    fabric: { color: '#d8c49a', opacity: 1, line: 0, depth: 0, outline: 0, shade: 0.35,
        foamSpeed: Infinity, radius: 0.62, threshold: 0, alone: true },
};

/**
 * Fills in what the caller left out.
 * @param {{ look?: Readonly<Record<string, MatterLook>>, positions?: (matter: any) => Float32Array }} options
 * @param {string} name of the function that was called, for errors
 * @returns {MatterSettings}
 * @throws {RangeError} for an unknown kind or an invalid colour
 */
export function readSettings({ look: given = {}, positions }, name) {
    for (const kind of Object.keys(given)) {
        if (!Object.hasOwn(LOOKS, kind))
            throw new RangeError(
                `${name}: look must have 'liquid', 'sand', 'jelly' or 'fabric', got ${
                    JSON.stringify(kind)
                }`,
            );
    }
    const looks = Object.fromEntries(
        Object.entries(LOOKS).map(([kind, look]) => {
            const full = { ...look, ...given[kind] };
            const tint = rgba(full.color, `${name}: look.${kind}.color`).slice(0, 3);
            return [kind, { ...full, tint }];
        }),
    );
    return { looks, positions: positions ?? ((matter) => matter.positions) };
}

/**
 * Matters that are drawn together.
 * @typedef {object} MatterGroup
 * @property {FullLook} look
 * @property {number[]} members which of the list of matters they are
 * @property {number} spacing the largest of theirs, in the world's units
 * @property {Float64Array} box around them as they are drawn: least x and y, greatest x and y
 */

/**
 * Extends a box around the particles of a matter.
 * @param {Float64Array} box
 * @param {Float32Array} positions
 * @param {number} count of particles
 * @param {number} margin around each, in the world's units
 */
function growBox(box, positions, count, margin) {
    let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
    for (let i = 0; i < 2 * count; i += 2) {
        const x = positions[i], y = positions[i + 1];
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
    }
    box[0] = Math.min(box[0], minX - margin);
    box[1] = Math.min(box[1], minY - margin);
    box[2] = Math.max(box[2], maxX + margin);
    box[3] = Math.max(box[3], maxY + margin);
}

/**
 * Makes what calls for each group of a list of matters from back to front: grains, then surfaces of one matter
 * each, then surfaces that all matters of a kind share. The group is the same object in each call.
 * @param {MatterSettings} settings
 * @returns {(matters: readonly Readonly<DrawableMatter>[], draw: (group: MatterGroup) => void) => void}
 */
export function makeGroups({ looks, positions }) {
    const shared = Object.values(looks).filter((look) => !look.alone);
    const group = { look: looks.liquid, members: /** @type {number[]} */ ([]), spacing: 0,
        box: new Float64Array(4) };

    /** @param {readonly Readonly<DrawableMatter>[]} matters @param {FullLook} look @param {number} from @param {number} to */
    function gather(matters, look, from, to) {
        const { members, box } = group;
        group.look = look;
        group.spacing = members.length = 0;
        box.fill(Infinity, 0, 2).fill(-Infinity, 2);
        for (let i = from; i < to; ++i) {
            const matter = matters[i];
            if (looks[matter.kind] !== look || matter.count === 0) continue;
            members.push(i);
            group.spacing = Math.max(group.spacing, matter.spacing);
            growBox(box, positions(matter), matter.count, look.radius * matter.spacing);
        }
        return members.length > 0;
    }

    return (matters, draw) => {
        for (const grains of [true, false])
            for (let i = 0; i < matters.length; ++i) {
                const look = looks[matters[i].kind];
                if (look.alone && (look.threshold === 0) === grains
                    && gather(matters, look, i, i + 1))
                    draw(group);
            }
        for (const look of shared) if (gather(matters, look, 0, matters.length)) draw(group);
    };
}

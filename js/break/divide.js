// Which parts the shapes of a body fall into, once lines have divided them. Each shape is clipped by cells, which cover the
// plane: two half planes of a cut, the Voronoi cells of a fracture. What touches in one cell stays together, so a U that is
// cut across both legs falls into three. Called by js/break/cut.js and js/break/fracture.js; pure functions.
import { areaOf, clip, gapOf, weld, widthOf } from './polygon.js';

/** @import { Shape } from './shapes.js' */
/** @import { HalfPlane, Polygon } from './polygon.js' */

/**
 * Cells that cover the plane, each the points on one side of its lines with all others.
 * @typedef {object} Cells
 * @property {number} count
 * @property {(cell: number, other: number) => HalfPlane} between beyond it lies the other cell
 * @property {(shape: Shape) => boolean} crosses whether a shape may be divided
 * @property {(a: Polygon, b: Polygon) => boolean} parts whether what touches in two cells is parted, and not held together
 */

/**
 * A piece of a shape, or all of it.
 * @typedef {object} Piece
 * @property {number} shape its place in the list
 * @property {number} cell -1 if it is all of a shape that lies in several
 * @property {Polygon} polygon
 * @property {number} area
 */

/** Lengths in the unit of the world. @typedef {{ weld: number, gap: number, width: number, area: number }} Limits */

/**
 * The engine takes no edges below 1e-4, whatever the unit.
 * @param {number} unit how many units of length make a metre
 * @param {number} area below which no part is cut off, units squared
 * @returns {Limits}
 */
export const limitsIn = (unit, area) => ({ weld: Math.max(2e-4 * unit, 1.5e-4), gap: 5e-3 * unit,
    width: Math.max(5e-3 * unit, 5e-4), area });

/** A list of so many sets of one element each, to be united. */
class Sets {
    /** @param {number} count */
    constructor(count) {
        this.parents = Array.from({ length: count }, (_, i) => i);
    }

    /** The first element of the set. @param {number} i @returns {number} */
    find(i) {
        while (this.parents[i] !== i) i = this.parents[i];
        return i;
    }

    /** @param {number} a @param {number} b @returns {boolean} whether they were two */
    unite(a, b) {
        const [p, q] = [this.find(a), this.find(b)];
        this.parents[Math.max(p, q)] = Math.min(p, q);
        return p !== q;
    }
}

/** @param {number} shape @param {number} cell @param {Polygon} polygon @returns {Piece} */
const pieceOf = (shape, cell, polygon) => ({ shape, cell, polygon, area: areaOf(polygon).area });

/**
 * The pieces of one shape, at least two, or all of it. A cell that would cut off less than a width leaves the shape to the
 * others.
 * @param {Shape} shape
 * @param {number} index
 * @param {Cells} cells
 * @param {Limits} limits
 * @returns {Piece[]}
 */
function piecesOf({ outline, width }, index, cells, limits) {
    const minimum = Math.min(limits.width, width / 2);
    let among = Array.from({ length: cells.count }, (_, i) => i);
    for (;;) {
        const clipped = among.map((cell) => {
            let polygon = outline;
            for (const other of among)
                if (other !== cell && polygon.length > 0)
                    polygon = clip(polygon, cells.between(cell, other));
            return polygon;
        });
        const welded = weld(outline, clipped, limits.weld);
        const found = among.map((cell, i) => ({ cell, polygon: welded[i] }));
        const wide = found.filter(({ polygon }) => widthOf(polygon) >= minimum);
        if (wide.length === 0) return [pieceOf(index, -1, outline)];
        if (wide.length === 1) return [pieceOf(index, wide[0].cell, outline)];
        if (clipped.every((polygon, i) => polygon.length === 0 || wide.includes(found[i])))
            return wide.map(({ cell, polygon }) => pieceOf(index, cell, polygon));
        among = wide.map(({ cell }) => cell);
    }
}

/**
 * The pieces of all shapes. One that may not be divided lies in no cell if it is in several.
 * @param {Shape[]} shapes
 * @param {Cells} cells
 * @param {Limits} limits
 */
const allPieces = (shapes, cells, limits) =>
    shapes.flatMap((shape, i) => {
        const pieces = piecesOf(shape, i, cells, limits);
        return pieces.length === 1 || cells.crosses(shape)
            ? pieces
            : [pieceOf(i, -1, shape.outline)];
    });

/** Whether two pieces lie in one cell, or one of them in several. @param {Piece} a @param {Piece} b */
const mayHold = (a, b) => a.cell === b.cell || a.cell < 0 || b.cell < 0;

/**
 * Unites what touches.
 * @param {Piece[]} pieces
 * @param {Cells} cells
 * @param {Limits} limits
 */
function holdTogether(pieces, cells, limits) {
    const sets = new Sets(pieces.length);
    for (let i = 0; i < pieces.length; ++i) {
        for (let k = 0; k < i; ++k) {
            const [a, b] = [pieces[i], pieces[k]];
            const parted = !mayHold(a, b)
                && (a.shape === b.shape || cells.parts(a.polygon, b.polygon));
            if (!parted && gapOf(a.polygon, b.polygon) <= limits.gap) sets.unite(i, k);
        }
    }
    return sets;
}

/**
 * The pairs of shapes that hold a body together whose shapes do not all touch: the nearest ones.
 * @param {Shape[]} shapes
 * @param {Limits} limits
 * @returns {[a: number, b: number][]}
 */
function bridgesOf(shapes, limits) {
    const sets = new Sets(shapes.length);
    const pairs = shapes.flatMap(({ outline }, a) =>
        shapes.slice(0, a).map((other, b) => ({ a, b, gap: gapOf(outline, other.outline) }))
    ).sort((one, other) => one.gap - other.gap);
    return pairs.flatMap(({ a, b, gap }) =>
        sets.unite(a, b) && gap > limits.gap ? [/** @type {[number, number]} */ ([a, b])] : []
    );
}

/**
 * Unites, for each pair of shapes that are apart, the two nearest of their pieces that lie in one cell.
 * @param {Sets} sets
 * @param {Piece[]} pieces
 * @param {[a: number, b: number][]} bridges
 */
function holdApart(sets, pieces, bridges) {
    for (const [a, b] of bridges) {
        let [nearest, one, other] = [Infinity, -1, -1];
        pieces.forEach((p, i) =>
            pieces.forEach((q, k) => {
                if (p.shape !== a || q.shape !== b || !mayHold(p, q)) return;
                const gap = gapOf(p.polygon, q.polygon);
                if (gap < nearest) [nearest, one, other] = [gap, i, k];
            })
        );
        if (one >= 0) sets.unite(one, other);
    }
}

/**
 * Unites parts that are too small with the largest other piece of one of their shapes.
 * @param {Sets} sets
 * @param {Piece[]} pieces
 * @param {number} minimum area
 */
function uniteSmall(sets, pieces, minimum) {
    for (let changed = true; changed;) {
        changed = false;
        /** @type {Map<number, number>} */
        const areas = new Map();
        pieces.forEach(({ area }, i) =>
            areas.set(sets.find(i), (areas.get(sets.find(i)) ?? 0) + area)
        );
        for (let i = 0; i < pieces.length && !changed; ++i) {
            if (/** @type {number} */ (areas.get(sets.find(i))) >= minimum) continue;
            let largest = -1;
            pieces.forEach(({ shape, area }, k) => {
                if (shape !== pieces[i].shape || sets.find(k) === sets.find(i)) return;
                if (largest < 0 || area > pieces[largest].area) largest = k;
            });
            changed = largest >= 0 && sets.unite(i, largest);
        }
    }
}

/**
 * A part of a body: shapes that stay whole, and pieces of others.
 * @typedef {object} Part
 * @property {Piece[]} pieces those of one shape behind each other
 * @property {Set<number>} whole the shapes of which it has all
 * @property {number} area
 */

/**
 * The parts of shapes, the largest first; one if nothing is parted.
 * @param {Shape[]} shapes
 * @param {Cells} cells
 * @param {Limits} limits
 * @returns {Part[]}
 */
export function divide(shapes, cells, limits) {
    const pieces = allPieces(shapes, cells, limits);
    const sets = holdTogether(pieces, cells, limits);
    holdApart(sets, pieces, bridgesOf(shapes, limits));
    uniteSmall(sets, pieces, limits.area);
    /** @type {Map<number, Part>} */
    const parts = new Map();
    pieces.forEach((piece, i) => {
        const set = sets.find(i);
        const part = parts.get(set) ?? { pieces: [], whole: new Set(), area: 0 };
        parts.set(set, part);
        part.pieces.push(piece);
        part.area += piece.area;
    });
    shapes.forEach((_, shape) => {
        const owners = [...parts.values()].filter((part) =>
            part.pieces.some((piece) => piece.shape === shape)
        );
        if (owners.length === 1) owners[0].whole.add(shape);
    });
    return [...parts.values()].sort((a, b) => b.area - a.area);
}

/** How far a point is from a part. @param {Part} part @param {(polygon: Polygon) => number} distanceTo */
export const nearestOf = (part, distanceTo) =>
    Math.min(...part.pieces.map(({ polygon }) => distanceTo(polygon)));

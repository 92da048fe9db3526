// Movers of many kinds for tests of crowds, in a world of this thread or in a worker, and what their flat
// states say.
import { MOVER_FLAGS, TILE, slotOf } from '../../js/index.js';

export const capsule = /** @type {const} */ ({ shape: 'capsule', length: 1, radius: 0.4 });

/**
 * Movers on a tile map with slopes, on a chain, on a box that moves, in the air, at a wall, and one without ground.
 * @param {any} world
 */
export function crowd(world) {
    const map = world.createBody({ type: 'static', position: [0, -3],
        collider: { shape: 'tiles', cells: ['.......#', '..<>...#', '########'],
            legend: { '<': TILE.RISE, '>': TILE.FALL } } });
    const chain = world.createBody({ type: 'static',
        collider: { shape: 'chain', points: [20, 0, 14, 0, 9, 0, 9, 0.5], oneSided: false } });
    const lift = world.createBody({ type: 'kinematic', position: [30, 0], velocity: [0, 1],
        collider: { shape: 'box', width: 4, height: 1 } });
    world.createBody({ position: [0, 50], collider: { shape: 'circle', radius: 1 } });
    const movers = [[1.5, -1], [2.5, 0], [6, -1], [12, 1], [17, 1], [30, 1.5], [50, 9]].map((
        position,
    ) => world.createMover({ position, collider: capsule }));
    const seen = world.createMover({ position: [40, 0], collider: capsule, floating: true });
    return { map, chain, lift,
        movers: /** @type {import('../../js/index.js').Mover[]} */ ([...movers, seen]) };
}

/**
 * A record of the flat states as a mover's members give it.
 * @param {import('../../js/index.js').MoverStates} states @param {number} i
 * @param {(word: number) => number} [indexOf] of a collider: in a worker it is named by its id
 */
export function recordAt({ stride, f32, u32 }, i, indexOf = slotOf) {
    const at = stride * i;
    const pair = (/** @type {number} */ word) => [f32[at + word], f32[at + word + 1]];
    const part = [...new Int32Array(u32.slice(at + 14, at + 17).buffer)];
    return { index: slotOf(u32[at]), flags: u32[at + 1], velocity: pair(2), groundVelocity: pair(4),
        groundNormal: pair(6), groundPoint: pair(8), wallNormal: pair(10),
        ground: u32[at + 12] === 0 ? null : indexOf(u32[at + 12]),
        groundBody: u32[at + 13] === 0 ? null : slotOf(u32[at + 13]), part };
}

/** The same of its object. @param {any} mover */
export function recordOf(mover) {
    const { body, velocity, groundVelocity, groundNormal, groundPoint, wallNormal, groundCollider,
        groundCell } = mover;
    const found = { GROUNDED: mover.grounded, AT_WALL: mover.atWall, AT_CEILING: mover.atCeiling,
        CRUSHED: mover.crushed };
    const flags = Object.entries(found).reduce(
        (bits, [name, set]) => (set ? bits | MOVER_FLAGS[/** @type {'CRUSHED'} */ (name)] : bits),
        0,
    );
    const segment = groundCollider?.shape.shape === 'chain' ? mover.groundPart : -1;
    return { index: body.index, flags, velocity, groundVelocity, groundNormal, groundPoint,
        wallNormal, ground: groundCollider?.id ?? groundCollider?.index ?? null,
        groundBody: mover.groundBody?.index ?? null, part: groundCell
            ? [groundCell.column, groundCell.row, groundCell.tile]
            : [segment, -1, 0] };
}

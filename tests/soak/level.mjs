// The level in which the soak plays: a closed room of tiles with ledges, water, wind, trigger zones, a lift and two
// characters; and what is thrown into it.
import { World } from '../../js/index.js';

/** @import { Random } from '../js/histories.mjs' */

export const COLUMNS = 36;
export const ROWS = 20;

/** The rows of the room, the top one first. */
function rows() {
    return Array.from({ length: ROWS }, (_, i) => {
        const row = ROWS - 1 - i;
        return Array.from({ length: COLUMNS }, (_, column) => {
            if (row === 0 || row === ROWS - 1 || column === 0 || column === COLUMNS - 1) return '#';
            if (row === 6 && column > 3 && column < 10) return '-';
            if (row === 9 && column > 20 && column < 29) return '#';
            if (row === 1 && column === 8) return '/';
            return '.';
        }).join('');
    });
}

export const LAYERS = /** @type {const} */ ({
    wall: {},
    thing: { wall: 'solid', thing: 'solid', player: 'solid' },
    player: { wall: 'solid' },
    zone: { thing: 'trigger', player: 'trigger' },
    ghost: { wall: 'solid' },
});

/** The world with all that stays. */
export function makeLevel() {
    /** @type {World<any>} */
    const world = new World({ layers: LAYERS });
    const map = world.createBody({ type: 'static',
        collider: { shape: 'tiles', cells: rows(), layer: 'wall', userData: 'map' } });
    const zones = [
        world.createBody({ type: 'static', position: [6, 3],
            collider: { shape: 'box', width: 8, height: 4, layer: 'zone',
                field: { type: 'water', events: true } } }),
        world.createBody({ type: 'static', position: [25, 13],
            collider: { shape: 'box', width: 8, height: 6, layer: 'zone',
                field: { type: 'wind', flow: [0, 3], drag: 0.5, turbulence: 1 } } }),
        world.createBody({ type: 'static', position: [18, 4],
            collider: { shape: 'box', width: 4, height: 4, layer: 'zone', trigger: true } }),
    ];
    const ramp = world.createBody({ type: 'static', position: [12, 1],
        collider: { shape: 'chain', points: [[0, 0], [1, 0.6], [2, 0.8], [3, 0.6], [4, 0]],
            layer: 'wall' } });
    const lift = world.createBody({ type: 'kinematic', position: [32, 4], velocity: [0, 1],
        collider: { shape: 'box', width: 4, height: 0.4, layer: 'wall' } });
    const movers = [10, 22].map((x) =>
        world.createMover({ position: [x, 4],
            collider: { shape: 'capsule', length: 0.8, radius: 0.3, layer: 'player' } })
    );
    return { world, map, lift, movers,
        stays: [map, ...zones, ramp, lift, ...movers.map(({ body }) => body)] };
}

/** A shape that a thing may have. @param {Random} r @returns {any} */
export function shapeOf(r) {
    const size = r.between(0.2, 0.5);
    switch (r.below(7)) {
        case 0:
        case 1:
            return { shape: 'circle', radius: size };
        case 2:
            return { shape: 'box', width: 2 * size, height: r.between(0.3, 1) };
        case 3:
            return { shape: 'capsule', length: size, radius: 0.2 };
        case 4:
            return { shape: 'polygon', points: [-size, -0.3, size, -0.3, 0, size] };
        case 5:
            return { shape: 'hull',
                points: Array.from({ length: 16 }, () => r.between(-0.5, 0.5)) };
        default:
            return { shape: 'outline',
                points: [0, 0, 0.8, 0, 0.8, 0.3, 0.3, 0.3, 0.3, 0.8, 0, 0.8] };
    }
}

/** A place in the room where nothing stays. @param {Random} r @returns {[number, number]} */
export const placeOf = (r) => [r.between(3, COLUMNS - 3), r.between(10, ROWS - 3)];

/** A thing to be made. @param {Random} r @returns {any} */
export function thingOf(r) {
    const kind = r.next();
    const material = { layer: kind < 0.05 ? 'ghost' : 'thing',
        restitution: r.pick([0, 0, 0.3, 0.8]), friction: r.between(0.1, 1),
        density: r.between(0.5, 3) };
    const collider = { ...shapeOf(r), ...material };
    return {
        type: kind > 0.95 ? 'kinematic' : 'dynamic',
        position: placeOf(r),
        angle: r.between(-3, 3),
        bullet: r.next() < 0.1,
        velocity: kind > 0.95 ? [0, 0] : [r.between(-6, 6), r.between(-6, 2)],
        colliders: kind < 0.8
            ? [collider]
            : [collider, { shape: 'circle', radius: 0.25, center: [0.4, 0.3], ...material }],
    };
}

// The scenes, each laid out for a box of any width and height: what stands in it, what its button does, and what it does in each step.
// Called by game.js.
import { BEDS, JELLIES, POURED, SPACING, SPARE, bail, bedAt, chance, kindOf, layGrains, makeBall,
    makeBeam, makeBoat, makeCrate, makeDuck, makeGate, makePlank, makeStone, makeWheel,
    ruffle } from './things.js';

/** @typedef {import('./game.js').Game} Game @typedef {import('./things.js').Body} Body @typedef {import('./things.js').Point} Point */

/**
 * `verb` says what to do, `tool` is the one in hand at first, `act` is what the button does, `step` is called before each step.
 * @typedef {{ name: string, verb: string, tool: string, button: string, make: (game: Game) => void, act: (game: Game) => void,
 *     step?: (game: Game) => void }} SceneKind
 */

/** @param {Game} game @param {string} kind @returns {Body[]} */
const all = ({ world }, kind) => [...world.bodies].filter((body) => kindOf(body) === kind);

/** Adds water in a box. @param {Game} game @param {number} minX @param {number} minY @param {number} maxX @param {number} maxY */
function fillWater({ matters: { water } }, minX, minY, maxX, maxY) {
    water.fill({ shape: 'box', width: maxX - minX, height: maxY - minY }, {
        position: [(minX + maxX) / 2, (minY + maxY) / 2],
    });
}

// ---------------------------------------------------------------------------------------------- mill

const TAP = { width: 0.85, speed: 2.6 };

/** A beam with water that runs down it. @param {Game} game @param {Point} from @param {Point} to */
function makeChute({ world, matters: { water } }, from, to) {
    makeBeam(world, from, to);
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    water.fill({ shape: 'box', width: 0.9 * length, height: 0.24 }, {
        position: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 0.34],
        angle: Math.atan2(dy, dx) + (dx < 0 ? Math.PI : 0),
        velocity: [2 * dx / length, 2 * dy / length],
    });
}

/** @type {SceneKind} */
const mill = {
    name: 'Mill',
    verb: 'Pour more water on the wheels, or turn the tap to sand.',
    tool: 'water',
    button: 'Tap',
    make(game) {
        const { world, width, height, matters } = game;
        const w = width / 2;
        const upright = height > width;
        const R = Math.min(1.75, 0.1 * width + 0.65, (height - 2.6) / 4.3);
        const over = R + 0.4; // of a chute's lip over an axle
        const way = upright ? -1 : 1; // of the water over the second wheel
        const second = /** @type {Point} */ (upright
            ? [0.06 * width, 0.3 * height]
            : [0.2 * width, R + 0.75]);
        const lip = /** @type {Point} */ ([second[0] - way * 0.5 * R, second[1] + over]);
        const start = upright ? w : -0.25 * width - 0.2 * R;
        const slope = upright ? 0.16 : 0.1;
        const high = lip[1] + slope * Math.abs(start - lip[0]);
        const first = /** @type {Point} */ (upright
            ? [-0.14 * width, Math.max(0.66 * height, high + 0.6 * R)]
            : [-0.25 * width, high + R + 0.2]);
        makeWheel(world, first, R).angularVelocity = -1.5;
        makeWheel(world, second, R).angularVelocity = -1.5 * way;
        makeChute(game, [start, high], lip);
        world.createEmitter({ matter: matters.water,
            position: [first[0] + 0.68 * R, first[1] + R + 0.55], angle: -Math.PI / 2, ...TAP });
        // The basin overflows into a drain.
        const level = 0.95;
        makeBeam(world, [w - 1.1, -0.2], [w - 1.1, level], 0.14);
        const drain = world.createBody({ type: 'static', position: [w - 0.5, 0.25],
            collider: { shape: 'box', width: 0.8, height: 0.5, layer: 'drain', trigger: true } });
        world.setGauge(drain.colliders[0], { drains: true });
        fillWater(game, -w, 0, w - 1.25, level);
        for (const x of [-0.36, -0.05, 0.3]) makeDuck(world, [x * width, level + 0.5]);
    },
    act(game) {
        const { state, world, matters } = game;
        state.open = (state.open + 1) % 3;
        const [before] = world.emitters;
        const { angle, position } = before;
        before.destroy();
        const sand = state.open === 1;
        world.createEmitter({ matter: sand ? matters.sand : matters.water, position, angle, ...TAP,
            enabled: state.open < 2, value: sand ? POURED[0] : 0 });
    },
    step: ({ world, state }) => {
        const [tap] = world.emitters;
        if (!tap) return;
        ruffle(tap, TAP.speed, world.stepCount);
        if (state.open === 1) tap.value = state.pouring;
    },
};

// ---------------------------------------------------------------------------------------------- dam

/** @type {SceneKind} */
const dam = {
    name: 'Dam',
    verb: 'Pull the gate up by its ring.',
    tool: 'wall',
    button: 'Gate',
    make(game) {
        const { world, width, height } = game;
        const w = width / 2;
        const upright = height > width;
        const x = -w + (upright ? 0.4 : 0.34) * width;
        const top = (upright ? 0.5 : 0.72) * height;
        const opening = 1.5;
        const thick = 0.55;
        world.createBody({ type: 'static',
            colliders: [{ shape: 'box', width: thick, height: top - opening,
                center: [x, (top + opening) / 2], layer: 'wall' }] });
        makeGate(world, [x, 0], opening, top + 0.75);
        fillWater(game, -w, 0, x - thick / 2, top - 0.5);
        makeDuck(world, [(x - w) / 2, top]);
        // A village of houses on posts.
        const houses = upright ? 2 : Math.floor((w - x - 2) / 3);
        for (let i = 0; i < houses; ++i) {
            const at = x + (upright ? 1.9 : 2.6)
                + (w - x - (upright ? 3.4 : 4)) * (houses > 1 ? i / (houses - 1) : 0.5);
            const floors = 1 + (i * 2) % 3;
            for (let floor = 0; floor < floors; ++floor) {
                const y = 1.16 * floor;
                for (const side of [-0.6, 0.6]) makeCrate(world, [at + side, y + 0.475], 0.5, 0.95);
                makePlank(world, [at, y + 1.055], 1.9, 0.2);
            }
            makeBall(world, [at, 1.16 * floors + 0.4], 0.36, 0.4);
        }
    },
    act(game) {
        const { state, world } = game;
        const [gate] = all(game, 'gate');
        state.open = gate && gate.y < 1.2 ? 1 : -1;
        state.since = world.stepCount;
    },
    step({ state, world }) {
        const joint = world.joints.find(({ type }) => type === 'prismatic');
        if (!joint || state.since < 0) return;
        const drives = world.stepCount - state.since < 60;
        joint.setMotor(drives ? 2.4 * state.open : 0, 60 * joint.bodyB.mass);
        if (!drives) state.since = -1;
    },
};

// ---------------------------------------------------------------------------------------------- boats

/** @type {SceneKind} */
const boats = {
    name: 'Boats',
    verb: 'Load the boats with sand until they sink.',
    tool: 'sand',
    button: 'Wave',
    make(game) {
        const { state, world, width, height } = game;
        const w = width / 2;
        // As deep as the machine manages.
        const area = (state.most - SPARE) * SPACING ** 2 * Math.sqrt(3) / 2;
        const level = Math.min(0.42 * height, 5.2, area / width);
        const count = Math.max(2, Math.min(4, Math.floor(width / 5)));
        // Bodies first: water is filled in around them.
        for (let i = 0; i < count; ++i) {
            const x = -w + width * (i + 0.5) / count;
            const boat = makeBoat(world, [x, level - 0.42]);
            if (i === 1) {
                for (const side of [-0.6, 0.6]) makeCrate(world, [x + side, boat.y + 0.41], 0.8);
            } else if (i === 0) makeBall(world, [x, boat.y + 0.41], 0.4, 0.5);
        }
        for (let i = 0; i + 1 < count; ++i)
            makeDuck(world, [-w + width * (i + 1) / count, level + 0.1]);
        makeStone(world, [w - 1.2, 0.5], 1, 1, 2);
        fillWater(game, -w, 0, w, level);
        for (const boat of all(game, 'boat')) bail(game.matters.water, boat);
    },
    act(game) {
        const { state, world } = game;
        state.since = world.stepCount;
        game.tell('wave', -game.width / 2, 3, 1);
    },
    step(game) {
        const { state, world, width, height, matters } = game;
        const age = world.stepCount - state.since;
        if (state.since < 0 || age > 40) return;
        const part = Math.sin(Math.PI * age / 40);
        matters.water.push({ shape: 'box', width: 0.25 * width, height }, {
            position: [-0.375 * width, height / 2],
            velocity: [0.16 * part, 0.06 * part],
        });
    },
};

// ---------------------------------------------------------------------------------------------- hourglass

const TURN = 150; // steps of half a turn

/** Half the width of a bulb by height: parts of neck and bulb, and of half the height. */
const BULB = [[0, 0.03], [0.06, 0.07], [0.22, 0.13], [0.62, 0.27], [0.82, 0.37], [0.95, 0.49], [1,
    0.62], [0.98, 0.76], [0.9, 0.9], [0.82, 1]];

/** Half the room of a glass at a height. @param {number} bulb @param {number} neck @param {number} up part of half the height */
function roomAt(bulb, neck, up) {
    const after = BULB.findIndex(([, y]) => y >= up);
    if (after <= 0) return neck;
    const [[ax, ay], [bx, by]] = [BULB[after - 1], BULB[after]];
    return neck + (bulb - neck) * (ax + (bx - ax) * (up - ay) / (by - ay));
}

/** The outline of the right half of a glass, from its lower end. @param {number} half of the height @param {number} bulb @param {number} neck */
const profile = (half, bulb, neck) =>
    [-1, 1].flatMap((side) => {
        const list = [
            ...BULB.map((
                [x, y],
            ) => /** @type {Point} */ ([neck + (bulb - neck) * x, side * half * y])),
            /** @type {Point} */ ([0, side * half]),
        ];
        return side < 0 ? list.reverse() : list;
    });

/** @type {SceneKind} */
const hourglass = {
    name: 'Hourglass',
    verb: 'Tap a glass to turn it over.',
    tool: 'dig',
    button: 'Turn',
    make(game) {
        const { world, width, height, matters } = game;
        const upright = height > width;
        const count = upright ? 1 : width > 22 ? 3 : 2;
        const half = Math.min(0.47 * height, upright ? 5.6 : 5);
        const bulb = Math.min(0.56 * half, 0.4 * width / count);
        for (let i = 0; i < count; ++i) {
            const x = width * ((i + 0.5) / count - 0.5);
            const y = Math.max(half + 0.35, 0.49 * height);
            const water = i === 1;
            const neck = water ? 0.32 : 0.46;
            const points = profile(half, bulb, neck);
            const walls = points.slice(1).flatMap(([bx, by], k) => {
                const [ax, ay] = points[k];
                return [-1, 1].map((side) => ({ shape: /** @type {const} */ ('capsule'),
                    a: /** @type {Point} */ ([side * ax, ay]),
                    b: /** @type {Point} */ ([side * bx, by]), radius: 0.1, layer: 'glass',
                    friction: 0.1 })
                );
            });
            world.createBody({ type: 'kinematic', position: [x, y], colliders: walls });
            const [from, to] = [y + 0.06 * half, y + (water ? 0.66 : 0.62) * half];
            const isIn = (/** @type {number} */ px, /** @type {number} */ py) =>
                Math.abs(px - x) < roomAt(bulb, neck, (py - y) / half) - 0.17;
            layGrains(water ? matters.water : matters.sand, [x - bulb, from, x + bulb, to],
                (px, py) =>
                    !isIn(px, py)
                        ? -1
                        : water
                        ? 0
                        : bedAt(px, py - from, (to - from) / BEDS.length));
        }
    },
    act(game) {
        for (const glass of all(game, 'glass')) turnGlass(game, glass);
    },
    step(game) {
        const { state, world } = game;
        state.turns = state.turns.filter(([slot, from, angle]) => {
            const glass = world.bodyAt(slot);
            if (!glass) return false;
            const age = world.stepCount - from;
            if (age < TURN) {
                const at = (/** @type {number} */ n) => {
                    const t = n / TURN;
                    return Math.PI * (t - Math.sin(2 * Math.PI * t) / (2 * Math.PI));
                };
                glass.angularVelocity = (at(age + 1) - at(age)) / world.fixedStep;
                return true;
            }
            glass.angularVelocity = 0;
            glass.setTransform(glass.x, glass.y, angle);
            return false;
        });
    },
};

/** Begins to turn a glass over. @param {Game} game @param {Body} glass */
export function turnGlass({ state, world, tell }, glass) {
    if (state.turns.some(([slot]) => slot === glass.index)) return;
    const goal = Math.PI * (Math.round(glass.angle / Math.PI) + 1);
    state.turns.push([glass.index, world.stepCount, Math.atan2(Math.sin(goal), Math.cos(goal))]);
    tell('turn', glass.x, glass.y, 1);
}

// ---------------------------------------------------------------------------------------------- jelly

/** Adds a blob, which the upper byte of the particles' value tells from others. @param {Game} game @param {number} x @param {number} y @param {number} radius @param {number} which counts them */
export function makeBlob({ matters: { jelly } }, x, y, radius, which) {
    const value = (JELLIES[which % JELLIES.length] | ((1 + which % 255) << 24)) >>> 0;
    return jelly.fill({ shape: 'circle', radius }, { position: [x, y], value });
}

/** @type {SceneKind} */
const jelly = {
    name: 'Jelly',
    verb: 'Fling the jellies, and drop more.',
    tool: 'jelly',
    button: 'Drop',
    make(game) {
        const { state, world, width, height, matters } = game;
        const w = width / 2;
        const upright = height > width;
        makeBeam(world, [-w, 0.42 * height], [-0.16 * width, 0.3 * height], 0.2);
        makeBeam(world, [w, 0.52 * height], [0.2 * width, 0.42 * height], 0.2);
        const places = upright
            ? [[-0.3, 0.56], [0.3, 0.66], [0.02, 0.78], [-0.26, 0.88], [0.28, 0.9]]
            : [[-0.4, 0.66], [-0.22, 0.84], [0.02, 0.7], [0.24, 0.86], [0.42, 0.76]];
        places.forEach(([x, y], i) =>
            makeBlob(game, x * width, y * height, 0.95 + 0.12 * (i % 3), state.blobs++)
        );
        matters.jelly.fill({ shape: 'box', width: 0.26 * width, height: 1.1 }, {
            position: [-0.04 * width, 0.6],
            value: JELLIES[4],
        });
        makeBall(world, [-0.08 * width, 0.5 * height], 0.5, 0.8);
        makeCrate(world, [0.05 * width, 0.45 * height]);
        makeStone(world, [0.36 * width, 0.5], 1, 1);
    },
    act(game) {
        const { state, width, height, world } = game;
        const x = (chance(world.stepCount) - 0.5) * 0.8 * width;
        makeBlob(game, x, height - 1.2, 0.9 + 0.3 * chance(world.stepCount + 1), state.blobs++);
        game.tell('blob', x, height, 1);
    },
};

// ---------------------------------------------------------------------------------------------- castle

/** @type {SceneKind} */
const castle = {
    name: 'Castle',
    verb: 'Flood the castle, then bring it back.',
    tool: 'sand',
    button: 'Flood',
    make(game) {
        const { world, width, height, matters } = game;
        const w = width / 2;
        const upright = height > width;
        const x = -w + 0.27 * width;
        const top = (upright ? 0.52 : 0.66) * height;
        const slab = world.createBody({ type: 'kinematic', position: [x, top / 2],
            collider: { shape: 'box', width: 0.4, height: top, layer: 'gate' } });
        fillWater(game, -w, 0, slab.x - 0.2, top - 0.4);
        const [from, to] = [x + 1.1, w - 0.5];
        const middle = (from + to) / 2;
        const half = (to - from) / 2;
        // Two ramparts, and the mound of the keep, which is flat above.
        const slope = 0.48;
        const size = upright ? 0.85 : 1.15;
        const crest = upright ? 0.95 : 1.25;
        const keep = middle + 0.12 * half;
        const flat = 2.1 * size;
        layGrains(matters.sand, [from, 0, to, 4], (px, py) => {
            const away = Math.abs(px - keep);
            const bump = (/** @type {number} */ at, /** @type {number} */ high) =>
                high - slope * Math.abs(px - at);
            const high = Math.max(0.3, Math.min(crest, crest - slope * (away - flat)),
                Math.min(bump(from + 0.28 * half, 1.3 * size), 1.1 * size),
                Math.min(bump(to - 0.16 * half, 1.1 * size), 0.95 * size));
            return py < high ? bedAt(px, py, 0.36) : -1;
        });
        buildKeep(game, keep, crest, size);
    },
    act(game) {
        const { state, world } = game;
        state.open = 1;
        state.since = world.stepCount;
        game.tell('gate', -game.width / 4, 2, 1);
    },
    step(game) {
        const { state, world } = game;
        const [slab] = all(game, 'gate');
        if (!slab || state.since < 0) return;
        const age = world.stepCount - state.since;
        if (age === 0) slab.vy = -0.62 * game.height / 0.5;
        if (age > 34) {
            slab.destroy();
            state.since = -1;
        }
    },
};

/** A foundation, two towers with battlements, and a roof on both. @param {Game} game @param {number} x @param {number} y @param {number} size */
function buildKeep({ world }, x, y, size) {
    const [wide, high] = [0.95 * size, 0.6 * size];
    makeStone(world, [x, y + 0.11], 3.7 * size, 0.2, 0.7);
    const floor = y + 0.22;
    for (const side of [-1, 1]) {
        const at = x + side * 1.15 * size;
        const rows = side < 0 ? 3 : 4;
        for (let row = 0; row < rows; ++row)
            makeStone(world, [at, floor + high * (row + 0.5)], wide, high - 0.01, 0.6);
        const top = floor + rows * high;
        makePlank(world, [at, top + 0.07], 1.3 * wide, 0.14);
        for (const end of [-0.46, 0, 0.46])
            makeStone(world, [at + end * wide, top + 0.14 + 0.13], 0.24 * size, 0.26, 0.6);
    }
    for (let row = 0; row < 2; ++row)
        makeStone(world, [x, floor + high * (row + 0.5)], 1.25 * size, high - 0.01, 0.5);
    makeBall(world, [x, floor + 2 * high + 0.3 * size], 0.3 * size, 0.3);
}

export const SCENES = [mill, dam, boats, hourglass, jelly, castle];

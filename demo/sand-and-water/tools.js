// The tools: what a finger does in each step, by the tool in hand. A body that is pressed is dragged, a jelly is pulled, whatever the tool.
// Called by game.js. All that a finger does comes from the inputs of the step, so that a step that is made again is the same.
import { makeBlob, turnGlass } from './scenes.js';
import { LOOSE, MOST, POURED, SPARE, chance, grain, kindOf, makeBall, makeCrate, makeDuck,
    ruffle } from './things.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * `icon` is the path of a picture of 24 by 24.
 * @typedef {{ name: string, label: string, key: string, icon: string }} Tool
 */

/** @type {Tool[]} */
export const TOOLS = [
    { name: 'water', label: 'Water', key: 'KeyQ',
        icon: 'M12 3c3.6 4.4 5.6 7.5 5.6 10.200a5.6 5.6 0 0 1-11.2 0C6.4 10.5 8.4 7.4 12 3z' },
    { name: 'sand', label: 'Sand', key: 'KeyW',
        icon: 'M3 19h18L13.5 8.500a2 2 0 0 0-3 0zM12 3v1M9 15h.01M14 14h.01M12 17h.01' },
    { name: 'jelly', label: 'Jelly', key: 'KeyE',
        icon: 'M5 19c-1.5-5 0-12 7-12s8.5 7 7 12zM9.5 12v1.500M14.5 12v1.5' },
    { name: 'wall', label: 'Wall', key: 'KeyA', icon: 'M4 6h16v12H4zM4 12h16M10 6v6M15 12v6' },
    { name: 'dig', label: 'Dig', key: 'KeyS',
        icon: 'M20 4l-9 9M8.5 10.500l5 5c-1.5 3.5-4.5 5-9 4.5-.5-4.5 1-8 4-9.500zM17.5 3.500l3 3' },
    { name: 'box', label: 'Box', key: 'KeyD',
        icon: 'M4 7.5 12 3l8 4.500v9L12 21l-8-4.500zM4 7.500l8 4.5 8-4.500M12 12v9' },
];

const BLOB = 0.8; // radius
const PULL = 0.9; // radius of the jelly that a finger holds
const DIG = 0.42; // radius
const WALL = 0.15;
const WALLS = 240; // pieces
const STEP = 0.34; // metres from one piece of a wall to the next
const REACH = 0.4; // metres around a finger in which it takes a body
/** How water and sand are poured. */
const MOUTHS = { water: { width: 1, speed: 4.5 }, sand: { width: 0.6, speed: 3 } };

/**
 * What a finger does; numbers alone. `slot` is that of its joint or of its emitter.
 * @typedef {{ down: boolean, does: '' | 'pour' | 'drag' | 'pull' | 'blob' | 'wall' | 'dig' | 'box', slot: number, x: number, y: number }} Finger
 */

/** @returns {Finger} */
export const newFinger = () => ({ down: false, does: '', slot: -1, x: 0, y: 0 });

/** @param {Game} game */
export const countAll = ({ matters: { water, sand, jelly } }) =>
    water.count + sand.count + jelly.count;

/** How many particles a scene may have: what the machine manages, and some more than it began with. @param {Game} game */
export const limitOf = ({ state: { most, laid } }) => Math.min(MOST, Math.max(most, laid + SPARE));

/** A finger has come down. @param {Game} game @param {Finger} finger @param {string} tool @param {number} x @param {number} y */
export function press(game, finger, tool, x, y) {
    const { world, matters } = game;
    Object.assign(finger, { x, y, down: true, does: '', slot: -1 });
    if (takeGlass(game, x, y) || takeBody(game, finger, x, y)) return;
    if (world.matterIn({ shape: 'circle', radius: 0.25 }, { position: [x, y],
        matter: matters.jelly })
        .count > 0)
    {
        finger.does = 'pull';
        return;
    }
    if (tool === 'water' || tool === 'sand') {
        finger.does = 'pour';
        finger.slot =
            world.createEmitter({ matter: matters[tool], position: [x, y], angle: -Math.PI / 2,
                ...MOUTHS[tool], value: tool === 'sand' ? POURED[0] : 0 }).index;
    } else if (tool === 'jelly') {
        finger.does = 'blob';
        addBlob(game, x, y);
    } else if (tool === 'box') dropBox(game, finger, x, y);
    else if (tool === 'wall') finger.does = 'wall';
    else {
        finger.does = 'dig';
        dig(game, finger, x, y);
    }
}

/** @param {Game} game @param {number} x @param {number} y */
function takeGlass(game, x, y) {
    for (const body of game.world.bodies) {
        if (body.type !== 'kinematic' || kindOf(body) !== 'glass') continue;
        const boxes = body.colliders.map((collider) => collider.aabb());
        const isIn = x > Math.min(...boxes.map(({ minX }) => minX))
            && x < Math.max(...boxes.map(({ maxX }) => maxX))
            && y > Math.min(...boxes.map(({ minY }) => minY))
            && y < Math.max(...boxes.map(({ maxY }) => maxY));
        if (!isIn) continue;
        turnGlass(game, body);
        return true;
    }
    return false;
}

/** @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function takeBody({ world, tell }, finger, x, y) {
    const hit = world.closestPoint(x, y, REACH, { skipStatic: true, layers: LOOSE });
    if (!hit || hit.body.type !== 'dynamic') return false;
    const anchor = /** @type {[number, number]} */ (hit.distance <= 0 ? [x, y] : [hit.x, hit.y]);
    hold(world, finger, hit.body, anchor);
    tell('take', x, y, 1);
    return true;
}

/** @param {Game['world']} world @param {Finger} finger @param {import('./things.js').Body} body @param {[number, number]} anchor */
function hold(world, finger, body, anchor) {
    finger.does = 'drag';
    finger.slot =
        world.createJoint({ type: 'target', bodyB: body, anchor, hertz: 4, dampingRatio: 0.9,
            maxForce: 160 * body.mass }).index;
    body.wake();
}

/** @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function dropBox(game, finger, x, y) {
    const { state, world } = game;
    const which = state.boxes++ % 4;
    const body = which === 1
        ? makeBall(world, [x, y], 0.45)
        : which === 3
        ? makeDuck(world, [x, y])
        : makeCrate(world, [x, y], which === 0 ? 0.9 : 1.3, 0.9);
    hold(world, finger, body, [x, y]);
    game.tell('take', x, y, 1);
}

/** @param {Game} game @param {number} x @param {number} y */
function addBlob(game, x, y) {
    if (countAll(game) > limitOf(game) - 400) game.tell('full', x, y, limitOf(game));
    else if (makeBlob(game, x, y, BLOB, game.state.blobs++) > 0) game.tell('blob', x, y, 1);
}

/** A finger is down. @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
export function lead(game, finger, x, y) {
    const { world } = game;
    const far = Math.hypot(x - finger.x, y - finger.y);
    if (finger.does === 'pour') pour(game, finger, x, y);
    else if (finger.does === 'drag') {
        const joint = world.joints.find(({ index }) => index === finger.slot);
        if (joint) joint.setTarget(x, y);
        else finger.does = '';
    } else if (finger.does === 'pull') pull(game, finger, x, y);
    else if (finger.does === 'blob' && far > 2.2 * BLOB) {
        addBlob(game, x, y);
        Object.assign(finger, { x, y });
    } else if (finger.does === 'wall' && far > STEP) build(game, finger, x, y);
    else if (finger.does === 'dig') dig(game, finger, x, y);
}

/** @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function pour(game, finger, x, y) {
    const { world, state } = game;
    const emitter = world.emitters.find(({ index }) => index === finger.slot);
    if (!emitter) return;
    emitter.position = [x, y];
    const full = countAll(game) >= limitOf(game);
    if (emitter.enabled === full) emitter.enabled = !full;
    if (full) game.tell('full', x, y, limitOf(game));
    if (emitter.matter === game.matters.sand) emitter.value = state.pouring;
    ruffle(emitter, MOUTHS[emitter.matter === game.matters.sand ? 'sand' : 'water'].speed,
        world.stepCount);
    Object.assign(finger, { x, y });
}

/** Draws the jelly in a circle after the finger. @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function pull({ world, matters: { jelly } }, finger, x, y) {
    const circle = /** @type {const} */ ({ shape: 'circle', radius: PULL });
    const position = /** @type {[number, number]} */ ([finger.x, finger.y]);
    const held = world.matterIn(circle, { position, matter: jelly });
    if (held.count === 0) return;
    const want = [x - held.center.x, y - held.center.y].map((way) =>
        Math.max(-16, Math.min(16, 9 * way))
    );
    jelly.push(circle, { position,
        velocity: [0.6 * (want[0] - held.velocity.x), 0.6 * (want[1] - held.velocity.y)] });
    finger.x = held.center.x + held.velocity.x * world.fixedStep;
    finger.y = held.center.y + held.velocity.y * world.fixedStep;
}

/** @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function build(game, finger, x, y) {
    const { world, matters } = game;
    const a = /** @type {[number, number]} */ ([finger.x, finger.y]);
    const walls = [...world.bodies].filter((body) => kindOf(body) === 'wall');
    if (walls.length > WALLS) walls[0].destroy();
    for (const matter of Object.values(matters))
        matter.remove({ shape: 'capsule', a, b: [x, y], radius: WALL });
    world.createBody({ type: 'static',
        collider: { shape: 'capsule', a, b: [x, y], radius: WALL, layer: 'wall', friction: 0.5 } });
    Object.assign(finger, { x, y });
    game.tell('build', x, y, 1);
}

/** @param {Game} game @param {Finger} finger @param {number} x @param {number} y */
function dig(game, finger, x, y) {
    const { world, matters } = game;
    const shape =
        /** @type {const} */ ({ shape: 'capsule', a: [finger.x, finger.y], b: [x + 1e-3, y],
            radius: DIG });
    const gone = Object.values(matters).reduce(
        (sum, matter) => sum + matter.remove(/** @type {any} */ (shape)),
        0,
    );
    const walls = world.overlapShape(/** @type {any} */ (shape), {}, { layers: ['wall'] });
    for (const { body } of walls) if (body.alive) body.destroy();
    if (gone > 0 || walls.length > 0) game.tell('dig', x, y, gone);
    Object.assign(finger, { x, y });
}

/** A finger is up. @param {Game} game @param {Finger} finger */
export function release({ world }, finger) {
    if (finger.does === 'pour')
        world.emitters.find(({ index }) => index === finger.slot)?.destroy();
    else if (finger.does === 'drag')
        world.joints.find(({ index }) => index === finger.slot)?.destroy();
    Object.assign(finger, newFinger());
}

/** The colour of sand that is poured in a step. @param {number} step */
export function pouredAt(step) {
    const at = step / 150;
    const [a, b] = [POURED[Math.floor(at) % POURED.length],
        POURED[Math.floor(at + 1) % POURED.length]];
    return grain(chance(step) < at % 1 ? b : a, step);
}

// The table as bodies of a world: the field, and the parts that stand on it, which can be added, moved and removed while it plays. All
// that a part is can be read from the world, so that the timeline and links carry an edited table. Called by rules.js and editor.js.
import { World } from '../../js/index.js';
import { BALL, BLADE, BUMPER, DRAIN, KINDS, LANE, LANE_BASE, LANE_END, PIN, POCKET_KINDS, RADIUS,
    SCREEN, START, STOPPER, TRAY, arc, onCircle } from './table.js';

/** @typedef {import('../../js/index.js').Body<any>} Body @typedef {import('../../js/index.js').Joint<any, 'revolute'>} Hinge */
/** @typedef {import('./table.js').Kind} Kind @typedef {import('./table.js').Table} Table @typedef {import('./table.js').PocketKind} PocketKind */
/** A part: where it stands, its body, and the hinges of its petals, left and right. @typedef {{ kind: Kind, at: number[], body: Body, petals: Hinge[] }} Part */

/** Layers decide: only `ball` and `next`, the ball that waits in the lane, name others. A part's layer is its kind. */
const SOLID =
    /** @type {const} */ ({ wall: 'solid', pin: 'solid', bumper: 'solid', spinner: 'solid',
        petal: 'solid' });
const LAYERS = /** @type {const} */ ({
    ball: { ...SOLID, ball: 'solid', start: 'trigger', tulip: 'trigger', pocket: 'trigger',
        mouth: 'trigger', gate: 'trigger', drain: 'trigger' },
    next: SOLID,
    won: { won: 'solid', tray: 'solid' },
    wall: {},
    pin: {},
    bumper: {},
    spinner: {},
    petal: {},
    start: {},
    tulip: {},
    pocket: {},
    mouth: {},
    gate: {},
    drain: {},
    tray: {},
});

/** @param {World<any>} world @returns {Body} */
function addField(world) {
    const wall = { layer: 'wall', friction: 0.02, restitution: 0.25 };
    const [end, base] = [LANE_END, LANE_BASE];
    const across = (/** @type {number} */ angle) => ({ a: onCircle(LANE, angle),
        b: onCircle(RADIUS, angle) });
    world.createBody({ type: 'static',
        collider: { shape: 'chain', points: TRAY, layer: 'tray', friction: 0.2 } });
    return world.createBody({ type: 'static', colliders: [
        { shape: 'chain', points: arc(RADIUS, base + 0.02, DRAIN[1] - 2 * Math.PI), ...wall },
        { shape: 'chain', points: arc(LANE, DRAIN[0], end), ...wall },
        { shape: 'segment', ...across(base), ...wall, restitution: 0 },
        // The end of the lane: balls pass to the right and never come back.
        { shape: 'segment', ...across(end), ...wall, oneWay: [Math.sin(end), -Math.cos(end)] },
        { shape: 'polygon', points: SCREEN, ...wall },
        { shape: 'segment', a: STOPPER[0], b: STOPPER[1], ...wall, restitution: 0.55 },
        { shape: 'box', width: 5, height: 0.3, center: [0, -6], layer: 'drain' },
    ] });
}

/** A cup with a trigger in it, and the petals of those that have some. @param {World<any>} world @param {PocketKind} kind @param {number[]} at */
function addPocket(world, kind, [x, y]) {
    const { petals, width } = KINDS[kind];
    const wall = { layer: 'wall', friction: 0.1, restitution: 0.1 };
    const half = width / 2 + 0.05;
    const body = world.createBody({ type: 'static', position: [x, y], colliders: [
        { shape: 'box', width, height: 0.12, center: [0, -0.2], layer: kind },
        { shape: 'capsule', a: [-half, 0], b: [-half + 0.06, -0.4], radius: 0.04, ...wall },
        { shape: 'capsule', a: [half, 0], b: [half - 0.06, -0.4], radius: 0.04, ...wall },
        { shape: 'capsule', a: [-half + 0.06, -0.4], b: [half - 0.06, -0.4], radius: 0.04,
            ...wall },
    ] });
    if (!petals) return { kind, at: [x, y], body, petals: [] };
    return { kind, at: [x, y], body, petals: [-1, 1].map((side) => {
        const position = [x + side * half, y + 0.02];
        const petal = world.createBody({ position, angle: side * petals.closed, canSleep: false,
            collider: { shape: 'capsule', a: [0, 0], b: [0, petals.length], radius: 0.06,
                layer: 'petal', friction: 0.1, restitution: 0.2, density: 2 } });
        const range = [side * petals.closed, -side * petals.open];
        return world.createJoint({ type: 'revolute', bodyA: body, bodyB: petal, anchor: position,
            referenceAngle: 0, limit: { lower: Math.min(...range), upper: Math.max(...range) },
            motor: { speed: 7 * side, maxTorque: 40 } });
    }) };
}

export class Parts {
    /** Grows with every change of the table. */ edition = 0;
    /** @type {Record<Kind, Part[]>} */ of = { pin: [], bumper: [], spinner: [], gate: [],
        tulip: [], pocket: [], start: [], mouth: [] };

    /** @param {Table} table */
    constructor(table) {
        this.world =
            /** @type {World<any>} */ (new World({ gravity: [0, -9], layers: LAYERS,
                hitSpeed: 0.8 }));
        this.field = addField(this.world);
        this.put(table);
        /** It waits in the lane and never leaves, but in previews: the path of the next shot is its path. */
        this.next = this.world.createBody({ position: START,
            collider: { shape: 'circle', radius: BALL, layer: 'next', friction: 0.1,
                restitution: 0.3 } });
    }

    get pockets() {
        return POCKET_KINDS.flatMap((kind) => this.of[kind]);
    }

    /** Where the parts stand, in millimetres. @returns {Table} */
    get table() {
        const places = (/** @type {Part[]} */ parts) =>
            parts.map(({ at }) => at.map((value) => Math.round(1000 * value) / 1000));
        return /** @type {Table} */ (Object.fromEntries(
            Object.entries(this.of).map(([kind, parts]) => [kind, places(parts)]),
        ));
    }

    /** Puts these parts in the place of all that stand there. @param {Table} table */
    put(table) {
        for (const part of Object.values(this.of).flat()) this.remove(part);
        for (const [kind, places] of Object.entries(table))
            for (const place of places) this.add(/** @type {Kind} */ (kind), place);
    }

    /** @param {Kind} kind @param {number[]} at @returns {Part} */
    add(kind, at) {
        const part = this.#make(kind, at);
        this.of[kind].push(part);
        this.edition++;
        return part;
    }

    /** @param {Kind} kind @param {number[]} position @returns {Part} */
    #make(kind, position) {
        const { world } = this;
        if (POCKET_KINDS.includes(/** @type {PocketKind} */ (kind)))
            return addPocket(world, /** @type {PocketKind} */ (kind), position);
        if (kind === 'spinner')
            return { kind, at: position, body: this.#makeSpinner(position), petals: [] };
        const collider =
            { pin: { shape: 'circle', radius: PIN, friction: 0.1, restitution: 0.5 },
                bumper: { shape: 'circle', radius: BUMPER, restitution: 0.4 },
                gate: { shape: 'box', width: 0.3, height: 0.1 } }[/** @type {'pin'} */ (kind)];
        return { kind, at: position, petals: [],
            body: world.createBody({ type: 'static', position,
                collider: /** @type {any} */ ({ ...collider, layer: kind }) }) };
    }

    /** Four blades that a motor turns, weakly, so that balls slow it. @param {number[]} position */
    #makeSpinner(position) {
        const blade = { layer: 'spinner', density: 0.6, restitution: 0.3 };
        const body = this.world.createBody({ position, gravityScale: 0, colliders: [
            { shape: 'box', width: 2 * BLADE, height: 0.07, radius: 0.03, ...blade },
            { shape: 'box', width: 0.07, height: 2 * BLADE, radius: 0.03, ...blade },
        ] });
        this.world.createJoint({ type: 'revolute', bodyA: this.field, bodyB: body, anchor: position,
            motor: { speed: position[0] < 0 ? -3 : 3, maxTorque: 0.5 } });
        return body;
    }

    /** @param {Part} part */
    remove(part) {
        for (const { bodyB } of part.petals) bodyB.destroy();
        part.body.destroy();
        this.of[part.kind].splice(this.of[part.kind].indexOf(part), 1);
        this.edition++;
    }

    /** @param {Part} part @param {number} x @param {number} y */
    move(part, x, y) {
        this.edition++;
        if (part.kind === 'pin' || part.kind === 'bumper' || part.kind === 'gate') {
            part.body.setTransform(x, y);
            part.at = [x, y];
            return;
        }
        // Hinges stay where they were made.
        for (const { bodyB } of part.petals) bodyB.destroy();
        part.body.destroy();
        Object.assign(part, this.#make(part.kind, [x, y]));
    }

    /** Finds all parts in the world, which has become another: its past, or the moment of a link. */
    find() {
        const { joints } = this.world;
        this.field =
            /** @type {Body} */ ([...this.world.bodies].find((body) =>
                body.colliders.at(-1)?.layer === 'drain'
            ));
        for (const parts of Object.values(this.of)) parts.length = 0;
        for (const body of this.world.bodies) {
            const layer = /** @type {Kind | 'next'} */ (body.colliders[0]?.layer);
            if (layer === 'next') this.next = body;
            if (!(layer in this.of)) continue;
            const petals = /** @type {Hinge[]} */ (joints.filter(({ bodyA }) => bodyA === body))
                .sort((a, b) => a.bodyB.x - b.bodyB.x);
            // A spinner is where its hinge is; balls push it off a little.
            const at = joints.find(({ bodyA, bodyB }) =>
                bodyA === this.field && bodyB === body
            )?.anchorA ?? [body.x, body.y];
            this.of[/** @type {Kind} */ (layer)].push({ kind: /** @type {Kind} */ (layer),
                at: [at[0], at[1]], body, petals });
        }
        this.edition++;
    }

    /** The part at a place, or the nearest within the reach of its kind. @param {number} x @param {number} y @returns {Part | null} */
    at(x, y) {
        let [found, least] = [/** @type {Part | null} */ (null), 1];
        for (const part of Object.values(this.of).flat()) {
            const away = Math.hypot(part.at[0] - x, part.at[1] - y) / KINDS[part.kind].reach;
            if (away < least) [found, least] = [part, away];
        }
        return found;
    }
}

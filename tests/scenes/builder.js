// What a scene is written against. A scene never names an engine: it calls a builder, and each engine (and the
// recorder below, and the demo) implements the same few calls. Bodies are numbered from 0 in the order of their
// creation; that number is how a scene speaks of them afterwards.

/**
 * @typedef {object} BodySpec
 * @property {'static'|'kinematic'|'dynamic'} type
 * @property {number} x metres
 * @property {number} y metres
 * @property {number} [angle] radians
 * @property {number} [vx] m/s
 * @property {number} [vy] m/s
 * @property {number} [omega] rad/s
 * @property {number} [linearDamping] 1/s
 * @property {boolean} [lockRotation]
 * @property {boolean} [bullet] swept against dynamic bodies too, where the engine has such a flag
 *
 * @typedef {object} Material
 * @property {number} [density] kg/m², default 1
 * @property {number} [friction] default 0.6. Frictions that meet are equal or one of them is zero, so that engines
 *   with different mixing rules agree.
 * @property {number} [restitution] default 0; the larger of a pair counts
 * @property {string} [layer] default 'default'
 * @property {number} [tangentSpeed] m/s of a conveyor belt, where the engine has it
 *
 * @typedef {Material & { x?: number, y?: number, radius: number }} CircleSpec
 * @typedef {Material & { x?: number, y?: number, angle?: number, width: number, height: number, radius?: number }} BoxSpec
 *   full sizes; radius rounds the box outward
 * @typedef {Material & { ax: number, ay: number, bx: number, by: number, radius: number }} CapsuleSpec
 * @typedef {Material & { points: number[][] }} PolygonSpec convex, 3 to 8 points, counter-clockwise
 * @typedef {Material & { points: number[][] }} LoopSpec segments around a convex room, counter-clockwise, that hold
 *   what is inside: for static bodies
 *
 * @typedef {object} PinSpec a revolute joint; the two bodies do not meet, and stand at an angle of zero
 * @property {number} bodyA
 * @property {number} bodyB
 * @property {number} x of the pin, in the world
 * @property {number} y
 * @property {[number, number]} [limit] radians
 * @property {SpringSpec} [spring] back to an angle of zero, where the engine has it
 * @property {MotorSpec} [motor] turns body B against body A
 *
 * @typedef {{ hertz: number, dampingRatio: number }} SpringSpec
 * @typedef {{ speed: number, maximum: number }} MotorSpec rad/s and N m, or m/s and newtons
 *
 * @typedef {object} Builder
 * @property {(spec: BodySpec) => number} body returns the body's number
 * @property {(body: number, spec: CircleSpec) => void} circle
 * @property {(body: number, spec: BoxSpec) => void} box
 * @property {(body: number, spec: CapsuleSpec) => void} capsule
 * @property {(body: number, spec: PolygonSpec) => void} polygon
 * @property {(body: number, spec: LoopSpec) => void} loop
 * @property {(spec: PinSpec) => void} pin
 * @property {(first: number, count: number, out: Float32Array) => void} readPositions x and y of consecutive bodies
 * @property {(first: number, count: number, forces: Float32Array) => void} applyForces newtons, for the next step
 * @property {(body: number, vx: number, vy: number) => void} setVelocity
 *
 * @typedef {Record<string, Record<string, 'solid'|'trigger'>>} LayerTable per layer what it meets; one side suffices
 *
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} about one line for tables
 * @property {number} steps length of a measured run at 60 Hz
 * @property {[number, number]} gravity m/s²
 * @property {LayerTable} [layers]
 * @property {boolean} [sleep] bodies at rest may sleep, in mica2d; default false, as in all scenes that are timed
 * @property {boolean} [exam] true: read for its quality, too small for its time to count in means
 * @property {boolean} [restless] true: it is driven, or nothing slows it, so its speeds say nothing of how well it is solved
 * @property {[number, number, number, number]} bounds x0 y0 x1 y1: a dynamic body outside has escaped
 * @property {(b: Builder) => void} build
 * @property {(b: Builder, step: number) => void} [update] called before each step
 */

/**
 * @typedef {object} RecordedShape
 * @property {'circle'|'box'|'capsule'|'polygon'} kind
 * @property {any} spec
 * @typedef {{ spec: BodySpec, shapes: RecordedShape[] }} RecordedBody
 * @typedef {{ bodies: RecordedBody[], pins: PinSpec[] }} RecordedScene
 */

/**
 * Builds a scene into plain data, without any engine.
 * @param {Scene} scene
 * @returns {RecordedScene}
 */
export function recordScene(scene) {
    /** @type {RecordedBody[]} */
    const bodies = [];
    /** @type {PinSpec[]} */
    const pins = [];
    /** @param {RecordedShape['kind']} kind */
    const adder = (kind) => (/** @type {number} */ body, /** @type {any} */ spec) => {
        bodies[body].shapes.push({ kind, spec });
    };
    const never = () => {
        throw new Error('a scene may read and push bodies only in update()');
    };
    scene.build({
        body: (spec) => bodies.push({ spec, shapes: [] }) - 1,
        circle: adder('circle'),
        box: adder('box'),
        capsule: adder('capsule'),
        polygon: adder('polygon'),
        loop: (body, spec) => {
            for (const points of loopWalls(spec.points))
                adder('polygon')(body, { ...spec, points });
        },
        pin: (spec) => void pins.push(spec),
        readPositions: never,
        applyForces: never,
        setVelocity: never,
    });
    return { bodies, pins };
}

/**
 * A seeded generator, the same everywhere: mulberry32.
 * @param {number} seed
 * @returns {() => number} numbers in [0, 1)
 */
export function random(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/**
 * How two layers of a table meet, seen from both sides: solid wins over trigger, trigger over nothing.
 * 'default' is solid to itself.
 * @param {LayerTable | undefined} table
 * @param {string} a
 * @param {string} b
 * @returns {'solid'|'trigger'|'ignore'}
 */
export function layerResponse(table, a, b) {
    const ab = table?.[a]?.[b];
    const ba = table?.[b]?.[a];
    if (ab === 'solid' || ba === 'solid' || (a === 'default' && b === 'default')) return 'solid';
    return ab === 'trigger' || ba === 'trigger' ? 'trigger' : 'ignore';
}

/**
 * All layers a table names, 'default' first: the numbering the adapters use for masks.
 * @param {LayerTable | undefined} table
 * @returns {string[]}
 */
export function layerNames(table) {
    const names = new Set(['default', ...Object.keys(table ?? {})]);
    for (const row of Object.values(table ?? {}))
        for (const name of Object.keys(row)) names.add(name);
    return [...names];
}

/**
 * Walls a metre thick whose inner sides are the segments of a loop: what is not to be found behind it, and what
 * stands in for it where an engine has no chains.
 * @param {number[][]} points
 * @returns {number[][][]} the corners of each, counter-clockwise
 */
export function loopWalls(points) {
    return points.map(([ax, ay], i) => {
        const [bx, by] = points[(i + 1) % points.length];
        const length = Math.hypot(bx - ax, by - ay);
        const nx = (by - ay) / length;
        const ny = (ax - bx) / length;
        return [[bx, by], [ax, ay], [ax + nx, ay + ny], [bx + nx, by + ny]];
    });
}

/**
 * A pit: floor and two walls of thick static boxes, inner floor at y = 0, centred on x = 0.
 * @param {Builder} b
 * @param {number} width inner width, metres
 * @param {number} height of the walls, metres
 * @param {Material} [material]
 */
export function buildPit(b, width, height, material = {}) {
    const ground = b.body({ type: 'static', x: 0, y: 0 });
    b.box(ground, { ...material, y: -1, width: width + 4, height: 2 });
    b.box(ground, { ...material, x: -width / 2 - 1, y: height / 2, width: 2, height });
    b.box(ground, { ...material, x: width / 2 + 1, y: height / 2, width: 2, height });
}

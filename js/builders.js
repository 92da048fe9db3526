// 'mica2d/builders': things made of several bodies and joints, by the public members of a world alone, so
// that they are made in a worker too. Read them as examples, and copy one that does not fit.
//
//   const car = createCar(world, { position: [0, 2] });
//   for (const joint of car.joints) joint.setMotor(-20, 30);
import { MAX_COORDINATE, MAX_SIZE, MIN_SIZE, STIFFNESS, boolean, inRange, integer, outOfRange,
    readOptions, size, vector, wrongType } from './wire/errors.js';

/** @import { BodyOptions, SurfaceOptions, Vector } from './options/types.js' */

/**
 * A world in which things are built: a World or a WorkerWorld.
 * @typedef {object} Site
 * @property {(options?: any) => any} createBody makes a body, as `World.createBody`
 * @property {(options: any) => any} createJoint joins two bodies, as `World.createJoint`
 */

/**
 * What the bodies of a thing have besides their shapes.
 * @typedef {object} PartOptions
 * @property {Omit<SurfaceOptions, 'trigger' | 'field' | 'sees' | 'oneWay'>} [collider] of every collider, such as
 *     `layer`, `density` or `friction`; none by default
 * @property {Omit<BodyOptions, 'type' | 'position' | 'angle' | 'collider' | 'colliders'>} [body] of every body, such as
 *     `linearDamping`; none by default
 */

/**
 * The bodies and joints that a builder has made.
 * @template {Site} W
 * @typedef {object} Built
 * @property {ReturnType<W['createBody']>[]} bodies all of it; destroying them destroys the joints
 * @property {ReturnType<W['createJoint']>[]} joints between them, and with what they were fastened to
 */

/** The damping ratio of springs, and of soft ones. */
const DAMPING = 0.7;
const SOFT = 0.3;

/** The options that all take. */
const PART = ['collider', 'body'];

/**
 * Builds all of it or nothing.
 * @param {string} method
 * @param {Site} world
 * @param {PartOptions} parts
 * @param {(body: (shape: object | null, place: object) => any, join: (options: object) => any) => object | void} build its `body`
 *     makes one of a shape; of none, one that has nothing of `parts`
 * @returns {any} the bodies and joints, and what `build` gives
 */
function assemble(method, world, { collider, body }, build) {
    if (typeof world?.createBody !== 'function' || typeof world.createJoint !== 'function')
        wrongType(method, 'world', 'a World or a WorkerWorld', world);
    /** @type {any[]} */
    const bodies = [];
    /** @type {any[]} */
    const joints = [];
    try {
        const more = build((shape, place) => {
            bodies.push(
                world.createBody(
                    shape ? { ...body, ...place, collider: { ...collider, ...shape } } : place,
                ),
            );
            return bodies[bodies.length - 1];
        }, (options) => {
            joints.push(world.createJoint(options));
            return joints[joints.length - 1];
        });
        return { bodies, joints, ...more };
    } catch (error) {
        for (const made of bodies) made.destroy();
        throw error;
    }
}

/** A metre in the units of a world. @param {any} world */
const unitOf = (world) => world?.lengthUnit ?? 1;

/** 1 where y points up in a world, -1 where it points down. @param {any} world */
const upOf = (world) => (world?.yDown ? -1 : 1);

/** A number of options, or its default. @param {string} method @param {Record<string, any>} o @param {string} name @param {readonly [number, number]} range @param {number} byDefault */
const numberOf = (method, o, name, [min, max], byDefault) =>
    inRange(method, name, o[name] === undefined ? byDefault : o[name], min, max);

/** A length of options, or its default. @param {string} method @param {Record<string, any>} o @param {string} name @param {number} byDefault */
const sizeOf = (method, o, name, byDefault) =>
    size(method, name, o[name] === undefined ? byDefault : o[name]);

/** @param {string} method @param {Record<string, any>} o @param {string} name @returns {[x: number, y: number]} */
const pointOf = (method, o, name) => vector(method, name, o[name], MAX_COORDINATE);

/**
 * Two ends that are not one point, and their distance.
 * @param {string} method @param {Record<string, any>} o
 */
function endsOf(method, o) {
    const [from, to] = [pointOf(method, o, 'from'), pointOf(method, o, 'to')];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length < MIN_SIZE) outOfRange(method, 'to', `at least ${MIN_SIZE} m away from from`, o.to);
    return { from, to, length };
}

/**
 * Bodies in a row between points, each pinned to the next.
 * @param {[x: number, y: number][]} points
 * @param {(length: number) => object} shapeOf the collider between two points, along its x axis
 * @param {(shape: object, place: object) => any} body
 * @param {(options: object) => any} join
 */
function makeRow(points, shapeOf, body, join) {
    const row = points.slice(1).map(([x, y], i) => {
        const [left, low] = points[i];
        const place = { position: [(x + left) / 2, (y + low) / 2],
            angle: Math.atan2(y - low, x - left) };
        return body(shapeOf(Math.hypot(x - left, y - low)), place);
    });
    row.slice(1).forEach((bodyB, i) =>
        join({ type: 'revolute', bodyA: row[i], bodyB, anchor: points[i + 1] })
    );
    return row;
}

/**
 * How a rope is built.
 * @typedef {object} OwnRopeOptions
 * @property {Vector} from where it begins, metres
 * @property {Vector} to where it ends, metres
 * @property {number} [length] metres, from the distance of its ends to 1e7, by default that distance. A longer rope hangs
 *     between them along the world's gravity, at rest
 * @property {number} [links] 1 to 10,000, by default one each four widths
 * @property {number} [width] metres, above 0, default 0.1
 * @property {object} [bodyA] what its begin is pinned to; none by default
 * @property {object} [bodyB] what its end is pinned to; none by default
 */

/**
 * The options of a rope.
 * @typedef {OwnRopeOptions & PartOptions} RopeOptions
 */

/** The unit vector of a world's gravity; down where there is none. @param {any} world @returns {[x: number, y: number]} */
function downOf(world) {
    const [x, y] = world?.gravity ?? [0, 0];
    const size = Math.sqrt(x * x + y * y);
    return size > 0 ? [x / size, y / size] : [0, -upOf(world)];
}

/**
 * A number at which a function that grows has a value, between two others.
 * @param {number} low @param {number} high @param {number} value @param {(at: number) => number} growing
 * @param {(low: number, high: number) => number} middle
 */
function solve(low, high, value, growing, middle) {
    for (let i = 0; i < 64; ++i) {
        const at = middle(low, high);
        if (growing(at) < value) low = at;
        else high = at;
    }
    return middle(low, high);
}

/**
 * The directions of equal links that hang at rest: the slope of link i is (i + 1/2 - c) / t, as each carries the weight of
 * those below it, and t is the horizontal tension in weights of a link. Only square roots, which every machine rounds alike.
 * @param {number} links @param {number} across how far all of them lead sideways, in lengths of a link, 0 or more
 * @param {number} rise how far up, likewise
 * @returns {[x: number, y: number][]} unit vectors
 */
function hang(links, across, rise) {
    /** @param {number} t @param {number} c @param {number} i @returns {[x: number, y: number]} */
    const direction = (t, c, i) => {
        const v = i + 0.5 - c;
        const size = Math.sqrt(t * t + v * v);
        return [t / size, v / size];
    };
    /** @param {number} t @param {number} c @param {0 | 1} axis */
    const sum = (t, c, axis) => {
        let all = 0;
        for (let i = 0; i < links; ++i) all += direction(t, c, i)[axis];
        return all;
    };
    /** Where the lowest point is, for that tension. @param {number} t */
    const lowest = (t) => {
        const bound = 1e6 * (t + links);
        return solve(-bound, bound, -rise, (c) => -sum(t, c, 1), (a, b) => (a + b) / 2);
    };
    const tension = solve(1e-6, 1e6 * links, across, (t) => sum(t, lowest(t), 0),
        (a, b) => Math.sqrt(a * b));
    const c = lowest(tension);
    return Array.from({ length: links }, (_, i) => direction(tension, c, i));
}

/**
 * The ends of the links of a rope between two points, straight or hanging.
 * @param {any} world @param {{ from: [x: number, y: number], to: [x: number, y: number], length: number }} ends
 * @param {number} links @param {number} length of the rope, at least that of `ends`
 */
function ropePoints(world, { from, to, length: distance }, links, length) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const link = length / links;
    const [gx, gy] = downOf(world);
    const side = gy * dx - gx * dy < 0 ? -1 : 1;
    const directions = length > distance
        ? hang(links, (side * (gy * dx - gx * dy)) / link, -(gx * dx + gy * dy) / link)
        : [];
    let [x, y] = from;
    const points = [from];
    for (const [across, up] of directions) {
        x += link * (side * gy * across - gx * up);
        y += link * (-side * gx * across - gy * up);
        points.push([x, y]);
    }
    // From the last of them to the end: what the solution is not exact by, or all of a straight rope.
    return Array.from({ length: links + 1 }, (_, i) => {
        const [px, py] = points[Math.min(i, points.length - 1)];
        return /** @type {[x: number, y: number]} */ ([px + ((to[0] - x) * i) / links,
            py + ((to[1] - y) * i) / links]);
    });
}

/**
 * A rope of capsules that are pinned end to end, from one point to the other: straight, or hanging if it is longer. Its
 * ends hang free, or are pinned to bodies.
 * @template {Site} W
 * @param {W} world
 * @param {RopeOptions} options
 * @returns {Built<W>}
 */
export function createRope(world, options) {
    const method = 'createRope';
    const o = readOptions(method, 'options', options,
        new Set(['from', 'to', 'length', 'links', 'width', 'bodyA', 'bodyB', ...PART]));
    const ends = endsOf(method, o);
    const { from, to } = ends;
    const length = numberOf(method, o, 'length', [ends.length, MAX_COORDINATE], ends.length);
    const width = sizeOf(method, o, 'width', 0.1 * unitOf(world));
    const links = integer(method, 'links',
        o.links ?? Math.min(10_000, Math.max(1, Math.round(length / (4 * width)))), 1, 10_000);
    const points = ropePoints(world, ends, links, length);
    return assemble(method, world, o, (body, join) => {
        const row = makeRow(points,
            (long) => ({ shape: 'capsule', a: [-long / 2, 0], b: [long / 2, 0],
                radius: width / 2 }), body, join);
        if (o.bodyA) join({ type: 'revolute', bodyA: o.bodyA, bodyB: row[0], anchor: from });
        if (o.bodyB) join({ type: 'revolute', bodyA: row[links - 1], bodyB: o.bodyB, anchor: to });
    });
}

/**
 * How a bridge is built.
 * @typedef {object} OwnBridgeOptions
 * @property {Vector} from where it begins, metres
 * @property {Vector} to where it ends, metres
 * @property {number} [planks] 2 to 10,000, by default one each half metre, in a world with a `lengthUnit` each half unit
 * @property {number} [thickness] of a plank, metres, above 0, default 0.12
 * @property {number} [sag] metres by which its middle hangs at first, 0 or more, by default a twentieth of its
 *     length: what it carries pulls less the more it sags
 * @property {object} [bodyA] what it is pinned to where it begins; by default a static body of its own
 * @property {object} [bodyB] what it is pinned to where it ends; by default a static body of its own
 */

/**
 * The options of a bridge.
 * @typedef {OwnBridgeOptions & PartOptions} BridgeOptions
 */

/**
 * A chain bridge: planks that are pinned end to end, hanging between two points.
 * @template {Site} W
 * @param {W} world
 * @param {BridgeOptions} options
 * @returns {Built<W> & { planks: ReturnType<W['createBody']>[] }} `bodies` has the static body too
 */
export function createBridge(world, options) {
    const method = 'createBridge';
    const o = readOptions(method, 'options', options,
        new Set(['from', 'to', 'planks', 'thickness', 'sag', 'bodyA', 'bodyB', ...PART]));
    const { from, to, length } = endsOf(method, o);
    const thickness = sizeOf(method, o, 'thickness', 0.12 * unitOf(world));
    const sag = numberOf(method, o, 'sag', [0, MAX_SIZE], length / 20);
    const count = integer(method, 'planks',
        o.planks ?? Math.min(10_000, Math.max(2, Math.round((2 * length) / unitOf(world)))), 2,
        10_000);
    const drop = 4 * sag * upOf(world);
    const points = Array.from({ length: count + 1 }, (_, i) => {
        const t = i / count;
        return /** @type {[number, number]} */ ([from[0] + (to[0] - from[0]) * t,
            from[1] + (to[1] - from[1]) * t - drop * t * (1 - t)]);
    });
    return assemble(method, world, o, (body, join) => {
        const planks = makeRow(points, (long) => ({ shape: 'box', width: long, height: thickness }),
            body, join);
        const post = o.bodyA && o.bodyB
            ? undefined
            : body(null, { type: 'static', position: from });
        join({ type: 'revolute', bodyA: o.bodyA ?? post, bodyB: planks[0], anchor: from });
        join({ type: 'revolute', bodyA: planks[count - 1], bodyB: o.bodyB ?? post, anchor: to });
        return { planks };
    });
}

/**
 * How a car is built.
 * @typedef {object} OwnCarOptions
 * @property {Vector} position of the middle of its chassis, metres
 * @property {number} [width] of the chassis, metres, above 0, default 2.4
 * @property {number} [height] of the chassis, metres, above 0, default 0.5
 * @property {number} [wheelRadius] metres, above 0, default 0.4
 * @property {number} [travel] metres that a wheel moves up and down, 0 or more, default 0.25
 * @property {number} [hertz] of the suspension, 0 to 1e6, default 4
 * @property {number} [dampingRatio] of the suspension, 0 to 1e6, default 0.7
 * @property {Omit<SurfaceOptions, 'trigger' | 'field' | 'sees' | 'oneWay'>} [wheel] of the wheels' colliders, over
 *     `collider`; default a friction of 1.2
 */

/**
 * The options of a car.
 * @typedef {OwnCarOptions & PartOptions} CarOptions
 */

/**
 * A car of a chassis and two wheels on springs. Its joints are of the type `wheel`: `joint.setMotor(speed,
 * maxTorque)` drives one, at a negative speed to the right.
 * @template {Site} W
 * @param {W} world
 * @param {CarOptions} options
 * @returns {Built<W> & { chassis: ReturnType<W['createBody']>, wheels: ReturnType<W['createBody']>[] }} wheels and
 *     joints from left to right
 */
export function createCar(world, options) {
    const method = 'createCar';
    const o = readOptions(method, 'options', options,
        new Set(['position', 'width', 'height', 'wheelRadius', 'travel', 'hertz', 'dampingRatio',
            'wheel', ...PART]));
    const [x, y] = pointOf(method, o, 'position');
    const width = sizeOf(method, o, 'width', 2.4 * unitOf(world));
    const height = sizeOf(method, o, 'height', 0.5 * unitOf(world));
    const radius = sizeOf(method, o, 'wheelRadius', 0.4 * unitOf(world));
    const travel = numberOf(method, o, 'travel', [0, MAX_SIZE], 0.25 * unitOf(world));
    const hertz = numberOf(method, o, 'hertz', STIFFNESS, 4);
    const dampingRatio = numberOf(method, o, 'dampingRatio', STIFFNESS, DAMPING);
    const surface = { friction: 1.2, .../** @type {object | undefined} */ (o.collider),
        .../** @type {object | undefined} */ (o.wheel) };
    return assemble(method, world, o, (body, join) => {
        const chassis = body({ shape: 'box', width, height }, { position: [x, y] });
        const wheels = [-0.35, 0.35].map((share) => {
            const position = [x + share * width, y - (upOf(world) * height) / 2];
            const bodyB = body({ ...surface, shape: 'circle', radius }, { position });
            join({ type: 'wheel', bodyA: chassis, bodyB, anchor: position, axis: [0, 1],
                limit: [-travel / 2, travel / 2], spring: { hertz, dampingRatio } });
            return bodyB;
        });
        return { chassis, wheels };
    });
}

/**
 * The bones of a ragdoll that looks to the right: name, the bone that it hangs on, and as shares of the whole
 * height the height of the joint, those of the ends of its capsule, and its radius; then the limits of the joint,
 * radians, counter-clockwise.
 * @type {readonly (readonly [string, string, number, number, number, number, number, number])[]}
 */
const BONES = [
    ['hips', '', 0, 0.56, 0.53, 0.07, 0, 0],
    ['chest', 'hips', 0.6, 0.78, 0.66, 0.075, -0.9, 0.3],
    ['head', 'chest', 0.865, 0.935, 0.935, 0.065, -0.6, 0.5],
    ...['left', 'right'].flatMap((
        side,
    ) => /** @type {(readonly [string, string, number, number, number, number, number, number])[]} */ ([
        [`${side}UpperArm`, 'chest', 0.8, 0.79, 0.66, 0.035, -0.9, 3],
        [`${side}Forearm`, `${side}UpperArm`, 0.64, 0.62, 0.49, 0.03, 0, 2.4],
        [`${side}Thigh`, 'hips', 0.52, 0.5, 0.31, 0.05, -0.5, 1.9],
        [`${side}Shin`, `${side}Thigh`, 0.28, 0.26, 0.04, 0.04, -2.4, 0],
    ])),
];

/**
 * How a ragdoll is built.
 * @typedef {object} OwnRagdollOptions
 * @property {Vector} position of its feet, metres
 * @property {number} [height] metres, above 0, default 1.8
 * @property {boolean} [facesLeft] whether it looks to the left, default false
 * @property {number} [hertz] how stiffly it keeps its pose, 0 to 1e6, default 1; 0: limp
 */

/**
 * The options of a ragdoll.
 * @typedef {OwnRagdollOptions & PartOptions} RagdollOptions
 */

/**
 * A ragdoll of eleven bones, seen from its side, standing. Its own bones never meet: unless `collider.group` says
 * otherwise, they are in a negative group that no other ragdoll of the world has.
 * @template {Site} W
 * @param {W} world
 * @param {RagdollOptions} options
 * @returns {Built<W> & { bones: Record<string, ReturnType<W['createBody']>> }} `bones` by name: hips, chest, head, and
 *     after left and right each UpperArm, Forearm, Thigh and Shin
 */
export function createRagdoll(world, options) {
    const method = 'createRagdoll';
    const o = readOptions(method, 'options', options,
        new Set(['position', 'height', 'facesLeft', 'hertz', ...PART]));
    const [x, y] = pointOf(method, o, 'position');
    const height = sizeOf(method, o, 'height', 1.8 * unitOf(world));
    const tall = upOf(world) * height;
    // Its limits are mirrored by either, and as they were by both.
    const turned = boolean(method, 'facesLeft', o.facesLeft ?? false) !== (tall < 0);
    const hertz = numberOf(method, o, 'hertz', STIFFNESS, 1);
    const spring = hertz > 0 ? { hertz, dampingRatio: 1 } : null;
    const { group, ...surface } = /** @type {{ group?: number }} */ (o.collider ?? {});
    return assemble(method, world, { ...o, collider: undefined }, (body, join) => {
        /** @type {Record<string, any>} */
        const bones = {};
        let own = group;
        for (const [name, parent, pin, top, bottom, radius, lower, upper] of BONES) {
            const half = ((top - bottom) / 2) * height;
            const shape = half > 0
                ? { shape: 'capsule', a: [0, -half], b: [0, half] }
                : { shape: 'circle' };
            bones[name] = body({ ...surface, ...shape, radius: radius * height, group: own ?? 0 }, {
                position: [x, y + ((top + bottom) / 2) * tall],
            });
            own ??= bones[name].colliders[0].group = -1_000_000 - bones[name].index;
            if (!parent) continue;
            const limit = turned ? [-upper, -lower] : [lower, upper];
            join({ type: 'revolute', bodyA: bones[parent], bodyB: bones[name],
                anchor: [x, y + pin * tall], limit, spring });
        }
        return { bones };
    });
}

/**
 * How a soft blob is built.
 * @typedef {object} OwnBlobOptions
 * @property {Vector} position of its middle, metres
 * @property {number} [radius] metres, above 0, default 0.8
 * @property {number} [thickness] of its skin, metres, above 0, by default a quarter of the radius
 * @property {number} [parts] of its skin, 5 to 1,000, default 16
 * @property {number} [hertz] how stiffly it keeps its shape, above 0 to 1e6, default 5
 */

/**
 * The options of a soft blob.
 * @typedef {OwnBlobOptions & PartOptions} BlobOptions
 */

/**
 * A soft blob: a ring of capsules that are pinned end to end, each held off a core by a spring.
 * @template {Site} W
 * @param {W} world
 * @param {BlobOptions} options
 * @returns {Built<W> & { core: ReturnType<W['createBody']>, skin: ReturnType<W['createBody']>[] }}
 */
export function createBlob(world, options) {
    const method = 'createBlob';
    const o = readOptions(method, 'options', options,
        new Set(['position', 'radius', 'thickness', 'parts', 'hertz', ...PART]));
    const [x, y] = pointOf(method, o, 'position');
    const radius = sizeOf(method, o, 'radius', 0.8 * unitOf(world));
    const thickness = sizeOf(method, o, 'thickness', radius / 4);
    const parts = integer(method, 'parts', o.parts ?? 16, 5, 1000);
    const hertz = numberOf(method, o, 'hertz', [MIN_SIZE, STIFFNESS[1]], 5);
    const ring = radius - thickness / 2;
    const points = Array.from({ length: parts + 1 }, (_, i) => {
        const angle = (2 * Math.PI * i) / parts;
        return /** @type {[number, number]} */ ([x + ring * Math.cos(angle),
            y + ring * Math.sin(angle)]);
    });
    return assemble(method, world, o, (body, join) => {
        const skin = points.slice(1).map(([px, py], i) => {
            const [left, low] = points[i];
            const half = Math.hypot(px - left, py - low) / 2;
            return body({ shape: 'capsule', a: [-half, 0], b: [half, 0], radius: thickness / 2 }, {
                position: [(px + left) / 2, (py + low) / 2],
                angle: Math.atan2(py - low, px - left),
            });
        });
        const core = body({ shape: 'circle', radius: radius / 3 }, { position: [x, y] });
        skin.forEach((bodyA, i) => {
            join({ type: 'revolute', bodyA, bodyB: skin[(i + 1) % parts], anchor: points[i + 1] });
            join({ type: 'distance', bodyA: core, bodyB: bodyA,
                spring: { hertz, dampingRatio: SOFT } });
        });
        return { core, skin };
    });
}

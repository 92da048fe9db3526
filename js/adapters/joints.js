// Joints as lines: their anchors, what they connect, their axes and limits, by type. Called by
// adapters/debug.js, which gives them a colour each kind.
import { FLAGS } from '../wire/layout.js';

/** @import { DrawableJoint, DrawableJoints } from './types.js' */

/** Half the size of the mark of an anchor, metres. */
const MARK = 0.07;

/** Anchors closer than this, metres, are one point. */
const CLOSE = 0.005;

/** Metres from a pin to the ends of its limit, of the ray that shows the angle, and to the teeth of a ratchet. */
const REACH = 0.5;
const RAY = 0.35;
const TEETH = /** @type {const} */ ([0.25, 0.32]);

/** Half the length of an axis without limits, and of the stroke at a limit, metres. */
const AXIS = 0.5;
const STROKE = 0.15;

/** Radians a line of an arc, and how many teeth are drawn at most. */
const ARC = Math.PI / 12;
const MAX_TEETH = 72;

/** What a world in a worker gives by promises. */
const ASKED =
    /** @type {const} */ (['localAnchorA', 'localAnchorB', 'localAxisA', 'referenceAngle']);

/**
 * A point or direction, metres.
 * @typedef {[x: number, y: number]} Point
 */

/**
 * Anchors, axis and reference angle of a joint, in the spaces of its bodies, as far as they were read.
 * @typedef {object} Known
 * @property {Point} [localAnchorA]
 * @property {Point} [localAnchorB]
 * @property {Point} [localAxisA]
 * @property {number} [referenceAngle]
 * @property {boolean} asked it comes by promises
 */

/**
 * A joint in the world, as it is drawn.
 * @typedef {object} Placed
 * @property {DrawableJoint} joint
 * @property {Point} a its anchor on body A
 * @property {Point} b its anchor on body B
 * @property {Point[]} origins of its bodies that are not static, each with the anchor behind it
 * @property {Point | undefined} axis
 * @property {number} zero the direction, radians, that is angle 0
 * @property {number} now the direction of the present angle
 * @property {number} metre in the units of the world
 */

/**
 * x0, y0, x1, y1 of each line, metres.
 * @typedef {number[]} Lines
 */

/** @param {Lines} lines @param {Point} from @param {Point} to */
function line(lines, [x0, y0], [x1, y1]) {
    lines.push(x0, y0, x1, y1);
}

/** The point at a distance in a direction. @param {Point} from @param {number} angle @param {number} distance @returns {Point} */
const away = ([x, y], angle,
    distance) => [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];

/** A closed figure of four corners around a point. @param {Lines} lines @param {Point} at @param {number} turn of its first corner @param {number} size */
function mark(lines, at, turn, size) {
    for (let i = 0; i < 4; ++i)
        line(lines, away(at, turn + (i * Math.PI) / 2, size),
            away(at, turn + ((i + 1) * Math.PI) / 2, size));
}

/** A stroke across a direction. @param {Lines} lines @param {Point} at @param {Point} along half of its length */
function stroke(lines, [x, y], [dx, dy]) {
    lines.push(x - dy, y + dx, x + dy, y - dx);
}

/** The sector between the limits of an angle, and the angle. @param {Lines} lines @param {Placed} placed */
function drawAngle(lines, { joint: { limit }, a, zero, now, metre }) {
    if (!limit || limit.upper - limit.lower >= 2 * Math.PI) return;
    const [from, to] = [zero + limit.lower, zero + limit.upper];
    const steps = Math.max(1, Math.ceil((to - from) / ARC));
    for (const angle of [from, to]) line(lines, a, away(a, angle, REACH * metre));
    for (let i = 0; i < steps && to > from; ++i) {
        const [one, next] = [i, i + 1].map((k) =>
            away(a, from + ((to - from) * k) / steps, REACH * metre)
        );
        line(lines, one, next);
    }
    line(lines, a, away(a, now, RAY * metre));
}

/** The teeth of a ratchet, and its angle. @param {Lines} lines @param {Placed} placed */
function drawTeeth(lines, { joint: { ratchet = 0, phase = 0 }, a, zero, now, metre }) {
    const tooth = Math.abs(ratchet);
    const count = Math.floor((2 * Math.PI) / tooth + 1e-3);
    for (let i = 0; i < count && count <= MAX_TEETH; ++i) {
        const angle = zero + phase + i * tooth;
        line(lines, away(a, angle, TEETH[0] * metre), away(a, angle, TEETH[1] * metre));
    }
    line(lines, a, away(a, now, RAY * metre));
}

/** The axis, as far as body B may slide, with a stroke at each limit. @param {Lines} lines @param {Placed} placed */
function drawAxis(lines, { joint: { limit }, a: [x, y], b, axis, metre }) {
    if (!axis) return;
    const [dx, dy] = axis;
    const at = (b[0] - x) * dx + (b[1] - y) * dy;
    const { lower, upper } = limit
        ?? { lower: Math.min(-AXIS * metre, at), upper: Math.max(AXIS * metre, at) };
    line(lines, [x + lower * dx, y + lower * dy], [x + upper * dx, y + upper * dy]);
    for (const end of limit ? [lower, upper] : [])
        stroke(lines, [x + end * dx, y + end * dy], [STROKE * metre * dx, STROKE * metre * dy]);
}

/** A stroke at the least and the greatest distance. @param {Lines} lines @param {Placed} placed */
function drawDistance(lines, { joint: { limit }, a: [x, y], b, metre }) {
    const distance = Math.hypot(b[0] - x, b[1] - y);
    if (!limit || distance === 0) return;
    const [dx, dy] = [(b[0] - x) / distance, (b[1] - y) / distance];
    for (const end of [limit.lower, limit.upper])
        stroke(lines, [x + end * dx, y + end * dy], [STROKE * metre * dx, STROKE * metre * dy]);
}

/** What a type shows besides its anchors. @type {Readonly<Record<string, (lines: Lines, placed: Placed) => void>>} */
const LIMITS = { revolute: drawAngle, ratchet: drawTeeth, prismatic: drawAxis, wheel: drawAxis,
    distance: drawDistance };

/**
 * The anchors of a joint and what connects them.
 * @param {Lines} lines
 * @param {Placed} placed
 */
function drawAnchors(lines, { joint, a, b, origins, metre }) {
    for (let i = 0; i < origins.length; i += 2) line(lines, origins[i], origins[i + 1]);
    const turn = joint.type === 'weld' ? Math.PI / 4 : 0;
    const { groundAnchorA, groundAnchorB } = joint;
    mark(lines, a, turn, MARK * metre);
    if (groundAnchorA && groundAnchorB) {
        line(lines, a, groundAnchorA);
        line(lines, groundAnchorA, groundAnchorB);
        line(lines, groundAnchorB, b);
        mark(lines, b, turn, MARK * metre);
    } else if (Math.hypot(b[0] - a[0], b[1] - a[1]) > CLOSE * metre) {
        line(lines, a, b);
        mark(lines, b, turn, MARK * metre);
    }
}

/**
 * A point of a body in the world; of no body, the point itself.
 * @param {Float32Array} poses
 * @param {{ readonly index: number } | null | undefined} body
 * @param {Point} point
 * @returns {Point}
 */
function pointOf(poses, body, [x, y]) {
    if (!body) return [x, y];
    const [left, low, cos, sin] = poses.subarray(4 * body.index, 4 * body.index + 4);
    return [left + cos * x - sin * y, low + sin * x + cos * y];
}

/** The direction that a body is turned to. @param {Float32Array} poses @param {{ readonly index: number } | null | undefined} body */
const angleOf = (poses,
    body) => (body ? Math.atan2(poses[4 * body.index + 3], poses[4 * body.index + 2]) : 0);

/**
 * Where the bodies of a joint have it; undefined as long as a world in a worker has not answered.
 * @param {DrawableJoints} world
 * @param {DrawableJoint} joint
 * @param {Known} known
 * @returns {Placed | undefined}
 */
function placeBodies({ poses, flags, lengthUnit: metre = 1 }, joint,
    { localAnchorA, localAnchorB, localAxisA, referenceAngle = 0 })
{
    const { bodyA, bodyB } = joint;
    if (!localAnchorA || !localAnchorB) return undefined;
    const turned = angleOf(poses, bodyA);
    const along = localAxisA ? Math.atan2(localAxisA[1], localAxisA[0]) + turned : 0;
    const [a, b] = [pointOf(poses, bodyA, localAnchorA), pointOf(poses, bodyB, localAnchorB)];
    /** @type {Point[]} */
    const origins = [];
    for (const [body, anchor] of /** @type {const} */ ([[bodyA, a], [bodyB, b]])) {
        if (body && (flags[body.index] & FLAGS.TYPE_MASK) !== 0)
            origins.push(pointOf(poses, body, [0, 0]), anchor);
    }
    return {
        joint,
        a,
        b,
        origins,
        axis: localAxisA && [Math.cos(along), Math.sin(along)],
        zero: turned + referenceAngle,
        now: angleOf(poses, bodyB),
        metre,
    };
}

/**
 * A gear, between the anchors of its joints.
 * @param {DrawableJoints} world
 * @param {DrawableJoint} joint
 * @param {(joint: DrawableJoint) => Known | undefined} knownOf
 * @returns {Placed | undefined}
 */
function placeGear(world, joint, knownOf) {
    const [one, other] = [joint.jointA, joint.jointB].map((its) => {
        const known = its && knownOf(its);
        return known && placeBodies(world, /** @type {DrawableJoint} */ (its), known);
    });
    return one && other
        && { joint, a: one.a, b: other.a, origins: [], axis: undefined, zero: 0, now: 0,
            metre: one.metre };
}

/**
 * Reads the settings of a joint that are drawn. Those that a worker's joint gives as promises are there once
 * the promises are fulfilled.
 * @param {DrawableJoint} joint
 * @param {Known} known
 */
function read(joint, known) {
    for (const name of ASKED) {
        const value = joint[name];
        if (value instanceof Promise) {
            known.asked = true;
            value.then((answer) => {
                /** @type {any} */ (known)[name] = answer;
            }, () => {});
        } else {
            /** @type {any} */ (known)[name] = value;
        }
    }
}

/** Makes a reader of joints. In a worker a new joint is asked for at once, and of the others one a frame. */
function makeReader() {
    /** @type {WeakMap<DrawableJoint, Known>} */
    const all = new WeakMap();
    let turn = 0;
    return {
        /** @param {DrawableJoint} joint */
        knownOf: (joint) => all.get(joint),
        /** @param {readonly DrawableJoint[]} joints */
        read(joints) {
            ++turn;
            joints.forEach((joint, i) => {
                let known = all.get(joint);
                const isNew = !known;
                if (!known) all.set(joint, known = { asked: false });
                if (isNew || !known.asked || i === turn % joints.length) read(joint, known);
            });
        },
    };
}

/**
 * Keeps the lines of the joints of a world.
 * @param {DrawableJoints} world
 */
export function watchJoints(world) {
    const reader = makeReader();
    return {
        /** Anchors and what connects them. @type {Lines} */
        joint: [],
        /** Axes, limits, teeth and angles. @type {Lines} */
        limit: [],
        /** Joints that are switched off. @type {Lines} */
        jointOff: [],
        /** Writes the lines anew. */
        update() {
            this.joint.length = this.limit.length = this.jointOff.length = 0;
            const joints = world.destroyed ? [] : world.joints ?? [];
            reader.read(joints);
            for (const joint of joints) {
                const placed = joint.jointA
                    ? placeGear(world, joint, reader.knownOf)
                    : placeBodies(world, joint, /** @type {Known} */ (reader.knownOf(joint)));
                if (!placed) continue;
                drawAnchors(joint.enabled ? this.joint : this.jointOff, placed);
                LIMITS[joint.type]?.(joint.enabled ? this.limit : this.jointOff, placed);
            }
            return this;
        },
    };
}

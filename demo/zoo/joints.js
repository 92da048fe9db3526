// Joints from one place to another. A place without a body is a nail in the world: a static body without a collider. Called by
// builder.js and edit.js.
import { distance } from './shapes.js';

/** @typedef {import('../../js/index.js').World<any>} World @typedef {import('../../js/index.js').Body<any>} Body */
/** @typedef {import('./shapes.js').Point} Point */
/** @typedef {{ world: World, a: Body, b: Body, from: Point, to: Point, at: Point, drive: number }} Ends `at` is where the two shall meet */

const TORQUE = 60; // N m a kilogram, of motors

/** A strength that a motor needs for a body. @param {Body} body */
const torqueFor = (body) => TORQUE * Math.max(0.2, body.mass);

/** @param {Ends} ends */
const anchors = ({ a, b, from, to }) => ({ bodyA: a, bodyB: b, localAnchorA: a.localPoint(...from),
    localAnchorB: b.localPoint(...to) });

/** The direction of a drag; to the right of a click. @param {Ends} ends @returns {Point} */
function axisOf({ from, to }) {
    const length = distance(from, to);
    return length < 0.05 ? [1, 0] : [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** What each tool makes of two bodies. @type {Record<string, (ends: Ends) => any>} */
export const JOINTS = {
    pin: ({ a, b, at }) => ({ type: 'revolute', bodyA: a, bodyB: b, anchor: at }),
    motor: ({ a, b, at, drive }) => ({ type: 'revolute', bodyA: a, bodyB: b, anchor: at,
        motor: { speed: -drive, maxTorque: torqueFor(b) } }),
    weld: ({ a, b, at }) => ({ type: 'weld', bodyA: a, bodyB: b, anchor: at }),
    rod: (ends) => ({ type: 'distance', ...anchors(ends),
        length: Math.max(0.05, distance(ends.from, ends.to)), collideConnected: true }),
    rope: (ends) => ({ type: 'distance', ...anchors(ends),
        limit: [0, Math.max(0.1, distance(ends.from, ends.to))], collideConnected: true }),
    spring: (ends) => ({ type: 'distance', ...anchors(ends),
        length: Math.max(0.1, distance(ends.from, ends.to)),
        spring: { hertz: 1.6, dampingRatio: 0.12 }, collideConnected: true }),
    slider(ends) {
        const { a, b, from, to } = ends;
        const length = Math.max(0.5, distance(from, to));
        const limit = isNail(a) ? [0, length] : [-length / 2, length / 2];
        return { type: 'prismatic', bodyA: a, bodyB: b, anchor: isNail(a) ? from : to,
            axis: axisOf(ends), limit };
    },
    wheel: ({ a, b, drive }) => ({ type: 'wheel', bodyA: a, bodyB: b, anchor: b.position,
        axis: [-a.sin, a.cos], limit: [-0.25, 0.25], spring: { hertz: 4, dampingRatio: 0.7 },
        motor: { speed: -drive, maxTorque: torqueFor(b) } }),
};

/** Whether a body is but a place of the world. @param {Body} body */
export const isNail = (body) => body.type === 'static' && body.colliders.length === 0;

/**
 * Joins the bodies at two places, or throws.
 * @param {World} world @param {string} tool @param {(x: number, y: number) => Body[]} bodiesAt the topmost first
 * @param {Point} from @param {Point} to @param {number} size metres below which a drag is a click @param {number} drive radians/s
 * @returns {import('../../js/index.js').Joint<any>}
 */
export function join(world, tool, bodiesAt, from, to, size, drive) {
    const clicked = distance(from, to) < size;
    const [first, below] = bodiesAt(...from);
    let [a, b] = clicked
        ? [below, first]
        : [first, bodiesAt(...to).find((body) => body !== first) ?? bodiesAt(...to)[0]];
    if (a === b) b = /** @type {any} */ (undefined);
    if (!a && !b) throw new Error('A joint begins on a body');
    if ((!a || a.type === 'static') && (!b || b.type === 'static'))
        throw new Error('One of the two must be free to move');
    // Where a slider leads from a body into the open, the body slides along the drag.
    let ends = { from, to };
    if (!b) [a, b, ends] = [b, a, tool === 'slider' ? ends : { from: to, to: from }];
    const nail = a ?? world.createBody({ type: 'static', position: ends.from });
    try {
        return world.createJoint(
            JOINTS[tool]({ world, a: nail, b, ...ends, at: a ? ends.to : ends.from, drive }),
        );
    } catch (error) {
        if (!a) nail.destroy();
        throw error;
    }
}

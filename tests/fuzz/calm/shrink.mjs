// Simpler scenes than a given one: a body or joint less, a setting less, a plainer number. search.mjs tries each, and goes
// on from the first that still fails.

/** @import { Scene } from '../../../js/index.js' */

/** Options of bodies and joints that may be left out. */
const BODY_OPTIONS = ['angle', 'velocity', 'lockRotation', 'lockX', 'lockY', 'bullet'];
const COLLIDER_OPTIONS = ['density', 'friction', 'group', 'restitution'];
const JOINT_OPTIONS = ['spring', 'motor', 'limit', 'hertz', 'dampingRatio', 'maxForce', 'maxTorque',
    'collideConnected', 'ratio'];

/** @template {object} T @param {T} object @param {string} name @returns {T} */
function without(object, name) {
    const { [name]: _, ...rest } = /** @type {any} */ (object);
    return rest;
}

/** @template T @param {readonly T[]} list @param {number} at @param {T} value */
const replaced = (list, at, value) => list.map((each, i) => (i === at ? value : each));

/** Without a joint, and the gears that couple it. @param {Scene} scene @param {number} number @returns {Scene} */
function withoutJoint(scene, number) {
    const joints = /** @type {any[]} */ (scene.joints ?? []);
    const gone = joints.map((joint, i) =>
        i === number || joint.jointA === number || joint.jointB === number
    );
    const places = joints.map((_, i) => i - gone.slice(0, i).filter(Boolean).length);
    const kept = joints.filter((_, i) => !gone[i]).map((joint) => (joint.type === 'gear'
        ? { ...joint, jointA: places[joint.jointA], jointB: places[joint.jointB] }
        : joint)
    );
    return { ...scene, joints: kept };
}

/** Without a body, and its joints. @param {Scene} scene @param {number} number @returns {Scene} */
function withoutBody(scene, number) {
    let less = scene;
    for (let i = (scene.joints ?? []).length - 1; i >= 0; --i) {
        const joint = /** @type {any} */ (less.joints?.[i]);
        if (joint && (joint.bodyA === number || joint.bodyB === number))
            less = withoutJoint(less, i);
    }
    const at = (
        /** @type {number | undefined} */ body,
    ) => (body !== undefined && body > number ? body - 1 : body);
    return {
        ...less,
        bodies: (less.bodies ?? []).filter((_, i) => i !== number),
        joints: (less.joints ?? []).map((/** @type {any} */ joint) => (joint.type === 'gear'
            ? joint
            : { ...joint, ...(joint.bodyA !== undefined && { bodyA: at(joint.bodyA) }),
                bodyB: at(joint.bodyB) })
        ),
    };
}

/** Rounds every number of a plain value. @param {any} value @param {number} digits @returns {any} */
function rounded(value, digits) {
    if (typeof value === 'number')
        return Number.isFinite(value)
            ? Number(value.toFixed(digits))
            : value;
    if (Array.isArray(value)) return value.map((each) => rounded(each, digits));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, rounded(each, digits)]),
    );
}

/** @param {Scene} scene @returns {Generator<Scene>} */
export function* simpler(scene) {
    const bodies = /** @type {any[]} */ (scene.bodies ?? []);
    const joints = /** @type {any[]} */ (scene.joints ?? []);
    for (let i = bodies.length - 1; i >= 0 && bodies.length > 1; --i)
        if (!bodies[i].keep) yield withoutBody(scene, i);
    for (let i = joints.length - 1; i >= 0; --i) yield withoutJoint(scene, i);
    for (const [i, joint] of joints.entries())
        for (const name of JOINT_OPTIONS)
            if (joint[name] !== undefined)
                yield { ...scene, joints: replaced(joints, i, without(joint, name)) };
    for (const [i, body] of bodies.entries()) {
        for (const name of BODY_OPTIONS)
            if (body[name] !== undefined)
                yield { ...scene, bodies: replaced(bodies, i, without(body, name)) };
        const { collider } = body;
        for (const name of collider ? COLLIDER_OPTIONS : [])
            if (collider[name] !== undefined)
                yield { ...scene,
                    bodies: replaced(bodies, i, { ...body, collider: without(collider, name) }) };
    }
    for (const digits of [1, 2, 3]) {
        const plain = rounded(scene, digits);
        if (JSON.stringify(plain) !== JSON.stringify(scene)) yield plain;
    }
}

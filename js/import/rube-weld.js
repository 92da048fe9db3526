// The soft weld of Box2D 2.3: rigid in the point, a spring in the angle, whose stiffness follows from the moments of
// inertia about the centres of mass, m = 1 / (iA + iB). The spring of a hinge here moves the mass about its pin,
//
//     M = 1 / (iA + iB - kᵀ K⁻¹ k),  k = iA rA⊥ + iB rB⊥,
//     K = (mA + mB) 1 + iA rA⊥ rA⊥ᵀ + iB rB⊥ rB⊥ᵀ,
//
// with inverse masses and inertias, so that the same spring, m ω² = M Ω² and m ζ ω = M Z Ω, has the frequency Ω = ω √(m / M)
// and the damping ratio Z = ζ √(m / M). Called by rube-joints.js.
import { momentsOf } from './rube-mass.js';

/** @import { SceneBody } from '../options/types.js' */
/** @import { Point } from './outlines.js' */

/** The inverses of a body's mass and of its moment of inertia about its centre. @param {SceneBody} body */
function inverses({ type, colliders = [], mass: given, lockRotation }) {
    const own = momentsOf(/** @type {any[]} */ (colliders));
    const { mass, center } = given ?? own;
    const inertia = given
        ? given.inertia ?? (own.mass > 0 ? (own.inertia * given.mass) / own.mass : 0)
        : own.inertia;
    const moves = type === 'dynamic';
    return {
        mass: moves && mass > 0 ? 1 / mass : 0,
        inertia: moves && inertia > 0 && !lockRotation ? 1 / inertia : 0,
        center: /** @type {Point} */ (center ?? own.center),
    };
}

/**
 * A soft weld as the hinge with the same spring; a rigid weld if neither of the bodies turns.
 * @param {Record<string, any>} weld with hertz above 0
 * @param {SceneBody} bodyA
 * @param {SceneBody} bodyB
 * @returns {Record<string, any>}
 */
export function softWeld({ hertz, dampingRatio, ...weld }, bodyA, bodyB) {
    const [a, b] = [inverses(bodyA), inverses(bodyB)];
    if (a.inertia + b.inertia === 0) return weld;
    const [cosine, sine] = [Math.cos(weld.referenceAngle), Math.sin(weld.referenceAngle)];
    const [x, y] = [weld.localAnchorB[0] - b.center[0], weld.localAnchorB[1] - b.center[1]];
    const arms = [
        { i: a.inertia, x: weld.localAnchorA[0] - a.center[0],
            y: weld.localAnchorA[1] - a.center[1] },
        { i: b.inertia, x: cosine * x - sine * y, y: sine * x + cosine * y },
    ];
    let [k0, k1, k00, k01, k11] = [0, 0, a.mass + b.mass, 0, a.mass + b.mass];
    for (const arm of arms) {
        k0 -= arm.i * arm.y;
        k1 += arm.i * arm.x;
        k00 += arm.i * arm.y ** 2;
        k01 -= arm.i * arm.x * arm.y;
        k11 += arm.i * arm.x ** 2;
    }
    const determinant = k00 * k11 - k01 ** 2;
    const taken = determinant > 0
        ? (k0 ** 2 * k11 - 2 * k0 * k1 * k01 + k1 ** 2 * k00) / determinant
        : 0;
    const factor = Math.sqrt(Math.max(0, 1 - taken / (a.inertia + b.inertia)));
    return { ...weld, type: 'revolute',
        spring: { hertz: hertz * factor, dampingRatio: dampingRatio * factor } };
}

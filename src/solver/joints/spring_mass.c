// The mass that a spring along a free row moves, from which its stiffness follows. It is that of
// both bodies at the spring's target, while the rigid rows of the joint hold: a constant. Were it
// that of today's bodies, the spring would give back more than it took where these turn as they
// swing. Called by joint_rows.c and direct_place.c; revolute.c does the same for four pins at once.
// Reads joints and solver bodies.
#include "joint_rows.h"

RestPose joint_rest_pose(const MicaWorld *world, const Joint *j, float angle)
{
    int32_t a = solver_of(world, j->bodyA), b = solver_of(world, j->bodyB);
    const SolverBody *bodyA = &world->scratch.solverBodies.data[a],
                     *bodyB = &world->scratch.solverBodies.data[b];
    Vec2 centerA = j->bodyA != NONE ? world->state.bodies.data[j->bodyA].localCenter : (Vec2){0};
    Rot turn = trig_small_rot(angle + joint_values(world, j)[MICA_JOINT_REFERENCE_ANGLE]);
    return (RestPose){
        .mA = 0.5f * (bodyA->invMassX + bodyA->invMassY),
        .mB = 0.5f * (bodyB->invMassX + bodyB->invMassY),
        .iA = world->scratch.solverMotion.data[a].invInertia,
        .iB = world->scratch.solverMotion.data[b].invInertia,
        .rA = sub(j->anchorA, centerA),
        .rB = rotate(turn, sub(j->anchorB, world->state.bodies.data[j->bodyB].localCenter))};
}

float rest_coupling(const RestPose *r, Vec2 u, Vec2 v)
{
    bool turnsU = u.x == 0.0f && u.y == 0.0f, turnsV = v.x == 0.0f && v.y == 0.0f;
    float uA = turnsU ? 1.0f : cross(r->rA, u), uB = turnsU ? 1.0f : cross(r->rB, u),
          vA = turnsV ? 1.0f : cross(r->rA, v), vB = turnsV ? 1.0f : cross(r->rB, v);
    return (r->mA + r->mB) * dot(u, v) + r->iA * uA * vA + r->iB * uB * vB;
}

float rest_average(const RestPose *r)
{
    return r->mA + r->mB + 0.5f * (r->iA * dot(r->rA, r->rA) + r->iB * dot(r->rB, r->rB));
}

// 1 / (J M⁻¹ Jᵀ - k K⁻¹ k) of a row together with up to two rigid ones.
static float mass_with_rigid(const RestPose *r, Vec2 u, const Vec2 *rigid, int32_t count)
{
    float alone = rest_coupling(r, u, u), taken = 0.0f;
    float k0 = count > 0 ? rest_coupling(r, u, rigid[0]) : 0.0f,
          m00 = count > 0 ? rest_coupling(r, rigid[0], rigid[0]) : 0.0f;
    if (count == 1 && m00 > 0.0f) {
        taken = k0 * k0 / m00;
    } else if (count == 2) {
        float k1 = rest_coupling(r, u, rigid[1]), m01 = rest_coupling(r, rigid[0], rigid[1]),
              m11 = rest_coupling(r, rigid[1], rigid[1]), det = m00 * m11 - m01 * m01;
        taken = det > MIN_FREEDOM * m00 * m11
                    ? (k0 * k0 * m11 - 2.0f * k0 * k1 * m01 + k1 * k1 * m00) / det
                    : 0.0f;
    }
    float free = alone - taken;
    return free > MIN_FREEDOM * alone ? 1.0f / free : 0.0f;
}

static float mass_about(const RestPose *r)
{
    return f4_first(row_mass_about_pin(f4_splat(r->mA + r->mB), f4_splat(r->iA), f4_splat(r->iB),
                                       f4_splat(r->rA.x), f4_splat(r->rA.y), f4_splat(r->rB.x),
                                       f4_splat(r->rB.y)));
}

static float spring_mass(const MicaWorld *world, const Joint *j)
{
    const float *n = joint_values(world, j);
    Vec2 axis = joint_axis(n), turning = {0.0f, 0.0f};
    RestPose r = joint_rest_pose(
        world, j, j->type == MICA_JOINT_REVOLUTE ? n[MICA_JOINT_SPRING_TARGET] : 0.0f);
    const Vec2 rigid[2] = {left_perp(axis), turning};
    switch (j->type) {
    case MICA_JOINT_REVOLUTE:
        return mass_about(&r);
    case MICA_JOINT_PRISMATIC:
        return mass_with_rigid(&r, axis, rigid, 2);
    case MICA_JOINT_WHEEL:
        return mass_with_rigid(&r, axis, rigid, 1);
    case MICA_JOINT_DISTANCE: {
        float mobility = rest_average(&r);
        return mobility > 0.0f ? 1.0f / mobility : 0.0f;
    }
    default:
        return 0.0f;  // a ratchet's is constant; those of couplings are today's
    }
}

void row_fill_spring_masses(const MicaWorld *world, const JointLanes *of, RowBlock *x)
{
    for (int32_t lane = 0; lane < 4; ++lane) {
        if (x->springRate[lane] > 0.0f) {
            x->springMass[lane] = spring_mass(world, of->joints[lane]);
        }
    }
}

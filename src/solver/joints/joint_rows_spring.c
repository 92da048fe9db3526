// Joints made of rows as springs: those with their own frequency, which act as a force at the
// beginning of a substep (joint_rows.h), and the energy that springs and motors of all of them may
// have given, for energy.c. Called by joints.c through the types' kernels and by joint_rows.c;
// reads and writes blocks, and pushes solver bodies.
#include "joint_rows.h"

// A pivot of K below this fraction of its diagonal is what rounding left.
#define MIN_PIVOT 1e-6f

static ScalarJacobian scalar_jacobian(const JointRowsBlock *k, int32_t lane, float (*jacobian)[4])
{
    return (ScalarJacobian){k->arms.a[lane],   k->arms.b[lane],   jacobian[0][lane],
                            jacobian[1][lane], jacobian[2][lane], jacobian[3][lane]};
}

// x = K⁻¹ x of the rigid rows of a lane.
static void solve_rigid_lane(float (*pivots)[4], float (*lower)[4], int32_t lane, float *x)
{
    float l10 = lower[0][lane], l20 = lower[1][lane], l21 = lower[2][lane];
    float y1 = x[1] - l10 * x[0], y2 = x[2] - l20 * x[0] - l21 * y1;
    x[2] = y2 * pivots[2][lane];
    x[1] = y1 * pivots[1][lane] - l21 * x[2];
    x[0] = x[0] * pivots[0][lane] - l10 * x[1] - l20 * x[2];
}

// A single row, whose bodies are free to turn, has the mean of all their angles. Two rows
// along the world's axes have no rest, and keep today's matrix.
static bool has_rest(const JointRowsBlock *k, int32_t lane, int32_t rigid)
{
    const RigidRow *last = &k->rigid[max_i(rigid, 1) - 1];
    return rigid == 1 || (last->ux[lane] == 0.0f && last->uy[lane] == 0.0f);
}

// x = K⁻¹ x of a lane as a spring.
static void solve_spring(JointRowsBlock *k, int32_t lane, int32_t rigid, float *x)
{
    bool rest = has_rest(k, lane, rigid);
    solve_rigid_lane(rest ? k->springPivots : k->pivots, rest ? k->springLower : k->lower, lane, x);
}

// Twice the energy (J) that impulses along the rows alone give to the bodies, and the larger one of
// the changes of their angular velocities.
static float energy_given(const MicaWorld *world, const JointRowsBlock *k,
                          const ScalarJacobian *jacobians, int32_t rigid, int32_t lane,
                          const float *p, float *turn)
{
    const SolverBody *a = &world->scratch.solverBodies.data[k->arms.a[lane]],
                     *b = &world->scratch.solverBodies.data[k->arms.b[lane]];
    float x = 0.0f, y = 0.0f, turnA = 0.0f, turnB = 0.0f;
    for (int32_t i = 0; i < rigid; ++i) {
        x += p[i] * jacobians[i].ux;
        y += p[i] * jacobians[i].uy;
        turnA += p[i] * jacobians[i].sA;
        turnB += p[i] * jacobians[i].sB;
    }
    float iA = k->arms.iA[lane], iB = k->arms.iB[lane];
    *turn = max_f(iA * abs_f(turnA), iB * abs_f(turnB));
    return (a->invMassX + b->invMassX) * x * x + (a->invMassY + b->invMassY) * y * y +
           iA * turnA * turnA + iB * turnB * turnB;
}

// How much of a spring's pull may act. Its impulses p alone give the bodies the energy p K p / 2;
// against that of the spring, pull C / 2, it is the square of the phase by which it advances in the
// substep. Far from rest the bodies turn more easily than there, and the substep would overshoot.
static float pull_fraction(const MicaWorld *world, const JointRowsBlock *k,
                           const ScalarJacobian *jacobians, int32_t rigid, int32_t lane,
                           const float *pulls)
{
    float energy = 0.0f, turn, given = energy_given(world, k, jacobians, rigid, lane, pulls, &turn);
    for (int32_t i = 0; i < rigid; ++i) {
        energy += pulls[i] * k->rigid[i].error[lane];
    }
    float maximum = k->springReach[lane] * abs_f(energy),
          fraction = given > maximum ? maximum / given : 1.0f;
    return turn * fraction > k->springTurn[lane] ? k->springTurn[lane] / turn : fraction;
}

// How much of its damping may act: what takes the maximum of energy, p (C' + K p / 2).
static float damping_fraction(const MicaWorld *world, const JointRowsBlock *k,
                              const ScalarJacobian *jacobians, int32_t rigid, int32_t lane,
                              const float *damping, const float *speeds)
{
    float taken = 0.0f, turn,
          given = energy_given(world, k, jacobians, rigid, lane, damping, &turn);
    for (int32_t i = 0; i < rigid; ++i) {
        taken -= damping[i] * speeds[i];
    }
    return given > taken ? max_f(taken, 0.0f) / given : 1.0f;
}

// cut_to_maximum of one lane.
static void cut_lane(const JointRowsBlock *k, int32_t lane, int32_t count,
                     const ScalarJacobian *jacobians, float *impulses)
{
    float along = 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        bool turns = jacobians[i].ux == 0.0f && jacobians[i].uy == 0.0f;
        along += turns ? 0.0f : impulses[i] * impulses[i];
    }
    float length = sqrtf(along), maximum = k->maxImpulse[0][lane], turning = k->maxImpulse[1][lane],
          fraction = length > maximum ? maximum / length : 1.0f;
    for (int32_t i = 0; i < count; ++i) {
        bool turns = jacobians[i].ux == 0.0f && jacobians[i].uy == 0.0f;
        impulses[i] = turns ? clamp_f(impulses[i], -turning, turning) : fraction * impulses[i];
    }
}

// The impulse of a spring along a row.
static void apply_spring(MicaWorld *world, JointRowsBlock *k, int32_t lane,
                         const ScalarJacobian *jacobian, float impulse)
{
    k->springForce[0][lane] += impulse * jacobian->ux;
    k->springForce[1][lane] += impulse * jacobian->uy;
    joint_apply_force(world, jacobian, impulse);
}

// The rigid rows of a lane as a spring: P = -K⁻¹ (loss (C' - speed) + rate C).
static void force_rigid(MicaWorld *world, JointRowsBlock *k, int32_t rigid, int32_t lane)
{
    ScalarJacobian jacobians[MAX_RIGID];
    float p[MAX_RIGID] = {0.0f}, pulls[MAX_RIGID] = {0.0f}, speeds[MAX_RIGID] = {0.0f};
    for (int32_t i = 0; i < rigid; ++i) {
        jacobians[i] = scalar_jacobian(k, lane, JACOBIAN_FIELDS(&k->rigid[i]));
        speeds[i] = joint_force_speed(world, &jacobians[i]) - k->speed[i][lane];
        p[i] = -k->springLoss[lane] * speeds[i];
        pulls[i] = -k->springRate[lane] * k->rigid[i].error[lane];
    }
    solve_spring(k, lane, rigid, p);
    solve_spring(k, lane, rigid, pulls);
    float pulled = pull_fraction(world, k, jacobians, rigid, lane, pulls),
          damped = damping_fraction(world, k, jacobians, rigid, lane, p, speeds);
    for (int32_t i = 0; i < rigid; ++i) {
        p[i] = damped * p[i] + pulled * pulls[i];
    }
    cut_lane(k, lane, rigid, jacobians, p);
    for (int32_t i = 0; i < rigid; ++i) {
        k->rigid[i].impulse[lane] = p[i];
        apply_spring(world, k, lane, &jacobians[i], p[i]);
    }
}

void joint_rows_force(MicaWorld *world, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    int32_t rigid = joint_rows_of(range)->rigid[kind_has_row(range.kind)];
    for (int32_t i = 0; i < 4 * range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i >> 2);
        int32_t lane = i & 3;
        if (!k->springs) {
            continue;
        }
        k->springForce[0][lane] = k->springForce[1][lane] = 0.0f;
        if (k->springRate[lane] > 0.0f) {
            force_rigid(world, k, rigid, lane);
        }
    }
}

// The speeds of four bodies B against bodies A along a row of each.
static f4 jacobian_speeds(const JointRowsBlock *k, float (*fields)[4], const float *const *vA,
                          const float *const *vB)
{
    float speeds[4];
    for (int32_t lane = 0; lane < 4; ++lane) {
        ScalarJacobian jacobian = scalar_jacobian(k, lane, fields);
        speeds[lane] = scalar_jacobian_speed(&jacobian, vA[lane], vB[lane]);
    }
    return f4_load(speeds);
}

// At rest; m: 00 10 11 20 21 22 of the rigid rows. `joined`: rows along vectors answer those that
// turn.
static void rest_matrix(const JointRowsBlock *k, const RestPose *r, int32_t lane, int32_t rigid,
                        bool joined, float *m)
{
    for (int32_t i = 0, n = 0; i < 3; ++i) {
        for (int32_t j = 0; j <= i; ++j, ++n) {
            const RigidRow *a = &k->rigid[i], *b = &k->rigid[j];
            Vec2 u = vec(a->ux[lane], a->uy[lane]), v = vec(b->ux[lane], b->uy[lane]);
            bool both = joined || i == j || dot(u, u) * dot(v, v) > 0.0f;
            m[n] = i < rigid && both ? rest_coupling(r, u, v) : 0.0f;
        }
    }
}

// Fills springPivots and springLower of a lane.
static void factorise_rest(JointRowsBlock *k, int32_t lane, const float *m)
{
    float d0 = m[0] > 0.0f ? 1.0f / m[0] : 0.0f, l10 = m[1] * d0, l20 = m[3] * d0;
    float p1 = m[2] - l10 * m[1], d1 = p1 > MIN_PIVOT * m[2] ? 1.0f / p1 : 0.0f;
    float q = m[4] - l20 * m[1], l21 = q * d1;
    float p2 = m[5] - l20 * m[3] - l21 * q, d2 = p2 > MIN_PIVOT * m[5] ? 1.0f / p2 : 0.0f;
    const float pivots[3] = {d0, d1, d2}, lower[3] = {l10, l20, l21};
    for (int32_t i = 0; i < 3; ++i) {
        k->springPivots[i][lane] = pivots[i];
        k->springLower[i][lane] = lower[i];
    }
}

static void prepare_rest(const MicaWorld *world, const JointRows *type, JointRowsBlock *k,
                         const Joint *j, int32_t lane, int32_t rigid)
{
    if (!has_rest(k, lane, rigid)) {
        return;
    }
    RestPose r = joint_rest_pose(world, j, 0.0f);
    Rot q = joint_place_a(world, j).q;
    r.rA = rotate(q, r.rA);
    r.rB = rotate(q, r.rB);
    float m[6];
    rest_matrix(k, &r, lane, rigid, !type->drives, m);
    if (rigid == 1 && (k->rigid[0].ux[lane] != 0.0f || k->rigid[0].uy[lane] != 0.0f)) {
        m[0] = rest_average(&r);
    }
    factorise_rest(k, lane, m);
}

// The maximum impulse of a target joint in a substep while its body touches something.
float joint_rows_max_drag(const MicaWorld *world, const Joint *j, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    int32_t solver = solver_of(world, j->bodyB);
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    float inverse = 0.5f * (b->invMassX + b->invMassY),
          rate = 2.0f * 3.14159265f * STATIC_STIFFNESS * context->contactHertz,
          depth = DRAG_DEPTH * world->state.bodies.data[j->bodyB].minExtent;
    bool free = j->type != MICA_JOINT_TARGET || scratch->bodyColours.data[solver] == 0;
    return free || !(inverse > 0.0f) ? 3e38f : context->h * rate * rate * depth / inverse;
}

// Notes where the springs of a block begin.
static void note_start(const MicaWorld *world, JointRowsBlock *k, const JointLanes *of,
                       const BlockLane *lanes, int32_t rigid, int32_t free,
                       const StepContext *context)
{
    const float *vA[4], *vB[4];
    for (int32_t lane = 0; lane < 4; ++lane) {
        vA[lane] = joint_start_velocity(world, of->joints[lane]->bodyA, lanes[lane].item);
        vB[lane] = joint_start_velocity(world, of->joints[lane]->bodyB, lanes[lane].item);
    }
    for (int32_t i = 0; i < rigid; ++i) {
        f4_store(k->startError[i], f4_load(k->rigid[i].error));
        f4_store(k->startSpeed[i], jacobian_speeds(k, JACOBIAN_FIELDS(&k->rigid[i]), vA, vB));
    }
    for (int32_t i = 0; i < free; ++i) {
        row_note_start(&k->free[i].row, jacobian_speeds(k, JACOBIAN_FIELDS(&k->free[i]), vA, vB),
                       context);
    }
}

void joint_rows_prepare_springs(const MicaWorld *world, const JointRows *type, JointRowsBlock *k,
                                const JointLanes *of, const BlockLane *lanes, int32_t rigid,
                                int32_t free, const StepContext *context)
{
    k->springs = f4_mask(f4_lt(f4_zero(), f4_load(k->springRate))) != 0;
    for (int32_t lane = 0; lane < 4; ++lane) {
        if (k->springRate[lane] > 0.0f) {
            prepare_rest(world, type, k, of->joints[lane], lane, rigid);
        }
    }
    if (k->springs || free > 0) {
        note_start(world, k, of, lanes, rigid, free, context);
    }
    f4_store(k->springForce[0], f4_zero());
    f4_store(k->springForce[1], f4_zero());
}

// The rows of a spring at one end of a step: errors and their rates; the forces that they pull
// with, of which the maximum leaves a fraction.
typedef struct SpringEnd {
    float error[MAX_RIGID], speed[MAX_RIGID], pull[MAX_RIGID], fraction[MAX_RIGID];
} SpringEnd;

static void find_pull(JointRowsBlock *k, int32_t lane, int32_t rigid, const StepContext *context,
                      SpringEnd *end)
{
    float rate = k->springRate[lane] / (1.0f - 0.5f * k->springLoss[lane]), along = 0.0f;
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        end->pull[i] = i < rigid ? end->error[i] : 0.0f;
    }
    solve_spring(k, lane, rigid, end->pull);
    for (int32_t i = 0; i < rigid; ++i) {
        bool turns = k->rigid[i].ux[lane] == 0.0f && k->rigid[i].uy[lane] == 0.0f;
        end->pull[i] *= rate;
        along += turns ? 0.0f : end->pull[i] * end->pull[i];
    }
    for (int32_t i = 0; i < rigid; ++i) {
        bool turns = k->rigid[i].ux[lane] == 0.0f && k->rigid[i].uy[lane] == 0.0f;
        float size = turns ? abs_f(end->pull[i]) : sqrtf(along),
              maximum = k->maxImpulse[turns][lane];
        end->fraction[i] = size > maximum ? maximum / size : 1.0f;
        end->pull[i] *= context->invH;
    }
}

// The energy of a spring at one end, J. Beyond its maximum F it grows by F times the error.
static float spring_energy(const SpringEnd *end, int32_t rigid)
{
    float sum = 0.0f;
    for (int32_t i = 0; i < rigid; ++i) {
        float f = end->fraction[i];
        sum += end->pull[i] * f * (1.0f - 0.5f * f) * end->error[i];
    }
    return sum;
}

// What row_work adds to that at one end, for the force acts along velocities of half a substep ago.
static float spring_lag(const SpringEnd *end, int32_t rigid, float h)
{
    float sum = 0.0f;
    for (int32_t i = 0; i < rigid; ++i) {
        sum -= 0.5f * h * end->fraction[i] * end->pull[i] * end->speed[i];
    }
    return sum;
}

// The work of its force from one end to the other, never a difference of large energies.
static float work_between(const SpringEnd *from, const SpringEnd *to, int32_t rigid)
{
    float sum = 0.0f;
    for (int32_t i = 0; i < rigid; ++i) {
        float force = from->fraction[i] * from->pull[i] + to->fraction[i] * to->pull[i];
        sum += 0.5f * force * (from->error[i] - to->error[i]);
    }
    return sum;
}

// The maximum work of a spring at its maximum force in a time, else -3e38: so far off that errors
// hardly show how its bodies move, it is a force upon them.
static float max_work(const MicaWorld *world, const JointRowsBlock *k,
                      const ScalarJacobian *jacobians, const SpringEnd *from, int32_t rigid,
                      int32_t lane, float time)
{
    float force[MAX_RIGID], sum = 0.0f, turn;
    bool maximum = false;
    for (int32_t i = 0; i < rigid; ++i) {
        maximum |= from->fraction[i] < 1.0f;
        force[i] = time * from->fraction[i] * from->pull[i];
        sum += abs_f(force[i] * from->speed[i]);
    }
    return maximum ? sum + 0.5f * energy_given(world, k, jacobians, rigid, lane, force, &turn)
                   : -3e38f;
}

// The energy (J) that the rigid rows of a lane may have given to the bodies as a spring since the
// step began; less than 0 where the spring has taken some.
static float spring_work(const MicaWorld *world, JointRowsBlock *k, int32_t lane, int32_t rigid,
                         const float *vA, const float *vB, const StepContext *context)
{
    SpringEnd start, now;
    ScalarJacobian jacobians[MAX_RIGID];
    for (int32_t i = 0; i < rigid; ++i) {
        jacobians[i] = scalar_jacobian(k, lane, JACOBIAN_FIELDS(&k->rigid[i]));
        start.error[i] = k->startError[i][lane];
        start.speed[i] = k->startSpeed[i][lane];
        now.error[i] = k->rigid[i].error[lane];
        now.speed[i] = scalar_jacobian_speed(&jacobians[i], vA, vB);
    }
    find_pull(k, lane, rigid, context, &start);
    find_pull(k, lane, rigid, context, &now);
    float lag = spring_lag(&start, rigid, context->h), has = spring_energy(&start, rigid);
    float work = work_between(&start, &now, rigid) + lag - spring_lag(&now, rigid, context->h);
    work = max_f(work, max_work(world, k, jacobians, &start, rigid, lane, context->dt));
    return min_f(work, has + max_f(lag, 0.0f));  // no spring gives more than it has
}

void joint_rows_work(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    const SolverBody *bodies = world->scratch.solverBodies.data;
    int32_t rigid = joint_rows_of(range)->rigid[kind_has_row(range.kind)];
    for (int32_t i = 0; i < range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i);
        const float *vA[4], *vB[4];
        for (int32_t lane = 0; lane < 4; ++lane) {
            vA[lane] = &bodies[k->arms.a[lane]].vx;
            vB[lane] = &bodies[k->arms.b[lane]].vx;
        }
        f4 free = f4_zero();
        for (int32_t f = 0; f < joint_rows_free_count(range); ++f) {
            f4 speeds = jacobian_speeds(k, JACOBIAN_FIELDS(&k->free[f]), vA, vB);
            free = f4_add(free, row_work(&k->free[f].row, speeds, context));
        }
        float work[4];
        f4_store(work, f4_add(free, f4_max(f4_load(k->drivenWork), f4_zero())));
        for (int32_t lane = 0; lane < 4; ++lane) {
            if (k->springRate[lane] > 0.0f) {
                work[lane] += spring_work(world, k, lane, rigid, vA[lane], vB[lane], context);
            }
            island_allow_energy(world, k->arms.a[lane], k->arms.b[lane], work[lane]);
        }
    }
}

void joint_rows_scale(MicaWorld *world, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i);
        f4 by = joint_scales(world, k->arms.a, k->arms.b);
        for (int32_t r = 0; r < joint_rows_of(range)->rigid[kind_has_row(range.kind)]; ++r) {
            scale_field(k->rigid[r].impulse, by);
        }
        for (int32_t f = 0; f < joint_rows_free_count(range); ++f) {
            row_scale(&k->free[f].row, by);
        }
        for (int32_t n = 0; n < 4; ++n) {
            scale_field(k->applied[n], by);
        }
    }
}

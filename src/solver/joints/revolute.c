// The revolute joint: two bodies share a point (point.h) and turn about it; limit, motor and spring
// act on the angle (row.h). The step calls its kernel through types.c; it reads joints, transforms
// and solver bodies, and writes blocks and velocities, then impulses. revolute_scalar.h has its
// passes in scalar form, as scalar_solve_revolute, which a test compares with this file bit for
// bit: read it first.
//
// For one joint, with the letters of point.h and row.h: J is the spin of B less that of A, so
//
//     C = angle,  C' = wB - wA,  J M⁻¹ Jᵀ = iA + iB
//     k = iA (-rAy, rAx) + iB (-rBy, rBx)       speed of B's anchor against A's
//     wA -= iA λ,  wB += iB λ
#include "point.h"
#include "row.h"

static void revolute_read(const MicaWorld *world, const Joint *j, MicaJointState *state)
{
    float rate = world->state.lastH > 0.0f ? 1.0f / world->state.lastH : 0.0f;
    const float *impulses = j->impulses;
    state->torque = rate * (impulses[JOINT_IMPULSE_MOTOR] + impulses[JOINT_IMPULSE_SPRING] +
                            impulses[JOINT_IMPULSE_LOWER] - impulses[JOINT_IMPULSE_UPPER]);
    state->force = scale(rate, vec(impulses[JOINT_IMPULSE_X], impulses[JOINT_IMPULSE_Y]));
    state->linearSeparation = length(sub(state->anchorB, state->anchorA));
}

// ---------------------------------------------------------------------------------------- kernel

typedef struct RevoluteBlock {
    PointBlock point;
    RowBlock row;
} RevoluteBlock;

static const int32_t blockBytes[2] = {sizeof(PointBlock), sizeof(RevoluteBlock)};

static inline void place_row(const PointBlock *p, RowBlock *x, const Bodies4 *a, const Bodies4 *b,
                             const StepContext *context)
{
    f4 iA = f4_load(p->arms.iA), iB = f4_load(p->arms.iB);
    f4 kx = f4_neg(f4_mul_add(f4_mul(iA, f4_load(p->rAy)), iB, f4_load(p->rBy)));
    f4 ky = f4_mul_add(f4_mul(iA, f4_load(p->rAx)), iB, f4_load(p->rBx));
    PairInverse k = {f4_load(p->m11), f4_load(p->m12), f4_load(p->m22)};
    f4 angle = f4_add(f4_load(x->start), f4_sub(b->da, a->da));
    row_place(x, k, kx, ky, f4_add(iA, iB), angle, context);
}

static inline void push_row(const PointBlock *p, f4 torque, Bodies4 *a, Bodies4 *b)
{
    a->w = f4_mul_sub(a->w, f4_load(p->arms.iA), torque);
    b->w = f4_mul_add(b->w, f4_load(p->arms.iB), torque);
}

// One pass over a block. Without a row, x is NULL.
static inline void solve_block(SolverBody *bodies, PointBlock *p, RowBlock *x,
                               const StepContext *context, bool soft, bool again)
{
    Bodies4 a, b;
    bool moved = !soft && !again;
    point_gather(bodies, p, moved, &a, &b);
    if (moved && x != NULL) {
        place_row(p, x, &a, &b, context);
    }
    f4 vx, vy, px, py;
    point_velocity(p, &a, &b, &vx, &vy);
    point_impulse(p, vx, vy, context, soft, &px, &py);
    if (x != NULL) {
        f4 now = f4_sub(b.w, a.w);
        push_row(p, row_solve_with_pair(x, now, vx, vy, context, soft, &px, &py), &a, &b);
    }
    point_apply(p, px, py, soft, &a, &b);
    arms_scatter(bodies, &p->arms, &a, &b);
}

static inline void solve_range(MicaWorld *world, const StepContext *context, JointRange range,
                               bool soft, bool again)
{
    SolverScratch *scratch = solver_scratch(world);
    char *data = scratch->jointBlocks.data + range.offset;
    SolverBody *bodies = world->scratch.solverBodies.data;
    if (kind_has_row(range.kind)) {
        RevoluteBlock *block = (RevoluteBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(bodies, &block[i].point, &block[i].row, context, soft, again);
        }
    } else {
        PointBlock *block = (PointBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(bodies, &block[i], NULL, context, soft, again);
        }
    }
}

static void revolute_solve(MicaWorld *world, const StepContext *context, JointRange range)
{
    solve_range(world, context, range, true, false);
}

static void revolute_relax(MicaWorld *world, const StepContext *context, JointRange range,
                           bool again)
{
    solve_range(world, context, range, false, again);
}

static void revolute_reanchor(MicaWorld *world, JointRange range)
{
    point_reanchor(world, range, blockBytes[kind_has_row(range.kind)]);
}

// The masses of the springs, with B turned on to their targets: see spring_mass.c.
static inline void fill_spring_masses(const ArmsBlock *p, RowBlock *x, const Bodies4 *a,
                                      const Bodies4 *b)
{
    f4 springs = f4_lt(f4_zero(), f4_load(x->springRate));
    if (f4_mask(springs) == 0) {
        return;
    }
    f4 quarter = f4_mul(f4_splat(0.25f), f4_sub(f4_load(x->springTarget), f4_load(x->start)));
    f4 c, s, bx, by, two = f4_splat(2.0f), one = f4_splat(1.0f);
    turn4(quarter, &c, &s);
    for (int32_t i = 0; i < 2; ++i) {
        f4 sine = f4_mul(f4_mul(two, s), c);
        c = f4_mul_sub(one, two, f4_mul(s, s));
        s = sine;
    }
    rotate4(c, s, f4_load(p->armBx), f4_load(p->armBy), &bx, &by);
    f4 m = f4_mul(f4_splat(0.5f), f4_add(f4_add(a->imx, a->imy), f4_add(b->imx, b->imy)));
    f4 mass = row_mass_about_pin(m, f4_load(p->iA), f4_load(p->iB), f4_load(p->armAx),
                                 f4_load(p->armAy), bx, by);
    f4_store(x->springMass, f4_and(springs, mass));
}

// How fast bodies B turned against bodies A as the step began.
static inline f4 start_speeds(const MicaWorld *world, const Joint *const *joints,
                              const BlockLane *lanes)
{
    float speeds[4];
    for (int32_t i = 0; i < 4; ++i) {
        speeds[i] = joint_start_velocity(world, joints[i]->bodyB, lanes[i].item)[2] -
                    joint_start_velocity(world, joints[i]->bodyA, lanes[i].item)[2];
    }
    return f4_load(speeds);
}

static void revolute_prepare(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    char *data = scratch->jointBlocks.data + range.offset;
    bool row = kind_has_row(range.kind);
    SpringMemo memo = {0};
    for (int32_t i = 0; i < range.count; ++i, data += blockBytes[row]) {
        RevoluteBlock *block = (RevoluteBlock *)(void *)data;
        const BlockLane *lanes = scratch->jointLanes.data + range.firstLane + 4 * i;
        JointLanes of = joint_lanes(world, lanes);
        Bodies4 a, b;
        point_prepare(world, context, of.joints, lanes, &block->point, &a, &b);
        if (row) {
            f4 torque = row_prepare(&of, JOINT_HAS_ROW, context, &block->row, &memo);
            for (int32_t lane = 0; lane < 4; ++lane) {
                bool used = lanes[lane].item != NONE;
                block->row.start[lane] = used ? joint_angle_now(world, of.joints[lane]) : 0.0f;
            }
            fill_spring_masses(&block->point.arms, &block->row, &a, &b);
            place_row(&block->point, &block->row, &a, &b, context);
            row_note_start(&block->row, start_speeds(world, of.joints, lanes), context);
            push_row(&block->point, torque, &a, &b);
        }
        arms_scatter(world->scratch.solverBodies.data, &block->point.arms, &a, &b);
    }
}

static void revolute_scale(MicaWorld *world, JointRange range)
{
    bool row = kind_has_row(range.kind);
    char *data = solver_scratch(world)->jointBlocks.data + range.offset;
    for (int32_t i = 0; i < range.count; ++i, data += blockBytes[row]) {
        RevoluteBlock *k = (RevoluteBlock *)(void *)data;
        f4 by = joint_scales(world, k->point.arms.a, k->point.arms.b);
        scale_field(k->point.impulseX, by);
        scale_field(k->point.impulseY, by);
        scale_field(k->point.momentA, by);
        scale_field(k->point.momentB, by);
        if (row) {
            row_scale(&k->row, by);
        }
    }
}

static void revolute_work(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    const SolverBody *bodies = world->scratch.solverBodies.data;
    const RevoluteBlock *block =
        (const RevoluteBlock *)(const void *)(scratch->jointBlocks.data + range.offset);
    for (int32_t i = 0; kind_has_row(range.kind) && i < range.count; ++i) {
        const int32_t *a = block[i].point.arms.a, *b = block[i].point.arms.b;
        float speeds[4], work[4];
        for (int32_t lane = 0; lane < 4; ++lane) {
            speeds[lane] = bodies[b[lane]].w - bodies[a[lane]].w;
        }
        f4_store(work, row_work(&block[i].row, f4_load(speeds), context));
        for (int32_t lane = 0; lane < 4; ++lane) {
            island_allow_energy(world, a[lane], b[lane], work[lane]);
        }
    }
}

static void revolute_store(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    char *data = scratch->jointBlocks.data + range.offset;
    const SolverBody *bodies = world->scratch.solverBodies.data;
    bool row = kind_has_row(range.kind);
    for (int32_t i = 0; i < range.count; ++i, data += blockBytes[row]) {
        RevoluteBlock *block = (RevoluteBlock *)(void *)data;
        PointBlock *p = &block->point;
        point_finish(p);
        for (int32_t lane = 0; lane < 4; ++lane) {
            int32_t slot = scratch->jointLanes.data[range.firstLane + 4 * i + lane].item;
            if (slot == NONE) {
                continue;
            }
            Joint *j = &world->state.joints.data[slot];
            point_store(p, lane, j);
            float torque = 0.0f;
            if (row) {
                row_store(&block->row, JOINT_HAS_ROW, lane, j);
                torque = block->row.peak[lane];
            }
            joint_add_turn(j, bodies[p->arms.b[lane]].da - bodies[p->arms.a[lane]].da);
            if ((j->flags & JOINT_BREAKS) != 0) {
                joint_check_break(world, j, context->invH * sqrtf(p->peak[lane]),
                                  context->invH * torque);
            }
        }
    }
}

const JointKernel revolute_kernel = {
    revolute_prepare,
    revolute_reanchor,
    NULL,
    revolute_solve,
    revolute_relax,
    revolute_scale,
    revolute_work,
    revolute_store,
    revolute_read,
    {sizeof(PointBlock), sizeof(RevoluteBlock)},
    NULL,
    NULL,
};

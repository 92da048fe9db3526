// The kernel of joints that couple two pairs of bodies, see coupling.h. Called by joints.c through
// the types' kernels; reads joints, transforms and solver bodies; writes blocks and velocities, then
// impulses.
#include "coupling.h"

// Small before fast: couplings are few, and clang would unroll every loop here.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

static const CouplingType *type_of(JointRange range)
{
    return jointKernels[kind_type(range.kind)]->coupling;
}

static CouplingBlock *block_of(const MicaWorld *world, JointRange range, int32_t index)
{
    const JointKernel *kernel = jointKernels[kind_type(range.kind)];
    int32_t bytes = kernel->blockBytes[kind_has_row(range.kind)];
    return (CouplingBlock *)(void *)(world->scratch.jointBlocks.data + range.offset +
                                     index * bytes);
}

// ------------------------------------------------------------------------------------- four bodies

static void gather(const SolverBody *bodies, const CouplingBlock *k, bool moved, Bodies4 *b)
{
    arms_gather(bodies, &k->pairs[0].arms, moved, &b[0], &b[1]);
    arms_gather(bodies, &k->pairs[1].arms, moved, &b[2], &b[3]);
}

// The first pair last: it has what both give to a body that they share.
static void scatter(SolverBody *bodies, const CouplingBlock *k, const Bodies4 *b)
{
    arms_scatter(bodies, &k->pairs[1].arms, &b[2], &b[3]);
    arms_scatter(bodies, &k->pairs[0].arms, &b[0], &b[1]);
}

static inline f4 inverse_inertia(const CouplingBlock *k, int32_t i)
{
    const ArmsBlock *arms = &k->pairs[i >> 1].arms;
    return f4_load((i & 1) == 0 ? arms->iA : arms->iB);
}

// C' of velocities.
static f4 line_speed(const CouplingBlock *k, const Bodies4 *b)
{
    f4 speed = f4_zero();
    for (int32_t i = 0; i < COUPLED; ++i) {
        const Share *l = &k->line[i];
        speed = f4_mul_add(speed, f4_load(l->v[0]), b[i].vx);
        speed = f4_mul_add(speed, f4_load(l->v[1]), b[i].vy);
        speed = f4_mul_add(speed, f4_load(l->v[2]), b[i].w);
    }
    return speed;
}

// Pushes the bodies with an impulse of their own each.
static void push(const CouplingBlock *k, const f4 (*impulse)[3], Bodies4 *b)
{
    for (int32_t i = 0; i < COUPLED; ++i) {
        b[i].vx = f4_mul_add(b[i].vx, b[i].imx, impulse[i][0]);
        b[i].vy = f4_mul_add(b[i].vy, b[i].imy, impulse[i][1]);
        b[i].w = f4_mul_add(b[i].w, inverse_inertia(k, i), impulse[i][2]);
    }
}

// The impulses of Λ along today's line less `old`, where that is given.
static void along(const CouplingBlock *k, f4 total, const Share *old, f4 (*out)[3])
{
    for (int32_t i = 0; i < COUPLED; ++i) {
        const Share *l = &k->line[i], *o = old != NULL ? &old[i] : NULL;
        for (int32_t c = 0; c < 3; ++c) {
            f4 now = f4_mul(f4_load(l->v[c]), total);
            out[i][c] = o != NULL ? f4_sub(now, f4_load(o->v[c])) : now;
        }
    }
}

// Pushes the bodies along the line and notes it.
static void apply(CouplingBlock *k, f4 impulse, Bodies4 *b)
{
    f4 out[COUPLED][3];
    along(k, impulse, NULL, out);
    push(k, out, b);
    for (int32_t i = 0; i < COUPLED; ++i) {
        for (int32_t c = 0; c < 3; ++c) {
            float *sum = k->applied[i].v[c];
            f4_store(sum, f4_add(f4_load(sum), out[i][c]));
        }
    }
}

// ---------------------------------------------------------------------------------------- placing

static void set_share(Share *share, f4 x, f4 y, f4 s)
{
    f4_store(share->v[0], x);
    f4_store(share->v[1], y);
    f4_store(share->v[2], s);
}

// Adds what the second pair has of a body of both to the first.
static void join_shares(CouplingBlock *k)
{
    for (int32_t second = 0; second < 2; ++second) {
        for (int32_t first = 0; first < 2; ++first) {
            f4 same = f4_load(k->pairs[1].shared[second][first]);
            for (int32_t c = 0; c < 3; ++c) {
                float *to = k->line[first].v[c], *from = k->line[2 + second].v[c];
                f4 part = f4_mul(same, f4_load(from));
                f4_store(to, f4_add(f4_load(to), part));
                f4_store(from, f4_sub(f4_load(from), part));
            }
        }
    }
}

static f4 line_mobility(const CouplingBlock *k, const Bodies4 *b)
{
    f4 sum = f4_zero();
    for (int32_t i = 0; i < COUPLED; ++i) {
        const Share *l = &k->line[i];
        f4 x = f4_load(l->v[0]), y = f4_load(l->v[1]), s = f4_load(l->v[2]);
        sum = f4_mul_add(sum, b[i].imx, f4_mul(x, x));
        sum = f4_mul_add(sum, b[i].imy, f4_mul(y, y));
        sum = f4_mul_add(sum, inverse_inertia(k, i), f4_mul(s, s));
    }
    return sum;
}

static void place_block(CouplingBlock *k, JointRange range, const Bodies4 *b)
{
    const CouplingType *type = type_of(range);
    f4 coordinate = f4_zero();
    for (int32_t p = 0; p < 2; ++p) {
        const CoupledPair *pair = &k->pairs[p];
        const Bodies4 *a = &b[2 * p];
        f4 c, s, own, share = p == 0 ? f4_splat(1.0f) : f4_load(k->ratio);
        JointPlace at = {.arms = arms_now(&pair->arms, a, a + 1)};
        turn4(a->da, &c, &s);
        rotate4(c, s, f4_load(pair->axisX), f4_load(pair->axisY), &at.axisX, &at.axisY);
        at.angle = f4_sub(a[1].da, a->da);
        Line l;
        type->place(&at, f4_lt(f4_zero(), f4_load(pair->turns)), &l, &own);
        coordinate = f4_mul_add(coordinate, share, own);
        f4 x = f4_mul(share, l.ux), y = f4_mul(share, l.uy);
        set_share(&k->line[2 * p], f4_neg(x), f4_neg(y), f4_neg(f4_mul(share, l.sA)));
        set_share(&k->line[2 * p + 1], x, y, f4_mul(share, l.sB));
        f4_store(k->onB[0], x);
        f4_store(k->onB[1], y);
    }
    join_shares(k);
    f4 error = f4_sub(coordinate, f4_load(k->constant)), mobility = line_mobility(k, b);
    f4_store(k->error, f4_clamp(error, f4_splat(-JOINT_MAX_ERROR), f4_splat(JOINT_MAX_ERROR)));
    f4_store(k->mass, inverse_or_zero(mobility));
    if (kind_has_row(range.kind)) {
        row_place_masses(&k->row, mobility, f4_zero(), f4_load(k->massScale), coordinate);
    }
}

// ---------------------------------------------------------------------------------------- passes

static f4 solve_rigid(CouplingBlock *k, f4 speed, bool soft)
{
    f4 old = f4_load(k->impulse), most = f4_load(k->most), wanted = speed, next;
    if (soft) {
        wanted = f4_mul_add(wanted, f4_load(k->rate), f4_load(k->error));
        next = f4_mul_sub(old, f4_mul(f4_load(k->massScale), f4_load(k->mass)), wanted);
        next = f4_mul_sub(next, f4_load(k->impulseScale), old);
    } else {
        next = f4_mul_sub(old, f4_load(k->mass), wanted);
    }
    next = f4_clamp(next, f4_neg(most), most);
    f4_store(k->impulse, next);
    return f4_sub(next, old);
}

static f4 total_of(const CouplingBlock *k, JointRange range)
{
    return kind_has_row(range.kind) ? row_total(&k->row) : f4_load(k->impulse);
}

static void solve_block(CouplingBlock *k, JointRange range, SolverBody *bodies,
                        const StepContext *context, bool soft, bool again)
{
    Bodies4 b[COUPLED];
    bool moved = !soft && !again;
    gather(bodies, k, moved, b);
    if (moved) {
        place_block(k, range, b);
    }
    f4 speed = line_speed(k, b);
    apply(k,
          kind_has_row(range.kind) ? row_solve_alone(&k->row, speed, context, soft)
                                   : solve_rigid(k, speed, soft),
          b);
    if (!soft) {
        f4 total = total_of(k, range);
        f4_store(k->peak, f4_max(f4_load(k->peak), f4_max(total, f4_neg(total))));
    }
    scatter(bodies, k, b);
}

void coupling_solve(MicaWorld *world, const StepContext *context, JointRange range)
{
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(block_of(world, range, i), range, world->scratch.solverBodies.data, context,
                    true, false);
    }
}

void coupling_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again)
{
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(block_of(world, range, i), range, world->scratch.solverBodies.data, context,
                    false, again);
    }
}

static void reanchor(CouplingBlock *k, JointRange range, Bodies4 *b)
{
    f4 change[COUPLED][3], zero = f4_zero();
    Bodies4 changed[COUPLED];
    f4 total = total_of(k, range);
    along(k, total, k->applied, change);
    for (int32_t i = 0; i < COUPLED; ++i) {
        changed[i] = (Bodies4){zero, zero, zero, b[i].imx, zero, zero, zero, b[i].imy};
        set_share(&k->applied[i], f4_mul(f4_load(k->line[i].v[0]), total),
                  f4_mul(f4_load(k->line[i].v[1]), total), f4_mul(f4_load(k->line[i].v[2]), total));
    }
    push(k, change, changed);
    push(k, change, b);
    if (!kind_has_row(range.kind)) {
        f4 answer = f4_mul(f4_load(k->mass), line_speed(k, changed));
        apply(k, f4_neg(answer), b);
        f4_store(k->impulse, f4_sub(f4_load(k->impulse), answer));
    }
}

void coupling_reanchor(MicaWorld *world, JointRange range)
{
    SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < range.count; ++i) {
        CouplingBlock *k = block_of(world, range, i);
        Bodies4 b[COUPLED];
        gather(bodies, k, false, b);
        reanchor(k, range, b);
        scatter(bodies, k, b);
    }
}

// ------------------------------------------------------------------------------- into and out of

static void prepare_pair(MicaWorld *world, const CouplingType *type, const Joint *const *joints,
                         const BlockLane *lanes, int32_t p, CouplingBlock *k, Bodies4 *b)
{
    CoupledPair *pair = &k->pairs[p];
    Joint made[4];
    const Joint *of[4];
    BlockLane at[4];
    for (int32_t lane = 0; lane < 4; ++lane) {
        bool used = lanes[lane].item != NONE;
        of[lane] = used ? type->pair(world, joints[lane], p, &made[lane]) : joints[lane];
        at[lane] = (BlockLane){lanes[lane].item, used ? solver_of(world, of[lane]->bodyA) : 0,
                               used ? solver_of(world, of[lane]->bodyB) : 0};
        Rot q = used ? joint_place_a(world, of[lane]).q : (Rot){1.0f, 0.0f};
        const float *n = joint_values(world, of[lane]);
        Vec2 axis = used && type->counts
                        ? rotate(q, vec(n[MICA_JOINT_AXIS_X], n[MICA_JOINT_AXIS_Y]))
                        : vec(0.0f, 0.0f);
        pair->axisX[lane] = axis.x;
        pair->axisY[lane] = axis.y;
        pair->turns[lane] = of[lane]->type == MICA_JOINT_REVOLUTE ? 1.0f : 0.0f;
    }
    arms_prepare(world, of, at, &pair->arms, b, b + 1);
    const ArmsBlock *first = &k->pairs[0].arms, *arms = &pair->arms;
    for (int32_t lane = 0; lane < 4; ++lane) {
        for (int32_t i = 0; i < 4; ++i) {
            int32_t one = (i & 1) == 0 ? first->a[lane] : first->b[lane],
                    other = (i & 2) == 0 ? arms->a[lane] : arms->b[lane];
            pair->shared[i >> 1][i & 1][lane] = one == other && one != 0 ? 1.0f : 0.0f;
        }
    }
}

// What c1 + q c2 is to be, where the angle of a pair that turns counts from the start of the step.
static float constant_of(const MicaWorld *world, const CouplingBlock *k, const Joint *j,
                         float length, bool counts, int32_t lane)
{
    double sum = (double)length;
    for (int32_t p = 0; p < 2 && counts; ++p) {
        double share = p == 0 ? 1.0 : (double)k->ratio[lane];
        sum -= k->pairs[p].turns[lane] != 0.0f ? share * gear_angle(world, j, p) : 0.0;
    }
    return (float)sum;
}

static void fill_lane(CouplingBlock *k, const JointLanes *of, const StepContext *context,
                      int32_t lane)
{
    const float *n = of->numbers[lane];
    float hertz = min_f(n[MICA_JOINT_HERTZ], 0.25f * context->invH);
    Softness soft = hertz > 0.0f
                        ? make_softness(hertz, n[MICA_JOINT_DAMPING_RATIO], context->h, 1.0f)
                        : context->joint;
    k->rate[lane] = soft.biasRate;
    k->massScale[lane] = soft.massScale;
    k->impulseScale[lane] = soft.impulseScale;
    float most = n[k->pairs[0].turns[lane] != 0.0f ? MICA_JOINT_MAX_TORQUE : MICA_JOINT_MAX_FORCE];
    k->most[lane] = most > 0.0f ? context->h * most : 3e38f;
    k->ratio[lane] = n[MICA_JOINT_RATIO];
    k->impulse[lane] = context->warmScale * of->joints[lane]->impulses[JOINT_IMPULSE_X];
    k->peak[lane] = 0.0f;
}

void coupling_prepare(MicaWorld *world, const StepContext *context, JointRange range)
{
    SpringMemo memo = {0};
    for (int32_t i = 0; i < range.count; ++i) {
        CouplingBlock *k = block_of(world, range, i);
        const BlockLane *lanes = world->scratch.jointLanes.data + range.firstLane + 4 * i;
        JointLanes of = joint_lanes(world, lanes);
        Bodies4 b[COUPLED];
        prepare_pair(world, type_of(range), of.joints, lanes, 0, k, b);
        prepare_pair(world, type_of(range), of.joints, lanes, 1, k, b + 2);
        for (int32_t lane = 0; lane < 4; ++lane) {
            fill_lane(k, &of, context, lane);
            bool counts = type_of(range)->counts && lanes[lane].item != NONE;
            k->constant[lane] = constant_of(world, k, of.joints[lane],
                                            of.numbers[lane][MICA_JOINT_LENGTH], counts, lane);
        }
        if (kind_has_row(range.kind)) {
            row_prepare(&of, JOINT_HAS_ROW, context, &k->row, &memo);
        }
        place_block(k, range, b);
        for (int32_t body = 0; body < COUPLED; ++body) {
            set_share(&k->applied[body], f4_zero(), f4_zero(), f4_zero());
        }
        apply(k, total_of(k, range), b);
        scatter(world->scratch.solverBodies.data, k, b);
    }
}

static void store_lane(MicaWorld *world, const StepContext *context, const CouplingBlock *k,
                       JointRange range, Joint *j, int32_t lane)
{
    const CoupledPair *second = &k->pairs[1];
    float total[4];
    f4_store(total, total_of(k, range));
    j->impulses[JOINT_IMPULSE_X] = kind_has_row(range.kind) ? 0.0f : k->impulse[lane];
    if (kind_has_row(range.kind)) {
        row_store(&k->row, JOINT_HAS_ROW, lane, j);
    }
    j->pushed = scale(total[lane], vec(k->onB[0][lane], k->onB[1][lane]));
    j->turned = second->turns[lane] != 0.0f ? total[lane] * k->ratio[lane] : 0.0f;
    joint_drop_infinite(j);
    for (int32_t p = 0; p < 2 && type_of(range)->counts; ++p) {
        const ArmsBlock *arms = &k->pairs[p].arms;
        const SolverBody *bodies = world->scratch.solverBodies.data;
        float turned = bodies[arms->b[lane]].da - bodies[arms->a[lane]].da;
        joint_numbers(world, j)->coupledAngles[p] =
            (float)(gear_angle(world, j, p) + (double)turned);
    }
    if ((j->flags & JOINT_BREAKS) != 0) {
        float most[2] = {0.0f, 0.0f};  // force and torque of Λ = 1
        for (int32_t p = 0; p < 2; ++p) {
            float *one = &most[k->pairs[p].turns[lane] != 0.0f];
            float share = p == 0 ? 1.0f : abs_f(k->ratio[lane]);
            *one = share > *one ? share : *one;
        }
        float peak = context->invH * k->peak[lane];
        joint_check_break(world, j, peak * most[0], peak * most[1]);
    }
}

void coupling_store(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < range.count; ++i) {
        CouplingBlock *k = block_of(world, range, i);
        Bodies4 b[COUPLED];
        gather(bodies, k, false, b);
        reanchor(k, range, b);  // the bodies keep their velocities
        for (int32_t lane = 0; lane < 4; ++lane) {
            int32_t slot = world->scratch.jointLanes.data[range.firstLane + 4 * i + lane].item;
            if (slot != NONE) {
                store_lane(world, context, k, range, &world->state.joints.data[slot], lane);
            }
        }
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

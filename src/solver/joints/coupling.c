// The kernel of joints that couple two pairs of bodies, see coupling.h. Called by joints.c through
// the types' kernels; reads joints, transforms and solver bodies; writes blocks and velocities,
// then impulses. What a body has of a row or an impulse is one register: x, y, turning, 0.
#include "coupling.h"

// Small before fast: couplings are few, and clang would unroll every loop here.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

// The first coupling of a range, or the next one; null after the last. Some lanes are empty.
static Coupling *next_of(SolverScratch *scratch, const JointRange *range, const Coupling *last)
{
    const JointKernel *kernel = jointKernels[kind_type(range->kind)];
    int32_t bytes = kernel->blockBytes[kind_has_row(range->kind)] / 4;
    for (int32_t lane = last != NULL ? last->lane + 1 : 0; lane < 4 * range->count; ++lane) {
        int32_t slot = scratch->jointLanes.data[range->firstLane + lane].item;
        if (slot != NONE) {
            Coupling *k = (void *)(scratch->jointBlocks.data + range->offset + lane * bytes);
            k->type = kernel->coupling;
            k->hasRow = kind_has_row(range->kind);
            k->lane = lane;
            k->joint = slot;
            return k;
        }
    }
    return NULL;
}

static float sum_of(f4 v)
{
    float lanes[4];
    f4_store(lanes, v);
    return lanes[0] + lanes[1] + lanes[2];
}

// Pushes a body, unless `bodies` is null, and notes it.
static void push(Coupling *k, int32_t i, f4 impulse, SolverBody *bodies)
{
    f4_store(k->applied[i], f4_add(f4_load(k->applied[i]), impulse));
    if (bodies != NULL) {
        float *v = &bodies[k->body[i]].vx;
        f4_store(v, f4_mul_add(f4_load(v), f4_load(k->inverseMass[i]), impulse));
    }
}

static void push_along(Coupling *k, float impulse, SolverBody *bodies)
{
    for (int32_t i = 0; i < COUPLED; ++i) {
        push(k, i, f4_mul(f4_load(k->jacobian[i]), f4_splat(impulse)), bodies);
    }
}

// ---------------------------------------------------------------------------------------- placing

// The row of a pair, and its part of the coordinate.
static float place_pair(Coupling *k, const SolverBody *bodies, int32_t p)
{
    const ArmsBlock *arms = &k->arms;
    const SolverBody *a = &bodies[k->body[2 * p]], *b = &bodies[k->body[2 * p + 1]];
    Rot turnA = trig_small_rot(a->da), turnB = trig_small_rot(b->da);
    Vec2 rA = rotate(turnA, vec(arms->armAx[p], arms->armAy[p]));
    Vec2 rB = rotate(turnB, vec(arms->armBx[p], arms->armBy[p]));
    Vec2 moved = vec(arms->centersX[p] + (b->dx - a->dx), arms->centersY[p] + (b->dy - a->dy));
    PairPlace at = {add(moved, sub(rB, rA)), rotate(turnA, k->axis[p]), b->da - a->da, k->turns[p]};
    float coordinate, ratio = k->ratio[p];
    Vec2 u = k->type->place(&at, &coordinate), pull = k->onB = scale(ratio, u);
    float sA = at.turns ? 1.0f : cross(add(rA, at.d), u), sB = at.turns ? 1.0f : cross(rB, u);
    f4_store(k->jacobian[2 * p], f4_set(-pull.x, -pull.y, -ratio * sA, 0.0f));
    f4_store(k->jacobian[2 * p + 1], f4_set(pull.x, pull.y, ratio * sB, 0.0f));
    return ratio * coordinate;
}

static void place(Coupling *k, const SolverBody *bodies)
{
    float first = place_pair(k, bodies, 0), coordinate = first + place_pair(k, bodies, 1);
    for (int32_t i = 0; i < COUPLED; ++i) {
        float *one = k->jacobian[i & 1], *other = k->jacobian[2 + (i >> 1)];
        if (k->body[i & 1] == k->body[2 + (i >> 1)]) {
            f4_store(one, f4_add(f4_load(one), f4_load(other)));
            f4_store(other, f4_zero());
        }
    }
    f4 sum = f4_zero();
    for (int32_t i = 0; i < COUPLED; ++i) {
        f4 l = f4_load(k->jacobian[i]);
        sum = f4_mul_add(sum, f4_load(k->inverseMass[i]), f4_mul(l, l));
    }
    float mobility = sum_of(sum), largest = k->turns[0] ? JOINT_MAX_TURN : JOINT_MAX_ERROR,
          maximum = k->notSpring > 0.0f ? largest : MAX_COORDINATE;
    k->error = clamp_f(coordinate - k->constant, -maximum, maximum);
    k->mass = mobility > 0.0f ? 1.0f / mobility : 0.0f;
    if (k->hasRow) {
        row_place_alone(&k->row, mobility, 0.0f, coordinate);
    }
}

// ---------------------------------------------------------------------------------------- passes

static float total_of(const Coupling *k)
{
    return k->hasRow ? f4_first(row_total(&k->row.lanes)) : k->notSpring * k->impulse;
}

// What its spring gave in this substep.
static float spring_of(const Coupling *k)
{
    return k->hasRow ? 0.0f : (1.0f - k->notSpring) * k->impulse;
}

// λ of a coupling without a row.
static float solve_row(Coupling *k, float speed, bool soft)
{
    float old = k->impulse, part = k->mass * (soft ? k->soft.massScale : k->notSpring);
    float bias = soft ? k->soft.biasRate * k->error : 0.0f;
    float leak = soft ? k->soft.impulseScale : 0.0f;
    k->impulse = clamp_f(old - part * (speed + bias) - leak * old, -k->maxImpulse, k->maxImpulse);
    return k->impulse - old;
}

static void pass(MicaWorld *world, const StepContext *context, const JointRange *range, bool soft,
                 bool moved)
{
    SolverScratch *scratch = solver_scratch(world);
    SolverBody *bodies = world->scratch.solverBodies.data;
    for (Coupling *k = NULL; (k = next_of(scratch, range, k)) != NULL;) {
        if (moved) {
            place(k, bodies);
        }
        f4 sum = f4_zero();
        for (int32_t i = 0; i < COUPLED; ++i) {
            sum = f4_mul_add(sum, f4_load(k->jacobian[i]), f4_load(&bodies[k->body[i]].vx));
        }
        float speed = sum_of(sum);
        float impulse =
            k->hasRow ? row_solve_alone(&k->row, speed, context, soft) : solve_row(k, speed, soft);
        push_along(k, impulse, bodies);
        if (!soft) {
            k->peak = max_f(k->peak, abs_f(total_of(k) + spring_of(k)));
        }
    }
}

void coupling_solve(MicaWorld *world, const StepContext *context, JointRange range)
{
    pass(world, context, &range, true, false);
}

void coupling_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again)
{
    pass(world, context, &range, false, !again);
}

// `bodies`: null where they keep their velocities.
static void reanchor(Coupling *k, SolverBody *bodies)
{
    f4 total = f4_splat(total_of(k)), sum = f4_zero();
    for (int32_t i = 0; i < COUPLED; ++i) {
        f4 l = f4_load(k->jacobian[i]), change = f4_sub(f4_mul(l, total), f4_load(k->applied[i]));
        sum = f4_mul_add(sum, l, f4_mul(f4_load(k->inverseMass[i]), change));
        push(k, i, change, bodies);
    }
    float answer = k->hasRow ? 0.0f : k->notSpring * k->mass * sum_of(sum);
    k->impulse -= answer;
    push_along(k, -answer, bodies);
}

void coupling_reanchor(MicaWorld *world, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        reanchor(k, world->scratch.solverBodies.data);
    }
}

// ------------------------------------------------------------------------------- into and out of

static void prepare_pairs(MicaWorld *world, const Joint *j, Coupling *k)
{
    Joint endOfPair[4];
    const Joint *pairs[4];  // of each pair twice
    BlockLane at[4];
    Bodies4 a, b;
    // Angles count from the start of the step.
    double constant = (double)joint_values(world, j)[MICA_JOINT_LENGTH];
    for (int32_t i = 0; i < 4; ++i) {
        const Joint *of = pairs[i] = k->type->pair(world, j, i & 1, &endOfPair[i]);
        at[i] = (BlockLane){NONE, solver_of(world, of->bodyA), solver_of(world, of->bodyB)};
        k->axis[i & 1] = of != &endOfPair[i] ? joint_axis_now(world, of) : vec(0.0f, 0.0f);
        k->turns[i & 1] = of->type == MICA_JOINT_REVOLUTE;
        constant -= i < 2 && k->turns[i] ? (double)k->ratio[i] * gear_angle(world, j, i) : 0.0;
    }
    k->constant = (float)constant;
    arms_prepare(world, pairs, at, &k->arms, &a, &b);
    for (int32_t i = 0; i < COUPLED; ++i) {
        bool isB = (i & 1) != 0;
        k->body[i] = isB ? at[i >> 1].b : at[i >> 1].a;
        const SolverBody *body = &world->scratch.solverBodies.data[k->body[i]];
        float inertia = isB ? k->arms.iB[i >> 1] : k->arms.iA[i >> 1];
        f4_store(k->inverseMass[i], f4_set(body->invMassX, body->invMassY, inertia, 0.0f));
        f4_store(k->applied[i], f4_zero());
    }
}

static float speed_at(const Coupling *k, const float *const *velocities)
{
    f4 sum = f4_zero();
    for (int32_t i = 0; i < COUPLED; ++i) {
        sum = f4_mul_add(sum, f4_load(k->jacobian[i]), f4_load(velocities[i]));
    }
    return sum_of(sum);
}

// Notes where the spring of a coupling begins.
static void note_start(const MicaWorld *world, Coupling *k, const StepContext *context)
{
    static const float zero[4];
    const float *v[COUPLED];
    for (int32_t i = 0; i < COUPLED; ++i) {
        int32_t slot = world->scratch.solverSlots.data[k->body[i]];
        v[i] = k->body[i] != 0 ? world->state.velocities.data[slot].v : zero;
    }
    float speed = speed_at(k, v);
    k->startError = k->error;
    k->startBefore = k->error - context->h * speed;
    if (k->hasRow) {
        row_note_start(&k->row.lanes, f4_splat(speed), context);
    }
}

void coupling_prepare(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    SpringMemo memo = {0};
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        const Joint *j = &world->state.joints.data[k->joint];
        const float *n = joint_values(world, j);
        JointLanes alike = {
            .joints = {j, j, j, j}, .numbers = {n, n, n, n}, .loads = {1.0f, 1.0f, 1.0f, 1.0f}};
        k->ratio[0] = 1.0f;
        k->ratio[1] = n[MICA_JOINT_RATIO];
        prepare_pairs(world, j, k);
        k->soft = joint_rows_softness(false, n, context);
        k->spring = (SpringFactors){0};
        if (n[MICA_JOINT_HERTZ] > 0.0f) {
            k->spring =
                row_spring_factors(n[MICA_JOINT_HERTZ], n[MICA_JOINT_DAMPING_RATIO], 1.0f, context);
        }
        k->notSpring = n[MICA_JOINT_HERTZ] > 0.0f ? 0.0f : 1.0f;
        float maximum = n[k->turns[0] ? MICA_JOINT_MAX_TORQUE : MICA_JOINT_MAX_FORCE];
        k->maxImpulse = maximum > 0.0f ? context->h * maximum : 3e38f;
        k->impulse = context->warmScale * j->impulses[JOINT_IMPULSE_X];
        k->peak = 0.0f;
        if (k->hasRow) {
            alike.turns = k->turns[0];
            row_prepare(&alike, JOINT_HAS_ROW, context, &k->row.lanes, &memo);
        }
        place(k, world->scratch.solverBodies.data);
        note_start(world, k, context);
        push_along(k, total_of(k), world->scratch.solverBodies.data);
    }
}

// C' at the velocity that the substep starts from, less half of what acceleration adds in it.
static float force_speed(const MicaWorld *world, const Coupling *k)
{
    f4 sum = f4_zero(), half = f4_splat(0.5f);
    for (int32_t i = 0; i < COUPLED; ++i) {
        const SolverMotion *m = &world->scratch.solverMotion.data[k->body[i]];
        f4 v = f4_mul_sub(f4_load(m->base), half, f4_load(m->acceleration));
        sum = f4_mul_add(sum, f4_load(k->jacobian[i]), v);
    }
    return sum_of(sum);
}

static void apply_force(MicaWorld *world, const Coupling *k, float impulse)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < COUPLED; ++i) {
        float *v = &world->scratch.solverBodies.data[k->body[i]].vx,
              *base = world->scratch.solverMotion.data[k->body[i]].base;
        f4 change =
            f4_mul(f4_mul(f4_load(k->inverseMass[i]), f4_load(k->jacobian[i])), f4_splat(impulse));
        float *gained = scratch->solverGains.data[k->body[i]].squares;
        f4 twice = f4_add(f4_add(f4_load(base), f4_load(base)), change);
        f4_store(gained, f4_mul_add(f4_load(gained), change, twice));
        f4_store(v, f4_add(f4_load(v), change));
        f4_store(base, f4_add(f4_load(base), change));
    }
}

void coupling_force(MicaWorld *world, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        if (k->spring.forceRate > 0.0f) {
            float pull =
                k->spring.forceLoss * force_speed(world, k) + k->spring.forceRate * k->error;
            k->impulse = clamp_f(-k->mass * pull, -k->maxImpulse, k->maxImpulse);
            apply_force(world, k, k->impulse);
        }
    }
}

void coupling_scale(MicaWorld *world, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    const SolverMotion *motion = world->scratch.solverMotion.data;
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        bool first = motion[k->body[0]].dynamic != 0.0f || motion[k->body[1]].dynamic != 0.0f;
        float by = islands_scale(world, k->body[first ? 0 : 2], k->body[first ? 1 : 3]);
        k->impulse *= by;
        for (int32_t i = 0; i < COUPLED; ++i) {
            scale_field(k->applied[i], f4_splat(by));
        }
        if (k->hasRow) {
            row_scale(&k->row.lanes, f4_splat(by));
        }
    }
}

void coupling_work(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    const SolverMotion *motion = world->scratch.solverMotion.data;
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        const float *v[COUPLED];
        for (int32_t i = 0; i < COUPLED; ++i) {
            v[i] = &world->scratch.solverBodies.data[k->body[i]].vx;
        }
        float speed = speed_at(k, v), to = k->error, work = 0.0f;
        if (k->spring.forceRate > 0.0f) {
            float stiffness =
                context->invH * k->mass * k->spring.forceRate / (1.0f - 0.5f * k->spring.forceLoss);
            work = 0.5f * stiffness *
                   (k->startError * k->startBefore - to * (to - context->h * speed));
        }
        work += k->hasRow ? f4_first(row_work(&k->row.lanes, f4_splat(speed), context)) : 0.0f;
        bool first = motion[k->body[0]].dynamic != 0.0f || motion[k->body[1]].dynamic != 0.0f;
        island_allow_energy(world, k->body[first ? 0 : 2], k->body[first ? 1 : 3], work);
    }
}

void coupling_store(MicaWorld *world, const StepContext *context, JointRange range)
{
    SolverScratch *scratch = solver_scratch(world);
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (Coupling *k = NULL; (k = next_of(scratch, &range, k)) != NULL;) {
        Joint *j = &world->state.joints.data[k->joint];
        reanchor(k, NULL);
        float total = total_of(k) + spring_of(k), peak = context->invH * k->peak,
              peaks[2] = {0.0f, 0.0f};
        j->impulses[JOINT_IMPULSE_X] = k->hasRow ? 0.0f : total;
        if (k->hasRow) {
            row_store(&k->row.lanes, JOINT_HAS_ROW, 0, j);
        }
        j->pushed = scale(total, k->onB);
        j->turned = k->turns[1] ? total * k->ratio[1] : 0.0f;
        joint_drop_infinite(j);
        for (int32_t p = 0; p < 2; ++p) {
            float turned = bodies[k->body[2 * p + 1]].da - bodies[k->body[2 * p]].da;
            if (k->type->counts) {
                joint_numbers(world, j)->coupledAngles[p] =
                    (float)(gear_angle(world, j, p) + (double)turned);
            }
            peaks[k->turns[p]] = max_f(peaks[k->turns[p]], peak * abs_f(k->ratio[p]));
        }
        if ((j->flags & JOINT_BREAKS) != 0) {
            joint_check_break(world, j, peaks[0], peaks[1]);
        }
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif

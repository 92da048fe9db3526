// The joints in a step, whatever their type. Which joints act is found anew in each step; they are
// coloured like contacts, but apart from them, into blocks of four of one kind that share no moving
// body. Each pass then goes through the ranges of blocks and calls the kernel of their type. After
// the contacts have relaxed, the joints of bodies with contacts relax once more: such a body is
// pushed by contacts and joints alike, and the error that one pass leaves would turn into energy.
// Called by step.c; reads joints, transforms and solver bodies; writes blocks, velocities, then the
// joints' impulses, and breaks joints. A world without joints costs one comparison a pass.
#include "joint_kernel.h"

#include <string.h>

// Within a colour: joints whose bodies have no contacts, by kind, then the others, by kind.
#define SORTS (2 * JOINT_KIND_COUNT)
#define BUCKETS (SORTS * (COLOUR_COUNT + 1))

// Where the joints of a bucket that have no colour go, one a block.
static bool is_overflow(int32_t bucket) { return bucket / SORTS == COLOUR_COUNT; }

// -------------------------------------------------------------------------- which act, and where

// Of a body, or of the world in the place of one.
static inline uint32_t flags_of(const MicaWorld *world, int32_t slot)
{
    return slot != NONE ? world->state.flags.data[slot] : (uint32_t)MICA_FLAG_ENABLED;
}

// Sets the bits of the joints of one body. False if one belongs to a gear, which may act although all
// bodies that it lists rest.
static bool mark_joints_of(MicaWorld *world, int32_t body)
{
    uint64_t *words = solver_scratch(world)->awakeJoints.data;
    for (int32_t end = world->state.bodies.data[body].firstJoint; end != NONE;) {
        int32_t slot = end >> 1;
        const Joint *j = &world->state.joints.data[slot];
        if ((j->flags & JOINT_COUPLED) != 0 || j->type == MICA_JOINT_GEAR) {
            return false;
        }
        words[slot / 64] |= (uint64_t)1 << (slot % 64);
        end = j->next[end & 1];
    }
    return true;
}

// Finds the joints of bodies that do not rest, where these are few. False without memory.
static bool find_awake(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    KeyList *words = &scratch->awakeJoints;
    int32_t needed = world->state.joints.count / 64 + 1;
    scratch->jointsSparse = false;
    if (!bodies_rest_known(world) || !world->scratch.bodiesSparse) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, words, needed)) {
        return false;
    }
    words->count = needed;
    memset(words->data, 0, sizeof *words->data * (size_t)needed);
    for (int32_t i = 0; (i = body_next_awake(world, i)) < world->state.bodies.count; ++i) {
        if (body_has(world, i, MICA_FLAG_ALIVE) && !mark_joints_of(world, i)) {
            return true;
        }
    }
    scratch->jointsSparse = true;
    return true;
}

// Wakes what is joined to moving bodies.
static void wake_joined(MicaWorld *world)
{
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (!joint_connects(j)) {
            continue;  // an empty slot may name bodies that are none
        }
        uint32_t a = flags_of(world, j->bodyA), b = world->state.flags.data[j->bodyB];
        if ((a & b & MICA_FLAG_AWAKE) == 0 && (flags_move(a) || flags_move(b))) {
            joint_wake(world, j);
        }
    }
}

bool joints_wake(MicaWorld *world)
{
    if (world->state.liveJoints == 0) {
        return true;
    }
    int32_t woken;
    do {
        if (!find_awake(world)) {
            return false;
        }
        woken = world->state.pendingWoke.count;
        wake_joined(world);
    } while (world->state.pendingWoke.count > woken);
    return true;
}

static inline bool is_enabled(const MicaWorld *world, const Joint *j)
{
    uint32_t both = flags_of(world, j->bodyA) & world->state.flags.data[j->bodyB];
    return joint_connects(j) && (both & MICA_FLAG_ENABLED) != 0;
}

static inline bool has_dynamic(const MicaWorld *world, const Joint *j)
{
    const SolverMotion *motion = world->scratch.solverMotion.data;
    return motion[solver_of(world, j->bodyA)].dynamic != 0.0f ||
           motion[world->scratch.solverOf.data[j->bodyB]].dynamic != 0.0f;
}

// As colouring_contacts left them: a body that has contacts has colours.
static inline bool has_contacts(const MicaWorld *world, const Joint *j)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    const uint64_t *colours = scratch->bodyColours.data;
    return (colours[solver_of(world, j->bodyA)] |
            colours[world->scratch.solverOf.data[j->bodyB]]) != 0;
}

// A gear acts on the bodies of both of its joints, while these are enabled.
static inline bool acts(const MicaWorld *world, const Joint *j)
{
    if (!joint_connects(j)) {
        return false;
    }
    if (j->type != MICA_JOINT_GEAR) {
        return is_enabled(world, j) && has_dynamic(world, j);
    }
    const Joint *one = gear_joint(world, j, 0), *two = gear_joint(world, j, 1);
    return is_enabled(world, one) && is_enabled(world, two) &&
           (has_dynamic(world, one) || has_dynamic(world, two));
}

static inline bool is_touched(const MicaWorld *world, const Joint *j)
{
    return j->type != MICA_JOINT_GEAR ? has_contacts(world, j)
                                      : has_contacts(world, gear_joint(world, j, 0)) ||
                                            has_contacts(world, gear_joint(world, j, 1));
}

static inline int32_t pick_colour(MicaWorld *world, const Joint *j)
{
    if (j->type != MICA_JOINT_GEAR) {
        return colouring_pick(world, j->bodyA, j->bodyB, 0);
    }
    const Joint *one = gear_joint(world, j, 0), *two = gear_joint(world, j, 1);
    return colouring_pick_four(world,
                               (const int32_t[4]){one->bodyA, one->bodyB, two->bodyA, two->bodyB});
}

static float mobility_at(const MicaWorld *world, int32_t solver, Vec2 arm, float *turning)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    *turning = world->scratch.solverMotion.data[solver].invInertia;
    return max_f(b->invMassX, b->invMassY) + dot(arm, arm) * *turning;
}

JointFractions joint_fractions(const MicaWorld *world, const Joint *j)
{
    Vec2 center =
        j->bodyA != NONE ? world->state.bodies.data[j->bodyA].localCenter : vec(0.0f, 0.0f);
    float turnA, turnB,
        a = mobility_at(world, solver_of(world, j->bodyA), sub(j->anchorA, center), &turnA),
        b = mobility_at(world, solver_of(world, j->bodyB),
                        sub(j->anchorB, world->state.bodies.data[j->bodyB].localCenter), &turnB);
    float all = a + b > 0.0f ? 1.0f / (a + b) : 0.0f,
          turning = turnA + turnB > 0.0f ? 1.0f / (turnA + turnB) : 0.0f;
    return (JointFractions){max_f(a * all, turnA * turning), max_f(b * all, turnB * turning)};
}

static void mark_sprung(MicaWorld *world, int32_t solver)
{
    SolverMotion *m = &world->scratch.solverMotion.data[solver];
    m->dynamic = m->dynamic != 0.0f ? SPRUNG : 0.0f;
}

// Adds the shares of a joint that is a spring to springLoads, which is empty before the first one.
// False if memory ran out.
static bool add_spring_load(MicaWorld *world, const Joint *j)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t bodies = world->scratch.solverBodies.count;
    if (scratch->springLoads.count == 0) {
        if (!ARRAY_RESERVE(&world->host.memory, &scratch->springLoads, bodies)) {
            return false;
        }
        scratch->springLoads.count = bodies;
        memset(scratch->springLoads.data, 0, sizeof(float) * (size_t)bodies);
    }
    float *loads = scratch->springLoads.data;
    if (j->type == MICA_JOINT_GEAR) {
        for (int32_t side = 0; side < 2 && (j->flags & JOINT_SOFT) != 0; ++side) {
            const Joint *of = gear_joint(world, j, side);
            mark_sprung(world, solver_of(world, of->bodyA));
            mark_sprung(world, solver_of(world, of->bodyB));
        }
        return true;
    }
    if ((j->flags & JOINT_SOFT) != 0) {
        mark_sprung(world, solver_of(world, j->bodyA));
        mark_sprung(world, solver_of(world, j->bodyB));
    }
    JointFractions fractions = joint_fractions(world, j);
    loads[solver_of(world, j->bodyA)] += fractions.a;
    loads[solver_of(world, j->bodyB)] += fractions.b;
    return true;
}

// The bucket of every joint, NONE for those that do not act or are solved directly, how many a
// bucket has, and the loads of bodies by springs. False if memory ran out.
static bool sort_joints(MicaWorld *world, int32_t *counts)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t *buckets = scratch->jointBuckets.data, joints = world->state.joints.count;
    scratch->springLoads.count = 0;
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        buckets[i] = NONE;
        if (acts(world, j)) {
            buckets[i] = joint_kind(j) + (is_touched(world, j) ? JOINT_KIND_COUNT : 0);
            if ((j->flags & (JOINT_SOFT | JOINT_SPRING)) != 0 && !add_spring_load(world, j)) {
                return false;
            }
        }
    }
    if (!direct_find(world)) {
        return false;
    }
    memset(scratch->bodyColours.data, 0,
           sizeof(uint64_t) * (size_t)world->scratch.solverBodies.count);
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (buckets[i] != NONE) {
            buckets[i] += SORTS * pick_colour(world, j);
            counts[buckets[i]] += 1;
        }
    }
    return true;
}

// A range of blocks for every bucket that has joints, and the lane at which each begins.
static bool make_ranges(MicaWorld *world, const int32_t *counts, int32_t *starts)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t blocks = 0, bytes = 0;
    for (int32_t bucket = 0; bucket < BUCKETS; ++bucket) {
        int32_t n = counts[bucket], kind = bucket % JOINT_KIND_COUNT;
        bool alone = is_overflow(bucket), touched = bucket % SORTS >= JOINT_KIND_COUNT;
        starts[bucket] = 4 * blocks;
        if (n > 0) {
            int32_t need = alone ? n : (n + 3) / 4;
            scratch->jointRanges.data[scratch->jointRanges.count++] =
                (JointRange){kind, touched, 4 * blocks, need, bytes};
            world->output.overflowCount += alone ? n : 0;
            blocks += need;
            bytes += need * jointKernels[kind_type(kind)]->blockBytes[kind_has_row(kind)];
        }
    }
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE(m, &scratch->jointLanes, 4 * blocks) ||
        !ARRAY_RESERVE(m, &scratch->jointBlocks, bytes)) {
        return false;
    }
    scratch->jointLanes.count = 4 * blocks;
    scratch->jointBlocks.count = bytes;
    return true;
}

// Every joint into the next lane of its bucket.
static void fill_lanes(MicaWorld *world, int32_t *starts)
{
    SolverScratch *scratch = solver_scratch(world);
    const int32_t *buckets = scratch->jointBuckets.data;
    const int32_t *solverOf = world->scratch.solverOf.data;
    BlockLane *lanes = scratch->jointLanes.data;
    for (int32_t i = 0; i < scratch->jointLanes.count; ++i) {
        lanes[i] = (BlockLane){NONE, 0, 0};
    }
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (buckets[i] != NONE) {
            lanes[starts[buckets[i]]] =
                (BlockLane){i, solver_of(world, j->bodyA), solverOf[j->bodyB]};
            starts[buckets[i]] += is_overflow(buckets[i]) ? 4 : 1;
        }
    }
}

void joints_clear(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    scratch->componentsFound = false;
    scratch->jointLanes.count = scratch->jointRanges.count = scratch->jointBlocks.count =
        scratch->directNodes.count = scratch->directLoopJoints.count = scratch->directTrees.count =
            scratch->directFree.count = 0;
}

bool colouring_joints(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    joints_clear(world);
    if (world->state.liveJoints == 0) {
        return true;
    }
    Memory *m = &world->host.memory;
    int32_t counts[BUCKETS] = {0}, starts[BUCKETS];
    if (!ARRAY_RESERVE(m, &scratch->jointRanges, BUCKETS) ||
        !ARRAY_RESERVE(m, &scratch->jointBuckets, world->state.joints.count) ||
        !sort_joints(world, counts) || !make_ranges(world, counts, starts)) {
        return false;
    }
    fill_lanes(world, starts);
    return true;
}

// --------------------------------------------------------------------------------------- passes

// True if no joint acts in this step.
static inline bool none_act(const SolverScratch *scratch)
{
    return scratch->jointRanges.count + scratch->directTrees.count == 0;
}

static const JointKernel *kernel_of(JointRange range)
{
    return jointKernels[kind_type(range.kind)];
}

void joints_prepare(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    direct_prepare(world, context);
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->prepare(world, context, range);
    }
}

void joints_undo_prepare(MicaWorld *world) { direct_undo_prepare(world); }

void joints_reanchor(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    direct_begin(world);
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->reanchor(world, range);
    }
}

static void add_force(MicaWorld *world, int32_t solver, float x, float y, float turn)
{
    SolverScratch *scratch = solver_scratch(world);
    float *v = &world->scratch.solverBodies.data[solver].vx,
          *base = world->scratch.solverMotion.data[solver].base;
    const float change[3] = {x * world->scratch.solverBodies.data[solver].invMassX,
                             y * world->scratch.solverBodies.data[solver].invMassY,
                             turn * world->scratch.solverMotion.data[solver].invInertia};
    float *gained = scratch->solverGains.data[solver].squares;
    for (int32_t i = 0; i < 3; ++i) {
        gained[i] += change[i] * (2.0f * base[i] + change[i]);
        v[i] += change[i];
        base[i] += change[i];
    }
}

void joint_apply_force(MicaWorld *world, const ScalarJacobian *l, float impulse)
{
    add_force(world, l->a, -impulse * l->ux, -impulse * l->uy, -impulse * l->sA);
    add_force(world, l->b, impulse * l->ux, impulse * l->uy, impulse * l->sB);
}

float joint_force_speed(const MicaWorld *world, const ScalarJacobian *l)
{
    const SolverMotion *a = &world->scratch.solverMotion.data[l->a],
                       *b = &world->scratch.solverMotion.data[l->b];
    return scalar_jacobian_speed(l, a->base, b->base) -
           0.5f * scalar_jacobian_speed(l, a->acceleration, b->acceleration);
}

void joints_force(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (scratch->springLoads.count == 0) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        if (kernel_of(range)->force != NULL) {
            kernel_of(range)->force(world, range);
        }
    }
}

void trees_solve(MicaWorld *world, const StepContext *context)
{
    if (!none_act(solver_scratch(world))) {
        direct_solve(world, context);
    }
}

void joints_solve(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->solve(world, context, range);
    }
    direct_solve_again(world, context);
}

void joints_relax(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    direct_relax(world, context, false);
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->relax(world, context, range, false);
    }
    direct_relax(world, context, true);
}

void joints_relax_again(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        if (range.touched) {
            kernel_of(range)->relax(world, context, range, true);
        }
    }
}

void joints_scale(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->scale(world, range);
    }
    direct_scale(world);
}

void joints_work(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->work(world, context, range);
    }
    direct_work(world, context);
}

void joints_store(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    if (none_act(scratch)) {
        return;
    }
    for (int32_t i = 0; i < scratch->jointRanges.count; ++i) {
        JointRange range = scratch->jointRanges.data[i];
        kernel_of(range)->store(world, context, range);
    }
    direct_store(world, context);
}

// ---------------------------------------------------------------------------- what kernels share

void joint_turn_far(f4 angle, f4 *c, f4 *s)
{
    float a[4], cs[4], sn[4];
    f4_store(a, angle);
    trig_small_turns(a, cs, sn);
    *c = f4_load(cs);
    *s = f4_load(sn);
}

// Bodies far beyond any game, kilometres from their anchors, can push a joint out of single
// precision: it begins anew.
void joint_drop_infinite(Joint *j)
{
    float sum = abs_f(j->thirdImpulse) + abs_f(j->turned) + abs_f(j->pushed.x) + abs_f(j->pushed.y);
    for (int32_t i = 0; i < JOINT_IMPULSES; ++i) {
        sum += abs_f(j->impulses[i]);
    }
    if (!within(sum, 1e30f)) {
        memset(j->impulses, 0, sizeof j->impulses);
        j->thirdImpulse = j->turned = j->pushed.x = j->pushed.y = 0.0f;
    }
}

void joint_check_break(MicaWorld *world, Joint *j, float force, float torque)
{
    const float *numbers = joint_values(world, j);
    float breakForce = numbers[MICA_JOINT_BREAK_FORCE];
    float breakTorque = numbers[MICA_JOINT_BREAK_TORQUE];
    if ((breakForce > 0.0f && force > breakForce) || (breakTorque > 0.0f && torque > breakTorque)) {
        world->output.brokeEvents.data[world->output.brokeEvents.count++] =
            (MicaJointEvent){.joint = joint_handle(world, (int32_t)(j - world->state.joints.data)),
                             .bodyA = joint_body_a(world, j),
                             .bodyB = body_handle(world, j->bodyB),
                             .userData = j->userData,
                             .force = min_f(force, 3e38f),
                             .torque = min_f(torque, 3e38f)};
        j->flags &= (uint16_t)~JOINT_BREAKS;  // once
    }
}

void joints_break(MicaWorld *world)
{
    for (int32_t i = 0; i < world->output.brokeEvents.count; ++i) {
        MicaJointEvent *e = &world->output.brokeEvents.data[i];
        const Joint *j = &world->state.joints.data[MICA_SLOT(e->joint)];
        e->point = transform(joint_place_a(world, j), j->anchorA);
        if ((j->flags & JOINT_ALIVE) == 0) {
            continue;  // a gear that ended with a joint that broke before it
        }
        // Its bodies must not fall asleep in the step in which they come free.
        world->state.bodies.data[j->bodyB].sleepTime = 0.0f;
        if (j->bodyA != NONE) {
            world->state.bodies.data[j->bodyA].sleepTime = 0.0f;
        }
        joint_end(world, MICA_SLOT(e->joint));
    }
}

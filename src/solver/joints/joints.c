// Joints within a step. Which of them act is asked each step anew, and they are coloured like
// contacts, apart from them: blocks of four of one kind that share no moving body. Then each pass
// goes through the blocks and calls the kernel of their kind. After the contacts have relaxed, the
// joints of bodies that have contacts relax once more: what lies in a heap is pulled at from both
// sides, and what one pass leaves undone is energy. Reads joints, transforms and solver bodies;
// writes blocks, velocities, then the joints' impulses, and breaks joints. A world without joints
// pays for one comparison a pass.
#include "joint_block.h"

#include <string.h>

// Within a colour, joints whose bodies have no contacts come first, by kind, then the others.
#define SORTS (2 * KIND_COUNT)
#define BUCKETS (SORTS * (COLOUR_COUNT + 1))

typedef struct Kernel {
    void (*prepare)(MicaWorld *world, const StepContext *context, JointRange range);
    void (*settle)(MicaWorld *world, JointRange range);
    void (*solve)(MicaWorld *world, const StepContext *context, JointRange range);
    void (*relax)(MicaWorld *world, const StepContext *context, JointRange range, bool again);
    void (*store)(MicaWorld *world, const StepContext *context, JointRange range);
    int32_t blockBytes;
} Kernel;

static const Kernel kernels[KIND_COUNT] = {
    [KIND_PIN] = {revolute_prepare, revolute_reanchor, revolute_solve, revolute_relax,
                  revolute_store, (int32_t)sizeof(PinBlock)},
    [KIND_REVOLUTE] = {revolute_prepare, revolute_reanchor, revolute_solve, revolute_relax,
                       revolute_store, (int32_t)sizeof(RevoluteBlock)},
};

static JointKind kind_of(const Joint *j)
{
    return (j->flags & JOINT_AXIAL) != 0 ? KIND_REVOLUTE : KIND_PIN;
}

// ------------------------------------------------------------------------------------- who acts

void joints_wake(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if ((j->flags & JOINT_ALIVE) != 0 &&
            ((world->state.flags.data[j->bodyA] | world->state.flags.data[j->bodyB]) &
             MICA_FLAG_MOVED) != 0) {
            joint_wake(world, j);
        }
    }
}

static bool acts(const MicaWorld *world, const Joint *j)
{
    if ((j->flags & JOINT_ALIVE) == 0 ||
        (world->state.flags.data[j->bodyA] & world->state.flags.data[j->bodyB] &
         MICA_FLAG_ENABLED) == 0) {
        return false;
    }
    const SolverMotion *motion = world->scratch.solverMotion.data;
    return motion[world->scratch.solverOf.data[j->bodyA]].dynamic != 0.0f ||
           motion[world->scratch.solverOf.data[j->bodyB]].dynamic != 0.0f;
}

bool colouring_joints(MicaWorld *world)
{
    world->scratch.jointLanes.count = world->scratch.jointRanges.count =
        world->scratch.jointBlocks.count = 0;
    if (world->state.liveJoints == 0) {
        return true;
    }
    Memory *m = &world->host.memory;
    int32_t joints = world->state.joints.count, counts[BUCKETS] = {0}, starts[BUCKETS];
    if (!ARRAY_RESERVE(m, &world->scratch.jointRanges, BUCKETS) ||
        !ARRAY_RESERVE(m, &world->scratch.jointBuckets, joints)) {
        return false;
    }
    int32_t *buckets = world->scratch.jointBuckets.data;
    for (int32_t i = 0; i < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        buckets[i] = NONE;
        if (acts(world, j)) {
            // As colouring_contacts left them: a body that has contacts has colours.
            const int32_t *solverOf = world->scratch.solverOf.data;
            const uint64_t *colours = world->scratch.bodyColours.data;
            bool touched = (colours[solverOf[j->bodyA]] | colours[solverOf[j->bodyB]]) != 0;
            buckets[i] = (int32_t)kind_of(j) + (touched ? KIND_COUNT : 0);
        }
    }
    memset(world->scratch.bodyColours.data, 0,
           sizeof(uint64_t) * (size_t)world->scratch.solverBodies.count);
    for (int32_t i = 0; i < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (buckets[i] != NONE) {
            buckets[i] += SORTS * colouring_pick(world, j->bodyA, j->bodyB, 0);
            counts[buckets[i]] += 1;
        }
    }
    int32_t blocks = 0, bytes = 0;
    for (int32_t bucket = 0; bucket < BUCKETS; ++bucket) {
        int32_t n = counts[bucket], kind = bucket % KIND_COUNT;
        bool alone = bucket / SORTS == COLOUR_COUNT, touched = bucket % SORTS >= KIND_COUNT;
        starts[bucket] = 4 * blocks;
        if (n > 0) {
            int32_t need = alone ? n : (n + 3) / 4;
            world->scratch.jointRanges.data[world->scratch.jointRanges.count++] =
                (JointRange){kind, touched, 4 * blocks, need, bytes};
            world->output.overflowCount += alone ? n : 0;
            blocks += need;
            bytes += need * kernels[kind].blockBytes;
        }
    }
    if (!ARRAY_RESERVE(m, &world->scratch.jointLanes, 4 * blocks) ||
        !ARRAY_RESERVE(m, &world->scratch.jointBlocks, bytes)) {
        return false;
    }
    world->scratch.jointLanes.count = 4 * blocks;
    world->scratch.jointBlocks.count = bytes;
    for (int32_t i = 0; i < 4 * blocks; ++i) {
        world->scratch.jointLanes.data[i] = (BlockLane){NONE, 0, 0};
    }
    for (int32_t i = 0; i < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (buckets[i] != NONE) {
            world->scratch.jointLanes.data[starts[buckets[i]]] = (BlockLane){
                i, world->scratch.solverOf.data[j->bodyA], world->scratch.solverOf.data[j->bodyB]};
            starts[buckets[i]] += buckets[i] / SORTS == COLOUR_COUNT ? 4 : 1;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------- passes

// The spring pulls from where the bodies are (explicit: it swings on without loss, and holds a load
// where it should), the damper brakes the speed that there will be (implicit: it never overshoots).
// Where the substeps are too long for the frequency, the spring too goes over to the implicit step,
// which always calms down.
SpringFactors spring_factors(float hertz, float dampingRatio, const StepContext *context)
{
    float y = 2.0f * 3.14159265358979323846f * hertz * context->h, stiff = min_f(y * y, 1.0f);
    float reach = y * (2.0f * dampingRatio + stiff * y), part = 1.0f / (1.0f + reach);
    return (SpringFactors){context->invH * y * y * part, reach * part, stiff};
}

void joints_prepare(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        kernels[range.kind].prepare(world, context, range);
    }
}

void joints_reanchor(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        kernels[range.kind].settle(world, range);
    }
}

void joints_solve(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        kernels[range.kind].solve(world, context, range);
    }
}

void joints_relax(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        kernels[range.kind].relax(world, context, range, false);
    }
}

void joints_relax_again(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        if (range.touched) {
            kernels[range.kind].relax(world, context, range, true);
        }
    }
}

void joints_store(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.jointRanges.count; ++i) {
        JointRange range = world->scratch.jointRanges.data[i];
        kernels[range.kind].store(world, context, range);
    }
}

// -------------------------------------------------------------------------------------- breaking

// Far beyond any limit the count of turns starts anew, while the sum still has its precision.
void joint_turned(Joint *j, float angle)
{
    j->angle += angle;
    j->angle = within(j->angle, 2.0f * MAX_TURN) ? j->angle : 0.0f;
}

void joint_watch(MicaWorld *world, Joint *j, float force, float torque)
{
    if ((j->breakForce > 0.0f && force > j->breakForce) ||
        (j->breakTorque > 0.0f && torque > j->breakTorque)) {
        world->output.brokeEvents.data[world->output.brokeEvents.count++] =
            (MicaJointEvent){.joint = joint_handle(world, (int32_t)(j - world->state.joints.data)),
                             .bodyA = body_handle(world, j->bodyA),
                             .bodyB = body_handle(world, j->bodyB),
                             .userData = j->userData,
                             .force = min_f(force, 3e38f),
                             .torque = min_f(torque, 3e38f)};
    }
}

void joints_break(MicaWorld *world)
{
    for (int32_t i = 0; i < world->output.brokeEvents.count; ++i) {
        MicaJointEvent *e = &world->output.brokeEvents.data[i];
        const Joint *j = &world->state.joints.data[MICA_SLOT(e->joint)];
        e->point = transform(world->state.transforms.data[j->bodyA], j->anchorA);
        // What hung on it must not fall asleep in the very same step.
        world->state.bodies.data[j->bodyA].sleepTime =
            world->state.bodies.data[j->bodyB].sleepTime = 0.0f;
        joint_end(world, MICA_SLOT(e->joint));
    }
}

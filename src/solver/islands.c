// Islands and sleep: bodies connected by touching contacts or joints fall asleep together, once all
// of them have rested long enough. Islands are found by union-find, and only in steps in which some
// body is ready to sleep. A sleeping island is a ring through its bodies (Body.sleepNext), by which
// body_wake wakes all of it. Called at the end of a step. Reads sleep timers and the lanes of
// contacts and joints; writes flags, velocities, rings and pendingAsleep.
#include "solver.h"

#include <string.h>

int32_t islands_root(MicaWorld *world, int32_t solver)
{
    int32_t *parents = world->scratch.islandParents.data;
    while (parents[solver] != solver) {
        parents[solver] = parents[parents[solver]];
        solver = parents[solver];
    }
    return solver;
}

static bool is_ready(const MicaWorld *world, int32_t slot)
{
    return body_is_dynamic(world, slot) &&
           world->state.bodies.data[slot].sleepTime >= world->state.sleepTime;
}

static bool any_ready(const MicaWorld *world)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        if (is_ready(world, world->scratch.solverSlots.data[i])) {
            return true;
        }
    }
    return false;
}

static void each_lane(MicaWorld *world, const BlockLane *lanes, int32_t count,
                      void (*visit)(MicaWorld *world, int32_t a, int32_t b))
{
    for (int32_t i = 0; i < count; ++i) {
        visit(world, lanes[i].a, lanes[i].b);
    }
}

void islands_each_pair(MicaWorld *world, void (*visit)(MicaWorld *world, int32_t a, int32_t b))
{
    each_lane(world, world->scratch.contactLanes.data, world->scratch.contactLanes.count, visit);
    each_lane(world, world->scratch.jointLanes.data, world->scratch.jointLanes.count, visit);
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        const DirectNode *n = &world->scratch.directNodes.data[i];
        if (n->joint.joint != NONE) {
            visit(world, n->solver, n->joint.otherSolver);
        }
    }
    for (int32_t i = 0; i < world->scratch.directLoopJoints.count; ++i) {
        const DirectLoopJoint *c = &world->scratch.directLoopJoints.data[i];
        visit(world, c->solver, c->joint.otherSolver);
    }
}

// The root of an island is its smallest solver body.
static void unite(MicaWorld *world, int32_t a, int32_t b)
{
    const SolverMotion *motion = world->scratch.solverMotion.data;
    if (motion[a].dynamic != 0.0f && motion[b].dynamic != 0.0f) {
        int32_t rootA = islands_root(world, a), rootB = islands_root(world, b);
        world->scratch.islandParents.data[max_i(rootA, rootB)] = min_i(rootA, rootB);
    }
}

void islands_find(MicaWorld *world)
{
    if (world->scratch.islandsFound) {
        return;
    }
    world->scratch.islandsFound = true;
    for (int32_t i = 0; i < world->scratch.solverBodies.count; ++i) {
        world->scratch.islandParents.data[i] = i;
    }
    islands_each_pair(world, unite);
}

// A body that touches a moving kinematic one, or is jointed to it, does not rest.
static void keep_awake(MicaWorld *world, int32_t a, int32_t b)
{
    bool dynamicA = world->scratch.solverMotion.data[a].dynamic != 0.0f,
         dynamicB = world->scratch.solverMotion.data[b].dynamic != 0.0f;
    if (dynamicA != dynamicB && a != 0 && b != 0) {
        int32_t slot = world->scratch.solverSlots.data[dynamicA ? a : b];
        world->state.bodies.data[slot].sleepTime = 0.0f;
    }
}

static void fall_asleep(MicaWorld *world, int32_t slot)
{
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_AWAKE;
    memset(world->state.velocities.data[slot].v, 0, 4 * sizeof(float));
    body_clear_residual(world, slot);
    body_set_end_velocity(world, slot, vec(0.0f, 0.0f));
    world->state.pendingAsleep.data[world->state.pendingAsleep.count++] = slot;
}

// Gives the memory of scratch back once all bodies of a large world sleep; the next step allocates
// for as many as wake. Small worlds keep theirs.
static void release_scratch(MicaWorld *world)
{
    if (world->scratch.solverBodies.capacity <= SMALL_WORLD_BODIES) {
        return;
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        if (body_has(world, world->scratch.solverSlots.data[i], MICA_FLAG_AWAKE)) {
            return;
        }
    }
    world_release_scratch(world);
    // Sleeping bodies have no position residual.
    ARRAY_FREE(&world->host.memory, &world->state.positionResiduals);
    ARRAY_FREE(&world->host.memory, &world->state.endVelocities);
}

// Marks each root with NONE if some member of its island is not ready, else with 0.
static void mark_roots(MicaWorld *world, int32_t *last)
{
    int32_t count = world->scratch.solverBodies.count;
    for (int32_t i = 0; i < count; ++i) {
        last[i] = 0;
    }
    for (int32_t i = 1; i < count; ++i) {
        if (!is_ready(world, world->scratch.solverSlots.data[i])) {
            last[islands_root(world, i)] = NONE;
        }
    }
}

void islands_sleep(MicaWorld *world)
{
    if (!world->state.sleepEnabled || !any_ready(world)) {
        return;
    }
    int32_t count = world->scratch.solverBodies.count, *last = world->scratch.islandLast.data;
    islands_find(world);
    islands_each_pair(world, keep_awake);
    mark_roots(world, last);
    for (int32_t i = 1; i < count; ++i) {
        int32_t root = islands_root(world, i);
        if (last[root] == NONE) {
            continue;
        }
        // A root comes first of its island: the ring starts there, and each further body is
        // inserted behind the last one.
        int32_t slot = world->scratch.solverSlots.data[i],
                rootSlot = world->scratch.solverSlots.data[root];
        Body *b = &world->state.bodies.data[slot];
        fall_asleep(world, slot);
        if (i == root) {
            b->sleepNext = slot;
        } else {
            Body *before = &world->state.bodies.data[world->scratch.solverSlots.data[last[root]]];
            b->sleepNext = rootSlot;
            before->sleepNext = slot;
        }
        last[root] = i;
    }
    release_scratch(world);
}

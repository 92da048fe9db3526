// Islands and sleep: bodies connected by touching contacts or joints fall asleep together, when the
// one that rested shortest has rested long enough. Found by union-find, and only in steps in which
// some body is ready to sleep. A sleeping island is a ring through its bodies, by which body_wake
// wakes it whole. Reads the solver's lanes; writes flags and rings.
#include "solver.h"

#include <string.h>

static int32_t find_root(int32_t *parents, int32_t i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static bool someone_ready(const MicaWorld *world)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        if (body_is_dynamic(world, slot) &&
            world->state.bodies.data[slot].sleepTime >= world->state.sleepTime) {
            return true;
        }
    }
    return false;
}

// Whole islands by smaller index; what touches a moving kinematic body or hangs on one stays awake.
static void link_islands(MicaWorld *world, int32_t *parents, const BlockLane *lanes, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = lanes[i].a, b = lanes[i].b;
        bool dynamicA = world->scratch.solverMotion.data[a].dynamic != 0.0f,
             dynamicB = world->scratch.solverMotion.data[b].dynamic != 0.0f;
        if (dynamicA && dynamicB) {
            int32_t rootA = find_root(parents, a), rootB = find_root(parents, b);
            parents[max_i(rootA, rootB)] = min_i(rootA, rootB);
        } else if (a != 0 && b != 0) {
            world->state.bodies.data[world->scratch.solverSlots.data[dynamicA ? a : b]].sleepTime =
                0.0f;
        }
    }
}

static void fall_asleep(MicaWorld *world, int32_t slot)
{
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_AWAKE;
    memset(world->state.velocities.data[slot].v, 0, 4 * sizeof(float));
    body_clear_residual(world, slot);
    world->state.pendingAsleep.data[world->state.pendingAsleep.count++] = slot;
}

// When a crowd's last body has fallen asleep its step needs no working space: it goes back, and is
// made anew for as many as wake. Small worlds keep theirs.
static void release_working_space(MicaWorld *world)
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
    // What sleeps has no residual.
    ARRAY_FREE(&world->host.memory, &world->state.positionResiduals);
}

void islands_sleep(MicaWorld *world)
{
    if (!world->state.sleepEnabled || !someone_ready(world)) {
        return;
    }
    int32_t count = world->scratch.solverBodies.count;
    int32_t *parents = world->scratch.islandParents.data, *last = world->scratch.islandLast.data;
    for (int32_t i = 0; i < count; ++i) {
        parents[i] = i;
    }
    link_islands(world, parents, world->scratch.contactLanes.data,
                 world->scratch.contactLanes.count);
    link_islands(world, parents, world->scratch.jointLanes.data, world->scratch.jointLanes.count);
    // A root is not ready if any of its members is not: -1 marks it.
    for (int32_t i = 0; i < count; ++i) {
        last[i] = 0;
    }
    for (int32_t i = 1; i < count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        bool ready = body_is_dynamic(world, slot) &&
                     world->state.bodies.data[slot].sleepTime >= world->state.sleepTime;
        if (!ready) {
            last[find_root(parents, i)] = NONE;
        }
    }
    int32_t sleepers = 0;
    for (int32_t i = 1; i < count; ++i) {
        sleepers += last[find_root(parents, i)] != NONE;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &world->state.pendingAsleep,
                       world->state.pendingAsleep.count + sleepers)) {
        return;  // without memory for the events they stay awake
    }
    for (int32_t i = 1; i < count; ++i) {
        int32_t root = find_root(parents, i);
        if (last[root] == NONE) {
            continue;
        }
        // Roots come first in their islands: a ring starts there and each further body is put
        // behind the last.
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
    release_working_space(world);
}

// Islands and sleep: bodies connected by touching contacts or joints fall asleep together, once all
// of them have rested long enough. Islands are found by union-find, and only in steps in which some
// body is ready to sleep. A sleeping island is a ring through its bodies (Body.sleepNext), by which
// body_wake wakes all of it. Called at the end of a step. Reads sleep timers, active contacts
// and the lanes of joints; writes flags, velocities, rings and pendingAsleep.
#include "solver.h"

#include <string.h>

bool islands_reserve(MicaWorld *world, int32_t bodies)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    return ARRAY_RESERVE(m, &scratch->islandParents, bodies) &&
           ARRAY_RESERVE(m, &scratch->islandLast, bodies) &&
           ARRAY_RESERVE(m, &scratch->islandMarks, bodies);
}

inline int32_t islands_root(SolverScratch *scratch, int32_t solver)
{
    int32_t *parents = scratch->islandParents.data;
    while (parents[solver] != solver) {
        parents[solver] = parents[parents[solver]];
        solver = parents[solver];
    }
    return solver;
}

static inline bool is_ready(const MicaWorld *world, int32_t slot)
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

// The root of an island is its smallest solver body.
static inline void unite(const MicaWorld *world, SolverScratch *scratch, int32_t a, int32_t b)
{
    const SolverMotion *motion = world->scratch.solverMotion.data;
    bool dynamicA = motion[a].dynamic != 0.0f, dynamicB = motion[b].dynamic != 0.0f;
    if (dynamicA && dynamicB) {
        int32_t rootA = islands_root(scratch, a), rootB = islands_root(scratch, b);
        scratch->islandParents.data[max_i(rootA, rootB)] = min_i(rootA, rootB);
    } else if (dynamicA != dynamicB) {
        island_mark(scratch, dynamicA ? a : b, dynamicA ? b : a);
    }
}

// What rigid joints connect has been found already (joints/direct_trees.c).
static void begin_islands(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t count = world->scratch.solverBodies.count, *parents = scratch->islandParents.data;
    if (scratch->componentsFound) {
        memcpy(parents, scratch->componentParents.data, sizeof(int32_t) * (size_t)count);
        return;
    }
    memset(scratch->islandMarks.data, 0, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        parents[i] = i;
    }
}

void islands_find(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    if (scratch->islandsFound) {
        return;
    }
    scratch->islandsFound = true;
    begin_islands(world);
    const int32_t *solverOf = world->scratch.solverOf.data;
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        unite(world, scratch, solverOf[active->bodyA], solverOf[active->bodyB]);
    }
    const uint8_t *united = scratch->componentsFound ? scratch->componentJoints.data : NULL;
    for (int32_t i = 0; i < scratch->jointLanes.count; ++i) {
        BlockLane lane = scratch->jointLanes.data[i];
        if (lane.item != NONE && (united == NULL || united[lane.item] == 0)) {
            unite(world, scratch, lane.a, lane.b);
        }
    }
}

// A body that touches a moving kinematic one, or is jointed to it, does not rest.
static void keep_awake(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        if ((scratch->islandMarks.data[i] & TOUCHES_MOVING) != 0) {
            int32_t slot = world->scratch.solverSlots.data[i];
            world->state.bodies.data[slot].sleepTime = 0.0f;
        }
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
static void mark_roots(const MicaWorld *world, SolverScratch *scratch, int32_t *last)
{
    int32_t count = world->scratch.solverBodies.count;
    for (int32_t i = 0; i < count; ++i) {
        last[i] = 0;
    }
    for (int32_t i = 1; i < count; ++i) {
        if (!is_ready(world, world->scratch.solverSlots.data[i])) {
            last[islands_root(scratch, i)] = NONE;
        }
    }
}

void islands_sleep(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    if (!world->state.sleepEnabled || !any_ready(world)) {
        return;
    }
    int32_t count = world->scratch.solverBodies.count, *last = scratch->islandLast.data;
    islands_find(world);
    keep_awake(world);
    mark_roots(world, scratch, last);
    for (int32_t i = 1; i < count; ++i) {
        int32_t root = islands_root(scratch, i);
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

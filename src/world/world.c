// Making and ending worlds, their memory and last error, settings, views, counters.
#include "world.h"

#include <stdlib.h>

static MicaError createError = MICA_ERROR_OK;
static uint32_t worldsMade = 0;

MicaWorldDef mica_world_def(void)
{
    return (MicaWorldDef){.gravity = {0.0f, -10.0f},
                          .contactHertz = 30.0f,
                          .contactDampingRatio = 10.0f,
                          .contactPushSpeed = 3.0f,
                          .restitutionThreshold = 0.2f,
                          .hitSpeed = 1.0f,
                          .sleepTime = 0.5f,
                          .sleepEnabled = true,
                          .jointHertz = 60.0f,
                          .jointDampingRatio = 3.0f};
}

static MicaError check_def(const MicaWorldDef *def)
{
    if (def == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    const float numbers[10] = {def->gravity.x,         def->gravity.y,
                               def->contactHertz,      def->jointHertz,
                               def->contactPushSpeed,  def->restitutionThreshold,
                               def->hitSpeed,          def->sleepTime,
                               def->jointDampingRatio, def->contactDampingRatio};
    for (int32_t i = 0; i < 10; ++i) {
        if (!within(numbers[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!within(numbers[i], 1e6f) || (i >= 2 && numbers[i] < 0.0f) ||
            ((i == 2 || i == 3) && numbers[i] == 0.0f)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    if (def->bodyCapacity < 0 || def->colliderCapacity < 0 || def->contactCapacity < 0 ||
        def->bodyCapacity > SLOT_LIMIT || def->colliderCapacity > SLOT_LIMIT ||
        def->contactCapacity > 1 << 24) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    return MICA_ERROR_OK;
}

// Room for `bodies` body slots in every array that has one record a slot.
static bool reserve_bodies(MicaWorld *world, int32_t bodies)
{
    Memory *m = &world->memory;
    if (bodies <= world->bodies.capacity && bodies <= world->viewCapacity[5]) {
        return true;
    }
    if (!ARRAY_RESERVE(m, &world->bodies, bodies)) {
        return false;
    }
    int32_t wanted = world->bodies.capacity;
    if (!ARRAY_RESERVE(m, &world->freeBodies, wanted) ||
        !ARRAY_RESERVE(m, &world->deadBodies, wanted) ||
        !ARRAY_RESERVE(m, &world->wokeEvents, wanted) ||
        !ARRAY_RESERVE(m, &world->wokeSoon, world->wokeSoon.count + wanted) ||
        !ARRAY_RESERVE(m, &world->asleepEvents, wanted)) {
        return false;
    }
    // The views may lag behind after a failure: each knows its own capacity, flags come last.
    void **views[6] = {(void **)&world->transforms, (void **)&world->poses,
                       (void **)&world->previous,   (void **)&world->velocities,
                       (void **)&world->forces,     (void **)&world->flags};
    for (int32_t i = 0; i < 6; ++i) {
        if (world->viewCapacity[i] < wanted &&
            !array_grow(m, views[i], &world->viewCapacity[i], wanted, i == 5 ? 4u : 16u)) {
            return false;
        }
    }
    return true;
}

static bool reserve_colliders(MicaWorld *world, int32_t colliders)
{
    Memory *m = &world->memory;
    if (!ARRAY_RESERVE(m, &world->colliders, colliders)) {
        return false;
    }
    int32_t wanted = world->colliders.capacity;
    return ARRAY_RESERVE(m, &world->freeColliders, wanted) &&
           ARRAY_RESERVE(m, &world->deadColliders, wanted) &&
           ARRAY_RESERVE(m, &world->moved, wanted) && tree_reserve(m, &world->staticTree, wanted) &&
           tree_reserve(m, &world->movingTree, wanted);
}

bool world_reserve_body(MicaWorld *world)
{
    bool fresh = world->freeBodyHead == world->freeBodies.count;
    return reserve_bodies(world, world->bodies.count + (fresh ? 1 : 0));
}

bool world_reserve_collider(MicaWorld *world)
{
    bool fresh = world->freeColliderHead == world->freeColliders.count;
    return reserve_colliders(world, world->colliders.count + (fresh ? 1 : 0));
}

bool world_reserve_joint(MicaWorld *world)
{
    Memory *m = &world->memory;
    bool fresh = world->freeJointHead == world->freeJoints.count;
    if (!ARRAY_RESERVE(m, &world->joints, world->joints.count + (fresh ? 1 : 0))) {
        return false;
    }
    int32_t wanted = world->joints.capacity;
    return ARRAY_RESERVE(m, &world->freeJoints, wanted) &&
           ARRAY_RESERVE(m, &world->brokeEvents, wanted);
}

MicaWorld *mica_world_create(const MicaWorldDef *def)
{
    createError = check_def(def);
    if (createError != MICA_ERROR_OK) {
        return NULL;
    }
    MicaWorld *world = calloc(1, sizeof *world);
    if (world == NULL) {
        createError = MICA_ERROR_NO_MEMORY;
        return NULL;
    }
    world->memory.maxBytes = def->maxBytes;
    world->memory.bytes = sizeof *world;
    world->gravity = def->gravity;
    world->contactHertz = def->contactHertz;
    world->contactDampingRatio = def->contactDampingRatio;
    world->contactPushSpeed = def->contactPushSpeed;
    world->restitutionThreshold = def->restitutionThreshold;
    world->hitSpeed = def->hitSpeed;
    world->sleepTime = def->sleepTime;
    world->sleepEnabled = def->sleepEnabled;
    world->jointHertz = def->jointHertz;
    world->jointDampingRatio = def->jointDampingRatio;
    world->lastErrorSlot = NONE;
    // Worlds start their generations apart, so that a handle of one is almost surely stale in
    // another.
    world->generationStart = 1u + worldsMade * 1031u % (GENERATION_LIMIT - 1u);
    world->layers.namesSolid[0] = world->layers.solid[0] = 1;
    if (!reserve_bodies(world, max_i(def->bodyCapacity, 1)) ||
        !reserve_colliders(world, max_i(def->colliderCapacity, 1)) ||
        !pair_reserve(world, max_i(def->contactCapacity, 1))) {
        mica_world_destroy(world);
        createError = MICA_ERROR_NO_MEMORY;
        return NULL;
    }
    worldsMade += 1;
    return world;
}

MicaError mica_create_error(void) { return createError; }

void mica_world_destroy(MicaWorld *world)
{
    if (world == NULL) {
        return;
    }
    Memory *m = &world->memory;
    void **views[6] = {(void **)&world->transforms, (void **)&world->poses,
                       (void **)&world->previous,   (void **)&world->velocities,
                       (void **)&world->forces,     (void **)&world->flags};
    for (int32_t i = 0; i < 6; ++i) {
        int32_t unused;
        array_free(m, views[i], &unused, &world->viewCapacity[i], i == 5 ? 4u : 16u);
    }
    ARRAY_FREE(m, &world->bodies);
    ARRAY_FREE(m, &world->freeBodies);
    ARRAY_FREE(m, &world->deadBodies);
    ARRAY_FREE(m, &world->colliders);
    ARRAY_FREE(m, &world->freeColliders);
    ARRAY_FREE(m, &world->deadColliders);
    ARRAY_FREE(m, &world->polygons);
    ARRAY_FREE(m, &world->freePolygons);
    ARRAY_FREE(m, &world->polygonUses);
    ARRAY_FREE(m, &world->polygonTable);
    ARRAY_FREE(m, &world->fields);
    ARRAY_FREE(m, &world->freeFields);
    ARRAY_FREE(m, &world->fieldTouches);
    ARRAY_FREE(m, &world->fieldHeads);
    ARRAY_FREE(m, &world->solverOf);
    ARRAY_FREE(m, &world->joints);
    ARRAY_FREE(m, &world->freeJoints);
    ARRAY_FREE(m, &world->jointBuckets);
    ARRAY_FREE(m, &world->jointLanes);
    ARRAY_FREE(m, &world->jointRanges);
    ARRAY_FREE(m, &world->jointBlocks);
    ARRAY_FREE(m, &world->brokeEvents);
    tree_free(m, &world->staticTree);
    tree_free(m, &world->movingTree);
    ARRAY_FREE(m, &world->ignored);
    ARRAY_FREE(m, &world->moved);
    ARRAY_FREE(m, &world->contacts);
    ARRAY_FREE(m, &world->pairKeys);
    ARRAY_FREE(m, &world->pairValues);
    ARRAY_FREE(m, &world->leafMoved);
    ARRAY_FREE(m, &world->solid);
    ARRAY_FREE(m, &world->beside);
    ARRAY_FREE(m, &world->bouncedIn);
    ARRAY_FREE(m, &world->hits);
    ARRAY_FREE(m, &world->rayCells);
    ARRAY_FREE(m, &world->rayBlocks);
    ARRAY_FREE(m, &world->rayItems);
    ARRAY_FREE(m, &world->rayBoxes);
    ARRAY_FREE(m, &world->rayOrder);
    ARRAY_FREE(m, &world->raySquares);
    ARRAY_FREE(m, &world->keys);
    ARRAY_FREE(m, &world->solverBodies);
    ARRAY_FREE(m, &world->solverSlots);
    ARRAY_FREE(m, &world->solverMotion);
    ARRAY_FREE(m, &world->bodyColours);
    ARRAY_FREE(m, &world->lanes);
    ARRAY_FREE(m, &world->blocks);
    ARRAY_FREE(m, &world->surfaces);
    ARRAY_FREE(m, &world->ranges);
    ARRAY_FREE(m, &world->fast);
    ARRAY_FREE(m, &world->moveMarks);
    ARRAY_FREE(m, &world->rooms);
    ARRAY_FREE(m, &world->remainders);
    ARRAY_FREE(m, &world->impactBodies);
    ARRAY_FREE(m, &world->impactPairs);
    ARRAY_FREE(m, &world->impactPoints);
    ARRAY_FREE(m, &world->impactQueue);
    ARRAY_FREE(m, &world->impactSeeds);
    ARRAY_FREE(m, &world->impactTouched);
    ARRAY_FREE(m, &world->impactShoved);
    ARRAY_FREE(m, &world->beginEvents);
    ARRAY_FREE(m, &world->endEvents);
    ARRAY_FREE(m, &world->hitEvents);
    ARRAY_FREE(m, &world->enterEvents);
    ARRAY_FREE(m, &world->exitEvents);
    ARRAY_FREE(m, &world->asleepEvents);
    ARRAY_FREE(m, &world->wokeEvents);
    ARRAY_FREE(m, &world->asleepSoon);
    ARRAY_FREE(m, &world->wokeSoon);
    ARRAY_FREE(m, &world->contactPoints);
    ARRAY_FREE(m, &world->chains);
    ARRAY_FREE(m, &world->chainPoints);
    ARRAY_FREE(m, &world->chainNodes);
    ARRAY_FREE(m, &world->tileMaps);
    ARRAY_FREE(m, &world->tileCells);
    ARRAY_FREE(m, &world->triggerStays);
    ARRAY_FREE(m, &world->contactStays);
    ARRAY_FREE(m, &world->seekers);
    ASSERT(m->bytes == sizeof *world);
    free(world);
}

// ------------------------------------------------------------------------------------- errors

MicaError world_fail(MicaWorld *world, MicaError error)
{
    if (error != MICA_ERROR_OK) {
        world->lastError = error;
        world->lastErrorSlot = NONE;
    }
    return error;
}

MicaError mica_last_error(const MicaWorld *world)
{
    return world != NULL ? world->lastError : MICA_ERROR_NULL_ARGUMENT;
}
int32_t mica_last_error_slot(const MicaWorld *world)
{
    return world != NULL ? world->lastErrorSlot : NONE;
}

void mica_clear_error(MicaWorld *world)
{
    if (world != NULL) {
        world->lastError = MICA_ERROR_OK;
        world->lastErrorSlot = NONE;
    }
}

// ------------------------------------------------------------------------------------- settings

MicaError mica_world_set_gravity(MicaWorld *world, Vec2 gravity)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!vec_within(gravity, 3e38f)) {
        return world_fail(world, MICA_ERROR_NOT_FINITE);
    }
    if (!vec_within(gravity, 1e6f)) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    if (gravity.x != world->gravity.x || gravity.y != world->gravity.y) {
        world->gravity = gravity;
        for (int32_t i = 0; i < world->bodies.count; ++i) {
            if (body_has(world, i, MICA_FLAG_ALIVE)) {
                body_wake(world, i);
            }
        }
    }
    return MICA_ERROR_OK;
}

Vec2 mica_world_gravity(const MicaWorld *world)
{
    return world != NULL ? world->gravity : vec(0.0f, 0.0f);
}

MicaError mica_world_set_sleep_enabled(MicaWorld *world, bool enabled)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    world->sleepEnabled = enabled;
    for (int32_t i = 0; i < world->bodies.count && !enabled; ++i) {
        if (body_has(world, i, MICA_FLAG_ALIVE)) {
            body_wake(world, i);
            world->bodies.data[i].sleepTime = 0.0f;  // nobody counts meanwhile
        }
    }
    return MICA_ERROR_OK;
}

static MicaError set_speed(MicaWorld *world, float *field, float speed)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!within(speed, 3e38f)) {
        return world_fail(world, MICA_ERROR_NOT_FINITE);
    }
    if (!(speed >= 0.0f && speed <= 1e6f)) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    *field = speed;
    return MICA_ERROR_OK;
}

MicaError mica_world_set_restitution_threshold(MicaWorld *world, float speed)
{
    return set_speed(world, world != NULL ? &world->restitutionThreshold : NULL, speed);
}

MicaError mica_world_set_hit_speed(MicaWorld *world, float speed)
{
    return set_speed(world, world != NULL ? &world->hitSpeed : NULL, speed);
}

MicaViews mica_world_views(MicaWorld *world)
{
    if (world == NULL) {
        return (MicaViews){0};
    }
    return (MicaViews){world->transforms, world->velocities,      world->forces,      world->poses,
                       world->flags,      world->viewCapacity[5], world->bodies.count};
}

uint64_t mica_world_bytes(const MicaWorld *world)
{
    return world != NULL ? world->memory.bytes : 0;
}

MicaCounters mica_world_counters(const MicaWorld *world)
{
    MicaCounters c = {0};
    if (world == NULL) {
        return c;
    }
    c.bodies = world->liveBodies;
    c.colliders = world->liveColliders;
    c.contacts = world->contacts.count;
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        const Contact *contact = &world->contacts.data[i];
        bool trigger = (contact->flags & CONTACT_TRIGGER) != 0;
        c.triggerPairs += trigger ? 1 : 0;
        c.touchingContacts += !trigger && contact->count > 0 ? 1 : 0;
    }
    for (int32_t i = 0; i < world->bodies.count; ++i) {
        c.awakeBodies += body_moves(world, i) ? 1 : 0;
        // A ring is counted at its smallest slot.
        if (world->bodies.data[i].sleepNext != NONE && body_has(world, i, MICA_FLAG_ALIVE)) {
            int32_t smallest = i;
            for (int32_t j = world->bodies.data[i].sleepNext; j != i;
                 j = world->bodies.data[j].sleepNext) {
                smallest = min_i(smallest, j);
                if (j < i) {
                    break;
                }
            }
            c.islandsAsleep += smallest == i ? 1 : 0;
        }
    }
    c.colours = world->colourCount;
    c.overflow = world->overflowCount;
    c.staticTreeHeight = world->staticTree.levels;
    c.movingTreeHeight = world->movingTree.levels;
    c.narrowPhaseTests = world->narrowTests;
    c.pairsCreated = world->pairsCreated;
    c.steps = (int32_t)world->steps;
    c.joints = world->liveJoints;
    c.impacts = world->impactCount;
    c.impactBound = world->impactBound;
    return c;
}

void mica_world_set_clock(MicaWorld *world, MicaClock clock)
{
    if (world != NULL) {
        world->clock = clock;
        world->profile = (MicaProfile){0};
    }
}

MicaProfile mica_world_profile(const MicaWorld *world)
{
    return world != NULL ? world->profile : (MicaProfile){0};
}

MicaError mica_world_interpolate(MicaWorld *world, float alpha)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!(alpha >= 0.0f && alpha <= 1.0f)) {
        return world_fail(world,
                          within(alpha, 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE);
    }
    for (int32_t i = 0; i < world->bodies.count; ++i) {
        Transform a = world->previous[i], b = world->transforms[i];
        Rot q = {a.q.c + alpha * (b.q.c - a.q.c), a.q.s + alpha * (b.q.s - a.q.s)};
        world->poses[i] = (Transform){lerp(a.p, b.p, alpha), rot_normalize(q)};
    }
    return MICA_ERROR_OK;
}

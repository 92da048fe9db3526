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

// Capacity for `bodies` body slots in every array that has one record a slot.
static bool reserve_bodies(MicaWorld *world, int32_t bodies)
{
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    // Poses come last: where memory ran out on the way, they tell.
    if (bodies <= world->output.poses.capacity) {
        return true;
    }
    int32_t wanted = max_i(bodies, s->bodies.capacity);
    if (!ARRAY_RESERVE(m, &s->bodies, wanted)) {
        return false;
    }
    wanted = s->bodies.capacity;
#define RESERVE(List, name)                                                                        \
    if (!ARRAY_RESERVE(m, &s->name, wanted)) {                                                     \
        return false;                                                                              \
    }
    BODY_ARRAYS(RESERVE)
    return ARRAY_RESERVE(m, &s->freeBodies, wanted) &&
           ARRAY_RESERVE(m, &s->destroyedBodies, wanted) &&
           ARRAY_RESERVE(m, &s->pendingWoke, s->pendingWoke.count + wanted) &&
           ARRAY_RESERVE(m, &world->output.poses, wanted);
}

static bool reserve_colliders(MicaWorld *world, int32_t colliders)
{
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE(m, &world->state.colliders, colliders)) {
        return false;
    }
    int32_t wanted = world->state.colliders.capacity;
    return ARRAY_RESERVE(m, &world->state.freeColliders, wanted) &&
           ARRAY_RESERVE(m, &world->state.destroyedColliders, wanted) &&
           ARRAY_RESERVE(m, &world->state.movedColliders, wanted) &&
           tree_reserve(m, &world->state.staticTree, wanted) &&
           tree_reserve(m, &world->state.movingTree, wanted);
}

bool world_reserve_body(MicaWorld *world)
{
    bool fresh = world->state.freeBodyHead == world->state.freeBodies.count;
    return reserve_bodies(world, world->state.bodies.count + (fresh ? 1 : 0));
}

bool world_reserve_collider(MicaWorld *world)
{
    bool fresh = world->state.freeColliderHead == world->state.freeColliders.count;
    return reserve_colliders(world, world->state.colliders.count + (fresh ? 1 : 0));
}

static bool reserve_joints(MicaWorld *world, int32_t joints)
{
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE(m, &world->state.joints, joints)) {
        return false;
    }
    int32_t wanted = world->state.joints.capacity;
    return ARRAY_RESERVE(m, &world->state.freeJoints, wanted) &&
           ARRAY_RESERVE(m, &world->output.brokeEvents, wanted);
}

bool world_reserve_joint(MicaWorld *world)
{
    bool fresh = world->state.freeJointHead == world->state.freeJoints.count;
    return reserve_joints(world, world->state.joints.count + (fresh ? 1 : 0));
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
    world->host.memory.maxBytes = def->maxBytes;
    world->host.memory.bytes = sizeof *world;
    world->state.gravity = def->gravity;
    world->state.contactHertz = def->contactHertz;
    world->state.contactDampingRatio = def->contactDampingRatio;
    world->state.contactPushSpeed = def->contactPushSpeed;
    world->state.restitutionThreshold = def->restitutionThreshold;
    world->state.hitSpeed = def->hitSpeed;
    world->state.sleepTime = def->sleepTime;
    world->state.sleepEnabled = def->sleepEnabled;
    world->state.jointHertz = def->jointHertz;
    world->state.jointDampingRatio = def->jointDampingRatio;
    world->host.lastErrorSlot = NONE;
    // Worlds start their generations apart, so that a handle of one is almost surely stale in
    // another.
    world->state.generationStart = 1u + worldsMade * 1031u % (GENERATION_LIMIT - 1u);
    world->state.layers.namesSolid[0] = world->state.layers.solid[0] = 1;
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
    world_free_arrays(world);
    ASSERT(world->host.memory.bytes == sizeof *world);
    free(world);
}

// ------------------------------------------------------------------------------------- errors

MicaError world_fail(MicaWorld *world, MicaError error)
{
    if (error != MICA_ERROR_OK) {
        world->host.lastError = error;
        world->host.lastErrorSlot = NONE;
    }
    return error;
}

MicaError mica_last_error(const MicaWorld *world)
{
    return world != NULL ? world->host.lastError : MICA_ERROR_NULL_ARGUMENT;
}
int32_t mica_last_error_slot(const MicaWorld *world)
{
    return world != NULL ? world->host.lastErrorSlot : NONE;
}

void mica_clear_error(MicaWorld *world)
{
    if (world != NULL) {
        world->host.lastError = MICA_ERROR_OK;
        world->host.lastErrorSlot = NONE;
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
    if (gravity.x != world->state.gravity.x || gravity.y != world->state.gravity.y) {
        world->state.gravity = gravity;
        for (int32_t i = 0; i < world->state.bodies.count; ++i) {
            if (body_has(world, i, MICA_FLAG_ALIVE)) {
                body_wake(world, i);
            }
        }
    }
    return MICA_ERROR_OK;
}

Vec2 mica_world_gravity(const MicaWorld *world)
{
    return world != NULL ? world->state.gravity : vec(0.0f, 0.0f);
}

MicaError mica_world_set_sleep_enabled(MicaWorld *world, bool enabled)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    world->state.sleepEnabled = enabled;
    for (int32_t i = 0; i < world->state.bodies.count && !enabled; ++i) {
        if (body_has(world, i, MICA_FLAG_ALIVE)) {
            body_wake(world, i);
            world->state.bodies.data[i].sleepTime = 0.0f;  // nobody counts meanwhile
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
    return set_speed(world, world != NULL ? &world->state.restitutionThreshold : NULL, speed);
}

MicaError mica_world_set_hit_speed(MicaWorld *world, float speed)
{
    return set_speed(world, world != NULL ? &world->state.hitSpeed : NULL, speed);
}

MicaViews mica_world_views(MicaWorld *world)
{
    if (world == NULL) {
        return (MicaViews){0};
    }
    WorldState *s = &world->state;
    return (MicaViews){s->transforms.data,       s->velocities.data->v, s->forces.data->v,
                       world->output.poses.data, s->flags.data,         s->flags.capacity,
                       s->bodies.count};
}

uint64_t mica_world_bytes(const MicaWorld *world)
{
    return world != NULL ? world->host.memory.bytes : 0;
}

MicaCounters mica_world_counters(const MicaWorld *world)
{
    MicaCounters c = {0};
    if (world == NULL) {
        return c;
    }
    c.bodies = world->state.liveBodies;
    c.colliders = world->state.liveColliders;
    c.contacts = world->state.contacts.count;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *contact = &world->state.contacts.data[i];
        bool trigger = (contact->flags & CONTACT_TRIGGER) != 0;
        c.triggerPairs += trigger ? 1 : 0;
        c.touchingContacts += !trigger && contact->count > 0 ? 1 : 0;
    }
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        c.awakeBodies += body_moves(world, i) ? 1 : 0;
        // A ring is counted at its smallest slot.
        if (world->state.bodies.data[i].sleepNext != NONE && body_has(world, i, MICA_FLAG_ALIVE)) {
            int32_t smallest = i;
            for (int32_t j = world->state.bodies.data[i].sleepNext; j != i;
                 j = world->state.bodies.data[j].sleepNext) {
                smallest = min_i(smallest, j);
                if (j < i) {
                    break;
                }
            }
            c.islandsAsleep += smallest == i ? 1 : 0;
        }
    }
    c.colours = world->output.colourCount;
    c.overflow = world->output.overflowCount;
    c.staticTreeHeight = world->state.staticTree.levels;
    c.movingTreeHeight = world->state.movingTree.levels;
    c.narrowPhaseTests = world->output.narrowTests;
    c.pairsCreated = world->output.pairsCreated;
    c.steps = (int32_t)world->state.steps;
    c.joints = world->state.liveJoints;
    c.impacts = world->output.impactCount;
    c.impactBound = world->output.impactBound;
    return c;
}

void mica_world_set_clock(MicaWorld *world, MicaClock clock)
{
    if (world != NULL) {
        world->host.clock = clock;
        world->output.profile = (MicaProfile){0};
    }
}

MicaProfile mica_world_profile(const MicaWorld *world)
{
    return world != NULL ? world->output.profile : (MicaProfile){0};
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
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        Transform a = world->state.previous.data[i], b = world->state.transforms.data[i];
        Rot q = {a.q.c + alpha * (b.q.c - a.q.c), a.q.s + alpha * (b.q.s - a.q.s)};
        world->output.poses.data[i] = (Transform){lerp(a.p, b.p, alpha), rot_normalize(q)};
    }
    return MICA_ERROR_OK;
}

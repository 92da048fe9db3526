// Worlds: creating and destroying them, reserving capacity for their records, the last error,
// settings, views, counters and poses between or ahead of steps. Called by the public API; the other files of
// the room call world_fail, world_check_* and world_reserve_*. Touches every array of the world
// when it reserves or frees; the settings lie in WorldState.
#include "world.h"

#include <stdlib.h>

static MicaError createError = MICA_ERROR_OK;
static uint32_t worldsMade = 0;

MicaWorldDef mica_world_def(void) { return mica_world_def_in(1.0f); }

MicaWorldDef mica_world_def_in(float lengthUnit)
{
    MicaWorldDef def = {0};
    // <schema world.defaults>
    def.gravity = scale(lengthUnit, (Vec2){0.0f, -10.0f});
    def.contactHertz = 30.0f;
    def.contactDampingRatio = 10.0f;
    def.contactPushSpeed = 3.0f * lengthUnit;
    def.restitutionThreshold = 0.2f * lengthUnit;
    def.hitSpeed = 1.0f * lengthUnit;
    def.sleepTime = 0.5f;
    def.sleepEnabled = true;
    def.jointHertz = 60.0f;
    def.jointDampingRatio = 3.0f;
    def.lengthUnit = 1.0f;
    // </schema>
    def.lengthUnit = lengthUnit;
    return def;
}

static MicaError check_def(const MicaWorldDef *def)
{
    if (def == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    const MicaError errors[] = {
        // <schema world.checks>
        world_check_vec(def->gravity, MAX_FACTOR),
        world_check_above_zero(def->contactHertz, MAX_FACTOR),
        world_check_not_negative(def->contactDampingRatio, MAX_FACTOR),
        world_check_not_negative(def->contactPushSpeed, MAX_FACTOR),
        world_check_not_negative(def->restitutionThreshold, MAX_FACTOR),
        world_check_not_negative(def->hitSpeed, MAX_FACTOR),
        world_check_not_negative(def->sleepTime, MAX_FACTOR),
        world_check_above_zero(def->jointHertz, MAX_FACTOR),
        world_check_not_negative(def->jointDampingRatio, MAX_FACTOR),
        world_check_range(def->lengthUnit, 0.01f, 1000.0f),
        world_check_not_negative(def->loadImpulse, MAX_FACTOR),
        // </schema>
    };
    for (uint32_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        if (errors[i] != MICA_ERROR_OK) {
            return errors[i];
        }
    }
    if (def->bodyCapacity < 0 || def->colliderCapacity < 0 || def->contactCapacity < 0 ||
        def->bodyCapacity > SLOT_LIMIT || def->colliderCapacity > SLOT_LIMIT ||
        def->contactCapacity > 1 << 24) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    return MICA_ERROR_OK;
}

// Reserves capacity for `bodies` body slots in every array that has one record a slot.
static bool reserve_bodies(MicaWorld *world, int32_t bodies)
{
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    // Poses are reserved last: their capacity shows whether an earlier call reserved everything.
    if (bodies <= world->output.poses.capacity) {
        return true;
    }
    if (!ARRAY_RESERVE_RARELY(m, &s->bodies, bodies)) {
        return false;
    }
    int32_t wanted = s->bodies.capacity;
    return world_reserve_body_arrays(world, wanted) &&
           ARRAY_RESERVE_RARELY(m, &s->freeBodies, wanted) &&
           ARRAY_RESERVE_RARELY(m, &s->destroyedBodies, wanted) &&
           ARRAY_RESERVE_RARELY(m, &s->pendingWoke, s->pendingWoke.count + wanted) &&
           ARRAY_RESERVE_RARELY(m, &world->output.poses, wanted);
}

static bool reserve_colliders(MicaWorld *world, int32_t colliders)
{
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE_RARELY(m, &world->state.colliders, colliders)) {
        return false;
    }
    int32_t wanted = world->state.colliders.capacity;
    return ARRAY_RESERVE_RARELY(m, &world->state.freeColliders, wanted) &&
           ARRAY_RESERVE_RARELY(m, &world->state.destroyedColliders, wanted) &&
           ARRAY_RESERVE_RARELY(m, &world->state.movedColliders, wanted) &&
           tree_reserve(m, &world->state.staticTree, wanted) &&
           tree_reserve(m, &world->state.movingTree, wanted);
}

bool world_reserve_body(MicaWorld *world)
{
    bool fresh = world->state.freeBodyHead == world->state.freeBodies.count;
    return reserve_bodies(world, world->state.bodies.count + (fresh ? 1 : 0));
}

bool world_reserve_colliders(MicaWorld *world, int32_t more)
{
    int32_t unused = world->state.freeColliders.count - world->state.freeColliderHead;
    return reserve_colliders(world,
                             world->state.colliders.count + (more > unused ? more - unused : 0));
}

static bool reserve_joints(MicaWorld *world, int32_t joints)
{
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE_RARELY(m, &world->state.joints, joints)) {
        return false;
    }
    int32_t wanted = world->state.joints.capacity;
    return ARRAY_RESERVE_RARELY(m, &world->state.jointNumbers, wanted) &&
           ARRAY_RESERVE_RARELY(m, &world->state.freeJoints, wanted) &&
           ARRAY_RESERVE_RARELY(m, &world->output.brokeEvents, wanted);
}

bool world_reserve_mover(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    bool fresh = s->freeMoverHead == s->freeMovers.count;
    return ARRAY_RESERVE_RARELY(m, &s->movers, s->movers.count + (fresh ? 1 : 0)) &&
           ARRAY_RESERVE_RARELY(m, &s->freeMovers, s->movers.capacity);
}

bool world_reserve(MicaWorld *world, int32_t bodies, int32_t colliders, int32_t joints)
{
    return reserve_bodies(world, bodies) && reserve_colliders(world, colliders) &&
           reserve_joints(world, joints);
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
    MicaWorld *world = calloc(1, (size_t)WORLD_BYTES);
    if (world == NULL) {
        createError = MICA_ERROR_NO_MEMORY;
        return NULL;
    }
    world->host.memory.maxBytes = def->maxBytes;
    world->host.memory.bytes = (uint64_t)WORLD_BYTES;
    // <schema world.initial>
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
    world->state.lengthUnit = def->lengthUnit;
    world->state.yDown = def->yDown;
    world->state.loadImpulse = def->loadImpulse;
    // </schema>
    world_enter(world);
    world->host.lastErrorSlot = NONE;
    // Each world starts its generations elsewhere, so that a handle of another world is almost
    // surely stale in it.
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
    ASSERT(world->host.memory.bytes == (uint64_t)WORLD_BYTES);
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

MicaError world_fail_at(MicaWorld *world, MicaError error, int32_t slot)
{
    world_fail(world, error);
    world->host.lastErrorSlot = slot;
    return error;
}

MicaError world_check_number(float value, float limit)
{
    return within(value, limit)   ? MICA_ERROR_OK
           : within(value, 3e38f) ? MICA_ERROR_OUT_OF_RANGE
                                  : MICA_ERROR_NOT_FINITE;
}

MicaError world_check_not_negative(float value, float limit)
{
    MicaError error = world_check_number(value, limit);
    return error == MICA_ERROR_OK && value < 0.0f ? MICA_ERROR_OUT_OF_RANGE : error;
}

MicaError world_check_above_zero(float value, float limit)
{
    return value == 0.0f ? MICA_ERROR_OUT_OF_RANGE : world_check_not_negative(value, limit);
}

MicaError world_check_range(float value, float minimum, float maximum)
{
    MicaError error = world_check_number(value, maximum);
    return error == MICA_ERROR_OK && value < minimum ? MICA_ERROR_OUT_OF_RANGE : error;
}

MicaError world_check_vec(Vec2 v, float limit)
{
    MicaError error = world_check_number(v.x, limit);
    return error == MICA_ERROR_OK ? world_check_number(v.y, limit) : error;
}

MicaError world_check_choice(int32_t value, int32_t count)
{
    return value >= 0 && value < count ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
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
    if (!vec_within(gravity, MAX_FACTOR)) {
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

float mica_world_length_unit(const MicaWorld *world)
{
    return world != NULL ? world->state.lengthUnit : 1.0f;
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
            // Without sleeping nothing counts this time, so it starts anew when sleeping returns.
            world->state.bodies.data[i].sleepTime = 0.0f;
        }
    }
    return MICA_ERROR_OK;
}

// <schema world.plain>
MicaError mica_world_set_restitution_threshold(MicaWorld *world, float value)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = world_check_not_negative(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.restitutionThreshold = value;
    return MICA_ERROR_OK;
}

MicaError mica_world_set_hit_speed(MicaWorld *world, float value)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = world_check_not_negative(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.hitSpeed = value;
    return MICA_ERROR_OK;
}

MicaError mica_world_set_load_impulse(MicaWorld *world, float value)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = world_check_not_negative(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.loadImpulse = value;
    return MICA_ERROR_OK;
}
// </schema>

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

MicaError world_check_views(MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t live = 0;
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        live += s->flags.data[i] != 0;
        if (!world_view_is_sound(world, i)) {
            return world_fail_at(world, MICA_ERROR_VIEW_READ_ONLY, i);
        }
    }
    // Flags of a body may have been cleared, or those of an empty slot set.
    return live == s->liveBodies ? MICA_ERROR_OK : world_fail(world, MICA_ERROR_VIEW_READ_ONLY);
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
        // Count each ring of sleeping bodies once, at its smallest slot.
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
    c.energyBounds = world->output.energyBounds;
    c.pairsPostponed = world->output.pairsPostponed;
    c.fieldBound = world->output.fieldBound;
    return c;
}

uint32_t mica_world_step_count(const MicaWorld *world)
{
    return world != NULL ? world->state.steps : 0;
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
    world_enter(world);
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = world_check_not_negative(alpha, 1.0f);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    // A pose of a body that rests is its transform.
    for (int32_t i = 0; (i = body_next_awake(world, i)) < world->state.bodies.count; ++i) {
        Transform a = world->state.previous.data[i], b = world->state.transforms.data[i];
        if (memcmp(&a, &b, sizeof a) == 0) {
            world->output.poses.data[i] = b;
            continue;
        }
        Rot q = {a.q.c + alpha * (b.q.c - a.q.c), a.q.s + alpha * (b.q.s - a.q.s)};
        world->output.poses.data[i] = (Transform){lerp(a.p, b.p, alpha), rot_normalize(q)};
    }
    return MICA_ERROR_OK;
}

// Where a body is after so many seconds at its present velocity: its centre of mass goes straight,
// and it turns about that. A velocity that the game has written into the view may be anything.
static Transform transform_ahead(const MicaWorld *world, int32_t slot, float seconds)
{
    Transform t = world->state.transforms.data[slot];
    const float *v = world->state.velocities.data[slot].v;
    Vec2 velocity = {v[0], v[1]};
    if (!body_moves(world, slot) || !within(v[2], MAX_SPIN) || !vec_within(velocity, MAX_SPEED)) {
        return t;
    }
    Rot q = rot_normalize(rot_mul(t.q, mica_rot(seconds * v[2])));
    Vec2 center = mul_add(body_world_center(world, slot), seconds, velocity);
    return (Transform){sub(center, rotate(q, world->state.bodies.data[slot].localCenter)), q};
}

MicaError mica_world_extrapolate(MicaWorld *world, float seconds)
{
    world_enter(world);
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = world_check_not_negative(seconds, 1.0f);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    for (int32_t i = 0; (i = body_next_awake(world, i)) < world->state.bodies.count; ++i) {
        world->output.poses.data[i] = transform_ahead(world, i, seconds);
    }
    return MICA_ERROR_OK;
}

// Bodies' properties: reading them all, and setting type, enabling, locks, damping, gravity scale
// and flags. Called by the public API. A new type or enabling moves the colliders between the
// trees, wakes the neighbours and makes the next step test all contacts; the others write the
// body's record or flags. Transform and velocities are set in body_motion.c, mass and sleep in
// body.c.
#include "world.h"

#include <string.h>

MicaTransform mica_body_transform(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? (Transform){{0.0f, 0.0f}, {0.0f, 0.0f}}
                        : world->state.transforms.data[slot];
}

Vec2 mica_body_velocity(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? vec(0.0f, 0.0f)
                        : vec(world->state.velocities.data[slot].v[0],
                              world->state.velocities.data[slot].v[1]);
}

float mica_body_angular_velocity(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0.0f : world->state.velocities.data[slot].v[2];
}

uint32_t mica_body_flags(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0u : world->state.flags.data[slot];
}

Vec2 mica_body_center(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE
               ? vec(0.0f, 0.0f)
               : transform(world->state.transforms.data[slot], body_mass_center(world, slot));
}

MicaMassData mica_body_mass(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return (MicaMassData){0};
    }
    const Body *b = &world->state.bodies.data[slot];
    return (MicaMassData){b->mass, body_mass_center(world, slot), b->inertia};
}

// <schema body.get>
float mica_body_linear_damping(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0.0f : world->state.bodies.data[slot].linearDamping;
}

float mica_body_angular_damping(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0.0f : world->state.bodies.data[slot].angularDamping;
}

float mica_body_gravity_scale(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0.0f : world->state.bodies.data[slot].gravityScale;
}

float mica_body_max_speed(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0.0f : world->state.bodies.data[slot].maxSpeed;
}
// </schema>

uint32_t mica_body_user_data(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0u : world->state.bodies.data[slot].userData;
}

MicaError mica_body_set_user_data(MicaWorld *world, MicaBody body, uint32_t userData)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    world->state.bodies.data[slot].userData = userData;
    return MICA_ERROR_OK;
}

int32_t mica_body_colliders(MicaWorld *world, MicaBody body, MicaCollider *out, int32_t capacity)
{
    int32_t slot = body_slot(world, body), count = 0;
    if (slot == NONE) {
        return 0;
    }
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        if (out != NULL && count < capacity) {
            out[count] = collider_handle(world, c);
        }
        count += 1;
    }
    return count;
}

// Reserves capacity for the body's colliders in the loose lists of both trees. The other arrays of
// both trees had capacity for them since the colliders were created.
static MicaError reserve_in_trees(MicaWorld *world, int32_t slot)
{
    int32_t count = 0;
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        count += 1;
    }
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.staticTree.loose,
                              world->state.staticTree.loose.count + count) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.movingTree.loose,
                              world->state.movingTree.loose.count + count)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    return MICA_ERROR_OK;
}

// Removes the body's colliders from their tree and inserts them into that of the body's type, or
// into none if it is disabled.
static void reinsert_colliders(MicaWorld *world, int32_t slot)
{
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        collider_tree_reinsert(world, c);
    }
}

MicaError mica_body_set_type(MicaWorld *world, MicaBody body, MicaBodyType type)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if ((int)type < 0 || type >= MICA_BODY_TYPE_COUNT) {
        return world_fail(world, MICA_ERROR_BAD_BODY_TYPE);
    }
    if (type == (MicaBodyType)body_type(world, slot)) {
        return MICA_ERROR_OK;
    }
    Vec2 center = body_mass_center(world, slot);
    MicaError error = reserve_in_trees(world, slot);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    body_wake(world, slot);
    joints_wake_neighbours(world, slot);
    mover_end_of_body(world, slot);
    uint32_t flags =
        world->state.flags.data[slot] & ~(uint32_t)(MICA_FLAG_TYPE_MASK | MICA_FLAG_AWAKE);
    world->state.flags.data[slot] =
        flags | (uint32_t)type | (type != MICA_BODY_STATIC ? (uint32_t)MICA_FLAG_AWAKE : 0u);
    if (type == MICA_BODY_STATIC) {
        memset(world->state.velocities.data[slot].v, 0, 4 * sizeof(float));
    }
    memset(world->state.forces.data[slot].v, 0, 4 * sizeof(float));
    world->state.bodies.data[slot].sleepTime = 0.0f;
    body_update_mass_at(world, slot, center);
    reinsert_colliders(world, slot);
    body_edit_pairs(world, slot, EDIT_REFILTER);
    contacts_rest_unknown(world);
    body_may_change(world, slot);
    return MICA_ERROR_OK;
}

MicaError mica_body_set_enabled(MicaWorld *world, MicaBody body, bool enabled)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (enabled == body_has(world, slot, MICA_FLAG_ENABLED)) {
        return MICA_ERROR_OK;
    }
    MicaError error = reserve_in_trees(world, slot);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    body_wake(world, slot);
    joints_wake_neighbours(world, slot);
    world->state.flags.data[slot] ^= MICA_FLAG_ENABLED;
    body_may_change(world, slot);
    reinsert_colliders(world, slot);
    body_edit_pairs(world, slot, EDIT_RECHECK);
    return MICA_ERROR_OK;
}

MicaError mica_body_set_locks(MicaWorld *world, MicaBody body, uint32_t locks)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if ((locks & ~(uint32_t)MICA_LOCKS) != 0) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    world->state.flags.data[slot] = (world->state.flags.data[slot] & ~(uint32_t)MICA_LOCKS) | locks;
    body_update_mass(world, slot);
    float *v = world->state.velocities.data[slot].v;
    v[0] = (locks & MICA_FLAG_LOCK_X) != 0 ? 0.0f : v[0];
    v[1] = (locks & MICA_FLAG_LOCK_Y) != 0 ? 0.0f : v[1];
    v[2] = (locks & MICA_FLAG_LOCK_ROTATION) != 0 ? 0.0f : v[2];
    body_wake(world, slot);
    return MICA_ERROR_OK;
}

MicaError mica_body_set_damping(MicaWorld *world, MicaBody body, float linear, float angular)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (!within(linear, 3e38f) || !within(angular, 3e38f)) {
        return world_fail(world, MICA_ERROR_NOT_FINITE);
    }
    if (!(linear >= 0.0f && linear <= MAX_FACTOR && angular >= 0.0f && angular <= MAX_FACTOR)) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    world->state.bodies.data[slot].linearDamping = linear;
    world->state.bodies.data[slot].angularDamping = angular;
    return MICA_ERROR_OK;
}

// <schema body.plain>
MicaError mica_body_set_gravity_scale(MicaWorld *world, MicaBody body, float value)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_number(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (value != world->state.bodies.data[slot].gravityScale) {
        world->state.bodies.data[slot].gravityScale = value;
        body_wake(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_body_set_max_speed(MicaWorld *world, MicaBody body, float value)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_not_negative(value, MAX_SPEED);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.bodies.data[slot].maxSpeed = value;
    return MICA_ERROR_OK;
}
// </schema>

MicaError mica_body_set_drops(MicaWorld *world, MicaBody body, bool drops)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_DROPS;
    world->state.flags.data[slot] |= drops ? MICA_FLAG_DROPS : 0;
    if (drops) {
        body_wake(world, slot);
        // Tests the contacts of bodies that do not move, too.
        body_edit_pairs(world, slot, EDIT_REFILTER);
    }
    return MICA_ERROR_OK;
}

MicaError mica_body_set_bullet(MicaWorld *world, MicaBody body, bool bullet)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    uint32_t flags = world->state.flags.data[slot] & ~(uint32_t)MICA_FLAG_BULLET;
    world->state.flags.data[slot] = flags | (bullet ? (uint32_t)MICA_FLAG_BULLET : 0u);
    return MICA_ERROR_OK;
}

// Handles and their slots. A destroyed object's slot gets the next generation, so that its handle
// stays stale when the slot is used again; free slots are queued, oldest first. Called by every
// function that takes a handle, by those that create objects, and by the step, which releases the
// slots destroyed since the last one: until then contacts may still refer to them.
#include "world.h"

#include <string.h>

MicaBody body_handle(const MicaWorld *world, int32_t slot)
{
    return (MicaBody){handle_make(slot, world->state.bodies.data[slot].generation)};
}

MicaCollider collider_handle(const MicaWorld *world, int32_t slot)
{
    return (MicaCollider){handle_make(slot, world->state.colliders.data[slot].generation)};
}

MicaJoint joint_handle(const MicaWorld *world, int32_t slot)
{
    return (MicaJoint){handle_make(slot, world->state.joints.data[slot].generation)};
}

bool mica_body_is_valid(const MicaWorld *world, MicaBody body)
{
    if (world == NULL) {
        return false;
    }
    int32_t slot = MICA_SLOT(body);
    return slot >= 0 && slot < world->state.bodies.count &&
           body_has(world, slot, MICA_FLAG_ALIVE) && body_handle(world, slot).id == body.id;
}

bool mica_collider_is_valid(const MicaWorld *world, MicaCollider collider)
{
    if (world == NULL) {
        return false;
    }
    int32_t slot = MICA_SLOT(collider);
    return slot >= 0 && slot < world->state.colliders.count &&
           (world->state.colliders.data[slot].flags & COLLIDER_ALIVE) != 0 &&
           collider_handle(world, slot).id == collider.id;
}

bool mica_joint_is_valid(const MicaWorld *world, MicaJoint joint)
{
    if (world == NULL) {
        return false;
    }
    int32_t slot = MICA_SLOT(joint);
    return slot >= 0 && slot < world->state.joints.count &&
           (world->state.joints.data[slot].flags & JOINT_ALIVE) != 0 &&
           joint_handle(world, slot).id == joint.id;
}

int32_t body_slot(MicaWorld *world, MicaBody body)
{
    world_enter(world);
    if (mica_body_is_valid(world, body)) {
        return MICA_SLOT(body);
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_BODY);
    }
    return NONE;
}

int32_t collider_slot(MicaWorld *world, MicaCollider collider)
{
    world_enter(world);
    if (mica_collider_is_valid(world, collider)) {
        return MICA_SLOT(collider);
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_COLLIDER);
    }
    return NONE;
}

int32_t joint_slot(MicaWorld *world, MicaJoint joint)
{
    world_enter(world);
    if (mica_joint_is_valid(world, joint)) {
        return MICA_SLOT(joint);
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_JOINT);
    }
    return NONE;
}

int32_t joint_slot_readable(MicaWorld *world, MicaJoint joint)
{
    int32_t count = world != NULL ? world->output.brokeEvents.count : 0, slot = MICA_SLOT(joint);
    for (int32_t i = 0; i < count; ++i) {
        if (world->output.brokeEvents.data[i].joint.id == joint.id) {
            const Joint *j = &world->state.joints.data[slot];
            bool unused = (j->flags & JOINT_ALIVE) == 0 &&
                          j->generation == generation_after(joint.id >> MICA_SLOT_BITS);
            return unused ? slot : joint_slot(world, joint);
        }
    }
    return joint_slot(world, joint);
}

MicaBody mica_body_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.bodies.count &&
                body_has(world, slot, MICA_FLAG_ALIVE);
    return live ? body_handle(world, slot) : (MicaBody){0};
}

MicaCollider mica_collider_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.colliders.count &&
                (world->state.colliders.data[slot].flags & COLLIDER_ALIVE) != 0;
    return live ? collider_handle(world, slot) : (MicaCollider){0};
}

MicaJoint mica_joint_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.joints.count &&
                (world->state.joints.data[slot].flags & JOINT_ALIVE) != 0;
    return live ? joint_handle(world, slot) : (MicaJoint){0};
}

bool slots_used_up(const IntList *freeList, int32_t head, int32_t count)
{
    return head == freeList->count && count >= SLOT_LIMIT;
}

int32_t slot_acquire(IntList *freeList, int32_t *head, int32_t *count)
{
    if (*head < freeList->count) {
        int32_t slot = freeList->data[(*head)++];
        if (*head == freeList->count) {
            freeList->count = *head = 0;
        }
        return slot;
    }
    return (*count)++;
}

void slot_release(MicaWorld *world, IntList *freeList, int32_t *head, int32_t slots,
                  uint16_t *generation, int32_t slot)
{
    uint32_t next = generation_after(*generation);
    *generation = (uint16_t)next;
    if (next == world->state.generationStart) {
        // Every generation was used once: the slot is never used again, so that no stale handle can
        // become valid.
        return;
    }
    // Not when the array is full: its capacity is no state, and the queue is.
    if (freeList->count >= slots) {
        memmove(freeList->data, freeList->data + *head,
                sizeof *freeList->data * (size_t)(freeList->count - *head));
        freeList->count -= *head;
        *head = 0;
    }
    freeList->data[freeList->count++] = slot;
}

void slots_release_destroyed(MicaWorld *world)
{
    if (world->state.destroyedBodies.count > 0 && world->state.ignoredPairs.count > 0) {
        filters_release_destroyed(world);
    }
    for (int32_t i = 0; i < world->state.destroyedBodies.count; ++i) {
        int32_t slot = world->state.destroyedBodies.data[i];
        slot_release(world, &world->state.freeBodies, &world->state.freeBodyHead,
                     world->state.bodies.count, &world->state.bodies.data[slot].generation, slot);
    }
    for (int32_t i = 0; i < world->state.destroyedColliders.count; ++i) {
        int32_t slot = world->state.destroyedColliders.data[i];
        slot_release(world, &world->state.freeColliders, &world->state.freeColliderHead,
                     world->state.colliders.count, &world->state.colliders.data[slot].generation,
                     slot);
    }
    world->state.destroyedBodies.count = 0;
    world->state.destroyedColliders.count = 0;
}

void body_may_change(MicaWorld *world, int32_t slot)
{
    KeyList *words = &world->scratch.awakeBodies;
    if (words->count == 0 || slot / 64 >= words->capacity) {
        bodies_rest_unknown(world);
        return;
    }
    while (words->count <= slot / 64) {
        words->data[words->count++] = 0;
    }
    words->data[slot / 64] |= (uint64_t)1 << (slot % 64);
}

void body_rest(MicaWorld *world, int32_t slot)
{
    world->scratch.awakeBodies.data[slot / 64] &= ~((uint64_t)1 << (slot % 64));
    world->output.poses.data[slot] = world->state.transforms.data[slot];
    if (slot < world->scratch.solverOf.count) {
        world->scratch.solverOf.data[slot] = 0;
    }
}

bool bodies_suppose_awake(MicaWorld *world)
{
    KeyList *words = &world->scratch.awakeBodies;
    int32_t needed = world->state.bodies.count / 64 + 1;
    if (bodies_rest_known(world)) {
        world->scratch.bodiesSparse = bits_are_sparse(words, world->state.bodies.count);
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, words, needed)) {
        return false;
    }
    words->count = needed;
    memset(words->data, 0xff, sizeof *words->data * (size_t)needed);
    return true;
}

// Joints: making and ending them, and the lists by which a body knows its own. A list runs through
// the joints: each has two ends, one a body, and names the ends before and after it. What the step
// does with them is in solver/joints/; reading and changing one is in joint_settings.c.
#include "world.h"

#include <string.h>

// The types that have no body A: anchor and axis of A are the world's.
static const bool hasOneBody[MICA_JOINT_TYPE_COUNT] = {[MICA_JOINT_TARGET] = true};

static MicaError check_bodies(MicaWorld *world, const MicaJointDef *def)
{
    bool one = hasOneBody[def->type];
    if (one && def->bodyA.id != 0) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    if ((!one && body_slot(world, def->bodyA) == NONE) || body_slot(world, def->bodyB) == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    return def->bodyA.id == def->bodyB.id ? MICA_ERROR_SAME_BODY : MICA_ERROR_OK;
}

static MicaError check_definition(MicaWorld *world, const MicaJointDef *def)
{
    if ((int32_t)def->type <= MICA_JOINT_NONE || (int32_t)def->type >= MICA_JOINT_TYPE_COUNT) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    MicaError error =
        def->type == MICA_JOINT_GEAR ? gear_check(world, def) : check_bodies(world, def);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    MicaError errorA = joint_check_anchor(def->localAnchorA),
              errorB = joint_check_anchor(def->localAnchorB);
    if (errorA != MICA_ERROR_OK || errorB != MICA_ERROR_OK) {
        return errorA != MICA_ERROR_OK ? errorA : errorB;
    }
    return joint_check_numbers((int32_t)def->type, def->numbers, 0, MICA_JOINT_NUMBER_COUNT);
}

// --------------------------------------------------------------------------------- bodies' lists

static int32_t *next_of(MicaWorld *world, int32_t end)
{
    return &world->state.joints.data[end >> 1].next[end & 1];
}
static int32_t *previous_of(MicaWorld *world, int32_t end)
{
    return &world->state.joints.data[end >> 1].previous[end & 1];
}

static void link_end(MicaWorld *world, int32_t end, int32_t body)
{
    if (body == NONE) {
        return;
    }
    int32_t *first = &world->state.bodies.data[body].firstJoint;
    *next_of(world, end) = *first;
    *previous_of(world, end) = NONE;
    if (*first != NONE) {
        *previous_of(world, *first) = end;
    }
    *first = end;
}

static void unlink_end(MicaWorld *world, int32_t end, int32_t body)
{
    if (body == NONE) {
        return;
    }
    int32_t next = *next_of(world, end), previous = *previous_of(world, end);
    if (previous != NONE) {
        *next_of(world, previous) = next;
    } else {
        world->state.bodies.data[body].firstJoint = next;
    }
    if (next != NONE) {
        *previous_of(world, next) = previous;
    }
}

static int32_t end_after(const MicaWorld *world, int32_t end)
{
    return world->state.joints.data[end >> 1].next[end & 1];
}

// The body at the other end, or NONE.
static int32_t other_body(const MicaWorld *world, int32_t end)
{
    const Joint *j = &world->state.joints.data[end >> 1];
    return (end & 1) == 0 ? j->bodyB : j->bodyA;
}

bool joints_part(const MicaWorld *world, int32_t bodyA, int32_t bodyB)
{
    for (int32_t e = world->state.bodies.data[bodyA].firstJoint; e != NONE;
         e = end_after(world, e)) {
        if (other_body(world, e) == bodyB &&
            (world->state.joints.data[e >> 1].flags & (JOINT_COLLIDES | JOINT_DISABLED)) == 0) {
            return true;
        }
    }
    return false;
}

static void wake_end(MicaWorld *world, int32_t body)
{
    if (body != NONE) {
        body_wake(world, body);
    }
}

void joints_wake_neighbours(MicaWorld *world, int32_t body)
{
    for (int32_t e = world->state.bodies.data[body].firstJoint; e != NONE;
         e = end_after(world, e)) {
        if (joint_connects(&world->state.joints.data[e >> 1])) {
            wake_end(world, other_body(world, e));
        }
    }
}

int32_t mica_body_joints(MicaWorld *world, MicaBody body, MicaJoint *out, int32_t capacity)
{
    int32_t slot = body_slot(world, body), count = 0;
    if (slot == NONE) {
        return 0;
    }
    for (int32_t e = world->state.bodies.data[slot].firstJoint; e != NONE;
         e = end_after(world, e)) {
        if (out != NULL && count < capacity) {
            out[count] = joint_handle(world, e >> 1);
        }
        count += 1;
    }
    return count;
}

// -------------------------------------------------------------------------------- making, ending

inline void joint_wake(MicaWorld *world, const Joint *j)
{
    wake_end(world, j->bodyA);
    wake_end(world, j->bodyB);
}

void joint_look_for_pairs(MicaWorld *world, const Joint *j)
{
    const int32_t bodies[2] = {j->bodyA, j->bodyB};
    for (int32_t i = j->bodyA != NONE ? 0 : 1; i < 2; ++i) {
        for (int32_t c = world->state.bodies.data[bodies[i]].firstCollider; c != NONE;
             c = world->state.colliders.data[c].next) {
            if ((world->state.colliders.data[c].flags & COLLIDER_IN_TREE) != 0) {
                collider_search_pairs(world, c);
            }
        }
    }
}

MicaJoint mica_joint_create(MicaWorld *world, const MicaJointDef *def)
{
    world_enter(world);
    MicaJoint none = {0};
    if (world == NULL || def == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return none;
    }
    MicaError error = check_definition(world, def);
    if (error == MICA_ERROR_OK &&
        slots_used_up(&world->state.freeJoints, world->state.freeJointHead,
                      world->state.joints.count)) {
        error = MICA_ERROR_CAPACITY;
    }
    if (error == MICA_ERROR_OK && !world_reserve_joint(world)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return none;
    }
    int32_t fresh = world->state.joints.count;
    int32_t slot = slot_acquire(&world->state.freeJoints, &world->state.freeJointHead,
                                &world->state.joints.count);
    world->state.jointNumbers.count = world->state.joints.count;
    Joint *j = &world->state.joints.data[slot];
    uint16_t generation = slot == fresh ? (uint16_t)world->state.generationStart : j->generation;
    uint32_t flags = JOINT_ALIVE | (def->collideConnected ? JOINT_COLLIDES : 0u) |
                     (def->enableLimit ? JOINT_LIMIT : 0u) | (def->enableMotor ? JOINT_MOTOR : 0u) |
                     (def->enableSpring ? JOINT_SPRING : 0u) |
                     (def->disabled ? JOINT_DISABLED : 0u);
    *j = (Joint){.bodyA = def->bodyA.id != 0 ? MICA_SLOT(def->bodyA) : NONE,
                 .bodyB = MICA_SLOT(def->bodyB),
                 .userData = def->userData,
                 .generation = generation,
                 .type = (uint32_t)def->type,
                 .flags = (uint16_t)flags,
                 .anchorA = def->localAnchorA,
                 .anchorB = def->localAnchorB};
    *joint_numbers(world, j) = (JointNumbers){0};
    memcpy(joint_values(world, j), def->numbers, sizeof def->numbers);
    if (def->type == MICA_JOINT_GEAR) {
        gear_couple(world, j, def);
    }
    joint_mark_numbers(world, j);
    j->angle = joint_angle_uncounted(world, j);
    joint_keep_tooth(world, j);
    link_end(world, 2 * slot, j->bodyA);
    link_end(world, 2 * slot + 1, j->bodyB);
    world->state.liveJoints += 1;
    joint_wake(world, j);
    if (!def->collideConnected && j->bodyA != NONE) {
        bodies_edit_pairs(world, j->bodyA, j->bodyB);
    }
    return joint_handle(world, slot);
}

void joint_end(MicaWorld *world, int32_t slot)
{
    Joint *j = &world->state.joints.data[slot];
    if ((j->flags & JOINT_COUPLED) != 0) {
        gears_end_of(world, slot);
    }
    unlink_end(world, 2 * slot, j->bodyA);
    unlink_end(world, 2 * slot + 1, j->bodyB);
    joint_wake(world, j);
    if ((j->flags & JOINT_COLLIDES) == 0) {
        joint_look_for_pairs(world, j);
    }
    // A joint that broke can still be read.
    j->flags &= (uint16_t)~JOINT_ALIVE;
    world->state.liveJoints -= 1;
    slot_release(world, &world->state.freeJoints, &world->state.freeJointHead,
                 world->state.joints.count, &j->generation, slot);
}

void joints_end_of(MicaWorld *world, int32_t body)
{
    while (world->state.bodies.data[body].firstJoint != NONE) {
        joint_end(world, world->state.bodies.data[body].firstJoint >> 1);
    }
}

MicaError mica_joint_destroy(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    joint_end(world, slot);
    return MICA_ERROR_OK;
}

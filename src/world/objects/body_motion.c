// The motion of bodies as the caller sets it: transform, velocities, forces and impulses; their
// colliders' boxes, which follow; and the sweep of a body through the last step. Called by the
// public API; by the solver and the impact stepper, which refit the boxes of bodies that moved; and
// by triggers and the continuous phase, which sweep. Writes transforms, velocities, forces and
// boxes; body_sweep reads what the solver left in scratch.
#include "world.h"
#include "aabb_slack.h"

#include <string.h>

// --------------------------------------------------------------------------------- boxes and sweep

void body_refit_colliders(MicaWorld *world, int32_t slot, bool unconstrained)
{
    AabbSlackBuilder slack = aabb_slack_begin();
    bool plain = true;  // no collider is compound
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        MicaAABB tight = collider_tight_box(world, c);
        if (!aabb_contains(&c->box, &tight)) {
            c->box = collider_fat_box(world, c, tight, unconstrained);
            tree_set_box(collider_tree(world, c), i, c->box);
            collider_mark_moved(world, i);
        } else if (collider_is_compound(c)) {
            // Its parts moved within its box and may overlap colliders that lie in the box.
            collider_mark_moved(world, i);
        }
        aabb_slack_add(&slack, &c->box, &tight);
        plain = plain && !collider_is_compound(c);
    }
    if (plain && slot < world->scratch.aabbSlacks.capacity) {
        aabb_slack_store(world, slot, &slack);
    } else {
        body_clear_slack(world, slot);
    }
}

// Gives all colliders of a teleported body new boxes and places in the tree.
static void teleport_colliders(MicaWorld *world, int32_t slot)
{
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) != 0) {
            MicaAABB tight = collider_tight_box(world, c);
            collider_set_box(world, c, collider_fat_box(world, c, tight, false));
            tree_move(collider_tree(world, c), i, c->box, collider_layers(world, c));
            collider_mark_moved(world, i);
        }
    }
}

Sweep body_sweep(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    Transform t0 = world->state.previous.data[slot], t1 = world->state.transforms.data[slot];
    int32_t solver = world->scratch.solverOf.data[slot];
    float turn = solver != 0 ? world->scratch.solverBodies.data[solver].da : 0.0f;
    return (Sweep){b->localCenter, transform(t0, b->localCenter), transform(t1, b->localCenter),
                   t0.q, turn};
}

// ------------------------------------------------------------------------------------------ calls

// Puts a body at a transform. `error`: what checking the arguments found.
static MicaError teleport(MicaWorld *world, int32_t slot, Transform t, MicaError error)
{
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    body_wake(world, slot);
    joints_wake_neighbours(world, slot);
    world->state.transforms.data[slot] = world->state.previous.data[slot] =
        world->output.poses.data[slot] = t;
    world->state.bodyMarks.data[slot] |= BODY_TELEPORTED;
    body_may_change(world, slot);
    body_clear_residual(world, slot);
    world->state.bodies.data[slot].leftoverTime = 0.0f;
    teleport_colliders(world, slot);
    body_edit_pairs(world, slot, EDIT_RECHECK);
    return MICA_ERROR_OK;
}

MicaError mica_body_set_transform(MicaWorld *world, MicaBody body, Vec2 position, float angle)
{
    MicaError error = world_check_vec(position, MAX_COORDINATE);
    if (error == MICA_ERROR_OK) {
        error = world_check_number(angle, MAX_ANGLE);
    }
    return teleport(world, body_slot(world, body), (Transform){position, mica_rot(angle)}, error);
}

MicaError mica_body_set_position(MicaWorld *world, MicaBody body, Vec2 position)
{
    int32_t slot = body_slot(world, body);
    Rot q = slot != NONE ? world->state.transforms.data[slot].q : mica_rot(0.0f);
    return teleport(world, slot, (Transform){position, q},
                    world_check_vec(position, MAX_COORDINATE));
}

MicaError mica_body_set_velocity(MicaWorld *world, MicaBody body, Vec2 velocity)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_vec(velocity, MAX_SPEED);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (!body_takes_velocity(world->state.flags.data[slot], velocity, 0.0f)) {
        return world_fail(world, MICA_ERROR_IMMOVABLE);
    }
    if (velocity.x != 0.0f || velocity.y != 0.0f) {
        body_wake(world, slot);
    }
    world->state.velocities.data[slot].v[0] = velocity.x;
    world->state.velocities.data[slot].v[1] = velocity.y;
    return MICA_ERROR_OK;
}

MicaError mica_body_set_angular_velocity(MicaWorld *world, MicaBody body, float radiansPerSecond)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_number(radiansPerSecond, MAX_SPIN);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (!body_takes_velocity(world->state.flags.data[slot], vec(0.0f, 0.0f), radiansPerSecond)) {
        return world_fail(world, MICA_ERROR_IMMOVABLE);
    }
    if (radiansPerSecond != 0.0f) {
        body_wake(world, slot);
    }
    world->state.velocities.data[slot].v[2] = radiansPerSecond;
    return MICA_ERROR_OK;
}

// Adds an impulse (v, turn) to the body's velocity, or a force to its forces; `at`: the world point
// that v acts at, or null for the centre of mass. Wakes the body unless all is 0.
static MicaError apply(MicaWorld *world, MicaBody body, Vec2 v, float turn, const Vec2 *at,
                       bool impulse)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_vec(v, MAX_NUMBER);
    if (error == MICA_ERROR_OK) {
        error = world_check_number(turn, MAX_NUMBER);
    }
    if (error == MICA_ERROR_OK && at != NULL) {
        error = world_check_vec(*at, MAX_COORDINATE);
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (!body_is_dynamic(world, slot)) {
        return MICA_ERROR_OK;
    }
    if (at != NULL) {
        turn += cross(sub(*at, body_world_center(world, slot)), v);
    }
    const Body *b = &world->state.bodies.data[slot];
    BodyLanes *lanes = impulse ? world->state.velocities.data : world->state.forces.data;
    float *record = lanes[slot].v;
    float x = record[0] + v.x * (impulse ? b->invMassX : 1.0f),
          y = record[1] + v.y * (impulse ? b->invMassY : 1.0f);
    float w = record[2] + turn * (impulse ? b->invInertia : 1.0f);
    float limit = impulse ? MAX_SPEED : MAX_NUMBER * 1e3f;
    if (!within(x, limit) || !within(y, limit) || !within(w, limit)) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    if (v.x != 0.0f || v.y != 0.0f || turn != 0.0f) {
        body_wake(world, slot);
    }
    record[0] = x;
    record[1] = y;
    record[2] = w;
    return MICA_ERROR_OK;
}

MicaError mica_body_apply_force(MicaWorld *world, MicaBody body, Vec2 newtons)
{
    return apply(world, body, newtons, 0.0f, NULL, false);
}

MicaError mica_body_apply_force_at(MicaWorld *world, MicaBody body, Vec2 newtons, Vec2 worldPoint)
{
    return apply(world, body, newtons, 0.0f, &worldPoint, false);
}

MicaError mica_body_apply_torque(MicaWorld *world, MicaBody body, float newtonMetres)
{
    return apply(world, body, vec(0.0f, 0.0f), newtonMetres, NULL, false);
}

MicaError mica_body_apply_impulse(MicaWorld *world, MicaBody body, Vec2 newtonSeconds)
{
    return apply(world, body, newtonSeconds, 0.0f, NULL, true);
}

MicaError mica_body_apply_impulse_at(MicaWorld *world, MicaBody body, Vec2 newtonSeconds,
                                     Vec2 worldPoint)
{
    return apply(world, body, newtonSeconds, 0.0f, &worldPoint, true);
}

MicaError mica_body_apply_angular_impulse(MicaWorld *world, MicaBody body, float newtonMetreSeconds)
{
    return apply(world, body, vec(0.0f, 0.0f), newtonMetreSeconds, NULL, true);
}

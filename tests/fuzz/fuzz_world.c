// The world as a whole: its settings, layers, explosions, views, and both ways to step it.
#include "fuzz.h"

void change_world(Input *in, MicaWorld *world)
{
    uint32_t what = read_byte(in) % 6;
    float x = read_float(in);
    switch (what) {
    case 0:
        mica_world_set_gravity(world, (MicaVec2){x, read_float(in)});
        break;
    case 1:
        mica_world_set_sleep_enabled(world, x > 0.0f);
        break;
    case 2:
        mica_world_set_restitution_threshold(world, x);
        break;
    case 3:
        // One call of the two: what the other has changed is no matter of a refusal.
        if (x < 0.0f) {
            mica_world_extrapolate(world, -x);
        } else {
            mica_world_interpolate(world, x);
        }
        break;
    case 4:
        mica_world_set_hit_speed(world, x);
        mica_world_set_load_impulse(world, x);
        break;
    default: {
        int32_t from = (int32_t)read_byte(in) % 10 - 1;
        int32_t to = (int32_t)read_byte(in) % 10 - 1;
        mica_layer_set(world, from, to, (MicaResponse)(read_byte(in) % 4));
        break;
    }
    }
}

void explode(Input *in, MicaWorld *world)
{
    MicaExplosion e = mica_explosion();
    e.position = read_vec(in);
    e.radius = read_float(in);
    e.falloff = read_float(in);
    e.impulse = read_float(in);
    e.shields = read_byte(in) % 4;
    CALL(world, mica_world_explode(world, &e));
}

// A velocity written through a view may be anything until the next step has looked at it.
void forget_bad_views(MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < 4 * v.slots; i++) {
        if (!(fabsf(v.velocities[i]) <= 1e9f)) {
            v.velocities[i] = 0.0f;
        }
    }
}

void step_world(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    float dt = b < 240 ? 1.0f / 60.0f : read_float(in);
    int32_t count = b < 240 ? 1 + (int32_t)(b % 4) : 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t substeps = b % 16 == 15 ? (int32_t)read_byte(in) - 100 : 1 + (int32_t)(b % 5);
        MicaError error = MICA_ERROR_OK;
        uint64_t before = mica_world_hash(world);
        if (b % 3 == 0) {
            error = mica_world_step_impacts(world, dt, 50 * substeps);
        } else {
            error = mica_world_step(world, dt, substeps);
        }
        if (error != MICA_ERROR_OK && error != MICA_ERROR_NO_MEMORY &&
            mica_world_hash(world) != before) {
            fail("refused, yet the step changed the world");
        }
        if (error == MICA_ERROR_VIEW_NOT_FINITE) {
            int32_t slot = mica_last_error_slot(world);
            if (mica_body_at(world, slot).id == 0) {
                fail("a view error names no body");
            }
            memset(mica_world_views(world).velocities + 4 * slot, 0, 16);
            memset(mica_world_views(world).forces + 4 * slot, 0, 16);
        }
        if (error != MICA_ERROR_OK) {
            forget_bad_views(world);
        }
        check_world(world);
        check_joints(world);
        MicaEvents e = mica_world_events(world);
        for (int32_t k = 0; k < e.beginCount && error == MICA_ERROR_OK; k++) {
            if (!mica_collider_is_valid(world, e.begin[k].colliderA) ||
                !isfinite(e.begin[k].approachSpeed)) {
                fail("a begin event is wrong");
            }
        }
        for (int32_t k = 0; k < e.enterCount && error == MICA_ERROR_OK; k++) {
            if (!mica_collider_is_valid(world, e.enter[k].trigger) ||
                !mica_collider_is_valid(world, e.enter[k].visitor)) {
                fail("an enter event names a collider that is none");
            }
        }
        const MicaTriggerEvent *stays;
        mica_world_trigger_stays(world, &stays);
        const MicaContactEvent *touching;
        int32_t touchingCount = mica_world_contact_stays(world, &touching);
        for (int32_t k = 0; k < touchingCount; k++) {
            check_vec(touching[k].point, "the point of a pair that touches");
            check_vec(touching[k].normal, "the normal of a pair that touches");
        }
        const MicaContactPoint *points;
        int32_t n = mica_world_contact_points(world, &points);
        for (int32_t k = 0; k < n; k++) {
            check_vec(points[k].point, "a contact point");
            if (!isfinite(points[k].separation) || !isfinite(points[k].normalImpulse)) {
                fail("a contact point is not finite");
            }
        }
    }
}

void write_view(Input *in, MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    uint32_t b = read_byte(in);
    if (v.slots > 0) {
        float *view = b & 128 ? v.velocities : v.forces;
        int32_t slot = (int32_t)(b & 127) % v.slots;
        // Statics do not move, whatever their record says.
        if ((v.flags[slot] & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC &&
            (v.flags[slot] & MICA_FLAG_ALIVE)) {
            int32_t lane = (int32_t)(read_byte(in) % 3);
            view[4 * slot + lane] = read_float(in);
        }
    }
}

// Movers on moving ground, and among moving walls and other movers.
#include "movers.h"

#include <string.h>

typedef struct Ride {
    Stage s;
    MicaBody lift;
} Ride;

static Ride make_ride(MicaVec2 velocity, float spin, MicaVec2 at)
{
    MicaWorld *world = make_world();
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_KINEMATIC;
    Ride r = {.lift = mica_body_create(world, &def)};
    if (spin != 0.0f) {
        MicaColliderDef collider = mica_collider_def();
        MicaShape wheel;
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, 4.0f, &wheel);
        mica_collider_create(world, r.lift, &collider, &wheel);
    } else {
        add_box_at(world, r.lift, (MicaVec2){0.0f, -0.5f}, 3.0f, 0.5f, 0.0f);
    }
    r.s = make_stage(world, CAPSULE, at, NULL);
    come_to_rest(&r.s);
    mica_body_set_velocity(world, r.lift, velocity);
    mica_body_set_angular_velocity(world, r.lift, spin);
    return r;
}

static MicaVec2 on_lift(const Ride *r)
{
    MicaTransform t = mica_body_transform(r->s.world, r->lift);
    MicaVec2 d = {place_of(&r->s).x - t.p.x, place_of(&r->s).y - t.p.y};
    return (MicaVec2){t.q.c * d.x + t.q.s * d.y, t.q.c * d.y - t.q.s * d.x};
}

TEST(a_lift_carries_a_mover_at_any_speed_and_its_velocity_is_inherited)
{
    static const float speeds[] = {0.5f, 3.0f, 10.0f, 20.0f};
    for (int32_t i = 0; i < 16; ++i) {
        float speed = speeds[i % 4] * (i % 8 < 4 ? 1.0f : -1.0f);
        MicaVec2 velocity = {i < 8 ? 0.0f : speed, i < 8 ? speed : 0.0f};
        Ride r = make_ride(velocity, 0.0f, (MicaVec2){0.5f, 0.65f});
        MicaVec2 before = on_lift(&r);
        for (int32_t k = 0; k < 120; ++k) {
            // Full stops, and back.
            bool stop = k % 40 >= 30;
            MicaVec2 v = {stop ? 0.0f : velocity.x, stop ? 0.0f : velocity.y};
            mica_body_set_velocity(r.s.world, r.lift, v);
            mica_world_step(r.s.world, 1.0f / 60.0f, 4);
            MicaVec2 at = on_lift(&r);
            CHECK_NEAR(at.x, before.x, 1e-3f);
            CHECK_NEAR(at.y, before.y, 1e-3f);
            CHECK(is_grounded(&r.s));
            CHECK_NEAR(state_of(&r.s).groundVelocity.x, v.x, 0.01f);
            CHECK_NEAR(state_of(&r.s).groundVelocity.y, v.y, 0.01f);
        }
        mica_body_set_velocity(r.s.world, r.lift, velocity);
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        mica_mover_set_velocity(r.s.world, r.s.mover, (MicaVec2){0.0f, 5.0f});
        MicaVec2 from = place_of(&r.s);
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        CHECK(!is_grounded(&r.s));
        CHECK_NEAR((place_of(&r.s).x - from.x) * 60.0f, velocity.x, 0.02f);
        mica_world_destroy(r.s.world);
    }
}

TEST(a_wheel_carries_a_mover_round_until_it_is_too_steep)
{
    Ride r = make_ride((MicaVec2){0.0f, 0.0f}, 3.0f, (MicaVec2){0.0f, 4.65f});
    MicaVec2 before = on_lift(&r);
    for (int32_t k = 0; k < 15; ++k) {
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        MicaVec2 at = on_lift(&r);
        CHECK(is_grounded(&r.s));
        // The mover keeps upright, so the point below its feet moves along the rim, not away from it.
        MicaTransform t = mica_body_transform(r.s.world, r.lift);
        CHECK_NEAR(hypotf(place_of(&r.s).x - t.p.x, place_of(&r.s).y - 0.3f - t.p.y), 4.301f,
                   1e-3f);
        before = at;
    }
    (void)before;
    mica_world_destroy(r.s.world);
}

// A wall that comes from the left at that speed.
static MicaBody add_wall(MicaWorld *world, float x, float speed)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_KINEMATIC;
    def.position = (MicaVec2){x, 2.0f};
    MicaBody wall = mica_body_create(world, &def);
    add_box_at(world, wall, (MicaVec2){0.0f, 0.0f}, 0.5f, 1.9f, 0.0f);
    mica_body_set_velocity(world, wall, (MicaVec2){speed, 0.0f});
    return wall;
}

TEST(a_wall_pushes_a_mover_ahead_and_crushes_it_at_the_next)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_box_at(world, add_static(world), (MicaVec2){4.0f, 2.0f}, 0.5f, 2.0f, 0.0f);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        come_to_rest(&s);
        MicaBody wall = add_wall(world, -3.0f, 2.0f);
        float half = shape == CIRCLE ? 0.6f : 0.3f;
        bool pushed = false, crushed = false;
        for (int32_t i = 0; i < 240; ++i) {
            walk_frame(&s, 0.0f);
            float gap = place_of(&s).x - half - (mica_body_transform(world, wall).p.x + 0.5f);
            crushed = crushed || (state_of(&s).flags & MICA_MOVER_CRUSHED) != 0;
            pushed = pushed || place_of(&s).x > 0.1f;
            CHECK(crushed || gap > -5e-3f);
            CHECK(place_of(&s).x < 3.5f - half);
            CHECK(crushed || is_grounded(&s));
        }
        CHECK(pushed && crushed);
        mica_world_destroy(world);
    }
}

TEST(a_mover_that_is_made_inside_of_things_gets_out)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float depth = 0.05f; depth < 0.6f; depth += 0.11f) {
            MicaWorld *world = make_world();
            add_tiles(world);
            Stage s = make_stage(world, shape, (MicaVec2){3.7f, 0.6f - depth}, NULL);
            mica_world_step(world, 1.0f / 60.0f, 4);
            CHECK_NEAR(place_of(&s).y, 0.601f, 2e-3f);
            CHECK_NEAR(place_of(&s).x, 3.7f, 1e-3f);
            mica_world_destroy(world);
        }
    }
}

TEST(movers_stop_at_each_other_and_stand_on_each_other)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage a = make_stage(world, BOX, (MicaVec2){-2.0f, 0.65f}, NULL),
          b = make_stage(world, BOX, (MicaVec2){2.0f, 0.65f}, NULL),
          c = make_stage(world, BOX, (MicaVec2){0.0f, 5.0f}, NULL);
    for (int32_t i = 0; i < 120; ++i) {
        mica_mover_set_velocity(world, a.mover, (MicaVec2){3.0f, state_of(&a).velocity.y});
        mica_mover_set_velocity(world, b.mover, (MicaVec2){-3.0f, state_of(&b).velocity.y});
        mica_world_step(world, 1.0f / 60.0f, 4);
        CHECK(place_of(&b).x - place_of(&a).x > 0.6f);
        CHECK((state_of(&a).flags & MICA_MOVER_CRUSHED) == 0);
    }
    CHECK_NEAR(place_of(&b).x - place_of(&a).x, 0.6f, 0.01f);
    CHECK(is_grounded(&c) && place_of(&c).y > 1.7f);
    mica_world_destroy(world);
}

TEST(a_belt_carries_a_mover_and_its_speed_is_inherited)
{
    for (int32_t tiles = 0; tiles < 2; ++tiles) {
        MicaWorld *world = make_world();
        MicaColliderDef def = mica_collider_def();
        def.tangentSpeed = 2.0f;
        if (tiles) {
            uint8_t cells[60];
            memset(cells, MICA_TILE_FULL, sizeof cells);
            MicaTilesDef map = {.columns = 60,
                                .rows = 1,
                                .cell = {1.0f, 1.0f},
                                .origin = {-30.0f, -1.0f},
                                .cells = cells};
            mica_tiles_create(world, add_static(world), &def, &map);
        } else {
            MicaShape box;
            mica_shape_box(v2(0.0f, -1.0f), 30.0f, 1.0f, 0.0f, 0.0f, &box);
            mica_collider_create(world, add_static(world), &def, &box);
        }
        add_box_at(world, add_static(world), v2(10.0f, 2.0f), 0.5f, 2.0f, 0.0f);
        Stage s = make_stage(world, CAPSULE, v2(0.0f, 0.65f), NULL);
        come_to_rest(&s);
        for (int32_t i = 0; i < 60; ++i) {
            MicaVec2 before = place_of(&s);
            walk_frame(&s, 0.0f);
            CHECK_NEAR(place_of(&s).x - before.x, 2.0f / 60.0f, 1e-4f);
            CHECK_NEAR(state_of(&s).groundVelocity.x, 2.0f, 1e-4f);
        }
        // It walks on the belt, also against it.
        for (int32_t i = 0; i < 60; ++i) {
            MicaVec2 before = place_of(&s);
            walk_frame(&s, -3.0f);
            CHECK_NEAR(place_of(&s).x - before.x, -1.0f / 60.0f, 1e-4f);
        }
        walk_frame(&s, 0.0f);
        mica_mover_set_velocity(world, s.mover, v2(0.0f, 4.0f));
        mica_world_step(world, FRAME, 4);
        CHECK_NEAR(state_of(&s).velocity.x, 2.0f, 1e-3f);
        for (int32_t i = 0; i < 600; ++i) {
            walk_frame(&s, is_grounded(&s) ? 0.0f : state_of(&s).velocity.x);
        }
        // To the wall, and no further.
        CHECK_NEAR(place_of(&s).x, 9.2f, 2e-3f);
        mica_world_destroy(world);
    }
}

// Movers on accelerating ground, on each other and on dynamic bodies, and what users of other
// engines' characters complain of on moving ground, a test a thread. How lifts of constant speed
// carry: test_mover_lifts.c.
#include "movers.h"

#define RADIANS 0.017453293f
#define TURN 6.2831853f

// A kinematic plate whose top is at 0, turned by an angle, with a mover on it.
typedef struct Ride {
    Stage s;
    MicaBody lift;
    MicaVec2 offset;  // of the mover from the lift
} Ride;

static Ride ride_with(int32_t shape, float hz, float degrees, const MicaMoverDef *def)
{
    MicaWorld *world = make_world();
    Ride r = {.lift = add_body(world, MICA_BODY_KINEMATIC, 0.0f, 0.0f)};
    float a = degrees * RADIANS;
    add_box_at(world, r.lift, v2(0.5f * sinf(a), -0.5f * cosf(a)), 4.0f, 0.5f, a);
    r.s = make_stage(world, shape, v2(0.3f, 1.5f), def);
    r.s.hz = hz;
    come_to_rest(&r.s);
    r.offset = place_of(&r.s);
    return r;
}

// A frame in which the lift has a velocity, and the mover is to stand on it, carried to within 1
// mm.
static void ride_frame(const Ride *r, MicaVec2 velocity)
{
    mica_body_set_velocity(r->s.world, r->lift, velocity);
    walk_frame(&r->s, 0.0f);
    MicaVec2 lift = position_of(r->s.world, r->lift), p = place_of(&r->s);
    CHECK(is_grounded(&r->s));
    CHECK_NEAR(p.x - lift.x, r->offset.x, 1e-3f);
    CHECK_NEAR(p.y - lift.y, r->offset.y, 1e-3f);
}

// Jumps at 5 m/s off ground that has moved for a second.
static void jump_off(const Ride *r, MicaVec2 velocity)
{
    for (int32_t i = 0; i < 3; ++i) {
        ride_frame(r, velocity);
    }
    MicaVec2 before = place_of(&r->s);
    float hz = r->s.hz;
    mica_mover_set_velocity(r->s.world, r->s.mover, v2(1.0f, 5.0f));
    mica_world_step(r->s.world, 1.0f / hz, 4);
    MicaVec2 p = place_of(&r->s);
    CHECK(!is_grounded(&r->s));
    CHECK_NEAR((p.x - before.x) * hz, velocity.x + 1.0f, 0.01f);
    CHECK_NEAR((p.y - before.y) * hz, velocity.y + 5.0f - 5.0f / hz, 0.01f);
    CHECK_NEAR(state_of(&r->s).velocity.x, velocity.x + 1.0f, 0.01f);
    CHECK_NEAR(state_of(&r->s).velocity.y, velocity.y + 5.0f - 10.0f / hz, 0.01f);
    mica_world_destroy(r->s.world);
}

TEST(accelerating_lifts_and_sleds_with_full_stops_carry_a_mover_and_its_jump_inherits)
{
    FOR_ALL
    {
        for (float fastest = 0.5f; fastest <= 20.0f; fastest *= 2.514867f) {  // to 20 in four steps
            for (int32_t axis = 0; axis < 3; ++axis) {
                // Up and down, sideways, and aslant; swinging for 1.25 s, then a full stop for .25
                // s.
                Ride r = ride_with(shape, hz, 0.0f, NULL);
                MicaVec2 way = axis == 0   ? v2(0.0f, side)
                               : axis == 1 ? v2(side, 0.0f)
                                           : v2(side, 0.7f);
                for (int32_t i = 0; i < (int32_t)(4.5f * hz); ++i) {
                    float t = fmodf((float)i / hz, 1.5f);
                    float speed = t < 1.25f ? fastest * sinf(1.4f * TURN * t) : 0.0f;
                    ride_frame(&r, v2(speed * way.x, speed * way.y));
                }
                jump_off(&r, v2(fastest * way.x, fastest * fabsf(way.y)));
            }
        }
    }
}

TEST(a_fast_lift_that_reverses_neither_loses_a_mover_nor_flickers_as_in_godot_50732)
{
    FOR_ALL
    {
        for (float speed = 2.0f; speed < 21.0f; speed += 6.0f) {
            Ride r = ride_with(shape, hz, 0.0f, NULL);
            for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
                bool up = fmodf((float)i / hz, 0.5f) < 0.25f;
                ride_frame(&r, v2(0.0f, side * (up ? speed : -speed)));
            }
            // It walks on it, too.
            for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
                bool up = fmodf((float)i / hz, 0.5f) < 0.25f,
                     right = fmodf((float)i / hz, 1.0f) < 0.5f;
                mica_body_set_velocity(r.s.world, r.lift, v2(0.0f, side * (up ? speed : -speed)));
                float before = place_of(&r.s).x, wanted = right ? 3.0f : -3.0f;
                walk_frame(&r.s, wanted);
                CHECK(is_grounded(&r.s));
                CHECK_NEAR((place_of(&r.s).x - before) * hz, wanted, 0.02f);
                CHECK_NEAR(place_of(&r.s).y - position_of(r.s.world, r.lift).y, r.offset.y, 1e-3f);
            }
            mica_world_destroy(r.s.world);
        }
    }
}

TEST(standing_on_a_slope_that_moves_does_not_cancel_it_as_in_godot_30311_and_53475)
{
    FOR_ALL
    {
        for (float degrees = 0.0f; degrees < 50.0f; degrees += 15.0f) {
            Ride r = ride_with(shape, hz, degrees, NULL);
            for (int32_t i = 0; i < (int32_t)(4.0f * hz); ++i) {
                float t = fmodf((float)i / hz, 2.0f);
                ride_frame(&r, v2(side * (t < 0.8f   ? 4.0f
                                          : t < 1.0f ? 0.0f
                                          : t < 1.8f ? -4.0f
                                                     : 0.0f),
                                  0.0f));
            }
            jump_off(&r, v2(4.0f * side, 0.0f));
        }
    }
}

TEST(a_platform_is_not_lost_with_a_steep_slope_limit_as_in_jolt_892)
{
    FOR_ALL
    {
        for (float limit = 45.0f; limit < 90.0f; limit += 11.0f) {
            MicaMoverDef def = mica_mover_def();
            def.numbers[MICA_MOVER_MAX_SLOPE] = limit * RADIANS;
            Ride r = ride_with(shape, hz, 0.0f, &def);
            for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
                float t = (float)i / hz;
                ride_frame(&r, v2(3.0f * side * cosf(2.0f * t), 2.0f * sinf(3.0f * t)));
            }
            mica_world_destroy(r.s.world);
        }
    }
}

TEST(a_platform_that_descends_aslant_does_not_shake_a_mover_as_in_jolt_1514)
{
    FOR_ALL
    {
        Ride r = ride_with(shape, hz, 0.0f, NULL);
        for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
            ride_frame(&r, v2(3.0f * side, -3.0f));
            CHECK_NEAR(place_of(&r.s).x - position_of(r.s.world, r.lift).x, r.offset.x, 1e-4f);
        }
        mica_world_destroy(r.s.world);
    }
}

TEST(a_weak_jump_leaves_a_descending_lift_as_in_jolt_1988)
{
    FOR_ALL
    {
        for (float up = 0.5f; up < 4.0f; up += 1.0f) {
            Ride r = ride_with(shape, hz, 0.0f, NULL);
            for (int32_t i = 0; i < 5; ++i) {
                ride_frame(&r, v2(side, -3.0f));
            }
            mica_mover_set_velocity(r.s.world, r.s.mover, v2(0.0f, up));
            float rise = 0.0f, v = up;
            while (v > 0.0f) {
                mica_world_step(r.s.world, 1.0f / hz, 4);
                rise += v / hz - 5.0f / (hz * hz);
                v -= 10.0f / hz;
                MicaVec2 lift = position_of(r.s.world, r.lift);
                CHECK(!is_grounded(&r.s));
                CHECK_NEAR(place_of(&r.s).y - lift.y, r.offset.y + rise, 1e-3f);
                CHECK_NEAR(place_of(&r.s).x - lift.x, r.offset.x, 1e-3f);
            }
            for (int32_t i = 0; i < (int32_t)hz; ++i) {
                mica_world_step(r.s.world, 1.0f / hz, 4);
            }
            CHECK(is_grounded(&r.s));
            mica_world_destroy(r.s.world);
        }
    }
}

TEST(two_lifts_side_by_side_carry_a_mover_as_one_as_in_godot_74373)
{
    FOR_ALL
    {
        MicaWorld *world = make_world();
        MicaBody lifts[2];
        for (int32_t i = 0; i < 2; ++i) {
            lifts[i] = add_body(world, MICA_BODY_KINEMATIC, -1.9f + 3.8f * (float)i, -0.5f);
            add_box(world, lifts[i], 2.0f, 0.5f);
        }
        Stage s = make_stage(world, shape, v2(0.05f * side, 1.0f), NULL);
        s.hz = hz;
        come_to_rest(&s);
        MicaVec2 offset = place_of(&s);
        for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
            float speed = 5.0f * sinf(4.0f * (float)i / hz);
            mica_body_set_velocity(world, lifts[0], v2(0.0f, speed));
            mica_body_set_velocity(world, lifts[1], v2(0.0f, speed));
            walk_frame(&s, fmodf((float)i / hz, 1.0f) < 0.5f ? side : -side);
            CHECK(is_grounded(&s));
            CHECK_NEAR(place_of(&s).y - position_of(world, lifts[0]).y - 0.5f, offset.y, 1e-3f);
        }
        mica_world_destroy(world);
    }
}

TEST(the_side_of_a_moving_platform_does_not_stop_a_fall_as_in_godot_50155)
{
    FOR_ALL
    {
        MicaWorld *world = make_world();
        MicaBody wall = add_body(world, MICA_BODY_KINEMATIC, 3.0f * side, 0.0f);
        add_box(world, wall, 0.5f, 50.0f);
        mica_body_set_velocity(world, wall, v2(-3.0f * side, 0.0f));
        Stage s = make_stage(world, shape, v2(0.0f, 0.0f), NULL);
        s.hz = hz;
        for (int32_t i = 0; i < (int32_t)(2.0f * hz); ++i) {
            float t = (float)(i + 1) / hz;
            walk_frame(&s, 0.0f);
            CHECK(!is_grounded(&s));
            CHECK_NEAR(place_of(&s).y, -5.0f * t * t, 0.02f);
        }
        CHECK(place_of(&s).x * side < -3.0f);
        mica_world_destroy(world);
    }
}

// ----------------------------------------------------------------------------------- each other

TEST(movers_that_run_into_each_other_do_not_shake_as_in_godot_106225)
{
    FOR_ALL
    {
        MicaWorld *world = make_world();
        add_floor(world);
        Stage a = make_stage(world, shape, v2(-3.0f * side, 0.65f), NULL),
              b = make_stage(world, shape, v2(3.0f * side, 0.65f), NULL);
        a.hz = b.hz = hz;
        MicaVec2 last[2] = {{0}};
        for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
            mica_mover_set_velocity(world, b.mover, v2(-4.0f * side, state_of(&b).velocity.y));
            walk_frame(&a, 5.0f * side);
            MicaVec2 p = place_of(&a), q = place_of(&b);
            if (i > (int32_t)(1.5f * hz)) {
                CHECK(is_grounded(&a) && is_grounded(&b));
                CHECK_NEAR(hypotf(p.x - last[0].x, p.y - last[0].y), 0.0f, 1e-4f);
                CHECK_NEAR(hypotf(q.x - last[1].x, q.y - last[1].y), 0.0f, 1e-4f);
            }
            last[0] = p;
            last[1] = q;
        }
        float apart = shape == CIRCLE ? 1.201f : 0.601f;
        CHECK_NEAR((last[1].x - last[0].x) * side, apart, 2e-3f);
        mica_world_destroy(world);
    }
}

// Three movers on each other's head, made in any order, on a lift.
static void ride_a_tower(int32_t shape, float hz, const int32_t *order)
{
    MicaWorld *world = make_world();
    MicaBody lift = add_body(world, MICA_BODY_KINEMATIC, 0.0f, -0.5f);
    add_box(world, lift, 4.0f, 0.5f);
    Stage s[3];
    for (int32_t i = 0; i < 3; ++i) {
        s[order[i]] = make_stage(world, shape, v2(0.0f, 0.7f + 1.3f * (float)order[i]), NULL);
        s[order[i]].hz = hz;
    }
    for (int32_t i = 0; i < (int32_t)hz; ++i) {
        mica_world_step(world, 1.0f / hz, 4);
    }
    MicaVec2 offset[3];
    for (int32_t i = 0; i < 3; ++i) {
        offset[i] = place_of(&s[i]);
        CHECK_NEAR(offset[i].y, 0.601f + 1.201f * (float)i, 2e-3f);
    }
    float walked = 0.0f;
    for (int32_t i = 0; i < (int32_t)(3.0f * hz); ++i) {
        float t = (float)i / hz, speed = t < 2.0f ? 0.0f : 1.0f;
        mica_body_set_velocity(world, lift, v2(3.0f * sinf(3.0f * t), 6.0f * sinf(5.0f * t)));
        mica_mover_set_velocity(world, s[0].mover, v2(speed, 0.0f));
        mica_world_step(world, 1.0f / hz, 4);
        walked += speed / hz;
        MicaVec2 at = position_of(world, lift);
        for (int32_t k = 0; k < 3; ++k) {
            CHECK(is_grounded(&s[k]));
            CHECK_NEAR(place_of(&s[k]).x - at.x, offset[k].x + walked, 2e-3f);
            CHECK_NEAR(place_of(&s[k]).y - at.y - 0.5f, offset[k].y, 2e-3f);
        }
    }
    mica_world_destroy(world);
}

TEST(movers_on_movers_on_a_lift_are_carried_whatever_their_order)
{
    static const int32_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (int32_t rate = 0; rate < 3; ++rate) {
            for (int32_t i = 0; i < 6; ++i) {
                ride_a_tower(shape, stage_rates[rate], orders[i]);
            }
        }
    }
}

// --------------------------------------------------------------------------------- dynamic ground

static MicaBody add_heavy(MicaWorld *world, float x, float y, MicaShape shape, float density)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    mica_collider_create(world, body, &def, &shape);
    return body;
}

// A stack of crates, a seesaw that tilts to the floor, a row of balls between walls, a ball alone.
static MicaVec2 add_loose_ground(MicaWorld *world, int32_t which)
{
    add_floor(world);
    if (which == 0) {
        for (int32_t i = 0; i < 4; ++i) {
            add_crate(world, v2(0.0f, 0.5f + (float)i), 0.5f, 30.0f, 0.6f);
        }
        return v2(0.1f, 4.8f);
    }
    if (which == 1) {
        MicaBody beam = add_heavy(world, 0.0f, 0.6f, box_shape(3.0f, 0.1f), 50.0f);
        add_pin(world, add_static(world), beam, 0.0f, 0.6f);
        return v2(1.5f, 1.6f);
    }
    if (which == 2) {
        for (int32_t i = 0; i < 5; ++i) {
            add_heavy(world, -1.6f + 0.8f * (float)i, 0.41f, circle_shape(0.4f), 50.0f);
        }
        add_box_at(world, add_static(world), v2(-2.5f, 0.5f), 0.5f, 1.0f, 0.0f);
        add_box_at(world, add_static(world), v2(2.5f, 0.5f), 0.5f, 1.0f, 0.0f);
        return v2(0.3f, 2.0f);
    }
    add_heavy(world, 0.0f, 1.0f, circle_shape(1.0f), 300.0f);
    return v2(0.0f, 3.0f);
}

TEST_LONG(a_mover_rests_without_jitter_on_stacks_seesaws_and_balls)
{
    for (int32_t k = 0; k < 4 * SHAPES * 3; ++k) {
        MicaWorld *world = make_awake_world();
        MicaVec2 start = add_loose_ground(world, k / (SHAPES * 3));
        Stage s = make_stage(world, k / 3 % SHAPES, start, NULL);
        s.hz = stage_rates[k % 3];
        for (int32_t i = 0; i < (int32_t)(6.0f * s.hz); ++i) {
            walk_frame(&s, 0.0f);
        }
        MicaVec2 rest = place_of(&s);
        CHECK(rest.y > 0.8f);
        for (int32_t i = 0; i < (int32_t)(3.0f * s.hz); ++i) {
            walk_frame(&s, 0.0f);
            CHECK(is_grounded(&s));
            CHECK_NEAR(hypotf(place_of(&s).x - rest.x, place_of(&s).y - rest.y), 0.0f, 1e-4f);
        }
        mica_world_destroy(world);
    }
}

// Movers and dynamic bodies: pushing, weight, being pushed, bridges of joints.
#include "movers.h"

TEST(a_mover_pushes_as_strongly_as_asked)
{
    static const float forces[] = {100.0f, 200.0f, 400.0f};
    for (int32_t i = 0; i < 9; ++i) {
        MicaWorld *world = make_world();
        add_floor(world);
        float force = forces[i % 3], friction = i < 3 ? 0.0f : i < 6 ? 0.2f : 0.5f;
        MicaBody crate = add_crate(world, (MicaVec2){1.2f, 0.5f}, 0.5f, 50.0f, friction);
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = force;
        Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, &def);
        come_to_rest(&s);
        for (int32_t k = 0; k < 60; ++k) {
            walk_frame(&s, 0.0f);
        }
        // Until it touches, and then for half a second.
        for (int32_t k = 0; k < 30; ++k) {
            walk_frame(&s, 4.0f);
        }
        float v0 = mica_body_velocity(world, crate).x, worst = 0.0f;
        for (int32_t k = 0; k < 12; ++k) {
            walk_frame(&s, 30.0f);
            float gap = mica_body_transform(world, crate).p.x - 0.5f - place_of(&s).x - 0.3f;
            worst = fmaxf(worst, fabsf(gap));
        }
        float expected = fmaxf(force - friction * 500.0f, 0.0f) / 50.0f;
        CHECK_NEAR((mica_body_velocity(world, crate).x - v0) / 0.2f, expected,
                   0.05f * force / 50.0f);
        CHECK_NEAR(worst, 0.0f, 4e-3f);
        mica_world_destroy(world);
    }
}

TEST(pressing_a_crate_against_a_wall_does_not_spring_back)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box_at(world, add_static(world), (MicaVec2){4.0f, 2.0f}, 0.5f, 2.0f, 0.0f);
    MicaBody crate = add_crate(world, (MicaVec2){2.0f, 0.5f}, 0.5f, 20.0f, 0.3f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.65f}, NULL);
    float last = -10.0f, back = 0.0f;
    for (int32_t k = 0; k < 300; ++k) {
        walk_frame(&s, 4.0f);
        back = fmaxf(back, last - place_of(&s).x);
        last = place_of(&s).x;
        CHECK(mica_body_transform(world, crate).p.x < 3.01f);
    }
    // The crate comes out of the wall that it has run into, by less than that a frame.
    CHECK_NEAR(back, 0.0f, 1e-3f);
    CHECK_NEAR(last, 3.5f - 1.0f - 0.3f, 6e-3f);
    mica_world_destroy(world);
}

TEST(twenty_boxes_on_its_head_do_not_push_a_mover_into_the_ground)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, NULL);
    come_to_rest(&s);
    MicaVec2 before = place_of(&s);
    for (int32_t k = 0; k < 20; ++k) {
        add_crate(world, (MicaVec2){0.0f, 1.5f + 0.55f * (float)k}, 0.25f, 20.0f, 0.6f);
    }
    for (int32_t k = 0; k < 300; ++k) {
        walk_frame(&s, 0.0f);
        CHECK_NEAR(place_of(&s).y, before.y, 1e-4f);
        CHECK(is_grounded(&s));
    }
    mica_world_destroy(world);
}

TEST(what_a_mover_stands_on_bears_its_weight_without_jitter)
{
    MicaWorld *world = make_world();
    add_floor(world);
    MicaBody crate = add_crate(world, (MicaVec2){0.0f, 0.5f}, 0.5f, 30.0f, 0.6f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.1f, 1.8f}, NULL);
    for (int32_t k = 0; k < 120; ++k) {
        walk_frame(&s, 0.0f);
    }
    MicaVec2 before = place_of(&s);
    CHECK(is_grounded(&s));
    CHECK_EQ_INT(mica_collider_body(world, state_of(&s).groundCollider).id, crate.id);
    for (int32_t k = 0; k < 600; ++k) {
        walk_frame(&s, 0.0f);
        CHECK_NEAR(place_of(&s).y, before.y, 1e-4f);
        CHECK_NEAR(place_of(&s).x, before.x, 1e-4f);
        CHECK(is_grounded(&s));
    }
    mica_world_destroy(world);
}

TEST(a_body_that_is_strong_enough_pushes_a_mover_away_and_a_weak_one_is_stopped)
{
    for (int32_t heavy = 0; heavy < 2; ++heavy) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = 2000.0f;
        Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, &def);
        come_to_rest(&s);
        MicaBody crate =
            add_crate(world, (MicaVec2){-2.0f, 0.51f}, 0.5f, heavy == 1 ? 2000.0f : 1.0f, 0.0f);
        mica_body_set_velocity(world, crate, (MicaVec2){5.0f, 0.0f});
        for (int32_t k = 0; k < 60; ++k) {
            walk_frame(&s, 0.0f);
        }
        float gap = place_of(&s).x - 0.3f - mica_body_transform(world, crate).p.x - 0.5f;
        CHECK(gap > -5e-3f);
        CHECK(heavy == 1 ? place_of(&s).x > 1.0f : fabsf(place_of(&s).x) < 0.02f);
        mica_world_destroy(world);
    }
}

// Twenty planks pinned to each other, between two ledges at the height 0.
static void add_bridge(MicaWorld *world)
{
    MicaBody ledges = add_static(world), last = ledges;
    add_box_at(world, ledges, (MicaVec2){-5.0f, -1.0f}, 5.0f, 1.0f, 0.0f);
    add_box_at(world, ledges, (MicaVec2){15.5f, -1.0f}, 5.0f, 1.0f, 0.0f);
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_DYNAMIC;
    MicaColliderDef collider = mica_collider_def();
    collider.density = 200.0f;
    MicaJointDef pin = revolute_def();
    MicaShape s;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.25f, 0.1f, 0.0f, 0.0f, &s);
    for (int32_t i = 0; i <= 20; ++i) {
        pin.bodyA = last;
        pin.localAnchorA = i == 0 ? (MicaVec2){0.0f, -0.1f} : (MicaVec2){0.2625f, 0.0f};
        pin.localAnchorB = i == 20 ? (MicaVec2){10.5f, -0.1f} : (MicaVec2){-0.2625f, 0.0f};
        if (i < 20) {
            body.position = (MicaVec2){0.26f + 0.525f * (float)i, -0.1f};
            last = mica_body_create(world, &body);
            mica_collider_create(world, last, &collider, &s);
        }
        pin.bodyB = i == 20 ? ledges : last;
        mica_joint_create(world, &pin);
    }
}

TEST(a_mover_crosses_a_bridge_of_joints_that_swings_below_it)
{
    for (float speed = 1.0f; speed < 9.0f; speed += 2.0f) {
        MicaWorld *world = make_world();
        add_bridge(world);
        Stage s = make_stage(world, CAPSULE, (MicaVec2){-2.0f, 0.65f}, NULL);
        come_to_rest(&s);
        for (int32_t i = 0; i < (int32_t)(60.0f * 14.0f / speed); ++i) {
            MicaVec2 before = place_of(&s);
            walk_frame(&s, speed);
            CHECK(is_grounded(&s));
            CHECK_NEAR(drawn_speed(&s, before), speed, 0.02f * speed);
        }
        CHECK(place_of(&s).x > 11.0f);
        mica_world_destroy(world);
    }
}

// A controller that accelerates from the velocity that it has left speeds a crate up.
TEST(a_mover_keeps_the_speed_of_the_crate_that_it_pushes)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaBody crate = add_crate(world, v2(2.0f, 0.47f), 0.47f, 0.62f, 0.55f);
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MASS] = 0.9f;
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = 40.0f;
        Stage s = make_stage(world, shape, v2(0.0f, 0.65f), &def);
        come_to_rest(&s);
        for (int32_t i = 0; i < 90; ++i) {
            MicaVec2 v = state_of(&s).velocity;
            mica_mover_set_velocity(world, s.mover, v2(fminf(v.x + 1.0f, 6.6f), v.y));
            mica_world_step(world, FRAME, 4);
        }
        CHECK_NEAR(state_of(&s).velocity.x, 6.6f, 0.2f);
        CHECK_NEAR(mica_body_velocity(world, crate).x, 6.6f, 0.2f);
        mica_world_destroy(world);
    }
}

// Twelve loose crates and balls in a pen, a mover that walks to and fro among them and jumps: it is not thrown about.
TEST(a_mover_among_loose_bodies_moves_no_faster_than_it_should)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_box_at(world, add_static(world), v2(-4.5f, 3.0f), 0.5f, 3.0f, 0.0f);
        add_box_at(world, add_static(world), v2(4.5f, 3.0f), 0.5f, 3.0f, 0.0f);
        for (int32_t i = 0; i < 12; ++i) {
            MicaVec2 at = {-3.0f + 1.5f * (float)(i % 5), 1.0f + 1.2f * (float)(i / 5)};
            if (i % 3 == 0) {
                MicaShape ball = circle_shape(0.4f);
                MicaColliderDef def = mica_collider_def();
                mica_collider_create(world, add_body(world, MICA_BODY_DYNAMIC, at.x, at.y), &def,
                                     &ball);
            } else {
                add_crate(world, at, 0.35f, 0.6f, 0.5f);
            }
        }
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MASS] = 0.9f;
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = 36.0f;
        Stage s = make_stage(world, shape, v2(0.0f, 5.0f), &def);
        float fastest = 0.0f;
        for (int32_t i = 0; i < 1200; ++i) {
            MicaMoverState m = state_of(&s);
            bool jumps = (m.flags & MICA_MOVER_GROUNDED) != 0 && i % 50 == 0;
            float want = i / 90 % 2 == 0 ? 6.0f : -6.0f;
            MicaVec2 before = place_of(&s);
            mica_mover_set_velocity(world, s.mover, v2(want, jumps ? 8.0f : m.velocity.y));
            mica_world_step(world, FRAME, 4);
            MicaVec2 p = place_of(&s);
            fastest = fmaxf(fastest, drawn_speed(&s, before));
            CHECK(p.y > 0.59f && fabsf(p.x) < 3.71f);
        }
        CHECK(fastest < 14.0f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_made_in_a_floor_under_a_crate_comes_out_of_it)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaBody crate = add_crate(world, v2(0.0f, 0.5f), 0.5f, 20.0f, 0.5f);
        Stage s = make_stage(world, shape, v2(0.0f, 0.35f), NULL);
        for (int32_t i = 0; i < 300; ++i) {
            walk_frame(&s, 0.0f);
        }
        // Beside the crate, or on it.
        float height = place_of(&s).y;
        CHECK_NEAR(fminf(fabsf(height - 0.601f), fabsf(height - 1.601f)), 0.0f, 2e-3f);
        CHECK(is_grounded(&s));
        CHECK(mica_body_transform(world, crate).p.y > 0.45f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_that_was_squeezed_pushes_as_before_once_it_is_free)
{
    MicaWorld *world = make_world();
    add_floor(world);
    MicaBody walls[2];
    for (int32_t i = 0; i < 2; ++i) {
        walls[i] = add_body(world, MICA_BODY_KINEMATIC, i == 0 ? -1.0f : 1.0f, 2.5f);
        add_box_at(world, walls[i], v2(0.0f, 0.0f), 0.5f, 1.0f, 0.0f);
    }
    Stage s = make_stage(world, BOX, v2(0.0f, 2.0f), NULL);
    for (int32_t i = 0; i < 40; ++i) {
        mica_body_set_velocity(world, walls[0], v2(i < 20 ? 1.0f : -6.0f, 0.0f));
        mica_body_set_velocity(world, walls[1], v2(i < 20 ? -1.0f : 6.0f, 0.0f));
        // It falls between them, and they close on it.
        mica_mover_set_velocity(world, s.mover, v2(0.0f, 0.0f));
        mica_world_step(world, FRAME, 4);
    }
    come_to_rest(&s);
    MicaBody crate = add_crate(world, v2(1.0f, 0.5f), 0.5f, 500.0f, 0.0f);
    for (int32_t i = 0; i < 30; ++i) {
        walk_frame(&s, 4.0f);
    }
    float before = mica_body_velocity(world, crate).x;
    for (int32_t i = 0; i < 30; ++i) {
        walk_frame(&s, 4.0f);
    }
    // 1000 N on 500 kg.
    CHECK_NEAR(mica_body_velocity(world, crate).x - before, 1.0f, 0.05f);
    mica_world_destroy(world);
}

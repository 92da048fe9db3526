// One-sided chains; other one-way parts are in test_arcade_normals.c. A body that comes from the
// left collides however hard it is pressed on, and slides over vertices as on any chain; one that
// comes from the right passes, unaffected until it is through.
#include "build.h"

#include <math.h>

static void add_chain(MicaWorld *world, const MicaVec2 *points, int count, bool loop, bool oneSided,
                      float friction)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    MicaChainDef chain = {points, count, loop, oneSided, 0.0f};
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    REQUIRE(mica_chain_create(world, body, &def, &chain).id != 0);
}

// From x = -10 to 40 in segments of that length; its left is above.
static void add_floor(MicaWorld *world, float segment, bool oneSided)
{
    static MicaVec2 points[501];
    int count = (int)(50.0f / segment) + 1;
    for (int i = 0; i < count; i++) {
        points[i] = v2(-10.0f + segment * (float)i, 0.0f);
    }
    add_chain(world, points, count, false, oneSided, 0.0f);
}

static MicaBody add_slick(MicaWorld *world, float x, float y, int kind)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.0f;
    MicaShape shape = kind == 0   ? circle_shape(0.4f)
                      : kind == 1 ? box_shape(0.4f, 0.4f)
                                  : capsule_shape(0.3f, 0.4f);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

TEST(a_body_slides_over_its_vertices_as_over_those_of_other_chains)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int fast = 0; fast < 2; fast++) {
            MicaWorld *worlds[2];
            MicaBody bodies[2];
            for (int oneSided = 0; oneSided < 2; oneSided++) {
                MicaWorld *world = worlds[oneSided] = make_awake_world();
                add_floor(world, 0.5f, oneSided != 0);
                MicaBody body = bodies[oneSided] = add_slick(world, 0.0f, 0.4f, kind);
                mica_body_set_gravity_scale(world, body, 4.0f);
                mica_body_set_velocity(world, body, v2(fast ? 15.0f : 1.0f, 0.0f));
            }
            for (int i = 0; i < 120; i++) {
                MicaVec2 at[2], go[2];
                for (int k = 0; k < 2; k++) {
                    run(worlds[k], 1);
                    at[k] = position_of(worlds[k], bodies[k]);
                    go[k] = mica_body_velocity(worlds[k], bodies[k]);
                }
                CHECK(at[1].x == at[0].x && at[1].y == at[0].y);
                CHECK_NEAR(go[1].x, fast ? 15.0 : 1.0, 1e-4);
                CHECK_NEAR(go[1].y, 0.0, 0.02);
            }
            mica_world_destroy(worlds[0]);
            mica_world_destroy(worlds[1]);
        }
    }
}

TEST(a_body_teleported_into_it_collides_if_its_middle_is_above_and_falls_if_below)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 16; k++) {
            // Teleported before the first step, or from rest elsewhere; moving towards segments
            // that it has no pair with yet.
            bool above = k % 2 == 0, stood = k % 4 < 2;
            float y = above ? 0.05f : -0.05f, x = 0.11f * (float)k;
            MicaWorld *world = make_awake_world();
            add_floor(world, 0.5f, true);
            MicaBody body = add_slick(world, x, stood ? 0.4f : y, kind);
            mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
            if (stood) {
                run(world, 30);
                mica_body_set_transform(world, body, v2(x, y), 0.0f);
            }
            mica_body_set_velocity(world, body, v2(8.0f, 0.0f));
            run(world, 120);
            CHECK_NEAR(position_of(world, body).x, (double)x + 16.0, 0.01);
            CHECK_NEAR(position_of(world, body).y, above ? 0.4 : (double)y - 20.0, 6e-3);
            mica_world_destroy(world);
        }
    }
}

// Jumps until its middle is so far above the chain, or drops until it is, and then moves on at that
// speed, as if there were no chain.
static void check_half_way(int kind, float above, float speed, float segment, bool drops)
{
    MicaWorld *world = make_awake_world();
    add_floor(world, segment, true);
    float start = drops ? 0.4f : -1.0f;
    MicaBody body = add_slick(world, 15.0f, start, kind),
             twin = add_slick(world, 100.0f, start, kind);
    const MicaVec2 v = v2(speed, drops ? 0.0f : sqrtf(20.0f * (1.0f + above)));
    mica_body_set_velocity(world, body, v);
    mica_body_set_velocity(world, twin, v);
    if (drops) {
        CHECK_EQ_INT(mica_body_set_drops(world, body, true), MICA_ERROR_OK);
        run(world, (int)(60.0f * sqrtf((0.4f - above) / 5.0f)));
        CHECK_EQ_INT(mica_body_set_drops(world, body, false), MICA_ERROR_OK);
    }
    for (int i = 0; i < 100; i++) {
        run(world, 1);
        CHECK_NEAR(position_of(world, body).y, position_of(world, twin).y, 1e-6);
    }
    CHECK(position_of(world, body).y < -1.0f);
    mica_world_destroy(world);
}

TEST_LONG(a_body_half_way_through_falls_back_and_one_that_drops_falls_through)
{
    const float speeds[6] = {0.0f, 1.0f, -1.5f, 2.0f, -4.0f, 9.0f},
                segments[3] = {0.3f, 0.5f, 0.9f};
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 18; k++) {
            for (int i = 0; i < 7; i++) {
                float above = -0.25f + 0.08f * (float)i;
                check_half_way(kind, above, speeds[k % 6], segments[k / 6], false);
                check_half_way(kind, above, speeds[k % 6], segments[k / 6], true);
            }
        }
    }
}

TEST(a_jump_through_it_lands_on_it)
{
    for (int kind = 0; kind < 3; kind++) {
        MicaWorld *world = make_awake_world();
        add_floor(world, 0.5f, true);
        MicaBody body = add_slick(world, 0.0f, -2.0f, kind);
        mica_body_set_velocity(world, body, v2(2.0f, 9.0f));
        float highest = -2.0f;
        for (int i = 0; i < 240; i++) {
            run(world, 1);
            highest = fmaxf(highest, position_of(world, body).y);
        }
        CHECK_NEAR(highest, 2.05, 0.03);
        CHECK_NEAR(position_of(world, body).y, 0.4, 6e-3);
        CHECK_NEAR(mica_body_velocity(world, body).x, 2.0, 1e-3);
        mica_world_destroy(world);
    }
}

TEST(a_body_that_hits_its_free_end_passes)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 30; k++) {
            MicaWorld *world = make_space();
            const MicaVec2 points[3] = {{0, 0}, {1, 0}, {2, 0}};
            add_chain(world, points, 3, false, true, 0.0f);
            float y = -0.35f + 0.1f * (float)(k % 5), speed = 2.0f + 3.0f * (float)(k / 10);
            bool right = k / 5 % 2 == 0;
            MicaBody body = add_slick(world, right ? -3.0f : 5.0f, y, kind);
            mica_body_set_velocity(world, body, v2(right ? speed : -speed, 0.0f));
            run(world, 180);
            CHECK_NEAR(position_of(world, body).y, y, 1e-6);
            mica_world_destroy(world);
        }
    }
}

TEST(a_two_sided_chain_can_be_one_way_as_any_collider)
{
    // Points from either end: up is up.
    for (int turned = 0; turned < 2; turned++) {
        MicaWorld *world = make_awake_world();
        MicaColliderDef def = mica_collider_def();
        def.oneWay = v2(0.0f, 1.0f);
        const MicaVec2 points[4] = {{-2, -1}, {2, 1}, {-2, -1}, {2, 1}};
        MicaChainDef chain = {points + turned, 2, false, false, 0.0f};
        MicaBody slope = add_body(world, MICA_BODY_STATIC, 0, 0);
        REQUIRE(mica_chain_create(world, slope, &def, &chain).id != 0);
        MicaBody body = add_slick(world, 1.0f, -1.5f, 0), twin = add_slick(world, 50.0f, -1.5f, 0);
        float speed = sqrtf(20.0f * 2.1f);
        mica_body_set_velocity(world, body, v2(0.0f, speed));
        mica_body_set_velocity(world, twin, v2(0.0f, speed));
        for (int i = 0; i < 100; i++) {
            run(world, 1);
            CHECK_NEAR(position_of(world, body).y, position_of(world, twin).y, 1e-6);
        }
        mica_world_destroy(world);
    }
}

TEST(a_ledge_does_not_push_off_a_body_on_it)
{
    // Counter-clockwise around the free space: the top of the ledge on the right ends in a wall
    // that goes down.
    const MicaVec2 points[4] = {{-3, -4}, {-3, 0}, {-9, 0}, {-9, -4}};
    for (int kind = 0; kind < 3; kind++) {
        MicaWorld *world = make_awake_world();
        const MicaVec2 turned[4] = {points[3], points[2], points[1], points[0]};
        add_chain(world, turned, 4, false, true, 0.6f);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, -3.2f, 0.4f);
        add_shape(world, body,
                  kind == 0   ? circle_shape(0.4f)
                  : kind == 1 ? box_shape(0.4f, 0.4f)
                              : capsule_shape(0.4f, 0.4f));
        mica_body_set_gravity_scale(world, body, 4.0f);
        run(world, 120);
        CHECK_NEAR(position_of(world, body).x, -3.2, 0.01);
        CHECK_NEAR(position_of(world, body).y, 0.4, 6e-3);
        mica_world_destroy(world);
    }
}

TEST_LONG(a_paddle_along_the_inside_pushes_nothing_through)
{
    MicaWorld *world = make_awake_world();
    MicaVec2 points[120];
    for (int i = 0; i < 120; i++) {
        MicaRot q = mica_rot((float)i * 6.2831853f / 120.0f);
        points[i] = v2(12.0f * q.c, 12.0f * q.s);
    }
    add_chain(world, points, 120, true, true, 0.1f);
    MicaBody paddle = add_body(world, MICA_BODY_KINEMATIC, 0.0f, -6.0f);
    add_box(world, paddle, 0.4f, 6.0f);
    mica_body_set_angular_velocity(world, paddle, 5.0f);
    static MicaBody bodies[600];
    for (int i = 0; i < 600; i++) {
        MicaColliderDef def = mica_collider_def();
        def.friction = 0.1f;
        def.density = 0.25f;
        MicaShape shape = i % 3 == 0   ? circle_shape(0.35f)
                          : i % 3 == 1 ? box_shape(0.35f, 0.35f)
                                       : capsule_shape(0.25f, 0.25f);
        bodies[i] = add_body(world, MICA_BODY_DYNAMIC, -7.0f + 0.5f * (float)(i % 28),
                             -7.0f + 0.5f * (float)(i / 28));
        mica_collider_create(world, bodies[i], &def, &shape);
    }
    run(world, 400);
    int out = 0;
    for (int i = 0; i < 600; i++) {
        MicaVec2 p = position_of(world, bodies[i]);
        out += p.x * p.x + p.y * p.y > 12.1f * 12.1f;
    }
    CHECK_EQ_INT(out, 0);
    mica_world_destroy(world);
}

TEST(a_normal_that_is_read_and_set_again_stays_the_same)
{
    MicaWorld *world = make_space();
    MicaCollider collider = add_box(world, add_body(world, MICA_BODY_STATIC, 0, 0), 1, 1);
    uint32_t seed = 1;
    for (int i = 0; i < 10000; ++i) {
        MicaVec2 normal = v2(test_random_float(&seed, -9, 9), test_random_float(&seed, -9, 9));
        MicaColliderDef first, second;
        CHECK_EQ_INT(mica_collider_set_one_way(world, collider, normal), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_collider_get(world, collider, &first), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_collider_set_one_way(world, collider, first.oneWay), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_collider_get(world, collider, &second), MICA_ERROR_OK);
        CHECK(first.oneWay.x == second.oneWay.x && first.oneWay.y == second.oneWay.y);
        float l = first.oneWay.x * first.oneWay.x + first.oneWay.y * first.oneWay.y;
        CHECK(l > 0.999999f && l < 1.000001f);
    }
    mica_world_destroy(world);
}

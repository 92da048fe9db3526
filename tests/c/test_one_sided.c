// One-sided chains: what comes in front of one is held however hard it is pressed onto it, and slides over its corners as
// over those of any chain; what comes from behind passes, and until it is through nothing happens.
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

// At this height from -10 to 40, a segment every half metre; its left is above.
static void add_floor(MicaWorld *world, float y, bool oneSided)
{
    MicaVec2 points[101];
    for (int i = 0; i < 101; i++) {
        points[i] = v2(-10.0f + 0.5f * (float)i, y);
    }
    add_chain(world, points, 101, false, oneSided, 0.0f);
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

TEST(its_corners_are_no_more_felt_than_those_of_other_chains)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int fast = 0; fast < 2; fast++) {
            MicaWorld *worlds[2];
            MicaBody bodies[2];
            for (int oneSided = 0; oneSided < 2; oneSided++) {
                MicaWorld *world = worlds[oneSided] = make_awake_world();
                add_floor(world, 0.0f, oneSided != 0);
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

TEST(what_it_holds_comes_back_from_past_its_middle_also_where_the_next_segments_are)
{
    for (int kind = 0; kind < 3; kind++) {
        for (int along = 0; along < 6; along++) {
            // Put down so far by main force, on its way to segments that have not yet met it.
            MicaWorld *world = make_awake_world();
            add_floor(world, 0.0f, true);
            MicaBody body = add_slick(world, 0.1f * (float)along, 0.4f, kind);
            run(world, 30);
            MicaVec2 p = position_of(world, body);
            mica_body_set_transform(world, body, v2(p.x, -0.1f), 0.06f * (float)along);
            mica_body_set_velocity(world, body, v2(8.0f, 0.0f));
            for (int i = 0; i < 180; i++) {
                run(world, 1);
                CHECK(position_of(world, body).y > -0.15f);
            }
            p = position_of(world, body);
            if (!(p.x > 15.0f))
                printf("kind %d along %d x %f y %f angle %f\n", kind, along, p.x, p.y,
                       (double)mica_body_transform(world, body).q.s);
            CHECK(p.x > 15.0f);
            CHECK_NEAR(p.y, 0.4, 6e-3);
            mica_world_destroy(world);
        }
    }
}

TEST(a_jump_that_ends_half_way_through_it_falls_back)
{
    for (int kind = 0; kind < 3; kind++) {
        // Up to where the middle is so far above.
        for (float above = -0.25f; above < 0.3f; above += 0.1f) {
            MicaWorld *world = make_awake_world();
            add_floor(world, 0.0f, true);
            float speed = sqrtf(20.0f * (2.0f + above));
            MicaBody body = add_slick(world, 0.0f, -2.0f, kind),
                     twin = add_slick(world, 100.0f, -2.0f, kind);
            mica_body_set_velocity(world, body, v2(2.0f, speed));
            mica_body_set_velocity(world, twin, v2(2.0f, speed));
            for (int i = 0; i < 110; i++) {
                run(world, 1);
                CHECK_NEAR(position_of(world, body).y, position_of(world, twin).y, 1e-6);
            }
            CHECK(position_of(world, body).y < -1.0f);
            mica_world_destroy(world);
        }
    }
}

TEST(a_jump_through_it_lands_on_it)
{
    for (int kind = 0; kind < 3; kind++) {
        MicaWorld *world = make_awake_world();
        add_floor(world, 0.0f, true);
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

TEST(who_drops_through_it_goes_on_once_begun)
{
    MicaWorld *world = make_awake_world();
    add_floor(world, 0.0f, true);
    MicaBody body = add_slick(world, 0.0f, 0.4f, 1);
    run(world, 30);
    CHECK_EQ_INT(mica_body_set_drops(world, body, true), MICA_ERROR_OK);
    run(world, 10);  // its middle is still above
    CHECK(position_of(world, body).y > 0.05f && position_of(world, body).y < 0.35f);
    CHECK_EQ_INT(mica_body_set_drops(world, body, false), MICA_ERROR_OK);
    run(world, 60);
    CHECK(position_of(world, body).y < -3.0f);
    mica_world_destroy(world);
}

TEST(a_ledge_does_not_push_off_what_stands_on_it)
{
    // Counter-clockwise around the air: the top of the ledge to the right ends in a wall that goes down.
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

TEST(a_paddle_that_scrapes_along_the_inside_throws_nothing_out)
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

// The largest speed of a body: what gravity, forces, contacts and joints give it beyond that it does
// not get, in no step and in none of its substeps; without one, nothing changes.
#include "build.h"

#include <math.h>
#include <stdlib.h>

static float speed_of(MicaWorld *world, MicaBody body)
{
    MicaVec2 v = mica_body_velocity(world, body);
    return sqrtf(v.x * v.x + v.y * v.y);
}

static MicaBody add_limited(MicaWorld *world, float x, float y, float maxSpeed)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position = v2(x, y);
    def.maxSpeed = maxSpeed;
    MicaBody body = mica_body_create(world, &def);
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = circle_shape(0.5f);
    mica_collider_create(world, body, &collider, &shape);
    return body;
}

TEST(a_fall_ends_at_the_largest_speed_and_no_step_moves_it_further)
{
    MicaWorld *world = make_world();
    MicaBody limited = add_limited(world, 0.0f, 0.0f, 5.0f),
             free = add_limited(world, 10.0f, 0.0f, mica_body_def().maxSpeed);
    float y = 0.0f;
    for (int i = 0; i < 120; ++i) {
        mica_world_step(world, 1.0f / 60.0f, 4);
        float now = position_of(world, limited).y;
        CHECK(speed_of(world, limited) <= 5.0f * (1.0f + 1e-6f));
        CHECK(y - now <= 5.0f / 60.0f * (1.0f + 1e-4f));
        y = now;
    }
    CHECK_NEAR(speed_of(world, limited), 5.0, 1e-5);
    CHECK(speed_of(world, free) > 18.0f);
    CHECK_NEAR(mica_body_max_speed(world, limited), 5.0, 0.0);
    mica_world_destroy(world);
}

TEST(what_a_fast_body_hits_leaves_at_its_largest_speed)
{
    MicaWorld *world = make_space();
    MicaBody target = add_limited(world, 0.0f, 0.0f, 3.0f),
             ball = add_limited(world, -5.0f, 0.0f, 4e4f);
    mica_body_set_velocity(world, ball, v2(40.0f, 0.0f));
    float fastest = 0.0f, x = 0.0f;
    for (int i = 0; i < 60; ++i) {
        mica_world_step(world, 1.0f / 60.0f, 4);
        float now = position_of(world, target).x;
        CHECK(now - x <= 3.0f / 60.0f + 0.01f);  // and what the overlap is pushed out by
        x = now;
        fastest = fmaxf(fastest, speed_of(world, target));
    }
    CHECK_NEAR(fastest, 3.0, 1e-4);
    mica_world_destroy(world);
}

TEST(it_is_set_at_run_time_saved_and_kept_by_steps_by_impacts)
{
    MicaWorld *world = make_world();
    MicaBody body = add_limited(world, 0.0f, 0.0f, 4e4f);
    mica_body_set_velocity(world, body, v2(30.0f, 40.0f));
    CHECK_EQ_INT(mica_body_set_max_speed(world, body, 10.0f), MICA_ERROR_OK);
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    void *bytes = malloc(size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    mica_world_step(world, 1.0f / 60.0f, 4);
    CHECK_NEAR(speed_of(world, body), 10.0, 1e-4);
    mica_body_set_max_speed(world, body, 4e4f);
    CHECK_EQ_INT(mica_world_restore(world, bytes, size), MICA_ERROR_OK);
    CHECK_NEAR(mica_body_max_speed(world, body), 10.0, 0.0);
    mica_world_step_impacts(world, 1.0f / 60.0f, 100);
    CHECK_NEAR(speed_of(world, body), 10.0, 1e-4);
    CHECK_EQ_INT(mica_body_set_max_speed(world, body, 0.0f), MICA_ERROR_OK);
    MicaVec2 before = position_of(world, body);
    run(world, 10);
    CHECK_NEAR(position_of(world, body).x, before.x, 0.0);
    free(bytes);
    mica_world_destroy(world);
}

TEST(a_largest_speed_that_is_none_is_refused)
{
    MicaWorld *world = make_world();
    MicaBody body = add_limited(world, 0.0f, 0.0f, 2.0f);
    CHECK_REFUSED(world, mica_body_set_max_speed(world, body, -1.0f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_set_max_speed(world, body, 4.1e4f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_set_max_speed(world, body, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_NEAR(mica_body_max_speed(world, body), 2.0, 0.0);
    MicaBodyDef def = mica_body_def();
    def.maxSpeed = -1.0f;
    CHECK_REFUSED(world, CHECK_EQ_INT((int)mica_body_create(world, &def).id, 0),
                  MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(world);
}

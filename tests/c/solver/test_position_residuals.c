// Kahan residuals: what a position rounds off of a body's displacement is not lost, so that bodies
// far from the origin, where positions are coarse, move and rest as they do near it.
#include "build.h"
#include "world.h"

#include <math.h>

static float speed_of(MicaWorld *world, MicaBody body)
{
    MicaVec2 v = mica_body_velocity(world, body);
    return sqrtf(v.x * v.x + v.y * v.y);
}

// The distance between two positions that a float can hold, at a coordinate.
static float grain(float x) { return nextafterf(x, 3e38f) - x; }

// A pyramid of boxes, ten broad, on ground whose top is at y: its highest mean speed, and the sag
// of its top.
static float measure_tremble(float x, float y, float *sag)
{
    enum { ROWS = 10 };
    MicaWorld *world = make_awake_world();
    add_box(world, add_body(world, MICA_BODY_STATIC, x, y - 1.0f), 20.0f, 1.0f);
    MicaBody boxes[ROWS * (ROWS + 1) / 2];
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < ROWS - row; i++) {
            boxes[count++] = add_dynamic(world, x + 1.0625f * (float)i - 0.5f * (float)(ROWS - row),
                                         y + 0.5f + (float)row, box_shape(0.5f, 0.5f));
        }
    }
    float worst = 0.0f;
    for (int step = 0; step < 300; step++) {
        run(world, 1);
        float sum = 0.0f;
        for (int i = 0; i < count && step >= 240; i++) {
            sum += speed_of(world, boxes[i]);
        }
        worst = fmaxf(worst, sum / (float)count);
    }
    *sag = y + (float)ROWS - 0.5f - position_of(world, boxes[count - 1]).y;
    mica_world_destroy(world);
    return worst;
}

TEST_LONG(a_pyramid_rests_as_well_far_from_the_origin)
{
    float near, far;
    CHECK(measure_tremble(0.0f, 0.0f, &near) < 1e-5f);
    // Positions are 0.06, 1 and 4 mm apart up there.
    const float heights[3] = {1000.0f, 10000.0f, 40000.0f};
    for (int i = 0; i < 3; i++) {
        CHECK(measure_tremble(0.0f, heights[i], &far) < 5e-5f);
        CHECK_NEAR(far, near, grain(heights[i]));
        CHECK(measure_tremble(-heights[i], heights[i], &far) < 5e-5f);
        CHECK_NEAR(far, near, grain(heights[i]));
    }
}

TEST(a_slow_body_moves_on_far_from_the_origin)
{
    // At 1,000 km positions are 62 mm apart, and these come 1.7 and 3.3 mm a step.
    const float far = 1e6f;
    MicaWorld *world = make_space();
    MicaBody lift = add_body(world, MICA_BODY_KINEMATIC, far, -far);
    add_box(world, lift, 1.0f, 0.5f);
    mica_body_set_velocity(world, lift, v2(0.1f, -0.2f));
    MicaBody ball = add_dynamic(world, far + 100.0f, far, circle_shape(0.5f));
    mica_body_set_velocity(world, ball, v2(-0.2f, 0.1f));
    run(world, 3600);
    CHECK_NEAR(position_of(world, lift).x, far + 6.0f, 0.1f);
    CHECK_NEAR(position_of(world, lift).y, -far - 12.0f, 0.1f);
    CHECK_NEAR(position_of(world, ball).x, far + 88.0f, 0.1f);
    CHECK_NEAR(position_of(world, ball).y, far + 6.0f, 0.1f);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

TEST(a_body_turning_about_its_centre_of_mass_keeps_it_in_place)
{
    const float far = 2e4f;  // 2 mm
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, far, far, box_shape(1.0f, 1.0f));
    mica_body_set_mass(world, body, (MicaMassData){1.0f, v2(0.75f, -0.5f), 1.0f});
    mica_body_set_angular_velocity(world, body, 3.0f);
    MicaVec2 center = {far + 0.75f, far - 0.5f};
    for (int step = 0; step < 600; step++) {
        run(world, 1);
        MicaVec2 now = mica_body_center(world, body);
        CHECK_NEAR(now.x, center.x, 2.0f * grain(far));
        CHECK_NEAR(now.y, center.y, 2.0f * grain(far));
    }
    mica_world_destroy(world);
}

TEST(a_chain_hangs_still_far_from_the_origin)
{
    enum { LINKS = 12 };
    const float heights[2] = {0.0f, 20000.0f};
    for (int i = 0; i < 2; i++) {
        float y = heights[i];
        MicaWorld *world = make_awake_world();
        MicaBody above = add_body(world, MICA_BODY_STATIC, 0.0f, y);
        MicaBody links[LINKS];
        for (int k = 0; k < LINKS; k++) {
            links[k] = add_dynamic(world, 0.0f, y - 0.5f - (float)k, box_shape(0.1f, 0.4f));
            add_pin(world, k == 0 ? above : links[k - 1], links[k], 0.0f, y - (float)k);
        }
        run(world, 300);
        for (int k = 0; k < LINKS; k++) {
            CHECK(speed_of(world, links[k]) < 1e-4f);
        }
        mica_world_destroy(world);
    }
}

// A world whose body has come to a position that a twin has, too, but with another residual.
static MicaWorld *make_apart(float velocity, MicaBody *body)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0.0f, 0.0f);
    MicaWorld *world = mica_world_create(&def);
    *body = add_dynamic(world, 1e6f, 0.0f, circle_shape(0.5f));
    mica_body_set_velocity(world, *body, v2(velocity, 0.0f));
    run(world, 3);
    mica_body_set_velocity(world, *body, v2(0.0f, 0.0f));
    return world;
}

TEST(residuals_end_when_a_body_is_teleported_or_sleeps)
{
    MicaBody a, b;
    MicaWorld *one = make_apart(0.1f, &a), *other = make_apart(0.0f, &b);
    CHECK(position_of(one, a).x == position_of(other, b).x);
    CHECK(mica_world_hash(one) != mica_world_hash(other));
    mica_body_set_transform(one, a, v2(1e6f, 5.0f), 0.0f);
    mica_body_set_transform(other, b, v2(1e6f, 5.0f), 0.0f);
    CHECK(mica_world_hash(one) == mica_world_hash(other));
    mica_world_destroy(one);
    mica_world_destroy(other);

    one = make_apart(0.1f, &a);
    other = make_apart(0.0f, &b);
    run(one, 120);
    run(other, 120);
    CHECK(!is_awake(one, a) && !is_awake(other, b));
    CHECK(mica_world_hash(one) == mica_world_hash(other));
    mica_world_destroy(one);
    mica_world_destroy(other);

    // The next body of a slot does not get the residual of the last one.
    one = make_apart(0.1f, &a);
    CHECK(one->state.positionResiduals.data[0].x != 0.0f);
    mica_body_destroy(one, a);
    run(one, 300);
    for (int i = 0; i < 2000 && one->state.bodies.count < 2; i++) {
        MicaBody next = add_dynamic(one, 1e6f, 0.0f, circle_shape(0.5f));
        if (MICA_SLOT(next) == 0) {
            CHECK(one->state.positionResiduals.data[0].x == 0.0f);
            break;
        }
        mica_body_destroy(one, next);
        run(one, 1);
    }
    mica_world_destroy(one);
}

TEST(bodies_stopped_by_a_sweep_have_no_residual)
{
    // Shot at a wall far off, by forces, and by impacts in every other step: both set the position
    // without a residual.
    for (int variant = 0; variant < 2; variant++) {
        MicaWorld *world = make_space();
        add_box(world, add_body(world, MICA_BODY_STATIC, 1e5f + 20.0f, 1e5f), 0.5f, 50.0f);
        MicaBody shots[20];
        for (int i = 0; i < 20; i++) {
            shots[i] =
                add_dynamic(world, 1e5f, 1e5f + 2.0f * (float)i - 20.0f, circle_shape(0.25f));
            mica_body_set_velocity(world, shots[i], v2(100.0f + 31.0f * (float)i, 0.3f));
        }
        int had = 0, held = 0;
        for (int step = 0; step < 60; step++) {
            float before[20], speeds[20];
            for (int i = 0; i < 20; i++) {
                before[i] = position_of(world, shots[i]).x;
                speeds[i] = mica_body_velocity(world, shots[i]).x;
            }
            bool byImpacts = variant == 1 && (step & 1) != 0;
            if (byImpacts) {
                CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 1000), MICA_ERROR_OK);
            } else {
                run(world, 1);
            }
            for (int i = 0; i < 20; i++) {
                MicaVec2 kept = world->state.positionResiduals.data[MICA_SLOT(shots[i])];
                float displacement = position_of(world, shots[i]).x - before[i];
                bool stopped = speeds[i] > 90.0f && displacement < 0.9f * FRAME * speeds[i];
                had += kept.x != 0.0f || kept.y != 0.0f;
                held += stopped;
                CHECK(!((stopped || byImpacts) && (kept.x != 0.0f || kept.y != 0.0f)));
            }
            CHECK_EQ_STR(mica_world_validate(world), NULL);
        }
        CHECK(held >= 15);
        CHECK(had > 100);
        mica_world_destroy(world);
    }
}

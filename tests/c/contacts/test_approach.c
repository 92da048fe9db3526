// Bodies that approach fast: contacts computed ahead of the step, see approach.c. What collides
// hardly overlaps, and what only passes by keeps its motion.
#include "build.h"

#include <math.h>

// Two balls of radius 0.2 m; one comes from the left at `speed`, `aside` off the line to the other,
// and starts in another phase of the step at each trial.
static MicaWorld *make_two_balls(float speed, float aside, float restitution, int trial,
                                 MicaBody *mover, MicaBody *other)
{
    MicaWorld *world = make_space();
    MicaColliderDef def = mica_collider_def();
    MicaShape ball = circle_shape(0.2f);
    def.restitution = restitution;
    *other = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
    *mover =
        add_body(world, MICA_BODY_DYNAMIC, -1.5f - speed * FRAME * (float)trial / 40.0f, aside);
    mica_collider_create(world, *other, &def, &ball);
    mica_collider_create(world, *mover, &def, &ball);
    mica_body_set_velocity(world, *mover, v2(speed, 0.0f));
    return world;
}

TEST(balls_that_collide_fast_do_not_overlap)
{
    // 6 m/s are 10 cm a step: without looking ahead, the balls overlapped by up to 8 cm.
    double worst = 0.0;
    for (int trial = 0; trial < 80; trial++) {
        MicaBody mover, other;
        float restitution = trial % 2 == 0 ? 0.0f : 0.5f;
        MicaWorld *world = make_two_balls(6.0f, 0.02f, restitution, trial / 2, &mover, &other);
        for (int step = 0; step < 30; step++) {
            run(world, 1);
            MicaVec2 p = position_of(world, mover), q = position_of(world, other);
            double apart = hypot((double)(p.x - q.x), (double)(p.y - q.y));
            worst = fmax(worst, 0.4 - apart);
        }
        // They move on together, or bounce.
        CHECK_NEAR(mica_body_velocity(world, other).x, 3.0f * (1.0f + restitution), 0.05);
        mica_world_destroy(world);
    }
    CHECK(worst < 1e-3);
}

TEST(shapes_that_collide_fast_overlap_little)
{
    // The same for boxes at a slant that rotate a little: at the speculative distance alone, 8 cm
    // at worst and 3 to 4 in the mean. What is left is a second corner that lands within the step.
    const MicaShape shapes[3] = {box_shape(0.2f, 0.2f), capsule_shape(0.1f, 0.1f),
                                 circle_shape(0.2f)};
    for (int pair = 0; pair < 8; pair++) {
        double worst = 0.0, sum = 0.0;
        for (int trial = 0; trial < 40; trial++) {
            double deepest = 0.0;
            MicaWorld *world = make_space();
            const MicaShape *a = &shapes[pair % 3], *b = &shapes[pair / 3];
            MicaBody other = add_dynamic(world, 0.0f, 0.0f, *b);
            MicaBody mover = add_dynamic(world, -1.5f - 0.1f * (float)trial / 40.0f, 0.05f, *a);
            mica_body_set_velocity(world, mover, v2(6.0f, 0.3f));
            mica_body_set_angular_velocity(world, mover, 1.0f);
            for (int step = 0; step < 30; step++) {
                run(world, 1);
                MicaManifold m = mica_collide(a, mica_body_transform(world, mover), b,
                                              mica_body_transform(world, other), 0.0f);
                for (int k = 0; k < m.count; k++) {
                    deepest = fmax(deepest, -(double)m.points[k].separation);
                }
            }
            worst = fmax(worst, deepest);
            sum += deepest;
            CHECK(mica_body_velocity(world, other).x > 1.0f);
            mica_world_destroy(world);
        }
        CHECK(worst < 0.05 && sum / 40.0 < 0.02);
    }
}

TEST(a_box_that_passes_a_corner_is_not_stopped_ahead_of_it)
{
    // A box passes another at 1 mm: the manifold must be that of the face where they will meet, not
    // of the face that is nearest now.
    for (int trial = 0; trial < 40; trial++) {
        MicaWorld *world = make_space();
        add_dynamic(world, 0.0f, 0.0f, box_shape(0.2f, 0.2f));
        float above = 0.03f + 0.17f * (float)trial / 40.0f;
        MicaBody mover = add_dynamic(world, -0.401f, 0.4f + above, box_shape(0.2f, 0.2f));
        mica_body_set_velocity(world, mover, v2(0.0f, -12.0f));
        run(world, 1);
        MicaVec2 v = mica_body_velocity(world, mover);
        CHECK(v.x == 0.0f && v.y == -12.0f);
        mica_world_destroy(world);
    }
}

typedef enum Kind { FREE, LOCKED, ARCADE } Kind;

// A box falls past another from a height, or is released near its top: the speed that it loses on
// the way compared with free fall, m/s; and in *off how far it ends from lying flat on the floor.
static float speed_lost_in_fall(MicaBodyType type, float aside, float height, Kind kind, float *off)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    add_box(world, add_body(world, type, 0.0f, 0.5f), 0.5f, 0.5f);
    MicaBody box = add_dynamic(world, 1.0f + aside, height, box_shape(0.5f, 0.5f));
    mica_body_set_locks(world, box, kind != FREE ? MICA_FLAG_LOCK_ROTATION : 0);
    mica_collider_set_arcade(world, mica_collider_at(world, 2), kind == ARCADE);
    float lost = 0.0f;
    bool down = false;
    for (int step = 1; step <= 120; step++) {
        run(world, 1);
        down = down || position_of(world, box).y <= 0.6f;
        if (!down) {
            float falls = -10.0f * FRAME * (float)step;
            lost = fmaxf(lost, mica_body_velocity(world, box).y - falls);
        }
    }
    *off = fabsf(position_of(world, box).y - 0.5f) +
           fabsf(mica_rot_angle(mica_body_transform(world, box).q));
    mica_world_destroy(world);
    return lost;
}

TEST_LONG(a_box_that_falls_past_another_is_not_stopped_by_its_corner)
{
    // Flush, overlapping by a rounding error, or some millimetres apart.
    const float asides[6] = {0.0f, -1e-6f, -1e-3f, 1e-4f, 5e-3f, 15e-3f};
    for (int i = 0; i < 6 * 2 * 3; i++) {
        float aside = asides[i % 6], off;
        MicaBodyType type = i / 6 % 2 != 0 ? MICA_BODY_DYNAMIC : MICA_BODY_STATIC;
        Kind kind = (Kind)(i / 12);
        for (int k = 0; k < 40; k += test_stride(5)) {
            CHECK(speed_lost_in_fall(type, aside, 2.0f + 0.031f * (float)k, kind, &off) < 0.01f);
            CHECK(off < 0.002f);
        }
        for (int k = 0; k < 12; k += test_stride(5)) {
            speed_lost_in_fall(type, aside, 1.5f + 0.005f * (float)k, kind, &off);
            CHECK(off < 0.002f);
        }
    }
}

TEST(a_box_that_falls_onto_another_lands)
{
    // On an edge of 1 cm, which is more than passing by; and on all of it.
    const float asides[4] = {-0.01f, -0.1f, -0.5f, -1.0f};
    for (int i = 0; i < 4 * 40; i++) {
        float off;
        MicaBodyType type = i % 2 != 0 ? MICA_BODY_DYNAMIC : MICA_BODY_STATIC;
        float height = 2.0f + 0.031f * (float)(i / 4);
        CHECK(speed_lost_in_fall(type, asides[i % 4], height, FREE, &off) > 2.0f);
    }
}

TEST(a_box_that_slides_over_loose_boxes_meets_no_edge)
{
    const MicaShape shapes[2] = {box_shape(0.25f, 0.25f), circle_shape(0.25f)};
    const float speeds[3] = {1.0f, 4.0f, 10.0f};
    for (int i = 0; i < 6; i++) {
        MicaWorld *world = make_awake_world();
        add_ground(world);
        for (int k = -8; k <= 8; k++) {
            add_dynamic(world, (float)k, 0.5f, box_shape(0.5f, 0.5f));
        }
        run(world, 60);
        MicaBody body = add_dynamic(world, -7.0f, 1.25f, shapes[i / 3]);
        mica_collider_set_friction(world, mica_collider_at(world, 18), 0.0f);
        mica_body_set_velocity(world, body, v2(speeds[i % 3], 0.0f));
        for (int step = 0; step < 240 && position_of(world, body).x < 7.0f; step++) {
            run(world, 1);
            CHECK_NEAR(mica_body_velocity(world, body).x, speeds[i % 3], 0.002f * speeds[i % 3]);
            CHECK_NEAR(position_of(world, body).y, 1.25f, 0.001f);
        }
        mica_world_destroy(world);
    }
}

TEST(balls_that_pass_closely_do_not_collide)
{
    // They pass at 1 mm, at speeds where contacts are computed ahead: the line between their
    // centres turns by up to a right angle within a step.
    for (int trial = 0; trial < 80; trial++) {
        MicaBody mover, other;
        float restitution = trial % 2 == 0 ? 0.0f : 0.8f;
        MicaWorld *world = make_two_balls(12.0f, 0.401f, restitution, trial / 2, &mover, &other);
        run(world, 30);
        MicaVec2 v = mica_body_velocity(world, mover), w = mica_body_velocity(world, other);
        CHECK(v.x == 12.0f && v.y == 0.0f && w.x == 0.0f && w.y == 0.0f);
        CHECK(position_of(world, mover).x > 3.0f);
        CHECK_EQ_INT(mica_world_counters(world).touchingContacts, 0);
        mica_world_destroy(world);
    }
}

// Movers on the obstacle course of course.h: every section both ways with every shape and rate, and
// the whole course back and forth for ten thousand frames. All of it is walkable, so a mover is
// grounded in every frame, goes on in every frame in which it wants to, and rests exactly when it
// does not.
#include "course.h"

#define SPEED 5.0f

typedef struct Tally {
    int32_t airborne, deep, stuck, drifts;
    float firstAirborne;  // x
} Tally;

// One frame of a walk in that direction, or at rest if it is 0.
static void course_frame(const Stage *s, int32_t shape, float side, Tally *tally)
{
    MicaVec2 before = place_of(s);
    walk_frame(s, SPEED * side);
    MicaVec2 p = place_of(s);
    if (!is_grounded(s)) {
        tally->firstAirborne = tally->airborne == 0 ? p.x : tally->firstAirborne;
        ++tally->airborne;
    }
    tally->deep += deep_overlaps(s, shape) > 0;
    if (side != 0.0f) {
        tally->stuck += (p.x - before.x) * side <= 0.0f;
    } else {
        tally->drifts += p.x != before.x || p.y != before.y;
    }
}

static void expect_clean(const Tally *tally, const char *where, int32_t shape, float hz)
{
    if (tally->airborne + tally->deep + tally->stuck + tally->drifts > 0) {
        test_fail(__FILE__, __LINE__,
                  "%s, shape %d at %g Hz: %d frames in the air (the first at x = %g), %d deep, %d "
                  "without "
                  "progress, %d drifts",
                  where, shape, (double)hz, tally->airborne, (double)tally->firstAirborne,
                  tally->deep, tally->stuck, tally->drifts);
    }
}

static void walk_section(const CourseSection *section, int32_t shape, float hz, float side)
{
    MicaWorld *world = make_world();
    float end = add_course(world, section, 1);
    Stage s = make_stage(world, shape, v2(side > 0.0f ? -2.0f : end + 2.0f, 0.65f), NULL);
    s.hz = hz;
    come_to_rest(&s);
    Tally tally = {0};
    // Steps slow nobody; along slopes the way is longer than the section.
    int32_t frames = (int32_t)((2.0f * section->width + 5.0f) / SPEED * hz);
    bool arrived = false;
    for (int32_t i = 0; i < frames && !arrived; ++i) {
        course_frame(&s, shape, side, &tally);
        arrived = side > 0.0f ? place_of(&s).x > end + 1.0f : place_of(&s).x < -1.0f;
    }
    CHECK(arrived);
    expect_clean(&tally, section->name, shape, hz);
    mica_world_destroy(world);
}

TEST_LONG(a_mover_walks_through_every_section_of_the_course_both_ways)
{
    for (int32_t k = 0; k < course_section_count; ++k) {
        for (int32_t shape = 0; shape < SHAPES; ++shape) {
            for (int32_t rate = 0; rate < 3; ++rate) {
                walk_section(&course_sections[k], shape, stage_rates[rate], 1.0f);
                walk_section(&course_sections[k], shape, stage_rates[rate], -1.0f);
            }
        }
    }
}

TEST(a_mover_is_grounded_in_ten_thousand_frames_on_the_course)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (int32_t rate = 0; rate < 3; ++rate) {
            MicaWorld *world = make_world();
            float end = add_course(world, course_sections, course_section_count), side = 1.0f;
            Stage s = make_stage(world, shape, v2(-2.0f, 0.65f), NULL);
            s.hz = stage_rates[rate];
            come_to_rest(&s);
            Tally tally = {0};
            int32_t turns = 0;
            for (int32_t i = 0; i < test_part(10000, 10); ++i) {
                // Of 60 frames it stands in 10, wherever that is; in the first it may still come to
                // rest.
                int32_t phase = i % 60;
                if (phase == 50) {
                    walk_frame(&s, 0.0f);
                    tally.airborne += !is_grounded(&s);
                } else {
                    course_frame(&s, shape, phase > 50 ? 0.0f : side, &tally);
                }
                float x = place_of(&s).x;
                if (side > 0.0f ? x > end + 2.0f : x < -2.0f) {
                    side = -side;
                    ++turns;
                }
            }
            expect_clean(&tally, "the whole course", shape, s.hz);
            CHECK(turns >= (int32_t)(test_part(10000, 10) / s.hz * SPEED * 0.6f / end));
            mica_world_destroy(world);
        }
    }
}

TEST(a_mover_keeps_its_speed_in_every_frame_of_sections_without_steps)
{
    // Floors, ramps, saws, tiles, rising slopes, low ceilings, cracks; not the box at a sloped
    // ceiling, whose corner meets it where the slope ends.
    static const int32_t sections[] = {0, 1, 2, 6, 7, 9, 11};
    for (int32_t k = 0; k < 7 * SHAPES * 3; ++k) {
        const CourseSection *section = &course_sections[sections[k / (SHAPES * 3)]];
        int32_t shape = k / 3 % SHAPES;
        for (float side = 1.0f; side >= -1.0f; side -= 2.0f) {
            MicaWorld *world = make_world();
            float end = add_course(world, section, 1);
            Stage s = make_stage(world, shape, v2(side > 0.0f ? -2.0f : end + 2.0f, 0.65f), NULL);
            s.hz = stage_rates[k % 3];
            come_to_rest(&s);
            while (side > 0.0f ? place_of(&s).x < end + 1.0f : place_of(&s).x > -1.0f) {
                MicaVec2 before = place_of(&s);
                walk_frame(&s, SPEED * side);
                CHECK_NEAR(drawn_speed(&s, before), SPEED, 0.01f * SPEED);
                REQUIRE(drawn_speed(&s, before) > 0.1f);
            }
            mica_world_destroy(world);
        }
    }
}

// Jumps down to a hill at 6 m/s across, and walks on. In the air it goes 6 m/s across, on ground it
// is drawn at 6 m/s, and in the frame of landing it is between the two.
static void land_on_hills(void (*add)(MicaWorld *world), int32_t shape, float hz, float side,
                          float height)
{
    MicaWorld *world = make_world();
    add(world);
    Stage s = make_stage(world, shape, v2(side > 0.0f ? 1.0f : 39.0f, 3.7f + height), NULL);
    s.hz = hz;
    bool was = false;
    for (int32_t i = 0; i < (int32_t)(2.2f * hz); ++i) {
        MicaVec2 before = place_of(&s);
        walk_frame(&s, 6.0f * side);
        bool now = is_grounded(&s);
        float across = (place_of(&s).x - before.x) * side * hz;
        if (was) {
            CHECK(now);
            CHECK_NEAR(drawn_speed(&s, before), 6.0f, 0.06f);
        } else if (!now) {
            CHECK_NEAR(across, 6.0f, 0.06f);
        } else {
            // The slopes are 45 degrees at most.
            CHECK(across > 6.0f * 0.7f && across < 6.06f);
        }
        was = now;
    }
    CHECK(was);
    mica_world_destroy(world);
}

TEST(a_mover_that_lands_on_hills_keeps_its_speed_in_every_frame)
{
    void (*const grounds[3])(MicaWorld *) = {add_tiles, add_chain, add_boxes};
    for (int32_t k = 0; k < 9 * SHAPES; ++k) {
        for (float height = 0.3f; height < 9.0f; height += 0.43f * (float)test_stride(5)) {
            land_on_hills(grounds[k / (3 * SHAPES)], k / 3 % SHAPES, stage_rates[k % 3], 1.0f,
                          height);
            land_on_hills(grounds[k / (3 * SHAPES)], k / 3 % SHAPES, stage_rates[k % 3], -1.0f,
                          height);
        }
    }
}

// ------------------------------------------------------------------- other directions and sizes

// Hills and a step of 0.25 m as one chain, turned about the origin and scaled.
static void add_turned_hills(MicaWorld *world, float angle, float size)
{
    static const MicaVec2 hills[] = {{40.0f, 0.0f}, {28.0f, 0.0f}, {25.0f, 3.0f},  {22.0f, 3.0f},
                                     {19.0f, 0.0f}, {18.8f, 0.0f}, {18.8f, 0.25f}, {17.0f, 0.25f},
                                     {17.0f, 0.0f}, {13.0f, 0.0f}, {11.0f, 1.0f},  {9.0f, 1.0f},
                                     {7.0f, 0.0f},  {0.0f, 0.0f}};
    MicaVec2 points[14];
    float c = size * cosf(angle), n = size * sinf(angle);
    for (int32_t i = 0; i < 14; ++i) {
        points[i] = v2(c * hills[i].x - n * hills[i].y, n * hills[i].x + c * hills[i].y);
    }
    MicaChainDef chain = {.points = points, .count = 14};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &chain);
}

// Back and forth over them where down is -y turned by an angle, with all lengths scaled.
static void walk_turned(int32_t shape, float hz, float angle, float size)
{
    float c = cosf(angle), n = sinf(angle);
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(10.0f * size * n, -10.0f * size * c);
    MicaWorld *world = mica_world_create(&def);
    add_turned_hills(world, angle, size);
    MicaShape body = shape == BOX ? box_shape(0.3f * size, 0.6f * size) : circle_shape(0.6f * size);
    if (shape == CAPSULE) {
        mica_shape_capsule(v2(0.0f, -0.3f * size), v2(0.0f, 0.3f * size), 0.3f * size, &body);
    }
    MicaBodyDef character = mica_body_def();
    character.type = MICA_BODY_KINEMATIC;
    character.position = v2(size * (2.0f * c - 0.75f * n), size * (2.0f * n + 0.75f * c));
    character.angle = angle;
    Stage s = {.world = world, .body = mica_body_create(world, &character), .hz = hz};
    MicaMoverDef numbers = mica_mover_def();
    numbers.numbers[MICA_MOVER_STEP_HEIGHT] *= size;
    numbers.numbers[MICA_MOVER_SNAP_DISTANCE] *= size;
    s.mover = mica_mover_create(world, add_shape(world, s.body, body), &numbers);
    float side = 1.0f;
    int32_t turns = 0;
    for (int32_t i = 0; i < (int32_t)(20.0f * hz); ++i) {
        MicaVec2 before = place_of(&s), v = state_of(&s).velocity;
        float up = c * v.y - n * v.x, target = SPEED * size * side;
        mica_mover_set_velocity(world, s.mover, v2(target * c - up * n, target * n + up * c));
        mica_world_step(world, 1.0f / hz, 4);
        float x = (c * place_of(&s).x + n * place_of(&s).y) / size;
        if (i > (int32_t)hz) {
            CHECK(is_grounded(&s));
            // The step is quicker than a walk.
            CHECK(fabsf(x - 18.0f) < 2.0f ||
                  fabsf(drawn_speed(&s, before) - SPEED * size) < 0.01f * SPEED * size);
        }
        if (side > 0.0f ? x > 36.0f : x < 2.0f) {
            side = -side;
            ++turns;
        }
    }
    CHECK(turns >= 2);
    mica_world_destroy(world);
}

TEST_LONG(a_mover_walks_alike_whatever_is_down_and_whatever_its_size)
{
    static const float angles[] = {0.3f, 1.5707963f, 3.1415927f, -2.0f, 0.7853982f};
    static const float sizes[] = {0.2f, 0.5f, 2.0f, 10.0f};
    for (int32_t k = 0; k < SHAPES * 3; ++k) {
        for (int32_t i = 0; i < 5; ++i) {
            walk_turned(k / 3, stage_rates[k % 3], angles[i], 1.0f);
        }
        for (int32_t i = 0; i < 4; ++i) {
            walk_turned(k / 3, stage_rates[k % 3], 0.0f, sizes[i]);
        }
    }
}

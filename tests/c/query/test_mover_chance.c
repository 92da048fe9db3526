// Movers at play by chance in a room of forty random boxes, circles, hulls and chains, some on each
// other: they walk, jump and fall, or float, at changing speeds. They are never deeper than 1 mm in
// anything, never crushed, never further in a frame than their speed and a step allow; and who
// stops stands, for there is always ground below.
#include "course.h"

static void add_random_body(MicaWorld *world, uint32_t *random)
{
    MicaBodyDef def = mica_body_def();
    def.position =
        v2(test_random_float(random, -8.0f, 8.0f), test_random_float(random, 0.0f, 8.0f));
    def.angle = test_random_float(random, 0.0f, 6.28f);
    MicaBody body = mica_body_create(world, &def);
    uint32_t kind = test_random(random) % 4;
    MicaVec2 points[6];
    float x = -2.0f;
    for (int32_t i = 0; i < 6; ++i) {
        x += test_random_float(random, 0.1f, 0.8f);
        points[i] = kind == 2 ? v2(test_random_float(random, -1.0f, 1.0f),
                                   test_random_float(random, -1.0f, 1.0f))
                              : v2(x, test_random_float(random, -0.6f, 0.6f));
    }
    MicaShape shape;
    if (kind == 0) {
        add_box(world, body, test_random_float(random, 0.02f, 1.5f),
                test_random_float(random, 0.02f, 0.6f));
    } else if (kind == 1) {
        add_circle(world, body, test_random_float(random, 0.05f, 0.8f));
    } else if (kind == 2 && mica_shape_hull(points, 6, 0.0f, &shape) == MICA_ERROR_OK) {
        add_shape(world, body, shape);
    } else if (kind == 3) {
        MicaChainDef chain = {.points = points, .count = 6};
        MicaColliderDef collider = mica_collider_def();
        mica_chain_create(world, body, &collider, &chain);
    }
}

static MicaWorld *make_room(uint32_t *random)
{
    MicaWorld *world = make_world();
    for (int32_t i = 0; i < 40; ++i) {
        add_random_body(world, random);
    }
    add_box_at(world, add_static(world), v2(0.0f, -1.0f), 20.0f, 1.0f, 0.0f);
    add_box_at(world, add_static(world), v2(0.0f, 13.0f), 20.0f, 1.0f, 0.0f);
    add_box_at(world, add_static(world), v2(-10.0f, 5.0f), 1.0f, 10.0f, 0.0f);
    add_box_at(world, add_static(world), v2(10.0f, 5.0f), 1.0f, 10.0f, 0.0f);
    return world;
}

// One frame, after which it overlaps nothing and has not leapt.
static void play_frame(const Stage *s, int32_t shape, MicaVec2 target)
{
    MicaVec2 before = place_of(s);
    MicaMoverState old = state_of(s);
    mica_mover_set_velocity(s->world, s->mover, target);
    mica_world_step(s->world, 1.0f / s->hz, 4);
    MicaMoverState now = state_of(s);
    CHECK_EQ_INT(deep_overlaps(s, shape), 0);
    CHECK_EQ_INT(now.flags & MICA_MOVER_CRUSHED, 0);
    // A step up or down of 0.3 m goes with up to as much aside.
    bool stood = ((old.flags | now.flags) & MICA_MOVER_GROUNDED) != 0;
    float fastest =
        fmaxf(hypotf(target.x, target.y), hypotf(now.velocity.x, now.velocity.y)) + 8.0f;
    CHECK(drawn_speed(s, before) < fastest + (stood ? 0.65f : 0.02f) * s->hz);
}

static void play(uint32_t seed, bool floats)
{
    uint32_t random = seed * 7919u + 13u;
    MicaWorld *world = make_room(&random);
    MicaMoverDef def = mica_mover_def();
    def.floating = floats;
    int32_t shape = (int32_t)(seed % SHAPES);
    // Above all bodies.
    Stage s = make_stage(world, shape, v2(0.0f, 10.5f), &def);
    s.hz = stage_rates[seed / SHAPES % 3];
    MicaVec2 target = {0.0f, 0.0f};
    for (int32_t i = 0; i < (int32_t)(15.0f * s.hz); ++i) {
        if (test_random(&random) % 20 == 0) {
            target = v2(test_random_float(&random, -8.0f, 8.0f),
                        test_random_float(&random, -8.0f, 8.0f));
        }
        bool jumps = test_random(&random) % 30 == 0 && is_grounded(&s);
        float fall = state_of(&s).velocity.y;
        play_frame(&s, shape, floats ? target : v2(target.x, jumps ? 7.0f : fall));
    }
    for (int32_t i = 0; i < (int32_t)(3.0f * s.hz) && !floats; ++i) {
        play_frame(&s, shape, v2(0.0f, state_of(&s).velocity.y));
    }
    CHECK(floats || is_grounded(&s));
    CHECK(fabsf(place_of(&s).x) < 9.0f && place_of(&s).y > 0.5f && place_of(&s).y < 12.0f);
    mica_world_destroy(world);
}

TEST_LONG(a_mover_at_play_by_chance_overlaps_nothing_and_comes_to_stand)
{
    for (uint32_t seed = 1; seed < 300; seed += (uint32_t)test_stride(13)) {
        play(seed, false);
    }
}

TEST(a_floating_mover_at_play_by_chance_overlaps_nothing)
{
    for (uint32_t seed = 1; seed < 300; seed += (uint32_t)test_stride(13)) {
        play(seed, true);
    }
}

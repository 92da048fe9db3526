// Movers in more colliders at once than any level has, and more movers in one place than fit: what they
// do in a step is bounded, and they get out all the same.
#include "movers.h"
#include "world.h"

#include <stdlib.h>

static void overlap_boxes(MicaWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        add_box_at(world, add_static(world), v2(0.001f * (float)(i % 7), 0.0f), 1.0f, 1.0f, 0.0f);
    }
}

// Those that have no turn rest where they are, and are crushed.
TEST(embedded_movers_take_turns_to_get_out)
{
    enum { MOVERS = 12, BOXES = 320 };
    MicaWorld *world = make_space();
    Stage s[MOVERS];
    overlap_boxes(world, BOXES);
    for (int i = 0; i < MOVERS; ++i) {
        s[i] = make_stage(world, BOX, v2(0.1f, 0.2f), NULL);
    }
    int steps = 0, crushed = MOVERS;
    for (; steps < 100 && crushed > 0; ++steps) {
        MicaVec2 before[MOVERS];
        int moved = 0;
        for (int i = 0; i < MOVERS; ++i) {
            before[i] = place_of(&s[i]);
        }
        mica_world_step(world, FRAME, 4);
        crushed = 0;
        for (int i = 0; i < MOVERS; ++i) {
            MicaVec2 now = place_of(&s[i]);
            bool hasMoved = now.x != before[i].x || now.y != before[i].y,
                 stuck = (state_of(&s[i]).flags & MICA_MOVER_CRUSHED) != 0;
            moved += hasMoved;
            crushed += stuck;
        }
        CHECK(moved <= MOVER_EMBEDDED_TESTS / BOXES);
    }
    CHECK(steps > MOVERS * BOXES / MOVER_EMBEDDED_TESTS);
    CHECK(crushed < MOVERS);
    mica_world_destroy(world);
}

TEST(a_mover_in_as_many_colliders_as_there_may_be_gets_out_at_once)
{
    MicaWorld *world = make_space();
    overlap_boxes(world, MOVER_MAX_OVERLAPS);
    Stage s = make_stage(world, BOX, v2(0.1f, 0.2f), NULL);
    mica_world_step(world, FRAME, 4);
    CHECK_EQ_INT(state_of(&s).flags & MICA_MOVER_CRUSHED, 0);
    mica_world_destroy(world);
}

// How deep two of the shapes overlap along an axis, the lesser of both: an upper bound for all shapes.
static float box_overlap(const Stage *a, const Stage *b, MicaVec2 size)
{
    MicaVec2 p = place_of(a), q = place_of(b);
    return fminf(size.x - fabsf(p.x - q.x), size.y - fabsf(p.y - q.y));
}

static MicaVec2 size_of(int32_t shape) { return v2(shape == CIRCLE ? 1.2f : 0.6f, 1.2f); }

static int count_crushed(const Stage *s, int count)
{
    int crushed = 0;
    for (int i = 0; i < count; ++i) {
        crushed += (state_of(&s[i]).flags & MICA_MOVER_CRUSHED) != 0;
    }
    return crushed;
}

// Steps until none is crushed; false if some are after so many. None goes further a step than a quarter of
// its size and `more`.
static bool part(MicaWorld *world, const Stage *s, int count, int steps, float more)
{
    MicaVec2 *before = malloc(sizeof(MicaVec2) * (size_t)count);
    float furthest = 0.0f;
    int crushed = count;
    for (int step = 0; step < steps && crushed > 0; ++step) {
        for (int i = 0; i < count; ++i) {
            before[i] = place_of(&s[i]);
        }
        mica_world_step(world, FRAME, 4);
        for (int i = 0; i < count; ++i) {
            MicaVec2 now = place_of(&s[i]);
            furthest = fmaxf(furthest, hypotf(now.x - before[i].x, now.y - before[i].y));
        }
        crushed = count_crushed(s, count);
    }
    free(before);
    CHECK(furthest <= 1.2f * MOVER_CROWD_STRIDE + more + 1e-4f);
    return crushed == 0;
}

// All of a crowd in one point, or within a few centimetres, part; the first stays where it is.
static void check_crowd(int32_t shape, int count, float offset)
{
    static Stage s[500];
    uint32_t seed = 7;
    MicaWorld *world = make_space();
    for (int i = 0; i < count; ++i) {
        float x = test_random_float(&seed, 0.0f, offset),
              y = test_random_float(&seed, 0.0f, offset);
        s[i] = make_stage(world, shape, v2(x, y), NULL);
    }
    MicaVec2 first = place_of(&s[0]);
    CHECK(part(world, s, count, 2 * MOVER_CROWD_STEPS, 0.0f));
    CHECK(place_of(&s[0]).x == first.x && place_of(&s[0]).y == first.y);
    for (int i = 0; i < count && shape == BOX; ++i) {
        for (int k = 0; k < i; ++k) {
            CHECK(box_overlap(&s[i], &s[k], size_of(shape)) <= 1e-5f);
        }
    }
    mica_world_destroy(world);
}

TEST_LONG(movers_in_one_point_part)
{
    static const int counts[] = {MOVER_MAX_OVERLAPS + 2, 60, 500};
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (int i = 0; i < 3; ++i) {
            check_crowd(shape, counts[i], 0.0f);
            check_crowd(shape, counts[i], 0.05f);
        }
    }
}

// Walls hold them, and they find all places in a room.
TEST(a_crowd_of_movers_parts_in_a_closed_room)
{
    enum { MOVERS = 24 };
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        Stage s[MOVERS];
        MicaWorld *world = make_space();
        for (int side = 0; side < 4; ++side) {
            float x = side < 2 ? (side == 0 ? -5.0f : 5.0f) : 0.0f,
                  y = side < 2 ? 0.0f : (side == 2 ? -5.0f : 5.0f);
            add_box_at(world, add_static(world), v2(x, y), side < 2 ? 0.05f : 5.0f,
                       side < 2 ? 5.0f : 0.05f, 0.0f);
        }
        for (int i = 0; i < MOVERS; ++i) {
            s[i] = make_stage(world, shape, v2(3.0f, -2.0f), NULL);
        }
        CHECK(part(world, s, MOVERS, 40 * MOVER_CROWD_STEPS, 0.0f));
        for (int i = 0; i < MOVERS; ++i) {
            MicaVec2 p = place_of(&s[i]), half = size_of(shape);
            CHECK(fabsf(p.x) + 0.5f * half.x < 4.951f && fabsf(p.y) + 0.5f * half.y < 4.951f);
        }
        mica_world_destroy(world);
    }
}

// A crowd passes other movers and does not push them.
TEST(a_crowd_of_movers_leaves_others_where_they_are)
{
    enum { MOVERS = 60, OTHERS = 8 };
    Stage s[MOVERS + OTHERS];
    MicaWorld *world = make_space();
    for (int i = 0; i < MOVERS + OTHERS; ++i) {
        s[i] = make_stage(world, BOX,
                          i < MOVERS ? v2(0.0f, 0.0f) : v2((float)(i - MOVERS) + 1.5f, 0.3f), NULL);
    }
    CHECK(part(world, s, MOVERS + OTHERS, 4 * MOVER_CROWD_STEPS, 0.0f));
    for (int i = MOVERS; i < MOVERS + OTHERS; ++i) {
        MicaVec2 p = place_of(&s[i]);
        CHECK(p.x == (float)(i - MOVERS) + 1.5f && p.y == 0.3f);
    }
    mica_world_destroy(world);
}

// A crowd that is in the ground, too, comes out of it first.
TEST(a_crowd_of_movers_comes_out_of_the_ground)
{
    enum { MOVERS = 60 };
    Stage s[MOVERS];
    MicaWorld *world = make_space();
    add_floor(world);
    for (int i = 0; i < MOVERS; ++i) {
        s[i] = make_stage(world, CIRCLE, v2(0.0f, 0.4f), NULL);
    }
    CHECK(part(world, s, MOVERS, 8 * MOVER_CROWD_STEPS, 0.21f));
    for (int i = 0; i < MOVERS; ++i) {
        CHECK(place_of(&s[i]).y >= 0.6f - LINEAR_SLOP);
    }
    mica_world_destroy(world);
}

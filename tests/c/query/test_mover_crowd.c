// Movers in more colliders at once than any level has, and more movers in one place than fit: what they
// do in a step is bounded, and they get out all the same.
#include "movers.h"
#include "world.h"

static void bury(MicaWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        add_box_at(world, add_static(world), v2(0.001f * (float)(i % 7), 0.0f), 1.0f, 1.0f, 0.0f);
    }
}

// Those that have no turn rest where they are, and are crushed.
TEST(buried_movers_take_turns_to_get_out)
{
    enum { MOVERS = 12, BOXES = 320 };
    MicaWorld *world = make_space();
    Stage s[MOVERS];
    bury(world, BOXES);
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
        CHECK(moved <= MOVER_BURIED_TESTS / BOXES);
    }
    CHECK(steps > MOVERS * BOXES / MOVER_BURIED_TESTS);
    CHECK(crushed < MOVERS);
    mica_world_destroy(world);
}

TEST(a_mover_in_as_many_colliders_as_there_may_be_gets_out_at_once)
{
    MicaWorld *world = make_space();
    bury(world, MOVER_MAX_OVERLAPS);
    Stage s = make_stage(world, BOX, v2(0.1f, 0.2f), NULL);
    mica_world_step(world, FRAME, 4);
    CHECK_EQ_INT(state_of(&s).flags & MICA_MOVER_CRUSHED, 0);
    mica_world_destroy(world);
}

// Of a crowd in one point only some move in the first step, and it parts.
TEST(movers_in_one_point_take_turns_and_part)
{
    enum { MOVERS = 150 };
    MicaWorld *world = make_space();
    Stage s[MOVERS];
    for (int i = 0; i < MOVERS; ++i) {
        s[i] = make_stage(world, BOX, v2(0.0f, 0.0f), NULL);
    }
    int crushed = MOVERS, most = 0;
    for (int step = 0; step < 600 && crushed > 0; ++step) {
        int moved = 0;
        MicaVec2 before[MOVERS];
        for (int i = 0; i < MOVERS; ++i) {
            before[i] = place_of(&s[i]);
        }
        mica_world_step(world, FRAME, 4);
        crushed = 0;
        for (int i = 0; i < MOVERS; ++i) {
            MicaVec2 now = place_of(&s[i]);
            moved += now.x != before[i].x || now.y != before[i].y;
            crushed += (state_of(&s[i]).flags & MICA_MOVER_CRUSHED) != 0;
        }
        most = step < 1 ? moved : most;
    }
    CHECK(most > 0 && most <= MOVERS / 2);
    CHECK(crushed < MOVERS - MOVERS / 4);
    mica_world_destroy(world);
}

// Pairs reordered along the tree in a crowd that mixes for seconds: the same pairs, each found by
// its colliders, and no begin or end event because of it.
#include "build.h"
#include "solver.h"

#include <string.h>

enum { BALLS = 240 };

static MicaWorld *make_crowd(void)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = (MicaVec2){0.0f, 0.0f};
    def.sleepEnabled = false;
    MicaWorld *world = mica_world_create(&def);
    for (int side = 0; side < 4; ++side) {
        float x = side == 0   ? -6.0f
                  : side == 1 ? 6.0f
                              : 0.0f,
              y = side == 2   ? -6.0f
                  : side == 3 ? 6.0f
                              : 0.0f;
        MicaBody wall = add_body(world, MICA_BODY_STATIC, x, y);
        MicaColliderDef solid = mica_collider_def();
        MicaShape shape = box_shape(side < 2 ? 0.5f : 6.5f, side < 2 ? 6.5f : 0.5f);
        mica_collider_create(world, wall, &solid, &shape);
    }
    uint32_t seed = 5;
    for (int i = 0; i < BALLS; ++i) {
        MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, (float)(i % 16) * 0.65f - 4.9f,
                                 (float)(i / 16) * 0.65f - 4.6f);
        MicaColliderDef bouncy = mica_collider_def();
        bouncy.restitution = 1.0f;
        bouncy.friction = 0.0f;
        MicaShape shape = circle_shape(0.3f);
        mica_collider_create(world, ball, &bouncy, &shape);
        MicaVec2 v = {test_random_float(&seed, -8.0f, 8.0f), test_random_float(&seed, -8.0f, 8.0f)};
        mica_body_set_velocity(world, ball, v);
    }
    return world;
}

// The place of the first of a pair's colliders that move.
static int32_t place_of(const MicaWorld *world, const Contact *c)
{
    int32_t a = world->state.movingTree.places.data[c->colliderA],
            b = world->state.movingTree.places.data[c->colliderB];
    bool movesA = (world->state.colliders.data[c->colliderA].flags & COLLIDER_MOVING_TREE) != 0,
         movesB = (world->state.colliders.data[c->colliderB].flags & COLLIDER_MOVING_TREE) != 0;
    return !movesA ? b : !movesB || a < b ? a : b;
}

static bool is_same(const Contact *a, const Contact *b) { return memcmp(a, b, sizeof *a) == 0; }

TEST(pairs_come_into_the_order_of_the_tree_and_stay_what_they_were)
{
    MicaWorld *world = make_crowd();
    static Contact before[8 * BALLS];
    int orders = 0, moved = 0;
    for (int step = 0; step < 300; ++step) {
        int32_t unsettled = world->state.pairsUnordered;
        CHECK_EQ_INT(mica_world_step(world, 1.0f / 60.0f, 4), MICA_ERROR_OK);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        orders += world->state.pairsUnordered < unsettled;
        if (step % 50 != 49) {
            continue;
        }
        // As if all pairs were new.
        int32_t count = world->state.contacts.count;
        CHECK(count >= 256 && count <= 8 * BALLS);
        memcpy(before, world->state.contacts.data, sizeof(Contact) * (size_t)count);
        world->state.pairsUnordered = count;
        pairs_reorder(world);
        CHECK_EQ_INT(world->state.pairsUnordered, 0);
        CHECK_EQ_INT(world->state.contacts.count, count);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        for (int32_t i = 0; i < count; ++i) {
            const Contact *c = &before[i];
            int32_t now = pair_find(world, c->colliderA, c->colliderB, c->part);
            CHECK(now >= 0 && is_same(&world->state.contacts.data[now], c));
            moved += now != i;
            if (i > 0) {
                CHECK(place_of(world, &world->state.contacts.data[i - 1]) <=
                      place_of(world, &world->state.contacts.data[i]));
            }
        }
    }
    CHECK(orders > 0);  // the world reorders without being forced
    CHECK(moved > 0);
    mica_world_destroy(world);
}

TEST(touches_begin_and_end_once_whatever_the_order)
{
    MicaWorld *world = make_crowd();
    int32_t touching = 0;
    for (int step = 0; step < 300; ++step) {
        if (step % 7 == 3) {
            world->state.pairsUnordered =
                world->state.contacts.count;  // so that this step reorders them all
        }
        CHECK_EQ_INT(mica_world_step(world, 1.0f / 60.0f, 4), MICA_ERROR_OK);
        touching += world->output.beginEvents.count - world->output.endEvents.count;
        int32_t flagged = 0;
        for (int32_t i = 0; i < world->state.contacts.count; ++i) {
            flagged += (world->state.contacts.data[i].flags & CONTACT_TOUCHING) != 0;
        }
        CHECK_EQ_INT(flagged, touching);
    }
    CHECK(touching > 0);
    mica_world_destroy(world);
}

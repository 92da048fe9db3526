// The static-neighbour cache against a query of the tree: the same colliders in the same order
// after every kind of edit, for colliders with few neighbours and for those with too many to list.
#include "build.h"
#include "solver.h"

enum { TILES = 60 };

typedef struct Statics {
    MicaWorld *world;
    MicaBody bodies[TILES];
    uint32_t seed;
    int lists, longOnes;
} Statics;

static float between(Statics *g, float low, float high)
{
    return test_random_float(&g->seed, low, high);
}

static void add_static(Statics *g, int i)
{
    g->bodies[i] = add_body(g->world, MICA_BODY_STATIC, between(g, -6, 6), between(g, -6, 6));
    float wide = i % 4 == 0 ? 6.0f : 0.6f;
    MicaColliderDef def = mica_collider_def();
    def.layer = i % 3;
    MicaShape shape = box_shape(between(g, 0.1f, wide), between(g, 0.1f, wide));
    mica_collider_create(g->world, g->bodies[i], &def, &shape);
}

static void check_all(Statics *g)
{
    MicaWorld *world = g->world;
    tree_refit(&world->state.staticTree);
    CHECK(static_neighbours_reserve(world));
    IntList hits = {0};
    for (int32_t slot = 0; slot < world->state.colliders.count; ++slot) {
        const Collider *c = &world->state.colliders.data[slot];
        if ((c->flags & (COLLIDER_IN_TREE | COLLIDER_MOVING_TREE)) != COLLIDER_IN_TREE) {
            continue;
        }
        Vec2 at = {between(g, c->box.lower.x, c->box.upper.x),
                   between(g, c->box.lower.y, c->box.upper.y)},
             reach = {0.02f, 0.02f};
        MicaAABB near = {sub(at, reach), add(at, reach)};
        uint64_t layers = 1 + test_random(&g->seed) % 7;
        hits.count = 0;
        tree_query(&world->host.memory, &world->state.staticTree, near, layers, &hits);
        int32_t count, found = 0;
        const int32_t *neighbours = static_neighbours_find(world, slot, near, layers, &count);
        g->lists += neighbours != world->scratch.queryHits.data;
        g->longOnes += neighbours == world->scratch.queryHits.data;
        for (int32_t i = 0; i < count && found < hits.count; ++i) {
            found += neighbours[i] == hits.data[found];
        }
        CHECK(found == hits.count);
    }
    ARRAY_FREE(&world->host.memory, &hits);
}

TEST(lists_hold_what_the_tree_finds_after_every_edit)
{
    Statics g = {.world = make_world(), .seed = 5};
    for (int i = 0; i < TILES; ++i) {
        add_static(&g, i);
    }
    add_dynamic(g.world, 0, 8, circle_shape(0.3f));
    for (int step = 0; step < 200; ++step) {
        int i = (int)(test_random(&g.seed) % TILES);
        if (step % 4 == 0) {
            mica_body_destroy(g.world, g.bodies[i]);
            check_all(&g);
            add_static(&g, i);
        } else if (step % 4 == 1) {
            mica_body_set_transform(g.world, g.bodies[i],
                                    v2(between(&g, -6, 6), between(&g, -6, 6)), 0.5f);
        } else if (step % 4 == 2) {
            MicaShape shape = box_shape(between(&g, 0.1f, 2), 0.3f);
            MicaCollider collider;
            mica_body_colliders(g.world, g.bodies[i], &collider, 1);
            mica_collider_set_shape(g.world, collider, &shape);
        } else {
            run(g.world, 1);
        }
        check_all(&g);
    }
    CHECK(g.lists > 1000);
    CHECK(g.longOnes > 1000);
    mica_world_destroy(g.world);
}

TEST(a_world_without_static_colliders_makes_no_lists)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0, 0, circle_shape(1));
    run(world, 2);
    CHECK_EQ_INT(contacts_scratch(world)->staticNeighbours.capacity, 0);
    mica_world_destroy(world);
}

// Broad phase: the pairs are those of neighbours whose layers respond, each found once, whatever
// moves, is teleported, created or destroyed.
#include "build.h"
#include "world.h"

static MicaCollider add_on_layer(MicaWorld *world, float x, float y, int layer)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    MicaColliderDef def = mica_collider_def();
    def.layer = layer;
    MicaShape shape = circle_shape(0.5f);
    return mica_collider_create(world, body, &def, &shape);
}

// Discs in a square grid, `gap` apart.
static MicaWorld *make_grid(int side, float gap)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < side * side; i++) {
        add_dynamic(world, gap * (float)(i % side), gap * (float)(i / side), circle_shape(0.5f));
    }
    mica_world_step(world, FRAME, 4);
    return world;
}

TEST(pairs_grow_with_neighbours_not_with_the_square)
{
    for (int side = 5; side <= 40; side *= 2) {
        MicaWorld *near = make_grid(side, 1.05f), *far = make_grid(side, 3.0f);
        // Each disc touches the next in its row and in its column, and the boxes of at most the
        // eight around it overlap its own.
        int edges = 2 * side * (side - 1), all = edges + 2 * (side - 1) * (side - 1);
        CHECK(mica_world_counters(near).contacts >= edges &&
              mica_world_counters(near).contacts <= all);
        CHECK(mica_world_counters(near).narrowPhaseTests <= all);
        CHECK_EQ_INT(mica_world_counters(far).contacts, 0);
        CHECK_EQ_INT(mica_world_counters(far).narrowPhaseTests, 0);
        mica_world_destroy(near);
        mica_world_destroy(far);
    }
}

TEST(a_pair_is_made_once)
{
    MicaWorld *world = make_grid(20, 1.05f);
    MicaCounters c = mica_world_counters(world);
    CHECK_EQ_INT(c.pairsCreated, c.contacts);
    run(world, 5);
    CHECK_EQ_INT(mica_world_counters(world).pairsCreated, 0);
    CHECK_EQ_INT(mica_world_counters(world).contacts, c.contacts);
    mica_world_destroy(world);
}

TEST(layers_that_forbid_cost_no_pairs_and_no_narrow_phase)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < 400; i++) {
        add_on_layer(world, 0.1f * (float)(i % 20), 0.1f * (float)(i / 20), 1 + i % 2);
    }
    run(world, 2);
    MicaCounters c = mica_world_counters(world);
    CHECK_EQ_INT(c.contacts, 0);
    CHECK_EQ_INT(c.narrowPhaseTests, 0);
    CHECK_EQ_INT(c.pairsCreated, 0);
    mica_layer_set(world, 1, 2, MICA_TRIGGER);
    run(world, 1);
    c = mica_world_counters(world);
    CHECK(c.contacts > 1000 && c.triggerPairs == c.contacts);
    mica_layer_set(world, 1, 2, MICA_IGNORE);
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

TEST(colliders_of_one_body_and_two_statics_make_no_pair)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1));
    add_circle(world, body, 0.5f);
    add_box(world, body, 1, 1);
    for (int i = 0; i < 5; i++) {
        add_box(world, add_body(world, MICA_BODY_STATIC, 10 + 0.1f * (float)i, 0), 1, 1);
        add_box(world, add_body(world, MICA_BODY_KINEMATIC, 10 + 0.1f * (float)i, 0), 1, 1);
    }
    run(world, 3);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

static int count_overlaps(MicaWorld *world, const MicaBody *bodies, int count)
{
    int overlaps = 0;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            MicaVec2 a = position_of(world, bodies[i]), b = position_of(world, bodies[j]);
            overlaps += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) < 1.0f;
        }
    }
    return overlaps;
}

TEST(teleports_find_and_lose_pairs)
{
    // Trigger discs teleported at random: overlaps are known by trigger events.
    MicaWorld *world = make_space();
    mica_layer_set(world, 0, 0, MICA_TRIGGER);
    uint32_t seed = 41;
    MicaBody bodies[60];
    int inside = 0;
    for (int i = 0; i < 60; i++) {
        bodies[i] = add_dynamic(world, 5.0f * (float)i, 100, circle_shape(0.5f));
    }
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 60; i++) {
            if (test_random(&seed) % 3 == 0) {
                float x = test_random_float(&seed, 0, 8), y = test_random_float(&seed, 0, 8);
                mica_body_set_transform(world, bodies[i], v2(x, y), 0);
            }
        }
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        inside += e.enterCount - e.exitCount;
        CHECK_EQ_INT(inside, count_overlaps(world, bodies, 60));
    }
    mica_world_destroy(world);
}

TEST(fast_movers_find_their_neighbours_each_step)
{
    MicaWorld *world = make_space();
    mica_layer_set(world, 0, 0, MICA_TRIGGER);
    for (int i = 0; i < 50; i++) {
        MicaBody post = add_body(world, MICA_BODY_STATIC, 4.0f * (float)i, 0);
        add_box(world, post, 0.5f, 0.5f);
    }
    MicaBody body = add_dynamic(world, -4, 0, circle_shape(0.25f));
    mica_body_set_velocity(world, body, v2(30, 0));  // 0.5 m a step
    int entered = 0, left = 0;
    for (int i = 0; i < 450; i++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        entered += e.enterCount;
        left += e.exitCount;
    }
    CHECK_EQ_INT(entered, 50);
    CHECK_EQ_INT(left, 50);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

TEST(a_static_put_into_a_sleeper_wakes_it)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, body));
    MicaBody far = add_body(world, MICA_BODY_STATIC, 5, 0.5f);
    add_box(world, far, 0.5f, 0.5f);
    run(world, 1);
    CHECK(!is_awake(world, body));
    MicaBody near = add_body(world, MICA_BODY_STATIC, 0.8f, 0.5f);
    add_box(world, near, 0.5f, 0.5f);
    run(world, 2);
    CHECK(is_awake(world, body));
    run(world, 120);
    CHECK_NEAR(position_of(world, body).x, -0.2, 0.01);
    mica_world_destroy(world);
}

// How many pairs the broad phase checks in the next step.
static int rechecked(MicaWorld *world)
{
    run(world, 1);
    return world->output.pairsRechecked;
}

TEST(an_edit_rechecks_the_pairs_of_what_was_edited)
{
    // A row of discs, each touching the next: one has two pairs, the row has 99.
    MicaWorld *world = make_space();
    MicaBody bodies[100];
    for (int i = 0; i < 100; i++) {
        bodies[i] = add_dynamic(world, 0.999f * (float)i, 0, circle_shape(0.5f));
    }
    run(world, 200);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 99);
    CHECK_EQ_INT(rechecked(world), 0);
    MicaVec2 p = position_of(world, bodies[50]);
    mica_body_set_transform(world, bodies[50], p, 0);
    CHECK_EQ_INT(rechecked(world), 2);
    mica_body_set_position(world, bodies[50], p);
    mica_body_set_position(world, bodies[0], position_of(world, bodies[0]));
    CHECK_EQ_INT(rechecked(world), 3);
    mica_body_ignore(world, bodies[20], bodies[21], true);
    CHECK_EQ_INT(rechecked(world), 2);
    mica_body_set_enabled(world, bodies[70], false);
    CHECK_EQ_INT(rechecked(world), 2);
    mica_body_destroy(world, bodies[30]);
    CHECK_EQ_INT(rechecked(world), 2);
    MicaCollider disc;
    REQUIRE(mica_body_colliders(world, bodies[40], &disc, 1) == 1);
    mica_collider_set_friction(world, disc, 0.1f);
    CHECK_EQ_INT(rechecked(world), 2);
    mica_body_set_drops(world, bodies[40], true);
    CHECK_EQ_INT(rechecked(world), 2);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 94);
    mica_layer_set(world, 0, 0, MICA_TRIGGER);
    CHECK_EQ_INT(rechecked(world), 94);
    mica_world_destroy(world);
}

TEST(a_mover_put_on_a_sleeper_wakes_it)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, body));
    add_dynamic(world, 0, 1.5f, box_shape(0.5f, 0.5f));
    run(world, 2);
    CHECK(is_awake(world, body));
    mica_world_destroy(world);
}

TEST(a_sleeper_teleported_onto_a_sleeper_wakes_both)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody a = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f)),
             b = add_dynamic(world, 5, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, a) && !is_awake(world, b));
    mica_body_set_transform(world, a, v2(5.2f, 1.4f), 0);
    run(world, 2);
    CHECK(is_awake(world, a) && is_awake(world, b));
    mica_world_destroy(world);
}

TEST(churn_leaves_nothing_behind)
{
    MicaWorld *world = make_space();
    uint32_t seed = 6;
    MicaBody bodies[80] = {{0}};
    for (int round = 0; round < 400; round++) {
        int i = (int)(test_random(&seed) % 80);
        if (bodies[i].id != 0) {
            CHECK_EQ_INT(mica_body_destroy(world, bodies[i]), MICA_ERROR_OK);
            bodies[i].id = 0;
        } else {
            float x = test_random_float(&seed, 0, 6), y = test_random_float(&seed, 0, 6);
            bodies[i] =
                add_dynamic(world, x, y, round % 2 ? circle_shape(0.5f) : box_shape(0.4f, 0.4f));
        }
        if (round % 2) {
            run(world, 1);
        }
    }
    for (int i = 0; i < 80; i++) {
        if (bodies[i].id != 0) {
            mica_body_destroy(world, bodies[i]);
        }
    }
    run(world, 1);
    MicaCounters c = mica_world_counters(world);
    CHECK_EQ_INT(c.bodies, 0);
    CHECK_EQ_INT(c.colliders, 0);
    CHECK_EQ_INT(c.contacts, 0);
    CHECK_EQ_INT(mica_overlap_aabb(world, (MicaAABB){{-100, -100}, {100, 100}}, NULL, NULL, 0), 0);
    mica_world_destroy(world);
}

// The number of steps in which a lone ball leaves its box in the tree and gets another.
static int times_out(float radius, float speed, int layer, bool touched)
{
    MicaWorld *world = make_space();
    mica_layer_set(world, 1, 1, MICA_SOLID);
    mica_layer_set(world, 2, 1, MICA_TRIGGER);
    MicaCollider ball = {0};
    for (int i = 0; i < (touched ? 2 : 1); i++) {
        MicaColliderDef def = mica_collider_def();
        def.layer = layer;
        MicaShape shape = circle_shape(radius);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 1.99f * radius * (float)i);
        ball = mica_collider_create(world, body, &def, &shape);
        mica_body_set_velocity(world, body, v2(speed, 0));
    }
    mica_world_step(world, FRAME, 4);
    int count = 0;
    MicaAABB before = world->state.colliders.data[MICA_SLOT(ball)].box;
    for (int i = 0; i < 120; i++) {
        if (touched) {  // with a contact
            for (int k = 0; k < 2; k++) {
                world->state.forces.data[k].v[1] = k == 0 ? 1.0f : -1.0f;
            }
        }
        mica_world_step(world, FRAME, 4);
        MicaAABB now = world->state.colliders.data[MICA_SLOT(ball)].box;
        count += now.lower.x != before.lower.x;
        before = now;
    }
    mica_world_destroy(world);
    return count;
}

TEST(an_unconstrained_body_seldom_leaves_its_box)
{
    CHECK(times_out(0.2f, 3, 1, false) <= 25);   // of 120: five steps of 5 cm, and the margin
    CHECK(times_out(0.2f, 3, 1, true) >= 40);    // with a contact, the box looks ahead by one step
    CHECK(times_out(0.1f, 12, 2, false) <= 30);  // collides with nothing
    CHECK(times_out(0.2f, 8, 1, false) <= 60);   // limited by size: .24 m
    CHECK_EQ_INT(times_out(0.2f, 60, 1, false), 120);  // too fast for a box that lasts a step
}

// Static shapes at a place of a row, where they overlap some of the others: a tile map, a chain or a
// box, and a disc.
static void add_static_shapes(MicaWorld *world, int i)
{
    const uint8_t cells[12] = {1, 0, 0, 2, 1, 1, 3, 4, 1, 5, 5, 1};
    const MicaVec2 points[4] = {v2(-1, 0), v2(1, 0.5f), v2(2, 0), v2(5, 0)};
    MicaBody body =
        add_body(world, MICA_BODY_STATIC, 0.9f * (float)(7 * i % 60), 0.25f * (float)(i % 3));
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = 4, .rows = 3, .cell = v2(1, 1), .cells = cells};
    MicaChainDef chain = {.points = points, .count = 4};
    if (i % 3 == 0) {
        mica_tiles_create(world, body, &def, &tiles);
    } else if (i % 7 == 0) {
        mica_chain_create(world, body, &def, &chain);
    } else {
        add_box(world, body, 0.5f, 0.5f);
    }
    add_circle(world, body, 0.25f);
}

TEST(what_static_colliders_cover_is_the_same_made_at_once_or_one_by_one)
{
    MicaWorld *atOnce = make_space(), *oneByOne = make_space();
    for (int i = 0; i < 60; ++i) {
        add_static_shapes(atOnce, i);
        add_static_shapes(oneByOne, i);
        run(oneByOne, 1);
    }
    run(atOnce, 60);
    int covered = 0;
    for (int i = 0; i < atOnce->state.colliders.count; ++i) {
        const Collider *a = &atOnce->state.colliders.data[i],
                       *b = &oneByOne->state.colliders.data[i];
        CHECK(a->covered == b->covered);
        CHECK((a->flags & COLLIDER_TOUCHES_STATIC) == (b->flags & COLLIDER_TOUCHES_STATIC));
        covered += a->covered != 0;
    }
    CHECK(covered > 60 && atOnce->state.colliders.count == 120);
    CHECK(mica_world_hash(atOnce) == mica_world_hash(oneByOne));
    mica_world_destroy(atOnce);
    mica_world_destroy(oneByOne);
}

// Triggers and bodies so fast that neither end of a step shows them inside: thin triggers, chains
// and cells that are triggers, each visit with one enter and one exit.
#include "build.h"

static MicaCollider add_trigger(MicaWorld *world, MicaBody body, MicaShape shape, uint32_t sees)
{
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    def.sees = sees;
    return mica_collider_create(world, body, &def, &shape);
}

static int enters(MicaWorld *world) { return mica_world_events(world).enterCount; }
static int exits(MicaWorld *world) { return mica_world_events(world).exitCount; }

// The list of stays equals enters minus exits so far.
static int inside(MicaWorld *world) { return mica_world_trigger_stays(world, NULL); }

typedef struct Visits {
    int in, out;
} Visits;

// Steps, counting the events of one pair; an exit never comes without its enter.
static Visits count_visits(MicaWorld *world, int steps)
{
    Visits v = {0, 0};
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        v.in += enters(world);
        v.out += exits(world);
        CHECK_EQ_INT(v.in - v.out, inside(world));
    }
    return v;
}

TEST(nothing_tunnels_through_a_thin_trigger)
{
    // Neither the start of a body, nor its shape, nor whether it is a bullet matters.
    for (int n = 0; n < 400; n++) {
        const float speeds[4] = {30, 100, 300, 3000};
        float speed = speeds[n % 4];
        MicaWorld *world = make_space();
        MicaShape gate = box_shape(0.01f, 4);
        MicaCollider zone = add_trigger(world, add_body(world, MICA_BODY_STATIC, 0, 0), gate, 4);
        const MicaShape shapes[3] = {circle_shape(0.05f), box_shape(0.1f, 0.2f),
                                     capsule_shape(0.1f, 0.03f)};
        MicaBody body = add_dynamic(world, -1.5f - 0.37f * (float)(n / 4), 0.3f, shapes[n % 3]);
        mica_body_set_velocity(world, body, v2(speed, 0.1f * speed * ((n / 12) % 2 ? 0.2f : 0.0f)));
        mica_body_set_bullet(world, body, n % 2);
        Visits v = count_visits(world, (int)(80.0f / speed * 60.0f) + 3);
        CHECK_EQ_INT(v.in, 1);
        CHECK_EQ_INT(v.out, 1);
        CHECK(position_of(world, body).x > 0.5f);
        CHECK(mica_collider_is_valid(world, zone));
        mica_world_destroy(world);
    }
}

TEST(a_fast_trigger_passes_over_slow_and_sleeping_and_fast_bodies)
{
    for (int n = 0; n < 3 * 40; n++) {
        MicaWorld *world = n % 3 == 1 ? make_world() : make_space();
        mica_world_set_gravity(world, v2(0, 0));
        MicaBody coin = add_dynamic(world, 0, 0, circle_shape(0.05f));
        if (n % 3 == 1) {
            run(world, 60);
            CHECK(!is_awake(world, coin));
        }
        float x = 1.0f + 1.3f * (float)(n / 3);
        MicaCollider blade = add_trigger(
            world, add_body(world, n % 2 ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC, -x, 0),
            box_shape(0.02f, 0.5f), MICA_SEES_DYNAMIC);
        mica_body_set_velocity(world, mica_collider_body(world, blade), v2(1000, 0));
        mica_body_set_velocity(world, coin, n % 3 == 2 ? v2(-700, 0) : v2(0, 0));
        Visits v = count_visits(world, 6);
        CHECK_EQ_INT(v.in, 1);
        CHECK_EQ_INT(v.out, 1);
        mica_world_destroy(world);
    }
}

TEST(many_gates_in_one_step_emit_one_visit_each_in_order)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < 30; i++) {
        add_trigger(world, add_body(world, MICA_BODY_STATIC, 1.0f + (float)i, 0),
                    box_shape(0.01f, 2), 4);
    }
    for (int k = 0; k < 3; k++) {
        MicaBody body = add_dynamic(world, -0.3f - (float)k, 0.5f * (float)k, circle_shape(0.1f));
        mica_body_set_velocity(world, body, v2(3000, 0));
    }
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.enterCount, 90);
    CHECK_EQ_INT(e.exitCount, 90);
    for (int i = 0; i < e.enterCount && e.exitCount == 90; i++) {
        CHECK_EQ_INT(MICA_SLOT(e.enter[i].visitor), 30 + i / 30);
        CHECK_EQ_INT(MICA_SLOT(e.enter[i].trigger), i % 30);
        CHECK(e.exit[i].trigger.id == e.enter[i].trigger.id);
    }
    run(world, 1);
    CHECK_EQ_INT(enters(world) + exits(world), 0);
    mica_world_destroy(world);
}

TEST(a_body_stopped_by_a_wall_enters_nothing_beyond_it)
{
    MicaWorld *world = make_space();
    add_box(world, add_body(world, MICA_BODY_STATIC, 5, 0), 0.05f, 3);
    add_trigger(world, add_body(world, MICA_BODY_STATIC, 3, 0), box_shape(0.01f, 3), 4);
    add_trigger(world, add_body(world, MICA_BODY_STATIC, 7, 0), box_shape(0.01f, 3), 4);
    MicaBody ball = add_dynamic(world, 0, 0, circle_shape(0.1f));
    mica_body_set_velocity(world, ball, v2(600, 0));
    Visits v = count_visits(world, 10);
    CHECK(position_of(world, ball).x < 5.0f);
    CHECK(v.in == 1 && v.out == 1);
    mica_world_destroy(world);
}

TEST(a_spinning_blade_emits_what_it_sweeps_over)
{
    // Almost half a turn a step: the coin lies between where the blade starts and where it ends.
    MicaWorld *world = make_space();
    MicaBody hub = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    MicaShape blade = {0};
    mica_shape_capsule(v2(0.5f, 0), v2(3, 0), 0.02f, &blade);
    add_trigger(world, hub, blade, MICA_SEES_DYNAMIC);
    add_dynamic(world, 0, 2, circle_shape(0.05f));
    add_dynamic(world, 0, -2, circle_shape(0.05f));
    mica_body_set_angular_velocity(world, hub, 160);  // 2.67 radians a step
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    CHECK_EQ_INT(exits(world), 1);
    CHECK_EQ_INT(MICA_SLOT(mica_world_events(world).enter[0].visitor), 1);
    mica_world_destroy(world);
}

TEST(passing_by_is_no_visit)
{
    MicaWorld *world = make_space();
    add_trigger(world, add_body(world, MICA_BODY_STATIC, 0, 0), box_shape(0.1f, 1), 4);
    uint32_t seed = 4;
    for (int i = 0; i < 100; i++) {
        bool above = i % 2;
        MicaBody body = add_dynamic(world, test_random_float(&seed, -30, -2), above ? 1.2f : -1.2f,
                                    circle_shape(0.19f));
        mica_body_set_velocity(world, body, v2(test_random_float(&seed, 100, 3000), 0));
        mica_collider_set_group(world, mica_collider_at(world, 1 + i), 0);
        mica_collider_set_layer(world, mica_collider_at(world, 1 + i), 1);
    }
    mica_layer_set(world, 1, 0, MICA_TRIGGER);
    Visits v = count_visits(world, 30);
    CHECK_EQ_INT(v.in, 0);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------ chains and maps of tiles

// A row of 40 cells of one metre along y = 0; every fourth is a trigger, the others are empty.
static MicaCollider add_row(MicaWorld *world, MicaBody body)
{
    uint8_t cells[40] = {0};
    for (int i = 0; i < 40; i += 4) {
        cells[i] = MICA_TILE_FULL | MICA_TILE_TRIGGER;
    }
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {
        .columns = 40, .rows = 1, .cell = {1, 1}, .origin = {0, -0.5f}, .cells = cells};
    return mica_tiles_create(world, body, &def, &tiles);
}

TEST(fast_bodies_do_not_tunnel_through_cells_that_are_triggers)
{
    // From one side of the map to the other, or between two of its cells, in one step.
    for (int n = 0; n < 20; n++) {
        MicaWorld *world = make_space();
        MicaBody ball = add_dynamic(world, 0, 0, circle_shape(0.1f));
        MicaCollider map = add_row(world, add_body(world, MICA_BODY_STATIC, 0, 0));
        float x = n < 10 ? -0.5f - 3.0f * (float)n : 2.5f;
        float speed = n < 10 ? 6000.0f : 150.0f + 10.0f * (float)n;
        mica_body_set_transform(world, ball, v2(x, 0.2f), 0);
        mica_body_set_velocity(world, ball, v2(speed, 0));
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        bool out = position_of(world, ball).x > 41.0f;
        if (n < 10) {
            CHECK(out);
            CHECK_EQ_INT(e.enterCount, 10);  // one visit of each cell
            for (int k = 0; k < e.enterCount; k++) {
                CHECK(e.enter[k].part.column == 4 * k && e.exit[k].part.column == 4 * k);
            }
        }
        CHECK_EQ_INT(e.exitCount, e.enterCount);
        for (int k = 0; k < e.enterCount; k++) {
            CHECK_EQ_INT(e.enter[k].trigger.id, map.id);
        }
        Visits v = count_visits(world, 30);
        CHECK_EQ_INT(v.in, v.out);
        CHECK(v.in + e.enterCount >= 1);
        mica_world_destroy(world);
    }
}

TEST(fast_bodies_do_not_tunnel_through_a_chain_that_is_a_trigger)
{
    MicaVec2 points[5] = {v2(5, -3), v2(5.5f, -1), v2(5, 0), v2(5.5f, 1), v2(5, 3)};
    for (int n = 0; n < 30; n++) {
        MicaWorld *world = make_space();
        MicaColliderDef def = mica_collider_def();
        def.isTrigger = true;
        MicaChainDef chain = {.points = points, .count = 5};
        MicaBody gate = add_body(world, n % 2 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC, 0, 0);
        mica_chain_create(world, gate, &def, &chain);
        MicaBody ball = add_dynamic(world, -1.7f * (float)n, 0.7f, box_shape(0.1f, 0.1f));
        mica_body_set_velocity(world, ball, v2(3000, -100));
        mica_body_set_velocity(world, gate, v2(n % 2 ? -500.0f : 0.0f, 0));
        Visits v = count_visits(world, 5);
        CHECK_EQ_INT(v.in, 1);
        CHECK_EQ_INT(v.out, 1);
        mica_world_destroy(world);
    }
}

TEST(a_probe_that_sees_statics_sees_a_map_as_one)
{
    MicaWorld *world = make_space();
    uint8_t cells[20];
    for (int i = 0; i < 20; i++) {
        cells[i] = i % 5 == 4 ? MICA_TILE_EMPTY : MICA_TILE_FULL;
    }
    MicaColliderDef def = mica_collider_def();
    MicaTilesDef tiles = {.columns = 20, .rows = 1, .cell = {1, 1}, .cells = cells};
    MicaCollider map =
        mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &tiles);
    MicaCollider probe = add_trigger(world, add_body(world, MICA_BODY_KINEMATIC, -1, 1),
                                     circle_shape(0.2f), MICA_SEES_STATIC);
    mica_body_set_velocity(world, mica_collider_body(world, probe), v2(3, 0));
    int in = 0, out = 0;
    for (int i = 0; i < 500; i++) {
        run(world, 1);
        in += enters(world);
        out += exits(world);
        const MicaTriggerEvent *stay;
        if (mica_world_trigger_stays(world, &stay) == 1) {
            CHECK(stay[0].trigger.id == probe.id && stay[0].visitor.id == map.id);
        }
    }
    CHECK_EQ_INT(in, 4);  // a gap between cells ends a visit, an internal edge does not
    CHECK_EQ_INT(out, 4);
    mica_world_destroy(world);
}

// Triggers: what they see, by choice; sleeping and static bodies; visits that continue or end
// through edits; who is inside, by list and by pair of bodies; and cells of a map. Fast bodies are
// in test_trigger_sweeps.c.
#include "build.h"

static const MicaBodyType types[3] = {MICA_BODY_STATIC, MICA_BODY_KINEMATIC, MICA_BODY_DYNAMIC};

static MicaCollider add_trigger(MicaWorld *world, MicaBody body, MicaShape shape, uint32_t sees)
{
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    def.sees = sees;
    return mica_collider_create(world, body, &def, &shape);
}

static MicaCollider add_zone(MicaWorld *world, MicaBodyType type, float x, float y, uint32_t sees)
{
    return add_trigger(world, add_body(world, type, x, y), box_shape(1, 1), sees);
}

static int enters(MicaWorld *world) { return mica_world_events(world).enterCount; }
static int exits(MicaWorld *world) { return mica_world_events(world).exitCount; }

// The list of stays equals enters minus exits so far.
static int inside(MicaWorld *world) { return mica_world_trigger_stays(world, NULL); }

// ------------------------------------------------------------------------------- what triggers see

TEST(by_default_they_see_kinematic_and_dynamic_bodies_and_no_triggers)
{
    CHECK_EQ_INT(mica_collider_def().sees, MICA_SEES_KINEMATIC | MICA_SEES_DYNAMIC);
    MicaWorld *world = make_space();
    uint32_t sees = mica_collider_def().sees;
    for (int zone = 0; zone < 3; zone++) {
        for (int visitor = 0; visitor < 6; visitor++) {
            float x = 10.0f * (float)(6 * zone + visitor);
            MicaCollider trigger = add_zone(world, types[zone], x, 0, sees);
            MicaBody body = add_body(world, types[visitor % 3], x + 1.2f, 0);
            add_circle(world, body, 0.5f);
            if (visitor >= 3) {
                mica_collider_set_trigger(world, mica_collider_at(world, MICA_SLOT(trigger) + 1),
                                          true);
            }
        }
    }
    run(world, 1);
    CHECK_EQ_INT(enters(world), 6);
    run(world, 10);
    CHECK_EQ_INT(enters(world) + exits(world), 0);
    CHECK_EQ_INT(inside(world), 6);
    mica_world_destroy(world);
}

TEST(every_choice_of_every_trigger_for_every_visitor)
{
    // Trigger and visitor of each body type; the visitor is solid, or a trigger that sees nothing
    // or everything.
    for (uint32_t n = 0; n < 16 * 3 * 3 * 3; n++) {
        uint32_t sees = n % 16, zone = n / 16 % 3, visitor = n / 48 % 3, kind = n / 144;
        MicaWorld *world = make_space();
        MicaCollider trigger = add_zone(world, types[zone], 0, 0, sees);
        MicaBody body = add_body(world, types[visitor], 1.2f, 0);
        MicaCollider other =
            kind == 0 ? add_circle(world, body, 0.5f)
                      : add_trigger(world, body, circle_shape(0.5f), kind == 1 ? 0 : MICA_SEES_ALL);
        bool seen = (sees >> visitor & 1) != 0 && (kind == 0 || (sees & MICA_SEES_TRIGGERS) != 0);
        bool seenBack = kind == 2;
        run(world, 2);
        CHECK_EQ_INT(inside(world), seen || seenBack);
        const MicaTriggerEvent *stay;
        if (mica_world_trigger_stays(world, &stay) == 1) {
            CHECK_EQ_INT(stay[0].trigger.id, seen ? trigger.id : other.id);
        }
        // The choice may change later.
        mica_collider_set_sees(world, trigger, sees ^ MICA_SEES_ALL);
        seen = (~sees >> visitor & 1) != 0 && (kind == 0 || (~sees & MICA_SEES_TRIGGERS) != 0);
        run(world, 1);
        CHECK_EQ_INT(inside(world), seen || seenBack);
        mica_world_destroy(world);
    }
}

TEST(layers_alone_make_triggers_that_see_everything_but_statics_among_themselves)
{
    for (int n = 0; n < 9; n++) {
        MicaWorld *world = make_space();
        mica_layer_set(world, 1, 2, MICA_TRIGGER);
        for (int k = 0; k < 2; k++) {
            add_circle(world, add_body(world, types[k ? n / 3 : n % 3], (float)k * 0.5f, 0), 0.5f);
            mica_collider_set_layer(world, mica_collider_at(world, k), 1 + k);
        }
        run(world, 1);
        CHECK_EQ_INT(enters(world), n > 0);
        mica_world_destroy(world);
    }
}

TEST(a_static_trigger_sees_a_sleeping_body_without_waking_it)
{
    // Created, moved, enabled or made a trigger over a sleeping body.
    for (int how = 0; how < 5; how++) {
        MicaWorld *world = make_world();
        add_ground(world);
        MicaBody box = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
        MicaBodyType type = how == 4 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC;
        MicaBody zone = add_body(world, type, how == 1 || how == 4 ? 50.0f : 0.0f, 1);
        MicaCollider trigger = {0};
        if (how != 0) {
            trigger = add_trigger(world, zone, box_shape(1, 1), MICA_SEES_DYNAMIC);
        }
        mica_body_set_enabled(world, zone, how != 2);
        mica_collider_set_sees(world, trigger, how == 3 ? 0 : MICA_SEES_DYNAMIC);
        mica_clear_error(world);
        run(world, 120);
        CHECK(!is_awake(world, box));
        CHECK_EQ_INT(inside(world), 0);
        switch (how) {
        case 0:
            trigger = add_trigger(world, zone, box_shape(1, 1), MICA_SEES_DYNAMIC);
            break;
        case 2:
            mica_body_set_enabled(world, zone, true);
            break;
        case 3:
            mica_collider_set_sees(world, trigger, MICA_SEES_DYNAMIC);
            break;
        default:
            mica_body_set_transform(world, zone, v2(0, 1), 0);
        }
        run(world, 1);
        CHECK_EQ_INT(enters(world), 1);
        CHECK(!is_awake(world, box));
        run(world, 10);
        CHECK_EQ_INT(enters(world) + exits(world), 0);
        mica_body_set_transform(world, zone, v2(-50, 1), 0);
        run(world, 1);
        CHECK_EQ_INT(exits(world), 1);
        CHECK(!is_awake(world, box));
        CHECK_EQ_INT(mica_world_counters(world).triggerPairs, 0);
        mica_world_destroy(world);
    }
}

TEST(a_trigger_that_moves_over_statics_sees_them_if_chosen)
{
    for (int sees = 0; sees < 2; sees++) {
        MicaWorld *world = make_space();
        for (int i = 0; i < 5; i++) {
            add_circle(world, add_body(world, MICA_BODY_STATIC, 3.0f * (float)i, 0), 0.3f);
        }
        MicaCollider probe = add_zone(world, MICA_BODY_KINEMATIC, -3, 0,
                                      sees ? MICA_SEES_STATIC : MICA_SEES_DYNAMIC);
        mica_body_set_velocity(world, mica_collider_body(world, probe), v2(6, 0));
        int in = 0, out = 0;
        for (int i = 0; i < 240; i++) {
            run(world, 1);
            in += enters(world);
            out += exits(world);
            CHECK(inside(world) <= 1 && in - out == inside(world));
        }
        CHECK_EQ_INT(in, sees ? 5 : 0);
        CHECK_EQ_INT(out, in);
        mica_world_destroy(world);
    }
}

TEST(statics_among_themselves_are_found_from_either_side)
{
    MicaWorld *world = make_space();
    add_circle(world, add_body(world, MICA_BODY_STATIC, 0, 0), 0.5f);
    run(world, 1);
    MicaCollider zone = add_zone(world, MICA_BODY_STATIC, 0, 0, MICA_SEES_STATIC);
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    MicaBody late = add_body(world, MICA_BODY_STATIC, 0.5f, 0.5f);
    add_circle(world, late, 0.2f);
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    mica_body_set_transform(world, late, v2(9, 0), 0);
    run(world, 1);
    CHECK_EQ_INT(exits(world), 1);
    mica_layer_set(world, 0, 0, MICA_IGNORE);
    run(world, 1);
    CHECK_EQ_INT(exits(world), 1);
    mica_layer_set(world, 0, 0, MICA_SOLID);
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    mica_collider_set_trigger(world, zone, false);
    run(world, 1);
    CHECK_EQ_INT(exits(world), 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

TEST(invalid_sight_is_refused)
{
    MicaWorld *world = make_space();
    MicaCollider c = add_zone(world, MICA_BODY_STATIC, 0, 0, 0), none = {0};
    CHECK_ERROR(world, mica_collider_set_sees(world, c, 16), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_sees(world, none, 1), MICA_ERROR_STALE_COLLIDER);
    MicaBody body = mica_collider_body(world, c);
    CHECK_REFUSED(world, add_trigger(world, body, circle_shape(1), ~0u), MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------- visits through edits

TEST(an_exit_names_the_sides_as_the_enter_did)
{
    // The trigger in the higher slot ends the visit by being destroyed, by becoming solid, or by
    // swapping roles with the visitor.
    for (int how = 0; how < 4; how++) {
        MicaWorld *world = make_space();
        MicaBody visitor = add_dynamic(world, 0.5f, 0, circle_shape(0.5f));
        MicaCollider first = mica_collider_at(world, 0);
        MicaCollider zone = add_zone(world, MICA_BODY_STATIC, 0, 0, MICA_SEES_ALL);
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        REQUIRE(e.enterCount == 1);
        CHECK(e.enter[0].trigger.id == zone.id && e.enter[0].visitor.id == first.id);
        switch (how) {
        case 0:
            mica_collider_destroy(world, zone);
            break;
        case 1:
            mica_collider_set_trigger(world, zone, false);
            break;
        case 2:
            // Both are triggers: the first counts as the trigger.
            mica_collider_set_trigger(world, first, true);
            run(world, 1);
            mica_body_set_transform(world, visitor, v2(99, 0), 0);
            break;
        default:
            mica_body_destroy(world, mica_collider_body(world, zone));
        }
        run(world, 1);
        e = mica_world_events(world);
        REQUIRE(e.exitCount == 1);
        CHECK(e.exit[0].trigger.id == zone.id && e.exit[0].visitor.id == first.id);
        CHECK_EQ_INT(e.beginCount, how == 1);
        mica_world_destroy(world);
    }
}

TEST(a_visitor_that_changes_its_shape_stays)
{
    MicaWorld *world = make_space();
    MicaCollider zone = add_trigger(world, add_body(world, MICA_BODY_STATIC, 0, 0),
                                    capsule_shape(1, 0.5f), MICA_SEES_DYNAMIC);
    add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaCollider visitor = mica_collider_at(world, 1);
    const MicaShape shapes[3] = {box_shape(0.5f, 0.5f), capsule_shape(0.2f, 0.2f),
                                 circle_shape(0.4f)};
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    for (int i = 0; i < 6; i++) {
        mica_collider_set_shape(world, visitor, &shapes[i % 3]);
        run(world, 1);
        CHECK_EQ_INT(enters(world) + exits(world), 0);
        const MicaTriggerEvent *stay;
        REQUIRE(mica_world_trigger_stays(world, &stay) == 1);
        CHECK(stay[0].trigger.id == zone.id && stay[0].visitor.id == visitor.id);
    }
    MicaShape far = {0};
    mica_shape_circle(v2(9, 0), 0.5f, &far);
    mica_collider_set_shape(world, visitor, &far);
    run(world, 1);
    CHECK_EQ_INT(exits(world), 1);
    mica_world_destroy(world);
}

TEST(a_body_put_to_sleep_on_arrival_is_noticed)
{
    MicaWorld *world = make_space();
    add_zone(world, MICA_BODY_STATIC, 0, 0, MICA_SEES_DYNAMIC);
    MicaBody body = add_dynamic(world, 1.6f, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(-9, 0));
    run(world, 1);  // it arrives within this step
    CHECK_EQ_INT(enters(world), 0);
    mica_body_set_awake(world, body, false);
    run(world, 1);
    CHECK_EQ_INT(enters(world), 1);
    CHECK(!is_awake(world, body));
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------- the list of stays

TEST(stays_are_counted_by_pairs_of_colliders)
{
    MicaWorld *world = make_space();
    MicaBody zone = add_body(world, MICA_BODY_STATIC, 0, 0),
             car = add_body(world, MICA_BODY_DYNAMIC, -4, 0);
    add_trigger(world, zone, box_shape(1, 1), MICA_SEES_DYNAMIC);
    for (int i = 0; i < 3; i++) {
        MicaShape wheel = {0};
        mica_shape_circle(v2(0.8f * (float)i, 0), 0.3f, &wheel);
        add_shape(world, car, wheel);
    }
    mica_body_set_velocity(world, car, v2(3, 0));
    int in = 0, out = 0, first = 0, last = 0;
    for (int i = 0; i < 180; i++) {
        run(world, 1);
        in += enters(world);
        out += exits(world);
        int pairs = mica_trigger_pairs(world, zone, car);
        CHECK_EQ_INT(pairs, in - out);
        CHECK_EQ_INT(mica_trigger_pairs(world, car, zone), pairs);
        CHECK_EQ_INT(inside(world), pairs);
        first += enters(world) > 0 && pairs == 1;
        last += exits(world) > 0 && pairs == 0;
    }
    CHECK(in == 3 && out == 3);
    CHECK(first == 1 && last == 1);
    mica_body_set_transform(world, car, v2(-0.8f, 0), 0);
    run(world, 1);
    CHECK_EQ_INT(mica_trigger_pairs(world, zone, car), 3);
    mica_body_destroy(world, car);
    CHECK_EQ_INT(mica_trigger_pairs(world, zone, car), 0);
    CHECK_EQ_INT(mica_trigger_pairs(NULL, zone, car), 0);
    mica_world_destroy(world);
}

TEST(contact_stays_are_the_touching_pairs)
{
    MicaWorld *world = make_world();
    MicaBody staticBody = add_ground(world);
    for (int i = 0; i < 3; i++) {
        add_dynamic(world, 5.0f * (float)i, 0.5f, box_shape(0.5f, 0.5f));
    }
    add_dynamic(world, 0, 9, circle_shape(0.5f));
    run(world, 20);
    const MicaContactEvent *stay;
    REQUIRE(mica_world_contact_stays(world, &stay) == 3);
    for (int i = 0; i < 3; i++) {
        bool upright = mica_collider_body(world, stay[i].colliderA).id == staticBody.id;
        CHECK_NEAR(stay[i].normal.y, upright ? 1 : -1, 1e-5);
        CHECK_NEAR(stay[i].point.x, 5.0 * i, 0.01);
        CHECK_NEAR(stay[i].point.y, 0, 0.01);
        CHECK_NEAR(stay[i].impulse, 10.0 / 60.0, 2e-3);  // m g a step
    }
    run(world, 120);  // they sleep, and still touch; the fourth has come
    CHECK_EQ_INT(mica_world_contact_stays(world, NULL), 4);
    CHECK_EQ_INT(inside(world), 0);
    CHECK_EQ_INT(mica_world_contact_stays(NULL, NULL) + mica_world_trigger_stays(NULL, NULL), 0);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------- cells of a map

static MicaCollider add_cells(MicaWorld *world, MicaBodyType type, const uint8_t *cells,
                              uint32_t sees)
{
    MicaColliderDef def = mica_collider_def();
    def.sees = sees;
    const MicaTilesDef tiles = {
        .columns = 3, .rows = 1, .cell = {1, 1}, .origin = {0, 0}, .cells = cells};
    return mica_tiles_create(world, add_body(world, type, 0, 0), &def, &tiles);
}

TEST(cells_that_are_triggers_see_what_their_map_does)
{
    const uint8_t spikes = MICA_TILE_FULL | MICA_TILE_TRIGGER, cells[3] = {spikes, spikes, spikes};
    for (uint32_t n = 0; n < 16 * 3 * 3 * 3; n++) {
        uint32_t sees = n % 16, map = n / 16 % 3, visitor = n / 48 % 3, kind = n / 144;
        MicaWorld *world = make_space();
        MicaCollider tiles = add_cells(world, types[map], cells, sees);
        MicaBody body = add_body(world, types[visitor], 0.5f, 0.5f);
        if (kind == 0) {
            add_circle(world, body, 0.2f);
        } else {
            add_trigger(world, body, circle_shape(0.2f), kind == 1 ? 0 : MICA_SEES_ALL);
        }
        bool seen = kind == 2 ||
                    ((sees >> visitor & 1) != 0 && (kind == 0 || (sees & MICA_SEES_TRIGGERS) != 0));
        run(world, 2);
        CHECK_EQ_INT(inside(world), seen);
        // The choice may change later, and so may the cells.
        mica_collider_set_sees(world, tiles, sees ^ MICA_SEES_ALL);
        seen = kind == 2 ||
               ((~sees >> visitor & 1) != 0 && (kind == 0 || (~sees & MICA_SEES_TRIGGERS) != 0));
        run(world, 1);
        CHECK_EQ_INT(inside(world), seen);
        mica_tiles_fill(world, tiles, 0, 0, 3, 1, MICA_TILE_EMPTY);
        run(world, 1);
        CHECK_EQ_INT(inside(world), 0);
        mica_tiles_fill(world, tiles, 0, 0, 2, 1, spikes);
        run(world, 1);
        CHECK_EQ_INT(inside(world), seen);
        mica_world_destroy(world);
    }
}

TEST(a_static_trigger_sees_cells_that_are_set_and_cleared)
{
    const uint8_t cells[3] = {0};
    for (int n = 0; n < 4; n++) {
        // Either the map or the body in it is the trigger; the map is on a static or a kinematic
        // body.
        MicaWorld *world = make_space();
        MicaCollider tiles =
            add_cells(world, n % 2 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC, cells, MICA_SEES_ALL);
        if (n < 2) {
            add_trigger(world, add_body(world, MICA_BODY_STATIC, 1.5f, 0.5f), circle_shape(0.2f),
                        MICA_SEES_ALL);
        } else {
            mica_collider_set_trigger(world, tiles, true);
            add_circle(world, add_body(world, MICA_BODY_STATIC, 1.5f, 0.5f), 0.2f);
        }
        run(world, 3);
        CHECK_EQ_INT(inside(world), 0);
        mica_tiles_fill(world, tiles, 1, 0, 1, 1, MICA_TILE_FULL);
        run(world, 1);
        CHECK_EQ_INT(enters(world), 1);
        mica_tiles_fill(world, tiles, 1, 0, 1, 1, MICA_TILE_EMPTY);
        run(world, 1);
        CHECK_EQ_INT(exits(world), 1);
        CHECK_EQ_INT(inside(world), 0);
        mica_world_destroy(world);
    }
}

TEST(a_fast_kinematic_body_does_not_tunnel_through_a_cell)
{
    const uint8_t cells[3] = {0, MICA_TILE_FULL | MICA_TILE_TRIGGER, 0};
    for (int sign = -1; sign <= 1; sign += 2) {
        MicaWorld *world = make_space();
        add_cells(world, MICA_BODY_STATIC, cells, MICA_SEES_KINEMATIC);
        MicaBody body = add_body(world, MICA_BODY_KINEMATIC, 1.5f - 5.0f * (float)sign, 0.5f);
        add_circle(world, body, 0.1f);
        mica_body_set_velocity(world, body, v2(2000.0f * (float)sign, 0));
        run(world, 1);
        CHECK_EQ_INT(enters(world), 1);
        CHECK_EQ_INT(exits(world), 1);
        mica_world_destroy(world);
    }
}

TEST(changed_layers_change_the_visits_of_a_map)
{
    const uint8_t spikes = MICA_TILE_FULL | MICA_TILE_TRIGGER,
                  cells[3] = {MICA_TILE_FULL, 0, spikes};
    for (uint32_t visitor = 0; visitor < 2; visitor++) {
        MicaWorld *world = make_space();
        add_cells(world, MICA_BODY_STATIC, cells, MICA_SEES_ALL);
        for (int at = 0; at < 2; at++) {
            MicaBody body = add_body(world, types[visitor], 0.5f + 2.0f * (float)at, 0.5f);
            mica_collider_set_layer(world, add_circle(world, body, 0.2f), 1);
        }
        run(world, 2);
        CHECK_EQ_INT(inside(world), 0);
        // Of two immovable bodies only the spikes are seen.
        mica_layer_set(world, 0, 1, MICA_SOLID);
        run(world, 1);
        CHECK_EQ_INT(inside(world), 1);
        mica_layer_set(world, 0, 1,
                       MICA_TRIGGER);  // now all of the map is, but not by static bodies
        run(world, 1);
        CHECK_EQ_INT(inside(world), visitor == 0 ? 1 : 2);
        mica_layer_set(world, 0, 1, MICA_SOLID);
        run(world, 1);
        CHECK_EQ_INT(inside(world), 1);
        mica_layer_set(world, 0, 1, MICA_IGNORE);
        run(world, 1);
        CHECK_EQ_INT(inside(world), 0);
        mica_world_destroy(world);
    }
}

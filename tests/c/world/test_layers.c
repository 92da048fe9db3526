// Layers: the whole truth table of four layers, in both orders, with trigger colliders; groups; all
// 64 layers; and changes during contacts, with their end events.
#include "build.h"

static MicaCollider add_on_layer(MicaWorld *world, MicaBody body, MicaShape shape, int layer,
                                 bool trigger)
{
    MicaColliderDef def = mica_collider_def();
    def.layer = layer;
    def.isTrigger = trigger;
    def.sees = MICA_SEES_ALL;
    return mica_collider_create(world, body, &def, &shape);
}

TEST(the_default_layer_is_solid_to_itself_and_all_else_ignores)
{
    MicaWorld *world = make_world();
    for (int a = 0; a < 64; a++) {
        for (int b = 0; b < 64; b++) {
            CHECK_EQ_INT(mica_layer_response(world, a, b),
                         a == 0 && b == 0 ? MICA_SOLID : MICA_IGNORE);
            CHECK_EQ_INT(mica_layer_named(world, a, b),
                         a == 0 && b == 0 ? MICA_SOLID : MICA_IGNORE);
        }
    }
    mica_world_destroy(world);
}

TEST(each_layer_can_name_each_other_one)
{
    MicaWorld *world = make_world();
    for (int a = 0; a < 64; a++) {
        for (int b = 0; b < 64; b++) {
            for (int r = 0; r < 3; r++) {
                CHECK_EQ_INT(mica_layer_set(world, a, b, (MicaResponse)r), MICA_ERROR_OK);
                CHECK_EQ_INT(mica_layer_named(world, a, b), r);
            }
            mica_layer_set(world, a, b, a == b ? MICA_SOLID : MICA_IGNORE);
        }
    }
    mica_layer_set(world, 63, 5, MICA_TRIGGER);
    CHECK_EQ_INT(mica_layer_named(world, 63, 5), MICA_TRIGGER);
    CHECK_EQ_INT(mica_layer_named(world, 5, 63), MICA_IGNORE);
    CHECK_EQ_INT(mica_layer_response(world, 5, 63), MICA_TRIGGER);
    CHECK_EQ_INT(mica_layer_response(world, 63, 5), MICA_TRIGGER);
    mica_world_destroy(world);
}

TEST(bad_layers_are_refused)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1));
    MicaCollider collider = mica_collider_at(world, 0);
    CHECK_ERROR(world, mica_layer_set(world, -1, 0, MICA_SOLID), MICA_ERROR_BAD_LAYER);
    CHECK_ERROR(world, mica_layer_set(world, 0, 64, MICA_SOLID), MICA_ERROR_BAD_LAYER);
    CHECK_ERROR(world, mica_layer_set(world, 0, INT32_MIN, MICA_SOLID), MICA_ERROR_BAD_LAYER);
    CHECK_ERROR(world, mica_layer_set(world, 0, 0, (MicaResponse)3), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_layer_set(world, 0, 0, (MicaResponse)-1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_layer(world, collider, 64), MICA_ERROR_BAD_LAYER);
    CHECK_ERROR(world, mica_collider_set_layer(world, collider, -1), MICA_ERROR_BAD_LAYER);
    CHECK_REFUSED(world, add_on_layer(world, body, circle_shape(1), 64, false),
                  MICA_ERROR_BAD_LAYER);
    CHECK_REFUSED(world, add_on_layer(world, body, circle_shape(1), -1, false),
                  MICA_ERROR_BAD_LAYER);
    CHECK_EQ_INT(mica_layer_response(world, -1, 0), MICA_IGNORE);
    CHECK_EQ_INT(mica_layer_named(world, 0, 64), MICA_IGNORE);
    mica_world_destroy(world);
}

// The response of two overlapping colliders in a step: a solid pair, a trigger pair, or none.
static MicaResponse observe(MicaWorld *world)
{
    mica_world_step(world, FRAME, 4);
    MicaEvents e = mica_world_events(world);
    MicaCounters c = mica_world_counters(world);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    CHECK(e.beginCount + e.enterCount <= 1);
    if (e.beginCount > 0) {
        CHECK_EQ_INT(c.contacts - c.triggerPairs, 1);
        return MICA_SOLID;
    }
    CHECK_EQ_INT(c.triggerPairs, e.enterCount);
    CHECK_EQ_INT(c.contacts, e.enterCount);
    return e.enterCount > 0 ? MICA_TRIGGER : MICA_IGNORE;
}

static MicaResponse expect(MicaResponse ab, MicaResponse ba, bool anyTrigger)
{
    MicaResponse r = ab == MICA_SOLID || ba == MICA_SOLID       ? MICA_SOLID
                     : ab == MICA_TRIGGER || ba == MICA_TRIGGER ? MICA_TRIGGER
                                                                : MICA_IGNORE;
    return r == MICA_SOLID && anyTrigger ? MICA_TRIGGER : r;
}

TEST(truth_table_of_two_layers)
{
    // What each side names, both orders of creation, each side a trigger or not, layers 0 to 3
    // each.
    for (int n = 0; n < 3 * 3 * 2 * 4 * 16; n++) {
        MicaResponse ab = (MicaResponse)(n % 3), ba = (MicaResponse)(n / 3 % 3);
        bool swap = n / 9 % 2, triggerA = n / 18 % 2, triggerB = n / 36 % 2;
        int a = n / 72 % 4, b = n / 288 % 4;
        if (a == b && ab != ba) {
            continue;
        }
        MicaWorld *world = make_space();
        mica_layer_set(world, a, b, ab);
        mica_layer_set(world, b, a, ba);
        MicaBody first = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
        MicaBody second = add_body(world, swap ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC, 0.5f, 0);
        add_on_layer(world, first, circle_shape(0.5f), swap ? b : a, swap ? triggerB : triggerA);
        add_on_layer(world, second, box_shape(0.5f, 0.5f), swap ? a : b,
                     swap ? triggerA : triggerB);
        CHECK_EQ_INT(observe(world), expect(ab, ba, triggerA || triggerB));
        mica_world_destroy(world);
    }
}

TEST(a_full_matrix_of_four_layers)
{
    // Four overlapping bodies; the digits of a number say what each layer names each other.
    uint32_t seed = 9;
    for (int n = 0; n < 300; n++) {
        MicaWorld *world = make_space();
        MicaResponse table[4][4];
        for (int i = 0; i < 16; i++) {
            table[i / 4][i % 4] = (MicaResponse)(test_random(&seed) % 3);
            mica_layer_set(world, i / 4, i % 4, table[i / 4][i % 4]);
        }
        for (int i = 0; i < 8; i++) {
            MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.1f * (float)i, 0);
            add_on_layer(world, body, circle_shape(0.5f), i % 4, false);
        }
        int solid = 0, trigger = 0;
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < i; j++) {
                MicaResponse r = expect(table[i % 4][j % 4], table[j % 4][i % 4], false);
                CHECK_EQ_INT(mica_layer_response(world, i % 4, j % 4), r);
                solid += r == MICA_SOLID;
                trigger += r == MICA_TRIGGER;
            }
        }
        mica_world_step(world, FRAME, 4);
        CHECK_EQ_INT(mica_world_counters(world).contacts, solid + trigger);
        CHECK_EQ_INT(mica_world_counters(world).triggerPairs, trigger);
        CHECK_EQ_INT(mica_world_events(world).enterCount, trigger);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        mica_world_destroy(world);
    }
}

TEST(groups_override_layers)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_space();
        MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
                 b = add_dynamic(world, 0.5f, 0, circle_shape(0.5f));
        MicaCollider ca = mica_collider_at(world, 0), cb = mica_collider_at(world, 1);
        CHECK(mica_body_is_valid(world, a) && mica_body_is_valid(world, b));
        int32_t groups[4][2] = {{-3, -3}, {-3, -4}, {5, 5}, {5, 0}};
        mica_collider_set_group(world, ca, groups[n][0]);
        mica_collider_set_group(world, cb, groups[n][1]);
        if (n >= 2) {  // layers that ignore each other
            mica_collider_set_layer(world, ca, 7);
            mica_collider_set_layer(world, cb, 9);
        }
        const MicaResponse expected[4] = {MICA_IGNORE, MICA_SOLID, MICA_SOLID, MICA_IGNORE};
        CHECK_EQ_INT(observe(world), expected[n]);
        mica_world_destroy(world);
    }
}

// ------------------------------------------------------------------------- changes in mid-contact

typedef struct Rest {
    MicaWorld *world;
    MicaBody body;
    MicaCollider floor, box;
} Rest;

// A box of layer 1 that has come to rest, awake or asleep, on a floor of layer 2.
static Rest rest(int steps)
{
    Rest r = {.world = make_world()};
    mica_layer_set(r.world, 1, 2, MICA_SOLID);
    MicaBody ground = add_body(r.world, MICA_BODY_STATIC, 0, -1);
    r.floor = add_on_layer(r.world, ground, box_shape(20, 1), 2, false);
    r.body = add_body(r.world, MICA_BODY_DYNAMIC, 0, 0.5f);
    r.box = add_on_layer(r.world, r.body, box_shape(0.5f, 0.5f), 1, false);
    run(r.world, steps);
    CHECK_NEAR(position_of(r.world, r.body).y, 0.5, 0.01);
    CHECK_EQ_INT(mica_world_counters(r.world).touchingContacts, 1);
    return r;
}

static void check_falls(Rest *r)
{
    run(r->world, 1);
    MicaEvents e = mica_world_events(r->world);
    CHECK_EQ_INT(e.endCount, 1);
    CHECK_EQ_INT(e.beginCount, 0);
    CHECK(e.endCount == 1 &&
          (e.end[0].colliderA.id == r->box.id || e.end[0].colliderB.id == r->box.id));
    run(r->world, 60);
    CHECK_EQ_INT(mica_world_events(r->world).endCount, 0);
    CHECK(position_of(r->world, r->body).y < -2.0f);
}

TEST(withdrawing_a_rule_ends_the_contact_awake_or_asleep)
{
    for (int asleep = 0; asleep < 2; asleep++) {
        Rest r = rest(asleep ? 120 : 5);
        CHECK_EQ_INT(is_awake(r.world, r.body), !asleep);
        mica_layer_set(r.world, 1, 2, MICA_IGNORE);
        check_falls(&r);
        mica_world_destroy(r.world);
    }
}

TEST(changing_a_colliders_layer_ends_the_contact)
{
    for (int n = 0; n < 4; n++) {
        Rest r = rest(n % 2 ? 120 : 5);
        mica_collider_set_layer(r.world, n < 2 ? r.box : r.floor, 9);
        check_falls(&r);
        mica_world_destroy(r.world);
    }
}

TEST(a_group_ends_the_contact)
{
    Rest r = rest(120);
    mica_collider_set_group(r.world, r.box, -1);
    mica_collider_set_group(r.world, r.floor, -1);
    check_falls(&r);
    mica_world_destroy(r.world);
}

TEST(a_rule_set_while_bodies_overlap_begins_a_contact)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, -1);
    add_on_layer(world, ground, box_shape(20, 1), 2, false);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0.49f);
    add_on_layer(world, body, box_shape(0.5f, 0.5f), 1, false);
    mica_body_set_gravity_scale(world, body, 0);
    run(world, 60);
    CHECK(!is_awake(world, body));
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_layer_set(world, 2, 1, MICA_SOLID);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
    CHECK(is_awake(world, body));
    mica_world_destroy(world);
}

TEST(solid_to_trigger_and_back)
{
    for (int asleep = 0; asleep < 2; asleep++) {
        Rest r = rest(asleep ? 120 : 5);
        mica_layer_set(r.world, 1, 2, MICA_TRIGGER);
        run(r.world, 1);
        MicaEvents e = mica_world_events(r.world);
        CHECK_EQ_INT(e.endCount, 1);
        if (e.enterCount == 0) {
            run(r.world, 1);  // at rest there may be a tiny gap
            e = mica_world_events(r.world);
        }
        CHECK_EQ_INT(e.enterCount, 1);
        // Its layer is the one that the other names
        CHECK(e.enterCount == 1 && e.enter[0].trigger.id == r.floor.id);
        run(r.world, 10);
        CHECK(position_of(r.world, r.body).y < 0.45f);
        mica_layer_set(r.world, 1, 2, MICA_SOLID);
        run(r.world, 1);
        e = mica_world_events(r.world);
        CHECK_EQ_INT(e.exitCount, 1);
        CHECK_EQ_INT(e.beginCount, 1);
        run(r.world, 120);
        CHECK_NEAR(position_of(r.world, r.body).y, 0.5, 0.01);
        mica_world_destroy(r.world);
    }
}

TEST(a_rule_that_changes_no_response_wakes_no_body)
{
    Rest r = rest(120);
    uint64_t hash = mica_world_hash(r.world);
    mica_layer_set(r.world, 2, 1, MICA_TRIGGER);  // the other side still names it solid
    mica_layer_set(r.world, 5, 6, MICA_SOLID);
    mica_collider_set_layer(r.world, r.box, 1);
    run(r.world, 3);
    CHECK_EQ_HEX(mica_world_hash(r.world), hash);
    CHECK_EQ_INT(mica_world_events(r.world).endCount, 0);
    mica_world_destroy(r.world);
}

// Two bodies of layers a and b overlap all the time, while what each layer names the other changes
// between all combinations.
static void check_change(int a, int b, int before, int after, bool swap, bool fixed)
{
    MicaWorld *world = make_space();
    MicaBody first = add_body(world, MICA_BODY_DYNAMIC, 0, 0),
             second = add_body(world, fixed ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC, 0.3f, 0);
    MicaCollider ca = add_on_layer(world, first, circle_shape(0.5f), swap ? b : a, false),
                 cb = add_on_layer(world, second, box_shape(0.5f, 0.5f), swap ? a : b, false);
    MicaResponse r[2];
    for (int k = 0; k < 2; k++) {
        MicaResponse ab = (MicaResponse)((k ? after : before) % 3),
                     ba = (MicaResponse)((k ? after : before) / 3);
        mica_layer_set(world, a, b, ab);
        mica_layer_set(world, b, a, ba);
        r[k] = a == b ? expect(ba, ba, false) : expect(ab, ba, false);
        CHECK_EQ_INT(mica_layer_response(world, b, a), r[k]);
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        MicaResponse last = k ? r[0] : MICA_IGNORE;
        CHECK_EQ_INT(e.beginCount, r[k] == MICA_SOLID && last != MICA_SOLID);
        CHECK_EQ_INT(e.endCount, r[k] != MICA_SOLID && last == MICA_SOLID);
        CHECK_EQ_INT(e.enterCount, r[k] == MICA_TRIGGER && last != MICA_TRIGGER);
        CHECK_EQ_INT(e.exitCount, r[k] != MICA_TRIGGER && last == MICA_TRIGGER);
        run(world, 1);
        e = mica_world_events(world);
        CHECK_EQ_INT(e.beginCount + e.endCount + e.enterCount + e.exitCount, 0);
        CHECK_EQ_INT(mica_world_counters(world).triggerPairs, r[k] == MICA_TRIGGER);
        CHECK_EQ_INT(mica_world_counters(world).contacts, r[k] != MICA_IGNORE);
    }
    CHECK(mica_collider_is_valid(world, ca) && mica_collider_is_valid(world, cb));
    mica_world_destroy(world);
}

TEST(every_change_between_responses_of_four_layers_while_overlapping)
{
    for (int n = 0; n < 4 * 4 * 81 * 4; n++) {
        int a = n % 4, b = n / 4 % 4, change = n / 16 % 81, how = n / (16 * 81);
        check_change(a, b, change % 9, change / 9, how & 1, how & 2);
    }
}

TEST(the_masks_equal_the_responses_of_pairs)
{
    MicaWorld *world = make_world();
    uint32_t seed = 21;
    const uint64_t *masks = mica_layer_masks(world);
    for (int n = 0; n < 500; n++) {
        int a = (int)(test_random(&seed) % 64), b = (int)(test_random(&seed) % 64);
        mica_layer_set(world, a, b, (MicaResponse)(test_random(&seed) % 3));
    }
    CHECK(mica_layer_masks(world) == masks && mica_layer_masks(NULL) == NULL);
    for (int a = 0; a < 64; a++) {
        for (int b = 0; b < 64; b++) {
            MicaResponse r = mica_layer_response(world, a, b);
            CHECK_EQ_INT(masks[a] >> b & 1, r == MICA_SOLID);
            CHECK_EQ_INT(masks[64 + a] >> b & 1, r == MICA_TRIGGER);
        }
    }
    mica_world_destroy(world);
}

TEST(player_ghost_and_walls)
{
    enum { PLAYER = 1, GHOST = 2, WALL = 3 };
    MicaWorld *world = make_space();
    mica_layer_set(world, PLAYER, WALL, MICA_SOLID);
    mica_layer_set(world, GHOST, PLAYER, MICA_TRIGGER);
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 0, 0);
    add_on_layer(world, wall, box_shape(0.5f, 5), WALL, false);
    MicaBody player = add_body(world, MICA_BODY_DYNAMIC, 3, 0),
             ghost = add_body(world, MICA_BODY_DYNAMIC, -4, 0);
    MicaCollider pc = add_on_layer(world, player, circle_shape(0.4f), PLAYER, false);
    MicaCollider gc = add_on_layer(world, ghost, circle_shape(0.4f), GHOST, false);
    mica_body_set_velocity(world, player, v2(-3, 0));
    mica_body_set_velocity(world, ghost, v2(3, 0));
    int caught = 0;
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        for (int k = 0; k < e.enterCount; k++) {
            caught++;
            CHECK_EQ_INT(e.enter[k].trigger.id, pc.id);
            CHECK_EQ_INT(e.enter[k].visitor.id, gc.id);
        }
    }
    CHECK_EQ_INT(caught, 1);
    CHECK_NEAR(position_of(world, player).x, 0.9, 0.02);  // stopped by the wall
    CHECK_NEAR(position_of(world, ghost).x, 8.0, 1e-3);   // through the wall and the player
    mica_world_destroy(world);
}

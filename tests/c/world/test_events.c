// Events: every contact has one begin and one end, every visit of a trigger one enter and one exit,
// whatever ends it, and the order of events is the same in every run.
#include "build.h"
#include "scenes.h"
#include "world.h"

#include <string.h>

typedef enum Ending {
    END_BODY,
    END_OTHER,
    END_COLLIDER,
    END_DISABLE,
    END_LAYER,
    END_RULE,
    END_TELEPORT,
    END_GROUP,
    END_TYPE,
    END_COUNT
} Ending;

static void finish(MicaWorld *world, MicaBody body, MicaBody other, MicaCollider collider,
                   Ending how)
{
    switch (how) {
    case END_BODY:
        mica_body_destroy(world, body);
        break;
    case END_OTHER:
        mica_body_destroy(world, other);
        break;
    case END_COLLIDER:
        mica_collider_destroy(world, collider);
        break;
    case END_DISABLE:
        mica_body_set_enabled(world, body, false);
        break;
    case END_LAYER:
        mica_collider_set_layer(world, collider, 9);
        break;
    case END_RULE:
        mica_layer_set(world, 0, 0, MICA_IGNORE);
        break;
    case END_TELEPORT:
        mica_body_set_transform(world, body, v2(500, 0), 0);
        break;
    case END_GROUP:
        mica_collider_set_group(world, collider, -7);
        for (int32_t i = 0; i < 4; i++) {
            if (mica_collider_at(world, i).id != 0) {
                mica_collider_set_group(world, mica_collider_at(world, i), -7);
            }
        }
        break;
    default:
        mica_body_set_type(world, body, MICA_BODY_STATIC);
        break;
    }
}

// Two discs that overlap, one at rest and static; solid or trigger.
static void check_ending(Ending how, bool trigger, bool asleep)
{
    MicaWorld *world = make_world();
    MicaBody other = add_body(world, MICA_BODY_STATIC, 0.99f, 0);
    MicaCollider otherCollider = add_circle(world, other, 0.5f);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaCollider collider = add_circle(world, body, 0.5f);
    mica_body_set_gravity_scale(world, body, 0);
    mica_collider_set_trigger(world, otherCollider, trigger);
    int begun = 0, ended = 0;
    for (int i = 0; i < 150; i++) {
        if (i == (asleep ? 120 : 5)) {
            CHECK_EQ_INT(is_awake(world, body), !asleep);
            CHECK_EQ_INT(ended, 0);
            finish(world, body, other, collider, how);
        }
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        CHECK_EQ_INT(trigger ? e.beginCount + e.endCount : e.enterCount + e.exitCount, 0);
        begun += trigger ? e.enterCount : e.beginCount;
        ended += trigger ? e.exitCount : e.endCount;
        if (e.endCount > 0) {
            bool there =
                e.end[0].colliderA.id == collider.id || e.end[0].colliderB.id == collider.id;
            CHECK(there && (e.end[0].colliderA.id == otherCollider.id ||
                            e.end[0].colliderB.id == otherCollider.id));
            bool isA = e.end[0].colliderA.id == collider.id;
            CHECK_EQ_INT((isA ? e.end[0].bodyA : e.end[0].bodyB).id, body.id);
            CHECK_EQ_INT((isA ? e.end[0].bodyB : e.end[0].bodyA).id, other.id);
        }
        if (e.exitCount > 0) {
            CHECK_EQ_INT(e.exit[0].trigger.id, otherCollider.id);
            CHECK_EQ_INT(e.exit[0].visitor.id, collider.id);
            CHECK_EQ_INT(e.exit[0].triggerBody.id, other.id);
            CHECK_EQ_INT(e.exit[0].visitorBody.id, body.id);
        }
        if (e.endCount + e.exitCount > 0) {
            CHECK_EQ_INT(i, asleep ? 120 : 5);  // emitted by the next step
        }
    }
    CHECK_EQ_INT(begun, 1);
    CHECK_EQ_INT(ended, 1);
    mica_world_destroy(world);
}

TEST(every_touch_ends_once_however_it_ends)
{
    for (int how = 0; how < END_COUNT; how++) {
        check_ending((Ending)how, false, false);
        check_ending((Ending)how, false, true);
    }
}

TEST(every_visit_ends_once_however_it_ends)
{
    for (int how = 0; how < END_COUNT; how++) {
        check_ending((Ending)how, true, false);
        check_ending((Ending)how, true, true);
    }
}

TEST(a_visit_is_one_enter_and_one_exit)
{
    MicaWorld *world = make_space();
    MicaBody zone = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape box = box_shape(2, 2);
    MicaCollider trigger = mica_collider_create(world, zone, &def, &box);
    MicaBody body = add_dynamic(world, -5, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(3, 0));
    int entered = 0, left = 0;
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        float x = position_of(world, body).x;
        for (int k = 0; k < e.enterCount; k++) {
            entered++;
            CHECK_EQ_INT(e.enter[k].trigger.id, trigger.id);
            CHECK_NEAR(x, -2.5, 0.11);
        }
        for (int k = 0; k < e.exitCount; k++) {
            left++;
            CHECK_NEAR(x, 2.5, 0.11);
        }
        CHECK_EQ_INT(e.beginCount + e.endCount + e.hitCount, 0);
    }
    CHECK_EQ_INT(entered, 1);
    CHECK_EQ_INT(left, 1);
    CHECK_NEAR(mica_body_velocity(world, body).x, 3.0, 1e-6);  // no impulse acted
    mica_world_destroy(world);
}

TEST(a_begin_has_point_normal_and_approach_speed)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 3, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, b, v2(-6, 0));
    MicaCollider ca = mica_collider_at(world, 0);
    int begun = 0, hit = 0;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        for (int k = 0; k < e.beginCount; k++) {
            begun++;
            float side = e.begin[k].colliderA.id == ca.id ? 1.0f : -1.0f;
            CHECK_NEAR(e.begin[k].normal.x, side, 1e-5);
            CHECK_NEAR(e.begin[k].point.x, 0.5, 0.06);
            CHECK_NEAR(e.begin[k].point.y, 0.0, 1e-4);
            CHECK_NEAR(e.begin[k].approachSpeed, 6.0, 1e-3);
        }
        for (int k = 0; k < e.hitCount; k++) {
            hit++;
            CHECK_NEAR(e.hit[k].approachSpeed, 6.0, 1e-3);
            CHECK(e.hit[k].impulse > 0.0f);
        }
    }
    CHECK(mica_body_is_valid(world, a));
    CHECK_EQ_INT(begun, 1);
    CHECK_EQ_INT(hit, 1);
    mica_world_destroy(world);
}

// The impulse of a full bounce is twice the momentum, with one contact point or two and with both
// steps (mica_world_step and mica_world_step_impacts).
TEST(a_hit_has_the_whole_impulse)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_space();
        MicaColliderDef def = mica_collider_def();
        def.restitution = 1.0f;
        MicaShape floor = box_shape(50, 1),
                  shape = n % 2 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f);
        mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, -1), &def, &floor);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 2);
        mica_collider_create(world, body, &def, &shape);
        mica_body_set_velocity(world, body, v2(0, -5));
        int hits = 0;
        for (int i = 0; i < 30; i++) {
            if (n < 2) {
                mica_world_step(world, FRAME, 4);
            } else {
                mica_world_step_impacts(world, FRAME, 100);
            }
            MicaEvents e = mica_world_events(world);
            for (int k = 0; k < e.hitCount; k++, hits++) {
                CHECK_NEAR(e.hit[k].impulse / mica_body_mass(world, body).mass, 10.0, 0.01);
            }
        }
        CHECK_EQ_INT(hits, 1);
        mica_world_destroy(world);
    }
}

TEST(soft_landings_make_no_hit)
{
    MicaWorld *world = make_world();
    add_ground(world);
    add_dynamic(world, 0, 0.52f, box_shape(0.5f, 0.5f));
    int hits = 0;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        hits += mica_world_events(world).hitCount;
    }
    CHECK_EQ_INT(hits, 0);
    mica_world_set_hit_speed(world, 0.1f);
    add_dynamic(world, 5, 0.6f, box_shape(0.5f, 0.5f));
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        hits += mica_world_events(world).hitCount;
    }
    CHECK(hits >= 1);
    mica_world_destroy(world);
}

// The load on the floor in the last step, of all pairs together.
static float load_on(const MicaWorld *world, MicaBody floor)
{
    float sum = 0.0f;
    MicaEvents e = mica_world_events(world);
    for (int k = 0; k < e.loadCount; k++) {
        bool isFloor = e.load[k].bodyA.id == floor.id || e.load[k].bodyB.id == floor.id;
        sum += isFloor ? e.load[k].impulse : 0.0f;
    }
    return sum;
}

TEST(a_stack_loads_its_floor_with_the_sum_of_its_weights)
{
    MicaWorld *world = make_world();
    MicaBody floor = add_ground(world), bottom = {0};
    for (int i = 0; i < 4; i++) {
        MicaBody box = add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
        bottom = i == 0 ? box : bottom;
    }
    run(world, 25);
    CHECK_EQ_INT(mica_world_events(world).loadCount, 0);  // no threshold
    // 1 kg each: 10/60 N s a step
    CHECK_EQ_INT(mica_world_set_load_impulse(world, 2.5f / 6.0f), MICA_ERROR_OK);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).loadCount, 2);  // of 4 and of 3 boxes
    CHECK_EQ_INT(mica_world_events(world).beginCount, 0);
    CHECK_NEAR(load_on(world, floor), 4.0 / 6.0, 0.02);
    MicaContactEvent load = mica_world_events(world).load[0];
    CHECK(load.bodyA.id == bottom.id || load.bodyB.id == bottom.id);
    CHECK_NEAR(fabsf(load.normal.y), 1.0, 1e-4);
    bool onFloor = load.bodyA.id == floor.id || load.bodyB.id == floor.id;
    CHECK_NEAR(load.point.y, onFloor ? 0.0 : 1.0, 0.02);
    run(world, 120);
    CHECK((mica_world_views(world).flags[MICA_SLOT(bottom)] & MICA_FLAG_AWAKE) == 0);
    CHECK_EQ_INT(mica_world_events(world).loadCount, 0);  // what sleeps presses on nothing
    mica_world_destroy(world);
}

TEST(a_load_event_counts_the_impulse_of_a_landing_in_both_kinds_of_step)
{
    for (int n = 0; n < 2; n++) {
        MicaWorld *world = make_world();
        add_ground(world);
        MicaBody body = add_dynamic(world, 0, 0.75f, circle_shape(0.5f));
        mica_body_set_velocity(world, body, (MicaVec2){0, -10});
        float mass = mica_body_mass(world, body).mass;
        CHECK_EQ_INT(mica_world_set_load_impulse(world, 5.0f * mass), MICA_ERROR_OK);
        int loads = 0;
        for (int i = 0; i < 30; i++) {
            if (n == 0) {
                mica_world_step(world, FRAME, 4);
            } else {
                mica_world_step_impacts(world, FRAME, 100);
            }
            MicaEvents e = mica_world_events(world);
            CHECK_EQ_INT(e.loadCount, e.hitCount);
            for (int k = 0; k < e.loadCount; k++, loads++) {
                CHECK(e.load[k].point.x == e.hit[k].point.x &&
                      e.load[k].point.y == e.hit[k].point.y);
                CHECK(e.load[k].impulse == e.hit[k].impulse && e.load[k].approachSpeed == 0.0f);
            }
        }
        CHECK_EQ_INT(loads, 1);
        mica_world_destroy(world);
    }
}

TEST(events_of_a_step_are_replaced_by_the_next)
{
    MicaWorld *world = make_world();
    add_ground(world);
    add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
    CHECK_EQ_INT(mica_world_events(world).movedCount, 1);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 0);
    CHECK_EQ_INT(mica_world_events(world).movedCount, 1);
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------- in busy scenes

// Two colliders, and which part of a compound one.
typedef struct PairKey {
    MicaCollider a, b;
    int32_t column, row;
} PairKey;

// The pairs that are touching, by the events so far.
typedef struct Ledger {
    PairKey keys[1 << 14];
    int count;
} Ledger;

static PairKey pair_of(MicaCollider a, MicaCollider b, MicaPart part)
{
    return (PairKey){a.id < b.id ? a : b, a.id < b.id ? b : a, part.column, part.row};
}

static int find(const Ledger *l, PairKey key)
{
    for (int i = 0; i < l->count; i++) {
        const PairKey *k = &l->keys[i];
        if (k->a.id == key.a.id && k->b.id == key.b.id && k->column == key.column &&
            k->row == key.row) {
            return i;
        }
    }
    return -1;
}

static void open_pair(Ledger *l, MicaCollider a, MicaCollider b, MicaPart part)
{
    CHECK(find(l, pair_of(a, b, part)) < 0);  // not begun twice
    REQUIRE(l->count < 1 << 14);
    l->keys[l->count++] = pair_of(a, b, part);
}

static void close_pair(Ledger *l, MicaCollider a, MicaCollider b, MicaPart part)
{
    int i = find(l, pair_of(a, b, part));
    CHECK(i >= 0);  // not ended twice, nor without a begin
    if (i >= 0) {
        l->keys[i] = l->keys[--l->count];
    }
}

// Two touching bodies stay in contact while one changes its shape, whatever the two types are.
TEST(a_contact_continues_while_a_shape_changes)
{
    MicaShape wide = capsule_shape(0.3f, 0.5f);
    const MicaShape shapes[4] = {circle_shape(0.5f), box_shape(0.6f, 0.5f), wide,
                                 box_shape(0.4f, 0.5f)};
    for (int n = 0; n < 8; n++) {
        bool sleeps = n / 4 == 1;
        MicaWorld *world = sleeps ? make_world() : make_awake_world();
        MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, -0.5f);
        MicaCollider floor = add_shape(world, ground, n % 2 == 0 ? box_shape(9, 0.5f) : wide);
        MicaBody body = add_dynamic(world, 0.05f, 0.5f, shapes[0]);
        mica_body_set_locks(world, body, MICA_LOCKS & ~(uint32_t)MICA_FLAG_LOCK_Y);
        MicaCollider collider = mica_collider_at(world, 1);
        int begun = 0;
        for (int i = 0; i < 240; i++) {
            // The upper body, or the static one.
            if (i > 30 && i % 30 == 0) {
                bool above = n % 4 < 2 || i < 130;
                CHECK_EQ_INT(
                    mica_collider_set_shape(world, above ? collider : floor, &shapes[i / 30 % 4]),
                    MICA_ERROR_OK);
            }
            run(world, 1);
            MicaEvents e = mica_world_events(world);
            begun += e.beginCount;
            CHECK_EQ_INT(e.endCount, 0);
            const MicaContactEvent *stays;
            if (i > 10 && mica_world_contact_stays(world, &stays) == 1) {
                bool first = stays[0].colliderA.id == floor.id;
                CHECK(first || stays[0].colliderB.id == floor.id);
                CHECK_NEAR(stays[0].normal.y, first ? 1.0 : -1.0, 0.02);
                CHECK_NEAR(stays[0].point.y, 0.0, 0.02);
            }
        }
        CHECK_EQ_INT(begun, 1);
        mica_world_destroy(world);
    }
}

static int count_of(const int32_t *slots, int count, MicaBody body)
{
    int times = 0;
    for (int i = 0; i < count; i++) {
        times += slots[i] == MICA_SLOT(body);
    }
    return times;
}

// Every change between sleep and wake is emitted once, by the next step, whatever caused it.
TEST(sleep_and_wake_by_calls_are_emitted_like_any)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), bodies[5];
    for (int i = 0; i < 5; i++) {
        bodies[i] = add_dynamic(world, 2.0f * (float)i, 0.5f, box_shape(0.5f, 0.5f));
    }
    (void)ground;
    uint32_t seed = 5u;
    bool was[5] = {true, true, true, true, true};
    int changes[5] = {0}, events[5] = {0}, byHand = 0;
    for (int i = 0; i < 400; i++) {
        // The last step's list does not change before the next step.
        MicaEvents e = mica_world_events(world);
        for (int k = (int)(test_random(&seed) % 8); k > 2; k--) {
            int which = (int)(test_random(&seed) % 5);
            bool awake = test_random(&seed) % 2 == 0;
            changes[which] += is_awake(world, bodies[which]) != awake;
            byHand += !awake && is_awake(world, bodies[which]);
            CHECK_EQ_INT(mica_body_set_awake(world, bodies[which], awake), MICA_ERROR_OK);
            MicaEvents same = mica_world_events(world);
            CHECK(same.asleepCount == e.asleepCount && same.wokeCount == e.wokeCount &&
                  same.asleep == e.asleep && same.woke == e.woke);
        }
        for (int k = 0; k < 5; k++) {
            was[k] = is_awake(world, bodies[k]);
        }
        run(world, 1);
        e = mica_world_events(world);
        for (int k = 0; k < 5; k++) {
            changes[k] += is_awake(world, bodies[k]) != was[k];
            int falls = count_of(e.asleep, e.asleepCount, bodies[k]),
                wakes = count_of(e.woke, e.wokeCount, bodies[k]);
            events[k] += falls + wakes;
            CHECK_EQ_INT(events[k], changes[k]);
        }
    }
    CHECK(byHand > 100);
    mica_world_destroy(world);
}

// A collider that an edit makes overlap a sleeping body: the next step emits it, although their
// boxes overlapped before and nothing moves.
TEST(an_edit_that_makes_a_sleeper_touch_is_emitted_by_the_next_step)
{
    for (int how = 0; how < 5; how++) {
        MicaWorld *world = make_space();
        mica_layer_set(world, 0, 1, how == 2 ? MICA_TRIGGER : MICA_SOLID);
        MicaBody other = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaColliderDef def = mica_collider_def();
        def.layer = 1;
        def.oneWay = v2(0, how == 1 ? 1 : 0);
        MicaShape corner = {0};
        const MicaVec2 triangle[3] = {{0, 0}, {2, 0}, {0, 2}};
        REQUIRE(mica_shape_polygon(triangle, 3, 0, &corner) == MICA_ERROR_OK);
        const uint8_t cells[1] = {MICA_TILE_FALL};
        MicaTilesDef tiles = {
            .columns = 1, .rows = 1, .cell = v2(2, 2), .origin = v2(0, 0), .cells = cells};
        MicaCollider ground = how == 3 ? mica_tiles_create(world, other, &def, &tiles)
                                       : mica_collider_create(world, other, &def, &corner);
        REQUIRE(ground.id != 0);
        // Inside the triangle, or beyond its long side but inside its box.
        bool inside = how == 1 || how == 2;
        MicaBody body =
            add_dynamic(world, inside ? 0.9f : 1.6f, inside ? 0.9f : 1.6f, circle_shape(0.3f));
        run(world, 3);
        mica_body_set_awake(world, body, false);
        run(world, 2);
        CHECK(!is_awake(world, body));
        MicaShape square = box_shape(1.5f, 1.5f);
        switch (how) {
        case 0:
            mica_body_set_transform(world, other, v2(0.5f, 0.5f), 0);
            break;
        case 1:
            mica_collider_set_one_way(world, ground, v2(0, 0));
            break;
        case 2:
            mica_layer_set(world, 0, 1, MICA_SOLID);
            break;
        case 3:
            mica_tiles_fill(world, ground, 0, 0, 1, 1, MICA_TILE_FULL);
            break;
        default:
            mica_collider_set_shape(world, ground, &square);
        }
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
        CHECK(is_awake(world, body));
        mica_world_destroy(world);
    }
}

TEST_LONG(begins_and_ends_balance_in_every_scene)
{
    static Ledger touching, visiting;
    for (int s = 2; s < sceneCount; s++) {
        touching.count = visiting.count = 0;
        MicaWorld *world = scene_create(&scenes[s]);
        for (int step = 0; step < 300; step++) {
            REQUIRE(scene_step(&scenes[s], world, step) == MICA_ERROR_OK);
            MicaEvents e = mica_world_events(world);
            for (int i = 0; i < e.endCount; i++) {
                close_pair(&touching, e.end[i].colliderA, e.end[i].colliderB, e.end[i].part);
            }
            for (int i = 0; i < e.exitCount; i++) {
                close_pair(&visiting, e.exit[i].trigger, e.exit[i].visitor, e.exit[i].part);
            }
            for (int i = 0; i < e.beginCount; i++) {
                open_pair(&touching, e.begin[i].colliderA, e.begin[i].colliderB, e.begin[i].part);
                CHECK(e.begin[i].approachSpeed >= 0.0f);
            }
            for (int i = 0; i < e.enterCount; i++) {
                open_pair(&visiting, e.enter[i].trigger, e.enter[i].visitor, e.enter[i].part);
            }
        }
        // Every open contact names live colliders, and every touching pair is open.
        for (int i = 0; i < touching.count; i++) {
            CHECK(mica_collider_is_valid(world, touching.keys[i].a));
            CHECK(mica_collider_is_valid(world, touching.keys[i].b));
        }
        const MicaContactPoint *points;
        int count = mica_world_contact_points(world, &points);
        for (int i = 0; i < count; i++) {
            CHECK(find(&touching,
                       pair_of(points[i].colliderA, points[i].colliderB, points[i].part)) >= 0);
        }
        // Ground and matter are the point of two scenes, which have few bodies.
        bool terrain = strcmp(scenes[s].name, "terrain") == 0;
        bool matter = strcmp(scenes[s].name, "matter") == 0;
        CHECK(s == 4 || touching.count > (matter ? 0 : terrain ? 2 : 100));
        // Destroy everything: all ends are emitted.
        for (int slot = 0; slot < mica_world_views(world).slots; slot++) {
            if (mica_body_at(world, slot).id != 0) {
                mica_body_destroy(world, mica_body_at(world, slot));
            }
        }
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        CHECK_EQ_INT(e.endCount, touching.count);
        CHECK_EQ_INT(e.exitCount, visiting.count);
        mica_world_destroy(world);
    }
}

TEST(two_runs_emit_events_in_the_same_order)
{
    MicaWorld *a = scene_create(&scenes[4]), *b = scene_create(&scenes[4]);
    for (int step = 0; step < 150; step++) {
        scene_step(&scenes[4], a, step);
        scene_step(&scenes[4], b, step);
        MicaEvents x = mica_world_events(a), y = mica_world_events(b);
        REQUIRE(x.beginCount == y.beginCount && x.endCount == y.endCount &&
                x.enterCount == y.enterCount);
        REQUIRE(x.exitCount == y.exitCount && x.movedCount == y.movedCount &&
                x.hitCount == y.hitCount);
        for (int i = 0; i < x.beginCount; i++) {
            CHECK_EQ_INT(MICA_SLOT(x.begin[i].colliderA), MICA_SLOT(y.begin[i].colliderA));
            CHECK_EQ_INT(MICA_SLOT(x.begin[i].colliderB), MICA_SLOT(y.begin[i].colliderB));
            CHECK(x.begin[i].point.x == y.begin[i].point.x &&
                  x.begin[i].approachSpeed == y.begin[i].approachSpeed);
        }
        for (int i = 0; i < x.enterCount; i++) {
            CHECK_EQ_INT(MICA_SLOT(x.enter[i].visitor), MICA_SLOT(y.enter[i].visitor));
        }
    }
    mica_world_destroy(a);
    mica_world_destroy(b);
}

TEST(destroying_between_steps_loses_no_event)
{
    // Of two touching bodies one is destroyed, and another created, before the next step: the end
    // names the destroyed one.
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody first = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    MicaCollider old = mica_collider_at(world, 1);
    run(world, 3);
    mica_body_destroy(world, first);
    MicaBody second = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.endCount, 1);
    CHECK_EQ_INT(e.beginCount, 1);
    CHECK(e.endCount == 1 && (e.end[0].colliderA.id == old.id || e.end[0].colliderB.id == old.id));
    CHECK(!mica_collider_is_valid(world, old) && mica_body_is_valid(world, second));
    mica_world_destroy(world);
}

TEST(an_enter_is_emitted_after_steps_that_ran_out_of_memory)
{
    MicaWorld *world = make_world();
    add_box(world, add_body(world, MICA_BODY_STATIC, 0, -1), 10, 1);
    add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 200);
    CHECK(mica_world_counters(world).awakeBodies == 0);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = box_shape(1, 1);
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, 0.5f), &def, &shape);
    // Raise the limit little by little: the step fails at every place where it reserves memory.
    int failures = 0;
    world->host.memory.maxBytes = world->host.memory.bytes;
    while (mica_world_step(world, FRAME, 4) == MICA_ERROR_NO_MEMORY && failures < 10000) {
        CHECK_EQ_INT(mica_world_events(world).enterCount, 0);
        world->host.memory.maxBytes += 64;
        failures += 1;
    }
    CHECK(failures > 0);
    CHECK_EQ_INT(mica_world_events(world).enterCount, 1);
    mica_world_destroy(world);
}

TEST(a_world_out_of_memory_still_ends_contacts)
{
    MicaWorld *world = make_awake_world();
    add_box(world, add_body(world, MICA_BODY_STATIC, 0, -1), 200, 1);
    MicaBody last = {0};
    for (int i = 0; i < 200; i++) {
        last = add_dynamic(world, (float)i - 100, 0.45f, circle_shape(0.45f));
    }
    run(world, 30);
    CHECK(mica_world_counters(world).touchingContacts == 200);
    world->host.memory.maxBytes = world->host.memory.bytes;
    mica_body_destroy(world, last);
    CHECK(mica_world_step(world, FRAME, 4) == MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_events(world).endCount, 1);
    mica_world_destroy(world);
}

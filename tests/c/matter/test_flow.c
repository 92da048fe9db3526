// What adds, counts and holds matter: emitters, gauges, layers, units of length, gravity and sleep.
#include "build_matter.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static MicaEmitterDef emitter_of(MicaMatter matter)
{
    MicaEmitterDef def = mica_emitter_def();
    def.matter = matter;
    return def;
}

// -------------------------------------------------------------------------------------- emitters

TEST(an_emitter_is_made_changed_and_destroyed)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID),
               sand = add_matter(world, MICA_MATTER_SAND);
    MicaEmitterDef def = {.matter = water,
                          .position = v2(1, 2),
                          .angle = 0.5f,
                          .width = 0.75f,
                          .speed = 3,
                          .rate = 20,
                          .lifetime = 4,
                          .value = 9,
                          .enabled = true,
                          .userData = 0x1122334455667788u};
    MicaEmitter emitter = mica_emitter_create(world, &def);
    CHECK(mica_emitter_is_valid(world, emitter) && mica_world_emitter_slots(world) == 1);
    CHECK_EQ_INT(mica_emitter_at(world, 0).id, emitter.id);
    MicaEmitterDef read = mica_emitter_definition(world, emitter);
    CHECK(read.matter.id == water.id && read.position.x == 1 && read.position.y == 2 &&
          read.angle == 0.5f && read.width == 0.75f && read.speed == 3 && read.rate == 20 &&
          read.lifetime == 4 && read.value == 9 && read.enabled && read.userData == def.userData);
    def.matter = sand;
    CHECK_EQ_INT(mica_emitter_set(world, emitter, &def), MICA_ERROR_OUT_OF_RANGE);
    def.matter = water;
    def.enabled = false;
    def.speed = 5;
    CHECK_EQ_INT(mica_emitter_set(world, emitter, &def), MICA_ERROR_OK);
    read = mica_emitter_definition(world, emitter);
    CHECK(!read.enabled && read.speed == 5);
    run(world, 60);
    CHECK_EQ_INT(mica_matter_count(world, water), 0);
    CHECK_EQ_INT(mica_emitter_destroy(world, emitter), MICA_ERROR_OK);
    CHECK(!mica_emitter_is_valid(world, emitter) && mica_emitter_at(world, 0).id == 0);
    mica_world_destroy(world);
}

TEST(a_rate_is_exact)
{
    const float rates[4] = {1, 7, 50, 240};
    for (int i = 0; i < 4; ++i) {
        MicaWorld *world = make_space();
        MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
        MicaEmitterDef def = emitter_of(water);
        def.rate = rates[i];
        def.width = 4;
        def.speed = 20;
        def.value = 3;
        mica_emitter_create(world, &def);
        run(world, 300);
        CHECK_NEAR(mica_matter_count(world, water), 5.0 * rates[i], 1.001);
        CHECK_EQ_INT(view_of(world, water).values[0], 3);
        mica_world_destroy(world);
    }
}

TEST(a_full_stream_is_as_dense_as_at_rest)
{
    const float widths[3] = {0.5f, 1, 2}, speeds[3] = {2, 4, 1};
    for (int i = 0; i < 3; ++i) {
        MicaWorld *world = make_space();
        MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
        MicaEmitterDef def = emitter_of(water);
        def.width = widths[i];
        def.speed = speeds[i];
        mica_emitter_create(world, &def);
        run(world, 120);
        // A row has a particle more than the mouth has spacings, every second one as many.
        double expected = 2.0 * speeds[i] * (widths[i] + 0.05) / 0.00866;
        CHECK_NEAR(mica_matter_count(world, water), expected, 0.15 * expected);
        MicaMatterSum sum = sum_in(world, water, 0, 0, 50, 50);
        CHECK_NEAR(sum.velocity.x, speeds[i], 0.1 * speeds[i]);
        CHECK_NEAR(sum.velocity.y, 0, 0.05 * speeds[i]);
        mica_world_destroy(world);
    }
}

TEST(emitted_particles_live_as_long_as_they_should)
{
    MicaWorld *world = make_space();
    MicaMatterDef matter = mica_matter_def(MICA_MATTER_LIQUID);
    matter.lifetime = 1;
    MicaMatter water = mica_matter_create(world, &matter);
    MicaEmitterDef def = emitter_of(water);
    def.width = 3;
    def.speed = 10;
    def.rate = 60;
    MicaEmitter emitter = mica_emitter_create(world, &def);
    run(world, 180);
    CHECK_NEAR(mica_matter_count(world, water), 60, 1.5);
    def.lifetime = 0.5f;
    mica_emitter_set(world, emitter, &def);
    run(world, 90);
    CHECK_NEAR(mica_matter_count(world, water), 30, 1.5);
    def.enabled = false;
    mica_emitter_set(world, emitter, &def);
    run(world, 31);
    CHECK_EQ_INT(mica_matter_count(world, water), 0);
    mica_world_destroy(world);
}

// What was there before some matter had a lifetime lives for ever, what comes later does not.
TEST(a_lifetime_is_of_particles_that_come_after_it_was_set)
{
    MicaWorld *world = make_space();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.lifetime = 0.4f;
    MicaMatter sand = mica_matter_create(world, &def);
    fill_box(world, sand, 0, 0, 0.5f, 0.5f);
    run(world, 5);
    MicaShape all = box_shape(2, 2);
    CHECK(mica_matter_remove(world, sand, &all, v2(0, 0), 0) > 0);
    CHECK_EQ_INT(mica_matter_count(world, sand), 0);
    def.lifetime = 0;
    mica_matter_set(world, sand, &def);
    int32_t old = fill_box(world, sand, 0, 0, 0.5f, 0.5f);
    run(world, 5);
    CHECK_EQ_INT(mica_matter_count(world, sand), old);
    def.lifetime = 0.3f;
    mica_matter_set(world, sand, &def);
    int32_t young = fill_box(world, sand, 3, 0, 0.5f, 0.5f);
    CHECK(old > 0 && young > 0);
    run(world, 10);
    CHECK_EQ_INT(mica_matter_count(world, sand), old + young);
    run(world, 20);
    CHECK_EQ_INT(mica_matter_count(world, sand), old);
    mica_world_destroy(world);
}

TEST(an_emitter_ends_with_its_matter_and_stops_at_its_capacity)
{
    MicaWorld *world = make_space();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.capacity = 50;
    MicaMatter sand = mica_matter_create(world, &def),
               water = add_matter(world, MICA_MATTER_LIQUID);
    MicaEmitterDef one = emitter_of(sand), other = emitter_of(water);
    other.position.y = 20;
    MicaEmitter a = mica_emitter_create(world, &one), b = mica_emitter_create(world, &other);
    run(world, 120);
    CHECK_EQ_INT(mica_matter_count(world, sand), 50);
    mica_matter_destroy(world, sand);
    CHECK(!mica_emitter_is_valid(world, a) && mica_emitter_is_valid(world, b));
    int32_t before = mica_matter_count(world, water);
    run(world, 30);
    CHECK(mica_matter_count(world, water) > before);
    mica_world_destroy(world);
}

// ----------------------------------------------------------------------------------------- gauges

static MicaCollider add_trigger(MicaWorld *world, float x, float y, float halfWidth,
                                float halfHeight)
{
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = box_shape(halfWidth, halfHeight);
    return mica_collider_create(world, add_body(world, MICA_BODY_STATIC, x, y), &def, &shape);
}

TEST(a_gauge_counts_and_tells_of_its_threshold_both_ways)
{
    MicaWorld *world = make_space();
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    MicaCollider trigger = add_trigger(world, 5, 0, 1, 1);
    MicaGaugeDef def = {.threshold = 20}, read;
    CHECK_EQ_INT(mica_collider_set_gauge(world, trigger, &def), MICA_ERROR_OK);
    CHECK(mica_collider_gauge(world, trigger, &read) && read.threshold == 20 && !read.drains);
    CHECK_EQ_INT(mica_collider_matter_count(world, trigger), 0);
    fill_moving(world, sand, 0, 0, 0.5f, 0.5f, v2(6, 0), 0);
    int rises = 0, falls = 0, maximum = 0;
    for (int i = 0; i < 120; ++i) {
        run(world, 1);
        int32_t count = mica_collider_matter_count(world, trigger);
        CHECK_EQ_INT(count, sum_in(world, sand, 5, 0, 1, 1).count);
        const MicaMatterEvent *events;
        int32_t n = mica_world_matter_events(world, &events);
        CHECK(n <= 1);
        if (n == 1) {
            CHECK(events->collider.id == trigger.id && events->count == count &&
                  events->reached == (count >= 20));
            rises += events->reached;
            falls += !events->reached;
        }
        maximum = count > maximum ? count : maximum;
    }
    CHECK(rises == 1 && falls == 1);
    CHECK_EQ_INT(maximum, mica_matter_count(world, sand));
    CHECK_EQ_INT(mica_collider_end_gauge(world, trigger), MICA_ERROR_OK);
    CHECK(!mica_collider_gauge(world, trigger, &read));
    CHECK_EQ_INT(mica_collider_matter_count(world, trigger), -1);
    mica_world_destroy(world);
}

TEST(gauges_are_listed_while_their_colliders_live)
{
    MicaWorld *world = make_space();
    MicaCollider all[MICA_MAX_GAUGES], a = add_trigger(world, 0, 0, 1, 1),
                                       b = add_trigger(world, 5, 0, 1, 1);
    CHECK_EQ_INT(mica_world_gauges(world, all), 0);
    mica_collider_set_gauge(world, b, &(MicaGaugeDef){.threshold = 1});
    mica_collider_set_gauge(world, a, &(MicaGaugeDef){.threshold = 1});
    CHECK_EQ_INT(mica_world_gauges(world, all), 2);
    CHECK(all[0].id == b.id && all[1].id == a.id);
    CHECK_EQ_INT(mica_world_matter_counters(world).gauges, 2);
    mica_collider_destroy(world, b);
    CHECK_EQ_INT(mica_world_gauges(world, all), 1);
    CHECK_EQ_INT(all[0].id, a.id);
    CHECK_EQ_INT(mica_world_gauges(world, NULL), 0);
    mica_world_destroy(world);
}

TEST(a_drain_removes_what_it_counts)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID),
               sand = add_matter(world, MICA_MATTER_SAND);
    MicaCollider trigger = add_trigger(world, 5, 0, 1, 4);
    mica_collider_set_gauge(world, trigger, &(MicaGaugeDef){.threshold = 100, .drains = true});
    int32_t count = fill_moving(world, water, 0, 1, 0.5f, 0.5f, v2(5, 0), 0);
    count += fill_moving(world, sand, 0, -1, 0.5f, 0.5f, v2(5, 0), 0);
    int reached = 0;
    for (int i = 0; i < 120; ++i) {
        run(world, 1);
        const MicaMatterEvent *events;
        reached += mica_world_matter_events(world, &events);
    }
    CHECK_EQ_INT(mica_collider_matter_count(world, trigger), count);
    CHECK_EQ_INT(mica_matter_count(world, water) + mica_matter_count(world, sand), 0);
    CHECK_EQ_INT(reached, 1);
    // It ends with its collider.
    mica_collider_destroy(world, trigger);
    run(world, 2);
    CHECK_EQ_INT(mica_collider_matter_count(world, trigger), -1);
    mica_world_destroy(world);
}

// ----------------------------------------------------------------------------------------- layers

TEST(a_layer_that_is_not_solid_to_matter_lets_it_through)
{
    MicaWorld *world = make_world();
    mica_layer_set(world, 1, 0, MICA_SOLID);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.layer = 1;
    MicaMatter sand = mica_matter_create(world, &def);
    def.layer = 0;
    def.kind = MICA_MATTER_LIQUID;
    MicaMatter water = mica_matter_create(world, &def);
    add_ground(world);  // of layer 0
    MicaColliderDef material = mica_collider_def();
    material.layer = 2;  // which nothing is solid to
    MicaShape shelf = box_shape(9, 0.2f);
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, 1), &material, &shelf);
    material.layer = 1;
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, 2), &material, &shelf);
    fill_box(world, sand, -3, 3.5f, 0.5f, 0.5f);
    int32_t drops = fill_box(world, water, 3, 3.5f, 0.5f, 0.5f);
    flow(world, 150);
    // Layer 1 is solid to layer 0, not to itself.
    CHECK(bounds_of(world, sand).upper.y < 1 && bounds_of(world, sand).lower.y > -0.1f);
    CHECK_NEAR(sum_in(world, water, 0, 2.7f, 9, 0.5f).count, drops, 0);
    // Nor is it for filling.
    CHECK(fill_box(world, water, 0, 1, 0.5f, 0.15f) > 10);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------ units of length

// The same scene in a world of so many units to a metre: the centres and counts of its matter in metres.
typedef struct Outcome {
    int32_t counts[3];
    MicaVec2 centers[3];
    MicaVec2 box;
} Outcome;

static Outcome play_at_unit(float unit)
{
    Outcome out;
    MicaWorldDef def = mica_world_def_in(unit);
    def.lengthUnit = unit;
    MicaWorld *world = mica_world_create(&def);
    const float walls[3][4] = {{0, -0.5f, 4, 0.5f}, {-2.5f, 2, 0.5f, 2}, {2.5f, 2, 0.5f, 2}};
    for (int i = 0; i < 3; ++i) {
        add_static_box(world, walls[i][0] * unit, walls[i][1] * unit, walls[i][2] * unit,
                       walls[i][3] * unit);
    }
    MicaColliderDef material = mica_collider_def_in(unit);
    material.density *= 0.5f;
    MicaShape shape = box_shape(0.25f * unit, 0.25f * unit);
    MicaBody box = add_body(world, MICA_BODY_DYNAMIC, 0, 3.5f * unit);
    mica_collider_create(world, box, &material, &shape);
    MicaMatter matters[3];
    for (int i = 0; i < 3; ++i) {
        MicaMatterDef matter = mica_matter_def_in(unit, (MicaMatterKind)i);
        matters[i] = mica_matter_create(world, &matter);
        fill_box(world, matters[i], (-1.3f + 1.3f * (float)i) * unit, 1.2f * unit, 0.6f * unit,
                 1.1f * unit);
    }
    MicaEmitterDef emitter = mica_emitter_def_in(unit);
    emitter.matter = matters[0];
    emitter.position = v2(-1.5f * unit, 3.5f * unit);
    mica_emitter_create(world, &emitter);
    flow(world, 90);
    for (int i = 0; i < 3; ++i) {
        MicaMatterSum sum = sum_in(world, matters[i], 0, 0, 9 * unit, 9 * unit);
        out.counts[i] = sum.count;
        out.centers[i] = v2(sum.center.x / unit, sum.center.y / unit);
    }
    out.box = position_of(world, box);
    out.box = v2(out.box.x / unit, out.box.y / unit);
    mica_world_destroy(world);
    return out;
}

TEST(a_world_of_32_units_a_metre_moves_alike)
{
    Outcome one = play_at_unit(1), other = play_at_unit(32);
    for (int i = 0; i < 3; ++i) {
        CHECK(one.counts[i] > 200);
        CHECK_EQ_INT(other.counts[i], one.counts[i]);
        CHECK_NEAR(other.centers[i].x, one.centers[i].x, 0.02);
        CHECK_NEAR(other.centers[i].y, one.centers[i].y, 0.02);
    }
    CHECK_NEAR(other.box.x, one.box.x, 0.15);
    CHECK_NEAR(other.box.y, one.box.y, 0.15);
}

// A mouth of a million spacings would look at 64 million places in each step which its matter has no capacity for.
TEST(a_huge_mouth_of_matter_at_its_capacity_takes_no_time)
{
    MicaWorld *world = make_space();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.spacing = 0.001f;
    def.capacity = 1000;
    MicaEmitterDef emitter = emitter_of(mica_matter_create(world, &def));
    emitter.width = 1000;
    emitter.speed = 1000;
    for (int i = 0; i < 8; ++i) {
        mica_emitter_create(world, &emitter);
    }
    run(world, 60);
    CHECK_EQ_INT(mica_matter_count(world, emitter.matter), 1000);
    mica_world_destroy(world);
}

// What is far away for a spacing, or too fast for a world, is not added: such a particle would be lost
// in the next step.
TEST(no_particle_is_added_beyond_the_bounds_of_matter)
{
    MicaWorldDef def = mica_world_def_in(1000);
    def.lengthUnit = 1000;
    MicaWorld *large = mica_world_create(&def), *world = make_world();
    MicaMatterDef matter = mica_matter_def(MICA_MATTER_LIQUID);
    matter.spacing = 0.001f;
    matter.density = 1;
    MicaMatter water = mica_matter_create(world, &matter);
    CHECK_EQ_INT(fill_box(world, water, 1500, 0, 0.01f, 0.01f), 0);
    CHECK(fill_box(world, water, 900, 0, 0.01f, 0.01f) > 0);
    MicaEmitterDef emitter = emitter_of(water);
    emitter.position = v2(0, 9e6f);
    mica_emitter_create(world, &emitter);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    run(world, 2);
    mica_world_destroy(world);
    matter = mica_matter_def_in(1000, MICA_MATTER_LIQUID);
    water = mica_matter_create(large, &matter);
    emitter = mica_emitter_def_in(1000);
    emitter.matter = water;
    emitter.speed = 41 * 1000;
    CHECK_REFUSED(large, mica_emitter_create(large, &emitter), MICA_ERROR_OUT_OF_RANGE);
    emitter.speed = 39 * 1000;
    CHECK(mica_emitter_create(large, &emitter).id != 0);
    run(large, 5);
    mica_world_destroy(large);
}

// ------------------------------------------------------------------------------ gravity and sleep

static MicaWorld *make_at_rest(MicaMatter *matter, MicaMatterKind kind, MicaBody *wall)
{
    MicaWorld *world = make_world();
    *wall = add_tank(world, 0.5f, 4);
    *matter = add_matter(world, kind);
    fill_box(world, *matter, 0, 1.5f, 0.5f, 1.5f);
    CHECK(steps_until_rest(world, *matter, 900) < 900);
    return world;
}

TEST(matter_at_rest_sleeps_and_wakes)
{
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaMatter matter;
        MicaBody wall;
        MicaWorld *atRest = make_at_rest(&matter, (MicaMatterKind)kind, &wall);
        uint64_t hash = mica_world_hash(atRest);
        flow(atRest, 5);
        CHECK_EQ_HEX(mica_world_hash(atRest), hash);
        for (int what = 0; what < 6; ++what) {
            MicaWorld *world = make_world();
            REQUIRE(mica_world_copy(world, atRest) == MICA_ERROR_OK);
            MicaShape ball = circle_shape(0.3f);
            MicaMatterDef def = mica_matter_definition(world, matter);
            if (what == 0) {
                MicaBody box = add_dynamic(world, 0, 4, box_shape(0.2f, 0.2f));
                mica_body_set_velocity(world, box, v2(0, -8));
            } else if (what == 1) {
                mica_body_destroy(world, wall);
            } else if (what == 2) {
                CHECK(mica_matter_remove(world, matter, &ball, v2(0, 0.4f), 0) > 10);
            } else if (what == 3) {
                mica_world_set_gravity(world, v2(6, -6));
            } else if (what == 4) {
                mica_matter_push(world, matter, &ball, v2(0, 1.5f), 0, v2(0, 3));
            } else {
                mica_matter_set(world, matter, &def);
                mica_world_set_sleep_enabled(world, false);
            }
            float fastest = 0;
            for (int i = 0; i < 40; ++i) {
                flow(world, 1);
                fastest = fmaxf(fastest, fastest_of(world, matter));
            }
            if (!(fastest > 0.0f) || (what < 5 && !(fastest > 0.1f))) {
                test_fail(__FILE__, __LINE__, "kind %d is not woken by %d: %g", kind, what,
                          (double)fastest);
            }
            mica_world_destroy(world);
        }
        mica_world_destroy(atRest);
    }
}

// Whether a sleeping pool blocks the mouth of an emitter is known from the state alone.
TEST(an_emitter_at_rest_goes_on_alike_from_a_snapshot)
{
    MicaWorld *world = make_world(), *to = make_world();
    add_tank(world, 0.5f, 4);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    MicaEmitterDef def = emitter_of(sand);
    def.position = v2(0, 1.5f);
    def.angle = -1.5707963f;
    mica_emitter_create(world, &def);
    flow(world, 1200);
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    char *bytes = aligned_alloc(16, size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_restore(to, bytes, size), MICA_ERROR_OK);
    for (int i = 0; i < 60; ++i) {
        flow(world, 1);
        flow(to, 1);
        if (world_state_hash(world) != world_state_hash(to)) {
            test_fail(__FILE__, __LINE__, "goes on otherwise from step %d on", i);
            break;
        }
    }
    free(bytes);
    mica_world_destroy(world);
    mica_world_destroy(to);
}

// ------------------------------------------------------------------------- bodies that sleep in it

static MicaBody add_crate(MicaWorld *world, float x, float y, float density)
{
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    MicaShape shape = box_shape(0.4f, 0.4f);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

TEST(a_jet_wakes_a_sleeping_crate)
{
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_world();
        add_tank(world, 4, 5);
        MicaBody crate = add_crate(world, 1, 0.4f, 0.3f);
        flow(world, 120);
        CHECK(!is_awake(world, crate));
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        fill_moving(world, matter, -2, 0.5f, 0.4f, 0.3f, v2(12, 0), 0);
        flow(world, 60);
        CHECK(position_of(world, crate).x > 1.05f);
        mica_world_destroy(world);
    }
}

// A boat that sleeps on water which sleeps, or is about to, falls when the water vanishes.
TEST(a_sleeping_boat_falls_when_its_water_is_taken)
{
    for (int way = 0; way < 3; ++way) {
        MicaWorld *world = make_world();
        add_tank(world, 2, 5);
        MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
        def.lifetime = way == 2 ? 30.0f : 0.0f;
        MicaMatter water = mica_matter_create(world, &def);
        MicaShape box = box_shape(2, 0.8f);
        MicaMatterFill fill = {.shape = &box, .position = v2(0, 0.8f)};
        mica_matter_fill(world, water, &fill);
        MicaBody boat = add_crate(world, 0.3f, 1.8f, 0.4f);
        for (int i = 0; i < 1500 && (is_awake(world, boat) || fastest_of(world, water) > 0); ++i) {
            flow(world, 1);
        }
        CHECK(!is_awake(world, boat));
        CHECK(position_of(world, boat).y > 1);
        if (way == 0) {
            mica_matter_remove(world, water, &box, v2(0, 0.8f), 0);
        } else if (way == 1) {
            mica_matter_destroy(world, water);
        }
        flow(world, way == 2 ? 1900 : 90);
        // On a side or, for a while, on a corner.
        CHECK(position_of(world, boat).y < 0.6f);
        mica_world_destroy(world);
    }
}

// The energy of particles at rest and in motion, J per kg and particle.
static double energy_of(MicaWorld *world, MicaMatter matter)
{
    MicaMatterView v = view_of(world, matter);
    double energy = 0;
    for (int i = 0; i < v.count; ++i) {
        MicaVec2 p = v.positions[i], u = v.velocities[i];
        energy += 10 * (double)p.y + 0.5 * (double)(u.x * u.x + u.y * u.y);
    }
    return energy / v.count;
}

TEST(a_breaking_dam_gains_no_energy)
{
    MicaWorld *world = make_world();
    add_tank(world, 6, 9);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, -4, 2, 2, 2);
    double first = energy_of(world, water), lowest = first;
    for (int i = 0; i < 300; ++i) {
        flow(world, 1);
        double now = energy_of(world, water);
        if (!(now < lowest + 0.002 * first)) {
            test_fail(__FILE__, __LINE__, "step %d: %g J after %g of %g", i, now, lowest, first);
        }
        lowest = now < lowest ? now : lowest;
    }
    CHECK(lowest < 0.8 * first);
    mica_world_destroy(world);
}

// Of particles of this density and mass each, and a body: kg m/s.
static void momentum_of(MicaWorld *world, MicaMatter matter, MicaBody body, float mass,
                        double out[2])
{
    MicaMatterView v = view_of(world, matter);
    MicaVec2 u = mica_body_velocity(world, body);
    double particle = 0.8660254 * 0.1 * 0.1;
    out[0] = (double)mass * (double)u.x;
    out[1] = (double)mass * (double)u.y;
    for (int i = 0; i < v.count; ++i) {
        out[0] += particle * (double)v.velocities[i].x;
        out[1] += particle * (double)v.velocities[i].y;
    }
}

TEST(a_drop_and_a_box_that_meet_keep_their_momentum)
{
    static const float densities[] = {0.3f, 1, 4};
    for (int i = 0; i < 3; ++i) {
        MicaWorld *world = make_space();
        MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
        fill_moving(world, water, 0, 0, 1.2f, 0.9f, v2(1, 0.5f), 0);
        MicaColliderDef def = mica_collider_def();
        def.density = densities[i];
        MicaShape shape = box_shape(0.4f, 0.3f);
        MicaBody box = add_body(world, MICA_BODY_DYNAMIC, 2.1f, 0.3f);
        mica_collider_create(world, box, &def, &shape);
        mica_body_set_velocity(world, box, v2(-1, 0));
        float mass = densities[i] * 0.48f;
        double before[2], after[2];
        momentum_of(world, water, box, mass, before);
        for (int k = 0; k < 6; ++k) {
            flow(world, 30);
            momentum_of(world, water, box, mass, after);
            CHECK_NEAR(after[0], before[0], 1e-3);
            CHECK_NEAR(after[1], before[1], 1e-3);
        }
        CHECK(mica_body_velocity(world, box).x > -0.5f);
        mica_world_destroy(world);
    }
}

// How fast a particle of water becomes that lies so far above an explosion of 2 N s a metre, which fades from
// 1 to 3 m, with a layer of its own.
static float speed_after(float above, uint64_t layers, bool shield)
{
    MicaWorld *world = make_space();
    const int32_t solid = 3;
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.density = 0.5f;
    MicaMatter water = mica_matter_create(world, &def);
    MicaVec2 at = v2(0, above);
    mica_matter_add(world, water, &at, NULL, NULL, 1);
    if (shield) {
        MicaBody rock = add_body(world, MICA_BODY_STATIC, 0, 0.5f);
        MicaShape box = box_shape(1, 0.1f);
        MicaColliderDef collider = mica_collider_def();
        collider.layer = solid;
        mica_collider_create(world, rock, &collider, &box);
    }
    MicaExplosion e = mica_explosion();
    e.radius = 1;
    e.falloff = 2;
    e.impulse = 2;
    e.layers = layers;
    e.shields = shield ? (uint64_t)1 << solid : 0;
    CHECK(view_of(world, water).velocities[0].y == 0);
    CHECK_EQ_INT(mica_world_explode(world, &e), 0);
    MicaVec2 v = view_of(world, water).velocities[0];
    CHECK(v.x == 0);
    mica_world_destroy(world);
    return v.y;
}

TEST(explosions_push_particles)
{
    CHECK_NEAR(speed_after(0.9f, ~(uint64_t)0, false), 4, 1e-5);
    CHECK_NEAR(speed_after(2, ~(uint64_t)0, false), 2, 1e-5);
    CHECK_NEAR(speed_after(-2, ~(uint64_t)0, false), -2, 1e-5);
    CHECK(speed_after(3.1f, ~(uint64_t)0, false) == 0);
    CHECK(speed_after(0, ~(uint64_t)0, false) == 0);
    CHECK(speed_after(2, ~(uint64_t)1, false) == 0);
    CHECK(speed_after(2, ~(uint64_t)0, true) == 0);
}

TEST(an_explosion_wakes_a_pool)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 5);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, 0, 0.5f, 1, 0.5f);
    CHECK(steps_until_rest(world, water, 900) < 900);
    MicaExplosion e = mica_explosion();
    e.radius = 1.2f;
    e.impulse = 8;
    mica_world_explode(world, &e);
    flow(world, 20);
    MicaMatterView v = view_of(world, water);
    int asleep = 0;
    for (int i = 0; i < v.count; ++i) {
        asleep += v.asleep[i];
    }
    CHECK_EQ_INT(asleep, 0);
    CHECK(bounds_of(world, water).upper.y > 1.5f);
    mica_world_destroy(world);
}

static MicaMatter add_water_of_layer(MicaWorld *world, int32_t layer)
{
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.layer = layer;
    return mica_matter_create(world, &def);
}

// A box falls through water that its layer does not meet, whatever other matter it meets.
TEST(matter_that_a_body_meets_does_not_make_it_meet_all)
{
    for (int other = 0; other < 2; ++other) {
        MicaWorld *world = make_world();
        add_tank(world, 2, 5);
        mica_layer_set(world, 1, 0, MICA_SOLID);
        mica_layer_set(world, 3, 2, MICA_SOLID);
        MicaMatter water = add_water_of_layer(world, 1);
        fill_box(world, water, 0, 1, 2, 1);
        if (other != 0) {
            fill_box(world, add_water_of_layer(world, 3), 20, 20, 0.3f, 0.3f);
        }
        MicaColliderDef collider = mica_collider_def();
        collider.density = 0.2f;
        collider.layer = 2;
        MicaShape box = box_shape(0.4f, 0.4f);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 1.6f);
        mica_collider_create(world, body, &collider, &box);
        flow(world, 20);
        CHECK_NEAR(mica_body_velocity(world, body).y, -10.0f / 3, 0.01);
        mica_world_destroy(world);
    }
}

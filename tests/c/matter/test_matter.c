// Matter as a game sees it: handles, settings, capacity, filling, removing, painting, pushing, views, sums
// and rays. What moves it is tested by kind, see the other files.
#include "build_matter.h"

#include <stddef.h>
#include <string.h>

static bool same_definition(const MicaMatterDef *a, const MicaMatterDef *b)
{
    return memcmp(a, b, offsetof(MicaMatterDef, lifetime) + sizeof a->lifetime) == 0 &&
           a->userData == b->userData;
}

TEST(matter_is_made_found_and_destroyed)
{
    MicaWorld *world = make_world();
    CHECK_EQ_INT(mica_world_matter_slots(world), 0);
    CHECK_EQ_INT(mica_matter_at(world, 0).id, 0);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID),
               sand = add_matter(world, MICA_MATTER_SAND);
    CHECK(water.id != 0 && sand.id != 0 && water.id != sand.id);
    CHECK_EQ_INT(mica_world_matter_slots(world), 2);
    CHECK_EQ_INT(mica_matter_at(world, 0).id, water.id);
    CHECK_EQ_INT(mica_matter_at(world, 1).id, sand.id);
    CHECK_EQ_INT(mica_matter_at(world, 2).id, 0);
    CHECK_EQ_INT(mica_matter_at(world, -1).id, 0);
    int32_t drops = fill_box(world, water, 0, 0, 0.5f, 0.5f);
    CHECK_EQ_INT(mica_matter_count(world, water), drops);
    int32_t grains = fill_box(world, sand, 3, 0, 0.5f, 0.5f);
    CHECK_EQ_INT(mica_matter_destroy(world, water), MICA_ERROR_OK);
    CHECK(!mica_matter_is_valid(world, water) && mica_matter_is_valid(world, sand));
    CHECK_EQ_INT(mica_matter_count(world, sand), grains);
    CHECK_EQ_INT(sum_in(world, (MicaMatter){0}, 0, 0, 100, 100).count, grains);
    // The slot is used again, under another handle.
    MicaMatter oil = add_matter(world, MICA_MATTER_LIQUID);
    CHECK_EQ_INT(mica_matter_at(world, 0).id, oil.id);
    CHECK(oil.id != water.id && !mica_matter_is_valid(world, water));
    CHECK_EQ_INT(mica_matter_count(world, oil), 0);
    run(world, 3);
    mica_world_destroy(world);
}

TEST(a_world_holds_32_matters_and_65000_particles)
{
    MicaWorld *world = make_world();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.capacity = 2031;
    for (int i = 0; i < MICA_MAX_MATTERS; ++i) {
        CHECK(mica_matter_create(world, &def).id != 0);
    }
    def.capacity = 1;
    CHECK_REFUSED(world, mica_matter_create(world, &def), MICA_ERROR_CAPACITY);
    mica_matter_destroy(world, mica_matter_at(world, 5));
    def.capacity = MICA_MAX_PARTICLES - 31 * 2031 + 1;
    CHECK_REFUSED(world, mica_matter_create(world, &def), MICA_ERROR_OUT_OF_RANGE);
    def.capacity -= 1;
    CHECK(mica_matter_create(world, &def).id != 0);
    mica_world_destroy(world);
}

TEST(a_definition_is_read_back)
{
    MicaWorld *world = make_world();
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaMatterDef def = {.kind = (MicaMatterKind)kind,
                             .layer = 0,
                             .capacity = 77,
                             .spacing = 0.25f,
                             .density = 1.5f,
                             .viscosity = 0.25f,
                             .cohesion = 0.5f,
                             .friction = 0.75f,
                             .repose = 0.3f,
                             .stiffness = 0.9f,
                             .plasticity = 0.1f,
                             .tearing = 0.7f,
                             .lifetime = 12.0f,
                             .userData = 0x123456789abcdef0u};
        MicaMatter matter = mica_matter_create(world, &def);
        MicaMatterDef read = mica_matter_definition(world, matter);
        CHECK(same_definition(&read, &def));
        def.layer = 3;
        def.density = 2.0f;
        def.viscosity = def.cohesion = def.friction = 1.0f;
        def.repose = 0.62f;
        def.stiffness = def.plasticity = 0.0f;
        def.tearing = def.lifetime = 0.0f;
        def.userData = 1;
        CHECK_EQ_INT(mica_matter_set(world, matter, &def), MICA_ERROR_OK);
        read = mica_matter_definition(world, matter);
        CHECK(same_definition(&read, &def));
    }
    MicaMatterDef none = mica_matter_definition(world, (MicaMatter){0}), zero = {0};
    CHECK(same_definition(&none, &zero));
    mica_world_destroy(world);
}

// --------------------------------------------------------------------------------------- filling

TEST(a_fill_has_a_particle_for_each_area_at_rest)
{
    MicaWorld *world = make_space();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.capacity = 20000;
    MicaMatter water = mica_matter_create(world, &def);
    const double area = 0.8660254 * 0.1 * 0.1;
    int32_t before = 0;
    const MicaShape shapes[3] = {box_shape(3, 2.4f), circle_shape(3), capsule_shape(3, 1.8f)};
    const double areas[3] = {28.8, 28.2743, 21.6 + 10.1788};
    for (int i = 0; i < 3; ++i) {
        MicaMatterFill fill = {
            .shape = &shapes[i], .position = v2(15.0f * (float)i, 2), .angle = 0.3f};
        int32_t added = mica_matter_fill(world, water, &fill);
        CHECK_NEAR(added, areas[i] / area, 0.06 * areas[i] / area);
        before += added;
        CHECK_EQ_INT(mica_matter_count(world, water), before);
        // Once more there is no place.
        CHECK_EQ_INT(mica_matter_fill(world, water, &fill), 0);
    }
    mica_world_destroy(world);
}

TEST(a_fill_ends_with_the_capacity)
{
    MicaWorld *world = make_space();
    for (int kind = 0; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaMatterDef def = mica_matter_def((MicaMatterKind)kind);
        def.capacity = 100;
        MicaMatter matter = mica_matter_create(world, &def);
        float y = 5.0f * (float)kind;
        CHECK_EQ_INT(fill_box(world, matter, 0, y, 0.01f, 0.01f), 0);
        CHECK_EQ_INT(fill_box(world, matter, 0, y, 1, 1), 100);
        CHECK_EQ_INT(fill_box(world, matter, 5, y, 1, 1), 0);
        CHECK_EQ_INT(mica_matter_count(world, matter), 100);
        run(world, 2);
    }
    mica_world_destroy(world);
}

TEST(a_fill_keeps_off_particles_and_solid_colliders)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID),
               sand = add_matter(world, MICA_MATTER_SAND);
    int32_t whole = fill_box(world, water, 0, 0, 1, 1);
    int32_t half = fill_box(world, sand, 1, 0, 1, 1);
    CHECK_NEAR(half, 0.5 * whole, 0.1 * whole);
    CHECK(sum_in(world, sand, 0, 0, 0.95f, 2).count == 0);
    // A box, a hole in its middle for a trigger, a chain and a map.
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 10, 0);
    add_box(world, body, 0.5f, 1);
    MicaColliderDef trigger = mica_collider_def();
    trigger.isTrigger = true;
    MicaShape shape = box_shape(1, 1);
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 10, 0), &trigger, &shape);
    CHECK_NEAR(fill_box(world, water, 10, 0, 1, 1), 0.5 * whole, 0.1 * whole);
    CHECK_EQ_INT(sum_in(world, water, 10, 0, 0.5f, 1).count, 0);
    uint8_t cells[4] = {MICA_TILE_FULL, MICA_TILE_EMPTY, MICA_TILE_EMPTY, MICA_TILE_FULL};
    MicaTilesDef tiles = {
        .columns = 2, .rows = 2, .cell = {1, 1}, .origin = {19, -1}, .cells = cells};
    MicaColliderDef material = mica_collider_def();
    CHECK(mica_tiles_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &material, &tiles).id);
    CHECK_NEAR(fill_box(world, water, 20, 0, 1, 1), 0.5 * whole, 0.1 * whole);
    CHECK_EQ_INT(sum_in(world, water, 19.5f, -0.5f, 0.49f, 0.49f).count, 0);
    mica_world_destroy(world);
}

TEST(a_fill_gives_velocity_and_value)
{
    MicaWorld *world = make_space();
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    int32_t count = fill_moving(world, sand, 1, 2, 0.4f, 0.4f, v2(3, -2), 0xdeadbeef);
    MicaMatterView view = view_of(world, sand);
    REQUIRE(view.count == count && count > 50);
    for (int32_t i = 0; i < count; ++i) {
        CHECK(view.velocities[i].x == 3 && view.velocities[i].y == -2);
        CHECK_EQ_HEX(view.values[i], 0xdeadbeef);
        CHECK(fabsf(view.positions[i].x - 1) < 0.4f && fabsf(view.positions[i].y - 2) < 0.4f);
    }
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------------ in a shape

TEST(particles_in_a_shape_are_removed)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID), oil = add_liquid(world, 0.7f);
    int32_t all = fill_box(world, water, 0, 0, 2, 1);
    fill_box(world, oil, 0, 2, 2, 1);
    MicaShape ball = circle_shape(0.7f);
    int32_t inside = sum_in(world, water, 0, 0, 0.7f, 0.7f).count,
            removed = mica_matter_remove(world, water, &ball, v2(0, 0), 0);
    CHECK_NEAR(removed, 3.14159265 * 0.49 / 0.00866, 12);
    CHECK(removed < inside);
    CHECK_EQ_INT(mica_matter_count(world, water), all - removed);
    CHECK_EQ_INT(mica_matter_remove(world, water, &ball, v2(0, 0), 0), 0);
    // Of one matter alone.
    CHECK_EQ_INT(mica_matter_remove(world, water, &ball, v2(0, 2), 0), 0);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    run(world, 5);
    mica_world_destroy(world);
}

TEST(painted_particles_keep_their_values_while_they_move)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 3);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    int32_t all = fill_moving(world, water, 0, 1, 1, 1, v2(0, 0), 5);
    view_of(world, water);
    MicaShape left = box_shape(0.5f, 1);
    int32_t painted = mica_matter_paint(world, water, &left, v2(-0.5f, 1), 0, 9);
    CHECK_NEAR(painted, 0.5 * all, 0.06 * all);
    for (int k = 0; k < 2; ++k) {
        MicaMatterView view = view_of(world, water);
        int32_t nines = 0, fives = 0;
        for (int32_t i = 0; i < view.count; ++i) {
            nines += view.values[i] == 9;
            fives += view.values[i] == 5;
        }
        CHECK_EQ_INT(nines, painted);
        CHECK_EQ_INT(fives, all - painted);
        flow(world, 60);
    }
    mica_world_destroy(world);
}

TEST(pushed_particles_move)
{
    MicaWorld *world = make_space();
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    fill_moving(world, sand, 0, 0, 1, 1, v2(1, 0), 0);
    MicaShape right = box_shape(0.5f, 1);
    int32_t count = sum_in(world, sand, 0.5f, 0, 0.5f, 1).count;
    CHECK_EQ_INT(mica_matter_push(world, sand, &right, v2(0.5f, 0), 0, v2(2, 3)), count);
    MicaMatterSum sum = sum_in(world, sand, 0.5f, 0, 0.5f, 1);
    CHECK_NEAR(sum.velocity.x, 3, 1e-5);
    CHECK_NEAR(sum.velocity.y, 3, 1e-5);
    // The fastest stay within what a world allows.
    for (int i = 0; i < 3; ++i) {
        mica_matter_push(world, sand, &right, v2(0.5f, 0), 0, v2(39000, 0));
    }
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

TEST(a_sum_has_mass_centre_and_velocity)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_liquid(world, 2), oil = add_liquid(world, 1);
    int32_t a = fill_moving(world, water, -2, 1, 1, 1, v2(1, 0), 0),
            b = fill_moving(world, oil, 2, 1, 1, 1, v2(0, 3), 0);
    CHECK_EQ_INT(a, b);
    MicaMatterSum one = sum_in(world, water, 0, 0, 9, 9),
                  all = sum_in(world, (MicaMatter){0}, 0, 0, 9, 9);
    CHECK_EQ_INT(one.count, a);
    CHECK_NEAR(one.mass, 8, 0.7);
    CHECK_NEAR(one.center.x, -2, 0.03);
    CHECK_NEAR(one.center.y, 1, 0.06);
    CHECK_NEAR(one.velocity.x, 1, 1e-5);
    CHECK_EQ_INT(all.count, a + b);
    CHECK_NEAR(all.mass, 1.5f * one.mass, 1e-3);
    CHECK_NEAR(all.center.x, -2.0 / 3.0, 0.05);
    CHECK_NEAR(all.velocity.x, 2.0 / 3.0, 1e-4);
    CHECK_NEAR(all.velocity.y, 1, 1e-4);
    MicaMatterSum none = sum_in(world, water, 50, 0, 1, 1);
    CHECK(none.count == 0 && none.mass == 0 && none.center.x == 0 && none.velocity.y == 0);
    mica_world_destroy(world);
}

TEST(a_ray_meets_the_first_particle)
{
    MicaWorld *world = make_space();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID), oil = add_liquid(world, 0.7f);
    fill_moving(world, water, 2, 0, 0.5f, 0.5f, v2(0, 4), 11);
    fill_moving(world, oil, 5, 0, 0.5f, 0.5f, v2(0, 0), 12);
    MicaMatterHit hit;
    REQUIRE(mica_matter_cast_ray(world, (MicaMatter){0}, v2(0, 0), v2(10, 0), &hit));
    CHECK_EQ_INT(hit.matter.id, water.id);
    CHECK_EQ_INT(hit.value, 11);
    CHECK_NEAR(hit.point.x, 1.5, 0.1);
    CHECK_NEAR(hit.fraction, hit.point.x / 10, 1e-5);
    CHECK(hit.normal.x < -0.5f && hit.velocity.y == 4);
    CHECK_NEAR(hypotf(hit.normal.x, hit.normal.y), 1, 1e-5);
    REQUIRE(mica_matter_cast_ray(world, oil, v2(0, 0), v2(10, 0), &hit));
    CHECK_EQ_INT(hit.matter.id, oil.id);
    CHECK_NEAR(hit.point.x, 4.5, 0.1);
    REQUIRE(mica_matter_cast_ray(world, (MicaMatter){0}, v2(2, 0), v2(0, 0), &hit));
    CHECK(hit.fraction == 0);
    CHECK(!mica_matter_cast_ray(world, (MicaMatter){0}, v2(0, 0), v2(1, 0), &hit));
    CHECK(!mica_matter_cast_ray(world, (MicaMatter){0}, v2(0, 3), v2(10, 0), &hit));
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OK);
    mica_world_destroy(world);
}

// ----------------------------------------------------------------------------------------- views

TEST(a_view_has_each_matter_apart)
{
    MicaWorld *world = make_world();
    add_tank(world, 2, 3);
    MicaMatter matters[4];
    int32_t counts[4];
    for (int i = 0; i < 4; ++i) {
        matters[i] = add_matter(world, (MicaMatterKind)(i % 3));
        counts[i] = fill_moving(world, matters[i], -1.5f + (float)i, 1, 0.5f, 0.9f, v2(0, 0),
                                100u + (uint32_t)i);
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 3; i >= 0; --i) {
            MicaMatterView view = view_of(world, matters[i]);
            CHECK_EQ_INT(view.count, counts[i]);
            int wrong = 0;
            for (int32_t n = 0; n < view.count; ++n) {
                wrong += view.values[n] != 100u + (uint32_t)i ||
                         !(view.densities[n] >= 0 && view.densities[n] < 6);
            }
            CHECK_EQ_INT(wrong, 0);
        }
        flow(world, 20);
    }
    mica_world_destroy(world);
}

// Without liquid, densities are not summed up: they are as at rest.
TEST(grains_alone_are_as_dense_as_at_rest)
{
    MicaWorld *world = make_world();
    add_tank(world, 2, 3);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID),
               sand = add_matter(world, MICA_MATTER_SAND);
    fill_box(world, water, -1, 1, 0.5f, 0.5f);
    fill_box(world, sand, 1, 1, 0.5f, 0.5f);
    flow(world, 30);
    MicaMatterView view = view_of(world, water);
    double sum = 0;
    for (int32_t i = 0; i < view.count; ++i) {
        sum += view.densities[i] / (double)view.count;
    }
    CHECK_NEAR(sum, 0.9, 0.2);
    mica_matter_destroy(world, water);
    fill_box(world, sand, -1, 2, 0.5f, 0.5f);
    flow(world, 1);
    view = view_of(world, sand);
    for (int32_t i = 0; i < view.count; ++i) {
        CHECK(view.densities[i] == 1);
    }
    mica_world_destroy(world);
}

TEST(a_view_lies_between_the_last_two_steps)
{
    MicaWorld *world = make_space();
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    fill_moving(world, sand, 0, 0, 0.3f, 0.3f, v2(6, 0), 0);
    float before = sum_in(world, sand, 0, 0, 9, 9).center.x;
    run(world, 1);
    float now = sum_in(world, sand, 0, 0, 9, 9).center.x;
    CHECK_NEAR(now - before, 0.1, 1e-4);
    const float alphas[4] = {0, 0.25f, 1, 0.5f};
    for (int k = 0; k < 4; ++k) {
        MicaMatterView view;
        double x = 0;
        CHECK_EQ_INT(mica_matter_view(world, sand, alphas[k], &view), MICA_ERROR_OK);
        for (int32_t i = 0; i < view.count; ++i) {
            x += view.positions[i].x / (double)view.count;
        }
        CHECK_NEAR(x, before + alphas[k] * (now - before), 1e-4);
    }
    mica_world_destroy(world);
}

// Where as many particles come as go, none is taken for another one: each lies between its two places.
TEST(a_view_of_particles_that_come_and_go_shows_none_between_two_others)
{
    MicaWorld *world = make_space();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.lifetime = 0.5f;
    MicaMatter water = mica_matter_create(world, &def);
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = water;
    emitter.width = 0;
    emitter.speed = 10;
    emitter.rate = 60;
    CHECK(mica_emitter_create(world, &emitter).id != 0);
    flow(world, 60);
    for (int k = 0; k < 20; ++k) {
        MicaMatterView view;
        flow(world, 1);
        CHECK_EQ_INT(mica_matter_view(world, water, 0.5f, &view), MICA_ERROR_OK);
        REQUIRE(view.count > 10);
        float halfway[64];
        int32_t count = view.count < 64 ? view.count : 64, wrong = 0;
        for (int32_t i = 0; i < count; ++i) {
            halfway[i] = view.positions[i].x;
        }
        CHECK_EQ_INT(mica_matter_view(world, water, 1, &view), MICA_ERROR_OK);
        for (int32_t i = 0; i < count; ++i) {
            float by = view.positions[i].x - halfway[i];
            // It has moved a sixth of a metre in the step, or has just come.
            wrong += !(fabsf(by - 1.0f / 12.0f) < 0.02f || by == 0.0f);
        }
        CHECK_EQ_INT(wrong, 0);
    }
    // Nor where a game takes some away and adds as many.
    MicaShape ball = circle_shape(0.4f);
    int32_t gone = mica_matter_remove(world, water, &ball, v2(1, 0), 0);
    for (int32_t i = 0; i < gone; ++i) {
        fill_box(world, water, -20.0f + (float)i, 9, 0.06f, 0.06f);
    }
    MicaMatterView view;
    CHECK_EQ_INT(mica_matter_view(world, water, 0, &view), MICA_ERROR_OK);
    int32_t wrong = 0;
    for (int32_t i = 0; i < view.count; ++i) {
        wrong += fabsf(view.positions[i].y) > 0.2f && fabsf(view.positions[i].y - 9) > 0.05f;
    }
    CHECK_EQ_INT(wrong, 0);
    mica_world_destroy(world);
}

// --------------------------------------------------------------------------------------- measures

TEST(views_and_counters_know_what_sleeps)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND),
               water = add_matter(world, MICA_MATTER_LIQUID);
    int32_t count = fill_box(world, sand, 0, 0.2f, 0.4f, 0.1f);
    MicaMatterCounters c = mica_world_matter_counters(world);
    CHECK(c.matters == 2 && c.particles == count && c.awakeParticles == count);
    CHECK(c.emitters == 0 && c.gauges == 0);
    run(world, 600);
    CHECK_EQ_INT(mica_world_matter_counters(world).awakeParticles, 0);
    CHECK_EQ_INT(fill_box(world, water, 0, 9, 0.06f, 0.06f) > 0, true);
    c = mica_world_matter_counters(world);
    CHECK_EQ_INT(c.awakeParticles, c.particles - count);
    MicaMatterView grains = view_of(world, sand), drops = view_of(world, water);
    for (int32_t i = 0; i < grains.count; ++i) {
        CHECK_EQ_INT(grains.asleep[i], 1);
    }
    for (int32_t i = 0; i < drops.count; ++i) {
        CHECK_EQ_INT(drops.asleep[i], 0);
    }
    mica_matter_destroy(world, sand);
    c = mica_world_matter_counters(world);
    CHECK(c.matters == 1 && c.particles == drops.count);
    mica_world_destroy(world);
}

static double tick(void)
{
    static double milliseconds;
    return milliseconds += 0.25;
}

TEST(a_clock_measures_what_a_step_spends_on_matter)
{
    MicaWorld *world = make_world();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, 0, 5, 1, 1);
    run(world, 1);
    CHECK(mica_world_matter_time(world) == 0);
    mica_world_set_clock(world, tick);
    run(world, 1);
    // Five calls of which two are made in each of the four substeps.
    CHECK_NEAR(mica_world_matter_time(world), 0.25 * (3 + 2 * 4), 1e-6);
    MicaProfile profile = mica_world_profile(world);
    CHECK(mica_world_matter_time(world) <= profile.prepare + profile.solve + profile.finish);
    CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 10), MICA_ERROR_OK);
    CHECK(mica_world_matter_time(world) == 0);
    run(world, 1);
    mica_world_set_clock(world, NULL);
    CHECK(mica_world_matter_time(world) == 0);
    mica_world_destroy(world);
}

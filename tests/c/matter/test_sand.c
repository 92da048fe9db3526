// Sand: heaps keep their slope, sand sinks in water, and it lies still.
#include "build_matter.h"

// The slope of a heap, in degrees: a line through the surfaces of columns from its middle to 80 % of its
// width on one side.
static double slope_of(MicaWorld *world, MicaMatter sand)
{
    MicaMatterView view = view_of(world, sand);
    double farthest = 0, n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int32_t i = 0; i < view.count; ++i) {
        // Single grains have rolled off.
        double at = view.positions[i].y > 0.15f ? fabs((double)view.positions[i].x) : 0;
        farthest = at > farthest ? at : farthest;
    }
    for (int k = 0; k < 12; ++k) {
        double from = 0.2 + (0.9 * farthest - 0.2) * k / 12,
               to = from + (0.9 * farthest - 0.2) / 12, top = 0;
        for (int32_t i = 0; i < view.count; ++i) {
            double at = fabs((double)view.positions[i].x);
            top = at >= from && at < to && view.positions[i].y > top ? (double)view.positions[i].y
                                                                     : top;
        }
        double middle = 0.5 * (from + to);
        n += 1;
        x += middle;
        y += top;
        xx += middle * middle;
        xy += middle * top;
    }
    return -atan((n * xy - x * y) / (n * xx - x * x)) * 57.29578;
}

TEST(a_poured_heap_keeps_a_slope)
{
    MicaWorld *world = make_world();
    MicaColliderDef material = mica_collider_def();
    material.friction = 0.8f;
    MicaShape floor = box_shape(20, 0.5f);
    mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, -0.5f), &material, &floor);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.repose = 0.4363f;  // 25 degrees
    def.friction = 0.8f;
    MicaMatter sand = mica_matter_create(world, &def);
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = sand;
    emitter.position = v2(0, 3);
    emitter.angle = -1.5707963f;
    emitter.width = 0.3f;
    emitter.rate = 150;
    MicaEmitter pours = mica_emitter_create(world, &emitter);
    flow(world, 480);
    mica_emitter_destroy(world, pours);
    flow(world, 120);
    double slope = slope_of(world, sand);
    if (!(slope > 15 && slope < 35)) {
        test_fail(__FILE__, __LINE__, "the slope is %g degrees", slope);
    }
    MicaMatterSum before = sum_in(world, sand, 0, 0, 50, 50);
    flow(world, 600);
    MicaMatterSum after = sum_in(world, sand, 0, 0, 50, 50);
    CHECK_NEAR(slope_of(world, sand), slope, 1.5);
    CHECK_NEAR(after.center.y, before.center.y, 0.02);
    CHECK_EQ_INT(after.count, before.count);
    mica_world_destroy(world);
}

TEST(sand_sinks_in_water)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 5);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.density = 2.5f;
    MicaMatter sand = mica_matter_create(world, &def);
    fill_box(world, water, 0, 0.8f, 1, 0.8f);
    fill_box(world, sand, 0, 2.2f, 0.4f, 0.3f);
    flow(world, 480);
    float lies = sum_in(world, sand, 0, 0, 9, 9).center.y;
    if (!(lies < 0.45f)) {
        test_fail(__FILE__, __LINE__, "sand lies at %g", (double)lies);
    }
    CHECK(sum_in(world, water, 0, 0, 9, 9).center.y > lies + 0.3f);
    mica_world_destroy(world);
}

// A box of the density of sand stays on it.
TEST(sand_carries_a_box)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 4);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    fill_box(world, sand, 0, 0.5f, 1, 0.5f);
    MicaBody box = add_dynamic(world, 0, 1.6f, box_shape(0.3f, 0.3f));
    flow(world, 300);
    float y = position_of(world, box).y;
    CHECK(y > 1.0f && y < 1.5f);
    MicaVec2 v = mica_body_velocity(world, box);
    CHECK(fabsf(v.x) < 0.05f && fabsf(v.y) < 0.05f);
    mica_world_destroy(world);
}

// A castle of damp sand: 1 by 1.6 m.
static MicaMatter add_castle(MicaWorld *world, float cohesion)
{
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.cohesion = cohesion;
    MicaMatter sand = mica_matter_create(world, &def);
    fill_box(world, sand, 0, 0.8f, 0.5f, 0.8f);
    return sand;
}

TEST(damp_sand_stands_until_it_dries)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatter sand = add_castle(world, 0.5f);
    CHECK(steps_until_rest(world, sand, 600) < 600);
    CHECK(bounds_of(world, sand).upper.y > 1.4f);
    MicaMatterDef dry = mica_matter_def(MICA_MATTER_SAND);
    CHECK_EQ_INT(mica_matter_set(world, sand, &dry), MICA_ERROR_OK);
    flow(world, 120);
    CHECK(bounds_of(world, sand).upper.y < 1);
    mica_world_destroy(world);
}

TEST(damp_sand_breaks_where_it_is_hit)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatter sand = add_castle(world, 0.5f);
    flow(world, 300);
    MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, -3, 1.2f);
    MicaColliderDef def = mica_collider_def();
    def.density = 4;
    MicaShape shape = circle_shape(0.25f);
    mica_collider_create(world, ball, &def, &shape);
    mica_body_set_velocity(world, ball, v2(15, 0));
    flow(world, 180);
    CHECK(sum_in(world, sand, 3.8f, 0, 3, 9).count > 15);
    mica_world_destroy(world);
}

// Ground of 8 by 2 m whose surface is at y = 2.
static MicaCollider add_ground_to_dig(MicaWorld *world)
{
    uint8_t densities[34 * 10];
    for (int i = 0; i < 340; ++i) {
        densities[i] = i / 34 < 8 ? 255 : 0;
    }
    MicaTerrainMaterial material = {.hardness = 1, .density = 1};
    MicaTileKind surface = {.tile = MICA_TILE_FULL};
    MicaTerrainDef def = {.columns = 34,
                          .rows = 10,
                          .cell = 0.25f,
                          .origin = v2(-4.25f, 0),
                          .densities = densities,
                          .materials = &material,
                          .surfaces = &surface,
                          .materialCount = 1,
                          .borderAnchors = true};
    MicaColliderDef collider = mica_collider_def();
    return mica_terrain_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &collider, &def);
}

TEST(ground_becomes_sand_before_it_is_dug)
{
    MicaWorld *world = make_world();
    MicaCollider ground = add_ground_to_dig(world);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    MicaShape hole = circle_shape(0.8f);
    MicaMatterFill fill = {.shape = &hole, .position = v2(0, 2)};
    int32_t above = mica_matter_fill(world, sand, &fill);
    CHECK(above > 50);
    CHECK(bounds_of(world, sand).lower.y > 1.9f);
    mica_matter_remove(world, sand, &hole, v2(0, 2), 0);
    fill.within = ground;
    int32_t count = mica_matter_fill(world, sand, &fill);
    // Half of the disc lies in the ground.
    CHECK_NEAR(count, above, 25);
    CHECK(bounds_of(world, sand).upper.y < 2.1f && bounds_of(world, sand).lower.y > 1.2f);
    MicaVec2 centre = {0, 0};
    MicaTerrainShape dug = {.points = &centre, .count = 1, .radius = 0.8f, .position = v2(0, 2)};
    CHECK_EQ_INT(mica_terrain_dig(world, ground, &dug, 1, NULL), MICA_ERROR_OK);
    flow(world, 240);
    CHECK_EQ_INT(sum_in(world, sand, 0, 1.5f, 1, 0.9f).count, count);
    fill.within = (MicaCollider){ground.id + 77};
    CHECK_REFUSED(world, mica_matter_fill(world, sand, &fill), MICA_ERROR_STALE_COLLIDER);
    mica_world_destroy(world);
}

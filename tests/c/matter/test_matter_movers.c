// Movers on sand and jelly: they stand, walk over heaps, are carried, and push down what they land on.
#include "build_matter.h"
#include "movers.h"

#include <stdlib.h>

static bool stands_on_matter(const Stage *s)
{
    MicaMoverState state = state_of(s);
    return (state.flags & MICA_MOVER_ON_MATTER) != 0 && (state.flags & MICA_MOVER_GROUNDED) != 0 &&
           state.groundCollider.id == 0;
}

// The lowest point of a character, which is 1.2 m high.
static float feet_of(const Stage *s) { return place_of(s).y - 0.6f; }

// A tank 12 m wide with sand 1 m deep, and a heap on it.
static MicaMatter add_sand(MicaWorld *world, bool heap)
{
    add_tank(world, 6, 4);
    MicaMatter sand = add_matter(world, MICA_MATTER_SAND);
    fill_box(world, sand, 0, 0.5f, 6, 0.5f);
    if (heap) {
        fill_box(world, sand, 0, 1.8f, 0.8f, 0.8f);
    }
    flow(world, 240);
    return sand;
}

TEST(movers_stand_on_sand_which_falls_asleep_below_them)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        MicaMatter sand = add_sand(world, false);
        Stage s = make_stage(world, shape, v2(0, 3), NULL);
        for (int32_t i = 0; i < 240; ++i) {
            walk_frame(&s, 0);
        }
        CHECK(stands_on_matter(&s));
        CHECK(feet_of(&s) > 0.88f && feet_of(&s) < 1.02f);
        CHECK(fabsf(place_of(&s).x) < 0.02f);
        float before = feet_of(&s);
        for (int32_t i = 0; i < 300; ++i) {
            walk_frame(&s, 0);
        }
        CHECK_NEAR(fastest_of(world, sand), 0, 0);
        CHECK_NEAR(feet_of(&s), before, 0.005f);
        mica_world_destroy(world);
    }
}

TEST(movers_walk_over_a_heap_of_sand)
{
    const float speeds[2] = {2, 6};
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (int32_t k = 0; k < 2; ++k) {
            MicaWorld *world = make_world();
            add_sand(world, true);
            Stage s = make_stage(world, shape, v2(-4.5f, 2), NULL);
            come_to_rest(&s);
            float highest = 0, largest = 0, last = feet_of(&s);
            int32_t stood = 0, frames = 0;
            for (; place_of(&s).x < 4 && frames < 400; ++frames) {
                walk_frame(&s, speeds[k]);
                highest = fmaxf(highest, feet_of(&s));
                largest = fmaxf(largest, feet_of(&s) - last);
                last = feet_of(&s);
                stood += stands_on_matter(&s);
            }
            CHECK(place_of(&s).x >= 4);
            CHECK(highest > 1.35f);  // the heap's top is at 1.8, and becomes lower by the walk
            CHECK(largest < 0.02f + 1.4f * FRAME * speeds[k]);
            CHECK(stood > frames * 3 / 4);
            CHECK(feet_of(&s) > 0.85f);
            mica_world_destroy(world);
        }
    }
}

TEST(a_mover_jumps_from_sand)
{
    MicaWorld *world = make_world();
    add_sand(world, false);
    Stage s = make_stage(world, CAPSULE, v2(0, 1.7f), NULL);
    for (int32_t i = 0; i < 90; ++i) {
        walk_frame(&s, 0);
    }
    float from = feet_of(&s), highest = from;
    mica_mover_set_velocity(world, s.mover, v2(0, 6));
    for (int32_t i = 0; i < 60; ++i) {
        mica_world_step(world, FRAME, 4);
        highest = fmaxf(highest, feet_of(&s));
    }
    CHECK_NEAR(highest - from, 1.8f, 0.1f);
    mica_world_destroy(world);
}

// A layer that does not meet the sand's falls through it.
TEST(layers_decide_whether_sand_bears_a_mover)
{
    MicaWorld *world = make_world();
    mica_layer_set(world, 5, 0, MICA_SOLID);
    add_tank(world, 6, 4);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
    def.layer = 6;
    mica_layer_set(world, 6, 0, MICA_SOLID);
    fill_box(world, mica_matter_create(world, &def), 0, 0.5f, 6, 0.5f);
    Stage s = make_stage(world, BOX, v2(0, 2), NULL);
    mica_collider_set_layer(world, mica_mover_collider(world, s.mover), 5);
    for (int32_t i = 0; i < 120; ++i) {
        walk_frame(&s, 0);
    }
    CHECK(is_grounded(&s) && !stands_on_matter(&s));
    CHECK_NEAR(feet_of(&s), 0, 0.01f);
    mica_world_destroy(world);
}

// A cart with sand takes along what stands on the sand.
TEST(sand_on_a_cart_carries_a_mover)
{
    MicaWorld *world = make_world();
    add_floor(world);
    MicaBody cart = add_body(world, MICA_BODY_KINEMATIC, 0, 0.4f);
    add_box(world, cart, 2, 0.2f);
    for (int32_t side = -1; side <= 1; side += 2) {
        add_box_at(world, cart, v2(2.1f * (float)side, 0.4f), 0.1f, 0.6f, 0);
    }
    fill_box(world, add_matter(world, MICA_MATTER_SAND), 0, 1, 1.95f, 0.4f);
    flow(world, 120);
    Stage s = make_stage(world, CAPSULE, v2(0, 2.2f), NULL);
    come_to_rest(&s);
    for (int32_t i = 0; i < 240; ++i) {
        float speed = fminf((float)i / 60, 2);
        mica_body_set_velocity(world, cart, v2(speed, 0));
        walk_frame(&s, 0);
    }
    CHECK(stands_on_matter(&s));
    CHECK_NEAR(state_of(&s).groundVelocity.x, 2, 0.1f);
    CHECK_NEAR(place_of(&s).x, mica_body_transform(world, cart).p.x, 0.3f);
    mica_world_destroy(world);
}

TEST(jelly_bears_a_mover_and_yields_to_its_weight)
{
    float depths[2];
    for (int32_t k = 0; k < 2; ++k) {
        MicaWorld *world = make_world();
        add_tank(world, 1.5f, 4);
        MicaMatterDef def = mica_matter_def(MICA_MATTER_JELLY);
        def.density = 500;
        def.stiffness = 0.1f;
        MicaMatter jelly = mica_matter_create(world, &def);
        fill_box(world, jelly, 0, 0.5f, 1.4f, 0.5f);
        flow(world, 120);
        MicaMoverDef mover = mica_mover_def();
        mover.numbers[MICA_MOVER_MASS] = k == 0 ? 10 : 1000;
        Stage s = make_stage(world, CIRCLE, v2(0, 3), &mover);
        for (int32_t i = 0; i < 300; ++i) {
            walk_frame(&s, 0);
        }
        CHECK(stands_on_matter(&s));
        depths[k] = 1 - feet_of(&s);
        CHECK(depths[k] < 0.7f);
        mica_world_destroy(world);
    }
    CHECK(depths[1] > depths[0] + 0.02f);
}

// What it stands on is found anew in each step, so a restored world goes on as the first one did.
TEST(a_walk_on_sand_is_saved)
{
    MicaWorld *world = make_world(), *other = make_world();
    add_sand(world, true);
    Stage s = make_stage(world, CAPSULE, v2(-3, 2), NULL);
    for (int32_t i = 0; i < 60; ++i) {
        walk_frame(&s, 3);
    }
    CHECK(stands_on_matter(&s));
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    void *bytes = malloc(size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_restore(other, bytes, size), MICA_ERROR_OK);
    Stage twin = s;
    twin.world = other;
    twin.mover = mica_mover_at(other, 0);
    for (int32_t i = 0; i < 60; ++i) {
        walk_frame(&s, i < 30 ? 3 : -3);
        walk_frame(&twin, i < 30 ? 3 : -3);
        CHECK_EQ_HEX(mica_world_hash(other), mica_world_hash(world));
    }
    free(bytes);
    mica_world_destroy(world);
    mica_world_destroy(other);
}

// Gravity, and so up, to each of four sides.
TEST(movers_stand_on_sand_whatever_is_down)
{
    for (int32_t k = 0; k < 4; ++k) {
        const MicaVec2 downs[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        MicaVec2 down = downs[k];
        MicaWorldDef def = mica_world_def();
        def.gravity = v2(10 * down.x, 10 * down.y);
        MicaWorld *world = mica_world_create(&def);
        for (int32_t side = 0; side < 4; ++side) {
            add_box_at(world, add_static(world), v2(2.5f * downs[side].x, 2.5f * downs[side].y),
                       side % 2 == 0 ? 3 : 0.5f, side % 2 == 0 ? 0.5f : 3, 0);
        }
        bool upright = down.x == 0;
        fill_box(world, add_matter(world, MICA_MATTER_SAND), 1.5f * down.x, 1.5f * down.y,
                 upright ? 2 : 0.5f, upright ? 0.5f : 2);
        Stage s = make_stage(world, CIRCLE, v2(-0.5f * down.x, -0.5f * down.y), NULL);
        for (int32_t i = 0; i < 200; ++i) {
            mica_world_step(world, FRAME, 4);
        }
        MicaVec2 p = place_of(&s);
        CHECK(stands_on_matter(&s));
        CHECK_NEAR(p.x * down.x + p.y * down.y, 1 - 0.6f, 0.1f);
        mica_world_destroy(world);
    }
}

// Jelly with a tilted top presses a mover that rests against a ceiling.
TEST(a_mover_between_jelly_and_a_ceiling_stays)
{
    for (int32_t k = 0; k < 5; ++k) {
        MicaWorld *world = make_world();
        add_static_box(world, 0, -1, 60, 1);
        add_static_box(world, 0, 2.5f, 60, 1);
        MicaMatterDef def = mica_matter_def(MICA_MATTER_JELLY);
        def.stiffness = 1;
        MicaMatter jelly = mica_matter_create(world, &def);
        Stage s = make_stage(world, CAPSULE, v2(0, 0.88f), NULL);
        MicaVec2 corners[4] = {
            {-1.5f, 0}, {1.5f, 0}, {1.5f, 0.3f + 0.1f * (float)k}, {-1.5f, 0.3f}};
        MicaShape shape;
        mica_shape_polygon(corners, 4, 0, &shape);
        mica_matter_fill(world, jelly, &(MicaMatterFill){.shape = &shape});
        for (int32_t i = 0; i < 300; ++i) {
            MicaVec2 before = place_of(&s);
            mica_mover_set_velocity(world, s.mover, v2(0, 0));
            mica_world_step(world, FRAME, 4);
            CHECK(fabsf(place_of(&s).x - before.x) < 0.05f);
            CHECK(place_of(&s).y + 0.6f < 1.505f);
        }
        mica_world_destroy(world);
    }
}

TEST(pinned_matter_bears_a_mover_without_giving_way)
{
    for (int32_t kind = MICA_MATTER_SAND; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_world();
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        fill_box(world, matter, 0, 0, 1, 0.4f);
        MicaShape all = box_shape(9, 9);
        mica_matter_pin(world, matter, &all, v2(0, 0), 0, true);
        MicaAABB before = bounds_of(world, matter);
        Stage s = make_stage(world, CAPSULE, v2(0, 1.5f), NULL);
        for (int32_t i = 0; i < 240; ++i) {
            walk_frame(&s, 0);
        }
        MicaAABB after = bounds_of(world, matter);
        CHECK(stands_on_matter(&s));
        CHECK_NEAR(after.lower.y, before.lower.y, 0);
        CHECK_NEAR(after.upper.y, before.upper.y, 0);
        CHECK_NEAR(fastest_of(world, matter), 0, 0);
        mica_world_destroy(world);
    }
}

// Two layers of grains on a platform take its velocity, not that of what is dragged along.
TEST(thin_sand_on_a_platform_carries_a_mover)
{
    MicaWorld *world = make_world();
    MicaBody platform = add_body(world, MICA_BODY_KINEMATIC, 0, -0.2f);
    add_box(world, platform, 2, 0.2f);
    fill_box(world, add_matter(world, MICA_MATTER_SAND), 0, 0.1f, 2, 0.1f);
    Stage s = make_stage(world, BOX, v2(0, 0.9f), NULL);
    for (int32_t i = 0; i < 60; ++i) {
        walk_frame(&s, 0);
    }
    float from = place_of(&s).x;
    mica_body_set_velocity(world, platform, v2(1.5f, 0));
    for (int32_t i = 0; i < 120; ++i) {
        walk_frame(&s, 0);
    }
    CHECK(stands_on_matter(&s));
    CHECK_NEAR(place_of(&s).x - from, 3, 0.1f);
    mica_world_destroy(world);
}

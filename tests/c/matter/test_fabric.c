// Fabric: strands and sheets keep their lengths, carry, tear and are saved; particles are pinned.
#include "build_matter.h"
#include "world.h"

#include <stdlib.h>

static MicaMatter add_fabric(MicaWorld *world, float stiffness, float tearing)
{
    MicaMatterDef def = mica_matter_def(MICA_MATTER_FABRIC);
    def.stiffness = stiffness;
    def.tearing = tearing;
    return mica_matter_create(world, &def);
}

// A strand from a point, with a step between particles.
static void add_strand(MicaWorld *world, MicaMatter fabric, MicaVec2 from, int32_t count,
                       MicaVec2 step)
{
    MicaVec2 places[128];
    for (int32_t i = 0; i < count; ++i) {
        places[i] = v2(from.x + step.x * (float)i, from.y + step.y * (float)i);
    }
    CHECK_EQ_INT(mica_matter_add(world, fabric, places, NULL, NULL, count), count);
}

static int32_t pin_at(MicaWorld *world, MicaMatter fabric, float x, float y, bool pinned)
{
    MicaShape ball = circle_shape(0.04f);
    return mica_matter_pin(world, fabric, &ball, v2(x, y), 0, pinned);
}

// At its length when it is at rest; a little longer while it swings and cracks like a whip.
TEST(a_pinned_strand_hangs_at_its_length)
{
    for (int32_t k = 0; k < 4; ++k) {
        MicaWorld *world = make_world();
        MicaMatter fabric = add_fabric(world, 1, 0);
        int32_t count = k % 2 == 0 ? 20 : 100;
        float length = 0.1f * (float)(count - 1), longest = 0;
        bool swings = k >= 2;
        add_strand(world, fabric, v2(0, 0), count, swings ? v2(0.1f, 0) : v2(0, -0.1f));
        CHECK_EQ_INT(pin_at(world, fabric, 0, 0, true), 1);
        for (int32_t i = 0; i < 400; ++i) {
            flow(world, 1);
            MicaAABB box = bounds_of(world, fabric);
            longest = fmaxf(longest, hypotf(box.lower.y, fmaxf(-box.lower.x, box.upper.x)));
            CHECK_EQ_INT(sum_in(world, fabric, 0, 0, 0.01f, 0.01f).count, 1);  // the pinned one
        }
        MicaAABB box = bounds_of(world, fabric);
        if (!swings) {
            CHECK_NEAR(box.lower.y, -length, (count == 20 ? 0.01f : 0.06f) * length);
        }
        CHECK(longest < (swings ? 1.45f : 1.12f) * length);
        mica_world_destroy(world);
    }
}

TEST(a_hammock_carries_a_box_and_sleeps_until_it_is_set_free)
{
    MicaWorld *world = make_world();
    add_static_box(world, 0, -10, 20, 0.5f);
    MicaMatter fabric = add_fabric(world, 1, 0);
    add_strand(world, fabric, v2(0, 0), 31, v2(0.1f, 0));
    pin_at(world, fabric, 0, 0, true);
    pin_at(world, fabric, 3, 0, true);
    MicaBody box = add_dynamic(world, 1.5f, 0.6f, box_shape(0.3f, 0.2f));
    CHECK(steps_until_rest(world, fabric, 1200) < 1200);
    float y = mica_body_transform(world, box).p.y;
    CHECK(y > -0.5f && y < 0.2f);
    CHECK(!is_awake(world, box));
    CHECK_EQ_INT(pin_at(world, fabric, 3, 0, false), 1);
    flow(world, 120);
    CHECK(mica_body_transform(world, box).p.y < -1);
    mica_world_destroy(world);
}

TEST(fabric_tears_under_what_is_too_heavy)
{
    for (int32_t k = 0; k < 2; ++k) {
        MicaWorld *world = make_world();
        add_static_box(world, 0, -10, 20, 0.5f);
        MicaMatter fabric = add_fabric(world, 0.5f, 0.5f);
        add_strand(world, fabric, v2(0, 0), 31, v2(0.1f, 0));
        pin_at(world, fabric, 0, 0, true);
        pin_at(world, fabric, 3, 0, true);
        MicaBody box = add_body(world, MICA_BODY_DYNAMIC, 1.5f, 1);
        MicaColliderDef material = mica_collider_def();
        material.density = k == 0 ? 0.5f : 200;
        MicaShape shape = box_shape(0.3f, 0.2f);
        mica_collider_create(world, box, &material, &shape);
        flow(world, 300);
        float y = mica_body_transform(world, box).p.y;
        CHECK(k == 0 ? y > -1 : y < -5);
        mica_world_destroy(world);
    }
}

// A sheet that is thrown keeps its momentum, its turning and its area.
TEST(a_sheet_in_free_flight_keeps_its_momentum_and_size)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0, 0);
    MicaWorld *world = mica_world_create(&def);
    MicaMatter fabric = add_fabric(world, 0.7f, 0);
    fill_moving(world, fabric, 0, 0, 1, 1, v2(1, 0.5f), 0);
    MicaShape half = box_shape(0.5f, 1);
    mica_matter_push(world, fabric, &half, v2(0.5f, 0), 0, v2(0, 2));
    MicaMatterSum before = sum_in(world, fabric, 0, 0, 50, 50);
    flow(world, 300);
    MicaMatterSum after = sum_in(world, fabric, 0, 0, 50, 50);
    CHECK_NEAR(after.velocity.x, before.velocity.x, 1e-4f);
    CHECK_NEAR(after.velocity.y, before.velocity.y, 1e-4f);
    MicaAABB box = bounds_of(world, fabric);
    float across = hypotf(box.upper.x - box.lower.x, box.upper.y - box.lower.y);
    CHECK(across > 2.2f && across < 4.2f);
    mica_world_destroy(world);
}

TEST(pins_hold_against_all_and_are_saved)
{
    for (int32_t kind = MICA_MATTER_SAND; kind < MICA_MATTER_KIND_COUNT; ++kind) {
        MicaWorld *world = make_world(), *other = make_world();
        MicaMatter matter = add_matter(world, (MicaMatterKind)kind);
        fill_box(world, matter, 0, 2, 0.5f, 0.5f);
        MicaShape top = box_shape(1, 0.1f), all = box_shape(2, 2);
        int32_t pinned = mica_matter_pin(world, matter, &top, v2(0, 2.4f), 0, true);
        CHECK(pinned >= 9);
        mica_matter_push(world, matter, &all, v2(0, 2), 0, v2(3, -3));
        MicaExplosion blast = mica_explosion();
        blast.position = v2(0, 3);
        blast.radius = 4;
        blast.impulse = 2;
        mica_world_explode(world, &blast);
        MicaBody wall = add_body(world, MICA_BODY_KINEMATIC, -3, 2.5f);
        add_box(world, wall, 0.1f, 0.5f);
        mica_body_set_velocity(world, wall, v2(3, 0));
        flow(world, 60);
        int32_t which[128];
        CHECK_EQ_INT(mica_matter_pinned(world, matter, which), pinned);
        MicaMatterView view = view_of(world, matter);
        for (int32_t i = 0; i < pinned; ++i) {
            CHECK_NEAR(view.positions[which[i]].y, 2.4f, 0.1f);
        }
        CHECK(sum_in(world, matter, 0, 2.4f, 1, 0.1f).count >= pinned);
        uint64_t size = mica_world_snapshot_bytes(world, 0);
        void *bytes = malloc(size);
        CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_restore(other, bytes, size), MICA_ERROR_OK);
        for (int32_t i = 0; i < 60; ++i) {
            flow(world, 1);
            flow(other, 1);
            CHECK_EQ_HEX(mica_world_hash(other), mica_world_hash(world));
        }
        CHECK(mica_matter_pin(world, matter, &all, v2(0, 2), 0, false) >= pinned);
        flow(world, 30);
        CHECK(fastest_of(world, matter) > 1);
        CHECK_EQ_INT(mica_matter_pinned(world, matter, NULL), 0);
        free(bytes);
        mica_world_destroy(world);
        mica_world_destroy(other);
    }
}

TEST(liquids_are_not_pinned)
{
    MicaWorld *world = make_world();
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID);
    fill_box(world, water, 0, 1, 1, 1);
    MicaShape all = box_shape(2, 2);
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_matter_pin(world, water, &all, v2(0, 1), 0, true), -1),
                  MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(world);
}

// One end is pinned, the other pulled ever harder.
TEST(fabric_tears_at_the_stretch_that_it_is_given)
{
    for (int32_t k = 0; k < 3; ++k) {
        const float tearing[3] = {0.2f, 0.5f, 1};
        MicaWorldDef def = mica_world_def();
        def.gravity = v2(0, 0);
        MicaWorld *world = mica_world_create(&def);
        MicaMatter fabric = add_fabric(world, 0, tearing[k]);
        add_strand(world, fabric, v2(0, 0), 6, v2(0.1f, 0));
        pin_at(world, fabric, 0, 0, true);
        float length = 0.5f, before = length;
        MicaShape end = circle_shape(0.02f);
        int32_t bonds = world->state.jellyClusters.count;
        for (int32_t i = 0; i < 20000 && world->state.jellyClusters.count == bonds; ++i) {
            before = length;
            length = bounds_of(world, fabric).upper.x;
            mica_matter_push(world, fabric, &end, v2(length, 0), 0, v2(0.0005f * (float)i, 0));
            CHECK_EQ_INT(mica_world_step(world, 1.0f / 240, 1), MICA_ERROR_OK);
        }
        CHECK(world->state.jellyClusters.count < bonds);
        CHECK_NEAR(before / 0.5f - 1, tearing[k], 0.1f * (1 + tearing[k]));
        mica_world_destroy(world);
    }
}

// A sheet that is added in the order of its particles' places, or backwards, hangs as one that was filled.
TEST(fabric_is_joined_alike_in_any_order)
{
    float lowest[3];
    for (int32_t k = 0; k < 3; ++k) {
        MicaWorld *world = make_world();
        MicaMatter fabric = add_fabric(world, 1, 0);
        fill_box(world, fabric, 0, 0, 1, 0.5f);
        MicaMatterView view = view_of(world, fabric);
        MicaVec2 places[300];
        int32_t count = view.count;
        REQUIRE(count < 300);
        for (int32_t i = 0; i < count; ++i) {
            places[k == 1 ? i * 7 % count : count - 1 - i] = view.positions[i];
        }
        MicaShape all = box_shape(9, 9), edge = box_shape(0.1f, 1);
        if (k > 0) {
            REQUIRE(count % 7 != 0);
            mica_matter_remove(world, fabric, &all, v2(0, 0), 0);
            CHECK_EQ_INT(mica_matter_add(world, fabric, places, NULL, NULL, count), count);
        }
        mica_matter_pin(world, fabric, &edge, v2(-1, 0), 0, true);
        mica_matter_pin(world, fabric, &edge, v2(1, 0), 0, true);
        flow(world, 120);
        lowest[k] = bounds_of(world, fabric).lower.y;
        mica_world_destroy(world);
    }
    CHECK_NEAR(lowest[1], lowest[0], 0.02f);
    CHECK_NEAR(lowest[2], lowest[0], 0.02f);
}

// A strained strand is not thrown by a very short step.
TEST(a_short_step_throws_no_fabric)
{
    MicaWorld *world = make_world();
    MicaMatter fabric = add_fabric(world, 0.5f, 0);
    add_strand(world, fabric, v2(0, 0), 41, v2(0.1f, 0));
    pin_at(world, fabric, 0, 0, true);
    pin_at(world, fabric, 4, 0, true);
    flow(world, 200);
    CHECK_EQ_INT(mica_world_step(world, 1e-4f, 4), MICA_ERROR_OK);
    flow(world, 1);
    CHECK(fastest_of(world, fabric) < 3);
    mica_world_destroy(world);
}

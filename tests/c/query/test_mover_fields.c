// Movers in fields and triggers: water, wind, gravity zones, what they pass through; ladders; corners that a
// jump all but clears.
#include "movers.h"

static MicaCollider add_zone(MicaWorld *world, MicaVec2 center, MicaVec2 half,
                             const MicaField *field)
{
    MicaShape shape = box_shape(half.x, half.y);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaCollider zone = mica_collider_create(
        world, add_body(world, MICA_BODY_STATIC, center.x, center.y), &def, &shape);
    CHECK_EQ_INT(mica_collider_set_field(world, zone, field), MICA_ERROR_OK);
    return zone;
}

// A dynamic capsule of the character's shape, of density 1 too.
static MicaBody add_capsule(MicaWorld *world, MicaVec2 at)
{
    MicaShape shape = character_shape(CAPSULE);
    MicaColliderDef def = mica_collider_def();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, at.x, at.y);
    mica_collider_create(world, body, &def, &shape);
    mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
    return body;
}

TEST(fields_move_a_mover_as_they_do_a_dynamic_body)
{
    const MicaFieldType types[] = {MICA_FIELD_WATER, MICA_FIELD_WIND, MICA_FIELD_SPEED,
                                   MICA_FIELD_GRAVITY};
    for (int32_t k = 0; k < 4; ++k) {
        MicaWorld *world = make_awake_world();
        MicaField field = mica_field(types[k]);
        field.flow = v2(3.0f, 0.0f);
        field.acceleration = v2(2.0f, 5.0f);
        field.maxSpeed = types[k] == MICA_FIELD_SPEED ? 2.0f : 0.0f;
        add_zone(world, v2(0.0f, 0.0f), v2(50.0f, 50.0f), &field);
        Stage s = make_stage(world, CAPSULE, v2(-3.0f, 52.0f), NULL);
        MicaBody twin = add_capsule(world, v2(3.0f, 52.0f));
        for (int32_t i = 0; i < 300; ++i) {
            CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
            MicaVec2 a = place_of(&s), b = mica_body_transform(world, twin).p;
            // The mover has one velocity a step, the body one a substep.
            CHECK_NEAR(a.x + 3.0f, b.x - 3.0f, 0.1f);
            CHECK_NEAR(a.y, b.y, 0.15f);
        }
        MicaVec2 end = place_of(&s);
        CHECK(types[k] == MICA_FIELD_SPEED ? end.y > 40.0f : end.x > 0.0f);
        mica_world_destroy(world);
    }
}

TEST(a_mover_on_the_ground_is_blown_along_and_floats_up_in_dense_water)
{
    MicaWorld *world = make_world();
    add_floor(world);
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.flow = v2(4.0f, 0.0f);
    wind.drag = 2.0f;
    add_zone(world, v2(0.0f, 2.0f), v2(100.0f, 2.0f), &wind);
    Stage s = make_stage(world, CAPSULE, v2(0.0f, 0.65f), NULL);
    come_to_rest(&s);
    for (int32_t i = 0; i < 300; ++i) {
        mica_world_step(world, FRAME, 4);
        CHECK(is_grounded(&s));
    }
    CHECK_NEAR(state_of(&s).velocity.x, 4.0f, 0.2f);
    mica_world_destroy(world);

    world = make_world();
    add_floor(world);
    MicaField water = mica_field(MICA_FIELD_WATER);
    add_zone(world, v2(0.0f, 2.0f), v2(100.0f, 2.0f), &water);
    s = make_stage(world, CAPSULE, v2(0.0f, 0.65f), NULL);
    for (int32_t i = 0; i < 1200; ++i) {
        mica_world_step(world, FRAME, 4);
    }
    // Of half the water's density it floats half under: its centre is at the surface.
    CHECK(!is_grounded(&s));
    CHECK_NEAR(place_of(&s).y, 4.0f, 0.05f);
    mica_world_destroy(world);
}

TEST(up_is_against_the_gravity_that_a_mover_feels)
{
    // A planet: gravity to its centre in place of the world's.
    MicaWorld *world = make_world();
    MicaBody planet = add_static(world);
    MicaShape ball = circle_shape(5.0f);
    MicaColliderDef def = mica_collider_def();
    mica_collider_create(world, planet, &def, &ball);
    MicaField pull = mica_field(MICA_FIELD_GRAVITY);
    pull.strength = 10.0f;
    pull.distance = 1.0f;
    pull.replace = 1;
    add_zone(world, v2(0.0f, 0.0f), v2(20.0f, 20.0f), &pull);
    Stage s = make_stage(world, CIRCLE, v2(0.0f, 6.0f), NULL);
    come_to_rest(&s);
    float turned = 0.0f;
    for (int32_t i = 0; i < 600; ++i) {
        MicaVec2 at = place_of(&s);
        float r = hypotf(at.x, at.y);
        // Its target velocity is along the ground, clockwise.
        mica_mover_set_velocity(world, s.mover, v2(3.0f * at.y / r, -3.0f * at.x / r));
        mica_world_step(world, FRAME, 4);
        MicaVec2 to = place_of(&s);
        CHECK(is_grounded(&s));
        CHECK_NEAR(hypotf(to.x - at.x, to.y - at.y) * 60.0f, 3.0f, 0.03f);
        turned += (at.y * to.x - at.x * to.y) / (r * r);
    }
    CHECK(turned > 4.5f);
    CHECK_NEAR(hypotf(place_of(&s).x, place_of(&s).y), 5.6f, 0.01f);
    mica_world_destroy(world);
}

TEST(a_fast_mover_enters_and_leaves_the_triggers_that_it_passes)
{
    for (int32_t impacts = 0; impacts < 2; ++impacts) {
        MicaWorld *world = make_space();
        MicaShape line = box_shape(0.05f, 3.0f);
        MicaColliderDef def = mica_collider_def();
        def.isTrigger = true;
        for (int32_t i = 0; i < 8; ++i) {
            mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 3.0f * (float)i, 0.0f),
                                 &def, &line);
        }
        MicaMoverDef mover = mica_mover_def();
        mover.floating = true;
        Stage s = make_stage(world, CAPSULE, v2(-2.0f, 0.0f), &mover);
        mica_mover_set_velocity(world, s.mover, v2(300.0f, 0.0f));
        int32_t entered = 0, left = 0;
        for (int32_t i = 0; i < 6; ++i) {
            CHECK_EQ_INT(impacts ? mica_world_step_impacts(world, FRAME, 100)
                                 : mica_world_step(world, FRAME, 4),
                         MICA_ERROR_OK);
            MicaEvents events = mica_world_events(world);
            entered += events.enterCount;
            left += events.exitCount;
        }
        CHECK_EQ_INT(entered, 8);
        CHECK_EQ_INT(left, 8);
        mica_world_destroy(world);
    }
}

TEST(a_mover_floats_on_a_ladder_and_falls_again)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage s = make_stage(world, CAPSULE, v2(0.0f, 0.65f), NULL);
    come_to_rest(&s);
    CHECK_EQ_INT(mica_mover_set_floating(world, s.mover, true), MICA_ERROR_OK);
    CHECK(!is_grounded(&s));
    mica_mover_set_velocity(world, s.mover, v2(0.0f, 2.0f));
    for (int32_t i = 0; i < 60; ++i) {
        mica_world_step(world, FRAME, 4);
        CHECK_NEAR(state_of(&s).velocity.y, 2.0f, 1e-6f);
    }
    CHECK_NEAR(place_of(&s).y, 2.6f, 0.01f);
    mica_mover_set_velocity(world, s.mover, v2(0.0f, 0.0f));
    MicaVec2 held = place_of(&s);
    for (int32_t i = 0; i < 60; ++i) {
        mica_world_step(world, FRAME, 4);
    }
    CHECK(place_of(&s).y == held.y && place_of(&s).x == held.x);
    mica_mover_set_floating(world, s.mover, false);
    come_to_rest(&s);
    CHECK(is_grounded(&s));
    mica_mover_destroy(world, s.mover);
    CHECK_EQ_INT(mica_mover_set_floating(world, s.mover, true), MICA_ERROR_STALE_MOVER);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------- corner correction

// Jumps at 8 m/s under the edge of a ceiling that covers `cover` metres of it, and returns how high it comes.
static float jump_under_edge(int32_t shape, float cover, float side, float vx, float correction)
{
    MicaWorld *world = make_world();
    add_floor(world);
    float half = shape == CIRCLE ? 0.6f : 0.3f, height = 2.5f;
    add_box_at(world, add_static(world), v2(side * (half + 5.0f - cover), height + 0.5f), 5.0f,
               0.5f, 0.0f);
    MicaMoverDef def = mica_mover_def();
    def.numbers[MICA_MOVER_CORNER_CORRECTION] = correction;
    Stage s = make_stage(world, shape, v2(0.0f, 0.65f), &def);
    come_to_rest(&s);
    mica_mover_set_velocity(world, s.mover, v2(vx, 8.0f));
    float highest = 0.0f;
    for (int32_t i = 0; i < 90; ++i) {
        MicaVec2 before = place_of(&s);
        MicaVec2 v = state_of(&s).velocity;
        mica_world_step(world, FRAME, 4);
        MicaVec2 after = place_of(&s);
        highest = fmaxf(highest, after.y);
        // It moves aside no faster than it moved.
        CHECK(fabsf(after.x - before.x) <= hypotf(v.x, v.y) * FRAME + 2e-3f);
    }
    mica_world_destroy(world);
    return highest;
}

TEST(a_jump_that_all_but_clears_the_edge_of_a_ceiling_goes_past_it)
{
    const float covers[] = {0.02f, 0.05f, 0.09f};
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
            for (int32_t i = 0; i < 3; ++i) {
                // 3.2 m of a free jump from a centre at 0.6.
                CHECK_NEAR(jump_under_edge(shape, covers[i], side, 0.0f, 0.1f), 3.8f, 0.15f);
                CHECK_NEAR(jump_under_edge(shape, covers[i], side, -side * 0.1f, 0.1f), 3.8f,
                           0.15f);
            }
            // Too far under it; and where it is not asked for.
            CHECK(jump_under_edge(shape, 0.3f, side, 0.0f, 0.1f) < 3.4f);
            CHECK(shape != BOX || jump_under_edge(shape, 0.05f, side, 0.0f, 0.0f) < 2.0f);
        }
    }
}

// Jumps at a ledge whose edge is `above` the highest place of its feet; returns how far it gets.
static float jump_at_ledge(int32_t shape, float above, float side, float correction)
{
    MicaWorld *world = make_world();
    add_floor(world);
    float top = 3.2f + above;
    add_box_at(world, add_static(world), v2(side * 6.5f, 0.5f * top), 5.0f, 0.5f * top, 0.0f);
    MicaMoverDef def = mica_mover_def();
    def.numbers[MICA_MOVER_CORNER_CORRECTION] = correction;
    Stage s = make_stage(world, shape, v2(0.0f, 0.65f), &def);
    come_to_rest(&s);
    mica_mover_set_velocity(world, s.mover, v2(side * 3.0f, 8.0f));
    float before = place_of(&s).y, was = 1.0f;
    for (int32_t i = 0; i < 90; ++i) {
        MicaVec2 v = state_of(&s).velocity;
        mica_mover_set_velocity(world, s.mover,
                                v2(side * 3.0f, is_grounded(&s) && i > 0 ? 0.0f : v.y));
        mica_world_step(world, FRAME, 4);
        float rise = place_of(&s).y - before;
        // It rises, and then falls: it does not spring up again.
        CHECK(is_grounded(&s) || !(was < -1e-3f && rise > 1e-3f));
        was = rise;
        before = place_of(&s).y;
    }
    float end = place_of(&s).x * side;
    mica_world_destroy(world);
    return end;
}

TEST(a_jump_that_all_but_clears_a_ledge_comes_to_stand_on_it)
{
    for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
        CHECK(jump_at_ledge(BOX, 0.05f, side, 0.1f) > 3.0f);
        CHECK(jump_at_ledge(CAPSULE, 0.05f, side, 0.1f) > 3.0f);
        CHECK(jump_at_ledge(BOX, 0.3f, side, 0.1f) < 1.3f);
        CHECK(jump_at_ledge(BOX, 0.05f, side, 0.0f) < 1.3f);
    }
}

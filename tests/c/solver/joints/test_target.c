// The target joint: it pulls a point of one body to a point of the world, as a spring, within its
// force; it has no body A, and is made, woken, broken and destroyed like any joint.
#include "build.h"

#include <math.h>

typedef struct Dragged {
    MicaWorld *world;
    MicaBody box;
    MicaMassData mass;
    MicaJointDef def;
} Dragged;

// A box of 1 m at the origin, held at a point of it, where it is.
static Dragged make_dragged(MicaWorld *world, float x, float y)
{
    Dragged d = {.world = world, .box = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f))};
    d.mass = mica_body_mass(world, d.box);
    d.def = (MicaJointDef){.type = MICA_JOINT_TARGET, .bodyB = d.box};
    d.def.localAnchorA = d.def.localAnchorB = v2(x, y);
    d.def.numbers[MICA_JOINT_HERTZ] = 5;
    d.def.numbers[MICA_JOINT_DAMPING_RATIO] = 1;
    return d;
}

TEST(a_target_joint_moves_nothing_until_its_target_moves)
{
    Dragged d = make_dragged(make_space(), 0.4f, -0.3f);
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    REQUIRE(joint.id != 0);
    CHECK(mica_joint_body_a(d.world, joint).id == 0);
    CHECK(mica_joint_body_b(d.world, joint).id == d.box.id);
    run(d.world, 60);
    MicaTransform t = mica_body_transform(d.world, d.box);
    CHECK(t.p.x == 0 && t.p.y == 0 && t.q.s == 0);
    mica_world_destroy(d.world);
}

TEST(a_target_joint_brings_the_point_of_the_body_to_its_target)
{
    Dragged d = make_dragged(make_awake_world(), 0.4f, -0.3f);
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    CHECK(mica_joint_set_local_anchor_a(d.world, joint, v2(3, 2)) == MICA_ERROR_OK);
    mica_body_set_gravity_scale(d.world, d.box, 0);
    mica_body_set_damping(d.world, d.box, 0, 5);  // or it would swing about the point for ever
    run(d.world, 240);
    MicaJointState s = mica_joint_state(d.world, joint);
    CHECK_NEAR(s.anchorA.x, 3, 1e-6);
    CHECK_NEAR(s.anchorA.y, 2, 1e-6);
    CHECK(hypotf(s.anchorB.x - 3, s.anchorB.y - 2) < 1e-3f);
    // Under gravity it hangs by g / w², and the joint carries its weight.
    mica_body_set_gravity_scale(d.world, d.box, 1);
    run(d.world, 900);
    s = mica_joint_state(d.world, joint);
    float w = 2 * 3.14159265f * 5;
    CHECK_NEAR(2 - s.anchorB.y, 10 / (w * w), 2e-4);
    CHECK_NEAR(s.force.y / (10 * d.mass.mass), 1, 0.01);
    mica_world_destroy(d.world);
}

static float crossings_period(Dragged *d)
{
    float before = mica_body_transform(d->world, d->box).p.x, first = 0, last = 0;
    int count = 0;
    for (int i = 1; i <= 240; i++) {
        run(d->world, 1);
        float now = mica_body_transform(d->world, d->box).p.x;
        if (before < 0 && now >= 0) {
            last = (float)(i - 1) + before / (before - now);
            first = count == 0 ? last : first;
            count += 1;
        }
        before = now;
    }
    return count > 1 ? (last - first) / (60.0f * (float)(count - 1)) : 0;
}

TEST(a_target_joint_has_its_frequency_and_its_damping)
{
    for (int i = 0; i < 4; i++) {
        float hertz = (float)(1 << i);
        Dragged d = make_dragged(make_space(), 0, 0);
        d.def.numbers[MICA_JOINT_HERTZ] = hertz;
        d.def.numbers[MICA_JOINT_DAMPING_RATIO] = 0;
        mica_joint_create(d.world, &d.def);
        mica_body_set_velocity(d.world, d.box, v2(-3, 0));
        CHECK_NEAR(crossings_period(&d) * hertz, 1, 0.01);
        mica_world_destroy(d.world);
    }
    // What damping leaves of the amplitude after three periods: exp(-2 pi 3 z / sqrt(1 - z²)).
    const float ratios[] = {0.05f, 0.1f, 0.2f};
    for (int i = 0; i < 3; i++) {
        Dragged d = make_dragged(make_space(), 0, 0);
        float z = ratios[i];
        d.def.numbers[MICA_JOINT_HERTZ] = 0.5f;
        d.def.numbers[MICA_JOINT_DAMPING_RATIO] = z;
        d.def.localAnchorA = v2(1, 0);
        mica_joint_create(d.world, &d.def);
        float peak = 0, period = 2 / sqrtf(1 - z * z);
        for (int k = 0; k < (int)(60 * 3.3f * period); k++) {
            run(d.world, 1);
            float x = 1 - mica_body_transform(d.world, d.box).p.x;
            peak = (float)k > 60 * 2.7f * period ? fmaxf(peak, x) : 0;
        }
        float measured = -logf(peak) / (6 * 3.14159265f);
        CHECK_NEAR(measured / sqrtf(1 + measured * measured) / z, 1, 0.005);
        mica_world_destroy(d.world);
    }
}

TEST(a_target_joint_keeps_to_its_maximum_force)
{
    for (int i = 0; i < 8; i++) {
        float angle = 0.8f * (float)i;
        Dragged d = make_dragged(make_space(), 0, 0);
        d.def.numbers[MICA_JOINT_MAX_FORCE] = 4 * d.mass.mass;
        d.def.localAnchorA = v2(500 * cosf(angle), 500 * sinf(angle));
        MicaJoint joint = mica_joint_create(d.world, &d.def);
        run(d.world, 60);
        MicaVec2 v = mica_body_velocity(d.world, d.box), f = mica_joint_state(d.world, joint).force;
        CHECK_NEAR(v.x, 4 * cosf(angle), 0.04);
        CHECK_NEAR(v.y, 4 * sinf(angle), 0.04);
        CHECK_NEAR(hypotf(f.x, f.y) / (4 * d.mass.mass), 1, 0.01);
        mica_world_destroy(d.world);
    }
}

TEST(a_target_joint_never_pulls_through_a_wall)
{
    MicaWorld *world = make_space();
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 5, 0);
    add_box(world, wall, 0.1f, 20);
    Dragged d = make_dragged(world, 0.2f, 0.3f);
    d.def.numbers[MICA_JOINT_MAX_FORCE] = 100 * 10 * d.mass.mass;
    MicaJoint joint = mica_joint_create(world, &d.def);
    for (int i = 0; i < 240; i++) {
        mica_joint_set_local_anchor_a(world, joint, v2(20, (float)(i % 40) * 0.2f - 4));
        run(world, 1);
        CHECK(mica_body_transform(world, d.box).p.x < 4.6f);
    }
    mica_world_destroy(world);
}

TEST(a_target_that_moves_wakes_its_body_and_one_that_stands_lets_it_sleep)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody box = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    MicaJointDef def = {.type = MICA_JOINT_TARGET, .bodyB = box, .localAnchorA = {0, 0.5f}};
    def.numbers[MICA_JOINT_HERTZ] = 5;
    def.numbers[MICA_JOINT_DAMPING_RATIO] = 1;
    MicaJoint joint = mica_joint_create(world, &def);
    run(world, 240);
    CHECK(!is_awake(world, box));
    CHECK(mica_joint_set_local_anchor_a(world, joint, v2(2, 3)) == MICA_ERROR_OK);
    CHECK(is_awake(world, box));
    run(world, 120);
    MicaVec2 p = mica_body_transform(world, box).p;
    CHECK(hypotf(p.x - 2, p.y - 3) < 0.02f);
    mica_world_destroy(world);
}

TEST(a_target_joint_ends_with_its_body_and_lets_go_when_destroyed)
{
    MicaWorld *world = make_awake_world();
    Dragged d = make_dragged(world, 0, 0);
    MicaJoint first = mica_joint_create(world, &d.def), second = mica_joint_create(world, &d.def);
    MicaBody other = add_dynamic(world, 3, 0, box_shape(0.5f, 0.5f));
    MicaJointDef pin = pin_def(world, other, d.box, 2, 0);
    MicaJoint third = mica_joint_create(world, &pin);
    MicaJoint list[4];
    CHECK(mica_body_joints(world, d.box, list, 4) == 3 && list[2].id == first.id);
    run(world, 30);
    CHECK(mica_joint_destroy(world, first) == MICA_ERROR_OK);
    run(world, 1);
    CHECK(mica_body_joints(world, d.box, list, 4) == 2 && list[1].id == second.id);
    CHECK(mica_joint_set_collide_connected(world, second, true) == MICA_ERROR_OK);
    CHECK(mica_joint_set_collide_connected(world, second, false) == MICA_ERROR_OK);
    mica_body_set_enabled(world, d.box, false);
    run(world, 2);
    mica_body_set_enabled(world, d.box, true);
    run(world, 2);
    mica_body_destroy(world, d.box);
    CHECK(!mica_joint_is_valid(world, second) && !mica_joint_is_valid(world, third));
    run(world, 2);
    CHECK(mica_joint_set_local_anchor_a(world, second, v2(0, 0)) == MICA_ERROR_STALE_JOINT);
    mica_world_destroy(world);
}

TEST(a_target_joint_breaks)
{
    Dragged d = make_dragged(make_awake_world(), 0, 0);
    d.def.numbers[MICA_JOINT_BREAK_FORCE] = 15 * d.mass.mass;
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    run(d.world, 60);
    CHECK(mica_joint_is_valid(d.world, joint));
    mica_joint_set_local_anchor_a(d.world, joint, v2(4, 1));
    run(d.world, 1);
    CHECK(!mica_joint_is_valid(d.world, joint));
    MicaEvents events = mica_world_events(d.world);
    REQUIRE(events.brokeCount == 1);
    CHECK(events.broke[0].bodyA.id == 0 && events.broke[0].bodyB.id == d.box.id);
    CHECK(events.broke[0].point.x == 4 && events.broke[0].point.y == 1);
    run(d.world, 2);
    mica_world_destroy(d.world);
}

TEST(what_a_target_joint_may_not_be_is_refused)
{
    Dragged d = make_dragged(make_world(), 0, 0);
    MicaBody other = add_dynamic(d.world, 3, 0, box_shape(0.5f, 0.5f));
    MicaJointDef def = d.def;
    def.bodyA = other;
    CHECK(mica_joint_create(d.world, &def).id == 0);
    CHECK(mica_last_error(d.world) == MICA_ERROR_OUT_OF_RANGE);
    def = d.def;
    def.bodyB = (MicaBody){0};
    CHECK(mica_joint_create(d.world, &def).id == 0);
    CHECK(mica_last_error(d.world) == MICA_ERROR_STALE_BODY);
    def = d.def;
    def.numbers[MICA_JOINT_MAX_TORQUE] = 1;
    CHECK(mica_joint_create(d.world, &def).id == 0);
    CHECK(mica_last_error(d.world) == MICA_ERROR_OUT_OF_RANGE);
    def = (MicaJointDef){.type = MICA_JOINT_REVOLUTE, .bodyB = d.box};
    CHECK(mica_joint_create(d.world, &def).id == 0);
    CHECK(mica_last_error(d.world) == MICA_ERROR_STALE_BODY);

    MicaJoint joint = mica_joint_create(d.world, &d.def);
    uint64_t hash = mica_world_hash(d.world);
    CHECK(mica_joint_set_local_anchor_a(d.world, joint, v2(NAN, 0)) == MICA_ERROR_NOT_FINITE);
    CHECK(mica_joint_set_local_anchor_a(d.world, joint, v2(0, 2e7f)) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_joint_set_local_anchor_b(d.world, joint, v2(0, INFINITY)) == MICA_ERROR_NOT_FINITE);
    CHECK(mica_world_hash(d.world) == hash);
    CHECK(mica_joint_set_local_anchor_a(d.world, joint, v2(0, 1)) == MICA_ERROR_OK);
    CHECK(mica_world_hash(d.world) != hash);
    mica_world_destroy(d.world);
}

TEST(a_target_at_the_end_of_the_world_stays_calm)
{
    const float hertz[] = {0, 5, 1e6f};
    for (int i = 0; i < 3; i++) {
        Dragged d = make_dragged(make_space(), 0.5f, 0.5f);
        d.def.numbers[MICA_JOINT_HERTZ] = hertz[i];
        MicaJoint joint = mica_joint_create(d.world, &d.def);
        for (int k = 0; k < 120; k++) {
            mica_joint_set_local_anchor_a(d.world, joint, v2(k % 2 == 0 ? 1e7f : -1e7f, 1e7f));
            run(d.world, 1);
            MicaTransform t = mica_body_transform(d.world, d.box);
            CHECK(isfinite(t.p.x) && isfinite(t.p.y) && isfinite(t.q.c));
        }
        mica_world_destroy(d.world);
    }
}

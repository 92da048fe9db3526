// Joints within the step: who acts, sleeping and waking along joints, breaking, bodies with more
// joints than there are colours, and that order of creation and joints at rest cost nothing that
// can be seen.
#include "build.h"

// Boxes of one metre in a row, each pinned to the one before, the first to `from` if that is not
// null.
static void add_chain(MicaWorld *world, MicaBody from, float x, float y, int count, MicaBody *out)
{
    for (int i = 0; i < count; i++) {
        out[i] = add_dynamic(world, x + (float)i + 0.5f, y, box_shape(0.45f, 0.1f));
        if (i > 0 || from.id != 0) {
            add_pin(world, i > 0 ? out[i - 1] : from, out[i], x + (float)i, y);
        }
    }
}

TEST(a_chain_falls_asleep_and_wakes_as_one)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody links[6];
    add_chain(world, (MicaBody){0}, 0, 0.2f, 6, links);
    run(world, 300);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 1);
    mica_body_apply_impulse(world, links[5], v2(0, 0.1f));
    for (int i = 0; i < 6; i++) {
        CHECK(is_awake(world, links[i]));
    }
    run(world, 300);
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 1);
    mica_world_destroy(world);
}

TEST(a_pendulum_sleeps_and_wakes_when_its_pin_moves)
{
    MicaWorld *world = make_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 5),
             bob = add_dynamic(world, 0, 3, circle_shape(0.5f));
    MicaJoint joint = add_pin(world, frame, bob, 0, 5);
    run(world, 120);
    CHECK(!is_awake(world, bob));
    float asleep = mica_joint_state(world, joint).force.y;
    CHECK_NEAR(asleep / (10 * mica_body_mass(world, bob).mass), 1, 1e-3);
    mica_body_set_transform(world, frame, v2(0.5f, 5), 0);
    CHECK(is_awake(world, bob));
    run(world, 30);
    CHECK(position_of(world, bob).x > 0.1f);
    run(world, 1200);
    mica_body_set_awake(world, bob, false);
    mica_body_set_type(world, frame, MICA_BODY_DYNAMIC);
    CHECK(is_awake(world, bob));
    run(world, 30);
    CHECK(position_of(world, bob).y < 2.5f);
    mica_world_destroy(world);
}

TEST(what_hangs_on_a_moving_kinematic_stays_awake)
{
    MicaWorld *world = make_world();
    MicaBody crane = add_body(world, MICA_BODY_KINEMATIC, 0, 5),
             load = add_dynamic(world, 0, 3, circle_shape(0.5f));
    add_pin(world, crane, load, 0, 5);
    mica_body_set_velocity(world, crane, v2(0.02f, 0));
    run(world, 240);
    CHECK(is_awake(world, load));
    CHECK_NEAR(position_of(world, load).x, 0.08, 0.01);
    mica_body_set_velocity(world, crane, v2(0, 0));
    run(world, 600);
    CHECK(!is_awake(world, load));
    mica_body_set_velocity(world, crane, v2(0, 1));
    run(world, 60);
    CHECK(is_awake(world, load));
    CHECK_NEAR(position_of(world, load).y, 4, 0.05);
    mica_world_destroy(world);
}

TEST(one_awake_end_wakes_the_other)
{
    MicaWorld *world = make_world();
    MicaBody links[4];
    add_chain(world, (MicaBody){0}, 0, 0, 4, links);
    mica_body_set_awake(world, links[1], false);
    run(world, 1);
    CHECK(is_awake(world, links[1]));
    mica_world_destroy(world);
}

TEST(a_disabled_body_pulls_nothing)
{
    MicaWorld *world = make_awake_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 5), links[3];
    add_chain(world, frame, 0, 5, 3, links);
    mica_body_set_enabled(world, links[0], false);
    run(world, 30);
    CHECK_NEAR(position_of(world, links[0]).y, 5, 0);
    CHECK_NEAR(position_of(world, links[1]).y, 5 - 0.5 * 10 * 0.25, 0.05);
    mica_body_set_enabled(world, links[0], true);
    run(world, 300);
    CHECK(hypotf(position_of(world, links[2]).x, position_of(world, links[2]).y - 5) < 2.6f);
    mica_world_destroy(world);
}

TEST(a_joint_breaks_above_its_force)
{
    MicaWorld *world = make_awake_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
             bob = add_dynamic(world, 0, -1, circle_shape(0.5f));
    float weight = 10 * mica_body_mass(world, bob).mass;
    MicaJointDef def = pin_def(world, frame, bob, 0, 0);
    def.numbers[MICA_JOINT_BREAK_FORCE] = 3 * weight;
    def.userData = 9;
    MicaJoint joint = mica_joint_create(world, &def);
    run(world, 120);
    CHECK(mica_joint_is_valid(world, joint));
    mica_body_apply_force(world, bob, v2(0, -1.9f * weight));
    run(world, 1);
    CHECK(mica_joint_is_valid(world, joint));
    CHECK_EQ_INT(mica_world_events(world).brokeCount, 0);
    mica_body_apply_force(world, bob, v2(0, -2.3f * weight));
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    REQUIRE(e.brokeCount == 1);
    CHECK_EQ_INT(e.broke[0].joint.id, joint.id);
    CHECK_EQ_INT(e.broke[0].bodyA.id, frame.id);
    CHECK_EQ_INT(e.broke[0].bodyB.id, bob.id);
    CHECK_EQ_INT(e.broke[0].userData, 9);
    CHECK(e.broke[0].force > 3 * weight && e.broke[0].force < 3.4f * weight);
    CHECK(e.broke[0].torque == 0.0f && e.broke[0].point.x == 0.0f && e.broke[0].point.y == 0.0f);
    CHECK(!mica_joint_is_valid(world, joint));
    CHECK_EQ_INT(mica_world_counters(world).joints, 0);
    // It can be read until the next step, or until another joint has its slot.
    MicaJointDef last;
    CHECK_EQ_INT(mica_joint_get(world, joint, &last), MICA_ERROR_OK);
    CHECK(last.bodyB.id == bob.id && last.numbers[MICA_JOINT_BREAK_FORCE] == 3 * weight);
    CHECK_NEAR(mica_joint_state(world, joint).anchorB.y, 0, 0.1);
    MicaJoint another = mica_joint_create(world, &def);
    CHECK_EQ_INT(MICA_SLOT(another), MICA_SLOT(joint));
    CHECK_ERROR(world, mica_joint_get(world, joint, &last), MICA_ERROR_STALE_JOINT);
    mica_joint_destroy(world, another);
    CHECK_ERROR(world, mica_joint_get(world, joint, &last), MICA_ERROR_STALE_JOINT);
    run(world, 60);
    CHECK_EQ_INT(mica_world_events(world).brokeCount, 0);
    CHECK(position_of(world, bob).y < -4);
    mica_world_destroy(world);
}

TEST(a_joint_breaks_above_its_torque)
{
    MicaWorld *world = make_space();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
             bar = add_dynamic(world, 1, 0, box_shape(1, 0.1f));
    MicaJointDef def = pin_def(world, frame, bar, 0, 0);
    def.enableLimit = true;
    def.numbers[MICA_JOINT_BREAK_TORQUE] = 10;
    mica_joint_create(world, &def);
    for (int step = 0; step < 60; step++) {
        mica_body_apply_torque(world, bar, 9.5f);
        run(world, 1);
    }
    CHECK_EQ_INT(mica_world_counters(world).joints, 1);
    int steps = 0;
    do {
        mica_body_apply_torque(world, bar, -10.5f);
        run(world, 1);
    } while (mica_world_events(world).brokeCount == 0 && ++steps < 10);
    REQUIRE(mica_world_events(world).brokeCount == 1);
    CHECK(mica_world_events(world).broke[0].torque > 10);
    mica_world_destroy(world);
}

TEST(many_break_in_one_step)
{
    MicaWorld *world = make_awake_world();
    for (int i = 0; i < 20; i++) {
        MicaBody frame = add_body(world, MICA_BODY_STATIC, 3 * (float)i, 0),
                 bob = add_dynamic(world, 3 * (float)i, -1, circle_shape(0.5f));
        MicaJointDef def = pin_def(world, frame, bob, 3 * (float)i, 0);
        def.numbers[MICA_JOINT_BREAK_FORCE] = i % 2 ? 1e-3f : 1e6f;
        mica_joint_create(world, &def);
    }
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).brokeCount, 10);
    CHECK_EQ_INT(mica_world_counters(world).joints, 10);
    run(world, 10);
    mica_world_destroy(world);
}

// More joints on one body than there are colours: the rest are solved one by one.
TEST(a_hub_of_a_hundred_spokes)
{
    MicaWorld *world = make_awake_world();
    MicaBody hub = add_dynamic(world, 0, 0, circle_shape(3));
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaJoint axle = add_pin(world, frame, hub, 0, 0), spokes[100];
    for (int i = 0; i < 100; i++) {
        MicaRot q = mica_rot(0.0628318f * (float)i);
        MicaBody ball = add_dynamic(world, 4 * q.c, 4 * q.s, circle_shape(0.1f));
        // With a motor, for pins alone are solved directly, without colours.
        MicaJointDef def = pin_def(world, hub, ball, 3 * q.c, 3 * q.s);
        def.enableMotor = true;
        spokes[i] = mica_joint_create(world, &def);
    }
    run(world, 1);
    CHECK(mica_world_counters(world).overflow > 30);
    run(world, 240);
    for (int i = 0; i < 100; i++) {
        MicaVec2 a = mica_joint_state(world, spokes[i]).anchorA,
                 b = mica_joint_state(world, spokes[i]).anchorB;
        CHECK_NEAR(hypotf(a.x - b.x, a.y - b.y), 0, 0.03f);
    }
    MicaVec2 p = position_of(world, hub);
    CHECK(hypotf(p.x, p.y) < 0.02f);
    CHECK(mica_joint_state(world, axle).force.y > 0);
    mica_world_destroy(world);
}

TEST(substeps_and_step_lengths_may_change)
{
    MicaWorld *world = make_awake_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0), links[10];
    add_chain(world, frame, 0, 0, 10, links);
    for (int i = 0; i < 120; i++) {
        run_with(world, 1, i % 2 ? 1.0f / 30 : 1.0f / 144, 1 + i % 7);
    }
    for (int i = 0; i < 10; i++) {
        MicaJoint j = mica_joint_at(world, i);
        MicaVec2 a = mica_joint_state(world, j).anchorA, b = mica_joint_state(world, j).anchorB;
        CHECK(hypotf(a.x - b.x, a.y - b.y) < 0.1f);
    }
    mica_world_destroy(world);
}

// A joint between bodies far apart draws them together, and nothing leaves single precision.
TEST(absurd_joints_stay_finite)
{
    const float masses[3] = {1e-12f, 1, 1e15f}, places[3] = {0.01f, 1, 9e6f};
    for (int k = 0; k < 81; k++) {
        MicaWorld *world = make_space();
        MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
                 b = add_dynamic(world, places[k / 9 % 3], 0, circle_shape(0.5f));
        mica_body_set_mass(world, a, (MicaMassData){masses[k % 3], {0, 0}, masses[k / 27 % 3]});
        mica_body_set_mass(world, b, (MicaMassData){masses[k / 3 % 3], {0, 0}, masses[k % 3]});
        MicaJointDef def = revolute_def();
        def.bodyA = a;
        def.bodyB = b;
        def.localAnchorA = v2(places[k / 27 % 3], 1);
        def.localAnchorB = v2(-places[k / 3 % 3], 0);
        def.enableLimit = def.enableMotor = def.enableSpring = true;
        def.numbers[MICA_JOINT_UPPER] = 1;
        def.numbers[MICA_JOINT_MOTOR_SPEED] = 4e4f;
        def.numbers[MICA_JOINT_MAX_MOTOR] = 1e15f;
        def.numbers[MICA_JOINT_SPRING_HERTZ] = 1e6f;
        mica_joint_create(world, &def);
        run(world, 20);
        mica_world_destroy(world);
    }
}

TEST(equal_worlds_stay_equal_and_the_hash_sees_joints)
{
    MicaWorld *worlds[2] = {make_world(), make_world()};
    for (int w = 0; w < 2; w++) {
        MicaBody links[8];
        add_chain(worlds[w], add_body(worlds[w], MICA_BODY_STATIC, 0, 0), 0, 0, 8, links);
    }
    for (int step = 0; step < 120; step++) {
        run(worlds[0], 1);
        run(worlds[1], 1);
        CHECK_EQ_HEX(mica_world_hash(worlds[0]), mica_world_hash(worlds[1]));
    }
    mica_joint_set_motor(worlds[0], mica_joint_at(worlds[0], 3), false, 1, 0);
    CHECK(mica_world_hash(worlds[0]) != mica_world_hash(worlds[1]));
    mica_joint_set_motor(worlds[1], mica_joint_at(worlds[1], 3), false, 1, 0);
    CHECK_EQ_HEX(mica_world_hash(worlds[0]), mica_world_hash(worlds[1]));
    mica_joint_set_collide_connected(worlds[0], mica_joint_at(worlds[0], 3), true);
    CHECK(mica_world_hash(worlds[0]) != mica_world_hash(worlds[1]));
    mica_world_destroy(worlds[0]);
    mica_world_destroy(worlds[1]);
}

TEST(a_warm_step_allocates_nothing)
{
    MicaWorld *world = make_awake_world();
    MicaBody links[30];
    add_chain(world, add_body(world, MICA_BODY_STATIC, 0, 0), 0, 0, 30, links);
    // What swings wildly may meet itself in a new way at any time.
    for (int i = 0; i < 30; i++) {
        mica_body_set_damping(world, links[i], 1.0f, 1.0f);
    }
    run(world, 600);
    uint64_t bytes = mica_world_bytes(world);
    run(world, 300);
    CHECK_EQ_INT(mica_world_bytes(world), bytes);
    mica_world_destroy(world);
}

// What every joint has at run time: it is switched off and on, its anchors and axis are moved, and
// it tells how far its bodies are from where it holds them.
#include "build.h"

#include <math.h>

typedef struct Swing {
    MicaWorld *world;
    MicaBody post, bob;
    MicaJoint joint;
} Swing;

// A ball beside a post, pinned to it at the origin.
static Swing make_swing(bool withJoint)
{
    Swing s = {.world = make_world()};
    s.post = add_body(s.world, MICA_BODY_STATIC, 0, 0);
    add_box(s.world, s.post, 0.5f, 0.5f);
    s.bob = add_dynamic(s.world, 2, 0, circle_shape(0.25f));
    s.joint = withJoint ? add_pin(s.world, s.post, s.bob, 0, 0) : (MicaJoint){0};
    return s;
}

static MicaJointDef slider_def(MicaBody rail, MicaBody block)
{
    MicaJointDef def = {.type = MICA_JOINT_PRISMATIC, .bodyA = rail, .bodyB = block};
    def.numbers[MICA_JOINT_AXIS_X] = 1;
    return def;
}

static bool is_disabled(Swing *s)
{
    MicaJointDef def;
    CHECK_EQ_INT(mica_joint_get(s->world, s->joint, &def), MICA_ERROR_OK);
    return def.disabled;
}

TEST(a_joint_that_is_off_connects_nothing_until_it_is_on_again)
{
    Swing s = make_swing(true), alone = make_swing(false);
    CHECK(!is_disabled(&s));
    uint64_t on = mica_world_hash(s.world);
    CHECK_EQ_INT(mica_joint_set_enabled(s.world, s.joint, false), MICA_ERROR_OK);
    CHECK(is_disabled(&s) && mica_joint_is_valid(s.world, s.joint));
    CHECK(mica_world_hash(s.world) != on);
    run(s.world, 20);
    run(alone.world, 20);
    CHECK(position_of(s.world, s.bob).x == 2);
    CHECK(position_of(s.world, s.bob).y == position_of(alone.world, alone.bob).y);
    MicaJointState state = mica_joint_state(s.world, s.joint);
    CHECK(state.force.x == 0 && state.force.y == 0 && state.torque == 0);
    CHECK_NEAR(state.linearSeparation, 0.583, 0.05);  // the way that it has fallen
    CHECK_EQ_INT(mica_joint_set_enabled(s.world, s.joint, true), MICA_ERROR_OK);
    CHECK(!is_disabled(&s));
    run(s.world, 120);
    MicaVec2 p = position_of(s.world, s.bob);
    CHECK_NEAR(sqrtf(p.x * p.x + p.y * p.y), 2, 1e-2);
    CHECK(mica_joint_state(s.world, s.joint).linearSeparation < 1e-2f);
    mica_world_destroy(s.world);
    mica_world_destroy(alone.world);
}

TEST(switching_drops_what_the_joint_carried)
{
    Swing s = make_swing(true);
    run(s.world, 30);
    MicaJointState state = mica_joint_state(s.world, s.joint);
    CHECK(fabsf(state.force.x) + fabsf(state.force.y) > 1);
    mica_joint_set_enabled(s.world, s.joint, false);
    state = mica_joint_state(s.world, s.joint);
    CHECK(state.force.x == 0 && state.force.y == 0);
    MicaVec2 v = mica_body_velocity(s.world, s.bob);
    mica_joint_set_enabled(s.world, s.joint, true);
    run(s.world, 1);
    CHECK_NEAR(mica_body_velocity(s.world, s.bob).x, v.x, 0.7);
    mica_world_destroy(s.world);
}

TEST(bodies_of_a_joint_that_is_off_meet_if_they_would)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 0.8f, 0, circle_shape(0.5f));
    MicaJoint joint = add_pin(world, a, b, 0.4f, 0);
    const bool on[5] = {true, false, true, true, false};
    for (int i = 0; i < 5; i++) {
        mica_joint_set_enabled(world, joint, on[i]);
        run(world, 1);
        CHECK_EQ_INT(mica_world_counters(world).contacts, on[i] ? 0 : 1);
    }
    MicaJointDef def = slider_def(a, b);
    def.disabled = true;  // of two, only the one that is on parts them
    MicaJoint second = mica_joint_create(world, &def);
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 1);
    mica_joint_set_enabled(world, second, true);
    run(world, 1);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    mica_world_destroy(world);
}

TEST(a_joint_that_is_off_wakes_nobody)
{
    for (int on = 0; on < 2; on++) {
        MicaWorld *world = make_world();
        mica_world_set_gravity(world, v2(0, 0));
        MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
                 b = add_dynamic(world, 5, 0, circle_shape(0.5f));
        MicaJoint joint = add_pin(world, a, b, 2.5f, 0);
        mica_joint_set_enabled(world, joint, on == 1);
        run(world, 60);
        CHECK(!is_awake(world, a) && !is_awake(world, b));
        mica_body_set_velocity(world, a, v2(0, 0.5f));
        run(world, 1);
        CHECK(is_awake(world, a) && is_awake(world, b) == (on == 1));
        run(world, 30);
        mica_joint_set_enabled(world, joint, on == 0);
        CHECK(is_awake(world, a) && is_awake(world, b));
        mica_world_destroy(world);
    }
}

TEST(turns_that_are_made_while_it_is_off_do_not_count)
{
    MicaWorld *world = make_space();
    MicaBody a = add_body(world, MICA_BODY_STATIC, 0, 0),
             b = add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaJoint joint = add_pin(world, a, b, 0, 0);
    mica_body_set_angular_velocity(world, b, 6.2831853f);
    run(world, 120);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 4 * 3.14159265, 0.01);
    mica_joint_set_enabled(world, joint, false);
    run(world, 135);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 4.5 * 3.14159265, 0.01);
    mica_joint_set_enabled(world, joint, true);
    run(world, 60);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 6.5 * 3.14159265, 0.01);
    mica_world_destroy(world);
}

// A body that was turned meanwhile is in the turn that the limit means, as if the hinge were new.
TEST(a_hinge_that_is_on_again_is_in_the_turn_of_its_limit)
{
    const float degree = 3.14159265f / 180;
    MicaWorld *world = make_space();
    MicaBody a = add_body(world, MICA_BODY_STATIC, 0, 0),
             b = add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaJointDef def = pin_def(world, a, b, 0, 0);
    def.enableLimit = true;
    def.numbers[MICA_JOINT_LOWER] = -170 * degree;
    def.numbers[MICA_JOINT_UPPER] = 170 * degree;
    MicaJoint joint = mica_joint_create(world, &def);
    mica_body_set_transform(world, b, v2(0, 0), 160 * degree);
    run(world, 1);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 160 * degree, 1e-4);
    mica_joint_set_enabled(world, joint, false);
    mica_body_set_transform(world, b, v2(0, 0), 215 * degree);
    run(world, 1);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 215 * degree, 1e-4);
    mica_joint_set_enabled(world, joint, true);
    CHECK_NEAR(mica_joint_state(world, joint).angle, -145 * degree, 1e-4);
    run(world, 60);
    CHECK_NEAR(mica_joint_state(world, joint).angle, -145 * degree, 1e-4);
    mica_world_destroy(world);
}

TEST(anchors_can_be_moved)
{
    Swing s = make_swing(true);
    run(s.world, 5);
    mica_body_set_awake(s.world, s.bob, false);
    CHECK_EQ_INT(mica_joint_set_local_anchor_a(s.world, s.joint, v2(3, 4)), MICA_ERROR_OK);
    CHECK(is_awake(s.world, s.bob));
    mica_body_set_awake(s.world, s.bob, false);
    CHECK_EQ_INT(mica_joint_set_local_anchor_b(s.world, s.joint, v2(0.25f, -1)), MICA_ERROR_OK);
    CHECK(is_awake(s.world, s.bob));
    MicaJointDef def;
    mica_joint_get(s.world, s.joint, &def);
    CHECK(def.localAnchorA.x == 3 && def.localAnchorA.y == 4);
    CHECK(def.localAnchorB.x == 0.25f && def.localAnchorB.y == -1);
    run(s.world, 240);
    MicaJointState state = mica_joint_state(s.world, s.joint);
    CHECK_NEAR(state.anchorB.x, 3, 1e-2);
    CHECK_NEAR(state.anchorB.y, 4, 1e-2);
    CHECK(state.linearSeparation < 1e-2f);
    const MicaVec2 bad[4] = {v2(NAN, 0), v2(0, INFINITY), v2(2e7f, 0), v2(0, -2e7f)};
    for (int i = 0; i < 4; i++) {
        MicaError e = i < 2 ? MICA_ERROR_NOT_FINITE : MICA_ERROR_OUT_OF_RANGE;
        CHECK_ERROR(s.world, mica_joint_set_local_anchor_a(s.world, s.joint, bad[i]), e);
        CHECK_ERROR(s.world, mica_joint_set_local_anchor_b(s.world, s.joint, bad[i]), e);
    }
    mica_world_destroy(s.world);
}

TEST(an_axis_is_set_as_a_whole)
{
    MicaWorld *world = make_space();
    MicaBody rail = add_body(world, MICA_BODY_STATIC, 0, 0),
             block = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
    MicaJointDef def = slider_def(rail, block);
    MicaJoint joint = mica_joint_create(world, &def);
    const float up[2] = {0, 1}, longer[2] = {1, 1}, none[2] = {0, NAN};
    MicaJointNumber axis = MICA_JOINT_AXIS_X;
    CHECK_EQ_INT(mica_joint_set_numbers(world, joint, axis, 2, up), MICA_ERROR_OK);
    mica_body_set_velocity(world, block, v2(0, 2));
    run(world, 60);
    CHECK_NEAR(position_of(world, block).y, 2, 1e-3);
    CHECK_NEAR(mica_joint_state(world, joint).translation, 2, 1e-3);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, 2, longer),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, 2, none), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, 2, NULL),
                MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, MICA_JOINT_NUMBER_COUNT, up),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, -1, up), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_joint_set_numbers(world, joint, axis, INT32_MAX, up),
                MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(world);
}

// The rail is turned by 0.5, the block by 0.8 more than it may, and 3 m beside the axis.
TEST(separation_is_what_the_joint_holds_rigid)
{
    MicaWorld *world = make_space();
    MicaBody rail = add_body(world, MICA_BODY_STATIC, 1, 1),
             block = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
    mica_body_set_transform(world, rail, v2(1, 1), 0.5f);
    float c = cosf(0.5f), s = sinf(0.5f);
    mica_body_set_transform(world, block, v2(1 + 5 * c - 3 * s, 1 + 5 * s + 3 * c), 1.3f);
    MicaJointDef def = slider_def(rail, block);
    for (int limited = 0; limited < 2; limited++) {
        def.enableLimit = limited == 1;
        MicaJoint joint = mica_joint_create(world, &def);
        MicaJointState state = mica_joint_state(world, joint);
        CHECK_NEAR(state.linearSeparation, 3, 1e-5);
        CHECK_NEAR(state.angularSeparation, 0.8, 1e-5);
        CHECK_NEAR(state.translation, 5, 1e-5);
    }
    MicaJoint pin = add_pin(world, rail, block, 0, 0);
    mica_joint_set_local_anchor_b(world, pin, v2(0, 0));
    mica_joint_set_local_anchor_a(world, pin, v2(0, 0));
    CHECK_NEAR(mica_joint_state(world, pin).linearSeparation, sqrtf(34), 1e-5);
    CHECK(mica_joint_state(world, pin).angularSeparation == 0);
    mica_world_destroy(world);
}

TEST(what_is_set_at_run_time_refuses_a_stale_handle)
{
    Swing s = make_swing(true);
    mica_joint_destroy(s.world, s.joint);
    const float values[2] = {0, 0};
    const MicaError stale = MICA_ERROR_STALE_JOINT;
    CHECK_ERROR(s.world, mica_joint_set_enabled(s.world, s.joint, false), stale);
    CHECK_ERROR(s.world, mica_joint_set_local_anchor_a(s.world, s.joint, v2(0, 0)), stale);
    CHECK_ERROR(s.world, mica_joint_set_local_anchor_b(s.world, s.joint, v2(0, 0)), stale);
    CHECK_ERROR(s.world, mica_joint_set_numbers(s.world, s.joint, MICA_JOINT_LOWER, 2, values),
                stale);
    mica_world_destroy(s.world);
}

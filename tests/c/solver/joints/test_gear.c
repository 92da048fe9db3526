// The gear: it couples two joints, revolute or prismatic, with moving and with shared bodies, over
// thousands of turns; it ends with either joint and refuses joints of other types.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Gears {
    MicaWorld *world;
    MicaBody frame, a, b;
    MicaJoint one, two, gear;
    float ratio, inertiaA, inertiaB;
} Gears;

static MicaJointDef gear_def(MicaJoint one, MicaJoint two, float ratio)
{
    MicaJointDef def = {.type = MICA_JOINT_GEAR, .jointA = one, .jointB = two};
    def.numbers[MICA_JOINT_RATIO] = ratio;
    return def;
}

static MicaJoint add_slide(MicaWorld *world, MicaBody a, MicaBody b, MicaVec2 anchorA)
{
    MicaJointDef def = {.type = MICA_JOINT_PRISMATIC, .bodyA = a, .bodyB = b};
    def.localAnchorA = anchorA;
    def.numbers[MICA_JOINT_AXIS_X] = 1;
    return mica_joint_create(world, &def);
}

// Two wheels on a static frame.
static Gears make_wheels(float ratio)
{
    Gears g = {.world = make_space(), .ratio = ratio};
    g.frame = add_body(g.world, MICA_BODY_STATIC, 0, 0);
    g.a = add_dynamic(g.world, -2, 0, circle_shape(0.5f));
    g.b = add_dynamic(g.world, 2, 0, circle_shape(1.0f));
    g.one = add_pin(g.world, g.frame, g.a, -2, 0);
    g.two = add_pin(g.world, g.frame, g.b, 2, 0);
    MicaJointDef def = gear_def(g.one, g.two, ratio);
    g.gear = mica_joint_create(g.world, &def);
    g.inertiaA = mica_body_mass(g.world, g.a).inertia;
    g.inertiaB = mica_body_mass(g.world, g.b).inertia;
    return g;
}

static float angle_of(const Gears *g, MicaJoint joint)
{
    return mica_joint_state(g->world, joint).angle;
}

TEST(two_wheels_turn_in_their_ratio)
{
    const float ratios[] = {1, -1, 2.5f, -0.3f};
    for (int i = 0; i < 4; i++) {
        float q = ratios[i];
        Gears g = make_wheels(q);
        REQUIRE(g.gear.id != 0);
        // wA = -q wB; seen from A the inertia is iA + iB / q².
        float torque = 2 * g.inertiaA, w = torque / (g.inertiaA + g.inertiaB / (q * q));
        for (int step = 0; step < 60; step++) {
            mica_body_apply_torque(g.world, g.a, torque);
            run(g.world, 1);
        }
        CHECK_NEAR(mica_body_angular_velocity(g.world, g.a), w, 0.005f * w);
        CHECK_NEAR(mica_body_angular_velocity(g.world, g.b), -w / q, fabsf(0.005f * w / q));
        CHECK_NEAR(mica_joint_state(g.world, g.gear).torque, -w / q * g.inertiaB,
                   fabsf(0.01f * w / q * g.inertiaB));
        CHECK_NEAR(angle_of(&g, g.one) + q * angle_of(&g, g.two), 0, 1e-3);
        CHECK_NEAR(mica_joint_state(g.world, g.gear).angularSeparation, 0, 1e-3);
        mica_joint_set_number(g.world, g.gear, MICA_JOINT_LENGTH, 0.25f);
        CHECK_NEAR(mica_joint_state(g.world, g.gear).angularSeparation, 0.25, 1e-3);
        mica_world_destroy(g.world);
    }
}

// A motor on one wheel, a load on the other.
TEST(a_geared_motor_lifts_a_load)
{
    Gears g = make_wheels(-3);
    mica_joint_set_motor(g.world, g.one, true, 3, 1e6f);
    for (int step = 0; step < 120; step++) {
        mica_body_apply_torque(g.world, g.b, -20 * g.inertiaB);
        run(g.world, 1);
    }
    CHECK_NEAR(mica_body_angular_velocity(g.world, g.b), 1, 0.01);
    CHECK_NEAR(angle_of(&g, g.one) - 3 * angle_of(&g, g.two), 0, 0.0087);
    CHECK_NEAR(mica_joint_state(g.world, g.gear).torque, 20 * g.inertiaB, 0.2f * g.inertiaB);
    mica_world_destroy(g.world);
}

// 500 rad/s for a minute: the joints' own counts of turns start anew on the way.
TEST(wheels_keep_their_ratio_over_thousands_of_turns)
{
    Gears g = make_wheels(-0.37f);
    for (int step = 0; step < 3600; step++) {
        float w = 500 * fminf(1, (float)step / 600);
        mica_body_set_angular_velocity(g.world, g.a, w);
        mica_body_set_angular_velocity(g.world, g.b, w / 0.37f);
        mica_world_step(g.world, FRAME, 4);
    }
    float angles[2] = {0, 0};
    CHECK(angle_of(&g, g.one) < 20000 && angle_of(&g, g.two) < 20000);
    for (int i = 0; i < 2; i++) {
        angles[i] = g.world->state.jointNumbers.data[MICA_SLOT(g.gear)].coupledAngles[i];
    }
    CHECK(angles[0] > 20000 && angles[1] > 50000);
    mica_body_set_angular_velocity(g.world, g.a, 0);
    mica_body_set_angular_velocity(g.world, g.b, 0);
    for (int step = 0; step < 60; step++) {
        run(g.world, 1);
        CHECK(fabsf(mica_body_angular_velocity(g.world, g.a)) < 1);
    }
    const Joint *gear = &g.world->state.joints.data[MICA_SLOT(g.gear)];
    CHECK_NEAR(gear_angle(g.world, gear, 0) - 0.37f * gear_angle(g.world, gear, 1), 0, 1e-3);
    mica_world_destroy(g.world);
}

TEST(a_rack_and_a_pinion)
{
    for (int i = 0; i < 2; i++) {
        Gears g = {.world = make_space()};
        g.frame = add_body(g.world, MICA_BODY_STATIC, 0, 0);
        g.a = add_dynamic(g.world, 0, 0, circle_shape(0.5f));
        g.b = add_dynamic(g.world, 0, -1, box_shape(2, 0.2f));
        g.one = add_pin(g.world, g.frame, g.a, 0, 0);
        g.two = add_slide(g.world, g.frame, g.b, v2(0, -1));
        // x = 0.5 angle, by either order.
        MicaJointDef def = i == 0 ? gear_def(g.one, g.two, -2) : gear_def(g.two, g.one, -0.5f);
        g.gear = mica_joint_create(g.world, &def);
        REQUIRE(g.gear.id != 0);
        mica_body_set_angular_velocity(g.world, g.a, 4);
        float mass = mica_body_mass(g.world, g.b).mass,
              inertia = mica_body_mass(g.world, g.a).inertia;
        run(g.world, 60);
        float w = 4 * inertia / (inertia + 0.25f * mass);
        CHECK_NEAR(mica_body_angular_velocity(g.world, g.a), w, 0.01f * w);
        CHECK_NEAR(mica_body_velocity(g.world, g.b).x, 0.5f * w, 0.005f * w);
        CHECK_NEAR(position_of(g.world, g.b).x, 0.5f * angle_of(&g, g.one), 1e-3);
        MicaJointState state = mica_joint_state(g.world, g.gear);
        CHECK_NEAR(i == 0 ? state.angularSeparation : state.linearSeparation, 0, 2e-3);
        // Under load: 1 N at the rack.
        for (int step = 0; step < 60; step++) {
            mica_body_set_angular_velocity(g.world, g.a, 0);
            mica_body_apply_force(g.world, g.b, v2(mass, 0));
            run(g.world, 1);
            CHECK_NEAR(position_of(g.world, g.b).x, 0.5f * angle_of(&g, g.one), 1e-3);
        }
        mica_world_destroy(g.world);
    }
}

static float spin_of(MicaWorld *world, const MicaBody *bodies, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        MicaMassData m = mica_body_mass(world, bodies[i]);
        MicaVec2 p = position_of(world, bodies[i]), v = mica_body_velocity(world, bodies[i]);
        sum += m.inertia * mica_body_angular_velocity(world, bodies[i]) +
               m.mass * (p.x * v.y - p.y * v.x);
    }
    return sum;
}

// Two wheels on a carrier that floats in space: the joints share their body A.
TEST(gears_on_a_floating_carrier_keep_momentum)
{
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_space();
        MicaBody bodies[3] = {add_dynamic(world, 0, 0, box_shape(2, 0.2f)),
                              add_dynamic(world, -1.5f, 0, circle_shape(0.4f)),
                              add_dynamic(world, 1.5f, 0, circle_shape(0.8f))};
        MicaJoint one = add_pin(world, bodies[0], bodies[1], -1.5f, 0);
        // The second as a chain: its body A is the first wheel's carrier, or the joint is turned round.
        MicaJoint two = i == 0 ? add_pin(world, bodies[0], bodies[2], 1.5f, 0)
                               : add_pin(world, bodies[2], bodies[0], 1.5f, 0);
        MicaJointDef def = gear_def(one, two, i == 0 ? 2 : -2);
        MicaJoint gear = mica_joint_create(world, &def);
        REQUIRE(gear.id != 0);
        mica_body_set_angular_velocity(world, bodies[1], 10);
        float spin = spin_of(world, bodies, 3);
        run(world, 300);
        CHECK_NEAR(spin_of(world, bodies, 3), spin, 0.005f * spin);
        MicaJointState a = mica_joint_state(world, one), b = mica_joint_state(world, two);
        float q = i == 0 ? 2.0f : -2.0f;
        CHECK_NEAR(a.angle + q * b.angle, 0, 0.0087);
        CHECK_NEAR(a.angularSpeed + q * b.angularSpeed, 0, 0.02);
        CHECK(a.angularSpeed > 0.5f);
        mica_world_destroy(world);
    }
}

// Nine gears on one wheel, and four bodies that all move.
TEST(many_gears_of_one_wheel_hold_together)
{
    MicaWorld *world = make_space();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
             hub = add_dynamic(world, 0, 0, circle_shape(1));
    MicaJoint pin = add_pin(world, frame, hub, 0, 0), pins[9];
    for (int i = 0; i < 9; i++) {
        float x = 3 * cosf(0.7f * (float)i), y = 3 * sinf(0.7f * (float)i);
        MicaBody wheel = add_dynamic(world, x, y, circle_shape(0.3f + 0.05f * (float)i));
        pins[i] = add_pin(world, frame, wheel, x, y);
        MicaJointDef def = gear_def(pin, pins[i], 0.5f + 0.1f * (float)i);
        REQUIRE(mica_joint_create(world, &def).id != 0);
    }
    mica_joint_set_motor(world, pin, true, 2, 1e5f);
    run(world, 120);
    CHECK_NEAR(mica_body_angular_velocity(world, hub), 2, 0.02);
    for (int i = 0; i < 9; i++) {
        float q = 0.5f + 0.1f * (float)i;
        CHECK_NEAR(mica_joint_state(world, pins[i]).angularSpeed, -2 / q, 0.02f / q);
    }
    mica_world_destroy(world);
}

TEST(a_gear_slips_at_its_maximum_and_breaks_above_its_torque)
{
    Gears g = make_wheels(2);
    float maximum = 3 * g.inertiaA;
    CHECK_EQ_INT(mica_joint_set_number(g.world, g.gear, MICA_JOINT_MAX_TORQUE, maximum),
                 MICA_ERROR_OK);
    mica_joint_set_limit(g.world, g.two, true, 0, 0);
    for (int step = 0; step < 60; step++) {
        mica_body_apply_torque(g.world, g.a, 5 * g.inertiaA);
        run(g.world, 1);
    }
    CHECK_NEAR(mica_body_angular_velocity(g.world, g.a), 2, 0.02);
    CHECK_NEAR(mica_joint_state(g.world, g.gear).torque, -2 * maximum, 0.02f * maximum);
    CHECK_EQ_INT(mica_joint_set_break(g.world, g.gear, 1e-3f, 2.04f * maximum), MICA_ERROR_OK);
    mica_body_apply_torque(g.world, g.a, 5 * g.inertiaA);
    run(g.world, 1);
    CHECK(mica_joint_is_valid(g.world, g.gear));
    mica_joint_set_break(g.world, g.gear, 0, 1.96f * maximum);
    mica_body_apply_torque(g.world, g.a, 5 * g.inertiaA);
    run(g.world, 1);
    CHECK(!mica_joint_is_valid(g.world, g.gear));
    mica_world_destroy(g.world);
}

TEST(a_gear_ends_with_either_joint_and_with_every_body)
{
    for (int i = 0; i < 6; i++) {
        Gears g = make_wheels(1);
        run(g.world, 1);
        if (i < 2) {
            mica_joint_destroy(g.world, i == 0 ? g.one : g.two);
        } else if (i < 5) {
            const MicaBody bodies[3] = {g.frame, g.a, g.b};
            mica_body_destroy(g.world, bodies[i - 2]);
        } else {  // both break in one step
            mica_joint_set_break(g.world, g.one, 1e-6f, 0);
            mica_joint_set_break(g.world, g.gear, 0, 1e-6f);
            mica_body_apply_impulse_at(g.world, g.a, v2(5, 1), v2(-2, 0.5f));
            mica_world_step(g.world, FRAME, 4);
            CHECK(!mica_joint_is_valid(g.world, g.one));
        }
        CHECK(!mica_joint_is_valid(g.world, g.gear));
        CHECK_EQ_STR(mica_world_validate(g.world), NULL);
        run(g.world, 2);
        mica_world_destroy(g.world);
    }
}

TEST(a_gear_is_read_back_and_made_again)
{
    Gears g = make_wheels(2);
    MicaJointDef def, again;
    CHECK_EQ_INT(mica_joint_get(g.world, g.gear, &def), MICA_ERROR_OK);
    CHECK(def.jointA.id == g.one.id && def.jointB.id == g.two.id);
    CHECK(def.bodyA.id == g.a.id && def.bodyB.id == g.b.id);
    mica_joint_destroy(g.world, g.gear);
    uint64_t without = mica_world_hash(g.world);
    g.gear = mica_joint_create(g.world, &def);
    REQUIRE(g.gear.id != 0);
    CHECK(mica_world_hash(g.world) != without);
    CHECK_EQ_INT(mica_joint_get(g.world, g.gear, &again), MICA_ERROR_OK);
    CHECK(again.jointB.id == g.two.id);
    CHECK_NEAR(again.numbers[MICA_JOINT_RATIO], 2, 0);
    mica_world_destroy(g.world);
}

TEST(bad_gears_are_refused_and_change_nothing)
{
    Gears g = make_wheels(1);
    MicaBody far = add_dynamic(g.world, 9, 9, circle_shape(1));
    MicaJointDef rod = {.type = MICA_JOINT_DISTANCE, .bodyA = g.a, .bodyB = far};
    MicaJoint wrong = mica_joint_create(g.world, &rod), dead = add_pin(g.world, g.a, far, 5, 5);
    REQUIRE(wrong.id != 0 && dead.id != 0);
    mica_joint_destroy(g.world, dead);
    const struct {
        MicaJoint one, two;
        float ratio;
        MicaError error;
    } bad[] = {{g.one, g.one, 1, MICA_ERROR_BAD_GEAR},
               {g.one, wrong, 1, MICA_ERROR_BAD_GEAR},
               {g.gear, g.two, 1, MICA_ERROR_BAD_GEAR},
               {dead, g.two, 1, MICA_ERROR_STALE_JOINT},
               {g.one, {0}, 1, MICA_ERROR_STALE_JOINT},
               {g.one, g.two, 0, MICA_ERROR_OUT_OF_RANGE},
               {g.one, g.two, 2e3f, MICA_ERROR_OUT_OF_RANGE},
               {g.one, g.two, -9e-4f, MICA_ERROR_OUT_OF_RANGE},
               {g.one, g.two, (float)NAN, MICA_ERROR_NOT_FINITE}};
    uint64_t before = mica_world_hash(g.world);
    for (int i = 0; i < 9; i++) {
        MicaJointDef def = gear_def(bad[i].one, bad[i].two, bad[i].ratio);
        mica_clear_error(g.world);
        CHECK(mica_joint_create(g.world, &def).id == 0);
        CHECK_EQ_INT(mica_last_error(g.world), bad[i].error);
        CHECK(mica_world_hash(g.world) == before);
    }
    // Anchors do nothing at a gear, but are kept.
    for (int i = 0; i < 4; i++) {
        MicaJointDef def = gear_def(g.one, g.two, 1);
        MicaVec2 *anchor = i < 2 ? &def.localAnchorA : &def.localAnchorB;
        *anchor = i % 2 == 0 ? v2(0, -INFINITY) : v2(1e30f, 0);
        mica_clear_error(g.world);
        CHECK(mica_joint_create(g.world, &def).id == 0);
        CHECK_EQ_INT(mica_last_error(g.world),
                     i % 2 == 0 ? MICA_ERROR_NOT_FINITE : MICA_ERROR_OUT_OF_RANGE);
        CHECK(mica_world_hash(g.world) == before);
    }
    mica_world_destroy(g.world);
}

// Geared wheels that are torn 100 m apart, and stuck at their limits.
TEST(absurd_gears_stay_finite)
{
    Gears g = make_wheels(0.01f);
    mica_joint_set_limit(g.world, g.one, true, 0, 0);
    mica_joint_set_motor(g.world, g.two, true, 1000, 1e6f);
    mica_body_set_transform(g.world, g.b, v2(100, 0), 3);
    for (int step = 0; step < 300; step++) {
        run(g.world, 1);
        CHECK(fabsf(mica_body_angular_velocity(g.world, g.b)) < 4e4f);
    }
    mica_world_destroy(g.world);
}

// Geared wheels fall asleep together, and what wakes one wakes the other.
TEST(geared_wheels_sleep_and_wake_together)
{
    MicaWorld *world = make_world();
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0),
             a = add_dynamic(world, -2, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 2, 0, circle_shape(1));
    MicaJointDef def =
        gear_def(add_pin(world, frame, a, -2, 0), add_pin(world, frame, b, 2, 0), -1);
    REQUIRE(mica_joint_create(world, &def).id != 0);
    run(world, 120);
    CHECK(!is_awake(world, a) && !is_awake(world, b));
    mica_body_set_angular_velocity(world, a, 2);
    run(world, 2);
    CHECK(is_awake(world, b));
    CHECK(mica_body_angular_velocity(world, b) > 0.1f);
    mica_world_destroy(world);
}

// The event of the joint comes first where it has the lower colour; the gear ends with it, once.
TEST(a_gear_and_its_joint_break_in_one_step)
{
    MicaWorldDef soft = mica_world_def();
    soft.jointHertz = 30;
    soft.gravity = v2(0, 0);
    MicaWorld *world = mica_world_create(&soft);
    MicaBody bodies[4];
    for (int i = 0; i < 4; i++) {
        bodies[i] = add_dynamic(world, 2 * (float)i, 0, circle_shape(0.5f));
    }
    MicaJoint one = add_pin(world, bodies[0], bodies[1], 1, 0),
              two = add_pin(world, bodies[2], bodies[3], 5, 0);
    MicaJointDef def = gear_def(one, two, 1);
    MicaJoint gear = mica_joint_create(world, &def);
    mica_joint_set_number(world, one, MICA_JOINT_BREAK_FORCE, 1e-3f);
    mica_joint_set_number(world, gear, MICA_JOINT_BREAK_TORQUE, 1e-3f);
    mica_body_set_angular_velocity(world, bodies[1], 20);
    run(world, 1);
    MicaEvents events = mica_world_events(world);
    CHECK_EQ_INT(events.brokeCount, 2);
    CHECK_EQ_INT(events.broke[0].joint.id, one.id);
    CHECK_EQ_INT(mica_joint_type(world, two), MICA_JOINT_REVOLUTE);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

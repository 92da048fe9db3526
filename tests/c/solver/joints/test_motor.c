// The motor joint: it reaches its velocities, and its maxima, alike in all directions; it brakes as
// friction does; with a frequency it holds the pose; free pairs keep their momentum.
#include "build.h"

#include <math.h>

// A dynamic box of 1 m at an angle, and a static body at another, joined off their centres.
typedef struct Driven {
    MicaWorld *world;
    MicaBody base, box;
    MicaMassData mass;
    MicaJointDef def;
} Driven;

static Driven make_driven(float armX, float armY)
{
    Driven d = {.world = make_space()};
    d.base = add_body(d.world, MICA_BODY_STATIC, 1, 2);
    mica_body_set_transform(d.world, d.base, v2(1, 2), 0.5f);
    d.box = add_dynamic(d.world, 3, 1, box_shape(0.5f, 0.5f));
    d.mass = mica_body_mass(d.world, d.box);
    d.def = (MicaJointDef){.type = MICA_JOINT_MOTOR, .bodyA = d.base, .bodyB = d.box};
    d.def.localAnchorB = v2(armX, armY);
    d.def.localAnchorA = local_point(d.world, d.base, v2(3 + armX, 1 + armY));
    return d;
}

static void set(Driven *d, MicaJointNumber number, float value) { d->def.numbers[number] = value; }

TEST(a_motor_joint_reaches_its_velocities)
{
    Driven d = make_driven(0.3f, -0.2f);
    set(&d, MICA_JOINT_VELOCITY_X, 2);
    set(&d, MICA_JOINT_VELOCITY_Y, -1);
    set(&d, MICA_JOINT_ANGULAR_VELOCITY, 3);
    set(&d, MICA_JOINT_MAX_FORCE, 1e9f);
    set(&d, MICA_JOINT_MAX_TORQUE, 1e9f);
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    REQUIRE(joint.id != 0);
    run(d.world, 30);
    MicaJointState before = mica_joint_state(d.world, joint);
    CHECK_NEAR(before.angularSpeed, 3, 0.03);
    run(d.world, 60);
    MicaJointState after = mica_joint_state(d.world, joint);
    float c = cosf(0.5f), s = sinf(0.5f);
    CHECK_NEAR(after.anchorB.x - before.anchorB.x, 2 * c + s, 0.02);
    CHECK_NEAR(after.anchorB.y - before.anchorB.y, 2 * s - c, 0.02);
    CHECK_NEAR(after.angle - before.angle, 3, 0.03);
    mica_world_destroy(d.world);
}

TEST(the_maximum_force_of_a_motor_joint_is_the_same_in_all_directions)
{
    for (int i = 0; i < 8; i++) {
        Driven d = make_driven(0, 0);
        float angle = 0.7f * (float)i, force = 3.0f * d.mass.mass;
        set(&d, MICA_JOINT_VELOCITY_X, 100 * cosf(angle));
        set(&d, MICA_JOINT_VELOCITY_Y, 100 * sinf(angle));
        set(&d, MICA_JOINT_ANGULAR_VELOCITY, -50);
        set(&d, MICA_JOINT_MAX_FORCE, force);
        set(&d, MICA_JOINT_MAX_TORQUE, 2.0f * d.mass.inertia);
        MicaJoint joint = mica_joint_create(d.world, &d.def);
        run(d.world, 60);
        MicaVec2 v = mica_body_velocity(d.world, d.box);
        CHECK_NEAR(v.x, 3 * cosf(angle + 0.5f), 0.03);
        CHECK_NEAR(v.y, 3 * sinf(angle + 0.5f), 0.03);
        CHECK_NEAR(mica_body_angular_velocity(d.world, d.box), -2, 0.02);
        MicaJointState state = mica_joint_state(d.world, joint);
        CHECK_NEAR(hypotf(state.force.x, state.force.y) / force, 1, 0.01);
        CHECK_NEAR(state.torque / d.mass.inertia, -2, 0.02);
        mica_world_destroy(d.world);
    }
}

TEST(at_no_velocity_a_motor_joint_is_friction)
{
    for (int i = 0; i < 5; i++) {
        Driven d = make_driven(0, 0);
        float angle = 1.3f * (float)i;
        set(&d, MICA_JOINT_MAX_FORCE, 4.0f * d.mass.mass);
        set(&d, MICA_JOINT_MAX_TORQUE, 2.0f * d.mass.inertia);
        mica_joint_create(d.world, &d.def);
        mica_body_set_velocity(d.world, d.box, v2(6 * cosf(angle), 6 * sinf(angle)));
        mica_body_set_angular_velocity(d.world, d.box, 2);
        run(d.world, 60);
        MicaVec2 v = mica_body_velocity(d.world, d.box);
        CHECK_NEAR(v.x, 2 * cosf(angle), 0.02);
        CHECK_NEAR(v.y, 2 * sinf(angle), 0.02);
        run(d.world, 60);
        v = mica_body_velocity(d.world, d.box);
        MicaVec2 p = mica_body_transform(d.world, d.box).p;
        CHECK(hypotf(v.x, v.y) < 1e-4f &&
              fabsf(mica_body_angular_velocity(d.world, d.box)) < 1e-4f);
        CHECK_NEAR(hypotf(p.x - 3, p.y - 1), 4.5, 0.06);  // v² / 2 a
        mica_world_destroy(d.world);
    }
}

// One maximum of 0: the other must reach its velocity alone, also where the two are coupled by an
// anchor off the centre.
TEST(a_motor_joint_without_one_of_its_maxima_acts_by_the_other)
{
    Driven d = make_driven(0.4f, 0.3f);
    set(&d, MICA_JOINT_ANGULAR_VELOCITY, 5);
    set(&d, MICA_JOINT_VELOCITY_X, 7);
    set(&d, MICA_JOINT_MAX_TORQUE, 1e9f);
    mica_joint_create(d.world, &d.def);
    mica_body_set_velocity(d.world, d.box, v2(1, 2));
    run(d.world, 30);
    MicaVec2 v = mica_body_velocity(d.world, d.box);
    CHECK(v.x == 1 && v.y == 2);
    CHECK_NEAR(mica_body_angular_velocity(d.world, d.box), 5, 0.05);
    mica_world_destroy(d.world);

    d = make_driven(0.4f, 0.3f);
    set(&d, MICA_JOINT_ANGULAR_VELOCITY, 5);
    set(&d, MICA_JOINT_MAX_FORCE, 1e9f);
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    mica_body_set_angular_velocity(d.world, d.box, 2);
    MicaVec2 then = mica_joint_state(d.world, joint).anchorB;
    run(d.world, 60);
    MicaVec2 now = mica_joint_state(d.world, joint).anchorB;
    // The anchor stands, and the box turns about it, by the angular momentum that it had.
    CHECK(hypotf(now.x - then.x, now.y - then.y) < 0.05f);
    float about = d.mass.inertia + 0.25f * d.mass.mass;
    CHECK_NEAR(mica_body_angular_velocity(d.world, d.box), 2 * d.mass.inertia / about, 0.02);
    mica_world_destroy(d.world);
}

// Seconds from one crossing of zero upwards to the next, the mean of all within four seconds.
static float period_of(MicaWorld *world, float (*read)(MicaWorld *, MicaJoint), MicaJoint joint)
{
    float before = read(world, joint), first = 0, last = 0;
    int count = 0;
    for (int i = 1; i <= 240; i++) {
        run(world, 1);
        float now = read(world, joint);
        if (before < 0 && now >= 0) {
            last = (float)(i - 1) + before / (before - now);
            first = count == 0 ? last : first;
            count += 1;
        }
        before = now;
    }
    return count > 1 ? (last - first) / (60.0f * (float)(count - 1)) : 0;
}

static float read_x(MicaWorld *world, MicaJoint joint)
{
    MicaJointState s = mica_joint_state(world, joint);
    return s.anchorB.x - s.anchorA.x;
}
static float read_angle(MicaWorld *world, MicaJoint joint)
{
    return mica_joint_state(world, joint).angle;
}

TEST(with_a_frequency_a_motor_joint_holds_the_pose_by_a_spring)
{
    for (int i = 0; i < 3; i++) {
        float hertz = 1.0f + 2.0f * (float)i;
        Driven d = make_driven(0, 0);
        set(&d, MICA_JOINT_HERTZ, hertz);
        set(&d, MICA_JOINT_MAX_FORCE, 1e9f);
        set(&d, MICA_JOINT_MAX_TORQUE, 1e9f);
        set(&d, MICA_JOINT_REFERENCE_ANGLE, -0.5f + 0.2f);
        MicaJoint joint = mica_joint_create(d.world, &d.def);
        mica_body_set_velocity(d.world, d.box, v2(2, 0));
        CHECK_NEAR(period_of(d.world, read_x, joint) * hertz, 1, 0.01);
        CHECK_NEAR(period_of(d.world, read_angle, joint) * hertz, 1, 0.01);
        // Damped, it comes to rest in the pose.
        mica_joint_set_number(d.world, joint, MICA_JOINT_DAMPING_RATIO, 1);
        run(d.world, 240);
        MicaJointState s = mica_joint_state(d.world, joint);
        CHECK(hypotf(s.anchorB.x - s.anchorA.x, s.anchorB.y - s.anchorA.y) < 1e-3f);
        CHECK(fabsf(s.angle) < 1e-3f);
        mica_world_destroy(d.world);
    }
}

TEST(a_free_pair_with_a_motor_joint_keeps_its_momentum)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, box_shape(1.0f, 0.2f));
    MicaBody b = add_dynamic(world, 3, 0.5f, box_shape(0.3f, 0.3f));
    MicaJointDef def = {.type = MICA_JOINT_MOTOR, .bodyA = a, .bodyB = b};
    def.localAnchorA = v2(1, 0.2f);
    def.localAnchorB = v2(-0.3f, 0.1f);
    MicaMassData mA = mica_body_mass(world, a), mB = mica_body_mass(world, b);
    def.numbers[MICA_JOINT_VELOCITY_X] = 2;
    def.numbers[MICA_JOINT_ANGULAR_VELOCITY] = 4;
    def.numbers[MICA_JOINT_MAX_FORCE] = 20 * mB.mass;
    def.numbers[MICA_JOINT_MAX_TORQUE] = 20 * mB.inertia;
    mica_joint_create(world, &def);
    float worst = 0;
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        MicaVec2 va = mica_body_velocity(world, a), vb = mica_body_velocity(world, b);
        MicaVec2 ca = mica_body_transform(world, a).p, cb = mica_body_transform(world, b).p;
        float spin = mA.inertia * mica_body_angular_velocity(world, a) +
                     mB.inertia * mica_body_angular_velocity(world, b) +
                     mA.mass * (ca.x * va.y - ca.y * va.x) + mB.mass * (cb.x * vb.y - cb.y * vb.x);
        worst = fmaxf(worst, fabsf(mA.mass * va.x + mB.mass * vb.x));
        worst = fmaxf(worst, fabsf(mA.mass * va.y + mB.mass * vb.y));
        worst = fmaxf(worst, 0.2f * fabsf(spin));
    }
    CHECK(worst < 2e-3f * mB.mass);
    mica_world_destroy(world);
}

TEST(a_motor_joint_that_is_stretched_by_100_m_stays_calm)
{
    const float hertz[] = {0, 5, 1e6f};
    for (int i = 0; i < 3; i++) {
        Driven d = make_driven(0, 0);
        set(&d, MICA_JOINT_HERTZ, hertz[i]);
        set(&d, MICA_JOINT_DAMPING_RATIO, 1);
        set(&d, MICA_JOINT_MAX_FORCE, 1e15f);
        set(&d, MICA_JOINT_MAX_TORQUE, 1e15f);
        d.def.localAnchorA = v2(100, 0);
        mica_joint_create(d.world, &d.def);
        for (int k = 0; k < 240; k++) {
            run(d.world, 1);
            MicaVec2 p = mica_body_transform(d.world, d.box).p;
            CHECK(hypotf(p.x, p.y) < 200);
        }
        mica_world_destroy(d.world);
    }
}

TEST(bad_numbers_of_a_motor_joint_are_refused)
{
    Driven d = make_driven(0, 0);
    const MicaJointNumber numbers[] = {MICA_JOINT_VELOCITY_X,    MICA_JOINT_VELOCITY_Y,
                                       MICA_JOINT_MAX_FORCE,     MICA_JOINT_ANGULAR_VELOCITY,
                                       MICA_JOINT_DAMPING_RATIO, MICA_JOINT_LOWER};
    const float values[] = {5e4f, -5e4f, -1, 5e4f, -1, -1};
    MicaJoint joint = mica_joint_create(d.world, &d.def);
    uint64_t hash = mica_world_hash(d.world);
    for (int i = 0; i < 6; i++) {
        MicaJointDef def = d.def;
        def.numbers[numbers[i]] = values[i];
        CHECK(mica_joint_create(d.world, &def).id == 0);
        CHECK(mica_last_error(d.world) == MICA_ERROR_OUT_OF_RANGE);
        CHECK(mica_joint_set_number(d.world, joint, numbers[i], values[i]) ==
              MICA_ERROR_OUT_OF_RANGE);
        CHECK(mica_joint_set_number(d.world, joint, numbers[i], NAN) == MICA_ERROR_NOT_FINITE);
    }
    CHECK(mica_world_hash(d.world) == hash);
    CHECK(mica_joint_set_number(d.world, joint, MICA_JOINT_VELOCITY_X, 3) == MICA_ERROR_OK);
    CHECK(mica_world_hash(d.world) != hash);
    mica_world_destroy(d.world);
}

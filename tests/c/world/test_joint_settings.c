// A joint's settings: what is set is read back and wakes, and every argument of every function is
// refused where it is bad, with an unchanged world.
#include "build.h"

#include <math.h>
#include <string.h>

typedef struct Fixture {
    MicaWorld *world;
    MicaBody a, b;
    MicaJoint joint;
} Fixture;

static Fixture make_fixture(void)
{
    Fixture f = {.world = make_world()};
    f.a = add_body(f.world, MICA_BODY_STATIC, 0, 0);
    f.b = add_dynamic(f.world, 0, -1, circle_shape(0.5f));
    f.joint = add_pin(f.world, f.a, f.b, 0, 0);
    run(f.world, 3);
    return f;
}

TEST(what_was_defined_is_read_back)
{
    Fixture f = make_fixture();
    MicaJointDef def = {.type = MICA_JOINT_REVOLUTE,
                        .bodyA = f.b,
                        .bodyB = f.a,
                        .localAnchorA = {1, 2},
                        .localAnchorB = {3, 4},
                        .numbers[MICA_JOINT_REFERENCE_ANGLE] = 0.1f,
                        .enableLimit = true,
                        .enableSpring = true,
                        .collideConnected = true,
                        .numbers[MICA_JOINT_LOWER] = -1,
                        .numbers[MICA_JOINT_UPPER] = 2,
                        .numbers[MICA_JOINT_MOTOR_SPEED] = 5,
                        .numbers[MICA_JOINT_MAX_MOTOR] = 6,
                        .numbers[MICA_JOINT_SPRING_HERTZ] = 7,
                        .numbers[MICA_JOINT_SPRING_DAMPING_RATIO] = 8,
                        .numbers[MICA_JOINT_SPRING_TARGET] = 0.9f,
                        .numbers[MICA_JOINT_BREAK_FORCE] = 10,
                        .numbers[MICA_JOINT_BREAK_TORQUE] = 11,
                        .userData = 12},
                 out;
    MicaJoint joint = mica_joint_create(f.world, &def);
    memset(&out, 0, sizeof out);
    CHECK_EQ_INT(mica_joint_get(f.world, joint, &out), MICA_ERROR_OK);
    CHECK_EQ_INT(out.type, MICA_JOINT_REVOLUTE);
    CHECK_EQ_INT(out.bodyA.id, def.bodyA.id);
    CHECK_EQ_INT(out.bodyB.id, def.bodyB.id);
    CHECK(out.localAnchorA.x == 1 && out.localAnchorA.y == 2);
    CHECK(out.localAnchorB.x == 3 && out.localAnchorB.y == 4);
    for (int i = 0; i < MICA_JOINT_NUMBER_COUNT; i++) {
        CHECK(out.numbers[i] == def.numbers[i]);
    }
    CHECK(out.enableLimit && !out.enableMotor && out.enableSpring && out.collideConnected);
    CHECK_EQ_INT(out.userData, 12);
    mica_joint_set_limit(f.world, joint, false, -3, 4);
    mica_joint_set_motor(f.world, joint, true, -5, 16);
    mica_joint_set_spring(f.world, joint, false, 17, 18, 1.5f);
    mica_joint_set_break(f.world, joint, 0, 21);
    mica_joint_set_collide_connected(f.world, joint, false);
    mica_joint_set_user_data(f.world, joint, 22);
    mica_joint_get(f.world, joint, &out);
    CHECK(!out.enableLimit && out.enableMotor && !out.enableSpring && !out.collideConnected);
    CHECK(out.numbers[MICA_JOINT_LOWER] == -3 && out.numbers[MICA_JOINT_UPPER] == 4 &&
          out.numbers[MICA_JOINT_MOTOR_SPEED] == -5);
    CHECK(out.numbers[MICA_JOINT_MAX_MOTOR] == 16 && out.numbers[MICA_JOINT_SPRING_HERTZ] == 17 &&
          out.numbers[MICA_JOINT_SPRING_DAMPING_RATIO] == 18);
    CHECK(out.numbers[MICA_JOINT_SPRING_TARGET] == 1.5f &&
          out.numbers[MICA_JOINT_BREAK_FORCE] == 0 && out.numbers[MICA_JOINT_BREAK_TORQUE] == 21);
    CHECK_EQ_INT(out.userData, 22);
    mica_world_destroy(f.world);
}

TEST(one_number_is_set_alone)
{
    Fixture f = make_fixture();
    MicaJointDef out;
    // Lower after upper, since it may not be above it.
    const int order[10] = {0, 2, 1, 3, 4, 5, 6, 7, 8, 9};
    for (int i = 0; i < 10; i++) {
        mica_body_set_awake(f.world, f.b, false);
        CHECK_EQ_INT(mica_joint_set_number(f.world, f.joint, (MicaJointNumber)order[i],
                                           0.5f + (float)order[i]),
                     MICA_ERROR_OK);
        CHECK(is_awake(f.world, f.b));
    }
    mica_joint_get(f.world, f.joint, &out);
    for (int i = 0; i < 10; i++) {
        CHECK(out.numbers[i] == 0.5f + (float)i);
    }
    CHECK(!out.enableLimit && !out.enableMotor && !out.enableSpring);
    // A force to break at holds from the next step on, also where it was set alone.
    mica_joint_set_number(f.world, f.joint, MICA_JOINT_BREAK_FORCE, 1e-3f);
    run(f.world, 2);
    CHECK(!mica_joint_is_valid(f.world, f.joint));
    mica_world_destroy(f.world);
}

TEST(the_angle_is_that_of_b_against_a)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 1, 0, circle_shape(0.5f));
    mica_body_set_transform(world, a, v2(0, 0), 0.5f);
    mica_body_set_transform(world, b, v2(1, 0), 1.25f);
    MicaJointDef def = pin_def(world, a, b, 0.5f, 0);
    def.numbers[MICA_JOINT_REFERENCE_ANGLE] = 0.25f;
    MicaJoint joint = mica_joint_create(world, &def);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 0.5, 1e-6);
    mica_body_set_angular_velocity(world, a, 1);
    mica_body_set_angular_velocity(world, b, -2);
    CHECK_NEAR(mica_joint_state(world, joint).angularSpeed, -3, 0);
    mica_world_destroy(world);
}

static const float degree = 3.14159265f / 180;

// The angle, in degrees, of a hinge that is made of a body so far turned, with that limit.
static float first_angle(float turned, float lower, float upper, bool enableLimit)
{
    MicaWorld *world = make_space();
    MicaBody a = add_body(world, MICA_BODY_STATIC, 0, 0),
             b = add_dynamic(world, 0, 0, box_shape(0.5f, 0.1f));
    mica_body_set_transform(world, b, v2(0, 0), turned * degree);
    MicaJointDef def = pin_def(world, a, b, 0, 0);
    def.numbers[MICA_JOINT_REFERENCE_ANGLE] = 0;
    def.enableLimit = enableLimit;
    def.numbers[MICA_JOINT_LOWER] = lower * degree;
    def.numbers[MICA_JOINT_UPPER] = upper * degree;
    float angle = mica_joint_state(world, mica_joint_create(world, &def)).angle / degree;
    mica_world_destroy(world);
    return angle;
}

TEST(a_new_hinge_is_in_the_turn_of_its_limit)
{
    static const struct {
        float turned, lower, upper, angle;
    } cases[] = {
        {185, 170, 190, 185},
        {-175, 170, 190, 185},
        {-185, -190, -170, -185},
        // Outside, and nearer to it than in any other turn.
        {195, 170, 190, 195},
        {160, 170, 190, 160},
        {-165, -190, -170, -165},
        {100, 710, 730, 820},
        {-100, 710, 730, 620},
        // Turns away.
        {0, 710, 730, 720},
        {0, -730, -710, -720},
        // As near to it as a turn further on, or in it in several turns: the nearest to zero.
        {0, 170, 190, 0},
        {0, -190, -170, 0},
        {30, -2000, 2000, 30},
        {-30, 300, 2000, 330},
        // At one end: just outside counts as inside, but no more.
        {-1, 0, 360, -1},
        {1, -360, 0, 1},
        {-10, 0, 360, 350},
        {10, -360, 0, -350},
        // Nothing but one angle.
        {185, 5, 5, -175},
        {185, 180, 180, 185},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float turned = cases[i].turned, lower = cases[i].lower, upper = cases[i].upper;
        float within = remainderf(turned, 360);
        CHECK_NEAR(first_angle(turned, lower, upper, true), cases[i].angle, 1e-3);
        CHECK_NEAR(first_angle(turned, lower, upper, false), within, 1e-3);
    }
}

// A hinge that has counted its turns keeps them, whatever limit it is given.
TEST(a_limit_that_is_set_later_changes_no_turn)
{
    MicaWorld *world = make_space();
    MicaBody a = add_body(world, MICA_BODY_STATIC, 0, 0),
             b = add_dynamic(world, 0, 0, box_shape(0.5f, 0.1f));
    MicaJoint joint = add_pin(world, a, b, 0, 0);
    mica_body_set_angular_velocity(world, b, 4 * 3.14159265f);
    run(world, 60);
    float angle = mica_joint_state(world, joint).angle;
    CHECK_NEAR(angle, 4 * 3.14159265, 0.01);
    mica_joint_set_limit(world, joint, true, -1, 1);
    CHECK(mica_joint_state(world, joint).angle == angle);
    mica_joint_set_limit(world, joint, false, -1, 1);
    CHECK(mica_joint_state(world, joint).angle == angle);
    mica_world_destroy(world);
}

TEST(every_change_wakes)
{
    Fixture f = make_fixture();
    for (int i = 0; i < 5; i++) {
        mica_body_set_awake(f.world, f.b, false);
        CHECK(!is_awake(f.world, f.b));
        MicaError error = i == 0   ? mica_joint_set_limit(f.world, f.joint, true, -1, 1)
                          : i == 1 ? mica_joint_set_motor(f.world, f.joint, true, 1, 1)
                          : i == 2 ? mica_joint_set_spring(f.world, f.joint, true, 1, 1, 0)
                          : i == 3 ? mica_joint_set_break(f.world, f.joint, 1e6f, 0)
                                   : mica_joint_set_collide_connected(f.world, f.joint, true);
        CHECK_EQ_INT(error, MICA_ERROR_OK);
        CHECK(is_awake(f.world, f.b));
    }
    mica_world_destroy(f.world);
}

#define REFUSES_DEF(field, value, error)                                                           \
    do {                                                                                           \
        MicaJointDef bad = good;                                                                   \
        bad.field = (value);                                                                       \
        CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_joint_create(f.world, &bad).id, 0),               \
                      MICA_ERROR_##error);                                                         \
    } while (0)

TEST(bad_definitions_are_refused)
{
    Fixture f = make_fixture();
    MicaJointDef good = pin_def(f.world, f.a, f.b, 0, 0);
    MicaWorld *other = make_world();
    MicaBody foreign = add_body(other, MICA_BODY_DYNAMIC, 0, 0),
             dead = add_body(f.world, MICA_BODY_DYNAMIC, 5, 5);
    mica_body_destroy(f.world, dead);
    CHECK_EQ_INT(mica_joint_create(NULL, &good).id, 0);
    MicaJointDef any = {.type = MICA_JOINT_REVOLUTE, .bodyA = f.a, .bodyB = f.b};
    for (int i = 0; i < 3; i++) {
        any.type = (MicaJointType)(i == 0 ? -1 : i == 1 ? MICA_JOINT_NONE : MICA_JOINT_TYPE_COUNT);
        CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_joint_create(f.world, &any).id, 0),
                      MICA_ERROR_OUT_OF_RANGE);
    }
    CHECK_REFUSED(f.world, mica_joint_create(f.world, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_joint_create(NULL, &any).id, 0);
    REFUSES_DEF(bodyA, (MicaBody){0}, STALE_BODY);
    REFUSES_DEF(bodyB, (MicaBody){0}, STALE_BODY);
    REFUSES_DEF(bodyA, dead, STALE_BODY);
    REFUSES_DEF(bodyB, dead, STALE_BODY);
    REFUSES_DEF(bodyB, foreign, STALE_BODY);
    REFUSES_DEF(bodyB, f.a, SAME_BODY);
    REFUSES_DEF(localAnchorA.x, NAN, NOT_FINITE);
    REFUSES_DEF(localAnchorA.y, INFINITY, NOT_FINITE);
    REFUSES_DEF(localAnchorB.x, -INFINITY, NOT_FINITE);
    REFUSES_DEF(localAnchorB.y, 2e7f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_REFERENCE_ANGLE], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_REFERENCE_ANGLE], 2e4f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_LOWER], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_LOWER], 0.1f, OUT_OF_RANGE);  // above the upper one
    REFUSES_DEF(numbers[MICA_JOINT_LOWER], -2e4f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_UPPER], INFINITY, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_UPPER], 2e4f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_MOTOR_SPEED], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_MOTOR_SPEED], 5e4f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_MAX_MOTOR], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_MAX_MOTOR], -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_HERTZ], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_HERTZ], -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_DAMPING_RATIO], INFINITY, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_DAMPING_RATIO], -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_TARGET], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_SPRING_TARGET], 2e4f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_BREAK_FORCE], NAN, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_BREAK_FORCE], -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(numbers[MICA_JOINT_BREAK_TORQUE], INFINITY, NOT_FINITE);
    REFUSES_DEF(numbers[MICA_JOINT_BREAK_TORQUE], -1.0f, OUT_OF_RANGE);
    mica_world_destroy(other);
    mica_world_destroy(f.world);
}

TEST(bad_settings_are_refused)
{
    Fixture f = make_fixture();
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        MicaError e = MICA_ERROR_NOT_FINITE;
        float x = bad[i];
        CHECK_ERROR(f.world, mica_joint_set_limit(f.world, f.joint, true, x, 1), e);
        CHECK_ERROR(f.world, mica_joint_set_limit(f.world, f.joint, true, -1, x), e);
        CHECK_ERROR(f.world, mica_joint_set_motor(f.world, f.joint, true, x, 1), e);
        CHECK_ERROR(f.world, mica_joint_set_motor(f.world, f.joint, true, 1, x), e);
        CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, x, 1, 0), e);
        CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, 1, x, 0), e);
        CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, 1, 1, x), e);
        CHECK_ERROR(f.world, mica_joint_set_break(f.world, f.joint, x, 1), e);
        CHECK_ERROR(f.world, mica_joint_set_break(f.world, f.joint, 1, x), e);
    }
    MicaError e = MICA_ERROR_OUT_OF_RANGE;
    CHECK_ERROR(f.world, mica_joint_set_limit(f.world, f.joint, true, 1, -1), e);
    CHECK_ERROR(f.world, mica_joint_set_limit(f.world, f.joint, true, -2e4f, 0), e);
    CHECK_ERROR(f.world, mica_joint_set_motor(f.world, f.joint, true, 1, -1), e);
    CHECK_ERROR(f.world, mica_joint_set_motor(f.world, f.joint, true, 5e4f, 1), e);
    CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, -1, 1, 0), e);
    CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, 1, -1, 0), e);
    CHECK_ERROR(f.world, mica_joint_set_spring(f.world, f.joint, true, 1, 1, 2e4f), e);
    CHECK_ERROR(f.world, mica_joint_set_break(f.world, f.joint, -1, 0), e);
    CHECK_ERROR(f.world, mica_joint_set_break(f.world, f.joint, 0, -1), e);
    for (int i = 0; i < MICA_JOINT_NUMBER_COUNT; i++) {
        MicaJointNumber n = (MicaJointNumber)i;
        CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, n, NAN),
                    MICA_ERROR_NOT_FINITE);
        CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, n, -1e30f), e);
    }
    CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, MICA_JOINT_LOWER, 0.5f), e);
    CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, MICA_JOINT_UPPER, -0.5f), e);
    CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, MICA_JOINT_NUMBER_COUNT, 0), e);
    CHECK_ERROR(f.world, mica_joint_set_number(f.world, f.joint, (MicaJointNumber)-1, 0), e);
    CHECK_ERROR(f.world, mica_joint_get(f.world, f.joint, NULL), MICA_ERROR_NULL_ARGUMENT);
    mica_world_destroy(f.world);
}

TEST(every_call_refuses_a_stale_handle)
{
    Fixture f = make_fixture();
    MicaJoint dead = add_pin(f.world, f.a, f.b, 0, 0);
    mica_joint_destroy(f.world, dead);
    MicaWorld *w = f.world;
    const MicaError stale = MICA_ERROR_STALE_JOINT;
    CHECK_ERROR(w, mica_joint_destroy(w, dead), stale);
    CHECK_ERROR(w, mica_joint_set_limit(w, dead, true, 0, 0), stale);
    CHECK_ERROR(w, mica_joint_set_motor(w, dead, true, 0, 0), stale);
    CHECK_ERROR(w, mica_joint_set_spring(w, dead, true, 0, 0, 0), stale);
    CHECK_ERROR(w, mica_joint_set_break(w, dead, 0, 0), stale);
    MicaJointDef any;
    CHECK_ERROR(w, mica_joint_get(w, dead, &any), stale);
    CHECK_ERROR(w, mica_joint_set_number(w, dead, MICA_JOINT_LOWER, 0), stale);
    CHECK_ERROR(w, mica_joint_set_number(w, dead, MICA_JOINT_NUMBER_COUNT, 0), stale);
    CHECK_ERROR(w, mica_joint_set_collide_connected(w, dead, true), stale);
    CHECK_ERROR(w, mica_joint_set_user_data(w, dead, 1), stale);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_joint_type(w, dead), MICA_JOINT_NONE), stale);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_joint_body_a(w, dead).id, 0), stale);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_joint_body_b(w, dead).id, 0), stale);
    CHECK_REFUSED(w, CHECK(mica_joint_state(w, dead).anchorA.x == 0.0f), stale);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_joint_user_data(w, dead), 0), stale);
    CHECK_EQ_INT(mica_joint_destroy(NULL, dead), stale);
    MicaBody gone = add_body(w, MICA_BODY_DYNAMIC, 0, 0);
    mica_body_destroy(w, gone);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_body_joints(w, gone, NULL, 0), 0), MICA_ERROR_STALE_BODY);
    mica_world_destroy(w);
}

// The wheel joint: rigid across its axis, limit and spring along it, a motor that turns the wheel, each
// to within 1 mm and 1 %; a car drives, brakes and comes to rest; one stretched by 100 m comes back.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Pair {
    MicaWorld *world;
    MicaBody a, b;
    MicaJoint joint;
} Pair;

static MicaJointDef wheel_def(MicaBody a, MicaBody b, float angle)
{
    MicaJointDef def = {.type = MICA_JOINT_WHEEL, .bodyA = a, .bodyB = b};
    def.numbers[MICA_JOINT_AXIS_X] = cosf(angle);
    def.numbers[MICA_JOINT_AXIS_Y] = sinf(angle);
    return def;
}

// A wheel of 0.4 m at (x, y) on a static point at the origin.
static Pair make_wheel(float x, float y, float angle, bool gravity)
{
    Pair p = {.world = gravity ? make_awake_world() : make_space()};
    p.a = add_body(p.world, MICA_BODY_STATIC, 0, 0);
    p.b = add_dynamic(p.world, x, y, circle_shape(0.4f));
    MicaJointDef def = wheel_def(p.a, p.b, angle);
    p.joint = mica_joint_create(p.world, &def);
    return p;
}

static MicaJointState state_of(const Pair *p) { return mica_joint_state(p->world, p->joint); }

static float mass_of(const Pair *p) { return mica_body_mass(p->world, p->b).mass; }

TEST(a_wheel_slides_along_its_axis_and_turns_freely)
{
    Pair p = make_wheel(0, 0, -0.5f, true);
    mica_body_set_angular_velocity(p.world, p.b, 7);
    run(p.world, 60);
    MicaVec2 x = position_of(p.world, p.b);
    CHECK_NEAR(state_of(&p).translation, 5.0f * sinf(0.5f), 0.05f);
    CHECK(fabsf(x.x * sinf(0.5f) + x.y * cosf(0.5f)) < 1e-3f);
    CHECK_NEAR(state_of(&p).angularSpeed, 7, 1e-4);
    CHECK_NEAR(state_of(&p).angle, 7, 1e-2);
    CHECK(state_of(&p).torque == 0.0f);
    mica_world_destroy(p.world);
}

TEST(limits_hold_a_load)
{
    for (int i = 0; i < 2; i++) {
        Pair p = make_wheel(0, 0, i == 0 ? 1.5707963f : -1.5707963f, true);
        CHECK(mica_joint_set_limit(p.world, p.joint, true, -0.5f, 1.0f) == MICA_ERROR_OK);
        run(p.world, 240);
        CHECK_NEAR(state_of(&p).translation, i == 0 ? -0.5f : 1.0f, 1e-3);
        CHECK_NEAR(state_of(&p).force.y / (10.0f * mass_of(&p)), 1, 0.01);
        mica_world_destroy(p.world);
    }
}

TEST(a_spring_has_its_frequency_and_carries_its_load)
{
    for (int i = 0; i < 3; i++) {
        float hertz = (float)(1 << i);
        Pair p = make_wheel(0.4f, 0, 0, false);
        CHECK(mica_joint_set_spring(p.world, p.joint, true, hertz, 0, 0.1f) == MICA_ERROR_OK);
        float before = 0.3f, times[2] = {0};
        for (int step = 1, crossings = 0; step <= 300 && crossings < 9; step++) {
            run(p.world, 1);
            float now = state_of(&p).translation - 0.1f;
            if (now * before < 0.0f) {
                times[crossings > 0] = ((float)step - now / (now - before)) / 60.0f;
                crossings += 1;
            }
            before = now;
        }
        CHECK_NEAR((times[1] - times[0]) / 4.0f * hertz, 1, 0.01);
        mica_world_destroy(p.world);
    }
    Pair p = make_wheel(0, 0, 1.5707963f, true);
    mica_joint_set_spring(p.world, p.joint, true, 2, 0.7f, 0);
    run(p.world, 300);
    CHECK_NEAR(state_of(&p).translation * 16.0f * 9.8696f, -10, 0.1);
    mica_world_destroy(p.world);
}

TEST(a_motor_reaches_its_speed_and_keeps_to_its_maximum)
{
    Pair p = make_wheel(0, 0, 1.5707963f, false);
    float inertia = mica_body_mass(p.world, p.b).inertia;
    mica_joint_set_motor(p.world, p.joint, true, 20, 30.0f * inertia);
    run(p.world, 30);
    CHECK_NEAR(state_of(&p).angularSpeed, 15, 0.15);
    CHECK_NEAR(state_of(&p).torque / inertia, 30, 0.3);
    run(p.world, 30);
    CHECK_NEAR(state_of(&p).angularSpeed, 20, 0.01);
    CHECK_NEAR(state_of(&p).translation, 0, 1e-5);
    mica_world_destroy(p.world);
}

TEST(a_free_pair_keeps_its_momentum)
{
    Pair p = {.world = make_space()};
    p.a = add_dynamic(p.world, 0, 0, box_shape(1, 0.3f));
    p.b = add_dynamic(p.world, 0.8f, -0.6f, circle_shape(0.4f));
    MicaJointDef def = wheel_def(p.a, p.b, 1.5707963f);
    def.localAnchorA = v2(0.8f, -0.6f);
    p.joint = mica_joint_create(p.world, &def);
    mica_joint_set_spring(p.world, p.joint, true, 3, 0.3f, 0);
    mica_joint_set_motor(p.world, p.joint, true, 10, 1);
    mica_body_set_velocity(p.world, p.b, v2(1, 3));
    MicaMassData mA = mica_body_mass(p.world, p.a), mB = mica_body_mass(p.world, p.b);
    float across = 0.0f;
    for (int step = 0; step < 300; step++) {
        run(p.world, 1);
        MicaJointState s = state_of(&p);
        Vec2 displacement = sub(s.anchorB, s.anchorA);
        Rot q = mica_body_transform(p.world, p.a).q;
        across = fmaxf(across, fabsf(dot(displacement, vec(q.c, q.s))));
    }
    CHECK(across < 2e-3f);
    MicaVec2 vA = mica_body_velocity(p.world, p.a), vB = mica_body_velocity(p.world, p.b);
    CHECK_NEAR(mA.mass * vA.x + mB.mass * vB.x, mB.mass, 1e-3f * mB.mass);
    CHECK_NEAR(mA.mass * vA.y + mB.mass * vB.y, 3.0f * mB.mass, 1e-3f * mB.mass);
    MicaVec2 xA = position_of(p.world, p.a), xB = position_of(p.world, p.b);
    float spin = mA.mass * (xA.x * vA.y - xA.y * vA.x) + mB.mass * (xB.x * vB.y - xB.y * vB.x) +
                 mA.inertia * mica_body_angular_velocity(p.world, p.a) +
                 mB.inertia * mica_body_angular_velocity(p.world, p.b);
    CHECK_NEAR(spin / mB.mass, 0.8f * 3.0f + 0.6f, 0.02);
    mica_world_destroy(p.world);
}

typedef struct Car {
    MicaWorld *world;
    MicaBody chassis;
    MicaJoint wheels[2];
} Car;

static Car make_car(float height)
{
    Car car = {.world = make_world()};
    add_ground(car.world);
    car.chassis = add_dynamic(car.world, -20, height + 0.8f, box_shape(1, 0.25f));
    for (int i = 0; i < 2; i++) {
        float x = i == 0 ? -0.7f : 0.7f;
        MicaBody wheel = add_dynamic(car.world, x - 20, height + 0.4f, circle_shape(0.4f));
        MicaJointDef def = wheel_def(car.chassis, wheel, 1.5707963f);
        def.localAnchorA = v2(x, -0.4f);
        car.wheels[i] = mica_joint_create(car.world, &def);
        mica_joint_set_spring(car.world, car.wheels[i], true, 4, 0.7f, 0);
        mica_joint_set_limit(car.world, car.wheels[i], true, -0.2f, 0.2f);
    }
    return car;
}

static bool is_upright(const Car *car, float within1)
{
    return fabsf(mica_rot_angle(mica_body_transform(car->world, car->chassis).q)) < within1;
}

TEST(a_car_drives_brakes_and_falls_asleep)
{
    Car car = make_car(0);
    run(car.world, 60);
    for (int i = 0; i < 2; i++) {
        mica_joint_set_motor(car.world, car.wheels[i], true, -10, 3);
    }
    run(car.world, 240);
    CHECK_NEAR(mica_body_velocity(car.world, car.chassis).x, 4, 0.04);
    CHECK(is_upright(&car, 0.02f));
    for (int i = 0; i < 2; i++) {
        mica_joint_set_motor(car.world, car.wheels[i], true, 0, 3);
    }
    run(car.world, 240);
    CHECK(!is_awake(car.world, car.chassis));
    CHECK(is_upright(&car, 0.01f));
    mica_world_destroy(car.world);
}

TEST(a_car_lands_on_its_wheels)
{
    Car car = make_car(4);
    for (int step = 0; step < 300; step++) {
        run(car.world, 1);
        for (int i = 0; i < 2; i++) {
            CHECK(fabsf(mica_joint_state(car.world, car.wheels[i]).translation) < 0.25f);
        }
    }
    CHECK(is_upright(&car, 0.01f));
    CHECK(fabsf(mica_body_velocity(car.world, car.chassis).y) < 0.01f);
    mica_world_destroy(car.world);
}

TEST(a_wheel_stretched_by_100_m_comes_back_calmly)
{
    for (int i = 0; i < 8; i++) {
        Pair p = make_wheel(80, 60, 1.5707963f, (i & 1) != 0);
        if ((i & 2) != 0) {
            mica_joint_set_limit(p.world, p.joint, true, -0.2f, 0.2f);
        }
        if ((i & 4) != 0) {
            mica_joint_set_spring(p.world, p.joint, true, 4, 0.7f, 0);
            mica_joint_set_motor(p.world, p.joint, true, 10, 10);
        }
        for (int step = 0; step < 300; step++) {
            run(p.world, 1);
            MicaVec2 v = mica_body_velocity(p.world, p.b);
            CHECK(v.x * v.x + v.y * v.y < 1500.0f * 1500.0f);
        }
        CHECK(fabsf(position_of(p.world, p.b).x) < 1e-3f);
        CHECK((i & 6) == 0 || fabsf(state_of(&p).translation) < 0.21f);
        mica_world_destroy(p.world);
    }
    // Both bodies free, the wheel of a car torn off.
    Car car = make_car(0);
    MicaBody wheel = mica_joint_body_b(car.world, car.wheels[0]);
    mica_body_set_position(car.world, wheel, v2(-20, 100));
    for (int step = 0; step < 900; step++) {
        run(car.world, 1);
        MicaVec2 x = position_of(car.world, car.chassis);
        CHECK(fabsf(x.x) < 1000.0f && fabsf(x.y) < 1000.0f);
    }
    MicaJointState s = mica_joint_state(car.world, car.wheels[0]);
    CHECK(fabsf(s.translation) < 0.25f);
    mica_world_destroy(car.world);
}

TEST(bad_numbers_are_refused)
{
    Pair p = make_wheel(0, 0, 0, true);
    uint64_t hash = mica_world_hash(p.world);
    const MicaJointNumber numbers[] = {MICA_JOINT_AXIS_X,       MICA_JOINT_SPRING_TARGET,
                                       MICA_JOINT_MOTOR_SPEED,  MICA_JOINT_MAX_MOTOR,
                                       MICA_JOINT_SPRING_HERTZ, MICA_JOINT_MAX_TORQUE,
                                       MICA_JOINT_LENGTH};
    const float values[] = {0.5f, 2e6f, 5e4f, -1, -1, 1, 1};
    for (int i = 0; i < 7; i++) {
        CHECK(mica_joint_set_number(p.world, p.joint, numbers[i], values[i]) ==
              MICA_ERROR_OUT_OF_RANGE);
    }
    CHECK(mica_joint_set_limit(p.world, p.joint, true, 1, -1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_world_hash(p.world) == hash);
    mica_world_destroy(p.world);
}

TEST(a_wheel_that_gives_way_to_its_maximum_stays_calm)
{
    // The motor and the limit must not reckon with an answer that the joint is too weak to give.
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, box_shape(0.2f, 0.2f));
    MicaBody b = add_dynamic(world, 3, 0.5f, circle_shape(0.4f));
    MicaJointDef def = wheel_def(a, b, 1.5707963f);
    def.numbers[MICA_JOINT_MAX_FORCE] = 1e-4f;
    MicaJoint joint = mica_joint_create(world, &def);
    mica_joint_set_limit(world, joint, true, -0.1f, 0.1f);
    mica_joint_set_motor(world, joint, true, 5, 10);
    for (int step = 0; step < 300; step++) {
        run(world, 1);
        MicaVec2 v = mica_body_velocity(world, a), w = mica_body_velocity(world, b);
        CHECK(fabsf(v.x) + fabsf(v.y) + fabsf(w.x) + fabsf(w.y) < 100.0f);
    }
    mica_world_destroy(world);
}

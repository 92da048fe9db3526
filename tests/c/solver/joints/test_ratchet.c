// The ratchet: body B turns freely one way, and the other way back to the last tooth, which holds
// it; the tooth is state, and goes on over thousands of turns.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Wheel {
    MicaWorld *world;
    MicaBody frame, wheel;
    MicaJoint joint;
    float inertia;
} Wheel;

static MicaJointDef ratchet_def(MicaBody frame, MicaBody wheel, float tooth, float phase)
{
    MicaJointDef def = {.type = MICA_JOINT_RATCHET, .bodyA = frame, .bodyB = wheel};
    def.numbers[MICA_JOINT_TOOTH] = tooth;
    def.numbers[MICA_JOINT_PHASE] = phase;
    return def;
}

// A wheel beside a static frame, in space.
static Wheel make_wheel(float tooth, float phase)
{
    Wheel w = {.world = make_space()};
    w.frame = add_body(w.world, MICA_BODY_STATIC, 3, 0);
    w.wheel = add_dynamic(w.world, 0, 0, circle_shape(0.5f));
    w.inertia = mica_body_mass(w.world, w.wheel).inertia;
    MicaJointDef def = ratchet_def(w.frame, w.wheel, tooth, phase);
    w.joint = mica_joint_create(w.world, &def);
    return w;
}

static float angle_of(const Wheel *w) { return mica_joint_state(w->world, w->joint).angle; }

// Turns it for a while by a constant torque that alone would add `acceleration`, rad/s².
static void push(const Wheel *w, float acceleration, int steps)
{
    for (int i = 0; i < steps; i++) {
        mica_body_apply_torque(w->world, w->wheel, acceleration * w->inertia);
        run(w->world, 1);
    }
}

TEST(a_ratchet_lets_a_wheel_turn_one_way_and_holds_it_at_the_last_tooth)
{
    const float teeth[] = {0.5f, -0.5f, 0.3f, -1.7f}, phases[] = {0, 0.2f, -0.1f, 5};
    for (int i = 0; i < 4; i++) {
        float tooth = teeth[i], sign = tooth > 0 ? 1.0f : -1.0f;
        Wheel w = make_wheel(tooth, phases[i]);
        REQUIRE(w.joint.id != 0);
        mica_body_set_angular_velocity(w.world, w.wheel, 3 * sign);
        run(w.world, 97);
        CHECK_NEAR(mica_body_angular_velocity(w.world, w.wheel), 3 * sign, 0);
        CHECK_NEAR(angle_of(&w), 4.85f * sign, 1e-4);
        mica_body_set_angular_velocity(w.world, w.wheel, 0);
        push(&w, -20 * sign, 300);
        float held = phases[i] + tooth * floorf((4.85f * sign - phases[i]) / tooth);
        CHECK_NEAR(angle_of(&w), held, 0.0087);
        CHECK_NEAR(mica_body_angular_velocity(w.world, w.wheel), 0, 1e-3);
        CHECK_NEAR(mica_joint_state(w.world, w.joint).torque, 20 * sign * w.inertia,
                   0.2f * w.inertia);
        mica_world_destroy(w.world);
    }
}

// It starts at a tooth of its own, not at the angle at which it is made.
TEST(a_new_ratchet_holds_at_the_tooth_behind_it)
{
    for (int i = 0; i < 2; i++) {
        Wheel w = make_wheel(1.0f, i == 0 ? 0.25f : 0.0f);
        push(&w, -5, 200);
        CHECK_NEAR(angle_of(&w), i == 0 ? -0.75 : 0, 0.0087);
        mica_world_destroy(w.world);
    }
}

TEST(a_slow_wheel_gains_no_tooth_and_a_free_pair_keeps_its_spin)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, box_shape(1, 0.2f)),
             b = add_dynamic(world, 2, 1, box_shape(0.3f, 0.3f));
    MicaJointDef def = ratchet_def(a, b, 0.4f, 0);
    MicaJoint joint = mica_joint_create(world, &def);
    mica_body_set_angular_velocity(world, a, 5);
    mica_body_set_angular_velocity(world, b, 2);
    float iA = mica_body_mass(world, a).inertia, iB = mica_body_mass(world, b).inertia;
    run(world, 300);
    float wA = mica_body_angular_velocity(world, a), wB = mica_body_angular_velocity(world, b);
    CHECK_NEAR(wA, (5 * iA + 2 * iB) / (iA + iB), 1e-3);
    CHECK_NEAR(wB, wA, 1e-3);
    CHECK_NEAR(mica_joint_state(world, joint).angle, 0, 0.0087);
    mica_world_destroy(world);
}

TEST(a_winch_keeps_what_its_motor_has_wound)
{
    Wheel w = make_wheel(0.1f, 0);
    CHECK_EQ_INT(mica_joint_set_motor(w.world, w.joint, true, 2, 1e6f), MICA_ERROR_OK);
    run(w.world, 93);  // 3.1 rad
    CHECK_NEAR(mica_body_angular_velocity(w.world, w.wheel), 2, 0.02);
    mica_joint_set_motor(w.world, w.joint, false, 0, 0);
    mica_body_set_angular_velocity(w.world, w.wheel, 0);
    float wound = 0.1f * floorf(angle_of(&w) / 0.1f);
    CHECK(wound > 2.5f);
    push(&w, -50, 120);
    CHECK_NEAR(angle_of(&w), wound, 0.0087);
    mica_world_destroy(w.world);
}

// Full turns are counted up to 20,000 rad, where the count starts anew.
TEST_LONG(a_ratchet_goes_on_over_thousands_of_turns)
{
    for (int i = 0; i < 2; i++) {
        float tooth = i == 0 ? 0.7f : -0.7f, sign = i == 0 ? 1.0f : -1.0f;
        Wheel w = make_wheel(tooth, 0);
        mica_body_set_angular_velocity(w.world, w.wheel, 60.5f * sign);
        float minimum = 0;
        for (int step = 0; step < 40000; step++) {
            mica_world_step(w.world, FRAME, 4);
            minimum = fminf(minimum, mica_body_angular_velocity(w.world, w.wheel) * sign - 60.5f);
            if (step % 5000 == 2500) {
                MicaWorldDef def = mica_world_def();
                MicaWorld *twin = mica_world_create(&def);
                REQUIRE(world_copy_state(twin, w.world));
                float before = angle_of(&w);
                Wheel back = {twin, w.frame, w.wheel, w.joint, w.inertia};
                mica_body_set_angular_velocity(twin, w.wheel, 0);
                push(&back, -10 * sign, 120);
                CHECK((before - angle_of(&back)) * sign < 0.72f);
                CHECK((before - angle_of(&back)) * sign > -0.01f);
                mica_world_destroy(twin);
            }
        }
        CHECK_NEAR(minimum, 0, 0);
        mica_world_destroy(w.world);
    }
}

// What mica_joint_get gives makes an equal ratchet, at the same tooth, even while it gives a little.
TEST(the_tooth_is_read_set_and_hashed)
{
    Wheel w = make_wheel(0.5f, 0.1f);
    uint64_t fresh = mica_world_hash(w.world);
    mica_body_set_angular_velocity(w.world, w.wheel, 3);
    run(w.world, 58);
    mica_body_set_angular_velocity(w.world, w.wheel, 0);
    push(&w, -20, 120);
    MicaJointDef def;
    CHECK_EQ_INT(mica_joint_get(w.world, w.joint, &def), MICA_ERROR_OK);
    CHECK_NEAR(def.numbers[MICA_JOINT_LOWER], 2.6, 1e-6);
    CHECK(def.enableLimit);
    CHECK(mica_world_hash(w.world) != fresh);
    mica_joint_destroy(w.world, w.joint);
    w.joint = mica_joint_create(w.world, &def);
    push(&w, -20, 120);
    CHECK_NEAR(angle_of(&w), 2.6, 0.0087);
    uint64_t before = mica_world_hash(w.world);
    CHECK_EQ_INT(mica_joint_set_limit(w.world, w.joint, true, 2.1f, 1e9f), MICA_ERROR_OK);
    CHECK(mica_world_hash(w.world) != before);
    push(&w, -20, 120);
    CHECK_NEAR(angle_of(&w), 2.1, 0.0087);
    // New teeth: it starts at the one behind its angle.
    CHECK_EQ_INT(mica_joint_set_number(w.world, w.joint, MICA_JOINT_TOOTH, 0.45f), MICA_ERROR_OK);
    push(&w, -20, 120);
    CHECK_NEAR(angle_of(&w), 1.9, 0.0087);
    CHECK_EQ_INT(mica_joint_set_number(w.world, w.joint, MICA_JOINT_PHASE, 0.2f), MICA_ERROR_OK);
    push(&w, -20, 120);
    CHECK_NEAR(angle_of(&w), 1.55, 0.0087);
    mica_world_destroy(w.world);
}

// The same turns away, either way round: it is in the turn of its tooth.
TEST(a_ratchet_that_is_read_and_made_again_keeps_its_turns)
{
    for (int i = 0; i < 2; i++) {
        float sign = i == 0 ? 1.0f : -1.0f;
        Wheel w = make_wheel(0.5f * sign, 0.1f);
        mica_body_set_angular_velocity(w.world, w.wheel, 3 * sign);
        run(w.world, 317);
        mica_body_set_angular_velocity(w.world, w.wheel, 0);
        CHECK_NEAR(angle_of(&w), 15.85f * sign, 1e-3);
        MicaJointDef def;
        CHECK_EQ_INT(mica_joint_get(w.world, w.joint, &def), MICA_ERROR_OK);
        mica_joint_destroy(w.world, w.joint);
        w.joint = mica_joint_create(w.world, &def);
        CHECK_NEAR(angle_of(&w), 15.85f * sign, 1e-3);
        run(w.world, 60);
        CHECK_NEAR(angle_of(&w), 15.85f * sign, 1e-3);
        mica_world_destroy(w.world);
    }
}

// A ratchet that turns clockwise and is made with a limit of its own: its settings can still be changed.
TEST(the_free_side_of_a_ratchet_has_no_limit)
{
    Wheel w = make_wheel(-0.5f, 0.1f);
    MicaJointDef def;
    CHECK_EQ_INT(mica_joint_get(w.world, w.joint, &def), MICA_ERROR_OK);
    def.enableLimit = true;
    def.numbers[MICA_JOINT_LOWER] = def.numbers[MICA_JOINT_UPPER] = 0;
    mica_joint_destroy(w.world, w.joint);
    w.joint = mica_joint_create(w.world, &def);
    mica_body_set_angular_velocity(w.world, w.wheel, -3);
    run(w.world, 60);
    CHECK_EQ_INT(mica_joint_get(w.world, w.joint, &def), MICA_ERROR_OK);
    CHECK(def.numbers[MICA_JOINT_UPPER] < -2 && def.numbers[MICA_JOINT_LOWER] <= -1e9f);
    CHECK_EQ_INT(mica_joint_set_number(w.world, w.joint, MICA_JOINT_BREAK_TORQUE, 50),
                 MICA_ERROR_OK);
    mica_world_destroy(w.world);
}

TEST(a_ratchet_without_teeth_is_refused)
{
    Wheel w = make_wheel(1, 0);
    const float bad[] = {0, 9e-4f, -9e-4f, 1.1e4f, -1.1e4f, (float)NAN};
    for (int i = 0; i < 6; i++) {
        MicaError wanted = i == 5 ? MICA_ERROR_NOT_FINITE : MICA_ERROR_OUT_OF_RANGE;
        MicaJointDef def = ratchet_def(w.frame, w.wheel, bad[i], 0);
        mica_clear_error(w.world);
        CHECK(mica_joint_create(w.world, &def).id == 0);
        CHECK_EQ_INT(mica_last_error(w.world), wanted);
        uint64_t before = mica_world_hash(w.world);
        CHECK_EQ_INT(mica_joint_set_number(w.world, w.joint, MICA_JOINT_TOOTH, bad[i]), wanted);
        CHECK(mica_world_hash(w.world) == before);
    }
    mica_world_destroy(w.world);
}

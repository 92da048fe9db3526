// The prismatic joint: it holds axis and angle, its limit, motor and spring act along the axis to
// within 1 %, and free joints keep momentum.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Slider {
    MicaWorld *world;
    MicaBody rail, block;
    MicaJoint joint;
} Slider;

static MicaJointDef slider_def(MicaBody rail, MicaBody block, float angle)
{
    MicaJointDef def = {.type = MICA_JOINT_PRISMATIC, .bodyA = rail, .bodyB = block};
    def.numbers[MICA_JOINT_AXIS_X] = cosf(angle);
    def.numbers[MICA_JOINT_AXIS_Y] = sinf(angle);
    return def;
}

// A block of 1 m and 1,000 kg/m² = 1 kg/... on a static rail through its centre, at that angle.
static Slider make_slider(float angle, bool gravity)
{
    Slider s = {.world = gravity ? make_awake_world() : make_space()};
    s.rail = add_body(s.world, MICA_BODY_STATIC, 0, 0);
    s.block = add_dynamic(s.world, 0, 0, box_shape(0.5f, 0.5f));
    MicaJointDef def = slider_def(s.rail, s.block, angle);
    s.joint = mica_joint_create(s.world, &def);
    return s;
}

static float along(Slider *s) { return mica_joint_state(s->world, s->joint).translation; }

TEST(a_block_slides_along_its_axis_as_on_a_slope)
{
    for (int i = 0; i < 8; i++) {
        float angle = 0.4f * (float)i - 1.4f;
        Slider s = make_slider(angle, true);
        REQUIRE(s.joint.id != 0);
        run(s.world, 60);
        MicaTransform t = mica_body_transform(s.world, s.block);
        float fallen = -5.0f * sinf(angle);
        CHECK_NEAR(along(&s), fallen, 0.05f + 0.02f * fabsf(fallen));
        CHECK(fabsf(t.p.x * sinf(angle) - t.p.y * cosf(angle)) < 1e-3f);
        CHECK(fabsf(mica_rot_angle(t.q)) < 1e-3f);
        mica_world_destroy(s.world);
    }
}

TEST(a_motor_reaches_its_speed_and_holds_its_maximum_force)
{
    Slider s = make_slider(0.0f, false);
    float mass = mica_body_mass(s.world, s.block).mass;
    CHECK(mica_joint_set_motor(s.world, s.joint, true, 3.0f, 1e6f) == MICA_ERROR_OK);
    run(s.world, 30);
    CHECK_NEAR(mica_joint_state(s.world, s.joint).speed, 3, 0.01);
    mica_world_destroy(s.world);

    s = make_slider(0.0f, false);
    mica_joint_set_motor(s.world, s.joint, true, 100.0f, 2.0f * mass);
    run(s.world, 60);
    CHECK_NEAR(mica_joint_state(s.world, s.joint).speed, 2, 0.02);
    CHECK_NEAR(mica_joint_state(s.world, s.joint).force.x, 2.0f * mass, 0.02f * mass);
    mica_world_destroy(s.world);
}

TEST(limits_hold_a_load)
{
    Slider s = make_slider(1.5707963f, true);
    CHECK(mica_joint_set_limit(s.world, s.joint, true, -2.0f, 1.0f) == MICA_ERROR_OK);
    run(s.world, 240);
    CHECK_NEAR(along(&s), -2, 1e-3);
    float weight = 10.0f * mica_body_mass(s.world, s.block).mass;
    CHECK_NEAR(mica_joint_state(s.world, s.joint).force.y, weight, 0.01f * weight);
    mica_body_set_gravity_scale(s.world, s.block, -1.0f);
    run(s.world, 240);
    CHECK_NEAR(along(&s), 1, 1e-3);
    mica_world_destroy(s.world);
}

TEST(a_spring_has_its_frequency)
{
    for (int i = 0; i < 3; i++) {
        float hertz = (float)(1 << i);
        Slider s = make_slider(0.7f, false);
        CHECK(mica_joint_set_spring(s.world, s.joint, true, hertz, 0.0f, 0.5f) == MICA_ERROR_OK);
        // Crossings of the target within four seconds: two a period, the first after a quarter.
        int crossings = 0, steps = 0, last = 0;
        float before = along(&s);
        for (int k = 1; k <= 240; k++) {
            run(s.world, 1);
            float now = along(&s);
            if ((now - 0.5f) * (before - 0.5f) < 0.0f) {
                crossings += 1;
                steps = crossings == 1 ? k : steps;
                last = k;
            }
            before = now;
        }
        float period = 2.0f * (float)(last - steps) / (60.0f * (float)(crossings - 1));
        CHECK_NEAR(period * hertz, 1, 0.02);
        mica_world_destroy(s.world);
    }
}

TEST(a_free_pair_keeps_its_momentum_and_its_axis)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, box_shape(1.0f, 0.2f));
    MicaBody b = add_dynamic(world, 3, 0.5f, box_shape(0.3f, 0.3f));
    MicaJointDef def = slider_def(a, b, 0.0f);
    def.localAnchorA = v2(3, 0.5f);
    MicaJoint joint = mica_joint_create(world, &def);
    mica_body_set_velocity(world, a, v2(1, 2));
    mica_body_set_angular_velocity(world, a, 4);
    mica_body_set_angular_velocity(world, b, 4);
    mica_body_set_velocity(world, b, v2(1 - 4 * 0.5f, 2 + 4 * 3));
    float mA = mica_body_mass(world, a).mass, mB = mica_body_mass(world, b).mass;
    MicaVec2 v0 = mica_body_velocity(world, a), w0 = mica_body_velocity(world, b);
    float px = mA * v0.x + mB * w0.x, py = mA * v0.y + mB * w0.y, worst = 0.0f;
    float energy0 = 0.0f, energy = 0.0f;
    for (int step = 0; step < 600; step++) {
        MicaVec2 va = mica_body_velocity(world, a), vb = mica_body_velocity(world, b);
        float wa = mica_body_angular_velocity(world, a), wb = mica_body_angular_velocity(world, b);
        energy = 0.5f * (mA * (va.x * va.x + va.y * va.y) + mB * (vb.x * vb.x + vb.y * vb.y) +
                         mica_body_mass(world, a).inertia * wa * wa +
                         mica_body_mass(world, b).inertia * wb * wb);
        energy0 = step == 0 ? energy : energy0;
        run(world, 1);
        MicaJointState state = mica_joint_state(world, joint);
        MicaTransform t = mica_body_transform(world, a);
        float across = -t.q.s * (state.anchorB.x - state.anchorA.x) +
                       t.q.c * (state.anchorB.y - state.anchorA.y);
        worst = fmaxf(worst, fmaxf(fabsf(across), fabsf(state.angle)));
    }
    MicaVec2 v1 = mica_body_velocity(world, a), w1 = mica_body_velocity(world, b);
    CHECK_NEAR(mA * v1.x + mB * w1.x, px, 1e-3f * (mA + mB));
    CHECK_NEAR(mA * v1.y + mB * w1.y, py, 1e-2f * (mA + mB));
    CHECK(worst < 0.01f);
    mica_world_destroy(world);
}

TEST(an_axis_that_is_no_unit_vector_is_refused)
{
    MicaWorld *world = make_world();
    MicaBody a = add_body(world, MICA_BODY_STATIC, 0, 0),
             b = add_dynamic(world, 0, 0, box_shape(1, 1));
    const float axes[][2] = {{0, 0}, {2, 0}, {0.5f, 0.5f}, {(float)NAN, 1}};
    for (int i = 0; i < 4; i++) {
        MicaJointDef def = slider_def(a, b, 0);
        def.numbers[MICA_JOINT_AXIS_X] = axes[i][0];
        def.numbers[MICA_JOINT_AXIS_Y] = axes[i][1];
        mica_clear_error(world);
        CHECK(mica_joint_create(world, &def).id == 0);
        CHECK(mica_last_error(world) == (i == 3 ? MICA_ERROR_NOT_FINITE : MICA_ERROR_OUT_OF_RANGE));
    }
    mica_world_destroy(world);
}

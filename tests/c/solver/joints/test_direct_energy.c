// Rigid joints make no kinetic energy, and the bound that keeps them from it slows nothing that a motor, an
// immovable body or another body of the tree moves, however far a joint is off meanwhile.
#include "build.h"

#include <math.h>

// A rod of `length` to the right of (x, 0) that meets nothing.
static MicaBody add_rod(MicaWorld *world, float x, float length, float density)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x + 0.5f * length, 0);
    MicaColliderDef def = mica_collider_def();
    def.density = density;
    def.layer = 1;
    mica_layer_set(world, 1, 1, MICA_IGNORE);
    MicaShape shape = box_shape(0.5f * length, 0.05f);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

static float speed(MicaWorld *world, MicaBody body)
{
    MicaVec2 v = mica_body_velocity(world, body);
    return hypotf(v.x, v.y);
}

// Two rods in line, the first turned about the origin by a motor or by a kinematic body: their pins are
// off by more than .05 m in each substep.
static void spin(bool motor)
{
    MicaWorld *world = make_space();
    MicaBody hub = add_body(world, motor ? MICA_BODY_STATIC : MICA_BODY_KINEMATIC, 0, 0);
    MicaBody first = add_rod(world, 0, 3, 1), second = add_rod(world, 3, 1, 1);
    MicaJointDef def = pin_def(world, hub, first, 0, 0);
    if (motor) {
        def.enableMotor = true;
        def.numbers[MICA_JOINT_MOTOR_SPEED] = 100;
        def.numbers[MICA_JOINT_MAX_MOTOR] = 1e6f;
        mica_joint_create(world, &def);
    } else {
        mica_body_set_angular_velocity(world, hub, 100);
        mica_joint_create(world, &def);
        def = pin_def(world, hub, first, 2, 0);
        mica_joint_create(world, &def);
    }
    def = pin_def(world, first, second, 3, 0);
    mica_joint_create(world, &def);
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        CHECK_NEAR(mica_body_angular_velocity(world, first), 100, 3);
        CHECK_NEAR(speed(world, second), 384, 10);
    }
    mica_world_destroy(world);
}

TEST(a_motor_turns_its_rods_as_fast_as_it_is_told) { spin(true); }

TEST(a_kinematic_body_takes_its_rods_along) { spin(false); }

// A weight of a tonne throws a rope of a few grams over a pivot, at sixty metres a second.
TEST(a_sling_keeps_the_energy_of_its_weight)
{
    MicaWorld *world = make_awake_world();
    mica_world_set_gravity(world, v2(0, -10));
    MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaBody arm = add_rod(world, -6, 7, 0.1f), rope = add_rod(world, -6, 4, 0.01f);
    add_pin(world, frame, arm, 0, 0);
    add_pin(world, arm, rope, -6, 0);
    MicaMassData weight = mica_body_mass(world, arm);
    weight.mass = 1000;
    weight.center = v2(3.5f, 0);
    weight.inertia = 20;
    CHECK_EQ_INT(mica_body_set_mass(world, arm, weight), MICA_ERROR_OK);
    double maximum = 0;
    float fast = 0;
    for (int i = 0; i < 600; i++) {
        run(world, 1);
        MicaBody bodies[2] = {arm, rope};
        double energy = 0;
        for (int k = 0; k < 2; k++) {
            MicaMassData m = mica_body_mass(world, bodies[k]);
            double v = (double)speed(world, bodies[k]),
                   w = (double)mica_body_angular_velocity(world, bodies[k]);
            energy += 0.5 * (double)m.mass * v * v + 0.5 * (double)m.inertia * w * w +
                      10 * (double)m.mass * (double)mica_body_center(world, bodies[k]).y;
        }
        maximum = fmax(maximum, energy);
        fast = fmaxf(fast, speed(world, rope));
    }
    CHECK(maximum < 100.0);  // of 70 kJ
    CHECK(fast > 55.0f);
    mica_world_destroy(world);
}

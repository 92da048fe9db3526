// Joints against mechanics: what the equations of motion say of pins, motors, limits and springs.
#include "build.h"
#include "test.h"

static double energy_of(MicaWorld *world, const MicaBody *bodies, int count)
{
    double energy = 0;
    for (int i = 0; i < count; i++) {
        MicaVec2 v = mica_body_velocity(world, bodies[i]);
        double w = mica_body_angular_velocity(world, bodies[i]);
        MicaMassData m = mica_body_mass(world, bodies[i]);
        energy += 0.5 * m.mass * ((double)v.x * v.x + (double)v.y * v.y) + 0.5 * m.inertia * w * w;
    }
    return energy;
}

// Balls of 5 cm to 1 m that are pinned to each other on arms of up to 20 m, with random velocities, in space: pins do no
// work, so there is no more energy at any time than at the start.
static void check_net(uint32_t seed, float reach, int count, int substeps)
{
    MicaWorld *world = make_space();
    MicaBody balls[8];
    uint32_t random = seed * 2654435761u;
    for (int i = 0; i < count; i++) {
        MicaBodyDef def = mica_body_def();
        def.type = MICA_BODY_DYNAMIC;
        def.position = v2(test_random_float(&random, -reach, reach),
                          test_random_float(&random, -reach, reach));
        def.linearVelocity =
            v2(test_random_float(&random, -10, 10), test_random_float(&random, -10, 10));
        def.angularVelocity = test_random_float(&random, -20, 20);
        balls[i] = mica_body_create(world, &def);
        add_circle(world, balls[i], 0.05f * powf(20, test_random_float(&random, 0, 1)));
    }
    mica_layer_set(world, 0, 0, MICA_IGNORE);
    for (int i = 1; i < count; i++) {
        MicaVec2 p = position_of(world, balls[i - 1]);
        add_pin(world, balls[i - 1], balls[i], p.x, p.y);
    }
    double start = energy_of(world, balls, count), most = 0;
    for (int step = 0; step < 60; step++) {
        run_with(world, 1, FRAME, substeps);
        most = fmax(most, energy_of(world, balls, count));
    }
    CHECK(most <= 1.001 * start);
    mica_world_destroy(world);
}

TEST(pins_on_long_arms_between_unlike_bodies_do_no_work)
{
    for (uint32_t seed = 1; seed <= 60; seed++) {
        check_net(seed, 10, 3, 4);
        check_net(seed, 10, 6, 4);
        check_net(seed, 10, 6, 1);
        check_net(seed, 1, 3, 4);
    }
}

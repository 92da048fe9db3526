// The loop of the step by impacts ends soon, whatever presses on what: approaches that are too slow to
// bounce count as no impacts, so maxImpacts alone does not bound them.
#include "build.h"
#include "world.h"

// Clusters of the last step.
static int clusters_of(const MicaWorld *world)
{
    uint32_t most = 0;
    for (int32_t i = 0; i < world->scratch.impactPairs.count; i++) {
        uint32_t cluster = world->scratch.impactPairs.data[i].predicted;
        most = cluster > most ? cluster : most;
    }
    return (int)most;
}

// A row of bodies between a wall and a piston, which comes at a speed below the threshold of
// restitution, so that no impact of the step bounces.
static MicaWorld *make_press(MicaShape shape, int count, float speed)
{
    MicaWorld *world = make_space();
    mica_world_set_restitution_threshold(world, 2.0f * speed);
    MicaBody wall = add_body(world, MICA_BODY_STATIC, -1, 0),
             piston = add_body(world, MICA_BODY_KINEMATIC, (float)count + 1, 0);
    add_box(world, wall, 1, 3);
    add_box(world, piston, 1, 3);
    mica_body_set_velocity(world, piston, v2(-speed, 0));
    for (int i = 0; i < count; i++) {
        add_dynamic(world, (float)i + 0.5f, 0, shape);
    }
    return world;
}

TEST(bodies_in_a_slow_press_end_the_step)
{
    const float speeds[4] = {1.0f, 20.0f, 400.0f, 20000.0f};
    for (int i = 0; i < 8; i++) {
        MicaShape shape = i < 4 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f);
        MicaWorld *world = make_press(shape, 4, speeds[i % 4]);
        for (int step = 0; step < 3; step++) {
            CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 20), MICA_ERROR_OK);
            CHECK(clusters_of(world) <= 20 + 17 * world->scratch.impactPairs.count);
            CHECK_EQ_STR(mica_world_validate(world), NULL);
        }
        mica_world_destroy(world);
    }
}

// The loop of the step by impacts ends soon, whatever presses on what: approaches that are too slow to
// bounce count as no impacts, so maxImpacts alone does not bound them, nor what each impact costs.
#include "build.h"
#include "impact.h"

// Clusters of the last step.
static int clusters_of(MicaWorld *world)
{
    uint32_t maximum = 0;
    for (int32_t i = 0; i < impact_scratch(world)->pairs.count; i++) {
        uint32_t cluster = impact_scratch(world)->pairs.data[i].predicted;
        maximum = cluster > maximum ? cluster : maximum;
    }
    return (int)maximum;
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
            CHECK(clusters_of(world) <= 20 + 17 * impact_scratch(world)->pairs.count);
            CHECK_EQ_STR(mica_world_validate(world), NULL);
        }
        mica_world_destroy(world);
    }
}

// ------------------------------------------------------------------------------------------- work

// The work that a step may do, and the last cluster, which ends beyond it: for each pair a manifold
// and a prediction, and two times the solver's passes over the points.
static int64_t most_work(MicaWorld *world, int maxImpacts)
{
    int64_t pairs = impact_scratch(world)->pairs.count;
    return (int64_t)IMPACT_WORK_AN_IMPACT * maxImpacts + (IMPACT_WORK_A_PAIR + 1000) * pairs +
           3 * 8192;
}

static void check_work(MicaWorld *world, int steps, float dt, int maxImpacts)
{
    for (int i = 0; i < steps; i++) {
        CHECK_EQ_INT(mica_world_step_impacts(world, dt, maxImpacts), MICA_ERROR_OK);
        CHECK(impact_scratch(world)->work <= most_work(world, maxImpacts));
        CHECK_EQ_STR(mica_world_validate(world), NULL);
    }
}

// From `lower` to `upper`, as many in each decade.
static float random_scale(uint32_t *seed, float lower, float upper)
{
    return lower * powf(upper / lower, test_random_float(seed, 0, 1));
}

static MicaShape random_shape(uint32_t *seed, float size)
{
    float half = size * random_scale(seed, 0.1f, 1), thin = half * random_scale(seed, 0.02f, 1);
    switch ((int)test_random_float(seed, 0, 2.999f)) {
    case 0:
        return circle_shape(half);
    case 1:
        return capsule_shape(half, thin);
    default:
        return box_shape(half, thin);
    }
}

// Bodies of one size that overlap, touch or are near each other.
static MicaWorld *random_world(uint32_t *seed, int bodies, float size)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0, test_random_float(seed, -100, 100));
    MicaWorld *world = mica_world_create(&def);
    MicaColliderDef material = mica_collider_def();
    material.friction = test_random_float(seed, 0, 1);
    material.restitution = clamp_f(test_random_float(seed, -1, 2), 0, 1);
    float spread = size * test_random_float(seed, 0.2f, 2), speed = random_scale(seed, 0.01f, 1e4f),
          spin = random_scale(seed, 0.01f, 1e4f);
    for (int i = 0; i < bodies; i++) {
        MicaBodyType type =
            test_random_float(seed, 0, 4) < 1 ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC;
        float x = test_random_float(seed, -spread, spread),
              y = test_random_float(seed, -spread, spread);
        MicaBody body = add_body(world, type, x, y);
        for (int k = 0; k < 1 + i % 2; k++) {
            MicaShape shape = random_shape(seed, size);
            mica_collider_create(world, body, &material, &shape);
        }
        if (type == MICA_BODY_DYNAMIC) {
            float vx = test_random_float(seed, -speed, speed);
            mica_body_set_velocity(world, body, v2(vx, test_random_float(seed, -speed, speed)));
            mica_body_set_angular_velocity(world, body, test_random_float(seed, -spin, spin));
        }
    }
    return world;
}

static void check_random_world(uint32_t *seed, int bodies)
{
    MicaWorld *world = random_world(seed, bodies, random_scale(seed, 1e-3f, 7e4f));
    int maxImpacts = (int)random_scale(seed, 1, 1000);
    check_work(world, 3, random_scale(seed, 1e-5f, 0.25f), maxImpacts);
    mica_world_destroy(world);
}

TEST_LONG(the_work_of_a_step_is_bounded_by_its_impacts_and_pairs)
{
    uint32_t seed = 34;
    for (int i = 0; i < test_part(300, 3); i++) {
        check_random_world(&seed, 2 + i % 30);
    }
}

// Before the work was bounded, a step of these did up to 1.6 times what is allowed now.
TEST_LONG(bodies_of_kilometres_that_overlap_end_the_step)
{
    const uint32_t seeds[6] = {2673993251u, 194130213u,  2183966145u,
                               4196840647u, 2119320913u, 983594802u};
    const int bodies[6] = {15, 24, 28, 11, 25, 22};
    for (int i = 0; i < 6; i += test_stride(3)) {
        uint32_t seed = seeds[i];
        check_random_world(&seed, bodies[i]);
    }
}

// AABB slack (aabb_slack.h) saves time and changes nothing else. Each world has a twin whose slacks
// are cleared before every step: both stay equal bit for bit through every kind of edit.
#include "build.h"
#include "aabb_slack.h"
#include "scenes.h"
#include "solver.h"

#include <string.h>

static void clear_slacks(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        body_clear_slack(world, i);
    }
}

// The number of bodies with a known slack.
static int count_slacks(const MicaWorld *world)
{
    const AabbSlack none = {{0.0f, 0.0f, 0.0f, 0.0f}};
    int slacks = 0;
    for (int32_t i = 0; i < world->state.bodies.count && i < world->scratch.aabbSlacks.capacity;
         ++i) {
        slacks += memcmp(&world->scratch.aabbSlacks.data[i], &none, sizeof none) != 0;
    }
    return slacks;
}

static bool boxes_agree(const MicaWorld *a, const MicaWorld *b)
{
    for (int32_t i = 0; i < a->state.colliders.count; ++i) {
        if (memcmp(&a->state.colliders.data[i].box, &b->state.colliders.data[i].box,
                   sizeof(MicaAABB)) != 0) {
            return false;
        }
    }
    return true;
}

TEST_LONG(slack_changes_no_scene)
{
    for (int i = 0; i < sceneCount; ++i) {
        MicaWorld *world = scene_create(&scenes[i]), *twin = scene_create(&scenes[i]);
        int slacks = 0;
        for (int step = 0; step < test_part(150, 3); ++step) {
            clear_slacks(twin);
            CHECK_EQ_INT(scene_step(&scenes[i], world, step), MICA_ERROR_OK);
            CHECK_EQ_INT(scene_step(&scenes[i], twin, step), MICA_ERROR_OK);
            CHECK(mica_world_hash(world) == mica_world_hash(twin));
            CHECK(boxes_agree(world, twin));
            slacks += count_slacks(world);
        }
        CHECK((slacks > 0) != scenes[i].byImpacts);
        mica_world_destroy(world);
        mica_world_destroy(twin);
    }
}

// ------------------------------------------------------------------------------------------ edits

enum { BODIES = 60, STEPS = 400 };

static MicaShape any_shape(uint32_t *seed)
{
    MicaShape shape = {0};
    float size = test_random_float(seed, 0.1f, 0.5f), off = test_random_float(seed, -0.3f, 0.3f);
    switch (test_random(seed) % 4) {
    case 0:
        mica_shape_circle(v2(0.0f, 0.0f), size, &shape);
        break;
    case 1:
        mica_shape_circle(v2(off, 0.2f), size, &shape);
        break;
    case 2:
        mica_shape_capsule(v2(0.0f, -size), v2(0.1f, size), 0.1f, &shape);
        break;
    default:
        mica_shape_box(v2(0.0f, 0.0f), size, 0.2f, 0.0f, 0.0f, &shape);
        break;
    }
    return shape;
}

typedef struct Yard {
    MicaWorld *world;
    float east;  // of the origin: far out, rounding is coarse
    MicaBody bodies[BODIES];
    MicaCollider colliders[BODIES];
} Yard;

static void put(Yard *yard, int i, uint32_t *seed)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position.x = yard->east + test_random_float(seed, -8.0f, 8.0f);
    def.position.y = test_random_float(seed, -8.0f, 8.0f);
    def.linearVelocity.x = test_random_float(seed, -4.0f, 4.0f);
    def.linearVelocity.y = test_random_float(seed, -4.0f, 4.0f);
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = any_shape(seed);
    yard->bodies[i] = mica_body_create(yard->world, &def);
    yard->colliders[i] = mica_collider_create(yard->world, yard->bodies[i], &collider, &shape);
}

static Yard make_yard(uint32_t seed, float east)
{
    Yard yard = {.world = make_space(), .east = east};
    for (int side = 0; side < 4; ++side) {
        float x = side < 2 ? 18.0f * (float)side - 9.0f : 0.0f,
              y = side < 2 ? 0.0f : 18.0f * (float)(side - 2) - 9.0f;
        add_box(yard.world, add_body(yard.world, MICA_BODY_STATIC, east + x, y),
                side < 2 ? 0.1f : 9.0f, side < 2 ? 9.0f : 0.1f);
    }
    for (int i = 0; i < BODIES; ++i) {
        put(&yard, i, &seed);
    }
    return yard;
}

static void edit(Yard *yard, uint32_t *seed)
{
    MicaWorld *world = yard->world;
    int i = (int)(test_random(seed) % BODIES);
    MicaBody body = yard->bodies[i];
    MicaColliderDef def = mica_collider_def();
    MicaShape shape = any_shape(seed);
    MicaTransform t = mica_body_transform(world, body);
    float angle = test_random_float(seed, -3.0f, 3.0f);
    switch (test_random(seed) % 9) {
    case 0:
        mica_body_set_transform(world, body, t.p, angle);
        break;
    case 1:
        mica_collider_set_shape(world, yard->colliders[i], &shape);
        break;
    case 2:
        mica_collider_create(world, body, &def, &shape);
        break;
    case 3:
        mica_body_set_type(world, body, MICA_BODY_KINEMATIC);
        break;
    case 4:
        mica_body_set_type(world, body, MICA_BODY_DYNAMIC);
        break;
    case 5:
        mica_body_set_angular_velocity(world, body, 10.0f * angle);
        break;
    case 6:
        mica_body_set_angular_velocity(world, body, 0.0f);
        break;
    case 7:
        mica_body_set_enabled(world, body, (mica_body_flags(world, body) & MICA_FLAG_ENABLED) == 0);
        break;
    default:
        mica_body_destroy(world, body);
        put(yard, i, seed);
        break;
    }
}

TEST(slack_changes_nothing_through_edits)
{
    for (uint32_t start = 1; start <= 10; ++start) {
        float east = start % 2 == 0 ? 3000.0f : 0.0f;
        Yard yard = make_yard(start, east), twin = make_yard(start, east);
        uint32_t seed = start + 100, same = seed;
        int slacks = 0;
        for (int step = 0; step < STEPS; ++step) {
            edit(&yard, &seed);
            edit(&twin, &same);
            clear_slacks(twin.world);
            bool byImpacts = step % 50 == 49;
            for (int k = 0; k < 2; ++k) {
                MicaWorld *world = k == 0 ? yard.world : twin.world;
                CHECK_EQ_INT(byImpacts ? mica_world_step_impacts(world, FRAME, 1000)
                                       : mica_world_step(world, FRAME, 4),
                             MICA_ERROR_OK);
            }
            CHECK_EQ_STR(mica_world_validate(yard.world), NULL);
            CHECK(mica_world_hash(yard.world) == mica_world_hash(twin.world));
            CHECK(boxes_agree(yard.world, twin.world));
            slacks += count_slacks(yard.world);
        }
        CHECK(slacks > STEPS * BODIES / 2);
        mica_world_destroy(yard.world);
        mica_world_destroy(twin.world);
    }
}

// ---------------------------------------------------------------------------------------- rounding

TEST(every_shape_is_in_its_fat_box_at_the_edge_of_its_slack)
{
    uint32_t seed = 9;
    MicaWorld *world = NULL;
    for (int i = 0; i < 20000; ++i) {
        const float reaches[4] = {1e-3f, 1.0f, 300.0f, 2e4f};
        float reach = reaches[i % 4];
        if (i % 100 == 0) {
            mica_world_destroy(world);
            world = make_space();
        }
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, test_random_float(&seed, -reach, reach),
                                 test_random_float(&seed, -reach, reach));
        add_shape(world, body, any_shape(&seed));
        int32_t slot = body_slot(world, body);
        const Collider *c =
            &world->state.colliders.data[world->state.bodies.data[slot].firstCollider];
        CHECK(ARRAY_RESERVE(&world->host.memory, &world->scratch.aabbSlacks, slot + 1));
        MicaAABB tight = collider_tight_box(world, c);
        AabbSlackBuilder slack = aabb_slack_begin();
        aabb_slack_add(&slack, &c->box, &tight);
        aabb_slack_store(world, slot, &slack);
        const float *bounds = world->scratch.aabbSlacks.data[slot].bounds;
        MicaVec2 home = world->state.transforms.data[slot].p;
        float edges[4] = {nextafterf(bounds[0], 3e38f), nextafterf(bounds[1], 3e38f),
                          -nextafterf(bounds[2], 3e38f), -nextafterf(bounds[3], 3e38f)};
        CHECK(reach > 1e3f ||
              (edges[0] < home.x && edges[1] < home.y && home.x < edges[2] && home.y < edges[3]));
        for (int k = 0; k < 4; ++k) {
            if (edges[0] < edges[2] && edges[1] < edges[3]) {
                world->state.transforms.data[slot].p = v2(edges[k & 2], edges[(k & 1) * 2 + 1]);
                MicaAABB there = collider_tight_box(world, c);
                CHECK(aabb_contains(&c->box, &there));
            }
        }
        world->state.transforms.data[slot].p = home;
    }
    mica_world_destroy(world);
}

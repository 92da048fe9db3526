// Which faces of static colliders others may cover: noted exactly in ordinary worlds, assumed for most of a
// crowd, on which bodies rest all the same.
#include "edge_cover.h"
#include "reference.h"
#include "test.h"
#include "world.h"

static MicaWorld *make_statics(int count, float spread, uint32_t seed)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    for (int i = 0; i < count; ++i) {
        MicaBodyDef body = mica_body_def();
        MicaColliderDef collider = mica_collider_def();
        MicaShape shape;
        body.position = random_point(&seed, spread);
        body.angle = i % 2 == 0 ? 0.0f : test_random_float(&seed, 0.0f, 3.0f);
        if (i % 5 == 4) {
            mica_shape_capsule((MicaVec2){-0.5f, 0.0f}, (MicaVec2){0.5f, 0.0f}, 0.4f, &shape);
        } else {
            mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.8f, 0.6f, 0.0f, 0.0f, &shape);
        }
        mica_collider_create(world, mica_body_create(world, &body), &collider, &shape);
    }
    return world;
}

static void add_static_box(MicaWorld *world, float halfWidth, float halfHeight)
{
    MicaBodyDef body = mica_body_def();
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, halfWidth, halfHeight, 0.0f, 0.0f, &shape);
    mica_collider_create(world, mica_body_create(world, &body), &collider, &shape);
}

static void add_balls(MicaWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        MicaBodyDef body = mica_body_def();
        MicaColliderDef collider = mica_collider_def();
        MicaShape shape;
        body.type = MICA_BODY_DYNAMIC;
        body.position = (MicaVec2){1.1f * (float)(i - count / 2), 1.6f + 0.1f * (float)(i % 3)};
        if (i % 2 == 0) {
            mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.4f, &shape);
        } else {
            mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.4f, 0.3f, 0.0f, 0.0f, &shape);
        }
        mica_collider_create(world, mica_body_create(world, &body), &collider, &shape);
    }
}

// Looks at all pairs of boxes that overlap, as if all had moved.
static void classify_all(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        world->state.colliders.data[i].covered = 0;
        for (int32_t k = 0; k < world->state.colliders.count; ++k) {
            MicaAABB box = world->state.colliders.data[i].box;
            box = (MicaAABB){sub(box.lower, vec(LINEAR_SLOP, LINEAR_SLOP)),
                             add(box.upper, vec(LINEAR_SLOP, LINEAR_SLOP))};
            if (i != k && aabb_overlaps(&world->state.colliders.data[k].box, &box)) {
                edge_cover_classify(world, i, k);
            }
        }
    }
}

TEST(faces_of_statics_are_noted_as_by_looking_at_all_pairs)
{
    enum { COUNT = 60 };
    for (uint32_t seed = 1; seed < 20; ++seed) {
        MicaWorld *world = make_statics(COUNT, 1.0f + 0.4f * (float)seed, seed);
        uint32_t noted[COUNT];
        mica_world_step(world, 1.0f / 60.0f, 4);
        for (int i = 0; i < COUNT; ++i) {
            noted[i] = world->state.colliders.data[i].covered;
        }
        classify_all(world);
        for (int i = 0; i < COUNT; ++i) {
            CHECK_EQ_INT((int)noted[i], (int)world->state.colliders.data[i].covered);
        }
        mica_world_destroy(world);
    }
}

// Boxes in one point cover no face of each other, as their faces coincide: a face that is noted was assumed.
TEST(statics_in_one_place_look_at_a_bounded_number_of_pairs)
{
    enum { COUNT = 900 };
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    for (int i = 0; i < COUNT; ++i) {
        add_static_box(world, 1.0f, 1.0f);
    }
    mica_world_step(world, 1.0f / 60.0f, 4);
    int exact = 0;
    for (int i = 0; i < COUNT; ++i) {
        exact += world->state.colliders.data[i].covered == 0;
        CHECK((world->state.colliders.data[i].flags & COLLIDER_TOUCHES_STATIC) != 0);
    }
    CHECK(exact > 0);
    CHECK(exact <= (COVER_LOOKS + COVER_LOOKS_EACH * COUNT) / (COUNT - 1));
    mica_world_destroy(world);
}

TEST(bodies_rest_on_statics_in_one_place_as_on_one)
{
    enum { COUNT = 700, BALLS = 6 };
    MicaWorld *worlds[2];
    for (int k = 0; k < 2; ++k) {
        MicaWorldDef def = mica_world_def();
        worlds[k] = mica_world_create(&def);
        for (int i = 0; i < (k == 0 ? 1 : COUNT); ++i) {
            add_static_box(worlds[k], 5.0f, 1.0f);
        }
        add_balls(worlds[k], BALLS);
        for (int step = 0; step < 240; ++step) {
            mica_world_step(worlds[k], 1.0f / 60.0f, 4);
        }
    }
    CHECK((worlds[1]->state.colliders.data[COUNT - 1].covered & covered_face_bit(0)) != 0);
    for (int i = 0; i < BALLS; ++i) {
        MicaVec2 one = worlds[0]->state.transforms.data[1 + i].p,
                 many = worlds[1]->state.transforms.data[COUNT + i].p;
        CHECK_NEAR(one.x, many.x, 0.5 * LINEAR_SLOP);
        CHECK_NEAR(one.y, many.y, LINEAR_SLOP);
    }
    mica_world_destroy(worlds[0]);
    mica_world_destroy(worlds[1]);
}

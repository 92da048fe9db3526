// mica_world_validate: every scene is valid, and each kind of damage is noticed. Tests damage
// worlds through the internal headers and undo the damage.
#include "build.h"
#include "scenes.h"
#include "world.h"

TEST(every_scene_is_valid_as_it_runs)
{
    for (int s = 0; s < sceneCount; s++) {
        MicaWorld *world = scene_create(&scenes[s]);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        for (int step = 0; step < 60; step++) {
            REQUIRE(scene_step(&scenes[s], world, step) == MICA_ERROR_OK);
            const char *wrong = mica_world_validate(world);
            CHECK_EQ_STR(wrong, NULL);
            REQUIRE(wrong == NULL);
        }
        mica_world_destroy(world);
    }
}

// Two boxes and a disc asleep on a floor: slots 1, 2, 3; slot 0 is the floor, 4 falls, 5 is
// disabled.
static MicaWorld *make_victim(void)
{
    MicaWorld *world = make_world();
    add_ground(world);
    add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    add_dynamic(world, 0, 1.5f, box_shape(0.5f, 0.5f));
    add_dynamic(world, 5, 0.5f, circle_shape(0.5f));
    add_circle(world, mica_body_at(world, 3), 0.25f);
    run(world, 150);
    add_dynamic(world, -20, 500, circle_shape(0.5f));
    mica_body_set_enabled(world, add_dynamic(world, 20, 5, circle_shape(0.5f)), false);
    run(world, 1);
    CHECK(!is_awake(world, mica_body_at(world, 1)) && is_awake(world, mica_body_at(world, 4)));
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    return world;
}

// Changes a field, expects the sentence, restores the field.
#define NOTICES(field, value, sentence)                                                            \
    do {                                                                                           \
        __typeof__(field) kept = (field);                                                          \
        (field) = (value);                                                                         \
        CHECK_EQ_STR(mica_world_validate(world), sentence);                                        \
        (field) = kept;                                                                            \
        CHECK_EQ_STR(mica_world_validate(world), NULL);                                            \
    } while (0)

TEST(damage_to_bodies_is_noticed)
{
    MicaWorld *world = make_victim();
    NOTICES(world->state.transforms.data[4].p.x, NAN,
            "a transform is not finite or its rotation is not of unit length");
    NOTICES(world->state.transforms.data[4].p.y, INFINITY,
            "a transform is not finite or its rotation is not of unit length");
    NOTICES(world->state.transforms.data[4].q.c, 0.9f,
            "a transform is not finite or its rotation is not of unit length");
    NOTICES(world->state.velocities.data[4].v[0], NAN, "a velocity is not finite");
    NOTICES(world->state.velocities.data[4].v[2], INFINITY, "a velocity is not finite");
    NOTICES(world->state.flags.data[1], world->state.flags.data[1] | MICA_FLAG_AWAKE,
            "a body is awake in a sleeping ring or asleep outside one");
    NOTICES(world->state.flags.data[4], world->state.flags.data[4] & ~(uint32_t)MICA_FLAG_AWAKE,
            "a body is awake in a sleeping ring or asleep outside one");
    NOTICES(world->state.bodies.data[1].sleepNext, NONE,
            "a body is awake in a sleeping ring or asleep outside one");
    NOTICES(world->state.bodies.data[1].sleepNext, 4,
            "a sleeping ring does not close or contains an awake body");
    NOTICES(world->state.bodies.data[1].sleepNext, 3,
            "a sleeping ring does not close or contains an awake body");
    NOTICES(world->state.velocities.data[0].v[0], 1.0f, "a static body is awake or moves");
    NOTICES(world->state.flags.data[0], world->state.flags.data[0] | MICA_FLAG_AWAKE,
            "a static body is awake or moves");
    NOTICES(world->state.bodies.data[0].invMassX, 1.0f,
            "a body that is not dynamic has an inverse mass");
    NOTICES(world->state.bodies.data[0].invInertia, 1.0f,
            "a body that is not dynamic has an inverse mass");
    NOTICES(world->state.bodies.data[0].localCenter.y, 1.0f,
            "a body that is not dynamic turns about another point than its origin");
    NOTICES(world->state.bodies.data[0].inertia, 1.0f,
            "a body that is not dynamic has a mass that was not set");
    mica_body_set_mass(world, mica_body_at(world, 0), (MicaMassData){2, {1, 0}, 3});
    NOTICES(world->state.bodies.data[0].leftoverTime, 0.01f,
            "a body that is not dynamic has leftover time beside a centre of mass");
    NOTICES(world->state.bodies.data[1].firstCollider, 3, "a body's collider list is broken");
    NOTICES(world->state.bodies.data[3].lastCollider, 0,
            "a body's last collider is not the end of its list");
    NOTICES(world->state.bodies.data[4].leftoverTime, 2.0f,
            "a body's leftover time exceeds a second or is not finite");
    NOTICES(world->state.bodies.data[4].leftoverDisplacement.x, NAN,
            "a body's leftover time exceeds a second or is not finite");
    REQUIRE(world->state.positionResiduals.count > 4);
    NOTICES(world->state.positionResiduals.data[4].y, 1.0f,
            "a position residual is larger than the rounding error of the position");
    NOTICES(world->state.liveBodies, 5, "the count of live bodies is wrong");
    mica_world_destroy(world);
}

TEST(damage_to_colliders_is_noticed)
{
    MicaWorld *world = make_victim();
    int32_t faller = world->state.bodies.data[4].firstCollider,
            off = world->state.bodies.data[5].firstCollider;
    NOTICES(world->state.liveColliders, 1, "the count of live colliders is wrong");
    NOTICES(world->state.colliders.data[faller].flags, 0, "the count of live colliders is wrong");
    NOTICES(world->state.colliders.data[faller].flags,
            (uint8_t)(COLLIDER_ALIVE | COLLIDER_MOVING_TREE),
            "a disabled collider is in a tree, or an enabled one is in none");
    NOTICES(world->state.colliders.data[off].flags,
            (uint8_t)(COLLIDER_ALIVE | COLLIDER_MOVING_TREE | COLLIDER_IN_TREE),
            "a disabled collider is in a tree, or an enabled one is in none");
    NOTICES(world->state.colliders.data[faller].flags, (uint8_t)(COLLIDER_ALIVE | COLLIDER_IN_TREE),
            "a collider is in the wrong tree");
    NOTICES(world->state.colliders.data[faller].box.lower.x, -1000.0f,
            "a collider's box differs from the tree's");
    NOTICES(world->state.transforms.data[4].p.x, 300.0f, "a collider has left its box");
    NOTICES(world->state.colliders.data[faller].radius, 3.0f, "a collider has left its box");
    NOTICES(world->state.colliders.data[faller].field, 0,
            "a collider refers to a field that does not exist");
    NOTICES(world->state.fieldCount, 1, "the count of fields is wrong");
    NOTICES(world->state.staticTree.live, 2, "a tree's count of colliders is wrong");
    NOTICES(world->state.movingTree.live, 1, "a tree's count of colliders is wrong");
    mica_world_destroy(world);
}

TEST(damage_to_pairs_is_noticed)
{
    MicaWorld *world = make_victim();
    REQUIRE(world->state.contacts.count >= 3);
    Contact *c = &world->state.contacts.data[1];
    NOTICES(world->state.contacts.count, world->state.contacts.count - 1,
            "the pair table's count of pairs is wrong");
    NOTICES(c->colliderA, 5, "a pair is not found by its colliders");
    NOTICES(c->bodyA, 5, "a pair refers to the wrong bodies");
    NOTICES(c->count, 3, "a manifold has an impossible number of points");
    NOTICES(c->flags, (uint8_t)(c->flags | CONTACT_TRIGGER),
            "a manifold has an impossible number of points");
    NOTICES(c->points[0].normalImpulse, -1.0f, "a contact impulse is negative or not finite");
    NOTICES(c->points[0].normalImpulse, NAN, "a contact impulse is negative or not finite");
    for (int32_t i = 0; i < world->state.contacts.count; i++) {
        Contact *pair = &world->state.contacts.data[i];
        if (world->state.colliders.data[pair->colliderA].type !=
            world->state.colliders.data[pair->colliderB].type) {
            int32_t colliderA = pair->colliderA, bodyA = pair->bodyA;
            pair->colliderA = pair->colliderB;
            pair->bodyA = pair->bodyB;
            pair->colliderB = colliderA;
            pair->bodyB = bodyA;
            CHECK_EQ_STR(mica_world_validate(world), "a pair's shapes are in the wrong order");
            pair->colliderB = pair->colliderA;
            pair->bodyB = pair->bodyA;
            pair->colliderA = colliderA;
            pair->bodyA = bodyA;
            CHECK_EQ_STR(mica_world_validate(world), NULL);
        }
    }
    mica_world_destroy(world);
}

TEST(a_collider_of_a_destroyed_body_is_noticed)
{
    MicaWorld *world = make_victim();
    uint32_t kept = world->state.flags.data[4];
    world->state.flags.data[4] = 0;
    world->state.liveBodies -= 1;
    CHECK_EQ_STR(mica_world_validate(world), "a collider's body was destroyed");
    world->state.flags.data[4] = kept;
    world->state.liveBodies += 1;
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    mica_world_destroy(world);
}

TEST(damage_to_joints_is_noticed)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 1, 0, circle_shape(0.5f));
    add_pin(world, a, b, 0, 0);
    add_pin(world, b, a, 1, 0);
    run(world, 1);
    Joint *j = world->state.joints.data;
    const char *list = "a body's list of joints is broken";
    NOTICES(world->state.liveJoints, 3, "the count of live joints is wrong");
    NOTICES(j[0].bodyB, 0, "a joint's body was destroyed, or both of its bodies are the same");
    NOTICES(j[1].impulses[1], NAN,
            "a joint's impulse is not finite, or a limit's impulse is negative");
    NOTICES(j[1].angle, INFINITY,
            "a joint's impulse is not finite, or a limit's impulse is negative");
    NOTICES(j[0].impulses[JOINT_IMPULSE_LOWER], -1.0f,
            "a joint's impulse is not finite, or a limit's impulse is negative");
    NOTICES(j[0].previous[0], NONE, list);
    NOTICES(j[1].next[1], 3, list);
    NOTICES(world->state.bodies.data[0].firstJoint, 0, list);
    NOTICES(world->state.bodies.data[0].firstJoint, NONE,
            "a joint is missing in the list of one of its bodies");
    mica_world_destroy(world);
}

TEST(damage_to_chains_is_noticed)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    MicaVec2 points[20];
    for (int i = 0; i < 20; i++) {
        points[i] = v2((float)i, 0.1f * (float)(i % 3));
    }
    MicaChainDef chain = {points, 20, false, false, 0.0f};
    REQUIRE(mica_chain_create(world, body, &def, &chain).id != 0);
    REQUIRE(mica_chain_create(world, body, &def, &chain).id != 0);
    NOTICES(world->state.chains.data[1].firstNode, 9, "a chain's range exceeds its arrays");
    NOTICES(world->state.chains.data[0].count, 19, "the counts of chain points or nodes are wrong");
    NOTICES(world->state.chains.data[0].nodes, 2, "a chain's range exceeds its arrays");
    NOTICES(world->state.chainPoints.data[7].y, -3.0f, "a chain's box does not contain its points");
    NOTICES(world->state.chainNodes.count, 7, "the counts of chain points or nodes are wrong");
    mica_world_destroy(world);
}

TEST(damage_to_tile_maps_is_noticed)
{
    MicaWorld *world = make_space();
    MicaColliderDef def = mica_collider_def();
    const MicaTileKind kinds[2] = {{.number = 0, .tile = MICA_TILE_EMPTY},
                                   {.number = 3, .tile = MICA_TILE_FULL}};
    const uint16_t kindOf[3] = {1, 0, 1};
    MicaTilesDef tiles = {
        .cell = {1, 1}, .columns = 3, .rows = 1, .kinds = kinds, .kindCount = 2, .kindOf = kindOf};
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    REQUIRE(mica_tiles_create(world, body, &def, &tiles).id != 0);
    TileMap *map = world->state.tileMaps.data;
    NOTICES(map->first, 1, "a tile map's cells or kinds lie outside their arrays");
    NOTICES(map->firstKind, 1, "a tile map's cells or kinds lie outside their arrays");
    NOTICES(world->state.tileKindOf.data[0], 2, "a cell is not as its kind says");
    NOTICES(world->state.tileCells.data[0], MICA_TILE_EMPTY, "a cell is not as its kind says");
    NOTICES(map->kindLayers, 1u,
            "a tile map's count of trigger cells or its kinds' layers are wrong");
    NOTICES(map->triggers, 1, "a tile map's count of trigger cells or its kinds' layers are wrong");
    NOTICES(world->state.tileCells.count, 2,
            "a tile map's cells or kinds lie outside their arrays");
    NOTICES(world->state.tileBlockBits.data[0], 0, "a tile map's blocks are not as its cells are");
    NOTICES(world->state.tileBlocks.data[0].starts[1], 7,
            "a tile map's blocks are not as its cells are");
    NOTICES(world->state.tileBlocks.count, 0, "a tile map's blocks are not as its cells are");
    mica_world_destroy(world);
}

TEST(damage_to_ignored_pairs_and_movers_is_noticed)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             b = add_dynamic(world, 5, 0, circle_shape(0.5f)),
             c = add_body(world, MICA_BODY_KINEMATIC, 9, 0);
    mica_body_ignore(world, a, b, true);
    mica_body_ignore(world, a, c, true);
    MicaMoverDef def = mica_mover_def();
    REQUIRE(mica_mover_create(world, add_circle(world, c, 0.5f), &def).id != 0);
    uint64_t *pairs = world->state.ignoredPairs.data;
    NOTICES(pairs[1], ~(uint64_t)0, "an ignored pair does not refer to two bodies");
    NOTICES(pairs[1], pairs[0], "the ignored pairs are out of order");
    NOTICES(world->state.movers.data[0].collider, 0, "a mover's body or collider was destroyed");
    NOTICES(world->state.movers.data[0].velocity.y, NAN, "a mover's velocity is not finite");
    NOTICES(world->state.liveMovers, 2, "the count of live movers is wrong");
    mica_world_destroy(world);
}

// A NaN impulse spreads to all bodies connected by contacts within one step: they keep their
// positions and continue from rest.
TEST(bodies_with_infinite_impulses_stay_where_they_are)
{
    const float pushes[3] = {NAN, INFINITY, -1e35f};
    for (int k = 0; k < 6; k++) {
        MicaWorld *world = make_awake_world();
        MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0), link = frame;
        add_ground(world);
        add_dynamic(world, 5, 0.5f, circle_shape(0.5f));
        for (int i = 0; i < 4; i++) {
            MicaBody next = add_dynamic(world, (float)i + 0.5f, 9, box_shape(0.5f, 0.1f));
            MicaJointDef def = pin_def(world, link, next, (float)i, 9);
            def.numbers[MICA_JOINT_BREAK_FORCE] = 1e9f;
            mica_joint_create(world, &def);
            link = next;
        }
        run(world, 60);
        MicaVec2 before = position_of(world, link);
        float *damaged = k < 3 ? &world->state.joints.data[3].impulses[1]
                               : &world->state.contacts.data[0].points[0].normalImpulse;
        *damaged = pushes[k % 3];
        run(world, 1);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        // Pins of a tree are solved without the impulse of the step before: the chain swings on.
        CHECK(hypotf(position_of(world, link).x - before.x, position_of(world, link).y - before.y) <
              0.5f);
        run(world, 60);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        CHECK(position_of(world, mica_body_at(world, 2)).y > 0.4f);
        mica_world_destroy(world);
    }
}

TEST(absurd_forces_keep_all_positions_finite)
{
    for (int impacts = 0; impacts < 2; impacts++) {
        MicaWorld *world = make_space();
        MicaBody a = add_dynamic(world, 0, 0, circle_shape(0.5f)),
                 b = add_dynamic(world, 1, 0, circle_shape(0.5f));
        mica_body_set_mass(world, a, (MicaMassData){1e-12f, {0, 0}, 1e-12f});
        mica_body_apply_force(world, a, v2(1e15f, 1e15f));
        for (int step = 0; step < 5; step++) {
            MicaError error = impacts != 0 ? mica_world_step_impacts(world, FRAME, 100)
                                           : mica_world_step(world, FRAME, 4);
            CHECK_EQ_INT(error, MICA_ERROR_OK);
            CHECK_EQ_STR(mica_world_validate(world), NULL);
            CHECK(fabsf(position_of(world, a).x) <= 1e7f);
            CHECK(fabsf(position_of(world, b).x) <= 1e7f);
        }
        mica_world_destroy(world);
    }
}

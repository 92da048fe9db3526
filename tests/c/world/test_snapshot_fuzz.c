// Spoilt snapshots with a right checksum: each is refused, or a world that steps, answers and is edited. The
// random ones are made as those of the fuzz target, see tests/fuzz/fuzz_restore.c; each of the others once
// crashed, or would have.
#include "build.h"
#include "fuzz.h"
#include "snapshot.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static void check_random(uint32_t seed, int *accepted)
{
    uint8_t bytes[400];
    uint32_t state = seed * 2654435761u + 1u;
    for (int i = 0; i < 400; ++i) {
        bytes[i] = (uint8_t)(test_random(&state) >> 13);
    }
    *accepted += fuzz_restore(bytes, sizeof bytes);
}

TEST(spoilt_snapshots_are_refused_or_a_world)
{
    int accepted = 0, cases = 10000, stride = test_stride(20);
    for (int i = 1; i <= cases; i += stride) {
        check_random((uint32_t)i, &accepted);
    }
    // Neither nothing but refusals, nor a check that lets all pass.
    CHECK(accepted > cases / stride / 5 && accepted < cases / stride / 2);
}

// ------------------------------------------------------------------------------- one thing wrong

static Collider *collider_of_type(MicaWorld *world, MicaShapeType type)
{
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        if (world->state.colliders.data[i].type == type) {
            return &world->state.colliders.data[i];
        }
    }
    return NULL;
}

static Contact *contact_with(MicaWorld *world, MicaShapeType type)
{
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        Contact *c = &world->state.contacts.data[i];
        if (world->state.colliders.data[c->colliderA].type == type) {
            return c;
        }
    }
    return NULL;
}

// A slot that lives is free: the next body would take its place.
static void free_live_body(MicaWorld *world)
{
    world->state.freeBodies.data[world->state.freeBodies.count++] = 3;
}
// Freed twice over: the list of free slots would outgrow its array.
static void destroy_body_twice(MicaWorld *world)
{
    IntList *list = &world->state.destroyedBodies;
    list->data[1] = list->data[0];
    list->count = 2;
}
static void destroy_collider_twice(MicaWorld *world)
{
    IntList *list = &world->state.destroyedColliders;
    list->data[1] = list->data[0];
    list->count = 2;
}
// A free slot of a chain or map that is not blank: the next edit would count its numbers.
static void fill_free_chain(MicaWorld *world)
{
    int32_t slot = world->state.chains.count;
    CHECK(ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.chains, slot + 1));
    world->state.chains.data[slot] = (Chain){.nodes = 1};
    world->state.chains.count += 1;
}
static void fill_free_map(MicaWorld *world)
{
    int32_t slot = world->state.tileMaps.count;
    CHECK(ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.tileMaps, slot + 1));
    world->state.tileMaps.data[slot] = (TileMap){.kinds = 1};
    world->state.tileMaps.count += 1;
}
static void free_live_joint(MicaWorld *world)
{
    world->state.freeJoints.data[world->state.freeJoints.count++] = 0;
}
static void use_polygon_less(MicaWorld *world) { world->state.polygonUses.data[0] -= 1; }
static void free_used_polygon(MicaWorld *world)
{
    world->state.freePolygons.data[world->state.freePolygons.count++] = 0;
}
static void move_without_mark(MicaWorld *world)
{
    int32_t slot = world->state.movedColliders.data[0];
    world->state.colliders.data[slot].flags &= (uint8_t)~COLLIDER_MOVED;
}
static void move_chain_points(MicaWorld *world) { world->state.chains.data[0].first += 1; }
static void lose_chain(MicaWorld *world) { world->state.chains.data[0].count = 0; }
static void name_unknown_tile(MicaWorld *world) { world->state.tileCells.data[0] = 15; }
static void empty_tile_of_contact(MicaWorld *world)
{
    const Contact *c = contact_with(world, MICA_SHAPE_TILES);
    world->state.colliders.data[c->colliderA].edits = 0;
    world->state.colliders.data[c->colliderB].edits = 0;
    world->state.tileCells.data[c->part] = MICA_TILE_EMPTY;
}
static void make_body_turn_hardly(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        if (world->state.bodies.data[i].invInertia > 0.0f) {
            world->state.bodies.data[i].invInertia = 3e-45f;
            return;
        }
    }
}
static void move_center_far(MicaWorld *world)
{
    world->state.bodies.data[0].localCenter.x = -3e38f;
}
static void rub_backwards(MicaWorld *world) { world->state.colliders.data[0].friction = -0.9f; }
static void rub_contact_backwards(MicaWorld *world)
{
    contact_with(world, MICA_SHAPE_TILES)->friction = -1;
}
static void stretch_polygon(MicaWorld *world) { world->state.polygons.data[0].y[2] = 1e20f; }
static void move_anchor_far(MicaWorld *world) { world->state.joints.data[0].anchorB.y = 3e25f; }
static void give_contact_a_fourth_side(MicaWorld *world)
{
    contact_with(world, MICA_SHAPE_TILES)->oneSided = 3;
}
static void hurl_mover(MicaWorld *world) { world->state.movers.data[0].velocity.x = 3e38f; }
static void forget_trigger_cells(MicaWorld *world) { world->state.tileMaps.data[0].triggers += 1; }
static void leave_chain(MicaWorld *world)
{
    contact_with(world, MICA_SHAPE_CHAIN)->part = world->state.chains.data[0].count - 1;
}
static void swap_sides_of_contact(MicaWorld *world)
{
    Contact *c = contact_with(world, MICA_SHAPE_TILES), old = *c;
    c->colliderA = old.colliderB;
    c->colliderB = old.colliderA;
    c->bodyA = old.bodyB;
    c->bodyB = old.bodyA;
    c->part = 0;
}
static void name_layer_beyond(MicaWorld *world)
{
    contact_with(world, MICA_SHAPE_TILES)->cellLayer = 64;
}
static void name_leaf_beyond(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.movingTree.items.count; ++i) {
        if (world->state.movingTree.items.data[i] < 0) {
            world->state.movingTree.items.data[i] = 1 << 20;
            return;
        }
    }
}
static void fill_empty_lane(MicaWorld *world)
{
    Tree *tree = &world->state.movingTree;
    for (int32_t i = 0; i < tree->items.count; ++i) {
        if (tree->items.data[i] < 0) {
            tree->nodes.data[i >> 2].lx[i & 3] = -1e9f;
            tree->nodes.data[i >> 2].layers[i & 3] = ALL_LAYERS;
            return;
        }
    }
}
static void open_other_level(MicaWorld *world) { world->state.movingTree.openLevel ^= 1; }
static void lose_searched(MicaWorld *world) { world->state.movingTree.searched.count -= 1; }
static void move_box(MicaWorld *world)
{
    collider_of_type(world, MICA_SHAPE_POLYGON)->box.lower.x -= 1.0f;
}
static void leave_tree(MicaWorld *world)
{
    collider_of_type(world, MICA_SHAPE_POLYGON)->flags &= (uint8_t)~COLLIDER_IN_TREE;
}
static void turn_flag(MicaWorld *world) { memset(&world->state.pairsEdited, 7, 1); }
static void start_no_generation(MicaWorld *world) { world->state.generationStart = 0; }
static void wake_in_ring(MicaWorld *world)
{
    world->state.bodies.data[3].sleepNext = 3;  // and it is awake
}
static void couple_unnoticed(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        world->state.joints.data[i].flags &= (uint16_t)~JOINT_COUPLED;
    }
}
static void let_two_contacts_be_of_one_pair(MicaWorld *world)
{
    world->state.contacts.data[1] = world->state.contacts.data[0];
}
static void pull_at_contact_point(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        world->state.contacts.data[i].points[0].normalImpulse = -1.0f;
    }
}
static void pull_at_limit_of_joint(MicaWorld *world)
{
    world->state.joints.data[0].impulses[JOINT_IMPULSE_UPPER] = -1.0f;
}
static void couple_joint_with_itself(MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        int32_t *coupled = world->state.jointNumbers.data[i].coupled;
        coupled[1] = coupled[0];
    }
}
// Reading the joint once looked for the joints that it couples, beyond the array.
static void couple_joint_that_is_no_gear(MicaWorld *world)
{
    world->state.jointNumbers.data[0].coupled[1] = 507308296;
}
static void stretch_rotation(MicaWorld *world) { world->state.transforms.data[0].q.c = 1.004f; }
static void fly_beyond_numbers(MicaWorld *world) { world->state.transforms.data[4].p.y = 2e18f; }
static void exceed_rounding_error(MicaWorld *world)
{
    world->state.positionResiduals.data[4] = (Vec2){0.5f, 0.0f};
}
static void set_mass_unnoticed(MicaWorld *world) { world->state.bodies.data[0].mass = 1.0f; }
static void turn_static_body_elsewhere(MicaWorld *world)
{
    world->state.bodies.data[0].localCenter.x = 1.0f;
}
static void set_center_far(MicaWorld *world)
{
    world->state.flags.data[0] |= MICA_FLAG_MASS_OVERRIDE;
    world->state.bodies.data[0].setCenter.x = 2e18f;
}
static void break_joint_beyond(MicaWorld *world)
{
    world->output.brokeEvents.data[0].joint.id = 1000;
    world->output.brokeEvents.count = 1;
}

// With a gear, a destroyed body, contacts of map and chain, and a tree that has an empty leaf.
static MicaWorld *world_with_everything(void)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    fuzz_furnish(world);
    MicaJointDef gear = {.type = MICA_JOINT_GEAR};
    MicaJoint pins[2];
    for (int i = 0; i < 2; ++i) {
        MicaJointDef pin = {.type = MICA_JOINT_REVOLUTE};
        pin.bodyA = mica_body_at(world, 4 + 2 * i);
        pin.bodyB = mica_body_at(world, 5 + 2 * i);
        pins[i] = mica_joint_create(world, &pin);
    }
    gear.jointA = pins[0];
    gear.jointB = pins[1];
    gear.numbers[MICA_JOINT_RATIO] = 1.0f;
    mica_joint_create(world, &gear);
    for (int i = 0; i < 40; ++i) {
        add_dynamic(world, (float)(i % 10) - 5.0f, 3.0f + (float)(i / 10), circle_shape(0.3f));
    }
    MicaBody walker = add_body(world, MICA_BODY_KINEMATIC, 0.0f, 6.0f);
    MicaMoverDef mover = mica_mover_def();
    mica_mover_create(world, add_shape(world, walker, capsule_shape(0.3f, 0.3f)), &mover);
    run(world, 90);
    mica_body_destroy(world, mica_body_at(world, 12));
    return world;
}

TEST(a_snapshot_with_one_thing_wrong_is_refused)
{
    static const struct {
        const char *name;
        void (*spoil)(MicaWorld *world);
    } cases[] = {
#define CASE(name) {#name, name}
        CASE(free_live_body),
        CASE(destroy_body_twice),
        CASE(destroy_collider_twice),
        CASE(fill_free_chain),
        CASE(fill_free_map),
        CASE(free_live_joint),
        CASE(use_polygon_less),
        CASE(free_used_polygon),
        CASE(move_without_mark),
        CASE(move_chain_points),
        CASE(lose_chain),
        CASE(make_body_turn_hardly),
        CASE(move_center_far),
        CASE(set_mass_unnoticed),
        CASE(turn_static_body_elsewhere),
        CASE(set_center_far),
        CASE(rub_backwards),
        CASE(rub_contact_backwards),
        CASE(stretch_polygon),
        CASE(move_anchor_far),
        CASE(give_contact_a_fourth_side),
        CASE(hurl_mover),
        CASE(name_unknown_tile),
        CASE(empty_tile_of_contact),
        CASE(forget_trigger_cells),
        CASE(leave_chain),
        CASE(swap_sides_of_contact),
        CASE(name_layer_beyond),
        CASE(name_leaf_beyond),
        CASE(fill_empty_lane),
        CASE(open_other_level),
        CASE(lose_searched),
        CASE(move_box),
        CASE(leave_tree),
        CASE(turn_flag),
        CASE(start_no_generation),
        CASE(wake_in_ring),
        CASE(couple_unnoticed),
        CASE(break_joint_beyond),
        CASE(let_two_contacts_be_of_one_pair),
        CASE(pull_at_contact_point),
        CASE(pull_at_limit_of_joint),
        CASE(couple_joint_with_itself),
        CASE(couple_joint_that_is_no_gear),
        CASE(stretch_rotation),
        CASE(exceed_rounding_error),
        CASE(fly_beyond_numbers),
#undef CASE
    };
    MicaWorld *world = world_with_everything();
    REQUIRE(contact_with(world, MICA_SHAPE_TILES) != NULL);
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    char *good = aligned_alloc(16, size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, good, size), MICA_ERROR_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        MicaWorldDef def = mica_world_def();
        MicaWorld *spoilt = mica_world_create(&def), *to = mica_world_create(&def);
        CHECK_EQ_INT(mica_world_restore(spoilt, good, size), MICA_ERROR_OK);
        cases[i].spoil(spoilt);
        uint64_t bytes = mica_world_snapshot_bytes(spoilt, 0);
        char *bad = aligned_alloc(16, bytes);
        // What a game could have written into a view is not even saved.
        bool saved = mica_world_snapshot(spoilt, NULL, 0, bad, bytes) != MICA_ERROR_VIEW_READ_ONLY;
        if (saved ? mica_world_restore(to, bad, bytes) != MICA_ERROR_BAD_SNAPSHOT
                  : snapshot_check(spoilt)) {
            test_fail(__FILE__, __LINE__, "accepted: %s", cases[i].name);
        }
        free(bad);
        mica_world_destroy(to);
        // What was spoilt would not be destroyed well either: its arrays alone are freed.
        world_free_arrays(spoilt);
        free(spoilt);
    }
    free(good);
    mica_world_destroy(world);
}

// A sweep without bounds once met the lanes that no kinematic collider fills, which name collider 0: here a
// map that is gone.
TEST(a_body_without_bounds_meets_no_collider_that_is_gone)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    fuzz_furnish(world);
    mica_body_destroy(world, mica_body_at(world, 0));
    MicaBody body = add_dynamic(world, 0, 9, circle_shape(0.3f));
    run(world, 2);
    mica_body_set_velocity(world, body, (MicaVec2){0, -300});
    world->state.bodies.data[MICA_SLOT(body)].maxExtent = 3.4e38f;
    CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
    CHECK_EQ_INT(world->state.colliders.data[0].flags, 0);
    mica_world_destroy(world);
}

// A list of free slots has as many entries as there are slots, used ones among them. It is the same
// whatever its array can hold.
TEST(a_world_whose_slots_come_and_go_is_restored)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def), *to = mica_world_create(&def);
    MicaBody bodies[3];
    for (int i = 0; i < 3; ++i) {
        bodies[i] = add_dynamic(world, 3.0f * (float)i, 0, circle_shape(0.5f));
    }
    mica_body_destroy(world, bodies[1]);
    mica_body_destroy(world, bodies[2]);
    run(world, 1);
    int maximum = 0;
    for (int i = 0; i < 40; ++i) {
        mica_body_destroy(world, add_dynamic(world, 9, 0, circle_shape(0.5f)));
        run(world, 1);
        uint64_t size = mica_world_snapshot_bytes(world, 0);
        char *bytes = aligned_alloc(16, size);
        CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_restore(to, bytes, size), MICA_ERROR_OK);
        CHECK_EQ_HEX(world_state_hash(to), world_state_hash(world));
        free(bytes);
        // The restored world goes on from there, with arrays of another capacity.
        if (i % 2 == 1) {
            MicaWorld *before = world;
            world = to;
            to = before;
        }
        maximum = world->state.freeBodies.count > maximum ? world->state.freeBodies.count : maximum;
    }
    CHECK_EQ_INT(maximum, world->state.bodies.count);
    mica_world_destroy(world);
    mica_world_destroy(to);
}

// Nothing stops a body that falls for ever; no engine's position has an end but that of its floats.
TEST(a_world_with_a_body_far_away_is_restored)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *world = mica_world_create(&def);
    MicaBody body = add_dynamic(world, 0, -9e6f, circle_shape(0.5f));
    for (int i = 0; i < 60 * 400; ++i) {
        mica_body_set_velocity(world, body, (MicaVec2){0, -40000});
        run(world, 1);
    }
    CHECK(mica_body_transform(world, body).p.y < -2.1e7f);
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    char *bytes = aligned_alloc(16, size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_world_restore(world, bytes, size), MICA_ERROR_OK);
    free(bytes);
    mica_world_destroy(world);
}

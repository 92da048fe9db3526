// Colliders: shapes that follow their body, materials, reshaping, triggers, destruction in contact,
// and every bad argument.
#include "build.h"
#include "world.h"

#include <string.h>

TEST(defaults_are_those_of_the_manual)
{
    MicaColliderDef def = mica_collider_def();
    CHECK(def.layer == 0 && def.group == 0 && def.density == 1.0f && def.friction == 0.6f &&
          def.restitution == 0.0f);
    CHECK(def.rollingResistance == 0.0f && def.tangentSpeed == 0.0f && !def.isTrigger &&
          def.userData == 0);
}

TEST(offset_shapes_follow_their_body)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    MicaShape disc;
    mica_shape_circle(v2(2, 0), 0.5f, &disc);
    MicaCollider collider = add_shape(world, body, disc);
    CHECK(mica_collider_contains(world, collider, v2(2.4f, 0)) &&
          !mica_collider_contains(world, collider, v2(0, 0)));
    mica_body_set_transform(world, body, v2(10, 5), 1.57079633f);
    CHECK(mica_collider_contains(world, collider, v2(10, 7.4f)) &&
          !mica_collider_contains(world, collider, v2(12, 5)));
    MicaAABB box = mica_collider_aabb(world, collider);
    CHECK_NEAR(box.lower.x, 9.5, 1e-5);
    CHECK_NEAR(box.upper.y, 7.5, 1e-5);
    mica_body_set_angular_velocity(world, body, 3.14159265f);
    run(world, 60);
    CHECK_NEAR(mica_collider_aabb(world, collider).lower.y, 2.5, 1e-3);
    MicaCollider hit;
    CHECK_EQ_INT(mica_overlap_point(world, v2(10, 3), 0, NULL, &hit, 1), 1);
    CHECK_EQ_INT(hit.id, collider.id);
    mica_world_destroy(world);
}

TEST(an_offset_shape_collides_where_it_is)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 100, 50);
    MicaShape shelf;
    mica_shape_box(v2(-100, -51), 5, 1, 0, 0, &shelf);  // its top at y = 0, under the origin
    add_shape(world, ground, shelf);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 3);
    MicaShape left, right;
    mica_shape_box(v2(-1, 0), 0.5f, 0.5f, 0, 0, &left);
    mica_shape_box(v2(1, 0), 0.5f, 0.5f, 0, 0, &right);
    add_shape(world, body, left);
    add_shape(world, body, right);
    run(world, 180);
    CHECK_NEAR(position_of(world, body).y, 0.5, 0.006);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, body).q), 0.0, 1e-3);
    CHECK_EQ_INT(mica_world_counters(world).touchingContacts, 2);
    mica_world_destroy(world);
}

TEST(definitions_are_read_back)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaColliderDef got, def = {.layer = 7,
                                .group = -2,
                                .density = 2.5f,
                                .friction = 0.25f,
                                .restitution = 0.5f,
                                .frictionCombine = MICA_COMBINE_MIN,
                                .restitutionCombine = MICA_COMBINE_AVERAGE,
                                .rollingResistance = 0.125f,
                                .tangentSpeed = -3,
                                .isTrigger = true,
                                .sees = MICA_SEES_TRIGGERS,
                                .oneWay = {0, 1},
                                .arcade = true,
                                .userData = 99};
    MicaShape shapes[3] = {circle_shape(0.5f), capsule_shape(1, 0.25f), box_shape(1, 2)};
    mica_shape_box(v2(0.5f, 0.25f), 1, 2, 0.5f, 0.1f, &shapes[2]);
    MicaCollider colliders[3], listed[3];
    for (int i = 0; i < 3; i++) {
        colliders[i] = mica_collider_create(world, body, &def, &shapes[i]);
        MicaShape out;
        CHECK_EQ_INT(mica_collider_shape(world, colliders[i], &out), MICA_ERROR_OK);
        CHECK_EQ_INT(out.type, shapes[i].type);
        CHECK_EQ_INT(out.count, shapes[i].count);
        CHECK(out.radius == shapes[i].radius);
        CHECK_EQ_INT(memcmp(out.points, shapes[i].points, sizeof(MicaVec2) * (size_t)out.count), 0);
        CHECK_NEAR(out.centroid.x, shapes[i].centroid.x, 1e-6);
        CHECK_NEAR(out.centroid.y, shapes[i].centroid.y, 1e-6);
        CHECK_EQ_INT(mica_collider_get(world, colliders[i], &got), MICA_ERROR_OK);
        CHECK(got.layer == 7 && got.group == -2 && got.density == 2.5f && got.friction == 0.25f);
        CHECK(got.restitution == 0.5f && got.rollingResistance == 0.125f &&
              got.tangentSpeed == -3.0f);
        CHECK(got.frictionCombine == MICA_COMBINE_MIN &&
              got.restitutionCombine == MICA_COMBINE_AVERAGE);
        CHECK(got.isTrigger && got.userData == 99);
        CHECK_EQ_INT(mica_collider_body(world, colliders[i]).id, body.id);
        CHECK_EQ_INT(mica_collider_layer(world, colliders[i]), 7);
        CHECK_EQ_INT(mica_collider_user_data(world, colliders[i]), 99);
        CHECK_EQ_INT(mica_collider_at(world, MICA_SLOT(colliders[i])).id, colliders[i].id);
    }
    CHECK_EQ_INT(mica_body_colliders(world, body, listed, 2), 3);
    CHECK_EQ_INT(mica_body_colliders(world, body, NULL, 0), 3);
    CHECK_EQ_INT(mica_body_colliders(world, body, listed, 3), 3);
    CHECK_EQ_INT(memcmp(listed, colliders, sizeof listed), 0);
    mica_collider_destroy(world, colliders[1]);
    CHECK_EQ_INT(mica_body_colliders(world, body, listed, 3), 2);
    CHECK(listed[0].id == colliders[0].id && listed[1].id == colliders[2].id);
    mica_collider_set_user_data(world, colliders[0], 5);
    CHECK_EQ_INT(mica_collider_user_data(world, colliders[0]), 5);
    mica_world_destroy(world);
}

TEST(a_body_without_mass_has_the_extents_of_all_its_colliders)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_KINEMATIC, 3, 1);
    Body *b = &world->state.bodies.data[MICA_SLOT(body)];
    MicaShape shape;
    for (int i = 0; i < 12; i++) {
        mica_shape_box(v2((float)i - 6, 0.3f * (float)i), 0.2f + 0.1f * (float)(i % 4), 0.5f, 0.1f,
                       0, &shape);
        add_shape(world, body, shape);
        float extent = b->maxExtent, inner = b->minExtent;
        body_update_mass(world, MICA_SLOT(body));
        CHECK(b->maxExtent == extent && b->minExtent == inner && extent > 0.5f && inner < 0.5f);
    }
    mica_world_destroy(world);
}

TEST(equal_polygons_stay_apart_when_one_changes)
{
    MicaWorld *world = make_space();
    MicaCollider colliders[40];
    for (int i = 0; i < 40; i++) {
        colliders[i] =
            add_box(world, add_body(world, MICA_BODY_DYNAMIC, 3.0f * (float)i, 0), 0.5f, 0.5f);
    }
    MicaShape flat = box_shape(1, 0.25f), out;
    for (int i = 0; i < 40; i += 2) {
        CHECK_EQ_INT(mica_collider_set_shape(world, colliders[i], &flat), MICA_ERROR_OK);
    }
    for (int i = 0; i < 40; i += 3) {
        mica_collider_destroy(world, colliders[i]);
    }
    run(world, 2);
    for (int i = 0; i < 40; i++) {
        if (i % 3) {
            CHECK_EQ_INT(mica_collider_shape(world, colliders[i], &out), MICA_ERROR_OK);
            CHECK_NEAR(out.points[2].x, i % 2 ? 0.5 : 1.0, 1e-7);
            CHECK_NEAR(out.points[2].y, i % 2 ? 0.5 : 0.25, 1e-7);
        }
    }
    mica_world_destroy(world);
}

TEST(reshaping_changes_mass_contacts_and_bounds)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    MicaCollider collider;
    mica_body_colliders(world, body, &collider, 1);
    run(world, 120);
    CHECK(!is_awake(world, body));
    MicaShape small = circle_shape(0.25f), long_ = capsule_shape(1, 0.25f);
    CHECK_EQ_INT(mica_collider_set_shape(world, collider, &small), MICA_ERROR_OK);
    CHECK(is_awake(world, body));
    CHECK_NEAR(mica_body_mass(world, body).mass, 3.14159265 / 16.0, 1e-6);
    run(world, 60);
    CHECK_NEAR(position_of(world, body).y, 0.25, 0.006);
    CHECK_EQ_INT(mica_collider_set_shape(world, collider, &long_), MICA_ERROR_OK);
    CHECK_NEAR(mica_collider_aabb(world, collider).upper.x,
               (double)position_of(world, body).x + 1.25, 0.02);
    run(world, 120);
    CHECK_NEAR(position_of(world, body).y, 0.25, 0.006);
    CHECK_EQ_INT(mica_world_counters(world).touchingContacts, 1);
    MicaShape box = box_shape(1, 1);
    // Half in the floor: pushed out
    CHECK_EQ_INT(mica_collider_set_shape(world, collider, &box), MICA_ERROR_OK);
    run(world, 180);
    CHECK_NEAR(position_of(world, body).y, 1.0, 0.006);
    mica_world_destroy(world);
}

TEST(destroying_one_collider_of_two_in_contact)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0.5f);
    MicaShape left, right;
    mica_shape_box(v2(-1, 0), 0.5f, 0.5f, 0, 0, &left);
    mica_shape_box(v2(1, 0), 0.5f, 0.5f, 0, 0, &right);
    MicaCollider a = add_shape(world, body, left), b = add_shape(world, body, right);
    run(world, 120);
    CHECK(!is_awake(world, body));
    CHECK_EQ_INT(mica_collider_destroy(world, a), MICA_ERROR_OK);
    CHECK(is_awake(world, body) && mica_collider_is_valid(world, b));
    run(world, 1);
    MicaEvents e = mica_world_events(world);
    CHECK_EQ_INT(e.endCount, 1);
    CHECK(e.endCount == 1 && (e.end[0].colliderA.id == a.id || e.end[0].colliderB.id == a.id));
    CHECK_ERROR(world, mica_collider_destroy(world, a), MICA_ERROR_STALE_COLLIDER);
    run(world, 120);
    CHECK_NEAR(mica_body_center(world, body).y, 0.5, 0.01);
    mica_world_destroy(world);
}

TEST(a_trigger_beside_a_solid_on_one_body)
{
    // A small solid core and a wide trigger around it: the contact names the core.
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaColliderDef wide = mica_collider_def();
    wide.isTrigger = true;
    MicaShape halo = circle_shape(2.0f);
    MicaCollider core = add_circle(world, body, 0.5f),
                 trigger = mica_collider_create(world, body, &wide, &halo);
    MicaBody other = add_dynamic(world, 5, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, other, v2(-3, 0));
    int entered = 0, begun = 0;
    for (int i = 0; i < 90; i++) {
        run(world, 1);
        MicaEvents e = mica_world_events(world);
        if (e.enterCount > 0) {
            entered++;
            CHECK_EQ_INT(e.enter[0].trigger.id, trigger.id);
            CHECK_EQ_INT(begun, 0);
        }
        if (e.beginCount > 0) {
            begun++;
            CHECK(e.begin[0].colliderA.id == core.id || e.begin[0].colliderB.id == core.id);
        }
    }
    CHECK_EQ_INT(entered, 1);
    CHECK_EQ_INT(begun, 1);
    mica_world_destroy(world);
}

TEST(a_collider_made_a_trigger_lets_bodies_pass_until_it_is_solid_again)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world),
             body = add_dynamic(world, 0, 0.499f, box_shape(0.5f, 0.5f));
    MicaCollider floor;
    mica_body_colliders(world, ground, &floor, 1);
    run(world, 120);
    CHECK(!is_awake(world, body));
    CHECK_EQ_INT(mica_collider_set_trigger(world, floor, true), MICA_ERROR_OK);
    run(world, 15);
    CHECK(position_of(world, body).y < 0.3f);
    CHECK_EQ_INT(mica_world_counters(world).triggerPairs, 1);
    mica_collider_set_trigger(world, floor, false);
    run(world, 240);
    CHECK_NEAR(position_of(world, body).y, 0.5, 0.01);
    mica_world_destroy(world);
}

// The body kept the largest minimum extent that there is, and was not fast at any speed.
TEST(a_trigger_made_solid_counts_in_the_minimum_extent)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = box_shape(0.5f, 0.25f);
    MicaCollider collider = mica_collider_create(world, body, &def, &shape);
    const Body *b = &world->state.bodies.data[MICA_SLOT(body)];
    CHECK(b->minExtent == MAX_SIZE);
    mica_collider_set_trigger(world, collider, false);
    CHECK(b->minExtent == 0.25f);
    mica_collider_set_trigger(world, collider, true);
    CHECK(b->minExtent == MAX_SIZE);
    mica_world_destroy(world);
}

// -------------------------------------------------------------------------------------- materials

TEST(friction_may_change_in_contact)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_ground(world);
    MicaCollider floor, box;
    mica_body_colliders(world, ground, &floor, 1);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    mica_body_colliders(world, body, &box, 1);
    mica_collider_set_friction(world, floor, 0);
    run(world, 5);
    mica_body_set_velocity(world, body, v2(4, 0));
    run(world, 30);
    CHECK_NEAR(mica_body_velocity(world, body).x, 4.0, 1e-4);  // geometric mean with 0
    mica_collider_set_friction(world, floor, 0.4f);
    mica_collider_set_friction(world, box, 0.1f);
    run(world, 30);
    // Mu = sqrt(0.4 0.1) = 0.2
    CHECK_NEAR(mica_body_velocity(world, body).x, 4.0 - 0.2 * 10.0 * 0.5, 0.04);
    mica_world_destroy(world);
}

TEST(density_zero_weighs_a_kilogram_and_does_not_turn)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f));
    MicaCollider collider;
    mica_body_colliders(world, body, &collider, 1);
    CHECK_EQ_INT(mica_collider_set_density(world, collider, 0), MICA_ERROR_OK);
    CHECK(mica_body_mass(world, body).mass == 1.0f && mica_body_mass(world, body).inertia == 0.0f);
    mica_body_apply_impulse_at(world, body, v2(0, 1), v2(1, 0));
    CHECK(mica_body_velocity(world, body).y == 1.0f &&
          mica_body_angular_velocity(world, body) == 0.0f);
    mica_world_destroy(world);
}

// -------------------------------------------------------------------------------------- bad input

#define REFUSES_DEF(field, value, error)                                                           \
    do {                                                                                           \
        MicaColliderDef badDef = mica_collider_def();                                              \
        badDef.field = (value);                                                                    \
        CHECK_REFUSED(world,                                                                       \
                      CHECK_EQ_INT(mica_collider_create(world, body, &badDef, &disc).id, 0),       \
                      MICA_ERROR_##error);                                                         \
    } while (0)

// Circles, boxes and capsules off the centre, some without mass, some triggers.
static void many_shapes(MicaColliderDef *defs, MicaShape *shapes, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        float x = 0.3f * (float)(i % 7) - 0.5f, y = 0.2f * (float)(i % 5) + 0.1f;
        defs[i] = mica_collider_def();
        defs[i].density = i % 6 == 5 ? 0.0f : 0.1f + 0.7f * (float)(i % 3);
        defs[i].isTrigger = i % 11 == 3;
        shapes[i] = (MicaShape){0};
        if (i % 3 == 0) {
            mica_shape_circle(v2(x, y), 0.25f, &shapes[i]);
        } else if (i % 3 == 1) {
            mica_shape_box(v2(x, y), 0.2f + 0.01f * (float)(i % 4), 0.3f, 0.1f * y, 0, &shapes[i]);
        } else {
            mica_shape_capsule(v2(x, y), v2(y, x + 0.4f), 0.1f, &shapes[i]);
        }
    }
}

static MicaBody spinning_body(MicaWorld *world, MicaBodyType type)
{
    MicaBodyDef def = mica_body_def();
    def.type = type;
    if (type != MICA_BODY_STATIC) {
        def.linearVelocity = v2(1.37f, -2.11f);
        def.angularVelocity = 3.3f;
    }
    return mica_body_create(world, &def);
}

TEST(many_colliders_made_at_once_are_those_made_one_by_one)
{
    enum { MANY = 60 };
    MicaColliderDef defs[MANY];
    MicaShape shapes[MANY];
    many_shapes(defs, shapes, MANY);
    for (int32_t trial = 0; trial < 4; ++trial) {
        MicaWorld *worlds[2] = {make_world(), make_world()};
        MicaCollider made[MANY];
        for (int32_t w = 0; w < 2; ++w) {
            MicaBody body = spinning_body(worlds[w], trial < 3 ? (MicaBodyType)trial : 2);
            if (trial == 3) {
                mica_body_set_mass(worlds[w], body, (MicaMassData){3, {0.5f, 0.25f}, 2});
            }
            add_shape(worlds[w], body, circle_shape(0.4f));
            if (w == 0) {
                CHECK_EQ_INT(mica_colliders_create(worlds[w], body, defs, shapes, MANY, made),
                             MANY);
                CHECK(mica_collider_is_valid(worlds[w], made[MANY - 1]));
            } else {
                for (int32_t i = 0; i < MANY; ++i) {
                    made[i] = mica_collider_create(worlds[w], body, &defs[i], &shapes[i]);
                }
            }
            MicaCollider listed[MANY + 1];
            CHECK_EQ_INT(mica_body_colliders(worlds[w], body, listed, MANY + 1), MANY + 1);
            CHECK_EQ_INT(memcmp(listed + 1, made, sizeof made), 0);
        }
        MicaMassData a = mica_body_mass(worlds[0], mica_body_at(worlds[0], 0)),
                     b = mica_body_mass(worlds[1], mica_body_at(worlds[1], 0));
        CHECK_EQ_INT(memcmp(&a, &b, sizeof a), 0);
        CHECK(mica_world_hash(worlds[0]) == mica_world_hash(worlds[1]));
        run(worlds[0], 20);
        run(worlds[1], 20);
        CHECK(mica_world_hash(worlds[0]) == mica_world_hash(worlds[1]));
        mica_world_destroy(worlds[0]);
        mica_world_destroy(worlds[1]);
    }
}

TEST(many_colliders_are_made_all_or_none)
{
    enum { MANY = 60 };
    MicaColliderDef defs[MANY];
    MicaShape shapes[MANY];
    MicaCollider made[MANY];
    many_shapes(defs, shapes, MANY);
    MicaWorld *world = make_world();
    MicaBody body = spinning_body(world, MICA_BODY_DYNAMIC);
    add_shape(world, body, circle_shape(0.4f));
    MicaBody emptyBody = spinning_body(world, MICA_BODY_DYNAMIC);
    uint64_t hash = mica_world_hash(world);
    struct {
        int32_t at;
        MicaError error;
    } bad[3] = {{40, MICA_ERROR_BAD_LAYER}, {0, MICA_ERROR_BAD_SHAPE}, {59, MICA_ERROR_BAD_SHAPE}};
    for (int32_t i = 0; i < 6; ++i) {
        MicaColliderDef def = defs[bad[i % 3].at];
        MicaShape shape = shapes[bad[i % 3].at];
        defs[bad[i % 3].at].layer = bad[i % 3].error == MICA_ERROR_BAD_LAYER ? 64 : 0;
        shapes[bad[i % 3].at].radius = bad[i % 3].error == MICA_ERROR_BAD_SHAPE ? -1.0f : 0.25f;
        MicaBody on = i < 3 ? body : emptyBody;
        mica_clear_error(world);
        CHECK_EQ_INT(mica_colliders_create(world, on, defs, shapes, MANY, made), 0);
        CHECK_EQ_INT(mica_last_error(world), bad[i % 3].error);
        CHECK_EQ_INT(mica_body_colliders(world, on, made, MANY), i < 3 ? 1 : 0);
        CHECK(mica_world_hash(world) == hash);
        CHECK(mica_world_validate(world) == NULL);
        defs[bad[i % 3].at] = def;
        shapes[bad[i % 3].at] = shape;
    }
    CHECK_EQ_INT(mica_colliders_create(world, emptyBody, defs, shapes, 0, made), 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_colliders_create(world, emptyBody, defs, shapes, MANY, NULL), 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_colliders_create(world, (MicaBody){0}, defs, shapes, MANY, made), 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_STALE_BODY);
    CHECK_EQ_INT(mica_colliders_create(world, emptyBody, defs, shapes, MANY, made), MANY);
    run(world, 5);
    mica_world_destroy(world);
}

TEST(creation_refuses_bad_arguments)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1));
    MicaShape disc = circle_shape(0.5f), bad = {0};
    MicaColliderDef def = mica_collider_def();
    REFUSES_DEF(layer, 64, BAD_LAYER);
    REFUSES_DEF(layer, -1, BAD_LAYER);
    REFUSES_DEF(density, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(density, NAN, NOT_FINITE);
    REFUSES_DEF(density, 1e10f, OUT_OF_RANGE);
    REFUSES_DEF(friction, -0.1f, OUT_OF_RANGE);
    REFUSES_DEF(friction, INFINITY, NOT_FINITE);
    REFUSES_DEF(restitution, 1.1f, OUT_OF_RANGE);
    REFUSES_DEF(restitution, -0.1f, OUT_OF_RANGE);
    REFUSES_DEF(restitution, NAN, NOT_FINITE);
    REFUSES_DEF(rollingResistance, -1.0f, OUT_OF_RANGE);
    REFUSES_DEF(rollingResistance, NAN, NOT_FINITE);
    REFUSES_DEF(tangentSpeed, NAN, NOT_FINITE);
    REFUSES_DEF(tangentSpeed, 1e6f, OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_collider_create(world, body, NULL, &disc), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = disc;
    bad.radius = NAN;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = disc;
    bad.radius = -1;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = disc;
    bad.points[0].x = INFINITY;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = box_shape(1, 1);
    bad.points[2] = v2(0, 0);  // edited into a dent
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = box_shape(1, 1);
    bad.normals[1] = v2(0, 1);
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = box_shape(1, 1);
    bad.normals[1] = v2(1e30f, 0);
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad = box_shape(1, 1);
    bad.count = 9;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad.count = 2;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    bad.type = (MicaShapeType)99;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &bad), MICA_ERROR_BAD_SHAPE);
    mica_world_destroy(world);
}

TEST(setters_refuse_bad_arguments)
{
    MicaWorld *world = make_world();
    add_dynamic(world, 0, 0, circle_shape(1));
    MicaCollider c = mica_collider_at(world, 0);
    MicaShape bad = {0};
    CHECK_ERROR(world, mica_collider_set_friction(world, c, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_collider_set_friction(world, c, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_restitution(world, c, INFINITY), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_collider_set_restitution(world, c, 2), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_rolling_resistance(world, c, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_collider_set_rolling_resistance(world, c, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_tangent_speed(world, c, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_collider_set_tangent_speed(world, c, 1e6f), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_density(world, c, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_density(world, c, NAN), MICA_ERROR_NOT_FINITE);
    CHECK_ERROR(world, mica_collider_set_shape(world, c, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(world, mica_collider_set_shape(world, c, &bad), MICA_ERROR_BAD_SHAPE);
    CHECK_ERROR(world, mica_collider_shape(world, c, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(world, mica_collider_get(world, c, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK(!mica_collider_contains(world, c, v2(NAN, 0)));
    mica_world_destroy(world);
}

TEST(every_call_refuses_a_stale_handle)
{
    MicaWorld *world = make_world();
    add_dynamic(world, 0, 0, circle_shape(1));
    MicaCollider c = add_circle(world, mica_body_at(world, 0), 0.5f);
    mica_collider_destroy(world, c);
    MicaShape disc = circle_shape(1);
    MicaColliderDef def;
    const MicaError stale = MICA_ERROR_STALE_COLLIDER;
    CHECK_ERROR(world, mica_collider_destroy(world, c), stale);
    CHECK_ERROR(world, mica_collider_shape(world, c, &disc), stale);
    CHECK_ERROR(world, mica_collider_get(world, c, &def), stale);
    CHECK_ERROR(world, mica_collider_set_layer(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_group(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_trigger(world, c, true), stale);
    CHECK_ERROR(world, mica_collider_set_friction(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_restitution(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_rolling_resistance(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_tangent_speed(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_density(world, c, 1), stale);
    CHECK_ERROR(world, mica_collider_set_shape(world, c, &disc), stale);
    CHECK_ERROR(world, mica_collider_set_user_data(world, c, 1), stale);
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_collider_body(world, c).id, 0), stale);
    CHECK_REFUSED(world, CHECK(mica_collider_aabb(world, c).upper.x == 0.0f), stale);
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_collider_layer(world, c), 0), stale);
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_collider_user_data(world, c), 0), stale);
    CHECK_REFUSED(world, CHECK(!mica_collider_contains(world, c, v2(0, 0))), stale);
    mica_world_destroy(world);
}

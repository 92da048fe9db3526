// Calls with a pointer missing, and the getters with any handle. None of them changes anything.
#include "fuzz.h"

static void need_error(MicaWorld *world, const char *what)
{
    if (mica_last_error(world) == MICA_ERROR_OK) {
        fail(what);
    }
    mica_clear_error(world);
}

#define REFUSED(world, call)                                                                       \
    do {                                                                                           \
        mica_clear_error(world);                                                                   \
        (void)(call);                                                                              \
        need_error(world, "not refused: " #call);                                                  \
    } while (0)

static void leave_out_pointers(MicaWorld *world, MicaBody body, MicaCollider collider)
{
    const MicaColliderDef material = mica_collider_def();
    const MicaVec2 a = {0.0f, 0.0f}, b = {1.0f, 0.0f};
    const MicaTransform place = {a, {1.0f, 0.0f}};
    MicaShape shape;
    MicaHit hit;
    mica_shape_circle(a, 1.0f, &shape);
    REFUSED(world, mica_body_create(world, NULL));
    REFUSED(world, mica_collider_create(world, body, NULL, &shape));
    REFUSED(world, mica_collider_create(world, body, &material, NULL));
    MicaCollider made;
    REFUSED(world, mica_colliders_create(world, body, NULL, &shape, 1, &made));
    REFUSED(world, mica_colliders_create(world, body, &material, NULL, 1, &made));
    REFUSED(world, mica_colliders_create(world, body, &material, &shape, 1, NULL));
    REFUSED(world, mica_chain_create(world, body, &material, NULL));
    REFUSED(world, mica_chain_create(world, body, &material, &(MicaChainDef){.count = 3}));
    REFUSED(world, mica_tiles_create(world, body, &material, NULL));
    REFUSED(world, mica_collider_set_shape(world, collider, NULL));
    REFUSED(world, mica_collider_get(world, collider, NULL));
    REFUSED(world, mica_collider_shape(world, collider, NULL));
    REFUSED(world, mica_collider_field(world, collider, NULL));
    REFUSED(world, mica_joint_create(world, NULL));
    REFUSED(world, mica_joint_get(world, mica_joint_at(world, 0), NULL));
    REFUSED(world, mica_world_explode(world, NULL));
    REFUSED(world, mica_ray_closest(world, a, b, NULL, NULL));
    REFUSED(world, mica_ray_all(world, a, b, NULL, NULL, 3));
    REFUSED(world, mica_ray_batch(world, NULL, 70, NULL, &hit));
    REFUSED(world, mica_shape_cast_batch(world, &shape, NULL, 7, NULL, &hit));
    REFUSED(world, mica_circle_cast_batch(world, NULL, 7, NULL, &hit));
    REFUSED(world, mica_shape_cast_closest(world, NULL, place, b, NULL, &hit));
    REFUSED(world, mica_overlap_shape(world, NULL, place, NULL, NULL, 0));
    REFUSED(world, mica_closest_point(world, a, 1.0f, NULL, NULL));
    REFUSED(world, mica_body_closest_point(world, body, a, NULL));
    REFUSED(world, mica_body_sweep(world, body, NULL, 2, NULL, NULL));
}

static void leave_out_world(MicaBody body, MicaCollider collider, MicaJoint joint)
{
    MicaHit hit;
    const float ray[4] = {0.0f, 0.0f, 1.0f, 0.0f};
    mica_world_step(NULL, 0.01f, 4);
    mica_world_step_impacts(NULL, 0.01f, 4);
    mica_world_set_gravity(NULL, (MicaVec2){0.0f, 0.0f});
    mica_body_destroy(NULL, body);
    mica_body_set_velocity(NULL, body, (MicaVec2){0.0f, 0.0f});
    mica_body_transform(NULL, body);
    mica_collider_destroy(NULL, collider);
    mica_collider_set_layer(NULL, collider, 1);
    mica_collider_aabb(NULL, collider);
    mica_joint_destroy(NULL, joint);
    mica_joint_state(NULL, joint);
    mica_joint_set_limit(NULL, joint, true, 0.0f, 1.0f);
    mica_layer_set(NULL, 0, 1, MICA_SOLID);
    mica_world_explode(NULL, NULL);
    mica_ray_batch(NULL, ray, 1, NULL, &hit);
    mica_world_counters(NULL);
    mica_world_events(NULL);
    mica_world_views(NULL);
    mica_world_validate(NULL);
    mica_last_error(NULL);
    mica_clear_error(NULL);
}

static void read_all(MicaWorld *world, MicaBody body, MicaCollider collider, MicaJoint joint)
{
    MicaJoint joints[4];
    MicaCollider colliders[4];
    MicaJointDef pin;
    const MicaContactPoint *points;
    check_vec(mica_body_velocity(world, body), "a velocity");
    check_vec(mica_body_center(world, body), "a centre");
    check_vec(mica_collider_aabb(world, collider).lower, "the bounds of a collider");
    mica_body_colliders(world, body, colliders, 4);
    mica_body_joints(world, body, joints, 4);
    mica_body_ignores(world, body, mica_collider_body(world, collider));
    mica_world_ignored_pairs(world, NULL, 1);
    mica_trigger_pairs(world, body, mica_collider_body(world, collider));
    mica_joint_get(world, joint, &pin);
    mica_joint_body_a(world, joint);
    mica_joint_type(world, joint);
    int32_t count = mica_body_contact_points(world, body, &points);
    for (int32_t i = 0; i < count; i++) {
        check_vec(points[i].point, "a contact point of a body");
    }
    const MicaContactSide one = {.body = body}, other = {.collider = collider};
    mica_pair_contact_points(world, one, other, &points);
}

void call_with_nulls(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    MicaCollider collider = read_collider(in, world);
    MicaJoint joint = read_joint(in, world);
    uint64_t before = fingerprint(world);
    leave_out_pointers(world, body, collider);
    leave_out_world(body, collider, joint);
    read_all(world, body, collider, joint);
    if (fingerprint(world) != before) {
        fail("what must not change anything has");
    }
}

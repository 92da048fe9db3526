// Contact points: those of all pairs, of one body, and between two sides, each a body or collider;
// which side is A; impulses, speeds and depth against values computed by hand; stale handles;
// reading again allocates nothing.
#include "build.h"

static MicaContactSide body_side(MicaBody body) { return (MicaContactSide){.body = body}; }
static MicaContactSide collider_side(MicaCollider collider)
{
    return (MicaContactSide){.collider = collider};
}
static const MicaContactSide anything;

static int between(MicaWorld *world, MicaContactSide one, MicaContactSide other)
{
    return mica_pair_contact_points(world, one, other, NULL);
}

TEST(points_between_two_sides_are_those_of_the_pair)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_ground(world);
    MicaBody table = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.5f);
    MicaShape leg;
    mica_shape_box(v2(-2.0f, 0.0f), 0.25f, 0.5f, 0.0f, 0.0f, &leg);
    MicaCollider left = add_shape(world, table, leg);
    mica_shape_box(v2(2.0f, 0.0f), 0.25f, 0.5f, 0.0f, 0.0f, &leg);
    MicaCollider right = add_shape(world, table, leg);
    MicaBody ball = add_dynamic(world, 2.0f, 1.25f, circle_shape(0.25f));
    MicaBody far = add_dynamic(world, 20.0f, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 60);
    CHECK_EQ_INT(mica_world_contact_points(world, NULL), 7);
    CHECK_EQ_INT(between(world, anything, anything), 7);
    CHECK_EQ_INT(between(world, body_side(table), anything), 5);
    CHECK_EQ_INT(between(world, anything, body_side(table)), 5);
    CHECK_EQ_INT(between(world, body_side(table), body_side(ground)), 4);
    CHECK_EQ_INT(between(world, collider_side(left), body_side(ground)), 2);
    CHECK_EQ_INT(between(world, collider_side(left), anything), 2);
    CHECK_EQ_INT(between(world, collider_side(right), body_side(ball)), 1);
    CHECK_EQ_INT(between(world, collider_side(left), body_side(ball)), 0);
    CHECK_EQ_INT(between(world, body_side(table), body_side(far)), 0);
    CHECK_EQ_INT(between(world, collider_side(left), collider_side(right)), 0);
    CHECK_EQ_INT(between(world, body_side(table), body_side(table)), 0);
    // A side with a collider and a body that is not the collider's matches nothing.
    CHECK_EQ_INT(between(world, (MicaContactSide){ball, left}, anything), 0);
    CHECK_EQ_INT(between(world, (MicaContactSide){table, left}, anything), 2);
    mica_world_destroy(world);
}

TEST(the_first_side_asked_for_is_A)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_ground(world);
    MicaBody ball = add_dynamic(world, 1.0f, 0.5f, circle_shape(0.5f));
    run(world, 60);
    MicaBody bodies[2] = {ground, ball};
    for (int i = 0; i < 2; i++) {
        const MicaContactPoint *p;
        REQUIRE(mica_body_contact_points(world, bodies[i], &p) == 1);
        CHECK_EQ_INT(p->bodyA.id, bodies[i].id);
        CHECK_EQ_INT(p->bodyB.id, bodies[1 - i].id);
        CHECK_EQ_INT(mica_collider_body(world, p->colliderA).id, bodies[i].id);
        CHECK_EQ_INT(mica_collider_body(world, p->colliderB).id, bodies[1 - i].id);
        CHECK_NEAR(p->normal.y, i == 0 ? 1.0 : -1.0, 1e-6);
        CHECK_NEAR(p->point.x, 1.0, 1e-3);
        CHECK_NEAR(p->point.y, 0.0, 6e-3);
        CHECK_EQ_INT(p->pointCount, 1);
        REQUIRE(mica_pair_contact_points(world, anything, body_side(bodies[i]), &p) == 1);
        CHECK_EQ_INT(p->bodyB.id, bodies[i].id);
    }
    mica_world_destroy(world);
}

TEST(impulses_and_speeds_are_those_of_a_sliding_box)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_ground(world);
    MicaBody box = add_dynamic(world, 0.0f, 0.5f, box_shape(1.0f, 0.5f));
    run(world, 30);
    mica_body_set_velocity(world, box, v2(8.0f, 0.0f));
    run(world, 12);
    double mass = (double)mica_body_mass(world, box).mass,
           speed = (double)mica_body_velocity(world, box).x;
    // Seen from either side, friction acts on B against B's sliding.
    for (int i = 0; i < 2; i++) {
        const MicaContactPoint *p;
        MicaContactSide one = body_side(i == 0 ? ground : box),
                        other = body_side(i == 0 ? box : ground);
        REQUIRE(mica_pair_contact_points(world, one, other, &p) == 2);
        double normal = 0.0, tangent = 0.0;
        for (int j = 0; j < 2; j++) {
            normal += (double)p[j].normalImpulse;
            tangent += (double)p[j].tangentImpulse;
            CHECK_NEAR(p[j].tangentSpeed, speed, 1e-3);
            CHECK_NEAR(p[j].normalSpeed, 0.0, 1e-2);
            CHECK_EQ_INT(p[j].pointCount, 2);
            CHECK(p[j].separation > -0.01f && p[j].separation < 0.005f);
        }
        CHECK_NEAR(normal, mass * 10.0 / 60.0, mass * 10.0 / 60.0 * 0.01);
        CHECK_NEAR(tangent, -0.6 * normal, 0.6 * normal * 1e-3);
    }
    mica_world_destroy(world);
}

TEST(stale_handles_are_refused_and_reading_again_allocates_nothing)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_ground(world);
    MicaBody box = add_dynamic(world, 0.0f, 0.5f, box_shape(0.5f, 0.5f));
    MicaBody gone = add_dynamic(world, 9.0f, 9.0f, circle_shape(0.5f));
    MicaCollider disc;
    mica_body_colliders(world, gone, &disc, 1);
    mica_body_destroy(world, gone);
    run(world, 30);
    CHECK_EQ_INT(mica_world_contact_points(world, NULL), 2);
    CHECK_REFUSED(world, CHECK_EQ_INT(between(world, body_side(gone), anything), 0),
                  MICA_ERROR_STALE_BODY);
    CHECK_REFUSED(world, CHECK_EQ_INT(between(world, body_side(box), body_side(gone)), 0),
                  MICA_ERROR_STALE_BODY);
    CHECK_REFUSED(world, CHECK_EQ_INT(between(world, collider_side(disc), anything), 0),
                  MICA_ERROR_STALE_COLLIDER);
    CHECK_EQ_INT(between(NULL, body_side(box), anything), 0);
    uint64_t bytes = mica_world_bytes(world);
    for (int i = 0; i < 20; i++) {
        CHECK_EQ_INT(between(world, body_side(ground), body_side(box)), 2);
    }
    CHECK_EQ_INT(mica_world_bytes(world), bytes);
    mica_world_destroy(world);
}

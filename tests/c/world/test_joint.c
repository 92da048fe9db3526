// Joints as things of the world: handles, a body's list, what destroying either body does, whom
// they keep from meeting, and what making and ending one wakes.
#include "build.h"

typedef struct Pair {
    MicaWorld *world;
    MicaBody a, b;
} Pair;

// Two boxes that overlap, in space.
static Pair make_pair(void)
{
    Pair p = {.world = make_space()};
    p.a = add_dynamic(p.world, 0, 0, box_shape(0.5f, 0.5f));
    p.b = add_dynamic(p.world, 0.8f, 0, box_shape(0.5f, 0.5f));
    return p;
}

TEST(a_joint_is_found_and_ends)
{
    Pair p = make_pair();
    MicaJointDef def = pin_def(p.world, p.a, p.b, 0.4f, 0);
    def.userData = 77;
    MicaJoint joint = mica_joint_create(p.world, &def);
    REQUIRE(joint.id != 0);
    CHECK(mica_joint_is_valid(p.world, joint));
    CHECK_EQ_INT(mica_joint_type(p.world, joint), MICA_JOINT_REVOLUTE);
    CHECK_EQ_INT(mica_joint_body_a(p.world, joint).id, p.a.id);
    CHECK_EQ_INT(mica_joint_body_b(p.world, joint).id, p.b.id);
    CHECK_EQ_INT(mica_joint_user_data(p.world, joint), 77);
    CHECK_EQ_INT(mica_joint_at(p.world, 0).id, joint.id);
    CHECK_EQ_INT(mica_joint_at(p.world, 1).id, 0);
    CHECK_EQ_INT(mica_joint_at(p.world, -1).id, 0);
    CHECK_EQ_INT(mica_world_counters(p.world).joints, 1);
    CHECK_NEAR(mica_joint_state(p.world, joint).anchorA.x, 0.4, 1e-6);
    CHECK_NEAR(mica_joint_state(p.world, joint).anchorB.x, 0.4, 1e-6);
    CHECK_EQ_INT(mica_joint_destroy(p.world, joint), MICA_ERROR_OK);
    CHECK(!mica_joint_is_valid(p.world, joint));
    CHECK_EQ_INT(mica_joint_at(p.world, 0).id, 0);
    CHECK_EQ_INT(mica_world_counters(p.world).joints, 0);
    CHECK_ERROR(p.world, mica_joint_destroy(p.world, joint), MICA_ERROR_STALE_JOINT);
    mica_world_destroy(p.world);
}

TEST(slots_come_back_oldest_first_with_new_handles)
{
    Pair p = make_pair();
    MicaJoint old[3];
    for (int i = 0; i < 3; i++) {
        old[i] = add_pin(p.world, p.a, p.b, 0, 0);
    }
    mica_joint_destroy(p.world, old[1]);
    mica_joint_destroy(p.world, old[0]);
    MicaJoint first = add_pin(p.world, p.a, p.b, 0, 0), second = add_pin(p.world, p.a, p.b, 0, 0);
    CHECK_EQ_INT(MICA_SLOT(first), 1);
    CHECK_EQ_INT(MICA_SLOT(second), 0);
    CHECK(first.id != old[1].id && second.id != old[0].id);
    CHECK(!mica_joint_is_valid(p.world, old[0]) && !mica_joint_is_valid(p.world, old[1]));
    CHECK(mica_joint_is_valid(p.world, old[2]));
    MicaWorld *other = make_space();
    CHECK(!mica_joint_is_valid(other, old[2]));
    CHECK(!mica_joint_is_valid(NULL, old[2]));
    mica_world_destroy(other);
    mica_world_destroy(p.world);
}

TEST(a_body_knows_its_joints)
{
    MicaWorld *world = make_space();
    MicaBody hub = add_dynamic(world, 0, 0, circle_shape(0.5f)), rim[6];
    MicaJoint spokes[6], out[8];
    for (int i = 0; i < 6; i++) {
        rim[i] = add_dynamic(world, 2.0f * (float)(i + 1), 0, circle_shape(0.5f));
        // Now as A, now as B.
        spokes[i] = i % 2 ? add_pin(world, hub, rim[i], 0, 0) : add_pin(world, rim[i], hub, 0, 0);
    }
    CHECK_EQ_INT(mica_body_joints(world, hub, out, 8), 6);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ_INT(out[i].id, spokes[5 - i].id);
    }
    CHECK_EQ_INT(mica_body_joints(world, rim[2], out, 8), 1);
    CHECK_EQ_INT(out[0].id, spokes[2].id);
    out[2].id = 5;
    CHECK_EQ_INT(mica_body_joints(world, hub, out, 2), 6);
    CHECK_EQ_INT(out[2].id, 5);
    CHECK_EQ_INT(mica_body_joints(world, hub, NULL, 0), 6);
    // From the middle, from both ends.
    const int order[6] = {2, 5, 0, 3, 1, 4};
    for (int i = 0; i < 6; i++) {
        mica_joint_destroy(world, spokes[order[i]]);
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        CHECK_EQ_INT(mica_body_joints(world, hub, out, 8), 5 - i);
    }
    mica_world_destroy(world);
}

TEST(a_body_takes_its_joints_along)
{
    MicaWorld *world = make_space();
    MicaBody bodies[5];
    MicaJoint joints[4];
    for (int i = 0; i < 5; i++) {
        bodies[i] = add_dynamic(world, (float)i, 0, circle_shape(0.3f));
        if (i > 0) {
            joints[i - 1] = add_pin(world, bodies[i - 1], bodies[i], (float)i - 0.5f, 0);
        }
    }
    run(world, 10);
    mica_body_destroy(world, bodies[2]);
    CHECK_EQ_STR(mica_world_validate(world), NULL);
    CHECK(mica_joint_is_valid(world, joints[0]) && mica_joint_is_valid(world, joints[3]));
    CHECK(!mica_joint_is_valid(world, joints[1]) && !mica_joint_is_valid(world, joints[2]));
    run(world, 60);
    mica_body_destroy(world, bodies[0]);
    mica_body_destroy(world, bodies[4]);
    CHECK_EQ_INT(mica_world_counters(world).joints, 0);
    run(world, 10);
    // The slots serve again.
    MicaBody fresh = add_dynamic(world, 0, 5, circle_shape(0.3f));
    CHECK(add_pin(world, fresh, bodies[1], 0, 5).id != 0);
    run(world, 10);
    mica_world_destroy(world);
}

TEST(joined_bodies_do_not_meet_unless_told_to)
{
    for (int collide = 0; collide < 2; collide++) {
        Pair p = make_pair();
        MicaJointDef def = pin_def(p.world, p.a, p.b, 0.4f, 0);
        def.collideConnected = collide == 1;
        mica_joint_create(p.world, &def);
        run(p.world, 10);
        CHECK_EQ_INT(mica_world_counters(p.world).touchingContacts, collide);
        mica_world_destroy(p.world);
    }
}

TEST(a_joint_ends_a_contact_and_gives_it_back)
{
    Pair p = make_pair();
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).beginCount, 1);
    MicaJoint joint = add_pin(p.world, p.a, p.b, 0.4f, 0);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).endCount, 1);
    CHECK_EQ_INT(mica_world_counters(p.world).contacts, 0);
    mica_joint_set_collide_connected(p.world, joint, true);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).beginCount, 1);
    mica_joint_set_collide_connected(p.world, joint, false);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).endCount, 1);
    mica_joint_destroy(p.world, joint);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).beginCount, 1);
    // Two joints: one that parts is enough, and the other does not undo it.
    MicaJointDef def = pin_def(p.world, p.b, p.a, 0.4f, 0);
    def.collideConnected = true;
    mica_joint_create(p.world, &def);
    def.collideConnected = false;
    joint = mica_joint_create(p.world, &def);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_counters(p.world).contacts, 0);
    mica_joint_destroy(p.world, joint);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_counters(p.world).touchingContacts, 1);
    mica_world_destroy(p.world);
}

TEST(triggers_see_what_a_joint_keeps_apart)
{
    Pair p = make_pair();
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = circle_shape(0.5f);
    mica_collider_create(p.world, p.a, &def, &shape);
    add_pin(p.world, p.a, p.b, 0.4f, 0);
    run(p.world, 1);
    CHECK_EQ_INT(mica_world_events(p.world).enterCount, 1);
    CHECK_EQ_INT(mica_world_counters(p.world).touchingContacts, 0);
    mica_world_destroy(p.world);
}

TEST(other_bodies_still_meet_the_joined)
{
    Pair p = make_pair();
    add_pin(p.world, p.a, p.b, 0.4f, 0);
    MicaBody ball = add_dynamic(p.world, -5, 0, circle_shape(0.3f));
    mica_body_set_velocity(p.world, ball, v2(10, 0));
    run(p.world, 60);
    CHECK(mica_body_velocity(p.world, p.a).x > 0.5f && mica_body_velocity(p.world, p.b).x > 0.5f);
    mica_world_destroy(p.world);
}

TEST(making_and_ending_wake_both_bodies)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody a = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f)),
             b = add_dynamic(world, 3, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, a) && !is_awake(world, b));
    MicaJointDef def = pin_def(world, a, b, 1.5f, 0.5f);
    MicaJoint joint = mica_joint_create(world, &def);
    CHECK(is_awake(world, a) && is_awake(world, b));
    run(world, 240);
    CHECK(!is_awake(world, a) && !is_awake(world, b));
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 1);
    mica_joint_destroy(world, joint);
    CHECK(is_awake(world, a) && is_awake(world, b));
    run(world, 120);
    CHECK_EQ_INT(mica_world_counters(world).islandsAsleep, 2);
    mica_world_destroy(world);
}

TEST(a_full_world_refuses_and_stays_as_it_was)
{
    MicaWorldDef worldDef = mica_world_def();
    worldDef.maxBytes = 1 << 16;
    MicaWorld *world = mica_world_create(&worldDef);
    MicaBody a = add_body(world, MICA_BODY_DYNAMIC, 0, 0),
             b = add_body(world, MICA_BODY_DYNAMIC, 1, 0);
    int made = 0;
    while (add_pin(world, a, b, 0, 0).id != 0 && made < 100000) {
        made++;
    }
    CHECK(made > 50 && made < 1000);
    MicaJointDef def = pin_def(world, a, b, 0, 0);
    // A reserve may have grown one array before it failed in another.
    CHECK_EQ_INT(mica_joint_create(world, &def).id, 0);
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_joint_create(world, &def).id, 0), MICA_ERROR_NO_MEMORY);
    CHECK_EQ_INT(mica_world_counters(world).joints, made);
    mica_world_destroy(world);
}

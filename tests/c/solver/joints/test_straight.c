// Rows of bodies held at both ends, made straight and without slack: the joint that closes the row can move
// nothing along it to first order.
#include "build.h"

#include <math.h>

static void check_row(MicaJointType type, int parts, float kick)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0), last = ground, bodies[60];
    MicaJoint joints[61];
    mica_layer_set(world, 0, 0, MICA_IGNORE);
    for (int i = 0; i <= parts; i++) {
        MicaBody next = ground;
        if (i < parts) {
            next = bodies[i] = add_dynamic(world, (float)i + 0.5f, 0, box_shape(0.5f, 0.125f));
        }
        MicaJointDef def = {.type = type, .bodyA = last, .bodyB = next};
        def.localAnchorA = local_point(world, last, v2((float)i, 0));
        def.localAnchorB = local_point(world, next, v2((float)i, 0));
        joints[i] = mica_joint_create(world, &def);
        last = next;
    }
    mica_body_set_velocity(world, bodies[parts / 2], v2(0, kick));
    float worst = 0, fastest = 0;
    for (int k = 0; k < 1200; k++) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        float sum = 0;
        for (int i = 0; i <= parts; i++) {
            MicaJointState s = mica_joint_state(world, joints[i]);
            sum += fmaxf(s.linearSeparation, s.angularSeparation);
        }
        worst = fmaxf(worst, sum);
        for (int i = 0; i < parts; i++) {
            MicaVec2 v = mica_body_velocity(world, bodies[i]);
            fastest = fmaxf(fastest, hypotf(v.x, v.y));
        }
    }
    CHECK(worst < 1e-3f);
    CHECK(fastest < 6);
    mica_world_destroy(world);
}

TEST(straight_bridges_without_slack_stay_calm)
{
    const int planks[] = {2, 3, 5, 10, 20, 40, 60};
    for (int i = 0; i < 14; i += test_stride(3)) {
        check_row(MICA_JOINT_REVOLUTE, planks[i / 2], i % 2 == 0 ? 0.0f : 5.0f);
    }
}

TEST_LONG(beams_welded_at_both_ends_stay_calm)
{
    const int parts[] = {2, 3, 5, 10, 20, 40};
    for (int i = 0; i < 6; i++) {
        check_row(MICA_JOINT_WELD, parts[i], 0);
    }
}

// Revolute joints.
#include "fuzz.h"

void create_joint(Input *in, MicaWorld *world)
{
    MicaRevoluteDef def = mica_revolute_def();
    uint32_t b = read_byte(in);
    def.bodyA = read_body(in, world);
    def.bodyB = read_body(in, world);
    def.localAnchorA = read_vec(in);
    def.localAnchorB = read_vec(in);
    def.enableLimit = b & 1;
    def.enableMotor = b & 2;
    def.enableSpring = b & 4;
    def.collideConnected = b & 8;
    if (b & 16) {
        def.referenceAngle = read_float(in);
        def.lowerAngle = read_float(in);
        def.upperAngle = read_float(in);
        def.motorSpeed = read_float(in);
        def.maxMotorTorque = read_float(in);
        def.springHertz = read_float(in);
        def.springDampingRatio = read_float(in);
        def.targetAngle = read_float(in);
        def.breakForce = read_float(in);
        def.breakTorque = read_float(in);
    }
    CALL(world, mica_revolute_create(world, &def));
}

void change_joint(Input *in, MicaWorld *world)
{
    MicaJoint joint = read_joint(in, world);
    uint32_t what = read_byte(in) % 6;
    bool on = read_byte(in) % 2;
    float x = read_float(in);
    MicaVec2 v = read_vec(in);
    switch (what) {
    case 0:
        mica_joint_set_limit(world, joint, on, v.x, v.y);
        break;
    case 1:
        mica_joint_set_motor(world, joint, on, v.x, v.y);
        break;
    case 2:
        mica_joint_set_spring(world, joint, on, v.x, v.y, x);
        break;
    case 3:
        mica_joint_set_break(world, joint, v.x, v.y);
        break;
    case 4:
        mica_joint_set_collide_connected(world, joint, on);
        break;
    default:
        remember_stale(in, joint.id);
        mica_joint_destroy(world, joint);
        break;
    }
}

void check_joints(MicaWorld *world)
{
    for (int32_t i = 0; i < mica_world_counters(world).joints; i++) {
        MicaJoint joint = mica_joint_at(world, i);
        MicaJointState state = mica_joint_state(world, joint);
        if (!isfinite(state.angle) || !isfinite(state.speed) || !isfinite(state.torque)) {
            fail("a joint's reading is not finite");
        }
        check_vec(state.force, "a joint's force");
        check_vec(state.anchorA, "a joint's anchor");
    }
}

// Joints of all types: revolute ones by their own def, and all by MicaJointDef.
#include "fuzz.h"

// The numbers without which a type is refused.
static void read_needed(Input *in, MicaJointType type, float *numbers)
{
    MicaVec2 v = read_vec(in), a, b;
    switch (type) {
    case MICA_JOINT_PRISMATIC:
    case MICA_JOINT_WHEEL:
        numbers[MICA_JOINT_AXIS_X] = 0.6f;
        numbers[MICA_JOINT_AXIS_Y] = v.x < 0.0f ? -0.8f : 0.8f;
        break;
    case MICA_JOINT_RATCHET:
        numbers[MICA_JOINT_TOOTH] = v.x;
        numbers[MICA_JOINT_PHASE] = v.y;
        break;
    case MICA_JOINT_DISTANCE:
        numbers[MICA_JOINT_LENGTH] = fabsf(v.x);
        break;
    case MICA_JOINT_PULLEY:
        a = read_vec(in);
        b = read_vec(in);
        numbers[MICA_JOINT_LENGTH] = fabsf(v.x) + 2.0f * fabsf(a.x);
        numbers[MICA_JOINT_RATIO] = fabsf(v.y);
        numbers[MICA_JOINT_GROUND_AX] = a.x;
        numbers[MICA_JOINT_GROUND_AY] = a.y;
        numbers[MICA_JOINT_GROUND_BX] = b.x;
        numbers[MICA_JOINT_GROUND_BY] = b.y;
        break;
    case MICA_JOINT_GEAR:
        numbers[MICA_JOINT_RATIO] = v.x;
        numbers[MICA_JOINT_LENGTH] = v.y;
        break;
    default:
        break;
    }
}

static void create_any_joint(Input *in, MicaWorld *world)
{
    MicaJointDef def = {.type = (MicaJointType)(read_byte(in) % (MICA_JOINT_TYPE_COUNT + 1))};
    uint32_t b = read_byte(in);
    def.bodyA = read_body(in, world);
    def.bodyB = read_body(in, world);
    def.jointA = read_joint(in, world);
    def.jointB = read_joint(in, world);
    def.localAnchorA = read_vec(in);
    def.localAnchorB = read_vec(in);
    def.enableLimit = (b & 3) == 1;
    def.enableMotor = (b & 12) == 4;
    def.enableSpring = (b & 48) == 16;
    def.collideConnected = b & 64;
    if (def.type == MICA_JOINT_TARGET) {
        def.bodyA = (MicaBody){0};
    }
    read_needed(in, def.type, def.numbers);
    if (b & 128) {
        uint32_t number = read_byte(in) % MICA_JOINT_NUMBER_COUNT;
        def.numbers[number] = read_float(in);
    }
    CALL(world, mica_joint_create(world, &def));
}

void create_joint(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b & 32) {
        create_any_joint(in, world);
        return;
    }
    MicaJointDef def = {.type = MICA_JOINT_REVOLUTE};
    def.bodyA = read_body(in, world);
    def.bodyB = read_body(in, world);
    def.localAnchorA = read_vec(in);
    def.localAnchorB = read_vec(in);
    def.enableLimit = b & 1;
    def.enableMotor = b & 2;
    def.enableSpring = b & 4;
    def.collideConnected = b & 8;
    if (b & 16) {
        def.numbers[MICA_JOINT_REFERENCE_ANGLE] = read_float(in);
        def.numbers[MICA_JOINT_LOWER] = read_float(in);
        def.numbers[MICA_JOINT_UPPER] = read_float(in);
        def.numbers[MICA_JOINT_MOTOR_SPEED] = read_float(in);
        def.numbers[MICA_JOINT_MAX_MOTOR] = read_float(in);
        def.numbers[MICA_JOINT_SPRING_HERTZ] = read_float(in);
        def.numbers[MICA_JOINT_SPRING_DAMPING_RATIO] = read_float(in);
        def.numbers[MICA_JOINT_SPRING_TARGET] = read_float(in);
        def.numbers[MICA_JOINT_BREAK_FORCE] = read_float(in);
        def.numbers[MICA_JOINT_BREAK_TORQUE] = read_float(in);
    }
    CALL(world, mica_joint_create(world, &def));
}

void change_joint(Input *in, MicaWorld *world)
{
    MicaJoint joint = read_joint(in, world);
    uint32_t what = read_byte(in) % 7;
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
    case 5:
        mica_joint_set_number(world, joint,
                              (MicaJointNumber)(read_byte(in) % (MICA_JOINT_NUMBER_COUNT + 1)), x);
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

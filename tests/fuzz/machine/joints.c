// Calls on joints of every type: made, set, switched, read, destroyed. Which numbers a type has
// follows from MICA_JOINT_TYPES.
#include "machine.h"

#define HAS(number) | 1u << MICA_JOINT_##number
#define REFERENCE HAS(REFERENCE_ANGLE)
#define ANGULAR_LIMIT HAS(LOWER) HAS(UPPER)
#define ANGULAR_MOTOR HAS(MOTOR_SPEED) HAS(MAX_MOTOR)
#define ANGULAR_SPRING                                                                             \
    HAS(SPRING_HERTZ)                                                                              \
    HAS(SPRING_DAMPING_RATIO) HAS(SPRING_TARGET) HAS(MIN_SPRING) HAS(MAX_SPRING)
#define LINEAR_LIMIT ANGULAR_LIMIT
#define LENGTH_LIMIT ANGULAR_LIMIT
#define LINEAR_MOTOR ANGULAR_MOTOR
#define LINEAR_SPRING ANGULAR_SPRING
#define LENGTH_SPRING ANGULAR_SPRING
#define AXIS HAS(AXIS_X) HAS(AXIS_Y)
#define LENGTH HAS(LENGTH)
#define OWN_FORCE HAS(HERTZ) HAS(DAMPING_RATIO) HAS(MAX_FORCE)
#define OWN OWN_FORCE HAS(MAX_TORQUE)
#define DRIVE OWN
#define ROPE HAS(GROUND_AX) HAS(GROUND_AY) HAS(GROUND_BX) HAS(GROUND_BY) HAS(RATIO)
#define GEAR HAS(RATIO) HAS(LENGTH)
#define TEETH HAS(TOOTH) HAS(PHASE) HAS(LOWER) HAS(UPPER)
#define VELOCITY HAS(VELOCITY_X) HAS(VELOCITY_Y) HAS(ANGULAR_VELOCITY)
#define TARGET
static const uint32_t has[MICA_JOINT_TYPE_COUNT] = {
#define X(TYPE, name, groups) [MICA_JOINT_##TYPE] = (0u HAS(BREAK_FORCE) HAS(BREAK_TORQUE) groups),
    MICA_JOINT_TYPES(X)
#undef X
};

// Numbers that are good for every type that has them.
static const struct {
    float lower, upper;
} usual[MICA_JOINT_NUMBER_COUNT] = {[MICA_JOINT_REFERENCE_ANGLE] = {-3.0f, 3.0f},
                                    [MICA_JOINT_LOWER] = {0.0f, 0.5f},
                                    [MICA_JOINT_UPPER] = {0.5f, 3.0f},
                                    [MICA_JOINT_MOTOR_SPEED] = {-5.0f, 5.0f},
                                    [MICA_JOINT_MAX_MOTOR] = {0.0f, 50.0f},
                                    [MICA_JOINT_SPRING_HERTZ] = {0.0f, 10.0f},
                                    [MICA_JOINT_SPRING_DAMPING_RATIO] = {0.0f, 2.0f},
                                    [MICA_JOINT_SPRING_TARGET] = {0.0f, 1.0f},
                                    [MICA_JOINT_BREAK_FORCE] = {1.0f, 2000.0f},
                                    [MICA_JOINT_BREAK_TORQUE] = {1.0f, 2000.0f},
                                    [MICA_JOINT_LENGTH] = {0.1f, 3.0f},
                                    [MICA_JOINT_HERTZ] = {0.0f, 30.0f},
                                    [MICA_JOINT_DAMPING_RATIO] = {0.0f, 2.0f},
                                    [MICA_JOINT_MAX_FORCE] = {0.0f, 200.0f},
                                    [MICA_JOINT_MAX_TORQUE] = {0.0f, 200.0f},
                                    [MICA_JOINT_MIN_SPRING] = {-50.0f, 0.0f},
                                    [MICA_JOINT_MAX_SPRING] = {0.0f, 50.0f},
                                    [MICA_JOINT_TOOTH] = {0.1f, 1.0f},
                                    [MICA_JOINT_PHASE] = {-3.0f, 3.0f},
                                    [MICA_JOINT_RATIO] = {0.5f, 2.0f},
                                    [MICA_JOINT_GROUND_AX] = {-6.0f, 6.0f},
                                    [MICA_JOINT_GROUND_AY] = {-6.0f, 6.0f},
                                    [MICA_JOINT_GROUND_BX] = {-6.0f, 6.0f},
                                    [MICA_JOINT_GROUND_BY] = {-6.0f, 6.0f},
                                    [MICA_JOINT_VELOCITY_X] = {-3.0f, 3.0f},
                                    [MICA_JOINT_VELOCITY_Y] = {-3.0f, 3.0f},
                                    [MICA_JOINT_ANGULAR_VELOCITY] = {-3.0f, 3.0f}};

// A number of a joint of that type; a bad one is NaN, beyond all ranges, or one that the type does
// not have.
static float draw_joint_number(Machine *m, MicaJointType type, int32_t number)
{
    bool known = (has[type] >> number & 1) != 0;
    if (draw_bad(m)) {
        bool nan = draw_chance(m, 2);
        m->must |= nan ? ERROR_BIT(NOT_FINITE) : ERROR_BIT(OUT_OF_RANGE);
        return nan ? NAN : known ? 1e30f : 1.0f;
    }
    return known ? draw_between(m, usual[number].lower, usual[number].upper) : 0.0f;
}

static void draw_numbers(Machine *m, MicaJointType type, float *numbers)
{
    for (int32_t i = 0; i < MICA_JOINT_NUMBER_COUNT; i++) {
        bool breaks = i == MICA_JOINT_BREAK_FORCE || i == MICA_JOINT_BREAK_TORQUE;
        bool axis = i == MICA_JOINT_AXIS_X || i == MICA_JOINT_AXIS_Y;
        bool ratchets =
            type == MICA_JOINT_RATCHET && (i == MICA_JOINT_LOWER || i == MICA_JOINT_UPPER);
        numbers[i] = axis || ratchets || (breaks && !draw_chance(m, 4))
                         ? 0.0f
                         : draw_joint_number(m, type, i);
    }
    if ((has[type] >> MICA_JOINT_AXIS_X & 1) != 0) {
        MicaRot axis = mica_rot(draw_between(m, -4.0f, 4.0f));
        numbers[MICA_JOINT_AXIS_X] = axis.c;
        numbers[MICA_JOINT_AXIS_Y] = axis.s;
    }
}

static bool couples(const Model *model, int32_t joint)
{
    MicaJointType type = model->joint[joint].def.type;
    return type == MICA_JOINT_REVOLUTE || type == MICA_JOINT_PRISMATIC;
}

// The bodies of a joint, or the joints of a gear, into the model's record and the definition.
static void draw_sides(Machine *m, JointModel *j)
{
    j->bodyA = j->bodyB = j->jointA = j->jointB = -1;
    const Model *model = &m->model;
    if (j->def.type == MICA_JOINT_GEAR) {
        j->jointA = draw_joint(m, &j->def.jointA);
        j->jointB = draw_joint(m, &j->def.jointB);
        if (j->jointA >= 0 && j->jointB >= 0) {
            bool good =
                j->jointA != j->jointB && couples(model, j->jointA) && couples(model, j->jointB);
            m->must |= good ? 0 : ERROR_BIT(BAD_GEAR);
            // It lies in the lists of the two bodies B, or where these are one, of the first body
            // A.
            const JointModel *a = &model->joint[j->jointA], *b = &model->joint[j->jointB];
            j->bodyA = a->bodyB != b->bodyB ? a->bodyB : a->bodyA;
            j->bodyB = b->bodyB;
        }
        return;
    }
    j->bodyB = draw_body(m, &j->def.bodyB);
    if (j->def.type != MICA_JOINT_TARGET) {
        j->bodyA = draw_body(m, &j->def.bodyA);
        m->must |= j->bodyA >= 0 && j->bodyA == j->bodyB ? ERROR_BIT(SAME_BODY) : 0;
    } else if (draw_bad(m) && j->bodyB >= 0) {
        j->def.bodyA = j->def.bodyB;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
}

void call_create_joint(Machine *m)
{
    JointModel j = {.def = {.type = (MicaJointType)(1 + draw_below(m, MICA_JOINT_TYPE_COUNT - 1))}};
    MicaJointType type = j.def.type;
    draw_sides(m, &j);
    draw_numbers(m, type, j.def.numbers);
    j.def.localAnchorA = draw_vec(m, 1e7f, 1.0f);
    j.def.localAnchorB = draw_vec(m, 1e7f, 1.0f);
    j.def.enableLimit = draw_chance(m, 3);
    j.def.enableMotor = draw_chance(m, 3);
    j.def.enableSpring = draw_chance(m, 3);
    j.def.collideConnected = draw_chance(m, 3);
    j.def.disabled = draw_chance(m, 8);
    j.def.userData = draw(m);
    if (draw_bad(m)) {
        j.def.type = draw_chance(m, 2) ? MICA_JOINT_NONE : MICA_JOINT_TYPE_COUNT;
        m->must = ERROR_BIT(OUT_OF_RANGE);
    }
    if (m->must == 0 && m->model.joints.count >= MAX_JOINTS) {
        return;
    }
    SAY(m,
        "mica_joint_create(type %d, %s, %s, %s, %s, anchors (%.9g, %.9g) (%.9g, %.9g), "
        "limit %d, motor %d, spring %d, collides %d, disabled %d)",
        (int)j.def.type, BODY_NAME(m, j.bodyA), BODY_NAME(m, j.bodyB), JOINT_NAME(m, j.jointA),
        JOINT_NAME(m, j.jointB), (double)j.def.localAnchorA.x, (double)j.def.localAnchorA.y,
        (double)j.def.localAnchorB.x, (double)j.def.localAnchorB.y, j.def.enableLimit,
        j.def.enableMotor, j.def.enableSpring, j.def.collideConnected, j.def.disabled);
    MicaJoint joint;
    if (TRY_CREATE(m, joint, mica_joint_create(m->world, &j.def))) {
        int32_t i = handles_add(m, &m->model.joints, joint.id);
        if (i >= 0) {
            m->model.joint[i] = j;
            compare_joint(m, i);
        }
    }
}

void call_destroy_joint(Machine *m)
{
    MicaJoint joint;
    int32_t i = draw_joint(m, &joint);
    SAY(m, "mica_joint_destroy(%s)", JOINT_NAME(m, i));
    if (TRY(m, mica_joint_destroy(m->world, joint))) {
        model_end_joint(m, i);
        EXPECT(m, !CALL(m, mica_joint_is_valid(m->world, joint)), "a destroyed joint is valid");
    }
}

// ---------------------------------------------------------------------------------------- settings

static void set_number(Machine *m, MicaJoint joint, int32_t i)
{
    MicaJointType type = i >= 0 ? m->model.joint[i].def.type : MICA_JOINT_REVOLUTE;
    int32_t number = (int32_t)draw_below(m, MICA_JOINT_NUMBER_COUNT);
    bool axis = number == MICA_JOINT_AXIS_X || number == MICA_JOINT_AXIS_Y;
    if (axis || (type == MICA_JOINT_RATCHET &&
                 (number == MICA_JOINT_LOWER || number == MICA_JOINT_UPPER))) {
        m->must = 0;
        return;
    }
    float value = draw_joint_number(m, type, number);
    SAY(m, "mica_joint_set_number(%s, %d, %.9g)", JOINT_NAME(m, i), number, (double)value);
    if (TRY(m, mica_joint_set_number(m->world, joint, (MicaJointNumber)number, value))) {
        m->model.joint[i].def.numbers[number] = value;
    }
}

// Limit, motor, spring and break, each a switch and two or three numbers.
static void set_group(Machine *m, MicaJoint joint, int32_t i)
{
    static const MicaJointNumber first[4] = {MICA_JOINT_LOWER, MICA_JOINT_MOTOR_SPEED,
                                             MICA_JOINT_SPRING_HERTZ, MICA_JOINT_BREAK_FORCE};
    static const char *const names[4] = {"limit", "motor", "spring", "break"};
    MicaJointType type = i >= 0 ? m->model.joint[i].def.type : MICA_JOINT_REVOLUTE;
    uint32_t kind = draw_below(m, 4);
    bool on = draw_chance(m, 2);
    if (kind == 0 && type == MICA_JOINT_RATCHET) {
        m->must = 0;
        return;
    }
    float values[3];
    for (int32_t k = 0; k < (kind == 2 ? 3 : 2); k++) {
        values[k] = draw_joint_number(m, type, (int32_t)first[kind] + k);
    }
    SAY(m, "mica_joint_set_%s(%s, %d, %.9g, %.9g)", names[kind], JOINT_NAME(m, i), on,
        (double)values[0], (double)values[1]);
    before_call(m);
    MicaError error =
        kind == 0   ? mica_joint_set_limit(m->world, joint, on, values[0], values[1])
        : kind == 1 ? mica_joint_set_motor(m->world, joint, on, values[0], values[1])
        : kind == 2 ? mica_joint_set_spring(m->world, joint, on, values[0], values[1], values[2])
                    : mica_joint_set_break(m->world, joint, values[0], values[1]);
    if (judge_call(m, error)) {
        MicaJointDef *def = &m->model.joint[i].def;
        memcpy(def->numbers + first[kind], values, sizeof(float) * (kind == 2 ? 3 : 2));
        def->enableLimit = kind == 0 ? on : def->enableLimit;
        def->enableMotor = kind == 1 ? on : def->enableMotor;
        def->enableSpring = kind == 2 ? on : def->enableSpring;
    }
}

static void set_switch(Machine *m, MicaJoint joint, int32_t i)
{
    bool enables = draw_chance(m, 2), on = draw_chance(m, 2);
    SAY(m, "mica_joint_set_%s(%s, %d)", enables ? "enabled" : "collide_connected", JOINT_NAME(m, i),
        on);
    if (enables ? TRY(m, mica_joint_set_enabled(m->world, joint, on))
                : TRY(m, mica_joint_set_collide_connected(m->world, joint, on))) {
        MicaJointDef *def = &m->model.joint[i].def;
        def->disabled = enables ? !on : def->disabled;
        def->collideConnected = enables ? def->collideConnected : on;
    }
}

static void set_anchor(Machine *m, MicaJoint joint, int32_t i)
{
    bool onA = draw_chance(m, 2);
    MicaVec2 anchor = draw_vec(m, 1e7f, 1.0f);
    SAY(m, "mica_joint_set_local_anchor_%s(%s, (%.9g, %.9g))", onA ? "a" : "b", JOINT_NAME(m, i),
        (double)anchor.x, (double)anchor.y);
    if (onA ? TRY(m, mica_joint_set_local_anchor_a(m->world, joint, anchor))
            : TRY(m, mica_joint_set_local_anchor_b(m->world, joint, anchor))) {
        MicaJointDef *def = &m->model.joint[i].def;
        *(onA ? &def->localAnchorA : &def->localAnchorB) = anchor;
    }
}

void call_set_joint(Machine *m)
{
    MicaJoint joint;
    int32_t i = draw_joint(m, &joint);
    switch (draw_below(m, 5)) {
    case 0:
        set_number(m, joint, i);
        break;
    case 1:
        set_group(m, joint, i);
        break;
    case 2:
        set_switch(m, joint, i);
        break;
    case 3:
        set_anchor(m, joint, i);
        break;
    default: {
        uint32_t userData = draw(m);
        SAY(m, "mica_joint_set_user_data(%s, %u)", JOINT_NAME(m, i), userData);
        if (TRY(m, mica_joint_set_user_data(m->world, joint, userData))) {
            m->model.joint[i].def.userData = userData;
        }
        break;
    }
    }
}

void call_read_joint(Machine *m)
{
    MicaJoint joint;
    int32_t i = draw_joint(m, &joint);
    if (i < 0) {
        SAY(m, "mica_joint_type(%s)", JOINT_NAME(m, i));
        before_call(m);
        MicaJointType type = mica_joint_type(m->world, joint);
        EXPECT(m, type == MICA_JOINT_NONE, "a stale joint has a type");
        judge_call(m, mica_last_error(m->world));
        return;
    }
    m->must = 0;
    compare_joint(m, i);
    const JointModel *j = &m->model.joint[i];
    EXPECT(m,
           CALL(m, mica_joint_type(m->world, joint)) == j->def.type &&
               CALL(m, mica_joint_body_b(m->world, joint)).id == m->model.bodies.id[j->bodyB] &&
               CALL(m, mica_joint_user_data(m->world, joint)) == j->def.userData,
           "a joint has another type, body or user data");
}

// Reading a joint and changing it: anchors, limit, motor, spring, what breaks it, whether it is on.
// A change takes effect in the next step.
#include "world.h"

#include <string.h>

#define MIN_RATIO 1e-3f  // ratio of a pulley or gear
#define MAX_RATIO 1e3f
#define MIN_TOOTH 1e-3f       // radians
#define TOOTH_ROUNDING 1e-3f  // of a tooth

// ------------------------------------------------------------------------------------- checking

// The groups of numbers that MICA_JOINT_TYPES names, with their ranges.
#define ANGLE_RANGE                                                                                \
    {                                                                                              \
        -MAX_TURN, MAX_TURN                                                                        \
    }
#define STRENGTH_RANGE                                                                             \
    {                                                                                              \
        0.0f, MAX_NUMBER                                                                           \
    }
#define RATIO_RANGE                                                                                \
    {                                                                                              \
        0.0f, 1e6f                                                                                 \
    }
#define LENGTH_RANGE                                                                               \
    {                                                                                              \
        -MAX_SIZE, MAX_SIZE                                                                        \
    }
#define UNIT_RANGE                                                                                 \
    {                                                                                              \
        -1.001f, 1.001f                                                                            \
    }
#define REFERENCE [MICA_JOINT_REFERENCE_ANGLE] = ANGLE_RANGE,
#define ANGULAR_LIMIT [MICA_JOINT_LOWER] = ANGLE_RANGE, [MICA_JOINT_UPPER] = ANGLE_RANGE,
#define ANGULAR_MOTOR                                                                              \
    [MICA_JOINT_MOTOR_SPEED] = {-MAX_SPIN, MAX_SPIN}, [MICA_JOINT_MAX_MOTOR] = STRENGTH_RANGE,
#define SPRING_RANGE                                                                               \
    [MICA_JOINT_MIN_SPRING] = {-MAX_NUMBER, 0.0f}, [MICA_JOINT_MAX_SPRING] = STRENGTH_RANGE,
#define ANGULAR_SPRING                                                                             \
    [MICA_JOINT_SPRING_HERTZ] = RATIO_RANGE, [MICA_JOINT_SPRING_DAMPING_RATIO] = RATIO_RANGE,      \
    [MICA_JOINT_SPRING_TARGET] = ANGLE_RANGE, SPRING_RANGE

#define LINEAR_LIMIT [MICA_JOINT_LOWER] = LENGTH_RANGE, [MICA_JOINT_UPPER] = LENGTH_RANGE,
#define LINEAR_MOTOR                                                                               \
    [MICA_JOINT_MOTOR_SPEED] = {-MAX_SPEED, MAX_SPEED}, [MICA_JOINT_MAX_MOTOR] = STRENGTH_RANGE,
#define LINEAR_SPRING                                                                              \
    [MICA_JOINT_SPRING_HERTZ] = RATIO_RANGE, [MICA_JOINT_SPRING_DAMPING_RATIO] = RATIO_RANGE,      \
    [MICA_JOINT_SPRING_TARGET] = LENGTH_RANGE, SPRING_RANGE
#define AXIS [MICA_JOINT_AXIS_X] = UNIT_RANGE, [MICA_JOINT_AXIS_Y] = UNIT_RANGE,
// Of a distance, which is never negative.
#define DISTANCE_RANGE                                                                             \
    {                                                                                              \
        0.0f, MAX_SIZE                                                                             \
    }
#define LENGTH [MICA_JOINT_LENGTH] = DISTANCE_RANGE,
#define LENGTH_LIMIT [MICA_JOINT_LOWER] = DISTANCE_RANGE, [MICA_JOINT_UPPER] = DISTANCE_RANGE,
#define LENGTH_SPRING                                                                              \
    [MICA_JOINT_SPRING_HERTZ] = RATIO_RANGE, [MICA_JOINT_SPRING_DAMPING_RATIO] = RATIO_RANGE,      \
    [MICA_JOINT_SPRING_TARGET] = DISTANCE_RANGE, SPRING_RANGE
// Stiffness and maximum of the joint itself.
#define OWN_FORCE                                                                                  \
    [MICA_JOINT_HERTZ] = RATIO_RANGE, [MICA_JOINT_DAMPING_RATIO] = RATIO_RANGE,                    \
    [MICA_JOINT_MAX_FORCE] = STRENGTH_RANGE,
#define OWN OWN_FORCE[MICA_JOINT_MAX_TORQUE] = STRENGTH_RANGE,

#define POINT_RANGE                                                                                \
    {                                                                                              \
        -MAX_COORDINATE, MAX_COORDINATE                                                            \
    }
#define ROPE                                                                                       \
    [MICA_JOINT_GROUND_AX] = POINT_RANGE, [MICA_JOINT_GROUND_AY] = POINT_RANGE,                    \
    [MICA_JOINT_GROUND_BX] = POINT_RANGE, [MICA_JOINT_GROUND_BY] = POINT_RANGE,                    \
    [MICA_JOINT_RATIO] = {MIN_RATIO, MAX_RATIO},
#define GEAR [MICA_JOINT_RATIO] = {-MAX_RATIO, MAX_RATIO}, [MICA_JOINT_LENGTH] = LENGTH_RANGE,
// The teeth of a ratchet, and its limit, which only they set.
#define TEETH                                                                                      \
    [MICA_JOINT_TOOTH] = ANGLE_RANGE, [MICA_JOINT_PHASE] = ANGLE_RANGE,                            \
    [MICA_JOINT_LOWER] = {-NO_LIMIT, NO_LIMIT}, [MICA_JOINT_UPPER] = {-NO_LIMIT, NO_LIMIT},
#define VELOCITY                                                                                   \
    [MICA_JOINT_VELOCITY_X] = {-MAX_SPEED, MAX_SPEED},                                             \
    [MICA_JOINT_VELOCITY_Y] = {-MAX_SPEED, MAX_SPEED},                                             \
    [MICA_JOINT_ANGULAR_VELOCITY] = {-MAX_SPIN, MAX_SPIN},
#define DRIVE OWN
// A target is the anchor on A.
#define TARGET

// Least and greatest, by type and number. A number that a type does not have is 0.
static const float ranges[MICA_JOINT_TYPE_COUNT][MICA_JOINT_NUMBER_COUNT][2] = {
#define X(TYPE, name, groups)                                                                      \
    [MICA_JOINT_##                                                                                 \
        TYPE] = {groups[MICA_JOINT_BREAK_FORCE] = STRENGTH_RANGE, [MICA_JOINT_BREAK_TORQUE] =      \
                                                                      STRENGTH_RANGE},
    MICA_JOINT_TYPES(X)
#undef X
};

MicaError joint_check_numbers(int32_t type, const float *numbers, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; ++i) {
        const float *range = ranges[type][i];
        if (!within(numbers[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!(numbers[i] >= range[0] && numbers[i] <= range[1])) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    float x = numbers[MICA_JOINT_AXIS_X], y = numbers[MICA_JOINT_AXIS_Y], square = x * x + y * y;
    bool hasAxis = ranges[type][MICA_JOINT_AXIS_X][1] > 0.0f;
    bool hasTeeth = ranges[type][MICA_JOINT_TOOTH][1] > 0.0f;
    bool hasRatio = ranges[type][MICA_JOINT_RATIO][1] > 0.0f;
    bool wrong = numbers[MICA_JOINT_LOWER] > numbers[MICA_JOINT_UPPER] ||
                 (hasAxis && !(square > 0.998f && square < 1.002f)) ||
                 (hasTeeth && abs_f(numbers[MICA_JOINT_TOOTH]) < MIN_TOOTH) ||
                 (hasRatio && abs_f(numbers[MICA_JOINT_RATIO]) < MIN_RATIO);
    return wrong ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_OK;
}

MicaError joint_check_anchor(Vec2 anchor)
{
    if (within(anchor.x, MAX_COORDINATE) && within(anchor.y, MAX_COORDINATE)) {
        return MICA_ERROR_OK;
    }
    bool finite = within(anchor.x, 3e38f) && within(anchor.y, 3e38f);
    return finite ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE;
}

// -------------------------------------------------------------------------------------- reading

float joint_angle_now(const MicaWorld *world, const Joint *j)
{
    Rot q = rot_inv_mul(joint_place_a(world, j).q, world->state.transforms.data[j->bodyB].q);
    float angle = mica_rot_angle(q) - joint_values(world, j)[MICA_JOINT_REFERENCE_ANGLE];
    float turns = (j->angle - angle) * (1.0f / TWO_PI);
    return angle + TWO_PI * (float)(int32_t)(turns < 0.0f ? turns - 0.5f : turns + 0.5f);
}

// Whether the angle of a joint has a limit now, and between which angles it is expected: of a ratchet
// from the last tooth to the next one. Its limit alone may lie beyond all turns that are counted.
static bool angle_limit(const MicaWorld *world, const Joint *j, float *lower, float *upper)
{
    const float *numbers = joint_values(world, j);
    float tooth = numbers[MICA_JOINT_TOOTH];
    *lower = tooth < 0.0f ? numbers[MICA_JOINT_UPPER] + tooth : numbers[MICA_JOINT_LOWER];
    *upper = tooth > 0.0f ? numbers[MICA_JOINT_LOWER] + tooth : numbers[MICA_JOINT_UPPER];
    return (j->flags & JOINT_LIMIT) != 0 &&
           (j->type == MICA_JOINT_REVOLUTE || j->type == MICA_JOINT_RATCHET) &&
           within(*lower, 2.0f * MAX_TURN) && within(*upper, 2.0f * MAX_TURN);
}

// An angle below the limit, in the first turn that reaches it or in the last one before it, whichever
// is nearer to it.
static float turn_up(float angle, float lower, float upper)
{
    float turns = (lower - LIMIT_TURN_SLOP - angle) * (1.0f / TWO_PI);
    float below = angle + TWO_PI * (float)(int32_t)turns, above = below + TWO_PI;
    return max_f(above - upper, 0.0f) + LIMIT_TURN_SLOP < lower - below ? above : below;
}

float joint_angle_uncounted(const MicaWorld *world, const Joint *j)
{
    float angle = joint_angle_now(world, j), lower, upper;
    if (!angle_limit(world, j, &lower, &upper)) {
        return angle;
    }
    return angle < lower - LIMIT_TURN_SLOP   ? turn_up(angle, lower, upper)
           : angle > upper + LIMIT_TURN_SLOP ? -turn_up(-angle, -upper, -lower)
                                             : angle;
}

MicaJointType mica_joint_type(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? MICA_JOINT_NONE : (MicaJointType)world->state.joints.data[slot].type;
}

MicaBody mica_joint_body_a(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : joint_body_a(world, &world->state.joints.data[slot]);
}

MicaBody mica_joint_body_b(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->state.joints.data[slot].bodyB);
}

MicaError mica_joint_get(MicaWorld *world, MicaJoint joint, MicaJointDef *out)
{
    int32_t slot = joint_slot_readable(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    const Joint *j = &world->state.joints.data[slot];
    *out = (MicaJointDef){.type = (MicaJointType)j->type,
                          .bodyA = joint_body_a(world, j),
                          .bodyB = body_handle(world, j->bodyB),
                          .localAnchorA = j->anchorA,
                          .localAnchorB = j->anchorB,
                          .enableLimit = (j->flags & JOINT_LIMIT) != 0,
                          .enableMotor = (j->flags & JOINT_MOTOR) != 0,
                          .enableSpring = (j->flags & JOINT_SPRING) != 0,
                          .collideConnected = (j->flags & JOINT_COLLIDES) != 0,
                          .disabled = (j->flags & JOINT_DISABLED) != 0,
                          .userData = j->userData};
    const JointNumbers *numbers = joint_numbers(world, j);
    if (numbers->coupled[0] != 0) {
        out->jointA = joint_handle(world, numbers->coupled[0] - 1);
        out->jointB = joint_handle(world, numbers->coupled[1] - 1);
    }
    memcpy(out->numbers, numbers->values, sizeof out->numbers);
    return MICA_ERROR_OK;
}

uint32_t mica_joint_user_data(MicaWorld *world, MicaJoint joint)
{
    int32_t slot = joint_slot(world, joint);
    return slot == NONE ? 0u : world->state.joints.data[slot].userData;
}

// ------------------------------------------------------------------------------------- changing

static void set_flag(Joint *j, bool on, uint16_t flag)
{
    j->flags = on ? j->flags | flag : j->flags & (uint16_t)~flag;
}

void joint_mark_numbers(MicaWorld *world, Joint *j)
{
    const float *numbers = joint_values(world, j);
    set_flag(j, numbers[MICA_JOINT_BREAK_FORCE] > 0.0f || numbers[MICA_JOINT_BREAK_TORQUE] > 0.0f,
             JOINT_BREAKS);
    set_flag(j,
             numbers[MICA_JOINT_HERTZ] > 0.0f || numbers[MICA_JOINT_MAX_FORCE] > 0.0f ||
                 numbers[MICA_JOINT_MAX_TORQUE] > 0.0f,
             JOINT_SOFT);
}

// Replaces `count` numbers from `first` on and wakes both bodies, unless one of them is bad. The
// joint that has changed, or null.
static Joint *set_numbers(MicaWorld *world, MicaJoint joint, int32_t first, int32_t count,
                          const float *values, MicaError *error)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        *error = MICA_ERROR_STALE_JOINT;
        return NULL;
    }
    Joint *j = &world->state.joints.data[slot];
    float numbers[MICA_JOINT_NUMBER_COUNT];
    memcpy(numbers, joint_values(world, j), sizeof numbers);
    memcpy(numbers + first, values, (size_t)count * sizeof(float));
    *error = joint_check_numbers(j->type, numbers, first, count);
    if (*error != MICA_ERROR_OK) {
        world_fail(world, *error);
        return NULL;
    }
    memcpy(joint_values(world, j), numbers, sizeof numbers);
    joint_mark_numbers(world, j);
    joint_wake(world, j);
    return j;
}

// The limit moves on with the angle. It starts anew at the tooth behind the angle where there is no
// limit, or where the count of turns has started anew. Rounding may leave an angle just before the
// tooth at which it starts, which then counts as passed.
void joint_keep_tooth(MicaWorld *world, Joint *j)
{
    float *numbers = joint_values(world, j);
    float tooth = numbers[MICA_JOINT_TOOTH], phase = numbers[MICA_JOINT_PHASE];
    if (tooth == 0.0f) {
        return;
    }
    float *limit = &numbers[tooth > 0.0f ? MICA_JOINT_LOWER : MICA_JOINT_UPPER];
    bool kept = (j->flags & JOINT_LIMIT) != 0 && within(*limit - j->angle, 1.5f * MAX_TURN);
    float teeth = (j->angle - phase) / tooth + (kept ? 0.0f : TOOTH_ROUNDING);
    float whole = (float)(int32_t)teeth,
          reached = phase + tooth * (whole > teeth ? whole - 1 : whole);
    set_flag(j, true, JOINT_LIMIT);
    *(tooth > 0.0f ? &numbers[MICA_JOINT_UPPER] : &numbers[MICA_JOINT_LOWER]) =
        tooth > 0.0f ? NO_LIMIT : -NO_LIMIT;
    if (!kept || (reached - *limit) * tooth > 0.0f) {
        *limit = reached;
    }
}

static void set_limit(MicaWorld *world, Joint *j, bool enable)
{
    set_flag(j, enable, JOINT_LIMIT);
    j->impulses[JOINT_IMPULSE_LOWER] = j->impulses[JOINT_IMPULSE_UPPER] = 0.0f;
    joint_keep_tooth(world, j);
}

// A ratchet begins anew at the tooth behind the present angle.
static void start_ratchet(MicaWorld *world, Joint *j)
{
    if (joint_values(world, j)[MICA_JOINT_TOOTH] != 0.0f) {
        j->angle = joint_angle_now(world, j);
        set_limit(world, j, false);
    }
}

MicaError mica_joint_set_numbers(MicaWorld *world, MicaJoint joint, MicaJointNumber first,
                                 int32_t count, const float *values)
{
    int32_t from = (int32_t)first;
    bool exist = from >= 0 && count >= 0 && count <= MICA_JOINT_NUMBER_COUNT &&
                 from + count <= MICA_JOINT_NUMBER_COUNT;
    if (!exist || values == NULL) {
        return joint_slot(world, joint) == NONE ? MICA_ERROR_STALE_JOINT
               : !exist                         ? world_fail(world, MICA_ERROR_OUT_OF_RANGE)
                                                : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    MicaError error;
    Joint *j = set_numbers(world, joint, from, count, values, &error);
    if (j != NULL && from <= MICA_JOINT_UPPER && from + count > MICA_JOINT_LOWER) {
        set_limit(world, j, (j->flags & JOINT_LIMIT) != 0);
    }
    if (j != NULL && (from == MICA_JOINT_REFERENCE_ANGLE ||
                      (from <= MICA_JOINT_PHASE && from + count > MICA_JOINT_TOOTH))) {
        start_ratchet(world, j);
    }
    return error;
}

MicaError mica_joint_set_number(MicaWorld *world, MicaJoint joint, MicaJointNumber number,
                                float value)
{
    return mica_joint_set_numbers(world, joint, number, 1, &value);
}

static MicaError set_anchor(MicaWorld *world, MicaJoint joint, bool onA, Vec2 anchor)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    MicaError error = joint_check_anchor(anchor);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    Joint *j = &world->state.joints.data[slot];
    *(onA ? &j->anchorA : &j->anchorB) = anchor;
    joint_wake(world, j);
    return MICA_ERROR_OK;
}

MicaError mica_joint_set_local_anchor_a(MicaWorld *world, MicaJoint joint, MicaVec2 anchor)
{
    return set_anchor(world, joint, true, anchor);
}

MicaError mica_joint_set_local_anchor_b(MicaWorld *world, MicaJoint joint, MicaVec2 anchor)
{
    return set_anchor(world, joint, false, anchor);
}

MicaError mica_joint_set_limit(MicaWorld *world, MicaJoint joint, bool enable, float lower,
                               float upper)
{
    const float values[2] = {lower, upper};
    MicaError error;
    Joint *j = set_numbers(world, joint, MICA_JOINT_LOWER, 2, values, &error);
    if (j != NULL) {
        set_limit(world, j, enable);
    }
    return error;
}

MicaError mica_joint_set_motor(MicaWorld *world, MicaJoint joint, bool enable, float speed,
                               float maxMotor)
{
    const float values[2] = {speed, maxMotor};
    MicaError error;
    Joint *j = set_numbers(world, joint, MICA_JOINT_MOTOR_SPEED, 2, values, &error);
    if (j != NULL) {
        set_flag(j, enable, JOINT_MOTOR);
        j->impulses[JOINT_IMPULSE_MOTOR] = enable ? j->impulses[JOINT_IMPULSE_MOTOR] : 0.0f;
    }
    return error;
}

MicaError mica_joint_set_spring(MicaWorld *world, MicaJoint joint, bool enable, float hertz,
                                float dampingRatio, float target)
{
    const float values[3] = {hertz, dampingRatio, target};
    MicaError error;
    Joint *j = set_numbers(world, joint, MICA_JOINT_SPRING_HERTZ, 3, values, &error);
    if (j != NULL) {
        set_flag(j, enable, JOINT_SPRING);
        j->impulses[JOINT_IMPULSE_SPRING] = enable ? j->impulses[JOINT_IMPULSE_SPRING] : 0.0f;
    }
    return error;
}

MicaError mica_joint_set_break(MicaWorld *world, MicaJoint joint, float force, float torque)
{
    const float values[2] = {force, torque};
    MicaError error;
    set_numbers(world, joint, MICA_JOINT_BREAK_FORCE, 2, values, &error);
    return error;
}

// After the joint has begun or ceased to keep its bodies from colliding.
static void let_meet(MicaWorld *world, const Joint *j, bool meet)
{
    if (meet) {
        joint_look_for_pairs(world, j);
    } else if (j->bodyA != NONE) {
        bodies_edit_pairs(world, j->bodyA, j->bodyB);
    }
}

MicaError mica_joint_set_collide_connected(MicaWorld *world, MicaJoint joint, bool collide)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    Joint *j = &world->state.joints.data[slot];
    if (collide != ((j->flags & JOINT_COLLIDES) != 0)) {
        set_flag(j, collide, JOINT_COLLIDES);
        joint_wake(world, j);
        let_meet(world, j, collide);
    }
    return MICA_ERROR_OK;
}

MicaError mica_joint_set_enabled(MicaWorld *world, MicaJoint joint, bool enabled)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    Joint *j = &world->state.joints.data[slot];
    if (enabled == ((j->flags & JOINT_DISABLED) != 0)) {
        set_flag(j, !enabled, JOINT_DISABLED);
        joint_drop_impulses(j);
        j->pushed = vec(0.0f, 0.0f);
        j->turned = 0.0f;
        j->angle = joint_angle_now(world, j);
        start_ratchet(world, j);
        j->angle = enabled ? joint_angle_uncounted(world, j) : j->angle;
        joint_wake(world, j);
        let_meet(world, j, !enabled);
    }
    return MICA_ERROR_OK;
}

MicaError mica_joint_set_user_data(MicaWorld *world, MicaJoint joint, uint32_t userData)
{
    int32_t slot = joint_slot(world, joint);
    if (slot == NONE) {
        return MICA_ERROR_STALE_JOINT;
    }
    world->state.joints.data[slot].userData = userData;
    return MICA_ERROR_OK;
}

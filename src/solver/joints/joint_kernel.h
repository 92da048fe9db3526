// What a joint type gives the step, and what the kernels of all types share: one file a type
// defines its `<name>_kernel`, types.c lists them after MICA_JOINT_TYPES, joints.c calls them. A
// kernel works on blocks of four joints, side by side but for pulleys and gears, which are made of
// the parts in point.h, joint_rows.h, coupling.h and row.h. Lanes without a joint name solver body
// 0 and have zero masses.
#pragma once

#include "bodies4.h"

#include <stddef.h>

// A kind is a type with or without what its limit, motor and spring need: blocks of one kind have
// one size and lie together, and a joint that only connects pays for no row.
// A revolute joint that is soft has the kernel behind those of the types.
enum {
    SOFT_REVOLUTE = MICA_JOINT_TYPE_COUNT,
    JOINT_KERNELS,
    JOINT_KIND_COUNT = 2 * (JOINT_KERNELS - 1)
};

static inline int32_t joint_kind(const Joint *j)
{
    bool soft = j->type == MICA_JOINT_REVOLUTE && (j->flags & JOINT_SOFT) != 0;
    int32_t kernel = soft ? (int32_t)SOFT_REVOLUTE : (int32_t)j->type;
    return 2 * (kernel - 1) + ((j->flags & JOINT_HAS_ROW) != 0 ? 1 : 0);
}
static inline int32_t kind_type(int32_t kind) { return 1 + (kind >> 1); }
static inline bool kind_has_row(int32_t kind) { return (kind & 1) != 0; }

typedef struct JointRows JointRows;
typedef struct CouplingType CouplingType;
// The blocks of a range lie one behind the other at jointBlocks + range.offset.
typedef struct JointKernel {
    // Once a step: joints into blocks, and the first warm start.
    void (*prepare)(MicaWorld *world, const StepContext *context, JointRange range);
    // Once a substep, of all joints before any is solved: the impulses that bodies_accelerate
    // carried over belong to the arms of the substep before, and are brought to those of this one.
    void (*reanchor)(MicaWorld *world, JointRange range);
    // At the beginning of each substep: forces of springs, into the velocity that it starts from.
    void (*force)(MicaWorld *world, JointRange range);
    void (*solve)(MicaWorld *world, const StepContext *context, JointRange range);  // soft pass
    // Velocities alone, after the bodies moved. `again`: they have not moved since it last relaxed.
    void (*relax)(MicaWorld *world, const StepContext *context, JointRange range, bool again);
    // Shrinks the impulses that are carried over by islands_scale.
    void (*scale)(MicaWorld *world, JointRange range);
    // At the end of a substep: allows the energy that springs, motors and drives may have given to
    // the bodies since the step began.
    void (*work)(MicaWorld *world, const StepContext *context, JointRange range);
    // Once a step: impulses back into the joints, and which of them break.
    void (*store)(MicaWorld *world, const StepContext *context, JointRange range);
    // What mica_joint_state tells beside the anchors.
    void (*read)(const MicaWorld *world, const Joint *j, MicaJointState *state);
    int32_t blockBytes[2];         // of a kind without a row, with one
    const JointRows *rows;         // of a type made of rows (joint_rows.h), else null
    const CouplingType *coupling;  // of one that couples two pairs (coupling.h), else null
} JointKernel;

// Each in the file of its type.
#define X(TYPE, name, numbers) extern const JointKernel name##_kernel;
MICA_JOINT_TYPES(X)
#undef X

extern const JointKernel soft_revolute_kernel;

// types.c: by MicaJointType, and SOFT_REVOLUTE.
extern const JointKernel *const jointKernels[JOINT_KERNELS];

// types.c: the velocity of a point of a body.
Vec2 joint_point_velocity(const MicaWorld *world, int32_t body, Vec2 point);

// The joints of four lanes; all zeros where a lane is empty.
typedef struct JointLanes {
    const Joint *joints[4];
    const float *numbers[4];
    float loads[4];  // see joint_load
    bool turns;      // their limits are of an angle
} JointLanes;

// joints.c: how much of a joint's mobility is that of its body A, and of its body B: the share by
// which the body answers an impulse of the joint.
typedef struct JointFractions {
    float a, b;
} JointFractions;
JointFractions joint_fractions(const MicaWorld *world, const Joint *j);
// The load of a body is the sum of the shares of its joints that are springs. Springs of a
// frequency each are together stiffer by that, as the body feels them. Of a joint, the larger one
// of both bodies.
static inline float joint_load(const SolverScratch *scratch, BlockLane lane)
{
    const float *loads = scratch->springLoads.data;
    return lane.item == NONE || scratch->springLoads.count == 0
               ? 1.0f
               : max_f(loads[lane.a], loads[lane.b]);
}

static inline JointLanes joint_lanes(const MicaWorld *world, const BlockLane *lanes)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    static const Joint none;
    static const JointNumbers zeros;
    JointLanes out;
    for (int32_t i = 0; i < 4; ++i) {
        int32_t slot = lanes[i].item;
        out.joints[i] = slot != NONE ? &world->state.joints.data[slot] : &none;
        out.numbers[i] = (slot != NONE ? &world->state.jointNumbers.data[slot] : &zeros)->values;
        out.loads[i] = joint_load(scratch, lanes[i]);
    }
    out.turns =
        out.joints[0]->type == MICA_JOINT_REVOLUTE || out.joints[0]->type == MICA_JOINT_RATCHET;
    return out;
}

// The velocity (x, y, rotation) of the body of a joint in slot `joint` as the step began, zero for
// the world and in empty lanes.
static inline const float *joint_start_velocity(const MicaWorld *world, int32_t body, int32_t joint)
{
    static const float zero[4];
    return joint != NONE && body != NONE ? world->state.velocities.data[body].v : zero;
}

// islands_scale of four lanes; a field times that.
static inline f4 joint_scales(MicaWorld *world, const int32_t *a, const int32_t *b)
{
    float s[4];
    for (int32_t i = 0; i < 4; ++i) {
        s[i] = islands_scale(world, a[i], b[i]);
    }
    return f4_load(s);
}
static inline void scale_field(float *field, f4 by) { f4_store(field, f4_mul(f4_load(field), by)); }

// A row of one joint: the bodies, its vector and levers, as in joint_rows.h.
typedef struct ScalarJacobian {
    int32_t a, b;
    float ux, uy, sA, sB;
} ScalarJacobian;

// C' of a row at the velocities (x, y, rotation) of both bodies.
static inline float scalar_jacobian_speed(const ScalarJacobian *l, const float *vA, const float *vB)
{
    return l->ux * (vB[0] - vA[0]) + l->uy * (vB[1] - vA[1]) + l->sB * vB[2] - l->sA * vA[2];
}

// joints.c: C' of a row before any constraint of the substep, less half of what acceleration adds
// in it; an impulse along a row, into the velocity that the substep starts from.
float joint_force_speed(const MicaWorld *world, const ScalarJacobian *l);
void joint_apply_force(MicaWorld *world, const ScalarJacobian *l, float impulse);

// Four records of four floats, one a lane, turned into one register a field. Offset: bytes into
// each.
static inline void load_records(const void *const *records, size_t offset, f4 *out)
{
    const float *l[4];
    for (int32_t i = 0; i < 4; ++i) {
        l[i] = (const float *)(const void *)((const char *)records[i] + offset);
    }
    load_fields(l[0], l[1], l[2], l[3], out);
}

// Vectors turned by rotations of cosine c and sine s.
static inline void rotate4(f4 c, f4 s, f4 x, f4 y, f4 *outX, f4 *outY)
{
    *outX = f4_sub(f4_mul(c, x), f4_mul(s, y));
    *outY = f4_add(f4_mul(s, x), f4_mul(c, y));
}

// Beyond an eighth of a turn within one step; in joints.c.
__attribute__((noinline)) void joint_turn_far(f4 angle, f4 *c, f4 *s);

// Cosine and sine of the angles by which bodies turned in a step: trig_small_rot four times.
static inline void turn4(f4 x, f4 *c, f4 *s)
{
    f4 x2 = f4_mul(x, x);
    if (f4_mask(f4_lt(f4_splat(TRIG_SMALL * TRIG_SMALL), x2)) != 0) {
        joint_turn_far(x, c, s);
        return;
    }
    f4 sine = f4_mul_add(f4_splat(TRIG_SIN_5), x2, f4_splat(TRIG_SIN_7));
    sine = f4_mul_add(f4_splat(TRIG_SIN_3), x2, sine);
    *s = f4_mul_add(x, f4_mul(x, x2), sine);
    f4 cosine = f4_mul_add(f4_splat(TRIG_COS_6), x2, f4_splat(TRIG_COS_8));
    cosine = f4_mul_add(f4_splat(TRIG_COS_4), x2, cosine);
    *c = f4_mul_add(f4_mul_sub(f4_splat(1.0f), f4_splat(0.5f), x2), f4_mul(x2, x2), cosine);
}

// direct_trees.c: takes joints of trees out of jointBuckets; false if memory ran out.
bool direct_find(MicaWorld *world);
// direct.c: the passes of those trees, as joints.c calls them for blocks.
void direct_prepare(MicaWorld *world, const StepContext *context);
void direct_undo_prepare(MicaWorld *world);
void direct_begin(MicaWorld *world);  // in place of re-anchoring
void direct_solve(MicaWorld *world, const StepContext *context);
// After the blocks: trees of whose bodies blocks solve joints too.
void direct_solve_again(MicaWorld *world, const StepContext *context);
void direct_relax(MicaWorld *world, const StepContext *context, bool mixed);
void direct_scale(MicaWorld *world);
void direct_work(MicaWorld *world, const StepContext *context);
void direct_store(MicaWorld *world, const StepContext *context);

// For `store`, in joints.c: drops impulses that left single precision; adds the angle by which the
// bodies turned in the step; emits the event of a joint whose largest force (N) or torque (N m) of
// any substep is above its limit.
void joint_drop_infinite(Joint *j);
static inline void joint_add_turn(Joint *j, float angle)
{
    j->angle += angle;
    if (!within(j->angle, 2.0f * MAX_TURN)) {
        bool counts = within(j->angle, 1e9f);
        j->angle = counts ? j->angle - TWO_PI * (float)(int32_t)(j->angle / TWO_PI) : 0.0f;
    }
}
void joint_check_break(MicaWorld *world, Joint *j, float force, float torque);

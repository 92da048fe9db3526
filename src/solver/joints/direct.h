// Shared by the files of the direct solver; letters as in direct.c. direct_trees.c finds the trees,
// direct_place.c places their joints and stores what they gave, direct.c solves a tree without its
// loop joints, direct_loops.c adds those, direct_energy.c takes out the energy that joints have
// added.
#pragma once

#include "joint_rows.h"

// The soft pass removes errors; in a mixed tree it is made again after the blocks, which have moved
// its bodies; the relax pass takes the velocity of removing errors back out.
typedef enum DirectPass { DIRECT_SOFT, DIRECT_AGAIN, DIRECT_RELAX } DirectPass;

// By the number of contacts of both bodies.
static inline float give_of(int32_t touched)
{
    return 1.0f + min_f(COMPLIANCE_FRACTION * (float)max_i(touched - 1, 0), MAX_COMPLIANCE);
}
static inline float bias_of(int32_t touched) { return touched > 1 ? TOUCHED_BIAS : DIRECT_BIAS; }

static inline float dot3(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void push(float *momentum, const float *row, float impulse)
{
    momentum[0] += row[0] * impulse;
    momentum[1] += row[1] * impulse;
    momentum[2] += row[2] * impulse;
}

// The force impulse of a joint on its own body.
static inline Vec2 direct_force(const DirectJoint *d)
{
    Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < d->count; ++i) {
        sum = mul_add(sum, d->rows[i].impulse, vec(d->rows[i].J[0], d->rows[i].J[1]));
    }
    return sum;
}

// direct_place.c: rows and errors as the bodies are now, and the geometric stiffness of what the
// joints pulled last.
void direct_place(MicaWorld *world, DirectTree *tree, const StepContext *context, DirectPass pass);
// direct_ropes.c A distance joint with nothing but a limit: a rope, or a strut.
static inline bool direct_is_rope(const Joint *j)
{
    return j->type == MICA_JOINT_DISTANCE && (j->flags & JOINT_HAS_ROW) == JOINT_LIMIT;
}
// The error of a rope's row at a length, and whether the row is off as a pass begins.
float direct_place_rope(const MicaWorld *world, DirectJoint *d, float length,
                        const StepContext *context, DirectPass pass);
// Takes back what ropes that are let go have given in earlier passes.
void direct_drop_ropes(MicaWorld *world, const DirectTree *tree);
// Lets go of ropes that push, takes up those that would be too long. Whether any changed.
bool direct_change_ropes(MicaWorld *world, const DirectTree *tree, const StepContext *context,
                         DirectPass pass);
// direct.c: velocities and λ of the joints to the momentum of the nodes, with b = bias times the
// error over h. `whole`: also to the velocity of immovable bodies, and to the targets of rows; else
// what the momentum alone does, of which direct_loops.c makes its matrix.
void direct_solve_tree(MicaWorld *world, const DirectTree *tree, float invH, bool whole);
// direct_loops.c: the velocity that a solution gives a node, or that of an immovable body (node
// NONE) where `whole`, else 0: x, y, rotation.
void direct_velocity(const MicaWorld *world, int32_t node, int32_t solver, bool whole, float *v);
// direct_loops.c: adds what loop joints and free rows do to the solution of the tree.
void direct_solve_loops(MicaWorld *world, const DirectTree *tree, const StepContext *context,
                        DirectPass pass);
// direct_energy.c: the kinetic energy of a tree, J; takes out what its joints have added in this
// substep, after a pass that began with the energy `before`.
float direct_energy(const MicaWorld *world, const DirectTree *tree);
void direct_bound_energy(MicaWorld *world, DirectTree *tree, float before);

// The limit, motor and spring of a free row, and which of the three it has.
static inline uint8_t direct_acts(const MicaWorld *world, const DirectFree *f)
{
    const Joint *j = &world->state.joints.data[f->pair.joint.joint];
    return j->type == MICA_JOINT_REVOLUTE ? JOINT_HAS_ROW
                                          : jointKernels[j->type]->rows->acts[f->index];
}

// An amount of a row as a length: an angle counts as what it moves a point a metre away.
static inline float length_of_row(const DirectRow *r, float amount)
{
    return r->J[0] == 0.0f && r->J[1] == 0.0f ? METRE * amount : amount;
}

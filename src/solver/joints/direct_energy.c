// The kinetic energy that the joints of a tree add in a substep, which is taken out again after
// each pass. Rigid joints do no work; but where joints contradict each other, the velocity that
// removes the error of one is the error of the next, and a light body on a long arm would be shot
// away. Looked at in trees with loop joints, and where a joint is further off than DIRECT_FAR_OFF.
// Motors, limits and springs do work; each body may have the speed with which errors are removed,
// and more where the tree hangs from a moving body. Called by direct.c; reads solver bodies and
// rows of trees; writes velocities.
#include "direct.h"

// Of a mass or an inertia; 0 along a locked axis, which has no speed.
static inline float mass_from_inverse(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

static float energy_of(const MicaWorld *world, int32_t solver)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    float invInertia = world->scratch.solverMotion.data[solver].invInertia;
    return 0.5f * (mass_from_inverse(b->invMassX) * b->vx * b->vx +
                   mass_from_inverse(b->invMassY) * b->vy * b->vy +
                   mass_from_inverse(invInertia) * b->w * b->w);
}

float direct_energy(const MicaWorld *world, const DirectTree *tree)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    float sum = 0.0f;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        sum += energy_of(world, scratch->directNodes.data[i].solver);
    }
    return sum;
}

// The speed of one side of a row.
static float speed_along(const MicaWorld *world, int32_t solver, const float *row)
{
    return dot3(row, &world->scratch.solverBodies.data[solver].vx);
}

// What limits, motors and springs put into the tree, J: their impulses at the speeds that the
// bodies have.
static float work_of_free(const MicaWorld *world, const DirectTree *tree)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    float sum = 0.0f;
    for (int32_t i = tree->free; i < tree->endFree; ++i) {
        const DirectFree *f = &scratch->directFree.data[i];
        const DirectJoint *d = &f->pair.joint;
        sum += f->total * (speed_along(world, f->pair.solver, d->rows[0].J) -
                           speed_along(world, d->otherSolver, d->rows[0].JParent));
    }
    return sum;
}

// The speed of an immovable body where a joint holds it.
static float anchor_speed(const MicaWorld *world, int32_t solver, Vec2 arm)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    return length(vec(b->vx - b->w * arm.y, b->vy + b->w * arm.x));
}

// The greatest speed of what the tree hangs from.
static float speed_of_anchors(const MicaWorld *world, const DirectTree *tree)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    float maximum = 0.0f;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        const DirectNode *n = &scratch->directNodes.data[i];
        if (n->parent == NONE && n->joint.joint != NONE) {
            maximum = max_f(maximum, anchor_speed(world, n->joint.otherSolver, n->joint.otherArm));
        }
    }
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        const DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        if (c->node == NONE) {
            maximum = max_f(maximum, anchor_speed(world, c->solver, c->joint.arm));
        }
        if (c->otherNode == NONE) {
            maximum = max_f(maximum, anchor_speed(world, c->joint.otherSolver, c->joint.otherArm));
        }
    }
    return maximum;
}

// Leaves the bodies of a tree this fraction of their energy, but no less than a mass has at
// `speed`.
static void slow_down(MicaWorld *world, const DirectTree *tree, float fraction, float speed)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        SolverBody *b = &world->scratch.solverBodies.data[n->solver];
        float mass = max_f(mass_from_inverse(b->invMassX), mass_from_inverse(b->invMassY)),
              energy = energy_of(world, n->solver),
              maximum = max_f(fraction * energy, 0.5f * mass * speed * speed);
        if (energy > maximum) {
            float change = sqrtf(maximum / energy) - 1.0f, *v = &b->vx;
            for (int32_t k = 0; k < 3; ++k) {
                n->delta[k] += change * v[k];
                v[k] += change * v[k];
            }
        }
    }
}

void direct_bound_energy(MicaWorld *world, DirectTree *tree, float before)
{
    float now = direct_energy(world, tree),
          energyAdded = tree->energyAdded + (now - before) - work_of_free(world, tree);
    if (energyAdded > 0.0f) {
        slow_down(world, tree, max_f(now - energyAdded, 0.0f) / now,
                  DIRECT_MAX_SPEED + 2.0f * speed_of_anchors(world, tree));
        now = direct_energy(world, tree);
    }
    tree->energyAdded += now - before;
}

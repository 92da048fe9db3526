// Ropes of a tree: distance joints with nothing but a limit. Each is one rigid row that only pulls,
// or at its shortest only pushes. Which rows act is found by solving the tree a few times: those
// whose impulse has the wrong sign are let go, those that would pass their limit are taken up.
// Called by direct.c and direct_place.c; reads and writes joints of directNodes and
// directLoopJoints.
#include "direct.h"

float direct_place_rope(const MicaWorld *world, DirectJoint *d, float length,
                        const StepContext *context, DirectPass pass)
{
    const float *n = joint_values(world, &world->state.joints.data[d->joint]);
    float lower = n[MICA_JOINT_LOWER], upper = n[MICA_JOINT_UPPER];
    bool atLower = lower > 0.0f && length - lower < upper - length;
    float error = length - (atLower ? lower : upper);
    d->side = atLower ? -1.0f : 1.0f;
    d->gap = max_f(-d->side * error, 0.0f);
    d->dropped = 0.0f;
    bool open = d->gap > (pass == DIRECT_RELAX ? ROPE_SLACK : 0.0f);
    d->off = open && d->rows[0].impulse == 0.0f;
    // A rope may come to its limit within the substep, no faster.
    bool ahead = d->gap > 0.0f && pass != DIRECT_RELAX;
    d->rows[0].target = ahead ? (d->isB ? -error : error) * context->invH : 0.0f;
    return d->gap > 0.0f ? 0.0f : error;
}

// Whether a rope is let go or taken up. `own`, `other`: nodes of its bodies.
static bool change(const MicaWorld *world, DirectJoint *d, int32_t own, int32_t ownSolver,
                   int32_t other, const StepContext *context, DirectPass pass)
{
    const DirectRow *r = &d->rows[0];
    float sign = d->isB ? d->side : -d->side;  // of the row, towards the limit
    if (!d->off) {
        float before = pass == DIRECT_SOFT ? 0.0f : r->impulse - d->dropped;
        if (sign * (before + r->lambda) > 0.0f) {
            d->off = true;
            d->dropped = pass == DIRECT_SOFT ? 0.0f : r->impulse;
            return true;
        }
        return false;
    }
    if (pass == DIRECT_RELAX && d->gap > ROPE_SLACK) {
        return false;
    }
    float v[3], w[3], minimum = pass == DIRECT_RELAX ? 0.0f : d->gap * context->invH;
    direct_velocity(world, own, ownSolver, true, v);
    direct_velocity(world, other, d->otherSolver, true, w);
    if (sign * (dot3(r->J, v) - dot3(r->JParent, w)) > minimum + ROPE_SLACK) {
        d->off = false;
        d->dropped = 0.0f;
        return true;
    }
    return false;
}

bool direct_change_ropes(MicaWorld *world, const DirectTree *tree, const StepContext *context,
                         DirectPass pass)
{
    SolverScratch *scratch = solver_scratch(world);
    bool changed = false;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        if (n->joint.rope) {
            changed |= change(world, &n->joint, i, n->solver, n->parent, context, pass);
        }
    }
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        if (c->joint.rope) {
            changed |= change(world, &c->joint, c->node, c->solver, c->otherNode, context, pass);
        }
    }
    return changed;
}

static void drop(SolverScratch *scratch, const DirectJoint *d, int32_t own, int32_t other)
{
    DirectNode *nodes = scratch->directNodes.data;
    if (own != NONE) {
        push(nodes[own].momentum, d->rows[0].J, -d->dropped);
    }
    if (other != NONE) {
        push(nodes[other].momentum, d->rows[0].JParent, d->dropped);
    }
}

void direct_drop_ropes(MicaWorld *world, const DirectTree *tree)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        const DirectNode *n = &scratch->directNodes.data[i];
        if (n->joint.dropped != 0.0f) {
            drop(scratch, &n->joint, i, n->parent);
        }
    }
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        const DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        if (c->joint.dropped != 0.0f) {
            drop(scratch, &c->joint, c->node, c->otherNode);
        }
    }
}

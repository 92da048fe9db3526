// The direct solver: the rigid rows (joint_rows.h) of trees of jointed bodies, solved exactly
// within each pass. Chains, bridges, lifts and welded beams do not stretch, whatever they carry.
// Which joints: direct_trees.c.
//
// The nodes of a tree lie parents first. For a node c, with v = (vx, vy, w) its velocity, P the
// impulses that the joint to its parent gives it, one a row, J v its speeds of the rows, and p
// the same of its parent:
//
//     M v_c = m_c + Jᵀ P                                                          motion
//     J v_c - J_p v_p = -b                                                        the joint
//
// where m is the momentum before and M the mass matrix. Leaves first, each node is eliminated: with
// A = J M⁻¹ Jᵀ and W = A⁻¹,
//
//     P = W (-b - J M⁻¹ m_c + J_p v_p)
//     M_p += J_pᵀ W J_p,   m_p += J_pᵀ W (b + J M⁻¹ m_c)
//
// then velocities follow from root to leaves (Baraff, "Linear-time dynamics using Lagrange
// multipliers", 1996). Loop joints, with impulses Q, are added by the Schur complement: S is what
// unit impulses at the loop joints do to their own speeds, each found by one more solution of the
// tree; Q follows from S, and the tree is solved for it.
//
// A pull on a joint at arm r turns a body back as a pendulum does; taken within the step, that adds
// h Σ r·P to the inertia (geometric stiffness: Tournier et al., "Stable constrained dynamics",
// 2015), without which light links under load would whip. It also takes out energy, so only what
// exceeds a fraction of the body's inertia about its pins is added: free pendulums swing on.
//
// What the tree did to a node's velocity is taken out again before the next substep's pass, since
// bodies_accelerate has carried it over: P is found anew in each substep.
//
// Called by joints.c; reads joints, transforms and solver bodies; writes directNodes, velocities,
// then the joints' impulses.
#include "direct.h"

#include <string.h>

// A body on a long arm counts as no lighter to turn than this fraction of its mass on that arm, or
// A would be without precision.
#define MIN_INERTIA_FRACTION 2e-6f
// What is locked counts as so much mass, or inertia.
#define LOCKED_MASS 1e12f
#define LOCKED_INERTIA (LOCKED_MASS * METRE * METRE)
// A pivot of A below this fraction of its diagonal is what rounding left: the row repeats others.
#define MIN_ROW_PIVOT 1e-6f

// -------------------------------------------------------------------------------- factors of a tree

// xx, yx, yy, tx, ty, tt. A pivot below a fraction of its diagonal is what rounding left, and
// counts for nothing.
static inline Factor3 factorise(const float *m, float minimum)
{
    Factor3 f;
    f.d0 = m[0] > 0.0f ? 1.0f / m[0] : 0.0f;
    f.l10 = m[1] * f.d0;
    f.l20 = m[3] * f.d0;
    float p1 = m[2] - f.l10 * m[1], q = m[4] - f.l20 * m[1];
    f.d1 = p1 > minimum * m[2] ? 1.0f / p1 : 0.0f;
    f.l21 = q * f.d1;
    float p2 = m[5] - f.l20 * m[3] - f.l21 * q;
    f.d2 = p2 > minimum * m[5] ? 1.0f / p2 : 0.0f;
    return f;
}

static inline void solve3(const Factor3 *f, float x, float y, float t, float *out)
{
    float b = y - f->l10 * x, c = t - f->l20 * x - f->l21 * b;
    out[2] = c * f->d2;
    out[1] = b * f->d1 - f->l21 * out[2];
    out[0] = x * f->d0 - f->l10 * out[1] - f->l20 * out[2];
}

static inline float inverse_or(float x, float locked) { return x > 0.0f ? 1.0f / x : locked; }

// Mass matrix and momentum of a node on its own. Soft: the stiffness resists the whole velocity, so
// momentum is that of the body; else only what this pass changes.
static inline void load_node(const MicaWorld *world, DirectNode *n, const StepContext *context,
                             bool soft)
{
    const SolverBody *b = &world->scratch.solverBodies.data[n->solver];
    float mx = inverse_or(b->invMassX, LOCKED_MASS), my = inverse_or(b->invMassY, LOCKED_MASS);
    float swing = max_f(mx, my) * n->reach2;  // of the body about its furthest joint
    float inertia =
        inverse_or(world->scratch.solverMotion.data[n->solver].invInertia, LOCKED_INERTIA);
    inertia = max_f(inertia, MIN_INERTIA_FRACTION * swing);
    float about = inertia + swing;
    float stiff = inertia + max_f(context->h * n->stiffness - STIFFNESS_FRACTION * about, 0.0f);
    const float m[6] = {mx, 0.0f, my, 0.0f, 0.0f, stiff};
    memcpy(n->mass, m, sizeof m);
    n->momentum[0] = mx * b->vx;
    n->momentum[1] = my * b->vy;
    n->momentum[2] = (soft ? inertia : stiff) * b->w;
}

// W times one number a row.
static inline void weigh(const DirectNode *n, const float *v, int32_t count, float *out)
{
    const Factor3 *f = &n->rowFactor;
    if (count == 2) {
        float b = v[1] - f->l10 * v[0];
        out[1] = b * f->d1;
        out[0] = v[0] * f->d0 - f->l10 * out[1];
        return;
    }
    solve3(f, v[0], count > 1 ? v[1] : 0.0f, count > 2 ? v[2] : 0.0f, out);
}

// A, and what the node weighs for its parent. `count` is the joint's, a constant for pins, which
// are most joints.
static inline __attribute__((always_inline)) void factorise_rows(DirectNode *nodes, DirectNode *n,
                                                                 int32_t count)
{
    DirectJoint *d = &n->joint;
    float a[6] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}, give = give_of(d->touched);
    for (int32_t i = 0; i < count; ++i) {
        DirectRow *r = &d->rows[i];
        solve3(&n->factor, r->J[0], r->J[1], r->J[2], r->invMJt);
        for (int32_t k = 0; k <= i; ++k) {
            a[i * (i + 1) / 2 + k] = give * dot3(r->invMJt, d->rows[k].J);
        }
    }
    a[2] += d->give;
    n->rowFactor = factorise(a, MIN_ROW_PIVOT);
    if (d->off) {
        n->rowFactor = (Factor3){0};
    }
    if (n->parent == NONE || d->off) {
        return;
    }
    // J_pᵀ W J_p, by columns.
    float *m = nodes[n->parent].mass;
    for (int32_t column = 0; column < 3; ++column) {
        float v[3], w[3];
        for (int32_t i = 0; i < count; ++i) {
            v[i] = d->rows[i].JParent[column];
        }
        weigh(n, v, count, w);
        for (int32_t row = column; row < 3; ++row) {
            float sum = 0.0f;
            for (int32_t i = 0; i < count; ++i) {
                sum += d->rows[i].JParent[row] * w[i];
            }
            m[row * (row + 1) / 2 + column] += sum;
        }
    }
}

// Eliminates a node's velocity.
static inline void factorise_node(DirectNode *nodes, DirectNode *n)
{
    n->factor = factorise(n->mass, 0.0f);
    if (n->joint.count == 2) {
        factorise_rows(nodes, n, 2);
    } else if (n->joint.joint != NONE) {
        factorise_rows(nodes, n, n->joint.count);
    }
}

static inline void ascend(DirectNode *nodes, DirectNode *n, float invH, float targets)
{
    DirectJoint *d = &n->joint;
    solve3(&n->factor, n->momentum[0], n->momentum[1], n->momentum[2], n->free);
    float rhs[3] = {0.0f, 0.0f, 0.0f}, p[3], bias = invH * bias_of(d->touched);
    for (int32_t i = 0; i < d->count; ++i) {
        const DirectRow *r = &d->rows[i];
        rhs[i] = targets * r->target - bias * r->error - dot3(r->J, n->free);
        d->rows[i].rhs = rhs[i];
    }
    if (n->parent != NONE) {
        weigh(n, rhs, d->count, p);
        for (int32_t i = 0; i < d->count; ++i) {
            push(nodes[n->parent].momentum, d->rows[i].JParent, -p[i]);
        }
    }
}

static inline void descend(DirectNode *n, const float *parentVelocity)
{
    DirectJoint *d = &n->joint;
    float rhs[3] = {0.0f, 0.0f, 0.0f}, p[3];
    for (int32_t i = 0; i < d->count; ++i) {
        rhs[i] = d->rows[i].rhs + dot3(d->rows[i].JParent, parentVelocity);
    }
    weigh(n, rhs, d->count, p);
    memcpy(n->velocity, n->free, sizeof n->free);
    for (int32_t i = 0; i < d->count; ++i) {
        d->rows[i].lambda = p[i];
        push(n->velocity, d->rows[i].invMJt, p[i]);
    }
}

void direct_solve_tree(MicaWorld *world, const DirectTree *tree, float invH, bool whole)
{
    SolverScratch *scratch = solver_scratch(world);
    DirectNode *nodes = scratch->directNodes.data;
    float scale1 = whole ? 1.0f : 0.0f;
    for (int32_t i = tree->endNode - 1; i >= tree->node; --i) {
        ascend(nodes, &nodes[i], invH, scale1);
    }
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &nodes[i];
        if (n->joint.joint == NONE) {
            memcpy(n->velocity, n->free, sizeof n->free);
            continue;
        }
        const SolverBody *s = &world->scratch.solverBodies.data[n->joint.otherSolver];
        const float immovableVelocity[3] = {scale1 * s->vx, scale1 * s->vy, scale1 * s->w};
        descend(n, n->parent != NONE ? nodes[n->parent].velocity : immovableVelocity);
    }
}

// ---------------------------------------------------------------------------------------- passes

static void finish_joint(DirectJoint *d, DirectPass pass)
{
    for (int32_t i = 0; i < d->count; ++i) {
        DirectRow *r = &d->rows[i];
        r->impulse = pass == DIRECT_SOFT ? r->lambda : r->impulse - d->dropped + r->lambda;
    }
    Vec2 force = direct_force(d);
    d->peak = max_f(d->peak, dot(force, force));
}

static void finish_tree(MicaWorld *world, const DirectTree *tree, DirectPass pass)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        float *v = &world->scratch.solverBodies.data[n->solver].vx;
        finish_joint(&n->joint, pass);
        for (int32_t k = 0; k < 3; ++k) {
            n->delta[k] += n->velocity[k] - v[k];
            v[k] = n->velocity[k];
        }
    }
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        finish_joint(&scratch->directLoopJoints.data[i].joint, pass);
    }
}

// A steady load P pulls a compliant pin apart until b = (compliance) A P. Most of a gap beyond
// LINEAR_SLOP is removed: the compliance counts from the impulses of the last substep there.
static inline void remove_gap(DirectNode *n, const StepContext *context)
{
    DirectJoint *d = &n->joint;
    float fraction = (give_of(d->touched) - 1.0f) * context->h / bias_of(d->touched);
    if (fraction <= 0.0f || d->off || d->give > 0.0f) {
        return;
    }
    float gap[3] = {0.0f, 0.0f, 0.0f}, square = 0.0f;
    for (int32_t i = 0; i < d->count; ++i) {
        for (int32_t k = 0; k < d->count; ++k) {
            gap[i] += fraction * dot3(d->rows[i].invMJt, d->rows[k].J) * d->rows[k].impulse;
        }
        float length = length_of_row(&d->rows[i], gap[i]);
        square += length * length;
    }
    if (square > LINEAR_SLOP * LINEAR_SLOP) {
        float removed = GAP_REMOVED * (1.0f - LINEAR_SLOP / sqrtf(square));
        for (int32_t i = 0; i < d->count; ++i) {
            d->rows[i].error -= removed * gap[i];
        }
    }
}

// What the free rows have given that the velocities do not have.
static void push_free(SolverScratch *scratch, const DirectTree *tree)
{
    DirectNode *nodes = scratch->directNodes.data;
    for (int32_t i = tree->free; i < tree->endFree; ++i) {
        const DirectFree *f = &scratch->directFree.data[i];
        const DirectRow *r = &f->pair.joint.rows[0];
        if (f->pair.node != NONE) {
            push(nodes[f->pair.node].momentum, r->J, f->total - f->applied);
        }
        if (f->pair.otherNode != NONE) {
            push(nodes[f->pair.otherNode].momentum, r->JParent, f->applied - f->total);
        }
    }
}

// One solution, with the ropes that are taut.
static void solve_once(MicaWorld *world, DirectTree *tree, const StepContext *context,
                       DirectPass pass, bool first)
{
    SolverScratch *scratch = solver_scratch(world);
    DirectNode *nodes = scratch->directNodes.data;
    bool soft = pass == DIRECT_SOFT;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        load_node(world, &nodes[i], context, soft);
    }
    for (int32_t i = tree->endNode - 1; i >= tree->node; --i) {
        factorise_node(nodes, &nodes[i]);
    }
    if (tree->ropes) {
        direct_drop_ropes(world, tree);
    }
    push_free(scratch, tree);
    for (int32_t i = tree->node; i < tree->endNode && soft && first; ++i) {
        remove_gap(&nodes[i], context);
    }
    direct_solve_tree(world, tree, pass == DIRECT_RELAX ? 0.0f : context->invH, true);
    if (tree->endLoopJoint > tree->loopJoint || tree->endFree > tree->free) {
        direct_solve_loops(world, tree, context, pass);
    }
}

static void solve(MicaWorld *world, DirectTree *tree, const StepContext *context, DirectPass pass)
{
    SolverScratch *scratch = solver_scratch(world);
    bool soft = pass == DIRECT_SOFT;
    direct_place(world, tree, context, pass);
    tree->energyAdded = soft ? 0.0f : tree->energyAdded;
    bool bounded = tree->farOff || tree->endLoopJoint > tree->loopJoint;
    float before = bounded ? direct_energy(world, tree) : 0.0f;
    for (int32_t i = tree->free; i < tree->endFree; ++i) {
        DirectFree *f = &scratch->directFree.data[i];
        f->applied = soft ? 0.0f : f->total;
    }
    solve_once(world, tree, context, pass, true);
    for (int32_t i = 0; i < MAX_ROPE_TURNS && tree->ropes; ++i) {
        if (!direct_change_ropes(world, tree, context, pass)) {
            break;
        }
        solve_once(world, tree, context, pass, false);
    }
    finish_tree(world, tree, pass);
    if (bounded) {
        direct_bound_energy(world, tree, before);
    }
}

void direct_begin(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directNodes.count; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        float *v = &world->scratch.solverBodies.data[n->solver].vx;
        for (int32_t k = 0; k < 3; ++k) {
            v[k] -= n->delta[k];
            n->delta[k] = 0.0f;
        }
    }
}

void direct_solve(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directTrees.count; ++i) {
        solve(world, &scratch->directTrees.data[i], context, DIRECT_SOFT);
    }
}

void direct_solve_again(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directTrees.count; ++i) {
        if (scratch->directTrees.data[i].mixed) {
            solve(world, &scratch->directTrees.data[i], context, DIRECT_AGAIN);
        }
    }
}

// The errors of a tree that nothing touches are as a rule so small that the velocity which removes
// them may stay.
void direct_relax(MicaWorld *world, const StepContext *context, bool mixed)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directTrees.count; ++i) {
        DirectTree *tree = &scratch->directTrees.data[i];
        if (tree->mixed == mixed && (mixed || tree->touched || tree->farOff)) {
            solve(world, tree, context, DIRECT_RELAX);
        }
    }
}

// The closers of a tree: joints that close a loop, or lead to a second immovable body. Their impulses
// follow from the Schur complement, see direct.c, which calls this.
#include "direct.h"

#include <string.h>

// A pivot of S below this share of its diagonal is what rounding left: the closer repeats others.
#define LEAST_PIVOT 1e-5f

#define MAX_ROWS (3 * MAX_CLOSERS)

static void velocity_of(const MicaWorld *world, int32_t node, int32_t solver, bool whole, float *v)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    float still = whole ? 1.0f : 0.0f;
    const float ground[3] = {still * s->vx, still * s->vy, still * s->w};
    memcpy(v, node != NONE ? world->scratch.directNodes.data[node].velocity : ground,
           sizeof ground);
}

// C' of each row of the closers; `whole` as in direct_solve_tree. Returns their number.
static int32_t closer_speeds(const MicaWorld *world, const DirectTree *tree, bool whole, float *out)
{
    int32_t count = 0;
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        const DirectCloser *c = &world->scratch.directClosers.data[i];
        float own[3], other[3];
        velocity_of(world, c->node, c->solver, whole, own);
        velocity_of(world, c->otherNode, c->joint.otherSolver, whole, other);
        for (int32_t k = 0; k < c->joint.count; ++k) {
            const DirectRow *r = &c->joint.rows[k];
            out[count++] = dot3(r->own, own) - dot3(r->other, other);
        }
    }
    return count;
}

static void clear_momentum(MicaWorld *world, const DirectTree *tree)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        memset(world->scratch.directNodes.data[i].momentum, 0, 3 * sizeof(float));
    }
}

static void push_closer(MicaWorld *world, const DirectCloser *c, int32_t row, float impulse)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    const DirectRow *r = &c->joint.rows[row];
    if (c->node != NONE) {
        push(nodes[c->node].momentum, r->own, impulse);
    }
    if (c->otherNode != NONE) {
        push(nodes[c->otherNode].momentum, r->other, -impulse);
    }
}

// S: what a unit impulse of each row does to the speeds of all rows, one row after the other.
static void find_responses(MicaWorld *world, const DirectTree *tree, float (*s)[MAX_ROWS])
{
    int32_t row = 0;
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        const DirectCloser *c = &world->scratch.directClosers.data[i];
        for (int32_t k = 0; k < c->joint.count; ++k, ++row) {
            clear_momentum(world, tree);
            push_closer(world, c, k, 1.0f);
            direct_solve_tree(world, tree, 0.0f, false);
            closer_speeds(world, tree, false, s[row]);
            s[row][row] *= give_of(c->joint.touched);
        }
    }
}

// q = S⁻¹ q; rows that repeat others get nothing.
static void solve_dense(float (*s)[MAX_ROWS], int32_t count, float *q)
{
    float inverse[MAX_ROWS];
    for (int32_t i = 0; i < count; ++i) {
        float diagonal = s[i][i];
        for (int32_t k = 0; k < i; ++k) {
            diagonal -= s[i][k] * s[i][k] * inverse[k];
        }
        inverse[i] = diagonal > LEAST_PIVOT * s[i][i] ? 1.0f / diagonal : 0.0f;
        for (int32_t j = i + 1; j < count; ++j) {
            for (int32_t k = 0; k < i; ++k) {
                s[j][i] -= s[j][k] * s[i][k] * inverse[k];
            }
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < i; ++k) {
            q[i] -= s[i][k] * inverse[k] * q[k];
        }
    }
    for (int32_t i = count - 1; i >= 0; --i) {
        q[i] *= inverse[i];
        for (int32_t k = i + 1; k < count; ++k) {
            q[i] -= s[k][i] * inverse[i] * q[k];
        }
    }
}

// Keeps the solution without the closers, or adds it to the present one.
static void keep(MicaWorld *world, const DirectTree *tree, bool add1)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &world->scratch.directNodes.data[i];
        for (int32_t k = 0; k < 3; ++k) {
            n->velocity[k] += add1 ? n->kept[k] : 0.0f;
            n->kept[k] = n->velocity[k];
        }
        for (int32_t k = 0; k < n->joint.count; ++k) {
            DirectRow *r = &n->joint.rows[k];
            r->answer += add1 ? r->kept : 0.0f;
            r->kept = r->answer;
        }
    }
}

void direct_solve_closers(MicaWorld *world, const DirectTree *tree, float invH)
{
    float q[MAX_ROWS], s[MAX_ROWS][MAX_ROWS];
    int32_t count = closer_speeds(world, tree, true, q), row = 0;
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        const DirectJoint *d = &world->scratch.directClosers.data[i].joint;
        for (int32_t k = 0; k < d->count; ++k, ++row) {
            q[row] = -q[row] - invH * bias_of(d->touched) * d->rows[k].error;
        }
    }
    keep(world, tree, false);
    find_responses(world, tree, s);
    solve_dense(s, count, q);
    clear_momentum(world, tree);
    row = 0;
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        DirectCloser *c = &world->scratch.directClosers.data[i];
        for (int32_t k = 0; k < c->joint.count; ++k, ++row) {
            push_closer(world, c, k, q[row]);
            c->joint.rows[k].answer = q[row];
        }
    }
    direct_solve_tree(world, tree, 0.0f, false);
    keep(world, tree, true);
}

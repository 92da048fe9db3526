// The loop joints of a tree, joints that close a loop or lead to a second immovable body, and its
// free rows: limits, motors and springs. Their impulses follow from the Schur complement, see
// direct.c, which calls this: those of the loop joints exactly, those of the free rows one after
// the other.
#include "direct.h"

#include <string.h>

// A pivot of S below this fraction of its diagonal is what rounding left: the loop joint repeats
// others.
#define MIN_PIVOT 1e-5f

// ------------------------------------------------------------------------------------------- rows

#define MAX_ROWS (3 * MAX_LOOP_JOINTS + MAX_DIRECT_FREE)

// A row of a loop joint, or a free row.
typedef struct RowOf {
    const DirectLoopJoint *pair;
    int32_t row;
} RowOf;

// The rows of a tree: those of the loop joints, then the free rows. Returns their number.
static int32_t list_rows(const SolverScratch *scratch, const DirectTree *tree, RowOf *rows,
                         int32_t *rigid)
{
    int32_t count = 0;
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        const DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        for (int32_t k = 0; k < c->joint.count; ++k) {
            rows[count++] = (RowOf){c, k};
        }
    }
    *rigid = count;
    for (int32_t i = tree->free; i < tree->endFree; ++i) {
        rows[count++] = (RowOf){&scratch->directFree.data[i].pair, 0};
    }
    return count;
}

void direct_velocity(const MicaWorld *world, int32_t node, int32_t solver, bool whole, float *v)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    float scale1 = whole ? 1.0f : 0.0f;
    const float immovableVelocity[3] = {scale1 * s->vx, scale1 * s->vy, scale1 * s->w};
    memcpy(v, node != NONE ? scratch->directNodes.data[node].velocity : immovableVelocity,
           sizeof immovableVelocity);
}

// C' of each row; `whole` as in direct_solve_tree.
static void row_speeds(const MicaWorld *world, const RowOf *rows, int32_t count, bool whole,
                       float *out)
{
    for (int32_t i = 0; i < count; ++i) {
        const DirectLoopJoint *c = rows[i].pair;
        const DirectRow *r = &c->joint.rows[rows[i].row];
        float own[3], other[3];
        direct_velocity(world, c->node, c->solver, whole, own);
        direct_velocity(world, c->otherNode, c->joint.otherSolver, whole, other);
        out[i] = dot3(r->J, own) - dot3(r->JParent, other);
    }
}

static void clear_momentum(SolverScratch *scratch, const DirectTree *tree)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        memset(scratch->directNodes.data[i].momentum, 0, 3 * sizeof(float));
    }
}

static void push_row(SolverScratch *scratch, RowOf row, float impulse)
{
    DirectNode *nodes = scratch->directNodes.data;
    const DirectRow *r = &row.pair->joint.rows[row.row];
    if (row.pair->node != NONE) {
        push(nodes[row.pair->node].momentum, r->J, impulse);
    }
    if (row.pair->otherNode != NONE) {
        push(nodes[row.pair->otherNode].momentum, r->JParent, -impulse);
    }
}

// S: what a unit impulse of each row does to the speeds of all rows, one row after the other.
static void find_responses(MicaWorld *world, const DirectTree *tree, const RowOf *rows,
                           int32_t count, float (*s)[MAX_ROWS])
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < count; ++i) {
        clear_momentum(scratch, tree);
        push_row(scratch, rows[i], 1.0f);
        direct_solve_tree(world, tree, 0.0f, false);
        row_speeds(world, rows, count, false, s[i]);
    }
}

// J M⁻¹ Jᵀ of one side of a row, whose body moves alone.
static float mobility_of(const MicaWorld *world, int32_t node, int32_t solver, const float *row)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    float invInertia = world->scratch.solverMotion.data[solver].invInertia;
    return node == NONE ? 0.0f
                        : b->invMassX * row[0] * row[0] + b->invMassY * row[1] * row[1] +
                              invInertia * row[2] * row[2];
}

// The compliance of a row, in addition to S. Along a straight bridge, or across a beam welded at
// both ends, the tree gives way so little that S is what rounding left of it.
static float compliance_of(const MicaWorld *world, RowOf row)
{
    const DirectLoopJoint *c = row.pair;
    const DirectRow *r = &c->joint.rows[row.row];
    return LOOP_COMPLIANCE * (mobility_of(world, c->node, c->solver, r->J) +
                              mobility_of(world, c->otherNode, c->joint.otherSolver, r->JParent));
}

// The upper part of S of the loop joints, whose rows come first, becomes L, and `inverse` holds 1 /
// D. Rows that repeat others get nothing.
static void factorise_dense(const MicaWorld *world, float (*s)[MAX_ROWS], const RowOf *rows,
                            int32_t count, float *inverse)
{
    for (int32_t i = 0; i < count; ++i) {
        s[i][i] = s[i][i] * give_of(rows[i].pair->joint.touched) + compliance_of(world, rows[i]);
        float diagonal = s[i][i];
        for (int32_t k = 0; k < i; ++k) {
            diagonal -= s[k][i] * s[k][i] * inverse[k];
        }
        bool off = rows[i].pair->joint.off || !(diagonal > MIN_PIVOT * s[i][i]);
        inverse[i] = off ? 0.0f : 1.0f / diagonal;
        for (int32_t j = i + 1; j < count; ++j) {
            for (int32_t k = 0; k < i; ++k) {
                s[i][j] -= s[k][j] * s[k][i] * inverse[k];
            }
        }
    }
}

// q = S⁻¹ q of the loop joints.
static void solve_dense(float (*s)[MAX_ROWS], const float *inverse, int32_t count, float *q)
{
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < i; ++k) {
            q[i] -= s[k][i] * inverse[k] * q[k];
        }
    }
    for (int32_t i = count - 1; i >= 0; --i) {
        q[i] *= inverse[i];
        for (int32_t k = i + 1; k < count; ++k) {
            q[i] -= s[i][k] * inverse[i] * q[k];
        }
    }
}

// The free rows, one after the other as a block solves them, but with the mass that the tree has
// for each. `v` has their speeds; q gets their impulses, and the answers of the loop joints to
// them.
static void solve_free(MicaWorld *world, const DirectTree *tree, const StepContext *context,
                       bool soft, float (*s)[MAX_ROWS], const RowOf *rows, const float *inverse,
                       int32_t rigid, int32_t count, float *v, float *q)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t j = rigid; j < count; ++j) {
        DirectFree *f = &scratch->directFree.data[tree->free + j - rigid];
        float answer[MAX_ROWS], response[MAX_ROWS];
        for (int32_t i = 0; i < rigid; ++i) {
            answer[i] = -s[j][i];
        }
        solve_dense(s, inverse, rigid, answer);
        for (int32_t i = rigid; i < count; ++i) {
            response[i] = s[j][i];
            for (int32_t k = 0; k < rigid; ++k) {
                response[i] += s[i][k] * answer[k];
            }
        }
        float turning = s[j][j] + compliance_of(world, rows[j]);
        row_place_alone(&f->row, turning, s[j][j] - response[j], f->coordinate);
        float impulse = row_solve_alone(&f->row, v[j], context, soft);
        q[j] += impulse;
        f->total += impulse;
        f->pair.joint.peak = max_f(f->pair.joint.peak, abs_f(f->total));
        for (int32_t i = 0; i < rigid; ++i) {
            q[i] += answer[i] * impulse;
        }
        for (int32_t i = rigid; i < count; ++i) {
            v[i] += response[i] * impulse;
        }
    }
}

// Keeps the solution without these rows, or adds it to the present one.
static void keep(SolverScratch *scratch, const DirectTree *tree, bool add1)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        for (int32_t k = 0; k < 3; ++k) {
            n->velocity[k] += add1 ? n->velocityTree[k] : 0.0f;
            n->velocityTree[k] = n->velocity[k];
        }
        for (int32_t k = 0; k < n->joint.count; ++k) {
            DirectRow *r = &n->joint.rows[k];
            r->lambda += add1 ? r->lambdaTree : 0.0f;
            r->lambdaTree = r->lambda;
        }
    }
}

void direct_solve_loops(MicaWorld *world, const DirectTree *tree, const StepContext *context,
                        DirectPass pass)
{
    SolverScratch *scratch = solver_scratch(world);
    RowOf rows[MAX_ROWS];
    float q[MAX_ROWS], v[MAX_ROWS], inverse[MAX_ROWS] = {0.0f}, s[MAX_ROWS][MAX_ROWS];
    int32_t rigid, count = list_rows(scratch, tree, rows, &rigid);
    row_speeds(world, rows, count, true, v);
    keep(scratch, tree, false);
    find_responses(world, tree, rows, count, s);
    factorise_dense(world, s, rows, rigid, inverse);
    for (int32_t i = 0; i < count; ++i) {
        const DirectJoint *d = &rows[i].pair->joint;
        float bias = pass != DIRECT_RELAX ? context->invH * bias_of(d->touched) : 0.0f;
        q[i] = i < rigid ? -v[i] - bias * d->rows[rows[i].row].error : 0.0f;
    }
    solve_dense(s, inverse, rigid, q);
    for (int32_t i = rigid; i < count; ++i) {
        for (int32_t k = 0; k < rigid; ++k) {
            v[i] += s[i][k] * q[k];
        }
    }
    // Limits are as rigid as the joints.
    StepContext rigidContext = *context;
    rigidContext.joint = (Softness){DIRECT_BIAS * context->errorScale * context->invH, 1.0f, 0.0f};
    solve_free(world, tree, &rigidContext, pass == DIRECT_SOFT, s, rows, inverse, rigid, count, v,
               q);
    clear_momentum(scratch, tree);
    for (int32_t i = 0; i < count; ++i) {
        push_row(scratch, rows[i], q[i]);
    }
    for (int32_t i = tree->loopJoint, row = 0; i < tree->endLoopJoint; ++i) {
        DirectJoint *d = &scratch->directLoopJoints.data[i].joint;
        for (int32_t k = 0; k < d->count; ++k, ++row) {
            d->rows[k].lambda = q[row];
        }
    }
    direct_solve_tree(world, tree, 0.0f, false);
    keep(scratch, tree, true);
}

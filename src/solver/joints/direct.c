// The direct solver: the rigid lines (lines.h) of trees of jointed bodies, solved exactly within each
// pass. Chains, bridges, ragdolls and welded beams do not stretch, whatever they carry. Which joints:
// direct_trees.c.
//
// The nodes of a tree lie parents first. For a node c, with v = (vx, vy, w) its velocity, P the
// impulses that the joint to its parent gives it, one a line, J v its speeds along the lines, and p
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
// multipliers", 1996). Closers, with impulses Q, are added by the Schur complement: S is what unit
// impulses at the closers do to their own speeds, each found by one more solution of the tree; Q
// follows from S, and the tree is solved for it.
//
// A pull on a joint at arm r turns a body back as a pendulum does; taken within the step, that adds h Σ r·P
// to the inertia (geometric stiffness: Tournier et al., "Stable constrained dynamics", 2015),
// without which light links under load would whip. It also takes out energy, so only what exceeds
// a share of the body's inertia about its pins is added: free pendulums swing on.
//
// What the tree did to a node's velocity is taken out again before the next substep's pass, since
// bodies_accelerate has carried it over: P is found anew in each substep.
//
// Called by joints.c; reads joints, transforms and solver bodies; writes directNodes, velocities,
// then the joints' impulses.
#include "lines.h"

#include <string.h>

// How much of a pin's error a substep removes. A pin at a body with several contacts gives way a
// little: contacts and pins are solved by turns, and where both were rigid, a heap of chains would
// never come to rest. Its compliance is a share of A for each contact of both bodies beyond the first.
#define DIRECT_BIAS 0.2f
#define TOUCHED_BIAS 0.1f
#define COMPLIANCE_SHARE 0.03f
#define MOST_COMPLIANCE 0.2f
// The speed with which an error is removed at most, m/s or radians/s; where bodies have contacts, less.
#define DIRECT_MAX_SPEED 20.0f
#define TOUCHED_MAX_SPEED 5.0f
// The share of the inertia about the pins up to which geometric stiffness is left out.
#define STIFFNESS_SHARE 0.1f
// A body on a long arm counts as no lighter to turn than this share of its mass on that arm, or A would
// be without precision.
#define LEAST_INERTIA_SHARE 2e-6f
// A locked rotation counts as so much inertia.
#define LOCKED_INERTIA 1e12f
// A pivot of S below this share of its diagonal is what rounding left: the closer repeats others.
#define LEAST_PIVOT 1e-5f
// The same of the rows of one joint.
#define LEAST_ROW_PIVOT 1e-6f

// ---------------------------------------------------------------------------------------- placing

static Vec2 arm_of(const MicaWorld *world, int32_t slot, Vec2 anchor)
{
    return rotate(world->state.transforms.data[slot].q,
                  sub(anchor, world->state.bodies.data[slot].localCenter));
}

static Vec2 center_of(const MicaWorld *world, int32_t slot)
{
    return transform(world->state.transforms.data[slot],
                     world->state.bodies.data[slot].localCenter);
}

// Takes over the joint with the impulses of the last step, which a block with the joint's limit,
// motor and spring shall not apply too.
static void prepare_joint(MicaWorld *world, const StepContext *context, DirectJoint *d)
{
    Joint *j = &world->state.joints.data[d->joint];
    const LineType *lines = jointKernels[j->type]->lines;
    int32_t own = d->isB ? j->bodyB : j->bodyA, other = d->isB ? j->bodyA : j->bodyB;
    float scale1 = d->isB ? context->warmScale : -context->warmScale;
    d->count = j->type == MICA_JOINT_REVOLUTE ? 2 : lines->rigid[(j->flags & JOINT_HAS_ROW) != 0];
    d->armStart = arm_of(world, own, d->isB ? j->anchorB : j->anchorA);
    d->otherArmStart = arm_of(world, other, d->isB ? j->anchorA : j->anchorB);
    d->centers = sub(center_of(world, own), center_of(world, other));
    d->axisStart = rotate(world->state.transforms.data[j->bodyA].q,
                          vec(j->numbers[MICA_JOINT_AXIS_X], j->numbers[MICA_JOINT_AXIS_Y]));
    d->angleStart = joint_angle_now(world, j);
    d->rows[0].impulse = scale1 * j->impulses[JOINT_IMPULSE_X];
    d->rows[1].impulse = scale1 * j->impulses[JOINT_IMPULSE_Y];
    d->rows[2].impulse = scale1 * j->thirdImpulse;
    joint_drop_rigid_impulses(j);
}

void direct_prepare(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        DirectJoint *d = &world->scratch.directNodes.data[i].joint;
        if (d->joint != NONE) {
            prepare_joint(world, context, d);
        }
    }
    for (int32_t i = 0; i < world->scratch.directClosers.count; ++i) {
        prepare_joint(world, context, &world->scratch.directClosers.data[i].joint);
    }
}

static void set_row(DirectRow *r, float x, float y, float own, float other, float error)
{
    r->own[0] = r->other[0] = x;
    r->own[1] = r->other[1] = y;
    r->own[2] = own;
    r->other[2] = other;
    r->error = error;
}

static float first_lane(f4 v)
{
    float lanes[4];
    f4_store(lanes, v);
    return lanes[0];
}

// The lines of a type as its kernel places them. `way`: from the other anchor to the own one.
static __attribute__((noinline)) void place_lines(const MicaWorld *world, DirectJoint *d, Rot turnA,
                                                  float turned, Vec2 way)
{
    const Joint *j = &world->state.joints.data[d->joint];
    Vec2 rA = d->isB ? d->otherArm : d->arm, rB = d->isB ? d->arm : d->otherArm,
         axis = rotate(turnA, d->axisStart);
    float sign = d->isB ? 1.0f : -1.0f;
    JointPlace at = {.arms = {f4_splat(rA.x), f4_splat(rA.y), f4_splat(rB.x), f4_splat(rB.y),
                              f4_splat(sign * way.x), f4_splat(sign * way.y)},
                     .axisX = f4_splat(axis.x),
                     .axisY = f4_splat(axis.y),
                     .angle = f4_splat(d->angleStart + turned),
                     .length = f4_splat(j->numbers[MICA_JOINT_LENGTH])};
    PlacedLines placed;
    jointKernels[j->type]->lines->place(&at, (j->flags & JOINT_HAS_ROW) != 0, &placed);
    for (int32_t i = 0; i < d->count; ++i) {
        const Line *l = &placed.rigid[i];
        float sA = first_lane(l->sA), sB = first_lane(l->sB);
        set_row(&d->rows[i], first_lane(l->ux), first_lane(l->uy), d->isB ? sB : sA,
                d->isB ? sA : sB, sign * first_lane(placed.error[i]));
    }
}

// Rows and errors as the bodies are now. `turn`, `otherTurn`: of the bodies since the step began.
static inline void place_joint(const MicaWorld *world, DirectJoint *d, const SolverBody *own,
                               Rot turn, Rot otherTurn, const StepContext *context)
{
    float most = (d->touched > 0 ? TOUCHED_MAX_SPEED : DIRECT_MAX_SPEED) * context->h / DIRECT_BIAS;
    const SolverBody *other = &world->scratch.solverBodies.data[d->otherSolver];
    d->arm = rotate(turn, d->armStart);
    d->otherArm = rotate(otherTurn, d->otherArmStart);
    Vec2 moved = {own->dx - other->dx, own->dy - other->dy};
    Vec2 way = add(d->centers, add(moved, sub(d->arm, d->otherArm)));
    if (world->state.joints.data[d->joint].type == MICA_JOINT_REVOLUTE) {
        set_row(&d->rows[0], 1.0f, 0.0f, -d->arm.y, -d->otherArm.y, way.x);
        set_row(&d->rows[1], 0.0f, 1.0f, d->arm.x, d->otherArm.x, way.y);
    } else {
        float turned = d->isB ? own->da - other->da : other->da - own->da;
        place_lines(world, d, d->isB ? otherTurn : turn, turned, way);
    }
    float square = 0.0f;
    for (int32_t i = 0; i < d->count; ++i) {
        square += d->rows[i].error * d->rows[i].error;
    }
    float share = square > most * most ? most / sqrtf(square) : 1.0f;
    for (int32_t i = 0; i < d->count; ++i) {
        d->rows[i].error *= share;
    }
}

// The force impulse of a joint on its own body.
static Vec2 force_of(const DirectJoint *d)
{
    Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < d->count; ++i) {
        sum = mul_add(sum, d->rows[i].impulse, vec(d->rows[i].own[0], d->rows[i].own[1]));
    }
    return sum;
}

// A joint at an arm that gives the node an impulse.
static void add_stiffness(DirectNode *n, Vec2 arm, Vec2 impulse)
{
    n->stiffness += dot(arm, impulse);
    n->reach2 = max_f(n->reach2, dot(arm, arm));
}

static Rot turn_of(const MicaWorld *world, int32_t node, int32_t solver)
{
    return node != NONE ? world->scratch.directNodes.data[node].turn
                        : trig_small_rot(world->scratch.solverBodies.data[solver].da);
}

// Rows and errors as the bodies are now, and the geometric stiffness of what the joints pulled last.
static __attribute__((noinline)) void place(MicaWorld *world, const DirectTree *tree,
                                            const StepContext *context)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &nodes[i];
        n->turn = trig_small_rot(bodies[n->solver].da);
        n->stiffness = n->reach2 = 0.0f;
        if (n->joint.joint == NONE) {
            continue;
        }
        place_joint(world, &n->joint, &bodies[n->solver], n->turn,
                    turn_of(world, n->parent, n->joint.otherSolver), context);
        Vec2 force = force_of(&n->joint);
        add_stiffness(n, n->joint.arm, force);
        if (n->parent != NONE) {
            add_stiffness(&nodes[n->parent], n->joint.otherArm, neg(force));
        }
    }
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        DirectCloser *c = &world->scratch.directClosers.data[i];
        place_joint(world, &c->joint, &bodies[c->solver], turn_of(world, c->node, c->solver),
                    turn_of(world, c->otherNode, c->joint.otherSolver), context);
        Vec2 force = force_of(&c->joint);
        if (c->node != NONE) {
            add_stiffness(&nodes[c->node], c->joint.arm, force);
        }
        if (c->otherNode != NONE) {
            add_stiffness(&nodes[c->otherNode], c->joint.otherArm, neg(force));
        }
    }
}

// -------------------------------------------------------------------------------- factors of a tree

// xx, yx, yy, tx, ty, tt. A pivot below a share of its diagonal is what rounding left, and counts for
// nothing.
static inline Factor3 factorise(const float *m, float least)
{
    Factor3 f;
    f.d0 = m[0] > 0.0f ? 1.0f / m[0] : 0.0f;
    f.l10 = m[1] * f.d0;
    f.l20 = m[3] * f.d0;
    float p1 = m[2] - f.l10 * m[1], q = m[4] - f.l20 * m[1];
    f.d1 = p1 > least * m[2] ? 1.0f / p1 : 0.0f;
    f.l21 = q * f.d1;
    float p2 = m[5] - f.l20 * m[3] - f.l21 * q;
    f.d2 = p2 > least * m[5] ? 1.0f / p2 : 0.0f;
    return f;
}

static inline void solve3(const Factor3 *f, float x, float y, float t, float *out)
{
    float b = y - f->l10 * x, c = t - f->l20 * x - f->l21 * b;
    out[2] = c * f->d2;
    out[1] = b * f->d1 - f->l21 * out[2];
    out[0] = x * f->d0 - f->l10 * out[1] - f->l20 * out[2];
}

static inline float dot3(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline float inverse_of(float x) { return x > 0.0f ? 1.0f / x : LOCKED_INERTIA; }

// By the number of contacts of both bodies.
static inline float give_of(int32_t touched)
{
    return 1.0f + min_f(COMPLIANCE_SHARE * (float)max_i(touched - 1, 0), MOST_COMPLIANCE);
}
static inline float bias_of(int32_t touched) { return touched > 1 ? TOUCHED_BIAS : DIRECT_BIAS; }

// Mass matrix and momentum of a node on its own. Soft: the stiffness resists the whole velocity, so
// momentum is that of the body; else only what this pass changes.
static inline void load_node(const MicaWorld *world, DirectNode *n, const StepContext *context,
                             bool soft)
{
    const SolverBody *b = &world->scratch.solverBodies.data[n->solver];
    float mx = inverse_of(b->invMassX), my = inverse_of(b->invMassY);
    float swing = max_f(mx, my) * n->reach2;  // of the body about its furthest joint
    float inertia = inverse_of(world->scratch.solverMotion.data[n->solver].invInertia);
    inertia = max_f(inertia, LEAST_INERTIA_SHARE * swing);
    float about = inertia + swing;
    float stiff = inertia + max_f(context->h * n->stiffness - STIFFNESS_SHARE * about, 0.0f);
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

// A, and what the node weighs for its parent. `count` is the joint's, a constant for pins, which are
// most joints.
static inline void factorise_rows(DirectNode *nodes, DirectNode *n, int32_t count)
{
    DirectJoint *d = &n->joint;
    float a[6] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}, give = give_of(d->touched);
    for (int32_t i = 0; i < count; ++i) {
        DirectRow *r = &d->rows[i];
        solve3(&n->factor, r->own[0], r->own[1], r->own[2], r->to);
        for (int32_t k = 0; k <= i; ++k) {
            a[i * (i + 1) / 2 + k] = give * dot3(r->to, d->rows[k].own);
        }
    }
    n->rowFactor = factorise(a, LEAST_ROW_PIVOT);
    if (n->parent == NONE) {
        return;
    }
    // J_pᵀ W J_p, by columns.
    float *m = nodes[n->parent].mass;
    for (int32_t column = 0; column < 3; ++column) {
        float v[3], w[3];
        for (int32_t i = 0; i < count; ++i) {
            v[i] = d->rows[i].other[column];
        }
        weigh(n, v, count, w);
        for (int32_t line = column; line < 3; ++line) {
            float sum = 0.0f;
            for (int32_t i = 0; i < count; ++i) {
                sum += d->rows[i].other[line] * w[i];
            }
            m[line * (line + 1) / 2 + column] += sum;
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

static inline void push(float *momentum, const float *row, float impulse)
{
    momentum[0] += row[0] * impulse;
    momentum[1] += row[1] * impulse;
    momentum[2] += row[2] * impulse;
}

static inline void ascend(DirectNode *nodes, DirectNode *n, float invH)
{
    DirectJoint *d = &n->joint;
    solve3(&n->factor, n->momentum[0], n->momentum[1], n->momentum[2], n->free);
    float want[3] = {0.0f, 0.0f, 0.0f}, p[3], bias = invH * bias_of(d->touched);
    for (int32_t i = 0; i < d->count; ++i) {
        want[i] = d->rows[i].want = -bias * d->rows[i].error - dot3(d->rows[i].own, n->free);
    }
    if (n->parent != NONE) {
        weigh(n, want, d->count, p);
        for (int32_t i = 0; i < d->count; ++i) {
            push(nodes[n->parent].momentum, d->rows[i].other, -p[i]);
        }
    }
}

static inline void descend(DirectNode *n, const float *parentVelocity)
{
    DirectJoint *d = &n->joint;
    float want[3] = {0.0f, 0.0f, 0.0f}, p[3];
    for (int32_t i = 0; i < d->count; ++i) {
        want[i] = d->rows[i].want + dot3(d->rows[i].other, parentVelocity);
    }
    weigh(n, want, d->count, p);
    memcpy(n->velocity, n->free, sizeof n->free);
    for (int32_t i = 0; i < d->count; ++i) {
        d->rows[i].answer = p[i];
        push(n->velocity, d->rows[i].to, p[i]);
    }
}

// Velocities and answers of the joints to the momentum of the nodes, with b = bias times the error
// over h. `whole`: also to the velocity of immovable bodies.
static __attribute__((noinline)) void solve_tree(MicaWorld *world, const DirectTree *tree,
                                                 float invH, bool whole)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    for (int32_t i = tree->endNode - 1; i >= tree->node; --i) {
        ascend(nodes, &nodes[i], invH);
    }
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &nodes[i];
        if (n->joint.joint == NONE) {
            memcpy(n->velocity, n->free, sizeof n->free);
            continue;
        }
        const SolverBody *s = &world->scratch.solverBodies.data[n->joint.otherSolver];
        float still = whole ? 1.0f : 0.0f;
        const float ground[3] = {still * s->vx, still * s->vy, still * s->w};
        descend(n, n->parent != NONE ? nodes[n->parent].velocity : ground);
    }
}

// ---------------------------------------------------------------------------------------- closers

#define MAX_ROWS (3 * MAX_CLOSERS)

static void velocity_of(const MicaWorld *world, int32_t node, int32_t solver, bool whole, float *v)
{
    const SolverBody *s = &world->scratch.solverBodies.data[solver];
    float still = whole ? 1.0f : 0.0f;
    const float ground[3] = {still * s->vx, still * s->vy, still * s->w};
    memcpy(v, node != NONE ? world->scratch.directNodes.data[node].velocity : ground,
           sizeof ground);
}

// C' of each row of the closers; `whole` as in solve_tree. Returns their number.
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
            solve_tree(world, tree, 0.0f, false);
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

static __attribute__((noinline)) void solve_closers(MicaWorld *world, const DirectTree *tree,
                                                    float invH)
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
    solve_tree(world, tree, 0.0f, false);
    keep(world, tree, true);
}

// ---------------------------------------------------------------------------------------- passes

static void finish_joint(DirectJoint *d, bool soft)
{
    for (int32_t i = 0; i < d->count; ++i) {
        DirectRow *r = &d->rows[i];
        r->impulse = soft ? r->answer : r->impulse + r->answer;
    }
    Vec2 force = force_of(d);
    d->peak = max_f(d->peak, dot(force, force));
}

static void finish_tree(MicaWorld *world, const DirectTree *tree, bool soft)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &world->scratch.directNodes.data[i];
        float *v = &world->scratch.solverBodies.data[n->solver].vx;
        finish_joint(&n->joint, soft);
        for (int32_t k = 0; k < 3; ++k) {
            n->delta[k] += n->velocity[k] - v[k];
            v[k] = n->velocity[k];
        }
    }
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        finish_joint(&world->scratch.directClosers.data[i].joint, soft);
    }
}

static void solve(MicaWorld *world, const DirectTree *tree, const StepContext *context, bool soft)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    float invH = soft ? context->invH : 0.0f;
    place(world, tree, context);
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        load_node(world, &nodes[i], context, soft);
    }
    for (int32_t i = tree->endNode - 1; i >= tree->node; --i) {
        factorise_node(nodes, &nodes[i]);
    }
    solve_tree(world, tree, invH, true);
    if (tree->endCloser > tree->closer) {
        solve_closers(world, tree, invH);
    }
    finish_tree(world, tree, soft);
}

void direct_begin(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        DirectNode *n = &world->scratch.directNodes.data[i];
        float *v = &world->scratch.solverBodies.data[n->solver].vx;
        for (int32_t k = 0; k < 3; ++k) {
            v[k] -= n->delta[k];
            n->delta[k] = 0.0f;
        }
    }
}

void direct_solve(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.directTrees.count; ++i) {
        solve(world, &world->scratch.directTrees.data[i], context, true);
    }
}

// The errors of a tree that nothing touches are so small that the velocity which removes them may
// stay.
void direct_relax(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.directTrees.count; ++i) {
        const DirectTree *tree = &world->scratch.directTrees.data[i];
        if (tree->touched) {
            solve(world, tree, context, false);
        }
    }
}

// Of a joint without a block: turn, too. What a block has stored of limit, motor and spring is added.
static void store_joint(MicaWorld *world, const StepContext *context, const DirectJoint *d,
                        float turn)
{
    Joint *j = &world->state.joints.data[d->joint];
    float sign = d->isB ? 1.0f : -1.0f, turned = 0.0f;
    bool alone = (j->flags & JOINT_HAS_ROW) == 0;
    float impulses[3] = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < d->count; ++i) {
        const DirectRow *r = &d->rows[i];
        impulses[i] = sign * r->impulse;
        turned += r->own[0] == 0.0f && r->own[1] == 0.0f ? impulses[i] : 0.0f;
    }
    j->impulses[JOINT_IMPULSE_X] = impulses[0];
    j->impulses[JOINT_IMPULSE_Y] = impulses[1];
    j->thirdImpulse = impulses[2];
    j->pushed = mul_add(alone ? vec(0.0f, 0.0f) : j->pushed, sign, force_of(d));
    j->turned = turned + (alone ? 0.0f : j->turned);
    if (alone) {
        joint_add_turn(j, sign * turn);
    }
    if ((j->flags & JOINT_BREAKS) != 0) {
        joint_check_break(world, j, context->invH * sqrtf(d->peak), context->invH * abs_f(turned));
    }
}

void direct_store(MicaWorld *world, const StepContext *context)
{
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        const DirectNode *n = &world->scratch.directNodes.data[i];
        if (n->joint.joint != NONE) {
            store_joint(world, context, &n->joint,
                        bodies[n->solver].da - bodies[n->joint.otherSolver].da);
        }
    }
    for (int32_t i = 0; i < world->scratch.directClosers.count; ++i) {
        const DirectCloser *c = &world->scratch.directClosers.data[i];
        store_joint(world, context, &c->joint,
                    bodies[c->solver].da - bodies[c->joint.otherSolver].da);
    }
}

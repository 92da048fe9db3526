// The direct solver: the pins of trees of jointed bodies, solved exactly within each pass. Chains,
// ropes, bridges and ragdolls do not stretch, whatever they carry. Which pins: direct_trees.c.
//
// The nodes of a tree lie parents first. For a node c, with v = (vx, vy, w) its velocity, r the arm
// to the pin, P the impulse that the pin gives it, J v the velocity of its point at the pin, and p
// the same of its parent:
//
//     M v_c = m_c + Jᵀ P                                                          motion
//     J v_c - J_p v_p = -b                                                        the pin
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
// A pull on the pin turns a body back as a pendulum does; taken within the step, that adds h Σ r·P
// to the inertia (geometric stiffness: Tournier et al., "Stable constrained dynamics", 2015),
// without which light links under load would whip. It also takes out energy, so only what exceeds
// a share of the body's inertia about its pins is added: free pendulums swing on.
//
// What the tree did to a node's velocity is taken out again before the next substep's pass, since
// bodies_accelerate has carried it over: P is found anew in each substep.
//
// Called by joints.c; reads joints, transforms and solver bodies; writes directNodes, velocities,
// then the joints' impulses.
#include "joint_kernel.h"

#include <string.h>

// How much of a pin's error a substep removes. A pin at a body with several contacts gives way a
// little: contacts and pins are solved by turns, and where both were rigid, a heap of chains would
// never come to rest. Its compliance is a share of A for each contact of both bodies beyond the first.
#define DIRECT_BIAS 0.2f
#define TOUCHED_BIAS 0.1f
#define COMPLIANCE_SHARE 0.03f
#define MOST_COMPLIANCE 0.2f
// The speed with which an error is removed at most.
#define DIRECT_MAX_SPEED 5.0f
// The share of the inertia about the pins up to which geometric stiffness is left out.
#define STIFFNESS_SHARE 0.1f
// A locked rotation counts as so much inertia.
#define LOCKED_INERTIA 1e12f
// A pivot of S below this share of its diagonal is what rounding left: the closer repeats others.
#define LEAST_PIVOT 1e-5f

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

// The impulse of the last step on body B. A block with the joint's limit, motor and spring shall not
// apply it too.
static Vec2 take_impulse(Joint *j, const StepContext *context)
{
    Vec2 p = {j->impulses[JOINT_IMPULSE_X], j->impulses[JOINT_IMPULSE_Y]};
    j->impulses[JOINT_IMPULSE_X] = j->impulses[JOINT_IMPULSE_Y] = 0.0f;
    return scale(context->warmScale, p);
}

static void prepare_node(MicaWorld *world, const StepContext *context, DirectNode *n)
{
    if (n->joint == NONE) {
        return;
    }
    Joint *j = &world->state.joints.data[n->joint];
    int32_t own = n->isB ? j->bodyB : j->bodyA, other = n->isB ? j->bodyA : j->bodyB;
    n->armStart = arm_of(world, own, n->isB ? j->anchorB : j->anchorA);
    n->parentArmStart = arm_of(world, other, n->isB ? j->anchorA : j->anchorB);
    n->centers = sub(center_of(world, own), center_of(world, other));
    n->impulse = scale(n->isB ? 1.0f : -1.0f, take_impulse(j, context));
}

static void prepare_closer(MicaWorld *world, const StepContext *context, DirectCloser *c)
{
    Joint *j = &world->state.joints.data[c->joint];
    c->armStart[0] = arm_of(world, j->bodyA, j->anchorA);
    c->armStart[1] = arm_of(world, j->bodyB, j->anchorB);
    c->centers = sub(center_of(world, j->bodyB), center_of(world, j->bodyA));
    c->impulse = take_impulse(j, context);
}

void direct_prepare(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        prepare_node(world, context, &world->scratch.directNodes.data[i]);
    }
    for (int32_t i = 0; i < world->scratch.directClosers.count; ++i) {
        prepare_closer(world, context, &world->scratch.directClosers.data[i]);
    }
}

// From the point at `otherArm` of one body to that at `arm` of another.
static Vec2 error_of(const SolverBody *other, Vec2 otherArm, const SolverBody *own, Vec2 arm,
                     Vec2 centers, float most)
{
    Vec2 moved = {own->dx - other->dx, own->dy - other->dy};
    Vec2 error = add(centers, add(moved, sub(arm, otherArm)));
    float far = length(error);
    return far > most ? scale(most / far, error) : error;
}

// A pin at an arm that gives the node an impulse.
static void add_stiffness(DirectNode *n, Vec2 arm, Vec2 impulse)
{
    n->stiffness += dot(arm, impulse);
    n->reach2 = max_f(n->reach2, dot(arm, arm));
}

static void place_node(MicaWorld *world, DirectNode *n, float most)
{
    const SolverBody *own = &world->scratch.solverBodies.data[n->solver],
                     *other = &world->scratch.solverBodies.data[n->parentSolver];
    if (n->joint == NONE) {
        return;
    }
    Rot turn = n->parent != NONE ? world->scratch.directNodes.data[n->parent].turn
                                 : trig_small_rot(other->da);
    n->arm = rotate(n->turn, n->armStart);
    n->parentArm = rotate(turn, n->parentArmStart);
    n->error = error_of(other, n->parentArm, own, n->arm, n->centers, most);
    add_stiffness(n, n->arm, n->impulse);
    if (n->parent != NONE) {
        add_stiffness(&world->scratch.directNodes.data[n->parent], n->parentArm, neg(n->impulse));
    }
}

static void place_closer(MicaWorld *world, DirectCloser *c, float most)
{
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t side = 0; side < 2; ++side) {
        c->arm[side] = rotate(trig_small_rot(bodies[c->solver[side]].da), c->armStart[side]);
        if (c->node[side] != NONE) {
            add_stiffness(&world->scratch.directNodes.data[c->node[side]], c->arm[side],
                          scale(side == 0 ? -1.0f : 1.0f, c->impulse));
        }
    }
    c->error = error_of(&bodies[c->solver[0]], c->arm[0], &bodies[c->solver[1]], c->arm[1],
                        c->centers, most);
}

// Arms and errors as the bodies are now, and the geometric stiffness of what the pins pulled last.
static void place(MicaWorld *world, const DirectTree *tree, const StepContext *context)
{
    float most = DIRECT_MAX_SPEED * context->h / DIRECT_BIAS;
    DirectNode *nodes = world->scratch.directNodes.data;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        nodes[i].turn = trig_small_rot(world->scratch.solverBodies.data[nodes[i].solver].da);
        nodes[i].stiffness = nodes[i].reach2 = 0.0f;
        place_node(world, &nodes[i], most);
    }
    for (int32_t i = tree->closer; i < tree->endCloser; ++i) {
        place_closer(world, &world->scratch.directClosers.data[i], most);
    }
}

// -------------------------------------------------------------------------------- factors of a tree

static inline Factor3 factorise(const float *m)
{
    Factor3 f;
    f.d0 = 1.0f / m[0];
    f.l10 = m[1] * f.d0;
    f.l20 = m[3] * f.d0;
    float p1 = m[2] - f.l10 * m[1], q = m[4] - f.l20 * m[1];
    f.d1 = 1.0f / p1;
    f.l21 = q * f.d1;
    f.d2 = 1.0f / (m[5] - f.l20 * m[3] - f.l21 * q);
    return f;
}

static inline void solve3(const Factor3 *f, float x, float y, float t, float *out)
{
    float b = y - f->l10 * x, c = t - f->l20 * x - f->l21 * b;
    out[2] = c * f->d2;
    out[1] = b * f->d1 - f->l21 * out[2];
    out[0] = x * f->d0 - f->l10 * out[1] - f->l20 * out[2];
}

// The velocity of the point at an arm.
static inline Vec2 point_of(const float *v, Vec2 arm)
{
    return vec(v[0] - v[2] * arm.y, v[1] + v[2] * arm.x);
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
    float inertia = inverse_of(world->scratch.solverMotion.data[n->solver].invInertia);
    float about = inertia + max_f(mx, my) * n->reach2;
    float stiff = inertia + max_f(context->h * n->stiffness - STIFFNESS_SHARE * about, 0.0f);
    const float m[6] = {mx, 0.0f, my, 0.0f, 0.0f, stiff};
    memcpy(n->mass, m, sizeof m);
    n->momentum[0] = mx * b->vx;
    n->momentum[1] = my * b->vy;
    n->momentum[2] = (soft ? inertia : stiff) * b->w;
}

// Eliminates a node's velocity, and adds what it weighs to its parent.
static inline void factorise_node(DirectNode *nodes, DirectNode *n)
{
    n->factor = factorise(n->mass);
    if (n->joint == NONE) {
        return;
    }
    Vec2 r = n->arm, q = n->parentArm;
    solve3(&n->factor, 1.0f, 0.0f, -r.y, n->toX);
    solve3(&n->factor, 0.0f, 1.0f, r.x, n->toY);
    Vec2 ax = point_of(n->toX, r), ay = point_of(n->toY, r);
    float inverse = 1.0f / (give_of(n->touched) * (ax.x * ay.y - ax.y * ay.x));
    float w11 = inverse * ay.y, w12 = -inverse * ax.y, w22 = inverse * ax.x;
    n->w[0] = w11;
    n->w[1] = w12;
    n->w[2] = w22;
    if (n->parent != NONE) {
        float *m = nodes[n->parent].mass, tx = w12 * q.x - w11 * q.y, ty = w22 * q.x - w12 * q.y;
        m[0] += w11;
        m[1] += w12;
        m[2] += w22;
        m[3] += tx;
        m[4] += ty;
        m[5] += ty * q.x - tx * q.y;
    }
}

static inline Vec2 weigh(const float *w, Vec2 v)
{
    return vec(w[0] * v.x + w[1] * v.y, w[1] * v.x + w[2] * v.y);
}

static inline void push(DirectNode *n, Vec2 arm, Vec2 impulse)
{
    n->momentum[0] += impulse.x;
    n->momentum[1] += impulse.y;
    n->momentum[2] += cross(arm, impulse);
}

// Velocities and answers of the pins to the momentum of the nodes, with b = bias times the error over
// h. `whole`: also to the velocity of immovable bodies.
static void solve_tree(MicaWorld *world, const DirectTree *tree, float invH, bool whole)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    for (int32_t i = tree->endNode - 1; i >= tree->node; --i) {
        DirectNode *n = &nodes[i];
        solve3(&n->factor, n->momentum[0], n->momentum[1], n->momentum[2], n->free);
        if (n->joint != NONE) {
            float bias = invH * bias_of(n->touched);
            Vec2 u = point_of(n->free, n->arm);
            n->want = vec(-bias * n->error.x - u.x, -bias * n->error.y - u.y);
            if (n->parent != NONE) {
                push(&nodes[n->parent], n->parentArm, neg(weigh(n->w, n->want)));
            }
        }
    }
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &nodes[i];
        Vec2 p = {0.0f, 0.0f};
        if (n->joint != NONE) {
            const SolverBody *s = &world->scratch.solverBodies.data[n->parentSolver];
            float still = whole ? 1.0f : 0.0f;
            const float ground[3] = {still * s->vx, still * s->vy, still * s->w};
            const float *v = n->parent != NONE ? nodes[n->parent].velocity : ground;
            p = weigh(n->w, add(n->want, point_of(v, n->parentArm)));
            for (int32_t k = 0; k < 3; ++k) {
                n->velocity[k] = n->free[k] + n->toX[k] * p.x + n->toY[k] * p.y;
            }
        } else {
            memcpy(n->velocity, n->free, sizeof n->free);
        }
        n->answer = p;
    }
}

// ---------------------------------------------------------------------------------------- closers

#define MAX_ROWS (2 * MAX_CLOSERS)

// C' of a closer; `whole` as in solve_tree.
static Vec2 closer_speed(const MicaWorld *world, const DirectCloser *c, bool whole)
{
    Vec2 v[2];
    for (int32_t side = 0; side < 2; ++side) {
        const SolverBody *s = &world->scratch.solverBodies.data[c->solver[side]];
        float still = whole ? 1.0f : 0.0f;
        const float ground[3] = {still * s->vx, still * s->vy, still * s->w};
        v[side] =
            point_of(c->node[side] != NONE ? world->scratch.directNodes.data[c->node[side]].velocity
                                           : ground,
                     c->arm[side]);
    }
    return sub(v[1], v[0]);
}

static void clear_momentum(MicaWorld *world, const DirectTree *tree)
{
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        memset(world->scratch.directNodes.data[i].momentum, 0, 3 * sizeof(float));
    }
}

static void push_closer(MicaWorld *world, const DirectCloser *c, Vec2 impulse)
{
    for (int32_t side = 0; side < 2; ++side) {
        if (c->node[side] != NONE) {
            push(&world->scratch.directNodes.data[c->node[side]], c->arm[side],
                 side == 0 ? neg(impulse) : impulse);
        }
    }
}

// S: what a unit impulse of each row does to the speeds of all rows.
static void find_responses(MicaWorld *world, const DirectTree *tree, float (*s)[MAX_ROWS])
{
    const DirectCloser *closers = world->scratch.directClosers.data + tree->closer;
    int32_t count = tree->endCloser - tree->closer;
    for (int32_t row = 0; row < 2 * count; ++row) {
        clear_momentum(world, tree);
        push_closer(world, &closers[row >> 1], row & 1 ? vec(0.0f, 1.0f) : vec(1.0f, 0.0f));
        solve_tree(world, tree, 0.0f, false);
        for (int32_t i = 0; i < count; ++i) {
            Vec2 v = closer_speed(world, &closers[i], false);
            s[2 * i][row] = v.x;
            s[2 * i + 1][row] = v.y;
        }
        s[row][row] *= give_of(closers[row >> 1].touched);
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

// Keeps the solution without the closers and adds what the closers do.
static void solve_closers(MicaWorld *world, const DirectTree *tree, float invH, bool soft)
{
    DirectNode *nodes = world->scratch.directNodes.data;
    DirectCloser *closers = world->scratch.directClosers.data + tree->closer;
    int32_t count = tree->endCloser - tree->closer;
    float q[MAX_ROWS], s[MAX_ROWS][MAX_ROWS];
    for (int32_t i = 0; i < count; ++i) {
        float bias = invH * bias_of(closers[i].touched);
        Vec2 v = closer_speed(world, &closers[i], true);
        q[2 * i] = -v.x - bias * closers[i].error.x;
        q[2 * i + 1] = -v.y - bias * closers[i].error.y;
    }
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        memcpy(nodes[i].kept, nodes[i].velocity, sizeof nodes[i].kept);
        nodes[i].keptAnswer = nodes[i].answer;
    }
    find_responses(world, tree, s);
    solve_dense(s, 2 * count, q);
    clear_momentum(world, tree);
    for (int32_t i = 0; i < count; ++i) {
        Vec2 p = {q[2 * i], q[2 * i + 1]};
        push_closer(world, &closers[i], p);
        closers[i].impulse = soft ? p : add(closers[i].impulse, p);
        closers[i].peak = max_f(closers[i].peak, dot(closers[i].impulse, closers[i].impulse));
    }
    solve_tree(world, tree, 0.0f, false);
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        nodes[i].answer = add(nodes[i].answer, nodes[i].keptAnswer);
        for (int32_t k = 0; k < 3; ++k) {
            nodes[i].velocity[k] += nodes[i].kept[k];
        }
    }
}

// ---------------------------------------------------------------------------------------- passes

static inline void finish_node(MicaWorld *world, DirectNode *n, bool soft)
{
    SolverBody *b = &world->scratch.solverBodies.data[n->solver];
    n->impulse = soft ? n->answer : add(n->impulse, n->answer);
    n->peak = max_f(n->peak, dot(n->impulse, n->impulse));
    n->delta[0] += n->velocity[0] - b->vx;
    n->delta[1] += n->velocity[1] - b->vy;
    n->delta[2] += n->velocity[2] - b->w;
    b->vx = n->velocity[0];
    b->vy = n->velocity[1];
    b->w = n->velocity[2];
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
        solve_closers(world, tree, invH, soft);
    }
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        finish_node(world, &nodes[i], soft);
    }
}

void direct_begin(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        DirectNode *n = &world->scratch.directNodes.data[i];
        SolverBody *b = &world->scratch.solverBodies.data[n->solver];
        b->vx -= n->delta[0];
        b->vy -= n->delta[1];
        b->w -= n->delta[2];
        n->delta[0] = n->delta[1] = n->delta[2] = 0.0f;
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

// Of a joint without a block: turn and breaking, too.
static void store(MicaWorld *world, const StepContext *context, int32_t slot, Vec2 impulse,
                  float turn, float peak)
{
    Joint *j = &world->state.joints.data[slot];
    j->impulses[JOINT_IMPULSE_X] = impulse.x;
    j->impulses[JOINT_IMPULSE_Y] = impulse.y;
    if ((j->flags & JOINT_HAS_ROW) == 0) {
        joint_add_turn(j, turn);
    }
    if ((j->flags & JOINT_BREAKS) != 0) {
        joint_check_break(world, j, context->invH * sqrtf(peak), 0.0f);
    }
}

void direct_store(MicaWorld *world, const StepContext *context)
{
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < world->scratch.directNodes.count; ++i) {
        const DirectNode *n = &world->scratch.directNodes.data[i];
        if (n->joint != NONE) {
            float sign = n->isB ? 1.0f : -1.0f;
            store(world, context, n->joint, scale(sign, n->impulse),
                  sign * (bodies[n->solver].da - bodies[n->parentSolver].da), n->peak);
        }
    }
    for (int32_t i = 0; i < world->scratch.directClosers.count; ++i) {
        const DirectCloser *c = &world->scratch.directClosers.data[i];
        store(world, context, c->joint, c->impulse,
              bodies[c->solver[1]].da - bodies[c->solver[0]].da, c->peak);
    }
}

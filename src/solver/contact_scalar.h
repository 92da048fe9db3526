// The contact kernels in scalar form: what contact_solve.c does to one contact, as the textbook has
// it, with plain floats and ifs. Read this first to understand or change a kernel; of two circles
// see contact_circles_scalar.h. Nothing of the engine includes it: the test
// tests/c/solver/test_contact_scalar.c runs random blocks of four contacts through the kernels and
// each of their contacts through these functions, and compares all floats bit for bit.
//
// Names are those of the wide code: scalar_friction_row is solve_friction_row of contact_solve.c,
// scalar_move_anchors is contact_move_anchors of contact_anchors.h, and so on. The kernels compute
// the same things in the same order, so a change of the one must be made in the other.
//
// P = N n + T t is the impulse that B gets and A the opposite, t = (ny, -nx) the tangent. N and T
// are accumulated: what bodies_accelerate of the next substep applies anew. A pass changes them:
//
//   soft pass:   pushes overlap out as a damped spring, with the softness of contact_row_target
//   relax pass:  once the bodies have moved, takes the spring's speed out, so that no energy stays
//
// Macklin et al., "Small Steps in Physics Simulation", 2019; Catto, "Solver2D", 2024.
#pragma once

#include "solver.h"

// The structs of contact_block.h with one lane, their fields in the same order.
typedef struct ScalarHead {
    float nx, ny, friction, iA, iB, leverWeightA, maxTravel, gainMoment;
    float rtA, rtB, tangentMass, tangentImpulse, stepTangentImpulse;
} ScalarHead;

typedef struct ScalarPoint {
    float rnA, rnB, separation, normalMass, relaxedImpulse, normalImpulse, stepImpulse, approach;
} ScalarPoint;

typedef struct ScalarPair {
    float k11, k12, k22, inverseDeterminant;
} ScalarPair;

typedef struct ScalarTurn {
    float curvature, solveTurn, tangentTurnSum, normalTurnSum;
} ScalarTurn;

typedef struct ScalarRounded {
    float present, height, centerAlong, centerAside, solveArmA, solveArmB, centerMoment;
} ScalarRounded;

typedef struct ScalarSurface {
    float restitution, tangentSpeed, rollingResistance, rollingMass, rollingImpulse;
} ScalarSurface;

// One contact. Of two points (a face) it has a pair, of one point a turn; `rounded` counts where
// the point is one of a rounded shape on an edge. An immovable body is solver body 0 or another
// without inverse masses.
typedef struct ScalarContact {
    SolverBody *a, *b;
    int32_t count;      // points
    bool isRounded;     // a rounded shape on an edge
    bool oneImmovable;  // stiffer softness
    bool pushed;        // something has pushed it in this step
    ScalarHead head;
    ScalarPoint points[2];
    ScalarPair pair;
    ScalarTurn turn;
    ScalarRounded rounded;
    ScalarSurface surface;
} ScalarContact;

// What a pass needs of the step, as PassContext.
typedef struct ScalarPass {
    float h, invH, pushSpeed, impactSpeed;
    Softness softness[2];  // where both bodies can move; where one of them is immovable
} ScalarPass;

// ------------------------------------------------------------------ one row (contact_pass.h)

typedef struct ScalarTarget {
    float velocityError;  // vn + velocityBias: what is to become zero
    float massScale, impulseScale, stiffness;
    bool skip;  // this pass leaves the impulse as it is
} ScalarTarget;

// `gap` is s, `speed` is vn and negative where the bodies approach, `carried` the normal impulse so
// far.
static inline ScalarTarget scalar_row_target(const ScalarPass *pass, const Softness *softness,
                                             float gap, float speed, float carried, bool bouncy,
                                             bool soft)
{
    float closing = gap * pass->invH;
    bool open = gap > 0.0f;
    if (!soft) {
        // Bodies that are apart and that nothing pushed keep their velocity for the next substep to
        // stop, and so do those that have just met and will bounce.
        bool skip = (open || bouncy) && carried <= 0.0f;
        return (ScalarTarget){.velocityError = speed + max_f(closing, 0.0f), .skip = skip};
    }
    // velocityBias: of a gap s / h, of an overlap the speed of the spring, at most s / h.
    float push = max_f(softness->biasRate * gap, -pass->pushSpeed);
    float velocityError = speed + max_f(closing, push);
    bool impact = speed < pass->impactSpeed;
    if (open || impact) {
        return (ScalarTarget){velocityError, 1.0f, 0.0f, 1.0f, false};
    }
    return (ScalarTarget){velocityError, softness->massScale, softness->impulseScale,
                          1.0f / softness->massScale, false};
}

// The new impulse of a row that is solved alone; `mass` is 1 / (n.K.n).
static inline float scalar_solve_row(float mass, const ScalarTarget *target, float old, bool soft)
{
    float next = old;
    if (soft) {
        next = old - mass * target->massScale * target->velocityError - target->impulseScale * old;
    } else if (!target->skip) {
        next = old - mass * target->velocityError;
    }
    return max_f(next, 0.0f);
}

static inline bool scalar_is_resting(float impulse, float relaxed)
{
    return abs_f(impulse - relaxed) <= RESTING_TOLERANCE * relaxed;
}

static inline float scalar_friction_load(float normal, float relaxed, bool soft)
{
    return soft || normal < (1.0f - RESTING_TOLERANCE) * relaxed ? normal : relaxed;
}

// ------------------------------------------------------- the two rows of a face (contact_pair.h)

// Finds x1 and x2 with K x + r >= 0, x >= 0, x.(K x + r) = 0.
static inline void scalar_solve_pair(const ScalarPair *pair, const ScalarPoint *points,
                                     const ScalarTarget *target1, const ScalarTarget *target2,
                                     bool soft, float *x1, float *x2)
{
    float old1 = *x1, old2 = *x2, own1 = old1, own2 = old2, other1 = old2, other2 = old1;
    float k11 = pair->k11, k12 = pair->k12, k22 = pair->k22, inverse = pair->inverseDeterminant;
    float mass1 = points[0].normalMass, mass2 = points[1].normalMass;
    bool regular = inverse > 0.0f;
    if (soft) {
        own1 = old1 - target1->impulseScale * old1;
        own2 = old2 - target2->impulseScale * old2;
        if (target1->impulseScale * target2->impulseScale > 0.0f) {  // both are soft
            other1 = own2;
            other2 = own1;
            k12 = k12 * target1->stiffness;
        }
        k11 = k11 * target1->stiffness;
        k22 = k22 * target2->stiffness;
        mass1 = mass1 * target1->massScale;
        mass2 = mass2 * target2->massScale;
        inverse = regular ? 1.0f / (k11 * k22 - k12 * k12) : 0.0f;
    }
    float r1 = target1->velocityError - (k11 * own1 + k12 * other1);
    float r2 = target2->velocityError - (k12 * other2 + k22 * own2);
    float only1 = max_f(-(mass1 * r1), 0.0f), only2 = max_f(-(mass2 * r2), 0.0f);
    float sum1 = k12 * r2 - k22 * r1, sum2 = k12 * r1 - k11 * r2;  // -K^-1 r times the determinant
    if (!soft && (target1->skip || target2->skip)) {
        *x1 = target1->skip ? old1 : only1;  // a skipped row leaves everything to the other
        *x2 = target2->skip ? old2 : only2;
    } else if (regular && sum1 >= 0.0f && sum2 >= 0.0f) {
        *x1 = inverse * sum1;
        *x2 = inverse * sum2;
    } else if (r1 < 0.0f && (r2 >= 0.0f || sum1 >= 0.0f)) {
        *x1 = only1;
        *x2 = 0.0f;
    } else {
        *x1 = 0.0f;
        *x2 = only2;
    }
}

// ------------------------------------------------------------ moved anchors (contact_anchors.h)

typedef struct ScalarAnchors {
    float nx, ny, normalTurn, gapGain;
    float normalGain, tangentGain0, tangentGain, normalLever;
    float roundGainN, roundGainT;
    float normalA, normalB, tangentA, tangentB;
} ScalarAnchors;

static inline void scalar_turn_with_edge(ScalarAnchors *s, const ScalarContact *c, float travel,
                                         float cross)
{
    const ScalarRounded *rounded = &c->rounded;
    float angle = abs_f(c->a->da) <= MAX_ANCHOR_TURN ? c->a->da : 0.0f;
    float aside = rounded->centerAside, along = rounded->centerAlong, limit = c->head.maxTravel;
    s->normalTurn = s->normalTurn - angle;
    s->normalLever = s->normalLever + (c->points[0].rnA - aside);
    s->normalGain = clamp_f(cross + angle * (rounded->height + travel), -limit, limit);
    // The turn of B as seen from the edge; its sine and one less its cosine by their series.
    float roll = c->b->da - angle;
    roll = abs_f(roll) <= MAX_ANCHOR_TURN ? roll : 0.0f;
    float square = roll * roll, sine = roll - 1.0f / 6.0f * square * roll;
    float versine = 0.5f * square * (1.0f - 1.0f / 12.0f * square);
    s->roundGainN = 0.0f - (versine * aside + sine * along);
    s->roundGainT = versine * along - sine * aside;
    s->gapGain = s->gapGain - (versine * along + angle * cross);
}

static inline ScalarAnchors scalar_move_anchors(const ScalarContact *c)
{
    const ScalarHead *head = &c->head;
    float nx = head->nx, ny = head->ny, limit = head->maxTravel;
    float leverWeightA = head->leverWeightA, leverWeightB = 1.0f - leverWeightA;
    float dx = c->b->dx - c->a->dx, dy = c->b->dy - c->a->dy;
    ScalarAnchors s = {.nx = nx, .ny = ny, .gapGain = dx * nx + dy * ny};
    float travel = clamp_f(s.gapGain, -limit, limit), cross = dx * ny - dy * nx;
    s.normalGain = clamp_f(cross, -limit, limit);
    s.tangentGain = s.tangentGain0 = 0.0f - travel;
    if (c->count == 1) {
        // The line of centres of two circles turns by D x n / distance; its length has grown by the
        // travel: 1 / (1 + x) to third order.
        float curvature = c->turn.curvature, x = curvature * travel;
        s.normalTurn = curvature * ((1.0f - x) * (1.0f + x * x)) * s.normalGain;
        s.normalLever = s.normalGain;
        if (c->isRounded) {
            scalar_turn_with_edge(&s, c, travel, cross);
        }
        s.normalGain = curvature > 0.0f ? 0.0f : s.normalGain;
        s.tangentGain = s.tangentGain0 - s.normalTurn * s.normalLever;
        s.nx = nx + s.normalTurn * ny;
        s.ny = ny - s.normalTurn * nx;
    }
    s.normalA = s.roundGainN + leverWeightA * s.normalGain;
    s.normalB = leverWeightB * s.normalGain - s.roundGainN;
    s.tangentA = s.roundGainT + leverWeightA * s.tangentGain;
    s.tangentB = leverWeightB * s.tangentGain - s.roundGainT;
    return s;
}

// ------------------------------------------------------------------ one contact (contact_solve.c)

// Gives B the impulse (x, y) and A the opposite; the moments are about the centres of mass.
static inline void scalar_apply_impulse(const ScalarContact *c, float x, float y, float momentA,
                                        float momentB)
{
    SolverBody *a = c->a, *b = c->b;
    a->vx = a->vx - a->invMassX * x;
    a->vy = a->vy - a->invMassY * y;
    a->w = a->w - c->head.iA * momentA;
    b->vx = b->vx + b->invMassX * x;
    b->vy = b->vy + b->invMassY * y;
    b->w = b->w + c->head.iB * momentB;
}

// Rolling resistance: a torque impulse against the relative spin, bounded by the normal impulse.
static inline void scalar_rolling(ScalarContact *c)
{
    ScalarSurface *surface = &c->surface;
    float total = c->points[0].normalImpulse;
    if (c->count == 2) {
        total = total + c->points[1].normalImpulse;
    }
    float limit = surface->rollingResistance * total, old = surface->rollingImpulse;
    float next = clamp_f(old - surface->rollingMass * (c->b->w - c->a->w), -limit, limit);
    surface->rollingImpulse = next;
    c->a->w = c->a->w - c->head.iA * (next - old);
    c->b->w = c->b->w + c->head.iB * (next - old);
}

// bodies_accelerate carried the impulses over on the arms and normals on which they acted: the
// difference to those of now goes into the velocities. Returns gainMoment.
static inline float scalar_reanchor_impulses(ScalarContact *c, const ScalarAnchors *anchors)
{
    ScalarHead *head = &c->head;
    SolverBody *a = c->a, *b = c->b;
    float normal = c->points[0].normalImpulse, tangent = head->tangentImpulse;
    if (c->count == 2) {
        normal = normal + c->points[1].normalImpulse;
    }
    float moment = anchors->normalGain * normal + anchors->tangentGain0 * tangent;
    if (c->count == 1) {
        moment = moment - anchors->normalLever * c->turn.tangentTurnSum;
        // What the normal has turned is an impulse along the tangent that turns no body.
        float sum = anchors->normalTurn * normal, aside = sum - c->turn.normalTurnSum;
        c->turn.normalTurnSum = sum;
        scalar_apply_impulse(c, aside * head->ny, -(aside * head->nx), 0.0f, 0.0f);
    }
    if (c->isRounded) {
        float sum = anchors->roundGainN * normal + anchors->roundGainT * tangent;
        float change = sum - c->rounded.centerMoment;
        c->rounded.centerMoment = sum;
        a->w = a->w - head->iA * change;
        b->w = b->w + head->iB * change;
    }
    float change = moment - head->gainMoment, weightA = head->leverWeightA;
    a->w = a->w - head->iA * weightA * change;
    b->w = b->w - head->iB * (1.0f - weightA) * change;
    return moment;
}

// The change of an impulse along the tangent or the normal, and its moments about both centres.
typedef struct ScalarChange {
    float impulse, momentA, momentB;
} ScalarChange;

static inline bool scalar_has_friction(const ScalarContact *c)
{
    return c->head.friction > 0.0f || c->head.tangentImpulse != 0.0f;
}

// Solves the friction row without applying it. `again`: for the second time in a relax pass.
static inline ScalarChange scalar_friction_row(ScalarContact *c, const ScalarAnchors *anchors,
                                               bool soft, bool again)
{
    ScalarHead *head = &c->head;
    const SolverBody *a = c->a, *b = c->b;
    const ScalarPoint *p = c->points;
    float armA = head->rtA + anchors->tangentA, armB = head->rtB - anchors->tangentB;
    float vt = (b->vx - a->vx) * anchors->ny - (b->vy - a->vy) * anchors->nx;
    vt = vt - c->surface.tangentSpeed;
    vt = vt + (armB * b->w - armA * a->w);
    float load = scalar_friction_load(p[0].normalImpulse, p[0].relaxedImpulse, soft);
    if (c->count == 2) {
        load = load + scalar_friction_load(p[1].normalImpulse, p[1].relaxedImpulse, soft);
    }
    float limit = head->friction * load, old = head->tangentImpulse;
    float next = clamp_f(old - head->tangentMass * vt, -limit, limit), change = next - old;
    head->tangentImpulse = next;
    if (!soft) {
        head->stepTangentImpulse = head->stepTangentImpulse + (again ? change : next);
    }
    if (c->count == 1) {
        c->turn.tangentTurnSum = c->turn.tangentTurnSum + anchors->normalTurn * change;
    }
    if (c->isRounded) {
        c->rounded.centerMoment = c->rounded.centerMoment + anchors->roundGainT * change;
    }
    return (ScalarChange){change, armA * change, armB * change};
}

// The normal and arms that vn is measured with: those of the soft pass also in the relax pass, for
// no impulse has made the speed by which bodies part as the normal turns.
static inline ScalarAnchors scalar_measured_anchors(ScalarContact *c, const ScalarAnchors *anchors,
                                                    bool soft)
{
    ScalarAnchors measured = *anchors;
    if (c->count == 1 && soft) {
        c->turn.solveTurn = measured.normalTurn;
        c->rounded.solveArmA = c->isRounded ? measured.normalA : c->rounded.solveArmA;
        c->rounded.solveArmB = c->isRounded ? measured.normalB : c->rounded.solveArmB;
    } else if (c->count == 1) {
        float back = measured.normalTurn - c->turn.solveTurn;
        measured.nx = measured.nx - back * c->head.ny;
        measured.ny = measured.ny + back * c->head.nx;
        measured.normalA = c->isRounded ? c->rounded.solveArmA : measured.normalA;
        measured.normalB = c->isRounded ? c->rounded.solveArmB : measured.normalB;
    }
    return measured;
}

// The target of a point's normal row. Friction has been solved, but not applied: what it changes of
// vn is added here.
static inline ScalarTarget scalar_point_target(const ScalarPass *pass, const ScalarContact *c,
                                               const ScalarPoint *point,
                                               const ScalarAnchors *anchors,
                                               const ScalarAnchors *measured,
                                               const ScalarChange *friction, bool soft)
{
    const SolverBody *a = c->a, *b = c->b;
    float rnA = point->rnA, rnB = point->rnB;
    float armA = rnA + measured->normalA, armB = rnB - measured->normalB;
    float nt = (a->invMassX + b->invMassX) * (measured->nx * anchors->ny) -
               (a->invMassY + b->invMassY) * (measured->ny * anchors->nx);
    float fromFriction = nt * friction->impulse + c->head.iA * friction->momentA * armA +
                         c->head.iB * friction->momentB * armB;
    float linear = (b->vx - a->vx) * measured->nx + (b->vy - a->vy) * measured->ny;
    float vn = linear + fromFriction + (armB * b->w - armA * a->w);
    // The turns of the bodies change the gap to first order.
    float gap = point->separation + measured->gapGain + (rnB * b->da - rnA * a->da);
    bool bouncy = !soft && c->surface.restitution > 0.0f;
    return scalar_row_target(pass, &pass->softness[c->oneImmovable], gap, vn, point->normalImpulse,
                             bouncy, soft);
}

// Stores a point's new normal impulse and returns the change.
static inline float scalar_store_normal_impulse(ScalarPoint *point, float next, bool soft)
{
    float change = next - point->normalImpulse;
    point->normalImpulse = next;
    if (!soft) {
        point->relaxedImpulse = next;
        point->stepImpulse = point->stepImpulse + next;
    }
    return change;
}

// Both normal rows of a face. Returns whether the contact rests.
static inline bool scalar_face_normals(ScalarContact *c, const ScalarTarget *targets, bool soft,
                                       ScalarChange *normals)
{
    ScalarPoint *points = c->points;
    float old1 = points[0].normalImpulse, old2 = points[1].normalImpulse;
    float next1 = old1, next2 = old2;
    scalar_solve_pair(&c->pair, points, &targets[0], &targets[1], soft, &next1, &next2);
    bool resting = scalar_is_resting(next1, points[0].relaxedImpulse) &&
                   scalar_is_resting(next2, points[1].relaxedImpulse);
    if (!soft && resting) {
        next1 = next1 + OVER_RELAXATION * (next1 - old1);
        next2 = next2 + OVER_RELAXATION * (next2 - old2);
    }
    float change1 = scalar_store_normal_impulse(&points[0], max_f(next1, 0.0f), soft),
          change2 = scalar_store_normal_impulse(&points[1], max_f(next2, 0.0f), soft);
    normals->impulse = change1 + change2;
    normals->momentA = points[0].rnA * change1 + points[1].rnA * change2;
    normals->momentB = points[0].rnB * change1 + points[1].rnB * change2;
    return resting;
}

// The normal rows of a contact, after friction. Returns whether the contact rests.
static inline bool scalar_solve_normals(const ScalarPass *pass, ScalarContact *c,
                                        const ScalarAnchors *anchors, const ScalarChange *friction,
                                        bool soft, ScalarChange *normals)
{
    ScalarAnchors measured = scalar_measured_anchors(c, anchors, soft);
    ScalarTarget targets[2];
    for (int32_t p = 0; p < c->count; ++p) {
        targets[p] =
            scalar_point_target(pass, c, &c->points[p], anchors, &measured, friction, soft);
    }
    if (c->count == 2) {
        return scalar_face_normals(c, targets, soft, normals);
    }
    ScalarPoint *point = &c->points[0];
    float next = scalar_solve_row(point->normalMass, &targets[0], point->normalImpulse, soft);
    bool resting = scalar_is_resting(next, point->relaxedImpulse);
    normals->impulse = scalar_store_normal_impulse(point, next, soft);
    normals->momentA = point->rnA * normals->impulse;
    normals->momentB = point->rnB * normals->impulse;
    return resting;
}

// Applies all impulses of a contact. Arms and normal of now: n' and t' = (ny', -nx').
static inline void scalar_apply(ScalarContact *c, const ScalarAnchors *anchors,
                                const ScalarChange *friction, const ScalarChange *normals)
{
    float changeN = normals->impulse, changeT = friction->impulse;
    if (c->count == 1) {
        c->turn.normalTurnSum = c->turn.normalTurnSum + anchors->normalTurn * changeN;
    }
    if (c->isRounded) {
        c->rounded.centerMoment = c->rounded.centerMoment + anchors->roundGainN * changeN;
    }
    float px = changeN * anchors->nx + changeT * anchors->ny;
    float py = changeN * anchors->ny - changeT * anchors->nx;
    scalar_apply_impulse(c, px, py,
                         normals->momentA + anchors->normalA * changeN + friction->momentA,
                         normals->momentB - anchors->normalB * changeN + friction->momentB);
}

// One pass over one contact: the soft pass, or the relax pass.
static inline void scalar_solve_contact(const ScalarPass *pass, ScalarContact *c, bool soft)
{
    ScalarHead *head = &c->head;
    if (c->surface.rollingResistance > 0.0f) {
        scalar_rolling(c);
    }
    ScalarAnchors anchors = scalar_move_anchors(c);
    float gainMoment = soft ? scalar_reanchor_impulses(c, &anchors) : head->gainMoment;
    // Friction before the normals, so that no point is left sinking.
    ScalarChange friction = {0}, normals;
    if (scalar_has_friction(c)) {
        friction = scalar_friction_row(c, &anchors, soft, false);
    }
    bool resting = scalar_solve_normals(pass, c, &anchors, &friction, soft, &normals);
    scalar_apply(c, &anchors, &friction, &normals);
    gainMoment =
        gainMoment + anchors.tangentGain * friction.impulse + anchors.normalGain * normals.impulse;
    if (!soft && !resting && scalar_has_friction(c)) {
        // The relax pass has changed the normal impulse of an impact: its friction goes by the
        // result.
        ScalarChange f = scalar_friction_row(c, &anchors, soft, true);
        gainMoment = gainMoment + anchors.tangentGain * f.impulse;
        scalar_apply_impulse(c, f.impulse * anchors.ny, -(f.impulse * anchors.nx), f.momentA,
                             f.momentB);
    }
    head->gainMoment = gainMoment;
    bool pushes =
        c->points[0].normalImpulse > 0.0f || (c->count == 2 && c->points[1].normalImpulse > 0.0f);
    c->pushed = c->pushed || (soft && pushes);
}

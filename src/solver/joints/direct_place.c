// Joints of trees from the state into rows, with errors and geometric stiffness as the bodies are,
// and back into the state. Called by joints.c and direct.c; reads joints, transforms and solver
// bodies; writes directNodes and directLoopJoints, then joints.
#include "direct.h"

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
    const JointRows *rows = jointKernels[j->type]->rows;
    int32_t own = d->isB ? j->bodyB : j->bodyA, other = d->isB ? j->bodyA : j->bodyB;
    float scale1 = d->isB ? context->warmScale : -context->warmScale;
    d->count = j->type == MICA_JOINT_REVOLUTE ? 2
               : d->rope                      ? 1
                                              : rows->rigid[(j->flags & JOINT_HAS_ROW) != 0];
    d->armStart = arm_of(world, own, d->isB ? j->anchorB : j->anchorA);
    d->otherArmStart = arm_of(world, other, d->isB ? j->anchorA : j->anchorB);
    d->centers = sub(center_of(world, own), center_of(world, other));
    d->axisStart =
        rotate(world->state.transforms.data[j->bodyA].q, joint_axis(joint_values(world, j)));
    d->angleStart = joint_angle_now(world, j);
    d->before[0] = j->impulses[JOINT_IMPULSE_X];
    d->before[1] = j->impulses[JOINT_IMPULSE_Y];
    d->before[2] = j->thirdImpulse;
    d->rows[0].impulse = scale1 * j->impulses[JOINT_IMPULSE_X];
    d->rows[1].impulse = scale1 * j->impulses[JOINT_IMPULSE_Y];
    d->rows[2].impulse = scale1 * j->thirdImpulse;
    joint_drop_rigid_impulses(j);
    if (d->rope) {
        d->rows[0].impulse =
            scale1 * (j->impulses[JOINT_IMPULSE_LOWER] - j->impulses[JOINT_IMPULSE_UPPER]);
    }
}

static void undo_prepare_joint(MicaWorld *world, const DirectJoint *d)
{
    if (d->joint != NONE) {
        Joint *j = &world->state.joints.data[d->joint];
        j->impulses[JOINT_IMPULSE_X] = d->before[0];
        j->impulses[JOINT_IMPULSE_Y] = d->before[1];
        j->thirdImpulse = d->before[2];
    }
}

// The last taken over first: a joint with free rows was taken over more than once.
void direct_undo_prepare(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = scratch->directFree.count - 1; i >= 0; --i) {
        undo_prepare_joint(world, &scratch->directFree.data[i].pair.joint);
    }
    for (int32_t i = scratch->directLoopJoints.count - 1; i >= 0; --i) {
        undo_prepare_joint(world, &scratch->directLoopJoints.data[i].joint);
    }
    for (int32_t i = scratch->directNodes.count - 1; i >= 0; --i) {
        undo_prepare_joint(world, &scratch->directNodes.data[i].joint);
    }
}

static void set_row(DirectRow *r, float x, float y, float own, float other, float error)
{
    r->J[0] = r->JParent[0] = x;
    r->J[1] = r->JParent[1] = y;
    r->J[2] = own;
    r->JParent[2] = other;
    r->error = error;
}

static float first_lane(f4 v)
{
    float lanes[4];
    f4_store(lanes, v);
    return lanes[0];
}

// The rows of a type as its kernel places them. `displacement`: from the other anchor to the own
// one.
static __attribute__((noinline)) void place_rows(const MicaWorld *world, const DirectJoint *d,
                                                 Rot turnA, float turned, Vec2 displacement,
                                                 PlacedRows *placed)
{
    const Joint *j = &world->state.joints.data[d->joint];
    Vec2 rA = d->isB ? d->otherArm : d->arm, rB = d->isB ? d->arm : d->otherArm,
         axis = rotate(turnA, d->axisStart);
    float sign = d->isB ? 1.0f : -1.0f;
    JointPlace at = {.arms = {f4_splat(rA.x), f4_splat(rA.y), f4_splat(rB.x), f4_splat(rB.y),
                              f4_splat(sign * displacement.x), f4_splat(sign * displacement.y)},
                     .axisX = f4_splat(axis.x),
                     .axisY = f4_splat(axis.y),
                     .angle = f4_splat(d->angleStart + turned),
                     .length = f4_splat(joint_values(world, j)[MICA_JOINT_LENGTH])};
    jointKernels[j->type]->rows->place(&at, (j->flags & JOINT_HAS_ROW) != 0, placed);
}

static void set_jacobian(DirectRow *r, const RowJacobian *l, bool isB, float error)
{
    float sA = first_lane(l->sA), sB = first_lane(l->sB);
    set_row(r, first_lane(l->ux), first_lane(l->uy), isB ? sB : sA, isB ? sA : sB,
            isB ? error : -error);
}

static bool has_lock(const MicaWorld *world, int32_t solver)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    return b->invMassX == 0.0f || b->invMassY == 0.0f ||
           world->scratch.solverMotion.data[solver].invInertia == 0.0f;
}

// J M⁻¹ Jᵀ of one side of a row, of a body alone, and the least of it that counts as freedom.
static float mobility_along(const MicaWorld *world, int32_t solver, const float *row,
                            float *minimum)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    *minimum +=
        MIN_FREE_INVERSE_MASS * (b->invMassX + b->invMassY) * (row[0] * row[0] + row[1] * row[1]);
    return b->invMassX * row[0] * row[0] + b->invMassY * row[1] * row[1] +
           world->scratch.solverMotion.data[solver].invInertia * row[2] * row[2];
}

// Where locked axes leave next to no freedom along a row, its error is left as it is: other rows
// would answer with motion, or the bodies would have to race along their only free axis.
static __attribute__((noinline)) void drop_locked_errors(const MicaWorld *world, DirectJoint *d,
                                                         int32_t solver)
{
    for (int32_t i = 0; i < d->count; ++i) {
        DirectRow *r = &d->rows[i];
        float minimum = 0.0f, mobility = mobility_along(world, solver, r->J, &minimum);
        mobility += mobility_along(world, d->otherSolver, r->JParent, &minimum);
        if (!(mobility > minimum)) {
            r->error = 0.0f;
        }
    }
}

static float speed_of_row(const DirectRow *r, const SolverBody *own, const SolverBody *other)
{
    return dot3(r->J, &own->vx) - dot3(r->JParent, &other->vx);
}

// Geometric stiffness of a rod of length L that pulls with P a substep: across it the bodies swing
// against each other, and a row with a compliance of L / (h P) takes that in, as direct.c takes in
// the turning of a body about its pins. `displacement`: from the other anchor to the own one.
static void place_across(const MicaWorld *world, DirectJoint *d, const SolverBody *own,
                         Vec2 displacement, const StepContext *context, DirectPass pass)
{
    const SolverBody *other = &world->scratch.solverBodies.data[d->otherSolver];
    float pull = d->isB ? -d->rows[0].impulse : d->rows[0].impulse, distance = length(displacement);
    d->count = 1;
    d->give = 0.0f;
    if (!(pull > 0.0f) || distance < LINEAR_SLOP) {
        return;
    }
    Vec2 across = scale(1.0f / distance, left_perp(displacement));
    DirectRow *r = &d->rows[1];
    set_row(r, across.x, across.y, cross(d->arm, across), cross(d->otherArm, across), 0.0f);
    float minimum = 0.0f, stiff = context->h * pull / distance,
          mobility = mobility_along(world, (int32_t)(own - world->scratch.solverBodies.data), r->J,
                                    &minimum) +
                     mobility_along(world, d->otherSolver, r->JParent, &minimum);
    float excess = stiff - STIFFNESS_FRACTION / max_f(mobility, 1e-30f);
    if (excess > 0.0f) {
        d->count = 2;
        d->give = 1.0f / excess;
        r->target = pass == DIRECT_SOFT ? 0.0f : speed_of_row(r, own, other);
    }
}

// Rows and errors as the bodies are now. `turn`, `otherTurn`: of the bodies since the step began;
// `closes`: of a loop joint. Whether the joint is further off than DIRECT_FAR_OFF.
static inline bool place_joint(const MicaWorld *world, DirectJoint *d, const SolverBody *own,
                               Rot turn, Rot otherTurn, bool closes, const StepContext *context,
                               DirectPass pass)
{
    float maximum = (d->touched > 0 || closes ? TOUCHED_MAX_SPEED : DIRECT_MAX_SPEED) * context->h /
                    DIRECT_BIAS;
    const SolverBody *other = &world->scratch.solverBodies.data[d->otherSolver];
    d->arm = rotate(turn, d->armStart);
    d->otherArm = rotate(otherTurn, d->otherArmStart);
    Vec2 moved = {own->dx - other->dx, own->dy - other->dy};
    Vec2 displacement = add(d->centers, add(moved, sub(d->arm, d->otherArm)));
    if (world->state.joints.data[d->joint].type == MICA_JOINT_REVOLUTE) {
        set_row(&d->rows[0], 1.0f, 0.0f, -d->arm.y, -d->otherArm.y, displacement.x);
        set_row(&d->rows[1], 0.0f, 1.0f, d->arm.x, d->otherArm.x, displacement.y);
    } else {
        float turned = d->isB ? own->da - other->da : other->da - own->da;
        PlacedRows placed;
        place_rows(world, d, d->isB ? otherTurn : turn, turned, displacement, &placed);
        if (d->rope) {
            float error =
                direct_place_rope(world, d, first_lane(placed.coordinate[0]), context, pass);
            set_jacobian(&d->rows[0], &placed.free[0], d->isB, error);
            if (d->gap > 0.0f) {
                return false;
            }
        }
        bool rod = world->state.joints.data[d->joint].type == MICA_JOINT_DISTANCE;
        d->count = rod ? 1 : d->count;
        for (int32_t i = 0; i < d->count && !d->rope; ++i) {
            set_jacobian(&d->rows[i], &placed.rigid[i], d->isB, first_lane(placed.error[i]));
        }
        if (rod && !closes) {
            place_across(world, d, own, displacement, context, pass);
        }
    }
    int32_t solver = (int32_t)(own - world->scratch.solverBodies.data);
    if (has_lock(world, solver) && has_lock(world, d->otherSolver)) {
        drop_locked_errors(world, d, solver);
    }
    float square = 0.0f;
    for (int32_t i = 0; i < d->count; ++i) {
        float error = length_of_row(&d->rows[i], d->rows[i].error);
        square += error * error;
    }
    float fraction = square > maximum * maximum ? maximum / sqrtf(square) : 1.0f;
    fraction *= context->errorScale;
    for (int32_t i = 0; i < d->count; ++i) {
        d->rows[i].error *= fraction;
    }
    return square > DIRECT_FAR_OFF * DIRECT_FAR_OFF;
}

// A joint at an arm that gives the node an impulse.
static void add_stiffness(DirectNode *n, Vec2 arm, Vec2 impulse)
{
    n->stiffness += dot(arm, impulse);
    n->reach2 = max_f(n->reach2, dot(arm, arm));
}

static Rot turn_of(const MicaWorld *world, int32_t node, int32_t solver)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    return node != NONE ? scratch->directNodes.data[node].turn
                        : trig_small_rot(world->scratch.solverBodies.data[solver].da);
}

// The row and the coordinate of a free row.
static void place_free(const MicaWorld *world, DirectFree *f, Rot turn, Rot otherTurn)
{
    DirectJoint *d = &f->pair.joint;
    const SolverBody *own = &world->scratch.solverBodies.data[f->pair.solver],
                     *other = &world->scratch.solverBodies.data[d->otherSolver];
    float turned = own->da - other->da;
    if (world->state.joints.data[d->joint].type == MICA_JOINT_REVOLUTE) {
        set_row(&d->rows[0], 0.0f, 0.0f, 1.0f, 1.0f, 0.0f);
        f->coordinate = d->angleStart + turned;
        return;
    }
    d->arm = rotate(turn, d->armStart);
    d->otherArm = rotate(otherTurn, d->otherArmStart);
    Vec2 moved = {own->dx - other->dx, own->dy - other->dy};
    PlacedRows placed;
    place_rows(world, d, otherTurn, turned, add(d->centers, add(moved, sub(d->arm, d->otherArm))),
               &placed);
    set_jacobian(&d->rows[0], &placed.free[f->index], true, 0.0f);
    f->coordinate = first_lane(placed.coordinate[f->index]);
}

static float free_speed(const DirectFree *f, const float *own, const float *other)
{
    const DirectRow *r = &f->pair.joint.rows[0];
    return dot3(r->J, own) - dot3(r->JParent, other);
}

// As the step began.
static const float *start_velocity(const MicaWorld *world, int32_t solver)
{
    return solver == 0 ? &world->scratch.solverBodies.data[0].vx
                       : world->state.velocities.data[world->scratch.solverSlots.data[solver]].v;
}

void direct_prepare(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directNodes.count; ++i) {
        DirectJoint *d = &scratch->directNodes.data[i].joint;
        if (d->joint != NONE) {
            prepare_joint(world, context, d);
        }
    }
    for (int32_t i = 0; i < scratch->directLoopJoints.count; ++i) {
        prepare_joint(world, context, &scratch->directLoopJoints.data[i].joint);
    }
    SpringMemo memo = {0};
    for (int32_t i = 0; i < scratch->directFree.count; ++i) {
        DirectFree *f = &scratch->directFree.data[i];
        const BlockLane own = {f->pair.joint.joint, f->pair.joint.otherSolver, f->pair.solver},
                        none = {NONE, 0, 0}, one[4] = {own, none, none, none};
        JointLanes of = joint_lanes(world, one);
        float lanes[4];
        prepare_joint(world, context, &f->pair.joint);
        f->pair.joint.count = 0;
        f4_store(lanes, row_prepare(&of, direct_acts(world, f), context, &f->row.lanes, &memo));
        f->total = lanes[0];
        row_fill_spring_masses(world, &of, &f->row.lanes);
        place_free(world, f, (Rot){1.0f, 0.0f}, (Rot){1.0f, 0.0f});
        f4_store(f->row.lanes.coordinate, f4_splat(f->coordinate));
        float speed = free_speed(f, start_velocity(world, f->pair.solver),
                                 start_velocity(world, f->pair.joint.otherSolver));
        row_note_start(&f->row.lanes, f4_splat(speed), context);
    }
}

void direct_place(MicaWorld *world, DirectTree *tree, const StepContext *context, DirectPass pass)
{
    SolverScratch *scratch = solver_scratch(world);
    DirectNode *nodes = scratch->directNodes.data;
    const SolverBody *bodies = world->scratch.solverBodies.data;
    tree->farOff = false;
    for (int32_t i = tree->node; i < tree->endNode; ++i) {
        DirectNode *n = &nodes[i];
        n->turn = trig_small_rot(bodies[n->solver].da);
        n->stiffness = n->reach2 = 0.0f;
        if (n->joint.joint == NONE) {
            continue;
        }
        tree->farOff |=
            place_joint(world, &n->joint, &bodies[n->solver], n->turn,
                        turn_of(world, n->parent, n->joint.otherSolver), false, context, pass);
        Vec2 force = direct_force(&n->joint);
        add_stiffness(n, n->joint.arm, force);
        if (n->parent != NONE) {
            add_stiffness(&nodes[n->parent], n->joint.otherArm, neg(force));
        }
    }
    for (int32_t i = tree->loopJoint; i < tree->endLoopJoint; ++i) {
        DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        tree->farOff |=
            place_joint(world, &c->joint, &bodies[c->solver], turn_of(world, c->node, c->solver),
                        turn_of(world, c->otherNode, c->joint.otherSolver), true, context, pass);
        Vec2 force = direct_force(&c->joint);
        if (c->node != NONE) {
            add_stiffness(&nodes[c->node], c->joint.arm, force);
        }
        if (c->otherNode != NONE) {
            add_stiffness(&nodes[c->otherNode], c->joint.otherArm, neg(force));
        }
    }
    for (int32_t i = tree->free; i < tree->endFree; ++i) {
        DirectFree *f = &scratch->directFree.data[i];
        place_free(world, f, turn_of(world, f->pair.node, f->pair.solver),
                   turn_of(world, f->pair.otherNode, f->pair.joint.otherSolver));
    }
}

// Scales what the next substep will take out of the nodes' velocities, see direct_begin.
void direct_scale(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->directNodes.count; ++i) {
        DirectNode *n = &scratch->directNodes.data[i];
        float by = islands_scale(world, n->solver, n->solver);
        for (int32_t k = 0; k < 3; ++k) {
            n->delta[k] *= by;
        }
    }
    for (int32_t i = 0; i < scratch->directFree.count; ++i) {
        DirectFree *f = &scratch->directFree.data[i];
        float by = islands_scale(world, f->pair.joint.otherSolver, f->pair.solver);
        f->total *= by;
        row_scale(&f->row.lanes, f4_splat(by));
    }
}

void direct_work(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < scratch->directFree.count; ++i) {
        DirectFree *f = &scratch->directFree.data[i];
        RowBlock *row = &f->row.lanes;
        int32_t own = f->pair.solver, other = f->pair.joint.otherSolver;
        place_free(world, f, trig_small_rot(bodies[own].da), trig_small_rot(bodies[other].da));
        f4_store(row->coordinate, f4_splat(f->coordinate));
        float speed = free_speed(f, &bodies[own].vx, &bodies[other].vx);
        island_allow_energy(world, other, own, f4_first(row_work(row, f4_splat(speed), context)));
    }
}

// ---------------------------------------------------------------------------------------- storing

// What a block, or a free row, has stored of limit, motor and spring is added to.
static void store_joint(MicaWorld *world, const StepContext *context, const DirectJoint *d,
                        float turn)
{
    Joint *j = &world->state.joints.data[d->joint];
    float sign = d->isB ? 1.0f : -1.0f, turned = 0.0f;
    // Of others a row was stored before.
    bool alone = (j->flags & JOINT_HAS_ROW) == 0 || d->rope;
    float impulses[3] = {0.0f, 0.0f, 0.0f};
    bool rod = j->type == MICA_JOINT_DISTANCE;
    for (int32_t i = 0; i < (rod ? 1 : d->count); ++i) {
        const DirectRow *r = &d->rows[i];
        impulses[i] = sign * r->impulse;
        turned += r->J[0] == 0.0f && r->J[1] == 0.0f ? impulses[i] : 0.0f;
    }
    if (d->rope) {
        j->impulses[JOINT_IMPULSE_LOWER] = max_f(impulses[0], 0.0f);
        j->impulses[JOINT_IMPULSE_UPPER] = max_f(-impulses[0], 0.0f);
        impulses[0] = 0.0f;
    }
    j->impulses[JOINT_IMPULSE_X] = impulses[0];
    j->impulses[JOINT_IMPULSE_Y] = impulses[1];
    j->thirdImpulse = impulses[2];
    j->pushed = mul_add(alone ? vec(0.0f, 0.0f) : j->pushed, sign, direct_force(d));
    j->turned = turned + (alone ? 0.0f : j->turned);
    joint_drop_infinite(j);
    if (alone) {
        joint_add_turn(j, sign * turn);
    }
    if ((j->flags & JOINT_BREAKS) != 0) {
        joint_check_break(world, j, context->invH * sqrtf(d->peak), context->invH * abs_f(turned));
    }
}

static void store_free(MicaWorld *world, const StepContext *context, DirectFree *f)
{
    const SolverBody *bodies = world->scratch.solverBodies.data;
    const DirectJoint *d = &f->pair.joint;
    Joint *j = &world->state.joints.data[d->joint];
    const float *u = d->rows[0].J;
    bool turns = u[0] == 0.0f && u[1] == 0.0f;
    row_store(&f->row.lanes, direct_acts(world, f), 0, j);
    j->pushed = mul_add(f->index == 0 ? vec(0.0f, 0.0f) : j->pushed, f->total, vec(u[0], u[1]));
    j->turned = (f->index == 0 ? 0.0f : j->turned) + (turns ? f->total : 0.0f);
    if (f->index == 0) {
        joint_add_turn(j, bodies[f->pair.solver].da - bodies[d->otherSolver].da);
    }
    if ((j->flags & JOINT_BREAKS) != 0) {
        float peak = context->invH * d->peak;
        joint_check_break(world, j, turns ? 0.0f : peak, turns ? peak : 0.0f);
    }
}

void direct_store(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < scratch->directFree.count; ++i) {
        store_free(world, context, &scratch->directFree.data[i]);
    }
    for (int32_t i = 0; i < scratch->directNodes.count; ++i) {
        const DirectNode *n = &scratch->directNodes.data[i];
        if (n->joint.joint != NONE) {
            store_joint(world, context, &n->joint,
                        bodies[n->solver].da - bodies[n->joint.otherSolver].da);
        }
    }
    for (int32_t i = 0; i < scratch->directLoopJoints.count; ++i) {
        const DirectLoopJoint *c = &scratch->directLoopJoints.data[i];
        store_joint(world, context, &c->joint,
                    bodies[c->solver].da - bodies[c->joint.otherSolver].da);
    }
}

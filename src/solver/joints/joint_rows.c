// The kernel of all joints made of rows, see joint_rows.h. Called by joints.c through the types'
// kernels; reads joints, transforms and solver bodies; writes blocks and velocities, then impulses.
// joint_rows_scalar.h has the passes in scalar form, as scalar_solve_joint, which a test compares
// with this file bit for bit: read it first.
#include "joint_rows.h"

// A pivot of K below this fraction of its diagonal is what rounding left.
#define MIN_PIVOT 1e-6f

static inline RowJacobian jacobian_load(const float (*fields)[4])
{
    return (RowJacobian){f4_load(fields[0]), f4_load(fields[1]), f4_load(fields[2]),
                         f4_load(fields[3])};
}

static inline void jacobian_store(float (*fields)[4], const RowJacobian *l)
{
    f4_store(fields[0], l->ux);
    f4_store(fields[1], l->uy);
    f4_store(fields[2], l->sA);
    f4_store(fields[3], l->sB);
}

// C'
static inline f4 jacobian_speed(const RowJacobian *l, const Bodies4 *a, const Bodies4 *b)
{
    f4 linear = f4_mul_add(f4_mul(l->ux, f4_sub(b->vx, a->vx)), l->uy, f4_sub(b->vy, a->vy));
    return f4_add(linear, f4_sub(f4_mul(l->sB, b->w), f4_mul(l->sA, a->w)));
}

// J M⁻¹ J'ᵀ of two rows.
static inline f4 jacobian_coupling(const ArmsBlock *p, const Bodies4 *a, const Bodies4 *b,
                                   const RowJacobian *one, const RowJacobian *other)
{
    f4 x = f4_mul(f4_add(a->imx, b->imx), f4_mul(one->ux, other->ux));
    f4 y = f4_mul(f4_add(a->imy, b->imy), f4_mul(one->uy, other->uy));
    f4 turnA = f4_mul(f4_load(p->iA), f4_mul(one->sA, other->sA));
    f4 turnB = f4_mul(f4_load(p->iB), f4_mul(one->sB, other->sB));
    return f4_add(f4_add(x, y), f4_add(turnA, turnB));
}

// Force and moments of an impulse, or a sum of them.
typedef struct Wrench {
    f4 x, y, turnA, turnB;
} Wrench;

static inline void wrench_add(Wrench *w, const RowJacobian *l, f4 impulse)
{
    w->x = f4_mul_add(w->x, l->ux, impulse);
    w->y = f4_mul_add(w->y, l->uy, impulse);
    w->turnA = f4_mul_add(w->turnA, l->sA, impulse);
    w->turnB = f4_mul_add(w->turnB, l->sB, impulse);
}

static inline void wrench_push(const ArmsBlock *p, const Wrench *w, Bodies4 *a, Bodies4 *b)
{
    a->vx = f4_mul_sub(a->vx, a->imx, w->x);
    a->vy = f4_mul_sub(a->vy, a->imy, w->y);
    a->w = f4_mul_sub(a->w, f4_load(p->iA), w->turnA);
    b->vx = f4_mul_add(b->vx, b->imx, w->x);
    b->vy = f4_mul_add(b->vy, b->imy, w->y);
    b->w = f4_mul_add(b->w, f4_load(p->iB), w->turnB);
}

static inline Wrench wrench_load(const JointRowsBlock *k)
{
    return (Wrench){f4_load(k->applied[0]), f4_load(k->applied[1]), f4_load(k->applied[2]),
                    f4_load(k->applied[3])};
}

static inline void wrench_store(JointRowsBlock *k, const Wrench *w)
{
    f4_store(k->applied[0], w->x);
    f4_store(k->applied[1], w->y);
    f4_store(k->applied[2], w->turnA);
    f4_store(k->applied[3], w->turnB);
}

// Pushes the bodies and notes it.
static inline void apply(JointRowsBlock *k, const RowJacobian *l, f4 impulse, Bodies4 *a,
                         Bodies4 *b)
{
    Wrench push = {f4_zero(), f4_zero(), f4_zero(), f4_zero()}, sum = wrench_load(k);
    wrench_add(&push, l, impulse);
    wrench_push(&k->arms, &push, a, b);
    wrench_add(&sum, l, impulse);
    wrench_store(k, &sum);
}

// ------------------------------------------------------------------------------------- K = L D Lᵀ

// A pivot below `minimum` counts as none: locked axes leave next to no freedom along the row.
static inline f4 pivot_inverse(f4 pivot, f4 diagonal, f4 minimum)
{
    minimum = f4_max(f4_mul(f4_splat(MIN_PIVOT), diagonal), minimum);
    return f4_and(f4_lt(minimum, pivot), inverse_or_zero(pivot));
}

static void factorise(JointRowsBlock *k, const Bodies4 *a, const Bodies4 *b, int32_t count)
{
    RowJacobian l[MAX_RIGID];
    f4 m[MAX_RIGID][MAX_RIGID], minimum[MAX_RIGID], zero = f4_zero();
    f4 fraction = f4_add(f4_add(a->imx, b->imx), f4_add(a->imy, b->imy));
    fraction = f4_mul(f4_splat(MIN_FREE_INVERSE_MASS), fraction);
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        l[i] = i < count ? jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]))
                         : (RowJacobian){zero, zero, zero, zero};
        minimum[i] = f4_mul(fraction, f4_mul_add(f4_mul(l[i].ux, l[i].ux), l[i].uy, l[i].uy));
        for (int32_t j = 0; j <= i; ++j) {
            m[i][j] = jacobian_coupling(&k->arms, a, b, &l[i], &l[j]);
        }
    }
    f4 d0 = pivot_inverse(m[0][0], m[0][0], minimum[0]);
    f4 l10 = f4_mul(m[1][0], d0), l20 = f4_mul(m[2][0], d0);
    f4 p1 = f4_mul_sub(m[1][1], l10, m[1][0]), d1 = pivot_inverse(p1, m[1][1], minimum[1]);
    f4 l21 = f4_mul(f4_mul_sub(m[2][1], l20, m[1][0]), d1);
    f4 p2 = f4_mul_sub(f4_mul_sub(m[2][2], l20, m[2][0]), f4_mul(l21, l21), p1);
    f4_store(k->pivots[0], d0);
    f4_store(k->pivots[1], d1);
    f4_store(k->pivots[2], pivot_inverse(p2, m[2][2], minimum[2]));
    f4_store(k->lower[0], l10);
    f4_store(k->lower[1], l20);
    f4_store(k->lower[2], l21);
}

// Of the rigid rows, how many are solved as a whole: those along vectors alone where they drive.
static int32_t joined_count(JointRange range)
{
    const JointRows *type = joint_rows_of(range);
    int32_t rigid = type->rigid[kind_has_row(range.kind)];
    return type->drives ? min_i(rigid, 2) : rigid;
}

// v = K⁻¹ v
static inline void solve_rigid(const JointRowsBlock *k, f4 *v)
{
    f4 l10 = f4_load(k->lower[0]), l20 = f4_load(k->lower[1]), l21 = f4_load(k->lower[2]);
    f4 y1 = f4_mul_sub(v[1], l10, v[0]);
    f4 y2 = f4_mul_sub(f4_mul_sub(v[2], l20, v[0]), l21, y1);
    v[2] = f4_mul(y2, f4_load(k->pivots[2]));
    v[1] = f4_mul_sub(f4_mul(y1, f4_load(k->pivots[1])), l21, v[2]);
    v[0] = f4_mul_sub(f4_mul_sub(f4_mul(v[0], f4_load(k->pivots[0])), l10, v[1]), l20, v[2]);
}

// ---------------------------------------------------------------------------------------- placing

static void place_free(JointRowsBlock *k, FreeRow *f, const RowJacobian *jacobian, f4 coordinate,
                       int32_t rigid, const Bodies4 *a, const Bodies4 *b)
{
    f4 g[MAX_RIGID], taken = f4_zero();
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        RowJacobian other = jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]));
        g[i] = i < rigid ? f4_mul(f4_load(k->coupled),
                                  jacobian_coupling(&k->arms, a, b, jacobian, &other))
                         : f4_zero();
        f4_store(f->k[i], g[i]);
    }
    solve_rigid(k, g);
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        f4_store(f->g[i], g[i]);
        taken = f4_mul_add(taken, f4_load(f->k[i]), g[i]);
    }
    jacobian_store(JACOBIAN_FIELDS(f), jacobian);
    row_place_masses(&f->row, jacobian_coupling(&k->arms, a, b, jacobian, jacobian), taken,
                     f4_load(k->massScale), coordinate);
}

void joint_rows_place_pose(const JointPlace *at, bool withFree, PlacedRows *out)
{
    (void)withFree;
    f4 acrossX = f4_neg(at->axisY), acrossY = at->axisX;
    out->rigid[0] = row_along(at, at->axisX, at->axisY);
    out->error[0] = place_along(at, at->axisX, at->axisY);
    out->rigid[1] = row_along(at, acrossX, acrossY);
    out->error[1] = place_along(at, acrossX, acrossY);
    out->rigid[2] = row_turning();
    out->error[2] = at->angle;
}

void joint_rows_place_point(const JointPlace *at, PlacedRows *out)
{
    f4 one = f4_splat(1.0f), zero = f4_zero();
    out->rigid[0] = row_along(at, one, zero);
    out->error[0] = at->arms.dx;
    out->rigid[1] = row_along(at, zero, one);
    out->error[1] = at->arms.dy;
}

static void place_block(JointRowsBlock *k, JointRange range, const Bodies4 *a, const Bodies4 *b)
{
    const JointRows *type = joint_rows_of(range);
    bool withFree = kind_has_row(range.kind);
    int32_t rigid = type->rigid[withFree], free = joint_rows_free_count(range);
    f4 c, s;
    JointPlace at = {.arms = arms_now(&k->arms, a, b)};
    turn4(a->da, &c, &s);
    rotate4(c, s, f4_load(k->axisX), f4_load(k->axisY), &at.axisX, &at.axisY);
    at.angle = f4_add(f4_load(k->angle), f4_sub(b->da, a->da));
    at.length = f4_load(k->length);
    PlacedRows placed;
    type->place(&at, withFree, &placed);
    f4 notSpring = f4_lt(f4_zero(), f4_load(k->notSpring));
    for (int32_t i = 0; i < rigid; ++i) {
        f4 largest = f4_select(row_turns(&placed.rigid[i]), f4_splat(JOINT_MAX_TURN),
                               f4_splat(JOINT_MAX_ERROR));
        f4 maximum = f4_select(notSpring, largest, f4_splat(MAX_COORDINATE));
        jacobian_store(JACOBIAN_FIELDS(&k->rigid[i]), &placed.rigid[i]);
        f4_store(k->rigid[i].error, f4_clamp(placed.error[i], f4_neg(maximum), maximum));
    }
    int32_t joined = joined_count(range);
    factorise(k, a, b, joined);
    for (int32_t i = joined; i < rigid; ++i) {
        const RowJacobian *l = &placed.rigid[i];
        f4_store(k->pivots[i], inverse_or_zero(jacobian_coupling(&k->arms, a, b, l, l)));
    }
    for (int32_t i = 0; i < free; ++i) {
        place_free(k, &k->free[i], &placed.free[i], placed.coordinate[i], rigid, a, b);
    }
}

// ---------------------------------------------------------------------------------------- passes

// What a sum of impulses is cut to: those along vectors together, those that turn.
static void cut_to_maximum(const JointRowsBlock *k, const RowJacobian *rows, int32_t count, f4 *sum)
{
    f4 along = f4_zero(), one = f4_splat(1.0f);
    for (int32_t i = 0; i < count; ++i) {
        f4 vector = f4_mul_add(f4_mul(rows[i].ux, rows[i].ux), rows[i].uy, rows[i].uy);
        along = f4_mul_add(along, vector, f4_mul(sum[i], sum[i]));
    }
    f4 maximum = f4_load(k->maxImpulse[0]), length = f4_sqrt(along);
    f4 fraction = f4_select(f4_lt(maximum, length), f4_mul(maximum, inverse_or_zero(length)), one);
    f4 turning = f4_load(k->maxImpulse[1]);
    for (int32_t i = 0; i < count; ++i) {
        f4 vector = f4_mul_add(f4_mul(rows[i].ux, rows[i].ux), rows[i].uy, rows[i].uy);
        f4 turns = f4_lt(vector, f4_splat(0.5f));
        sum[i] =
            f4_select(turns, f4_clamp(sum[i], f4_neg(turning), turning), f4_mul(fraction, sum[i]));
    }
}

// The free rows of one pass: their impulses, and the answers of the rigid ones in p. `v` is C'
// less the speed of the rigid rows.
static void solve_free(JointRowsBlock *k, int32_t count, const StepContext *context, bool soft,
                       f4 *v, f4 *p, Bodies4 *a, Bodies4 *b)
{
    f4 scale4 = soft ? f4_load(k->massScale) : f4_splat(1.0f);
    for (int32_t i = 0; i < count; ++i) {
        FreeRow *f = &k->free[i];
        RowJacobian jacobian = jacobian_load(JACOBIAN_FIELDS(f));
        f4 now = jacobian_speed(&jacobian, a, b), pushed = now, answered = now;
        for (int32_t r = 0; r < MAX_RIGID; ++r) {
            pushed = f4_mul_add(pushed, f4_load(f->k[r]), p[r]);
            answered = f4_mul_sub(answered, f4_load(f->g[r]), v[r]);
        }
        f4 impulse = row_solve(&f->row, pushed, answered, context, soft);
        for (int32_t r = 0; r < MAX_RIGID; ++r) {
            p[r] = f4_mul_sub(p[r], f4_load(f->g[r]), f4_mul(scale4, impulse));
            v[r] = f4_mul_add(v[r], f4_load(f->k[r]), impulse);
        }
        apply(k, &jacobian, impulse, a, b);
    }
}

static void note_peak(JointRowsBlock *k)
{
    f4 x = f4_add(f4_load(k->applied[0]), f4_load(k->springForce[0])),
       y = f4_add(f4_load(k->applied[1]), f4_load(k->springForce[1]));
    f4_store(k->peak[0], f4_max(f4_load(k->peak[0]), f4_mul_add(f4_mul(x, x), y, y)));
}

// One pass of rigid rows: C' less the speed, and p.
typedef struct RigidPass {
    RowJacobian rows[MAX_RIGID];
    f4 v[MAX_RIGID], p[MAX_RIGID];
} RigidPass;

// Of the rows from `first` to `end`, which are solved as a whole.
static void find_rigid_impulses(const JointRowsBlock *k, int32_t first, int32_t end, bool soft,
                                const Bodies4 *a, const Bodies4 *b, RigidPass *x)
{
    f4 rate = f4_load(k->rate), leak = f4_load(k->impulseScale);
    f4 scale4 = f4_load(soft ? k->massScale : k->notSpring);
    f4 p[MAX_RIGID] = {f4_zero(), f4_zero(), f4_zero()};
    for (int32_t i = first; i < end; ++i) {
        x->rows[i] = jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]));
        x->v[i] = f4_sub(jacobian_speed(&x->rows[i], a, b), f4_load(k->speed[i]));
        p[i] = soft ? f4_mul_add(x->v[i], rate, f4_load(k->rigid[i].error)) : x->v[i];
    }
    solve_rigid(k, p);
    for (int32_t i = first; i < end; ++i) {
        x->p[i] = f4_neg(f4_mul(scale4, p[i]));
        x->p[i] = soft ? f4_mul_sub(x->p[i], leak, f4_load(k->rigid[i].impulse)) : x->p[i];
    }
}

static void rigid_apply(JointRowsBlock *k, int32_t first, int32_t end, const RigidPass *x,
                        bool soft, Bodies4 *a, Bodies4 *b)
{
    f4 sum[MAX_RIGID];
    for (int32_t i = first; i < end; ++i) {
        sum[i] = f4_add(f4_load(k->rigid[i].impulse), x->p[i]);
    }
    cut_to_maximum(k, x->rows + first, end - first, sum + first);
    for (int32_t i = first; i < end; ++i) {
        f4 change = f4_sub(sum[i], f4_load(k->rigid[i].impulse));
        apply(k, &x->rows[i], change, a, b);
        f4_store(k->rigid[i].impulse, sum[i]);
        f4_store(k->drivenWork,
                 f4_mul_add(f4_load(k->drivenWork), f4_load(k->speed[i]), soft ? sum[i] : change));
    }
}

static void solve_block(JointRowsBlock *k, JointRange range, SolverBody *bodies,
                        const StepContext *context, bool soft, bool again)
{
    Bodies4 a, b;
    int32_t rigid = joint_rows_of(range)->rigid[kind_has_row(range.kind)],
            joined = joined_count(range);
    bool moved = !soft && !again;
    arms_gather(bodies, &k->arms, moved, &a, &b);
    if (moved) {
        place_block(k, range, &a, &b);
    }
    f4 zero = f4_zero();
    RigidPass pass = {.v = {zero, zero, zero}, .p = {zero, zero, zero}};
    find_rigid_impulses(k, 0, joined, soft, &a, &b, &pass);
    solve_free(k, joint_rows_free_count(range), context, soft, pass.v, pass.p, &a, &b);
    rigid_apply(k, 0, joined, &pass, soft, &a, &b);
    for (int32_t i = joined; i < rigid; ++i) {
        find_rigid_impulses(k, i, i + 1, soft, &a, &b, &pass);
        rigid_apply(k, i, i + 1, &pass, soft, &a, &b);
    }
    if (!soft) {
        note_peak(k);
    }
    arms_scatter(bodies, &k->arms, &a, &b);
}

void joint_rows_solve(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(joint_rows_block(scratch, range, i), range, world->scratch.solverBodies.data,
                    context, true, false);
    }
}

void joint_rows_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < range.count; ++i) {
        solve_block(joint_rows_block(scratch, range, i), range, world->scratch.solverBodies.data,
                    context, false, again);
    }
}

// ------------------------------------------------------------------------------------ re-anchoring

// Today's rows times their sums of impulses.
static Wrench carried(const JointRowsBlock *k, int32_t rigid, int32_t free)
{
    f4 zero = f4_zero();
    Wrench w = {zero, zero, zero, zero};
    for (int32_t i = 0; i < rigid; ++i) {
        RowJacobian jacobian = jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]));
        wrench_add(&w, &jacobian, f4_mul(f4_load(k->notSpring), f4_load(k->rigid[i].impulse)));
    }
    for (int32_t i = 0; i < free; ++i) {
        RowJacobian jacobian = jacobian_load(JACOBIAN_FIELDS(&k->free[i]));
        wrench_add(&w, &jacobian, row_total(&k->free[i].row));
    }
    return w;
}

// Replaces what was applied by what today's rows carry: changes the velocities of a and b, which
// may be zero, and P so that C' of the rigid rows stays as it was.
static void reanchor(JointRowsBlock *k, JointRange range, Bodies4 *a, Bodies4 *b)
{
    int32_t rigid = joint_rows_of(range)->rigid[kind_has_row(range.kind)];
    Wrench today = carried(k, rigid, joint_rows_free_count(range)), old = wrench_load(k);
    Wrench change = {f4_sub(today.x, old.x), f4_sub(today.y, old.y), f4_sub(today.turnA, old.turnA),
                     f4_sub(today.turnB, old.turnB)};
    wrench_store(k, &today);
    f4 zero = f4_zero(), p[MAX_RIGID] = {zero, zero, zero};
    Bodies4 da = {zero, zero, zero, a->imx, zero, zero, zero, a->imy},
            db = {zero, zero, zero, b->imx, zero, zero, zero, b->imy};
    wrench_push(&k->arms, &change, &da, &db);
    wrench_push(&k->arms, &change, a, b);
    for (int32_t i = 0; i < rigid; ++i) {
        RowJacobian jacobian = jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]));
        p[i] = jacobian_speed(&jacobian, &da, &db);
    }
    solve_rigid(k, p);
    for (int32_t i = 0; i < rigid; ++i) {
        RowJacobian jacobian = jacobian_load(JACOBIAN_FIELDS(&k->rigid[i]));
        f4 answer = f4_mul(f4_load(k->notSpring), p[i]);
        apply(k, &jacobian, f4_neg(answer), a, b);
        f4_store(k->rigid[i].impulse, f4_sub(f4_load(k->rigid[i].impulse), answer));
    }
}

void joint_rows_reanchor(MicaWorld *world, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i);
        Bodies4 a, b;
        arms_gather(bodies, &k->arms, false, &a, &b);
        reanchor(k, range, &a, &b);
        arms_scatter(bodies, &k->arms, &a, &b);
    }
}

// ------------------------------------------------------------------------------- into and out of

// The sums of impulses of a joint's rigid rows.
static void read_impulses(const Joint *j, float scale1, JointRowsBlock *k, int32_t lane)
{
    k->rigid[0].impulse[lane] = scale1 * j->impulses[JOINT_IMPULSE_X];
    k->rigid[1].impulse[lane] = scale1 * j->impulses[JOINT_IMPULSE_Y];
    k->rigid[2].impulse[lane] = scale1 * j->thirdImpulse;
}

static void write_impulses(const JointRowsBlock *k, int32_t rigid, int32_t lane, Joint *j)
{
    j->impulses[JOINT_IMPULSE_X] = rigid > 0 ? k->rigid[0].impulse[lane] : 0.0f;
    j->impulses[JOINT_IMPULSE_Y] = rigid > 1 ? k->rigid[1].impulse[lane] : 0.0f;
    j->thirdImpulse = rigid > 2 ? k->rigid[2].impulse[lane] : 0.0f;
}

Softness joint_rows_softness(bool drives, const float *numbers, const StepContext *context)
{
    float hertz = numbers[MICA_JOINT_HERTZ];
    return hertz > 0.0f ? (Softness){0.0f, 0.0f, 0.0f}
           : drives     ? (Softness){0.0f, 1.0f, 0.0f}
                        : context->joint;
}

// The maximum impulse of rows in a substep, from the maximum force or torque of a joint.
static float impulse_of(const JointRows *type, float maximum, const StepContext *context)
{
    return maximum > 0.0f || type->drives ? context->h * maximum : 3e38f;
}

Vec2 joint_axis_now(const MicaWorld *world, const Joint *j)
{
    return rotate(joint_place_a(world, j).q, joint_axis(joint_values(world, j)));
}

// What the numbers of the joint in a lane say.
static void fill_lane(const MicaWorld *world, const JointRows *type, JointRowsBlock *k,
                      const JointLanes *of, bool used, const StepContext *context, int32_t lane)
{
    const Joint *j = of->joints[lane];
    const float *n = of->numbers[lane];
    Vec2 axis = used ? joint_axis_now(world, j) : vec(1.0f, 0.0f);
    k->axisX[lane] = axis.x;
    k->axisY[lane] = axis.y;
    k->angle[lane] = used ? joint_angle_now(world, j) : 0.0f;
    k->length[lane] = n[MICA_JOINT_LENGTH];
    Softness soft = joint_rows_softness(type->drives, n, context);
    SpringFactors spring = {0};
    if (n[MICA_JOINT_HERTZ] > 0.0f) {
        spring = row_spring_factors(n[MICA_JOINT_HERTZ], n[MICA_JOINT_DAMPING_RATIO],
                                    of->loads[lane], context);
    }
    k->springRate[lane] = spring.forceRate;
    k->springReach[lane] = context->invH * SPRING_PHASE_SQUARED / max_f(of->loads[lane], 1.0f);
    k->springTurn[lane] = context->invH * SPRING_TURN;
    k->springLoss[lane] = spring.forceLoss;
    k->rate[lane] = soft.biasRate;
    k->massScale[lane] = soft.massScale;
    k->impulseScale[lane] = soft.impulseScale;
    bool capped = n[MICA_JOINT_MAX_FORCE] + n[MICA_JOINT_MAX_TORQUE] > 0.0f;
    k->notSpring[lane] = n[MICA_JOINT_HERTZ] > 0.0f ? 0.0f : 1.0f;
    k->coupled[lane] = capped ? 0.0f : k->notSpring[lane];
    for (int32_t i = 0; i < MAX_RIGID; ++i) {
        k->speed[i][lane] = n[MICA_JOINT_VELOCITY_X + i];
    }
    read_impulses(j, context->warmScale, k, lane);
    k->maxImpulse[0][lane] = impulse_of(type, n[MICA_JOINT_MAX_FORCE], context);
    k->maxImpulse[0][lane] =
        used ? min_f(k->maxImpulse[0][lane], joint_rows_max_drag(world, j, context))
             : k->maxImpulse[0][lane];
    k->maxImpulse[1][lane] = impulse_of(type, n[MICA_JOINT_MAX_TORQUE], context);
}

void joint_rows_prepare(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    const JointRows *type = joint_rows_of(range);
    int32_t rigid = type->rigid[kind_has_row(range.kind)], free = joint_rows_free_count(range);
    SpringMemo memo = {0};
    for (int32_t i = 0; i < range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i);
        const BlockLane *lanes = scratch->jointLanes.data + range.firstLane + 4 * i;
        JointLanes of = joint_lanes(world, lanes);
        Bodies4 a, b;
        arms_prepare(world, of.joints, lanes, &k->arms, &a, &b);
        for (int32_t lane = 0; lane < 4; ++lane) {
            fill_lane(world, type, k, &of, lanes[lane].item != NONE, context, lane);
        }
        for (int32_t f = 0; f < free; ++f) {
            row_prepare(&of, type->acts[f], context, &k->free[f].row, &memo);
            row_fill_spring_masses(world, &of, &k->free[f].row);
        }
        f4_store(k->peak[0], f4_zero());
        f4_store(k->peak[1], f4_zero());
        place_block(k, range, &a, &b);
        f4_store(k->drivenWork, f4_zero());
        joint_rows_prepare_springs(world, type, k, &of, lanes, rigid, free, context);
        Wrench warm = carried(k, rigid, free);
        wrench_store(k, &warm);
        wrench_push(&k->arms, &warm, &a, &b);
        arms_scatter(world->scratch.solverBodies.data, &k->arms, &a, &b);
    }
}

static void store_lane(MicaWorld *world, const StepContext *context, const JointRowsBlock *k,
                       JointRange range, Joint *j, int32_t lane)
{
    const JointRows *type = joint_rows_of(range);
    int32_t rigid = type->rigid[kind_has_row(range.kind)];
    const SolverBody *bodies = world->scratch.solverBodies.data;
    j->pushed = vec(k->applied[0][lane] + k->springForce[0][lane],
                    k->applied[1][lane] + k->springForce[1][lane]);
    j->turned = 0.0f;
    write_impulses(k, rigid, lane, j);
    for (int32_t i = 0; i < rigid; ++i) {
        const RigidRow *r = &k->rigid[i];
        j->turned += r->ux[lane] == 0.0f && r->uy[lane] == 0.0f ? r->impulse[lane] : 0.0f;
    }
    for (int32_t i = 0; i < joint_rows_free_count(range); ++i) {
        const FreeRow *f = &k->free[i];
        row_store(&f->row, type->acts[i], lane, j);
        bool turns = f->ux[lane] == 0.0f && f->uy[lane] == 0.0f;
        j->turned += turns ? f->row.motorImpulse[lane] + f->row.springImpulse[lane] +
                                 f->row.lowerImpulse[lane] - f->row.upperImpulse[lane]
                           : 0.0f;
    }
    j->angle = k->angle[lane];
    joint_drop_infinite(j);
    joint_add_turn(j, bodies[k->arms.b[lane]].da - bodies[k->arms.a[lane]].da);
    joint_keep_tooth(world, j);
    if ((j->flags & JOINT_BREAKS) != 0) {
        joint_check_break(world, j, context->invH * sqrtf(k->peak[0][lane]),
                          context->invH * abs_f(j->turned));
    }
}

void joint_rows_store(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverScratch *scratch = solver_scratch(world);
    SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 0; i < range.count; ++i) {
        JointRowsBlock *k = joint_rows_block(scratch, range, i);
        Bodies4 a, b;
        arms_gather(bodies, &k->arms, false, &a, &b);
        reanchor(k, range, &a, &b);  // the bodies keep their velocities
        for (int32_t lane = 0; lane < 4; ++lane) {
            int32_t slot = scratch->jointLanes.data[range.firstLane + 4 * i + lane].item;
            if (slot != NONE) {
                store_lane(world, context, k, range, &world->state.joints.data[slot], lane);
            }
        }
    }
}

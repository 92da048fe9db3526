// The revolute kernel, four joints at a time: a point that two bodies share, and about it limit,
// motor and spring. Called by joints_step.c; reads joints, transforms and solver bodies, writes
// blocks and velocities, then impulses.
//
// The point is solved as a whole (2 by 2). What acts about it is solved first, but knowing what the
// point will do to the turning: the speed that counts is the one left once the point holds, and the
// mass is that of the two bodies turning about it. So the four are as good as solved together, a
// motor meets its speed and a spring its frequency.
//
// Arms turn with the bodies, exactly, once a substep after they moved. What bodies_accelerate
// carried over acted on older arms: the moments keep the account, and a pass of its own settles it,
// so that a joint makes no spin. On the long arm of what turns easily the old impulse is far from
// right, though: a hundredth of a radian off, 0.1 N s spin a ball of 6 cm on an arm of 10 m by 500
// rad/s, and a soft pass leaves a part of that. So what settling does to the speed at the point is
// taken back whole. Of all impulses the result is the one nearest to what the bodies carry, in
// energy (Gauss's principle of least constraint).
#include "joint_block.h"

#include <stddef.h>

// An anchor that lies further from a centre of mass than 700 radii of gyration would leave the mass
// matrix without precision: the body counts as heavier to turn.
#define LONGEST_ARM 5e5f
// Below this, determinant over squared trace, the mass matrix has one direction only, and its
// pseudo-inverse holds that one. Locked axes make it so; as MIN_FREE_INVERSE_MASS, lest a body race round to
// move its anchor along one.
#define FLAT_MATRIX 1e-7f
#define FLAT_LOCKED 1e-3f
#define NO_LIMIT 1e9f

static const Joint noJoint;

static inline void rotate4(f4 c, f4 s, f4 x, f4 y, f4 *outX, f4 *outY)
{
    *outX = f4_sub(f4_mul(c, x), f4_mul(s, y));
    *outY = f4_add(f4_mul(s, x), f4_mul(c, y));
}

// Beyond an eighth of a turn within one step.
static __attribute__((noinline)) void turn_far(f4 angle, f4 *c, f4 *s)
{
    float a[4], cs[4], sn[4];
    f4_store(a, angle);
    trig_small_turns(a, cs, sn);
    *c = f4_load(cs);
    *s = f4_load(sn);
}

// trig_small_rot four times.
static inline void turn4(f4 x, f4 *c, f4 *s)
{
    f4 x2 = f4_mul(x, x);
    if (f4_mask(f4_lt(f4_splat(TRIG_SMALL * TRIG_SMALL), x2)) != 0) {
        turn_far(x, c, s);
        return;
    }
    f4 sine = f4_mul_add(f4_splat(TRIG_SIN_5), x2, f4_splat(TRIG_SIN_7));
    sine = f4_mul_add(f4_splat(TRIG_SIN_3), x2, sine);
    *s = f4_mul_add(x, f4_mul(x, x2), sine);
    f4 cosine = f4_mul_add(f4_splat(TRIG_COS_6), x2, f4_splat(TRIG_COS_8));
    cosine = f4_mul_add(f4_splat(TRIG_COS_4), x2, cosine);
    *c = f4_mul_add(f4_mul_sub(f4_splat(1.0f), f4_splat(0.5f), x2), f4_mul(x2, x2), cosine);
}

// ------------------------------------------------------------------------- as the bodies stand now

// Arms, error and masses from how far the bodies have turned and moved.
static inline void place_pin(PinBlock *p, const Bodies4 *a, const Bodies4 *b)
{
    f4 c, s, rAx, rAy, rBx, rBy;
    turn4(a->da, &c, &s);
    rotate4(c, s, f4_load(p->armAx), f4_load(p->armAy), &rAx, &rAy);
    turn4(b->da, &c, &s);
    rotate4(c, s, f4_load(p->armBx), f4_load(p->armBy), &rBx, &rBy);
    f4 ex = f4_add(f4_load(p->centersX), f4_add(f4_sub(b->dx, a->dx), f4_sub(rBx, rAx)));
    f4 ey = f4_add(f4_load(p->centersY), f4_add(f4_sub(b->dy, a->dy), f4_sub(rBy, rAy)));
    f4 far = f4_splat(JOINT_MAX_ERROR), near = f4_splat(-JOINT_MAX_ERROR);
    f4_store(p->rAx, rAx);
    f4_store(p->rAy, rAy);
    f4_store(p->rBx, rBx);
    f4_store(p->rBy, rBy);
    f4_store(p->errorX, f4_clamp(ex, near, far));
    f4_store(p->errorY, f4_clamp(ey, near, far));

    f4 iA = f4_load(p->iA), iB = f4_load(p->iB);
    f4 imx = f4_add(a->imx, b->imx), imy = f4_add(a->imy, b->imy);
    f4 xx = f4_mul_add(f4_mul(iA, f4_mul(rAx, rAx)), iB, f4_mul(rBx, rBx));
    f4 yy = f4_mul_add(f4_mul(iA, f4_mul(rAy, rAy)), iB, f4_mul(rBy, rBy));
    f4 xy = f4_mul_add(f4_mul(iA, f4_mul(rAx, rAy)), iB, f4_mul(rBx, rBy));
    f4 k11 = f4_add(imx, yy), k22 = f4_add(imy, xx), k12 = f4_neg(xy);
    // k11 k22 - k12², with what cancels left out: no term is negative.
    f4 across = f4_sub(f4_mul(rAx, rBy), f4_mul(rAy, rBx));
    f4 determinant = f4_mul_add(f4_mul(imx, f4_add(imy, xx)), imy, yy);
    determinant = f4_mul_add(determinant, f4_mul(iA, iB), f4_mul(across, across));
    f4 trace = f4_add(k11, k22), square = f4_mul(trace, trace);
    f4 unlocked = f4_lt(f4_zero(), f4_mul(imx, imy));
    f4 flat = f4_select(unlocked, f4_splat(FLAT_MATRIX), f4_splat(FLAT_LOCKED));
    f4 full = f4_lt(f4_mul(flat, square), determinant);
    f4 scale4 = inverse_or_zero(f4_select(full, determinant, square));
    f4 one = f4_and(f4_lt(f4_zero(), trace), f4_le(determinant, f4_mul(flat, square)));
    f4_store(p->flat, one);
    p->anyFlat = f4_mask(one);
    f4_store(p->m11, f4_mul(scale4, f4_select(full, k22, k11)));
    f4_store(p->m12, f4_mul(scale4, f4_select(full, xy, k12)));
    f4_store(p->m22, f4_mul(scale4, f4_select(full, k11, k22)));
}

static inline void place_axis(const PinBlock *p, AxisBlock *x, const Bodies4 *a, const Bodies4 *b,
                              f4 massScale)
{
    f4 iA = f4_load(p->iA), iB = f4_load(p->iB), turning = f4_add(iA, iB);
    f4 kx = f4_neg(f4_mul_add(f4_mul(iA, f4_load(p->rAy)), iB, f4_load(p->rBy)));
    f4 ky = f4_mul_add(f4_mul(iA, f4_load(p->rAx)), iB, f4_load(p->rBx));
    f4 m12 = f4_load(p->m12);
    f4 gx = f4_mul_add(f4_mul(f4_load(p->m11), kx), m12, ky);
    f4 gy = f4_mul_add(f4_mul(m12, kx), f4_load(p->m22), ky);
    f4 held = f4_mul_add(f4_mul(kx, gx), ky, gy);
    f4 least = f4_mul(f4_splat(MIN_FREE_TURN), turning);
    f4 free = f4_sub(turning, held), soft = f4_mul_sub(turning, massScale, held);
    f4_store(x->kx, kx);
    f4_store(x->ky, ky);
    f4_store(x->gx, gx);
    f4_store(x->gy, gy);
    f4_store(x->mass, f4_and(f4_lt(least, free), inverse_or_zero(free)));
    f4_store(x->softMass, f4_and(f4_lt(least, free), inverse_or_zero(soft)));
    f4_store(x->angle, f4_add(f4_load(x->start), f4_sub(b->da, a->da)));
}

// -------------------------------------------------------------------------------------- solving

// The angular impulse that limit, motor and spring add. `speed` is the turning once the point holds
// as it does in this pass, `firm` that once it holds firmly.
static inline f4 solve_axis(AxisBlock *x, f4 speed, f4 firm, const StepContext *context, bool soft)
{
    f4 zero = f4_zero(), invH = f4_splat(context->invH), angle = f4_load(x->angle);
    f4 mass = f4_load(soft ? x->softMass : x->mass), inverse = inverse_or_zero(mass), sum = zero;
    f4 spring = f4_load(x->springImpulse), motor = f4_load(x->motorImpulse);
    f4 before = f4_add(spring, motor);
    if (soft) {
        // A force, not a constraint: it follows from where the bodies are, and from how fast they
        // would be without it.
        f4 held = f4_load(x->mass), stiff = f4_load(x->springStiff);
        f4 free = f4_mul_sub(firm, inverse_or_zero(held), spring);
        free = f4_mul_add(free, stiff, f4_sub(f4_mul_sub(speed, inverse, spring), free));
        f4 pull = f4_mul_add(f4_mul(f4_load(x->springLoss), free), f4_load(x->springRate),
                             f4_sub(angle, f4_load(x->springTarget)));
        held = f4_mul_add(held, stiff, f4_sub(mass, held));
        f4 next = f4_neg(f4_mul(held, pull));
        f4_store(x->springImpulse, next);
        speed = f4_mul_add(speed, inverse, f4_sub(next, spring));
        spring = next;
    }
    f4 most = f4_load(x->maxMotor);
    f4 next = f4_mul_sub(motor, mass, f4_sub(speed, f4_load(x->motorSpeed)));
    next = f4_clamp(next, f4_neg(most), most);
    f4_store(x->motorImpulse, next);
    speed = f4_mul_add(speed, inverse, f4_sub(next, motor));
    motor = next;
    sum = f4_sub(f4_add(spring, motor), before);
    // Both ends of the limit, the upper one seen from behind.
    f4 sign = f4_splat(1.0f), total = f4_add(spring, motor);
    for (int32_t end = 0; end < 2; ++end) {
        float *field = end == 0 ? x->lowerImpulse : x->upperImpulse;
        f4 old = f4_load(field);
        f4 gap = end == 0 ? f4_sub(angle, f4_load(x->lower)) : f4_sub(f4_load(x->upper), angle);
        f4 open = f4_lt(zero, gap), ahead = f4_mul(gap, invH), closing = f4_mul(sign, speed);
        if (soft) {
            // An open limit may close within the substep, no faster.
            f4 wish = f4_add(
                closing, f4_select(open, ahead, f4_mul(f4_splat(context->joint.biasRate), gap)));
            f4 massScale = f4_select(open, f4_splat(1.0f), f4_splat(context->joint.massScale));
            f4 forget = f4_and_not(f4_splat(context->joint.impulseScale), open);
            next = f4_mul_sub(f4_mul_sub(old, f4_mul(massScale, mass), wish), forget, old);
        } else {
            // Relaxing never stops what is only about to meet.
            f4 target = f4_mul_sub(old, mass, f4_add(closing, f4_max(ahead, zero)));
            next = f4_select(open, f4_min(target, old), target);
        }
        next = f4_max(next, zero);
        f4_store(field, next);
        f4 change = f4_mul(sign, f4_sub(next, old));
        speed = f4_mul_add(speed, inverse, change);
        sum = f4_add(sum, change);
        total = f4_mul_add(total, sign, next);
        sign = f4_splat(-1.0f);
    }
    if (!soft) {
        f4_store(x->peak, f4_max(f4_load(x->peak), f4_max(total, f4_neg(total))));
    }
    return sum;
}

// Where the mass matrix has one direction only, an impulse across it from before must not be
// carried on: nothing would ever answer it. The matrix over its trace projects on that direction.
static __attribute__((noinline)) void drop_across(const PinBlock *p, f4 m11, f4 m12, f4 m22, f4 jx,
                                                  f4 jy, f4 *px, f4 *py)
{
    f4 flat = f4_load(p->flat), trace = inverse_or_zero(f4_add(m11, m22));
    f4 alongX = f4_mul(trace, f4_mul_add(f4_mul(m11, jx), m12, jy));
    f4 alongY = f4_mul(trace, f4_mul_add(f4_mul(m12, jx), m22, jy));
    *px = f4_add(*px, f4_and(flat, f4_sub(alongX, jx)));
    *py = f4_add(*py, f4_and(flat, f4_sub(alongY, jy)));
}

// An impulse at the point, which turns the bodies by so many angular impulses.
static inline void push_bodies(const PinBlock *p, f4 px, f4 py, f4 turnA, f4 turnB, f4 imyA,
                               f4 imyB, Bodies4 *a, Bodies4 *b)
{
    a->vx = f4_mul_sub(a->vx, a->imx, px);
    a->vy = f4_mul_sub(a->vy, imyA, py);
    a->w = f4_mul_sub(a->w, f4_load(p->iA), turnA);
    b->vx = f4_mul_add(b->vx, b->imx, px);
    b->vy = f4_mul_add(b->vy, imyB, py);
    b->w = f4_mul_add(b->w, f4_load(p->iB), turnB);
}

// What an impulse that is carried to today's arms must change by, so that the speed at the point
// stays as it is.
static inline void settle(const PinBlock *p, f4 jx, f4 jy, f4 *px, f4 *py)
{
    f4 rAx = f4_load(p->rAx), rAy = f4_load(p->rAy), rBx = f4_load(p->rBx), rBy = f4_load(p->rBy);
    f4 turnA = f4_sub(f4_mul(rAx, jy), f4_mul(rAy, jx));
    f4 turnB = f4_sub(f4_mul(rBx, jy), f4_mul(rBy, jx));
    f4 spinA = f4_mul(f4_load(p->iA), f4_sub(turnA, f4_load(p->momentA)));
    f4 spinB = f4_mul(f4_load(p->iB), f4_sub(turnB, f4_load(p->momentB)));
    f4 vx = f4_mul_add(f4_mul(spinA, rAy), spinB, rBy);
    f4 vy = f4_neg(f4_mul_add(f4_mul(spinA, rAx), spinB, rBx)), m12 = f4_load(p->m12);
    *px = f4_mul_add(f4_mul(f4_load(p->m11), vx), m12, vy);
    *py = f4_mul_add(f4_mul(m12, vx), f4_load(p->m22), vy);
}

// Brings what bodies_accelerate carried over to today's arms, of all joints before any is solved:
// half of them unsettled, the others would answer spin that is none, and a cloth that jerks tight
// would whip.
static inline void settle_block(SolverBody *bodies, PinBlock *p)
{
    Bodies4 a, b;
    gather_velocities(bodies, p->a, &a);
    gather_velocities(bodies, p->b, &b);
    f4 rAx = f4_load(p->rAx), rAy = f4_load(p->rAy), rBx = f4_load(p->rBx), rBy = f4_load(p->rBy);
    f4 jx = f4_load(p->impulseX), jy = f4_load(p->impulseY), px, py;
    settle(p, jx, jy, &px, &py);
    jx = f4_add(jx, px);
    jy = f4_add(jy, py);
    f4 turnA = f4_sub(f4_mul(rAx, jy), f4_mul(rAy, jx));
    f4 turnB = f4_sub(f4_mul(rBx, jy), f4_mul(rBy, jx));
    push_bodies(p, px, py, f4_sub(turnA, f4_load(p->momentA)), f4_sub(turnB, f4_load(p->momentB)),
                f4_load(p->imyA), f4_load(p->imyB), &a, &b);
    f4_store(p->impulseX, jx);
    f4_store(p->impulseY, jy);
    f4_store(p->momentA, turnA);
    f4_store(p->momentB, turnB);
    scatter_velocities(bodies, p->a, &a);
    scatter_velocities(bodies, p->b, &b);
}

// One pass over a block: softly towards the anchors' meeting, or, after the bodies moved, to rest.
// `again`: they stand as they did in the last pass.
static inline void solve_block(SolverBody *bodies, PinBlock *p, AxisBlock *x,
                               const StepContext *context, bool soft, bool again)
{
    Bodies4 a, b;
    f4 jx = f4_load(p->impulseX), jy = f4_load(p->impulseY);
    f4 iA = f4_load(p->iA), iB = f4_load(p->iB), imyA, imyB;
    f4 momentA = f4_load(p->momentA), momentB = f4_load(p->momentB);
    if (soft || again) {
        gather_velocities(bodies, p->a, &a);
        gather_velocities(bodies, p->b, &b);
        imyA = f4_load(p->imyA);
        imyB = f4_load(p->imyB);
    } else {
        a = gather_bodies(bodies, p->a);
        b = gather_bodies(bodies, p->b);
        imyA = a.imy;
        imyB = b.imy;
        place_pin(p, &a, &b);
        if (x != NULL) {
            place_axis(p, x, &a, &b, f4_splat(context->joint.massScale));
        }
    }
    f4 rAx = f4_load(p->rAx), rAy = f4_load(p->rAy), rBx = f4_load(p->rBx), rBy = f4_load(p->rBy);
    f4 vx = f4_sub(f4_mul_sub(b.vx, b.w, rBy), f4_mul_sub(a.vx, a.w, rAy));
    f4 vy = f4_sub(f4_mul_add(b.vy, b.w, rBx), f4_mul_add(a.vy, a.w, rAx));
    f4 massScale = f4_splat(soft ? context->joint.massScale : 1.0f);
    f4 m11 = f4_load(p->m11), m12 = f4_load(p->m12), m22 = f4_load(p->m22), wishX = vx, wishY = vy;
    if (soft) {
        f4 rate = f4_splat(context->joint.biasRate);
        wishX = f4_mul_add(vx, rate, f4_load(p->errorX));
        wishY = f4_mul_add(vy, rate, f4_load(p->errorY));
    }
    f4 px = f4_neg(f4_mul(massScale, f4_mul_add(f4_mul(m11, wishX), m12, wishY)));
    f4 py = f4_neg(f4_mul(massScale, f4_mul_add(f4_mul(m12, wishX), m22, wishY)));
    if (soft) {
        f4 forget = f4_splat(context->joint.impulseScale);
        px = f4_mul_sub(px, forget, jx);
        py = f4_mul_sub(py, forget, jy);
        if (p->anyFlat != 0) {
            drop_across(p, m11, m12, m22, jx, jy, &px, &py);
        }
    }
    if (x != NULL) {
        f4 turning = f4_mul_add(f4_mul(f4_load(x->kx), px), f4_load(x->ky), py);
        f4 firm = f4_mul_add(f4_mul(f4_load(x->gx), vx), f4_load(x->gy), vy);
        f4 now = f4_sub(b.w, a.w);
        f4 torque = solve_axis(x, f4_add(now, turning), f4_sub(now, firm), context, soft);
        a.w = f4_mul_sub(a.w, iA, torque);
        b.w = f4_mul_add(b.w, iB, torque);
        f4 held = f4_mul(massScale, torque);
        px = f4_mul_sub(px, f4_load(x->gx), held);
        py = f4_mul_sub(py, f4_load(x->gy), held);
    }
    f4 turnA = f4_sub(f4_mul(rAx, py), f4_mul(rAy, px));
    f4 turnB = f4_sub(f4_mul(rBx, py), f4_mul(rBy, px));
    push_bodies(p, px, py, turnA, turnB, imyA, imyB, &a, &b);
    jx = f4_add(jx, px);
    jy = f4_add(jy, py);
    f4_store(p->impulseX, jx);
    f4_store(p->impulseY, jy);
    f4_store(p->momentA, f4_add(momentA, turnA));
    f4_store(p->momentB, f4_add(momentB, turnB));
    if (!soft && p->watched != 0) {
        f4 square = f4_mul_add(f4_mul(jx, jx), jy, jy);
        f4_store(p->peak, f4_max(f4_load(p->peak), square));
    }
    scatter_velocities(bodies, p->a, &a);
    scatter_velocities(bodies, p->b, &b);
}

void revolute_reanchor(MicaWorld *world, JointRange range)
{
    char *data = world->scratch.jointBlocks.data + range.offset;
    bool pins = range.kind == KIND_PIN;
    for (int32_t i = 0; i < range.count; ++i) {
        settle_block(world->scratch.solverBodies.data,
                     pins ? (PinBlock *)(void *)data + i
                          : &((RevoluteBlock *)(void *)data + i)->pin);
    }
}

void revolute_solve(MicaWorld *world, const StepContext *context, JointRange range)
{
    char *data = world->scratch.jointBlocks.data + range.offset;
    if (range.kind == KIND_PIN) {
        PinBlock *block = (PinBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(world->scratch.solverBodies.data, &block[i], NULL, context, true, false);
        }
    } else {
        RevoluteBlock *block = (RevoluteBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(world->scratch.solverBodies.data, &block[i].pin, &block[i].axis, context,
                        true, false);
        }
    }
}

void revolute_relax(MicaWorld *world, const StepContext *context, JointRange range, bool again)
{
    char *data = world->scratch.jointBlocks.data + range.offset;
    if (range.kind == KIND_PIN) {
        PinBlock *block = (PinBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(world->scratch.solverBodies.data, &block[i], NULL, context, false, again);
        }
    } else {
        RevoluteBlock *block = (RevoluteBlock *)(void *)data;
        for (int32_t i = 0; i < range.count; ++i) {
            solve_block(world->scratch.solverBodies.data, &block[i].pin, &block[i].axis, context,
                        false, again);
        }
    }
}

// ---------------------------------------------------------------------------- into blocks and back

// Four records of four floats, one a joint, turned into one register a field. Offset: bytes into
// each.
static inline void load_records(const void *const *records, size_t offset, f4 *out)
{
    const float *l[4];
    for (int32_t i = 0; i < 4; ++i) {
        l[i] = (const float *)(const void *)((const char *)records[i] + offset);
    }
    load_fields(l[0], l[1], l[2], l[3], out);
}

// An arm in world axes, and the centre of mass it starts from.
static inline void load_arms(const MicaWorld *world, const int32_t *slots, f4 anchorX, f4 anchorY,
                             f4 *armX, f4 *armY, f4 *centerX, f4 *centerY)
{
    const void *t[4], *body[4];
    for (int32_t i = 0; i < 4; ++i) {
        t[i] = &world->state.transforms.data[slots[i]];
        body[i] = &world->state.bodies.data[slots[i]];
    }
    f4 pose[4], center[4];
    load_records(t, 0, pose);
    load_records(body, offsetof(Body, localCenter), center);
    rotate4(pose[2], pose[3], f4_sub(anchorX, center[0]), f4_sub(anchorY, center[1]), armX, armY);
    rotate4(pose[2], pose[3], center[0], center[1], centerX, centerY);
    *centerX = f4_add(*centerX, pose[0]);
    *centerY = f4_add(*centerY, pose[1]);
}

static inline f4 bounded_inertia(f4 inertia, f4 mass, f4 armX, f4 armY)
{
    f4 arm = f4_mul_add(f4_mul(armX, armX), armY, armY), most = f4_mul(f4_splat(LONGEST_ARM), mass);
    f4 long4 = f4_and(f4_lt(most, f4_mul(inertia, arm)), f4_lt(f4_zero(), mass));
    return f4_min(f4_select(long4, f4_mul(most, inverse_or_zero(arm)), inertia), f4_splat(1e23f));
}

static inline void prepare_pin(MicaWorld *world, const StepContext *context, const Joint *const *j,
                               const BlockLane *lanes, PinBlock *p, Bodies4 *a, Bodies4 *b)
{
    const void *motionA[4], *motionB[4];
    int32_t slotsA[4], slotsB[4];
    p->watched = 0;
    for (int32_t i = 0; i < 4; ++i) {
        p->a[i] = lanes[i].a;
        p->b[i] = lanes[i].b;
        slotsA[i] = j[i]->bodyA;
        slotsB[i] = j[i]->bodyB;
        motionA[i] = &world->scratch.solverMotion.data[lanes[i].a];
        motionB[i] = &world->scratch.solverMotion.data[lanes[i].b];
        p->watched |= j[i]->flags & JOINT_BREAKS;
    }
    f4 anchors[4], impulses[4], sideA[4], sideB[4], rAx, rAy, rBx, rBy, cAx, cAy, cBx, cBy;
    load_records((const void *const *)j, offsetof(Joint, anchorA), anchors);
    load_records((const void *const *)j, offsetof(Joint, impulse), impulses);
    load_records(motionA, offsetof(SolverMotion, cx), sideA);
    load_records(motionB, offsetof(SolverMotion, cx), sideB);
    load_arms(world, slotsA, anchors[0], anchors[1], &rAx, &rAy, &cAx, &cAy);
    load_arms(world, slotsB, anchors[2], anchors[3], &rBx, &rBy, &cBx, &cBy);
    *a = gather_bodies(world->scratch.solverBodies.data, p->a);
    *b = gather_bodies(world->scratch.solverBodies.data, p->b);
    f4 iA = bounded_inertia(sideA[2], f4_add(a->imx, a->imy), rAx, rAy);
    f4 iB = bounded_inertia(sideB[2], f4_add(b->imx, b->imy), rBx, rBy);
    f4_store(p->iA, iA);
    f4_store(p->iB, iB);
    f4_store(p->imyA, a->imy);
    f4_store(p->imyB, b->imy);
    f4_store(p->armAx, rAx);
    f4_store(p->armAy, rAy);
    f4_store(p->armBx, rBx);
    f4_store(p->armBy, rBy);
    f4_store(p->centersX, f4_sub(cBx, cAx));
    f4_store(p->centersY, f4_sub(cBy, cAy));
    f4_store(p->peak, f4_zero());
    place_pin(p, a, b);
    // Warm start.
    f4 warm = f4_splat(context->warmScale);
    f4 px = f4_mul(warm, impulses[0]), py = f4_mul(warm, impulses[1]);
    f4 turnA = f4_sub(f4_mul(rAx, py), f4_mul(rAy, px));
    f4 turnB = f4_sub(f4_mul(rBx, py), f4_mul(rBy, px));
    f4_store(p->impulseX, px);
    f4_store(p->impulseY, py);
    f4_store(p->momentA, turnA);
    f4_store(p->momentB, turnB);
    push_bodies(p, px, py, turnA, turnB, a->imy, b->imy, a, b);
}

// Neighbours often have equal springs.
typedef struct LastSpring {
    float hertz, damping;
    SpringFactors factors;
} LastSpring;

static inline void prepare_axis(MicaWorld *world, const StepContext *context, const Joint *const *j,
                                const PinBlock *p, AxisBlock *x, Bodies4 *a, Bodies4 *b,
                                LastSpring *last)
{
    f4 linear[4], turning[4];
    load_records((const void *const *)j, offsetof(Joint, impulse), linear);
    load_records((const void *const *)j, offsetof(Joint, motorImpulse), turning);
    f4 warm = f4_splat(context->warmScale);
    f4 lower = f4_mul(warm, linear[2]), upper = f4_mul(warm, linear[3]);
    f4 motor = f4_mul(warm, turning[0]), spring = f4_mul(warm, turning[1]);
    for (int32_t i = 0; i < 4; ++i) {
        bool limit = (j[i]->flags & JOINT_LIMIT) != 0, turns = (j[i]->flags & JOINT_MOTOR) != 0;
        SpringFactors factors = {0.0f, 0.0f, 0.0f};
        if ((j[i]->flags & JOINT_SPRING) != 0) {
            if (last->hertz != j[i]->springHertz || last->damping != j[i]->springDamping) {
                last->hertz = j[i]->springHertz;
                last->damping = j[i]->springDamping;
                last->factors = spring_factors(last->hertz, last->damping, context);
            }
            factors = last->factors;
        }
        x->start[i] = (j[i]->flags & JOINT_ALIVE) != 0 ? joint_angle_now(world, j[i]) : 0.0f;
        x->lower[i] = limit ? j[i]->lower : -NO_LIMIT;
        x->upper[i] = limit ? j[i]->upper : NO_LIMIT;
        x->motorSpeed[i] = j[i]->motorSpeed;
        x->maxMotor[i] = turns ? context->h * j[i]->maxMotor : 0.0f;
        x->springTarget[i] = j[i]->springTarget;
        x->springRate[i] = factors.rate;
        x->springLoss[i] = factors.loss;
        x->springStiff[i] = factors.stiff;
    }
    f4_store(x->motorImpulse, motor);
    f4_store(x->springImpulse, spring);
    f4_store(x->lowerImpulse, lower);
    f4_store(x->upperImpulse, upper);
    f4_store(x->peak, f4_zero());
    place_axis(p, x, a, b, f4_splat(context->joint.massScale));
    f4 torque = f4_add(f4_add(motor, spring), f4_sub(lower, upper));
    a->w = f4_mul_sub(a->w, f4_load(p->iA), torque);
    b->w = f4_mul_add(b->w, f4_load(p->iB), torque);
}

void revolute_prepare(MicaWorld *world, const StepContext *context, JointRange range)
{
    char *data = world->scratch.jointBlocks.data + range.offset;
    LastSpring last = {0};  // no hertz: no spring
    for (int32_t i = 0; i < range.count; ++i) {
        const BlockLane *lanes = world->scratch.jointLanes.data + range.firstLane + 4 * i;
        const Joint *j[4];
        for (int32_t lane = 0; lane < 4; ++lane) {
            int32_t slot = lanes[lane].item;
            j[lane] = slot != NONE ? &world->state.joints.data[slot] : &noJoint;
        }
        Bodies4 a, b;
        PinBlock *pin = range.kind == KIND_PIN ? (PinBlock *)(void *)data + i
                                               : &((RevoluteBlock *)(void *)data + i)->pin;
        prepare_pin(world, context, j, lanes, pin, &a, &b);
        if (range.kind == KIND_REVOLUTE) {
            AxisBlock *axis = &((RevoluteBlock *)(void *)data + i)->axis;
            prepare_axis(world, context, j, pin, axis, &a, &b, &last);
        }
        scatter_velocities(world->scratch.solverBodies.data, pin->a, &a);
        scatter_velocities(world->scratch.solverBodies.data, pin->b, &b);
    }
}

void revolute_store(MicaWorld *world, const StepContext *context, JointRange range)
{
    char *data = world->scratch.jointBlocks.data + range.offset;
    for (int32_t i = 0; i < 4 * range.count; ++i) {
        int32_t slot = world->scratch.jointLanes.data[range.firstLane + i].item, lane = i % 4;
        PinBlock *p = range.kind == KIND_PIN ? (PinBlock *)(void *)data + i / 4
                                             : &((RevoluteBlock *)(void *)data + i / 4)->pin;
        if (lane == 0) {
            // The next step begins with today's arms.
            f4 jx = f4_load(p->impulseX), jy = f4_load(p->impulseY), px, py;
            settle(p, jx, jy, &px, &py);
            f4_store(p->impulseX, f4_add(jx, px));
            f4_store(p->impulseY, f4_add(jy, py));
        }
        if (slot == NONE) {
            continue;
        }
        Joint *j = &world->state.joints.data[slot];
        j->impulse[0] = p->impulseX[lane];
        j->impulse[1] = p->impulseY[lane];
        float peak = 0.0f;
        if (range.kind == KIND_REVOLUTE) {
            const AxisBlock *x = &((RevoluteBlock *)(void *)data + i / 4)->axis;
            j->motorImpulse = x->motorImpulse[lane];
            j->springImpulse = x->springImpulse[lane];
            j->lowerImpulse = x->lowerImpulse[lane];
            j->upperImpulse = x->upperImpulse[lane];
            peak = x->peak[lane];
        }
        joint_turned(j, world->scratch.solverBodies.data[p->b[lane]].da -
                            world->scratch.solverBodies.data[p->a[lane]].da);
        if ((j->flags & JOINT_BREAKS) != 0) {
            joint_watch(world, j, context->invH * sqrtf(p->peak[lane]), context->invH * peak);
        }
    }
}

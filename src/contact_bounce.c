// Bounces, at the substep in which they happen. A point whose gap would close within the substep has its velocity
// turned around while still apart, to the speed that carries it back to this gap after a rebound of restitution e at
// the surface: with gap s, speed v before this substep and relative acceleration a along the normal, it meets the
// surface at v_s² = v² - 2as and must leave from here at √(e² v_s² + 2as). So energy is that of the bounce, wherever in
// the substep it falls, and with exact flight between bounces (bodies_move) heights come out as e². Overlap is a
// negative gap and takes the same formula.
// The impulse is no contact's memory: it goes into the velocity that the next substep starts from and is not warm
// started. Reads blocks with restitution; writes velocities. Scalar: few contacts bounce in any one substep.
#include "contact_block.h"
#include "world.h"

// One contact of a block, as numbers.
typedef struct Lane {
    SolverBody *a, *b;
    SolverMotion *motionA, *motionB;
    float nx, ny, iA, iB;
    float shiftNA, shiftNB, shiftTA, shiftTB, travel;
} Lane;

static Lane make_lane(MicaWorld *world, const BlockHead *head, int32_t i)
{
    Lane l = {.a = &world->solverBodies.data[head->a[i]],
              .b = &world->solverBodies.data[head->b[i]],
              .motionA = &world->solverMotion.data[head->a[i]],
              .motionB = &world->solverMotion.data[head->b[i]],
              .iA = head->iA[i],
              .iB = head->iB[i]};
    // As make_shift in contact_solve.c.
    float nx = head->nx[i], ny = head->ny[i], dx = l.b->dx - l.a->dx, dy = l.b->dy - l.a->dy;
    float limit = head->shiftLimit[i], curve = head->bend[i];
    l.travel = dx * nx + dy * ny;
    float normal = clamp_f(dx * ny - dy * nx, -limit, limit),
          along = clamp_f(l.travel, -limit, limit);
    float tangent = -(along + curve * (normal * normal)), x = curve * along;
    float bend = curve / (1.0f + x) * normal;
    l.nx = nx + bend * ny;
    l.ny = ny - bend * nx;
    l.shiftNA = curve > 0.0f ? 0.0f : head->shareA[i] * normal;
    l.shiftNB = curve > 0.0f ? 0.0f : head->shareB[i] * normal;
    l.shiftTA = head->shareA[i] * tangent;
    l.shiftTB = head->shareB[i] * tangent;
    return l;
}

// Speed of B's point against A's along (x, y), with the arms' moments about it.
static float speed_along(const Lane *l, float x, float y, float armA, float armB)
{
    return (l->b->vx - l->a->vx) * x + (l->b->vy - l->a->vy) * y +
           (armB * l->b->w - armA * l->a->w);
}

static float mass_along(const Lane *l, float x, float y, float armA, float armB)
{
    float k = (l->a->invMassX + l->b->invMassX) * x * x +
              (l->a->invMassY + l->b->invMassY) * y * y + l->iA * armA * armA + l->iB * armB * armB;
    float freedom = l->a->invMassX + l->b->invMassX + l->a->invMassY + l->b->invMassY;
    return k > NO_FREEDOM * freedom && k > 0.0f ? 1.0f / k : 0.0f;
}

static void push(const Lane *l, float x, float y, float armA, float armB, float impulse)
{
    l->a->vx -= l->a->invMassX * x * impulse;
    l->a->vy -= l->a->invMassY * y * impulse;
    l->a->w -= l->iA * armA * impulse;
    l->b->vx += l->b->invMassX * x * impulse;
    l->b->vy += l->b->invMassY * y * impulse;
    l->b->w += l->iB * armB * impulse;
}

// True if the point bounces in this substep; then the normal speed it must have at its end.
static bool wants_bounce(const Lane *l, const BlockPoint *point, int32_t i, float restitution,
                         float threshold, const StepContext *context, float *target,
                         float *approach)
{
    float rnA = point->rnA[i] + l->shiftNA, rnB = point->rnB[i] - l->shiftNB;
    float speed = speed_along(l, l->nx, l->ny, rnA, rnB);
    const float *gA = l->motionA->acceleration, *gB = l->motionB->acceleration;
    float gain =
        (gB[0] - gA[0]) * l->nx + (gB[1] - gA[1]) * l->ny + (rnB * gB[2] - rnA * gA[2]);  // a * h
    float before = speed - gain;
    float gap =
        point->separation[i] + l->travel + (point->rnB[i] * l->b->da - point->rnA[i] * l->a->da);
    if (!(before < -threshold && gap + context->h * speed <= 0.0f)) {
        return false;
    }
    float fall = gain * context->invH * gap;  // a * s
    float surface = max_f(before * before - 2.0f * fall, 0.0f),
          leave = restitution * restitution * surface + 2.0f * fall;
    if (!(leave > 0.0f)) {
        return false;  // too weak to come back to this gap: an ordinary contact
    }
    *approach = before;
    *target = sqrtf(leave) + gain;
    return true;
}

static void bounce_lane(MicaWorld *world, const StepContext *context, BlockHead *head,
                        BlockPoint *points, const BlockTail *tail, int32_t i, int32_t count)
{
    Lane l = make_lane(world, head, i);
    float target[2], impulse[2] = {0.0f, 0.0f}, approach[2], rnA[2], rnB[2], mass[2];
    bool bounces[2] = {false, false};
    for (int32_t p = 0; p < count; ++p) {
        bounces[p] = wants_bounce(&l, &points[p], i, tail->restitution[i],
                                  world->restitutionThreshold, context, &target[p], &approach[p]);
        rnA[p] = points[p].rnA[i] + l.shiftNA;
        rnB[p] = points[p].rnB[i] - l.shiftNB;
        mass[p] = mass_along(&l, l.nx, l.ny, rnA[p], rnB[p]);
    }
    if (!bounces[0] && !bounces[1]) {
        return;
    }
    SolverBody oldA = *l.a, oldB = *l.b;
    // Two points of a face pull on each other: in turn until they agree.
    for (int32_t turn = 0; turn < (bounces[0] && bounces[1] ? 16 : 1); ++turn) {
        for (int32_t p = 0; p < count; ++p) {
            if (bounces[p]) {
                float speed = speed_along(&l, l.nx, l.ny, rnA[p], rnB[p]);
                float next = max_f(impulse[p] + mass[p] * (target[p] - speed), 0.0f);
                push(&l, l.nx, l.ny, rnA[p], rnB[p], next - impulse[p]);
                impulse[p] = next;
            }
        }
    }
    for (int32_t p = 0; p < count; ++p) {
        if (!bounces[p]) {
            continue;
        }
        float tx = l.ny, ty = -l.nx, rtA = points[p].rtA[i] + l.shiftTA,
              rtB = points[p].rtB[i] - l.shiftTB;
        float slide = speed_along(&l, tx, ty, rtA, rtB) - tail->tangentSpeed[i],
              limit = head->friction[i] * impulse[p];
        push(&l, tx, ty, rtA, rtB,
             clamp_f(-mass_along(&l, tx, ty, rtA, rtB) * slide, -limit, limit));
        points[p].maxNormalImpulse[i] = max_f(points[p].maxNormalImpulse[i], impulse[p]);
        points[p].approach[i] = min_f(points[p].approach[i], approach[p]);
    }
    SolverMotion *motions[2] = {l.motionA, l.motionB};
    const SolverBody *now[2] = {l.a, l.b}, *old[2] = {&oldA, &oldB};
    for (int32_t side = 0; side < 2; ++side) {
        motions[side]->base[0] += now[side]->vx - old[side]->vx;
        motions[side]->base[1] += now[side]->vy - old[side]->vy;
        motions[side]->base[2] += now[side]->w - old[side]->w;
    }
}

// The lanes in which some point is about to meet at speed: what wants_bounce asks first, four at a time.
static int32_t meeting_lanes(const MicaWorld *world, const StepContext *context,
                             const BlockHead *head, const BlockPoint *points, int32_t count)
{
    const SolverMotion *motions = world->solverMotion.data;
    Bodies4 a = gather_bodies(world->solverBodies.data, head->a);
    Bodies4 b = gather_bodies(world->solverBodies.data, head->b);
    f4 gA[4], gB[4];
    for (int32_t i = 0; i < 4; ++i) {
        gA[i] = f4_load(motions[head->a[i]].acceleration);
        gB[i] = f4_load(motions[head->b[i]].acceleration);
    }
    f4_transpose(&gA[0], &gA[1], &gA[2], &gA[3]);
    f4_transpose(&gB[0], &gB[1], &gB[2], &gB[3]);
    Shift s = make_shift(head, &a, &b);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b.vx, a.vx), s.nx), f4_sub(b.vy, a.vy), s.ny);
    f4 drop = f4_mul_add(f4_mul(f4_sub(gB[0], gA[0]), s.nx), f4_sub(gB[1], gA[1]), s.ny);
    f4 threshold = f4_splat(-0.99f * world->restitutionThreshold), h = f4_splat(context->h);
    // A hair more than what is asked there: rounding differs, and the lane itself decides.
    f4 reach = f4_splat(1e-6f);
    int32_t mask = 0;
    for (int32_t p = 0; p < count; ++p) {
        f4 armA = f4_load(points[p].rnA), armB = f4_load(points[p].rnB);
        f4 gap = f4_add(f4_load(points[p].separation), s.travel);
        gap = f4_add(gap, f4_sub(f4_mul(armB, b.da), f4_mul(armA, a.da)));
        armA = f4_add(armA, s.normalA);
        armB = f4_sub(armB, s.normalB);
        f4 speed = f4_add(linear, f4_sub(f4_mul(armB, b.w), f4_mul(armA, a.w)));
        f4 gain = f4_add(drop, f4_sub(f4_mul(armB, gB[2]), f4_mul(armA, gA[2])));
        f4 meets = f4_le(f4_mul_add(gap, h, speed), reach);
        mask |= f4_mask(f4_and(meets, f4_lt(f4_sub(speed, gain), threshold)));
    }
    return mask;
}

static void bounce_block(MicaWorld *world, const StepContext *context, BlockHead *head,
                         BlockPoint *points, const BlockTail *tail, int32_t count)
{
    if ((head->flags & BLOCK_BOUNCES) == 0) {
        return;
    }
    int32_t mask = meeting_lanes(world, context, head, points, count);
    for (int32_t i = 0; mask != 0 && i < 4; ++i) {
        if ((mask >> i & 1) != 0 && tail->restitution[i] > 0.0f) {
            bounce_lane(world, context, head, points, tail, i, count);
        }
    }
}

void contacts_bounce(MicaWorld *world, const StepContext *context)
{
    for (int32_t r = 0; r < world->ranges.count; ++r) {
        BlockRange range = world->ranges.data[r];
        for (int32_t i = 0; i < range.count; ++i) {
            if (range.points == 2) {
                ContactBlock2 *block =
                    (ContactBlock2 *)(void *)(world->blocks.data + range.offset) + i;
                bounce_block(world, context, &block->head, block->points, &block->tail, 2);
            } else {
                ContactBlock1 *block =
                    (ContactBlock1 *)(void *)(world->blocks.data + range.offset) + i;
                bounce_block(world, context, &block->head, block->points, &block->tail, 1);
            }
        }
    }
}

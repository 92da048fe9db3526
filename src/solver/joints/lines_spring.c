// Joints made of lines as springs: those with their own frequency, which act as a force at the beginning
// of a substep (lines.h), and the energy that springs and motors of all of them may have given, for
// energy.c. Called by joints.c through the types' kernels and by lines.c; reads and writes blocks, and
// pushes solver bodies.
#include "lines.h"

// Where its bodies are more mobile along a line than this many times what they are at rest, a spring
// that holds a pose is softer: the substep does not follow so fast a turn.
#define REST_REACH 2.0f
// A pivot of K below this share of its diagonal is what rounding left.
#define LEAST_PIVOT 1e-6f

static ScalarLine scalar_line(const LinesBlock *k, int32_t lane, float (*line)[4])
{
    return (ScalarLine){k->arms.a[lane], k->arms.b[lane], line[0][lane],
                        line[1][lane],   line[2][lane],   line[3][lane]};
}

// x = K⁻¹ x of the rigid lines of a lane.
static void solve_rigid_lane(float (*pivots)[4], float (*lower)[4], int32_t lane, float *x)
{
    float l10 = lower[0][lane], l20 = lower[1][lane], l21 = lower[2][lane];
    float y1 = x[1] - l10 * x[0], y2 = x[2] - l20 * x[0] - l21 * y1;
    x[2] = y2 * pivots[2][lane];
    x[1] = y1 * pivots[1][lane] - l21 * x[2];
    x[0] = x[0] * pivots[0][lane] - l10 * x[1] - l20 * x[2];
}

// How much of a spring may act. Its impulses p alone give the bodies the energy p K p / 2; against that
// of the spring, pull C / 2, it is the square of the phase by which it advances in the substep. Far from
// rest the bodies turn more easily than there, and the substep would overshoot.
static float spring_fraction(const MicaWorld *world, const LinesBlock *k, const ScalarLine *lines,
                             int32_t rigid, int32_t lane, bool pose, const float *pulls)
{
    const SolverBody *a = &world->scratch.solverBodies.data[k->arms.a[lane]],
                     *b = &world->scratch.solverBodies.data[k->arms.b[lane]];
    float x = 0.0f, y = 0.0f, turnA = 0.0f, turnB = 0.0f, energy = 0.0f;
    for (int32_t i = 0; i < rigid; ++i) {
        x += pulls[i] * lines[i].ux;
        y += pulls[i] * lines[i].uy;
        turnA += pulls[i] * lines[i].sA;
        turnB += pulls[i] * lines[i].sB;
        energy += pulls[i] * k->rigid[i].error[lane];
    }
    float given = (a->invMassX + b->invMassX) * x * x + (a->invMassY + b->invMassY) * y * y +
                  k->arms.iA[lane] * turnA * turnA + k->arms.iB[lane] * turnB * turnB;
    float most = k->springReach[lane] * abs_f(energy),
          fraction = given > most ? most / given : 1.0f;
    for (int32_t i = 0; i < rigid && pose; ++i) {
        const ScalarLine *l = &lines[i];
        float now = (a->invMassX + b->invMassX) * l->ux * l->ux +
                    (a->invMassY + b->invMassY) * l->uy * l->uy + k->arms.iA[lane] * l->sA * l->sA +
                    k->arms.iB[lane] * l->sB * l->sB;
        float rest = REST_REACH * k->restMobility[i][lane];
        fraction = now > rest ? min_f(fraction, rest / now) : fraction;
    }
    return fraction;
}

// cut_to_maximum of one lane.
static void cut_lane(const LinesBlock *k, int32_t lane, int32_t count, const ScalarLine *lines,
                     float *impulses)
{
    float along = 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        bool turns = lines[i].ux == 0.0f && lines[i].uy == 0.0f;
        along += turns ? 0.0f : impulses[i] * impulses[i];
    }
    float length = sqrtf(along), most = k->most[0][lane], turning = k->most[1][lane],
          fraction = length > most ? most / length : 1.0f;
    for (int32_t i = 0; i < count; ++i) {
        bool turns = lines[i].ux == 0.0f && lines[i].uy == 0.0f;
        impulses[i] = turns ? clamp_f(impulses[i], -turning, turning) : fraction * impulses[i];
    }
}

// The impulse of a spring along a line.
static void apply_spring(MicaWorld *world, LinesBlock *k, int32_t lane, const ScalarLine *line,
                         float impulse)
{
    k->springForce[0][lane] += impulse * line->ux;
    k->springForce[1][lane] += impulse * line->uy;
    joint_apply_force(world, line, impulse);
}

// The rigid lines of a lane as a spring: P = -K⁻¹ (loss (C' - speed) + rate C).
static void force_rigid(MicaWorld *world, const LineType *type, LinesBlock *k, int32_t rigid,
                        int32_t lane)
{
    bool pose = type->place == lines_place_pose;
    float(*pivots)[4] = pose ? k->springPivots : k->pivots;
    float(*lower)[4] = pose ? k->springLower : k->lower;
    ScalarLine lines[MAX_RIGID];
    float p[MAX_RIGID] = {0.0f}, pulls[MAX_RIGID] = {0.0f};
    for (int32_t i = 0; i < rigid; ++i) {
        lines[i] = scalar_line(k, lane, LINE_FIELDS(&k->rigid[i]));
        p[i] = -k->springLoss[lane] * (joint_force_speed(world, &lines[i]) - k->speed[i][lane]);
        pulls[i] = -k->springRate[lane] * k->rigid[i].error[lane];
    }
    solve_rigid_lane(pivots, lower, lane, p);
    solve_rigid_lane(pivots, lower, lane, pulls);
    float fraction = spring_fraction(world, k, lines, rigid, lane, pose, pulls);
    for (int32_t i = 0; i < rigid; ++i) {
        p[i] = fraction * (p[i] + pulls[i]);
    }
    cut_lane(k, lane, rigid, lines, p);
    for (int32_t i = 0; i < rigid; ++i) {
        k->rigid[i].impulse[lane] = p[i];
        apply_spring(world, k, lane, &lines[i], p[i]);
    }
}

void lines_force(MicaWorld *world, JointRange range)
{
    int32_t rigid = lines_type(range)->rigid[kind_has_row(range.kind)];
    for (int32_t i = 0; i < 4 * range.count; ++i) {
        LinesBlock *k = lines_block(world, range, i >> 2);
        int32_t lane = i & 3;
        if (!k->springs) {
            continue;
        }
        k->springForce[0][lane] = k->springForce[1][lane] = 0.0f;
        if (k->springRate[lane] > 0.0f) {
            force_rigid(world, lines_type(range), k, rigid, lane);
        }
    }
}

// The inverse mass matrix of two lines of a pose as the joint would have it at rest, with both anchors in
// one place. A spring that holds a pose has its stiffness from this one: were it that of today's
// lines, the spring would give back more than it took where the bodies turn as they swing.
typedef struct RestPose {
    float mA, mB, iA, iB;
    Vec2 rA, rB, axis;
} RestPose;

static float rest_coupling(const RestPose *r, int32_t i, int32_t j)
{
    const Vec2 u[3] = {r->axis, left_perp(r->axis), {0.0f, 0.0f}};
    float sA[3], sB[3];
    for (int32_t k = 0; k < 3; ++k) {
        sA[k] = k == 2 ? 1.0f : cross(r->rA, u[k]);
        sB[k] = k == 2 ? 1.0f : cross(r->rB, u[k]);
    }
    return (r->mA + r->mB) * dot(u[i], u[j]) + r->iA * sA[i] * sA[j] + r->iB * sB[i] * sB[j];
}

// Fills springPivots and springLower of a lane.
static void factorise_rest(LinesBlock *k, const RestPose *r, int32_t lane, bool joined)
{
    float m[6];  // 00 10 11 20 21 22
    for (int32_t i = 0, n = 0; i < 3; ++i) {
        for (int32_t j = 0; j <= i; ++j, ++n) {
            m[n] = i == 2 && j < 2 && !joined ? 0.0f : rest_coupling(r, i, j);
        }
    }
    float d0 = m[0] > 0.0f ? 1.0f / m[0] : 0.0f, l10 = m[1] * d0, l20 = m[3] * d0;
    float p1 = m[2] - l10 * m[1], d1 = p1 > LEAST_PIVOT * m[2] ? 1.0f / p1 : 0.0f;
    float q = m[4] - l20 * m[1], l21 = q * d1;
    float p2 = m[5] - l20 * m[3] - l21 * q, d2 = p2 > LEAST_PIVOT * m[5] ? 1.0f / p2 : 0.0f;
    const float pivots[3] = {d0, d1, d2}, lower[3] = {l10, l20, l21};
    for (int32_t i = 0; i < 3; ++i) {
        k->springPivots[i][lane] = pivots[i];
        k->springLower[i][lane] = lower[i];
        k->restMobility[i][lane] = m[i == 0 ? 0 : i == 1 ? 2 : 5];
    }
}

static void prepare_rest(const MicaWorld *world, const LineType *type, LinesBlock *k, int32_t lane)
{
    const SolverBody *a = &world->scratch.solverBodies.data[k->arms.a[lane]],
                     *b = &world->scratch.solverBodies.data[k->arms.b[lane]];
    Rot turn = trig_small_rot(-k->angle[lane]);
    RestPose r = {.mA = 0.5f * (a->invMassX + a->invMassY),
                  .mB = 0.5f * (b->invMassX + b->invMassY),
                  .iA = k->arms.iA[lane],
                  .iB = k->arms.iB[lane],
                  .rA = vec(k->arms.armAx[lane], k->arms.armAy[lane]),
                  .rB = rotate(turn, vec(k->arms.armBx[lane], k->arms.armBy[lane])),
                  .axis = vec(k->axisX[lane], k->axisY[lane])};
    factorise_rest(k, &r, lane, !type->drives);
}

// Notes where the springs of a block begin.
static void note_start(const MicaWorld *world, LinesBlock *k, const JointLanes *of,
                       const BlockLane *lanes, int32_t rigid, int32_t free,
                       const StepContext *context)
{
    for (int32_t lane = 0; lane < 4; ++lane) {
        const float *vA = joint_start_velocity(world, of->joints[lane]->bodyA, lanes[lane].item);
        const float *vB = joint_start_velocity(world, of->joints[lane]->bodyB, lanes[lane].item);
        for (int32_t i = 0; i < rigid; ++i) {
            ScalarLine line = scalar_line(k, lane, LINE_FIELDS(&k->rigid[i]));
            float error = k->startError[i][lane] = k->rigid[i].error[lane];
            k->startBefore[i][lane] = error - context->h * scalar_line_speed(&line, vA, vB);
        }
        for (int32_t i = 0; i < free; ++i) {
            ScalarLine line = scalar_line(k, lane, LINE_FIELDS(&k->free[i]));
            row_note_start(&k->free[i].row, lane, scalar_line_speed(&line, vA, vB), context);
        }
    }
}

void lines_prepare_springs(const MicaWorld *world, const LineType *type, LinesBlock *k,
                           const JointLanes *of, const BlockLane *lanes, int32_t rigid,
                           int32_t free, const StepContext *context)
{
    k->springs = f4_mask(f4_lt(f4_zero(), f4_load(k->springRate))) != 0;
    for (int32_t lane = 0; lane < 4 && type->place == lines_place_pose; ++lane) {
        if (k->springRate[lane] > 0.0f) {
            prepare_rest(world, type, k, lane);
        }
    }
    if (k->springs || free > 0) {
        note_start(world, k, of, lanes, rigid, free, context);
    }
    f4_store(k->springForce[0], f4_zero());
    f4_store(k->springForce[1], f4_zero());
}

// The energy (J) that the rigid lines of a lane may have given to the bodies as a spring, see row_work.
static float spring_work(const LineType *type, LinesBlock *k, int32_t lane, bool row,
                         const float *vA, const float *vB, const StepContext *context)
{
    bool pose = type->place == lines_place_pose;
    int32_t rigid = type->rigid[row];
    float pull[2][MAX_RIGID] = {{0.0f}}, energy = 0.0f, start = 0.0f, had = 0.0f,
          moved[2] = {0.0f, 0.0f};
    for (int32_t i = 0; i < rigid; ++i) {
        pull[0][i] = k->startError[i][lane];
        pull[1][i] = k->rigid[i].error[lane];
    }
    for (int32_t end = 0; end < 2; ++end) {
        solve_rigid_lane(pose ? k->springPivots : k->pivots, pose ? k->springLower : k->lower, lane,
                         pull[end]);
    }
    for (int32_t i = 0; i < rigid; ++i) {
        ScalarLine line = scalar_line(k, lane, LINE_FIELDS(&k->rigid[i]));
        float speed = scalar_line_speed(&line, vA, vB),
              before = k->rigid[i].error[lane] - context->h * speed;
        moved[line.ux == 0.0f && line.uy == 0.0f] += speed * speed;
        start += pull[0][i] * k->startBefore[i][lane];
        had += pull[0][i] * k->startError[i][lane];
        energy += pull[0][i] * k->startBefore[i][lane] - pull[1][i] * before;
    }
    float half = 0.5f * context->invH * k->springRate[lane] / (1.0f - 0.5f * k->springLoss[lane]);
    // No spring gives more than it has.
    float released = half * min_f(energy, max_f(had, start));
    // Of a spring with a maximum, which may pull from far off, what the maximum could have given.
    float most = context->invH * context->dt *
                 (k->most[0][lane] * sqrtf(moved[0]) + k->most[1][lane] * sqrtf(moved[1]));
    bool capped = k->most[0][lane] < 1e30f || k->most[1][lane] < 1e30f;
    return capped ? most : released;
}

void lines_work(MicaWorld *world, const StepContext *context, JointRange range)
{
    const SolverBody *bodies = world->scratch.solverBodies.data;
    bool row = kind_has_row(range.kind);
    for (int32_t i = 0; i < 4 * range.count; ++i) {
        LinesBlock *k = lines_block(world, range, i >> 2);
        int32_t lane = i & 3, a = k->arms.a[lane], b = k->arms.b[lane];
        const float *vA = &bodies[a].vx, *vB = &bodies[b].vx;
        float work = max_f(k->drivenWork[lane], 0.0f);
        if (k->springRate[lane] > 0.0f) {
            work += spring_work(lines_type(range), k, lane, row, vA, vB, context);
        }
        for (int32_t f = 0; f < lines_free_count(range); ++f) {
            ScalarLine line = scalar_line(k, lane, LINE_FIELDS(&k->free[f]));
            work += row_work(&k->free[f].row, lane, scalar_line_speed(&line, vA, vB), context);
        }
        body_allow_energy(world, a, b, work);
    }
}

void lines_scale(MicaWorld *world, JointRange range)
{
    for (int32_t i = 0; i < range.count; ++i) {
        LinesBlock *k = lines_block(world, range, i);
        f4 by = joint_scales(world, k->arms.a, k->arms.b);
        for (int32_t r = 0; r < lines_type(range)->rigid[kind_has_row(range.kind)]; ++r) {
            scale_field(k->rigid[r].impulse, by);
        }
        for (int32_t f = 0; f < lines_free_count(range); ++f) {
            row_scale(&k->free[f].row, by);
        }
        for (int32_t n = 0; n < 4; ++n) {
            scale_field(k->applied[n], by);
        }
    }
}

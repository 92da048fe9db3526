// The row part where it is not within a kernel's pass: from joints into blocks, and back. Called by
// the joint types that have a row. Reads and writes joints and blocks alone.
#include "row.h"

// The phase w h by which a spring advances in a substep. A frequency too high for the longest
// substep of late is lowered: to MAX_SPRING_ANGLE, or less where the springs of a body add up to
// more than SPRING_FREE_LOAD.
static float spring_angle(float hertz, float load, const StepContext *context)
{
    const float pi = 3.14159265358979323846f;
    float maximum = context->errorScale * MAX_SPRING_ANGLE, angle = 2.0f * pi * hertz * context->h;
    return min_f(angle,
                 load > SPRING_FREE_LOAD ? maximum / sqrtf(load / SPRING_FREE_LOAD) : maximum);
}

// A damped oscillator of angular frequency w takes its place and speed to M (x, v) in a substep,
// with eigenvalues e = exp(w h (-z +- i sqrt(1 - z²))). The spring's law gives the pair those
// eigenvalues, and 1/3 to what it carries over: then a load stretches it by load / (mass w²) up to
// the order of (w h)². Stiff springs are damped more.
static SpringFactors factors_of(float angle, float dampingRatio, const StepContext *context)
{
    float y = angle, stiff = min_f(y * y * y * y, 1.0f);
    float p = y * (dampingRatio + 0.5f * stiff * y);
    int32_t halvings = 0;
    while (max_f(p, y) > 0.125f) {
        p *= 0.5f;
        y *= 0.5f;
        ++halvings;
    }
    // lost = 1 - e₁ e₂ and left = (1 - e₁)(1 - e₂), by their series and then doubling the time:
    // never as a difference of large numbers.
    float p2 = p * p, y2 = y * y, d2 = y2 - p2;
    float decay = 1.0f - p * (1.0f - p * (0.5f - p * (1.0f / 6.0f - p * (1.0f / 24.0f))));
    float lost = (1.0f - decay) * (1.0f + decay);
    float left = decay * y2 * (1.0f + (p2 - d2) / 12.0f + (p2 * p2 - p2 * d2 + d2 * d2) / 360.0f);
    for (; halvings > 0; --halvings) {
        left *= 4.0f - 2.0f * lost - left;
        lost *= 2.0f - lost;
    }
    const float third = 1.0f / 3.0f;
    // As a force: half of the acceleration of the substep counts, which gives both the frequency
    // and what a load stretches it by up to the order of (w h)².
    float rate = context->invH * (1.0f - 0.5f * lost) * angle * angle;
    return (SpringFactors){context->invH * 2.0f * third * left,
                           third * (2.0f * lost + left),
                           third * (1.0f - lost),
                           stiff,
                           rate,
                           lost};
}

SpringFactors row_spring_factors(float hertz, float dampingRatio, float load,
                                 const StepContext *context)
{
    return factors_of(spring_angle(hertz, load, context), dampingRatio, context);
}

static SpringFactors spring_of(const float *numbers, bool on, float load,
                               const StepContext *context, SpringMemo *memo)
{
    if (!on) {
        return (SpringFactors){0};
    }
    float angle = spring_angle(numbers[MICA_JOINT_SPRING_HERTZ], load, context);
    float dampingRatio = numbers[MICA_JOINT_SPRING_DAMPING_RATIO];
    if (memo->angle != angle || memo->dampingRatio != dampingRatio) {
        *memo = (SpringMemo){angle, dampingRatio, factors_of(angle, dampingRatio, context)};
    }
    return memo->factors;
}

f4 row_prepare(const JointLanes *lanes, uint8_t acts, const StepContext *context, RowBlock *x,
               SpringMemo *memo)
{
    f4 linear[4], turning[4];
    load_records((const void *const *)lanes->joints, offsetof(Joint, impulses), linear);
    load_records((const void *const *)lanes->joints,
                 offsetof(Joint, impulses) + JOINT_IMPULSE_MOTOR * sizeof(float), turning);
    f4 warm = f4_splat(context->warmScale);
    f4 zero = f4_zero();
    bool limits = (acts & JOINT_LIMIT) != 0;
    f4 lower = limits ? f4_mul(warm, linear[JOINT_IMPULSE_LOWER]) : zero;
    f4 upper = limits ? f4_mul(warm, linear[JOINT_IMPULSE_UPPER]) : zero;
    f4 motor = (acts & JOINT_MOTOR) != 0 ? f4_mul(warm, turning[0]) : zero;
    f4 spring = (acts & JOINT_SPRING) != 0 ? f4_mul(warm, turning[1]) : zero;
    for (int32_t i = 0; i < 4; ++i) {
        const Joint *j = lanes->joints[i];
        const float *n = lanes->numbers[i];
        uint8_t on = (uint8_t)(j->flags & acts);
        bool limit = (on & JOINT_LIMIT) != 0, turns = (on & JOINT_MOTOR) != 0;
        SpringFactors factors =
            spring_of(n, (on & JOINT_SPRING) != 0, lanes->loads[i], context, memo);
        x->lower[i] = limit ? n[MICA_JOINT_LOWER] : -NO_LIMIT;
        x->upper[i] = limit ? n[MICA_JOINT_UPPER] : NO_LIMIT;
        x->motorSpeed[i] = n[MICA_JOINT_MOTOR_SPEED];
        x->maxMotor[i] = turns ? context->h * n[MICA_JOINT_MAX_MOTOR] : 0.0f;
        bool bounded = n[MICA_JOINT_MIN_SPRING] < n[MICA_JOINT_MAX_SPRING];
        float minimum = n[MICA_JOINT_MIN_SPRING], maximum = n[MICA_JOINT_MAX_SPRING];
        x->minSpring[i] = bounded && minimum > -NO_LIMIT ? context->h * minimum : -3e38f;
        x->maxSpring[i] = bounded && maximum < NO_LIMIT ? context->h * maximum : 3e38f;
        x->springTarget[i] = n[MICA_JOINT_SPRING_TARGET];
        x->springRate[i] = factors.rate;
        x->springLoss[i] = factors.loss;
        x->springCarry[i] = factors.carry;
        x->springStiff[i] = factors.stiff;
    }
    f4_store(x->motorImpulse, motor);
    f4_store(x->springImpulse, spring);
    f4_store(x->lowerImpulse, lower);
    f4_store(x->upperImpulse, upper);
    f4_store(x->springMass, f4_zero());
    f4_store(x->maxError, f4_splat(lanes->turns ? JOINT_MAX_TURN : JOINT_MAX_ERROR));
    f4_store(x->peak, f4_zero());
    f4_store(x->motorWork, f4_zero());
    return f4_add(f4_add(motor, spring), f4_sub(lower, upper));
}

void row_place_alone(ScalarRow *x, float turning, float taken, float coordinate)
{
    row_place_masses(&x->lanes, f4_splat(turning), f4_splat(taken), f4_splat(1.0f),
                     f4_splat(coordinate));
}

float row_solve_alone(ScalarRow *x, float speed, const StepContext *context, bool soft)
{
    f4 speed4 = f4_splat(speed);
    return f4_first(row_solve(&x->lanes, speed4, speed4, context, soft));
}

void row_store(const RowBlock *x, uint8_t acts, int32_t lane, Joint *j)
{
    if ((acts & JOINT_LIMIT) != 0) {
        j->impulses[JOINT_IMPULSE_LOWER] = x->lowerImpulse[lane];
        j->impulses[JOINT_IMPULSE_UPPER] = x->upperImpulse[lane];
    }
    if ((acts & JOINT_MOTOR) != 0) {
        j->impulses[JOINT_IMPULSE_MOTOR] = x->motorImpulse[lane];
    }
    if ((acts & JOINT_SPRING) != 0) {
        j->impulses[JOINT_IMPULSE_SPRING] = x->springImpulse[lane];
    }
}

void row_note_start(RowBlock *x, f4 speed, const StepContext *context)
{
    f4 start = f4_load(x->coordinate);
    f4_store(x->start, start);
    f4_store(x->startBefore, f4_mul_sub(start, f4_splat(context->h), speed));
}

// A motor works with its impulse at its speed. A spring of stiffness k, at coordinates C₀, C₁, ...
// with velocities between them, does the work
//
//     sum of -k C_i (C_i+1 - C_i-1) / 2 = k / 2 (C_0 C_-1 - C_n C_n-1)
//
// within the range of its force.
f4 row_work(const RowBlock *x, f4 speed, const StepContext *context)
{
    f4 zero = f4_zero(), work = f4_max(f4_load(x->motorWork), zero);
    f4 springs = f4_lt(zero, f4_load(x->springRate));
    if (f4_mask(springs) == 0) {
        return work;
    }
    f4 target = f4_load(x->springTarget), from = f4_sub(f4_load(x->start), target),
       to = f4_sub(f4_load(x->coordinate), target),
       before = f4_sub(f4_load(x->startBefore), target);
    f4 kept = f4_sub(f4_sub(f4_splat(1.0f), f4_load(x->springLoss)), f4_load(x->springCarry));
    f4 today = f4_load(x->mass), constant = f4_load(x->springMass);
    f4 mass = f4_select(f4_lt(zero, constant), f4_min(constant, today), today);
    f4 half =
        f4_mul(f4_mul(f4_splat(0.5f * context->invH), mass), f4_div(f4_load(x->springRate), kept));
    f4 start = f4_mul(from, before), last = f4_mul_sub(to, f4_splat(context->h), speed);
    f4 released = f4_mul(half, f4_mul_sub(start, to, last));
    // No spring gives more than it has.
    released = f4_min(released, f4_mul(half, f4_max(start, f4_mul(from, from))));
    f4 moved = f4_mul(f4_splat(context->invH), f4_sub(to, from));
    f4 atMost = f4_mul(moved, f4_load(x->maxSpring)),
       atLeast = f4_mul(moved, f4_load(x->minSpring));
    released = f4_clamp(released, f4_min(atMost, atLeast), f4_max(atMost, atLeast));
    return f4_add(work, f4_and(springs, released));
}

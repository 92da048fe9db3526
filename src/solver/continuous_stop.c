// What becomes of a swept body that hit something (continuous_hit.c). It stops at the time of
// impact, and the contacts of the next step stop or bounce it. Along the surface nothing stops it,
// so for the rest of the step it slides: the remaining displacement without its normal part, around
// concave corners, as long as it stays on a surface. What it did not move is its leftover time: at
// the end of the next step, when it has bounced, it goes on for that long as far as nothing is in
// its way, along the normal if it has slid, else in every direction. Fast balls would lose part of
// a frame at every bounce without it. On a moving body it is carried along for the rest of the
// step. Called by continuous.c; reads trees and transforms, writes transforms, velocities, solver
// bodies and leftover times.
#include "continuous.h"

// The part of a step that remains after the time of impact.
typedef struct Leftover {
    float seconds;
    Vec2 carried;  // displacement of the surface in that time
    Vec2 normal;   // of the surface, if the body slid along it meanwhile; else 0
} Leftover;

static void store_leftover(MicaWorld *world, int32_t slot, const Leftover *r)
{
    Body *b = &world->state.bodies.data[slot];
    // A body with joints has none: it stopped for the others, too.
    b->leftoverTime = b->firstJoint == NONE ? r->seconds : 0.0f;
    b->leftoverDisplacement = r->carried;
    b->leftoverNormal = r->normal;
    b->leftoverStep = (uint16_t)(world->state.steps & 0xffffu);
}

// The part of `v` along a unit normal, or all of it where the normal is 0.
static inline Vec2 along_normal(Vec2 v, Vec2 normal)
{
    bool any = normal.x == 0.0f && normal.y == 0.0f;
    return any ? v : scale(dot(v, normal), normal);
}

static inline Vec2 across_normal(Vec2 v, Vec2 normal)
{
    return mul_add(v, -dot(v, normal), normal);
}

// ------------------------------------------------------------------------------------- stopping

// Where a body that was stopped at `at` is when the body that it met has finished the step:
// `fraction` of the step is over. On a kinematic body it stays as if glued; a dynamic one moves it
// along the normal only, and the contacts of the next step do the rest. *normal, that of the surface, turns
// with a kinematic body.
static Transform carry(const MicaWorld *world, const SweepHit *hit, Transform at, bool dynamic,
                       float *outTurn, Vec2 *normal)
{
    Sweep carrier = body_sweep(world, hit->met);
    Transform then = sweep_transform(&carrier, hit->fraction),
              end = world->state.transforms.data[hit->met], relative = inv_mul(then, at);
    Transform carried = {transform(end, relative.p), rot_normalize(rot_mul(end.q, relative.q))};
    *outTurn = (1.0f - hit->fraction) * carrier.turn;
    if (dynamic) {
        float along = dot(sub(carried.p, at.p), hit->normal);
        carried = (Transform){mul_add(at.p, along, hit->normal), at.q};
        *outTurn = 0.0f;
    } else {
        *normal = rotate(end.q, unrotate(then.q, hit->normal));
    }
    return carried;
}

static inline bool is_worth_sliding(Vec2 displacement)
{
    return dot(displacement, displacement) > SLIDE_MIN_DISTANCE * SLIDE_MIN_DISTANCE;
}

// Slides a body that lies on a surface at `at` along it, by the tangential part of a displacement,
// and around corners into which it runs. Other bodies are where the step has put them. Returns the
// displacement. Where the surface ends or bends away below the body it is 0, and the body makes up
// for it in its leftover time; a body with joints has none, and slides past the end.
static Vec2 slide(MicaWorld *world, int32_t slot, Transform at, Vec2 displacement, Vec2 normal)
{
    Vec2 center = world->state.bodies.data[slot].localCenter, from = transform(at, center),
         left = across_normal(displacement, normal), n = normal;
    if (!is_worth_sliding(left)) {
        return vec(0.0f, 0.0f);
    }
    Sweep sweep = {center, mul_add(from, SLIDE_LIFT, n), {0.0f, 0.0f}, at.q, 0.0f};
    for (int32_t corner = 0; corner < SLIDE_CORNERS && is_worth_sliding(left); ++corner) {
        sweep.c1 = add(sweep.c0, left);
        SweepHit hit =
            continuous_first_hit(world, slot, &sweep, MEET_STATIC | MEET_KINEMATIC | MEET_AT_END);
        sweep.c0 = mul_add(sweep.c0, hit.fraction, left);
        if (hit.met == NONE || hit.deep) {
            break;
        }
        left = across_normal(scale(1.0f - hit.fraction, left), hit.normal);
        if (!(dot(left, n) > 0.0f)) {
            break;  // wedged between the two
        }
        n = hit.normal;
        sweep.c0 = mul_add(sweep.c0, SLIDE_LIFT, n);
    }
    Vec2 slid = mul_add(sub(sweep.c0, from), -SLIDE_LIFT, normal);
    if (world->state.bodies.data[slot].firstJoint != NONE) {
        return slid;
    }
    sweep.c1 = mul_add(sweep.c0, -SPECULATIVE_DISTANCE, n);
    SweepHit surface =
        continuous_first_hit(world, slot, &sweep, MEET_STATIC | MEET_KINEMATIC | MEET_AT_END);
    bool holds = surface.met != NONE && dot(surface.normal, n) > SLIDE_MIN_COSINE;
    return holds ? slid : vec(0.0f, 0.0f);
}

// Moves a stopped body along with the moving body that it met, but not through a wall: there it
// stays, squeezed, for the contacts of the next step. Fills `r`, and brings the normal up to date.
static void ride(MicaWorld *world, int32_t slot, const SweepHit *hit, Transform *at, Leftover *r,
                 Vec2 *normal)
{
    bool dynamic = body_is_dynamic(world, hit->met);
    float turn;
    Transform carried = carry(world, hit, *at, dynamic, &turn, normal);
    Vec2 center = world->state.bodies.data[slot].localCenter, from = transform(*at, center);
    Sweep sweep = {center, from, transform(carried, center), at->q, 0.0f};
    SweepHit wall = continuous_first_hit(world, slot, &sweep, MEET_STATIC);
    bool clear = wall.met == NONE;
    *at = clear ? carried : sweep_transform(&sweep, wall.fraction);
    world->scratch.solverBodies.data[world->scratch.solverOf.data[slot]].da += clear ? turn : 0.0f;
    r->seconds = clear && !dynamic ? r->seconds : 0.0f;
    r->carried = sub(transform(*at, center), from);
}

// Adds to a velocity. An acceleration may be far larger than the fastest velocity.
static void change_velocity(float *v, Vec2 change)
{
    v[0] = clamp_f(v[0] + change.x, -MAX_SPEED, MAX_SPEED);
    v[1] = clamp_f(v[1] + change.y, -MAX_SPEED, MAX_SPEED);
}

// Takes back what a stopped body was accelerated after the hit, or bounces would gain energy: along
// the normal if it slides.
static void take_back_acceleration(MicaWorld *world, int32_t slot, const StepContext *context,
                                   float seconds, Vec2 normal)
{
    int32_t solver = world->scratch.solverOf.data[slot];
    const float *ah = world->scratch.solverMotion.data[solver].acceleration;  // of a substep
    Vec2 gained = along_normal(scale(seconds * context->invH, vec(ah[0], ah[1])), normal);
    change_velocity(world->state.velocities.data[slot].v, neg(gained));
}

// A body that is stopped again before its leftover time of the last step was spent goes on for the
// sum of both, if both go in the same directions.
static void add_leftover_before(const MicaWorld *world, int32_t slot, float before, Leftover *r,
                                float maximum)
{
    const Body *b = &world->state.bodies.data[slot];
    Vec2 change = sub(b->leftoverNormal, r->normal);
    if (dot(change, change) < 1.0f - SLIDE_MIN_COSINE) {
        r->seconds = min_f(r->seconds + before, maximum);
        r->carried = b->leftoverDisplacement;
    }
}

void continuous_stop(MicaWorld *world, int32_t slot, const Sweep *sweep, const SweepHit *hit,
                     const StepContext *context)
{
    Transform at = sweep_transform(sweep, hit->fraction);
    SolverBody *s = &world->scratch.solverBodies.data[world->scratch.solverOf.data[slot]];
    float left = 1.0f - hit->fraction,
          before = body_leftover_time(world, slot, world->state.steps - 1u);
    Leftover r = {left * context->dt, {0.0f, 0.0f}, {0.0f, 0.0f}};
    bool dynamic = body_is_dynamic(world, hit->met), disc = body_has_mark(world, slot, BODY_DISC);
    s->da *= disc ? 1.0f : hit->fraction;
    at.q = disc ? world->state.transforms.data[slot].q : at.q;
    Vec2 normal = hit->normal;
    if (body_has(world, hit->met, MICA_FLAG_MOVED) && !(dynamic && hit->deep)) {
        ride(world, slot, hit, &at, &r, &normal);
    } else if (dynamic || hit->deep) {
        r.seconds = 0.0f;
    }
    if (r.seconds > 0.0f) {
        Vec2 rest = sub(scale(left, sub(sweep->c1, sweep->c0)), r.carried),
             slid = slide(world, slot, at, rest, normal);
        at.p = add(at.p, slid);
        r.normal = scale((float)(slid.x != 0.0f || slid.y != 0.0f), normal);
    }
    take_back_acceleration(world, slot, context, left * context->dt, r.normal);
    if (r.seconds > 0.0f && before > 0.0f) {
        add_leftover_before(world, slot, before, &r, context->dt);
    }
    store_leftover(world, slot, &r);
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    // The displacement that it has made, for the trigger phase.
    Vec2 moved = sub(transform(at, sweep->localCenter), sweep->c0);
    s->dx = moved.x;
    s->dy = moved.y;
    world->output.continuousStops += 1;
}

// ------------------------------------------------------------------------------------ going on

// Changes a velocity by the work of an acceleration over a displacement: a body that slides or
// rolls uphill loses the speed for the height that it gains, v'² = v² + 2 a.d.
static void exchange_energy(float *v, Vec2 acceleration, Vec2 displacement)
{
    float square = v[0] * v[0] + v[1] * v[1], work = 2.0f * dot(acceleration, displacement);
    if (square > 0.0f) {
        float factor = sqrtf(max_f(1.0f + work / square, 0.0f));
        v[0] *= factor;
        v[1] *= factor;
    }
}

void continuous_go_on(MicaWorld *world, int32_t slot, float leftover, const StepContext *context)
{
    int32_t solver = world->scratch.solverOf.data[slot];
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    const Body *b = &world->state.bodies.data[slot];
    float *v = world->state.velocities.data[slot].v;
    bool unconstrained = solver_body_is_unconstrained(world, solver),
         slid = b->leftoverNormal.x != 0.0f || b->leftoverNormal.y != 0.0f,
         carried = b->leftoverDisplacement.x != 0.0f || b->leftoverDisplacement.y != 0.0f;
    float substeps = unconstrained ? leftover * context->invH : 0.0f;
    Vec2 gained = along_normal(scale(substeps, vec(m->acceleration[0], m->acceleration[1])),
                               b->leftoverNormal),
         displacement = scale(leftover, add(vec(v[0], v[1]), scale(0.5f, gained)));
    displacement = along_normal(sub(displacement, b->leftoverDisplacement), b->leftoverNormal);
    Transform from = world->state.transforms.data[slot];
    Vec2 center = transform(from, b->localCenter);
    float turn = slid && body_has_mark(world, slot, BODY_DISC) ? 0.0f : leftover * v[2];
    Sweep sweep = {b->localCenter, center, add(center, displacement), from.q, turn};
    SweepHit hit = continuous_first_hit(world, slot, &sweep, MEET_ALL_TYPES | MEET_AT_END);
    Transform at = sweep_transform(&sweep, hit.fraction);
    change_velocity(v, scale(hit.fraction, gained));
    if (!unconstrained && !carried) {
        exchange_energy(v, scale(context->invH, vec(m->acceleration[0], m->acceleration[1])),
                        scale(hit.fraction, displacement));
    }
    s->dx += hit.fraction * displacement.x;
    s->dy += hit.fraction * displacement.y;
    s->da += hit.fraction * turn;
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    Leftover r = {0.0f, {0.0f, 0.0f}, {0.0f, 0.0f}};
    if (hit.met != NONE && !hit.deep && !body_is_dynamic(world, hit.met)) {
        r.seconds = (1.0f - hit.fraction) * leftover;
        r.normal = b->leftoverNormal;
    }
    store_leftover(world, slot, &r);
    world->output.continuousStops += 1;
}

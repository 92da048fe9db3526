// The step, in both ways: a table of contents. Each phase is one call, in order; what each reads
// and writes is at the top of its file. Copy in, find pairs, make manifolds, move by forces, solve,
// copy out. Nothing here calls back into the game.
#include "impact.h"
#include "solver.h"

#include <string.h>

static Softness soften(float hertz, float dampingRatio, float h, float give)
{
    // Soft constraints: a spring of this frequency and damping as velocity bias, effective mass and
    // impulse factors. Catto, "Soft Constraints", GDC 2011.
    float omega = 2.0f * 3.14159265358979323846f * hertz;
    float a1 = 2.0f * dampingRatio + h * omega, a2 = h * omega * a1, a3 = 1.0f / (1.0f + a2);
    return (Softness){omega / a1, a2 * a3, give * a3};
}

static StepContext make_context(const MicaWorld *world, float dt, int32_t substeps)
{
    StepContext c = {
        .dt = dt, .h = dt / (float)substeps, .invH = (float)substeps / dt, .substeps = substeps};
    float most = 0.25f * c.invH, hertz = min_f(world->state.contactHertz, most);
    c.contact = soften(hertz, world->state.contactDampingRatio, c.h, CONTACT_IMPULSE_LEAK);
    c.fixedContact = soften(STATIC_STIFFNESS * hertz, world->state.contactDampingRatio, c.h,
                            CONTACT_IMPULSE_LEAK);
    c.joint = soften(min_f(world->state.jointHertz, most), world->state.jointDampingRatio, c.h,
                     JOINT_IMPULSE_LEAK);
    c.warmScale = world->state.lastH > 0.0f ? c.h / world->state.lastH : 1.0f;
    return c;
}

// Marks what moves in this step and looks at what was written through the views. A kinematic body
// without velocity stands still, like a static one.
static MicaError mark_moving(MicaWorld *world)
{
    world->scratch.kinematicBodies = 0;
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        // A step that failed moved nothing: what moved before it is remembered for the next.
        uint8_t *marks = &world->state.bodyMarks.data[i];
        bool moved = body_has(world, i, MICA_FLAG_MOVED) ||
                     (world->state.stepFailed && (*marks & BODY_MOVED_LAST_STEP) != 0);
        *marks = (uint8_t)((*marks & ~(BODY_MOVED_LAST_STEP | BODY_NEAR_STATIC)) |
                           (moved ? BODY_MOVED_LAST_STEP : 0));
        world->state.flags.data[i] &= ~(uint32_t)MICA_FLAG_MOVED;
        // What sleeps is looked at too: it may be woken within the step.
        if (!body_has(world, i, MICA_FLAG_ALIVE) || body_type(world, i) == MICA_BODY_STATIC) {
            continue;
        }
        world->scratch.kinematicBodies += body_type(world, i) == MICA_BODY_KINEMATIC;
        const float *v = world->state.velocities.data[i].v;
        // What is no number fails too. The fourth lanes are nobody's.
        f4 speed = f4_load(v), push = f4_load(world->state.forces.data[i].v);
        f4 sound =
            f4_and(f4_le(f4_abs(speed), f4_splat(1e9f)), f4_le(f4_abs(push), f4_splat(1e20f)));
        bool sane = (f4_mask(sound) & 7) == 7;
        if (!sane) {
            world_fail(world, MICA_ERROR_VIEW_NOT_FINITE);
            world->host.lastErrorSlot = i;
            return MICA_ERROR_VIEW_NOT_FINITE;
        }
        if (body_moves(world, i) &&
            (body_is_dynamic(world, i) || v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f)) {
            world->state.flags.data[i] |= MICA_FLAG_MOVED;
        }
    }
    return MICA_ERROR_OK;
}

typedef struct Laps {
    MicaProfile profile;
    double start, last;
} Laps;

static void lap(const MicaWorld *world, Laps *laps, float *field)
{
    if (world->host.clock != NULL) {
        double now = world->host.clock();
        *field += (float)(now - laps->last);
        laps->last = now;
    }
}

// How both ways to step begin: up to the pairs and their manifolds.
static MicaError open_step(MicaWorld *world, float dt, bool fits, bool byImpacts, Laps *laps)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!within(dt, 3e38f)) {
        return world_fail(world, MICA_ERROR_NOT_FINITE);
    }
    if (!(dt >= 1e-6f && dt <= 1.0f) || !fits) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    MicaError error = mark_moving(world);
    world->state.stepFailed = true;
    if (error != MICA_ERROR_OK) {
        return error;
    }
    *laps = (Laps){.start = world->host.clock != NULL ? world->host.clock() : 0.0};
    laps->last = laps->start;
    if (!events_reserve_sleep(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    events_clear(world);
    world->host.stepping = true;
    world->scratch.maxDisplacement = 3e38f;
    if (byImpacts) {
        impact_cover_moving(world, dt);
    }
    if (!broad_phase(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    lap(world, laps, &laps->profile.broadPhase);
    if (!narrow_phase(world, byImpacts ? 0.0f : dt) || !fields_find(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    lap(world, laps, &laps->profile.narrowPhase);
    return MICA_ERROR_OK;
}

// And how they end, once every body is where it shall be.
static MicaError close_step(MicaWorld *world, const StepContext *context, const uint8_t *marks,
                            Laps *laps)
{
    triggers_sweep(world);
    bodies_finish(world, context, marks);
    lap(world, laps, &laps->profile.finish);
    joints_break(world);
    islands_sleep(world);
    lap(world, laps, &laps->profile.islands);

    world->state.lastH = context->h;
    world->state.steps += 1;
    world->state.stepFailed = false;
    events_emit_sleep(world);
    laps->profile.step = (float)(laps->last - laps->start);
    world->output.profile = laps->profile;
    return MICA_ERROR_OK;
}

static MicaError step_by_forces(MicaWorld *world, float dt, int32_t substeps)
{
    Laps laps;
    MicaError error = open_step(world, dt, substeps >= 1 && substeps <= 64, false, &laps);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    StepContext context = make_context(world, dt, substeps);
    joints_wake(world);
    if (!bodies_pack(world, &context)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    fields_apply(world, &context);
    contacts_drop_idle(world, &context);
    if (!colouring_contacts(world) || !colouring_joints(world) || !continuous_reserve(world) ||
        !triggers_reserve(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    joints_prepare(world, &context);
    if (!contacts_prepare(world, &context)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    fields_advance(world, &context);
    lap(world, &laps, &laps.profile.prepare);

    for (int32_t i = 0; i < substeps; ++i) {
        if (i > 0) {
            bodies_accelerate(world);
            joints_reanchor(world);
        }
        contacts_bounce(world, &context);
        contacts_solve(world, &context);
        joints_solve(world, &context);
        bodies_move(world, &context);
        joints_relax(world, &context);
        contacts_relax(world, &context);
        joints_relax_again(world, &context);
    }
    lap(world, &laps, &laps.profile.solve);
    joints_store(world, &context);
    contacts_store(world);
    lap(world, &laps, &laps.profile.store);
    bodies_place(world);
    continuous_sweep(world, &context);
    world->output.impactCount = world->output.impactBound = 0;
    return close_step(world, &context, world->scratch.moveMarks.data, &laps);
}

static MicaError step_by_impacts(MicaWorld *world, float dt, int32_t maxImpacts)
{
    Laps laps;
    MicaError error = open_step(world, dt, maxImpacts >= 1, true, &laps);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    StepContext context = {.dt = dt, .h = dt, .invH = 1.0f / dt, .substeps = 1};
    if (!bodies_pack(world, &context) || !triggers_reserve(world) || !impacts_reserve(world)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    fields_apply(world, &context);
    lap(world, &laps, &laps.profile.prepare);
    if (!impacts_run(world, dt, maxImpacts)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    fields_advance(world, &context);
    lap(world, &laps, &laps.profile.solve);
    return close_step(world, &context, NULL, &laps);
}

// Whatever comes of it, the step is over.
static MicaError leave(MicaWorld *world, MicaError error)
{
    if (world != NULL) {
        world->host.stepping = false;
    }
    return error;
}

MicaError mica_world_step(MicaWorld *world, float dt, int32_t substeps)
{
    return leave(world, step_by_forces(world, dt, substeps));
}

MicaError mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts)
{
    return leave(world, step_by_impacts(world, dt, maxImpacts));
}

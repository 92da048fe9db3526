// Bodies within a step: packed into solver bodies, accelerated and moved once a substep, and
// written back. Called by step.c, bodies_pack by steps by impacts, too. Reads transforms,
// velocities, forces and body data; writes them back with position residuals, end velocities,
// poses, boxes, sleep timers and move events.
#include "solver.h"

#include <string.h>

// Scales the velocity v, x and y, down to a length of at most `limit`.
static void limit_speed(float *v, float limit)
{
    float square = v[0] * v[0] + v[1] * v[1];
    if (square > limit * limit) {
        float factor = limit / sqrtf(square);
        v[0] *= factor;
        v[1] *= factor;
    }
}

static bool reserve(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    // Those that moved when the step began, and those that woke since, behind the immovable one.
    int32_t slots = world->state.bodies.count,
            woken = world->state.pendingWoke.count - world->scratch.before.pendingWoke,
            maximum = 1 + world->scratch.movingBodies + woken;
    if (!ARRAY_RESERVE(m, &world->scratch.solverBodies, maximum) ||
        !ARRAY_RESERVE(m, &world->scratch.solverSlots, maximum) ||
        !ARRAY_RESERVE(m, &scratch->limitedBodies, maximum) ||
        !ARRAY_RESERVE(m, &world->scratch.solverMotion, maximum) ||
        !ARRAY_RESERVE(m, &scratch->solverGains, maximum) ||
        !ARRAY_RESERVE(m, &scratch->bodyColours, maximum) ||
        !ARRAY_RESERVE(m, &scratch->bodyPushed, maximum) ||
        !ARRAY_RESERVE(m, &scratch->bodyStopped, maximum) ||
        !ARRAY_RESERVE(m, &scratch->crowds, maximum) ||
        !ARRAY_RESERVE(m, &scratch->bodyDriven, maximum) ||
        !ARRAY_RESERVE(m, &scratch->islandEnergies, maximum) || !islands_reserve(world, maximum) ||
        !ARRAY_RESERVE(m, &world->output.movedEvents, maximum) ||
        !ARRAY_RESERVE(m, &world->scratch.solverOf, slots) ||
        !ARRAY_RESERVE(m, &world->state.positionResiduals, maximum > 1 ? slots : 0) ||
        !ARRAY_RESERVE(m, &world->state.endVelocities, maximum > 1 ? slots : 0)) {
        return false;
    }
    if (maximum > 1) {
        world->state.positionResiduals.count = world->state.endVelocities.count = slots;
    }
    IntList *solverOf = &world->scratch.solverOf;
    if (solverOf->count != slots) {
        memset(solverOf->data, 0, sizeof(int32_t) * (size_t)slots);
        solverOf->count = slots;
    }
    return true;
}

// Packs the body of a slot into a solver body, as the first substep begins:
//
//   base = (v + h (gravityScale g + force / m)) / (1 + h damping)
//
// with the angular velocity likewise, and implicit damping (Catto). Gravity acts along free axes
// only: locked axes have no inverse mass.
static inline void pack_body(MicaWorld *world, int32_t slot, int32_t solver, float h, f4 gravity)
{
    const SolverScratch *scratch = solver_scratch(world);
    const Body *b = &world->state.bodies.data[slot];
    const float *v = world->state.velocities.data[slot].v, *f = world->state.forces.data[slot].v;
    bool dynamic = body_is_dynamic(world, slot);
    Vec2 center = body_world_center(world, slot);
    // x, y and angle in three lanes; what the fourth of each holds is set behind them.
    f4 velocity = f4_load(v), acceleration = f4_zero();
    float linear = 1.0f, angular = 1.0f;
    if (dynamic) {
        f4 inverses = f4_load(&b->invMassX), free = f4_lt(f4_zero(), inverses);
        f4 pull = f4_and(free, f4_mul(f4_splat(b->gravityScale), gravity));
        acceleration = f4_mul(f4_splat(h), f4_mul_add(pull, inverses, f4_load(f)));
        linear = 1.0f / (1.0f + h * b->linearDamping);
        angular = 1.0f / (1.0f + h * b->angularDamping);
    }
    f4 base = f4_mul(f4_add(velocity, acceleration), f4_set(linear, linear, angular, 1.0f));
    SolverMotion *m = &world->scratch.solverMotion.data[solver];
    f4_store(m->acceleration, acceleration);
    f4_store(m->base, base);
    f4_store(&m->cx, f4_set(center.x, center.y, b->invInertia, dynamic ? 1.0f : 0.0f));
    f4_store(scratch->solverGains.data[solver].squares, f4_zero());
    m->acceleration[3] = linear;
    m->base[3] = angular;
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    f4_store(&s->vx, base);
    Vec2 residual = world->state.positionResiduals.data[slot];
    f4_store(&s->dx, f4_set(residual.x, residual.y, 0.0f, 0.0f));
    s->invMassX = b->invMassX;
    s->invMassY = b->invMassY;
}

// Whether the game has changed a body's velocity since the last step by more than DRIVEN_SPEED.
static inline bool is_driven(const MicaWorld *world, int32_t slot, const float *v)
{
    Vec2 change = sub(vec(v[0], v[1]), world->state.endVelocities.data[slot]);
    return dot(change, change) > DRIVEN_SPEED * DRIVEN_SPEED;
}

// Whether the body has rested long enough once the step is over, if it rests in the step too.
static inline bool may_fall_asleep(const MicaWorld *world, int32_t slot, float dt)
{
    return world->state.bodies.data[slot].sleepTime + dt >= world->state.sleepTime;
}

bool bodies_pack(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    if (!reserve(world)) {
        return false;
    }
    // Solver body 0 stands for everything immovable: all zero, and every kernel leaves it so.
    memset(&world->scratch.solverBodies.data[0], 0, sizeof(SolverBody));
    memset(&world->scratch.solverMotion.data[0], 0, sizeof(SolverMotion));
    scratch->bodyDriven.data[0] = 0;
    scratch->drivenBodies = 0;
    scratch->islandsFound = false;
    scratch->componentsFound = false;
    int32_t count = 1, sleepers = 0;
    float fastest = 0.0f;
    IntList *limited = &scratch->limitedBodies;
    limited->count = 0;
    const f4 gravity = f4_set(world->state.gravity.x, world->state.gravity.y, 0.0f, 0.0f);
    int32_t slots = world->state.bodies.count;
    for (int32_t slot = 0; (slot = body_next_awake(world, slot)) < slots; ++slot) {
        world->scratch.solverOf.data[slot] = 0;
        const float *v = world->state.velocities.data[slot].v;
        if (!body_moves(world, slot) || body_has(world, slot, MICA_FLAG_MOVER) ||
            (!body_is_dynamic(world, slot) && v[0] == 0.0f && v[1] == 0.0f && v[2] == 0.0f)) {
            continue;
        }
        ASSERT(count < world->scratch.solverBodies.capacity);
        world->state.flags.data[slot] |= MICA_FLAG_MOVED;
        world->scratch.solverOf.data[slot] = count;
        world->scratch.solverSlots.data[count] = slot;
        scratch->bodyDriven.data[count] = is_driven(world, slot, v);
        scratch->drivenBodies += scratch->bodyDriven.data[count];
        pack_body(world, slot, count, context->h, gravity);
        if (world->state.bodies.data[slot].maxSpeed < MAX_SPEED && body_is_dynamic(world, slot)) {
            limited->data[limited->count++] = slot;
        }
        fastest = max_f(fastest, v[0] * v[0] + v[1] * v[1]);
        sleepers += may_fall_asleep(world, slot, context->dt);
        count += 1;
    }
    scratch->fastest = METRE + 1.2f * sqrtf(fastest);
    world->scratch.solverBodies.count = world->scratch.solverSlots.count =
        world->scratch.solverMotion.count = scratch->solverGains.count = count;
    return ARRAY_RESERVE(&world->host.memory, &world->state.pendingAsleep,
                         world->state.pendingAsleep.count + sleepers);
}

void bodies_begin(MicaWorld *world)
{
    for (int32_t i = 0; (i = body_next_awake(world, i)) < world->state.bodies.count; ++i) {
        world->state.previous.data[i] = world->state.transforms.data[i];
        world->state.bodyMarks.data[i] &= (uint8_t)~BODY_TELEPORTED;
    }
}

// Begins a substep but the first: base = (v + h a) damping, v' = base + (v - the last base). The
// velocity that the constraints gave a body in one substep is what their accumulated impulses would
// give it in the next: carrying it over by body warm starts every contact without touching one.
void bodies_accelerate(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    // The fourth lanes hold an inverse mass and damping factors, which stay as they are.
    const f4 coordinates = f4_lt(f4_zero(), f4_set(1.0f, 1.0f, 1.0f, 0.0f));
    SolverBody *bodies = world->scratch.solverBodies.data;
    SolverMotion *motion = world->scratch.solverMotion.data;
    SolverGain *gains = scratch->solverGains.data;
    for (int32_t i = 1, count = world->scratch.solverBodies.count; i < count; ++i) {
        SolverMotion *s = &motion[i];
        float *velocity = &bodies[i].vx;
        f4 v = f4_load(velocity), old = f4_load(s->base);
        f4 change = f4_sub(v, old);
        float *gained = gains[i].squares;
        f4_store(gained, f4_mul_add(f4_load(gained), change, f4_add(v, old)));
        f4 damping = f4_set(s->acceleration[3], s->acceleration[3], s->base[3], 1.0f);
        f4 base = f4_mul(f4_add(v, f4_load(s->acceleration)), damping);
        f4_store(s->base, f4_select(coordinates, base, old));
        f4_store(velocity, f4_select(coordinates, f4_add(base, change), v));
    }
}

// All lanes where a solver body has the velocity v that the substep began with.
static inline f4 is_unconstrained(const SolverMotion *s, f4 v)
{
    f4 base = f4_load(s->base), same = f4_and(f4_le(v, base), f4_le(base, v));
    same = f4_and(f4_and(f4_splat_lane0(same), f4_splat_lane1(same)), f4_swap_halves(same));
    return f4_splat_lane0(same);
}

// `springs`: whether some bodies are SPRUNG.
static inline void move_bodies(MicaWorld *world, const StepContext *context, bool springs)
{
    // The fourth lane of the motion half holds an inverse mass, so it moves by nothing.
    f4 h = f4_set(context->h, context->h, context->h, 0.0f), half = f4_mul(f4_splat(0.5f), h);
    SolverBody *bodies = world->scratch.solverBodies.data;
    const SolverMotion *motion = world->scratch.solverMotion.data;
    for (int32_t i = 1, count = world->scratch.solverBodies.count; i < count; ++i) {
        SolverBody *b = &bodies[i];
        const SolverMotion *s = &motion[i];
        // Without a branch: in a crowd it could not be predicted.
        f4 v = f4_load(&b->vx), unconstrained = is_unconstrained(s, v);
        if (springs) {
            unconstrained = f4_and(unconstrained, f4_lt(f4_splat(s->dynamic), f4_splat(SPRUNG)));
        }
        f4 move = f4_mul_sub(f4_mul(h, v), half, f4_and(unconstrained, f4_load(s->acceleration)));
        f4_store(&b->dx, f4_add(f4_load(&b->dx), move));
    }
}

// Before bodies move, so that none moves further than its maxSpeed allows.
static void limit_speeds(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    const IntList *limited = &scratch->limitedBodies;
    for (int32_t i = 0; i < limited->count; ++i) {
        int32_t slot = limited->data[i], solver = world->scratch.solverOf.data[slot];
        limit_speed(&world->scratch.solverBodies.data[solver].vx,
                    world->state.bodies.data[slot].maxSpeed);
    }
}

// Moves by h v. A body that no constraint acted on in the substep is unconstrained, and moves by
// the mean of its old and new velocity, h (v - h a / 2), which is exact for its parabola. A body at
// rest takes the plain step, which its contacts answer.
void bodies_move(MicaWorld *world, const StepContext *context)
{
    limit_speeds(world);
    if (solver_scratch(world)->springLoads.count > 0) {
        move_bodies(world, context, true);
    } else {
        move_bodies(world, context, false);
    }
}

// Advances the sleep timer. A body rests while it is slow and a point of it drifts no further than
// DRIFT_SPEED times the time to fall asleep: a pile trembles in place, but a body that rolls, turns
// or is carried slowly moves on. The point lies outside of the body, or it might be the one that a
// ball rolls about. Drift is measured by transforms: a body pressed hard keeps some velocity that
// takes it nowhere.
static void update_sleep_time(MicaWorld *world, int32_t slot, float dt)
{
    Body *b = &world->state.bodies.data[slot];
    const float *v = world->state.velocities.data[slot].v;
    float spin = v[2] * b->maxExtent, slept = b->sleepTime;
    b->sleepTime = 0.0f;
    if (!(v[0] * v[0] + v[1] * v[1] + spin * spin <= SLEEP_SPEED * SLEEP_SPEED) ||
        body_leftover_time(world, slot, world->state.steps) > 0.0f) {
        return;
    }
    const Transform *then = &world->state.previous.data[slot],
                    *now = &world->state.transforms.data[slot];
    float far = 1.5f * b->maxExtent, maximum = DRIFT_SPEED * world->state.sleepTime;
    Vec2 axis = {now->q.c - then->q.c, now->q.s - then->q.s};
    b->drift =
        add(slept > 0.0f ? b->drift : vec(0.0f, 0.0f), mul_add(sub(now->p, then->p), far, axis));
    if (dot(b->drift, b->drift) <= maximum * maximum &&
        body_has(world, slot, MICA_FLAG_CAN_SLEEP)) {
        b->sleepTime = slept + dt;
    }
}

// False if a velocity or displacement is not a number, or too large for its square to be one.
static inline bool is_finite_motion(const SolverBody *s)
{
    // Zero times a velocity that is no number, or infinite, is no number.
    f4 displacement = f4_mul_add(f4_load(&s->dx), f4_load(&s->vx), f4_zero());
    f4 farthest = f4_set(MAX_COORDINATE, MAX_COORDINATE, MAX_COORDINATE, 3e38f);
    return f4_all(f4_le(f4_max(displacement, f4_neg(displacement)), farthest)) != 0;
}

// A body whose motion is not finite stays where it was, at rest.
static __attribute__((noinline)) void stop_body(MicaWorld *world, int32_t solver)
{
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    s->vx = s->vy = s->w = 0.0f;
    s->dx = s->dy = s->da = 0.0f;
    world->state.bodies.data[world->scratch.solverSlots.data[solver]].leftoverTime = 0.0f;
}

// Contacts and joints of stopped bodies must not warm start the next step with what they ended
// with.
static __attribute__((noinline)) void drop_impulses(MicaWorld *world, const uint8_t *stopped)
{
    const int32_t *solverOf = world->scratch.solverOf.data;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        Contact *c = &world->state.contacts.data[i];
        if (stopped[solverOf[c->bodyA]] != 0 || stopped[solverOf[c->bodyB]] != 0) {
            for (int32_t p = 0; p < c->count; ++p) {
                c->points[p].normalImpulse = 0.0f;
            }
            c->tangentImpulse = c->rollingImpulse = 0.0f;
        }
    }
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        Joint *j = &world->state.joints.data[i];
        if ((j->flags & JOINT_ALIVE) != 0 &&
            (stopped[solver_of(world, j->bodyA)] != 0 || stopped[solverOf[j->bodyB]] != 0)) {
            joint_drop_impulses(j);
        }
    }
}

// The sum of two numbers, and exactly what it rounded off (Knuth's two-sum).
static inline float two_sum(float a, float b, float *residual)
{
    float sum = a + b, bInSum = sum - a, aInSum = sum - bInSum;
    *residual = (a - aInSum) + (b - bInSum);
    return sum;
}

// Writes new transforms and velocities. The Kahan residual of a position, up to 0.03 mm at 500 m
// from the origin, goes into the next step's displacement, so that contacts are solved for where
// bodies are, however far from the origin. Without it a pile high up would be pushed about by its
// own rounding, and a body that moves by less than that in a step would not move at all. Poses and
// boxes follow in bodies_finish, after the continuous phase.
void bodies_place(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    uint8_t *stopped = scratch->bodyStopped.data;
    memset(stopped, 0, (size_t)world->scratch.solverBodies.count);
    bool anyStopped = false;
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const SolverBody *s = &world->scratch.solverBodies.data[i];
        if (!is_finite_motion(s)) {
            stop_body(world, i);
            stopped[i] = 1;
            anyStopped = true;
        }
        int32_t slot = world->scratch.solverSlots.data[i];
        const Body *b = &world->state.bodies.data[slot];
        float *v = world->state.velocities.data[slot].v;
        v[0] = clamp_f(s->vx, -MAX_SPEED, MAX_SPEED);
        v[1] = clamp_f(s->vy, -MAX_SPEED, MAX_SPEED);
        v[2] = clamp_f(s->w, -MAX_SPIN, MAX_SPIN);
        Transform *t = &world->state.transforms.data[slot];
        if (s->da != 0.0f) {
            t->q = rot_normalize(rot_mul(t->q, trig_small_rot(s->da)));
        }
        Vec2 displacement = {s->dx, s->dy}, *residual = &world->state.positionResiduals.data[slot];
        if (b->localCenter.x != 0.0f || b->localCenter.y != 0.0f) {
            Rot before = world->state.previous.data[slot].q;
            displacement = add(displacement,
                               sub(rotate(before, b->localCenter), rotate(t->q, b->localCenter)));
        }
        t->p = vec(two_sum(t->p.x, displacement.x, &residual->x),
                   two_sum(t->p.y, displacement.y, &residual->y));
    }
    if (anyStopped) {
        drop_impulses(world, stopped);
    }
}

// Notes for the next step which of the bodies that moved are embedded.
static void note_embedded(MicaWorld *world)
{
    const IntList *embedded = &contacts_scratch(world)->embedded;
    if (world->scratch.embeddedBodies == 0 && embedded->count == 0) {
        return;
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        world->state.bodyMarks.data[world->scratch.solverSlots.data[i]] &= (uint8_t)~BODY_EMBEDDED;
    }
    for (int32_t i = 0; i < embedded->count; ++i) {
        world->state.bodyMarks.data[embedded->data[i]] |= BODY_EMBEDDED;
    }
}

void bodies_finish(MicaWorld *world, const StepContext *context, const uint8_t *marks)
{
    const SolverScratch *scratch = solver_scratch(world);
    const IntList *limited = &scratch->limitedBodies;
    for (int32_t i = 0; i < limited->count; ++i) {
        int32_t slot = limited->data[i];
        limit_speed(world->state.velocities.data[slot].v, world->state.bodies.data[slot].maxSpeed);
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        const float *v = world->state.velocities.data[slot].v;
        world->output.poses.data[slot] = world->state.transforms.data[slot];
        world->state.endVelocities.data[slot] = vec(v[0], v[1]);
        memset(world->state.forces.data[slot].v, 0, 4 * sizeof(float));
        if (world->state.sleepEnabled) {
            update_sleep_time(world, slot, context->dt);
        }
        if (marks == NULL || marks[i] != MOVE_IN_BOXES) {
            body_refit_colliders(world, slot,
                                 marks != NULL && solver_body_is_unconstrained(world, i));
        }
    }
    note_embedded(world);
    int32_t moved = world->scratch.solverBodies.count - 1;
    if (moved > 0) {
        memcpy(world->output.movedEvents.data, world->scratch.solverSlots.data + 1,
               sizeof(int32_t) * (size_t)moved);
    }
    world->output.movedEvents.count = moved;
}

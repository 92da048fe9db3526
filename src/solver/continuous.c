// Continuous collision, called after the solver: a body that moved so far that it could have passed
// through something is swept from where the step began (continuous_hit.c), and stopped where it
// first meets a static or kinematic body, or, flagged as a bullet, a dynamic one. A body that is
// stopped by a moving body is carried along by it for the rest of the step. The rest of its own
// step is its leftover time: at the end of the next step, when it has bounced or slides, it goes on
// for that long as far as nothing is in its way, or fast balls would lose part of a frame at every
// bounce. Bodies are done in index order; a bullet meets others where they were put so far. Reads
// trees, previous and new transforms; writes transforms, velocities, moveMarks, fastBodies and
// aabbSlacks.
#include "aabb_slack.h"
#include "continuous.h"

#include <string.h>

// A shorter displacement needs no sweep.
#define SWEEP_FROM SPECULATIVE_DISTANCE

bool continuous_reserve(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    int32_t bodies = world->scratch.solverBodies.count, colliders = world->state.liveColliders;
    int32_t slots = bodies > 1 ? world->state.bodies.count : 0;
    return ARRAY_RESERVE(m, &world->scratch.fastBodies, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.moveMarks, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.aabbSlacks, slots) &&
           ARRAY_RESERVE(m, &world->scratch.queryHits, colliders + 8);
}

// Enlarges the boxes that the tree has of a body to its displacement in the step, so that queries
// for others find it.
static void cover_displacement(MicaWorld *world, int32_t slot)
{
    Sweep sweep = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        MicaAABB box = continuous_swept_box(world, c, &sweep);
        if (!aabb_contains(&c->box, &box)) {
            collider_set_box(world, c, collider_fat_box(world, c, box, false));
            tree_set_box(&world->state.movingTree, i, c->box);
            collider_mark_moved(world, i);
        }
    }
}

// ------------------------------------------------------------------------- stopping and going on

// Stores the leftover time of a body that was stopped, and how far it was carried since. A body
// with joints has none: it stopped for the others, too.
static void store_leftover(MicaWorld *world, int32_t slot, float seconds, Vec2 carried)
{
    Body *b = &world->state.bodies.data[slot];
    b->leftoverTime = b->firstJoint == NONE ? seconds : 0.0f;
    b->leftoverDisplacement = carried;
    b->leftoverStep = (uint16_t)(world->state.steps & 0xffffu);
}

// The leftover time of the step before, seconds.
static float leftover_time(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    return b->leftoverStep == (uint16_t)((world->state.steps - 1u) & 0xffffu) ? b->leftoverTime
                                                                              : 0.0f;
}

// Where a body that was stopped at `at` is when the body that it met has finished the step:
// `fraction` of the step is over. On a kinematic body it stays as if glued; a dynamic one moves it
// along the normal only, and the contacts of the next step do the rest.
static Transform carry(const MicaWorld *world, const SweepHit *hit, Transform at, bool dynamic,
                       float *outTurn)
{
    Sweep carrier = body_sweep(world, hit->met);
    Transform end = world->state.transforms.data[hit->met],
              relative = inv_mul(sweep_transform(&carrier, hit->fraction), at);
    Transform carried = {transform(end, relative.p), rot_normalize(rot_mul(end.q, relative.q))};
    *outTurn = (1.0f - hit->fraction) * carrier.turn;
    if (dynamic) {
        float along = dot(sub(carried.p, at.p), hit->normal);
        carried = (Transform){mul_add(at.p, along, hit->normal), at.q};
        *outTurn = 0.0f;
    }
    return carried;
}

// Puts a body where it hit something, for the rest of the step.
static void stop_at_hit(MicaWorld *world, int32_t slot, const Sweep *sweep, const SweepHit *hit,
                        const StepContext *context)
{
    Transform at = sweep_transform(sweep, hit->fraction);
    int32_t solver = world->scratch.solverOf.data[slot], met = hit->met;
    const float *ah = world->scratch.solverMotion.data[solver].acceleration;  // of a substep
    float *v = world->state.velocities.data[slot].v, left = 1.0f - hit->fraction;
    // It waits, so it takes back what it was accelerated since, or bounces would gain energy.
    v[0] -= left * (float)context->substeps * ah[0];
    v[1] -= left * (float)context->substeps * ah[1];
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    s->da *= hit->fraction;
    float before = leftover_time(world, slot), leftover = left * context->dt;
    Vec2 displacement = {0.0f, 0.0f};
    bool dynamic = body_is_dynamic(world, met);
    if (body_has(world, met, MICA_FLAG_MOVED) && !(dynamic && hit->deep)) {
        float turn;
        Transform carried = carry(world, hit, at, dynamic, &turn);
        // Not through a wall: there it stays, squeezed, for the contacts of the next step.
        Vec2 center = world->state.bodies.data[slot].localCenter;
        Sweep ride = {center, transform(at, center), transform(carried, center), at.q, 0.0f};
        SweepHit wall = continuous_first_hit(world, slot, &ride, MEET_STATIC);
        at = wall.met == NONE ? carried : sweep_transform(&ride, wall.fraction);
        s->da += wall.met == NONE ? turn : 0.0f;
        leftover = wall.met == NONE && !dynamic ? leftover : 0.0f;
        displacement = sub(transform(at, center), ride.c0);
    } else if (dynamic || hit->deep) {
        leftover = 0.0f;
    } else if (before > 0.0f) {
        leftover = min_f(leftover + before, context->dt);
        displacement = world->state.bodies.data[slot].leftoverDisplacement;
    }
    store_leftover(world, slot, leftover, displacement);
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    // The displacement that it has made, for the trigger phase.
    Vec2 moved = sub(transform(at, sweep->localCenter), sweep->c0);
    s->dx = moved.x;
    s->dy = moved.y;
    world->output.continuousStops += 1;
}

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

// Moves a body on for its leftover time with the velocity that it has at the end of the step, as
// far as nothing is in its way. An unconstrained body is accelerated meanwhile, exactly; one that
// contacts hold moves straight on.
static void spend_leftover(MicaWorld *world, int32_t slot, float leftover,
                           const StepContext *context)
{
    int32_t solver = world->scratch.solverOf.data[slot];
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    Body *b = &world->state.bodies.data[slot];
    float *v = world->state.velocities.data[slot].v;
    bool unconstrained = solver_body_is_unconstrained(world, solver);
    float substeps = unconstrained ? leftover * context->invH : 0.0f;
    Vec2 gained = {substeps * m->acceleration[0], substeps * m->acceleration[1]};
    Vec2 displacement =
        sub(scale(leftover, add(vec(v[0], v[1]), scale(0.5f, gained))), b->leftoverDisplacement);
    Transform from = world->state.transforms.data[slot];
    Vec2 center = transform(from, b->localCenter);
    float turn = leftover * v[2];
    Sweep sweep = {b->localCenter, center, add(center, displacement), from.q, turn};
    SweepHit hit = continuous_first_hit(world, slot, &sweep, MEET_ALL_TYPES | MEET_AT_END);
    Transform at = sweep_transform(&sweep, hit.fraction);
    v[0] += hit.fraction * gained.x;
    v[1] += hit.fraction * gained.y;
    if (!unconstrained && b->leftoverDisplacement.x == 0.0f && b->leftoverDisplacement.y == 0.0f) {
        exchange_energy(v, scale(context->invH, vec(m->acceleration[0], m->acceleration[1])),
                        scale(hit.fraction, displacement));
    }
    s->dx += hit.fraction * displacement.x;
    s->dy += hit.fraction * displacement.y;
    s->da += hit.fraction * turn;
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    b->leftoverTime = 0.0f;
    if (hit.met != NONE && !hit.deep && !body_is_dynamic(world, hit.met)) {
        store_leftover(world, slot, (1.0f - hit.fraction) * leftover, vec(0.0f, 0.0f));
    }
    world->output.continuousStops += 1;
}

// ------------------------------------------------------------------------------ choosing what to
// sweep

// Bodies in the path of a fast kinematic one are swept, however slow they are.
static void mark_in_path(MicaWorld *world, int32_t slot)
{
    Sweep sweep = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0 || (c->flags & COLLIDER_TRIGGER) != 0) {
            continue;
        }
        world->scratch.queryHits.count = 0;
        tree_query(&world->host.memory, &world->state.movingTree,
                   continuous_swept_box(world, c, &sweep), continuous_solid_layers(world, c),
                   &world->scratch.queryHits);
        for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
            int32_t body = world->state.colliders.data[world->scratch.queryHits.data[h]].body;
            int32_t solver = world->scratch.solverOf.data[body];
            if (solver != 0 && body_is_dynamic(world, body)) {
                world->scratch.moveMarks.data[solver] |= MOVE_FAST;
            }
        }
    }
}

// Whether the cached slack of the body's boxes says that all colliders are still inside them.
static inline bool is_within_slack(const MicaWorld *world, int32_t slot, bool turns)
{
    return (!turns || body_has_mark(world, slot, BODY_DISC)) &&
           f4_all(f4_lt(f4_load(world->scratch.aabbSlacks.data[slot].bounds),
                        aabb_slack_origin(world, slot)));
}

// Tests the colliders against the boxes that pairs were found with. MOVE_FAST if one is outside by
// more than SWEEP_FROM and moved as far; MOVE_IN_BOXES if all are inside, and then the slack is
// stored.
static uint8_t test_boxes(MicaWorld *world, int32_t slot, float moved)
{
    const f4 limit = f4_splat(SWEEP_FROM);
    AabbSlackBuilder slack = aabb_slack_begin();
    uint8_t mark = MOVE_IN_BOXES;
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        MicaAABB tight = collider_tight_box(world, c);
        f4 out = aabb_slack_add(&slack, &c->box, &tight);
        if (!f4_all(f4_le(out, f4_zero())) || collider_is_compound(c)) {
            mark = 0;
            if (moved >= SWEEP_FROM && continuous_is_swept(c) &&
                continuous_solid_layers(world, c) != 0 && !f4_all(f4_le(out, limit))) {
                return MOVE_FAST;
            }
        }
    }
    if (mark == MOVE_IN_BOXES) {
        aabb_slack_store(world, slot, &slack);
    }
    return mark;
}

// MOVE_FAST if a dynamic body may have passed through something, or landed deep in it: it moved
// half its minimum extent, or has leftover time, or moved at all near something static.
static uint8_t mark_displacement(MicaWorld *world, int32_t slot, float moved, bool turns)
{
    float half = 0.5f * world->state.bodies.data[slot].minExtent;
    if (moved >= half || leftover_time(world, slot) > 0.0f ||
        (moved >= SWEEP_FROM && (body_has_mark(world, slot, BODY_NEAR_STATIC) ||
                                 body_has(world, slot, MICA_FLAG_BULLET)))) {
        return MOVE_FAST;
    }
    return is_within_slack(world, slot, turns) ? MOVE_IN_BOXES : test_boxes(world, slot, moved);
}

// Fills moveMarks, and fastBodies with the bodies to sweep; true if a bullet is among them.
static bool find_fast(MicaWorld *world)
{
    int32_t count = world->scratch.solverBodies.count;
    memset(world->scratch.moveMarks.data, 0, (size_t)count);
    for (int32_t i = 1; i < count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        float moved = body_max_displacement(world, i);
        world->scratch.maxDisplacement = max_f(world->scratch.maxDisplacement, moved);
        if (body_is_dynamic(world, slot)) {
            world->scratch.moveMarks.data[i] |= mark_displacement(
                world, slot, moved, world->scratch.solverBodies.data[i].da != 0.0f);
        } else if (moved >= 0.5f * world->state.bodies.data[slot].minExtent) {
            mark_in_path(world, slot);
        }
    }
    bool bullets = false;
    world->scratch.fastBodies.count = 0;
    for (int32_t i = 1; i < count; ++i) {
        if ((world->scratch.moveMarks.data[i] & MOVE_FAST) != 0) {
            int32_t slot = world->scratch.solverSlots.data[i];
            world->scratch.fastBodies.data[world->scratch.fastBodies.count++] = slot;
            bullets = bullets || body_has(world, slot, MICA_FLAG_BULLET);
        }
    }
    return bullets;
}

void continuous_sweep(MicaWorld *world, const StepContext *context)
{
    world->output.continuousStops = 0;
    world->scratch.maxDisplacement = 0.0f;
    bool bullets = find_fast(world);
    if (world->scratch.fastBodies.count == 0) {
        return;
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        if (bullets || !body_is_dynamic(world, slot)) {
            cover_displacement(world, slot);
        }
    }
    tree_refit(&world->state.movingTree);
    continuous_list_kinematics(world);
    // Bullets last: they meet dynamic bodies where the first pass has put those.
    for (int32_t pass = 0; pass < (bullets ? 2 : 1); ++pass) {
        for (int32_t i = 0; i < world->scratch.fastBodies.count; ++i) {
            int32_t slot = world->scratch.fastBodies.data[i];
            if (body_has(world, slot, MICA_FLAG_BULLET) != (pass == 1)) {
                continue;
            }
            Sweep sweep = body_sweep(world, slot);
            SweepHit hit = continuous_first_hit(
                world, slot, &sweep, pass == 1 ? MEET_ALL_TYPES : MEET_STATIC | MEET_KINEMATIC);
            float leftover = leftover_time(world, slot);
            if (hit.met != NONE) {
                stop_at_hit(world, slot, &sweep, &hit, context);
            } else if (leftover > 0.0f) {
                spend_leftover(world, slot, leftover, context);
            }
            world->scratch.maxDisplacement =
                max_f(world->scratch.maxDisplacement,
                      body_max_displacement(world, world->scratch.solverOf.data[slot]));
        }
    }
}

// Continuous collision, called after the solver: a body that moved so far that it could have passed
// through something is swept from where the step began (continuous_hit.c), and stopped where it
// first meets a static or kinematic body, or, flagged as a bullet, a dynamic one
// (continuous_stop.c). Bodies are done in index order; a bullet meets others where they were put so
// far. Reads trees, previous and new transforms; writes transforms, velocities, moveMarks,
// fastBodies and aabbSlacks.
#include "aabb_slack.h"
#include "continuous.h"

#include <string.h>

// A shorter displacement needs no sweep.
#define SWEEP_FROM SPECULATIVE_DISTANCE

bool continuous_reserve(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    int32_t bodies = world->scratch.solverBodies.count;
    int32_t slots = bodies > 1 ? world->state.bodies.count : 0;
    // For the sweeps and for movers, who look around them once the step is committed.
    bool searches = bodies > 1 || world->state.movers.count > 0;
    int32_t hits = searches ? world->state.liveColliders + 8 : 0;
    int32_t boxes = bodies > 1 && world->scratch.kinematicBodies > 0 ? FEW_KINEMATICS / 4 : 0;
    return ARRAY_RESERVE(m, &scratch->kinematicBoxes, boxes) &&
           ARRAY_RESERVE(m, &scratch->fastBodies, bodies) &&
           ARRAY_RESERVE(m, &scratch->moveMarks, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.aabbSlacks, slots) &&
           ARRAY_RESERVE(m, &world->scratch.queryHits, hits);
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
            // Far from the centre of mass, the end of a sweep is not to the bit where the body is.
            box = aabb_union(box, collider_tight_box(world, c));
            collider_set_box(world, c, collider_fat_box(world, c, box, false));
            tree_set_box(&world->state.movingTree, i, c->box);
            collider_mark_moved(world, i);
        }
    }
}

// Bodies in the path of a fast kinematic one are swept, however slow they are; in that of a slower
// one, which does not only turn, those that nothing holds: what is pressed against a wall gives way
// (crush.c).
static void mark_in_path(MicaWorld *world, int32_t slot, bool fast)
{
    SolverScratch *scratch = solver_scratch(world);
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
            if (solver != 0 && body_is_dynamic(world, body) &&
                (fast || solver_body_is_unconstrained(world, solver))) {
                scratch->moveMarks.data[solver] |= MOVE_FAST;
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
    if (moved >= half || body_leftover_time(world, slot, world->state.steps - 1u) > 0.0f ||
        (moved >= SWEEP_FROM && (body_has_mark(world, slot, BODY_NEAR_STATIC) ||
                                 body_has(world, slot, MICA_FLAG_BULLET)))) {
        return MOVE_FAST;
    }
    return is_within_slack(world, slot, turns) ? MOVE_IN_BOXES : test_boxes(world, slot, moved);
}

// A body is swept, however slow it is, if it overlaps a static one, and the overlap plus its
// displacement in the step exceeds half of its minimum extent: squeezed into a wedge, it would
// tunnel in small steps.
static void mark_deep(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        bool staticA = body_type(world, active->bodyA) == MICA_BODY_STATIC;
        int32_t slot = staticA ? active->bodyB : active->bodyA,
                solver = world->scratch.solverOf.data[slot];
        if ((staticA || body_type(world, active->bodyB) == MICA_BODY_STATIC) && solver != 0 &&
            contact_min_separation(&world->state.contacts.data[active->contact]) <
                body_max_displacement(world, solver) -
                    0.5f * world->state.bodies.data[slot].minExtent) {
            scratch->moveMarks.data[solver] |= MOVE_FAST;
        }
    }
}

// Fills moveMarks, and fastBodies with the bodies to sweep; true if a bullet is among them.
static bool find_fast(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t count = world->scratch.solverBodies.count;
    memset(scratch->moveMarks.data, 0, (size_t)count);
    for (int32_t i = 1; i < count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        float moved = body_max_displacement(world, i);
        world->scratch.maxDisplacement = max_f(world->scratch.maxDisplacement, moved);
        if (body_is_dynamic(world, slot)) {
            scratch->moveMarks.data[i] |= mark_displacement(
                world, slot, moved, world->scratch.solverBodies.data[i].da != 0.0f);
        } else if (moved >= SWEEP_FROM) {
            const SolverBody *b = &world->scratch.solverBodies.data[i];
            bool fast = moved >= 0.5f * world->state.bodies.data[slot].minExtent;
            if (fast || b->dx * b->dx + b->dy * b->dy >= SWEEP_FROM * SWEEP_FROM) {
                mark_in_path(world, slot, fast);
            }
        }
    }
    if (contacts_scratch(world)->deepStaticContacts > 0) {
        mark_deep(world);
    }
    bool bullets = false;
    scratch->fastBodies.count = 0;
    for (int32_t i = 1; i < count; ++i) {
        if ((scratch->moveMarks.data[i] & MOVE_FAST) != 0) {
            int32_t slot = world->scratch.solverSlots.data[i];
            scratch->fastBodies.data[scratch->fastBodies.count++] = slot;
            bullets = bullets || body_has(world, slot, MICA_FLAG_BULLET);
        }
    }
    return bullets;
}

void continuous_sweep(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    world->output.continuousStops = 0;
    world->scratch.maxDisplacement = 0.0f;
    bool bullets = find_fast(world);
    if (scratch->fastBodies.count == 0) {
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
        for (int32_t i = 0; i < scratch->fastBodies.count; ++i) {
            int32_t slot = scratch->fastBodies.data[i];
            if (body_has(world, slot, MICA_FLAG_BULLET) != (pass == 1)) {
                continue;
            }
            Sweep sweep = body_sweep(world, slot);
            SweepHit hit = continuous_first_hit(
                world, slot, &sweep, pass == 1 ? MEET_ALL_TYPES : MEET_STATIC | MEET_KINEMATIC);
            float leftover = body_leftover_time(world, slot, world->state.steps - 1u);
            if (hit.met != NONE) {
                continuous_stop(world, slot, &sweep, &hit, context);
            } else if (leftover > 0.0f) {
                continuous_go_on(world, slot, leftover, context);
            }
            world->scratch.maxDisplacement =
                max_f(world->scratch.maxDisplacement,
                      body_max_displacement(world, world->scratch.solverOf.data[slot]));
        }
    }
}

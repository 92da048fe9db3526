// Bodies of a step by impacts: taken from the world, moved in free flight, kept inside boxes that
// cover the rest of their flight, and written back. A body moves by x += h (v0 + v1) / 2, as in
// solver_bodies.c, into however many pieces impacts divide its flight. Called by impact.c. Reads
// transforms, velocities and the accelerations of bodies_pack; writes boxes and pairs as flights
// change, and transforms, velocities and events at the very end, so that a step that runs out of
// memory has changed nothing visible.
#include "impact.h"

// The body at the beginning of the step, after bodies_pack. Damping acts at once, as in a step by
// forces of one substep.
static ImpactBody make_body(const MicaWorld *world, int32_t slot, float dt)
{
    const Body *data = &world->state.bodies.data[slot];
    int32_t solver = world->scratch.solverOf.data[slot];
    ImpactBody b = {.c = body_world_center(world, slot),
                    .q = world->state.transforms.data[slot].q,
                    .invMassX = data->invMassX,
                    .invMassY = data->invMassY,
                    .invInertia = data->invInertia,
                    .firstPair = NONE,
                    .dynamic = body_is_dynamic(world, slot),
                    .moves = solver != 0};
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    const float *v = world->state.velocities.data[slot].v;
    float velocity[3], acceleration[3];
    for (int32_t i = 0; i < 3; ++i) {
        float damping = i < 2 ? m->acceleration[3] : m->base[3];
        velocity[i] = b.moves ? clamp_f(v[i] * damping, -MAX_SPEED, MAX_SPEED) : 0.0f;
        acceleration[i] =
            clamp_f(m->acceleration[i] * damping, -2.0f * MAX_SPEED, 2.0f * MAX_SPEED) / dt;
    }
    b.by[IMPACT_VELOCITY] = (ImpactMotion){{velocity[0], velocity[1]}, velocity[2]};
    b.by[IMPACT_ACCELERATION] = (ImpactMotion){{acceleration[0], acceleration[1]}, acceleration[2]};
    return b;
}

ImpactBody impact_body_at(const ImpactBody *b, float time)
{
    ImpactBody r = *b;
    float h = time - b->time;
    r.time = time;
    if (!b->moves || !(h > 0.0f)) {
        return r;
    }
    ImpactMotion *velocity = &r.by[IMPACT_VELOCITY];
    const ImpactMotion *acceleration = &b->by[IMPACT_ACCELERATION];
    r.c = mul_add(b->c, h, mul_add(velocity->linear, 0.5f * h, acceleration->linear));
    float turn = h * (velocity->angular + 0.5f * h * acceleration->angular);
    if (turn != 0.0f) {
        r.q = rot_normalize(rot_mul(b->q, trig_small_rot(turn)));
        r.turned += turn;
    }
    velocity->linear = mul_add(velocity->linear, h, acceleration->linear);
    velocity->angular += h * acceleration->angular;
    return r;
}

Transform impact_transform(const WorldState *state, const ImpactBody *b, int32_t slot)
{
    return (Transform){sub(b->c, rotate(b->q, state->bodies.data[slot].localCenter)), b->q};
}

static bool reserve_pairs(MicaWorld *world)
{
    ContactsScratch *contacts = contacts_scratch(world);
    Memory *m = &world->host.memory;
    ImpactScratch *scratch = impact_scratch(world);
    int32_t pairs = world->state.contacts.count;
    return ARRAY_RESERVE(m, &scratch->pairs, pairs) && ARRAY_RESERVE(m, &scratch->queue, pairs) &&
           ARRAY_RESERVE(m, &scratch->seeds, pairs) &&
           ARRAY_RESERVE(m, &scratch->points, 2 * pairs) &&
           ARRAY_RESERVE(m, &scratch->active, 2 * pairs) &&
           ARRAY_RESERVE(m, &contacts->activeContacts, pairs) &&
           ARRAY_RESERVE(m, &world->output.beginEvents, pairs) &&
           ARRAY_RESERVE(m, &world->output.hitEvents, pairs) &&
           events_reserve_loads(world, pairs) &&
           ARRAY_RESERVE(m, &world->output.endEvents, world->output.endEvents.count + pairs);
}

bool impact_reserve(MicaWorld *world)
{
    // Sleeping bodies may be hit, so every body may become a solver body.
    Memory *m = &world->host.memory;
    ImpactScratch *scratch = impact_scratch(world);
    int32_t bodies = world->state.bodies.count + 1;
    return ARRAY_RESERVE(m, &scratch->bodies, bodies) &&
           ARRAY_RESERVE(m, &scratch->touched, bodies) &&
           ARRAY_RESERVE(m, &scratch->pushed, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.solverBodies, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.solverSlots, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.solverMotion, bodies) &&
           ARRAY_RESERVE(m, &world->output.movedEvents, bodies) &&
           ARRAY_RESERVE(m, &world->state.pendingAsleep,
                         world->state.pendingAsleep.count + bodies) &&
           ARRAY_RESERVE(m, &world->scratch.queryHits, 2 * world->state.liveColliders + 8) &&
           reserve_pairs(world);
}

// ---------------------------------------------------------------------------------------- boxes

// A box around all that the collider can touch within `rest` seconds: its box swept along the chord
// of the flight, enlarged by what turning and the sagitta of the parabola, a t² / 8, can add.
static MicaAABB flight_box(MicaWorld *world, const Collider *c, const ImpactBody *b, float rest)
{
    Transform *place = &world->state.transforms.data[c->body], before = *place;
    *place = impact_transform(&world->state, b, c->body);
    MicaAABB box = collider_tight_box(world, c);
    *place = before;
    const ImpactMotion *velocity = &b->by[IMPACT_VELOCITY],
                       *acceleration = &b->by[IMPACT_ACCELERATION];
    Vec2 chord = scale(rest, mul_add(velocity->linear, 0.5f * rest, acceleration->linear));
    float turn =
              min_f(rest * (abs_f(velocity->angular) + rest * abs_f(acceleration->angular)), 2.0f),
          r = turn * (c->reach + length(world->state.bodies.data[c->body].localCenter)),
          sag = 0.125f * rest * rest;
    Vec2 reach = {sag * abs_f(acceleration->linear.x) + r, sag * abs_f(acceleration->linear.y) + r};
    box.lower = sub(add(box.lower, vec(min_f(chord.x, 0.0f), min_f(chord.y, 0.0f))), reach);
    box.upper = add(add(box.upper, vec(max_f(chord.x, 0.0f), max_f(chord.y, 0.0f))), reach);
    return box;
}

static float box_size(MicaAABB b) { return b.upper.x - b.lower.x + b.upper.y - b.lower.y; }

// True if the collider's box must become *box to cover its flight. One that is much too large is
// left from an earlier, faster flight.
static bool leaves_box(MicaWorld *world, const Collider *c, const ImpactBody *b, float rest,
                       MicaAABB *box)
{
    if ((c->flags & COLLIDER_IN_TREE) == 0) {
        return false;
    }
    MicaAABB flight = flight_box(world, c, b, rest);
    *box = collider_fat_box(world, c, flight, false);
    return !(c->box.lower.x <= flight.lower.x && c->box.lower.y <= flight.lower.y &&
             flight.upper.x <= c->box.upper.x && flight.upper.y <= c->box.upper.y) ||
           box_size(c->box) > 2.0f * box_size(*box);
}

// Covers the flights of all moving bodies under gravity alone, so that the broad phase finds most
// of the pairs.
void impact_cover_moving(MicaWorld *world, float dt)
{
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        if (!body_has(world, slot, MICA_FLAG_MOVED)) {
            continue;
        }
        const float *v = world->state.velocities.data[slot].v;
        float pull =
            body_is_dynamic(world, slot) ? world->state.bodies.data[slot].gravityScale : 0.0f;
        ImpactBody b = {.c = body_world_center(world, slot),
                        .q = world->state.transforms.data[slot].q};
        b.by[IMPACT_VELOCITY] = (ImpactMotion){{v[0], v[1]}, v[2]};
        b.by[IMPACT_ACCELERATION].linear = scale(pull, world->state.gravity);
        for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
             i = world->state.colliders.data[i].next) {
            Collider *c = &world->state.colliders.data[i];
            MicaAABB box;
            if (leaves_box(world, c, &b, dt, &box)) {
                collider_set_box(world, c, box);
                tree_set_box(&world->state.movingTree, i, box);
                collider_mark_moved(world, i);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------- pairs

// Adds the contacts from `first` on as pairs, to the lists of their dynamic bodies, and the work that
// is allowed for them.
static void add_pairs(ImpactStep *step, int32_t first)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    for (int32_t i = first; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
        scratch->pairs.data[i] =
            (ImpactPair){.nextA = NONE, .nextB = NONE, .time = IMPACT_NEVER, .place = NONE};
        if ((c->flags & CONTACT_TRIGGER) == 0) {
            if (a->dynamic) {
                scratch->pairs.data[i].nextA = a->firstPair;
                a->firstPair = i;
            }
            if (b->dynamic) {
                scratch->pairs.data[i].nextB = b->firstPair;
                b->firstPair = i;
            }
        }
    }
    scratch->pairs.count = world->state.contacts.count;
    step->maxWork += (int64_t)IMPACT_WORK_A_PAIR * (world->state.contacts.count - first);
}

void impact_begin(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        scratch->bodies.data[slot] = make_body(world, slot, step->dt);
    }
    scratch->bodies.count = world->state.bodies.count;
    scratch->queue.count = scratch->touched.count = 0;
    scratch->work = 0;
    step->maxWork = (int64_t)IMPACT_WORK_AN_IMPACT * step->maxImpacts;
    add_pairs(step, 0);
}

// Makes the pairs of a collider whose box has changed within the step.
static bool find_new_pairs(ImpactStep *step, int32_t self)
{
    MicaWorld *world = step->world;
    const Collider *c = &world->state.colliders.data[self];
    uint64_t meets = c->group > 0 ? ~(uint64_t)0 : layer_response_mask(world, c);
    int32_t known = world->state.contacts.count;
    world->scratch.queryHits.count = 0;
    if (!tree_query(&world->host.memory, &world->state.movingTree, c->box, meets,
                    &world->scratch.queryHits) ||
        !tree_query(&world->host.memory, &world->state.staticTree, c->box, meets,
                    &world->scratch.queryHits)) {
        return false;
    }
    step->scratch->work += world->state.movingTree.loose.count + world->scratch.queryHits.count;
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        if (world->scratch.queryHits.data[i] != self &&
            !find_pairs_between(world, self, world->scratch.queryHits.data[i])) {
            return false;
        }
    }
    if (world->state.contacts.count > known) {
        if (!reserve_pairs(world)) {
            return false;
        }
        add_pairs(step, known);
    }
    return true;
}

bool impact_cover_body(ImpactStep *step, int32_t slot)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    const ImpactBody *b = &scratch->bodies.data[slot];
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        MicaAABB box;
        scratch->work += 1;
        if (leaves_box(world, c, b, step->dt - b->time, &box)) {
            collider_set_box(world, c, box);
            tree_move(&world->state.movingTree, i, box, collider_layers(world, c));
            if (!find_new_pairs(step, i)) {
                return false;
            }
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------- finish

static void emit_events(MicaWorld *world, const ImpactScratch *scratch, int32_t index)
{
    Contact *c = &world->state.contacts.data[index];
    const ImpactPair *p = &scratch->pairs.data[index];
    const ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
    if ((c->flags & CONTACT_TRIGGER) != 0 ||
        !((a->dynamic && a->moves) || (b->dynamic && b->moves))) {
        return;
    }
    bool near = false;
    for (int32_t i = 0; i < c->count; ++i) {
        near = near || c->points[i].separation <= IMPACT_TOUCH_DISTANCE;
    }
    bool begins = (near || p->impulse > 0.0f) && (c->flags & CONTACT_TOUCHING) == 0,
         hits = p->impulse > 0.0f && p->approach > world->state.hitSpeed;
    if (begins) {
        event_begin(world, c, p->approach);
    }
    if (hits) {
        event_hit(world, c, p->approach, p->impulse);
    }
    if (p->impulse > 0.0f) {
        // The point and normal of the impact, not those of the manifold at the step's beginning.
        MicaContactEvent *e[3] = {
            begins ? &world->output.beginEvents.data[world->output.beginEvents.count - 1] : NULL,
            hits ? &world->output.hitEvents.data[world->output.hitEvents.count - 1] : NULL,
            event_load(world, c, p->impulse)};
        for (int32_t i = 0; i < 3; ++i) {
            if (e[i] != NULL) {
                e[i]->point = p->point;
                e[i]->normal = p->normal;
            }
        }
        c->cacheFlags = 0;
    }
}

// Repacks solver bodies with the displacements of the step, which triggers and sleep read.
static void repack_bodies(MicaWorld *world, const ImpactScratch *scratch)
{
    int32_t count = 1;
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        world->scratch.solverOf.data[slot] = 0;
        if (!body_has(world, slot, MICA_FLAG_MOVED)) {
            continue;
        }
        Vec2 center = world->state.bodies.data[slot].localCenter;
        Vec2 displacement = sub(transform(world->state.transforms.data[slot], center),
                                transform(world->state.previous.data[slot], center));
        world->scratch.solverOf.data[slot] = count;
        world->scratch.solverSlots.data[count] = slot;
        world->scratch.solverBodies.data[count] = (SolverBody){
            .dx = displacement.x, .dy = displacement.y, .da = scratch->bodies.data[slot].turned};
        world->scratch.solverMotion.data[count].dynamic =
            body_is_dynamic(world, slot) ? 1.0f : 0.0f;
        count += 1;
    }
    world->scratch.solverBodies.count = world->scratch.solverSlots.count =
        world->scratch.solverMotion.count = count;
}

// Lists the contacts that touch, or have met in the step, as active ones: they make islands.
static void list_active(MicaWorld *world, const ImpactScratch *scratch)
{
    ContactsScratch *contacts = contacts_scratch(world);
    int32_t count = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if ((c->flags & CONTACT_TRIGGER) == 0 &&
            (c->count > 0 || scratch->pairs.data[i].impulse > 0.0f)) {
            contacts->activeContacts.data[count++] =
                (ActiveContact){.contact = i, .bodyA = c->bodyA, .bodyB = c->bodyB};
        }
    }
    contacts->activeContacts.count = count;
}

void impact_finish(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        emit_events(world, scratch, i);
    }
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        ImpactBody *b = &scratch->bodies.data[slot];
        if (!b->moves) {
            continue;
        }
        *b = impact_body_at(b, step->now);
        body_wake(world, slot);  // it may have been hit while asleep
        world->state.flags.data[slot] |= MICA_FLAG_MOVED;
        const ImpactMotion *velocity = &b->by[IMPACT_VELOCITY];
        float *v = world->state.velocities.data[slot].v;
        v[0] = clamp_f(velocity->linear.x, -MAX_SPEED, MAX_SPEED);
        v[1] = clamp_f(velocity->linear.y, -MAX_SPEED, MAX_SPEED);
        v[2] = clamp_f(velocity->angular, -MAX_SPIN, MAX_SPIN);
        Transform *t = &world->state.transforms.data[slot],
                  next = impact_transform(&world->state, b, slot);
        bool finite = vec_within(velocity->linear, 3e38f) && within(velocity->angular, 3e38f) &&
                      vec_within(sub(next.p, t->p), MAX_COORDINATE) && within(next.q.c, 2.0f) &&
                      within(next.q.s, 2.0f);
        if (finite) {
            *t = next;
            body_clear_residual(world, slot);
        } else {
            // The motion is not finite: the body stays where it was, at rest.
            v[0] = v[1] = v[2] = 0.0f;
        }
    }
    repack_bodies(world, scratch);
    list_active(world, scratch);
}

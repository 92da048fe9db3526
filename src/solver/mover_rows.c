// Contacts of movers with dynamic bodies: one row a contact point. The mover is no solver body: it
// moves with its own velocity here, and after the substeps as far as the bodies let it. A row
// pushes with the mover's force at most, unless the mover cannot yield because its ground or a wall
// blocks it from behind. The body that a mover stands on bears a constant force, the mover's
// weight, so that nothing feeds back. These contacts are taken out of activeContacts and solved
// here, since no kernel has a maximum. Called by step.c; reads movers and contacts, writes solver
// bodies, contacts, contactImpulses and events.
#include "solver.h"

static Vec2 weight_of(const MicaWorld *world, const Mover *m)
{
    const MoverStep *step = &world->scratch.moverSteps.data[m - world->state.movers.data];
    return scale(m->numbers[MICA_MOVER_MASS], step->gravity);
}

// Whether what supports the mover blocks a push along `direction`.
static bool is_blocked(const Mover *m, Vec2 direction)
{
    return (m->flags & (MOVER_BLOCKED | MICA_MOVER_CRUSHED)) != 0 ||
           ((m->flags & MICA_MOVER_GROUNDED) != 0 &&
            dot(direction, m->groundNormal) < -SUPPORT_COSINE) ||
           ((m->flags & MICA_MOVER_AT_WALL) != 0 &&
            dot(direction, m->wallNormal) < -SUPPORT_COSINE);
}

static float inverse_mass(const SolverBody *b, float invInertia, Vec2 arm, Vec2 direction)
{
    float turn = cross(arm, direction);
    return direction.x * direction.x * b->invMassX + direction.y * direction.y * b->invMassY +
           turn * turn * invInertia;
}

// The rows of one contact of a mover with a dynamic body.
static void add_rows(MicaWorld *world, const Mover *m, int32_t contact, float h)
{
    SolverScratch *scratch = solver_scratch(world);
    const Contact *c = &world->state.contacts.data[contact];
    bool first = c->bodyA == m->body;  // the mover is A
    int32_t slot = first ? c->bodyB : c->bodyA, solver = world->scratch.solverOf.data[slot];
    Transform tA = world->state.transforms.data[c->bodyA];
    Vec2 n = rotate(tA.q, first ? c->normal : neg(c->normal)),
         velocity = add(m->velocity, m->groundVelocity);
    uint32_t other = collider_handle(world, first ? c->colliderB : c->colliderA).id;
    bool isGround = (m->flags & MICA_MOVER_GROUNDED) != 0 && m->ground == other;
    float heavy;
    Vec2 down = normalize(weight_of(world, m), &heavy);
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    const SolverMotion *motion = &world->scratch.solverMotion.data[solver];
    for (int32_t i = 0; i < c->count; ++i) {
        Vec2 at = add(body_world_center(world, c->bodyA), rotate(tA.q, c->points[i].anchor));
        Vec2 arm = sub(at, body_world_center(world, slot));
        MoverRow row = {.contact = contact,
                        .solver = solver,
                        .isGround = isGround,
                        .normal = isGround ? down : n,
                        .arm = arm,
                        .along = dot(velocity, n),
                        .across = dot(velocity, left_perp(n)),
                        .gap = c->points[i].separation,
                        // No friction at the sides, or a pushed crate would hang on the mover.
                        .friction = dot(n, down) < -SUPPORT_COSINE ? c->friction : 0.0f};
        bool blocked = !isGround && is_blocked(m, neg(n));
        float force = isGround ? heavy : m->numbers[MICA_MOVER_MAX_PUSH_FORCE];
        // A blocked mover resists any force, but pushes with none.
        row.maxImpulse = blocked ? 3e38f : force * h / (float)c->count;
        row.along = blocked ? min_f(row.along, 0.0f) : row.along;
        float inverse = inverse_mass(b, motion->invInertia, arm, row.normal),
              inverseAcross = inverse_mass(b, motion->invInertia, arm, left_perp(n));
        row.mass = inverse > 0.0f ? 1.0f / inverse : 0.0f;
        row.massAcross = inverseAcross > 0.0f ? 1.0f / inverseAcross : 0.0f;
        scratch->moverRows.data[scratch->moverRows.count++] = row;
    }
}

bool movers_take_contacts(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    ContactsScratch *contacts = contacts_scratch(world);
    scratch->moverRows.count = 0;
    if (world->state.liveMovers == 0) {
        return true;
    }
    int32_t count = contacts->activeContacts.count, kept = 0;
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->moverRows, 2 * count)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        ActiveContact active = contacts->activeContacts.data[i];
        bool isA = body_has(world, active.bodyA, MICA_FLAG_MOVER),
             isB = body_has(world, active.bodyB, MICA_FLAG_MOVER);
        int32_t other = isA ? active.bodyB : active.bodyA;
        if ((isA || isB) && body_is_dynamic(world, other) &&
            world->scratch.solverOf.data[other] != 0) {
            int32_t mover = mover_of_body(world, isA ? active.bodyA : active.bodyB);
            add_rows(world, &world->state.movers.data[mover], active.contact, context->h);
        } else {
            contacts->activeContacts.data[kept++] = active;
        }
    }
    contacts->activeContacts.count = kept;
    return true;
}

// ------------------------------------------------------------------------------- in each substep

static float speed_along(const SolverBody *b, Vec2 arm, Vec2 direction)
{
    return dot(direction, vec(b->vx, b->vy)) + b->w * cross(arm, direction);
}

static void push(SolverBody *b, float invInertia, Vec2 arm, Vec2 direction, float impulse)
{
    b->vx += impulse * b->invMassX * direction.x;
    b->vy += impulse * b->invMassY * direction.y;
    b->w += impulse * invInertia * cross(arm, direction);
}

// Solves v_n >= target for the impulse, within 0 and the row's maximum:
//
//   target = -gap / h apart,  min(-0.2 gap / h, push speed) in overlap, 0 in overlap without a bias
static void solve_row(MicaWorld *world, MoverRow *r, const StepContext *context, bool useBias)
{
    SolverBody *b = &world->scratch.solverBodies.data[r->solver];
    float invInertia = world->scratch.solverMotion.data[r->solver].invInertia,
          total = r->maxImpulse;
    if (!r->isGround) {
        Vec2 moved = mul_add(vec(b->dx, b->dy), b->da, left_perp(r->arm));
        float gap = r->gap + dot(moved, r->normal) - r->along * r->elapsed;
        float target = gap > 0.0f ? -gap * context->invH
                       : useBias ? min_f(-0.2f * gap * context->invH, world->state.contactPushSpeed)
                                 : 0.0f;
        float speed = speed_along(b, r->arm, r->normal) - r->along;
        r->approach = max_f(r->approach, -speed);
        total = clamp_f(r->impulse - r->mass * (speed - target), 0.0f, r->maxImpulse);
    }
    push(b, invInertia, r->arm, r->normal, total - r->impulse);
    r->impulse = total;
    r->largest = max_f(r->largest, total);
    if (!r->isGround && r->friction > 0.0f) {
        Vec2 direction = left_perp(r->normal);
        float speed = speed_along(b, r->arm, direction) - r->across, limit = r->friction * total;
        float across = clamp_f(r->impulseAcross - r->massAcross * speed, -limit, limit);
        push(b, invInertia, r->arm, direction, across - r->impulseAcross);
        r->impulseAcross = across;
    }
}

void movers_push(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->moverRows.count; ++i) {
        solve_row(world, &scratch->moverRows.data[i], context, true);
    }
}

void movers_relax(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->moverRows.count; ++i) {
        MoverRow *r = &scratch->moverRows.data[i];
        r->elapsed += context->h;
        solve_row(world, r, context, false);
        r->stepImpulse += r->impulse;
        r->stepAcross += r->impulseAcross;
    }
}

// Merges the impulses of the rows into contactImpulses, which stays in the order of contacts: from
// the last one on, so that none is overwritten before it has moved.
static void list_impulses(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    ContactImpulses *list = world->output.contactImpulses.data;
    const MoverRow *rows = scratch->moverRows.data;
    int32_t count = scratch->moverRows.count, from = world->output.contactImpulses.count, to = from;
    for (int32_t i = 0; i < count; ++i) {
        to += i == 0 || rows[i].contact != rows[i - 1].contact;
    }
    world->output.contactImpulses.count = to;
    for (int32_t i = count; i > 0;) {
        ContactImpulses c = {.contact = rows[i - 1].contact};
        for (int32_t p = world->state.contacts.data[c.contact].count; p-- > 0;) {
            c.normal[p] = rows[--i].stepImpulse;
            c.tangent -= rows[i].stepAcross;  // left_perp of the normal is against the tangent
        }
        while (from > 0 && list[from - 1].contact > c.contact) {
            list[--to] = list[--from];
        }
        list[--to] = c;
    }
}

void movers_store(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    list_impulses(world);
    for (int32_t i = 0; i < scratch->moverRows.count;) {
        const MoverRow *r = &scratch->moverRows.data[i];
        Contact *c = &world->state.contacts.data[r->contact];
        float largest = 0.0f, impulse = 0.0f, approach = 0.0f, gap = SPECULATIVE_DISTANCE;
        c->tangentImpulse = c->rollingImpulse = 0.0f;
        for (int32_t p = 0; p < c->count; ++p, ++i) {
            r = &scratch->moverRows.data[i];
            c->points[p].normalImpulse = r->impulse;
            c->tangentImpulse -= r->impulseAcross;
            largest = max_f(largest, r->largest);
            impulse += r->stepImpulse;
            approach = max_f(approach, r->approach);
            gap = min_f(gap, r->gap);
        }
        if ((largest > 0.0f || gap <= LINEAR_SLOP) && (c->flags & CONTACT_TOUCHING) == 0) {
            event_begin(world, c, approach);
        }
        if (largest > 0.0f && approach > world->state.hitSpeed) {
            event_hit(world, c, approach, impulse);
        }
        event_load(world, c, impulse);
    }
}

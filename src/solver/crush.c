// Bodies that are crushed: a kinematic body presses one into the static environment, directly or
// through others. Nothing can give way: the solver would sink the body into both, and in the end
// through the static one. The static body wins: as soon as the body overlaps the kinematic one by
// CRUSH_DEPTH, their contact is left out of the step, so the kinematic one passes; and an
// event tells the game. Called once a step before contacts are coloured. Reads contacts; takes some
// out of activeContacts, drops their impulses, and emits crush events.
#include "solver.h"

#include <string.h>

// Dynamic bodies that touch each other, from the one that the kinematic body touches on.
typedef struct Row {
    int32_t bodies[CRUSH_ROW], count;
} Row;

// A dynamic body of a contact with a kinematic one, and the direction in which that one presses.
typedef struct Pressure {
    int32_t contact, body, collider, kinematic;  // collider: of the dynamic body, then the other
    Vec2 direction;
    float depth;
} Pressure;

static float contact_depth(const Contact *c)
{
    float minimum = c->points[0].separation;
    return -(c->count == 2 ? min_f(minimum, c->points[1].separation) : minimum);
}

static Vec2 contact_normal(const MicaWorld *world, const Contact *c)
{
    return rotate(world->state.transforms.data[c->bodyA].q, c->normal);
}

static Pressure pressure_of(const MicaWorld *world, int32_t contact)
{
    const Contact *c = &world->state.contacts.data[contact];
    Vec2 n = contact_normal(world, c);
    bool dynamicA = body_is_dynamic(world, c->bodyA);
    return dynamicA
               ? (Pressure){contact, c->bodyA, c->colliderA, c->colliderB, neg(n), contact_depth(c)}
               : (Pressure){contact, c->bodyB, c->colliderB, c->colliderA, n, contact_depth(c)};
}

static bool is_in_row(const Row *row, int32_t body)
{
    for (int32_t i = 0; i < row->count; ++i) {
        if (row->bodies[i] == body) {
            return true;
        }
    }
    return false;
}

// Links the active contacts of each solver body into a list. False without memory.
static bool link_contacts(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    int32_t count = contacts->activeContacts.count, bodies = world->scratch.solverBodies.count;
    IntList *first = &scratch->bodyLinks, *next = &scratch->nextLinks;
    if (!ARRAY_RESERVE(&world->host.memory, first, bodies) ||
        !ARRAY_RESERVE(&world->host.memory, next, 2 * count)) {
        return false;
    }
    for (int32_t i = 0; i < bodies; ++i) {
        first->data[i] = NONE;
    }
    const int32_t *solverOf = world->scratch.solverOf.data;
    for (int32_t i = 0; i < count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        int32_t *firstA = &first->data[solverOf[active->bodyA]],
                *firstB = &first->data[solverOf[active->bodyB]];
        next->data[2 * i] = *firstA;
        *firstA = 2 * i;
        next->data[2 * i + 1] = *firstB;
        *firstB = 2 * i + 1;
    }
    return true;
}

static inline int32_t first_link(const MicaWorld *world, int32_t body)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    return scratch->bodyLinks.data[world->scratch.solverOf.data[body]];
}

static inline Contact *linked_contact(const MicaWorld *world, int32_t link)
{
    const ContactsScratch *contacts = contacts_scratch_read(world);
    int32_t contact = contacts->activeContacts.data[link / 2].contact;
    return &world->state.contacts.data[contact];
}

// The first static collider into which a body is pressed, directly or through a row of others, or
// NONE. Fills the row, with those too that lie beside the way to that collider: they are squeezed
// as well.
static int32_t find_static_behind(const MicaWorld *world, const Pressure *p, Row *row)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    int32_t obstacle = NONE;
    *row = (Row){{p->body}, 1};
    for (int32_t i = 0; i < row->count; ++i) {
        for (int32_t link = first_link(world, row->bodies[i]); link != NONE;
             link = scratch->nextLinks.data[link]) {
            const Contact *c = linked_contact(world, link);
            float side = link % 2 == 0 ? 1.0f : -1.0f;
            if (side * dot(contact_normal(world, c), p->direction) <= CRUSH_COSINE ||
                contact_depth(c) < -LINEAR_SLOP) {
                continue;
            }
            int32_t body = link % 2 == 0 ? c->bodyB : c->bodyA;
            if (body_type(world, body) == MICA_BODY_STATIC) {
                int32_t collider = link % 2 == 0 ? c->colliderB : c->colliderA;
                obstacle = obstacle == NONE ? collider : obstacle;
            } else if (body_is_dynamic(world, body) && row->count < CRUSH_ROW &&
                       !is_in_row(row, body)) {
                row->bodies[row->count++] = body;
            }
        }
    }
    return obstacle;
}

static void emit_crush(MicaWorld *world, const Pressure *p, int32_t obstacle)
{
    const Collider *colliders = world->state.colliders.data;
    MicaCrushEvent e = {.collider = collider_handle(world, p->collider),
                        .kinematicCollider = collider_handle(world, p->kinematic),
                        .staticCollider = collider_handle(world, obstacle),
                        .body = body_handle(world, p->body),
                        .kinematicBody = body_handle(world, colliders[p->kinematic].body),
                        .staticBody = body_handle(world, colliders[obstacle].body),
                        .normal = p->direction,
                        .depth = p->depth};
    world->output.crushEvents.data[world->output.crushEvents.count++] = e;
}

// Whether any bit of its impulses is set: -0 counts.
static bool has_impulse(const Contact *c)
{
    float impulses[] = {c->points[0].normalImpulse, c->points[c->count - 1].normalImpulse,
                        c->tangentImpulse};
    static const float none[3];
    return memcmp(impulses, none, sizeof none) != 0;
}

// The impulses with which a row was squeezed must not warm start it without the kinematic body: it
// would be shot away. False without memory.
static bool drop_impulses(MicaWorld *world, const Row *row)
{
    const SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < row->count; ++i) {
        for (int32_t link = first_link(world, row->bodies[i]); link != NONE;
             link = scratch->nextLinks.data[link]) {
            Contact *c = linked_contact(world, link);
            // Rows share contacts: a heap under a press has many rows. One note of each is enough.
            if (!has_impulse(c)) {
                continue;
            }
            if (!undo_reserve(world, 1)) {
                return false;
            }
            undo_note_contact(world, c);
            c->points[0].normalImpulse = 0.0f;
            c->points[c->count - 1].normalImpulse = 0.0f;
            c->tangentImpulse = 0.0f;
        }
    }
    return true;
}

bool contacts_drop_crushed(MicaWorld *world, const StepContext *context)
{
    (void)context;
    ContactsScratch *contacts = contacts_scratch(world);
    if (contacts->crushedContacts == 0 || contacts->staticContacts == 0) {
        return true;
    }
    int32_t shown = world->output.crushEvents.count;
    if (!ARRAY_RESERVE(&world->host.memory, &world->output.crushEvents,
                       shown + contacts->crushedContacts) ||
        !link_contacts(world)) {
        return false;
    }
    // Found before any is left out: a contact that is left out leads on to the next.
    ActiveContact *active = contacts->activeContacts.data;
    int32_t count = contacts->activeContacts.count, kept = 0;
    for (int32_t i = 0; i < count; ++i) {
        if ((active[i].flags & ACTIVE_CRUSHED) == 0) {
            continue;
        }
        Pressure p = pressure_of(world, active[i].contact);
        Row row;
        int32_t obstacle = find_static_behind(world, &p, &row);
        if (obstacle != NONE) {
            if (!drop_impulses(world, &row)) {
                return false;
            }
            emit_crush(world, &p, obstacle);
        } else {
            active[i].flags &= (uint8_t)~ACTIVE_CRUSHED;
        }
    }
    if (world->output.crushEvents.count == shown) {
        return true;
    }
    for (int32_t i = 0; i < count; ++i) {
        active[kept] = active[i];
        kept += (active[i].flags & ACTIVE_CRUSHED) == 0;
    }
    contacts->activeContacts.count = kept;
    return true;
}

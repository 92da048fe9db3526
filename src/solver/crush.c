// Bodies that are crushed: a kinematic body presses one into the static environment, directly or
// through others. Nothing can give way: the solver would sink the body into both, and in the end
// through the static one. What is immovable wins: as soon as the body has sunk into the kinematic
// one by CRUSH_DEPTH, their contact is left out of the step, so the kinematic one passes; and an
// event tells the game. Called once a step before contacts are coloured. Reads contacts; takes some
// out of activeContacts, drops their impulses, and emits crush events.
#include "solver.h"

// A contact with a kinematic body that is no deeper than this is solved.
#define CRUSH_DEPTH (2.0f * LINEAR_SLOP)
// Contacts lead on in the direction of the pressure up to this cosine.
#define CRUSH_COSINE 0.5f
// Bodies in a row between the kinematic and the static one.
#define CRUSH_ROW 16
// Contacts a step for which a static body is looked for, each in up to CRUSH_ROW passes over all
// contacts: a crowd that a kinematic drum turns over must not cost more than its step.
#define CRUSH_SEARCHES 32

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
    float least = c->points[0].separation;
    return -(c->count == 2 ? min_f(least, c->points[1].separation) : least);
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

// The body that a contact of a body in the row leads on to in a direction, or NONE; *collider is
// the one of its colliders that touches.
static int32_t body_beyond(const MicaWorld *world, const Contact *c, const Row *row, Vec2 direction,
                           int32_t *collider)
{
    float along = dot(contact_normal(world, c), direction);
    bool onToB = along > CRUSH_COSINE && is_in_row(row, c->bodyA);
    if (!onToB && !(along < -CRUSH_COSINE && is_in_row(row, c->bodyB))) {
        return NONE;
    }
    *collider = onToB ? c->colliderB : c->colliderA;
    return onToB ? c->bodyB : c->bodyA;
}

// The static collider into which a body is pressed, directly or through a row of others, or NONE.
static int32_t find_static_behind(const MicaWorld *world, const Pressure *p, Row *row)
{
    *row = (Row){{p->body}, 1};
    for (int32_t before = 0; before < row->count && row->count < CRUSH_ROW;) {
        before = row->count;
        for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
            const ActiveContact *active = &world->scratch.activeContacts.data[i];
            const Contact *c = &world->state.contacts.data[active->contact];
            int32_t collider, body = contact_depth(c) >= -LINEAR_SLOP
                                         ? body_beyond(world, c, row, p->direction, &collider)
                                         : NONE;
            if (body == NONE || is_in_row(row, body)) {
                continue;
            }
            if (body_type(world, body) == MICA_BODY_STATIC) {
                return collider;
            }
            if (body_is_dynamic(world, body) && row->count < CRUSH_ROW) {
                row->bodies[row->count++] = body;
            }
        }
    }
    return NONE;
}

static bool is_pressed_deep(const MicaWorld *world, const ActiveContact *active)
{
    uint32_t typeA = body_type(world, active->bodyA), typeB = body_type(world, active->bodyB);
    bool kinematic = (typeA == MICA_BODY_KINEMATIC && typeB == MICA_BODY_DYNAMIC) ||
                     (typeB == MICA_BODY_KINEMATIC && typeA == MICA_BODY_DYNAMIC);
    return kinematic && contact_depth(&world->state.contacts.data[active->contact]) > CRUSH_DEPTH;
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

// The impulses with which a row was squeezed must not warm start it without the kinematic body: it
// would be shot away.
static void drop_impulses(MicaWorld *world, const Row *row)
{
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        Contact *c = &world->state.contacts.data[world->scratch.activeContacts.data[i].contact];
        if (is_in_row(row, c->bodyA) || is_in_row(row, c->bodyB)) {
            c->points[0].normalImpulse = 0.0f;
            c->points[c->count - 1].normalImpulse = 0.0f;
            c->tangentImpulse = 0.0f;
        }
    }
}

bool contacts_drop_crushed(MicaWorld *world)
{
    ActiveContact *active = world->scratch.activeContacts.data;
    int32_t count = world->scratch.activeContacts.count, deep = 0, kept = 0;
    for (int32_t i = 0; i < count && world->scratch.kinematicBodies > 0; ++i) {
        deep += is_pressed_deep(world, &active[i]);
    }
    if (deep == 0) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &world->output.crushEvents, deep)) {
        return false;
    }
    // Found before any is left out: a contact that is left out leads on to the next.
    int32_t searches = 0;
    for (int32_t i = 0; i < count; ++i) {
        active[i].bucket = 0;
        if (is_pressed_deep(world, &active[i]) && searches++ < CRUSH_SEARCHES) {
            Pressure p = pressure_of(world, active[i].contact);
            Row row;
            int32_t obstacle = find_static_behind(world, &p, &row);
            if (obstacle != NONE) {
                drop_impulses(world, &row);
                emit_crush(world, &p, obstacle);
                active[i].bucket = 1;  // colouring fills it later
            }
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        bool crushed = active[i].bucket != 0;
        active[kept] = active[i];
        kept += !crushed;
    }
    world->scratch.activeContacts.count = kept;
    return true;
}

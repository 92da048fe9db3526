// Crowds: dynamic bodies of which each overlaps others deeply, because the game has made them in
// one place, or has made them larger. The solver pushes overlap out by velocity, and takes that
// velocity back out in the relax pass; in a row of a hundred overlaps the pushes add up, and one
// pass cannot take them back: the outermost body would leave at a hundred times contactPushSpeed.
// Where the contacts of a body together push by more than CROWD_PUSHES times that speed, the solver
// sees no more overlap than CROWD_DEPTH, and the rest of the overlap is removed by moving the
// bodies, which gives them no speed. Contacts with immovable bodies push as ever. Reads active
// contacts and solver bodies; writes crowd records, then displacements.
#include "solver.h"

#include <string.h>

#define CROWD_PUSHES 1.5f

// The speed by which the solver pushes two bodies apart that overlap by -separation.
static inline float push_of(const MicaWorld *world, const StepContext *context, float separation)
{
    return clamp_f(-context->contact.biasRate * separation, 0.0f, world->state.contactPushSpeed);
}

// The crowd records of both bodies of a contact. False if one is immovable, or they do not overlap
// deeply.
static inline bool find_crowd(const MicaWorld *world, const ActiveContact *active, CrowdBody **a,
                              CrowdBody **b)
{
    if ((active->flags & ACTIVE_DEEP) == 0) {
        return false;
    }
    const SolverScratch *scratch = solver_scratch_read(world);
    int32_t i = world->scratch.solverOf.data[active->bodyA],
            k = world->scratch.solverOf.data[active->bodyB];
    *a = &scratch->crowds.data[i];
    *b = &scratch->crowds.data[k];
    return i != 0 && k != 0;
}

static inline bool is_crowded(const MicaWorld *world, const CrowdBody *a, const CrowdBody *b)
{
    return max_f(a->push, b->push) > CROWD_PUSHES * world->state.contactPushSpeed;
}

// The crowd record of the dynamic body of a contact with an immovable one that overlap deeply, and
// the normal that points to it, or null.
static inline CrowdBody *find_wall(const MicaWorld *world, const ActiveContact *active,
                                   Vec2 *normal)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    const SolverMotion *motion = world->scratch.solverMotion.data;
    int32_t i = world->scratch.solverOf.data[active->bodyA],
            k = world->scratch.solverOf.data[active->bodyB];
    bool dynamicA = motion[i].dynamic != 0.0f, dynamicB = motion[k].dynamic != 0.0f;
    const Contact *c = &world->state.contacts.data[active->contact];
    // Moving kinematic bodies press as crush.c lets them.
    if (dynamicA == dynamicB || (dynamicA ? k : i) != 0 ||
        !(contact_min_separation(c) < -WEDGE_DEPTH)) {
        return NULL;
    }
    Vec2 n = rotate(world->state.transforms.data[active->bodyA].q, c->normal);
    *normal = dynamicA ? neg(n) : n;
    return &scratch->crowds.data[dynamicA ? i : k];
}

// Widens the cone from `right` to `left` until it holds n. A body is wedged where no cone of less
// than half a turn does.
static void add_wall(CrowdBody *body, Vec2 n)
{
    body->walls += 1;
    if (body->walls == 1) {
        body->right = body->left = n;
    } else if (cross(body->right, n) < 0.0f || cross(n, body->left) < 0.0f) {
        if (cross(n, body->right) >= 0.0f && cross(n, body->left) > 0.0f) {
            body->right = n;
        } else if (cross(body->left, n) >= 0.0f && cross(body->right, n) > 0.0f) {
            body->left = n;
        } else {
            body->wedged = true;
        }
    }
}

// How much of contactPushSpeed walls may use that push a body from two sides. The velocity that
// leaves both at a speed p is p / cos(half the angle between their normals), along the slot:
// without a bound a body in a narrow slot would be shot out of it.
static float wall_push(const CrowdBody *body)
{
    return body->wedged ? 0.0f : 0.5f * length(add(body->right, body->left));
}

static void find_walls(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        Vec2 normal;
        CrowdBody *body = find_wall(world, &contacts->activeContacts.data[i], &normal);
        if (body != NULL) {
            add_wall(body, normal);
            scratch->wedged |= body->walls > 1;
        }
    }
}

bool contacts_find_crowd(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    scratch->crowded = scratch->wedged = false;
    if (contacts->deepContacts == 0 && contacts->deepWalls < 2) {
        return true;
    }
    memset(scratch->crowds.data, 0, sizeof(CrowdBody) * (size_t)world->scratch.solverBodies.count);
    if (contacts->deepWalls > 1) {
        find_walls(world);
    }
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        CrowdBody *a, *b;
        if (find_crowd(world, active, &a, &b)) {
            float push =
                push_of(world, context,
                        contact_min_separation(&world->state.contacts.data[active->contact]));
            a->push += push;
            b->push += push;
            scratch->crowded |= is_crowded(world, a, b);
        }
    }
    return true;
}

// A copy of a contact that overlaps by no more than `maximum`, and then by a fraction of that.
static const Contact *clamp_overlap(const Contact *c, ContactKind kind, float maximum,
                                    float fraction, Contact *copy)
{
    contact_copy(copy, c);
    for (int32_t i = 0; i < c->count; ++i) {
        float gap = c->points[i].separation;
        copy->points[i].separation = gap < 0.0f ? fraction * max_f(gap, -maximum) : gap;
    }
    // The overlap of two circles is computed from their radii.
    if (kind == KIND_TWO_CIRCLES) {
        float radii = c->radiusA + c->reachB,
              scale1 = (radii + c->points[0].separation - copy->points[0].separation) / radii;
        copy->radiusA *= scale1;
        copy->reachB *= scale1;
    }
    return copy;
}

const Contact *contact_clamp_overlap(const MicaWorld *world, const StepContext *context,
                                     const ActiveContact *active, Contact *copy)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    const Contact *c = &world->state.contacts.data[active->contact];
    Vec2 normal;
    const CrowdBody *wall = scratch->wedged ? find_wall(world, active, &normal) : NULL;
    if (wall != NULL && wall->walls > 1) {
        return clamp_overlap(c, (ContactKind)active->kind,
                             world->state.contactPushSpeed / context->fixedContact.biasRate,
                             wall_push(wall), copy);
    }
    CrowdBody *a, *b;
    if (!scratch->crowded || !find_crowd(world, active, &a, &b) || !is_crowded(world, a, b)) {
        return c;
    }
    return clamp_overlap(c, (ContactKind)active->kind, CROWD_DEPTH, 1.0f, copy);
}

// Adds what one contact moves each of its bodies by, in proportion to their inverse masses.
static void add_move(const MicaWorld *world, const ActiveContact *active, float distance,
                     CrowdBody *a, CrowdBody *b)
{
    const Contact *c = &world->state.contacts.data[active->contact];
    const SolverBody *bodies = world->scratch.solverBodies.data,
                     *bodyA = &bodies[world->scratch.solverOf.data[active->bodyA]],
                     *bodyB = &bodies[world->scratch.solverOf.data[active->bodyB]];
    Vec2 n = rotate(world->state.transforms.data[active->bodyA].q, c->normal);
    float x = bodyA->invMassX + bodyB->invMassX, y = bodyA->invMassY + bodyB->invMassY;
    Vec2 move = {x > 0.0f ? distance * n.x / x : 0.0f, y > 0.0f ? distance * n.y / y : 0.0f};
    a->move = sub(a->move, vec(bodyA->invMassX * move.x, bodyA->invMassY * move.y));
    b->move = add(b->move, vec(bodyB->invMassX * move.x, bodyB->invMassY * move.y));
    a->contacts += 1;
    b->contacts += 1;
}

void bodies_part_crowd(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    if (!scratch->crowded) {
        return;
    }
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        CrowdBody *a, *b;
        if (find_crowd(world, active, &a, &b) && is_crowded(world, a, b)) {
            float minimum = contact_min_separation(&world->state.contacts.data[active->contact]);
            add_move(world, active, context->dt * push_of(world, context, minimum + CROWD_DEPTH), a,
                     b);
        }
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const CrowdBody *crowd = &scratch->crowds.data[i];
        if (crowd->contacts > 0) {
            SolverBody *b = &world->scratch.solverBodies.data[i];
            b->dx += crowd->move.x / (float)crowd->contacts;
            b->dy += crowd->move.y / (float)crowd->contacts;
        }
    }
}

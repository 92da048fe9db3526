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
    int32_t i = world->scratch.solverOf.data[active->bodyA],
            k = world->scratch.solverOf.data[active->bodyB];
    *a = &world->scratch.crowds.data[i];
    *b = &world->scratch.crowds.data[k];
    return i != 0 && k != 0 &&
           contact_least_separation(&world->state.contacts.data[active->contact]) < -CROWD_DEPTH;
}

static inline bool is_crowded(const MicaWorld *world, const CrowdBody *a, const CrowdBody *b)
{
    return max_f(a->push, b->push) > CROWD_PUSHES * world->state.contactPushSpeed;
}

void contacts_find_crowd(MicaWorld *world, const StepContext *context)
{
    world->scratch.crowded = false;
    if (world->scratch.deepContacts == 0) {
        return;
    }
    memset(world->scratch.crowds.data, 0,
           sizeof(CrowdBody) * (size_t)world->scratch.solverBodies.count);
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        const ActiveContact *active = &world->scratch.activeContacts.data[i];
        CrowdBody *a, *b;
        if (find_crowd(world, active, &a, &b)) {
            float push =
                push_of(world, context,
                        contact_least_separation(&world->state.contacts.data[active->contact]));
            a->push += push;
            b->push += push;
            world->scratch.crowded |= is_crowded(world, a, b);
        }
    }
}

const Contact *contact_eased(const MicaWorld *world, const ActiveContact *active, Contact *copy)
{
    const Contact *c = &world->state.contacts.data[active->contact];
    CrowdBody *a, *b;
    if (!world->scratch.crowded || !find_crowd(world, active, &a, &b) || !is_crowded(world, a, b)) {
        return c;
    }
    *copy = *c;
    for (int32_t i = 0; i < c->count; ++i) {
        copy->points[i].separation = max_f(c->points[i].separation, -CROWD_DEPTH);
    }
    // The overlap of two circles is computed from their radii.
    if (active->kind == CONTACT_TWO_BALLS) {
        float radii = c->cachedSeparation[1] + c->reachB,
              share = (radii + c->points[0].separation + CROWD_DEPTH) / radii;
        copy->cachedSeparation[1] *= share;
        copy->reachB *= share;
    }
    return copy;
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
    if (!world->scratch.crowded) {
        return;
    }
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        const ActiveContact *active = &world->scratch.activeContacts.data[i];
        CrowdBody *a, *b;
        if (find_crowd(world, active, &a, &b) && is_crowded(world, a, b)) {
            float least = contact_least_separation(&world->state.contacts.data[active->contact]);
            add_move(world, active, context->dt * push_of(world, context, least + CROWD_DEPTH), a,
                     b);
        }
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const CrowdBody *crowd = &world->scratch.crowds.data[i];
        if (crowd->contacts > 0) {
            SolverBody *b = &world->scratch.solverBodies.data[i];
            b->dx += crowd->move.x / (float)crowd->contacts;
            b->dy += crowd->move.y / (float)crowd->contacts;
        }
    }
}

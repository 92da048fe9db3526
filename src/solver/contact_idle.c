// Idle contacts are not solved. A body that moves past a wall, or slides along it without being
// pressed to it, has contact points that carry no impulse; if nothing else acts on the body, its
// own motion says that the points will not touch within the step either. Only where one side is
// immovable: of two moving bodies each would have to be alone with the other. Called once, after
// bodies_pack. Reads contacts, joints and solver bodies; takes idle contacts out of activeContacts
// and leaves the rest in order.
#include "solver.h"

#include <string.h>

// Whether a contact's surfaces come no nearer than they are, or stay apart, for the whole step.
//
//   dt max(-vn + substeps |a h|, 0) + 1.5 dt |w| r  <=  max(separation, IDLE_CREEP)
//
// with r the farthest that a contact point can be from the centre of mass; the solver's gap is of
// first order in the turn, hence the 1.5.
static bool stays_apart(const MicaWorld *world, const StepContext *context, const Contact *c,
                        int32_t a, int32_t b)
{
    int32_t index = a + b;  // one is 0
    const SolverBody *s = &world->scratch.solverBodies.data[index];
    const float *ah = world->scratch.solverMotion.data[index].acceleration;  // times h
    Vec2 n = rotate(world->state.transforms.data[c->bodyA].q, c->normal);
    float substeps = (float)context->substeps, dt = context->dt, along = s->vx * n.x + s->vy * n.y,
          gain = substeps * abs_f(ah[0] * n.x + ah[1] * n.y);
    float displacement = dt * max_f((a != 0 ? along : -along) + gain, 0.0f),
          spin = abs_f(s->w) + substeps * abs_f(ah[2]);
    if (spin > 0.0f) {
        float extent = world->state.bodies.data[a != 0 ? c->bodyA : c->bodyB].maxExtent,
              speed = length(vec(s->vx, s->vy)) + substeps * length(vec(ah[0], ah[1]));
        displacement += 1.5f * dt * spin * (extent + SPECULATIVE_DISTANCE + dt * speed);
    }
    float gap = min_f(c->points[0].separation, c->points[c->count - 1].separation);
    return displacement <= max_f(gap, IDLE_CREEP);
}

bool contacts_drop_idle(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    ContactsScratch *contacts = contacts_scratch(world);
    ActiveContact *active = contacts->activeContacts.data;
    int32_t count = contacts->activeContacts.count, kept = 0;
    if (4 * contacts->maxIdle < count || count == 0) {
        return true;
    }
    uint8_t *pushed = scratch->bodyPushed.data;  // by anything but idle contacts
    memset(pushed, 0, (size_t)world->scratch.solverBodies.count);
    int32_t joints = world->state.liveJoints > 0 ? world->state.joints.count : 0;
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < joints; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if (joint_connects(j)) {
            pushed[solver_of(world, j->bodyA)] = pushed[world->scratch.solverOf.data[j->bodyB]] = 1;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = world->scratch.solverOf.data[active[i].bodyA],
                b = world->scratch.solverOf.data[active[i].bodyB];
        bool idle =
            (active[i].flags & ACTIVE_IDLE) != 0 && (a == 0 || b == 0) &&
            stays_apart(world, context, &world->state.contacts.data[active[i].contact], a, b);
        if (!idle) {
            active[i].flags &= (uint8_t)~ACTIVE_IDLE;
            pushed[a] = pushed[b] = 1;
        }
    }
    pushed[0] = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = world->scratch.solverOf.data[active[i].bodyA],
                b = world->scratch.solverOf.data[active[i].bodyB];
        bool idle = (active[i].flags & ACTIVE_IDLE) != 0 && (pushed[a] | pushed[b]) == 0;
        active[kept] = active[i];
        kept += !idle;
    }
    contacts->activeContacts.count = kept;
    return true;
}

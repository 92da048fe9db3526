// Contacts that have nothing to do in this step are not solved. What flies past a wall, or slides
// along it without being pressed to it, has points with it that carry no impulse; if nothing else
// acts on the body, its own motion tells that it will not come that near within the step either.
// Only where one side stands: two that move would each have to be alone with the other. Reads
// contacts and packed solver bodies; takes contacts out of the list of those with points, and
// leaves the rest in order.
#include "solver.h"

#include <string.h>

// Whether the surfaces stay apart though the gap of the solver is of first order: turning counts by
// half as much again.
static bool stays_apart(const MicaWorld *world, const StepContext *context, const Contact *c,
                        int32_t a, int32_t b)
{
    int32_t index = a + b;  // one is 0
    const SolverBody *s = &world->scratch.solverBodies.data[index];
    const float *gain = world->scratch.solverMotion.data[index].acceleration;  // a substep
    Vec2 n = rotate(world->state.transforms.data[c->bodyA].q, c->normal);
    float substeps = (float)context->substeps, dt = context->dt, along = s->vx * n.x + s->vy * n.y,
          gained = substeps * abs_f(gain[0] * n.x + gain[1] * n.y);
    float way = dt * max_f((a != 0 ? along : -along) + gained, 0.0f),
          spin = abs_f(s->w) + substeps * abs_f(gain[2]);
    if (spin > 0.0f) {
        float extent = world->state.bodies.data[a != 0 ? c->bodyA : c->bodyB].maxExtent,
              speed = length(vec(s->vx, s->vy)) + substeps * length(vec(gain[0], gain[1]));
        way += 1.5f * dt * spin * (extent + SPECULATIVE_DISTANCE + dt * speed);
    }
    float gap = min_f(c->points[0].separation, c->points[c->count - 1].separation);
    return way <= max_f(gap, IDLE_CREEP);
}

void contacts_leave_idle(MicaWorld *world, const StepContext *context)
{
    ActiveContact *solid = world->scratch.activeContacts.data;
    int32_t count = world->scratch.activeContacts.count, kept = 0;
    if (4 * world->scratch.maxIdle < count || count == 0) {
        return;
    }
    uint8_t *pushed = world->scratch.bodyPushed.data;  // by something else than idle contacts
    memset(pushed, 0, (size_t)world->scratch.solverBodies.count);
    for (int32_t i = 0; i < world->state.joints.count && world->state.liveJoints > 0; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if ((j->flags & JOINT_ALIVE) != 0) {
            pushed[world->scratch.solverOf.data[j->bodyA]] =
                pushed[world->scratch.solverOf.data[j->bodyB]] = 1;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = world->scratch.solverOf.data[solid[i].bodyA],
                b = world->scratch.solverOf.data[solid[i].bodyB];
        bool idle =
            (solid[i].flags & ACTIVE_IDLE) != 0 && (a == 0 || b == 0) &&
            stays_apart(world, context, &world->state.contacts.data[solid[i].contact], a, b);
        solid[i].bucket = idle;
        if (!idle) {
            pushed[a] = pushed[b] = 1;
        }
    }
    pushed[0] = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = world->scratch.solverOf.data[solid[i].bodyA],
                b = world->scratch.solverOf.data[solid[i].bodyB];
        bool idle = solid[i].bucket != 0 && (pushed[a] | pushed[b]) == 0;
        solid[kept] = solid[i];
        kept += !idle;
    }
    world->scratch.activeContacts.count = kept;
}

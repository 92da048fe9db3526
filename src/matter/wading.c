// Movers in liquid: how deep a mover is in it, by how much of its outline touches liquid, and what that
// does to it: buoyancy and drag, as of a water field, which movers_move applies. Called by matter_begin.
// Reads contacts with walls; writes moverSteps.
#include "matter.h"

// Drag, 1/s, of a liquid as dense as the mover that it is in altogether; as much more for a viscosity
// of 1.
#define WADING_DRAG 3.0f
#define VISCOUS_DRAG 30.0f

// The length of a collider's outline, about.
static float outline_of(const MicaWorld *world, const Collider *c)
{
    MicaAABB box = collider_tight_box(world, c);
    return 1.7f * (box.upper.x - box.lower.x + box.upper.y - box.lower.y);
}

static void wade(MicaWorld *world, const MatterUnits *u, int32_t slot)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const Mover *m = &world->state.movers.data[slot];
    const Collider *c = &world->state.colliders.data[m->collider];
    float wet = 0.0f, density = 0.0f, viscosity = 0.0f;
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *w = &scratch->wallContacts.data[i];
        const Matter *matter =
            &world->state.matters.data[world->state.particleTags.data[w->particle].matter];
        if (w->collider == m->collider && matter->kind == MICA_MATTER_LIQUID) {
            wet += u->spacing;
            density += u->spacing * matter->density;
            viscosity += u->spacing * matter->viscosity;
        }
    }
    if (wet == 0.0f) {
        return;
    }
    // A mover without a density is as dense as the liquid.
    float part = min_f(1.0f, wet / outline_of(world, c)),
          ratio = c->density > 0.0f ? density / wet / c->density : 1.0f,
          drag = part * ratio * (WADING_DRAG + VISCOUS_DRAG * viscosity / wet),
          dt = scratch->stepLength;
    MoverStep *step = &world->scratch.moverSteps.data[slot];
    Vec2 velocity = add(m->velocity, m->groundVelocity),
         after = mul_add(velocity, dt, mul_add(step->acceleration, -part * ratio, step->gravity));
    after = scale(1.0f / (1.0f + dt * drag), after);
    step->acceleration = scale(1.0f / dt, sub(after, velocity));
}

void movers_wade(MicaWorld *world, const MatterUnits *u)
{
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        if ((world->state.movers.data[i].flags & MOVER_ALIVE) != 0) {
            wade(world, u, i);
        }
    }
}

// What explosions do to particles of matter: each gets the velocity of a block of its matter, 1 m wide
// and deep. Called by explosion.c. Writes velocities of particles and wakes them.
#include "query.h"

#if defined(MICA_MATTER)

static float clamp_speed(float v) { return clamp_f(v, -MAX_SPEED, MAX_SPEED); }

void explosion_push_particles(MicaWorld *world, const MicaExplosion *e, Shields *shields)
{
    WorldState *s = &world->state;
    for (int32_t i = 0; i < s->particlePositions.count; ++i) {
        ParticleTag *tag = &s->particleTags.data[i];
        const Matter *m = &s->matters.data[tag->matter];
        Vec2 at = sub(s->particlePositions.data[i], e->position),
             *v = &s->particleVelocities.data[i];
        float distance, fraction;
        Vec2 direction = normalize(at, &distance);
        fraction = explosion_fraction(e, distance);
        if ((tag->flags & PARTICLE_PINNED) != 0 || !(fraction > 0.0f && distance > 0.0f) ||
            (e->layers >> m->layer & 1) == 0 || !shields_let_through(shields, at)) {
            continue;
        }
        float speed = fraction * e->impulse / (m->density * METRE);
        *v = vec(clamp_speed(v->x + speed * direction.x), clamp_speed(v->y + speed * direction.y));
        tag->flags &= (uint8_t)~PARTICLE_ASLEEP;
        tag->rest = 0;
        world->scratch.particlesPushed = true;
    }
}

#endif

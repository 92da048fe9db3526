// Explosions: every collider of a dynamic body or a mover near a point gets the impulse
//   share * impulse * width
// away from it, where `width` is the collider's extent across that direction, and `share` falls
// from 1 at `radius` to 0 at `radius + falloff`; static shields in between stop it
// (explosion_shields.c). Called between steps; goes through all colliders in slot order, so that
// nothing depends on the trees; writes velocities and wakes bodies.
#include "query.h"

MicaExplosion mica_explosion(void) { return (MicaExplosion){.layers = ~(uint64_t)0}; }

static MicaError check_explosion(const MicaExplosion *e)
{
    if (!vec_within(e->position, 3e38f) || !within(e->radius, 3e38f) ||
        !within(e->falloff, 3e38f) || !within(e->impulse, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    bool ok = vec_within(e->position, MAX_COORDINATE) && within(e->impulse, MAX_NUMBER) &&
              e->radius >= 0.0f && e->radius <= MAX_SIZE && e->falloff >= 0.0f &&
              e->falloff <= MAX_SIZE;
    return ok ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

static float clamp_speed(float v) { return clamp_f(v, -MAX_SPEED, MAX_SPEED); }

float explosion_fraction(const MicaExplosion *e, float distance)
{
    float beyond = distance - e->radius;
    return beyond <= 0.0f ? 1.0f : beyond < e->falloff ? 1.0f - beyond / e->falloff : 0.0f;
}

// A mover does not turn, and goes on with the velocity that it has got.
static void push_mover(MicaWorld *world, int32_t body, Vec2 impulse)
{
    Mover *m = &world->state.movers.data[mover_of_body(world, body)];
    float inverse = 1.0f / m->numbers[MICA_MOVER_MASS];
    m->velocity = vec(clamp_speed(m->velocity.x + inverse * impulse.x),
                      clamp_speed(m->velocity.y + inverse * impulse.y));
}

static void apply_impulse(MicaWorld *world, int32_t body, Vec2 impulse, Vec2 arm)
{
    if (body_has(world, body, MICA_FLAG_MOVER)) {
        push_mover(world, body, impulse);
        return;
    }
    body_wake(world, body);
    const Body *b = &world->state.bodies.data[body];
    float *v = world->state.velocities.data[body].v;
    v[0] = clamp_speed(v[0] + b->invMassX * impulse.x);
    v[1] = clamp_speed(v[1] + b->invMassY * impulse.y);
    v[2] = clamp_f(v[2] + b->invInertia * cross(arm, impulse), -MAX_SPIN, MAX_SPIN);
}

// Applies the explosion's impulse to one collider; true if there was any, which *outImpulse then is.
static bool push_collider(MicaWorld *world, const MicaExplosion *e, Shields *shields,
                          const Collider *c, float *outImpulse)
{
    Transform t = world->state.transforms.data[c->body];
    Geometry g = collider_geometry(world, c);
    Nearest n = geometry_nearest(&g, t, e->position);
    float fraction = explosion_fraction(e, max_f(n.distance, 0.0f));
    Vec2 middle = sub(transform(t, geometry_mean_point(&g)), e->position);
    Vec2 at = n.distance > 0.0f ? n.pointA : middle;
    float size, low, high;
    Vec2 direction = normalize(at, &size);
    if (!(fraction > 0.0f && size > 0.0f) ||
        !(shields_let_through(shields, at) || shields_let_through(shields, middle))) {
        return false;
    }
    geometry_projection(&g, t.q, left_perp(direction), &low, &high);
    Vec2 arm = sub(add(e->position, at), body_world_center(world, c->body));
    *outImpulse = fraction * e->impulse * (high - low);
    apply_impulse(world, c->body, scale(*outImpulse, direction), arm);
    return true;
}

// Whether the explosion may push a collider.
static bool is_near(const MicaWorld *world, const MicaExplosion *e, const Collider *c)
{
    float reach = e->radius + e->falloff;
    Vec2 low = sub(e->position, vec(reach, reach)), high = add(e->position, vec(reach, reach));
    uint8_t kind = COLLIDER_IN_TREE | COLLIDER_TRIGGER;
    return (c->flags & kind) == COLLIDER_IN_TREE && (e->layers & collider_layers(world, c)) != 0 &&
           c->box.lower.x <= high.x && low.x <= c->box.upper.x && c->box.lower.y <= high.y &&
           low.y <= c->box.upper.y && !collider_is_compound(c) &&
           (body_is_dynamic(world, c->body) || body_has(world, c->body, MICA_FLAG_MOVER));
}

static int32_t count_near(const MicaWorld *world, const MicaExplosion *e)
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        count += is_near(world, e, &world->state.colliders.data[i]) ? 1 : 0;
    }
    return count;
}

int32_t mica_world_explode(MicaWorld *world, const MicaExplosion *explosion)
{
    world_enter(world);
    if (world == NULL) {
        return 0;
    }
    MicaError error = explosion == NULL ? MICA_ERROR_NULL_ARGUMENT : check_explosion(explosion);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return 0;
    }
    const MicaExplosion e = *explosion;
    int32_t near = e.pushes == NULL ? 0 : count_near(world, &e);
    if (near > e.capacity) {
        return near;
    }
    Shields shields;
    int32_t pushed = 0;
    shields_begin(&shields, world, e.position, e.shields);
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        float impulse;
        if (is_near(world, &e, c) && push_collider(world, &e, &shields, c, &impulse)) {
            if (e.pushes != NULL) {
                e.pushes[pushed] = (MicaPush){collider_handle(world, i), impulse};
            }
            ++pushed;
        }
    }
#if defined(MICA_MATTER)
    explosion_push_particles(world, &e, &shields);
#endif
    return pushed;
}

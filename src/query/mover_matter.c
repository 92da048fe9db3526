// Sand, jelly and fabric as the ground of movers. The surface below a mover is a straight line through the tops
// of the particles at places across its feet, so that it does not bob over single particles; nothing
// else of them blocks a mover: what is beside or above it is pushed away, as by any kinematic
// body. Called by the other files of movers; reads particles, writes the walker, particleBoxes, and the
// velocities of particles that bear a mover.
#include "mover.h"
#include "query_scratch.h"

#if defined(MICA_MATTER)

// Steps that a mover looks ahead, so that it runs up a heap and not into it.
#define LOOK_AHEAD 3.0f
// Runs of particles with a box each.
#define PARTICLE_BOXES 256
// Places across the feet, at most.
#define MAX_PLACES 16
// The top of a particle is that of a circle this large (in spacings) through its own top, so that the
// surface changes smoothly while the mover passes over particles.
#define TOP_RADIUS 1.2f
// A particle that is higher than the next one by more than this, in spacings, is loose and bears nothing.
#define LOOSE_GAP 1.5f
// Below its surface ground has the velocity of particles deeper than this, in spacings: those above are
// dragged along by the feet.
#define DRAGGED_DEPTH 1.5f
// A mover is lifted in a step by so many spacings, and by so much of the way that it goes, at most.
#define LIFT_AT_REST 0.2f
#define LIFT_PER_DISTANCE 0.8f

// The spacing of matter but liquids; 0 if the world has none, also without particles: an emitter may add some
// within a step.
static float bearing_spacing(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0 && m->kind != MICA_MATTER_LIQUID) {
            return m->spacing;  // all have the same
        }
    }
    return 0.0f;
}

bool movers_reserve(MicaWorld *world)
{
    return world->state.liveMovers == 0 || bearing_spacing(world) == 0.0f ||
           ARRAY_RESERVE(&world->host.memory, &query_scratch(world)->particleBoxes, PARTICLE_BOXES);
}

void movers_bound_particles(MicaWorld *world)
{
    if (bearing_spacing(world) == 0.0f) {
        return;
    }
    const Vec2 *p = world->state.particlePositions.data;
    int32_t count = world->state.particlePositions.count,
            perBox = (count + PARTICLE_BOXES - 1) / PARTICLE_BOXES;
    for (int32_t i = 0; i < PARTICLE_BOXES; ++i) {
        MicaAABB box = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
        for (int32_t k = i * perBox; k < min_i((i + 1) * perBox, count); ++k) {
            box = aabb_union(box, (MicaAABB){p[k], p[k]});
        }
        query_scratch(world)->particleBoxes.data[i] = box;
    }
}

// The box around a walker's feet in its own directions, in metres from its origin.
typedef struct Feet {
    float left, right, bottom;  // along right_of(up), along `up`
    float below, above;         // how far from the bottom ground is looked for
    float spacing;
    MicaAABB box;  // in the world, of all that
} Feet;

static Feet feet_of(const Walker *w, float spacing)
{
    const Core *core = &w->caster.core;
    Vec2 right = right_of(w->up);
    Feet f = {.left = 3e38f, .right = -3e38f, .bottom = -walker_depth(w), .spacing = spacing};
    for (int32_t i = 0; i < core->points; ++i) {
        float x = dot(add(w->arm, vec(core->x[i], core->y[i])), right);
        f.left = min_f(f.left, x - core->radius);
        f.right = max_f(f.right, x + core->radius);
    }
    Vec2 velocity = add(w->mover->velocity, w->mover->groundVelocity);
    float ahead = LOOK_AHEAD * w->dt * dot(velocity, right);
    f.left += min_f(ahead, 0.0f);
    f.right += max_f(ahead, 0.0f);
    f.below = walker_step_down(w) + w->dt * (length(velocity) + w->dt * length(w->forces.gravity));
    f.above = max_f(w->mover->numbers[MICA_MOVER_STEP_HEIGHT], spacing);
    float reach = max_f(max_f(-f.left, f.right), max_f(f.below - f.bottom, f.above + f.bottom)) +
                  TOP_RADIUS * spacing;
    reach *= 1.5f;
    f.box = (MicaAABB){sub(w->position, vec(reach, reach)), add(w->position, vec(reach, reach))};
    return f;
}

// A particle near the feet.
typedef struct Grain {
    int32_t particle;
    Vec2 at;  // along right_of(up) from the walker's origin, along `up` from its bottom
} Grain;

// Whether a matter can bear the walker.
static bool can_bear(const Walker *w, int32_t matter)
{
    const MicaWorld *world = w->world;
    const Matter *m = &world->state.matters.data[matter];
    return m->kind != MICA_MATTER_LIQUID &&
           (world->state.layers.solid[m->layer] >> w->caster.ownLayer & 1) != 0;
}

// The next particle near the feet that can bear the walker, from `from` on. False if there is none.
static bool next_grain(const Walker *w, const Feet *f, int32_t from, Grain *out)
{
    const WorldState *s = &w->world->state;
    const MicaAABB *boxes = query_scratch(w->world)->particleBoxes.data;
    int32_t count = s->particlePositions.count,
            perBox = (count + PARTICLE_BOXES - 1) / PARTICLE_BOXES;
    float margin = TOP_RADIUS * f->spacing;
    Vec2 right = right_of(w->up);
    for (int32_t i = from; i < count; ++i) {
        if (!aabb_overlaps(&boxes[i / perBox], &f->box)) {
            i += perBox - 1 - i % perBox;
            continue;
        }
        Vec2 d = sub(s->particlePositions.data[i], w->position);
        Vec2 at = {dot(d, right), walker_up(w, d) - f->bottom};
        if (at.x > f->left - margin && at.x < f->right + margin && at.y > -f->below &&
            at.y < f->above && (s->particleTags.data[i].flags & PARTICLE_GONE) == 0 &&
            can_bear(w, s->particleTags.data[i].matter)) {
            *out = (Grain){i, at};
            return true;
        }
    }
    return false;
}

// The surface at places across the feet.
typedef struct Surface {
    float x[MAX_PLACES];
    float top[MAX_PLACES], second[MAX_PLACES];  // of the two highest particles at each
    int32_t count;
} Surface;

static void find_tops(const Walker *w, const Feet *f, Surface *s)
{
    float width = f->right - f->left, radius = TOP_RADIUS * f->spacing;
    s->count = max_i(min_i((int32_t)(min_f(width / f->spacing, 99.0f)) + 1, MAX_PLACES), 2);
    for (int32_t i = 0; i < s->count; ++i) {
        s->x[i] = f->left + width * (float)i / (float)(s->count - 1);
        s->top[i] = s->second[i] = -3e38f;
    }
    Grain g = {-1, {0.0f, 0.0f}};
    while (next_grain(w, f, g.particle + 1, &g)) {
        for (int32_t i = 0; i < s->count; ++i) {
            float x = s->x[i] - g.at.x;
            if (abs_f(x) < radius) {
                float top = g.at.y + sqrtf(radius * radius - x * x) - radius + 0.5f * f->spacing;
                s->second[i] = max_f(s->second[i], min_f(s->top[i], top));
                s->top[i] = max_f(s->top[i], top);
            }
        }
    }
    for (int32_t i = 0; i < s->count; ++i) {
        s->top[i] = s->top[i] - s->second[i] > LOOSE_GAP * f->spacing ? s->second[i] : s->top[i];
    }
}

// The line of least squares through the tops. What is far below the highest is a cliff beside it. Adds
// two flat places, so that a few narrow ones make no steep line.
static bool fit(const Walker *w, const Feet *f, const Surface *s, Footing *out)
{
    float highest = -3e38f, at = 0.0f, n = 0.0f, x = 0.0f, y = 0.0f;
    for (int32_t i = 0; i < s->count; ++i) {
        at = s->top[i] > highest ? s->x[i] : at;
        highest = max_f(highest, s->top[i]);
    }
    bool counts[MAX_PLACES];
    for (int32_t i = 0; i < s->count; ++i) {
        counts[i] = s->top[i] > highest - f->spacing - abs_f(s->x[i] - at) && s->top[i] > -3e37f;
        n += counts[i] ? 1.0f : 0.0f;
        x += counts[i] ? s->x[i] : 0.0f;
        y += counts[i] ? s->top[i] : 0.0f;
    }
    if (n == 0.0f) {
        return false;
    }
    x /= n;
    y /= n;
    float xx = 2.0f * f->spacing * f->spacing, xy = 0.0f;
    for (int32_t i = 0; i < s->count; ++i) {
        xx += counts[i] ? (s->x[i] - x) * (s->x[i] - x) : 0.0f;
        xy += counts[i] ? (s->x[i] - x) * (s->top[i] - y) : 0.0f;
    }
    Vec2 right = right_of(w->up);
    float l, slope = xy / xx;
    out->normal = normalize(mul_add(w->up, -slope, right), &l);
    out->point = mul_add(mul_add(w->position, x, right), f->bottom + y, w->up);
    return true;
}

// The velocity of the collider below a thin layer; 0 if there is none.
static Vec2 velocity_of_bed(const Walker *w, const Feet *f, const Footing *footing)
{
    WalkerHit hit;
    Vec2 from = mul_add(footing->point, f->spacing, w->up);
    return walker_ray(w, from, scale(-4.0f * f->spacing, w->up), &hit)
               ? walker_hit_velocity(w, &hit)
               : vec(0.0f, 0.0f);
}

// The velocity that all particles below the dragged ones have, along either axis: that of the slowest, or
// 0 where they move to both sides. Grains that the mover has set in motion do not carry it along so.
static Vec2 velocity_below(const Walker *w, const Feet *f, const Footing *footing)
{
    Vec2 lower = {3e38f, 3e38f}, upper = {-3e38f, -3e38f};
    Grain g = {-1, {0.0f, 0.0f}};
    while (next_grain(w, f, g.particle + 1, &g)) {
        Vec2 p = w->world->state.particlePositions.data[g.particle];
        if (dot(sub(p, footing->point), footing->normal) < -DRAGGED_DEPTH * f->spacing) {
            Vec2 v = w->world->state.particleVelocities.data[g.particle];
            lower = vec(min_f(lower.x, v.x), min_f(lower.y, v.y));
            upper = vec(max_f(upper.x, v.x), max_f(upper.y, v.y));
        }
    }
    if (lower.x > upper.x) {
        return velocity_of_bed(w, f, footing);
    }
    return vec(clamp_f(0.0f, lower.x, upper.x), clamp_f(0.0f, lower.y, upper.y));
}

// How deep the walker is below the surface; negative above it.
static float depth_below(const Walker *w)
{
    Vec2 n = w->footing.normal, lowest = walker_support(w, neg(n));
    return dot(sub(w->footing.point, lowest), n);
}

void walker_find_footing(Walker *w)
{
    w->footing.bears = false;
    float spacing = bearing_spacing(w->world);
    if (spacing == 0.0f || (w->mover->flags & MOVER_FLOATS) != 0) {
        return;
    }
    Feet f = feet_of(w, spacing);
    Surface surface;
    find_tops(w, &f, &surface);
    if (!fit(w, &f, &surface, &w->footing)) {
        return;
    }
    Footing *footing = &w->footing;
    footing->bears = true;
    footing->velocity = velocity_below(w, &f, footing);
    float lift = LIFT_AT_REST * f.spacing + LIFT_PER_DISTANCE * w->dt * length(w->mover->velocity);
    footing->point = mul_add(footing->point, min_f(lift - depth_below(w), 0.0f), footing->normal);
}

void walker_rise(Walker *w)
{
    Footing footing = w->footing;
    float depth = footing.bears ? depth_below(w) + MOVER_GAP : 0.0f;
    if (!(depth > 0.0f)) {
        return;
    }
    WalkerHit hit;
    w->footing.bears = false;
    walker_advance(w, scale(depth / max_f(walker_up(w, footing.normal), 0.3f), w->up), &hit);
    w->footing = footing;
    depth = max_f(depth_below(w) + MOVER_GAP, 0.0f);
    w->footing.point = mul_add(footing.point, -depth, footing.normal);
}

bool walker_meet_footing(const Walker *w, Vec2 direction, float distance, WalkerHit *out)
{
    const Footing *f = &w->footing;
    float approach = -dot(direction, f->normal);
    if (!f->bears || !(approach > 1e-3f)) {
        return false;
    }
    float ahead = max_f(-depth_below(w), 0.0f) / approach;
    if (ahead > distance) {
        return false;
    }
    *out = (WalkerHit){.distance = ahead,
                       .approach = approach,
                       .normal = f->normal,
                       .point = mul_add(walker_support(w, neg(f->normal)), ahead, direction),
                       .slot = FOOTING};
    return true;
}

// Shares the impulse out over the particles below the feet.
void walker_press_footing(const Walker *w, float speed, bool wakes)
{
    if (!(speed > 0.0f)) {
        return;
    }
    WorldState *s = &w->world->state;
    Feet f = feet_of(w, bearing_spacing(w->world));
    float moverMass = w->mover->numbers[MICA_MOVER_MASS], mass = 0.0f,
          area = 0.866025404f * f.spacing * f.spacing;
    for (int32_t pass = 0; pass < 2; ++pass) {
        Vec2 change = scale(mass > 0.0f ? -speed * min_f(moverMass / mass, 1.0f) : 0.0f, w->up);
        Grain g = {-1, {0.0f, 0.0f}};
        while (next_grain(w, &f, g.particle + 1, &g)) {
            ParticleTag *tag = &s->particleTags.data[g.particle];
            if ((tag->flags & PARTICLE_PINNED) != 0) {
                continue;
            }
            if (pass == 1 && wakes) {
                tag->flags &= (uint8_t)~PARTICLE_ASLEEP;
                tag->rest = 0;
            }
            if (pass == 0) {
                mass += area * s->matters.data[tag->matter].density;
            } else if ((tag->flags & PARTICLE_ASLEEP) == 0) {
                Vec2 *v = &s->particleVelocities.data[g.particle];
                *v = vec(clamp_f(v->x + change.x, -MAX_SPEED, MAX_SPEED),
                         clamp_f(v->y + change.y, -MAX_SPEED, MAX_SPEED));
            }
        }
    }
    w->world->scratch.particlesPushed = true;
}

void movers_press_matter(MicaWorld *world, float dt)
{
    bool bounded = false;
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        Mover *m = &world->state.movers.data[i];
        if ((m->flags & MOVER_ALIVE) != 0 && (m->flags & MICA_MOVER_ON_MATTER) != 0 &&
            collider_takes_part(world, &world->state.colliders.data[m->collider]) &&
            bearing_spacing(world) > 0.0f) {
            Walker w;
            walker_begin(&w, world, m, dt);
            if (!bounded) {
                movers_bound_particles(world);
                bounded = true;
            }
            walker_press_footing(&w, dt * length(w.forces.gravity), false);
        }
    }
}

#endif

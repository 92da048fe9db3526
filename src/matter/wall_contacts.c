// Contacts of particles with walls. The surface near a particle is taken for a plane that moves with
// its body; where several walls are near, those that lie behind the plane of a nearer one are not met:
// so nothing catches on the joints of a floor. Wall i pushes a particle by its density, as two
// neighbours would do at its surface,
//
//     rho += 2 w²,  g += 2 w n,  w = max(0, 1 - (d + s / 2) / D)
//
// and stops it where its radius, half a spacing, touches.
//
// Called by matter_prepare and in each substep. Reads walls and particles; writes wallContacts,
// velocities of particles, and those of solver bodies.
#include "grains.h"

// A wall is met within so many spacings of a particle's centre, and as far as it may come in the step,
// for which no more than the second number counts: faster particles are stopped when the step ends.
#define CONTACT_RANGE 1.2f
#define APPROACH_RANGE 1.0f
// Walls that one particle meets, at most.
#define MAX_WALLS 4
// How much of an overlap a substep removes, and at most how fast (m/s).
#define PUSH_RATE 0.2f
#define MAX_PUSH_SPEED (1.0f * METRE)

// How much of a grain's overlap with a wall a step takes out, beyond the second number and as far as the
// third, in spacings.
#define PART_RATE 0.3f
#define PART_SLOP 0.01f
#define PART_LIMIT 0.5f

// Where a wall is nearest to a particle.
typedef struct Near {
    float distance;
    Vec2 normal, point;  // world
    int32_t wall;
} Near;

// The velocity of a solver body at an arm from its centre of mass.
static inline Vec2 body_velocity_at(const MicaWorld *world, int32_t solver, Vec2 arm)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    return add(vec(b->vx, b->vy), cross_sv(b->w, arm));
}

// Finds whether a particle may touch a wall in the step.
static bool find_near(const MicaWorld *world, const Wall *w, const MatterUnits *u, Vec2 position,
                      Vec2 velocity, float dt, Near *out)
{
    float range = CONTACT_RANGE * u->spacing, far = range + APPROACH_RANGE * u->spacing;
    if (position.x < w->box.lower.x - far || position.x > w->box.upper.x + far ||
        position.y < w->box.lower.y - far || position.y > w->box.upper.y + far) {
        return false;
    }
    Vec2 local = untransform(w->pose, position), normal;
    out->distance = geometry_point_distance(&w->geometry, local, &normal);
    out->normal = rotate(w->pose.q, normal);
    out->point = mul_add(position, -out->distance, out->normal);
    if (!vec_is_zero(w->oneWay) && dot(w->oneWay, out->normal) <= 0.0f) {
        return false;
    }
    Vec2 relative = sub(velocity, body_velocity_at(world, w->solver, sub(out->point, w->center)));
    float approach = max_f(0.0f, -dot(relative, out->normal)) * dt;
    return out->distance < range + min_f(approach, APPROACH_RANGE * u->spacing);
}

// Inserts a wall by its distance; of too many the furthest is dropped.
static int32_t insert_near(Near *list, int32_t count, Near near)
{
    int32_t at = count < MAX_WALLS ? count : MAX_WALLS - 1;
    if (count == MAX_WALLS && near.distance >= list[at].distance) {
        return count;
    }
    while (at > 0 && near.distance < list[at - 1].distance) {
        list[at] = list[at - 1];
        at -= 1;
    }
    list[at] = near;
    return min_i(count + 1, MAX_WALLS);
}

// Whether a nearer wall hides this one: its point lies on or behind the other's plane.
static bool is_hidden(const Near *list, int32_t index, float hair)
{
    for (int32_t i = 0; i < index; ++i) {
        if (dot(list[i].normal, sub(list[index].point, list[i].point)) <= hair) {
            return true;
        }
    }
    return false;
}

// The friction of sand with a wall is no more than that between grains: with more, the lowest grains of a heap would be fixed,
// and steep ones would not slide.
static float friction_with(const Matter *m, const Wall *w)
{
    float friction = sqrtf(m->friction * w->friction);
    return m->kind == MICA_MATTER_SAND ? min_f(friction, grain_friction(m)) : friction;
}

static bool add_contacts(MicaWorld *world, const MatterUnits *u, int32_t particle, Near *list,
                         int32_t count, const Matter *matter)
{
    MatterScratch *scratch = matter_scratch(world);
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->wallContacts,
                       scratch->wallContacts.count + MAX_WALLS)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        const Wall *w = &scratch->walls.data[list[i].wall];
        if (is_hidden(list, i, 0.01f * u->spacing)) {
            continue;
        }
        scratch->wallContacts.data[scratch->wallContacts.count++] =
            (WallContact){.particle = particle,
                          .solver = w->solver,
                          .normal = list[i].normal,
                          .arm = sub(list[i].point, w->center),
                          .distance = list[i].distance,
                          .friction = friction_with(matter, w),
                          .collider = w->collider,
                          .part = w->part,
                          .velocity = w->velocity};
    }
    return true;
}

bool walls_touch(MicaWorld *world, const MatterUnits *u, const Particles *particles, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    scratch->wallContacts.count = 0;
    for (int32_t i = 0; i < particles->count && scratch->walls.count > 0; ++i) {
        const CoarseCell *cell = &scratch->coarseCells.data[scratch->coarseOf.data[i]];
        if (cell->walls == 0) {
            continue;
        }
        Near list[MAX_WALLS];
        int32_t count = 0, matter = particles->tags[i].matter;
        for (int32_t k = 0; k < cell->walls; ++k) {
            int32_t wall = scratch->wallLists.data[cell->firstWall + k];
            const Wall *w = &scratch->walls.data[wall];
            Near near = {.wall = wall};
            if ((w->matters >> matter & 1) != 0 && find_near(world, w, u, particles->positions[i],
                                                             particles->velocities[i], dt, &near)) {
                count = insert_near(list, count, near);
            }
        }
        if (count > 0 &&
            !add_contacts(world, u, i, list, count, &world->state.matters.data[matter])) {
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------- in a substep

// The distance of a particle's centre from the surface now.
static inline float distance_now(const MicaWorld *world, const WallContact *c)
{
    Vec2 now = world->state.particlePositions.data[c->particle],
         before = matter_scratch_read(world)->previousPositions.data[c->particle];
    const SolverBody *b = &world->scratch.solverBodies.data[c->solver];
    float elapsed = matter_scratch_read(world)->elapsed;
    Vec2 surface = mul_add(add(vec(b->dx, b->dy), cross_sv(b->da, c->arm)), elapsed, c->velocity);
    return c->distance + dot(c->normal, sub(sub(now, before), surface));
}

void walls_weigh(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        int32_t particle = scratch->wallContacts.data[i].particle;
        scratch->wallDensities.data[particle] = 0.0f;
        scratch->wallGradients.data[particle] = vec(0.0f, 0.0f);
    }
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        WallContact *c = &scratch->wallContacts.data[i];
        float d = distance_now(world, c),
              w = clamp_f(1.0f - (d + 0.5f * u->spacing) / u->diameter, 0.0f, 1.0f);
        c->gradient = 2.0f * w;
        Vec2 *g = &scratch->wallGradients.data[c->particle];
        scratch->wallDensities.data[c->particle] += c->gradient * w;
        *g = mul_add(*g, c->gradient, c->normal);
    }
}

// Changes the velocity of a solver body. It counts as an acceleration, not as what a constraint adds.
void matter_accelerate_body(MicaWorld *world, int32_t solver, float x, float y, float w)
{
    SolverBody *b = &world->scratch.solverBodies.data[solver];
    float *base = world->scratch.solverMotion.data[solver].base;
    b->vx += x;
    b->vy += y;
    b->w += w;
    base[0] += x;
    base[1] += y;
    base[2] += w;
}

// An impulse (N s) at an arm from the centre of mass.
static void push_body(MicaWorld *world, int32_t solver, Vec2 arm, Vec2 impulse)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    float inverse = world->scratch.solverMotion.data[solver].invInertia;
    matter_accelerate_body(world, solver, b->invMassX * impulse.x, b->invMassY * impulse.y,
                           inverse * cross(arm, impulse));
}

void walls_push(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *c = &scratch->wallContacts.data[i];
        float impulse = -scratch->mass * scratch->multipliers.data[c->particle] * c->gradient;
        if (c->solver != 0 && impulse != 0.0f) {
            push_body(world, c->solver, c->arm, scale(impulse, c->normal));
        }
    }
}

// The inverse of the mass that an impulse along `direction` meets, by that of a reference particle.
static float inverse_mass(const MicaWorld *world, const WallContact *c, Vec2 direction)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const SolverBody *b = &world->scratch.solverBodies.data[c->solver];
    float turn = cross(c->arm, direction);
    float body = direction.x * direction.x * b->invMassX + direction.y * direction.y * b->invMassY +
                 turn * turn * world->scratch.solverMotion.data[c->solver].invInertia;
    return scratch->weights.data[c->particle] + scratch->mass * body;
}

static inline bool is_grain(const MicaWorld *world, const WallContact *c)
{
    return grain_is(world, world->state.particleTags.data[c->particle]);
}

// Applies impulses along the normal and across it to a particle and a body.
static void push_both(MicaWorld *world, const WallContact *c, float normal, float tangent)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *v = &world->state.particleVelocities.data[c->particle],
         all = add(scale(normal, c->normal), scale(tangent, left_perp(c->normal)));
    *v = mul_add(*v, scratch->weights.data[c->particle], all);
    if (c->solver != 0) {
        push_body(world, c->solver, c->arm, scale(-scratch->mass, all));
    }
}

// One contact: the particle comes no nearer than its radius. Friction is within its cone. Grains keep
// their impulses from substep to substep, and what overlaps with a wall that does not move is parted
// by walls_part; a liquid has those of this substep alone.
static void stop_at_wall(MicaWorld *world, WallContact *c, const MatterUnits *u, float h)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    bool grain = is_grain(world, c);
    Vec2 v = world->state.particleVelocities.data[c->particle], n = c->normal, t = left_perp(n),
         relative = sub(v, add(c->velocity, body_velocity_at(world, c->solver, c->arm)));
    float radius = grain ? scratch->radii.data[c->particle] : 0.5f * u->spacing,
          gap = distance_now(world, c) - radius,
          push = grain && c->solver == 0 ? 0.0f : max_f(PUSH_RATE * gap / h, -MAX_PUSH_SPEED),
          bias = gap > 0.0f ? gap / h : push, before = c->normalImpulse, across = c->tangentImpulse;
    float mass = inverse_mass(world, c, n);
    if (mass == 0.0f) {
        return;
    }
    c->normalImpulse = max_f(0.0f, before - (dot(relative, n) + bias) / mass);
    float limit = c->friction * c->normalImpulse;
    // What a viscous liquid takes along is more than friction.
    const Matter *m =
        &world->state.matters.data[world->state.particleTags.data[c->particle].matter];
    float stop = dot(relative, t) / inverse_mass(world, c, t),
          stick = gap < 0.2f * u->spacing ? viscosity_smoothing(m) * abs_f(stop) : 0.0f;
    limit = max_f(limit, stick);
    c->tangentImpulse = clamp_f(across - stop, -limit, limit);
    if (c->normalImpulse != before || c->tangentImpulse != across) {
        push_both(world, c, c->normalImpulse - before, c->tangentImpulse - across);
    }
    if (!grain) {
        c->normalImpulse = c->tangentImpulse = 0.0f;
    }
}

void walls_stop(MicaWorld *world, const MatterUnits *u, float h)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        stop_at_wall(world, &scratch->wallContacts.data[i], u, h);
    }
}

// -------------------------------------------------------------- contacts of grains, kept by the state

// What a contact pushed in the last step. Those of the state are in the order of their particles as they
// were then.
static void find_impulses(const MicaWorld *world, WallContact *c, int32_t before)
{
    const GrainWall *walls = world->state.grainWalls.data;
    int32_t low = 0, high = world->state.grainWalls.count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        low = walls[middle].particle < before ? middle + 1 : low;
        high = walls[middle].particle < before ? high : middle;
    }
    uint32_t collider = collider_handle(world, c->collider).id;
    for (; low < world->state.grainWalls.count && walls[low].particle == before; ++low) {
        if (walls[low].collider == collider && walls[low].part == c->part) {
            c->normalImpulse = walls[low].normal;
            c->tangentImpulse = walls[low].tangent;
        }
    }
}

void walls_match(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        WallContact *c = &scratch->wallContacts.data[i];
        if (!is_grain(world, c)) {
            continue;
        }
        find_impulses(world, c,
                      scratch->sorted ? scratch->cameFrom.data[c->particle] : c->particle);
        Vec2 all =
            add(scale(c->normalImpulse, c->normal), scale(c->tangentImpulse, left_perp(c->normal)));
        Vec2 *carried = &scratch->carried.data[c->particle];
        *carried = mul_add(*carried, scratch->weights.data[c->particle], all);
    }
}

void walls_carry(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *c = &scratch->wallContacts.data[i];
        if (c->solver != 0 && c->normalImpulse > 0.0f) {
            Vec2 all = add(scale(c->normalImpulse, c->normal),
                           scale(c->tangentImpulse, left_perp(c->normal)));
            push_body(world, c->solver, c->arm, scale(-scratch->mass, all));
        }
    }
}

void walls_keep(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    world->state.grainWalls.count = 0;
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *c = &scratch->wallContacts.data[i];
        if (c->normalImpulse > 0.0f) {
            world->state.grainWalls.data[world->state.grainWalls.count++] =
                (GrainWall){.collider = collider_handle(world, c->collider).id,
                            .part = c->part,
                            .particle = c->particle,
                            .normal = c->normalImpulse,
                            .tangent = c->tangentImpulse};
        }
    }
}

void walls_part(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *c = &scratch->wallContacts.data[i];
        if (!is_grain(world, c) || scratch->weights.data[c->particle] == 0.0f) {
            continue;
        }
        const SolverBody *b = &world->scratch.solverBodies.data[c->solver];
        Vec2 surface = mul_add(add(vec(b->dx, b->dy), cross_sv(b->da, c->arm)), scratch->elapsed,
                               c->velocity),
             *moved = &scratch->displacements.data[c->particle];
        float gap = c->distance + dot(c->normal, sub(*moved, surface)) -
                    scratch->radii.data[c->particle] + PART_SLOP * u->spacing;
        if (gap < 0.0f) {
            *moved = mul_add(*moved, -PART_RATE * max_f(gap, -PART_LIMIT * u->spacing), c->normal);
        }
    }
}

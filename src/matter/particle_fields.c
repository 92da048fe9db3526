// Fields on particles: gravity fields accelerate them, wind drags those that are exposed, speed zones
// slow them down. As of bodies, of one type only the fields of the highest priority act. Their whole
// effect comes when a step begins, before the pressure is solved. A water field does nothing to them.
//
// Called by matter_begin. Reads fields, colliders and lists; writes velocities.
#include "matter.h"

// A particle with fewer neighbours than this is exposed to the wind, with none fully.
#define SHELTERED_NEIGHBOURS 6.0f

// Whether a field of a collider acts on particles of a matter.
static bool acts_on(const MicaWorld *world, const Collider *c, const Matter *m)
{
    uint64_t met = world->state.layers.solid[m->layer] | world->state.layers.trigger[m->layer];
    return (met >> c->layer & 1) != 0;
}

static bool is_inside(const MicaWorld *world, const Collider *c, Vec2 p)
{
    if (p.x < c->box.lower.x || p.x > c->box.upper.x || p.y < c->box.lower.y ||
        p.y > c->box.upper.y) {
        return false;
    }
    PartWalk walk;
    Polygon storage;
    parts_begin(&walk, world, c, (MicaAABB){p, p}, vec(0.0f, 0.0f), parts_all(ALL_LAYERS));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        if (geometry_contains(&g, world->state.transforms.data[c->body], p, 0.0f)) {
            return true;
        }
    }
    return false;
}

// How exposed a particle is to the wind, 0 to 1.
static float exposure_of(const MicaWorld *world, int32_t particle)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    int32_t near = 0;
    for (int32_t line = scratch->lineStarts.data[particle >> 2];
         line < scratch->lineStarts.data[(particle >> 2) + 1]; ++line) {
        near += scratch->neighbours.data[4 * line + (particle & 3)] < matter_particles(world);
    }
    return clamp_f(1.0f - (float)near / SHELTERED_NEIGHBOURS, 0.0f, 1.0f);
}

// What one field does to the velocity of a particle.
static Vec2 act(const MicaWorld *world, const MatterUnits *u, const Collider *c, int32_t particle,
                Vec2 v, float dt)
{
    const MicaField *f = &world->state.fields.data[c->field].def;
    Vec2 p = world->state.particlePositions.data[particle];
    const Matter *m = &world->state.matters.data[world->state.particleTags.data[particle].matter];
    if (f->type == MICA_FIELD_GRAVITY) {
        return mul_add(v, dt, forces_gravity_at(world, c, p));
    }
    if (f->type == MICA_FIELD_WIND) {
        float width = u->spacing * exposure_of(world, particle),
              part = dt * f->drag * width / (m->density * u->area);
        v = mul_add(v, dt, rotate(world->state.transforms.data[c->body].q, f->acceleration));
        return mul_add(v, part / (1.0f + part), sub(forces_wind_at(world, c, p), v));
    }
    v = scale(1.0f / (1.0f + dt * f->drag), v);
    float speed;
    Vec2 along = normalize(v, &speed);
    return speed > f->maxSpeed ? scale(f->maxSpeed, along) : v;
}

// Applies the fields of one type to one particle.
static void apply_type(MicaWorld *world, const MatterUnits *u, const IntList *fields,
                       MicaFieldType type, int32_t particle, float dt)
{
    Vec2 *v = &world->state.particleVelocities.data[particle], sum = *v,
         p = world->state.particlePositions.data[particle];
    const Matter *m = &world->state.matters.data[world->state.particleTags.data[particle].matter];
    int32_t best = INT32_MIN;
    bool replaced = false;
    for (int32_t i = 0; i < fields->count; ++i) {
        const Collider *c = &world->state.colliders.data[fields->data[i]];
        const MicaField *f = &world->state.fields.data[c->field].def;
        if (f->type != type || f->priority < best || !acts_on(world, c, m) ||
            !is_inside(world, c, p)) {
            continue;
        }
        if (f->priority > best) {
            best = f->priority;
            sum = *v;
            replaced = false;
        }
        sum = act(world, u, c, particle, sum, dt);
        replaced = replaced || (type == MICA_FIELD_GRAVITY && f->replace != 0);
    }
    *v = replaced ? mul_add(sum, -dt, world->state.gravity) : sum;
}

void particle_fields_apply(MicaWorld *world, const MatterUnits *u, float dt)
{
    IntList *fields = &matter_scratch(world)->fieldColliders;
    fields->count = 0;
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) != 0 && c->field != NONE && collider_takes_part(world, c) &&
            world->state.fields.data[c->field].def.type != MICA_FIELD_WATER) {
            fields->data[fields->count++] = i;
        }
    }
    static const MicaFieldType types[3] = {MICA_FIELD_GRAVITY, MICA_FIELD_WIND, MICA_FIELD_SPEED};
    for (int32_t k = 0; k < 3 && fields->count > 0; ++k) {
        for (int32_t i = 0; i < matter_particles(world); ++i) {
            if (matter_scratch(world)->weights.data[i] > 0.0f) {
                apply_type(world, u, fields, types[k], i, dt);
            }
        }
    }
}

// Particles between steps: filling shapes with them, removing and counting those in a shape, and the
// arrays that a game reads. Called by games and the bridge, matter by matter.
#include "jelly.h"

#include <stdlib.h>

// A fill looks at no more places than this.
#define MAX_SITES (1 << 22)
// New particles keep so far from others, in spacings.
#define FILL_DISTANCE 0.85f
// And so far from the outline of the shape, so that the area of all is that of the shape.
#define FILL_INSET 0.45f

void particle_add(MicaWorld *world, int32_t matter, Vec2 position, Vec2 velocity, uint32_t value)
{
    WorldState *s = &world->state;
    int32_t i = s->particlePositions.count++;
    ASSERT(i + PARTICLE_PADDING <= s->particlePositions.capacity);
    s->particlePositions.data[i] = position;
    s->particleVelocities.data[i] = velocity;
    s->particleValues.data[i] = value;
    // A mixer of Wellons, "Prospecting for hash functions", 2018.
    uint32_t chance = (uint32_t)i + s->steps * 65521u + 77u;
    chance = (chance ^ chance >> 16) * 0x7feb352du;
    chance = (chance ^ chance >> 15) * 0x846ca68bu;
    s->particleTags.data[i] =
        (ParticleTag){.matter = (uint8_t)matter, .grain = (uint8_t)(chance >> 24)};
    s->particleVelocities.count = s->particleValues.count = s->particleTags.count = i + 1;
    if (particles_are_mortal(s)) {
        // Those that came before any life was set live for ever.
        for (; s->particleLives.count < i; s->particleLives.count += 1) {
            s->particleLives.data[s->particleLives.count] = 0.0f;
        }
        s->particleLives.data[i] = s->matters.data[matter].lifetime;
        s->particleLives.count = i + 1;
    }
    s->matters.data[matter].count += 1;
}

// Gives the contacts of grains and the clusters of jelly the places that their particles will have once those that are marked are
// gone.
static void renumber_contacts(MicaWorld *world)
{
    WorldState *s = &world->state;
    int32_t *places = matter_scratch(world)->newIndices.data, kept = 0;
    if (s->grainBlocks.count + s->grainWalls.count + s->jellyClusters.count == 0) {
        return;
    }
    for (int32_t i = 0; i < s->particlePositions.count; ++i) {
        bool gone = (s->particleTags.data[i].flags & PARTICLE_GONE) != 0;
        places[i] = gone ? NONE : kept++;
    }
    grain_blocks_renumber(world, places);
    jelly_renumber(world, places);
    kept = 0;
    for (int32_t i = 0; i < s->grainWalls.count; ++i) {
        GrainWall w = s->grainWalls.data[i];
        w.particle = places[w.particle];
        if (w.particle != NONE) {
            s->grainWalls.data[kept++] = w;
        }
    }
    s->grainWalls.count = kept;
}

bool particles_removal_reserve(MicaWorld *world)
{
    return ARRAY_RESERVE(&world->host.memory, &matter_scratch(world)->newIndices,
                         world->state.particlePositions.capacity);
}

void particles_remove_marked(MicaWorld *world)
{
    WorldState *s = &world->state;
    MatterScratch *scratch = matter_scratch(world);
    int32_t kept = 0, keptPrevious = 0;
    renumber_contacts(world);
    for (int32_t i = 0; i < s->particlePositions.count; ++i) {
        if ((s->particleTags.data[i].flags & PARTICLE_GONE) != 0) {
            s->matters.data[s->particleTags.data[i].matter].count -= 1;
            continue;
        }
        s->particlePositions.data[kept] = s->particlePositions.data[i];
        s->particleVelocities.data[kept] = s->particleVelocities.data[i];
        s->particleValues.data[kept] = s->particleValues.data[i];
        s->particleTags.data[kept] = s->particleTags.data[i];
        if (s->particleLives.count > 0) {
            s->particleLives.data[kept] = s->particleLives.data[i];
        }
        // What views show of the last step stays with its particles.
        if (i < scratch->previousPositions.count) {
            scratch->previousPositions.data[kept] = scratch->previousPositions.data[i];
            scratch->densities.data[kept] = scratch->densities.data[i];
            keptPrevious = kept + 1;
        }
        kept += 1;
    }
    if (kept == s->particlePositions.count) {
        return;
    }
    scratch->previousPositions.count = keptPrevious;
    s->particlePositions.count = s->particleVelocities.count = s->particleValues.count =
        s->particleTags.count = kept;
    s->particleLives.count = s->particleLives.count > 0 ? kept : 0;
    s->particlePlaces.count = 0;
    scratch->listed = false;
    scratch->viewed = false;
}

void particles_remove_all(MicaWorld *world, int32_t matter)
{
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        particle_mark(world, i, world->state.particleTags.data[i].matter == matter);
    }
    sleep_wake_around_marked(world);
    particles_remove_marked(world);
}

// --------------------------------------------------------------------------- shapes of the caller

// A shape of the caller's in the world.
typedef struct PlacedShape {
    Geometry geometry;
    Polygon storage;
    Transform pose;
    MicaAABB box;
} PlacedShape;

static MicaError place_shape(const MicaShape *shape, Vec2 position, float angle, PlacedShape *out)
{
    if (shape == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = shape_is_valid(shape) ? MICA_ERROR_OK : MICA_ERROR_BAD_SHAPE;
    if (error == MICA_ERROR_OK) {
        error = world_check_vec(position, MAX_COORDINATE);
    }
    if (error == MICA_ERROR_OK) {
        error = world_check_number(angle, 1e8f);
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    out->pose = (Transform){position, mica_rot(angle)};
    out->geometry = geometry_from_shape(shape, &out->storage);
    out->box = geometry_aabb(&out->geometry, out->pose);
    return MICA_ERROR_OK;
}

// By how much a point lies within the shape, m; negative outside of it.
static float depth_in(const PlacedShape *shape, Vec2 point)
{
    Vec2 normal;
    return -geometry_point_distance(&shape->geometry, untransform(shape->pose, point), &normal);
}

static bool is_in(const PlacedShape *shape, Vec2 point)
{
    return point.x >= shape->box.lower.x && point.x <= shape->box.upper.x &&
           point.y >= shape->box.lower.y && point.y <= shape->box.upper.y &&
           depth_in(shape, point) >= 0.0f;
}

// -------------------------------------------------------------------------------------- filling

// The places of a hexagonal lattice over the box of a shape: rows of columns, every second row half a
// spacing to the right.
typedef struct Lattice {
    Vec2 first;
    float spacing, rise;
    int32_t columns, rows;
} Lattice;

static Lattice lattice_over(MicaAABB box, float spacing)
{
    float rise = 0.866025404f * spacing;
    Lattice l = {.first = {box.lower.x + 0.5f * spacing, box.lower.y + 0.5f * spacing},
                 .spacing = spacing,
                 .rise = rise};
    l.columns = (int32_t)min_f((box.upper.x - box.lower.x) / spacing + 1.0f, 1e9f);
    l.rows = (int32_t)min_f((box.upper.y - box.lower.y) / rise + 1.0f, 1e9f);
    return l;
}

static inline Vec2 lattice_at(const Lattice *l, int32_t column, int32_t row)
{
    float shift = (row & 1) != 0 ? 0.5f * l->spacing : 0.0f;
    return vec(l->first.x + (float)column * l->spacing + shift, l->first.y + (float)row * l->rise);
}

// Marks the places that a particle lies too near to.
static void mark_taken(const MicaWorld *world, const Lattice *l, uint8_t *taken)
{
    float distance = FILL_DISTANCE * l->spacing;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        Vec2 p = world->state.particlePositions.data[i];
        float y = (p.y - l->first.y) / l->rise, x = (p.x - l->first.x) / l->spacing;
        if (!(y > -2.0f && y < (float)l->rows + 1.0f && x > -3.0f &&
              x < (float)l->columns + 2.0f)) {
            continue;
        }
        for (int32_t row = max_i((int32_t)y - 1, 0); row <= min_i((int32_t)y + 2, l->rows - 1);
             ++row) {
            for (int32_t column = max_i((int32_t)x - 2, 0);
                 column <= min_i((int32_t)x + 2, l->columns - 1); ++column) {
                Vec2 d = sub(lattice_at(l, column, row), p);
                if (dot(d, d) < distance * distance) {
                    taken[(size_t)row * (size_t)l->columns + (size_t)column] = 1;
                }
            }
        }
    }
}

// Memory for the colliders at a point.
static bool reserve_solids(MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t loose = s->staticTree.loose.count + s->movingTree.loose.count;
    return ARRAY_RESERVE(&world->host.memory, &world->scratch.queryHits,
                         s->colliders.count + loose + 4);
}

static bool covers(MicaWorld *world, const Collider *c, uint64_t layers, Vec2 point)
{
    Polygon storage;
    PartWalk walk;
    MicaAABB box = {point, point};
    parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_solid(layers));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        if (geometry_contains(&g, world->state.transforms.data[c->body], point, 0.0f)) {
            return true;
        }
    }
    return false;
}

// Whether solid colliders that the matter meets leave a point free: all, or all but the one at the slot
// `within`, which has to cover it.
static bool is_free_at(MicaWorld *world, const Matter *matter, int32_t within, Vec2 point)
{
    IntList *found = &world->scratch.queryHits;
    uint64_t layers = world->state.layers.solid[matter->layer];
    MicaAABB box = {point, point};
    Memory *m = &world->host.memory;
    if (within != NONE &&
        !covers(world, &world->state.colliders.data[within], ~(uint64_t)0, point)) {
        return false;
    }
    found->count = 0;
    // Memory for the list is reserved: see reserve_solids.
    if (layers == 0 || !tree_query(m, &world->state.staticTree, box, layers, found) ||
        !tree_query(m, &world->state.movingTree, box, layers, found)) {
        return layers == 0;
    }
    for (int32_t i = 0; i < found->count; ++i) {
        const Collider *c = &world->state.colliders.data[found->data[i]];
        if (found->data[i] != within && (c->flags & COLLIDER_TRIGGER) == 0 &&
            covers(world, c, layers, point)) {
            return false;
        }
    }
    return true;
}

static int32_t fill_places(MicaWorld *world, int32_t slot, const MicaMatterFill *fill,
                           int32_t within, const PlacedShape *shape, const Lattice *l,
                           const uint8_t *taken)
{
    const Matter *m = &world->state.matters.data[slot];
    int32_t before = m->count;
    for (int32_t row = 0; row < l->rows; ++row) {
        for (int32_t column = 0; column < l->columns && m->count < m->capacity; ++column) {
            Vec2 at = lattice_at(l, column, row);
            if (taken[(size_t)row * (size_t)l->columns + (size_t)column] == 0 &&
                particle_lies_within(at, l->spacing) &&
                depth_in(shape, at) >= FILL_INSET * l->spacing &&
                is_free_at(world, m, within, at)) {
                particle_add(world, slot, at, fill->velocity, fill->value);
            }
        }
    }
    return m->count - before;
}

static MicaError check_fill(MicaWorld *world, const MicaMatterFill *fill, float spacing,
                            int32_t *within, PlacedShape *shape, Lattice *lattice)
{
    if (world->host.stepping || fill == NULL) {
        return fill == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_LOCKED;
    }
    MicaError error = place_shape(fill->shape, fill->position, fill->angle, shape);
    if (error == MICA_ERROR_OK) {
        error = world_check_vec(fill->velocity, MAX_SPEED);
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    *within = fill->within.id != 0 ? collider_slot(world, fill->within) : NONE;
    if (fill->within.id != 0 && *within == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    *lattice = lattice_over(shape->box, spacing);
    return (double)lattice->columns * (double)lattice->rows <= MAX_SITES ? MICA_ERROR_OK
                                                                         : MICA_ERROR_OUT_OF_RANGE;
}

int32_t mica_matter_fill(MicaWorld *world, MicaMatter matter, const MicaMatterFill *fill)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE) {
        return -1;
    }
    PlacedShape shape;
    Lattice lattice;
    int32_t within;
    MicaError error =
        check_fill(world, fill, world->state.matters.data[slot].spacing, &within, &shape, &lattice);
    uint8_t *taken = NULL;
    if (error == MICA_ERROR_OK) {
        const Matter *m = &world->state.matters.data[slot];
        int32_t maximum = min_i(lattice.columns * lattice.rows, m->capacity - m->count);
        bool jelly = matter_is_elastic(m);
        taken = calloc((size_t)lattice.columns * (size_t)lattice.rows + 1, 1);
        bool reserved =
            taken != NULL && reserve_solids(world) && (!jelly || jelly_reserve(world, m, maximum));
        error = reserved ? MICA_ERROR_OK : MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        free(taken);
        world_fail(world, error);
        return -1;
    }
    mark_taken(world, &lattice, taken);
    matter_scratch(world)->viewed = false;
    int32_t first = matter_particles(world),
            added = fill_places(world, slot, fill, within, &shape, &lattice, taken);
    if (added > 0 && matter_is_elastic(&world->state.matters.data[slot])) {
        jelly_make(world, slot, first);
    }
    free(taken);
    return added;
}

// ----------------------------------------------------------------------------- removing, summing

// Checks what calls on the particles in a shape have in common. The slot of the matter, or NONE with
// the error recorded.
static int32_t begin_edit(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                          Vec2 position, float angle, PlacedShape *out)
{
    int32_t slot = matter_slot(world, matter);
    if (slot == NONE) {
        return NONE;
    }
    MicaError error =
        world->host.stepping ? MICA_ERROR_LOCKED : place_shape(shape, position, angle, out);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return NONE;
    }
    matter_scratch(world)->viewed = false;
    return slot;
}

static inline bool is_of(const MicaWorld *world, int32_t particle, int32_t slot,
                         const PlacedShape *shape)
{
    return world->state.particleTags.data[particle].matter == slot &&
           is_in(shape, world->state.particlePositions.data[particle]);
}

int32_t mica_matter_remove(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                           MicaVec2 position, float angle)
{
    PlacedShape placed;
    int32_t slot = begin_edit(world, matter, shape, position, angle, &placed);
    if (slot == NONE) {
        return -1;
    }
    if (!particles_removal_reserve(world)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return -1;
    }
    int32_t before = matter_particles(world);
    for (int32_t i = 0; i < before; ++i) {
        particle_mark(world, i, is_of(world, i, slot, &placed));
    }
    sleep_wake_around_marked(world);
    particles_remove_marked(world);
    return before - matter_particles(world);
}

int32_t mica_matter_paint(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                          MicaVec2 position, float angle, uint32_t value)
{
    PlacedShape placed;
    int32_t slot = begin_edit(world, matter, shape, position, angle, &placed), found = 0;
    for (int32_t i = 0; slot != NONE && i < matter_particles(world); ++i) {
        if (is_of(world, i, slot, &placed)) {
            world->state.particleValues.data[i] = value;
            found += 1;
        }
    }
    return slot != NONE ? found : -1;
}

int32_t mica_matter_push(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                         MicaVec2 position, float angle, MicaVec2 change)
{
    PlacedShape placed;
    int32_t slot = begin_edit(world, matter, shape, position, angle, &placed), found = 0;
    MicaError error = slot != NONE ? world_check_vec(change, MAX_SPEED) : MICA_ERROR_OK;
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return -1;
    }
    for (int32_t i = 0; slot != NONE && i < matter_particles(world); ++i) {
        if (is_of(world, i, slot, &placed)) {
            bool pinned = (world->state.particleTags.data[i].flags & PARTICLE_PINNED) != 0;
            Vec2 *v = &world->state.particleVelocities.data[i], sum = pinned ? *v : add(*v, change);
            sleep_wake_particle(world, i);
            *v = vec(clamp_f(sum.x, -MAX_SPEED, MAX_SPEED), clamp_f(sum.y, -MAX_SPEED, MAX_SPEED));
            found += 1;
        }
    }
    return slot != NONE ? found : -1;
}

int32_t mica_matter_pin(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                        MicaVec2 position, float angle, bool pinned)
{
    PlacedShape placed;
    int32_t slot = begin_edit(world, matter, shape, position, angle, &placed), found = 0;
    if (slot != NONE && world->state.matters.data[slot].kind == MICA_MATTER_LIQUID) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return -1;
    }
    for (int32_t i = 0; slot != NONE && i < matter_particles(world); ++i) {
        if (is_of(world, i, slot, &placed)) {
            uint8_t *flags = &world->state.particleTags.data[i].flags;
            sleep_wake_particle(world, i);
            *flags = (uint8_t)(pinned ? *flags | PARTICLE_PINNED : *flags & ~PARTICLE_PINNED);
            world->state.particleVelocities.data[i] = vec(0.0f, 0.0f);
            found += 1;
        }
    }
    return slot != NONE ? found : -1;
}

MicaError mica_matter_in(MicaWorld *world, MicaMatter matter, const MicaShape *shape,
                         MicaVec2 position, float angle, MicaMatterSum *out)
{
    world_enter(world);
    if (world == NULL || out == NULL) {
        return world != NULL ? world_fail(world, MICA_ERROR_NULL_ARGUMENT)
                             : MICA_ERROR_NULL_ARGUMENT;
    }
    *out = (MicaMatterSum){.count = 0};
    int32_t slot = matter.id != 0 ? matter_slot(world, matter) : NONE;
    if (matter.id != 0 && slot == NONE) {
        return MICA_ERROR_STALE_MATTER;
    }
    PlacedShape placed;
    MicaError error = place_shape(shape, position, angle, &placed);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    double mass = 0, x = 0, y = 0, vx = 0, vy = 0;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        Vec2 p = world->state.particlePositions.data[i],
             v = world->state.particleVelocities.data[i];
        int32_t own = world->state.particleTags.data[i].matter;
        if ((slot == NONE || own == slot) && is_in(&placed, p)) {
            const Matter *m = &world->state.matters.data[own];
            double each = (double)m->density * (double)matter_units(m->spacing).area;
            mass += each;
            x += each * (double)p.x;
            y += each * (double)p.y;
            vx += each * (double)v.x;
            vy += each * (double)v.y;
            out->count += 1;
        }
    }
    if (out->count > 0) {
        out->mass = (float)mass;
        out->center = vec((float)(x / mass), (float)(y / mass));
        out->velocity = vec((float)(vx / mass), (float)(vy / mass));
    }
    return MICA_ERROR_OK;
}

// ----------------------------------------------------------------------------------------- rays

#define RAY_RADIUS 0.6f  // of a particle, in spacings

// The fraction at which a ray meets a disc, 0 if it starts in it; above 1 if it does not.
static float meet_disc(Vec2 origin, Vec2 motion, Vec2 center, float radius)
{
    Vec2 to = sub(center, origin);
    float far = dot(to, to) - radius * radius, along = dot(to, motion),
          square = dot(motion, motion);
    if (far <= 0.0f) {
        return 0.0f;
    }
    float root = along * along - square * far;
    return along > 0.0f && root >= 0.0f ? (along - sqrtf(root)) / square : 2.0f;
}

bool mica_matter_cast_ray(MicaWorld *world, MicaMatter matter, MicaVec2 origin, MicaVec2 motion,
                          MicaMatterHit *out)
{
    world_enter(world);
    if (world == NULL || out == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return false;
    }
    int32_t slot = matter.id != 0 ? matter_slot(world, matter) : NONE, first = NONE;
    MicaError error = world_check_vec(origin, MAX_COORDINATE);
    if (error == MICA_ERROR_OK) {
        error = world_check_vec(motion, MAX_COORDINATE);
    }
    if (error != MICA_ERROR_OK || (matter.id != 0 && slot == NONE)) {
        world_fail(world, error != MICA_ERROR_OK ? error : MICA_ERROR_STALE_MATTER);
        return false;
    }
    float radius = RAY_RADIUS * matter_spacing(world), nearest = 1.0f;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        if (slot != NONE && world->state.particleTags.data[i].matter != slot) {
            continue;
        }
        float at = meet_disc(origin, motion, world->state.particlePositions.data[i], radius);
        if (at < nearest || (at == nearest && first == NONE)) {
            nearest = at;
            first = i;
        }
    }
    if (first == NONE) {
        return false;
    }
    Vec2 point = mul_add(origin, nearest, motion);
    float distance;
    Vec2 normal = normalize(sub(point, world->state.particlePositions.data[first]), &distance);
    *out = (MicaMatterHit){.matter =
                               mica_matter_at(world, world->state.particleTags.data[first].matter),
                           .fraction = nearest,
                           .point = point,
                           .normal = distance > 0.0f ? normal : vec(0.0f, 1.0f),
                           .velocity = world->state.particleVelocities.data[first],
                           .value = world->state.particleValues.data[first]};
    return true;
}

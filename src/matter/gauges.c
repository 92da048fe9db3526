// Gauges: trigger colliders that count the particles in them in each step, and may remove them. Called
// by games and the bridge, and at the end of a step.
#include "matter.h"

static int32_t gauge_of(const MicaWorld *world, MicaCollider collider)
{
    for (int32_t i = 0; i < world->state.gauges.count; ++i) {
        if (world->state.gauges.data[i].collider == collider.id) {
            return i;
        }
    }
    return NONE;
}

static MicaError check_gauge(MicaWorld *world, int32_t collider, const MicaGaugeDef *def)
{
    if (def == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (world->host.stepping) {
        return MICA_ERROR_LOCKED;
    }
    bool trigger = (world->state.colliders.data[collider].flags & COLLIDER_TRIGGER) != 0;
    return trigger && def->threshold >= 0 ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

MicaError mica_collider_set_gauge(MicaWorld *world, MicaCollider collider, const MicaGaugeDef *def)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return world != NULL ? MICA_ERROR_STALE_COLLIDER : MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = check_gauge(world, slot, def);
    int32_t at = gauge_of(world, collider), count = world->state.gauges.count;
    if (error == MICA_ERROR_OK && at == NONE && count == MICA_MAX_GAUGES) {
        error = MICA_ERROR_CAPACITY;
    }
    if (error == MICA_ERROR_OK &&
        !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.gauges, count + 1)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (at == NONE) {
        at = world->state.gauges.count++;
        world->state.gauges.data[at] = (Gauge){.collider = collider.id};
    }
    Gauge *g = &world->state.gauges.data[at];
    g->threshold = def->threshold;
    g->flags = (g->flags & GAUGE_REACHED) | (def->drains ? GAUGE_DRAINS : 0u);
    return MICA_ERROR_OK;
}

static void drop(MicaWorld *world, int32_t gauge)
{
    for (int32_t i = gauge + 1; i < world->state.gauges.count; ++i) {
        world->state.gauges.data[i - 1] = world->state.gauges.data[i];
    }
    world->state.gauges.count -= 1;
}

MicaError mica_collider_end_gauge(MicaWorld *world, MicaCollider collider)
{
    if (collider_slot(world, collider) == NONE) {
        return world != NULL ? MICA_ERROR_STALE_COLLIDER : MICA_ERROR_NULL_ARGUMENT;
    }
    int32_t at = gauge_of(world, collider);
    if (world->host.stepping) {
        return world_fail(world, MICA_ERROR_LOCKED);
    }
    if (at != NONE) {
        drop(world, at);
    }
    return MICA_ERROR_OK;
}

bool mica_collider_gauge(MicaWorld *world, MicaCollider collider, MicaGaugeDef *out)
{
    int32_t at = collider_slot(world, collider) != NONE ? gauge_of(world, collider) : NONE;
    if (at == NONE || out == NULL) {
        return false;
    }
    const Gauge *g = &world->state.gauges.data[at];
    *out = (MicaGaugeDef){.threshold = g->threshold, .drains = (g->flags & GAUGE_DRAINS) != 0};
    return true;
}

int32_t mica_collider_matter_count(MicaWorld *world, MicaCollider collider)
{
    int32_t at = collider_slot(world, collider) != NONE ? gauge_of(world, collider) : NONE;
    return at != NONE ? world->state.gauges.data[at].count : -1;
}

int32_t mica_world_gauges(const MicaWorld *world, MicaCollider *out)
{
    int32_t count = 0;
    for (int32_t i = 0; world != NULL && out != NULL && i < world->state.gauges.count; ++i) {
        MicaCollider collider = {world->state.gauges.data[i].collider};
        // That of a collider that was destroyed ends in the next step.
        if (mica_collider_is_valid(world, collider)) {
            out[count++] = collider;
        }
    }
    return count;
}

int32_t mica_world_matter_events(const MicaWorld *world, const MicaMatterEvent **out)
{
    if (world == NULL || out == NULL) {
        return 0;
    }
    *out = world->state.matterEvents.data;
    return world->state.matterEvents.count;
}

// -------------------------------------------------------------------------------------- in a step

bool gauges_reserve(MicaWorld *world)
{
    return ARRAY_RESERVE(&world->host.memory, &world->state.matterEvents,
                         world->state.gauges.count);
}

// Counts the particles in a part of a collider that no part before it had; marks them to be removed if
// the gauge drains.
static int32_t count_in(MicaWorld *world, const Collider *c, bool drains)
{
    Transform t = world->state.transforms.data[c->body];
    int32_t found = 0;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        Vec2 p = world->state.particlePositions.data[i];
        if (p.x < c->box.lower.x || p.x > c->box.upper.x || p.y < c->box.lower.y ||
            p.y > c->box.upper.y ||
            (world->state.particleTags.data[i].flags & PARTICLE_GONE) != 0) {
            continue;
        }
        PartWalk walk;
        Polygon storage;
        parts_begin(&walk, world, c, (MicaAABB){p, p}, vec(0.0f, 0.0f), parts_all(ALL_LAYERS));
        for (int32_t part; (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            if (geometry_contains(&g, t, p, 0.0f)) {
                found += 1;
                particle_mark(world, i, drains);
                break;
            }
        }
    }
    return found;
}

void gauges_count(MicaWorld *world)
{
    world->state.matterEvents.count = 0;
    bool drained = false;
    for (int32_t i = 0; i < world->state.gauges.count; ++i) {
        Gauge *g = &world->state.gauges.data[i];
        MicaCollider collider = {g->collider};
        if (!mica_collider_is_valid(world, collider)) {
            drop(world, i--);
            continue;
        }
        const Collider *c = &world->state.colliders.data[MICA_SLOT(collider)];
        bool drains = (g->flags & GAUGE_DRAINS) != 0, before = (g->flags & GAUGE_REACHED) != 0;
        int32_t found = collider_takes_part(world, c) ? count_in(world, c, drains) : 0;
        g->count = drains ? min_i(g->count, INT32_MAX - found) + found : found;
        drained = drained || (drains && found > 0);
        bool reached = g->threshold > 0 && g->count >= g->threshold;
        g->flags = (g->flags & ~GAUGE_REACHED) | (reached ? GAUGE_REACHED : 0u);
        if (reached != before) {
            MicaMatterEvent *e = &world->state.matterEvents.data[world->state.matterEvents.count++];
            memset(e, 0, sizeof *e);  // its padding is saved
            e->collider = collider;
            e->count = g->count;
            e->reached = reached;
        }
    }
    if (drained) {
        particles_remove_marked(world);
    }
}

// Which colliders a query or a cast tests: the caller's filter, checked, and what a swept body's
// own collider responds to. Called by every file of the room; reads colliders, writes the last
// error.
#include "query.h"

bool query_filter(MicaWorld *world, const MicaFilter *given, MicaFilter *out)
{
    *out = (MicaFilter){.layers = UINT64_MAX};
    if (given == NULL) {
        return true;
    }
    const int32_t bodies = given->bodyCount, colliders = given->colliderCount;
    if ((given->flags & ~(uint32_t)MICA_QUERY_FLAGS) != 0 || bodies < 0 || colliders < 0 ||
        bodies > MICA_MAX_IGNORED || colliders > MICA_MAX_IGNORED) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    if ((bodies > 0 && given->bodies == NULL) || (colliders > 0 && given->colliders == NULL)) {
        world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        return false;
    }
    for (int32_t i = 0; i < bodies; ++i) {
        if (body_slot(world, given->bodies[i]) == NONE) {
            return false;
        }
    }
    for (int32_t i = 0; i < colliders; ++i) {
        if (collider_slot(world, given->colliders[i]) == NONE) {
            return false;
        }
    }
    *out = *given;
    return true;
}

bool query_filter_excludes(const MicaWorld *world, const MicaFilter *filter, int32_t slot)
{
    int32_t body = world->state.colliders.data[slot].body;
    for (int32_t i = 0; i < filter->bodyCount; ++i) {
        if (MICA_SLOT(filter->bodies[i]) == body) {
            return true;
        }
    }
    for (int32_t i = 0; i < filter->colliderCount; ++i) {
        if (MICA_SLOT(filter->colliders[i]) == slot) {
            return true;
        }
    }
    return false;
}

PartFilter caster_parts(const Caster *caster, const Collider *c)
{
    bool triggers = (caster->flags & MICA_QUERY_TRIGGERS) != 0;
    uint64_t layers = caster->layers;
    if (caster->own != NULL) {
        const MicaWorld *world = caster->world;
        uint64_t solid = pair_filter_layers(world, c, caster->own, caster->ownLayer, MICA_SOLID),
                 seen = triggers ? pair_filter_layers(world, c, caster->own, caster->ownLayer,
                                                      MICA_TRIGGER)
                                 : 0;
        layers &= solid | seen;
    }
    return (PartFilter){.solid = layers, .trigger = triggers ? layers : 0};
}

bool caster_leaves_out_mover(const Caster *caster, int32_t slot)
{
    MicaWorld *world = caster->world;
    int32_t body = world->state.colliders.data[slot].body;
    if (caster->leftOut == LEFT_OUT_NONE || !body_has(world, body, MICA_FLAG_MOVER)) {
        return false;
    }
    return caster->leftOut == LEFT_OUT_ALL ||
           (world->state.movers.data[mover_of_body(world, body)].flags & MOVER_IN_CROWD) != 0;
}

bool caster_accepts_slot(const Caster *caster, int32_t slot)
{
    if (caster_leaves_out_mover(caster, slot)) {
        return false;
    }
    if (caster->own != NULL) {
        PartFilter parts = caster_parts(caster, &caster->world->state.colliders.data[slot]);
        if ((parts.solid | parts.trigger) == 0) {
            return false;
        }
    }
    return caster->excluded == NULL ||
           !query_filter_excludes(caster->world, caster->excluded, slot);
}

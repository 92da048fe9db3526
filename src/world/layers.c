// Layers, and the response of a pair of colliders. Two layers are solid if either names the other
// solid, else they trigger if either names the other so, else they ignore each other. Groups,
// ignored pairs (filters.c), triggers, joints and body types then decide the response of two
// colliders. Called by the public API; by pair search, broad phase, triggers, sweeps and queries,
// which ask for responses; and when a collider changes, for the bounds. Writes state.layers and,
// when a rule changes, the flags that make the next step filter its contacts and look for pairs
// again.
#include "world.h"

static bool layer_ok(int32_t layer) { return layer >= 0 && layer < LAYER_COUNT; }

// Computes the response of two layers from what each names.
static void derive_response(LayerTable *t, int32_t a, int32_t b)
{
    uint64_t bitA = (uint64_t)1 << a, bitB = (uint64_t)1 << b;
    bool solid = (t->namesSolid[a] & bitB) != 0 || (t->namesSolid[b] & bitA) != 0;
    bool trigger = !solid && ((t->namesTrigger[a] & bitB) != 0 || (t->namesTrigger[b] & bitA) != 0);
    t->solid[a] = solid ? t->solid[a] | bitB : t->solid[a] & ~bitB;
    t->solid[b] = solid ? t->solid[b] | bitA : t->solid[b] & ~bitA;
    t->trigger[a] = trigger ? t->trigger[a] | bitB : t->trigger[a] & ~bitB;
    t->trigger[b] = trigger ? t->trigger[b] | bitA : t->trigger[b] & ~bitA;
}

MicaError mica_layer_set(MicaWorld *world, int32_t from, int32_t to, MicaResponse response)
{
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (!layer_ok(from) || !layer_ok(to)) {
        return world_fail(world, MICA_ERROR_BAD_LAYER);
    }
    if ((int)response < 0 || response >= MICA_RESPONSE_COUNT) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    LayerTable *t = &world->state.layers;
    MicaResponse before = mica_layer_response(world, from, to);
    uint64_t bit = (uint64_t)1 << to;
    t->namesSolid[from] =
        response == MICA_SOLID ? t->namesSolid[from] | bit : t->namesSolid[from] & ~bit;
    t->namesTrigger[from] =
        response == MICA_TRIGGER ? t->namesTrigger[from] | bit : t->namesTrigger[from] & ~bit;
    derive_response(t, from, to);
    MicaResponse after = mica_layer_response(world, from, to);
    if (after != before) {
        world->state.refilterContacts = true;
        // Between trigger and solid too: two bodies that are not dynamic form trigger pairs but no
        // solid ones, and a tile map forms one trigger pair but a solid pair for each tile.
        world->state.requeryPairs = world->state.requeryPairs || after != MICA_IGNORE;
    }
    return MICA_ERROR_OK;
}

MicaResponse mica_layer_named(const MicaWorld *world, int32_t from, int32_t to)
{
    if (world == NULL || !layer_ok(from) || !layer_ok(to)) {
        return MICA_IGNORE;
    }
    uint64_t bit = (uint64_t)1 << to;
    return (world->state.layers.namesSolid[from] & bit) != 0     ? MICA_SOLID
           : (world->state.layers.namesTrigger[from] & bit) != 0 ? MICA_TRIGGER
                                                                 : MICA_IGNORE;
}

inline MicaResponse mica_layer_response(const MicaWorld *world, int32_t a, int32_t b)
{
    if (world == NULL || !layer_ok(a) || !layer_ok(b)) {
        return MICA_IGNORE;
    }
    uint64_t bit = (uint64_t)1 << b;
    return (world->state.layers.solid[a] & bit) != 0     ? MICA_SOLID
           : (world->state.layers.trigger[a] & bit) != 0 ? MICA_TRIGGER
                                                         : MICA_IGNORE;
}

const uint64_t *mica_layer_masks(const MicaWorld *world)
{
    _Static_assert(offsetof(LayerTable, trigger) ==
                       offsetof(LayerTable, solid) + sizeof(uint64_t) * LAYER_COUNT,
                   "the caller reads both tables as one array");
    return world != NULL ? world->state.layers.solid : NULL;
}

// The response by layers and groups, or MICA_IGNORE for the same body, disabled bodies and ignored
// pairs.
static MicaResponse pair_layer_response(const MicaWorld *world, const Collider *a,
                                        const Collider *b)
{
    if (a->body == b->body || ((a->flags & b->flags) & COLLIDER_ALIVE) == 0 ||
        !body_has(world, a->body, MICA_FLAG_ENABLED) ||
        !body_has(world, b->body, MICA_FLAG_ENABLED) ||
        (world->state.ignoredPairs.count > 0 && filter_ignores(world, a->body, b->body))) {
        return MICA_IGNORE;
    }
    MicaResponse response = mica_layer_response(world, a->layer, b->layer);
    if (a->group == b->group && a->group != 0) {
        response = a->group > 0 ? MICA_SOLID : MICA_IGNORE;
    }
    return response;
}

bool pair_trigger_cells_see(const MicaWorld *world, const Collider *tiles, const Collider *other)
{
    return tiles->type == MICA_SHAPE_TILES && parts_have_triggers(world, tiles) &&
           trigger_sees(world, tiles, other) &&
           pair_layer_response(world, tiles, other) != MICA_IGNORE;
}

MicaResponse pair_filter_response(const MicaWorld *world, const Collider *a, const Collider *b)
{
    MicaResponse response = pair_layer_response(world, a, b);
    if (response == MICA_IGNORE) {
        return MICA_IGNORE;
    }
    if (((a->flags | b->flags) & COLLIDER_TRIGGER) != 0) {
        bool seen = ((a->flags & COLLIDER_TRIGGER) != 0 && trigger_sees(world, a, b)) ||
                    ((b->flags & COLLIDER_TRIGGER) != 0 && trigger_sees(world, b, a));
        return seen ? MICA_TRIGGER : MICA_IGNORE;
    }
    bool joined = response == MICA_SOLID && world->state.liveJoints > 0 &&
                  joints_part(world, a->body, b->body);
    return joined ? MICA_IGNORE : response;
}

MicaResponse pair_response(const MicaWorld *world, const Collider *a, const Collider *b)
{
    MicaResponse response = pair_filter_response(world, a, b);
    if (((a->flags | b->flags) & COLLIDER_TRIGGER) != 0) {
        return response;  // trigger_sees has tested the body types
    }
    bool dynamic = body_is_dynamic(world, a->body) || body_is_dynamic(world, b->body);
    bool bothStatic = body_type(world, a->body) == MICA_BODY_STATIC &&
                      body_type(world, b->body) == MICA_BODY_STATIC;
    return (response == MICA_SOLID && !dynamic) || bothStatic ? MICA_IGNORE : response;
}

void layer_update_bounds(MicaWorld *world, const Collider *c)
{
    LayerTable *t = &world->state.layers;
    float extent = max_f(collider_min_extent(world, c), 0.25f * MIN_SIZE),
          *least = &t->minExtents[c->layer];
    *least = *least == 0.0f || extent < *least ? extent : *least;
    if (parts_have_triggers(world, c)) {
        t->triggerLayers |= layer_bit(c);
        t->seesStatics |= c->sees & MICA_SEES_STATIC;
    }
    t->solidGroups |= c->group > 0 ? 1u : 0u;
}

// Layers, and the response of a pair of colliders, `pair_response`: by same body, ignored pairs, layers,
// groups, triggers and what they see, joints and body types. A disabled collider is in no tree and meets
// nothing. Two layers are solid if either names the other solid, else they trigger if either names the
// other so, else they ignore each other. Called by the public API; by pair search, broad phase, triggers, sweeps and queries,
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
    world_enter(world);
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

// The response by layers and groups, or MICA_IGNORE for the same body, colliders that do not take part
// and ignored pairs.
static MicaResponse pair_layer_response(const MicaWorld *world, const Collider *a, int32_t layerA,
                                        const Collider *b, int32_t layerB)
{
    if (a->body == b->body || (a->flags & b->flags & COLLIDER_IN_TREE) == 0 ||
        (world->state.ignoredPairs.count > 0 && filter_ignores(world, a->body, b->body))) {
        return MICA_IGNORE;
    }
    MicaResponse response = mica_layer_response(world, layerA, layerB);
    if (a->group == b->group && a->group != 0) {
        response = a->group > 0 ? MICA_SOLID : MICA_IGNORE;
    }
    return response;
}

static inline MicaResponse filter_response(const MicaWorld *world, const Collider *a,
                                           int32_t layerA, const Collider *b, int32_t layerB)
{
    MicaResponse response = pair_layer_response(world, a, layerA, b, layerB);
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

// The response of a part of a, which has the given layer, to b.
static inline MicaResponse part_response(const MicaWorld *world, const Collider *a, int32_t layerA,
                                         const Collider *b)
{
    MicaResponse response = filter_response(world, a, layerA, b, b->layer);
    if (((a->flags | b->flags) & COLLIDER_TRIGGER) != 0) {
        return response;  // trigger_sees has tested the body types
    }
    bool dynamic = body_is_dynamic(world, a->body) || body_is_dynamic(world, b->body);
    bool bothStatic = body_type(world, a->body) == MICA_BODY_STATIC &&
                      body_type(world, b->body) == MICA_BODY_STATIC;
    return (response == MICA_SOLID && !dynamic) || bothStatic ? MICA_IGNORE : response;
}

MicaResponse pair_response(const MicaWorld *world, const Collider *a, const Collider *b)
{
    return part_response(world, a, a->layer, b);
}

uint64_t pair_part_layers(const MicaWorld *world, const Collider *a, const Collider *b,
                          MicaResponse response)
{
    if (collider_kind_layers(world, a) == 0) {
        return pair_response(world, a, b) == response ? ALL_LAYERS : 0;
    }
    uint64_t found = 0;
    for (uint64_t own = collider_layers(world, a); own != 0; own &= own - 1) {
        int32_t layer = __builtin_ctzll(own);
        found |= part_response(world, a, layer, b) == response ? (uint64_t)1 << layer : 0;
    }
    return found;
}

uint64_t pair_filter_layers(const MicaWorld *world, const Collider *a, const Collider *b,
                            int32_t layerB, MicaResponse response)
{
    bool parts = collider_kind_layers(world, a) != 0;
    uint64_t found = 0;
    for (uint64_t own = collider_layers(world, a); own != 0; own &= own - 1) {
        int32_t layer = __builtin_ctzll(own);
        uint64_t bit = parts ? (uint64_t)1 << layer : ALL_LAYERS;
        found |= filter_response(world, a, layer, b, layerB) == response ? bit : 0;
    }
    return found;
}

// The layers whose trigger cells detect another collider, whatever the solid cells do.
static uint64_t trigger_cell_layers(const MicaWorld *world, const Collider *a, const Collider *b)
{
    if (a->type != MICA_SHAPE_TILES || !parts_have_triggers(world, a) ||
        !trigger_sees(world, a, b)) {
        return 0;
    }
    uint64_t found = 0, kinds = collider_kind_layers(world, a);
    for (uint64_t own = collider_layers(world, a); own != 0; own &= own - 1) {
        int32_t layer = __builtin_ctzll(own);
        bool responds = pair_layer_response(world, a, layer, b, b->layer) != MICA_IGNORE;
        found |= !responds ? 0 : kinds == 0 ? ALL_LAYERS : (uint64_t)1 << layer;
    }
    return found;
}

// Where the layers or the collider itself make the parts triggers, all of a map or chain are one,
// but each cell of a map whose kinds have layers is one of its own. A map's trigger cells are one
// where it has a field, else each is one of its own.
TriggerParts pair_trigger_parts(const MicaWorld *world, const Collider *a, const Collider *b)
{
    uint64_t made = pair_part_layers(world, a, b, MICA_TRIGGER),
             cells = trigger_cell_layers(world, a, b);
    bool whole =
        made != 0 && ((a->flags & COLLIDER_TRIGGER) != 0 || collider_kind_layers(world, a) == 0);
    return (TriggerParts){.filter = {.solid = made, .trigger = made | cells},
                          .any = (made | cells) != 0,
                          .together = whole || a->field != NONE};
}

void layer_update_bounds(MicaWorld *world, const Collider *c)
{
    LayerTable *t = &world->state.layers;
    float extent = max_f(collider_min_extent(world, c), 0.25f * MIN_SIZE);
    uint64_t layers = collider_layers(world, c);
    for (uint64_t own = layers; own != 0; own &= own - 1) {
        float *minimum = &t->minExtents[__builtin_ctzll(own)];
        *minimum = *minimum == 0.0f || extent < *minimum ? extent : *minimum;
    }
    if (parts_have_triggers(world, c)) {
        t->triggerLayers |= layers;
        t->seesStatics |= c->sees & MICA_SEES_STATIC;
    }
    t->solidGroups |= c->group > 0 ? 1u : 0u;
}

// Trigger pairs, and what passed through a trigger within a step. The narrow phase calls
// trigger_update to find who is inside as a step begins. After all motion of a step, triggers_sweep
// finds what passed through a trigger between two steps: a body that moved further than half its
// own thickness plus half that of the thinnest collider that it may form a trigger pair with is
// swept; each of its colliders becomes a candidate that moves with the body's centre along a
// straight line and turns evenly. What was inside at either end of the step is left to the narrow
// phase. A world without such fast bodies pays one comparison a body. Reads trees, previous and new
// transforms; writes contacts' flags, swept candidates and trigger events.
#include "contacts.h"

// The radius of a disc about the body's centre of mass that contains the collider.
static float bounding_radius(const Collider *c, const Sweep *sweep)
{
    return c->reach + length(sweep->localCenter);
}

static MicaAABB box_around(Vec2 a, Vec2 b, float r)
{
    return (MicaAABB){{min_f(a.x, b.x) - r, min_f(a.y, b.y) - r},
                      {max_f(a.x, b.x) + r, max_f(a.y, b.y) + r}};
}

// A moment of two colliders, or with sweeps all moments of a step.
typedef struct Meeting {
    const Collider *a, *b;
    const Sweep *sweeps;  // of both; null: as they are now
} Meeting;

static bool part_overlaps(const MicaWorld *world, const Meeting *m, int32_t part,
                          LocalManifold *apart)
{
    Polygon storage;
    Geometry gA = part_geometry(world, m->a, part, &storage), gB = collider_geometry(world, m->b);
    if (m->sweeps != NULL) {
        MicaToiState state = toi_compute(&gA, &m->sweeps[0], &gB, &m->sweeps[1], 0.0f, 1.0f).state;
        apart->count = state == MICA_TOI_HIT || state == MICA_TOI_FAILED;
    } else {
        Transform relative = inv_mul(world->state.transforms.data[m->a->body],
                                     world->state.transforms.data[m->b->body]);
        collide_geometry(&gA, &gB, relative, 0.0f, apart);
    }
    return apart->count > 0;
}

// Walks the parts of A that B may overlap.
static void begin_walk(PartWalk *walk, const MicaWorld *world, const Meeting *m, PartFilter filter)
{
    const Collider *a = m->a, *b = m->b;
    MicaAABB box = b->box;
    Vec2 motion = {0.0f, 0.0f};
    if (m->sweeps != NULL) {
        // A's parts are looked up where A is now, so B's start is given relative to A's end.
        const Sweep *sweeps = m->sweeps;
        Vec2 from = add(sweeps[1].c0, sub(sweeps[0].c1, sweeps[0].c0));
        box = box_around(from, from,
                         bounding_radius(b, &sweeps[1]) +
                             abs_f(sweeps[0].turn) * bounding_radius(a, &sweeps[0]));
        motion = sub(sweeps[1].c1, from);
    } else if (collider_is_compound(a)) {
        box = collider_tight_box(world, b);
    }
    parts_begin(walk, world, a, box, motion, filter);
}

// True if B overlaps any part of A that is a trigger. If it does not and A has one part, *apart
// holds the gap and its normal.
static bool overlaps(const MicaWorld *world, const Meeting *m, LocalManifold *apart)
{
    PartWalk walk;
    *apart = (LocalManifold){.gap = 0.0f};
    begin_walk(&walk, world, m, pair_trigger_parts(world, m->a, m->b).filter);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        if (part_overlaps(world, m, part, apart)) {
            return true;
        }
    }
    return false;
}

// A body that came to rest is tested once more: it made its last move after the last test.
bool trigger_needs_update(const MicaWorld *world, const Contact *c)
{
    return body_has_mark(world, c->bodyA, BODY_MOVED_LAST_STEP) ||
           body_has_mark(world, c->bodyB, BODY_MOVED_LAST_STEP);
}

void trigger_update(MicaWorld *world, Contact *c, Transform relative)
{
    const Collider *a = &world->state.colliders.data[c->colliderA];
    const Meeting now = {a, &world->state.colliders.data[c->colliderB], NULL};
    LocalManifold apart = {.gap = 0.0f};
    bool inside = c->part != PART_TRIGGERS ? part_overlaps(world, &now, c->part, &apart)
                                           : overlaps(world, &now, &apart);
    event_trigger(world, c, inside);
    pair_set_apart(c, relative, apart.normal, apart.gap);
    c->cacheFlags = inside || collider_is_compound(a) ? 0 : FACE_NONE;
}

// ----------------------------------------------------------------- which displacements may tunnel

// The layers with whose colliders one of this layer may form a trigger pair.
static uint64_t trigger_pair_layers(const LayerTable *t, int32_t layer, bool trigger, bool grouped)
{
    uint64_t solid = grouped ? ~(uint64_t)0 : t->solid[layer];
    return t->trigger[layer] | (trigger ? solid : solid & t->triggerLayers);
}

// By layer, the minimum displacement by which a collider may pass through another within a step:
// its own half thickness plus that of the thinnest collider that it may form a trigger pair with.
// Returns the minimum of all.
static float find_tunnel_limits(const LayerTable *t, float *limits)
{
    float minimum = MAX_SIZE;
    for (int32_t i = 0; i < LAYER_COUNT; ++i) {
        limits[i] = MAX_SIZE;
        if (i % 4 == 0 && f4_mask(f4_lt(f4_zero(), f4_load(&t->minExtents[i]))) == 0) {
            f4_store(&limits[i], f4_splat(MAX_SIZE));
            i += 3;  // no collider has any of the four layers
            continue;
        }
        if (t->minExtents[i] == 0.0f) {
            continue;
        }
        uint64_t layers =
            trigger_pair_layers(t, i, (t->triggerLayers >> i & 1) != 0, t->solidGroups != 0);
        for (; layers != 0; layers &= layers - 1) {
            float thin = t->minExtents[__builtin_ctzll(layers)];
            limits[i] = thin > 0.0f ? min_f(limits[i], t->minExtents[i] + thin) : limits[i];
        }
        minimum = min_f(minimum, limits[i]);
    }
    return minimum;
}

// Every collider may become a swept candidate. How many triggers they pass is not known before they
// have moved: there is capacity for SPARE_PASSES, and for more as far as memory goes.
#define SPARE_PASSES 64

bool triggers_reserve(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    Memory *m = &world->host.memory;
    float limits[LAYER_COUNT];
    scratch->tunnelLimit = find_tunnel_limits(&world->state.layers, limits);
    return scratch->tunnelLimit == MAX_SIZE ||
           (ARRAY_RESERVE(m, &scratch->sweptCandidates, world->state.liveColliders) &&
            ARRAY_RESERVE(m, &scratch->collidersSwept, world->state.colliders.count) &&
            ARRAY_RESERVE(m, &world->output.enterEvents,
                          world->output.enterEvents.count + SPARE_PASSES) &&
            ARRAY_RESERVE(m, &world->output.exitEvents,
                          world->output.exitEvents.count + SPARE_PASSES));
}

// --------------------------------------------------------------------------------- swept
// candidates

// Adds the body's colliders that may have passed through something; true if it has others.
static bool add_candidates_of_body(MicaWorld *world, const float *limits, int32_t slot,
                                   float displacement)
{
    ContactsScratch *scratch = contacts_scratch(world);
    bool others = false;
    Sweep sweep = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        uint64_t layers = 0;
        float limit = MAX_SIZE;
        for (uint64_t own = collider_layers(world, c); own != 0; own &= own - 1) {
            int32_t layer = __builtin_ctzll(own);
            layers |= trigger_pair_layers(&world->state.layers, layer,
                                          parts_have_triggers(world, c), c->group > 0);
            limit = min_f(limit, limits[layer]);
        }
        if ((c->flags & COLLIDER_IN_TREE) == 0 || layers == 0) {
            continue;
        }
        if (displacement < limit) {
            others = true;
            continue;
        }
        scratch->collidersSwept.data[i] = 1;
        scratch->sweptCandidates.data[scratch->sweptCandidates.count++] =
            (SweptCandidate){box_around(sweep.c0, sweep.c1, bounding_radius(c, &sweep)), layers, i};
    }
    return others;
}

// Adds the candidates of all movers; returns as add_candidates.
static float add_candidates_of_movers(MicaWorld *world, const float *limits, float minimum)
{
    float otherDisplacement = 0.0f;
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        const Mover *m = &world->state.movers.data[i];
        if ((m->flags & MOVER_ALIVE) == 0 || !body_has(world, m->body, MICA_FLAG_MOVED)) {
            continue;
        }
        float displacement = length(
            sub(world->state.transforms.data[m->body].p, world->state.previous.data[m->body].p));
        if (displacement < minimum ||
            add_candidates_of_body(world, limits, m->body, displacement)) {
            otherDisplacement = max_f(otherDisplacement, displacement);
        }
    }
    return otherDisplacement;
}

// Adds the candidates of all bodies; returns how far any other collider moved at most.
static float add_candidates(MicaWorld *world, const float *limits, float minimum)
{
    ContactsScratch *scratch = contacts_scratch(world);
    float otherDisplacement = 0.0f;
    scratch->sweptCandidates.count = 0;
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        float displacement = body_max_displacement(world, i);
        if (displacement < minimum || add_candidates_of_body(world, limits, slot, displacement)) {
            otherDisplacement = max_f(otherDisplacement, displacement);
        }
    }
    return max_f(otherDisplacement, add_candidates_of_movers(world, limits, minimum));
}

// ---------------------------------------------------------------------------- testing the
// candidates

static bool is_touching(const MicaWorld *world, int32_t a, int32_t b, int32_t part)
{
    int32_t contact = pair_find(world, a, b, part);
    return contact != NONE && (world->state.contacts.data[contact].flags & CONTACT_TOUCHING) != 0;
}

static void emit_passed(MicaWorld *world, int32_t a, int32_t b, int32_t part)
{
    if (!event_enter_exit(world, a, b, part)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
}

// Emits enter and exit of each trigger part that was passed through.
static void emit_passed_parts(MicaWorld *world, int32_t a, int32_t b, const Meeting *swept,
                              const Meeting *end, PartFilter filter)
{
    PartWalk walk;
    LocalManifold unused = {.gap = 0.0f};
    begin_walk(&walk, world, swept, filter);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        if (!is_touching(world, a, b, part) && part_overlaps(world, swept, part, &unused) &&
            !part_overlaps(world, end, part, &unused)) {
            emit_passed(world, a, b, part);
        }
    }
}

// Emits enter and exit if the two overlapped within the step, and at neither end of it.
static void emit_if_passed(MicaWorld *world, const SweptCandidate *candidate, int32_t other)
{
    bool ordered = pair_in_order(world, candidate->collider, other);
    int32_t a = ordered ? candidate->collider : other, b = ordered ? other : candidate->collider;
    const Collider *cA = &world->state.colliders.data[a], *cB = &world->state.colliders.data[b];
    const Sweep sweeps[2] = {body_sweep(world, cA->body), body_sweep(world, cB->body)};
    const Meeting swept = {cA, cB, sweeps}, end = {cA, cB, NULL};
    bool compound = collider_is_compound(cA);
    TriggerParts triggers = pair_trigger_parts(world, cA, cB);
    if (compound && !triggers.together) {
        emit_passed_parts(world, a, b, &swept, &end, triggers.filter);
        return;
    }
    int32_t part = compound ? PART_TRIGGERS : 0;
    LocalManifold unused;
    if (!is_touching(world, a, b, part) && overlaps(world, &swept, &unused) &&
        !overlaps(world, &end, &unused)) {
        emit_passed(world, a, b, part);
    }
}

static bool is_trigger_pair(const MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *cA = &world->state.colliders.data[a], *cB = &world->state.colliders.data[b];
    bool manyA = collider_is_compound(cA), manyB = collider_is_compound(cB);
    return !(manyA && manyB) && pair_trigger_parts(world, manyB ? cB : cA, manyB ? cA : cB).any;
}

// Tests a candidate against everything that is none. The trees hold the boxes of the step's
// end, so the box is enlarged by `otherDisplacement` in the moving tree.
static void sweep_against_trees(MicaWorld *world, const SweptCandidate *candidate,
                                float otherDisplacement)
{
    const ContactsScratch *scratch = contacts_scratch(world);
    MicaAABB box = candidate->box, wide = box_around(box.lower, box.upper, otherDisplacement);
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    if (!tree_query(&world->host.memory, &world->state.staticTree, box, candidate->layers, hits) ||
        !tree_query(&world->host.memory, &world->state.movingTree, wide, candidate->layers, hits)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    // Sorted by slot, so that the order of events does not depend on the trees.
    int32_t kept = 0;
    for (int32_t i = 0; i < hits->count; ++i) {
        int32_t other = hits->data[i], place = kept;
        if (scratch->collidersSwept.data[other] != 0 ||
            !is_trigger_pair(world, candidate->collider, other)) {
            continue;
        }
        for (; place > 0 && hits->data[place - 1] > other; --place) {
            hits->data[place] = hits->data[place - 1];
        }
        hits->data[place] = other;
        kept += 1;
    }
    for (int32_t i = 0; i < kept; ++i) {
        emit_if_passed(world, candidate, hits->data[i]);
    }
}

// Tests candidates against each other, those before one only if any of them has a layer for it.
static void sweep_against_candidates(MicaWorld *world)
{
    const ContactsScratch *scratch = contacts_scratch(world);
    uint64_t earlier = 0;
    for (int32_t i = 0; i < scratch->sweptCandidates.count; ++i) {
        const SweptCandidate *s = &scratch->sweptCandidates.data[i];
        for (int32_t j = 0; j < i && (s->layers & earlier) != 0; ++j) {
            const SweptCandidate *o = &scratch->sweptCandidates.data[j];
            if (o->box.lower.x <= s->box.upper.x && s->box.lower.x <= o->box.upper.x &&
                o->box.lower.y <= s->box.upper.y && s->box.lower.y <= o->box.upper.y &&
                is_trigger_pair(world, s->collider, o->collider)) {
                emit_if_passed(world, s, o->collider);
            }
        }
        earlier |= collider_layers(world, &world->state.colliders.data[s->collider]);
    }
}

static void sweep_candidates(MicaWorld *world, float otherDisplacement)
{
    ContactsScratch *scratch = contacts_scratch(world);
    tree_refit(&world->state.movingTree);
    for (int32_t i = 0; i < scratch->sweptCandidates.count; ++i) {
        sweep_against_trees(world, &scratch->sweptCandidates.data[i], otherDisplacement);
    }
    sweep_against_candidates(world);
    for (int32_t i = 0; i < scratch->sweptCandidates.count; ++i) {
        scratch->collidersSwept.data[scratch->sweptCandidates.data[i].collider] = 0;
    }
}

void triggers_sweep(MicaWorld *world)
{
    const ContactsScratch *scratch = contacts_scratch(world);
    if (scratch->tunnelLimit == MAX_SIZE || world->scratch.maxDisplacement < scratch->tunnelLimit) {
        return;
    }
    float limits[LAYER_COUNT], minimum = find_tunnel_limits(&world->state.layers, limits);
    float otherDisplacement = add_candidates(world, limits, minimum);
    if (scratch->sweptCandidates.count > 0) {
        sweep_candidates(world, otherDisplacement);
    }
}

// Trigger pairs. The narrow phase asks trigger_update what it finds as a step begins;
// triggers_sweep, after all motion of a step, finds what passed through a trigger whole, so that
// neither end of the step shows it: bodies that moved further than half their own thickness and
// half that of the thinnest they may meet are swept, each collider along the straight way of its
// body's centre with its turn, against what their layers make trigger pairs with. What was inside
// as the step began, or is as it ends, is left to the narrow phase. A world in which nothing is
// that fast pays a comparison a body. Reads trees, previous and new transforms; writes contacts'
// flags and trigger events.
#include "contacts.h"

#define MIN_SWEPT_CANDIDATES 64

// A disc about the centre that the body turns about holds all of a collider.
static float disc_of(const Collider *c, const Sweep *way)
{
    return c->reach + length(way->localCenter);
}

static MicaAABB grown(Vec2 a, Vec2 b, float r)
{
    return (MicaAABB){{min_f(a.x, b.x) - r, min_f(a.y, b.y) - r},
                      {max_f(a.x, b.x) + r, max_f(a.y, b.y) + r}};
}

// Whether B is inside A, one of whose parts will do, or with `ways` of both, was at any moment of
// them. If it is not and A has one part, *apart has the gap and its normal.
static bool meets(const MicaWorld *world, const Collider *a, const Collider *b, const Sweep *ways,
                  LocalManifold *apart)
{
    Transform relative =
        inv_mul(world->state.transforms.data[a->body], world->state.transforms.data[b->body]);
    Geometry gB = collider_geometry(world, b);
    MicaAABB box = b->box;
    Vec2 motion = {0.0f, 0.0f};
    if (ways != NULL) {
        // Where B is and how it moves as seen from A, whose parts are looked up where A has come
        // to.
        Vec2 from = add(ways[1].c0, sub(ways[0].c1, ways[0].c0));
        box = grown(from, from, disc_of(b, &ways[1]) + abs_f(ways[0].turn) * disc_of(a, &ways[0]));
        motion = sub(ways[1].c1, from);
    } else if (collider_is_compound(a)) {
        box = collider_tight_box(world, b);
    }
    PartWalk walk;
    Polygon storage;
    *apart = (LocalManifold){.gap = 0.0f};
    parts_begin(&walk, world, a, box, motion,
                pair_response(world, a, b) == MICA_TRIGGER ? PARTS_ALL : PARTS_TRIGGER);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry gA = part_geometry(world, a, part, &storage);
        if (ways != NULL) {
            MicaToiState state = toi_compute(&gA, &ways[0], &gB, &ways[1], 0.0f, 1.0f).state;
            apart->count = state == MICA_TOI_HIT || state == MICA_TOI_FAILED;
        } else {
            collide_geometry(&gA, &gB, relative, 0.0f, apart);
        }
        if (apart->count > 0) {
            return true;
        }
    }
    return false;
}

// A body that came to rest is asked once more: its last move was made after it was asked last.
bool trigger_needs_update(const MicaWorld *world, const Contact *c)
{
    return body_has_mark(world, c->bodyA, BODY_MOVED_LAST_STEP) ||
           body_has_mark(world, c->bodyB, BODY_MOVED_LAST_STEP);
}

void trigger_update(MicaWorld *world, Contact *c, Transform relative)
{
    const Collider *a = &world->state.colliders.data[c->colliderA];
    LocalManifold apart;
    bool inside = meets(world, a, &world->state.colliders.data[c->colliderB], NULL, &apart);
    event_trigger(world, c, inside);
    pair_set_apart(c, relative, apart.normal, apart.gap);
    c->cacheFlags = inside || collider_is_compound(a) ? 0 : FACE_NONE;
}

bool triggers_reserve(MicaWorld *world)
{
    return ARRAY_RESERVE(&world->host.memory, &world->scratch.sweptCandidates,
                         MIN_SWEPT_CANDIDATES);
}

// ------------------------------------------------------------------------------- what may be missed

// The layers in which a collider may find its like for a trigger pair.
static uint64_t seeks(const LayerTable *t, int32_t layer, bool trigger, bool grouped)
{
    uint64_t solid = grouped ? ~(uint64_t)0 : t->solid[layer];
    return t->trigger[layer] | (trigger ? solid : solid & t->triggerLayers);
}

// By layer: what moved less cannot have passed through anything whole. Returns the least of all.
static float find_limits(const LayerTable *t, float *limits)
{
    float least = MAX_SIZE;
    for (int32_t i = 0; i < LAYER_COUNT; ++i) {
        limits[i] = MAX_SIZE;
        if (t->minExtents[i] == 0.0f) {
            continue;
        }
        uint64_t layers = seeks(t, i, (t->triggerLayers >> i & 1) != 0, t->solidGroups != 0);
        for (; layers != 0; layers &= layers - 1) {
            float thin = t->minExtents[__builtin_ctzll(layers)];
            limits[i] = thin > 0.0f ? min_f(limits[i], t->minExtents[i] + thin) : limits[i];
        }
        least = min_f(least, limits[i]);
    }
    return least;
}

// ----------------------------------------------------------------------------------- what moved far

// Lists the body's colliders that may have passed through something; true if there are others.
static bool list_body(MicaWorld *world, const float *limits, int32_t slot, float reach)
{
    Memory *m = &world->host.memory;
    bool others = false;
    Sweep way = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        uint64_t meets =
            seeks(&world->state.layers, c->layer, parts_have_triggers(world, c), c->group > 0);
        if ((c->flags & COLLIDER_IN_TREE) == 0 || meets == 0) {
            continue;
        }
        if (reach < limits[c->layer] ||
            !ARRAY_RESERVE(m, &world->scratch.sweptCandidates,
                           world->scratch.sweptCandidates.count + 1) ||
            !ARRAY_RESERVE(m, &world->scratch.collidersSwept, world->state.colliders.count)) {
            others = true;  // without memory it is found by others only
            continue;
        }
        world->scratch.collidersSwept.data[i] = 1;
        world->scratch.sweptCandidates.data[world->scratch.sweptCandidates.count++] =
            (SweptCandidate){grown(way.c0, way.c1, disc_of(c, &way)), meets, i};
    }
    return others;
}

// Lists the seekers, by body; returns how far anything else moved at most.
static float list_candidates(MicaWorld *world, const float *limits, float least)
{
    float slow = 0.0f;
    world->scratch.sweptCandidates.count = 0;
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        float reach = body_max_displacement(world, i);
        if (reach < least || list_body(world, limits, slot, reach)) {
            slow = max_f(slow, reach);
        }
    }
    return slow;
}

// --------------------------------------------------------------------------------- who was passed

// Tells the pair if they met on the way and at neither end of it.
static void meet_on_way(MicaWorld *world, const SweptCandidate *seeker, int32_t other)
{
    bool ordered = pair_in_order(world, seeker->collider, other);
    int32_t a = ordered ? seeker->collider : other, b = ordered ? other : seeker->collider;
    const Collider *cA = &world->state.colliders.data[a], *cB = &world->state.colliders.data[b];
    int32_t contact = pair_find(world, a, b, collider_is_compound(cA) ? PART_TRIGGERS : 0);
    if (contact != NONE && (world->state.contacts.data[contact].flags & CONTACT_TOUCHING) != 0) {
        return;
    }
    const Sweep ways[2] = {body_sweep(world, cA->body), body_sweep(world, cB->body)};
    LocalManifold unused;
    if (meets(world, cA, cB, ways, &unused) && !meets(world, cA, cB, NULL, &unused) &&
        !event_enter_exit(world, a, b)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
}

static bool is_trigger_pair(const MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *cA = &world->state.colliders.data[a], *cB = &world->state.colliders.data[b];
    MicaResponse response = pair_response(world, cA, cB);
    bool manyA = collider_is_compound(cA), manyB = collider_is_compound(cB);
    return !(manyA && manyB) &&
           (response == MICA_TRIGGER || pair_trigger_cells_see(world, cA, cB) ||
            pair_trigger_cells_see(world, cB, cA));
}

// What stands still or moves little, by the trees, which hold where everything was as the step
// began.
static void pass_others(MicaWorld *world, const SweptCandidate *seeker, float slow)
{
    MicaAABB box = seeker->box, wide = grown(box.lower, box.upper, slow);
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    if (!tree_query(&world->host.memory, &world->state.staticTree, box, seeker->meets, hits) ||
        !tree_query(&world->host.memory, &world->state.movingTree, wide, seeker->meets, hits)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    // By slot, whatever shape the trees are in.
    int32_t kept = 0;
    for (int32_t i = 0; i < hits->count; ++i) {
        int32_t other = hits->data[i], place = kept;
        if (world->scratch.collidersSwept.data[other] != 0 ||
            !is_trigger_pair(world, seeker->collider, other)) {
            continue;
        }
        for (; place > 0 && hits->data[place - 1] > other; --place) {
            hits->data[place] = hits->data[place - 1];
        }
        hits->data[place] = other;
        kept += 1;
    }
    for (int32_t i = 0; i < kept; ++i) {
        meet_on_way(world, seeker, hits->data[i]);
    }
}

// Seekers among themselves, where their layers allow for it at all.
static void pass_each_other(MicaWorld *world)
{
    uint64_t layers = 0;
    for (int32_t i = 0; i < world->scratch.sweptCandidates.count; ++i) {
        const SweptCandidate *s = &world->scratch.sweptCandidates.data[i];
        for (int32_t j = 0; j < i && (s->meets & layers) != 0; ++j) {
            const SweptCandidate *o = &world->scratch.sweptCandidates.data[j];
            if (o->box.lower.x <= s->box.upper.x && s->box.lower.x <= o->box.upper.x &&
                o->box.lower.y <= s->box.upper.y && s->box.lower.y <= o->box.upper.y &&
                is_trigger_pair(world, s->collider, o->collider)) {
                meet_on_way(world, s, o->collider);
            }
        }
        layers |= layer_bit(&world->state.colliders.data[s->collider]);
    }
}

static void pass_all(MicaWorld *world, float slow)
{
    tree_refit(&world->state.movingTree);
    for (int32_t i = 0; i < world->scratch.sweptCandidates.count; ++i) {
        pass_others(world, &world->scratch.sweptCandidates.data[i], slow);
    }
    pass_each_other(world);
    for (int32_t i = 0; i < world->scratch.sweptCandidates.count; ++i) {
        world->scratch.collidersSwept.data[world->scratch.sweptCandidates.data[i].collider] = 0;
    }
}

void triggers_sweep(MicaWorld *world)
{
    float limits[LAYER_COUNT], least = find_limits(&world->state.layers, limits);
    if (least == MAX_SIZE || world->scratch.maxDisplacement < least) {
        return;
    }
    float slow = list_candidates(world, limits, least);
    if (world->scratch.sweptCandidates.count > 0) {
        pass_all(world, slow);
    }
}

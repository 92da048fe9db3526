// How a mover leaves overlaps, with walls, lifts and bodies that moved into it, or where it was made. It
// leaves the deepest overlap by the minimum translation, as far as no other collider blocks that, until
// none is left; a mover that cannot is crushed. Called by mover.c, once a step a mover; reads trees,
// colliders and transforms, writes queryHits and the walker.
#include "mover.h"

#define MAX_ESCAPES 8

typedef struct Overlap {
    int32_t slot;
    float depth;
    Vec2 out;  // unit
} Overlap;

// How deep the walker is in a convex part, and the way out.
static float part_depth(const Walker *w, Transform t, const Geometry *g, Vec2 *out)
{
    Core local, a, b;
    Nearest near;
    core_from_geometry(g, g->a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
    core_place(&w->caster.core,
               (Transform){sub(w->caster.origin, transform(t, g->a)), {1.0f, 0.0f}}, &b);
    core_nearest(&a, &b, &near);
    *out = near.normal;
    return a.radius + b.radius - near.distance;
}

// Takes a collider if the walker is deeper in it than in the deepest so far.
static void offer(const Walker *w, int32_t slot, Overlap *deepest)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[slot];
    if (!caster_accepts(&w->caster, slot)) {
        return;
    }
    PartFilter filter = caster_parts(&w->caster, c);
    if (collider_is_compound(c)) {
        Vec2 translation;
        float depth;
        if (caster_minimum_translation(&w->caster, c, filter, &translation)) {
            Vec2 out = normalize(translation, &depth);
            *deepest = depth > deepest->depth ? (Overlap){slot, depth, out} : *deepest;
        }
        return;
    }
    Vec2 up, out;
    Geometry g = collider_geometry(world, c);
    float depth = part_depth(w, world->state.transforms.data[c->body], &g, &out);
    if (depth > deepest->depth && !part_one_way(world, c, 0, &up)) {
        *deepest = (Overlap){slot, depth, out};
    }
}

static Overlap find_deepest(Walker *w)
{
    MicaWorld *world = w->world;
    w->caster.origin = add(w->position, w->arm);
    Vec2 center = add(w->caster.origin, w->caster.boxCenter), half = w->caster.boxHalf;
    MicaAABB box = {sub(center, half), add(center, half)};
    Overlap deepest = {.slot = NONE};
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, w->caster.layers, hits);
    tree_query(&world->host.memory, &world->state.movingTree, box, w->caster.layers, hits);
    for (int32_t i = 0; i < hits->count; ++i) {
        offer(w, hits->data[i], &deepest);
    }
    return deepest;
}

bool walker_escape(Walker *w)
{
    for (int32_t i = 0; i < MAX_ESCAPES; ++i) {
        Overlap deepest = find_deepest(w);
        if (deepest.slot == NONE) {
            return true;
        }
        WalkerHit hit;
        MicaCollider from = collider_handle(w->world, deepest.slot);
        w->filter.colliders = &from;
        w->filter.colliderCount = 1;
        walker_advance(w, scale(deepest.depth + 0.1f * MOVER_GAP, deepest.out), &hit);
        w->filter.colliderCount = 0;
        bool stuck = w->moved < 0.5f * deepest.depth;
        w->pressed = w->pressed || stuck;
        if (stuck && deepest.depth < LINEAR_SLOP) {
            return true;  // as good as out
        }
    }
    return find_deepest(w).depth < LINEAR_SLOP;
}

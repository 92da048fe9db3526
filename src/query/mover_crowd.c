// Movers in a crowd: more in one place than can get out of each other by the shortest displacement.
// Those that are deep in too many at once (mover_overlap.c) join the crowd. In it they rest, and
// neither they nor other movers meet: each yields to those of lower slots and to all that are not
// in a crowd, and goes a bounded distance a step in a direction of its own, at most to what is in
// its way but for movers. So the first stays where it is, the others end around it, each in the
// first gap on its way, and a mover is free again as soon as it overlaps none. Called by mover.c
// and mover_overlap.c; reads trees, colliders and transforms, writes queryHits, the walker and
// MOVER_IN_CROWD.
#include "mover.h"

// The overlaps that are tested before all are looked up. Most movers of a crowd yield to one of
// them.
#define FIRST_OVERLAPS 16

void walker_join_crowd(Walker *w) { w->mover->flags |= MOVER_IN_CROWD; }

// A fraction of a turn by the slot: multiples of the golden ratio, of which any run of slots is
// spread evenly over all directions.
static Vec2 direction(const MicaWorld *world, const Mover *m)
{
    uint32_t slot = (uint32_t)(m - world->state.movers.data),
             period = world->state.steps / MOVER_CROWD_STEPS;
    uint32_t turn = (slot + 7u * period) * 2654435769u;
    MicaRot q = mica_rot((float)(turn >> 8) * (6.2831853f / 16777216.0f));
    return vec(q.c, q.s);
}

Vec2 mover_crowd_stride(const MicaWorld *world, const Mover *m)
{
    MicaAABB box = collider_tight_box(world, &world->state.colliders.data[m->collider]);
    float side = max_f(box.upper.x - box.lower.x, box.upper.y - box.lower.y);
    return scale(MOVER_CROWD_STRIDE * side, direction(world, m));
}

// Where very many overlap, they take turns too.
static bool has_turn(const Walker *w)
{
    uint32_t slot = (uint32_t)(w->mover - w->world->state.movers.data),
             every = (uint32_t)max_i(w->nearby / MOVER_CROWD_TESTS, 1);
    return (slot + w->world->state.steps) % every == 0;
}

typedef enum Overlap { OVERLAPS_NONE, OVERLAPS_LATER, OVERLAPS_EARLIER } Overlap;

// Whether the walker overlaps the mover of a collider, however little, and one that it yields to.
// Out of a tight gap between others, the shortest displacement would lead into them.
static Overlap overlap_with(const Walker *w, int32_t slot, bool laterToo)
{
    MicaWorld *world = w->world;
    int32_t own = (int32_t)(w->mover - world->state.movers.data),
            mover = mover_of_body(world, world->state.colliders.data[slot].body);
    if (mover == NONE || mover == own) {
        return OVERLAPS_NONE;
    }
    bool later = mover > own && (world->state.movers.data[mover].flags & MOVER_IN_CROWD) != 0;
    Vec2 out;
    if ((later && !laterToo) || !(walker_overlap(w, slot, &out) > 0.0f)) {
        return OVERLAPS_NONE;
    }
    return later ? OVERLAPS_LATER : OVERLAPS_EARLIER;
}

// The worst of the first overlaps that the tree finds, or of all.
static Overlap worst_overlap(Walker *w, int32_t maximum)
{
    MicaWorld *world = w->world;
    MicaAABB box = walker_box(w);
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    tree_query_first(&world->host.memory, &world->state.movingTree, box, w->caster.layers, maximum,
                     hits);
    Overlap worst = OVERLAPS_NONE;
    for (int32_t i = 0; i < hits->count && worst != OVERLAPS_EARLIER; ++i) {
        Overlap found = overlap_with(w, hits->data[i], worst == OVERLAPS_NONE);
        worst = found > worst ? found : worst;
    }
    return worst;
}

// Goes to what is in the way, and then along it.
static void stride(Walker *w)
{
    WalkerHit hit;
    Vec2 left = mover_crowd_stride(w->world, w->mover);
    float whole = length(left);
    if (walker_advance(w, left, &hit)) {
        left = scale(max_f(1.0f - w->moved / whole, 0.0f), left);
        walker_advance(w, mul_add(left, -dot(left, hit.normal), hit.normal), &hit);
    }
}

bool walker_part(Walker *w)
{
    if (!has_turn(w)) {
        return false;
    }
    w->caster.leftOut = LEFT_OUT_NONE;
    Overlap worst = worst_overlap(w, FIRST_OVERLAPS);
    worst = worst == OVERLAPS_EARLIER ? worst : worst_overlap(w, INT32_MAX);
    w->caster.leftOut = LEFT_OUT_ALL;
    if (worst == OVERLAPS_EARLIER) {
        stride(w);
    }
    w->mover->flags &= (uint16_t)(worst == OVERLAPS_NONE ? ~MOVER_IN_CROWD : ~0);
    return worst == OVERLAPS_NONE;
}

// How a mover leaves overlaps, with walls, lifts and bodies that moved into it, or where it was
// made. All that it overlaps are planes: it moves by the shortest displacement that leaves them
// all. If there is none, dynamic bodies do not count: the mover is blocked, and they push against
// it. What it then still overlaps lets no motion of the step go deeper. Called by mover.c, once a
// step a mover; reads trees, colliders and transforms, writes queryHits and the walker.
#include "mover.h"

#define MAX_ESCAPES 4
#define MAX_DYNAMIC_DEPTH (10.0f * LINEAR_SLOP)  // a mover deeper in a dynamic body is crushed

// How deep the walker is in a convex part, and the direction of least separation.
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

// How far a dynamic body may push the walker out in this step.
static float push_limit(const Walker *w, const WalkerPlane *p)
{
    int32_t body = w->world->state.colliders.data[p->slot].body;
    const float *v = w->world->state.velocities.data[body].v;
    return (max_f(v[0] * p->out.x + v[1] * p->out.y, 0.0f) + w->world->state.contactPushSpeed) *
           w->dt;
}

float walker_overlap(const Walker *w, int32_t slot, Vec2 *out)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[slot];
    Vec2 up, translation;
    float depth = 0.0f;
    if (!caster_accepts(&w->caster, slot)) {
        return 0.0f;
    }
    if (collider_is_compound(c)) {
        if (caster_minimum_translation(&w->caster, c, caster_parts(&w->caster, c), &translation)) {
            *out = normalize(translation, &depth);
        }
    } else if (!part_one_way(world, c, 0, &up)) {
        Geometry g = collider_geometry(world, c);
        depth = part_depth(w, world->state.transforms.data[c->body], &g, out);
    }
    return depth;
}

// Whether the walker can move along in spite of an overlap.
static bool is_free_at(float depth, bool gives)
{
    return depth <= (gives ? MAX_DYNAMIC_DEPTH : LINEAR_SLOP);
}

// How deep it overlaps a collider, which may be that of a mover that its casts leave out.
static float depth_with_movers(Walker *w, int32_t slot, Vec2 *out)
{
    LeftOutMovers leftOut = w->caster.leftOut;
    w->caster.leftOut = LEFT_OUT_NONE;
    float depth = walker_overlap(w, slot, out);
    w->caster.leftOut = leftOut;
    return depth;
}

MicaAABB walker_box(Walker *w)
{
    caster_set_origin(&w->caster, add(w->position, w->arm));
    Vec2 center = add(w->caster.origin, w->caster.boxCenter), half = w->caster.boxHalf;
    return (MicaAABB){sub(center, half), add(center, half)};
}

static void sift_down(int32_t *heap, int32_t count, int32_t at)
{
    int32_t slot = heap[at];
    for (int32_t next = 2 * at + 1; next < count; next = 2 * at + 1) {
        next += next + 1 < count && heap[next + 1] < heap[next];
        if (heap[next] >= slot) {
            break;
        }
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = slot;
}

// Takes the smallest slot out of a heap.
static int32_t pop_slot(IntList *heap)
{
    int32_t slot = heap->data[0];
    heap->data[0] = heap->data[--heap->count];
    if (heap->count > 0) {
        sift_down(heap->data, heap->count, 0);
    }
    return slot;
}

// Lists the colliders whose boxes overlap the walker's as a heap of slots. In a crowd, those of
// movers are none of them.
static void list_nearby(Walker *w)
{
    MicaWorld *world = w->world;
    MicaAABB box = walker_box(w);
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, w->caster.layers, hits);
    tree_query(&world->host.memory, &world->state.movingTree, box, w->caster.layers, hits);
    w->nearby = hits->count;
    if (w->caster.leftOut == LEFT_OUT_ALL) {
        int32_t kept = 0;
        for (int32_t i = 0; i < hits->count; ++i) {
            int32_t body = world->state.colliders.data[hits->data[i]].body;
            hits->data[kept] = hits->data[i];
            kept += !body_has(world, body, MICA_FLAG_MOVER);
        }
        hits->count = kept;
    }
    for (int32_t i = hits->count / 2 - 1; i >= 0; --i) {
        sift_down(hits->data, hits->count, i);
    }
}

// Finds the first planes in the order of slots, so that nothing depends on the trees; and whether
// the walker is embedded: too deep in more colliders than it has planes for.
static void find_planes(Walker *w)
{
    MicaWorld *world = w->world;
    IntList *hits = &world->scratch.queryHits;
    int32_t deep = 0;
    list_nearby(w);
    w->planeCount = 0;
    w->embedded = w->inMovers = false;
    while (hits->count > 0 && !w->embedded &&
           (w->planeCount < MAX_PLANES || w->nearby > MOVER_MAX_OVERLAPS)) {
        Vec2 out = {0.0f, 0.0f};
        int32_t slot = pop_slot(hits), body = world->state.colliders.data[slot].body;
        bool gives = body_is_dynamic(world, body);
        float depth = depth_with_movers(w, slot, &out);
        if (depth > 0.0f && !is_free_at(depth, gives)) {
            deep += 1;
            w->inMovers = w->inMovers || body_has(world, body, MICA_FLAG_MOVER);
        }
        w->embedded = deep > MOVER_MAX_OVERLAPS;
        // Movers in a crowd are no planes, but one that is deep in many of them joins them.
        if (depth > 0.0f && w->planeCount < MAX_PLANES && caster_accepts(&w->caster, slot)) {
            w->planes[w->planeCount++] = (WalkerPlane){slot, depth, out, gives};
        }
    }
}

// Whether a displacement leaves all planes, or all but those that give.
static bool leaves(const Walker *w, Vec2 d, bool all)
{
    bool out = true;
    for (int32_t i = 0; i < w->planeCount; ++i) {
        const WalkerPlane *p = &w->planes[i];
        out = out && ((p->gives && !all) || dot(d, p->out) >= 0.999f * p->depth);
    }
    return out;
}

// Takes a displacement if it leaves the planes and is shorter than the best so far.
static void try_displacement(const Walker *w, Vec2 d, bool all, Vec2 *best, float *minimum)
{
    float l = dot(d, d);
    if (l < *minimum && leaves(w, d, all)) {
        *best = d;
        *minimum = l;
    }
}

// The shortest displacement that leaves the planes: out of one, or along the edge of two. False if
// there is none.
static bool shortest_displacement(const Walker *w, bool all, Vec2 *best)
{
    float minimum = MAX_SIZE;
    try_displacement(w, vec(0.0f, 0.0f), all, best, &minimum);
    for (int32_t i = 0; i < w->planeCount; ++i) {
        const WalkerPlane *a = &w->planes[i];
        try_displacement(w, scale(a->depth, a->out), all, best, &minimum);
        for (int32_t j = 0; j < i; ++j) {
            const WalkerPlane *b = &w->planes[j];
            float area = cross(a->out, b->out);
            if (abs_f(area) > 1e-3f) {
                Vec2 d = sub(scale(a->depth, b->out), scale(b->depth, a->out));
                try_displacement(w, scale(1.0f / area, vec(d.y, -d.x)), all, best, &minimum);
            }
        }
    }
    return minimum < MAX_SIZE;
}

// Embedded walkers take turns in the order of their slots, so that one after the other gets out: so
// many a step that each of their casts tests MOVER_BURIED_TESTS colliders in all, or one in several
// steps.
static bool has_turn(const Walker *w)
{
    uint32_t steps = w->world->state.steps, movers = (uint32_t)w->world->state.movers.count,
             slot = (uint32_t)(w->mover - w->world->state.movers.data),
             together = (uint32_t)max_i(MOVER_EMBEDDED_TESTS / w->nearby, 1),
             every = (uint32_t)max_i(w->nearby / MOVER_EMBEDDED_TESTS, 1),
             groups = (movers + together - 1) / together;
    return steps % every == 0 && slot / together == steps / every % groups;
}

bool walker_escape(Walker *w)
{
    find_planes(w);
    bool joins = w->embedded && w->inMovers;
    if (joins) {
        walker_join_crowd(w);
    }
    w->rests = joins || (w->embedded && !has_turn(w));
    w->planesAt = w->position;
    if (w->rests || w->planeCount == 0) {
        return !w->rests;
    }
    for (int32_t i = 0; i < MAX_ESCAPES; ++i) {
        Vec2 displacement = {0.0f, 0.0f};
        WalkerHit hit;
        if (i > 0) {
            find_planes(w);
        }
        for (int32_t k = 0; k < w->planeCount; ++k) {
            WalkerPlane *p = &w->planes[k];
            p->depth = p->gives ? min_f(p->depth, push_limit(w, p)) : p->depth;
        }
        if (!shortest_displacement(w, true, &displacement)) {
            w->blocked = true;
            shortest_displacement(w, false, &displacement);
        }
        float distance;
        Vec2 ahead = normalize(displacement, &distance);
        if (!(distance > 0.0f)) {
            break;
        }
        w->planeCount = 0;
        bool blocked = walker_advance(w, scale(distance + 0.1f * MOVER_GAP, ahead), &hit);
        if (blocked && w->moved < 0.5f * distance && !walker_can_stand(w, hit.normal)) {
            w->mover->flags |= MICA_MOVER_AT_WALL;
            w->mover->wallNormal = hit.normal;
        }
    }
    find_planes(w);
    w->planesAt = w->position;
    bool free = true;
    for (int32_t i = 0; i < w->planeCount; ++i) {
        const WalkerPlane *p = &w->planes[i];
        free = free && is_free_at(p->depth, p->gives);
    }
    return free;
}

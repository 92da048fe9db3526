// How a mover leaves overlaps, with walls, lifts and bodies that moved into it, or where it was
// made. All that it overlaps are planes: it moves by the least that leaves them all. If nothing
// does, dynamic bodies do not count: they press it, and it holds. What it then still overlaps lets
// no motion of the step go deeper. Called by mover.c, once a step a mover; reads trees, colliders
// and transforms, writes queryHits and the walker.
#include "mover.h"

#define MAX_ESCAPES 4
#define DEEPEST_PRESSED (10.0f * LINEAR_SLOP)  // a mover deeper in a dynamic body is crushed

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

// How far a dynamic body may push the walker out in this step.
static float push_limit(const Walker *w, int32_t body, Vec2 out)
{
    const float *v = w->world->state.velocities.data[body].v;
    return (max_f(v[0] * out.x + v[1] * out.y, 0.0f) + w->world->state.contactPushSpeed) * w->dt;
}

// Adds the plane of a collider if the walker overlaps it.
static void offer(Walker *w, int32_t slot)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[slot];
    if (w->planeCount == MAX_PLANES || !caster_accepts(&w->caster, slot)) {
        return;
    }
    Vec2 out, up;
    float depth = 0.0f;
    if (collider_is_compound(c)) {
        Vec2 translation;
        if (caster_minimum_translation(&w->caster, c, caster_parts(&w->caster, c), &translation)) {
            out = normalize(translation, &depth);
        }
    } else if (!part_one_way(world, c, 0, &up)) {
        Geometry g = collider_geometry(world, c);
        depth = part_depth(w, world->state.transforms.data[c->body], &g, &out);
    }
    if (depth > 0.0f) {
        w->planes[w->planeCount++] =
            (WalkerPlane){slot, depth, out, body_is_dynamic(world, c->body)};
    }
}

static void find_planes(Walker *w)
{
    MicaWorld *world = w->world;
    caster_set_origin(&w->caster, add(w->position, w->arm));
    Vec2 center = add(w->caster.origin, w->caster.boxCenter), half = w->caster.boxHalf;
    MicaAABB box = {sub(center, half), add(center, half)};
    IntList *hits = &world->scratch.queryHits;
    hits->count = w->planeCount = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, w->caster.layers, hits);
    tree_query(&world->host.memory, &world->state.movingTree, box, w->caster.layers, hits);
    // In the order of slots, so that nothing depends on the trees.
    for (int32_t i = 1; i < hits->count; ++i) {
        int32_t slot = hits->data[i], place = i;
        for (; place > 0 && hits->data[place - 1] > slot; --place) {
            hits->data[place] = hits->data[place - 1];
        }
        hits->data[place] = slot;
    }
    for (int32_t i = 0; i < hits->count; ++i) {
        offer(w, hits->data[i]);
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
static void try_way(const Walker *w, Vec2 d, bool all, Vec2 *best, float *least)
{
    float l = dot(d, d);
    if (l < *least && leaves(w, d, all)) {
        *best = d;
        *least = l;
    }
}

// The shortest displacement that leaves the planes: out of one, or along the edge of two. False if
// there is none.
static bool shortest_way(const Walker *w, bool all, Vec2 *best)
{
    float least = MAX_SIZE;
    try_way(w, vec(0.0f, 0.0f), all, best, &least);
    for (int32_t i = 0; i < w->planeCount; ++i) {
        const WalkerPlane *a = &w->planes[i];
        try_way(w, scale(a->depth, a->out), all, best, &least);
        for (int32_t j = 0; j < i; ++j) {
            const WalkerPlane *b = &w->planes[j];
            float area = cross(a->out, b->out);
            if (abs_f(area) > 1e-3f) {
                Vec2 d = sub(scale(a->depth, b->out), scale(b->depth, a->out));
                try_way(w, scale(1.0f / area, vec(d.y, -d.x)), all, best, &least);
            }
        }
    }
    return least < MAX_SIZE;
}

bool walker_escape(Walker *w)
{
    for (int32_t i = 0; i < MAX_ESCAPES; ++i) {
        Vec2 way = {0.0f, 0.0f};
        WalkerHit hit;
        find_planes(w);
        for (int32_t k = 0; k < w->planeCount; ++k) {
            WalkerPlane *p = &w->planes[k];
            int32_t body = w->world->state.colliders.data[p->slot].body;
            p->depth = p->gives ? min_f(p->depth, push_limit(w, body, p->out)) : p->depth;
        }
        if (!shortest_way(w, true, &way)) {
            w->pressed = true;
            shortest_way(w, false, &way);
        }
        float distance;
        Vec2 ahead = normalize(way, &distance);
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
        free = free && p->depth <= (p->gives ? DEEPEST_PRESSED : LINEAR_SLOP);
    }
    return free;
}

// What blocks a walker: casts of its shape and of rays, which respect layers, internal edges
// and one-way colliders as all casts do. Called by the other files of movers; reads trees,
// colliders and transforms, writes the walker.
#include "mover.h"

// Casts are exact to 1e-6 of the size of what they hit, a millimetre of a floor of a kilometre.
// Where a hit is as near as that, the distance of the two shapes tells more.
static void refine(const Walker *w, WalkerHit *hit)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[hit->slot];
    Transform t = world->state.transforms.data[c->body];
    Polygon storage;
    Geometry g = part_geometry(world, c, hit->part, &storage);
    Core local, a, b;
    Nearest near;
    core_from_geometry(&g, g.a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
    core_place(&w->caster.core, (Transform){sub(w->caster.origin, transform(t, g.a)), {1.0f, 0.0f}},
               &b);
    core_nearest(&a, &b, &near);
    if (dot(near.normal, hit->normal) > 0.999999f && hit->approach > 0.0f) {
        hit->distance = max_f(near.distance - a.radius - b.radius, 0.0f) / hit->approach;
    }
}

Vec2 walker_support(const Walker *w, Vec2 direction)
{
    const Core *core = &w->caster.core;
    float best = -3e38f;
    Vec2 point = {0.0f, 0.0f};
    for (int32_t i = 0; i < core->points; ++i) {
        Vec2 p = {core->x[i], core->y[i]};
        float along = dot(p, direction);
        point = along > best ? p : point;
        best = max_f(best, along);
    }
    return mul_add(add(add(w->position, w->arm), point), core->radius, direction);
}

// What the walker overlaps, if the direction goes deeper into it: the plane most opposed to it, at
// no distance.
static bool meet_plane(const Walker *w, Vec2 direction, WalkerHit *out)
{
    float maximum = 1e-3f;
    bool met = false;
    for (int32_t i = 0; i < w->planeCount; ++i) {
        const WalkerPlane *p = &w->planes[i];
        float approach = -dot(direction, p->out);
        bool inside = dot(sub(w->position, w->planesAt), p->out) < p->depth;
        if (inside && approach > maximum) {
            maximum = approach;
            met = true;
            *out = (WalkerHit){.approach = approach,
                               .normal = p->out,
                               .point = walker_support(w, neg(p->out)),
                               .slot = p->slot};
        }
    }
    return met;
}

bool walker_cast(Walker *w, Vec2 motion, WalkerHit *out)
{
    float distance;
    Vec2 direction = normalize(motion, &distance);
    if (!(distance > 0.0f)) {
        return false;
    }
    if (meet_plane(w, direction, out)) {
        return true;
    }
    caster_set_origin(&w->caster, add(w->position, w->arm));
    w->caster.motion = motion;
    ClosestSearch search;
    closest_search_begin(&search, &w->caster);
    while (closest_search_step(&search)) {
    }
    const CastResult *r = &search.found.result;
    float nearest = search.found.slot != NONE ? r->fraction * distance : distance;
    if (walker_meet_footing(w, direction, nearest, out)) {
        return true;
    }
    if (search.found.slot == NONE) {
        return false;
    }
    *out = (WalkerHit){.distance = nearest,
                       .approach = -dot(r->normal, direction),
                       .normal = r->normal,
                       .point = r->point,
                       .slot = search.found.slot,
                       .part = search.found.part};
    if (out->distance < 0.1f * METRE) {
        refine(w, out);
    }
    return true;
}

bool walker_advance(Walker *w, Vec2 motion, WalkerHit *hit)
{
    // A little further, so that a surface within the gap at the end is found.
    float distance, gap = MOVER_GAP;
    Vec2 direction = normalize(motion, &distance);
    if (!(distance > 0.0f)) {
        return false;
    }
    bool met = walker_cast(w, scale(distance + gap / MOVER_MIN_APPROACH, direction), hit);
    float back = met ? gap / max_f(hit->approach, MOVER_MIN_APPROACH) : 0.0f;
    if (!met || hit->distance - back >= distance) {
        w->position = mul_add(w->position, distance, direction);
        w->moved = distance;
        return false;
    }
    w->moved = max_f(hit->distance - back, 0.0f);
    w->position = mul_add(w->position, w->moved, direction);
    return true;
}

Vec2 walker_hit_velocity(const Walker *w, const WalkerHit *hit)
{
    if (hit->slot == FOOTING) {
        return w->footing.velocity;
    }
    int32_t body = w->world->state.colliders.data[hit->slot].body;
    const float *v = w->world->state.velocities.data[body].v;
    Vec2 arm = sub(hit->point, body_world_center(w->world, body));
    return add(vec(v[0], v[1]), cross_sv(v[2], arm));
}

bool walker_is_face(const Walker *w, const WalkerHit *hit)
{
    if (hit->slot == FOOTING) {
        return true;
    }
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[hit->slot];
    Polygon storage;
    Geometry g = part_geometry(world, c, hit->part, &storage);
    if (g.radius > 0.0f) {
        return true;
    }
    Vec2 n = unrotate(world->state.transforms.data[c->body].q, hit->normal);
    if (g.type != MICA_SHAPE_POLYGON) {
        float l;
        return abs_f(dot(normalize(sub(g.b, g.a), &l), n)) < 1e-3f;
    }
    for (int32_t i = 0; i < g.count; ++i) {
        if (g.polygon->nx[i] * n.x + g.polygon->ny[i] * n.y > 0.999999f) {
            return true;
        }
    }
    return false;
}

bool walker_ray(const Walker *w, Vec2 from, Vec2 motion, WalkerHit *out)
{
    Caster ray = w->caster;
    const float numbers[4] = {from.x, from.y, motion.x, motion.y};
    ray.isShape = false;
    ray.flags |= MICA_QUERY_INSIDE;
    ray.boxCenter = vec(0.0f, 0.0f);
    caster_set_ray(&ray, numbers);
    ClosestSearch search;
    closest_search_begin(&search, &ray);
    while (closest_search_step(&search)) {
    }
    const CastResult *r = &search.found.result;
    *out = (WalkerHit){.slot = search.found.slot, .normal = r->normal, .point = r->point};
    return search.found.slot != NONE && r->fraction > 0.0f;
}

// Casts and the union of touching static or kinematic colliders: nothing is hit inside the union,
// and a ray that starts where two shapes touch enters both. query_cast.c and ray_walk.c call this
// for what geometry has found; reads trees, colliders and transforms, writes queryHits.
#include "query.h"

// True if p lies inside any solid part that the caster tests. One-way parts do not count: they can
// be entered.
static bool is_inside_solid(const Caster *caster, Vec2 p)
{
    MicaWorld *world = caster->world;
    const MicaAABB box = {p, p};
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, caster->layers,
               &world->scratch.queryHits);
    tree_query(&world->host.memory, &world->state.movingTree, box, caster->layers,
               &world->scratch.queryHits);
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        int32_t slot = world->scratch.queryHits.data[i];
        const Collider *c = &world->state.colliders.data[slot];
        if ((c->flags & COLLIDER_TRIGGER) != 0 || !caster_accepts(caster, slot)) {
            continue;
        }
        PartWalk walk;
        Polygon storage;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f),
                    parts_solid(caster_parts(caster, c).solid));
        for (int32_t part; (part = parts_next(&walk)) != NONE;) {
            Vec2 up;
            Geometry g = part_geometry(world, c, part, &storage);
            if (!part_one_way(world, c, part, &up) &&
                geometry_contains(&g, world->state.transforms.data[c->body], p, 0.0f)) {
                return true;
            }
        }
    }
    return false;
}

CastState caster_cast_sliding_ray(const Caster *caster, Transform t, const Geometry *g,
                                  CastResult *out)
{
    Vec2 o = untransform(t, caster->origin), d = unrotate(t.q, caster->motion);
    float l, tolerance = core_tolerance(abs_f(o.x - g->a.x) + abs_f(o.y - g->a.y)),
             maximum = -3e38f;
    Vec2 ahead = normalize(d, &l), normal = {0.0f, 1.0f};
    if (g->type != MICA_SHAPE_POLYGON) {
        return CAST_MISS;  // a segment has no inside
    }
    // Probes a point just beyond each face that the ray slides along, and a little ahead.
    float step = 4.0f * RAY_MARGIN + 1e-6f * (abs_f(caster->origin.x) + abs_f(caster->origin.y));
    for (int32_t i = 0; i < g->count; ++i) {
        Vec2 n = {g->polygon->nx[i], g->polygon->ny[i]};
        float gap = dot(n, sub(o, vec(g->polygon->x[i], g->polygon->y[i]))) - g->radius;
        if (gap < -tolerance || gap + dot(n, d) < -tolerance) {
            normal = gap > maximum ? n : normal;
            maximum = max_f(gap, maximum);
        } else if (!is_inside_solid(caster,
                                    transform(t, add(o, scale(step, mul_add(n, 4.0f, ahead)))))) {
            return CAST_MISS;
        }
    }
    *out = (CastResult){0.0f, o, normal};
    return maximum < -tolerance ? CAST_INSIDE : CAST_HIT;
}

// A CoverFilter: what covers what the caster hits. For a swept body, the layers that it responds to
// as solid. Colliders that the filter excludes are not tested but still cover others.
static uint64_t covering_layers(const void *context, int32_t slot)
{
    const Caster *caster = (const Caster *)context;
    const MicaWorld *world = caster->world;
    if (caster_leaves_out_mover(caster, slot)) {
        return 0;
    }
    return caster->own == NULL
               ? caster->layers
               : caster->layers & pair_filter_layers(world, &world->state.colliders.data[slot],
                                                     caster->own, caster->ownLayer, MICA_SOLID);
}

// True if the caster starts inside or on a solid collider of a body of this type, static or
// kinematic: only then can it hit something inside their union.
static bool starts_on_union(const Caster *caster, uint32_t type)
{
    MicaWorld *world = caster->world;
    const Tree *tree =
        type == MICA_BODY_STATIC ? &world->state.staticTree : &world->state.movingTree;
    const Vec2 slack = {LINEAR_SLOP, LINEAR_SLOP};
    Vec2 center = add(caster->origin, caster->boxCenter), reach = add(caster->boxHalf, slack);
    MicaAABB box = {sub(center, reach), add(center, reach)};
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, tree, box, caster->layers, &world->scratch.queryHits);
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        Transform t = world->state.transforms.data[c->body];
        PartWalk walk;
        Polygon storage;
        bool tested = (c->flags & COLLIDER_TRIGGER) == 0 && body_type(world, c->body) == type;
        uint64_t layers = tested ? covering_layers(caster, world->scratch.queryHits.data[i]) : 0;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_solid(layers));
        for (int32_t part; layers != 0 && (part = parts_next(&walk)) != NONE;) {
            Geometry g = part_geometry(world, c, part, &storage);
            if (!caster->isShape) {
                if (geometry_contains(&g, t, caster->origin, RAY_MARGIN)) {
                    return true;
                }
                continue;
            }
            Core local, a, b;
            Nearest near;
            core_from_geometry(&g, g.a, &local);
            core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
            core_place(&caster->core,
                       (Transform){sub(caster->origin, transform(t, g.a)), {1.0f, 0.0f}}, &b);
            core_nearest(&a, &b, &near);
            if (near.distance - a.radius - b.radius < LINEAR_SLOP) {
                return true;
            }
        }
    }
    return false;
}

// The neighbours of a caster's first few hits are looked at before it is known whether it starts on
// the union: most casts hit little. From then on that is found once, so that a cast which starts
// outside costs the same for each further hit, however many colliders lie around it.
#define HITS_BEFORE_UNION 2

// The same as starts_on_union, found once a caster.
static bool caster_starts_on_union(const Caster *caster, uint32_t type)
{
    int32_t kind = type == MICA_BODY_STATIC ? 0 : 1;
    // A cache: what it holds follows from the rest of the caster.
    CasterStart *start = &((Caster *)(uintptr_t)caster)->start;
    if (start->unions[kind] == UNION_UNKNOWN) {
        start->unions[kind] = starts_on_union(caster, type) ? UNION_ON : UNION_OFF;
    }
    return start->unions[kind] == UNION_ON;
}

// False if nothing can hide a hit of the caster, as it starts outside of the union.
static bool may_be_hidden(const Caster *caster, uint32_t type)
{
    int32_t kind = type == MICA_BODY_STATIC ? 0 : 1;
    CasterStart *start = &((Caster *)(uintptr_t)caster)->start;
    if (start->unions[kind] == UNION_UNKNOWN && start->hits[kind] < HITS_BEFORE_UNION) {
        start->hits[kind] += 1;
        return true;
    }
    return caster_starts_on_union(caster, type);
}

// Geometry names either face for a ray that starts on a corner. Finds one that the ray enters and
// no neighbour covers, and gives its normal to the hit.
static bool find_exposed_face(const Caster *caster, int32_t slot, int32_t part, CoverFilter filter,
                              CastResult *r)
{
    MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[slot];
    Transform t = world->state.transforms.data[c->body];
    Polygon storage;
    Geometry g = part_geometry(world, c, part, &storage);
    if (caster->isShape || r->fraction * length(caster->motion) > RAY_MARGIN ||
        g.type != MICA_SHAPE_POLYGON) {
        return false;
    }
    Vec2 o = untransform(t, caster->origin), d = unrotate(t.q, caster->motion);
    float tolerance = RAY_MARGIN + core_tolerance(abs_f(o.x - g.a.x) + abs_f(o.y - g.a.y));
    for (int32_t i = 0; i < g.count; ++i) {
        Vec2 n = {g.polygon->nx[i], g.polygon->ny[i]}, normal = rotate(t.q, n);
        float gap = dot(n, sub(o, vec(g.polygon->x[i], g.polygon->y[i]))) - g.radius;
        if (gap >= -tolerance && dot(n, d) < 0.0f &&
            !internal_edges_hide_cast(world, slot, part, filter, r->point, normal)) {
            r->normal = normal;
            return true;
        }
    }
    return false;
}

// Of a ray that starts on a covered face: true if it starts inside the union, and that counts as a
// hit. In a map, the start must be more than a hair from the outline.
static bool starts_inside_union(const Caster *caster, const Collider *c, const CastResult *r)
{
    if (caster->isShape || (caster->flags & MICA_QUERY_INSIDE) == 0 || r->fraction > 0.0f) {
        return false;
    }
    Vec2 exit;
    int32_t part;
    float hair = RAY_MARGIN + 1e-6f * c->reach;
    return !collider_is_compound(c) ||
           (parts_nearest_surface_point(caster->world, c, caster_parts(caster, c), caster->origin,
                                        0.0f, &exit, &part) &&
            length(sub(exit, caster->origin)) >= hair);
}

CastState caster_filter_hit(const Caster *caster, int32_t slot, int32_t part, CastState state,
                            CastResult *r)
{
    MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[slot];
    Vec2 up;
    bool drops = caster->own != NULL && body_has(world, caster->own->body, MICA_FLAG_DROPS);
    if ((collider_is_compound(c) || (c->flags & COLLIDER_ONE_WAY) != 0) &&
        part_one_way(world, c, part, &up) &&
        (drops || state == CAST_INSIDE ||
         dot(rotate(world->state.transforms.data[c->body].q, up), r->normal) <=
             ONE_WAY_MIN_COSINE)) {
        return CAST_MISS;
    }
    uint32_t type = body_type(world, c->body);
    if (state != CAST_HIT || !internal_edges_possible_for_cast(world, c) || caster->allHits ||
        !may_be_hidden(caster, type)) {
        return state;
    }
    // A shape that slides along a face does not hit it.
    bool grazes = caster->isShape &&
                  dot(r->normal, caster->motion) > -CAST_GRAZING_SINE * length(caster->motion);
    const CoverFilter filter = {caster->layers, covering_layers, caster};
    if (!(grazes || internal_edges_hide_cast(world, slot, part, filter, r->point, r->normal)) ||
        !caster_starts_on_union(caster, type) || find_exposed_face(caster, slot, part, filter, r)) {
        return CAST_HIT;
    }
    if (!starts_inside_union(caster, c, r)) {
        ((Caster *)(uintptr_t)caster)->start.hidden += 1;
        return CAST_MISS;
    }
    r->point = caster->origin;
    return CAST_INSIDE;
}

// Embedded bodies: the centre of a collider lies inside the static environment, because the game
// made or put it there, or made the environment around it. No face of the part that it overlaps
// needs to be exposed, so the usual manifold has no points, or some that push it deeper. It is
// pushed out of the union of all static parts instead, along the shortest of some directions: the
// normals of the faces of the part that contains the centre, and the one against gravity. Of a body
// that was put into a floor nobody expects that it falls out below: directions that point down
// count EMBEDDED_DOWN_FACTOR times.
//
// The separation along a direction d: while the shape, moved by t d, overlaps a part P, t grows to
// where the two are apart along d,
//   t = max over points p of P of d.p - min over points q of the shape of d.q.
//
// Called for the manifold of a pair with a static part. Reads the static tree and shapes; writes
// the manifold, queryHits, and the list of embedded bodies.
#include "contacts.h"

// A collider to be freed.
typedef struct Embedded {
    MicaWorld *world;
    const Collider *collider;
    Geometry shape;
    Transform at;
    Vec2 mean;        // of its points, in the world
    uint64_t layers;  // that it is solid to
} Embedded;

// The furthest that a placed shape reaches along a unit direction.
static float extent_along(const Geometry *g, Transform t, Vec2 d)
{
    Vec2 local = unrotate(t.q, d);
    float maximum =
        max_f(dot(g->a, local), dot(g->type == MICA_SHAPE_CAPSULE ? g->b : g->a, local));
    if (g->type == MICA_SHAPE_POLYGON) {
        maximum = -3e38f;
        for (int32_t i = 0; i < g->count; ++i) {
            maximum = max_f(maximum, g->polygon->x[i] * local.x + g->polygon->y[i] * local.y);
        }
    }
    return dot(t.p, d) + maximum + g->radius;
}

static bool overlaps(const Geometry *part, Transform at, const Geometry *shape, Transform moved)
{
    LocalManifold m;
    collide_geometry(part, shape, inv_mul(at, moved), 0.0f, &m);
    for (int32_t i = 0; i < m.count; ++i) {
        if (m.points[i].separation < -LINEAR_SLOP) {
            return true;
        }
    }
    return false;
}

// The parts of a static collider that belong to the environment of the embedded one. Chains have no
// inside.
static PartFilter static_parts(const Embedded *e, int32_t slot)
{
    const Collider *c = &e->world->state.colliders.data[slot];
    bool mayBe = c->type != MICA_SHAPE_CHAIN && (c->flags & COLLIDER_TRIGGER) == 0;
    return parts_solid(mayBe ? pair_part_layers(e->world, c, e->collider, MICA_SOLID) : 0);
}

static void query_static(const Embedded *e, MicaAABB box)
{
    e->world->scratch.queryHits.count = 0;
    tree_query(&e->world->host.memory, &e->world->state.staticTree, box, e->layers,
               &e->world->scratch.queryHits);
}

// The distance along d by which the shape, moved by t d, gets clear of the parts that it overlaps
// there; t if it overlaps none.
static float clear_distance(const Embedded *e, Vec2 d, float t)
{
    MicaWorld *world = e->world;
    Transform moved = {mul_add(e->at.p, t, d), e->at.q};
    MicaAABB box = geometry_aabb(&e->shape, moved);
    float clear = t, behind = -extent_along(&e->shape, e->at, neg(d));
    query_static(e, box);
    for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
        int32_t slot = world->scratch.queryHits.data[h];
        PartFilter filter = static_parts(e, slot);
        if (filter.solid == 0) {
            continue;
        }
        const Collider *c = &world->state.colliders.data[slot];
        Transform at = world->state.transforms.data[c->body];
        PartWalk walk;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), filter);
        for (int32_t part; (part = parts_next(&walk)) != NONE;) {
            Polygon storage;
            Geometry g = part_geometry(world, c, part, &storage);
            Vec2 unused;
            if (!part_one_way(world, c, part, &unused) && overlaps(&g, at, &e->shape, moved)) {
                clear = max_f(clear, extent_along(&g, at, d) - behind);
            }
        }
    }
    return clear;
}

// The separation along d, or `limit` if it is no shorter than that.
static float separation_along(const Embedded *e, Vec2 d, float limit)
{
    float t = 0.0f;
    for (int32_t i = 0; i < EMBEDDED_MAX_PARTS && t < limit; ++i) {
        float clear = clear_distance(e, d, t);
        if (!(clear > t)) {
            break;
        }
        t = clear;
    }
    return min_f(t, limit);
}

typedef struct Separation {
    Vec2 direction;
    float length, cost;  // cost: the length, weighted by the direction
} Separation;

static void try_direction(const Embedded *e, Vec2 d, Vec2 down, Separation *best)
{
    float weight = 1.0f + (EMBEDDED_DOWN_FACTOR - 1.0f) * max_f(dot(d, down), 0.0f);
    float limit = (1.0f - EMBEDDED_TIE_FRACTION) * best->cost / weight,
          t = separation_along(e, d, limit);
    if (t < limit) {
        *best = (Separation){d, t, weight * t};
    }
}

static Separation least_separation(const Embedded *e, const Geometry *part, Transform at)
{
    float l;
    Vec2 down = normalize(e->world->state.gravity, &l);
    Separation best = {{0.0f, 1.0f}, 0.0f, 3e38f};
    if (l > 0.0f) {
        try_direction(e, neg(down), down, &best);
    }
    if (part->type == MICA_SHAPE_POLYGON) {
        for (int32_t i = 0; i < part->count; ++i) {
            Vec2 n = {part->polygon->nx[i], part->polygon->ny[i]};
            try_direction(e, rotate(at.q, n), down, &best);
        }
        return best;
    }
    // Out of a circle along the line of centres, out of a capsule across it.
    Vec2 a = transform(at, part->a), b = transform(at, part->b);
    Vec2 n = part->type == MICA_SHAPE_CAPSULE ? right_perp(sub(b, a)) : sub(e->mean, a);
    n = normalize(n, &l);
    n = l > 0.0f ? n : vec(0.0f, 1.0f);
    try_direction(e, n, down, &best);
    try_direction(e, neg(n), down, &best);
    return best;
}

// Whether a part of the environment contains the centre that comes before a part in order of slot
// and part: the first of them has the contact.
static bool is_contained_before(const Embedded *e, int32_t slot, int32_t part)
{
    MicaWorld *world = e->world;
    MicaAABB box = {e->mean, e->mean};
    query_static(e, box);
    for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
        int32_t other = world->scratch.queryHits.data[h];
        PartFilter filter = static_parts(e, other);
        if (other > slot || filter.solid == 0) {
            continue;
        }
        const Collider *c = &world->state.colliders.data[other];
        Transform at = world->state.transforms.data[c->body];
        PartWalk walk;
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), filter);
        for (int32_t i; (i = parts_next(&walk)) != NONE && (other < slot || i < part);) {
            Polygon storage;
            Geometry g = part_geometry(world, c, i, &storage);
            Vec2 unused;
            if (!part_one_way(world, c, i, &unused) && geometry_contains(&g, at, e->mean, 0.0f)) {
                return true;
            }
        }
    }
    return false;
}

// One point in the middle of the collider, which does not turn its body.
static void fill_manifold(const Separation *separation, Transform a, Vec2 point, bool staticA,
                          LocalManifold *m)
{
    m->normal = unrotate(a.q, staticA ? separation->direction : neg(separation->direction));
    m->count = 1;
    m->face = staticA ? FACE_A : FACE_B;
    m->gap = 0.0f;
    m->pointOnEdge = false;
    m->slideRange[0] = m->slideRange[1] = 0.0f;
    m->movesWithB = 0;
    m->points[0] = (LocalPoint){untransform(a, point), -separation->length, 0};
}

// The narrow phase has reserved memory for one at least.
static void note_embedded(MicaWorld *world, int32_t body)
{
    IntList *list = &contacts_scratch(world)->embedded;
    if (list->count < list->capacity) {
        list->data[list->count++] = body;
    }
}

bool embedded_collide(MicaWorld *world, const Contact *c, const Geometry *gA, const Geometry *gB,
                      LocalManifold *m)
{
    bool staticA = body_type(world, c->bodyA) == MICA_BODY_STATIC;
    if (!staticA && body_type(world, c->bodyB) != MICA_BODY_STATIC) {
        return false;
    }
    int32_t slot = staticA ? c->colliderA : c->colliderB, part = staticA ? c->part : 0;
    const Collider *environment = &world->state.colliders.data[slot];
    const Geometry *g = staticA ? gA : gB, *shape = staticA ? gB : gA;
    Transform at = world->state.transforms.data[environment->body];
    Embedded e = {.world = world,
                  .collider = &world->state.colliders.data[staticA ? c->colliderB : c->colliderA],
                  .shape = *shape};
    e.at = world->state.transforms.data[e.collider->body];
    e.mean = transform(e.at, geometry_mean_point(shape));
    Vec2 unused;
    if (environment->type == MICA_SHAPE_CHAIN || part_one_way(world, environment, part, &unused) ||
        collider_is_compound(e.collider) ||
        collider_min_extent(world, e.collider) < MIN_EMBEDDED_EXTENT) {
        return false;
    }
    e.layers = layer_solid_mask(world, e.collider);
    if (!geometry_contains(g, at, e.mean, 0.0f)) {
        // While one part pushes it out, the others do not push it elsewhere.
        bool other = body_has_mark(world, e.collider->body, BODY_EMBEDDED) &&
                     is_contained_before(&e, INT32_MAX, 0);
        m->count = other ? 0 : m->count;
        return other;
    }
    note_embedded(world, e.collider->body);
    m->count = 0;
    m->gap = 0.0f;
    if (!is_contained_before(&e, slot, part)) {
        Separation separation = least_separation(&e, g, at);
        fill_manifold(&separation, world->state.transforms.data[c->bodyA], e.mean, staticA, m);
    }
    return true;
}

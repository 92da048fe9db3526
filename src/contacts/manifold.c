// The manifold of a pair as it touches now: the shapes' own (geometry/), without what internal
// edges, arcade normals and one-way parts take away, in that order; or what pushes an embedded body
// out. Called by the narrow phase, by approach.c, and by the step by impacts. Reads shapes, and the
// static neighbours of the pair; writes only the manifold.
#include "contacts.h"

// False if no side is static, or if the points say that the shapes overlap no more than resting
// ones do.
static inline bool may_be_embedded(const MicaWorld *world, const Contact *c, const LocalManifold *m)
{
    float second = m->count == 2 ? m->points[1].separation : 0.0f;
    bool apart =
        m->count == 0 ? m->gap > 0.0f : min_f(m->points[0].separation, second) >= -EMBEDDED_DEPTH;
    return !apart && (body_type(world, c->bodyA) == MICA_BODY_STATIC ||
                      body_type(world, c->bodyB) == MICA_BODY_STATIC);
}

void manifold_compute(MicaWorld *world, const Contact *c, Transform relative, float maxDistance,
                      LocalManifold *m)
{
    m->oneSidedState = ONE_SIDED_UNKNOWN;
    m->gap = 0.0f;  // of shapes that touch, and stays unknown if what follows takes all points away
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    bool filtered = ((a->flags | b->flags) & (COLLIDER_ONE_WAY | COLLIDER_ARCADE)) != 0;
    if (a->type == MICA_SHAPE_CIRCLE && !filtered) {
        // Two circles are half of the pairs of many games: they skip the dispatch.
        collide_circles(a->a, a->radius, transform(relative, b->a), b->radius, maxDistance, m);
        if (m->count == 0 ||
            (!internal_edges_possible(world, a) && !internal_edges_possible(world, b))) {
            return;
        }
    }
    Polygon storage;
    Geometry gA = part_geometry(world, a, c->part, &storage), gB = collider_geometry(world, b);
    Vec2 unused;
    internal_edges_collide(world, c, &gA, &gB, relative, maxDistance, m);
    if ((may_be_embedded(world, c, m) || pair_was_embedded(world, c)) &&
        embedded_collide(world, c, &gA, &gB, m)) {
        return;
    }
    if (filtered || part_one_way(world, a, c->part, &unused)) {
        arcade_normals_filter(world, c, &gA, &gB, relative, m);
        one_way_filter(world, c, &gA, &gB, relative, maxDistance, m);
        // These filters may decide otherwise a little further along the side.
        m->slideRange[0] = m->slideRange[1] = 0.0f;
    }
}

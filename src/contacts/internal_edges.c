// Internal edges: a body never meets an edge inside the union of touching colliders, nor a vertex
// that the union does not have. The union is that of all static colliders which the other body
// collides with; for a kinematic collider, of all kinematic ones; for a dynamic one, of the shapes
// of its own body. Neighbours are not stored: computing a manifold queries those around the
// contact.
//   A contact on a face is kept on the exposed part of the face: where a line EDGE_GAP above the
//   face is outside all neighbours.
//   Any other contact, with normal n at p, is kept if each neighbour that contains p lies behind
//   the line through p across n: then n is in the normal cone of the union at p.
// A manifold whose face is covered is computed again without that face. Called by the narrow phase,
// by casts and by the continuous phase; reads trees, colliders and transforms, writes queryHits.
#include "edge_cover.h"

// ------------------------------------------------------------------------------------ neighbours

static MicaAABB intersection(const MicaAABB *a, const MicaAABB *b)
{
    const Vec2 margin = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
    Vec2 lower = {max_f(a->lower.x, b->lower.x), max_f(a->lower.y, b->lower.y)},
         upper = {min_f(a->upper.x, b->upper.x), min_f(a->upper.y, b->upper.y)};
    return (MicaAABB){sub(lower, margin), add(upper, margin)};
}

// The layers of the parts of c that are solid to the visitor of a contact; ALL_LAYERS or 0 unless c
// is a tile map whose kinds have layers.
static uint64_t solid_layers(const MicaWorld *world, const Contact *contact, const Collider *c,
                             const Collider *visitor)
{
    if (collider_kind_layers(world, visitor) == 0) {
        return pair_part_layers(world, c, visitor, MICA_SOLID);
    }
    int32_t layer = part_layer(world, visitor, contact->part);
    return (pair_part_layers(world, visitor, c, MICA_SOLID) >> layer & 1) != 0 ? ALL_LAYERS : 0;
}

// Of a body with more colliders than this, those near a contact are looked up in the tree, and no
// more than so many shapes.
#define OWN_SHAPES_WALKED 64
#define MAX_NEAR_SHAPES 128

static bool has_many_colliders(const MicaWorld *world, int32_t body)
{
    int32_t count = 0;
    for (int32_t i = world->state.bodies.data[body].firstCollider;
         i != NONE && count <= OWN_SHAPES_WALKED; i = world->state.colliders.data[i].next) {
        count += 1;
    }
    return count > OWN_SHAPES_WALKED;
}

static void add_own_shape(const MicaWorld *world, const Contact *contact, int32_t self,
                          const Collider *visitor, int32_t slot, const MicaAABB *near,
                          EdgeCover *cover)
{
    const Collider *c = &world->state.colliders.data[slot];
    if (edge_cover_may_use(c, near) && (slot != self || collider_is_compound(c))) {
        edge_cover_add(cover, world, world->state.transforms.data[contact->bodyA], slot,
                       slot == self ? contact->part : NONE, near,
                       solid_layers(world, contact, c, visitor));
    }
}

// The neighbours of a dynamic collider are the other shapes of its body.
static void add_own_shapes(MicaWorld *world, const Contact *contact, int32_t self,
                           const Collider *visitor, const MicaAABB *near, EdgeCover *cover)
{
    const Collider *colliders = world->state.colliders.data;
    int32_t body = colliders[self].body;
    if (!has_many_colliders(world, body)) {
        for (int32_t i = world->state.bodies.data[body].firstCollider;
             i != NONE && !edge_cover_is_full(cover); i = colliders[i].next) {
            add_own_shape(world, contact, self, visitor, i, near, cover);
        }
        return;
    }
    IntList *hits = &world->scratch.queryHits;
    hits->count = 0;
    tree_query_first(&world->host.memory, &world->state.movingTree, *near, ALL_LAYERS,
                     MAX_NEAR_SHAPES, hits);
    for (int32_t i = 0; i < hits->count && !edge_cover_is_full(cover); ++i) {
        if (colliders[hits->data[i]].body == body) {
            add_own_shape(world, contact, self, visitor, hits->data[i], near, cover);
        }
    }
}

// Collects what lies around the place where collider `visitor` meets collider `self`.
static void add_neighbours(MicaWorld *world, const Contact *contact, int32_t self, int32_t visitor,
                           EdgeCover *cover)
{
    const Collider *s = &world->state.colliders.data[self],
                   *v = &world->state.colliders.data[visitor];
    MicaAABB near = intersection(&s->box, &v->box);
    uint32_t type = body_type(world, s->body);
    Transform frame = world->state.transforms.data[contact->bodyA];
    edge_cover_begin(cover, world, frame, self, self == contact->colliderA ? contact->part : 0);
    if (type == MICA_BODY_DYNAMIC) {
        add_own_shapes(world, contact, self, v, &near, cover);
        return;
    }
    uint64_t layers = layer_response_mask(world, v);
    const int32_t *slots;
    int32_t count;
    if (type == MICA_BODY_STATIC) {
        slots = static_neighbours_find(world, self, near, layers, &count);
    } else {
        world->scratch.queryHits.count = 0;
        tree_query(&world->host.memory, &world->state.movingTree, near, layers,
                   &world->scratch.queryHits);
        slots = world->scratch.queryHits.data;
        count = world->scratch.queryHits.count;
    }
    for (int32_t i = 0; i < count && !edge_cover_is_full(cover); ++i) {
        int32_t slot = slots[i];
        const Collider *c = &world->state.colliders.data[slot];
        if (edge_cover_may_use(c, &near) && (slot != self || collider_is_compound(c)) &&
            body_type(world, c->body) == type) {
            edge_cover_add(cover, world, frame, slot, slot == self ? contact->part : NONE, &near,
                           solid_layers(world, contact, c, v));
        }
    }
}

// -------------------------------------------------------------------------- trimming a manifold

// Takes the covered stretch [a, b] of a face away from the points on it, which lie at s[k] along
// the face. Of two points, one under the neighbour moves to the stretch's end, its separation
// interpolated; a single one moves by EDGE_SHIFT at most, to where the face is exposed.
static void trim_stretch(const CoverFace *face, float a, float b, LocalManifold *m)
{
    Vec2 u = left_perp(face->normal);
    float s[2], to[2];
    bool under[2];
    for (int32_t k = 0; k < m->count; ++k) {
        s[k] = dot(sub(m->points[k].point, face->v), u);
        under[k] = s[k] > a - EDGE_GAP && s[k] < b + EDGE_GAP;
        to[k] = s[k];
    }
    if (m->count == 2 && under[0] && under[1]) {
        m->count = 0;
    } else if (m->count == 2 && (under[0] || under[1])) {
        int32_t k = under[0] ? 0 : 1;
        to[k] = s[1 - k] <= a ? min_f(s[k], a) : max_f(s[k], b);
        float t = (to[k] - s[1 - k]) / (s[k] - s[1 - k]);
        m->points[k].separation = m->points[1 - k].separation +
                                  t * (m->points[k].separation - m->points[1 - k].separation);
    } else if (m->count == 1 && under[0]) {
        bool nearA = s[0] - a < b - s[0];
        to[0] = nearA ? min_f(s[0], a) : max_f(s[0], b);
        bool exposed = (nearA ? a : face->length - b) > 2.0f * EDGE_GAP;
        m->count = exposed && abs_f(to[0] - s[0]) <= EDGE_SHIFT ? 1 : 0;
    }
    for (int32_t k = 0; k < m->count; ++k) {
        m->points[k].point = mul_add(m->points[k].point, to[k] - s[k], u);
    }
}

// Restricts the points on a face to its exposed part. False if none is left.
static bool trim_face(const EdgeCover *cover, const CoverFace *face, LocalManifold *m)
{
    Vec2 above = mul_add(face->v, EDGE_GAP, face->normal), u = left_perp(face->normal);
    for (int32_t i = 0; i < cover->count && m->count > 0; ++i) {
        float a = -3e38f, b = 3e38f;
        if (edge_cover_interval(&cover->neighbours[i], above, u, &a, &b)) {
            trim_stretch(face, a, b, m);
        }
    }
    return m->count > 0;
}

// Removes from the manifold what the union does not have. True if the rest is valid. False if a
// face was covered and the manifold is to be computed again without the faces in two masks:
// `hidden` of the shape itself, `otherHidden` of the other one.
static bool trim(const EdgeCover *cover, LocalManifold *m, uint32_t *hidden, uint32_t *otherHidden,
                 bool mayRetry)
{
    Vec2 n = scale(cover->sign, m->normal);
    CoverFace face = edge_cover_face(&cover->self, n);
    if (face.index != NONE) {
        Vec2 normal = face.normal;
        if (trim_face(cover, &face, m)) {
            // Take the face's exact normal, turned about the other shape's core: at high speed even
            // a small tilt would lift the body.
            for (int32_t i = 0; i < m->count; ++i) {
                float arm = 0.5f * m->points[i].separation + cover->otherRadius;
                m->points[i].point = mul_add(m->points[i].point, arm, sub(n, normal));
            }
            m->normal = scale(cover->sign, normal);
            return true;
        }
        // The two sides of a capsule are its faces 0 and 2 here, 0 and 1 in the masks. A hidden
        // face that comes back was the choice of the other shape's axis: hide all axes of that one.
        uint32_t bit = 1u << (cover->self.capsule ? face.index >> 1 : face.index);
        *otherHidden = (*hidden & bit) != 0 ? ~0u : *otherHidden;
        *hidden |= bit;
        return !mayRetry;
    }
    int32_t kept = 0, count = m->count;
    for (int32_t i = 0; i < count; ++i) {
        Vec2 p = mul_add(m->points[i].point, -0.5f * m->points[i].separation, n);
        if (!edge_cover_contains(cover, p, n)) {
            m->points[kept++] = m->points[i];
        }
    }
    m->count = kept;
    if (kept < count && mayRetry && *otherHidden == 0) {
        *otherHidden = ~0u;
        return false;
    }
    return true;
}

// -------------------------------------------------------- manifolds that need no neighbour query

inline bool internal_edges_possible(const MicaWorld *world, const Collider *c)
{
    uint32_t type = body_type(world, c->body);
    return type == MICA_BODY_STATIC      ? (c->flags & COLLIDER_TOUCHES_STATIC) != 0
           : type == MICA_BODY_KINEMATIC ? true
                                         : !body_has_mark(world, c->body, BODY_ONE_COLLIDER);
}

// The face of A in a manifold's feature.
static uint32_t feature_face(const LocalManifold *m, const Geometry *b)
{
    uint32_t feature = m->points[0].feature;
    return b->type == MICA_SHAPE_CIRCLE ? feature : feature >> 4 & 7u;
}

// The face of a polygon with normal n, or NONE.
static int32_t face_with_normal(const Polygon *polygon, int32_t count, Vec2 n)
{
    for (int32_t i = 0; i < count; ++i) {
        if (abs_f(polygon->nx[i] - n.x) + abs_f(polygon->ny[i] - n.y) < 1e-6f) {
            return i;
        }
    }
    return NONE;
}

// True if all points lie so far from the ends of a face that a neighbour which covers an end only
// does not matter.
static bool is_off_ends(const Geometry *self, int32_t face, bool selfIsA, Transform relative,
                        const LocalManifold *m)
{
    const Polygon *p = self->polygon;
    int32_t next = face + 1 < self->count ? face + 1 : 0;
    Vec2 v = {p->x[face], p->y[face]}, w = {p->x[next], p->y[next]},
         u = left_perp(vec(p->nx[face], p->ny[face]));
    float maximum = dot(sub(w, v), u) - 4.0f * EDGE_GAP;
    for (int32_t i = 0; i < m->count; ++i) {
        Vec2 at = m->points[i].point;
        float s = dot(sub(selfIsA ? at : untransform(relative, at), v), u);
        if (!(s > 4.0f * EDGE_GAP && s < maximum)) {
            return false;
        }
    }
    return true;
}

// True if the manifold lies along the normal of a face that no neighbour covers; or if a circle
// lies on any face, not too deep: were that face covered, the circle would be inside the neighbour,
// embedded.
static bool is_on_uncovered_face(const MicaWorld *world, const Contact *contact, const Geometry *a,
                                 const Geometry *b, Transform relative, int32_t side,
                                 const LocalManifold *m)
{
    const Collider *c =
        &world->state.colliders.data[side == 0 ? contact->colliderA : contact->colliderB];
    const Geometry *self = side == 0 ? a : b, *other = side == 0 ? b : a;
    if (self->type != MICA_SHAPE_POLYGON) {
        return false;
    }
    Vec2 out = side == 0 ? m->normal : neg(unrotate(relative.q, m->normal));
    int32_t face = face_with_normal(self->polygon, self->count, out);
    if (face == NONE) {
        return false;
    }
    if (other->type == MICA_SHAPE_CIRCLE && m->points[0].separation > -0.5f * other->radius &&
        !body_has_mark(world, side == 0 ? contact->bodyB : contact->bodyA, BODY_EMBEDDED)) {
        return true;
    }
    if (collider_is_compound(c)) {
        return part_face_is_exposed(world, c, contact->part, (uint32_t)face);
    }
    return (c->flags & COLLIDER_MOVING_TREE) == 0 && (c->covered & covered_face_bit(face)) == 0 &&
           ((c->covered & covered_end_bit(face)) == 0 ||
            is_off_ends(self, face, side == 0, relative, m));
}

// True if the normal leans towards one of the masked faces of a cell.
static bool leans_over(const Polygon *cell, uint32_t faces, const LocalManifold *m)
{
    for (; faces != 0; faces &= faces - 1) {
        int32_t face = __builtin_ctz(faces);
        if (cell->nx[face] * m->normal.x + cell->ny[face] * m->normal.y > EDGE_TILT) {
            return true;
        }
    }
    return false;
}

// For a contact whose normal leans over a full cell's face towards another full cell: neither that
// face nor its ends belong to the union, so the manifold is computed again from the exposed faces.
// False, with the manifold as it was, if that is not enough and the neighbours must be queried.
static bool collide_exposed_cell(const MicaWorld *world, const Contact *contact, const Geometry *a,
                                 const Geometry *b, Transform relative, float maxDistance,
                                 LocalManifold *m)
{
    const Collider *c = &world->state.colliders.data[contact->colliderA];
    uint32_t joined = part_internal_faces(world, c, contact->part);
    if (joined == 0 || !leans_over(a->polygon, joined, m)) {
        return false;
    }
    LocalManifold exposed = {.count = 0};
    // On an exposed face already, the contact is at its end and would only be found again.
    if (m->face != FACE_A || (joined >> feature_face(m, b) & 1u) != 0) {
        collide_exposed(a, b, relative, maxDistance, joined, ~0u, &exposed);
        if (exposed.count > 0 && leans_over(a->polygon, joined, &exposed)) {
            exposed.count = 0;
        }
        if (exposed.count > 0 &&
            !is_on_uncovered_face(world, contact, a, b, relative, 0, &exposed)) {
            return false;
        }
    }
    *m = exposed;
    m->gap = 0.0f;
    m->slideRange[0] = m->slideRange[1] = 0.0f;  // valid at this place only
    return true;
}

// A capsule B across a segment A of a chain is pushed out past an end of the segment, unless the
// chain continues from that end on the same side of the capsule. A bit for each side of B that is
// barred so, as collide_capsules reads them.
static uint32_t sides_barred_by_chain(const MicaWorld *world, const Contact *contact,
                                      const Geometry *a, const Geometry *b, Transform relative)
{
    Vec2 beyond[2];
    uint32_t continues = chain_ghost_points(world, contact->colliderA, contact->part, beyond);
    if (continues == 0) {
        return 0;
    }
    float l;
    Vec2 b0 = transform(relative, b->a), b1 = transform(relative, b->b),
         nb = right_perp(normalize(sub(b1, b0), &l));
    float from[2] = {dot(sub(a->a, b0), nb), dot(sub(a->b, b0), nb)};
    int32_t low = from[0] < from[1] ? 0 : 1, high = 1 - low;
    bool lower = (continues >> low & 1u) != 0 && dot(sub(beyond[low], b0), nb) < from[low],
         higher = (continues >> high & 1u) != 0 && dot(sub(beyond[high], b0), nb) > from[high];
    return (lower ? 1u : 0) | (higher ? 2u : 0);
}

// ---------------------------------------------------------------------------------------- contacts

// Trims the manifold by the neighbours of one side, and computes it again without covered faces
// until the rest is valid.
static void collide_with_neighbours(MicaWorld *world, const Contact *contact, const Geometry *a,
                                    const Geometry *b, Transform relative, float maxDistance,
                                    int32_t side, LocalManifold *m)
{
    const int32_t pair[2] = {contact->colliderA, contact->colliderB};
    EdgeCover cover;
    add_neighbours(world, contact, pair[side], pair[1 - side], &cover);
    if (cover.count == 0) {
        return;
    }
    const Transform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    edge_cover_set_piece(&cover.self, side == 0 ? a : b, side == 0 ? identity : relative);
    cover.otherRadius = side == 0 ? b->radius : a->radius;
    cover.sign = side == 0 ? 1.0f : -1.0f;
    bool mayRetry = a->type == MICA_SHAPE_POLYGON || b->type == MICA_SHAPE_POLYGON;
    uint32_t hidden[2] = {0, 0};
    // Every try hides one more face, or all of the other shape.
    for (int32_t tries = MICA_MAX_POLYGON_POINTS + 2; m->count > 0; --tries) {
        if (trim(&cover, m, &hidden[side], &hidden[1 - side], mayRetry && tries > 0)) {
            break;
        }
        collide_exposed(a, b, relative, maxDistance, hidden[0], hidden[1], m);
    }
    m->gap = 0.0f;  // that of the untrimmed shapes would be too large
    m->slideRange[0] = m->slideRange[1] = 0.0f;
}

void internal_edges_collide(MicaWorld *world, const Contact *contact, const Geometry *a,
                            const Geometry *b, Transform relative, float maxDistance,
                            LocalManifold *m)
{
    const int32_t pair[2] = {contact->colliderA, contact->colliderB};
    if (a->type == MICA_SHAPE_CAPSULE && b->type == MICA_SHAPE_CAPSULE) {
        collide_capsules(a, b, relative, maxDistance,
                         sides_barred_by_chain(world, contact, a, b, relative), m);
    } else {
        collide_geometry(a, b, relative, maxDistance, m);
    }
    for (int32_t side = 0; side < 2 && m->count > 0; ++side) {
        if (!internal_edges_possible(world, &world->state.colliders.data[pair[side]]) ||
            is_on_uncovered_face(world, contact, a, b, relative, side, m) ||
            (side == 0 && collide_exposed_cell(world, contact, a, b, relative, maxDistance, m))) {
            continue;
        }
        collide_with_neighbours(world, contact, a, b, relative, maxDistance, side, m);
    }
}

// ------------------------------------------------------------------------------------------- casts

// True if the stretch [a, b] of a face of length l covers the place s on it, and leaves no more
// than a hair of the face exposed on the side of s.
static bool covers_place(float s, float a, float b, float l)
{
    bool over = s > a - EDGE_GAP && s < b + EDGE_GAP;
    bool exposedBelow = s <= a && a > 2.0f * EDGE_GAP,
         exposedAbove = s >= b && l - b > 2.0f * EDGE_GAP;
    return over && !exposedBelow && !exposedAbove;
}

// Adds the parts of the union around p, as seen from p, of the first colliders that a query finds;
// leaves queryHits as it was. False if there are more of them than `maximum`.
static bool add_neighbours_of_hit(MicaWorld *world, int32_t slot, int32_t part,
                                  const CoverFilter *filter, Vec2 p, int32_t maximum,
                                  EdgeCover *cover)
{
    const Collider *c = &world->state.colliders.data[slot];
    uint32_t type = body_type(world, c->body);
    const Transform frame = {p, {1.0f, 0.0f}};
    const Vec2 margin = {2.0f * EDGE_GAP, 2.0f * EDGE_GAP};
    MicaAABB near = {sub(p, margin), add(p, margin)};
    IntList *hits = &world->scratch.queryHits;
    int32_t before = hits->count;
    edge_cover_begin(cover, world, frame, slot, part);
    tree_query_first(&world->host.memory,
                     type == MICA_BODY_STATIC ? &world->state.staticTree : &world->state.movingTree,
                     near, filter->layers, maximum, hits);
    for (int32_t i = before; i < hits->count && !edge_cover_is_full(cover); ++i) {
        int32_t other = hits->data[i];
        const Collider *o = &world->state.colliders.data[other];
        if (edge_cover_may_use(o, &near) && (o->flags & COLLIDER_TRIGGER) == 0 &&
            body_type(world, o->body) == type && (other != slot || collider_is_compound(c))) {
            uint64_t layers =
                filter->accepts == NULL ? ALL_LAYERS : filter->accepts(filter->context, other);
            edge_cover_add(cover, world, frame, other, other == slot ? part : NONE, &near,
                           layers & filter->layers);
        }
    }
    bool all = hits->count - before < maximum;
    hits->count = before;
    return all;
}

// Whether one of the pieces covers the place p, seen from there, on a face of the part.
static bool cover_hides(EdgeCover *cover, const MicaWorld *world, int32_t slot, int32_t part,
                        Vec2 p, Vec2 n)
{
    if (cover->count == 0) {
        return false;
    }
    const Transform frame = {p, {1.0f, 0.0f}};
    const Collider *c = &world->state.colliders.data[slot];
    Geometry g = part_geometry(world, c, part, &cover->self.storage);
    edge_cover_set_piece(&cover->self, &g, inv_mul(frame, world->state.transforms.data[c->body]));
    CoverFace face = edge_cover_face(&cover->self, n);
    if (face.index == NONE) {
        return edge_cover_contains(cover, vec(0.0f, 0.0f), n);
    }
    Vec2 u = left_perp(face.normal);
    float s = -dot(face.v, u);
    for (int32_t i = 0; i < cover->count; ++i) {
        float a = -3e38f, b = 3e38f;
        if (edge_cover_interval(&cover->neighbours[i], mul_add(face.v, EDGE_GAP, face.normal), u,
                                &a, &b) &&
            covers_place(s, a, b, face.length)) {
            return true;
        }
    }
    return false;
}

bool internal_edges_hide_cast(MicaWorld *world, int32_t slot, int32_t part, CoverFilter filter,
                              Vec2 p, Vec2 n)
{
    // One piece that covers the place is enough, and in a crowd one of the first few does.
    const int32_t maximum[3] = {4, 4 * MAX_COVER_PIECES, INT32_MAX};
    const Collider *c = &world->state.colliders.data[slot];
    if (body_type(world, c->body) == MICA_BODY_STATIC &&
        !internal_edges_possible_for_cast(world, c)) {
        return false;
    }
    EdgeCover cover;
    for (int32_t i = 0; i < 3; ++i) {
        bool all = add_neighbours_of_hit(world, slot, part, &filter, p, maximum[i], &cover);
        if (cover_hides(&cover, world, slot, part, p, n)) {
            return true;
        }
        if (all || edge_cover_is_full(&cover)) {
            break;
        }
    }
    return false;
}

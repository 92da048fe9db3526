// Seams: a body never meets an edge that is inside the union of touching ground, nor a vertex that
// the union does not have. Ground is everything static that the body meets; for a kinematic body
// all kinematic ones, for a dynamic one its own other shapes. Nothing about neighbours is kept:
// when a manifold is made, the ground next to the contact is asked.
//   A contact on a face stays where the face is bare: where a line just above it is outside all other ground.
//   A contact elsewhere, with normal n at p, stays if all ground that holds p lies behind the line through p across n:
//   then n is in the normal cone that the union has at p.
// A face that is covered gives way to the next best one. Layers count: what a body does not meet
// covers nothing. Called by the narrow phase and by casts; reads trees, colliders and transforms.
#include "contacts.h"

// Ground that is less than this apart touches; what sticks out by less is flush.
#define SEAM_GAP (0.1f * LINEAR_SLOP)
// Directions that differ by less (radians) are one: no gap opens between two contacts that take
// turns.
#define SEAM_TILT 2e-3f
// Single points this far under other ground are still told, from its edge: a corner pressed into a
// corner.
#define SEAM_BAND (2.0f * LINEAR_SLOP)
#define MOST_NEIGHBOURS 16
// In Collider.covered: of the face it is shifted by, no more than an end is covered.
#define COVERED_END (1u << MICA_MAX_POLYGON_POINTS)

// One convex piece of ground: a polygon where its frame puts it. A spine is a polygon of no width
// whose two ends are faces too.
typedef struct Piece {
    const Polygon *polygon;
    int32_t count;
    bool spine;
    float radius;
    Transform t;
    Polygon storage;
} Piece;

// Who is whom in one pair, as A's body sees it.
typedef struct Seam {
    Piece self, neighbours[MOST_NEIGHBOURS];
    int32_t count;
    float otherRadius;
    // 1 if the ground is A, -1 if it is B: the normal times this points out of the ground
    float side;
} Seam;

// `g` may have its polygon in the piece's storage.
static void set_piece(Piece *piece, const Geometry *g, Transform t)
{
    piece->polygon = g->polygon;
    piece->count = g->type == MICA_SHAPE_CIRCLE ? 0 : g->count;  // a circle has no faces
    piece->spine = g->type == MICA_SHAPE_CAPSULE;
    piece->radius = g->radius;
    piece->t = t;
    if (piece->spine) {
        float l;
        Vec2 axis = normalize(sub(g->b, g->a), &l), side = right_perp(axis);
        const Vec2 points[4] = {g->a, g->b, g->b, g->a};
        const Vec2 normals[4] = {side, axis, neg(side), neg(axis)};
        for (int32_t i = 0; i < 4; ++i) {
            piece->storage.x[i] = points[i].x;
            piece->storage.y[i] = points[i].y;
            piece->storage.nx[i] = normals[i].x;
            piece->storage.ny[i] = normals[i].y;
        }
        piece->polygon = &piece->storage;
        piece->count = 4;
    }
}

static MicaAABB shared_box(const MicaAABB *a, const MicaAABB *b)
{
    const Vec2 reach = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
    Vec2 lower = {max_f(a->lower.x, b->lower.x), max_f(a->lower.y, b->lower.y)},
         upper = {min_f(a->upper.x, b->upper.x), min_f(a->upper.y, b->upper.y)};
    return (MicaAABB){sub(lower, reach), add(upper, reach)};
}

// Whether a collider is one that covers others, and near.
static bool may_cover(const Collider *c, const MicaAABB *near)
{
    return aabb_overlaps(&c->box, near) && c->type != MICA_SHAPE_CIRCLE;
}

// The parts of a collider that are there, but `skip`, as seen from a frame. What holds in one way
// only covers nothing, for others pass it; but the segments of a one-sided chain are one line.
static void add_neighbour(const MicaWorld *world, Transform frame, Seam *seam, int32_t slot,
                          int32_t skip, const MicaAABB *near)
{
    const Collider *c = &world->state.colliders.data[slot];
    Transform relative = inv_mul(frame, world->state.transforms.data[c->body]);
    PartWalk walk;
    Vec2 up;
    bool alike = skip != NONE && chain_is_one_sided(world, c);
    parts_begin(&walk, world, c, *near, vec(0.0f, 0.0f), PARTS_SOLID);
    for (int32_t part; (part = parts_next(&walk)) != NONE && seam->count < MOST_NEIGHBOURS;) {
        if (part == skip || (!alike && part_one_way(world, c, part, &up))) {
            continue;
        }
        Piece *piece = &seam->neighbours[seam->count++];
        Geometry g = part_geometry(world, c, part, &piece->storage);
        set_piece(piece, &g, relative);
    }
}

// Lists the ground around the place where `mover` meets `ground`.
static void list_neighbours(MicaWorld *world, const Contact *contact, int32_t ground, int32_t mover,
                            Seam *seam)
{
    const Collider *g = &world->state.colliders.data[ground],
                   *m = &world->state.colliders.data[mover];
    MicaAABB near = shared_box(&g->box, &m->box);
    Transform frame = world->state.transforms.data[contact->bodyA];
    seam->count = 0;
    uint32_t type = body_type(world, g->body);
    if (type == MICA_BODY_DYNAMIC) {
        for (int32_t i = world->state.bodies.data[g->body].firstCollider; i != NONE;
             i = world->state.colliders.data[i].next) {
            const Collider *c = &world->state.colliders.data[i];
            if (may_cover(c, &near) && (i != ground || is_compound(c)) &&
                pair_response(world, m, c) == MICA_SOLID) {
                add_neighbour(world, frame, seam, i, i == ground ? contact->part : NONE, &near);
            }
        }
        return;
    }
    uint64_t meets = m->group > 0 ? ~(uint64_t)0 : world->state.layers.solid[m->layer];
    const int32_t *beside;
    int32_t count;
    if (type == MICA_BODY_STATIC) {
        beside = static_neighbours_find(world, ground, near, meets, &count);
    } else {
        world->scratch.queryHits.count = 0;
        tree_query(&world->host.memory, &world->state.movingTree, near, meets,
                   &world->scratch.queryHits);
        beside = world->scratch.queryHits.data;
        count = world->scratch.queryHits.count;
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t slot = beside[i];
        const Collider *c = &world->state.colliders.data[slot];
        if (may_cover(c, &near) && (slot != ground || is_compound(c)) &&
            body_type(world, c->body) == type && pair_response(world, m, c) == MICA_SOLID) {
            add_neighbour(world, frame, seam, slot, slot == ground ? contact->part : NONE, &near);
        }
    }
}

// The part of the line from p along u that the piece covers, of what is in [a, b]. False if none.
static bool covered(const Piece *piece, Vec2 p, Vec2 u, float *a, float *b)
{
    const Polygon *polygon = piece->polygon;
    Vec2 from = untransform(piece->t, p), along = unrotate(piece->t.q, u);
    bool meets = true;
    float low = -3e38f, high = 3e38f;
    for (int32_t i = 0; i < piece->count; ++i) {
        Vec2 n = {polygon->nx[i], polygon->ny[i]};
        float reach = piece->spine && (i & 1) != 0 ? 0.0f : piece->radius;
        float height = dot(sub(from, vec(polygon->x[i], polygon->y[i])), n) - reach;
        float slope = dot(along, n);
        if (abs_f(slope) < 1e-6f) {
            meets = meets && height < 0.0f;
        } else if (slope > 0.0f) {
            high = min_f(high, -height / slope);
        } else {
            low = max_f(low, -height / slope);
        }
    }
    if (!meets || low >= high) {
        low = 3e38f;
        high = -3e38f;
    }
    // A spine's ends are round.
    for (int32_t end = 0; end < 2 && piece->spine && piece->radius > 0.0f; ++end) {
        Vec2 arm = sub(vec(polygon->x[end], polygon->y[end]), from);
        float aside = cross(along, arm), half2 = piece->radius * piece->radius - aside * aside;
        if (half2 > 0.0f) {
            float middle = dot(along, arm), half = sqrtf(half2);
            low = min_f(low, middle - half);
            high = max_f(high, middle + half);
        }
    }
    *a = max_f(*a, low);
    *b = min_f(*b, high);
    return *a < *b;
}

// A face of a piece: where it starts, on the surface, how long it is, and its normal; it runs to
// the left of that.
typedef struct Face {
    int32_t index;  // or NONE
    Vec2 v, normal;
    float length;
} Face;

// Keeps of the points on a face what is bare. False if nothing is.
static bool trim_face(const Seam *seam, const Face *face, LocalManifold *m)
{
    Vec2 v = face->v, n = face->normal, u = left_perp(n);
    for (int32_t i = 0; i < seam->count && m->count > 0; ++i) {
        float a = -3e38f, b = 3e38f;
        if (!covered(&seam->neighbours[i], mul_add(v, SEAM_GAP, n), u, &a, &b)) {
            continue;
        }
        float s[2], to[2];
        bool under[2];
        for (int32_t k = 0; k < m->count; ++k) {
            s[k] = dot(sub(m->points[k].point, v), u);
            under[k] = s[k] > a - SEAM_GAP && s[k] < b + SEAM_GAP;
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
            bool below = s[0] - a < b - s[0];
            to[0] = below ? min_f(s[0], a) : max_f(s[0], b);
            bool bare = (below ? a : face->length - b) > 2.0f * SEAM_GAP;
            m->count = bare && abs_f(to[0] - s[0]) <= SEAM_BAND ? 1 : 0;
        }
        for (int32_t k = 0; k < m->count; ++k) {
            m->points[k].point = mul_add(m->points[k].point, to[k] - s[k], u);
        }
    }
    return m->count > 0;
}

// True if some ground that holds p reaches across the line through p with normal n.
static bool is_inside(const Seam *seam, Vec2 p, Vec2 n)
{
    for (int32_t i = 0; i < seam->count; ++i) {
        const Piece *piece = &seam->neighbours[i];
        const Polygon *polygon = piece->polygon;
        Vec2 at = untransform(piece->t, p), out = unrotate(piece->t.q, n);
        bool holds = true, across = false;
        for (int32_t k = 0; k < piece->count && holds; ++k) {
            Vec2 arm = sub(at, vec(polygon->x[k], polygon->y[k]));
            holds = dot(arm, vec(polygon->nx[k], polygon->ny[k])) <= piece->radius + SEAM_GAP;
            // A corner at p itself tells nothing: there rounding would.
            float away = length(arm);
            across = across || (away + piece->radius > SEAM_GAP &&
                                -dot(arm, out) + piece->radius > 0.5f * SEAM_TILT * away);
        }
        if (holds && across) {
            return true;
        }
    }
    return false;
}

// The face whose normal is n.
static Face face_along(const Piece *piece, Vec2 n)
{
    Vec2 out = unrotate(piece->t.q, n);
    for (int32_t i = 0; i < piece->count; i += piece->spine ? 2 : 1) {
        Vec2 normal = {piece->polygon->nx[i], piece->polygon->ny[i]};
        if (abs_f(cross(out, normal)) < SEAM_TILT && dot(out, normal) > 0.0f) {
            int32_t next = i + 1 < piece->count ? i + 1 : 0;
            Vec2 start = {piece->polygon->x[i], piece->polygon->y[i]},
                 end = {piece->polygon->x[next], piece->polygon->y[next]};
            return (Face){i, transform(piece->t, mul_add(start, piece->radius, normal)),
                          rotate(piece->t.q, normal), length(sub(end, start))};
        }
    }
    return (Face){.index = NONE};
}

// Takes from the manifold what the union does not have. True if it may stand; otherwise faces were
// covered, and another is to be tried: `hide` names those of the ground, `rest` those of the other
// side.
static bool trim(const Seam *seam, LocalManifold *m, uint32_t *hide, uint32_t *rest, bool mayRetry)
{
    Vec2 n = scale(seam->side, m->normal);
    Face face = face_along(&seam->self, n);
    if (face.index != NONE) {
        Vec2 normal = face.normal;
        if (trim_face(seam, &face, m)) {
            // At speed, even a trace of tilt would throw: straighten it, about the other side's
            // core.
            for (int32_t i = 0; i < m->count; ++i) {
                float arm = 0.5f * m->points[i].separation + seam->otherRadius;
                m->points[i].point = mul_add(m->points[i].point, arm, sub(n, normal));
            }
            m->normal = scale(seam->side, normal);
            return true;
        }
        // The two sides of a spine are its faces 0 and 2, and 0 and 1 as a polygon. A face found
        // again was named by the other side, which then has no say.
        uint32_t bit = 1u << (seam->self.spine ? face.index >> 1 : face.index);
        *rest = (*hide & bit) != 0 ? ~0u : *rest;
        *hide |= bit;
        return !mayRetry;
    }
    int32_t kept = 0, count = m->count;
    for (int32_t i = 0; i < count; ++i) {
        Vec2 p = mul_add(m->points[i].point, -0.5f * m->points[i].separation, n);
        if (!is_inside(seam, p, n)) {
            m->points[kept++] = m->points[i];
        }
    }
    m->count = kept;
    if (kept < count && mayRetry && *rest == 0) {
        *rest = ~0u;
        return false;
    }
    return true;
}

inline bool internal_edges_concern(const MicaWorld *world, const Collider *c)
{
    uint32_t type = body_type(world, c->body);
    return type == MICA_BODY_STATIC      ? (c->flags & COLLIDER_TOUCHES) != 0
           : type == MICA_BODY_KINEMATIC ? true
                                         : !body_is(world, c->body, BODY_SINGLE);
}

// The face of A that a contact names.
static uint32_t named_face(const LocalManifold *m, const Geometry *b)
{
    uint32_t feature = m->points[0].feature;
    return b->type == MICA_SHAPE_CIRCLE ? feature : feature >> 4 & 7u;
}

// The side of a polygon with this normal, or NONE.
static int32_t side_facing(const Polygon *polygon, int32_t count, Vec2 n)
{
    for (int32_t i = 0; i < count; ++i) {
        if (abs_f(polygon->nx[i] - n.x) + abs_f(polygon->ny[i] - n.y) < 1e-6f) {
            return i;
        }
    }
    return NONE;
}

// Whether all points lie so far from the ends of a side that ground which reaches in no further
// does not matter.
static bool is_off_ends(const Geometry *self, int32_t face, bool selfIsA, Transform relative,
                        const LocalManifold *m)
{
    const Polygon *p = self->polygon;
    int32_t next = face + 1 < self->count ? face + 1 : 0;
    Vec2 v = {p->x[face], p->y[face]}, w = {p->x[next], p->y[next]},
         u = left_perp(vec(p->nx[face], p->ny[face]));
    float most = dot(sub(w, v), u) - 4.0f * SEAM_GAP;
    for (int32_t i = 0; i < m->count; ++i) {
        Vec2 at = m->points[i].point;
        float s = dot(sub(selfIsA ? at : untransform(relative, at), v), u);
        if (!(s > 4.0f * SEAM_GAP && s < most)) {
            return false;
        }
    }
    return true;
}

// A contact along the normal of a side that nothing covers, whoever holds the face; or a circle on
// any side, not too deep: if other ground covered the side, the circle would be in that ground.
static bool is_plain(const MicaWorld *world, const Contact *contact, const Geometry *a,
                     const Geometry *b, Transform relative, int32_t side, const LocalManifold *m)
{
    const Collider *c =
        &world->state.colliders.data[side == 0 ? contact->colliderA : contact->colliderB];
    const Geometry *self = side == 0 ? a : b, *other = side == 0 ? b : a;
    if (self->type != MICA_SHAPE_POLYGON) {
        return false;
    }
    Vec2 out = side == 0 ? m->normal : neg(unrotate(relative.q, m->normal));
    int32_t face = side_facing(self->polygon, self->count, out);
    if (face == NONE) {
        return false;
    }
    if (other->type == MICA_SHAPE_CIRCLE && m->points[0].separation > -0.5f * other->radius) {
        return true;
    }
    if (is_compound(c)) {
        return part_face_is_bare(world, c, contact->part, (uint32_t)face);
    }
    uint32_t covered = c->covered >> face;
    return (c->flags & COLLIDER_MOVING_TREE) == 0 && (covered & 1u) == 0 &&
           ((covered & COVERED_END) == 0 || is_off_ends(self, face, side == 0, relative, m));
}

// Whether a contact leans over one of some sides of a cell.
static bool leans_over(const Polygon *cell, uint32_t faces, const LocalManifold *m)
{
    for (; faces != 0; faces &= faces - 1) {
        int32_t face = __builtin_ctz(faces);
        if (cell->nx[face] * m->normal.x + cell->ny[face] * m->normal.y > SEAM_TILT) {
            return true;
        }
    }
    return false;
}

// A contact that leans over a full cell's side towards another full cell: neither that side nor its
// ends are in the union. What is left to meet are the bare sides. False, with the manifold as it
// was, where this is not all.
static bool is_from_bare_sides(const MicaWorld *world, const Contact *contact, const Geometry *a,
                               const Geometry *b, Transform relative, float reach, LocalManifold *m)
{
    const Collider *c = &world->state.colliders.data[contact->colliderA];
    uint32_t joined = part_joined_faces(world, c, contact->part);
    if (joined == 0 || !leans_over(a->polygon, joined, m)) {
        return false;
    }
    LocalManifold exposed = {.count = 0};
    // Nearest to a bare side, and yet at its end, it would only be found again.
    if (m->face != FACE_A || (joined >> named_face(m, b) & 1u) != 0) {
        collide_exposed(a, b, relative, reach, joined, ~0u, &exposed);
        if (exposed.count > 0 && leans_over(a->polygon, joined, &exposed)) {
            exposed.count = 0;
        }
        if (exposed.count > 0 && !is_plain(world, contact, a, b, relative, 0, &exposed)) {
            return false;
        }
    }
    *m = exposed;
    m->gap = 0.0f;
    m->slideRange[0] = m->slideRange[1] = 0.0f;  // it holds here alone
    return true;
}

// A capsule that lies across a segment of a chain may leave it past an end, but not where the chain
// goes on to the same side of the capsule: a bit for each of its own sides, as collide_capsules
// takes them.
static uint32_t barred_by_chain(const MicaWorld *world, const Contact *contact, const Geometry *a,
                                const Geometry *b, Transform relative)
{
    Vec2 beyond[2];
    uint32_t goesOn = chain_beyond(world, contact->colliderA, contact->part, beyond);
    if (goesOn == 0) {
        return 0;
    }
    float l;
    Vec2 b0 = transform(relative, b->a), b1 = transform(relative, b->b),
         nb = right_perp(normalize(sub(b1, b0), &l));
    float from[2] = {dot(sub(a->a, b0), nb), dot(sub(a->b, b0), nb)};
    int32_t low = from[0] < from[1] ? 0 : 1, high = 1 - low;
    bool lower = (goesOn >> low & 1u) != 0 && dot(sub(beyond[low], b0), nb) < from[low],
         higher = (goesOn >> high & 1u) != 0 && dot(sub(beyond[high], b0), nb) > from[high];
    return (lower ? 1u : 0) | (higher ? 2u : 0);
}

void internal_edges_collide(MicaWorld *world, const Contact *contact, const Geometry *a,
                            const Geometry *b, Transform relative, float reach, LocalManifold *m)
{
    const int32_t pair[2] = {contact->colliderA, contact->colliderB};
    if (a->type == MICA_SHAPE_CAPSULE && b->type == MICA_SHAPE_CAPSULE) {
        collide_capsules(a, b, relative, reach, barred_by_chain(world, contact, a, b, relative), m);
    } else {
        collide_geometry(a, b, relative, reach, m);
    }
    for (int32_t side = 0; side < 2 && m->count > 0; ++side) {
        const Collider *ground = &world->state.colliders.data[pair[side]];
        if (!internal_edges_concern(world, ground) ||
            is_plain(world, contact, a, b, relative, side, m)) {
            continue;
        }
        if (side == 0 && is_from_bare_sides(world, contact, a, b, relative, reach, m)) {
            continue;
        }
        Seam seam;
        list_neighbours(world, contact, pair[side], pair[1 - side], &seam);
        if (seam.count == 0) {
            continue;
        }
        const Transform here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        set_piece(&seam.self, side == 0 ? a : b, side == 0 ? here : relative);
        seam.otherRadius = side == 0 ? b->radius : a->radius;
        seam.side = side == 0 ? 1.0f : -1.0f;
        bool mayRetry = a->type == MICA_SHAPE_POLYGON || b->type == MICA_SHAPE_POLYGON;
        uint32_t hidden[2] = {0, 0};
        // Every try hides one face more, or all of the other side.
        for (int32_t tries = MICA_MAX_POLYGON_POINTS + 2; m->count > 0; --tries) {
            if (trim(&seam, m, &hidden[side], &hidden[1 - side], mayRetry && tries > 0)) {
                break;
            }
            collide_exposed(a, b, relative, reach, hidden[0], hidden[1], m);
        }
        m->gap = 0.0f;  // how far apart was not what left no points
        m->slideRange[0] = m->slideRange[1] = 0.0f;
    }
}

void static_touch_mark(MicaWorld *world, int32_t slot, int32_t by)
{
    Collider *c = &world->state.colliders.data[slot];
    const Collider *cover = &world->state.colliders.data[by];
    c->flags |= COLLIDER_TOUCHES;
    if (is_compound(c) || is_compound(cover)) {
        c->covered |= is_compound(c) ? parts_stripes(world, c, &cover->box) : ~0u;
        return;
    }
    if (c->type != MICA_SHAPE_POLYGON || cover->type == MICA_SHAPE_CIRCLE) {
        return;
    }
    Piece piece;
    Geometry g = collider_geometry(world, cover);
    set_piece(
        &piece, &g,
        inv_mul(world->state.transforms.data[c->body], world->state.transforms.data[cover->body]));
    const Polygon *p = &world->state.polygons.data[c->polygon];
    for (int32_t i = 0; i < c->count; ++i) {
        int32_t next = i + 1 < c->count ? i + 1 : 0;
        Vec2 n = {p->nx[i], p->ny[i]}, v = mul_add(vec(p->x[i], p->y[i]), c->radius, n);
        float l = length(vec(p->x[next] - p->x[i], p->y[next] - p->y[i]));
        float a = -2.0f * SEAM_GAP, b = l - a;
        if (covered(&piece, mul_add(v, SEAM_GAP, n), left_perp(n), &a, &b)) {
            bool end = b < 2.0f * SEAM_GAP || a > l - 2.0f * SEAM_GAP;
            c->covered |= (end ? COVERED_END : 1u) << i;
        }
    }
}

// ------------------------------------------------------------------------------------------ casts

// True if what lies to the side of s on a face of length l, the ground from a to b taken away, is
// not worth the name.
static bool is_covered(float s, float a, float b, float l)
{
    bool over = s > a - SEAM_GAP && s < b + SEAM_GAP;
    bool bareBelow = s <= a && a > 2.0f * SEAM_GAP, bareAbove = s >= b && l - b > 2.0f * SEAM_GAP;
    return over && !bareBelow && !bareAbove;
}

bool internal_edges_hide_cast(MicaWorld *world, int32_t slot, int32_t part, StaticUnion ground,
                              Vec2 p, Vec2 n)
{
    const Collider *c = &world->state.colliders.data[slot];
    uint32_t type = body_type(world, c->body);
    if (type == MICA_BODY_STATIC && !internal_edges_may_touch(world, c)) {
        return false;
    }
    // All as seen from p.
    const Transform frame = {p, {1.0f, 0.0f}};
    const Vec2 origin = {0.0f, 0.0f}, reach = {2.0f * SEAM_GAP, 2.0f * SEAM_GAP};
    MicaAABB near = {sub(p, reach), add(p, reach)};
    Seam seam;
    seam.count = 0;
    int32_t before = world->scratch.queryHits.count;
    tree_query(&world->host.memory,
               type == MICA_BODY_STATIC ? &world->state.staticTree : &world->state.movingTree, near,
               ground.layers, &world->scratch.queryHits);
    for (int32_t i = before; i < world->scratch.queryHits.count; ++i) {
        int32_t other = world->scratch.queryHits.data[i];
        const Collider *cover = &world->state.colliders.data[other];
        if (may_cover(cover, &near) && (cover->flags & COLLIDER_TRIGGER) == 0 &&
            body_type(world, cover->body) == type && (other != slot || is_compound(c)) &&
            (ground.counts == NULL || ground.counts(ground.asker, other))) {
            add_neighbour(world, frame, &seam, other, other == slot ? part : NONE, &near);
        }
    }
    world->scratch.queryHits.count = before;
    if (seam.count == 0) {
        return false;
    }
    Geometry g = part_geometry(world, c, part, &seam.self.storage);
    set_piece(&seam.self, &g, inv_mul(frame, world->state.transforms.data[c->body]));
    Face face = face_along(&seam.self, n);
    if (face.index == NONE) {
        return is_inside(&seam, origin, n);
    }
    Vec2 u = left_perp(face.normal);
    float s = -dot(face.v, u);
    for (int32_t i = 0; i < seam.count; ++i) {
        float a = -3e38f, b = 3e38f;
        if (covered(&seam.neighbours[i], mul_add(face.v, SEAM_GAP, face.normal), u, &a, &b) &&
            is_covered(s, a, b, face.length)) {
            return true;
        }
    }
    return false;
}

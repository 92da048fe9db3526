// What neighbouring colliders cover of a shape's faces: the geometry under internal_edges.c, which
// calls it for contacts and casts; and the bits of Collider.covered, which the broad phase has
// classified by edge_cover_classify so that most contacts need no neighbours at all. Reads
// colliders, transforms and parts; writes Collider.covered and COLLIDER_TOUCHES_STATIC of static
// colliders.
#include "edge_cover.h"

void edge_cover_set_piece(CoverPiece *piece, const Geometry *g, Transform t)
{
    piece->polygon = g->polygon;
    piece->count = g->type == MICA_SHAPE_CIRCLE ? 0 : g->count;
    piece->capsule = g->type == MICA_SHAPE_CAPSULE;
    piece->oneWay = false;
    piece->radius = g->radius;
    piece->t = t;
    if (piece->capsule) {
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

void edge_cover_begin(EdgeCover *cover, const MicaWorld *world, Transform frame, int32_t slot,
                      int32_t part)
{
    const Collider *c = &world->state.colliders.data[slot];
    Vec2 up;
    cover->count = 0;
    cover->oneWay = part_one_way(world, c, part, &up);
    cover->up = unrotate(frame.q, rotate(world->state.transforms.data[c->body].q, up));
}

// True if a one-way part with direction `up` lets the same bodies through as the shape itself.
// Other one-way parts cover nothing.
static bool has_direction_of_self(const EdgeCover *cover, Vec2 up)
{
    return cover->oneWay && abs_f(cross(up, cover->up)) < EDGE_TILT && dot(up, cover->up) > 0.0f;
}

// The segments of a one-sided chain act as one line.
void edge_cover_add(EdgeCover *cover, const MicaWorld *world, Transform frame, int32_t slot,
                    int32_t skip, const MicaAABB *near, uint64_t layers)
{
    const Collider *c = &world->state.colliders.data[slot];
    Transform relative = inv_mul(frame, world->state.transforms.data[c->body]);
    PartWalk walk;
    Vec2 up;
    bool sameChain = skip != NONE && chain_is_one_sided(world, c);
    parts_begin(&walk, world, c, *near, vec(0.0f, 0.0f), parts_solid(layers));
    for (int32_t part; (part = parts_next(&walk)) != NONE && cover->count < MAX_COVER_PIECES;) {
        bool oneWay = !sameChain && part_one_way(world, c, part, &up);
        if (part == skip || (oneWay && !has_direction_of_self(cover, rotate(relative.q, up)))) {
            continue;
        }
        CoverPiece *piece = &cover->neighbours[cover->count++];
        Geometry g = part_geometry(world, c, part, &piece->storage);
        edge_cover_set_piece(piece, &g, relative);
        piece->oneWay = oneWay;
    }
}

// Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978. Over face i, with point
// v_i, normal n_i and radius r, the line has height
//   h(s) = (p - v_i) . n_i - r + s (u . n_i),
// and the piece covers the s for which h < 0 for all i. A capsule's ends are discs: with the centre
// at v, along = u . (v - p) and aside = u x (v - p), they cover along -+ sqrt(r^2 - aside^2).
bool edge_cover_interval(const CoverPiece *piece, Vec2 p, Vec2 u, float *a, float *b)
{
    if (piece->oneWay) {
        return false;
    }
    const Polygon *polygon = piece->polygon;
    Vec2 from = untransform(piece->t, p), along = unrotate(piece->t.q, u);
    bool below = true;
    float low = -3e38f, high = 3e38f;
    for (int32_t i = 0; i < piece->count; ++i) {
        Vec2 n = {polygon->nx[i], polygon->ny[i]};
        float radius = piece->capsule && (i & 1) != 0 ? 0.0f : piece->radius;
        float height = dot(sub(from, vec(polygon->x[i], polygon->y[i])), n) - radius;
        float slope = dot(along, n);
        if (abs_f(slope) < 1e-6f) {
            below = below && height < 0.0f;
        } else if (slope > 0.0f) {
            high = min_f(high, -height / slope);
        } else {
            low = max_f(low, -height / slope);
        }
    }
    if (!below || low >= high) {
        low = 3e38f;
        high = -3e38f;
    }
    for (int32_t end = 0; end < 2 && piece->capsule && piece->radius > 0.0f; ++end) {
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

CoverFace edge_cover_face(const CoverPiece *piece, Vec2 n)
{
    Vec2 out = unrotate(piece->t.q, n);
    for (int32_t i = 0; i < piece->count; i += piece->capsule ? 2 : 1) {
        Vec2 normal = {piece->polygon->nx[i], piece->polygon->ny[i]};
        if (abs_f(cross(out, normal)) < EDGE_TILT && dot(out, normal) > 0.0f) {
            int32_t next = i + 1 < piece->count ? i + 1 : 0;
            Vec2 start = {piece->polygon->x[i], piece->polygon->y[i]},
                 end = {piece->polygon->x[next], piece->polygon->y[next]};
            return (CoverFace){i, transform(piece->t, mul_add(start, piece->radius, normal)),
                               rotate(piece->t.q, normal), length(sub(end, start))};
        }
    }
    return (CoverFace){.index = NONE};
}

// True if a piece without a radius contains p, or a point less than EDGE_GAP beside it.
static bool contains_point(const CoverPiece *piece, Vec2 p)
{
    Vec2 at = untransform(piece->t, p);
    bool contains = true;
    for (int32_t k = 0; k < piece->count && contains; ++k) {
        Vec2 arm = sub(at, vec(piece->polygon->x[k], piece->polygon->y[k]));
        contains = dot(arm, vec(piece->polygon->nx[k], piece->polygon->ny[k])) <= EDGE_GAP;
    }
    return contains;
}

bool edge_cover_contains(const EdgeCover *cover, Vec2 p, Vec2 n)
{
    Vec2 above = mul_add(p, 4.0f * EDGE_GAP, cover->up);
    for (int32_t i = 0; i < cover->count; ++i) {
        const CoverPiece *piece = &cover->neighbours[i];
        if (piece->oneWay && contains_point(piece, above)) {
            continue;
        }
        const Polygon *polygon = piece->polygon;
        Vec2 at = untransform(piece->t, p), out = unrotate(piece->t.q, n);
        bool contains = true, beyond = false;
        for (int32_t k = 0; k < piece->count && contains; ++k) {
            Vec2 arm = sub(at, vec(polygon->x[k], polygon->y[k]));
            contains = dot(arm, vec(polygon->nx[k], polygon->ny[k])) <= piece->radius + EDGE_GAP;
            // A corner at p itself has no direction but that of rounding errors: skip it.
            float away = length(arm);
            beyond = beyond || (away + piece->radius > EDGE_GAP &&
                                -dot(arm, out) + piece->radius > 0.5f * EDGE_TILT * away);
        }
        if (contains && beyond) {
            return true;
        }
    }
    return false;
}

bool edge_cover_assume(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    c->flags |= COLLIDER_TOUCHES_STATIC;
    c->covered |= parts_all_stripes(world, c);
    return false;
}

bool edge_cover_classify(MicaWorld *world, int32_t slot, int32_t by)
{
    Collider *c = &world->state.colliders.data[slot];
    const Collider *neighbour = &world->state.colliders.data[by];
    c->flags |= COLLIDER_TOUCHES_STATIC;
    uint32_t all = parts_all_stripes(world, c);
    if ((c->covered & all) == all) {
        return false;
    }
    if (collider_is_compound(c) || collider_is_compound(neighbour)) {
        c->covered |= parts_stripe_mask(world, c, &neighbour->box);
        return true;
    }
    if (c->type != MICA_SHAPE_POLYGON || neighbour->type == MICA_SHAPE_CIRCLE) {
        return true;
    }
    CoverPiece piece;
    Geometry g = collider_geometry(world, neighbour);
    edge_cover_set_piece(&piece, &g,
                         inv_mul(world->state.transforms.data[c->body],
                                 world->state.transforms.data[neighbour->body]));
    const Polygon *p = &world->state.polygons.data[c->polygon];
    for (int32_t i = 0; i < c->count; ++i) {
        int32_t next = i + 1 < c->count ? i + 1 : 0;
        Vec2 n = {p->nx[i], p->ny[i]}, v = mul_add(vec(p->x[i], p->y[i]), c->radius, n);
        float l = length(vec(p->x[next] - p->x[i], p->y[next] - p->y[i]));
        float a = -2.0f * EDGE_GAP, b = l - a;
        if (edge_cover_interval(&piece, mul_add(v, EDGE_GAP, n), left_perp(n), &a, &b)) {
            bool endOnly = b < 2.0f * EDGE_GAP || a > l - 2.0f * EDGE_GAP;
            c->covered |= endOnly ? covered_end_bit(i) : covered_face_bit(i);
        }
    }
    return true;
}

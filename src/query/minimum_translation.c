// The minimum translation that frees a shape from all parts of a collider that it overlaps. With
// the shape B and a part A, B translated by x overlaps A exactly if x lies in the Minkowski
// difference A - B. So the minimum translation is the shortest x on the boundary of the union of
// all those differences, the obstacles: it lies on an exposed part of one obstacle's edges, inside
// no other obstacle. First the exact translation out of the deepest part is tried, and taken if it
// leads out of all. Else obstacles are half planes n_i . x <= far_i, with an arc replaced by
// tangents, which lie 2 % too far out at most. Called by casts (query_cast.c); walks the collider's
// parts, writes nothing.
#include "query.h"

#define MAX_OBSTACLES 48
#define MAX_HALF_PLANES 32
// The rotation from one tangent of an arc to the next, pi / 8; and the cosine below which two edges
// have another tangent between them.
static const Rot tangentTurn = {0.92387953f, 0.38268343f};
#define TANGENT_COSINE 0.9f

// The translations x with which the shape overlaps a part: nx[i] x.x + ny[i] x.y <= far[i] for all
// i.
typedef struct Obstacle {
    int32_t count;
    float nx[MAX_HALF_PLANES], ny[MAX_HALF_PLANES], far[MAX_HALF_PLANES];
} Obstacle;

typedef struct Obstacles {
    int32_t count;
    float radius;  // of part and shape
    Obstacle items[MAX_OBSTACLES];
} Obstacles;

static void add_half_plane(Obstacle *o, Vec2 n, float far)
{
    if (o->count < MAX_HALF_PLANES) {
        o->nx[o->count] = n.x;
        o->ny[o->count] = n.y;
        o->far[o->count++] = far;
    }
}

// The Minkowski difference of two rounded cores; `from`: core a's place relative to core b.
static void obstacle_from_cores(const Core *a, const Core *b, Vec2 from, float radius,
                                Obstacle *out)
{
    Outline o;
    minkowski_difference(a, b, &o);
    out->count = 0;
    for (int32_t i = 0; i < o.count; ++i) {
        int32_t next = i + 1 < o.count ? i + 1 : 0;
        Vec2 n = {o.nx[i], o.ny[i]}, after = {o.nx[next], o.ny[next]};
        Vec2 corner = add(from, vec(o.x[next], o.y[next]));
        add_half_plane(out, n, dot(n, corner) + radius);
        while (radius > 0.0f && dot(n, after) < TANGENT_COSINE) {
            n = rotate(tangentTurn, n);
            add_half_plane(out, n, dot(n, corner) + radius);
        }
    }
}

// Extends a box by the box above it if they share that edge: a column of full cells is one
// obstacle.
static bool join_box_below(Polygon *below, const Geometry *g)
{
    const Polygon *p = g->polygon;
    if (g->type != MICA_SHAPE_POLYGON || g->count != 4 || p->nx[1] != 1.0f || p->ny[2] != 1.0f ||
        p->nx[3] != -1.0f || below->ny[2] != 1.0f || p->x[0] != below->x[0] ||
        p->x[1] != below->x[1] || p->y[0] != below->y[2]) {
        return false;
    }
    for (int32_t i = 2; i < 8; ++i) {
        below->y[i] = p->y[2];
    }
    return true;
}

static void part_core(const Caster *caster, Transform t, const Geometry *g, Core *out, Vec2 *from)
{
    Core local;
    core_from_geometry(g, g->a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, out);
    *from = sub(transform(t, g->a), caster->origin);
}

// Adds the obstacles to all translations of length r. False if they are too many.
static bool add_obstacles(const Caster *caster, const Collider *c, PartFilter filter, float r,
                          Obstacles *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->state.transforms.data[c->body];
    Vec2 center = add(caster->origin, caster->boxCenter), reach = add(caster->boxHalf, vec(r, r));
    PartWalk walk;
    // The column of boxes that may still grow.
    Polygon column, storage;
    Geometry columnGeometry = {.type = MICA_SHAPE_NONE}, g = columnGeometry;
    column.ny[2] = 0.0f;
    out->count = 0;
    out->radius = c->radius + caster->core.radius;
    parts_begin(&walk, world, c, (MicaAABB){sub(center, reach), add(center, reach)},
                vec(0.0f, 0.0f), filter);
    for (int32_t part = 0; part != NONE;) {
        Vec2 up;
        part = parts_next(&walk);
        if (part != NONE) {
            g = part_geometry(world, c, part, &storage);
            if (part_one_way(world, c, part, &up) ||
                (columnGeometry.type != MICA_SHAPE_NONE && join_box_below(&column, &g))) {
                continue;
            }
        }
        if (columnGeometry.type != MICA_SHAPE_NONE) {
            Core core;
            Vec2 from;
            if (out->count == MAX_OBSTACLES) {
                return false;
            }
            part_core(caster, t, &columnGeometry, &core, &from);
            obstacle_from_cores(&core, &caster->core, from, out->radius, &out->items[out->count++]);
        }
        columnGeometry = g;
        column.ny[2] = 0.0f;
        if (g.type == MICA_SHAPE_POLYGON) {
            column = storage;
            columnGeometry.polygon = &column;
        }
    }
    return true;
}

// Clips [a, b] to the stretch of the line p + s u inside an obstacle, as in edge_cover_interval.
static void clip_to_obstacle(const Obstacle *o, Vec2 p, Vec2 u, float *a, float *b)
{
    for (int32_t i = 0; i < o->count; ++i) {
        Vec2 n = {o->nx[i], o->ny[i]};
        float height = dot(n, p) - o->far[i], slope = dot(n, u);
        if (abs_f(slope) < 1e-6f) {
            *a = height >= 0.0f ? *b : *a;
        } else if (slope > 0.0f) {
            *b = min_f(*b, -height / slope);
        } else {
            *a = max_f(*a, -height / slope);
        }
    }
}

// Replaces the translation by the shortest exposed point of an obstacle's edges, if that is shorter
// than `minimum`; returns its length.
static float offer_edges(const Obstacles *all, int32_t which, float hair, float minimum,
                         Vec2 *translation)
{
    const Obstacle *o = &all->items[which];
    for (int32_t i = 0; i < o->count; ++i) {
        Vec2 n = {o->nx[i], o->ny[i]}, p = scale(o->far[i], n), u = left_perp(n);
        if (abs_f(o->far[i]) >= minimum) {
            continue;
        }
        float a = -3e38f, b = 3e38f;
        clip_to_obstacle(o, mul_add(p, -hair, n), u, &a, &b);
        ExposedEdge exposed = {.count = a < b ? 1 : 0, .from = {a}, .to = {b}};
        for (int32_t k = 0; k < all->count && exposed.count > 0; ++k) {
            float from = -3e38f, to = 3e38f;
            if (k != which) {
                clip_to_obstacle(&all->items[k], mul_add(p, hair, n), u, &from, &to);
                exposed_remove(&exposed, from, to);
            }
        }
        for (int32_t k = 0; k < exposed.count; ++k) {
            Vec2 at = mul_add(p, clamp_f(0.0f, exposed.from[k], exposed.to[k]), u);
            // Shorter stretches are gaps where neighbours' corners do not quite touch.
            if (exposed.to[k] - exposed.from[k] > 20.0f * hair && length(at) < minimum) {
                minimum = length(at);
                *translation = at;
            }
        }
    }
    return minimum;
}

// How deep the translated shape is in the part that it is deepest in; *out leads out of that part.
static float deepest_part(const Caster *caster, const Collider *c, PartFilter filter,
                          Vec2 translated, Vec2 *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->state.transforms.data[c->body];
    Vec2 center = add(add(caster->origin, caster->boxCenter), translated);
    PartWalk walk;
    Polygon storage;
    float maximum = 0.0f;
    parts_begin(&walk, world, c,
                (MicaAABB){sub(center, caster->boxHalf), add(center, caster->boxHalf)},
                vec(0.0f, 0.0f), filter);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Core a, b;
        Vec2 from, up;
        Nearest n;
        Geometry g = part_geometry(world, c, part, &storage);
        if (part_one_way(world, c, part, &up)) {
            continue;
        }
        part_core(caster, t, &g, &a, &from);
        core_place(&caster->core, (Transform){sub(translated, from), {1.0f, 0.0f}}, &b);
        core_nearest(&a, &b, &n);
        float depth = a.radius + b.radius - n.distance;
        if (depth > maximum) {
            maximum = depth;
            *out = scale(depth, n.normal);
        }
    }
    return maximum;
}

bool caster_minimum_translation(const Caster *given, const Collider *c, PartFilter filter,
                                Vec2 *translation)
{
    const Vec2 here = {0.0f, 0.0f};
    const Geometry point = {.type = MICA_SHAPE_CIRCLE, .count = 1};
    Caster copy = *given;
    const Caster *caster = &copy;
    if (!given->isShape) {
        core_from_geometry(&point, here, &copy.core);
    }
    Vec2 unused, half = caster->boxHalf,
                 away = sub(caster->world->state.transforms.data[c->body].p, caster->origin);
    float size = max_f(half.x, half.y), all = c->reach + length(away) + 2.0f * size;
    float hair = 1e-4f * size + 1e-6f * all,
          depth = deepest_part(caster, c, filter, here, translation);
    if (depth == 0.0f || deepest_part(caster, c, filter, *translation, &unused) <= hair) {
        return depth > 0.0f;
    }
    // Doubles the range of obstacles, at most log2(all / size) times, until one beyond it cannot
    // give a shorter translation.
    float minimum = 3e38f;
    for (float r = size;; r *= 2.0f) {
        Obstacles obstacles;
        if (!add_obstacles(caster, c, filter, r, &obstacles)) {
            break;
        }
        for (int32_t i = 0; i < obstacles.count; ++i) {
            minimum = offer_edges(&obstacles, i, hair, minimum, translation);
        }
        if (minimum <= r) {
            return true;
        }
        if (r > all) {
            break;
        }
        minimum = 3e38f;
    }
    if (minimum < 3e38f) {
        return true;
    }
    // Too many obstacles: the translation that frees the shape's middle.
    Vec2 middle = add(caster->origin, caster->boxCenter), out;
    int32_t part;
    if (!parts_nearest_surface_point(caster->world, c, filter, middle, 0.0f, &out, &part)) {
        return false;
    }
    *translation = sub(out, middle);
    return true;
}

// The least way that frees a shape from all parts of a collider that it starts in. Each part
// forbids the ways in its Minkowski difference with the shape; what frees the shape ends on a
// stretch of one difference's sides that is in no other. Arcs are polygons of tangents here, 2 %
// too far out at most; but where the way out of the deepest part leads out of all, that is the
// least one, and exact. Called by casts; pure but for the parts it walks.
#include "query.h"

#define MOST_OBSTACLES 48
#define MOST_SIDES 32
// The turn from one tangent of an arc to the next, pi / 8, and the cosine beyond which there is
// room for one.
static const Rot tangentTurn = {0.92387953f, 0.38268343f};
#define TANGENT_ROOM 0.9f

// The ways x that keep the shape in a part: n.x * x.x + n.y * x.y <= far for every side.
typedef struct Obstacle {
    int32_t count;
    float nx[MOST_SIDES], ny[MOST_SIDES], far[MOST_SIDES];
} Obstacle;

typedef struct Obstacles {
    int32_t count;
    float radius;  // of part and shape
    Obstacle items[MOST_OBSTACLES];
} Obstacles;

static void put_side(Obstacle *o, Vec2 n, float far)
{
    if (o->count < MOST_SIDES) {
        o->nx[o->count] = n.x;
        o->ny[o->count] = n.y;
        o->far[o->count++] = far;
    }
}

// `from`: where core a lies as seen from core b.
static void make_obstacle(const Core *a, const Core *b, Vec2 from, float radius, Obstacle *out)
{
    Outline o;
    minkowski_difference(a, b, &o);
    out->count = 0;
    for (int32_t i = 0; i < o.count; ++i) {
        int32_t next = i + 1 < o.count ? i + 1 : 0;
        Vec2 n = {o.nx[i], o.ny[i]}, after = {o.nx[next], o.ny[next]};
        Vec2 corner = add(from, vec(o.x[next], o.y[next]));
        put_side(out, n, dot(n, corner) + radius);
        while (radius > 0.0f && dot(n, after) < TANGENT_ROOM) {
            n = rotate(tangentTurn, n);
            put_side(out, n, dot(n, corner) + radius);
        }
    }
}

// Joins a box to the one below it if they share that side: a column of full cells is one obstacle.
static bool stack(Polygon *below, const Geometry *g)
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

// Lists what may be in the way of all ways up to r. False if that is too much.
static bool list_obstacles(const Caster *caster, const Collider *c, uint32_t kind, float r,
                           Obstacles *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->state.transforms.data[c->body];
    Vec2 center = add(caster->origin, caster->boxCenter), reach = add(caster->boxHalf, vec(r, r));
    PartWalk walk;
    // A column of boxes that waits for more.
    Polygon pile, storage;
    Geometry piled = {.type = MICA_SHAPE_NONE}, g = piled;
    pile.ny[2] = 0.0f;
    out->count = 0;
    out->radius = c->radius + caster->core.radius;
    parts_begin(&walk, world, c, (MicaAABB){sub(center, reach), add(center, reach)},
                vec(0.0f, 0.0f), kind);
    for (int32_t part = 0; part != NONE;) {
        Vec2 up;
        part = parts_next(&walk);
        if (part != NONE) {
            g = part_geometry(world, c, part, &storage);
            if (part_one_way(world, c, part, &up) ||
                (piled.type != MICA_SHAPE_NONE && stack(&pile, &g))) {
                continue;
            }
        }
        if (piled.type != MICA_SHAPE_NONE) {
            Core core;
            Vec2 from;
            if (out->count == MOST_OBSTACLES) {
                return false;
            }
            part_core(caster, t, &piled, &core, &from);
            make_obstacle(&core, &caster->core, from, out->radius, &out->items[out->count++]);
        }
        piled = g;
        pile.ny[2] = 0.0f;
        if (g.type == MICA_SHAPE_POLYGON) {
            pile = storage;
            piled.polygon = &pile;
        }
    }
    return true;
}

// What an obstacle holds of the line from p along u, [a, b].
static void held(const Obstacle *o, Vec2 p, Vec2 u, float *a, float *b)
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

// Shortens the way to the nearest bare point of an obstacle's sides.
static float offer_sides(const Obstacles *all, int32_t which, float hair, float least, Vec2 *way)
{
    const Obstacle *o = &all->items[which];
    for (int32_t i = 0; i < o->count; ++i) {
        Vec2 n = {o->nx[i], o->ny[i]}, p = scale(o->far[i], n), u = left_perp(n);
        if (abs_f(o->far[i]) >= least) {
            continue;
        }
        float a = -3e38f, b = 3e38f;
        held(o, mul_add(p, -hair, n), u, &a, &b);
        ExposedEdge bare = {.count = a < b ? 1 : 0, .from = {a}, .to = {b}};
        for (int32_t k = 0; k < all->count && bare.count > 0; ++k) {
            float from = -3e38f, to = 3e38f;
            if (k != which) {
                held(&all->items[k], mul_add(p, hair, n), u, &from, &to);
                exposed_remove(&bare, from, to);
            }
        }
        for (int32_t k = 0; k < bare.count; ++k) {
            Vec2 at = mul_add(p, clamp_f(0.0f, bare.from[k], bare.to[k]), u);
            // Shorter stretches are where neighbours' corners do not quite meet.
            if (bare.to[k] - bare.from[k] > 20.0f * hair && length(at) < least) {
                least = length(at);
                *way = at;
            }
        }
    }
    return least;
}

// How deep the shape is in the deepest part once it has gone a way, and which way leads out of
// that.
static float deepest(const Caster *caster, const Collider *c, uint32_t kind, Vec2 gone, Vec2 *out)
{
    const MicaWorld *world = caster->world;
    Transform t = world->state.transforms.data[c->body];
    Vec2 center = add(add(caster->origin, caster->boxCenter), gone);
    PartWalk walk;
    Polygon storage;
    float most = 0.0f;
    parts_begin(&walk, world, c,
                (MicaAABB){sub(center, caster->boxHalf), add(center, caster->boxHalf)},
                vec(0.0f, 0.0f), kind);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Core a, b;
        Vec2 from, up;
        Nearest n;
        Geometry g = part_geometry(world, c, part, &storage);
        if (part_one_way(world, c, part, &up)) {
            continue;
        }
        part_core(caster, t, &g, &a, &from);
        core_place(&caster->core, (Transform){sub(gone, from), {1.0f, 0.0f}}, &b);
        core_nearest(&a, &b, &n);
        float depth = a.radius + b.radius - n.distance;
        if (depth > most) {
            most = depth;
            *out = scale(depth, n.normal);
        }
    }
    return most;
}

bool caster_way_out(const Caster *given, const Collider *c, uint32_t kind, Vec2 *way)
{
    const Vec2 here = {0.0f, 0.0f};
    const Geometry dot = {.type = MICA_SHAPE_CIRCLE, .count = 1};
    Caster copy = *given;
    const Caster *caster = &copy;
    if (!given->isShape) {
        core_from_geometry(&dot, here, &copy.core);
    }
    Vec2 unused, half = caster->boxHalf,
                 away = sub(caster->world->state.transforms.data[c->body].p, caster->origin);
    float size = max_f(half.x, half.y), all = c->reach + length(away) + 2.0f * size;
    float hair = 1e-4f * size + 1e-6f * all, depth = deepest(caster, c, kind, here, way);
    if (depth == 0.0f || deepest(caster, c, kind, *way, &unused) <= hair) {
        return depth > 0.0f;
    }
    // Further and further around, until nothing beyond can be nearer.
    float least = 3e38f;
    for (float r = size;; r *= 2.0f) {
        Obstacles obstacles;
        if (!list_obstacles(caster, c, kind, r, &obstacles)) {
            break;
        }
        for (int32_t i = 0; i < obstacles.count; ++i) {
            least = offer_sides(&obstacles, i, hair, least, way);
        }
        if (least <= r) {
            return true;
        }
        if (r > all) {
            break;
        }
        least = 3e38f;
    }
    if (least < 3e38f) {
        return true;
    }
    // Too much around: as its middle gets out.
    Vec2 middle = add(caster->origin, caster->boxCenter), out;
    if (!parts_nearest_surface_point(caster->world, c, kind, middle, &out)) {
        return false;
    }
    *way = sub(out, middle);
    return true;
}

// Distance or depth of two convex shapes. Separating axes decide whether the cores overlap, and how
// deep. If they are apart, the distance is
//     min over points p of one and faces i of the other of |p - p_i - t e_i|,
//     t = clamp((p - p_i) · e_i / |e_i|², 0, 1),
// with four faces side by side. With at most eight points a shape that is as fast as GJK (Gilbert,
// Johnson and Keerthi, 1988), and it always ends. Called by mica_distance, by collide_polygon.c, by
// the time of impact and by queries; pure functions.
#include "geometry.h"

// Stores points, edges and normals of the faces group to group + 3.
static inline void core_set_faces(Core *core, int32_t group, f4 x, f4 y, f4 ex, f4 ey, f4 nx, f4 ny)
{
    const f4 l2 = f4_add(f4_mul(ex, ex), f4_mul(ey, ey)), zero = f4_zero();
    f4_store(core->x + group, x);
    f4_store(core->y + group, y);
    f4_store(core->ex + group, ex);
    f4_store(core->ey + group, ey);
    f4_store(core->nx + group, nx);
    f4_store(core->ny + group, ny);
    f4_store(core->invLength2 + group, f4_and(f4_lt(zero, l2), f4_div(f4_splat(1.0f), l2)));
}

// A coordinate of the next point, for the points group to group + 3. Lanes past the last point are
// unused.
static inline f4 next_coordinates(const float *v, int32_t group, int32_t count)
{
    float next[4];
    for (int32_t k = 0; k < 4; ++k) {
        int32_t i = group + k + 1;
        next[k] = v[i < count ? i : 0];
    }
    return f4_load(next);
}

void core_from_geometry(const Geometry *g, Vec2 origin, Core *out)
{
    out->radius = g->radius;
    out->points = g->count;
    if (g->type == MICA_SHAPE_POLYGON) {
        const Polygon *p = g->polygon;
        out->faces = g->count;
        for (int32_t group = 0; group < g->count; group += 4) {
            f4 x = f4_load(p->x + group), y = f4_load(p->y + group);
            core_set_faces(out, group, f4_sub(x, f4_splat(origin.x)), f4_sub(y, f4_splat(origin.y)),
                           f4_sub(next_coordinates(p->x, group, g->count), x),
                           f4_sub(next_coordinates(p->y, group, g->count), y),
                           f4_load(p->nx + group), f4_load(p->ny + group));
        }
        return;
    }
    Vec2 a = sub(g->a, origin), b = g->type == MICA_SHAPE_CAPSULE ? sub(g->b, origin) : a;
    float l;
    Vec2 edge = sub(b, a), axis = normalize(edge, &l);
    if (g->type == MICA_SHAPE_CIRCLE) {
        axis = vec(1.0f, 0.0f);
    }
    out->faces = 4;
    core_set_faces(out, 0, f4_set(a.x, b.x, b.x, a.x), f4_set(a.y, b.y, b.y, a.y),
                   f4_set(edge.x, 0.0f, a.x - b.x, 0.0f), f4_set(edge.y, 0.0f, a.y - b.y, 0.0f),
                   f4_set(axis.y, axis.x, -axis.y, -axis.x),
                   f4_set(-axis.x, axis.y, axis.x, -axis.y));
}

// Rotates four vectors.
static void rotate_lanes(f4 c, f4 s, const float *x, const float *y, float *outX, float *outY)
{
    f4 vx = f4_load(x), vy = f4_load(y);
    f4_store(outX, f4_sub(f4_mul(c, vx), f4_mul(s, vy)));
    f4_store(outY, f4_add(f4_mul(s, vx), f4_mul(c, vy)));
}

void core_place(const Core *core, Transform t, Core *out)
{
    f4 c = f4_splat(t.q.c), s = f4_splat(t.q.s), px = f4_splat(t.p.x), py = f4_splat(t.p.y);
    for (int32_t g = 0; g < core->faces; g += 4) {
        rotate_lanes(c, s, core->x + g, core->y + g, out->x + g, out->y + g);
        f4_store(out->x + g, f4_add(f4_load(out->x + g), px));
        f4_store(out->y + g, f4_add(f4_load(out->y + g), py));
        rotate_lanes(c, s, core->nx + g, core->ny + g, out->nx + g, out->ny + g);
        rotate_lanes(c, s, core->ex + g, core->ey + g, out->ex + g, out->ey + g);
        f4_store(out->invLength2 + g, f4_load(core->invLength2 + g));
    }
    out->points = core->points;
    out->faces = core->faces;
    out->radius = core->radius;
}

float core_max_extent(const Core *core)
{
    float largest = 0.0f;
    for (int32_t i = 0; i < core->points; ++i) {
        largest = max_f(largest, core->x[i] * core->x[i] + core->y[i] * core->y[i]);
    }
    return sqrtf(largest);
}

// The mask of those lanes of a group whose index is below count.
static inline f4 lanes_in_use(int32_t group, int32_t count)
{
    return f4_lt(f4_set(0.0f, 1.0f, 2.0f, 3.0f), f4_splat((float)(count - group)));
}

// The greatest separation over the faces of a, max over i of min over points p of b of n_i · (p -
// p_i), and its face. Negative if no face of a separates the cores.
static float greatest_separation(const Core *a, const Core *b, int32_t *face)
{
    const f4 lowest = f4_splat(-3e38f);
    f4 best = lowest;
    for (int32_t g = 0; g < a->faces; g += 4) {
        f4 nx = f4_load(a->nx + g), ny = f4_load(a->ny + g), x = f4_load(a->x + g),
           y = f4_load(a->y + g);
        f4 nearest = f4_splat(3e38f);
        for (int32_t j = 0; j < b->points; ++j) {
            f4 dx = f4_sub(f4_splat(b->x[j]), x), dy = f4_sub(f4_splat(b->y[j]), y);
            nearest = f4_min(f4_add(f4_mul(nx, dx), f4_mul(ny, dy)), nearest);
        }
        f4_argmax(f4_select(lanes_in_use(g, a->faces), nearest, lowest), g, &best, face);
    }
    return f4_first(best);
}

// The nearest pair of a point of one core and a face of the other, and the square of their
// distance.
static float nearest_pair(const Core *points, const Core *faces, int32_t *point, int32_t *face)
{
    const f4 zero = f4_zero(), one = f4_splat(1.0f);
    float best = 3e38f;
    for (int32_t g = 0; g < faces->faces; g += 4) {
        f4 x = f4_load(faces->x + g), y = f4_load(faces->y + g);
        f4 ex = f4_load(faces->ex + g), ey = f4_load(faces->ey + g),
           inv = f4_load(faces->invLength2 + g);
        f4 minimum = f4_splat(3e38f), owner = zero;
        for (int32_t j = 0; j < points->points; ++j) {
            f4 dx = f4_sub(f4_splat(points->x[j]), x), dy = f4_sub(f4_splat(points->y[j]), y);
            f4 t = f4_mul(f4_add(f4_mul(dx, ex), f4_mul(dy, ey)), inv);
            t = f4_clamp(t, zero, one);
            dx = f4_mul_sub(dx, t, ex);
            dy = f4_mul_sub(dy, t, ey);
            f4 d2 = f4_add(f4_mul(dx, dx), f4_mul(dy, dy));
            f4 less = f4_lt(d2, minimum);
            minimum = f4_select(less, d2, minimum);
            owner = f4_select(less, f4_splat((float)j), owner);
        }
        minimum = f4_select(lanes_in_use(g, faces->faces), minimum, f4_splat(3e38f));
        f4 nearest = f4_min_lane(minimum);
        if (f4_first(nearest) < best) {
            int32_t lane = __builtin_ctz((unsigned)f4_mask(f4_le(minimum, nearest))), owners[4];
            f4_store_int(owners, owner);
            best = f4_first(nearest);
            *point = owners[lane];
            *face = g + lane;
        }
    }
    return best;
}

// The support point of a core against a direction: argmin over points p of direction · p.
static Vec2 core_lowest_point(const Core *core, Vec2 direction)
{
    const f4 x = f4_splat(direction.x), y = f4_splat(direction.y), maximum = f4_splat(3e38f);
    f4 minimum = maximum;
    int32_t lowest = 0;
    for (int32_t g = 0; g < core->points; g += 4) {
        f4 d = f4_add(f4_mul(f4_load(core->x + g), x), f4_mul(f4_load(core->y + g), y));
        d = f4_min(f4_select(lanes_in_use(g, core->points), d, maximum), maximum);
        f4_argmin(d, g, &minimum, &lowest);
    }
    return vec(core->x[lowest], core->y[lowest]);
}

void core_nearest(const Core *a, const Core *b, Nearest *out)
{
    int32_t axisA = 0, axisB = 0;
    float depthA = greatest_separation(a, b, &axisA), depthB = greatest_separation(b, a, &axisB);
    bool onB = depthB > depthA;
    float separation = onB ? depthB : depthA;
    Vec2 axis = onB ? vec(-b->nx[axisB], -b->ny[axisB]) : vec(a->nx[axisA], a->ny[axisA]);
    if (!(separation > 0.0f)) {
        out->distance = separation;
        out->normal = axis;
        if (onB) {
            out->pointA = core_lowest_point(a, neg(axis));
            out->pointB = mul_add(out->pointA, separation, axis);
        } else {
            out->pointB = core_lowest_point(b, axis);
            out->pointA = mul_add(out->pointB, -separation, axis);
        }
        return;
    }

    int32_t pointOfB = 0, pointOfA = 0, faceA = 0, faceB = 0;
    float d2 = nearest_pair(b, a, &pointOfB, &faceA), other = nearest_pair(a, b, &pointOfA, &faceB);
    bool faceOnB = other < d2;
    const Core *f = faceOnB ? b : a;
    int32_t face = faceOnB ? faceB : faceA;
    Vec2 p = faceOnB ? vec(a->x[pointOfA], a->y[pointOfA]) : vec(b->x[pointOfB], b->y[pointOfB]);
    Vec2 start = {f->x[face], f->y[face]}, edge = {f->ex[face], f->ey[face]};
    float t = clamp_f(dot(sub(p, start), edge) * f->invLength2[face], 0.0f, 1.0f);
    Vec2 q = mul_add(start, t, edge);
    out->pointA = faceOnB ? p : q;
    out->pointB = faceOnB ? q : p;
    float distance;
    Vec2 normal = normalize(sub(out->pointB, out->pointA), &distance);
    // If the separation of the best face equals the distance within rounding, the result is taken
    // from that face: the difference of two near points has lost its digits, and next to a corner
    // squared distances cannot tell the corner from the face.
    float rounding = 5e-7f * (abs_f(p.x) + abs_f(p.y) + abs_f(start.x) + abs_f(start.y) +
                              abs_f(edge.x) + abs_f(edge.y));
    if (separation >= distance - rounding) {
        f = onB ? b : a;
        face = onB ? axisB : axisA;
        p = onB ? core_lowest_point(a, neg(axis)) : core_lowest_point(b, axis);
        float s = dot(sub(p, vec(f->x[face], f->y[face])), vec(f->ex[face], f->ey[face])) *
                  f->invLength2[face];
        if (s >= 0.0f && s <= 1.0f && f->invLength2[face] > 0.0f) {
            out->pointA = onB ? p : mul_add(p, -separation, axis);
            out->pointB = onB ? mul_add(p, separation, axis) : p;
            normal = axis;
            distance = separation;
        } else if (abs_f(cross(sub(out->pointB, out->pointA), axis)) <= 2.0f * rounding) {
            normal = axis;
            distance = separation;
        }
    }
    out->distance = distance;
    out->normal = normal;
}

Vec2 core_contact_point(const Core *a, const Core *b, Vec2 normal)
{
    Vec2 along = left_perp(normal);
    const Core *cores[2] = {a, b};
    float surface[2], low = -3e38f, high = 3e38f;
    for (int32_t side = 0; side < 2; ++side) {
        const Core *c = cores[side];
        float sign = side == 0 ? 1.0f : -1.0f, top = -3e38f, size = 0.0f;
        for (int32_t i = 0; i < c->points; ++i) {
            top = max_f(top, sign * (c->x[i] * normal.x + c->y[i] * normal.y));
            size = max_f(size, abs_f(c->x[i] - c->x[0]) + abs_f(c->y[i] - c->y[0]));
        }
        // The touching feature is one corner, or a face with both ends.
        float from = 3e38f, to = -3e38f, slack = core_tolerance(10.0f * size);
        for (int32_t i = 0; i < c->points; ++i) {
            if (sign * (c->x[i] * normal.x + c->y[i] * normal.y) >= top - slack) {
                float s = c->x[i] * along.x + c->y[i] * along.y;
                from = min_f(from, s);
                to = max_f(to, s);
            }
        }
        surface[side] = sign * (top + c->radius);
        low = max_f(low, from);
        high = min_f(high, to);
    }
    float s = 0.5f * (low + high), h = 0.5f * (surface[0] + surface[1]);
    return add(scale(h, normal), scale(s, along));
}

Nearest geometry_nearest(const Geometry *g, Transform t, Vec2 point)
{
    // Relative to the point, in the axes of the body.
    const Geometry spot = {.type = MICA_SHAPE_CIRCLE, .count = 1};
    Core a, b;
    Nearest n;
    core_from_geometry(g, untransform(t, point), &a);
    core_from_geometry(&spot, vec(0.0f, 0.0f), &b);
    core_nearest(&a, &b, &n);
    n.distance -= g->radius;
    n.pointA = rotate(t.q, mul_add(n.pointA, g->radius, n.normal));
    n.normal = rotate(t.q, n.normal);
    return n;
}

MicaDistance mica_distance(const MicaShape *shapeA, MicaTransform transformA,
                           const MicaShape *shapeB, MicaTransform transformB)
{
    use_metres();
    MicaDistance result = {0};
    if (!shape_is_valid(shapeA) || !shape_is_valid(shapeB) || !transform_is_valid(transformA) ||
        !transform_is_valid(transformB)) {
        return result;
    }
    Polygon storageA, storageB;
    Geometry ga = geometry_from_shape(shapeA, &storageA),
             gb = geometry_from_shape(shapeB, &storageB);
    // In A's space relative to its first point, so that shapes far from the world's origin keep
    // their digits.
    Transform relative = inv_mul(transformA, transformB);
    Vec2 origin = ga.a;
    Core a, local, b;
    core_from_geometry(&ga, origin, &a);
    core_from_geometry(&gb, vec(0.0f, 0.0f), &local);
    relative.p = sub(relative.p, origin);
    core_place(&local, relative, &b);
    Nearest n;
    core_nearest(&a, &b, &n);
    result.distance = n.distance - ga.radius - gb.radius;
    result.normal = rotate(transformA.q, n.normal);
    result.pointA = transform(transformA, add(mul_add(n.pointA, ga.radius, n.normal), origin));
    result.pointB = transform(transformA, add(mul_add(n.pointB, -gb.radius, n.normal), origin));
    return result;
}

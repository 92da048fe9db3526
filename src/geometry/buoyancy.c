// Area, centroid and second moment of the part of a shape below a line, exact for every shape. With
// the line as the x axis, Green's theorem turns the integrals over the part into integrals along
// its outline: area = -∮ y dx, ∫∫ x = -∮ x y dx, ∫∫ y = -∮ y²/2 dx, ∫∫ (x² + y²) = -∮ (x² y + y³/3)
// dx. The cut lies at y = 0 and adds nothing. So the pieces of the outline are clipped one by one
// and no polygon is built. Straight pieces and the arcs of rounded corners have closed forms.
// Called by forces.c for water and wind; pure functions.
#include "geometry.h"

#define PI 3.14159265358979323846f

// The integrals of 1, x, y and x² + y² over the part below the x axis.
typedef struct Moments {
    float area, x, y, square;
} Moments;

// Adds the straight piece from p to q; with `clip`, only what is below the x axis.
static void buoyancy_add_edge(Moments *m, Vec2 p, Vec2 q, bool clip)
{
    if (clip) {
        if (p.y >= 0.0f && q.y >= 0.0f) {
            return;
        }
        if (p.y > 0.0f) {
            p = vec(p.x + (q.x - p.x) * (p.y / (p.y - q.y)), 0.0f);
        } else if (q.y > 0.0f) {
            q = vec(q.x + (p.x - q.x) * (q.y / (q.y - p.y)), 0.0f);
        }
    }
    float dx = q.x - p.x, sum = p.y + q.y;
    m->area -= dx * 0.5f * sum;
    m->x -= dx * (p.x * (sum + p.y) + q.x * (sum + q.y)) / 6.0f;
    m->y -= dx * (p.y * p.y + p.y * q.y + q.y * q.y) / 6.0f;
    m->square -= dx *
                 (p.x * p.x * (sum + 2.0f * p.y) + 2.0f * p.x * q.x * sum +
                  q.x * q.x * (sum + 2.0f * q.y) + sum * (p.y * p.y + q.y * q.y)) /
                 12.0f;
}

// Adds the arc of radius r about c from angle a to b, both measured from straight down; nothing
// unless a < b. Names: s, c at the x-axis angle t; ss = ∫ sin² t dt, cs = ∫ cos t sin t dt and so
// on.
static void buoyancy_add_arc(Moments *m, Vec2 c, float r, float a, float b)
{
    if (!(a < b)) {
        return;
    }
    Rot p = mica_rot(a), q = mica_rot(b);
    // Sine and cosine at both ends, of the angles from the x axis.
    float s0 = -p.c, c0 = p.s, s1 = -q.c, c1 = q.s, turn = b - a;
    float s2c2 = s1 * s1 * s1 * c1 - s0 * s0 * s0 * c0, sc = s1 * c1 - s0 * c0;
    float s = c0 - c1, ss = 0.5f * (turn - sc), cs = 0.5f * (s1 * s1 - s0 * s0);
    float ccs = (c0 * c0 * c0 - c1 * c1 * c1) / 3.0f, css = (s1 * s1 * s1 - s0 * s0 * s0) / 3.0f;
    float sss = s - ccs, ssss = 0.25f * (3.0f * ss - s2c2), ccss = ss - ssss;
    float y2 = c.y * c.y, r2 = r * r;
    m->area += r * (c.y * s + r * ss);
    m->x += r * (c.x * (c.y * s + r * ss) + r * (c.y * cs + r * css));
    m->y += 0.5f * r * (y2 * s + 2.0f * c.y * r * ss + r2 * sss);
    float xx = c.x * c.x * (c.y * s + r * ss) + 2.0f * c.x * r * (c.y * cs + r * css) +
               r2 * (c.y * ccs + r * ccss);
    float yy = y2 * (c.y * s + 3.0f * r * ss) + r2 * (3.0f * c.y * sss + r * ssss);
    m->square += r * (xx + yy / 3.0f);
}

// Adds the rounded corner at p between two edge normals. The x axis leaves one or two arcs of it.
static void buoyancy_add_corner(Moments *m, Vec2 p, float r, Vec2 from, Vec2 to, bool clip)
{
    float above = clip ? p.y / r : -1.0f;
    if (above >= 1.0f) {
        return;
    }
    float half = above <= -1.0f ? PI : mica_atan2(sqrtf(1.0f - above * above), above);
    float start = mica_atan2(from.x, -from.y), turn = mica_atan2(cross(from, to), dot(from, to));
    float end = start + max_f(turn, 0.0f);
    buoyancy_add_arc(m, p, r, max_f(start, -half), min_f(end, half));
    buoyancy_add_arc(m, p, r, max_f(start, 2.0f * PI - half), min_f(end, 2.0f * PI + half));
}

void geometry_projection(const Geometry *g, Rot q, Vec2 direction, float *low, float *high)
{
    Vec2 d = unrotate(q, direction);
    *low = dot(g->a, d);
    *high = *low;
    for (int32_t i = 1; i < g->count; ++i) {
        Vec2 p = g->type == MICA_SHAPE_POLYGON ? vec(g->polygon->x[i], g->polygon->y[i]) : g->b;
        float s = dot(p, d);
        *low = min_f(*low, s);
        *high = max_f(*high, s);
    }
    *low -= g->radius;
    *high += g->radius;
}

Submerged geometry_submerged(const Geometry *g, Transform t, Vec2 up, float level)
{
    Vec2 local = geometry_mean_point(g), mean = transform(t, local);
    float low, high, height = dot(mean, up) - level, shift = dot(local, unrotate(t.q, up));
    geometry_projection(g, t.q, up, &low, &high);
    low += height - shift;
    high += height - shift;
    if (!(low < 0.0f)) {
        return (Submerged){0.0f, mean, 0.0f};
    }
    // A shape wholly below is measured about its own mean point: its depth would cost digits.
    bool clip = high > 0.0f;
    float base = clip ? height : 0.0f;
    Core c;
    core_from_geometry(g, local, &c);
    Rot frame = {up.y, -up.x}, q = rot_inv_mul(frame, t.q);
    Moments m = {0};
    Vec2 normal = {0.0f, 0.0f}, point = {0.0f, 0.0f};
    // The faces in order. The round with i = -1 only sets the normal and point of the last face,
    // which ends where the first begins.
    for (int32_t i = -1; i < c.faces; ++i) {
        int32_t j = i < 0 ? c.faces - 1 : i;
        Vec2 before = normal, start = point;
        normal = rotate(q, vec(c.nx[j], c.ny[j]));
        point = add(rotate(q, vec(c.x[j], c.y[j])), vec(0.0f, base));
        if (i >= 0) {
            buoyancy_add_edge(&m, mul_add(start, c.radius, before),
                              mul_add(point, c.radius, before), clip);
        }
        if (i >= 0 && c.radius > 0.0f) {
            buoyancy_add_corner(&m, point, c.radius, before, normal, clip);
        }
    }
    if (!(m.area > 0.0f)) {
        return (Submerged){0.0f, mean, 0.0f};
    }
    Vec2 center = {m.x / m.area, m.y / m.area};
    float inertia = max_f(m.square - m.area * dot(center, center), 0.0f);
    center = rotate(frame, vec(center.x, center.y - base));
    return (Submerged){m.area, add(mean, center), inertia};
}

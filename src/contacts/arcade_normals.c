// What an arcade collider makes of the manifolds that geometry gives it: it meets corners as if
// they were one of their two faces. Called by the narrow phase for colliders that ask for it; reads
// transforms.
#include "contacts.h"

// At a corner, the face against gravity decides unless more than this share of the visitor's height
// is below it.
#define ARCADE_STEP 0.35f

// How far the visitor reaches below a point on the ground, as a share of its height; both along
// gravity.
static float share_below(const Core *visitor, Vec2 p, Vec2 down)
{
    float low = -3e38f, high = 3e38f;
    for (int32_t k = 0; k < visitor->points; ++k) {
        float depth = dot(sub(vec(visitor->x[k], visitor->y[k]), p), down);
        low = max_f(low, depth + visitor->radius);
        high = min_f(high, depth - visitor->radius);
    }
    return low / (low - high);
}

// Whether what lies beside a side of a part covers it at a point, so that it is no side of the
// ground as a whole.
static bool side_is_covered(MicaWorld *world, const Contact *c, Vec2 p, Vec2 n)
{
    const Collider *visitor = &world->state.colliders.data[c->colliderB];
    uint64_t layers = visitor->group > 0 ? ~(uint64_t)0 : world->state.layers.solid[visitor->layer];
    Transform t = world->state.transforms.data[c->bodyA];
    return !body_is_dynamic(world, c->bodyA) &&
           internal_edges_hide_cast(world, c->colliderA, c->part, (CoverFilter){.layers = layers},
                                    transform(t, p), rotate(t.q, n));
}

// The corner's face that looks most against gravity, unless the visitor is too far below the
// corner; then the nearest one. A face that some other part of the visitor is further behind is
// none of the corner's: a wall stands below it; and one that other ground covers is none at all.
// `fresh`: the manifold was none before it was looked for further away.
static void square_corner(MicaWorld *world, const Contact *c, const Geometry *ground,
                          const Geometry *visitor, Transform relative, bool fresh, LocalManifold *m)
{
    Core local, core;
    core_from_geometry(visitor, vec(0.0f, 0.0f), &local);
    core_place(&local, relative, &core);
    float pull, best = -3e38f, corner = m->points[0].separation;
    Vec2 down =
        normalize(unrotate(world->state.transforms.data[c->bodyA].q, world->state.gravity), &pull);
    Vec2 p = mul_add(m->points[0].point, -0.5f * corner, m->normal);
    bool steps = pull > 0.0f && share_below(&core, p, down) <= ARCADE_STEP, covered = false;
    for (int32_t i = 0; i < ground->count; ++i) {
        const Polygon *polygon = ground->polygon;
        Vec2 n = {polygon->nx[i], polygon->ny[i]};
        float along = dot(n, m->normal);
        if (along > 1.0f - 1e-5f) {
            m->count = fresh ? 0 : m->count;
            m->gap = 0.0f;
            return;  // on a face already
        }
        if (along <= 1e-3f) {
            continue;
        }
        if (side_is_covered(world, c, p, n)) {
            covered = true;
            continue;
        }
        int32_t next = i + 1 < ground->count ? i + 1 : 0;
        Vec2 v = {polygon->x[i], polygon->y[i]}, u = left_perp(n);
        float span = dot(sub(vec(polygon->x[next], polygon->y[next]), v), u);
        float low = 3e38f, left = 3e38f, right = -3e38f;
        Vec2 deepest = {0.0f, 0.0f};
        for (int32_t k = 0; k < core.points; ++k) {
            Vec2 arm = sub(vec(core.x[k], core.y[k]), v);
            float h = dot(n, arm), s = dot(u, arm);
            deepest = h < low ? vec(core.x[k], core.y[k]) : deepest;
            low = min_f(low, h);
            left = min_f(left, s - core.radius);
            right = max_f(right, s + core.radius);
        }
        float separation = low - core.radius - ground->radius;
        if (separation > SPECULATIVE_DISTANCE || left >= span || right <= 0.0f) {
            continue;  // not above it, or not yet
        }
        // How deep the corner's own point is behind the face.
        float own = along * corner - (core.radius + ground->radius) * (1.0f - along);
        if (!steps && separation < own - LINEAR_SLOP) {
            continue;
        }
        float rank = steps ? 2.0f - dot(n, down) : separation;
        if (rank > best) {
            best = rank;
            m->points[0].point = mul_add(deepest, -core.radius - 0.5f * separation, n);
            m->points[0].separation = separation;
            m->points[0].feature = (uint32_t)i;
        }
    }
    if (best > -3e38f) {
        uint32_t face = m->points[0].feature;
        m->normal = vec(ground->polygon->nx[face], ground->polygon->ny[face]);
    } else if (covered || corner > SPECULATIVE_DISTANCE) {
        m->count = 0;
        m->gap = 0.0f;
    }
}

void arcade_normals_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                           Transform relative, LocalManifold *m)
{
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
    if (((colliderA->flags | colliderB->flags) & COLLIDER_ARCADE) != 0 &&
        a->type == MICA_SHAPE_POLYGON) {
        bool fresh = m->count == 0 && b->radius > 0.0f;
        if (fresh) {
            // Round things are nearer to the corner's faces than to the corner. What is on a face
            // was left out before.
            collide_geometry(a, b, relative, SPECULATIVE_DISTANCE + b->radius, m);
            if (m->count > 1) {
                m->count = 0;
                m->gap = 0.0f;
            }
        }
        if (m->count == 1) {
            square_corner(world, c, a, b, relative, fresh, m);
        }
    }
}

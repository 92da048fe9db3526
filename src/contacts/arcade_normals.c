// Arcade normals: where one of two colliders is arcade, a contact at a corner of polygon A takes
// the normal of one of the two faces there, so that a character walks over a corner or stops at it
// and never slides off it askew. Called by the narrow phase after internal edges; reads colliders,
// transforms and gravity, writes the manifold.
#include "contacts.h"

// The share of B's height that reaches below p; heights are measured along gravity.
static float fraction_below(const Core *b, Vec2 p, Vec2 down)
{
    float low = -3e38f, high = 3e38f;
    for (int32_t k = 0; k < b->points; ++k) {
        float depth = dot(sub(vec(b->x[k], b->y[k]), p), down);
        low = max_f(low, depth + b->radius);
        high = min_f(high, depth - b->radius);
    }
    return low / (low - high);
}

// True if neighbouring colliders cover the face with normal n at p, so that the union has no such
// face there.
static bool face_is_covered(MicaWorld *world, const Contact *c, Vec2 p, Vec2 n)
{
    const Collider *visitor = &world->state.colliders.data[c->colliderB];
    uint64_t layers = layer_solid_mask(world, visitor);
    Transform t = world->state.transforms.data[c->bodyA];
    return !body_is_dynamic(world, c->bodyA) &&
           internal_edges_hide_cast(world, c->colliderA, c->part, (CoverFilter){.layers = layers},
                                    transform(t, p), rotate(t.q, n));
}

// How shape B lies over one face of A.
typedef struct OverFace {
    float separation;
    Vec2 deepest;  // point of B's core
    bool over;     // B reaches over the face, and is within the speculative distance of it
} OverFace;

static inline OverFace over_face(const Geometry *a, int32_t face, const Core *b)
{
    const Polygon *polygon = a->polygon;
    int32_t next = face + 1 < a->count ? face + 1 : 0;
    Vec2 n = {polygon->nx[face], polygon->ny[face]}, v = {polygon->x[face], polygon->y[face]},
         u = left_perp(n);
    float span = dot(sub(vec(polygon->x[next], polygon->y[next]), v), u);
    float low = 3e38f, left = 3e38f, right = -3e38f;
    Vec2 deepest = {0.0f, 0.0f};
    for (int32_t k = 0; k < b->points; ++k) {
        Vec2 arm = sub(vec(b->x[k], b->y[k]), v);
        float h = dot(n, arm), s = dot(u, arm);
        deepest = h < low ? vec(b->x[k], b->y[k]) : deepest;
        low = min_f(low, h);
        left = min_f(left, s - b->radius);
        right = max_f(right, s + b->radius);
    }
    float separation = low - b->radius - a->radius;
    bool over = !(separation > SPECULATIVE_DISTANCE || left >= span || right <= 0.0f);
    return (OverFace){separation, deepest, over};
}

static inline void drop_points(LocalManifold *m)
{
    m->count = 0;
    m->gap = 0.0f;
}

// Replaces the normal at a corner by that of a face of A next to it: of the exposed faces that B
// lies over, the one that looks most against gravity, or, with too much of B below the corner, the
// nearest. In the latter case a face that another point of B is further behind than the corner's
// own does not count: there the wall goes on below. `fresh`: geometry had no manifold within the
// speculative distance.
static void square_corner(MicaWorld *world, const Contact *c, const Geometry *a, const Core *b,
                          bool fresh, LocalManifold *m)
{
    float pull, best = -3e38f, corner = m->points[0].separation;
    Vec2 down =
        normalize(unrotate(world->state.transforms.data[c->bodyA].q, world->state.gravity), &pull);
    Vec2 p = mul_add(m->points[0].point, -0.5f * corner, m->normal);
    bool steps = pull > 0.0f && fraction_below(b, p, down) <= ARCADE_STEP, covered = false;
    for (int32_t i = 0; i < a->count; ++i) {
        Vec2 n = {a->polygon->nx[i], a->polygon->ny[i]};
        float along = dot(n, m->normal);
        if (along > 1.0f - 1e-5f) {
            m->count = fresh ? 0 : m->count;
            m->gap = 0.0f;
            return;  // on a face already
        }
        if (along <= 1e-3f) {
            continue;
        }
        if (face_is_covered(world, c, p, n)) {
            covered = true;
            continue;
        }
        OverFace f = over_face(a, i, b);
        // How deep the corner's own point is behind the face.
        float own = along * corner - (b->radius + a->radius) * (1.0f - along);
        if (!f.over || (!steps && f.separation < own - LINEAR_SLOP)) {
            continue;
        }
        float rank = steps ? 2.0f - dot(n, down) : f.separation;
        if (rank > best) {
            best = rank;
            m->points[0].point = mul_add(f.deepest, -b->radius - 0.5f * f.separation, n);
            m->points[0].separation = f.separation;
            m->points[0].feature = (uint32_t)i;
        }
    }
    if (best > -3e38f) {
        uint32_t face = m->points[0].feature;
        m->normal = vec(a->polygon->nx[face], a->polygon->ny[face]);
    } else if (covered || corner > SPECULATIVE_DISTANCE) {
        drop_points(m);
    }
}

void arcade_normals_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                           Transform relative, LocalManifold *m)
{
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
    if (((colliderA->flags | colliderB->flags) & COLLIDER_ARCADE) == 0 ||
        a->type != MICA_SHAPE_POLYGON) {
        return;
    }
    bool fresh = m->count == 0 && b->radius > 0.0f;
    if (fresh) {
        // A rounded shape is nearer to the corner's faces than to the corner. Two points mean that
        // it is on a face, where geometry has already left it out.
        collide_geometry(a, b, relative, SPECULATIVE_DISTANCE + b->radius, m);
        if (m->count > 1) {
            drop_points(m);
        }
    }
    if (m->count == 1) {
        Core local, core;
        core_from_geometry(b, vec(0.0f, 0.0f), &local);
        core_place(&local, relative, &core);
        square_corner(world, c, a, &core, fresh, m);
    }
}

// What a collider makes of the manifolds that geometry gives it: a one-way part holds up only what was above it, and an
// arcade collider meets corners as if they were one of their two faces. Called by the narrow phase for colliders that
// ask for it; reads transforms of this and the last step.
#include "step.h"

// At a corner, the face against gravity decides unless more than this share of the visitor's height is below it.
#define ARCADE_STEP 0.35f
// Segments of a chain whose normals' scalar product is at least this are one ground, half-way through or not.
#define BESIDE_FACING 0.7f

// ---------------------------------------------------------------------------------------- one way

// How far apart the deepest point was a step ago, along today's normal.
static float separation_before(const MicaWorld *world, const Contact *c, Transform relative,
                               const LocalManifold *m)
{
    Transform before = inv_mul(world->previous[c->bodyA], world->previous[c->bodyB]);
    float least = 3e38f;
    for (int32_t i = 0; i < m->count; ++i) {
        Vec2 now = mul_add(m->points[i].point, 0.5f * m->points[i].separation, m->normal);
        Vec2 then = transform(before, untransform(relative, now));
        least = min_f(least, m->points[i].separation - dot(m->normal, sub(now, then)));
    }
    return least;
}

void surface_note_hold(const MicaWorld *world, Contact *c, Hold hold)
{
    uint32_t now = world->steps + 1;
    uint8_t before = c->heldSince == now ? c->hold >> 2 : c->hold & 3;
    if (before != (uint8_t)hold || c->heldSince == now) {
        c->hold = (uint8_t)(before << 2 | hold);
        c->heldSince = now;
    }
}

// Whether the chain goes on from an end of a segment, nearly straight, and to which one.
static bool goes_on(const MicaWorld *world, int32_t chain, int32_t part, int32_t end, Vec2 up,
                    int32_t *next)
{
    Vec2 beyond[2], out;
    if ((chain_beyond(world, chain, part, beyond) >> end & 1u) == 0) {
        return false;
    }
    *next = chain_beside(world, chain, part, end);
    part_one_way(world, &world->colliders.data[chain], *next, &out);
    return dot(out, up) >= BESIDE_FACING;
}

// Segments that go on nearly straight are one ground: what is pressed onto one comes to the next as deep as it is, and what
// is half-way through one is so in the next. All answer by the same step, so that it does not matter who is asked first.
Hold surface_hold(const MicaWorld *world, const Contact *c, Vec2 up, bool before)
{
    Hold hold = HOLD_UNKNOWN;
    for (int32_t end = 0; end < 2 && hold != HOLD_HELD; ++end) {
        int32_t part = c->part;
        const Contact *at = c;
        while (at != NULL && hold != HOLD_HELD) {
            bool changed = before && at->heldSince == world->steps + 1;
            hold = (Hold)max_i(hold, changed ? at->hold >> 2 : at->hold & 3);
            int32_t index = goes_on(world, c->colliderA, part, end, up, &part) && part != c->part
                                ? pair_find(world, c->colliderA, c->colliderB, part)
                                : NONE;
            at = index != NONE ? &world->contacts.data[index] : NULL;
        }
    }
    return hold;
}

// Whether the body's middle was on the left of a segment a step ago, not past a free end, and is so still or below it.
static bool came_in_front(const MicaWorld *world, const Contact *c, const Geometry *a,
                          const Geometry *b, Transform relative, Vec2 up)
{
    Transform before = inv_mul(world->previous[c->bodyA], world->previous[c->bodyB]);
    Vec2 middle = geometry_middle(b), edge = sub(a->b, a->a),
         was = sub(transform(before, middle), a->a), is = sub(transform(relative, middle), a->a);
    float l2 = dot(edge, edge), from = dot(was, edge), to = dot(is, edge);
    int32_t unused;
    bool over = (from >= 0.0f || goes_on(world, c->colliderA, c->part, 0, up, &unused)) &&
                (from <= l2 || goes_on(world, c->colliderA, c->part, 1, up, &unused));
    return over && dot(was, up) > 0.0f && (dot(is, up) > 0.0f || (to >= 0.0f && to <= l2));
}

// Of a segment of a one-sided chain: whether what it meets was held up to now, or came in front of it. What sank past its
// middle has no other side to come out by.
static bool chain_holds(const MicaWorld *world, const Contact *c, const Geometry *a,
                        const Geometry *b, Transform relative, Vec2 up, float reach,
                        LocalManifold *m)
{
    bool placed = ((world->flags[c->bodyA] | world->flags[c->bodyB]) & FLAG_PLACED) != 0;
    Hold hold = placed ? HOLD_UNKNOWN : surface_hold(world, c, up, true);
    bool holds =
        hold == HOLD_HELD || (hold == HOLD_UNKNOWN && came_in_front(world, c, a, b, relative, up));
    if (holds && dot(m->normal, up) < -ONE_WAY_FACING) {
        collide_left_side(a, b, relative, reach, m);
    }
    return holds;
}

// A body is held if it lies on the right side and was above a step ago, or is held already; a platform that moves and a
// body that falls fast are thereby no different from others. Half-way through, nothing changes. `up`: out of the side where
// the part holds, as the normal goes.
static void pass_one_way(const MicaWorld *world, const Contact *c, Transform relative, Vec2 up,
                         bool held, bool drops, LocalManifold *m)
{
    if (m->count > 0 && (drops || !(dot(m->normal, up) > ONE_WAY_FACING) ||
                         !(held || separation_before(world, c, relative, m) >= -LINEAR_SLOP))) {
        m->count = 0;
        m->gap = 0.0f;
    }
}

// ----------------------------------------------------------------------------------------- arcade

// How far the visitor reaches below a point on the ground, as a share of its height; both along gravity.
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

// Whether what lies beside a side of a part covers it at a point, so that it is no side of the ground as a whole.
static bool side_is_covered(MicaWorld *world, const Contact *c, Vec2 p, Vec2 n)
{
    const Collider *visitor = &world->colliders.data[c->colliderB];
    uint64_t layers = visitor->group > 0 ? ~(uint64_t)0 : world->layers.solid[visitor->layer];
    Transform t = world->transforms[c->bodyA];
    return !body_is_dynamic(world, c->bodyA) &&
           seams_hide_cast(world, c->colliderA, c->part, (SeamGround){.layers = layers},
                           transform(t, p), rotate(t.q, n));
}

// The corner's face that looks most against gravity, unless the visitor is too far below the corner; then the nearest
// one. A face that some other part of the visitor is further behind is none of the corner's: a wall stands below it; and
// one that other ground covers is none at all. `fresh`: the manifold was none before it was looked for further away.
static void square_corner(MicaWorld *world, const Contact *c, const Geometry *ground,
                          const Geometry *visitor, Transform relative, bool fresh, LocalManifold *m)
{
    Core local, core;
    core_from_geometry(visitor, vec(0.0f, 0.0f), &local);
    core_place(&local, relative, &core);
    float pull, best = -3e38f, corner = m->points[0].separation;
    Vec2 down = normalize(unrotate(world->transforms[c->bodyA].q, world->gravity), &pull);
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

void surface_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float reach, LocalManifold *m)
{
    const Collider *colliderA = &world->colliders.data[c->colliderA],
                   *colliderB = &world->colliders.data[c->colliderB];
    if (((colliderA->flags | colliderB->flags) & COLLIDER_ARCADE) != 0 &&
        a->type == MICA_SHAPE_POLYGON) {
        bool fresh = m->count == 0 && b->radius > 0.0f;
        if (fresh) {
            // Round things are nearer to the corner's faces than to the corner. What is on a face was left out before.
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
    Vec2 up;
    bool sided = m->count > 0 && chain_is_one_sided(world, colliderA);
    if (m->count > 0 && part_one_way(world, colliderA, c->part, &up)) {
        bool drops = body_has(world, c->bodyB, MICA_FLAG_DROPS),
             held = sided && !drops ? chain_holds(world, c, a, b, relative, up, reach, m)
                                    : c->count > 0;
        pass_one_way(world, c, relative, up, held, drops, m);
    }
    if (m->count > 0 && part_one_way(world, colliderB, 0, &up)) {
        bool drops = body_has(world, c->bodyA, MICA_FLAG_DROPS);
        pass_one_way(world, c, relative, neg(rotate(relative.q, up)), c->count > 0, drops, m);
    }
    if (sided) {
        m->hold = m->count > 0 ? HOLD_HELD : HOLD_PASSES;
    }
}

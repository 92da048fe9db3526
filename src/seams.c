// Seams: a body never meets an edge that is inside the union of touching ground, nor a vertex that the union does not
// have. Ground is everything static that the body meets; for a kinematic body all kinematic ones, for a dynamic one its
// own other shapes. Nothing about neighbours is kept: when a manifold is made, the ground next to the contact is asked.
//   A contact on a face stays where the face is bare: where a line just above it is outside all other ground.
//   A contact elsewhere, with normal n at p, stays if all ground that holds p lies behind the line through p across n:
//   then n is in the normal cone that the union has at p.
// A face that is covered gives way to the next best one. Layers count: what a body does not meet covers nothing.
// Called by the narrow phase; reads trees, colliders and transforms.
#include "world.h"

// Ground that is less than this apart touches; what sticks out by less is flush.
#define SEAM_GAP (0.1f * LINEAR_SLOP)
// Directions that differ by less (radians) are one: no gap opens between two contacts that take turns.
#define SEAM_TILT 2e-3f
// Single points this far under other ground are still told, from its edge: a corner pressed into a corner.
#define SEAM_BAND (2.0f * LINEAR_SLOP)
#define MOST_NEIGHBOURS 16

// Who is whom in one pair. The cores are in the space of A's body.
typedef struct Seam {
    Core self, neighbours[MOST_NEIGHBOURS];
    int32_t count;
    float otherRadius;
    float
        side;  // 1 if the ground is A, -1 if it is B: the normal times this points out of the ground
} Seam;

static MicaAABB shared_box(const MicaAABB *a, const MicaAABB *b)
{
    const Vec2 reach = {SPECULATIVE_DISTANCE, SPECULATIVE_DISTANCE};
    Vec2 lower = {max_f(a->lower.x, b->lower.x), max_f(a->lower.y, b->lower.y)},
         upper = {min_f(a->upper.x, b->upper.x), min_f(a->upper.y, b->upper.y)};
    return (MicaAABB){sub(lower, reach), add(upper, reach)};
}

// The parts of a collider that are there, but the one that the contact is about. What holds in one way only covers
// nothing: others pass it.
static void add_neighbour(const MicaWorld *world, const Contact *contact, Seam *seam, int32_t slot,
                          bool itself, const MicaAABB *near)
{
    const Collider *c = &world->colliders.data[slot];
    if (c->type == MICA_SHAPE_CIRCLE ||
        !(c->box.lower.x <= near->upper.x && near->lower.x <= c->box.upper.x &&
          c->box.lower.y <= near->upper.y && near->lower.y <= c->box.upper.y)) {
        return;
    }
    Transform relative = inv_mul(world->transforms[contact->bodyA], world->transforms[c->body]);
    PartWalk walk;
    parts_begin(&walk, world, c, *near, vec(0.0f, 0.0f), PARTS_SOLID);
    for (int32_t part; (part = parts_next(&walk)) != NONE && seam->count < MOST_NEIGHBOURS;) {
        Vec2 up;
        if ((itself && part == contact->part) || part_one_way(world, c, part, &up)) {
            continue;
        }
        Polygon storage;
        Geometry g = part_geometry(world, c, part, &storage);
        Core local;
        core_from_geometry(&g, vec(0.0f, 0.0f), &local);
        core_place(&local, relative, &seam->neighbours[seam->count++]);
    }
}

// Lists the ground around the place where `mover` meets `ground`.
static void list_neighbours(MicaWorld *world, const Contact *contact, int32_t ground, int32_t mover,
                            Seam *seam)
{
    const Collider *g = &world->colliders.data[ground], *m = &world->colliders.data[mover];
    MicaAABB near = shared_box(&g->box, &m->box);
    seam->count = 0;
    uint32_t type = body_type(world, g->body);
    if (type == MICA_BODY_DYNAMIC) {
        for (int32_t i = world->bodies.data[g->body].firstCollider; i != NONE;
             i = world->colliders.data[i].next) {
            const Collider *c = &world->colliders.data[i];
            if ((i != ground || is_compound(c)) && pair_response(world, m, c) == MICA_SOLID) {
                add_neighbour(world, contact, seam, i, i == ground, &near);
            }
        }
        return;
    }
    uint64_t meets = m->group > 0 ? ~(uint64_t)0 : world->layers.solid[m->layer];
    world->hits.count = 0;
    tree_query(&world->memory, type == MICA_BODY_STATIC ? &world->staticTree : &world->movingTree,
               near, meets, &world->hits);
    for (int32_t i = 0; i < world->hits.count; ++i) {
        int32_t slot = world->hits.data[i];
        const Collider *c = &world->colliders.data[slot];
        if ((slot != ground || is_compound(c)) && body_type(world, c->body) == type &&
            pair_response(world, m, c) == MICA_SOLID) {
            add_neighbour(world, contact, seam, slot, slot == ground, &near);
        }
    }
}

// The part of the line from p along u that the core covers, [a, b]. False if none.
static bool covered(const Core *core, Vec2 p, Vec2 u, float *a, float *b)
{
    for (int32_t i = 0; i < core->faces; ++i) {
        Vec2 n = {core->nx[i], core->ny[i]};
        float height = dot(sub(p, vec(core->x[i], core->y[i])), n) - core->radius,
              slope = dot(u, n);
        if (abs_f(slope) < 1e-6f) {
            if (height >= 0.0f) {
                return false;
            }
        } else if (slope > 0.0f) {
            *b = min_f(*b, -height / slope);
        } else {
            *a = max_f(*a, -height / slope);
        }
    }
    return *a < *b;
}

// Keeps of the points on a face, from v along u with normal n, what is bare. False if nothing is.
static bool trim_face(const Seam *seam, Vec2 v, Vec2 u, Vec2 n, LocalManifold *m)
{
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
            to[0] = s[0] - a < b - s[0] ? min_f(s[0], a) : max_f(s[0], b);
            m->count = abs_f(to[0] - s[0]) <= SEAM_BAND ? 1 : 0;
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
        const Core *core = &seam->neighbours[i];
        bool holds = true, across = false;
        for (int32_t k = 0; k < core->faces && holds; ++k) {
            Vec2 arm = sub(p, vec(core->x[k], core->y[k]));
            holds = dot(arm, vec(core->nx[k], core->ny[k])) <= core->radius + SEAM_GAP;
            across = across || -dot(arm, n) + core->radius > 0.5f * SEAM_TILT * length(arm);
        }
        if (holds && across) {
            return true;
        }
    }
    return false;
}

// The face of the core whose normal is n, or NONE.
static int32_t face_along(const Core *core, Vec2 n)
{
    for (int32_t i = 0; i < core->faces; ++i) {
        bool real = core->invLength2[i] > 0.0f;
        float across = n.x * core->ny[i] - n.y * core->nx[i];
        if (real && abs_f(across) < SEAM_TILT && n.x * core->nx[i] + n.y * core->ny[i] > 0.0f) {
            return i;
        }
    }
    return NONE;
}

// Takes from the manifold what the union does not have. True if it may stand; otherwise faces were covered, and another
// is to be tried: `hide` names those of the ground, `rest` those of the other side.
static bool trim(const Seam *seam, LocalManifold *m, uint32_t *hide, uint32_t *rest, bool mayRetry)
{
    Vec2 n = scale(seam->side, m->normal);
    int32_t face = face_along(&seam->self, n);
    if (face != NONE) {
        const Core *self = &seam->self;
        Vec2 normal = {self->nx[face], self->ny[face]}, u = left_perp(normal);
        Vec2 v = mul_add(vec(self->x[face], self->y[face]), self->radius, normal);
        if (trim_face(seam, v, u, normal, m)) {
            // At speed, even a trace of tilt would throw: straighten it, about the other side's core.
            for (int32_t i = 0; i < m->count; ++i) {
                float arm = 0.5f * m->points[i].separation + seam->otherRadius;
                m->points[i].point = mul_add(m->points[i].point, arm, sub(n, normal));
            }
            m->normal = scale(seam->side, normal);
            return true;
        }
        // The two sides of a spine are its faces 0 and 2, and 0 and 1 as a polygon. A face found again was named by
        // the other side, which then has no say.
        uint32_t bit = 1u << (self->points == 2 ? face >> 1 : face);
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

static bool has_neighbours(const MicaWorld *world, const Collider *c)
{
    const Body *b = &world->bodies.data[c->body];
    return body_type(world, c->body) == MICA_BODY_STATIC      ? (c->flags & COLLIDER_TOUCHES) != 0
           : body_type(world, c->body) == MICA_BODY_KINEMATIC ? true
                                                              : b->firstCollider != b->lastCollider;
}

void collide_seamless(MicaWorld *world, const Contact *contact, const Geometry *a,
                      const Geometry *b, Transform relative, LocalManifold *m)
{
    collide_geometry(a, b, relative, SPECULATIVE_DISTANCE, m);
    const int32_t pair[2] = {contact->colliderA, contact->colliderB};
    for (int32_t side = 0; side < 2 && m->count > 0; ++side) {
        if (!has_neighbours(world, &world->colliders.data[pair[side]])) {
            continue;
        }
        Seam seam;
        list_neighbours(world, contact, pair[side], pair[1 - side], &seam);
        if (seam.count == 0) {
            continue;
        }
        Core local;
        core_from_geometry(side == 0 ? a : b, vec(0.0f, 0.0f), &local);
        const Transform here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        core_place(&local, side == 0 ? here : relative, &seam.self);
        seam.otherRadius = side == 0 ? b->radius : a->radius;
        seam.side = side == 0 ? 1.0f : -1.0f;
        bool mayRetry = a->type == MICA_SHAPE_POLYGON || b->type == MICA_SHAPE_POLYGON;
        uint32_t hidden[2] = {0, 0};
        // Every try hides one face more, or all of the other side.
        for (int32_t tries = MICA_MAX_POLYGON_POINTS + 2; m->count > 0; --tries) {
            if (trim(&seam, m, &hidden[side], &hidden[1 - side], mayRetry && tries > 0)) {
                break;
            }
            collide_exposed(a, b, relative, SPECULATIVE_DISTANCE, hidden[0], hidden[1], m);
        }
        m->gap = 0.0f;  // how far apart was not what left no points
    }
}

// One-way parts: colliders and tiles that collide with what comes from one side only, and one-sided
// chains. The narrow phase has one_way_filter remove the points of bodies that are let through;
// sweeps ask one_way_stops whether such a part stops them. Reads contacts, and transforms of this
// step and the last; writes the one-sided state of a contact with a segment of a one-sided chain.
#include "contacts.h"

// The separation of the deepest point one step ago, measured along today's normal.
static float separation_before(const MicaWorld *world, const Contact *c, Transform relative,
                               const LocalManifold *m)
{
    Transform before =
        inv_mul(world->state.previous.data[c->bodyA], world->state.previous.data[c->bodyB]);
    float minimum = 3e38f;
    for (int32_t i = 0; i < m->count; ++i) {
        Vec2 now = mul_add(m->points[i].point, 0.5f * m->points[i].separation, m->normal);
        Vec2 then = transform(before, untransform(relative, now));
        minimum = min_f(minimum, m->points[i].separation - dot(m->normal, sub(now, then)));
    }
    return minimum;
}

// ------------------------------------------------------------------------------ one-sided state

// The one-sided state of a contact. `before`: as it was when this step began.
static OneSidedState one_sided_state(const MicaWorld *world, const Contact *c, bool before)
{
    bool old = before && c->oneSidedSince == world->state.steps + 1;
    return (OneSidedState)(old ? contact_one_sided_before(c) : contact_one_sided(c));
}

void one_way_set_state(const MicaWorld *world, Contact *c, OneSidedState state)
{
    contact_set_one_sided(c, one_sided_state(world, c, true), state);
    c->oneSidedSince = world->state.steps + 1;
}

// True if the chain continues from an end of a segment nearly straight; *next is the segment there.
static bool continues(const MicaWorld *world, int32_t chain, int32_t part, int32_t end, Vec2 up,
                      int32_t *next)
{
    Vec2 ghosts[2], nextUp;
    if ((chain_ghost_points(world, chain, part, ghosts) >> end & 1u) == 0) {
        return false;
    }
    *next = chain_adjacent_segment(world, chain, part, end);
    part_one_way(world, &world->state.colliders.data[chain], *next, &nextUp);
    return dot(nextUp, up) >= SAME_STATE_COSINE;
}

// The largest state of the contacts that the body has with this segment and those that continue it:
// a body pressed onto one segment enters the next as deep as it is, and one that is half-way
// through a segment is half-way through the next. With `before`, all contacts answer as of the
// beginning of the step, so that their order does not matter.
static OneSidedState one_sided_state_around(const MicaWorld *world, const Contact *c, Vec2 up,
                                            bool before)
{
    OneSidedState state = ONE_SIDED_UNKNOWN;
    for (int32_t end = 0; end < 2 && state != ONE_SIDED_SOLID; ++end) {
        int32_t part = c->part;
        const Contact *at = c;
        while (at != NULL && state != ONE_SIDED_SOLID) {
            state = (OneSidedState)max_i(state, one_sided_state(world, at, before));
            int32_t index = continues(world, c->colliderA, part, end, up, &part) && part != c->part
                                ? pair_find(world, c->colliderA, c->colliderB, part)
                                : NONE;
            at = index != NONE ? &world->state.contacts.data[index] : NULL;
        }
    }
    return state;
}

// True if a point on the left of a segment, in the frame of the chain, is on the left of the chain:
// within the segment's ends, or past one from which the chain continues nearly straight, or turns
// left and has the point on the left of its next segment, too.
static bool is_left_of_chain(const MicaWorld *world, int32_t chain, int32_t part, const Geometry *a,
                             Vec2 up, Vec2 p)
{
    Vec2 edge = sub(a->b, a->a), ghosts[2];
    float along = dot(sub(p, a->a), edge);
    if (along >= 0.0f && along <= dot(edge, edge)) {
        return true;
    }
    int32_t end = along < 0.0f ? 0 : 1, next;
    if (continues(world, chain, part, end, up, &next)) {
        return true;
    }
    Vec2 corner = end == 0 ? a->a : a->b;
    if ((chain_ghost_points(world, chain, part, ghosts) >> end & 1u) == 0 ||
        dot(sub(ghosts[end], corner), up) <= 0.0f) {
        return false;
    }
    Vec2 beyond = sub(ghosts[end], corner);
    return cross(end == 0 ? neg(beyond) : beyond, sub(p, corner)) > 0.0f;
}

// True if the middle of B was on the left of the chain one step ago, and now is on the left of the
// segment still or straight below it.
static bool came_from_left(const MicaWorld *world, const Contact *c, const Geometry *a,
                           const Geometry *b, Transform relative, Vec2 up)
{
    Transform before =
        inv_mul(world->state.previous.data[c->bodyA], world->state.previous.data[c->bodyB]);
    Vec2 middle = geometry_mean_point(b), edge = sub(a->b, a->a), was = transform(before, middle),
         is = sub(transform(relative, middle), a->a);
    float to = dot(is, edge);
    return dot(sub(was, a->a), up) > 0.0f &&
           is_left_of_chain(world, c->colliderA, c->part, a, up, was) &&
           (dot(is, up) > 0.0f || (to >= 0.0f && to <= dot(edge, edge)));
}

// True if a segment of a one-sided chain collides with B: its state is ONE_SIDED_SOLID, or unknown
// and B came from the left. Where B overlaps by more than its half, the manifold pushes it back out to
// the left.
static bool collide_one_sided(const MicaWorld *world, const Contact *c, const Geometry *a,
                              const Geometry *b, Transform relative, Vec2 up, float maxDistance,
                              LocalManifold *m)
{
    bool teleported = body_has_mark(world, c->bodyA, BODY_TELEPORTED) ||
                      body_has_mark(world, c->bodyB, BODY_TELEPORTED);
    OneSidedState state =
        teleported ? ONE_SIDED_UNKNOWN : one_sided_state_around(world, c, up, true);
    bool solid = state == ONE_SIDED_SOLID ||
                 (state == ONE_SIDED_UNKNOWN && came_from_left(world, c, a, b, relative, up));
    if (solid && dot(m->normal, up) < -ONE_WAY_MIN_COSINE) {
        collide_left_side(a, b, relative, maxDistance, m);
    }
    return solid;
}

// ---------------------------------------------------------------------------------------- contacts

// Removes the points unless the part collides: the normal lies within ONE_WAY_MIN_COSINE of `up`,
// the body does not drop through, and it collided already (`solid`) or was above one step ago. To
// compare with the last step makes a moving platform and a fast body no special cases; a body that
// is half-way through stays unaffected. `up`: out of the colliding side, from A to B.
static void remove_points_let_through(const MicaWorld *world, const Contact *c, Transform relative,
                                      Vec2 up, bool solid, bool drops, LocalManifold *m)
{
    if (m->count > 0 && (drops || !(dot(m->normal, up) > ONE_WAY_MIN_COSINE) ||
                         !(solid || separation_before(world, c, relative, m) >= -LINEAR_SLOP))) {
        m->count = 0;
        m->gap = 0.0f;
    }
}

void one_way_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float maxDistance, LocalManifold *m)
{
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
    Vec2 up;
    bool oneSided = m->count > 0 && chain_is_one_sided(world, colliderA), solid = false;
    if (m->count > 0 && part_one_way(world, colliderA, c->part, &up)) {
        bool drops = body_has(world, c->bodyB, MICA_FLAG_DROPS);
        solid = oneSided && !drops ? collide_one_sided(world, c, a, b, relative, up, maxDistance, m)
                                   : c->count > 0;
        remove_points_let_through(world, c, relative, up, solid, drops, m);
    }
    if (m->count > 0 && part_one_way(world, colliderB, 0, &up)) {
        bool drops = body_has(world, c->bodyA, MICA_FLAG_DROPS);
        remove_points_let_through(world, c, relative, neg(rotate(relative.q, up)), c->count > 0,
                                  drops, m);
    }
    if (oneSided) {
        // A body whose middle is on the left stays so, though its edge touches the segment's end.
        Vec2 middle = transform(relative, geometry_mean_point(b));
        bool stays = solid && dot(sub(middle, a->a), up) > 0.0f &&
                     is_left_of_chain(world, c->colliderA, c->part, a, up, middle);
        m->oneSidedState = m->count > 0 || stays ? ONE_SIDED_SOLID : ONE_SIDED_OPEN;
    }
}

// ------------------------------------------------------------------------------------------ sweeps

bool one_way_stops(const MicaWorld *world, const Collider *own, const Collider *other, int32_t part,
                   const MicaTimeOfImpact *toi)
{
    Vec2 up;
    if (toi->state == MICA_TOI_OVERLAPPED || body_has(world, own->body, MICA_FLAG_DROPS)) {
        return false;
    }
    if (part_one_way(world, other, part, &up) &&
        dot(rotate(world->state.transforms.data[other->body].q, up), toi->normal) <=
            ONE_WAY_MIN_COSINE) {
        return false;
    }
    return !part_one_way(world, own, 0, &up) ||
           -dot(rotate(world->state.transforms.data[own->body].q, up), toi->normal) >
               ONE_WAY_MIN_COSINE;
}

bool one_way_is_solid(const MicaWorld *world, const Collider *own, const Collider *other,
                      int32_t part, Vec2 up)
{
    if (!chain_is_one_sided(world, other)) {
        return false;
    }
    const Collider *all = world->state.colliders.data;
    int32_t chain = (int32_t)(other - all),
            index = pair_find(world, chain, (int32_t)(own - all), part);
    OneSidedState state =
        index == NONE
            ? ONE_SIDED_UNKNOWN
            : one_sided_state_around(world, &world->state.contacts.data[index], up, false);
    if (state != ONE_SIDED_UNKNOWN) {
        return state == ONE_SIDED_SOLID;
    }
    Polygon storage;
    Geometry a = part_geometry(world, other, part, &storage), b = collider_geometry(world, own);
    Transform before =
        inv_mul(world->state.previous.data[other->body], world->state.previous.data[own->body]);
    Vec2 middle = transform(before, geometry_mean_point(&b));
    return dot(sub(middle, a.a), up) > 0.0f && is_left_of_chain(world, chain, part, &a, up, middle);
}

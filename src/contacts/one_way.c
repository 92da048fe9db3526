// What holds in one way only: one-way colliders and tiles, and one-sided chains. Contacts come
// through the narrow phase, which drops the points of what passes, and sweeps ask whether what they
// meet stops the body. Reads contacts, and transforms of this and the last step; writes what a
// segment of a chain does with a body into its contact.
#include "contacts.h"

// Segments of a chain whose normals' scalar product is at least this are one ground, half-way
// through or not.
#define BESIDE_FACING 0.7f

// How far apart the deepest point was a step ago, along today's normal.
static float separation_before(const MicaWorld *world, const Contact *c, Transform relative,
                               const LocalManifold *m)
{
    Transform before =
        inv_mul(world->state.previous.data[c->bodyA], world->state.previous.data[c->bodyB]);
    float least = 3e38f;
    for (int32_t i = 0; i < m->count; ++i) {
        Vec2 now = mul_add(m->points[i].point, 0.5f * m->points[i].separation, m->normal);
        Vec2 then = transform(before, untransform(relative, now));
        least = min_f(least, m->points[i].separation - dot(m->normal, sub(now, then)));
    }
    return least;
}

// What a contact says, or said before this step.
static OneSidedState hold_of(const MicaWorld *world, const Contact *c, bool before)
{
    return (OneSidedState)(before && c->oneSidedSince == world->state.steps + 1 ? c->oneSided >> 2
                                                                                : c->oneSided & 3);
}

void one_way_set_state(const MicaWorld *world, Contact *c, OneSidedState hold)
{
    c->oneSided = (uint8_t)(hold_of(world, c, true) << 2 | hold);
    c->oneSidedSince = world->state.steps + 1;
}

// Whether the chain goes on from an end of a segment, nearly straight, and to which one.
static bool goes_on(const MicaWorld *world, int32_t chain, int32_t part, int32_t end, Vec2 up,
                    int32_t *next)
{
    Vec2 beyond[2], out;
    if ((chain_ghost_points(world, chain, part, beyond) >> end & 1u) == 0) {
        return false;
    }
    *next = chain_adjacent_segment(world, chain, part, end);
    part_one_way(world, &world->state.colliders.data[chain], *next, &out);
    return dot(out, up) >= BESIDE_FACING;
}

// Segments that go on nearly straight are one ground: what is pressed onto one comes to the next as
// deep as it is, and what is half-way through one is so in the next. All answer by the same step,
// so that it does not matter who is asked first.
static OneSidedState hold_around(const MicaWorld *world, const Contact *c, Vec2 up, bool before)
{
    OneSidedState hold = ONE_SIDED_UNKNOWN;
    for (int32_t end = 0; end < 2 && hold != ONE_SIDED_SOLID; ++end) {
        int32_t part = c->part;
        const Contact *at = c;
        while (at != NULL && hold != ONE_SIDED_SOLID) {
            hold = (OneSidedState)max_i(hold, hold_of(world, at, before));
            int32_t index = goes_on(world, c->colliderA, part, end, up, &part) && part != c->part
                                ? pair_find(world, c->colliderA, c->colliderB, part)
                                : NONE;
            at = index != NONE ? &world->state.contacts.data[index] : NULL;
        }
    }
    return hold;
}

// Whether the body's middle was on the left of a segment a step ago, not past a free end, and is so
// still or below it.
static bool came_in_front(const MicaWorld *world, const Contact *c, const Geometry *a,
                          const Geometry *b, Transform relative, Vec2 up)
{
    Transform before =
        inv_mul(world->state.previous.data[c->bodyA], world->state.previous.data[c->bodyB]);
    Vec2 middle = geometry_mean_point(b), edge = sub(a->b, a->a),
         was = sub(transform(before, middle), a->a), is = sub(transform(relative, middle), a->a);
    float l2 = dot(edge, edge), from = dot(was, edge), to = dot(is, edge);
    int32_t unused;
    bool over = (from >= 0.0f || goes_on(world, c->colliderA, c->part, 0, up, &unused)) &&
                (from <= l2 || goes_on(world, c->colliderA, c->part, 1, up, &unused));
    return over && dot(was, up) > 0.0f && (dot(is, up) > 0.0f || (to >= 0.0f && to <= l2));
}

// Of a segment of a one-sided chain: whether what it meets was held up to now, or came in front of
// it. What sank past its middle has no other side to come out by.
static bool chain_holds(const MicaWorld *world, const Contact *c, const Geometry *a,
                        const Geometry *b, Transform relative, Vec2 up, float reach,
                        LocalManifold *m)
{
    bool placed = body_has_mark(world, c->bodyA, BODY_TELEPORTED) ||
                  body_has_mark(world, c->bodyB, BODY_TELEPORTED);
    OneSidedState hold = placed ? ONE_SIDED_UNKNOWN : hold_around(world, c, up, true);
    bool holds = hold == ONE_SIDED_SOLID ||
                 (hold == ONE_SIDED_UNKNOWN && came_in_front(world, c, a, b, relative, up));
    if (holds && dot(m->normal, up) < -ONE_WAY_MIN_COSINE) {
        collide_left_side(a, b, relative, reach, m);
    }
    return holds;
}

// A body is held if it lies on the right side and was above a step ago, or is held already; a
// platform that moves and a body that falls fast are thereby no different from others. Half-way
// through, nothing changes. `up`: out of the side where the part holds, as the normal goes.
static void pass_one_way(const MicaWorld *world, const Contact *c, Transform relative, Vec2 up,
                         bool held, bool drops, LocalManifold *m)
{
    if (m->count > 0 && (drops || !(dot(m->normal, up) > ONE_WAY_MIN_COSINE) ||
                         !(held || separation_before(world, c, relative, m) >= -LINEAR_SLOP))) {
        m->count = 0;
        m->gap = 0.0f;
    }
}

void one_way_filter(MicaWorld *world, const Contact *c, const Geometry *a, const Geometry *b,
                    Transform relative, float reach, LocalManifold *m)
{
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
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
        m->oneSidedState = m->count > 0 ? ONE_SIDED_SOLID : ONE_SIDED_OPEN;
    }
}

// ----------------------------------------------------------------------------------------- sweeps

// Of one-way parts, those of what is met and the body's own: true if they hold what comes as this
// does, from outside and against the side that holds.
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

// Whether the segment of a one-sided chain that a body is in holds it; `up` as part_one_way has it.
bool one_way_is_solid(const MicaWorld *world, const Collider *own, const Collider *other,
                      int32_t part, Vec2 up)
{
    const Collider *all = world->state.colliders.data;
    if (!chain_is_one_sided(world, other)) {
        return false;
    }
    int32_t index = pair_find(world, (int32_t)(other - all), (int32_t)(own - all), part);
    return index != NONE &&
           hold_around(world, &world->state.contacts.data[index], up, false) == ONE_SIDED_SOLID;
}

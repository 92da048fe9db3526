// Narrow phase: for every pair with a moving side, the manifold, carrying impulses over from the
// last step by feature; pairs whose boxes parted are dropped. A manifold is kept, with its gap
// carried along, while the bodies have hardly moved against each other, or one slides along a side
// of the other; and a pair that is apart is not looked at until it can have come together. Reads
// transforms and shapes; writes manifolds, end and trigger events, and wakes what something awake
// touches.
#include "contacts.h"

void narrow_collide(MicaWorld *world, const Contact *c, Transform relative, float reach,
                    LocalManifold *m)
{
    m->oneSidedState = ONE_SIDED_UNKNOWN;
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    bool filtered = ((a->flags | b->flags) & (COLLIDER_ONE_WAY | COLLIDER_ARCADE)) != 0;
    if (a->type == MICA_SHAPE_CIRCLE && !filtered) {
        // Balls among balls are half of many games' pairs: the short way.
        collide_circles(a->a, a->radius, transform(relative, b->a), b->radius, reach, m);
        if (m->count == 0 ||
            (!internal_edges_possible(world, a) && !internal_edges_possible(world, b))) {
            return;
        }
    }
    Polygon storage;
    Geometry gA = part_geometry(world, a, c->part, &storage), gB = collider_geometry(world, b);
    Vec2 unused;
    internal_edges_collide(world, c, &gA, &gB, relative, reach, m);
    if (filtered || part_one_way(world, a, c->part, &unused)) {
        arcade_normals_filter(world, c, &gA, &gB, relative, m);
        one_way_filter(world, c, &gA, &gB, relative, reach, m);
        m->slideRange[0] = m->slideRange[1] =
            0.0f;  // it may say something else a little further on
    }
}

static inline Vec2 local_center(const MicaWorld *world, int32_t slot)
{
    return body_has_mark(world, slot, BODY_CENTERED) ? vec(0.0f, 0.0f)
                                                     : world->state.bodies.data[slot].localCenter;
}

// What the points carried goes over to those of the same features; others start with nothing.
static void carry_impulses(Contact *c, const LocalManifold *m)
{
    float normalImpulse[2] = {c->points[0].normalImpulse, c->points[1].normalImpulse};
    float rubs[2] = {0.0f, 0.0f};
    for (int32_t j = 0; j < c->count; ++j) {
        rubs[j] = contact_friction(c, j);
    }
    c->tangentImpulse = 0.0f;
    for (int32_t i = 0; i < m->count; ++i) {
        c->points[i].normalImpulse = 0.0f;
        for (int32_t j = 0; j < c->count; ++j) {
            if (c->feature[j] == m->points[i].feature) {
                c->points[i].normalImpulse = normalImpulse[j];
                c->tangentImpulse += rubs[j];
                break;
            }
        }
    }
}

static void keep_points(MicaWorld *world, Contact *c, Transform relative, const LocalManifold *m)
{
    // Mostly they are the same.
    if (c->count != m->count || c->feature[0] != m->points[0].feature ||
        (m->count == 2 && c->feature[1] != m->points[1].feature)) {
        carry_impulses(c, m);
    }
    c->normal = m->normal;
    c->count = (uint8_t)m->count;
    c->relative = relative;
    // A ball rolls off its contact with a side, and what is kept of it would push it on from
    // behind.
    int32_t typeB = world->state.colliders.data[c->colliderB].type;
    bool ball = m->face == FACE_A && typeB == MICA_SHAPE_CIRCLE,
         round =
             m->face == FACE_A && m->count == 1 && m->pointOnEdge && typeB <= MICA_SHAPE_CAPSULE;
    c->cacheFlags =
        (uint8_t)(m->face | (ball ? CACHE_ROUND : 0) | (round ? CACHE_ROUND_ON_EDGE : 0));
    for (int32_t i = 0; i < 2; ++i) {
        c->slideRange[i] =
            (uint8_t)clamp_f(m->slideRange[i] * (1.0f / SLIDE_RANGE_UNIT), 0.0f, 255.0f);
    }
    c->cacheFlags |=
        (uint8_t)(c->slideRange[0] + c->slideRange[1] > 0 ? m->movesWithB * CACHE_POINT_SLIDES : 0);
    Vec2 center = local_center(world, c->bodyA);
    for (int32_t i = 0; i < m->count; ++i) {
        c->points[i].anchor = sub(m->points[i].point, center);
        c->points[i].separation = c->cachedSeparation[i] = m->points[i].separation;
        c->feature[i] = (uint8_t)m->points[i].feature;
    }
}

// How far B's centre comes in that time as seen from A's, as they move now.
static inline Vec2 way_ahead(const MicaWorld *world, const Contact *c, float dt)
{
    const float *vA = world->state.velocities.data[c->bodyA].v,
                *vB = world->state.velocities.data[c->bodyB].v;
    return vec(dt * (vB[0] - vA[0]), dt * (vB[1] - vA[1]));
}

// What gravity adds to that: to the upper one's, while the other may stand.
static inline Vec2 fall_ahead(const MicaWorld *world, const Contact *c, Vec2 normal, float dt)
{
    bool falls = dot(world->state.gravity, normal) < 0.0f;  // B onto A
    int32_t slot = falls ? c->bodyB : c->bodyA;
    float pull = body_is_dynamic(world, slot) ? world->state.bodies.data[slot].gravityScale : 0.0f;
    return scale((falls ? dt : -dt) * dt * pull, world->state.gravity);
}

static inline float least_separation(const LocalManifold *m)
{
    float first = m->points[0].separation;
    return m->count == 2 ? min_f(first, m->points[1].separation) : first;
}

// Of two that come together by `go` and meet as `m` says: whether they get into each other as they
// go on, by `share` of what they would if nothing but that surface were in the way. What passes a
// corner closely, or flush with a side, does not. They go no further than by `most` of `go`.
static bool meet_for_good(const Geometry *gA, const Geometry *gB, Transform at, Vec2 go,
                          const LocalManifold *m, float share, float most)
{
    float speed = -dot(go, m->normal);
    if (!(speed > 0.0f)) {
        return false;
    }
    // What goes nearly along a surface would be far away before it is that deep.
    float further = min_f(LINEAR_SLOP / speed, SPECULATIVE_DISTANCE / length(go)),
          part = least_separation(m) / speed + further;
    Transform later = {mul_add(at.p, min_f(part, most), go), at.q};
    LocalManifold then;
    collide_geometry(gA, gB, later, 0.0f, &then);
    return then.count > 0 && least_separation(&then) <= -share * further * speed;
}

// How far a body's turning brings a point of its surface; a disc about its centre turns within
// itself.
static inline float turn_of(const MicaWorld *world, int32_t slot, float dt)
{
    bool round = body_has_mark(world, slot, BODY_DISC);
    return round ? 0.0f
                 : dt * abs_f(world->state.velocities.data[slot].v[2]) *
                       world->state.bodies.data[slot].maxExtent;
}

// Whether how they turn decides where they meet, not just how they go.
static inline bool turn_ahead(const MicaWorld *world, const Contact *c, float dt)
{
    return turn_of(world, c->bodyA, dt) + turn_of(world, c->bodyB, dt) > LINEAR_SLOP;
}

// Whether two that are near, and would touch in this step for the first time, only pass each other.
static bool passes_by(const MicaWorld *world, const Contact *c, Transform relative,
                      const LocalManifold *m, float dt)
{
    float gap = least_separation(m);
    if (!(gap > -0.5f * LINEAR_SLOP) ||
        (c->count > 0 &&
         (c->points[0].normalImpulse != 0.0f || c->points[c->count - 1].normalImpulse != 0.0f))) {
        return false;
    }
    Rot q = world->state.transforms.data[c->bodyA].q;
    Vec2 normal = rotate(q, m->normal), way = way_ahead(world, c, dt);
    if (!(-dot(way, normal) > max_f(gap, AXIS_BIAS))) {
        // Or begins to fall. What slides is held up by something else.
        way = add(way, fall_ahead(world, c, normal, dt));
    }
    Vec2 go = unrotate(q, way);
    // The most that they slide on each other until it is clear.
    float across = abs_f(cross(go, m->normal)) + LINEAR_SLOP,
          over = m->count == 2
                     ? length(sub(m->points[1].point, m->points[0].point)) - SPECULATIVE_DISTANCE
                     : min_f(m->slideRange[0], m->slideRange[1]);
    if (!(-dot(go, m->normal) > max_f(gap, AXIS_BIAS)) || over > across ||
        turn_ahead(world, c, dt)) {
        return false;
    }
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    Polygon storage;
    Geometry gA = part_geometry(world, a, c->part, &storage), gB = collider_geometry(world, b);
    // What is round and arcade has corners that its shape does not tell of.
    bool squared =
        ((a->flags | b->flags) & COLLIDER_ARCADE) != 0 && (gA.radius > 0.0f || gB.radius > 0.0f);
    return !squared && ((a->flags | b->flags) & COLLIDER_ONE_WAY) == 0 &&
           !meet_for_good(&gA, &gB, relative, go, m, 0.5f, 3e38f);
}

// What comes down on a corner fast may come down on the other one in the same step, turned by the
// first, however far that is. `m`: the first.
static void add_second_point(MicaWorld *world, const Contact *c, Transform relative, float dt,
                             LocalManifold *m)
{
    if (world->state.colliders.data[c->colliderA].type == MICA_SHAPE_CIRCLE ||
        world->state.colliders.data[c->colliderB].type == MICA_SHAPE_CIRCLE) {
        return;
    }
    // The other corner lies beyond the centre of mass, and comes as much faster than that as that
    // than the first.
    Transform a = world->state.transforms.data[c->bodyA];
    Vec2 normal = rotate(a.q, m->normal), point = transform(a, m->points[0].point),
         armA = sub(point, body_world_center(world, c->bodyA)),
         armB = sub(point, body_world_center(world, c->bodyB));
    float spinA = world->state.velocities.data[c->bodyA].v[2],
          spinB = world->state.velocities.data[c->bodyB].v[2],
          comes = -dot(way_ahead(world, c, dt), normal),
          turns = dt * (spinB * cross(armB, normal) - spinA * cross(armA, normal)),
          reach = comes + max_f(turns, 0.0f);
    if (!(reach > SPECULATIVE_DISTANCE)) {
        return;
    }
    LocalManifold both;
    narrow_collide(world, c, relative, reach, &both);
    if (both.count == 2 && both.face == m->face) {
        *m = both;
    }
}

static void make_manifold(MicaWorld *world, Contact *c, Transform relative, float dt)
{
    LocalManifold m;
    narrow_collide(world, c, relative, SPECULATIVE_DISTANCE, &m);
    if (m.count == 1 && m.face != FACE_NONE) {
        add_second_point(world, c, relative, dt, &m);
    }
    if ((m.oneSidedState | c->oneSided) != 0) {
        one_way_set_state(world, c, (OneSidedState)m.oneSidedState);
    }
    if (m.count > 0 && !passes_by(world, c, relative, &m, dt)) {
        keep_points(world, c, relative, &m);
        return;
    }
    c->rollingImpulse = 0.0f;
    pair_set_apart(c, relative, m.normal, m.count > 0 ? 0.0f : m.gap);
    event_end(world, c);
}

// How B has moved as seen from A.
typedef struct Drift {
    Rot turn;
    Vec2 shift;
    float arc;  // metres that its points have come by the turn at most, while turn.c > 0.8
} Drift;

static inline Drift drift_since(const Transform *then, Transform now, float reach)
{
    Rot turn = rot_inv_mul(then->q, now.q);
    // Arc over sine stays below 1.2.
    return (Drift){turn, sub(now.p, then->p), 1.2f * abs_f(turn.s) * reach};
}

// Whether B has turned little and come less than `most` metres; not if that is negative. One
// branch, as it comes often.
static inline bool is_less(const Drift *drift, float most)
{
    return (drift->turn.c > 0.8f) & (dot(drift->shift, drift->shift) < most * abs_f(most));
}

// What is left at least of the gap between two that are apart, along its axis; not positive if
// nothing is known.
static inline float gap_left(const ContactApart *apart, Transform now)
{
    Drift drift = drift_since(&apart->relative, now, apart->reachB);
    return apart->gap > 0.0f && drift.turn.c > 0.8f
               ? apart->gap + dot(apart->axis, drift.shift) - drift.arc
               : 0.0f;
}

// True if B has only slid along A's side, as far as it may, and has come no nearer than a point
// that was out of reach may be: then the points of its own come along, and what is left of the
// drift is across.
static bool slide_manifold(Contact *c, Drift *drift)
{
    Vec2 u = left_perp(c->normal);
    float way = dot(drift->shift, u), units = way * (1.0f / SLIDE_RANGE_UNIT);
    int32_t ahead = way > 0.0f;
    int32_t all = ((1 << c->count) - 1) * CACHE_POINT_SLIDES;
    if (!(abs_f(units) <= c->slideRange[ahead]) ||
        ((c->cacheFlags & all) != all && abs_f(drift->turn.s) > PARALLEL_EDGE_SINE)) {
        return false;
    }
    float off = dot(drift->shift, c->normal),
          furthest = max_f(c->cachedSeparation[0], c->cachedSeparation[c->count - 1]) + off,
          least = min_f(c->cachedSeparation[0], c->cachedSeparation[c->count - 1]) + off;
    if (off < -MANIFOLD_SLACK && least > 0.0f) {
        return false;  // comes down, and may pass by
    }
    if (!(abs_f(off) <= 0.5f * SPECULATIVE_DISTANCE && furthest <= SPECULATIVE_DISTANCE &&
          drift->turn.c > 0.8f && drift->arc < MANIFOLD_SLACK)) {
        return false;
    }
    drift->shift = scale(off, c->normal);
    int32_t used = (int32_t)abs_f(units);
    c->slideRange[1 - ahead] = (uint8_t)min_i(c->slideRange[1 - ahead] + used, 255);
    c->slideRange[ahead] = (uint8_t)max_i(c->slideRange[ahead] - used - 1, 0);
    c->relative.p = mul_add(c->relative.p, way, u);
    for (int32_t i = 0; i < c->count; ++i) {
        if ((c->cacheFlags & CACHE_POINT_SLIDES << i) != 0) {
            c->points[i].anchor = mul_add(c->points[i].anchor, way, u);
        }
    }
    return true;
}

// True if the manifold still serves; then its separations are those of now, to first order.
static bool keep_manifold(const MicaWorld *world, Contact *c, Transform now)
{
    if (c->cacheFlags == 0) {
        return false;
    }
    const Transform *then = c->count > 0 ? &c->relative : &c->apart.relative;
    float reach = c->count > 0 ? c->reachB : c->apart.reachB;
    float slack = (c->cacheFlags & CACHE_ROUND) != 0 ? ROUNDED_MANIFOLD_SLACK : MANIFOLD_SLACK,
          none = (c->flags & CONTACT_TRIGGER) != 0 ? 0.0f : MANIFOLD_SLACK,
          most = c->count > 0 ? slack : max_f(c->apart.gap, none);
    Drift drift = drift_since(then, now, reach);
    if (!is_less(&drift, most - drift.arc) && (c->count == 0 || !slide_manifold(c, &drift))) {
        return false;
    }
    Vec2 origin = then->p, center = local_center(world, c->bodyA);
    for (int32_t i = 0; i < c->count; ++i) {
        Vec2 arm = sub(add(c->points[i].anchor, center), origin);
        c->points[i].separation =
            c->cachedSeparation[i] +
            dot(c->normal, add(drift.shift, sub(rotate(drift.turn, arm), arm)));
    }
    return true;
}

typedef enum Outcome { STAYS, GOES, NO_ROOM } Outcome;

// Whether two that are `d` apart, and beyond reach, come within it in this step, as they move now.
// What moves by less than the speculative distance need not be asked: it will not touch.
static inline bool will_meet(const MicaWorld *world, const Contact *c, Vec2 d, float reach,
                             float dt)
{
    Vec2 way = way_ahead(world, c, dt);
    float closing = -dot(d, way), square = dot(way, way);
    if (!(square > SPECULATIVE_DISTANCE * SPECULATIVE_DISTANCE) || !(closing > 0.0f)) {
        return false;
    }
    // At the nearest, or at the step's end.
    Vec2 then = mul_add(d, closing / max_f(square, closing), way);
    return dot(then, then) <= reach * reach;
}

// Two dynamic balls are asked anew in every step: that takes no longer than to find out whether
// what is known serves, and in a crowd nobody can foresee the answer. Neither body nor collider is
// fetched for it, and what stays apart is not written to.
static inline Outcome refresh_balls(MicaWorld *world, Contact *c, float dt)
{
    Transform a = world->state.transforms.data[c->bodyA];
    Vec2 d = sub(world->state.transforms.data[c->bodyB].p, a.p);
    float radiusA = c->cachedSeparation[1], radiusB = c->reachB, radii = radiusA + radiusB,
          reach = radii + SPECULATIVE_DISTANCE;
    if (dot(d, d) > reach * reach) {
        bool meets = will_meet(world, c, d, reach, dt);
        if ((c->count > 0 && !meets) || (c->flags & CONTACT_TOUCHING) != 0) {
            if (!events_reserve_change(world, c)) {
                return NO_ROOM;
            }
            c->count = c->cacheFlags = 0;
            c->rollingImpulse = 0.0f;
            event_end(world, c);
        }
        if (!meets) {
            // So far off, boxes may meet no longer. A pair dropped too soon is soon made again.
            float most = radii + 2.0f * min_f(AABB_MARGIN_FRACTION * radii, 2.0f * AABB_MARGIN);
            return max_f(abs_f(d.x), abs_f(d.y)) > most &&
                           !aabb_overlaps(&world->state.colliders.data[c->colliderA].box,
                                          &world->state.colliders.data[c->colliderB].box)
                       ? GOES
                       : STAYS;
        }
    }
    float distance;
    Vec2 normal = unrotate(a.q, normalize(d, &distance));
    if (!(distance > 0.0f)) {
        normal = unrotate(a.q, vec(0.0f, 1.0f));
    }
    if (c->count == 0) {
        c->points[0].normalImpulse = c->tangentImpulse = 0.0f;
        c->feature[0] = 0;
    }
    c->count = 1;
    uint32_t locks = MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y,
             flagsA = world->state.flags.data[c->bodyA], flagsB = world->state.flags.data[c->bodyB];
    bool plain = bodies_have_mark(world, c, BODY_CENTERED) && ((flagsA | flagsB) & locks) == 0 &&
                 c->rollingResistance == 0.0f && c->tangentSpeed == 0.0f;
    c->cacheFlags = plain ? FACE_NONE | CACHE_BALLS : FACE_NONE;
    c->normal = normal;
    c->points[0].separation = distance - radii;
    c->points[0].anchor =
        mul_add(neg(local_center(world, c->bodyA)), 0.5f * (radiusA + distance - radiusB), normal);
    world->output.narrowTests += 1;
    return STAYS;
}

static Outcome refresh(MicaWorld *world, Contact *c, float dt)
{
    bool trigger = (c->flags & CONTACT_TRIGGER) != 0;
    uint32_t flagsA = world->state.flags.data[c->bodyA], flagsB = world->state.flags.data[c->bodyB];
    if (((flagsA | flagsB) & MICA_FLAG_MOVED) == 0 && (c->flags & CONTACT_FORCE_UPDATE) == 0 &&
        !(trigger && trigger_needs_update(world, c))) {
        return STAYS;
    }
    if ((c->flags & (CONTACT_BALLS | CONTACT_TRIGGER)) == CONTACT_BALLS &&
        bodies_have_mark(world, c, BODY_ONE_COLLIDER) && body_is_dynamic(world, c->bodyA) &&
        body_is_dynamic(world, c->bodyB)) {
        Outcome outcome = refresh_balls(world, c, dt);
        if ((c->flags & CONTACT_FORCE_UPDATE) != 0 && outcome != NO_ROOM) {
            c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
        }
        if (c->count > 0 && (flagsA & flagsB & MICA_FLAG_AWAKE) == 0) {
            pair_wake(world, c);
        }
        return outcome;
    }
    Transform relative =
        inv_mul(world->state.transforms.data[c->bodyA], world->state.transforms.data[c->bodyB]);
    bool kept = keep_manifold(world, c, relative);
    if (!kept && !events_reserve_change(world, c)) {
        return NO_ROOM;
    }
    c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
    if (!kept) {
        const Collider *a = &world->state.colliders.data[c->colliderA],
                       *b = &world->state.colliders.data[c->colliderB];
        MicaAABB box = part_box(world, a, c->part);
        if (!aabb_overlaps(&box, &b->box)) {
            event_end(world, c);
            return GOES;
        }
        if (c->cacheFlags != 0 && c->count == 0 && gap_left(&c->apart, relative) > 0.0f) {
            return STAYS;  // has gone far, but not towards the other
        }
        world->output.narrowTests += 1;
        if (trigger) {
            trigger_update(world, c, relative);
        } else {
            make_manifold(world, c, relative, dt);
        }
    }
    if (c->count > 0 && (flagsA & flagsB & MICA_FLAG_AWAKE) == 0) {
        pair_wake(world, c);
    }
    return STAYS;
}

// How fast points of A come towards B at most, along the axis; B's towards A with `sign` -1.
static inline float speed_along(const MicaWorld *world, int32_t slot, Vec2 axis, float sign,
                                float reach)
{
    const float *v = world->state.velocities.data[slot].v;
    return sign * (v[0] * axis.x + v[1] * axis.y) + reach * abs_f(v[2]);
}

// What is apart from ground, but not so far that it can't come to it in this step, may land deep:
// continuous.c looks.
static void note_ground(MicaWorld *world, const Contact *c, float dt)
{
    Transform a = world->state.transforms.data[c->bodyA],
              now = inv_mul(a, world->state.transforms.data[c->bodyB]);
    Vec2 axis = rotate(a.q, c->apart.axis);
    float way = dt * (speed_along(world, c->bodyA, axis, 1.0f, length(now.p)) +
                      speed_along(world, c->bodyB, axis, -1.0f, c->apart.reachB));
    if (!(gap_left(&c->apart, now) > max_f(way, 0.0f))) {
        bool dynamicA = body_is_dynamic(world, c->bodyA);
        world->state.bodyMarks.data[dynamicA ? c->bodyA : c->bodyB] |= BODY_NEAR_STATIC;
    }
}

// Two dynamic bodies that are apart, but come together within this step from further off than the
// speculative distance: their manifold is that of where they will meet, with the gaps as they are
// now. Were it that of now, what passes a corner would be stopped by the side around it. What meets
// ground like that is swept against it instead.
static void meet_ahead(MicaWorld *world, Contact *c, float dt)
{
    Vec2 way = way_ahead(world, c, dt);
    if (!(dot(way, way) > SPECULATIVE_DISTANCE * SPECULATIVE_DISTANCE)) {
        return;
    }
    Transform a = world->state.transforms.data[c->bodyA],
              now = inv_mul(a, world->state.transforms.data[c->bodyB]);
    float gap = gap_left(&c->apart, now), closing = -dot(way, rotate(a.q, c->apart.axis));
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
    if (!(gap > 0.0f && closing > gap) ||
        ((colliderA->flags | colliderB->flags) & (COLLIDER_ONE_WAY | COLLIDER_ARCADE)) != 0 ||
        internal_edges_possible(world, colliderA) || internal_edges_possible(world, colliderB)) {
        return;  // of what is more than its shape, only what is near tells
    }
    // As they go, not as they turn: where a corner is then, the solver follows.
    Vec2 go = unrotate(a.q, way);
    float part = min_f((gap + 0.5f * SPECULATIVE_DISTANCE) / closing, 1.0f);
    Polygon storage;
    Geometry gA = part_geometry(world, colliderA, c->part, &storage),
             gB = collider_geometry(world, colliderB);
    LocalManifold m;
    Transform then = {mul_add(now.p, part, go), now.q};
    collide_geometry(&gA, &gB, then, SPECULATIVE_DISTANCE + (1.0f - part) * closing, &m);
    world->output.narrowTests += 1;
    bool turns = turn_ahead(world, c, dt);
    if (m.count == 0 ||
        !meet_for_good(&gA, &gB, then, go, &m, turns ? 0.0f : 0.5f, turns ? 1.0f - part : 3e38f)) {
        return;
    }
    Vec2 before = scale(-part, go);
    // The point of A's that B's comes to, or of B's that A comes to, or between both: as the
    // solver's arms follow.
    float share = face_lever_weight(m.face);
    for (int32_t i = 0; i < m.count; ++i) {
        LocalPoint *p = &m.points[i];
        p->separation += dot(m.normal, before);
        p->point = mul_add(p->point, share, before);
    }
    m.pointOnEdge = false;
    m.slideRange[0] = m.slideRange[1] = 0.0f;
    keep_points(world, c, now, &m);
    if ((world->state.flags.data[c->bodyA] & world->state.flags.data[c->bodyB] & MICA_FLAG_AWAKE) ==
        0) {
        pair_wake(world, c);
    }
}

static inline uint8_t kind_of(const Contact *c)
{
    bool follows = (c->cacheFlags & CACHE_ROUND_ON_EDGE) != 0,
         balls = (c->cacheFlags & CACHE_BALLS) != 0;
    return (uint8_t)(c->count == 2 ? CONTACT_TWO
                     : follows     ? CONTACT_ROUND_ON_EDGE
                     : balls       ? CONTACT_TWO_BALLS
                                   : CONTACT_ONE);
}

// Whether no point touches, or carries an impulse over, and there is no begin to tell.
static inline bool is_idle(const Contact *c)
{
    float least = (c->flags & CONTACT_TOUCHING) != 0 ? -IDLE_DEPTH : LINEAR_SLOP;
    int32_t last = c->count - 1;
    return c->points[0].separation > least && c->points[last].separation > least &&
           c->points[0].normalImpulse == 0.0f && c->points[last].normalImpulse == 0.0f &&
           c->tangentImpulse == 0.0f && c->rollingImpulse == 0.0f;
}

bool narrow_phase(MicaWorld *world, float dt)
{
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.queryHits,
                       world->state.liveColliders + 8) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.activeContacts,
                       world->state.contacts.count) ||
        !static_neighbours_reserve(world)) {
        return false;
    }
    world->output.narrowTests = 0;
    int32_t solid = 0, touching = 0, visits = 0, idleAtMost = 0;
    for (int32_t i = 0; i < world->state.contacts.count;) {
        Contact *c = &world->state.contacts.data[i];
        Outcome outcome = refresh(world, c, dt);
        if (outcome == NO_ROOM) {
            return false;  // between two pairs: the next step goes on
        }
        if (outcome == GOES) {
            pair_remove(world, i);  // the last takes its place
            continue;
        }
        bool touches = (c->flags & CONTACT_TOUCHING) != 0,
             trigger = (c->flags & CONTACT_TRIGGER) != 0;
        touching += touches && !trigger;
        visits += touches && trigger;
        bool dynamicA = body_is_dynamic(world, c->bodyA),
             dynamicB = body_is_dynamic(world, c->bodyB);
        if (c->count == 0 && !trigger && !(dynamicA && dynamicB)) {
            note_ground(world, c, dt);
        } else if (c->count == 0 && !trigger && c->cacheFlags != 0) {
            meet_ahead(world, c, dt);
        }
        if (c->count > 0) {
            bool idle = dynamicA != dynamicB && is_idle(c);
            world->scratch.activeContacts.data[solid++] = (ActiveContact){
                i, c->bodyA, c->bodyB, kind_of(c), (uint8_t)(c->flags | (idle ? ACTIVE_IDLE : 0)),
                0};
            idleAtMost += idle;
        }
        i += 1;
    }
    world->scratch.activeContacts.count = solid;
    world->scratch.maxIdle = idleAtMost;
    world->scratch.touchingPairs = touching;
    world->scratch.triggerVisits = visits;
    return true;
}

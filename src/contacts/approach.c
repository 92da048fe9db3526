// Bodies that are still apart when a step begins and may meet within it. A manifold of where they
// are now would stop what in truth passes a corner, or miss the corner that lands second; so their
// motion is extrapolated: present velocity times dt, gravity where it starts a fall. Pairs of
// dynamic bodies get the manifold of the place where they will meet; bodies near a static or
// kinematic collider are marked for the continuous phase. Called by the narrow phase; reads
// transforms, velocities and shapes, writes contacts and the bodies' BODY_NEAR_STATIC.
#include "manifold_cache.h"

// What gravity adds to the displacement in dt: that of the upper body, as the lower one may be
// supported.
static inline Vec2 gravity_ahead(const MicaWorld *world, const Contact *c, Vec2 normal, float dt)
{
    bool falls = dot(world->state.gravity, normal) < 0.0f;  // B onto A
    int32_t slot = falls ? c->bodyB : c->bodyA;
    float pull = body_is_dynamic(world, slot) ? world->state.bodies.data[slot].gravityScale : 0.0f;
    return scale((falls ? dt : -dt) * dt * pull, world->state.gravity);
}

// How far a body's rotation moves a point of its surface in dt; a disc about its centre rotates
// within itself.
static inline float arc_ahead(const MicaWorld *world, int32_t slot, float dt)
{
    bool round = body_has_mark(world, slot, BODY_DISC);
    return round ? 0.0f
                 : dt * abs_f(world->state.velocities.data[slot].v[2]) *
                       world->state.bodies.data[slot].maxExtent;
}

// True if rotation, and not displacement alone, decides where the two meet.
static inline bool rotation_matters(const MicaWorld *world, const Contact *c, float dt)
{
    return arc_ahead(world, c->bodyA, dt) + arc_ahead(world, c->bodyB, dt) > LINEAR_SLOP;
}

static inline float min_separation(const LocalManifold *m)
{
    float first = m->points[0].separation;
    return m->count == 2 ? min_f(first, m->points[1].separation) : first;
}

// True if B, which at `at` approaches A by `displacement` and meets it as `m` says, penetrates A
// when it moves on: by at least `depthFraction` of the depth that it would have if m's surface were
// endless. False for what passes a corner closely or slides flush along a side. B is moved by no
// more than `maximum` times the displacement.
static bool will_penetrate(const Geometry *gA, const Geometry *gB, Transform at, Vec2 displacement,
                           const LocalManifold *m, float depthFraction, float maximum)
{
    float closing = -dot(displacement, m->normal);
    if (!(closing > 0.0f)) {
        return false;
    }
    // To a depth of LINEAR_SLOP; but not so far along a surface that B has left it by then.
    float further = min_f(LINEAR_SLOP / closing, SPECULATIVE_DISTANCE / length(displacement)),
          fraction = min_separation(m) / closing + further;
    Transform later = {mul_add(at.p, min_f(fraction, maximum), displacement), at.q};
    LocalManifold then;
    collide_geometry(gA, gB, later, 0.0f, &then);
    return then.count > 0 && min_separation(&then) <= -depthFraction * further * closing;
}

// Whether the shapes of a pair that slides past each other can be tested as plain geometry: neither
// is one-way, and no rounded shape has the square corners of an arcade collider.
static bool is_plain_geometry(const Collider *a, const Collider *b, const Geometry *gA,
                              const Geometry *gB)
{
    bool squared =
        ((a->flags | b->flags) & COLLIDER_ARCADE) != 0 && (gA->radius > 0.0f || gB->radius > 0.0f);
    return !squared && ((a->flags | b->flags) & COLLIDER_ONE_WAY) == 0;
}

bool approach_passes_by(const MicaWorld *world, const Contact *c, Transform relative,
                        const LocalManifold *m, float dt)
{
    float gap = min_separation(m);
    if (!(gap > -0.5f * LINEAR_SLOP) ||
        (c->count > 0 &&
         (c->points[0].normalImpulse != 0.0f || c->points[c->count - 1].normalImpulse != 0.0f))) {
        return false;
    }
    Rot q = world->state.transforms.data[c->bodyA].q;
    Vec2 normal = rotate(q, m->normal), ahead = displacement_ahead(world, c, dt);
    if (!(-dot(ahead, normal) > max_f(gap, AXIS_BIAS))) {
        // It may be about to fall. What merely slides is supported by something else.
        ahead = add(ahead, gravity_ahead(world, c, normal, dt));
    }
    Vec2 displacement = unrotate(q, ahead);
    // How far they slide along each other at most until they are clear.
    float across = abs_f(cross(displacement, m->normal)) + LINEAR_SLOP,
          overlap = m->count == 2
                        ? length(sub(m->points[1].point, m->points[0].point)) - SPECULATIVE_DISTANCE
                        : min_f(m->slideRange[0], m->slideRange[1]);
    if (!(-dot(displacement, m->normal) > max_f(gap, AXIS_BIAS)) || overlap > across ||
        rotation_matters(world, c, dt)) {
        return false;
    }
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    Polygon storage;
    Geometry gA = part_geometry(world, a, c->part, &storage), gB = collider_geometry(world, b);
    return is_plain_geometry(a, b, &gA, &gB) &&
           !will_penetrate(&gA, &gB, relative, displacement, m, 0.5f, 3e38f);
}

void approach_add_second_point(MicaWorld *world, const Contact *c, Transform relative, float dt,
                               LocalManifold *m)
{
    if (world->state.colliders.data[c->colliderA].type == MICA_SHAPE_CIRCLE ||
        world->state.colliders.data[c->colliderB].type == MICA_SHAPE_CIRCLE) {
        return;
    }
    // The other corner lies beyond the centre of mass. Where rotation lifts the first corner by
    // `turning`, it brings the other one down by as much, in addition to `closing`.
    Transform a = world->state.transforms.data[c->bodyA];
    Vec2 normal = rotate(a.q, m->normal), point = transform(a, m->points[0].point),
         armA = sub(point, body_world_center(world, c->bodyA)),
         armB = sub(point, body_world_center(world, c->bodyB));
    float spinA = world->state.velocities.data[c->bodyA].v[2],
          spinB = world->state.velocities.data[c->bodyB].v[2],
          closing = -dot(displacement_ahead(world, c, dt), normal),
          turning = dt * (spinB * cross(armB, normal) - spinA * cross(armA, normal)),
          maxDistance = closing + max_f(turning, 0.0f);
    if (!(maxDistance > SPECULATIVE_DISTANCE)) {
        return;
    }
    LocalManifold both;
    manifold_compute(world, c, relative, maxDistance, &both);
    if (both.count == 2 && both.face == m->face) {
        *m = both;
    }
}

// How far points of one body move along the axis in dt at most; `sign` -1: against it.
static inline float speed_along(const MicaWorld *world, int32_t slot, Vec2 axis, float sign,
                                float reach)
{
    const float *v = world->state.velocities.data[slot].v;
    return sign * (v[0] * axis.x + v[1] * axis.y) + reach * abs_f(v[2]);
}

void approach_mark_near_static(MicaWorld *world, const Contact *c, float dt)
{
    Transform a = world->state.transforms.data[c->bodyA],
              now = inv_mul(a, world->state.transforms.data[c->bodyB]);
    Vec2 axis = rotate(a.q, c->apart.axis);
    float closing = dt * (speed_along(world, c->bodyA, axis, 1.0f, length(now.p)) +
                          speed_along(world, c->bodyB, axis, -1.0f, c->apart.reachB));
    if (!(gap_left(&c->apart, now) > max_f(closing, 0.0f))) {
        bool dynamicA = body_is_dynamic(world, c->bodyA);
        int32_t body = dynamicA ? c->bodyA : c->bodyB;
        world->state.bodyMarks.data[body] |= BODY_NEAR_STATIC;
        body_may_change(world, body);
    }
}

// The manifold of the place where B meets A, with the separations and points of now. `fraction` of
// the displacement brings B there.
static void manifold_moved_back(LocalManifold *m, Vec2 displacement, float fraction)
{
    Vec2 back = scale(-fraction, displacement);
    // The point lies where B comes to on A, or A on B, or midway: as the solver's arms move.
    float weight = face_lever_weight(m->face);
    for (int32_t i = 0; i < m->count; ++i) {
        LocalPoint *p = &m->points[i];
        p->separation += dot(m->normal, back);
        p->point = mul_add(p->point, weight, back);
    }
    m->pointOnEdge = false;
    m->slideRange[0] = m->slideRange[1] = 0.0f;
}

void approach_collide(MicaWorld *world, Contact *c, float dt)
{
    Vec2 ahead = displacement_ahead(world, c, dt);
    if (!(dot(ahead, ahead) > SPECULATIVE_DISTANCE * SPECULATIVE_DISTANCE)) {
        return;
    }
    Transform a = world->state.transforms.data[c->bodyA],
              now = inv_mul(a, world->state.transforms.data[c->bodyB]);
    float gap = gap_left(&c->apart, now), closing = -dot(ahead, rotate(a.q, c->apart.axis));
    const Collider *colliderA = &world->state.colliders.data[c->colliderA],
                   *colliderB = &world->state.colliders.data[c->colliderB];
    if (!(gap > 0.0f && closing > gap) ||
        ((colliderA->flags | colliderB->flags) & (COLLIDER_ONE_WAY | COLLIDER_ARCADE)) != 0 ||
        internal_edges_possible(world, colliderA) || internal_edges_possible(world, colliderB)) {
        return;  // more than geometry decides: only at the speculative distance
    }
    // Rotation is left out: the solver follows where a corner turns.
    Vec2 displacement = unrotate(a.q, ahead);
    float fraction = min_f((gap + 0.5f * SPECULATIVE_DISTANCE) / closing, 1.0f);
    Polygon storage;
    Geometry gA = part_geometry(world, colliderA, c->part, &storage),
             gB = collider_geometry(world, colliderB);
    LocalManifold m;
    Transform then = {mul_add(now.p, fraction, displacement), now.q};
    collide_geometry(&gA, &gB, then, SPECULATIVE_DISTANCE + (1.0f - fraction) * closing, &m);
    world->output.narrowTests += 1;
    bool turns = rotation_matters(world, c, dt);
    if (m.count == 0 || !will_penetrate(&gA, &gB, then, displacement, &m, turns ? 0.0f : 0.5f,
                                        turns ? 1.0f - fraction : 3e38f)) {
        return;
    }
    manifold_moved_back(&m, displacement, fraction);
    undo_note_contact(world, c);
    manifold_store(world, c, now, &m);
    if ((world->state.flags.data[c->bodyA] & world->state.flags.data[c->bodyB] & MICA_FLAG_AWAKE) ==
        0) {
        pair_wake(world, c);
    }
}

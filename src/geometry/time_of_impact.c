// The time of impact of two moving shapes. Motion without rotation is a shape cast and exact.
// Otherwise conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body
// systems", 1996) along the normal n of the nearest points: the gap of a point of one shape to the
// surface of the other is at least
//     gap(t) >= gap + rate t - bend t²,
// with its present rate of change and a bound on half its second derivative from the rotations. No
// point can touch before the first root; advance to it, measure again. Since the bound contains the
// second derivative, the steps converge quadratically, and no contact is passed over, unlike with
// root finding along one axis. Called by the continuous phase, triggers, sweep queries and
// mica_time_of_impact; pure functions.
#include "geometry.h"

#define MAX_ADVANCES 400

Transform sweep_transform(const Sweep *s, float fraction)
{
    Rot q = rot_normalize(rot_mul(s->q0, trig_small_rot(fraction * s->turn)));
    return (Transform){sub(lerp(s->c0, s->c1, fraction), rotate(q, s->localCenter)), q};
}

// The relative motion of two cores about their centres: A's centre stays at the origin.
typedef struct Motion {
    Core localA, localB;
    Rot qA, qB;
    float turnA, turnB;
    float extentA, extentB;
    Vec2 start, velocity;  // of B's centre relative to A's; velocity per unit of fraction
} Motion;

static void toi_place(const Motion *m, float t, Core *a, Core *b, Vec2 *center)
{
    *center = mul_add(m->start, t, m->velocity);
    Rot qA = rot_mul(m->qA, trig_small_rot(t * m->turnA)),
        qB = rot_mul(m->qB, trig_small_rot(t * m->turnB));
    core_place(&m->localA, (Transform){{0.0f, 0.0f}, qA}, a);
    core_place(&m->localB, (Transform){*center, qB}, b);
}

// A time, at most `maximum`, before which the cores stay at least `level` apart along n. The axis n
// turns with the larger core, the frame, whose points are then at rest along it. A point p of the
// other core, at r from its own centre, has in that frame the velocity
//     p' = v + w_own x r - w_frame x p,
// and its acceleration is at most w_frame² |u| + 2 |w_frame| |v| + (w_own - w_frame)² |r|, with u
// from centre to centre. With an axis at rest, the far end of a long turning wall would seem to
// rush at a body beside the middle of the wall, and the steps would be tiny.
static float toi_safe_advance(const Motion *m, const Core *a, const Core *b, Vec2 center, Vec2 n,
                              float level, float maximum)
{
    float drift = dot(m->velocity, n);
    // Whatever their rotation, the cores stay within discs about their centres.
    float discs = dot(center, n) - m->extentA - m->extentB - level, floor = 0.0f;
    if (discs > 0.0f) {
        if (discs + drift * maximum > 0.0f) {
            return maximum;
        }
        floor = discs / -drift;
    }
    bool onA = m->extentA >= m->extentB;
    const Core *frame = onA ? a : b, *mover = onA ? b : a;
    float side = onA ? 1.0f : -1.0f, turn = onA ? m->turnA : m->turnB,
          own = onA ? m->turnB : m->turnA;
    float surface = -3e38f, frameBend = 0.0f;
    for (int32_t i = 0; i < frame->points; ++i) {
        surface = max_f(surface, side * dot(vec(frame->x[i], frame->y[i]), n));
    }
    if (turn != 0.0f) {
        float speed = length(m->velocity), furthest = length(center) + maximum * speed;
        frameBend = turn * turn * furthest + 2.0f * abs_f(turn) * speed;
    }
    Vec2 frameCenter = onA ? vec(0.0f, 0.0f) : center, moverCenter = onA ? center : vec(0.0f, 0.0f);
    float h = maximum;
    for (int32_t i = 0; i < mover->points; ++i) {
        // gap + rate t - bend t² is concave: positive at both ends means positive between them.
        Vec2 p = {mover->x[i], mover->y[i]}, r = sub(p, moverCenter);
        float gap = max_f(side * dot(p, n) - surface - level, 0.0f);
        float rate = drift + side * (own * cross(r, n) - turn * cross(sub(p, frameCenter), n));
        float bend = 0.5f * ((own - turn) * (own - turn) * length(r) + frameBend);
        if (gap + (rate - bend * h) * h > 0.0f) {
            continue;
        }
        float root = sqrtf(rate * rate + 4.0f * bend * gap);
        h = min_f(h, rate < 0.0f   ? 2.0f * gap / (root - rate)
                     : bend > 0.0f ? (rate + root) / (2.0f * bend)
                                   : h);
    }
    return max_f(h, floor);
}

// True if one of the faces (x, y) with normals (nx, ny), in whole groups of four, has all points in
// front of it by more than `reach`, at the start of their chords and at the end.
static inline bool toi_faces_separate(const float *x, const float *y, const float *nx,
                                      const float *ny, int32_t faces, const Vec2 *start,
                                      const Vec2 *end, int32_t points, float reach)
{
    int32_t separated = 0;
    for (int32_t i = 0; i < faces; i += 4) {
        f4 fx = f4_load(x + i), fy = f4_load(y + i), fnx = f4_load(nx + i), fny = f4_load(ny + i),
           minimum = f4_splat(3e38f);
        for (int32_t k = 0; k < points; ++k) {
            f4 d0 = f4_mul_add(f4_mul(fnx, f4_sub(f4_splat(start[k].x), fx)), fny,
                               f4_sub(f4_splat(start[k].y), fy));
            f4 d1 = f4_mul_add(f4_mul(fnx, f4_sub(f4_splat(end[k].x), fx)), fny,
                               f4_sub(f4_splat(end[k].y), fy));
            minimum = f4_min(minimum, f4_min(d0, d1));
        }
        separated |= f4_mask(f4_lt(f4_splat(reach), minimum));
    }
    return separated != 0;
}

// True if one edge of g separates the shapes over the whole sweep. The other shape is taken as a
// disc of radius `reach` about its centre. As seen from g, the path of that centre deviates from
// its chord by at most an eighth of its greatest acceleration.
static bool toi_edge_separates(const Geometry *g, const Sweep *s, Vec2 start, Vec2 velocity,
                               float reach, float limit)
{
    if (g->type != MICA_SHAPE_POLYGON) {
        return false;
    }
    float turn = limit * s->turn;
    Rot q1 = s->q0;
    Vec2 end = mul_add(start, limit, velocity);
    if (turn != 0.0f) {
        q1 = rot_mul(q1, trig_small_rot(turn));
        float furthest = max_f(length(start), length(end)), speed = limit * length(velocity);
        reach += 0.125f * abs_f(turn) * (abs_f(turn) * furthest + 2.0f * speed);
    }
    Vec2 p0 = add(unrotate(s->q0, start), s->localCenter),
         p1 = add(unrotate(q1, end), s->localCenter);
    const Polygon *p = g->polygon;
    return toi_faces_separate(p->x, p->y, p->nx, p->ny, g->count, &p0, &p1, 1, reach);
}

// True if a face of the larger core has all points of the other more than `reach` in front of it
// over the whole sweep. As seen from the face, a point deviates from its chord by at most an eighth
// of its greatest acceleration, which is bounded as in toi_safe_advance; by nothing if nothing
// turns.
static bool toi_face_separates(const Motion *m, float reach, float limit)
{
    bool onA = m->extentA >= m->extentB;
    const Core *frame = onA ? &m->localA : &m->localB, *mover = onA ? &m->localB : &m->localA;
    Transform frame0 = {{0.0f, 0.0f}, onA ? m->qA : m->qB},
              mover0 = {onA ? m->start : neg(m->start), onA ? m->qB : m->qA};
    Vec2 motion = scale(onA ? limit : -limit, m->velocity);
    Transform frame1 = frame0, mover1 = {add(mover0.p, motion), mover0.q};
    float turn = limit * (onA ? m->turnA : m->turnB), own = limit * (onA ? m->turnB : m->turnA);
    if (turn != 0.0f || own != 0.0f) {
        frame1.q = rot_mul(frame1.q, trig_small_rot(turn));
        mover1.q = rot_mul(mover1.q, trig_small_rot(own));
        float furthest = max_f(length(mover0.p), length(mover1.p));
        reach += 0.125f * (turn * turn * furthest + 2.0f * abs_f(turn) * length(motion) +
                           (own - turn) * (own - turn) * (onA ? m->extentB : m->extentA));
    }
    Transform start = inv_mul(frame0, mover0), end = inv_mul(frame1, mover1);
    Vec2 from[8], to[8];
    for (int32_t i = 0; i < mover->points; ++i) {
        Vec2 p = {mover->x[i], mover->y[i]};
        from[i] = transform(start, p);
        to[i] = transform(end, p);
    }
    return toi_faces_separate(frame->x, frame->y, frame->nx, frame->ny, frame->faces, from, to,
                              mover->points, reach);
}

// Fills the result for the placed cores a and b.
static void toi_finish(const Sweep *sa, MicaToiState state, float t, Vec2 normal, const Core *a,
                       const Core *b, MicaTimeOfImpact *out)
{
    out->state = state;
    out->fraction = t;
    out->normal = normal;
    out->point = add(core_contact_point(a, b, normal), lerp(sa->c0, sa->c1, t));
}

// More than the rounding error of a gap, for shapes with these extents in sum.
static inline float toi_slack(const Motion *m, float extents)
{
    return core_tolerance(extents) + 1e-5f * (abs_f(m->start.x) + abs_f(m->start.y) +
                                              abs_f(m->velocity.x) + abs_f(m->velocity.y));
}

// True if the shapes are apart over the whole sweep by a quick test, which decides most pairs:
// discs about their centres do not meet on the way, or an edge of the larger shape separates it
// from the disc of the smaller.
static inline bool toi_separated(const Geometry *ga, const Sweep *sa, const Geometry *gb,
                                 const Sweep *sb, const Motion *m, float target, float limit)
{
    float extentA = geometry_max_extent(ga, sa->localCenter),
          extentB = geometry_max_extent(gb, sb->localCenter), unused;
    Vec2 origin = {0.0f, 0.0f};
    float distance2 =
        segment_distance_squared(origin, m->start, mul_add(m->start, limit, m->velocity), &unused);
    float ahead = max_f(target, 0.0f), slack = toi_slack(m, extentA + extentB);
    float discs = (extentA + extentB + ahead) * 1.0001f + slack;
    if (distance2 > discs * discs) {
        return true;
    }
    bool onA = extentA >= extentB;
    float reach = ((onA ? extentB + ga->radius : extentA + gb->radius) + ahead) * 1.0001f + slack;
    return onA ? toi_edge_separates(ga, sa, m->start, m->velocity, reach, limit)
               : toi_edge_separates(gb, sb, neg(m->start), neg(m->velocity), reach, limit);
}

// Motion without rotation: a cast of B against A until the cores are `distance` apart. `a` is
// placed; `b` is scratch.
static inline void toi_cast(const Sweep *sa, const Motion *m, const Core *a, Core *b,
                            float distance, float limit, MicaTimeOfImpact *out)
{
    core_place(&m->localB, (Transform){{0.0f, 0.0f}, m->qB}, b);
    CastResult hit;
    CastState state = cast_cores(a, b, m->start, m->velocity, max_f(distance, 0.0f), limit, &hit);
    if (state != CAST_MISS) {
        core_place(&m->localB, (Transform){hit.point, m->qB}, b);
        toi_finish(sa, MICA_TOI_HIT, min_f(hit.fraction, limit), hit.normal, a, b, out);
    }
}

MicaTimeOfImpact toi_compute(const Geometry *ga, const Sweep *sa, const Geometry *gb,
                             const Sweep *sb, float target, float limit)
{
    MicaTimeOfImpact result = {.state = MICA_TOI_SEPARATED, .fraction = limit};
    Motion m = {.qA = sa->q0, .qB = sb->q0, .turnA = sa->turn, .turnB = sb->turn};
    m.start = sub(sb->c0, sa->c0);
    m.velocity = sub(sub(sb->c1, sb->c0), sub(sa->c1, sa->c0));
    if (toi_separated(ga, sa, gb, sb, &m, target, limit)) {
        return result;
    }
    core_from_geometry(ga, sa->localCenter, &m.localA);
    core_from_geometry(gb, sb->localCenter, &m.localB);
    m.extentA = core_max_extent(&m.localA);
    m.extentB = core_max_extent(&m.localB);
    float tolerance = core_tolerance(m.extentA + m.extentB), radii = ga->radius + gb->radius;
    float apart = (radii + max_f(target, 0.0f)) * 1.0001f + toi_slack(&m, m.extentA + m.extentB);
    if (toi_face_separates(&m, apart, limit)) {
        return result;
    }
    Core a, b;
    Vec2 center;
    Nearest near;
    toi_place(&m, 0.0f, &a, &b, &center);
    core_nearest(&a, &b, &near);
    float gap = near.distance - radii;
    if (gap < -tolerance) {
        toi_finish(sa, MICA_TOI_OVERLAPPED, 0.0f, near.normal, &a, &b, &result);
        return result;
    }
    target = min_f(target, gap - tolerance);
    if (m.turnA == 0.0f && m.turnB == 0.0f) {
        toi_cast(sa, &m, &a, &b, radii + target, limit, &result);
        return result;
    }
    float t = 0.0f;
    for (int32_t k = 0; k < MAX_ADVANCES; ++k) {
        float next =
            t + toi_safe_advance(&m, &a, &b, center, near.normal, radii + target, limit - t);
        if (next >= limit) {
            return result;
        }
        bool stuck = !(next > t);  // the advance is below the resolution of the fraction
        t = next;
        toi_place(&m, t, &a, &b, &center);
        core_nearest(&a, &b, &near);
        gap = near.distance - radii;
        if (stuck || gap <= target + 0.5f * tolerance) {
            toi_finish(sa, MICA_TOI_HIT, t, near.normal, &a, &b, &result);
            return result;
        }
    }
    toi_finish(sa, MICA_TOI_FAILED, t, near.normal, &a, &b, &result);
    return result;
}

static bool sweep_is_valid(const MicaSweep *s)
{
    return s != NULL && vec_within(s->localCenter, MAX_COORDINATE) &&
           vec_within(s->c0, MAX_COORDINATE) && vec_within(s->c1, MAX_COORDINATE) &&
           within(s->angle0, MAX_ANGLE) && within(s->angle1, MAX_ANGLE) &&
           within(s->angle1 - s->angle0, 1e4f);
}

MicaTimeOfImpact mica_time_of_impact(const MicaShape *shapeA, const MicaSweep *sweepA,
                                     const MicaShape *shapeB, const MicaSweep *sweepB, float limit)
{
    use_metres();
    MicaTimeOfImpact result = {0};
    if (!shape_is_valid(shapeA) || !shape_is_valid(shapeB) || !sweep_is_valid(sweepA) ||
        !sweep_is_valid(sweepB) || !(limit >= 0.0f && limit <= 1.0f)) {
        return result;
    }
    Polygon storageA, storageB;
    Geometry a = geometry_from_shape(shapeA, &storageA), b = geometry_from_shape(shapeB, &storageB);
    Sweep sa = {sweepA->localCenter, sweepA->c0, sweepA->c1, mica_rot(sweepA->angle0),
                sweepA->angle1 - sweepA->angle0};
    Sweep sb = {sweepB->localCenter, sweepB->c0, sweepB->c1, mica_rot(sweepB->angle0),
                sweepB->angle1 - sweepB->angle0};
    return toi_compute(&a, &sa, &b, &sb, 0.0f, limit);
}

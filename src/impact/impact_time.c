// When two shapes in free flight next meet. Called by impact.c; pure geometry. Discs of equal
// acceleration are solved exactly, by the quadratic of their centres. All others use conservative
// advancement (Mirtich, 1996), as in time_of_impact.c, but along parabolas: with n the normal of
// the nearest points, the distance along n of each pair of points, t from now, is at least
//
//   gap + rate t + curve t²      gap: now;  rate: n.(relative velocity of the points)
//                                curve: n.(relative acceleration) / 2 - bounds of the turning
//
// Advance to the first root of any pair, find n again, repeat. For bodies that do not turn the root
// is exact as long as the same features face each other. A pair that is not decided after a few
// advances has a long turning body: along an axis at rest its far end, which will pass far away,
// seems to approach the other body. From then on the axis turns with the larger body, too, and the
// longer of the two advances is taken.
#include "impact.h"

#define MAX_ADVANCES 200
#define REST_ADVANCES 12  // along an axis at rest alone

// First root of gap + rate t + curve t² for t >= 0, where gap >= 0; IMPACT_NEVER if there is none.
static float first_root(float gap, float rate, float curve)
{
    float square = rate * rate - 4.0f * curve * gap;
    if (!(square >= 0.0f)) {
        return IMPACT_NEVER;
    }
    float root = sqrtf(square);
    if (rate < 0.0f) {
        return 2.0f * gap / (root - rate);
    }
    return curve < 0.0f ? (rate + root) / (-2.0f * curve) : IMPACT_NEVER;
}

// The first root. Of shapes that touch and are about to part, no later than when they are furthest
// apart.
static float advance(float gap, float rate, float curve, bool touching)
{
    float root = first_root(gap, rate, curve);
    if (touching && curve < 0.0f && rate > 0.0f &&
        rate * rate > -4.0f * IMPACT_TOUCH_DISTANCE * curve) {
        root = min_f(root, rate / (-2.0f * curve));
    }
    return root;
}

// Two cores in flight.
typedef struct Pair {
    Core localA, localB;
    Core a, b;     // now, about A's centre at the start
    Vec2 center;   // B's centre as seen from A's, now
    Nearest near;  // of the cores
} Pair;

static Rot turned(const ImpactFlight *f, float t)
{
    const ImpactMotion *by = f->body.by;
    float turn = t * (by[IMPACT_VELOCITY].angular + 0.5f * t * by[IMPACT_ACCELERATION].angular);
    return rot_mul(f->body.q, trig_small_rot(turn));
}

// B's motion as seen from A.
static Vec2 relative(const ImpactFlight *fa, const ImpactFlight *fb, int32_t kind)
{
    return sub(fb->body.by[kind].linear, fa->body.by[kind].linear);
}

// Moves both cores to where they are t seconds on, and finds their nearest points.
static void place(Pair *p, const ImpactFlight *fa, const ImpactFlight *fb, float t)
{
    Vec2 v =
        mul_add(relative(fa, fb, IMPACT_VELOCITY), 0.5f * t, relative(fa, fb, IMPACT_ACCELERATION));
    p->center = mul_add(sub(fb->body.c, fa->body.c), t, v);
    Rot qA = turned(fa, t), qB = turned(fb, t);
    core_place(&p->localA, (Transform){{0.0f, 0.0f}, qA}, &p->a);
    core_place(&p->localB, (Transform){p->center, qB}, &p->b);
    if (p->a.points == 1 && p->b.points == 1) {
        Vec2 between = {p->b.x[0] - p->a.x[0], p->b.y[0] - p->a.y[0]};
        p->near.normal = normalize(between, &p->near.distance);
    } else {
        core_nearest(&p->a, &p->b, &p->near);
    }
}

// Coordinate, velocity and bound of the acceleration along an axis of a core's points. Turning
// takes a point r from the centre off its parabola by no more than |r| (w² + |alpha|) t² / 2.
typedef struct PointMotion {
    float at[8], rate[8], curve[8];
} PointMotion;

static void bound_motion(const Core *core, Vec2 center, const ImpactFlight *f, float t, float limit,
                         Vec2 n, PointMotion *out)
{
    float speed = f->body.by[IMPACT_VELOCITY].angular,
          gain = f->body.by[IMPACT_ACCELERATION].angular;
    float w = speed + t * gain, maximum = abs_f(speed) + limit * abs_f(gain);
    for (int32_t i = 0; i < core->points; ++i) {
        Vec2 r = {core->x[i] - center.x, core->y[i] - center.y};
        out->at[i] = dot(vec(core->x[i], core->y[i]), n);
        out->rate[i] = w * cross(r, n);
        out->curve[i] = 0.5f * length(r) * (maximum * maximum + abs_f(gain));
    }
}

// Seconds for which the cores surely stay `level` or more apart along the normal.
static float safe_advance(const Pair *p, const ImpactFlight *fa, const ImpactFlight *fb, float t,
                          float limit, float level, bool touching)
{
    Vec2 n = p->near.normal, a = relative(fa, fb, IMPACT_ACCELERATION),
         v = mul_add(relative(fa, fb, IMPACT_VELOCITY), t, a);
    float drift = dot(v, n), curve = 0.5f * dot(a, n), best = IMPACT_NEVER;
    PointMotion ra, rb;
    bound_motion(&p->a, vec(0.0f, 0.0f), fa, t, limit, n, &ra);
    bound_motion(&p->b, p->center, fb, t, limit, n, &rb);
    for (int32_t i = 0; i < p->a.points; ++i) {
        for (int32_t j = 0; j < p->b.points; ++j) {
            float gap = max_f(rb.at[j] - ra.at[i] - level, 0.0f);
            float rate = drift + rb.rate[j] - ra.rate[i], c = curve - ra.curve[i] - rb.curve[j];
            best = min_f(best, advance(gap, rate, c, touching));
        }
    }
    return best;
}

// The same along a normal that turns with the larger core, the frame, as in time_of_impact.c but with
// accelerations. With c the other core's centre as seen from the frame's, r a point of it from its
// own centre, and w, alpha the frame's angular velocity and acceleration, that point has in the frame
//
//   velocity       c' + w_own x r - w x (c + r)
//   acceleration   c'' - 2 w x c' - w² c - alpha x c + (alpha_own - alpha) x r - (w_own - w)² r
static float frame_advance(const Pair *p, const ImpactFlight *fa, const ImpactFlight *fb, float t,
                           float limit, float level, bool touching)
{
    bool onA = core_max_extent(&p->localA) >= core_max_extent(&p->localB);
    const Core *frame = onA ? &p->a : &p->b, *other = onA ? &p->b : &p->a;
    const ImpactMotion *turns = (onA ? fa : fb)->body.by, *own = (onA ? fb : fa)->body.by;
    float side = onA ? 1.0f : -1.0f, rest = limit - t;
    Vec2 n = scale(side, p->near.normal), c = scale(side, p->center),
         frameCenter = onA ? vec(0.0f, 0.0f) : p->center,
         otherCenter = onA ? p->center : vec(0.0f, 0.0f);
    Vec2 a = scale(side, relative(fa, fb, IMPACT_ACCELERATION)),
         v = mul_add(scale(side, relative(fa, fb, IMPACT_VELOCITY)), t, a);
    float alpha = turns[IMPACT_ACCELERATION].angular,
          w = turns[IMPACT_VELOCITY].angular + t * alpha,
          gain = own[IMPACT_ACCELERATION].angular - alpha,
          spin = own[IMPACT_VELOCITY].angular + t * own[IMPACT_ACCELERATION].angular - w;
    // The greatest magnitudes until `limit`.
    float speed = length(v) + rest * length(a), furthest = length(c) + rest * speed,
          maxW = abs_f(w) + rest * abs_f(alpha), maxSpin = abs_f(spin) + rest * abs_f(gain);
    float common = length(a) + 2.0f * maxW * speed + (maxW * maxW + abs_f(alpha)) * furthest;
    float surface = -3e38f, best = IMPACT_NEVER;
    for (int32_t i = 0; i < frame->points; ++i) {
        surface = max_f(surface, dot(sub(vec(frame->x[i], frame->y[i]), frameCenter), n));
    }
    for (int32_t i = 0; i < other->points; ++i) {
        Vec2 r = sub(vec(other->x[i], other->y[i]), otherCenter);
        float gap = max_f(dot(add(c, r), n) - surface - level, 0.0f);
        float rate = dot(v, n) + spin * cross(r, n) - w * cross(c, n);
        float bend = -0.5f * (common + (maxSpin * maxSpin + abs_f(gain)) * length(r));
        best = min_f(best, advance(gap, rate, bend, touching));
    }
    return best;
}

static bool is_disc(const ImpactFlight *f)
{
    Vec2 r = sub(f->shape.a, f->localCenter);
    return f->shape.type == MICA_SHAPE_CIRCLE && r.x == 0.0f && r.y == 0.0f;
}

// Discs about their centres of mass with a constant relative velocity.
static float disc_time(Vec2 start, Vec2 v, float radii, float limit, float depth)
{
    float distance = length(start), gap = distance - radii, rate = dot(start, v);
    if (rate >= 0.0f) {
        return IMPACT_NEVER;
    }
    float reach = gap <= IMPACT_TOUCH_DISTANCE ? radii + min_f(gap, 0.0f) - depth : radii;
    float side = cross(start, v), h = reach * reach * dot(v, v) - side * side;
    if (h < 0.0f || reach < 0.0f) {
        return IMPACT_NEVER;
    }
    float t = (distance - reach) * (distance + reach) / (sqrtf(h) - rate);
    return t < limit ? t : IMPACT_NEVER;
}

float impact_time(const ImpactFlight *fa, const ImpactFlight *fb, float limit, float depth,
                  int32_t *advances)
{
    Vec2 start = sub(fb->body.c, fa->body.c), v = relative(fa, fb, IMPACT_VELOCITY),
         a = relative(fa, fb, IMPACT_ACCELERATION);
    float radii = fa->shape.radius + fb->shape.radius;
    if (is_disc(fa) && is_disc(fb) && a.x == 0.0f && a.y == 0.0f) {
        return disc_time(start, v, radii, limit, depth);
    }
    // Never, if discs about the centres of mass do not meet: the parabola leaves its chord by no
    // more than a t² / 8.
    float reach = geometry_max_extent(&fa->shape, fa->localCenter) +
                  geometry_max_extent(&fb->shape, fb->localCenter),
          unused;
    Vec2 chord = scale(limit, mul_add(v, 0.5f * limit, a));
    float distance2 = segment_distance_squared(vec(0.0f, 0.0f), start, add(start, chord), &unused);
    float far = 1.0001f * reach + 0.13f * limit * limit * length(a) + IMPACT_TOUCH_DISTANCE +
                1e-5f * (abs_f(start.x) + abs_f(start.y) + abs_f(chord.x) + abs_f(chord.y));
    if (distance2 > far * far) {
        return IMPACT_NEVER;
    }
    Pair p;
    core_from_geometry(&fa->shape, fa->localCenter, &p.localA);
    core_from_geometry(&fb->shape, fb->localCenter, &p.localB);
    float tolerance = core_tolerance(reach);
    place(&p, fa, fb, 0.0f);
    *advances += 1;
    float gap = p.near.distance - radii;
    bool touching = gap <= max_f(IMPACT_TOUCH_DISTANCE, tolerance);
    float level = touching ? min_f(gap, 0.0f) - depth : 0.0f, t = 0.0f;
    for (int32_t k = 0; k < MAX_ADVANCES; ++k) {
        float next = t + safe_advance(&p, fa, fb, t, limit, radii + level, touching);
        if (k >= REST_ADVANCES) {
            next = max_f(next, t + frame_advance(&p, fa, fb, t, limit, radii + level, touching));
        }
        if (!(next < limit)) {
            return IMPACT_NEVER;
        }
        bool stuck = !(next > t);  // the root is too near for time to advance
        t = next;
        place(&p, fa, fb, t);
        *advances += 1;
        gap = p.near.distance - radii;
        if (touching && gap > max_f(IMPACT_TOUCH_DISTANCE, tolerance)) {
            touching = false;
            level = 0.0f;
            stuck = false;
        }
        if (stuck || gap <= level + 0.5f * tolerance) {
            return t;
        }
    }
    return t;
}

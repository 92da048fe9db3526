// How a mover moves in the air in a step: it falls and slides along what it meets. Its velocity
// becomes the velocity closest to its target that enters no surface it met. Called by mover.c;
// reads trees, colliders and transforms, writes the walker.
#include "mover.h"

#define MAX_SLIDES 6
#define MIN_AWAY 0.2f  // of a normal's part across `up`, so that no fall becomes a leap aside

// Surfaces met in this step.
typedef struct Surfaces {
    Vec2 normals[MAX_SLIDES];
    float speeds[MAX_SLIDES];  // along the normals: 0, or less of one that goes away
    int32_t count;
} Surfaces;

static Vec2 along_surface(Vec2 v, Vec2 n, float speed)
{
    return mul_add(v, -min_f(dot(v, n) - speed, 0.0f), n);
}

// A velocity without its part into a surface. A surface too steep to stand on adds no upward
// velocity, whether the mover runs up to it or presses a round shape over its corner. One that
// falls and presses against it, or whose velocity across was set to 0, slides down as without
// friction: its fall grows by g sin^2(slope) a second.
static Vec2 without(const Walker *w, Vec2 v, Vec2 n, float speed, float time)
{
    Vec2 along = along_surface(v, n, speed), right = right_of(w->up);
    float fall = walker_up(w, v), away = dot(n, right), facing = walker_up(w, n);
    bool floats = (w->mover->flags & MOVER_FLOATS) != 0;
    bool presses = fall < 0.0f && facing > 0.0f && dot(v, right) * away <= 0.0f;
    if (!floats && (presses || walker_up(w, along) > max_f(fall, 0.0f))) {
        fall =
            fall < 0.0f
                ? min_f(fall - time * walker_up(w, w->forces.acceleration) * facing * facing, 0.0f)
                : fall;
        away = away < 0.0f ? min_f(away, -MIN_AWAY) : max_f(away, MIN_AWAY);
        Vec2 down = mul_add(scale(fall, w->up), -fall * facing / away, right);
        return along_surface(fall < 0.0f ? down : scale(fall, w->up), n, speed);
    }
    return along;
}

// What the surfaces leave of a velocity: the target itself, or along the last that allows it, or
// nothing. In this step (`now`) they do not go away any more.
static Vec2 allowed(const Walker *w, Vec2 target, const Surfaces *met, bool now)
{
    for (int32_t i = met->count; i >= 0; --i) {
        Vec2 v = target;
        if (i < met->count) {
            v = without(w, target, met->normals[i], now ? 0.0f : met->speeds[i],
                        now ? 0.5f * w->dt : w->dt);
        }
        bool clear = true;
        for (int32_t j = 0; j < met->count; ++j) {
            float speed = now ? 0.0f : met->speeds[j];
            clear = clear && dot(v, met->normals[j]) >= speed - 1e-4f * length(v);
        }
        if (clear) {
            return v;
        }
    }
    return vec(0.0f, 0.0f);
}

// Where a rising mover meets a corner that it passes if it moves aside a little, moves it aside: up
// past the edge of a ceiling, and over the edge of a ledge. It moves aside no faster than it moved,
// and if the time left is too short for that, goes on in the next step.
static bool pass_corner(Walker *w, Vec2 v, float *left, const WalkerHit *hit)
{
    float maximum = w->mover->numbers[MICA_MOVER_CORNER_CORRECTION], speed = length(v);
    Vec2 right = right_of(w->up);
    float across = dot(v, right), n = walker_up(w, hit->normal);
    bool above = n < -0.9999f || (n < -0.02f && !walker_is_face(w, hit)),
         atWall = abs_f(n) <= 0.02f;
    if (!(maximum > 0.0f) || !(above || atWall)) {
        return false;
    }
    float toPoint = dot(sub(hit->point, w->position), right),
          side = across != 0.0f ? across : -toPoint;
    Vec2 from = w->position, aside = scale(side < 0.0f ? -1.0f : 1.0f, right);
    bool passes = above ? walker_pass_corner(w, w->up, aside, maximum, speed * *left)
                        : walker_pass_corner(w, neg(hit->normal), w->up, maximum, speed * *left);
    if (passes && length(sub(w->position, from)) >= 0.999f * speed * *left) {
        *left = 0.0f;
    }
    return passes;
}

// Notes a surface that stops part of the motion.
static void touch(const Walker *w, Surfaces *met, const WalkerHit *hit)
{
    Mover *m = w->mover;
    Vec2 n = hit->normal;
    bool above = walker_up(w, n) < -0.02f && (m->flags & MOVER_FLOATS) == 0;
    m->flags |= above ? MICA_MOVER_AT_CEILING : MICA_MOVER_AT_WALL;
    m->wallNormal = above ? m->wallNormal : n;
    met->speeds[met->count] = min_f(dot(walker_hit_velocity(w, hit), n), 0.0f);
    met->normals[met->count++] = n;
}

float walker_slide(Walker *w, Vec2 *velocity, Vec2 acceleration, WalkerHit *ground)
{
    float left = w->dt;
    bool floats = (w->mover->flags & MOVER_FLOATS) != 0;
    Vec2 middle = mul_add(*velocity, 0.5f * w->dt, acceleration), v = middle;
    Vec2 end = mul_add(*velocity, w->dt, acceleration);
    Surfaces met = {.count = 0};
    *velocity = end;
    for (int32_t i = 0; i < MAX_SLIDES && left > 0.0f; ++i) {
        WalkerHit hit;
        float speed = length(v);
        if (!(speed > 0.0f) || !walker_advance(w, scale(left, v), &hit)) {
            return 0.0f;
        }
        left = max_f(left - w->moved / speed, 0.0f);
        if (!floats && walker_up(w, v) > 0.0f && pass_corner(w, v, &left, &hit)) {
            continue;
        }
        if (!floats && walker_up(w, v) <= 0.0f && walker_can_stand(w, walker_normal(w, &hit))) {
            *ground = hit;
            return max_f(left, 1e-9f);
        }
        touch(w, &met, &hit);
        v = allowed(w, middle, &met, true);
        *velocity = allowed(w, end, &met, false);
        bool stopped = !floats && v.x == 0.0f && v.y == 0.0f && walker_up(w, middle) < 0.0f;
        if (stopped && walker_snap(w, 2.0f * MOVER_GAP, walker_step_down(w), ground)) {
            return max_f(left, 1e-9f);
        }
    }
    return 0.0f;
}

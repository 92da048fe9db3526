// Movers: what step.c calls, and what the files of movers share.
#pragma once

#include "query.h"

// Movers that stand on one and do not block it; more than so many do.
#define MAX_RIDERS 15

// The slot of a hit that is no collider: sand, jelly or fabric below the walker.
#define FOOTING (-2)

// What a mover met on its way.
typedef struct WalkerHit {
    float distance;  // m
    float approach;  // cosine of the angle between the way and the surface's inward normal
    Vec2 normal, point;
    int32_t slot, part;  // of a collider, or FOOTING
} WalkerHit;

// Sand or jelly below a mover, as a straight surface.
typedef struct Footing {
    bool bears;
    Vec2 point, normal, velocity;
} Footing;

// A collider that the walker overlaps, as a plane: it lets no motion go deeper.
#define MAX_PLANES 8
typedef struct WalkerPlane {
    int32_t slot;
    float depth;  // m, that the walker shall get out by
    Vec2 out;     // unit
    bool gives;   // dynamic
} WalkerPlane;

// One mover within a step.
typedef struct Walker {
    MicaWorld *world;
    Mover *mover;
    float dt;
    MoverStep forces;
    Vec2 up;          // unit
    float minCosine;  // of ground
    Vec2 arm;         // from the body's origin to the caster's
    Vec2 start, position;
    float shifted;                 // m, by its ground and out of overlaps, before it walks
    int32_t nearby;                // colliders whose boxes overlap its own
    bool embedded;                 // it is deep in more than MOVER_MAX_OVERLAPS colliders
    bool inMovers;                 // of those that were tested for that, one is a mover's
    bool rests;                    // it is embedded and others have their turn, or it is in a crowd
    bool blocked;                  // another collider blocked its displacement out of an overlap
    float moved;                   // m in the last `advance`
    MicaBody own[1 + MAX_RIDERS];  // and those that ride on it
    MicaFilter filter;
    Caster caster;
    WalkerPlane planes[MAX_PLANES];  // what it still overlaps after its escape
    int32_t planeCount;
    Vec2 planesAt;  // where it was then
    Footing footing;
} Walker;

// A walk on the ground in one step.
typedef struct Walk {
    Vec2 from, normal;  // where it begins, on ground of that normal
    float side;         // 1: to the right of `up`, -1: to the left
    bool blocked, climbed, stands;
    bool steep;   // it does not stand, as the ground rises too steeply where it ends
    Vec2 wall;    // normal of what blocks it, or is too steep
    float speed;  // at which what blocks it goes ahead of it, m/s along `side`, in the world
    WalkerHit ground;
} Walk;

static inline Vec2 right_of(Vec2 up) { return vec(up.y, -up.x); }
static inline float walker_up(const Walker *w, Vec2 v) { return dot(v, w->up); }
// How far it follows ground that falls away, in metres.
static inline float walker_step_down(const Walker *w)
{
    const float *numbers = w->mover->numbers;
    return max_f(numbers[MICA_MOVER_STEP_HEIGHT], numbers[MICA_MOVER_SNAP_DISTANCE]);
}
static inline bool walker_can_stand(const Walker *w, Vec2 normal)
{
    return dot(normal, w->up) >= w->minCosine;
}

// mover.c: a walker where its mover is.
void walker_begin(Walker *w, MicaWorld *world, Mover *m, float dt);
// mover_cast.c: the first thing on a motion from where the walker is. False if nothing is there.
bool walker_cast(Walker *w, Vec2 motion, WalkerHit *out);
// mover_cast.c: moves a walker, at most to MOVER_GAP before the first collider in the way. True if
// there was one, then fills *hit.
bool walker_advance(Walker *w, Vec2 motion, WalkerHit *hit);
// mover_cast.c: the point of the walker's shape that is furthest in a direction.
Vec2 walker_support(const Walker *w, Vec2 direction);
// mover_cast.c: a ray that meets what the walker meets. False if it meets nothing, or starts in
// something.
bool walker_ray(const Walker *w, Vec2 from, Vec2 motion, WalkerHit *out);
// mover_cast.c: the velocity of the body that was hit, at the point of the hit.
Vec2 walker_hit_velocity(const Walker *w, const WalkerHit *hit);
// mover_cast.c: whether the normal of a hit belongs to a flat face of the collider that was hit,
// not to a corner or a circle.
bool walker_is_face(const Walker *w, const WalkerHit *hit);
// mover_ground.c: how far the lowest point of the shape is below its origin.
float walker_depth(const Walker *w);
// mover_ground.c: the normal of a hit as one stands on it: a corner that is higher than a step
// above the feet is a wall, also where a round shape touches it from above.
Vec2 walker_normal(const Walker *w, const WalkerHit *hit);
// mover_ground.c: whether something too steep to stand on is only a step between two grounds of
// which one is at most `maximum` higher than the other.
bool walker_is_step(Walker *w, const WalkerHit *hit, float maximum);
// mover_ground.c: moves a walker down to ground, by `reach` at most; also to the edge of a step
// that is no higher than `step`. True if it stands then. *ground is the surface below; its slot is
// NONE if there is none.
bool walker_snap(Walker *w, float reach, float step, WalkerHit *ground);
// mover_walk.c: walks so that the straight line from its start to its end is that long.
void walker_walk(Walker *w, Walk *walk, float line);
// mover_air.c: slides along surfaces in the way, for the rest of the step; takes the stopped part
// out of the velocity. Returns the time left when it comes to stand on ground, else 0.
float walker_slide(Walker *w, Vec2 *velocity, Vec2 acceleration, WalkerHit *ground);
// mover_corner.c: looks for a place to the side, `maximum` metres away at most, from which the
// walker passes a corner that blocks it, and moves it there, but no further than `furthest`.
// `direction`, `aside`: unit. False if there is none; the walker is where it was then.
bool walker_pass_corner(Walker *w, Vec2 direction, Vec2 aside, float maximum, float furthest);
// mover_overlap.c: moves a walker out of what it overlaps. False if it cannot get out.
bool walker_escape(Walker *w);
// mover_crowd.c: puts a walker that is embedded in movers into a crowd: from the next step on
// it and other movers do not meet.
void walker_join_crowd(Walker *w);
// mover_crowd.c: how far a mover in a crowd goes in this step.
Vec2 mover_crowd_stride(const MicaWorld *world, const Mover *m);
// mover_crowd.c: moves a walker in a crowd a step further, or out of the crowd if it has left all
// movers. True if it is out.
bool walker_part(Walker *w);
// mover_overlap.c: moves the walker's caster to where the walker is; the box around its shape
// there.
MicaAABB walker_box(Walker *w);
// mover_overlap.c: the depth by which the walker overlaps a collider, 0 if it does not, and the
// direction of least separation.
float walker_overlap(const Walker *w, int32_t slot, Vec2 *out);
// mover.c: moves all movers by a step of dt seconds.
void movers_move(MicaWorld *world, float dt);

#if defined(MICA_MATTER)
// mover_matter.c: memory for what follows, before the step is certain to have it.
bool movers_reserve(MicaWorld *world);
// mover_matter.c: boxes around particles, before movers look for them.
void movers_bound_particles(MicaWorld *world);
// mover_matter.c: finds the surface of sand, jelly and fabric below a walker.
void walker_find_footing(Walker *w);
// mover_matter.c: lifts a walker that is below that surface, as far as nothing is above it; then the surface
// is no higher than the walker.
void walker_rise(Walker *w);
// mover_matter.c: where a motion along a unit vector meets that surface. False if it does not.
bool walker_meet_footing(const Walker *w, Vec2 direction, float distance, WalkerHit *out);
// mover_matter.c: gives what is below the feet the momentum of the mover at a speed (m/s), and no more
// than that speed; wakes it, or pushes only what is awake.
void walker_press_footing(const Walker *w, float speed, bool wakes);
// mover_matter.c: movers push what they stand on with their weight, in a step of dt seconds.
void movers_press_matter(MicaWorld *world, float dt);
#else
static inline bool movers_reserve(MicaWorld *world)
{
    (void)world;
    return true;
}
static inline void movers_bound_particles(MicaWorld *world) { (void)world; }
static inline void walker_find_footing(Walker *w) { (void)w; }
static inline void walker_rise(Walker *w) { (void)w; }
static inline bool walker_meet_footing(const Walker *w, Vec2 direction, float distance,
                                       WalkerHit *out)
{
    (void)w, (void)direction, (void)distance, (void)out;
    return false;
}
static inline void walker_press_footing(const Walker *w, float speed, bool wakes)
{
    (void)w, (void)speed, (void)wakes;
}
static inline void movers_press_matter(MicaWorld *world, float dt) { (void)world, (void)dt; }
#endif

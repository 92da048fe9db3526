// What the stepping by impacts keeps while a step lasts: bodies in free flight, each at a time of its own, pairs with
// the time of their next impact, and the touching points of the cluster at hand. All of it is scratch: a step begins
// with nothing but the world. Included by world.h; the functions are those of the impact_*.c files.
#pragma once

#include "geometry.h"

typedef struct ImpactMotion {
    Vec2 linear;
    float angular;
} ImpactMotion;

// What impulses change: the velocity; the acceleration, as forces that last to the end of the step; and, where overlap
// is pushed out, the place.
enum { IMPACT_SPEED, IMPACT_GAIN, IMPACT_SHIFT, IMPACT_KINDS };

// One a body slot. Between impacts it flies a parabola: its velocity is that at `time`, its acceleration holds until
// the next impact and contains what its resting contacts push.
typedef struct ImpactBody {
    ImpactMotion by[IMPACT_KINDS];
    Vec2 c;  // centre of mass
    Rot q;
    float time;    // seconds into the step
    float turned;  // radians, since the step began
    float invMassX, invMassY, invInertia;
    int32_t firstPair;
    uint32_t mark, shoved;  // the cluster that pushed it last, and that which did so hard
    bool moves, dynamic;
} ImpactBody;

// One a contact, by its index.
typedef struct ImpactPair {
    int32_t nextA, nextB;  // of the lists of both bodies
    float time;            // seconds into the step of the next impact
    int32_t place;         // in the queue, or NONE
    uint32_t mark, told;   // the cluster that looked at it last, and that which pushed it
    uint32_t predicted;    // the cluster after which its time was found
    int32_t rebounds;      // within the cluster that pushed it
    int32_t misses;        // impacts that turned out to be none
    float approach, impulse;
    Vec2 point, normal;  // of the hardest impact of the step
} ImpactPair;

// A direction that a contact acts along: normal, tangent, or none but the turn of both.
typedef struct ImpactAxis {
    Vec2 axis;
    float armA, armB;  // cross axis
    float mass, impulse;
} ImpactAxis;

enum { IMPACT_NORMAL, IMPACT_TANGENT, IMPACT_ROLL, IMPACT_AXES };

typedef struct ImpactPoint {
    int32_t pair, index, a,
        b;  // index: of the contact's point, in the first cluster; bodies by slot
    ImpactAxis along[IMPACT_AXES];
    float separation, target;  // target: m/s along the normal
    Vec2 point;
    bool touches, active;  // touches: and can be pushed apart
} ImpactPoint;

typedef struct ImpactStep {
    MicaWorld *world;
    float dt, now;
    float bounceSpeed;  // m/s of approach from which on restitution counts
    uint32_t mark;      // of the cluster at hand
    int32_t impacts, misses, most;
} ImpactStep;

#define IMPACT_NEVER 3e38f

// impact_time.c
typedef struct ImpactFlight {
    Geometry shape;
    Vec2 localCenter;
    ImpactBody body;
} ImpactFlight;
// Seconds until the two next meet, or IMPACT_NEVER if not within `limit`. What touches now meets again once it came
// `depth` metres closer, or when it has parted and come back.
float impact_time(const ImpactFlight *a, const ImpactFlight *b, float limit, float depth);

// impact_queue.c: the pairs with an impact ahead, the earliest first; of equal times, the lower index.
void impact_queue_set(MicaWorld *world, int32_t pair, float time);  // IMPACT_NEVER takes it out
int32_t impact_queue_first(const MicaWorld *world);                 // or NONE

// impact_bodies.c
ImpactBody impact_body_at(const ImpactBody *b, float time);
Transform impact_transform(const MicaWorld *world, const ImpactBody *b, int32_t slot);
void impact_begin(ImpactStep *step);
bool impact_cover(ImpactStep *step, int32_t slot);
void impact_place(ImpactStep *step);

// impact_cluster.c
// Resolves all that touches at the beginning of the step.
void impact_first_cluster(ImpactStep *step);
// Resolves the pairs in world->impactSeeds and what they drive into.
void impact_cluster(ImpactStep *step);

// The scratch of impact/: bodies in free flight, pairs with their next impact, and the constraint rows
// of the impact that is being resolved. A step by impacts begins with nothing but the world.
#pragma once

#include "contacts.h"

typedef struct ImpactMotion {
    Vec2 linear;
    float angular;
} ImpactMotion;

// What impulses change: the velocity; the acceleration, by contact forces that last to the end of
// the step; and the position, where overlap is corrected.
enum { IMPACT_VELOCITY, IMPACT_ACCELERATION, IMPACT_CORRECTION, IMPACT_KINDS };

// One a body slot. Between impacts the body is in free flight along a parabola: its velocity is
// that at `time`, its acceleration is constant until the next impact and includes its contact
// forces.
typedef struct ImpactBody {
    ImpactMotion by[IMPACT_KINDS];
    Vec2 c;  // centre of mass
    Rot q;
    float time;    // seconds into the step
    float turned;  // radians, since the step began
    float invMassX, invMassY, invInertia;
    int32_t firstPair;
    // The last cluster that pushed the body, and the last one that pushed it hard.
    uint32_t mark, pushedHardBy;
    bool moves, dynamic;
} ImpactBody;

// One a contact, by its index.
typedef struct ImpactPair {
    int32_t nextA, nextB;     // of the lists of both bodies
    float time;               // seconds into the step of the next impact
    int32_t place;            // index in the queue, or NONE
    uint32_t mark, pushedBy;  // the last cluster that visited the pair, and that pushed it
    uint32_t predicted;       // the cluster after which `time` was computed
    int32_t rebounds;         // within the cluster pushedBy
    int32_t misses, stops;    // predicted impacts that were none, see impact.c
    float impulse;            // N s of all impacts of the step
    float approach;           // of the hardest one
    Vec2 point, normal;       // and its place
} ImpactPair;

// One constraint row of a contact point: along the normal or the tangent, or rolling, which acts on
// the angular velocities alone.
typedef struct ImpactAxis {
    Vec2 axis;
    float armA, armB;  // cross axis
    float mass, impulse;
} ImpactAxis;

enum { IMPACT_NORMAL, IMPACT_TANGENT, IMPACT_ROLL, IMPACT_AXES };

typedef struct ImpactPoint {
    // `index`: of the contact's point, in the first cluster. a, b: body slots.
    int32_t pair, index, a, b;
    ImpactAxis along[IMPACT_AXES];
    float separation, target;  // target: relative velocity along the normal, m/s
    Vec2 point;
    bool touches;  // the shapes touch, and an impulse can move one of them
} ImpactPoint;

// The arrays. A cluster is the contacts that touch when two bodies meet, see impact_cluster.c.
//   bodies    by body slot
//   pairs     by contact
//   points    of the cluster
//   active    those of them that are solved together, by index
//   queue     pairs with a predicted impact, a heap by time
//   seeds     pairs that meet now: what the cluster begins with
//   touched   body slots that the cluster has touched
//   pushed    of those, the ones that were pushed hard since the last round
#define IMPACT_ARRAYS(X)                                                                           \
    X(ARRAY(ImpactBody), bodies)                                                                   \
    X(ARRAY(ImpactPair), pairs)                                                                    \
    X(ARRAY(ImpactPoint), points)                                                                  \
    X(IntList, active)                                                                             \
    X(IntList, queue)                                                                              \
    X(IntList, seeds)                                                                              \
    X(IntList, touched)                                                                            \
    X(IntList, pushed)

typedef struct ImpactScratch {
    IMPACT_ARRAYS(ARRAY_MEMBER)
    int64_t work;  // of the step so far, see IMPACT_WORK in config.h
} ImpactScratch;

static inline ImpactScratch *impact_scratch(MicaWorld *world)
{
    return room_scratch(world, ROOM_IMPACT);
}

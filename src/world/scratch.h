// The records of scratch: what a step or a batch of queries works with and then may forget.
#pragma once

#include "records.h"

// Two points of a face; what is round on a flat side; any other single point; two dynamic balls
// about their centres of mass, without rolling resistance or a belt.
typedef enum ContactKind {
    CONTACT_TWO,
    CONTACT_ROUND_ON_EDGE,
    CONTACT_ONE,
    CONTACT_TWO_BALLS,
    CONTACT_KINDS
} ContactKind;

// In ActiveContact.flags, beside the contact's: one side is not dynamic, and no point touches, carries
// anything or is news.
#define ACTIVE_IDLE 128

// A contact with points, as the step hands it on. What decides where it is solved lies close
// together, so that the contacts themselves need not be waited for.
typedef struct ActiveContact {
    int32_t contact, bodyA, bodyB;
    uint8_t kind, flags;  // ContactKind; of the contact
    uint16_t bucket;      // CONTACT_KINDS times its colour and its kind, from colour.c on
} ActiveContact;

// A collider of an awake dynamic body in the reach of a field.
typedef struct FieldTouch {
    int32_t trigger, visitor;  // colliders
    int32_t next;              // of the same body, or NONE
} FieldTouch;

// Velocity and motion of one awake body within a step. Two SIMD loads.
typedef struct SolverBody {
    float vx, vy, w, invMassX;
    float dx, dy, da, invMassY;  // motion since the step began, and the remainder from before
} SolverBody;

typedef struct SolverMotion {
    // Times the substep's length; then the linear damping's factor a substep
    float acceleration[4];
    float base[4];  // velocity of this substep before any constraint; the angular damping's
    float cx, cy, invInertia, dynamic;
} SolverMotion;

// What goes into a lane of a block, four of these a block: a joint's slot, or the body slot of a
// contact's A; and both solver bodies. Empty lanes: NONE and solver body 0.
typedef struct BlockLane {
    int32_t item, a, b;
} BlockLane;

// Blocks of four contacts of one colour and of one kind (points each), next to each other in
// memory.
typedef struct BlockRange {
    ContactKind kind;
    int32_t bucket;  // CONTACT_KINDS times its colour and its kind
    int32_t firstLane;
    int32_t count;
    int32_t offset;  // bytes into blocks
} BlockRange;

// A collider that moved far in this step and may have passed through a trigger, with all that it
// touched on its way.
typedef struct SweptCandidate {
    MicaAABB box;
    uint64_t layers;  // in which it may form trigger pairs
    int32_t collider;
} SweptCandidate;

// Blocks of four joints of one colour and of one kind.
typedef struct JointRange {
    int32_t kind;     // see joint_block.h
    int32_t touched;  // 1 if contacts act on their bodies, too
    int32_t firstLane;
    int32_t count;
    int32_t offset;  // bytes into jointBlocks
} JointRange;

// What few contacts have, four side by side.
typedef struct BlockSurface {
    float restitution[4], tangentSpeed[4];
    float rollingResistance[4], rollingMass[4], rollingImpulse[4];
} BlockSurface;

// Where a body's origin may go while all of its colliders stay in their boxes, if it does not turn
// or is a disc about its origin: between the lower corner and the upper one, which is kept negated.
// Nowhere if all is 0.
typedef struct AabbSlack {
    float bounds[4];
} AabbSlack;

// Four colliders of kinematic bodies, as the continuous phase goes through them; up to so many one
// by one.
#define FEW_KINEMATICS 64
typedef struct KinematicBoxes {
    float lx[4], ly[4], ux[4], uy[4];
    int32_t collider[4];
} KinematicBoxes;

// Up to four boxes of a cell of the grid that a batch of rays goes through, laid out like a tree's.
typedef struct RayBlock {
    float lx[4], ly[4], ux[4], uy[4];
    int32_t items[4];
} RayBlock;

// A box on its way into such blocks, and the cells it touches; the first is 0 if they are more than
// four.
typedef struct RayBox {
    MicaAABB box;
    uint16_t cells[4];
} RayBox;

// All that a ray of a batch asks of a collider, in one cache line.
typedef struct RayItem {
    Transform t;
    Geometry g;  // of one of many parts: its type alone
    int32_t slot;
    MicaCollider collider;
    MicaBody body;
    uint32_t flags;  // COLLIDER_*
} RayItem;

// The colliders of the static tree whose boxes meet that of one of them, itself among them.
#define MAX_STATIC_NEIGHBOURS 13
typedef struct StaticNeighbours {
    int32_t slot, count;  // count: none are listed beyond MAX_STATIC_NEIGHBOURS
    uint32_t version;     // of the tree; never 0 once it holds something
    int32_t items[MAX_STATIC_NEIGHBOURS];
} StaticNeighbours;

// ------------------------------------------------------------------- stepping by impacts

typedef struct ImpactMotion {
    Vec2 linear;
    float angular;
} ImpactMotion;

// What impulses change: the velocity; the acceleration, as forces that last to the end of the step;
// and, where overlap is pushed out, the place.
enum { IMPACT_SPEED, IMPACT_GAIN, IMPACT_SHIFT, IMPACT_KINDS };

// One a body slot. Between impacts it flies a parabola: its velocity is that at `time`, its
// acceleration holds until the next impact and contains what its resting contacts push.
typedef struct ImpactBody {
    ImpactMotion by[IMPACT_KINDS];
    Vec2 c;  // centre of mass
    Rot q;
    float time;    // seconds into the step
    float turned;  // radians, since the step began
    float invMassX, invMassY, invInertia;
    int32_t firstPair;
    uint32_t mark, pushedHardBy;  // the cluster that pushed it last, and that which did so hard
    bool moves, dynamic;
} ImpactBody;

// One a contact, by its index.
typedef struct ImpactPair {
    int32_t nextA, nextB;     // of the lists of both bodies
    float time;               // seconds into the step of the next impact
    int32_t place;            // in the queue, or NONE
    uint32_t mark, pushedBy;  // the cluster that looked at it last, and that which pushed it
    uint32_t predicted;       // the cluster after which its time was found
    int32_t rebounds;         // within the cluster that pushed it
    int32_t misses;           // impacts that turned out to be none
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
    // Index: of the contact's point, in the first cluster; bodies by slot
    int32_t pair, index, a, b;
    ImpactAxis along[IMPACT_AXES];
    float separation, target;  // target: m/s along the normal
    Vec2 point;
    bool touches, active;  // touches: and can be pushed apart
} ImpactPoint;

// What the world's arrays hold: plain structs that name each other by slot. No pointer lives inside
// an element, so a copy of the arrays is a snapshot; what is kept between steps has its size
// pinned.
#pragma once

#include "geometry.h"

#define NONE (-1)

// Three coordinates of a body, and a lane that the engine leaves alone: one SIMD load.
typedef struct BodyLanes {
    float v[4];  // x, y, rotation
} BodyLanes;

// One a body slot. The hot state is in the views: transforms, velocities, forces, flags.
typedef struct Body {
    Vec2 localCenter;          // centre of mass in the body's space
    float invMassX, invMassY;  // 0 along a locked axis and for what nothing pushes
    float invInertia;
    float mass, inertia;  // before locks; 0 unless dynamic
    float linearDamping, angularDamping, gravityScale;
    float maxExtent;  // distance of the furthest surface point from the centre of mass
    // Smallest half thickness of its solid colliders: a body that moves less cannot pass a wall.
    float minExtent;
    float sleepTime;  // seconds at rest
    Vec2 drift;       // how far a point of it has come meanwhile, see track_sleep
    // Leftover time after the time of impact in an earlier step (see continuous.c): seconds, and how
    // far the surface that the body met carried it meanwhile.
    float leftoverTime;
    Vec2 leftoverDisplacement;
    int32_t firstCollider, lastCollider;
    int32_t firstJoint;  // an end: joint slot times two, plus one where this body is B; or NONE
    int32_t sleepNext;   // ring of the bodies that fell asleep together; NONE while awake
    uint32_t userData;
    uint16_t generation;
    uint16_t leftoverStep;  // the step that left the time over, its lowest bits
} Body;
_Static_assert(sizeof(Body) == 96, "bodies are saved as they are");

enum {
    COLLIDER_ALIVE = 1,
    COLLIDER_TRIGGER = 2,
    COLLIDER_MOVED = 4,  // waits in the move list
    COLLIDER_MOVING_TREE = 8,
    COLLIDER_IN_TREE = 16,
    COLLIDER_TOUCHES_STATIC = 32,  // static, and the box of another static one has met its box
    COLLIDER_ONE_WAY = 64,         // holds things up along oneWay only
    COLLIDER_ARCADE = 128,         // takes faces' normals at corners
};

// One a collider slot.
typedef struct Collider {
    int32_t body;
    int32_t next;     // of the same body
    int32_t polygon;  // slot in polygons, chains or tileMaps; NONE for circles and capsules
    int32_t group;
    Vec2 a, b;  // circle: a; capsule: both ends; polygon: first point twice; of many parts: the box
    float radius;
    float density, friction, restitution, rollingResistance, tangentSpeed;
    uint32_t userData;
    uint16_t generation;
    uint8_t type, count;  // MicaShapeType, points
    uint8_t layer, flags;
    uint8_t frictionCombine, restitutionCombine;  // MicaCombine
    uint8_t sees;                                 // MICA_SEES_*
    uint8_t spare[3];
    MicaAABB box;  // as in the tree: enlarged by a margin
    float reach;   // furthest point of the shape from the body's origin
    Vec2 oneWay;   // unit, in the body's space
    // Of a static polygon: a bit for each face that others may cover, and eight further on for each
    // of which they may cover an end alone. Of a map: a bit for each stripe.
    uint32_t covered;
    int32_t field;  // slot in fields, or NONE
} Collider;
_Static_assert(sizeof(Collider) == 108, "colliders are saved as they are");

// The points of a chain, or the cells of a map, are a stretch of one array for all.
typedef struct Chain {
    int32_t first, count;  // points; none while the slot is free
    int32_t loop, oneSided;
    int32_t firstNode, nodes;
} Chain;

// Four boxes side by side: around four segments of a chain each, or around four such nodes. The
// nodes of the lowest level come first, those of the next behind them, up to one that holds all.
// What is left of the last of a level holds nothing.
typedef struct ChainNode {
    float lx[4], ly[4], ux[4], uy[4];
} ChainNode;
// Nodes of a level over so many runs of four segments.
static inline int32_t chain_level_nodes(int32_t runs, int32_t level)
{
    int32_t shift = 2 * level + 2;
    return (runs + (1 << shift) - 1) >> shift;
}

typedef struct TileMap {
    int32_t first, columns, rows;  // cells, row by row from the bottom; none while the slot is free
    int32_t triggers;              // cells that are triggers
    Vec2 origin, cell;             // lower left corner in the body's space, size of a cell
} TileMap;

typedef struct ContactPoint {
    Vec2 anchor;  // from A's centre of mass, in A's space
    float separation;
    float normalImpulse;  // N s a substep
} ContactPoint;

// Sides that do not meet: where B was, as seen from A, how far along which axis beyond the
// speculative distance, and Contact.reachB. Without a gap nothing is known.
typedef struct ContactApart {
    Transform relative;
    Vec2 axis;  // unit, from A to B, in A's space
    float gap, reachB;
} ContactApart;

enum {
    CONTACT_TRIGGER = 1,
    CONTACT_TOUCHING = 2,  // begin was emitted, end not yet
    CONTACT_BALLS = 4,  // circles about their origins; cachedSeparation[1]: A's radius, reachB: B's
    CONTACT_FORCE_UPDATE = 16,  // edited, or a new trigger pair: looked at though nothing moves
    CONTACT_VISITOR_A = 32,     // the visitor of this touching trigger pair is A, else B
    CONTACT_SURFACE = 64,       // has restitution, rolling resistance or tangent speed
};

// Manifold-cache flags, in Contact.cacheFlags above the two bits that say whose face the manifold
// lies on (FACE_*). All 0: there is no manifold that belongs to `relative`.
enum {
    CACHE_ROUND = 4,          // B is a circle on a side of A
    CACHE_ROUND_ON_EDGE = 8,  // a rounded shape or a corner of B on a flat side of A
    // The first point moves along with B when B slides; the second point's is the next bit.
    CACHE_POINT_SLIDES = 16,
    CACHE_BALLS = 64,  // CONTACT_TWO_BALLS
};

// The part that stands for all cells of a map, or segments of a chain, that are triggers: one
// visit, one enter.
#define PART_TRIGGERS ((1 << MICA_SLOT_BITS) - 1)

// One a pair whose boxes overlap and whose layers meet. A's shape type is not smaller than B's. Two
// cache lines: what every phase of the step needs, and what only making and keeping a manifold and
// packing it does.
typedef struct Contact {
    int32_t colliderA, colliderB, bodyA, bodyB;
    float tangentImpulse, rollingImpulse;  // of all points together
    int32_t part;                          // of A; 0 unless it has many
    uint8_t flags, count;
    uint8_t oneSided;  // OneSidedState of a one-sided chain; times four, that before oneSidedSince
    uint8_t cacheFlags;
    union {
        ContactPoint points[2];
        ContactApart apart;  // while there are none
    };

    float friction, restitution, rollingResistance, tangentSpeed;
    Vec2 normal;                // from A to B, in A's space
    float reachB;               // furthest point of B's shape from its body's origin
    uint32_t since;             // step in which it began to touch
    Transform relative;         // B as seen from A when the manifold was made
    float cachedSeparation[2];  // the points' separations then
    uint8_t feature[2];
    // How far B may slide against left_perp(normal) and along it, in SLIDE_RANGE_UNIT.
    uint8_t slideRange[2];
    uint32_t oneSidedSince;  // a step, counted from 1
} Contact;
_Static_assert(sizeof(Contact) == 128 && offsetof(Contact, friction) == 64, "two cache lines");

// What one point carries of the friction: the two of a face rub along one line, and share it as
// they share its load.
static inline float contact_friction(const Contact *c, int32_t point)
{
    float sum = c->points[0].normalImpulse + (c->count > 1 ? c->points[1].normalImpulse : 0.0f);
    float share = sum > 0.0f ? c->points[point].normalImpulse / sum : 1.0f / (float)c->count;
    return c->tangentImpulse * share;
}

// What a collider's field holds. All words of four bytes: it is hashed as it is.
typedef struct Field {
    MicaField def;
    float phase;  // gusts that have passed, modulo GUST_PERIOD
} Field;
_Static_assert(sizeof(Field) == 72, "fields are saved as they are");

enum {
    JOINT_ALIVE = 1,
    JOINT_COLLIDES = 2,  // the two bodies may meet
    JOINT_LIMIT = 4,
    JOINT_MOTOR = 8,
    JOINT_SPRING = 16,
    JOINT_BREAKS = 32,
    JOINT_AXIAL = JOINT_LIMIT | JOINT_MOTOR | JOINT_SPRING,
};

// One a joint slot. Behind its head records of 16 bytes, so that four joints are read side by side.
typedef struct Joint {
    int32_t bodyA, bodyB;
    int32_t next[2], previous[2];  // ends of the same body: see Body.firstJoint; [0] at A, [1] at B
    uint32_t userData;
    uint16_t generation;
    uint8_t type, flags;  // MicaJointType
    Vec2 anchorA, anchorB;
    float impulse[2];                   // N s a substep, on B at the pin
    float lowerImpulse, upperImpulse;   // neither negative
    float motorImpulse, springImpulse;  // N m s
    float angle;                        // of the last step, full turns counted
    float reference;                    // from here on as in the definition
    float lower, upper, motorSpeed, maxMotor;
    float springHertz, springDamping, springTarget;
    float breakForce, breakTorque;  // 0: never
} Joint;
_Static_assert(sizeof(Joint) == 116, "joints are saved as they are");

// The numbers of a definition lie together, anchors first; those behind the anchors also in the
// joint.
static inline float *joint_settings(Joint *j)
{
    return (float *)(void *)((char *)j + offsetof(Joint, reference));
}
static inline const float *joint_numbers(const MicaRevoluteDef *def)
{
    return (const float *)(const void *)((const char *)def +
                                         offsetof(MicaRevoluteDef, localAnchorA));
}

typedef struct LayerTable {
    uint64_t namesSolid[LAYER_COUNT], namesTrigger[LAYER_COUNT];  // what each layer itself names
    uint64_t solid[LAYER_COUNT], trigger[LAYER_COUNT];  // what the pairs do, from both sides
    // The least half thickness that a collider of the layer ever had, or 0
    float minExtents[LAYER_COUNT];
    uint64_t triggerLayers;  // layers that ever had a trigger collider
    uint32_t seesStatics;    // there was a trigger that sees statics: statics look for statics
    uint32_t solidGroups;    // there was a positive group: layers do not tell who may meet
} LayerTable;

// The records of the world's state: plain structs that refer to each other by slot. They hold no
// pointers, so a copy of the arrays is a snapshot, and the sizes of those that a snapshot copies
// are asserted. The arrays themselves are listed in state.h, the records of scratch in scratch.h.
#pragma once

#include "geometry.h"

#define NONE (-1)

// Velocity or force of a body in one SIMD load. The engine never touches the fourth lane.
typedef struct BodyLanes {
    float v[4];  // x, y, rotation
} BodyLanes;

// One a body slot: what changes seldom. Transforms, velocities, forces and flags are arrays of
// their own, which the game reads as views.
typedef struct Body {
    // What the body moves and turns about, in its space: the centre of mass; the origin unless
    // dynamic
    Vec2 localCenter;
    float invMassX, invMassY;  // 0 along a locked axis, and unless dynamic
    float invInertia;
    float mass, inertia;  // before locks; 0 unless dynamic or set
    // <schema body.members>
    float linearDamping;
    float angularDamping;
    float gravityScale;
    // </schema>
    float maxExtent;  // distance of the furthest surface point from the centre of mass
    // Smallest half thickness of its solid colliders: a body that moves less in a step cannot pass
    // through a wall in it.
    float minExtent;
    float sleepTime;  // seconds at rest; 0 of a body with leftover time
    // Leftover time after the time of impact in an earlier step (see continuous_stop.c): seconds,
    // and the displacement of the surface that the body hit during that time.
    float leftoverTime;
    union {
        Vec2 leftoverDisplacement;
        // Of a body that is not dynamic, with MICA_FLAG_MASS_OVERRIDE: the centre of mass that was
        // set
        Vec2 setCenter;
    };
    union {
        Vec2 drift;  // while sleepTime > 0: displacement of a point of the body in that time
        // With leftover time: the normal of the surface that the body slid along meanwhile, or 0
        Vec2 leftoverNormal;
    };
    int32_t firstCollider, lastCollider;
    int32_t firstJoint;  // end of a joint: joint slot * 2, plus 1 if this body is its B; or NONE
    int32_t sleepNext;   // next in the ring of bodies that fell asleep together; NONE while awake
    uint32_t userData;
    uint16_t generation;
    uint16_t leftoverStep;  // low bits of the number of the step that set leftoverTime
    // <schema body.members.later>
    float maxSpeed;
    // </schema>
} Body;
// <schema body.size>
_Static_assert(sizeof(Body) == 100, "saved as it is");
// </schema>

enum {
    COLLIDER_ALIVE = 1,
    COLLIDER_TRIGGER = 2,
    COLLIDER_MOVED = 4,        // is in movedColliders
    COLLIDER_MOVING_TREE = 8,  // its tree is movingTree, not staticTree
    COLLIDER_IN_TREE = 16,
    COLLIDER_TOUCHES_STATIC = 32,  // static, and its box overlaps that of another static collider
    COLLIDER_ONE_WAY = 64,         // solid on its side along oneWay only
    COLLIDER_ARCADE = 128,         // its contacts take face normals even at corners
};

// What the next step does with the pairs of an edited collider (Collider.edits).
enum {
    EDIT_RECHECK = 1,    // drops those that may not exist any more
    EDIT_REFILTER = 2,   // takes over a new response, new sides, new materials
    EDIT_RECOMPUTE = 4,  // computes manifold and materials anew, even if nothing moves
};

// One a collider slot.
typedef struct Collider {
    int32_t body;
    int32_t next;     // of the same body
    int32_t polygon;  // slot in polygons, chains or tileMaps, by type; NONE: circle or capsule
    int32_t group;
    // Circle: a is the centre. Capsule: both ends. Polygon: the first point twice. Compound: the
    // lower and upper corner of its box, in the body's space.
    Vec2 a, b;
    float radius;
    // <schema collider.members>
    float density;
    float friction;
    float restitution;
    float rollingResistance;
    float tangentSpeed;
    // </schema>
    uint32_t userData;
    uint16_t generation;
    uint8_t type, count;  // MicaShapeType, points
    uint8_t layer, flags;
    uint8_t frictionCombine, restitutionCombine;  // MicaCombine
    uint8_t sees;                                 // MICA_SEES_*
    uint8_t edits;                                // EDIT_*; not 0: its body is BODY_EDITED
    // <schema collider.members.spare>
    uint8_t disabled;
    // </schema>
    uint8_t ofTerrain;  // 1: a shape of a terrain that falls
    MicaAABB box;       // the fat box, as in the tree
    float reach;        // distance of the furthest point of the shape from the body's origin
    Vec2 oneWay;        // unit normal of the solid side, in the body's space
    // Which parts of the outline other static colliders may cover. Polygon: bit i for face i, bit
    // 8 + i if they may cover only an end of it. Tile map: a bit for each stripe of columns.
    uint32_t covered;
    int32_t field;  // slot in fields, or NONE
} Collider;
// <schema collider.size>
_Static_assert(sizeof(Collider) == 108, "saved as it is");
// </schema>

// A chain's points are a range of chainPoints, its nodes a range of chainNodes.
typedef struct Chain {
    int32_t first, count;  // points; count 0: the slot is free
    int32_t loop, oneSided;
    int32_t firstNode, nodes;
} Chain;

// Four boxes in SIMD order. At the lowest level each box bounds a run of four segments, above it
// each bounds a node of the level below. A chain's nodes lie level by level, lowest first, up to
// one root; the unused boxes of a level's last node are empty.
typedef struct ChainNode {
    float lx[4], ly[4], ux[4], uy[4];
} ChainNode;
// The number of nodes of a level, for a chain with that many runs.
static inline int32_t chain_level_nodes(int32_t runs, int32_t level)
{
    int32_t shift = 2 * level + 2;
    return (runs + (1 << shift) - 1) >> shift;
}

// A tile map's cells are a range of tileCells, row by row from the bottom. The kinds of a map that
// has some are a range of tileKinds; the index of each cell's kind lies in a range of tileKindOf.
typedef struct TileMap {
    int32_t first, columns, rows;           // columns 0: the slot is free
    int32_t triggers;                       // number of trigger cells
    Vec2 origin, cell;                      // lower left corner in the body's space; size of a cell
    int32_t firstKind, kinds, firstKindOf;  // kinds 0: its cells are MicaTiles and no more
    int32_t terrain;  // 0, or 1 + its slot in terrains: then its cells are squares between samples
    uint64_t kindLayers;  // a bit for each layer that a kind has of its own
} TileMap;

// A terrain: samples of density and material on a grid. Its tile map has a cell for each square of
// four samples, and a kind for each material; the cells' shapes follow from the samples. Samples lie in chunks of 32 by 32. Of a chunk whose samples are all equal only the
// sample is stored, so that a terrain takes the memory of its surface.
#define TERRAIN_CHUNK_SHIFT 5
#define TERRAIN_CHUNK (1 << TERRAIN_CHUNK_SHIFT)
#define TERRAIN_CHUNK_SAMPLES (TERRAIN_CHUNK * TERRAIN_CHUNK)
typedef struct Terrain {
    int32_t columns, rows;  // of samples
    int32_t firstChunk;     // its chunks are a range of terrainChunks, row by row from the bottom
    int32_t pieces;         // MicaTerrainPieces
    int32_t borderAnchors;  // 1: ground at the border of the grid never falls
    float minimumPiece;     // m²
    MicaTerrainMaterial materials[MICA_MAX_TERRAIN_MATERIALS];
    MicaTileKind surfaces[MICA_MAX_TERRAIN_MATERIALS];
} Terrain;
_Static_assert(sizeof(Terrain) == 24 + 40 * MICA_MAX_TERRAIN_MATERIALS, "saved as it is");

// The samples of a stored chunk: densities, then materials of four bits, two in a byte.
typedef struct TerrainSamples {
    uint8_t density[TERRAIN_CHUNK_SAMPLES];
    uint8_t material[TERRAIN_CHUNK_SAMPLES / 2];
} TerrainSamples;

static inline int32_t terrain_chunks_across(int32_t samples)
{
    return (samples + TERRAIN_CHUNK - 1) >> TERRAIN_CHUNK_SHIFT;
}

// An entry of terrainChunks: the index of a stored chunk in terrainSamples, or the complement of
// what all samples of the chunk are, density | material << 8.
static inline int32_t uniform_chunk(int32_t density, int32_t material)
{
    return ~(density | material << 8);
}

// Which cells of a map a walk may skip: level 1 has a byte for each block of 4 by 4 cells, every
// level above one for each block of 4 by 4 below, up to a single block. A byte has the bits
// (TILE_BLOCK_*) of all cells in the block.
#define TILE_BLOCK_SHIFT 2
#define TILE_BLOCK_LEVELS 13  // 4^12 cells in a row; level 0 are the cells
typedef struct TileBlocks {
    int32_t top;                        // the highest level; 0: the slot is free
    int32_t count;                      // of bytes
    int32_t starts[TILE_BLOCK_LEVELS];  // of each level in tileBlockBits; [0] is that of the map
} TileBlocks;
enum {
    TILE_BLOCK_SOLID = 1,    // a solid cell
    TILE_BLOCK_SURFACE = 2,  // one that is not certain to lie amid eight full cells of its layer
    TILE_BLOCK_TRIGGER = 4   // a trigger cell
};
// The number of blocks of a level side by side, for so many cells.
static inline int32_t tile_blocks_across(int32_t cells, int32_t level)
{
    return ((cells - 1) >> TILE_BLOCK_SHIFT * level) + 1;
}

typedef struct ContactPoint {
    Vec2 anchor;  // from A's centre of mass, in A's space
    float separation;
    float normalImpulse;  // N s a substep
} ContactPoint;

// What the narrow phase found of a pair that is apart: B's transform seen from A, and by how much
// the shapes were further apart along `axis` than the speculative distance. gap 0: unknown.
typedef struct ContactApart {
    Transform relative;
    Vec2 axis;          // unit, from A to B, in A's space
    float gap, reachB;  // reachB: Contact.reachB then
} ContactApart;

enum {
    CONTACT_TRIGGER = 1,
    CONTACT_TOUCHING = 2,       // begin (or enter) was emitted, end (or exit) not yet
    CONTACT_CIRCLES = 4,        // circles about their origins: radiusA and reachB are their radii
    CONTACT_FORCE_UPDATE = 16,  // edited, or a new trigger pair: update it even if nothing moves
    CONTACT_VISITOR_A = 32,     // of a touching trigger pair: A is the visitor, else B
    CONTACT_SURFACE = 64,       // has restitution, rolling resistance or tangent speed
    CONTACT_SILENT = 128,       // of a touching trigger pair: it emits neither enter nor exit
};

// Manifold-cache flags, in Contact.cacheFlags above the two bits of contact_face. All 0: no
// manifold was computed at `relative`, so the cache is invalid.
enum {
    CACHE_ROUND = 4,          // B is a circle on an edge of A
    CACHE_ROUND_ON_EDGE = 8,  // a rounded shape or a corner of B on an edge of A
    // The first point moves with B when B slides along A's edge; the next bit is the second's.
    CACHE_POINT_SLIDES = 16,
    CACHE_CIRCLES = 64,  // KIND_TWO_CIRCLES
};

// The part number of all parts of a compound collider that is a trigger as a whole, or of all
// trigger cells of a tile map with a field: a visitor has one pair with them, and one enter and one
// exit.
#define PART_TRIGGERS MICA_MAX_PARTS

// One a pair of colliders whose fat boxes overlap and whose filters let them interact; a compound
// collider has one pair a part. A's shape type is not smaller than B's (pair_in_order). Two cache
// lines: the first has what every phase of the step reads, the second what only the narrow phase
// and contact_prepare.c read.
typedef struct Contact {
    int32_t colliderA, colliderB, bodyA, bodyB;
    float tangentImpulse, rollingImpulse;  // of all points together
    int32_t part;                          // of A; 0 unless A is compound
    uint8_t flags, count;                  // CONTACT_*; number of points
    uint8_t oneSided;                      // see contact_one_sided
    uint8_t cacheFlags;                    // CACHE_* and contact_face
    union {
        ContactPoint points[2];
        ContactApart apart;  // while count is 0
    };

    float friction, restitution, rollingResistance, tangentSpeed;
    Vec2 normal;         // from A to B, in A's space
    float reachB;        // Collider.reach of B
    uint32_t since;      // the step in which it began to touch
    Transform relative;  // B's body seen from A's when the manifold was computed
    union {
        float cachedSeparation[2];  // the points' separations then
        struct {
            float firstSeparation;  // cachedSeparation[0]
            float radiusA;          // of CONTACT_CIRCLES, which have one point at most
        };
    };
    uint8_t feature[2];
    // How far B may slide against left_perp(normal), and along it, before the manifold must be
    // computed again; see SLIDE_RANGE_UNITS.
    uint8_t slideRange[2];
    union {
        uint32_t oneSidedSince;  // the step that last set oneSided, counted from 1; 0: never
        uint32_t cellLayer;      // of a cell of a tile map: its layer when last computed
    };
} Contact;
_Static_assert(sizeof(Contact) == 128 && offsetof(Contact, friction) == 64, "two cache lines");

static inline void contact_copy(Contact *to, const Contact *from) { copy_128(to, from); }

// What the points of a contact have exchanged in the last step, N s: their impulses of all
// substeps, bounces and presses together. Output.
typedef struct ContactImpulses {
    int32_t contact;
    float normal[2], tangent;  // tangent: of all points together
} ContactImpulses;

// On whose face the manifold lies: FACE_A, FACE_B or FACE_NONE; 0 while the cache is invalid.
static inline int32_t contact_face(const Contact *c) { return c->cacheFlags & FACE_NONE; }

// Of a contact with points.
static inline float contact_min_separation(const Contact *c)
{
    return min_f(c->points[0].separation, c->points[c->count - 1].separation);
}

// On which side of a one-sided chain's segment B is, as an OneSidedState of two bits: as the narrow
// phase last found it, and as it was before the step oneSidedSince.
#define ONE_SIDED_STATES 3
static inline int32_t contact_one_sided(const Contact *c) { return c->oneSided & 3; }
static inline int32_t contact_one_sided_before(const Contact *c) { return c->oneSided >> 2; }
static inline void contact_set_one_sided(Contact *c, int32_t before, int32_t now)
{
    c->oneSided = (uint8_t)(before << 2 | now);
}

// The friction impulse of one point. The solver computes one for the whole manifold; its points
// have it in proportion to their normal impulses.
static inline float contact_friction(const Contact *c, int32_t point)
{
    float sum = c->points[0].normalImpulse + (c->count > 1 ? c->points[1].normalImpulse : 0.0f);
    float part = sum > 0.0f ? c->points[point].normalImpulse / sum : 1.0f / (float)c->count;
    return c->tangentImpulse * part;
}

// The field of a collider. Nothing but words of four bytes, so that it is hashed as a whole.
typedef struct Field {
    MicaField def;
    float phase;  // gusts passed so far, modulo GUST_PERIOD
} Field;
_Static_assert(sizeof(Field) == 76, "fields are saved as they are");

enum {
    JOINT_ALIVE = 1,
    JOINT_COLLIDES = 2,  // the two bodies may meet
    JOINT_LIMIT = 4,
    JOINT_MOTOR = 8,
    JOINT_SPRING = 16,
    JOINT_BREAKS = 32,
    JOINT_DISABLED = 64,
    JOINT_COUPLED = 128,  // a gear names it, or has named it
    JOINT_SOFT = 256,     // its rigid rows have a frequency or a maximum of their own
    JOINT_HAS_ROW = JOINT_LIMIT | JOINT_MOTOR | JOINT_SPRING,
};

// Impulses of the last substep, N s or N m s on body B, which warm start the next one. Limits only
// push: theirs are never negative.
enum {
    JOINT_IMPULSE_X,  // of the two rows solved as a whole: the point
    JOINT_IMPULSE_Y,
    JOINT_IMPULSE_LOWER,
    JOINT_IMPULSE_UPPER,
    JOINT_IMPULSE_MOTOR,
    JOINT_IMPULSE_SPRING,
    JOINT_IMPULSES
};

// One a joint slot, of any type: what each step reads of every joint.
typedef struct Joint {
    int32_t bodyA, bodyB;          // bodyA: NONE where the world itself takes its place
    int32_t next[2], previous[2];  // ends of the same body: see Body.firstJoint; [0] at A, [1] at B
    uint32_t userData;
    uint16_t generation, flags;
    uint32_t type;  // MicaJointType
    Vec2 anchorA, anchorB;
    float impulses[JOINT_IMPULSES];
    float angle;  // of the last step, full turns counted
    // Of a type made of rows: the impulse of the third rigid row; and what all rows together
    // gave body B in the last substep, N s and N m s, for reading alone.
    float thirdImpulse;
    Vec2 pushed;
    float turned;
} Joint;
_Static_assert(sizeof(Joint) == 96, "joints are saved as they are");

// One a joint slot: what a step reads of few joints, apart from Joint so that nets of plain pins
// stay within the caches.
typedef struct JointNumbers {
    float values[MICA_JOINT_NUMBER_COUNT];  // by MicaJointNumber; those that its type has not are 0
    float coupledAngles[2];  // of a gear: angles of its revolute joints in the last step, all turns
    int32_t coupled[2];      // slots of the joints of a gear, plus 1; 0 of other types
} JointNumbers;
_Static_assert(sizeof(JointNumbers) == sizeof(float) * (MICA_JOINT_NUMBER_COUNT + 4),
               "joints are saved as they are");

// Above the bits of MICA_MOVER_*. MOVER_BLOCKED: in the last step another collider blocked its way
// out of an overlap. MOVER_IN_CROWD: it was deep in more than MOVER_MAX_OVERLAPS colliders, movers
// among them, and has not left all movers yet.
enum {
    MOVER_ALIVE = 1 << 8,
    MOVER_FLOATS = 1 << 9,
    MOVER_BLOCKED = 1 << 10,
    MOVER_IN_CROWD = 1 << 11
};

// One a mover slot.
typedef struct Mover {
    int32_t body, collider;  // slots
    uint32_t userData;
    uint16_t generation, flags;  // MICA_MOVER_* of the last step, MOVER_*
    float numbers[MICA_MOVER_NUMBER_COUNT];
    Vec2 velocity;  // as in MicaMoverState, as all that follows
    Vec2 groundVelocity, groundNormal, groundPoint, wallNormal;
    uint32_t ground;  // handle of the collider, or 0
    int32_t groundPart;
} Mover;
_Static_assert(sizeof(Mover) == 100, "movers are saved as they are");

// A mover within one step.
typedef struct MoverStep {
    Vec2 acceleration;  // m/s²: of gravity and fields
    Vec2 gravity;       // m/s²: of gravity and gravity fields alone
    // Slots of movers, or NONE: what it stands on, what stands on it, the next of those on the same
    int32_t carrier, firstRider, nextRider;
    bool moved;  // in this step
} MoverStep;

typedef struct LayerTable {
    uint64_t namesSolid[LAYER_COUNT], namesTrigger[LAYER_COUNT];  // what each layer itself names
    uint64_t solid[LAYER_COUNT], trigger[LAYER_COUNT];  // the response of each pair of layers
    // Bounds over all colliders that the world ever had: they are never narrowed.
    float minExtents[LAYER_COUNT];  // least half thickness of a collider of the layer; 0: none
    uint64_t triggerLayers;         // layers that had a trigger collider
    uint32_t seesStatics;           // not 0: a trigger saw statics, so statics look for pairs too
    uint32_t solidGroups;  // not 0: a group was positive, so layers alone exclude no solid pair
} LayerTable;

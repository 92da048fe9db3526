// Mica: layered 2D physics. This header is the whole public C API and its manual.
//
// Units are metres, kilograms, seconds and radians, or another unit of length in the place of metres
// (MicaWorldDef.lengthUnit); angles are counter-clockwise and y points up.
// Bodies, colliders and joints are named by typed 32-bit handles of a slot and a generation; zero
// is the null handle. Every call checks its handles and numbers, in release builds too. On a bad
// argument nothing changes, a create function returns the null handle, a getter zeros, and other
// functions an error code, which mica_last_error also holds. A world may be used by one thread at a
// time. Separate worlds are independent.
//
// In order: basics and errors, shapes, geometry queries on shapes, worlds and stepping, layers,
// bodies, colliders (chains and tile maps among them), fields and explosions, joints, movers, contacts
// and events, views, queries of a world.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_VERSION_MAJOR 0
#define MICA_VERSION_MINOR 1
#define MICA_VERSION_PATCH 0

// ---------------------------------------------------------------------------------------- basics

typedef struct MicaVec2 {
    float x, y;
} MicaVec2;

// A rotation as cosine and sine; c² + s² = 1.
typedef struct MicaRot {
    float c, s;
} MicaRot;

// A position and a rotation. 16 bytes, the record of the transforms view.
typedef struct MicaTransform {
    MicaVec2 p;
    MicaRot q;
} MicaTransform;

// An axis-aligned box; lower <= upper.
typedef struct MicaAABB {
    MicaVec2 lower, upper;
} MicaAABB;

// Handles: slot and generation in one word; zero is null. A handle whose object was destroyed is
// stale: it names nothing, also when the slot is used again. A slot serves 4,095 objects, one a
// generation, and is then never used again. So a world makes 4 billion bodies, as many colliders and
// as many joints, before creating them fails with CAPACITY.
typedef struct MicaBody {
    uint32_t id;
} MicaBody;

typedef struct MicaCollider {
    uint32_t id;
} MicaCollider;

typedef struct MicaJoint {
    uint32_t id;
} MicaJoint;

typedef struct MicaMover {
    uint32_t id;
} MicaMover;

typedef struct MicaWorld MicaWorld;

// The slot of a handle; that of a body is the index of its record in every view. -1 for null.
#define MICA_SLOT_BITS 20
#define MICA_SLOT(handle) ((int32_t)(((handle).id & ((1u << MICA_SLOT_BITS) - 1u)) - 1u))

// All error codes with their messages. The order is part of the wasm interface.
// Of libraries that are built with matter (mica_matter.h) alone.
#if defined(MICA_MATTER)
#define MICA_MATTER_ERRORS(X)                                                                      \
    X(STALE_MATTER, "the handle of matter is null, destroyed or of another world")                 \
    X(STALE_EMITTER, "the handle of an emitter is null, destroyed or of another world")
#else
#define MICA_MATTER_ERRORS(X)
#endif

#define MICA_ERRORS(X)                                                                             \
    X(OK, "no error")                                                                              \
    X(NULL_ARGUMENT, "a required pointer is null")                                                 \
    X(STALE_BODY, "the body handle is null, destroyed or of another world")                        \
    X(STALE_COLLIDER, "the collider handle is null, destroyed or of another world")                \
    X(NOT_FINITE, "a number is NaN or infinite")                                                   \
    X(OUT_OF_RANGE, "a number is outside its allowed range")                                       \
    X(BAD_SHAPE, "the shape is not valid")                                                         \
    X(DEGENERATE_POLYGON, "the points do not span an area")                                        \
    X(NOT_CONVEX, "the polygon is not convex, or has repeated or collinear points")                \
    X(POINT_COUNT, "the number of points is out of range")                                         \
    X(BAD_LAYER, "the layer is not between 0 and 63")                                              \
    X(BAD_BODY_TYPE, "the body type is unknown")                                                   \
    X(NO_MEMORY, "out of memory")                                                                  \
    X(CAPACITY, "the world has no slot left for another one")                                      \
    X(LOCKED, "the world is inside a step")                                                        \
    X(VIEW_NOT_FINITE, "a velocity or force written through a view is NaN or too large")           \
    X(SELF_CROSSING, "the outline crosses or touches itself")                                      \
    X(REPEATED_POINT, "two points of the outline coincide")                                        \
    X(COLLINEAR_POINTS, "a point of the outline lies on the line through its neighbours")          \
    X(BUFFER_TOO_SMALL, "the output has no room for the result")                                   \
    X(STALE_JOINT, "the joint handle is null, destroyed or of another world")                      \
    X(SAME_BODY, "a joint connects two different bodies")                                          \
    X(BAD_GEAR, "a gear couples two different joints, each revolute or prismatic")                 \
    X(IMMOVABLE, "the body is static, or locked along that axis")                                  \
    X(BAD_SNAPSHOT, "the bytes are damaged, or no snapshot of a world")                            \
    X(NEWER_SNAPSHOT, "the snapshot is of a newer version of Mica")                                \
    X(STALE_MOVER, "the mover handle is null, destroyed or of another world")                      \
    X(NOT_KINEMATIC, "the body of a mover must be kinematic")                                      \
    X(NOT_CONVEX_COLLIDER, "a mover needs a convex collider that is no trigger")                   \
    X(HAS_MOVER, "the body has a mover already")                                                   \
    X(VIEW_READ_ONLY, "what was written into transforms or flags, both read only, is no body's")   \
    X(HOLE_OUTSIDE, "a hole lies outside of the outline or inside another hole")                   \
    MICA_MATTER_ERRORS(X)

typedef enum MicaError {
#define X(name, text) MICA_ERROR_##name,
    MICA_ERRORS(X)
#undef X
        MICA_ERROR_COUNT
} MicaError;

// Returns the message of an error code, or "unknown error".
const char *mica_error_text(MicaError error);

// ---------------------------------------------------------------------------------------- shapes

#define MICA_MAX_POLYGON_POINTS 8

typedef enum MicaShapeType {
    MICA_SHAPE_NONE,
    MICA_SHAPE_CIRCLE,   // points[0], radius
    MICA_SHAPE_CAPSULE,  // points[0], points[1], radius
    MICA_SHAPE_POLYGON,  // 3 to 8 points counter-clockwise, rounding radius (0: sharp)
    MICA_SHAPE_CHAIN,    // only as a collider, see mica_chain_create
    MICA_SHAPE_TILES,    // only as a collider, see mica_tiles_create
    MICA_SHAPE_TYPE_COUNT
} MicaShapeType;

// A convex shape in its body's space: the convex hull of 1 to 8 points, grown by radius. Make it by
// the functions below; functions that receive one check it.
typedef struct MicaShape {
    MicaShapeType type;
    int32_t count;
    float radius;
    MicaVec2 centroid;
    MicaVec2 points[MICA_MAX_POLYGON_POINTS];
    MicaVec2 normals[MICA_MAX_POLYGON_POINTS];  // outward, of the edge from points[i] to the next
} MicaShape;

// Each of these fills *out and returns MICA_ERROR_OK, or returns another error and leaves *out
// alone. Radii, half extents and lengths are 1e-4 to 1e6 m, coordinates within 1e7 m; a rounding
// radius may be 0. Errors: NULL_ARGUMENT, NOT_FINITE, OUT_OF_RANGE.

MicaError mica_shape_circle(MicaVec2 center, float radius, MicaShape *out);
MicaError mica_shape_capsule(MicaVec2 a, MicaVec2 b, float radius, MicaShape *out);
// A box by its centre and half extents, rotated by angle (radians, within 1e8) and grown by a
// rounding radius. Also fails with BAD_SHAPE: as a polygon it would be too thin for its length, too
// large, or too small for single precision so far from the origin.
MicaError mica_shape_box(MicaVec2 center, float halfWidth, float halfHeight, float angle,
                         float radius, MicaShape *out);
// A segment that is solid from both sides: a capsule of radius 0. Its mass is 0.
MicaError mica_shape_segment(MicaVec2 a, MicaVec2 b, MicaShape *out);
// A convex polygon of 3 to 8 points in either winding order, grown by a rounding radius. Also fails
// with POINT_COUNT, DEGENERATE_POLYGON and NOT_CONVEX.
MicaError mica_shape_polygon(const MicaVec2 *points, int32_t count, float radius, MicaShape *out);

typedef struct MicaMassData {
    float mass;       // kg
    MicaVec2 center;  // in the body's space
    float inertia;    // kg m², about center
} MicaMassData;

// The mass data of a shape of the given density (kg/m²); zeros for an invalid shape or density.
MicaMassData mica_shape_mass(const MicaShape *shape, float density);
// The tight AABB of a placed shape; zeros for an invalid shape or transform.
MicaAABB mica_shape_aabb(const MicaShape *shape, MicaTransform transform);
// True if the world point lies in the placed shape grown by slack (metres, >= 0). False on bad
// input.
bool mica_shape_contains(const MicaShape *shape, MicaTransform transform, MicaVec2 point,
                         float slack);

// A contact point of a manifold, midway between the two surfaces.
typedef struct MicaManifoldPoint {
    MicaVec2 point;    // world
    float separation;  // metres, negative is overlap
    // Names the vertex or edge of each shape: the same in the next step if the point persists
    uint32_t feature;
} MicaManifoldPoint;

typedef struct MicaManifold {
    MicaVec2 normal;  // unit, world, from the first shape to the second
    int32_t count;    // 0, 1 or 2
    MicaManifoldPoint points[2];
} MicaManifold;

// The manifold of two placed shapes of any types. Swapping the arguments negates the normal. Points
// with a separation above maxDistance (metres, >= 0) are left out. Returns an empty manifold on bad
// input.
MicaManifold mica_collide(const MicaShape *shapeA, MicaTransform transformA,
                          const MicaShape *shapeB, MicaTransform transformB, float maxDistance);

// ------------------------------------------------------------------------------- geometry queries
//
// Pure functions on placed shapes, for every pair of types in either order. Coordinates are within
// 1e7 m. On bad input they return zeros, which no valid call does.

typedef struct MicaDistance {
    float distance;  // metres between the surfaces; negative: overlap along the axis of least depth
    MicaVec2 pointA, pointB;  // on the surfaces, world; pointB - pointA = distance * normal
    MicaVec2 normal;          // unit, world, from A to B
} MicaDistance;

// The nearest points of two shapes, or how deep they overlap.
MicaDistance mica_distance(const MicaShape *shapeA, MicaTransform transformA,
                           const MicaShape *shapeB, MicaTransform transformB);

// The result of a ray or a moving shape against one shape.
typedef struct MicaCast {
    bool hit;
    bool
        startsInside;  // then hit is true, fraction 0 and normal that of the minimum translation out
    float fraction;    // of the translation, 0 to 1; 1 if nothing is hit
    MicaVec2 point;    // world; where the surfaces meet
    MicaVec2 normal;   // unit, world, out of the shape that is hit
} MicaCast;

// Casts the ray from origin to origin + translation, which must not be zero, against a placed
// shape. A ray that starts on the surface hits only if it goes in.
MicaCast mica_ray_cast(const MicaShape *shape, MicaTransform transform, MicaVec2 origin,
                       MicaVec2 translation);
// Moves a placed shape by a translation, without rotation, until it hits the fixed shape. Exact.
// Shapes that touch at the start hit only if the translation leads inwards.
MicaCast mica_shape_cast(const MicaShape *moving, MicaTransform transform, MicaVec2 translation,
                         const MicaShape *fixed, MicaTransform fixedTransform);

// A motion from fraction 0 to 1: the centre moves straight and the angle changes evenly.
typedef struct MicaSweep {
    MicaVec2 localCenter;  // the centre of rotation, in the body's space
    MicaVec2 c0, c1;       // that centre at fraction 0 and 1, world
    float angle0, angle1;  // radians, at most 1e4 apart
} MicaSweep;

typedef enum MicaToiState {
    MICA_TOI_INVALID,     // bad input
    MICA_TOI_SEPARATED,   // the shapes do not touch
    MICA_TOI_HIT,         // the shapes first touch at `fraction`
    MICA_TOI_OVERLAPPED,  // the shapes overlap at fraction 0
    MICA_TOI_FAILED,      // no result: the shapes do not touch before `fraction`
    MICA_TOI_STATE_COUNT
} MicaToiState;

typedef struct MicaTimeOfImpact {
    MicaToiState state;
    float fraction;   // HIT: of the first touch; SEPARATED: the limit
    MicaVec2 normal;  // unit, world, from A to B; zero if separated
    MicaVec2 point;   // world; where the surfaces meet
} MicaTimeOfImpact;

// The first fraction, up to `limit` (0 to 1), at which two moving shapes touch. No touch is missed
// at any speed or spin: motion without rotation is solved exactly as by mica_shape_cast, other
// motion by conservative advancement (Mirtich, 1996) with the curvature of the rotation in the
// bound. Returns the state MICA_TOI_INVALID on bad input.
MicaTimeOfImpact mica_time_of_impact(const MicaShape *shapeA, const MicaSweep *sweepA,
                                     const MicaShape *shapeB, const MicaSweep *sweepB, float limit);

#define MICA_MAX_OUTLINE_POINTS 1024

// Fills *out with the convex hull of 3 to 1024 points (within 1e7 m; repeated, inner and collinear
// ones are allowed), grown by a rounding radius. A hull of more than 8 corners is reduced to 8 by
// removing the corner that takes the least area with it, again and again; corners too flat or too
// near each other for mica_shape_polygon are removed too. Errors as mica_shape_polygon; *out is
// then left alone.
MicaError mica_shape_hull(const MicaVec2 *points, int32_t count, float radius, MicaShape *out);

// Cuts a simple outline of 3 to 1024 points, in either winding order, into convex polygons of at
// most 8 points that together cover it exactly, each grown by a rounding radius. Writes them to
// `out`, which holds `capacity` shapes, and their number to *parts. Errors with *parts the index of
// a point at fault: SELF_CROSSING, REPEATED_POINT, COLLINEAR_POINTS. BUFFER_TOO_SMALL sets *parts
// and writes no shape. Takes time with the square of the points as a rule.
MicaError mica_shape_decompose(const MicaVec2 *points, int32_t count, float radius, MicaShape *out,
                               int32_t capacity, int32_t *parts);
// The same of an outline with holes: `rings` rings, ring k of counts[k] points, one after the other
// in `points`, each in either winding order. The first ring is the outline, the others are holes,
// which lie inside it and outside each other and touch nothing. All points and two for each hole
// make at most 1024. HOLE_OUTSIDE has *parts the first point of the hole at fault.
MicaError mica_shape_decompose_rings(const MicaVec2 *points, const int32_t *counts, int32_t rings,
                                     float radius, MicaShape *out, int32_t capacity,
                                     int32_t *parts);

// Trigonometry that gives the same bits on every machine, with an error below 2e-7 for angles
// within 1e4 radians. Angles beyond 1e8, infinite or NaN give the identity rotation.
MicaRot mica_rot(float angle);
float mica_rot_angle(MicaRot q);     // in (-pi, pi]
float mica_atan2(float y, float x);  // 0 where both are 0 or one is not finite

// ----------------------------------------------------------------------------------------- world

// Settings of a new world; begin with mica_world_def().
typedef struct MicaWorldDef {
    // <schema world.def>
    // The acceleration of all bodies. By default (0, -10). In m/s², within +-1e6.
    MicaVec2 gravity;
    // Contact stiffness; no more than a quarter of the substeps in a second counts. In Hz, above 0,
    // to 1e6; default 30.
    float contactHertz;
    // Damping ratio of soft contacts. 0 to 1e6; default 10.
    float contactDampingRatio;
    // The most by which overlap is pushed out. In m/s, 0 to 1e6; default 3.
    float contactPushSpeed;
    // The speed of approach below which nothing bounces. In m/s, 0 to 1e6; default 0.2.
    float restitutionThreshold;
    // The speed of approach above which there is a hit event. In m/s, 0 to 1e6; default 1.
    float hitSpeed;
    // How long an island is at rest before it sleeps. In s, 0 to 1e6; default 0.5.
    float sleepTime;
    // Whether what rests may sleep. Default true.
    bool sleepEnabled;
    // Bodies to reserve memory for at creation; arrays still grow when needed. Default 0.
    int32_t bodyCapacity;
    // Colliders to reserve memory for. Default 0.
    int32_t colliderCapacity;
    // Contacts to reserve memory for. Default 0.
    int32_t contactCapacity;
    // The most memory that the world may hold; 0: no limit. Default 0.
    uint64_t maxBytes;
    // Joint stiffness; no more than a quarter of the substeps in a second counts. From 60 on, pins
    // of trees are solved directly and do not stretch. In Hz, above 0, to 1e6; default 60.
    float jointHertz;
    // Damping ratio of soft joints. 0 to 1e6; default 3.
    float jointDampingRatio;
    // How many units of length make a metre: 32 where a metre is 32 pixels. Every number with a
    // length in it is in that unit, and all defaults and tolerances follow it. It cannot be changed
    // later. 0.01 to 1000; default 1.
    float lengthUnit;
    // Whether y points down, as on screens: angles turn clockwise as drawn, tiles and one-sided
    // chains are as drawn, and the default gravity of JavaScript is along y. Default false.
    bool yDown;
    // The impulse of a pair in one step from which there is a load event; 0: never. In N s, 0 to
    // 1e6; default 0.
    float loadImpulse;
    // </schema>
} MicaWorldDef;

MicaWorldDef mica_world_def(void);  // the defaults
// The defaults of a world whose unit of length is another, 0.01 to 1000 to a metre, and likewise of
// colliders, fields and movers in it.
MicaWorldDef mica_world_def_in(float lengthUnit);

// Creates a world. Returns null if the definition is null or has a bad number, or if memory ran
// out; mica_create_error then tells which.
MicaWorld *mica_world_create(const MicaWorldDef *def);
// The error of the last mica_world_create that failed.
MicaError mica_create_error(void);
void mica_world_destroy(MicaWorld *world);  // null is allowed

// The error of the last call on this world that failed since mica_clear_error; OK if there is none.
MicaError mica_last_error(const MicaWorld *world);
// After VIEW_NOT_FINITE or VIEW_READ_ONLY the slot of the body at fault, if it is known; after a failed
// batch query the index of the query at fault, otherwise -1.
int32_t mica_last_error_slot(const MicaWorld *world);
void mica_clear_error(MicaWorld *world);

// Advances the world by dt seconds (0 < dt <= 1) in 1 to 64 substeps (4 suits most games); in more
// where a substep would be longer than 1/30 s. Reads the velocities and forces views, clears the
// forces of moving bodies and replaces all events. Errors: OUT_OF_RANGE, NOT_FINITE,
// VIEW_NOT_FINITE, VIEW_READ_ONLY, LOCKED, NO_MEMORY; the world is then unchanged. Of a world of more
// than 256 bodies a step checks the views of those that rest in turn, 256 in each.
MicaError mica_world_step(MicaWorld *world, float dt, int32_t substeps);

// Advances the world by dt seconds (0 < dt <= 1) from impact to impact: finds the first two bodies
// that touch, moves all bodies to that moment, applies the impulses, and so on. For billiards,
// gases and Newton's cradle: fast bodies neither overlap nor pass through each other,
// rebounds are exact, elastic impacts keep their energy, and of several impacts at once the fastest
// comes first. Resting contacts, friction, rolling resistance, layers, triggers, sleep and events
// work as in mica_world_step, but piles are softer and cost more: keep them below a dozen bodies.
// Joints do not act. Triggers are tested once, at the begin of the step. A step with few impacts
// costs about as much as one of four substeps; each impact adds the sweeps of its two bodies
// against their neighbours. `maxImpacts` (>= 1; 10,000 suits most) bounds the impacts of one step, and
// with them its time: to about 0.1 ms for each of maxImpacts and for each pair
// (MicaCounters.contacts), which only heaps, and bodies of kilometres that overlap, come to. At
// either bound the rest of dt is dropped, so that still nothing passes through anything, and
// MicaCounters.impactBound is 1. The work is counted, not timed, so every build stops at the same
// moment. Both kinds of step may be mixed. Errors as mica_world_step.
MicaError mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts);

// Fills the poses view with transforms between those before the last step (alpha 0) and those after
// it (alpha 1).
MicaError mica_world_interpolate(MicaWorld *world, float alpha);

// Fills the poses view with transforms ahead of those after the last step, at the velocities of now:
// `seconds` later, 0 to 1. Bodies that are asleep, disabled or static stay where they are.
MicaError mica_world_extrapolate(MicaWorld *world, float seconds);

// Settings of a world, as in MicaWorldDef. Changes act from the next step on.
MicaError mica_world_set_gravity(MicaWorld *world, MicaVec2 gravity);
MicaVec2 mica_world_gravity(const MicaWorld *world);
float mica_world_length_unit(const MicaWorld *world);  // 1 of null
MicaError mica_world_set_sleep_enabled(MicaWorld *world, bool enabled);
// <schema world.setters>
MicaError mica_world_set_restitution_threshold(MicaWorld *world, float value);
MicaError mica_world_set_hit_speed(MicaWorld *world, float value);
MicaError mica_world_set_load_impulse(MicaWorld *world, float value);
// </schema>

// Sizes of a world and of its last step.
typedef struct MicaCounters {
    int32_t bodies, awakeBodies, colliders;
    int32_t contacts;  // pairs whose enlarged AABBs overlap and whose layers are not MICA_IGNORE
    int32_t touchingContacts;  // of those, pairs with at least one manifold point
    int32_t triggerPairs;
    int32_t islandsAsleep;
    int32_t colours;   // graph colours that the solver used in the last step
    int32_t overflow;  // constraints solved one by one since no colour was free
    int32_t staticTreeHeight, movingTreeHeight;
    int32_t narrowPhaseTests;  // pair tests of the last step
    int32_t pairsCreated;      // in the last step
    int32_t steps;
    int32_t joints;
    int32_t impacts;       // impacts of the last step, if it was mica_world_step_impacts
    int32_t impactBound;   // 1 if that step reached its bound and dropped the rest of dt
    int32_t energyBounds;  // islands from which the last step took energy that constraints had made
    // Pairs of dynamic bodies in a crowd that the last step left to the next one: both had 16 others.
    int32_t pairsPostponed;
    int32_t fieldBound;  // colliders that are in as many fields as they may be, see MicaField
} MicaCounters;

MicaCounters mica_world_counters(const MicaWorld *world);
uint32_t mica_world_step_count(const MicaWorld *world);  // steps so far; 0 for NULL
uint64_t mica_world_bytes(const MicaWorld *world);       // all memory the world holds

// A hash of the transform (with the Kahan residual of the position), velocity and sleep state of
// every body, of the settings and impulses of every joint, and of the pairs of bodies that ignore
// each other. The same in every build after the same calls.
uint64_t mica_world_hash(const MicaWorld *world);

// Snapshots: the whole world and the events of its last step as bytes, the same in every build for the
// same world. A restore puts it back: handles of that time are valid again, those made since are
// stale, and the motion goes on bit for bit. Bytes at the end are the game's own, such as its score.

// The size of a snapshot of the world as it is now, with that many bytes of the game: a multiple of 16.
uint64_t mica_world_snapshot_bytes(const MicaWorld *world, uint32_t hostBytes);
// Writes it to `out`. `host` may be null if hostBytes is 0. Fails with NULL_ARGUMENT,
// BUFFER_TOO_SMALL or LOCKED; with VIEW_READ_ONLY where a restore would refuse what was written into a view.
MicaError mica_world_snapshot(MicaWorld *world, const void *host, uint32_t hostBytes, void *out,
                              uint64_t capacity);
// Makes a world what it was in a snapshot, of itself or of another world. `bytes` lie at a multiple of
// 8. Fails with NULL_ARGUMENT, BAD_SNAPSHOT, NEWER_SNAPSHOT, OUT_OF_RANGE for another address, LOCKED
// or NO_MEMORY, and then changes nothing.
MicaError mica_world_restore(MicaWorld *world, const void *bytes, uint64_t size);
// Makes `to` what `from` is, events of its last step too, as a restore of a snapshot of it does: handles of
// `from` are valid in `to`. Capacities, limit of memory, clock and last error stay those of `to`. Fails with
// NULL_ARGUMENT, LOCKED or NO_MEMORY, and then changes nothing; nothing to do if both are the same.
MicaError mica_world_copy(MicaWorld *to, const MicaWorld *from);
// Where the game's own bytes lie in a snapshot, and how many they are; null if it is none, or of a newer
// version. Only mica_world_restore finds whether any byte is damaged.
const void *mica_snapshot_host(const void *bytes, uint64_t size, uint32_t *hostBytes);
// Whether the world in a snapshot has these settings (of `settings` all but capacities and maxBytes), has made so
// many steps, and knows none of the layers from `layers` on: for a game that keeps the same beside the engine and
// saves it among its own bytes.
bool mica_snapshot_agrees(const void *bytes, uint64_t size, const MicaWorldDef *settings,
                          uint32_t steps, int32_t layers);

// Writes how a snapshot differs from another of the same version, `base`, to `out`: all three lie at a
// multiple of 8. Gives its bytes; 0 if one is none, if they are of different versions, or if it does not
// fit: MICA_DIFFERENCE_SPARE bytes and 17/16 of the snapshot's always do.
#define MICA_DIFFERENCE_SPARE 16384u
uint32_t mica_snapshot_difference(const void *bytes, uint64_t size, const void *base,
                                  uint64_t baseSize, void *out, uint64_t capacity);

// Milliseconds of each phase of the last step; zeros unless a clock was set.
typedef struct MicaProfile {
    float step, broadPhase, narrowPhase, islands, prepare, solve, store, finish;
} MicaProfile;
typedef double (*MicaClock)(void);                             // milliseconds from any origin
void mica_world_set_clock(MicaWorld *world, MicaClock clock);  // null stops profiling
MicaProfile mica_world_profile(const MicaWorld *world);

// Checks every invariant of the whole world, for tests. Returns null, or a sentence about the first
// that is violated.
const char *mica_world_validate(const MicaWorld *world);

// ---------------------------------------------------------------------------------------- layers

// There are 64 layers, 0 to 63. Each layer has a response to each other one. A pair of colliders is
// solid if either layer responds to the other with MICA_SOLID, else a trigger pair if either
// responds with MICA_TRIGGER, else ignored. At first layer 0, the default, is solid to itself and
// all other responses are MICA_IGNORE. Changes take effect at the next step, on touching pairs too.
typedef enum MicaResponse {
    MICA_IGNORE,
    MICA_SOLID,
    MICA_TRIGGER,
    MICA_RESPONSE_COUNT
} MicaResponse;

// Sets the response of layer `from` to layer `to`; that of `to` to `from` stays. Fails with
// BAD_LAYER or OUT_OF_RANGE.
MicaError mica_layer_set(MicaWorld *world, int32_t from, int32_t to, MicaResponse response);
// The response of layer `from` to layer `to`; MICA_IGNORE for layers out of range.
MicaResponse mica_layer_named(const MicaWorld *world, int32_t from, int32_t to);
// The response of the pair, from both directions; MICA_IGNORE for layers out of range.
MicaResponse mica_layer_response(const MicaWorld *world, int32_t a, int32_t b);
// The responses of all pairs of layers as bits, read only: for each layer a word with the layers it
// is solid with, then for each a word with those it makes trigger pairs with. 128 words. The
// address lasts as long as the world.
const uint64_t *mica_layer_masks(const MicaWorld *world);

// ---------------------------------------------------------------------------------------- bodies

typedef enum MicaBodyType {
    MICA_BODY_STATIC,     // never moves by itself
    MICA_BODY_KINEMATIC,  // moves by its velocity; contacts do not push it
    MICA_BODY_DYNAMIC,    // moves by forces, contacts and joints
    MICA_BODY_TYPE_COUNT
} MicaBodyType;

// Bits of the flags view, one word a body slot, read only. Other bits are internal.
enum {
    MICA_FLAG_TYPE_MASK = 3,   // a MicaBodyType
    MICA_FLAG_ALIVE = 1 << 2,  // the slot holds a body
    MICA_FLAG_AWAKE = 1 << 3,
    MICA_FLAG_ENABLED = 1 << 4,
    MICA_FLAG_LOCK_X = 1 << 5,
    MICA_FLAG_LOCK_Y = 1 << 6,
    MICA_FLAG_LOCK_ROTATION = 1 << 7,
    MICA_FLAG_BULLET = 1 << 8,
    MICA_FLAG_CAN_SLEEP = 1 << 9,
    MICA_FLAG_MASS_OVERRIDE = 1 << 10,
    MICA_FLAG_MOVED = 1 << 11,  // was awake in the last step
    MICA_FLAG_DROPS = 1 << 12,  // falls through one-way colliders, see mica_body_set_drops
    MICA_FLAG_MOVER = 1 << 13,  // a mover moves it, see mica_mover_create
};
#define MICA_LOCKS (MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y | MICA_FLAG_LOCK_ROTATION)

// Settings of a new body; begin with mica_body_def().
typedef struct MicaBodyDef {
    // <schema body.def>
    // How it moves. In C static by default, in JavaScript dynamic.
    MicaBodyType type;
    // Where its origin lies. In m, within +-1e7.
    MicaVec2 position;
    // Its rotation. In radians, within +-1e8; default 0.
    float angle;
    // Of its centre of mass; of its origin unless dynamic. In m/s, within +-40000.
    MicaVec2 linearVelocity;
    // How fast it turns, counter-clockwise. In radians/s, within +-40000; default 0.
    float angularVelocity;
    // Drag of its motion: v *= 1 / (1 + dt * damping). In 1/s, 0 to 1e6; default 0.
    float linearDamping;
    // Drag of its turning, likewise. In 1/s, 0 to 1e6; default 0.
    float angularDamping;
    // Factor of the gravity of the world; with 0 it floats. Within +-1e6; default 1.
    float gravityScale;
    // Axes along which it does not move, MICA_FLAG_LOCK_*.
    uint32_t locks;
    // Whether it may fall asleep at rest. Default true.
    bool canSleep;
    // Whether it moves; false makes it asleep. Default true.
    bool awake;
    // A disabled body keeps its colliders but meets nothing and does not move. Default true.
    bool enabled;
    // Whether its own motion is swept against dynamic bodies too: a fast one then neither passes
    // nor enters them. Default false.
    bool bullet;
    // The largest speed of a dynamic body: a step scales a higher velocity down to it. In m/s, 0 to
    // 40000; default 40000.
    float maxSpeed;
    // </schema>
    uint32_t userData;
} MicaBodyDef;

MicaBodyDef mica_body_def(void);  // the defaults

// Creates a body. Returns null with NULL_ARGUMENT, NOT_FINITE, OUT_OF_RANGE, BAD_BODY_TYPE,
// IMMOVABLE (see mica_body_set_velocity), NO_MEMORY, CAPACITY or LOCKED recorded.
MicaBody mica_body_create(MicaWorld *world, const MicaBodyDef *def);
// Destroys a body with its colliders and joints.
MicaError mica_body_destroy(MicaWorld *world, MicaBody body);
// True if the handle names a body of this world; it records no error.
bool mica_body_is_valid(const MicaWorld *world, MicaBody body);
// The body in a slot, or null.
MicaBody mica_body_at(const MicaWorld *world, int32_t slot);

// Getters. For a stale handle they return zeros and record STALE_BODY.
MicaTransform mica_body_transform(MicaWorld *world, MicaBody body);
// Of the centre of mass; of the origin of a body that is not dynamic, which turns about its origin.
MicaVec2 mica_body_velocity(MicaWorld *world, MicaBody body);
float mica_body_angular_velocity(MicaWorld *world, MicaBody body);
uint32_t mica_body_flags(MicaWorld *world, MicaBody body);
MicaVec2 mica_body_center(MicaWorld *world, MicaBody body);  // centre of mass, world
// Of a static or kinematic body: the mass data that mica_body_set_mass gave it, else zeros.
MicaMassData mica_body_mass(MicaWorld *world, MicaBody body);
// What the colliders of a body of any type give, whatever was set: 1 kg and no inertia without any mass.
MicaMassData mica_body_collider_mass(MicaWorld *world, MicaBody body);
// <schema body.getters>
float mica_body_linear_damping(MicaWorld *world, MicaBody body);
float mica_body_angular_damping(MicaWorld *world, MicaBody body);
float mica_body_gravity_scale(MicaWorld *world, MicaBody body);
float mica_body_max_speed(MicaWorld *world, MicaBody body);
// </schema>
uint32_t mica_body_user_data(MicaWorld *world, MicaBody body);

// Teleports the body: its velocity stays, and its contacts are found anew at the next step. The
// position is within 1e7 m, the angle within 1e8.
MicaError mica_body_set_transform(MicaWorld *world, MicaBody body, MicaVec2 position, float angle);
// The same, but the rotation stays as it is, bit for bit.
MicaError mica_body_set_position(MicaWorld *world, MicaBody body, MicaVec2 position);
// Velocities (within 40,000 m/s and rad/s), forces and impulses. Any but zero wakes the body. A
// static body, and a locked axis, take no velocity but zero (IMMOVABLE). What is not dynamic has
// infinite mass: forces and impulses do nothing to it. A force acts over the next step, an impulse at once. Points are in world coordinates.
MicaError mica_body_set_velocity(MicaWorld *world, MicaBody body, MicaVec2 velocity);
MicaError mica_body_set_angular_velocity(MicaWorld *world, MicaBody body, float radiansPerSecond);
MicaError mica_body_apply_force(MicaWorld *world, MicaBody body, MicaVec2 newtons);
MicaError mica_body_apply_force_at(MicaWorld *world, MicaBody body, MicaVec2 newtons,
                                   MicaVec2 worldPoint);
MicaError mica_body_apply_torque(MicaWorld *world, MicaBody body, float newtonMetres);
MicaError mica_body_apply_impulse(MicaWorld *world, MicaBody body, MicaVec2 newtonSeconds);
MicaError mica_body_apply_impulse_at(MicaWorld *world, MicaBody body, MicaVec2 newtonSeconds,
                                     MicaVec2 worldPoint);
MicaError mica_body_apply_angular_impulse(MicaWorld *world, MicaBody body,
                                          float newtonMetreSeconds);

// Settings as in MicaBodyDef.
MicaError mica_body_set_type(MicaWorld *world, MicaBody body, MicaBodyType type);
MicaError mica_body_set_locks(MicaWorld *world, MicaBody body, uint32_t locks);
MicaError mica_body_set_damping(MicaWorld *world, MicaBody body, float linear, float angular);
// <schema body.setters>
MicaError mica_body_set_gravity_scale(MicaWorld *world, MicaBody body, float value);
MicaError mica_body_set_max_speed(MicaWorld *world, MicaBody body, float value);
// </schema>
// Wakes the body or puts it alone to sleep; it wakes when an awake body touches it. The next step
// emits the event.
MicaError mica_body_set_awake(MicaWorld *world, MicaBody body, bool awake);
MicaError mica_body_set_can_sleep(MicaWorld *world, MicaBody body, bool canSleep);
// A disabled body keeps its colliders but neither collides nor moves.
MicaError mica_body_set_enabled(MicaWorld *world, MicaBody body, bool enabled);
// While true, the body falls through one-way colliders: set it to drop through a platform. One-way
// colliders that it overlaps when this ends let it out first.
MicaError mica_body_set_drops(MicaWorld *world, MicaBody body, bool drops);
MicaError mica_body_set_bullet(MicaWorld *world, MicaBody body, bool bullet);
MicaError mica_body_set_user_data(MicaWorld *world, MicaBody body, uint32_t userData);
// Overrides the mass data that follow from the colliders: mass >= 1e-12 kg, inertia >= 0 (0: no
// rotation). They stay when colliders or the type of the body change. Those of a static or kinematic
// body are kept and saved, and take effect once it is dynamic. Fails with NOT_FINITE or OUT_OF_RANGE.
MicaError mica_body_set_mass(MicaWorld *world, MicaBody body, MicaMassData mass);
MicaError mica_body_reset_mass(MicaWorld *world, MicaBody body);  // ends the override

// Makes two bodies ignore each other, whatever their layers and groups are, or ends that: no
// contacts, no triggers and no hits of one body's sweep on the other; other queries are not
// affected. Takes effect at the next step, on touching pairs too, and ends when either body is
// destroyed. Fails with OUT_OF_RANGE if a and b are the same.
MicaError mica_body_ignore(MicaWorld *world, MicaBody a, MicaBody b, bool ignore);
// Whether the two bodies ignore each other.
bool mica_body_ignores(MicaWorld *world, MicaBody a, MicaBody b);
// Writes up to `capacity` pairs of bodies that ignore each other, two handles each, in the order of
// their slots, and returns how many there are.
int32_t mica_world_ignored_pairs(MicaWorld *world, MicaBody *out, int32_t capacity);

// Writes up to `capacity` collider handles in order of creation and returns how many the body has.
int32_t mica_body_colliders(MicaWorld *world, MicaBody body, MicaCollider *out, int32_t capacity);

// ------------------------------------------------------------------------------------- colliders

// How friction or restitution of two colliders combine. If their rules differ, the later in this
// list is used, so that any other rule beats the default.
typedef enum MicaCombine {
    MICA_COMBINE_DEFAULT,    // friction: geometric; restitution: max
    MICA_COMBINE_GEOMETRIC,  // sqrt(a b)
    MICA_COMBINE_AVERAGE,
    MICA_COMBINE_MIN,
    MICA_COMBINE_MULTIPLY,
    MICA_COMBINE_MAX,
    MICA_COMBINE_COUNT
} MicaCombine;

// What a trigger collider detects: colliders of bodies of these types, and triggers only with
// MICA_SEES_TRIGGERS.
enum {
    MICA_SEES_STATIC = 1 << MICA_BODY_STATIC,
    MICA_SEES_KINEMATIC = 1 << MICA_BODY_KINEMATIC,
    MICA_SEES_DYNAMIC = 1 << MICA_BODY_DYNAMIC,
    MICA_SEES_TRIGGERS = 1 << MICA_BODY_TYPE_COUNT,
    MICA_SEES_ALL = 15,
};

// Settings of a new collider; begin with mica_collider_def().
typedef struct MicaColliderDef {
    // <schema collider.def>
    // The number of its layer. 0 to 63; default 0.
    int32_t layer;
    // Colliders of the same negative group never meet, those of the same positive group always do;
    // 0 leaves it to the layers. Default 0.
    int32_t group;
    // The mass of its body follows it. In kg/m², 0 to 1e9; default 1.
    float density;
    // Coefficient of friction; a pair uses the geometric mean, unless `frictionCombine` of either
    // side says otherwise. 0 to 1e6; default 0.6.
    float friction;
    // Bounce; a pair uses the larger, unless `restitutionCombine` of either side says otherwise. 0
    // to 1; default 0.
    float restitution;
    // Lever arm of the normal force as a factor of the radius; 0 rolls freely. 0 to 1e6; default 0.
    float rollingResistance;
    // Speed of its surface, as of a conveyor belt. In m/s, within +-40000; default 0.
    float tangentSpeed;
    // Whether it is a trigger, which reports what overlaps it and pushes nothing. Default false.
    bool isTrigger;
    // How the friction of a pair is made of both sides'; by default the geometric mean.
    MicaCombine frictionCombine;
    // How the restitution of a pair is made of both sides'; by default the larger.
    MicaCombine restitutionCombine;
    // Where this points, in the body's space, it holds what comes from there and lets the rest
    // through; 0 holds from everywhere. Within +-1e6.
    MicaVec2 oneWay;
    // Where it meets a corner, one of the corner's two faces decides, at a landing the one against
    // gravity: for the characters of a game. Default false.
    bool arcade;
    // What it detects if it is a trigger: MICA_SEES_*.
    uint32_t sees;
    // While false, nothing meets it and no query finds it; it keeps its place in the mass of its
    // body. Default true.
    bool enabled;
    // </schema>
    uint32_t userData;
} MicaColliderDef;

MicaColliderDef mica_collider_def(void);  // the defaults
MicaColliderDef mica_collider_def_in(float lengthUnit);

// Attaches a copy of a shape to a body and updates the body's mass. Returns null with
// NULL_ARGUMENT, STALE_BODY, BAD_SHAPE, BAD_LAYER, NOT_FINITE, OUT_OF_RANGE, NO_MEMORY, CAPACITY or
// LOCKED recorded.
MicaCollider mica_collider_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                  const MicaShape *shape);
// Attaches copies of `count` shapes, at least one, as so many calls of mica_collider_create would,
// to the bit, but in a time linear in their number; all or none. Writes the handles to `out` and
// returns `count`, or 0 with OUT_OF_RANGE for `count` or an error as above recorded.
int32_t mica_colliders_create(MicaWorld *world, MicaBody body, const MicaColliderDef *defs,
                              const MicaShape *shapes, int32_t count, MicaCollider *out);
// Destroys a collider and updates the body's mass.
MicaError mica_collider_destroy(MicaWorld *world, MicaCollider collider);
bool mica_collider_is_valid(const MicaWorld *world, MicaCollider collider);
// The collider in a slot, or null.
MicaCollider mica_collider_at(const MicaWorld *world, int32_t slot);

// Getters. For a stale handle they return zeros and record STALE_COLLIDER.
MicaBody mica_collider_body(MicaWorld *world, MicaCollider collider);
MicaError mica_collider_shape(MicaWorld *world, MicaCollider collider, MicaShape *out);
// The tight AABB at the current transform.
MicaAABB mica_collider_aabb(MicaWorld *world, MicaCollider collider);
int32_t mica_collider_layer(MicaWorld *world, MicaCollider collider);
uint32_t mica_collider_user_data(MicaWorld *world, MicaCollider collider);
MicaError mica_collider_get(MicaWorld *world, MicaCollider collider, MicaColliderDef *out);
bool mica_collider_contains(MicaWorld *world, MicaCollider collider, MicaVec2 worldPoint);

// Settings as in MicaColliderDef. They take effect at the next step, on touching pairs too.
MicaError mica_collider_set_layer(MicaWorld *world, MicaCollider collider, int32_t layer);
MicaError mica_collider_set_group(MicaWorld *world, MicaCollider collider, int32_t group);
MicaError mica_collider_set_trigger(MicaWorld *world, MicaCollider collider, bool isTrigger);
// Ends its contacts and visits at the next step, or lets them begin; the handle stays valid.
MicaError mica_collider_set_enabled(MicaWorld *world, MicaCollider collider, bool enabled);
// Used while the collider is a trigger, kept while it is not.
MicaError mica_collider_set_sees(MicaWorld *world, MicaCollider collider, uint32_t sees);
// <schema collider.setters>
MicaError mica_collider_set_friction(MicaWorld *world, MicaCollider collider, float value);
MicaError mica_collider_set_restitution(MicaWorld *world, MicaCollider collider, float value);
MicaError mica_collider_set_rolling_resistance(MicaWorld *world, MicaCollider collider,
                                               float value);
MicaError mica_collider_set_tangent_speed(MicaWorld *world, MicaCollider collider, float value);
MicaError mica_collider_set_friction_combine(MicaWorld *world, MicaCollider collider,
                                             MicaCombine value);
MicaError mica_collider_set_restitution_combine(MicaWorld *world, MicaCollider collider,
                                                MicaCombine value);
// </schema>
MicaError mica_collider_set_density(MicaWorld *world, MicaCollider collider, float density);
MicaError mica_collider_set_shape(MicaWorld *world, MicaCollider collider, const MicaShape *shape);
MicaError mica_collider_set_user_data(MicaWorld *world, MicaCollider collider, uint32_t userData);

// Compound colliders: a chain of segments or a map of tiles is one collider. Bodies do not collide
// with internal edges, neither between its parts nor towards touching static colliders. Compound
// colliders have no mass, ignore each other, and cannot be read or set as a MicaShape.

#define MICA_MAX_PARTS (1 << 24)

typedef struct MicaChainDef {
    const MicaVec2 *points;  // in the body's space
    int32_t count;           // 2 or more, with `loop` 3 or more, at most MICA_MAX_PARTS
    bool loop;               // the last point is joined to the first
    // Solid only for bodies on the left, as seen along the chain; bodies from the right pass
    // through. A body created or placed across the chain collides if its centre is on the left.
    bool oneSided;
    float radius;  // rounding, may be 0
} MicaChainDef;

// Creates a chain of segments; the points are copied. Returns null with POINT_COUNT, REPEATED_POINT
// (two neighbours closer than 1e-4 m), NOT_FINITE, OUT_OF_RANGE or as mica_collider_create.
MicaCollider mica_chain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaChainDef *chain);

// The shape of a tile. RISE and FALL are slopes as seen from left to right; ROOF tiles fill the
// part of the cell above the slope.
typedef enum MicaTile {
    MICA_TILE_EMPTY,
    MICA_TILE_FULL,
    MICA_TILE_RISE,
    MICA_TILE_FALL,
    MICA_TILE_ROOF_RISE,
    MICA_TILE_ROOF_FALL,
    MICA_TILE_BOTTOM_HALF,
    MICA_TILE_TOP_HALF,
    MICA_TILE_LEFT_HALF,
    MICA_TILE_RIGHT_HALF,
    MICA_TILE_RISE_LOW,   // from 0 to half of the height
    MICA_TILE_RISE_HIGH,  // from half to all of it
    MICA_TILE_FALL_HIGH,
    MICA_TILE_FALL_LOW,
    MICA_TILE_KIND_COUNT,
    MICA_TILE_ONE_WAY = 32,  // may be added: solid only from above
    MICA_TILE_TRIGGER = 64   // may be added: a trigger of its own, see MicaTriggerEvent and `sees`
} MicaTile;

// Which members of a MicaTileKind replace those of the collider.
enum {
    MICA_TILE_SETS_FRICTION = 1,
    MICA_TILE_SETS_RESTITUTION = 2,
    MICA_TILE_SETS_TANGENT_SPEED = 4,
    MICA_TILE_SETS_LAYER = 8,
    MICA_TILE_SETS_ALL = 15,
};

// A kind of tile: a shape, a surface, and a number by which the game or its level editor names it.
typedef struct MicaTileKind {
    int32_t number;                             // >= 0
    uint32_t tile;                              // a MicaTile
    uint32_t sets;                              // MICA_TILE_SETS_*
    float friction, restitution, tangentSpeed;  // as in MicaColliderDef
    // As in MicaColliderDef. In a map with layers by kind, each cell that its layer makes a trigger
    // is a trigger of its own
    int32_t layer;
} MicaTileKind;

#define MICA_MAX_TILE_KINDS 65535

typedef struct MicaTilesDef {
    int32_t columns, rows;  // 1 or more, together at most MICA_MAX_PARTS cells
    MicaVec2 cell;          // width and height of a cell, metres
    MicaVec2 origin;        // lower left corner in the body's space
    const uint8_t *cells;   // a MicaTile each, row by row from the bottom; null: all empty
    // Instead of cells: kinds in ascending order of numbers, and for each cell the index of its
    // kind. A map with kinds names tiles by the kinds' numbers, a map without by MicaTile.
    const MicaTileKind *kinds;
    int32_t kindCount;  // 0 to MICA_MAX_TILE_KINDS
    const uint16_t *kindOf;
} MicaTilesDef;

// Creates a map of tiles; the cells are copied. Returns null with OUT_OF_RANGE (also for a cell
// that is not a MicaTile or has no kind), NOT_FINITE, NULL_ARGUMENT or as mica_collider_create.
MicaCollider mica_tiles_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaTilesDef *tiles);
// Sets all cells of a rectangle to a MicaTile, or in a map with kinds to the kind of that number;
// bodies react at the next step. Fails with OUT_OF_RANGE, or BAD_SHAPE if the collider is not a map;
// nothing is then changed.
MicaError mica_tiles_fill(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row,
                          int32_t columns, int32_t rows, int32_t tile);
// Returns the MicaTile of a cell, or the number of its kind; -1 with the error recorded. Of a part of a
// terrain: the number of its material.
int32_t mica_tiles_get(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row);

// ---- terrain

// A terrain is ground that can be dug and filled: a grid of cells, each with a density, what part of
// it is ground (0 to 255, as the alpha of an image), and a material. Its surface runs between the
// centres of cells where the density passes the middle, interpolated, so that slopes are straight;
// at the border of the grid the ground ends with the grid. In contacts and hits a part of a terrain
// is the square between the centres of four cells, named by the lower left one and by the material.

#define MICA_MAX_TERRAIN_MATERIALS 16

typedef struct MicaTerrainMaterial {
    float hardness;   // a tool digs what is not harder than the tool. 0 to 1e6
    float density;    // of what falls, in kg/m². 1e-9 to 1e9
    uint32_t anchor;  // 1: never falls, and holds what is connected to it
} MicaTerrainMaterial;

// What happens to ground that an edit leaves without connection to an anchor.
typedef enum MicaTerrainPieces {
    MICA_PIECES_FALL,    // it becomes dynamic bodies
    MICA_PIECES_STAY,    // it stays in the terrain
    MICA_PIECES_REMOVE,  // it is removed
    MICA_PIECES_COUNT
} MicaTerrainPieces;

typedef struct MicaTerrainDef {
    int32_t columns, rows;      // of cells: 2 or more, together at most MICA_MAX_PARTS
    float cell;                 // width and height of a cell, metres
    MicaVec2 origin;            // lower left corner in the body's space
    const uint8_t *densities;   // row by row from the bottom; null: all empty
    const uint8_t *materialOf;  // index of each cell's material; null: all 0
    const MicaTerrainMaterial *materials;
    const MicaTileKind
        *surfaces;          // of each material: its number names it in events; MICA_TILE_FULL
    int32_t materialCount;  // 1 to MICA_MAX_TERRAIN_MATERIALS
    MicaTerrainPieces pieces;
    bool borderAnchors;  // whether ground at the border of the grid is an anchor
    float minimumPiece;  // smaller pieces are removed as debris, m²
} MicaTerrainDef;

// Creates a terrain on a body; everything is copied. As any compound collider it has no mass and
// ignores others. Returns null with OUT_OF_RANGE, NOT_FINITE, NULL_ARGUMENT, BAD_LAYER or as
// mica_collider_create.
MicaCollider mica_terrain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                 const MicaTerrainDef *terrain);
// Fills *out with the definition of a terrain, but for densities and materialOf, which become null;
// its materials and surfaces belong to the world and last until a terrain is created or destroyed. Fails with
// BAD_SHAPE if the collider is no terrain.
MicaError mica_collider_terrain(MicaWorld *world, MicaCollider collider, MicaTerrainDef *out);
// Writes the cells of a rectangle, row by row from the bottom; either buffer may be null. Fails with
// OUT_OF_RANGE or BAD_SHAPE.
MicaError mica_terrain_read(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row,
                            int32_t columns, int32_t rows, uint8_t *densities, uint8_t *materials);
// What happens to pieces from the next edit on; see MicaTerrainDef.
MicaError mica_terrain_set_pieces(MicaWorld *world, MicaCollider collider, MicaTerrainPieces pieces,
                                  bool borderAnchors, float minimumPiece);

// A shape that ground is dug or added in: all points no further than `radius` from a line through
// the points, or inside of it if it is closed. One point is a circle, two are a capsule.
typedef struct MicaTerrainShape {
    const MicaVec2 *points;  // 1 to MICA_MAX_TERRAIN_POINTS
    int32_t count;
    bool closed;  // the last point is joined to the first; what winds around is inside
    float radius;
    MicaVec2 position;  // of the shape in the world
    float angle;
} MicaTerrainShape;
#define MICA_MAX_TERRAIN_POINTS 4096

// What an edit did.
typedef struct MicaTerrainChange {
    double area[MICA_MAX_TERRAIN_MATERIALS];  // removed or added of each material, m²
    int32_t pieces;                           // that came off: see mica_terrain_piece
} MicaTerrainChange;

// Ground that an edit has cut off. `body` is null if it was removed: as debris, or as
// MICA_PIECES_REMOVE says.
typedef struct MicaTerrainPiece {
    MicaBody body;
    MicaCollider terrain;  // of the body, a terrain that can be dug in turn; or null
    MicaCollider source;   // the terrain that it was part of
    int32_t material;      // number of the material that most of it is made of
    MicaVec2 position;     // of its centre of mass
    MicaVec2 velocity;     // of that point, as it came off
    float area, mass;
} MicaTerrainPiece;

// Remove ground, of materials no harder than `hardness`, and add ground, of the material of that
// index. Bodies and movers meet the new surface in the next step. Ground that has lost its
// connection comes off: see MicaTerrainPieces. *change may be null. Fail with NULL_ARGUMENT,
// BAD_SHAPE, POINT_COUNT, NOT_FINITE, OUT_OF_RANGE, NO_MEMORY, CAPACITY or LOCKED; nothing is then
// changed.
MicaError mica_terrain_dig(MicaWorld *world, MicaCollider collider, const MicaTerrainShape *shape,
                           float hardness, MicaTerrainChange *change);
MicaError mica_terrain_add(MicaWorld *world, MicaCollider collider, const MicaTerrainShape *shape,
                           int32_t material, MicaTerrainChange *change);
// Fills *out with a piece of the last edit in this world, by index; OUT_OF_RANGE if there are fewer.
MicaError mica_terrain_piece(MicaWorld *world, int32_t index, MicaTerrainPiece *out);

// Fills *out with the present definition of a chain or map. Points and cells belong to the world
// and last until the next call that creates or destroys one. Fails with BAD_SHAPE, and leaves *out
// alone, if the collider is not a chain or map.
MicaError mica_collider_chain(MicaWorld *world, MicaCollider collider, MicaChainDef *out);
MicaError mica_collider_tiles(MicaWorld *world, MicaCollider collider, MicaTilesDef *out);

// `oneWay` and `arcade` of MicaColliderDef.
MicaError mica_collider_set_one_way(MicaWorld *world, MicaCollider collider, MicaVec2 normal);
MicaError mica_collider_set_arcade(MicaWorld *world, MicaCollider collider, bool arcade);

// ---------------------------------------------------------------------------------------- fields
//
// A field on a collider acts on the bodies that the collider makes trigger pairs with: all it meets
// if isTrigger is set, else those that its layer is MICA_TRIGGER for. It acts on dynamic bodies
// through their colliders that are not triggers, compound colliders excepted, and on movers as if they
// were dynamic, of the mass that the density of their collider makes. Trigger tiles of a map act
// as one area, whose centre and top are those of their bounds. A field acts on the trigger
// pairs that the step found at its begin: a body that crosses it within one step is not affected.
// If several fields of one type act on a body, only those of the highest priority count; equal ones
// add up, and of speed limits the lowest counts. Every collider can be in 16 fields at once, and all
// colliders together in 8,192 more. Where that is not enough, those of the highest priority act, and of
// equal ones those whose colliders have the smallest slots; the others do not know of the collider.
//
// Vectors are in the space of the field's body and turn with it. Velocities are relative to that
// body, so that air and water move along with a carrier. Drag is solved implicitly together with
// all other forces: no strength of it is unstable, and terminal speeds are exact. Forces that
// depend on position are evaluated at the middle of the step, so that orbits and waves keep their
// energy. Bodies at rest in still water, gravity or a speed zone may sleep; wind and flowing water
// keep the bodies they touch awake. A field that moves, is changed or removed wakes the bodies it
// touches.

typedef enum MicaFieldType {
    MICA_FIELD_NONE,
    MICA_FIELD_WIND,     // flow, drag, turbulence, gustSize, acceleration
    MICA_FIELD_WATER,    // density, surface, flow, drag, angularDrag
    MICA_FIELD_GRAVITY,  // acceleration; strength, distance, falloff; replace
    MICA_FIELD_SPEED,    // maxSpeed, drag, angularDrag
    MICA_FIELD_TYPE_COUNT
} MicaFieldType;

// The type uses only the members listed with it above.
typedef struct MicaField {
    // <schema field.def>
    // Which kind of field it is.
    MicaFieldType type;
    // Of one type only the fields of the highest act on a body. Default 0.
    int32_t priority;
    // Of the air or water. In m/s, within +-40000.
    MicaVec2 flow;
    // The same for light and heavy bodies. In m/s², within +-1e6.
    MicaVec2 acceleration;
    // Wind: kg/(m s), the force per metre of width across the wind and per m/s of relative speed.
    // Water: 1/s, the rate at which the displaced water would take on the flow. Speed zone: 1/s, by
    // default 0. 0 to 1e6; default 1.
    float drag;
    // Drag on rotation; of a speed zone by default 0. In 1/s, 0 to 1e6; default 1.
    float angularDrag;
    // Of gusts on top of the flow. In m/s, 0 to 40000; default 0.
    float turbulence;
    // Along the flow from gust to gust. In m, 0.01 to 1e6; default 4.
    float gustSize;
    // Of the water. In kg/m², 0 to 1e6; default 2.
    float density;
    // Height of the water line above the body's origin, against gravity; at most the top of the
    // collider. In m, within +-1e7; default 1e7.
    float surface;
    // Acceleration towards the centre of the collider at `distance`; negative: away from it. In
    // m/s², within +-1e6; default 0.
    float strength;
    // Nearer, the acceleration falls linearly to zero at the centre. In m, 0.0001 to 1e6; default
    // 1.
    float distance;
    // Beyond `distance` it stays the same (0), goes with 1/d (1) or with 1/d² (2). Default 0.
    int32_t falloff;
    // Whether it replaces the gravity of the world or adds to it. 1 or 0; default 0.
    int32_t replace;
    // The largest speed of what is inside. In m/s, 0 to 40000; default 40000.
    float maxSpeed;
    // Whether bodies that enter and leave emit trigger events, as with any trigger. A change does
    // not concern those inside. 1 or 0; default 0.
    int32_t events;
    // </schema>
} MicaField;

// The defaults of a field type: drag 1 (speed zone: 0), no flow, water of density 2 up to the top
// of the collider, no acceleration, no speed limit, no trigger events.
MicaField mica_field(MicaFieldType type);
MicaField mica_field_in(float lengthUnit, MicaFieldType type);

// Sets the field of a collider; null removes it. The field is copied. Fails with STALE_COLLIDER,
// NOT_FINITE, OUT_OF_RANGE or NO_MEMORY.
MicaError mica_collider_set_field(MicaWorld *world, MicaCollider collider, const MicaField *field);
// Fills *out with the field of a collider, of type MICA_FIELD_NONE if it has none.
MicaError mica_collider_field(MicaWorld *world, MicaCollider collider, MicaField *out);

// A collider that an explosion pushed, and by how much: N s away from the centre, negative towards it.
typedef struct MicaPush {
    MicaCollider collider;
    float impulse;
} MicaPush;

// An explosion; begin with mica_explosion().
typedef struct MicaExplosion {
    MicaVec2 position;
    float radius;   // metres within which it acts in full, >= 0
    float falloff;  // metres beyond, over which it fades to nothing, >= 0
    float impulse;  // N s per metre of the width of a shape as seen from the centre; negative pulls
    uint64_t layers;  // layers of the colliders it acts on, default all
    // Static colliders in these layers shield what lies behind them, default none. Those that the
    // centre lies in do not; in a pile of hundreds around it, nor do others, for colliders of later slots
    uint64_t shields;
    MicaPush
        *pushes;  // filled with what it pushed, in the order of slots; null, the default: nothing
    int32_t capacity;  // of `pushes`
} MicaExplosion;

MicaExplosion mica_explosion(void);  // the defaults

// Applies an impulse to the colliders of dynamic bodies, triggers excepted, each away from the
// centre at its nearest point, and wakes their bodies (as in Box2D). Movers get it, too: their velocity
// changes by it, divided by their mass. Particles of matter in the layers get the velocity that a block
// of their matter, 1 m wide and deep, would get. A collider is shielded if
// shields hide both its nearest point and its centre. Returns how many colliders were pushed; 0
// with the error recorded on bad input. If more than `capacity` colliders may be pushed and `pushes`
// is not null, it pushes none and returns how many may be.
int32_t mica_world_explode(MicaWorld *world, const MicaExplosion *explosion);

// ---------------------------------------------------------------------------------------- joints

// A joint constrains two bodies, joins their islands and is destroyed with either of them, a gear
// with either of its joints. Joints of trees of bodies (chains, bridges, ropes, lifts) are solved
// directly and do not stretch; other joints are soft (jointHertz and jointDampingRatio of the
// world; by default as stiff as the substeps allow). Limit, motor and spring may be enabled
// together. The angle of a joint is that of body B relative to body A, counter-clockwise, minus the
// reference angle, in radians; full turns count. A new joint whose angle has a limit is in the turn
// that lies in the limit or next to it, of several in the one nearest to 0; others are within half a
// turn of 0. A limit that is set later changes no turn.

// The joint types: name of the constant, name of the functions, and the groups of numbers that the
// type has (see MicaJointNumber) besides BREAK_FORCE and BREAK_TORQUE.
#define MICA_JOINT_TYPES(X)                                                                        \
    X(REVOLUTE, revolute, REFERENCE ANGULAR_LIMIT ANGULAR_MOTOR ANGULAR_SPRING OWN_FORCE)          \
    X(PRISMATIC, prismatic, REFERENCE AXIS LINEAR_LIMIT LINEAR_MOTOR LINEAR_SPRING OWN)            \
    /* B turns freely in the direction of TOOTH, and back to the last tooth passed. That is  */    \
    /* LOWER, or UPPER for a negative TOOTH, and moves on as B turns; without enableLimit it  */   \
    /* begins at the tooth behind the present angle. */                                            \
    X(RATCHET, ratchet, REFERENCE TEETH ANGULAR_MOTOR ANGULAR_SPRING)                              \
    /* A rod of LENGTH; with limit, motor or spring of the distance, these alone. */               \
    X(DISTANCE, distance, LENGTH LENGTH_LIMIT LINEAR_MOTOR LENGTH_SPRING OWN_FORCE)                \
    /* A and B hang on a rope over points of the world: A's distance + RATIO times B's is */       \
    /* LENGTH, or what limit, motor and spring make of it. */                                      \
    X(PULLEY, pulley, ROPE LENGTH LENGTH_LIMIT LINEAR_MOTOR LENGTH_SPRING OWN_FORCE)               \
    /* Couples the coordinates of jointA and jointB, revolute or prismatic: angle or */            \
    /* translation of A + RATIO that of B is LENGTH. The maxima are those at jointA. */            \
    X(GEAR, gear, GEAR OWN)                                                                        \
    /* Moves B against A; HERTZ 0: holds no pose; a maximum of 0: none of that. */                 \
    X(MOTOR, motor, REFERENCE VELOCITY DRIVE)                                                      \
    /* Pulls an anchor of B to a point of the world, localAnchorA; has no body A. */               \
    X(TARGET, target, TARGET OWN_FORCE)                                                            \
    /* Holds anchors and angle together; HERTZ above 0: as a spring. */                            \
    X(WELD, weld, REFERENCE OWN)                                                                   \
    /* Rigid across the axis; limit and spring act along it, the motor turns B. */                 \
    X(WHEEL, wheel, REFERENCE AXIS LINEAR_LIMIT ANGULAR_MOTOR LINEAR_SPRING OWN_FORCE)

typedef enum MicaJointType {
    MICA_JOINT_NONE,
#define X(TYPE, name, numbers) MICA_JOINT_##TYPE,
    MICA_JOINT_TYPES(X)
#undef X
        MICA_JOINT_TYPE_COUNT
} MicaJointType;

// The numbers of a joint. Those that its type does not have are 0.
typedef enum MicaJointNumber {
    // <schema joint.numbers>
    // Angle of B relative to A that counts as zero: radians within 1e4.
    MICA_JOINT_REFERENCE_ANGLE,
    // Of the limit: radians within 1e4, or metres within 1e6; at most the upper one.
    MICA_JOINT_LOWER,
    // Of the limit, likewise.
    MICA_JOINT_UPPER,
    // Radians/s within 4e4, or m/s within 4e4.
    MICA_JOINT_MOTOR_SPEED,
    // The most that the motor may use: N m, or N, >= 0.
    MICA_JOINT_MAX_MOTOR,
    // Of the two bodies swinging freely about the target: Hz, 0 to 1e6.
    MICA_JOINT_SPRING_HERTZ,
    // 0 to 1e6; 1: critical.
    MICA_JOINT_SPRING_DAMPING_RATIO,
    // Where the spring rests: as the limit.
    MICA_JOINT_SPRING_TARGET,
    // The joint breaks when the force at it exceeds this: N, >= 0; 0: never.
    MICA_JOINT_BREAK_FORCE,
    // The same for the torque of limit, motor and spring: N m, >= 0.
    MICA_JOINT_BREAK_TORQUE,
    // Of a unit vector in A's space, to within 1e-3.
    MICA_JOINT_AXIS_X,
    // Of the same.
    MICA_JOINT_AXIS_Y,
    // Metres, 0 to 1e6; of a gear radians or metres within 1e6.
    MICA_JOINT_LENGTH,
    // Stiffness of the joint itself: Hz, 0 to 1e6; 0: as the world's.
    MICA_JOINT_HERTZ,
    // Of that stiffness, 0 to 1e6.
    MICA_JOINT_DAMPING_RATIO,
    // The most that the joint itself may use: N, >= 0; 0: no maximum.
    MICA_JOINT_MAX_FORCE,
    // Likewise, N m.
    MICA_JOINT_MAX_TORQUE,
    // The least of the spring's force along its coordinate, of which a positive one makes more: N
    // or N m, <= 0. From -1e9 on: no bound; so if both are 0.
    MICA_JOINT_MIN_SPRING,
    // The most of it: N or N m, >= 0; from 1e9 on no bound. A rubber band that only pulls has 0.
    MICA_JOINT_MAX_SPRING,
    // Radians from tooth to tooth, 1e-3 to 1e4; negative: B turns clockwise.
    MICA_JOINT_TOOTH,
    // Angle of one of the teeth: radians within 1e4.
    MICA_JOINT_PHASE,
    // What the coordinate of B counts: 1e-3 to 1e3.
    MICA_JOINT_RATIO,
    // Of the point of the world over which the rope to A runs: metres within 1e7.
    MICA_JOINT_GROUND_AX,
    // Of the same.
    MICA_JOINT_GROUND_AY,
    // Of the point for B, likewise.
    MICA_JOINT_GROUND_BX,
    // Of the same.
    MICA_JOINT_GROUND_BY,
    // Of B's anchor against A, in A's space: m/s within 4e4.
    MICA_JOINT_VELOCITY_X,
    // Of the same.
    MICA_JOINT_VELOCITY_Y,
    // Of B against A: radians/s within 4e4.
    MICA_JOINT_ANGULAR_VELOCITY,
    // </schema>
    MICA_JOINT_NUMBER_COUNT
} MicaJointNumber;

// Settings of a joint of any type; numbers that its type does not have stay 0.
typedef struct MicaJointDef {
    MicaJointType type;
    MicaBody bodyA, bodyB;                // bodyA null for MICA_JOINT_TARGET, whose A is the world
    MicaVec2 localAnchorA, localAnchorB;  // in each body's space, within 1e7 m
    float numbers[MICA_JOINT_NUMBER_COUNT];
    MicaJoint jointA, jointB;  // of a gear, which takes its bodies from them
    bool enableLimit, enableMotor, enableSpring;
    bool collideConnected;  // default false: the two bodies do not collide
    bool disabled;          // default false; see mica_joint_set_enabled
    uint32_t userData;
} MicaJointDef;

// Creates a joint of def->type and wakes both bodies, which should be placed as the joint holds
// them. Null on STALE_BODY, SAME_BODY, STALE_JOINT and BAD_GEAR, NOT_FINITE, OUT_OF_RANGE (also
// for an unknown type, and a body A of a type that has none), CAPACITY, NO_MEMORY.
MicaJoint mica_joint_create(MicaWorld *world, const MicaJointDef *def);
// Fills *out with the present settings. A joint that broke in the last step can still be read, until
// the next step or the creation of another joint.
MicaError mica_joint_get(MicaWorld *world, MicaJoint joint, MicaJointDef *out);
// Sets one number and wakes both bodies. A number that the type does not have may only be 0. Fails
// with STALE_JOINT, NOT_FINITE or OUT_OF_RANGE.
MicaError mica_joint_set_number(MicaWorld *world, MicaJoint joint, MicaJointNumber number,
                                float value);
// Sets `count` numbers from `first` on at once, such as an axis: all of them or none.
MicaError mica_joint_set_numbers(MicaWorld *world, MicaJoint joint, MicaJointNumber first,
                                 int32_t count, const float *values);
// Moves the anchor of a joint on body A, in A's space (of a target joint its target, in the world), or
// on body B, and wakes both bodies. Fails with STALE_JOINT, NOT_FINITE or OUT_OF_RANGE.
MicaError mica_joint_set_local_anchor_a(MicaWorld *world, MicaJoint joint, MicaVec2 anchor);
MicaError mica_joint_set_local_anchor_b(MicaWorld *world, MicaJoint joint, MicaVec2 anchor);
// Switches a joint off or on and wakes both bodies. One that is off stays, but connects nothing: its
// bodies move, sleep and collide as without it, and full turns that they make do not count: when it is
// on again, its angle is in the turn nearest to the last one, or that of its limit, as if it were new.
MicaError mica_joint_set_enabled(MicaWorld *world, MicaJoint joint, bool enabled);

// Destroys a joint.
MicaError mica_joint_destroy(MicaWorld *world, MicaJoint joint);  // wakes both bodies
bool mica_joint_is_valid(const MicaWorld *world, MicaJoint joint);
// The joint in a slot, or null.
MicaJoint mica_joint_at(const MicaWorld *world, int32_t slot);

// Getters. For a stale handle they return zeros and record STALE_JOINT.
MicaJointType mica_joint_type(MicaWorld *world, MicaJoint joint);
MicaBody mica_joint_body_a(MicaWorld *world, MicaJoint joint);  // null also of a target joint
MicaBody mica_joint_body_b(MicaWorld *world, MicaJoint joint);

typedef struct MicaJointState {
    float angle;         // radians
    float angularSpeed;  // radians/s
    // Of B's anchor from A's along the axis; without an axis, their distance. Metres, m/s
    float translation, speed;
    float torque;  // N m on body B in the last substep, beside that of the force
    // N of the joint on body B in the last substep; on A the opposite
    MicaVec2 force;
    MicaVec2 anchorA, anchorB;  // the anchor on each body, world
    // How far the bodies are, >= 0, from where the joint holds them without limit, motor and
    // spring: metres of what it holds in place, radians of what it keeps from turning
    float linearSeparation, angularSeparation;
} MicaJointState;

// The present state of a joint; of one that broke as mica_joint_get.
MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint);
// Writes up to capacity handles, newest first, and returns how many joints the body has.
int32_t mica_body_joints(MicaWorld *world, MicaBody body, MicaJoint *out, int32_t capacity);

// Settings as in MicaJointDef. A change wakes both bodies. Fails with STALE_JOINT, NOT_FINITE or
// OUT_OF_RANGE.
MicaError mica_joint_set_limit(MicaWorld *world, MicaJoint joint, bool enable, float lower,
                               float upper);
MicaError mica_joint_set_motor(MicaWorld *world, MicaJoint joint, bool enable, float speed,
                               float maxMotor);
MicaError mica_joint_set_spring(MicaWorld *world, MicaJoint joint, bool enable, float hertz,
                                float dampingRatio, float target);
MicaError mica_joint_set_break(MicaWorld *world, MicaJoint joint, float force, float torque);
MicaError mica_joint_set_collide_connected(MicaWorld *world, MicaJoint joint, bool collide);
MicaError mica_joint_set_user_data(MicaWorld *world, MicaJoint joint, uint32_t userData);
uint32_t mica_joint_user_data(MicaWorld *world, MicaJoint joint);

// ---------------------------------------------------------------------------------------- movers

// A mover moves a kinematic body as the character of a game, once a step, after all other bodies: it
// walks on ground, follows slopes at constant speed, climbs steps, slides along walls and ceilings,
// falls, and is carried by what it stands on. It never overlaps solid colliders that its own collider
// responds to, and feels no internal edges. It is destroyed with its collider or body.

// The numbers of a mover, with their defaults.
typedef enum MicaMoverNumber {
    // <schema mover.enum>
    // The steepest ground that it stands on. In radians, 0 to 89 degrees; default 50 degrees.
    MICA_MOVER_MAX_SLOPE,
    // The highest step that it climbs. In m, 0 to 1000; default 0.3.
    MICA_MOVER_STEP_HEIGHT,
    // How far it follows ground that falls away. In m, 0 to 1000; default 0.3.
    MICA_MOVER_SNAP_DISTANCE,
    // Its weight on what it stands on. In kg, 1e-9 to 1e9; default 80.
    MICA_MOVER_MASS,
    // The most that it pushes dynamic bodies with. In N, 0 to 1e9; default 1000.
    MICA_MOVER_MAX_PUSH_FORCE,
    // The fastest that it falls. In m/s, 1e-9 to 40000; default 40000.
    MICA_MOVER_MAX_FALL_SPEED,
    // How far it moves aside where it jumps up past the edge of a ceiling, or over that of a ledge,
    // by as little. In m, 0 to 1000; default 0.1.
    MICA_MOVER_CORNER_CORRECTION,
    // </schema>
    // Unit vector, to within 1e-3, away from the ground; (0, 0): against gravity, or else (0, 1)
    MICA_MOVER_UP_X,
    MICA_MOVER_UP_Y,
    MICA_MOVER_NUMBER_COUNT
} MicaMoverNumber;

typedef struct MicaMoverDef {
    float numbers[MICA_MOVER_NUMBER_COUNT];
    // Has no ground and feels no gravity, as characters seen from above; default false
    bool floating;
    uint32_t userData;
} MicaMoverDef;

// Bits of MicaMoverState.flags: what the last step found.
enum {
    MICA_MOVER_GROUNDED = 1,  // stands on ground
    MICA_MOVER_AT_WALL =
        2,  // met something too steep to stand on, which stopped part of its motion
    MICA_MOVER_AT_CEILING = 4,  // met something above that stopped it
    // Overlaps something that it can't get out of. Movers that are deep in more than 16 colliders take
    // turns to get out, and rest until then. If movers are among those, it parts from all movers by
    // at most a quarter of its size a step, and no mover meets it until then.
    MICA_MOVER_CRUSHED = 8,
    MICA_MOVER_ON_MATTER =
        16,  // stands on sand, jelly or fabric; then grounded too, without a groundCollider
};

typedef struct MicaMoverState {
    // m/s, what obstacles left of it: what it pushes ahead leaves it the speed that this has; of a
    // grounded mover relative to the ground, and without a part along `up`
    MicaVec2 velocity;
    MicaVec2 groundVelocity;      // m/s of the ground at groundPoint; 0 unless grounded
    MicaVec2 groundNormal;        // unit; (0, 0) unless grounded
    MicaVec2 groundPoint;         // world
    MicaVec2 wallNormal;          // unit, of what it met last at a wall; (0, 0) unless AT_WALL
    MicaCollider groundCollider;  // null unless grounded, and on matter
    int32_t groundPart;           // segment of a chain, cell of a tile map, else 0
    uint32_t flags;               // MICA_MOVER_*
} MicaMoverState;

MicaMoverDef mica_mover_def(void);  // the defaults
MicaMoverDef mica_mover_def_in(float lengthUnit);

// Makes the body of a collider a mover. The body must be kinematic and may have no other mover; its
// rotation stays as it is, and the velocity of the body becomes what the mover makes of it. Null with
// NULL_ARGUMENT, STALE_COLLIDER, NOT_KINEMATIC, NOT_CONVEX_COLLIDER, HAS_MOVER, NOT_FINITE, OUT_OF_RANGE,
// CAPACITY, NO_MEMORY or LOCKED recorded.
MicaMover mica_mover_create(MicaWorld *world, MicaCollider collider, const MicaMoverDef *def);
// Destroys the mover; its body stays, kinematic and at rest.
MicaError mica_mover_destroy(MicaWorld *world, MicaMover mover);
bool mica_mover_is_valid(const MicaWorld *world, MicaMover mover);
// The mover in a slot, or null.
MicaMover mica_mover_at(const MicaWorld *world, int32_t slot);
// The mover of a body, or null.
MicaMover mica_body_mover(MicaWorld *world, MicaBody body);
// Fills *out with the present settings. Fails with STALE_MOVER or NULL_ARGUMENT.
MicaError mica_mover_get(MicaWorld *world, MicaMover mover, MicaMoverDef *out);
// Sets `count` numbers from `first` on: all of them or none. Fails with STALE_MOVER, NOT_FINITE or
// OUT_OF_RANGE.
MicaError mica_mover_set_numbers(MicaWorld *world, MicaMover mover, MicaMoverNumber first,
                                 int32_t count, const float *values);
// The velocity that the mover wants, m/s within 4e4, relative to the ground while it is grounded. Its
// part along `up` makes a grounded mover jump if it is positive, with the velocity of the ground added.
// The part of it that no surface stops is kept for the next step; gravity adds to it in the air. A mover has
// no friction: one that is not steered stays where it lands, also on a belt or on a lift that goes sideways.
MicaError mica_mover_set_velocity(MicaWorld *world, MicaMover mover, MicaVec2 velocity);
// Whether it has no ground and feels no gravity from the next step on, as on a ladder. Fails with
// STALE_MOVER.
MicaError mica_mover_set_floating(MicaWorld *world, MicaMover mover, bool floating);
// What the last step made of the mover; zeros, and STALE_MOVER recorded, for a stale handle.
MicaMoverState mica_mover_state(MicaWorld *world, MicaMover mover);
MicaBody mica_mover_body(MicaWorld *world, MicaMover mover);
MicaCollider mica_mover_collider(MicaWorld *world, MicaMover mover);

// ------------------------------------------------------------------------------ contacts, events

// Which part of a compound collider touches. At most one side of a pair is a compound collider.
typedef struct MicaPart {
    // The cell of a tile map; of a chain, the number of the segment and -1. Else, and of a collider
    // that was destroyed, -1 and -1
    int32_t column, row;
    int32_t tile;  // what mica_tiles_get returns; 0 if the part is no cell
} MicaPart;

// A contact point after the last step. Those of one manifold follow each other. Impulses are what the
// pair has exchanged in the whole step, in all its substeps, with bounces: divided by dt, the mean
// force. A pair that sleeps keeps those of its last step awake. After mica_world_step_impacts they are
// of the forces of resting contact alone, without impacts. 76 bytes.
typedef struct MicaContactPoint {
    MicaCollider colliderA, colliderB;
    MicaVec2 point;        // world, midway between the surfaces
    MicaVec2 normal;       // unit, from A to B
    float separation;      // metres at the start of the step, negative is overlap
    float normalImpulse;   // N s
    float tangentImpulse;  // N s along (normal.y, -normal.x), friction
    float normalSpeed;  // m/s of B's surface relative to A's along the normal; negative: approach
    uint32_t feature;
    uint32_t age;  // steps since the colliders began to touch
    MicaBody bodyA, bodyB;
    float tangentSpeed;   // m/s of B's surface relative to A's along (normal.y, -normal.x)
    uint32_t pointCount;  // of the manifold: 1 or 2
    MicaPart part;
} MicaContactPoint;

// Sets *out to all contact points of touching solid pairs, in the order of pairs, and returns their
// number; 0 with NO_MEMORY recorded if memory ran out. The array belongs to the world and lasts
// until the next call on it.
int32_t mica_world_contact_points(MicaWorld *world, const MicaContactPoint **out);
// The contact points of one body, which is always body A: the normals point away from it.
int32_t mica_body_contact_points(MicaWorld *world, MicaBody body, const MicaContactPoint **out);

// One side of a pair: a collider, a body, or anything if both are null.
typedef struct MicaContactSide {
    MicaBody body;
    MicaCollider collider;
} MicaContactSide;

// The contact points between two sides; `one` is always side A. Returns 0 with the error recorded
// if a handle is stale.
int32_t mica_pair_contact_points(MicaWorld *world, MicaContactSide one, MicaContactSide other,
                                 const MicaContactPoint **out);

// A begin, end, hit or load event. 56 bytes. Handles in end and exit events may be of destroyed bodies
// and colliders.
typedef struct MicaContactEvent {
    MicaCollider colliderA, colliderB;
    MicaVec2 point;
    MicaVec2 normal;      // from A to B
    float approachSpeed;  // m/s, > 0; begin and hit events
    // N s along the normal that the pair has exchanged in the step, all points together; hit and load
    // events
    float impulse;
    MicaBody bodyA, bodyB;
    MicaPart part;
    uint16_t layerA, layerB;  // of the colliders, of a cell of a map the cell's own
} MicaContactEvent;

// An enter or exit event. 32 bytes. Each visit has one enter and one exit for a pair of colliders, whatever
// ends it. A step tests triggers as it begins, at the positions that the step before, and changes
// since, left. If a body moves so far in a step that it passes wholly through a trigger, that step
// emits enter and exit. Trigger events wake neither side. Each trigger tile of a map is a trigger of
// its own, with an enter and an exit, except on a map that has a field, or is a trigger to the other
// collider as a whole: then the map has one enter and one exit, and the events name no part.
typedef struct MicaTriggerEvent {
    // The trigger is the collider with isTrigger set, or the map with trigger tiles. If both sides
    // are triggers, it is the one that detects the other. If both do, or neither is a trigger, it
    // is the one to whose layer the other's layer responds with MICA_TRIGGER; if that does not
    // decide, the one in the lower slot. An exit event names both sides as the enter event did.
    MicaCollider trigger, visitor;
    MicaBody triggerBody, visitorBody;
    MicaPart part;
    uint16_t triggerLayer, visitorLayer;  // of a cell of a map the cell's own
} MicaTriggerEvent;

// A joint that broke in the last step and is destroyed: its handle is stale, but mica_joint_get and
// mica_joint_state take it. 32 bytes.
typedef struct MicaJointEvent {
    MicaJoint joint;
    MicaBody bodyA, bodyB;
    uint32_t userData;
    MicaVec2 point;       // world, the anchor on body A
    float force, torque;  // N and N m, the largest of the step's substeps
} MicaJointEvent;

// A kinematic body presses a dynamic one into a static one, directly or through other dynamic ones.
// 44 bytes. Nothing can give way: the static body wins, so the kinematic one passes. One for each
// step and contact of the two while it is `depth` > 0.01 m deep.
typedef struct MicaCrushEvent {
    MicaCollider collider, kinematicCollider, staticCollider;
    MicaBody body, kinematicBody, staticBody;
    MicaVec2 normal;  // unit, the direction in which the kinematic body presses
    float depth;      // metres, by which the kinematic one overlaps the dynamic one
} MicaCrushEvent;

// The events of the last step, in a deterministic order. The arrays belong to the world and last
// until the next step.
typedef struct MicaEvents {
    const MicaContactEvent *begin, *end, *hit;
    const MicaTriggerEvent *enter, *exit;
    const int32_t *moved;  // slots of bodies that were awake in the step, ascending
    // Slots of bodies that fell asleep, or were put to sleep since the step before
    const int32_t *asleep;
    const int32_t *woke;  // slots of bodies that woke, or were woken since the step before
    int32_t beginCount, endCount, hitCount, enterCount, exitCount, movedCount, asleepCount,
        wokeCount;
    const MicaJointEvent *broke;  // in the order of slots
    int32_t brokeCount;
    const MicaCrushEvent *crushed;  // in the order of contacts
    int32_t crushedCount;
    // Pairs that have exchanged at least the world's loadImpulse, in the order of contacts
    const MicaContactEvent *load;
    int32_t loadCount;
} MicaEvents;

MicaEvents mica_world_events(const MicaWorld *world);

// Set *out to the trigger pairs with an enter and no exit event yet, or the touching pairs with a
// begin and no end event yet, in the order of pairs, and return their number; 0 with NO_MEMORY
// recorded if memory ran out. The arrays belong to the world and last until the next call on it.
int32_t mica_world_trigger_stays(MicaWorld *world, const MicaTriggerEvent **out);
// Point, normal and impulse are of the last step, the impulse (N s) of all points together, as of
// MicaContactPoint; approachSpeed is 0.
int32_t mica_world_contact_stays(MicaWorld *world, const MicaContactEvent **out);
// The number of trigger pairs among the colliders of two bodies, after all events of the last step;
// 0 if either is destroyed. At an enter event, 1 means the first for these bodies; at an exit
// event, 0 means the last.
int32_t mica_trigger_pairs(const MicaWorld *world, MicaBody a, MicaBody b);

// ----------------------------------------------------------------------------------------- views

// Base addresses of arrays indexed by body slot, valid until the next create call. Records have 16
// bytes, flags 4.
typedef struct MicaViews {
    // Of the body's origin; read only, mica_body_set_transform changes them
    MicaTransform *transforms;
    float *velocities;     // vx, vy, omega, unused; may be written, does not wake
    float *forces;         // fx, fy, torque, unused; may be written, does not wake
    MicaTransform *poses;  // see mica_world_interpolate, mica_world_extrapolate
    uint32_t *flags;       // MICA_FLAG_*
    int32_t capacity;      // records in each array
    int32_t slots;         // slots in use: one past the highest ever used
} MicaViews;

// The views of a world.
MicaViews mica_world_views(MicaWorld *world);

// --------------------------------------------------------------------------------------- queries
//
// Queries are valid right after any change and do not affect the simulation. On bad input they find
// nothing, leave the output alone and record the error.

enum {
    MICA_QUERY_TRIGGERS = 1,  // triggers too; overlap queries always find them
    MICA_QUERY_INSIDE =
        2,  // colliders that the ray or shape starts in, as hits at fraction 0; else skipped
    MICA_QUERY_SKIP_STATIC = 4,  // skips colliders of static bodies
    MICA_QUERY_SKIP_MOVING = 8,  // skips colliders of kinematic and dynamic bodies
    MICA_QUERY_FLAGS = 15,
};

#define MICA_MAX_IGNORED 64

// What a query finds. Null instead of a filter: all layers, no flags, nothing ignored.
typedef struct MicaFilter {
    uint64_t layers;         // one bit a layer; ~0 for all
    uint32_t flags;          // MICA_QUERY_*
    int32_t bodyCount;       // 0 to 64
    const MicaBody *bodies;  // ignored, with all their colliders
    int32_t colliderCount;
    const MicaCollider *colliders;  // ignored; 0 to 64
} MicaFilter;

// Overlap queries write up to `capacity` handles, in a deterministic order that is not that of
// slots, and return how many there are.

// The colliders within `slack` metres (0 to 1e6) of a point: 0 for those that contain it, the
// radius of a finger for a touch.
int32_t mica_overlap_point(MicaWorld *world, MicaVec2 point, float slack, const MicaFilter *filter,
                           MicaCollider *out, int32_t capacity);
// The colliders whose tight AABBs overlap a box.
int32_t mica_overlap_aabb(MicaWorld *world, MicaAABB box, const MicaFilter *filter,
                          MicaCollider *out, int32_t capacity);
// The colliders that overlap a placed shape.
int32_t mica_overlap_shape(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                           const MicaFilter *filter, MicaCollider *out, int32_t capacity);
// The colliders of other bodies that overlap a collider.
int32_t mica_overlap_collider(MicaWorld *world, MicaCollider collider, const MicaFilter *filter,
                              MicaCollider *out, int32_t capacity);

// Rays, shape casts and nearest points. Of two colliders at the same distance, the one in the lower
// slot comes first; of two cells of a tile map the one further left, then the lower one; of two
// segments of a chain the first.

// A hit of a query. 44 bytes.
typedef struct MicaHit {
    MicaCollider collider;  // null: no hit; then point is the end of the ray and fraction 1
    MicaBody body;
    float fraction;  // of the translation, 0 to 1; of mica_closest_point: metres, negative inside
    uint32_t startsInside;  // 1 or 0; if 1, normal is that of the minimum translation out
    MicaVec2 point;         // world, where the surfaces meet
    MicaVec2 normal;        // unit, world, out of the collider
    // The part that is hit; of a ray or shape that starts inside, the first that it starts in; of a
    // closest point, the part whose surface it is on
    MicaPart part;
} MicaHit;

// The first collider on the ray from origin to origin + translation, which must not be zero.
// Returns whether there is a hit.
bool mica_ray_closest(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                      const MicaFilter *filter, MicaHit *out);
// Whether the ray hits anything; usually faster than mica_ray_closest.
bool mica_ray_any(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                  const MicaFilter *filter);
// All colliders on the ray by rising fraction, including hits on internal edges between static or
// kinematic colliders, which mica_ray_closest skips. Writes the first `capacity` hits and returns
// how many there are.
int32_t mica_ray_all(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                     const MicaFilter *filter, MicaHit *out, int32_t capacity);
// The closest hit of each of `count` rays, given as x, y, dx, dy: the same bits as
// mica_ray_closest. Returns how many hit. If a ray is bad, nothing is written and
// mica_last_error_slot is its index. A large batch uses a grid in scratch memory of the world,
// which the first such batch allocates; if memory runs out it does without.
int32_t mica_ray_batch(MicaWorld *world, const float *rays, int32_t count, const MicaFilter *filter,
                       MicaHit *out);

// The same for a placed shape that moves by a translation without rotation. With a zero translation
// it hits only colliders that it overlaps. It hits a collider that it touches at the start only if
// the translation leads inwards.
bool mica_shape_cast_closest(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                             MicaVec2 translation, const MicaFilter *filter, MicaHit *out);
int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                            MicaVec2 translation, const MicaFilter *filter, MicaHit *out,
                            int32_t capacity);
// The closest hit of each of `count` casts of one shape, given as x, y, angle, dx, dy.
int32_t mica_shape_cast_batch(MicaWorld *world, const MicaShape *shape, const float *casts,
                              int32_t count, const MicaFilter *filter, MicaHit *out);
// The closest hit of each of `count` circle casts, given as x, y, radius, dx, dy; radius 1e-4 to
// 1e6 m.
int32_t mica_circle_cast_batch(MicaWorld *world, const float *casts, int32_t count,
                               const MicaFilter *filter, MicaHit *out);

// The surface point of any collider nearest to `point`, within maxDistance metres. Inside colliders
// the distance is negative, and the hit is the collider in which the point is deepest;
// MICA_QUERY_INSIDE is not needed.
bool mica_closest_point(MicaWorld *world, MicaVec2 point, float maxDistance,
                        const MicaFilter *filter, MicaHit *out);
// The same for one collider, or for all colliders of one body, triggers too, at any distance. False
// if the body has no colliders.
bool mica_collider_closest_point(MicaWorld *world, MicaCollider collider, MicaVec2 point,
                                 MicaHit *out);
bool mica_body_closest_point(MicaWorld *world, MicaBody body, MicaVec2 point, MicaHit *out);

// Motions of whole bodies, with all their colliders but triggers.

// The motion of a body: its centre of mass moves straight and the body turns evenly about it.
typedef struct MicaMotion {
    MicaVec2 translation;  // metres
    float turn;            // radians, within 1e4
} MicaMotion;

typedef struct MicaImpact {
    MicaTimeOfImpact toi;
    MicaCollider colliderA, colliderB;  // null unless the bodies touch
} MicaImpact;

// The earliest time of impact of all pairs of colliders of two bodies that move from their present
// transforms, whatever their layers. Of equal ones the first in the order of creation.
MicaImpact mica_body_time_of_impact(MicaWorld *world, MicaBody bodyA, MicaMotion motionA,
                                    MicaBody bodyB, MicaMotion motionB);

typedef struct MicaPathHit {
    MicaHit hit;        // fraction of the segment
    MicaCollider own;   // the collider of the moving body
    int32_t segment;    // from path[segment] to the next
    float distance;     // metres along the path
    MicaVec2 position;  // of the body's origin at the hit
} MicaPathHit;

// The first collider that a body hits if its origin moves along a path of `count` >= 2 positions
// with the angle kept. It hits colliders that its own are solid with by layer, group and ignored
// bodies; with MICA_QUERY_TRIGGERS also those they make trigger pairs with. Its own colliders are
// never hit. The filter restricts that further. Returns whether there is a hit.
bool mica_body_sweep(MicaWorld *world, MicaBody body, const MicaVec2 *path, int32_t count,
                     const MicaFilter *filter, MicaPathHit *out);

#ifdef __cplusplus
}
#endif

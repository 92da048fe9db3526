// Mica: layered 2D physics. This header is the whole public C API and its manual.
//
// Units are metres, kilograms, seconds and radians; y points up unless gravity says otherwise.
// A world is a set of plain arrays. Everything in it is named by a typed 32-bit handle that holds a
// slot and a generation; zero is the null handle. Every call checks its handles and its numbers, in
// release builds too: on a bad argument nothing changes, a create call returns null, the others
// return an error code, and mica_last_error / mica_last_error_text tell what was wrong.
// A world may be used by one thread at a time. Separate worlds are independent.
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

// A rotation as cosine and sine, always of unit length.
typedef struct MicaRot {
    float c, s;
} MicaRot;

// 16 bytes, the record of the transforms view.
typedef struct MicaTransform {
    MicaVec2 p;
    MicaRot q;
} MicaTransform;

typedef struct MicaAABB {
    MicaVec2 lower, upper;
} MicaAABB;

// Handles: slot and generation in one word, zero is null.
typedef struct MicaBody {
    uint32_t id;
} MicaBody;

typedef struct MicaCollider {
    uint32_t id;
} MicaCollider;

typedef struct MicaJoint {
    uint32_t id;
} MicaJoint;

typedef struct MicaWorld MicaWorld;

// The slot of a handle: the index into every view of its kind.
#define MICA_SLOT_BITS 20
#define MICA_SLOT(handle) ((int32_t)(((handle).id & ((1u << MICA_SLOT_BITS) - 1u)) - 1u))

// Every error the engine reports, with its message. The order is part of the wasm interface.
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
    X(CAPACITY, "the world holds as many objects as a handle can name")                            \
    X(LOCKED, "the world is inside a step")                                                        \
    X(VIEW_NOT_FINITE, "a velocity or force written through a view is NaN or too large")           \
    X(SELF_CROSSING, "the outline crosses or touches itself")                                      \
    X(REPEATED_POINT, "two points of the outline coincide")                                        \
    X(COLLINEAR_POINTS, "a point of the outline lies on the line through its neighbours")          \
    X(BUFFER_TOO_SMALL, "the output has no room for the result")                                   \
    X(STALE_JOINT, "the joint handle is null, destroyed or of another world")                      \
    X(SAME_BODY, "a joint connects two different bodies")

typedef enum MicaError {
#define X(name, text) MICA_ERROR_##name,
    MICA_ERRORS(X)
#undef X
        MICA_ERROR_COUNT
} MicaError;

// The message of an error code; "unknown error" for a number that is none.
const char *mica_error_text(MicaError error);

// ---------------------------------------------------------------------------------------- shapes

#define MICA_MAX_POLYGON_POINTS 8

typedef enum MicaShapeType {
    MICA_SHAPE_NONE,
    MICA_SHAPE_CIRCLE,   // points[0], radius
    MICA_SHAPE_CAPSULE,  // points[0], points[1], radius
    MICA_SHAPE_POLYGON,  // 3 to 8 points counter-clockwise, radius (rounding, 0 for sharp)
    MICA_SHAPE_CHAIN,    // only as a collider, see mica_chain_create
    MICA_SHAPE_TILES,    // only as a collider, see mica_tiles_create
    MICA_SHAPE_TYPE_COUNT
} MicaShapeType;

// A convex shape in its body's space: the hull of 1 to 8 points grown by radius.
typedef struct MicaShape {
    MicaShapeType type;
    int32_t count;
    float radius;
    MicaVec2 centroid;
    MicaVec2 points[MICA_MAX_POLYGON_POINTS];
    MicaVec2 normals[MICA_MAX_POLYGON_POINTS];  // outward, of the edge from points[i] to the next
} MicaShape;

// Each fills *out and returns MICA_ERROR_OK, or leaves *out alone and says what is wrong.
// Sizes in metres, between 1e-4 and 1e6; positions within 1e7.
MicaError mica_shape_circle(MicaVec2 center, float radius, MicaShape *out);
MicaError mica_shape_capsule(MicaVec2 a, MicaVec2 b, float radius, MicaShape *out);
// A box by centre and half extents, turned by angle, grown by a rounding radius >= 0 (a pill box).
MicaError mica_shape_box(MicaVec2 center, float halfWidth, float halfHeight, float angle,
                         float radius, MicaShape *out);
// A line without thickness that stops things from both sides: a capsule of radius 0. It has no
// mass.
MicaError mica_shape_segment(MicaVec2 a, MicaVec2 b, MicaShape *out);
// A convex polygon by 3 to 8 points in either winding order.
MicaError mica_shape_polygon(const MicaVec2 *points, int32_t count, float radius, MicaShape *out);

typedef struct MicaMassData {
    float mass;       // kg
    MicaVec2 center;  // in the body's space
    float inertia;    // kg m², about center
} MicaMassData;

// Zeros for an invalid shape or number, as all questions about shapes answer. Positions within 1e7.
MicaMassData mica_shape_mass(const MicaShape *shape, float density);
MicaAABB mica_shape_aabb(const MicaShape *shape, MicaTransform transform);
// True if the world point lies in the shape grown by slack metres (0: the shape itself).
bool mica_shape_contains(const MicaShape *shape, MicaTransform transform, MicaVec2 point,
                         float slack);

// One contact point of a manifold. The point lies midway between the two surfaces.
typedef struct MicaManifoldPoint {
    MicaVec2 point;    // world
    float separation;  // metres, negative is overlap
    // Which vertex or edge of each shape met: equal in the next frame if it persists
    uint32_t feature;
} MicaManifoldPoint;

typedef struct MicaManifold {
    MicaVec2 normal;  // unit, world, from the first shape to the second
    int32_t count;    // 0, 1 or 2
    MicaManifoldPoint points[2];
} MicaManifold;

// How two shapes meet. Answers for every ordered pair of shape types; swapping the arguments
// mirrors the normal. Points further apart than maxDistance (metres, >= 0) are left out.
// Returns an empty manifold for invalid shapes and numbers.
MicaManifold mica_collide(const MicaShape *shapeA, MicaTransform transformA,
                          const MicaShape *shapeB, MicaTransform transformB, float maxDistance);

// ------------------------------------------------------------------------------- geometry queries
//
// Pure functions on shapes, every pair of types in either order. Positions within 1e7. For an
// invalid shape or number they answer with zeros, which no valid question does.

typedef struct MicaDistance {
    float distance;  // metres between the surfaces; negative: the least way that frees them
    MicaVec2 pointA, pointB;  // on the surfaces, world; pointB - pointA = distance * normal
    MicaVec2 normal;          // unit, world, from A to B
} MicaDistance;

// The nearest points of two shapes, or how deep they overlap.
MicaDistance mica_distance(const MicaShape *shapeA, MicaTransform transformA,
                           const MicaShape *shapeB, MicaTransform transformB);

// A ray or a moving shape against one shape.
typedef struct MicaCast {
    bool hit;
    bool startsInside;  // then hit is true, fraction 0, and normal leads out by the shortest way
    float fraction;     // of the translation, 0 to 1; 1 if nothing is hit
    MicaVec2 point;     // world; where the surfaces meet
    MicaVec2 normal;    // unit, world, out of the shape that is hit
} MicaCast;

// The ray from origin to origin + translation, which must not be zero. A ray that starts on the
// surface hits only if it goes in.
MicaCast mica_ray_cast(const MicaShape *shape, MicaTransform transform, MicaVec2 origin,
                       MicaVec2 translation);
// Moves a shape by a translation, without turning, until it meets the fixed shape. Exact: the axes
// of both shapes with the displacement projected on them. Shapes that start in touch hit only if
// they press on.
MicaCast mica_shape_cast(const MicaShape *moving, MicaTransform transform, MicaVec2 translation,
                         const MicaShape *fixed, MicaTransform fixedTransform);

// A motion from fraction 0 to 1: the centre goes straight, the angle turns evenly.
typedef struct MicaSweep {
    MicaVec2 localCenter;  // what it turns about, in the body's space
    MicaVec2 c0, c1;       // where that is at fraction 0 and 1, world
    float angle0, angle1;  // radians, at most 1e4 apart
} MicaSweep;

typedef enum MicaToiState {
    MICA_TOI_INVALID,     // bad input
    MICA_TOI_SEPARATED,   // they do not meet
    MICA_TOI_HIT,         // they meet at `fraction`
    MICA_TOI_OVERLAPPED,  // they overlap at fraction 0
    MICA_TOI_FAILED,      // gave up at `fraction`, before which they do not meet
    MICA_TOI_STATE_COUNT
} MicaToiState;

typedef struct MicaTimeOfImpact {
    MicaToiState state;
    float fraction;   // HIT: of the first touch; SEPARATED: the limit asked for
    MicaVec2 normal;  // unit, world, from A to B; zero if separated
    MicaVec2 point;   // world; where the surfaces meet
} MicaTimeOfImpact;

// When two moving shapes first touch, up to fraction `limit` (0 to 1). Nothing is missed at any
// speed or spin: motions without turning are solved exactly as mica_shape_cast does, others by
// steps that no point can outrun (conservative advancement after Mirtich, with the curvature of the
// turn in the bound).
MicaTimeOfImpact mica_time_of_impact(const MicaShape *shapeA, const MicaSweep *sweepA,
                                     const MicaShape *shapeB, const MicaSweep *sweepB, float limit);

#define MICA_MAX_OUTLINE_POINTS 256

// The convex hull of 3 to 256 points, which may repeat, lie inside or be collinear. A hull of more
// than 8 corners is reduced to 8 by dropping, again and again, the corner that takes the least area
// with it; so are corners too flat or too near each other for mica_shape_polygon.
MicaError mica_shape_hull(const MicaVec2 *points, int32_t count, float radius, MicaShape *out);

// Cuts a simple outline of 3 to 256 points, in either winding order, into convex polygons of at
// most 8 points that together cover it exactly. Sets *parts to how many it takes. An outline that
// crosses or touches itself, repeats a point or has one on the line through its neighbours is an
// error, and *parts the index of a point at fault; so is an output too small, which is left alone.
MicaError mica_shape_decompose(const MicaVec2 *points, int32_t count, float radius, MicaShape *out,
                               int32_t capacity, int32_t *parts);

// The library's own trigonometry: the same bits on every machine. Error below 2e-7 radians for
// |angle| up to 1e4.
MicaRot mica_rot(float angle);
float mica_rot_angle(MicaRot q);  // in (-pi, pi]
float mica_atan2(float y, float x);

// ----------------------------------------------------------------------------------------- world

typedef struct MicaWorldDef {
    MicaVec2 gravity;    // m/s², default (0, -10)
    float contactHertz;  // contact stiffness, default 30; capped at a quarter of the substep rate
    float contactDampingRatio;   // default 10
    float contactPushSpeed;      // m/s at which overlap is pushed out at most, default 3
    float restitutionThreshold;  // m/s of approach below which nothing bounces, default 0.2
    float hitSpeed;              // m/s of approach above which a hit event is made, default 1
    float sleepTime;             // seconds at rest before an island sleeps, default 0.5
    bool sleepEnabled;           // default true
    float jointHertz;  // joint stiffness, default 60; capped at a quarter of the substep rate
    float jointDampingRatio;  // default 3
    int32_t bodyCapacity;     // reserved at creation; arrays still grow when needed
    int32_t colliderCapacity;
    int32_t contactCapacity;
    uint64_t maxBytes;  // the most memory the world may hold; 0: no limit
} MicaWorldDef;

MicaWorldDef mica_world_def(void);  // the defaults

// Returns null if the definition is null, not finite or out of range, or memory ran out; the reason
// is then mica_create_error().
MicaWorld *mica_world_create(const MicaWorldDef *def);
MicaError mica_create_error(void);
void mica_world_destroy(MicaWorld *world);  // null is allowed

// The error of the last call on this world that failed, since mica_clear_error.
MicaError mica_last_error(const MicaWorld *world);
// For VIEW_NOT_FINITE: the slot of the body at fault; for batched queries: which of them it was;
// otherwise -1.
int32_t mica_last_error_slot(const MicaWorld *world);
void mica_clear_error(MicaWorld *world);

// Advances time by dt seconds (0 < dt <= 1) in the given number of substeps (1 to 64; 4 is good).
// Reads the velocities and forces views, clears the forces of moving bodies, and replaces all
// events.
MicaError mica_world_step(MicaWorld *world, float dt, int32_t substeps);

// Advances time by dt seconds (0 < dt <= 1) from impact to impact: finds the first two bodies that
// meet, brings them to that moment, exchanges their impulses, and so on. For billiards, pinball,
// gases, Newton's cradle: nothing fast overlaps or passes through, rebounds are exact, elastic
// impacts keep their energy, and of several at once the fastest comes first. Resting contact,
// friction, rolling resistance, layers, triggers, sleep and events are as in mica_world_step, but
// piles stand softer and cost more: at most a dozen bodies high. Joints do not act. Triggers are
// looked at once a step, where it begins. Cost: about as much as a step of four substeps while
// little meets; each impact adds the sweeps of its two bodies against their neighbours.
// `maxImpacts` (at least 1; 10,000 is good) bounds the impacts of one step; at the bound the rest
// of dt is dropped, so that nothing passes through anything, and mica_world_counters tells of it.
// The two ways of stepping may follow each other in any order. Errors and what is replaced: as
// mica_world_step.
MicaError mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts);

// Fills the poses view between the state before the last step (alpha 0) and after it (alpha 1).
MicaError mica_world_interpolate(MicaWorld *world, float alpha);

MicaError mica_world_set_gravity(MicaWorld *world, MicaVec2 gravity);
MicaVec2 mica_world_gravity(const MicaWorld *world);
MicaError mica_world_set_sleep_enabled(MicaWorld *world, bool enabled);
MicaError mica_world_set_restitution_threshold(MicaWorld *world, float speed);
MicaError mica_world_set_hit_speed(MicaWorld *world, float speed);

typedef struct MicaCounters {
    int32_t bodies, awakeBodies, colliders;
    int32_t contacts;          // pair records: pairs whose fat boxes overlap and whose layers meet
    int32_t touchingContacts;  // of those, pairs with at least one manifold point
    int32_t triggerPairs;
    int32_t islandsAsleep;
    int32_t colours;   // colours the solver used in the last step
    int32_t overflow;  // constraints solved one by one because no colour was free
    int32_t staticTreeHeight, movingTreeHeight;
    int32_t narrowPhaseTests;  // pair tests of the last step
    int32_t pairsCreated;      // in the last step
    int32_t steps;
    int32_t joints;
    int32_t impacts;      // pair impacts of the last step, if it was one by impacts
    int32_t impactBound;  // 1 if that step came to maxImpacts and dropped the rest of its time
} MicaCounters;

MicaCounters mica_world_counters(const MicaWorld *world);
uint64_t mica_world_bytes(const MicaWorld *world);  // all memory the world holds

// A hash of every live body's transform (with what its position cannot hold), velocity and
// wakefulness, of every joint's settings and impulses, and of the pairs that ignore each other.
// Equal in every build for equal input.
uint64_t mica_world_hash(const MicaWorld *world);

// Milliseconds by phase of the last step. Filled only when a clock was given; costs nothing
// otherwise.
typedef struct MicaProfile {
    float step, broadPhase, narrowPhase, islands, prepare, solve, store, finish;
} MicaProfile;
typedef double (*MicaClock)(void);                             // milliseconds from any origin
void mica_world_set_clock(MicaWorld *world, MicaClock clock);  // null stops profiling
MicaProfile mica_world_profile(const MicaWorld *world);

// Walks the whole world and checks every invariant. For tests. Returns null, or a sentence about
// the first thing found wrong.
const char *mica_world_validate(const MicaWorld *world);

// ---------------------------------------------------------------------------------------- layers

// 64 layers by number; names are the wrapper's business. Layer 0 is the default and is solid to
// itself; everything else starts as ignore. A pair is solid if either side names the other as
// solid, else a trigger if either names it so, else nothing. Changes take effect at the next step,
// on touching pairs too.
typedef enum MicaResponse {
    MICA_IGNORE,
    MICA_SOLID,
    MICA_TRIGGER,
    MICA_RESPONSE_COUNT
} MicaResponse;

// Sets what layer `from` names layer `to` as. The other direction is not changed.
MicaError mica_layer_set(MicaWorld *world, int32_t from, int32_t to, MicaResponse response);
// What `from` itself names `to` as.
MicaResponse mica_layer_named(const MicaWorld *world, int32_t from, int32_t to);
// What the pair does, from both sides. MICA_IGNORE for layers out of range.
MicaResponse mica_layer_response(const MicaWorld *world, int32_t a, int32_t b);
// The table as bits, for reading: 64 words, of each layer those it is solid to, then 64 words, of
// each those it makes trigger pairs with, both as the pairs do, from both sides. The address lasts
// as long as the world.
const uint64_t *mica_layer_masks(const MicaWorld *world);

// ---------------------------------------------------------------------------------------- bodies

typedef enum MicaBodyType {
    MICA_BODY_STATIC,     // never moves by itself
    MICA_BODY_KINEMATIC,  // moves by its velocity, pushed by nothing
    MICA_BODY_DYNAMIC,
    MICA_BODY_TYPE_COUNT
} MicaBodyType;

// Bits of the flags view, one word a body slot. Read only; bits not named here are the engine's
// own.
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
    MICA_FLAG_DROPS = 1 << 12,  // one-way colliders do not hold it, see mica_body_set_drops
};
#define MICA_LOCKS (MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y | MICA_FLAG_LOCK_ROTATION)

typedef struct MicaBodyDef {
    MicaBodyType type;  // default static
    MicaVec2 position;
    float angle;
    MicaVec2 linearVelocity;
    float angularVelocity;
    float linearDamping;   // 1/s, >= 0: v *= 1 / (1 + dt * damping)
    float angularDamping;  // 1/s, >= 0
    float gravityScale;    // default 1
    uint32_t locks;        // MICA_FLAG_LOCK_*
    bool canSleep;         // default true
    bool awake;            // default true
    bool enabled;          // default true
    bool bullet;           // swept against dynamic bodies too, and never seen deep in them
    uint32_t userData;
} MicaBodyDef;

MicaBodyDef mica_body_def(void);

MicaBody mica_body_create(MicaWorld *world, const MicaBodyDef *def);
MicaError mica_body_destroy(MicaWorld *world, MicaBody body);  // and its colliders and joints
bool mica_body_is_valid(const MicaWorld *world, MicaBody body);
// The live body in a slot, or null.
MicaBody mica_body_at(const MicaWorld *world, int32_t slot);

// Getters return zeros for a stale handle and record STALE_BODY.
MicaTransform mica_body_transform(MicaWorld *world, MicaBody body);
MicaVec2 mica_body_velocity(MicaWorld *world, MicaBody body);  // of the centre of mass
float mica_body_angular_velocity(MicaWorld *world, MicaBody body);
uint32_t mica_body_flags(MicaWorld *world, MicaBody body);
MicaVec2 mica_body_center(MicaWorld *world, MicaBody body);  // centre of mass, world
MicaMassData mica_body_mass(MicaWorld *world, MicaBody body);
float mica_body_linear_damping(MicaWorld *world, MicaBody body);
float mica_body_angular_damping(MicaWorld *world, MicaBody body);
float mica_body_gravity_scale(MicaWorld *world, MicaBody body);
uint32_t mica_body_user_data(MicaWorld *world, MicaBody body);

// Teleports: no velocity arises, contacts are found anew at the next step.
MicaError mica_body_set_transform(MicaWorld *world, MicaBody body, MicaVec2 position, float angle);
// Setting a velocity or applying a force wakes the body; a zero one does not.
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

MicaError mica_body_set_type(MicaWorld *world, MicaBody body, MicaBodyType type);
MicaError mica_body_set_locks(MicaWorld *world, MicaBody body, uint32_t locks);
MicaError mica_body_set_damping(MicaWorld *world, MicaBody body, float linear, float angular);
MicaError mica_body_set_gravity_scale(MicaWorld *world, MicaBody body, float scale);
// Both are told by the next step. What is put to sleep falls asleep alone, and wakes if something
// awake touches it.
MicaError mica_body_set_awake(MicaWorld *world, MicaBody body, bool awake);
MicaError mica_body_set_can_sleep(MicaWorld *world, MicaBody body, bool canSleep);
// A disabled body keeps its colliders but meets nothing and does not move.
MicaError mica_body_set_enabled(MicaWorld *world, MicaBody body, bool enabled);
// While true, one-way colliders do not hold the body: set it to drop through a platform. What it is
// inside of when this ends lets it out.
MicaError mica_body_set_drops(MicaWorld *world, MicaBody body, bool drops);
MicaError mica_body_set_bullet(MicaWorld *world, MicaBody body, bool bullet);
MicaError mica_body_set_user_data(MicaWorld *world, MicaBody body, uint32_t userData);
// Replaces what the colliders give (mass > 0, inertia >= 0; 0 inertia: never turns). Dynamic bodies
// only.
MicaError mica_body_set_mass(MicaWorld *world, MicaBody body, MicaMassData mass);
MicaError mica_body_reset_mass(MicaWorld *world, MicaBody body);  // back to what the colliders give

// Two bodies that never meet, whatever their layers and groups say, until it is taken back: no
// contacts, no triggers, not met by sweeps; queries do not ask. From the next step on, on touching
// pairs too. Forgotten when either is destroyed. A body cannot ignore itself: OUT_OF_RANGE.
MicaError mica_body_ignore(MicaWorld *world, MicaBody a, MicaBody b, bool ignore);
bool mica_body_ignores(MicaWorld *world, MicaBody a, MicaBody b);

// Writes up to capacity collider handles in order of creation, returns how many the body has.
int32_t mica_body_colliders(MicaWorld *world, MicaBody body, MicaCollider *out, int32_t capacity);

// ------------------------------------------------------------------------------------- colliders

// How the numbers of two colliders become the pair's. Where the two sides name different rules, the
// later in this list decides, so that a rule that was set beats the default from either side.
typedef enum MicaCombine {
    MICA_COMBINE_DEFAULT,    // friction: geometric; restitution: max
    MICA_COMBINE_GEOMETRIC,  // sqrt(a b)
    MICA_COMBINE_AVERAGE,
    MICA_COMBINE_MIN,
    MICA_COMBINE_MULTIPLY,
    MICA_COMBINE_MAX,
    MICA_COMBINE_COUNT
} MicaCombine;

// What a trigger collider notices: colliders of bodies of these types; of those that are triggers
// themselves only with the last bit.
enum {
    MICA_SEES_STATIC = 1 << MICA_BODY_STATIC,
    MICA_SEES_KINEMATIC = 1 << MICA_BODY_KINEMATIC,
    MICA_SEES_DYNAMIC = 1 << MICA_BODY_DYNAMIC,
    MICA_SEES_TRIGGERS = 1 << MICA_BODY_TYPE_COUNT,
    MICA_SEES_ALL = 15,
};

typedef struct MicaColliderDef {
    int32_t layer;  // 0 to 63, default 0
    // Same negative group never meets, same positive always is solid; 0: layers decide
    int32_t group;
    float density;      // kg/m², >= 0, default 1
    float friction;     // >= 0, default 0.6
    float restitution;  // 0 to 1, default 0
    MicaCombine frictionCombine, restitutionCombine;
    // Metres of lever per unit of normal force, as a factor of radius; default 0
    float rollingResistance;
    float tangentSpeed;  // m/s, conveyor; default 0
    bool isTrigger;      // solid pairs become trigger pairs, with what it sees or what sees it
    uint32_t sees;       // MICA_SEES_*, if it is a trigger; default kinematic and dynamic
    // In the body's space: holds up only what comes from where this points; (0, 0): from everywhere
    MicaVec2 oneWay;
    // Where it meets a corner, the corner's face against gravity decides: for game characters
    bool arcade;
    uint32_t userData;
} MicaColliderDef;

MicaColliderDef mica_collider_def(void);

// Attaches a shape to a body and updates the body's mass. The shape is copied.
MicaCollider mica_collider_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                  const MicaShape *shape);
MicaError mica_collider_destroy(MicaWorld *world, MicaCollider collider);
bool mica_collider_is_valid(const MicaWorld *world, MicaCollider collider);
MicaCollider mica_collider_at(const MicaWorld *world, int32_t slot);

MicaBody mica_collider_body(MicaWorld *world, MicaCollider collider);
MicaError mica_collider_shape(MicaWorld *world, MicaCollider collider, MicaShape *out);
// Tight, at the current transform
MicaAABB mica_collider_aabb(MicaWorld *world, MicaCollider collider);
int32_t mica_collider_layer(MicaWorld *world, MicaCollider collider);
uint32_t mica_collider_user_data(MicaWorld *world, MicaCollider collider);
MicaError mica_collider_get(MicaWorld *world, MicaCollider collider, MicaColliderDef *out);
bool mica_collider_contains(MicaWorld *world, MicaCollider collider, MicaVec2 worldPoint);

MicaError mica_collider_set_layer(MicaWorld *world, MicaCollider collider, int32_t layer);
MicaError mica_collider_set_group(MicaWorld *world, MicaCollider collider, int32_t group);
MicaError mica_collider_set_trigger(MicaWorld *world, MicaCollider collider, bool isTrigger);
// What it notices while it is a trigger; kept while it is none.
MicaError mica_collider_set_sees(MicaWorld *world, MicaCollider collider, uint32_t sees);
MicaError mica_collider_set_friction(MicaWorld *world, MicaCollider collider, float friction);
MicaError mica_collider_set_restitution(MicaWorld *world, MicaCollider collider, float restitution);
// Take effect at the next step, on touching pairs too. OUT_OF_RANGE for a rule that is none.
MicaError mica_collider_set_friction_combine(MicaWorld *world, MicaCollider collider,
                                             MicaCombine rule);
MicaError mica_collider_set_restitution_combine(MicaWorld *world, MicaCollider collider,
                                                MicaCombine rule);
MicaError mica_collider_set_rolling_resistance(MicaWorld *world, MicaCollider collider,
                                               float factor);
MicaError mica_collider_set_tangent_speed(MicaWorld *world, MicaCollider collider, float speed);
MicaError mica_collider_set_density(MicaWorld *world, MicaCollider collider, float density);
MicaError mica_collider_set_shape(MicaWorld *world, MicaCollider collider, const MicaShape *shape);
MicaError mica_collider_set_user_data(MicaWorld *world, MicaCollider collider, uint32_t userData);

// Colliders of many parts: one collider however many they are, without seams between them or to
// others. They have no mass and do not meet each other; their shape can't be read or set as a
// MicaShape.

#define MICA_MAX_PARTS ((1 << MICA_SLOT_BITS) - 2)

typedef struct MicaChainDef {
    const MicaVec2 *points;  // in the body's space
    int32_t count;           // 2 or more, with `loop` 3 or more, at most MICA_MAX_PARTS
    bool loop;               // the last point is joined to the first
    // Holds only what is on its left, as seen along it; what comes from behind passes, until it is
    // through. What is made or put half-way in is held if its middle is on the left.
    bool oneSided;
    float radius;  // rounding, may be 0
} MicaChainDef;

// A chain of segments. Null handle with POINT_COUNT, REPEATED_POINT (two in a row closer than 1e-4
// m), NOT_FINITE, OUT_OF_RANGE, or as mica_collider_create.
MicaCollider mica_chain_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaChainDef *chain);

// What fills a cell. Rise and fall as seen from left to right; roofs hang from the cell's top.
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
    MICA_TILE_ONE_WAY = 32,  // may be added: holds only from above
    MICA_TILE_TRIGGER = 64   // may be added: all such cells of a map are one trigger, see `sees`
} MicaTile;

typedef struct MicaTilesDef {
    int32_t columns, rows;  // 1 or more, together at most MICA_MAX_PARTS cells
    MicaVec2 cell;          // width and height of a cell, metres
    MicaVec2 origin;        // lower left corner in the body's space
    const uint8_t *cells;   // row by row from the bottom, MicaTile each; null: all empty
} MicaTilesDef;

// A map of tiles. Null handle with OUT_OF_RANGE (also for a cell that is no MicaTile), NOT_FINITE,
// or as mica_collider_create.
MicaCollider mica_tiles_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                               const MicaTilesDef *tiles);
// Fills a rectangle of cells; bodies notice at the next step. OUT_OF_RANGE changes nothing;
// BAD_SHAPE if the collider is no map.
MicaError mica_tiles_fill(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row,
                          int32_t columns, int32_t rows, uint8_t tile);
// The tile of a cell, or -1 with the error recorded.
int32_t mica_tiles_get(MicaWorld *world, MicaCollider collider, int32_t column, int32_t row);

// What a chain or a map is made of now. The points and cells belong to the world and last until the
// next call that makes or destroys one. BAD_SHAPE if the collider is none; then *out is left alone.
MicaError mica_collider_chain(MicaWorld *world, MicaCollider collider, MicaChainDef *out);
MicaError mica_collider_tiles(MicaWorld *world, MicaCollider collider, MicaTilesDef *out);

MicaError mica_collider_set_one_way(MicaWorld *world, MicaCollider collider, MicaVec2 normal);
MicaError mica_collider_set_arcade(MicaWorld *world, MicaCollider collider, bool arcade);
// ---------------------------------------------------------------------------------------- fields
//
// A collider may carry a field: it acts on what the collider meets as a trigger, which is all it
// meets if isTrigger is set, and else what layers make it a trigger for. It acts on dynamic bodies
// through their colliders that are not triggers themselves, chains and maps apart, which have no
// mass. For the trigger cells of a map its bounds count as its middle and top. It acts on what is
// in it after the step has found its contacts: what crosses it within one step feels nothing. Of
// several fields of one type on a body only those of the highest priority act; equal ones add up,
// and of speed limits the lowest counts. Vectors are in the space of the field's body and turn with
// it; velocities are against that body, so that air and water go along with what carries them. Drag
// is solved implicitly together with all other forces, so that no strength of it is unstable and
// terminal speeds are exact; what depends on place is taken at the middle of the step, so that
// orbits and waves keep their energy. Sleep: what rests in still water, in gravity or in a speed
// zone may fall asleep. Wind, and water that flows, keep awake whatever they touch. A field that
// moves, is changed, or ceases wakes what it touches.

typedef enum MicaFieldType {
    MICA_FIELD_NONE,
    MICA_FIELD_WIND,     // flow, drag, turbulence, gustSize, acceleration
    MICA_FIELD_WATER,    // density, surface, flow, drag, angularDrag
    MICA_FIELD_GRAVITY,  // acceleration; strength, distance, falloff; replace
    MICA_FIELD_SPEED,    // maxSpeed, drag, angularDrag
    MICA_FIELD_TYPE_COUNT
} MicaFieldType;

// Numbers that the type does not name do nothing.
typedef struct MicaField {
    MicaFieldType type;
    int32_t priority;
    MicaVec2 flow;          // m/s of the air or water
    MicaVec2 acceleration;  // m/s², the same for light and heavy bodies
    // Wind: kg/(m s), force a metre of width across the wind and m/s of difference. Water: 1/s, how
    // fast the mass of the displaced water would be brought to the flow. Speed zone: 1/s. All
    // between 0 and 1e6.
    float drag;
    float angularDrag;  // 1/s, 0 to 1e6: the same for turning
    float turbulence;   // m/s of gusts on top of the flow, >= 0
    float gustSize;     // metres along the flow from gust to gust, 0.01 to 1e6
    float density;      // kg/m² of water, 0 to 1e6
    // The water line's height over the body's origin, against gravity; at most the collider's top
    float surface;
    // M/s² towards the middle of the collider at `distance` from it; negative pushes away
    float strength;
    float distance;   // metres, > 0; within, the pull grows evenly from none in the middle
    int32_t falloff;  // beyond, it is the same (0), goes with 1/d (1) or 1/d² (2)
    int32_t replace;  // 1: instead of the world's gravity, not in addition to it
    float maxSpeed;   // m/s, >= 0
} MicaField;

// The defaults: drag 1 but none in a speed zone, no flow, water of density 2 up to the collider's
// top, no gravity, no limit.
MicaField mica_field(MicaFieldType type);

// Gives a collider a field, or replaces it; null takes it away. The field is copied.
MicaError mica_collider_set_field(MicaWorld *world, MicaCollider collider, const MicaField *field);
// Its field; of type NONE if it has none.
MicaError mica_collider_field(MicaWorld *world, MicaCollider collider, MicaField *out);

typedef struct MicaExplosion {
    MicaVec2 position;
    float radius;     // metres within which it acts in full, >= 0
    float falloff;    // metres beyond, over which it fades to nothing, >= 0
    float impulse;    // N s a metre of the width that a shape turns to it; negative pulls
    uint64_t layers;  // what it acts on, default all
    // Static colliders in these layers keep it off what lies behind them, default none
    uint64_t shields;
} MicaExplosion;

MicaExplosion mica_explosion(void);  // the defaults

// Pushes the colliders of dynamic bodies away, each at its nearest point, and wakes their bodies.
// Triggers feel nothing. A collider is shielded if neither its nearest point nor its middle is in
// sight. Returns how many colliders were pushed; 0 with the error recorded for a bad number. After
// Box2D's explosion.
int32_t mica_world_explode(MicaWorld *world, const MicaExplosion *explosion);

// ---------------------------------------------------------------------------------------- joints

// A joint keeps two bodies together in some way. It is soft (world settings jointHertz,
// jointDampingRatio: as stiff as the substeps allow by default), is solved before the contacts,
// joins its bodies' islands, and goes when either body goes. Limit, motor and spring may all be on
// at once. What is said of a joint's angle is that of body B against body A, counter-clockwise,
// less the reference angle, in radians; full turns count.
typedef enum MicaJointType {
    MICA_JOINT_NONE,
    MICA_JOINT_REVOLUTE,
    MICA_JOINT_TYPE_COUNT
} MicaJointType;

// Two bodies pinned to each other at a point about which they turn.
typedef struct MicaRevoluteDef {
    MicaBody bodyA, bodyB;
    MicaVec2 localAnchorA, localAnchorB;  // the point in each body's space, within 1e7 m
    float referenceAngle;                 // angle of B against A that counts as zero
    float lowerAngle, upperAngle;         // within 1e4, lower <= upper
    float motorSpeed;                     // radians/s
    float maxMotorTorque;                 // N m, >= 0
    float springHertz;                    // >= 0: of the two bodies swinging freely about the pin
    float springDampingRatio;             // >= 0, 1: critical
    float targetAngle;                    // where the spring rests
    float breakForce;                     // N, >= 0: breaks when the pin holds more; 0: never
    float breakTorque;  // N m, >= 0: of limit, motor and spring together; 0: never
    bool enableLimit, enableMotor, enableSpring;
    bool collideConnected;  // default false: solid colliders of the two bodies do not meet
    uint32_t userData;
} MicaRevoluteDef;

MicaRevoluteDef mica_revolute_def(void);

// Pins the two bodies, which should be placed so that the anchors meet, and wakes them.
MicaJoint mica_revolute_create(MicaWorld *world, const MicaRevoluteDef *def);
MicaError mica_joint_destroy(MicaWorld *world, MicaJoint joint);  // wakes both bodies
bool mica_joint_is_valid(const MicaWorld *world, MicaJoint joint);
MicaJoint mica_joint_at(const MicaWorld *world, int32_t slot);

// Getters return zeros for a stale handle and record STALE_JOINT.
MicaJointType mica_joint_type(MicaWorld *world, MicaJoint joint);
MicaBody mica_joint_body_a(MicaWorld *world, MicaJoint joint);
MicaBody mica_joint_body_b(MicaWorld *world, MicaJoint joint);

typedef struct MicaJointState {
    float angle;   // radians
    float speed;   // radians/s
    float torque;  // N m that limit, motor and spring put on body B in the last substep
    // N with which the joint pushed body B in the last substep, and A the other way round
    MicaVec2 force;
    MicaVec2 anchorA, anchorB;  // world; where each body has the anchor
} MicaJointState;

MicaJointState mica_joint_state(MicaWorld *world, MicaJoint joint);
// The settings as mica_revolute_def fills them.
MicaError mica_revolute_get(MicaWorld *world, MicaJoint joint, MicaRevoluteDef *out);
// Writes up to capacity handles, newest first, and returns how many joints the body has.
int32_t mica_body_joints(MicaWorld *world, MicaBody body, MicaJoint *out, int32_t capacity);

// Each replaces its part of the definition; a change wakes both bodies.
MicaError mica_joint_set_limit(MicaWorld *world, MicaJoint joint, bool enable, float lower,
                               float upper);
MicaError mica_joint_set_motor(MicaWorld *world, MicaJoint joint, bool enable, float speed,
                               float maxTorque);
MicaError mica_joint_set_spring(MicaWorld *world, MicaJoint joint, bool enable, float hertz,
                                float dampingRatio, float target);
MicaError mica_joint_set_break(MicaWorld *world, MicaJoint joint, float force, float torque);
MicaError mica_joint_set_collide_connected(MicaWorld *world, MicaJoint joint, bool collide);
MicaError mica_joint_set_user_data(MicaWorld *world, MicaJoint joint, uint32_t userData);
uint32_t mica_joint_user_data(MicaWorld *world, MicaJoint joint);

// ------------------------------------------------------------------------------ contacts, events

// One contact point as the last step left it; those of one manifold follow each other. 64 bytes.
typedef struct MicaContactPoint {
    MicaCollider colliderA, colliderB;
    MicaVec2 point;        // world, midway between the surfaces
    MicaVec2 normal;       // unit, from A to B
    float separation;      // metres at the start of the step, negative is overlap
    float normalImpulse;   // N s over the last substep
    float tangentImpulse;  // N s along (normal.y, -normal.x)
    float normalSpeed;  // m/s of B's surface against A's along the normal now, negative approaches
    uint32_t feature;
    uint32_t age;  // steps since the pair began to touch
    MicaBody bodyA, bodyB;
    float tangentSpeed;   // m/s of B's surface against A's along (normal.y, -normal.x) now
    uint32_t pointCount;  // of its manifold: 1 or 2
} MicaContactPoint;

// All contact points of solid touching pairs, in pair order. The array belongs to the world and
// lasts until the next call on it. Returns the count, 0 with NO_MEMORY recorded if it could not be
// gathered.
int32_t mica_world_contact_points(MicaWorld *world, const MicaContactPoint **out);
// Those of one body, which is always side A: the normals point away from it.
int32_t mica_body_contact_points(MicaWorld *world, MicaBody body, const MicaContactPoint **out);

// One side of a pair: a body, or one of its colliders; anything where both are null.
typedef struct MicaContactSide {
    MicaBody body;
    MicaCollider collider;
} MicaContactSide;

// Those between two sides; `one` is always side A. A handle that is not null must be valid: else 0
// with the error recorded.
int32_t mica_pair_contact_points(MicaWorld *world, MicaContactSide one, MicaContactSide other,
                                 const MicaContactPoint **out);

// 32 bytes. Handles in end and exit events may name destroyed colliders.
typedef struct MicaContactEvent {
    MicaCollider colliderA, colliderB;
    MicaVec2 point;
    MicaVec2 normal;      // from A to B
    float approachSpeed;  // m/s, > 0; begin and hit events
    float impulse;        // N s of all points, hit events: the largest of the substeps
} MicaContactEvent;

// A visit is told by one enter and one exit for each pair of colliders, whatever ends it. A step
// tells what it finds as it begins: where the step before, and edits since, have put the bodies. A
// body that moved so far that it passed through a trigger whole is told by the step in which it
// did, with enter and exit. Neither side is woken.
typedef struct MicaTriggerEvent {
    // The trigger is the collider with isTrigger set, or the map with cells that are triggers.
    // Where both sides are, the one that sees the other; where both do, or neither side is a
    // trigger, the one whose layer is named by the other's as a trigger; where that does not decide
    // either, the one in the lower slot. An exit names the sides as the enter did.
    MicaCollider trigger, visitor;
} MicaTriggerEvent;

// A joint that broke in the last step. 32 bytes. It is gone: its handle is stale.
typedef struct MicaJointEvent {
    MicaJoint joint;
    MicaBody bodyA, bodyB;
    uint32_t userData;
    MicaVec2 point;       // world, the anchor on body A
    float force, torque;  // N and N m, the largest of the step's substeps
} MicaJointEvent;

// The events of the last step, in a deterministic order. The arrays last until the next step.
typedef struct MicaEvents {
    const MicaContactEvent *begin, *end, *hit;
    const MicaTriggerEvent *enter, *exit;
    const int32_t *moved;  // slots of bodies that were awake in the step, ascending
    // Slots of bodies that fell asleep, or were put to sleep since the last step
    const int32_t *asleep;
    const int32_t *woke;  // slots of bodies that woke, or were woken since the last step
    int32_t beginCount, endCount, hitCount, enterCount, exitCount, movedCount, asleepCount,
        wokeCount;
    const MicaJointEvent *broke;  // by slot
    int32_t brokeCount;
} MicaEvents;

MicaEvents mica_world_events(const MicaWorld *world);

// Who is inside whom, and who touches whom, as the events so far tell it: the pairs with an enter
// or begin and no exit or end yet, in pair order, those of the last step included. Gathered when
// asked for, and nothing before; the arrays belong to the world and last until the next call.
// Return the count, 0 with NO_MEMORY recorded if there was no room.
int32_t mica_world_trigger_stays(MicaWorld *world, const MicaTriggerEvent **out);
// Point and normal as of the last step; impulse: N s over the last substep, of all points;
// approachSpeed 0.
int32_t mica_world_contact_stays(MicaWorld *world, const MicaContactEvent **out);
// How many pairs of colliders of two bodies are inside each other; 0 if either is destroyed. An
// enter that finds 1 is the body's first, an exit that finds 0 its last.
int32_t mica_trigger_pairs(const MicaWorld *world, MicaBody a, MicaBody b);

// ----------------------------------------------------------------------------------------- views

// Base addresses of the per-slot arrays, valid until the next create call. 16-byte records but for
// flags.
typedef struct MicaViews {
    // X, y, cos, sin of the body's origin; read only, use mica_body_set_transform
    MicaTransform *transforms;
    float *velocities;     // vx, vy, omega, unused; may be written, does not wake
    float *forces;         // fx, fy, torque, unused; may be written, does not wake
    MicaTransform *poses;  // interpolated x, y, cos, sin
    uint32_t *flags;       // MICA_FLAG_*
    int32_t capacity;      // records in each array
    int32_t slots;         // slots in use: one past the highest ever used
} MicaViews;

MicaViews mica_world_views(MicaWorld *world);

// --------------------------------------------------------------------------------------- queries
//
// All are valid right after an edit and change nothing of the simulation. On bad input they answer
// that nothing is there, leave the output alone and record why.

enum {
    MICA_QUERY_TRIGGERS = 1,  // triggers too; overlaps see them in any case
    MICA_QUERY_INSIDE =
        2,  // colliders that the ray or shape starts in, as hits at fraction 0; else passed over
    MICA_QUERY_SKIP_STATIC = 4,  // not the colliders of static bodies
    MICA_QUERY_SKIP_MOVING = 8,  // only those
    MICA_QUERY_FLAGS = 15,
};

#define MICA_MAX_IGNORED 64

// What a query sees. Null instead of one: every layer, no flags, nothing ignored.
typedef struct MicaFilter {
    uint64_t layers;         // a bit for each; ~0 for all
    uint32_t flags;          // MICA_QUERY_*
    int32_t bodyCount;       // 0 to 64 each
    const MicaBody *bodies;  // passed over with all their colliders
    int32_t colliderCount;
    const MicaCollider *colliders;  // passed over
} MicaFilter;

// Overlaps. Results are in slot-independent but deterministic order. They write up to capacity
// handles and return how many there are.

// The colliders within slack metres of a point: 0 for those that contain it, a finger's radius for
// a touch.
int32_t mica_overlap_point(MicaWorld *world, MicaVec2 point, float slack, const MicaFilter *filter,
                           MicaCollider *out, int32_t capacity);
// The colliders whose bounds meet a box.
int32_t mica_overlap_aabb(MicaWorld *world, MicaAABB box, const MicaFilter *filter,
                          MicaCollider *out, int32_t capacity);
int32_t mica_overlap_shape(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                           const MicaFilter *filter, MicaCollider *out, int32_t capacity);
// What overlaps a collider where it is now; not those of its own body.
int32_t mica_overlap_collider(MicaWorld *world, MicaCollider collider, const MicaFilter *filter,
                              MicaCollider *out, int32_t capacity);

// Rays, moving shapes and the nearest point. Where two colliders are as near, the one in the lower
// slot comes first.

// 32 bytes.
typedef struct MicaHit {
    MicaCollider collider;  // null: nothing was hit; then point is the end and fraction 1
    MicaBody body;
    float fraction;  // of the translation, 0 to 1; of mica_closest_point: metres, negative inside
    uint32_t startsInside;  // 1 or 0; then normal leads out by the shortest way
    MicaVec2 point;         // world, where the surfaces meet
    MicaVec2 normal;        // unit, world, out of the collider
} MicaHit;

// The first collider on the ray from origin to origin + translation, which must not be zero.
bool mica_ray_closest(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                      const MicaFilter *filter, MicaHit *out);
// Whether the ray hits anything: as a rule quicker than asking for the closest.
bool mica_ray_any(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                  const MicaFilter *filter);
// All colliders on the ray by rising fraction, also where one is met inside the union of static or
// kinematic ones, which mica_ray_closest passes over. Writes the first `capacity` of them and
// returns how many there are.
int32_t mica_ray_all(MicaWorld *world, MicaVec2 origin, MicaVec2 translation,
                     const MicaFilter *filter, MicaHit *out, int32_t capacity);
// The closest hit of each of `count` rays, given as x, y, dx, dy, with the bits of
// mica_ray_closest. Returns how many hit. One bad ray spoils all: nothing is written and
// mica_last_error_slot names it. A large batch goes through a grid in scratch memory of the world,
// which the first one allocates; where there is none it goes without.
int32_t mica_ray_batch(MicaWorld *world, const float *rays, int32_t count, const MicaFilter *filter,
                       MicaHit *out);

// The same for a shape that moves by a translation without turning. A zero translation meets only
// what the shape starts in. What it starts in touch with it hits only if it presses on.
bool mica_shape_cast_closest(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                             MicaVec2 translation, const MicaFilter *filter, MicaHit *out);
int32_t mica_shape_cast_all(MicaWorld *world, const MicaShape *shape, MicaTransform transform,
                            MicaVec2 translation, const MicaFilter *filter, MicaHit *out,
                            int32_t capacity);
// One shape along `count` ways, given as x, y, angle, dx, dy.
int32_t mica_shape_cast_batch(MicaWorld *world, const MicaShape *shape, const float *casts,
                              int32_t count, const MicaFilter *filter, MicaHit *out);
// `count` circles, given as x, y, radius, dx, dy; radius 1e-4 to 1e6 metres.
int32_t mica_circle_cast_batch(MicaWorld *world, const float *casts, int32_t count,
                               const MicaFilter *filter, MicaHit *out);

// The point of any collider's surface nearest to `point`, within maxDistance metres. Inside a
// collider the distance is negative and the nearest is the one it is deepest in. MICA_QUERY_INSIDE
// is taken for granted.
bool mica_closest_point(MicaWorld *world, MicaVec2 point, float maxDistance,
                        const MicaFilter *filter, MicaHit *out);
// The same of one collider, or of all colliders of one body, triggers too, at any distance; false
// if it has none.
bool mica_collider_closest_point(MicaWorld *world, MicaCollider collider, MicaVec2 point,
                                 MicaHit *out);
bool mica_body_closest_point(MicaWorld *world, MicaBody body, MicaVec2 point, MicaHit *out);

// Whole bodies on the move: all their colliders but triggers.

// How a body goes: its centre of mass by a straight way, turning evenly about it.
typedef struct MicaMotion {
    MicaVec2 translation;  // metres
    float turn;            // radians, within 1e4
} MicaMotion;

typedef struct MicaImpact {
    MicaTimeOfImpact toi;
    MicaCollider colliderA, colliderB;  // null if separated
} MicaImpact;

// When two bodies that move from where they are first touch, whatever their layers: the earliest of
// all pairs of colliders. Of equal ones the first in the order of creation.
MicaImpact mica_body_time_of_impact(MicaWorld *world, MicaBody bodyA, MicaMotion motionA,
                                    MicaBody bodyB, MicaMotion motionB);

typedef struct MicaPathHit {
    MicaHit hit;        // fraction of the segment
    MicaCollider own;   // the collider of the body that hits
    int32_t segment;    // from path[segment] to the next
    float distance;     // metres along the path
    MicaVec2 position;  // of the body's origin there
} MicaPathHit;

// The first collider that a body meets if it goes along a path of positions of its origin, 2 or
// more, keeping its angle. It meets what its colliders are solid to by layer, group and ignored
// pairs; with MICA_QUERY_TRIGGERS what they would trigger too. Its own colliders are never hit. The
// filter's layers, flags and ignored ones narrow that further.
bool mica_body_sweep(MicaWorld *world, MicaBody body, const MicaVec2 *path, int32_t count,
                     const MicaFilter *filter, MicaPathHit *out);

#ifdef __cplusplus
}
#endif

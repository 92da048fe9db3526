// Exports of the wasm module for loading, worlds, making and reading bodies, colliders and contact
// points. All functions of web/bridge/ take and return plain numbers, so that JavaScript needs no
// glue code; only files here know wasm. Called by js/ alone; each group below names its caller.
//
// Definitions arrive as records (records.h) in memory that JavaScript has: the scratch buffer, or
// alloc() for larger ones. Small results are written to the scratch buffer too. World pointers come
// from js/ and are always valid; the core checks all other arguments. Functions that return an
// int32 and say nothing else return a MicaError.
#include "records.h"

#include <stdlib.h>
#include <string.h>

// Raised whenever a record or a function changes its meaning: js/ refuses a module with another
// number.
enum { BRIDGE_ABI = 16 };
enum { SCRATCH_DOUBLES = 580 };
static union {
    double f64[SCRATCH_DOUBLES];
    int32_t i32[2 * SCRATCH_DOUBLES];
} scratch;

// Word offsets into scratch.i32, behind the results, which start at word 0.
enum { SCRATCH_VIEWS = 960, SCRATCH_EVENTS = 968, SCRATCH_FILTER = 1024 };

// The heap may grow in any call. Nothing to do: js/ sees that its typed arrays are detached.
void emscripten_notify_memory_growth(size_t memoryIndex) { (void)memoryIndex; }

// ------------------------------------------------------------- loading and memory: js/wire/wasm.js

int32_t EXPORT(abi)(void) { return BRIDGE_ABI; }

void *EXPORT(scratch_address)(void) { return &scratch; }

void *EXPORT(alloc)(size_t bytes) { return malloc(bytes); }

void EXPORT(release)(void *block) { free(block); }

const char *EXPORT(error_name)(int32_t code)
{
    static const char *const names[] = {
#define X(name, text) #name,
        MICA_ERRORS(X)
#undef X
    };
    return code >= 0 && code < MICA_ERROR_COUNT ? names[code] : "UNKNOWN";
}

const char *EXPORT(error_text)(int32_t code) { return mica_error_text((MicaError)code); }

// Writes a body, a collider and a world record with the defaults in a world of a unit of length, so
// that js/ repeats no default.
void EXPORT(write_defaults)(float lengthUnit, double *body, double *collider, double *world)
{
    MicaBodyDef bodyDef = mica_body_def();
    MicaColliderDef colliderDef = mica_collider_def_in(lengthUnit);
    MicaWorldDef worldDef = mica_world_def_in(lengthUnit);
    memset(body, 0, BODY_RECORD * sizeof(double));
    memset(collider, 0, COLLIDER_RECORD * sizeof(double));
    write_body(&bodyDef, body);
    write_collider(&colliderDef, collider);
    write_world(&worldDef, world);
}

// ------------------------------------------------------------------------ world: js/world/world.js

// Returns null on failure, with the error in scratch word 0.
MicaWorld *EXPORT(world_create)(const double *record)
{
    MicaWorldDef def = read_world(record);
    MicaWorld *world = mica_world_create(&def);
    scratch.i32[0] = world ? MICA_ERROR_OK : (int32_t)mica_create_error();
    return world;
}

void EXPORT(world_destroy)(MicaWorld *world) { mica_world_destroy(world); }

// Writes base addresses, capacity and slots of the views at SCRATCH_VIEWS.
void EXPORT(world_views)(MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    int32_t *out = scratch.i32 + SCRATCH_VIEWS;
    out[0] = (int32_t)(intptr_t)v.transforms;
    out[1] = (int32_t)(intptr_t)v.velocities;
    out[2] = (int32_t)(intptr_t)v.forces;
    out[3] = (int32_t)(intptr_t)v.poses;
    out[4] = (int32_t)(intptr_t)v.flags;
    out[5] = v.capacity;
    out[6] = v.slots;
}

// Writes address and count of each event array at SCRATCH_EVENTS: begin, end, hit, enter, exit,
// moved, asleep, woke, broke, crushed, load.
static void world_events(MicaWorld *world)
{
    MicaEvents e = mica_world_events(world);
    const void *arrays[] = {e.begin,  e.end,  e.hit,   e.enter,   e.exit, e.moved,
                            e.asleep, e.woke, e.broke, e.crushed, e.load};
    int32_t counts[] = {e.beginCount, e.endCount,     e.hitCount,    e.enterCount,
                        e.exitCount,  e.movedCount,   e.asleepCount, e.wokeCount,
                        e.brokeCount, e.crushedCount, e.loadCount};
    for (int32_t i = 0; i < 11; ++i) {
        scratch.i32[SCRATCH_EVENTS + 2 * i] = (int32_t)(intptr_t)arrays[i];
        scratch.i32[SCRATCH_EVENTS + 2 * i + 1] = counts[i];
    }
}

int32_t bridge_write_results(MicaWorld *world, MicaError error)
{
    scratch.i32[0] = error ? mica_last_error_slot(world) : -1;
    bridge_world_views(world);
    world_events(world);
    return (int32_t)error;
}

int32_t EXPORT(world_step)(MicaWorld *world, float dt, int32_t substeps)
{
    return bridge_write_results(world, mica_world_step(world, dt, substeps));
}

int32_t EXPORT(world_step_impacts)(MicaWorld *world, float dt, int32_t maxImpacts)
{
    return bridge_write_results(world, mica_world_step_impacts(world, dt, maxImpacts));
}

int32_t EXPORT(world_interpolate)(MicaWorld *world, float alpha)
{
    return (int32_t)mica_world_interpolate(world, alpha);
}

int32_t EXPORT(world_extrapolate)(MicaWorld *world, float seconds)
{
    return (int32_t)mica_world_extrapolate(world, seconds);
}

int32_t EXPORT(world_set_gravity)(MicaWorld *world, float x, float y)
{
    return (int32_t)mica_world_set_gravity(world, (MicaVec2){x, y});
}

// Sets one property; `field` is its offset in the world record.
int32_t EXPORT(world_set)(MicaWorld *world, int32_t field, double value)
{
    switch (field) {
    // <schema world.set>
    case WORLD_RESTITUTION_THRESHOLD:
        return (int32_t)mica_world_set_restitution_threshold(world, (float)value);
    case WORLD_HIT_SPEED:
        return (int32_t)mica_world_set_hit_speed(world, (float)value);
    case WORLD_SLEEP_ENABLED:
        return (int32_t)mica_world_set_sleep_enabled(world, value != 0.0);
    case WORLD_LOAD_IMPULSE:
        return (int32_t)mica_world_set_load_impulse(world, (float)value);
    // </schema>
    default:
        return MICA_ERROR_OUT_OF_RANGE;
    }
}

// Writes the members of MicaCounters in order from scratch word 0 and returns their number.
int32_t EXPORT(world_counters)(MicaWorld *world)
{
    MicaCounters counters = mica_world_counters(world);
    memcpy(scratch.i32, &counters, sizeof counters);
    return (int32_t)(sizeof counters / sizeof(int32_t));
}

double EXPORT(world_bytes)(MicaWorld *world) { return (double)mica_world_bytes(world); }

// Writes the low word and the high word.
void EXPORT(world_hash)(MicaWorld *world)
{
    uint64_t hash = mica_world_hash(world);
    scratch.i32[0] = (int32_t)(uint32_t)hash;
    scratch.i32[1] = (int32_t)(uint32_t)(hash >> 32);
}

// The clock of the page in milliseconds: the only import of the module, called only while
// profiling.
__attribute__((import_module("env"), import_name("mica_clock"))) double mica_clock(void);

void EXPORT(world_set_profiling)(MicaWorld *world, int32_t on)
{
    mica_world_set_clock(world, on ? mica_clock : NULL);
}

// Writes the members of MicaProfile in order, as doubles from scratch double 0, and returns their
// number.
int32_t EXPORT(world_profile)(MicaWorld *world)
{
    MicaProfile profile = mica_world_profile(world);
    float fields[sizeof profile / sizeof(float)];
    memcpy(fields, &profile, sizeof profile);
    int32_t count = (int32_t)(sizeof profile / sizeof(float));
    for (int32_t i = 0; i < count; ++i) {
        scratch.f64[i] = (double)fields[i];
    }
    return count;
}

// -------------------------------------------------------------------- creation: js/world/objects/create.js

// Writes the error of a failed creation to scratch word 0, and to word 1 the index of the collider
// record at fault, or -1 for the body. Returns 0.
static int32_t create_failed(MicaError error, int32_t collider)
{
    scratch.i32[0] = (int32_t)error;
    scratch.i32[1] = collider;
    return 0;
}

// Whether the shapes of all records are valid; if not, calls create_failed. Leaves the shape of the
// first record, unless that has parts.
static bool shapes_are_valid(const double *colliders, int32_t colliderCount, MicaShape *first)
{
    for (int32_t i = 0; i < colliderCount; ++i) {
        const double *record = colliders + i * COLLIDER_RECORD;
        MicaShape other;
        MicaError error =
            record_has_parts(record) ? MICA_ERROR_OK : read_shape(record, i == 0 ? first : &other);
        if (error != MICA_ERROR_OK) {
            create_failed(error, i);
            return false;
        }
    }
    return true;
}

// Creates the convex colliders of `count` records by one call, in linear time, and then their
// fields. Returns how many it created: all or none.
static int32_t add_convex(MicaWorld *world, MicaBody body, const double *colliders, int32_t count,
                          int32_t *out, MicaError *error)
{
    size_t each = sizeof(MicaShape) + sizeof(MicaColliderDef) + sizeof(MicaCollider);
    MicaShape *shapes = malloc(each * (size_t)count);
    if (shapes == NULL) {
        *error = MICA_ERROR_NO_MEMORY;
        return 0;
    }
    MicaColliderDef *defs = (void *)(shapes + count);
    MicaCollider *handles = (void *)(defs + count);
    for (int32_t i = 0; i < count; ++i) {
        defs[i] = read_collider(colliders + i * COLLIDER_RECORD);
        defs[i].userData = collider_birth(world, &defs[i], colliders + i * COLLIDER_RECORD);
        read_shape(colliders + i * COLLIDER_RECORD, &shapes[i]);  // checked by shapes_are_valid
    }
    mica_clear_error(world);
    int32_t made = mica_colliders_create(world, body, defs, shapes, count, handles);
    if (made == 0) {
        *error = last_error_or_memory(world);
    }
    for (int32_t i = 0; i < made && *error == MICA_ERROR_OK; ++i) {
        const double *field = colliders + i * COLLIDER_RECORD + COLLIDER_FIELD;
        if (field[FIELD_TYPE] != 0.0) {
            *error = bridge_give_field(world, handles[i], field);
        }
        if (out) {
            out[i] = (int32_t)handles[i].id;
        }
    }
    while (*error != MICA_ERROR_OK && made > 0) {
        mica_collider_destroy(world, handles[--made]);
    }
    free(shapes);
    return made;
}

// Creates colliders until some fail, which calls create_failed with the first of those made at once:
// their records are checked, so it is memory or slots that they lack. `first` is what
// shapes_are_valid left. Returns how many it created.
static int32_t add_colliders(MicaWorld *world, MicaBody body, const double *colliders,
                             int32_t colliderCount, const MicaShape *first, int32_t *out)
{
    for (int32_t i = 0, next; i < colliderCount; i = next) {
        const double *record = colliders + i * COLLIDER_RECORD;
        MicaError error = MICA_ERROR_OK;
        next = i;
        while (next < colliderCount && !record_has_parts(colliders + next * COLLIDER_RECORD)) {
            ++next;
        }
        if (next - i > 1) {
            add_convex(world, body, record, next - i, out ? out + i : NULL, &error);
        } else {
            MicaCollider collider = record_make(world, body, record, i == 0 ? first : NULL, &error);
            next = i + 1;
            if (out && error == MICA_ERROR_OK) {
                out[i] = (int32_t)collider.id;
            }
        }
        if (error != MICA_ERROR_OK) {
            create_failed(error, i);
            return i;
        }
    }
    return colliderCount;
}

// Creates a body with all its colliders or nothing. `first` is what shapes_are_valid left. Returns
// the handle, or 0.
static int32_t create_one(MicaWorld *world, const MicaBodyDef *def, const double *colliders,
                          int32_t colliderCount, const MicaShape *first, int32_t *outColliders)
{
    mica_clear_error(world);
    MicaBody body = mica_body_create(world, def);
    if (body.id == 0) {
        return create_failed(last_error_or_memory(world), -1);
    }
    if (add_colliders(world, body, colliders, colliderCount, first, outColliders) < colliderCount) {
        mica_body_destroy(world, body);
        return 0;
    }
    return (int32_t)body.id;
}

// Writes the views, which a creation may have moved even if it failed, and returns result.
static int32_t finish_create(MicaWorld *world, int32_t result)
{
    bridge_world_views(world);
    return result;
}

// Creates a body with all its colliders or nothing. Returns the handle, or 0 with the error and the
// collider at fault in scratch words 0 and 1.
int32_t EXPORT(body_create)(MicaWorld *world, const double *body, const double *colliders,
                            int32_t colliderCount, int32_t *outColliders)
{
    MicaShape first;
    if (!shapes_are_valid(colliders, colliderCount, &first)) {
        return finish_create(world, 0);
    }
    MicaBodyDef def = read_body(body);
    def.userData = body_birth(world, &def);
    int32_t made = create_one(world, &def, colliders, colliderCount, &first, outColliders);
    return finish_create(world, made);
}

// Creates `count` bodies from one record, all or none. Positions and velocities hold two floats a
// body, angles and angularVelocities one; the last three may be null. Writes the handles to
// outBodies. Returns 1, or 0 with the error and the collider at fault in scratch words 0 and 1.
int32_t EXPORT(bodies_create)(MicaWorld *world, const double *body, const double *colliders,
                              int32_t colliderCount, int32_t count, const float *positions,
                              const float *angles, const float *velocities,
                              const float *angularVelocities, int32_t *outBodies)
{
    MicaShape first;
    if (!shapes_are_valid(colliders, colliderCount, &first)) {
        return finish_create(world, 0);
    }
    MicaBodyDef def = read_body(body);
    for (int32_t i = 0; i < count; ++i) {
        def.position = (MicaVec2){positions[2 * i], positions[2 * i + 1]};
        if (angles) {
            def.angle = angles[i];
        }
        if (velocities) {
            def.linearVelocity = (MicaVec2){velocities[2 * i], velocities[2 * i + 1]};
        }
        if (angularVelocities) {
            def.angularVelocity = angularVelocities[i];
        }
        def.userData = body_birth(world, &def);
        outBodies[i] = create_one(world, &def, colliders, colliderCount, &first, NULL);
        if (outBodies[i] == 0) {
            while (i-- > 0) {
                mica_body_destroy(world, body_of(outBodies[i]));
            }
            return finish_create(world, 0);
        }
    }
    return finish_create(world, 1);
}

// Creates all colliders or none on a body. Writes the handles to outColliders. Returns 1, or 0 with
// the error and the collider at fault in scratch words 0 and 1.
int32_t EXPORT(colliders_create)(MicaWorld *world, int32_t body, const double *colliders,
                                 int32_t colliderCount, int32_t *outColliders)
{
    MicaShape first;
    if (!shapes_are_valid(colliders, colliderCount, &first)) {
        return finish_create(world, 0);
    }
    int32_t made =
        add_colliders(world, body_of(body), colliders, colliderCount, &first, outColliders);
    if (made == colliderCount) {
        return finish_create(world, 1);
    }
    while (made-- > 0) {
        mica_collider_destroy(world, collider_of(outColliders[made]));
    }
    return finish_create(world, 0);
}

// ------------------------------------------------------------------------ bodies: js/world/objects/body.js

int32_t EXPORT(body_destroy)(MicaWorld *world, int32_t body)
{
    return (int32_t)mica_body_destroy(world, body_of(body));
}

int32_t EXPORT(body_at)(MicaWorld *world, int32_t slot)
{
    return (int32_t)mica_body_at(world, slot).id;
}

// Writes doubles: mass, inertia, local centre x and y, world centre x and y, and from BODY_NUMBERS on
// the numbers that no view has.
void EXPORT(body_numbers)(MicaWorld *world, int32_t body)
{
    MicaBody b = body_of(body);
    MicaMassData mass = mica_body_mass(world, b);
    MicaVec2 center = mica_body_center(world, b);
    scratch.f64[0] = (double)mass.mass;
    scratch.f64[1] = (double)mass.inertia;
    scratch.f64[2] = (double)mass.center.x;
    scratch.f64[3] = (double)mass.center.y;
    scratch.f64[4] = (double)center.x;
    scratch.f64[5] = (double)center.y;
    // <schema body.numbers>
    scratch.f64[BODY_NUMBERS + 0] = (double)mica_body_linear_damping(world, b);
    scratch.f64[BODY_NUMBERS + 1] = (double)mica_body_angular_damping(world, b);
    scratch.f64[BODY_NUMBERS + 2] = (double)mica_body_gravity_scale(world, b);
    scratch.f64[BODY_NUMBERS + 3] = (double)mica_body_max_speed(world, b);
    // </schema>
}

// Writes the first four of these as the body's colliders give them, whatever was set.
void EXPORT(body_collider_mass)(MicaWorld *world, int32_t body)
{
    MicaMassData mass = mica_body_collider_mass(world, body_of(body));
    scratch.f64[0] = (double)mass.mass;
    scratch.f64[1] = (double)mass.inertia;
    scratch.f64[2] = (double)mass.center.x;
    scratch.f64[3] = (double)mass.center.y;
}

// Writes up to `capacity` handles and returns how many colliders the body has.
int32_t EXPORT(body_colliders)(MicaWorld *world, int32_t body, MicaCollider *out, int32_t capacity)
{
    return mica_body_colliders(world, body_of(body), out, capacity);
}

// ----------------------------------------------------------------- colliders: js/world/objects/collider.js

int32_t EXPORT(collider_destroy)(MicaWorld *world, int32_t collider)
{
    return (int32_t)mica_collider_destroy(world, collider_of(collider));
}

int32_t EXPORT(collider_body)(MicaWorld *world, int32_t collider)
{
    return (int32_t)mica_collider_body(world, collider_of(collider)).id;
}

// Writes the collider record, shape and properties, from scratch double 0.
int32_t EXPORT(collider_get)(MicaWorld *world, int32_t collider)
{
    MicaColliderDef def;
    MicaError error = mica_collider_get(world, collider_of(collider), &def);
    if (error == MICA_ERROR_OK) {
        write_collider(&def, scratch.f64);
        record_shape(world, collider_of(collider), scratch.f64);
    }
    return (int32_t)error;
}

// Writes a MicaShape, with the normals that a box has of its angle: js/world/saving/scene-shapes.js.
int32_t EXPORT_FOR_SIZE(collider_shape)(MicaWorld *world, int32_t collider, MicaShape *out)
{
    return (int32_t)mica_collider_shape(world, collider_of(collider), out);
}

int32_t EXPORT(collider_layer)(MicaWorld *world, int32_t collider)
{
    return mica_collider_layer(world, collider_of(collider));
}

// Writes four doubles: lower x and y, upper x and y.
void EXPORT(collider_aabb)(MicaWorld *world, int32_t collider)
{
    MicaAABB box = mica_collider_aabb(world, collider_of(collider));
    scratch.f64[0] = (double)box.lower.x;
    scratch.f64[1] = (double)box.lower.y;
    scratch.f64[2] = (double)box.upper.x;
    scratch.f64[3] = (double)box.upper.y;
}

int32_t EXPORT(collider_contains)(MicaWorld *world, int32_t collider, float x, float y)
{
    return mica_collider_contains(world, collider_of(collider), (MicaVec2){x, y});
}

// Sets one property; `field` is its offset in the collider record.
int32_t EXPORT(collider_set)(MicaWorld *world, int32_t collider, int32_t field, double value)
{
    MicaCollider c = collider_of(collider);
    switch (field) {
    // <schema collider.set>
    case COLLIDER_LAYER:
        return (int32_t)mica_collider_set_layer(world, c, (int32_t)value);
    case COLLIDER_GROUP:
        return (int32_t)mica_collider_set_group(world, c, (int32_t)value);
    case COLLIDER_DENSITY:
        return (int32_t)mica_collider_set_density(world, c, (float)value);
    case COLLIDER_FRICTION:
        return (int32_t)mica_collider_set_friction(world, c, (float)value);
    case COLLIDER_RESTITUTION:
        return (int32_t)mica_collider_set_restitution(world, c, (float)value);
    case COLLIDER_ROLLING_RESISTANCE:
        return (int32_t)mica_collider_set_rolling_resistance(world, c, (float)value);
    case COLLIDER_TANGENT_SPEED:
        return (int32_t)mica_collider_set_tangent_speed(world, c, (float)value);
    case COLLIDER_IS_TRIGGER:
        return (int32_t)mica_collider_set_trigger(world, c, value != 0.0);
    case COLLIDER_FRICTION_COMBINE:
        return (int32_t)mica_collider_set_friction_combine(world, c, (MicaCombine)(int32_t)value);
    case COLLIDER_RESTITUTION_COMBINE:
        return (int32_t)mica_collider_set_restitution_combine(world, c,
                                                              (MicaCombine)(int32_t)value);
    case COLLIDER_ARCADE:
        return (int32_t)mica_collider_set_arcade(world, c, value != 0.0);
    case COLLIDER_SEES:
        return (int32_t)mica_collider_set_sees(world, c, (uint32_t)value);
    case COLLIDER_ENABLED:
        return (int32_t)mica_collider_set_enabled(world, c, value != 0.0);
    // </schema>
    default:
        return MICA_ERROR_OUT_OF_RANGE;
    }
}

int32_t EXPORT(collider_set_shape)(MicaWorld *world, int32_t collider, const double *record)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    if (error == MICA_ERROR_OK) {
        error = mica_collider_set_shape(world, collider_of(collider), &shape);
    }
    return (int32_t)error;
}

// ------------------------------------------------- contact points and queries: js/world/queries/queries.js

// Returns a number of results, or minus an error code.
static int32_t count_or_error(MicaWorld *world, int32_t count)
{
    MicaError error = mica_last_error(world);
    return count == 0 && error != MICA_ERROR_OK ? -(int32_t)error : count;
}

// Returns the number of contact points between two sides and writes their address to scratch word
// 0. A side is a body, a collider, or anything if both are 0.
int32_t EXPORT(contact_points)(MicaWorld *world, int32_t bodyA, int32_t colliderA, int32_t bodyB,
                               int32_t colliderB)
{
    const MicaContactPoint *points = NULL;
    MicaContactSide a = {body_of(bodyA), collider_of(colliderA)};
    MicaContactSide b = {body_of(bodyB), collider_of(colliderB)};
    mica_clear_error(world);
    int32_t count = mica_pair_contact_points(world, a, b, &points);
    scratch.i32[0] = (int32_t)(intptr_t)points;
    return count_or_error(world, count);
}

// mica_collide of two shape records, each followed by x, y, angle. Writes normal x and y, then for
// each point x, y, separation and feature. Returns the number of points, or minus an error code
// with the index of the shape at fault in scratch word 0.
int32_t EXPORT(collide)(const double *records, float maxDistance)
{
    MicaShape shapes[2];
    MicaTransform transforms[2];
    MicaError error = read_placed_pair(records, shapes, transforms, &scratch.i32[0]);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    MicaManifold m =
        mica_collide(&shapes[0], transforms[0], &shapes[1], transforms[1], maxDistance);
    double *out = scratch.f64;
    *out++ = (double)m.normal.x;
    *out++ = (double)m.normal.y;
    for (int32_t i = 0; i < m.count; ++i) {
        *out++ = (double)m.points[i].point.x;
        *out++ = (double)m.points[i].point.y;
        *out++ = (double)m.points[i].separation;
        *out++ = m.points[i].feature;
    }
    return m.count;
}

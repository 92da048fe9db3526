// Exports for movers: one by one, named by their bodies, and all of a world at once. Called by
// js/world/engine.js, js/world/objects/movers.js and js/wire/operations.js.
#include "records.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// As MOVER and MOVER_STATE of js/wire/layout.js say, in words of four bytes.
static_assert(offsetof(MicaMoverDef, floating) == 4 * MICA_MOVER_NUMBER_COUNT, "MOVER");
static_assert(offsetof(MicaMoverState, groundVelocity) == 8 &&
                  offsetof(MicaMoverState, groundNormal) == 16 &&
                  offsetof(MicaMoverState, groundPoint) == 24 &&
                  offsetof(MicaMoverState, wallNormal) == 32 &&
                  offsetof(MicaMoverState, groundCollider) == 40 &&
                  offsetof(MicaMoverState, groundPart) == 44 &&
                  offsetof(MicaMoverState, flags) == 48,
              "MOVER_STATE");

// The handles of the movers that were found last, by the slots of their bodies: the search for the
// mover of a body goes through all movers. A handle that has become another body's is not used.
enum { FOUND_COUNT = 1024 };
static uint32_t found[FOUND_COUNT];

static MicaMover mover_of(MicaWorld *world, int32_t body)
{
    uint32_t *last = &found[(uint32_t)MICA_SLOT(body_of(body)) % FOUND_COUNT];
    MicaMover mover = {*last};
    if (!mica_mover_is_valid(world, mover) || mica_mover_body(world, mover).id != (uint32_t)body) {
        mover = mica_body_mover(world, body_of(body));
        *last = mover.id;
    }
    return mover;
}

// Makes a body move by its first collider as a mover, with as many numbers as MicaMoverNumber has.
int32_t EXPORT(mover_create)(MicaWorld *world, int32_t body, const float *numbers, int32_t floating)
{
    MicaMoverDef def = mica_mover_def();
    memcpy(def.numbers, numbers, sizeof def.numbers);
    def.floating = floating != 0;
    MicaCollider collider;
    if (mica_body_colliders(world, body_of(body), &collider, 1) < 1) {
        return (int32_t)MICA_ERROR_NOT_CONVEX_COLLIDER;
    }
    mica_clear_error(world);
    MicaMover mover = mica_mover_create(world, collider, &def);
    return mover.id != 0 ? 0 : (int32_t)mica_last_error(world);
}

int32_t EXPORT(mover_destroy)(MicaWorld *world, int32_t body)
{
    return (int32_t)mica_mover_destroy(world, mover_of(world, body));
}

// Writes a MicaMoverState.
int32_t EXPORT(mover_state)(MicaWorld *world, int32_t body, MicaMoverState *out)
{
    MicaMover mover = mover_of(world, body);
    *out = mica_mover_state(world, mover);
    return mover.id != 0 ? 0 : (int32_t)MICA_ERROR_STALE_MOVER;
}

// Writes a MicaMoverDef.
int32_t EXPORT(mover_get)(MicaWorld *world, int32_t body, MicaMoverDef *out)
{
    return (int32_t)mica_mover_get(world, mover_of(world, body), out);
}

int32_t EXPORT(mover_collider)(MicaWorld *world, int32_t body)
{
    return (int32_t)mica_mover_collider(world, mover_of(world, body)).id;
}

int32_t EXPORT(mover_set_velocity)(MicaWorld *world, int32_t body, float x, float y)
{
    return (int32_t)mica_mover_set_velocity(world, mover_of(world, body), (MicaVec2){x, y});
}

int32_t EXPORT(mover_set_floating)(MicaWorld *world, int32_t body, int32_t floating)
{
    return (int32_t)mica_mover_set_floating(world, mover_of(world, body), floating != 0);
}

// Sets one number, or two from `field` on.
int32_t EXPORT(mover_set_numbers)(MicaWorld *world, int32_t body, int32_t field, int32_t count,
                                  float first, float second)
{
    const float values[2] = {first, second};
    if (count > 2) {
        return (int32_t)MICA_ERROR_OUT_OF_RANGE;
    }
    return (int32_t)mica_mover_set_numbers(world, mover_of(world, body), (MicaMoverNumber)field,
                                           count, values);
}

// ------------------------------------------------------------------------------ all of a world

// A record of mover_states: MicaMoverState from `velocity` to `wallNormal` lies in it as it is.
typedef struct MoverRecord {
    MicaBody body;
    uint32_t flags;
    MicaVec2 velocity, groundVelocity, groundNormal, groundPoint, wallNormal;
    MicaCollider groundCollider;
    MicaBody groundBody;
    MicaPart part;
} MoverRecord;
static_assert(offsetof(MoverRecord, flags) == 4 && offsetof(MoverRecord, velocity) == 8 &&
                  offsetof(MoverRecord, groundCollider) == 48 &&
                  offsetof(MoverRecord, groundBody) == 52 && offsetof(MoverRecord, part) == 56 &&
                  sizeof(MoverRecord) == 17 * 4,
              "MOVER_RECORD");

// What the last mover stood on: most stand on one map.
typedef struct Ground {
    MicaCollider collider;
    MicaBody body;
    bool chain;
    MicaTilesDef map;  // without columns if the collider is none
} Ground;

static void look_at(MicaWorld *world, Ground *ground, MicaCollider collider)
{
    *ground = (Ground){.collider = collider, .body = mica_collider_body(world, collider)};
    MicaChainDef chain;
    if (ground->body.id != 0 &&
        mica_collider_tiles(world, collider, &ground->map) != MICA_ERROR_OK) {
        ground->chain = mica_collider_chain(world, collider, &chain) == MICA_ERROR_OK;
    }
}

// The cell or segment that a part of the ground is, as in contact points.
static MicaPart part_of(const Ground *ground, int32_t part)
{
    const MicaTilesDef *map = &ground->map;
    if (map->columns == 0) {
        return (MicaPart){ground->chain ? part : -1, -1, 0};
    }
    int32_t row = part / map->columns, column = part - row * map->columns;
    int32_t tile =
        map->kindCount > 0 ? map->kinds[map->kindOf[part]].number : (int32_t)map->cells[part];
    return (MicaPart){column, row, tile};
}

static MoverRecord record_of(MicaWorld *world, MicaBody body, Ground *ground)
{
    MicaMoverState state = mica_mover_state(world, mover_of(world, (int32_t)body.id));
    MoverRecord record = {.body = body, .flags = state.flags, .part = {-1, -1, 0}};
    memcpy(&record.velocity, &state.velocity, 5 * sizeof(MicaVec2));
    if (state.groundCollider.id != ground->collider.id) {
        look_at(world, ground, state.groundCollider);
    }
    if (ground->body.id != 0) {
        record.groundCollider = ground->collider;
        record.groundBody = ground->body;
        record.part = part_of(ground, state.groundPart);
    }
    return record;
}

// The array for the records of all movers, made larger where it is too small. False if memory ran out.
static MoverRecord *records;
static int32_t recordCapacity;

static bool reserve_records(int32_t count)
{
    if (count > recordCapacity) {
        MoverRecord *larger = realloc(records, sizeof(MoverRecord) * 2 * (size_t)count);
        if (larger == NULL) {
            return false;
        }
        records = larger;
        recordCapacity = 2 * count;
    }
    return true;
}

// Writes a record of each mover, by the slots of their bodies, and sets *out to the first. Returns how
// many there are, or minus an error code.
int32_t EXPORT(mover_states)(MicaWorld *world, const MoverRecord **out)
{
    MicaViews views = mica_world_views(world);
    Ground ground = {.chain = false};
    int32_t count = 0;
    for (int32_t slot = 0; slot < views.slots; ++slot) {
        if ((views.flags[slot] & MICA_FLAG_MOVER) == 0) {
            continue;
        }
        if (!reserve_records(count + 1)) {
            return -(int32_t)MICA_ERROR_NO_MEMORY;
        }
        records[count] = record_of(world, mica_body_at(world, slot), &ground);
        ++count;
    }
    *out = records;
    return count;
}

// Sets the velocities of the movers of the bodies in `count` slots: all of them or none.
int32_t EXPORT(mover_set_velocities)(MicaWorld *world, int32_t count, const int32_t *slots,
                                     const MicaVec2 *velocities)
{
    MicaViews views = mica_world_views(world);
    for (int32_t i = 0; i < count; ++i) {
        if (slots[i] < 0 || slots[i] >= views.slots ||
            (views.flags[slots[i]] & MICA_FLAG_MOVER) == 0) {
            return (int32_t)MICA_ERROR_STALE_MOVER;
        }
    }
    MicaError error = MICA_ERROR_OK;
    for (int32_t i = 0; i < count && error == MICA_ERROR_OK; ++i) {
        MicaMover mover = mover_of(world, (int32_t)mica_body_at(world, slots[i]).id);
        error = mica_mover_set_velocity(world, mover, velocities[i]);
    }
    return (int32_t)error;
}

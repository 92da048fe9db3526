// Movers as data: making and ending them, reading and setting their numbers. What the step does
// with them is in query/mover.c.
#include "world.h"

#include <string.h>

typedef struct Range {
    float minimum, maximum, standard;
    int32_t lengthPower;  // of the standard, 0 or 1
} Range;

static const Range ranges[MICA_MOVER_NUMBER_COUNT] = {
    // <schema mover.ranges>
    [MICA_MOVER_MAX_SLOPE] = {0.0f, 1.55334303f, 0.872664626f, 0},
    [MICA_MOVER_STEP_HEIGHT] = {0.0f, 1e3f, 0.3f, 1},
    [MICA_MOVER_SNAP_DISTANCE] = {0.0f, 1e3f, 0.3f, 1},
    [MICA_MOVER_MASS] = {1e-9f, 1e9f, 80.0f, 0},
    [MICA_MOVER_MAX_PUSH_FORCE] = {0.0f, 1e9f, 1e3f, 1},
    [MICA_MOVER_MAX_FALL_SPEED] = {1e-9f, 4e4f, 4e4f, 0},
    [MICA_MOVER_CORNER_CORRECTION] = {0.0f, 1e3f, 0.1f, 1},
    // </schema>
    [MICA_MOVER_UP_X] = {-1.001f, 1.001f, 0.0f, 0},
    [MICA_MOVER_UP_Y] = {-1.001f, 1.001f, 0.0f, 0},
};

MicaMoverDef mica_mover_def(void) { return mica_mover_def_in(1.0f); }

MicaMoverDef mica_mover_def_in(float lengthUnit)
{
    MicaMoverDef def = {.floating = false};
    for (int32_t i = 0; i < MICA_MOVER_NUMBER_COUNT; ++i) {
        def.numbers[i] = ranges[i].standard * (ranges[i].lengthPower == 1 ? lengthUnit : 1.0f);
    }
    return def;
}

MicaError mover_check_numbers(const float *numbers)
{
    for (int32_t i = 0; i < MICA_MOVER_NUMBER_COUNT; ++i) {
        if (!within(numbers[i], 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        if (!(numbers[i] >= ranges[i].minimum && numbers[i] <= ranges[i].maximum)) {
            return MICA_ERROR_OUT_OF_RANGE;
        }
    }
    float x = numbers[MICA_MOVER_UP_X], y = numbers[MICA_MOVER_UP_Y], unit = x * x + y * y;
    return unit == 0.0f || (unit > 0.998f && unit < 1.002f) ? MICA_ERROR_OK
                                                            : MICA_ERROR_OUT_OF_RANGE;
}

// ------------------------------------------------------------------------------------- handles

static MicaMover handle_of(const MicaWorld *world, int32_t slot)
{
    return (MicaMover){handle_make(slot, world->state.movers.data[slot].generation)};
}

MicaMover mica_mover_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.movers.count &&
                (world->state.movers.data[slot].flags & MOVER_ALIVE) != 0;
    return live ? handle_of(world, slot) : (MicaMover){0};
}

bool mica_mover_is_valid(const MicaWorld *world, MicaMover mover)
{
    return mover.id != 0 && mica_mover_at(world, MICA_SLOT(mover)).id == mover.id;
}

// The record of a live mover, or null with the error recorded.
static Mover *find(MicaWorld *world, MicaMover mover)
{
    world_enter(world);
    if (mica_mover_is_valid(world, mover)) {
        return &world->state.movers.data[MICA_SLOT(mover)];
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_MOVER);
    }
    return NULL;
}

static bool moves(const MicaWorld *world, int32_t slot, int32_t body)
{
    return slot >= 0 && slot < world->state.movers.count &&
           world->state.movers.data[slot].body == body &&
           (world->state.movers.data[slot].flags & MOVER_ALIVE) != 0;
}

int32_t mover_of_body(MicaWorld *world, int32_t body)
{
    IntList *known = &world->scratch.moverOf;
    if (!body_has(world, body, MICA_FLAG_MOVER)) {
        return NONE;
    }
    if (body < known->count && moves(world, known->data[body], body)) {
        return known->data[body];
    }
    int32_t slot = 0;
    while (!moves(world, slot, body)) {
        slot += 1;
    }
    if (ARRAY_RESERVE(&world->host.memory, known, world->state.bodies.count)) {
        while (known->count < world->state.bodies.count) {
            known->data[known->count++] = NONE;
        }
        known->data[body] = slot;
    }
    return slot;
}

MicaMover mica_body_mover(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body), mover = slot == NONE ? NONE : mover_of_body(world, slot);
    return mover == NONE ? (MicaMover){0} : handle_of(world, mover);
}

// ------------------------------------------------------------------------------- making, ending

static MicaError check_definition(MicaWorld *world, MicaCollider collider, const MicaMoverDef *def)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    const Collider *c = &world->state.colliders.data[slot];
    if (body_type(world, c->body) != MICA_BODY_KINEMATIC) {
        return MICA_ERROR_NOT_KINEMATIC;
    }
    if (collider_is_compound(c) || (c->flags & COLLIDER_TRIGGER) != 0) {
        return MICA_ERROR_NOT_CONVEX_COLLIDER;
    }
    if (body_has(world, c->body, MICA_FLAG_MOVER)) {
        return MICA_ERROR_HAS_MOVER;
    }
    if (world->host.stepping) {
        return MICA_ERROR_LOCKED;
    }
    MicaError error = mover_check_numbers(def->numbers);
    if (error == MICA_ERROR_OK &&
        slots_used_up(&world->state.freeMovers, world->state.freeMoverHead,
                      world->state.movers.count)) {
        return MICA_ERROR_CAPACITY;
    }
    return error == MICA_ERROR_OK && !world_reserve_mover(world) ? MICA_ERROR_NO_MEMORY : error;
}

MicaMover mica_mover_create(MicaWorld *world, MicaCollider collider, const MicaMoverDef *def)
{
    world_enter(world);
    if (world == NULL || def == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return (MicaMover){0};
    }
    MicaError error = check_definition(world, collider, def);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return (MicaMover){0};
    }
    int32_t fresh = world->state.movers.count;
    int32_t slot = slot_acquire(&world->state.freeMovers, &world->state.freeMoverHead,
                                &world->state.movers.count);
    Mover *m = &world->state.movers.data[slot];
    uint16_t generation = slot == fresh ? (uint16_t)world->state.generationStart : m->generation;
    int32_t own = MICA_SLOT(collider), body = world->state.colliders.data[own].body;
    *m = (Mover){.body = body,
                 .collider = own,
                 .userData = def->userData,
                 .generation = generation,
                 .flags = (uint16_t)(MOVER_ALIVE | (def->floating ? MOVER_FLOATS : 0))};
    memcpy(m->numbers, def->numbers, sizeof m->numbers);
    float *v = world->state.velocities.data[body].v;
    m->velocity = vec(v[0], v[1]);
    v[2] = 0.0f;
    world->state.flags.data[body] |= MICA_FLAG_MOVER;
    world->state.liveMovers += 1;
    return handle_of(world, slot);
}

static void end(MicaWorld *world, int32_t slot)
{
    Mover *m = &world->state.movers.data[slot];
    world->state.flags.data[m->body] &= ~(uint32_t)MICA_FLAG_MOVER;
    float *v = world->state.velocities.data[m->body].v;
    v[0] = v[1] = v[2] = 0.0f;
    uint16_t generation = m->generation;
    *m = (Mover){.body = NONE, .collider = NONE, .generation = generation};
    world->state.liveMovers -= 1;
    slot_release(world, &world->state.freeMovers, &world->state.freeMoverHead,
                 world->state.movers.count, &m->generation, slot);
}

void mover_end_of_body(MicaWorld *world, int32_t body)
{
    int32_t slot = mover_of_body(world, body);
    if (slot != NONE) {
        end(world, slot);
    }
}

void mover_end_of_collider(MicaWorld *world, int32_t collider)
{
    int32_t slot = mover_of_body(world, world->state.colliders.data[collider].body);
    if (slot != NONE && world->state.movers.data[slot].collider == collider) {
        end(world, slot);
    }
}

MicaError mica_mover_destroy(MicaWorld *world, MicaMover mover)
{
    if (find(world, mover) == NULL) {
        return MICA_ERROR_STALE_MOVER;
    }
    end(world, MICA_SLOT(mover));
    return MICA_ERROR_OK;
}

// ------------------------------------------------------------------------------------- settings

Vec2 mover_forget_ground(Mover *m)
{
    Vec2 velocity = m->groundVelocity;
    m->flags &= (uint16_t) ~(MICA_MOVER_GROUNDED | MICA_MOVER_ON_MATTER);
    m->ground = 0;
    m->groundPart = 0;
    m->groundVelocity = m->groundNormal = m->groundPoint = vec(0.0f, 0.0f);
    return velocity;
}

MicaError mica_mover_get(MicaWorld *world, MicaMover mover, MicaMoverDef *out)
{
    const Mover *m = find(world, mover);
    if (m == NULL || out == NULL) {
        return m == NULL ? MICA_ERROR_STALE_MOVER : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    *out = (MicaMoverDef){.floating = (m->flags & MOVER_FLOATS) != 0, .userData = m->userData};
    memcpy(out->numbers, m->numbers, sizeof out->numbers);
    return MICA_ERROR_OK;
}

MicaError mica_mover_set_numbers(MicaWorld *world, MicaMover mover, MicaMoverNumber first,
                                 int32_t count, const float *values)
{
    Mover *m = find(world, mover);
    if (m == NULL || values == NULL) {
        return m == NULL ? MICA_ERROR_STALE_MOVER : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    int32_t from = (int32_t)first;
    if (from < 0 || count < 0 || from >= MICA_MOVER_NUMBER_COUNT ||
        count > MICA_MOVER_NUMBER_COUNT - from) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    float numbers[MICA_MOVER_NUMBER_COUNT];
    memcpy(numbers, m->numbers, sizeof numbers);
    memcpy(numbers + from, values, sizeof(float) * (size_t)count);
    MicaError error = mover_check_numbers(numbers);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    memcpy(m->numbers, numbers, sizeof numbers);
    return MICA_ERROR_OK;
}

MicaError mica_mover_set_velocity(MicaWorld *world, MicaMover mover, Vec2 velocity)
{
    world_enter(world);
    Mover *m = find(world, mover);
    if (m == NULL) {
        return MICA_ERROR_STALE_MOVER;
    }
    MicaError error = world_check_vec(velocity, MAX_SPEED);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    m->velocity = velocity;
    return MICA_ERROR_OK;
}

MicaError mica_mover_set_floating(MicaWorld *world, MicaMover mover, bool floating)
{
    Mover *m = find(world, mover);
    if (m == NULL) {
        return MICA_ERROR_STALE_MOVER;
    }
    m->flags = (uint16_t)((m->flags & ~MOVER_FLOATS) | (floating ? MOVER_FLOATS : 0));
    if (floating) {
        m->velocity = add(m->velocity, mover_forget_ground(m));
    }
    return MICA_ERROR_OK;
}

MicaMoverState mica_mover_state(MicaWorld *world, MicaMover mover)
{
    const Mover *m = find(world, mover);
    if (m == NULL) {
        return (MicaMoverState){.flags = 0};
    }
    return (MicaMoverState){.velocity = m->velocity,
                            .groundVelocity = m->groundVelocity,
                            .groundNormal = m->groundNormal,
                            .groundPoint = m->groundPoint,
                            .wallNormal = m->wallNormal,
                            .groundCollider = {m->ground},
                            .groundPart = m->groundPart,
                            .flags = m->flags & (MOVER_ALIVE - 1u)};
}

MicaBody mica_mover_body(MicaWorld *world, MicaMover mover)
{
    const Mover *m = find(world, mover);
    return m == NULL ? (MicaBody){0} : body_handle(world, m->body);
}

MicaCollider mica_mover_collider(MicaWorld *world, MicaMover mover)
{
    const Mover *m = find(world, mover);
    return m == NULL ? (MicaCollider){0} : collider_handle(world, m->collider);
}

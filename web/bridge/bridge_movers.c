// Exports for movers. A mover is named by its body, and by its own handle as a hint that saves the
// search. Called by js/world/mover.js and js/wire/operations.js.
#include "records.h"

#include <stddef.h>

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

static MicaMover mover_of(MicaWorld *world, int32_t body, int32_t hint)
{
    MicaMover mover = {(uint32_t)hint};
    bool own =
        mica_mover_is_valid(world, mover) && mica_mover_body(world, mover).id == body_of(body).id;
    return own ? mover : mica_body_mover(world, body_of(body));
}

// Makes the only collider of a body a mover.
int32_t EXPORT(mover_create)(MicaWorld *world, int32_t body, float maxSlope, float stepHeight,
                             float snapDistance, float mass, float maxPushForce, float maxFallSpeed,
                             float cornerCorrection, float upX, float upY, int32_t floating)
{
    const MicaMoverDef def = {.numbers = {maxSlope, stepHeight, snapDistance, mass, maxPushForce,
                                          maxFallSpeed, cornerCorrection, upX, upY},
                              .floating = floating != 0};
    MicaCollider colliders[2];
    if (mica_body_colliders(world, body_of(body), colliders, 2) != 1) {
        return (int32_t)MICA_ERROR_NOT_CONVEX_COLLIDER;
    }
    mica_clear_error(world);
    MicaMover mover = mica_mover_create(world, colliders[0], &def);
    return mover.id != 0 ? 0 : (int32_t)mica_last_error(world);
}

// The handle of the mover of a body, or 0.
int32_t EXPORT(mover_find)(MicaWorld *world, int32_t body, int32_t hint)
{
    return (int32_t)mover_of(world, body, hint).id;
}

int32_t EXPORT(mover_destroy)(MicaWorld *world, int32_t body)
{
    return (int32_t)mica_mover_destroy(world, mover_of(world, body, 0));
}

// Writes a MicaMoverState.
int32_t EXPORT(mover_state)(MicaWorld *world, int32_t body, int32_t hint, MicaMoverState *out)
{
    MicaMover mover = mover_of(world, body, hint);
    *out = mica_mover_state(world, mover);
    return mover.id != 0 ? 0 : (int32_t)MICA_ERROR_STALE_MOVER;
}

// Writes a MicaMoverDef.
int32_t EXPORT(mover_get)(MicaWorld *world, int32_t body, int32_t hint, MicaMoverDef *out)
{
    return (int32_t)mica_mover_get(world, mover_of(world, body, hint), out);
}

int32_t EXPORT(mover_collider)(MicaWorld *world, int32_t body, int32_t hint)
{
    return (int32_t)mica_mover_collider(world, mover_of(world, body, hint)).id;
}

int32_t EXPORT(mover_set_velocity)(MicaWorld *world, int32_t body, float x, float y)
{
    return (int32_t)mica_mover_set_velocity(world, mover_of(world, body, 0), (MicaVec2){x, y});
}

int32_t EXPORT(mover_set_floating)(MicaWorld *world, int32_t body, int32_t floating)
{
    return (int32_t)mica_mover_set_floating(world, mover_of(world, body, 0), floating != 0);
}

// Sets one number, or two from `field` on.
int32_t EXPORT(mover_set_numbers)(MicaWorld *world, int32_t body, int32_t field, int32_t count,
                                  float first, float second)
{
    const float values[2] = {first, second};
    if (count > 2) {
        return (int32_t)MICA_ERROR_OUT_OF_RANGE;
    }
    return (int32_t)mica_mover_set_numbers(world, mover_of(world, body, 0), (MicaMoverNumber)field,
                                           count, values);
}

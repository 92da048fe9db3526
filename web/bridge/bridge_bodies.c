// Exports that set what a body is and how it moves: the rows of bodies in js/wire/operations.js call
// them. Bodies are made and read by those of bridge.c.
#include "records.h"

// Sets one property; `field` is its offset in the body record.
int32_t EXPORT(body_set)(MicaWorld *world, int32_t body, int32_t field, double value)
{
    MicaBody b = body_of(body);
    switch (field) {
    case BODY_LINEAR_DAMPING:
        return (int32_t)mica_body_set_damping(world, b, (float)value,
                                              mica_body_angular_damping(world, b));
    case BODY_ANGULAR_DAMPING:
        return (int32_t)mica_body_set_damping(world, b, mica_body_linear_damping(world, b),
                                              (float)value);
    // <schema body.set>
    case BODY_TYPE:
        return (int32_t)mica_body_set_type(world, b, (MicaBodyType)(int32_t)value);
    case BODY_ANGULAR_VELOCITY:
        return (int32_t)mica_body_set_angular_velocity(world, b, (float)value);
    case BODY_GRAVITY_SCALE:
        return (int32_t)mica_body_set_gravity_scale(world, b, (float)value);
    case BODY_LOCKS:
        return (int32_t)mica_body_set_locks(world, b, (uint32_t)value);
    case BODY_CAN_SLEEP:
        return (int32_t)mica_body_set_can_sleep(world, b, value != 0.0);
    case BODY_AWAKE:
        return (int32_t)mica_body_set_awake(world, b, value != 0.0);
    case BODY_ENABLED:
        return (int32_t)mica_body_set_enabled(world, b, value != 0.0);
    case BODY_BULLET:
        return (int32_t)mica_body_set_bullet(world, b, value != 0.0);
    case BODY_DROPS:
        return (int32_t)mica_body_set_drops(world, b, value != 0.0);
    case BODY_MAX_SPEED:
        return (int32_t)mica_body_set_max_speed(world, b, (float)value);
    // </schema>
    default:
        return MICA_ERROR_OUT_OF_RANGE;
    }
}

int32_t EXPORT(body_set_transform)(MicaWorld *world, int32_t body, float x, float y, float angle)
{
    return (int32_t)mica_body_set_transform(world, body_of(body), (MicaVec2){x, y}, angle);
}

int32_t EXPORT(body_set_position)(MicaWorld *world, int32_t body, float x, float y)
{
    return (int32_t)mica_body_set_position(world, body_of(body), (MicaVec2){x, y});
}

// Teleports the bodies in `count` slots: x and y of each, and unless null angles, velocities and
// angular velocities. Refuses, before anything moves, a slot without a body; the numbers are
// checked by the caller.
int32_t EXPORT(world_set_transforms)(MicaWorld *world, int32_t count, const int32_t *slots,
                                     const MicaVec2 *positions, const float *angles,
                                     const MicaVec2 *velocities, const float *angularVelocities)
{
    for (int32_t i = 0; i < count; ++i) {
        if (mica_body_at(world, slots[i]).id == 0) {
            return (int32_t)MICA_ERROR_STALE_BODY;
        }
    }
    MicaError error = MICA_ERROR_OK;
    for (int32_t i = 0; i < count && error == MICA_ERROR_OK; ++i) {
        MicaBody body = mica_body_at(world, slots[i]);
        error = angles ? mica_body_set_transform(world, body, positions[i], angles[i])
                       : mica_body_set_position(world, body, positions[i]);
        if (velocities && error == MICA_ERROR_OK) {
            error = mica_body_set_velocity(world, body, velocities[i]);
        }
        if (angularVelocities && error == MICA_ERROR_OK) {
            error = mica_body_set_angular_velocity(world, body, angularVelocities[i]);
        }
    }
    return (int32_t)error;
}

int32_t EXPORT(body_set_velocity)(MicaWorld *world, int32_t body, float x, float y)
{
    return (int32_t)mica_body_set_velocity(world, body_of(body), (MicaVec2){x, y});
}

int32_t EXPORT(body_apply_force)(MicaWorld *world, int32_t body, float fx, float fy)
{
    return (int32_t)mica_body_apply_force(world, body_of(body), (MicaVec2){fx, fy});
}

int32_t EXPORT(body_apply_force_at)(MicaWorld *world, int32_t body, float fx, float fy, float x,
                                    float y)
{
    return (int32_t)mica_body_apply_force_at(world, body_of(body), (MicaVec2){fx, fy},
                                             (MicaVec2){x, y});
}

int32_t EXPORT(body_apply_torque)(MicaWorld *world, int32_t body, float newtonMetres)
{
    return (int32_t)mica_body_apply_torque(world, body_of(body), newtonMetres);
}

int32_t EXPORT(body_apply_impulse)(MicaWorld *world, int32_t body, float ix, float iy)
{
    return (int32_t)mica_body_apply_impulse(world, body_of(body), (MicaVec2){ix, iy});
}

int32_t EXPORT(body_apply_impulse_at)(MicaWorld *world, int32_t body, float ix, float iy, float x,
                                      float y)
{
    return (int32_t)mica_body_apply_impulse_at(world, body_of(body), (MicaVec2){ix, iy},
                                               (MicaVec2){x, y});
}

int32_t EXPORT(body_apply_angular_impulse)(MicaWorld *world, int32_t body, float impulse)
{
    return (int32_t)mica_body_apply_angular_impulse(world, body_of(body), impulse);
}

int32_t EXPORT(body_set_damping)(MicaWorld *world, int32_t body, float linear, float angular)
{
    return (int32_t)mica_body_set_damping(world, body_of(body), linear, angular);
}

int32_t EXPORT(body_set_mass)(MicaWorld *world, int32_t body, float mass, float inertia, float x,
                              float y)
{
    MicaMassData data = {.mass = mass, .center = {x, y}, .inertia = inertia};
    return (int32_t)mica_body_set_mass(world, body_of(body), data);
}

int32_t EXPORT(body_reset_mass)(MicaWorld *world, int32_t body)
{
    return (int32_t)mica_body_reset_mass(world, body_of(body));
}

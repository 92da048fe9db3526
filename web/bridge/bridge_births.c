// Births: what each body, collider and joint was made as, and in which step, as 32 bits that the engine
// keeps as its userData and so in snapshots. By them a page tells, in bytes that it does not know, whether
// a handle still names what its object stands for: handles repeat between branches of time. The same
// calls give the same births on every machine.
#include "records.h"

#include <string.h>

static uint32_t mix(uint32_t sum, uint32_t word)
{
    sum = (sum ^ word) * 0x01000193u;
    return sum ^ sum >> 15;
}

uint32_t bridge_birth(const MicaWorld *world, const float *numbers, int32_t count)
{
    uint32_t sum = mix(0x811c9dc5u, mica_world_step_count(world));
    for (int32_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, &numbers[i], sizeof word);
        sum = mix(sum, word);
    }
    return sum != 0 ? sum : 1;
}

uint32_t body_birth(const MicaWorld *world, const MicaBodyDef *def)
{
    const float numbers[] = {(float)def->type,     def->position.x,       def->position.y,
                             def->angle,           def->linearVelocity.x, def->linearVelocity.y,
                             def->angularVelocity, def->linearDamping,    def->angularDamping,
                             def->gravityScale};
    return bridge_birth(world, numbers, (int32_t)(sizeof numbers / sizeof *numbers));
}

uint32_t collider_birth(const MicaWorld *world, const MicaColliderDef *def, const double *record)
{
    const float numbers[] = {(float)record[SHAPE_KIND],
                             (float)record[SHAPE_RADIUS],
                             (float)def->layer,
                             def->density,
                             def->friction,
                             def->restitution,
                             (float)def->isTrigger,
                             (float)def->group};
    return bridge_birth(world, numbers, (int32_t)(sizeof numbers / sizeof *numbers));
}

uint32_t joint_birth(const MicaWorld *world, const MicaJointDef *def)
{
    const float numbers[] = {(float)def->type, def->localAnchorA.x, def->localAnchorA.y,
                             def->localAnchorB.x, def->localAnchorB.y};
    return bridge_birth(world, numbers, (int32_t)(sizeof numbers / sizeof *numbers));
}

// The births of the first `count` slots of bodies (kind 0), colliders (1) or joints (2); 0 for empty ones.
void EXPORT(births)(MicaWorld *world, int32_t kind, uint32_t *out, int32_t count)
{
    for (int32_t slot = 0; slot < count; ++slot) {
        out[slot] = kind == 0   ? mica_body_user_data(world, mica_body_at(world, slot))
                    : kind == 1 ? mica_collider_user_data(world, mica_collider_at(world, slot))
                                : mica_joint_user_data(world, mica_joint_at(world, slot));
    }
    mica_clear_error(world);  // of empty slots
}

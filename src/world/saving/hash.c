// mica_world_hash: 64-bit FNV-1a by words over what a game can observe of the motion: every live
// body, joint and mover in slot order, the pairs that ignore each other, and the fields of colliders.
// Padding, scratch and handles are left out, so that equal states have equal hashes in every build.
// Called by the public API; reads state only. state.c hashes the whole state, this hash the
// observable part.
#include "world.h"

#include <stddef.h>
#include <string.h>

// The numbers that every type has come first.
#define COMMON_NUMBERS (MICA_JOINT_BREAK_TORQUE + 1)
// A joint's floats from the first anchor to its angle.
#define JOINT_BYTES (offsetof(Joint, thirdImpulse) - offsetof(Joint, anchorA))

static uint64_t mix(uint64_t hash, uint32_t word) { return (hash ^ word) * 0x100000001b3u; }

// Mixes in a record of floats and other words of four bytes. -0 hashes as 0, which it equals.
static uint64_t mix_record(uint64_t hash, const void *record, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word;
        memcpy(&word, (const char *)record + i, sizeof word);
        hash = mix(hash, word == 0x80000000u ? 0u : word);
    }
    return hash;
}

// A float where it is not 0: a new number changes no hash. `index`: which it is.
static uint64_t mix_optional(uint64_t hash, uint32_t index, float number)
{
    return number != 0.0f ? mix_record(mix(hash, index), &number, sizeof number) : hash;
}

static uint64_t mix_joint(uint64_t hash, const MicaWorld *world, int32_t slot)
{
    const Joint *j = &world->state.joints.data[slot];
    const JointNumbers *numbers = joint_numbers(world, j);
    const uint32_t more = MICA_JOINT_NUMBER_COUNT - COMMON_NUMBERS;
    hash = mix(mix(mix(hash, (uint32_t)slot), (uint32_t)j->bodyA), (uint32_t)j->bodyB);
    hash = mix(hash, (uint32_t)j->type << 8 | (j->flags & ~(uint32_t)(JOINT_COUPLED | JOINT_SOFT)));
    hash = mix_record(hash, &j->anchorA, JOINT_BYTES);
    hash = mix_record(hash, numbers->values, sizeof(float) * COMMON_NUMBERS);
    for (uint32_t k = 0; k < more; ++k) {
        hash = mix_optional(hash, k, numbers->values[COMMON_NUMBERS + k]);
    }
    hash = mix_optional(hash, more, j->thirdImpulse);
    hash = mix_optional(hash, more + 1, numbers->coupledAngles[0]);
    hash = mix_optional(hash, more + 2, numbers->coupledAngles[1]);
    if (numbers->coupled[0] != 0) {
        hash = mix(mix(hash, (uint32_t)numbers->coupled[0]), (uint32_t)numbers->coupled[1]);
    }
    return hash;
}

static uint64_t mix_mover(uint64_t hash, const Mover *m, uint32_t slot)
{
    hash = mix(mix(mix(hash, slot), (uint32_t)m->collider), m->flags);
    hash = mix_record(hash, m->numbers, sizeof m->numbers);
    hash = mix_record(hash, &m->velocity, offsetof(Mover, ground) - offsetof(Mover, velocity));
    // Not the handle, whose generation is this world's own.
    int32_t ground = m->ground != 0 ? MICA_SLOT((MicaCollider){m->ground}) : NONE;
    return mix(mix(hash, (uint32_t)ground), (uint32_t)m->groundPart);
}

#if defined(MICA_MATTER)
// Particles in their order, which the motion depends on.
static uint64_t mix_matter(uint64_t hash, const WorldState *s)
{
    for (int32_t i = 0; i < s->matters.count; ++i) {
        const Matter *m = &s->matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0) {
            hash = mix_record(mix(hash, (uint32_t)i), m, offsetof(Matter, userData));
        }
    }
    size_t count = (size_t)s->particlePositions.count;
    hash = mix_record(hash, s->particlePositions.data, sizeof(Vec2) * count);
    hash = mix_record(hash, s->particleVelocities.data, sizeof(Vec2) * count);
    hash = mix_record(hash, s->particleTags.data, sizeof(ParticleTag) * count);
    return mix_record(hash, s->particleValues.data, sizeof(uint32_t) * count);
}
#endif

uint64_t mica_world_hash(const MicaWorld *world)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (world == NULL) {
        return hash;
    }
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        if (!body_has(world, i, MICA_FLAG_ALIVE)) {
            continue;
        }
        hash = mix(hash, (uint32_t)i);
        hash = mix(hash, world->state.flags.data[i] &
                             (MICA_FLAG_TYPE_MASK | MICA_FLAG_AWAKE | MICA_FLAG_ENABLED));
        hash = mix_record(hash, &world->state.transforms.data[i], sizeof(Transform));
        hash = mix_record(hash, world->state.velocities.data[i].v, 3 * sizeof(float));
        Vec2 residual = {0.0f, 0.0f};
        if (i < world->state.positionResiduals.capacity) {
            residual = world->state.positionResiduals.data[i];
        }
        hash = mix_record(hash, &residual, sizeof residual);
    }
    for (int32_t i = 0; i < world->state.ignoredPairs.count; ++i) {
        uint64_t key = world->state.ignoredPairs.data[i];
        hash = mix(mix(hash, (uint32_t)body_pair_first(key)), (uint32_t)body_pair_second(key));
    }
    for (int32_t i = 0; i < world->state.colliders.count && world->state.fieldCount > 0; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        if (c->field != NONE && (c->flags & COLLIDER_ALIVE) != 0) {
            hash = mix(hash, (uint32_t)i);
            const Field *f = &world->state.fields.data[c->field];
            // Without `events`, which has no effect on the motion.
            hash = mix_record(hash, &f->def, offsetof(MicaField, events));
            hash = mix_record(hash, &f->phase, sizeof f->phase);
        }
    }
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        if ((world->state.joints.data[i].flags & JOINT_ALIVE) != 0) {
            hash = mix_joint(hash, world, i);
        }
    }
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        const Mover *m = &world->state.movers.data[i];
        hash = (m->flags & MOVER_ALIVE) != 0 ? mix_mover(hash, m, (uint32_t)i) : hash;
    }
#if defined(MICA_MATTER)
    hash = world->state.matters.count > 0 ? mix_matter(hash, &world->state) : hash;
#endif
    // Words are mixed into the low half only: spread them over all bits.
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

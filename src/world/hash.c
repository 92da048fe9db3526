// A hash of what a game can see move: 64-bit FNV-1a by words over every live body and joint, in
// slot order, over the pairs that ignore each other, and over the fields of colliders. No padding,
// no scratch, no handle goes in, so equal states hash equal in every build.
#include "world.h"

#include <stddef.h>
#include <string.h>

// From the first anchor to the end of a joint.
#define JOINT_FLOATS ((int32_t)((sizeof(Joint) - offsetof(Joint, anchorA)) / sizeof(float)))

static uint64_t mix(uint64_t hash, uint32_t word) { return (hash ^ word) * 0x100000001b3u; }

static uint64_t mix_floats(uint64_t hash, const float *values, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, values + i, sizeof word);
        hash = mix(hash, word == 0x80000000u ? 0u : word);  // both zeros are one value
    }
    return hash;
}

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
        hash = mix_floats(hash, &world->state.transforms.data[i].p.x, 4);
        hash = mix_floats(hash, world->state.velocities.data[i].v, 3);
        Vec2 kept = {0.0f, 0.0f};
        if (i < world->state.positionResiduals.capacity) {
            kept = world->state.positionResiduals.data[i];
        }
        hash = mix_floats(hash, &kept.x, 2);
    }
    for (int32_t i = 0; i < world->state.ignoredPairs.count; ++i) {
        hash = mix(hash, (uint32_t)(world->state.ignoredPairs.data[i] >> 32));
        hash = mix(hash, (uint32_t)world->state.ignoredPairs.data[i]);
    }
    for (int32_t i = 0; i < world->state.colliders.count && world->state.fieldCount > 0; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        if (c->field != NONE && (c->flags & COLLIDER_ALIVE) != 0) {
            hash = mix(hash, (uint32_t)i);
            hash =
                mix_floats(hash, (const float *)(const void *)&world->state.fields.data[c->field],
                           (int32_t)(sizeof(Field) / sizeof(float)));
        }
    }
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if ((j->flags & JOINT_ALIVE) != 0) {
            hash = mix(mix(mix(hash, (uint32_t)i), (uint32_t)j->bodyA), (uint32_t)j->bodyB);
            hash = mix(hash, (uint32_t)j->type << 8 | j->flags);
            hash = mix_floats(hash, &j->anchorA.x, JOINT_FLOATS);
        }
    }
    // Words touch only the low half: spread before it is read.
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

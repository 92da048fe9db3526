// Turns bytes into arguments: mostly sensible ones, so that calls get far, at times odd ones.
#include "fuzz.h"

uint32_t read_byte(Input *in)
{
    if (in->size == 0) {
        return 0;
    }
    in->size--;
    return *in->data++;
}

uint32_t read_word(Input *in)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) {
        word = word << 8 | read_byte(in);
    }
    return word;
}

// Mostly small sensible numbers, at times extreme ones, at times any bits at all.
float read_float(Input *in)
{
    static const float odd[16] = {0.0f, -0.0f, NAN,   INFINITY, -INFINITY, 1e-45f, 1e-20f, 1e-4f,
                                  1e6f, -1e7f, 3e38f, -3e38f,   1e15f,     4e4f,   0.5f,   1.0f};
    uint32_t b = read_byte(in);
    if (b < 240) {
        return ((float)b - 120.0f) * 0.0625f + (float)read_byte(in) * (0.0625f / 256.0f);
    }
    if (b < 252) {
        return odd[read_byte(in) % 16];
    }
    uint32_t bits = read_word(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void read_into(Input *in, float *numbers[], uint32_t count)
{
    uint32_t at = read_byte(in) % count;
    *numbers[at] = read_float(in);
}

MicaVec2 read_vec(Input *in)
{
    float x = read_float(in);
    float y = read_float(in);
    return (MicaVec2){x, y};
}

void remember_stale(Input *in, uint32_t id) { in->stale[in->staleNext++ % STALE_COUNT] = id; }

// What stands in for a live handle.
static uint32_t read_odd_handle(Input *in, uint32_t b, uint32_t foreign)
{
    return b < 252    ? in->stale[read_byte(in) % STALE_COUNT]
           : b == 252 ? 0
           : b == 253 ? foreign
                      : read_word(in);
}

MicaBody read_body(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 248) {
        return (MicaBody){read_odd_handle(in, b, mica_body_at(in->other, 1).id)};
    }
    int32_t slots = mica_world_views(world).slots;
    return mica_body_at(world, slots > 0 ? (int32_t)b % slots : 0);
}

MicaCollider read_collider(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 248) {
        return (MicaCollider){read_odd_handle(in, b, mica_collider_at(in->other, 1).id)};
    }
    int32_t live = mica_world_counters(world).colliders;
    return mica_collider_at(world, (int32_t)b % (live + 1));
}

MicaJoint read_joint(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 248) {
        return (MicaJoint){read_odd_handle(in, b, mica_joint_at(in->other, 1).id)};
    }
    return mica_joint_at(world, (int32_t)b % (mica_world_counters(world).joints + 1));
}

const MicaFilter *read_filter(Input *in, MicaWorld *world, Filter *storage)
{
    uint32_t b = read_byte(in);
    if (b < 128) {
        return NULL;
    }
    MicaFilter f = {.layers = UINT64_MAX, .flags = b % 16};
    if (b & 16) {
        f.layers = read_byte(in);
    }
    if (b & 32) {
        f.bodyCount = (int32_t)(read_byte(in) % 5);
        f.colliderCount = (int32_t)(read_byte(in) % 5);
        for (int32_t i = 0; i < f.bodyCount; i++) {
            storage->bodies[i] = read_body(in, world);
        }
        for (int32_t i = 0; i < f.colliderCount; i++) {
            storage->colliders[i] = read_collider(in, world);
        }
        f.bodies = storage->bodies;
        f.colliders = storage->colliders;
    }
    if (b >= 252) {  // one word of it wrong
        uint32_t which = read_byte(in) % 4;
        f.flags = which == 0 ? read_word(in) : f.flags;
        f.bodyCount = which == 1 ? -1 : f.bodyCount;
        f.colliderCount = which == 2 ? MICA_MAX_IGNORED + 1 : f.colliderCount;
        f.bodies = which == 3 ? NULL : f.bodies;
    }
    storage->filter = f;
    return &storage->filter;
}

MicaShape read_shape(Input *in)
{
    MicaShape shape = {0};
    uint32_t kind = read_byte(in) % 16;
    MicaVec2 a = read_vec(in);
    switch (kind % 5) {
    case 0:
        mica_shape_circle(a, fabsf(read_float(in)) * 0.2f, &shape);
        break;
    case 1: {
        MicaVec2 b = read_vec(in);
        mica_shape_capsule(a, b, fabsf(read_float(in)) * 0.2f, &shape);
        break;
    }
    case 2:
    case 3: {
        float w = fabsf(read_float(in)) * 0.3f;
        float h = fabsf(read_float(in)) * 0.3f;
        float angle = read_float(in);
        mica_shape_box(a, w, h, angle, kind == 2 ? 0.1f : 0.0f, &shape);
        break;
    }
    default: {
        MicaVec2 points[9];
        int32_t count = (int32_t)(read_byte(in) % 10);
        for (int32_t i = 0; i < count && i < 9; i++) {
            points[i] = read_vec(in);
        }
        mica_shape_polygon(points, count, kind == 4 ? 0.05f : 0.0f, &shape);
        break;
    }
    }
    if (kind == 15) {  // a shape that was tampered with
        uint32_t at = read_byte(in) % sizeof shape;
        ((uint8_t *)&shape)[at] = (uint8_t)read_byte(in);
    }
    return shape;
}

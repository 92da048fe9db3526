// What the tests of movers share: a stage, which is a world with one mover, its frames, and grounds
// to walk on. Uses nothing but the public API.
#pragma once

#include "build.h"

typedef struct Stage {
    MicaWorld *world;
    MicaBody body;
    MicaMover mover;
    float hz;
} Stage;

extern const float stage_rates[3];  // 30, 60, 144

// Runs a body for each shape and rate, a sample for one rate each, which also walks the other way where it
// reads `side`.
#define FOR_ALL                                                                                    \
    for (int32_t shape = 0; shape < SHAPES; ++shape)                                               \
        for (int32_t rate = shape % test_stride(3); rate < 3; rate += test_stride(3))              \
            for (float side = 1.0f, hz = stage_rates[rate]; side >= -1.0f; side -= 2.0f)

// The shapes of a character about 1.2 m high, and 0.6 m wide; the circle is 1.2 m wide.
enum { CAPSULE, BOX, CIRCLE, SHAPES };

MicaShape character_shape(int32_t which);
// A mover of that shape; null for the default numbers. 60 Hz.
Stage make_stage(MicaWorld *world, int32_t which, MicaVec2 at, const MicaMoverDef *given);
MicaVec2 place_of(const Stage *s);
MicaMoverState state_of(const Stage *s);
bool is_grounded(const Stage *s);
// One frame in which it wants to walk at `speed`, and falls as it did.
void walk_frame(const Stage *s, float speed);
// Frames at rest until it stands, ten seconds at most.
void come_to_rest(const Stage *s);
// How fast it was drawn in a frame, from the place that it had before, in m/s.
float drawn_speed(const Stage *s, MicaVec2 before);

MicaBody add_static(MicaWorld *world);
MicaCollider add_box_at(MicaWorld *world, MicaBody body, MicaVec2 center, float halfWidth,
                        float halfHeight, float angle);
// Static, 2 km wide, its top at 0.
void add_floor(MicaWorld *world);
// Two hills with slopes of 26 and 45 degrees from x = 0 to 40: of tiles, as a chain, of boxes.
void add_tiles(MicaWorld *world);
void add_chain(MicaWorld *world);
void add_boxes(MicaWorld *world);
// A dynamic box.
MicaBody add_crate(MicaWorld *world, MicaVec2 at, float half, float mass, float friction);

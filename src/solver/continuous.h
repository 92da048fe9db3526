// Shared by the files of the continuous phase: continuous.c decides which bodies are swept,
// continuous_hit.c finds what a swept body meets first, continuous_stop.c stops it there.
#pragma once

#include "solver.h"

// What a sweep may meet: a bit for each MicaBodyType, and when.
enum {
    MEET_STATIC = 1 << MICA_BODY_STATIC,
    MEET_KINEMATIC = 1 << MICA_BODY_KINEMATIC,
    MEET_ALL_TYPES = MEET_STATIC | MEET_KINEMATIC | 1 << MICA_BODY_DYNAMIC,
    // Other bodies count as at rest where the step has put them, and a dynamic one that overlaps at
    // the start is a hit. Without it they move through the step, too.
    MEET_AT_END = 1 << 3,
};

// The first hit of a swept body.
typedef struct SweepHit {
    float fraction;  // of the sweep; 1 without a hit
    int32_t met;     // body slot, or NONE
    // The shapes overlapped from the start, and only now the centre of the body reaches the other.
    bool deep;
    Vec2 normal;  // out of the shape that was met
} SweepHit;

static inline MicaAABB aabb_grow(MicaAABB box, float r)
{
    return (MicaAABB){sub(box.lower, vec(r, r)), add(box.upper, vec(r, r))};
}

// True of a collider that is swept: solid and not compound, which has no one shape to shrink.
bool continuous_is_swept(const Collider *c);
// The layers that a collider is solid to.
uint64_t continuous_solid_layers(const MicaWorld *world, const Collider *c);
// A box around a collider on its way along a sweep of its body.
MicaAABB continuous_swept_box(const MicaWorld *world, const Collider *c, const Sweep *sweep);
// Fills kinematicBoxes with the colliders of all kinematic bodies, once before any sweep.
void continuous_list_kinematics(MicaWorld *world);
// The first hit of the body of a slot along a sweep; `types` are MEET_*. Overwrites queryHits.
SweepHit continuous_first_hit(MicaWorld *world, int32_t slot, const Sweep *sweep, uint32_t types);

// Stops a body at a hit of its sweep through the step, and slides it along the surface for the rest
// of the step.
void continuous_stop(MicaWorld *world, int32_t slot, const Sweep *sweep, const SweepHit *hit,
                     const StepContext *context);
// Moves a body on for its leftover time with the velocity that it has at the end of the step, as
// far as nothing is in its way. An unconstrained body is accelerated meanwhile, exactly; one that
// contacts hold moves straight on.
void continuous_go_on(MicaWorld *world, int32_t slot, float leftover, const StepContext *context);

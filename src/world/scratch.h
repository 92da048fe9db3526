// The records of the scratch that world/ uses itself or that several rooms share: working data of a
// step, filled before it is read. The arrays are listed in state.h.
#pragma once

#include "records.h"

// Velocity and displacement of one awake body within a step, in two SIMD loads.
typedef struct SolverBody {
    float vx, vy, w, invMassX;
    // Displacement since the step began, plus the Kahan residual of the position.
    float dx, dy, da, invMassY;
} SolverBody;

// See SolverMotion.dynamic.
#define SPRUNG 2.0f

// What integrating a solver body reads once a substep.
typedef struct SolverMotion {
    // x, y, rotation: acceleration times the substep's length. Lane 3: linear damping factor.
    float acceleration[4];
    // x, y, rotation: velocity of this substep before any constraint. Lane 3: angular damping
    // factor.
    float base[4];
    float cx, cy, invInertia;
    float dynamic;  // 0, 1, or SPRUNG if springs act on it, so that it is no unconstrained body
} SolverMotion;

// The range of a body's origin within which all of its colliders stay in their fat boxes, if the
// body does not turn or is a circle about its origin: lower x, lower y, -upper x, -upper y. All 0:
// no range is known. See aabb_slack.h.
typedef struct AabbSlack {
    float bounds[4];
} AabbSlack;

// What a step does to the contacts before it is certain to have its memory (undo.c): one changed,
// or removed, when the last one takes its place; some added from an index on; all of them
// reordered.
typedef enum UndoKind { UNDO_CHANGED, UNDO_REMOVED, UNDO_ADDED, UNDO_REORDERED } UndoKind;

typedef struct ContactUndo {
    int32_t change, index;  // ContactChange
    Contact before;         // of one that was changed or removed
} ContactUndo;

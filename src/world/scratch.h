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

// ------------------------------------------------------------------------------ edits of terrains

// A range of samples: columns from left to before right, rows from bottom to before top.
typedef struct SampleRange {
    int32_t left, bottom, right, top;
} SampleRange;

// Samples of one chunk that are connected within it, as far as a search has come.
typedef struct TerrainVisit {
    int32_t chunk;         // index in the terrain's grid of chunks
    int32_t nextHere;      // the next visit of the same chunk, plus 1
    int32_t nextToSpread;  // of the same group, plus 1
    int32_t group;
    int32_t nextOfGroup;           // plus 1
    int32_t direction;             // that it spreads to next, see spread_group
    uint32_t rows[TERRAIN_CHUNK];  // a bit for each sample
} TerrainVisit;

// Samples that are connected, as far as a search has come.
typedef struct TerrainGroup {
    int32_t parent;  // itself, or a group that it was found to be connected to
    int32_t samples;
    int32_t toSpread;     // the first visit to spread from, plus 1
    int32_t first, last;  // of its visits, plus 1
    bool anchored, loose;
} TerrainGroup;

// A part of a terrain that is about to become a body, debris, or what is left of a terrain that
// falls itself.
typedef struct TerrainPart {
    SampleRange range;           // of the terrain that it comes from, which it may exceed
    int32_t samples;             // where its densities begin in terrainBytes; its materials follow
    int32_t firstShape, shapes;  // in terrainShapes
    int32_t group;               // NONE: what is left
    int32_t material;            // that most of it is made of
    bool debris;                 // it becomes no body
    Vec2 center;                 // of mass, in the space of the terrain's body
    double area, mass;
    float shapeDensity;  // of its shapes, whose area is about its own
} TerrainPart;

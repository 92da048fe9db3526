// The scratch of solver/. Solver bodies themselves are scratch of world/: what measures motion within
// a step reads them in every room.
#pragma once

#include "joint_scratch.h"

typedef struct SolverScratch {
    JOINT_ARRAYS(ARRAY_MEMBER)
    bool componentsFound;  // componentParents are those of this step
} SolverScratch;

static inline SolverScratch *solver_scratch(MicaWorld *world) { return world->rooms[ROOM_SOLVER]; }
static inline const SolverScratch *solver_scratch_read(const MicaWorld *world)
{
    return world->rooms[ROOM_SOLVER];
}

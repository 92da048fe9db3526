// Creates worlds: a world has the scratch of every room, and this file alone knows all rooms. Of their
// scratch it makes the tables by which world/ frees, forgets and counts what it does not know.
#include "impact_scratch.h"

#define COUNT(List, name) +1

#define IMPACT_ROW(List, name) ARRAY_ROW(ImpactScratch, name)
static const ArrayRow IMPACT_ROWS[] = {IMPACT_ARRAYS(IMPACT_ROW)};

static const RoomScratch ROOM_TABLE[ROOMS] = {
    [ROOM_IMPACT] = {IMPACT_ROWS, sizeof(ImpactScratch), 0 IMPACT_ARRAYS(COUNT), 0},
};

MicaWorld *mica_world_create(const MicaWorldDef *def) { return world_create(def, ROOM_TABLE); }

// Creates worlds: a world has the scratch of every room, and this file alone knows all rooms. Of their
// scratch it makes the tables by which world/ frees, forgets and counts what it does not know.
#include "contacts_scratch.h"
#include "impact_scratch.h"
#include "query_scratch.h"
#include "solver_scratch.h"

#define ONE(List, name) +1
#define LENGTH(rows) (int32_t)(sizeof(rows) / sizeof *(rows))

#define CONTACTS_ROW(List, name) ARRAY_ROW(ContactsScratch, name)
static const ArrayRow CONTACTS_ROWS[] = {CONTACTS_CACHES(CONTACTS_ROW)
                                             CONTACTS_ARRAYS(CONTACTS_ROW)};

#define SOLVER_ROW(List, name) ARRAY_ROW(SolverScratch, name)
static const ArrayRow SOLVER_ROWS[] = {SOLVER_SPARES(SOLVER_ROW) SOLVER_ARRAYS(SOLVER_ROW)
                                           JOINT_ARRAYS(SOLVER_ROW)};

#define IMPACT_ROW(List, name) ARRAY_ROW(ImpactScratch, name)
static const ArrayRow IMPACT_ROWS[] = {IMPACT_ARRAYS(IMPACT_ROW)};

#define QUERY_ROW(List, name) ARRAY_ROW(QueryScratch, name)
#define SHIELD_TREE_ROW(List, name) ARRAY_ROW(QueryScratch, shieldTree.name)
static const ArrayRow QUERY_ROWS[] = {QUERY_ARRAYS(QUERY_ROW) TREE_ARRAYS(SHIELD_TREE_ROW)};

static const RoomScratch ROOM_TABLE[ROOMS] = {
    [ROOM_CONTACTS] = {CONTACTS_ROWS, sizeof(ContactsScratch), LENGTH(CONTACTS_ROWS),
                       0 CONTACTS_CACHES(ONE), 0},
    [ROOM_SOLVER] = {SOLVER_ROWS, sizeof(SolverScratch), LENGTH(SOLVER_ROWS), 0,
                     0 SOLVER_SPARES(ONE)},
    [ROOM_IMPACT] = {IMPACT_ROWS, sizeof(ImpactScratch), LENGTH(IMPACT_ROWS), 0, 0},
    [ROOM_QUERY] = {QUERY_ROWS, sizeof(QueryScratch), LENGTH(QUERY_ROWS), 0, 0},
};

MicaWorld *mica_world_create(const MicaWorldDef *def) { return world_create(def, ROOM_TABLE); }

// What a world is made of: the state that world/ knows, and the scratch of every room. This file alone
// knows all rooms. Of their scratch it makes the tables by which world/ allocates, frees and forgets
// what it does not know.
#include "contacts_scratch.h"
#include "impact_scratch.h"
#include "query_scratch.h"
#include "solver_scratch.h"
#if defined(MICA_MATTER)
#include "matter_scratch.h"
#endif

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

#if defined(MICA_MATTER)
#define MATTER_ROW(List, name) ARRAY_ROW(MatterScratch, name)
static const ArrayRow MATTER_ROWS[] = {MATTER_SCRATCH_ARRAYS(MATTER_ROW)};
#endif

// A world, and behind it the scratch of each room.
typedef struct WholeWorld {
    MicaWorld world;
    ContactsScratch contacts;
    SolverScratch solver;
    ImpactScratch impact;
    QueryScratch query;
#if defined(MICA_MATTER)
    MatterScratch matter;
#endif
} WholeWorld;

const int32_t WORLD_BYTES = sizeof(WholeWorld);

#define SCRATCH(member, rows, caches, spares)                                                      \
    {                                                                                              \
        offsetof(WholeWorld, member), sizeof((WholeWorld *)NULL)->member, rows, LENGTH(rows),      \
            caches, spares                                                                         \
    }

const RoomScratch ROOM_TABLE[ROOMS] = {
    [ROOM_CONTACTS] = SCRATCH(contacts, CONTACTS_ROWS, 0 CONTACTS_CACHES(ONE), 0),
    [ROOM_SOLVER] = SCRATCH(solver, SOLVER_ROWS, 0, 0 SOLVER_SPARES(ONE)),
    [ROOM_IMPACT] = SCRATCH(impact, IMPACT_ROWS, 0, 0),
    [ROOM_QUERY] = SCRATCH(query, QUERY_ROWS, 0, 0),
#if defined(MICA_MATTER)
    [ROOM_MATTER] = SCRATCH(matter, MATTER_ROWS, 0, 0),
#endif
};

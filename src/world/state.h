// A world in four structs. *State* is what the next step depends on: a snapshot is a copy of it.
// *Output* is what the last step tells the game, and *scratch* is working space that a step or a
// query fills before it reads it, kept so that a warm step allocates nothing: both may be thrown
// away between two steps, and the motion goes on bit for bit. *Host* is what belongs to the program
// around the world: memory, clock, the last error.
//
// The X-macro lists name every array of a world, and every number of its state, once, as X(type,
// name). The arrays make a table, WORLD_ARRAYS. Whatever treats all arrays alike (destroying,
// releasing, copying, hashing: state.c) is a loop over it, and nothing names an array by hand.
//
// Scratch that one room above alone uses is declared there, in <room>_scratch.h, with a list of its
// arrays. A world has the scratch of all rooms in its block of memory, and world/ knows it by tables
// alone (RoomScratch). What is declared here is used by world/ itself or by several rooms.
#pragma once

#include "records.h"
#include "scratch.h"
#if defined(MICA_MATTER)
#include "matter_records.h"
#else
#define MATTER_ARRAYS(X)
#endif

// State with one record a body slot: all have the count of `bodies`.
//   bodies      mass, damping, rest, lists of colliders and joints
//   transforms  where each body's origin is
//   previous    where it was before the last step: poses lie between the two
//   velocities  x, y, angular; the fourth lane is the caller's
//   forces      of the next step: x, y, torque
//   flags       MICA_FLAG_*, the public view
//   bodyMarks   BODY_*, what the engine notes of a body
#define BODY_ARRAYS(X)                                                                             \
    X(ARRAY(Body), bodies)                                                                         \
    X(ARRAY(Transform), transforms)                                                                \
    X(ARRAY(Transform), previous)                                                                  \
    X(ARRAY(BodyLanes), velocities)                                                                \
    X(ARRAY(BodyLanes), forces)                                                                    \
    X(ARRAY(uint32_t), flags)                                                                      \
    X(ARRAY(uint8_t), bodyMarks)

// All arrays of the state but those within its two trees (TREE_ARRAYS).
//   freeBodies, freeColliders, freeJoints, freeMovers   queues of free slots, oldest first, from a head on
//   destroyedBodies, destroyedColliders             slots that the next step frees, when no contact
//                                           names them any more
//   terrainChunks, terrainSamples           see Terrain
//   polygons, polygonUses, freePolygons     equal polygons are kept once; colliders that use each
//   ignoredPairs                            pairs of body slots that never meet, ascending
//   movedColliders                          left their boxes: the next step looks for their pairs
//   positionResiduals                       by body slot, Kahan residual of the position; nothing
//                                           while all bodies sleep
//   endVelocities                           by body slot, when the last step ended; likewise
//   pendingAsleep, pendingWoke              body slots since the last step; the next one emits them;
//                                           within a step see woke_slot
#define STATE_ARRAYS(X)                                                                            \
    BODY_ARRAYS(X)                                                                                 \
    X(ARRAY(Collider), colliders)                                                                  \
    X(IntList, freeBodies)                                                                         \
    X(IntList, destroyedBodies)                                                                    \
    X(IntList, freeColliders)                                                                      \
    X(IntList, destroyedColliders)                                                                 \
    X(ARRAY(Polygon), polygons)                                                                    \
    X(IntList, polygonUses)                                                                        \
    X(IntList, freePolygons)                                                                       \
    X(ARRAY(Chain), chains)                                                                        \
    X(ARRAY(Vec2), chainPoints)                                                                    \
    X(ARRAY(ChainNode), chainNodes)                                                                \
    X(ARRAY(TileMap), tileMaps)                                                                    \
    X(ARRAY(uint8_t), tileCells)                                                                   \
    X(ARRAY(MicaTileKind), tileKinds)                                                              \
    X(ARRAY(uint16_t), tileKindOf)                                                                 \
    X(ARRAY(Terrain), terrains)                                                                    \
    X(IntList, terrainChunks)                                                                      \
    X(ARRAY(TerrainSamples), terrainSamples)                                                       \
    X(ARRAY(Field), fields)                                                                        \
    X(IntList, freeFields)                                                                         \
    X(ARRAY(Joint), joints)                                                                        \
    X(ARRAY(JointNumbers), jointNumbers)                                                           \
    X(IntList, freeJoints)                                                                         \
    X(ARRAY(Mover), movers)                                                                        \
    X(IntList, freeMovers)                                                                         \
    X(KeyList, ignoredPairs)                                                                       \
    X(IntList, movedColliders)                                                                     \
    X(ARRAY(Contact), contacts)                                                                    \
    X(ARRAY(Vec2), positionResiduals)                                                              \
    X(ARRAY(Vec2), endVelocities)                                                                  \
    X(IntList, pendingAsleep)                                                                      \
    X(IntList, pendingWoke)                                                                        \
    MATTER_ARRAYS(X)

// What follows from the state, and only makes it faster to find something in it: a snapshot does not
// have it. The tables have open addressing, and nothing iterates over them.
//   polygonTable          polygon + 1, or 0
//   tileBlocks, tileBlockBits   by slot in tileMaps: which cells a walk may skip
//   pairKeys, pairValues  two collider slots and a part, or 0; the contact of each key
#define TABLE_ARRAYS(X)                                                                            \
    X(IntList, polygonTable)                                                                       \
    X(ARRAY(TileBlocks), tileBlocks)                                                               \
    X(ARRAY(uint8_t), tileBlockBits)                                                               \
    X(KeyList, pairKeys)                                                                           \
    X(IntList, pairValues)

// Output that a snapshot has: the events of the last step, and its impulses.
//   contactImpulses   of the contacts that it solved, ascending
//   movedEvents   body slots that moved; asleepEvents, wokeEvents likewise
//   brokeEvents   has capacity for every joint
#define EVENT_ARRAYS(X)                                                                            \
    X(ARRAY(MicaContactEvent), beginEvents)                                                        \
    X(ARRAY(MicaContactEvent), endEvents)                                                          \
    X(ARRAY(MicaContactEvent), hitEvents)                                                          \
    X(ARRAY(MicaTriggerEvent), enterEvents)                                                        \
    X(ARRAY(MicaTriggerEvent), exitEvents)                                                         \
    X(ARRAY(MicaJointEvent), brokeEvents)                                                          \
    X(ARRAY(MicaCrushEvent), crushEvents)                                                          \
    X(IntList, movedEvents)                                                                        \
    X(IntList, asleepEvents)                                                                       \
    X(IntList, wokeEvents)                                                                         \
    X(ARRAY(ContactImpulses), contactImpulses)                                                     \
    X(ARRAY(MicaContactEvent), loadEvents)

// The rest of the output, and what a query lists for the game.
//   poses         by body slot: what is drawn, between two steps
//   terrainPieces of the last edit of a terrain
#define OUTPUT_ARRAYS(X)                                                                           \
    X(ARRAY(Transform), poses)                                                                     \
    X(ARRAY(MicaTerrainPiece), terrainPieces)                                                      \
    X(ARRAY(MicaContactPoint), contactPoints)                                                      \
    X(ARRAY(MicaTriggerEvent), triggerStays)                                                       \
    X(ARRAY(MicaContactEvent), contactStays)

// Scratch that is kept from step to step, and holds for the present state alone.
//   aabbSlacks      by body slot; world/ discards those that its edits make wrong, the solver fills
//                   them
//   awakeContacts   a bit a contact: it may change in the next step, see contacts_rest_unknown
//   awakeBodies     a bit a body slot: likewise, see bodies_rest_unknown
//   solverOf        solver body of each body slot; 0 stands for everything immovable
#define CACHE_ARRAYS(X)                                                                            \
    X(ARRAY(AabbSlack), aabbSlacks)                                                                \
    X(KeyList, awakeContacts)                                                                      \
    X(KeyList, awakeBodies)                                                                        \
    X(IntList, solverOf)

// Working space. World/ alone uses
//   contactUndos        what the step has done to the contacts, in this order
//   orderBefore         where each contact was before they were reordered
//   nodesBefore to placesBefore   the moving tree, as a step by impacts found it
//   boxesBefore         by collider slot its box; movedBefore: movedColliders; previousBefore,
//                       marksBefore: by body slot; likewise
//   fieldPairs          by collider: its pairs with fields that act on it, in a world with many;
//                       fieldsToChoose: whether they are to be chosen anew
//   moverOf             mover slot of each body slot, as far as it is known; checked where it is read
//   terrainVisits to terrainPoints   of one edit of a terrain: see TerrainVisit, TerrainGroup and
//                       TerrainPart; the first visit of each chunk, plus 1; samples, and points of
//                       outlines
// All rooms that query a tree, or sort, share
//   queryHits           colliders that a query of a tree found
//   sortKeys, sortSpare keys of a tree that is packed anew, and of pairs that are reordered
// The solver or a step by impacts fills, and world/, contacts/ and query/ read
//   solverBodies, solverMotion    what a step knows of each body that moves
//   solverSlots         body slot of each solver body
//   moverSteps          by mover slot
#define SCRATCH_ARRAYS(X)                                                                          \
    X(ARRAY(ContactUndo), contactUndos)                                                            \
    X(IntList, orderBefore)                                                                        \
    X(ARRAY(TreeNode), nodesBefore)                                                                \
    X(ARRAY(int32_t), itemsBefore)                                                                 \
    X(ARRAY(TreeBoxes), searchedBefore)                                                            \
    X(ARRAY(TreeLoose), looseBefore)                                                               \
    X(ARRAY(int32_t), placesBefore)                                                                \
    X(ARRAY(MicaAABB), boxesBefore)                                                                \
    X(IntList, movedBefore)                                                                        \
    X(ARRAY(Transform), previousBefore)                                                            \
    X(ARRAY(uint8_t), marksBefore)                                                                 \
    X(IntList, fieldPairs)                                                                         \
    X(ARRAY(uint8_t), fieldsToChoose)                                                              \
    X(IntList, moverOf)                                                                            \
    X(IntList, queryHits)                                                                          \
    X(KeyList, sortKeys)                                                                           \
    X(KeyList, sortSpare)                                                                          \
    X(ARRAY(TerrainVisit), terrainVisits)                                                          \
    X(ARRAY(TerrainGroup), terrainGroups)                                                          \
    X(IntList, terrainHeads)                                                                       \
    X(ARRAY(uint8_t), terrainBytes)                                                                \
    X(ARRAY(TerrainPart), terrainParts)                                                            \
    X(ARRAY(MicaShape), terrainShapes)                                                             \
    X(ARRAY(Vec2), terrainPoints)                                                                  \
    X(IntList, terrainLinks)                                                                       \
    X(ARRAY(SolverBody), solverBodies)                                                             \
    X(ARRAY(SolverMotion), solverMotion)                                                           \
    X(IntList, solverSlots)                                                                        \
    X(ARRAY(MoverStep), moverSteps)

// The members of the state that are no arrays; its trees have their own, TREE_NUMBERS. The widest
// come first, so that there is no padding between them: STATE_NUMBER_BYTES from the first one on
// are all of them. Those of later versions of snapshots follow.
//   lastH, lastDt       substep and length of the last step, seconds
//   errorH              substep at whose rate errors are corrected, seconds: the longest of late
//   generationStart     a slot whose generation comes round to it retires
//   fieldCount          fields in use
//   pairsUnordered      made since all were last put in order, see pair_order.c
//   stepFailed          the last step came to no end
//   staticsUnclassified the step has yet to note which static colliders touch each other
//   pairsEdited         a body is BODY_EDITED
//   refilterContacts    the layer table changed: every pair is refiltered
//   requeryPairs        and pairs may exist that were never looked for
//   spare               0
#define STATE_NUMBERS(X)                                                                           \
    X(LayerTable, layers)                                                                          \
    X(Vec2, gravity)                                                                               \
    X(float, contactHertz)                                                                         \
    X(float, contactDampingRatio)                                                                  \
    X(float, contactPushSpeed)                                                                     \
    X(float, restitutionThreshold)                                                                 \
    X(float, hitSpeed)                                                                             \
    X(float, jointHertz)                                                                           \
    X(float, jointDampingRatio)                                                                    \
    X(float, sleepTime)                                                                            \
    X(float, lastH)                                                                                \
    X(float, lastDt)                                                                               \
    X(float, errorH)                                                                               \
    X(uint32_t, steps)                                                                             \
    X(uint32_t, generationStart)                                                                   \
    X(int32_t, liveBodies)                                                                         \
    X(int32_t, liveColliders)                                                                      \
    X(int32_t, liveJoints)                                                                         \
    X(int32_t, liveMovers)                                                                         \
    X(int32_t, freeBodyHead)                                                                       \
    X(int32_t, freeColliderHead)                                                                   \
    X(int32_t, freeJointHead)                                                                      \
    X(int32_t, freeMoverHead)                                                                      \
    X(int32_t, fieldCount)                                                                         \
    X(int32_t, pairsUnordered)                                                                     \
    X(bool, sleepEnabled)                                                                          \
    X(bool, stepFailed)                                                                            \
    X(bool, staticsUnclassified)                                                                   \
    X(bool, pairsEdited)                                                                           \
    X(bool, refilterContacts)                                                                      \
    X(bool, requeryPairs)                                                                          \
    X(bool, yDown)                                                                                 \
    X(uint8_t, spare)                                                                              \
    X(float, lengthUnit)                                                                           \
    X(float, loadImpulse)

// The arrays come first: wasm code that reads a member is shorter the smaller its offset is.
typedef struct WorldState {
    STATE_ARRAYS(ARRAY_MEMBER)
    TABLE_ARRAYS(ARRAY_MEMBER)
    Tree staticTree, movingTree;
    STATE_NUMBERS(NUMBER_MEMBER)
} WorldState;

enum { STATE_NUMBER_BYTES = 0 STATE_NUMBERS(NUMBER_BYTES) };
static_assert(offsetof(WorldState, layers) + STATE_NUMBER_BYTES ==
                  offsetof(WorldState, loadImpulse) + sizeof(float),
              "no padding between the numbers of the state");

typedef struct WorldOutput {
    MicaProfile profile;
    // Of the last step, see MicaCounters.
    int32_t energyBounds, colourCount, overflowCount, narrowTests, pairsCreated, impactCount,
        impactBound, fieldBound;
    int32_t continuousStops;  // bodies that the continuous phase stopped on their way
    int32_t pairsRechecked;   // by the broad phase, after edits
    int32_t pairsPostponed;   // by the broad phase, see pair_budget.c
    EVENT_ARRAYS(ARRAY_MEMBER)
    OUTPUT_ARRAYS(ARRAY_MEMBER)
} WorldOutput;

enum { COUNTER_BYTES = offsetof(WorldOutput, beginEvents) };

// Numbers of the world as the step found it: what it counts up before it is certain to have its
// memory. Of each list of events that it appends to until then, how many the game still reads.
typedef struct StepBefore {
    int32_t endEvents, enterEvents, exitEvents, crushEvents;
    int32_t pendingWoke, positionResiduals, endVelocities, pairsUnordered;
    int32_t movedColliders;  // without those that are added only to look for all of their pairs
    uint32_t staticVersion, movingVersion;  // of both trees
    float staticGrowth, movingGrowth;
    bool flightsNoted;  // what undo_note_flights notes, too
    char treeNumbers[TREE_NUMBER_BYTES], counters[COUNTER_BYTES];
} StepBefore;

// step.c sets movingBodies, kinematicBodies, embeddedBodies and maxDisplacement for the rooms below it.
typedef struct WorldScratch {
    float maxDisplacement;  // no point of any body has come further in this step, metres
    // Solid and trigger pairs that touched when the last step began to solve.
    int32_t touchingPairs, triggerVisits;
    int32_t restingTouches, restingVisits;  // of those, contacts without a bit in awakeContacts
    bool contactsSparse, bodiesSparse;      // few bits are set in awakeContacts, in awakeBodies
    int32_t movingBodies;                   // with MICA_FLAG_MOVED, when the step began
    int32_t kinematicBodies;                // when the step began
    int32_t sharedFields;                   // sum of what fieldPairs are above FIELDS_EACH
    int32_t embeddedBodies;                 // bodies with BODY_EMBEDDED when the step began
    StepBefore before;
    CACHE_ARRAYS(ARRAY_MEMBER)
    SCRATCH_ARRAYS(ARRAY_MEMBER)
#if defined(MICA_MATTER)
    bool particlesPushed;  // since they were last copied into views
#endif
} WorldScratch;

typedef struct WorldHost {
    Memory memory;
    MicaClock clock;
    MicaError lastError;
    int32_t lastErrorSlot;
    bool stepping;  // inside a step
} WorldHost;

// Where an array of a world lies: its offset in MicaWorld, or in the scratch of its room, and the
// size of its elements.
typedef struct ArrayRow {
    uint16_t offset, elementSize;
} ArrayRow;

// The rooms above that have scratch of their own.
typedef enum Room {
    ROOM_CONTACTS,
    ROOM_SOLVER,
    ROOM_IMPACT,
    ROOM_QUERY,
#if defined(MICA_MATTER)
    ROOM_MATTER,
#endif
    ROOMS
} Room;

// The scratch of a room: a struct of so many bytes, which lies behind the world in the same block of
// memory, and the table of its arrays. A function that takes it const leaves the arrays' places and
// counts as they are; their elements it may write.
typedef struct RoomScratch {
    int32_t offset, bytes;  // offset: from the world
    const ArrayRow *rows;
    int32_t count;
    int32_t caches;  // of the arrays, the first are kept from step to step, as CACHE_ARRAYS
    int32_t spares;  // what the next ones hold is read by nobody once the bodies have moved
} RoomScratch;

// The first index from `index` on whose bit is set, or `count`. Where most bits are set, going through
// them costs more than it saves: `sparse` is false then, and every index is the next.
static inline int32_t next_bit(const KeyList *words, bool sparse, int32_t index, int32_t count)
{
    if (!sparse || index >= count) {
        return index;
    }
    uint64_t word = words->data[index / 64] >> (index % 64);
    while (word == 0) {
        index = (index | 63) + 1;
        if (index >= count) {
            return count;
        }
        word = words->data[index / 64];
    }
    index += __builtin_ctzll(word);
    return index < count ? index : count;
}
// Whether fewer than half of `count` bits are set.
static inline bool bits_are_sparse(const KeyList *words, int32_t count)
{
    int32_t set = 0;
    for (int32_t i = 0; i < words->count; ++i) {
        set += __builtin_popcountll(words->data[i]);
    }
    return 2 * set < count;
}

// The host comes first for the same reason as the arrays of the state: most calls pass its memory.
struct MicaWorld {
    WorldHost host;
    WorldState state;
    WorldOutput output;
    WorldScratch scratch;
};

// The rows of WORLD_ARRAYS follow each other list by list: BODY_ARRAYS, the rest of the state, matter
// last, and its two trees, tables, events, the rest of the output, caches, the rest of scratch.
#define ONE_ROW(List, name) +1
enum {
    BODY_ROWS_END = 0 BODY_ARRAYS(ONE_ROW),
    MATTER_ROWS_END = 0 STATE_ARRAYS(ONE_ROW),
    MATTER_ROW_COUNT = 0 MATTER_ARRAYS(ONE_ROW),
    STATE_ROWS_END = MATTER_ROWS_END TREE_ARRAYS(ONE_ROW) TREE_ARRAYS(ONE_ROW),
    TABLE_ROWS_END = STATE_ROWS_END TABLE_ARRAYS(ONE_ROW),
    EVENT_ROWS_END = TABLE_ROWS_END EVENT_ARRAYS(ONE_ROW),
    OUTPUT_ROWS_END = EVENT_ROWS_END OUTPUT_ARRAYS(ONE_ROW),
    CACHE_ROWS_END = OUTPUT_ROWS_END CACHE_ARRAYS(ONE_ROW),
    ARRAY_ROWS = CACHE_ROWS_END SCRATCH_ARRAYS(ONE_ROW)
};
#undef ONE_ROW

// Bytes of a world that hold numbers of the state, without padding.
typedef struct NumberRow {
    uint16_t offset, size;
} NumberRow;

// rooms.c, which lies above all rooms: their scratch, and the bytes of a world with all of it.
extern const RoomScratch ROOM_TABLE[ROOMS];
extern const int32_t WORLD_BYTES;
// The scratch of a room, of a world that mica_world_create has made. Each room names its own.
static inline void *room_scratch(MicaWorld *world, Room room)
{
    return (char *)world + ROOM_TABLE[room].offset;
}
static inline const void *room_scratch_read(const MicaWorld *world, Room room)
{
    return (const char *)world + ROOM_TABLE[room].offset;
}

// The row of an array in a struct.
#define ARRAY_ROW(Struct, place) {offsetof(Struct, place), sizeof *((Struct *)NULL)->place.data},

// state.c
extern const ArrayRow WORLD_ARRAYS[ARRAY_ROWS];
// The numbers of the state and of its two trees.
extern const NumberRow STATE_NUMBER_ROWS[3];
// Gives all arrays with one record a body slot that capacity. False without memory.
bool world_reserve_body_arrays(MicaWorld *world, int32_t capacity);
// Gives all arrays with one record a body slot that count.
void world_set_body_count(MicaWorld *world, int32_t count);
// Frees every array of the world.
void world_free_arrays(MicaWorld *world);
// Gives the memory of all scratch back. Nothing of it may be in use.
void world_release_scratch(MicaWorld *world);
// Gives back only what nobody reads once the bodies have moved.
void world_release_spares(MicaWorld *world);
// Forgets what scratch and output hold, and keeps their memory: all counts 0, all bytes 0. The
// poses become the transforms.
void world_forget(MicaWorld *world);
// Whether a snapshot has the array of a row.
static inline bool row_is_saved(int32_t row)
{
    return row < STATE_ROWS_END || (row >= TABLE_ROWS_END && row < EVENT_ROWS_END);
}
// Whether it is an array of matter, which only a world with matter saves.
static inline bool row_is_matter(int32_t row)
{
    return row < MATTER_ROWS_END && MATTER_ROWS_END - row <= MATTER_ROW_COUNT;
}
// State and events of one world become those of another. Of the arrays of `from` only those are
// read that a snapshot has. False, and nothing changed, without memory.
bool world_copy_state(MicaWorld *to, const MicaWorld *from);
// 64-bit FNV-1a over every word of the state.
uint64_t world_state_hash(const MicaWorld *world);

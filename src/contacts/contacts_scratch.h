// The scratch of contacts/: what the search for pairs counts, the contacts that the narrow phase lists
// for the solver, and the colliders that triggers are swept with. The rooms above read activeContacts
// and the numbers of the narrow phase; the solver takes contacts out of activeContacts, and a step by
// impacts lists those that have met in it.
#pragma once

#include "world.h"

// The kinds of contacts that the solver has kernels for.
typedef enum ContactKind {
    KIND_TWO,            // two points of a face
    KIND_ROUND_ON_EDGE,  // one point of a rounded shape on an edge
    KIND_ONE,            // any other single point
    // Two dynamic circles about their centres of mass, without rolling resistance or tangent speed.
    KIND_TWO_CIRCLES,
    KIND_COUNT
} ContactKind;

// In ActiveContact.flags: one side is not dynamic, and no point touches, has an impulse or is new.
// Where contact_idle.c looks for idle contacts, it takes the flag off those that the step must
// solve.
#define ACTIVE_IDLE 128
// A dynamic body that lies deeper in a kinematic one than CRUSH_DEPTH: it may be crushed. No
// CONTACT_* flag has this bit.
#define ACTIVE_CRUSHED 8

// The bodies overlap deeper than CROWD_DEPTH. No active contact is a trigger's: the bit of
// CONTACT_TRIGGER is free.
#define ACTIVE_DEEP 1

// A contact with points, listed by the narrow phase for the solver. Copies what colouring reads, so
// that colouring does not wait for the contacts' cache lines.
typedef struct ActiveContact {
    int32_t contact, bodyA, bodyB;
    uint8_t kind, flags;  // KIND_*; the contact's CONTACT_* flags and ACTIVE_*
    uint16_t bucket;      // KIND_COUNT * colour + kind, set by colouring
} ActiveContact;

// A collider that moved so far in this step that it may have passed through a trigger.
typedef struct SweptCandidate {
    MicaAABB box;     // around its whole sweep
    uint64_t layers;  // in which it may form trigger pairs
    int32_t collider;
} SweptCandidate;

// An entry of the static-neighbour cache: the static colliders whose boxes overlap that of the
// static collider `slot`, itself included.
#define MAX_STATIC_NEIGHBOURS 13
typedef struct StaticNeighbours {
    int32_t slot, count;  // count > MAX_STATIC_NEIGHBOURS: too many, items is not filled
    uint32_t version;     // of the static tree when the entry was filled; 0: empty
    int32_t items[MAX_STATIC_NEIGHBOURS];
} StaticNeighbours;

// Kept from step to step, for the present state alone.
//   staticNeighbours   by the low bits of a collider's slot
//   collidersSwept     by collider slot: it is a swept candidate
#define CONTACTS_CACHES(X)                                                                         \
    X(ARRAY(StaticNeighbours), staticNeighbours)                                                   \
    X(ARRAY(uint8_t), collidersSwept)

//   leafSearches     four bits a leaf node of the moving tree: which leaves look for pairs
//   pairCounts       by collider slot the pairs of dynamic bodies that it has, in a crowd
//   activeContacts   contacts with points, ascending; once they are coloured, those that are solved;
//                    after a step by impacts, those that hold islands together
//   embedded         body slots that the narrow phase has found embedded, some of them twice
//   sweptCandidates  of triggers_sweep
#define CONTACTS_ARRAYS(X)                                                                         \
    X(ARRAY(uint8_t), leafSearches)                                                                \
    X(IntList, pairCounts)                                                                         \
    X(ARRAY(ActiveContact), activeContacts)                                                        \
    X(IntList, embedded)                                                                           \
    X(ARRAY(SweptCandidate), sweptCandidates)

// Counts of active contacts are those of the narrow phase.
typedef struct ContactsScratch {
    CONTACTS_CACHES(ARRAY_MEMBER)
    CONTACTS_ARRAYS(ARRAY_MEMBER)
    int32_t pairOverlaps;     // that the search for pairs may meet before it counts, pair_budget.c
    int32_t crushedContacts;  // active contacts with ACTIVE_CRUSHED
    int32_t deepWalls;        // active contacts with an immovable body deeper than WEDGE_DEPTH
    int32_t deepContacts;     // active contacts of two dynamic bodies with ACTIVE_DEEP
    int32_t staticContacts;   // active contacts with a static body
    int32_t deepStaticContacts;  // of those, deeper than CRUSH_DEPTH
    int32_t maxIdle;             // active contacts with ACTIVE_IDLE, at most
    float tunnelLimit;           // minimum displacement that may pass through a trigger, metres
} ContactsScratch;

static inline ContactsScratch *contacts_scratch(MicaWorld *world)
{
    return room_scratch(world, ROOM_CONTACTS);
}
static inline const ContactsScratch *contacts_scratch_read(const MicaWorld *world)
{
    return room_scratch_read(world, ROOM_CONTACTS);
}

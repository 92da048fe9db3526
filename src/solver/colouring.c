// Graph colouring: constraints that share no dynamic body get the same colour and are solved four
// at a time. Coloured anew every step, first come first served with a bit mask for each body:
// linear, and nothing to keep or save. Contacts with static bodies have a range of colours of their
// own, solved last, so that the ground gives least; those with kinematic ones come just before. A
// contact that finds no colour overflows: it gets a block to itself. Within a colour, contacts lie
// by kind. What is solved first gives way a little more: if that were the contact on the same side
// everywhere, a pyramid would sway for seconds, so faces, a few at a time, begin with another
// colour. Called by step.c, and for joints by joints.c. Reads activeContacts and solverOf; writes
// their buckets and the ranges, and reserves memory for blocks.
#include "contact_kernel.h"

#include <string.h>

#define DYNAMIC_COLOURS 48   // for pairs of dynamic bodies; the rest for one with a static body
#define KINEMATIC_COLOUR 40  // the first for one with a kinematic body, up to DYNAMIC_COLOURS
#define OVERFLOW_COLOUR COLOUR_COUNT
#define FACES_AT_A_TIME 16
#define NEAR_COLOURS 8  // faces keep to these if they can: more colours, more half-empty blocks

static int32_t lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }

inline int32_t colouring_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t a = solver_of(world, slotA), b = world->scratch.solverOf.data[slotB];
    bool movesA = a != 0 && body_is_dynamic(world, slotA),
         movesB = b != 0 && body_is_dynamic(world, slotB);
    if (!movesA && !movesB) {
        return COLOUR_NONE;
    }
    uint64_t *usedA = &scratch->bodyColours.data[a], *usedB = &scratch->bodyColours.data[b];
    uint64_t open = ~((movesA ? *usedA : 0) | (movesB ? *usedB : 0));
    uint64_t dynamic = ((uint64_t)1 << DYNAMIC_COLOURS) - 1,
             beforeKinematic = ((uint64_t)1 << KINEMATIC_COLOUR) - 1;
    bool both = movesA && movesB, kinematic = !both && a != 0 && b != 0;
    uint64_t wanted = both        ? open & dynamic
                      : kinematic ? open & dynamic & ~beforeKinematic
                                  : open & ~dynamic;
    if (wanted == 0) {
        return OVERFLOW_COLOUR;
    }
    uint64_t near = wanted & (((uint64_t)1 << NEAR_COLOURS) - ((uint64_t)1 << first));
    int32_t colour = lowest_bit(near != 0 ? near : wanted);
    uint64_t bit = (uint64_t)1 << colour;
    *usedA |= movesA ? bit : 0;
    *usedB |= movesB ? bit : 0;
    return colour;
}

int32_t colouring_pick_four(MicaWorld *world, const int32_t *slots)
{
    const SolverScratch *scratch = solver_scratch(world);
    uint64_t open = ((uint64_t)1 << DYNAMIC_COLOURS) - 1, *used[4];
    int32_t moving = 0;
    for (int32_t i = 0; i < 4; ++i) {
        int32_t body = world->scratch.solverOf.data[slots[i]];
        if (body != 0 && body_is_dynamic(world, slots[i])) {
            used[moving] = &scratch->bodyColours.data[body];
            open &= ~*used[moving++];
        }
    }
    int32_t colour = open != 0 ? lowest_bit(open) : OVERFLOW_COLOUR;
    for (int32_t i = 0; i < moving && open != 0; ++i) {
        *used[i] |= (uint64_t)1 << colour;
    }
    return colour;
}

// One of four, each as often, in an order that no pile has: Knuth's multiplicative hash.
static int32_t first_colour(int32_t contact)
{
    return (int32_t)((uint32_t)(contact / FACES_AT_A_TIME) * 2654435761u >> 30);
}

#define BUCKET_WORDS ((CONTACT_BUCKETS + 63) / 64)

// What the buckets are to hold. Few of them hold anything, so those are marked.
typedef struct BucketCounts {
    int32_t counts[CONTACT_BUCKETS];  // of marked buckets
    uint64_t marks[BUCKET_WORDS];
    int32_t begins;  // contacts that do not touch yet: they may begin to
    bool surfaces;   // some contact has restitution, tangent speed or rolling resistance
} BucketCounts;

static inline void count_in_bucket(BucketCounts *out, int32_t bucket)
{
    uint64_t *marks = &out->marks[bucket / 64], bit = (uint64_t)1 << (bucket % 64);
    if ((*marks & bit) == 0) {
        *marks |= bit;
        out->counts[bucket] = 0;
    }
    out->counts[bucket] += 1;
}

// Colours the contacts, counts each bucket, and drops those between bodies that nothing can push.
static void colour_contacts(MicaWorld *world, BucketCounts *out)
{
    ContactsScratch *contacts = contacts_scratch(world);
    int32_t solved = 0;
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        ActiveContact s = contacts->activeContacts.data[i];
        int32_t first = s.kind == KIND_TWO ? first_colour(i) : 0;
        int32_t colour = colouring_pick(world, s.bodyA, s.bodyB, first);
        if (colour != COLOUR_NONE) {
            s.bucket = (uint16_t)bucket_make(colour, s.kind);
            out->begins += (s.flags & CONTACT_TOUCHING) == 0;
            out->surfaces |= (s.flags & CONTACT_SURFACE) != 0;
            count_in_bucket(out, s.bucket);
            contacts->activeContacts.data[solved++] = s;
        }
    }
    contacts->activeContacts.count = solved;
}

// Lays the blocks of a bucket out behind those before it.
static void add_range(MicaWorld *world, int32_t bucket, int32_t contacts, int32_t *blocks,
                      int32_t *bytes)
{
    SolverScratch *scratch = solver_scratch(world);
    ContactKind kind = bucket_kind(bucket);
    int32_t ranges = scratch->contactRanges.count, colour = bucket_colour(bucket);
    bool alone = bucket_is_overflow(bucket);
    const BlockRange *before = ranges > 0 ? &scratch->contactRanges.data[ranges - 1] : NULL;
    int32_t need = alone ? contacts : (contacts + 3) / 4;
    world->output.colourCount += before == NULL || bucket_colour(before->bucket) != colour;
    world->output.overflowCount += alone ? contacts : 0;
    scratch->contactRanges.data[scratch->contactRanges.count++] =
        (BlockRange){kind, bucket, 4 * *blocks, need, *bytes};
    *blocks += need;
    *bytes += need * contactKernels[kind].blockBytes;
}

// A range of blocks for every bucket that has contacts, in order; contactRanges has capacity for
// all. Returns the number of blocks, and their bytes.
static int32_t lay_out_ranges(MicaWorld *world, const BucketCounts *buckets, int32_t *outBytes)
{
    int32_t blocks = 0;
    *outBytes = 0;
    solver_scratch(world)->contactRanges.count = 0;
    world->output.colourCount = 0;
    for (int32_t word = 0; word < BUCKET_WORDS; ++word) {
        for (uint64_t marks = buckets->marks[word]; marks != 0; marks &= marks - 1) {
            int32_t bucket = 64 * word + lowest_bit(marks);
            add_range(world, bucket, buckets->counts[bucket], &blocks, outBytes);
        }
    }
    return blocks;
}

bool colouring_contacts(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    BucketCounts buckets;
    memset(buckets.marks, 0, sizeof buckets.marks);
    buckets.begins = 0;
    buckets.surfaces = false;
    memset(scratch->bodyColours.data, 0,
           sizeof(uint64_t) * (size_t)world->scratch.solverBodies.count);
    world->output.overflowCount = 0;
    colour_contacts(world, &buckets);
    int32_t ranges = 0, bytes;
    for (int32_t word = 0; word < BUCKET_WORDS; ++word) {
        ranges += __builtin_popcountll(buckets.marks[word]);
    }
    if (!ARRAY_RESERVE(m, &scratch->contactRanges, ranges) ||
        !events_reserve(world, buckets.begins + scratch->moverRows.count)) {
        return false;
    }
    int32_t blocks = lay_out_ranges(world, &buckets, &bytes);
    if (!ARRAY_RESERVE(m, &scratch->contactLanes, 4 * blocks) ||
        !ARRAY_RESERVE(m, &scratch->contactBlocks, bytes)) {
        return false;
    }
    scratch->contactSurfaces.count = buckets.surfaces ? blocks : 0;
    if (!ARRAY_RESERVE(m, &scratch->contactSurfaces, scratch->contactSurfaces.count)) {
        return false;
    }
    scratch->contactLanes.count = 4 * blocks;
    scratch->contactBlocks.count = bytes;
    return true;
}

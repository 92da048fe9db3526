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

int32_t colouring_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first)
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

// What the buckets are to hold.
typedef struct BucketCounts {
    int32_t counts[CONTACT_BUCKETS];
    int32_t begins;  // contacts that do not touch yet: they may begin to
    bool surfaces;   // some contact has restitution, tangent speed or rolling resistance
} BucketCounts;

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
            out->counts[s.bucket] += 1;
            contacts->activeContacts.data[solved++] = s;
        }
    }
    contacts->activeContacts.count = solved;
}

// Lays the blocks of each bucket out one after the other; contactRanges has capacity for all.
// Returns the number of blocks, and their bytes.
static int32_t lay_out_ranges(MicaWorld *world, const int32_t *counts, int32_t *outBytes)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t blocks = 0, bytes = 0, used = 0, last = -1;
    scratch->contactRanges.count = 0;
    for (int32_t bucket = 0; bucket < CONTACT_BUCKETS; ++bucket) {
        ContactKind kind = bucket_kind(bucket);
        int32_t n = counts[bucket], colour = bucket_colour(bucket);
        bool alone = bucket_is_overflow(bucket);
        if (n == 0) {
            continue;
        }
        int32_t atOnce = contactKernels[kind].blocksAtOnce, full = (n + 3) / 4;
        int32_t need = alone ? n * atOnce : (full + atOnce - 1) / atOnce * atOnce;
        scratch->contactRanges.data[scratch->contactRanges.count++] =
            (BlockRange){kind, bucket, 4 * blocks, need, bytes};
        used += colour != last;
        last = colour;
        world->output.overflowCount += alone ? n : 0;
        blocks += need;
        bytes += need * contactKernels[kind].blockBytes;
    }
    world->output.colourCount = used;
    *outBytes = bytes;
    return blocks;
}

bool colouring_contacts(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    BucketCounts buckets = {0};
    memset(scratch->bodyColours.data, 0,
           sizeof(uint64_t) * (size_t)world->scratch.solverBodies.count);
    world->output.overflowCount = 0;
    colour_contacts(world, &buckets);
    int32_t ranges = 0, bytes;
    for (int32_t bucket = 0; bucket < CONTACT_BUCKETS; ++bucket) {
        ranges += buckets.counts[bucket] > 0;
    }
    if (!ARRAY_RESERVE(m, &scratch->contactRanges, ranges) ||
        !events_reserve(world, buckets.begins + scratch->moverRows.count)) {
        return false;
    }
    int32_t blocks = lay_out_ranges(world, buckets.counts, &bytes);
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

// Graph colouring: contacts that share no moving body get the same colour and are solved four at a
// time. Coloured afresh every step, first come first served with a bit mask a body: linear, and
// nothing to keep or save. Contacts with what does not move take a second range of colours, solved
// last, so that the ground gives least. A contact that finds no colour takes a block of its own.
// Within a colour, contacts lie by kind. Who is solved first gives way a little more. Were that
// everywhere the contact on the same side, a pyramid would sway for seconds: so faces, a few at a
// time, begin with another colour. Reads the list of contacts with points and solver indices;
// writes their buckets and the ranges.
#include "contact_block.h"

#include <string.h>

#define FREE_COLOURS 48  // for pairs of moving bodies; the rest for contacts with the still
#define OVERFLOW COLOUR_COUNT
#define FACES_AT_A_TIME 16
#define NEAR_COLOURS 8  // that faces keep to where they can: each more is a block that is not full

static int32_t lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }

int32_t colouring_pick(MicaWorld *world, int32_t slotA, int32_t slotB, int32_t first)
{
    int32_t a = world->scratch.solverOf.data[slotA], b = world->scratch.solverOf.data[slotB];
    bool movesA = a != 0 && body_is_dynamic(world, slotA),
         movesB = b != 0 && body_is_dynamic(world, slotB);
    if (!movesA && !movesB) {
        return COLOUR_NONE;
    }
    uint64_t *usedA = &world->scratch.bodyColours.data[a],
             *usedB = &world->scratch.bodyColours.data[b];
    uint64_t open = ~((movesA ? *usedA : 0) | (movesB ? *usedB : 0));
    uint64_t low = ((uint64_t)1 << FREE_COLOURS) - 1;
    uint64_t wanted = movesA && movesB ? open & low : open & ~low;
    if (wanted == 0) {
        return OVERFLOW;
    }
    uint64_t near = wanted & (((uint64_t)1 << NEAR_COLOURS) - ((uint64_t)1 << first));
    int32_t colour = lowest_bit(near != 0 ? near : wanted);
    uint64_t bit = (uint64_t)1 << colour;
    *usedA |= movesA ? bit : 0;
    *usedB |= movesB ? bit : 0;
    return colour;
}

// One of four, each as often, in no order that a heap may have, too: Knuth's multiplicative hash.
static int32_t first_colour(int32_t contact)
{
    return (int32_t)((uint32_t)(contact / FACES_AT_A_TIME) * 2654435761u >> 30);
}

bool colouring_contacts(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    int32_t counts[CONTACT_BUCKETS] = {0};
    memset(world->scratch.bodyColours.data, 0,
           sizeof(uint64_t) * (size_t)world->scratch.solverBodies.count);
    world->output.overflowCount = 0;
    int32_t fresh = 0, solved = 0;
    bool surfaces = false;
    for (int32_t i = 0; i < world->scratch.activeContacts.count; ++i) {
        ActiveContact s = world->scratch.activeContacts.data[i];
        int32_t first = s.kind == CONTACT_TWO ? first_colour(i) : 0;
        int32_t colour = colouring_pick(world, s.bodyA, s.bodyB, first);
        if (colour != COLOUR_NONE) {
            s.bucket = (uint16_t)(CONTACT_KINDS * colour + s.kind);
            fresh += (s.flags & CONTACT_TOUCHING) == 0;
            surfaces |= (s.flags & CONTACT_SURFACE) != 0;
            counts[s.bucket] += 1;
            world->scratch.activeContacts.data[solved++] = s;
        }
    }
    world->scratch.activeContacts.count = solved;
    int32_t ranges = 0, blocks = 0, bytes = 0, used = 0, last = -1;
    for (int32_t bucket = 0; bucket < CONTACT_BUCKETS; ++bucket) {
        ranges += counts[bucket] > 0;
    }
    if (!ARRAY_RESERVE(m, &world->scratch.contactRanges, ranges) || !events_reserve(world, fresh)) {
        return false;
    }
    world->scratch.contactRanges.count = 0;
    for (int32_t bucket = 0; bucket < CONTACT_BUCKETS; ++bucket) {
        ContactKind kind = (ContactKind)(bucket % CONTACT_KINDS);
        int32_t n = counts[bucket], colour = bucket / CONTACT_KINDS;
        bool alone = colour == OVERFLOW;
        if (n == 0) {
            continue;
        }
        int32_t atOnce = blocks_at_once(kind), full = (n + 3) / 4;
        int32_t need = alone ? n * atOnce : (full + atOnce - 1) / atOnce * atOnce;
        world->scratch.contactRanges.data[world->scratch.contactRanges.count++] =
            (BlockRange){kind, bucket, 4 * blocks, need, bytes};
        used += colour != last;
        last = colour;
        world->output.overflowCount += alone ? n : 0;
        blocks += need;
        bytes += need * block_bytes(kind);
    }
    world->output.colourCount = used;
    if (!ARRAY_RESERVE(m, &world->scratch.contactLanes, 4 * blocks) ||
        !ARRAY_RESERVE(m, &world->scratch.contactBlocks, bytes)) {
        return false;
    }
    world->scratch.contactSurfaces.count = surfaces ? blocks : 0;
    if (!ARRAY_RESERVE(m, &world->scratch.contactSurfaces, world->scratch.contactSurfaces.count)) {
        return false;
    }
    world->scratch.contactLanes.count = 4 * blocks;
    world->scratch.contactBlocks.count = bytes;
    return true;
}

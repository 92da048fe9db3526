// Graph colouring: contacts that share no moving body get the same colour and are solved four at a time. Coloured
// afresh every step, first come first served with a bit mask a body: linear, and nothing to keep or save. Contacts
// with what does not move take a second range of colours, solved last, so that the ground gives least. A contact that
// finds no colour takes a block of its own. Within a colour, contacts of two points come before those of one.
// Reads contacts and solver indices; writes lanes and ranges.
#include "contact_block.h"
#include "step.h"

#include <string.h>

#define FREE_COLOURS 48  // for pairs of moving bodies; the rest for contacts with the still
#define OVERFLOW COLOUR_COUNT
#define BUCKETS (2 * (COLOUR_COUNT + 1))

static bool is_solved(const MicaWorld *world, const Contact *c)
{
    return c->count > 0 &&
           (world->solverMotion.data[world->solverOf.data[c->bodyA]].dynamic != 0.0f ||
            world->solverMotion.data[world->solverOf.data[c->bodyB]].dynamic != 0.0f);
}

static int32_t lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }

int32_t colour_pick(MicaWorld *world, int32_t a, int32_t b)
{
    bool movesA = world->solverMotion.data[a].dynamic != 0.0f,
         movesB = world->solverMotion.data[b].dynamic != 0.0f;
    uint64_t *usedA = &world->bodyColours.data[a], *usedB = &world->bodyColours.data[b];
    uint64_t open = ~((movesA ? *usedA : 0) | (movesB ? *usedB : 0));
    uint64_t low = ((uint64_t)1 << FREE_COLOURS) - 1;
    uint64_t wanted = movesA && movesB ? open & low : open & ~low;
    if (wanted == 0) {
        return OVERFLOW;
    }
    int32_t colour = lowest_bit(wanted);
    uint64_t bit = (uint64_t)1 << colour;
    *usedA |= movesA ? bit : 0;
    *usedB |= movesB ? bit : 0;
    return colour;
}

bool colour_contacts(MicaWorld *world)
{
    Memory *m = &world->memory;
    int32_t counts[BUCKETS] = {0};
    memset(world->bodyColours.data, 0, sizeof(uint64_t) * (size_t)world->solverBodies.count);
    world->overflowCount = 0;
    int32_t fresh = 0, touching = 0, visits = 0;
    bool surfaces = false;
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        Contact *c = &world->contacts.data[i];
        c->colour = UINT8_MAX;
        bool touches = (c->flags & CONTACT_TOUCHING) != 0;
        touching += touches;
        visits += touches && (c->flags & CONTACT_TRIGGER) != 0;
        if (is_solved(world, c)) {
            fresh += !touches;
            surfaces |=
                c->restitution != 0.0f || c->rollingResistance != 0.0f || c->tangentSpeed != 0.0f;
            c->colour = (uint8_t)colour_pick(world, world->solverOf.data[c->bodyA],
                                             world->solverOf.data[c->bodyB]);
            counts[2 * c->colour + (c->count == 1)] += 1;
        }
    }
    int32_t blocks = 0, bytes = 0, starts[BUCKETS], used = 0;
    if (!ARRAY_RESERVE(m, &world->ranges, BUCKETS) ||
        !events_reserve(world, fresh, touching - visits, visits)) {
        return false;
    }
    world->ranges.count = 0;
    for (int32_t bucket = 0; bucket < BUCKETS; ++bucket) {
        int32_t n = counts[bucket], points = bucket % 2 == 0 ? 2 : 1;
        bool alone = bucket / 2 == OVERFLOW;
        starts[bucket] = 4 * blocks;
        if (n == 0) {
            continue;
        }
        int32_t need = alone ? n : (n + 3) / 4;
        world->ranges.data[world->ranges.count++] = (BlockRange){points, 4 * blocks, need, bytes};
        used += bucket % 2 == 0 || counts[bucket - 1] == 0 ? 1 : 0;
        world->overflowCount += alone ? n : 0;
        blocks += need;
        bytes += need * (int32_t)(points == 2 ? sizeof(ContactBlock2) : sizeof(ContactBlock1));
    }
    world->colourCount = used;
    if (!ARRAY_RESERVE(m, &world->lanes, 4 * blocks) || !ARRAY_RESERVE(m, &world->blocks, bytes)) {
        return false;
    }
    world->surfaces.count = surfaces ? blocks : 0;
    if (!ARRAY_RESERVE(m, &world->surfaces, world->surfaces.count)) {
        return false;
    }
    world->lanes.count = 4 * blocks;
    world->blocks.count = bytes;
    for (int32_t i = 0; i < world->lanes.count; ++i) {
        world->lanes.data[i] = (BlockLane){NONE, 0, 0};
    }
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        const Contact *c = &world->contacts.data[i];
        if (c->colour == UINT8_MAX) {
            continue;
        }
        int32_t bucket = 2 * c->colour + (c->count == 1);
        world->lanes.data[starts[bucket]] =
            (BlockLane){i, world->solverOf.data[c->bodyA], world->solverOf.data[c->bodyB]};
        starts[bucket] += c->colour == OVERFLOW ? 4 : 1;
    }
    return true;
}

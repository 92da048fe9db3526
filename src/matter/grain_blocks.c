// The contacts between particles that are no liquid, in blocks of four of which no two have a particle
// in common, so that a sweep over the blocks is the same on every machine. They are state: what a
// contact pushes is kept while its two particles stay neighbours. The blocks are made anew when the
// particles are sorted; a contact that was there before keeps its impulses.
//
// Contacts are coloured a chunk at a time, so that blocks lie near each other in memory and a sweep
// goes through the matter as through its cells. Called by matter_prepare; cells_commit and
// grains_commit take over what was made.
#include "jelly.h"

// A chunk ends when it has so many contacts.
#define CHUNK_CONTACTS 300
#define COLOURS 32

// While blocks are made.
typedef struct Making {
    MicaWorld *world;
    const Particles *particles;
    uint64_t epoch;  // of the chunk; the upper half of grainColours says in which a mark was set
    uint32_t live;   // colours that have a block in this chunk
    int32_t at[COLOURS];  // the next lane of each: 4 times its block, plus the lane
    int32_t contacts;     // of the chunk
    uint16_t padding;
    bool jelly;
} Making;

// ------------------------------------------------------------------- contacts of the last order

// Lists the contacts that the state has by the smaller one of their two particles.
static bool index_contacts(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    const GrainBlock *blocks = world->state.grainBlocks.data;
    int32_t count = world->state.grainBlocks.count, particles = matter_particles(world);
    Memory *m = &world->host.memory;
    if (!ARRAY_RESERVE(m, &scratch->grainStarts, particles + 2) ||
        !ARRAY_RESERVE(m, &scratch->grainPlaces, 4 * count)) {
        return false;
    }
    int32_t *starts = scratch->grainStarts.data;
    memset(starts, 0, sizeof *starts * (size_t)(particles + 2));
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < 4 * count; ++i) {
            const GrainBlock *b = &blocks[i >> 2];
            int32_t x = b->a[i & 3], y = b->b[i & 3], first = min_i(x, y);
            if (x == y || max_i(x, y) >= particles) {
                continue;
            }
            if (pass == 0) {
                starts[first + 1] += 1;
            } else {
                scratch->grainPlaces.data[starts[first]++] =
                    (GrainPlace){(uint16_t)max_i(x, y), (uint8_t)(i & 3), i >> 2};
            }
        }
        for (int32_t i = 0; pass == 0 && i <= particles; ++i) {
            starts[i + 1] += starts[i];
        }
    }
    // Each start has become that of the next particle.
    memmove(starts + 1, starts, sizeof *starts * (size_t)(particles + 1));
    starts[0] = 0;
    return true;
}

// The impulses of a contact of two particles by their old indices; 0 if there was none.
static void find_impulses(const MicaWorld *world, int32_t x, int32_t y, float *normal,
                          float *tangent)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    int32_t first = min_i(x, y), other = max_i(x, y);
    for (int32_t i = scratch->grainStarts.data[first]; i < scratch->grainStarts.data[first + 1];
         ++i) {
        const GrainPlace *p = &scratch->grainPlaces.data[i];
        if (p->other == other) {
            const GrainBlock *b = &world->state.grainBlocks.data[p->block];
            *normal = b->normal[p->lane];
            *tangent = b->tangent[p->lane];
            return;
        }
    }
    *normal = *tangent = 0.0f;
}

// ------------------------------------------------------------------------------------- new blocks

static GrainBlock *open_block(Making *make)
{
    MatterScratch *scratch = matter_scratch(make->world);
    if (!ARRAY_RESERVE(&make->world->host.memory, &scratch->newGrainBlocks,
                       scratch->newGrainBlocks.count + 1)) {
        return NULL;
    }
    GrainBlock *b = &scratch->newGrainBlocks.data[scratch->newGrainBlocks.count++];
    memset(b, 0, sizeof *b);
    for (int32_t i = 0; i < 4; ++i) {
        b->a[i] = b->b[i] = make->padding;
    }
    return b;
}

// Puts a contact into the block of the lowest colour that neither particle has in this chunk. False
// without memory.
static bool add_contact(Making *make, int32_t i, int32_t j)
{
    MatterScratch *scratch = matter_scratch(make->world);
    uint64_t *marks = scratch->grainColours.data, mine = marks[i], other = marks[j];
    mine = mine >> 32 == make->epoch ? mine : make->epoch << 32;
    other = other >> 32 == make->epoch ? other : make->epoch << 32;
    uint32_t taken = (uint32_t)(mine | other);
    if (taken == ~0u) {
        return true;  // more contacts than colours: this one is left out
    }
    int32_t colour = __builtin_ctz(~taken);
    marks[i] = mine | (uint64_t)1 << colour;
    marks[j] = other | (uint64_t)1 << colour;
    if ((make->live >> colour & 1) == 0 || (make->at[colour] & 3) == 0) {
        if (open_block(make) == NULL) {
            return false;
        }
        make->at[colour] = 4 * (scratch->newGrainBlocks.count - 1);
        make->live |= 1u << colour;
    }
    int32_t at = make->at[colour]++, lane = at & 3;
    GrainBlock *b = &scratch->newGrainBlocks.data[at >> 2];
    b->a[lane] = (uint16_t)i;
    b->b[lane] = (uint16_t)j;
    int32_t x = scratch->cameFrom.data[i], y = scratch->cameFrom.data[j];
    find_impulses(make->world, x, y, &b->normal[lane], &b->tangent[lane]);
    make->contacts += 1;
    return true;
}

// The contacts of a particle with those behind it.
static bool add_contacts_of(Making *make, int32_t i)
{
    const MatterScratch *scratch = matter_scratch_read(make->world);
    const uint16_t *n = scratch->neighbours.data + 4 * scratch->lineStarts.data[i >> 2] + (i & 3),
                   *end = scratch->neighbours.data + 4 * scratch->lineStarts.data[(i >> 2) + 1];
    for (; n < end; n += 4) {
        int32_t j = *n;
        if (j > i && j < make->particles->count &&
            grains_touch(make->world, make->particles->tags[i], make->particles->tags[j]) &&
            !(make->jelly && jelly_shares_cluster(scratch, scratch->cameFrom.data[i],
                                                  scratch->cameFrom.data[j])) &&
            !add_contact(make, i, j)) {
            return false;
        }
    }
    if (make->contacts > CHUNK_CONTACTS) {
        make->epoch += 1;
        make->live = 0;
        make->contacts = 0;
    }
    return true;
}

bool grain_blocks_make(MicaWorld *world, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    if (!particles->sorted || !grains_exist(world)) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->grainColours, particles->count) ||
        !index_contacts(world) || !jelly_step_reserve(world)) {
        return false;
    }
    jelly_find_clusters(world, particles);
    memset(scratch->grainColours.data, 0, sizeof(uint64_t) * (size_t)particles->count);
    scratch->newGrainBlocks.count = 0;
    Making make = {.world = world,
                   .particles = particles,
                   .epoch = 1,
                   .jelly = world->state.jellyClusters.count > 0,
                   .padding = (uint16_t)particles_padding(world)};
    for (int32_t i = 0; i < particles->count; ++i) {
        if (grain_is(world, particles->tags[i]) && !add_contacts_of(&make, i)) {
            return false;
        }
    }
    return ARRAY_RESERVE(&world->host.memory, &scratch->grainFrames, scratch->newGrainBlocks.count);
}

void grain_blocks_renumber(MicaWorld *world, const int32_t *places)
{
    uint16_t padding = (uint16_t)particles_padding(world);
    for (int32_t i = 0; i < 4 * world->state.grainBlocks.count; ++i) {
        GrainBlock *b = &world->state.grainBlocks.data[i >> 2];
        int32_t lane = i & 3, a = b->a[lane], c = b->b[lane];
        if (a == c) {
            continue;
        }
        if (places[a] == NONE || places[c] == NONE) {
            b->a[lane] = b->b[lane] = padding;
            b->normal[lane] = b->tangent[lane] = 0.0f;
        } else {
            b->a[lane] = (uint16_t)places[a];
            b->b[lane] = (uint16_t)places[c];
        }
    }
}

// Which ground has lost its connection after an edit. From every part of the ground around the edit
// a search spreads, chunk by chunk, the smallest first, until it comes to an anchor, or meets
// another, or has nowhere left to go: then that ground is loose. Samples are connected to all eight
// around them, as the surface joins two that face each other across a square. Within a chunk the
// samples of a row are the bits of a word, and spread by shifts; a chunk that is solid as a whole is
// one step. Searches go towards the nearest border first, so that most end after a walk straight to
// it. Called by terrain_pieces.c; reads the samples, writes terrainVisits, terrainGroups and
// terrainHeads.
#include "world.h"

#include <string.h>

typedef struct Search {
    MicaWorld *world;
    const Terrain *terrain;
    int32_t across, up;  // chunks
    uint32_t anchors;    // a bit for each material that is one
    bool hasAnchors;
} Search;

// The solid samples of a chunk, a bit each.
typedef struct ChunkBits {
    uint32_t rows[TERRAIN_CHUNK];
} ChunkBits;

static TerrainVisit *visit_at(const Search *s, int32_t index)
{
    return &s->world->scratch.terrainVisits.data[index];
}

static TerrainGroup *group_at(const Search *s, int32_t index)
{
    return &s->world->scratch.terrainGroups.data[index];
}

// ------------------------------------------------------------------------------------ bits of rows

// A bit for each of eight bytes whose highest bit is set.
static uint32_t high_bits(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (uint32_t)((word >> 7 & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

static void read_bits(const Search *s, int32_t chunk, ChunkBits *out)
{
    const Terrain *t = s->terrain;
    int32_t entry = s->world->state.terrainChunks.data[t->firstChunk + chunk],
            y = chunk / s->across, x = chunk - y * s->across,
            columns = min_i(t->columns - x * TERRAIN_CHUNK, TERRAIN_CHUNK),
            rows = min_i(t->rows - y * TERRAIN_CHUNK, TERRAIN_CHUNK);
    uint32_t inside = columns < TERRAIN_CHUNK ? (1u << columns) - 1u : ~0u;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        uint32_t bits = 0;
        if (entry < 0) {
            bits = density_is_solid((uint8_t)~entry) ? ~0u : 0;
        } else {
            const uint8_t *d =
                s->world->state.terrainSamples.data[entry].density + i * TERRAIN_CHUNK;
            bits = high_bits(d) | high_bits(d + 8) << 8 | high_bits(d + 16) << 16 |
                   high_bits(d + 24) << 24;
        }
        out->rows[i] = i < rows ? bits & inside : 0;
    }
}

static uint32_t spread(uint32_t bits) { return bits | bits << 1 | bits >> 1; }

// All bits of the runs of `solid` that have a bit of `bits`.
static uint32_t fill_runs(uint32_t bits, uint32_t solid)
{
    uint32_t left = bits, right = bits, through = solid, back = solid;
    for (int32_t shift = 1; shift < TERRAIN_CHUNK; shift *= 2) {
        left |= through & left << shift;
        through &= through << shift;
        right |= back & right >> shift;
        back &= back >> shift;
    }
    return left | right;
}

// Spreads bits through all solid samples of a chunk that they are connected to.
static void fill_chunk(ChunkBits *bits, const ChunkBits *solid)
{
    uint32_t all = ~0u;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        all &= solid->rows[i];
    }
    if (all == ~0u) {
        *bits = *solid;
        return;
    }
    for (bool changed = true, upwards = true; changed; upwards = !upwards) {
        changed = false;
        for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
            int32_t y = upwards ? i : TERRAIN_CHUNK - 1 - i;
            uint32_t before = bits->rows[y],
                     around = (y > 0 ? spread(bits->rows[y - 1]) : 0) |
                              (y + 1 < TERRAIN_CHUNK ? spread(bits->rows[y + 1]) : 0),
                     now = fill_runs((before | around) & solid->rows[y], solid->rows[y]);
            bits->rows[y] = now;
            changed = changed || now != before;
        }
    }
}

static bool any_bits(const ChunkBits *bits)
{
    uint32_t any = 0;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        any |= bits->rows[i];
    }
    return any != 0;
}

// --------------------------------------------------------------------------------- visits, groups

static int32_t root_of(const Search *s, int32_t group)
{
    while (group_at(s, group)->parent != group) {
        group = group_at(s, group)->parent;
    }
    return group;
}

// Whether samples of a chunk are anchors.
static bool is_anchored(const Search *s, int32_t chunk, const ChunkBits *bits)
{
    const Terrain *t = s->terrain;
    int32_t y = chunk / s->across, x = chunk - y * s->across;
    if (t->borderAnchors != 0) {
        uint32_t side = (x == 0 ? 1u : 0) |
                        (x == s->across - 1 ? 1u << ((t->columns - 1) & (TERRAIN_CHUNK - 1)) : 0),
                 any = 0;
        for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
            any |= bits->rows[i] & side;
        }
        if (any != 0 || (y == 0 && bits->rows[0] != 0) ||
            (y == s->up - 1 && bits->rows[(t->rows - 1) & (TERRAIN_CHUNK - 1)] != 0)) {
            return true;
        }
    }
    for (int32_t i = 0; s->anchors != 0 && i < TERRAIN_CHUNK_SAMPLES; ++i) {
        int32_t column = i & (TERRAIN_CHUNK - 1), row = i >> TERRAIN_CHUNK_SHIFT;
        if ((bits->rows[row] >> column & 1u) != 0 &&
            (s->anchors >> terrain_material(s->world, t, x * TERRAIN_CHUNK + column,
                                            y * TERRAIN_CHUNK + row) &
             1u) != 0) {
            return true;
        }
    }
    return false;
}

// Adds samples of a chunk to a group. False without memory.
static bool add_visit(const Search *s, int32_t chunk, int32_t group, const ChunkBits *bits)
{
    WorldScratch *scratch = &s->world->scratch;
    if (!ARRAY_RESERVE(&s->world->host.memory, &scratch->terrainVisits,
                       scratch->terrainVisits.count + 1)) {
        return false;
    }
    int32_t index = scratch->terrainVisits.count++;
    TerrainVisit *v = visit_at(s, index);
    TerrainGroup *g = group_at(s, group);
    *v = (TerrainVisit){.chunk = chunk,
                        .nextHere = scratch->terrainHeads.data[chunk],
                        .nextToSpread = g->toSpread,
                        .group = group};
    memcpy(v->rows, bits->rows, sizeof v->rows);
    scratch->terrainHeads.data[chunk] = index + 1;
    g->toSpread = index + 1;
    if (g->last != 0) {
        visit_at(s, g->last - 1)->nextOfGroup = index + 1;
    } else {
        g->first = index + 1;
    }
    g->last = index + 1;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        g->samples += __builtin_popcount(bits->rows[i]);
    }
    g->anchored = g->anchored || (s->hasAnchors && is_anchored(s, chunk, bits));
    return true;
}

// Joins two groups that are not the same.
static void join_groups(const Search *s, int32_t into, int32_t from)
{
    TerrainGroup *a = group_at(s, into), *b = group_at(s, from);
    b->parent = into;
    a->samples += b->samples;
    a->anchored = a->anchored || b->anchored;
    visit_at(s, a->last - 1)->nextOfGroup = b->first;
    a->last = b->last;
    int32_t *end = &a->toSpread;
    while (*end != 0) {
        end = &visit_at(s, *end - 1)->nextToSpread;
    }
    *end = b->toSpread;
}

// --------------------------------------------------------------------------------------- spreading

// The samples of the chunk at (dx, dy) from here that touch these bits.
static void bits_across(const uint32_t *from, int32_t dx, int32_t dy, ChunkBits *out)
{
    const int32_t last = TERRAIN_CHUNK - 1;
    memset(out, 0, sizeof *out);
    if (dx == 0) {
        out->rows[dy > 0 ? 0 : last] = spread(from[dy > 0 ? last : 0]);
        return;
    }
    uint32_t to = dx > 0 ? 1u : 1u << last, side = dx > 0 ? 1u << last : 1u;
    if (dy != 0) {
        out->rows[dy > 0 ? 0 : last] = (from[dy > 0 ? last : 0] & side) != 0 ? to : 0;
        return;
    }
    for (int32_t y = 0; y < TERRAIN_CHUNK; ++y) {
        bool touched =
            ((from[y] | (y > 0 ? from[y - 1] : 0) | (y < last ? from[y + 1] : 0)) & side) != 0;
        out->rows[y] = touched ? to : 0;
    }
}

// Joins the group with those that have visited the bits, which are taken out, and adds what the rest
// is connected to.
static bool enter_chunk(const Search *s, int32_t chunk, int32_t group, ChunkBits *bits)
{
    ChunkBits solid;
    read_bits(s, chunk, &solid);
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        bits->rows[i] &= solid.rows[i];
    }
    for (int32_t at = s->world->scratch.terrainHeads.data[chunk]; at != 0 && any_bits(bits);
         at = visit_at(s, at - 1)->nextHere) {
        const TerrainVisit *v = visit_at(s, at - 1);
        uint32_t met = 0;
        for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
            met |= bits->rows[i] & v->rows[i];
            bits->rows[i] &= ~v->rows[i];
        }
        int32_t other = root_of(s, v->group);
        if (met != 0 && other != group) {
            join_groups(s, min_i(other, group), max_i(other, group));
            group = min_i(other, group);
        }
    }
    if (!any_bits(bits)) {
        return true;
    }
    fill_chunk(bits, &solid);
    return add_visit(s, chunk, group, bits);
}

// How far a chunk is from the border, in chunks.
static int32_t border_distance(const Search *s, int32_t x, int32_t y)
{
    return min_i(min_i(x, s->across - 1 - x), min_i(y, s->up - 1 - y));
}

// The directions that a visit spreads to: first the chunks nearer to the border, then those as near,
// then the others.
enum { DIRECTIONS = 3 * 9 };

// Spreads the newest visit of a group in its next direction. What that adds is the newest then.
static bool spread_group(const Search *s, int32_t group)
{
    TerrainGroup *g = group_at(s, group);
    TerrainVisit *v = visit_at(s, g->toSpread - 1);
    if (v->direction == DIRECTIONS) {
        g->toSpread = v->nextToSpread;
        return true;
    }
    int32_t direction = v->direction++, k = direction % 9, nearer = 1 - direction / 9,
            y = v->chunk / s->across, x = v->chunk - y * s->across, dx = k % 3 - 1, dy = k / 3 - 1,
            toX = x + dx, toY = y + dy;
    if (k == 4 || toX < 0 || toY < 0 || toX >= s->across || toY >= s->up ||
        border_distance(s, x, y) - border_distance(s, toX, toY) != nearer) {
        return true;
    }
    ChunkBits bits;
    bits_across(v->rows, dx, dy, &bits);
    return !any_bits(&bits) || enter_chunk(s, toY * s->across + toX, group, &bits);
}

// Begins a group for each part of a chunk's ground that has samples within the range.
static bool begin_groups(const Search *s, int32_t chunk, SampleRange range)
{
    WorldScratch *scratch = &s->world->scratch;
    int32_t left = chunk % s->across * TERRAIN_CHUNK, bottom = chunk / s->across * TERRAIN_CHUNK;
    ChunkBits solid;
    read_bits(s, chunk, &solid);
    ChunkBits rest = solid;
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        int32_t first = max_i(range.left - left, 0), end = min_i(range.right - left, TERRAIN_CHUNK);
        uint32_t wide = (end < TERRAIN_CHUNK ? (1u << end) - 1u : ~0u) & ~((1u << first) - 1u);
        rest.rows[i] &= bottom + i >= range.bottom && bottom + i < range.top ? wide : 0;
    }
    for (int32_t i = 0; i < TERRAIN_CHUNK; ++i) {
        while (rest.rows[i] != 0) {
            ChunkBits part = {{0}};
            part.rows[i] = rest.rows[i] & (0u - rest.rows[i]);
            fill_chunk(&part, &solid);
            int32_t group = scratch->terrainGroups.count;
            if (!ARRAY_RESERVE(&s->world->host.memory, &scratch->terrainGroups, group + 1)) {
                return false;
            }
            scratch->terrainGroups.count += 1;
            *group_at(s, group) = (TerrainGroup){.parent = group};
            if (!add_visit(s, chunk, group, &part)) {
                return false;
            }
            for (int32_t k = 0; k < TERRAIN_CHUNK; ++k) {
                rest.rows[k] &= ~part.rows[k];
            }
        }
    }
    return true;
}

// The smallest group of which it is not known yet whether it is loose or anchored, or NONE.
static int32_t smallest_open(const Search *s)
{
    int32_t best = NONE;
    for (int32_t i = 0; i < s->world->scratch.terrainGroups.count; ++i) {
        const TerrainGroup *g = group_at(s, i);
        if (g->parent == i && !g->anchored && !g->loose &&
            (best == NONE || g->samples < group_at(s, best)->samples)) {
            best = i;
        }
    }
    return best;
}

// Of ground without anchors the largest group stays.
static void keep_largest(const Search *s)
{
    TerrainGroup *largest = NULL;
    for (int32_t i = 0; i < s->world->scratch.terrainGroups.count; ++i) {
        TerrainGroup *g = group_at(s, i);
        if (g->parent == i && (largest == NULL || g->samples > largest->samples)) {
            largest = g;
        }
    }
    if (largest != NULL) {
        largest->loose = false;
    }
}

bool terrain_find_loose(MicaWorld *world, const Terrain *t, SampleRange dug, bool hasAnchors)
{
    Search s = {.world = world,
                .terrain = t,
                .across = terrain_chunks_across(t->columns),
                .up = terrain_chunks_across(t->rows),
                .hasAnchors = hasAnchors};
    for (int32_t i = 0; i < MICA_MAX_TERRAIN_MATERIALS; ++i) {
        s.anchors |= t->materials[i].anchor << i;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.terrainHeads, s.across * s.up)) {
        return false;
    }
    SampleRange around = {max_i(dug.left - 1, 0), max_i(dug.bottom - 1, 0),
                          min_i(dug.right + 1, t->columns), min_i(dug.top + 1, t->rows)};
    for (int32_t y = around.bottom >> TERRAIN_CHUNK_SHIFT; y * TERRAIN_CHUNK < around.top; ++y) {
        for (int32_t x = around.left >> TERRAIN_CHUNK_SHIFT; x * TERRAIN_CHUNK < around.right;
             ++x) {
            if (!begin_groups(&s, y * s.across + x, around)) {
                return false;
            }
        }
    }
    for (int32_t group; (group = smallest_open(&s)) != NONE;) {
        if (group_at(&s, group)->toSpread == 0) {
            group_at(&s, group)->loose = true;
        } else if (!spread_group(&s, group)) {
            return false;
        }
    }
    if (!hasAnchors) {
        keep_largest(&s);
    }
    return true;
}

void terrain_forget_search(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.terrainVisits.count; ++i) {
        world->scratch.terrainHeads.data[world->scratch.terrainVisits.data[i].chunk] = 0;
    }
    world->scratch.terrainVisits.count = world->scratch.terrainGroups.count = 0;
}

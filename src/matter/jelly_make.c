// Clusters of jelly, and of fabric, where they are pairs. Those of jelly are made when a shape is filled, from two partitions of the plane into squares, the
// second shifted by half a square, so that each particle is in two clusters and neighbouring ones
// overlap. Particles of one square that do not hang together make clusters of their own. Fabric has a pair
// for every two neighbours: a line of particles becomes a strand so, and an area a sheet.
//
// Called by mica_matter_fill and where particles are removed or sorted. Writes jellyClusters and
// jellyMembers.
#include "jelly.h"

// Width of a square, in spacings.
#define CLUSTER_WIDTH 5.0f
// Particles nearer than this, in spacings, hang together.
#define BOND_DISTANCE 1.2f
// A square has no more particles than this: at spacing 1, 25 / .866 and a border.
#define MAX_MEMBERS 64
// Pairs that a particle of fabric is in, at most: as many as in a lattice.
#define PAIRS_EACH 6

bool jelly_reserve(MicaWorld *world, const Matter *matter, int32_t particles)
{
    bool fabric = matter->kind == MICA_MATTER_FABRIC;
    int32_t clusters = (fabric ? PAIRS_EACH / 2 : 2) * particles, cells = 1024;
    while (cells < particles) {
        cells *= 2;
    }
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    WorldState *s = &world->state;
    return ARRAY_RESERVE_RARELY(m, &s->jellyMembers,
                                s->jellyMembers.count + (fabric ? 2 * clusters : clusters)) &&
           ARRAY_RESERVE_RARELY(m, &s->jellyClusters, s->jellyClusters.count + clusters) &&
           (!fabric || (ARRAY_RESERVE_RARELY(m, &scratch->fabricCells, cells) &&
                        ARRAY_RESERVE_RARELY(m, &scratch->fabricNext, particles))) &&
           ARRAY_RESERVE_RARELY(m, &scratch->jellyMarks, particles);
}

// Takes the first particle of a group, and those that hang together with it, out of the group.
static int32_t take_connected(const MicaWorld *world, int32_t *group, int32_t count, int32_t *out)
{
    int32_t taken = 0;
    float spacing = matter_spacing(world), near = BOND_DISTANCE * spacing;
    out[taken++] = group[0];
    group[0] = group[--count];
    for (int32_t k = 0; k < taken; ++k) {
        Vec2 p = world->state.particlePositions.data[out[k]];
        for (int32_t i = 0; i < count; ++i) {
            Vec2 d = sub(world->state.particlePositions.data[group[i]], p);
            if (dot(d, d) < near * near) {
                out[taken++] = group[i];
                group[i--] = group[--count];
            }
        }
    }
    return taken;
}

static void add_cluster(MicaWorld *world, int32_t matter, const int32_t *particles, int32_t count)
{
    WorldState *s = &world->state;
    Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < count; ++i) {
        sum = add(sum, s->particlePositions.data[particles[i]]);
    }
    Vec2 mean = scale(1.0f / (float)count, sum);
    s->jellyClusters.data[s->jellyClusters.count++] =
        (JellyCluster){.first = s->jellyMembers.count, .count = count, .matter = matter};
    for (int32_t i = 0; i < count; ++i) {
        Vec2 place = sub(s->particlePositions.data[particles[i]], mean);
        s->jellyMembers.data[s->jellyMembers.count++] =
            (JellyMember){.particle = (uint16_t)particles[i], .x = place.x, .y = place.y};
    }
}

// The square of a particle in a partition that is shifted by so many squares.
static inline Cell square_of(const MicaWorld *world, int32_t particle, float shift)
{
    float width = CLUSTER_WIDTH * matter_spacing(world);
    Vec2 p = world->state.particlePositions.data[particle];
    return cell_of(vec(p.x / width + shift, p.y / width + shift), (float)PLACE_UNITS);
}

// The clusters of one partition. `used` has a mark for each particle from `first` on that is in one.
static void partition(MicaWorld *world, int32_t matter, int32_t first, float shift, uint8_t *used)
{
    int32_t end = matter_particles(world), group[MAX_MEMBERS], connected[MAX_MEMBERS];
    for (int32_t i = first; i < end; ++i) {
        Cell c = square_of(world, i, shift);
        int32_t count = 0;
        if (used[i - first] != 0) {
            continue;
        }
        for (int32_t j = i; j < end && count < MAX_MEMBERS; ++j) {
            Cell d = square_of(world, j, shift);
            if (used[j - first] == 0 && d.x == c.x && d.y == c.y) {
                group[count++] = j;
                used[j - first] = 1;
            }
        }
        while (count > 0) {
            int32_t taken = take_connected(world, group, count, connected);
            if (taken > 2) {  // fewer have no shape
                add_cluster(world, matter, connected, taken);
            }
            count -= taken;
        }
    }
}

// The list of a cell in a table that repeats.
static int32_t *fabric_cell(MatterScratch *scratch, Cell c)
{
    uint32_t place = ((uint32_t)c.x * 2654435769u) ^ ((uint32_t)c.y * 2246822519u);
    return &scratch->fabricCells.data[(place >> 8) & (uint32_t)(scratch->fabricCells.count - 1)];
}

// Pairs a particle with those before it in a cell that lie near.
static void pair_in_cell(MicaWorld *world, int32_t matter, int32_t first, int32_t i, Cell c)
{
    MatterScratch *scratch = matter_scratch(world);
    const Vec2 *p = world->state.particlePositions.data;
    uint8_t *pairs = scratch->jellyMarks.data;
    float near = BOND_DISTANCE * matter_spacing(world);
    for (int32_t k = *fabric_cell(scratch, c); k != NONE; k = scratch->fabricNext.data[k]) {
        int32_t j = first + k;
        Vec2 d = sub(p[j], p[i]);
        Cell own = cell_of(p[j], (float)PLACE_UNITS / near);
        if (own.x == c.x && own.y == c.y && dot(d, d) < near * near && pairs[k] < PAIRS_EACH &&
            pairs[i - first] < PAIRS_EACH) {
            add_cluster(world, matter, (int32_t[2]){j, i}, 2);
            pairs[k] += 1;
            pairs[i - first] += 1;
        }
    }
}

// Pairs every two particles from `first` on that lie near each other.
static void pair_neighbours(MicaWorld *world, int32_t matter, int32_t first)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t count = matter_particles(world) - first;
    float near = BOND_DISTANCE * matter_spacing(world);
    scratch->fabricCells.count = 1024;
    while (scratch->fabricCells.count < count) {
        scratch->fabricCells.count *= 2;
    }
    for (int32_t i = 0; i < scratch->fabricCells.count; ++i) {
        scratch->fabricCells.data[i] = NONE;
    }
    memset(scratch->jellyMarks.data, 0, (size_t)max_i(count, 0));
    for (int32_t i = 0; i < count; ++i) {
        Cell c = cell_of(world->state.particlePositions.data[first + i], (float)PLACE_UNITS / near);
        for (int32_t k = 0; k < 9; ++k) {
            pair_in_cell(world, matter, first, first + i, (Cell){c.x - 1 + k % 3, c.y - 1 + k / 3});
        }
        int32_t *list = fabric_cell(scratch, c);
        scratch->fabricNext.data[i] = *list;
        *list = i;
    }
}

void jelly_make(MicaWorld *world, int32_t matter, int32_t first)
{
    if (world->state.matters.data[matter].kind == MICA_MATTER_FABRIC) {
        pair_neighbours(world, matter, first);
        return;
    }
    uint8_t *used = matter_scratch(world)->jellyMarks.data;
    int32_t made = matter_particles(world) - first;
    for (int32_t k = 0; k < 2 && made > 0; ++k) {
        memset(used, 0, (size_t)made);
        partition(world, matter, first, 0.5f * (float)k, used);
    }
}

// Closes the gaps that dropped members have left, and drops clusters without a shape.
void jelly_compact(MicaWorld *world)
{
    WorldState *s = &world->state;
    int32_t members = 0, clusters = 0;
    for (int32_t i = 0; i < s->jellyClusters.count; ++i) {
        JellyCluster c = s->jellyClusters.data[i];
        if (c.count < 2) {
            continue;
        }
        for (int32_t k = 0; k < c.count; ++k) {
            s->jellyMembers.data[members + k] = s->jellyMembers.data[c.first + k];
        }
        c.first = members;
        members += c.count;
        s->jellyClusters.data[clusters++] = c;
    }
    s->jellyMembers.count = members;
    s->jellyClusters.count = clusters;
}

void jelly_renumber(MicaWorld *world, const int32_t *places)
{
    WorldState *s = &world->state;
    for (int32_t i = 0; i < s->jellyClusters.count; ++i) {
        JellyCluster *c = &s->jellyClusters.data[i];
        JellyMember *members = s->jellyMembers.data + c->first;
        int32_t kept = 0;
        for (int32_t k = 0; k < c->count; ++k) {
            if (places[members[k].particle] != NONE) {
                members[kept] = members[k];
                members[kept++].particle = (uint16_t)places[members[k].particle];
            }
        }
        if (kept < c->count) {
            jelly_center(members, kept);
        }
        c->count = kept;
    }
    jelly_compact(world);
}

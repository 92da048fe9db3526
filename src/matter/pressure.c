// The pressure of liquids: one projection a step on a grid that is coarse enough to be solved at once,
// and carries the weight of deep water, which springs between pairs cannot. A Galerkin method: the
// pressure q is bilinear between the nodes, and particles are the points of quadrature. With phi_n the
// function of node n, w a particle's weight (0 in spray, 1 in the bulk), u its mobility, e its error
// of density:
//
//     K q = sum w v · grad phi_n + phi_n w e b,    K_mn = sum w u grad phi_m · grad phi_n
//     dv = -u w grad q
//
// where q >= 0 but at nodes outside of the liquid: at its surface the pressure is 0 (pressure_surface.c).
// A body that moves adds the flux through its outline, and the pressure acts on it. Solved by projected successive over-relaxation in four colours, from the pressure of the last step on. The
// method is of the family of Ando, Thürey and Wojtan, "A stream function solver", 2015, and of
// position-based particles with a coarse correction.
//
// Called by matter_push in the first substep. Reads positions, velocities and densities; writes
// accelerations, velocities (part of the particles' motion against their surroundings is damped)
// and pressureNodes.
#include "pressure.h"
#include "grid_table.h"

// Per step: how much of an error of density is removed where it is too high, and where too low, of
// which no more than the third number, as a part of the density at rest.
#define COMPRESSED_RATE 0.3f
#define STRETCHED_RATE 0.6f
#define STRETCHED_LIMIT 0.3f
// Of a particle the square of whose sum of gradients is one by this, too low a density does not count.
#define PER_ONE_SIDED 8.0f
// At this density, as a part of that at rest, particles are bulk; below SPRAY_DENSITY, spray.
#define BULK_DENSITY 0.3f
// How much of a particle's velocity against the mean around it a step takes out.
#define DAMPING 0.24f
// A node whose cell is filled by less has no pressure.
#define EMPTY_CELL 0.0003f
#define RELAXATION 1.85f
// Sweeps of the solver, at most; no more follow one that changes no flow of the pressure by this (m/s).
#define SWEEPS 40
#define SOLVED (1e-4f * METRE)

float pressure_factor(void)
{
    // Of six neighbours at rest: by how much the density changes with the divergence.
    float w = 1.0f - 1.0f / KERNEL_DIAMETER;
    return 6.0f * w / KERNEL_DIAMETER;
}

// -------------------------------------------------------------------------- particles to cells

typedef struct Sums {
    f4 m0, m1, m2, m3, mobility;
} Sums;

static inline void add_sums(Moments *out, const Sums *s)
{
    f4_store(out->m, f4_add(f4_load(out->m), s->m0));
    f4_store(out->m + 4, f4_add(f4_load(out->m + 4), s->m1));
    f4_store(out->m + 8, f4_add(f4_load(out->m + 8), s->m2));
    f4_store(out->m + 12, f4_add(f4_load(out->m + 12), s->m3));
    f4_store(out->mobility, f4_add(f4_load(out->mobility), s->mobility));
}

// The weight of four particles in the grid.
static inline f4 weight_of(f4 density, float rest)
{
    f4 lowest = f4_splat(SPRAY_DENSITY * rest),
       range = f4_splat(1.0f / ((BULK_DENSITY - SPRAY_DENSITY) * rest));
    return f4_clamp(f4_mul(f4_sub(density, lowest), range), f4_zero(), f4_splat(1.0f));
}

// Where four particles lie in their coarse cells, 0 to 1.
static inline void places_in_cells(const MicaWorld *world, int32_t i, f4 perCoarse, f4 *fx, f4 *fy)
{
    f4 x, y;
    lanes_load(world->state.particlePositions.data + i, &x, &y);
    x = f4_mul(x, perCoarse);
    y = f4_mul(y, perCoarse);
    *fx = f4_sub(x, lanes_floor(x));
    *fy = f4_sub(y, lanes_floor(y));
}

// How far four particles have neighbours on all sides, 0 to 1: what lacks them is not stretched.
static inline f4 surrounded_part(const MatterScratch *scratch, int32_t i)
{
    f4 x, y;
    lanes_load(scratch->outwards.data + i, &x, &y);
    f4 square = f4_add(f4_mul(x, x), f4_mul(y, y));
    return f4_max(f4_sub(f4_splat(1.0f), f4_mul(f4_splat(PER_ONE_SIDED), square)), f4_zero());
}

// How much the pressure moves each particle.
static const float *mobilities_of(const MatterScratch *scratch)
{
    return scratch->layered ? scratch->mobilities.data : scratch->weights.data;
}

static void sum_moments(MicaWorld *world, const MatterUnits *u, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    Moments *moments = scratch->moments.data;
    memset(moments, 0, sizeof *moments * (size_t)scratch->coarseCells.count);
    const f4 zero = f4_zero(), rest = f4_splat(u->density),
             lowest = f4_splat(-STRETCHED_LIMIT * u->density),
             compressed = f4_splat(COMPRESSED_RATE / dt), stretched = f4_splat(STRETCHED_RATE / dt);
    const float *mobilities = mobilities_of(scratch);
    Sums sums = {zero, zero, zero, zero, zero};
    int32_t current = 0, count = matter_particles(world);
    for (int32_t i = 0; i < count; i += 4) {
        f4 vx, vy, fx, fy;
        lanes_load(world->state.particleVelocities.data + i, &vx, &vy);
        places_in_cells(world, i, f4_splat(1.0f / u->coarse), &fx, &fy);
        f4 density = f4_load(scratch->densities.data + i), weight = weight_of(density, u->density),
           error =
               f4_mul(f4_load(scratch->liquids.data + i), f4_max(f4_sub(density, rest), lowest));
        error = f4_mul(error, f4_select(f4_lt(zero, error), compressed,
                                        f4_mul(stretched, surrounded_part(scratch, i))));
        f4 q[4] = {weight, f4_mul(weight, vx), f4_mul(weight, vy), f4_mul(weight, error)};
        f4 k0 = f4_mul(weight, f4_load(mobilities + i));
        f4 k[4] = {k0, f4_mul(k0, fx), f4_mul(k0, fy),
                   f4_mul(k0, f4_add(f4_mul(fx, fx), f4_mul(fy, fy)))};
        f4_transpose(&q[0], &q[1], &q[2], &q[3]);
        f4_transpose(&k[0], &k[1], &k[2], &k[3]);
        float px[4], py[4];
        f4_store(px, fx);
        f4_store(py, fy);
        for (int32_t lane = 0; lane < 4 && i + lane < count; ++lane) {
            int32_t cell = scratch->coarseOf.data[i + lane];
            if (cell != current) {
                add_sums(&moments[current], &sums);
                sums = (Sums){zero, zero, zero, zero, zero};
                current = cell;
            }
            f4 byX = f4_mul(f4_splat(px[lane]), q[lane]), y = f4_splat(py[lane]);
            sums.m0 = f4_add(sums.m0, q[lane]);
            sums.m1 = f4_add(sums.m1, byX);
            sums.m2 = f4_mul_add(sums.m2, y, q[lane]);
            sums.m3 = f4_mul_add(sums.m3, y, byX);
            sums.mobility = f4_add(sums.mobility, k[lane]);
        }
    }
    add_sums(&moments[current], &sums);
}

// ------------------------------------------------------------------------------ cells to nodes

// Adds to the entry of two nodes in the matrix.
static void add_entry(MatterScratch *scratch, int32_t a, int32_t b, float entry)
{
    Node *n = &scratch->nodes.data[a];
    int32_t place = node_neighbour(n, b);
    if (place != NONE) {
        n->entries[place] += entry;
    }
}

static void add_pair(MatterScratch *scratch, const CoarseCell *c, int32_t a, int32_t b, float entry)
{
    add_entry(scratch, c->corners[a], c->corners[b], entry);
    add_entry(scratch, c->corners[b], c->corners[a], entry);
}

// What a cell adds to the matrix: sums of grad phi_m · grad phi_n, times the width squared.
static void add_matrix(MatterScratch *scratch, const CoarseCell *c, const float *k)
{
    float one = k[0], x = k[1], y = k[2], squares = k[3];
    scratch->nodes.data[c->corners[0]].diagonal += 2.0f * (one - x - y) + squares;
    scratch->nodes.data[c->corners[1]].diagonal += one - 2.0f * y + squares;
    scratch->nodes.data[c->corners[2]].diagonal += one - 2.0f * x + squares;
    scratch->nodes.data[c->corners[3]].diagonal += squares;
    add_pair(scratch, c, 0, 1, x + 2.0f * y - one - squares);
    add_pair(scratch, c, 2, 3, x - squares);
    add_pair(scratch, c, 0, 2, y + 2.0f * x - one - squares);
    add_pair(scratch, c, 1, 3, y - squares);
    add_pair(scratch, c, 0, 3, squares - x - y);
    add_pair(scratch, c, 1, 2, squares - x - y);
}

static void add_cell(MicaWorld *world, int32_t cell, Vec2 gravity, float perWidth)
{
    MatterScratch *scratch = matter_scratch(world);
    const CoarseCell *c = &scratch->coarseCells.data[cell];
    const float *m = scratch->moments.data[cell].m;
    if (m[0] == 0.0f) {
        return;
    }
    Node *n[4];
    for (int32_t i = 0; i < 4; ++i) {
        n[i] = &scratch->nodes.data[c->corners[i]];
        n[i]->asleep = n[i]->asleep || c->asleep;
    }
    f4 m0 = f4_load(m), m1 = f4_load(m + 4), m2 = f4_load(m + 8), m3 = f4_load(m + 12);
    f4 right = f4_sub(m1, m3), above = f4_sub(m2, m3);
    f4 sums[4] = {f4_sub(f4_sub(m0, m1), above), right, above, m3};
    for (int32_t i = 0; i < 4; ++i) {
        if (n[i]->mass == 0.0f || m[0] > scratch->moments.data[n[i]->cell].m[0]) {
            n[i]->cell = cell;
        }
        f4_store(&n[i]->mass, f4_add(f4_load(&n[i]->mass), sums[i]));
    }
    add_matrix(scratch, c, scratch->moments.data[cell].mobility);
    // Momentum with the gravity of the step: all of it, and the parts by fx and fy.
    float u = m[1] + gravity.x * m[0], uy = m[9] + gravity.x * m[8], v = m[2] + gravity.y * m[0],
          vx = m[6] + gravity.y * m[4];
    n[0]->target += perWidth * (uy - u + vx - v);
    n[1]->target += perWidth * (u - uy - vx);
    n[2]->target += perWidth * (v - vx - uy);
    n[3]->target += perWidth * (uy + vx);
}

// ------------------------------------------------------------------------------------- solving

// Where the particles around a node lie, by the cell with the most of them.
static Vec2 middle_of(const MatterScratch *scratch, const Node *n)
{
    const CoarseCell *c = &scratch->coarseCells.data[n->cell];
    const float *m = scratch->moments.data[n->cell].m;
    return vec((float)c->x + m[4] / m[0], (float)c->y + m[8] / m[0]);
}

// Where the list of records that may be those of a node begins.
static int32_t *pressure_record(MatterScratch *scratch, int32_t x, int32_t y)
{
    return &scratch->recordHeads.data[grid_hash(x, y) & (uint32_t)(scratch->recordHeads.count - 1)];
}

// The last step's pressure: of several records at the place of a node, the one whose particles lay
// nearest to the node's.
static void warm_start(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    const PressureNode *nodes = world->state.pressureNodes.data;
    for (int32_t i = 0; i < scratch->recordHeads.count; ++i) {
        scratch->recordHeads.data[i] = NONE;
    }
    for (int32_t i = 0; i < world->state.pressureNodes.count; ++i) {
        int32_t *first = pressure_record(scratch, nodes[i].x, nodes[i].y);
        scratch->nextRecords.data[i] = *first;
        *first = i;
    }
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        Node *n = &scratch->nodes.data[i];
        float nearest = 3e38f;
        for (int32_t k = *pressure_record(scratch, n->x, n->y); n->mass > 0.0f && k != NONE;
             k = scratch->nextRecords.data[k]) {
            Vec2 d = sub(middle_of(scratch, n), vec(nodes[k].middleX, nodes[k].middleY));
            bool same = nodes[k].x == n->x && nodes[k].y == n->y;
            if (same && dot(d, d) < nearest) {
                nearest = dot(d, d);
                n->pressure = nodes[k].pressure;
            }
        }
    }
}

// Closes the rows of the nodes, and puts those that have pressure in order: by colour, so that no two
// neighbours follow each other in a block.
static void order_nodes(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    float full = u->area / (u->coarse * u->coarse), perWidth = pressure_factor() / u->coarse;
    scratch->perSquare = 1.0f / (perWidth * perWidth);
    scratch->pressures.count = 0;
    for (int32_t colour = 0; colour < 4; ++colour) {
        for (int32_t i = 0; i < scratch->nodes.count; ++i) {
            Node *n = &scratch->nodes.data[i];
            if ((n->x & 1) + 2 * (n->y & 1) != colour) {
                continue;
            }
            n->bodies = scratch->perSquare * pressure_body_diagonal(world, n);
            n->target = (n->target + n->error) * scratch->perSquare;
            bool active = (n->held || n->mass > EMPTY_CELL / full) && n->diagonal > 0.0f;
            n->order = active ? scratch->pressures.count : NONE;
            // Where particles sleep, the pressure is kept until they wake.
            n->pressure = active || n->asleep ? n->pressure : 0.0f;
            if (active) {
                scratch->pressures.data[scratch->pressures.count++] = n->pressure;
            }
        }
        while ((scratch->pressures.count & 3) != 0) {
            scratch->pressures.data[scratch->pressures.count++] = 0.0f;
        }
        scratch->colourEnds[colour] = scratch->pressures.count;
    }
    // What stands for a neighbour without pressure.
    memset(scratch->pressures.data + scratch->pressures.count, 0, 4 * sizeof(float));
    for (int32_t i = 0; i < scratch->pressures.count >> 2; ++i) {
        NodeBlock *block = &scratch->nodeBlocks.data[i];
        memset(block, 0, sizeof *block);
        for (int32_t k = 0; k < 4 * NODE_NEIGHBOURS; ++k) {
            block->neighbour[k >> 2][k & 3] = scratch->pressures.count;
        }
    }
}

// The blocks that the solver reads.
static void fill_blocks(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        Node *n = &scratch->nodes.data[i];
        if (n->order == NONE) {
            continue;
        }
        NodeBlock *block = &scratch->nodeBlocks.data[n->order >> 2];
        int32_t lane = n->order & 3;
        float inside = 1.0f - n->outside, diagonal = inside * n->diagonal + n->hold,
              relaxation = 1.0f + inside * (RELAXATION - 1.0f),
              step = relaxation / (diagonal + inside * n->bodies);
        n->scale = inside * step;
        block->lowest[lane] = n->lowest;
        block->keep[lane] = 1.0f - step * diagonal;
        block->target[lane] = n->scale * n->target;
        block->neighbours = max_i(block->neighbours, n->neighbourCount);
        for (int32_t k = 0; k < n->neighbourCount; ++k) {
            int32_t order = scratch->nodes.data[n->neighbours[k]].order;
            block->neighbour[k][lane] = order != NONE ? order : scratch->pressures.count;
            block->factor[k][lane] = step * (inside * n->entries[k] + n->holds[k]);
        }
    }
}

static inline f4 gather(const float *p, const int32_t *n)
{
    return f4_set(p[n[0]], p[n[1]], p[n[2]], p[n[3]]);
}

// One sweep over all nodes. Returns by how much the pressure of one changed, at most.
static float sweep(MatterScratch *scratch)
{
    float *q = scratch->pressures.data;
    f4 largest = f4_zero();
    for (int32_t i = 0; i < scratch->pressures.count >> 2; ++i) {
        const NodeBlock *b = &scratch->nodeBlocks.data[i];
        f4 before = f4_load(q + 4 * i),
           v = f4_add(f4_mul(f4_load(b->keep), before), f4_load(b->target));
        f4 a = f4_zero(), c = f4_zero();
        for (int32_t k = 0; k < b->neighbours; k += 2) {
            a = f4_mul_add(a, f4_load(b->factor[k]), gather(q, b->neighbour[k]));
            c = f4_mul_add(c, f4_load(b->factor[k + 1]), gather(q, b->neighbour[k + 1]));
        }
        f4 now = f4_max(f4_sub(v, f4_add(a, c)), f4_load(b->lowest));
        largest = f4_max(largest, f4_abs(f4_sub(now, before)));
        f4_store(q + 4 * i, now);
    }
    largest = f4_max(largest, f4_swap_halves(largest));
    return f4_first(f4_max(largest, f4_swap_pairs(largest)));
}

// `enough`: the change of the pressure at which it is solved.
static void solve(MicaWorld *world, float enough)
{
    MatterScratch *scratch = matter_scratch(world);
    float change = 3e38f;
    for (int32_t i = 0; i < SWEEPS && change > enough; ++i) {
        if (scratch->nodeBodies.count > 0) {
            pressure_move_bodies(world);
        }
        change = sweep(scratch);
    }
}

// Keeps the pressure for the next step, but for one that is out of all bounds.
static void keep_pressure(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    WorldState *s = &world->state;
    s->pressureNodes.count = 0;
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        Node *n = &scratch->nodes.data[i];
        n->pressure = n->order != NONE ? scratch->pressures.data[n->order] : n->pressure;
        if (n->pressure != 0.0f && within(n->pressure, MAX_KEPT) && n->mass > 0.0f) {
            Vec2 middle = middle_of(scratch, n);
            s->pressureNodes.data[s->pressureNodes.count++] =
                (PressureNode){n->x, n->y, n->pressure, middle.x, middle.y};
        }
    }
}

// ------------------------------------------------------------------------- nodes to particles

static void find_flows(MicaWorld *world, float factor)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[i];
        const Node *n[4];
        float vx[4], vy[4];
        for (int32_t k = 0; k < 4; ++k) {
            n[k] = &scratch->nodes.data[c->corners[k]];
            float inverse = n[k]->mass > 0.0f ? 1.0f / n[k]->mass : 0.0f;
            vx[k] = inverse * n[k]->vx;
            vy[k] = inverse * n[k]->vy;
        }
        float bottom = n[1]->pressure - n[0]->pressure, top = n[3]->pressure - n[2]->pressure,
              left = n[2]->pressure - n[0]->pressure, right = n[3]->pressure - n[1]->pressure;
        float *f = scratch->flows.data[i].f;
        f4_store(f, f4_set(-factor * bottom, -factor * left, vx[0], vy[0]));
        f4_store(f + 4, f4_set(0.0f, -factor * (right - left), vx[1] - vx[0], vy[1] - vy[0]));
        f4_store(f + 8, f4_set(-factor * (top - bottom), 0.0f, vx[2] - vx[0], vy[2] - vy[0]));
        f4_store(f + 12,
                 f4_set(0.0f, 0.0f, vx[3] - vx[2] - vx[1] + vx[0], vy[3] - vy[2] - vy[1] + vy[0]));
    }
}

static void apply_flows(MicaWorld *world, const MatterUnits *u, Vec2 gravity)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    int32_t count = matter_particles(world);
    const float *mobilities = mobilities_of(scratch);
    const f4 gx = f4_splat(gravity.x), gy = f4_splat(gravity.y), damping = f4_splat(DAMPING);
    for (int32_t i = 0; i < count; i += 4) {
        f4 vx, vy, fx, fy, r[4];
        float px[4], py[4];
        places_in_cells(world, i, f4_splat(1.0f / u->coarse), &fx, &fy);
        f4_store(px, fx);
        f4_store(py, fy);
        for (int32_t lane = 0; lane < 4; ++lane) {
            const float *f = scratch->flows.data[scratch->coarseOf.data[i + lane]].f;
            f4 x = f4_splat(px[lane]), y = f4_splat(py[lane]);
            f4 upper = f4_mul_add(f4_load(f + 8), x, f4_load(f + 12));
            r[lane] = f4_mul_add(f4_mul_add(f4_load(f), x, f4_load(f + 4)), y, upper);
        }
        f4_transpose(&r[0], &r[1], &r[2], &r[3]);
        f4 weight = weight_of(f4_load(scratch->densities.data + i), u->density),
           mobility = f4_mul(weight, f4_load(mobilities + i)), damped = f4_mul(weight, damping),
           moved = f4_lt(f4_zero(), mobility),
           awake = f4_lt(f4_zero(), f4_load(scratch->weights.data + i));
        lanes_load(velocities + i, &vx, &vy);
        vx = f4_select(moved, f4_mul_add(vx, damped, f4_sub(r[2], vx)), vx);
        vy = f4_select(moved, f4_mul_add(vy, damped, f4_sub(r[3], vy)), vy);
        lanes_store(velocities + i, vx, vy);
        lanes_store(scratch->accelerations.data + i,
                    f4_add(f4_and(gx, awake), f4_and(f4_mul(mobility, r[0]), moved)),
                    f4_add(f4_and(gy, awake), f4_and(f4_mul(mobility, r[1]), moved)));
    }
}

void pressure_solve(MicaWorld *world, const MatterUnits *u, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 gravity = scale(context->dt, world->state.gravity);
    float perWidth = pressure_factor() / u->coarse;
    sum_moments(world, u, context->dt);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        add_cell(world, i, gravity, perWidth);
    }
    warm_start(world);
    pressure_find_surface(world, u, gravity);
    pressure_add_bodies(world, u, context);
    order_nodes(world, u);
    fill_blocks(world);
    pressure_order_bodies(world);
    solve(world, SOLVED / perWidth);
    if (scratch->nodeBodies.count > 0) {
        pressure_move_bodies(world);
    }
    keep_pressure(world);
    find_flows(world, perWidth);
    apply_flows(world, u, gravity);
    pressure_balance(world, u, gravity);
}

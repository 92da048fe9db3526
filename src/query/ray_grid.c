// A uniform grid for one batch of rays, after Amanatides and Woo, "A fast voxel traversal
// algorithm", 1987. Where boxes are spread evenly a ray visits a handful of cells; in the two trees
// it would descend about six levels each. A cell's boxes are in blocks of four, tested together,
// and a record in one cache line holds what a ray needs to know of a collider. Two passes: count
// the boxes of each cell, then fill the blocks. The grid is given up where boxes crowd so much that
// the trees are faster. Called by query_batch.c; reads trees and colliders, writes scratch.
#include "ray_grid.h"

#include <string.h>

// A box also enters the cells that it misses by less than this share of a cell, which is more than
// rounding moves a ray.
#define CELL_MARGIN 0.02f
#define EMPTY_RIM 0.05f
// If the mean block shares its cell with more blocks than this, the trees are faster.
#define MAX_MEAN_BLOCKS 6
// Beyond this many times the grid's size, rounding of a ray's coordinates exceeds the margin.
#define MAX_RELATIVE_COORDINATE 16.0f

// The cells that a box enters. A ring of outside cells surrounds the others, whose indices start
// at 1.
typedef struct Cells {
    int32_t x0, y0, x1, y1;
} Cells;

static inline Cells cells_of(const RayGrid *grid, const MicaAABB *box)
{
    const f4 margin =
        f4_set(1.0f - CELL_MARGIN, 1.0f - CELL_MARGIN, 1.0f + CELL_MARGIN, 1.0f + CELL_MARGIN);
    f4 at = f4_mul(f4_sub(f4_load(&box->lower.x), grid->corner), f4_splat(grid->inverseCell));
    int32_t cells[4];
    f4_store_int(cells, f4_clamp(f4_add(at, margin), f4_splat(1.0f), grid->last));
    return (Cells){cells[0], cells[1], cells[2], cells[3]};
}

// Most boxes enter up to two by two cells, and how many is unpredictable: lists four without
// branches, those not entered replaced by cells 0 to 2, which lie in the ring. Cells are fewer than
// 2^16, see ray_grid_make.
static inline void small_box_cells(const RayGrid *grid, const Cells *c, uint16_t *corners)
{
    int32_t wide = c->x1 > c->x0, high = c->y1 > c->y0, both = wide & high, w = grid->width,
            first = c->y0 * w + c->x0;
    corners[0] = (uint16_t)first;
    corners[1] = (uint16_t)((first + 1) & -wide);
    corners[2] = (uint16_t)(((first + w) & -high) | (1 & (high - 1)));
    corners[3] = (uint16_t)(((first + w + 1) & -both) | (2 & (both - 1)));
}
static inline bool has_four_cells(const Cells *c) { return c->x1 - c->x0 < 2 && c->y1 - c->y0 < 2; }
static inline int32_t is_inside(int32_t cell) { return cell > 2; }

// A moving collider's box in the tree is larger than needed here; its tight box gets this margin,
// which is far above rounding.
#define TIGHT_MARGIN 1e-3f

static MicaAABB item_box(const Collider *c, const RayItem *item)
{
    if ((c->flags & COLLIDER_MOVING_TREE) == 0 || collider_is_compound(c)) {
        return c->box;
    }
    MicaAABB box = geometry_aabb(&item->g, item->t);
    f4 tight = f4_load(&box.lower.x), far = f4_max_lane(f4_abs(tight)),
       margin = f4_mul(f4_splat(TIGHT_MARGIN),
                       f4_add(f4_splat(1.0f), f4_mul(f4_splat(TIGHT_MARGIN), far)));
    f4_store(&box.lower.x, f4_add(tight, f4_mul(margin, f4_set(-1.0f, -1.0f, 1.0f, 1.0f))));
    // A transform written through a view may lie anywhere, or be NaN.
    return aabb_contains(&c->box, &box) ? box : c->box;
}

// Lists the colliders that the caster accepts with their boxes, in ascending order of slots, and
// counts the boxes of each cell. False if there are more than maxEntries in all, or without memory.
static bool count_boxes(const RayGrid *grid, const Caster *caster, int32_t maxEntries)
{
    MicaWorld *world = caster->world;
    QueryScratch *scratch = grid->scratch;
    int32_t count = world->state.colliders.count, items = 0, total = 0,
            *cells = scratch->rayCells.data;
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &scratch->rayItems, count) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &scratch->rayBoxes, count)) {
        return false;
    }
    for (int32_t slot = 0; slot < count; ++slot) {
        const Collider *c = &world->state.colliders.data[slot];
        uint32_t skip = (c->flags & COLLIDER_MOVING_TREE) != 0 ? MICA_QUERY_SKIP_MOVING
                                                               : MICA_QUERY_SKIP_STATIC;
        if ((c->flags & COLLIDER_IN_TREE) == 0 || (caster->flags & skip) != 0 ||
            (collider_layers(world, c) & caster->layers) == 0 || !caster_accepts(caster, slot)) {
            continue;
        }
        RayItem *item = &scratch->rayItems.data[items];
        item->t = world->state.transforms.data[c->body];
        // Of chains and maps the type alone: their parts are walked.
        item->g =
            collider_is_compound(c) ? (Geometry){.type = c->type} : collider_geometry(world, c);
        item->slot = slot;
        item->collider = collider_handle(world, slot);
        item->body = body_handle(world, c->body);
        item->flags =
            c->flags | (internal_edges_possible_for_cast(world, c) ? COLLIDER_TOUCHES_STATIC : 0u);
        RayBox *entry = &scratch->rayBoxes.data[items++];
        entry->box = item_box(c, item);
        Cells own = cells_of(grid, &entry->box);
        total += (own.x1 - own.x0 + 1) * (own.y1 - own.y0 + 1);
        if (total > maxEntries) {
            return false;
        }
        if (has_four_cells(&own)) {
            small_box_cells(grid, &own, entry->cells);
            for (int32_t k = 0; k < 4; ++k) {
                cells[entry->cells[k]] += is_inside(entry->cells[k]);
            }
            continue;
        }
        entry->cells[0] = 0;
        for (int32_t y = own.y0; y <= own.y1; ++y) {
            for (int32_t x = own.x0; x <= own.x1; ++x) {
                cells[y * grid->width + x] += 1;
            }
        }
    }
    cells[0] = cells[1] = cells[2] = 0;  // the ring holds nothing
    scratch->rayItems.count = scratch->rayBoxes.count = items;
    return true;
}

// Makes all four boxes of a block empty: no ray hits them.
static inline void block_clear(RayBlock *block)
{
    const f4 nowhere = f4_splat(3e38f);
    f4_store(block->lx, nowhere);
    f4_store(block->ly, nowhere);
    f4_store(block->ux, nowhere);
    f4_store(block->uy, nowhere);
}

// Turns each cell's count of boxes into the place of its first, counted in lanes of blocks, and
// clears all blocks. False if boxes crowd.
static bool lay_out_blocks(Memory *memory, QueryScratch *scratch)
{
    int32_t *cells = scratch->rayCells.data, blocks = 1;
    int64_t squares = 0;
    for (int32_t i = 0; i < scratch->rayCells.count; ++i) {
        int32_t own = (cells[i] + 3) >> 2;
        cells[i] = 4 * blocks;
        blocks += own;
        squares += own * own;
        if (own > MAX_RAY_CELL_BLOCKS) {
            return false;
        }
    }
    if (squares > MAX_MEAN_BLOCKS * (int64_t)blocks ||
        !ARRAY_RESERVE_RARELY(memory, &scratch->rayBlocks, blocks)) {
        return false;
    }
    scratch->rayBlocks.count = blocks;
    for (int32_t i = 0; i < blocks; ++i) {
        block_clear(&scratch->rayBlocks.data[i]);
    }
    return true;
}

static inline void block_set(RayBlock *blocks, int32_t place, const MicaAABB *box, int32_t item)
{
    RayBlock *block = &blocks[place >> 2];
    int32_t lane = place & 3;
    block->lx[lane] = box->lower.x;
    block->ly[lane] = box->lower.y;
    block->ux[lane] = box->upper.x;
    block->uy[lane] = box->upper.y;
    block->items[lane] = item;
}

// Writes the boxes into the blocks. Each cell's place moves on to behind its last box; boxes of the
// ring's cells go into block 0, which is cleared in the end.
static void fill_blocks(const RayGrid *grid, QueryScratch *scratch)
{
    RayBlock *blocks = scratch->rayBlocks.data;
    int32_t *cells = scratch->rayCells.data;
    cells[0] = cells[1] = cells[2] = 0;
    for (int32_t i = 0; i < scratch->rayBoxes.count; ++i) {
        const RayBox *entry = &scratch->rayBoxes.data[i];
        if (entry->cells[0] != 0) {
            for (int32_t k = 0; k < 4; ++k) {
                int32_t cell = entry->cells[k], place = cells[cell];
                block_set(blocks, place, &entry->box, i);
                cells[cell] = place + is_inside(cell);
            }
            continue;
        }
        Cells c = cells_of(grid, &entry->box);
        for (int32_t y = c.y0; y <= c.y1; ++y) {
            for (int32_t x = c.x0; x <= c.x1; ++x) {
                block_set(blocks, cells[y * grid->width + x]++, &entry->box, i);
            }
        }
    }
    block_clear(&blocks[0]);
}

// Turns each cell's place into a ray_cell, and marks the ring.
static void pack_cells(const RayGrid *grid, QueryScratch *scratch)
{
    int32_t *cells = scratch->rayCells.data, next = 1;
    for (int32_t i = 3; i < scratch->rayCells.count; ++i) {
        int32_t first = next;
        next = (cells[i] + 3) >> 2;
        cells[i] = next > first ? ray_cell(first, next - first) : 0;
    }
    int32_t w = grid->width, h = grid->height;
    for (int32_t x = 0; x < w; ++x) {
        cells[x] = cells[(h - 1) * w + x] = RAY_CELL_OUTSIDE;
    }
    for (int32_t y = 0; y < h; ++y) {
        cells[y * w] = cells[y * w + w - 1] = RAY_CELL_OUTSIDE;
    }
}

// Sets cell size and dimensions for so many boxes within `box`. False if the coordinates have no
// digits left for the margins.
static bool set_dimensions(RayGrid *grid, MicaAABB box, int32_t items)
{
    Vec2 size = sub(box.upper, box.lower);
    // At most 254 by 254 cells.
    float longest = max_f(size.x, size.y),
          cell =
              max_f(sqrtf(size.x * size.y / (GRID_CELLS_PER_BOX * (float)items)), longest / 250.0f);
    float away = max_f(max_f(abs_f(box.lower.x), abs_f(box.upper.x)),
                       max_f(abs_f(box.lower.y), abs_f(box.upper.y)));
    if (!(cell > 1e-4f * away)) {
        return false;
    }
    // A rim without boxes: where rounding lets a ray leave early, there is nothing to hit.
    grid->lower = sub(box.lower, vec(EMPTY_RIM * cell, EMPTY_RIM * cell));
    grid->cell = cell;
    grid->inverseCell = 1.0f / cell;
    grid->width = (int32_t)(size.x * grid->inverseCell + 2.0f * EMPTY_RIM) + 3;
    grid->height = (int32_t)(size.y * grid->inverseCell + 2.0f * EMPTY_RIM) + 3;
    grid->reach = MAX_RELATIVE_COORDINATE * longest;
    float lastX = (float)(grid->width - 2), lastY = (float)(grid->height - 2);
    grid->corner = f4_set(grid->lower.x, grid->lower.y, grid->lower.x, grid->lower.y);
    grid->last = f4_set(lastX, lastY, lastX, lastY);
    return true;
}

bool ray_grid_make(RayGrid *grid, const Caster *caster, int32_t rays)
{
    MicaWorld *world = caster->world;
    QueryScratch *scratch = query_scratch(world);
    const Tree *trees[2] = {&world->state.staticTree, &world->state.movingTree};
    const uint32_t skips[2] = {MICA_QUERY_SKIP_STATIC, MICA_QUERY_SKIP_MOVING};
    int32_t items = 0;
    MicaAABB box = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
    for (int32_t k = 0; k < 2; ++k) {
        if ((caster->flags & skips[k]) == 0 && trees[k]->live > 0) {
            const Tree *tree = trees[k];
            MicaAABB own = tree_bounds(tree);
            box.lower = vec(min_f(box.lower.x, own.lower.x), min_f(box.lower.y, own.lower.y));
            box.upper = vec(max_f(box.upper.x, own.upper.x), max_f(box.upper.y, own.upper.y));
            items += tree->live;
        }
    }
    // Building costs about as much for every few boxes as one ray through the trees.
    if (items < 16 || rays < 64 || rays < items / 8 || !set_dimensions(grid, box, items)) {
        return false;
    }
    grid->scratch = scratch;
    grid->complete = caster->excluded == NULL &&
                     (caster->flags & (MICA_QUERY_SKIP_STATIC | MICA_QUERY_SKIP_MOVING)) == 0;
    int32_t cells = grid->width * grid->height;
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &scratch->rayCells, cells)) {
        return false;
    }
    scratch->rayCells.count = cells;
    memset(scratch->rayCells.data, 0, sizeof(int32_t) * (size_t)cells);
    if (!count_boxes(grid, caster, 8 * items + cells) ||
        !lay_out_blocks(&world->host.memory, scratch)) {
        return false;
    }
    fill_blocks(grid, scratch);
    pack_cells(grid, scratch);
    return true;
}

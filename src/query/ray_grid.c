// A uniform grid for one batch of rays, after Amanatides and Woo, "A fast voxel traversal
// algorithm". Where boxes lie about evenly a ray looks into a handful of cells, where a tree has it
// walk down two times six levels first. The boxes of a cell hang on it in blocks of four, tested
// together, and a record in one cache line has all that a ray asks of a collider. Made of what is
// in the trees at the start of a large batch, in scratch memory of the world; given up where boxes
// crowd so that a tree is better. Called by query_batch.c.
#include "ray_grid.h"

#include <string.h>

// Boxes are entered in cells that they miss by less than this share of one: more than rounding can
// take a ray astray.
#define MARGIN 0.02f
#define RIM 0.05f
// Where a box finds more blocks than this in its cell, on average, the trees are quicker.
#define CROWDED 6
// A ray is taken astray by rounding of coordinates this many times the grid's own size.
#define FAR_OFF 16.0f

// The cells that a box touches, or comes near. Around all lies an empty ring: indices start at 1.
typedef struct Cells {
    int32_t x0, y0, x1, y1;
} Cells;

static inline Cells cells_of(const RayGrid *grid, const MicaAABB *box)
{
    const f4 margin = f4_set(1.0f - MARGIN, 1.0f - MARGIN, 1.0f + MARGIN, 1.0f + MARGIN);
    f4 at = f4_mul(f4_sub(f4_load(&box->lower.x), grid->corner), f4_splat(grid->inverseCell));
    int32_t cells[4];
    f4_store_int(cells, f4_clamp(f4_add(at, margin), f4_splat(1.0f), grid->last));
    return (Cells){cells[0], cells[1], cells[2], cells[3]};
}

// Most boxes touch up to two by two cells, and how many cannot be predicted: four cells without
// branches, those that are not touched replaced by three of the ring. There are less than 2^16, see
// ray_grid_make.
static inline void find_corners(const RayGrid *grid, const Cells *c, uint16_t *corners)
{
    int32_t wide = c->x1 > c->x0, high = c->y1 > c->y0, both = wide & high, w = grid->width,
            first = c->y0 * w + c->x0;
    corners[0] = (uint16_t)first;
    corners[1] = (uint16_t)((first + 1) & -wide);
    corners[2] = (uint16_t)(((first + w) & -high) | (1 & (high - 1)));
    corners[3] = (uint16_t)(((first + w + 1) & -both) | (2 & (both - 1)));
}
static inline bool is_small(const Cells *c) { return c->x1 - c->x0 < 2 && c->y1 - c->y0 < 2; }
static inline int32_t is_inside(int32_t cell) { return cell > 2; }

// Of what moves the tree knows larger boxes than need be here; rounding stays far below this margin
// of them.
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
    // What was written into a view may lie anywhere, or nowhere.
    return aabb_contains(&c->box, &box) ? box : c->box;
}

// Lists the colliders that are wanted with their boxes, in the order of their slots, and counts how
// many boxes each cell has. False if there are too many in all, or memory ran out.
static bool gather(const RayGrid *grid, const Caster *caster, int32_t most)
{
    MicaWorld *world = caster->world;
    int32_t count = world->state.colliders.count, items = 0, total = 0,
            *cells = world->scratch.rayCells.data;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.rayItems, count) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.rayBoxes, count)) {
        return false;
    }
    for (int32_t slot = 0; slot < count; ++slot) {
        const Collider *c = &world->state.colliders.data[slot];
        uint32_t skip = (c->flags & COLLIDER_MOVING_TREE) != 0 ? MICA_QUERY_SKIP_MOVING
                                                               : MICA_QUERY_SKIP_STATIC;
        if ((c->flags & COLLIDER_IN_TREE) == 0 || (caster->flags & skip) != 0 ||
            (layer_bit(c) & caster->layers) == 0 || !caster_wants(caster, slot)) {
            continue;
        }
        RayItem *item = &world->scratch.rayItems.data[items];
        item->t = world->state.transforms.data[c->body];
        item->g = collider_geometry(world, c);
        item->slot = slot;
        item->collider = collider_handle(world, slot);
        item->body = body_handle(world, c->body);
        item->flags =
            c->flags | (internal_edges_possible_for_cast(world, c) ? COLLIDER_TOUCHES_STATIC : 0u);
        RayBox *entry = &world->scratch.rayBoxes.data[items++];
        entry->box = item_box(c, item);
        Cells own = cells_of(grid, &entry->box);
        total += (own.x1 - own.x0 + 1) * (own.y1 - own.y0 + 1);
        if (total > most) {
            return false;
        }
        if (is_small(&own)) {
            find_corners(grid, &own, entry->cells);
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
    world->scratch.rayItems.count = world->scratch.rayBoxes.count = items;
    return true;
}

// Four boxes that no ray meets.
static inline void clear(RayBlock *block)
{
    const f4 nowhere = f4_splat(3e38f);
    f4_store(block->lx, nowhere);
    f4_store(block->ly, nowhere);
    f4_store(block->ux, nowhere);
    f4_store(block->uy, nowhere);
}

// Gives each cell room for its boxes: from a count of them to the place of the first. All blocks
// are empty. False where they crowd.
static bool lay_out(MicaWorld *world)
{
    int32_t *cells = world->scratch.rayCells.data, blocks = 1;
    int64_t squares = 0;
    for (int32_t i = 0; i < world->scratch.rayCells.count; ++i) {
        int32_t own = (cells[i] + 3) >> 2;
        cells[i] = 4 * blocks;
        blocks += own;
        squares += own * own;
        if (own > 1 << CHAIN_BITS) {
            return false;
        }
    }
    if (squares > CROWDED * (int64_t)blocks ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.rayBlocks, blocks)) {
        return false;
    }
    world->scratch.rayBlocks.count = blocks;
    for (int32_t i = 0; i < blocks; ++i) {
        clear(&world->scratch.rayBlocks.data[i]);
    }
    return true;
}

static inline void put(RayBlock *blocks, int32_t place, const MicaAABB *box, int32_t item)
{
    RayBlock *block = &blocks[place >> 2];
    int32_t lane = place & 3;
    block->lx[lane] = box->lower.x;
    block->ly[lane] = box->lower.y;
    block->ux[lane] = box->upper.x;
    block->uy[lane] = box->upper.y;
    block->items[lane] = item;
}

// Puts the boxes in: each cell goes on to the place behind its last. What is no cell's goes into
// the empty block.
static void fill(const RayGrid *grid, MicaWorld *world)
{
    RayBlock *blocks = world->scratch.rayBlocks.data;
    int32_t *cells = world->scratch.rayCells.data;
    cells[0] = cells[1] = cells[2] = 0;  // and these go on in the empty block
    for (int32_t i = 0; i < world->scratch.rayBoxes.count; ++i) {
        const RayBox *entry = &world->scratch.rayBoxes.data[i];
        if (entry->cells[0] != 0) {
            for (int32_t k = 0; k < 4; ++k) {
                int32_t cell = entry->cells[k], place = cells[cell];
                put(blocks, place, &entry->box, i);
                cells[cell] = place + is_inside(cell);
            }
            continue;
        }
        Cells c = cells_of(grid, &entry->box);
        for (int32_t y = c.y0; y <= c.y1; ++y) {
            for (int32_t x = c.x0; x <= c.x1; ++x) {
                put(blocks, cells[y * grid->width + x]++, &entry->box, i);
            }
        }
    }
    clear(&blocks[0]);
}

// Then each holds first block << CHAIN_BITS | further blocks, or 0, an empty block; the ring says
// that it is one.
static void finish(const RayGrid *grid, MicaWorld *world)
{
    int32_t *cells = world->scratch.rayCells.data, next = 1;
    for (int32_t i = 3; i < world->scratch.rayCells.count; ++i) {
        int32_t first = next;
        next = (cells[i] + 3) >> 2;
        cells[i] = next > first ? first << CHAIN_BITS | (next - first - 1) : 0;
    }
    int32_t w = grid->width, h = grid->height;
    for (int32_t x = 0; x < w; ++x) {
        cells[x] = cells[(h - 1) * w + x] = RING;
    }
    for (int32_t y = 0; y < h; ++y) {
        cells[y * w] = cells[y * w + w - 1] = RING;
    }
}

bool ray_grid_make(RayGrid *grid, const Caster *caster, int32_t rays)
{
    MicaWorld *world = caster->world;
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
    // Making it costs about what a ray through the trees does, for every few boxes.
    if (items < 16 || rays < 64 || rays < items / 8) {
        return false;
    }
    Vec2 size = sub(box.upper, box.lower);
    // No more than 254 by 254.
    float longest = max_f(size.x, size.y),
          cell =
              max_f(sqrtf(size.x * size.y / (GRID_CELLS_PER_BOX * (float)items)), longest / 250.0f);
    // Far from the origin the boxes themselves have no digits for the margin.
    float away = max_f(max_f(abs_f(box.lower.x), abs_f(box.upper.x)),
                       max_f(abs_f(box.lower.y), abs_f(box.upper.y)));
    if (!(cell > 1e-4f * away)) {
        return false;
    }
    // A rim without boxes, so that a ray leaves by rounding only where there is nothing.
    grid->lower = sub(box.lower, vec(RIM * cell, RIM * cell));
    grid->cell = cell;
    grid->inverseCell = 1.0f / cell;
    grid->width = (int32_t)(size.x * grid->inverseCell + 2.0f * RIM) + 3;
    grid->height = (int32_t)(size.y * grid->inverseCell + 2.0f * RIM) + 3;
    grid->reach = FAR_OFF * longest;
    float lastX = (float)(grid->width - 2), lastY = (float)(grid->height - 2);
    grid->corner = f4_set(grid->lower.x, grid->lower.y, grid->lower.x, grid->lower.y);
    grid->last = f4_set(lastX, lastY, lastX, lastY);
    grid->allGround = caster->ignoring == NULL &&
                      (caster->flags & (MICA_QUERY_SKIP_STATIC | MICA_QUERY_SKIP_MOVING)) == 0;
    int32_t cells = grid->width * grid->height;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.rayCells, cells)) {
        return false;
    }
    world->scratch.rayCells.count = cells;
    memset(world->scratch.rayCells.data, 0, sizeof(int32_t) * (size_t)cells);
    if (!gather(grid, caster, 8 * items + cells) || !lay_out(world)) {
        return false;
    }
    fill(grid, world);
    finish(grid, world);
    return true;
}

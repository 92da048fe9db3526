// A uniform grid for one batch of rays, after Amanatides and Woo, "A fast voxel traversal algorithm". Where boxes lie
// about evenly a ray looks into a handful of cells, where a tree has it walk down two times six levels first. The
// boxes of a cell hang on it in blocks of four, tested together, and a record in one cache line has all that a ray asks of
// a collider. Made of what is in the trees at the start of a large batch, in scratch memory of the world; given up where
// boxes crowd so that a tree is better. Called by query_batch.c.
#include "query.h"

#include <string.h>

#define CHAIN_BITS 5  // at most 32 blocks a cell
#define CHAIN ((1 << CHAIN_BITS) - 1)
#define RING (-1)  // what the cells around the others hold
// Boxes are entered in cells that they miss by less than this share of one: more than rounding can take a ray astray.
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
    f4_store_whole(cells, f4_clamp(f4_add(at, margin), f4_splat(1.0f), grid->last));
    return (Cells){cells[0], cells[1], cells[2], cells[3]};
}

// Most boxes touch up to two by two cells, and how many cannot be predicted: four cells without branches, those that
// are not touched replaced by three of the ring. There are less than 2^16, see ray_grid_make.
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

// Of what moves the tree knows larger boxes than need be here; rounding stays far below this margin of them.
#define TIGHT_MARGIN 1e-3f

static MicaAABB item_box(const Collider *c, const RayItem *item)
{
    if ((c->flags & COLLIDER_MOVING_TREE) == 0 || is_compound(c)) {
        return c->box;
    }
    MicaAABB box = geometry_aabb(&item->g, item->t);
    float far = max_f(max_f(abs_f(box.lower.x), abs_f(box.upper.x)),
                      max_f(abs_f(box.lower.y), abs_f(box.upper.y))),
          margin = TIGHT_MARGIN * (1.0f + TIGHT_MARGIN * far);
    Vec2 by = {margin, margin};
    box = (MicaAABB){sub(box.lower, by), add(box.upper, by)};
    // What was written into a view may lie anywhere, or nowhere.
    return box_contains(&c->box, &box) ? box : c->box;
}

// Lists the colliders that are wanted with their boxes, in the order of their slots, and counts how many boxes each cell
// has. False if there are too many in all, or memory ran out.
static bool gather(const RayGrid *grid, const Caster *caster, int32_t most)
{
    MicaWorld *world = caster->world;
    int32_t count = world->colliders.count, items = 0, total = 0, *cells = world->rayCells.data;
    if (!ARRAY_RESERVE(&world->memory, &world->rayItems, count) ||
        !ARRAY_RESERVE(&world->memory, &world->rayBoxes, count)) {
        return false;
    }
    for (int32_t slot = 0; slot < count; ++slot) {
        const Collider *c = &world->colliders.data[slot];
        uint32_t skip = (c->flags & COLLIDER_MOVING_TREE) != 0 ? MICA_QUERY_SKIP_MOVING
                                                               : MICA_QUERY_SKIP_STATIC;
        if ((c->flags & COLLIDER_IN_TREE) == 0 || (caster->flags & skip) != 0 ||
            (layer_bit(c) & caster->layers) == 0 || !caster_wants(caster, slot)) {
            continue;
        }
        RayItem *item = &world->rayItems.data[items];
        item->t = world->transforms[c->body];
        item->g = collider_geometry(world, c);
        item->slot = slot;
        item->collider = collider_handle(world, slot);
        item->body = body_handle(world, c->body);
        item->flags = c->flags | (seams_may_touch(world, c) ? COLLIDER_TOUCHES : 0u);
        RayBox *entry = &world->rayBoxes.data[items++];
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
    world->rayItems.count = world->rayBoxes.count = items;
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

// Gives each cell room for its boxes: from a count of them to the place of the first. All blocks are empty. False where
// they crowd.
static bool lay_out(MicaWorld *world)
{
    int32_t *cells = world->rayCells.data, blocks = 1;
    int64_t squares = 0;
    for (int32_t i = 0; i < world->rayCells.count; ++i) {
        int32_t own = (cells[i] + 3) >> 2;
        cells[i] = 4 * blocks;
        blocks += own;
        squares += own * own;
        if (own > 1 << CHAIN_BITS) {
            return false;
        }
    }
    if (squares > CROWDED * (int64_t)blocks ||
        !ARRAY_RESERVE(&world->memory, &world->rayBlocks, blocks)) {
        return false;
    }
    world->rayBlocks.count = blocks;
    for (int32_t i = 0; i < blocks; ++i) {
        clear(&world->rayBlocks.data[i]);
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

// Puts the boxes in: each cell goes on to the place behind its last. What is no cell's goes into the empty block.
static void fill(const RayGrid *grid, MicaWorld *world)
{
    RayBlock *blocks = world->rayBlocks.data;
    int32_t *cells = world->rayCells.data;
    cells[0] = cells[1] = cells[2] = 0;  // and these go on in the empty block
    for (int32_t i = 0; i < world->rayBoxes.count; ++i) {
        const RayBox *entry = &world->rayBoxes.data[i];
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

// Then each holds first block << CHAIN_BITS | further blocks, or 0, an empty block; the ring says that it is one.
static void finish(const RayGrid *grid, MicaWorld *world)
{
    int32_t *cells = world->rayCells.data, next = 1;
    for (int32_t i = 3; i < world->rayCells.count; ++i) {
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
    const Tree *trees[2] = {&world->staticTree, &world->movingTree};
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
          cell = max_f(sqrtf(size.x * size.y / (GRID_CELLS * (float)items)), longest / 250.0f);
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
    if (!ARRAY_RESERVE(&world->memory, &world->rayCells, cells)) {
        return false;
    }
    world->rayCells.count = cells;
    memset(world->rayCells.data, 0, sizeof(int32_t) * (size_t)cells);
    if (!gather(grid, caster, 8 * items + cells) || !lay_out(world)) {
        return false;
    }
    fill(grid, world);
    finish(grid, world);
    return true;
}

// Where a ray from outside comes in; false if it passes by.
static bool come_in(const RayGrid *grid, Vec2 o, Vec2 d, float *enters)
{
    const float at[2] = {o.x, o.y}, way[2] = {d.x, d.y},
                most[2] = {(float)(grid->width - 1), (float)(grid->height - 1)};
    float leaves = 1.0f;
    for (int32_t axis = 0; axis < 2; ++axis) {
        if (way[axis] != 0.0f) {
            float a = (1.0f - at[axis]) / way[axis], b = (most[axis] - at[axis]) / way[axis];
            *enters = max_f(*enters, min_f(a, b));
            leaves = min_f(leaves, max_f(a, b));
        } else if (!(at[axis] >= 1.0f && at[axis] <= most[axis])) {
            return false;
        }
    }
    return *enters <= leaves;
}

// Fractions of the ray as integers, which add up without rounding. Two rays' lengths are as good as never.
#define TICKS (1 << 28)

static f4 ticks4(f4 fractions)
{
    return f4_mul(f4_clamp(fractions, f4_zero(), f4_splat(2.0f)), f4_splat((float)TICKS));
}

// Of one, without the branches of a conversion alone.
static inline int32_t ticks(f4 fraction)
{
    int32_t all[4];
    f4_store_whole(all, f4_mul(fraction, f4_splat((float)TICKS)));
    return all[0];
}

// Whether a point lies in one of a chain's boxes, or nearly.
static bool starts_in_box(const RayBlock *block, int32_t more, Vec2 p)
{
    const f4 slop = f4_splat(LINEAR_SLOP), x = f4_splat(p.x), y = f4_splat(p.y);
    bool in = false;
    for (; more >= 0; --more, ++block) {
        f4 inX = f4_and(f4_le(f4_sub(f4_load(block->lx), slop), x),
                        f4_le(x, f4_add(f4_load(block->ux), slop))),
           inY = f4_and(f4_le(f4_sub(f4_load(block->ly), slop), y),
                        f4_le(y, f4_add(f4_load(block->uy), slop)));
        in = in || f4_mask(f4_and(inX, inY)) != 0;
    }
    return in;
}

// Asks a collider, as found_offer does, by its record. True if it is the nearest so far. `start` is the chain of the cell
// that the ray starts in: what passes is hidden in ground that the ray starts inside.
static bool ask(const RayGrid *grid, const Caster *caster, const RayItem *item, int32_t start,
                Found *found)
{
    const uint32_t mayPass = COLLIDER_ONE_WAY | COLLIDER_TOUCHES;
    if (item->g.type > MICA_SHAPE_POLYGON) {
        return found_offer(found, caster, item->slot);
    }
    CastResult r;
    CastState state = ray_meets(caster, &item->t, &item->g, &r);
    if (state == CAST_MISS || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) == 0) ||
        !found_is_nearer(found, item->slot, &r) ||
        ((item->flags & mayPass) != 0 &&
         ((item->flags & COLLIDER_ONE_WAY) != 0 || !grid->allGround ||
          starts_in_box(&caster->world->rayBlocks.data[start >> CHAIN_BITS], start & CHAIN,
                        caster->origin)) &&
         caster_passes(caster, item->slot, 0, state, &r))) {
        return false;
    }
    *found = (Found){item->slot, state, r};
    return true;
}

static bool miss(const Caster *caster, MicaHit *out)
{
    *out = (MicaHit){.fraction = 1.0f, .point = add(caster->origin, caster->motion)};
    return false;
}

bool ray_grid_closest(const RayGrid *grid, const Caster *caster, MicaHit *out)
{
    const int32_t *cells = caster->world->rayCells.data;
    const RayBlock *blocks = caster->world->rayBlocks.data;
    const RayItem *items = caster->world->rayItems.data;
    Found found;
    found.slot = NONE;

    // In cells, counted from the ring around: x and y, twice.
    const f4 one = f4_splat(1.0f);
    const f4 ray = f4_set(caster->origin.x, caster->origin.y, caster->motion.x, caster->motion.y),
             origin = f4_low_twice(ray);
    f4 o = f4_add(f4_mul(f4_sub(origin, grid->corner), f4_splat(grid->inverseCell)), one), from = o;
    if (!f4_all(f4_and(f4_le(one, o), f4_le(o, grid->last)))) {
        float enters = 0.0f, at[4];
        f4_store(at, o);
        Vec2 d = scale(grid->inverseCell, caster->motion);
        if (!come_in(grid, vec(at[0], at[1]), d, &enters)) {
            return miss(caster, out);
        }
        from = f4_clamp(f4_add(o, f4_mul(f4_splat(enters), f4_set(d.x, d.y, d.x, d.y))), one,
                        grid->last);
    }
    TreeAim aim = tree_aim(origin, f4_high_twice(ray), f4_splat(RAY_MARGIN));
    f4 inverse = f4_mul(aim.inverse, f4_splat(grid->cell));
    // Where the ray crosses into the next column and the next row, and how far these are apart.
    f4 border = f4_add(f4_whole(from), f4_select(f4_lt(aim.sign, f4_zero()), f4_zero(), one)),
       gap = f4_lt(one, f4_set(0.0f, 0.0f, 2.0f, 2.0f)),
       crossings = f4_mul(f4_select(gap, aim.sign, f4_sub(border, o)), inverse);
    int32_t next[4], first[4];
    f4_store_whole(next, ticks4(crossings));
    f4_store_whole(first, from);
    int32_t nextX = next[0], nextY = next[1], gapX = next[2], gapY = next[3];
    // Which side of a box is near tells which way it goes: 0 or 32 bytes.
    int32_t cell = first[1] * grid->width + first[0], stepX = 1 - (aim.sideNearX >> 4),
            stepY = (1 - ((aim.sideNearY - 16) >> 4)) * grid->width;
    int32_t end = TICKS, asked = NONE, best = NONE;
    f4 limit = aim_limit(1.0f);
    const int32_t start = cells[cell];
    for (int32_t chain; (chain = cells[cell]) != RING;) {
        const RayBlock *block = &blocks[chain >> CHAIN_BITS];
        for (int32_t more = chain & CHAIN; more >= 0; --more, ++block) {
            f4 at;
            uint32_t met = (uint32_t)f4_mask(boxes_met(&aim, block, limit, &at));
            while (met != 0) {
                int32_t item = block->items[__builtin_ctz(met)];
                met &= met - 1;
                if (item != asked && ask(grid, caster, &items[item], start, &found)) {
                    best = item;
                    limit = aim_limit(found_limit(&found));
                    end = ticks(limit) + 1;
                    met &= (uint32_t)f4_mask(f4_le(at, limit));
                }
                asked = item;
            }
        }
        // Which comes first cannot be predicted: no branches.
        int32_t column = (nextX - nextY) >> 31, crossing = nextY + ((nextX - nextY) & column);
        cell += stepY + ((stepX - stepY) & column);
        nextX += gapX & column;
        nextY += gapY & ~column;
        if (crossing > end) {
            break;
        }
    }
    if (best == NONE) {
        return miss(caster, out);
    }
    *out = (MicaHit){.collider = items[best].collider,
                     .body = items[best].body,
                     .fraction = min_f(found.result.fraction, 1.0f),
                     .startsInside = found.state == CAST_INSIDE,
                     .point = found.result.point,
                     .normal = found.result.normal};
    return true;
}

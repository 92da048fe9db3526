// A uniform grid for one batch of rays, after Amanatides and Woo, "A fast voxel traversal algorithm". Where boxes lie
// about evenly a ray looks into a handful of cells, where a tree has it walk down two times six levels first. The
// boxes of a cell hang on it in blocks of four, tested together, and a record in one cache line has all that a ray asks of
// a collider. Made of what is in the trees at the start of a large batch, in scratch memory of the world; given up where
// boxes crowd so that a tree is better. Called by query_batch.c.
#include "query.h"

#include <string.h>

#define CHAIN_BITS 5  // at most 32 blocks a cell
#define RING (-1)     // what the cells around the others hold
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

static Cells cells_of(const RayGrid *grid, const MicaAABB *box)
{
    float s = grid->inverseCell;
    return (Cells){
        max_i((int32_t)((box->lower.x - grid->lower.x) * s + (1.0f - MARGIN)), 1),
        max_i((int32_t)((box->lower.y - grid->lower.y) * s + (1.0f - MARGIN)), 1),
        min_i((int32_t)((box->upper.x - grid->lower.x) * s + (1.0f + MARGIN)), grid->width - 2),
        min_i((int32_t)((box->upper.y - grid->lower.y) * s + (1.0f + MARGIN)), grid->height - 2)};
}

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
        MicaAABB *box = &world->rayBoxes.data[items++];
        *box = item_box(c, item);
        Cells own = cells_of(grid, box);
        total += (own.x1 - own.x0 + 1) * (own.y1 - own.y0 + 1);
        if (total > most) {
            return false;
        }
        for (int32_t y = own.y0; y <= own.y1; ++y) {
            for (int32_t x = own.x0; x <= own.x1; ++x) {
                cells[y * grid->width + x] += 1;
            }
        }
    }
    world->rayItems.count = world->rayBoxes.count = items;
    return true;
}

// Gives each cell room for its boxes: from a count of them to the place of the first. False where they crowd.
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
    return squares <= CROWDED * (int64_t)blocks &&
           ARRAY_RESERVE(&world->memory, &world->rayBlocks, blocks);
}

static void put(RayBlock *blocks, int32_t place, const MicaAABB *box, int32_t item)
{
    RayBlock *block = &blocks[place >> 2];
    int32_t lane = place & 3;
    block->lx[lane] = box->lower.x;
    block->ly[lane] = box->lower.y;
    block->ux[lane] = box->upper.x;
    block->uy[lane] = box->upper.y;
    block->items[lane] = item;
}

// Puts the boxes in: each cell goes on to the place behind its last.
static void fill(const RayGrid *grid, MicaWorld *world)
{
    RayBlock *blocks = world->rayBlocks.data;
    int32_t *cells = world->rayCells.data;
    for (int32_t i = 0; i < world->rayBoxes.count; ++i) {
        const MicaAABB *box = &world->rayBoxes.data[i];
        Cells c = cells_of(grid, box);
        for (int32_t y = c.y0; y <= c.y1; ++y) {
            for (int32_t x = c.x0; x <= c.x1; ++x) {
                put(blocks, cells[y * grid->width + x]++, box, i);
            }
        }
    }
}

// Then each holds first block << CHAIN_BITS | further blocks, or 0, an empty block; the ring says that it is one.
static void finish(const RayGrid *grid, MicaWorld *world)
{
    const MicaAABB nowhere = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
    RayBlock *blocks = world->rayBlocks.data;
    int32_t *cells = world->rayCells.data, next = 1;
    for (int32_t lane = 0; lane < 4; ++lane) {
        put(blocks, lane, &nowhere, NONE);
    }
    for (int32_t i = 0; i < world->rayCells.count; ++i) {
        int32_t first = next;
        while ((cells[i] & 3) != 0) {
            put(blocks, cells[i]++, &nowhere, NONE);
        }
        next = cells[i] >> 2;
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

static int32_t ticks(float fraction)
{
    return (int32_t)(clamp_f(fraction, 0.0f, 2.0f) * (float)TICKS);
}

// Asks a collider, as found_offer does, by its record. True if it is the nearest so far.
static bool ask(const Caster *caster, const RayItem *item, Found *found)
{
    if (item->g.type > MICA_SHAPE_POLYGON) {
        return found_offer(found, caster, item->slot);
    }
    CastResult r;
    CastState state = ray_meets(caster, item->t, &item->g, &r);
    if (state == CAST_MISS || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) == 0) ||
        !found_is_nearer(found, item->slot, &r) ||
        ((item->flags & (COLLIDER_ONE_WAY | COLLIDER_TOUCHES)) != 0 &&
         caster_passes(caster, item->slot, 0, state, &r))) {
        return false;
    }
    *found = (Found){item->slot, state, r};
    return true;
}

bool ray_grid_closest(const RayGrid *grid, const Caster *caster, MicaHit *out)
{
    const int32_t *cells = caster->world->rayCells.data;
    const RayBlock *blocks = caster->world->rayBlocks.data;
    const RayItem *items = caster->world->rayItems.data;
    Found found;
    found.slot = NONE;
    *out = (MicaHit){.fraction = 1.0f, .point = add(caster->origin, caster->motion)};

    // In cells, counted from the ring around.
    float s = grid->inverseCell;
    Vec2 o = {(caster->origin.x - grid->lower.x) * s + 1.0f,
              (caster->origin.y - grid->lower.y) * s + 1.0f},
         from = o;
    float lastX = (float)(grid->width - 2), lastY = (float)(grid->height - 2);
    if (!(o.x >= 1.0f && o.y >= 1.0f && o.x <= lastX && o.y <= lastY)) {
        Vec2 d = scale(s, caster->motion);
        float enters = 0.0f;
        if (!come_in(grid, o, d, &enters)) {
            return false;
        }
        from =
            vec(clamp_f(o.x + enters * d.x, 1.0f, lastX), clamp_f(o.y + enters * d.y, 1.0f, lastY));
    }
    TreeAim aim = tree_aim(caster->origin, caster->motion, caster->boxHalf);
    float inverseX = f4_first(aim.inverseX) * grid->cell,
          inverseY = f4_first(aim.inverseY) * grid->cell;
    int32_t right = caster->motion.x >= 0.0f, up = caster->motion.y >= 0.0f;
    int32_t x = (int32_t)from.x, y = (int32_t)from.y;
    // Where the ray crosses into the next column and the next row, and how far these are apart.
    int32_t nextX = ticks(((float)(x + right) - o.x) * inverseX),
            nextY = ticks(((float)(y + up) - o.y) * inverseY);
    int32_t gapX = ticks(abs_f(inverseX)), gapY = ticks(abs_f(inverseY));
    int32_t cell = y * grid->width + x, stepX = 2 * right - 1, stepY = (2 * up - 1) * grid->width;
    int32_t end = TICKS, asked = NONE, best = NONE;
    f4 limit = aim_limit(1.0f);
    for (int32_t chain; (chain = cells[cell]) != RING;) {
        const RayBlock *block = &blocks[chain >> CHAIN_BITS];
        for (int32_t more = chain & ((1 << CHAIN_BITS) - 1); more >= 0; --more, ++block) {
            f4 at;
            uint32_t met = (uint32_t)f4_mask(boxes_met(&aim, block, limit, &at));
            while (met != 0) {
                int32_t item = block->items[__builtin_ctz(met)];
                met &= met - 1;
                if (item != asked && ask(caster, &items[item], &found)) {
                    best = item;
                    limit = aim_limit(found_limit(&found));
                    end = ticks(found_limit(&found)) + 1;
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
        return false;
    }
    *out = (MicaHit){.collider = items[best].collider,
                     .body = items[best].body,
                     .fraction = min_f(found.result.fraction, 1.0f),
                     .startsInside = found.state == CAST_INSIDE,
                     .point = found.result.point,
                     .normal = found.result.normal};
    return true;
}

// Casts rays through a grid (ray_grid.c), after Amanatides and Woo, "A fast voxel traversal
// algorithm", 1987. With the ray o + t d in units of cells, it enters the next column at
//   t = (border - o) / d,  border = floor(o) + 1, or floor(o) if d < 0,
// and the one after that 1 / |d| later; the same for rows; the lesser t decides which cell comes
// next. The end of a walk is an unpredictable branch, so the starts of RAYS_TOGETHER rays are
// computed, without branches, before the first of them is walked. Called by query_batch.c; reads
// the grid in scratch.
#include "ray_grid.h"

#define RAYS_TOGETHER 32

typedef enum RayCourse { RAY_IN_GRID, RAY_OUTSIDE, RAY_TOO_FAR } RayCourse;

// The start of a ray's walk.
typedef struct RayStart {
    TreeCast aim;
    float ray[4];     // origin and motion
    int32_t next[4];  // x and y: ticks to the next column and row, then from each to the next
    int32_t cell;
    RayCourse course;
} RayStart;

// The fraction at which a ray from outside enters the grid; false if it misses the grid.
static bool enter_grid(const RayGrid *grid, Vec2 o, Vec2 d, float *enters)
{
    const float at[2] = {o.x, o.y}, motion[2] = {d.x, d.y},
                maximum[2] = {(float)(grid->width - 1), (float)(grid->height - 1)};
    float leaves = 1.0f;
    for (int32_t axis = 0; axis < 2; ++axis) {
        if (motion[axis] != 0.0f) {
            float a = (1.0f - at[axis]) / motion[axis],
                  b = (maximum[axis] - at[axis]) / motion[axis];
            *enters = max_f(*enters, min_f(a, b));
            leaves = min_f(leaves, max_f(a, b));
        } else if (!(at[axis] >= 1.0f && at[axis] <= maximum[axis])) {
            return false;
        }
    }
    return *enters <= leaves;
}

// Fractions of the ray as integers, which add up without rounding. Twice the ray's length stands
// for never.
#define TICKS (1 << 28)

static f4 ticks4(f4 fractions)
{
    return f4_mul(f4_clamp(fractions, f4_zero(), f4_splat(2.0f)), f4_splat((float)TICKS));
}

// The ticks of one fraction, without the branches that a scalar conversion has in wasm.
static inline int32_t ticks(f4 fraction)
{
    int32_t all[4];
    f4_store_int(all, f4_mul(fraction, f4_splat((float)TICKS)));
    return all[0];
}

// True if p lies within LINEAR_SLOP of a box in these blocks.
static bool starts_in_any_box(const RayBlock *block, int32_t more, Vec2 p)
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

// Tests a collider by its record, as closest_offer does. True if it is the closest so far. `start`
// is the value of the cell that the ray starts in: unless the ray starts in a box there, no
// internal edge can hide a hit, and caster_filter_hit is not needed.
static bool test_item(const RayGrid *grid, const Caster *caster, const RayItem *item, int32_t start,
                      CasterHit *found)
{
    const uint32_t mayBeFiltered = COLLIDER_ONE_WAY | COLLIDER_TOUCHES_STATIC;
    if (item->g.type > MICA_SHAPE_POLYGON) {
        return closest_offer(found, caster, item->slot);
    }
    CastResult r;
    CastState state = caster_cast_ray(caster, &item->t, &item->g, &r);
    if (state == CAST_MISS || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) == 0) ||
        !closest_is_nearer(found, item->slot, &r) ||
        ((item->flags & mayBeFiltered) != 0 &&
         ((item->flags & COLLIDER_ONE_WAY) != 0 || !grid->complete ||
          starts_in_any_box(&grid->scratch->rayBlocks.data[ray_cell_first_block(start)],
                            ray_cell_more_blocks(start), caster->origin)) &&
         (state = caster_filter_hit(caster, item->slot, 0, state, &r)) == CAST_MISS)) {
        return false;
    }
    *found = (CasterHit){item->slot, 0, state, r};
    return true;
}

static bool write_miss(const Caster *caster, MicaHit *out)
{
    *out = hit_none(caster);
    return false;
}

// True if rounding of the ray's coordinates stays below the cells' margin.
static inline bool is_in_range(const RayGrid *grid, f4 ray)
{
    f4 motion = f4_high_high(ray), from = f4_sub(f4_low_low(ray), grid->corner);
    return f4_all(f4_le(f4_max(f4_abs(from), f4_abs(motion)), f4_splat(grid->reach)));
}

static inline void ray_start(const RayGrid *grid, const float *numbers, RayStart *start)
{
    // In cells, counted from the outside ring: x, y, x, y.
    const f4 one = f4_splat(1.0f), ray = f4_load(numbers), origin = f4_low_low(ray),
             motion = f4_high_high(ray);
    f4 o = f4_add(f4_mul(f4_sub(origin, grid->corner), f4_splat(grid->inverseCell)), one), from = o;
    f4_store(start->ray, ray);
    start->course = is_in_range(grid, ray) ? RAY_IN_GRID : RAY_TOO_FAR;
    if (!f4_all(f4_and(f4_le(one, o), f4_le(o, grid->last)))) {
        float enters = 0.0f, at[4];
        f4_store(at, o);
        Vec2 d = scale(grid->inverseCell, vec(numbers[2], numbers[3]));
        if (start->course == RAY_IN_GRID && !enter_grid(grid, vec(at[0], at[1]), d, &enters)) {
            start->course = RAY_OUTSIDE;
        }
        from = f4_clamp(f4_add(o, f4_mul(f4_splat(enters), f4_set(d.x, d.y, d.x, d.y))), one,
                        grid->last);
    }
    start->aim = tree_cast_make(origin, motion, f4_splat(RAY_MARGIN));
    f4 inverse = f4_mul(start->aim.inverse, f4_splat(grid->cell)), sign = start->aim.sign;
    // Ticks to the next column and to the next row, and then from each to the one after.
    f4 border = f4_add(f4_trunc(from), f4_select(f4_lt(sign, f4_zero()), f4_zero(), one)),
       gap = f4_lt(one, f4_set(0.0f, 0.0f, 2.0f, 2.0f)),
       crossings = f4_mul(f4_select(gap, sign, f4_sub(border, o)), inverse);
    int32_t first[4];
    f4_store_int(start->next, ticks4(crossings));
    f4_store_int(first, from);
    start->cell = first[1] * grid->width + first[0];
}

static bool ray_walk(const RayGrid *grid, const Caster *caster, const RayStart *ray, MicaHit *out)
{
    const int32_t *cells = grid->scratch->rayCells.data;
    const RayBlock *blocks = grid->scratch->rayBlocks.data;
    const RayItem *items = grid->scratch->rayItems.data;
    const TreeCast aim = ray->aim;
    CasterHit found;
    found.slot = NONE;
    int32_t nextX = ray->next[0], nextY = ray->next[1], gapX = ray->next[2], gapY = ray->next[3];
    // sideNear holds the direction: 0 bytes for positive, 32 for negative.
    int32_t cell = ray->cell, stepX = 1 - (aim.sideNearX >> 4),
            stepY = (1 - ((aim.sideNearY - 16) >> 4)) * grid->width;
    int32_t end = TICKS, tested = NONE, best = NONE;
    f4 limit = tree_cast_limit(1.0f);
    const int32_t start = cells[cell];
    for (int32_t value; (value = cells[cell]) != RAY_CELL_OUTSIDE;) {
        const RayBlock *block = &blocks[ray_cell_first_block(value)];
        for (int32_t more = ray_cell_more_blocks(value); more >= 0; --more, ++block) {
            f4 at;
            uint32_t mask = (uint32_t)f4_mask(tree_cast_boxes(&aim, block, limit, &at));
            while (mask != 0) {
                int32_t item = block->items[__builtin_ctz(mask)];
                mask &= mask - 1;
                if (item != tested && test_item(grid, caster, &items[item], start, &found)) {
                    best = item;
                    limit = tree_cast_limit(closest_limit(&found));
                    end = ticks(limit) + 1;
                    mask &= (uint32_t)f4_mask(f4_le(at, limit));
                }
                tested = item;
            }
        }
        // Column or row first is unpredictable, so without branches.
        int32_t column = (nextX - nextY) >> 31, crossing = nextY + ((nextX - nextY) & column);
        cell += stepY + ((stepX - stepY) & column);
        nextX += gapX & column;
        nextY += gapY & ~column;
        if (crossing > end) {
            break;
        }
    }
    if (best == NONE) {
        return write_miss(caster, out);
    }
    const MicaWorld *world = caster->world;
    const Collider *c = &world->state.colliders.data[found.slot];
    bool compound = items[best].g.type > MICA_SHAPE_POLYGON;
    *out = (MicaHit){.collider = items[best].collider,
                     .body = items[best].body,
                     .fraction = min_f(found.result.fraction, 1.0f),
                     .startsInside = found.state == CAST_INSIDE,
                     .point = found.result.point,
                     .normal = found.result.normal,
                     .part = compound ? part_named(world, c, found.part) : UNNAMED_PART};
    return true;
}

int32_t ray_grid_cast(const RayGrid *grid, Caster *caster, const float *rays, const int32_t *order,
                      int32_t count, MicaHit *out)
{
    RayStart starts[RAYS_TOGETHER];
    int32_t hits = 0;
    for (int32_t first = 0; first < count; first += RAYS_TOGETHER) {
        int32_t own = min_i(RAYS_TOGETHER, count - first);
        for (int32_t k = 0; k < own; ++k) {
            ray_start(grid, rays + 4 * order[first + k], &starts[k]);
        }
        for (int32_t k = 0; k < own; ++k) {
            const RayStart *start = &starts[k];
            MicaHit *hit = &out[order[first + k]];
            caster_set_ray(caster, start->ray);
            hits += start->course == RAY_IN_GRID   ? ray_walk(grid, caster, start, hit)
                    : start->course == RAY_OUTSIDE ? write_miss(caster, hit)
                                                   : caster_closest(caster, hit);
        }
    }
    return hits;
}

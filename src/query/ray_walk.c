// Rays through a grid (ray_grid.c), after Amanatides and Woo, "A fast voxel traversal algorithm". A
// walk ends where it could not be foreseen, and what comes after waits for that: so a few rays set
// out side by side, all arithmetic and no choices, before the first of them is walked. Called by
// query_batch.c.
#include "ray_grid.h"

#define TOGETHER 32

typedef enum RayCourse { RAY_WALKS, RAY_PASSES_BY, RAY_TOO_FAR } RayCourse;

// A ray that is ready to walk.
typedef struct RayStart {
    TreeCast aim;
    float ray[4];     // origin and motion
    int32_t next[4];  // x and y: ticks to the next column and row, then from each to the next
    int32_t cell;
    RayCourse course;
} RayStart;

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

// Fractions of the ray as integers, which add up without rounding. Two rays' lengths are as good as
// never.
#define TICKS (1 << 28)

static f4 ticks4(f4 fractions)
{
    return f4_mul(f4_clamp(fractions, f4_zero(), f4_splat(2.0f)), f4_splat((float)TICKS));
}

// Of one, without the branches of a conversion alone.
static inline int32_t ticks(f4 fraction)
{
    int32_t all[4];
    f4_store_int(all, f4_mul(fraction, f4_splat((float)TICKS)));
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

// Asks a collider, as found_offer does, by its record. True if it is the nearest so far. `start` is
// the chain of the cell that the ray starts in: what passes is hidden in ground that the ray starts
// inside.
static bool ask(const RayGrid *grid, const Caster *caster, const RayItem *item, int32_t start,
                Found *found)
{
    const uint32_t mayPass = COLLIDER_ONE_WAY | COLLIDER_TOUCHES_STATIC;
    if (item->g.type > MICA_SHAPE_POLYGON) {
        return found_offer(found, caster, item->slot);
    }
    CastResult r;
    CastState state = ray_meets(caster, &item->t, &item->g, &r);
    if (state == CAST_MISS || (state == CAST_INSIDE && (caster->flags & MICA_QUERY_INSIDE) == 0) ||
        !found_is_nearer(found, item->slot, &r) ||
        ((item->flags & mayPass) != 0 &&
         ((item->flags & COLLIDER_ONE_WAY) != 0 || !grid->allGround ||
          starts_in_box(&caster->world->scratch.rayBlocks.data[start >> CHAIN_BITS], start & CHAIN,
                        caster->origin)) &&
         (state = caster_classify(caster, item->slot, 0, state, &r)) == CAST_MISS)) {
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

// Whether a ray's coordinates have digits left to walk by.
static inline bool suits(const RayGrid *grid, f4 ray)
{
    f4 way = f4_high_high(ray), from = f4_sub(f4_low_low(ray), grid->corner);
    return f4_all(f4_le(f4_max(f4_abs(from), f4_abs(way)), f4_splat(grid->reach)));
}

static inline void set_out(const RayGrid *grid, const float *numbers, RayStart *start)
{
    // In cells, counted from the ring around: x and y, twice.
    const f4 one = f4_splat(1.0f), ray = f4_load(numbers), origin = f4_low_low(ray),
             motion = f4_high_high(ray);
    f4 o = f4_add(f4_mul(f4_sub(origin, grid->corner), f4_splat(grid->inverseCell)), one), from = o;
    f4_store(start->ray, ray);
    start->course = suits(grid, ray) ? RAY_WALKS : RAY_TOO_FAR;
    if (!f4_all(f4_and(f4_le(one, o), f4_le(o, grid->last)))) {
        float enters = 0.0f, at[4];
        f4_store(at, o);
        Vec2 d = scale(grid->inverseCell, vec(numbers[2], numbers[3]));
        if (start->course == RAY_WALKS && !come_in(grid, vec(at[0], at[1]), d, &enters)) {
            start->course = RAY_PASSES_BY;
        }
        from = f4_clamp(f4_add(o, f4_mul(f4_splat(enters), f4_set(d.x, d.y, d.x, d.y))), one,
                        grid->last);
    }
    start->aim = tree_cast_make(origin, motion, f4_splat(RAY_MARGIN));
    f4 inverse = f4_mul(start->aim.inverse, f4_splat(grid->cell)), sign = start->aim.sign;
    // Where the ray crosses into the next column and the next row, and how far these are apart.
    f4 border = f4_add(f4_trunc(from), f4_select(f4_lt(sign, f4_zero()), f4_zero(), one)),
       gap = f4_lt(one, f4_set(0.0f, 0.0f, 2.0f, 2.0f)),
       crossings = f4_mul(f4_select(gap, sign, f4_sub(border, o)), inverse);
    int32_t first[4];
    f4_store_int(start->next, ticks4(crossings));
    f4_store_int(first, from);
    start->cell = first[1] * grid->width + first[0];
}

static bool walk(const RayGrid *grid, const Caster *caster, const RayStart *ray, MicaHit *out)
{
    const int32_t *cells = caster->world->scratch.rayCells.data;
    const RayBlock *blocks = caster->world->scratch.rayBlocks.data;
    const RayItem *items = caster->world->scratch.rayItems.data;
    const TreeCast aim = ray->aim;
    Found found;
    found.slot = NONE;
    int32_t nextX = ray->next[0], nextY = ray->next[1], gapX = ray->next[2], gapY = ray->next[3];
    // Which side of a box is near tells which way it goes: 0 or 32 bytes.
    int32_t cell = ray->cell, stepX = 1 - (aim.sideNearX >> 4),
            stepY = (1 - ((aim.sideNearY - 16) >> 4)) * grid->width;
    int32_t end = TICKS, asked = NONE, best = NONE;
    f4 limit = tree_cast_limit(1.0f);
    const int32_t start = cells[cell];
    for (int32_t chain; (chain = cells[cell]) != RING;) {
        const RayBlock *block = &blocks[chain >> CHAIN_BITS];
        for (int32_t more = chain & CHAIN; more >= 0; --more, ++block) {
            f4 at;
            uint32_t met = (uint32_t)f4_mask(tree_cast_boxes(&aim, block, limit, &at));
            while (met != 0) {
                int32_t item = block->items[__builtin_ctz(met)];
                met &= met - 1;
                if (item != asked && ask(grid, caster, &items[item], start, &found)) {
                    best = item;
                    limit = tree_cast_limit(found_limit(&found));
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

int32_t rays_by_grid(const RayGrid *grid, Caster *caster, const float *rays, const int32_t *order,
                     int32_t count, MicaHit *out)
{
    RayStart starts[TOGETHER];
    int32_t hits = 0;
    for (int32_t first = 0; first < count; first += TOGETHER) {
        int32_t own = min_i(TOGETHER, count - first);
        for (int32_t k = 0; k < own; ++k) {
            set_out(grid, rays + 4 * order[first + k], &starts[k]);
        }
        for (int32_t k = 0; k < own; ++k) {
            const RayStart *start = &starts[k];
            MicaHit *hit = &out[order[first + k]];
            caster_set_ray(caster, start->ray);
            hits += start->course == RAY_WALKS       ? walk(grid, caster, start, hit)
                    : start->course == RAY_PASSES_BY ? miss(caster, hit)
                                                     : caster_closest(caster, hit);
        }
    }
    return hits;
}

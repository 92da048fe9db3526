// What a mover can stand on: ground below it that is not too steep, the edge of a step, and two
// surfaces that hold it between them. Called by the other files of movers; reads trees, colliders
// and transforms, writes the walker.
#include "mover.h"

float walker_depth(const Walker *w)
{
    const Core *core = &w->caster.core;
    float lowest = 3e38f;
    for (int32_t i = 0; i < core->points; ++i) {
        lowest = min_f(lowest, walker_up(w, vec(core->x[i], core->y[i])));
    }
    return core->radius - lowest - walker_up(w, w->arm);
}

Vec2 walker_normal(const Walker *w, const WalkerHit *hit)
{
    Vec2 right = right_of(w->up);
    float side = dot(hit->normal, right);
    float height = walker_up(w, sub(hit->point, w->position)) + walker_depth(w);
    if (walker_can_stand(w, hit->normal) && side != 0.0f && !walker_is_face(w, hit) &&
        height > w->mover->numbers[MICA_MOVER_STEP_HEIGHT]) {
        return scale(side > 0.0f ? 1.0f : -1.0f, right);
    }
    return hit->normal;
}

// The height above the walker's origin of ground beside a point: the first to be found at one of a
// few distances. False if there is none from `above` the point to `below` it.
static bool ground_near(const Walker *w, Vec2 point, float side, float above, float below,
                        float *height)
{
    const float distances[] = {0.01f * METRE, 0.15f * METRE};
    for (int32_t i = 0; i < 2; ++i) {
        WalkerHit hit;
        Vec2 from = mul_add(point, side * distances[i], right_of(w->up));
        from = mul_add(from, above, w->up);
        if (walker_ray(w, from, scale(-above - below, w->up), &hit) &&
            walker_can_stand(w, hit.normal)) {
            *height = walker_up(w, sub(hit.point, w->position));
            return true;
        }
    }
    return false;
}

bool walker_is_step(Walker *w, const WalkerHit *hit, float maximum)
{
    float across = dot(hit->normal, right_of(w->up)), side = across > 0.0f ? 1.0f : -1.0f;
    float gap = 2.0f * MOVER_GAP, high, low;
    bool faces = walker_up(w, hit->normal) > -0.02f && across != 0.0f;
    return faces && maximum > 0.0f &&
           ground_near(w, hit->point, -side, maximum + gap, maximum, &high) &&
           ground_near(w, hit->point, side, gap, maximum + gap, &low) &&
           high - low <= maximum + gap &&
           high + walker_depth(w) <=
               2.0f * maximum;  // a wide shape on narrow stairs is above two of them
}

// The surface below is too steep; looks further down along it for another that holds the walker
// with it: ground, as far as the walker was shifted, which may have lifted it off that; or a second
// surface, right there.
static bool keeps_standing(Walker *w, WalkerHit *ground)
{
    Vec2 from = w->position, right = right_of(w->up), n = ground->normal;
    float gap = MOVER_GAP, side = dot(n, right) > 0.0f ? 1.0f : -1.0f;
    WalkerHit next;
    if (walker_up(w, n) <= 0.02f || ground->distance * ground->approach > 2.0f * gap + w->shifted ||
        !walker_advance(w, scale(side * (gap + w->shifted), right_of(n)), &next)) {
        w->position = from;
        return false;
    }
    if (walker_can_stand(w, next.normal)) {
        *ground = next;
        return true;
    }
    bool wedged = w->moved <= gap && dot(next.normal, right) * side < 0.0f;
    w->position = from;
    ground->normal = wedged ? w->up : n;
    return wedged;
}

// Whether it stands on a normal, or on almost the one that it stood on: of two that are all but
// equal, one just above the limit, either may be found.
static bool rests_on(const Walker *w, Vec2 n)
{
    const Mover *m = w->mover;
    bool same = (m->flags & MICA_MOVER_GROUNDED) != 0 && dot(n, m->groundNormal) > 0.9999f;
    return walker_up(w, n) >= w->minCosine - (same ? 0.01f : 0.0f);
}

bool walker_snap(Walker *w, float reach, float step, WalkerHit *ground)
{
    float gap = MOVER_GAP;
    Vec2 down = neg(w->up);
    ground->slot = NONE;
    if (!walker_cast(w, scale(reach + gap / MOVER_MIN_APPROACH, down), ground)) {
        return false;
    }
    float drop = ground->distance - gap / max_f(ground->approach, MOVER_MIN_APPROACH);
    if (drop > reach) {
        ground->slot = NONE;
        return false;
    }
    if (!rests_on(w, ground->normal) && !walker_is_step(w, ground, step)) {
        return keeps_standing(w, ground);
    }
    w->position = mul_add(w->position, drop, down);
    return true;
}

// How a mover passes corners that it all but clears on a jump: it moves aside by as little as lets
// it go on. Called by mover.c; reads trees, colliders and transforms, writes the walker. The idea
// is that of the corner correction in Celeste (Thorson and Berry).
#include "mover.h"

#define SEARCH_STEPS 6

// Whether the walker could go on from a position.
static bool is_clear(Walker *w, Vec2 from, Vec2 direction, float distance)
{
    WalkerHit hit;
    w->position = from;
    bool clear = !walker_advance(w, scale(distance, direction), &hit);
    w->position = from;
    return clear;
}

bool walker_pass_corner(Walker *w, Vec2 direction, Vec2 aside, float maximum, float furthest)
{
    Vec2 from = w->position;
    WalkerHit hit;
    // A gap that is as deep as the way aside is one to go through; a lesser one is a bump of the
    // surface.
    float low = 0.0f, high, deep = maximum + 2.0f * MOVER_GAP;
    walker_advance(w, scale(maximum, aside), &hit);
    high = w->moved;
    if (!(high > 0.0f) || !is_clear(w, mul_add(from, high, aside), direction, deep)) {
        w->position = from;
        return false;
    }
    for (int32_t i = 0; i < SEARCH_STEPS; ++i) {
        float middle = 0.5f * (low + high);
        bool clear = is_clear(w, mul_add(from, middle, aside), direction, deep);
        low = clear ? low : middle;
        high = clear ? middle : high;
    }
    w->position = mul_add(from, min_f(high, furthest), aside);
    return true;
}

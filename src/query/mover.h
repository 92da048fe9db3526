// Movers: what step.c calls, and the records that mover.c works on.
#pragma once

#include "query.h"

// What a mover met on its way.
typedef struct WalkerHit {
    float distance;  // m
    float approach;  // cosine of the angle between the way and the surface's inward normal
    Vec2 normal, point;
    int32_t slot, part;
} WalkerHit;

// One mover within a step.
typedef struct Walker {
    MicaWorld *world;
    Mover *mover;
    float dt;
    MoverForces forces;
    Vec2 up;          // unit
    float minCosine;  // of ground
    Vec2 arm;         // from the body's origin to the caster's
    Vec2 start, position;
    bool pressed;  // another collider blocked the way out of an overlap
    float moved;   // m in the last `advance`
    MicaBody own;
    MicaFilter filter;
    Caster caster;
} Walker;

// A walk on the ground in one step.
typedef struct Walk {
    Vec2 from, normal;  // where it begins, on ground of that normal
    float side;         // 1: to the right of `up`, -1: to the left
    bool blocked, climbed, stands;
    Vec2 wall;  // normal, if it is blocked
    WalkerHit ground;
} Walk;

// mover.c: moves a walker, at most to MOVER_GAP before the first collider in the way. True if there was
// one, then fills *hit.
bool walker_advance(Walker *w, Vec2 motion, WalkerHit *hit);
// mover_corner.c: looks for a place to the side, `most` metres away at most, from which the walker passes
// a corner that is in its way, and moves it there, but no further than `furthest`. `way`, `aside`: unit. False
// if there is none; the walker is where it was then.
bool walker_pass_corner(Walker *w, Vec2 way, Vec2 aside, float most, float furthest);
// mover_overlap.c: moves a walker out of what it overlaps. False if it cannot get out.
bool walker_escape(Walker *w);
// mover.c: moves all movers by a step of dt seconds.
void movers_move(MicaWorld *world, float dt);

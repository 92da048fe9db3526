// How a mover walks on the ground in a step: along slopes, over crests and through feet, up and
// down steps, to walls. Called by mover.c; reads trees, colliders and transforms, writes the
// walker.
// Bounds: a walk tries at most 2 MAX_PATHS + 1 paths, each of at most MAX_TURNS turns, each turn of
// at most seven casts. A cast takes time with the shapes and parts in its way: in a half pipe of
// 192 segments a step takes some tenths of a millisecond.
#include "mover.h"

#define MAX_TURNS 6
#define MAX_PATHS 8  // tries to find a path of the right length

// Climbs a step that is in the way of the rest of a motion. Leaves the walker where it was if it
// can't. `dips`: it is a step from the tread, below which a round shape dips on narrow treads.
static bool climb(Walker *w, float side, float rest, bool dips, WalkerHit *ground)
{
    Vec2 before = w->position, forward = scale(side, right_of(w->up));
    float height = w->mover->numbers[MICA_MOVER_STEP_HEIGHT];
    WalkerHit hit;
    if (!(height > 0.0f)) {
        return false;
    }
    walker_advance(w, scale(height + MOVER_GAP, w->up), &hit);
    float raised = w->moved;
    walker_advance(w, scale(max_f(rest, 4.0f * MOVER_GAP), forward), &hit);
    float gone = w->moved;
    // What it stands on then counts, not how high a round shape has come on a corner.
    bool stands = gone > 2.0f * MOVER_GAP && walker_snap(w, raised + MOVER_GAP, height, ground) &&
                  (dips || walker_up(w, sub(ground->point, before)) + walker_depth(w) <=
                               height + 2.0f * MOVER_GAP);
    if (!stands) {
        w->position = before;
    }
    return stands;
}

// Walks a path of that length along the ground, and down to it at the end.
static void walk_path(Walker *w, Walk *walk, float path)
{
    Vec2 normal = walk->normal, right = right_of(w->up);
    float rest = path, step = w->mover->numbers[MICA_MOVER_STEP_HEIGHT];
    w->position = walk->from;
    walk->blocked = walk->climbed = walk->stands = walk->steep = false;
    for (int32_t i = 0; i < MAX_TURNS && rest > 0.0f; ++i) {
        WalkerHit hit;
        if (!walker_advance(w, scale(walk->side * rest, right_of(normal)), &hit)) {
            break;
        }
        rest -= w->moved;
        Vec2 met = walker_normal(w, &hit);
        // It glides over corners and climbs faces; faces that it can't climb at once it glides up
        // too. The end of a tread that meets an upright side is no corner to glide over.
        bool corner = !walker_is_face(w, &hit) && walker_up(w, met) > 0.02f;
        if (walker_can_stand(w, met) || (corner && walker_is_step(w, &hit, step))) {
            normal = met;
            continue;
        }
        if (climb(w, walk->side, rest, false, &walk->ground)) {
            walk->climbed = walk->stands = true;
            return;
        }
        if (!corner && walker_is_step(w, &hit, step)) {
            if (climb(w, walk->side, rest, true, &walk->ground)) {
                walk->climbed = walk->stands = true;
                return;
            }
            normal = met;
            continue;
        }
        walk->blocked = true;
        walk->wall = met;
        walk->speed = walk->side * dot(walker_hit_velocity(w, &hit), right);
        break;
    }
    float slope = sqrtf(max_f(1.0f - w->minCosine * w->minCosine, 0.0f)) / w->minCosine;
    float reach =
        max_f(w->mover->numbers[MICA_MOVER_SNAP_DISTANCE], min_f(slope, 4.0f) * path * 2.0f);
    walk->stands = walker_snap(w, reach, walker_step_down(w), &walk->ground);
    if (!walk->stands && walk->ground.slot != NONE) {
        walk->wall = walk->ground.normal;
        walk->steep = walk->side * dot(walk->wall, right) < 0.0f;
    }
}

// Walks to where ground that rises ever more becomes too steep: a walk of length `path` goes
// beyond.
static void stop_before_steep(Walker *w, Walk *walk, float path)
{
    Vec2 wall = walk->wall;
    float low = 0.0f, high = path;
    for (int32_t i = 0; i < MAX_PATHS; ++i) {
        float middle = 0.5f * (low + high);
        walk_path(w, walk, middle);
        low = walk->stands ? middle : low;
        high = walk->stands ? high : middle;
    }
    walk_path(w, walk, low);
    walk->blocked = true;
    walk->wall = wall;
    walk->speed = 0.0f;
}

// The length of the line grows with that of the path, so the path is found by regula falsi. At the
// edge of a step down the line is too short before it and too long after it: then it goes beyond.
void walker_walk(Walker *w, Walk *walk, float line)
{
    float low = 0.0f, lowLine = 0.0f, high = 0.0f, highLine = 0.0f, path = line;
    for (int32_t i = 0; i < MAX_PATHS; ++i) {
        walk_path(w, walk, path);
        if (walk->steep) {
            stop_before_steep(w, walk, path);
            return;
        }
        float length_ = length(sub(w->position, walk->from));
        if (walk->blocked || walk->climbed || !walk->stands ||
            abs_f(length_ - line) <= MOVER_SPEED_TOLERANCE * line) {
            return;
        }
        if (length_ < line) {
            low = path;
            lowLine = length_;
        } else {
            high = path;
            highLine = length_;
        }
        path = high == 0.0f ? path * min_f(line / max_f(length_, 0.25f * line), 2.0f)
                            : low + (high - low) * (line - lowLine) / (highLine - lowLine);
    }
    if (high != 0.0f && length(sub(w->position, walk->from)) < line) {
        walk_path(w, walk, high);
    }
}

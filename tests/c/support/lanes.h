// What the tests of kernels against their scalar form share: three blocks of four lanes, their solver
// bodies, a lane as a struct of single floats, and the comparison by bits. Header only.
#pragma once

#include "solver.h"
#include "test.h"

#include <string.h>

// Of solver bodies 0 is the immovable one, the last is kinematic, and each lane has two of its own.
#define LANES 12
#define KINEMATIC (2 * LANES + 1)

// Fields of a block that are one struct of scalar form: where both begin, and the bytes of the
// latter.
typedef struct LanePart {
    size_t inBlock, inLane, bytes;
} LanePart;

// Copies the fields of a part from one lane of a block into scalar form, or back.
static inline void lane_copy(const LanePart *part, void *block, int lane, void *scalar, bool back)
{
    for (size_t at = 0; at < part->bytes; at += sizeof(float)) {
        char *wide = (char *)block + part->inBlock + 4 * at + (size_t)lane * sizeof(float),
             *one = (char *)scalar + part->inLane + at;
        memcpy(back ? wide : one, back ? one : wide, sizeof(float));
    }
}

// Whether the words of both are the same; says which is not.
static inline bool lane_same_words(const void *wide, const void *scalar, size_t bytes,
                                   const char *kind, const char *of)
{
    for (size_t at = 0; at < bytes; at += sizeof(float)) {
        float x, y;
        memcpy(&x, (const char *)wide + at, sizeof x);
        memcpy(&y, (const char *)scalar + at, sizeof y);
        if (memcmp(&x, &y, sizeof x) != 0) {
            test_fail(__FILE__, __LINE__, "%s, word %d of the %s: %.9g, in scalar form %.9g", kind,
                      (int)(at / sizeof(float)), of, (double)x, (double)y);
            return false;
        }
    }
    return true;
}

static inline bool chance(uint32_t *random, uint32_t oneIn)
{
    return test_random(random) % oneIn == 0;
}

// Zero in one of `oneIn` cases, else uniform.
static inline float zero_or(uint32_t *random, uint32_t oneIn, float lower, float upper)
{
    return chance(random, oneIn) ? 0.0f : test_random_float(random, lower, upper);
}

static inline float inverse(float k) { return k > 0.0f ? 1.0f / k : 0.0f; }

// `locks`: some have locked axes.
static inline void lane_put_bodies(SolverBody *bodies, bool locks, uint32_t *random)
{
    for (int i = 1; i <= KINEMATIC; i++) {
        bool moved = !chance(random, 4);
        float mass = i == KINEMATIC ? 0 : powf(10, test_random_float(random, -2, 2));
        bodies[i] = (SolverBody){
            .vx = zero_or(random, 8, -5, 5),
            .vy = zero_or(random, 8, -5, 5),
            .w = zero_or(random, 8, -5, 5),
            .invMassX = locks && chance(random, 8) ? 0 : mass,
            .invMassY = locks && chance(random, 8) ? 0 : mass,
            .dx = moved ? test_random_float(random, -0.3f, 0.3f) : 0,
            .dy = moved ? test_random_float(random, -0.3f, 0.3f) : 0,
            .da = moved ? test_random_float(random, -0.4f, 0.4f) : 0,
        };
    }
}

// The solver bodies of a lane: both dynamic, or one of them immovable or kinematic.
static inline void lane_choose_bodies(int lane, bool bothDynamic, uint32_t *random, int32_t *a,
                                      int32_t *b)
{
    *a = 2 * lane + 1;
    *b = 2 * lane + 2;
    if (!bothDynamic) {
        *(chance(random, 2) ? a : b) = chance(random, 3) ? KINEMATIC : 0;
    }
}

static inline float lane_inverse_inertia(const SolverBody *body, int32_t index, uint32_t *random)
{
    bool turns = index != 0 && index != KINEMATIC && !chance(random, 8);
    return turns ? (body->invMassX + body->invMassY) * test_random_float(random, 0.5f, 20) : 0;
}

// Bodies move and fall, and other constraints change the velocities of some, as between the passes
// of a substep.
static inline void lane_move_bodies(SolverBody *bodies, float h, uint32_t *random)
{
    for (int i = 1; i <= KINEMATIC; i++) {
        SolverBody *body = &bodies[i];
        body->dx += h * body->vx;
        body->dy += h * body->vy;
        body->da += h * body->w;
        if (i != KINEMATIC) {
            bool changed = chance(random, 4);
            body->vx += changed ? test_random_float(random, -2, 2) : 0;
            body->vy += changed ? test_random_float(random, -2, 2) : -10 * h;
        }
    }
}

static inline bool lane_bodies_are_finite(const SolverBody *bodies)
{
    for (int i = 0; i <= KINEMATIC; i++) {
        if (!isfinite(bodies[i].vx) || !isfinite(bodies[i].vy) || !isfinite(bodies[i].w)) {
            return false;
        }
    }
    return true;
}

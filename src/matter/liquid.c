// Liquids: springs between pairs of particles in every substep, by the density of each. With d the
// distance of two particles, D the diameter of the kernel, n the direction from j to i:
//
//     w_ij = max(0, 1 - d / D)                    the kernel
//     rho_i = sum w_ij² + walls                   density; at rest rho_0
//     g_ij = w_ij n                               its gradient, but for the factor 2 / D
//     lambda_i = k D / (2 h) max(0, rho_i - rho_0) / alpha_i         0 of what is no liquid
//     alpha_i = sum u_j g_ij² + u_i |sum g_ij|²
//     v_i += u_i sum (lambda_i + lambda_j) g_ij
//
// with u the inverse mass of a particle, as a multiple of that of a particle of the first matter.
// These are position-based fluids (Macklin and Müller, 2013) as velocities, with a stiffness k below
// 1: what these springs cannot carry, the weight of deep water, the pressure on a grid does
// (pressure.c). A wall counts as two neighbours at its surface.
//
// Called by matter_push. Reads positions and lists; writes velocities, densities and multipliers.
#include "matter.h"

// How much of an error of density a pass removes.
#define STIFFNESS 0.2f
// alpha is at lowest this part of what it is at rest without a surface.
#define MINIMUM_ALPHA 0.3f
// A pass moves a particle by no more than so many spacings.
#define MAX_PUSH 0.4f

// `mixed`: some particles are no liquid, or attract each other. Pairs of which neither is liquid do not
// count, and a particle that is none has no multiplier: its density says how much liquid there is around
// it. Where the density is too low, a cohesive liquid has a multiplier below 0, which pulls.
static inline void find_densities(MicaWorld *world, const MatterUnits *u, float h, bool mixed)
{
    MatterScratch *scratch = matter_scratch(world);
    const Vec2 *positions = world->state.particlePositions.data;
    const int32_t *lines = scratch->lineStarts.data;
    const f4 zero = f4_zero(), one = f4_splat(1.0f),
             tiny = f4_splat(1e-12f * u->spacing * u->spacing),
             perDiameter = f4_splat(1.0f / u->diameter), rest = f4_splat(u->density),
             stiffness = f4_splat(0.5f * STIFFNESS * u->diameter / h),
             minimum = f4_splat(MINIMUM_ALPHA * u->density);
    for (int32_t b = 0, blocks = matter_blocks(world); b < blocks; ++b) {
        int32_t i = 4 * b;
        f4 x, y, density = zero, sumX = zero, sumY = zero;
        lanes_load(positions + i, &x, &y);
        f4 liquid = mixed ? f4_load(scratch->liquids.data + i) : one;
        const uint16_t *n = scratch->neighbours.data + 4 * lines[b],
                       *end = scratch->neighbours.data + 4 * lines[b + 1];
        float *g = scratch->gradients.data + 8 * lines[b];
        for (; n != end; n += 4, g += 8) {
            f4 otherX, otherY;
            lanes_gather(positions, n, &otherX, &otherY);
            f4 dx = f4_sub(x, otherX), dy = f4_sub(y, otherY);
            f4 d = f4_sqrt(f4_add(f4_add(f4_mul(dx, dx), f4_mul(dy, dy)), tiny));
            f4 w = f4_max(f4_sub(one, f4_mul(d, perDiameter)), zero);
            w = mixed ? f4_mul(w, f4_max(liquid, lanes_gather_one(scratch->liquids.data, n))) : w;
            f4 r = f4_div(w, d);
            f4 gx = f4_mul(r, dx), gy = f4_mul(r, dy);
            f4_store(g, gx);
            f4_store(g + 4, gy);
            density = f4_mul_add(density, w, w);
            sumX = f4_add(sumX, gx);
            sumY = f4_add(sumY, gy);
        }
        f4 wallX, wallY;
        lanes_load(scratch->wallGradients.data + i, &wallX, &wallY);
        sumX = f4_add(sumX, wallX);
        sumY = f4_add(sumY, wallY);
        lanes_store(scratch->outwards.data + i, sumX, sumY);
        f4 alpha = f4_add(density, f4_add(f4_mul(sumX, sumX), f4_mul(sumY, sumY)));
        density = f4_add(density, f4_load(scratch->wallDensities.data + i));
        f4_store(scratch->densities.data + i, density);
        f4 lowest = mixed ? f4_load(scratch->attractions.data + i) : zero,
           error = f4_max(f4_sub(density, rest), lowest);
        f4 multiplier = f4_div(f4_mul(stiffness, error), f4_max(alpha, minimum));
        f4_store(scratch->multipliers.data + i, f4_mul(liquid, multiplier));
    }
    scratch->multipliers.data[particles_padding(world)] = 0.0f;
}

// Densities, multipliers, by line gradients g, and their sums, which point out of the liquid.
void liquid_densities(MicaWorld *world, const MatterUnits *u, float h)
{
    if (matter_scratch(world)->grains || matter_scratch(world)->viscous) {
        find_densities(world, u, h, true);
    } else {
        find_densities(world, u, h, false);
    }
}

// Adds what pairs and walls do, and a fraction of the accelerations of the step.
void liquid_apply(MicaWorld *world, const MatterUnits *u, float h, float fraction)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    const float *multipliers = scratch->multipliers.data;
    const int32_t *lines = scratch->lineStarts.data;
    const f4 one = f4_splat(1.0f), part = f4_splat(fraction), tiny = f4_splat(1e-20f),
             limit = f4_splat(MAX_PUSH * u->spacing / h);
    for (int32_t b = 0, blocks = matter_blocks(world); b < blocks; ++b) {
        int32_t i = 4 * b;
        f4 own = f4_load(multipliers + i), x, y;
        lanes_load(scratch->wallGradients.data + i, &x, &y);
        x = f4_mul(own, x);
        y = f4_mul(own, y);
        const uint16_t *n = scratch->neighbours.data + 4 * lines[b],
                       *end = scratch->neighbours.data + 4 * lines[b + 1];
        const float *g = scratch->gradients.data + 8 * lines[b];
        for (; n != end; n += 4, g += 8) {
            f4 both = f4_add(own, lanes_gather_one(multipliers, n));
            x = f4_mul_add(x, both, f4_load(g));
            y = f4_mul_add(y, both, f4_load(g + 4));
        }
        f4 square = f4_add(f4_add(f4_mul(x, x), f4_mul(y, y)), tiny),
           cut = f4_min(one, f4_div(limit, f4_sqrt(square)));
        f4 mobility = f4_mul(cut, f4_load(scratch->weights.data + i)), vx, vy, ax, ay;
        // Grains are accelerated in each substep (grains_accelerate).
        f4 fall = f4_mul(part, f4_load(scratch->liquids.data + i));
        lanes_load(velocities + i, &vx, &vy);
        lanes_load(scratch->accelerations.data + i, &ax, &ay);
        vx = f4_add(vx, f4_add(f4_mul(fall, ax), f4_mul(mobility, x)));
        vy = f4_add(vy, f4_add(f4_mul(fall, ay), f4_mul(mobility, y)));
        lanes_store(velocities + i, vx, vy);
    }
}

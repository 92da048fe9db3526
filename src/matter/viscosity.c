// Viscosity of liquids, a pass over the lists before the springs act. With c from 0 to .85 by the
// viscosity of a matter, w the kernel, rho_0 the density at rest, u the inverse mass:
//
//     v_i += u_i sum c_ij w_ij² / rho_0 (v_j - v_i),      c_ij = (c_i + c_j) / 2
//
// A smoothing of velocities of Jacobi's kind, which keeps momentum. And the cohesion of liquids: how far
// below its density at rest a particle pulls its neighbours (liquid.c).
//
// Called by matter_push in worlds that have a viscous or cohesive liquid. Reads velocities and gradients;
// writes velocities by way of pulls.
#include "matter.h"

#define MAX_SMOOTHING 0.85f
// A particle pulls its neighbours as if its density were below that at rest by no more than this part.
#define MAX_ATTRACTION 0.3f

bool viscosity_acts(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if (m->kind == MICA_MATTER_LIQUID && (m->viscosity > 0.0f || m->cohesion > 0.0f)) {
            return true;
        }
    }
    return false;
}

float viscosity_smoothing(const Matter *m)
{
    return m->kind == MICA_MATTER_LIQUID ? MAX_SMOOTHING * m->viscosity * m->viscosity : 0.0f;
}

void viscosity_begin(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        const Matter *m = &world->state.matters.data[world->state.particleTags.data[i].matter];
        bool liquid = m->kind == MICA_MATTER_LIQUID;
        scratch->attractions.data[i] = liquid ? -MAX_ATTRACTION * u->density * m->cohesion : 0.0f;
    }
}

// Half of the smoothing of each particle, over the density at rest.
static void find_smoothing(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    float by[MICA_MAX_MATTERS];
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        by[i] = 0.5f * viscosity_smoothing(&world->state.matters.data[i]);
    }
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        // Where matter is compressed, more neighbours would take out more than all of a difference.
        scratch->smoothing.data[i] = by[world->state.particleTags.data[i].matter] /
                                     max_f(u->density, scratch->densities.data[i]);
    }
    scratch->smoothing.data[particles_padding(world)] = 0.0f;
}

void viscosity_apply(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    const int32_t *lines = scratch->lineStarts.data;
    find_smoothing(world, u);
    for (int32_t b = 0, blocks = matter_blocks(world); b < blocks; ++b) {
        int32_t i = 4 * b;
        f4 vx, vy, own = f4_load(scratch->smoothing.data + i), x = f4_zero(), y = f4_zero();
        lanes_load(velocities + i, &vx, &vy);
        const uint16_t *n = scratch->neighbours.data + 4 * lines[b],
                       *end = scratch->neighbours.data + 4 * lines[b + 1];
        const float *g = scratch->gradients.data + 8 * lines[b];
        for (; n != end; n += 4, g += 8) {
            f4 qx, qy,
                gx = f4_load(g), gy = f4_load(g + 4),
                square = f4_add(f4_mul(gx, gx), f4_mul(gy, gy)),
                c = f4_mul(square, f4_add(own, lanes_gather_one(scratch->smoothing.data, n)));
            lanes_gather(velocities, n, &qx, &qy);
            x = f4_mul_add(x, c, f4_sub(qx, vx));
            y = f4_mul_add(y, c, f4_sub(qy, vy));
        }
        f4 mobility = f4_load(scratch->weights.data + i);
        lanes_store(scratch->pulls.data + i, f4_mul(mobility, x), f4_mul(mobility, y));
    }
    for (int32_t i = 0; i < 8 * matter_blocks(world); i += 4) {
        float *v = &velocities->x + i;
        f4_store(v, f4_add(f4_load(v), f4_load(&scratch->pulls.data->x + i)));
    }
}

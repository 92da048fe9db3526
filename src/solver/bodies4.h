// Four solver bodies side by side, one coordinate in each register: every constraint kernel reads
// velocities and writes them back by these, and blocks are prepared from records of four floats,
// one in each lane.
#pragma once

#include "solver.h"

// Velocities, displacements since the step began, and inverse masses by axis of four bodies.
typedef struct Bodies4 {
    f4 vx, vy, w, imx;
    f4 dx, dy, da, imy;
} Bodies4;

// Velocities and imx alone; the rest is left as it is.
static inline void gather_velocities(const SolverBody *bodies, const int32_t *index, Bodies4 *g)
{
    g->vx = f4_load(&bodies[index[0]].vx);
    g->vy = f4_load(&bodies[index[1]].vx);
    g->w = f4_load(&bodies[index[2]].vx);
    g->imx = f4_load(&bodies[index[3]].vx);
    f4_transpose(&g->vx, &g->vy, &g->w, &g->imx);
}

static inline Bodies4 gather_bodies(const SolverBody *bodies, const int32_t *index)
{
    Bodies4 g;
    const SolverBody *b0 = bodies + index[0], *b1 = bodies + index[1], *b2 = bodies + index[2],
                     *b3 = bodies + index[3];
    g.vx = f4_load(&b0->vx);
    g.vy = f4_load(&b1->vx);
    g.w = f4_load(&b2->vx);
    g.imx = f4_load(&b3->vx);
    f4_transpose(&g.vx, &g.vy, &g.w, &g.imx);
    g.dx = f4_load(&b0->dx);
    g.dy = f4_load(&b1->dx);
    g.da = f4_load(&b2->dx);
    g.imy = f4_load(&b3->dx);
    f4_transpose(&g.dx, &g.dy, &g.da, &g.imy);
    return g;
}

// Writes the velocities back. The bodies of one block differ, except immovable ones: their lanes
// all hold the same unchanged value.
static inline void scatter_velocities(SolverBody *bodies, const int32_t *index, const Bodies4 *g)
{
    f4 r0 = g->vx, r1 = g->vy, r2 = g->w, r3 = g->imx;
    f4_transpose(&r0, &r1, &r2, &r3);
    f4_store(&bodies[index[0]].vx, r0);
    f4_store(&bodies[index[1]].vx, r1);
    f4_store(&bodies[index[2]].vx, r2);
    f4_store(&bodies[index[3]].vx, r3);
}

// 1 / k where k is positive, else 0.
static inline f4 inverse_or_zero(f4 k)
{
    f4 zero = f4_zero(), one = f4_splat(1.0f), positive = f4_lt(zero, k);
    return f4_and(positive, f4_div(one, f4_select(positive, k, one)));
}

// Transposes four records of four floats, one in each lane, into one register for each field.
static inline void load_fields(const float *l0, const float *l1, const float *l2, const float *l3,
                               f4 *out)
{
    out[0] = f4_load(l0);
    out[1] = f4_load(l1);
    out[2] = f4_load(l2);
    out[3] = f4_load(l3);
    f4_transpose(&out[0], &out[1], &out[2], &out[3]);
}

#define LOAD_FIELDS(records, field, out)                                                           \
    load_fields((const float *)&(records)[0]->field, (const float *)&(records)[1]->field,          \
                (const float *)&(records)[2]->field, (const float *)&(records)[3]->field, out)

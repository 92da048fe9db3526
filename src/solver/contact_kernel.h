// The functions of each kind of contact: contact_kernels.c has one row a kind; contact_prepare.c,
// contact_bounce.c and contact_solve.c call them, colouring.c and contact_cursor.h read the sizes.
// They work on blocks of four contacts side by side (contact_block.h). Contacts go into lanes and
// back one by one, for which a call each would take several per cent of a step, so put_at in
// contact_prepare.c and contacts_store ask for the kind; so do solve_blocks, clamp_overlap
// (contact_crowd.c) and colour_contacts, which treat one kind apart.
#pragma once

#include "contact_block.h"

typedef struct PassContext PassContext;      // contact_pass.h
typedef struct BounceContext BounceContext;  // contact_bounce.c

// `surface` is null while no contact of the step needs one.
typedef struct ContactKernel {
    int32_t blockBytes;
    // Once a step: the block, once its lanes are filled, with the warm start; whether the contact
    // of a lane closes faster than DRIVEN_SPEED in the first substep.
    void (*prepare)(MicaWorld *world, const StepContext *context, void *block,
                    const BlockLane *lanes, BlockSurface *surface);
    bool (*closesFast)(const void *block, int32_t lane, float invH);
    // Once a substep: the bounces of a block, false if it has none; the soft pass; the relax pass.
    bool (*bounce)(MicaWorld *world, const BounceContext *c, void *block,
                   const BlockSurface *surface);
    void (*solve)(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
    void (*relax)(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
    // Shrinks the impulses that are carried over by the factors of the four lanes, see energy.c.
    void (*scale)(void *block, f4 by);
} ContactKernel;

// contact_kernels.c: by ContactKind.
extern const ContactKernel contactKernels[KIND_COUNT];

// Whether a point with this gap (m) and normal velocity (m/s) closes faster than DRIVEN_SPEED.
static inline bool contact_point_closes_fast(float gap, float approach, float invH)
{
    return approach + max_f(gap, 0.0f) * invH < -DRIVEN_SPEED;
}

static inline void contact_scale_field(float *field, f4 by)
{
    f4_store(field, f4_mul(f4_load(field), by));
}

// The functions of the table. contact_prepare.c:
void contact_two_prepare(MicaWorld *world, const StepContext *context, void *block,
                         const BlockLane *lanes, BlockSurface *surface);
void contact_one_prepare(MicaWorld *world, const StepContext *context, void *block,
                         const BlockLane *lanes, BlockSurface *surface);
void contact_rounded_prepare(MicaWorld *world, const StepContext *context, void *block,
                             const BlockLane *lanes, BlockSurface *surface);
bool contact_two_closes_fast(const void *block, int32_t lane, float invH);
bool contact_one_closes_fast(const void *block, int32_t lane, float invH);
void contact_two_scale(void *block, f4 by);
void contact_one_scale(void *block, f4 by);
void contact_rounded_scale(void *block, f4 by);
// contact_bounce.c:
bool contact_two_bounce(MicaWorld *world, const BounceContext *c, void *block,
                        const BlockSurface *surface);
bool contact_one_bounce(MicaWorld *world, const BounceContext *c, void *block,
                        const BlockSurface *surface);
bool contact_rounded_bounce(MicaWorld *world, const BounceContext *c, void *block,
                            const BlockSurface *surface);
bool contact_circles_bounce(MicaWorld *world, const BounceContext *c, void *block,
                            const BlockSurface *surface);
// contact_solve.c; those of one point serve rounded shapes on edges, too:
void contact_two_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
void contact_two_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
void contact_one_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
void contact_one_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
// contact_circles.c:
void contact_circles_prepare(MicaWorld *world, const StepContext *context, void *block,
                             const BlockLane *lanes, BlockSurface *surface);
bool contact_circles_closes_fast(const void *block, int32_t lane, float invH);
void contact_circles_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
void contact_circles_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range);
void contact_circles_scale(void *block, f4 by);

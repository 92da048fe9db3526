// Sand: grains as discs that do not turn, with radii a tenth smaller or larger than half the spacing,
// by chance: equal ones crystallise. Contacts have normal and friction impulses that are kept from
// substep to substep and step to step, and solved by one sweep a substep in a fixed order. With w the
// inverse masses, n the normal from a to b, d the gap:
//
//     held    = max(-c h, min(0, normal - v_n / (w_a + w_b)))
//     normal  = max(held, normal - (v_n + max(0, d) / h) / (w_a + w_b))
//     tangent = clamp(tangent - v_t / (w_a + w_b), -mu (normal + c h), mu (normal + c h))
//
// where c is the force by which damp grains that touch stick together (Mohr and Coulomb's law).
// Overlap is taken out by one sweep over positions a step, which gives no velocity. Kept impulses are
// applied to particles, not to contacts, one sum each, as the solver of bodies does (bodies_accelerate).
// What changes a touching grain's velocity along gravity is damped by a part: a sweep leaves some of
// it unsolved, and heaps would creep; damping across gravity would make sliding heaps brake.
//
// Called by matter_begin and in each substep. Reads blocks of contacts; writes velocities and positions.
#include "grains.h"

// How much of a change of velocity along gravity a substep takes out of a grain that touches.
#define GRAIN_DAMPING 0.1f
// How much of an overlap a step takes out, beyond the first number and as far as the second, in
// spacings.
#define OVERLAP_RATE 0.3f
#define OVERLAP_SLOP 0.01f
#define OVERLAP_LIMIT 0.5f
// Damp grains that are this far apart, in spacings, do not stick together.
#define ADHESION_REACH 0.05f
// By how much radii differ.
#define RADIUS_SPREAD 0.1f
// Of what would stop two grains from sliding, a sweep applies this part. One sweep a substep on top of
// kept impulses is unstable for modes that a sweep overshoots by more than a third; with all of it, deep
// sand has some, which grow by a fifth a step until the contacts are ordered anew.
#define FRICTION_RELAXATION 0.75f

bool grains_exist(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0 && m->kind != MICA_MATTER_LIQUID && m->count > 0) {
            return true;
        }
    }
    return false;
}

bool grains_reserve(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    int32_t padded = world->state.particlePositions.capacity;
    return !grains_exist(world) ||
           (ARRAY_RESERVE(m, &scratch->displacements, padded) &&
            ARRAY_RESERVE(m, &scratch->carried, padded) &&
            ARRAY_RESERVE(m, &scratch->pushed, padded) &&
            ARRAY_RESERVE(m, &scratch->radii, padded) &&
            ARRAY_RESERVE(m, &scratch->grainFrames, world->state.grainBlocks.count));
}

void grains_commit(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    EXCHANGE_ARRAYS(world->state.grainBlocks, scratch->newGrainBlocks);
}

static inline const Matter *matter_of(const MicaWorld *world, int32_t particle)
{
    return &world->state.matters.data[world->state.particleTags.data[particle].matter];
}

// The only matter of grains, or NULL if there are several.
static const Matter *only_grains(const MicaWorld *world)
{
    const Matter *found = NULL;
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        if ((m->flags & MATTER_ALIVE) != 0 && m->kind != MICA_MATTER_LIQUID && m->count > 0) {
            if (found != NULL) {
                return NULL;
            }
            found = m;
        }
    }
    return found;
}

// The friction and the adhesion of four contacts. `only`: see only_grains.
static void fill_friction(const MicaWorld *world, const GrainBlock *b, const Matter *only,
                          GrainFrame *f)
{
    f4 friction[2], adhesion[2];
    for (int32_t k = 0; k < 2; ++k) {
        float mu[4], c[4];
        for (int32_t i = 0; i < 4 && only == NULL; ++i) {
            bool padding = b->a[i] == b->b[i];
            const Matter *m = padding ? NULL : matter_of(world, k == 0 ? b->a[i] : b->b[i]);
            mu[i] = padding ? 0.0f : grain_friction(m);
            c[i] = padding ? 0.0f : grain_adhesion(m);
        }
        friction[k] = only != NULL ? f4_splat(grain_friction(only)) : f4_load(mu);
        adhesion[k] = only != NULL ? f4_splat(grain_adhesion(only)) : f4_load(c);
    }
    f4 mass = f4_max(f4_load(f->inverseA), f4_load(f->inverseB));
    f4_store(f->friction, f4_min(friction[0], friction[1]));
    f4_store(f->adhesion,
             f4_and(f4_div(f4_min(adhesion[0], adhesion[1]), mass), f4_lt(f4_zero(), mass)));
}

// Directions, gaps, friction and masses of a block, as the step begins.
static void fill_frame(const MicaWorld *world, const GrainBlock *b, const Matter *only,
                       GrainFrame *f)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const f4 one = f4_splat(1.0f), tiny = f4_splat(1e-20f);
    f4 ax, ay, bx, by;
    lanes_gather(world->state.particlePositions.data, b->a, &ax, &ay);
    lanes_gather(world->state.particlePositions.data, b->b, &bx, &by);
    f4 dx = f4_sub(bx, ax), dy = f4_sub(by, ay),
       d = f4_sqrt(f4_add(f4_add(f4_mul(dx, dx), f4_mul(dy, dy)), tiny)), r = f4_div(one, d);
    f4_store(f->nx, f4_mul(dx, r));
    f4_store(f->ny, f4_mul(dy, r));
    f4 radii = f4_add(lanes_gather_one(scratch->radii.data, b->a),
                      lanes_gather_one(scratch->radii.data, b->b));
    f4_store(f->separation, f4_sub(d, radii));
    f4_store(f->inverseA, lanes_gather_one(scratch->weights.data, b->a));
    f4_store(f->inverseB, lanes_gather_one(scratch->weights.data, b->b));
    fill_friction(world, b, only, f);
}

// Adds the impulses that a block has to the sums of its particles.
static void carry_block(MatterScratch *scratch, const GrainBlock *b, const GrainFrame *f)
{
    f4 nx = f4_load(f->nx), ny = f4_load(f->ny), n = f4_load(b->normal), t = f4_load(b->tangent);
    float x[4], y[4];
    f4_store(x, f4_sub(f4_mul(n, nx), f4_mul(t, ny)));
    f4_store(y, f4_add(f4_mul(n, ny), f4_mul(t, nx)));
    for (int32_t i = 0; i < 4; ++i) {
        Vec2 *a = &scratch->carried.data[b->a[i]], *c = &scratch->carried.data[b->b[i]];
        *a = mul_add(*a, -f->inverseA[i], vec(x[i], y[i]));
        *c = mul_add(*c, f->inverseB[i], vec(x[i], y[i]));
    }
}

void grains_begin(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t count = matter_particles(world), padding = particles_padding(world);
    for (int32_t i = 0; i < count; ++i) {
        float chance = (float)world->state.particleTags.data[i].grain * (1.0f / 127.5f) - 1.0f;
        scratch->radii.data[i] = 0.5f * u->spacing * (1.0f + RADIUS_SPREAD * chance);
    }
    memset(scratch->displacements.data, 0, sizeof(Vec2) * (size_t)(4 * matter_blocks(world)));
    memset(scratch->carried.data, 0, sizeof(Vec2) * (size_t)(4 * matter_blocks(world)));
    scratch->carried.data[padding] = scratch->displacements.data[padding] = vec(0.0f, 0.0f);
    scratch->radii.data[padding] = -1e6f * u->spacing;
    scratch->weights.data[padding] = 0.0f;
    const Matter *only = only_grains(world);
    for (int32_t i = 0; i < world->state.grainBlocks.count; ++i) {
        GrainFrame *f = &scratch->grainFrames.data[i];
        fill_frame(world, &world->state.grainBlocks.data[i], only, f);
        carry_block(scratch, &world->state.grainBlocks.data[i], f);
    }
    scratch->carried.data[padding] = vec(0.0f, 0.0f);
}

// -------------------------------------------------------------------------------- in a substep

// Which of four particles are grains that do not sleep.
static inline f4 awake_grains(const MatterScratch *scratch, int32_t i)
{
    return f4_and(f4_le(f4_load(scratch->liquids.data + i), f4_zero()),
                  f4_lt(f4_zero(), f4_load(scratch->weights.data + i)));
}

void grains_accelerate(MicaWorld *world, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    const f4 part = f4_splat(1.0f / (float)context->substeps);
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        f4 vx, vy, ax, ay, cx, cy, moves = awake_grains(scratch, i);
        lanes_load(velocities + i, &vx, &vy);
        lanes_load(scratch->accelerations.data + i, &ax, &ay);
        lanes_load(scratch->carried.data + i, &cx, &cy);
        vx = f4_select(moves, f4_add(f4_mul_add(vx, part, ax), cx), vx);
        vy = f4_select(moves, f4_add(f4_mul_add(vy, part, ay), cy), vy);
        lanes_store(velocities + i, vx, vy);
        lanes_store(scratch->pushed.data + i, vx, vy);
    }
}

static inline void scatter(Vec2 *p, const uint16_t *n, f4 x, f4 y)
{
    float xs[4], ys[4];
    f4_store(xs, x);
    f4_store(ys, y);
    for (int32_t i = 0; i < 4; ++i) {
        p[n[i]] = vec(xs[i], ys[i]);
    }
}

void grains_solve(MicaWorld *world, const MatterUnits *u, float h)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    const Vec2 *displacements = scratch->displacements.data;
    const f4 zero = f4_zero(), one = f4_splat(1.0f), invH = f4_splat(1.0f / h), step = f4_splat(h),
             reach = f4_splat(ADHESION_REACH * u->spacing),
             relaxation = f4_splat(FRICTION_RELAXATION);
    for (int32_t i = 0; i < world->state.grainBlocks.count; ++i) {
        GrainBlock *b = &world->state.grainBlocks.data[i];
        const GrainFrame *f = &scratch->grainFrames.data[i];
        f4 ax, ay, bx, by, px, py, qx, qy;
        lanes_gather(velocities, b->a, &ax, &ay);
        lanes_gather(velocities, b->b, &bx, &by);
        lanes_gather(displacements, b->a, &px, &py);
        lanes_gather(displacements, b->b, &qx, &qy);
        f4 nx = f4_load(f->nx), ny = f4_load(f->ny), wa = f4_load(f->inverseA),
           wb = f4_load(f->inverseB), sum = f4_add(wa, wb),
           mass = f4_and(f4_div(one, f4_max(sum, f4_splat(1e-20f))), f4_lt(zero, sum));
        f4 gap = f4_add(f4_load(f->separation),
                        f4_add(f4_mul(nx, f4_sub(qx, px)), f4_mul(ny, f4_sub(qy, py))));
        f4 vx = f4_sub(bx, ax), vy = f4_sub(by, ay), vn = f4_add(f4_mul(nx, vx), f4_mul(ny, vy)),
           vt = f4_sub(f4_mul(nx, vy), f4_mul(ny, vx)), bias = f4_mul(f4_max(gap, zero), invH);
        f4 stuck = f4_and(f4_mul(f4_load(f->adhesion), step), f4_lt(gap, reach)),
           normal = f4_load(b->normal), tangent = f4_load(b->tangent),
           held = f4_max(f4_min(f4_mul_sub(normal, mass, vn), zero), f4_sub(zero, stuck)),
           n = f4_max(f4_mul_sub(normal, mass, f4_add(vn, bias)), held),
           limit = f4_mul(f4_load(f->friction), f4_add(n, stuck)),
           t = f4_clamp(f4_mul_sub(tangent, f4_mul(relaxation, mass), vt), f4_neg(limit), limit);
        f4_store(b->normal, n);
        f4_store(b->tangent, t);
        f4 dn = f4_sub(n, normal), dt = f4_sub(t, tangent),
           x = f4_sub(f4_mul(dn, nx), f4_mul(dt, ny)), y = f4_add(f4_mul(dn, ny), f4_mul(dt, nx));
        scatter(velocities, b->a, f4_mul_sub(ax, wa, x), f4_mul_sub(ay, wa, y));
        scatter(velocities, b->b, f4_mul_add(bx, wb, x), f4_mul_add(by, wb, y));
    }
}

void grains_finish_substep(MicaWorld *world, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *velocities = world->state.particleVelocities.data;
    float pull;
    Vec2 down = normalize(world->state.gravity, &pull);
    const f4 zero = f4_zero(), dx = f4_splat(down.x), dy = f4_splat(down.y),
             part = f4_splat(1.0f / (float)context->substeps), h = f4_splat(context->h),
             damping = f4_splat(GRAIN_DAMPING);
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        f4 vx, vy, ax, ay, cx, cy, px, py, moves = awake_grains(scratch, i);
        lanes_load(velocities + i, &vx, &vy);
        lanes_load(scratch->pushed.data + i, &px, &py);
        lanes_load(scratch->accelerations.data + i, &ax, &ay);
        lanes_load(scratch->carried.data + i, &cx, &cy);
        // The velocity when the substep began: that before the sweep, less gravity and kept impulses.
        f4 beforeX = f4_sub(px, f4_mul_add(cx, part, ax)),
           beforeY = f4_sub(py, f4_mul_add(cy, part, ay));
        cx = f4_add(cx, f4_sub(vx, px));
        cy = f4_add(cy, f4_sub(vy, py));
        // A part of the change along gravity is taken out where a grain touches, but turns nothing back.
        f4 change = f4_add(f4_mul(f4_sub(vx, beforeX), dx), f4_mul(f4_sub(vy, beforeY), dy)),
           along = f4_add(f4_mul(vx, dx), f4_mul(vy, dy)),
           less = f4_min(f4_mul(damping, f4_abs(change)), f4_abs(along)),
           touches = f4_lt(zero, f4_add(f4_abs(cx), f4_abs(cy)));
        less = f4_and(f4_select(f4_lt(zero, along), f4_neg(less), less), f4_and(touches, moves));
        vx = f4_mul_add(vx, less, dx);
        vy = f4_mul_add(vy, less, dy);
        lanes_store(velocities + i, vx, vy);
        lanes_store(scratch->carried.data + i, f4_and(cx, moves), f4_and(cy, moves));
        f4 sx, sy;
        lanes_load(scratch->displacements.data + i, &sx, &sy);
        lanes_store(scratch->displacements.data + i, f4_mul_add(sx, f4_and(h, moves), vx),
                    f4_mul_add(sy, f4_and(h, moves), vy));
    }
}

// ------------------------------------------------------------------------------ end of a step

// Takes a part of all overlap out of positions, by way of displacements.
static void part_blocks(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *moved = scratch->displacements.data;
    const f4 zero = f4_zero(), one = f4_splat(1.0f), rate = f4_splat(OVERLAP_RATE),
             slop = f4_splat(OVERLAP_SLOP * u->spacing),
             limit = f4_splat(-OVERLAP_LIMIT * u->spacing);
    for (int32_t i = 0; i < world->state.grainBlocks.count; ++i) {
        const GrainBlock *b = &world->state.grainBlocks.data[i];
        const GrainFrame *f = &scratch->grainFrames.data[i];
        f4 px, py, qx, qy;
        lanes_gather(moved, b->a, &px, &py);
        lanes_gather(moved, b->b, &qx, &qy);
        f4 nx = f4_load(f->nx), ny = f4_load(f->ny), wa = f4_load(f->inverseA),
           wb = f4_load(f->inverseB), sum = f4_add(wa, wb),
           mass = f4_and(f4_div(one, f4_max(sum, f4_splat(1e-20f))), f4_lt(zero, sum));
        f4 gap = f4_add(f4_load(f->separation),
                        f4_add(f4_mul(nx, f4_sub(qx, px)), f4_mul(ny, f4_sub(qy, py))));
        f4 c = f4_mul(f4_mul(rate, mass), f4_max(f4_min(f4_add(gap, slop), zero), limit)),
           x = f4_mul(c, nx), y = f4_mul(c, ny);
        scatter(moved, b->a, f4_mul_add(px, wa, x), f4_mul_add(py, wa, y));
        scatter(moved, b->b, f4_mul_sub(qx, wb, x), f4_mul_sub(qy, wb, y));
    }
}

void grains_part(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    part_blocks(world, u);
    walls_part(world, u);
    for (int32_t i = 0; i < matter_particles(world); i += 4) {
        Vec2 *positions = world->state.particlePositions.data + i;
        f4 x, y, px, py, dx, dy, moves = awake_grains(scratch, i);
        lanes_load(positions, &x, &y);
        lanes_load(scratch->previousPositions.data + i, &px, &py);
        lanes_load(scratch->displacements.data + i, &dx, &dy);
        lanes_store(positions, f4_select(moves, f4_add(px, dx), x),
                    f4_select(moves, f4_add(py, dy), y));
    }
}

// The contact kernels: one pass over all blocks, four contacts at a time. contacts_solve is the
// soft pass, which pushes overlap out as a damped spring; contacts_relax, called once the bodies
// have moved, takes the spring's speed back out, so that no energy stays. Both are called once a
// substep (Macklin et al., "Small Steps in Physics Simulation", 2019; Catto, "Solver2D", 2024).
// Friction is solved before the normals, so that no point is left sinking. Reads solver bodies and
// blocks; writes velocities and the blocks' impulses. A pass gathers and scatters the velocities of
// each block's bodies once.
//
// contact_scalar.h has the scalar form, scalar_solve_contact, which a test compares with this file
// bit for bit: read it first. What is here alone serves speed: blocks without friction skip it, and
// faces are solved two blocks at a time.
#include "contact_pair.h"
#include "contact_pass.h"

static inline void solve_rolling(const BlockHead *head, const BlockPoint *points,
                                 BlockSurface *surface, int32_t count, Bodies4 *a, Bodies4 *b)
{
    f4 total = f4_zero();
    for (int32_t p = 0; p < count; ++p) {
        total = f4_add(total, f4_load(points[p].normalImpulse));
    }
    f4 iA = f4_load(head->iA), iB = f4_load(head->iB);
    f4 limit = f4_mul(f4_load(surface->rollingResistance), total);
    f4 old = f4_load(surface->rollingImpulse);
    f4 next = f4_clamp(f4_mul_sub(old, f4_load(surface->rollingMass), f4_sub(b->w, a->w)),
                       f4_neg(limit), limit);
    f4_store(surface->rollingImpulse, next);
    f4 change = f4_sub(next, old);
    a->w = f4_mul_sub(a->w, iA, change);
    b->w = f4_mul_add(b->w, iB, change);
}

// Re-anchors the accumulated impulses: bodies_accelerate carried over what they did on the arms and
// along the normals on which they acted; the difference to the arms and the normal of now goes into
// the velocities. With sums over all impulses dN, dT of the contact so far:
//
//   gainMoment = sum dN gainN + dT gainT     now N normalGain + T tangentGain, of which A's
//                                            velocity takes -iA w and B's -iB (1 - w) the change
//   normalTurnSum = sum dN b                 now N b, the change is an impulse along the tangent
//   tangentTurnSum = sum dT b                stays: tangent impulses keep the direction they had
//
// So a disc without friction does not turn. Returns gainMoment.
static inline f4 reanchor_impulses(const BlockHead *head, const BlockPoint *points, BlockTurn *turn,
                                   BlockRounded *rounded, int32_t count,
                                   const MovedAnchors *anchors, Bodies4 *a, Bodies4 *b)
{
    f4 normal = f4_load(points[0].normalImpulse), tangent = f4_load(head->tangentImpulse);
    if (count == 2) {
        normal = f4_add(normal, f4_load(points[1].normalImpulse));
    }
    f4 moment = f4_mul_add(f4_mul(anchors->normalGain, normal), anchors->tangentGain0, tangent);
    if (turn != NULL) {
        moment = f4_mul_sub(moment, anchors->normalLever, f4_load(turn->tangentTurnSum));
        f4 sum = f4_mul(anchors->normalTurn, normal),
           aside = f4_sub(sum, f4_load(turn->normalTurnSum));
        f4 px = f4_mul(aside, f4_load(head->ny)), py = f4_mul(aside, f4_load(head->nx));
        f4_store(turn->normalTurnSum, sum);
        a->vx = f4_mul_sub(a->vx, a->imx, px);
        a->vy = f4_mul_add(a->vy, a->imy, py);
        b->vx = f4_mul_add(b->vx, b->imx, px);
        b->vy = f4_mul_sub(b->vy, b->imy, py);
    }
    if (rounded != NULL) {
        f4 sum = f4_mul_add(f4_mul(anchors->roundGainN, normal), anchors->roundGainT, tangent),
           change = f4_sub(sum, f4_load(rounded->centerMoment));
        f4_store(rounded->centerMoment, sum);
        a->w = f4_mul_sub(a->w, f4_load(head->iA), change);
        b->w = f4_mul_add(b->w, f4_load(head->iB), change);
    }
    f4 change = f4_sub(moment, f4_load(head->gainMoment)), weightA = f4_load(head->leverWeightA);
    a->w = f4_mul_sub(a->w, f4_mul(f4_load(head->iA), weightA), change);
    b->w = f4_mul_sub(b->w, f4_mul(f4_load(head->iB), f4_sub(f4_splat(1.0f), weightA)), change);
    return moment;
}

// The change of the tangent impulse, and its moments about A's and B's centres of mass.
typedef struct FrictionChange {
    f4 impulse, momentA, momentB;
} FrictionChange;

// Applies an impulse and its moments to B and the opposite to A.
static inline void apply_impulse(Bodies4 *a, Bodies4 *b, f4 x, f4 y, f4 iA, f4 momentA, f4 iB,
                                 f4 momentB)
{
    a->vx = f4_mul_sub(a->vx, a->imx, x);
    a->vy = f4_mul_sub(a->vy, a->imy, y);
    a->w = f4_mul_sub(a->w, iA, momentA);
    b->vx = f4_mul_add(b->vx, b->imx, x);
    b->vy = f4_mul_add(b->vy, b->imy, y);
    b->w = f4_mul_add(b->w, iB, momentB);
}

// `linear` is n.(vB - vA), `fromFriction` what friction has changed of vn without being applied
// yet.
static inline RowTarget point_target(const PassContext *pass, const BlockHead *head,
                                     const BlockPoint *point, const Bodies4 *a, const Bodies4 *b,
                                     f4 linear, f4 fromFriction, const MovedAnchors *anchors,
                                     f4 bouncy, bool soft)
{
    f4 rnA = f4_load(point->rnA), rnB = f4_load(point->rnB);
    f4 turned = f4_sub(f4_mul(rnB, b->da), f4_mul(rnA, a->da));
    f4 gap = f4_add(f4_add(f4_load(point->separation), anchors->gapGain), turned);
    f4 spin = f4_sub(f4_mul(f4_sub(rnB, anchors->normalB), b->w),
                     f4_mul(f4_add(rnA, anchors->normalA), a->w));
    f4 vn = f4_add(f4_add(linear, fromFriction), spin);
    const Softness4 *softness = &pass->softness[(head->common.flags & BLOCK_ONE_IMMOVABLE) != 0];
    return contact_row_target(pass, softness, gap, vn, f4_load(point->normalImpulse), bouncy, soft);
}

// Stores a point's new normal impulse and returns the change.
static inline f4 store_normal_impulse(BlockPoint *point, f4 old, f4 next, bool soft)
{
    f4_store(point->normalImpulse, next);
    if (!soft) {
        f4_store(point->relaxedImpulse, next);
        f4_store(point->stepImpulse, f4_add(f4_load(point->stepImpulse), next));
    }
    return f4_sub(next, old);
}

// One block being solved. `turn` is null for two points, `pair` for one, `rounded` unless a rounded
// shape lies on an edge, `surface` if no contact of the step needs one.
typedef struct BlockSolve {
    BlockHead *head;
    BlockPoint *points;
    BlockPair *pair;
    BlockTurn *turn;
    BlockRounded *rounded;
    BlockSurface *surface;
    Bodies4 a, b;
    MovedAnchors anchors;
    FrictionChange friction;
    f4 gainMoment;
    // Change of the normal impulses together, and its moments by the arms of the start of the step
    f4 impulse, momentA, momentB;
    f4 normal;   // the normal impulses together
    f4 resting;  // mask: the normal impulses ended near the relaxed ones, which friction went by
} BlockSolve;

static inline bool has_friction(const BlockSolve *w)
{
    return (w->head->common.flags & BLOCK_FRICTIONLESS) == 0;
}

// Solves the friction row without applying it. `done` is null, or a mask of lanes to leave as they
// are.
static SOLVE_INLINE FrictionChange solve_friction_row(BlockSolve *w, int32_t count, bool soft,
                                                      const f4 *done)
{
    BlockHead *head = w->head;
    const MovedAnchors *anchors = &w->anchors;
    const Bodies4 *a = &w->a, *b = &w->b;
    f4 vt = f4_sub(f4_mul(f4_sub(b->vx, a->vx), anchors->ny),
                   f4_mul(f4_sub(b->vy, a->vy), anchors->nx));
    if ((head->common.flags & BLOCK_SURFACE) != 0) {
        vt = f4_sub(vt, f4_load(w->surface->tangentSpeed));
    }
    f4 armA = f4_add(f4_load(head->rtA), anchors->tangentA),
       armB = f4_sub(f4_load(head->rtB), anchors->tangentB);
    vt = f4_add(vt, f4_sub(f4_mul(armB, b->w), f4_mul(armA, a->w)));
    const BlockPoint *p = w->points;
    f4 load =
        contact_friction_load(f4_load(p[0].normalImpulse), f4_load(p[0].relaxedImpulse), soft);
    if (count == 2) {
        load = f4_add(load, contact_friction_load(f4_load(p[1].normalImpulse),
                                                  f4_load(p[1].relaxedImpulse), soft));
    }
    f4 limit = f4_mul(f4_load(head->friction), load);
    f4 old = f4_load(head->tangentImpulse), next = f4_mul_sub(old, f4_load(head->tangentMass), vt);
    next = f4_clamp(next, f4_neg(limit), limit);
    next = done != NULL ? f4_select(*done, old, next) : next;
    f4_store(head->tangentImpulse, next);
    f4 change = f4_sub(next, old);
    if (!soft) {  // the second time in a pass only what that changes
        f4_store(head->stepTangentImpulse,
                 f4_add(f4_load(head->stepTangentImpulse), done != NULL ? change : next));
    }
    if (w->turn != NULL) {
        f4_store(w->turn->tangentTurnSum,
                 f4_mul_add(f4_load(w->turn->tangentTurnSum), anchors->normalTurn, change));
    }
    if (w->rounded != NULL) {
        f4_store(w->rounded->centerMoment,
                 f4_mul_add(f4_load(w->rounded->centerMoment), anchors->roundGainT, change));
    }
    return (FrictionChange){change, f4_mul(armA, change), f4_mul(armB, change)};
}

// Gathers the bodies of a block; rolling resistance, moved anchors, friction.
static SOLVE_INLINE void block_begin(const PassContext *pass, BlockSolve *w, int32_t count,
                                     bool soft)
{
    BlockHead *head = w->head;
    const f4 zero = f4_zero();
    const Bodies4 immovable = {zero, zero, zero, zero, zero, zero, zero, zero};
    w->a = (head->common.flags & BLOCK_A_IMMOVABLE) != 0
               ? immovable
               : gather_bodies(pass->bodies, head->common.a);
    w->b = (head->common.flags & BLOCK_B_IMMOVABLE) != 0
               ? immovable
               : gather_bodies(pass->bodies, head->common.b);
    if ((head->common.flags & BLOCK_SURFACE) != 0) {
        solve_rolling(head, w->points, w->surface, count, &w->a, &w->b);
    }
    w->anchors = contact_move_anchors(head, w->points, w->turn, w->rounded, &w->a, &w->b);
    w->gainMoment = soft ? reanchor_impulses(head, w->points, w->turn, w->rounded, count,
                                             &w->anchors, &w->a, &w->b)
                         : f4_load(head->gainMoment);
    w->friction = (FrictionChange){zero, zero, zero};
    if (has_friction(w)) {
        w->friction = solve_friction_row(w, count, soft, NULL);
    }
}

// The normal and arms that vn is measured with. The soft pass notes them, and the relax pass takes
// those again: bodies part as they move past a rounded shape, and an edge turns away from under
// one. No impulse did that, so none takes it back.
static SOLVE_INLINE MovedAnchors measured_anchors(const BlockSolve *w, bool soft)
{
    BlockTurn *turn = w->turn;
    BlockRounded *rounded = w->rounded;
    MovedAnchors measured = w->anchors;
    if (turn != NULL && soft) {
        f4_store(turn->solveTurn, measured.normalTurn);
        if (rounded != NULL) {
            f4_store(rounded->solveArmA, measured.normalA);
            f4_store(rounded->solveArmB, measured.normalB);
        }
    } else if (turn != NULL) {
        f4 back = f4_sub(measured.normalTurn, f4_load(turn->solveTurn));
        measured.nx = f4_mul_sub(measured.nx, back, f4_load(w->head->ny));
        measured.ny = f4_mul_add(measured.ny, back, f4_load(w->head->nx));
        if (rounded != NULL) {
            f4 present = f4_lt(f4_zero(), f4_load(rounded->present));
            measured.normalA = f4_select(present, f4_load(rounded->solveArmA), measured.normalA);
            measured.normalB = f4_select(present, f4_load(rounded->solveArmB), measured.normalB);
        }
    }
    return measured;
}

// What the friction impulse changes of each point's vn. Computed from the arms instead of applied
// to the bodies first: velocities are then written once a block, and the rows wait less for each
// other.
static SOLVE_INLINE void friction_on_normals(const BlockSolve *w, const MovedAnchors *measured,
                                             int32_t count, f4 *out)
{
    const Bodies4 *a = &w->a, *b = &w->b;
    f4 nt = f4_sub(f4_mul(f4_add(a->imx, b->imx), f4_mul(measured->nx, w->anchors.ny)),
                   f4_mul(f4_add(a->imy, b->imy), f4_mul(measured->ny, w->anchors.nx)));
    f4 linear = f4_mul(nt, w->friction.impulse),
       spinA = f4_mul(f4_load(w->head->iA), w->friction.momentA),
       spinB = f4_mul(f4_load(w->head->iB), w->friction.momentB);
    for (int32_t p = 0; p < count; ++p) {
        f4 armA = f4_add(f4_load(w->points[p].rnA), measured->normalA),
           armB = f4_sub(f4_load(w->points[p].rnB), measured->normalB);
        out[p] = f4_mul_add(f4_mul_add(linear, spinA, armA), spinB, armB);
    }
}

// Stores both impulses of a face. In the relax pass a resting face changes by OVER_RELAXATION more
// than the two rows alone would need; neither impulse may become negative by that.
static SOLVE_INLINE void store_pair(BlockSolve *w, f4 old1, f4 old2, f4 next1, f4 next2, bool soft)
{
    BlockPoint *points = w->points;
    f4 zero = f4_zero();
    if (!soft) {
        w->resting = f4_and(contact_is_resting(next1, f4_load(points[0].relaxedImpulse)),
                            contact_is_resting(next2, f4_load(points[1].relaxedImpulse)));
        f4 further = f4_and(w->resting, f4_splat(OVER_RELAXATION));
        next1 = f4_mul_add(next1, further, f4_sub(next1, old1));
        next2 = f4_mul_add(next2, further, f4_sub(next2, old2));
    }
    next1 = f4_max(next1, zero);
    next2 = f4_max(next2, zero);
    w->normal = f4_add(next1, next2);
    f4 change1 = store_normal_impulse(&points[0], old1, next1, soft),
       change2 = store_normal_impulse(&points[1], old2, next2, soft);
    w->impulse = f4_add(change1, change2);
    w->momentA =
        f4_mul_add(f4_mul(f4_load(points[0].rnA), change1), f4_load(points[1].rnA), change2);
    w->momentB =
        f4_mul_add(f4_mul(f4_load(points[0].rnB), change1), f4_load(points[1].rnB), change2);
}

// The normal rows of a block, after friction.
static SOLVE_INLINE void block_solve_normals(const PassContext *pass, BlockSolve *w, int32_t count,
                                             bool soft)
{
    const BlockHead *head = w->head;
    BlockPoint *points = w->points;
    const Bodies4 *a = &w->a, *b = &w->b;
    const f4 zero = f4_zero();
    MovedAnchors m = measured_anchors(w, soft);
    f4 linear = f4_mul_add(f4_mul(f4_sub(b->vx, a->vx), m.nx), f4_sub(b->vy, a->vy), m.ny);
    f4 bouncy = zero, fromFriction[2] = {zero, zero};
    if (!soft && (head->common.flags & BLOCK_RESTITUTION) != 0) {
        bouncy = f4_lt(zero, f4_load(w->surface->restitution));
    }
    if (has_friction(w)) {
        friction_on_normals(w, &m, count, fromFriction);
    }
    RowTarget t1 =
        point_target(pass, head, &points[0], a, b, linear, fromFriction[0], &m, bouncy, soft);
    f4 old1 = f4_load(points[0].normalImpulse);
    if (count == 2) {
        RowTarget t2 =
            point_target(pass, head, &points[1], a, b, linear, fromFriction[1], &m, bouncy, soft);
        f4 old2 = f4_load(points[1].normalImpulse), next1 = old1, next2 = old2;
        contact_solve_pair(w->pair, points, &t1, &t2, soft, &next1, &next2);
        store_pair(w, old1, old2, next1, next2, soft);
    } else {
        f4 next = contact_solve_row(f4_load(points[0].normalMass), &t1, old1, soft);
        w->resting = contact_is_resting(next, f4_load(points[0].relaxedImpulse));
        w->normal = next;
        w->impulse = store_normal_impulse(&points[0], old1, next, soft);
        w->momentA = f4_mul(f4_load(points[0].rnA), w->impulse);
        w->momentB = f4_mul(f4_load(points[0].rnB), w->impulse);
    }
}

// Applies all impulses of a block, and writes velocities and sums back.
static SOLVE_INLINE void block_apply(const PassContext *pass, BlockSolve *w, int32_t count,
                                     bool soft)
{
    BlockHead *head = w->head;
    BlockTurn *turn = w->turn;
    BlockRounded *rounded = w->rounded;
    const MovedAnchors *anchors = &w->anchors;
    f4 changeN = w->impulse, changeT = w->friction.impulse;
    if (turn != NULL) {
        f4_store(turn->normalTurnSum,
                 f4_mul_add(f4_load(turn->normalTurnSum), anchors->normalTurn, changeN));
    }
    if (rounded != NULL) {
        f4_store(rounded->centerMoment,
                 f4_mul_add(f4_load(rounded->centerMoment), anchors->roundGainN, changeN));
    }
    f4 momentA = f4_add(f4_mul_add(w->momentA, anchors->normalA, changeN), w->friction.momentA),
       momentB = f4_add(f4_mul_sub(w->momentB, anchors->normalB, changeN), w->friction.momentB);
    f4 px = f4_mul_add(f4_mul(changeN, anchors->nx), changeT, anchors->ny),
       py = f4_mul_sub(f4_mul(changeN, anchors->ny), changeT, anchors->nx);
    apply_impulse(&w->a, &w->b, px, py, f4_load(head->iA), momentA, f4_load(head->iB), momentB);
    f4 gainMoment = f4_mul_add(f4_mul_add(w->gainMoment, anchors->tangentGain, changeT),
                               anchors->normalGain, changeN);
    if (!soft && has_friction(w) && f4_mask(w->resting) != 15) {
        // The relax pass has changed the normal impulse of an impact: its friction goes by the
        // result.
        FrictionChange f = solve_friction_row(w, count, soft, &w->resting);
        gainMoment = f4_mul_add(gainMoment, anchors->tangentGain, f.impulse);
        apply_impulse(&w->a, &w->b, f4_mul(f.impulse, anchors->ny),
                      f4_neg(f4_mul(f.impulse, anchors->nx)), f4_load(head->iA), f.momentA,
                      f4_load(head->iB), f.momentB);
    }
    f4_store(head->gainMoment, gainMoment);
    if ((head->common.flags & BLOCK_A_IMMOVABLE) == 0) {
        scatter_velocities(pass->bodies, head->common.a, &w->a);
    }
    if ((head->common.flags & BLOCK_B_IMMOVABLE) == 0) {
        scatter_velocities(pass->bodies, head->common.b, &w->b);
    }
    if (soft) {  // last: between the rows it takes two per cent of a step
        head->common.pushed |= f4_mask(f4_lt(f4_zero(), w->normal));
    }
}

// `rounded`: of a block of one point, a rounded shape lies on an edge.
static SOLVE_INLINE BlockSolve block_open(void *at, int32_t count, bool rounded,
                                          BlockSurface *surface)
{
    BlockSolve w = {.surface = surface};
    if (count == 2) {
        ContactBlock2 *block = at;
        w.head = &block->head;
        w.points = block->points;
        w.pair = &block->pair;
    } else {
        ContactBlock1 *block = at;
        w.head = &block->head;
        w.points = block->points;
        w.turn = &block->turn;
        w.rounded = rounded ? &((ContactBlockRounded *)at)->rounded : NULL;
    }
    return w;
}

// Blocks of a range from `first` on, one after the other.
static SOLVE_INLINE void solve_blocks(const SolverScratch *scratch, const PassContext *pass,
                                      BlockRange range, int32_t first, int32_t count, bool soft)
{
    int32_t bytes = contactKernels[range.kind].blockBytes;
    char *block = (char *)blocks_of(scratch, range) + first * bytes;
    const bool rounded = count == 1 && range.kind == KIND_ROUND_ON_EDGE;
    for (int32_t i = first; i < range.count; ++i, block += bytes) {
        BlockSolve w = block_open(block, count, rounded, block_surface(scratch, range, i));
        block_begin(pass, &w, count, soft);
        block_solve_normals(pass, &w, count, soft);
        block_apply(pass, &w, count, soft);
    }
}

// Faces are solved two blocks at a time, by thirds in turn: the operations of one block form a long
// chain in which each waits for the one before, and two such chains take no longer than one. The
// two have no body in common, being of one colour; those without a colour are solved one by one.
static SOLVE_INLINE void solve_faces(const SolverScratch *scratch, const PassContext *pass,
                                     BlockRange range, bool soft)
{
    int32_t pairs = bucket_is_overflow(range.bucket) ? 0 : range.count / 2;
    ContactBlock2 *block = blocks_of(scratch, range);
    for (int32_t i = 0; i < 2 * pairs; i += 2) {
        BlockSolve w0 = block_open(&block[i], 2, false, block_surface(scratch, range, i)),
                   w1 = block_open(&block[i + 1], 2, false, block_surface(scratch, range, i + 1));
        block_begin(pass, &w0, 2, soft);
        block_begin(pass, &w1, 2, soft);
        block_solve_normals(pass, &w0, 2, soft);
        block_solve_normals(pass, &w1, 2, soft);
        block_apply(pass, &w0, 2, soft);
        block_apply(pass, &w1, 2, soft);
    }
    solve_blocks(scratch, pass, range, 2 * pairs, 2, soft);
}

// One function for each number of points and pass, so that each stays small and its loops unroll.
void contact_two_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    solve_faces(scratch, pass, range, true);
}

void contact_two_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    solve_faces(scratch, pass, range, false);
}

void contact_one_solve(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    solve_blocks(scratch, pass, range, 0, 1, true);
}

void contact_one_relax(const SolverScratch *scratch, const PassContext *pass, BlockRange range)
{
    solve_blocks(scratch, pass, range, 0, 1, false);
}

static Softness4 spread(const Softness *s)
{
    return (Softness4){f4_splat(s->biasRate), f4_splat(s->massScale), f4_splat(s->impulseScale),
                       f4_splat(1.0f / s->massScale)};
}

static PassContext make_pass_context(const MicaWorld *world, const StepContext *c)
{
    return (PassContext){world->scratch.solverBodies.data,
                         f4_splat(c->h),
                         f4_splat(c->invH),
                         f4_splat(world->state.contactPushSpeed),
                         f4_splat(-LINEAR_SLOP * c->invH),
                         {spread(&c->contact), spread(&c->fixedContact)}};
}

void contacts_solve(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    PassContext pass = make_pass_context(world, context);
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        BlockRange range = scratch->contactRanges.data[r];
        contactKernels[range.kind].solve(scratch, &pass, range);
    }
}

void contacts_relax(MicaWorld *world, const StepContext *context)
{
    const SolverScratch *scratch = solver_scratch(world);
    PassContext pass = make_pass_context(world, context);
    for (int32_t r = 0; r < scratch->contactRanges.count; ++r) {
        BlockRange range = scratch->contactRanges.data[r];
        contactKernels[range.kind].relax(scratch, &pass, range);
    }
}

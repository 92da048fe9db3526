// The kernels of joints against their scalar form: random blocks of four revolute joints, and of
// every type made of rows, go through the soft and the relax pass, and each of their joints through
// revolute_scalar.h or joint_rows_scalar.h. All floats of blocks and bodies are compared by their
// bits.
#include "build.h"
#include "joints/joint_rows_scalar.h"
#include "lanes.h"

#define SUBSTEPS 3
#define NO_MAXIMUM 3e38f

typedef struct RevoluteBlock {
    PointBlock point;
    RowBlock row;
} RevoluteBlock;

// What the kernel and the scalar form each have a copy of.
typedef struct Range {
    SolverBody bodies[KINEMATIC + 1];
    union {
        RevoluteBlock revolute[LANES / 4];
        JointRowsBlock rows[LANES / 4];
        ArmsBlock arms;
    } blocks;
} Range;

// A lane of a block in scalar form: a revolute joint, or one made of rows.
typedef struct Lane {
    ScalarPointPart point;
    ScalarRowPart row;
    ScalarJointRows rows;
} Lane;

#define LANE_PART(block, from, type)                                                               \
    {                                                                                              \
        block, offsetof(Lane, from), sizeof(type)                                                  \
    }
#define ROWS_PART(block, from, floats)                                                             \
    {                                                                                              \
        offsetof(JointRowsBlock, block), offsetof(Lane, rows.from), (floats) * sizeof(float)       \
    }
#define RIGID_PART(i) ROWS_PART(rigid[i], rigid[i], 6)
#define FREE_PART(i) ROWS_PART(free[i], free[i], sizeof(ScalarFreeRow) / sizeof(float))

static const LanePart revoluteParts[] = {
    LANE_PART(offsetof(ArmsBlock, iA), point, ScalarPointPart),
    LANE_PART(sizeof(PointBlock), row, ScalarRowPart),
};
static const LanePart rowsParts[] = {
    ROWS_PART(arms.iA, arms, 10),
    ROWS_PART(axisX, axisX, 24),
    ROWS_PART(springForce, springForce, 2),
    ROWS_PART(drivenWork, drivenWork, 3),
    RIGID_PART(0),
    RIGID_PART(1),
    RIGID_PART(2),
    FREE_PART(0),
    FREE_PART(1),
};
#define ROWS_PARTS 7  // without those of free rows

// A scalar struct has each field of the wide one.
_Static_assert(offsetof(PointBlock, anyFlat) - offsetof(ArmsBlock, iA) ==
                   4 * sizeof(ScalarPointPart),
               "point");
_Static_assert(sizeof(RowBlock) == 4 * sizeof(ScalarRowPart), "row");
_Static_assert(sizeof(FreeRow) == 4 * sizeof(ScalarFreeRow), "free row");
_Static_assert(sizeof(RigidRow) == 4 * sizeof(ScalarRigidRow), "rigid row");
_Static_assert(offsetof(JointRowsBlock, springRate) - offsetof(JointRowsBlock, axisX) ==
                   4 * (offsetof(ScalarJointRows, springForce) - offsetof(ScalarJointRows, axisX)),
               "rows");

static char *block_of(Range *range, int32_t kind, int lane)
{
    const JointKernel *kernel = jointKernels[kind_type(kind)];
    return (char *)&range->blocks + lane / 4 * kernel->blockBytes[kind_has_row(kind)];
}

static bool is_revolute(int32_t kind) { return kind_type(kind) == MICA_JOINT_REVOLUTE; }

static int32_t free_count(int32_t kind)
{
    return kind_has_row(kind) ? jointKernels[kind_type(kind)]->rows->free : 0;
}

static void copy_lane(Range *range, int32_t kind, int lane, Lane *s, bool back)
{
    const LanePart *parts = is_revolute(kind) ? revoluteParts : rowsParts;
    int count = is_revolute(kind) ? 1 + kind_has_row(kind) : ROWS_PARTS + free_count(kind);
    for (int p = 0; p < count; p++) {
        lane_copy(&parts[p], block_of(range, kind, lane), lane & 3, s, back);
    }
}

// ------------------------------------------------------------------------------- random joints

// Arms of any length; the anchors lie at one point but for an error.
static ScalarArmsBlock random_arms(const SolverBody *a, const SolverBody *b, float iA, float iB,
                                   uint32_t *random)
{
    float spread = chance(random, 8) ? 3 : 0.02f;
    ScalarArmsBlock arms = {.iA = iA,
                            .iB = iB,
                            .imyA = a->invMassY,
                            .imyB = b->invMassY,
                            .armAx = zero_or(random, 8, -2, 2),
                            .armAy = zero_or(random, 8, -2, 2),
                            .armBx = zero_or(random, 8, -2, 2),
                            .armBy = zero_or(random, 8, -2, 2)};
    arms.centersX = arms.armAx - arms.armBx + test_random_float(random, -spread, spread);
    arms.centersY = arms.armAy - arms.armBy + test_random_float(random, -spread, spread);
    return arms;
}

// Limit, motor and spring, each in some.
static void put_row(ScalarRowPart *x, uint32_t *random)
{
    bool limit = chance(random, 2), spring = chance(random, 2), bounded = chance(random, 2);
    *x = (ScalarRowPart){.start = test_random_float(random, -1, 1),
                         .motorSpeed = zero_or(random, 4, -5, 5),
                         .maxMotor = chance(random, 4) ? 1e3f : zero_or(random, 2, 0, 2)};
    x->lower = limit ? test_random_float(random, -1, 0.2f) : -NO_LIMIT;
    x->upper = limit ? x->lower + zero_or(random, 4, 0, 1) : NO_LIMIT;
    x->minSpring = -NO_MAXIMUM;
    x->maxSpring = NO_MAXIMUM;
    if (bounded) {
        x->minSpring = zero_or(random, 2, -1, 0);
        x->maxSpring = zero_or(random, 4, 0, 1);
    }
    if (spring) {
        x->springTarget = zero_or(random, 2, -1, 1);
        x->springRate = test_random_float(random, 0, 50);
        x->springLoss = test_random_float(random, 0, 1);
        x->springCarry = test_random_float(random, 0, 1);
        x->springStiff = zero_or(random, 4, 0, 1);
        x->springMass = zero_or(random, 2, 0.01f, 10);
        x->springImpulse = zero_or(random, 4, -1, 1);
    }
    x->motorImpulse = zero_or(random, 2, -1, 1) * min_f(x->maxMotor, 1);
    x->lowerImpulse = limit ? zero_or(random, 2, 0, 1) : 0;
    x->upperImpulse = limit ? zero_or(random, 2, 0, 1) : 0;
}

static void put_point(ScalarPointPart *p, uint32_t *random)
{
    p->impulseX = zero_or(random, 4, -2, 2);
    p->impulseY = zero_or(random, 4, -2, 2);
    p->momentA = zero_or(random, 4, -2, 2);
    p->momentB = zero_or(random, 4, -2, 2);
}

static void put_rows(ScalarJointRows *k, Softness soft, bool drives, uint32_t *random)
{
    Rot turn = mica_rot(test_random_float(random, -3.14f, 3.14f));
    k->axisX = turn.c;
    k->axisY = turn.s;
    k->angle = test_random_float(random, -0.5f, 0.5f);
    k->length = zero_or(random, 4, 0, 2);
    k->rate = drives && chance(random, 2) ? 0 : soft.biasRate;
    k->massScale = soft.massScale;
    k->impulseScale = soft.impulseScale;
    k->notSpring = chance(random, 4) ? 0 : 1;
    k->coupled = chance(random, 4) ? 0 : k->notSpring;
    for (int i = 0; i < 2; i++) {
        k->maxImpulse[i] = chance(random, 2) ? NO_MAXIMUM : zero_or(random, 8, 0, 2);
        k->springForce[i] = zero_or(random, 2, -1, 1);
    }
    for (int i = 0; i < MAX_RIGID; i++) {
        k->speed[i] = drives ? zero_or(random, 4, -2, 2) : 0;
        k->rigid[i].impulse = zero_or(random, 4, -2, 2);
    }
    for (int i = 0; i < 4; i++) {
        k->applied[i] = zero_or(random, 4, -2, 2);
    }
}

static void put_block(Range *range, int32_t kind, int first, Softness soft, uint32_t *random)
{
    char *block = block_of(range, kind, first);
    ArmsBlock *arms = (ArmsBlock *)(void *)block;
    bool bothDynamic = chance(random, 2);
    for (int lane = first; lane < first + 4; lane++) {
        int32_t *a = &arms->a[lane & 3], *b = &arms->b[lane & 3];
        Lane s = {0};
        if (!chance(random, 8)) {
            lane_choose_bodies(lane, bothDynamic, random, a, b);
            const SolverBody *bodyA = &range->bodies[*a], *bodyB = &range->bodies[*b];
            float iA = lane_inverse_inertia(bodyA, *a, random),
                  iB = lane_inverse_inertia(bodyB, *b, random);
            s.point.arms = s.rows.arms = random_arms(bodyA, bodyB, iA, iB, random);
            if (is_revolute(kind)) {
                put_point(&s.point, random);
                put_row(&s.row, random);
            } else {
                put_rows(&s.rows, soft, jointKernels[kind_type(kind)]->rows->drives, random);
                put_row(&s.rows.free[0].row, random);
                put_row(&s.rows.free[1].row, random);
            }
        }
        copy_lane(range, kind, lane, &s, true);
    }
    if (is_revolute(kind)) {
        ((PointBlock *)(void *)block)->watched = chance(random, 2);
    }
}

// ------------------------------------------------------------------------------------- comparing

// A type places the rows of four joints: here of four equal ones.
static ScalarRowJacobian first_lane(const RowJacobian *l)
{
    return (ScalarRowJacobian){f4_first(l->ux), f4_first(l->uy), f4_first(l->sA), f4_first(l->sB)};
}

static void place_first(const JointRows *type, const ScalarJointPlace *at, bool withFree,
                        ScalarPlacedRows *out)
{
    const ScalarArms *r = &at->arms;
    JointPlace four = {{f4_splat(r->rAx), f4_splat(r->rAy), f4_splat(r->rBx), f4_splat(r->rBy),
                        f4_splat(r->dx), f4_splat(r->dy)},
                       f4_splat(at->axisX),
                       f4_splat(at->axisY),
                       f4_splat(at->angle),
                       f4_splat(at->length)};
    PlacedRows placed;
    type->place(&four, withFree, &placed);
    for (int i = 0; i < type->rigid[withFree]; i++) {
        out->rigid[i] = first_lane(&placed.rigid[i]);
        out->error[i] = f4_first(placed.error[i]);
    }
    for (int i = 0; withFree && i < type->free; i++) {
        out->free[i] = first_lane(&placed.free[i]);
        out->coordinate[i] = f4_first(placed.coordinate[i]);
    }
}

static void solve_wide(MicaWorld *world, Range *range, int32_t kind, const StepContext *context,
                       bool soft, bool again)
{
    const JointKernel *kernel = jointKernels[kind_type(kind)];
    SolverScratch *scratch = solver_scratch(world);
    char *blocks = scratch->jointBlocks.data;
    SolverBody *bodies = world->scratch.solverBodies.data;
    scratch->jointBlocks.data = (char *)&range->blocks;
    world->scratch.solverBodies.data = range->bodies;
    JointRange joints = {.kind = kind, .count = LANES / 4};
    if (soft) {
        kernel->solve(world, context, joints);
    } else {
        kernel->relax(world, context, joints, again);
    }
    scratch->jointBlocks.data = blocks;
    world->scratch.solverBodies.data = bodies;
}

static void solve_revolute(Range *range, int32_t kind, const StepContext *context, bool soft,
                           bool again)
{
    for (int lane = 0; lane < LANES; lane++) {
        PointBlock *block = (PointBlock *)(void *)block_of(range, kind, lane);
        Lane s;
        copy_lane(range, kind, lane, &s, false);
        ScalarRevolute joint = {.a = &range->bodies[block->arms.a[lane & 3]],
                                .b = &range->bodies[block->arms.b[lane & 3]],
                                .point = &s.point,
                                .row = kind_has_row(kind) ? &s.row : NULL,
                                .watched = block->watched != 0};
        scalar_solve_revolute(&joint, context, soft, again);
        copy_lane(range, kind, lane, &s, true);
        int32_t bit = 1 << (lane & 3);
        block->anyFlat = (block->anyFlat & ~bit) | (s.point.flat != 0 ? bit : 0);
    }
}

static void solve_rows(Range *range, int32_t kind, const StepContext *context, bool soft,
                       bool again)
{
    const JointRows *type = jointKernels[kind_type(kind)]->rows;
    int32_t rigid = type->rigid[kind_has_row(kind)];
    for (int lane = 0; lane < LANES; lane++) {
        const ArmsBlock *arms = (const ArmsBlock *)(const void *)block_of(range, kind, lane);
        Lane s;
        copy_lane(range, kind, lane, &s, false);
        s.rows.a = &range->bodies[arms->a[lane & 3]];
        s.rows.b = &range->bodies[arms->b[lane & 3]];
        s.rows.rigidCount = rigid;
        s.rows.joined = type->drives ? min_i(rigid, 2) : rigid;
        s.rows.freeCount = free_count(kind);
        s.rows.place = place_first;
        s.rows.type = type;
        scalar_solve_joint(&s.rows, context, soft, again);
        copy_lane(range, kind, lane, &s, true);
    }
}

static bool compare_pass(MicaWorld *world, Range *range, int32_t kind, const StepContext *context,
                         bool soft, bool again)
{
    char what[80];
    snprintf(what, sizeof what, "joint type %d %s row, %s pass", (int)kind_type(kind),
             kind_has_row(kind) ? "with a" : "without", soft ? "soft" : "relax");
    Range scalar = *range;
    solve_wide(world, range, kind, context, soft, again);
    (is_revolute(kind) ? solve_revolute : solve_rows)(&scalar, kind, context, soft, again);
    return lane_same_words(&range->blocks, &scalar.blocks, sizeof range->blocks, what, "blocks") &&
           lane_same_words(range->bodies, scalar.bodies, sizeof range->bodies, what, "bodies");
}

static void compare_kind(int32_t kind)
{
    uint32_t random = 11;
    MicaWorld *world = make_world();
    REQUIRE(world != NULL);
    int all = test_part(400, 4);
    for (int n = 0; n < all; n++) {
        Range range = {0};
        float invH = test_random_float(&random, 30, 500), h = 1.0f / invH;
        StepContext context = {.h = h, .invH = invH};
        context.joint = make_softness(test_random_float(&random, 10, 60),
                                      test_random_float(&random, 1, 10), h, 1);
        lane_put_bodies(range.bodies, true, &random);
        for (int lane = 0; lane < LANES; lane += 4) {
            put_block(&range, kind, lane, context.joint, &random);
        }
        bool same = compare_pass(world, &range, kind, &context, false, false);
        for (int i = 0; i < SUBSTEPS && same; i++) {
            same = compare_pass(world, &range, kind, &context, true, false);
            lane_move_bodies(range.bodies, h, &random);
            same = same && compare_pass(world, &range, kind, &context, false, false);
            // Relaxed again, rows stay as they were placed, wherever the bodies are.
            lane_move_bodies(range.bodies, h, &random);
            same = same && compare_pass(world, &range, kind, &context, false, true);
        }
        CHECK(lane_bodies_are_finite(range.bodies));
        if (!same) {
            break;
        }
    }
    mica_world_destroy(world);
}

TEST(revolute_joints_are_solved_as_in_scalar_form)
{
    int32_t kind = 2 * (MICA_JOINT_REVOLUTE - 1);
    compare_kind(kind);
    compare_kind(kind + 1);
}

TEST(joints_made_of_rows_are_solved_as_in_scalar_form)
{
    for (int32_t kind = 0; kind < JOINT_KIND_COUNT; kind++) {
        const JointRows *type = jointKernels[kind_type(kind)]->rows;
        if (type != NULL && (!kind_has_row(kind) || type->free > 0)) {
            compare_kind(kind);
        }
    }
}

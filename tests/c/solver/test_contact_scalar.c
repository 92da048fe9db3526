// The contact kernels against their scalar form: random blocks of four contacts of every kind go
// through the soft and the relax pass of contact_kernels.c, and each of their contacts through
// contact_scalar.h or contact_circles_scalar.h. All floats of blocks, surfaces and bodies are
// compared by their bits.
#include "contact_circles_scalar.h"
#include "contact_pass.h"
#include "lanes.h"

#define SUBSTEPS 4

// What the kernels and the scalar form each have a copy of.
typedef struct Range {
    SolverBody bodies[KINEMATIC + 1];
    union {
        ContactBlock1 one[LANES / 4];
        ContactBlockRounded rounded[LANES / 4];
        ContactBlock2 two[LANES / 4];
        ContactBlockCircles circles[LANES / 4];
        BlockCommon common;
    } blocks;
    BlockSurface surfaces[LANES / 4];
} Range;

// A lane of a block in scalar form; ContactBlockCircles has its own.
typedef struct Lane {
    ScalarContact contact;
    ScalarCircles circles;
} Lane;

#define PART(block, lane, type)                                                                    \
    {                                                                                              \
        block, offsetof(Lane, lane), sizeof(type)                                                  \
    }
#define PART_HEAD PART(sizeof(BlockCommon), contact.head, ScalarHead)

static const LanePart parts[KIND_COUNT][4] = {
    [KIND_TWO] = {PART_HEAD, PART(offsetof(ContactBlock2, points), contact.points, ScalarPoint[2]),
                  PART(offsetof(ContactBlock2, pair), contact.pair, ScalarPair)},
    [KIND_ONE] = {PART_HEAD, PART(offsetof(ContactBlock1, points), contact.points, ScalarPoint),
                  PART(offsetof(ContactBlock1, turn), contact.turn, ScalarTurn)},
    [KIND_ROUND_ON_EDGE] = {PART_HEAD,
                            PART(offsetof(ContactBlock1, points), contact.points, ScalarPoint),
                            PART(offsetof(ContactBlock1, turn), contact.turn, ScalarTurn),
                            PART(offsetof(ContactBlockRounded, rounded), contact.rounded,
                                 ScalarRounded)},
    [KIND_TWO_CIRCLES] = {PART(sizeof(BlockCommon), circles, ScalarCircles)},
};
static const LanePart surfacePart = PART(0, contact.surface, ScalarSurface);

// A scalar struct has each field of the wide one.
_Static_assert(sizeof(BlockHead) - sizeof(BlockCommon) == 4 * sizeof(ScalarHead), "head");
_Static_assert(sizeof(BlockPoint) == 4 * sizeof(ScalarPoint), "point");
_Static_assert(sizeof(BlockPair) == 4 * sizeof(ScalarPair), "pair");
_Static_assert(sizeof(BlockTurn) == 4 * sizeof(ScalarTurn), "turn");
_Static_assert(sizeof(BlockRounded) == 4 * sizeof(ScalarRounded), "rounded");
_Static_assert(sizeof(BlockSurface) == 4 * sizeof(ScalarSurface), "surface");
_Static_assert(sizeof(ContactBlockCircles) - sizeof(BlockCommon) == 4 * sizeof(ScalarCircles), "");

static char *block_of(Range *range, ContactKind kind, int lane)
{
    return (char *)&range->blocks + lane / 4 * contactKernels[kind].blockBytes;
}

// ------------------------------------------------------------------------------ random contacts

// Open, closed or deep.
static float random_gap(uint32_t *random)
{
    switch (test_random(random) % 4) {
    case 0:
        return test_random_float(random, 0, 0.05f);
    case 1:
        return test_random_float(random, -0.5f, 0);
    default:
        return test_random_float(random, -0.01f, 0.005f);
    }
}

static void random_impulses(float mass, uint32_t *random, float *normal, float *relaxed)
{
    *normal = zero_or(random, 3, 0, 5) * mass;
    *relaxed = chance(random, 3) ? *normal : *normal * test_random_float(random, 0, 2);
}

// Within the friction cone, with the rare impulse of a step before in which there was friction.
static float random_tangent_impulse(float friction, float normal, uint32_t *random)
{
    if (friction == 0.0f) {
        return chance(random, 8) ? test_random_float(random, -1, 1) : 0;
    }
    return zero_or(random, 4, -1, 1) * friction * normal;
}

static float random_friction(bool frictionless, uint32_t *random)
{
    return frictionless ? 0 : zero_or(random, 4, 0.05f, 1.2f);
}

static void put_surface(ScalarSurface *surface, float iA, float iB, uint32_t *random)
{
    surface->restitution = zero_or(random, 2, 0, 1);
    surface->tangentSpeed = zero_or(random, 2, -2, 2);
    surface->rollingResistance = zero_or(random, 2, 0, 0.2f);
    surface->rollingMass = inverse(iA + iB);
    surface->rollingImpulse =
        surface->rollingResistance > 0 ? zero_or(random, 4, -0.1f, 0.1f) * surface->rollingMass : 0;
}

// A point at rA from A's centre of mass and rB from B's. Returns the inverse mass of its row.
static float put_point(ScalarContact *c, int p, Vec2 rA, Vec2 rB, uint32_t *random)
{
    const ScalarHead *head = &c->head;
    ScalarPoint *point = &c->points[p];
    Vec2 n = {head->nx, head->ny};
    point->rnA = cross(rA, n);
    point->rnB = cross(rB, n);
    float k = n.x * n.x * (c->a->invMassX + c->b->invMassX) +
              n.y * n.y * (c->a->invMassY + c->b->invMassY) + head->iA * point->rnA * point->rnA +
              head->iB * point->rnB * point->rnB;
    point->normalMass = inverse(k);
    point->separation = random_gap(random);
    random_impulses(point->normalMass, random, &point->normalImpulse, &point->relaxedImpulse);
    point->stepImpulse = point->normalImpulse;
    point->approach = test_random_float(random, -5, 5);
    return k;
}

// The second point of a face, on a line with the first, sometimes next to it.
static void put_pair(ScalarContact *c, Vec2 rA, Vec2 rB, float k11, uint32_t *random)
{
    const ScalarHead *head = &c->head;
    Vec2 n = {head->nx, head->ny}, along = right_perp(n);
    float width = chance(random, 8) ? 1e-4f : test_random_float(random, 0.1f, 2);
    float k22 = put_point(c, 1, mul_add(rA, width, along), mul_add(rB, width, along), random);
    const ScalarPoint *p = c->points;
    float k12 = n.x * n.x * (c->a->invMassX + c->b->invMassX) +
                n.y * n.y * (c->a->invMassY + c->b->invMassY) + head->iA * p[0].rnA * p[1].rnA +
                head->iB * p[0].rnB * p[1].rnB;
    float determinant = k11 * k22 - k12 * k12;
    bool regular = determinant > 1e-3f * k11 * k22;
    c->pair = (ScalarPair){k11, k12, k22, regular ? 1.0f / determinant : 0.0f};
}

// How the normal of a single point turns, with what earlier substeps may have left in the sums.
static void put_turn(ScalarContact *c, uint32_t *random)
{
    bool circles = !c->isRounded && c->head.leverWeightA == 0.5f;
    c->turn = (ScalarTurn){
        .curvature = circles ? test_random_float(random, 0.3f, 2) : 0,
        .solveTurn = zero_or(random, 2, -0.2f, 0.2f),
        .tangentTurnSum = zero_or(random, 2, -0.1f, 0.1f),
        .normalTurnSum = zero_or(random, 2, -0.1f, 0.1f),
    };
    if (c->isRounded) {
        c->rounded = (ScalarRounded){
            .present = 1,
            .height = test_random_float(random, -2, 2),
            .centerAlong = zero_or(random, 4, -1, 1),
            .centerAside = zero_or(random, 4, -1, 1),
            .centerMoment = zero_or(random, 2, -0.1f, 0.1f),
        };
    }
}

static void put_contact(ScalarContact *c, float iA, float iB, bool frictionless, uint32_t *random)
{
    ScalarHead *head = &c->head;
    Rot turn = mica_rot(test_random_float(random, -3.14f, 3.14f));
    Vec2 rA = {test_random_float(random, -2, 2), test_random_float(random, -2, 2)},
         rB = {test_random_float(random, -2, 2), test_random_float(random, -2, 2)};
    Vec2 n = chance(random, 8) ? vec(0, 1) : vec(turn.c, turn.s), t = right_perp(n);
    *head = (ScalarHead){.nx = n.x, .ny = n.y, .iA = iA, .iB = iB};
    head->friction = random_friction(frictionless, random);
    head->leverWeightA = c->isRounded ? 1.0f : 0.5f * (float)(test_random(random) % 3);
    head->maxTravel = zero_or(random, 8, 0.05f, 1);
    head->gainMoment = zero_or(random, 2, -0.1f, 0.1f);
    float k = put_point(c, 0, rA, rB, random), normal = c->points[0].normalImpulse;
    if (c->count == 2) {
        put_pair(c, rA, rB, k, random);
        normal += c->points[1].normalImpulse;
    } else {
        put_turn(c, random);
    }
    head->rtA = cross(rA, t);
    head->rtB = cross(rB, t);
    head->tangentMass = inverse(t.x * t.x * (c->a->invMassX + c->b->invMassX) +
                                t.y * t.y * (c->a->invMassY + c->b->invMassY) +
                                iA * head->rtA * head->rtA + iB * head->rtB * head->rtB);
    if (!frictionless) {
        head->tangentImpulse = random_tangent_impulse(head->friction, normal, random);
    }
    head->stepTangentImpulse = head->tangentImpulse;
}

static void put_circles(ScalarCircles *k, const SolverBody *a, const SolverBody *b, float iA,
                        float iB, bool frictionless, uint32_t *random)
{
    Rot turn = mica_rot(test_random_float(random, -3.14f, 3.14f));
    float linear = a->invMassX + b->invMassX;
    *k = (ScalarCircles){.nx = turn.c, .ny = turn.s, .iA = iA, .iB = iB};
    k->radiusA = test_random_float(random, 0.05f, 2);
    k->radiusB = test_random_float(random, 0.05f, 2);
    k->centerDistance = max_f(k->radiusA + k->radiusB + random_gap(random), 0);
    k->friction = random_friction(frictionless, random);
    k->normalMass = inverse(linear);
    k->tangentMass = inverse(linear + iA * k->radiusA * k->radiusA + iB * k->radiusB * k->radiusB);
    random_impulses(k->normalMass, random, &k->normalImpulse, &k->relaxedImpulse);
    if (!frictionless) {
        k->tangentImpulse = random_tangent_impulse(k->friction, k->normalImpulse, random);
    }
    k->appliedX = k->normalImpulse * k->nx + k->tangentImpulse * k->ny;
    k->appliedY = k->normalImpulse * k->ny - k->tangentImpulse * k->nx;
    k->gapMoment = zero_or(random, 2, -0.1f, 0.1f) * k->tangentImpulse;
    k->solveNx = k->nx;
    k->solveNy = k->ny;
}

// ------------------------------------------------------------------------------- blocks of lanes

static Lane open_lane(Range *range, ContactKind kind, int lane)
{
    char *block = block_of(range, kind, lane);
    const BlockCommon *common = (const BlockCommon *)(const void *)block;
    Lane s = {.contact = {.a = &range->bodies[common->a[lane & 3]],
                          .b = &range->bodies[common->b[lane & 3]],
                          .count = kind == KIND_TWO ? 2 : 1,
                          .oneImmovable = (common->flags & BLOCK_ONE_IMMOVABLE) != 0,
                          .pushed = (common->pushed & 1 << (lane & 3)) != 0}};
    for (int p = 0; p < 4; p++) {
        lane_copy(&parts[kind][p], block, lane & 3, &s, false);
    }
    lane_copy(&surfacePart, &range->surfaces[lane / 4], lane & 3, &s, false);
    s.contact.isRounded = s.contact.rounded.present > 0.0f;
    return s;
}

static void close_lane(Range *range, ContactKind kind, int lane, Lane *s)
{
    char *block = block_of(range, kind, lane);
    for (int p = 0; p < 4; p++) {
        lane_copy(&parts[kind][p], block, lane & 3, s, true);
    }
    lane_copy(&surfacePart, &range->surfaces[lane / 4], lane & 3, s, true);
    if (s->contact.pushed) {
        ((BlockCommon *)(void *)block)->pushed |= 1 << (lane & 3);
    }
}

// The flags that contact_prepare.c would give a block.
static int32_t flags_of_lane(ContactKind kind, const Lane *s)
{
    const ScalarSurface *surface = &s->contact.surface;
    bool circles = kind == KIND_TWO_CIRCLES;
    float friction = circles ? s->circles.friction : s->contact.head.friction,
          tangent = circles ? s->circles.tangentImpulse : s->contact.head.tangentImpulse;
    return (surface->rollingResistance > 0 || surface->tangentSpeed != 0 ? BLOCK_SURFACE : 0) |
           (surface->restitution > 0 ? BLOCK_RESTITUTION : 0) |
           (friction > 0 || tangent != 0 ? 0 : BLOCK_FRICTIONLESS);
}

static void put_block(Range *range, ContactKind kind, int first, bool withSurfaces,
                      uint32_t *random)
{
    BlockCommon *common = (BlockCommon *)(void *)block_of(range, kind, first);
    bool bothDynamic = chance(random, 2), frictionless = chance(random, 4);
    bool empty = first > 0 && chance(random, 8);  // those behind the first may be empty
    int32_t flags = BLOCK_FRICTIONLESS | BLOCK_A_IMMOVABLE | BLOCK_B_IMMOVABLE;
    common->flags = bothDynamic ? 0 : BLOCK_ONE_IMMOVABLE;
    for (int lane = first; lane < first + 4; lane++) {
        int32_t *a = &common->a[lane & 3], *b = &common->b[lane & 3];
        Lane s = open_lane(range, kind, lane);
        s.circles.centerDistance = 1;  // an empty lane needs a line of centres, too
        if (!empty && !chance(random, 8)) {
            lane_choose_bodies(lane, bothDynamic, random, a, b);
            s = open_lane(range, kind, lane);
            ScalarContact *c = &s.contact;
            float iA = lane_inverse_inertia(c->a, *a, random),
                  iB = lane_inverse_inertia(c->b, *b, random);
            c->isRounded = kind == KIND_ROUND_ON_EDGE;
            if (kind == KIND_TWO_CIRCLES) {
                put_circles(&s.circles, c->a, c->b, iA, iB, frictionless, random);
            } else {
                put_contact(c, iA, iB, frictionless, random);
            }
            if (withSurfaces && !chance(random, 2)) {
                put_surface(&c->surface, iA, iB, random);
            }
        }
        int32_t of = flags_of_lane(kind, &s) | (*a == 0 ? BLOCK_A_IMMOVABLE : 0) |
                     (*b == 0 ? BLOCK_B_IMMOVABLE : 0);
        common->flags |= of & (BLOCK_SURFACE | BLOCK_RESTITUTION);
        flags &= of;
        close_lane(range, kind, lane, &s);
    }
    // Circles have no flags of their bodies.
    common->flags |= kind == KIND_TWO_CIRCLES ? flags & BLOCK_FRICTIONLESS : flags;
}

// ------------------------------------------------------------------------------------- comparing

static Softness4 spread(Softness s)
{
    return (Softness4){f4_splat(s.biasRate), f4_splat(s.massScale), f4_splat(s.impulseScale),
                       f4_splat(1.0f / s.massScale)};
}

static void solve_wide(Range *range, ContactKind kind, bool withSurfaces, const ScalarPass *pass,
                       bool soft)
{
    SolverScratch scratch = {0};
    scratch.contactBlocks.data = (char *)&range->blocks;
    scratch.contactSurfaces.data = range->surfaces;
    scratch.contactSurfaces.count = withSurfaces ? LANES / 4 : 0;
    PassContext context = {range->bodies,
                           f4_splat(pass->h),
                           f4_splat(pass->invH),
                           f4_splat(pass->pushSpeed),
                           f4_splat(pass->impactSpeed),
                           {spread(pass->softness[0]), spread(pass->softness[1])}};
    BlockRange blocks = {.kind = kind, .count = LANES / 4};
    const ContactKernel *kernel = &contactKernels[kind];
    (soft ? kernel->solve : kernel->relax)(&scratch, &context, blocks);
}

static void solve_scalar(Range *range, ContactKind kind, const ScalarPass *pass, bool soft)
{
    for (int lane = 0; lane < LANES; lane++) {
        Lane s = open_lane(range, kind, lane);
        ScalarContact *c = &s.contact;
        if (kind == KIND_TWO_CIRCLES) {
            scalar_solve_circles(pass, c->a, c->b, &s.circles, c->surface.restitution, soft,
                                 &c->pushed);
        } else {
            scalar_solve_contact(pass, c, soft);
        }
        close_lane(range, kind, lane, &s);
    }
}

// Where other lanes of a block have friction to solve, a lane without any adds zeros to its
// centerMoment, which may make +0 of -0; the scalar form adds nothing. All other zeros have the
// same sign.
static void drop_sign_of_zero(Range *range)
{
    for (int lane = 0; lane < LANES; lane++) {
        range->blocks.rounded[lane / 4].rounded.centerMoment[lane & 3] += 0.0f;
    }
}

static bool compare_pass(Range *range, ContactKind kind, bool withSurfaces, const ScalarPass *pass,
                         bool soft)
{
    static const char *const names[KIND_COUNT] = {[KIND_TWO] = "two points",
                                                  [KIND_ROUND_ON_EDGE] =
                                                      "a rounded shape on an edge",
                                                  [KIND_ONE] = "one point",
                                                  [KIND_TWO_CIRCLES] = "two circles"};
    char what[80];
    snprintf(what, sizeof what, "%s, %s pass", names[kind], soft ? "soft" : "relax");
    Range scalar = *range;
    solve_wide(range, kind, withSurfaces, pass, soft);
    solve_scalar(&scalar, kind, pass, soft);
    if (kind == KIND_ROUND_ON_EDGE) {
        drop_sign_of_zero(range);
        drop_sign_of_zero(&scalar);
    }
    return lane_same_words(&range->blocks, &scalar.blocks, sizeof range->blocks, what, "blocks") &&
           lane_same_words(range->surfaces, scalar.surfaces, sizeof range->surfaces, what,
                           "surfaces") &&
           lane_same_words(range->bodies, scalar.bodies, sizeof range->bodies, what, "bodies");
}

static void compare_kind(ContactKind kind)
{
    uint32_t random = 7;
    int pushed = 0, all = test_part(2000, 4);
    for (int n = 0; n < all; n++) {
        Range range = {0};
        bool withSurfaces = chance(&random, 2);
        float invH = test_random_float(&random, 30, 500), h = 1.0f / invH;
        ScalarPass pass = {.h = h,
                           .invH = invH,
                           .pushSpeed = zero_or(&random, 8, 1, 5),
                           .impactSpeed = -LINEAR_SLOP * invH};
        for (int i = 0; i < 2; i++) {
            pass.softness[i] =
                make_softness(test_random_float(&random, 10, 60), test_random_float(&random, 1, 10),
                              h, test_random_float(&random, 0.5f, 1));
        }
        // Circles of bodies with locked axes are of kind one.
        lane_put_bodies(range.bodies, kind != KIND_TWO_CIRCLES, &random);
        for (int lane = 0; lane < LANES; lane += 4) {
            put_block(&range, kind, lane, withSurfaces, &random);
        }
        for (int i = 0; i < SUBSTEPS; i++) {
            REQUIRE(compare_pass(&range, kind, withSurfaces, &pass, true));
            lane_move_bodies(range.bodies, h, &random);
            REQUIRE(compare_pass(&range, kind, withSurfaces, &pass, false));
        }
        pushed += range.blocks.common.pushed != 0;
        REQUIRE(lane_bodies_are_finite(range.bodies));
    }
    CHECK(pushed > all / 2);
}

TEST(two_points_are_solved_as_in_scalar_form) { compare_kind(KIND_TWO); }

TEST(one_point_is_solved_as_in_scalar_form) { compare_kind(KIND_ONE); }

TEST(a_rounded_shape_on_an_edge_is_solved_as_in_scalar_form) { compare_kind(KIND_ROUND_ON_EDGE); }

TEST(two_circles_are_solved_as_in_scalar_form) { compare_kind(KIND_TWO_CIRCLES); }

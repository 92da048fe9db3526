// Any two colliders that respond to each other are a pair as soon as their boxes overlap: random
// worlds, edited in every way that the public API has, against all pairs of boxes tested one by
// one. A pair that the search skips because its boxes overlapped before, though it is none, would
// be missed for good here.
#include "build.h"
#include "world.h"

enum { BODIES = 90, STEPS = 60 };

typedef struct Crowd {
    MicaWorld *world;
    MicaBody bodies[BODIES];
    MicaCollider map;
    uint32_t seed;
    int missing, pairs, parts;
} Crowd;

static float between(Crowd *c, float low, float high)
{
    return test_random_float(&c->seed, low, high);
}
static int below(Crowd *c, int limit) { return (int)(test_random(&c->seed) % (uint32_t)limit); }

static void add_collider(Crowd *c, MicaBody body)
{
    MicaColliderDef def = mica_collider_def();
    def.layer = below(c, 4);
    def.isTrigger = below(c, 6) == 0;
    def.group = below(c, 8) == 0 ? below(c, 5) - 2 : 0;
    def.sees = (uint32_t)below(c, 16);
    MicaShape shape = below(c, 2) == 0 ? circle_shape(between(c, 0.1f, 0.8f))
                                       : box_shape(between(c, 0.1f, 0.8f), between(c, 0.1f, 0.8f));
    mica_collider_create(c->world, body, &def, &shape);
}

static void add_one(Crowd *c, int i)
{
    MicaBodyDef def = mica_body_def();
    def.type = below(c, 4) == 0   ? MICA_BODY_STATIC
               : below(c, 8) == 0 ? MICA_BODY_KINEMATIC
                                  : MICA_BODY_DYNAMIC;
    def.position = v2(between(c, -6, 6), between(c, -6, 6));
    def.angle = between(c, -3, 3);
    def.linearVelocity = v2(between(c, -8, 8), between(c, -8, 8));
    c->bodies[i] = mica_body_create(c->world, &def);
    for (int n = 1 + below(c, 2); n > 0; --n) {
        add_collider(c, c->bodies[i]);
    }
}

// A map of tiles and a chain around it, on bodies that may rotate or move.
static void add_map(Crowd *c)
{
    enum { COLUMNS = 20, ROWS = 16 };
    uint8_t cells[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        cells[i] = (uint8_t)(below(c, 3) != 0   ? MICA_TILE_EMPTY
                             : below(c, 8) == 0 ? MICA_TILE_FULL | MICA_TILE_TRIGGER
                                                : below(c, MICA_TILE_KIND_COUNT));
    }
    MicaBodyDef body = mica_body_def();
    body.type = below(c, 2) == 0 ? MICA_BODY_STATIC : MICA_BODY_KINEMATIC;
    body.linearVelocity = v2(between(c, -9, 9), between(c, -9, 9));
    MicaColliderDef def = mica_collider_def();
    def.layer = below(c, 4);
    MicaTilesDef tiles = {.columns = COLUMNS,
                          .rows = ROWS,
                          .cell = v2(0.7f, 0.7f),
                          .origin = v2(-7, -6),
                          .cells = cells};
    c->map = mica_tiles_create(c->world, mica_body_create(c->world, &body), &def, &tiles);
    const MicaVec2 points[] = {v2(-8, -7), v2(8, -7), v2(8, 7), v2(0, 2), v2(-8, 7)};
    MicaChainDef chain = {.points = points, .count = 5, .loop = true};
    mica_chain_create(c->world, mica_body_create(c->world, &body), &def, &chain);
}

static MicaCollider some_collider(Crowd *c, MicaBody body)
{
    MicaCollider list[8] = {{0}};
    int32_t count = mica_body_colliders(c->world, body, list, 8);
    return count > 0 ? list[below(c, count < 8 ? count : 8)] : (MicaCollider){0};
}

static void edit(Crowd *c)
{
    int i = below(c, BODIES);
    MicaWorld *w = c->world;
    MicaBody body = c->bodies[i], other = c->bodies[below(c, BODIES)];
    MicaCollider collider = some_collider(c, body);
    switch (below(c, 18)) {
    case 0:
        mica_body_destroy(w, body);
        add_one(c, i);
        break;
    case 1:
        mica_body_set_transform(w, body, v2(between(c, -6, 6), between(c, -6, 6)),
                                between(c, -3, 3));
        break;
    case 2:
        mica_body_set_velocity(w, body, v2(between(c, -30, 30), between(c, -30, 30)));
        break;
    case 3:
        mica_body_set_type(w, body, (MicaBodyType)below(c, 3));
        break;
    case 4:
        mica_body_set_enabled(w, body, below(c, 3) != 0);
        break;
    case 5:
        mica_body_set_awake(w, body, below(c, 2) != 0);
        break;
    case 6:
        mica_body_ignore(w, body, other, below(c, 2) != 0);
        break;
    case 7:
        mica_layer_set(w, below(c, 4), below(c, 4), (MicaResponse)below(c, 3));
        break;
    case 8:
        mica_collider_set_layer(w, collider, below(c, 4));
        break;
    case 9:
        mica_collider_set_group(w, collider, below(c, 5) - 2);
        break;
    case 10:
        mica_collider_set_trigger(w, collider, below(c, 2) != 0);
        break;
    case 11:
        mica_collider_set_sees(w, collider, (uint32_t)below(c, 16));
        break;
    case 12: {
        MicaShape shape = circle_shape(between(c, 0.1f, 1.5f));
        mica_collider_set_shape(w, collider, &shape);
        break;
    }
    case 13:
        mica_collider_destroy(w, collider);
        break;
    case 14:
        add_collider(c, body);
        break;
    case 15: {
        MicaJointDef def = revolute_def();
        def.bodyA = body;
        def.bodyB = other;
        mica_joint_create(w, &def);
        break;
    }
    case 16: {
        int column = below(c, 18), row = below(c, 14);
        mica_tiles_fill(w, c->map, column, row, 2, 2, (uint8_t)below(c, MICA_TILE_KIND_COUNT));
        break;
    }
    default:
        mica_joint_destroy(w, mica_joint_at(w, below(c, 8)));
    }
}

static bool overlap(const MicaAABB *a, const MicaAABB *b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y;
}

// The pairs that the next step must find.
typedef struct Wanted {
    int a, b, part;
} Wanted;
static Wanted wanted[20000];
static int wantedCount;

static void expect(int a, int b, int part)
{
    REQUIRE(wantedCount < 20000);
    wanted[wantedCount++] = (Wanted){a, b, part};
}

static void expect_pairs(Crowd *c, int a, int b)
{
    MicaWorld *w = c->world;
    const Collider *many = &w->state.colliders.data[a], *one = &w->state.colliders.data[b];
    if (!collider_is_compound(many)) {
        many = one;
        one = &w->state.colliders.data[a];
    }
    MicaResponse response = pair_response(w, many, one);
    if (response == MICA_IGNORE || collider_is_compound(one)) {
        return;
    }
    if (!collider_is_compound(many)) {
        expect(a, b, 0);
        return;
    }
    bool cells = response != MICA_TRIGGER && parts_have_triggers(w, many);
    if (response == MICA_TRIGGER || (cells && many->field != NONE)) {
        expect(a, b, PART_TRIGGERS);
    }
    PartWalk walk;
    parts_begin(&walk, w, many, one->box, vec(0.0f, 0.0f), (PartFilter){.trigger = ALL_LAYERS});
    for (int32_t part; cells && many->field == NONE && (part = parts_next(&walk)) != NONE;) {
        MicaAABB own = part_box(w, many, part);
        if (overlap(&own, &one->box)) {
            expect(a, b, part);
        }
    }
    parts_begin(&walk, w, many, one->box, vec(0.0f, 0.0f), parts_solid_surface(ALL_LAYERS));
    for (int32_t part; response == MICA_SOLID && (part = parts_next(&walk)) != NONE;) {
        MicaAABB own = part_box(w, many, part);
        if (overlap(&own, &one->box)) {
            expect(a, b, part);
            c->parts += 1;
        }
    }
}

// The search uses the boxes and transforms from before the step.
static void step_and_compare(Crowd *c)
{
    MicaWorld *w = c->world;
    wantedCount = 0;
    for (int a = 0; a < w->state.colliders.count; ++a) {
        for (int b = a + 1; b < w->state.colliders.count; ++b) {
            const Collider *cA = &w->state.colliders.data[a], *cB = &w->state.colliders.data[b];
            if ((cA->flags & cB->flags & COLLIDER_IN_TREE) != 0 && overlap(&cA->box, &cB->box)) {
                expect_pairs(c, a, b);
            }
        }
    }
    REQUIRE(mica_world_step(w, FRAME, 4) == MICA_ERROR_OK);
    for (int i = 0; i < wantedCount; ++i) {
        c->pairs += 1;
        c->missing += pair_find(w, wanted[i].a, wanted[i].b, wanted[i].part) == NONE;
    }
}

TEST(every_overlap_that_responds_is_a_pair)
{
    int pairs = 0, parts = 0;
    for (uint32_t seed = 1; seed <= 120; seed += (uint32_t)test_stride(5)) {
        Crowd c = {.seed = seed};
        MicaWorldDef def = mica_world_def();
        def.gravity = v2(0, seed % 2 == 0 ? -10.0f : 0.0f);
        c.world = mica_world_create(&def);
        for (int i = 0; i < BODIES; ++i) {
            add_one(&c, i);
        }
        if (seed % 4 < 2) {
            add_map(&c);
        }
        for (int step = 0; step < STEPS; ++step) {
            // Some worlds are edited all the time, some seldom enough to come to rest in between.
            for (int n = seed % 3 == 0 ? below(&c, 8) : below(&c, 12) == 0; n > 0; --n) {
                edit(&c);
            }
            step_and_compare(&c);
        }
        CHECK_EQ_INT(c.missing, 0);
        CHECK(mica_world_validate(c.world) == NULL);
        pairs += c.pairs;
        parts += c.parts;
        mica_world_destroy(c.world);
    }
    printf("%d pairs, %d with parts\n", pairs, parts);
    CHECK(pairs > test_part(200000, 5) && parts > test_part(20000, 5));
}

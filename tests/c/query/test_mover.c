// Movers: speed as it is drawn, frame by frame, on slopes, crests and feet; rest; landing; walls, steps
// and ceilings; moving ground; snapshots; refused arguments.
#include "mica.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Stage {
    MicaWorld *world;
    MicaBody body;
    MicaMover mover;
    float hz;
} Stage;

static const float rates[3] = {30.0f, 60.0f, 144.0f};

static MicaWorld *make_world(void)
{
    MicaWorldDef def = mica_world_def();
    return mica_world_create(&def);
}

enum { CAPSULE, BOX, CIRCLE, SHAPES };

// A character about 1.2 m high, and 0.6 m wide.
static MicaShape make_shape(int32_t which)
{
    MicaShape s;
    if (which == CAPSULE) {
        mica_shape_capsule((MicaVec2){0.0f, -0.3f}, (MicaVec2){0.0f, 0.3f}, 0.3f, &s);
    } else if (which == BOX) {
        mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.3f, 0.6f, 0.0f, 0.0f, &s);
    } else {
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.6f, &s);
    }
    return s;
}

static Stage make_stage(MicaWorld *world, int32_t which, MicaVec2 at, const MicaMoverDef *given)
{
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_KINEMATIC;
    body.position = at;
    Stage s = {.world = world, .body = mica_body_create(world, &body), .hz = 60.0f};
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = make_shape(which);
    MicaMoverDef def = mica_mover_def();
    s.mover = mica_mover_create(world, mica_collider_create(world, s.body, &collider, &shape),
                                given != NULL ? given : &def);
    return s;
}

static MicaVec2 place(const Stage *s) { return mica_body_transform(s->world, s->body).p; }
static MicaMoverState state(const Stage *s) { return mica_mover_state(s->world, s->mover); }
static bool grounded(const Stage *s) { return (state(s).flags & MICA_MOVER_GROUNDED) != 0; }

// One frame in which it wants to walk at `speed`, and falls as it did.
static void walk(const Stage *s, float speed)
{
    MicaVec2 v = state(s).velocity;
    mica_mover_set_velocity(s->world, s->mover, (MicaVec2){speed, v.y});
    mica_world_step(s->world, 1.0f / s->hz, 4);
}

static void settle(const Stage *s)
{
    for (int32_t i = 0; i < 600 && !grounded(s); ++i) {
        walk(s, 0.0f);
    }
}

// How fast it was drawn in a frame, from the place that it had before.
static float drawn(const Stage *s, MicaVec2 before)
{
    MicaVec2 p = place(s);
    return hypotf(p.x - before.x, p.y - before.y) * s->hz;
}

// ----------------------------------------------------------------------------------------- ground

static MicaBody static_body(MicaWorld *world)
{
    MicaBodyDef def = mica_body_def();
    return mica_body_create(world, &def);
}

static MicaCollider add_box(MicaWorld *world, MicaBody body, MicaVec2 center, float halfWidth,
                            float halfHeight, float angle)
{
    MicaColliderDef def = mica_collider_def();
    MicaShape s;
    mica_shape_box(center, halfWidth, halfHeight, angle, 0.0f, &s);
    return mica_collider_create(world, body, &def, &s);
}

static void add_floor(MicaWorld *world)
{
    add_box(world, static_body(world), (MicaVec2){0.0f, -1.0f}, 1000.0f, 1.0f, 0.0f);
}

static uint8_t tile(char c)
{
    static const char letters[] = ".#/\\";
    static const uint8_t tiles[] = {MICA_TILE_EMPTY, MICA_TILE_FULL, MICA_TILE_RISE,
                                    MICA_TILE_FALL};
    static const uint8_t low[] = {MICA_TILE_RISE_LOW, MICA_TILE_RISE_HIGH, MICA_TILE_FALL_HIGH,
                                  MICA_TILE_FALL_LOW};
    const char *at = strchr(letters, c);
    return at != NULL ? tiles[at - letters] : low[c - '1'];
}

// The course: two hills of tiles, with slopes of 26 and 45 degrees.
enum { COLUMNS = 40, ROWS = 6 };
static const char *course[ROWS] = {
    "...................../###\\..............", "..................../#####\\.............",
    ".......12##34....../#######\\............", "########################################",
    "########################################",  "########################################",
};

static void add_tiles(MicaWorld *world)
{
    uint8_t cells[COLUMNS * ROWS];
    for (int32_t i = 0; i < COLUMNS * ROWS; ++i) {
        cells[i] = tile(course[ROWS - 1 - i / COLUMNS][i % COLUMNS]);
    }
    MicaTilesDef def = {.columns = COLUMNS,
                        .rows = ROWS,
                        .cell = {1.0f, 1.0f},
                        .origin = {0.0f, -3.0f},
                        .cells = cells};
    MicaColliderDef collider = mica_collider_def();
    mica_tiles_create(world, static_body(world), &collider, &def);
}

// The same outline as a chain.
static void add_chain(MicaWorld *world)
{
    static const MicaVec2 points[] = {{40.0f, 0.0f}, {28.0f, 0.0f}, {25.0f, 3.0f}, {22.0f, 3.0f},
                                      {19.0f, 0.0f}, {13.0f, 0.0f}, {11.0f, 1.0f}, {9.0f, 1.0f},
                                      {7.0f, 0.0f},  {0.0f, 0.0f}};
    MicaChainDef def = {.points = points, .count = sizeof points / sizeof *points};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, static_body(world), &collider, &def);
}

// And as boxes of their own, which touch side by side, and turned ones for the slopes.
static void add_boxes(MicaWorld *world)
{
    for (int32_t i = 0; i < COLUMNS; ++i) {
        add_box(world, static_body(world), (MicaVec2){(float)i + 0.5f, -0.5f}, 0.5f, 0.5f, 0.0f);
    }
    for (int32_t i = 0; i < 3; ++i) {
        add_box(world, static_body(world), (MicaVec2){22.5f + (float)i, 2.5f}, 0.5f, 0.5f, 0.0f);
        add_box(world, static_body(world), (MicaVec2){9.5f + 0.5f * (float)i, 0.5f}, 0.5f, 0.5f,
                0.0f);
    }
    static const float slopes[4][4] = {{7.0f, 0.0f, 9.0f, 1.0f},
                                       {11.0f, 1.0f, 13.0f, 0.0f},
                                       {19.0f, 0.0f, 22.0f, 3.0f},
                                       {25.0f, 3.0f, 28.0f, 0.0f}};
    for (int32_t i = 0; i < 4; ++i) {
        const float *s = slopes[i];
        float dx = s[2] - s[0], dy = s[3] - s[1], l = hypotf(dx, dy);
        MicaVec2 center = {0.5f * (s[0] + s[2]) + 0.5f * dy / l,
                           0.5f * (s[1] + s[3]) - 0.5f * dx / l};
        add_box(world, static_body(world), center, 0.5f * l, 0.5f, atan2f(dy, dx));
    }
}

// ------------------------------------------------------------------------------------------ speed

static void cross(void (*add)(MicaWorld *world), int32_t shape, float hz, float side)
{
    MicaWorld *world = make_world();
    add(world);
    Stage s = make_stage(world, shape, (MicaVec2){side > 0.0f ? 2.0f : 38.0f, 0.7f}, NULL);
    s.hz = hz;
    settle(&s);
    CHECK(grounded(&s));
    float worst = 0.0f;
    int32_t airborne = 0;
    for (int32_t i = 0; i < (int32_t)(7.0f * hz); ++i) {
        MicaVec2 before = place(&s);
        walk(&s, 5.0f * side);
        worst = fmaxf(worst, fabsf(drawn(&s, before) / 5.0f - 1.0f));
        airborne += !grounded(&s);
    }
    CHECK_NEAR(worst, 0.0f, 0.01f);
    CHECK_EQ_INT(airborne, 0);
    CHECK(side > 0.0f ? place(&s).x > 31.0f : place(&s).x < 9.0f);
    mica_world_destroy(world);
}

TEST(a_mover_is_drawn_as_fast_as_it_walks_on_slopes_crests_and_feet)
{
    void (*const grounds[3])(MicaWorld *) = {add_tiles, add_chain, add_boxes};
    for (int32_t g = 0; g < 3; ++g) {
        for (int32_t shape = 0; shape < SHAPES; ++shape) {
            for (int32_t r = 0; r < 3; ++r) {
                cross(grounds[g], shape, rates[r], 1.0f);
                cross(grounds[g], shape, rates[r], -1.0f);
            }
        }
    }
}

static void add_slope(MicaWorld *world, float degrees)
{
    add_box(world, static_body(world), (MicaVec2){0.0f, 0.0f}, 500.0f, 1.0f,
            degrees * 0.017453293f);
}

TEST(a_mover_rests_on_any_slope_below_its_limit_and_slides_above_it)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float degrees = -60.0f; degrees <= 60.0f; degrees += 7.5f) {
            MicaWorld *world = make_world();
            add_slope(world, degrees);
            Stage s = make_stage(world, shape, (MicaVec2){0.0f, 4.0f}, NULL);
            for (int32_t i = 0; i < 120; ++i) {
                walk(&s, 0.0f);
            }
            MicaVec2 before = place(&s);
            for (int32_t i = 0; i < 3600 / test_stride(10); ++i) {
                mica_world_step(world, 1.0f / 60.0f, 4);
            }
            MicaVec2 after = place(&s);
            if (fabsf(degrees) < 50.0f) {
                CHECK(grounded(&s));
                CHECK(before.x == after.x && before.y == after.y);
            } else {
                CHECK(!grounded(&s));
                CHECK(before.y - after.y > 3.0f);
            }
            mica_world_destroy(world);
        }
    }
}

TEST(a_mover_that_lands_keeps_its_speed_along_the_ground_in_every_frame)
{
    for (int32_t r = 0; r < 3; ++r) {
        for (float height = 0.6f; height < 12.0f; height += 0.37f) {
            MicaWorld *world = make_world();
            add_floor(world);
            Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.61f + height}, NULL);
            s.hz = rates[r];
            float worst = 0.0f;
            for (int32_t i = 0; i < (int32_t)(2.5f * s.hz); ++i) {
                float before = place(&s).x;
                walk(&s, 6.0f);
                worst = fmaxf(worst, fabsf((place(&s).x - before) * s.hz - 6.0f));
            }
            CHECK_NEAR(worst, 0.0f, 0.02f);
            CHECK(grounded(&s));
            mica_world_destroy(world);
        }
    }
}

// ------------------------------------------------------------------------- walls, steps, ceilings

TEST(a_mover_at_a_wall_stands_still_a_gap_away)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_box(world, static_body(world), (MicaVec2){4.0f, 2.0f}, 1.0f, 3.0f, 0.0f);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        for (int32_t i = 0; i < 120; ++i) {
            walk(&s, 5.0f);
        }
        MicaVec2 before = place(&s);
        float half = shape == CIRCLE ? 0.6f : 0.3f;
        CHECK_NEAR(before.x, 3.0f - half - 0.001f, 5e-4f);
        for (int32_t i = 0; i < 300; ++i) {
            walk(&s, 5.0f);
            CHECK((state(&s).flags & MICA_MOVER_AT_WALL) != 0);
            CHECK(grounded(&s));
        }
        CHECK_NEAR(place(&s).x, before.x, 1e-5f);
        CHECK_NEAR(place(&s).y, before.y, 1e-5f);
        CHECK_NEAR(state(&s).wallNormal.x, -1.0f, 1e-5f);
        mica_world_destroy(world);
    }
}

// Walks at a block of that height for two seconds; how high it ends above the floor.
static float climbed(int32_t shape, float block, float stepHeight)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box(world, static_body(world), (MicaVec2){12.0f, block - 1.0f}, 10.0f, 1.0f, 0.0f);
    MicaMoverDef def = mica_mover_def();
    def.numbers[MICA_MOVER_STEP_HEIGHT] = stepHeight;
    Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, &def);
    settle(&s);
    float low = place(&s).y;
    for (int32_t i = 0; i < 120; ++i) {
        walk(&s, 5.0f);
    }
    float height = place(&s).y - low;
    CHECK(grounded(&s));
    mica_world_destroy(world);
    return height;
}

TEST(a_mover_climbs_steps_up_to_its_step_height_and_no_corner_above_it)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float block = 0.02f; block < 0.6f; block += 0.04f) {
            CHECK_NEAR(climbed(shape, block, 0.3f), block < 0.3f ? block : 0.0f, 2e-3f);
            CHECK_NEAR(climbed(shape, block, 0.0f), 0.0f, 2e-3f);
        }
    }
}

// Two slopes that meet at the origin, each at that angle from the horizontal.
static void add_valley(MicaWorld *world, float left, float right)
{
    float a = left * 0.017453293f, b = right * 0.017453293f;
    add_box(world, static_body(world),
            (MicaVec2){-10.0f * cosf(a) - sinf(a), 10.0f * sinf(a) - cosf(a)}, 11.0f, 1.0f, -a);
    add_box(world, static_body(world),
            (MicaVec2){10.0f * cosf(b) + sinf(b), 10.0f * sinf(b) - cosf(b)}, 11.0f, 1.0f, b);
}

TEST(a_mover_in_a_valley_comes_to_rest_and_walks_out_of_it_if_a_side_is_walkable)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float left = 20.0f; left <= 80.0f; left += 12.0f) {
            for (float right = 20.0f; right <= 80.0f; right += 12.0f) {
                MicaWorld *world = make_world();
                add_valley(world, left, right);
                Stage s = make_stage(world, shape, (MicaVec2){0.1f, 6.0f}, NULL);
                for (int32_t i = 0; i < 180; ++i) {
                    walk(&s, 0.0f);
                }
                MicaVec2 before = place(&s);
                uint32_t flags = state(&s).flags;
                for (int32_t i = 0; i < 120; ++i) {
                    mica_world_step(world, 1.0f / 60.0f, 4);
                    CHECK_NEAR(place(&s).x, before.x, 1e-4f);
                    CHECK_NEAR(place(&s).y, before.y, 1e-4f);
                    CHECK_EQ_INT(state(&s).flags & MICA_MOVER_GROUNDED,
                                 flags & MICA_MOVER_GROUNDED);
                }
                for (int32_t i = 0; i < 60; ++i) {
                    walk(&s, 4.0f);
                }
                CHECK((place(&s).y - before.y > 0.5f) == (right < 50.0f));
                mica_world_destroy(world);
            }
        }
    }
}

TEST(a_mover_that_jumps_against_a_ceiling_slides_along_it)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box(world, static_body(world), (MicaVec2){0.0f, 3.0f}, 500.0f, 1.0f, 0.0f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.65f}, NULL);
    settle(&s);
    mica_mover_set_velocity(world, s.mover, (MicaVec2){4.0f, 8.0f});
    bool met = false;
    for (int32_t i = 0; i < 60; ++i) {
        float before = place(&s).x;
        mica_world_step(world, 1.0f / 60.0f, 4);
        met = met || (state(&s).flags & MICA_MOVER_AT_CEILING) != 0;
        CHECK_NEAR((place(&s).x - before) * 60.0f, 4.0f, 0.02f);
        CHECK(place(&s).y < 1.4f);
        walk(&s, 4.0f);
    }
    CHECK(met);
    mica_world_destroy(world);
}

// Three thin one-way platforms above each other, a metre and a half apart.
static void add_platforms(MicaWorld *world)
{
    MicaColliderDef def = mica_collider_def();
    def.oneWay = (MicaVec2){0.0f, 1.0f};
    MicaBody body = static_body(world);
    for (int32_t i = 1; i <= 3; ++i) {
        MicaShape s;
        mica_shape_box((MicaVec2){0.0f, 1.5f * (float)i - 0.1f}, 3.0f, 0.1f, 0.0f, 0.0f, &s);
        mica_collider_create(world, body, &def, &s);
    }
}

TEST(a_mover_jumps_through_one_way_platforms_and_drops_through_one_at_a_time)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_platforms(world);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        settle(&s);
        for (int32_t level = 1; level <= 3; ++level) {
            // High enough for this platform, not for the next.
            mica_mover_set_velocity(world, s.mover, (MicaVec2){0.0f, 6.5f});
            mica_world_step(world, 1.0f / 60.0f, 4);
            float speed = state(&s).velocity.y;
            for (int32_t i = 0; i < 200 && !grounded(&s); ++i) {
                float before = place(&s).y;
                mica_world_step(world, 1.0f / 60.0f, 4);
                // Half-way through nothing catches it.
                if (!grounded(&s) && speed > 0.3f) {
                    CHECK_NEAR((place(&s).y - before) * 60.0f, speed - 5.0f / 60.0f, 0.01f);
                }
                speed = state(&s).velocity.y;
            }
            CHECK_NEAR(place(&s).y, 1.5f * (float)level + 0.601f, 2e-3f);
        }
        for (int32_t level = 2; level >= 0; --level) {
            mica_body_set_drops(world, s.body, true);
            for (int32_t i = 0; i < 8; ++i) {
                walk(&s, 0.0f);
            }
            mica_body_set_drops(world, s.body, false);
            settle(&s);
            CHECK_NEAR(place(&s).y, 1.5f * (float)level + 0.601f, 2e-3f);
        }
        mica_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------- moving ground

typedef struct Ride {
    Stage s;
    MicaBody lift;
} Ride;

static Ride make_ride(MicaVec2 velocity, float spin, MicaVec2 at)
{
    MicaWorld *world = make_world();
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_KINEMATIC;
    Ride r = {.lift = mica_body_create(world, &def)};
    if (spin != 0.0f) {
        MicaColliderDef collider = mica_collider_def();
        MicaShape wheel;
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, 4.0f, &wheel);
        mica_collider_create(world, r.lift, &collider, &wheel);
    } else {
        add_box(world, r.lift, (MicaVec2){0.0f, -0.5f}, 3.0f, 0.5f, 0.0f);
    }
    r.s = make_stage(world, CAPSULE, at, NULL);
    settle(&r.s);
    mica_body_set_velocity(world, r.lift, velocity);
    mica_body_set_angular_velocity(world, r.lift, spin);
    return r;
}

static MicaVec2 on_lift(const Ride *r)
{
    MicaTransform t = mica_body_transform(r->s.world, r->lift);
    MicaVec2 d = {place(&r->s).x - t.p.x, place(&r->s).y - t.p.y};
    return (MicaVec2){t.q.c * d.x + t.q.s * d.y, t.q.c * d.y - t.q.s * d.x};
}

TEST(a_lift_carries_a_mover_at_any_speed_and_its_velocity_is_inherited)
{
    static const float speeds[] = {0.5f, 3.0f, 10.0f, 20.0f};
    for (int32_t i = 0; i < 16; ++i) {
        float speed = speeds[i % 4] * (i % 8 < 4 ? 1.0f : -1.0f);
        MicaVec2 velocity = {i < 8 ? 0.0f : speed, i < 8 ? speed : 0.0f};
        Ride r = make_ride(velocity, 0.0f, (MicaVec2){0.5f, 0.65f});
        MicaVec2 before = on_lift(&r);
        for (int32_t k = 0; k < 120; ++k) {
            // Full stops, and back.
            bool stop = k % 40 >= 30;
            MicaVec2 v = {stop ? 0.0f : velocity.x, stop ? 0.0f : velocity.y};
            mica_body_set_velocity(r.s.world, r.lift, v);
            mica_world_step(r.s.world, 1.0f / 60.0f, 4);
            MicaVec2 at = on_lift(&r);
            CHECK_NEAR(at.x, before.x, 1e-3f);
            CHECK_NEAR(at.y, before.y, 1e-3f);
            CHECK(grounded(&r.s));
            CHECK_NEAR(state(&r.s).groundVelocity.x, v.x, 0.01f);
            CHECK_NEAR(state(&r.s).groundVelocity.y, v.y, 0.01f);
        }
        mica_body_set_velocity(r.s.world, r.lift, velocity);
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        mica_mover_set_velocity(r.s.world, r.s.mover, (MicaVec2){0.0f, 5.0f});
        MicaVec2 from = place(&r.s);
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        CHECK(!grounded(&r.s));
        CHECK_NEAR((place(&r.s).x - from.x) * 60.0f, velocity.x, 0.02f);
        mica_world_destroy(r.s.world);
    }
}

TEST(a_wheel_carries_a_mover_round_until_it_is_too_steep)
{
    Ride r = make_ride((MicaVec2){0.0f, 0.0f}, 3.0f, (MicaVec2){0.0f, 4.65f});
    MicaVec2 before = on_lift(&r);
    for (int32_t k = 0; k < 15; ++k) {
        mica_world_step(r.s.world, 1.0f / 60.0f, 4);
        MicaVec2 at = on_lift(&r);
        CHECK(grounded(&r.s));
        // The mover keeps upright, so the point below its feet moves along the rim, not away from it.
        MicaTransform t = mica_body_transform(r.s.world, r.lift);
        CHECK_NEAR(hypotf(place(&r.s).x - t.p.x, place(&r.s).y - 0.3f - t.p.y), 4.301f, 1e-3f);
        before = at;
    }
    (void)before;
    mica_world_destroy(r.s.world);
}

// A wall that comes from the left at that speed.
static MicaBody add_wall(MicaWorld *world, float x, float speed)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_KINEMATIC;
    def.position = (MicaVec2){x, 2.0f};
    MicaBody wall = mica_body_create(world, &def);
    add_box(world, wall, (MicaVec2){0.0f, 0.0f}, 0.5f, 1.9f, 0.0f);
    mica_body_set_velocity(world, wall, (MicaVec2){speed, 0.0f});
    return wall;
}

TEST(a_wall_pushes_a_mover_ahead_and_crushes_it_at_the_next)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        MicaWorld *world = make_world();
        add_floor(world);
        add_box(world, static_body(world), (MicaVec2){4.0f, 2.0f}, 0.5f, 2.0f, 0.0f);
        Stage s = make_stage(world, shape, (MicaVec2){0.0f, 0.65f}, NULL);
        settle(&s);
        MicaBody wall = add_wall(world, -3.0f, 2.0f);
        float half = shape == CIRCLE ? 0.6f : 0.3f;
        bool pushed = false, crushed = false;
        for (int32_t i = 0; i < 240; ++i) {
            walk(&s, 0.0f);
            float gap = place(&s).x - half - (mica_body_transform(world, wall).p.x + 0.5f);
            crushed = crushed || (state(&s).flags & MICA_MOVER_CRUSHED) != 0;
            pushed = pushed || place(&s).x > 0.1f;
            CHECK(crushed || gap > -5e-3f);
            CHECK(place(&s).x < 3.5f - half);
            CHECK(crushed || grounded(&s));
        }
        CHECK(pushed && crushed);
        mica_world_destroy(world);
    }
}

TEST(a_mover_that_is_made_inside_of_things_gets_out)
{
    for (int32_t shape = 0; shape < SHAPES; ++shape) {
        for (float depth = 0.05f; depth < 0.6f; depth += 0.11f) {
            MicaWorld *world = make_world();
            add_tiles(world);
            Stage s = make_stage(world, shape, (MicaVec2){3.7f, 0.6f - depth}, NULL);
            mica_world_step(world, 1.0f / 60.0f, 4);
            CHECK_NEAR(place(&s).y, 0.601f, 2e-3f);
            CHECK_NEAR(place(&s).x, 3.7f, 1e-3f);
            mica_world_destroy(world);
        }
    }
}

TEST(movers_stop_at_each_other_and_stand_on_each_other)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage a = make_stage(world, BOX, (MicaVec2){-2.0f, 0.65f}, NULL),
          b = make_stage(world, BOX, (MicaVec2){2.0f, 0.65f}, NULL),
          c = make_stage(world, BOX, (MicaVec2){0.0f, 5.0f}, NULL);
    for (int32_t i = 0; i < 120; ++i) {
        mica_mover_set_velocity(world, a.mover, (MicaVec2){3.0f, state(&a).velocity.y});
        mica_mover_set_velocity(world, b.mover, (MicaVec2){-3.0f, state(&b).velocity.y});
        mica_world_step(world, 1.0f / 60.0f, 4);
        CHECK(place(&b).x - place(&a).x > 0.6f);
        CHECK((state(&a).flags & MICA_MOVER_CRUSHED) == 0);
    }
    CHECK_NEAR(place(&b).x - place(&a).x, 0.6f, 0.01f);
    CHECK(grounded(&c) && place(&c).y > 1.7f);
    mica_world_destroy(world);
}

// -------------------------------------------------------------------------------- dynamic bodies

static MicaBody add_crate(MicaWorld *world, MicaVec2 at, float half, float mass, float friction)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position = at;
    MicaBody crate = mica_body_create(world, &def);
    MicaColliderDef collider = mica_collider_def();
    collider.density = mass / (4.0f * half * half);
    collider.friction = friction;
    collider.frictionCombine = MICA_COMBINE_MIN;
    MicaShape s;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, half, half, 0.0f, 0.0f, &s);
    mica_collider_create(world, crate, &collider, &s);
    return crate;
}

TEST(a_mover_pushes_as_strongly_as_asked)
{
    static const float forces[] = {100.0f, 200.0f, 400.0f};
    for (int32_t i = 0; i < 9; ++i) {
        MicaWorld *world = make_world();
        add_floor(world);
        float force = forces[i % 3], friction = i < 3 ? 0.0f : i < 6 ? 0.2f : 0.5f;
        MicaBody crate = add_crate(world, (MicaVec2){1.2f, 0.5f}, 0.5f, 50.0f, friction);
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = force;
        Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, &def);
        settle(&s);
        for (int32_t k = 0; k < 60; ++k) {
            walk(&s, 0.0f);
        }
        // Until it touches, and then for half a second.
        for (int32_t k = 0; k < 30; ++k) {
            walk(&s, 4.0f);
        }
        float v0 = mica_body_velocity(world, crate).x, worst = 0.0f;
        for (int32_t k = 0; k < 12; ++k) {
            walk(&s, 30.0f);
            float gap = mica_body_transform(world, crate).p.x - 0.5f - place(&s).x - 0.3f;
            worst = fmaxf(worst, fabsf(gap));
        }
        float expected = fmaxf(force - friction * 500.0f, 0.0f) / 50.0f;
        CHECK_NEAR((mica_body_velocity(world, crate).x - v0) / 0.2f, expected,
                   0.05f * force / 50.0f);
        CHECK_NEAR(worst, 0.0f, 4e-3f);
        mica_world_destroy(world);
    }
}

TEST(pressing_a_crate_against_a_wall_does_not_spring_back)
{
    MicaWorld *world = make_world();
    add_floor(world);
    add_box(world, static_body(world), (MicaVec2){4.0f, 2.0f}, 0.5f, 2.0f, 0.0f);
    MicaBody crate = add_crate(world, (MicaVec2){2.0f, 0.5f}, 0.5f, 20.0f, 0.3f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.0f, 0.65f}, NULL);
    float last = -10.0f, back = 0.0f;
    for (int32_t k = 0; k < 300; ++k) {
        walk(&s, 4.0f);
        back = fmaxf(back, last - place(&s).x);
        last = place(&s).x;
        CHECK(mica_body_transform(world, crate).p.x < 3.01f);
    }
    // The crate comes out of the wall that it has run into, by less than that a frame.
    CHECK_NEAR(back, 0.0f, 1e-3f);
    CHECK_NEAR(last, 3.5f - 1.0f - 0.3f, 6e-3f);
    mica_world_destroy(world);
}

TEST(twenty_boxes_on_its_head_do_not_push_a_mover_into_the_ground)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, NULL);
    settle(&s);
    MicaVec2 before = place(&s);
    for (int32_t k = 0; k < 20; ++k) {
        add_crate(world, (MicaVec2){0.0f, 1.5f + 0.55f * (float)k}, 0.25f, 20.0f, 0.6f);
    }
    for (int32_t k = 0; k < 300; ++k) {
        walk(&s, 0.0f);
        CHECK_NEAR(place(&s).y, before.y, 1e-4f);
        CHECK(grounded(&s));
    }
    mica_world_destroy(world);
}

TEST(what_a_mover_stands_on_bears_its_weight_without_jitter)
{
    MicaWorld *world = make_world();
    add_floor(world);
    MicaBody crate = add_crate(world, (MicaVec2){0.0f, 0.5f}, 0.5f, 30.0f, 0.6f);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){0.1f, 1.8f}, NULL);
    for (int32_t k = 0; k < 120; ++k) {
        walk(&s, 0.0f);
    }
    MicaVec2 before = place(&s);
    CHECK(grounded(&s));
    CHECK_EQ_INT(mica_collider_body(world, state(&s).groundCollider).id, crate.id);
    for (int32_t k = 0; k < 600; ++k) {
        walk(&s, 0.0f);
        CHECK_NEAR(place(&s).y, before.y, 1e-4f);
        CHECK_NEAR(place(&s).x, before.x, 1e-4f);
        CHECK(grounded(&s));
    }
    mica_world_destroy(world);
}

TEST(a_body_that_is_strong_enough_pushes_a_mover_away_and_a_weak_one_is_stopped)
{
    for (int32_t heavy = 0; heavy < 2; ++heavy) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaMoverDef def = mica_mover_def();
        def.numbers[MICA_MOVER_MAX_PUSH_FORCE] = 2000.0f;
        Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, &def);
        settle(&s);
        MicaBody crate =
            add_crate(world, (MicaVec2){-2.0f, 0.51f}, 0.5f, heavy == 1 ? 2000.0f : 1.0f, 0.0f);
        mica_body_set_velocity(world, crate, (MicaVec2){5.0f, 0.0f});
        for (int32_t k = 0; k < 60; ++k) {
            walk(&s, 0.0f);
        }
        float gap = place(&s).x - 0.3f - mica_body_transform(world, crate).p.x - 0.5f;
        CHECK(gap > -5e-3f);
        CHECK(heavy == 1 ? place(&s).x > 1.0f : fabsf(place(&s).x) < 0.02f);
        mica_world_destroy(world);
    }
}

// Twenty planks pinned to each other, between two ledges at the height 0.
static void add_bridge(MicaWorld *world)
{
    MicaBody ledges = static_body(world), last = ledges;
    add_box(world, ledges, (MicaVec2){-5.0f, -1.0f}, 5.0f, 1.0f, 0.0f);
    add_box(world, ledges, (MicaVec2){15.5f, -1.0f}, 5.0f, 1.0f, 0.0f);
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_DYNAMIC;
    MicaColliderDef collider = mica_collider_def();
    collider.density = 200.0f;
    MicaRevoluteDef pin = mica_revolute_def();
    MicaShape s;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.25f, 0.1f, 0.0f, 0.0f, &s);
    for (int32_t i = 0; i <= 20; ++i) {
        pin.bodyA = last;
        pin.localAnchorA = i == 0 ? (MicaVec2){0.0f, -0.1f} : (MicaVec2){0.2625f, 0.0f};
        pin.localAnchorB = i == 20 ? (MicaVec2){10.5f, -0.1f} : (MicaVec2){-0.2625f, 0.0f};
        if (i < 20) {
            body.position = (MicaVec2){0.26f + 0.525f * (float)i, -0.1f};
            last = mica_body_create(world, &body);
            mica_collider_create(world, last, &collider, &s);
        }
        pin.bodyB = i == 20 ? ledges : last;
        mica_revolute_create(world, &pin);
    }
}

TEST(a_mover_crosses_a_bridge_of_joints_that_swings_below_it)
{
    for (float speed = 1.0f; speed < 9.0f; speed += 2.0f) {
        MicaWorld *world = make_world();
        add_bridge(world);
        Stage s = make_stage(world, CAPSULE, (MicaVec2){-2.0f, 0.65f}, NULL);
        settle(&s);
        for (int32_t i = 0; i < (int32_t)(60.0f * 14.0f / speed); ++i) {
            MicaVec2 before = place(&s);
            walk(&s, speed);
            CHECK(grounded(&s));
            CHECK_NEAR(drawn(&s, before), speed, 0.02f * speed);
        }
        CHECK(place(&s).x > 11.0f);
        mica_world_destroy(world);
    }
}

// -------------------------------------------------------------------------------------- its state

TEST(a_snapshot_holds_movers_and_the_walk_goes_on_bit_for_bit)
{
    MicaWorld *world = make_world();
    add_tiles(world);
    Stage s = make_stage(world, CAPSULE, (MicaVec2){2.0f, 0.7f}, NULL);
    uint64_t size = 0;
    void *bytes = NULL;
    uint64_t hash = 0;
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = pass == 0 ? 0 : 150; i < 300; ++i) {
            if (i == 150 && pass == 0) {
                size = mica_world_snapshot_bytes(world, 0);
                bytes = malloc(size);
                CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
            }
            walk(&s, 5.0f);
        }
        if (pass == 0) {
            hash = mica_world_hash(world);
            CHECK_EQ_INT(mica_world_restore(world, bytes, size), MICA_ERROR_OK);
        }
    }
    CHECK_EQ_HEX(mica_world_hash(world), hash);
    CHECK(mica_world_validate(world) == NULL);
    free(bytes);
    mica_world_destroy(world);
}

TEST(bad_movers_are_refused_and_movers_end_with_their_bodies)
{
    MicaWorld *world = make_world();
    MicaMoverDef def = mica_mover_def();
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = make_shape(BOX);
    MicaBody ground = static_body(world);
    MicaCollider fixed = mica_collider_create(world, ground, &collider, &shape);
    CHECK_EQ_INT(mica_mover_create(world, fixed, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NOT_KINEMATIC);
    CHECK_EQ_INT(mica_mover_create(world, (MicaCollider){0}, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_STALE_COLLIDER);

    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_KINEMATIC;
    MicaBody chained = mica_body_create(world, &body);
    static const MicaVec2 points[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    MicaChainDef chain = {.points = points, .count = 2};
    MicaCollider line = mica_chain_create(world, chained, &collider, &chain);
    CHECK_EQ_INT(mica_mover_create(world, line, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_NOT_CONVEX_COLLIDER);

    Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 5.0f}, NULL);
    MicaCollider own = mica_mover_collider(world, s.mover);
    CHECK_EQ_INT(mica_mover_create(world, own, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_HAS_MOVER);
    const float wrong[][2] = {{MICA_MOVER_MAX_SLOPE, 1.56f},   {MICA_MOVER_STEP_HEIGHT, -0.1f},
                              {MICA_MOVER_MASS, 0.0f},         {MICA_MOVER_MAX_PUSH_FORCE, -1.0f},
                              {MICA_MOVER_UP_Y, 0.5f},         {MICA_MOVER_MAX_FALL_SPEED, 0.0f},
                              {MICA_MOVER_SNAP_DISTANCE, 2e3f}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        CHECK_EQ_INT(
            mica_mover_set_numbers(world, s.mover, (MicaMoverNumber)wrong[i][0], 1, &wrong[i][1]),
            MICA_ERROR_OUT_OF_RANGE);
    }
    float nan = NAN;
    CHECK_EQ_INT(mica_mover_set_numbers(world, s.mover, MICA_MOVER_MASS, 1, &nan),
                 MICA_ERROR_NOT_FINITE);
    CHECK_EQ_INT(mica_mover_set_velocity(world, s.mover, (MicaVec2){NAN, 0.0f}),
                 MICA_ERROR_NOT_FINITE);
    CHECK(mica_mover_get(world, s.mover, &def) == MICA_ERROR_OK);
    CHECK_NEAR(def.numbers[MICA_MOVER_MASS], 80.0f, 0.0f);

    CHECK_EQ_INT(mica_body_mover(world, s.body).id, s.mover.id);
    mica_body_destroy(world, s.body);
    CHECK(!mica_mover_is_valid(world, s.mover));
    CHECK_EQ_INT(mica_mover_destroy(world, s.mover), MICA_ERROR_STALE_MOVER);
    mica_world_step(world, 1.0f / 60.0f, 4);
    CHECK(mica_world_validate(world) == NULL);
    mica_world_destroy(world);
}

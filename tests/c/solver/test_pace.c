// Bodies that land on something or glance off it keep their motion along its surface in the very
// step in which they hit: drawn frame by frame, nothing lags, leaps or springs back.
#include <math.h>
#include <string.h>

#include "build.h"

// What a body lands on; each is flat with its top through the origin.
typedef enum Floor { SLAB, TILES, ONE_WAY_TILES, CHAIN, SLABS, LIFT, TRAIN, FLOORS } Floor;

static MicaColliderDef smooth(void)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.0f;
    return def;
}

static void put_tiles(MicaWorld *world, MicaBody body, uint8_t cell)
{
    uint8_t cells[60];
    memset(cells, cell, sizeof cells);
    MicaTilesDef tiles = {
        .columns = 60, .rows = 1, .cell = v2(1, 1), .origin = v2(-30, -1), .cells = cells};
    MicaColliderDef def = smooth();
    mica_tiles_create(world, body, &def, &tiles);
}

static void put_slab(MicaWorld *world, MicaBody body, float x, float y, float halfWidth,
                     float halfHeight, float friction)
{
    MicaColliderDef def = smooth();
    def.friction = friction;
    MicaShape shape;
    mica_shape_box(v2(x, y), halfWidth, halfHeight, 0, 0, &shape);
    mica_collider_create(world, body, &def, &shape);
}

static void put_floor(MicaWorld *world, Floor floor, float angle)
{
    MicaBody body = add_body(world, floor >= LIFT ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC, 0, 0);
    mica_body_set_transform(world, body, v2(0, 0), angle);
    if (floor == TILES) {
        put_tiles(world, body, MICA_TILE_FULL);
    } else if (floor == ONE_WAY_TILES) {
        put_tiles(world, body, MICA_TILE_TOP_HALF | MICA_TILE_ONE_WAY);
    } else if (floor == CHAIN) {
        MicaVec2 points[61];
        for (int i = 0; i < 61; i++) {
            points[i] = v2(30.0f - (float)i, 0);
        }
        MicaColliderDef def = smooth();
        MicaChainDef chain = {.points = points, .count = 61};
        mica_chain_create(world, body, &def, &chain);
    } else if (floor == SLABS) {
        for (int i = -30; i < 30; i++) {
            put_slab(world, body, (float)i + 0.5f, -0.5f, 0.5f, 0.5f, 0);
        }
    } else {
        put_slab(world, body, 0, -1, 30, 1, 0);
        mica_body_set_velocity(world, body,
                               floor == LIFT    ? v2(0, 2)
                               : floor == TRAIN ? v2(3, 0)
                                                : v2(0, 0));
    }
}

// A capsule, a box and a ball.
static MicaBody put_hero(MicaWorld *world, int kind, float x, float y, float restitution)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    mica_body_set_locks(world, body, kind != 2 ? MICA_FLAG_LOCK_ROTATION : 0);
    MicaShape upright;
    mica_shape_capsule(v2(0, -0.3f), v2(0, 0.3f), 0.3f, &upright);
    MicaShape shape = kind == 0 ? upright : kind == 1 ? box_shape(0.4f, 0.4f) : circle_shape(0.4f);
    MicaColliderDef collider = smooth();
    collider.restitution = restitution;
    mica_collider_create(world, body, &collider, &shape);
    return body;
}

static MicaWorld *make_game(void)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = v2(0, -25);
    def.sleepEnabled = false;
    return mica_world_create(&def);
}

static const int RATES[] = {60, 30, 144};

TEST(a_walker_that_lands_keeps_its_pace)
{
    double worst = 0.0;
    for (int n = 0; n < 3 * 3 * 2 * FLOORS * 13; n += test_stride(5)) {
        int rate = RATES[n % 3], kind = n / 3 % 3, bouncy = n / 9 % 2, floor = n / 18 % FLOORS;
        float height = 2.0f + 0.25f * (float)(n / 18 / FLOORS);
        MicaWorld *world = make_game();
        put_floor(world, (Floor)floor, 0.0f);
        MicaBody hero = put_hero(world, kind, 0.3f, height, bouncy ? 0.5f : 0.0f);
        for (int i = 0; i < rate; i++) {
            float from = position_of(world, hero).x;
            mica_body_set_velocity(world, hero, v2(6, mica_body_velocity(world, hero).y));
            mica_world_step(world, 1.0f / (float)rate, 4);
            double pace = (double)(position_of(world, hero).x - from) * rate;
            worst = fmax(worst, fabs(pace - 6.0) / 6.0);
        }
        mica_world_destroy(world);
    }
    CHECK(worst < 0.001);
}

TEST(a_body_that_meets_a_slope_or_a_wall_keeps_its_motion_along_it)
{
    const float slopes[] = {0.3f, -0.3f, 0.7f, -0.7f, 1.5707963f};
    double worst = 0.0;
    for (int n = 0; n < 3 * 3 * 2 * 5 * 13; n += test_stride(7)) {
        int rate = RATES[n % 3], kind = n / 3 % 3, tiles = n / 9 % 2;
        float slope = slopes[n / 18 % 5], height = 2.0f + 0.25f * (float)(n / 90);
        bool wall = slope > 1.0f;
        MicaWorld *world = make_game();
        put_floor(world, tiles ? TILES : SLAB, slope);
        MicaBody hero = put_hero(world, kind, wall ? -1.5f : 0.0f, height, 0.0f);
        MicaVec2 along = v2(cosf(slope), sinf(slope));
        mica_body_set_velocity(world, hero, v2(6, 0));
        for (int i = 0; i < rate; i++) {
            MicaVec2 from = position_of(world, hero), v = mica_body_velocity(world, hero);
            double before = (double)(v.x * along.x + v.y * along.y);
            if (wall) {
                mica_body_set_velocity(world, hero, v2(6, v.y));
            }
            mica_world_step(world, 1.0f / (float)rate, 4);
            MicaVec2 to = position_of(world, hero);
            v = mica_body_velocity(world, hero);
            double after = (double)(v.x * along.x + v.y * along.y),
                   pace = (double)((to.x - from.x) * along.x + (to.y - from.y) * along.y) * rate,
                   off = fmax(fmin(before, after) - pace, pace - fmax(before, after));
            worst = fmax(worst, off / fmax(fabs(before), 6.0));
        }
        mica_world_destroy(world);
    }
    CHECK(worst < 0.005);
}

// Friction slows a landing body down, but no frame shows it going back for what it did before.
TEST(a_landing_body_that_friction_stops_does_not_spring_back)
{
    double back = 0.0;
    for (int n = 0; n < 3 * 3 * 13; n++) {
        int rate = RATES[n % 3], kind = n / 3 % 3;
        MicaWorld *world = make_game();
        MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
        put_slab(world, ground, 0, -1, 60, 1, 0.6f);
        MicaBody hero = put_hero(world, kind, 0, 2.0f + 0.25f * (float)(n / 9), 0.0f);
        MicaCollider collider;
        mica_body_colliders(world, hero, &collider, 1);
        mica_collider_set_friction(world, collider, 0.6f);
        mica_body_set_velocity(world, hero, v2(6, 0));
        for (int i = 0; i < rate; i++) {
            float from = position_of(world, hero).x;
            mica_world_step(world, 1.0f / (float)rate, 4);
            back = fmax(back, (double)(from - position_of(world, hero).x));
        }
        mica_world_destroy(world);
    }
    CHECK(back < 1e-4);
}

// What slides on in the step in which it hits must still bounce off where it hit.
TEST(balls_that_glance_off_corners_and_balls_bounce_as_if_they_had_not_slid)
{
    double worst = 0.0;
    for (int n = 0; n < 200; n++) {
        MicaWorld *world = make_space();
        MicaBody peg = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaColliderDef def = smooth();
        def.restitution = 1.0f;
        MicaShape round = circle_shape(0.5f);
        mica_collider_create(world, peg, &def, &round);
        float x = -0.8f + 0.008f * (float)n, speed = 60.0f;
        MicaBody ball = put_hero(world, 2, x, 5.0f + 0.037f * (float)(n % 27), 1.0f);
        mica_body_set_velocity(world, ball, v2(0, -speed));
        run(world, 30);
        // Mirrored about the line of centres at the hit
        double nx = (double)x / 0.9, ny = sqrt(1.0 - nx * nx);
        MicaVec2 v = mica_body_velocity(world, ball);
        double ex = 2.0 * (double)speed * ny * nx, ey = (double)speed * (2.0 * ny * ny - 1.0);
        worst = fmax(worst, hypot((double)v.x - ex, (double)v.y - ey) / (double)speed);
        mica_world_destroy(world);
    }
    CHECK(worst < 0.05);
}

// A lever turns with a ball on it, as a flipper does. Returns by how much, in metres, the ball's way along the
// lever in a step differs at most from what its velocity makes it, beyond a twentieth of that.
static float worst_along_lever(float angle, float place)
{
    MicaWorld *world = make_world();
    MicaBody lever = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    mica_body_set_transform(world, lever, v2(0, 0), angle);
    MicaShape shape;
    mica_shape_capsule(v2(0, 0), v2(1, 0), 0.1f, &shape);
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.3f;
    mica_collider_create(world, lever, &def, &shape);
    MicaTransform t = mica_body_transform(world, lever);
    float x = place * t.q.c - 0.245f * t.q.s, y = place * t.q.s + 0.245f * t.q.c, dt = 1.0f / 240,
          worst = 0;
    MicaBody ball = add_body(world, MICA_BODY_DYNAMIC, x, y);
    def.friction = 0.1f;
    shape = circle_shape(0.145f);
    mica_collider_create(world, ball, &def, &shape);
    for (int i = 0; i < 14; ++i) {
        t = mica_body_transform(world, lever);
        float left = angle + 1.08f - atan2f(t.q.s, t.q.c);
        mica_body_set_angular_velocity(world, lever,
                                       fminf(fminf(23, 5.75f * (float)(i + 1)), left / dt));
        MicaVec2 before = mica_body_transform(world, ball).p;
        CHECK_EQ_INT(mica_world_step(world, dt, 4), MICA_ERROR_OK);
        MicaVec2 after = mica_body_transform(world, ball).p, v = mica_body_velocity(world, ball);
        t = mica_body_transform(world, lever);
        float moved = (after.x - before.x) * t.q.c + (after.y - before.y) * t.q.s,
              due = dt * (v.x * t.q.c + v.y * t.q.s);
        worst = fmaxf(worst, fabsf(moved - due) - 0.05f * fabsf(due));
    }
    mica_world_destroy(world);
    return worst;
}

TEST(a_ball_on_a_turning_lever_keeps_its_motion_along_it)
{
    for (int i = 0; i < 40; ++i) {
        CHECK(worst_along_lever(-0.5f + 0.01f * (float)i, 0.2f + 0.008f * (float)i) < 0.0005f);
    }
}

// A body that the game drives against others at a wall, step after step, stands still, and does not
// spring back when it is let go.
#include <math.h>

#include "build.h"

typedef struct Press {
    const char *name;
    int count;  // bodies between the hero and the wall
    bool balls, tower;
    float density, speed;
} Press;

static const Press PRESSES[] = {
    {"wall", 0, false, false, 1, 5},
    {"crate", 1, false, false, 1, 5},
    {"two crates", 2, false, false, 1, 5},
    {"six crates", 6, false, false, 1, 5},
    {"ball", 1, true, false, 1, 5},
    {"three balls", 3, true, false, 1, 5},
    {"light crate", 1, false, false, 0.05f, 5},
    {"heavy crate", 1, false, false, 20, 5},
    {"tower", 1, false, true, 1, 5},
    {"fast", 1, false, false, 1, 20},
};

static MicaBody put_crate(MicaWorld *world, float x, float y, const Press *press)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    MicaColliderDef def = mica_collider_def();
    def.density = press->density;
    MicaShape shape = press->balls ? circle_shape(0.5f) : box_shape(0.5f, 0.5f);
    mica_collider_create(world, body, &def, &shape);
    return body;
}

static MicaBody put_hero(MicaWorld *world, float x)
{
    MicaBody hero = add_body(world, MICA_BODY_DYNAMIC, x, 0.6f);
    mica_body_set_locks(world, hero, MICA_FLAG_LOCK_ROTATION);
    MicaColliderDef def = mica_collider_def();
    def.friction = 0.0f;
    MicaShape upright;
    mica_shape_capsule(v2(0, -0.3f), v2(0, 0.3f), 0.3f, &upright);
    mica_collider_create(world, hero, &def, &upright);
    return hero;
}

TEST_LONG(a_body_pressed_against_others_stands_still_and_does_not_spring_back)
{
    const int rates[] = {60, 30, 144};
    for (int n = 0; n < 3 * (int)(sizeof PRESSES / sizeof *PRESSES); n++) {
        const Press *press = &PRESSES[n / 3];
        int rate = rates[n % 3];
        MicaWorldDef def = mica_world_def();
        def.gravity = v2(0, -25);
        MicaWorld *world = mica_world_create(&def);
        add_ground(world);
        add_box(world, add_body(world, MICA_BODY_STATIC, 1, 3), 1, 3);
        for (int i = 0; i < press->count; i++) {
            put_crate(world, -0.5f - (float)i, 0.5f, press);
            if (press->tower) {
                put_crate(world, -0.5f - (float)i, 1.5f, press);
            }
        }
        MicaBody hero = put_hero(world, -1.0f - (float)press->count);
        float fastest = 0.0f, x = 0.0f;
        for (int i = 0; i < 3 * rate; i++) {
            MicaVec2 v = mica_body_velocity(world, hero);
            mica_body_set_velocity(world, hero, v2(press->speed, v.y));
            mica_world_step(world, 1.0f / (float)rate, 4);
            v = mica_body_velocity(world, hero);
            fastest = i > rate ? fmaxf(fastest, fabsf(v.x)) : 0.0f;
        }
        x = position_of(world, hero).x;
        CHECK_NEAR(x, -0.3f - (float)press->count, 0.005f);
        mica_body_set_velocity(world, hero, v2(0, 0));
        float back = 0.0f;
        for (int i = 0; i < rate; i++) {
            mica_world_step(world, 1.0f / (float)rate, 4);
            back = fmaxf(back, x - position_of(world, hero).x);
        }
        if (!(fastest < 0.05f && back < 0.02f)) {
            printf("%s at %d Hz: %g m/s, back %g m\n", press->name, rate, (double)fastest,
                   (double)back);
        }
        CHECK(fastest < 0.05f);
        CHECK(back < 0.02f);
        mica_world_destroy(world);
    }
}

// Pressing does not stop what bounces, and passes on what it must.
TEST(a_pressed_crate_without_a_wall_moves_with_the_body_and_elastic_ones_bounce)
{
    MicaWorld *world = make_space();
    Press press = {"free", 1, false, false, 1, 5};
    MicaBody crate = put_crate(world, 0, 0, &press), hero = put_crate(world, -1.0f, 0, &press);
    run(world, 2);
    mica_body_set_velocity(world, hero, v2(5, 0));
    run(world, 1);
    CHECK_NEAR(mica_body_velocity(world, hero).x, 2.5f, 0.01f);
    CHECK_NEAR(mica_body_velocity(world, crate).x, 2.5f, 0.01f);
    mica_world_destroy(world);

    world = make_space();
    MicaColliderDef def = mica_collider_def();
    def.restitution = 1.0f;
    MicaShape round = circle_shape(0.5f);
    MicaBody balls[2];
    for (int i = 0; i < 2; i++) {
        balls[i] = add_body(world, MICA_BODY_DYNAMIC, (float)i, 0);
        mica_collider_create(world, balls[i], &def, &round);
    }
    run(world, 2);
    mica_body_set_velocity(world, balls[0], v2(5, 0));
    run(world, 1);
    CHECK_NEAR(mica_body_velocity(world, balls[0]).x, 0.0f, 0.01f);
    CHECK_NEAR(mica_body_velocity(world, balls[1]).x, 5.0f, 0.01f);
    mica_world_destroy(world);
}

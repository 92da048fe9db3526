// Explosions: momentum equal on all sides, in proportion to width, fading with distance, only in
// the given layers, stopped by shields, waking, and every bad number.
#include "build.h"

static float push_at(float distance, float radius, float falloff)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, distance + 0.5f, 0.0f, box_shape(0.5f, 0.5f));
    MicaExplosion e = mica_explosion();
    e.radius = radius;
    e.falloff = falloff;
    e.impulse = 4.0f;
    mica_world_explode(world, &e);
    float v = mica_body_velocity(world, body).x;
    CHECK_NEAR(mica_body_velocity(world, body).y, 0.0, 1e-6);
    CHECK_NEAR(mica_body_angular_velocity(world, body), 0.0, 1e-6);
    mica_world_destroy(world);
    return v;
}

TEST(it_pushes_in_proportion_to_width_and_fades)
{
    // Unit boxes of 1 kg: 4 N s a metre over a metre.
    CHECK_NEAR(push_at(1.0f, 3.0f, 0.0f), 4.0, 1e-4);
    CHECK_NEAR(push_at(2.99f, 3.0f, 0.0f), 4.0, 1e-4);
    CHECK_NEAR(push_at(3.01f, 3.0f, 0.0f), 0.0, 0.0);
    CHECK_NEAR(push_at(3.5f, 3.0f, 2.0f), 3.0, 1e-4);
    CHECK_NEAR(push_at(4.0f, 3.0f, 2.0f), 2.0, 1e-4);
    CHECK_NEAR(push_at(4.5f, 3.0f, 2.0f), 1.0, 1e-4);
    CHECK_NEAR(push_at(5.01f, 3.0f, 2.0f), 0.0, 0.0);
    CHECK_NEAR(push_at(0.5f, 0.0f, 1.0f), 2.0, 1e-4);
}

TEST(momentum_is_equal_to_all_sides)
{
    MicaWorld *world = make_space();
    double px = 0.0, py = 0.0, total = 0.0;
    MicaBody bodies[12];
    for (int i = 0; i < 12; i++) {
        MicaRot q = mica_rot(6.2831853f * (float)i / 12.0f);
        bodies[i] = add_dynamic(world, 3.0f * q.c, 3.0f * q.s,
                                i % 2 ? circle_shape(0.4f) : circle_shape(0.3f));
    }
    MicaExplosion e = mica_explosion();
    e.radius = 2.0f;
    e.falloff = 4.0f;
    e.impulse = 10.0f;
    CHECK_EQ_INT(mica_world_explode(world, &e), 12);
    for (int i = 0; i < 12; i++) {
        MicaVec2 v = mica_body_velocity(world, bodies[i]), p = position_of(world, bodies[i]);
        double m = (double)mica_body_mass(world, bodies[i]).mass;
        px += m * (double)v.x;
        py += m * (double)v.y;
        total += m * hypot((double)v.x, (double)v.y);
        CHECK_NEAR(v.x * p.y - v.y * p.x, 0.0, 1e-4);  // straight away
        CHECK(v.x * p.x + v.y * p.y > 0.0f);
    }
    CHECK_NEAR(px / total, 0.0, 1e-6);
    CHECK_NEAR(py / total, 0.0, 1e-6);
    mica_world_destroy(world);
}

TEST(its_pushes_are_written_if_there_is_capacity_for_them)
{
    MicaWorld *world = make_space();
    MicaBody balls[3];
    for (int i = 0; i < 3; ++i) {
        balls[i] = add_dynamic(world, 2.0f * (float)i + 2.0f, 0.0f, box_shape(0.5f, 0.5f));
    }
    MicaPush pushes[3];
    MicaExplosion e = mica_explosion();
    e.radius = 8.0f;
    e.impulse = 3.0f;
    e.pushes = pushes;
    e.capacity = 2;
    CHECK_EQ_INT(mica_world_explode(world, &e), 3);
    CHECK_NEAR(mica_body_velocity(world, balls[0]).x, 0.0, 1e-9);
    e.capacity = 3;
    CHECK_EQ_INT(mica_world_explode(world, &e), 3);
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(pushes[i].impulse, 3.0, 1e-4);
        CHECK(mica_collider_body(world, pushes[i].collider).id == balls[i].id);
    }
    mica_world_destroy(world);
}

TEST(off_the_middle_it_rotates_and_a_negative_one_pulls)
{
    MicaWorld *world = make_space();
    MicaBody plank = add_dynamic(world, 0.0f, 0.0f, box_shape(2.0f, 0.1f));
    MicaExplosion e = mica_explosion();
    e.position = v2(1.5f, -1.0f);
    e.radius = 2.0f;
    e.impulse = 3.0f;
    CHECK_EQ_INT(mica_world_explode(world, &e), 1);
    // 3 N s a metre over 4 m, at x = 1.5, upwards.
    MicaMassData m = mica_body_mass(world, plank);
    CHECK_NEAR(mica_body_velocity(world, plank).y, 12.0 / (double)m.mass, 1e-4);
    CHECK_NEAR(mica_body_angular_velocity(world, plank), 12.0 * 1.5 / (double)m.inertia, 1e-3);
    mica_body_set_velocity(world, plank, v2(0.0f, 0.0f));
    e.impulse = -3.0f;
    mica_world_explode(world, &e);
    CHECK(mica_body_velocity(world, plank).y < 0.0f);
    mica_world_destroy(world);
}

TEST(only_dynamic_bodies_of_its_layers_are_pushed_and_they_wake)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaShape disc = circle_shape(0.5f);
    MicaColliderDef def = mica_collider_def();
    mica_layer_set(world, 1, 0, MICA_SOLID);
    MicaBody bodies[4];
    for (int i = 0; i < 4; i++) {
        bodies[i] = add_body(world, i == 2 ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC,
                             2.0f * (float)i, 0.5f);
        def.layer = i == 1 ? 1 : 0;
        def.isTrigger = i == 3;
        if (i == 3) {
            mica_body_set_gravity_scale(world, bodies[i], 0.0f);
        }
        mica_collider_create(world, bodies[i], &def, &disc);
    }
    run(world, 120);
    CHECK(!is_awake(world, bodies[0]) && !is_awake(world, bodies[1]));
    MicaExplosion e = mica_explosion();
    e.position = v2(1.0f, 0.2f);
    e.radius = 20.0f;
    e.impulse = 5.0f;
    e.layers = (uint64_t)1 << 1;
    CHECK_EQ_INT(mica_world_explode(world, &e), 1);
    CHECK(!is_awake(world, bodies[0]) && is_awake(world, bodies[1]));
    CHECK(mica_body_velocity(world, bodies[1]).x > 0.0f);
    e.layers = ~(uint64_t)0;
    CHECK_EQ_INT(mica_world_explode(world, &e), 2);
    CHECK(is_awake(world, bodies[0]) && mica_body_velocity(world, bodies[0]).x < 0.0f);
    CHECK_NEAR(mica_body_velocity(world, bodies[2]).x, 0.0, 0.0);
    CHECK_NEAR(mica_body_velocity(world, bodies[3]).x, 0.0, 0.0);
    mica_world_destroy(world);
}

TEST(shields_stop_it)
{
    MicaWorld *world = make_space();
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 2.0f, 0.0f);
    MicaCollider brick = add_box(world, wall, 0.1f, 1.0f);
    mica_collider_set_layer(world, brick, 5);
    MicaBody behind = add_dynamic(world, 4.0f, 0.0f, box_shape(0.5f, 0.5f)),
             open = add_dynamic(world, -4.0f, 0.0f, box_shape(0.5f, 0.5f)),
             high = add_dynamic(world, 4.0f, 6.0f, box_shape(0.5f, 0.5f)),
             box = add_dynamic(world, -2.0f, 0.0f, box_shape(0.2f, 0.2f));
    MicaExplosion e = mica_explosion();
    e.radius = 10.0f;
    e.impulse = 1.0f;
    e.shields = (uint64_t)1 << 5;
    CHECK_EQ_INT(mica_world_explode(world, &e), 3);
    CHECK_NEAR(mica_body_velocity(world, behind).x, 0.0, 0.0);
    CHECK(mica_body_velocity(world, open).x < 0.0f && mica_body_velocity(world, high).y > 0.0f);
    CHECK(mica_body_velocity(world, box).x < 0.0f);
    e.shields = (uint64_t)1 << 6;  // another layer
    CHECK_EQ_INT(mica_world_explode(world, &e), 4);
    CHECK(mica_body_velocity(world, behind).x > 0.0f);
    mica_world_destroy(world);
}

TEST(inside_a_collider_it_pushes_from_the_middle_and_speeds_stay_finite)
{
    MicaWorld *world = make_space();
    MicaBody around = add_dynamic(world, 0.25f, 0.0f, box_shape(0.5f, 0.5f)),
             upon = add_dynamic(world, 0.0f, 0.0f, circle_shape(0.3f));
    MicaExplosion e = mica_explosion();
    e.impulse = 1.0f;
    CHECK_EQ_INT(mica_world_explode(world, &e),
                 1);  // the second one's centre is on it: no direction
    CHECK_NEAR(mica_body_velocity(world, around).x, 1.0, 1e-4);
    CHECK_NEAR(mica_body_velocity(world, upon).x, 0.0, 0.0);
    e.impulse = 1e15f;
    mica_world_explode(world, &e);
    CHECK(mica_body_velocity(world, around).x <= 40000.0f);
    run(world, 2);
    mica_world_destroy(world);
}

TEST(movers_are_pushed_by_their_mass)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_KINEMATIC, -4, 0);
    MicaCollider collider = add_box(world, body, 0.5f, 0.5f);
    MicaMoverDef def = mica_mover_def();
    MicaMover mover = mica_mover_create(world, collider, &def);
    mica_mover_set_velocity(world, mover, v2(1, 2));
    MicaExplosion e = mica_explosion();
    e.radius = 5.0f;
    e.impulse = 160.0f;
    CHECK_EQ_INT(mica_world_explode(world, &e), 1);
    MicaMoverState after = mica_mover_state(world, mover);
    CHECK_NEAR(after.velocity.x, 1.0 - 160.0 / 80.0, 1e-5);
    CHECK_NEAR(after.velocity.y, 2.0, 1e-5);
    float x = mica_body_transform(world, body).p.x;
    run(world, 1);
    CHECK_NEAR(mica_body_transform(world, body).p.x, x - 1.0 / 60.0, 1e-4);
    e.layers = 0;
    CHECK_EQ_INT(mica_world_explode(world, &e), 0);
    mica_world_destroy(world);
}

TEST(bad_numbers_are_refused)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 1.0f, 0.0f, box_shape(0.5f, 0.5f));
    MicaExplosion good = mica_explosion(), e;
    good.radius = 5.0f;
    good.impulse = 1.0f;
#define REFUSED(change, error)                                                                     \
    e = good;                                                                                      \
    e.change;                                                                                      \
    CHECK_REFUSED(world, CHECK_EQ_INT(mica_world_explode(world, &e), 0), error)
    REFUSED(position.x = NAN, MICA_ERROR_NOT_FINITE);
    REFUSED(position.y = 1e9f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(radius = -1.0f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(radius = INFINITY, MICA_ERROR_NOT_FINITE);
    REFUSED(falloff = -0.1f, MICA_ERROR_OUT_OF_RANGE);
    REFUSED(falloff = NAN, MICA_ERROR_NOT_FINITE);
    REFUSED(impulse = -INFINITY, MICA_ERROR_NOT_FINITE);
    REFUSED(impulse = 1e20f, MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_world_explode(world, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_EQ_INT(mica_world_explode(NULL, &good), 0);
    mica_world_destroy(world);
}

// Bodies: motion by forces and impulses against closed formulas, damping, locks, mass, teleports,
// type changes, disabling; and every bad argument with its error.
#include "build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static MicaBody unit_disc(MicaWorld *world)  // 1 kg, inertia 0.5
{
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1.0f));
    mica_body_set_mass(world, body, (MicaMassData){1.0f, {0, 0}, 0.5f});
    return body;
}

TEST(defaults_are_those_of_the_manual)
{
    MicaBodyDef def = mica_body_def();
    CHECK_EQ_INT(def.type, MICA_BODY_STATIC);
    CHECK(def.gravityScale == 1.0f && def.canSleep && def.awake && def.enabled && !def.bullet &&
          def.locks == 0);
}

// ---------------------------------------------------------------------------------------- motion

TEST(free_fall_in_substeps)
{
    // Flight is exact, however many substeps: v = g t, y = g t² / 2.
    for (int substeps = 1; substeps <= 8; substeps++) {
        MicaWorld *world = make_world();
        MicaBody body = unit_disc(world);
        run_with(world, 60, FRAME, substeps);
        CHECK_NEAR(mica_body_velocity(world, body).y, -10.0, 1e-4);
        CHECK_NEAR(position_of(world, body).y, -5.0, 1e-4);
        mica_world_destroy(world);
    }
}

TEST(force_accelerates_and_is_cleared)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, box_shape(0.5f, 1.0f));  // 2 kg
    mica_body_apply_force(world, body, v2(3, -4));
    mica_body_apply_force(world, body, v2(1, 0));
    run_with(world, 1, 0.5f, 4);
    MicaVec2 v = mica_body_velocity(world, body);
    CHECK_NEAR(v.x, 0.5 * 4.0 / 2.0, 1e-6);
    CHECK_NEAR(v.y, 0.5 * -4.0 / 2.0, 1e-6);
    run_with(world, 1, 0.5f, 4);
    CHECK(mica_body_velocity(world, body).x == v.x);
    mica_world_destroy(world);
}

TEST(torque_and_force_off_centre_turn)
{
    MicaWorld *world = make_space();
    MicaBody a = unit_disc(world), b = unit_disc(world), c = unit_disc(world);
    mica_body_set_transform(world, b, v2(10, 0), 0);
    mica_body_set_transform(world, c, v2(20, 0), 0);
    mica_body_apply_torque(world, a, 2.0f);
    mica_body_apply_force_at(world, b, v2(0, 2), v2(11, 0));  // arm (1, 0): torque 2
    mica_body_apply_force_at(world, c, v2(5, 0), v2(0, 0));   // through the centre: no torque
    run_with(world, 1, 0.25f, 1);
    CHECK_NEAR(mica_body_angular_velocity(world, a), 0.25 * 2.0 / 0.5, 1e-6);
    CHECK_NEAR(mica_body_angular_velocity(world, b), 0.25 * 2.0 / 0.5, 1e-5);
    CHECK_NEAR(mica_body_velocity(world, b).y, 0.25 * 2.0, 1e-6);
    CHECK_NEAR(mica_body_angular_velocity(world, c), 0.0, 1e-6);
    CHECK_NEAR(mica_body_velocity(world, c).x, 0.25 * 5.0, 1e-6);
    mica_world_destroy(world);
}

TEST(impulses_act_at_once)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 2, 3, box_shape(0.5f, 1.0f));
    MicaMassData m = mica_body_mass(world, a);
    CHECK_NEAR(m.mass, 2.0, 1e-6);
    CHECK_NEAR(m.inertia, 2.0 * (1.0 + 4.0) / 12.0, 1e-5);
    mica_body_apply_impulse(world, a, v2(4, 2));
    CHECK_NEAR(mica_body_velocity(world, a).x, 2.0, 1e-6);
    CHECK_NEAR(mica_body_angular_velocity(world, a), 0.0, 1e-7);
    mica_body_apply_impulse_at(world, a, v2(0, 2), v2(2.5f, 7));
    CHECK_NEAR(mica_body_velocity(world, a).y, 2.0, 1e-6);
    CHECK_NEAR(mica_body_angular_velocity(world, a), 0.5 * 2.0 / (double)m.inertia, 1e-5);
    mica_body_apply_angular_impulse(world, a, -1.0f);
    CHECK_NEAR(mica_body_angular_velocity(world, a), (1.0 - 1.0) / (double)m.inertia, 1e-5);
    run_with(world, 1, 0.5f, 4);
    CHECK_NEAR(position_of(world, a).x, 3.0, 1e-5);
    CHECK_NEAR(position_of(world, a).y, 4.0, 1e-5);
    mica_world_destroy(world);
}

TEST(spin_turns_by_the_angle_it_should)
{
    MicaWorld *world = make_space();
    MicaBody body = unit_disc(world);
    mica_body_set_angular_velocity(world, body, 2.0f);
    run(world, 60);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, body).q), 2.0, 1e-4);
    mica_body_set_angular_velocity(world, body, -200.0f);  // more than a quarter turn a step
    run(world, 30);
    double angle = remainder(2.0 - 100.0, 6.283185307179586);
    CHECK_NEAR(remainder((double)mica_rot_angle(mica_body_transform(world, body).q) - angle,
                         6.283185307179586),
               0.0, 1e-3);
    mica_world_destroy(world);
}

TEST(damping_slows_by_its_formula)
{
    MicaWorld *world = make_space();
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.linearVelocity = v2(8, 0);
    def.angularVelocity = 6;
    def.linearDamping = 0.5f;
    def.angularDamping = 2.0f;
    MicaBody body = mica_body_create(world, &def);
    add_circle(world, body, 1.0f);
    run_with(world, 30, FRAME, 4);
    double h = 1.0 / 240.0;
    CHECK_NEAR(mica_body_velocity(world, body).x, 8.0 * pow(1.0 + 0.5 * h, -120.0), 2e-4);
    CHECK_NEAR(mica_body_angular_velocity(world, body), 6.0 * pow(1.0 + 2.0 * h, -120.0), 2e-4);
    CHECK(mica_body_linear_damping(world, body) == 0.5f);
    CHECK(mica_body_angular_damping(world, body) == 2.0f);
    CHECK_EQ_INT(mica_body_set_damping(world, body, 0, 0), MICA_ERROR_OK);
    CHECK(mica_body_linear_damping(world, body) == 0.0f);
    CHECK(mica_body_angular_damping(world, body) == 0.0f);
    float v = mica_body_velocity(world, body).x;
    run(world, 10);
    CHECK(mica_body_velocity(world, body).x == v);
    mica_world_destroy(world);
}

TEST(gravity_scale_scales)
{
    MicaWorld *world = make_world();
    MicaBody still = add_dynamic(world, 0, 0, circle_shape(1)),
             up = add_dynamic(world, 5, 0, circle_shape(1));
    MicaBody half = add_dynamic(world, 10, 0, circle_shape(1));
    mica_body_set_gravity_scale(world, still, 0);
    mica_body_set_gravity_scale(world, up, -1);
    CHECK(mica_body_gravity_scale(world, half) == 1.0f);
    mica_body_set_gravity_scale(world, half, 0.5f);
    CHECK(mica_body_gravity_scale(world, half) == 0.5f);
    run(world, 30);
    CHECK(mica_body_velocity(world, still).y == 0.0f);
    CHECK_NEAR(mica_body_velocity(world, up).y, 5.0, 1e-4);
    CHECK_NEAR(mica_body_velocity(world, half).y, -2.5, 1e-4);
    mica_world_destroy(world);
}

TEST(only_dynamic_bodies_feel_forces)
{
    MicaWorld *world = make_world();
    MicaBody fixed = add_body(world, MICA_BODY_STATIC, 0, 0),
             mover = add_body(world, MICA_BODY_KINEMATIC, 5, 0);
    add_circle(world, fixed, 1);
    add_circle(world, mover, 1);
    MicaBody both[2] = {fixed, mover};
    for (int i = 0; i < 2; i++) {
        CHECK_EQ_INT(mica_body_apply_force(world, both[i], v2(9, 9)), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_body_apply_impulse(world, both[i], v2(9, 9)), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_body_apply_torque(world, both[i], 9), MICA_ERROR_OK);
    }
    mica_body_set_velocity(world, fixed, v2(1, 1));
    mica_body_set_velocity(world, mover, v2(1, -1));
    run(world, 60);
    CHECK(position_of(world, fixed).x == 0.0f && mica_body_velocity(world, fixed).x == 0.0f);
    CHECK_NEAR(position_of(world, mover).x, 6.0, 1e-4);
    CHECK_NEAR(position_of(world, mover).y, -1.0, 1e-4);
    mica_world_destroy(world);
}

// ----------------------------------------------------------------------------------------- locks

TEST(locks_stop_an_axis_even_in_contact)
{
    for (uint32_t locks = 0; locks < 8; locks++) {
        MicaWorld *world = make_space();
        MicaBody body = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
        uint32_t flags = (locks & 1 ? MICA_FLAG_LOCK_X : 0) | (locks & 2 ? MICA_FLAG_LOCK_Y : 0) |
                         (locks & 4 ? MICA_FLAG_LOCK_ROTATION : 0);
        CHECK_EQ_INT(mica_body_set_locks(world, body, flags), MICA_ERROR_OK);
        // Two discs hit it off centre from two sides.
        MicaBody left = add_dynamic(world, -2, 0.3f, circle_shape(0.5f));
        MicaBody top = add_dynamic(world, 0.3f, 2, circle_shape(0.5f));
        mica_body_set_velocity(world, left, v2(6, 0));
        mica_body_set_velocity(world, top, v2(0, -7));
        bool moved[3] = {false, false, false};
        for (int i = 0; i < 60; i++) {
            run(world, 1);
            MicaTransform t = mica_body_transform(world, body);
            MicaVec2 v = mica_body_velocity(world, body);
            float w = mica_body_angular_velocity(world, body);
            CHECK(!(locks & 1) || (t.p.x == 0.0f && v.x == 0.0f));
            CHECK(!(locks & 2) || (t.p.y == 0.0f && v.y == 0.0f));
            CHECK(!(locks & 4) || (t.q.s == 0.0f && w == 0.0f));
            moved[0] = moved[0] || v.x != 0.0f;
            moved[1] = moved[1] || v.y != 0.0f;
            moved[2] = moved[2] || w != 0.0f;
        }
        CHECK((locks & 1) || moved[0]);
        CHECK((locks & 2) || moved[1]);
        CHECK((locks & 4) || moved[2]);
        mica_world_destroy(world);
    }
}

TEST(locked_axes_ignore_gravity_forces_and_impulses)
{
    MicaWorld *world = make_world();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(1));
    mica_body_set_velocity(world, body, v2(2, 0));
    mica_body_set_locks(world, body, MICA_FLAG_LOCK_Y | MICA_FLAG_LOCK_ROTATION);
    mica_body_apply_impulse_at(world, body, v2(0, 5), v2(1, 0));
    mica_body_apply_force(world, body, v2(0, 50));
    mica_body_apply_torque(world, body, 50);
    run(world, 60);
    CHECK(position_of(world, body).y == 0.0f);
    CHECK_NEAR(position_of(world, body).x, 2.0, 1e-4);
    CHECK(mica_body_transform(world, body).q.s == 0.0f);
    mica_body_set_locks(world, body, 0);
    run(world, 30);
    CHECK_NEAR(mica_body_velocity(world, body).y, -5.0, 1e-4);
    mica_world_destroy(world);
}

// ------------------------------------------------------------------------------------------ mass

TEST(mass_adds_up_over_colliders)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    CHECK(mica_body_mass(world, body).mass == 1.0f && mica_body_mass(world, body).inertia == 0.0f);
    MicaShape left, right;
    mica_shape_box(v2(-2, 0), 0.5f, 0.5f, 0, 0, &left);
    mica_shape_box(v2(2, 0), 0.5f, 0.5f, 0, 0, &right);
    MicaCollider a = add_shape(world, body, left);
    CHECK_NEAR(mica_body_center(world, body).x, -2.0, 1e-6);
    MicaCollider b = add_shape(world, body, right);
    MicaMassData m = mica_body_mass(world, body);
    CHECK_NEAR(m.mass, 2.0, 1e-6);
    CHECK_NEAR(m.center.x, 0.0, 1e-6);
    CHECK_NEAR(m.inertia, 2.0 * (1.0 / 6.0 + 4.0), 1e-5);
    mica_collider_set_density(world, b, 3.0f);
    CHECK_NEAR(mica_body_mass(world, body).mass, 4.0, 1e-6);
    CHECK_NEAR(mica_body_center(world, body).x, 1.0, 1e-6);
    mica_collider_destroy(world, a);
    CHECK_NEAR(mica_body_mass(world, body).mass, 3.0, 1e-6);
    CHECK_NEAR(mica_body_center(world, body).x, 2.0, 1e-6);
    mica_world_destroy(world);
}

TEST(mass_override_and_reset)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
    CHECK_EQ_INT(mica_body_set_mass(world, body, (MicaMassData){5.0f, {0.25f, 0}, 0.0f}),
                 MICA_ERROR_OK);
    CHECK(mica_body_flags(world, body) & MICA_FLAG_MASS_OVERRIDE);
    mica_body_apply_impulse_at(world, body, v2(0, 10), v2(3, 0));
    CHECK_NEAR(mica_body_velocity(world, body).y, 2.0, 1e-6);
    CHECK(mica_body_angular_velocity(world, body) == 0.0f);  // no inertia: never turns
    add_box(world, body, 3, 3);
    CHECK(mica_body_mass(world, body).mass == 5.0f);
    CHECK_EQ_INT(mica_body_reset_mass(world, body), MICA_ERROR_OK);
    CHECK_NEAR(mica_body_mass(world, body).mass, 37.0, 1e-4);
    CHECK_EQ_INT(mica_body_flags(world, body) & MICA_FLAG_MASS_OVERRIDE, 0);
    mica_world_destroy(world);
}

TEST(a_body_turns_about_its_centre_of_mass)
{
    MicaWorld *world = make_space();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 1, 1);
    MicaShape disc;
    mica_shape_circle(v2(2, 0), 0.5f, &disc);
    add_shape(world, body, disc);
    mica_body_set_angular_velocity(world, body, 3.14159265f);
    run_with(world, 60, FRAME, 4);
    MicaVec2 center = mica_body_center(world, body), origin = position_of(world, body);
    CHECK_NEAR(center.x, 3.0, 1e-4);
    CHECK_NEAR(center.y, 1.0, 1e-4);
    CHECK_NEAR(origin.x, 5.0, 1e-3);
    CHECK_NEAR(origin.y, 1.0, 1e-3);
    mica_world_destroy(world);
}

TEST(shifting_the_centre_keeps_the_motion)
{
    // The velocity is that of the centre of mass: shifting it by r changes the velocity by omega x
    // r, and the motion of the body stays the same.
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f));
    mica_body_set_velocity(world, body, v2(1, 0));
    mica_body_set_angular_velocity(world, body, 2);
    mica_body_set_mass(world, body, (MicaMassData){1, {3, 0}, 1});
    CHECK_NEAR(mica_body_velocity(world, body).x, 1.0, 1e-6);
    CHECK_NEAR(mica_body_velocity(world, body).y, 6.0, 1e-6);
    mica_body_reset_mass(world, body);
    CHECK_NEAR(mica_body_velocity(world, body).y, 0.0, 1e-6);
    mica_world_destroy(world);
}

// Contact points are kept from the centre of mass. A plank that rests on the end of a block tips when
// its centre is moved beyond that, by whatever call, as one that is made so.
TEST(contacts_follow_a_centre_that_is_moved)
{
    for (int way = 0; way < 4; way++) {
        MicaWorld *world = make_world();
        MicaBody plank = add_body(world, MICA_BODY_DYNAMIC, 0, 1.25f);
        MicaShape left, right, weight;
        mica_shape_box(v2(-0.5f, 0), 0.5f, 0.25f, 0, 0, &left);
        mica_shape_box(v2(0.5f, 0), 0.5f, 0.25f, 0, 0, &right);
        mica_shape_box(v2(1, 0.5f), 0.5f, 0.25f, 0, 0, &weight);
        add_shape(world, plank, left);
        MicaCollider end = add_shape(world, plank, right);
        MicaBody block = add_body(world, MICA_BODY_STATIC, -2, 0);
        add_box(world, block, 2.2f, 1);
        run(world, 20);
        CHECK(fabsf(mica_body_angular_velocity(world, plank)) < 1e-3f);
        MicaColliderDef defs[2] = {mica_collider_def(), mica_collider_def()};
        const MicaShape shapes[2] = {weight, weight};
        MicaCollider made[2];
        if (way == 0) {
            mica_body_set_mass(world, plank, (MicaMassData){1, {0.5f, 0}, 0.35f});
        } else if (way == 1) {
            mica_collider_set_density(world, end, 5);
        } else if (way == 2) {
            add_shape(world, plank, weight);
        } else {
            mica_colliders_create(world, plank, defs, shapes, 2, made);
        }
        run(world, 20);
        CHECK(mica_body_angular_velocity(world, plank) < -0.5f);
        CHECK(mica_world_validate(world) == NULL);
        mica_world_destroy(world);
    }
}

static const MicaMassData setMass = {5, {0.1f, -0.2f}, 2};

static void check_mass(MicaWorld *world, MicaBody body, MicaMassData mass)
{
    MicaMassData is = mica_body_mass(world, body);
    CHECK(is.mass == mass.mass && is.inertia == mass.inertia);
    CHECK(is.center.x == mass.center.x && is.center.y == mass.center.y);
    CHECK(mica_world_validate(world) == NULL);
}

// The velocity of the body's origin.
static MicaVec2 origin_velocity(MicaWorld *world, MicaBody body, MicaVec2 center)
{
    MicaVec2 v = mica_body_velocity(world, body);
    float w = mica_body_angular_velocity(world, body);
    MicaRot q = mica_body_transform(world, body).q;
    MicaVec2 arm = {q.c * center.x - q.s * center.y, q.s * center.x + q.c * center.y};
    return v2(v.x + w * arm.y, v.y - w * arm.x);
}

TEST(a_mass_that_was_set_outlasts_changes_of_type)
{
    for (int type = MICA_BODY_STATIC; type < MICA_BODY_DYNAMIC; type++) {
        MicaWorld *world = make_space();
        MicaBody body = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
        mica_body_set_transform(world, body, v2(1, 2), 0.7f);
        mica_body_set_mass(world, body, setMass);
        mica_body_set_velocity(world, body, v2(3, 1));
        mica_body_set_angular_velocity(world, body, 2);
        MicaVec2 before = origin_velocity(world, body, setMass.center);
        CHECK_EQ_INT(mica_body_set_type(world, body, (MicaBodyType)type), MICA_ERROR_OK);
        CHECK(mica_body_flags(world, body) & MICA_FLAG_MASS_OVERRIDE);
        check_mass(world, body, setMass);
        if (type == MICA_BODY_KINEMATIC) {
            // It goes on as it did, about its origin.
            CHECK_NEAR(mica_body_velocity(world, body).x, before.x, 1e-6);
            CHECK_NEAR(mica_body_velocity(world, body).y, before.y, 1e-6);
        }
        run(world, 10);
        before = mica_body_velocity(world, body);
        CHECK_EQ_INT(mica_body_set_type(world, body, MICA_BODY_DYNAMIC), MICA_ERROR_OK);
        check_mass(world, body, setMass);
        CHECK_NEAR(origin_velocity(world, body, setMass.center).x, before.x, 1e-6);
        CHECK_NEAR(origin_velocity(world, body, setMass.center).y, before.y, 1e-6);
        MicaVec2 v = mica_body_velocity(world, body);
        mica_body_apply_impulse(world, body, v2(10, 0));
        CHECK_NEAR(mica_body_velocity(world, body).x - v.x, 2, 1e-5);
        float w = mica_body_angular_velocity(world, body);
        mica_body_apply_angular_impulse(world, body, 3);
        CHECK_NEAR(mica_body_angular_velocity(world, body) - w, 1.5, 1e-5);
        mica_world_destroy(world);
    }
}

// What is set of a body that is not dynamic is kept for later, and changes nothing until then.
TEST(the_mass_of_a_body_that_is_not_dynamic_waits)
{
    for (int type = MICA_BODY_STATIC; type < MICA_BODY_DYNAMIC; type++) {
        MicaWorld *world = make_space(), *without = make_space();
        MicaBody body[2];
        for (int i = 0; i < 2; i++) {
            MicaWorld *w = i == 0 ? world : without;
            body[i] = add_body(w, (MicaBodyType)type, 1, 1);
            add_box(w, body[i], 0.5f, 0.5f);
            add_dynamic(w, 1, 2.2f, box_shape(0.5f, 0.5f));
            if (type == MICA_BODY_KINEMATIC) {
                mica_body_set_velocity(w, body[i], v2(0.5f, 0));
                mica_body_set_angular_velocity(w, body[i], 1);
            }
        }
        check_mass(world, body[0], (MicaMassData){0});
        CHECK_EQ_INT(mica_body_set_mass(world, body[0], setMass), MICA_ERROR_OK);
        check_mass(world, body[0], setMass);
        MicaTransform t = mica_body_transform(world, body[0]);
        CHECK_NEAR(mica_body_center(world, body[0]).x, t.p.x + 0.1f, 1e-6);
        CHECK_NEAR(mica_body_center(world, body[0]).y, t.p.y - 0.2f, 1e-6);
        for (int i = 0; i < 90; i++) {
            run(world, 1);
            run(without, 1);
            CHECK(mica_world_hash(world) == mica_world_hash(without));
        }
        // Colliders and locks leave it as it is, as they do that of a dynamic body.
        MicaCollider more = add_box(world, body[0], 3, 3);
        mica_body_set_locks(world, body[0], MICA_FLAG_LOCK_X);
        check_mass(world, body[0], setMass);
        mica_collider_destroy(world, more);
        mica_body_set_locks(world, body[0], 0);
        mica_body_set_type(world, body[0], MICA_BODY_DYNAMIC);
        check_mass(world, body[0], setMass);
        mica_world_destroy(world);
        mica_world_destroy(without);
    }
}

TEST(a_mass_is_reset_whatever_the_type)
{
    for (int massless = 0; massless < 2; massless++) {
        MicaWorld *world = make_space();
        MicaBody body = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
        MicaShape shape;
        mica_shape_box(v2(2, 0), 0.5f, 0.5f, 0, 0, &shape);
        MicaCollider collider = add_shape(world, body, shape);
        if (massless == 1) {
            mica_collider_set_density(world, collider, 0);
        }
        mica_body_set_mass(world, body, setMass);
        mica_body_set_type(world, body, MICA_BODY_STATIC);
        CHECK_EQ_INT(mica_body_reset_mass(world, body), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_body_flags(world, body) & MICA_FLAG_MASS_OVERRIDE, 0);
        check_mass(world, body, (MicaMassData){0});
        MicaMassData own = mica_body_collider_mass(world, body);
        CHECK_NEAR(own.mass, 1, 1e-6);
        CHECK_NEAR(own.center.x, massless == 1 ? 0 : 2, 1e-6);
        CHECK_NEAR(own.inertia, massless == 1 ? 0 : 1.0 / 6, 1e-6);
        mica_body_set_type(world, body, MICA_BODY_DYNAMIC);
        check_mass(world, body, own);
        mica_body_set_mass(world, body, setMass);
        check_mass(world, body, setMass);
        MicaMassData still = mica_body_collider_mass(world, body);
        CHECK(still.mass == own.mass && still.inertia == own.inertia &&
              still.center.x == own.center.x);
        mica_world_destroy(world);
    }
}

// As state it goes into copies and snapshots; a body that is made in the slot later has none of it.
TEST(a_mass_that_waits_is_saved)
{
    MicaWorld *world = make_space(), *copy = make_space();
    MicaBody body = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    add_box(world, body, 0.5f, 0.5f);
    mica_body_set_mass(world, body, setMass);
    CHECK_EQ_INT(mica_world_copy(copy, world), MICA_ERROR_OK);
    check_mass(copy, body, setMass);
    uint64_t bytes = mica_world_snapshot_bytes(world, 0);
    void *saved = malloc(bytes);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, saved, bytes), MICA_ERROR_OK);
    mica_body_destroy(world, body);
    run(world, 2);
    MicaBody other = add_body(world, MICA_BODY_KINEMATIC, 0, 0);
    CHECK_EQ_INT(MICA_SLOT(other), MICA_SLOT(body));
    check_mass(world, other, (MicaMassData){0});
    CHECK_EQ_INT(mica_world_restore(world, saved, bytes), MICA_ERROR_OK);
    check_mass(world, body, setMass);
    mica_body_set_type(world, body, MICA_BODY_DYNAMIC);
    check_mass(world, body, setMass);
    free(saved);
    mica_world_destroy(world);
    mica_world_destroy(copy);
}

// ------------------------------------------------------------------- teleports, types, enabling

TEST(a_teleport_keeps_velocity_and_finds_new_contacts)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 10, box_shape(0.5f, 0.5f));
    run(world, 10);
    MicaVec2 v = mica_body_velocity(world, body);
    CHECK_EQ_INT(mica_body_set_transform(world, body, v2(5, 0.5f), 0), MICA_ERROR_OK);
    CHECK(mica_body_velocity(world, body).y == v.y);
    mica_body_set_velocity(world, body, v2(0, 0));
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
    mica_body_set_transform(world, body, v2(5, 50), 1.0f);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).endCount, 1);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(world, body).q), 1.0, 1e-5);
    mica_world_destroy(world);
}

TEST(a_new_position_leaves_the_bits_of_the_rotation)
{
    MicaWorld *world = make_space();
    uint32_t seed = 4;
    for (int i = 0; i < 2000; i++) {
        MicaBody body = add_dynamic(world, 3.0f * (float)i, 0, circle_shape(0.5f));
        mica_body_set_transform(world, body, v2(0, 0), test_random_float(&seed, -4, 4));
        MicaTransform before = mica_body_transform(world, body);
        CHECK_EQ_INT(mica_body_set_position(world, body, v2(3.0f * (float)i, 7)), MICA_ERROR_OK);
        MicaTransform after = mica_body_transform(world, body);
        CHECK(after.p.x == 3.0f * (float)i && after.p.y == 7.0f);
        CHECK(memcmp(&before.q, &after.q, sizeof before.q) == 0);
    }
    mica_world_destroy(world);
}

TEST(teleporting_the_floor_away_wakes_bodies_on_it)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_body_set_transform(world, ground, v2(500, -1), 0);
    run(world, 60);
    CHECK(position_of(world, body).y < -2.0f);
    mica_world_destroy(world);
}

TEST(changing_type)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), body = add_dynamic(world, 0, 3, box_shape(0.5f, 0.5f));
    CHECK(mica_body_is_valid(world, ground));
    CHECK_EQ_INT(mica_body_set_type(world, body, MICA_BODY_STATIC), MICA_ERROR_OK);
    run(world, 30);
    CHECK(position_of(world, body).y == 3.0f);
    CHECK(mica_body_mass(world, body).mass == 0.0f);
    mica_body_set_type(world, body, MICA_BODY_KINEMATIC);
    mica_body_set_velocity(world, body, v2(1, 0));
    run(world, 60);
    CHECK_NEAR(position_of(world, body).x, 1.0, 1e-4);
    mica_body_set_type(world, body, MICA_BODY_DYNAMIC);
    CHECK_NEAR(mica_body_mass(world, body).mass, 1.0, 1e-6);
    run(world, 120);
    CHECK_NEAR(position_of(world, body).y, 0.5, 0.01);
    // A floor that becomes dynamic falls, with the bodies on it.
    mica_body_set_type(world, ground, MICA_BODY_DYNAMIC);
    run(world, 30);
    CHECK(position_of(world, ground).y < -2.0f && position_of(world, body).y < -0.5f);
    mica_world_destroy(world);
}

TEST(a_disabled_body_collides_with_nothing_and_does_not_move)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 5);
    CHECK_EQ_INT(mica_body_set_enabled(world, body, false), MICA_ERROR_OK);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).endCount, 1);
    float y = position_of(world, body).y;
    run(world, 30);
    CHECK(position_of(world, body).y == y);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 0);
    CHECK_EQ_INT(mica_overlap_point(world, position_of(world, body), 0, NULL, NULL, 0), 0);
    mica_body_set_enabled(world, body, true);
    run(world, 1);
    CHECK_EQ_INT(mica_world_events(world).beginCount, 1);
    run(world, 120);
    CHECK(!is_awake(world, body));
    mica_body_set_enabled(world, ground, false);
    run(world, 30);
    CHECK(position_of(world, body).y < 0.0f);
    mica_world_destroy(world);
}

TEST(a_body_that_is_made_asleep_takes_no_velocity)
{
    MicaWorld *world = make_world();
    for (int32_t i = 0; i < 3; ++i) {
        MicaBodyDef def = mica_body_def();
        def.type = i == 2 ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC;
        def.awake = false;
        CHECK(mica_body_create(world, &def).id != 0);
        def.linearVelocity = i == 0 ? v2(0, -1e-30f) : v2(0, 0);
        def.angularVelocity = i == 0 ? 0.0f : 1e-30f;
        mica_clear_error(world);
        CHECK_EQ_INT(mica_body_create(world, &def).id, 0);
        CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OUT_OF_RANGE);
        CHECK_EQ_INT(mica_world_counters(world).bodies, i + 1);
        def.awake = true;
        MicaBody body = mica_body_create(world, &def);
        CHECK(body.id != 0);
        mica_body_destroy(world, body);
    }
    mica_world_destroy(world);
}

TEST(created_asleep_or_disabled)
{
    MicaWorld *world = make_world();
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.awake = false;
    MicaBody asleep = mica_body_create(world, &def);
    add_circle(world, asleep, 0.5f);
    def.awake = true;
    def.enabled = false;
    def.position.x = 5;
    MicaBody off = mica_body_create(world, &def);
    add_circle(world, off, 0.5f);
    run(world, 30);
    CHECK(position_of(world, asleep).y == 0.0f && position_of(world, off).y == 0.0f);
    mica_body_apply_impulse(world, asleep, v2(1, 0));
    CHECK(is_awake(world, asleep));
    mica_body_set_awake(world, asleep, false);
    CHECK(!is_awake(world, asleep) && mica_body_velocity(world, asleep).x == 0.0f);
    mica_body_set_velocity(world, asleep, v2(0, 0));
    CHECK(!is_awake(world, asleep));
    mica_body_apply_force(world, asleep, v2(0, 0));
    CHECK(!is_awake(world, asleep));
    mica_body_set_can_sleep(world, asleep, false);
    CHECK(is_awake(world, asleep));
    mica_world_destroy(world);
}

TEST(user_data_and_bullet_are_kept)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    CHECK_EQ_INT(mica_body_user_data(world, body), 0);
    mica_body_set_user_data(world, body, 0xdeadbeefu);
    CHECK_EQ_HEX(mica_body_user_data(world, body), 0xdeadbeefu);
    mica_body_set_bullet(world, body, true);
    CHECK(mica_body_flags(world, body) & MICA_FLAG_BULLET);
    mica_body_set_bullet(world, body, false);
    CHECK_EQ_INT(mica_body_flags(world, body) & MICA_FLAG_BULLET, 0);
    mica_world_destroy(world);
}

TEST(the_least_densities_leave_no_infinite_inverse)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    MicaColliderDef def = mica_collider_def();
    MicaShape shape;
    mica_shape_circle(v2(-7, -3), 0.6f, &shape);
    const float densities[] = {1e-45f, 1e-41f, 1e-30f, 1e-20f, 1e-13f, 1e-10f};
    for (int i = 0; i < 6; i++) {
        def.density = densities[i];
        MicaCollider collider = mica_collider_create(world, body, &def, &shape);
        MicaMassData m = mica_body_mass(world, body);
        CHECK(m.mass >= 1e-12f && isfinite(m.center.x) && isfinite(m.inertia));
        mica_body_apply_impulse(world, body, v2(1e-9f, 0));
        run(world, 2);
        mica_collider_destroy(world, collider);
    }
    mica_body_set_mass(world, body, (MicaMassData){1, {0, 0}, 1e-45f});
    mica_body_apply_angular_impulse(world, body, 1e-9f);
    run(world, 2);
    mica_world_destroy(world);
}

// Mixing the materials of a pair: every combine rule for friction and restitution, which rule wins
// where the sides differ, changes during a contact, and bad rules.
#include "build.h"

static MicaCollider add_rule(MicaWorld *world, MicaBody body, MicaShape shape, float friction,
                             float restitution, MicaCombine rule)
{
    MicaColliderDef def = mica_collider_def();
    def.friction = friction;
    def.restitution = restitution;
    def.frictionCombine = def.restitutionCombine = rule;
    return mica_collider_create(world, body, &def, &shape);
}

// The friction of a box of .4 on a floor of .1, measured by the deceleration over half a second.
static float slide(MicaCombine floor, MicaCombine box)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    add_rule(world, ground, box_shape(100.0f, 1.0f), 0.1f, 0.0f, floor);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.5f);
    add_rule(world, body, box_shape(1.0f, 0.5f), 0.4f, 0.0f, box);
    run(world, 10);
    mica_body_set_velocity(world, body, v2(10.0f, 0.0f));
    run(world, 30);
    float friction = (10.0f - mica_body_velocity(world, body).x) / (10.0f * 0.5f);
    mica_world_destroy(world);
    return friction;
}

// The restitution of a ball of .8 on a floor of .2, measured by the speeds before and after.
static float bounce(MicaCombine floor, MicaCombine ball)
{
    MicaWorld *world = make_space();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    add_rule(world, ground, box_shape(100.0f, 1.0f), 0.0f, 0.2f, floor);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 2.0f);
    add_rule(world, body, circle_shape(0.5f), 0.0f, 0.8f, ball);
    mica_body_set_velocity(world, body, v2(0.0f, -5.0f));
    run(world, 60);
    float restitution = mica_body_velocity(world, body).y / 5.0f;
    mica_world_destroy(world);
    return restitution;
}

static const MicaCombine geometric = MICA_COMBINE_GEOMETRIC, average = MICA_COMBINE_AVERAGE,
                         minimum = MICA_COMBINE_MIN, product = MICA_COMBINE_MULTIPLY,
                         maximum = MICA_COMBINE_MAX, usual = MICA_COMBINE_DEFAULT;

TEST(every_rule_combines_friction)
{
    CHECK_NEAR(slide(usual, usual), 0.2, 2e-3);
    CHECK_NEAR(slide(geometric, geometric), 0.2, 2e-3);
    CHECK_NEAR(slide(average, average), 0.25, 2e-3);
    CHECK_NEAR(slide(minimum, minimum), 0.1, 2e-3);
    CHECK_NEAR(slide(product, product), 0.04, 2e-3);
    CHECK_NEAR(slide(maximum, maximum), 0.4, 2e-3);
}

TEST(every_rule_combines_restitution)
{
    CHECK_NEAR(bounce(usual, usual), 0.8, 1e-3);
    CHECK_NEAR(bounce(geometric, geometric), 0.4, 1e-3);
    CHECK_NEAR(bounce(average, average), 0.5, 1e-3);
    CHECK_NEAR(bounce(minimum, minimum), 0.2, 1e-3);
    CHECK_NEAR(bounce(product, product), 0.16, 1e-3);
    CHECK_NEAR(bounce(maximum, maximum), 0.8, 1e-3);
}

TEST(the_later_rule_wins_whichever_side_has_it)
{
    static const double frictions[MICA_COMBINE_COUNT] = {0.2, 0.2, 0.25, 0.1, 0.04, 0.4};
    for (int a = 0; a < MICA_COMBINE_COUNT; a++) {
        for (int b = 0; b < MICA_COMBINE_COUNT; b++) {
            CHECK_NEAR(slide((MicaCombine)a, (MicaCombine)b), frictions[a > b ? a : b], 2e-3);
        }
    }
    // A mat with MICA_COMBINE_MIN has its rule applied although the ball sets none.
    CHECK_NEAR(bounce(minimum, usual), 0.2, 1e-3);
    CHECK_NEAR(bounce(usual, minimum), 0.2, 1e-3);
    CHECK_NEAR(bounce(geometric, maximum), 0.8, 1e-3);
}

TEST(a_rule_can_change_during_a_contact)
{
    MicaWorld *world = make_awake_world();
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    MicaCollider floor = add_rule(world, ground, box_shape(100.0f, 1.0f), 0.0f, 0.0f, usual);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.5f);
    add_rule(world, body, box_shape(1.0f, 0.5f), 0.4f, 0.0f, usual);
    run(world, 10);
    mica_body_set_velocity(world, body, v2(10.0f, 0.0f));
    run(world, 30);
    CHECK_NEAR(mica_body_velocity(world, body).x, 10.0, 1e-4);
    CHECK_EQ_INT(mica_collider_set_friction_combine(world, floor, maximum), MICA_ERROR_OK);
    run(world, 30);
    CHECK_NEAR(mica_body_velocity(world, body).x, 8.0, 0.02);
    MicaColliderDef def;
    mica_collider_get(world, floor, &def);
    CHECK(def.frictionCombine == maximum && def.restitutionCombine == usual);
    mica_collider_set_restitution_combine(world, floor, product);
    mica_collider_get(world, floor, &def);
    CHECK(def.frictionCombine == maximum && def.restitutionCombine == product);
    mica_world_destroy(world);
}

TEST(bad_rules_are_refused)
{
    MicaWorld *world = make_world();
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.0f);
    MicaCollider collider = add_circle(world, body, 1.0f);
    MicaShape disc = circle_shape(1.0f);
    MicaColliderDef def = mica_collider_def();
    def.frictionCombine = MICA_COMBINE_COUNT;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &disc), MICA_ERROR_OUT_OF_RANGE);
    def = mica_collider_def();
    def.restitutionCombine = (MicaCombine)-1;
    CHECK_REFUSED(world, mica_collider_create(world, body, &def, &disc), MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_friction_combine(world, collider, (MicaCombine)6),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_restitution_combine(world, collider, (MicaCombine)-1),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(world, mica_collider_set_friction_combine(world, (MicaCollider){0}, minimum),
                MICA_ERROR_STALE_COLLIDER);
    CHECK_EQ_INT(mica_collider_set_friction_combine(NULL, collider, minimum),
                 MICA_ERROR_STALE_COLLIDER);
    mica_world_destroy(world);
}

// Jelly: it keeps its shape, floats, tears and yields.
#include "build_matter.h"

static MicaMatter add_jelly(MicaWorld *world, float density, float plasticity, float tearing)
{
    MicaMatterDef def = mica_matter_def(MICA_MATTER_JELLY);
    def.density = density;
    def.plasticity = plasticity;
    def.tearing = tearing;
    return mica_matter_create(world, &def);
}

TEST(a_jelly_keeps_its_shape_after_a_fall)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatter jelly = add_jelly(world, 1, 0, 0);
    fill_box(world, jelly, 0, 3, 0.6f, 0.6f);
    MicaAABB before = bounds_of(world, jelly);
    flow(world, 360);
    MicaAABB after = bounds_of(world, jelly);
    double width = before.upper.x - before.lower.x, height = before.upper.y - before.lower.y;
    CHECK_NEAR(after.upper.x - after.lower.x, width, 0.15 * width);
    CHECK_NEAR(after.upper.y - after.lower.y, height, 0.15 * height);
    CHECK(after.lower.y > -0.01f && after.lower.y < 0.1f);
    mica_world_destroy(world);
}

TEST(a_light_jelly_floats)
{
    MicaWorld *world = make_world();
    add_tank(world, 1.5f, 5);
    MicaMatter water = add_matter(world, MICA_MATTER_LIQUID), jelly = add_jelly(world, 0.5f, 0, 0);
    fill_box(world, water, 0, 0.8f, 1.5f, 0.8f);
    fill_box(world, jelly, 0, 2.2f, 0.5f, 0.4f);
    flow(world, 600);
    float y = sum_in(world, jelly, 0, 0, 9, 9).center.y;
    if (!(y > 1.2f && y < 2.2f)) {
        test_fail(__FILE__, __LINE__, "jelly floats at %g", (double)y);
    }
    mica_world_destroy(world);
}

// How far the halves of a bar of jelly are apart, as a part of what they were, some time after they were
// torn apart.
static double pull_apart(float plasticity, float tearing, float speed)
{
    MicaWorld *world = make_space();
    MicaMatter jelly = add_jelly(world, 1, plasticity, tearing);
    fill_box(world, jelly, 0, 0, 1.5f, 0.4f);
    MicaAABB before = bounds_of(world, jelly);
    MicaShape half = box_shape(0.75f, 0.5f);
    mica_matter_push(world, jelly, &half, v2(-0.8f, 0), 0, v2(-speed, 0));
    mica_matter_push(world, jelly, &half, v2(0.8f, 0), 0, v2(speed, 0));
    flow(world, 30);
    // What still moves is stopped, so that it may come back.
    MicaMatterSum left = sum_in(world, jelly, -50, 0, 50, 50),
                  right = sum_in(world, jelly, 50, 0, 50, 50);
    MicaShape wide = box_shape(50, 50);
    mica_matter_push(world, jelly, &wide, v2(-50, 0), 0, v2(-left.velocity.x, 0));
    mica_matter_push(world, jelly, &wide, v2(50, 0), 0, v2(-right.velocity.x, 0));
    flow(world, 180);
    MicaAABB after = bounds_of(world, jelly);
    mica_world_destroy(world);
    return (double)(after.upper.x - after.lower.x) / (double)(before.upper.x - before.lower.x);
}

TEST(a_torn_or_plastic_jelly_does_not_come_back)
{
    double whole = pull_apart(0, 0, 6), torn = pull_apart(0, 0.3f, 6),
           plastic = pull_apart(1, 0, 6);
    if (!(whole < 1.15 && torn > whole + 0.3 && plastic > whole + 0.1)) {
        test_fail(__FILE__, __LINE__, "whole %g, torn %g, plastic %g", whole, torn, plastic);
    }
}

// Its particles stay in clusters whatever is taken away.
TEST(a_jelly_that_is_cut_goes_on)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaMatter jelly = add_jelly(world, 1, 0, 0);
    int32_t all = fill_box(world, jelly, 0, 1, 1, 0.6f);
    MicaShape knife = box_shape(0.15f, 2);
    int32_t gone = mica_matter_remove(world, jelly, &knife, v2(0, 1), 0);
    CHECK(gone > 10);
    flow(world, 180);
    CHECK_EQ_INT(mica_matter_count(world, jelly), all - gone);
    MicaMatterSum left = sum_in(world, jelly, -5, 1, 5, 5),
                  right = sum_in(world, jelly, 5, 1, 5, 5);
    CHECK(left.center.x < -0.3f && right.center.x > 0.3f);
    CHECK(left.center.y > 0.2f && right.center.y > 0.2f);
    mica_world_destroy(world);
}

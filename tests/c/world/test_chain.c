// Chains: walking the segments that a box may touch, and bodies pressed onto chains.
#include "build.h"
#include "world.h"

#include <math.h>
#include <stdlib.h>

#define MAX 3000

static MicaCollider add_chain(MicaWorld *world, MicaBody body, const MicaVec2 *points, int count,
                              bool loop, float radius)
{
    MicaColliderDef def = mica_collider_def();
    MicaChainDef chain = {points, count, loop, false, radius};
    return mica_chain_create(world, body, &def, &chain);
}

// A random path without repeated points.
static void wander(uint32_t *random, MicaVec2 *points, int count)
{
    float angle = 0.0f;
    points[0] = v2(test_random_float(random, -5, 5), test_random_float(random, -5, 5));
    for (int i = 1; i < count; i++) {
        angle += test_random_float(random, -1, 1);
        float step = test_random_float(random, 0.1f, 1.5f);
        points[i] = v2(points[i - 1].x + step * cosf(angle), points[i - 1].y + step * sinf(angle));
    }
}

// Checks that the walk returns exactly the segments whose box overlaps the swept box, in order.
static int check_walk(const MicaWorld *world, MicaCollider handle, MicaAABB box, MicaVec2 motion)
{
    const Collider *c = &world->state.colliders.data[MICA_SLOT(handle)];
    const Chain *chain = collider_chain(world, c);
    const MicaVec2 *points = world->state.chainPoints.data + chain->first;
    float r = c->radius;
    MicaVec2 lower = v2(box.lower.x + fminf(motion.x, 0) - r, box.lower.y + fminf(motion.y, 0) - r),
             upper = v2(box.upper.x + fmaxf(motion.x, 0) + r, box.upper.y + fmaxf(motion.y, 0) + r);
    PartWalk walk;
    parts_begin(&walk, world, c, box, motion, parts_all(ALL_LAYERS));
    int found = 0, part = parts_next(&walk);
    for (int i = 0; i < (chain->loop ? chain->count : chain->count - 1); i++) {
        MicaVec2 a = points[i], b = points[(i + 1) % chain->count];
        float near = 1e-5f * (20 + fabsf(a.x) + fabsf(a.y));  // rounding of the box's middle
        float gap = fmaxf(fmaxf(fminf(a.x, b.x) - upper.x, lower.x - fmaxf(a.x, b.x)),
                          fmaxf(fminf(a.y, b.y) - upper.y, lower.y - fmaxf(a.y, b.y)));
        if (part == i) {
            CHECK(gap < near);
            part = parts_next(&walk);
            found++;
        } else {
            CHECK(gap > -near);
        }
    }
    CHECK(part == NONE && parts_next(&walk) == NONE);
    return found;
}

TEST(a_walk_returns_the_segments_that_a_box_may_touch_in_order)
{
    uint32_t random = 11;
    static MicaVec2 points[MAX];
    int found = 0;
    for (int round = 0; round < 120; round++) {
        // All short chains, and some around the lengths that need one level of nodes more.
        const int long_ones[6] = {63, 66, 257, 258, 1026, MAX};
        int count = round < 70 ? 2 + round : long_ones[round % 6];
        MicaWorld *world = make_space();
        MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
        // Two more chains, of which one is destroyed: the arrays close the gap.
        wander(&random, points, 40);
        MicaCollider before = add_chain(world, body, points, 5 + round % 30, false, 0.0f);
        wander(&random, points, count);
        MicaCollider chain = add_chain(world, body, points, count, count > 2 && round % 2 != 0,
                                       0.05f * (float)(round % 3));
        wander(&random, points, 40);
        MicaCollider after = add_chain(world, body, points, 7 + round % 25, true, 0.0f);
        REQUIRE(before.id != 0 && chain.id != 0 && after.id != 0);
        if (round % 3 != 0) {
            CHECK(mica_collider_destroy(world, before) == MICA_ERROR_OK);
        }
        REQUIRE(mica_world_validate(world) == NULL);
        for (int k = 0; k < 40; k++) {
            const MicaCollider which = k % 4 == 0 ? after : chain;
            const MicaAABB all = world->state.colliders.data[MICA_SLOT(which)].box;
            float size = k % 5 == 0 ? 100.0f : test_random_float(&random, 0, 3);
            MicaVec2 p = v2(test_random_float(&random, all.lower.x - 1, all.upper.x + 1),
                            test_random_float(&random, all.lower.y - 1, all.upper.y + 1)),
                     motion = v2(0, 0);
            if (k % 2 != 0) {
                motion = v2(test_random_float(&random, -9, 9), test_random_float(&random, -9, 9));
            }
            found += check_walk(world, which, (MicaAABB){p, v2(p.x + size, p.y + size)}, motion);
        }
        mica_world_destroy(world);
    }
    CHECK(found > 20000);
}

// A capsule across a chain, at all angles, pressed down: it is pushed out through the chain's
// sides, not along the chain past the end of one segment.
TEST(a_capsule_across_a_chain_does_not_pass_through_where_segments_meet)
{
    MicaVec2 points[41];
    for (int i = 0; i <= 40; i++) {
        points[i] = v2(-8.0f + 0.4f * (float)i, 0.01f * (float)(i % 2));
    }
    for (int k = 0; k < 200; k++) {
        MicaWorld *world = make_space();
        add_chain(world, add_body(world, MICA_BODY_STATIC, 0, 0), points, 41, false, 0.0f);
        float angle = 0.35f + 2.4f * (float)(k % 20) / 20.0f;
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.037f * (float)(k / 20), 0.06f);
        mica_body_set_transform(world, body, v2(0.037f * (float)(k / 20), 0.06f), angle);
        add_shape(world, body, capsule_shape(0.25f, 0.1f));
        for (int step = 0; step < 120; step++) {
            mica_world_step(world, FRAME, 4);
        }
        MicaVec2 p = mica_body_transform(world, body).p;
        CHECK(p.y > 0.09f);
        mica_world_destroy(world);
    }
}

// Where the chain turns away at a peak, and at a free end, the shortest displacement is past the
// end.
TEST(a_capsule_across_a_peak_or_a_free_end_leaves_by_the_shortest_displacement)
{
    const MicaVec2 peak[3] = {{-1, -1}, {0, 0}, {1, -1}}, end[2] = {{-1, 0}, {0, 0}};
    for (int k = 0; k < 2; k++) {
        MicaWorld *world = make_space();
        MicaBody ground = add_body(world, MICA_BODY_STATIC, 0, 0);
        add_chain(world, ground, k == 0 ? peak : end, k == 0 ? 3 : 2, false, 0.0f);
        // Across the peak, slightly below it; or upright over the free end, 5 cm from it.
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0.2f, -0.01f);
        mica_body_set_transform(world, body, k == 0 ? v2(0.2f, -0.01f) : v2(-0.05f, 0.0f),
                                k == 0 ? 0.0f : 1.57f);
        add_shape(world, body, capsule_shape(1.0f, 0.005f));
        mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
        for (int step = 0; step < 60; step++) {
            mica_world_step(world, FRAME, 4);
        }
        MicaVec2 p = mica_body_transform(world, body).p;
        if (k == 0) {
            CHECK(p.y > -0.006f && p.y < 0.02f);
            CHECK(fabsf(p.x - 0.2f) < 0.01f);
        } else {
            CHECK(p.x > -0.006f && p.x < 0.02f);
            CHECK(fabsf(p.y) < 0.01f);
        }
        mica_world_destroy(world);
    }
}

// The ends of a rounded segment are round: they cover nothing of the next segment's side where that
// continues at an angle.
TEST(a_body_on_or_shot_at_a_rounded_ridge_does_not_pass_through)
{
    const float slope = 0.0875f;
    const MicaVec2 points[3] = {{-4, -4 * slope}, {0, 0}, {4, -4 * slope}};
    for (int k = 0; k < 120; k++) {
        bool oneSided = k % 2 != 0, shot = k / 2 % 2 != 0;
        float radius = k / 4 % 2 != 0 ? 0.3f : 0.1f, x = -0.35f + 0.05f * (float)(k / 8), t = 0.4f;
        MicaWorld *world = make_awake_world();
        MicaColliderDef def = mica_collider_def();
        def.friction = 5.0f;
        MicaChainDef chain = {points, 3, false, oneSided, radius};
        REQUIRE(mica_chain_create(world, add_body(world, MICA_BODY_STATIC, 0, 0), &def, &chain).id);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, shot ? 3.0f : t + radius + 0.03f);
        MicaShape ball = circle_shape(t);
        mica_collider_create(world, body, &def, &ball);
        mica_body_set_velocity(world, body, v2(0.0f, shot ? -30.0f : 0.0f));
        for (int step = 0; step < 60; step++) {
            mica_world_step(world, FRAME, 4);
            MicaVec2 p = mica_body_transform(world, body).p;
            CHECK(p.y + slope * fabsf(p.x) > t + radius - 0.03f);
        }
        mica_world_destroy(world);
    }
}

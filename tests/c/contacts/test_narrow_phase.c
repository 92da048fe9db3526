// Narrow phase: manifolds as the world shows them, impulses carried from step to step, sleeping
// pairs left alone, and kept manifolds that agree with fresh ones.
#include "build.h"
#include "world.h"

static int points_of(MicaWorld *world, MicaBody body, MicaContactPoint *out, int capacity)
{
    const MicaContactPoint *points;
    int count = mica_body_contact_points(world, body, &points);
    for (int i = 0; i < count && i < capacity; i++) {
        out[i] = points[i];
    }
    return count;
}

TEST(contact_points_have_position_separation_and_impulse)
{
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_ground(world),
             body = add_dynamic(world, 3, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 60);
    MicaContactPoint p[4];
    REQUIRE(points_of(world, body, p, 4) == 2);
    double weight = 0.0;
    for (int i = 0; i < 2; i++) {
        bool upright = mica_collider_body(world, p[i].colliderA).id == staticBody.id;
        CHECK_NEAR(p[i].normal.y, upright ? 1.0 : -1.0, 1e-5);
        CHECK_NEAR(p[i].point.y, 0.0, 0.005);
        CHECK_NEAR(fabs((double)p[i].point.x - 3.0), 0.5, 1e-3);
        CHECK_NEAR(p[i].separation, 0.0, 0.005);
        CHECK_NEAR(p[i].normalSpeed, 0.0, 1e-3);
        CHECK(p[i].age >= 50 && p[i].age <= 60);
        weight += (double)p[i].normalImpulse;
    }
    CHECK(p[0].feature != p[1].feature);
    CHECK_NEAR(weight, 10.0 / 60.0, 1e-4);  // m g a step
    mica_world_destroy(world);
}

TEST(friction_shows_in_the_tangent_impulse)
{
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.25f, box_shape(1, 0.25f));
    run(world, 10);
    mica_body_set_velocity(world, body, v2(5, 0));
    run(world, 10);
    MicaContactPoint p[4];
    REQUIRE(points_of(world, body, p, 4) == 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(fabs((double)p[i].tangentImpulse), 0.6 * (double)p[i].normalImpulse, 1e-5);
    }
    mica_world_destroy(world);
}

TEST(impulses_persist_by_feature)
{
    // A heavy box at rest: after one step of one substep its impulse is that of the step before.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 60);
    MicaContactPoint before[4], after[4];
    REQUIRE(points_of(world, body, before, 4) == 2);
    for (int step = 0; step < 30; step++) {
        run_with(world, 1, FRAME, 4);
        REQUIRE(points_of(world, body, after, 4) == 2);
        for (int i = 0; i < 2; i++) {
            CHECK_EQ_INT(after[i].feature, before[i].feature);
            CHECK_NEAR(after[i].normalImpulse, before[i].normalImpulse, 1e-4);
            CHECK_EQ_INT(after[i].age, before[i].age + (uint32_t)step + 1);
        }
    }
    mica_world_destroy(world);
}

TEST(a_turned_box_keeps_turning_over_its_corner)
{
    // The features change as the box rolls over; it must neither stick nor jump.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    run(world, 10);
    mica_body_set_velocity(world, body, v2(3, 0));
    mica_body_set_angular_velocity(world, body, -6);
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        float y = position_of(world, body).y;
        CHECK(y > 0.49f && y < 1.5f);
    }
    MicaTransform t = mica_body_transform(world, body);
    CHECK_NEAR(t.p.y, 0.5, 0.006);
    CHECK_NEAR(sin(2.0 * (double)mica_rot_angle(t.q)), 0.0, 1e-2);  // flat on some side
    mica_world_destroy(world);
}

TEST(a_body_that_moves_past_is_not_tested_again_and_one_that_approaches_is)
{
    // Along a wall 4 cm away, away from it, and at a slant towards it.
    const MicaVec2 velocities[3] = {{3.0f, 0.0f}, {3.0f, 0.3f}, {3.0f, -0.3f}};
    for (int k = 0; k < 3; ++k) {
        for (int kind = 0; kind < 3; ++kind) {
            MicaWorld *world = make_space();
            MicaBody wall = add_body(world, MICA_BODY_STATIC, 0.0f, -0.5f);
            add_box(world, wall, 40.0f, 0.5f);
            const MicaShape shapes[3] = {circle_shape(0.2f), box_shape(0.2f, 0.2f),
                                         capsule_shape(0.1f, 0.2f)};
            MicaBody body = add_dynamic(world, -5.0f, 0.24f, shapes[kind]);
            mica_body_set_velocity(world, body, velocities[k]);
            int tests = 0, touching = 0;
            for (int i = 0; i < 60; ++i) {
                run(world, 1);
                tests += mica_world_counters(world).narrowPhaseTests;
                touching += mica_world_counters(world).touchingContacts;
            }
            CHECK(k == 2 ? touching > 0 : touching == 0 && tests <= 3);
            mica_world_destroy(world);
        }
    }
}

TEST(sleeping_pairs_are_not_tested)
{
    MicaWorld *world = make_world();
    add_ground(world);
    for (int i = 0; i < 10; i++) {
        add_dynamic(world, 3.0f * (float)i, 0.5f, box_shape(0.5f, 0.5f));
    }
    run(world, 120);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    MicaBody faller = add_dynamic(world, 50, 5, circle_shape(0.5f));
    for (int i = 0; i < 20; i++) {
        run(world, 1);
        CHECK_EQ_INT(mica_world_counters(world).narrowPhaseTests, 0);
        CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 1);
    }
    CHECK(is_awake(world, faller));
    // Their manifolds are kept
    CHECK_EQ_INT(mica_world_counters(world).touchingContacts, 10);
    mica_world_destroy(world);
}

static bool are_of_one_pair(const MicaContactPoint *a, const MicaContactPoint *b)
{
    return a->colliderA.id == b->colliderA.id && a->colliderB.id == b->colliderB.id;
}

TEST(manifolds_agree_with_collide_at_every_step)
{
    // Cached or computed anew, the points of a tumbling pile are those that collide finds at the
    // start of the step.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    uint32_t seed = 50;
    for (int i = 0; i < 40; i++) {
        MicaShape shapes[4] = {circle_shape(0.4f), capsule_shape(0.4f, 0.2f), box_shape(0.5f, 0.3f),
                               box_shape(0.3f, 0.3f)};
        mica_shape_box(v2(0.1f, 0), 0.3f, 0.4f, 0.2f, 0.1f, &shapes[3]);
        MicaBody body = add_dynamic(world, test_random_float(&seed, -2, 2), 1.0f + (float)i * 0.6f,
                                    shapes[i % 4]);
        mica_body_set_angular_velocity(world, body, test_random_float(&seed, -5, 5));
    }
    int compared = 0;
    for (int step = 0; step < 240; step++) {
        MicaTransform before[64];
        for (int i = 0; i < 41; i++) {
            before[i] = mica_body_transform(world, mica_body_at(world, i));
        }
        run(world, 1);
        const MicaContactPoint *points;
        int count = mica_world_contact_points(world, &points);
        for (int i = 0; i < count; i++) {
            // Of two faces that are equally near, either may be the reference; that may cost the
            // shallower point.
            int twin = i > 0 && are_of_one_pair(&points[i - 1], &points[i]) ? i - 1 : i + 1;
            if (twin < count && are_of_one_pair(&points[twin], &points[i]) &&
                points[twin].separation < points[i].separation) {
                continue;
            }
            // A fast pair has the manifold of the place where it will meet.
            if (points[i].separation > 0.02f && points[i].age == 1) {
                continue;
            }
            MicaShape a, b;
            mica_collider_shape(world, points[i].colliderA, &a);
            mica_collider_shape(world, points[i].colliderB, &b);
            MicaTransform tA = before[MICA_SLOT(mica_collider_body(world, points[i].colliderA))];
            MicaTransform tB = before[MICA_SLOT(mica_collider_body(world, points[i].colliderB))];
            MicaManifold m = mica_collide(&a, tA, &b, tB, 0.5f);
            CHECK(m.count > 0);
            double nearest = 1.0;
            for (int k = 0; k < m.count; k++) {
                nearest =
                    fmin(nearest, fabs((double)(m.points[k].separation - points[i].separation)));
            }
            CHECK_NEAR(nearest, 0.0, 2e-3);
            compared++;
        }
    }
    CHECK(compared > 5000);
    mica_world_destroy(world);
}

// Where a body carries a point from one transform to another.
static MicaVec2 carried(MicaVec2 p, MicaTransform from, MicaTransform to)
{
    MicaVec2 r = {p.x - from.p.x, p.y - from.p.y},
             local = {from.q.c * r.x + from.q.s * r.y, from.q.c * r.y - from.q.s * r.x};
    return v2(to.p.x + to.q.c * local.x - to.q.s * local.y,
              to.p.y + to.q.s * local.x + to.q.c * local.y);
}

// How far the points of the only contact, at the start of the step, are from those that collide
// finds; 1 if their counts differ.
static double error_of_cached_points(MicaWorld *world, const MicaTransform before[2])
{
    const MicaContactPoint *points;
    int count = mica_world_contact_points(world, &points);
    if (count == 0) {
        return 0.0;
    }
    MicaShape a, b;
    mica_collider_shape(world, points[0].colliderA, &a);
    mica_collider_shape(world, points[0].colliderB, &b);
    MicaTransform tA = before[MICA_SLOT(mica_collider_body(world, points[0].colliderA))],
                  tB = before[MICA_SLOT(mica_collider_body(world, points[0].colliderB))];
    MicaManifold m = mica_collide(&a, tA, &b, tB, 0.02f);
    double furthest = m.count == count ? 0.0 : 1.0;
    for (int i = 0; i < count; i++) {
        // The world gives points relative to where A is now.
        MicaTransform now =
            mica_body_transform(world, mica_collider_body(world, points[i].colliderA));
        MicaVec2 p = carried(points[i].point, now, tA);
        double nearest = 1.0;
        for (int k = 0; k < m.count; k++) {
            double off =
                hypot((double)(m.points[k].point.x - p.x), (double)(m.points[k].point.y - p.y));
            off = fmax(off, fabs((double)(m.points[k].separation - points[i].separation)));
            nearest = fmin(nearest, off);
        }
        furthest = fmax(furthest, nearest);
    }
    return furthest;
}

TEST(a_cached_manifold_moves_along_with_a_sliding_body)
{
    // Up a slope and down again, and off its end, whichever collider was created first; the slope
    // may be rounded, too.
    const MicaShape movers[4] = {box_shape(0.4f, 0.2f), capsule_shape(0.3f, 0.2f),
                                 circle_shape(0.3f), box_shape(3.0f, 0.2f)};
    for (int variant = 0; variant < 32; variant++) {
        MicaShape mover = movers[variant & 3],
                  surface = (variant & 4) != 0 ? capsule_shape(8.0f, 0.5f) : box_shape(8.0f, 0.5f);
        float slope = (variant & 8) != 0 ? 0.25f : 0.0f, half = (variant & 3) == 2 ? 0.3f : 0.2f;
        bool moverFirst = (variant & 16) != 0;
        MicaWorld *world = make_awake_world();
        for (int i = 0; i < 2; i++) {
            bool moves = (i == 0) == moverFirst;
            float up = moves ? 0.5f + half : 0.0f;
            MicaBodyDef def = mica_body_def();
            def.type = moves ? MICA_BODY_DYNAMIC : MICA_BODY_STATIC;
            def.position = v2(-up * sinf(slope), up * cosf(slope));
            def.angle = slope;
            def.locks = MICA_FLAG_LOCK_ROTATION;
            def.linearVelocity = moves ? v2(4.0f * cosf(slope), 4.0f * sinf(slope)) : v2(0, 0);
            MicaColliderDef smooth = mica_collider_def();
            smooth.friction = 0.0f;
            mica_collider_create(world, mica_body_create(world, &def), &smooth,
                                 moves ? &mover : &surface);
        }
        int tests = 0, touching = 0;
        double worst = 0.0;
        for (int step = 0; step < 240; step++) {
            MicaTransform before[2] = {mica_body_transform(world, mica_body_at(world, 0)),
                                       mica_body_transform(world, mica_body_at(world, 1))};
            run(world, 1);
            touching += mica_world_counters(world).touchingContacts;
            tests += mica_world_counters(world).narrowPhaseTests;
            worst = fmax(worst, error_of_cached_points(world, before));
        }
        CHECK(touching > 90);
        CHECK(worst < 1.5e-3);  // kept without sliding, a manifold lags by 1.25 mm
        CHECK(tests < touching / 4);
        mica_world_destroy(world);
    }
}

TEST(a_body_that_starts_flush_with_an_end_is_not_supported_beyond_it)
{
    // A corner just above an end of the side slides off it; the whole width of the side must not
    // count as its slide range.
    for (int variant = 0; variant < 16; variant++) {
        bool round = (variant & 1) != 0, left = (variant & 2) != 0, moverFirst = (variant & 4) != 0,
             roundSurface = (variant & 8) != 0;
        MicaWorld *world = make_awake_world();
        for (int i = 0; i < 2; i++) {
            bool moves = (i == 0) == moverFirst;
            MicaBodyDef def = mica_body_def();
            def.type = moves ? MICA_BODY_DYNAMIC : MICA_BODY_STATIC;
            def.position = moves ? v2(left ? -7.5f : 7.5f, 1.0f) : v2(0.0f, 0.0f);
            def.locks = MICA_FLAG_LOCK_ROTATION;
            def.linearVelocity = moves ? v2(left ? -4.0f : 4.0f, 0.0f) : v2(0.0f, 0.0f);
            MicaShape mover = round ? capsule_shape(0.5f, 0.5f) : box_shape(0.5f, 0.5f),
                      surface = roundSurface ? capsule_shape(8.0f, 0.5f) : box_shape(8.0f, 0.5f);
            MicaColliderDef smooth = mica_collider_def();
            smooth.friction = 0.0f;
            mica_collider_create(world, mica_body_create(world, &def), &smooth,
                                 moves ? &mover : &surface);
        }
        double worst = 0.0;
        int touching = 0;
        for (int step = 0; step < 60; step++) {
            MicaTransform before[2] = {mica_body_transform(world, mica_body_at(world, 0)),
                                       mica_body_transform(world, mica_body_at(world, 1))};
            run(world, 1);
            touching += mica_world_counters(world).touchingContacts;
            worst = fmax(worst, error_of_cached_points(world, before));
        }
        CHECK(touching > 10);
        CHECK(worst < 1.5e-3);
        mica_world_destroy(world);
    }
}

TEST(a_body_that_starts_level_with_an_end_gets_its_second_point)
{
    // A box slides down a wall from where its lower side is level with the wall's top.
    for (int variant = 0; variant < 4; variant++) {
        float sign = (variant & 1) != 0 ? -1.0f : 1.0f, y = (variant & 2) != 0 ? -1.0f : 1.0f;
        MicaWorld *world = make_space();
        add_box(world, add_body(world, MICA_BODY_STATIC, 0.0f, 0.0f), 0.5f, 0.5f);
        MicaBody box = add_dynamic(world, sign * 1.0f, y, box_shape(0.5f, 0.5f));
        mica_body_set_locks(world, box, MICA_FLAG_LOCK_ROTATION);
        mica_body_set_velocity(world, box, v2(0.0f, -y));
        double worst = 0.0;
        for (int step = 0; step < 30; step++) {
            MicaTransform before[2] = {mica_body_transform(world, mica_body_at(world, 0)),
                                       mica_body_transform(world, box)};
            run(world, 1);
            double far = error_of_cached_points(world, before);
            worst = fmax(worst, step > 0 ? far : 0.0);
        }
        CHECK(worst < 1.5e-3);
        mica_world_destroy(world);
    }
}

TEST(ball_pairs_agree_with_collide)
{
    // Balls of all sizes, spinning, some with their centre of mass off the middle, some
    // overlapping.
    MicaWorld *world = make_space();
    uint32_t seed = 51;
    for (int i = 0; i < 80; i++) {
        float radius = test_random_float(&seed, 0.05f, 0.6f);
        MicaBody body = add_dynamic(world, test_random_float(&seed, -3, 3),
                                    test_random_float(&seed, -3, 3), circle_shape(radius));
        if (i % 3 == 0) {
            mica_body_set_mass(world, body,
                               (MicaMassData){1.0f, v2(0.3f * radius, -0.2f * radius), 0.1f});
        }
        float vx = test_random_float(&seed, -4, 4);
        mica_body_set_velocity(world, body, v2(vx, test_random_float(&seed, -4, 4)));
        mica_body_set_angular_velocity(world, body, test_random_float(&seed, -9, 9));
    }
    int compared = 0, began = 0, ended = 0, fromAfar = 0;
    for (int step = 0; step < 240; step++) {
        MicaTransform before[80];
        for (int i = 0; i < 80; i++) {
            before[i] = mica_body_transform(world, mica_body_at(world, i));
        }
        run(world, 1);
        const MicaContactPoint *points;
        int count = mica_world_contact_points(world, &points);
        for (int i = 0; i < count; i++) {
            MicaShape a, b;
            mica_collider_shape(world, points[i].colliderA, &a);
            mica_collider_shape(world, points[i].colliderB, &b);
            int slotA = MICA_SLOT(points[i].bodyA), slotB = MICA_SLOT(points[i].bodyB);
            MicaManifold m = mica_collide(&a, before[slotA], &b, before[slotB], 0.5f);
            REQUIRE(m.count == 1 && points[i].pointCount == 1);
            // Pairs further apart than the speculative distance only if they came to touch in this
            // step.
            CHECK(m.points[0].separation < 0.02f || points[i].age == 1);
            fromAfar += m.points[0].separation >= 0.02f;
            // The world gives points relative to where A is now.
            MicaTransform now = mica_body_transform(world, points[i].bodyA), then = before[slotA];
            MicaVec2 p = carried(m.points[0].point, then, now);
            CHECK_NEAR(points[i].separation, m.points[0].separation, 2e-6);
            CHECK_NEAR(points[i].point.x, p.x, 2e-6);
            CHECK_NEAR(points[i].point.y, p.y, 2e-6);
            compared++;
        }
        MicaEvents events = mica_world_events(world);
        began += events.beginCount;
        ended += events.endCount;
        CHECK_EQ_INT(count, began - ended);
    }
    CHECK(compared > 1000 && began > 100 && ended > 50 && fromAfar > 10);
    mica_world_destroy(world);
}

TEST(contact_points_of_one_body_are_among_those_of_the_world)
{
    MicaWorld *world = make_awake_world();
    MicaBody staticBody = add_ground(world);
    for (int i = 0; i < 3; i++) {
        add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
    }
    run(world, 30);
    const MicaContactPoint *points;
    CHECK_EQ_INT(mica_world_contact_points(world, &points), 6);
    CHECK_EQ_INT(mica_body_contact_points(world, staticBody, &points), 2);
    CHECK_EQ_INT(mica_body_contact_points(world, mica_body_at(world, 2), &points), 4);
    CHECK_EQ_INT(mica_body_contact_points(world, mica_body_at(world, 3), NULL), 2);
    mica_world_destroy(world);
}

TEST(bodies_apart_have_no_points)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0, 0, circle_shape(0.5f));
    add_dynamic(world, 1.05f, 0, circle_shape(0.5f));  // boxes overlap, discs do not
    run(world, 3);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 1);
    CHECK_EQ_INT(mica_world_counters(world).touchingContacts, 0);
    CHECK_EQ_INT(mica_world_contact_points(world, NULL), 0);
    mica_world_destroy(world);
}

static int awake_contacts(const MicaWorld *world)
{
    int count = 0, all = world->state.contacts.count;
    bool known = contacts_rest_known(world);
    for (int32_t i = 0; (i = next_bit(&world->scratch.awakeContacts, known, i, all)) < all; i++) {
        count++;
    }
    return count;
}

TEST(contacts_that_rest_are_passed_over)
{
    MicaWorld *world = make_world();
    MicaBody ground = add_ground(world), stacks[2][5];
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < 5; i++) {
            stacks[s][i] =
                add_dynamic(world, 8.0f * (float)s, 0.5f + (float)i, box_shape(0.5f, 0.5f));
        }
    }
    run(world, 2);
    CHECK_EQ_INT(awake_contacts(world), 10);
    run(world, 300);
    CHECK(!is_awake(world, stacks[0][0]) && !is_awake(world, stacks[1][0]));
    CHECK_EQ_INT(awake_contacts(world), 0);
    mica_body_apply_impulse(world, stacks[0][4], v2(0, 0.01f));
    run(world, 2);  // the first looks at all contacts
    CHECK_EQ_INT(awake_contacts(world), 5);
    run(world, 300);
    CHECK_EQ_INT(awake_contacts(world), 0);
    // What they rest on is taken away.
    mica_body_set_transform(world, ground, v2(0, -20), 0);
    run(world, 60);
    CHECK(mica_body_transform(world, stacks[0][0]).p.y < -3.0f);
    CHECK(mica_body_transform(world, stacks[1][4]).p.y < 2.0f);
    mica_world_destroy(world);
}

TEST(what_falls_on_a_sleeping_stack_meets_all_of_its_contacts_at_once)
{
    // In the step in which the ball wakes the stack, the stack's own contacts act: nothing sinks.
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody stack[6];
    for (int i = 0; i < 6; i++) {
        stack[i] = add_dynamic(world, 0, 0.5f + (float)i, box_shape(0.5f, 0.5f));
    }
    run(world, 300);
    CHECK(!is_awake(world, stack[0]));
    float height = mica_body_transform(world, stack[5]).p.y;
    MicaBody ball = add_dynamic(world, 0, 6.6f, circle_shape(0.4f));
    mica_body_set_velocity(world, ball, v2(0, -5));
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        CHECK(mica_body_transform(world, stack[5]).p.y > height - 0.02f);
    }
    mica_world_destroy(world);
}

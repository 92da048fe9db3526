// Contact points and hits have what a pair has exchanged in the whole step: the momentum of hits of all
// kinds, with friction, bounces and presses; at rest the weight, asleep too, by movers, and after a
// restore.
#include <math.h>
#include <stdlib.h>

#include "movers.h"

static const int SUBSTEPS[] = {1, 2, 4, 8};
static const float STEPS[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 144.0f};

typedef struct Exchanged {
    double normal, tangent;  // sums over the contact points of a body, along normal and tangent
    double impulse, speed;   // of the last hit
    int hits;
} Exchanged;

// What contact points of the body, as side A, and hits say of the last step. The sums are taken along the
// points' own normals, so they are of one pair or of parallel ones.
static Exchanged said(MicaWorld *world, MicaBody body)
{
    Exchanged r = {0};
    const MicaContactPoint *points;
    int32_t count = mica_body_contact_points(world, body, &points);
    for (int32_t i = 0; i < count; i++) {
        r.normal += (double)points[i].normalImpulse;
        r.tangent += (double)points[i].tangentImpulse;
    }
    MicaEvents e = mica_world_events(world);
    for (int32_t i = 0; i < e.hitCount; i++, r.hits++) {
        r.impulse = (double)e.hit[i].impulse;
        r.speed = (double)e.hit[i].approachSpeed;
    }
    return r;
}

typedef struct Meeting {
    MicaShape bullet, target;
    float density, restitution;
} Meeting;

// One body meets another in space: every step says the momentum that it has taken from it, and the one
// hit that of the whole meeting.
static void check_meeting(const Meeting *m, float speed, bool bullet, float dt, int substeps)
{
    MicaWorld *world = make_space();
    MicaColliderDef def = mica_collider_def();
    def.restitution = m->restitution;
    def.density = m->density;
    MicaBody a = add_body(world, MICA_BODY_DYNAMIC, -3, 0),
             b = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    mica_collider_create(world, a, &def, &m->bullet);
    def.density = 1.0f;
    mica_collider_create(world, b, &def, &m->target);
    mica_body_set_bullet(world, a, bullet);
    mica_body_set_velocity(world, a, v2(speed, 0));
    double mass = (double)mica_body_mass(world, a).mass, whole = 0.0;
    double other = (double)mica_body_mass(world, b).mass;
    double expected =
        (1.0 + (double)m->restitution) * (double)speed * mass * other / (mass + other);
    int hits = 0;
    for (int i = 0; i < (int)(4.0f / (speed * dt)) + 4; i++) {
        double before = (double)mica_body_velocity(world, a).x;
        run_with(world, 1, dt, substeps);
        double taken = mass * (before - (double)mica_body_velocity(world, a).x);
        Exchanged e = said(world, b);
        whole += taken;
        CHECK_NEAR(e.normal, taken, 0.01 * fabs(taken) + 1e-4 * expected);
        if (e.hits > 0) {
            CHECK_NEAR(e.impulse, taken, 0.01 * taken);
            CHECK_NEAR(e.impulse, expected, 0.01 * expected);
            CHECK_NEAR(e.speed, speed, 1e-3 * (double)speed);
        }
        hits += e.hits;
    }
    CHECK_NEAR(whole, expected, 0.01 * expected);
    CHECK_EQ_INT(hits, 1);
    mica_world_destroy(world);
}

TEST(a_hit_has_the_momentum_exchanged)
{
    const Meeting meetings[] = {
        {circle_shape(0.6f), box_shape(0.3f, 0.3f), 1, 0},
        {circle_shape(0.3f), circle_shape(0.5f), 1, 0},
        {box_shape(0.3f, 0.3f), box_shape(0.5f, 0.5f), 1, 0},
        {capsule_shape(0.3f, 0.2f), box_shape(0.3f, 0.3f), 1, 0},
        {circle_shape(0.3f), box_shape(0.3f, 0.3f), 50, 0},
        {circle_shape(0.3f), box_shape(0.3f, 0.3f), 1, 0.5f},
        {circle_shape(0.3f), circle_shape(0.3f), 1, 1},
        {box_shape(0.3f, 0.3f), box_shape(0.3f, 0.3f), 1, 0.5f},
    };
    const float speeds[] = {1.5f, 2, 5, 10, 20, 40};
    int n = 0;
    for (int m = 0; m < (int)(sizeof meetings / sizeof *meetings); m++) {
        for (int s = 0; s < 6; s++) {
            for (int bullet = 0; bullet < 2; bullet++, n++) {
                for (int r = n % test_stride(12); r < 12; r += test_stride(12)) {
                    check_meeting(&meetings[m], speeds[s], bullet != 0, STEPS[r / 4],
                                  SUBSTEPS[r % 4]);
                }
            }
        }
    }
}

// A body thrown against the ground: the friction of bounces and of hits that stick is in the points' sums.
TEST(friction_of_a_hit_is_in_the_tangent_impulse)
{
    for (int n = 0; n < 24; n++) {
        MicaWorld *world = make_space();
        MicaColliderDef def = mica_collider_def();
        def.restitution = n % 2 == 0 ? 0.0f : 0.5f;
        MicaShape floor = box_shape(50, 1),
                  shape = n % 4 < 2 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f);
        mica_collider_create(world, add_body(world, MICA_BODY_STATIC, 0, -1), &def, &floor);
        MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 1.2f);
        mica_collider_create(world, body, &def, &shape);
        mica_body_set_locks(world, body, n % 4 < 2 ? 0 : MICA_FLAG_LOCK_ROTATION);
        mica_body_set_velocity(world, body, v2(7, -5));
        double mass = (double)mica_body_mass(world, body).mass, slowed = 0.0;
        for (int i = 0; i < 40; i++) {
            MicaVec2 before = mica_body_velocity(world, body);
            run_with(world, 1, STEPS[n / 4 % 3], SUBSTEPS[n / 12 + 1]);
            MicaVec2 after = mica_body_velocity(world, body);
            double x = mass * (double)(after.x - before.x), y = mass * (double)(after.y - before.y);
            // The body is A, so its normal is (0, -1), the tangent (-1, 0), and impulses are those on B.
            Exchanged e = said(world, body);
            CHECK_NEAR(e.normal, y, 0.01 * fabs(y) + 1e-3);
            CHECK_NEAR(e.tangent, x, 0.01 * fabs(x) + 1e-3);
            slowed += x;
        }
        CHECK(slowed < -0.5 * mass);
        mica_world_destroy(world);
    }
}

// At rest the impulse is weight times the length of the step, however many substeps it has; asleep, too.
TEST(at_rest_the_impulse_is_the_weight_over_the_step)
{
    for (int n = 0; n < 12; n++) {
        MicaWorld *world = make_world();
        MicaBody ground = add_ground(world),
                 body = add_dynamic(world, 0, 0.5f,
                                    n % 2 ? circle_shape(0.5f) : box_shape(0.5f, 0.5f));
        float dt = STEPS[n % 3];
        int substeps = SUBSTEPS[n / 3];
        run_with(world, (int)(0.4f / dt), dt, substeps);
        double weight = 10.0 * (double)mica_body_mass(world, body).mass * (double)dt;
        CHECK(is_awake(world, body));
        CHECK_NEAR(said(world, body).normal, weight, 0.01 * weight);
        run_with(world, (int)(2.0f / dt), dt, substeps);
        CHECK(!is_awake(world, body));
        double asleep = said(world, ground).normal;
        CHECK_NEAR(asleep, weight, 0.01 * weight);
        const MicaContactEvent *stay;
        REQUIRE(mica_world_contact_stays(world, &stay) == 1);
        CHECK_NEAR(stay->impulse, weight, 0.01 * weight);
        mica_world_destroy(world);
    }
}

TEST(impulses_of_the_step_are_restored)
{
    MicaWorld *world = make_world(), *copy = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0, 0.5f, box_shape(0.5f, 0.5f));
    add_dynamic(world, 4, 0.5f, circle_shape(0.5f));
    for (int i = 0; i < 200; i++) {
        if (i == 20) {
            mica_body_set_velocity(world, body, v2(3, -4));  // a hit that leaves no impulse behind
        }
        run_with(world, 1, FRAME, 4);
        uint64_t size = mica_world_snapshot_bytes(world, 0);
        void *bytes = aligned_alloc(16, size);
        REQUIRE(mica_world_snapshot(world, NULL, 0, bytes, size) == MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_restore(copy, bytes, size), MICA_ERROR_OK);
        free(bytes);
        const MicaContactPoint *p, *q;
        int32_t count = mica_world_contact_points(world, &p);
        REQUIRE(mica_world_contact_points(copy, &q) == count);
        for (int32_t k = 0; k < count; k++) {
            CHECK(p[k].normalImpulse == q[k].normalImpulse);
            CHECK(p[k].tangentImpulse == q[k].tangentImpulse);
        }
    }
    mica_world_destroy(copy);
    mica_world_destroy(world);
}

// A game drives a body against one at a wall: what the wall takes is what the game has given.
TEST(a_press_is_in_the_impulse_of_the_step)
{
    for (int n = 0; n < 6; n++) {
        MicaWorld *world = make_space();
        MicaBody wall = add_body(world, MICA_BODY_STATIC, 2, 0);
        add_box(world, wall, 0.5f, 3);
        add_dynamic(world, 1, 0, box_shape(0.5f, 0.5f));
        MicaBody hero =
            add_dynamic(world, 0, 0, n < 3 ? box_shape(0.5f, 0.5f) : circle_shape(0.5f));
        double mass = (double)mica_body_mass(world, hero).mass;
        run_with(world, 10, STEPS[n % 3], 4);
        for (int i = 0; i < 10; i++) {
            mica_body_set_velocity(world, hero, v2(5, 0));
            run_with(world, 1, STEPS[n % 3], 4);
        }
        double given = mass * (5.0 - (double)mica_body_velocity(world, hero).x);
        CHECK_NEAR(said(world, hero).normal, given, 0.02 * given);
        CHECK_NEAR(said(world, wall).normal, given, 0.1 * given);
        mica_world_destroy(world);
    }
}

// A mover that stands on a crate weighs on it, and pushes another with what it gains; its contacts lie
// among those that the solver solves.
TEST(contacts_of_movers_have_the_impulse_of_the_step)
{
    for (int n = 0; n < 4; n++) {
        MicaWorld *world = make_world();
        add_floor(world);
        MicaBody crates[5];
        for (int i = 0; i < 5; i++) {
            crates[i] = add_crate(world, (MicaVec2){2.5f * (float)i, 0.5f}, 0.5f, 40.0f, 0.3f);
        }
        Stage s = make_stage(world, CAPSULE, (MicaVec2){5.0f, 1.7f}, NULL);
        for (int i = 0; i < 60; i++) {
            mica_mover_set_velocity(world, s.mover, v2(0, -1));
            run_with(world, 1, FRAME, SUBSTEPS[n]);
        }
        const MicaContactPoint *points;
        MicaContactSide mover = {.body = s.body}, under = {.body = crates[2]};
        int32_t count = mica_pair_contact_points(world, mover, under, &points);
        double weighs = 0.0;
        for (int32_t i = 0; i < count; i++) {
            weighs += (double)points[i].normalImpulse;
        }
        double weight = 10.0 * 80.0 / 60.0;  // movers have 80 kg
        CHECK_NEAR(weighs, weight, 0.02 * weight);
        for (int i = 0; i < 5; i++) {
            if (i != 2) {
                CHECK_NEAR(said(world, crates[i]).normal, 400.0 / 60.0, 0.1);
            }
        }
        mica_world_destroy(world);
    }
}

// A mover walks off under a crate on its head, whose friction takes the crate along.
TEST(friction_on_a_mover_is_in_the_tangent_impulse)
{
    MicaWorld *world = make_world();
    add_floor(world);
    Stage s = make_stage(world, BOX, (MicaVec2){0.0f, 0.65f}, NULL);
    come_to_rest(&s);
    MicaBody crate = add_crate(world, (MicaVec2){0.0f, 1.55f}, 0.3f, 20.0f, 0.5f);
    for (int i = 0; i < 60; i++) {
        walk_frame(&s, 0.0f);
    }
    double slowed = 0.0;
    for (int i = 0; i < 10; i++) {
        double before = (double)mica_body_velocity(world, crate).x;
        walk_frame(&s, 1.0f);
        double taken = 20.0 * ((double)mica_body_velocity(world, crate).x - before);
        // The crate is A: its tangent is (-1, 0), and the mover gets the opposite of what it gets.
        CHECK_NEAR(said(world, crate).tangent, taken, 0.02 * fabs(taken) + 0.01);
        slowed += taken;
    }
    CHECK(slowed > 5.0);
    mica_world_destroy(world);
}

// By impacts, a hit has what all impacts of the pair in the step have exchanged together.
TEST(by_impacts_a_hit_has_all_impacts_of_its_step)
{
    MicaWorld *world = make_space();
    MicaColliderDef def = mica_collider_def();
    def.restitution = 1.0f;
    def.friction = 0.0f;
    MicaShape wall = box_shape(1, 9), ball = circle_shape(0.5f);
    MicaBody walls = add_body(world, MICA_BODY_STATIC, 0, 0);
    mica_shape_box(v2(-2, 0), 1, 9, 0, 0, &wall);
    mica_collider_create(world, walls, &def, &wall);
    mica_shape_box(v2(2, 0), 1, 9, 0, 0, &wall);
    mica_collider_create(world, walls, &def, &wall);
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, 0, 0);
    mica_collider_create(world, body, &def, &ball);
    mica_body_set_velocity(world, body, v2(120, 0));
    // 2 m a step between walls that leave 1 m: each wall is hit once, at least.
    double mass = (double)mica_body_mass(world, body).mass, sum = 0.0;
    for (int i = 0; i < 10; i++) {
        CHECK_EQ_INT(mica_world_step_impacts(world, FRAME, 1000), MICA_ERROR_OK);
        MicaEvents e = mica_world_events(world);
        for (int32_t k = 0; k < e.hitCount; k++) {
            sum += (double)e.hit[k].impulse;
        }
    }
    CHECK_NEAR(sum, 20 * 240.0 * mass, 240.0 * mass * 1.01);
    mica_world_destroy(world);
}

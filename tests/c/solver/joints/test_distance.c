// The distance joint: as a rod it keeps its length, momentum and energy; limit, motor and spring act
// along the line between the anchors, to within 1 mm and 1 %; it stays finite where there is no line.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Pair {
    MicaWorld *world;
    MicaBody a, b;
    MicaJoint joint;
} Pair;

static MicaJoint join(Pair *p, float length)
{
    MicaJointDef def = {.type = MICA_JOINT_DISTANCE, .bodyA = p->a, .bodyB = p->b};
    def.numbers[MICA_JOINT_LENGTH] = length;
    p->joint = mica_joint_create(p->world, &def);
    return p->joint;
}

// A ball of 0.2 m at (x, y), on a rod of that length from a static point at the origin.
static Pair make_bob(float x, float y, float length, bool gravity)
{
    Pair p = {.world = gravity ? make_awake_world() : make_space()};
    p.a = add_body(p.world, MICA_BODY_STATIC, 0, 0);
    p.b = add_dynamic(p.world, x, y, circle_shape(0.2f));
    join(&p, length);
    return p;
}

static MicaJointState state_of(const Pair *p) { return mica_joint_state(p->world, p->joint); }

static float mass_of(const Pair *p, MicaBody body) { return mica_body_mass(p->world, body).mass; }

static float energy_of(const Pair *p, MicaBody body)
{
    MicaMassData m = mica_body_mass(p->world, body);
    MicaVec2 v = mica_body_velocity(p->world, body);
    float w = mica_body_angular_velocity(p->world, body);
    return 0.5f * (m.mass * (v.x * v.x + v.y * v.y) + m.inertia * w * w);
}

TEST(a_rod_swings_as_a_pendulum_of_its_length)
{
    Pair p = make_bob(2.0f * sinf(0.1f), -2.0f * cosf(0.1f), 2.0f, true);
    float worst = 0.0f, first = 0.0f, last = 0.0f, before = 1.0f;
    int crossings = 0;
    for (int step = 1; step <= 1200; step++) {
        run(p.world, 1);
        float x = mica_body_transform(p.world, p.b).p.x;
        if (x * before < 0.0f) {
            last = ((float)step - x / (x - before)) / 60.0f;
            first = crossings == 0 ? last : first;
            crossings += 1;
        }
        before = x;
        worst = fmaxf(worst, fabsf(state_of(&p).translation - 2.0f));
    }
    CHECK(worst < 1e-3f);
    float period = 2.0f * (last - first) / (float)(crossings - 1);
    // The rod leaves the ball to its own rotation, and .1 rad is not quite small.
    float exact = TWO_PI * sqrtf(2.0f / 10.0f) * (1.0f + 0.01f / 16.0f);
    CHECK_NEAR(period / exact, 1, 1e-3);
    mica_world_destroy(p.world);
}

TEST(a_rod_pushes_and_pulls_with_what_it_carries)
{
    for (int i = 0; i < 2; i++) {
        Pair p = make_bob(0, i == 0 ? -3.0f : 3.0f, 3, true);
        run(p.world, 60);
        MicaJointState s = state_of(&p);
        CHECK_NEAR(s.force.y / (10.0f * mass_of(&p, p.b)), 1, 0.01);
        CHECK_NEAR(s.translation, 3, 1e-3);
        CHECK(fabsf(s.force.x) < 1e-3f && s.torque == 0.0f);
        mica_world_destroy(p.world);
    }
}

TEST(a_free_rod_keeps_momentum_and_energy)
{
    Pair p = {.world = make_space()};
    p.a = add_dynamic(p.world, 0, 0, box_shape(0.5f, 0.1f));
    p.b = add_dynamic(p.world, 3, 0, circle_shape(0.3f));
    MicaJointDef def = {.type = MICA_JOINT_DISTANCE, .bodyA = p.a, .bodyB = p.b};
    def.localAnchorA = v2(0.5f, 0.1f);
    def.localAnchorB = v2(0, 0.2f);
    def.numbers[MICA_JOINT_LENGTH] = sqrtf(2.5f * 2.5f + 0.1f * 0.1f);
    p.joint = mica_joint_create(p.world, &def);
    mica_body_set_velocity(p.world, p.b, v2(0, 6));
    float mA = mass_of(&p, p.a), mB = mass_of(&p, p.b), py = 6.0f * mB, worst = 0.0f;
    float before = 0.0f, after = 0.0f, spin = 3.0f * py;
    for (int step = 0; step < 600; step++) {
        run(p.world, 1);
        after = energy_of(&p, p.a) + energy_of(&p, p.b);
        before = step == 0 ? after : before;
        worst = fmaxf(worst, fabsf(state_of(&p).translation - def.numbers[MICA_JOINT_LENGTH]));
    }
    MicaVec2 vA = mica_body_velocity(p.world, p.a), vB = mica_body_velocity(p.world, p.b);
    MicaVec2 xA = mica_body_transform(p.world, p.a).p, xB = mica_body_transform(p.world, p.b).p;
    CHECK_NEAR(mA * vA.x + mB * vB.x, 0, 1e-4f * py);
    CHECK_NEAR(mA * vA.y + mB * vB.y, py, 1e-4f * py);
    float turning = mA * (xA.x * vA.y - xA.y * vA.x) + mB * (xB.x * vB.y - xB.y * vB.x);
    turning += mica_body_mass(p.world, p.a).inertia * mica_body_angular_velocity(p.world, p.a);
    turning += mica_body_mass(p.world, p.b).inertia * mica_body_angular_velocity(p.world, p.b);
    CHECK_NEAR(turning / spin, 1, 0.01);
    CHECK_NEAR(after / before, 1, 0.01);
    CHECK(worst < 1e-3f);
    mica_world_destroy(p.world);
}

TEST(a_rope_pulls_once_it_is_taut_and_never_pushes)
{
    Pair p = make_bob(0, -1, 0, true);
    CHECK(mica_joint_set_limit(p.world, p.joint, true, 0, 5) == MICA_ERROR_OK);
    run(p.world, 30);
    float y = mica_body_transform(p.world, p.b).p.y;
    CHECK_NEAR(y, -1.0f - 5.0f * 0.25f, 0.03);
    CHECK(state_of(&p).force.y == 0.0f);
    float longest = 0.0f;
    for (int step = 0; step < 300; step++) {
        run(p.world, 1);
        longest = fmaxf(longest, state_of(&p).translation);
    }
    CHECK(longest < 5.01f);
    CHECK_NEAR(state_of(&p).translation, 5, 1e-3);
    CHECK_NEAR(state_of(&p).force.y / (10.0f * mass_of(&p, p.b)), 1, 0.01);
    mica_world_destroy(p.world);
}

TEST(a_taut_rope_swings_without_gaining_energy)
{
    Pair p = make_bob(5, 0, 0, true);
    mica_joint_set_limit(p.world, p.joint, true, 0, 5);
    float mass = mass_of(&p, p.b), minimum = 0.0f, maximum = -1e9f;
    for (int step = 0; step < 1200; step++) {
        run(p.world, 1);
        float height = mica_body_transform(p.world, p.b).p.y;
        float energy = energy_of(&p, p.b) / mass + 10.0f * height;
        minimum = fminf(minimum, energy);
        maximum = fmaxf(maximum, energy);
    }
    // Of the 50 J/kg that it has at the bottom: the error of the integrator, which comes and goes.
    CHECK(maximum < 0.2f);
    CHECK(minimum > -0.2f);
    mica_world_destroy(p.world);
}

TEST(a_lower_limit_holds_a_load_apart)
{
    Pair p = make_bob(0, 2, 0, true);
    CHECK(mica_joint_set_limit(p.world, p.joint, true, 1.5f, 4) == MICA_ERROR_OK);
    run(p.world, 120);
    CHECK_NEAR(state_of(&p).translation, 1.5, 1e-3);
    mica_world_destroy(p.world);
}

// What 200 steps of a swinging pair of bodies show.
typedef struct Swing {
    float hertz, ratio;  // of the undamped swing; damping ratio
} Swing;

// The frequency from the time of four periods, the damping from how much slower the pair passes its
// rest at their end.
static Swing measure(const Pair *p, float rest)
{
    float before = state_of(p).translation - rest, pace = 0.0f, times[2] = {0}, paces[2] = {0};
    for (int step = 1, crossings = 0; step <= 300 && crossings < 9; step++) {
        run(p->world, 1);
        float now = state_of(p).translation - rest, speed = state_of(p).speed;
        if (now * before < 0.0f) {
            float part = now / (now - before);
            times[crossings > 0] = ((float)step - part) / 60.0f;
            paces[crossings > 0] = fabsf(speed + part * (pace - speed));
            crossings += 1;
        }
        before = now;
        pace = speed;
    }
    float decay = logf(paces[0] / paces[1]) / 4.0f;
    float ratio = decay / sqrtf(TWO_PI * TWO_PI + decay * decay);
    return (Swing){4.0f / (times[1] - times[0]) / sqrtf(1.0f - ratio * ratio), ratio};
}

TEST(a_spring_has_its_frequency_and_damping)
{
    for (int i = 0; i < 6; i++) {
        float hertz = (float)(1 << (i % 3)), ratio = i < 3 ? 0.0f : 0.1f;
        Pair p = {.world = make_space()};
        p.a = add_dynamic(p.world, 0, 0, circle_shape(0.5f));
        p.b = add_dynamic(p.world, 0, 4.5f, circle_shape(0.3f));
        join(&p, 4);
        CHECK(mica_joint_set_spring(p.world, p.joint, true, hertz, ratio, 4) == MICA_ERROR_OK);
        Swing swing = measure(&p, 4);
        CHECK_NEAR(swing.hertz / hertz, 1, 0.01);
        CHECK_NEAR(swing.ratio, ratio, 0.001);
        mica_world_destroy(p.world);
    }
}

TEST(a_spring_rests_at_its_target_less_the_load)
{
    Pair p = make_bob(0, -3, 3, true);
    mica_joint_set_spring(p.world, p.joint, true, 1.0f, 1.0f, 3);
    run(p.world, 600);
    CHECK_NEAR(state_of(&p).translation, 3.0f + 10.0f / (TWO_PI * TWO_PI), 2e-3);
    mica_world_destroy(p.world);
}

TEST(a_spring_and_a_motor_keep_to_their_maximum_force)
{
    Pair p = make_bob(0, -3, 3, false);
    float mass = mass_of(&p, p.b);
    mica_joint_set_spring(p.world, p.joint, true, 4.0f, 0.0f, 10);
    const float range[2] = {-2.0f * mass, 2.0f * mass};
    CHECK(mica_joint_set_numbers(p.world, p.joint, MICA_JOINT_MIN_SPRING, 2, range) ==
          MICA_ERROR_OK);
    run(p.world, 30);
    CHECK_NEAR(state_of(&p).speed, 1, 0.01);
    CHECK_NEAR(state_of(&p).force.y / mass, -2, 0.02);
    mica_world_destroy(p.world);

    p = make_bob(0, -3, 3, false);
    mica_joint_set_motor(p.world, p.joint, true, -2.0f, 3.0f * mass);
    run(p.world, 30);
    CHECK_NEAR(state_of(&p).speed, -1.5, 0.015);
    run(p.world, 30);
    CHECK_NEAR(state_of(&p).speed, -2, 0.01);
    mica_world_destroy(p.world);
}

TEST(limit_motor_and_spring_act_together)
{
    // The motor pulls the ball up against a spring that pushes it down, to the limit.
    Pair p = make_bob(0, -3, 3, true);
    float mass = mass_of(&p, p.b);
    mica_joint_set_limit(p.world, p.joint, true, 1, 5);
    mica_joint_set_spring(p.world, p.joint, true, 0.5f, 1.0f, 4);
    mica_joint_set_motor(p.world, p.joint, true, -1.0f, 100.0f * mass);
    run(p.world, 60);
    CHECK_NEAR(state_of(&p).speed, -1, 0.01);
    run(p.world, 120);
    CHECK_NEAR(state_of(&p).translation, 1, 1e-3);
    mica_world_destroy(p.world);
}

TEST(anchors_that_coincide_are_pushed_apart)
{
    for (int i = 0; i < 3; i++) {
        Pair p = make_bob(0, 0, 2, i == 2);
        if (i == 1) {
            mica_joint_set_limit(p.world, p.joint, true, 2, 3);
        }
        run(p.world, 60);
        CHECK_NEAR(state_of(&p).translation, 2, i == 1 ? 1.01f : 2e-3f);
        mica_world_destroy(p.world);
    }
    // A rod without length is a pin.
    Pair p = make_bob(0, 0, 0, true);
    for (int i = 0; i < 240; i++) {
        run(p.world, 1);
        CHECK(state_of(&p).translation < 0.01f);
    }
    mica_world_destroy(p.world);
}

TEST(a_joint_stretched_by_100_m_comes_back_calmly)
{
    for (int i = 0; i < 4; i++) {
        Pair p = make_bob(80, 60, 1, i > 1);
        if (i % 2 == 1) {
            mica_joint_set_limit(p.world, p.joint, true, 0, 1);
        }
        for (int step = 0; step < 300; step++) {
            run(p.world, 1);
            MicaVec2 v = mica_body_velocity(p.world, p.b);
            // Where gravity has turned it while it came, it spins on with its angular momentum.
            float maximum = i > 1 ? 2000.0f : 60.0f;
            CHECK(v.x * v.x + v.y * v.y < maximum * maximum);
        }
        CHECK(state_of(&p).translation < (i > 1 ? 10.0f : 1.01f));
        mica_world_destroy(p.world);
    }
}

TEST(a_maximum_force_lets_a_rod_give_way)
{
    Pair p = make_bob(0, -3, 3, true);
    float mass = mass_of(&p, p.b);
    CHECK(mica_joint_set_number(p.world, p.joint, MICA_JOINT_MAX_FORCE, 4.0f * mass) ==
          MICA_ERROR_OK);
    run(p.world, 30);
    CHECK_NEAR(mica_body_velocity(p.world, p.b).y, -3, 0.03);
    CHECK_NEAR(state_of(&p).force.y / mass, 4, 0.04);
    mica_world_destroy(p.world);
}

TEST(a_rod_breaks_under_more_than_it_bears)
{
    Pair p = make_bob(0, -3, 3, true);
    mica_joint_set_break(p.world, p.joint, 9.0f * mass_of(&p, p.b), 0);
    run(p.world, 2);
    CHECK(!mica_joint_is_valid(p.world, p.joint));
    mica_world_destroy(p.world);
}

TEST(bad_numbers_are_refused_and_change_nothing)
{
    Pair p = make_bob(0, -3, 3, true);
    uint64_t hash = mica_world_hash(p.world);
    const MicaJointNumber numbers[] = {
        MICA_JOINT_LENGTH,     MICA_JOINT_LENGTH,          MICA_JOINT_LOWER,
        MICA_JOINT_UPPER,      MICA_JOINT_SPRING_TARGET,   MICA_JOINT_SPRING_HERTZ,
        MICA_JOINT_MAX_SPRING, MICA_JOINT_REFERENCE_ANGLE, MICA_JOINT_AXIS_X,
        MICA_JOINT_MAX_TORQUE, MICA_JOINT_HERTZ,           MICA_JOINT_MIN_SPRING,
    };
    const float values[] = {-1, 2e6f, -1, -1, -1, -1, -1, 1, 1, 1, -1, 1};
    for (int i = 0; i < 12; i++) {
        CHECK(mica_joint_set_number(p.world, p.joint, numbers[i], values[i]) ==
              MICA_ERROR_OUT_OF_RANGE);
    }
    CHECK(mica_joint_set_number(p.world, p.joint, MICA_JOINT_LENGTH, (float)NAN) ==
          MICA_ERROR_NOT_FINITE);
    CHECK(mica_joint_set_limit(p.world, p.joint, true, 2, 1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_world_hash(p.world) == hash);
    mica_world_destroy(p.world);
}

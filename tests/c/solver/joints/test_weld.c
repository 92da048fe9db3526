// The weld joint: two bodies move as one, a load bends it by less than 1 mm and 0.5°; with a frequency
// of its own it is a spring along and about its anchor, to within 1 %.
#include "build.h"
#include "world.h"

#include <math.h>

typedef struct Pair {
    MicaWorld *world;
    MicaBody a, b;
    MicaJoint joint;
} Pair;

static MicaJointDef weld_def(MicaBody a, MicaBody b, MicaVec2 anchorA, MicaVec2 anchorB)
{
    return (MicaJointDef){.type = MICA_JOINT_WELD,
                          .bodyA = a,
                          .bodyB = b,
                          .localAnchorA = anchorA,
                          .localAnchorB = anchorB};
}

// A box of 1 m at (x, y), welded at its centre to a static point at the origin.
static Pair make_fixed(float x, float y, bool gravity)
{
    Pair p = {.world = gravity ? make_awake_world() : make_space()};
    p.a = add_body(p.world, MICA_BODY_STATIC, 0, 0);
    p.b = add_dynamic(p.world, x, y, box_shape(0.5f, 0.5f));
    MicaJointDef def = weld_def(p.a, p.b, v2(0, 0), v2(0, 0));
    p.joint = mica_joint_create(p.world, &def);
    return p;
}

static MicaMassData mass_of(const Pair *p, MicaBody body) { return mica_body_mass(p->world, body); }

static float angle_of(const Pair *p) { return mica_joint_state(p->world, p->joint).angle; }

static float gap_of(const Pair *p) { return mica_joint_state(p->world, p->joint).translation; }

TEST(welded_bodies_fly_as_one)
{
    Pair p = {.world = make_space()};
    p.a = add_dynamic(p.world, -1, 0, box_shape(1.0f, 0.3f));
    p.b = add_dynamic(p.world, 1, 0.5f, box_shape(0.4f, 0.8f));
    MicaJointDef def = weld_def(p.a, p.b, v2(1, 0), v2(-1, -0.5f));
    p.joint = mica_joint_create(p.world, &def);
    mica_body_set_velocity(p.world, p.b, v2(2, 5));
    MicaMassData mA = mass_of(&p, p.a), mB = mass_of(&p, p.b);
    float px = 2.0f * mB.mass, py = 5.0f * mB.mass, turning = mB.mass * (1.0f * 5.0f - 0.5f * 2.0f);
    float before = 0.0f, after = 0.0f, gap = 0.0f, angle = 0.0f;
    for (int step = 0; step < 600; step++) {
        run(p.world, 1);
        MicaVec2 vA = mica_body_velocity(p.world, p.a), vB = mica_body_velocity(p.world, p.b);
        float wA = mica_body_angular_velocity(p.world, p.a);
        float wB = mica_body_angular_velocity(p.world, p.b);
        after = 0.5f * (mA.mass * (vA.x * vA.x + vA.y * vA.y) + mA.inertia * wA * wA +
                        mB.mass * (vB.x * vB.x + vB.y * vB.y) + mB.inertia * wB * wB);
        before = step == 0 ? after : before;
        gap = fmaxf(gap, gap_of(&p));
        angle = fmaxf(angle, fabsf(angle_of(&p)));
    }
    MicaVec2 vA = mica_body_velocity(p.world, p.a), vB = mica_body_velocity(p.world, p.b);
    MicaVec2 xA = position_of(p.world, p.a), xB = position_of(p.world, p.b);
    CHECK_NEAR(mA.mass * vA.x + mB.mass * vB.x, px, 1e-4f * py);
    CHECK_NEAR(mA.mass * vA.y + mB.mass * vB.y, py, 1e-4f * py);
    float spin = mA.mass * (xA.x * vA.y - xA.y * vA.x) + mB.mass * (xB.x * vB.y - xB.y * vB.x) +
                 mA.inertia * mica_body_angular_velocity(p.world, p.a) +
                 mB.inertia * mica_body_angular_velocity(p.world, p.b);
    CHECK_NEAR(spin / turning, 1, 2e-3);
    CHECK_NEAR(after / before, 1, 1e-2);
    CHECK(gap < 1e-3f);
    CHECK(angle < 1e-3f);
    mica_world_destroy(p.world);
}

TEST(a_weld_carries_weight_and_its_moment)
{
    MicaWorld *world = make_awake_world();
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaBody arm = add_dynamic(world, 1, 0, box_shape(1, 0.5f));
    MicaJointDef def = weld_def(wall, arm, v2(0, 0), v2(-1, 0));
    Pair p = {world, wall, arm, mica_joint_create(world, &def)};
    run(world, 120);
    float weight = 10.0f * mass_of(&p, arm).mass;
    MicaJointState s = mica_joint_state(world, p.joint);
    CHECK_NEAR(s.force.y / weight, 1, 0.01);
    CHECK_NEAR(s.torque / weight, 1, 0.01);
    CHECK(s.translation < 1e-3f);
    CHECK(fabsf(s.angle) < 0.5f * 3.14159f / 180.0f);
    mica_world_destroy(world);
}

TEST(a_weld_keeps_its_reference_angle)
{
    Pair p = make_fixed(0, 0, true);
    mica_joint_set_number(p.world, p.joint, MICA_JOINT_REFERENCE_ANGLE, 0.7f);
    run(p.world, 120);
    CHECK_NEAR(mica_rot_angle(mica_body_transform(p.world, p.b).q), 0.7, 1e-3);
    mica_world_destroy(p.world);
}

TEST(a_soft_weld_has_its_frequency_and_damping_in_motion_and_turning)
{
    for (int i = 0; i < 8; i++) {
        float hertz = (float)(1 << (i / 2 % 2)), ratio = i < 4 ? 0.0f : 0.1f;
        Pair p = make_fixed(i % 2 == 0 ? 0.3f : 0.0f, 0, false);
        if (i % 2 == 1) {
            mica_joint_set_number(p.world, p.joint, MICA_JOINT_REFERENCE_ANGLE, -0.3f);
        }
        mica_joint_set_number(p.world, p.joint, MICA_JOINT_HERTZ, hertz);
        mica_joint_set_number(p.world, p.joint, MICA_JOINT_DAMPING_RATIO, ratio);
        float before = 0.3f, pace = 0.0f, times[2] = {0}, paces[2] = {0};
        for (int step = 1, crossings = 0; step <= 300 && crossings < 9; step++) {
            run(p.world, 1);
            float x = position_of(p.world, p.b).x, v = mica_body_velocity(p.world, p.b).x;
            float now = i % 2 == 0 ? x : angle_of(&p);
            float speed = i % 2 == 0 ? v : mica_body_angular_velocity(p.world, p.b);
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
        float period = (times[1] - times[0]) / 4.0f;
        CHECK_NEAR(period * hertz * sqrtf(1.0f - ratio * ratio), 1, 0.01);
        CHECK_NEAR(decay / sqrtf(TWO_PI * TWO_PI + decay * decay), ratio, 0.001);
        mica_world_destroy(p.world);
    }
}

TEST(a_soft_weld_gives_way_by_its_stiffness)
{
    Pair p = make_fixed(0, 0, true);
    mica_joint_set_number(p.world, p.joint, MICA_JOINT_HERTZ, 2.0f);
    mica_joint_set_number(p.world, p.joint, MICA_JOINT_DAMPING_RATIO, 1.0f);
    run(p.world, 300);
    CHECK_NEAR(position_of(p.world, p.b).y * 16.0f * 9.8696f, -10, 0.1);
    mica_world_destroy(p.world);
}

TEST(a_weld_keeps_to_its_maximum_force_and_torque)
{
    Pair p = make_fixed(0, 0, true);
    float mass = mass_of(&p, p.b).mass, inertia = mass_of(&p, p.b).inertia;
    mica_joint_set_number(p.world, p.joint, MICA_JOINT_MAX_FORCE, 6.0f * mass);
    run(p.world, 30);
    CHECK_NEAR(mica_body_velocity(p.world, p.b).y, -2, 0.02);
    mica_world_destroy(p.world);

    p = make_fixed(0, 0, false);
    mica_joint_set_number(p.world, p.joint, MICA_JOINT_MAX_TORQUE, 3.0f * inertia);
    for (int i = 0; i < 30; i++) {
        mica_body_apply_torque(p.world, p.b, 5.0f * inertia);
        run(p.world, 1);
    }
    CHECK_NEAR(mica_body_angular_velocity(p.world, p.b), 1, 0.01);
    mica_world_destroy(p.world);
}

TEST(a_weld_breaks_by_force_or_by_torque)
{
    for (int i = 0; i < 4; i++) {
        MicaWorld *world = make_awake_world();
        MicaBody wall = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaBody arm = add_dynamic(world, 1, 0, box_shape(1, 0.5f));
        MicaJointDef def = weld_def(wall, arm, v2(0, 0), v2(-1, 0));
        MicaJoint joint = mica_joint_create(world, &def);
        float bears = (i % 2 == 0 ? 9.0f : 12.0f) * mica_body_mass(world, arm).mass;
        mica_joint_set_break(world, joint, i < 2 ? bears : 0, i < 2 ? 0 : bears);
        run(world, 60);
        CHECK_EQ_INT(mica_joint_is_valid(world, joint), i % 2 == 1);
        mica_world_destroy(world);
    }
}

// Ten boxes of 1 m: the farthest sags by less than 1 mm, and no joint gives way on the way there.
TEST(a_cantilever_does_not_sag)
{
    MicaWorld *world = make_awake_world();
    MicaBody last = add_body(world, MICA_BODY_STATIC, -0.5f, 0);
    for (int i = 0; i < 10; i++) {
        MicaBody next = add_dynamic(world, (float)i + 0.5f, 0, box_shape(0.5f, 0.5f));
        MicaJointDef def = weld_def(last, next, v2(0.5f, 0), v2(-0.5f, 0));
        mica_joint_create(world, &def);
        last = next;
    }
    for (int step = 0; step < 600; step++) {
        run(world, 1);
        CHECK(fabsf(position_of(world, last).y) < 1e-3f);
    }
    MicaVec2 v = mica_body_velocity(world, last);
    CHECK(fabsf(v.x) + fabsf(v.y) < 1e-4f);
    mica_world_destroy(world);
}

TEST(a_weld_stretched_by_100_m_comes_back_calmly)
{
    for (int i = 0; i < 2; i++) {
        Pair p = make_fixed(80, 60, i == 1);
        mica_joint_set_number(p.world, p.joint, MICA_JOINT_REFERENCE_ANGLE, 100.0f);
        for (int step = 0; step < 480; step++) {
            run(p.world, 1);
            MicaVec2 v = mica_body_velocity(p.world, p.b);
            CHECK(v.x * v.x + v.y * v.y < 90.0f * 90.0f);
            CHECK(fabsf(mica_body_angular_velocity(p.world, p.b)) < 60.0f);
        }
        CHECK(gap_of(&p) < 1e-3f);
        mica_world_destroy(p.world);
    }
}

TEST(a_weld_has_no_limit_motor_or_spring)
{
    Pair p = make_fixed(0, 0, true);
    uint64_t hash = mica_world_hash(p.world);
    CHECK(mica_joint_set_limit(p.world, p.joint, true, -1, 1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_joint_set_motor(p.world, p.joint, true, 1, 1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_joint_set_spring(p.world, p.joint, true, 1, 1, 0) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_joint_set_number(p.world, p.joint, MICA_JOINT_LENGTH, 1) == MICA_ERROR_OUT_OF_RANGE);
    CHECK(mica_world_hash(p.world) == hash);
    // Switched on without a number they do nothing.
    mica_joint_set_motor(p.world, p.joint, true, 0, 0);
    run(p.world, 60);
    CHECK(gap_of(&p) < 1e-3f);
    mica_world_destroy(p.world);
}

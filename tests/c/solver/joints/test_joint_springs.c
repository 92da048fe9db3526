// Springs and maxima of every joint type that has them, measured alike: one body that moves along,
// or turns in, the one direction of its joint. Springs have their frequency and damping ratio, and
// carry their load, within 1 %; nothing gives more than its maximum, or less where that is not
// enough.
#include "build.h"

#include <math.h>

// What acts in the direction: the spring of a limit, motor and spring, or the joint's own softness.
typedef struct Kind {
    MicaJointType type;
    bool turning, own;
} Kind;

static const Kind kinds[] = {
    {MICA_JOINT_REVOLUTE, true, false},   {MICA_JOINT_RATCHET, true, false},
    {MICA_JOINT_PRISMATIC, false, false}, {MICA_JOINT_WHEEL, false, false},
    {MICA_JOINT_DISTANCE, false, false},  {MICA_JOINT_PULLEY, false, false},
    {MICA_JOINT_TARGET, false, true},     {MICA_JOINT_MOTOR, false, true},
    {MICA_JOINT_MOTOR, true, true},       {MICA_JOINT_WELD, false, true},
    {MICA_JOINT_WELD, true, true},        {MICA_JOINT_PRISMATIC, true, true},
    {MICA_JOINT_GEAR, true, true},        {MICA_JOINT_GEAR, false, true},
    {MICA_JOINT_PULLEY, false, true},     {MICA_JOINT_REVOLUTE, false, true},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], WITHOUT_OWN = 6 };

// A box that hangs 5 m below a static body, on a joint that acts up and down.
typedef struct Rig {
    MicaWorld *world;
    MicaBody box;
    MicaJoint joint;
    bool turning;
    float sign;  // 1, or -1 where the joint counts downwards
    float mass;  // or moment of inertia
} Rig;

// A joint of a static frame and a body, turning or sliding up, at the body's centre.
static MicaJoint add_guide(MicaWorld *world, MicaBody frame, MicaBody body, bool turning)
{
    MicaJointDef def = {.bodyA = frame, .bodyB = body};
    def.type = turning ? MICA_JOINT_REVOLUTE : MICA_JOINT_PRISMATIC;
    def.localAnchorA = local_point(world, frame, position_of(world, body));
    def.numbers[MICA_JOINT_AXIS_Y] = turning ? 0 : 1;
    return mica_joint_create(world, &def);
}

static Rig make_rig(Kind kind, bool gravity)
{
    Rig r = {.world = gravity ? make_awake_world() : make_space(), .turning = kind.turning};
    MicaBody frame = add_body(r.world, MICA_BODY_STATIC, 0, 0);
    MicaJointDef def = {.type = kind.type, .bodyA = frame};
    def.bodyB = r.box = add_dynamic(r.world, 0, -5, box_shape(0.5f, 0.5f));
    MicaMassData m = mica_body_mass(r.world, r.box);
    r.mass = kind.turning ? m.inertia : m.mass;
    r.sign = kind.type == MICA_JOINT_DISTANCE || kind.type == MICA_JOINT_PULLEY ? -1.0f : 1.0f;
    float *n = def.numbers;
    if (kind.type != MICA_JOINT_DISTANCE && kind.type != MICA_JOINT_PULLEY) {
        def.localAnchorA = v2(0, -5);
    }
    if (kind.type == MICA_JOINT_PRISMATIC || kind.type == MICA_JOINT_WHEEL) {
        n[MICA_JOINT_AXIS_Y] = 1;
    } else if (kind.type == MICA_JOINT_RATCHET) {
        n[MICA_JOINT_TOOTH] = 1000;  // far behind
        n[MICA_JOINT_PHASE] = -500;
    } else if (kind.type == MICA_JOINT_TARGET) {
        def.bodyA = (MicaBody){0};
    } else if (kind.type == MICA_JOINT_MOTOR) {
        n[MICA_JOINT_MAX_FORCE] = n[MICA_JOINT_MAX_TORQUE] = 1e9f;
    } else if (kind.type == MICA_JOINT_PULLEY) {
        n[MICA_JOINT_RATIO] = 1;
        n[MICA_JOINT_LENGTH] = 5;  // A is in its point
    } else if (kind.type == MICA_JOINT_GEAR) {
        MicaBody locked = add_dynamic(r.world, 5, -5, box_shape(0.5f, 0.5f));
        mica_body_set_locks(r.world, locked,
                            MICA_FLAG_LOCK_ROTATION | MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y);
        n[MICA_JOINT_RATIO] = 1;
        def.jointA = add_guide(r.world, frame, r.box, kind.turning);
        def.jointB = add_guide(r.world, frame, locked, kind.turning);
    }
    r.joint = mica_joint_create(r.world, &def);
    CHECK(r.joint.id != 0);
    return r;
}

static void set_spring(Rig *r, Kind kind, float hertz, float ratio)
{
    bool from5 = kind.type == MICA_JOINT_DISTANCE || kind.type == MICA_JOINT_PULLEY;
    if (kind.own) {
        mica_joint_set_number(r->world, r->joint, MICA_JOINT_HERTZ, hertz);
        mica_joint_set_number(r->world, r->joint, MICA_JOINT_DAMPING_RATIO, ratio);
    } else {
        CHECK_EQ_INT(mica_joint_set_spring(r->world, r->joint, true, hertz, ratio, from5 ? 5 : 0),
                     MICA_ERROR_OK);
    }
}

// How far the box is from where it was made, and how fast it moves.
static double place_of(const Rig *r)
{
    return r->turning ? (double)mica_rot_angle(mica_body_transform(r->world, r->box).q)
                      : (double)position_of(r->world, r->box).y + 5;
}
static double pace_of(const Rig *r)
{
    return r->turning ? (double)mica_body_angular_velocity(r->world, r->box)
                      : (double)mica_body_velocity(r->world, r->box).y;
}

static void push(const Rig *r, float acceleration)
{
    if (r->turning) {
        mica_body_apply_torque(r->world, r->box, acceleration * r->mass);
    } else {
        mica_body_apply_force(r->world, r->box, v2(0, acceleration * r->mass));
    }
}

typedef struct Swing {
    double hertz, ratio;
} Swing;

// A step takes place x and speed v of a damped spring to M (x, v), with det M = exp(-2 z w T) and
// trace M = 2 exp(-z w T) cos(sqrt(1 - z²) w T). Three steps tell M; in the one before, the spring
// takes up the sudden start.
static Swing measure(const Rig *r)
{
    double x[3], v[3];
    if (r->turning) {
        mica_body_set_angular_velocity(r->world, r->box, 1);
    } else {
        mica_body_set_velocity(r->world, r->box, v2(0, 1));
    }
    run(r->world, 1);
    for (int i = 0; i < 3; i++) {
        run(r->world, 1);
        x[i] = place_of(r);
        v[i] = pace_of(r);
    }
    double d = x[0] * v[1] - x[1] * v[0];
    double trace = (x[1] * v[1] - x[2] * v[0] + x[0] * v[2] - x[1] * v[1]) / d;
    double decay = -0.5 * log((x[1] * v[2] - x[2] * v[1]) / d);
    double turn = acos(0.5 * trace * exp(decay)), both = hypot(decay, turn);
    return (Swing){both * 60 / 6.283185307179586, decay / both};
}

TEST(every_spring_has_its_frequency_and_damping_ratio_within_1_percent)
{
    const float hertz[] = {0.5f, 1, 2, 4, 8}, ratios[] = {0, 0.05f, 0.1f, 0.2f, 0.7f, 0.9f};
    for (int i = 0; i < KINDS; i++) {
        for (int k = 0; k < 30; k++) {
            float f = hertz[k % 5], z = ratios[k / 5];
            Rig r = make_rig(kinds[i], false);
            set_spring(&r, kinds[i], f, z);
            Swing swing = measure(&r);
            CHECK_NEAR(swing.hertz / (double)f, 1, 0.01);
            CHECK_NEAR(swing.ratio, z, z > 0 ? 0.01f * z : 1e-3f);
            mica_world_destroy(r.world);
        }
    }
}

TEST(every_spring_gives_way_to_a_load_by_its_stiffness)
{
    const float hertz[] = {1, 2, 4};
    for (int i = 0; i < KINDS; i++) {
        for (int k = 0; k < 3; k++) {
            Rig r = make_rig(kinds[i], false);
            set_spring(&r, kinds[i], hertz[k], 1);
            for (int step = 0; step < 180; step++) {
                push(&r, 2);
                run(r.world, 1);
            }
            double w = 6.283185307179586 * (double)hertz[k];
            CHECK_NEAR(place_of(&r) * w * w, 2, 0.02);
            mica_world_destroy(r.world);
        }
    }
}

// A spring that is far from its target pulls with its maximum.
TEST(every_spring_keeps_to_its_maximum)
{
    for (int i = 0; i < WITHOUT_OWN; i++) {
        Rig r = make_rig(kinds[i], false);
        float away = r.sign < 0 ? 2.0f : 3.0f;
        CHECK_EQ_INT(mica_joint_set_spring(r.world, r.joint, true, 10, 0, away), MICA_ERROR_OK);
        const float range[2] = {-2 * r.mass, 2 * r.mass};
        CHECK_EQ_INT(mica_joint_set_numbers(r.world, r.joint, MICA_JOINT_MIN_SPRING, 2, range),
                     MICA_ERROR_OK);
        run(r.world, 30);
        CHECK_NEAR(pace_of(&r), 1, 0.01);
        MicaJointState s = mica_joint_state(r.world, r.joint);
        CHECK_NEAR((r.turning ? s.torque : s.force.y) / r.mass, 2, 0.02);
        mica_world_destroy(r.world);
    }
}

// One that may push only, or pull only, does nothing the other way.
TEST(every_spring_keeps_to_its_range)
{
    for (int i = 0; i < 4 * WITHOUT_OWN; i++) {
        Rig r = make_rig(kinds[i / 4], false);
        bool more = i % 2 == 0, allowed = i / 2 % 2 == 0;
        float target = (r.sign < 0 ? 5.0f : 0.0f) + (more ? 3.0f : -3.0f);
        CHECK_EQ_INT(mica_joint_set_spring(r.world, r.joint, true, 10, 0, target), MICA_ERROR_OK);
        bool grows = more == allowed;
        const float range[2] = {grows ? 0 : -2 * r.mass, grows ? 2 * r.mass : 0};
        CHECK_EQ_INT(mica_joint_set_numbers(r.world, r.joint, MICA_JOINT_MIN_SPRING, 2, range),
                     MICA_ERROR_OK);
        run(r.world, 30);
        CHECK_NEAR(pace_of(&r), allowed ? (double)(more ? r.sign : -r.sign) : 0, 0.01);
        mica_world_destroy(r.world);
    }
}

// A motor gives its maximum, then keeps its speed, also against a load below the maximum.
TEST(every_motor_gives_its_maximum_and_keeps_its_speed)
{
    for (int i = 0; i < WITHOUT_OWN; i++) {
        Rig r = make_rig(kinds[i], false);
        if (kinds[i].type == MICA_JOINT_WHEEL) {  // its motor turns the wheel
            r.turning = true;
            r.mass = mica_body_mass(r.world, r.box).inertia;
        }
        mica_joint_set_motor(r.world, r.joint, true, r.sign * 2, 3 * r.mass);
        run(r.world, 30);
        CHECK_NEAR(pace_of(&r), 1.5, 0.015);
        MicaJointState s = mica_joint_state(r.world, r.joint);
        CHECK_NEAR((r.turning ? s.torque : s.force.y) / r.mass, 3, 0.03);
        for (int step = 0; step < 60; step++) {
            push(&r, -2);
            run(r.world, 1);
        }
        CHECK_NEAR(pace_of(&r), 2, 0.02);
        mica_world_destroy(r.world);
    }
}

// Limits under ten times the body's weight: to 1 mm, or half a degree.
TEST(every_limit_holds_a_load)
{
    for (int i = 0; i < 2 * WITHOUT_OWN; i++) {
        Kind kind = kinds[i / 2];
        float sign = i % 2 == 0 ? 1.0f : -1.0f;
        if (kind.type == MICA_JOINT_RATCHET) {  // holds by its teeth, see test_ratchet.c
            continue;
        }
        Rig r = make_rig(kind, false);
        float low = r.sign < 0 ? 4.0f : -1.0f, high = r.sign < 0 ? 6.0f : 1.0f;
        CHECK_EQ_INT(mica_joint_set_limit(r.world, r.joint, true, low, high), MICA_ERROR_OK);
        for (int step = 0; step < 240; step++) {
            push(&r, sign * 100);
            run(r.world, 1);
        }
        CHECK_NEAR(place_of(&r), sign, r.turning ? 0.0087f : 1e-3f);
        CHECK_NEAR(pace_of(&r), 0, 1e-2);
        MicaJointState s = mica_joint_state(r.world, r.joint);
        CHECK_NEAR((r.turning ? s.torque : s.force.y) / r.mass, -sign * 100, 1);
        mica_world_destroy(r.world);
    }
}

// What holds the body in place gives way at its maximum.
TEST(every_joint_gives_way_at_its_own_maximum)
{
    const Kind holding[] = {
        {MICA_JOINT_PRISMATIC, true, false}, {MICA_JOINT_WELD, true, true},
        {MICA_JOINT_WELD, false, true},      {MICA_JOINT_DISTANCE, false, false},
        {MICA_JOINT_PULLEY, false, false},   {MICA_JOINT_TARGET, false, true},
        {MICA_JOINT_GEAR, true, true},       {MICA_JOINT_GEAR, false, true},
        {MICA_JOINT_MOTOR, true, true},      {MICA_JOINT_MOTOR, false, true},
        {MICA_JOINT_REVOLUTE, false, true},
    };
    for (int i = 0; i < 10; i++) {
        Rig r = make_rig(holding[i], false);
        CHECK_EQ_INT(
            mica_joint_set_number(r.world, r.joint,
                                  holding[i].turning ? MICA_JOINT_MAX_TORQUE : MICA_JOINT_MAX_FORCE,
                                  3 * r.mass),
            MICA_ERROR_OK);
        for (int step = 0; step < 30; step++) {
            push(&r, -5);
            run(r.world, 1);
        }
        CHECK_NEAR(pace_of(&r), -1, 0.01);
        mica_world_destroy(r.world);
    }
}

// Across its axis a prismatic or a wheel joint gives way at its own maximum.
TEST(joints_with_an_axis_give_way_across_it_at_their_maximum_force)
{
    for (int i = 0; i < 2; i++) {
        MicaWorld *world = make_space();
        MicaBody frame = add_body(world, MICA_BODY_STATIC, 0, 0);
        MicaBody box = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
        MicaJointDef def = {.type = i == 0 ? MICA_JOINT_PRISMATIC : MICA_JOINT_WHEEL};
        float mass = mica_body_mass(world, box).mass;
        def.bodyA = frame;
        def.bodyB = box;
        def.numbers[MICA_JOINT_AXIS_Y] = 1;
        def.numbers[MICA_JOINT_MAX_FORCE] = 3 * mass;
        MicaJoint joint = mica_joint_create(world, &def);
        for (int step = 0; step < 30; step++) {
            mica_body_apply_force(world, box, v2(5 * mass, 0));
            run(world, 1);
        }
        CHECK_NEAR(mica_body_velocity(world, box).x, 1, 0.01);
        CHECK_NEAR(mica_joint_state(world, joint).force.x / mass, -3, 0.03);
        mica_world_destroy(world);
    }
}

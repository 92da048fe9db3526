// Joints made of rows with absurd numbers: far anchors, feathers beside anvils, springs of a megahertz,
// motors that could move a mountain. Whatever happens, all that a game reads stays finite.
#include "build.h"
#include "world.h"

#include <math.h>

static float next(uint32_t *seed) { return test_random_float(seed, 0.0f, 1.0f); }

// Now and then 0, else of either sign, from 1e-6 to 1e6.
static float wild(uint32_t *r)
{
    float sign = next(r) < 0.5f ? -1.0f : 1.0f, size = powf(10.0f, 12.0f * next(r) - 6.0f);
    return next(r) < 0.1f ? 0.0f : sign * size;
}

static MicaVec2 near_or_far(uint32_t *r)
{
    bool far = next(r) < 0.3f;
    float x = far ? wild(r) : next(r) - 0.5f;
    return v2(x, far ? wild(r) : next(r) - 0.5f);
}

static void add_body_of(MicaWorld *world, uint32_t *r, MicaBody *out, bool fixed)
{
    float scatter = next(r) < 0.5f ? 1.0f : 100.0f;
    MicaBodyType type = fixed ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC;
    *out = add_body(world, type, scatter * next(r), scatter * next(r));
    MicaColliderDef def = mica_collider_def();
    def.density = powf(10.0f, 6.0f * next(r) - 3.0f);
    MicaShape shape = circle_shape(powf(10.0f, 3.0f * next(r) - 2.0f));
    mica_collider_create(world, *out, &def, &shape);
}

static void set_groups(uint32_t *r, MicaJointDef *def)
{
    float *n = def->numbers;
    def->enableLimit = next(r) < 0.5f;
    def->enableMotor = next(r) < 0.3f;
    def->enableSpring = next(r) < 0.4f;
    n[MICA_JOINT_UPPER] = 3.0f * next(r);
    n[MICA_JOINT_MOTOR_SPEED] = fmaxf(-4e4f, fminf(4e4f, wild(r)));
    n[MICA_JOINT_MAX_MOTOR] = fabsf(wild(r));
    n[MICA_JOINT_SPRING_HERTZ] = fabsf(wild(r));
    n[MICA_JOINT_SPRING_DAMPING_RATIO] = fabsf(wild(r));
    n[MICA_JOINT_SPRING_TARGET] = 3.0f * next(r);
    n[MICA_JOINT_MIN_SPRING] = next(r) < 0.5f ? 0.0f : -fabsf(wild(r));
    n[MICA_JOINT_MAX_SPRING] = next(r) < 0.5f ? 0.0f : fabsf(wild(r));
}

static MicaJoint add_joint(MicaWorld *world, uint32_t *r, MicaJointType type, MicaBody a,
                           MicaBody b)
{
    MicaJointDef def = {.type = type, .bodyA = a, .bodyB = b};
    def.localAnchorA = near_or_far(r);
    def.localAnchorB = near_or_far(r);
    def.collideConnected = next(r) < 0.5f;
    if (type == MICA_JOINT_WHEEL || type == MICA_JOINT_PRISMATIC) {
        float angle = 6.0f * next(r);
        def.numbers[MICA_JOINT_AXIS_X] = cosf(angle);
        def.numbers[MICA_JOINT_AXIS_Y] = sinf(angle);
    }
    if (type != MICA_JOINT_WELD) {
        set_groups(r, &def);
    }
    if (type == MICA_JOINT_DISTANCE) {
        def.numbers[MICA_JOINT_LENGTH] = fabsf(wild(r));
    }
    if (next(r) < 0.4f) {
        def.numbers[MICA_JOINT_HERTZ] = fabsf(wild(r));
        def.numbers[MICA_JOINT_DAMPING_RATIO] = fabsf(wild(r));
    }
    def.numbers[MICA_JOINT_MAX_FORCE] = next(r) < 0.7f ? 0.0f : fabsf(wild(r));
    return mica_joint_create(world, &def);
}

static bool is_finite(MicaWorld *world, const MicaBody *bodies, const MicaJoint *joints)
{
    float sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        MicaVec2 x = position_of(world, bodies[i]), v = mica_body_velocity(world, bodies[i]);
        sum += x.x + x.y + v.x + v.y + mica_body_angular_velocity(world, bodies[i]);
        MicaJointState s = mica_joint_state(world, joints[i]);
        sum += s.angle + s.angularSpeed + s.translation + s.speed;
        CHECK(isfinite(s.force.x) && isfinite(s.force.y) && isfinite(s.torque));
    }
    return isfinite(sum);
}

TEST(absurd_joints_stay_finite)
{
    const MicaJointType types[] = {MICA_JOINT_DISTANCE, MICA_JOINT_WELD, MICA_JOINT_WHEEL,
                                   MICA_JOINT_PRISMATIC};
    for (uint32_t seed = 0; seed < (uint32_t)test_part(4000, 10); seed++) {
        uint32_t r = seed * 7919u + 1u;
        MicaWorld *world = make_awake_world();
        MicaBody bodies[3];
        MicaJoint joints[3];
        for (int i = 0; i < 3; i++) {
            add_body_of(world, &r, &bodies[i], i == 0);
        }
        for (int i = 0; i < 3; i++) {
            MicaJointType type = types[(int)(3.999f * next(&r))];
            joints[i] = add_joint(world, &r, type, bodies[i], bodies[(i + 1) % 3]);
            REQUIRE(joints[i].id != 0);
        }
        for (int step = 0; step < 20; step++) {
            REQUIRE(mica_world_step(world, 1.0f / 60.0f, 4) == MICA_ERROR_OK);
            REQUIRE(is_finite(world, bodies, joints));
        }
        mica_world_destroy(world);
    }
}

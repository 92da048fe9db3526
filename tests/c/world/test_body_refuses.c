// Bodies, bad arguments: every argument of every function, one at a time, returns its error and
// leaves the world unchanged.
#include "build.h"

#define REFUSES_DEF(field, value, error)                                                           \
    do {                                                                                           \
        MicaBodyDef bad = mica_body_def();                                                         \
        bad.type = MICA_BODY_DYNAMIC;                                                              \
        bad.field = (value);                                                                       \
        CHECK_REFUSED(world, CHECK_EQ_INT(mica_body_create(world, &bad).id, 0),                    \
                      MICA_ERROR_##error);                                                         \
        CHECK_EQ_INT(mica_world_counters(world).bodies, 2);                                        \
    } while (0)

typedef struct Fixture {
    MicaWorld *world;
    MicaBody body, fixed;
} Fixture;

static Fixture make_fixture(void)
{
    Fixture f = {.world = make_world()};
    f.body = add_dynamic(f.world, 0, 5, circle_shape(0.5f));
    f.fixed = add_body(f.world, MICA_BODY_STATIC, 0, 0);
    add_box(f.world, f.fixed, 5, 1);
    run(f.world, 3);
    return f;
}

TEST(bad_definitions_are_refused)
{
    MicaWorld *world = make_fixture().world;
    CHECK_REFUSED(world, mica_body_create(world, NULL), MICA_ERROR_NULL_ARGUMENT);
    REFUSES_DEF(type, (MicaBodyType)3, BAD_BODY_TYPE);
    REFUSES_DEF(type, (MicaBodyType)-1, BAD_BODY_TYPE);
    REFUSES_DEF(position.x, NAN, NOT_FINITE);
    REFUSES_DEF(position.y, INFINITY, NOT_FINITE);
    REFUSES_DEF(position.x, 2e7f, OUT_OF_RANGE);
    REFUSES_DEF(angle, NAN, NOT_FINITE);
    REFUSES_DEF(angle, 2e8f, OUT_OF_RANGE);
    REFUSES_DEF(linearVelocity.x, -INFINITY, NOT_FINITE);
    REFUSES_DEF(linearVelocity.y, 50000.0f, OUT_OF_RANGE);
    REFUSES_DEF(angularVelocity, NAN, NOT_FINITE);
    REFUSES_DEF(angularVelocity, -50000.0f, OUT_OF_RANGE);
    REFUSES_DEF(linearDamping, -0.1f, OUT_OF_RANGE);
    REFUSES_DEF(linearDamping, NAN, NOT_FINITE);
    REFUSES_DEF(angularDamping, -0.1f, OUT_OF_RANGE);
    REFUSES_DEF(angularDamping, INFINITY, NOT_FINITE);
    REFUSES_DEF(gravityScale, NAN, NOT_FINITE);
    REFUSES_DEF(gravityScale, 1e9f, OUT_OF_RANGE);
    REFUSES_DEF(locks, 1u, OUT_OF_RANGE);
    REFUSES_DEF(locks, MICA_FLAG_AWAKE, OUT_OF_RANGE);
    mica_world_destroy(world);
}

// Calls f with every kind of bad vector.
#define REFUSES_VECTOR(call, far)                                                                  \
    do {                                                                                           \
        const MicaVec2 bad[] = {{NAN, 0}, {0, NAN}, {INFINITY, 0}, {0, -INFINITY}};                \
        for (int i = 0; i < 4; i++) {                                                              \
            MicaVec2 v = bad[i];                                                                   \
            CHECK_ERROR(f.world, call, MICA_ERROR_NOT_FINITE);                                     \
        }                                                                                          \
        MicaVec2 v = {0, far};                                                                     \
        CHECK_ERROR(f.world, call, MICA_ERROR_OUT_OF_RANGE);                                       \
    } while (0)

#define REFUSES_NUMBER(call, far)                                                                  \
    do {                                                                                           \
        float x = NAN;                                                                             \
        CHECK_ERROR(f.world, call, MICA_ERROR_NOT_FINITE);                                         \
        x = -INFINITY;                                                                             \
        CHECK_ERROR(f.world, call, MICA_ERROR_NOT_FINITE);                                         \
        x = (far);                                                                                 \
        CHECK_ERROR(f.world, call, MICA_ERROR_OUT_OF_RANGE);                                       \
    } while (0)

TEST(motion_refuses_bad_arguments)
{
    Fixture f = make_fixture();
    REFUSES_VECTOR(mica_body_set_transform(f.world, f.body, v, 0), 2e7f);
    REFUSES_NUMBER(mica_body_set_transform(f.world, f.body, v2(0, 0), x), 2e8f);
    REFUSES_VECTOR(mica_body_set_position(f.world, f.body, v), 2e7f);
    REFUSES_VECTOR(mica_body_set_velocity(f.world, f.body, v), 50000.0f);
    REFUSES_NUMBER(mica_body_set_angular_velocity(f.world, f.body, x), 50000.0f);
    REFUSES_VECTOR(mica_body_apply_force(f.world, f.body, v), 2e15f);
    REFUSES_VECTOR(mica_body_apply_force_at(f.world, f.body, v, v2(0, 0)), 2e15f);
    REFUSES_VECTOR(mica_body_apply_force_at(f.world, f.body, v2(1, 0), v), 2e7f);
    REFUSES_NUMBER(mica_body_apply_torque(f.world, f.body, x), 2e15f);
    REFUSES_VECTOR(mica_body_apply_impulse(f.world, f.body, v), 2e15f);
    REFUSES_VECTOR(mica_body_apply_impulse_at(f.world, f.body, v, v2(0, 0)), 2e15f);
    REFUSES_VECTOR(mica_body_apply_impulse_at(f.world, f.body, v2(1, 0), v), 2e7f);
    REFUSES_NUMBER(mica_body_apply_angular_impulse(f.world, f.body, x), 2e15f);
    // An impulse that would exceed MAX_SPEED.
    CHECK_ERROR(f.world, mica_body_apply_impulse(f.world, f.body, v2(1e6f, 0)),
                MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(f.world);
}

TEST(settings_refuse_bad_arguments)
{
    Fixture f = make_fixture();
    CHECK_ERROR(f.world, mica_body_set_type(f.world, f.body, (MicaBodyType)3),
                MICA_ERROR_BAD_BODY_TYPE);
    CHECK_ERROR(f.world, mica_body_set_type(f.world, f.body, (MicaBodyType)-1),
                MICA_ERROR_BAD_BODY_TYPE);
    CHECK_ERROR(f.world, mica_body_set_locks(f.world, f.body, 1), MICA_ERROR_OUT_OF_RANGE);
    REFUSES_NUMBER(mica_body_set_damping(f.world, f.body, x, 0), -1.0f);
    REFUSES_NUMBER(mica_body_set_damping(f.world, f.body, 0, x), -1.0f);
    REFUSES_NUMBER(mica_body_set_gravity_scale(f.world, f.body, x), 1e9f);
    REFUSES_NUMBER(mica_body_set_mass(f.world, f.body, (MicaMassData){x, {0, 0}, 1}), -1.0f);
    REFUSES_NUMBER(mica_body_set_mass(f.world, f.body, (MicaMassData){x, {0, 0}, 1}), 0.0f);
    REFUSES_NUMBER(mica_body_set_mass(f.world, f.body, (MicaMassData){1, {0, 0}, x}), -1.0f);
    REFUSES_VECTOR(mica_body_set_mass(f.world, f.body, ((MicaMassData){1, v, 1})), 2e7f);
    mica_world_destroy(f.world);
}

TEST(what_cannot_move_takes_no_velocity_but_zero)
{
    Fixture f = make_fixture();
    CHECK_ERROR(f.world, mica_body_set_velocity(f.world, f.fixed, v2(0, 1)), MICA_ERROR_IMMOVABLE);
    CHECK_ERROR(f.world, mica_body_set_angular_velocity(f.world, f.fixed, 1), MICA_ERROR_IMMOVABLE);
    CHECK_EQ_INT(mica_body_set_velocity(f.world, f.fixed, v2(0, 0)), MICA_ERROR_OK);
    CHECK_EQ_INT(mica_body_set_angular_velocity(f.world, f.fixed, 0), MICA_ERROR_OK);
    mica_body_set_locks(f.world, f.body, MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_ROTATION);
    CHECK_ERROR(f.world, mica_body_set_velocity(f.world, f.body, v2(1, 2)), MICA_ERROR_IMMOVABLE);
    CHECK_ERROR(f.world, mica_body_set_angular_velocity(f.world, f.body, 1), MICA_ERROR_IMMOVABLE);
    CHECK_EQ_INT(mica_body_set_velocity(f.world, f.body, v2(0, 2)), MICA_ERROR_OK);
    MicaBodyDef def = mica_body_def();
    def.linearVelocity = v2(1, 0);
    CHECK_EQ_INT((int)mica_body_create(f.world, &def).id, 0);
    CHECK_EQ_INT(mica_last_error(f.world), MICA_ERROR_IMMOVABLE);
    mica_world_destroy(f.world);
}

TEST(every_call_refuses_a_stale_handle)
{
    Fixture f = make_fixture();
    MicaBody dead = add_body(f.world, MICA_BODY_DYNAMIC, 0, 0);
    mica_body_destroy(f.world, dead);
    const MicaMassData mass = {1, {0, 0}, 1};
    const MicaError stale = MICA_ERROR_STALE_BODY;
    MicaCollider out[2];
    const MicaContactPoint *points;
    CHECK_ERROR(f.world, mica_body_destroy(f.world, dead), stale);
    CHECK_ERROR(f.world, mica_body_set_transform(f.world, dead, v2(0, 0), 0), stale);
    CHECK_ERROR(f.world, mica_body_set_position(f.world, dead, v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_set_velocity(f.world, dead, v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_set_angular_velocity(f.world, dead, 0), stale);
    CHECK_ERROR(f.world, mica_body_apply_force(f.world, dead, v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_apply_force_at(f.world, dead, v2(0, 0), v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_apply_torque(f.world, dead, 0), stale);
    CHECK_ERROR(f.world, mica_body_apply_impulse(f.world, dead, v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_apply_impulse_at(f.world, dead, v2(0, 0), v2(0, 0)), stale);
    CHECK_ERROR(f.world, mica_body_apply_angular_impulse(f.world, dead, 0), stale);
    CHECK_ERROR(f.world, mica_body_set_type(f.world, dead, MICA_BODY_STATIC), stale);
    CHECK_ERROR(f.world, mica_body_set_locks(f.world, dead, 0), stale);
    CHECK_ERROR(f.world, mica_body_set_damping(f.world, dead, 0, 0), stale);
    CHECK_ERROR(f.world, mica_body_set_gravity_scale(f.world, dead, 1), stale);
    CHECK_ERROR(f.world, mica_body_set_awake(f.world, dead, true), stale);
    CHECK_ERROR(f.world, mica_body_set_can_sleep(f.world, dead, true), stale);
    CHECK_ERROR(f.world, mica_body_set_enabled(f.world, dead, true), stale);
    CHECK_ERROR(f.world, mica_body_set_bullet(f.world, dead, true), stale);
    CHECK_ERROR(f.world, mica_body_set_user_data(f.world, dead, 1), stale);
    CHECK_ERROR(f.world, mica_body_set_mass(f.world, dead, mass), stale);
    CHECK_ERROR(f.world, mica_body_reset_mass(f.world, dead), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_transform(f.world, dead).p.x == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_velocity(f.world, dead).x == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_linear_damping(f.world, dead) == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_angular_damping(f.world, dead) == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_gravity_scale(f.world, dead) == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_angular_velocity(f.world, dead) == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_body_flags(f.world, dead), 0), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_center(f.world, dead).x == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK(mica_body_mass(f.world, dead).mass == 0.0f), stale);
    CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_body_user_data(f.world, dead), 0), stale);
    CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_body_colliders(f.world, dead, out, 2), 0), stale);
    CHECK_REFUSED(f.world, CHECK_EQ_INT(mica_body_contact_points(f.world, dead, &points), 0),
                  stale);
    mica_world_destroy(f.world);
}

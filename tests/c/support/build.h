// Small builders for the C tests: worlds, bodies and colliders in one call each, and stepping with
// the validator. Header only; everything uses nothing but the public API.
#pragma once

#include "mica.h"
#include "test.h"

#define FRAME (1.0f / 60.0f)

static inline MicaVec2 v2(float x, float y) { return (MicaVec2){x, y}; }

static inline MicaTransform at(float x, float y, float angle)
{
    return (MicaTransform){{x, y}, mica_rot(angle)};
}

// A filter of a query by layers and flags alone.
#define SEEN(bits, flagBits) (&(MicaFilter){.layers = (bits), .flags = (flagBits)})

// The default world: gravity (0, -10), sleeping allowed.
static inline MicaWorld *make_world(void)
{
    MicaWorldDef def = mica_world_def();
    return mica_world_create(&def);
}

// The same where nothing falls asleep.
static inline MicaWorld *make_awake_world(void)
{
    MicaWorldDef def = mica_world_def();
    def.sleepEnabled = false;
    return mica_world_create(&def);
}

// No gravity, no sleep.
static inline MicaWorld *make_space(void)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = (MicaVec2){0.0f, 0.0f};
    def.sleepEnabled = false;
    return mica_world_create(&def);
}

static inline MicaBody add_body(MicaWorld *world, MicaBodyType type, float x, float y)
{
    MicaBodyDef def = mica_body_def();
    def.type = type;
    def.position = v2(x, y);
    return mica_body_create(world, &def);
}

static inline MicaShape box_shape(float halfWidth, float halfHeight)
{
    MicaShape shape = {0};
    mica_shape_box(v2(0.0f, 0.0f), halfWidth, halfHeight, 0.0f, 0.0f, &shape);
    return shape;
}

static inline MicaShape circle_shape(float radius)
{
    MicaShape shape = {0};
    mica_shape_circle(v2(0.0f, 0.0f), radius, &shape);
    return shape;
}

static inline MicaShape capsule_shape(float halfLength, float radius)
{
    MicaShape shape = {0};
    mica_shape_capsule(v2(-halfLength, 0.0f), v2(halfLength, 0.0f), radius, &shape);
    return shape;
}

static inline MicaCollider add_shape(MicaWorld *world, MicaBody body, MicaShape shape)
{
    MicaColliderDef def = mica_collider_def();
    return mica_collider_create(world, body, &def, &shape);
}

static inline MicaCollider add_box(MicaWorld *world, MicaBody body, float halfWidth,
                                   float halfHeight)
{
    return add_shape(world, body, box_shape(halfWidth, halfHeight));
}

static inline MicaCollider add_circle(MicaWorld *world, MicaBody body, float radius)
{
    return add_shape(world, body, circle_shape(radius));
}

// A static box whose top is at y = 0.
static inline MicaBody add_ground(MicaWorld *world)
{
    MicaBody ground = add_body(world, MICA_BODY_STATIC, 0.0f, -1.0f);
    add_box(world, ground, 100.0f, 1.0f);
    return ground;
}

// A dynamic body with one collider.
static inline MicaBody add_dynamic(MicaWorld *world, float x, float y, MicaShape shape)
{
    MicaBody body = add_body(world, MICA_BODY_DYNAMIC, x, y);
    add_shape(world, body, shape);
    return body;
}

// A point of the world in a body's space.
static inline MicaVec2 local_point(MicaWorld *world, MicaBody body, MicaVec2 point)
{
    MicaTransform t = mica_body_transform(world, body);
    float x = point.x - t.p.x, y = point.y - t.p.y;
    return v2(t.q.c * x + t.q.s * y, t.q.c * y - t.q.s * x);
}

static inline MicaJointDef revolute_def(void)
{
    return (MicaJointDef){.type = MICA_JOINT_REVOLUTE};
}

// Two bodies pinned as they stand, at a point of the world; their present angle counts as zero.
static inline MicaJointDef pin_def(MicaWorld *world, MicaBody a, MicaBody b, float x, float y)
{
    MicaJointDef def = revolute_def();
    def.bodyA = a;
    def.bodyB = b;
    def.localAnchorA = local_point(world, a, v2(x, y));
    def.localAnchorB = local_point(world, b, v2(x, y));
    def.numbers[MICA_JOINT_REFERENCE_ANGLE] = mica_rot_angle(mica_body_transform(world, b).q) -
                                              mica_rot_angle(mica_body_transform(world, a).q);
    return def;
}

static inline MicaJoint add_pin(MicaWorld *world, MicaBody a, MicaBody b, float x, float y)
{
    MicaJointDef def = pin_def(world, a, b, x, y);
    return mica_joint_create(world, &def);
}

static inline MicaVec2 position_of(MicaWorld *world, MicaBody body)
{
    return mica_body_transform(world, body).p;
}

static inline bool is_awake(MicaWorld *world, MicaBody body)
{
    return (mica_body_flags(world, body) & MICA_FLAG_AWAKE) != 0;
}

// Steps, failing the test where the step fails or leaves the world invalid.
static inline void run_with(MicaWorld *world, int steps, float dt, int substeps)
{
    for (int i = 0; i < steps; i++) {
        CHECK_EQ_INT(mica_world_step(world, dt, substeps), MICA_ERROR_OK);
        const char *wrong = mica_world_validate(world);
        if (wrong) {
            CHECK_EQ_STR(wrong, NULL);
            return;
        }
    }
}

static inline void run(MicaWorld *world, int steps) { run_with(world, steps, FRAME, 4); }

// The call fails with this error and changes nothing that can be seen.
#define CHECK_REFUSED(world, call, error)                                                          \
    do {                                                                                           \
        uint64_t hashBefore = mica_world_hash(world), bytesBefore = mica_world_bytes(world);       \
        MicaCounters countsBefore = mica_world_counters(world);                                    \
        mica_clear_error(world);                                                                   \
        (void)(call);                                                                              \
        CHECK_EQ_STR(mica_error_text(mica_last_error(world)), mica_error_text(error));             \
        CHECK_EQ_HEX(mica_world_hash(world), hashBefore);                                          \
        CHECK_EQ_INT(mica_world_bytes(world), bytesBefore);                                        \
        CHECK_EQ_INT(mica_world_counters(world).colliders, countsBefore.colliders);                \
        CHECK_EQ_INT(mica_world_counters(world).joints, countsBefore.joints);                      \
        CHECK_EQ_STR(mica_world_validate(world), NULL);                                            \
    } while (0)

// As CHECK_REFUSED, for calls that also return the error.
#define CHECK_ERROR(world, call, error) CHECK_REFUSED(world, CHECK_EQ_INT((call), (error)), error)

// Fuzz target for libFuzzer: reads bytes as calls of the C API, with good and bad handles and numbers,
// and checks after every step that the world is valid and finite. Any failed assertion, sanitizer
// report or broken invariant is a find.
//
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -DMICA_ASSERT -ffp-contract=off \
//       -Isrc src/*.c tests/fuzz/fuzz_api.c -o build/fuzz_api
//   build/fuzz_api -max_len=2000 -max_total_time=180
#include "mica.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

static uint32_t read_byte(Input *in)
{
    if (in->size == 0) {
        return 0;
    }
    in->size--;
    return *in->data++;
}

static uint32_t read_word(Input *in)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++) {
        word = word << 8 | read_byte(in);
    }
    return word;
}

// Mostly small sensible numbers, at times extreme ones, at times any bits at all.
static float read_float(Input *in)
{
    static const float odd[16] = {0.0f, -0.0f, NAN,   INFINITY, -INFINITY, 1e-45f, 1e-20f, 1e-4f,
                                  1e6f, -1e7f, 3e38f, -3e38f,   1e15f,     4e4f,   0.5f,   1.0f};
    uint32_t b = read_byte(in);
    if (b < 240) {
        return ((float)b - 120.0f) * 0.0625f + (float)read_byte(in) * (0.0625f / 256.0f);
    }
    if (b < 252) {
        return odd[read_byte(in) % 16];
    }
    uint32_t bits = read_word(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static MicaVec2 read_vec(Input *in)
{
    float x = read_float(in);
    float y = read_float(in);
    return (MicaVec2){x, y};
}

static MicaBody read_body(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 250) {
        return (MicaBody){read_word(in)};
    }
    int32_t slots = mica_world_views(world).slots;
    return mica_body_at(world, slots > 0 ? (int32_t)b % slots : 0);
}

static MicaCollider read_collider(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    return b >= 250 ? (MicaCollider){read_word(in)} : mica_collider_at(world, (int32_t)b);
}

static MicaShape read_shape(Input *in)
{
    MicaShape shape = {0};
    uint32_t kind = read_byte(in) % 16;
    MicaVec2 a = read_vec(in);
    switch (kind % 5) {
    case 0:
        mica_shape_circle(a, fabsf(read_float(in)) * 0.2f, &shape);
        break;
    case 1: {
        MicaVec2 b = read_vec(in);
        mica_shape_capsule(a, b, fabsf(read_float(in)) * 0.2f, &shape);
        break;
    }
    case 2:
    case 3: {
        float w = fabsf(read_float(in)) * 0.3f;
        float h = fabsf(read_float(in)) * 0.3f;
        float angle = read_float(in);
        mica_shape_box(a, w, h, angle, kind == 2 ? 0.1f : 0.0f, &shape);
        break;
    }
    default: {
        MicaVec2 points[9];
        int32_t count = (int32_t)(read_byte(in) % 10);
        for (int32_t i = 0; i < count && i < 9; i++) {
            points[i] = read_vec(in);
        }
        mica_shape_polygon(points, count, kind == 4 ? 0.05f : 0.0f, &shape);
        break;
    }
    }
    if (kind == 15) {  // a shape that was tampered with
        uint32_t at = read_byte(in) % sizeof shape;
        ((uint8_t *)&shape)[at] = (uint8_t)read_byte(in);
    }
    return shape;
}

static void fail(const char *what)
{
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static void check(MicaWorld *world)
{
    const char *wrong = mica_world_validate(world);
    if (wrong != NULL) {
        fail(wrong);
    }
}

// A velocity written through a view may be anything until the next step has looked at it.
static void forget_bad_views(MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < 4 * v.slots; i++) {
        if (!(fabsf(v.velocities[i]) <= 1e9f)) {
            v.velocities[i] = 0.0f;
        }
    }
}

static void step(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    float dt = b < 240 ? 1.0f / 60.0f : read_float(in);
    int32_t count = b < 240 ? 1 + (int32_t)(b % 4) : 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t substeps = b % 16 == 15 ? (int32_t)read_byte(in) - 100 : 1 + (int32_t)(b % 5);
        MicaError error = b % 3 == 0 ? mica_world_step_impacts(world, dt, 50 * substeps)
                                     : mica_world_step(world, dt, substeps);
        if (error == MICA_ERROR_VIEW_NOT_FINITE) {
            int32_t slot = mica_last_error_slot(world);
            if (mica_body_at(world, slot).id == 0) {
                fail("a view error names no body");
            }
            memset(mica_world_views(world).velocities + 4 * slot, 0, 16);
            memset(mica_world_views(world).forces + 4 * slot, 0, 16);
        }
        if (error != MICA_ERROR_OK) {
            forget_bad_views(world);
        }
        check(world);
        MicaEvents e = mica_world_events(world);
        for (int32_t k = 0; k < e.beginCount && error == MICA_ERROR_OK; k++) {
            if (!mica_collider_is_valid(world, e.begin[k].colliderA) ||
                !isfinite(e.begin[k].approachSpeed)) {
                fail("a begin event is wrong");
            }
        }
        const MicaContactPoint *points;
        int32_t n = mica_world_contact_points(world, &points);
        for (int32_t k = 0; k < n; k++) {
            if (!isfinite(points[k].point.x) || !isfinite(points[k].separation)) {
                fail("a contact point is not finite");
            }
        }
    }
}

static void create_body(Input *in, MicaWorld *world)
{
    MicaBodyDef def = mica_body_def();
    uint32_t b = read_byte(in);
    def.type = (MicaBodyType)(b % 4);
    def.type = b % 8 == 3                    ? (MicaBodyType)3
               : def.type == (MicaBodyType)3 ? MICA_BODY_DYNAMIC
                                             : def.type;
    def.position = read_vec(in);
    def.angle = b & 16 ? read_float(in) : 0.0f;
    def.linearVelocity = b & 32 ? read_vec(in) : (MicaVec2){0.0f, 0.0f};
    def.angularVelocity = b & 32 ? read_float(in) : 0.0f;
    if (b & 64) {
        uint32_t more = read_byte(in);
        def.locks = (more & 7u) << 5;
        def.awake = (more & 8) == 0;
        def.enabled = (more & 16) == 0;
        def.bullet = (more & 32) != 0;
        def.linearDamping = read_float(in);
        def.gravityScale = read_float(in);
    }
    MicaBody body = mica_body_create(world, &def);
    MicaColliderDef material = mica_collider_def();
    MicaShape shape = read_shape(in);
    mica_collider_create(world, body, &material, &shape);
}

static void create_collider(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    MicaColliderDef def = mica_collider_def();
    uint32_t b = read_byte(in);
    def.layer = (int32_t)(b % 8);
    def.isTrigger = b % 16 > 12;
    if (b & 128) {
        def.layer = (int32_t)read_byte(in) - 10;
        def.group = (int32_t)(read_byte(in) % 5) - 2;
        def.density = read_float(in);
        def.friction = read_float(in);
        def.restitution = read_float(in);
        def.rollingResistance = read_float(in);
        def.tangentSpeed = read_float(in);
    }
    MicaShape shape = read_shape(in);
    mica_collider_create(world, body, &def, &shape);
}

static MicaJoint read_joint(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    return b >= 250 ? (MicaJoint){read_word(in)} : mica_joint_at(world, (int32_t)(b % 16));
}

static void create_joint(Input *in, MicaWorld *world)
{
    MicaRevoluteDef def = mica_revolute_def();
    uint32_t b = read_byte(in);
    def.bodyA = read_body(in, world);
    def.bodyB = read_body(in, world);
    def.localAnchorA = read_vec(in);
    def.localAnchorB = read_vec(in);
    def.enableLimit = b & 1;
    def.enableMotor = b & 2;
    def.enableSpring = b & 4;
    def.collideConnected = b & 8;
    if (b & 16) {
        def.referenceAngle = read_float(in);
        def.lowerAngle = read_float(in);
        def.upperAngle = read_float(in);
        def.motorSpeed = read_float(in);
        def.maxMotorTorque = read_float(in);
        def.springHertz = read_float(in);
        def.springDampingRatio = read_float(in);
        def.targetAngle = read_float(in);
        def.breakForce = read_float(in);
        def.breakTorque = read_float(in);
    }
    mica_revolute_create(world, &def);
}

static void change_joint(Input *in, MicaWorld *world)
{
    MicaJoint joint = read_joint(in, world);
    uint32_t what = read_byte(in) % 6;
    bool on = read_byte(in) % 2;
    float x = read_float(in);
    MicaVec2 v = read_vec(in);
    switch (what) {
    case 0:
        mica_joint_set_limit(world, joint, on, v.x, v.y);
        break;
    case 1:
        mica_joint_set_motor(world, joint, on, v.x, v.y);
        break;
    case 2:
        mica_joint_set_spring(world, joint, on, v.x, v.y, x);
        break;
    case 3:
        mica_joint_set_break(world, joint, v.x, v.y);
        break;
    case 4:
        mica_joint_set_collide_connected(world, joint, on);
        break;
    default:
        mica_joint_destroy(world, joint);
        break;
    }
    if (!isfinite(mica_joint_state(world, joint).angle) ||
        !isfinite(mica_joint_state(world, joint).torque) ||
        !isfinite(mica_joint_state(world, joint).force.x)) {
        fail("a joint's reading is not finite");
    }
}

static void change_body(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    uint32_t what = read_byte(in) % 19;
    MicaVec2 v = read_vec(in);
    float x = read_float(in);
    switch (what) {
    case 0:
        mica_body_set_transform(world, body, v, x);
        break;
    case 1:
        mica_body_set_velocity(world, body, v);
        break;
    case 2:
        mica_body_set_angular_velocity(world, body, x);
        break;
    case 3:
        mica_body_apply_force(world, body, v);
        break;
    case 4:
        mica_body_apply_force_at(world, body, v, read_vec(in));
        break;
    case 5:
        mica_body_apply_torque(world, body, x);
        break;
    case 6:
        mica_body_apply_impulse(world, body, v);
        break;
    case 7:
        mica_body_apply_impulse_at(world, body, v, read_vec(in));
        break;
    case 8:
        mica_body_apply_angular_impulse(world, body, x);
        break;
    case 9:
        mica_body_set_type(world, body, (MicaBodyType)(read_byte(in) % 4));
        break;
    case 10:
        mica_body_set_locks(world, body, read_byte(in) << 4);
        break;
    case 11:
        mica_body_set_damping(world, body, x, v.x);
        break;
    case 12:
        mica_body_set_gravity_scale(world, body, x);
        break;
    case 13:
        mica_body_set_awake(world, body, x > 0.0f);
        break;
    case 14:
        mica_body_set_can_sleep(world, body, x > 0.0f);
        break;
    case 15:
        mica_body_set_enabled(world, body, x > 0.0f);
        break;
    case 16:
        mica_body_set_mass(world, body, (MicaMassData){fabsf(x), v, fabsf(read_float(in))});
        break;
    case 17:
        mica_body_reset_mass(world, body);
        break;
    default:
        mica_body_destroy(world, body);
        break;
    }
}

// Any word of a field at random, the collider a trigger as a rule.
static void change_field(Input *in, MicaWorld *world, MicaCollider collider)
{
    uint32_t b = read_byte(in);
    MicaField field = mica_field((MicaFieldType)(b % 6));
    field.priority = (int32_t)(b >> 6);
    field.flow = read_vec(in);
    field.acceleration = read_vec(in);
    field.replace = (b & 32) != 0;
    float *numbers[] = {&field.drag,     &field.angularDrag, &field.turbulence,
                        &field.gustSize, &field.density,     &field.surface,
                        &field.strength, &field.distance,    &field.maxSpeed};
    *numbers[read_byte(in) % 9] = read_float(in);
    *numbers[read_byte(in) % 9] = read_float(in);
    field.falloff = (int32_t)(b % 3);
    mica_collider_set_trigger(world, collider, (b & 8) == 0);
    mica_collider_set_field(world, collider, b % 6 == 5 ? NULL : &field);
}

static void explode(Input *in, MicaWorld *world)
{
    MicaExplosion e = mica_explosion();
    e.position = read_vec(in);
    e.radius = read_float(in);
    e.falloff = read_float(in);
    e.impulse = read_float(in);
    e.shields = read_byte(in) % 4;
    mica_world_explode(world, &e);
}

static void change_collider(Input *in, MicaWorld *world)
{
    MicaCollider collider = read_collider(in, world);
    uint32_t what = read_byte(in) % 13;
    float x = read_float(in);
    MicaShape shape;
    switch (what) {
    case 0:
        mica_collider_set_layer(world, collider, (int32_t)read_byte(in) % 12 - 1);
        break;
    case 1:
        mica_collider_set_group(world, collider, (int32_t)read_byte(in) % 5 - 2);
        break;
    case 2:
        mica_collider_set_trigger(world, collider, x > 0.0f);
        break;
    case 3:
        mica_collider_set_friction(world, collider, x);
        break;
    case 4:
        mica_collider_set_restitution(world, collider, x);
        break;
    case 5:
        mica_collider_set_rolling_resistance(world, collider, x);
        break;
    case 6:
        mica_collider_set_tangent_speed(world, collider, x);
        break;
    case 7:
        mica_collider_set_density(world, collider, x);
        break;
    case 8:
        shape = read_shape(in);
        mica_collider_set_shape(world, collider, &shape);
        break;
    case 9:
        mica_collider_set_friction_combine(world, collider, (MicaCombine)(read_byte(in) % 7));
        break;
    case 10:
        change_field(in, world, collider);
        break;
    case 11:
        explode(in, world);
        break;
    default:
        mica_collider_destroy(world, collider);
        break;
    }
}

static void change_world(Input *in, MicaWorld *world)
{
    uint32_t what = read_byte(in) % 6;
    float x = read_float(in);
    switch (what) {
    case 0:
        mica_world_set_gravity(world, (MicaVec2){x, read_float(in)});
        break;
    case 1:
        mica_world_set_sleep_enabled(world, x > 0.0f);
        break;
    case 2:
        mica_world_set_restitution_threshold(world, x);
        break;
    case 3:
        mica_world_interpolate(world, x);
        break;
    case 4:
        mica_world_set_hit_speed(world, x);
        break;
    default: {
        int32_t from = (int32_t)read_byte(in) % 10 - 1;
        int32_t to = (int32_t)read_byte(in) % 10 - 1;
        mica_layer_set(world, from, to, (MicaResponse)(read_byte(in) % 4));
        break;
    }
    }
}

static void query(Input *in, MicaWorld *world)
{
    MicaCollider out[8];
    uint32_t what = read_byte(in) % 4;
    MicaVec2 a = read_vec(in), b = read_vec(in);
    MicaTransform place = {a, mica_rot(b.x)};
    MicaShape shape;
    switch (what) {
    case 0:
        mica_overlap_point(world, a, b.x, NULL, out, 8);
        break;
    case 1:
        mica_overlap_aabb(world, (MicaAABB){a, b}, NULL, out, 8);
        break;
    case 2:
        shape = read_shape(in);
        mica_overlap_shape(world, &shape, place, NULL, out, 8);
        break;
    default:
        mica_collider_contains(world, read_collider(in, world), a);
        break;
    }
}

static void write_view(Input *in, MicaWorld *world)
{
    MicaViews v = mica_world_views(world);
    uint32_t b = read_byte(in);
    if (v.slots > 0) {
        float *view = b & 128 ? v.velocities : v.forces;
        int32_t slot = (int32_t)(b & 127) % v.slots;
        // Statics do not move, whatever their record says.
        if ((v.flags[slot] & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC &&
            (v.flags[slot] & MICA_FLAG_ALIVE)) {
            view[4 * slot + (int32_t)(read_byte(in) % 3)] = read_float(in);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input in = {data, size};
    MicaWorldDef def = mica_world_def();
    uint32_t b = read_byte(&in);
    def.sleepTime = b & 1 ? 0.05f : 0.5f;
    def.maxBytes = b & 2 ? 12000 + 200 * (uint64_t)read_byte(&in) : 4 << 20;
    MicaWorld *world = mica_world_create(&def);
    if (world == NULL) {
        return 0;
    }
    while (in.size > 0) {
        switch (read_byte(&in) % 15) {
        case 0:
        case 1:
            create_body(&in, world);
            break;
        case 2:
            create_collider(&in, world);
            break;
        case 3:
        case 4:
            change_body(&in, world);
            break;
        case 5:
            change_collider(&in, world);
            break;
        case 6:
            change_world(&in, world);
            break;
        case 7:
            query(&in, world);
            break;
        case 8:
            write_view(&in, world);
            break;
        case 9:
        case 10:
            create_joint(&in, world);
            break;
        case 11:
            change_joint(&in, world);
            break;
        default:
            step(&in, world);
            break;
        }
        if (read_byte(&in) % 8 == 0) {
            forget_bad_views(world);
            check(world);
        }
    }
    mica_world_destroy(world);
    return 0;
}

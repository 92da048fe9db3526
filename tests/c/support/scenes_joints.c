// The golden scene of joints: a drawbridge that breaks, ragdolls with limits and springs on a
// slope, a chain under a heavy weight, wheels with motors, a mesh, a hub with more spokes than
// there are colours. Bodies and joints come and go as it runs. Called through scenes.c.
#include "scenes.h"

#include <stddef.h>

static MicaBody put(MicaWorld *world, MicaBodyType type, float x, float y)
{
    MicaBodyDef def = mica_body_def();
    def.type = type;
    def.position = (MicaVec2){x, y};
    return mica_body_create(world, &def);
}

static void shape_box(MicaWorld *world, MicaBody body, float halfWidth, float halfHeight)
{
    MicaColliderDef def = mica_collider_def();
    MicaShape shape;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, halfWidth, halfHeight, 0.0f, 0.0f, &shape);
    mica_collider_create(world, body, &def, &shape);
}

static void shape_capsule(MicaWorld *world, MicaBody body, float halfLength, float radius)
{
    MicaColliderDef def = mica_collider_def();
    MicaShape shape;
    mica_shape_capsule((MicaVec2){0.0f, -halfLength}, (MicaVec2){0.0f, halfLength}, radius, &shape);
    mica_collider_create(world, body, &def, &shape);
}

static void shape_circle(MicaWorld *world, MicaBody body, float radius)
{
    MicaColliderDef def = mica_collider_def();
    MicaShape shape;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, radius, &shape);
    mica_collider_create(world, body, &def, &shape);
}

// Bodies stand unturned when they are pinned.
static MicaJointDef pin(MicaWorld *world, MicaBody a, MicaBody b, float x, float y)
{
    MicaJointDef def = {.type = MICA_JOINT_REVOLUTE};
    MicaVec2 pA = mica_body_transform(world, a).p, pB = mica_body_transform(world, b).p;
    def.bodyA = a;
    def.bodyB = b;
    def.localAnchorA = (MicaVec2){x - pA.x, y - pA.y};
    def.localAnchorB = (MicaVec2){x - pB.x, y - pB.y};
    return def;
}

static void put_bridge(MicaWorld *world, MicaBody ground, float x, float y, int planks)
{
    MicaBody before = ground;
    for (int i = 0; i <= planks; i++) {
        MicaBody plank = ground;
        if (i < planks) {
            plank = put(world, MICA_BODY_DYNAMIC, x + (float)i + 0.5f, y);
            shape_box(world, plank, 0.5f, 0.1f);
        }
        MicaJointDef def = pin(world, before, plank, x + (float)i, y);
        def.numbers[MICA_JOINT_BREAK_FORCE] = 400.0f;
        mica_joint_create(world, &def);
        before = plank;
    }
}

// Torso, head, and arms and legs of two parts each, all of one group, so that they pass through
// each other.
static void put_ragdoll(MicaWorld *world, float x, float y, int group)
{
    static const float parts[10][4] = {{0, 0, 0.25f, 0.15f},         {0, 0.65f, 0.05f, 0.15f},
                                       {-0.2f, 0.1f, 0.2f, 0.07f},   {-0.2f, -0.4f, 0.2f, 0.06f},
                                       {0.2f, 0.1f, 0.2f, 0.07f},    {0.2f, -0.4f, 0.2f, 0.06f},
                                       {-0.1f, -0.7f, 0.25f, 0.09f}, {-0.1f, -1.3f, 0.25f, 0.07f},
                                       {0.1f, -0.7f, 0.25f, 0.09f},  {0.1f, -1.3f, 0.25f, 0.07f}};
    static const int parents[10] = {0, 0, 0, 2, 0, 4, 0, 6, 0, 8};
    MicaBody bodies[10];
    for (int i = 0; i < 10; i++) {
        const float *p = parts[i];
        bodies[i] = put(world, MICA_BODY_DYNAMIC, x + p[0], y + p[1]);
        shape_capsule(world, bodies[i], p[2], p[3]);
        MicaCollider collider;
        mica_body_colliders(world, bodies[i], &collider, 1);
        mica_collider_set_group(world, collider, -group);
        if (i == 0) {
            continue;
        }
        float joint = i == 1 ? y + 0.45f : y + p[1] + p[2];
        MicaJointDef def = pin(world, bodies[parents[i]], bodies[i], x + p[0], joint);
        def.enableLimit = true;
        def.numbers[MICA_JOINT_LOWER] = i % 2 ? -0.2f : -1.0f;
        def.numbers[MICA_JOINT_UPPER] = i % 2 ? 1.4f : 0.6f;
        def.enableSpring = true;
        def.numbers[MICA_JOINT_SPRING_HERTZ] = 2.0f;
        def.numbers[MICA_JOINT_SPRING_DAMPING_RATIO] = 0.5f;
        def.enableMotor = i > 5;
        def.numbers[MICA_JOINT_MAX_MOTOR] = 0.2f;
        mica_joint_create(world, &def);
    }
}

void build_joints(MicaWorld *world)
{
    MicaBody ground = put(world, MICA_BODY_STATIC, 0.0f, 0.0f);
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape;
    for (int i = 0; i < 40; i++) {  // hills
        mica_shape_box((MicaVec2){-60.0f + 3.0f * (float)i, -2.0f}, 2.0f, 1.0f,
                       i % 2 ? 0.2f : -0.25f, 0.0f, &shape);
        mica_collider_create(world, ground, &collider, &shape);
    }
    put_bridge(world, ground, -20.0f, 6.0f, 14);
    for (int i = 0; i < 12; i++) {
        put_ragdoll(world, -18.0f + 3.0f * (float)i, 9.0f + 2.5f * (float)(i % 3), i + 1);
    }
    MicaBody before = ground;
    for (int i = 0; i < 20; i++) {
        MicaBody link = put(world, MICA_BODY_DYNAMIC, 25.0f + 0.5f * (float)i, 20.0f);
        shape_box(world, link, 0.25f, 0.05f);
        MicaJointDef def = pin(world, before, link, 24.75f + 0.5f * (float)i, 20.0f);
        mica_joint_create(world, &def);
        before = link;
    }
    MicaBody weight = put(world, MICA_BODY_DYNAMIC, 34.75f, 20.0f);
    shape_circle(world, weight, 0.6f);
    MicaJointDef last = pin(world, before, weight, 34.75f, 20.0f);
    last.collideConnected = false;
    mica_joint_create(world, &last);
    MicaBody cart = put(world, MICA_BODY_DYNAMIC, 0.0f, 2.0f);
    shape_box(world, cart, 1.2f, 0.3f);
    for (int i = 0; i < 2; i++) {
        MicaBody wheel = put(world, MICA_BODY_DYNAMIC, i ? 0.9f : -0.9f, 1.6f);
        shape_circle(world, wheel, 0.4f);
        MicaJointDef def = pin(world, cart, wheel, i ? 0.9f : -0.9f, 1.6f);
        def.enableMotor = true;
        def.numbers[MICA_JOINT_MOTOR_SPEED] = -12.0f;
        def.numbers[MICA_JOINT_MAX_MOTOR] = 15.0f;
        mica_joint_create(world, &def);
    }
    enum { MESH = 9 };
    MicaBody mesh[MESH * MESH];
    for (int i = 0; i < MESH * MESH; i++) {
        float x = 40.0f + 0.6f * (float)(i % MESH), y = 14.0f - 0.6f * (float)(i / MESH);
        mesh[i] = put(world, i == 0 || i == MESH - 1 ? MICA_BODY_STATIC : MICA_BODY_DYNAMIC, x, y);
        shape_circle(world, mesh[i], 0.2f);
        if (i % MESH > 0) {
            MicaJointDef def = pin(world, mesh[i - 1], mesh[i], x - 0.3f, y);
            mica_joint_create(world, &def);
        }
        if (i >= MESH) {
            MicaJointDef def = pin(world, mesh[i - MESH], mesh[i], x, y + 0.3f);
            mica_joint_create(world, &def);
        }
    }
    MicaBody hub = put(world, MICA_BODY_DYNAMIC, -40.0f, 10.0f);
    shape_circle(world, hub, 2.0f);
    MicaJointDef axle = pin(world, ground, hub, -40.0f, 10.0f);
    axle.enableMotor = true;
    axle.numbers[MICA_JOINT_MOTOR_SPEED] = 1.5f;
    axle.numbers[MICA_JOINT_MAX_MOTOR] = 500.0f;
    mica_joint_create(world, &axle);
    for (int i = 0; i < 80; i++) {
        MicaRot q = mica_rot(0.0785398f * (float)i);
        float x = -40.0f + 2.4f * q.c, y = 10.0f + 2.4f * q.s;
        MicaBody spoke = put(world, MICA_BODY_DYNAMIC, x, y);
        shape_circle(world, spoke, 0.15f);
        MicaJointDef def = pin(world, hub, spoke, -40.0f + 2.0f * q.c, 10.0f + 2.0f * q.s);
        mica_joint_create(world, &def);
    }
}

// Joints and bodies go and come, settings change, the bridge is loaded until it breaks.
void act_joints(MicaWorld *world, int step)
{
    if (step % 40 == 20) {
        MicaBody ball = put(world, MICA_BODY_DYNAMIC, -13.0f + 0.3f * (float)(step % 7), 25.0f);
        shape_circle(world, ball, 0.4f + 0.1f * (float)(step / 40 % 4));
    }
    if (step % 50 == 49) {
        mica_joint_destroy(world, mica_joint_at(world, 15 + step));
        put_ragdoll(world, 5.0f, 18.0f, 100 + step);
    }
    if (step % 90 == 60) {
        mica_body_destroy(world, mica_body_at(world, 20 + step / 2));
    }
    if (step % 70 == 35) {
        MicaJoint joint = mica_joint_at(world, 20 + step / 10);
        if (mica_joint_is_valid(world, joint)) {
            mica_joint_set_motor(world, joint, true, 3.0f, 0.5f);
            mica_joint_set_collide_connected(world, joint, step % 140 == 35);
            mica_joint_set_limit(world, joint, step % 140 != 35, -0.5f, 0.5f);
        }
    }
}

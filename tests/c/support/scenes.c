// The golden scenes: pyramid, tower, ballPit, mixed (with bodies made and destroyed as it runs),
// layers, spinner, fields (water, gusts, area gravity, a speed zone and explosions) and, stepped by
// impacts, a table of bouncing things; joints is in scenes_joints.c, terrain in scenes_terrain.c, matter in
// scenes_matter.c. Called by golden.c and by
// tests that want a busy world. No library trigonometry and no platform's random numbers: every
// build makes the same world.
#include "scenes.h"

#include <stddef.h>
#include <stdint.h>

static uint32_t next_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static float random_between(uint32_t *state, float lower, float upper)
{
    return lower + (upper - lower) * ((float)(next_random(state) >> 8) * (1.0f / 16777216.0f));
}

// C leaves the order of arguments and initialisers open: draw one number a statement.
static MicaVec2 random_vector(uint32_t *state, float lower, float upper)
{
    float x = random_between(state, lower, upper);
    float y = random_between(state, lower, upper);
    return (MicaVec2){x, y};
}

// A generator of its own for every step.
static uint32_t step_seed(int step) { return (uint32_t)(step + 1) * 2654435761u | 1u; }

static MicaBody put_body(MicaWorld *world, MicaBodyType type, float x, float y, float angle)
{
    MicaBodyDef def = mica_body_def();
    def.type = type;
    def.position = (MicaVec2){x, y};
    def.angle = angle;
    return mica_body_create(world, &def);
}

static MicaCollider put_shape(MicaWorld *world, MicaBody body, const MicaShape *shape)
{
    MicaColliderDef def = mica_collider_def();
    return mica_collider_create(world, body, &def, shape);
}

static void put_box(MicaWorld *world, MicaBody body, float x, float y, float halfWidth,
                    float halfHeight)
{
    MicaShape shape;
    mica_shape_box((MicaVec2){x, y}, halfWidth, halfHeight, 0.0f, 0.0f, &shape);
    put_shape(world, body, &shape);
}

static MicaWorldDef plain_def(void) { return mica_world_def(); }

static MicaWorldDef awake_def(void)
{
    MicaWorldDef def = mica_world_def();
    def.sleepEnabled = false;
    return def;
}

static MicaWorldDef flat_def(void)
{
    MicaWorldDef def = mica_world_def();
    def.gravity = (MicaVec2){0.0f, 0.0f};
    return def;
}

// 1,830 unit boxes, 60 in the lowest row.
static void build_pyramid(MicaWorld *world)
{
    enum { BASE = 60 };
    put_box(world, put_body(world, MICA_BODY_STATIC, 0.0f, -1.0f, 0.0f), 0.0f, 0.0f, 100.0f, 1.0f);
    for (int row = 0; row < BASE; row++) {
        for (int i = row; i < BASE; i++) {
            float x = (float)(i - row) + 0.5f * (float)row - 0.5f * (float)(BASE - 1);
            MicaBody body = put_body(world, MICA_BODY_DYNAMIC, x, 0.5f + (float)row, 0.0f);
            put_box(world, body, 0.0f, 0.0f, 0.5f, 0.5f);
        }
    }
}

static void build_tower(MicaWorld *world)
{
    put_box(world, put_body(world, MICA_BODY_STATIC, 0.0f, -1.0f, 0.0f), 0.0f, 0.0f, 100.0f, 1.0f);
    for (int i = 0; i < 30; i++) {
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, 0.0f, 0.5f + (float)i, 0.0f);
        put_box(world, body, 0.0f, 0.0f, 0.5f, 0.5f);
    }
}

static void build_pit(MicaWorld *world, float halfWidth, float height)
{
    MicaBody pit = put_body(world, MICA_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    put_box(world, pit, 0.0f, -1.0f, halfWidth + 2.0f, 1.0f);
    put_box(world, pit, -halfWidth - 1.0f, 0.5f * height, 1.0f, 0.5f * height);
    put_box(world, pit, halfWidth + 1.0f, 0.5f * height, 1.0f, 0.5f * height);
}

static void build_ball_pit(MicaWorld *world)
{
    build_pit(world, 12.0f, 60.0f);
    uint32_t seed = 7;
    for (int i = 0; i < 1000; i++) {
        float x = -11.0f + 1.1f * (float)(i % 20) + random_between(&seed, 0.0f, 0.4f);
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, x, 1.0f + 1.1f * (float)(i / 20), 0.0f);
        MicaShape shape;
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, random_between(&seed, 0.3f, 0.5f), &shape);
        put_shape(world, body, &shape);
    }
}

// One of the four kinds of shape, some rounded, some off centre.
static void put_random_shape(MicaWorld *world, MicaBody body, uint32_t *seed)
{
    MicaShape shape = {0};
    float size = random_between(seed, 0.25f, 0.5f);
    MicaVec2 offset = random_vector(seed, -0.1f, 0.1f);
    float height = random_between(seed, 0.2f, 0.5f);
    bool rounded = next_random(seed) % 2 == 0;
    switch (next_random(seed) % 4) {
    case 0:
        mica_shape_circle(offset, size, &shape);
        break;
    case 1:
        mica_shape_box(offset, size, height, 0.3f, rounded ? 0.05f : 0.0f, &shape);
        break;
    case 2:
        mica_shape_capsule((MicaVec2){-size, 0.0f}, (MicaVec2){size, 0.1f}, 0.6f * size, &shape);
        break;
    default: {
        MicaVec2 points[8];
        int count = 3 + (int)(next_random(seed) % 6);
        for (int i = 0; i < count; i++) {
            MicaRot q = mica_rot(6.2831853f * (float)i / (float)count);
            points[i] = (MicaVec2){offset.x + size * q.c, offset.y + size * q.s};
        }
        mica_shape_polygon(points, count, rounded ? 0.04f : 0.0f, &shape);
        break;
    }
    }
    MicaColliderDef def = mica_collider_def();
    def.friction = random_between(seed, 0.1f, 0.9f);
    def.restitution = next_random(seed) % 4 == 0 ? 0.5f : 0.0f;
    def.rollingResistance = next_random(seed) % 4 == 0 ? 0.05f : 0.0f;
    mica_collider_create(world, body, &def, &shape);
}

static void build_mixed(MicaWorld *world)
{
    build_pit(world, 10.0f, 60.0f);
    uint32_t seed = 99;
    for (int i = 0; i < 600; i++) {
        float x = -9.0f + 1.2f * (float)(i % 16), y = 1.0f + 1.3f * (float)(i / 16);
        MicaBody body =
            put_body(world, MICA_BODY_DYNAMIC, x, y, random_between(&seed, -3.0f, 3.0f));
        put_random_shape(world, body, &seed);
    }
}

// Churn: every third step one body goes and another comes, now and then one is thrown or reshaped.
static void act_mixed(MicaWorld *world, int step)
{
    uint32_t seed = step_seed(step);
    int32_t slots = mica_world_views(world).slots;
    if (step % 3 == 0) {
        // Slot 0 is the pit.
        MicaBody victim =
            mica_body_at(world, 1 + (int32_t)(next_random(&seed) % (uint32_t)(slots - 1)));
        if (mica_body_is_valid(world, victim)) {
            mica_body_destroy(world, victim);
        }
        float x = random_between(&seed, -9.0f, 9.0f);
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, x, 50.0f, 0.1f * (float)(step % 60));
        put_random_shape(world, body, &seed);
        mica_body_set_velocity(world, body, (MicaVec2){random_between(&seed, -5.0f, 5.0f), -20.0f});
    }
    if (step % 20 == 7) {
        MicaBody body =
            mica_body_at(world, 1 + (int32_t)(next_random(&seed) % (uint32_t)(slots - 1)));
        if (mica_body_is_valid(world, body)) {
            mica_body_apply_impulse(world, body,
                                    (MicaVec2){random_between(&seed, -3.0f, 3.0f), 6.0f});
        }
    }
    if (step % 20 == 13) {
        MicaBody body =
            mica_body_at(world, 1 + (int32_t)(next_random(&seed) % (uint32_t)(slots - 1)));
        MicaCollider collider;
        if (mica_body_is_valid(world, body) &&
            mica_body_colliders(world, body, &collider, 1) == 1) {
            mica_collider_destroy(world, collider);
            put_random_shape(world, body, &seed);
        }
    }
}

enum { LAYER_PLAYER = 1, LAYER_GHOST = 2, LAYER_WALL = 3, LAYER_COIN = 4, LAYER_MOVERS = 90 };

// A maze of tiles; players meet walls, each other and ghosts, ghosts only players, coins are counted
// of.
static void build_layers(MicaWorld *world)
{
    mica_layer_set(world, LAYER_PLAYER, LAYER_WALL, MICA_SOLID);
    mica_layer_set(world, LAYER_PLAYER, LAYER_PLAYER, MICA_SOLID);
    mica_layer_set(world, LAYER_GHOST, LAYER_PLAYER, MICA_TRIGGER);
    mica_layer_set(world, LAYER_COIN, LAYER_PLAYER, MICA_TRIGGER);
    uint32_t seed = 3;
    MicaBody walls = put_body(world, MICA_BODY_STATIC, 0.0f, 0.0f, 0.0f);
    MicaColliderDef def = mica_collider_def();
    MicaShape shape;
    for (int i = 0; i < 41 * 41; i++) {
        int x = i % 41, y = i / 41;
        bool border = x == 0 || y == 0 || x == 40 || y == 40;
        if (border || (x % 4 == 0 && next_random(&seed) % 4) ||
            (y % 4 == 0 && next_random(&seed) % 3 == 0)) {
            def.layer = LAYER_WALL;
            mica_shape_box((MicaVec2){(float)(x - 20), (float)(y - 20)}, 0.5f, 0.5f, 0.0f, 0.0f,
                           &shape);
            mica_collider_create(world, walls, &def, &shape);
        }
    }
    for (int i = 0; i < LAYER_MOVERS; i++) {
        bool ghost = i % 3 == 1, coin = i % 3 == 2;
        float x = (float)(4 * (int)(next_random(&seed) % 9u) - 18);
        float y = (float)(4 * (int)(next_random(&seed) % 9u) - 18);
        MicaBody body = put_body(world, coin ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC, x, y, 0.0f);
        def.layer = ghost ? LAYER_GHOST : coin ? LAYER_COIN : LAYER_PLAYER;
        def.friction = 0.0f;
        def.sees = MICA_SEES_ALL;
        if (!ghost && !coin) {
            mica_body_set_locks(world, body, MICA_FLAG_LOCK_ROTATION);
            mica_shape_capsule((MicaVec2){0.0f, -0.3f}, (MicaVec2){0.0f, 0.3f}, 0.4f, &shape);
        } else {
            mica_shape_circle((MicaVec2){0.0f, 0.0f}, ghost ? 0.6f : 0.3f, &shape);
        }
        mica_collider_create(world, body, &def, &shape);
    }
}

static void act_layers(MicaWorld *world, int step)
{
    uint32_t seed = step_seed(step);
    for (int i = 0; i < LAYER_MOVERS; i++) {
        if ((i + step) % 40 == 0) {
            mica_body_set_velocity(world, mica_body_at(world, 1 + i),
                                   random_vector(&seed, -6.0f, 6.0f));
        }
    }
    // The rules change, in the midst of contacts.
    if (step % 100 == 50) {
        mica_layer_set(world, LAYER_GHOST, LAYER_PLAYER, MICA_SOLID);
        mica_layer_set(world, LAYER_PLAYER, LAYER_PLAYER, MICA_IGNORE);
    } else if (step % 100 == 99) {
        mica_layer_set(world, LAYER_GHOST, LAYER_PLAYER, MICA_TRIGGER);
        mica_layer_set(world, LAYER_PLAYER, LAYER_PLAYER, MICA_SOLID);
    }
    if (step % 60 == 30) {
        MicaCollider collider;
        MicaBody body = mica_body_at(world, 1 + (int32_t)(next_random(&seed) % LAYER_MOVERS));
        if (mica_body_colliders(world, body, &collider, 1) == 1) {
            mica_collider_set_trigger(world, collider, step % 120 == 30);
        }
    }
}

// A turning bar among circles and capsules in a closed box.
static void build_spinner(MicaWorld *world)
{
    build_pit(world, 10.0f, 20.0f);
    MicaBody lid = put_body(world, MICA_BODY_STATIC, 0.0f, 21.0f, 0.0f);
    put_box(world, lid, 0.0f, 0.0f, 12.0f, 1.0f);
    MicaBody bar = put_body(world, MICA_BODY_KINEMATIC, 0.0f, 9.0f, 0.0f);
    put_box(world, bar, 0.0f, 0.0f, 8.0f, 0.3f);
    mica_body_set_angular_velocity(world, bar, 1.5f);
    for (int i = 0; i < 250; i++) {
        float x = -9.0f + 0.95f * (float)(i % 19), y = 1.0f + 0.95f * (float)(i / 19);
        if (y > 7.6f) {
            y += 3.0f;  // above the bar
        }
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, x, y, 0.1f * (float)(i % 31));
        MicaShape shape;
        if (i % 2) {
            mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.4f, &shape);
        } else {
            mica_shape_capsule((MicaVec2){-0.2f, 0.0f}, (MicaVec2){0.2f, 0.0f}, 0.25f, &shape);
        }
        put_shape(world, body, &shape);
    }
}

static void act_spinner(MicaWorld *world, int step)
{
    if (step % 200 == 199) {
        float speed = mica_body_angular_velocity(world, mica_body_at(world, 2));
        mica_body_set_angular_velocity(world, mica_body_at(world, 2), -1.2f * speed);
    }
}

static void put_field(MicaWorld *world, MicaBodyType type, float x, float y, float radius,
                      MicaField field)
{
    MicaBody body = put_body(world, type, x, y, 0.0f);
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, radius, &shape);
    field.events = 1;
    mica_collider_set_field(world, mica_collider_create(world, body, &def, &shape), &field);
    mica_body_set_angular_velocity(world, body, 0.3f);
}

// Every kind of shape thrown about by every kind of field.
static void build_fields(MicaWorld *world)
{
    build_pit(world, 12.0f, 30.0f);
    MicaField water = mica_field(MICA_FIELD_WATER), wind = mica_field(MICA_FIELD_WIND);
    MicaField pull = mica_field(MICA_FIELD_GRAVITY), slow = mica_field(MICA_FIELD_SPEED);
    water.density = 1.4f;
    water.surface = 7.0f;
    put_field(world, MICA_BODY_STATIC, 0.0f, 0.0f, 20.0f, water);
    wind.flow = (MicaVec2){4.0f, 9.0f};
    wind.turbulence = 5.0f;
    wind.gustSize = 2.0f;
    put_field(world, MICA_BODY_KINEMATIC, -6.0f, 12.0f, 5.0f, wind);
    pull.strength = 25.0f;
    pull.falloff = 2;
    put_field(world, MICA_BODY_KINEMATIC, 5.0f, 14.0f, 6.0f, pull);
    slow.maxSpeed = 3.0f;
    slow.angularDrag = 2.0f;
    put_field(world, MICA_BODY_STATIC, 0.0f, 20.0f, 4.0f, slow);
    uint32_t seed = 77u;
    for (int i = 0; i < 120; i++) {
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, -10.0f + 1.8f * (float)(i % 12),
                                 2.0f + 2.0f * (float)(i / 12), 0.2f * (float)i);
        put_random_shape(world, body, &seed);
    }
}

static void act_fields(MicaWorld *world, int step)
{
    if (step % 150 == 149) {
        uint32_t seed = step_seed(step);
        MicaExplosion e = mica_explosion();
        e.position.x = random_between(&seed, -10.0f, 10.0f);
        e.position.y = random_between(&seed, 0.0f, 10.0f);
        e.radius = 2.0f;
        e.falloff = 5.0f;
        e.impulse = 6.0f;
        mica_world_explode(world, &e);
    }
}

// Balls, boxes, capsules and polygons that bounce, more or less, around a turning bar; a rack of
// balls at the bottom.
static void build_impacts(MicaWorld *world)
{
    build_pit(world, 10.0f, 20.0f);
    put_box(world, put_body(world, MICA_BODY_STATIC, 0.0f, 21.0f, 0.0f), 0.0f, 0.0f, 12.0f, 1.0f);
    MicaBody bar = put_body(world, MICA_BODY_KINEMATIC, 0.0f, 12.0f, 0.0f);
    put_box(world, bar, 0.0f, 0.0f, 4.0f, 0.2f);
    mica_body_set_angular_velocity(world, bar, 2.0f);
    MicaColliderDef def = mica_collider_def();
    MicaShape disc;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.4f, &disc);
    for (int i = 0; i < 28; i++) {
        def.restitution = 0.95f;
        def.friction = i % 2 ? 0.0f : 0.3f;
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, 0.8f * (float)(i % 7) - 2.4f,
                                 0.4f + 0.8f * (float)(i / 7), 0.0f);
        mica_collider_create(world, body, &def, &disc);
    }
    uint32_t seed = 17;
    for (int i = 0; i < 60; i++) {
        float x = -9.0f + 1.5f * (float)(i % 12), y = 4.5f + 1.5f * (float)(i / 12);
        MicaBody body = put_body(world, MICA_BODY_DYNAMIC, x, y, 0.1f * (float)i);
        put_random_shape(world, body, &seed);
        mica_body_set_velocity(world, body, random_vector(&seed, -8.0f, 8.0f));
    }
}

static void act_impacts(MicaWorld *world, int step)
{
    uint32_t seed = step_seed(step);
    if (step % 30 == 29) {
        int32_t slots = mica_world_views(world).slots;
        mica_body_apply_impulse(world, mica_body_at(world, 3 + step % (slots - 3)),
                                random_vector(&seed, -9.0f, 9.0f));
    }
}

const Scene scenes[] = {
    {"pyramid", awake_def, build_pyramid, NULL, false},
    {"tower", awake_def, build_tower, NULL, false},
    {"ballPit", plain_def, build_ball_pit, NULL, false},
    {"mixed", plain_def, build_mixed, act_mixed, false},
    {"layers", flat_def, build_layers, act_layers, false},
    {"spinner", plain_def, build_spinner, act_spinner, false},
    {"fields", plain_def, build_fields, act_fields, false},
    {"joints", plain_def, build_joints, act_joints, false},
    {"terrain", plain_def, build_terrain, act_terrain, false},
    {"impacts", plain_def, build_impacts, act_impacts, true},
    {"matter", plain_def, build_matter, act_matter, false},
};
const int sceneCount = (int)(sizeof scenes / sizeof scenes[0]);

MicaWorld *scene_create(const Scene *scene)
{
    MicaWorldDef def = scene->def();
    MicaWorld *world = mica_world_create(&def);
    if (world != NULL) {
        scene->build(world);
    }
    return world;
}

MicaError scene_step(const Scene *scene, MicaWorld *world, int step)
{
    if (scene->act != NULL) {
        scene->act(world, step);
    }
    return scene->byImpacts ? mica_world_step_impacts(world, 1.0f / 60.0f, 10000)
                            : mica_world_step(world, 1.0f / 60.0f, 4);
}

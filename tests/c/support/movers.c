// The stage of the tests of movers: its shapes, its frames, its grounds.
#include "movers.h"

#include <string.h>

const float stage_rates[3] = {30.0f, 60.0f, 144.0f};

MicaShape character_shape(int32_t which)
{
    MicaShape s;
    if (which == CAPSULE) {
        mica_shape_capsule((MicaVec2){0.0f, -0.3f}, (MicaVec2){0.0f, 0.3f}, 0.3f, &s);
    } else if (which == BOX) {
        mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.3f, 0.6f, 0.0f, 0.0f, &s);
    } else {
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.6f, &s);
    }
    return s;
}

Stage make_stage(MicaWorld *world, int32_t which, MicaVec2 at, const MicaMoverDef *given)
{
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_KINEMATIC;
    body.position = at;
    Stage s = {.world = world, .body = mica_body_create(world, &body), .hz = 60.0f};
    MicaColliderDef collider = mica_collider_def();
    MicaShape shape = character_shape(which);
    MicaMoverDef def = mica_mover_def();
    s.mover = mica_mover_create(world, mica_collider_create(world, s.body, &collider, &shape),
                                given != NULL ? given : &def);
    return s;
}

MicaVec2 place_of(const Stage *s) { return mica_body_transform(s->world, s->body).p; }
MicaMoverState state_of(const Stage *s) { return mica_mover_state(s->world, s->mover); }
bool is_grounded(const Stage *s) { return (state_of(s).flags & MICA_MOVER_GROUNDED) != 0; }

void walk_frame(const Stage *s, float speed)
{
    MicaVec2 v = state_of(s).velocity;
    mica_mover_set_velocity(s->world, s->mover, (MicaVec2){speed, v.y});
    mica_world_step(s->world, 1.0f / s->hz, 4);
}

void come_to_rest(const Stage *s)
{
    for (int32_t i = 0; i < 600 && !is_grounded(s); ++i) {
        walk_frame(s, 0.0f);
    }
}

float drawn_speed(const Stage *s, MicaVec2 before)
{
    MicaVec2 p = place_of(s);
    return hypotf(p.x - before.x, p.y - before.y) * s->hz;
}

// ----------------------------------------------------------------------------------------- ground

MicaBody add_static(MicaWorld *world)
{
    MicaBodyDef def = mica_body_def();
    return mica_body_create(world, &def);
}

MicaCollider add_box_at(MicaWorld *world, MicaBody body, MicaVec2 center, float halfWidth,
                        float halfHeight, float angle)
{
    MicaColliderDef def = mica_collider_def();
    MicaShape s;
    mica_shape_box(center, halfWidth, halfHeight, angle, 0.0f, &s);
    return mica_collider_create(world, body, &def, &s);
}

void add_floor(MicaWorld *world)
{
    add_box_at(world, add_static(world), (MicaVec2){0.0f, -1.0f}, 1000.0f, 1.0f, 0.0f);
}

static uint8_t tile(char c)
{
    static const char letters[] = ".#/\\";
    static const uint8_t tiles[] = {MICA_TILE_EMPTY, MICA_TILE_FULL, MICA_TILE_RISE,
                                    MICA_TILE_FALL};
    static const uint8_t low[] = {MICA_TILE_RISE_LOW, MICA_TILE_RISE_HIGH, MICA_TILE_FALL_HIGH,
                                  MICA_TILE_FALL_LOW};
    const char *at = strchr(letters, c);
    return at != NULL ? tiles[at - letters] : low[c - '1'];
}

// The course: two hills of tiles, with slopes of 26 and 45 degrees.
enum { COLUMNS = 40, ROWS = 6 };
static const char *course[ROWS] = {
    "...................../###\\..............", "..................../#####\\.............",
    ".......12##34....../#######\\............", "########################################",
    "########################################",  "########################################",
};

void add_tiles(MicaWorld *world)
{
    uint8_t cells[COLUMNS * ROWS];
    for (int32_t i = 0; i < COLUMNS * ROWS; ++i) {
        cells[i] = tile(course[ROWS - 1 - i / COLUMNS][i % COLUMNS]);
    }
    MicaTilesDef def = {.columns = COLUMNS,
                        .rows = ROWS,
                        .cell = {1.0f, 1.0f},
                        .origin = {0.0f, -3.0f},
                        .cells = cells};
    MicaColliderDef collider = mica_collider_def();
    mica_tiles_create(world, add_static(world), &collider, &def);
}

// The same outline as a chain.
void add_chain(MicaWorld *world)
{
    static const MicaVec2 points[] = {{40.0f, 0.0f}, {28.0f, 0.0f}, {25.0f, 3.0f}, {22.0f, 3.0f},
                                      {19.0f, 0.0f}, {13.0f, 0.0f}, {11.0f, 1.0f}, {9.0f, 1.0f},
                                      {7.0f, 0.0f},  {0.0f, 0.0f}};
    MicaChainDef def = {.points = points, .count = sizeof points / sizeof *points};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &def);
}

// And as boxes of their own, which touch side by side, and turned ones for the slopes.
void add_boxes(MicaWorld *world)
{
    for (int32_t i = 0; i < COLUMNS; ++i) {
        add_box_at(world, add_static(world), (MicaVec2){(float)i + 0.5f, -0.5f}, 0.5f, 0.5f, 0.0f);
    }
    for (int32_t i = 0; i < 3; ++i) {
        add_box_at(world, add_static(world), (MicaVec2){22.5f + (float)i, 2.5f}, 0.5f, 0.5f, 0.0f);
        add_box_at(world, add_static(world), (MicaVec2){9.5f + 0.5f * (float)i, 0.5f}, 0.5f, 0.5f,
                   0.0f);
    }
    static const float slopes[4][4] = {{7.0f, 0.0f, 9.0f, 1.0f},
                                       {11.0f, 1.0f, 13.0f, 0.0f},
                                       {19.0f, 0.0f, 22.0f, 3.0f},
                                       {25.0f, 3.0f, 28.0f, 0.0f}};
    for (int32_t i = 0; i < 4; ++i) {
        const float *s = slopes[i];
        float dx = s[2] - s[0], dy = s[3] - s[1], l = hypotf(dx, dy);
        MicaVec2 center = {0.5f * (s[0] + s[2]) + 0.5f * dy / l,
                           0.5f * (s[1] + s[3]) - 0.5f * dx / l};
        add_box_at(world, add_static(world), center, 0.5f * l, 0.5f, atan2f(dy, dx));
    }
}

MicaBody add_crate(MicaWorld *world, MicaVec2 at, float half, float mass, float friction)
{
    MicaBodyDef def = mica_body_def();
    def.type = MICA_BODY_DYNAMIC;
    def.position = at;
    MicaBody crate = mica_body_create(world, &def);
    MicaColliderDef collider = mica_collider_def();
    collider.density = mass / (4.0f * half * half);
    collider.friction = friction;
    collider.frictionCombine = MICA_COMBINE_MIN;
    MicaShape s;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, half, half, 0.0f, 0.0f, &s);
    mica_collider_create(world, crate, &collider, &s);
    return crate;
}

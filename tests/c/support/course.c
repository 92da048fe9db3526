// Builds the obstacle course of course.h. The data is in course_data.c.
#include "course.h"

#include <string.h>

#define END_LENGTH 5.0f
#define CELL 0.5f
#define MAX_CELLS 1024

static MicaCollider put(MicaWorld *world, const MicaShape *shape)
{
    MicaColliderDef def = mica_collider_def();
    return mica_collider_create(world, add_static(world), &def, shape);
}

static void put_box(MicaWorld *world, float x, float y, float halfWidth, float halfHeight,
                    float degrees)
{
    add_box_at(world, add_static(world), v2(x, y), halfWidth, halfHeight, degrees * 0.017453293f);
}

// From x to x, 1 m thick.
static void put_floor(MicaWorld *world, float from, float to, float top)
{
    put_box(world, 0.5f * (from + to), top - 0.5f, 0.5f * (to - from), 0.5f, 0.0f);
}

static void put_points(MicaWorld *world, const CoursePiece *p, float left)
{
    MicaVec2 points[12];
    int32_t count = p->count / 2;
    for (int32_t i = 0; i < count; ++i) {
        points[i] = v2(left + p->v[2 * i], p->v[2 * i + 1]);
    }
    if (p->kind == COURSE_POLYGON) {
        MicaShape shape;
        CHECK_EQ_INT(mica_shape_polygon(points, count, 0.0f, &shape), MICA_ERROR_OK);
        put(world, &shape);
    } else {
        MicaChainDef def = {.points = points, .count = count};
        MicaColliderDef collider = mica_collider_def();
        mica_chain_create(world, add_static(world), &collider, &def);
    }
}

static void put_arc(MicaWorld *world, const float *v, float left)
{
    MicaVec2 points[65];
    int32_t count = (int32_t)v[5];
    for (int32_t i = 0; i <= count; ++i) {
        float angle = 0.017453293f * (v[3] + (v[4] - v[3]) * (float)i / (float)count);
        points[i] = v2(left + v[0] + v[2] * cosf(angle), v[1] + v[2] * sinf(angle));
    }
    MicaChainDef def = {.points = points, .count = count + 1};
    MicaColliderDef collider = mica_collider_def();
    mica_chain_create(world, add_static(world), &collider, &def);
}

static void put_stairs(MicaWorld *world, const float *v, float left)
{
    for (int32_t i = 0; i < (int32_t)v[4]; ++i) {
        float tread = fabsf(v[3]), top = v[1] + v[2] * (float)(i + 1);
        float center = left + v[0] + v[3] * ((float)i + 0.5f);
        put_box(world, center, top - 0.5f, 0.5f * tread, 0.5f, 0.0f);
    }
}

static uint8_t tile_of(char c)
{
    static const char letters[] = ".#/\\1234";
    static const uint8_t tiles[] = {MICA_TILE_EMPTY,     MICA_TILE_FULL,     MICA_TILE_RISE,
                                    MICA_TILE_FALL,      MICA_TILE_RISE_LOW, MICA_TILE_RISE_HIGH,
                                    MICA_TILE_FALL_HIGH, MICA_TILE_FALL_LOW};
    return tiles[strchr(letters, c) - letters];
}

static void put_tiles(MicaWorld *world, const CourseSection *s, float left)
{
    uint8_t cells[MAX_CELLS];
    int32_t columns = (int32_t)strlen(s->rows[0]);
    for (int32_t row = 0; row < s->rowCount; ++row) {
        for (int32_t i = 0; i < columns; ++i) {
            cells[(s->rowCount - 1 - row) * columns + i] = tile_of(s->rows[row][i]);
        }
    }
    MicaTilesDef def = {.columns = columns,
                        .rows = s->rowCount,
                        .cell = {CELL, CELL},
                        .origin = {left, -CELL},
                        .cells = cells};
    MicaColliderDef collider = mica_collider_def();
    mica_tiles_create(world, add_static(world), &collider, &def);
}

static void put_piece(MicaWorld *world, const CourseSection *s, const CoursePiece *p, float left)
{
    const float *v = p->v;
    if (p->kind == COURSE_FLOOR) {
        put_floor(world, left + v[0], left + v[1], v[2]);
    } else if (p->kind == COURSE_BOX) {
        put_box(world, left + v[0], v[1], v[2], v[3], v[4]);
    } else if (p->kind == COURSE_CIRCLE) {
        MicaShape shape;
        mica_shape_circle(v2(left + v[0], v[1]), v[2], &shape);
        put(world, &shape);
    } else if (p->kind == COURSE_ARC) {
        put_arc(world, v, left);
    } else if (p->kind == COURSE_STAIRS) {
        put_stairs(world, v, left);
    } else if (p->kind == COURSE_BUMPS) {
        for (int32_t i = 0; i < (int32_t)v[4]; ++i) {
            put_box(world, left + v[0] + v[3] * (float)i, 0.5f * v[1], 0.5f * v[2], 0.5f * v[1],
                    0.0f);
        }
    } else if (p->kind == COURSE_TILES) {
        put_tiles(world, s, left);
    } else {
        put_points(world, p, left);
    }
}

float add_course(MicaWorld *world, const CourseSection *sections, int32_t count)
{
    float x = 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < sections[i].count; ++k) {
            put_piece(world, &sections[i], &sections[i].pieces[k], x);
        }
        x += sections[i].width;
    }
    put_floor(world, -END_LENGTH, 0.0f, 0.0f);
    put_floor(world, x, x + END_LENGTH, 0.0f);
    put_box(world, -END_LENGTH - 0.5f, 2.0f, 0.5f, 3.0f, 0.0f);
    put_box(world, x + END_LENGTH + 0.5f, 2.0f, 0.5f, 3.0f, 0.0f);
    return x;
}

float course_start(int32_t section)
{
    float x = 0.0f;
    for (int32_t i = 0; i < section; ++i) {
        x += course_sections[i].width;
    }
    return x;
}

// The character's shape, a millimetre smaller all around.
static MicaShape smaller_shape(int32_t which)
{
    MicaShape s;
    if (which == CAPSULE) {
        mica_shape_capsule(v2(0.0f, -0.3f), v2(0.0f, 0.3f), 0.299f, &s);
    } else if (which == BOX) {
        mica_shape_box(v2(0.0f, 0.0f), 0.299f, 0.599f, 0.0f, 0.0f, &s);
    } else {
        mica_shape_circle(v2(0.0f, 0.0f), 0.599f, &s);
    }
    return s;
}

int32_t deep_overlaps(const Stage *s, int32_t which)
{
    MicaShape shape = smaller_shape(which);
    MicaFilter filter = {.layers = UINT64_MAX, .bodies = &s->body, .bodyCount = 1};
    MicaCollider found[8];
    return mica_overlap_shape(s->world, &shape, mica_body_transform(s->world, s->body), &filter,
                              found, 8);
}

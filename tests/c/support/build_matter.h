// Small builders for the tests of matter, on top of build.h: tanks, matter in one call, shapes filled and
// summed up by their middle and half sizes, and runs that check the world now and then.
#pragma once

#include "build.h"
#include "mica_matter.h"

static inline MicaBody add_static_box(MicaWorld *world, float x, float y, float halfWidth,
                                      float halfHeight)
{
    MicaBody body = add_body(world, MICA_BODY_STATIC, x, y);
    add_box(world, body, halfWidth, halfHeight);
    return body;
}

// A tank with its floor at y = 0 and its inner walls at -halfWidth and halfWidth. Returns its right wall.
static inline MicaBody add_tank(MicaWorld *world, float halfWidth, float height)
{
    add_static_box(world, 0.0f, -0.5f, halfWidth + 1.0f, 0.5f);
    add_static_box(world, -halfWidth - 0.5f, 0.5f * height, 0.5f, 0.5f * height);
    return add_static_box(world, halfWidth + 0.5f, 0.5f * height, 0.5f, 0.5f * height);
}

static inline MicaMatter add_matter(MicaWorld *world, MicaMatterKind kind)
{
    MicaMatterDef def = mica_matter_def(kind);
    return mica_matter_create(world, &def);
}

static inline MicaMatter add_liquid(MicaWorld *world, float density)
{
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.density = density;
    return mica_matter_create(world, &def);
}

static inline int32_t fill_moving(MicaWorld *world, MicaMatter matter, float x, float y,
                                  float halfWidth, float halfHeight, MicaVec2 velocity,
                                  uint32_t value)
{
    MicaShape shape = box_shape(halfWidth, halfHeight);
    MicaMatterFill fill = {
        .shape = &shape, .position = v2(x, y), .velocity = velocity, .value = value};
    return mica_matter_fill(world, matter, &fill);
}

static inline int32_t fill_box(MicaWorld *world, MicaMatter matter, float x, float y,
                               float halfWidth, float halfHeight)
{
    return fill_moving(world, matter, x, y, halfWidth, halfHeight, v2(0.0f, 0.0f), 0);
}

// The particles of a matter, or of all if it is null, in a box.
static inline MicaMatterSum sum_in(MicaWorld *world, MicaMatter matter, float x, float y,
                                   float halfWidth, float halfHeight)
{
    MicaMatterSum sum = {0};
    MicaShape shape = box_shape(halfWidth, halfHeight);
    CHECK_EQ_INT(mica_matter_in(world, matter, &shape, v2(x, y), 0.0f, &sum), MICA_ERROR_OK);
    return sum;
}

static inline MicaMatterView view_of(MicaWorld *world, MicaMatter matter)
{
    MicaMatterView view = {0};
    CHECK_EQ_INT(mica_matter_view(world, matter, 1.0f, &view), MICA_ERROR_OK);
    return view;
}

// The smallest box around the particles of a matter; of none, an empty one.
static inline MicaAABB bounds_of(MicaWorld *world, MicaMatter matter)
{
    MicaMatterView view = view_of(world, matter);
    MicaAABB box = {{1e9f, 1e9f}, {-1e9f, -1e9f}};
    for (int32_t i = 0; i < view.count; ++i) {
        MicaVec2 p = view.positions[i];
        box.lower = v2(fminf(box.lower.x, p.x), fminf(box.lower.y, p.y));
        box.upper = v2(fmaxf(box.upper.x, p.x), fmaxf(box.upper.y, p.y));
    }
    return box;
}

static inline float fastest_of(MicaWorld *world, MicaMatter matter)
{
    MicaMatterView view = view_of(world, matter);
    float fastest = 0.0f;
    for (int32_t i = 0; i < view.count; ++i) {
        fastest = fmaxf(fastest, hypotf(view.velocities[i].x, view.velocities[i].y));
    }
    return fastest;
}

// The surface of a matter near x: the mean of the heights of the highest particles of narrow columns,
// and half a spacing more, as in a fill.
static inline float level_at(MicaWorld *world, MicaMatter matter, float x, float halfWidth)
{
    enum { COLUMNS = 8 };
    MicaMatterView view = view_of(world, matter);
    float highest[COLUMNS], sum = 0.0f;
    for (int32_t i = 0; i < COLUMNS; ++i) {
        highest[i] = -1e9f;
    }
    for (int32_t i = 0; i < view.count; ++i) {
        float at = (view.positions[i].x - x + halfWidth) / (2.0f * halfWidth) * (float)COLUMNS;
        if (at >= 0.0f && at < (float)COLUMNS) {
            highest[(int32_t)at] = fmaxf(highest[(int32_t)at], view.positions[i].y);
        }
    }
    for (int32_t i = 0; i < COLUMNS; ++i) {
        sum += highest[i] / (float)COLUMNS;
    }
    return sum + 0.05f;
}

// Steps as a game does; the world is checked every half second and at the end.
static inline void flow(MicaWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        if (i % 30 == 29 || i == steps - 1) {
            const char *wrong = mica_world_validate(world);
            if (wrong != NULL) {
                CHECK_EQ_STR(wrong, NULL);
                return;
            }
        }
    }
}

// The steps until a step leaves all particles where they are, at most `maximum`.
static inline int steps_until_rest(MicaWorld *world, MicaMatter matter, int maximum)
{
    for (int i = 0; i < maximum; ++i) {
        if (i > 0 && fastest_of(world, matter) == 0.0f) {
            return i;
        }
        flow(world, 1);
    }
    return maximum;
}

// The sections of the obstacle course, see course.h: x from the section's left end.
#include "course.h"

// A piece of a kind, with its numbers.
#define PIECE(kind, ...)                                                                           \
    {                                                                                              \
        kind, (int32_t)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)), { __VA_ARGS__ }           \
    }
#define SECTION(title, length, ...)                                                                \
    {                                                                                              \
        .name = title, .width = length, .pieces = (const CoursePiece[]){__VA_ARGS__},              \
        .count = (int32_t)(sizeof((CoursePiece[]){__VA_ARGS__}) / sizeof(CoursePiece))             \
    }

static const char *const hills[] = {
    "...............................",
    "...................../##\\......",
    ".....12###34......../####\\.....",
    "###############################",
};

static const CoursePiece hills_piece = {COURSE_TILES, 0, {0}};

const CourseSection course_sections[] = {
    SECTION("a floor of boxes side by side", 12.0f, PIECE(COURSE_STAIRS, 0, 0, 0, 1, 12)),
    // 10 and 20, 30 and 40, 45 and 49 degrees.
    SECTION("ramps", 15.0f,
            PIECE(COURSE_CHAIN, 0, 0, 1, 0, 4, 0.529f, 5.454f, 0, 6, 0, 8, 1.1547f, 9.376f, 0, 10,
                  0, 11.5f, 1.5f, 12.5f, 1.5f, 13.804f, 0, 15, 0)),
    SECTION("a saw of 45 degrees", 8.0f,
            PIECE(COURSE_CHAIN, 0, 0, 1, 0, 2, 1, 3, 0, 4, 1, 5, 0, 5.5f, 0.5f, 6, 0, 6.25f, 0.25f,
                  6.5f, 0, 6.625f, 0.125f, 6.75f, 0),
            PIECE(COURSE_CHAIN, 6.75f, 0, 8, 0)),
    SECTION("low and high bumps", 15.0f, PIECE(COURSE_FLOOR, 0, 15, 0),
            PIECE(COURSE_BUMPS, 1, 0.05f, 0.01f, 0.5f, 8),
            PIECE(COURSE_BUMPS, 7, 0.25f, 0.1f, 2, 4)),
    SECTION("stairs", 8.0f, PIECE(COURSE_FLOOR, 0, 8, 0),
            PIECE(COURSE_STAIRS, 1, 0, 0.25f, 0.3f, 6), PIECE(COURSE_FLOOR, 2.8f, 5, 1.5f),
            PIECE(COURSE_STAIRS, 6.8f, 0, 0.25f, -0.3f, 6)),
    SECTION("tight stairs, whose treads are narrower than a character", 8.0f,
            PIECE(COURSE_FLOOR, 0, 8, 0), PIECE(COURSE_STAIRS, 1, 0, 0.2f, 0.15f, 8),
            PIECE(COURSE_FLOOR, 2.2f, 4, 1.6f), PIECE(COURSE_STAIRS, 5.2f, 0, 0.2f, -0.15f, 8)),
    {"hills of tiles", 15.5f, &hills_piece, 1, hills, 4},
    SECTION("a slope that rises ever more, and falls evenly", 10.0f, PIECE(COURSE_FLOOR, 0, 2, 0),
            PIECE(COURSE_ARC, 2, 6, 6, -90, -45, 24),
            PIECE(COURSE_CHAIN, 6.2426f, 1.7574f, 9.2865f, 0, 10, 0)),
    SECTION("rocks", 16.0f, PIECE(COURSE_FLOOR, 0, 16, 0), PIECE(COURSE_CIRCLE, 3, -1.5f, 2),
            PIECE(COURSE_CIRCLE, 5.5f, -0.25f, 0.5f),
            PIECE(COURSE_POLYGON, 6.5f, -1, 11.5f, -1, 10, 0.4f, 9, 0.9f, 8.2f, 0.6f),
            PIECE(COURSE_BOX, 14, -0.7f, 1.5f, 0.5f, 20)),
    SECTION("a low ceiling, a funnel, hanging pillars", 20.0f, PIECE(COURSE_FLOOR, 0, 20, 0),
            PIECE(COURSE_BOX, 3.5f, 1.72f, 2.5f, 0.5f, 0),
            PIECE(COURSE_POLYGON, 7, 2.2f, 9, 1.22f, 10, 1.22f, 12, 2.2f, 12, 3, 7, 3),
            PIECE(COURSE_STAIRS, 14, 2.22f, 0, 0.2f, 20)),
    SECTION("a sloped ceiling above a slope", 14.0f,
            PIECE(COURSE_CHAIN, 0, 0, 2, 0, 6, 2.3094f, 8, 2.3094f, 12, 0, 14, 0),
            PIECE(COURSE_POLYGON, 2, 1.58f, 6, 3.8894f, 4, 5),
            PIECE(COURSE_POLYGON, 8, 3.8894f, 12, 1.58f, 10, 5)),
    SECTION("cracks and an acute notch", 9.0f,
            PIECE(COURSE_CHAIN, 0, 0, 2, 0, 2.15f, -1, 2.3f, 0, 4, 0), PIECE(COURSE_FLOOR, 4, 5, 0),
            PIECE(COURSE_FLOOR, 5.3f, 6.5f, 0), PIECE(COURSE_FLOOR, 6.9f, 9, 0)),
};
const int32_t course_section_count = (int32_t)(sizeof course_sections / sizeof *course_sections);

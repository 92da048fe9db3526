// An obstacle course for movers, as data: sections that follow each other from left to right. Each
// begins and ends at the height 0, and every character shape can walk through all of them, both
// ways, on ground all the time. Movers of other tests are put into single sections.
#pragma once

#include "movers.h"

typedef enum CourseKind {
    COURSE_FLOOR,    // from x to x, top at y
    COURSE_BOX,      // center, half width, half height, degrees
    COURSE_CIRCLE,   // center, radius
    COURSE_POLYGON,  // points, anticlockwise
    COURSE_CHAIN,    // points, two-sided
    COURSE_ARC,      // a chain: center, radius, first and last angle in degrees, number of segments
    COURSE_STAIRS,   // foot, riser, tread (negative: to the left), number of steps; boxes
    COURSE_BUMPS,    // first one's x, height, width, distance, number; boxes on the height 0
    COURSE_TILES,    // left end of the map; its rows are the section's
} CourseKind;

typedef struct CoursePiece {
    CourseKind kind;
    int32_t count;  // of numbers
    float v[24];
} CoursePiece;

typedef struct CourseSection {
    const char *name;
    float width;
    const CoursePiece *pieces;
    int32_t count;
    const char *const
        *rows;  // of a tile map with cells of 0.5 m, from the top; the last is below 0
    int32_t rowCount;
} CourseSection;

extern const CourseSection course_sections[];
extern const int32_t course_section_count;

// Builds sections side by side from x = 0 and 5 m of floor with a wall at each end. Returns the
// end's x.
float add_course(MicaWorld *world, const CourseSection *sections, int32_t count);
// Where a section begins.
float course_start(int32_t section);
// How many solid colliders the mover overlaps by more than 1 mm.
int32_t deep_overlaps(const Stage *s, int32_t shape);

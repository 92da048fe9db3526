// The scenes that tests and the golden program share: each builds a world from nothing but numbers
// and a seeded generator, and may act on it before every step. Acting depends on the world and the
// number of the step alone, so that two worlds of a scene stay equal.
#pragma once

#include "mica.h"

typedef struct Scene {
    const char *name;
    MicaWorldDef (*def)(void);
    void (*build)(MicaWorld *world);
    void (*act)(MicaWorld *world, int step);  // before step number `step`, from 0; may be null
    bool byImpacts;                           // how it is advanced
} Scene;

extern const Scene scenes[];
extern const int sceneCount;

// scenes_joints.c
void build_joints(MicaWorld *world);
void act_joints(MicaWorld *world, int step);

// scenes_terrain.c
void build_terrain(MicaWorld *world);
void act_terrain(MicaWorld *world, int step);

// scenes_matter.c
void build_matter(MicaWorld *world);
void act_matter(MicaWorld *world, int step);

MicaWorld *scene_create(const Scene *scene);
// Acts and advances by 1/60 s.
MicaError scene_step(const Scene *scene, MicaWorld *world, int step);

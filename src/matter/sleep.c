// Sleep of matter by coarse cells. A cell is calm in a step if its particles are slow on the whole and
// none is fast; a particle has rested for as many steps as its cell was calm. A cell falls asleep when
// all of its particles have rested long enough and those of the cells around it half as long, and no
// body that moves is near; one with liquid together with all liquid that is connected with it, since
// the pressure connects it. Asleep, particles do not move, whatever pushes them. A cell wakes when a
// particle in it or in a cell around it becomes fast, when a body that moves comes near, when a collider near it
// is edited or destroyed, and when gravity changes. Bodies that restless particles touch stay awake.
//
// Where all particles sleep and nothing wakes one, a step does nothing more. Called by matter_prepare and
// matter_begin. Reads and writes the tags of particles.
#include "matter.h"

// A cell is calm if the root of the mean square of its speeds is below the first number, and its
// fastest particle below the second (m/s): with liquid, in which single particles jump, and without.
#define CALM_SPEED (0.03f * METRE)
#define CALM_FASTEST (0.25f * METRE)
#define CALM_GRAINS (0.01f * METRE)
#define CALM_FASTEST_GRAIN (0.04f * METRE)
// A cell with fewer particles is judged as one with as many of which the others stand still.
#define FEW_PARTICLES 18
// A particle this fast wakes the cells around its own.
#define WAKING_SPEED (0.4f * METRE)
// Liquid that flows so fast wakes bodies.
#define STIRRING_SPEED (0.04f * METRE)
// Steps of rest until a cell falls asleep.
#define STEPS_TO_SLEEP 60

bool sleep_all(const MicaWorld *world)
{
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        if ((world->state.particleTags.data[i].flags & PARTICLE_ASLEEP) == 0) {
            return false;
        }
    }
    return true;
}

static bool boxes_overlap(MicaAABB a, MicaAABB b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

static MicaAABB grown(MicaAABB box, float margin)
{
    return (MicaAABB){{box.lower.x - margin, box.lower.y - margin},
                      {box.upper.x + margin, box.upper.y + margin}};
}

static MicaAABB box_of_cell(const MatterUnits *u, const CoarseCell *c)
{
    Vec2 lower = {(float)c->x * u->coarse, (float)c->y * u->coarse};
    return (MicaAABB){lower, {lower.x + u->coarse, lower.y + u->coarse}};
}

// Wakes the coarse cells near colliders that have been edited or destroyed since the last step, or that
// a controller moves.
static void wake_by_edits(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    const WorldState *s = &world->state;
    const IntList *lists[2] = {&s->movedColliders, &s->destroyedColliders};
    for (int32_t k = 0; k < 2; ++k) {
        for (int32_t i = 0; i < lists[k]->count; ++i) {
            MicaAABB box = grown(s->colliders.data[lists[k]->data[i]].box, u->spacing);
            for (int32_t c = 0; c < scratch->coarseCells.count; ++c) {
                CoarseCell *cell = &scratch->coarseCells.data[c];
                cell->wakes = cell->wakes || boxes_overlap(box_of_cell(u, cell), box);
            }
        }
    }
}

// Whether a body that moves is near a coarse cell.
static bool meets_moving_body(const MatterScratch *scratch, const MatterUnits *u,
                              const CoarseCell *c)
{
    MicaAABB box = grown(box_of_cell(u, c), u->spacing);
    for (int32_t i = 0; i < c->walls; ++i) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + i]];
        if (w->solver != 0 && boxes_overlap(w->box, box)) {
            return true;
        }
    }
    return false;
}

// What a cell around another one has: its particles' shortest rest, and whether a fast one.
static int32_t rest_around(const MatterScratch *scratch, const CoarseCell *c, bool *fast)
{
    int32_t rest = 255;
    *fast = false;
    for (int32_t k = 0; k < 9; ++k) {
        int32_t other = coarse_find(scratch, c->x - 1 + k % 3, c->y - 1 + k / 3);
        if (other != NONE && k != 4) {
            const CoarseCell *o = &scratch->coarseCells.data[other];
            rest = o->asleep ? rest : min_i(rest, o->rest);
            *fast = *fast || (!o->asleep && o->fastest > WAKING_SPEED * WAKING_SPEED);
        }
    }
    return rest;
}

// Connects cells with liquid that have a node in common, and takes back that a cell falls asleep where
// some other one of its pool does not.
static void join_pools(MatterScratch *scratch)
{
    CoarseCell *cells = scratch->coarseCells.data;
    int32_t count = scratch->coarseCells.count;
    for (int32_t i = 0; i < count; ++i) {
        cells[i].joins = cells[i].liquid;
    }
    coarse_join(scratch);
    for (int32_t i = 0; i < count; ++i) {
        CoarseCell *pool = &cells[cells[i].pool];
        bool rests = cells[i].falls || (cells[i].asleep && !cells[i].wakes);
        pool->restless = pool->restless || !rests;
    }
    for (int32_t i = 0; i < count; ++i) {
        cells[i].falls = cells[i].falls && !cells[cells[i].pool].restless;
    }
}

// Counts the steps that particles have rested, by how their cells came out of the last step.
static void count_rest(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        float mean = c->liquid ? CALM_SPEED : CALM_GRAINS,
              fastest = c->liquid ? CALM_FASTEST : CALM_FASTEST_GRAIN;
        c->calm = c->fastest < fastest * fastest &&
                  c->squares < mean * mean * (float)max_i(c->particles, FEW_PARTICLES);
    }
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        ParticleTag *tag = &world->state.particleTags.data[i];
        bool calm = scratch->coarseCells.data[scratch->coarseOf.data[i]].calm;
        tag->rest = (uint8_t)(calm ? min_i(tag->rest + 1, 255) : 0);
    }
}

// Finds the cells that wake, and those that fall asleep.
static void judge_cells(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    const WorldState *s = &world->state;
    const MatterMemory *memory = &s->matterMemory.data[0];
    bool pulled = memory->gravityX != s->gravity.x || memory->gravityY != s->gravity.y;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        c->wakes = pulled || meets_moving_body(scratch, u, c);
    }
    wake_by_edits(world, u);
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        bool fast = false, rests = c->someAsleep || c->rest >= STEPS_TO_SLEEP;
        int32_t around = rests ? rest_around(scratch, c, &fast) : 0;
        c->falls = s->sleepEnabled && !c->asleep && !c->wakes && !fast &&
                   c->rest >= STEPS_TO_SLEEP && around >= STEPS_TO_SLEEP / 2;
        fast = fast || c->fastest > WAKING_SPEED * WAKING_SPEED;
        c->wakes = c->wakes || !s->sleepEnabled || (c->someAsleep && fast);
    }
    layers_keep_awake(world);
    join_pools(scratch);
}

bool sleep_update(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    WorldState *s = &world->state;
    bool awake = false;
    count_rest(world);
    judge_cells(world, u);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[i]];
        if (c->wakes) {
            sleep_wake_particle(world, i);
        } else if (c->falls) {
            s->particleTags.data[i].flags |= PARTICLE_ASLEEP;
            s->particleVelocities.data[i] = vec(0.0f, 0.0f);
        }
        awake = awake || (s->particleTags.data[i].flags & PARTICLE_ASLEEP) == 0;
    }
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        c->asleep = (c->asleep || c->falls) && !c->wakes;
    }
    s->matterMemory.data[0].gravityX = s->gravity.x;
    s->matterMemory.data[0].gravityY = s->gravity.y;
    return awake;
}

void sleep_wake_particle(MicaWorld *world, int32_t particle)
{
    ParticleTag *tag = &world->state.particleTags.data[particle];
    tag->flags &= (uint8_t)~PARTICLE_ASLEEP;
    tag->rest = 0;
}

// What matter does to bodies that sleep, or are about to.
static void stir(MicaWorld *world, int32_t body)
{
    if (body_is_dynamic(world, body)) {
        body_wake(world, body);
        world->state.bodies.data[body].sleepTime = 0.0f;
    }
}

// Whether a cell has a fast particle, or liquid that flows: single particles jump about where a body bobs.
static bool is_restless(const MatterScratch *scratch, int32_t cell)
{
    const CoarseCell *c = &scratch->coarseCells.data[cell];
    if (c->fastest > WAKING_SPEED * WAKING_SPEED || !c->liquid) {
        return c->fastest > WAKING_SPEED * WAKING_SPEED;
    }
    const float *m = scratch->moments.data[cell].m;
    return dot(vec(m[1], m[2]), vec(m[1], m[2])) > m[0] * m[0] * STIRRING_SPEED * STIRRING_SPEED;
}

void sleep_stir_bodies(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wallContacts.count; ++i) {
        const WallContact *c = &scratch->wallContacts.data[i];
        uint8_t flags = world->state.particleTags.data[c->particle].flags;
        bool pushes = c->distance < u->spacing && (flags & PARTICLE_ASLEEP) == 0 &&
                      is_restless(scratch, scratch->coarseOf.data[c->particle]);
        if (pushes || (flags & PARTICLE_GONE) != 0) {
            stir(world, world->state.colliders.data[c->collider].body);
        }
    }
}

// The box of the particles that are marked to be removed; false if there are none.
static bool marked_box(const MicaWorld *world, MicaAABB *out)
{
    const WorldState *s = &world->state;
    bool any = false;
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        if ((s->particleTags.data[i].flags & PARTICLE_GONE) != 0) {
            Vec2 p = s->particlePositions.data[i];
            MicaAABB at = {p, p};
            *out = any ? aabb_union(*out, at) : at;
            any = true;
        }
    }
    return any;
}

void sleep_wake_around_marked(MicaWorld *world)
{
    WorldState *s = &world->state;
    MicaAABB box;
    if (!marked_box(world, &box)) {
        return;
    }
    box = grown(box, 4.0f * matter_spacing(world));
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        Vec2 p = s->particlePositions.data[i];
        if (boxes_overlap(box, (MicaAABB){p, p})) {
            sleep_wake_particle(world, i);
        }
    }
    for (int32_t i = 0; i < s->colliders.count; ++i) {
        const Collider *c = &s->colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) != 0 && boxes_overlap(box, c->box)) {
            stir(world, c->body);
        }
    }
}

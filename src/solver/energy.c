// Bounds the energy that constraints give to bodies. Contacts, rigid joints and limits do no work, but
// the pushes that remove overlap and error, impulses carried over from the last substep, and rows that
// a pass leaves unconverged, may. Where one substep feeds the next, a small scene would explode.
//
// For an island of bodies that contacts and joints connect, over the whole step, with v_k the velocity
// that substep k ends with and b_k the one that it began with, before any constraint:
//
//     G = 1/2 sum over bodies and substeps of  M (v_k² - b_k²)      what constraints added
//     W = what springs, motors, drives and bodies moved by the game may have added
//
// G <= W holds for exact solutions. Where it does not, G - W is taken out of the kinetic energy at the
// end of the step: an island that touches nothing immovable keeps its momentum and its angular
// momentum, any other is slowed down as a whole.
//
// Called by step.c after the substeps; reads solver bodies, lanes of contacts and joints; writes
// velocities.
#include "solver.h"

#include <string.h>

// An island gains energy if G - W exceeds the first fraction of the kinetic energy of its bodies
// against each other, the second, which is rounding, of all of its kinetic energy, and what its mass has
// at GAIN_SPEED (m/s), of more than FEW_BODIES, or FEW_FREE_BODIES without contacts, at MAX_GAIN_SPEED: a
// pass leaves large islands unconverged, and heaps come to rest by that.
#define GAIN_FRACTION 1e-4f
#define ROUNDING_FRACTION 2e-6f
#define GAIN_SPEED 0.1f
#define FEW_BODIES 7
#define FEW_FREE_BODIES 16
#define MAX_GAIN_SPEED 4.0f
// The same while overlap and error are being removed, before bodies move; see JOINT_MAX_ERROR.
#define MAX_CORRECTION_SPEED 50.0f
// Where the energy is less than that of the mass at the first (m/s), or more than the second is left of
// the velocities, what contacts and joints carry over is not its cause.
#define SHOT_SPEED 0.5f
#define SHOT_FRACTION 0.7f
// In a world without joints islands are found in one step of so many, and where a body has become
// faster than any was when the step began.
#define CHECK_PERIOD 4

static inline float mass_from_inverse(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

// Kinetic energy times 2 of squares of velocities, which may be differences.
static inline float energy_of(const SolverBody *b, const SolverMotion *m, float x2, float y2,
                              float w2)
{
    return mass_from_inverse(b->invMassX) * x2 + mass_from_inverse(b->invMassY) * y2 +
           mass_from_inverse(m->invInertia) * w2;
}

// What constraints have added to the square of a body's velocity since the step began.
static inline void gain_of(const SolverMotion *m, const SolverBody *b, float *out)
{
    f4 v = f4_load(&b->vx), base = f4_load(m->base);
    f4_store(out, f4_mul_add(f4_load(m->gained), f4_sub(v, base), f4_add(v, base)));
}

// Whether some dynamic body that is faster than `fastest` got more energy from constraints than it has at
// the speed `slack`.
static bool any_gains(const MicaWorld *world, float fastest, float slack)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const SolverMotion *m = &world->scratch.solverMotion.data[i];
        const SolverBody *b = &world->scratch.solverBodies.data[i];
        float square = b->vx * b->vx + b->vy * b->vy;
        if (m->dynamic == 0.0f || square < fastest * fastest) {
            continue;
        }
        float g[4], mass = max_f(mass_from_inverse(b->invMassX), mass_from_inverse(b->invMassY));
        gain_of(m, b, g);
        if (energy_of(b, m, g[0], g[1], g[2]) > mass * slack * slack) {
            return true;
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------- islands

static void clear_islands(MicaWorld *world)
{
    world->scratch.islandEnergies.count = world->scratch.solverBodies.count;
    memset(world->scratch.islandEnergies.data, 0,
           sizeof(IslandEnergy) * (size_t)world->scratch.solverBodies.count);
}

// Marks islands that touch immovable bodies, and those that bodies moved by the game may push.
static void mark_pair(MicaWorld *world, int32_t a, int32_t b)
{
    const SolverMotion *motion = world->scratch.solverMotion.data;
    bool dynamicA = motion[a].dynamic != 0.0f, dynamicB = motion[b].dynamic != 0.0f;
    if (dynamicA != dynamicB) {
        int32_t root = islands_root(world, dynamicA ? a : b);
        IslandEnergy *e = &world->scratch.islandEnergies.data[root];
        e->anchored = true;
        e->unbounded |= (dynamicA ? b : a) != 0;
    }
}

// Pulleys pull at points of the world.
static void mark_pulleys(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.jointLanes.count; ++i) {
        BlockLane lane = world->scratch.jointLanes.data[i];
        if (lane.item != NONE && world->state.joints.data[lane.item].type == MICA_JOINT_PULLEY) {
            bool moves = world->scratch.solverMotion.data[lane.a].dynamic != 0.0f;
            int32_t root = islands_root(world, moves ? lane.a : lane.b);
            world->scratch.islandEnergies.data[root].anchored = true;
        }
    }
}

// Marks islands with contacts, and those that movers or belts push.
static void mark_touched(MicaWorld *world)
{
    for (int32_t i = 0; i < world->scratch.moverRows.count; ++i) {
        int32_t root = islands_root(world, world->scratch.moverRows.data[i].solver);
        world->scratch.islandEnergies.data[root].unbounded = true;
    }
    bool surfaces = world->scratch.contactSurfaces.count > 0;
    for (int32_t i = 0; i < world->scratch.contactLanes.count; ++i) {
        BlockLane lane = world->scratch.contactLanes.data[i];
        if (lane.item == NONE) {
            continue;
        }
        int32_t moving = world->scratch.solverMotion.data[lane.a].dynamic != 0.0f ? lane.a : lane.b;
        IslandEnergy *e = &world->scratch.islandEnergies.data[islands_root(world, moving)];
        e->touched = true;
        e->unbounded |=
            surfaces && world->scratch.contactSurfaces.data[i / 4].tangentSpeed[i & 3] != 0.0f;
    }
}

static void add_bodies(MicaWorld *world)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const SolverMotion *m = &world->scratch.solverMotion.data[i];
        const SolverBody *b = &world->scratch.solverBodies.data[i];
        if (m->dynamic == 0.0f) {
            continue;
        }
        IslandEnergy *e = &world->scratch.islandEnergies.data[islands_root(world, i)];
        float g[4];
        gain_of(m, b, g);
        e->gained += 0.5f * energy_of(b, m, g[0], g[1], g[2]);
        e->allowed += m->gained[3];
        e->kinetic += 0.5f * energy_of(b, m, b->vx * b->vx, b->vy * b->vy, b->w * b->w);
        // A locked axis bears momentum.
        e->anchored |= !(b->invMassX > 0.0f && b->invMassY > 0.0f && m->invInertia > 0.0f);
        float mass = mass_from_inverse(b->invMassX);
        e->mass += mass;
        e->bodies += 1;
        e->momentum = mul_add(e->momentum, mass, vec(b->vx, b->vy));
        e->center = mul_add(e->center, mass, vec(m->cx + b->dx, m->cy + b->dy));
    }
}

// The motion of an island as a rigid body, which it keeps.
static void find_rigid_motions(MicaWorld *world, float slack, float most, bool pushes)
{
    world->scratch.islandEnergies.data[0].carried = 1.0f;
    int32_t count = world->scratch.solverBodies.count;
    IslandEnergy *islands = world->scratch.islandEnergies.data;
    for (int32_t i = 1; i < count; ++i) {
        IslandEnergy *e = &islands[i];
        float inverse = e->mass > 0.0f && !e->anchored ? 1.0f / e->mass : 0.0f;
        e->velocity = scale(inverse, e->momentum);
        e->center = scale(inverse, e->center);
    }
    for (int32_t i = 1; i < count; ++i) {
        const SolverMotion *m = &world->scratch.solverMotion.data[i];
        const SolverBody *b = &world->scratch.solverBodies.data[i];
        IslandEnergy *e = &islands[islands_root(world, i)];
        if (m->dynamic != 0.0f && !e->anchored) {
            float mass = mass_from_inverse(b->invMassX), inertia = mass_from_inverse(m->invInertia);
            Vec2 arm = sub(vec(m->cx + b->dx, m->cy + b->dy), e->center);
            e->inertia += mass * dot(arm, arm) + inertia;
            e->angular += mass * cross(arm, sub(vec(b->vx, b->vy), e->velocity)) + inertia * b->w;
        }
    }
    for (int32_t i = 1; i < count; ++i) {
        IslandEnergy *e = &islands[i];
        e->spin = e->inertia > 0.0f ? e->angular / e->inertia : 0.0f;
        float rigid = 0.5f * (e->mass * dot(e->velocity, e->velocity) + e->spin * e->angular);
        float excess = e->gained - e->allowed, relative = max_f(e->kinetic - rigid, 0.0f);
        bool few = e->bodies <= (e->touched ? FEW_BODIES : FEW_FREE_BODIES);
        float speed = few ? slack : most, square = speed * speed;
        float noise =
            GAIN_FRACTION * relative + ROUNDING_FRACTION * e->kinetic + 0.5f * e->mass * square;
        bool bound = !e->unbounded && excess > noise;
        world->output.energyBounds += bound;
        e->scale = bound ? sqrtf(max_f(relative - excess + (pushes ? noise : 0.0f), 0.0f) /
                                 max_f(relative, 1e-30f))
                         : 1.0f;
        e->scale = min_f(e->scale, 1.0f);
        bool shot = excess > 0.5f * e->mass * SHOT_SPEED * SHOT_SPEED;
        e->carried = shot && e->scale < SHOT_FRACTION ? e->scale : 1.0f;
    }
}

static void slow_down(MicaWorld *world)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        SolverMotion *m = &world->scratch.solverMotion.data[i];
        SolverBody *b = &world->scratch.solverBodies.data[i];
        const IslandEnergy *e = &world->scratch.islandEnergies.data[islands_root(world, i)];
        if (m->dynamic == 0.0f || e->scale == 1.0f) {
            continue;
        }
        Vec2 arm = sub(vec(m->cx + b->dx, m->cy + b->dy), e->center);
        Vec2 rigid = e->anchored ? vec(0.0f, 0.0f) : mul_add(e->velocity, e->spin, left_perp(arm));
        f4 about = f4_set(rigid.x, rigid.y, e->spin, b->invMassX), v = f4_load(&b->vx);
        // What constraints did in this substep, and the next one is to carry over, shrinks likewise.
        f4 scale4 = f4_splat(e->scale), base = f4_load(m->base);
        f4 slower = f4_mul_add(about, scale4, f4_sub(v, about)),
           start = f4_mul_sub(slower, f4_splat(e->carried), f4_sub(v, base));
        f4 coordinates = f4_lt(f4_zero(), f4_set(1.0f, 1.0f, 1.0f, 0.0f));
        f4_store(m->base, f4_select(coordinates, start, base));
        f4_store(&b->vx, f4_select(coordinates, slower, v));
        f4 counted = f4_mul(f4_sub(start, base), f4_add(start, base));
        f4_store(m->gained, f4_add(f4_load(m->gained), f4_and(coordinates, counted)));
    }
}

float islands_scale(MicaWorld *world, int32_t a, int32_t b)
{
    int32_t solver = world->scratch.solverMotion.data[b].dynamic != 0.0f ? b : a;
    return world->scratch.islandEnergies.data[islands_root(world, solver)].carried;
}

// The energy that springs and motors may have added is summed anew each time.
static void forget_allowed(MicaWorld *world)
{
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        world->scratch.solverMotion.data[i].gained[3] = 0.0f;
    }
}

// Looks at all islands, and takes out what exceeds the energy of their mass at a speed from `slack` to
// `most`, by the number of their bodies; of pushes what exceeds it, else all that was gained.
static void bound(MicaWorld *world, const StepContext *context, float slack, float most,
                  bool pushes)
{
    forget_allowed(world);
    joints_work(world, context);
    clear_islands(world);
    islands_find(world);
    islands_each_pair(world, mark_pair);
    mark_pulleys(world);
    mark_touched(world);
    add_bodies(world);
    int32_t before = world->output.energyBounds;
    find_rigid_motions(world, slack, most, pushes);
    if (world->output.energyBounds > before) {
        slow_down(world);
        contacts_scale(world);
        joints_scale(world);
    }
}

// Whether energy is looked at after each substep, for joints may jerk and walls shoot within one.
static bool is_watched(const MicaWorld *world)
{
    return world->state.liveJoints > 0 || world->scratch.deepWalls > 1;
}

void bodies_bound_pushes(MicaWorld *world, const StepContext *context)
{
    // A kinematic body that is deep in another pushes as crush.c lets it.
    if (is_watched(world) && world->scratch.pressedContacts == 0 &&
        any_gains(world, MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED)) {
        bound(world, context, MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED, true);
    }
}

void bodies_bound_energy(MicaWorld *world, const StepContext *context, bool last)
{
    bool watched = is_watched(world), all = watched || world->state.steps % CHECK_PERIOD == 0;
    if ((watched || last) && world->scratch.pressedContacts == 0 &&
        any_gains(world, last && all ? 0.0f : world->scratch.fastest, GAIN_SPEED)) {
        bound(world, context, GAIN_SPEED, MAX_GAIN_SPEED, false);
    }
}

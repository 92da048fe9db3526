// Bounds the energy that constraints give to bodies. Contacts, rigid joints and limits do no work,
// but the pushes that remove overlap and error, impulses carried over from the last substep, and
// rows that a pass leaves unconverged, may. Where one substep feeds the next, a small scene would
// explode.
//
// For an island of bodies that contacts and joints connect, over the whole step, with v_k the
// velocity that substep k ends with and b_k the one that it began with, before any constraint:
//
//     G = 1/2 sum over bodies and substeps of  M (v_k² - b_k²)      what constraints added
//     W = what springs, motors, drives and bodies moved by the game may have added
//
// G <= W holds for exact solutions. Where it does not, G - W is taken out of the kinetic energy at
// the end of the step: an island that touches nothing immovable keeps its momentum and its angular
// momentum, any other is slowed down as a whole.
//
// Called by step.c after the substeps; reads solver bodies, lanes of contacts and joints; writes
// velocities.
#include "bodies4.h"

#include <string.h>

static inline float mass_from_inverse(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

// Masses along x and y, and the inertia of a solver body, in three lanes; zeros where it is locked.
static inline f4 masses_of(const MicaWorld *world, int32_t solver)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    float invInertia = world->scratch.solverMotion.data[solver].invInertia;
    return inverse_or_zero(f4_set(b->invMassX, b->invMassY, invInertia, 0.0f));
}

// Kinetic energy times 2 of squares of velocities, which may be differences.
static inline float energy_of(f4 masses, f4 squares)
{
    f4 sum = f4_mul(masses, squares);
    sum = f4_add(sum, f4_swap_halves(sum));
    return f4_first(f4_add(sum, f4_swap_pairs(sum)));
}

static inline f4 coordinates_of(f4 v)
{
    return f4_and(f4_lt(f4_zero(), f4_set(1.0f, 1.0f, 1.0f, 0.0f)), v);
}

// What constraints have added to the square of a body's velocity since the step began.
static inline f4 gain_of(const MicaWorld *world, int32_t solver)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    f4 v = f4_load(&world->scratch.solverBodies.data[solver].vx),
       base = f4_load(world->scratch.solverMotion.data[solver].base),
       before = f4_load(scratch->solverGains.data[solver].squares);
    return coordinates_of(f4_mul_add(before, f4_sub(v, base), f4_add(v, base)));
}

// The square of a speed that no body exceeds.
static float speed_square_bound(const MicaWorld *world)
{
    f4 maximum = f4_zero();
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 1, count = world->scratch.solverBodies.count; i < count; ++i) {
        f4 v = f4_load(&bodies[i].vx);
        maximum = f4_max(maximum, f4_mul(v, v));
    }
    float squares[4];
    f4_store(squares, maximum);
    return squares[0] + squares[1];
}

// Whether some dynamic body that is faster than `fastest` got more energy from constraints than it
// has at the speed `slack`, or at `maximum` where so many bodies are jointed to it that its island
// is large.
static bool any_gains(MicaWorld *world, float fastest, float slack, float maximum)
{
    // Lane 0 of a gain is to hold the sum of x and y, lane 2 rotation.
    f4 minimum = f4_set(slack * slack, 0.0f, 0.0f, 0.0f);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const SolverBody *b = &world->scratch.solverBodies.data[i];
        float square = b->vx * b->vx + b->vy * b->vy;
        if (world->scratch.solverMotion.data[i].dynamic == 0.0f || square < fastest * fastest) {
            continue;
        }
        f4 gain = gain_of(world, i);
        if ((f4_mask(f4_lt(minimum, f4_add(gain, f4_swap_pairs(gain)))) & 5) == 0) {
            continue;
        }
        f4 masses = masses_of(world, i);
        float mass = f4_first(f4_max(masses, f4_swap_pairs(masses))),
              energy = energy_of(masses, gain);
        if (energy > mass * slack * slack &&
            (energy > mass * maximum * maximum || direct_is_part(world, i) ||
             direct_component_size(world, i) <= GAIN_FEW_BODIES)) {
            return true;
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------- islands

static inline bool is_dynamic(const MicaWorld *world, int32_t solver)
{
    return world->scratch.solverMotion.data[solver].dynamic != 0.0f;
}

static inline IslandEnergy *island_of(SolverScratch *scratch, int32_t solver)
{
    return &scratch->islandEnergies.data[islands_root(scratch, solver)];
}

static inline bool is_root(const MicaWorld *world, int32_t solver)
{
    return solver_scratch_read(world)->islandParents.data[solver] == solver &&
           is_dynamic(world, solver);
}

// Pulleys pull at points of the world.
static void mark_pulleys(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->jointLanes.count; ++i) {
        BlockLane lane = scratch->jointLanes.data[i];
        if (lane.item != NONE && world->state.joints.data[lane.item].type == MICA_JOINT_PULLEY) {
            island_of(scratch, is_dynamic(world, lane.a) ? lane.a : lane.b)->anchored = true;
        }
    }
}

// Marks islands that movers or belts push.
static void mark_pushed(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < scratch->moverRows.count; ++i) {
        island_of(scratch, scratch->moverRows.data[i].solver)->unbounded = true;
    }
    bool surfaces = scratch->contactSurfaces.count > 0;
    for (int32_t i = 0; surfaces && i < scratch->contactLanes.count; ++i) {
        BlockLane lane = scratch->contactLanes.data[i];
        if (lane.item == NONE) {
            continue;
        }
        island_of(scratch, is_dynamic(world, lane.a) ? lane.a : lane.b)->unbounded |=
            scratch->contactSurfaces.data[i / 4].tangentSpeed[i & 3] != 0.0f;
    }
}

static void clear_islands(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        if (is_root(world, i)) {
            scratch->islandEnergies.data[i] = (IslandEnergy){0};
        }
    }
}

void island_allow_energy(MicaWorld *world, int32_t a, int32_t b, float energy)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t solver = is_dynamic(world, b) ? b : a;
    if (is_dynamic(world, solver)) {
        island_of(scratch, solver)->allowed += energy;
    }
}

static void add_energies(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        if (!is_dynamic(world, i)) {
            continue;
        }
        IslandEnergy *e = island_of(scratch, i);
        f4 masses = masses_of(world, i),
           v = coordinates_of(f4_load(&world->scratch.solverBodies.data[i].vx));
        e->gained += 0.5f * energy_of(masses, gain_of(world, i));
        e->kinetic += 0.5f * energy_of(masses, f4_mul(v, v));
        // Both immovable bodies and a locked axis bear momentum; those moved by the game may push.
        uint8_t marks = scratch->islandMarks.data[i];
        e->anchored |= marks != 0 || (f4_mask(f4_lt(f4_zero(), masses)) & 7) != 7;
        e->unbounded |= (marks & TOUCHES_MOVING) != 0;
        e->mass += f4_first(masses);
        e->parts += !direct_hangs(world, i);
    }
}

// The energy that an island may gain, of which `relative` is against its rigid motion.
static inline float noise_of(const IslandEnergy *e, float slack, float maximum, float relative)
{
    float speed = e->parts <= GAIN_FEW_BODIES ? slack : maximum;
    return GAIN_FRACTION * relative + ROUNDING_FRACTION * e->kinetic +
           0.5f * e->mass * speed * speed;
}

// Whether some island has gained too much, however its bodies move against each other.
static bool any_excess(const MicaWorld *world, float slack, float maximum)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        const IslandEnergy *e = &scratch->islandEnergies.data[i];
        if (is_root(world, i) && !e->unbounded &&
            e->gained - e->allowed > noise_of(e, slack, maximum, 0.0f)) {
            return true;
        }
    }
    return false;
}

// Whether some island may have gained too much, if nothing was allowed and what rounding adds were
// none: a look at fewer numbers than any_excess takes.
static bool may_any_exceed(MicaWorld *world, float slack, float maximum)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t count = world->scratch.solverBodies.count;
    for (int32_t i = 1; i < count; ++i) {
        IslandEnergy *e = &scratch->islandEnergies.data[i];
        e->gained = e->mass = e->kinetic = 0.0f;
        e->parts = 0;
    }
    for (int32_t i = 1; i < count; ++i) {
        if (is_dynamic(world, i)) {
            IslandEnergy *e = island_of(scratch, i);
            f4 masses = masses_of(world, i);
            e->gained += 0.5f * energy_of(masses, gain_of(world, i));
            e->mass += f4_first(masses);
            e->parts += 1;
        }
    }
    for (int32_t i = 1; i < count; ++i) {
        const IslandEnergy *e = &scratch->islandEnergies.data[i];
        if (is_root(world, i) && e->gained > noise_of(e, slack, maximum, 0.0f)) {
            return true;
        }
    }
    return false;
}

static inline Vec2 center_of(const SolverMotion *m, const SolverBody *b)
{
    return vec(m->cx + b->dx, m->cy + b->dy);
}

// The motion of islands that touch nothing as rigid bodies, which they keep.
static void find_rigid_motions(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t count = world->scratch.solverBodies.count;
    const SolverMotion *motion = world->scratch.solverMotion.data;
    const SolverBody *bodies = world->scratch.solverBodies.data;
    for (int32_t i = 1; i < count; ++i) {
        IslandEnergy *e = island_of(scratch, i);
        if (motion[i].dynamic != 0.0f && !e->anchored) {
            float fraction = mass_from_inverse(bodies[i].invMassX) / e->mass;
            e->velocity = mul_add(e->velocity, fraction, vec(bodies[i].vx, bodies[i].vy));
            e->center = mul_add(e->center, fraction, center_of(&motion[i], &bodies[i]));
        }
    }
    for (int32_t i = 1; i < count; ++i) {
        IslandEnergy *e = island_of(scratch, i);
        if (motion[i].dynamic != 0.0f && !e->anchored) {
            float mass = mass_from_inverse(bodies[i].invMassX),
                  inertia = mass_from_inverse(motion[i].invInertia);
            Vec2 arm = sub(center_of(&motion[i], &bodies[i]), e->center);
            e->inertia += mass * dot(arm, arm) + inertia;
            e->angular += mass * cross(arm, sub(vec(bodies[i].vx, bodies[i].vy), e->velocity)) +
                          inertia * bodies[i].w;
        }
    }
}

// By how much islands are slowed down.
static void find_scales(MicaWorld *world, float slack, float maximum, bool pushes)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        IslandEnergy *e = &scratch->islandEnergies.data[i];
        if (!is_root(world, i)) {
            continue;
        }
        e->spin = e->inertia > 0.0f ? e->angular / e->inertia : 0.0f;
        float rigid = 0.5f * (e->mass * dot(e->velocity, e->velocity) + e->spin * e->angular);
        float excess = e->gained - e->allowed, relative = max_f(e->kinetic - rigid, 0.0f);
        float noise = noise_of(e, slack, maximum, relative);
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
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        SolverMotion *m = &world->scratch.solverMotion.data[i];
        SolverBody *b = &world->scratch.solverBodies.data[i];
        const IslandEnergy *e = island_of(scratch, i);
        if (m->dynamic == 0.0f || e->scale == 1.0f) {
            continue;
        }
        Vec2 arm = sub(center_of(m, b), e->center);
        Vec2 rigid = e->anchored ? vec(0.0f, 0.0f) : mul_add(e->velocity, e->spin, left_perp(arm));
        f4 about = f4_set(rigid.x, rigid.y, e->spin, b->invMassX), v = f4_load(&b->vx);
        // What constraints did in this substep, and the next one is to carry over, shrinks
        // likewise.
        f4 scale4 = f4_splat(e->scale), base = f4_load(m->base);
        f4 slower = f4_mul_add(about, scale4, f4_sub(v, about)),
           start = f4_mul_sub(slower, f4_splat(e->carried), f4_sub(v, base));
        f4 coordinates = f4_lt(f4_zero(), f4_set(1.0f, 1.0f, 1.0f, 0.0f));
        f4_store(m->base, f4_select(coordinates, start, base));
        f4_store(&b->vx, f4_select(coordinates, slower, v));
        f4 counted = f4_mul(f4_sub(start, base), f4_add(start, base));
        float *squares = scratch->solverGains.data[i].squares;
        f4_store(squares, f4_add(f4_load(squares), counted));
    }
}

float islands_scale(MicaWorld *world, int32_t a, int32_t b)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t solver = is_dynamic(world, b) ? b : a;
    return is_dynamic(world, solver) ? island_of(scratch, solver)->carried : 1.0f;
}

// Looks at all islands, and takes out what exceeds the energy of their mass at a speed from `slack`
// to `maximum`, by the number of their bodies; of pushes what exceeds it, else all that was gained.
static void bound(MicaWorld *world, const StepContext *context, float slack, float maximum,
                  bool pushes)
{
    islands_find(world);
    if (world->state.liveJoints == 0 && !may_any_exceed(world, slack, maximum)) {
        return;
    }
    clear_islands(world);
    joints_work(world, context);
    add_energies(world);
    mark_pulleys(world);
    mark_pushed(world);
    if (!any_excess(world, slack, maximum)) {
        return;
    }
    int32_t before = world->output.energyBounds;
    find_rigid_motions(world);
    find_scales(world, slack, maximum, pushes);
    if (world->output.energyBounds > before) {
        slow_down(world);
        contacts_scale(world);
        joints_scale(world);
    }
}

// Whether energy is looked at after each substep, for joints may jerk and walls shoot within one.
static bool is_watched(const MicaWorld *world)
{
    return world->state.liveJoints > 0 || contacts_scratch_read(world)->deepWalls > 1;
}

void bodies_bound_pushes(MicaWorld *world, const StepContext *context)
{
    // A kinematic body that is deep in another pushes as crush.c lets it.
    if (!is_watched(world) || contacts_scratch(world)->crushedContacts > 0) {
        return;
    }
    if (speed_square_bound(world) >= MAX_CORRECTION_SPEED * MAX_CORRECTION_SPEED &&
        any_gains(world, MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED)) {
        bound(world, context, MAX_CORRECTION_SPEED, MAX_CORRECTION_SPEED, true);
    }
}

// Whether constraints may have given too much: to some body at the end of a step in which all are
// looked at, else to one that is faster than was expected.
static bool may_exceed(MicaWorld *world, bool last)
{
    bool watched = is_watched(world),
         all = watched || world->state.steps % ENERGY_CHECK_PERIOD == 0;
    float fastest = solver_scratch(world)->fastest;
    if (last && all) {
        return any_gains(world, 0.0f, GAIN_SPEED, MAX_GAIN_SPEED);
    }
    return (watched || last) && speed_square_bound(world) >= fastest * fastest &&
           any_gains(world, fastest, GAIN_SPEED, MAX_GAIN_SPEED);
}

void bodies_bound_energy(MicaWorld *world, const StepContext *context, bool last)
{
    if (contacts_scratch(world)->crushedContacts == 0 && may_exceed(world, last)) {
        bound(world, context, GAIN_SPEED, MAX_GAIN_SPEED, false);
    }
}

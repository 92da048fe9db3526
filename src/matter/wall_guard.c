// Holds fast particles at walls when a step ends: where the motion of a particle through the step crosses
// a wall, as the wall's body has moved meanwhile, the particle goes back to the crossing and a little
// off it, and loses its velocity into the wall. Contacts stop slow ones already (wall_contacts.c).
//
// Called by matter_finish. Reads walls and the final transforms; writes positions and velocities.
#include "matter.h"

// How far off the wall a particle is put, in spacings.
#define GUARD_DISTANCE 0.25f

static inline bool is_moving(const Wall *w) { return w->solver != 0 || !vec_is_zero(w->velocity); }

static Transform pose_now(const MicaWorld *world, const Wall *w)
{
    if (w->solver != 0) {
        return world->state.transforms.data[world->state.colliders.data[w->collider].body];
    }
    // Movers move when all else has: as far as they are about to.
    Transform pose = w->pose;
    pose.p = mul_add(pose.p, matter_scratch_read(world)->stepLength, w->velocity);
    return pose;
}

static MicaAABB box_of(Vec2 a, Vec2 b)
{
    return (MicaAABB){{min_f(a.x, b.x), min_f(a.y, b.y)}, {max_f(a.x, b.x), max_f(a.y, b.y)}};
}

static bool overlap(MicaAABB a, MicaAABB b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

// Whether a wall with one solid side lets a motion through, in the space of its body.
static bool passes_one_way(const Wall *w, Vec2 motion)
{
    return !vec_is_zero(w->oneWay) && dot(unrotate(w->pose.q, w->oneWay), motion) >= 0.0f;
}

// Stops a particle at one wall. True if it was about to cross it.
static bool hold_at(MicaWorld *world, const MatterUnits *u, const Wall *w, int32_t particle)
{
    Vec2 before = matter_scratch_read(world)->previousPositions.data[particle],
         *now = &world->state.particlePositions.data[particle],
         *velocity = &world->state.particleVelocities.data[particle];
    Transform pose = pose_now(world, w);
    Vec2 a = untransform(w->pose, before), b = untransform(pose, *now), motion = sub(b, a);
    CastResult hit;
    if (passes_one_way(w, motion) || cast_ray(&w->geometry, a, motion, 1.0f, &hit) != CAST_HIT) {
        return false;
    }
    Vec2 normal = rotate(pose.q, hit.normal),
         center = transform(pose, untransform(w->pose, w->center));
    *now = transform(pose, mul_add(hit.point, GUARD_DISTANCE * u->spacing, hit.normal));
    const SolverBody *body = &world->scratch.solverBodies.data[w->solver];
    Vec2 surface =
        add(add(w->velocity, vec(body->vx, body->vy)), cross_sv(body->w, sub(*now, center)));
    float into = dot(sub(*velocity, surface), normal);
    *velocity = mul_add(*velocity, -min_f(into, 0.0f), normal);
    return true;
}

// Stops a particle at the walls around it that move, or at those that do not. True if it was about to
// cross some.
static bool hold(MicaWorld *world, const MatterUnits *u, int32_t particle, bool moving)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[particle]];
    uint32_t matter = world->state.particleTags.data[particle].matter;
    bool held = false;
    for (int32_t k = 0; k < c->walls; ++k) {
        const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + k]];
        MicaAABB path = box_of(scratch->previousPositions.data[particle],
                               world->state.particlePositions.data[particle]);
        if (is_moving(w) == moving && (w->matters >> matter & 1) != 0 && overlap(w->box, path)) {
            held = hold_at(world, u, w, particle) || held;
        }
    }
    return held;
}

// The box that a wall has passed in the step.
static void sweep_boxes(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->walls.count; ++i) {
        Wall *w = &scratch->walls.data[i];
        if (is_moving(w)) {
            MicaAABB box = geometry_aabb(&w->geometry, pose_now(world, w));
            w->box.lower =
                vec(min_f(w->box.lower.x, box.lower.x), min_f(w->box.lower.y, box.lower.y));
            w->box.upper =
                vec(max_f(w->box.upper.x, box.upper.x), max_f(w->box.upper.y, box.upper.y));
        }
    }
}

void walls_guard(MicaWorld *world, const MatterUnits *u)
{
    MatterScratch *scratch = matter_scratch(world);
    if (matter_particles(world) == 0) {
        return;
    }
    sweep_boxes(world);
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        const CoarseCell *c = &scratch->coarseCells.data[scratch->coarseOf.data[i]];
        if (scratch->weights.data[i] == 0.0f) {
            continue;  // it does not move
        }
        Vec2 before = scratch->previousPositions.data[i],
             *now = &world->state.particlePositions.data[i];
        // No further than to where its walls are known, whatever has pushed it.
        Vec2 motion = sub(*now, before), *velocity = &world->state.particleVelocities.data[i];
        float square = dot(motion, motion);
        if (square > c->reach * c->reach) {
            float part = c->reach / sqrtf(square);
            *now = mul_add(before, part, motion);
            *velocity = scale(part, *velocity);
        }
        // Where it is held at a wall that does not move, one that moves may have passed already; the
        // former have the last word, so that nothing presses a particle through them.
        for (int32_t round = 0; round < 3 && c->walls > 0; ++round) {
            hold(world, u, i, true);
            if (!hold(world, u, i, false)) {
                break;
            }
        }
    }
}

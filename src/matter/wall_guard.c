// Holds fast particles at walls when a step ends: where the motion of a particle through the step crosses
// a wall, as the wall's body has moved meanwhile, the particle goes back to the crossing and a little
// off it, and loses its velocity into the wall. Contacts stop slow ones already (wall_contacts.c).
//
// Called by matter_finish. Reads walls and the final transforms; writes positions and velocities.
#include "matter.h"

// How far off the wall a particle is put, in spacings.
#define GUARD_DISTANCE 0.25f

static Transform pose_now(const MicaWorld *world, const Wall *w)
{
    return w->solver != 0
               ? world->state.transforms.data[world->state.colliders.data[w->collider].body]
               : w->pose;
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

// Stops a particle at one wall.
static void hold_at(MicaWorld *world, const MatterUnits *u, const Wall *w, int32_t particle)
{
    Vec2 before = matter_scratch_read(world)->previousPositions.data[particle],
         *now = &world->state.particlePositions.data[particle],
         *velocity = &world->state.particleVelocities.data[particle];
    Transform pose = pose_now(world, w);
    Vec2 a = untransform(w->pose, before), b = untransform(pose, *now), motion = sub(b, a);
    CastResult hit;
    if (passes_one_way(w, motion) || cast_ray(&w->geometry, a, motion, 1.0f, &hit) != CAST_HIT) {
        return;
    }
    Vec2 normal = rotate(pose.q, hit.normal),
         center = transform(pose, untransform(w->pose, w->center));
    *now = transform(pose, mul_add(hit.point, GUARD_DISTANCE * u->spacing, hit.normal));
    const SolverBody *body = &world->scratch.solverBodies.data[w->solver];
    Vec2 surface = add(vec(body->vx, body->vy), cross_sv(body->w, sub(*now, center)));
    float into = dot(sub(*velocity, surface), normal);
    *velocity = mul_add(*velocity, -min_f(into, 0.0f), normal);
}

// The box that a wall has passed in the step.
static void sweep_boxes(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->walls.count; ++i) {
        Wall *w = &scratch->walls.data[i];
        if (w->solver != 0) {
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
        // Walls that do not move come last: nothing presses a particle through them.
        uint32_t matter = world->state.particleTags.data[i].matter;
        for (int32_t pass = 0; pass < 2; ++pass) {
            for (int32_t k = 0; k < c->walls; ++k) {
                const Wall *w = &scratch->walls.data[scratch->wallLists.data[c->firstWall + k]];
                if ((w->solver == 0) == (pass == 1) && (w->matters >> matter & 1) != 0 &&
                    overlap(w->box, box_of(before, *now))) {
                    hold_at(world, u, w, i);
                }
            }
        }
    }
}

// Jelly: clusters of particles that are pulled to the shape which they have at rest (Müller et al.,
// "Meshless deformations based on shape matching", 2005), here as velocities, towards where the
// particles would be at the end of the substep. With x such a place, q the place at rest, c the mean:
//
//     A = sum (x - c) · q,   B = sum q × (x - c),   R = rotation by atan2(B, A)
//     v += k / 2 (c + R q - x) / h                 for each of a particle's two clusters
//
// which keeps the momentum and the angular momentum of each cluster. A cluster of two is a distance row,
// solved one after the other forth and back, so that a strand carries what hangs on its end. A cluster that is strained for long
// flows: its places at rest move; one that is strained too far lets go of the particles in question.
//
// Called by matter_push and matter_finish. Reads positions; writes velocities, clusters and members.
#include "jelly.h"

// The pull of a substep by the stiffness of a matter: the square lets a game choose soft ones finely.
#define MINIMUM_PULL 0.02f
#define MAXIMUM_PULL 0.6f
// Within this time (s) a pull takes out an error, at least: a shorter substep would throw what is strained.
#define SHORTEST_PULL 0.001f
// That of a pair with stiffness 0; with stiffness 1 it is 1.
#define MINIMUM_PAIR_PULL 0.1f
// A particle flows if it is further from its place than this, in spacings; in a second, its place moves
// by this part of the distance.
#define YIELD_DISTANCE 0.25f
#define FLOW_RATE 6.0f
// A cluster is about so many spacings in radius: a stretch of 1 moves its outer particles by as much.
#define JELLY_TEAR_SPACINGS 2.5f
// A place at rest that has flowed so many spacings from the mean is no part of the shape.
#define FARTHEST_MEMBER 1000.0f

// Clusters of a particle, at most: of jelly two, of fabric as many pairs as in a lattice.
static int32_t clusters_each(const MicaWorld *world)
{
    int32_t each = 2;
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        each = m->kind == MICA_MATTER_FABRIC && m->count > 0 ? 6 : each;
    }
    return each;
}

bool jelly_step_reserve(MicaWorld *world)
{
    return ARRAY_RESERVE(&world->host.memory, &matter_scratch(world)->clustersOf,
                         clusters_each(world) * world->state.particlePositions.capacity);
}

void jelly_find_clusters(MicaWorld *world, const Particles *particles)
{
    MatterScratch *scratch = matter_scratch(world);
    int32_t *of = scratch->clustersOf.data, each = clusters_each(world);
    scratch->clustersEach = each;
    for (int32_t i = 0; i < each * particles->count; ++i) {
        of[i] = NONE;
    }
    // Members are named by the order that the state has until the step is certain.
    for (int32_t i = 0; i < world->state.jellyClusters.count; ++i) {
        const JellyCluster *c = &world->state.jellyClusters.data[i];
        for (int32_t k = c->first; k < c->first + c->count; ++k) {
            int32_t *own = of + each * world->state.jellyMembers.data[k].particle, at = 0;
            while (at < each - 1 && own[at] != NONE) {
                at += 1;
            }
            own[at] = i;
        }
    }
}

// The mean and the rotation of a cluster, of places as they will be after h seconds, from a point near
// it: far from the origin, differences of places would be lost in their rounding.
typedef struct ClusterPose {
    Vec2 near, mean;
    Rot turn;
} ClusterPose;

static inline Vec2 place_after(const MicaWorld *world, int32_t particle, Vec2 near, float h)
{
    return mul_add(sub(world->state.particlePositions.data[particle], near), h,
                   world->state.particleVelocities.data[particle]);
}

static ClusterPose find_pose(const MicaWorld *world, const JellyCluster *c, float h)
{
    const JellyMember *members = world->state.jellyMembers.data + c->first;
    Vec2 sum = {0.0f, 0.0f}, near = world->state.particlePositions.data[members->particle];
    float along = 0.0f, across = 0.0f;
    for (int32_t i = 0; i < c->count; ++i) {
        const JellyMember *m = &members[i];
        Vec2 p = place_after(world, m->particle, near, h);
        sum = add(sum, p);
        // The places at rest have the mean 0, so that of the others drops out.
        along += p.x * m->x + p.y * m->y;
        across += p.y * m->x - p.x * m->y;
    }
    return (ClusterPose){near, scale(1.0f / (float)c->count, sum),
                         rot_normalize((Rot){along, across})};
}

static float pull_of(const Matter *m)
{
    return MINIMUM_PULL + (MAXIMUM_PULL - MINIMUM_PULL) * m->stiffness * m->stiffness;
}

// Brings two particles to their distance at rest, at the end of the substep.
static void solve_pair(MicaWorld *world, const JellyCluster *c, float h)
{
    MatterScratch *scratch = matter_scratch(world);
    const JellyMember *m = world->state.jellyMembers.data + c->first;
    int32_t a = m[0].particle, b = m[1].particle;
    float weightA = scratch->weights.data[a], weightB = scratch->weights.data[b], rest, l;
    normalize(vec(m[1].x - m[0].x, m[1].y - m[0].y), &rest);
    Vec2 near = world->state.particlePositions.data[a],
         n = normalize(sub(place_after(world, b, near, h), place_after(world, a, near, h)), &l);
    if (weightA + weightB == 0.0f) {
        return;
    }
    float stiffness = world->state.matters.data[c->matter].stiffness,
          pull = MINIMUM_PAIR_PULL + (1.0f - MINIMUM_PAIR_PULL) * stiffness,
          impulse = pull * (l - rest) / (max_f(h, SHORTEST_PULL) * (weightA + weightB));
    Vec2 onA = scale(weightA * impulse, n), onB = scale(-weightB * impulse, n),
         *v = world->state.particleVelocities.data, *pushed = scratch->pushed.data;
    v[a] = add(v[a], onA);
    v[b] = add(v[b], onB);
    pushed[a] = add(pushed[a], onA);  // no impulse of a contact
    pushed[b] = add(pushed[b], onB);
}

static void solve_pairs(MicaWorld *world, float h)
{
    int32_t count = world->state.jellyClusters.count;
    for (int32_t i = 0; i < 2 * count; ++i) {
        const JellyCluster *c = &world->state.jellyClusters.data[i < count ? i : 2 * count - 1 - i];
        if (c->count == 2) {
            solve_pair(world, c, h);
        }
    }
}

void jelly_solve(MicaWorld *world, float h)
{
    MatterScratch *scratch = matter_scratch(world);
    Vec2 *pulls = scratch->pulls.data;
    memset(pulls, 0, sizeof *pulls * (size_t)matter_particles(world));
    for (int32_t i = 0; i < world->state.jellyClusters.count; ++i) {
        const JellyCluster *c = &world->state.jellyClusters.data[i];
        const JellyMember *members = world->state.jellyMembers.data + c->first;
        if (c->count == 2) {
            continue;
        }
        ClusterPose pose = find_pose(world, c, h);
        float pull =
            0.5f * pull_of(&world->state.matters.data[c->matter]) / max_f(h, SHORTEST_PULL);
        for (int32_t k = 0; k < c->count; ++k) {
            int32_t p = members[k].particle;
            Vec2 goal = add(pose.mean, rotate(pose.turn, vec(members[k].x, members[k].y))),
                 place = place_after(world, p, pose.near, h);
            pulls[p] = mul_add(pulls[p], pull, sub(goal, place));
        }
    }
    for (int32_t i = 0; i < matter_particles(world); ++i) {
        if (scratch->weights.data[i] != 0.0f) {
            Vec2 *v = &world->state.particleVelocities.data[i], *pushed = &scratch->pushed.data[i];
            *v = add(*v, pulls[i]);
            *pushed = add(*pushed, pulls[i]);  // no impulse of a contact
        }
    }
    solve_pairs(world, h);
}

void jelly_center(JellyMember *members, int32_t count)
{
    Vec2 sum = {0.0f, 0.0f};
    for (int32_t i = 0; i < count; ++i) {
        sum = add(sum, vec(members[i].x, members[i].y));
    }
    for (int32_t i = 0; i < count; ++i) {
        members[i].x -= sum.x / (float)count;
        members[i].y -= sum.y / (float)count;
    }
}

// Moves places at rest, and drops members, of one cluster. True if it has lost some.
static bool yield_cluster(MicaWorld *world, JellyCluster *c, const MatterUnits *u, float dt)
{
    const Matter *m = &world->state.matters.data[c->matter];
    JellyMember *members = world->state.jellyMembers.data + c->first;
    ClusterPose pose = find_pose(world, c, 0.0f);
    // Each of a pair moves by half of what the pair is stretched.
    float size = c->count == 2 ? 0.5f : JELLY_TEAR_SPACINGS,
          flow = min_f(1.0f, FLOW_RATE * dt * m->plasticity), yield = YIELD_DISTANCE * u->spacing,
          tear = size * m->tearing * u->spacing;
    int32_t kept = 0;
    for (int32_t k = 0; k < c->count; ++k) {
        JellyMember *own = &members[k];
        Vec2 place = unrotate(pose.turn,
                              sub(place_after(world, own->particle, pose.near, 0.0f), pose.mean)),
             strain = sub(place, vec(own->x, own->y));
        float square = dot(strain, strain);
        if (tear > 0.0f && square > tear * tear) {
            continue;
        }
        if (square > yield * yield) {
            own->x += flow * strain.x;
            own->y += flow * strain.y;
        }
        if (!vec_within(vec(own->x, own->y), FARTHEST_MEMBER * u->spacing)) {
            continue;
        }
        members[kept++] = *own;
    }
    bool lost = kept < c->count;
    c->count = kept;
    if (kept > 0 && (lost || flow > 0.0f)) {
        jelly_center(members, kept);
    }
    return lost;
}

void jelly_yield(MicaWorld *world, const MatterUnits *u, float dt)
{
    bool torn = false;
    for (int32_t i = 0; i < world->state.jellyClusters.count; ++i) {
        JellyCluster *c = &world->state.jellyClusters.data[i];
        const Matter *m = &world->state.matters.data[c->matter];
        if (m->plasticity > 0.0f || m->tearing > 0.0f) {
            torn = yield_cluster(world, c, u, dt) || torn;
        }
    }
    if (torn) {
        // Contacts are listed anew: what has come off pushes what it came off from.
        world->state.particlePlaces.count = 0;
        jelly_compact(world);
    }
}

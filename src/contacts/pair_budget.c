// How many pairs a crowd may have. Of n bodies in one place every two boxes overlap, so that memory
// and time would grow with n². Once a step has met more overlaps than ordinary worlds have, a pair
// of two dynamic colliders that both have MAX_CROWD_PAIRS is postponed: both look for all of their
// pairs again in the next step, while the pairs that they have push them apart. A collider with
// many neighbours, such as a raft full of crates, keeps all, for each of those has few. Bodies that
// are apart, and meet only with boxes that cover their displacement, as bullets do, are postponed
// first. Called by find_pairs.c and broad_phase.c; reads contacts, writes pairCounts.
#include "contacts.h"

#include <string.h>

// In pairCounts: the collider has postponed pairs.
#define POSTPONED (1 << 30)
// A body with twice MAX_CROWD_PAIRS gets no more pairs with bodies of its size that have so many.
#define MIN_CROWD_PAIRS 4
#define ALIKE_RATIO 4.0f

void pair_budget_begin(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    scratch->pairCounts.count = 0;
    scratch->pairOverlaps =
        CROWD_OVERLAPS + CROWD_OVERLAPS_EACH * world->state.movedColliders.count;
}

static inline bool is_dynamic_pair(const MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *all = world->state.colliders.data;
    return body_is_dynamic(world, all[a].body) && body_is_dynamic(world, all[b].body);
}

static void count_pair(const MicaWorld *world, int32_t *counts, const Contact *c)
{
    if ((c->flags & CONTACT_TRIGGER) == 0 && is_dynamic_pair(world, c->colliderA, c->colliderB)) {
        counts[c->colliderA] += 1;
        counts[c->colliderB] += 1;
    }
}

static bool count_pairs(MicaWorld *world)
{
    IntList *counts = &contacts_scratch(world)->pairCounts;
    int32_t colliders = world->state.colliders.count;
    if (!ARRAY_RESERVE(&world->host.memory, counts, colliders)) {
        return false;
    }
    counts->count = colliders;
    memset(counts->data, 0, sizeof(int32_t) * (size_t)colliders);
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        count_pair(world, counts->data, &world->state.contacts.data[i]);
    }
    return true;
}

// Whether the bodies may touch where they are, taken as discs about their positions.
static inline bool are_near(const MicaWorld *world, int32_t bodyA, int32_t bodyB)
{
    const Body *a = &world->state.bodies.data[bodyA], *b = &world->state.bodies.data[bodyB];
    const Transform *t = world->state.transforms.data;
    Vec2 d = sub(t[bodyA].p, t[bodyB].p);
    float reach = a->maxExtent + b->maxExtent + SPECULATIVE_DISTANCE;
    return dot(d, d) <= reach * reach;
}

// Colliders of about the same size have no more than a few neighbours each, unless they lie in a
// crowd.
static inline bool are_alike(const MicaWorld *world, int32_t bodyA, int32_t bodyB)
{
    float a = world->state.bodies.data[bodyA].maxExtent,
          b = world->state.bodies.data[bodyB].maxExtent;
    return max_f(a, b) < ALIKE_RATIO * min_f(a, b);
}

// Pairs that a crowd has all the same, so that each body is pushed by others from all over it:
// those whose slots are a power of two apart.
static inline bool is_link(int32_t a, int32_t b)
{
    uint32_t apart = (uint32_t)(a > b ? a - b : b - a);
    return (apart & (apart - 1)) == 0;
}

// Whether both colliders have as many pairs as they may have in a crowd, and would get one more.
static bool is_crowded(const MicaWorld *world, const int32_t *counts, int32_t a, int32_t b)
{
    const Collider *all = world->state.colliders.data;
    int32_t countA = counts[a] & ~POSTPONED, countB = counts[b] & ~POSTPONED,
            minimum = min_i(countA, countB), maximum = max_i(countA, countB), bodyA = all[a].body,
            bodyB = all[b].body;
    bool near = are_near(world, bodyA, bodyB);
    int32_t enough = near ? MAX_CROWD_PAIRS : MAX_CROWD_PAIRS / 2;
    if (minimum < enough && (minimum < MIN_CROWD_PAIRS || maximum < 2 * MAX_CROWD_PAIRS ||
                             !are_alike(world, bodyA, bodyB))) {
        return false;
    }
    return !(near && is_link(a, b)) && !collider_is_compound(&all[a]) &&
           !collider_is_compound(&all[b]) && is_dynamic_pair(world, a, b) &&
           pair_response(world, &all[a], &all[b]) == MICA_SOLID;
}

bool pair_budget_search(MicaWorld *world, int32_t a, int32_t b)
{
    ContactsScratch *scratch = contacts_scratch(world);
    IntList *counts = &scratch->pairCounts;
    if (counts->count == 0) {
        scratch->pairOverlaps -= 1;
        if (scratch->pairOverlaps >= 0) {
            return find_pairs_between(world, a, b);
        }
        if (!count_pairs(world)) {
            return false;
        }
    }
    if (is_crowded(world, counts->data, a,
                   b)) {  // the pair may exist, but to look it up would cost most of the time
        counts->data[a] |= POSTPONED;
        counts->data[b] |= POSTPONED;
        world->output.pairsPostponed += 1;
        return true;
    }
    int32_t before = world->state.contacts.count;
    if (!find_pairs_between(world, a, b)) {
        return false;
    }
    for (int32_t i = before; i < world->state.contacts.count; ++i) {
        count_pair(world, counts->data, &world->state.contacts.data[i]);
    }
    return true;
}

bool pair_budget_postponed(const MicaWorld *world, int32_t slot)
{
    const IntList *counts = &contacts_scratch_read(world)->pairCounts;
    return slot < counts->count && (counts->data[slot] & POSTPONED) != 0;
}

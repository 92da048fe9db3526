// The allocations and steps of the test program, see faults.h.
#include "faults.h"

#include "world.h"

#include <stdlib.h>
#include <string.h>

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
MicaError __real_mica_world_step(MicaWorld *world, float dt, int32_t substeps);
MicaError __real_mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts);

// Allocations that still succeed; negative: all do.
static int32_t allowed = -1, refused;
static bool onlyOnce;

static bool is_refused(void)
{
    if (allowed != 0) {
        allowed -= allowed > 0;
        return false;
    }
    refused += 1;
    allowed = onlyOnce ? -1 : 0;
    return true;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_refused() ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_malloc(size_t size) { return is_refused() ? NULL : __real_malloc(size); }

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __real_calloc(count, size);
}

void faults_allow(int32_t allocations)
{
    allowed = allocations;
    refused = 0;
}

int32_t faults_end(void)
{
    allowed = -1;
    return refused;
}

// ------------------------------------------------------------------------------------------ steps

static bool faulty;
static FaultySteps made;

void faults_start(bool once)
{
    faulty = true;
    onlyOnce = once;
    made = (FaultySteps){0};
}

FaultySteps faults_stop(void)
{
    faulty = onlyOnce = false;
    return made;
}

static uint64_t mix(uint64_t hash, const void *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) {
        hash = (hash ^ ((const uint8_t *)data)[i]) * 0x100000001b3u;
    }
    return hash;
}

uint64_t faults_hash_events(const MicaWorld *world)
{
    uint64_t hash = 0xcbf29ce484222325u;
    MicaEvents e = mica_world_events(world);
#define MIX(list)                                                                                  \
    hash = mix(hash, &e.list##Count, sizeof e.list##Count);                                        \
    hash = mix(hash, e.list, sizeof *e.list * (size_t)e.list##Count);
    MIX(begin)
    MIX(end)
    MIX(hit)
    MIX(enter)
    MIX(exit)
    MIX(moved)
    MIX(asleep)
    MIX(woke)
    MIX(broke)
    MIX(crushed)
#undef MIX
    return hash;
}

// What a game reads of bodies and of the world beside the hash of the motion.
static uint64_t hash_world(const MicaWorld *world)
{
    uint64_t hash = mica_world_hash(world);
    MicaCounters c = mica_world_counters(world);
    const int32_t counts[] = {c.bodies, c.colliders, c.joints, c.contacts, (int32_t)c.steps};
    hash = mix(hash, counts, sizeof counts);
    MicaViews v = mica_world_views((MicaWorld *)world);
    for (int32_t i = 0; i < v.slots; ++i) {
        hash = mix(hash, &v.flags[i], sizeof v.flags[i]);
        if ((v.flags[i] & MICA_FLAG_ALIVE) != 0) {
            hash = mix(hash, &world->state.previous.data[i], sizeof(MicaTransform));
            hash = mix(hash, v.forces + 4 * i, 3 * sizeof(float));
            hash = mix(hash, &v.poses[i], sizeof v.poses[i]);
        }
    }
    return hash;
}

// Which pairs touch, in their order, and since when.
static uint64_t hash_contacts(const MicaWorld *world)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        const int32_t words[] = {c->colliderA, c->colliderB,      c->part,
                                 c->count,     (int32_t)c->since, c->flags & CONTACT_TOUCHING};
        hash = mix(hash, words, sizeof words);
        hash = mix(hash, &c->tangentImpulse, sizeof c->tangentImpulse);
        for (int32_t p = 0; p < c->count; ++p) {
            hash = mix(hash, &c->points[p].normalImpulse, sizeof c->points[p].normalImpulse);
        }
    }
    return hash;
}

static MicaError step(MicaWorld *world, float dt, int32_t count, bool byImpacts)
{
    return byImpacts ? __real_mica_world_step_impacts(world, dt, count)
                     : __real_mica_world_step(world, dt, count);
}

// What an array could grow to without an allocation, it keeps after a step that was refused. So the
// second allocation of the next attempt is the one behind that which was refused last.
static MicaError step_with_faults(MicaWorld *world, float dt, int32_t count, bool byImpacts)
{
    if (!faulty || world == NULL) {
        return step(world, dt, count, byImpacts);
    }
    made.steps += 1;
    for (int32_t attempt = 0;; attempt = 1) {
        uint64_t events = faults_hash_events(world), seen = hash_world(world),
                 contacts = hash_contacts(world);
        faults_allow(attempt);
        MicaError error = step(world, dt, count, byImpacts);
        int32_t missing = faults_end();
        if (missing == 0 || error == MICA_ERROR_OK) {
            made.survived += missing > 0;
            return error;
        }
        made.refused += 1;
        made.unclear += error != MICA_ERROR_NO_MEMORY;
        made.changedWorld += hash_world(world) != seen;
        made.changedEvents += faults_hash_events(world) != events;
        made.changedContacts += hash_contacts(world) != contacts;
    }
}

MicaError __wrap_mica_world_step(MicaWorld *world, float dt, int32_t substeps)
{
    return step_with_faults(world, dt, substeps, false);
}

MicaError __wrap_mica_world_step_impacts(MicaWorld *world, float dt, int32_t maxImpacts)
{
    return step_with_faults(world, dt, maxImpacts, true);
}

// The queue of a step by impacts: a binary heap of pairs by time, of equal times by index, so that
// every build takes them in the same order. Each pair knows its place, so a new prediction moves it
// instead of leaving a stale entry behind. Called by impact.c. Reads and writes impactQueue and the
// pairs' time and place.
#include "impact.h"

static bool comes_before(const MicaWorld *world, int32_t p, int32_t q)
{
    float timeP = world->scratch.impactPairs.data[p].time,
          timeQ = world->scratch.impactPairs.data[q].time;
    return timeP != timeQ ? timeP < timeQ : p < q;
}

static void put(MicaWorld *world, int32_t place, int32_t pair)
{
    world->scratch.impactQueue.data[place] = pair;
    world->scratch.impactPairs.data[pair].place = place;
}

// Sifts a pair up or down from a place to where it belongs.
static void sift(MicaWorld *world, int32_t place, int32_t pair)
{
    const int32_t *heap = world->scratch.impactQueue.data;
    int32_t count = world->scratch.impactQueue.count;
    while (place > 0 && comes_before(world, pair, heap[(place - 1) / 2])) {
        put(world, place, heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        int32_t child = 2 * place + 1;
        if (child + 1 < count && comes_before(world, heap[child + 1], heap[child])) {
            child += 1;
        }
        if (child >= count || !comes_before(world, heap[child], pair)) {
            break;
        }
        put(world, place, heap[child]);
        place = child;
    }
    put(world, place, pair);
}

void impact_queue_set(MicaWorld *world, int32_t pair, float time)
{
    ImpactPair *p = &world->scratch.impactPairs.data[pair];
    p->time = time;
    if (time < IMPACT_NEVER) {
        sift(world, p->place != NONE ? p->place : world->scratch.impactQueue.count++, pair);
    } else if (p->place != NONE) {
        int32_t place = p->place,
                last = world->scratch.impactQueue.data[--world->scratch.impactQueue.count];
        p->place = NONE;
        if (last != pair) {
            sift(world, place, last);
        }
    }
}

int32_t impact_queue_first(const MicaWorld *world)
{
    return world->scratch.impactQueue.count > 0 ? world->scratch.impactQueue.data[0] : NONE;
}

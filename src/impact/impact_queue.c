// The queue of a step by impacts: a binary heap of pairs by time, of equal times by index, so that
// every build takes them in the same order. Each pair knows its place, so a new prediction moves it
// instead of leaving a stale entry behind. Called by impact.c. Reads and writes `queue` and the
// pairs' time and place.
#include "impact.h"

static bool comes_before(const ImpactScratch *scratch, int32_t p, int32_t q)
{
    float timeP = scratch->pairs.data[p].time, timeQ = scratch->pairs.data[q].time;
    return timeP != timeQ ? timeP < timeQ : p < q;
}

static void put(ImpactScratch *scratch, int32_t place, int32_t pair)
{
    scratch->queue.data[place] = pair;
    scratch->pairs.data[pair].place = place;
}

// Sifts a pair up or down from a place to where it belongs.
static void sift(ImpactScratch *scratch, int32_t place, int32_t pair)
{
    const int32_t *heap = scratch->queue.data;
    int32_t count = scratch->queue.count;
    while (place > 0 && comes_before(scratch, pair, heap[(place - 1) / 2])) {
        put(scratch, place, heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        int32_t child = 2 * place + 1;
        if (child + 1 < count && comes_before(scratch, heap[child + 1], heap[child])) {
            child += 1;
        }
        if (child >= count || !comes_before(scratch, heap[child], pair)) {
            break;
        }
        put(scratch, place, heap[child]);
        place = child;
    }
    put(scratch, place, pair);
}

void impact_queue_set(ImpactScratch *scratch, int32_t pair, float time)
{
    ImpactPair *p = &scratch->pairs.data[pair];
    p->time = time;
    if (time < IMPACT_NEVER) {
        sift(scratch, p->place != NONE ? p->place : scratch->queue.count++, pair);
    } else if (p->place != NONE) {
        int32_t place = p->place, last = scratch->queue.data[--scratch->queue.count];
        p->place = NONE;
        if (last != pair) {
            sift(scratch, place, last);
        }
    }
}

int32_t impact_queue_first(const ImpactScratch *scratch)
{
    return scratch->queue.count > 0 ? scratch->queue.data[0] : NONE;
}

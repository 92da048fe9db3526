// Event buffers: filled by the phases in pair order, read by the game after the step, replaced by
// the next.
#include "world.h"

#include <string.h>

bool events_reserve(MicaWorld *world, int32_t fresh)
{
    // What begins now may end with the next step's first phase, when memory has run out.
    Memory *m = &world->memory;
    int32_t touching = world->touching, visits = world->visits;
    return ARRAY_RESERVE(m, &world->beginEvents, fresh) &&
           ARRAY_RESERVE(m, &world->endEvents, max_i(world->endEvents.count, touching + fresh)) &&
           ARRAY_RESERVE(m, &world->exitEvents, max_i(world->exitEvents.count, visits));
}

bool events_reserve_change(MicaWorld *world, const Contact *c)
{
    Memory *m = &world->memory;
    if ((c->flags & CONTACT_TRIGGER) == 0) {
        return ARRAY_RESERVE(m, &world->endEvents, world->endEvents.count + 1);
    }
    int32_t enters = world->enterEvents.count, exits = world->exitEvents.count;
    return ARRAY_RESERVE(m, &world->enterEvents, enters + 1) &&
           ARRAY_RESERVE(m, &world->exitEvents, max_i(exits, world->visits + enters) + 1);
}

bool events_reserve_ends(MicaWorld *world)
{
    int32_t touching = 0, visits = 0;
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        uint8_t flags = world->contacts.data[i].flags;
        touching += (flags & (CONTACT_TOUCHING | CONTACT_TRIGGER)) == CONTACT_TOUCHING;
        visits += (flags & CONTACT_TOUCHING) != 0 && (flags & CONTACT_TRIGGER) != 0;
    }
    return ARRAY_RESERVE(&world->memory, &world->endEvents, world->endEvents.count + touching) &&
           ARRAY_RESERVE(&world->memory, &world->exitEvents, world->exitEvents.count + visits);
}

// Leaves what a step that failed did not come to tell, and adds what happened since.
static void turn_over(IntList *slots, int32_t *told, IntList *soon)
{
    int32_t left = slots->count - *told;
    if (*told > 0 && left > 0) {
        memmove(slots->data, slots->data + *told, sizeof(int32_t) * (size_t)left);
    }
    if (soon->count > 0) {
        memcpy(slots->data + left, soon->data, sizeof(int32_t) * (size_t)soon->count);
    }
    slots->count = left + soon->count;
    *told = soon->count = 0;
}

bool events_reserve_slots(MicaWorld *world)
{
    // In the step each body may wake once and fall asleep once.
    Memory *m = &world->memory;
    int32_t bodies = world->bodies.count;
    int32_t asleep = world->asleepEvents.count - world->asleepTold + world->asleepSoon.count,
            woke = world->wokeEvents.count - world->wokeTold + world->wokeSoon.count;
    return ARRAY_RESERVE(m, &world->asleepEvents, asleep + bodies) &&
           ARRAY_RESERVE(m, &world->wokeEvents, woke + bodies);
}

void events_clear(MicaWorld *world)
{
    world->beginEvents.count = world->endEvents.count = world->hitEvents.count = 0;
    world->enterEvents.count = world->exitEvents.count = 0;
    world->movedCount = world->brokeEvents.count = 0;
    turn_over(&world->asleepEvents, &world->asleepTold, &world->asleepSoon);
    turn_over(&world->wokeEvents, &world->wokeTold, &world->wokeSoon);
}

static Vec2 anchor_world(const MicaWorld *world, const Contact *c, Vec2 anchor)
{
    return transform(world->transforms[c->bodyA],
                     add(anchor, world->bodies.data[c->bodyA].localCenter));
}

MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c)
{
    MicaContactEvent e = {.colliderA = collider_handle(world, c->colliderA),
                          .colliderB = collider_handle(world, c->colliderB)};
    if (c->count > 0) {
        Vec2 p = c->count == 2 ? lerp(c->points[0].anchor, c->points[1].anchor, 0.5f)
                               : c->points[0].anchor;
        e.point = anchor_world(world, c, p);
        e.normal = rotate(world->transforms[c->bodyA].q, c->normal);
    }
    return e;
}

void event_begin(MicaWorld *world, Contact *c, float approachSpeed)
{
    c->flags |= CONTACT_TOUCHING;
    c->since = world->steps;
    MicaContactEvent e = event_of_contact(world, c);
    e.approachSpeed = min_f(approachSpeed, 3e38f);
    ASSERT(world->beginEvents.count < world->beginEvents.capacity);
    world->beginEvents.data[world->beginEvents.count++] = e;
}

void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse)
{
    MicaContactEvent e = event_of_contact(world, c);
    e.approachSpeed = min_f(approachSpeed, 3e38f);
    e.impulse = min_f(impulse, 3e38f);
    ASSERT(world->hitEvents.count < world->hitEvents.capacity);
    world->hitEvents.data[world->hitEvents.count++] = e;
}

// Whether the first of two colliders, which are in the order of their slots, visits the other; see
// MicaTriggerEvent.
static bool first_visits(const MicaWorld *world, const Collider *a, const Collider *b)
{
    bool triggerA = parts_hold_triggers(world, a), triggerB = parts_hold_triggers(world, b);
    if (triggerA && triggerB) {
        triggerA = trigger_sees(world, a, b);
        triggerB = trigger_sees(world, b, a);
    }
    if (triggerA != triggerB) {
        return triggerB;
    }
    bool bNamesA = (world->layers.namesTrigger[b->layer] & layer_bit(a)) != 0;
    bool aNamesB = (world->layers.namesTrigger[a->layer] & layer_bit(b)) != 0;
    return aNamesB && !bNamesA;
}

static bool visits(const MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *first = &world->colliders.data[min_i(a, b)],
                   *second = &world->colliders.data[max_i(a, b)];
    return first_visits(world, first, second) == (a < b);
}

MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c)
{
    MicaCollider a = collider_handle(world, c->colliderA), b = collider_handle(world, c->colliderB);
    return (c->flags & CONTACT_VISITOR_A) != 0 ? (MicaTriggerEvent){b, a}
                                               : (MicaTriggerEvent){a, b};
}

void event_trigger(MicaWorld *world, Contact *c, bool touching)
{
    if (touching == ((c->flags & CONTACT_TOUCHING) != 0)) {
        return;
    }
    c->flags ^= CONTACT_TOUCHING;
    ASSERT(!touching || world->enterEvents.count < world->enterEvents.capacity);
    ASSERT(touching || world->exitEvents.count < world->exitEvents.capacity);
    field_wake(world, c);
    if (touching) {
        // The sides keep their parts until the exit, whatever changes meanwhile.
        c->flags &= (uint8_t)~CONTACT_VISITOR_A;
        c->flags |= visits(world, c->colliderA, c->colliderB) ? CONTACT_VISITOR_A : 0;
        c->since = world->steps;
        world->enterEvents.data[world->enterEvents.count++] = event_of_trigger(world, c);
    } else {
        world->exitEvents.data[world->exitEvents.count++] = event_of_trigger(world, c);
    }
}

bool event_pass(MicaWorld *world, int32_t a, int32_t b)
{
    Memory *m = &world->memory;
    if (!ARRAY_RESERVE(m, &world->enterEvents, world->enterEvents.count + 1) ||
        !ARRAY_RESERVE(m, &world->exitEvents, world->exitEvents.count + 1)) {
        return false;
    }
    bool aVisits = visits(world, a, b);
    MicaTriggerEvent e = {collider_handle(world, aVisits ? b : a),
                          collider_handle(world, aVisits ? a : b)};
    world->enterEvents.data[world->enterEvents.count++] = e;
    world->exitEvents.data[world->exitEvents.count++] = e;
    return true;
}

void event_end(MicaWorld *world, Contact *c)
{
    if ((c->flags & CONTACT_TOUCHING) == 0) {
        return;
    }
    if ((c->flags & CONTACT_TRIGGER) != 0) {
        event_trigger(world, c, false);
        return;
    }
    c->flags &= (uint8_t)~CONTACT_TOUCHING;
    ASSERT(world->endEvents.count < world->endEvents.capacity);
    world->endEvents.data[world->endEvents.count++] =
        (MicaContactEvent){.colliderA = collider_handle(world, c->colliderA),
                           .colliderB = collider_handle(world, c->colliderB)};
}

MicaEvents mica_world_events(const MicaWorld *world)
{
    if (world == NULL) {
        return (MicaEvents){0};
    }
    return (MicaEvents){.begin = world->beginEvents.data,
                        .end = world->endEvents.data,
                        .hit = world->hitEvents.data,
                        .enter = world->enterEvents.data,
                        .exit = world->exitEvents.data,
                        .moved = world->movedCount > 0 ? world->solverSlots.data + 1 : NULL,
                        .asleep = world->asleepEvents.data,
                        .woke = world->wokeEvents.data,
                        .beginCount = world->beginEvents.count,
                        .endCount = world->endEvents.count,
                        .hitCount = world->hitEvents.count,
                        .enterCount = world->enterEvents.count,
                        .exitCount = world->exitEvents.count,
                        .movedCount = world->movedCount,
                        .asleepCount = world->asleepTold,
                        .wokeCount = world->wokeTold,
                        .broke = world->brokeEvents.data,
                        .brokeCount = world->brokeEvents.count};
}

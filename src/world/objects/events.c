// Events: reserving their buffers, emitting them, and giving them to the game. The phases of the
// step emit in the order of the contacts; the next step empties the buffers (undo.c). Called by the narrow
// phase, triggers, the broad phase for pairs that it removes, the solver and the impact stepper for
// hits, and step.c. Writes output.*Events, and CONTACT_TOUCHING of the contact, so that every begin
// has one end and every enter one exit.
#include "world.h"

#include <string.h>

bool events_reserve(MicaWorld *world, int32_t fresh)
{
    // A pair that begins in this step may have to end in the next, even if no memory is left then:
    // behind the ends of this step.
    Memory *m = &world->host.memory;
    const StepBefore *before = &world->scratch.before;
    int32_t ends = world->output.endEvents.count - before->endEvents,
            exits = world->output.exitEvents.count - before->exitEvents;
    return ARRAY_RESERVE(m, &world->output.beginEvents, fresh) &&
           ARRAY_RESERVE(m, &world->output.endEvents,
                         ends + world->scratch.touchingPairs + fresh) &&
           ARRAY_RESERVE(m, &world->output.exitEvents, exits + world->scratch.triggerVisits);
}

bool events_reserve_change(MicaWorld *world, const Contact *c)
{
    Memory *m = &world->host.memory;
    if ((c->flags & CONTACT_TRIGGER) == 0) {
        return ARRAY_RESERVE(m, &world->output.endEvents, world->output.endEvents.count + 1);
    }
    int32_t enters = world->output.enterEvents.count, exits = world->output.exitEvents.count;
    return ARRAY_RESERVE(m, &world->output.enterEvents, enters + 1) &&
           ARRAY_RESERVE(m, &world->output.exitEvents,
                         max_i(exits, world->scratch.triggerVisits + enters) + 1);
}

bool events_reserve_ends(MicaWorld *world, int32_t ends, int32_t exits)
{
    return ARRAY_RESERVE(&world->host.memory, &world->output.endEvents,
                         world->output.endEvents.count + ends) &&
           ARRAY_RESERVE(&world->host.memory, &world->output.exitEvents,
                         world->output.exitEvents.count + exits);
}

bool events_reserve_sleep(MicaWorld *world)
{
    // Each body may wake once in a step.
    Memory *m = &world->host.memory;
    int32_t woke = world->state.pendingWoke.count + world->state.bodies.count;
    return ARRAY_RESERVE(m, &world->state.pendingWoke, woke) &&
           ARRAY_RESERVE(m, &world->output.wokeEvents, woke);
}

void events_emit_sleep(MicaWorld *world)
{
    // Swap the lists of bodies that fell asleep: their capacity was reserved where bodies fell
    // asleep. Copy that of bodies that woke, whose capacity events_reserve_sleep reserved.
    IntList *woke = &world->state.pendingWoke, asleep = world->state.pendingAsleep;
    world->state.pendingAsleep = world->output.asleepEvents;
    world->state.pendingAsleep.count = 0;
    world->output.asleepEvents = asleep;
    for (int32_t i = 0; i < woke->count; ++i) {
        world->output.wokeEvents.data[i] = woke_slot(woke->data[i]);
    }
    world->output.wokeEvents.count = woke->count;
    woke->count = 0;
}

static Vec2 anchor_world(const MicaWorld *world, const Contact *c, Vec2 anchor)
{
    return transform(world->state.transforms.data[c->bodyA],
                     add(anchor, world->state.bodies.data[c->bodyA].localCenter));
}

static MicaPart part_of(const MicaWorld *world, int32_t colliderA, int32_t part)
{
    return part_named(world, &world->state.colliders.data[colliderA], part);
}

// The layer of side A of a contact; of a cell that was emptied since, the one that it had.
static int32_t layer_of_a(const MicaWorld *world, const Contact *c)
{
    const Collider *a = &world->state.colliders.data[c->colliderA];
    return a->type == MICA_SHAPE_TILES ? (int32_t)c->cellLayer : a->layer;
}

// An event that names the two sides of a contact, and no more.
static MicaContactEvent names_of(const MicaWorld *world, const Contact *c)
{
    return (MicaContactEvent){.colliderA = collider_handle(world, c->colliderA),
                              .colliderB = collider_handle(world, c->colliderB),
                              .bodyA = body_handle(world, c->bodyA),
                              .bodyB = body_handle(world, c->bodyB),
                              .part = part_of(world, c->colliderA, c->part),
                              .layerA = (uint16_t)layer_of_a(world, c),
                              .layerB = world->state.colliders.data[c->colliderB].layer};
}

MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c)
{
    MicaContactEvent e = names_of(world, c);
    if (c->count > 0) {
        Vec2 p = c->count == 2 ? lerp(c->points[0].anchor, c->points[1].anchor, 0.5f)
                               : c->points[0].anchor;
        e.point = anchor_world(world, c, p);
        e.normal = rotate(world->state.transforms.data[c->bodyA].q, c->normal);
    }
    return e;
}

void event_begin(MicaWorld *world, Contact *c, float approachSpeed)
{
    c->flags |= CONTACT_TOUCHING;
    c->since = world->state.steps;
    MicaContactEvent e = event_of_contact(world, c);
    e.approachSpeed = min_f(approachSpeed, 3e38f);
    ASSERT(world->output.beginEvents.count < world->output.beginEvents.capacity);
    world->output.beginEvents.data[world->output.beginEvents.count++] = e;
}

void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse)
{
    MicaContactEvent e = event_of_contact(world, c);
    e.approachSpeed = min_f(approachSpeed, 3e38f);
    e.impulse = min_f(impulse, 3e38f);
    ASSERT(world->output.hitEvents.count < world->output.hitEvents.capacity);
    world->output.hitEvents.data[world->output.hitEvents.count++] = e;
}

bool events_reserve_loads(MicaWorld *world, int32_t pairs)
{
    return world->state.loadImpulse <= 0.0f ||
           ARRAY_RESERVE(&world->host.memory, &world->output.loadEvents, pairs);
}

MicaContactEvent *event_load(MicaWorld *world, const Contact *c, float impulse)
{
    // Without a threshold, no pair; and none whose bodies were stopped because their motion was no
    // number.
    float threshold = world->state.loadImpulse;
    if (threshold <= 0.0f || !(impulse >= threshold)) {
        return NULL;
    }
    ASSERT(world->output.loadEvents.count < world->output.loadEvents.capacity);
    MicaContactEvent *e = &world->output.loadEvents.data[world->output.loadEvents.count++];
    *e = event_of_contact(world, c);
    e->impulse = min_f(impulse, 3e38f);
    return e;
}

// Whether a, whose slot is smaller, is the visitor of the pair (see MicaTriggerEvent): the one that
// is no trigger; of two triggers, the one that does not see the other; else the one whose layer
// alone names the other's as trigger; else b.
static bool first_visits(const MicaWorld *world, const Collider *a, int32_t layerA,
                         const Collider *b, int32_t layerB)
{
    bool triggerA = parts_have_triggers(world, a), triggerB = parts_have_triggers(world, b);
    if (triggerA && triggerB) {
        triggerA = trigger_sees(world, a, b);
        triggerB = trigger_sees(world, b, a);
    }
    if (triggerA != triggerB) {
        return triggerB;
    }
    const uint64_t *names = world->state.layers.namesTrigger;
    return (names[layerA] >> layerB & 1) != 0 && (names[layerB] >> layerA & 1) == 0;
}

// Whether a, or a part of it with that layer, is the visitor of the pair.
static bool visits(const MicaWorld *world, int32_t a, int32_t layerA, int32_t b)
{
    const Collider *cA = &world->state.colliders.data[a], *cB = &world->state.colliders.data[b];
    int32_t layerB = cB->layer;
    return a < b ? first_visits(world, cA, layerA, cB, layerB)
                 : !first_visits(world, cB, layerB, cA, layerA);
}

// Of a pair whose side A has the layer.
static MicaTriggerEvent visit(const MicaWorld *world, int32_t a, int32_t layerA, int32_t b,
                              bool aVisits, MicaPart part)
{
    const Collider *colliders = world->state.colliders.data;
    int32_t trigger = aVisits ? b : a, visitor = aVisits ? a : b, layerB = colliders[b].layer;
    return (MicaTriggerEvent){.trigger = collider_handle(world, trigger),
                              .visitor = collider_handle(world, visitor),
                              .triggerBody = body_handle(world, colliders[trigger].body),
                              .visitorBody = body_handle(world, colliders[visitor].body),
                              .part = part,
                              .triggerLayer = (uint16_t)(aVisits ? layerB : layerA),
                              .visitorLayer = (uint16_t)(aVisits ? layerA : layerB)};
}

MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c)
{
    MicaPart part = part_of(world, c->colliderA, c->part);
    return visit(world, c->colliderA, layer_of_a(world, c), c->colliderB,
                 (c->flags & CONTACT_VISITOR_A) != 0, part);
}

// Whether the collider has a field that emits no trigger events.
static bool is_silent(const MicaWorld *world, int32_t collider)
{
    int32_t field = world->state.colliders.data[collider].field;
    return field != NONE && world->state.fields.data[field].def.events == 0;
}

// Notes who is the visitor and whether the pair is silent: the exit does as the enter did, whatever
// changes until then.
static void note_roles(const MicaWorld *world, Contact *c)
{
    bool aVisits = visits(world, c->colliderA, layer_of_a(world, c), c->colliderB);
    c->flags &= (uint8_t)~CONTACT_VISITOR_A;
    c->flags |= aVisits ? CONTACT_VISITOR_A : 0;
    c->flags |= is_silent(world, aVisits ? c->colliderB : c->colliderA) ? CONTACT_SILENT : 0;
}

void event_trigger(MicaWorld *world, Contact *c, bool touching)
{
    if (touching == ((c->flags & CONTACT_TOUCHING) != 0)) {
        return;
    }
    c->flags ^= CONTACT_TOUCHING;
    ASSERT(!touching || world->output.enterEvents.count < world->output.enterEvents.capacity);
    ASSERT(touching || world->output.exitEvents.count < world->output.exitEvents.capacity);
    field_wake(world, c);
    if (touching) {
        note_roles(world, c);
        c->since = world->state.steps;
    }
    bool silent = (c->flags & CONTACT_SILENT) != 0;
    if (!touching) {
        c->flags &= (uint8_t)~CONTACT_SILENT;
    }
    if (silent) {
        return;
    }
    if (touching) {
        world->output.enterEvents.data[world->output.enterEvents.count++] =
            event_of_trigger(world, c);
    } else {
        world->output.exitEvents.data[world->output.exitEvents.count++] =
            event_of_trigger(world, c);
    }
}

static bool reserve_pass(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    return ARRAY_RESERVE(m, &world->output.enterEvents, world->output.enterEvents.count + 1) &&
           ARRAY_RESERVE(m, &world->output.exitEvents, world->output.exitEvents.count + 1);
}

bool event_enter_exit(MicaWorld *world, int32_t a, int32_t b, int32_t part)
{
    int32_t layerA = part_layer(world, &world->state.colliders.data[a], part);
    bool aVisits = visits(world, a, layerA, b);
    if (is_silent(world, aVisits ? b : a)) {
        return true;
    }
    if (!reserve_pass(world)) {
        world_release_spares(world);  // the bodies have moved
        if (!reserve_pass(world)) {
            return false;
        }
    }
    MicaPart named = part_of(world, a, part);
    MicaTriggerEvent e = visit(world, a, layerA, b, aVisits, named);
    world->output.enterEvents.data[world->output.enterEvents.count++] = e;
    world->output.exitEvents.data[world->output.exitEvents.count++] = e;
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
    ASSERT(world->output.endEvents.count < world->output.endEvents.capacity);
    world->output.endEvents.data[world->output.endEvents.count++] = names_of(world, c);
}

MicaEvents mica_world_events(const MicaWorld *world)
{
    if (world == NULL) {
        return (MicaEvents){0};
    }
    return (MicaEvents){.begin = world->output.beginEvents.data,
                        .end = world->output.endEvents.data,
                        .hit = world->output.hitEvents.data,
                        .enter = world->output.enterEvents.data,
                        .exit = world->output.exitEvents.data,
                        .moved = world->output.movedEvents.data,
                        .asleep = world->output.asleepEvents.data,
                        .woke = world->output.wokeEvents.data,
                        .beginCount = world->output.beginEvents.count,
                        .endCount = world->output.endEvents.count,
                        .hitCount = world->output.hitEvents.count,
                        .enterCount = world->output.enterEvents.count,
                        .exitCount = world->output.exitEvents.count,
                        .movedCount = world->output.movedEvents.count,
                        .asleepCount = world->output.asleepEvents.count,
                        .wokeCount = world->output.wokeEvents.count,
                        .broke = world->output.brokeEvents.data,
                        .brokeCount = world->output.brokeEvents.count,
                        .crushed = world->output.crushEvents.data,
                        .crushedCount = world->output.crushEvents.count,
                        .load = world->output.loadEvents.data,
                        .loadCount = world->output.loadEvents.count};
}

// Taking back a step that runs out of memory. Until its last allocation has succeeded, a step moves
// no body, but it makes, drops and reorders contacts, computes manifolds, wakes bodies and emits
// events. undo_begin notes what can be copied whole for little; undo_note_* note each contact
// before it changes, but for what follows from the transforms alone (separations of a kept
// manifold, the points of two circles) and is computed again. New events go behind those that the
// game still reads. When all memory is there, undo_commit drops the old events; a step that fails
// calls undo_step. Called by step.c and the phases before bodies move. Undoing needs no memory.
#include "world.h"

#include <string.h>

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0) {
        memcpy(to, from, bytes);
    }
}

void undo_begin(MicaWorld *world)
{
    WorldScratch *s = &world->scratch;
    s->contactUndos.count = 0;
    s->before = (StepBefore){.endEvents = world->output.endEvents.count,
                             .enterEvents = world->output.enterEvents.count,
                             .exitEvents = world->output.exitEvents.count,
                             .crushEvents = world->output.crushEvents.count,
                             .pendingWoke = world->state.pendingWoke.count,
                             .positionResiduals = world->state.positionResiduals.count,
                             .endVelocities = world->state.endVelocities.count,
                             .movedColliders = world->state.movedColliders.count,
                             .pairsUnordered = world->state.pairsUnordered,
                             .staticVersion = world->state.staticTree.version,
                             .movingVersion = world->state.movingTree.version,
                             .staticGrowth = world->state.staticTree.accumulatedGrowth,
                             .movingGrowth = world->state.movingTree.accumulatedGrowth};
    memcpy(s->before.counters, &world->output, sizeof s->before.counters);
}

// ----------------------------------------------------------------------------- a step by impacts

#define EACH_TREE_ARRAY(X)                                                                         \
    X(nodes, nodesBefore)                                                                          \
    X(items, itemsBefore)                                                                          \
    X(searched, searchedBefore)                                                                    \
    X(loose, looseBefore)                                                                          \
    X(places, placesBefore)

bool undo_note_flights(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    WorldScratch *s = &world->scratch;
    Tree *tree = &world->state.movingTree;
    const IntList *moved = &world->state.movedColliders;
    int32_t colliders = world->state.colliders.count;
#define RESERVE(array, before)                                                                     \
    if (!ARRAY_RESERVE(m, &s->before, tree->array.count)) {                                        \
        return false;                                                                              \
    }
    EACH_TREE_ARRAY(RESERVE)
    if (!ARRAY_RESERVE(m, &s->boxesBefore, colliders) ||
        !ARRAY_RESERVE(m, &s->movedBefore, moved->count) ||
        !ARRAY_RESERVE(m, &s->previousBefore, world->state.previous.count) ||
        !ARRAY_RESERVE(m, &s->marksBefore, world->state.bodies.count)) {
        return false;
    }
#define NOTE(array, before)                                                                        \
    copy(s->before.data, tree->array.data, sizeof *tree->array.data *(size_t)tree->array.count);   \
    s->before.count = tree->array.count;
    EACH_TREE_ARRAY(NOTE)
    memcpy(s->before.treeNumbers, &tree->levelStart, TREE_NUMBER_BYTES);
    for (int32_t i = 0; i < colliders; ++i) {
        s->boxesBefore.data[i] = world->state.colliders.data[i].box;
    }
    copy(s->movedBefore.data, moved->data, sizeof(int32_t) * (size_t)moved->count);
    s->movedBefore.count = moved->count;
    copy(s->previousBefore.data, world->state.previous.data,
         sizeof(Transform) * (size_t)world->state.previous.count);
    copy(s->marksBefore.data, world->state.bodyMarks.data, (size_t)world->state.bodies.count);
    s->before.flightsNoted = true;
    return true;
}

static void restore_flights(MicaWorld *world)
{
    WorldScratch *s = &world->scratch;
    Tree *tree = &world->state.movingTree;
    // The arrays are swapped: those of the tree may have become too small for what they held.
#define SWAP(array, before)                                                                        \
    {                                                                                              \
        AnyArray one, other;                                                                       \
        memcpy(&one, &tree->array, sizeof one);                                                    \
        memcpy(&other, &s->before, sizeof other);                                                  \
        memcpy(&tree->array, &other, sizeof other);                                                \
        memcpy(&s->before, &one, sizeof one);                                                      \
    }
    EACH_TREE_ARRAY(SWAP)
    memcpy(&tree->levelStart, s->before.treeNumbers, TREE_NUMBER_BYTES);
    tree_forget_changes(tree);
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        Collider *c = &world->state.colliders.data[i];
        c->box = s->boxesBefore.data[i];
        c->flags &= (uint8_t)~COLLIDER_MOVED;
    }
    IntList *moved = &world->state.movedColliders;
    moved->count = s->movedBefore.count;
    copy(moved->data, s->movedBefore.data, sizeof(int32_t) * (size_t)moved->count);
    for (int32_t i = 0; i < moved->count; ++i) {
        world->state.colliders.data[moved->data[i]].flags |= COLLIDER_MOVED;
    }
    copy(world->state.previous.data, s->previousBefore.data,
         sizeof(Transform) * (size_t)world->state.previous.count);
    copy(world->state.bodyMarks.data, s->marksBefore.data, (size_t)world->state.bodies.count);
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        body_clear_slack(world, i);
    }
}

// ----------------------------------------------------------------------------------------- contacts

bool undo_grow(MicaWorld *world, int32_t notes)
{
    return ARRAY_RESERVE(&world->host.memory, &world->scratch.contactUndos,
                         world->scratch.contactUndos.count + notes);
}

static inline void add_note(MicaWorld *world, UndoKind change, int32_t index)
{
    ASSERT(world->scratch.contactUndos.count < world->scratch.contactUndos.capacity);
    ContactUndo *u = &world->scratch.contactUndos.data[world->scratch.contactUndos.count++];
    u->change = change;
    u->index = index;
    if (change == UNDO_CHANGED || change == UNDO_REMOVED) {
        contact_copy(&u->before, &world->state.contacts.data[index]);
    }
}

void undo_note_contact(MicaWorld *world, const Contact *c)
{
    add_note(world, UNDO_CHANGED, (int32_t)(c - world->state.contacts.data));
}

void undo_note_removal(MicaWorld *world, int32_t contact)
{
    add_note(world, UNDO_REMOVED, contact);
}

bool undo_note_creation(MicaWorld *world)
{
    const WorldScratch *s = &world->scratch;
    int32_t notes = s->contactUndos.count;
    if (!world->host.stepping ||
        (notes > 0 && s->contactUndos.data[notes - 1].change == UNDO_ADDED)) {
        return true;
    }
    if (!undo_reserve(world, 1)) {
        return false;
    }
    add_note(world, UNDO_ADDED, world->state.contacts.count);
    return true;
}

bool undo_note_order(MicaWorld *world, const uint64_t *keys)
{
    int32_t count = world->state.contacts.count;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.orderBefore, count) ||
        !undo_reserve(world, 1)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        world->scratch.orderBefore.data[i] = (int32_t)(uint32_t)keys[i];
    }
    add_note(world, UNDO_REORDERED, 0);
    return true;
}

// Each contact goes back to where it came from, two at a time.
static void restore_order(MicaWorld *world)
{
    int32_t *from = world->scratch.orderBefore.data;
    Contact *contacts = world->state.contacts.data;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        while (from[i] != i) {
            int32_t place = from[i];
            Contact moved = contacts[i];
            contacts[i] = contacts[place];
            contacts[place] = moved;
            from[i] = from[place];
            from[place] = place;
        }
    }
}

static void restore_contacts(MicaWorld *world)
{
    Contact *contacts = world->state.contacts.data;
    bool sameTable = true;
    for (int32_t i = world->scratch.contactUndos.count - 1; i >= 0; --i) {
        const ContactUndo *u = &world->scratch.contactUndos.data[i];
        switch ((UndoKind)u->change) {
        case UNDO_CHANGED:
            contacts[u->index] = u->before;
            break;
        case UNDO_REMOVED:  // the last one had taken its place
            contacts[world->state.contacts.count++] = contacts[u->index];
            contacts[u->index] = u->before;
            break;
        case UNDO_ADDED:
            world->state.contacts.count = u->index;
            break;
        case UNDO_REORDERED:
            restore_order(world);
            break;
        }
        sameTable = sameTable && u->change == UNDO_CHANGED;
    }
    if (!sameTable) {
        pair_rebuild_table(world);
    }
}

// ------------------------------------------------------------------------------------------- bodies

// Bodies that the step has woken sleep again, in their rings: pendingWoke lists one ring after the
// other, each in its order. mark_moving (step.c) has kept in BODY_MOVED_LAST_STEP which bodies were
// MICA_FLAG_MOVED, and what that mark was itself the next step does not read.
static void restore_bodies(MicaWorld *world)
{
    const IntList *woke = &world->state.pendingWoke;
    Body *bodies = world->state.bodies.data;
    int32_t first = NONE;
    for (int32_t i = world->scratch.before.pendingWoke; i < woke->count; ++i) {
        int32_t entry = woke->data[i], slot = woke_slot(entry);
        first = woke_begins_ring(entry) ? slot : first;
        bool last = i + 1 == woke->count || woke_begins_ring(woke->data[i + 1]);
        bodies[slot].sleepNext = last ? first : woke->data[i + 1];
        world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_AWAKE;
    }
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        bool moved = body_has_mark(world, i, BODY_MOVED_LAST_STEP);
        world->state.flags.data[i] &= ~(uint32_t)MICA_FLAG_MOVED;
        world->state.flags.data[i] |= moved ? MICA_FLAG_MOVED : 0u;
    }
    world->state.pendingWoke.count = world->scratch.before.pendingWoke;
    world->state.positionResiduals.count = world->scratch.before.positionResiduals;
    world->state.endVelocities.count = world->scratch.before.endVelocities;
}

// Colliders that a change of layers has added to the moved ones are no longer among them: pairs are
// checked before they are added, and a pair of one that has moved wakes its bodies.
static void restore_moved(MicaWorld *world)
{
    IntList *moved = &world->state.movedColliders;
    for (int32_t i = world->scratch.before.movedColliders; i < moved->count; ++i) {
        world->state.colliders.data[moved->data[i]].flags &= (uint8_t)~COLLIDER_MOVED;
    }
    moved->count = min_i(moved->count, world->scratch.before.movedColliders);
}

// --------------------------------------------------------------------------------------- the step

// A tree that was packed anew stays so: the next step would do the same. Its growth counts once.
static void restore_growth(Tree *tree, uint32_t version, float growth)
{
    if (tree->version == version) {
        tree->accumulatedGrowth = growth;
    }
}

void undo_step(MicaWorld *world)
{
    const StepBefore *before = &world->scratch.before;
    contacts_rest_unknown(world);
    bodies_rest_unknown(world);
    restore_contacts(world);
    restore_bodies(world);
    restore_moved(world);
    world->state.pairsUnordered = before->pairsUnordered;
    restore_growth(&world->state.staticTree, before->staticVersion, before->staticGrowth);
    restore_growth(&world->state.movingTree, before->movingVersion, before->movingGrowth);
    if (before->flightsNoted) {
        restore_flights(world);
    }
    world->output.endEvents.count = before->endEvents;
    world->output.enterEvents.count = before->enterEvents;
    world->output.exitEvents.count = before->exitEvents;
    world->output.crushEvents.count = before->crushEvents;
    memcpy(&world->output, before->counters, sizeof before->counters);
}

#define DROP_FIRST(list, dropped)                                                                  \
    if ((list).count > (dropped)) {                                                                \
        memmove((list).data, (list).data + (dropped),                                              \
                sizeof *(list).data * (size_t)((list).count - (dropped)));                         \
    }                                                                                              \
    (list).count -= (dropped);

void undo_commit(MicaWorld *world)
{
    StepBefore *before = &world->scratch.before;
    DROP_FIRST(world->output.endEvents, before->endEvents)
    DROP_FIRST(world->output.enterEvents, before->enterEvents)
    DROP_FIRST(world->output.exitEvents, before->exitEvents)
    DROP_FIRST(world->output.crushEvents, before->crushEvents)
    world->output.beginEvents.count = world->output.hitEvents.count = 0;
    world->output.loadEvents.count = 0;
    world->output.brokeEvents.count = world->output.movedEvents.count = 0;
    world->output.asleepEvents.count = world->output.wokeEvents.count = 0;
    world->output.contactImpulses.count = 0;
    before->endEvents = before->enterEvents = before->exitEvents = before->crushEvents = 0;
}

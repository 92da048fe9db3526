// How many fields a collider may be in at once. A thousand bodies in a thousand fields make a million
// pairs, which no step has the memory or the time for: every collider may have FIELDS_EACH pairs
// with fields, and all colliders together FIELDS_SHARED more. Where a collider overlaps more, those
// of the highest priority count, and of equal ones those made first, by slot. The broad
// phase counts those pairs first; pair_create leaves out what exceeds the count; and after the search
// for pairs, field_pairs_choose looks again at the colliders for which that was so or that lost a
// pair. A world with no more than FIELDS_EACH fields does nothing here. Writes contacts and, for one
// step, the scratch arrays fieldPairs and fieldsToChoose.
#include "world.h"

// Why fields of a collider are chosen anew (fieldsToChoose).
enum {
    CHOOSE_LEFT_OUT = 1,  // it was left out of a field, or is in more than it may be
    CHOOSE_PARTED = 2,    // it has left a field, and may have been left out of another one before
};

// Whether the step counts pairs with fields.
static bool is_counting(const MicaWorld *world) { return world->scratch.fieldPairs.count > 0; }

bool field_acts_on(const MicaWorld *world, int32_t trigger, int32_t visitor)
{
    const Collider *v = &world->state.colliders.data[visitor];
    return world->state.colliders.data[trigger].field != NONE &&
           (v->flags & COLLIDER_TRIGGER) == 0 && !collider_is_compound(v) &&
           (body_is_dynamic(world, v->body) || body_has(world, v->body, MICA_FLAG_MOVER));
}

// Whether a collider with `pairs` may have one more.
static bool has_place(const MicaWorld *world, int32_t pairs)
{
    return pairs < FIELDS_EACH || world->scratch.sharedFields < FIELDS_SHARED;
}

static void count_pair(MicaWorld *world, int32_t visitor)
{
    int32_t pairs = ++world->scratch.fieldPairs.data[visitor];
    world->scratch.sharedFields += pairs > FIELDS_EACH;
}

// Of a contact in which a field acts on one side, or on both: the visitors, as bits 0 (A) and 1 (B).
static uint32_t visitors_of(const MicaWorld *world, const Contact *c)
{
    bool trigger = (c->flags & CONTACT_TRIGGER) != 0;
    return trigger ? (uint32_t)field_acts_on(world, c->colliderB, c->colliderA) |
                         (uint32_t)field_acts_on(world, c->colliderA, c->colliderB) << 1
                   : 0;
}

// Whether the boxes have parted: the narrow phase removes the contact as soon as it looks at it.
static bool has_parted(const MicaWorld *world, const Contact *c)
{
    return !aabb_overlaps(&world->state.colliders.data[c->colliderA].box,
                          &world->state.colliders.data[c->colliderB].box);
}

// Adds `step` to the counts of all contacts with fields, or of those alone that have parted. Returns
// how many have parted.
static int32_t count_contacts(MicaWorld *world, bool parted, int32_t step)
{
    int32_t found = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        uint32_t visitors = visitors_of(world, c);
        if (visitors == 0) {
            continue;
        }
        bool counts = has_parted(world, c);
        found += counts;
        for (int32_t side = 0; side < 2 && (counts || !parted); ++side) {
            int32_t visitor = side == 0 ? c->colliderA : c->colliderB,
                    *pairs = &world->scratch.fieldPairs.data[visitor];
            if ((visitors >> side & 1) != 0) {
                world->scratch.fieldsToChoose.data[visitor] |=
                    parted && *pairs >= FIELDS_EACH ? CHOOSE_PARTED : 0;
                *pairs += step;
            }
        }
    }
    return found;
}

bool field_pairs_count(MicaWorld *world)
{
    int32_t colliders = world->state.colliders.count;
    IntList *pairs = &world->scratch.fieldPairs;
    pairs->count = 0;
    world->scratch.sharedFields = 0;
    if (world->state.fields.count <= FIELDS_EACH) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, pairs, colliders) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.fieldsToChoose, colliders)) {
        return false;
    }
    pairs->count = world->scratch.fieldsToChoose.count = colliders;
    for (int32_t i = 0; i < colliders; ++i) {
        pairs->data[i] = world->scratch.fieldsToChoose.data[i] = 0;
    }
    if (count_contacts(world, false, 1) > 0) {
        count_contacts(world, true, -1);
    }
    for (int32_t i = 0; i < colliders; ++i) {
        world->scratch.sharedFields += max_i(pairs->data[i] - FIELDS_EACH, 0);
    }
    // Fields that were put on triggers with more visitors than that.
    for (int32_t i = 0; i < colliders && world->scratch.sharedFields > FIELDS_SHARED; ++i) {
        world->scratch.fieldsToChoose.data[i] |= pairs->data[i] > FIELDS_EACH ? CHOOSE_LEFT_OUT : 0;
    }
    return true;
}

bool field_pairs_admit(MicaWorld *world, int32_t a, int32_t b)
{
    bool onA = is_counting(world) && field_acts_on(world, b, a),
         onB = is_counting(world) && field_acts_on(world, a, b);
    const int32_t *pairs = world->scratch.fieldPairs.data;
    bool fullA = onA && !has_place(world, pairs[a]), fullB = onB && !has_place(world, pairs[b]);
    if (fullA) {
        world->scratch.fieldsToChoose.data[a] |= CHOOSE_LEFT_OUT;
    }
    if (fullB) {
        world->scratch.fieldsToChoose.data[b] |= CHOOSE_LEFT_OUT;
    }
    if (fullA || fullB) {
        return false;
    }
    if (onA) {
        count_pair(world, a);
    }
    if (onB) {
        count_pair(world, b);
    }
    return true;
}

void field_pairs_forget(MicaWorld *world, const Contact *c)
{
    uint32_t visitors = is_counting(world) && !has_parted(world, c) ? visitors_of(world, c) : 0;
    for (int32_t side = 0; side < 2; ++side) {
        int32_t visitor = side == 0 ? c->colliderA : c->colliderB;
        if ((visitors >> side & 1) != 0) {
            int32_t pairs = world->scratch.fieldPairs.data[visitor]--;
            world->scratch.sharedFields -= pairs > FIELDS_EACH;
            world->scratch.fieldsToChoose.data[visitor] |= pairs >= FIELDS_EACH ? CHOOSE_PARTED : 0;
        }
    }
}

// ------------------------------------------------------------------------------------ choosing

// Fields come in ascending order of this.
static uint64_t field_key(const MicaWorld *world, int32_t trigger)
{
    int32_t field = world->state.colliders.data[trigger].field;
    int64_t priority = world->state.fields.data[field].def.priority;
    return (uint64_t)((int64_t)INT32_MAX - priority) << 32 | (uint32_t)trigger;
}

static int32_t part_of_field(const MicaWorld *world, int32_t trigger)
{
    return collider_is_compound(&world->state.colliders.data[trigger]) ? PART_TRIGGERS : 0;
}

// Lists in queryHits the colliders with a field that may act on the visitor. False without memory.
static bool find_fields(MicaWorld *world, int32_t visitor)
{
    Memory *m = &world->host.memory;
    const Collider *v = &world->state.colliders.data[visitor];
    IntList *hits = &world->scratch.queryHits;
    uint64_t layers = layer_response_mask(world, v);
    hits->count = 0;
    if ((v->flags & COLLIDER_IN_TREE) == 0) {
        return true;
    }
    if (!tree_query(m, &world->state.staticTree, v->box, layers, hits) ||
        !tree_query(m, &world->state.movingTree, v->box, layers, hits)) {
        return false;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < hits->count; ++i) {
        int32_t other = hits->data[i];
        const Collider *t = &world->state.colliders.data[other];
        if (other != visitor && field_acts_on(world, other, visitor) &&
            (collider_is_compound(t) ? pair_trigger_parts(world, t, v).any
                                     : pair_response(world, t, v) == MICA_TRIGGER)) {
            hits->data[kept++] = other;
        }
    }
    hits->count = kept;
    return true;
}

// The largest key among the `count` smallest keys of the fields in queryHits, count >= 1; the heap
// of those, with the largest key at its root, is built in sortKeys. False without memory.
static bool find_last_key(MicaWorld *world, int32_t count, uint64_t *last)
{
    const IntList *fields = &world->scratch.queryHits;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.sortKeys, count)) {
        return false;
    }
    uint64_t *heap = world->scratch.sortKeys.data;
    for (int32_t i = 0; i < fields->count; ++i) {
        uint64_t key = field_key(world, fields->data[i]);
        int32_t at = i;
        if (i < count) {
            for (; at > 0 && heap[(at - 1) / 2] < key; at = (at - 1) / 2) {
                heap[at] = heap[(at - 1) / 2];
            }
            heap[at] = key;
        } else if (key < heap[0]) {
            at = 0;
            for (int32_t next = 1; next < count; next = 2 * at + 1) {
                next += next + 1 < count && heap[next + 1] > heap[next];
                if (heap[next] <= key) {
                    break;
                }
                heap[at] = heap[next];
                at = next;
            }
            heap[at] = key;
        }
    }
    *last = heap[0];
    return true;
}

// Drops the visitor's pairs with fields after the last one.
static bool drop_pairs(MicaWorld *world, int32_t visitor, uint64_t last)
{
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        int32_t trigger = world->scratch.queryHits.data[i];
        int32_t pair = field_key(world, trigger) > last
                           ? pair_find(world, trigger, visitor, part_of_field(world, trigger))
                           : NONE;
        if (pair != NONE) {
            Contact *c = &world->state.contacts.data[pair];
            if (!undo_reserve(world, 1) || !events_reserve_change(world, c)) {
                return false;
            }
            undo_note_removal(world, pair);
            contact_set_awake(world, pair);
            event_end(world, c);
            pair_remove(world, pair);
        }
    }
    return true;
}

// Makes the pairs of one visitor that it should have, and removes those in their place.
static bool choose(MicaWorld *world, int32_t visitor)
{
    if (!find_fields(world, visitor)) {
        return false;
    }
    const IntList *fields = &world->scratch.queryHits;
    int32_t own = max_i(world->scratch.fieldPairs.data[visitor] - FIELDS_EACH, 0),
            left = FIELDS_SHARED + own - world->scratch.sharedFields,
            places = FIELDS_EACH + max_i(left, 0);
    uint64_t last = UINT64_MAX;
    if (fields->count > places &&
        (!find_last_key(world, places, &last) || !drop_pairs(world, visitor, last))) {
        return false;
    }
    for (int32_t i = 0; i < fields->count; ++i) {
        int32_t trigger = fields->data[i], part = part_of_field(world, trigger);
        if (field_key(world, trigger) <= last && pair_find(world, trigger, visitor, part) == NONE &&
            !pair_create(world, trigger, visitor, part, MICA_TRIGGER)) {
            return false;
        }
    }
    return true;
}

bool field_pairs_choose(MicaWorld *world)
{
    world->output.fieldBound = 0;
    for (int32_t i = 0; i < world->scratch.fieldPairs.count; ++i) {
        uint8_t why = world->scratch.fieldsToChoose.data[i];
        bool chosen = (why & CHOOSE_LEFT_OUT) != 0 ||
                      (why != 0 && has_place(world, world->scratch.fieldPairs.data[i]));
        if (chosen && !choose(world, i)) {
            return false;
        }
    }
    for (int32_t i = 0; i < world->scratch.fieldPairs.count; ++i) {
        world->output.fieldBound += !has_place(world, world->scratch.fieldPairs.data[i]);
    }
    return true;
}

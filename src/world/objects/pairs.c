// Pairs of colliders: adding, finding and removing their contacts, and mixing the materials of both
// sides. A hash table with open addressing finds a contact by its colliders and part; removing
// closes the gap. Nothing iterates over the table, contacts are visited by index, so that its
// layout has no influence on the step. Called by pair search, broad phase, narrow phase and
// triggers. Writes state.contacts, pairKeys and pairValues, and wakes bodies.
#include "world.h"

#include <string.h>

#define PART_BITS (64 - 2 * MICA_SLOT_BITS)
_Static_assert(MICA_MAX_PARTS == 1 << PART_BITS, "two slots and a part fill a key");

// The key in pairKeys, never 0: from the top, smaller slot + 1, larger slot and part. That of
// PART_TRIGGERS, which is no part, has the slots the other way around.
static uint64_t pair_key(int32_t a, int32_t b, int32_t part)
{
    bool triggers = part == PART_TRIGGERS;
    int32_t first = triggers ? max_i(a, b) : min_i(a, b),
            second = triggers ? min_i(a, b) : max_i(a, b);
    return (uint64_t)(uint32_t)(first + 1) << (MICA_SLOT_BITS + PART_BITS) |
           (uint64_t)(uint32_t)second << PART_BITS | (uint32_t)(triggers ? 0 : part);
}

static uint32_t key_hash(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    key = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> 32);
}

// The index of a key, or of the free entry where it is to be inserted.
static inline uint32_t table_index(const MicaWorld *world, uint64_t key)
{
    const uint64_t *keys = world->state.pairKeys.data;
    uint32_t mask = (uint32_t)world->state.pairKeys.count - 1u, i = key_hash(key) & mask;
    while (keys[i] != 0 && keys[i] != key) {
        i = (i + 1u) & mask;
    }
    return i;
}

int32_t pair_find(const MicaWorld *world, int32_t colliderA, int32_t colliderB, int32_t part)
{
    uint32_t i = table_index(world, pair_key(colliderA, colliderB, part));
    return world->state.pairKeys.data[i] != 0 ? world->state.pairValues.data[i] : NONE;
}

static void table_insert(MicaWorld *world, int32_t contact)
{
    const Contact *c = &world->state.contacts.data[contact];
    uint64_t key = pair_key(c->colliderA, c->colliderB, c->part);
    uint32_t i = table_index(world, key);
    world->state.pairKeys.data[i] = key;
    world->state.pairValues.data[i] = contact;
}

void pair_rebuild_table(MicaWorld *world)
{
    memset(world->state.pairKeys.data, 0, sizeof(uint64_t) * (size_t)world->state.pairKeys.count);
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        table_insert(world, i);
    }
}

static inline uint64_t *awake_word(const MicaWorld *world, int32_t contact)
{
    return &world->scratch.awakeContacts.data[contact / 64];
}

static inline uint64_t awake_bit(int32_t contact) { return (uint64_t)1 << (contact % 64); }

// Adds the contact to the counts of what touches and rests, or takes it out.
static void count_resting(MicaWorld *world, int32_t index, int32_t by)
{
    uint8_t flags = world->state.contacts.data[index].flags;
    if ((flags & CONTACT_TOUCHING) != 0) {
        *((flags & CONTACT_TRIGGER) != 0 ? &world->scratch.restingVisits
                                         : &world->scratch.restingTouches) += by;
    }
}

void contact_set_awake(MicaWorld *world, int32_t index)
{
    if (contacts_rest_known(world) && (*awake_word(world, index) & awake_bit(index)) == 0) {
        *awake_word(world, index) |= awake_bit(index);
        count_resting(world, index, -1);
    }
}

void contact_set_resting(MicaWorld *world, int32_t index)
{
    if (contacts_rest_known(world) && (*awake_word(world, index) & awake_bit(index)) != 0) {
        *awake_word(world, index) &= ~awake_bit(index);
        count_resting(world, index, 1);
    }
}

// The bit of a new contact; of one that takes the index of another.
static void add_awake(MicaWorld *world, int32_t index)
{
    KeyList *words = &world->scratch.awakeContacts;
    if (!contacts_rest_known(world)) {
        return;
    }
    if (index / 64 == words->count) {
        words->data[words->count++] = 0;
    }
    *awake_word(world, index) |= awake_bit(index);
}

static void move_awake(MicaWorld *world, int32_t from, int32_t to)
{
    if (contacts_rest_known(world)) {
        bool awake = (*awake_word(world, from) & awake_bit(from)) != 0;
        *awake_word(world, to) &= ~awake_bit(to);
        *awake_word(world, to) |= awake ? awake_bit(to) : 0;
    }
}

int32_t pair_marks(int32_t contacts)
{
    int32_t entries = 32;
    while (entries / 2 < contacts) {
        entries *= 2;
    }
    return entries;
}

bool pairs_are_distinct(const MicaWorld *world, int32_t *marks)
{
    const Contact *contacts = world->state.contacts.data;
    int32_t count = world->state.contacts.count, entries = pair_marks(count);
    uint32_t mask = (uint32_t)entries - 1u;
    memset(marks, 0, sizeof *marks * (size_t)entries);
    for (int32_t n = 0; n < count; ++n) {
        const Contact *c = &contacts[n];
        uint64_t key = pair_key(c->colliderA, c->colliderB, c->part);
        uint32_t i = key_hash(key) & mask;
        for (; marks[i] != 0; i = (i + 1u) & mask) {
            const Contact *other = &contacts[marks[i] - 1];
            if (pair_key(other->colliderA, other->colliderB, other->part) == key) {
                return false;
            }
        }
        marks[i] = n + 1;
    }
    return true;
}

bool pair_reserve(MicaWorld *world, int32_t contacts)
{
    if (!ARRAY_RESERVE(&world->host.memory, &world->state.contacts, contacts) ||
        !ARRAY_RESERVE(&world->host.memory, &world->scratch.awakeContacts, contacts / 64 + 1)) {
        return false;
    }
    // A power of two, so that at most three quarters are in use.
    int32_t wanted = 32;
    while (wanted / 4 * 3 < contacts) {
        wanted *= 2;
    }
    if (world->state.pairKeys.count >= wanted) {
        return true;
    }
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.pairKeys, wanted) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.pairValues, wanted)) {
        return false;
    }
    world->state.pairKeys.count = world->state.pairValues.count = wanted;
    pair_rebuild_table(world);
    return true;
}

void pair_remove(MicaWorld *world, int32_t contact)
{
    uint64_t *keys = world->state.pairKeys.data;
    int32_t *values = world->state.pairValues.data;
    const Contact *c = &world->state.contacts.data[contact];
    if ((c->flags & CONTACT_TRIGGER) != 0) {
        field_pairs_forget(world, c);
    }
    uint32_t mask = (uint32_t)world->state.pairKeys.count - 1u;
    uint32_t hole = table_index(world, pair_key(c->colliderA, c->colliderB, c->part));
    keys[hole] = 0;
    for (uint32_t i = (hole + 1u) & mask; keys[i] != 0; i = (i + 1u) & mask) {
        uint32_t home = key_hash(keys[i]) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            keys[hole] = keys[i];
            values[hole] = values[i];
            keys[i] = 0;
            hole = i;
        }
    }
    int32_t last = world->state.contacts.count - 1;
    move_awake(world, last, contact);
    if (contact != last) {
        const Contact *mover = &world->state.contacts.data[last];
        values[table_index(world, pair_key(mover->colliderA, mover->colliderB, mover->part))] =
            contact;
        contact_copy(&world->state.contacts.data[contact], mover);
    }
    world->state.contacts.count = last;
}

bool pair_in_order(const MicaWorld *world, int32_t a, int32_t b)
{
    uint8_t typeA = world->state.colliders.data[a].type,
            typeB = world->state.colliders.data[b].type;
    return typeA != typeB ? typeA > typeB : a < b;
}

void pair_set_sides(MicaWorld *world, Contact *c, int32_t a, int32_t b)
{
    bool ordered = pair_in_order(world, a, b);
    c->colliderA = ordered ? a : b;
    c->colliderB = ordered ? b : a;
    c->bodyA = world->state.colliders.data[c->colliderA].body;
    c->bodyB = world->state.colliders.data[c->colliderB].body;
}

void pair_set_apart(Contact *c, Transform relative, Vec2 axis, float gap)
{
    c->count = 0;
    c->cacheFlags = FACE_NONE;
    c->apart = (ContactApart){relative, axis, gap, c->reachB};
}

inline void pair_wake(MicaWorld *world, const Contact *c)
{
    body_wake(world, c->bodyA);
    body_wake(world, c->bodyB);
}

bool pair_create(MicaWorld *world, int32_t a, int32_t b, int32_t part, MicaResponse response)
{
    if (response == MICA_TRIGGER && !field_pairs_admit(world, a, b)) {
        return true;
    }
    if (!pair_reserve(world, world->state.contacts.count + 1) || !undo_note_creation(world)) {
        return false;
    }
    int32_t index = world->state.contacts.count++;
    Contact *c = &world->state.contacts.data[index];
    memset(c, 0, sizeof *c);
    pair_set_sides(world, c, a, b);
    c->part = part;
    c->flags = response == MICA_TRIGGER ? CONTACT_TRIGGER | CONTACT_FORCE_UPDATE : 0;
    pair_mix_materials(world, c);
    table_insert(world, index);
    add_awake(world, index);
    world->output.pairsCreated += 1;
    // Neither side moved in the last step, so the pair is new by an edit: wake both, for the
    // overlap may push them.
    if (response == MICA_SOLID &&
        ((world->state.flags.data[c->bodyA] | world->state.flags.data[c->bodyB]) &
         MICA_FLAG_MOVED) == 0) {
        pair_wake(world, c);
        world->state.flags.data[c->bodyA] |= body_moves(world, c->bodyA) ? MICA_FLAG_MOVED : 0u;
        world->state.flags.data[c->bodyB] |= body_moves(world, c->bodyB) ? MICA_FLAG_MOVED : 0u;
    }
    return true;
}

static inline float combine(float a, float b, int32_t rule)
{
    switch (rule) {
    case MICA_COMBINE_GEOMETRIC:
        return sqrtf(a * b);
    case MICA_COMBINE_AVERAGE:
        return 0.5f * (a + b);
    case MICA_COMBINE_MIN:
        return min_f(a, b);
    case MICA_COMBINE_MULTIPLY:
        return a * b;
    default:
        return max_f(a, b);
    }
}

// The rule of the two sides that is later in MicaCombine; `fallback` if neither sets one.
static int32_t rule_of(uint8_t a, uint8_t b, int32_t fallback)
{
    int32_t rule = max_i(a, b);
    return rule == MICA_COMBINE_DEFAULT ? fallback : rule;
}

static inline bool is_circle(const Collider *c)
{
    return c->type == MICA_SHAPE_CIRCLE && c->a.x == 0.0f && c->a.y == 0.0f &&
           (c->flags & (COLLIDER_ONE_WAY | COLLIDER_ARCADE)) == 0;
}

void pair_mix_materials(const MicaWorld *world, Contact *c)
{
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    const MicaTileKind *kind = part_tile_kind(world, a, c->part);
    uint32_t sets = kind != NULL ? kind->sets : 0;
    float friction = (sets & MICA_TILE_SETS_FRICTION) != 0 ? kind->friction : a->friction,
          restitution =
              (sets & MICA_TILE_SETS_RESTITUTION) != 0 ? kind->restitution : a->restitution,
          tangentSpeed =
              (sets & MICA_TILE_SETS_TANGENT_SPEED) != 0 ? kind->tangentSpeed : a->tangentSpeed;
    c->friction = combine(friction, b->friction,
                          rule_of(a->frictionCombine, b->frictionCombine, MICA_COMBINE_GEOMETRIC));
    c->restitution =
        combine(restitution, b->restitution,
                rule_of(a->restitutionCombine, b->restitutionCombine, MICA_COMBINE_MAX));
    c->rollingResistance =
        max_f(a->rollingResistance, b->rollingResistance) * max_f(a->radius, b->radius);
    c->tangentSpeed = tangentSpeed + b->tangentSpeed;
    if (a->type == MICA_SHAPE_TILES) {
        c->cellLayer = (uint32_t)part_layer(world, a, c->part);
    }
    c->reachB = b->reach;
    c->cacheFlags = 0;
    bool plain = c->restitution == 0.0f && c->rollingResistance == 0.0f && c->tangentSpeed == 0.0f;
    bool circles = is_circle(a) && is_circle(b);
    c->radiusA = a->radius;
    c->flags = (uint8_t)((c->flags & ~(CONTACT_SURFACE | CONTACT_CIRCLES)) |
                         (plain ? 0 : CONTACT_SURFACE) | (circles ? CONTACT_CIRCLES : 0));
}

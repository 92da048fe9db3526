// The pair records and the table that finds one by its two colliders: open addressing with linear probing, deleted
// entries closed up. Nothing ever walks the table; records are visited in index order, so its layout decides nothing.
#include "world.h"

#include <string.h>

static uint32_t pair_hash(int32_t a, int32_t b)
{
    uint64_t key = (uint64_t)(uint32_t)min_i(a, b) << 32 | (uint32_t)max_i(a, b);
    key *= 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> 32) ^ (uint32_t)(key >> 17);
}

static bool is_pair(const Contact *c, int32_t a, int32_t b)
{
    return (c->colliderA == a && c->colliderB == b) || (c->colliderA == b && c->colliderB == a);
}

int32_t pair_find(const MicaWorld *world, int32_t colliderA, int32_t colliderB)
{
    uint32_t mask = (uint32_t)world->pairTable.count - 1u;
    for (uint32_t i = pair_hash(colliderA, colliderB) & mask;; i = (i + 1u) & mask) {
        int32_t entry = world->pairTable.data[i];
        if (entry == 0) {
            return NONE;
        }
        if (is_pair(&world->contacts.data[entry - 1], colliderA, colliderB)) {
            return entry - 1;
        }
    }
}

static void table_put(MicaWorld *world, int32_t contact)
{
    const Contact *c = &world->contacts.data[contact];
    uint32_t mask = (uint32_t)world->pairTable.count - 1u;
    uint32_t i = pair_hash(c->colliderA, c->colliderB) & mask;
    while (world->pairTable.data[i] != 0) {
        i = (i + 1u) & mask;
    }
    world->pairTable.data[i] = contact + 1;
}

bool pair_reserve(MicaWorld *world, int32_t contacts)
{
    if (!ARRAY_RESERVE(&world->memory, &world->contacts, contacts)) {
        return false;
    }
    // A power of two, at most half full.
    int32_t wanted = 32;
    while (wanted < 2 * contacts) {
        wanted *= 2;
    }
    if (world->pairTable.count >= wanted) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->memory, &world->pairTable, wanted)) {
        return false;
    }
    world->pairTable.count = wanted;
    memset(world->pairTable.data, 0, sizeof(int32_t) * (size_t)wanted);
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        table_put(world, i);
    }
    return true;
}

void pair_add(MicaWorld *world, int32_t contact) { table_put(world, contact); }

static uint32_t table_place(const MicaWorld *world, int32_t contact)
{
    const Contact *c = &world->contacts.data[contact];
    uint32_t mask = (uint32_t)world->pairTable.count - 1u;
    uint32_t i = pair_hash(c->colliderA, c->colliderB) & mask;
    while (world->pairTable.data[i] != contact + 1) {
        i = (i + 1u) & mask;
    }
    return i;
}

void contact_remove(MicaWorld *world, int32_t contact)
{
    int32_t *table = world->pairTable.data;
    uint32_t mask = (uint32_t)world->pairTable.count - 1u;
    uint32_t hole = table_place(world, contact);
    table[hole] = 0;
    for (uint32_t i = (hole + 1u) & mask; table[i] != 0; i = (i + 1u) & mask) {
        const Contact *c = &world->contacts.data[table[i] - 1];
        uint32_t home = pair_hash(c->colliderA, c->colliderB) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            table[i] = 0;
            hole = i;
        }
    }
    int32_t last = world->contacts.count - 1;
    if (contact != last) {
        table[table_place(world, last)] = contact + 1;
        world->contacts.data[contact] = world->contacts.data[last];
    }
    world->contacts.count = last;
}

void contact_mix(const MicaWorld *world, Contact *c)
{
    const Collider *a = &world->colliders.data[c->colliderA], *b = &world->colliders.data[c->colliderB];
    c->friction = sqrtf(a->friction * b->friction);
    c->restitution = max_f(a->restitution, b->restitution);
    c->rollingResistance = max_f(a->rollingResistance, b->rollingResistance) * max_f(a->radius, b->radius);
    c->tangentSpeed = a->tangentSpeed + b->tangentSpeed;
}

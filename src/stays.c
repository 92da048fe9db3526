// Who is inside whom and who touches whom: read off the pair records when somebody asks, so that nobody else pays.
// Called by the game between steps; writes nothing but the two lists.
#include "world.h"

static bool stays(const Contact *c, bool trigger)
{
    return (c->flags & CONTACT_TOUCHING) != 0 && trigger == ((c->flags & CONTACT_TRIGGER) != 0);
}

SELDOM static int32_t count_stays(const MicaWorld *world, bool trigger)
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        count += stays(&world->contacts.data[i], trigger) ? 1 : 0;
    }
    return count;
}

SELDOM int32_t mica_world_trigger_stays(MicaWorld *world, const MicaTriggerEvent **out)
{
    if (world == NULL) {
        return 0;
    }
    world->triggerStays.count = 0;
    if (!ARRAY_RESERVE(&world->memory, &world->triggerStays, count_stays(world, true))) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return 0;
    }
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        const Contact *c = &world->contacts.data[i];
        if (stays(c, true)) {
            world->triggerStays.data[world->triggerStays.count++] = event_of_trigger(world, c);
        }
    }
    if (out != NULL) {
        *out = world->triggerStays.data;
    }
    return world->triggerStays.count;
}

SELDOM int32_t mica_world_contact_stays(MicaWorld *world, const MicaContactEvent **out)
{
    if (world == NULL) {
        return 0;
    }
    world->contactStays.count = 0;
    if (!ARRAY_RESERVE(&world->memory, &world->contactStays, count_stays(world, false))) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return 0;
    }
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        const Contact *c = &world->contacts.data[i];
        if (!stays(c, false)) {
            continue;
        }
        MicaContactEvent e = event_of_contact(world, c);
        for (int32_t k = 0; k < c->count; ++k) {
            e.impulse += c->points[k].normalImpulse;
        }
        world->contactStays.data[world->contactStays.count++] = e;
    }
    if (out != NULL) {
        *out = world->contactStays.data;
    }
    return world->contactStays.count;
}

SELDOM int32_t mica_trigger_pairs(const MicaWorld *world, MicaBody a, MicaBody b)
{
    int32_t count = 0;
    if (!mica_body_is_valid(world, a) || !mica_body_is_valid(world, b)) {
        return 0;
    }
    const Collider *colliders = world->colliders.data;
    for (int32_t i = world->bodies.data[MICA_SLOT(a)].firstCollider; i != NONE;
         i = colliders[i].next) {
        for (int32_t j = world->bodies.data[MICA_SLOT(b)].firstCollider; j != NONE;
             j = colliders[j].next) {
            bool many = is_compound(&colliders[i]) || is_compound(&colliders[j]);
            int32_t contact = i != j ? pair_find(world, i, j, many ? PART_TRIGGERS : 0) : NONE;
            count += contact != NONE && stays(&world->contacts.data[contact], true) ? 1 : 0;
        }
    }
    return count;
}

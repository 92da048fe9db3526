// Exports for layers (js/world/objects/layers.js), pairs of bodies that ignore each other
// (js/world/objects/body.js), and lasting trigger and contact pairs (js/world/events/event-stores.js).
#include "records.h"

int32_t EXPORT(layer_set)(MicaWorld *world, int32_t from, int32_t to, int32_t response)
{
    return (int32_t)mica_layer_set(world, from, to, (MicaResponse)response);
}

int32_t EXPORT(layer_named)(MicaWorld *world, int32_t from, int32_t to)
{
    return (int32_t)mica_layer_named(world, from, to);
}

int32_t EXPORT(layer_response)(MicaWorld *world, int32_t a, int32_t b)
{
    return (int32_t)mica_layer_response(world, a, b);
}

int32_t EXPORT(body_ignore)(MicaWorld *world, int32_t a, int32_t b, int32_t on)
{
    return (int32_t)mica_body_ignore(world, body_of(a), body_of(b), on != 0);
}

int32_t EXPORT(body_ignores)(MicaWorld *world, int32_t a, int32_t b)
{
    return mica_body_ignores(world, body_of(a), body_of(b));
}

// Writes up to `capacity` pairs, two handles each, and returns how many there are.
int32_t EXPORT_FOR_SIZE(ignored_pairs)(MicaWorld *world, MicaBody *out, int32_t capacity)
{
    return mica_world_ignored_pairs(world, out, capacity);
}

const uint64_t *EXPORT(layer_masks)(MicaWorld *world) { return mica_layer_masks(world); }

// Returns the number of lasting contact or trigger pairs, or minus an error code. *list becomes the
// address of the array.
int32_t EXPORT(stays)(MicaWorld *world, int32_t contacts, const void **list)
{
    const MicaTriggerEvent *inside = NULL;
    const MicaContactEvent *touching = NULL;
    mica_clear_error(world);
    int32_t count = contacts ? mica_world_contact_stays(world, &touching)
                             : mica_world_trigger_stays(world, &inside);
    *list = contacts ? (const void *)touching : (const void *)inside;
    return count == 0 ? -(int32_t)mica_last_error(world) : count;
}

int32_t EXPORT(trigger_pairs)(MicaWorld *world, int32_t a, int32_t b)
{
    return mica_trigger_pairs(world, body_of(a), body_of(b));
}

// Who is inside whom and who touches whom: read off the pair records when somebody asks, so that
// nobody else pays. Called by the game between steps; writes nothing but the two lists.
#include "world.h"

static bool stays(const Contact *c, bool trigger)
{
    return (c->flags & CONTACT_TOUCHING) != 0 && trigger == ((c->flags & CONTACT_TRIGGER) != 0);
}

static int32_t gather(MicaWorld *world, bool trigger)
{
    int32_t count = 0;
    for (int32_t i = 0; world != NULL && i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (!stays(c, trigger)) {
            continue;
        }
        if (!(trigger
                  ? ARRAY_RESERVE(&world->host.memory, &world->output.triggerStays, count + 1)
                  : ARRAY_RESERVE(&world->host.memory, &world->output.contactStays, count + 1))) {
            world_fail(world, MICA_ERROR_NO_MEMORY);
            return 0;
        }
        if (trigger) {
            world->output.triggerStays.data[count] = event_of_trigger(world, c);
        } else {
            MicaContactEvent *e = &world->output.contactStays.data[count];
            *e = event_of_contact(world, c);
            for (int32_t k = 0; k < c->count; ++k) {
                e->impulse += c->points[k].normalImpulse;
            }
        }
        count += 1;
    }
    return count;
}

int32_t mica_world_trigger_stays(MicaWorld *world, const MicaTriggerEvent **out)
{
    int32_t count = gather(world, true);
    if (world != NULL && out != NULL) {
        *out = world->output.triggerStays.data;
    }
    return count;
}

int32_t mica_world_contact_stays(MicaWorld *world, const MicaContactEvent **out)
{
    int32_t count = gather(world, false);
    if (world != NULL && out != NULL) {
        *out = world->output.contactStays.data;
    }
    return count;
}

int32_t mica_trigger_pairs(const MicaWorld *world, MicaBody a, MicaBody b)
{
    int32_t count = 0;
    if (!mica_body_is_valid(world, a) || !mica_body_is_valid(world, b)) {
        return 0;
    }
    int32_t slotA = MICA_SLOT(a), slotB = MICA_SLOT(b);
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        bool both =
            (c->bodyA == slotA && c->bodyB == slotB) || (c->bodyA == slotB && c->bodyB == slotA);
        count += both && stays(c, true) ? 1 : 0;
    }
    return count;
}

// Fields (wind, water, gravity, speed zones): setting, reading and releasing those of colliders,
// and waking the bodies that a change concerns. Called by the public API, by collider.c when a
// collider is destroyed, and by events.c. Writes state.fields, freeFields and Collider.field;
// forces.c applies the fields in a step.
#include "world.h"

#include <string.h>

MicaField mica_field(MicaFieldType type) { return mica_field_in(1.0f, type); }

MicaField mica_field_in(float lengthUnit, MicaFieldType type)
{
    MicaField field = {.type = type};
    // <schema field.defaults>
    field.drag = 1.0f;
    field.angularDrag = 1.0f;
    field.gustSize = 4.0f * lengthUnit;
    field.density = 2.0f / (lengthUnit * lengthUnit);
    field.surface = MAX_COORDINATE;
    field.distance = 1.0f * lengthUnit;
    field.maxSpeed = MAX_SPEED;
    // </schema>
    if (type == MICA_FIELD_SPEED) {
        field.drag = field.angularDrag = 0.0f;
    } else if (type == MICA_FIELD_WIND) {
        field.drag /= lengthUnit;
    }
    return field;
}

MicaError field_check(const MicaField *f)
{
    const struct {
        float value, minimum, maximum;
    } numbers[] = {
        // <schema field.checks>
        {f->flow.x, -MAX_SPEED, MAX_SPEED},
        {f->flow.y, -MAX_SPEED, MAX_SPEED},
        {f->acceleration.x, -MAX_FACTOR, MAX_FACTOR},
        {f->acceleration.y, -MAX_FACTOR, MAX_FACTOR},
        {f->drag, 0.0f, MAX_FACTOR},
        {f->angularDrag, 0.0f, MAX_FACTOR},
        {f->turbulence, 0.0f, MAX_SPEED},
        {f->gustSize, 0.01f, 1e6f},
        {f->density, 0.0f, MAX_FACTOR},
        {f->surface, -MAX_COORDINATE, MAX_COORDINATE},
        {f->strength, -MAX_FACTOR, MAX_FACTOR},
        {f->distance, 0.0001f, 1e6f},
        {f->maxSpeed, 0.0f, MAX_SPEED},
        // </schema>
    };
    bool ok = f->type > MICA_FIELD_NONE && f->type < MICA_FIELD_TYPE_COUNT &&
              (uint32_t)f->falloff <= 2 && (uint32_t)f->replace <= 1 && (uint32_t)f->events <= 1;
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        if (!within(numbers[i].value, 3e38f)) {
            return MICA_ERROR_NOT_FINITE;
        }
        ok = ok && numbers[i].value >= numbers[i].minimum && numbers[i].value <= numbers[i].maximum;
    }
    return ok ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

void field_wake(MicaWorld *world, const Contact *c)
{
    if (world->state.fieldCount > 0 && (world->state.colliders.data[c->colliderA].field != NONE ||
                                        world->state.colliders.data[c->colliderB].field != NONE)) {
        pair_wake(world, c);
    }
}

// Wakes all bodies that overlap the collider as a trigger pair.
static void wake_touching(MicaWorld *world, int32_t collider)
{
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        uint8_t both = CONTACT_TRIGGER | CONTACT_TOUCHING;
        if ((c->flags & both) == both && (c->colliderA == collider || c->colliderB == collider)) {
            pair_wake(world, c);
        }
    }
}

// Whether pairs with fields may have been left out (field_pairs.c).
static bool may_lack_pairs(const MicaWorld *world)
{
    return world->state.fields.count > FIELDS_EACH;
}

// What was in a field that ends has a place for another one.
static void search_visitors(MicaWorld *world, int32_t collider)
{
    for (int32_t i = 0; i < world->state.contacts.count && may_lack_pairs(world); ++i) {
        const Contact *c = &world->state.contacts.data[i];
        int32_t other = c->colliderA == collider   ? c->colliderB
                        : c->colliderB == collider ? c->colliderA
                                                   : NONE;
        if (other != NONE && (c->flags & CONTACT_TRIGGER) != 0 &&
            (world->state.colliders.data[other].flags & COLLIDER_IN_TREE) != 0) {
            collider_search_pairs(world, other);
        }
    }
}

// Trigger cells with a field are one trigger, without one they are many: the next step drops the
// pairs of the one and finds those of the other. And it finds pairs that the field was left out of.
static void search_again(MicaWorld *world, int32_t collider)
{
    const Collider *c = &world->state.colliders.data[collider];
    bool cells = c->type == MICA_SHAPE_TILES;
    if ((cells || may_lack_pairs(world)) && (c->flags & COLLIDER_IN_TREE) != 0) {
        if (cells) {
            collider_edit_pairs(world, collider, EDIT_RECHECK);
        }
        collider_search_pairs(world, collider);
    }
}

void field_release(MicaWorld *world, int32_t collider)
{
    Collider *c = &world->state.colliders.data[collider];
    if (c->field != NONE) {
        wake_touching(world, collider);
        search_visitors(world, collider);
        memset(&world->state.fields.data[c->field], 0, sizeof(Field));
        world->state.freeFields.data[world->state.freeFields.count++] = c->field;
        world->state.fieldCount -= 1;
        c->field = NONE;
        search_again(world, collider);
    }
}

MicaError mica_collider_set_field(MicaWorld *world, MicaCollider collider, const MicaField *field)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (field == NULL) {
        field_release(world, slot);
        return MICA_ERROR_OK;
    }
    MicaError error = field_check(field);
    Collider *c = &world->state.colliders.data[slot];
    bool fresh = c->field == NONE, grows = fresh && world->state.freeFields.count == 0;
    if (error == MICA_ERROR_OK && grows &&
        (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.fields,
                               world->state.fields.count + 1) ||
         !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.freeFields,
                               world->state.fields.capacity))) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    if (fresh) {
        c->field = grows ? world->state.fields.count++
                         : world->state.freeFields.data[--world->state.freeFields.count];
        world->state.fieldCount += 1;
        world->state.fields.data[c->field].phase = 0.0f;
        search_again(world, slot);
    }
    MicaField *own = &world->state.fields.data[c->field].def;
    if (!fresh && own->priority != field->priority && may_lack_pairs(world)) {
        search_visitors(world, slot);
        search_again(world, slot);
    }
    *own = *field;
    wake_touching(world, slot);
    return MICA_ERROR_OK;
}

MicaError mica_collider_field(MicaWorld *world, MicaCollider collider, MicaField *out)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    int32_t field = world->state.colliders.data[slot].field;
    *out = field != NONE ? world->state.fields.data[field].def : (MicaField){0};
    return MICA_ERROR_OK;
}

// Exports for the fields of colliders and for explosions, and bridge_give_field, which the creation
// of colliders calls. Called by js/world/objects/fields.js and js/world/saving/scene-write.js.
#include "records.h"

#include <math.h>
#include <string.h>

static_assert(sizeof(MicaField) == FIELD_RECORD * 4,
              "a field record has a double for each word of MicaField");

// Whether word i of a MicaField is an int32, not a float.
static int is_integer(int32_t i)
{
    switch (i) {
    // <schema field.integers>
    case FIELD_TYPE:
    case FIELD_PRIORITY:
    case FIELD_FALLOFF:
    case FIELD_REPLACE:
    case FIELD_EVENTS:
        return 1;
    // </schema>
    default:
        return 0;
    }
}

MicaError bridge_give_field(MicaWorld *world, MicaCollider collider, const double *record)
{
    MicaFieldType type = (MicaFieldType)(int32_t)record[FIELD_TYPE];
    MicaField field = mica_field_in(mica_world_length_unit(world), type);
    for (int32_t i = FIELD_PRIORITY; i < FIELD_RECORD; ++i) {
        float number = (float)record[i];
        int32_t whole = is_integer(i) && !isnan(record[i]) ? (int32_t)record[i] : 0;
        if (!isnan(record[i])) {
            memcpy((char *)&field + 4 * i, is_integer(i) ? (void *)&whole : (void *)&number, 4);
        }
    }
    return mica_collider_set_field(world, collider, &field);
}

// Sets the field from a record, in which NaN stands for the default; a null record removes the
// field.
int32_t EXPORT(collider_set_field)(MicaWorld *world, int32_t collider, const double *record)
{
    return record ? (int32_t)bridge_give_field(world, collider_of(collider), record)
                  : (int32_t)mica_collider_set_field(world, collider_of(collider), NULL);
}

static void write_field(const MicaField *field, double *out)
{
    for (int32_t i = 0; i < FIELD_RECORD; ++i) {
        int32_t whole;
        float number;
        memcpy(&whole, (const char *)field + 4 * i, 4);
        memcpy(&number, &whole, 4);
        out[i] = is_integer(i) ? (double)whole : (double)number;
    }
}

// Writes the field record.
int32_t EXPORT(collider_field)(MicaWorld *world, int32_t collider, double *out)
{
    MicaField field;
    MicaError error = mica_collider_field(world, collider_of(collider), &field);
    if (error == MICA_ERROR_OK) {
        write_field(&field, out);
    }
    return (int32_t)error;
}

// Writes the record of a field of which nothing was said but its type, in a world of a unit of length.
void EXPORT_FOR_SIZE(field_defaults)(int32_t type, float lengthUnit, double *out)
{
    MicaField field = mica_field_in(lengthUnit, (MicaFieldType)type);
    write_field(&field, out);
}

// Returns how many colliders were pushed, or minus an error code; with `pushes` more than `capacity`
// if nothing was done for lack of it.
int32_t EXPORT(world_explode)(MicaWorld *world, float x, float y, float radius, float falloff,
                              float impulse, int32_t low, int32_t high, int32_t shieldsLow,
                              int32_t shieldsHigh, MicaPush *pushes, int32_t capacity)
{
    MicaExplosion e = {
        {x, y}, radius,  falloff, impulse, layers_of(low, high), layers_of(shieldsLow, shieldsHigh),
        pushes, capacity};
    mica_clear_error(world);
    int32_t pushed = mica_world_explode(world, &e);
    MicaError error = mica_last_error(world);
    return pushed == 0 && error != MICA_ERROR_OK ? -(int32_t)error : pushed;
}

// Builders for the tests of fields.
#pragma once

#include "build.h"

static inline MicaCollider add_zone_to(MicaWorld *world, MicaBody body, MicaShape shape)
{
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    return mica_collider_create(world, body, &def, &shape);
}

// A static trigger with a field.
static inline MicaBody add_zone(MicaWorld *world, float x, float y, MicaShape shape,
                                const MicaField *field)
{
    MicaBody body = add_body(world, MICA_BODY_STATIC, x, y);
    CHECK_EQ_INT(mica_collider_set_field(world, add_zone_to(world, body, shape), field),
                 MICA_ERROR_OK);
    return body;
}

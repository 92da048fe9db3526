// Colliders of one shape, their settings and fields.
#include "fuzz.h"

MicaColliderDef read_material(Input *in)
{
    MicaColliderDef def = mica_collider_def();
    uint32_t b = read_byte(in);
    def.layer = (int32_t)(b % 8);
    def.isTrigger = b % 16 > 12;
    if (b & 128) {
        def.layer = (int32_t)read_byte(in) - 10;
        def.group = (int32_t)(read_byte(in) % 5) - 2;
        def.density = read_float(in);
        def.friction = read_float(in);
        def.restitution = read_float(in);
        def.rollingResistance = read_float(in);
        def.tangentSpeed = read_float(in);
        def.sees = read_byte(in) % 18;
        def.frictionCombine = (MicaCombine)(read_byte(in) % 7);
    }
    if (b & 64) {
        def.oneWay = read_vec(in);
        def.arcade = (read_byte(in) & 1) != 0;
    }
    return def;
}

void create_collider(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    MicaColliderDef def = read_material(in);
    MicaShape shape = read_shape(in);
    mica_collider_create(world, body, &def, &shape);
}

// Any word of a field at random, the collider a trigger as a rule.
void change_field(Input *in, MicaWorld *world)
{
    MicaCollider collider = read_collider(in, world);
    uint32_t b = read_byte(in);
    MicaField field = mica_field((MicaFieldType)(b % 6));
    field.priority = (int32_t)(b >> 6);
    field.flow = read_vec(in);
    field.acceleration = read_vec(in);
    field.replace = (b & 32) != 0;
    float *numbers[] = {&field.drag,     &field.angularDrag, &field.turbulence,
                        &field.gustSize, &field.density,     &field.surface,
                        &field.strength, &field.distance,    &field.maxSpeed};
    read_into(in, numbers, 9);
    read_into(in, numbers, 9);
    field.falloff = (int32_t)(b % 3);
    field.events = (b & 64) != 0;
    CALL(world, mica_collider_set_trigger(world, collider, (b & 8) == 0));
    CALL(world, mica_collider_set_field(world, collider, b % 6 == 5 ? NULL : &field));
}

void change_collider(Input *in, MicaWorld *world)
{
    MicaCollider collider = read_collider(in, world);
    uint32_t what = read_byte(in) % (in->switchesColliders ? 17 : 16);
    float x = read_float(in);
    MicaShape shape;
    switch (what) {
    case 0:
        mica_collider_set_layer(world, collider, (int32_t)read_byte(in) % 12 - 1);
        break;
    case 1:
        mica_collider_set_group(world, collider, (int32_t)read_byte(in) % 5 - 2);
        break;
    case 2:
        mica_collider_set_trigger(world, collider, x > 0.0f);
        break;
    case 3:
        mica_collider_set_friction(world, collider, x);
        break;
    case 4:
        mica_collider_set_restitution(world, collider, x);
        break;
    case 5:
        mica_collider_set_rolling_resistance(world, collider, x);
        break;
    case 6:
        mica_collider_set_tangent_speed(world, collider, x);
        break;
    case 7:
        mica_collider_set_density(world, collider, x);
        break;
    case 8:
        shape = read_shape(in);
        mica_collider_set_shape(world, collider, &shape);
        break;
    case 9:
        mica_collider_set_friction_combine(world, collider, (MicaCombine)(read_byte(in) % 7));
        break;
    case 10:
        mica_collider_set_user_data(world, collider, read_byte(in));
        break;
    case 11:
        mica_collider_set_sees(world, collider, read_byte(in) % 18);
        break;
    case 12:
        mica_collider_set_one_way(world, collider, (MicaVec2){x, read_float(in)});
        break;
    case 13:
        mica_collider_set_arcade(world, collider, x > 0.0f);
        break;
    case 14:
        mica_collider_set_restitution_combine(world, collider, (MicaCombine)(read_byte(in) % 7));
        break;
    case 16:
        mica_collider_set_enabled(world, collider, x > 0.0f);
        break;
    default:
        remember_stale(in, collider.id);
        mica_collider_destroy(world, collider);
        break;
    }
}

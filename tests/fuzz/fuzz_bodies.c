// Bodies: made, changed in every way, destroyed; who ignores whom.
#include "fuzz.h"

void create_body(Input *in, MicaWorld *world)
{
    MicaBodyDef def = mica_body_def();
    uint32_t b = read_byte(in);
    def.type = (MicaBodyType)(b % 4);
    def.type = b % 8 == 3                    ? (MicaBodyType)3
               : def.type == (MicaBodyType)3 ? MICA_BODY_DYNAMIC
                                             : def.type;
    def.position = read_vec(in);
    def.angle = b & 16 ? read_float(in) : 0.0f;
    def.linearVelocity = b & 32 ? read_vec(in) : (MicaVec2){0.0f, 0.0f};
    def.angularVelocity = b & 32 ? read_float(in) : 0.0f;
    if (b & 64) {
        uint32_t more = read_byte(in);
        def.locks = (more & 7u) << 5;
        def.awake = (more & 8) == 0;
        def.enabled = (more & 16) == 0;
        def.bullet = (more & 32) != 0;
        def.linearDamping = read_float(in);
        def.gravityScale = read_float(in);
    }
    MicaBody body = {0};
    MicaError error = MICA_ERROR_OK;
    CALL(world, (body = mica_body_create(world, &def), error = mica_last_error(world)));
    bool slow = fabsf(def.linearVelocity.x) <= 4e4f && fabsf(def.linearVelocity.y) <= 4e4f &&
                fabsf(def.angularVelocity) <= 4e4f;
    if (!def.awake && slow && error == MICA_ERROR_OUT_OF_RANGE) {
        // Asleep it takes no velocity.
        def.linearVelocity = (MicaVec2){0.0f, 0.0f};
        def.angularVelocity = 0.0f;
        CALL(world, body = mica_body_create(world, &def));
    }
    MicaColliderDef material = mica_collider_def();
    MicaShape shape = read_shape(in);
    CALL(world, mica_collider_create(world, body, &material, &shape));
}

void change_body(Input *in, MicaWorld *world)
{
    MicaBody body = read_body(in, world);
    uint32_t what = read_byte(in) % 23;
    MicaVec2 v = read_vec(in);
    float x = read_float(in);
    switch (what) {
    case 0:
        mica_body_set_transform(world, body, v, x);
        break;
    case 1:
        mica_body_set_velocity(world, body, v);
        break;
    case 2:
        mica_body_set_angular_velocity(world, body, x);
        break;
    case 3:
        mica_body_apply_force(world, body, v);
        break;
    case 4:
        mica_body_apply_force_at(world, body, v, read_vec(in));
        break;
    case 5:
        mica_body_apply_torque(world, body, x);
        break;
    case 6:
        mica_body_apply_impulse(world, body, v);
        break;
    case 7:
        mica_body_apply_impulse_at(world, body, v, read_vec(in));
        break;
    case 8:
        mica_body_apply_angular_impulse(world, body, x);
        break;
    case 9:
        mica_body_set_type(world, body, (MicaBodyType)(read_byte(in) % 4));
        break;
    case 10:
        mica_body_set_locks(world, body, read_byte(in) << 4);
        break;
    case 11:
        mica_body_set_damping(world, body, x, v.x);
        break;
    case 12:
        mica_body_set_gravity_scale(world, body, x);
        break;
    case 13:
        mica_body_set_awake(world, body, x > 0.0f);
        break;
    case 14:
        mica_body_set_can_sleep(world, body, x > 0.0f);
        break;
    case 15:
        mica_body_set_enabled(world, body, x > 0.0f);
        break;
    case 16:
        mica_body_set_mass(world, body, (MicaMassData){fabsf(x), v, fabsf(read_float(in))});
        break;
    case 17:
        mica_body_reset_mass(world, body);
        break;
    case 18:
        mica_body_set_drops(world, body, x > 0.0f);
        break;
    case 19:
        mica_body_set_bullet(world, body, x > 0.0f);
        break;
    case 20:
    case 21:
        mica_body_ignore(world, body, read_body(in, world), x > -2.0f);
        break;
    default:
        remember_stale(in, body.id);
        mica_body_destroy(world, body);
        break;
    }
}

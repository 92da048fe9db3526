// Movers: made of any collider, moved, set and destroyed.
#include "fuzz.h"

static MicaMover read_mover(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    return b >= 248 ? (MicaMover){read_word(in)} : mica_mover_at(world, (int32_t)(b % 12));
}

static void create_mover(Input *in, MicaWorld *world)
{
    MicaMoverDef def = mica_mover_def();
    uint32_t b = read_byte(in);
    def.floating = b & 1;
    MicaCollider collider = read_collider(in, world);
    if (b & 2) {
        uint32_t number = read_byte(in) % MICA_MOVER_NUMBER_COUNT;
        def.numbers[number] = read_float(in);
    }
    if (b & 4 && mica_collider_is_valid(world, collider)) {
        MicaBody body = mica_collider_body(world, collider);
        CALL(world, mica_body_set_type(world, body, MICA_BODY_KINEMATIC));
    }
    CALL(world, mica_mover_create(world, collider, &def));
}

void change_mover(Input *in, MicaWorld *world)
{
    uint32_t kind = read_byte(in) % 16;
    if (kind < 6) {
        create_mover(in, world);
        return;
    }
    MicaMover mover = read_mover(in, world);
    if (kind == 6) {
        CALL(world, mica_mover_destroy(world, mover));
    } else if (kind == 7) {
        uint32_t number = read_byte(in) % (MICA_MOVER_NUMBER_COUNT + 1);
        float value = read_float(in);
        CALL(world, mica_mover_set_numbers(world, mover, (MicaMoverNumber)number, 1, &value));
    } else if (kind == 8) {
        CALL(world, mica_mover_set_floating(world, mover, read_byte(in) & 1));
    } else {
        MicaVec2 velocity = read_vec(in);
        CALL(world, mica_mover_set_velocity(world, mover, velocity));
    }
}

// Fuzz target for libFuzzer: reads bytes as calls of the C API, with good and bad handles and
// numbers, and checks that the world stays valid and finite, that a refused call changes nothing,
// and that a question asked in two ways has one answer. Any failed assertion, sanitizer report or
// broken invariant is a find.
//
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -DMICA_ASSERT -DMICA_MATTER -ffp-contract=off
//       -fno-math-errno $(find src -type d -printf "-I%p ") $(find src -name "*.c") tests/fuzz/*.c
//       -o build/fuzz_api
//   build/fuzz_api -max_len=2000 -max_total_time=180
#include "fuzz.h"

// Boxes and discs, some that bounce, some swept.
static MicaBody add_body(MicaWorld *world, MicaBodyType type, float x, float y, int32_t i)
{
    MicaBodyDef def = mica_body_def();
    def.type = type;
    def.position = (MicaVec2){x, y};
    def.bullet = i % 5 == 4;
    def.linearVelocity.y = type == MICA_BODY_DYNAMIC && i % 5 == 4 ? -80.0f : 0.0f;
    MicaBody body = mica_body_create(world, &def);
    MicaColliderDef material = mica_collider_def();
    material.restitution = i % 4 == 1 ? 0.7f : 0.0f;
    MicaShape shape;
    if (i % 3 == 2) {
        mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.35f, &shape);
    } else {
        mica_shape_box((MicaVec2){0.0f, 0.0f}, 0.4f, 0.3f, 0.0f, 0.0f, &shape);
    }
    mica_collider_create(world, body, &material, &shape);
    return body;
}

// Enough to meet from the first call on: a map, a chain above it, boxes, a joint.
void fuzz_furnish(MicaWorld *world)
{
    uint8_t cells[16 * 4];
    for (int32_t i = 0; i < 16 * 4; i++) {
        cells[i] = (uint8_t)(i < 32 ? MICA_TILE_FULL : i % 14);
    }
    MicaTilesDef tiles = {
        .columns = 16, .rows = 4, .cell = {1.0f, 1.0f}, .origin = {-8.0f, -8.0f}, .cells = cells};
    const MicaVec2 points[4] = {{-3.0f, -3.0f}, {0.0f, -3.5f}, {3.0f, -3.0f}, {5.0f, -2.0f}};
    MicaChainDef chain = {.points = points, .count = 4};
    MicaColliderDef material = mica_collider_def();
    MicaBodyDef ground = mica_body_def();
    mica_tiles_create(world, mica_body_create(world, &ground), &material, &tiles);
    mica_chain_create(world, mica_body_create(world, &ground), &material, &chain);
    MicaJointDef pin = {.type = MICA_JOINT_REVOLUTE};
    for (int32_t i = 0; i < 16; i++) {
        MicaBodyType type = i == 15 ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC;
        float x = (float)(i % 6) - 3.0f, y = 0.7f * (float)(i / 6) - 2.0f;
        MicaBody body = add_body(world, type, x, y, i);
        pin.bodyA = i == 13 ? body : pin.bodyA;
        pin.bodyB = i == 14 ? body : pin.bodyB;
    }
    pin.localAnchorA = (MicaVec2){0.5f, 0.0f};
    pin.localAnchorB = (MicaVec2){-0.5f, 0.0f};
    mica_joint_create(world, &pin);
}

// Every number of the definition may be wrong; then there is no world, and a reason.
static void spoil_def(Input *in, MicaWorldDef *def)
{
    float *numbers[] = {&def->gravity.x,        &def->gravity.y,
                        &def->contactHertz,     &def->contactDampingRatio,
                        &def->contactPushSpeed, &def->restitutionThreshold,
                        &def->hitSpeed,         &def->sleepTime,
                        &def->jointHertz,       &def->jointDampingRatio};
    read_into(in, numbers, 10);
    read_into(in, numbers, 10);
    uint32_t b = read_byte(in);
    def->bodyCapacity = (int32_t)(b >> 4) - 1;
    def->contactCapacity = b % 16 == 15 ? (int32_t)read_word(in) : (int32_t)(b % 16) - 1;
}

// One call that may change the world, of 20 kinds.
void fuzz_change(Input *in, MicaWorld *world, uint32_t kind)
{
    switch (kind) {
    case 0:
    case 1:
        create_body(in, world);
        break;
    case 2:
        create_collider(in, world);
        break;
    case 3:
    case 4:
        CALL(world, change_body(in, world));
        break;
    case 5:
        change_mover(in, world);
        break;
    case 6:
    case 7:
        CALL(world, change_collider(in, world));
        break;
    case 8:
        CALL(world, change_world(in, world));
        break;
    case 9:
        write_view(in, world);
        break;
    case 10:
        create_joint(in, world);
        break;
    case 11:
        CALL(world, change_joint(in, world));
        break;
    case 12:
        create_parts(in, world);
        break;
    case 13:
        change_parts(in, world);
        break;
    case 14:
        change_field(in, world);
        break;
    case 15:
        explode(in, world);
        break;
    default:
        step_world(in, world);
        break;
    }
}

static void fuzz_call(Input *in, MicaWorld *world)
{
    uint32_t kind = read_byte(in) % 25;
    switch (kind) {
    case 20:
        query_world(in, world);
        break;
    case 21:
    case 22:
        cast_in_world(in, world);
        break;
    case 23:
        query_shapes(in);
        break;
    case 24:
        call_with_nulls(in, world);
        break;
    default:
        fuzz_change(in, world, kind);
        break;
    }
}

#ifndef FUZZ_SNAPSHOTS  // fuzz_restore.c has it then
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // Its handles are of generations that a new world has not come to.
    static MicaWorld *other;
    if (other == NULL) {
        MicaWorldDef def = mica_world_def();
        other = mica_world_create(&def);
        for (int32_t i = 0; i < 9; i++) {
            mica_body_destroy(other, add_body(other, MICA_BODY_DYNAMIC, 0.0f, 0.0f, i));
        }
        fuzz_furnish(other);
    }
    Input in = {.data = data, .size = size, .other = other, .switchesColliders = true};
    MicaWorldDef def = mica_world_def();
    uint32_t b = read_byte(&in);
    def.sleepTime = b & 1 ? 0.05f : 0.5f;
    def.maxBytes = b & 2 ? 12000 + 200 * (uint64_t)read_byte(&in) : 4 << 20;
    if (b & 8) {
        spoil_def(&in, &def);
    }
    MicaWorld *world = mica_world_create(&def);
    if ((world == NULL) != (mica_create_error() != MICA_ERROR_OK)) {
        fail("a world that is refused has no reason");
    }
    if (world == NULL) {
        return 0;
    }
    if (b & 4) {
        fuzz_furnish(world);
    }
    if (b & 16 && b & 4) {
        fuzz_furnish_matter(world);
    }
    while (in.size > 0) {
        if (b & 16 && read_byte(&in) % 4 == 0) {
            fuzz_change_matter(&in, world);
        } else {
            fuzz_call(&in, world);
        }
        if (read_byte(&in) % 8 == 0) {
            forget_bad_views(world);
            check_world(world);
        }
    }
    mica_world_destroy(world);
    return 0;
}
#endif

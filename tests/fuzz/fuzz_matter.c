// Matter, emitters and gauges: made, changed in every way, destroyed, asked. Not among the calls of
// fuzz_change, whose random streams the golden histories know: a history that pours makes these as well.
#include "fuzz.h"

#include "mica_matter.h"

// The spacing of the matter that there is, or the usual one.
static float spacing_of(MicaWorld *world)
{
    for (int32_t i = 0; i < mica_world_matter_slots(world); i++) {
        MicaMatter matter = mica_matter_at(world, i);
        if (matter.id != 0) {
            return mica_matter_definition(world, matter).spacing;
        }
    }
    return 0.25f;
}

static MicaMatter read_matter(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 246) {
        uint32_t at = read_byte(in) % STALE_COUNT;
        return (MicaMatter){b < 250 ? in->stale[at] : b == 250 ? 0 : read_word(in)};
    }
    int32_t slots = mica_world_matter_slots(world);
    return mica_matter_at(world, slots > 0 ? (int32_t)b % slots : 0);
}

static MicaEmitter read_emitter(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    if (b >= 246) {
        uint32_t at = read_byte(in) % STALE_COUNT;
        return (MicaEmitter){b < 250 ? in->stale[at] : b == 250 ? 0 : read_word(in)};
    }
    int32_t slots = mica_world_emitter_slots(world);
    return mica_emitter_at(world, slots > 0 ? (int32_t)b % slots : 0);
}

// Good numbers, of which one may be any at all.
static MicaMatterDef read_definition(Input *in, MicaWorld *world)
{
    uint32_t b = read_byte(in);
    MicaMatterDef def = mica_matter_def((MicaMatterKind)(b % 3));
    def.spacing = spacing_of(world);
    def.capacity = 1 + (int32_t)read_byte(in) * 2;
    def.density = 0.25f + (float)(read_byte(in) % 64) * 0.1f;
    def.viscosity = b & 4 ? (float)read_byte(in) / 255.0f : 0.0f;
    def.cohesion = b & 8 ? (float)read_byte(in) / 255.0f : 0.0f;
    def.plasticity = b & 16 ? (float)read_byte(in) / 255.0f : 0.0f;
    def.tearing = b & 32 ? (float)read_byte(in) / 255.0f : 0.0f;
    def.lifetime = b & 64 ? (float)read_byte(in) / 64.0f : 0.0f;
    def.stiffness = (float)(b % 5) * 0.25f;
    def.layer = b % 7 == 0 ? (int32_t)(read_byte(in) % 10) : 0;
    if (b >= 224) {
        float *numbers[] = {&def.spacing,  &def.density, &def.viscosity, &def.cohesion,
                            &def.friction, &def.repose,  &def.stiffness, &def.plasticity,
                            &def.tearing,  &def.lifetime};
        read_into(in, numbers, 10);
    }
    if (b >= 252) {
        def.kind = (MicaMatterKind)read_word(in);
        def.layer = (int32_t)read_byte(in) - 100;
        def.capacity = (int32_t)read_word(in);
    }
    return def;
}

static void create_matter(Input *in, MicaWorld *world)
{
    MicaMatterDef def = read_definition(in, world);
    CALL(world, mica_matter_create(world, &def));
}

static void set_matter(Input *in, MicaWorld *world)
{
    MicaMatter matter = read_matter(in, world);
    MicaMatterDef now = mica_matter_definition(world, matter), def = read_definition(in, world);
    if (read_byte(in) % 16 != 0) {
        def.kind = now.kind;
        def.capacity = now.capacity;
        def.spacing = now.spacing;
    }
    CALL(world, mica_matter_set(world, matter, &def));
}

// Mostly a box near the origin of a few spacings, at times any shape anywhere.
static MicaShape read_place(Input *in, MicaVec2 *at, float *angle)
{
    uint32_t b = read_byte(in);
    MicaShape shape = {0};
    if (b >= 224) {
        *at = read_vec(in);
        *angle = read_float(in);
        return read_shape(in);
    }
    *at = (MicaVec2){(float)(b % 16) - 8.0f, (float)(read_byte(in) % 32) * 0.5f - 8.0f};
    *angle = (float)(b / 64) * 0.5f;
    float width = 0.1f + (float)(read_byte(in) % 32) * 0.05f;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, width, 0.1f + (float)(b % 11) * 0.1f, 0.0f, 0.0f,
                   &shape);
    return shape;
}

static void edit_particles(Input *in, MicaWorld *world, uint32_t what)
{
    MicaMatter matter = read_matter(in, world);
    MicaVec2 at, velocity = {0.0f, 0.0f};
    float angle;
    MicaShape shape = read_place(in, &at, &angle);
    uint32_t b = read_byte(in), value = read_byte(in);
    if (b & 1) {
        velocity = read_vec(in);
    }
    MicaMatterFill fill = {
        .shape = &shape, .position = at, .angle = angle, .velocity = velocity, .value = value};
    MicaMatterSum sum;
    // A box of a thousand metres has millions of places, which take a second each to look at.
    if (what < 3 && fabsf(shape.points[0].x) < 50.0f && fabsf(shape.points[0].y) < 50.0f) {
        CALL(world, mica_matter_fill(world, matter, &fill));
    } else if (what == 3) {
        CALL(world, mica_matter_remove(world, matter, &shape, at, angle));
    } else if (what == 4) {
        CALL(world, mica_matter_paint(world, matter, &shape, at, angle, value));
    } else if (what == 5) {
        CALL(world, mica_matter_push(world, matter, &shape, at, angle, velocity));
    } else if (what == 6 && b & 4) {
        CALL(world, mica_matter_pin(world, matter, &shape, at, angle, (b & 8) == 0));
    } else if (mica_matter_in(world, b & 2 ? matter : (MicaMatter){0}, &shape, at, angle, &sum) ==
               MICA_ERROR_OK) {
        check_vec(sum.center, "the centre of a sum");
        check_vec(sum.velocity, "the velocity of a sum");
    }
}

static MicaEmitterDef read_emitter_definition(Input *in, MicaWorld *world)
{
    MicaEmitterDef def = mica_emitter_def();
    uint32_t b = read_byte(in);
    def.matter = read_matter(in, world);
    def.position = (MicaVec2){(float)(b % 16) - 8.0f, (float)(b / 16) * 0.5f};
    def.angle = (float)read_byte(in) * 0.025f;
    def.width = (float)(read_byte(in) % 16) * 0.2f;
    def.speed = (float)(b % 5) * 2.0f;
    def.rate = b & 32 ? (float)read_byte(in) : 0.0f;
    def.lifetime = b & 64 ? (float)read_byte(in) / 64.0f : 0.0f;
    def.value = b;
    def.enabled = b % 7 != 0;
    if (b >= 224) {
        float *numbers[] = {&def.position.x, &def.position.y, &def.angle,   &def.width,
                            &def.speed,      &def.rate,       &def.lifetime};
        read_into(in, numbers, 7);
    }
    return def;
}

static void change_emitter(Input *in, MicaWorld *world)
{
    MicaEmitterDef def = read_emitter_definition(in, world);
    MicaEmitter emitter = read_emitter(in, world);
    uint32_t b = read_byte(in);
    if (b % 8 < 3) {
        CALL(world, mica_emitter_create(world, &def));
    } else if (b % 8 < 6) {
        def.matter = b & 16 ? mica_emitter_definition(world, emitter).matter : def.matter;
        CALL(world, mica_emitter_set(world, emitter, &def));
    } else {
        remember_stale(in, emitter.id);
        CALL(world, mica_emitter_destroy(world, emitter));
    }
}

static void change_gauge(Input *in, MicaWorld *world)
{
    MicaCollider collider = read_collider(in, world);
    uint32_t b = read_byte(in);
    MicaGaugeDef def = {.threshold = (int32_t)(b % 32), .drains = (b & 32) != 0};
    def.threshold = b >= 250 ? (int32_t)read_word(in) : def.threshold;
    if (b % 8 == 7) {
        CALL(world, mica_collider_end_gauge(world, collider));
        return;
    }
    if (b & 64) {  // a trigger, so that gauges are not rare
        MicaColliderDef material = mica_collider_def();
        material.isTrigger = true;
        MicaShape shape;
        mica_shape_box((MicaVec2){0.0f, 0.0f}, 2.0f, 0.7f, 0.0f, 0.0f, &shape);
        MicaBody body = read_body(in, world);
        collider = mica_collider_create(world, body, &material, &shape);
    }
    CALL(world, mica_collider_set_gauge(world, collider, &def));
    MicaGaugeDef read;
    if (mica_collider_gauge(world, collider, &read) !=
        (mica_collider_matter_count(world, collider) >= 0)) {
        fail("a gauge has no count");
    }
}

static void ask_matter(Input *in, MicaWorld *world)
{
    MicaMatter matter = read_matter(in, world);
    MicaVec2 origin = read_vec(in);
    MicaVec2 motion = read_vec(in);
    float alpha = read_float(in);
    MicaMatterHit hit;
    MicaMatterView view;
    if (mica_matter_cast_ray(world, matter, origin, motion, &hit)) {
        check_vec(hit.point, "where a ray meets matter");
        check_vec(hit.normal, "the normal where a ray meets matter");
        if (!mica_matter_is_valid(world, hit.matter) ||
            !(hit.fraction >= 0.0f && hit.fraction <= 1.0f)) {
            fail("a ray meets no matter");
        }
    }
    if (mica_matter_view(world, matter, alpha, &view) == MICA_ERROR_OK) {
        for (int32_t i = 0; i < view.count; i++) {
            check_vec(view.positions[i], "a particle");
            check_vec(view.velocities[i], "the velocity of a particle");
        }
        if (view.count != mica_matter_count(world, matter)) {
            fail("a view has not as many particles as its matter");
        }
    }
    const MicaMatterEvent *events;
    int32_t count = mica_world_matter_events(world, &events);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].count < 0) {
            fail("an event of matter has a negative count");
        }
    }
}

// A tank of static walls around what fuzz_furnish makes, with some of each kind.
void fuzz_furnish_matter(MicaWorld *world)
{
    const float walls[3][4] = {
        {0.0f, -9.0f, 10.0f, 0.5f}, {-9.5f, 0.0f, 0.5f, 9.0f}, {9.5f, 0.0f, 0.5f, 9.0f}};
    for (int32_t i = 0; i < 3; i++) {
        MicaBodyDef def = mica_body_def();
        MicaColliderDef material = mica_collider_def();
        MicaShape shape;
        def.position = (MicaVec2){walls[i][0], walls[i][1]};
        mica_shape_box((MicaVec2){0.0f, 0.0f}, walls[i][2], walls[i][3], 0.0f, 0.0f, &shape);
        mica_collider_create(world, mica_body_create(world, &def), &material, &shape);
    }
    for (int32_t i = 0; i < 3; i++) {
        MicaMatterDef def = mica_matter_def((MicaMatterKind)i);
        def.spacing = spacing_of(world);
        def.capacity = 300;
        MicaShape shape;
        mica_shape_box((MicaVec2){0.0f, 0.0f}, 1.5f, 1.0f, 0.0f, 0.0f, &shape);
        MicaMatterFill fill = {.shape = &shape, .position = {-4.0f + 4.0f * (float)i, 3.0f}};
        mica_matter_fill(world, mica_matter_create(world, &def), &fill);
    }
}

void fuzz_change_matter(Input *in, MicaWorld *world)
{
    uint32_t what = read_byte(in) % 16;
    if (what == 0) {
        create_matter(in, world);
    } else if (what == 1) {
        MicaMatter matter = read_matter(in, world);
        if (read_byte(in) % 4 == 0) {
            remember_stale(in, matter.id);
            CALL(world, mica_matter_destroy(world, matter));
        }
    } else if (what < 4) {
        set_matter(in, world);
    } else if (what < 11) {
        edit_particles(in, world, what - 4);
    } else if (what < 13) {
        change_emitter(in, world);
    } else if (what < 15) {
        change_gauge(in, world);
    } else {
        ask_matter(in, world);
    }
    check_world(world);
}

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const uint8_t *)data)[i]) * 0x100000001b3u;
    }
    return hash;
}

uint64_t fuzz_mix_matter(uint64_t hash, MicaWorld *world)
{
    for (int32_t i = 0; i < mica_world_matter_slots(world); i++) {
        MicaMatter matter = mica_matter_at(world, i);
        if (matter.id != 0) {
            MicaMatterDef d = mica_matter_definition(world, matter);
            int32_t count = mica_matter_count(world, matter);
            hash = mix_bytes(mix_bytes(hash, &matter, sizeof matter), &count, sizeof count);
            hash = mix_bytes(hash, &d, offsetof(MicaMatterDef, lifetime) + sizeof d.lifetime);
        }
    }
    for (int32_t i = 0; i < mica_world_emitter_slots(world); i++) {
        MicaEmitter emitter = mica_emitter_at(world, i);
        if (emitter.id != 0) {
            MicaEmitterDef d = mica_emitter_definition(world, emitter);
            hash = mix_bytes(mix_bytes(hash, &emitter, sizeof emitter), &d,
                             offsetof(MicaEmitterDef, enabled));
            hash = mix_bytes(hash, &d.enabled, sizeof d.enabled);
        }
    }
    return hash;
}

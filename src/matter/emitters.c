// Emitters: making, changing and ending them, and what they emit when a step ends. A full stream comes
// in rows across the mouth, as dense as matter at rest, every second one shifted by half a spacing; a
// stream of a given rate comes a particle at a time, spread over the mouth by the golden ratio.
#include "matter.h"

#define GOLDEN_RATIO 0.618033989f
// No new particle comes where another is nearer than this, in spacings.
#define FREE_DISTANCE 0.7f
// In one step, at most.
#define MAX_ROWS 64

static MicaEmitter handle_of(const MicaWorld *world, int32_t slot)
{
    return (MicaEmitter){handle_make(slot, world->state.emitters.data[slot].generation)};
}

MicaEmitter mica_emitter_at(const MicaWorld *world, int32_t slot)
{
    bool live = world != NULL && slot >= 0 && slot < world->state.emitters.count &&
                (world->state.emitters.data[slot].flags & EMITTER_ALIVE) != 0;
    return live ? handle_of(world, slot) : (MicaEmitter){0};
}

int32_t mica_world_emitter_slots(const MicaWorld *world)
{
    return world != NULL ? world->state.emitters.count : 0;
}

bool mica_emitter_is_valid(const MicaWorld *world, MicaEmitter emitter)
{
    return emitter.id != 0 && mica_emitter_at(world, MICA_SLOT(emitter)).id == emitter.id;
}

// The record of a live emitter, or null with the error recorded.
static Emitter *find(MicaWorld *world, MicaEmitter emitter)
{
    world_enter(world);
    if (mica_emitter_is_valid(world, emitter)) {
        return &world->state.emitters.data[MICA_SLOT(emitter)];
    }
    if (world != NULL) {
        world_fail(world, MICA_ERROR_STALE_EMITTER);
    }
    return NULL;
}

MicaEmitterDef mica_emitter_def(void) { return mica_emitter_def_in(1.0f); }

MicaEmitterDef mica_emitter_def_in(float lengthUnit)
{
    return (MicaEmitterDef){
        .width = 0.5f * lengthUnit, .speed = 2.0f * lengthUnit, .enabled = true};
}

static void write_settings(Emitter *e, const MicaEmitterDef *d)
{
    e->x = d->position.x;
    e->y = d->position.y;
    e->angle = d->angle;
    e->width = d->width;
    e->speed = d->speed;
    e->rate = d->rate;
    e->lifetime = d->lifetime;
    e->value = d->value;
    e->flags = EMITTER_ALIVE | (d->enabled ? EMITTER_ENABLED : 0u);
    e->userData[0] = (uint32_t)d->userData;
    e->userData[1] = (uint32_t)(d->userData >> 32);
}

// The lowest free slot that has a generation left, or a new one; NONE if all are in use. See slot_release.
static int32_t free_slot(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.emitters.count; ++i) {
        const Emitter *e = &world->state.emitters.data[i];
        if ((e->flags & EMITTER_ALIVE) == 0 && e->generation != world->state.generationStart) {
            return i;
        }
    }
    return world->state.emitters.count < MICA_MAX_EMITTERS ? world->state.emitters.count : NONE;
}

static MicaError check_new(MicaWorld *world, const MicaEmitterDef *def, int32_t slot)
{
    MicaError error = world->host.stepping ? MICA_ERROR_LOCKED : emitter_check_numbers(def);
    if (error == MICA_ERROR_OK && slot == NONE) {
        error = MICA_ERROR_CAPACITY;
    }
    bool lives = def->lifetime > 0.0f;
    if (error == MICA_ERROR_OK &&
        (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.emitters, slot + 1) ||
         !particles_reserve(world, matter_capacity(&world->state), lives))) {
        error = MICA_ERROR_NO_MEMORY;
    }
    return error;
}

MicaEmitter mica_emitter_create(MicaWorld *world, const MicaEmitterDef *def)
{
    world_enter(world);
    if (world == NULL || def == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return (MicaEmitter){0};
    }
    int32_t matter = matter_slot(world, def->matter), slot = free_slot(world);
    if (matter == NONE) {
        return (MicaEmitter){0};
    }
    MicaError error = check_new(world, def, slot);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return (MicaEmitter){0};
    }
    Emitter *e = &world->state.emitters.data[slot];
    uint32_t generation =
        slot < world->state.emitters.count ? e->generation : world->state.generationStart;
    world->state.emitters.count = max_i(world->state.emitters.count, slot + 1);
    *e = (Emitter){.matter = matter, .generation = generation};
    write_settings(e, def);
    return handle_of(world, slot);
}

static void end(Emitter *e) { *e = (Emitter){.generation = generation_after(e->generation)}; }

MicaError mica_emitter_destroy(MicaWorld *world, MicaEmitter emitter)
{
    Emitter *e = find(world, emitter);
    if (e == NULL) {
        return world != NULL ? MICA_ERROR_STALE_EMITTER : MICA_ERROR_NULL_ARGUMENT;
    }
    if (world->host.stepping) {
        return world_fail(world, MICA_ERROR_LOCKED);
    }
    end(e);
    return MICA_ERROR_OK;
}

void emitters_end_of(MicaWorld *world, int32_t matter)
{
    for (int32_t i = 0; i < world->state.emitters.count; ++i) {
        Emitter *e = &world->state.emitters.data[i];
        if ((e->flags & EMITTER_ALIVE) != 0 && e->matter == matter) {
            end(e);
        }
    }
}

MicaEmitterDef mica_emitter_definition(MicaWorld *world, MicaEmitter emitter)
{
    const Emitter *e = find(world, emitter);
    if (e == NULL) {
        return (MicaEmitterDef){.width = 0.0f};
    }
    return (MicaEmitterDef){.matter = mica_matter_at(world, e->matter),
                            .position = {e->x, e->y},
                            .angle = e->angle,
                            .width = e->width,
                            .speed = e->speed,
                            .rate = e->rate,
                            .lifetime = e->lifetime,
                            .value = e->value,
                            .enabled = (e->flags & EMITTER_ENABLED) != 0,
                            .userData = e->userData[0] | (uint64_t)e->userData[1] << 32};
}

MicaError mica_emitter_set(MicaWorld *world, MicaEmitter emitter, const MicaEmitterDef *def)
{
    Emitter *e = find(world, emitter);
    if (e == NULL || def == NULL) {
        return world == NULL || e == NULL ? MICA_ERROR_STALE_EMITTER
                                          : world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    MicaError error = check_new(world, def, MICA_SLOT(emitter));
    if (error == MICA_ERROR_OK && mica_matter_at(world, e->matter).id != def->matter.id) {
        error = MICA_ERROR_OUT_OF_RANGE;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    write_settings(e, def);
    return MICA_ERROR_OK;
}

// -------------------------------------------------------------------------------------- in a step

// Whether one of the particles from first to before end lies where a new one is to be.
static bool is_blocked_by(const MicaWorld *world, const MatterUnits *u, Vec2 at, int32_t first,
                          int32_t end)
{
    float near = FREE_DISTANCE * u->spacing;
    for (int32_t i = first; i < end; ++i) {
        Vec2 d = sub(world->state.particlePositions.data[i], at);
        if (dot(d, d) < near * near) {
            return true;
        }
    }
    return false;
}

// Whether one of the first `known` particles does. The cells know them, but in a world that goes on from
// a snapshot while all of them sleep: then all are looked at.
static bool is_blocked(const MicaWorld *world, const MatterUnits *u, Vec2 at, int32_t known)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    const int32_t *starts = scratch->cellStarts.data;
    CellTable table = cells_table(known);
    Cell c = cell_of(at, u->perPlace);
    if (!scratch->listed) {
        return is_blocked_by(world, u, at, 0, known);
    }
    for (int32_t k = 0; k < 9 && known > 0; ++k) {
        int32_t cell = cell_index(table, c.x - 1 + k % 3, c.y - 1 + k / 3);
        if (is_blocked_by(world, u, at, starts[cell], starts[cell + 1])) {
            return true;
        }
    }
    return false;
}

static void emit_one(MicaWorld *world, const MatterUnits *u, const Emitter *e, Vec2 at,
                     Vec2 velocity, int32_t known)
{
    const Matter *m = &world->state.matters.data[e->matter];
    if (m->count >= m->capacity || !particle_lies_within(at, u->spacing) ||
        is_blocked(world, u, at, known)) {
        return;
    }
    particle_add(world, e->matter, at, velocity, e->value);
    if (e->lifetime > 0.0f) {
        world->state.particleLives.data[matter_particles(world) - 1] = e->lifetime;
    }
}

// A row across the mouth, `ahead` of it.
static void emit_row(MicaWorld *world, const MatterUnits *u, const Emitter *e, Vec2 along,
                     float ahead, int32_t known)
{
    const Matter *m = &world->state.matters.data[e->matter];
    int32_t columns = (int32_t)(e->width / u->spacing) + 1;
    bool shifted = (e->emitted & 1u) != 0 && columns > 1;
    columns -= shifted ? 1 : 0;
    for (int32_t i = 0; i < columns && m->count < m->capacity; ++i) {
        float across = ((float)i - 0.5f * (float)(columns - 1)) * u->spacing;
        Vec2 at = add(vec(e->x, e->y), add(scale(ahead, along), scale(across, left_perp(along))));
        emit_one(world, u, e, at, scale(e->speed, along), known);
    }
}

static void emit(MicaWorld *world, const MatterUnits *u, Emitter *e, float dt, int32_t known)
{
    Rot q = mica_rot(e->angle);
    Vec2 along = {q.c, q.s};
    float rise = 0.866025404f * u->spacing,
          more = e->rate > 0.0f ? e->rate * dt : e->speed * dt / rise;
    e->phase += min_f(more, (float)MAX_ROWS);
    for (; e->phase >= 1.0f; e->phase -= 1.0f) {
        if (e->rate > 0.0f) {
            float turns = (float)(e->emitted & 0xffffu) * GOLDEN_RATIO,
                  across = (turns - (float)(int32_t)turns - 0.5f) * e->width;
            emit_one(world, u, e, add(vec(e->x, e->y), scale(across, left_perp(along))),
                     scale(e->speed, along), known);
        } else {
            emit_row(world, u, e, along, (e->phase - 1.0f) * rise, known);
        }
        e->emitted += 1;
    }
}

void emitters_emit(MicaWorld *world, const MatterUnits *u, float dt)
{
    // Only particles that were sorted are looked for: all, or, if some were removed, none.
    int32_t count = matter_particles(world),
            known = world->state.particlePlaces.count == count ? count : 0;
    for (int32_t i = 0; i < world->state.emitters.count; ++i) {
        Emitter *e = &world->state.emitters.data[i];
        if (e->flags == (EMITTER_ALIVE | EMITTER_ENABLED)) {
            emit(world, u, e, dt, known);
        }
    }
}

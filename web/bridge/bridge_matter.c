// Exports for matter (js/matter/): matters, their particles, emitters and gauges. Matters and emitters are
// named by their slots, -1 for any matter. Functions that count give the negative of an error.
#include "records.h"

#include <string.h>

static MicaMatter matter_in(const MicaWorld *world, int32_t slot)
{
    return mica_matter_at(world, slot);
}

static int32_t counted(const MicaWorld *world, int32_t count)
{
    return count >= 0 ? count : -(int32_t)last_error_or_memory(world);
}

// ---------------------------------------------------------------------------------------- matters

static MicaMatterDef read_matter(const double *record)
{
    return (MicaMatterDef){.kind = (MicaMatterKind)(int32_t)record[MATTER_KIND],
                           .layer = (int32_t)record[MATTER_LAYER],
                           .capacity = (int32_t)record[MATTER_CAPACITY],
                           .spacing = (float)record[MATTER_SPACING],
                           .density = (float)record[MATTER_DENSITY],
                           .viscosity = (float)record[MATTER_VISCOSITY],
                           .cohesion = (float)record[MATTER_COHESION],
                           .friction = (float)record[MATTER_FRICTION],
                           .repose = (float)record[MATTER_REPOSE],
                           .stiffness = (float)record[MATTER_STIFFNESS],
                           .plasticity = (float)record[MATTER_PLASTICITY],
                           .tearing = (float)record[MATTER_TEARING],
                           .lifetime = (float)record[MATTER_LIFETIME]};
}

static void write_matter(const MicaMatterDef *def, double *record)
{
    record[MATTER_KIND] = def->kind;
    record[MATTER_LAYER] = def->layer;
    record[MATTER_CAPACITY] = def->capacity;
    record[MATTER_SPACING] = (double)def->spacing;
    record[MATTER_DENSITY] = (double)def->density;
    record[MATTER_VISCOSITY] = (double)def->viscosity;
    record[MATTER_COHESION] = (double)def->cohesion;
    record[MATTER_FRICTION] = (double)def->friction;
    record[MATTER_REPOSE] = (double)def->repose;
    record[MATTER_STIFFNESS] = (double)def->stiffness;
    record[MATTER_PLASTICITY] = (double)def->plasticity;
    record[MATTER_TEARING] = (double)def->tearing;
    record[MATTER_LIFETIME] = (double)def->lifetime;
}

// What each matter and emitter was made as, and when: see bridge_births.c.
static uint32_t record_birth(const MicaWorld *world, const double *record, int32_t length)
{
    float numbers[MATTER_RECORD];
    for (int32_t i = 0; i < length; ++i) {
        numbers[i] = (float)record[i];
    }
    return bridge_birth(world, numbers, length);
}

void EXPORT(matter_defaults)(float lengthUnit, int32_t kind, double *out)
{
    MicaMatterDef def = mica_matter_def_in(lengthUnit, (MicaMatterKind)kind);
    write_matter(&def, out);
}

// The slot of the new matter, or the negative of an error, less one.
int32_t EXPORT(matter_create)(MicaWorld *world, const double *record)
{
    MicaMatterDef def = read_matter(record);
    def.userData = record_birth(world, record, MATTER_RECORD);
    MicaMatter made = mica_matter_create(world, &def);
    return made.id != 0 ? MICA_SLOT(made) : -1 - (int32_t)last_error_or_memory(world);
}

int32_t EXPORT(matter_destroy)(MicaWorld *world, int32_t slot)
{
    return (int32_t)mica_matter_destroy(world, matter_in(world, slot));
}

// The handle in a slot, or 0, and its birth in out[0].
int32_t EXPORT(matter_at)(MicaWorld *world, int32_t slot, uint32_t *out)
{
    MicaMatter matter = matter_in(world, slot);
    out[0] = matter.id != 0 ? (uint32_t)mica_matter_definition(world, matter).userData : 0;
    return (int32_t)matter.id;
}

int32_t EXPORT(matter_get)(MicaWorld *world, int32_t slot, double *out)
{
    MicaMatter matter = matter_in(world, slot);
    if (matter.id == 0) {
        return MICA_ERROR_STALE_MATTER;
    }
    MicaMatterDef def = mica_matter_definition(world, matter);
    write_matter(&def, out);
    return MICA_ERROR_OK;
}

// Sets one number; `field` is its offset in the record.
int32_t EXPORT(matter_set)(MicaWorld *world, int32_t slot, int32_t field, double value)
{
    MicaMatter matter = matter_in(world, slot);
    if (matter.id == 0 || field < 0 || field >= MATTER_RECORD) {
        return matter.id == 0 ? MICA_ERROR_STALE_MATTER : MICA_ERROR_OUT_OF_RANGE;
    }
    double record[MATTER_RECORD];
    MicaMatterDef def = mica_matter_definition(world, matter);
    uint64_t birth = def.userData;
    write_matter(&def, record);
    record[field] = value;
    def = read_matter(record);
    def.userData = birth;
    return (int32_t)mica_matter_set(world, matter, &def);
}

// -------------------------------------------------------------------------------------- particles

// `within` is 0 for no collider.
int32_t EXPORT(matter_fill)(MicaWorld *world, int32_t slot, const double *record, float x, float y,
                            float angle, float vx, float vy, uint32_t value, int32_t within)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    MicaMatterFill fill = {&shape, {x, y}, angle, {vx, vy}, value, collider_of(within)};
    return counted(world, mica_matter_fill(world, matter_in(world, slot), &fill));
}

// `velocities` and `values` may be null.
int32_t EXPORT(matter_add)(MicaWorld *world, int32_t slot, int32_t count, const MicaVec2 *positions,
                           const MicaVec2 *velocities, const uint32_t *values)
{
    return counted(world, mica_matter_add(world, matter_in(world, slot), positions, velocities,
                                          values, count));
}

int32_t EXPORT(matter_remove)(MicaWorld *world, int32_t slot, const double *record, float x,
                              float y, float angle)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    return error != MICA_ERROR_OK
               ? -(int32_t)error
               : counted(world, mica_matter_remove(world, matter_in(world, slot), &shape,
                                                   (MicaVec2){x, y}, angle));
}

int32_t EXPORT(matter_paint)(MicaWorld *world, int32_t slot, const double *record, float x, float y,
                             float angle, uint32_t value)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    return error != MICA_ERROR_OK
               ? -(int32_t)error
               : counted(world, mica_matter_paint(world, matter_in(world, slot), &shape,
                                                  (MicaVec2){x, y}, angle, value));
}

int32_t EXPORT(matter_pin)(MicaWorld *world, int32_t slot, const double *record, float x, float y,
                           float angle, int32_t pinned)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    return error != MICA_ERROR_OK
               ? -(int32_t)error
               : counted(world, mica_matter_pin(world, matter_in(world, slot), &shape,
                                                (MicaVec2){x, y}, angle, pinned != 0));
}

// The indices of the pinned particles; `out` may be null.
int32_t EXPORT(matter_pinned)(MicaWorld *world, int32_t slot, int32_t *out)
{
    return mica_matter_pinned(world, matter_in(world, slot), out);
}

int32_t EXPORT(matter_push)(MicaWorld *world, int32_t slot, const double *record, float x, float y,
                            float angle, float vx, float vy)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    return error != MICA_ERROR_OK
               ? -(int32_t)error
               : counted(world, mica_matter_push(world, matter_in(world, slot), &shape,
                                                 (MicaVec2){x, y}, angle, (MicaVec2){vx, vy}));
}

// Of each slot six words: the number of its particles, and the addresses of their positions,
// velocities, values, densities and whether they sleep. Gives the number of slots, or the negative of an
// error.
int32_t EXPORT(matter_views)(MicaWorld *world, float alpha, int32_t *out)
{
    int32_t slots = mica_world_matter_slots(world);
    memset(out, 0, sizeof *out * 6u * (size_t)slots);
    for (int32_t i = 0; i < slots; ++i) {
        MicaMatter matter = matter_in(world, i);
        MicaMatterView view;
        if (matter.id == 0) {
            continue;
        }
        MicaError error = mica_matter_view(world, matter, alpha, &view);
        if (error != MICA_ERROR_OK) {
            return -(int32_t)error;
        }
        out[6 * i] = view.count;
        out[6 * i + 1] = (int32_t)(intptr_t)view.positions;
        out[6 * i + 2] = (int32_t)(intptr_t)view.velocities;
        out[6 * i + 3] = (int32_t)(intptr_t)view.values;
        out[6 * i + 4] = (int32_t)(intptr_t)view.densities;
        out[6 * i + 5] = (int32_t)(intptr_t)view.asleep;
    }
    return slots;
}

int32_t EXPORT(matter_count)(MicaWorld *world, int32_t slot)
{
    return mica_matter_count(world, matter_in(world, slot));
}

// Writes count, mass, centre and velocity.
int32_t EXPORT(matter_sum)(MicaWorld *world, int32_t slot, const double *record, float x, float y,
                           float angle, double *out)
{
    MicaShape shape;
    MicaMatterSum sum = {.count = 0};
    MicaError error = read_shape(record, &shape);
    if (error == MICA_ERROR_OK) {
        MicaMatter matter = slot < 0 ? (MicaMatter){0} : matter_in(world, slot);
        error = slot >= 0 && matter.id == 0
                    ? MICA_ERROR_STALE_MATTER
                    : mica_matter_in(world, matter, &shape, (MicaVec2){x, y}, angle, &sum);
    }
    out[0] = sum.count;
    out[1] = (double)sum.mass;
    out[2] = (double)sum.center.x;
    out[3] = (double)sum.center.y;
    out[4] = (double)sum.velocity.x;
    out[5] = (double)sum.velocity.y;
    return (int32_t)error;
}

// Whether the ray met any; writes the slot, fraction, point, normal, velocity and value.
int32_t EXPORT(matter_ray)(MicaWorld *world, int32_t slot, float x, float y, float dx, float dy,
                           double *out)
{
    MicaMatterHit hit;
    MicaMatter matter = slot < 0 ? (MicaMatter){0} : matter_in(world, slot);
    if (slot >= 0 && matter.id == 0) {
        return -(int32_t)MICA_ERROR_STALE_MATTER;
    }
    mica_clear_error(world);
    if (!mica_matter_cast_ray(world, matter, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &hit)) {
        return -(int32_t)mica_last_error(world);
    }
    out[0] = MICA_SLOT(hit.matter);
    out[1] = (double)hit.fraction;
    out[2] = (double)hit.point.x;
    out[3] = (double)hit.point.y;
    out[4] = (double)hit.normal.x;
    out[5] = (double)hit.normal.y;
    out[6] = (double)hit.velocity.x;
    out[7] = (double)hit.velocity.y;
    out[8] = hit.value;
    return 1;
}

// --------------------------------------------------------------------------------------- emitters

static MicaEmitterDef read_emitter(const MicaWorld *world, const double *record)
{
    return (MicaEmitterDef){.matter = matter_in(world, (int32_t)record[EMITTER_MATTER]),
                            .position = vec(record[EMITTER_X], record[EMITTER_Y]),
                            .angle = (float)record[EMITTER_ANGLE],
                            .width = (float)record[EMITTER_WIDTH],
                            .speed = (float)record[EMITTER_SPEED],
                            .rate = (float)record[EMITTER_RATE],
                            .lifetime = (float)record[EMITTER_LIFETIME],
                            .value = (uint32_t)record[EMITTER_VALUE],
                            .enabled = record[EMITTER_ENABLED] != 0.0};
}

static void write_emitter(const MicaEmitterDef *def, double *record)
{
    record[EMITTER_MATTER] = MICA_SLOT(def->matter);
    record[EMITTER_X] = (double)def->position.x;
    record[EMITTER_Y] = (double)def->position.y;
    record[EMITTER_ANGLE] = (double)def->angle;
    record[EMITTER_WIDTH] = (double)def->width;
    record[EMITTER_SPEED] = (double)def->speed;
    record[EMITTER_RATE] = (double)def->rate;
    record[EMITTER_LIFETIME] = (double)def->lifetime;
    record[EMITTER_VALUE] = def->value;
    record[EMITTER_ENABLED] = def->enabled;
}

void EXPORT(emitter_defaults)(float lengthUnit, double *out)
{
    MicaEmitterDef def = mica_emitter_def_in(lengthUnit);
    write_emitter(&def, out);
}

// The slot of the new emitter, or the negative of an error, less one.
int32_t EXPORT(emitter_create)(MicaWorld *world, const double *record)
{
    MicaEmitterDef def = read_emitter(world, record);
    def.userData = record_birth(world, record, EMITTER_RECORD);
    MicaEmitter made = mica_emitter_create(world, &def);
    return made.id != 0 ? MICA_SLOT(made) : -1 - (int32_t)last_error_or_memory(world);
}

int32_t EXPORT(emitter_destroy)(MicaWorld *world, int32_t slot)
{
    return (int32_t)mica_emitter_destroy(world, mica_emitter_at(world, slot));
}

// The handle in a slot, or 0, its birth in out[0], and the slot of its matter in out[1].
int32_t EXPORT(emitter_at)(MicaWorld *world, int32_t slot, uint32_t *out)
{
    MicaEmitter emitter = mica_emitter_at(world, slot);
    if (emitter.id != 0) {
        MicaEmitterDef def = mica_emitter_definition(world, emitter);
        out[0] = (uint32_t)def.userData;
        out[1] = (uint32_t)MICA_SLOT(def.matter);
    }
    return (int32_t)emitter.id;
}

int32_t EXPORT(emitter_get)(MicaWorld *world, int32_t slot, double *out)
{
    MicaEmitter emitter = mica_emitter_at(world, slot);
    if (emitter.id == 0) {
        return MICA_ERROR_STALE_EMITTER;
    }
    MicaEmitterDef def = mica_emitter_definition(world, emitter);
    write_emitter(&def, out);
    return MICA_ERROR_OK;
}

// Sets one number, or two that follow each other; `field` is the offset of the first in the record.
int32_t EXPORT(emitter_set)(MicaWorld *world, int32_t slot, int32_t field, int32_t count,
                            double first, double second)
{
    MicaEmitter emitter = mica_emitter_at(world, slot);
    if (emitter.id == 0 || field < 0 || field + count > EMITTER_RECORD) {
        return emitter.id == 0 ? MICA_ERROR_STALE_EMITTER : MICA_ERROR_OUT_OF_RANGE;
    }
    double record[EMITTER_RECORD];
    MicaEmitterDef def = mica_emitter_definition(world, emitter);
    uint64_t birth = def.userData;
    write_emitter(&def, record);
    record[field] = first;
    if (count > 1) {
        record[field + 1] = second;
    }
    def = read_emitter(world, record);
    def.userData = birth;
    return (int32_t)mica_emitter_set(world, emitter, &def);
}

// Writes the slots of matters and of emitters that were ever in use.
void EXPORT(matter_slots)(MicaWorld *world, int32_t *out)
{
    out[0] = mica_world_matter_slots(world);
    out[1] = mica_world_emitter_slots(world);
}

// ----------------------------------------------------------------------------------------- gauges

int32_t EXPORT(gauge_set)(MicaWorld *world, int32_t collider, int32_t threshold, int32_t drains)
{
    MicaGaugeDef def = {threshold, drains != 0};
    return (int32_t)mica_collider_set_gauge(world, collider_of(collider), &def);
}

int32_t EXPORT(gauge_end)(MicaWorld *world, int32_t collider)
{
    return (int32_t)mica_collider_end_gauge(world, collider_of(collider));
}

// The particles that a gauge counts, -1 if there is none; writes threshold and drains.
int32_t EXPORT(gauge_get)(MicaWorld *world, int32_t collider, int32_t *out)
{
    MicaGaugeDef def;
    if (!mica_collider_gauge(world, collider_of(collider), &def)) {
        return -1;
    }
    out[0] = def.threshold;
    out[1] = def.drains;
    return mica_collider_matter_count(world, collider_of(collider));
}

// The number of colliders that count matter; writes their handles.
int32_t EXPORT(gauges)(MicaWorld *world, MicaCollider *out)
{
    return mica_world_gauges(world, out);
}

// The number of events of the last step, and their address, of three words each.
int32_t EXPORT(matter_events)(MicaWorld *world, int32_t *out)
{
    const MicaMatterEvent *events;
    int32_t count = mica_world_matter_events(world, &events);
    out[0] = (int32_t)(intptr_t)events;
    return count;
}

// --------------------------------------------------------------------------------------- measures

// Writes the members of MicaMatterCounters in order.
void EXPORT(matter_counters)(MicaWorld *world, int32_t *out)
{
    MicaMatterCounters counters = mica_world_matter_counters(world);
    memcpy(out, &counters, sizeof counters);
}

double EXPORT(matter_time)(MicaWorld *world) { return (double)mica_world_matter_time(world); }

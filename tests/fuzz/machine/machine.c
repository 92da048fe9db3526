// Plays histories: opens a world, makes one call after the other, compares each answer with the
// model and, every few hundred calls, the whole model with the world. Called by main.c and by the C
// test.
#include "machine.h"

#include <stdarg.h>
#include <stdlib.h>

enum {
    CALLS_OF_A_WORLD = 2000,
    CALLS_BETWEEN_COMPARISONS = 256,
    CARELESS = 8,          // one call in so many may have bad arguments
    GUARDED_REFUSALS = 8,  // of one refused call in so many it is checked that it changed nothing
};

static const struct {
    const char *name;
    void (*run)(Machine *m);
    uint32_t weight;
} operations[] = {
#define X(name, weight) {#name, call_##name, weight},
    MACHINE_CALLS(X)
#undef X
};
enum { OPERATIONS = sizeof operations / sizeof operations[0], MAX_WEIGHT = 1024 };

// An operation for each unit of weight.
static uint8_t chosen[MAX_WEIGHT];
static uint32_t weights;

void found(Machine *m, const char *format, ...)
{
    if (m->found[0] != 0) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->found, sizeof m->found, format, arguments);
    va_end(arguments);
}

void say_call(const Machine *m, const char *format, ...)
{
    (void)m;
    va_list arguments;
    va_start(arguments, format);
    printf("    ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    fflush(stdout);
}

// A number for all that a snapshot holds: the checksum that stands in it.
static uint64_t state_of(Machine *m)
{
    uint64_t size = mica_world_snapshot_bytes(m->world, 0), checksum = 0;
    if (size > m->scratchSize) {
        free(m->scratch);
        m->scratch = malloc(size);
        m->scratchSize = size;
    }
    // No call: a snapshot that fails would leave an error of its own.
    if (mica_world_snapshot(m->world, NULL, 0, m->scratch, m->scratchSize) == MICA_ERROR_OK) {
        memcpy(&checksum, (const char *)m->scratch + 16, sizeof checksum);
    } else {
        found(m, "a world cannot be saved");
    }
    return checksum;
}

void before_call(Machine *m)
{
    m->guarded = m->must != 0 && draw_chance(m, GUARDED_REFUSALS);
    m->before = m->guarded ? state_of(m) : 0;
    mica_clear_error(m->world);
    m->calls++;
}

static void judge_refusal(Machine *m, MicaError error)
{
    m->refused++;
    if (((m->must | m->may) >> error & 1) == 0) {
        uint64_t expected = m->must != 0 ? m->must : m->may;
        int32_t first = 0;
        while (expected != 0 && (expected >> first & 1) == 0) {
            first++;
        }
        found(m, "refused with \"%s\", where \"%s\" is expected", mica_error_text(error),
              mica_error_text((MicaError)first));
    }
    EXPECT(m, mica_last_error(m->world) == error,
           "the last error is not the one that was returned");
    if (m->guarded) {
        EXPECT(m, state_of(m) == m->before, "a refused call has changed the world");
    }
}

bool judge_call(Machine *m, MicaError error)
{
    if (error != MICA_ERROR_OK) {
        judge_refusal(m, error);
    } else if (m->must != 0) {
        int32_t first = 0;
        while ((m->must >> first & 1) == 0) {
            first++;
        }
        found(m, "accepted, where \"%s\" is expected", mica_error_text((MicaError)first));
    }
    m->must = m->may = 0;
    m->guarded = false;
    return error == MICA_ERROR_OK;
}

// ----------------------------------------------------------------------------------------- worlds

static void open_world(Machine *m)
{
    MicaWorldDef def = mica_world_def();
    def.sleepTime = draw_chance(m, 2) ? 0.05f : 0.3f;
    def.gravity = draw_chance(m, 3) ? (MicaVec2){0.0f, 0.0f} : (MicaVec2){0.0f, -10.0f};
    def.bodyCapacity = (int32_t)draw_below(m, 8);
    m->extreme = draw_chance(m, 4);
    model_begin(&m->model);
    m->model.gravity = def.gravity;
    m->world = CALL(m, mica_world_create(&def));
    if (m->world == NULL) {
        found(m, "a world cannot be made: %s", mica_error_text(mica_create_error()));
        return;
    }
    m->worlds++;
    for (int32_t i = 0; i < SAVES; i++) {
        m->saves[i].size = 0;
    }
}

static void close_world(Machine *m)
{
    mica_world_destroy(m->world);
    m->world = NULL;
}

static void make_call(Machine *m, uint64_t seed, uint32_t number)
{
    // Calls that are neighbours have streams that have nothing in common.
    m->random = seed + number * 0xd1342543de82ef95u;
    m->random = (uint64_t)draw(m) << 32 | draw(m);
    m->careless = draw_chance(m, CARELESS);
    m->must = m->may = 0;
    uint32_t which = chosen[draw_below(m, weights)];
    if (m->trace) {
        printf("  %u %s\n", number, operations[which].name);
    }
    operations[which].run(m);
    if (number % CALLS_BETWEEN_COMPARISONS == CALLS_BETWEEN_COMPARISONS - 1) {
        compare_all(m);
    }
}

bool machine_play(Machine *m, uint64_t seed, const uint32_t *numbers, uint32_t count)
{
    m->found[0] = 0;
    for (uint32_t i = 0, next = 0; i < count && m->found[0] == 0; i++) {
        uint32_t number = numbers != NULL ? numbers[i] : i;
        if (m->world == NULL || number >= next) {
            close_world(m);
            next = (number / CALLS_OF_A_WORLD + 1) * CALLS_OF_A_WORLD;
            m->random = seed ^ (uint64_t)(next / CALLS_OF_A_WORLD) << 40;
            open_world(m);
        }
        if (m->found[0] == 0) {
            make_call(m, seed, number);
        }
    }
    if (m->found[0] == 0 && m->world != NULL) {
        compare_all(m);
    }
    close_world(m);
    return m->found[0] == 0;
}

// ------------------------------------------------------------------------------------- the machine

// A world of which some handles are stale, and some name what this machine's worlds have not come
// to.
static MicaWorld *make_other(void)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *other = mica_world_create(&def);
    MicaBodyDef body = mica_body_def();
    MicaColliderDef material = mica_collider_def();
    MicaShape disc;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &disc);
    MicaJointDef pin = {.type = MICA_JOINT_REVOLUTE};
    for (int32_t i = 0; i < 3; i++) {
        pin.bodyA = pin.bodyB;
        pin.bodyB = mica_body_create(other, &body);
        mica_collider_create(other, pin.bodyB, &material, &disc);
    }
    mica_joint_create(other, &pin);
    return other;
}

void machine_open(Machine *m)
{
    memset(m, 0, sizeof *m);
    m->other = make_other();
    weights = 0;
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        for (uint32_t k = 0; k < operations[i].weight && weights < MAX_WEIGHT; k++) {
            chosen[weights++] = (uint8_t)i;
        }
    }
}

void machine_close(Machine *m)
{
    close_world(m);
    mica_world_destroy(m->other);
    for (int32_t i = 0; i < SAVES; i++) {
        free(m->saves[i].bytes);
    }
    free(m->scratch);
}

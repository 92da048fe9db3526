// Each allocation of a step is refused once, in every golden scene and in random worlds of every
// feature. The refused step must leave the world and its events as they were, and the same step
// made again must end in the bits of a world that never lacked memory. Each allocation of every
// other call likewise: a refused call changes nothing. Random worlds are made by the calls of the
// fuzz target, see tests/fuzz.
#include "faults.h"
#include "build.h"
#include "fuzz.h"
#include "scenes.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static void check_steps(const char *name, FaultySteps made)
{
    CHECK(made.refused > 0);
    if (made.unclear + made.changedWorld + made.changedEvents + made.changedContacts > 0) {
        test_fail(__FILE__, __LINE__,
                  "%s: of %d refused steps (%d made), %d changed the world, %d its events, %d its "
                  "contacts, %d were refused without naming memory",
                  name, made.refused, made.steps, made.changedWorld, made.changedEvents,
                  made.changedContacts, made.unclear);
    }
}

// A copy with the same state and no memory to spare: each of its arrays has to grow again.
static MicaWorld *copy_of(const MicaWorld *world)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *fresh = mica_world_create(&def);
    if (!world_copy_state(fresh, world)) {
        test_fail(__FILE__, __LINE__, "no memory for a copy");
    }
    return fresh;
}

// What of two states differs first: an array of the state, else events or numbers.
static const char *difference(const MicaWorld *one, const MicaWorld *other)
{
#define NAME(List, name) #name,
    static const char *const names[] = {STATE_ARRAYS(NAME) TREE_ARRAYS(NAME) TREE_ARRAYS(NAME)};
#undef NAME
    for (int32_t i = 0; i < STATE_ROWS_END; ++i) {
        AnyArray a, b;
        memcpy(&a, (const char *)one + WORLD_ARRAYS[i].offset, sizeof a);
        memcpy(&b, (const char *)other + WORLD_ARRAYS[i].offset, sizeof b);
        size_t bytes = WORLD_ARRAYS[i].elementSize * (size_t)a.count;
        if (a.count != b.count || (bytes > 0 && memcmp(a.data, b.data, bytes) != 0)) {
            return names[i];
        }
    }
    return world_state_hash(one) == world_state_hash(other) ? "events" : "numbers";
}

static void lose_scratch(MicaWorld *world)
{
    world_release_scratch(world);
    memset(&world->scratch, 0, sizeof world->scratch);
    for (Room i = 0; i < ROOMS; ++i) {
        memset(room_scratch(world, i), 0, (size_t)ROOM_TABLE[i].bytes);
    }
}

static FaultySteps totals;

static void add_up(FaultySteps *sum, FaultySteps made)
{
    sum->steps += made.steps;
    sum->refused += made.refused;
    sum->survived += made.survived;
    sum->unclear += made.unclear;
    sum->changedWorld += made.changedWorld;
    sum->changedEvents += made.changedEvents;
    sum->changedContacts += made.changedContacts;
}

static void print_totals(void)
{
    printf("%d steps, %d refusals, %d made without an allocation that was refused\n", totals.steps,
           totals.refused, totals.survived);
    totals = (FaultySteps){0};
}

static void run_scene(const Scene *scene, int steps, bool once)
{
    MicaWorld *one = scene_create(scene), *other = copy_of(one);
    FaultySteps sum = {0};
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ_INT(scene_step(scene, one, i), MICA_ERROR_OK);
        faults_start(once);
        MicaError error = scene_step(scene, other, i);
        FaultySteps made = faults_stop();
        CHECK_EQ_INT(error, MICA_ERROR_OK);
        add_up(&sum, made);
        if (world_state_hash(one) != world_state_hash(other) ||
            faults_hash_events(one) != faults_hash_events(other)) {
            test_fail(__FILE__, __LINE__, "%s goes on otherwise after the faults of step %d: %s",
                      scene->name, i, difference(one, other));
            break;
        }
        if (i % 7 == 6) {
            MicaWorld *old = other;
            other = copy_of(old);
            mica_world_destroy(old);
        } else if (i % 3 == 2) {
            lose_scratch(other);
        }
    }
    check_steps(scene->name, sum);
    CHECK_EQ_STR(mica_world_validate(other), NULL);
    add_up(&totals, sum);
    mica_world_destroy(one);
    mica_world_destroy(other);
}

TEST(a_refused_step_changes_nothing_and_is_made_again_to_the_bit)
{
    for (int i = 0; i < sceneCount; ++i) {
        run_scene(&scenes[i], test_part(40, 10), false);
        run_scene(&scenes[i], test_part(20, 10), true);
    }
    print_totals();
}

// ----------------------------------------------------------------------------------- random worlds

enum { CALL_BYTES = 1000, RANDOM_WORLDS = 12, STEPS = 16, KINDS = 20 };

static void fill(uint8_t *bytes, int count, uint32_t seed)
{
    for (int i = 0; i < count; ++i) {
        bytes[i] = (uint8_t)(test_random(&seed) >> 13);
    }
}

// Makes one call on a copy of the world for each allocation that it makes, and refuses that and all
// behind it. The fuzz target itself stops the program where a refused call changed something.
// Returns how many were refused.
static int refuse_call(const Input *in, const MicaWorld *world, uint32_t kind)
{
    int calls = 0;
    for (int32_t allowed = 0, refused = 1; refused > 0; ++allowed) {
        MicaWorld *copy = copy_of(world);
        Input same = *in;
        faults_allow(allowed);
        fuzz_change(&same, copy, kind);
        refused = faults_end();
        calls += refused > 0;
        forget_bad_views(copy);
        CHECK_EQ_STR(mica_world_validate(copy), NULL);
        mica_world_destroy(copy);
    }
    return calls;
}

static int run_random_world(MicaWorld *foreign, uint32_t seed)
{
    static uint8_t bytes[CALL_BYTES];
    fill(bytes, CALL_BYTES, seed);
    MicaWorldDef def = mica_world_def();
    def.sleepTime = seed % 2 == 0 ? 0.05f : 0.5f;
    MicaWorld *one = mica_world_create(&def);
    fuzz_furnish(one);
    MicaWorld *other = copy_of(one);
    Input in = {.data = bytes, .size = CALL_BYTES, .other = foreign, .switchesColliders = true},
          same = in;
    FaultySteps sum = {0};
    int calls = 0;
    for (int i = 0; in.size > 0; ++i) {
        uint32_t kind = read_byte(&in) % KINDS;
        read_byte(&same);
        if (kind < STEPS && i % 3 == 0) {
            calls += refuse_call(&in, one, kind);
        }
        fuzz_change(&in, one, kind);
        faults_start(seed % 3 == 0);
        fuzz_change(&same, other, kind);
        add_up(&sum, faults_stop());
        forget_bad_views(one);
        forget_bad_views(other);
        if (world_state_hash(one) != world_state_hash(other) ||
            faults_hash_events(one) != faults_hash_events(other)) {
            test_fail(__FILE__, __LINE__, "random world %u goes on otherwise after call %d: %s",
                      (unsigned)seed, i, difference(one, other));
            break;
        }
        if (i % 5 == 4) {
            MicaWorld *old = other;
            other = copy_of(old);
            mica_world_destroy(old);
        }
    }
    char name[32];
    snprintf(name, sizeof name, "random world %u", (unsigned)seed);
    check_steps(name, sum);
    add_up(&totals, sum);
    mica_world_destroy(one);
    mica_world_destroy(other);
    return calls;
}

// A longer search: MICA_FAULT_WORLDS=<how many> MICA_FAULT_SEED=<first> mica_tests random_worlds_refuse.
TEST(random_worlds_refuse_steps_and_calls_and_go_on_to_the_bit)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *foreign = mica_world_create(&def);
    fuzz_furnish(foreign);
    const char *wanted = getenv("MICA_FAULT_WORLDS"), *first = getenv("MICA_FAULT_SEED");
    uint32_t start = first != NULL ? (uint32_t)strtoul(first, NULL, 10) : 1;
    int worlds = wanted != NULL ? atoi(wanted) : test_part(RANDOM_WORLDS, 4), calls = 0;
    for (int i = 0; i < worlds; ++i) {
        calls += run_random_world(foreign, (start + (uint32_t)i) * 2654435761u);
    }
    // In these a step was refused after a change of layers, and woke bodies when it was made again.
    static const uint32_t found[] = {58, 266};
    for (int i = 0; i < 2; ++i) {
        calls += run_random_world(foreign, found[i] * 2654435761u);
    }
    CHECK(calls > 0);
    printf("%d refused calls; ", calls);
    print_totals();
    mica_world_destroy(foreign);
}

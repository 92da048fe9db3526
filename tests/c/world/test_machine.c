// The random machine of tests/fuzz/machine in its short form: histories of fixed seeds, in which
// each answer of the C API agrees with the model; and a model with a wrong rule, to see that what
// is wrong is found and the history that shows it is cut to its shortest form.
#include "test.h"

#include "machine.h"

#include <stdlib.h>

static Machine *open_machine(const char *wrongRule)
{
    Machine *m = malloc(sizeof *m);
    machine_open(m);
    m->switchesColliders = true;
    m->wrongRule = wrongRule;
    return m;
}

static void close_machine(Machine *m)
{
    machine_close(m);
    free(m);
}

TEST(random_histories_agree_with_the_model)
{
    enum { HISTORIES = 80, LENGTH = 20000 };
    Machine *m = open_machine(NULL);
    for (uint64_t seed = 1; seed <= (uint64_t)test_part(HISTORIES, 20); ++seed) {
        if (!machine_play(m, seed, NULL, LENGTH)) {
            test_fail(__FILE__, __LINE__, "seed %d: %s", (int)seed, m->found);
        }
    }
    CHECK(m->calls > (uint64_t)test_part(HISTORIES, 20) * LENGTH);
    CHECK(m->refused > m->calls / 200);
    close_machine(m);
}

// What the history that is cut fails with.
typedef struct Failing {
    Machine *machine;
    char text[FOUND_TEXT];
} Failing;

static bool fails_alike(void *context, const uint32_t *numbers, uint32_t count)
{
    Failing *failing = context;
    return !machine_play(failing->machine, 4, numbers, count) &&
           strcmp(failing->machine->found, failing->text) == 0;
}

TEST(a_wrong_model_is_found_and_its_history_cut_short)
{
    enum { LENGTH = 2000 };
    Failing failing = {.machine = open_machine("a destroyed body lives")};
    CHECK(!machine_play(failing.machine, 4, NULL, LENGTH));
    memcpy(failing.text, failing.machine->found, sizeof failing.text);
    uint32_t numbers[LENGTH], shorter[LENGTH];
    for (uint32_t i = 0; i < LENGTH; ++i) {
        numbers[i] = i;
    }
    uint32_t count = machine_shrink(numbers, LENGTH, fails_alike, &failing);
    // A body is made, destroyed, and used.
    CHECK(count >= 3 && count <= 12);
    CHECK(fails_alike(&failing, numbers, count));
    for (uint32_t i = 0; i < count; ++i) {
        memcpy(shorter, numbers, sizeof *numbers * i);
        memcpy(shorter + i, numbers + i + 1, sizeof *numbers * (count - i - 1));
        CHECK(!fails_alike(&failing, shorter, count - 1));
    }
    close_machine(failing.machine);
}

TEST(a_history_is_played_alike_twice)
{
    Machine *one = open_machine(NULL), *other = open_machine(NULL);
    CHECK(machine_play(one, 7, NULL, 3000) && machine_play(other, 7, NULL, 3000));
    CHECK_EQ_INT(one->calls, other->calls);
    CHECK_EQ_INT(one->refused, other->refused);
    close_machine(one);
    close_machine(other);
}

// Random histories of worlds with matter: fills, pushes, emitters, gauges and settings among all other
// operations, with good and hostile numbers. The world is valid after each, and goes on alike from a
// snapshot.
#include "histories.h"
#include "test.h"

#include <stdlib.h>

// A longer search: MICA_POURS=<histories> MICA_POUR_SEED=<first> mica_tests random_histories_of_matter.
TEST(random_histories_of_matter_go_on_alike_from_snapshots)
{
    enum { OPERATIONS = 600 };
    const char *wanted = getenv("MICA_POURS"), *first = getenv("MICA_POUR_SEED");
    uint32_t start = first != NULL ? (uint32_t)strtoul(first, NULL, 10) : 1;
    int histories = wanted != NULL ? atoi(wanted) : test_part(2, 2);
    for (int i = 0; i < histories; ++i) {
        if (wanted != NULL) {  // what breaks stops the program
            printf("seed %u\n", (unsigned)(start + (uint32_t)i));
            fflush(stdout);
        }
        History h = history_pour(start + (uint32_t)i, OPERATIONS);
        if (h.wrong != NULL) {
            test_fail(__FILE__, __LINE__, "seed %u, snapshot %d: %s",
                      (unsigned)(start + (uint32_t)i), h.snapshots, h.wrong);
        }
    }
}

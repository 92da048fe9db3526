// Times the C tests' scenes: prints `<scene> <milliseconds>`, the sum over the steps of the least that any of several
// runs took. web/scripts/native.mjs compiles it natively and as wasm and compares. Arguments: runs, steps. Every scene runs for
// a while before it counts, since a browser compiles what is hot once more and better, function by function.
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_STEPS 1000
#define WARM_MS 500.0

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool timed_step(const Scene *scene, MicaWorld *world, int step, double *ms)
{
    double start = now_ms();
    bool ok = world != NULL && scene_step(scene, world, step) == MICA_ERROR_OK;
    *ms = now_ms() - start;
    return ok;
}

// By address, so that it stays on its own: a function that is entered once, as main is, never gets the better code, nor
// does what is inlined there.
static bool (*volatile timedStep)(const Scene *, MicaWorld *, int, double *) = timed_step;

int main(int argc, char **argv)
{
    static double least[MAX_STEPS];
    int runs = argc > 1 ? atoi(argv[1]) : 3, steps = argc > 2 ? atoi(argv[2]) : 300;
    if (runs < 1 || steps < 1 || steps > MAX_STEPS) {
        fprintf(stderr, "usage: native runs steps, at most %d\n", MAX_STEPS);
        return 2;
    }
    for (int i = 0; i < sceneCount; i++) {
        double begun = now_ms();
        for (int run = 0; run < runs;) {
            bool warm = now_ms() - begun > WARM_MS;
            MicaWorld *world = scene_create(&scenes[i]);
            for (int step = 0; step < steps; step++) {
                double ms;
                if (!timedStep(&scenes[i], world, step, &ms)) {
                    fprintf(stderr, "%s stopped at step %d\n", scenes[i].name, step);
                    return 1;
                }
                least[step] = run == 0 || ms < least[step] ? ms : least[step];
            }
            mica_world_destroy(world);
            run += warm;
        }
        double sum = 0.0;
        for (int step = 0; step < steps; step++) {
            sum += least[step];
        }
        printf("%s %.3f\n", scenes[i].name, sum);
    }
    return 0;
}

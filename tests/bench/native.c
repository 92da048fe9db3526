// Times the C tests' scenes: prints `<scene> <milliseconds>`, the sum over the steps of the least that any of several
// runs took. web/native.mjs compiles it natively and as wasm and compares. Arguments: runs, steps.
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST_STEPS 1000

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int argc, char **argv)
{
    static double least[MOST_STEPS];
    int runs = argc > 1 ? atoi(argv[1]) : 3, steps = argc > 2 ? atoi(argv[2]) : 300;
    if (runs < 1 || steps < 1 || steps > MOST_STEPS) {
        fprintf(stderr, "usage: native runs steps, at most %d\n", MOST_STEPS);
        return 2;
    }
    for (int i = 0; i < sceneCount; i++) {
        for (int run = 0; run < runs; run++) {
            MicaWorld *world = scene_create(&scenes[i]);
            for (int step = 0; step < steps; step++) {
                double start = now_ms();
                if (world == NULL || scene_step(&scenes[i], world, step) != MICA_ERROR_OK) {
                    fprintf(stderr, "%s stopped at step %d\n", scenes[i].name, step);
                    return 1;
                }
                double ms = now_ms() - start;
                least[step] = run == 0 || ms < least[step] ? ms : least[step];
            }
            mica_world_destroy(world);
        }
        double sum = 0.0;
        for (int step = 0; step < steps; step++) {
            sum += least[step];
        }
        printf("%s %.3f\n", scenes[i].name, sum);
    }
    return 0;
}

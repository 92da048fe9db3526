// The program of the random machine:
//
//   machine [--operations 1e6] [--seconds N] [--seed N] [--length N] [--wrong]
//   machine --seed N --calls 17,23,40
//
// Plays histories, each in a child process, so that an assertion or a sanitizer's report counts as
// a find, as a call does that takes too long. A find is cut to its shortest form and printed.
// Prints a line of progress a second, and at the end `operations N refused N worlds N finds N`;
// exit code 1 at a find. --wrong gives the model a rule that is wrong, which must be found.
// The second form plays and prints these calls of a history, such as a printed find has.
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    HISTORY = 40000,            // calls of one history
    SECONDS_OF_A_HISTORY = 60,  // no history takes as long
    MAX_FINDS = 5,
};

// What a child reports.
typedef struct Report {
    uint64_t calls, refused, worlds;
    char found[FOUND_TEXT];
} Report;

typedef struct Run {
    uint64_t seed;
    bool wrong;
    char found[FOUND_TEXT];  // what the history that is being cut fails with
} Run;

static void play(const Run *run, const uint32_t *numbers, uint32_t count, bool trace,
                 Report *report)
{
    Machine *m = malloc(sizeof *m);
    machine_open(m);
    m->switchesColliders = true;
    m->wrongRule = run->wrong ? "a destroyed body lives" : NULL;
    m->trace = trace;
    machine_play(m, run->seed, numbers, count);
    *report = (Report){m->calls, m->refused, m->worlds, ""};
    memcpy(report->found, m->found, sizeof report->found);
    machine_close(m);
    free(m);
}

// Plays in a child. The text of the find is that of the model, or how the child ended.
static Report play_in_child(const Run *run, const uint32_t *numbers, uint32_t count, bool trace,
                            bool quiet)
{
    Report report = {0};
    int ends[2];
    if (pipe(ends) != 0) {
        perror("pipe");
        exit(2);
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        if (quiet && freopen("/dev/null", "w", stderr) == NULL) {
            _exit(3);
        }
        alarm(SECONDS_OF_A_HISTORY);
        play(run, numbers, count, trace, &report);
        ssize_t written = write(ends[1], &report, sizeof report);
        fflush(NULL);
        // Not _exit: the sanitizer looks for leaks at the end.
        exit(written == (ssize_t)sizeof report ? 0 : 3);
    }
    close(ends[1]);
    ssize_t size = read(ends[0], &report, sizeof report);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        snprintf(report.found, sizeof report.found,
                 WTERMSIG(status) == SIGALRM ? "the calls do not end" : "ended by signal %d",
                 WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(report.found, sizeof report.found, "ended with exit code %d", WEXITSTATUS(status));
    } else if (size != (ssize_t)sizeof report) {
        snprintf(report.found, sizeof report.found, "ended without a report");
    }
    return report;
}

static bool fails_alike(void *context, const uint32_t *numbers, uint32_t count)
{
    const Run *run = context;
    return strcmp(play_in_child(run, numbers, count, false, true).found, run->found) == 0;
}

static void print_find(Run *run, uint32_t length, const char *text)
{
    printf("find with seed %llu: %s\n", (unsigned long long)run->seed, text);
    memcpy(run->found, text, sizeof run->found);
    uint32_t *numbers = malloc(sizeof *numbers * length), count = length;
    for (uint32_t i = 0; i < length; i++) {
        numbers[i] = i;
    }
    if (fails_alike(run, numbers, count)) {
        count = machine_shrink(numbers, count, fails_alike, run);
        printf("  the shortest history that fails so, %u calls:\n", count);
        play_in_child(run, numbers, count, true, false);
    } else {
        printf("  it is not found again when the history is played again\n");
    }
    fflush(stdout);
    free(numbers);
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double option(int argc, char **argv, const char *name, double otherwise)
{
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return atof(argv[i + 1]);
        }
    }
    return otherwise;
}

// Plays the calls of a list such as 17,23,40 and prints them.
static int replay(const Run *run, const char *list)
{
    uint32_t numbers[4096], count = 0;
    for (char *end; *list != 0 && count < 4096; list = *end == ',' ? end + 1 : end) {
        numbers[count++] = (uint32_t)strtoul(list, &end, 10);
        if (end == list) {
            fprintf(stderr, "--calls is no list of numbers\n");
            return 2;
        }
    }
    Report report = play_in_child(run, numbers, count, true, false);
    printf("%s\n", report.found[0] != 0 ? report.found : "nothing is found");
    return report.found[0] != 0;
}

int main(int argc, char **argv)
{
    double operations = option(argc, argv, "--operations", 1e6),
           limit = option(argc, argv, "--seconds", 1e9), start = seconds_now(), told = start;
    uint32_t length = (uint32_t)option(argc, argv, "--length", HISTORY), finds = 0;
    Run run = {.seed = (uint64_t)option(argc, argv, "--seed", 1)};
    for (int i = 1; i < argc; i++) {
        run.wrong = run.wrong || strcmp(argv[i], "--wrong") == 0;
        if (strcmp(argv[i], "--calls") == 0 && i + 1 < argc) {
            return replay(&run, argv[i + 1]);
        }
    }
    Report all = {0};
    while ((double)all.calls < operations && seconds_now() - start < limit && finds < MAX_FINDS) {
        Report one = play_in_child(&run, NULL, length, false, false);
        all.calls += one.calls;
        all.refused += one.refused;
        all.worlds += one.worlds;
        if (one.found[0] != 0) {
            finds++;
            print_find(&run, length, one.found);
        }
        if (seconds_now() - told >= 1.0) {
            told = seconds_now();
            printf("operations %llu\n", (unsigned long long)all.calls);
            fflush(stdout);
        }
        run.seed++;
    }
    printf("operations %llu refused %llu worlds %llu finds %u\n", (unsigned long long)all.calls,
           (unsigned long long)all.refused, (unsigned long long)all.worlds, finds);
    return finds > 0;
}

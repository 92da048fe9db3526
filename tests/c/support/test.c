// State and main() of the harness in test.h, linked into the program of the C tests, native and
// wasm.
#include "test.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { MAX_TESTS = 4000, MAX_REPORTS = 10 };

static struct {
    const char *file;  // below tests/c
    const char *name;
    void (*run)(void);
    bool isLong;
} tests[MAX_TESTS];
static int testCount;
static int failures;  // of the running test

// The path below tests/c, whatever the build's idea of the path above it.
static const char *below_tests(const char *path)
{
    static const char folder[] = "tests/c/";
    for (const char *found; (found = strstr(path, folder)) != NULL;) {
        path = found + strlen(folder);
    }
    return path;
}

void test_register(const char *file, const char *name, void (*run)(void), bool isLong)
{
    if (testCount < MAX_TESTS) {
        tests[testCount].file = below_tests(file);
        tests[testCount].name = name;
        tests[testCount].run = run;
        tests[testCount].isLong = isLong;
    }
    testCount++;
}

bool test_sample(void)
{
    static int known = -1;  // not asked yet; loops call this once a case
    if (known < 0) {
        const char *value = getenv("MICA_SAMPLE_TESTS");
        known = value && strcmp(value, "1") == 0;
    }
    return known;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    failures++;
    if (failures > MAX_REPORTS) {
        return;  // one broken loop should not hide the rest
    }
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", file, line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

void test_near(const char *file, int line, const char *text, double actual, double expected,
               double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        test_fail(file, line, "%s is %.9g, expected %.9g within %.3g (off by %.3g)", text, actual,
                  expected, tolerance, fabs(actual - expected));
    }
}

void test_equal_int(const char *file, int line, const char *text, int64_t actual, int64_t expected)
{
    if (actual != expected) {
        test_fail(file, line, "%s is %" PRId64 ", expected %" PRId64, text, actual, expected);
    }
}

void test_equal_hex(const char *file, int line, const char *text, uint64_t actual,
                    uint64_t expected)
{
    if (actual != expected) {
        test_fail(file, line, "%s is %016" PRIx64 ", expected %016" PRIx64, text, actual, expected);
    }
}

void test_equal_string(const char *file, int line, const char *text, const char *actual,
                       const char *expected)
{
    bool equal = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;
    if (!equal) {
        test_fail(file, line, "%s is \"%s\", expected \"%s\"", text, actual ? actual : "(null)",
                  expected ? expected : "(null)");
    }
}

// Every argument that is no option names tests; without one, all run.
static bool chosen(int test, int argc, char **argv)
{
    if (SANITIZED && tests[test].isLong && test_sample()) {
        return false;
    }
    bool any = false;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            continue;
        }
        any = true;
        if (strstr(tests[test].file, argv[i]) || strstr(tests[test].name, argv[i])) {
            return true;
        }
    }
    return !any;
}

// Whether the test passed.
static bool run_test(int test, bool sayName, bool sayTime)
{
    if (sayName) {
        printf("> %s: %s\n", tests[test].file, tests[test].name);
    }
    failures = 0;
    const clock_t start = clock();
    tests[test].run();
    if (sayTime) {
        const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("# %.3f s %s: %s\n", seconds, tests[test].file, tests[test].name);
    }
    if (failures > 0) {
        printf("FAILED %s: %s (%d %s)\n", tests[test].file, tests[test].name, failures,
               failures == 1 ? "check" : "checks");
    }
    return failures == 0;
}

int main(int argc, char **argv)
{
    // A crash must not swallow what was printed before it.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (testCount > MAX_TESTS) {
        printf("%d tests registered, capacity %d: raise MAX_TESTS\n", testCount, MAX_TESTS);
        return 1;
    }
    bool sayNames = false, sayTimes = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--names") == 0) {
            sayNames = true;
        } else if (strcmp(argv[i], "--times") == 0) {
            sayTimes = true;
        } else if (argv[i][0] == '-') {
            printf("%s is no option\n", argv[i]);
            return 1;
        }
    }
    int passed = 0, failed = 0;
    for (int i = 0; i < testCount; i++) {
        if (!chosen(i, argc, argv)) {
            continue;
        }
        if (run_test(i, sayNames, sayTimes)) {
            passed++;
        } else {
            failed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

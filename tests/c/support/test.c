// State and main() of the harness in test.h, linked into every C test program, native and wasm.
#include "test.h"

#include <stdarg.h>
#include <string.h>

enum { MAX_TESTS = 1000, MAX_REPORTS = 10 };

static struct {
    const char *name;
    void (*run)(void);
} tests[MAX_TESTS];
static int testCount;
static int failures;  // of the running test

void test_register(const char *name, void (*run)(void))
{
    if (testCount < MAX_TESTS) {
        tests[testCount].name = name;
        tests[testCount].run = run;
    }
    testCount++;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    failures++;
    if (failures > MAX_REPORTS) {
        return;  // one broken loop should not bury the rest
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

static bool chosen(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strstr(name, argv[i])) {
            return true;
        }
    }
    return argc < 2;
}

int main(int argc, char **argv)
{
    // A crash must not swallow what was printed before it.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (testCount > MAX_TESTS) {
        printf("%d tests registered, room for %d: raise MAX_TESTS\n", testCount, MAX_TESTS);
        return 1;
    }
    int passed = 0, failed = 0;
    for (int i = 0; i < testCount; i++) {
        if (!chosen(tests[i].name, argc, argv)) {
            continue;
        }
        failures = 0;
        tests[i].run();
        if (failures > 0) {
            failed++;
            printf("FAILED %s (%d %s)\n", tests[i].name, failures,
                   failures == 1 ? "check" : "checks");
        } else {
            passed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

// The harness of the C tests: TEST(name) { ... } registers itself, the CHECK macros note a failure
// with file, line and values and go on, REQUIRE leaves the test. test.c holds the state and main().
// All test files are linked into one program, which prints "N passed, N failed" as its last line
// and returns non-zero if a test failed or none ran. Its arguments choose tests: by a part of their
// name, or of their file's path below tests/c.
//   mica_tests [--names] [--times] [geometry/] [test_tree.c] [random_moves]
// --names prints each test's name before it runs, so that a crash or an endless loop is seen where
// it happened. --times prints the seconds of CPU that each test took.
#pragma once

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TEST(name) TEST_OF_LENGTH(name, false)

// As TEST, for a test that simulates for long. A sample in a build with a sanitizer, where it would
// take several times as long, leaves it out; the sample of every other build runs it.
#define TEST_LONG(name) TEST_OF_LENGTH(name, true)

#define TEST_OF_LENGTH(name, isLong)                                                               \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        test_register(__FILE__, #name, name, isLong);                                              \
    }                                                                                              \
    static void name(void)

// The condition holds.
#define CHECK(condition) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, "%s", #condition))

// As CHECK, and the rest of the test makes no sense without it.
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            test_fail(__FILE__, __LINE__, "%s (required)", #condition);                            \
            return;                                                                                \
        }                                                                                          \
    } while (0)

// |actual - expected| <= tolerance, in double; false for NaN.
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    test_near(__FILE__, __LINE__, #actual, (double)(actual), (double)(expected),                   \
              (double)(tolerance))

// Equal as signed 64-bit integers (also for enums and bool).
#define CHECK_EQ_INT(actual, expected)                                                             \
    test_equal_int(__FILE__, __LINE__, #actual, (int64_t)(actual), (int64_t)(expected))

// Equal as unsigned 64-bit words, shown in hexadecimal.
#define CHECK_EQ_HEX(actual, expected)                                                             \
    test_equal_hex(__FILE__, __LINE__, #actual, (uint64_t)(actual), (uint64_t)(expected))

// Equal strings; null equals only null.
#define CHECK_EQ_STR(actual, expected)                                                             \
    test_equal_string(__FILE__, __LINE__, #actual, (actual), (expected))

void test_register(const char *file, const char *name, void (*run)(void), bool isLong);
__attribute__((format(printf, 3, 4))) void test_fail(const char *file, int line, const char *format,
                                                     ...);
void test_near(const char *file, int line, const char *text, double actual, double expected,
               double tolerance);
void test_equal_int(const char *file, int line, const char *text, int64_t actual, int64_t expected);
void test_equal_hex(const char *file, int line, const char *text, uint64_t actual,
                    uint64_t expected);
void test_equal_string(const char *file, int line, const char *text, const char *actual,
                       const char *expected);

// Whether this run is a sample: whether the environment has MICA_SAMPLE_TESTS=1. `npm test` runs
// samples; `npm run test:all` and a plain ctest run everything. tests/sample.mjs is the same for the
// tests in JavaScript.
bool test_sample(void);

// Many tests run hundreds of like cases, of which a sample runs a part.
// The step of a loop over a grid of cases: 1, or `stride` for a sample. A stride that has no factor
// in common with the grid's sides reaches every value of every side.
static inline int test_stride(int stride) { return test_sample() ? stride : 1; }

// How many of `all` random cases or steps to run: all, or one in `divisor` for a sample. Also the
// bound of a count over these cases.
static inline int test_part(int all, int divisor) { return all / test_stride(divisor); }

// A seeded generator for random cases, the same everywhere (xorshift32). The state must not be 0.
static inline uint32_t test_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

// Uniform in [lower, upper).
static inline float test_random_float(uint32_t *state, float lower, float upper)
{
    float unit = (float)(test_random(state) >> 8) * (1.0f / 16777216.0f);
    return lower + (upper - lower) * unit;
}

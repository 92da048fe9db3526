// Every operation of simd.h, and those of vec.h that choose between floats, against a rule that is
// written here by integers or in double precision: bit for bit, signs of zeros too, over special
// values and random bits. Where a rule gives a NaN, any NaN will do. This file is compiled with
// optimisation, for compilers may err where they see constants.
#include "test.h"
#include "vec.h"

#include <float.h>
#include <string.h>

static uint32_t bits_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static float float_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

// ±0, the smallest and largest of subnormal and normal numbers, some between, infinities, NaN.
static const uint32_t specials[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000,
    0x80800000, 0x3effffff, 0xbeffffff, 0x3f000000, 0xbf000000, 0x3f7fffff, 0xbf7fffff,
    0x3f800000, 0xbf800000, 0x3fc00000, 0xbfc00000, 0x40490fdb, 0xc0490fdb, 0x4b000001,
    0xcb000001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000};
enum { SPECIALS = sizeof specials / sizeof *specials, RANDOM = 2000 };

// ------------------------------------------------------------------------------------------- rules

static bool is_nan(uint32_t a) { return (a & 0x7fffffffu) > 0x7f800000u; }

// Ascends as the floats do; the same for both zeros.
static int64_t order(uint32_t a)
{
    int64_t magnitude = a & 0x7fffffffu;
    return a >> 31 != 0 ? -magnitude : magnitude;
}

static bool less(uint32_t a, uint32_t b) { return !is_nan(a) && !is_nan(b) && order(a) < order(b); }
static uint32_t rule_min(uint32_t a, uint32_t b) { return less(a, b) ? a : b; }
static uint32_t rule_max(uint32_t a, uint32_t b) { return less(b, a) ? a : b; }
static uint32_t rule_lt(uint32_t a, uint32_t b) { return less(a, b) ? 0xffffffffu : 0u; }
static uint32_t rule_le(uint32_t a, uint32_t b)
{
    return !is_nan(a) && !is_nan(b) && order(a) <= order(b) ? 0xffffffffu : 0u;
}
static uint32_t rule_and(uint32_t a, uint32_t b) { return a & b; }
static uint32_t rule_or(uint32_t a, uint32_t b) { return a | b; }
static uint32_t rule_and_not(uint32_t a, uint32_t b) { return a & ~b; }
// A double has more than twice the digits of a float, so that rounding twice is rounding once.
static uint32_t rule_add(uint32_t a, uint32_t b)
{
    return bits_of((float)((double)float_of(a) + (double)float_of(b)));
}
static uint32_t rule_sub(uint32_t a, uint32_t b) { return rule_add(a, b ^ 0x80000000u); }
static uint32_t rule_mul(uint32_t a, uint32_t b)
{
    return bits_of((float)((double)float_of(a) * (double)float_of(b)));
}
static uint32_t rule_div(uint32_t a, uint32_t b)
{
    return bits_of((float)((double)float_of(a) / (double)float_of(b)));
}

static uint32_t rule_sqrt(uint32_t a) { return bits_of((float)sqrt((double)float_of(a))); }
// 0 - a: both zeros give +0.
static uint32_t rule_neg(uint32_t a) { return order(a) == 0 ? 0 : a ^ 0x80000000u; }
static uint32_t rule_abs(uint32_t a) { return a & 0x7fffffffu; }
// Of |a| < 2^31.
static uint32_t rule_trunc(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 0xff) - 127;
    return exponent < 0 ? 0 : exponent >= 23 ? a : a & ~(0x7fffffu >> exponent);
}

// ------------------------------------------------------------------------------------------ checks

static bool same(uint32_t a, uint32_t b) { return a == b || (is_nan(a) && is_nan(b)); }

static void check(const char *what, uint32_t a, uint32_t b, uint32_t actual, uint32_t expected)
{
    if (!same(actual, expected)) {
        test_fail(__FILE__, __LINE__, "%s of %08x and %08x is %08x, not %08x", what, (unsigned)a,
                  (unsigned)b, (unsigned)actual, (unsigned)expected);
    }
}

static f4 lanes(const uint32_t bits[4])
{
    float values[4];
    memcpy(values, bits, sizeof values);
    return f4_load(values);
}

static void bits_of_lanes(f4 a, uint32_t bits[4])
{
    float values[4];
    f4_store(values, a);
    memcpy(bits, values, sizeof values);
}

#define CHECK_PAIRS(name, a, b)                                                                    \
    do {                                                                                           \
        uint32_t out_[4];                                                                          \
        bits_of_lanes(f4_##name(lanes(a), lanes(b)), out_);                                        \
        for (int i_ = 0; i_ < 4; ++i_) {                                                           \
            check("f4_" #name, a[i_], b[i_], out_[i_], rule_##name(a[i_], b[i_]));                 \
        }                                                                                          \
    } while (0)

static void check_pairs(const uint32_t a[4], const uint32_t b[4])
{
    CHECK_PAIRS(add, a, b);
    CHECK_PAIRS(sub, a, b);
    CHECK_PAIRS(mul, a, b);
    CHECK_PAIRS(div, a, b);
    CHECK_PAIRS(min, a, b);
    CHECK_PAIRS(max, a, b);
    CHECK_PAIRS(lt, a, b);
    CHECK_PAIRS(le, a, b);
    CHECK_PAIRS(and, a, b);
    CHECK_PAIRS(or, a, b);
    CHECK_PAIRS(and_not, a, b);
    for (int i = 0; i < 4; ++i) {
        float x = float_of(a[i]), y = float_of(b[i]);
        check("min_f", a[i], b[i], bits_of(min_f(x, y)), rule_min(a[i], b[i]));
        check("max_f", a[i], b[i], bits_of(max_f(x, y)), rule_max(a[i], b[i]));
    }
}

#define CHECK_SINGLES(name, a)                                                                     \
    do {                                                                                           \
        uint32_t out_[4];                                                                          \
        bits_of_lanes(f4_##name(lanes(a)), out_);                                                  \
        for (int i_ = 0; i_ < 4; ++i_) {                                                           \
            check("f4_" #name, a[i_], 0, out_[i_], rule_##name(a[i_]));                            \
        }                                                                                          \
    } while (0)

static void check_singles(const uint32_t a[4])
{
    CHECK_SINGLES(sqrt, a);
    CHECK_SINGLES(neg, a);
    CHECK_SINGLES(abs, a);
    uint32_t bounded[4];
    int32_t ints[4];
    for (int i = 0; i < 4; ++i) {
        bounded[i] = (a[i] & 0x7fffffffu) < 0x4f000000u ? a[i] : a[i] & 0xc07fffffu;
        check("abs_f", a[i], 0, bits_of(abs_f(float_of(a[i]))), rule_abs(a[i]));
    }
    CHECK_SINGLES(trunc, bounded);
    f4_store_int(ints, lanes(bounded));
    for (int i = 0; i < 4; ++i) {
        CHECK_EQ_INT(ints[i], (int32_t)float_of(rule_trunc(bounded[i])));
    }
}

TEST(four_lanes_compute_by_the_rule_over_special_values)
{
    for (int i = 0; i < SPECIALS; ++i) {
        for (int k = 0; k < SPECIALS; ++k) {
            uint32_t a[4], b[4];
            for (int lane = 0; lane < 4; ++lane) {
                a[lane] = specials[(i + lane) % SPECIALS];
                b[lane] = specials[(k + 3 * lane) % SPECIALS];
            }
            check_pairs(a, b);
        }
        const uint32_t one[4] = {specials[i], specials[(i + 1) % SPECIALS],
                                 specials[(i + 2) % SPECIALS], specials[(i + 3) % SPECIALS]};
        check_singles(one);
    }
}

TEST(four_lanes_compute_by_the_rule_over_random_bits)
{
    uint32_t random = 1;
    for (int i = 0; i < RANDOM; ++i) {
        uint32_t a[4], b[4];
        for (int lane = 0; lane < 4; ++lane) {
            a[lane] = test_random(&random);
            b[lane] = test_random(&random);
            // Near each other in every second round, so that sums cancel and quotients are about 1.
            b[lane] = i % 2 == 0 ? a[lane] ^ (b[lane] & 0x8000ffffu) : b[lane];
        }
        check_pairs(a, b);
        check_singles(a);
    }
}

// -------------------------------------------------------------------- constants seen by compilers

// The choices between x and a constant, on either side.
#define CHECK_CONSTANT(k, x)                                                                       \
    do {                                                                                           \
        const uint32_t k_ = bits_of(k), x_ = bits_of(x);                                           \
        check("min_f", k_, x_, bits_of(min_f(k, x)), rule_min(k_, x_));                            \
        check("min_f", x_, k_, bits_of(min_f(x, k)), rule_min(x_, k_));                            \
        check("max_f", k_, x_, bits_of(max_f(k, x)), rule_max(k_, x_));                            \
        check("max_f", x_, k_, bits_of(max_f(x, k)), rule_max(x_, k_));                            \
        const f4 k4_ = f4_splat(k), x4_ = f4_splat(x);                                             \
        check("f4_min", k_, x_, bits_of(f4_first(f4_min(k4_, x4_))), rule_min(k_, x_));            \
        check("f4_min", x_, k_, bits_of(f4_first(f4_min(x4_, k4_))), rule_min(x_, k_));            \
        check("f4_max", k_, x_, bits_of(f4_first(f4_max(k4_, x4_))), rule_max(k_, x_));            \
        check("f4_max", x_, k_, bits_of(f4_first(f4_max(x4_, k4_))), rule_max(x_, k_));            \
        check("f4_select", k_, x_, bits_of(f4_first(f4_select(f4_lt(x4_, k4_), k4_, x4_))),        \
              less(x_, k_) ? k_ : x_);                                                             \
        check("f4_select", k_, x_, bits_of(f4_first(f4_select(f4_lt(k4_, x4_), k4_, x4_))),        \
              less(k_, x_) ? k_ : x_);                                                             \
        check("clamp_f", x_, k_, bits_of(clamp_f(x, k, 2.0f)),                                     \
              rule_min(rule_max(x_, k_), bits_of(2.0f)));                                          \
    } while (0)

TEST(the_larger_of_a_constant_zero_and_minus_zero_is_by_the_rule)
{
    for (int i = 0; i < SPECIALS; ++i) {
        volatile float any = float_of(specials[i]);
        const float x = any;
        CHECK_CONSTANT(0.0f, x);
        CHECK_CONSTANT(-0.0f, x);
        CHECK_CONSTANT(1.0f, x);
        CHECK_CONSTANT(-1.0f, x);
        CHECK_CONSTANT(FLT_MAX, x);
        CHECK_CONSTANT(INFINITY, x);
    }
    // Both constant: the compiler computes them.
    CHECK_CONSTANT(0.0f, -0.0f);
    CHECK_CONSTANT(-0.0f, 0.0f);
    CHECK_CONSTANT(-0.0f, 1.0f);
}

// A number made from an integer is never NaN, which compilers know as well as of a constant.
TEST(the_larger_of_an_integer_zero_and_minus_zero_is_by_the_rule)
{
    volatile int32_t anyInteger = 0;
    volatile float anyFloat = -0.0f;
    const float zero = (float)anyInteger, minus = anyFloat;
    CHECK_EQ_HEX(bits_of(max_f(zero, minus)), 0x80000000);
    CHECK_EQ_HEX(bits_of(max_f(minus, zero)), 0);
    CHECK_EQ_HEX(bits_of(min_f(zero, minus)), 0x80000000);
    CHECK_EQ_HEX(bits_of(min_f(minus, zero)), 0);
}

// --------------------------------------------------------------------------------- lanes that move

// Bits of a result, lane by lane, as hexadecimal digits of its words' low bytes.
static uint32_t tags(f4 a)
{
    uint32_t bits[4];
    bits_of_lanes(a, bits);
    return (bits[0] & 0xff) << 24 | (bits[1] & 0xff) << 16 | (bits[2] & 0xff) << 8 |
           (bits[3] & 0xff);
}

// NaNs among them, which must keep their bits while they are only moved.
static const uint32_t rows[4][4] = {{0x3f8000a0, 0xbf8000a1, 0x7fc000a2, 0xffc000a3},
                                    {0x000000b0, 0x800000b1, 0x7f7fffb2, 0xffffffb3},
                                    {0x3f8000c0, 0x3f8000c1, 0x3f8000c2, 0x3f8000c3},
                                    {0x3f8000d0, 0x3f8000d1, 0x3f8000d2, 0x3f8000d3}};

TEST(lanes_move_whole)
{
    f4 a = lanes(rows[0]), b = lanes(rows[1]), c = lanes(rows[2]), d = lanes(rows[3]);
    CHECK_EQ_HEX(tags(a), 0xa0a1a2a3);
    CHECK_EQ_HEX(tags(f4_splat_lane0(a)), 0xa0a0a0a0);
    CHECK_EQ_HEX(tags(f4_splat_lane1(a)), 0xa1a1a1a1);
    CHECK_EQ_HEX(tags(f4_low_low(a)), 0xa0a1a0a1);
    CHECK_EQ_HEX(tags(f4_high_high(a)), 0xa2a3a2a3);
    CHECK_EQ_HEX(tags(f4_swap_halves(a)), 0xa2a3a0a1);
    CHECK_EQ_HEX(tags(f4_swap_pairs(a)), 0xa1a0a3a2);
    CHECK_EQ_HEX(tags(f4_set(float_of(0xc0), float_of(0xc1), float_of(0xc2), float_of(0xc3))),
                 0xc0c1c2c3);
    CHECK_EQ_HEX(tags(f4_splat(float_of(0xc5))), 0xc5c5c5c5);
    CHECK_EQ_HEX(bits_of(f4_first(c)), 0x3f8000c0);
    f4_transpose(&a, &b, &c, &d);
    CHECK_EQ_HEX(tags(a), 0xa0b0c0d0);
    CHECK_EQ_HEX(tags(b), 0xa1b1c1d1);
    CHECK_EQ_HEX(tags(c), 0xa2b2c2d2);
    CHECK_EQ_HEX(tags(d), 0xa3b3c3d3);
    uint32_t column[4];
    bits_of_lanes(d, column);
    CHECK_EQ_HEX(column[0], 0xffc000a3);
}

TEST(masks_select_lanes)
{
    f4 a = lanes(rows[0]), c = lanes(rows[2]);
    for (uint32_t set = 0; set < 16; ++set) {
        uint32_t mask[4], picked[4];
        for (uint32_t i = 0; i < 4; ++i) {
            mask[i] = set >> i & 1 ? 0xffffffffu : 0u;
        }
        f4 m = lanes(mask);
        CHECK_EQ_INT(f4_mask(m), set);
        CHECK_EQ_INT(f4_all(m) != 0, set == 15);
        bits_of_lanes(f4_select(m, a, c), picked);
        for (int i = 0; i < 4; ++i) {
            CHECK_EQ_HEX(picked[i], mask[i] != 0 ? rows[0][i] : rows[2][i]);
        }
    }
    // The sign bit alone counts.
    CHECK_EQ_INT(f4_mask(f4_set(-0.0f, 1.0f, -INFINITY, 0.0f)), 5);
}

// The first of equal lanes wins, as in a loop over min or max; of equal zeros the later one.
TEST(extremes_of_lanes_are_by_the_rule)
{
    uint32_t random = 7;
    for (int i = 0; i < RANDOM; ++i) {
        float v[4];
        for (int k = 0; k < 4; ++k) {
            uint32_t r = test_random(&random);
            v[k] = r % 3 == 0 ? float_of(r & 0x80000000u) : (float)(int32_t)(r % 7) - 3.0f;
        }
        uint32_t minimum[2], largest[2];
        for (int k = 0; k < 2; ++k) {
            minimum[k] = rule_min(bits_of(v[k]), bits_of(v[k + 2]));
            largest[k] = rule_max(bits_of(v[k]), bits_of(v[k + 2]));
        }
        f4 lane = f4_load(v);
        CHECK_EQ_HEX(bits_of(f4_first(f4_min_lane(lane))), rule_min(minimum[0], minimum[1]));
        CHECK_EQ_HEX(bits_of(f4_first(f4_max_lane(lane))), rule_max(largest[0], largest[1]));
        f4 best = f4_splat(-INFINITY);
        int32_t index = -1;
        f4_argmax(lane, 8, &best, &index);
        int32_t first = 0;
        for (int k = 1; k < 4; ++k) {
            first = v[k] > v[first] ? k : first;
        }
        CHECK_EQ_INT(index, 8 + first);
        CHECK(f4_first(best) == v[first]);
    }
}

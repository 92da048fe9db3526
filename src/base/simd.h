// f4: four floats side by side, over wasm simd128, SSE2, NEON or plain C. Every backend does the
// same IEEE operations in the same order, so that all builds agree bit for bit, in the signs of
// zeros too: no fused multiply-add and no estimates; min is a < b ? a : b and max is a > b ? a : b,
// which is what minps, maxps and wasm's pmin and pmax compute if their operands are in the right
// order. Of a NaN the bits are open, as machines differ: no result of the engine has one. Loads and
// stores need no alignment. A mask is an f4 with all bits of a lane set (true) or clear (false).
// The wasm section comes first and documents each operation; the other three follow in the same
// order. tests/c/base/test_simd.c has a rule for each operation, by integers.
#pragma once

#include "platform.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if !defined(MICA_SCALAR) && defined(__wasm_simd128__)
#define SIMD_WASM
#include <wasm_simd128.h>
typedef v128_t f4;
#elif !defined(MICA_SCALAR) && (defined(__SSE2__) || defined(_M_X64))
#define SIMD_SSE2
#include <emmintrin.h>
typedef __m128 f4;
#elif !defined(MICA_SCALAR) && defined(__ARM_NEON) && defined(__aarch64__)
#define SIMD_NEON
#include <arm_neon.h>
typedef float32x4_t f4;
#else
#define SIMD_SCALAR
typedef struct f4 {
    float v[4];
} f4;
#endif

#if defined(SIMD_WASM)

static inline f4 f4_load(const float *p) { return wasm_v128_load(p); }
static inline float f4_first(f4 a) { return wasm_f32x4_extract_lane(a, 0); }
static inline void f4_store(float *p, f4 a) { wasm_v128_store(p, a); }
static inline f4 f4_splat(float a) { return wasm_f32x4_splat(a); }
static inline f4 f4_set(float a, float b, float c, float d) { return wasm_f32x4_make(a, b, c, d); }
static inline f4 f4_add(f4 a, f4 b) { return wasm_f32x4_add(a, b); }
static inline f4 f4_sub(f4 a, f4 b) { return wasm_f32x4_sub(a, b); }
static inline f4 f4_mul(f4 a, f4 b) { return wasm_f32x4_mul(a, b); }
static inline f4 f4_div(f4 a, f4 b) { return wasm_f32x4_div(a, b); }
static inline f4 f4_sqrt(f4 a) { return wasm_f32x4_sqrt(a); }
// pmin(x, y) is y < x ? y : x.
static inline f4 f4_min(f4 a, f4 b) { return wasm_f32x4_pmin(b, a); }
static inline f4 f4_max(f4 a, f4 b) { return wasm_f32x4_pmax(b, a); }
// Comparisons give masks.
static inline f4 f4_lt(f4 a, f4 b) { return wasm_f32x4_lt(a, b); }
static inline f4 f4_le(f4 a, f4 b) { return wasm_f32x4_le(a, b); }
// mask ? a : b
static inline f4 f4_select(f4 mask, f4 a, f4 b) { return wasm_v128_bitselect(a, b, mask); }
static inline f4 f4_and(f4 a, f4 b) { return wasm_v128_and(a, b); }
static inline f4 f4_or(f4 a, f4 b) { return wasm_v128_or(a, b); }
// a where the mask b is false, else zero.
static inline f4 f4_and_not(f4 a, f4 b) { return wasm_v128_andnot(a, b); }
// Bit i is the sign bit of lane i: packs a mask into four bits.
static inline int f4_mask(f4 a) { return (int)wasm_i32x4_bitmask(a); }
static inline int f4_all(f4 a) { return wasm_i32x4_all_true(a); }
// Lane 0 in all lanes; lane 1 in all lanes.
static inline f4 f4_splat_lane0(f4 a) { return wasm_i32x4_shuffle(a, a, 0, 0, 0, 0); }
static inline f4 f4_splat_lane1(f4 a) { return wasm_i32x4_shuffle(a, a, 1, 1, 1, 1); }
// (a0, a1, a0, a1); (a2, a3, a2, a3).
static inline f4 f4_low_low(f4 a) { return wasm_i32x4_shuffle(a, a, 0, 1, 0, 1); }
static inline f4 f4_high_high(f4 a) { return wasm_i32x4_shuffle(a, a, 2, 3, 2, 3); }
// Rounded towards zero, +0 for all |a| < 1; as floats, or stored as int32. For |a| < 2^31 only.
static inline f4 f4_trunc(f4 a)
{
    // Adding +0 turns -0 into +0.
    return wasm_f32x4_add(wasm_f32x4_trunc(a), wasm_f32x4_const_splat(0.0f));
}
static inline void f4_store_int(int32_t *p, f4 a)
{
    wasm_v128_store(p, wasm_i32x4_trunc_sat_f32x4(a));
}
// (a2, a3, a0, a1); (a1, a0, a3, a2).
static inline f4 f4_swap_halves(f4 a) { return wasm_i32x4_shuffle(a, a, 2, 3, 0, 1); }
static inline f4 f4_swap_pairs(f4 a) { return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2); }
// Transposes the 4 by 4 matrix with rows a, b, c, d.
static inline void f4_transpose(f4 *a, f4 *b, f4 *c, f4 *d)
{
    f4 ab0 = wasm_i32x4_shuffle(*a, *b, 0, 4, 1, 5), ab1 = wasm_i32x4_shuffle(*a, *b, 2, 6, 3, 7);
    f4 cd0 = wasm_i32x4_shuffle(*c, *d, 0, 4, 1, 5), cd1 = wasm_i32x4_shuffle(*c, *d, 2, 6, 3, 7);
    *a = wasm_i32x4_shuffle(ab0, cd0, 0, 1, 4, 5);
    *b = wasm_i32x4_shuffle(ab0, cd0, 2, 3, 6, 7);
    *c = wasm_i32x4_shuffle(ab1, cd1, 0, 1, 4, 5);
    *d = wasm_i32x4_shuffle(ab1, cd1, 2, 3, 6, 7);
}

#elif defined(SIMD_SSE2)

static inline f4 f4_load(const float *p) { return _mm_loadu_ps(p); }
static inline float f4_first(f4 a) { return _mm_cvtss_f32(a); }
static inline void f4_store(float *p, f4 a) { _mm_storeu_ps(p, a); }
static inline f4 f4_splat(float a) { return _mm_set1_ps(a); }
static inline f4 f4_set(float a, float b, float c, float d) { return _mm_setr_ps(a, b, c, d); }
static inline f4 f4_add(f4 a, f4 b) { return _mm_add_ps(a, b); }
static inline f4 f4_sub(f4 a, f4 b) { return _mm_sub_ps(a, b); }
static inline f4 f4_mul(f4 a, f4 b) { return _mm_mul_ps(a, b); }
static inline f4 f4_div(f4 a, f4 b) { return _mm_div_ps(a, b); }
static inline f4 f4_sqrt(f4 a) { return _mm_sqrt_ps(a); }
static inline f4 f4_min(f4 a, f4 b) { return _mm_min_ps(a, b); }
static inline f4 f4_max(f4 a, f4 b) { return _mm_max_ps(a, b); }
// A mask and f4_select of its operands may be a minimum: clang must not see that either.
static inline f4 f4_lt(f4 a, f4 b)
{
    f4 mask = _mm_cmplt_ps(a, b);
    HIDE_FROM_CLANG("x", mask);
    return mask;
}
static inline f4 f4_le(f4 a, f4 b)
{
    f4 mask = _mm_cmple_ps(a, b);
    HIDE_FROM_CLANG("x", mask);
    return mask;
}
static inline f4 f4_select(f4 mask, f4 a, f4 b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
static inline f4 f4_and(f4 a, f4 b) { return _mm_and_ps(a, b); }
static inline f4 f4_or(f4 a, f4 b) { return _mm_or_ps(a, b); }
static inline f4 f4_and_not(f4 a, f4 b) { return _mm_andnot_ps(b, a); }
static inline int f4_mask(f4 a) { return _mm_movemask_ps(a); }
static inline int f4_all(f4 a) { return _mm_movemask_ps(a) == 15; }
static inline f4 f4_splat_lane0(f4 a) { return _mm_shuffle_ps(a, a, _MM_SHUFFLE(0, 0, 0, 0)); }
static inline f4 f4_splat_lane1(f4 a) { return _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 1, 1, 1)); }
static inline f4 f4_low_low(f4 a) { return _mm_movelh_ps(a, a); }
static inline f4 f4_high_high(f4 a) { return _mm_movehl_ps(a, a); }
static inline f4 f4_trunc(f4 a) { return _mm_cvtepi32_ps(_mm_cvttps_epi32(a)); }
static inline void f4_store_int(int32_t *p, f4 a)
{
    _mm_storeu_si128((__m128i *)(void *)p, _mm_cvttps_epi32(a));
}
static inline f4 f4_swap_halves(f4 a) { return _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2)); }
static inline f4 f4_swap_pairs(f4 a) { return _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)); }
static inline void f4_transpose(f4 *a, f4 *b, f4 *c, f4 *d) { _MM_TRANSPOSE4_PS(*a, *b, *c, *d); }

#elif defined(SIMD_NEON)

static inline f4 f4_load(const float *p) { return vld1q_f32(p); }
static inline float f4_first(f4 a) { return vgetq_lane_f32(a, 0); }
static inline void f4_store(float *p, f4 a) { vst1q_f32(p, a); }
static inline f4 f4_splat(float a) { return vdupq_n_f32(a); }
static inline f4 f4_set(float a, float b, float c, float d)
{
    float v[4] = {a, b, c, d};
    return vld1q_f32(v);
}
static inline f4 f4_add(f4 a, f4 b) { return vaddq_f32(a, b); }
static inline f4 f4_sub(f4 a, f4 b) { return vsubq_f32(a, b); }
static inline f4 f4_mul(f4 a, f4 b) { return vmulq_f32(a, b); }
static inline f4 f4_div(f4 a, f4 b) { return vdivq_f32(a, b); }
static inline f4 f4_sqrt(f4 a) { return vsqrtq_f32(a); }
// Not vminq_f32 and vmaxq_f32, to which -0 is less than +0.
static inline f4 f4_min(f4 a, f4 b)
{
    uint32x4_t less = vcltq_f32(a, b);
    HIDE_FROM_CLANG("w", less);
    return vbslq_f32(less, a, b);
}
static inline f4 f4_max(f4 a, f4 b)
{
    uint32x4_t greater = vcgtq_f32(a, b);
    HIDE_FROM_CLANG("w", greater);
    return vbslq_f32(greater, a, b);
}
static inline f4 f4_lt(f4 a, f4 b)
{
    uint32x4_t mask = vcltq_f32(a, b);
    HIDE_FROM_CLANG("w", mask);
    return vreinterpretq_f32_u32(mask);
}
static inline f4 f4_le(f4 a, f4 b)
{
    uint32x4_t mask = vcleq_f32(a, b);
    HIDE_FROM_CLANG("w", mask);
    return vreinterpretq_f32_u32(mask);
}
static inline f4 f4_select(f4 mask, f4 a, f4 b)
{
    return vbslq_f32(vreinterpretq_u32_f32(mask), a, b);
}
static inline f4 f4_and(f4 a, f4 b)
{
    return vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline f4 f4_or(f4 a, f4 b)
{
    return vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline f4 f4_and_not(f4 a, f4 b)
{
    return vreinterpretq_f32_u32(vbicq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
}
static inline int f4_mask(f4 a)
{
    uint32x4_t bits = vshrq_n_u32(vreinterpretq_u32_f32(a), 31);
    const int32_t places[4] = {0, 1, 2, 3};
    return (int)vaddvq_u32(vshlq_u32(bits, vld1q_s32(places)));
}
static inline int f4_all(f4 a) { return f4_mask(a) == 15; }
static inline f4 f4_splat_lane0(f4 a) { return vdupq_laneq_f32(a, 0); }
static inline f4 f4_splat_lane1(f4 a) { return vdupq_laneq_f32(a, 1); }
static inline f4 f4_low_low(f4 a) { return vcombine_f32(vget_low_f32(a), vget_low_f32(a)); }
static inline f4 f4_high_high(f4 a) { return vcombine_f32(vget_high_f32(a), vget_high_f32(a)); }
static inline f4 f4_trunc(f4 a) { return vaddq_f32(vrndq_f32(a), vdupq_n_f32(0.0f)); }
static inline void f4_store_int(int32_t *p, f4 a) { vst1q_s32(p, vcvtq_s32_f32(a)); }
static inline f4 f4_swap_halves(f4 a) { return vextq_f32(a, a, 2); }
static inline f4 f4_swap_pairs(f4 a) { return vrev64q_f32(a); }
static inline void f4_transpose(f4 *a, f4 *b, f4 *c, f4 *d)
{
    float32x4x2_t ab = vtrnq_f32(*a, *b), cd = vtrnq_f32(*c, *d);
    *a = vcombine_f32(vget_low_f32(ab.val[0]), vget_low_f32(cd.val[0]));
    *b = vcombine_f32(vget_low_f32(ab.val[1]), vget_low_f32(cd.val[1]));
    *c = vcombine_f32(vget_high_f32(ab.val[0]), vget_high_f32(cd.val[0]));
    *d = vcombine_f32(vget_high_f32(ab.val[1]), vget_high_f32(cd.val[1]));
}

#else

// The plain C backend: `expression` for each lane i.
#define F4_EACH(expression)                                                                        \
    f4 r;                                                                                          \
    for (int i = 0; i < 4; ++i) {                                                                  \
        r.v[i] = expression;                                                                       \
    }                                                                                              \
    return r

static inline uint32_t f4_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static inline float f4_from_bits(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}
static inline float f4_lane_mask(int on)
{
    HIDE_FROM_CLANG("r", on);
    return f4_from_bits(on ? 0xffffffffu : 0u);
}
static inline int f4_sign_bit(float f) { return (int)(f4_bits(f) >> 31); }
static inline f4 f4_load(const float *p)
{
    f4 r;
    memcpy(r.v, p, sizeof r.v);
    return r;
}
static inline float f4_first(f4 a) { return a.v[0]; }
static inline void f4_store(float *p, f4 a) { memcpy(p, a.v, sizeof a.v); }
static inline f4 f4_splat(float a) { F4_EACH(a); }
static inline f4 f4_set(float a, float b, float c, float d) { return (f4){{a, b, c, d}}; }
static inline f4 f4_add(f4 a, f4 b) { F4_EACH(a.v[i] + b.v[i]); }
static inline f4 f4_sub(f4 a, f4 b) { F4_EACH(a.v[i] - b.v[i]); }
static inline f4 f4_mul(f4 a, f4 b) { F4_EACH(a.v[i] * b.v[i]); }
static inline f4 f4_div(f4 a, f4 b) { F4_EACH(a.v[i] / b.v[i]); }
static inline f4 f4_sqrt(f4 a) { F4_EACH(sqrtf(a.v[i])); }
static inline f4 f4_min(f4 a, f4 b) { F4_EACH(exact_min(a.v[i], b.v[i])); }
static inline f4 f4_max(f4 a, f4 b) { F4_EACH(exact_max(a.v[i], b.v[i])); }
static inline f4 f4_lt(f4 a, f4 b) { F4_EACH(f4_lane_mask(a.v[i] < b.v[i])); }
static inline f4 f4_le(f4 a, f4 b) { F4_EACH(f4_lane_mask(a.v[i] <= b.v[i])); }
static inline f4 f4_select(f4 mask, f4 a, f4 b)
{
    F4_EACH(f4_sign_bit(mask.v[i]) ? a.v[i] : b.v[i]);
}
static inline f4 f4_and(f4 a, f4 b) { F4_EACH(f4_from_bits(f4_bits(a.v[i]) & f4_bits(b.v[i]))); }
static inline f4 f4_or(f4 a, f4 b) { F4_EACH(f4_from_bits(f4_bits(a.v[i]) | f4_bits(b.v[i]))); }
static inline f4 f4_and_not(f4 a, f4 b)
{
    F4_EACH(f4_from_bits(f4_bits(a.v[i]) & ~f4_bits(b.v[i])));
}
static inline int f4_mask(f4 a)
{
    return f4_sign_bit(a.v[0]) | f4_sign_bit(a.v[1]) << 1 | f4_sign_bit(a.v[2]) << 2 |
           f4_sign_bit(a.v[3]) << 3;
}
static inline int f4_all(f4 a) { return f4_mask(a) == 15; }
static inline f4 f4_splat_lane0(f4 a) { return f4_splat(a.v[0]); }
static inline f4 f4_splat_lane1(f4 a) { return f4_splat(a.v[1]); }
static inline f4 f4_low_low(f4 a) { return (f4){{a.v[0], a.v[1], a.v[0], a.v[1]}}; }
static inline f4 f4_high_high(f4 a) { return (f4){{a.v[2], a.v[3], a.v[2], a.v[3]}}; }
static inline f4 f4_trunc(f4 a) { F4_EACH((float)(int32_t)a.v[i]); }
static inline void f4_store_int(int32_t *p, f4 a)
{
    for (int i = 0; i < 4; ++i) {
        p[i] = (int32_t)a.v[i];
    }
}
static inline f4 f4_swap_halves(f4 a) { return (f4){{a.v[2], a.v[3], a.v[0], a.v[1]}}; }
static inline f4 f4_swap_pairs(f4 a) { return (f4){{a.v[1], a.v[0], a.v[3], a.v[2]}}; }
static inline void f4_transpose(f4 *a, f4 *b, f4 *c, f4 *d)
{
    f4 r0 = {{a->v[0], b->v[0], c->v[0], d->v[0]}}, r1 = {{a->v[1], b->v[1], c->v[1], d->v[1]}};
    f4 r2 = {{a->v[2], b->v[2], c->v[2], d->v[2]}}, r3 = {{a->v[3], b->v[3], c->v[3], d->v[3]}};
    *a = r0;
    *b = r1;
    *c = r2;
    *d = r3;
}
#undef F4_EACH

#endif

static inline f4 f4_zero(void) { return f4_splat(0.0f); }
// 0 - a, one instruction everywhere: flipping the sign bit takes three in wasm. The negative of
// zero is +0.
static inline f4 f4_neg(f4 a) { return f4_sub(f4_zero(), a); }
// a + b * c and a - b * c, rounded twice.
static inline f4 f4_mul_add(f4 a, f4 b, f4 c) { return f4_add(a, f4_mul(b, c)); }
static inline f4 f4_mul_sub(f4 a, f4 b, f4 c) { return f4_sub(a, f4_mul(b, c)); }
static inline f4 f4_abs(f4 a) { return f4_max(a, f4_neg(a)); }
static inline f4 f4_clamp(f4 a, f4 lower, f4 upper) { return f4_min(f4_max(a, lower), upper); }
// The smallest lane in all lanes; the largest lane in all lanes.
static inline f4 f4_min_lane(f4 a)
{
    a = f4_min(a, f4_swap_halves(a));
    return f4_min(a, f4_swap_pairs(a));
}
static inline f4 f4_max_lane(f4 a)
{
    a = f4_max(a, f4_swap_halves(a));
    return f4_max(a, f4_swap_pairs(a));
}
// One round of a search for the largest (smallest) element of an array: `v` holds the elements
// first to first + 3. If its extreme beats *best, *best becomes that value in all lanes and *index
// the index of its first occurrence. No value may be NaN.
static inline void f4_argmax(f4 v, int32_t first, f4 *best, int32_t *index)
{
    f4 largest = f4_max_lane(v);
    if (f4_mask(f4_lt(*best, largest)) != 0) {
        *best = largest;
        *index = first + __builtin_ctz((unsigned)f4_mask(f4_le(largest, v)));
    }
}
static inline void f4_argmin(f4 v, int32_t first, f4 *best, int32_t *index)
{
    f4 smallest = f4_min_lane(v);
    if (f4_mask(f4_lt(smallest, *best)) != 0) {
        *best = smallest;
        *index = first + __builtin_ctz((unsigned)f4_mask(f4_le(v, smallest)));
    }
}

// As memcpy, which in wasm without bulk memory copies four bytes at a time.
static inline void copy_bytes(char *to, const char *from, size_t bytes)
{
    size_t i = 0;
    for (; i + 16 <= bytes; i += 16) {
        f4_store((float *)(void *)(to + i), f4_load((const float *)(const void *)(from + i)));
    }
    for (; i < bytes; ++i) {
        to[i] = from[i];
    }
}

// Copies 128 bytes, for which a compiler for wasm makes a call of memcpy.
static inline void copy_128(void *to, const void *from)
{
#if defined(SIMD_SCALAR)
    memcpy(to, from, 128);
#else
    float *t = to;
    const float *f = from;
    f4 a = f4_load(f), b = f4_load(f + 4), c = f4_load(f + 8), d = f4_load(f + 12);
    f4_store(t, a);
    f4_store(t + 4, b);
    f4_store(t + 8, c);
    f4_store(t + 12, d);
    a = f4_load(f + 16), b = f4_load(f + 20), c = f4_load(f + 24), d = f4_load(f + 28);
    f4_store(t + 16, a);
    f4_store(t + 20, b);
    f4_store(t + 24, c);
    f4_store(t + 28, d);
#endif
}

// Four particles side by side: x and y of four that follow each other or of any four, and which of
// four places of the grid lie near another. Every backend of simd.h does the same operations.
#pragma once

#include "vec.h"

// x and y of four vectors that follow each other.
static inline void lanes_load(const Vec2 *p, f4 *x, f4 *y)
{
    f4 a = f4_load(&p[0].x), b = f4_load(&p[2].x);
#if defined(SIMD_WASM)
    *x = wasm_i32x4_shuffle(a, b, 0, 2, 4, 6);
    *y = wasm_i32x4_shuffle(a, b, 1, 3, 5, 7);
#elif defined(SIMD_SSE2)
    *x = _mm_shuffle_ps(a, b, 0x88);
    *y = _mm_shuffle_ps(a, b, 0xdd);
#elif defined(SIMD_NEON)
    *x = vuzp1q_f32(a, b);
    *y = vuzp2q_f32(a, b);
#else
    *x = f4_set(a.v[0], a.v[2], b.v[0], b.v[2]);
    *y = f4_set(a.v[1], a.v[3], b.v[1], b.v[3]);
#endif
}

static inline void lanes_store(Vec2 *p, f4 x, f4 y)
{
#if defined(SIMD_WASM)
    f4 a = wasm_i32x4_shuffle(x, y, 0, 4, 1, 5), b = wasm_i32x4_shuffle(x, y, 2, 6, 3, 7);
#elif defined(SIMD_SSE2)
    f4 a = _mm_unpacklo_ps(x, y), b = _mm_unpackhi_ps(x, y);
#elif defined(SIMD_NEON)
    f4 a = vzip1q_f32(x, y), b = vzip2q_f32(x, y);
#else
    f4 a = f4_set(x.v[0], y.v[0], x.v[1], y.v[1]), b = f4_set(x.v[2], y.v[2], x.v[3], y.v[3]);
#endif
    f4_store(&p[0].x, a);
    f4_store(&p[2].x, b);
}

// x and y of four vectors by their indices.
static inline void lanes_gather(const Vec2 *p, const uint16_t *n, f4 *x, f4 *y)
{
#if defined(SIMD_WASM)
    f4 a = wasm_v128_load64_zero(p + n[0]), b = wasm_v128_load64_zero(p + n[2]);
    a = wasm_v128_load64_lane(p + n[1], a, 1);
    b = wasm_v128_load64_lane(p + n[3], b, 1);
    *x = wasm_i32x4_shuffle(a, b, 0, 2, 4, 6);
    *y = wasm_i32x4_shuffle(a, b, 1, 3, 5, 7);
#elif defined(SIMD_SSE2)
    f4 a = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)(p + n[0]))),
       b = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)(p + n[2])));
    a = _mm_loadh_pi(a, (const __m64 *)(const void *)(p + n[1]));
    b = _mm_loadh_pi(b, (const __m64 *)(const void *)(p + n[3]));
    *x = _mm_shuffle_ps(a, b, 0x88);
    *y = _mm_shuffle_ps(a, b, 0xdd);
#else
    *x = f4_set(p[n[0]].x, p[n[1]].x, p[n[2]].x, p[n[3]].x);
    *y = f4_set(p[n[0]].y, p[n[1]].y, p[n[2]].y, p[n[3]].y);
#endif
}

// Four numbers by their indices.
static inline f4 lanes_gather_one(const float *p, const uint16_t *n)
{
#if defined(SIMD_WASM)
    f4 a = wasm_v128_load32_zero(p + n[0]);
    a = wasm_v128_load32_lane(p + n[1], a, 1);
    a = wasm_v128_load32_lane(p + n[2], a, 2);
    return wasm_v128_load32_lane(p + n[3], a, 3);
#else
    return f4_set(p[n[0]], p[n[1]], p[n[2]], p[n[3]]);
#endif
}

// Rounded down.
static inline f4 lanes_floor(f4 a)
{
    f4 t = f4_trunc(a);
    return f4_sub(t, f4_and(f4_lt(a, t), f4_splat(1.0f)));
}

// Places have x in the low 16 bits and y in the high ones, both modulo 2^16. A bit for each of four
// places whose squared distance from `self` is below `square`.
static inline uint32_t lanes_near(const uint32_t *places, uint32_t self, int32_t square)
{
#if defined(SIMD_WASM)
    v128_t d = wasm_i16x8_sub(wasm_v128_load(places), wasm_i32x4_splat((int32_t)self));
    return wasm_i32x4_bitmask(wasm_i32x4_lt(wasm_i32x4_dot_i16x8(d, d), wasm_i32x4_splat(square)));
#elif defined(SIMD_SSE2)
    __m128i d = _mm_sub_epi16(_mm_loadu_si128((const __m128i *)(const void *)places),
                              _mm_set1_epi32((int32_t)self));
    __m128i near = _mm_cmplt_epi32(_mm_madd_epi16(d, d), _mm_set1_epi32(square));
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(near));
#else
    uint32_t mask = 0;
    for (int32_t i = 0; i < 4; ++i) {
        int32_t dx = (int16_t)(uint16_t)(places[i] - self),
                dy = (int16_t)(uint16_t)((places[i] >> 16) - (self >> 16));
        // Of two differences of -2^15 the sum is no int32, as in the other backends.
        mask |= (uint32_t)((int32_t)((uint32_t)(dx * dx) + (uint32_t)(dy * dy)) < square) << i;
    }
    return mask;
#endif
}

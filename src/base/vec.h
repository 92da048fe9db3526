// Vectors, rotations and transforms in the plane, as pure inline functions. Every build rounds them
// alike, because nothing is contracted and min is always a < b ? a : b and max a > b ? a : b
// (platform.h says why they must not be written out).
#pragma once

#include "../mica.h"
#include "simd.h"

typedef MicaVec2 Vec2;
typedef MicaRot Rot;
typedef MicaTransform Transform;

// In wasm a choice between two floats compiles to a branch, one between two lanes does not.
#if defined(SIMD_WASM)
static inline float min_f(float a, float b) { return f4_first(f4_min(f4_splat(a), f4_splat(b))); }
static inline float max_f(float a, float b) { return f4_first(f4_max(f4_splat(a), f4_splat(b))); }
#elif defined(SIMD_SSE2) && defined(__clang__)
// What gcc makes of exact_min and exact_max.
static inline float min_f(float a, float b)
{
    return _mm_cvtss_f32(_mm_min_ss(_mm_set_ss(a), _mm_set_ss(b)));
}
static inline float max_f(float a, float b)
{
    return _mm_cvtss_f32(_mm_max_ss(_mm_set_ss(a), _mm_set_ss(b)));
}
#else
static inline float min_f(float a, float b) { return exact_min(a, b); }
static inline float max_f(float a, float b) { return exact_max(a, b); }
#endif
static inline float abs_f(float a) { return fabsf(a); }
static inline float clamp_f(float a, float lower, float upper)
{
    return min_f(max_f(a, lower), upper);
}
static inline int32_t min_i(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max_i(int32_t a, int32_t b) { return a > b ? a : b; }

static inline Vec2 vec(float x, float y) { return (Vec2){x, y}; }
static inline Vec2 add(Vec2 a, Vec2 b) { return (Vec2){a.x + b.x, a.y + b.y}; }
static inline Vec2 sub(Vec2 a, Vec2 b) { return (Vec2){a.x - b.x, a.y - b.y}; }
static inline Vec2 scale(float s, Vec2 a) { return (Vec2){s * a.x, s * a.y}; }
// a + s b
static inline Vec2 mul_add(Vec2 a, float s, Vec2 b) { return (Vec2){a.x + s * b.x, a.y + s * b.y}; }
static inline Vec2 neg(Vec2 a) { return (Vec2){-a.x, -a.y}; }
static inline bool vec_is_zero(Vec2 a) { return a.x == 0.0f && a.y == 0.0f; }
static inline Vec2 lerp(Vec2 a, Vec2 b, float t) { return mul_add(a, t, sub(b, a)); }
static inline float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
// s cross v: v turned left by 90° and scaled by s.
static inline Vec2 cross_sv(float s, Vec2 v) { return (Vec2){-s * v.y, s * v.x}; }
static inline Vec2 right_perp(Vec2 a) { return (Vec2){a.y, -a.x}; }
static inline Vec2 left_perp(Vec2 a) { return (Vec2){-a.y, a.x}; }
static inline float length(Vec2 a) { return sqrtf(dot(a, a)); }

// a / |a|, or zero where |a| is zero; *lengthOut becomes |a|.
static inline Vec2 normalize(Vec2 a, float *lengthOut)
{
    float l = length(a);
    *lengthOut = l;
    return l > 0.0f ? (Vec2){a.x / l, a.y / l} : (Vec2){0.0f, 0.0f};
}

static inline Vec2 rotate(Rot q, Vec2 v)
{
    return (Vec2){q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}
static inline Vec2 unrotate(Rot q, Vec2 v)
{
    return (Vec2){q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
}
// The rotation by a and then by b.
static inline Rot rot_mul(Rot a, Rot b)
{
    return (Rot){a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
}
// The inverse of a times b: the rotation b as seen from a.
static inline Rot rot_inv_mul(Rot a, Rot b)
{
    return (Rot){a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c};
}
static inline Rot rot_normalize(Rot q)
{
    float l = sqrtf(q.c * q.c + q.s * q.s);
    return l > 0.0f ? (Rot){q.c / l, q.s / l} : (Rot){1.0f, 0.0f};
}

static inline Vec2 transform(Transform t, Vec2 v) { return add(rotate(t.q, v), t.p); }
static inline Vec2 untransform(Transform t, Vec2 v) { return unrotate(t.q, sub(v, t.p)); }
// The inverse of a times b: the transform b as seen from a.
static inline Transform inv_mul(Transform a, Transform b)
{
    return (Transform){unrotate(a.q, sub(b.p, a.p)), rot_inv_mul(a.q, b.q)};
}

#define TWO_PI 6.28318530717958647692f

// |a| <= limit. False for NaN and infinity.
static inline bool within(float a, float limit) { return a >= -limit && a <= limit; }
static inline bool vec_within(Vec2 a, float limit)
{
    return within(a.x, limit) && within(a.y, limit);
}

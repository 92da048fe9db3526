// Sine, cosine and arc tangent that give the same bits everywhere; the C library's differ between
// platforms. An angle x is reduced to x - k pi/2 in [-pi/4, pi/4], with pi/2 split into three parts
// (Cody and Waite, "Software Manual for the Elementary Functions", 1980), where polynomials serve;
// k mod 4 then picks sine, cosine and their signs. Called by all rooms and by users. Pure
// functions.
#include "trig.h"

// pi/2 as a sum of floats. The first two have short mantissas, so that k times each of them is
// exact for k < 2^12.
#define HALF_PI_1 1.5703125f
#define HALF_PI_2 4.837512969970703125e-4f
#define HALF_PI_3 7.54978995489188216e-8f

// sin x = x + x³ (s3 + x² (s5 + x² s7)) and cos x = 1 - x²/2 + x⁴ (c4 + x² (c6 + x² c8)).
static float sin_poly(float x)
{
    float x2 = x * x;
    return x + x * x2 * (TRIG_SIN_3 + x2 * (TRIG_SIN_5 + x2 * TRIG_SIN_7));
}

static inline float cos_poly(float x)
{
    float x2 = x * x;
    return 1.0f - 0.5f * x2 + x2 * x2 * (TRIG_COS_4 + x2 * (TRIG_COS_6 + x2 * TRIG_COS_8));
}

Rot mica_rot(float angle)
{
    if (!(angle >= -1e8f && angle <= 1e8f)) {
        return (Rot){1.0f, 0.0f};
    }
    if (abs_f(angle) > 4096.0f) {
        // k would be too large for the split constant: remove whole turns in double precision.
        double turns = (double)angle / 6.283185307179586476925286766559;
        int32_t whole = (int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
        angle = (float)((double)angle - (double)whole * 6.283185307179586476925286766559);
    }
    float t = angle * 0.63661977236758134308f;
    int32_t k = (int32_t)(t < 0.0f ? t - 0.5f : t + 0.5f);
    float n = (float)k;
    float x = ((angle - n * HALF_PI_1) - n * HALF_PI_2) - n * HALF_PI_3;
    float s = sin_poly(x), c = cos_poly(x);
    switch (k & 3) {
    case 0:
        return (Rot){c, s};
    case 1:
        return (Rot){-s, c};
    case 2:
        return (Rot){-c, -s};
    default:
        return (Rot){s, -c};
    }
}

inline Rot trig_small_rot(float angle)
{
    if (abs_f(angle) <= TRIG_SMALL) {
        return (Rot){cos_poly(angle), sin_poly(angle)};
    }
    return mica_rot(angle);
}

void trig_small_turns(const float *angles, float *cosines, float *sines)
{
    for (int32_t i = 0; i < 4; ++i) {
        Rot q = trig_small_rot(angles[i]);
        cosines[i] = q.c;
        sines[i] = q.s;
    }
}

// atan on [0, 1]. Above tan(pi/8) the argument is reduced once more, by atan(x) = pi/4 +
// atan((x - 1) / (x + 1)).
static float atan_unit(float x)
{
    float base = 0.0f;
    if (x > 0.41421356f) {
        base = 0.78539816339744830962f;
        x = (x - 1.0f) / (x + 1.0f);
    }
    float x2 = x * x;
    float p = 8.05374449538e-2f * x2 - 1.38776856032e-1f;
    p = p * x2 + 1.99777106478e-1f;
    p = p * x2 - 3.33329491539e-1f;
    return base + (x + x * x2 * p);
}

float mica_atan2(float y, float x)
{
    float ax = abs_f(x), ay = abs_f(y);
    if (!(ax <= 3e38f && ay <= 3e38f) || (ax == 0.0f && ay == 0.0f)) {
        return 0.0f;
    }
    float a = ay <= ax ? atan_unit(ay / ax) : 1.57079632679489661923f - atan_unit(ax / ay);
    if (x < 0.0f) {
        a = 3.14159265358979323846f - a;
    }
    return y < 0.0f ? -a : a;
}

float mica_rot_angle(Rot q) { return mica_atan2(q.s, q.c); }

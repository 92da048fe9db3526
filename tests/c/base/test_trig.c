// The engine's trigonometry against the C library's: error bounds over the documented range, exact
// values where the answer is exact, and no rotation for NaN, infinite or huge angles.
#include "mica.h"
#include "test.h"
#include "trig.h"

static double rot_error(float angle)
{
    MicaRot q = mica_rot(angle);
    return fmax(fabs((double)q.c - cos((double)angle)), fabs((double)q.s - sin((double)angle)));
}

TEST(rotation_is_exact_to_single_precision_within_a_turn)
{
    double worst = 0.0, worstLength = 0.0;
    for (int i = -200000; i <= 200000; i++) {
        float angle = (float)i * 3.2e-5f;
        worst = fmax(worst, rot_error(angle));
        MicaRot q = mica_rot(angle);
        worstLength = fmax(worstLength, fabs((double)q.c * q.c + (double)q.s * q.s - 1.0));
    }
    CHECK_NEAR(worst, 0.0, 2e-7);
    CHECK_NEAR(worstLength, 0.0, 3e-7);
}

TEST(rotation_error_is_bounded_up_to_ten_thousand_radians)
{
    uint32_t seed = 5;
    double worst = 0.0;
    for (int i = 0; i < 200000; i++) {
        worst = fmax(worst, rot_error(test_random_float(&seed, -1e4f, 1e4f)));
    }
    CHECK_NEAR(worst, 0.0, 2e-7);
}

TEST(rotation_by_huge_angles_has_unit_length)
{
    uint32_t seed = 6;
    for (int i = 0; i < 10000; i++) {
        MicaRot q = mica_rot(test_random_float(&seed, -1e8f, 1e8f));
        CHECK_NEAR((double)q.c * q.c + (double)q.s * q.s, 1.0, 1e-6);
    }
    CHECK_NEAR(rot_error(1e8f), 0.0, 1e-6);
    CHECK_NEAR(rot_error(4096.0f), 0.0, 2e-7);
    CHECK_NEAR(rot_error(4097.0f), 0.0, 2e-7);
}

TEST(rotation_of_zero_is_exact)
{
    CHECK(mica_rot(0.0f).c == 1.0f && mica_rot(0.0f).s == 0.0f);
    CHECK(mica_rot(-0.0f).c == 1.0f);
}

TEST(sine_is_odd_and_cosine_even)
{
    uint32_t seed = 8;
    for (int i = 0; i < 20000; i++) {
        float angle = test_random_float(&seed, 0.0f, 100.0f);
        MicaRot p = mica_rot(angle), n = mica_rot(-angle);
        CHECK(p.c == n.c && p.s == -n.s);
    }
}

TEST(invalid_angles_give_the_identity)
{
    const float bad[] = {NAN, INFINITY, -INFINITY, 2e8f, -2e8f};
    for (int i = 0; i < 5; i++) {
        MicaRot q = mica_rot(bad[i]);
        CHECK(q.c == 1.0f && q.s == 0.0f);
    }
}

TEST(atan2_error_is_bounded)
{
    uint32_t seed = 9;
    double worst = 0.0;
    for (int i = 0; i < 300000; i++) {
        float power = test_random_float(&seed, -12.0f, 12.0f);
        float y = test_random_float(&seed, -1.0f, 1.0f);
        float x = test_random_float(&seed, -1.0f, 1.0f) * (i % 3 ? 1.0f : exp2f(power));
        worst = fmax(worst, fabs((double)mica_atan2(y, x) - atan2((double)y, (double)x)));
    }
    CHECK_NEAR(worst, 0.0, 4e-7);
}

TEST(atan2_on_the_axes)
{
    CHECK(mica_atan2(0.0f, 1.0f) == 0.0f);
    CHECK_NEAR(mica_atan2(1.0f, 0.0f), 1.5707963267948966, 1e-7);
    CHECK_NEAR(mica_atan2(-1.0f, 0.0f), -1.5707963267948966, 1e-7);
    CHECK_NEAR(mica_atan2(0.0f, -1.0f), 3.141592653589793, 2e-7);
    CHECK(mica_atan2(0.0f, 0.0f) == 0.0f);
    CHECK(mica_atan2(NAN, 1.0f) == 0.0f && mica_atan2(1.0f, INFINITY) == 0.0f);
}

TEST(angle_of_a_rotation_is_the_angle_it_was_made_from)
{
    for (int i = -3141; i <= 3141; i++) {
        float angle = (float)i * 1e-3f;
        CHECK_NEAR(mica_rot_angle(mica_rot(angle)), angle, 6e-7);
    }
}

TEST(four_turns_at_once_equal_four_single_ones)
{
    uint32_t seed = 3;
    for (int i = 0; i < 1000; i++) {
        float angles[4], c[4], s[4];
        for (int k = 0; k < 4; k++) {
            angles[k] = test_random_float(&seed, -1.0f, 1.0f) * (k == i % 4 ? 20.0f : 0.5f);
        }
        trig_small_turns(angles, c, s);
        for (int k = 0; k < 4; k++) {
            MicaRot q = trig_small_rot(angles[k]);
            CHECK(c[k] == q.c && s[k] == q.s);
        }
    }
}

// The two normal rows of a face against the conditions of their linear complementarity problem: no
// impulse is negative, no point approaches afterwards, and a point that parts has no impulse.
#include "contact_pair.h"
#include "test.h"

// Four problems side by side: inverse masses, their coupling, and velocity errors.
typedef struct Problem {
    float k11[4], k12[4], k22[4], speed1[4], speed2[4];
} Problem;

static void solve(const Problem *p, bool soft, float stiffness, float *x1, float *x2)
{
    BlockPoint points[2] = {0};
    BlockPair pair;
    for (int i = 0; i < 4; i++) {
        double a = p->k11[i], b = p->k12[i], c = p->k22[i];
        pair.k11[i] = p->k11[i];
        pair.k12[i] = p->k12[i];
        pair.k22[i] = p->k22[i];
        pair.inverseDeterminant[i] = (float)(1.0 / (a * c - b * b));
        points[0].normalMass[i] = 1.0f / p->k11[i];
        points[1].normalMass[i] = 1.0f / p->k22[i];
    }
    f4 zero = f4_zero(), s = f4_splat(soft ? stiffness : 0.0f);
    f4 massScale = soft ? f4_splat(1.0f / stiffness) : zero;
    f4 impulseScale = soft ? f4_splat(1.0f - 1.0f / stiffness) : zero;
    RowTarget one = {f4_load(p->speed1), massScale, impulseScale, s, zero},
              two = {f4_load(p->speed2), massScale, impulseScale, s, zero};
    f4 y1 = zero, y2 = zero;
    contact_solve_pair(&pair, points, &one, &two, soft, &y1, &y2);
    f4_store(x1, f4_max(y1, zero));
    f4_store(x2, f4_max(y2, zero));
}

static void check_answer(const Problem *p, bool soft, float stiffness)
{
    float x1[4], x2[4];
    solve(p, soft, stiffness, x1, x2);
    for (int i = 0; i < 4; i++) {
        double s = soft ? stiffness : 1.0, a = s * p->k11[i], b = s * p->k12[i], c = s * p->k22[i];
        double left1 = p->speed1[i] + a * x1[i] + b * x2[i],
               left2 = p->speed2[i] + b * x1[i] + c * x2[i];
        double size1 = fabs(p->speed1[i]) + a * x1[i] + fabs(b) * x2[i],
               size2 = fabs(p->speed2[i]) + fabs(b) * x1[i] + c * x2[i];
        CHECK(left1 >= -1e-4 * size1 && left2 >= -1e-4 * size2);
        CHECK(x1[i] == 0.0f || left1 <= 1e-4 * size1);
        CHECK(x2[i] == 0.0f || left2 <= 1e-4 * size2);
    }
}

// Masses of any ratio, coupled either way.
static void put_masses(Problem *p, int i, uint32_t *random)
{
    p->k11[i] = powf(10, test_random_float(random, -2, 2));
    p->k22[i] = p->k11[i] * powf(10, test_random_float(random, -1, 1));
    p->k12[i] = test_random_float(random, -0.9f, 0.9f) * sqrtf(p->k11[i] * p->k22[i]);
}

TEST(both_rows_of_a_face_fulfil_the_complementarity_conditions)
{
    uint32_t random = 3;
    for (int n = 0; n < 20000; n++) {
        Problem p;
        for (int i = 0; i < 4; i++) {
            put_masses(&p, i, &random);
            p.speed1[i] = test_random_float(&random, -1, 1);
            p.speed2[i] = test_random_float(&random, -1, 1);
        }
        check_answer(&p, false, 1);
        check_answer(&p, true, test_random_float(&random, 1, 2));
    }
}

// One point has all of the impulse, and the other is just about to get some, or just not: rounding
// must not set both to zero.
TEST(a_row_whose_impulse_is_about_zero_takes_nothing_from_the_other)
{
    uint32_t random = 5;
    for (int n = 0; n < 50000; n++) {
        Problem p;
        for (int i = 0; i < 4; i++) {
            put_masses(&p, i, &random);
            float load = test_random_float(&random, 0.1f, 1);
            float off = load * test_random_float(&random, -3e-7f, 3e-7f);
            bool first = (n & 1) != 0;
            p.speed1[i] = -load * (first ? p.k11[i] : p.k12[i]) + (first ? 0 : off * p.k11[i]);
            p.speed2[i] = -load * (first ? p.k12[i] : p.k22[i]) + (first ? off * p.k22[i] : 0);
        }
        check_answer(&p, false, 1);
        check_answer(&p, true, test_random_float(&random, 1, 2));
    }
}

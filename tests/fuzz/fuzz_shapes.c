// The pure functions on shapes: manifolds, distances, casts, times of impact, hulls and parts.
#include "fuzz.h"

static void cut_outline(Input *in)
{
    MicaVec2 points[24];
    int32_t count = (int32_t)(read_byte(in) % 25), parts = 0;
    for (int32_t i = 0; i < count; i++) {
        points[i] = read_vec(in);
    }
    MicaShape out[24];
    int32_t rings[2] = {count - 3, 3};
    if (mica_shape_decompose_rings(points, rings, 2, 0.0f, out, 24, &parts) == MICA_ERROR_OK ||
        mica_shape_decompose(points, count, 0.0f, out, 24, &parts) == MICA_ERROR_OK) {
        for (int32_t i = 0; i < parts; i++) {
            check_vec(out[i].centroid, "the middle of a part");
        }
    }
    if (mica_shape_hull(points, count, 0.0f, out) == MICA_ERROR_OK) {
        MicaShape again;
        if (mica_shape_polygon(out->points, out->count, 0.0f, &again) != MICA_ERROR_OK) {
            fail("a hull is no polygon");
        }
    }
}

static MicaSweep read_sweep(Input *in)
{
    MicaVec2 c0 = read_vec(in), c1 = read_vec(in);
    float angle = read_float(in);
    return (MicaSweep){{0.0f, 0.0f}, c0, c1, angle, angle + read_float(in)};
}

void query_shapes(Input *in)
{
    uint32_t b = read_byte(in);
    if (b % 8 == 0) {
        cut_outline(in);
        return;
    }
    MicaShape one = read_shape(in), other = read_shape(in);
    MicaTransform p = {read_vec(in), {1.0f, 0.0f}};
    p.q = mica_rot(read_float(in));
    MicaTransform q = {read_vec(in), {1.0f, 0.0f}};
    MicaVec2 way = read_vec(in);
    MicaMassData mass = mica_shape_mass(&one, read_float(in));
    MicaAABB box = mica_shape_aabb(&one, p);
    check_vec(mass.center, "the centre of a shape");
    check_vec(box.lower, "the bounds of a shape");
    check_vec(box.upper, "the bounds of a shape");
    mica_shape_contains(&one, p, way, fabsf(read_float(in)));
    MicaManifold m = mica_collide(&one, p, &other, q, b & 8 ? 0.02f : read_float(in));
    for (int32_t i = 0; i < m.count; i++) {
        check_vec(m.points[i].point, "a point of a manifold");
        check_vec(m.normal, "the normal of a manifold");
    }
    MicaDistance d = mica_distance(&one, p, &other, q);
    check_vec(d.pointA, "the nearest point");
    check_vec(d.normal, "the normal of a distance");
    MicaCast cast = mica_shape_cast(&one, p, way, &other, q);
    MicaCast ray = mica_ray_cast(&other, q, p.p, way);
    check_vec(cast.point, "the point of a cast");
    check_vec(ray.point, "the point of a ray");
    if (!(cast.fraction >= 0.0f && cast.fraction <= 1.0f) ||
        !(ray.fraction >= 0.0f && ray.fraction <= 1.0f)) {
        fail("a fraction is not between 0 and 1");
    }
    MicaSweep sweepA = read_sweep(in), sweepB = read_sweep(in);
    MicaTimeOfImpact toi = mica_time_of_impact(&one, &sweepA, &other, &sweepB, 1.0f);
    check_vec(toi.point, "the point of a time of impact");
    check_vec(toi.normal, "the normal of a time of impact");
    if (!(toi.fraction >= 0.0f && toi.fraction <= 1.0f)) {
        fail("a time of impact is not between 0 and 1");
    }
}

// Makes and checks the convex shapes of mica.h and computes their mass. Called when shapes are made
// and when public functions receive one; the step does not call it. Reads and writes its arguments
// only.
#include "geometry.h"

static bool size_is_valid(float size) { return size >= MIN_SIZE && size <= MAX_SIZE; }

static MicaError shape_check_point(Vec2 p)
{
    if (!(vec_within(p, 3e38f))) {
        return MICA_ERROR_NOT_FINITE;
    }
    return vec_within(p, MAX_COORDINATE) ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

static MicaError shape_check_size(float size)
{
    if (!within(size, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    return size_is_valid(size) ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

// A rounding radius may be zero, other sizes may not.
static MicaError shape_check_rounding(float radius)
{
    return radius == 0.0f ? MICA_ERROR_OK : shape_check_size(radius);
}

MicaError mica_shape_circle(Vec2 center, float radius, MicaShape *out)
{
    if (out == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = shape_check_point(center);
    if (error == MICA_ERROR_OK) {
        error = shape_check_size(radius);
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    *out = (MicaShape){.type = MICA_SHAPE_CIRCLE, .count = 1, .radius = radius, .centroid = center};
    out->points[0] = center;
    return MICA_ERROR_OK;
}

static MicaError shape_segment(Vec2 a, Vec2 b, float radius, MicaShape *out)
{
    if (out == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = shape_check_point(a);
    if (error == MICA_ERROR_OK) {
        error = shape_check_point(b);
    }
    if (error == MICA_ERROR_OK) {
        error = shape_check_rounding(radius);
    }
    if (error == MICA_ERROR_OK) {
        error = shape_check_size(length(sub(b, a)));
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    float l;
    Vec2 axis = normalize(sub(b, a), &l);
    *out = (MicaShape){
        .type = MICA_SHAPE_CAPSULE, .count = 2, .radius = radius, .centroid = lerp(a, b, 0.5f)};
    out->points[0] = a;
    out->points[1] = b;
    out->normals[0] = right_perp(axis);
    out->normals[1] = neg(right_perp(axis));
    return MICA_ERROR_OK;
}

MicaError mica_shape_capsule(Vec2 a, Vec2 b, float radius, MicaShape *out)
{
    MicaError error = shape_check_size(radius);
    return out == NULL || error == MICA_ERROR_OK ? shape_segment(a, b, radius, out) : error;
}

MicaError mica_shape_segment(Vec2 a, Vec2 b, MicaShape *out)
{
    return shape_segment(a, b, 0.0f, out);
}

// The centroid of the area and the signed area, which is positive for counter-clockwise points.
static Vec2 shape_centroid(const Vec2 *points, int32_t count, float *areaOut)
{
    Vec2 origin = points[0], sum = {0.0f, 0.0f};
    float area = 0.0f;
    for (int32_t i = 1; i + 1 < count; ++i) {
        Vec2 e1 = sub(points[i], origin), e2 = sub(points[i + 1], origin);
        float a = 0.5f * cross(e1, e2);
        sum = mul_add(sum, a * (1.0f / 3.0f), add(e1, e2));
        area += a;
    }
    *areaOut = area;
    return area != 0.0f ? add(origin, scale(1.0f / area, sum)) : origin;
}

MicaError mica_shape_polygon(const Vec2 *points, int32_t count, float radius, MicaShape *out)
{
    if (points == NULL || out == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (count < 3 || count > MICA_MAX_POLYGON_POINTS) {
        return MICA_ERROR_POINT_COUNT;
    }
    MicaError error = shape_check_rounding(radius);
    float size = 0.0f;
    for (int32_t i = 0; i < count && error == MICA_ERROR_OK; ++i) {
        error = shape_check_point(points[i]);
        size = max_f(size, length(sub(points[i], points[0])));
    }
    if (error == MICA_ERROR_OK && size > MAX_SIZE) {
        error = MICA_ERROR_OUT_OF_RANGE;
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    float area;
    shape_centroid(points, count, &area);
    if (!(abs_f(area) > MIN_SIZE * size)) {
        return MICA_ERROR_DEGENERATE_POLYGON;
    }
    MicaShape shape = {.type = MICA_SHAPE_POLYGON, .count = count, .radius = radius};
    for (int32_t i = 0; i < count; ++i) {
        shape.points[i] = area > 0.0f ? points[i] : points[count - 1 - i];
    }
    // The polygon is convex if every other point lies clearly behind the line of every edge.
    for (int32_t i = 0; i < count; ++i) {
        Vec2 a = shape.points[i], b = shape.points[(i + 1) % count];
        float l;
        Vec2 axis = normalize(sub(b, a), &l);
        if (!(l >= MIN_SIZE)) {
            return MICA_ERROR_NOT_CONVEX;
        }
        shape.normals[i] = right_perp(axis);
        for (int32_t j = 0; j < count; ++j) {
            if (j != i && j != (i + 1) % count &&
                !(dot(shape.normals[i], sub(shape.points[j], a)) < -1e-5f * size)) {
                return MICA_ERROR_NOT_CONVEX;
            }
        }
    }
    shape.centroid = shape_centroid(shape.points, count, &area);
    *out = shape;
    return MICA_ERROR_OK;
}

MicaError mica_shape_box(Vec2 center, float halfWidth, float halfHeight, float angle, float radius,
                         MicaShape *out)
{
    if (out == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    MicaError error = shape_check_point(center);
    if (error == MICA_ERROR_OK) {
        error = shape_check_size(halfWidth);
    }
    if (error == MICA_ERROR_OK) {
        error = shape_check_size(halfHeight);
    }
    if (error == MICA_ERROR_OK) {
        error = shape_check_rounding(radius);
    }
    if (error == MICA_ERROR_OK && !within(angle, MAX_ANGLE)) {
        error = within(angle, 3e38f) ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE;
    }
    if (error != MICA_ERROR_OK) {
        return error;
    }
    Rot q = mica_rot(angle);
    MicaShape shape = {
        .type = MICA_SHAPE_POLYGON, .count = 4, .radius = radius, .centroid = center};
    const Vec2 corners[4] = {{-halfWidth, -halfHeight},
                             {halfWidth, -halfHeight},
                             {halfWidth, halfHeight},
                             {-halfWidth, halfHeight}};
    const Vec2 normals[4] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
    for (int32_t i = 0; i < 4; ++i) {
        shape.points[i] = add(center, rotate(q, corners[i]));
        shape.normals[i] = rotate(q, normals[i]);
    }
    if (!shape_is_valid(&shape)) {
        return MICA_ERROR_BAD_SHAPE;
    }
    *out = shape;
    return MICA_ERROR_OK;
}

// A user may have filled the struct by hand: the shape is valid if making it anew would succeed and
// give about the same normals.
bool shape_is_valid(const MicaShape *shape)
{
    if (shape == NULL || !(shape->radius >= 0.0f && shape->radius <= MAX_SIZE)) {
        return false;
    }
    MicaShape made;
    switch (shape->type) {
    case MICA_SHAPE_CIRCLE:
        return shape->count == 1 &&
               mica_shape_circle(shape->points[0], shape->radius, &made) == MICA_ERROR_OK;
    case MICA_SHAPE_CAPSULE:
        return shape->count == 2 && shape_segment(shape->points[0], shape->points[1], shape->radius,
                                                  &made) == MICA_ERROR_OK;
    case MICA_SHAPE_POLYGON:
        if (mica_shape_polygon(shape->points, shape->count, shape->radius, &made) !=
            MICA_ERROR_OK) {
            return false;
        }
        for (int32_t i = 0; i < shape->count; ++i) {
            Vec2 off = sub(made.normals[i], shape->normals[i]);
            if (!(dot(off, off) < 1e-4f)) {
                return false;
            }
        }
        return true;
    default:
        return false;
    }
}

// Mass of a rounded polygon: the polygon itself, a strip of width r along each edge and a circular
// sector at each corner, whose angles add up to one disc. Area, first moment and second moment
// about the first point are summed over the three; the parallel axis theorem then moves the inertia
// to the centre of mass. A sector of angle t has its centroid 4 r sin(t/2) / (3 t) from the corner.
static MicaMassData shape_polygon_mass(const MicaShape *shape, float density)
{
    const Vec2 *p = shape->points;
    int32_t n = shape->count;
    Vec2 origin = p[0], firstMoment = {0.0f, 0.0f};
    float area = 0.0f, secondMoment = 0.0f;  // integral of |x - origin|²
    for (int32_t i = 1; i + 1 < n; ++i) {
        Vec2 e1 = sub(p[i], origin), e2 = sub(p[i + 1], origin);
        float d = cross(e1, e2);
        area += 0.5f * d;
        firstMoment = mul_add(firstMoment, d * (1.0f / 6.0f), add(e1, e2));
        secondMoment += d * (1.0f / 12.0f) * (dot(e1, e1) + dot(e1, e2) + dot(e2, e2));
    }
    float r = shape->radius;
    for (int32_t i = 0; i < n && r > 0.0f; ++i) {
        Vec2 a = sub(p[i], origin), b = sub(p[(i + 1) % n], origin), normal = shape->normals[i];
        float l = length(sub(b, a)), strip = l * r;
        Vec2 middle = mul_add(lerp(a, b, 0.5f), 0.5f * r, normal);
        area += strip;
        firstMoment = mul_add(firstMoment, strip, middle);
        secondMoment += strip * (dot(middle, middle) + (l * l + r * r) * (1.0f / 12.0f));
        // The sector at b, between the normals of this edge and the next.
        Vec2 next = shape->normals[(i + 1) % n];
        float turn = mica_atan2(cross(normal, next), dot(normal, next));
        float sector = 0.5f * turn * r * r, unused;
        Vec2 bisector = normalize(add(normal, next), &unused);
        Rot half = mica_rot(0.5f * turn);
        float reach = turn > 1e-6f ? 4.0f * r * half.s / (3.0f * turn) : 0.0f;
        Vec2 centroid = mul_add(b, reach, bisector);
        area += sector;
        firstMoment = mul_add(firstMoment, sector, centroid);
        // The second moment per area is r²/2 about the corner, and |b|² + 2 b·offset + r²/2 about
        // the origin.
        secondMoment += sector * (dot(b, b) + 2.0f * reach * dot(b, bisector) + 0.5f * r * r);
    }
    Vec2 center = scale(1.0f / area, firstMoment);
    float inertia = density * (secondMoment - area * dot(center, center));
    return (MicaMassData){density * area, add(origin, center), max_f(inertia, 0.0f)};
}

MicaMassData shape_mass(const MicaShape *shape, float density)
{
    const float pi = 3.14159265358979323846f;
    float r = shape->radius, rr = r * r;
    switch (shape->type) {
    case MICA_SHAPE_CIRCLE: {
        float mass = density * pi * rr;
        return (MicaMassData){mass, shape->points[0], 0.5f * mass * rr};
    }
    case MICA_SHAPE_CAPSULE: {
        float l = length(sub(shape->points[1], shape->points[0])), h = 0.5f * l;
        float box = density * 2.0f * r * l, caps = density * pi * rr;
        // The centroid of a half disc lies 4r / 3pi from its diameter.
        float c = 4.0f * r / (3.0f * pi);
        float inertia =
            box * (l * l + 4.0f * rr) / 12.0f + caps * (0.5f * rr + h * h + 2.0f * h * c);
        return (MicaMassData){box + caps, shape->centroid, inertia};
    }
    case MICA_SHAPE_POLYGON:
        return shape_polygon_mass(shape, density);
    default:
        return (MicaMassData){0};
    }
}

MicaMassData mica_shape_mass(const MicaShape *shape, float density)
{
    bool ok = shape_is_valid(shape) && within(density, MAX_NUMBER);
    return ok ? shape_mass(shape, density) : (MicaMassData){0};
}

MicaAABB mica_shape_aabb(const MicaShape *shape, Transform t)
{
    if (!shape_is_valid(shape) || !transform_is_valid(t)) {
        return (MicaAABB){{0.0f, 0.0f}, {0.0f, 0.0f}};
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    return geometry_aabb(&g, t);
}

bool mica_shape_contains(const MicaShape *shape, Transform t, Vec2 point, float slack)
{
    if (!shape_is_valid(shape) || !transform_is_valid(t) || !(slack >= 0.0f)) {
        return false;
    }
    Polygon storage;
    Geometry g = geometry_from_shape(shape, &storage);
    return geometry_contains(&g, t, point, slack);
}

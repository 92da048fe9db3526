// Exports for overlap queries, rays, shape casts, sweeps, nearest points, and time of impact and
// distance of two shapes. Called by js/world/queries/queries.js, casts.js, nearest.js and motion.js, which
// pass the address that results are written to.
//
// Queries of a world return a number of hits, or minus an error code. A filter is a run of words:
// low and high half of the layers, flags, the numbers of ignored bodies and colliders, their
// handles.
#include "records.h"

#include <string.h>

static_assert(sizeof(MicaHit) == 44, "js/world/queries/casts.js reads hits as 11 words");
static_assert(sizeof(MicaImpact) == 32, "js/world/objects/motion.js reads impacts as eight words");
static_assert(sizeof(MicaPathHit) == 64, "js/world/objects/motion.js reads path hits as 16 words");

// Returns a number of results, or minus an error code.
static int32_t count_or_error(MicaWorld *world, int32_t count)
{
    MicaError error = mica_last_error(world);
    return count == 0 && error != MICA_ERROR_OK ? -(int32_t)error : count;
}

static MicaFilter filter_of(const int32_t *words)
{
    return (MicaFilter){.layers = layers_of(words[0], words[1]),
                        .flags = (uint32_t)words[2],
                        .bodyCount = words[3],
                        .bodies = (const MicaBody *)(const void *)(words + 5),
                        .colliderCount = words[4],
                        .colliders = (const MicaCollider *)(const void *)(words + 5 + words[3])};
}

// Overlap queries write up to `capacity` handles and return how many there are.
int32_t EXPORT(overlap_point)(MicaWorld *world, float x, float y, float slack, const int32_t *words,
                              MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(
        world, mica_overlap_point(world, (MicaVec2){x, y}, slack, &filter, out, capacity));
}

int32_t EXPORT(overlap_box)(MicaWorld *world, float x0, float y0, float x1, float y1,
                            const int32_t *words, MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(
        world, mica_overlap_aabb(world, (MicaAABB){{x0, y0}, {x1, y1}}, &filter, out, capacity));
}

int32_t EXPORT(overlap_shape)(MicaWorld *world, const double *record, float x, float y, float angle,
                              const int32_t *words, MicaCollider *out, int32_t capacity)
{
    MicaShape shape;
    MicaFilter filter = filter_of(words);
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    mica_clear_error(world);
    return count_or_error(world, mica_overlap_shape(world, &shape, transform_of(x, y, angle),
                                                    &filter, out, capacity));
}

int32_t EXPORT(overlap_collider)(MicaWorld *world, int32_t collider, const int32_t *words,
                                 MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(
        world, mica_overlap_collider(world, collider_of(collider), &filter, out, capacity));
}

int32_t EXPORT(ray_closest)(MicaWorld *world, float x, float y, float dx, float dy,
                            const int32_t *words, MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(
        world, mica_ray_closest(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter, out));
}

int32_t EXPORT(ray_any)(MicaWorld *world, float x, float y, float dx, float dy,
                        const int32_t *words)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(world,
                          mica_ray_any(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter));
}

// Writes the first `capacity` hits and returns how many there are.
int32_t EXPORT(ray_all)(MicaWorld *world, float x, float y, float dx, float dy,
                        const int32_t *words, MicaHit *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(
        world, mica_ray_all(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter, out, capacity));
}

int32_t EXPORT(ray_batch)(MicaWorld *world, const float *rays, int32_t count, const int32_t *words,
                          MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(world, mica_ray_batch(world, rays, count, &filter, out));
}

int32_t EXPORT(shape_cast)(MicaWorld *world, const double *record, float x, float y, float angle,
                           float dx, float dy, const int32_t *words, MicaHit *out)
{
    MicaShape shape;
    MicaFilter filter = filter_of(words);
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    mica_clear_error(world);
    return count_or_error(world, mica_shape_cast_closest(world, &shape, transform_of(x, y, angle),
                                                         (MicaVec2){dx, dy}, &filter, out));
}

// A batch of casts of one shape, or of circles if the record is null.
int32_t EXPORT(cast_batch)(MicaWorld *world, const double *record, const float *casts,
                           int32_t count, const int32_t *words, MicaHit *out)
{
    MicaShape shape;
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    if (record == NULL) {
        return count_or_error(world, mica_circle_cast_batch(world, casts, count, &filter, out));
    }
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    return count_or_error(world, mica_shape_cast_batch(world, &shape, casts, count, &filter, out));
}

int32_t EXPORT(closest_point)(MicaWorld *world, float x, float y, float maxDistance,
                              const int32_t *words, MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(world,
                          mica_closest_point(world, (MicaVec2){x, y}, maxDistance, &filter, out));
}

// The closest point of a body, or of a collider if body is 0.
int32_t EXPORT(closest_point_of)(MicaWorld *world, int32_t body, int32_t collider, float x, float y,
                                 MicaHit *out)
{
    mica_clear_error(world);
    return count_or_error(
        world, body != 0 ? mica_body_closest_point(world, body_of(body), (MicaVec2){x, y}, out)
                         : mica_collider_closest_point(world, collider_of(collider),
                                                       (MicaVec2){x, y}, out));
}

// Returns a MicaToiState, or minus an error code.
int32_t EXPORT(body_impact)(MicaWorld *world, int32_t a, float dxA, float dyA, float turnA,
                            int32_t b, float dxB, float dyB, float turnB, MicaImpact *out)
{
    mica_clear_error(world);
    *out = mica_body_time_of_impact(world, body_of(a), (MicaMotion){{dxA, dyA}, turnA}, body_of(b),
                                    (MicaMotion){{dxB, dyB}, turnB});
    return count_or_error(world, (int32_t)out->toi.state);
}

int32_t EXPORT(body_sweep)(MicaWorld *world, int32_t body, const MicaVec2 *path, int32_t count,
                           const int32_t *words, MicaPathHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return count_or_error(world, mica_body_sweep(world, body_of(body), path, count, &filter, out));
}

// mica_time_of_impact of two shape records, each followed by x, y, angle, dx, dy, turn and the
// centre of rotation in its space. Writes a MicaTimeOfImpact and returns its state, or minus an
// error code with the index of the shape at fault in the first word.
int32_t EXPORT(time_of_impact)(const double *records, void *out)
{
    MicaShape shapes[2];
    MicaSweep sweeps[2];
    for (int32_t i = 0; i < 2; ++i) {
        const double *record = records + i * (COLLIDER_LAYER + 8);
        const double *m = record + COLLIDER_LAYER;
        MicaError error = read_shape(record, &shapes[i]);
        if (error != MICA_ERROR_OK) {
            memcpy(out, &i, sizeof i);
            return -(int32_t)error;
        }
        MicaVec2 c = vec(m[6], m[7]);
        MicaTransform t = transform_of((float)m[0], (float)m[1], (float)m[2]);
        MicaVec2 c0 = {t.p.x + (t.q.c * c.x - t.q.s * c.y), t.p.y + (t.q.s * c.x + t.q.c * c.y)};
        sweeps[i] = (MicaSweep){c,
                                c0,
                                {c0.x + (float)m[3], c0.y + (float)m[4]},
                                (float)m[2],
                                (float)m[2] + (float)m[5]};
    }
    MicaTimeOfImpact toi =
        mica_time_of_impact(&shapes[0], &sweeps[0], &shapes[1], &sweeps[1], 1.0f);
    memcpy(out, &toi, sizeof toi);
    return (int32_t)toi.state;
}

// mica_distance of two shape records, each followed by x, y, angle. Writes a MicaDistance and
// returns 0, or minus an error code with the index of the shape at fault in the first word.
int32_t EXPORT(distance)(const double *records, void *out)
{
    MicaShape shapes[2];
    MicaTransform transforms[2];
    int32_t fault;
    MicaError error = read_placed_pair(records, shapes, transforms, &fault);
    if (error != MICA_ERROR_OK) {
        memcpy(out, &fault, sizeof fault);
        return -(int32_t)error;
    }
    MicaDistance distance = mica_distance(&shapes[0], transforms[0], &shapes[1], transforms[1]);
    memcpy(out, &distance, sizeof distance);
    return 0;
}

// The second part of the flat interface: overlaps, rays, moving shapes and bodies, nearest points,
// and how far apart two shapes are. Called by js/world/queries.js, js/world/casts.js,
// js/world/nearest.js and js/world/motion.js alone, which give the address that results are written
// to.
//
// Questions to a world answer with a count of hits, or minus an error code. A filter is words: the
// layers' low and high half, flags, how many bodies and how many colliders are ignored, and their
// handles.
#include "records.h"

static_assert(sizeof(MicaHit) == 32, "js/world/casts.js reads hits as eight words");
static_assert(sizeof(MicaImpact) == 32, "js/world/motion.js reads impacts so");
static_assert(sizeof(MicaPathHit) == 52, "js/world/motion.js reads hits of paths so");

static int32_t answer(MicaWorld *world, int32_t count)
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

// The overlaps write up to capacity handles and return how many there are.
int32_t EXPORT(overlap_point)(MicaWorld *world, float x, float y, float slack, const int32_t *words,
                              MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world,
                  mica_overlap_point(world, (MicaVec2){x, y}, slack, &filter, out, capacity));
}

int32_t EXPORT(overlap_box)(MicaWorld *world, float x0, float y0, float x1, float y1,
                            const int32_t *words, MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world,
                  mica_overlap_aabb(world, (MicaAABB){{x0, y0}, {x1, y1}}, &filter, out, capacity));
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
    return answer(world, mica_overlap_shape(world, &shape, transform_of(x, y, angle), &filter, out,
                                            capacity));
}

int32_t EXPORT(overlap_collider)(MicaWorld *world, int32_t collider, const int32_t *words,
                                 MicaCollider *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world,
                  mica_overlap_collider(world, collider_of(collider), &filter, out, capacity));
}

int32_t EXPORT(ray_closest)(MicaWorld *world, float x, float y, float dx, float dy,
                            const int32_t *words, MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world,
                  mica_ray_closest(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter, out));
}

int32_t EXPORT(ray_any)(MicaWorld *world, float x, float y, float dx, float dy,
                        const int32_t *words)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world, mica_ray_any(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter));
}

// Writes the first `capacity` hits and returns how many there are.
int32_t EXPORT(ray_all)(MicaWorld *world, float x, float y, float dx, float dy,
                        const int32_t *words, MicaHit *out, int32_t capacity)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(
        world, mica_ray_all(world, (MicaVec2){x, y}, (MicaVec2){dx, dy}, &filter, out, capacity));
}

int32_t EXPORT(ray_batch)(MicaWorld *world, const float *rays, int32_t count, const int32_t *words,
                          MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world, mica_ray_batch(world, rays, count, &filter, out));
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
    return answer(world, mica_shape_cast_closest(world, &shape, transform_of(x, y, angle),
                                                 (MicaVec2){dx, dy}, &filter, out));
}

// Many of one shape, or of circles where there is no record.
int32_t EXPORT(cast_batch)(MicaWorld *world, const double *record, const float *casts,
                           int32_t count, const int32_t *words, MicaHit *out)
{
    MicaShape shape;
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    if (record == NULL) {
        return answer(world, mica_circle_cast_batch(world, casts, count, &filter, out));
    }
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    return answer(world, mica_shape_cast_batch(world, &shape, casts, count, &filter, out));
}

int32_t EXPORT(closest_point)(MicaWorld *world, float x, float y, float maxDistance,
                              const int32_t *words, MicaHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world, mica_closest_point(world, (MicaVec2){x, y}, maxDistance, &filter, out));
}

// Of a body if there is one, else of a collider.
int32_t EXPORT(closest_point_of)(MicaWorld *world, int32_t body, int32_t collider, float x, float y,
                                 MicaHit *out)
{
    mica_clear_error(world);
    return answer(world, body != 0
                             ? mica_body_closest_point(world, body_of(body), (MicaVec2){x, y}, out)
                             : mica_collider_closest_point(world, collider_of(collider),
                                                           (MicaVec2){x, y}, out));
}

// A MicaToiState, or minus an error code.
int32_t EXPORT(body_impact)(MicaWorld *world, int32_t a, float dxA, float dyA, float turnA,
                            int32_t b, float dxB, float dyB, float turnB, MicaImpact *out)
{
    mica_clear_error(world);
    *out = mica_body_time_of_impact(world, body_of(a), (MicaMotion){{dxA, dyA}, turnA}, body_of(b),
                                    (MicaMotion){{dxB, dyB}, turnB});
    return answer(world, (int32_t)out->toi.state);
}

int32_t EXPORT(body_sweep)(MicaWorld *world, int32_t body, const MicaVec2 *path, int32_t count,
                           const int32_t *words, MicaPathHit *out)
{
    MicaFilter filter = filter_of(words);
    mica_clear_error(world);
    return answer(world, mica_body_sweep(world, body_of(body), path, count, &filter, out));
}

// Two shape records, each followed by x, y, angle, dx, dy, turn and the centre of the turn in its
// space. Leaves the fraction, the normal and the point; returns a MicaToiState, or minus an error
// code with the index of the shape at fault in the first word.
int32_t EXPORT(time_of_impact)(const double *records, void *out)
{
    MicaShape shapes[2];
    MicaSweep sweeps[2];
    for (int32_t i = 0; i < 2; ++i) {
        const double *record = records + i * (COLLIDER_LAYER + 8);
        const double *m = record + COLLIDER_LAYER;
        MicaError error = read_shape(record, &shapes[i]);
        if (error != MICA_ERROR_OK) {
            *(int32_t *)out = i;
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
    *(MicaTimeOfImpact *)out = toi;
    return (int32_t)toi.state;
}

// Two shape records, each followed by x, y, angle. Leaves seven floats: the distance, the points on
// A and on B, the normal. Returns 0, or minus an error code, the index of the shape at fault in the
// first word.
int32_t EXPORT(distance)(const double *records, void *out)
{
    MicaShape shapes[2];
    MicaTransform transforms[2];
    int32_t fault;
    MicaError error = read_placed_pair(records, shapes, transforms, &fault);
    if (error != MICA_ERROR_OK) {
        *(int32_t *)out = fault;
        return -(int32_t)error;
    }
    *(MicaDistance *)out = mica_distance(&shapes[0], transforms[0], &shapes[1], transforms[1]);
    return 0;
}

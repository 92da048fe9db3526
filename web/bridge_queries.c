// The second part of the flat interface: rays, moving shapes, the nearest point, and how far apart
// two shapes are. Called by js/casts.js alone, which gives the address that results are written to.
//
// Questions to a world answer with a count of hits, or minus an error code.
#include "records.h"

static_assert(sizeof(MicaHit) == 32, "js/casts.js reads hits as eight words");

static int32_t answer(MicaWorld *world, int32_t count)
{
    MicaError error = mica_last_error(world);
    return count == 0 && error != MICA_ERROR_OK ? -(int32_t)error : count;
}

int32_t EXPORT(ray_closest)(MicaWorld *world, float x, float y, float dx, float dy, int32_t low,
                            int32_t high, uint32_t flags, MicaHit *out)
{
    mica_clear_error(world);
    return answer(world, mica_ray_closest(world, (MicaVec2){x, y}, (MicaVec2){dx, dy},
                                          layers_of(low, high), flags, out));
}

int32_t EXPORT(ray_any)(MicaWorld *world, float x, float y, float dx, float dy, int32_t low,
                        int32_t high, uint32_t flags)
{
    mica_clear_error(world);
    return answer(world, mica_ray_any(world, (MicaVec2){x, y}, (MicaVec2){dx, dy},
                                      layers_of(low, high), flags));
}

// Writes the first `capacity` hits and returns how many there are.
int32_t EXPORT(ray_all)(MicaWorld *world, float x, float y, float dx, float dy, int32_t low,
                        int32_t high, uint32_t flags, MicaHit *out, int32_t capacity)
{
    mica_clear_error(world);
    return answer(world, mica_ray_all(world, (MicaVec2){x, y}, (MicaVec2){dx, dy},
                                      layers_of(low, high), flags, out, capacity));
}

int32_t EXPORT(ray_batch)(MicaWorld *world, const float *rays, int32_t count, int32_t low,
                          int32_t high, uint32_t flags, MicaHit *out)
{
    mica_clear_error(world);
    return answer(world, mica_ray_batch(world, rays, count, layers_of(low, high), flags, out));
}

int32_t EXPORT(shape_cast)(MicaWorld *world, const double *record, float x, float y, float angle,
                           float dx, float dy, int32_t low, int32_t high, uint32_t flags,
                           MicaHit *out)
{
    MicaShape shape;
    MicaError error = read_shape(record, &shape);
    if (error != MICA_ERROR_OK) {
        return -(int32_t)error;
    }
    mica_clear_error(world);
    return answer(world,
                  mica_shape_cast_closest(world, &shape, transform_of(x, y, angle),
                                          (MicaVec2){dx, dy}, layers_of(low, high), flags, out));
}

int32_t EXPORT(closest_point)(MicaWorld *world, float x, float y, float maxDistance, int32_t low,
                              int32_t high, uint32_t flags, MicaHit *out)
{
    mica_clear_error(world);
    return answer(world, mica_closest_point(world, (MicaVec2){x, y}, maxDistance,
                                            layers_of(low, high), flags, out));
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

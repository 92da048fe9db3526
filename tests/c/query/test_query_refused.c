// A query that is refused changes nothing, not even the trees that it would bring up to date first: the
// world is saved to the same bytes.
#include "build.h"

#include <stdlib.h>
#include <string.h>

static uint64_t checksum_of(MicaWorld *world)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0), checksum = 0;
    char *bytes = malloc(size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
    memcpy(&checksum, bytes + 16, sizeof checksum);
    free(bytes);
    return checksum;
}

// Asks the world what it must refuse. Returns how often it did.
static int ask(MicaWorld *world, MicaBody body)
{
    const MicaVec2 wrong = v2(NAN, 1.0f), right = v2(1.0f, -1.0f), far = v2(1e9f, 0.0f);
    const MicaTransform here = at(0.0f, 5.0f, 0.0f);
    const MicaShape shape = circle_shape(0.5f);
    const float ray[4] = {NAN, 0.0f, 1.0f, 1.0f}, cast[5] = {0.0f, NAN, 0.5f, 1.0f, 1.0f};
    const MicaVec2 path[2] = {{0.0f, 0.0f}, {NAN, 1.0f}};
    const MicaFilter *all = SEEN(~0ull, 0);
    MicaHit hit;
    MicaPathHit pathHit;
    int refused = 0;
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        mica_clear_error(world);                                                                   \
        call;                                                                                      \
        refused += mica_last_error(world) != MICA_ERROR_OK;                                        \
    } while (0)
    REFUSED(mica_ray_closest(world, wrong, right, all, &hit));
    REFUSED(mica_ray_any(world, far, right, all));
    REFUSED(mica_ray_batch(world, ray, 1, all, &hit));
    REFUSED(mica_shape_cast_closest(world, &shape, here, wrong, all, &hit));
    REFUSED(mica_shape_cast_all(world, &shape, here, wrong, all, &hit, 1));
    REFUSED(mica_shape_cast_batch(world, &shape, cast, 1, all, &hit));
    REFUSED(mica_circle_cast_batch(world, cast, 1, all, &hit));
    REFUSED(mica_closest_point(world, wrong, 1.0f, all, &hit));
    REFUSED(mica_closest_point(world, right, -1.0f, all, &hit));
    REFUSED(mica_body_sweep(world, body, path, 2, all, &pathHit));
#undef REFUSED
    return refused;
}

TEST(a_query_that_is_refused_changes_nothing)
{
    MicaWorld *world = make_world();
    add_ground(world);
    MicaBody body = add_dynamic(world, 0.0f, 90.0f, circle_shape(0.5f));
    for (int i = 0; i < 60; ++i) {
        add_dynamic(world, (float)(i % 10), 2.0f + (float)i, circle_shape(0.3f));
    }
    for (int i = 0; i < 40; ++i) {
        CHECK_EQ_INT(mica_world_step(world, FRAME, 4), MICA_ERROR_OK);
        uint64_t before = checksum_of(world);
        CHECK_EQ_INT(ask(world, body), 10);
        CHECK(checksum_of(world) == before);
    }
    mica_world_destroy(world);
}

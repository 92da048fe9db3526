// Queries of the world. None of them may change it, and each question has one answer: batches, the
// closest of all and whether there is any say the same to the bit.
#include "fuzz.h"

#include <stdlib.h>

static void check_hit(MicaWorld *world, const MicaHit *hit)
{
    check_vec(hit->point, "the point of a hit");
    check_vec(hit->normal, "the normal of a hit");
    if (!isfinite(hit->fraction) ||
        (hit->collider.id != 0 && !mica_collider_is_valid(world, hit->collider))) {
        fail("a hit is wrong");
    }
}

// Bits, as a fraction of -0 is another answer than 0.
static void check_same(const MicaHit *one, const MicaHit *other, const char *what)
{
    if (memcmp(one, other, sizeof *one) != 0) {
        fail(what);
    }
}

// The same question for all that are on the way. These include what the closest passes over within
// the union of static colliders it starts on, and the internal edges of chains and maps there; what moves
// and has one shape is never passed over.
static void check_all(MicaWorld *world, const MicaFilter *filter, const MicaHit *all, int32_t count,
                      int32_t capacity, bool found, const MicaHit *closest)
{
    if (mica_last_error(world) != MICA_ERROR_OK) {
        return;
    }
    if (found && count == 0) {
        fail("there is a closest, and none of all");
    }
    if (found && capacity > 0 && !(all[0].fraction <= closest->fraction)) {
        fail("the closest comes before the first of all");
    }
    MicaShape shape;
    if (filter != NULL && (filter->flags & MICA_QUERY_SKIP_STATIC) != 0 && count > 0 &&
        capacity > 0 && mica_collider_shape(world, all[0].collider, &shape) == MICA_ERROR_OK) {
        check_same(&all[0], closest, "the first of all is not the closest");
    }
    for (int32_t i = 0; i < count && i < capacity; i++) {
        check_hit(world, &all[i]);
        if (i > 0 && !(all[i - 1].fraction <= all[i].fraction)) {
            fail("hits are out of order");
        }
    }
}

// A ray around `i` steps of a pattern: fans and combs cross what one ray misses.
static void spread(float *ray, MicaVec2 from, MicaVec2 way, float step, int32_t i)
{
    MicaRot q = mica_rot(step * (float)i);
    ray[0] = from.x + (i % 3 == 1 ? step * (float)(i % 32) : 0.0f);
    ray[1] = from.y + (i % 3 == 2 ? step * (float)(i % 32) : 0.0f);
    ray[2] = q.c * way.x - q.s * way.y;
    ray[3] = q.s * way.x + q.c * way.y;
}

static void cast_rays(Input *in, MicaWorld *world, const MicaFilter *filter)
{
    uint32_t b = read_byte(in);
    int32_t count = b & 1 ? 65 + (int32_t)(b >> 1) : 1 + (int32_t)(b >> 4);
    MicaVec2 from = read_vec(in), way = read_vec(in);
    float step = read_float(in);
    float *rays = malloc(sizeof(float) * 4 * (size_t)count);
    MicaHit *batch = malloc(sizeof(MicaHit) * (size_t)count), all[6], one;
    for (int32_t i = 0; i < count; i++) {
        spread(rays + 4 * i, from, b & 2 ? (MicaVec2){30.0f, 0.0f} : way, step, i);
    }
    int32_t bad = (int32_t)(read_byte(in) % 128);
    if (bad < count && b % 16 == 7) {
        rays[4 * bad + (int32_t)(b >> 4) % 4] = read_float(in);
    }
    uint64_t before = fingerprint(world);
    mica_clear_error(world);
    int32_t hits = mica_ray_batch(world, rays, count, filter, batch);
    MicaError error = mica_last_error(world);
    int32_t slot = mica_last_error_slot(world), seen = 0;
    for (int32_t i = 0; i < count; i++) {
        MicaVec2 origin = {rays[4 * i], rays[4 * i + 1]};
        MicaVec2 motion = {rays[4 * i + 2], rays[4 * i + 3]};
        mica_clear_error(world);
        bool found = mica_ray_closest(world, origin, motion, filter, &one);
        MicaError alone = mica_last_error(world);
        if (error != MICA_ERROR_OK) {
            if (alone != error && i == slot) {
                fail("a batch is refused for a ray that is good");
            }
            continue;
        }
        seen += found ? 1 : 0;
        check_hit(world, &one);
        check_same(&batch[i], &one, "a batch of rays and a ray differ");
        if (i % 16 == 0) {
            if (mica_ray_any(world, origin, motion, filter) != found) {
                fail("any and closest differ on whether there is one");
            }
            int32_t capacity = (int32_t)(b % 7);
            int32_t n = mica_ray_all(world, origin, motion, filter, all, capacity);
            check_all(world, filter, all, n, capacity, found, &one);
        }
    }
    if (seen != (error == MICA_ERROR_OK ? hits : 0) || fingerprint(world) != before) {
        fail("a batch of rays counts wrong, or has changed the world");
    }
    free(rays);
    free(batch);
}

static void cast_shapes(Input *in, MicaWorld *world, const MicaFilter *filter)
{
    uint32_t b = read_byte(in);
    bool circles = b & 1;
    int32_t count = 1 + (int32_t)(b >> 4);
    MicaVec2 from = read_vec(in), way = read_vec(in);
    float step = read_float(in), angle = read_float(in);
    MicaShape shape = read_shape(in);
    float casts[5 * 16];
    MicaHit batch[16], all[6], one;
    for (int32_t i = 0; i < count; i++) {
        float ray[4];
        spread(ray, from, way, step, i);
        float *c = casts + 5 * i;
        c[0] = ray[0];
        c[1] = ray[1];
        c[2] = circles ? fabsf(angle) * 0.3f : angle + step * (float)i;
        c[3] = ray[2];
        c[4] = ray[3];
    }
    uint64_t before = fingerprint(world);
    mica_clear_error(world);
    int32_t hits = circles ? mica_circle_cast_batch(world, casts, count, filter, batch)
                           : mica_shape_cast_batch(world, &shape, casts, count, filter, batch);
    MicaError error = mica_last_error(world);
    int32_t slot = mica_last_error_slot(world), seen = 0;
    for (int32_t i = 0; i < count; i++) {
        const float *c = casts + 5 * i;
        if (circles) {
            memset(&shape, 0, sizeof shape);
            mica_shape_circle((MicaVec2){0.0f, 0.0f}, c[2], &shape);
        }
        MicaTransform place = {{c[0], c[1]}, circles ? (MicaRot){1.0f, 0.0f} : mica_rot(c[2])};
        MicaVec2 motion = {c[3], c[4]};
        mica_clear_error(world);
        bool found = mica_shape_cast_closest(world, &shape, place, motion, filter, &one);
        if (error != MICA_ERROR_OK) {
            // Asked alone it is given a rotation, not an angle.
            if (mica_last_error(world) == MICA_ERROR_OK && i == slot && fabsf(c[2]) <= 1e7f) {
                fail("a batch is refused for a cast that is good");
            }
            continue;
        }
        seen += found ? 1 : 0;
        check_hit(world, &one);
        check_same(&batch[i], &one, "a batch of casts and a cast differ");
        int32_t capacity = (int32_t)(b % 7);
        int32_t n = mica_shape_cast_all(world, &shape, place, motion, filter, all, capacity);
        check_all(world, filter, all, n, capacity, found, &one);
    }
    if (seen != (error == MICA_ERROR_OK ? hits : 0) || fingerprint(world) != before) {
        fail("a batch of casts counts wrong, or has changed the world");
    }
}

static void move_bodies(Input *in, MicaWorld *world, const MicaFilter *filter)
{
    uint32_t b = read_byte(in);
    MicaBody one = read_body(in, world), other = read_body(in, world);
    MicaVec2 path[5];
    int32_t count = (int32_t)(b % 6);
    for (int32_t i = 0; i < count && i < 5; i++) {
        path[i] = read_vec(in);
    }
    uint64_t before = fingerprint(world);
    MicaPathHit hit;
    mica_clear_error(world);
    bool found = mica_body_sweep(world, one, path, count > 5 ? 5 : count, filter, &hit);
    if (mica_last_error(world) == MICA_ERROR_OK) {
        check_hit(world, &hit.hit);
        check_vec(hit.position, "a position on the path");
        if (!isfinite(hit.distance) || hit.segment < 0 || hit.segment > count - 2 ||
            found != (hit.hit.collider.id != 0) || (found && hit.hit.body.id == one.id)) {
            fail("a path's hit is wrong");
        }
    }
    MicaMotion a = {.translation = read_vec(in)};
    a.turn = read_float(in);
    MicaMotion c = {{0.0f, 0.0f}, read_float(in)};
    MicaImpact i = mica_body_time_of_impact(world, one, a, other, c);
    check_vec(i.toi.normal, "the normal of an impact");
    check_vec(i.toi.point, "the point of an impact");
    bool meet = i.toi.state != MICA_TOI_SEPARATED && i.toi.state != MICA_TOI_INVALID;
    if (!(i.toi.fraction >= 0.0f && i.toi.fraction <= 1.0f) || meet != (i.colliderA.id != 0)) {
        fail("an impact is wrong");
    }
    if (fingerprint(world) != before) {
        fail("bodies that were only asked about have moved");
    }
}

void cast_in_world(Input *in, MicaWorld *world)
{
    Filter storage;
    const MicaFilter *filter = read_filter(in, world, &storage);
    uint32_t what = read_byte(in) % 4;
    if (what < 2) {
        cast_rays(in, world, filter);
    } else if (what == 2) {
        cast_shapes(in, world, filter);
    } else {
        move_bodies(in, world, filter);
    }
}

void query_world(Input *in, MicaWorld *world)
{
    Filter storage;
    const MicaFilter *filter = read_filter(in, world, &storage);
    MicaCollider out[8];
    uint32_t what = read_byte(in) % 9;
    MicaVec2 a = read_vec(in), b = read_vec(in);
    MicaShape shape;
    MicaHit hit = {0};
    bool found = false;
    int32_t capacity = (int32_t)(what % 9);
    uint64_t before = fingerprint(world);
    switch (what) {
    case 0:
        mica_overlap_point(world, a, b.x, filter, out, capacity);
        break;
    case 1:
        mica_overlap_aabb(world, (MicaAABB){a, b}, filter, out, capacity);
        break;
    case 2:
    case 3:
        shape = read_shape(in);
        mica_overlap_shape(world, &shape, (MicaTransform){a, mica_rot(b.x)}, filter, out, capacity);
        break;
    case 4:
        mica_overlap_collider(world, read_collider(in, world), filter, out, capacity);
        break;
    case 5:
        found = mica_closest_point(world, a, b.x, filter, &hit);
        break;
    case 6:
        found = mica_collider_closest_point(world, read_collider(in, world), a, &hit);
        break;
    case 7:
        found = mica_body_closest_point(world, read_body(in, world), a, &hit);
        break;
    default:
        mica_collider_contains(world, read_collider(in, world), a);
        break;
    }
    if (found) {
        check_hit(world, &hit);
    }
    if (fingerprint(world) != before) {
        fail("a query has changed the world");
    }
}

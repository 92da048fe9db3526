// Rays, shape casts and closest points in whole worlds against testing every collider in turn:
// worlds that were just built, that were stepped, and that were just edited.
#include "build.h"
#include "reference.h"

#include <stddef.h>
#include <string.h>

#define ALL_LAYERS UINT64_MAX
#define MAX_COLLIDERS 400

static void add_random_body(MicaWorld *world, uint32_t *seed, float spread)
{
    MicaBodyDef def = mica_body_def();
    def.type = (MicaBodyType)(test_random(seed) % MICA_BODY_TYPE_COUNT);
    def.position = random_point(seed, spread);
    def.angle = test_random_float(seed, -3.0f, 3.0f);
    def.linearVelocity = random_point(seed, def.type == MICA_BODY_STATIC ? 0.0f : 20.0f);
    MicaBody body = mica_body_create(world, &def);
    for (int i = 0, n = 1 + (int)(test_random(seed) % 2); i < n; ++i) {
        MicaColliderDef collider = mica_collider_def();
        collider.layer = (int32_t)(test_random(seed) % 4) * 21;
        collider.isTrigger = test_random(seed) % 5 == 0;
        MicaShape shape = random_shape(seed, test_random_float(seed, 0.05f, 1.0f));
        mica_collider_create(world, body, &collider, &shape);
    }
}

static MicaWorld *random_world(uint32_t *seed, float spread)
{
    MicaWorld *world = make_space();
    for (int i = 0, n = (int)(test_random(seed) % 60); i < n; ++i) {
        add_random_body(world, seed, spread);
    }
    return world;
}

// Edits after which queries must be right at once.
static void edit(MicaWorld *world, uint32_t *seed, float spread)
{
    int32_t slots = mica_world_views(world).slots;
    for (int32_t i = 0; i < slots; ++i) {
        MicaBody body = mica_body_at(world, i);
        if (body.id == 0) {
            continue;
        }
        MicaCollider colliders[2];
        int32_t n = mica_body_colliders(world, body, colliders, 2);
        switch (test_random(seed) % 12) {
        case 0:
            mica_body_destroy(world, body);
            break;
        case 1: {
            MicaVec2 place = random_point(seed, spread);
            mica_body_set_transform(world, body, place, test_random_float(seed, -3.0f, 3.0f));
            break;
        }
        case 2:
            mica_body_set_enabled(world, body, test_random(seed) % 2 == 0);
            break;
        case 3:
            mica_body_set_type(world, body,
                               (MicaBodyType)(test_random(seed) % MICA_BODY_TYPE_COUNT));
            break;
        case 4:
            mica_collider_set_layer(world, colliders[n - 1], (int32_t)(test_random(seed) % 64));
            break;
        case 5:
            mica_collider_set_trigger(world, colliders[0], test_random(seed) % 2 == 0);
            break;
        case 6: {
            MicaShape shape = random_shape(seed, 0.7f);
            mica_collider_set_shape(world, colliders[0], &shape);
            break;
        }
        case 7:
            add_random_body(world, seed, spread);
            break;
        default:
            break;
        }
    }
}

// A collider as the brute force sees it; false if the query must not test it.
static bool visible(MicaWorld *world, int32_t slot, uint64_t layers, uint32_t flags,
                    MicaShape *shape, MicaTransform *t)
{
    MicaCollider c = mica_collider_at(world, slot);
    if (c.id == 0) {
        return false;
    }
    MicaColliderDef def;
    MicaBody body = mica_collider_body(world, c);
    uint32_t bits = mica_body_flags(world, body);
    mica_collider_get(world, c, &def);
    mica_collider_shape(world, c, shape);
    *t = mica_body_transform(world, body);
    bool immovable = (bits & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC;
    return (bits & MICA_FLAG_ENABLED) != 0 && (layers >> def.layer & 1) != 0 &&
           (!def.isTrigger || (flags & MICA_QUERY_TRIGGERS) != 0) &&
           !(immovable && (flags & MICA_QUERY_SKIP_STATIC) != 0) &&
           !(!immovable && (flags & MICA_QUERY_SKIP_MOVING) != 0);
}

static uint32_t type_of(MicaWorld *world, int32_t slot)
{
    MicaBody body = mica_collider_body(world, mica_collider_at(world, slot));
    return mica_body_flags(world, body) & MICA_FLAG_TYPE_MASK;
}

// Whether a ray or shape starts in or on a solid collider of the type of the first hit, static or
// kinematic: then internal edges do not count, and the first hit is not the brute force's.
static bool starts_on_union(MicaWorld *world, const MicaShape *moving, MicaTransform from,
                            uint64_t layers, int32_t first)
{
    for (int32_t slot = 0; slot < MAX_COLLIDERS; ++slot) {
        MicaShape shape;
        MicaTransform t;
        if (type_of(world, first) != MICA_BODY_DYNAMIC &&
            visible(world, slot, layers, 0, &shape, &t) &&
            type_of(world, slot) == type_of(world, first) &&
            (moving != NULL ? mica_distance(moving, from, &shape, t).distance < 0.006f
                            : mica_shape_contains(&shape, t, from.p, 1e-5f))) {
            return true;
        }
    }
    return false;
}

typedef struct Expected {
    int32_t slot;
    MicaCast cast;
} Expected;

// All hits in order: of a ray if `moving` is null, of a shape otherwise.
static int brute(MicaWorld *world, const MicaShape *moving, MicaTransform from,
                 MicaVec2 translation, uint64_t layers, uint32_t flags, Expected *out)
{
    int count = 0;
    for (int32_t slot = 0; slot < MAX_COLLIDERS; ++slot) {
        MicaShape shape;
        MicaTransform t;
        if (!visible(world, slot, layers, flags, &shape, &t)) {
            continue;
        }
        MicaCast c = moving != NULL ? mica_shape_cast(moving, from, translation, &shape, t)
                                    : mica_ray_cast(&shape, t, from.p, translation);
        if (!c.hit || (c.startsInside && (flags & MICA_QUERY_INSIDE) == 0)) {
            continue;
        }
        int place = count++;
        for (; place > 0 && out[place - 1].cast.fraction > c.fraction; --place) {
            out[place] = out[place - 1];
        }
        out[place] = (Expected){slot, c};
    }
    return count;
}

static void check_hit(MicaWorld *world, const MicaHit *hit, const Expected *e, double tolerance)
{
    CHECK_EQ_INT(MICA_SLOT(hit->collider), e->slot);
    CHECK_EQ_INT(hit->collider.id, mica_collider_at(world, e->slot).id);
    CHECK_EQ_INT(hit->body.id, mica_collider_body(world, hit->collider).id);
    CHECK_EQ_INT(hit->startsInside, e->cast.startsInside);
    CHECK_NEAR(hit->fraction, e->cast.fraction, tolerance);
    CHECK_NEAR(hit->point.x, e->cast.point.x, 100.0 * tolerance);
    CHECK_NEAR(hit->point.y, e->cast.point.y, 100.0 * tolerance);
    CHECK_NEAR(hit->normal.x, e->cast.normal.x, 100.0 * tolerance);
    CHECK_NEAR(hit->normal.y, e->cast.normal.y, 100.0 * tolerance);
}

static uint64_t random_layers(uint32_t *seed)
{
    return test_random(seed) % 3 == 0 ? ALL_LAYERS
                                      : (uint64_t)test_random(seed) * 0x9e3779b97f4a7c15u;
}

// The library tests each candidate as mica_ray_cast does, so the bits are the same.
static int check_rays(MicaWorld *world, uint32_t *seed, int count, float spread)
{
    float rays[4 * 16];
    bool grounded[16];
    MicaHit hits[MAX_COLLIDERS], batch[16];
    Expected expected[MAX_COLLIDERS], first[16];
    uint64_t layers = random_layers(seed);
    uint32_t flags = test_random(seed) % (MICA_QUERY_FLAGS + 1);
    int found = 0;
    for (int i = 0; i < count; ++i) {
        MicaVec2 o = random_point(seed, spread), to = random_point(seed, spread),
                 d = v2(to.x - o.x, to.y - o.y);
        d = i % 8 == 0 ? v2(d.x, 0.0f) : i % 8 == 1 ? v2(0.0f, d.y) : d;
        int n = brute(world, NULL, at(o.x, o.y, 0.0f), d, layers, flags, expected);
        CHECK_EQ_INT(mica_ray_all(world, o, d, SEEN(layers, flags), hits, MAX_COLLIDERS), n);
        for (int k = 0; k < n; ++k) {
            check_hit(world, &hits[k], &expected[k], 0.0);
        }
        int half = n / 2;
        memset(hits, 0x55, sizeof hits);
        CHECK_EQ_INT(mica_ray_all(world, o, d, SEEN(layers, flags), hits, half), n);
        for (int k = 0; k < half; ++k) {
            check_hit(world, &hits[k], &expected[k], 0.0);
        }
        CHECK_EQ_INT(hits[half].collider.id, 0x55555555);
        MicaHit hit;
        grounded[i] =
            n > 0 && starts_on_union(world, NULL, at(o.x, o.y, 0.0f), layers, expected[0].slot);
        bool met = mica_ray_closest(world, o, d, SEEN(layers, flags), &hit);
        CHECK_EQ_INT(mica_ray_any(world, o, d, SEEN(layers, flags)), met);
        CHECK(grounded[i] ? n > 0 || !met : met == (n > 0));
        if (grounded[i]) {
            found += met;
        } else if (n > 0) {
            check_hit(world, &hit, &expected[0], 0.0);
            found++;
        } else {
            CHECK(hit.collider.id == 0 && hit.fraction == 1.0f && hit.point.x == o.x + d.x);
        }
        memcpy(rays + 4 * i, (float[4]){o.x, o.y, d.x, d.y}, 4 * sizeof(float));
        first[i] = n > 0 ? expected[0] : (Expected){-1, {0}};
    }
    int n = mica_ray_batch(world, rays, count, SEEN(layers, flags), batch);
    CHECK_EQ_INT(n, found);
    for (int i = 0; i < count; ++i) {
        if (grounded[i]) {
            MicaHit hit;
            mica_ray_closest(world, v2(rays[4 * i], rays[4 * i + 1]),
                             v2(rays[4 * i + 2], rays[4 * i + 3]), SEEN(layers, flags), &hit);
            CHECK(memcmp(&hit, &batch[i], sizeof hit) == 0);
        } else if (first[i].slot >= 0) {
            check_hit(world, &batch[i], &first[i], 0.0);
        } else {
            CHECK_EQ_INT(batch[i].collider.id, 0);
        }
    }
    return found;
}

// The hits of the world against those of the brute force. Two that are equally near may be swapped.
static void compare_hits(MicaWorld *world, const MicaShape *shape, MicaTransform from, MicaVec2 d,
                         const Expected *expected, int n, const MicaHit *hits, int m,
                         uint64_t layers, uint32_t flags)
{
    // A grazing hit may be found in one frame and not in the other; it must then be grazing.
    int i = 0, k = 0;
    while (i < n || k < m) {
        if (i < n && k < m && expected[i].slot == MICA_SLOT(hits[k].collider)) {
            CHECK_NEAR(hits[k].fraction, expected[i].cast.fraction, 1e-3);
            i++;
            k++;
            continue;
        }
        bool swapped = i + 1 < n && k + 1 < m &&
                       expected[i + 1].slot == MICA_SLOT(hits[k].collider) &&
                       expected[i].slot == MICA_SLOT(hits[k + 1].collider);
        if (swapped) {
            CHECK_NEAR(expected[i].cast.fraction, expected[i + 1].cast.fraction, 1e-5);
            i += 2;
            k += 2;
            continue;
        }
        bool mine = i >= n || (k < m && hits[k].fraction < expected[i].cast.fraction);
        MicaShape other;
        MicaTransform t;
        int32_t slot = mine ? MICA_SLOT(hits[k].collider) : expected[i].slot;
        float fraction = mine ? hits[k].fraction : expected[i].cast.fraction;
        visible(world, slot, layers, flags, &other, &t);
        double minimum = 1e9;
        for (int step = 0; step <= 2000; ++step) {
            MicaVec2 p =
                v2(from.p.x + d.x * (float)step / 2000.0f, from.p.y + d.y * (float)step / 2000.0f);
            minimum =
                fmin(minimum,
                     (double)mica_distance(shape, (MicaTransform){p, from.q}, &other, t).distance);
        }
        CHECK(minimum > -1e-3 || fraction > 0.999f);
        i += !mine;
        k += mine;
    }
}

// Here frames differ, so fractions agree within rounding, and of two equally near colliders either
// may be first.
static int check_shape_casts(MicaWorld *world, uint32_t *seed, float spread)
{
    MicaHit hits[MAX_COLLIDERS];
    Expected expected[MAX_COLLIDERS];
    uint64_t layers = random_layers(seed);
    uint32_t flags = test_random(seed) % (MICA_QUERY_FLAGS + 1);
    MicaShape shape = random_shape(seed, test_random_float(seed, 0.02f, 1.0f));
    MicaVec2 o = random_point(seed, spread), to = random_point(seed, spread),
             d = v2(to.x - o.x, to.y - o.y);
    float angle = test_random_float(seed, -3.0f, 3.0f);
    int n = brute(world, &shape, at(o.x, o.y, angle), d, layers, flags, expected);
    int m = mica_shape_cast_all(world, &shape, at(o.x, o.y, angle), d, SEEN(layers, flags), hits,
                                MAX_COLLIDERS);
    compare_hits(world, &shape, at(o.x, o.y, angle), d, expected, n, hits, m, layers, flags);
    MicaHit hit, one;
    bool any =
        mica_shape_cast_closest(world, &shape, at(o.x, o.y, angle), d, SEEN(layers, flags), &hit);
    bool grounded = m > 0 && starts_on_union(world, &shape, at(o.x, o.y, angle), layers,
                                             MICA_SLOT(hits[0].collider));
    CHECK(grounded ? m > 0 || !any : any == (m > 0));
    if (any && m > 0) {
        CHECK(grounded || fabsf(hit.fraction - hits[0].fraction) < 1e-6f);
        RefShape r =
            ref_shape(&shape, at(o.x + hit.fraction * d.x, o.y + hit.fraction * d.y, angle));
        if (!hit.startsInside) {
            CHECK_NEAR(ref_point_distance((RefVec){(double)hit.point.x, (double)hit.point.y}, &r),
                       0.0, 1e-3);
        }
    }
    const float cast[5] = {o.x, o.y, angle, d.x, d.y};
    CHECK_EQ_INT(mica_shape_cast_batch(world, &shape, cast, 1, SEEN(layers, flags), &one), any);
    CHECK(memcmp(&one, &hit, sizeof hit) == 0);
    return any;
}

static int check_closest(MicaWorld *world, uint32_t *seed, float spread)
{
    uint64_t layers = random_layers(seed);
    uint32_t flags = test_random(seed) % (MICA_QUERY_FLAGS + 1);
    MicaVec2 p = random_point(seed, spread);
    float maximum = test_random_float(seed, 0.0f, 3.0f);
    double minimum = 1e9;
    for (int32_t slot = 0; slot < MAX_COLLIDERS; ++slot) {
        MicaShape shape;
        MicaTransform t;
        if (visible(world, slot, layers, flags, &shape, &t)) {
            RefShape r = ref_shape(&shape, t);
            minimum = fmin(minimum, ref_point_distance((RefVec){(double)p.x, (double)p.y}, &r));
        }
    }
    MicaHit hit;
    bool found = mica_closest_point(world, p, maximum, SEEN(layers, flags), &hit);
    if (fabs(minimum - (double)maximum) > 1e-4) {
        CHECK_EQ_INT(found, minimum < (double)maximum);
    }
    if (found) {
        CHECK_NEAR(hit.fraction, minimum, 1e-4);
        CHECK_EQ_INT(hit.startsInside, hit.fraction < 0.0f);
        CHECK_NEAR(p.x - hit.point.x, hit.fraction * hit.normal.x, 1e-4);
        CHECK_NEAR(p.y - hit.point.y, hit.fraction * hit.normal.y, 1e-4);
        MicaShape shape;
        MicaTransform t;
        visible(world, MICA_SLOT(hit.collider), layers, flags, &shape, &t);
        RefShape r = ref_shape(&shape, t);
        CHECK_NEAR(ref_point_distance((RefVec){(double)hit.point.x, (double)hit.point.y}, &r), 0.0,
                   1e-4);
    }
    return found;
}

TEST(random_scenes)
{
    uint32_t seed = 10007;
    int rays = 0, casts = 0, points = 0;
    for (int i = 0; i < test_part(3000, 20); ++i) {
        float spread = i % 2 == 0 ? 5.0f : 15.0f;
        MicaWorld *world = random_world(&seed, spread);
        for (int round = 0; round < 4; ++round) {
            rays += check_rays(world, &seed, 16, 1.3f * spread);
            casts += check_shape_casts(world, &seed, 1.3f * spread);
            points += check_closest(world, &seed, 1.3f * spread);
            // First as built, then after steps, after an edit, and after steps again.
            if (round == 0) {
                continue;
            }
            if (round == 2) {
                edit(world, &seed, spread);
            }
            mica_world_step(world, FRAME, 4);
            mica_world_step(world, FRAME, 4);
            if (round == 1) {
                edit(world, &seed, spread);
            }
        }
        CHECK_EQ_STR(mica_world_validate(world), NULL);
        mica_world_destroy(world);
    }
    CHECK(rays > test_part(10000, 20));
    CHECK(casts > test_part(3000, 20) && points > test_part(1500, 20));
}

TEST(nearer_slot_wins_ties)
{
    MicaWorld *world = make_space();
    MicaBody bodies[40];
    for (int i = 0; i < 40; ++i) {
        bodies[i] = add_body(world, i % 2 == 0 ? MICA_BODY_DYNAMIC : MICA_BODY_STATIC, 5.0f, 0.0f);
    }
    MicaCollider lowest = {0};
    for (int i = 0; i < 40; ++i) {
        MicaCollider c = add_circle(world, bodies[39 - i], 1.0f);
        lowest = i == 0 ? c : lowest;
    }
    for (int round = 0; round < 2; ++round) {
        MicaHit hit, hits[40];
        CHECK(mica_ray_closest(world, v2(0.0f, 0.3f), v2(7.0f, 0.1f), NULL, &hit));
        CHECK_EQ_INT(hit.collider.id, lowest.id);
        MicaShape box = box_shape(0.3f, 0.2f);
        CHECK(
            mica_shape_cast_closest(world, &box, at(0.0f, 0.3f, 0.5f), v2(7.0f, 0.1f), NULL, &hit));
        CHECK_EQ_INT(hit.collider.id, lowest.id);
        CHECK(mica_closest_point(world, v2(3.0f, 0.5f), 9.0f, NULL, &hit));
        CHECK_EQ_INT(hit.collider.id, lowest.id);
        CHECK_EQ_INT(mica_ray_all(world, v2(0.0f, 0.3f), v2(7.0f, 0.1f), NULL, hits, 40), 40);
        for (int i = 0; i + 1 < 40; ++i) {
            CHECK(MICA_SLOT(hits[i].collider) < MICA_SLOT(hits[i + 1].collider));
        }
        mica_layer_set(world, 0, 0, MICA_IGNORE);  // so that they do not push each other apart away
        mica_world_step(world, FRAME, 4);
    }
    mica_world_destroy(world);
}

// A step moves leaves far out of the boxes of their parents; a query right after it must find them.
TEST(right_after_a_step)
{
    MicaWorld *world = make_space();
    MicaBody fast = {0};
    for (int i = 0; i < 64; ++i) {
        MicaBody b = add_dynamic(world, (float)(i % 8), (float)(i / 8), circle_shape(0.1f));
        fast = i == 27 ? b : fast;
    }
    mica_world_step(world, FRAME, 4);
    mica_body_set_velocity(world, fast, v2(0.0f, -6000.0f));
    mica_world_step(world, FRAME, 4);
    MicaHit hit;
    float y = position_of(world, fast).y, x = position_of(world, fast).x;
    CHECK(y < -50.0f);
    CHECK(mica_ray_closest(world, v2(x - 1.0f, y), v2(2.0f, 0.0f), NULL, &hit));
    CHECK_EQ_INT(hit.body.id, fast.id);
    CHECK(mica_closest_point(world, v2(x - 1.0f, y), 2.0f, NULL, &hit));
    CHECK_EQ_INT(hit.body.id, fast.id);
    MicaCollider found[4];
    CHECK_EQ_INT(mica_overlap_point(world, v2(x, y), 0.0f, SEEN(ALL_LAYERS, 0), found, 4), 1);
    mica_world_destroy(world);
}

TEST(start_inside_is_an_option)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0.0f, 0.0f, box_shape(1.0f, 1.0f));
    add_dynamic(world, 5.0f, 0.0f, box_shape(1.0f, 1.0f));
    MicaHit hit;
    CHECK(mica_ray_closest(world, v2(0.5f, 0.0f), v2(9.0f, 0.0f), NULL, &hit));
    CHECK_NEAR(hit.point.x, 4.0, 1e-6);
    CHECK(!hit.startsInside);
    CHECK(mica_ray_closest(world, v2(0.5f, 0.0f), v2(9.0f, 0.0f),
                           SEEN(ALL_LAYERS, MICA_QUERY_INSIDE), &hit));
    CHECK_EQ_INT(hit.body.id, body.id);
    CHECK(hit.startsInside == 1 && hit.fraction == 0.0f);
    CHECK_NEAR(hit.normal.x, 1.0, 1e-6);
    MicaShape circle = circle_shape(0.25f);
    CHECK(
        mica_shape_cast_closest(world, &circle, at(0.5f, 0.0f, 0.0f), v2(9.0f, 0.0f), NULL, &hit));
    CHECK_NEAR(hit.fraction, 3.25 / 9.0, 1e-6);
    MicaTransform there = at(0.5f, 0.0f, 0.0f);
    CHECK(mica_shape_cast_closest(world, &circle, there, v2(0.0f, 0.0f),
                                  SEEN(ALL_LAYERS, MICA_QUERY_INSIDE), &hit));
    CHECK(hit.startsInside);
    mica_world_destroy(world);
}

// No query changes the world or takes memory.
TEST(queries_leave_the_world_alone)
{
    uint64_t hashes[2];
    for (int queried = 0; queried < 2; ++queried) {
        uint32_t seed = 77, other = 5;
        MicaWorld *world = random_world(&seed, 6.0f);
        for (int i = 0; i < 30; ++i) {
            add_random_body(world, &seed, 6.0f);
        }
        for (int i = 0; i < 120; ++i) {
            uint64_t bytes = mica_world_bytes(world);
            for (int k = 0; k < 3 * queried; ++k) {
                MicaHit hits[8];
                MicaShape shape = random_shape(&other, 1.0f);
                mica_ray_all(world, random_point(&other, 8.0f), v2(3.0f, 4.0f), SEEN(ALL_LAYERS, 3),
                             hits, 8);
                mica_shape_cast_all(world, &shape, at(0.0f, 0.0f, 1.0f), v2(3.0f, 4.0f),
                                    SEEN(ALL_LAYERS, 3), hits, 8);
                mica_closest_point(world, random_point(&other, 8.0f), 3.0f, SEEN(ALL_LAYERS, 3),
                                   hits);
            }
            CHECK_EQ_INT(mica_world_bytes(world), bytes);
            mica_world_step(world, FRAME, 4);
        }
        hashes[queried] = mica_world_hash(world);
        mica_world_destroy(world);
    }
    CHECK_EQ_HEX(hashes[0], hashes[1]);
}

// Rays, casts and closest points in a world that never moved give these bits in every build.
TEST(same_bits_everywhere)
{
    uint32_t seed = 2468;
    uint64_t hash = 14695981039346656037ull;
    MicaWorld *world = make_space();
    for (int i = 0; i < 300; ++i) {
        add_random_body(world, &seed, 15.0f);
    }
    for (int i = 0; i < 2000; ++i) {
        MicaShape shape = random_shape(&seed, 0.5f);
        MicaTransform from = random_transform(&seed, v2(0.0f, 0.0f), 15.0f);
        MicaVec2 translation = random_point(&seed, 10.0f);
        MicaHit hits[3];
        mica_ray_closest(world, from.p, translation, SEEN(ALL_LAYERS, 3), &hits[0]);
        mica_shape_cast_closest(world, &shape, from, translation, SEEN(ALL_LAYERS, 2), &hits[1]);
        mica_closest_point(world, from.p, 20.0f, NULL, &hits[2]);
        // Slots only: generations differ between the worlds of one program.
        for (int j = 0; j < 3; ++j) {
            hits[j].collider.id = (uint32_t)MICA_SLOT(hits[j].collider);
            hits[j].body.id = (uint32_t)MICA_SLOT(hits[j].body);
            hash_bytes(&hash, &hits[j], offsetof(MicaHit, part));
        }
    }
    mica_world_destroy(world);
    CHECK_EQ_HEX(hash, 0xc121060728d51d92);
}

TEST(coordinates_out_of_range_are_refused)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0.0f, 0.0f, circle_shape(1.0f));
    MicaHit hit, before;
    memset(&hit, 0x5a, sizeof hit);
    before = hit;
    MicaShape good = circle_shape(0.5f);
    MicaVec2 o = v2(-3.0f, 0.0f), d = v2(6.0f, 0.0f);
    MicaTransform t = at(-3.0f, 0.0f, 0.0f);
    const float evil[3] = {NAN, INFINITY, 1e8f};
    for (int i = 0; i < 3; ++i) {
        MicaError e = i < 2 ? MICA_ERROR_NOT_FINITE : MICA_ERROR_OUT_OF_RANGE;
        MicaVec2 x = v2(evil[i], 0.0f), y = v2(1.0f, evil[i]);
        MicaTransform place = at(evil[i], 0.0f, 0.0f), turned = {{0.0f, 0.0f}, {1.0f, evil[i]}};
        CHECK_REFUSED(world, mica_ray_closest(world, x, d, NULL, &hit), e);
        CHECK_REFUSED(world, mica_ray_closest(world, o, y, NULL, &hit), e);
        CHECK_REFUSED(world, mica_ray_any(world, o, y, NULL), e);
        CHECK_REFUSED(world, mica_ray_all(world, o, y, NULL, &hit, 1), e);
        CHECK_REFUSED(world, mica_shape_cast_closest(world, &good, place, d, NULL, &hit), e);
        CHECK_REFUSED(world, mica_shape_cast_closest(world, &good, turned, d, NULL, &hit), e);
        CHECK_REFUSED(world, mica_shape_cast_all(world, &good, t, y, NULL, &hit, 1), e);
        CHECK_REFUSED(world, mica_closest_point(world, y, 1.0f, NULL, &hit), e);
        CHECK_REFUSED(world, mica_closest_point(world, o, evil[i], NULL, &hit), e);
        MicaHit three[3] = {before, before, before};
        float rays[12] = {-3, 0, 6, 0, -3, 0, 6, 0, -3, 0, 6, 0};
        rays[6] = evil[i];
        CHECK_REFUSED(world, mica_ray_batch(world, rays, 3, NULL, three), e);
        CHECK_EQ_INT(mica_last_error_slot(world), 1);
        float casts[10] = {-3, 0, 0, 6, 0, -3, 0, 0, 6, 0};
        casts[9] = evil[i];
        CHECK_REFUSED(world, mica_shape_cast_batch(world, &good, casts, 2, NULL, three), e);
        CHECK_EQ_INT(mica_last_error_slot(world), 1);
        for (int k = 0; k < 3; ++k) {
            CHECK(memcmp(&three[k], &before, sizeof before) == 0);
        }
    }
    CHECK(memcmp(&hit, &before, sizeof hit) == 0);
    mica_world_destroy(world);
}

TEST(bad_input)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0.0f, 0.0f, circle_shape(1.0f));
    MicaHit hit, before;
    memset(&hit, 0x5a, sizeof hit);
    before = hit;
    MicaShape bad = circle_shape(0.5f);
    bad.radius = -1.0f;
    MicaVec2 o = v2(-3.0f, 0.0f), d = v2(6.0f, 0.0f);
    MicaTransform t = at(-3.0f, 0.0f, 0.0f);
    MicaVec2 zero = v2(0.0f, 0.0f);
    float immovable[8] = {-3, 0, 6, 0, -3, 0, 0, 0};
    CHECK_REFUSED(world, mica_ray_closest(world, o, zero, NULL, &hit), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_ray_batch(world, immovable, 1, NULL, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_ray_batch(world, NULL, 1, NULL, &hit), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_ray_batch(world, immovable, -1, NULL, &hit), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_ray_closest(world, o, d, SEEN(ALL_LAYERS, 16), &hit),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_ray_closest(world, o, d, NULL, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_ray_all(world, o, d, NULL, &hit, -1), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_ray_all(world, o, d, NULL, NULL, 1), MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_shape_cast_closest(world, NULL, t, d, NULL, &hit),
                  MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_shape_cast_closest(world, &bad, t, d, NULL, &hit),
                  MICA_ERROR_BAD_SHAPE);
    CHECK_REFUSED(world, mica_closest_point(world, o, -1.0f, NULL, &hit), MICA_ERROR_OUT_OF_RANGE);
    CHECK(memcmp(&hit, &before, sizeof hit) == 0);
    CHECK(!mica_ray_closest(NULL, o, d, NULL, &hit) && !mica_ray_any(NULL, o, d, NULL));
    // No layers: nothing. No rays: nothing to do. An empty world.
    mica_clear_error(world);
    CHECK(!mica_ray_closest(world, o, d, SEEN(0, 0), &hit));
    CHECK_EQ_INT(mica_ray_batch(world, NULL, 0, NULL, NULL), 0);
    MicaWorld *empty = make_space();
    CHECK(!mica_ray_any(empty, o, d, NULL));
    CHECK(!mica_closest_point(empty, o, 1e7f, NULL, &hit));
    CHECK_EQ_INT(mica_last_error(world), MICA_ERROR_OK);
    mica_world_destroy(empty);
    mica_world_destroy(world);
}

// Overlap queries against a plain list, right after edits, with layers; and the arguments they
// refuse.
#include "build.h"
#include "reference.h"

enum { MAX = 300 };

typedef struct Things {
    MicaWorld *world;
    MicaCollider colliders[MAX];
    int layers[MAX];
    int count;
    uint32_t seed;
} Things;

static void add_thing(Things *t)
{
    const MicaBodyType types[3] = {MICA_BODY_STATIC, MICA_BODY_KINEMATIC, MICA_BODY_DYNAMIC};
    float x = test_random_float(&t->seed, -10, 10), y = test_random_float(&t->seed, -10, 10);
    MicaBody body = add_body(t->world, types[test_random(&t->seed) % 3], x, y);
    mica_body_set_transform(t->world, body, v2(x, y), test_random_float(&t->seed, -3, 3));
    MicaColliderDef def = mica_collider_def();
    def.layer = (int32_t)(test_random(&t->seed) % 64);
    def.isTrigger = test_random(&t->seed) % 4 == 0;
    MicaShape shape = random_shape(&t->seed, 0.8f);
    t->layers[t->count] = def.layer;
    t->colliders[t->count++] = mica_collider_create(t->world, body, &def, &shape);
}

static RefShape place_of(Things *t, int i)
{
    MicaShape shape;
    mica_collider_shape(t->world, t->colliders[i], &shape);
    return ref_shape(&shape,
                     mica_body_transform(t->world, mica_collider_body(t->world, t->colliders[i])));
}

// The hits are distinct, and thing i is among them exactly if `distance[i]` is negative and its
// layer is queried; near zero either is right.
static void check_hits(Things *t, const MicaCollider *hits, int count, const double *distance,
                       uint64_t layers)
{
    for (int i = 0; i < t->count; i++) {
        int times = 0;
        for (int k = 0; k < count; k++) {
            times += hits[k].id == t->colliders[i].id;
        }
        bool queried = (layers >> t->layers[i] & 1) != 0;
        if (queried && fabs(distance[i]) < 1e-4) {
            CHECK(times <= 1);
        } else {
            CHECK_EQ_INT(times, queried && distance[i] < 0.0);
        }
    }
}

static void check_queries(Things *t)
{
    static MicaCollider hits[MAX];
    double distance[MAX];
    const uint64_t layerSets[4] = {~(uint64_t)0, 0xffffffff00000000u, 0x1248u, 0};
    uint64_t layers = layerSets[test_random(&t->seed) % 4];

    float px = test_random_float(&t->seed, -11, 11), py = test_random_float(&t->seed, -11, 11);
    float slack = test_random(&t->seed) % 2 ? 0.0f : test_random_float(&t->seed, 0, 1);
    for (int i = 0; i < t->count; i++) {
        RefShape s = place_of(t, i);
        distance[i] = ref_point_distance((RefVec){(double)px, (double)py}, &s) - (double)slack;
    }
    int count = mica_overlap_point(t->world, v2(px, py), slack, SEEN(layers, 0), hits, MAX);
    check_hits(t, hits, count, distance, layers);

    float w = test_random_float(&t->seed, 0, 4), h = test_random_float(&t->seed, 0, 4);
    MicaAABB box = {{px, py}, {px + w, py + h}};
    for (int i = 0; i < t->count; i++) {
        MicaAABB b = mica_collider_aabb(t->world, t->colliders[i]);
        double gapX = fmax((double)(b.lower.x - box.upper.x), (double)(box.lower.x - b.upper.x));
        double gapY = fmax((double)(b.lower.y - box.upper.y), (double)(box.lower.y - b.upper.y));
        distance[i] = fmax(gapX, gapY);
    }
    count = mica_overlap_aabb(t->world, box, SEEN(layers, 0), hits, MAX);
    check_hits(t, hits, count, distance, layers);

    MicaShape probe = random_shape(&t->seed, 1.0f);
    MicaTransform place = random_transform(&t->seed, v2(0, 0), 10);
    RefShape r = ref_shape(&probe, place);
    for (int i = 0; i < t->count; i++) {
        RefShape s = place_of(t, i);
        distance[i] = ref_distance(&r, &s);
    }
    count = mica_overlap_shape(t->world, &probe, place, SEEN(layers, 0), hits, MAX);
    check_hits(t, hits, count, distance, layers);
}

TEST(overlaps_agree_with_a_list_after_every_edit)
{
    Things t = {.world = make_space(), .seed = 2024};
    for (int round = 0; round < 300; round++) {
        uint32_t action = test_random(&t.seed) % 6;
        int i = t.count > 0 ? (int)(test_random(&t.seed) % (uint32_t)t.count) : 0;
        MicaBody body = t.count > 0 ? mica_collider_body(t.world, t.colliders[i]) : (MicaBody){0};
        if (t.count < 20 || (action < 3 && t.count < MAX)) {
            add_thing(&t);
        } else if (action == 3) {
            mica_body_destroy(t.world, body);
            t.count--;
            t.colliders[i] = t.colliders[t.count];
            t.layers[i] = t.layers[t.count];
        } else if (action == 4) {
            float x = test_random_float(&t.seed, -10, 10), y = test_random_float(&t.seed, -10, 10);
            mica_body_set_transform(t.world, body, v2(x, y), x);
        } else {
            t.layers[i] = (int)(test_random(&t.seed) % 64);
            mica_collider_set_layer(t.world, t.colliders[i], t.layers[i]);
            MicaShape shape = random_shape(&t.seed, 0.8f);
            mica_collider_set_shape(t.world, t.colliders[i], &shape);
        }
        check_queries(&t);
        if (round % 10 == 9) {
            mica_body_set_velocity(t.world, body, v2(1, 2));
            run(t.world, 1);
            check_queries(&t);
        }
    }
    mica_world_destroy(t.world);
}

TEST(counts_exceed_the_capacity_given)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < 10; i++) {
        add_dynamic(world, 0.01f * (float)i, 0, circle_shape(1));
    }
    MicaCollider out[4] = {{0}, {0}, {0}, {77}};
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, NULL, out, 3), 10);
    CHECK(mica_collider_is_valid(world, out[2]) && out[3].id == 77);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, NULL, NULL, 100), 10);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, NULL, out, -5), 10);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, SEEN(2, 0), out, 3), 0);
    mica_world_destroy(world);
}

TEST(a_point_with_slack_finds_what_is_near)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
    CHECK_EQ_INT(mica_overlap_point(world, v2(0.7f, 0), 0, NULL, NULL, 0), 0);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0.7f, 0), 0.25f, NULL, NULL, 0), 1);
    // Corner: 0.283 away
    CHECK_EQ_INT(mica_overlap_point(world, v2(0.7f, 0.7f), 0.25f, NULL, NULL, 0), 0);
    mica_world_destroy(world);
}

TEST(disabled_bodies_are_not_found)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, box_shape(0.5f, 0.5f));
    mica_body_set_enabled(world, body, false);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, NULL, NULL, 0), 0);
    mica_body_set_enabled(world, body, true);
    CHECK_EQ_INT(mica_overlap_point(world, v2(0, 0), 0, NULL, NULL, 0), 1);
    mica_world_destroy(world);
}

TEST(bad_arguments_are_refused)
{
    MicaWorld *world = make_space();
    add_dynamic(world, 0, 0, circle_shape(1));
    MicaShape disc = circle_shape(1), none = {0};
    const uint64_t all = ~(uint64_t)0;
    CHECK_REFUSED(world, mica_overlap_point(world, v2(NAN, 0), 0, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_overlap_point(world, v2(0, INFINITY), 0, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_overlap_point(world, v2(0, 0), -1, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_overlap_point(world, v2(0, 0), NAN, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_NOT_FINITE);
    MicaAABB turned = {{1, 0}, {0, 1}}, open = {{0, 0}, {NAN, 1}}, wide = {{-INFINITY, 0}, {1, 1}};
    CHECK_REFUSED(world, mica_overlap_aabb(world, turned, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_overlap_aabb(world, open, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_overlap_aabb(world, wide, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_overlap_shape(world, NULL, at(0, 0, 0), SEEN(all, 0), NULL, 0),
                  MICA_ERROR_BAD_SHAPE);
    CHECK_REFUSED(world, mica_overlap_shape(world, &none, at(0, 0, 0), SEEN(all, 0), NULL, 0),
                  MICA_ERROR_BAD_SHAPE);
    MicaTransform bad = {{0, 0}, {0.5f, 0.5f}};
    CHECK_REFUSED(world, mica_overlap_shape(world, &disc, bad, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_OUT_OF_RANGE);
    bad = (MicaTransform){{NAN, 0}, {1, 0}};
    CHECK_REFUSED(world, mica_overlap_shape(world, &disc, bad, SEEN(all, 0), NULL, 0),
                  MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(world);
}

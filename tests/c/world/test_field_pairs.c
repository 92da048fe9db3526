// In how many fields a collider is at once: pairs are bounded, and which ones are made depends on
// priorities and slots, whatever came and went.
#include "fields.h"
#include "world.h"

enum { BODIES = 120, FIELDS = 130 };

static MicaBody add_wind(MicaWorld *world, MicaBodyType type, float x, float size, int32_t priority)
{
    MicaField wind = mica_field(MICA_FIELD_WIND);
    wind.acceleration = v2(1.0f, 0.0f);
    wind.priority = priority;
    MicaBody body = add_body(world, type, x, 0.0f);
    MicaCollider zone = add_zone_to(world, body, box_shape(size, size));
    CHECK_EQ_INT(mica_collider_set_field(world, zone, &wind), MICA_ERROR_OK);
    return body;
}

static MicaBody add_visitor(MicaWorld *world, int i)
{
    return add_dynamic(world, 2.0f * (float)(i % 32) - 32.0f, 2.0f * (float)(i / 32) - 30.0f,
                       box_shape(0.3f, 0.3f));
}

// The contacts of a collider with fields that act on it.
static int pairs_of(const MicaWorld *world, int32_t visitor)
{
    int pairs = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        int32_t other = c->colliderA == visitor   ? c->colliderB
                        : c->colliderB == visitor ? c->colliderA
                                                  : NONE;
        pairs += other != NONE && (c->flags & CONTACT_TRIGGER) != 0 &&
                 field_acts_on(world, other, visitor) &&
                 aabb_overlaps(&world->state.colliders.data[other].box,
                               &world->state.colliders.data[visitor].box);
    }
    return pairs;
}

// The fields that a collider overlaps; of those, *best have the highest priority.
static int fields_of(const MicaWorld *world, int32_t visitor, int *best, int32_t *priority)
{
    int found = 0;
    *best = 0;
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        const Collider *t = &world->state.colliders.data[i],
                       *v = &world->state.colliders.data[visitor];
        if (i == visitor || (t->flags & v->flags & COLLIDER_IN_TREE) == 0 ||
            !field_acts_on(world, i, visitor) || pair_response(world, t, v) != MICA_TRIGGER ||
            !aabb_overlaps(&t->box, &v->box)) {
            continue;
        }
        int32_t own = world->state.fields.data[t->field].def.priority;
        *best = found == 0 || own > *priority ? 1 : *best + (own == *priority);
        *priority = found == 0 || own > *priority ? own : *priority;
        found += 1;
    }
    return found;
}

// Without motion: everything is in all fields, or in as many as it may be, the highest first.
static void check_all(MicaWorld *world)
{
    run_with(world, 2, 1e-6f, 1);
    int shared = 0;
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        const Collider *v = &world->state.colliders.data[i];
        if ((v->flags & COLLIDER_IN_TREE) == 0 || !body_is_dynamic(world, v->body)) {
            continue;
        }
        int best;
        int32_t priority;
        int pairs = pairs_of(world, i), fields = fields_of(world, i, &best, &priority), met = 0;
        CHECK(pairs <= fields && pairs >= min_i(fields, FIELDS_EACH));
        shared += max_i(pairs - FIELDS_EACH, 0);
        for (int32_t k = 0; k < world->state.contacts.count; ++k) {
            const Contact *c = &world->state.contacts.data[k];
            int32_t other = c->colliderA == i ? c->colliderB : c->colliderA;
            bool own = (c->flags & CONTACT_TRIGGER) != 0 &&
                       (c->colliderA == i || c->colliderB == i) && field_acts_on(world, other, i);
            met +=
                own &&
                world->state.fields.data[world->state.colliders.data[other].field].def.priority ==
                    priority;
        }
        CHECK(met >= min_i(best, FIELDS_EACH));
    }
    CHECK(shared <= FIELDS_SHARED);
}

TEST(a_thousand_waters_over_a_thousand_bodies_fit_into_memory)
{
    MicaWorldDef def = mica_world_def();
    def.maxBytes = 32u << 20;
    MicaWorld *world = mica_world_create(&def);
    MicaField water = mica_field(MICA_FIELD_WATER);
    for (int i = 0; i < 1000; ++i) {
        add_zone(world, 0.0f, 0.0f, box_shape(500.0f, 500.0f), &water);
        add_visitor(world, i);
    }
    run(world, 2);
    MicaCounters c = mica_world_counters(world);
    CHECK(c.contacts >= 1000 * FIELDS_EACH);
    CHECK(c.triggerPairs <= 1000 * FIELDS_EACH + FIELDS_SHARED);
    CHECK(c.fieldBound > 900);
    uint64_t bytes = mica_world_bytes(world);
    run(world, 2);
    CHECK(mica_world_bytes(world) == bytes);
    mica_world_destroy(world);
}

TEST(one_large_body_is_in_all_of_a_thousand_fields)
{
    MicaWorld *world = make_space();
    for (int i = 0; i < 1000; ++i) {
        add_wind(world, MICA_BODY_STATIC, (float)(i - 500), 0.5f, 0);
    }
    MicaBody raft = add_dynamic(world, 0.0f, 0.0f, box_shape(600.0f, 0.3f));
    run(world, 2);
    CHECK_EQ_INT(mica_world_counters(world).contacts, 1000);
    CHECK_EQ_INT(mica_world_counters(world).fieldBound, 0);
    MicaVec2 before = mica_body_velocity(world, raft);
    for (int i = 0; i < world->state.fields.count; ++i) {
        world->state.fields.data[i].def.drag = 0.0f;
    }
    run(world, 1);
    CHECK_NEAR(mica_body_velocity(world, raft).x - before.x, 1000.0f * FRAME, 1e-3f);
    mica_world_destroy(world);
}

TEST(the_field_of_the_highest_priority_is_found_among_many)
{
    MicaWorld *world = make_space();
    MicaBody bodies[BODIES];
    for (int i = 0; i < FIELDS; ++i) {
        add_wind(world, MICA_BODY_STATIC, 0.0f, 100.0f, 0);
    }
    for (int i = 0; i < BODIES; ++i) {
        bodies[i] = add_visitor(world, i);
    }
    check_all(world);
    CHECK(mica_world_counters(world).fieldBound > 0);
    MicaField up = mica_field(MICA_FIELD_WIND);
    up.acceleration = v2(0.0f, 1.0f);
    up.drag = 0.0f;
    up.priority = 7;
    add_zone(world, 0.0f, 0.0f, box_shape(100.0f, 100.0f), &up);
    check_all(world);
    MicaVec2 before[BODIES];
    for (int i = 0; i < BODIES; ++i) {
        before[i] = mica_body_velocity(world, bodies[i]);
    }
    run(world, 1);
    for (int i = 0; i < BODIES; ++i) {
        CHECK_NEAR(mica_body_velocity(world, bodies[i]).y, FRAME, 1e-4f);
        CHECK_NEAR(mica_body_velocity(world, bodies[i]).x, before[i].x, 1e-4f);
    }
    mica_world_destroy(world);
}

// One random edit of the world.
static void change(MicaWorld *world, uint32_t *seed, MicaBody *fields, MicaBody *bodies)
{
    uint32_t k = test_random(seed) % FIELDS, b = test_random(seed) % BODIES;
    MicaBody field = fields[k];
    MicaCollider zone = {0};
    mica_body_colliders(world, field, &zone, 1);
    MicaField gust = mica_field(MICA_FIELD_WIND);
    gust.priority = (int32_t)(test_random(seed) % 5) - 2;
    float x = test_random_float(seed, -90.0f, 90.0f);
    switch (test_random(seed) % 8) {
    case 0:
        mica_body_destroy(world, field);
        fields[k] = add_wind(world, k % 3 == 0 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC, x, 80.0f,
                             gust.priority);
        break;
    case 1:
        mica_collider_set_field(world, zone, NULL);
        break;
    case 2:
        mica_collider_set_field(world, zone, &gust);
        break;
    case 3:
        mica_body_set_transform(world, field, v2(x, 0.0f), 0.0f);
        break;
    case 4:
        mica_body_destroy(world, bodies[b]);
        bodies[b] = add_visitor(world, (int)b);
        break;
    case 5:
        mica_body_set_transform(world, bodies[b], v2(x, 3.0f), 0.0f);
        break;
    case 6:
        mica_body_set_enabled(world, field, test_random(seed) % 4 != 0);
        break;
    default:
        mica_body_set_velocity(world, bodies[b], v2(x, 0.0f));
        break;
    }
}

TEST(whatever_comes_and_goes_none_is_in_fewer_fields_than_it_may_be)
{
    for (uint32_t scene = 1; scene < 3; ++scene) {
        uint32_t seed = scene;
        MicaWorld *world = make_space();
        MicaBody fields[FIELDS], bodies[BODIES];
        for (int i = 0; i < FIELDS; ++i) {
            fields[i] = add_wind(world, i % 3 == 0 ? MICA_BODY_KINEMATIC : MICA_BODY_STATIC, 0.0f,
                                 100.0f, 0);
        }
        for (int i = 0; i < BODIES; ++i) {
            bodies[i] = add_visitor(world, i);
        }
        check_all(world);
        for (int i = 0; i < test_part(40, 4); ++i) {
            for (uint32_t n = test_random(&seed) % 12; n > 0; --n) {
                change(world, &seed, fields, bodies);
            }
            run(world, (int)(test_random(&seed) % 3));
            check_all(world);
        }
        mica_world_destroy(world);
    }
}

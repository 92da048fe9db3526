// 10,000 random scenes of a few bodies: every kind of query against testing each collider in turn,
// with random layers, triggers, disabled bodies and exclusions, right after bodies were created,
// moved and destroyed.
#include "build.h"
#include "reference.h"

#include <string.h>

#define SCENES 10000
#define MAX 32

typedef struct Scene {
    MicaWorld *world;
    MicaBody bodies[8];
    int count;
    // The filter's exclusions, also as a list.
    MicaFilter filter;
    MicaBody ignoredBody;
    MicaCollider ignoredCollider;
} Scene;

static void add_random(Scene *s, uint32_t *seed)
{
    MicaBodyDef def = mica_body_def();
    def.type = (MicaBodyType)(test_random(seed) % MICA_BODY_TYPE_COUNT);
    def.position = random_point(seed, 2.5f);
    def.angle = test_random_float(seed, -3.0f, 3.0f);
    def.enabled = test_random(seed) % 8 != 0;
    MicaBody body = mica_body_create(s->world, &def);
    for (int i = 0, n = 1 + (int)(test_random(seed) % 2); i < n; ++i) {
        MicaColliderDef collider = mica_collider_def();
        collider.layer = (int32_t)(test_random(seed) % 4) * 21;
        collider.isTrigger = test_random(seed) % 5 == 0;
        collider.group = test_random(seed) % 6 == 0 ? (int32_t)(test_random(seed) % 3) - 1 : 0;
        MicaShape shape = random_shape(seed, test_random_float(seed, 0.2f, 1.5f));
        mica_collider_create(s->world, body, &collider, &shape);
    }
    s->bodies[s->count++] = body;
}

static void make_scene(Scene *s, uint32_t *seed)
{
    *s = (Scene){.world = make_space()};
    for (int i = 0; i < 8; ++i) {
        mica_layer_set(s->world, (int32_t)(test_random(seed) % 4) * 21,
                       (int32_t)(test_random(seed) % 4) * 21,
                       (MicaResponse)(test_random(seed) % MICA_RESPONSE_COUNT));
    }
    for (int i = 0, n = 3 + (int)(test_random(seed) % 5); i < n; ++i) {
        add_random(s, seed);
    }
    if (test_random(seed) % 4 == 0) {
        mica_world_step(s->world, FRAME, 1);
    }
    // Edits, without a step before the queries.
    mica_body_set_transform(s->world, s->bodies[0], random_point(seed, 2.5f), 1.0f);
    if (test_random(seed) % 2 == 0) {
        mica_body_destroy(s->world, s->bodies[--s->count]);
    }
    s->filter.layers =
        test_random(seed) % 4 != 0 ? UINT64_MAX : (uint64_t)test_random(seed) * 0x9e3779b97f4a7c15u;
    s->filter.flags = test_random(seed) % 2 == 0 ? 0 : test_random(seed) % (MICA_QUERY_FLAGS + 1);
    MicaCollider colliders[2];
    s->ignoredBody = s->bodies[1];
    mica_body_colliders(s->world, s->bodies[0], colliders, 2);
    s->ignoredCollider = colliders[0];
    s->filter.bodies = &s->ignoredBody;
    s->filter.bodyCount = test_random(seed) % 3 == 0;
    s->filter.colliders = &s->ignoredCollider;
    s->filter.colliderCount = test_random(seed) % 3 == 0;
}

// One collider as the public API reports it.
typedef struct Thing {
    MicaCollider collider;
    MicaBody body;
    MicaShape shape;
    MicaTransform t;
    MicaColliderDef def;
    bool enabled, fixed;
    uint32_t type;
} Thing;

static int things_of(const Scene *s, Thing *out)
{
    int count = 0;
    for (int32_t slot = 0; slot < MAX; ++slot) {
        MicaCollider c = mica_collider_at(s->world, slot);
        if (c.id == 0) {
            continue;
        }
        Thing *t = &out[count++];
        t->collider = c;
        t->body = mica_collider_body(s->world, c);
        t->t = mica_body_transform(s->world, t->body);
        uint32_t flags = mica_body_flags(s->world, t->body);
        t->enabled = (flags & MICA_FLAG_ENABLED) != 0;
        t->fixed = (flags & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC;
        t->type = flags & MICA_FLAG_TYPE_MASK;
        mica_collider_get(s->world, c, &t->def);
        mica_collider_shape(s->world, c, &t->shape);
    }
    return count;
}

static bool is_tested(const Scene *s, const Thing *t, bool triggers)
{
    const MicaFilter *f = &s->filter;
    return t->enabled && (f->layers >> t->def.layer & 1) != 0 &&
           (triggers || !t->def.isTrigger || (f->flags & MICA_QUERY_TRIGGERS) != 0) &&
           !(t->fixed && (f->flags & MICA_QUERY_SKIP_STATIC) != 0) &&
           !(!t->fixed && (f->flags & MICA_QUERY_SKIP_MOVING) != 0) &&
           !(f->bodyCount > 0 && t->body.id == s->ignoredBody.id) &&
           !(f->colliderCount > 0 && t->collider.id == s->ignoredCollider.id);
}

// The first of all hits of a ray or, given a shape, of the shape; and their count.
static int first_hit(const Scene *s, const Thing *things, int count, const MicaShape *moving,
                     MicaTransform from, MicaVec2 translation, const Thing **first, MicaCast *cast)
{
    int hits = 0;
    for (int i = 0; i < count; ++i) {
        if (!is_tested(s, &things[i], false)) {
            continue;
        }
        MicaCast c = moving != NULL
                         ? mica_shape_cast(moving, from, translation, &things[i].shape, things[i].t)
                         : mica_ray_cast(&things[i].shape, things[i].t, from.p, translation);
        if (c.hit && (!c.startsInside || (s->filter.flags & MICA_QUERY_INSIDE) != 0) &&
            (hits++ == 0 || c.fraction < cast->fraction)) {
            *cast = c;
            *first = &things[i];
        }
    }
    return hits;
}

// Whether a caster starts in or on a collider of this type, static or kinematic, that it tests:
// then hits inside the union of such colliders count for the list of all hits only, not for closest
// and any.
static bool starts_on_union(const Scene *s, const Thing *things, int count, const MicaShape *shape,
                            MicaTransform at, uint32_t type)
{
    for (int i = 0; i < count; ++i) {
        const Thing *t = &things[i];
        bool candidate = t->enabled && t->type == type && type != MICA_BODY_DYNAMIC &&
                         !t->def.isTrigger && (s->filter.layers >> t->def.layer & 1) != 0;
        if (candidate && mica_distance(shape, at, &t->shape, t->t).distance < 0.006f) {
            return true;
        }
    }
    return false;
}

// A random shape, and circles of a batch, cast from o.
static void check_shape_casts(const Scene *s, const Thing *things, int count, MicaVec2 o,
                              MicaVec2 translation, uint32_t *seed)
{
    const Thing *first = NULL;
    MicaCast cast = {0};
    MicaHit hit, all[MAX], batch;
    MicaShape shape = random_shape(seed, 0.6f);
    MicaTransform from = at(o.x, o.y, test_random_float(seed, -3.0f, 3.0f));
    int hits = first_hit(s, things, count, &shape, from, translation, &first, &cast);
    bool grounded = hits > 0 && starts_on_union(s, things, count, &shape, from, first->type);
    bool found = mica_shape_cast_closest(s->world, &shape, from, translation, &s->filter, &hit);
    CHECK(grounded ? !found || hits > 0 : found == (hits > 0));
    CHECK_EQ_INT(mica_shape_cast_all(s->world, &shape, from, translation, &s->filter, all, MAX),
                 hits);
    if (hits > 0 && !grounded) {
        // The world casts in world space, the pair in the fixed shape's: they round
        // differently.
        CHECK_NEAR(hit.fraction, cast.fraction, 1e-5);
        CHECK(memcmp(&all[0], &hit, sizeof hit) == 0);
    }
    // The circles of a batch against the same circle as a shape.
    float r = test_random_float(seed, 0.05f, 1.0f);
    MicaShape disc = circle_shape(r);
    const float circle[5] = {o.x, o.y, r, translation.x, translation.y};
    MicaTransform place = at(o.x, o.y, 0.0f);
    CHECK_EQ_INT(mica_circle_cast_batch(s->world, circle, 1, &s->filter, &batch),
                 mica_shape_cast_closest(s->world, &disc, place, translation, &s->filter, &hit));
    CHECK(memcmp(&batch, &hit, sizeof hit) == 0);
}

TEST(rays_and_shape_casts)
{
    uint32_t seed = 404u;
    int total = 0;
    for (int n = 0; n < test_part(SCENES, 4); ++n) {
        Scene s;
        Thing things[MAX];
        make_scene(&s, &seed);
        int count = things_of(&s, things);
        MicaVec2 o = random_point(&seed, 4.0f), to = random_point(&seed, 4.0f),
                 translation = v2(to.x - o.x, to.y - o.y);
        const Thing *first = NULL;
        MicaCast cast = {0};
        MicaHit hit, all[MAX], batch;
        MicaShape spot = circle_shape(1e-4f);
        int hits =
            first_hit(&s, things, count, NULL, at(o.x, o.y, 0.0f), translation, &first, &cast);
        bool grounded =
            hits > 0 && starts_on_union(&s, things, count, &spot, at(o.x, o.y, 0.0f), first->type);
        CHECK_EQ_INT(mica_ray_all(s.world, o, translation, &s.filter, all, MAX), hits);
        bool found = mica_ray_closest(s.world, o, translation, &s.filter, &hit);
        CHECK_EQ_INT(mica_ray_any(s.world, o, translation, &s.filter), found);
        CHECK(grounded ? !found || hits > 0 : found == (hits > 0));
        const float ray[4] = {o.x, o.y, translation.x, translation.y};
        CHECK_EQ_INT(mica_ray_batch(s.world, ray, 1, &s.filter, &batch), found);
        CHECK(memcmp(&batch, &hit, sizeof hit) == 0);
        if (hits > 0 && !grounded) {
            CHECK_EQ_INT(hit.collider.id, first->collider.id);
            CHECK(hit.fraction == cast.fraction && hit.normal.x == cast.normal.x);
            CHECK(memcmp(&all[0], &hit, sizeof hit) == 0);
            for (int i = 1; i < hits; ++i) {
                CHECK(all[i].fraction >= all[i - 1].fraction);
            }
            total++;
        }
        check_shape_casts(&s, things, count, o, translation, &seed);
        CHECK_EQ_INT(mica_last_error(s.world), MICA_ERROR_OK);
        mica_world_destroy(s.world);
    }
    CHECK(total > test_part(SCENES, 4) / 8 && total < test_part(SCENES, 4));
}

static bool in_list(MicaCollider c, const MicaCollider *list, int count)
{
    for (int i = 0; i < count; ++i) {
        if (list[i].id == c.id) {
            return true;
        }
    }
    return false;
}

// The closest point of the world within `most`, and that of a body, where the world's is `nearest`
// away.
static void check_closest(const Scene *s, const Thing *things, int count, MicaVec2 p, float maximum,
                          float nearest)
{
    MicaHit hit;
    bool found = mica_closest_point(s->world, p, maximum, &s->filter, &hit);
    CHECK(found == (nearest <= maximum) || fabsf(nearest - maximum) < 2e-3f);
    if (found) {
        CHECK_NEAR(hit.fraction, nearest, 2e-3);
    }
    // Of a body: the nearest of its colliders.
    MicaBody body = s->bodies[0];
    CHECK(mica_body_closest_point(s->world, body, p, &hit));
    for (int i = 0; i < count; ++i) {
        MicaHit each;
        mica_collider_closest_point(s->world, things[i].collider, p, &each);
        CHECK(things[i].body.id != body.id || each.fraction >= hit.fraction);
    }
}

TEST(overlaps_and_nearest_points)
{
    uint32_t seed = 405u;
    int hitScenes = 0;
    for (int n = 0; n < test_part(SCENES, 4); ++n) {
        Scene s;
        Thing things[MAX];
        make_scene(&s, &seed);
        int count = things_of(&s, things);
        MicaVec2 p = random_point(&seed, 3.0f), q = random_point(&seed, 1.0f);
        float slack = test_random(&seed) % 2 == 0 ? 0.0f : test_random_float(&seed, 0.0f, 0.5f);
        MicaAABB box = {v2(p.x - fabsf(q.x), p.y - fabsf(q.y)),
                        v2(p.x + fabsf(q.x), p.y + fabsf(q.y))};
        MicaShape probe = random_shape(&seed, 0.8f), dot = circle_shape(1e-3f);
        MicaTransform place = at(p.x, p.y, q.x);
        const Thing *own = &things[test_random(&seed) % (uint32_t)count];
        MicaCollider point[MAX], boxed[MAX], shaped[MAX], of[MAX];
        int inPoint = mica_overlap_point(s.world, p, slack, &s.filter, point, MAX),
            inBox = mica_overlap_aabb(s.world, box, &s.filter, boxed, MAX),
            inShape = mica_overlap_shape(s.world, &probe, place, &s.filter, shaped, MAX),
            inOwn = mica_overlap_collider(s.world, own->collider, &s.filter, of, MAX);
        float nearest = 1e9f;
        for (int i = 0; i < count; ++i) {
            const Thing *t = &things[i];
            bool sees = is_tested(&s, t, true);
            bool there = sees && mica_shape_contains(&t->shape, t->t, p, slack);
            CHECK_EQ_INT(in_list(t->collider, point, inPoint), there);
            MicaAABB b = mica_shape_aabb(&t->shape, t->t);
            there = sees && b.lower.x <= box.upper.x && box.lower.x <= b.upper.x &&
                    b.lower.y <= box.upper.y && box.lower.y <= b.upper.y;
            CHECK_EQ_INT(in_list(t->collider, boxed, inBox), there);
            there = sees && mica_collide(&probe, place, &t->shape, t->t, 0.0f).count > 0;
            float gap = mica_distance(&probe, place, &t->shape, t->t).distance;
            CHECK(in_list(t->collider, shaped, inShape) == there || fabsf(gap) < 1e-4f);
            there = sees && t->body.id != own->body.id &&
                    mica_collide(&own->shape, own->t, &t->shape, t->t, 0.0f).count > 0;
            gap = mica_distance(&own->shape, own->t, &t->shape, t->t).distance;
            CHECK(in_list(t->collider, of, inOwn) == there || fabsf(gap) < 1e-4f);
            hitScenes += there;
            float far = mica_distance(&t->shape, t->t, &dot, at(p.x, p.y, 0.0f)).distance + 1e-3f;
            nearest = is_tested(&s, t, false) && far < nearest ? far : nearest;
            MicaHit hit;
            CHECK(mica_collider_closest_point(s.world, t->collider, p, &hit));
            CHECK_NEAR(hit.fraction, far, 2e-3);
            CHECK_EQ_INT(hit.collider.id, t->collider.id);
        }
        check_closest(&s, things, count, p, test_random_float(&seed, 0.0f, 3.0f), nearest);
        CHECK_EQ_INT(mica_last_error(s.world), MICA_ERROR_OK);
        mica_world_destroy(s.world);
    }
    CHECK(hitScenes > test_part(SCENES, 4) / 8);
}

// A body rotates about its centre of mass.
static MicaSweep sweep_of(const Scene *s, MicaBody body, MicaMotion m)
{
    MicaVec2 c = mica_body_center(s->world, body);
    float angle = mica_rot_angle(mica_body_transform(s->world, body).q);
    return (MicaSweep){mica_body_mass(s->world, body).center, c,
                       v2(c.x + m.translation.x, c.y + m.translation.y), angle, angle + m.turn};
}

TEST(bodies_that_come_together)
{
    uint32_t seed = 406u;
    int states[MICA_TOI_STATE_COUNT] = {0};
    for (int n = 0; n < SCENES; ++n) {
        Scene s;
        Thing things[MAX];
        make_scene(&s, &seed);
        int count = things_of(&s, things);
        MicaMotion a = {random_point(&seed, 8.0f), 0.0f}, b = {random_point(&seed, 4.0f), 0.0f};
        if (n % 2 == 0) {
            a.turn = test_random_float(&seed, -6.0f, 6.0f);
            b.turn = test_random_float(&seed, -6.0f, 6.0f);
        }
        MicaImpact impact = mica_body_time_of_impact(s.world, s.bodies[0], a, s.bodies[1], b);
        MicaSweep sa = sweep_of(&s, s.bodies[0], a), sb = sweep_of(&s, s.bodies[1], b);
        float first = 2.0f;
        for (int i = 0; i < count * count; ++i) {
            const Thing *x = &things[i / count], *y = &things[i % count];
            if (x->body.id == s.bodies[0].id && y->body.id == s.bodies[1].id && !x->def.isTrigger &&
                !y->def.isTrigger) {
                MicaTimeOfImpact t = mica_time_of_impact(&x->shape, &sa, &y->shape, &sb, 1.0f);
                first = t.state != MICA_TOI_SEPARATED && t.fraction < first ? t.fraction : first;
            }
        }
        states[impact.toi.state]++;
        if (impact.toi.state == MICA_TOI_SEPARATED) {
            CHECK(first > 0.999f);
            CHECK(impact.colliderA.id == 0 && impact.colliderB.id == 0);
        } else {
            CHECK_NEAR(impact.toi.fraction, first, 1e-4);
            CHECK_EQ_INT(mica_collider_body(s.world, impact.colliderA).id, s.bodies[0].id);
            CHECK_EQ_INT(mica_collider_body(s.world, impact.colliderB).id, s.bodies[1].id);
        }
        mica_world_destroy(s.world);
    }
    CHECK_EQ_INT(states[MICA_TOI_INVALID], 0);
    CHECK(states[MICA_TOI_HIT] > 500 && states[MICA_TOI_SEPARATED] > 500 &&
          states[MICA_TOI_OVERLAPPED] > 50);
}

// The response of a collider, in the words of the manual.
static MicaResponse expected_response(const Scene *s, const Thing *a, const Thing *b)
{
    MicaResponse r = mica_layer_response(s->world, a->def.layer, b->def.layer);
    if (a->def.group == b->def.group && a->def.group != 0) {
        r = a->def.group > 0 ? MICA_SOLID : MICA_IGNORE;
    }
    if (r != MICA_IGNORE && b->def.isTrigger) {
        uint32_t type = mica_body_flags(s->world, a->body) & MICA_FLAG_TYPE_MASK;
        return (b->def.sees >> type & 1) != 0 ? MICA_TRIGGER : MICA_IGNORE;
    }
    return r;
}

// The fraction at which body 0 first hits anything on one leg of its path, or 2.
static float first_on_leg(const Scene *s, const Thing *things, int count, MicaVec2 from,
                          MicaVec2 translation)
{
    float best = 2.0f;
    for (int i = 0; i < count * count; ++i) {
        const Thing *own = &things[i / count], *other = &things[i % count];
        if (own->body.id != s->bodies[0].id || own->def.isTrigger ||
            other->body.id == own->body.id || !is_tested(s, other, false)) {
            continue;
        }
        MicaResponse r = expected_response(s, own, other);
        if (r == MICA_IGNORE ||
            (r == MICA_TRIGGER && (s->filter.flags & MICA_QUERY_TRIGGERS) == 0)) {
            continue;
        }
        MicaTransform t = {from, own->t.q};
        MicaCast c = mica_shape_cast(&own->shape, t, translation, &other->shape, other->t);
        if (c.hit && (!c.startsInside || (s->filter.flags & MICA_QUERY_INSIDE) != 0) &&
            c.fraction < best) {
            best = c.fraction;
        }
    }
    return best;
}

TEST(bodies_on_a_path)
{
    uint32_t seed = 407u;
    int hitScenes = 0;
    for (int n = 0; n < SCENES; ++n) {
        Scene s;
        Thing things[MAX];
        make_scene(&s, &seed);
        mica_body_set_enabled(s.world, s.bodies[0], true);
        int count = things_of(&s, things);
        MicaVec2 path[4];
        int points = 2 + (int)(test_random(&seed) % 3);
        for (int i = 0; i < points; ++i) {
            path[i] = random_point(&seed, 5.0f);
        }
        MicaPathHit hit;
        bool found = mica_body_sweep(s.world, s.bodies[0], path, points, &s.filter, &hit);
        float gone = 0.0f, distance = -1.0f;
        bool grounded = false;
        for (int k = 0; k + 1 < points && distance < 0.0f; ++k) {
            MicaVec2 translation = v2(path[k + 1].x - path[k].x, path[k + 1].y - path[k].y);
            float length = sqrtf(translation.x * translation.x + translation.y * translation.y),
                  best;
            for (int i = 0; i < count; ++i) {
                MicaTransform from = {path[k], things[i].t.q};
                grounded = grounded || (things[i].body.id == s.bodies[0].id &&
                                        (starts_on_union(&s, things, count, &things[i].shape, from,
                                                         MICA_BODY_STATIC) ||
                                         starts_on_union(&s, things, count, &things[i].shape, from,
                                                         MICA_BODY_KINEMATIC)));
            }
            best = first_on_leg(&s, things, count, path[k], translation);
            distance = best <= 1.0f ? gone + best * length : distance;
            gone += length;
        }
        // Once the body is on the union, hits inside the union are none, and a later one is
        // reported.
        CHECK(found == (distance >= 0.0f) || (grounded && !found));
        CHECK(grounded ? hit.distance > distance - 1e-3f
                       : fabsf(hit.distance - (found ? distance : gone)) < 1e-3f);
        if (found) {
            hitScenes++;
            CHECK_EQ_INT(mica_collider_body(s.world, hit.own).id, s.bodies[0].id);
            CHECK(hit.hit.body.id != s.bodies[0].id);
            MicaVec2 a = path[hit.segment], b = path[hit.segment + 1];
            CHECK_NEAR(hit.position.x, a.x + hit.hit.fraction * (b.x - a.x), 1e-5);
            CHECK_NEAR(hit.position.y, a.y + hit.hit.fraction * (b.y - a.y), 1e-5);
        } else {
            CHECK(hit.hit.collider.id == 0 && hit.own.id == 0);
            CHECK_NEAR(hit.position.x, path[points - 1].x, 0.0);
        }
        mica_world_destroy(s.world);
    }
    CHECK(hitScenes > SCENES / 10 && hitScenes < SCENES * 9 / 10);
}

TEST(bad_arguments_are_refused)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             gone = add_dynamic(world, 5, 0, circle_shape(0.5f));
    MicaCollider own, lost;
    mica_body_colliders(world, body, &own, 1);
    mica_body_colliders(world, gone, &lost, 1);
    mica_body_destroy(world, gone);
    MicaHit hit;
    MicaPathHit pathHit;
    MicaVec2 o = v2(-3, 0), d = v2(6, 0), path[2] = {{0, 0}, {1, 0}};
    const MicaFilter stale = {.layers = ~0u, .bodyCount = 1, .bodies = &gone},
                     staleCollider = {.layers = ~0u, .colliderCount = 1, .colliders = &lost},
                     none = {.layers = ~0u, .bodyCount = 1},
                     many = {.layers = ~0u, .bodyCount = 65, .bodies = &body},
                     negative = {.layers = ~0u, .colliderCount = -1, .colliders = &own},
                     strange = {.layers = ~0u, .flags = 16};
    const struct {
        const MicaFilter *filter;
        MicaError error;
    } cases[] = {{&stale, MICA_ERROR_STALE_BODY},      {&staleCollider, MICA_ERROR_STALE_COLLIDER},
                 {&none, MICA_ERROR_NULL_ARGUMENT},    {&many, MICA_ERROR_OUT_OF_RANGE},
                 {&negative, MICA_ERROR_OUT_OF_RANGE}, {&strange, MICA_ERROR_OUT_OF_RANGE}};
    const float ray[4] = {-3, 0, 6, 0}, circle[5] = {-3, 0, 0.5f, 6, 0},
                flat[5] = {-3, 0, 0.0f, 6, 0};
    MicaShape disc = circle_shape(0.5f);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const MicaFilter *f = cases[i].filter;
        MicaError e = cases[i].error;
        CHECK_REFUSED(world, mica_ray_closest(world, o, d, f, &hit), e);
        CHECK_REFUSED(world, mica_ray_any(world, o, d, f), e);
        CHECK_REFUSED(world, mica_ray_all(world, o, d, f, NULL, 0), e);
        CHECK_REFUSED(world, mica_ray_batch(world, ray, 1, f, &hit), e);
        CHECK_REFUSED(world, mica_circle_cast_batch(world, circle, 1, f, &hit), e);
        CHECK_REFUSED(world, mica_shape_cast_closest(world, &disc, at(0, 0, 0), d, f, &hit), e);
        CHECK_REFUSED(world, mica_closest_point(world, o, 1.0f, f, &hit), e);
        CHECK_REFUSED(world, mica_overlap_point(world, o, 0.0f, f, NULL, 0), e);
        CHECK_REFUSED(world, mica_overlap_aabb(world, (MicaAABB){o, o}, f, NULL, 0), e);
        CHECK_REFUSED(world, mica_overlap_shape(world, &disc, at(0, 0, 0), f, NULL, 0), e);
        CHECK_REFUSED(world, mica_overlap_collider(world, own, f, NULL, 0), e);
        CHECK_REFUSED(world, mica_body_sweep(world, body, path, 2, f, &pathHit), e);
    }
    MicaTransform stretched = {{0.0f, 0.0f}, {2.0f, 0.0f}};
    CHECK_REFUSED(world, mica_shape_cast_closest(world, &disc, stretched, d, NULL, &hit),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_overlap_collider(world, lost, NULL, NULL, 0),
                  MICA_ERROR_STALE_COLLIDER);
    CHECK_REFUSED(world, mica_collider_closest_point(world, lost, o, &hit),
                  MICA_ERROR_STALE_COLLIDER);
    CHECK_REFUSED(world, mica_collider_closest_point(world, own, v2(NAN, 0), &hit),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_collider_closest_point(world, own, o, NULL),
                  MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_body_closest_point(world, gone, o, &hit), MICA_ERROR_STALE_BODY);
    CHECK_REFUSED(world, mica_circle_cast_batch(world, flat, 1, NULL, &hit),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_EQ_INT(mica_last_error_slot(world), 0);
    CHECK_REFUSED(world, mica_circle_cast_batch(world, NULL, 1, NULL, &hit),
                  MICA_ERROR_NULL_ARGUMENT);
    mica_world_destroy(world);
}

TEST(bad_arguments_of_moving_bodies_are_refused)
{
    MicaWorld *world = make_space();
    MicaBody body = add_dynamic(world, 0, 0, circle_shape(0.5f)),
             gone = add_dynamic(world, 5, 0, circle_shape(0.5f));
    mica_body_destroy(world, gone);
    MicaPathHit pathHit;
    MicaVec2 path[2] = {{0, 0}, {1, 0}}, bad[2] = {{0, 0}, {NAN, 0}};
    CHECK_REFUSED(world, mica_body_sweep(world, gone, path, 2, NULL, &pathHit),
                  MICA_ERROR_STALE_BODY);
    CHECK_REFUSED(world, mica_body_sweep(world, body, path, 1, NULL, &pathHit),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_sweep(world, body, NULL, 2, NULL, &pathHit),
                  MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_body_sweep(world, body, path, 2, NULL, NULL),
                  MICA_ERROR_NULL_ARGUMENT);
    CHECK_REFUSED(world, mica_body_sweep(world, body, bad, 2, NULL, &pathHit),
                  MICA_ERROR_NOT_FINITE);
    CHECK_EQ_INT(mica_last_error_slot(world), 1);
    MicaMotion still = {{0, 0}, 0}, wild = {{0, 0}, 2e4f}, nan = {{NAN, 0}, 0};
    MicaBody other = add_dynamic(world, 2, 0, circle_shape(0.5f));
    CHECK_REFUSED(world, mica_body_time_of_impact(world, body, wild, other, still),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_time_of_impact(world, body, still, other, nan),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(world, mica_body_time_of_impact(world, body, still, body, still),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(world, mica_body_time_of_impact(world, gone, still, body, still),
                  MICA_ERROR_STALE_BODY);
    CHECK_EQ_INT(mica_body_time_of_impact(NULL, body, still, other, still).toi.state,
                 MICA_TOI_INVALID);
    mica_world_destroy(world);
}

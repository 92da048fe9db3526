// Matter's refused calls: each bad argument gives its error and changes nothing.
#include "build_matter.h"

#include <string.h>

// A world with some of everything, and handles that are stale.
typedef struct Stage {
    MicaWorld *world;
    MicaMatter water, gone;
    MicaEmitter emitter, ended;
    MicaCollider trigger, solid, destroyed;
} Stage;

static MicaCollider add_trigger(MicaWorld *world, float x, float y)
{
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = box_shape(1, 1);
    return mica_collider_create(world, add_body(world, MICA_BODY_STATIC, x, y), &def, &shape);
}

static Stage make_stage(void)
{
    Stage s = {.world = make_world()};
    MicaBody ground = add_ground(s.world);
    s.solid = add_box(s.world, ground, 1, 1);
    s.destroyed = add_box(s.world, ground, 1, 1);
    s.trigger = add_trigger(s.world, 0, 1);
    s.gone = add_matter(s.world, MICA_MATTER_SAND);
    s.water = add_matter(s.world, MICA_MATTER_LIQUID);
    fill_box(s.world, s.water, 0, 2, 1, 1);
    MicaEmitterDef def = mica_emitter_def();
    def.matter = s.gone;
    s.ended = mica_emitter_create(s.world, &def);
    def.matter = s.water;
    s.emitter = mica_emitter_create(s.world, &def);
    mica_collider_set_gauge(s.world, s.trigger, &(MicaGaugeDef){.threshold = 1});
    mica_matter_destroy(s.world, s.gone);
    mica_collider_destroy(s.world, s.destroyed);
    run(s.world, 10);
    CHECK(s.emitter.id != 0 && s.ended.id != 0 && s.trigger.id != 0);
    return s;
}

// ----------------------------------------------------------------------------------- definitions

// A number of a definition, and values that it may not have.
typedef struct BadNumber {
    size_t offset;
    float low, high;
} BadNumber;

static const BadNumber badNumbers[] = {
    {offsetof(MicaMatterDef, spacing), 0.0009f, 100.5f},
    {offsetof(MicaMatterDef, density), 0.0009f, 1.1e6f},
    {offsetof(MicaMatterDef, viscosity), -0.01f, 1.01f},
    {offsetof(MicaMatterDef, cohesion), -0.01f, 1.01f},
    {offsetof(MicaMatterDef, friction), -0.01f, 1.01f},
    {offsetof(MicaMatterDef, repose), 0.16f, 0.63f},
    {offsetof(MicaMatterDef, stiffness), -0.01f, 1.01f},
    {offsetof(MicaMatterDef, plasticity), -0.01f, 1.01f},
    {offsetof(MicaMatterDef, tearing), -0.01f, 100.5f},
    {offsetof(MicaMatterDef, lifetime), -0.01f, 1.1e6f},
};
static const BadNumber badEmitterNumbers[] = {
    {offsetof(MicaEmitterDef, position.x), -1.1e7f, 1.1e7f},
    {offsetof(MicaEmitterDef, position.y), -1.1e7f, 1.1e7f},
    {offsetof(MicaEmitterDef, angle), -1.1e8f, 1.1e8f},
    {offsetof(MicaEmitterDef, width), -0.01f, 1001},
    {offsetof(MicaEmitterDef, speed), -0.01f, 1001},
    {offsetof(MicaEmitterDef, rate), -0.01f, 1.1e5f},
    {offsetof(MicaEmitterDef, lifetime), -0.01f, 1.1e6f},
};

// The k-th bad value of a number, of five, and its error.
static float bad_value(const BadNumber *bad, int k, MicaError *error)
{
    const float values[5] = {bad->low, bad->high, NAN, INFINITY, -INFINITY};
    *error = k < 2 ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_NOT_FINITE;
    return values[k];
}

static void check_bad_matter(Stage *s, const MicaMatterDef *def, MicaError error)
{
    CHECK_REFUSED(s->world, CHECK_EQ_INT(mica_matter_create(s->world, def).id, 0), error);
    CHECK_ERROR(s->world, mica_matter_set(s->world, s->water, def), error);
}

TEST(bad_definitions_of_matter_are_refused)
{
    Stage s = make_stage();
    MicaMatterDef good = mica_matter_definition(s.world, s.water);
    MicaError error;
    for (size_t i = 0; i < sizeof badNumbers / sizeof *badNumbers; ++i) {
        for (int k = 0; k < 5; ++k) {
            MicaMatterDef def = good;
            float value = bad_value(&badNumbers[i], k, &error);
            memcpy((char *)&def + badNumbers[i].offset, &value, sizeof value);
            check_bad_matter(&s, &def, error);
        }
    }
    MicaMatterDef def = good;
    def.kind = (MicaMatterKind)MICA_MATTER_KIND_COUNT;
    check_bad_matter(&s, &def, MICA_ERROR_OUT_OF_RANGE);
    def.kind = (MicaMatterKind)-1;
    check_bad_matter(&s, &def, MICA_ERROR_OUT_OF_RANGE);
    const int32_t capacities[4] = {0, -1, MICA_MAX_PARTICLES + 1, INT32_MAX};
    for (int i = 0; i < 4; ++i) {
        def = good;
        def.capacity = capacities[i];
        check_bad_matter(&s, &def, MICA_ERROR_OUT_OF_RANGE);
    }
    const int32_t layers[4] = {-1, 64, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 4; ++i) {
        def = good;
        def.layer = layers[i];
        check_bad_matter(&s, &def, MICA_ERROR_BAD_LAYER);
    }
    check_bad_matter(&s, NULL, MICA_ERROR_NULL_ARGUMENT);
    // Of other matter: another spacing, a density more than a hundred times as large or small.
    MicaMatterDef other = good;
    other.spacing = 0.2f;
    CHECK_REFUSED(s.world, mica_matter_create(s.world, &other), MICA_ERROR_OUT_OF_RANGE);
    other = good;
    other.density = 101.0f * good.density;
    CHECK_REFUSED(s.world, mica_matter_create(s.world, &other), MICA_ERROR_OUT_OF_RANGE);
    other.density = good.density / 101.0f;
    CHECK_REFUSED(s.world, mica_matter_create(s.world, &other), MICA_ERROR_OUT_OF_RANGE);
    // What cannot be changed.
    other = good;
    other.kind = MICA_MATTER_JELLY;
    CHECK_ERROR(s.world, mica_matter_set(s.world, s.water, &other), MICA_ERROR_OUT_OF_RANGE);
    other = good;
    other.spacing = 0.2f;
    CHECK_ERROR(s.world, mica_matter_set(s.world, s.water, &other), MICA_ERROR_OUT_OF_RANGE);
    other = good;
    other.capacity -= 1;
    CHECK_ERROR(s.world, mica_matter_set(s.world, s.water, &other), MICA_ERROR_OUT_OF_RANGE);
    mica_world_destroy(s.world);
}

TEST(bad_definitions_of_emitters_are_refused)
{
    Stage s = make_stage();
    MicaEmitterDef good = mica_emitter_definition(s.world, s.emitter);
    MicaError error;
    for (size_t i = 0; i < sizeof badEmitterNumbers / sizeof *badEmitterNumbers; ++i) {
        for (int k = 0; k < 5; ++k) {
            MicaEmitterDef def = good;
            float value = bad_value(&badEmitterNumbers[i], k, &error);
            memcpy((char *)&def + badEmitterNumbers[i].offset, &value, sizeof value);
            CHECK_REFUSED(s.world, CHECK_EQ_INT(mica_emitter_create(s.world, &def).id, 0), error);
            CHECK_ERROR(s.world, mica_emitter_set(s.world, s.emitter, &def), error);
        }
    }
    CHECK_REFUSED(s.world, mica_emitter_create(s.world, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(s.world, mica_emitter_set(s.world, s.emitter, NULL), MICA_ERROR_NULL_ARGUMENT);
    MicaEmitterDef def = good;
    def.matter = s.gone;
    CHECK_REFUSED(s.world, mica_emitter_create(s.world, &def), MICA_ERROR_STALE_MATTER);
    CHECK_ERROR(s.world, mica_emitter_set(s.world, s.emitter, &def), MICA_ERROR_OUT_OF_RANGE);
    def.matter = (MicaMatter){0};
    CHECK_REFUSED(s.world, mica_emitter_create(s.world, &def), MICA_ERROR_STALE_MATTER);
    for (int i = mica_world_emitter_slots(s.world) - 1; i < MICA_MAX_EMITTERS; ++i) {
        CHECK_EQ_INT(mica_emitter_create(s.world, &good).id != 0, true);
    }
    CHECK_REFUSED(s.world, mica_emitter_create(s.world, &good), MICA_ERROR_CAPACITY);
    CHECK_EQ_INT(mica_world_emitter_slots(s.world), MICA_MAX_EMITTERS);
    mica_world_destroy(s.world);
}

TEST(bad_gauges_are_refused)
{
    Stage s = make_stage();
    MicaGaugeDef good = {.threshold = 3}, bad = {.threshold = -1}, read;
    CHECK_ERROR(s.world, mica_collider_set_gauge(s.world, s.trigger, NULL),
                MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(s.world, mica_collider_set_gauge(s.world, s.trigger, &bad),
                MICA_ERROR_OUT_OF_RANGE);
    CHECK_ERROR(s.world, mica_collider_set_gauge(s.world, s.solid, &good), MICA_ERROR_OUT_OF_RANGE);
    const MicaCollider stale[2] = {s.destroyed, {0}};
    for (int i = 0; i < 2; ++i) {
        CHECK_ERROR(s.world, mica_collider_set_gauge(s.world, stale[i], &good),
                    MICA_ERROR_STALE_COLLIDER);
        CHECK_ERROR(s.world, mica_collider_end_gauge(s.world, stale[i]), MICA_ERROR_STALE_COLLIDER);
        CHECK(!mica_collider_gauge(s.world, stale[i], &read));
        CHECK_EQ_INT(mica_collider_matter_count(s.world, stale[i]), -1);
    }
    CHECK_EQ_INT(mica_collider_end_gauge(s.world, s.solid), MICA_ERROR_OK);
    CHECK(!mica_collider_gauge(s.world, s.solid, &read));
    CHECK_EQ_INT(mica_collider_matter_count(s.world, s.solid), -1);
    for (int i = 1; i < MICA_MAX_GAUGES; ++i) {
        MicaCollider c = add_trigger(s.world, 3.0f * (float)i, 50);
        CHECK_EQ_INT(mica_collider_set_gauge(s.world, c, &good), MICA_ERROR_OK);
    }
    MicaCollider more = add_trigger(s.world, 0, 60);
    CHECK_ERROR(s.world, mica_collider_set_gauge(s.world, more, &good), MICA_ERROR_CAPACITY);
    CHECK_EQ_INT(mica_collider_set_gauge(s.world, s.trigger, &good), MICA_ERROR_OK);
    run(s.world, 2);
    mica_world_destroy(s.world);
}

// ------------------------------------------------------------------------------- shapes and rays

// All calls on the particles in a shape, which fail in the same way.
static void check_shape_calls(Stage *s, MicaMatter matter, const MicaShape *shape, MicaVec2 at,
                              float angle, MicaError error)
{
    MicaMatterFill fill = {.shape = shape, .position = at, .angle = angle};
    MicaMatterSum sum = {.count = 7};
    MicaWorld *w = s->world;
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_matter_fill(w, matter, &fill), -1), error);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_matter_remove(w, matter, shape, at, angle), -1), error);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_matter_paint(w, matter, shape, at, angle, 1), -1), error);
    CHECK_REFUSED(w, CHECK_EQ_INT(mica_matter_push(w, matter, shape, at, angle, v2(1, 1)), -1),
                  error);
    if (matter.id != 0) {
        CHECK_ERROR(w, mica_matter_in(w, matter, shape, at, angle, &sum), error);
        CHECK_EQ_INT(sum.count, 0);
    }
}

TEST(bad_shapes_and_places_are_refused)
{
    Stage s = make_stage();
    MicaShape good = box_shape(1, 1), none = {0}, spoilt = good;
    spoilt.points[1].x = NAN;
    check_shape_calls(&s, s.water, NULL, v2(0, 1), 0, MICA_ERROR_NULL_ARGUMENT);
    check_shape_calls(&s, s.water, &none, v2(0, 1), 0, MICA_ERROR_BAD_SHAPE);
    check_shape_calls(&s, s.water, &spoilt, v2(0, 1), 0, MICA_ERROR_BAD_SHAPE);
    check_shape_calls(&s, s.gone, &good, v2(0, 1), 0, MICA_ERROR_STALE_MATTER);
    check_shape_calls(&s, (MicaMatter){0}, &good, v2(0, 1), 0, MICA_ERROR_STALE_MATTER);
    check_shape_calls(&s, (MicaMatter){0xffffffff}, &good, v2(0, 1), 0, MICA_ERROR_STALE_MATTER);
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        check_shape_calls(&s, s.water, &good, v2(bad[i], 1), 0, MICA_ERROR_NOT_FINITE);
        check_shape_calls(&s, s.water, &good, v2(0, bad[i]), 0, MICA_ERROR_NOT_FINITE);
        check_shape_calls(&s, s.water, &good, v2(0, 1), bad[i], MICA_ERROR_NOT_FINITE);
        MicaMatterFill fill = {.shape = &good, .velocity = v2(0, bad[i])};
        CHECK_REFUSED(s.world, mica_matter_fill(s.world, s.water, &fill), MICA_ERROR_NOT_FINITE);
        CHECK_REFUSED(s.world,
                      mica_matter_push(s.world, s.water, &good, v2(0, 1), 0, v2(bad[i], 0)),
                      MICA_ERROR_NOT_FINITE);
    }
    check_shape_calls(&s, s.water, &good, v2(1.1e7f, 1), 0, MICA_ERROR_OUT_OF_RANGE);
    check_shape_calls(&s, s.water, &good, v2(0, 1), 1.1e8f, MICA_ERROR_OUT_OF_RANGE);
    MicaMatterFill fast = {.shape = &good, .velocity = v2(0, 41000)};
    CHECK_REFUSED(s.world, mica_matter_fill(s.world, s.water, &fast), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(s.world, mica_matter_push(s.world, s.water, &good, v2(0, 1), 0, v2(41000, 0)),
                  MICA_ERROR_OUT_OF_RANGE);
    MicaShape huge = box_shape(2000, 2000);
    MicaMatterFill wide = {.shape = &huge};
    CHECK_REFUSED(s.world, mica_matter_fill(s.world, s.water, &wide), MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(s.world, mica_matter_fill(s.world, s.water, NULL), MICA_ERROR_NULL_ARGUMENT);
    CHECK_ERROR(s.world, mica_matter_in(s.world, s.water, &good, v2(0, 1), 0, NULL),
                MICA_ERROR_NULL_ARGUMENT);
    mica_world_destroy(s.world);
}

TEST(bad_rays_and_views_are_refused)
{
    Stage s = make_stage();
    MicaMatterHit hit;
    CHECK_REFUSED(s.world, mica_matter_cast_ray(s.world, s.gone, v2(0, 0), v2(1, 0), &hit),
                  MICA_ERROR_STALE_MATTER);
    CHECK_REFUSED(s.world, mica_matter_cast_ray(s.world, s.water, v2(NAN, 0), v2(1, 0), &hit),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(s.world, mica_matter_cast_ray(s.world, s.water, v2(0, 0), v2(1, INFINITY), &hit),
                  MICA_ERROR_NOT_FINITE);
    CHECK_REFUSED(s.world, mica_matter_cast_ray(s.world, s.water, v2(0, 0), v2(2e7f, 0), &hit),
                  MICA_ERROR_OUT_OF_RANGE);
    CHECK_REFUSED(s.world, mica_matter_cast_ray(s.world, s.water, v2(0, 0), v2(1, 0), NULL),
                  MICA_ERROR_NULL_ARGUMENT);
    const float alphas[4] = {-0.01f, 1.01f, NAN, INFINITY};
    MicaMatterView view, zero;
    memset(&zero, 0, sizeof zero);
    for (int i = 0; i < 6; ++i) {
        memset(&view, 1, sizeof view);
        MicaMatter matter = i < 4 ? s.water : i == 4 ? s.gone : (MicaMatter){0};
        CHECK_ERROR(s.world, mica_matter_view(s.world, matter, i < 4 ? alphas[i] : 1, &view),
                    i >= 4  ? MICA_ERROR_STALE_MATTER
                    : i < 2 ? MICA_ERROR_OUT_OF_RANGE
                            : MICA_ERROR_NOT_FINITE);
        CHECK(view.count == 0 && view.positions == NULL && view.velocities == NULL &&
              view.values == NULL && view.densities == NULL);
    }
    CHECK_ERROR(s.world, mica_matter_view(s.world, s.water, 1, NULL), MICA_ERROR_NULL_ARGUMENT);
    mica_world_destroy(s.world);
}

TEST(stale_and_foreign_handles_are_refused)
{
    Stage s = make_stage(), other = make_stage();
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    MicaEmitterDef emitter = mica_emitter_def();
    const MicaMatter matters[4] = {s.gone, {0}, other.water, {0x00ffffff}};
    const MicaEmitter emitters[4] = {s.ended, {0}, other.emitter, {0x00ffffff}};
    for (int i = 0; i < 4; ++i) {
        CHECK(!mica_matter_is_valid(s.world, matters[i]));
        CHECK(!mica_emitter_is_valid(s.world, emitters[i]));
        CHECK_ERROR(s.world, mica_matter_destroy(s.world, matters[i]), MICA_ERROR_STALE_MATTER);
        CHECK_ERROR(s.world, mica_matter_set(s.world, matters[i], &def), MICA_ERROR_STALE_MATTER);
        CHECK_REFUSED(s.world, mica_matter_definition(s.world, matters[i]),
                      MICA_ERROR_STALE_MATTER);
        CHECK_REFUSED(s.world, CHECK_EQ_INT(mica_matter_count(s.world, matters[i]), 0),
                      MICA_ERROR_STALE_MATTER);
        CHECK_ERROR(s.world, mica_emitter_destroy(s.world, emitters[i]), MICA_ERROR_STALE_EMITTER);
        CHECK_ERROR(s.world, mica_emitter_set(s.world, emitters[i], &emitter),
                    MICA_ERROR_STALE_EMITTER);
        CHECK_REFUSED(s.world, mica_emitter_definition(s.world, emitters[i]),
                      MICA_ERROR_STALE_EMITTER);
    }
    mica_world_destroy(s.world);
    mica_world_destroy(other.world);
}

TEST(null_worlds_are_refused)
{
    MicaMatter m = {1};
    MicaEmitter e = {1};
    MicaCollider c = {1};
    MicaMatterDef def = mica_matter_def(MICA_MATTER_JELLY);
    MicaEmitterDef emitter = mica_emitter_def();
    MicaGaugeDef gauge = {0};
    MicaShape shape = box_shape(1, 1);
    MicaMatterFill fill = {.shape = &shape};
    MicaMatterView view;
    MicaMatterSum sum;
    MicaMatterHit hit;
    const MicaMatterEvent *events;
    CHECK_EQ_INT(mica_matter_create(NULL, &def).id, 0);
    CHECK(mica_matter_destroy(NULL, m) != MICA_ERROR_OK && mica_matter_set(NULL, m, &def) != 0);
    CHECK(!mica_matter_is_valid(NULL, m) && mica_matter_at(NULL, 0).id == 0);
    CHECK_EQ_INT(mica_world_matter_slots(NULL), 0);
    CHECK_EQ_INT(mica_matter_definition(NULL, m).capacity, 0);
    CHECK_EQ_INT(mica_matter_count(NULL, m), 0);
    CHECK_EQ_INT(mica_matter_fill(NULL, m, &fill), -1);
    CHECK_EQ_INT(mica_matter_remove(NULL, m, &shape, v2(0, 0), 0), -1);
    CHECK_EQ_INT(mica_matter_paint(NULL, m, &shape, v2(0, 0), 0, 0), -1);
    CHECK_EQ_INT(mica_matter_push(NULL, m, &shape, v2(0, 0), 0, v2(0, 0)), -1);
    CHECK(mica_matter_view(NULL, m, 1, &view) != MICA_ERROR_OK);
    CHECK(mica_matter_in(NULL, m, &shape, v2(0, 0), 0, &sum) != MICA_ERROR_OK);
    CHECK(!mica_matter_cast_ray(NULL, m, v2(0, 0), v2(1, 0), &hit));
    CHECK_EQ_INT(mica_emitter_create(NULL, &emitter).id, 0);
    CHECK(mica_emitter_destroy(NULL, e) != 0 && mica_emitter_set(NULL, e, &emitter) != 0);
    CHECK(!mica_emitter_is_valid(NULL, e) && mica_emitter_at(NULL, 0).id == 0);
    CHECK_EQ_INT(mica_world_emitter_slots(NULL), 0);
    CHECK(mica_emitter_definition(NULL, e).width == 0);
    CHECK(mica_collider_set_gauge(NULL, c, &gauge) != 0 && mica_collider_end_gauge(NULL, c) != 0);
    CHECK(!mica_collider_gauge(NULL, c, &gauge));
    CHECK_EQ_INT(mica_collider_matter_count(NULL, c), -1);
    CHECK_EQ_INT(mica_world_matter_events(NULL, &events), 0);
    CHECK_EQ_INT(mica_world_gauges(NULL, &c), 0);
    CHECK_EQ_INT(mica_world_matter_counters(NULL).particles, 0);
    CHECK(mica_world_matter_time(NULL) == 0);
}

// --------------------------------------------------------------------------------- within a step

// A clock is the only function of the game that a step calls.
static Stage within;
static int32_t clockCalls;

static double meddle(void)
{
    MicaWorld *w = within.world;
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    MicaEmitterDef emitter = mica_emitter_def();
    MicaGaugeDef gauge = {0};
    MicaShape shape = box_shape(1, 1);
    MicaMatterFill fill = {.shape = &shape};
    emitter.matter = within.water;
    clockCalls += 1;
#define LOCKED(call)                                                                               \
    mica_clear_error(w);                                                                           \
    (void)(call);                                                                                  \
    CHECK_EQ_STR(mica_error_text(mica_last_error(w)), mica_error_text(MICA_ERROR_LOCKED))
    LOCKED(mica_matter_create(w, &def));
    LOCKED(mica_matter_destroy(w, within.water));
    LOCKED(mica_matter_set(w, within.water, &def));
    LOCKED(mica_matter_fill(w, within.water, &fill));
    LOCKED(mica_matter_remove(w, within.water, &shape, v2(0, 0), 0));
    LOCKED(mica_matter_paint(w, within.water, &shape, v2(0, 0), 0, 0));
    LOCKED(mica_matter_push(w, within.water, &shape, v2(0, 0), 0, v2(0, 1)));
    LOCKED(mica_emitter_create(w, &emitter));
    LOCKED(mica_emitter_destroy(w, within.emitter));
    LOCKED(mica_emitter_set(w, within.emitter, &emitter));
    LOCKED(mica_collider_set_gauge(w, within.trigger, &gauge));
    LOCKED(mica_collider_end_gauge(w, within.trigger));
#undef LOCKED
    return clockCalls;
}

TEST(calls_within_a_step_are_refused)
{
    within = make_stage();
    Stage twin = make_stage();
    CHECK_EQ_INT(mica_world_copy(twin.world, within.world), MICA_ERROR_OK);
    mica_world_set_clock(within.world, meddle);
    for (int i = 0; i < 5; ++i) {
        CHECK_EQ_INT(mica_world_step(within.world, FRAME, 4), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_step(twin.world, FRAME, 4), MICA_ERROR_OK);
    }
    CHECK(clockCalls > 0);
    CHECK_EQ_STR(mica_world_validate(within.world), NULL);
    CHECK_EQ_HEX(mica_world_hash(within.world), mica_world_hash(twin.world));
    mica_world_destroy(within.world);
    mica_world_destroy(twin.world);
}

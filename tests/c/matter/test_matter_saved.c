// Matter under bad luck: each allocation of each call refused once, snapshots with matter that are
// spoilt under a right checksum, and what the validator finds.
#include "build_matter.h"
#include "faults.h"
#include "fuzz.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

// A small tank with some of each kind, a box, an emitter, a drain and a gauge.
static MicaWorld *make_tank(float lifetime)
{
    MicaWorld *world = make_world();
    add_tank(world, 1, 3);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_LIQUID);
    def.capacity = 200;
    def.lifetime = lifetime;
    def.viscosity = def.cohesion = 0.3f;
    MicaMatter water = mica_matter_create(world, &def);
    def = mica_matter_def(MICA_MATTER_SAND);
    def.capacity = 100;
    MicaMatter sand = mica_matter_create(world, &def);
    def = mica_matter_def(MICA_MATTER_JELLY);
    def.capacity = 100;
    def.plasticity = 0.5f;
    def.tearing = 0.5f;
    MicaMatter jelly = mica_matter_create(world, &def);
    fill_box(world, water, 0, 0.5f, 1, 0.4f);
    fill_box(world, sand, -0.5f, 1.4f, 0.3f, 0.3f);
    fill_box(world, jelly, 0.5f, 1.4f, 0.3f, 0.3f);
    add_dynamic(world, 0, 2.2f, box_shape(0.2f, 0.2f));
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = water;
    emitter.position = v2(0, 2.5f);
    emitter.rate = 20;
    mica_emitter_create(world, &emitter);
    for (int i = 0; i < 2; ++i) {
        MicaColliderDef trigger = mica_collider_def();
        trigger.isTrigger = true;
        MicaShape shape = box_shape(0.2f, 0.1f);
        MicaBody body = add_body(world, MICA_BODY_STATIC, -0.8f + 1.6f * (float)i, 0.1f);
        MicaCollider collider = mica_collider_create(world, body, &trigger, &shape);
        mica_collider_set_gauge(world, collider, &(MicaGaugeDef){.threshold = 3, .drains = i == 1});
    }
    return world;
}

// ---------------------------------------------------------------------------------- out of memory

// A copy with the same state and no memory to spare: each of its arrays has to grow again.
static MicaWorld *copy_of(const MicaWorld *world)
{
    MicaWorld *fresh = make_world();
    CHECK(world_copy_state(fresh, world));
    return fresh;
}

typedef enum CallKind {
    CREATE,
    CREATE_MORTAL,
    SET_LIFETIME,
    FILL_LIQUID,
    FILL_JELLY,
    REMOVE,
    DESTROY,
    EMITTER,
    MORTAL_EMITTER,
    GAUGE,
    VIEW,
    CALL_KINDS
} CallKind;

static MicaCollider last_collider(MicaWorld *world)
{
    return mica_collider_at(world, mica_world_counters(world).colliders - 1);
}

static void call(MicaWorld *world, CallKind kind)
{
    MicaMatter water = mica_matter_at(world, 0), jelly = mica_matter_at(world, 2);
    MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND),
                  now = mica_matter_definition(world, jelly);
    def.lifetime = kind == CREATE_MORTAL ? 3.0f : 0.0f;
    now.lifetime = 3;
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = jelly;
    emitter.lifetime = kind == MORTAL_EMITTER ? 3.0f : 0.0f;
    MicaShape shape = box_shape(0.3f, 0.3f);
    MicaMatterView view;
    switch (kind) {
    case CREATE:
    case CREATE_MORTAL:
        mica_matter_create(world, &def);
        break;
    case SET_LIFETIME:
        mica_matter_set(world, jelly, &now);
        break;
    case FILL_LIQUID:
        fill_box(world, water, 0.2f, 2, 0.4f, 0.3f);
        break;
    case FILL_JELLY:
        fill_box(world, jelly, 0.2f, 2, 0.4f, 0.3f);
        break;
    case REMOVE:
        mica_matter_remove(world, water, &shape, v2(0, 0.4f), 0);
        break;
    case DESTROY:
        mica_matter_destroy(world, jelly);
        break;
    case EMITTER:
    case MORTAL_EMITTER:
        mica_emitter_create(world, &emitter);
        break;
    case GAUGE:
        mica_collider_set_gauge(world, last_collider(world), &(MicaGaugeDef){.threshold = 9});
        break;
    default:
        mica_matter_view(world, water, 0.5f, &view);
        break;
    }
}

TEST(a_call_on_matter_that_lacks_memory_changes_nothing)
{
    MicaWorld *world = make_tank(0);
    // Arrays begin with a capacity of 16.
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = mica_matter_at(world, 0);
    emitter.enabled = false;
    MicaColliderDef trigger = mica_collider_def();
    trigger.isTrigger = true;
    MicaShape shape = box_shape(0.1f, 0.1f);
    MicaBody body = add_body(world, MICA_BODY_STATIC, 20, 0);
    for (int i = 0; i < 15; ++i) {
        mica_emitter_create(world, &emitter);
        MicaCollider collider = mica_collider_create(world, body, &trigger, &shape);
        if (i < 14) {
            mica_collider_set_gauge(world, collider, &(MicaGaugeDef){.threshold = 3});
        }
    }
    flow(world, 40);
    int refusals[CALL_KINDS] = {0};
    for (int kind = 0; kind < CALL_KINDS; ++kind) {
        MicaWorld *expected = copy_of(world);
        call(expected, (CallKind)kind);
        for (int32_t allowed = 0, refused = 1; refused > 0; ++allowed) {
            MicaWorld *copy = copy_of(world);
            uint64_t before = world_state_hash(copy);
            mica_clear_error(copy);
            faults_allow(allowed);
            call(copy, (CallKind)kind);
            refused = faults_end();
            refusals[kind] += refused > 0;
            bool failed = mica_last_error(copy) != MICA_ERROR_OK;
            CHECK_EQ_INT(failed, refused > 0);
            CHECK_EQ_HEX(world_state_hash(copy), failed ? before : world_state_hash(expected));
            if (failed) {
                CHECK_EQ_INT(mica_last_error(copy), MICA_ERROR_NO_MEMORY);
                mica_clear_error(copy);
                call(copy, (CallKind)kind);
                CHECK_EQ_INT(mica_last_error(copy), MICA_ERROR_OK);
                CHECK_EQ_HEX(world_state_hash(copy), world_state_hash(expected));
            }
            CHECK_EQ_STR(mica_world_validate(copy), NULL);
            mica_world_destroy(copy);
        }
        mica_world_destroy(expected);
    }
    for (int kind = 0; kind < CALL_KINDS; ++kind) {
        if (refusals[kind] == 0) {
            test_fail(__FILE__, __LINE__, "call %d was never refused", kind);
        }
    }
    mica_world_destroy(world);
}

TEST(a_step_with_matter_that_lacks_memory_is_made_again_to_the_bit)
{
    MicaWorld *one = make_tank(9), *other = copy_of(one);
    FaultySteps sum = {0};
    for (int i = 0; i < test_part(40, 4); ++i) {
        CHECK_EQ_INT(mica_world_step(one, FRAME, 4), MICA_ERROR_OK);
        faults_start(i % 2 == 0);
        CHECK_EQ_INT(mica_world_step(other, FRAME, 4), MICA_ERROR_OK);
        FaultySteps made = faults_stop();
        sum.refused += made.refused;
        CHECK_EQ_INT(made.changedWorld + made.changedEvents + made.changedContacts + made.unclear,
                     0);
        CHECK_EQ_HEX(world_state_hash(other), world_state_hash(one));
        if (i % 4 == 3) {
            MicaWorld *old = other;
            other = copy_of(old);
            mica_world_destroy(old);
        }
    }
    CHECK(sum.refused > 100);
    mica_world_destroy(one);
    mica_world_destroy(other);
}

// ------------------------------------------------------------------------------- spoilt snapshots

enum { SPARE = 1 << 14 };

static Saved save(MicaWorld *world)
{
    uint64_t size = mica_world_snapshot_bytes(world, 0);
    Saved s = {aligned_alloc(16, size + SPARE), size, size + SPARE};
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, s.bytes, size), MICA_ERROR_OK);
    return s;
}

// The particles sleep when the world is restored, so that no step has made its arrays.
TEST(particles_that_sleep_when_a_world_is_restored_end_with_their_lives)
{
    for (int drain = 0; drain < 2; ++drain) {
        MicaWorld *world = make_world(), *other = make_world();
        add_tank(world, 1, 3);
        MicaMatterDef def = mica_matter_def(MICA_MATTER_SAND);
        def.lifetime = drain != 0 ? 0.0f : 20.0f;
        MicaMatter sand = mica_matter_create(world, &def);
        fill_box(world, sand, 0, 0.3f, 1, 0.3f);
        CHECK(steps_until_rest(world, sand, 900) < 900);
        uint64_t size = mica_world_snapshot_bytes(world, 0);
        void *bytes = malloc(size);
        REQUIRE(bytes != NULL);
        CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, bytes, size), MICA_ERROR_OK);
        CHECK_EQ_INT(mica_world_restore(other, bytes, size), MICA_ERROR_OK);
        if (drain != 0) {
            MicaColliderDef trigger = mica_collider_def();
            trigger.isTrigger = true;
            MicaBody body = add_body(other, MICA_BODY_STATIC, 0, 0.3f);
            MicaShape box = box_shape(1, 0.3f);
            MicaCollider sink = mica_collider_create(other, body, &trigger, &box);
            MicaGaugeDef gauge = {.drains = true};
            CHECK_EQ_INT(mica_collider_set_gauge(other, sink, &gauge), MICA_ERROR_OK);
        }
        flow(other, 1300);
        CHECK_EQ_INT(mica_matter_count(other, sand), 0);
        free(bytes);
        mica_world_destroy(world);
        mica_world_destroy(other);
    }
}

TEST(gauges_are_saved_where_there_is_no_matter)
{
    MicaWorld *world = make_world(), *to = make_world();
    MicaColliderDef def = mica_collider_def();
    def.isTrigger = true;
    MicaShape shape = box_shape(1, 1);
    MicaBody body = add_body(world, MICA_BODY_STATIC, 0, 0);
    MicaCollider trigger = mica_collider_create(world, body, &def, &shape);
    mica_collider_set_gauge(world, trigger, &(MicaGaugeDef){.threshold = 7, .drains = true});
    Saved saved = save(world);
    CHECK_EQ_INT(mica_world_restore(to, saved.bytes, saved.size), MICA_ERROR_OK);
    MicaGaugeDef read;
    CHECK(mica_collider_gauge(to, trigger, &read) && read.threshold == 7 && read.drains);
    run(to, 2);
    CHECK_EQ_INT(mica_collider_matter_count(to, trigger), 0);
    free(saved.bytes);
    mica_world_destroy(world);
    mica_world_destroy(to);
}

// All that a game can do with matter.
static void use(MicaWorld *world)
{
    MicaShape ball = circle_shape(0.3f);
    MicaMatterView view;
    MicaMatterSum sum;
    MicaMatterHit hit;
    for (int i = 0; i < 3; ++i) {
        mica_world_step(world, FRAME, 4);
        MicaMatter matter = mica_matter_at(world, i);
        mica_matter_view(world, matter, 0.5f, &view);
        mica_matter_in(world, matter, &ball, v2(0, 0.5f), 0, &sum);
        mica_matter_cast_ray(world, matter, v2(0, 2), v2(0, -2), &hit);
        mica_matter_push(world, matter, &ball, v2(0, 0.5f), 0, v2(0, 1));
        mica_matter_remove(world, matter, &ball, v2(0.5f, 0.5f), 0);
        fill_box(world, matter, 0, 2, 0.3f, 0.2f);
    }
    mica_matter_destroy(world, mica_matter_at(world, 2));
    mica_world_step(world, FRAME, 4);
    CHECK(matter_check(&world->state));
}

static bool restore_spoilt(const Saved *saved, uint32_t seed)
{
    uint8_t bytes[200];
    uint32_t random = seed * 2654435761u + 1u;
    for (int i = 0; i < 200; ++i) {
        bytes[i] = (uint8_t)(test_random(&random) >> 13);
    }
    Input in = {.data = bytes, .size = sizeof bytes};
    Saved spoilt = {aligned_alloc(16, saved->capacity), saved->size, saved->capacity};
    memcpy(spoilt.bytes, saved->bytes, saved->size);
    if (seed % 2 == 0) {
        spoil_snapshot(&in, &spoilt);
    } else {  // one bit of one byte
        uint64_t at = 32 + test_random(&random) % (saved->size - 32);
        spoilt.bytes[at] = (char)(spoilt.bytes[at] ^ 1 << test_random(&random) % 8);
        fix_checksum(&spoilt);
    }
    MicaWorld *world = make_world();
    // At the end of a block of its own, so that a sanitizer sees what reads behind it.
    char *exact = aligned_alloc(16, spoilt.size);
    memcpy(exact, spoilt.bytes, spoilt.size);
    bool accepted = mica_world_restore(world, exact, spoilt.size) == MICA_ERROR_OK;
    free(exact);
    free(spoilt.bytes);
    if (accepted) {
        use(world);
    } else {
        CHECK_EQ_INT(mica_world_matter_slots(world), 0);
    }
    mica_world_destroy(world);
    return accepted;
}

// A longer search: MICA_SPOILT=<how many> MICA_SPOILT_SEED=<first> mica_tests spoilt_snapshots_of_matter.
TEST(spoilt_snapshots_of_matter_are_refused_or_a_world)
{
    enum { SAVES = 3 };
    MicaWorld *world = make_tank(9);
    Saved saved[SAVES];
    for (int i = 0; i < SAVES; ++i) {
        flow(world, 1 + 40 * i);
        saved[i] = save(world);
    }
    const char *wanted = getenv("MICA_SPOILT"), *first = getenv("MICA_SPOILT_SEED");
    uint32_t start = first != NULL ? (uint32_t)strtoul(first, NULL, 10) : 1;
    int cases = wanted != NULL ? atoi(wanted) : test_part(1000, 5), accepted = 0;
    for (int i = 0; i < cases; ++i) {
        uint32_t seed = start + (uint32_t)i;
        accepted += restore_spoilt(&saved[seed / 2 % SAVES], seed);
    }
    CHECK(accepted > cases / 5 && accepted < cases * 9 / 10);
    for (int i = 0; i < SAVES; ++i) {
        free(saved[i].bytes);
    }
    mica_world_destroy(world);
}

// ---------------------------------------------------------------------------------- the validator

static void count_less(WorldState *s) { s->matters.data[0].count -= 1; }
static void name_no_matter(WorldState *s) { s->particleTags.data[3].matter = 9; }
static void leave_particle_marked(WorldState *s) { s->particleTags.data[3].flags |= PARTICLE_GONE; }
static void move_far(WorldState *s) { s->particlePositions.data[3].x = 2e5f; }
static void move_nowhere(WorldState *s) { s->particlePositions.data[3].y = NAN; }
static void hurl(WorldState *s) { s->particleVelocities.data[3].x = 5e4f; }
static void live_backwards(WorldState *s) { s->particleLives.data[3] = -1; }
static void lose_value(WorldState *s) { s->particleValues.count -= 1; }
static void weigh_nothing(WorldState *s) { s->matters.data[0].density = 0; }
static void fill_beyond_capacity(WorldState *s) { s->matters.data[0].capacity = 1; }
static void pour_no_matter(WorldState *s) { s->emitters.data[0].matter = 7; }
static void overflow_phase(WorldState *s) { s->emitters.data[0].phase = 1.5f; }
static void count_backwards(WorldState *s) { s->gauges.data[0].count = -1; }
static void press_without_bounds(WorldState *s) { s->pressureNodes.data[0].pressure = INFINITY; }
static void touch_no_particle(WorldState *s) { s->grainBlocks.data[0].a[0] = 60000; }
static void pull_at_wall(WorldState *s) { s->grainWalls.data[0].normal = -1; }
static void leave_cluster(WorldState *s) { s->jellyClusters.data[1].first += 1; }
static void be_no_member(WorldState *s) { s->jellyMembers.data[2].particle = 60000; }

TEST(the_validator_finds_what_is_wrong_with_matter)
{
    static const struct {
        const char *name;
        void (*spoil)(WorldState *state);
    } cases[] = {
#define CASE(name) {#name, name}
        CASE(count_less),      CASE(name_no_matter), CASE(leave_particle_marked),
        CASE(move_far),        CASE(move_nowhere),   CASE(hurl),
        CASE(live_backwards),  CASE(lose_value),     CASE(weigh_nothing),
        CASE(pour_no_matter),  CASE(overflow_phase), CASE(fill_beyond_capacity),
        CASE(count_backwards), CASE(pull_at_wall),   CASE(press_without_bounds),
        CASE(leave_cluster),   CASE(be_no_member),   CASE(touch_no_particle),
#undef CASE
    };
    MicaWorld *world = make_tank(9);
    flow(world, 50);
    const WorldState *s = &world->state;
    REQUIRE(s->grainBlocks.count > 0 && s->grainWalls.count > 0 && s->pressureNodes.count > 0);
    REQUIRE(s->jellyClusters.count > 1 && s->particleLives.count > 3 && s->gauges.count > 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        MicaWorld *copy = copy_of(world);
        CHECK_EQ_STR(mica_world_validate(copy), NULL);
        cases[i].spoil(&copy->state);
        if (mica_world_validate(copy) == NULL) {
            test_fail(__FILE__, __LINE__, "not found: %s", cases[i].name);
        }
        // What was spoilt would not be destroyed well either: its arrays alone are freed.
        world_free_arrays(copy);
        free(copy);
    }
    mica_world_destroy(world);
}

// A thousand random histories of triggers and visitors, against a model that tests every pair of
// colliders in every step: bodies are driven, teleported, created, destroyed, disabled, put to
// sleep and woken; they change their type, layer, group, shape, whether they are a trigger, what it
// sees, and which bodies they ignore; layers change their responses. Every visit has one enter and
// one exit, at the step that the model expects and with the same sides, and the list of stays is
// the model's. In every third history bodies are so fast that they pass through each other within a
// step, which that step must emit.
#include "build.h"

#include <string.h>

// A manifold keeps its axis while another is better by less than half a millimetre: pairs nearer to
// touching than this may be reported either way.
#define UNSURE 6e-4

enum { BODIES = 7, COLLIDERS = 2 * BODIES, LAYERS = 3, MAX_VISITS = 4096 };

typedef struct Actor {
    MicaBody body;
    MicaCollider colliders[2];
    int32_t count;
} Actor;

// A visitor inside a trigger, by collider handles.
typedef struct Visit {
    MicaCollider trigger, visitor;
} Visit;

typedef struct Model {
    MicaWorld *world;
    Actor actors[BODIES];
    Visit inside[MAX_VISITS];
    int32_t count;
    uint32_t seed;
    int32_t enters, exits, passes;
    float speed;  // m/s
} Model;

static float between(Model *m, float low, float high)
{
    return test_random_float(&m->seed, low, high);
}

// C leaves the order of evaluation of arguments open: one random draw a statement.
static MicaVec2 somewhere(Model *m, float low, float high)
{
    float x = between(m, low, high);
    float y = between(m, low, high);
    return v2(x, y);
}

static int32_t pick(Model *m, int32_t count)
{
    return (int32_t)(test_random(&m->seed) % (uint32_t)count);
}

static MicaShape random_shape(Model *m)
{
    MicaShape shape;
    float a = between(m, 0.2f, 1.0f);
    float b = between(m, 0.2f, 1.0f);
    switch (pick(m, 3)) {
    case 0:
        mica_shape_circle(v2(between(m, -0.5f, 0.5f), 0), a, &shape);
        break;
    case 1:
        mica_shape_capsule(v2(-a, 0), v2(b, 0.1f), 0.2f, &shape);
        break;
    default:
        mica_shape_box(v2(0, between(m, -0.5f, 0.5f)), a, b, 0.4f, 0, &shape);
    }
    return shape;
}

static void add_actor(Model *m, Actor *a)
{
    MicaBodyDef def = mica_body_def();
    def.type = (MicaBodyType)pick(m, MICA_BODY_TYPE_COUNT);
    def.position = somewhere(m, -3, 3);
    def.angle = between(m, -3, 3);
    def.awake = pick(m, 4) != 0;
    a->body = mica_body_create(m->world, &def);
    a->count = 1 + pick(m, 2);
    for (int32_t i = 0; i < a->count; i++) {
        MicaColliderDef c = mica_collider_def();
        c.isTrigger = pick(m, 2) == 0;
        c.sees = (uint32_t)pick(m, 16);
        c.layer = pick(m, LAYERS);
        MicaShape shape = random_shape(m);
        a->colliders[i] = mica_collider_create(m->world, a->body, &c, &shape);
    }
}

// --------------------------------------------------------------------------------------- the model

static bool sees(Model *m, const MicaColliderDef *trigger, const MicaColliderDef *other,
                 MicaBody body)
{
    uint32_t type = mica_body_flags(m->world, body) & MICA_FLAG_TYPE_MASK;
    return (trigger->sees >> type & 1) != 0 &&
           (!other->isTrigger || (trigger->sees & MICA_SEES_TRIGGERS) != 0);
}

// Whether the two are a trigger pair, and if so which is the trigger.
static bool is_trigger_pair(Model *m, MicaCollider a, MicaCollider b, bool *aIsTrigger)
{
    MicaWorld *w = m->world;
    MicaBody bodyA = mica_collider_body(w, a), bodyB = mica_collider_body(w, b);
    uint32_t flagsA = mica_body_flags(w, bodyA), flagsB = mica_body_flags(w, bodyB);
    MicaColliderDef ca, cb;
    mica_collider_get(w, a, &ca);
    mica_collider_get(w, b, &cb);
    MicaResponse ab = mica_layer_named(w, ca.layer, cb.layer),
                 ba = mica_layer_named(w, cb.layer, ca.layer);
    bool solid = ab == MICA_SOLID || ba == MICA_SOLID;
    bool responds = solid || ab == MICA_TRIGGER || ba == MICA_TRIGGER;
    if (ca.group == cb.group && ca.group != 0) {
        responds = solid = ca.group > 0;
    }
    if (bodyA.id == bodyB.id || (flagsA & flagsB & MICA_FLAG_ENABLED) == 0 || !responds ||
        mica_body_ignores(w, bodyA, bodyB)) {
        return false;
    }
    bool aSees = ca.isTrigger && sees(m, &ca, &cb, bodyB),
         bSees = cb.isTrigger && sees(m, &cb, &ca, bodyA);
    bool immovable = (flagsA & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC &&
                     (flagsB & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC;
    *aIsTrigger = ca.isTrigger;
    if (ca.isTrigger == cb.isTrigger) {
        bool first = MICA_SLOT(a) < MICA_SLOT(b);
        *aIsTrigger = ca.isTrigger && aSees != bSees                 ? aSees
                      : (ab == MICA_TRIGGER) != (ba == MICA_TRIGGER) ? ba == MICA_TRIGGER
                                                                     : first;
    }
    return ca.isTrigger || cb.isTrigger ? aSees || bSees : !solid && !immovable;
}

static bool overlap(Model *m, MicaCollider a, MicaCollider b, double *gap)
{
    MicaShape sa, sb;
    mica_collider_shape(m->world, a, &sa);
    mica_collider_shape(m->world, b, &sb);
    MicaDistance d =
        mica_distance(&sa, mica_body_transform(m->world, mica_collider_body(m->world, a)), &sb,
                      mica_body_transform(m->world, mica_collider_body(m->world, b)));
    *gap = (double)d.distance;
    return d.distance <= 0.0f;
}

static int32_t find_visit(const Model *m, MicaCollider a, MicaCollider b)
{
    for (int32_t i = 0; i < m->count; i++) {
        const Visit *v = &m->inside[i];
        if ((v->trigger.id == a.id && v->visitor.id == b.id) ||
            (v->trigger.id == b.id && v->visitor.id == a.id)) {
            return i;
        }
    }
    return -1;
}

static int32_t list_colliders(const Model *m, MicaCollider *out)
{
    int32_t count = 0;
    for (int32_t i = 0; i < BODIES; i++) {
        for (int32_t k = 0; k < m->actors[i].count; k++) {
            out[count++] = m->actors[i].colliders[k];
        }
    }
    return count;
}

// What the next step should emit; it begins with everything as it is now.
typedef struct Expected {
    Visit enter[MAX_VISITS], exit[MAX_VISITS], unsure[MAX_VISITS];
    int32_t enters, exits, unsures;
    // Trigger pairs that are apart as the step begins, and where their bodies are then.
    struct {
        Visit v;
        MicaTransform trigger, visitor;
    } apart[COLLIDERS * COLLIDERS];
    int32_t aparts;
} Expected;

static MicaTransform pose_of(Model *m, MicaCollider c)
{
    return mica_body_transform(m->world, mica_collider_body(m->world, c));
}

static void expect(Model *m, Expected *e)
{
    MicaCollider all[COLLIDERS];
    int32_t count = list_colliders(m, all);
    e->enters = e->exits = e->unsures = e->aparts = 0;
    for (int32_t i = 0; i < m->count; i++) {
        bool dead = !mica_collider_is_valid(m->world, m->inside[i].trigger) ||
                    !mica_collider_is_valid(m->world, m->inside[i].visitor);
        if (dead) {
            e->exit[e->exits++] = m->inside[i];
        }
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            bool aIsTrigger = false;
            double gap = 1.0;
            bool pairs = is_trigger_pair(m, all[i], all[j], &aIsTrigger);
            bool now = pairs && overlap(m, all[i], all[j], &gap);
            int32_t visit = find_visit(m, all[i], all[j]);
            Visit v = aIsTrigger ? (Visit){all[i], all[j]} : (Visit){all[j], all[i]};
            if (pairs && fabs(gap) < UNSURE) {
                e->unsure[e->unsures++] = visit >= 0 ? m->inside[visit] : v;
            } else if (now && visit < 0) {
                e->enter[e->enters++] = v;
            } else if (!now && visit >= 0) {
                e->exit[e->exits++] = m->inside[visit];
            }
            if (pairs && !now && e->aparts < COLLIDERS * COLLIDERS) {
                e->apart[e->aparts].v = v;
                e->apart[e->aparts].trigger = pose_of(m, v.trigger);
                e->apart[e->aparts++].visitor = pose_of(m, v.visitor);
            }
        }
    }
}

static bool take(Visit *list, int32_t *count, const MicaTriggerEvent *e)
{
    for (int32_t i = 0; i < *count; i++) {
        if (list[i].trigger.id == e->trigger.id && list[i].visitor.id == e->visitor.id) {
            list[i] = list[--*count];
            return true;
        }
    }
    return false;
}

// Where a body was at a fraction of the step.
static MicaTransform pose_within_step(MicaTransform from, MicaTransform to, MicaVec2 center,
                                      float fraction)
{
    float turn =
        mica_atan2(from.q.c * to.q.s - from.q.s * to.q.c, from.q.c * to.q.c + from.q.s * to.q.s);
    MicaRot part = mica_rot(fraction * turn);
    MicaRot q = {from.q.c * part.c - from.q.s * part.s, from.q.s * part.c + from.q.c * part.s};
    MicaVec2 c0 = {from.p.x + from.q.c * center.x - from.q.s * center.y,
                   from.p.y + from.q.s * center.x + from.q.c * center.y},
             c1 = {to.p.x + to.q.c * center.x - to.q.s * center.y,
                   to.p.y + to.q.s * center.x + to.q.c * center.y};
    MicaVec2 c = {c0.x + fraction * (c1.x - c0.x), c0.y + fraction * (c1.y - c0.y)};
    return (MicaTransform){
        {c.x - (q.c * center.x - q.s * center.y), c.y - (q.s * center.x + q.c * center.y)}, q};
}

// The least distance within the step, sampled at many fractions, and that at its end.
static double least_distance(Model *m, const Expected *e, int32_t k, double *end)
{
    MicaShape trigger, visitor;
    MicaCollider a = e->apart[k].v.trigger, b = e->apart[k].v.visitor;
    mica_collider_shape(m->world, a, &trigger);
    mica_collider_shape(m->world, b, &visitor);
    MicaVec2 ca = mica_body_mass(m->world, mica_collider_body(m->world, a)).center,
             cb = mica_body_mass(m->world, mica_collider_body(m->world, b)).center;
    double minimum = 1e9;
    for (int32_t i = 0; i <= 128; i++) {
        float t = (float)i / 128.0f;
        *end = (double)mica_distance(
                   &trigger, pose_within_step(e->apart[k].trigger, pose_of(m, a), ca, t), &visitor,
                   pose_within_step(e->apart[k].visitor, pose_of(m, b), cb, t))
                   .distance;
        minimum = *end < minimum ? *end : minimum;
    }
    return minimum;
}

static double moved(MicaTransform from, MicaTransform to)
{
    return hypot((double)(to.p.x - from.p.x), (double)(to.p.y - from.p.y));
}

// A rotation by more than half a circle a step cannot be seen from the poses. With leftover time, a
// body turns for up to two steps in one.
static bool spins(Model *m, MicaCollider c)
{
    float w = mica_body_angular_velocity(m->world, mica_collider_body(m->world, c));
    return fabs((double)w) > 90.0;
}

static bool emitted(const MicaTriggerEvent *list, int32_t count, const Visit *v)
{
    for (int32_t i = 0; i < count; i++) {
        if (list[i].trigger.id == v->trigger.id && list[i].visitor.id == v->visitor.id) {
            return true;
        }
    }
    return false;
}

// Pairs that passed through each other within the step: those that were emitted did, and those that
// clearly did were emitted. Notes them in `passed`, and returns how many.
static int32_t check_passes(Model *m, const Expected *e, Visit *passed)
{
    MicaEvents events = mica_world_events(m->world);
    int32_t count = 0;
    for (int32_t k = 0; k < e->aparts; k++) {
        const Visit *v = &e->apart[k].v;
        double reach = fmax(moved(e->apart[k].trigger, pose_of(m, v->trigger)),
                            moved(e->apart[k].visitor, pose_of(m, v->visitor)));
        bool passes = emitted(events.enter, events.enterCount, v) &&
                      emitted(events.exit, events.exitCount, v);
        if (!passes && reach < 2.0) {  // no two are thicker than that together
            continue;
        }
        double end, minimum = least_distance(m, e, k, &end);
        if (passes) {
            passed[count++] = *v;
        }
        if (!spins(m, v->trigger) && !spins(m, v->visitor)) {
            CHECK(passes ? minimum < 0.02 && end > -UNSURE : minimum > -0.02 || end < UNSURE);
        }
    }
    return count;
}

// The step emitted what was expected; the model takes over what it emitted.
static void compare(Model *m, Expected *expected)
{
    static Visit passed[COLLIDERS * COLLIDERS], again[COLLIDERS * COLLIDERS];
    MicaEvents e = mica_world_events(m->world);
    int32_t entered = check_passes(m, expected, passed), left = entered;
    memcpy(again, passed, sizeof again);
    m->passes += entered;
    for (int32_t i = 0; i < e.exitCount; i++) {
        // A pair that parted as the step began and passed through in it has two exits: the first is
        // the visit's.
        bool open = find_visit(m, e.exit[i].trigger, e.exit[i].visitor) >= 0;
        if (!open && take(passed, &left, &e.exit[i])) {
            continue;
        }
        CHECK(take(expected->exit, &expected->exits, &e.exit[i]) ||
              take(expected->unsure, &expected->unsures, &e.exit[i]));
        int32_t visit = find_visit(m, e.exit[i].trigger, e.exit[i].visitor);
        CHECK(visit >= 0);
        if (visit >= 0) {
            CHECK_EQ_INT(m->inside[visit].trigger.id, e.exit[i].trigger.id);
            m->inside[visit] = m->inside[--m->count];
        }
        m->exits++;
    }
    for (int32_t i = 0; i < e.enterCount; i++) {
        if (take(again, &entered, &e.enter[i])) {
            continue;
        }
        CHECK(take(expected->enter, &expected->enters, &e.enter[i]) ||
              take(expected->unsure, &expected->unsures, &e.enter[i]));
        CHECK(find_visit(m, e.enter[i].trigger, e.enter[i].visitor) < 0);
        m->inside[m->count++] = (Visit){e.enter[i].trigger, e.enter[i].visitor};
        m->enters++;
    }
    CHECK(entered == 0 && left == 0);
    CHECK_EQ_INT(expected->enters, 0);
    CHECK_EQ_INT(expected->exits, 0);
    const MicaTriggerEvent *stay;
    int32_t stays = mica_world_trigger_stays(m->world, &stay);
    CHECK_EQ_INT(stays, m->count);
    for (int32_t i = 0; i < stays; i++) {
        int32_t visit = find_visit(m, stay[i].trigger, stay[i].visitor);
        CHECK(visit >= 0 && m->inside[visit].trigger.id == stay[i].trigger.id);
    }
}

// --------------------------------------------------------------------------------------- the edits

static void edit_at_random(Model *m)
{
    MicaWorld *w = m->world;
    Actor *a = &m->actors[pick(m, BODIES)];
    Actor *b = &m->actors[pick(m, BODIES)];
    MicaCollider c = a->count > 0 ? a->colliders[pick(m, a->count)] : (MicaCollider){0};
    switch (pick(m, 17)) {
    case 0:
    case 1: {
        MicaVec2 place = somewhere(m, -3, 3);
        mica_body_set_transform(w, a->body, place, between(m, -3, 3));
    } break;
    case 2:
    case 3:
    case 4:
        mica_body_set_velocity(w, a->body, somewhere(m, -m->speed, m->speed));
        mica_body_set_angular_velocity(w, a->body, between(m, -3, 3));
        break;
    case 5:
        mica_body_destroy(w, a->body);
        add_actor(m, a);
        break;
    case 6:
        mica_body_set_enabled(w, a->body, pick(m, 3) != 0);
        break;
    case 7:
        mica_body_set_awake(w, a->body, pick(m, 2) == 0);
        break;
    case 8:
        mica_body_set_type(w, a->body, (MicaBodyType)pick(m, MICA_BODY_TYPE_COUNT));
        break;
    case 9:
        mica_collider_set_layer(w, c, pick(m, LAYERS));
        break;
    case 10:
        mica_collider_set_group(w, c, pick(m, 5) - 2);
        break;
    case 11: {
        MicaShape shape = random_shape(m);
        mica_collider_set_shape(w, c, &shape);
        break;
    }
    case 12:
        mica_collider_set_trigger(w, c, pick(m, 2) == 0);
        break;
    case 13:
        mica_collider_set_sees(w, c, (uint32_t)pick(m, 16));
        break;
    case 14:
        if (a != b) {
            mica_body_ignore(w, a->body, b->body, pick(m, 2) == 0);
        }
        break;
    case 15: {
        int32_t from = pick(m, LAYERS);
        int32_t to = pick(m, LAYERS);
        mica_layer_set(w, from, to, (MicaResponse)pick(m, 3));
    } break;
    default:
        if (a->count > 1) {
            mica_collider_destroy(w, a->colliders[--a->count]);
        }
    }
}

static void run_history(uint32_t seed, int32_t steps, int32_t *enters, int32_t *passes)
{
    static Model m;
    static Expected expected;
    memset(&m, 0, sizeof m);
    m.seed = seed * 2654435761u | 1u;
    m.world = seed % 2 ? make_world() : make_space();
    m.speed = seed % 3 ? 9.0f : 300.0f;
    mica_world_set_gravity(m.world, v2(0, 0));
    for (int32_t i = 0; i < LAYERS * LAYERS; i++) {
        mica_layer_set(m.world, i / LAYERS, i % LAYERS, (MicaResponse)pick(&m, 3));
    }
    for (int32_t i = 0; i < BODIES; i++) {
        add_actor(&m, &m.actors[i]);
    }
    for (int32_t step = 0; step < steps; step++) {
        // At times many edits at once, at times none for long enough to fall asleep.
        int32_t deeds = step % 48 < 16 ? pick(&m, 4) : 0;
        for (int32_t i = 0; i < deeds; i++) {
            edit_at_random(&m);
        }
        expect(&m, &expected);
        run(m.world, 1);
        compare(&m, &expected);
    }
    // In the end, all open visits end.
    for (int32_t i = 0; i < BODIES; i++) {
        mica_body_destroy(m.world, m.actors[i].body);
        m.actors[i].count = 0;
    }
    expect(&m, &expected);
    run(m.world, 1);
    compare(&m, &expected);
    CHECK_EQ_INT(m.count, 0);
    CHECK_EQ_INT(m.enters, m.exits);
    *enters += m.enters;
    *passes += m.passes;
    mica_world_destroy(m.world);
}

TEST(a_thousand_histories)
{
    int32_t enters = 0, passes = 0;
    for (uint32_t seed = 1; seed <= 1000; seed += (uint32_t)test_stride(7)) {
        run_history(seed, 64, &enters, &passes);
    }
    CHECK(enters > test_part(4000, 7));
    CHECK(passes > test_part(200, 7));
}

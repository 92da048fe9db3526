// Calls on bodies: made, moved, pushed, set, read, destroyed, and pairs that ignore each other.
#include "machine.h"

// Whether the velocity is refused: static bodies and locked axes have none.
static bool is_immovable(uint32_t flags, MicaVec2 v, float w)
{
    bool fixed = (flags & MICA_FLAG_TYPE_MASK) == MICA_BODY_STATIC;
    return ((fixed || (flags & MICA_FLAG_LOCK_X) != 0) && v.x != 0.0f) ||
           ((fixed || (flags & MICA_FLAG_LOCK_Y) != 0) && v.y != 0.0f) ||
           ((fixed || (flags & MICA_FLAG_LOCK_ROTATION) != 0) && w != 0.0f);
}

static uint32_t flag_if(bool on, uint32_t flag) { return on ? flag : 0u; }

static uint32_t draw_locks(Machine *m)
{
    if (draw_bad(m)) {
        m->must |= ERROR_BIT(OUT_OF_RANGE);
        return 1u << (draw_chance(m, 2) ? draw_below(m, 5) : 8 + draw_below(m, 24));
    }
    return draw_chance(m, 2) ? 0u : draw_below(m, 8) * MICA_FLAG_LOCK_X;
}

static MicaBodyType draw_type(Machine *m)
{
    if (draw_bad(m)) {
        m->must |= ERROR_BIT(BAD_BODY_TYPE);
        return draw_chance(m, 2) ? (MicaBodyType)-1 : MICA_BODY_TYPE_COUNT;
    }
    uint32_t kind = draw_below(m, 5);
    return kind == 0 ? MICA_BODY_STATIC : kind == 1 ? MICA_BODY_KINEMATIC : MICA_BODY_DYNAMIC;
}

void call_create_body(Machine *m)
{
    MicaBodyDef def = mica_body_def();
    def.type = draw_type(m);
    def.position = draw_vec(m, 1e7f, 6.0f);
    def.angle = draw_number(m, -1e8f, 1e8f, -4.0f, 4.0f);
    def.locks = draw_chance(m, 4) ? draw_locks(m) : 0u;
    if (draw_chance(m, 3)) {
        def.linearVelocity = draw_vec(m, 4e4f, 10.0f);
        def.angularVelocity = draw_number(m, -4e4f, 4e4f, -10.0f, 10.0f);
        def.linearDamping = draw_number(m, 0.0f, 1e6f, 0.0f, 2.0f);
        def.angularDamping = draw_number(m, 0.0f, 1e6f, 0.0f, 2.0f);
        def.gravityScale = draw_number(m, -1e6f, 1e6f, -2.0f, 2.0f);
    }
    def.canSleep = !draw_chance(m, 8);
    def.awake = !draw_chance(m, 8);
    def.enabled = !draw_chance(m, 12);
    def.bullet = draw_chance(m, 8);
    def.userData = draw(m);
    if (m->must == 0 &&
        is_immovable((uint32_t)def.type | def.locks, def.linearVelocity, def.angularVelocity)) {
        m->must |= ERROR_BIT(IMMOVABLE);
    }
    if (m->must == 0 && !def.awake) {  // a velocity would be refused
        def.linearVelocity = (MicaVec2){0.0f, 0.0f};
        def.angularVelocity = 0.0f;
    }
    if (m->must == 0 && m->model.bodies.count >= MAX_BODIES) {
        return;
    }
    SAY(m,
        "mica_body_create(type %d, position (%.9g, %.9g), angle %.9g, velocity (%.9g, %.9g), "
        "locks %#x, enabled %d, awake %d, bullet %d)",
        (int)def.type, (double)def.position.x, (double)def.position.y, (double)def.angle,
        (double)def.linearVelocity.x, (double)def.linearVelocity.y, def.locks, def.enabled,
        def.awake, def.bullet);
    MicaBody body;
    if (!TRY_CREATE(m, body, mica_body_create(m->world, &def))) {
        return;
    }
    int32_t i = handles_add(m, &m->model.bodies, body.id);
    if (i < 0) {
        return;
    }
    m->model.body[i] = (BodyModel){.flags = (uint32_t)def.type | MICA_FLAG_ALIVE | def.locks |
                                            flag_if(def.enabled, MICA_FLAG_ENABLED) |
                                            flag_if(def.bullet, MICA_FLAG_BULLET) |
                                            flag_if(def.canSleep, MICA_FLAG_CAN_SLEEP),
                                   .userData = def.userData,
                                   .linearDamping = def.linearDamping,
                                   .angularDamping = def.angularDamping,
                                   .gravityScale = def.gravityScale,
                                   .position = def.position,
                                   .placed = true};
    compare_body(m, i);
}

void call_destroy_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    // Worlds stay furnished.
    if (i >= 0 && m->model.bodies.count < 6 && !draw_chance(m, 8)) {
        return;
    }
    SAY(m, "mica_body_destroy(%s)", BODY_NAME(m, i));
    bool wrong = m->wrongRule != NULL && strcmp(m->wrongRule, "a destroyed body lives") == 0;
    if (TRY(m, mica_body_destroy(m->world, body)) && !wrong) {
        model_end_body(m, i);
        EXPECT(m, !CALL(m, mica_body_is_valid(m->world, body)), "a destroyed body is valid");
    }
}

void call_move_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    MicaVec2 p = draw_vec(m, 1e7f, 6.0f);
    bool turns = draw_chance(m, 2);
    float angle = turns ? draw_number(m, -1e8f, 1e8f, -4.0f, 4.0f) : 0.0f;
    SAY(m, "mica_body_set_%s(%s, (%.9g, %.9g), %.9g)", turns ? "transform" : "position",
        BODY_NAME(m, i), (double)p.x, (double)p.y, (double)angle);
    if (turns ? TRY(m, mica_body_set_transform(m->world, body, p, angle))
              : TRY(m, mica_body_set_position(m->world, body, p))) {
        m->model.body[i].position = p;
        m->model.body[i].placed = true;
        MicaTransform t = CALL(m, mica_body_transform(m->world, body));
        EXPECT(m, t.p.x == p.x && t.p.y == p.y, "a body is not where it was put");
    }
}

// Velocities, forces and impulses.
void call_push_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    uint32_t kind = draw_below(m, 8);
    bool velocity = kind < 2, impulse = kind == 5 || kind == 6 || kind == 7;
    MicaVec2 v = {0.0f, 0.0f}, at = {0.0f, 0.0f};
    float w = 0.0f;
    if (kind == 1 || kind == 4 || kind == 7) {
        float limit = velocity ? 4e4f : 1e15f;
        w = draw_number(m, -limit, limit, -10.0f, 10.0f);
    } else {
        v = draw_vec(m, velocity ? 4e4f : 1e15f, 15.0f);
    }
    if (kind == 3 || kind == 6) {
        at = draw_vec(m, 1e7f, 6.0f);
    }
    if (velocity && i >= 0 && m->must == 0 && is_immovable(m->model.body[i].flags, v, w)) {
        m->must |= ERROR_BIT(IMMOVABLE);
    }
    // A light body may become too fast.
    m->may |= velocity ? 0 : ERROR_BIT(OUT_OF_RANGE);
    static const char *const names[8] = {
        "set_velocity", "set_angular_velocity", "apply_force",      "apply_force_at",
        "apply_torque", "apply_impulse",        "apply_impulse_at", "apply_angular_impulse"};
    SAY(m, "mica_body_%s(%s, (%.9g, %.9g) %.9g at (%.9g, %.9g))", names[kind], BODY_NAME(m, i),
        (double)v.x, (double)v.y, (double)w, (double)at.x, (double)at.y);
    before_call(m);
    MicaWorld *world = m->world;
    MicaError error = kind == 0   ? mica_body_set_velocity(world, body, v)
                      : kind == 1 ? mica_body_set_angular_velocity(world, body, w)
                      : kind == 2 ? mica_body_apply_force(world, body, v)
                      : kind == 3 ? mica_body_apply_force_at(world, body, v, at)
                      : kind == 4 ? mica_body_apply_torque(world, body, w)
                      : kind == 5 ? mica_body_apply_impulse(world, body, v)
                      : kind == 6 ? mica_body_apply_impulse_at(world, body, v, at)
                                  : mica_body_apply_angular_impulse(world, body, w);
    if (!judge_call(m, error)) {
        return;
    }
    MicaVec2 now = CALL(m, mica_body_velocity(world, body));
    EXPECT(m, kind != 0 || (now.x == v.x && now.y == v.y), "a velocity is not what was set");
    EXPECT(m, kind != 1 || CALL(m, mica_body_angular_velocity(world, body)) == w,
           "an angular velocity is not what was set");
    EXPECT(m, !impulse || (isfinite(now.x) && isfinite(now.y)), "a velocity is not finite");
}

// ---------------------------------------------------------------------------------------- settings

// What a change of the type changes besides.
static void take_type(Machine *m, int32_t i, MicaBodyType type)
{
    BodyModel *b = &m->model.body[i];
    if (model_type(&m->model, i) == type) {
        return;
    }
    int32_t mover = model_mover_of(&m->model, i);
    if (mover >= 0) {
        model_end_mover(m, mover);
    }
    b->flags &= ~(uint32_t)MICA_FLAG_TYPE_MASK;
    b->flags |= (uint32_t)type;
}

static void set_flag(BodyModel *b, bool on, uint32_t flag)
{
    b->flags = on ? b->flags | flag : b->flags & ~flag;
}

static void set_switch(Machine *m, MicaBody body, int32_t i)
{
    static const char *const names[4] = {"can_sleep", "enabled", "drops", "bullet"};
    static const uint32_t flags[4] = {MICA_FLAG_CAN_SLEEP, MICA_FLAG_ENABLED, MICA_FLAG_DROPS,
                                      MICA_FLAG_BULLET};
    uint32_t kind = draw_below(m, 4);
    bool on = kind == 1 ? !draw_chance(m, 3) : draw_chance(m, 2);
    SAY(m, "mica_body_set_%s(%s, %d)", names[kind], BODY_NAME(m, i), on);
    before_call(m);
    MicaError error = kind == 0   ? mica_body_set_can_sleep(m->world, body, on)
                      : kind == 1 ? mica_body_set_enabled(m->world, body, on)
                      : kind == 2 ? mica_body_set_drops(m->world, body, on)
                                  : mica_body_set_bullet(m->world, body, on);
    if (judge_call(m, error)) {
        set_flag(&m->model.body[i], on, flags[kind]);
    }
}

static void set_numbers(Machine *m, MicaBody body, int32_t i)
{
    BodyModel *b = &m->model.body[i >= 0 ? i : 0];
    if (draw_chance(m, 2)) {
        float scale = draw_number(m, -1e6f, 1e6f, -2.0f, 2.0f);
        SAY(m, "mica_body_set_gravity_scale(%s, %.9g)", BODY_NAME(m, i), (double)scale);
        if (TRY(m, mica_body_set_gravity_scale(m->world, body, scale))) {
            b->gravityScale = scale;
        }
        return;
    }
    float linear = draw_number(m, 0.0f, 1e6f, 0.0f, 3.0f),
          angular = draw_number(m, 0.0f, 1e6f, 0.0f, 3.0f);
    SAY(m, "mica_body_set_damping(%s, %.9g, %.9g)", BODY_NAME(m, i), (double)linear,
        (double)angular);
    if (TRY(m, mica_body_set_damping(m->world, body, linear, angular))) {
        b->linearDamping = linear;
        b->angularDamping = angular;
    }
}

void call_set_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    uint32_t kind = draw_below(m, 8);
    if (kind < 3) {
        set_switch(m, body, i);
    } else if (kind < 5) {
        set_numbers(m, body, i);
    } else if (kind == 5) {
        MicaBodyType type = draw_type(m);
        SAY(m, "mica_body_set_type(%s, %d)", BODY_NAME(m, i), (int)type);
        if (TRY(m, mica_body_set_type(m->world, body, type))) {
            take_type(m, i, type);
        }
    } else if (kind == 6) {
        uint32_t locks = draw_locks(m);
        SAY(m, "mica_body_set_locks(%s, %#x)", BODY_NAME(m, i), locks);
        if (TRY(m, mica_body_set_locks(m->world, body, locks))) {
            m->model.body[i].flags = (m->model.body[i].flags & ~(uint32_t)MICA_LOCKS) | locks;
        }
    } else {
        uint32_t userData = draw(m);
        SAY(m, "mica_body_set_user_data(%s, %u)", BODY_NAME(m, i), userData);
        if (TRY(m, mica_body_set_user_data(m->world, body, userData))) {
            m->model.body[i].userData = userData;
        }
    }
    i = handles_find(&m->model.bodies, body.id);
    if (i >= 0) {
        uint32_t flags = CALL(m, mica_body_flags(m->world, body));
        EXPECT(m, (flags & MODEL_FLAGS) == m->model.body[i].flags,
               "a body's flags are not what was set");
    }
}

void call_set_mass(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    if (draw_chance(m, 3)) {
        SAY(m, "mica_body_reset_mass(%s)", BODY_NAME(m, i));
        if (TRY(m, mica_body_reset_mass(m->world, body))) {
            set_flag(&m->model.body[i], false, MICA_FLAG_MASS_OVERRIDE);
        }
        return;
    }
    MicaMassData mass = {.mass = draw_number(m, 1e-12f, 1e15f, 0.1f, 20.0f)};
    mass.inertia = draw_number(m, 0.0f, 1e15f, 0.0f, 5.0f);
    mass.center = draw_vec(m, 1e7f, 0.5f);
    SAY(m, "mica_body_set_mass(%s, %.9g kg at (%.9g, %.9g), inertia %.9g)", BODY_NAME(m, i),
        (double)mass.mass, (double)mass.center.x, (double)mass.center.y, (double)mass.inertia);
    if (TRY(m, mica_body_set_mass(m->world, body, mass))) {
        set_flag(&m->model.body[i], true, MICA_FLAG_MASS_OVERRIDE);
        m->model.body[i].mass = mass;
        compare_body(m, i);
    }
}

void call_wake_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    bool awake = draw_chance(m, 2);
    SAY(m, "mica_body_set_awake(%s, %d)", BODY_NAME(m, i), awake);
    if (TRY(m, mica_body_set_awake(m->world, body, awake))) {
        bool is = (CALL(m, mica_body_flags(m->world, body)) & MICA_FLAG_AWAKE) != 0;
        EXPECT(m, is == (awake && model_type(&m->model, i) != MICA_BODY_STATIC),
               "a body is not as it was put to sleep or woken");
    }
}

void call_ignore_bodies(Machine *m)
{
    MicaBody a, b;
    int32_t i = draw_body(m, &a), k = draw_body(m, &b);
    bool ignore = !draw_chance(m, 3);
    if (i >= 0 && i == k) {
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    SAY(m, "mica_body_ignore(%s, %s, %d)", BODY_NAME(m, i), BODY_NAME(m, k), ignore);
    if (TRY(m, mica_body_ignore(m->world, a, b, ignore))) {
        uint32_t *one = &m->model.ignores[i], *other = &m->model.ignores[k];
        *one = ignore ? *one | 1u << k : *one & ~(1u << k);
        *other = ignore ? *other | 1u << i : *other & ~(1u << i);
        EXPECT(m, CALL(m, mica_body_ignores(m->world, b, a)) == ignore,
               "two bodies do not ignore each other as was set");
    }
}

void call_read_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    if (i >= 0) {
        m->must = 0;
        compare_body(m, i);
        return;
    }
    SAY(m, "mica_body_linear_damping(%s)", BODY_NAME(m, i));
    before_call(m);
    float damping = mica_body_linear_damping(m->world, body);
    EXPECT(m, damping == 0.0f, "a stale body has a damping");
    judge_call(m, mica_last_error(m->world));
}

// Calls on colliders: made, set, given shapes and fields, read, destroyed.
#include "machine.h"

// A new collider that has no shape yet, on the record's body.
static ColliderModel *add_collider(Machine *m, MicaCollider collider, int32_t body,
                                   const MicaColliderDef *def)
{
    int32_t i = handles_add(m, &m->model.colliders, collider.id);
    if (i < 0) {
        return NULL;
    }
    m->model.collider[i] = (ColliderModel){.body = body, .def = *def};
    return &m->model.collider[i];
}

static void say_shape(const Machine *m, const char *call, const char *name, const MicaShape *s,
                      const MicaColliderDef *def)
{
    if (!m->trace) {
        return;
    }
    char points[400] = "";
    for (int32_t i = 0; i < s->count && i < MICA_MAX_POLYGON_POINTS; i++) {
        size_t used = strlen(points);
        snprintf(points + used, sizeof points - used, " (%.9g, %.9g)", (double)s->points[i].x,
                 (double)s->points[i].y);
    }
    say_call(
        m, "%s(%s, shape %d of %d points%s, radius %.9g; layer %d, group %d, trigger %d, sees %u)",
        call, name, (int)s->type, s->count, points, (double)s->radius,
        def != NULL ? def->layer : -1, def != NULL ? def->group : 0, def != NULL && def->isTrigger,
        def != NULL ? def->sees : 0u);
}

void call_create_collider(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    MicaColliderDef def = draw_material(m);
    MicaShape shape = draw_shape(m);
    if (draw_chance(m, 8)) {
        def.oneWay = draw_chance(m, 2) ? (MicaVec2){0.0f, 1.0f} : (MicaVec2){-1.0f, 0.0f};
    }
    if (m->must == 0 && m->model.colliders.count >= MAX_COLLIDERS) {
        return;
    }
    say_shape(m, "mica_collider_create", BODY_NAME(m, i), &shape, &def);
    MicaCollider collider;
    if (TRY_CREATE(m, collider, mica_collider_create(m->world, body, &def, &shape))) {
        ColliderModel *c = add_collider(m, collider, i, &def);
        if (c != NULL) {
            c->shape = shape;
        }
    }
}

void call_create_colliders(Machine *m)
{
    enum { MANY = 4 };
    MicaBody body;
    int32_t i = draw_body(m, &body), count = 1 + (int32_t)draw_below(m, MANY);
    MicaColliderDef defs[MANY];
    MicaShape shapes[MANY];
    MicaCollider made[MANY];
    for (int32_t k = 0; k < count; ++k) {
        defs[k] = draw_material(m);
        shapes[k] = draw_shape(m);
        say_shape(m, "mica_colliders_create", BODY_NAME(m, i), &shapes[k], &defs[k]);
    }
    if (m->must == 0 && m->model.colliders.count + count > MAX_COLLIDERS) {
        return;
    }
    before_call(m);
    int32_t result = mica_colliders_create(m->world, body, defs, shapes, count, made);
    EXPECT(m, result == 0 || result == count, "some of the colliders were made");
    if (judge_call(m, result != 0 ? MICA_ERROR_OK : mica_last_error(m->world))) {
        for (int32_t k = 0; k < count; ++k) {
            ColliderModel *c = add_collider(m, made[k], i, &defs[k]);
            if (c != NULL) {
                c->shape = shapes[k];
            }
        }
    }
}

void call_destroy_collider(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    SAY(m, "mica_collider_destroy(%s)", COLLIDER_NAME(m, i));
    if (TRY(m, mica_collider_destroy(m->world, collider))) {
        model_end_collider(m, i);
        EXPECT(m, !CALL(m, mica_collider_is_valid(m->world, collider)),
               "a destroyed collider is valid");
    }
}

// ---------------------------------------------------------------------------------------- settings

static void set_number(Machine *m, MicaCollider collider, int32_t i)
{
    static const struct {
        const char *name;
        MicaError (*set)(MicaWorld *world, MicaCollider collider, float value);
        float minimum, maximum, usual;
        size_t offset;
    } numbers[5] = {{"friction", mica_collider_set_friction, 0.0f, 1e6f, 2.0f,
                     offsetof(MicaColliderDef, friction)},
                    {"restitution", mica_collider_set_restitution, 0.0f, 1.0f, 1.0f,
                     offsetof(MicaColliderDef, restitution)},
                    {"rolling_resistance", mica_collider_set_rolling_resistance, 0.0f, 1e6f, 0.5f,
                     offsetof(MicaColliderDef, rollingResistance)},
                    {"tangent_speed", mica_collider_set_tangent_speed, -4e4f, 4e4f, 3.0f,
                     offsetof(MicaColliderDef, tangentSpeed)},
                    {"density", mica_collider_set_density, 0.0f, 1e9f, 10.0f,
                     offsetof(MicaColliderDef, density)}};
    uint32_t k = draw_below(m, 5);
    float value = draw_number(m, numbers[k].minimum, numbers[k].maximum, 0.0f, numbers[k].usual);
    SAY(m, "mica_collider_set_%s(%s, %.9g)", numbers[k].name, COLLIDER_NAME(m, i), (double)value);
    if (TRY(m, numbers[k].set(m->world, collider, value))) {
        memcpy((char *)&m->model.collider[i].def + numbers[k].offset, &value, sizeof value);
    }
}

static void set_combine(Machine *m, MicaCollider collider, int32_t i)
{
    bool bad = draw_bad(m), friction = draw_chance(m, 2);
    m->must |= bad ? ERROR_BIT(OUT_OF_RANGE) : 0;
    MicaCombine rule = bad ? (MicaCombine)-1 : (MicaCombine)draw_below(m, MICA_COMBINE_COUNT);
    SAY(m, "mica_collider_set_%s_combine(%s, %d)", friction ? "friction" : "restitution",
        COLLIDER_NAME(m, i), (int)rule);
    if (friction ? TRY(m, mica_collider_set_friction_combine(m->world, collider, rule))
                 : TRY(m, mica_collider_set_restitution_combine(m->world, collider, rule))) {
        MicaColliderDef *def = &m->model.collider[i].def;
        *(friction ? &def->frictionCombine : &def->restitutionCombine) = rule;
    }
}

static void set_filter(Machine *m, MicaCollider collider, int32_t i)
{
    MicaColliderDef *def = &m->model.collider[i >= 0 ? i : 0].def;
    uint32_t kind = draw_below(m, 4);
    if (kind == 0) {
        int32_t layer = draw_layer(m);
        SAY(m, "mica_collider_set_layer(%s, %d)", COLLIDER_NAME(m, i), layer);
        if (TRY(m, mica_collider_set_layer(m->world, collider, layer))) {
            def->layer = layer;
            EXPECT(m, CALL(m, mica_collider_layer(m->world, collider)) == layer,
                   "a layer is not what was set");
        }
    } else if (kind == 1) {
        int32_t group = draw_chance(m, 2) ? 0 : (int32_t)draw_below(m, 5) - 2;
        SAY(m, "mica_collider_set_group(%s, %d)", COLLIDER_NAME(m, i), group);
        if (TRY(m, mica_collider_set_group(m->world, collider, group))) {
            def->group = group;
        }
    } else if (kind == 2) {
        bool isTrigger = draw_chance(m, 3);
        SAY(m, "mica_collider_set_trigger(%s, %d)", COLLIDER_NAME(m, i), isTrigger);
        if (TRY(m, mica_collider_set_trigger(m->world, collider, isTrigger))) {
            def->isTrigger = isTrigger;
        }
    } else {
        bool bad = draw_bad(m);
        m->must |= bad ? ERROR_BIT(OUT_OF_RANGE) : 0;
        uint32_t sees = bad ? 16u << draw_below(m, 28) : draw_below(m, MICA_SEES_ALL + 1);
        SAY(m, "mica_collider_set_sees(%s, %u)", COLLIDER_NAME(m, i), sees);
        if (TRY(m, mica_collider_set_sees(m->world, collider, sees))) {
            def->sees = sees;
        }
    }
}

static void set_rest(Machine *m, MicaCollider collider, int32_t i)
{
    MicaColliderDef *def = &m->model.collider[i >= 0 ? i : 0].def;
    uint32_t kind = draw_below(m, m->switchesColliders ? 4 : 3);
    if (kind == 0) {
        uint32_t userData = draw(m);
        SAY(m, "mica_collider_set_user_data(%s, %u)", COLLIDER_NAME(m, i), userData);
        if (TRY(m, mica_collider_set_user_data(m->world, collider, userData))) {
            def->userData = userData;
        }
    } else if (kind == 1) {
        bool arcade = draw_chance(m, 2);
        SAY(m, "mica_collider_set_arcade(%s, %d)", COLLIDER_NAME(m, i), arcade);
        if (TRY(m, mica_collider_set_arcade(m->world, collider, arcade))) {
            def->arcade = arcade;
        }
    } else if (kind == 3) {
        bool enabled = draw_chance(m, 2);
        SAY(m, "mica_collider_set_enabled(%s, %d)", COLLIDER_NAME(m, i), enabled);
        if (TRY(m, mica_collider_set_enabled(m->world, collider, enabled))) {
            def->enabled = enabled;
        }
    } else {
        MicaVec2 normal = draw_chance(m, 2) ? (MicaVec2){0.0f, 0.0f} : (MicaVec2){0.0f, 1.0f};
        if (draw_bad(m)) {
            normal.x = NAN;
            m->must |= ERROR_BIT(NOT_FINITE);
        }
        SAY(m, "mica_collider_set_one_way(%s, (%.9g, %.9g))", COLLIDER_NAME(m, i), (double)normal.x,
            (double)normal.y);
        if (TRY(m, mica_collider_set_one_way(m->world, collider, normal))) {
            def->oneWay = normal;
        }
    }
}

void call_set_collider(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    switch (draw_below(m, 5)) {
    case 0:
    case 1:
        set_number(m, collider, i);
        break;
    case 2:
        set_filter(m, collider, i);
        break;
    case 3:
        set_combine(m, collider, i);
        break;
    default:
        set_rest(m, collider, i);
        break;
    }
}

void call_set_shape(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    MicaShape shape = draw_shape(m);
    if (i >= 0 && (m->model.collider[i].columns > 0 || m->model.collider[i].points > 0)) {
        m->must |= ERROR_BIT(BAD_SHAPE);
    }
    say_shape(m, "mica_collider_set_shape", COLLIDER_NAME(m, i), &shape, NULL);
    if (TRY(m, mica_collider_set_shape(m->world, collider, &shape))) {
        m->model.collider[i].shape = shape;
    }
}

// ------------------------------------------------------------------------------------------ fields

void call_set_field(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    if (draw_chance(m, 3)) {
        SAY(m, "mica_collider_set_field(%s, null)", COLLIDER_NAME(m, i));
        if (TRY(m, mica_collider_set_field(m->world, collider, NULL))) {
            m->model.collider[i].field = (MicaField){0};
        }
        return;
    }
    MicaField field = mica_field((MicaFieldType)(1 + draw_below(m, MICA_FIELD_TYPE_COUNT - 1)));
    if (draw_bad(m)) {
        field.type = MICA_FIELD_TYPE_COUNT;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    field.flow = draw_vec(m, 4e4f, 5.0f);
    field.acceleration = draw_vec(m, 1e6f, 10.0f);
    field.drag = draw_number(m, 0.0f, 1e6f, 0.0f, 5.0f);
    field.density = draw_number(m, 0.0f, 1e6f, 0.0f, 3.0f);
    field.strength = draw_number(m, -1e6f, 1e6f, -10.0f, 10.0f);
    field.maxSpeed = draw_number(m, 0.0f, 4e4f, 0.5f, 50.0f);
    field.turbulence = draw_chance(m, 3) ? draw_number(m, 0.0f, 4e4f, 0.0f, 3.0f) : 0.0f;
    field.falloff = (int32_t)draw_below(m, 3);
    field.replace = (int32_t)draw_below(m, 2);
    field.events = (int32_t)draw_below(m, 2);
    field.priority = (int32_t)draw_below(m, 3) - 1;
    SAY(m, "mica_collider_set_field(%s, type %d, events %d)", COLLIDER_NAME(m, i), (int)field.type,
        field.events);
    if (TRY(m, mica_collider_set_field(m->world, collider, &field))) {
        m->model.collider[i].field = field;
    }
}

void call_read_collider(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    if (i >= 0) {
        m->must = 0;
        compare_collider(m, i);
        return;
    }
    MicaShape shape;
    SAY(m, "mica_collider_shape(%s)", COLLIDER_NAME(m, i));
    (void)TRY(m, mica_collider_shape(m->world, collider, &shape));
}

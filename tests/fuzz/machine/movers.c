// Calls on movers: made of kinematic bodies, steered, set, read, destroyed.
#include "machine.h"

static const struct {
    float minimum, maximum, lower, upper;
} ranges[MICA_MOVER_UP_X] = {[MICA_MOVER_MAX_SLOPE] = {0.0f, 1.5533f, 0.0f, 1.5f},
                             [MICA_MOVER_STEP_HEIGHT] = {0.0f, 1e3f, 0.0f, 1.0f},
                             [MICA_MOVER_SNAP_DISTANCE] = {0.0f, 1e3f, 0.0f, 1.0f},
                             [MICA_MOVER_MASS] = {1e-9f, 1e9f, 1.0f, 100.0f},
                             [MICA_MOVER_MAX_PUSH_FORCE] = {0.0f, 1e9f, 0.0f, 1000.0f},
                             [MICA_MOVER_MAX_FALL_SPEED] = {1e-9f, 4e4f, 1.0f, 100.0f},
                             [MICA_MOVER_CORNER_CORRECTION] = {0.0f, 1e3f, 0.0f, 0.3f}};

void call_create_mover(Machine *m)
{
    const Model *model = &m->model;
    MicaCollider collider;
    int32_t i = draw_collider(m, &collider);
    // Most colliders are of dynamic bodies.
    for (int32_t k = 0; k < 6 && i >= 0 && m->must == 0 &&
                        model_type(model, model->collider[i].body) != MICA_BODY_KINEMATIC;
         k++) {
        i = draw_collider(m, &collider);
    }
    if (i >= 0) {
        const ColliderModel *c = &model->collider[i];
        bool convex = c->columns == 0 && c->points == 0 && !c->def.isTrigger;
        m->must |= model_type(model, c->body) != MICA_BODY_KINEMATIC ? ERROR_BIT(NOT_KINEMATIC) : 0;
        m->must |= convex ? 0 : ERROR_BIT(NOT_CONVEX_COLLIDER);
        m->must |= model_mover_of(model, c->body) >= 0 ? ERROR_BIT(HAS_MOVER) : 0;
    }
    MicaMoverDef def = mica_mover_def();
    for (int32_t k = 0; k < MICA_MOVER_UP_X; k++) {
        def.numbers[k] = draw_chance(m, 4) ? draw_number(m, ranges[k].minimum, ranges[k].maximum,
                                                         ranges[k].lower, ranges[k].upper)
                                           : def.numbers[k];
    }
    def.floating = draw_chance(m, 4);
    def.userData = draw(m);
    if (m->must == 0 && model->movers.count >= MAX_MOVERS) {
        return;
    }
    SAY(m, "mica_mover_create(%s, floating %d)", COLLIDER_NAME(m, i), def.floating);
    MicaMover mover;
    if (TRY_CREATE(m, mover, mica_mover_create(m->world, collider, &def))) {
        int32_t k = handles_add(m, &m->model.movers, mover.id);
        if (k >= 0) {
            int32_t body = model->collider[i].body;
            m->model.mover[k] = (MoverModel){.body = body, .collider = i, .def = def};
            m->model.body[body].flags |= MICA_FLAG_MOVER;
            compare_mover(m, k);
        }
    }
}

void call_destroy_mover(Machine *m)
{
    MicaMover mover;
    int32_t i = draw_mover(m, &mover);
    SAY(m, "mica_mover_destroy(%s)", MOVER_NAME(m, i));
    if (TRY(m, mica_mover_destroy(m->world, mover))) {
        model_end_mover(m, i);
        EXPECT(m, !CALL(m, mica_mover_is_valid(m->world, mover)), "a destroyed mover is valid");
    }
}

void call_set_mover(Machine *m)
{
    MicaMover mover;
    int32_t i = draw_mover(m, &mover);
    MicaMoverDef *def = &m->model.mover[i >= 0 ? i : 0].def;
    uint32_t kind = draw_below(m, 4);
    if (kind == 0) {
        bool floating = draw_chance(m, 3);
        SAY(m, "mica_mover_set_floating(%s, %d)", MOVER_NAME(m, i), floating);
        if (TRY(m, mica_mover_set_floating(m->world, mover, floating))) {
            def->floating = floating;
        }
    } else if (kind == 1) {
        int32_t k = (int32_t)draw_below(m, MICA_MOVER_UP_X);
        float value =
            draw_number(m, ranges[k].minimum, ranges[k].maximum, ranges[k].lower, ranges[k].upper);
        SAY(m, "mica_mover_set_numbers(%s, %d, %.9g)", MOVER_NAME(m, i), k, (double)value);
        if (TRY(m, mica_mover_set_numbers(m->world, mover, (MicaMoverNumber)k, 1, &value))) {
            def->numbers[k] = value;
        }
    } else {
        MicaVec2 v = draw_vec(m, 4e4f, 8.0f);
        SAY(m, "mica_mover_set_velocity(%s, (%.9g, %.9g))", MOVER_NAME(m, i), (double)v.x,
            (double)v.y);
        if (TRY(m, mica_mover_set_velocity(m->world, mover, v))) {
            MicaMoverState state = CALL(m, mica_mover_state(m->world, mover));
            EXPECT(m, state.velocity.x == v.x && state.velocity.y == v.y,
                   "a mover's velocity is not what was set");
        }
    }
}

void call_read_mover(Machine *m)
{
    MicaMover mover;
    int32_t i = draw_mover(m, &mover);
    if (i >= 0) {
        m->must = 0;
        compare_mover(m, i);
        return;
    }
    SAY(m, "mica_mover_state(%s)", MOVER_NAME(m, i));
    before_call(m);
    EXPECT(m, mica_mover_state(m->world, mover).flags == 0, "a stale mover has a state");
    judge_call(m, mica_last_error(m->world));
}

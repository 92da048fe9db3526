// Calls on whole worlds: layers, settings, views, steps, snapshots, restores and copies; and
// questions about handles that are stale.
#include "machine.h"

#include <stdlib.h>

// ----------------------------------------------------------------------------------------- layers

void call_set_layer(Machine *m)
{
    int32_t from = draw_layer(m), to = draw_layer(m);
    MicaResponse response = (MicaResponse)draw_below(m, MICA_RESPONSE_COUNT);
    if (draw_bad(m)) {
        response = draw_chance(m, 2) ? MICA_RESPONSE_COUNT : (MicaResponse)-1;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    SAY(m, "mica_layer_set(%d, %d, %d)", from, to, (int)response);
    if (TRY(m, mica_layer_set(m->world, from, to, response))) {
        m->model.named[from][to] = (uint8_t)response;
    }
}

void call_read_layer(Machine *m)
{
    int32_t a = (int32_t)draw_below(m, MODEL_LAYERS + 1) - 1,
            b = (int32_t)draw_below(m, MODEL_LAYERS);
    uint8_t ab = a >= 0 ? m->model.named[a][b] : MICA_IGNORE,
            ba = a >= 0 ? m->model.named[b][a] : MICA_IGNORE;
    MicaResponse expected = ab == MICA_SOLID || ba == MICA_SOLID       ? MICA_SOLID
                            : ab == MICA_TRIGGER || ba == MICA_TRIGGER ? MICA_TRIGGER
                                                                       : MICA_IGNORE;
    SAY(m, "mica_layer_response(%d, %d)", a, b);
    EXPECT(m, CALL(m, mica_layer_named(m->world, a, b)) == (MicaResponse)ab,
           "a layer names another response than was set");
    EXPECT(m,
           CALL(m, mica_layer_response(m->world, a, b)) == expected &&
               CALL(m, mica_layer_response(m->world, b, a)) == expected,
           "two layers have another response");
}

// --------------------------------------------------------------------------------------- settings

void call_set_world(Machine *m)
{
    uint32_t kind = draw_below(m, 4);
    if (kind == 0) {
        MicaVec2 gravity = draw_vec(m, 1e6f, 12.0f);
        SAY(m, "mica_world_set_gravity(%.9g, %.9g)", (double)gravity.x, (double)gravity.y);
        if (TRY(m, mica_world_set_gravity(m->world, gravity))) {
            m->model.gravity = gravity;
        }
    } else if (kind == 1) {
        bool enabled = !draw_chance(m, 3);
        SAY(m, "mica_world_set_sleep_enabled(%d)", enabled);
        (void)TRY(m, mica_world_set_sleep_enabled(m->world, enabled));
    } else {
        float speed = draw_number(m, 0.0f, 1e6f, 0.0f, 4.0f);
        SAY(m, "mica_world_set_%s(%.9g)", kind == 2 ? "restitution_threshold" : "hit_speed",
            (double)speed);
        (void)(kind == 2 ? TRY(m, mica_world_set_restitution_threshold(m->world, speed))
                         : TRY(m, mica_world_set_hit_speed(m->world, speed)));
    }
}

void call_read_world(Machine *m)
{
    uint32_t kind = draw_below(m, 4);
    if (kind == 0) {
        MicaCounters counters = CALL(m, mica_world_counters(m->world));
        EXPECT(m,
               counters.bodies == m->model.bodies.count &&
                   counters.colliders == m->model.colliders.count &&
                   counters.joints == m->model.joints.count,
               "the world counts other bodies, colliders or joints");
    } else if (kind == 1) {
        float alpha = draw_number(m, 0.0f, 1.0f, 0.0f, 1.0f);
        SAY(m, "mica_world_interpolate(%.9g)", (double)alpha);
        (void)TRY(m, mica_world_interpolate(m->world, alpha));
    } else if (kind == 2) {
        float seconds = draw_number(m, 0.0f, 1.0f, 0.0f, 1.0f);
        SAY(m, "mica_world_extrapolate(%.9g)", (double)seconds);
        (void)TRY(m, mica_world_extrapolate(m->world, seconds));
    } else {
        MicaViews views = CALL(m, mica_world_views(m->world));
        EXPECT(m, views.slots <= views.capacity && views.slots >= m->model.bodies.count,
               "the views have fewer slots than the world has bodies");
        const MicaContactPoint *points;
        int32_t count = CALL(m, mica_world_contact_points(m->world, &points));
        for (int32_t i = 0; i < count && m->found[0] == 0; i++) {
            EXPECT(m,
                   isfinite(points[i].point.x) && isfinite(points[i].separation) &&
                       isfinite(points[i].normalImpulse),
                   "a contact point is not finite");
        }
    }
}

// ------------------------------------------------------------------------------------------ steps

void call_step(Machine *m)
{
    static const float usual[4] = {1.0f / 60.0f, 1.0f / 30.0f, 1.0f / 120.0f, 1.0f / 60.0f};
    float dt = usual[draw_below(m, 4)];
    bool byImpacts = draw_chance(m, 6);
    int32_t substeps = 1 + (int32_t)draw_below(m, byImpacts ? 60 : 4);
    if (draw_bad(m)) {
        static const float bad[4] = {0.0f, -1.0f, 1.5f, NAN};
        uint32_t k = draw_below(m, 4);
        dt = bad[k];
        m->must |= k == 3 ? ERROR_BIT(NOT_FINITE) : ERROR_BIT(OUT_OF_RANGE);
    }
    if (draw_bad(m)) {
        substeps = byImpacts || draw_chance(m, 2) ? 0 : 65;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    SAY(m, "mica_world_step%s(%.9g, %d)", byImpacts ? "_impacts" : "", (double)dt, substeps);
    if (byImpacts ? TRY(m, mica_world_step_impacts(m->world, dt, substeps))
                  : TRY(m, mica_world_step(m->world, dt, substeps))) {
        take_events(m);
    }
}

// A velocity that is written into the view takes effect, or the step refuses it and names its slot.
void call_write_views(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    if (i < 0 || m->must != 0 || model_type(&m->model, i) != MICA_BODY_DYNAMIC) {
        return;
    }
    MicaViews views = CALL(m, mica_world_views(m->world));
    int32_t slot = MICA_SLOT(body);
    float *written = (draw_chance(m, 2) ? views.velocities : views.forces) + 4 * slot;
    if (draw_chance(m, 2)) {
        SAY(m, "written into a view of %s: NaN, then mica_world_step", BODY_NAME(m, i));
        float before = written[0];
        written[0] = NAN;
        mica_clear_error(m->world);
        EXPECT(m,
               CALL(m, mica_world_step(m->world, 1.0f / 60.0f, 1)) == MICA_ERROR_VIEW_NOT_FINITE &&
                   CALL(m, mica_last_error_slot(m->world)) == slot,
               "a step takes a velocity or force that is NaN, or names another slot");
        written[0] = before;
    } else if ((m->model.body[i].flags & MICA_LOCKS) == 0) {
        SAY(m, "written into a view of %s: (3, 4), 5", BODY_NAME(m, i));
        written[0] = 3.0f;
        written[1] = 4.0f;
        written[2] = 5.0f;
    }
}

// --------------------------------------------------------------------------------------- snapshots

static bool write_snapshot(Machine *m, SavedWorld *save)
{
    save->size = CALL(m, mica_world_snapshot_bytes(m->world, 0));
    if (save->size > save->capacity) {
        free(save->bytes);
        save->bytes = malloc(save->size);
        save->capacity = save->size;
    }
    return TRY(m, mica_world_snapshot(m->world, NULL, 0, save->bytes, save->capacity));
}

void call_save(Machine *m)
{
    uint32_t which = draw_below(m, SAVES);
    SavedWorld *save = &m->saves[which];
    SAY(m, "mica_world_snapshot into buffer %u", which);
    if (write_snapshot(m, save)) {
        save->model = m->model;
        save->hash = CALL(m, mica_world_hash(m->world));
    }
}

// The handles that were made since are stale, unless the same one was given out before.
static void check_forgotten(Machine *m, const uint32_t *made, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        EXPECT(m,
               CALL(m, mica_body_is_valid(m->world, (MicaBody){made[i]})) ==
                   (handles_find(&m->model.bodies, made[i]) >= 0),
               "a restored world has other bodies than when it was saved");
    }
}

void call_restore(Machine *m)
{
    uint32_t which = draw_below(m, SAVES);
    SavedWorld *save = &m->saves[which];
    if (save->size == 0) {
        return;
    }
    bool damage = draw_bad(m);
    uint64_t at = draw_below(m, (uint32_t)save->size);
    uint8_t bit = (uint8_t)(1u << draw_below(m, 8));
    SAY(m, "mica_world_restore from buffer %u%s", which, damage ? " with one bit changed" : "");
    uint8_t *bytes = save->bytes;
    if (damage) {
        bytes[at] ^= bit;
        m->must |= ERROR_BIT(BAD_SNAPSHOT) | ERROR_BIT(NEWER_SNAPSHOT);
        (void)TRY(m, mica_world_restore(m->world, bytes, save->size));
        bytes[at] ^= bit;
        return;
    }
    uint32_t made[MAX_OF_A_KIND];
    memcpy(made, m->model.bodies.id, sizeof made);
    if (TRY(m, mica_world_restore(m->world, bytes, save->size))) {
        m->model = save->model;
        EXPECT(m, CALL(m, mica_world_hash(m->world)) == save->hash,
               "a restored world has another hash");
        check_forgotten(m, made, MAX_BODIES);
        compare_open_pairs(m);
        if (draw_chance(m, 4)) {
            SavedWorld again = {.size = 0};
            EXPECT(m,
                   write_snapshot(m, &again) && again.size == save->size &&
                       memcmp(again.bytes, save->bytes, save->size) == 0,
                   "a restored world is saved as other bytes");
            free(again.bytes);
        }
    }
}

// A copy steps to the same hash and emits as many events.
void call_copy_world(Machine *m)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *copy = mica_world_create(&def);
    SAY(m, "mica_world_copy to a new world, and a step of both");
    MicaError error = CALL(m, mica_world_copy(copy, m->world));
    EXPECT(m, error == MICA_ERROR_OK, "a world cannot be copied");
    EXPECT(m, CALL(m, mica_world_hash(copy)) == CALL(m, mica_world_hash(m->world)),
           "a copy has another hash");
    MicaError stepped = CALL(m, mica_world_step(copy, 1.0f / 60.0f, 2));
    if (TRY(m, mica_world_step(m->world, 1.0f / 60.0f, 2))) {
        take_events(m);
    }
    MicaEvents a = mica_world_events(copy), b = mica_world_events(m->world);
    EXPECT(m, stepped == MICA_ERROR_OK && mica_world_hash(copy) == mica_world_hash(m->world),
           "a copy steps to another hash");
    EXPECT(m,
           a.beginCount == b.beginCount && a.endCount == b.endCount && a.hitCount == b.hitCount &&
               a.enterCount == b.enterCount && a.exitCount == b.exitCount,
           "a copy emits other events");
    mica_world_destroy(copy);
}

// ---------------------------------------------------------------------------------- stale handles

// Handles that were destroyed, also those whose slot is used again, name nothing.
void call_ask_stale(Machine *m)
{
    const Model *model = &m->model;
    uint32_t k = draw_below(m, STALE_HANDLES), kind = draw_below(m, 4);
    const Handles *h = kind == 0   ? &model->bodies
                       : kind == 1 ? &model->colliders
                       : kind == 2 ? &model->joints
                                   : &model->movers;
    uint32_t id = h->stale[k];
    bool lives = handles_find(h, id) >= 0;
    MicaWorld *w = m->world;
    bool valid = kind == 0   ? CALL(m, mica_body_is_valid(w, (MicaBody){id}))
                 : kind == 1 ? CALL(m, mica_collider_is_valid(w, (MicaCollider){id}))
                 : kind == 2 ? CALL(m, mica_joint_is_valid(w, (MicaJoint){id}))
                             : CALL(m, mica_mover_is_valid(w, (MicaMover){id}));
    SAY(m, "asked whether the stale handle %08x is valid", id);
    EXPECT(m, valid == lives, "a stale handle is valid");
}

// Calls that are asked of whole bodies, or act on many: sweeps, times of impact, explosions,
// contact points and trigger pairs; and slots that are used until no generation is left.
#include "machine.h"

static bool is_finite(MicaVec2 v) { return isfinite(v.x) && isfinite(v.y); }

void call_sweep_body(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body), count = 2 + (int32_t)draw_below(m, 3);
    MicaVec2 path[4];
    for (int32_t k = 0; k < count; k++) {
        path[k] = draw_point(m, 8.0f);
    }
    if (draw_bad(m)) {
        path[0].x = NAN;
        m->must |= ERROR_BIT(NOT_FINITE);
    }
    if (draw_bad(m)) {
        count = 1;
        m->must |= ERROR_BIT(POINT_COUNT) | ERROR_BIT(OUT_OF_RANGE);
    }
    MicaPathHit hit;
    SAY(m, "mica_body_sweep(%s, %d points from (%.9g, %.9g))", BODY_NAME(m, i), count,
        (double)path[0].x, (double)path[0].y);
    before_call(m);
    bool any = mica_body_sweep(m->world, body, path, count, NULL, &hit);
    if (!judge_call(m, mica_last_error(m->world))) {
        EXPECT(m, !any, "a sweep that is refused has a hit");
        return;
    }
    int32_t met = handles_find(&m->model.colliders, hit.hit.collider.id),
            own = handles_find(&m->model.colliders, hit.own.id);
    EXPECT(m, any == (met >= 0), "a sweep hits no live collider");
    if (any && met >= 0) {
        EXPECT(m, own >= 0 && m->model.collider[own].body == i,
               "a sweep hits with a foreign collider");
        EXPECT(m,
               hit.segment >= 0 && hit.segment < count - 1 && is_finite(hit.position) &&
                   hit.hit.fraction >= 0.0f && hit.hit.fraction <= 1.0f,
               "a sweep's hit is not on its path");
        // Trigger cells and layers of maps are left out of the model's response.
        EXPECT(m, own < 0 || m->model.collider[met].columns > 0 || m->model.collider[met].body != i,
               "a sweep hits the body itself");
    }
}

void call_time_impact(Machine *m)
{
    MicaBody a, b;
    int32_t i = draw_body(m, &a), k = draw_body(m, &b);
    MicaMotion one = {draw_point(m, 8.0f), draw_number(m, -1e4f, 1e4f, -6.0f, 6.0f)}, other = {0};
    if (i >= 0 && i == k && m->must == 0) {
        return;
    }
    SAY(m, "mica_body_time_of_impact(%s by (%.9g, %.9g) and %.9g, %s)", BODY_NAME(m, i),
        (double)one.translation.x, (double)one.translation.y, (double)one.turn, BODY_NAME(m, k));
    before_call(m);
    MicaImpact impact = mica_body_time_of_impact(m->world, a, one, b, other);
    if (!judge_call(m, mica_last_error(m->world))) {
        EXPECT(m, impact.colliderA.id == 0, "an impact that is refused has colliders");
        return;
    }
    bool meets = impact.toi.state != MICA_TOI_SEPARATED && impact.toi.state != MICA_TOI_INVALID;
    EXPECT(m,
           meets == (impact.colliderA.id != 0) && impact.toi.fraction >= 0.0f &&
               impact.toi.fraction <= 1.0f && is_finite(impact.toi.point),
           "an impact has no colliders, or is out of range");
    int32_t own = handles_find(&m->model.colliders, impact.colliderA.id),
            met = handles_find(&m->model.colliders, impact.colliderB.id);
    EXPECT(m,
           !meets || (own >= 0 && met >= 0 && m->model.collider[own].body == i &&
                      m->model.collider[met].body == k),
           "an impact is of other bodies");
}

void call_explode(Machine *m)
{
    MicaExplosion e = mica_explosion();
    e.position = draw_vec(m, 1e7f, 6.0f);
    e.radius = draw_number(m, 0.0f, 1e6f, 0.0f, 3.0f);
    e.falloff = draw_number(m, 0.0f, 1e6f, 0.0f, 3.0f);
    e.impulse = draw_between(m, -5.0f, 5.0f);
    e.shields = draw_chance(m, 3) ? UINT64_MAX : 0;
    SAY(m, "mica_world_explode(at (%.9g, %.9g), radius %.9g, falloff %.9g, impulse %.9g)",
        (double)e.position.x, (double)e.position.y, (double)e.radius, (double)e.falloff,
        (double)e.impulse);
    before_call(m);
    int32_t pushed = mica_world_explode(m->world, &e);
    if (!judge_call(m, mica_last_error(m->world))) {
        EXPECT(m, pushed == 0, "an explosion that is refused pushes");
    }
    int32_t movable = 0;
    for (int32_t i = 0; i < m->model.colliders.count; i++) {
        const ColliderModel *c = &m->model.collider[m->model.colliders.order[i]];
        bool moves = model_type(&m->model, c->body) == MICA_BODY_DYNAMIC ||
                     model_mover_of(&m->model, c->body) >= 0;
        movable += moves && !c->def.isTrigger;
    }
    EXPECT(m, pushed >= 0 && pushed <= movable, "an explosion pushes more than there is");
}

// The trigger pairs of two bodies are those of all visits that their colliders have; the contact
// points of a body are its own.
void call_read_pairs(Machine *m)
{
    MicaBody a, b;
    int32_t i = draw_body(m, &a), k = draw_body(m, &b);
    const MicaContactPoint *points;
    SAY(m, "mica_body_contact_points, trigger pairs(%s, %s)", BODY_NAME(m, i), BODY_NAME(m, k));
    int32_t pairs = CALL(m, mica_trigger_pairs(m->world, a, b));
    EXPECT(m, pairs == CALL(m, mica_trigger_pairs(m->world, b, a)),
           "two bodies have other trigger pairs the other way round");
    EXPECT(m, (i >= 0 && k >= 0) || pairs == 0, "a body that is gone has trigger pairs");
    m->must &= i < 0 ? ERROR_BIT(STALE_BODY) : 0;
    before_call(m);
    int32_t count = mica_body_contact_points(m->world, a, &points);
    if (!judge_call(m, mica_last_error(m->world))) {
        EXPECT(m, count == 0, "a body that is gone has contact points");
        return;
    }
    for (int32_t n = 0; n < count && m->found[0] == 0; n++) {
        EXPECT(m,
               points[n].bodyA.id == a.id && is_finite(points[n].point) &&
                   is_finite(points[n].normal) && isfinite(points[n].normalImpulse),
               "a contact point of a body names another, or is not finite");
    }
}

// Each slot has 4,095 generations; then it is not used any more.
void call_use_up(Machine *m)
{
    if (!draw_chance(m, 40) || m->model.joints.count >= MAX_JOINTS || m->model.bodies.count < 2) {
        return;
    }
    MicaJointDef def = {.type = MICA_JOINT_REVOLUTE};
    def.bodyA = (MicaBody){m->model.bodies.id[m->model.bodies.order[0]]};
    def.bodyB = (MicaBody){m->model.bodies.id[m->model.bodies.order[1]]};
    SAY(m, "mica_joint_create, mica_joint_destroy, 5,000 times");
    for (int32_t n = 0; n < 5000 && m->found[0] == 0; n++) {
        MicaJoint joint;
        if (!TRY_CREATE(m, joint, mica_joint_create(m->world, &def))) {
            return;
        }
        int32_t i = handles_add(m, &m->model.joints, joint.id);
        if (i >= 0) {
            m->model.joint[i] = (JointModel){.jointA = -1, .jointB = -1};
            (void)TRY(m, mica_joint_destroy(m->world, joint));
            model_end_joint(m, i);
        }
    }
}

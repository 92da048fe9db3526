// Questions about the world against brute force: each of overlaps, rays, casts and nearest points
// is also asked of every collider alone, by the functions on shapes. Batches and single calls agree
// to the bit. Nothing that is asked may change the world.
#include "machine.h"

// A collider as the public API reports it.
typedef struct Target {
    MicaCollider collider;
    MicaShape shape;
    MicaTransform at;
    bool trigger, fixed, moving;  // `fixed`: static; `moving`: dynamic
} Target;

// A question: the convex colliders of enabled bodies in its layers are the targets; the others are
// ignored by the filter, so that what they answer is known.
typedef struct Question {
    MicaFilter filter;
    MicaCollider ignored[MAX_COLLIDERS];
    Target targets[MAX_COLLIDERS];
    int32_t count;
    // A collider that the filter ignores is static or kinematic: hits inside the union with it
    // count for the list of all only, not for the closest.
    bool ignoresImmovable;
} Question;

static bool is_convex(const ColliderModel *c) { return c->columns == 0 && c->points == 0; }

static void draw_question(Machine *m, Question *q)
{
    const Model *model = &m->model;
    q->count = 0;
    q->ignoresImmovable = false;
    q->filter = (MicaFilter){.layers = UINT64_MAX, .colliders = q->ignored};
    if (draw_chance(m, 4)) {
        q->filter.layers = draw(m);
    }
    q->filter.flags = draw_chance(m, 2) ? 0u : draw_below(m, MICA_QUERY_FLAGS + 1);
    for (int32_t i = 0; i < model->colliders.count; i++) {
        int32_t k = model->colliders.order[i];
        const ColliderModel *c = &model->collider[k];
        MicaCollider collider = {model->colliders.id[k]};
        if (!is_convex(c) || c->def.oneWay.x != 0.0f || c->def.oneWay.y != 0.0f) {
            q->ignored[q->filter.colliderCount++] = collider;
            q->ignoresImmovable |= model_type(model, c->body) != MICA_BODY_DYNAMIC;
            continue;
        }
        MicaBodyType type = model_type(model, c->body);
        bool fixed = type == MICA_BODY_STATIC;
        uint32_t skip = fixed ? MICA_QUERY_SKIP_STATIC : MICA_QUERY_SKIP_MOVING;
        if ((model->body[c->body].flags & MICA_FLAG_ENABLED) == 0 || !c->def.enabled ||
            (q->filter.layers >> c->def.layer & 1) == 0 || (q->filter.flags & skip) != 0) {
            continue;
        }
        q->targets[q->count++] =
            (Target){.collider = collider,
                     .shape = c->shape,
                     .at = mica_body_transform(m->world, (MicaBody){model->bodies.id[c->body]}),
                     .trigger = c->def.isTrigger,
                     .fixed = fixed,
                     .moving = type == MICA_BODY_DYNAMIC};
    }
}

static bool is_listed(MicaCollider collider, const MicaCollider *list, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (list[i].id == collider.id) {
            return true;
        }
    }
    return false;
}

static float size_of(MicaVec2 p) { return fmaxf(fabsf(p.x), fabsf(p.y)); }

// A place near the bodies, as they may have flown far.
static MicaVec2 draw_place(Machine *m, const Question *q)
{
    MicaVec2 near = draw_point(m, 3.0f);
    if (q->count > 0 && !draw_bad(m)) {
        MicaVec2 p = q->targets[draw_below(m, (uint32_t)q->count)].at.p;
        // Places beyond 1e7 m are refused.
        return size_of(p) < 9e6f ? (MicaVec2){p.x + near.x, p.y + near.y} : near;
    }
    return draw_vec(m, 1e7f, 6.0f);
}

// ---------------------------------------------------------------------------------------- overlaps

static void overlap_point(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q);
    // The query checks no more of a point than that it is finite.
    m->must = m->must != 0 && isfinite(p.x) && isfinite(p.y) ? 0 : m->must;
    float slack = draw_chance(m, 2) ? 0.0f : draw_number(m, 0.0f, 1e6f, 0.0f, 0.5f);
    MicaCollider out[MAX_COLLIDERS];
    SAY(m, "mica_overlap_point((%.9g, %.9g), slack %.9g)", (double)p.x, (double)p.y, (double)slack);
    before_call(m);
    int32_t count = mica_overlap_point(m->world, p, slack, &q->filter, out, MAX_COLLIDERS);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    int32_t expected = 0;
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        bool there = mica_shape_contains(&t->shape, t->at, p, slack);
        expected += there;
        EXPECT(m, is_listed(t->collider, out, count) == there,
               "a collider contains a point, and is not found there, or the other way round");
    }
    EXPECT(m, count == expected, "other colliders are found at a point");
}

static void overlap_box(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q);
    m->must = m->must != 0 && isfinite(p.x) && isfinite(p.y) ? 0 : m->must;
    float w = draw_between(m, 0.0f, 2.0f), h = draw_between(m, 0.0f, 2.0f);
    MicaAABB box = {{p.x - w, p.y - h}, {p.x + w, p.y + h}};
    MicaCollider out[MAX_COLLIDERS];
    SAY(m, "mica_overlap_aabb((%.9g, %.9g), (%.9g, %.9g))", (double)box.lower.x,
        (double)box.lower.y, (double)box.upper.x, (double)box.upper.y);
    before_call(m);
    int32_t count = mica_overlap_aabb(m->world, box, &q->filter, out, MAX_COLLIDERS);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        MicaAABB b = mica_shape_aabb(&t->shape, t->at);
        bool there = b.lower.x <= box.upper.x && box.lower.x <= b.upper.x &&
                     b.lower.y <= box.upper.y && box.lower.y <= b.upper.y;
        EXPECT(m, is_listed(t->collider, out, count) == there,
               "a collider's box overlaps a box, and is not found there, or the other way round");
    }
}

static void overlap_shape(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q);
    // Any place beyond the limit is out of range here.
    m->must |= m->must != 0 ? ERROR_BIT(OUT_OF_RANGE) : 0;
    MicaShape shape = draw_shape(m);
    MicaTransform at = {p, mica_rot(draw_between(m, -3.0f, 3.0f))};
    MicaCollider out[MAX_COLLIDERS];
    SAY(m, "mica_overlap_shape(type %d at (%.9g, %.9g))", (int)shape.type, (double)p.x,
        (double)p.y);
    before_call(m);
    int32_t count = mica_overlap_shape(m->world, &shape, at, &q->filter, out, MAX_COLLIDERS);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    float rounding = 1e-4f + 1e-6f * size_of(p);
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        bool there = mica_collide(&shape, at, &t->shape, t->at, 0.0f).count > 0;
        EXPECT(m,
               is_listed(t->collider, out, count) == there ||
                   fabsf(mica_distance(&shape, at, &t->shape, t->at).distance) < rounding,
               "a collider overlaps a shape, and is not found there, or the other way round");
    }
}

// ------------------------------------------------------------------------------------------- casts

static bool is_same_hit(const MicaHit *a, const MicaHit *b) { return memcmp(a, b, sizeof *a) == 0; }

static void expect_same(Machine *m, bool hit, const MicaHit *first, const MicaHit *closest,
                        const char *what)
{
    if (!hit || !is_same_hit(first, closest)) {
        found(m,
              "the first of all hits %s is not the closest: %s at %.9g, normal (%.9g, %.9g); %s "
              "at %.9g, normal (%.9g, %.9g)",
              what, COLLIDER_NAME(m, handles_find(&m->model.colliders, first->collider.id)),
              (double)first->fraction, (double)first->normal.x, (double)first->normal.y,
              COLLIDER_NAME(m, handles_find(&m->model.colliders, closest->collider.id)),
              (double)closest->fraction, (double)closest->normal.x, (double)closest->normal.y);
    }
}

// Whether a ray or shape starts in or on the union of such colliders: hits inside it count for the
// list of all only, not for the closest.
static bool starts_on_union(const Question *q, const MicaShape *shape, MicaTransform at)
{
    if (q->ignoresImmovable) {
        return true;
    }
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        if (!t->moving && !t->trigger &&
            mica_distance(shape, at, &t->shape, t->at).distance < 0.01f + 1e-5f * size_of(at.p)) {
            return true;
        }
    }
    return false;
}

// The hits of all targets, one by one: how many, how many of them are in doubt, and the least
// fraction.
typedef struct Expected {
    int32_t hits, doubtful;
    float first;
} Expected;

static Expected cast_alone(const Question *q, const MicaShape *shape, MicaTransform at,
                           MicaVec2 translation)
{
    Expected e = {.first = 2.0f};
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        if (t->trigger && (q->filter.flags & MICA_QUERY_TRIGGERS) == 0) {
            continue;
        }
        MicaCast c = shape != NULL ? mica_shape_cast(shape, at, translation, &t->shape, t->at)
                                   : mica_ray_cast(&t->shape, t->at, at.p, translation);
        if (c.hit && (!c.startsInside || (q->filter.flags & MICA_QUERY_INSIDE) != 0)) {
            e.hits++;
            e.first = fminf(e.first, c.fraction);
        }
        // A shape that grazes another, or touches it at the start.
        if (shape != NULL) {
            float gap = mica_distance(shape, at, &t->shape, t->at).distance;
            float speed = size_of(translation);
            MicaTransform end = {{at.p.x + translation.x, at.p.y + translation.y}, at.q};
            float endGap = mica_distance(shape, end, &t->shape, t->at).distance;
            e.doubtful += fabsf(gap) < 1e-3f || fabsf(endGap) < 1e-3f || speed < 1e-3f;
        }
    }
    return e;
}

static void cast_ray(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q), d = draw_vec(m, 1e7f, 8.0f);
    SAY(m, "mica_ray_all, closest, any, batch(from (%.9g, %.9g) by (%.9g, %.9g), flags %u)",
        (double)p.x, (double)p.y, (double)d.x, (double)d.y, q->filter.flags);
    MicaHit all[MAX_COLLIDERS], closest, batch;
    before_call(m);
    int32_t hits = mica_ray_all(m->world, p, d, &q->filter, all, MAX_COLLIDERS);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    bool hit = CALL(m, mica_ray_closest(m->world, p, d, &q->filter, &closest));
    const float ray[4] = {p.x, p.y, d.x, d.y};
    EXPECT(m, CALL(m, mica_ray_any(m->world, p, d, &q->filter)) == hit,
           "a ray hits something, and has no closest hit, or the other way round");
    EXPECT(m,
           CALL(m, mica_ray_batch(m->world, ray, 1, &q->filter, &batch)) == hit &&
               is_same_hit(&batch, &closest),
           "a ray of a batch has another hit than the ray alone");
    MicaShape spot;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 1e-4f, &spot);
    MicaTransform at = {p, {1.0f, 0.0f}};
    Expected e = cast_alone(q, NULL, at, d);
    EXPECT(m, hits == e.hits, "a ray hits another number of colliders than one by one");
    for (int32_t i = 1; i < hits && m->found[0] == 0; i++) {
        EXPECT(m, all[i - 1].fraction <= all[i].fraction, "hits are out of order");
    }
    if (hits > 0 && m->found[0] == 0) {
        EXPECT(m, all[0].fraction == e.first, "the first hit of a ray is not the first of all");
        if (!starts_on_union(q, &spot, at)) {
            expect_same(m, hit, &all[0], &closest, "of a ray");
        }
    }
}

static void cast_shape(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q), d = draw_vec(m, 1e7f, 6.0f);
    m->must |= m->must != 0 ? ERROR_BIT(OUT_OF_RANGE) : 0;
    MicaShape shape = draw_shape(m);
    MicaTransform at = {p, mica_rot(draw_between(m, -3.0f, 3.0f))};
    SAY(m, "mica_shape_cast_all, closest(type %d from (%.9g, %.9g) by (%.9g, %.9g), flags %u)",
        (int)shape.type, (double)p.x, (double)p.y, (double)d.x, (double)d.y, q->filter.flags);
    MicaHit all[MAX_COLLIDERS], closest;
    before_call(m);
    int32_t hits = mica_shape_cast_all(m->world, &shape, at, d, &q->filter, all, MAX_COLLIDERS);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    bool hit = CALL(m, mica_shape_cast_closest(m->world, &shape, at, d, &q->filter, &closest));
    Expected e = cast_alone(q, &shape, at, d);
    EXPECT(m, e.doubtful > 0 || hits == e.hits,
           "a shape hits another number of colliders than one by one");
    for (int32_t i = 1; i < hits && m->found[0] == 0; i++) {
        EXPECT(m, all[i - 1].fraction <= all[i].fraction, "hits are out of order");
    }
    if (hits > 0 && m->found[0] == 0) {
        // The world casts in world space, the pair in the fixed shape's: they round differently.
        EXPECT(m, e.doubtful > 0 || fabsf(all[0].fraction - e.first) < 1e-4f + 1e-5f * size_of(p),
               "the first hit of a shape is not the first of all");
        if (!starts_on_union(q, &shape, at)) {
            expect_same(m, hit, &all[0], &closest, "of a shape");
        }
    }
}

// ---------------------------------------------------------------------------------------- nearest

static void closest_point(Machine *m, const Question *q)
{
    MicaVec2 p = draw_place(m, q);
    float maximum = draw_number(m, 0.0f, 1e7f, 0.0f, 4.0f);
    SAY(m, "mica_closest_point((%.9g, %.9g), within %.9g)", (double)p.x, (double)p.y,
        (double)maximum);
    MicaHit hit;
    before_call(m);
    bool any = mica_closest_point(m->world, p, maximum, &q->filter, &hit);
    if (!judge_call(m, mica_last_error(m->world))) {
        return;
    }
    float nearest = INFINITY;
    for (int32_t i = 0; i < q->count; i++) {
        const Target *t = &q->targets[i];
        MicaHit alone;
        EXPECT(m, CALL(m, mica_collider_closest_point(m->world, t->collider, p, &alone)),
               "a collider has no closest point");
        if (!t->trigger || (q->filter.flags & MICA_QUERY_TRIGGERS) != 0) {
            nearest = fminf(nearest, alone.fraction);
        }
    }
    EXPECT(m, any == (nearest <= maximum), "a closest point is found too far away, or not found");
    EXPECT(m, !any || hit.fraction == nearest, "the closest point is not the nearest of all");
}

void call_ask_world(Machine *m)
{
    static void (*const questions[6])(Machine *, const Question *) = {
        overlap_point, overlap_box, overlap_shape, cast_ray, cast_shape, closest_point};
    if (m->extreme) {
        return;
    }
    Question question;
    draw_question(m, &question);
    bool sampled = draw_chance(m, 8);
    uint64_t before = sampled ? mica_world_hash(m->world) : 0;
    questions[draw_below(m, 6)](m, &question);
    EXPECT(m, !sampled || mica_world_hash(m->world) == before, "a question has changed the world");
}

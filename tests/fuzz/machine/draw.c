// Random numbers, and arguments of calls: mostly good ones. A careless call, of which there is one
// in eight, has bad numbers and handles too; each adds the error that it must give.
#include "machine.h"

// SplitMix64.
uint32_t draw(Machine *m)
{
    uint64_t z = m->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}

uint32_t draw_below(Machine *m, uint32_t limit)
{
    return (uint32_t)((uint64_t)draw(m) * limit >> 32);
}

bool draw_chance(Machine *m, uint32_t one_in) { return draw_below(m, one_in) == 0; }

float draw_between(Machine *m, float lower, float upper)
{
    return lower + (upper - lower) * ((float)(draw(m) >> 8) * (1.0f / 16777216.0f));
}

bool draw_bad(Machine *m) { return m->careless && draw_chance(m, 3); }

float draw_number(Machine *m, float minimum, float maximum, float lower, float upper)
{
    if (!draw_bad(m)) {
        uint32_t kind = draw_below(m, 32);
        if (kind == 0 && m->extreme) {
            return draw_chance(m, 2) ? minimum : maximum;
        }
        return kind == 0 ? upper : kind == 1 ? lower : draw_between(m, lower, upper);
    }
    static const float notFinite[4] = {NAN, INFINITY, -INFINITY, -NAN};
    uint32_t kind = draw_below(m, 3);
    if (kind == 0) {
        m->must |= ERROR_BIT(NOT_FINITE);
        return notFinite[draw_below(m, 4)];
    }
    m->must |= ERROR_BIT(OUT_OF_RANGE);
    float beyond = maximum > 0.0f ? maximum * 1.01f : maximum + 1.0f;
    return kind == 1 ? beyond : minimum > 0.0f ? 0.0f : minimum * 1.01f - 1e-3f;
}

MicaVec2 draw_vec(Machine *m, float limit, float usual)
{
    float x = draw_number(m, -limit, limit, -usual, usual);
    float y = draw_number(m, -limit, limit, -usual, usual);
    return (MicaVec2){x, y};
}

// One expression draws at most once: C leaves open in which order it evaluates.
MicaVec2 draw_point(Machine *m, float reach)
{
    float x = draw_between(m, -reach, reach);
    float y = draw_between(m, -reach, reach);
    return (MicaVec2){x, y};
}

int32_t draw_layer(Machine *m)
{
    if (draw_bad(m)) {
        static const int32_t bad[3] = {-1, 64, INT32_MAX};
        m->must |= ERROR_BIT(BAD_LAYER);
        return bad[draw_below(m, 3)];
    }
    return (int32_t)draw_below(m, draw_chance(m, 2) ? 1 : MODEL_LAYERS);
}

// A handle that names nothing, or by luck something: destroyed, null, of the other world, any bits.
static uint32_t odd_handle(Machine *m, const Handles *h, uint32_t foreign)
{
    switch (draw_below(m, 6)) {
    case 0:
        return 0;
    case 1:
        return foreign;
    case 2:
        return draw(m);
    case 3:  // another generation of a live one
        return h->count > 0 ? h->id[h->order[0]] ^ 1u << (MICA_SLOT_BITS + draw_below(m, 12)) : 0;
    default:
        return h->stale[draw_below(m, STALE_HANDLES)];
    }
}

static int32_t draw_handle(Machine *m, const Handles *h, uint32_t foreign, uint64_t error,
                           uint32_t *id)
{
    int32_t index = -1;
    if (h->count > 0 && !draw_bad(m)) {
        index = h->order[draw_below(m, (uint32_t)h->count)];
        *id = h->id[index];
    } else {
        *id = odd_handle(m, h, foreign);
        index = handles_find(h, *id);
    }
    m->must |= index < 0 ? error : 0;
    return index;
}

int32_t draw_body(Machine *m, MicaBody *out)
{
    return draw_handle(m, &m->model.bodies, mica_body_at(m->other, 1).id, ERROR_BIT(STALE_BODY),
                       &out->id);
}

int32_t draw_collider(Machine *m, MicaCollider *out)
{
    return draw_handle(m, &m->model.colliders, mica_collider_at(m->other, 1).id,
                       ERROR_BIT(STALE_COLLIDER), &out->id);
}

int32_t draw_joint(Machine *m, MicaJoint *out)
{
    return draw_handle(m, &m->model.joints, mica_joint_at(m->other, 0).id, ERROR_BIT(STALE_JOINT),
                       &out->id);
}

int32_t draw_mover(Machine *m, MicaMover *out)
{
    return draw_handle(m, &m->model.movers, 0, ERROR_BIT(STALE_MOVER), &out->id);
}

// A convex shape of up to two metres; of a careless call at times one that was tampered with.
MicaShape draw_shape(Machine *m)
{
    MicaShape shape = {0};
    MicaVec2 a = draw_point(m, 1.0f), b = draw_point(m, 1.0f);
    b = (MicaVec2){a.x + 0.1f + fabsf(b.x), a.y + b.y};
    float size = draw_between(m, 0.05f, 0.8f), other = draw_between(m, 0.05f, 0.8f);
    uint32_t kind = draw_below(m, 8);
    a = kind % 2 == 0 ? (MicaVec2){0.0f, 0.0f} : a;
    if (kind < 2) {
        mica_shape_circle(a, size, &shape);
    } else if (kind < 4) {
        mica_shape_capsule(a, b, size * 0.5f, &shape);
    } else if (kind < 5) {
        mica_shape_segment(a, b, &shape);
    } else if (kind < 7) {
        mica_shape_box(a, size, other, draw_between(m, -4.0f, 4.0f), kind == 6 ? 0.1f : 0.0f,
                       &shape);
    } else {
        MicaVec2 points[12];
        for (int32_t i = 0; i < 12; i++) {
            points[i] = draw_point(m, 1.0f);
        }
        mica_shape_hull(points, 12, 0.0f, &shape);
    }
    if (draw_bad(m)) {
        m->must |= ERROR_BIT(BAD_SHAPE);
        switch (draw_below(m, 4)) {
        case 0:
            shape.type = MICA_SHAPE_NONE;
            break;
        case 1:
            shape.points[0].x = NAN;
            break;
        case 2:
            shape.count = 9;
            break;
        default:
            shape.radius = -1.0f;
            break;
        }
    }
    return shape;
}

MicaColliderDef draw_material(Machine *m)
{
    MicaColliderDef def = mica_collider_def();
    def.layer = draw_layer(m);
    def.group = draw_chance(m, 8) ? (int32_t)draw_below(m, 5) - 2 : 0;
    def.isTrigger = draw_chance(m, 5);
    def.arcade = draw_chance(m, 8);
    def.enabled = !m->switchesColliders || !draw_chance(m, 12);
    def.userData = draw(m);
    def.density = draw_number(m, 0.0f, 1e9f, 0.1f, 10.0f);
    if (draw_chance(m, 2)) {
        def.friction = draw_number(m, 0.0f, 1e6f, 0.0f, 2.0f);
        def.restitution = draw_number(m, 0.0f, 1.0f, 0.0f, 1.0f);
        def.rollingResistance = draw_number(m, 0.0f, 1e6f, 0.0f, 0.5f);
        def.tangentSpeed = draw_number(m, -4e4f, 4e4f, -3.0f, 3.0f);
        def.sees = draw_below(m, MICA_SEES_ALL + 1);
        def.frictionCombine = (MicaCombine)draw_below(m, MICA_COMBINE_COUNT);
        def.restitutionCombine = (MicaCombine)draw_below(m, MICA_COMBINE_COUNT);
    }
    if (draw_bad(m)) {
        m->must |= ERROR_BIT(OUT_OF_RANGE);
        if (draw_chance(m, 2)) {
            def.sees = 16u << draw_below(m, 28);
        } else {
            def.frictionCombine = (MicaCombine)(MICA_COMBINE_COUNT + (int)draw_below(m, 9));
        }
    }
    return def;
}

// Four texts at once, as one printed line names up to four objects.
const char *name_of(const Machine *m, const Handles *h, const char *kind, int32_t index)
{
    static char texts[4][40];
    static uint32_t next;
    (void)m;
    char *text = texts[next++ % 4];
    if (index >= 0) {
        snprintf(text, sizeof texts[0], "%s %u", kind, h->number[index]);
    } else {
        snprintf(text, sizeof texts[0], "no live %s", kind);
    }
    return text;
}

// Trigger pairs. The narrow phase asks trigger_update what it finds as a step begins; triggers_pass, after all motion of
// a step, finds what passed through a trigger whole, so that neither end of the step shows it: bodies that moved further
// than half their own thickness and half that of the thinnest they may meet are swept, each collider along the straight
// way of its body's centre with its turn, against what their layers make trigger pairs with. What was inside as the step
// began, or is as it ends, is left to the narrow phase. A world in which nothing is that fast pays a comparison a body.
// Reads trees, previous and new transforms; writes contacts' flags and trigger events.
#include "geometry.h"
#include "trig.h"
#include "world.h"

#include <string.h>

#define SEEKERS_AT_LEAST 64

// Which parts of A the pair is about: all if the pair is a trigger pair, else the cells that are triggers.
static uint32_t parts_kind(const MicaWorld *world, const Collider *a, const Collider *b)
{
    return pair_response(world, a, b) == MICA_TRIGGER ? PARTS_ALL : PARTS_TRIGGER;
}

// Whether B is inside A, one of whose parts will do; if it is not, how far they are apart at least, if A has one part.
static bool overlap(const MicaWorld *world, const Collider *a, const Collider *b,
                    Transform relative, float *gap)
{
    PartWalk walk;
    Polygon storage;
    LocalManifold m = {.gap = 0.0f};
    Geometry gB = collider_geometry(world, b);
    MicaAABB box = is_compound(a) ? collider_tight_box(world, b) : b->box;
    parts_begin(&walk, world, a, box, vec(0.0f, 0.0f), parts_kind(world, a, b));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry gA = part_geometry(world, a, part, &storage);
        collide_geometry(&gA, &gB, relative, 0.0f, &m);
        if (m.count > 0) {
            return true;
        }
    }
    *gap = m.gap;
    return false;
}

// A body that came to rest is asked once more: its last move was made after it was asked last.
bool trigger_due(const MicaWorld *world, const Contact *c)
{
    uint32_t flags = world->flags[c->bodyA] | world->flags[c->bodyB];
    return (flags & FLAG_MOVED_BEFORE) != 0 || (c->flags & CONTACT_FRESH) != 0;
}

void trigger_update(MicaWorld *world, Contact *c, Transform relative)
{
    const Collider *a = &world->colliders.data[c->colliderA];
    float gap = 0.0f;
    bool inside = overlap(world, a, &world->colliders.data[c->colliderB], relative, &gap);
    event_trigger(world, c, inside);
    c->relative = relative;
    c->base[0] = gap;
    c->made = inside || is_compound(a) ? 0 : FACE_NONE;
}

bool triggers_reserve(MicaWorld *world)
{
    return ARRAY_RESERVE(&world->memory, &world->seekers, SEEKERS_AT_LEAST) &&
           ARRAY_RESERVE(&world->memory, &world->keys, SEEKERS_AT_LEAST);
}

// ------------------------------------------------------------------------------- what may be missed

// By layer: half the thickness of the thinnest that a collider may pass through, 0 where there is none.
typedef struct Partners {
    float ofPlain[LAYER_COUNT], ofTrigger[LAYER_COUNT];
    uint64_t withTriggers;  // layers that have or had trigger colliders
    float least;            // nothing that moved less can have passed through anything
} Partners;

static float thinnest(const float *thin, uint64_t layers)
{
    float least = 0.0f;
    for (; layers != 0; layers &= layers - 1) {
        float t = thin[__builtin_ctzll(layers)];
        least = t > 0.0f && (least == 0.0f || t < least) ? t : least;
    }
    return least;
}

SELDOM static Partners find_partners(const LayerTable *t)
{
    Partners p = {.least = MAX_SIZE};
    for (int32_t i = 0; i < LAYER_COUNT; ++i) {
        p.withTriggers |= t->thinTrigger[i] > 0.0f ? (uint64_t)1 << i : 0;
    }
    for (int32_t i = 0; i < LAYER_COUNT; ++i) {
        if (t->thin[i] == 0.0f || (t->trigger[i] | p.withTriggers) == 0) {
            continue;
        }
        uint64_t solid = t->grouped != 0 ? ~(uint64_t)0 : t->solid[i];
        float byLayer = thinnest(t->thin, t->trigger[i]),
              byCollider = thinnest(t->thinTrigger, solid);
        p.ofPlain[i] =
            byLayer == 0.0f || (byCollider > 0.0f && byCollider < byLayer) ? byCollider : byLayer;
        if (p.ofPlain[i] > 0.0f) {
            p.least = min_f(p.least, t->thin[i] + p.ofPlain[i]);
        }
        if (t->thinTrigger[i] > 0.0f) {
            p.ofTrigger[i] = thinnest(t->thin, t->trigger[i] | solid);
            p.least = min_f(p.least, t->thinTrigger[i] + p.ofTrigger[i]);
        }
    }
    return p;
}

// The layers in which a collider may find its like for a trigger pair.
static uint64_t seeks(const MicaWorld *world, const Partners *p, const Collider *c)
{
    uint64_t solid = c->group > 0 ? ~(uint64_t)0 : world->layers.solid[c->layer];
    return world->layers.trigger[c->layer] |
           (parts_hold_triggers(world, c) ? solid : solid & p->withTriggers);
}

// ----------------------------------------------------------------------------------- what moved far

// The turn that the body made, also where the continuous phase cut its way short.
static float turn_made(const MicaWorld *world, int32_t slot)
{
    int32_t solver = world->solverOf.data[slot];
    float turn = solver != 0 ? world->solverBodies.data[solver].da : 0.0f;
    if (abs_f(turn) > 3.0f) {
        return turn;
    }
    Rot q = rot_inv_mul(world->previous[slot].q, world->transforms[slot].q);
    return mica_atan2(q.s, q.c);
}

static Sweep way_of(const MicaWorld *world, int32_t slot, float turn)
{
    Vec2 center = world->bodies.data[slot].localCenter;
    Transform t0 = world->previous[slot], t1 = world->transforms[slot];
    return (Sweep){center, transform(t0, center), transform(t1, center), t0.q, turn};
}

// All that a collider can have touched on the way of its body.
static MicaAABB box_on_way(const MicaWorld *world, const Collider *c, const Sweep *way)
{
    Vec2 at = way->c0, to = way->c1;
    MicaAABB a, b;
    float r = c->reach + length(way->localCenter);
    if (is_compound(c)) {
        a = (MicaAABB){at, at};
        b = (MicaAABB){to, to};
    } else {
        Geometry g = collider_geometry(world, c);
        a = geometry_aabb(&g, sweep_at(way, 0.0f));
        b = geometry_aabb(&g, sweep_at(way, 1.0f));
        r *= min_f(abs_f(way->turn), 1.0f);
    }
    return (MicaAABB){{min_f(a.lower.x, b.lower.x) - r, min_f(a.lower.y, b.lower.y) - r},
                      {max_f(a.upper.x, b.upper.x) + r, max_f(a.upper.y, b.upper.y) + r}};
}

// Lists the body's colliders that may have passed through something; true if there are others.
SELDOM static bool list_body(MicaWorld *world, const Partners *p, int32_t slot, float reach)
{
    bool others = false;
    float turn = turn_made(world, slot);
    Sweep way = way_of(world, slot, turn);
    for (int32_t i = world->bodies.data[slot].firstCollider; i != NONE;
         i = world->colliders.data[i].next) {
        Collider *c = &world->colliders.data[i];
        uint64_t meets = seeks(world, p, c);
        bool trigger = parts_hold_triggers(world, c);
        float partner = trigger ? p->ofTrigger[c->layer] : p->ofPlain[c->layer];
        if ((c->flags & COLLIDER_IN_TREE) == 0 || meets == 0 || partner == 0.0f) {
            continue;
        }
        if (reach < collider_inner(world, c) + partner ||
            !ARRAY_RESERVE(&world->memory, &world->seekers, world->seekers.count + 1)) {
            others = true;  // without memory it is found by others only
            continue;
        }
        c->seeks = 1;
        world->seekers.data[world->seekers.count++] =
            (Seeker){box_on_way(world, c, &way), meets, i, turn};
    }
    return others;
}

// Lists the seekers, by body; returns how far anything else moved at most.
static float list_seekers(MicaWorld *world, const Partners *p)
{
    float slow = 0.0f;
    world->seekers.count = 0;
    for (int32_t i = 1; i < world->solverBodies.count; ++i) {
        const SolverBody *s = &world->solverBodies.data[i];
        int32_t slot = world->solverSlots.data[i];
        float reach =
            sqrtf(s->dx * s->dx + s->dy * s->dy) + abs_f(s->da) * world->bodies.data[slot].extent;
        if (reach < p->least || list_body(world, p, slot, reach)) {
            slow = max_f(slow, reach);
        }
    }
    return slow;
}

// --------------------------------------------------------------------------------- who was passed

// Whether B met one of A's parts.
static bool met_on_way(const MicaWorld *world, const Collider *a, const Sweep *wayA,
                       const Collider *b, const Sweep *wayB)
{
    Geometry gB = collider_geometry(world, b);
    // Where B is and how it moves as seen from A, whose parts are looked up where A has come to.
    MicaAABB box = geometry_aabb(&gB, sweep_at(wayB, 0.0f));
    Vec2 moveA = sub(wayA->c1, wayA->c0), moveB = sub(wayB->c1, wayB->c0);
    float r = abs_f(wayB->turn) * (b->reach + length(wayB->localCenter)) +
              abs_f(wayA->turn) * (a->reach + length(wayA->localCenter));
    box.lower = add(box.lower, vec(moveA.x - r, moveA.y - r));
    box.upper = add(box.upper, vec(moveA.x + r, moveA.y + r));
    PartWalk walk;
    Polygon storage;
    parts_begin(&walk, world, a, box, sub(moveB, moveA), parts_kind(world, a, b));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry gA = part_geometry(world, a, part, &storage);
        MicaTimeOfImpact toi = toi_sweep(&gA, wayA, &gB, wayB, 0.0f, 1.0f);
        if (toi.state == MICA_TOI_HIT || toi.state == MICA_TOI_FAILED) {
            return true;
        }
    }
    return false;
}

// Tells the pair if they met on the way and at neither end of it.
SELDOM static void meet_on_way(MicaWorld *world, const Seeker *seeker, int32_t other,
                               float otherTurn)
{
    bool ordered = contact_in_order(world, seeker->collider, other);
    int32_t a = ordered ? seeker->collider : other, b = ordered ? other : seeker->collider;
    const Collider *cA = &world->colliders.data[a], *cB = &world->colliders.data[b];
    int32_t contact = pair_find(world, a, b, is_compound(cA) ? PART_TRIGGERS : 0);
    if (contact != NONE && (world->contacts.data[contact].flags & CONTACT_TOUCHING) != 0) {
        return;
    }
    Sweep wayA = way_of(world, cA->body, ordered ? seeker->turn : otherTurn),
          wayB = way_of(world, cB->body, ordered ? otherTurn : seeker->turn);
    Transform relative = inv_mul(world->transforms[cA->body], world->transforms[cB->body]);
    float unused;
    if (met_on_way(world, cA, &wayA, cB, &wayB) && !overlap(world, cA, cB, relative, &unused) &&
        !event_pass(world, a, b)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
}

static bool is_trigger_pair(const MicaWorld *world, int32_t a, int32_t b)
{
    const Collider *cA = &world->colliders.data[a], *cB = &world->colliders.data[b];
    MicaResponse response = pair_response(world, cA, cB);
    bool manyA = is_compound(cA), manyB = is_compound(cB);
    return !(manyA && manyB) &&
           (response == MICA_TRIGGER ||
            (response == MICA_SOLID && ((manyA && parts_hold_triggers(world, cA)) ||
                                        (manyB && parts_hold_triggers(world, cB)))));
}

// What stands still or moves little, by the trees, which hold where everything was as the step began.
SELDOM static void pass_others(MicaWorld *world, const Seeker *seeker, float slow)
{
    MicaAABB box = seeker->box,
             wide = {sub(box.lower, vec(slow, slow)), add(box.upper, vec(slow, slow))};
    IntList *hits = &world->hits;
    hits->count = 0;
    if (!tree_query(&world->memory, &world->staticTree, box, seeker->meets, hits) ||
        !tree_query(&world->memory, &world->movingTree, wide, seeker->meets, hits)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    // By slot, whatever shape the trees are in.
    int32_t kept = 0;
    for (int32_t i = 0; i < hits->count; ++i) {
        int32_t other = hits->data[i], place = kept;
        if (world->colliders.data[other].seeks != 0 ||
            !is_trigger_pair(world, seeker->collider, other)) {
            continue;
        }
        for (; place > 0 && hits->data[place - 1] > other; --place) {
            hits->data[place] = hits->data[place - 1];
        }
        hits->data[place] = other;
        kept += 1;
    }
    for (int32_t i = 0; i < kept; ++i) {
        int32_t other = hits->data[i];
        meet_on_way(world, seeker, other, turn_made(world, world->colliders.data[other].body));
    }
}

// A float's bits in an order of unsigned numbers, above an index.
static uint64_t sort_key(float value, int32_t index)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
    return (uint64_t)bits << 32 | (uint32_t)index;
}

static void shell_sort(uint64_t *keys, int32_t count)
{
    for (int32_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (int32_t i = gap; i < count; ++i) {
            uint64_t key = keys[i];
            int32_t j = i;
            for (; j >= gap && keys[j - gap] > key; j -= gap) {
                keys[j] = keys[j - gap];
            }
            keys[j] = key;
        }
    }
}

// Seekers among themselves, along the x axis.
SELDOM static void pass_each_other(MicaWorld *world)
{
    int32_t count = world->seekers.count;
    uint64_t layers = 0, meets = 0;
    for (int32_t i = 0; i < count; ++i) {
        const Seeker *s = &world->seekers.data[i];
        layers |= layer_bit(&world->colliders.data[s->collider]);
        meets |= s->meets;
    }
    if ((layers & meets) == 0) {
        return;
    }
    if (!ARRAY_RESERVE(&world->memory, &world->keys, count)) {
        world_fail(world, MICA_ERROR_NO_MEMORY);
        return;
    }
    uint64_t *keys = world->keys.data;
    for (int32_t i = 0; i < count; ++i) {
        keys[i] = sort_key(world->seekers.data[i].box.lower.x, i);
    }
    shell_sort(keys, count);
    for (int32_t i = 0; i < count; ++i) {
        const Seeker *s = &world->seekers.data[(uint32_t)keys[i]];
        for (int32_t j = i + 1; j < count; ++j) {
            const Seeker *o = &world->seekers.data[(uint32_t)keys[j]];
            if (o->box.lower.x > s->box.upper.x) {
                break;
            }
            if (o->box.lower.y <= s->box.upper.y && s->box.lower.y <= o->box.upper.y &&
                (s->meets & layer_bit(&world->colliders.data[o->collider])) != 0 &&
                is_trigger_pair(world, s->collider, o->collider)) {
                meet_on_way(world, s, o->collider, o->turn);
            }
        }
    }
}

SELDOM static void pass_all(MicaWorld *world, float slow)
{
    tree_settle(&world->movingTree);
    for (int32_t i = 0; i < world->seekers.count; ++i) {
        pass_others(world, &world->seekers.data[i], slow);
    }
    pass_each_other(world);
    for (int32_t i = 0; i < world->seekers.count; ++i) {
        world->colliders.data[world->seekers.data[i].collider].seeks = 0;
    }
}

void triggers_pass(MicaWorld *world)
{
    Partners p = find_partners(&world->layers);
    if (p.least == MAX_SIZE) {
        return;
    }
    float slow = list_seekers(world, &p);
    if (world->seekers.count > 0) {
        pass_all(world, slow);
    }
}

// Narrow phase: for every pair with a moving body, the manifold, with the impulses of the last step
// carried over by feature; pairs whose boxes have parted are removed; pairs that rest are passed over,
// and cost nothing. A manifold is kept while the
// bodies hardly move against each other (manifold_cache.h), else computed anew (manifold.c).
// Called by the step. Reads transforms and shapes; writes contacts, activeContacts, end and trigger
// events, and wakes bodies that an awake one touches.
#include "manifold_cache.h"

#include <string.h>

static void make_manifold(MicaWorld *world, Contact *c, Transform relative, float dt)
{
    LocalManifold m;
    manifold_compute(world, c, relative, SPECULATIVE_DISTANCE, &m);
    if (m.count == 1 && m.face != FACE_NONE) {
        approach_add_second_point(world, c, relative, dt, &m);
    }
    if ((m.oneSidedState | c->oneSided) != 0) {
        one_way_set_state(world, c, (OneSidedState)m.oneSidedState);
    }
    if (m.count > 0 && !approach_passes_by(world, c, relative, &m, dt)) {
        manifold_store(world, c, relative, &m);
        return;
    }
    c->rollingImpulse = 0.0f;
    pair_set_apart(c, relative, m.normal, m.count > 0 ? 0.0f : m.gap);
    event_end(world, c);
}

// What becomes of a pair.
typedef enum PairResult { PAIR_STAYS, PAIR_REMOVED, PAIR_NO_MEMORY } PairResult;

// The flags and marks of a pair's two bodies, read once: behind every write to a contact the
// compiler would load them anew.
typedef struct PairBodies {
    uint32_t flagsA, flagsB;      // MICA_FLAG_*
    uint8_t bothMarks, anyMarks;  // BODY_*: of both bodies; of either
} PairBodies;

static inline PairBodies pair_bodies(const MicaWorld *world, const Contact *c)
{
    const uint32_t *flags = world->state.flags.data;
    const uint8_t *marks = world->state.bodyMarks.data;
    uint8_t a = marks[c->bodyA], b = marks[c->bodyB];
    return (PairBodies){flags[c->bodyA], flags[c->bodyB], a & b, a | b};
}

static inline bool is_dynamic(uint32_t flags)
{
    return (flags & MICA_FLAG_TYPE_MASK) == MICA_BODY_DYNAMIC;
}

static inline bool sleeps(uint32_t flags)
{
    return (flags & MICA_FLAG_AWAKE) == 0 && (flags & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC;
}

// Whether neither body is awake, nor was in the last step.
static inline bool bodies_rest(const PairBodies *bodies)
{
    return ((bodies->flagsA | bodies->flagsB) & (MICA_FLAG_AWAKE | MICA_FLAG_MOVED)) == 0 &&
           (bodies->anyMarks & BODY_MOVED_LAST_STEP) == 0;
}

// The same, once the narrow phase may have woken them.
static __attribute__((noinline)) bool still_rest(const MicaWorld *world, const Contact *c)
{
    PairBodies bodies = pair_bodies(world, c);
    return bodies_rest(&bodies);
}

// ------------------------------------------------------------------------------ two dynamic circles

// True if B, at distance d from A and further than `reach`, comes within reach in this step, at
// their present velocities. A displacement below the speculative distance cannot make them touch.
static inline bool circles_will_meet(const MicaWorld *world, const Contact *c, Vec2 d, float reach,
                                     float dt)
{
    Vec2 displacement = displacement_ahead(world, c, dt);
    float closing = -dot(d, displacement), square = dot(displacement, displacement);
    if (!(square > SPECULATIVE_DISTANCE * SPECULATIVE_DISTANCE) || !(closing > 0.0f)) {
        return false;
    }
    // At their nearest, or at the end of the step if that is earlier.
    Vec2 then = mul_add(d, closing / max_f(square, closing), displacement);
    return dot(then, then) <= reach * reach;
}

// True if the two circles are so far apart that their boxes overlap no longer. A pair removed too
// early is soon made again.
static inline bool circles_have_parted(const MicaWorld *world, const Contact *c, Vec2 d,
                                       float radii)
{
    float maximum = radii + 2.0f * min_f(AABB_MARGIN_FRACTION * radii, 2.0f * AABB_MARGIN);
    return max_f(abs_f(d.x), abs_f(d.y)) > maximum &&
           !aabb_overlaps(&world->state.colliders.data[c->colliderA].box,
                          &world->state.colliders.data[c->colliderB].box);
}

// Two dynamic circles are computed in every step: that takes no longer than to find out whether the
// cached manifold is valid, and in a crowd the branch would be unpredictable. Neither bodies nor
// colliders are read for it, and a pair that stays apart is not written to.
static inline PairResult refresh_circles(MicaWorld *world, Contact *c, const PairBodies *bodies,
                                         float dt)
{
    Transform a = world->state.transforms.data[c->bodyA];
    Vec2 d = sub(world->state.transforms.data[c->bodyB].p, a.p);
    float radiusA = c->radiusA, radiusB = c->reachB, radii = radiusA + radiusB,
          reach = radii + SPECULATIVE_DISTANCE;
    if (dot(d, d) > reach * reach) {
        bool meets = circles_will_meet(world, c, d, reach, dt);
        if ((c->count > 0 && !meets) || (c->flags & CONTACT_TOUCHING) != 0) {
            if (!events_reserve_change(world, c)) {
                return PAIR_NO_MEMORY;
            }
            undo_note_contact(world, c);
            c->count = c->cacheFlags = 0;
            c->rollingImpulse = 0.0f;
            event_end(world, c);
        }
        if (!meets) {
            return circles_have_parted(world, c, d, radii) ? PAIR_REMOVED : PAIR_STAYS;
        }
    }
    float distance;
    Vec2 normal = unrotate(a.q, normalize(d, &distance));
    if (!(distance > 0.0f)) {
        normal = unrotate(a.q, vec(0.0f, 1.0f));
    }
    if (c->count == 0) {
        undo_note_contact(world, c);
        c->points[0].normalImpulse = c->tangentImpulse = 0.0f;
        c->feature[0] = 0;
    }
    c->count = 1;
    uint32_t locks = MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y;
    bool plain = (bodies->bothMarks & BODY_CENTERED) != 0 &&
                 ((bodies->flagsA | bodies->flagsB) & locks) == 0 && c->rollingResistance == 0.0f &&
                 c->tangentSpeed == 0.0f;
    c->cacheFlags = plain ? FACE_NONE | CACHE_CIRCLES : FACE_NONE;
    c->normal = normal;
    c->points[0].separation = distance - radii;
    c->points[0].anchor = mul_add(neg(manifold_center(world, c->bodyA)),
                                  0.5f * (radiusA + distance - radiusB), normal);
    world->output.narrowTests += 1;
    return PAIR_STAYS;
}

static inline bool is_circle_pair(const Contact *c, const PairBodies *bodies)
{
    return (c->flags & (CONTACT_CIRCLES | CONTACT_TRIGGER)) == CONTACT_CIRCLES &&
           (bodies->bothMarks & BODY_ONE_COLLIDER) != 0 && is_dynamic(bodies->flagsA) &&
           is_dynamic(bodies->flagsB);
}

// --------------------------------------------------------------------------------------- any pair

// Computes what a pair has that is not cached any more. PAIR_REMOVED if its boxes have parted.
static inline PairResult recompute(MicaWorld *world, Contact *c, Transform relative, float dt)
{
    const Collider *a = &world->state.colliders.data[c->colliderA],
                   *b = &world->state.colliders.data[c->colliderB];
    MicaAABB box = part_box(world, a, c->part);
    if (!aabb_overlaps(&box, &b->box)) {
        event_end(world, c);
        return PAIR_REMOVED;
    }
    if (c->cacheFlags != 0 && c->count == 0 && gap_left(&c->apart, relative) > 0.0f) {
        return PAIR_STAYS;  // has moved far, but not towards the other
    }
    world->output.narrowTests += 1;
    if ((c->flags & CONTACT_TRIGGER) != 0) {
        trigger_update(world, c, relative);
    } else {
        make_manifold(world, c, relative, dt);
    }
    return PAIR_STAYS;
}

// Reserves memory for what recomputing a pair may add.
static inline bool reserve_recompute(MicaWorld *world, const Contact *c)
{
    IntList *embedded = &contacts_scratch(world)->embedded;
    return events_reserve_change(world, c) &&
           ARRAY_RESERVE(&world->host.memory, embedded, embedded->count + 1);
}

// Of two dynamic circles, or of any other pair.
static inline PairResult refresh_circle_pair(MicaWorld *world, Contact *c, const PairBodies *bodies,
                                             float dt)
{
    bool forced = (c->flags & CONTACT_FORCE_UPDATE) != 0;
    if (forced) {
        undo_note_contact(world, c);
    }
    PairResult result = refresh_circles(world, c, bodies, dt);
    if (forced && result != PAIR_NO_MEMORY) {
        c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
    }
    return result;
}

static inline PairResult refresh_pair(MicaWorld *world, Contact *c, float dt)
{
    if ((c->flags & CONTACT_FORCE_UPDATE) != 0) {
        undo_note_contact(world, c);
    }
    Transform relative =
        inv_mul(world->state.transforms.data[c->bodyA], world->state.transforms.data[c->bodyB]);
    bool embedded = pair_was_embedded(world, c),
         kept = manifold_keep(world, c, relative) && !embedded;
    if (!kept) {
        if (!reserve_recompute(world, c)) {
            return PAIR_NO_MEMORY;
        }
        undo_note_contact(world, c);
    }
    c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
    if (!kept && recompute(world, c, relative, dt) == PAIR_REMOVED) {
        return PAIR_REMOVED;
    }
    if (embedded && c->count == 0) {
        undo_note_contact(world, c);
        c->cacheFlags = 0;  // it may have points as soon as the body is out
    }
    return PAIR_STAYS;
}

// Whether the manifold may have changed: a body moves in this step, or the game has changed something.
static inline bool needs_refresh(const MicaWorld *world, const Contact *c, const PairBodies *bodies)
{
    return ((bodies->flagsA | bodies->flagsB) & MICA_FLAG_MOVED) != 0 ||
           (c->flags & CONTACT_FORCE_UPDATE) != 0 ||
           ((c->flags & CONTACT_TRIGGER) != 0 && trigger_needs_update(world, c));
}

static inline PairResult refresh(MicaWorld *world, Contact *c, const PairBodies *bodies,
                                 bool circles, float dt)
{
    PairResult result =
        circles ? refresh_circle_pair(world, c, bodies, dt) : refresh_pair(world, c, dt);
    if (result == PAIR_STAYS && c->count > 0 &&
        (sleeps(bodies->flagsA) || sleeps(bodies->flagsB))) {
        pair_wake(world, c);
    }
    return result;
}

// -------------------------------------------------------------------------------- active contacts

static inline uint8_t contact_kind(const Contact *c)
{
    bool roundOnEdge = (c->cacheFlags & CACHE_ROUND_ON_EDGE) != 0,
         circles = (c->cacheFlags & CACHE_CIRCLES) != 0;
    return (uint8_t)(c->count == 2 ? KIND_TWO
                     : roundOnEdge ? KIND_ROUND_ON_EDGE
                     : circles     ? KIND_TWO_CIRCLES
                                   : KIND_ONE);
}

// True if no point touches or carries an impulse over, and no begin event is due.
static inline bool is_idle(const Contact *c)
{
    float minimum = (c->flags & CONTACT_TOUCHING) != 0 ? -IDLE_DEPTH : LINEAR_SLOP;
    int32_t last = c->count - 1;
    return c->points[0].separation > minimum && c->points[last].separation > minimum &&
           c->points[0].normalImpulse == 0.0f && c->points[last].normalImpulse == 0.0f &&
           c->tangentImpulse == 0.0f && c->rollingImpulse == 0.0f;
}

// The list of active contacts as it grows, with its counters: see ContactsScratch.
typedef struct ActiveList {
    ActiveContact *data;
    int32_t count, crushed, touchingStatic, deepStatic, deep, deepWalls, idle;
} ActiveList;

static ActiveList active_begin(const ContactsScratch *scratch)
{
    return (ActiveList){.data = scratch->activeContacts.data};
}

static void active_end(const ActiveList *list, ContactsScratch *scratch)
{
    scratch->activeContacts.count = list->count;
    scratch->crushedContacts = list->crushed;
    scratch->staticContacts = list->touchingStatic;
    scratch->deepStaticContacts = list->deepStatic;
    scratch->deepContacts = list->deep;
    scratch->deepWalls = list->deepWalls;
    scratch->maxIdle = list->idle;
}

static inline void active_add(ActiveList *list, const Contact *c, int32_t index, uint8_t kind,
                              int32_t flags)
{
    list->data[list->count++] =
        (ActiveContact){index, c->bodyA, c->bodyB, kind, (uint8_t)(c->flags | flags), 0};
}

// Adds a contact with points of two bodies that are both dynamic, or both kinematic or static.
static inline void active_add_pair(ActiveList *list, const Contact *c, int32_t index)
{
    bool deep = contact_min_separation(c) < -CROWD_DEPTH;
    list->deep += deep;
    active_add(list, c, index, contact_kind(c), deep ? ACTIVE_DEEP : 0);
}

// Adds a contact with points of a dynamic body and one that is static or kinematic. It is
// ACTIVE_CRUSHED where the dynamic body lies deep in a kinematic one.
static inline void active_add_single(ActiveList *list, const Contact *c, int32_t index,
                                     uint32_t otherType)
{
    float minimum = contact_min_separation(c);
    bool idle = is_idle(c), deep = minimum < -CRUSH_DEPTH,
         crushed = deep && otherType == MICA_BODY_KINEMATIC;
    list->crushed += crushed;
    list->touchingStatic += otherType == MICA_BODY_STATIC;
    list->deepStatic += deep && otherType == MICA_BODY_STATIC;
    list->deepWalls += minimum < -WEDGE_DEPTH;
    list->idle += idle;
    active_add(list, c, index, contact_kind(c),
               (minimum < -CROWD_DEPTH ? ACTIVE_DEEP : 0) | (crushed ? ACTIVE_CRUSHED : 0) |
                   (idle ? ACTIVE_IDLE : 0));
}

// Of a pair that is kept but embedded, or recomputed and then approaches, and is removed.
#define MAX_NOTES 5

static bool reserve(MicaWorld *world)
{
    ContactsScratch *scratch = contacts_scratch(world);
    Memory *m = &world->host.memory;
    int32_t contacts = world->state.contacts.count;
    return ARRAY_RESERVE(m, &world->scratch.queryHits,
                         contacts > 0 ? world->state.liveColliders + 8 : 0) &&
           ARRAY_RESERVE(m, &world->scratch.awakeContacts, contacts / 64 + 1) &&
           ARRAY_RESERVE(m, &scratch->activeContacts, contacts) && static_neighbours_reserve(world);
}

// Of a contact of which a body is awake: one with points becomes an active contact; one without is
// tested for whether its bodies can reach each other in this step.
static inline __attribute__((always_inline)) void take_contact(MicaWorld *world, ActiveList *list,
                                                               int32_t index, float dt)
{
    Contact *c = &world->state.contacts.data[index];
    uint32_t flagsA = world->state.flags.data[c->bodyA], flagsB = world->state.flags.data[c->bodyB];
    bool dynamicA = is_dynamic(flagsA), dynamicB = is_dynamic(flagsB);
    if (c->count == 0 && (c->flags & CONTACT_TRIGGER) == 0) {
        if (!(dynamicA && dynamicB)) {
            approach_mark_near_static(world, c, dt);
        } else if (c->cacheFlags != 0) {
            approach_collide(world, c, dt);
        }
    }
    if (c->count == 0) {
        return;
    }
    if (dynamicA != dynamicB) {
        active_add_single(list, c, index, (dynamicA ? flagsB : flagsA) & MICA_FLAG_TYPE_MASK);
    } else {
        active_add_pair(list, c, index);
    }
}

// Every contact counts as one that may change, until it is found to rest.
static void suppose_awake(MicaWorld *world)
{
    KeyList *words = &world->scratch.awakeContacts;
    words->count = world->state.contacts.count / 64 + 1;
    memset(words->data, 0xff, sizeof *words->data * (size_t)words->count);
    world->scratch.restingTouches = world->scratch.restingVisits = 0;
}

static bool begin(MicaWorld *world)
{
    if (!reserve(world)) {
        return false;
    }
    if (contacts_rest_known(world)) {
        world->scratch.contactsSparse =
            bits_are_sparse(&world->scratch.awakeContacts, world->state.contacts.count);
    } else {
        suppose_awake(world);
    }
    world->output.narrowTests = 0;
    contacts_scratch(world)->embedded.count = 0;
    return true;
}

bool narrow_phase(MicaWorld *world, float dt)
{
    if (!begin(world)) {
        return false;
    }
    ActiveList list = active_begin(contacts_scratch(world));
    int32_t touching = 0, visits = 0;
    for (int32_t i = 0; (i = contact_next_awake(world, i)) < world->state.contacts.count;) {
        Contact *c = &world->state.contacts.data[i];
        if (!undo_reserve(world, MAX_NOTES)) {
            return false;
        }
        PairBodies bodies = pair_bodies(world, c);
        bool circles = is_circle_pair(c, &bodies);
        if (needs_refresh(world, c, &bodies)) {
            PairResult result = refresh(world, c, &bodies, circles, dt);
            if (result == PAIR_NO_MEMORY) {
                return false;
            }
            if (result == PAIR_REMOVED) {
                undo_note_removal(world, i);
                pair_remove(world, i);  // moves the last contact here
                continue;
            }
        }
        if (bodies_rest(&bodies) && still_rest(world, c)) {
            contact_set_resting(world, i++);
            continue;
        }
        bool touches = (c->flags & CONTACT_TOUCHING) != 0,
             trigger = (c->flags & CONTACT_TRIGGER) != 0;
        touching += touches && !trigger;
        visits += touches && trigger;
        if (!circles || (c->count == 0 && c->cacheFlags != 0)) {
            take_contact(world, &list, i, dt);
        } else if (c->count > 0) {
            active_add_pair(&list, c, i);
        }
        ++i;
    }
    active_end(&list, contacts_scratch(world));
    world->scratch.touchingPairs = touching + world->scratch.restingTouches;
    world->scratch.triggerVisits = visits + world->scratch.restingVisits;
    return true;
}

// Wakes what a moving body touches: it may sleep by itself, put to sleep by the game.
static inline void wake_touched(MicaWorld *world, const Contact *c)
{
    if (c->count > 0 && (c->flags & CONTACT_TRIGGER) == 0) {
        uint32_t a = world->state.flags.data[c->bodyA], b = world->state.flags.data[c->bodyB];
        if ((sleeps(a) && flags_move(b)) || (sleeps(b) && flags_move(a))) {
            pair_wake(world, c);
        }
    }
}

static __attribute__((noinline)) void take_woken(MicaWorld *world, ActiveList *list, int32_t index,
                                                 float dt)
{
    wake_touched(world, &world->state.contacts.data[index]);
    take_contact(world, list, index, dt);
}

// Lists all that do not rest. False without memory.
static bool take_all(MicaWorld *world, ActiveList *list, float dt)
{
    *list = active_begin(contacts_scratch(world));
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        if (!undo_reserve(world, 1)) {
            return false;
        }
        if (!still_rest(world, &world->state.contacts.data[i])) {
            take_woken(world, list, i, dt);
        }
    }
    return true;
}

bool contacts_take_woken(MicaWorld *world, float dt)
{
    if (contacts_rest_known(world)) {
        return true;
    }
    ActiveList list;
    int32_t woken;
    do {
        woken = world->state.pendingWoke.count;
        if (!take_all(world, &list, dt)) {
            return false;
        }
    } while (world->state.pendingWoke.count > woken);
    active_end(&list, contacts_scratch(world));
    return true;
}

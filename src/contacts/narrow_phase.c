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
static inline PairResult refresh_circles(MicaWorld *world, Contact *c, float dt)
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
    uint32_t locks = MICA_FLAG_LOCK_X | MICA_FLAG_LOCK_Y,
             flagsA = world->state.flags.data[c->bodyA], flagsB = world->state.flags.data[c->bodyB];
    bool plain = bodies_have_mark(world, c, BODY_CENTERED) && ((flagsA | flagsB) & locks) == 0 &&
                 c->rollingResistance == 0.0f && c->tangentSpeed == 0.0f;
    c->cacheFlags = plain ? FACE_NONE | CACHE_CIRCLES : FACE_NONE;
    c->normal = normal;
    c->points[0].separation = distance - radii;
    c->points[0].anchor = mul_add(neg(manifold_center(world, c->bodyA)),
                                  0.5f * (radiusA + distance - radiusB), normal);
    world->output.narrowTests += 1;
    return PAIR_STAYS;
}

static inline bool is_circle_pair(const MicaWorld *world, const Contact *c)
{
    return (c->flags & (CONTACT_CIRCLES | CONTACT_TRIGGER)) == CONTACT_CIRCLES &&
           bodies_have_mark(world, c, BODY_ONE_COLLIDER) && body_is_dynamic(world, c->bodyA) &&
           body_is_dynamic(world, c->bodyB);
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

static PairResult refresh(MicaWorld *world, Contact *c, float dt)
{
    uint32_t flagsA = world->state.flags.data[c->bodyA], flagsB = world->state.flags.data[c->bodyB];
    bool wakes = (flagsA & flagsB & MICA_FLAG_AWAKE) == 0;
    if (((flagsA | flagsB) & MICA_FLAG_MOVED) == 0 && (c->flags & CONTACT_FORCE_UPDATE) == 0 &&
        !((c->flags & CONTACT_TRIGGER) != 0 && trigger_needs_update(world, c))) {
        return PAIR_STAYS;
    }
    if ((c->flags & CONTACT_FORCE_UPDATE) != 0) {
        undo_note_contact(world, c);
    }
    if (is_circle_pair(world, c)) {
        PairResult result = refresh_circles(world, c, dt);
        if ((c->flags & CONTACT_FORCE_UPDATE) != 0 && result != PAIR_NO_MEMORY) {
            c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
        }
        if (c->count > 0 && wakes) {
            pair_wake(world, c);
        }
        return result;
    }
    Transform relative =
        inv_mul(world->state.transforms.data[c->bodyA], world->state.transforms.data[c->bodyB]);
    bool kept = manifold_keep(world, c, relative) && !pair_was_embedded(world, c);
    if (!kept && !reserve_recompute(world, c)) {
        return PAIR_NO_MEMORY;
    }
    if (!kept) {
        undo_note_contact(world, c);
    }
    c->flags &= (uint8_t)~CONTACT_FORCE_UPDATE;
    if (!kept && recompute(world, c, relative, dt) == PAIR_REMOVED) {
        return PAIR_REMOVED;
    }
    if (c->count == 0 && pair_was_embedded(world, c)) {
        undo_note_contact(world, c);
        c->cacheFlags = 0;  // it may have points as soon as the body is out
    }
    if (c->count > 0 && wakes) {
        pair_wake(world, c);
    }
    return PAIR_STAYS;
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

// ACTIVE_CRUSHED for a dynamic body that lies deep in a kinematic one; counts it, and contacts with
// static bodies, also deep ones.
static inline uint8_t crush_flag(const MicaWorld *world, ContactsScratch *scratch, const Contact *c,
                                 bool dynamicA)
{
    uint32_t type = body_type(world, dynamicA ? c->bodyB : c->bodyA);
    scratch->staticContacts += type == MICA_BODY_STATIC;
    bool deep = contact_min_separation(c) < -CRUSH_DEPTH,
         crushed = deep && type == MICA_BODY_KINEMATIC;
    scratch->crushedContacts += crushed;
    scratch->deepStaticContacts += deep && type == MICA_BODY_STATIC;
    return crushed ? ACTIVE_CRUSHED : 0;
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

// Whether neither body is awake, nor was in the last step.
static inline bool bodies_rest(const MicaWorld *world, const Contact *c)
{
    uint32_t flags = world->state.flags.data[c->bodyA] | world->state.flags.data[c->bodyB];
    uint8_t marks = world->state.bodyMarks.data[c->bodyA] | world->state.bodyMarks.data[c->bodyB];
    return (flags & (MICA_FLAG_AWAKE | MICA_FLAG_MOVED)) == 0 &&
           (marks & BODY_MOVED_LAST_STEP) == 0;
}

// Empties the list of active contacts and sets their counters to 0.
static void clear_active(ContactsScratch *scratch)
{
    scratch->activeContacts.count = 0;
    scratch->crushedContacts = scratch->staticContacts = scratch->maxIdle = 0;
    scratch->deepContacts = scratch->deepWalls = scratch->deepStaticContacts = 0;
}

// Of a contact of which a body is awake: one with points becomes an active contact; one without is
// tested for whether its bodies can reach each other in this step.
static inline __attribute__((always_inline)) void
take_contact(MicaWorld *world, ContactsScratch *scratch, int32_t index, float dt)
{
    Contact *c = &world->state.contacts.data[index];
    bool dynamicA = body_is_dynamic(world, c->bodyA), dynamicB = body_is_dynamic(world, c->bodyB),
         single = dynamicA != dynamicB;
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
    bool idle = single && is_idle(c);
    uint8_t press = single ? crush_flag(world, scratch, c, dynamicA) : 0;
    float minimum = contact_min_separation(c);
    scratch->deepContacts += !single && minimum < -CROWD_DEPTH;
    scratch->deepWalls += single && minimum < -WEDGE_DEPTH;
    scratch->maxIdle += idle;
    scratch->activeContacts.data[scratch->activeContacts.count++] =
        (ActiveContact){index,
                        c->bodyA,
                        c->bodyB,
                        contact_kind(c),
                        (uint8_t)(c->flags | press | (idle ? ACTIVE_IDLE : 0)),
                        0};
}

// Every contact counts as one that may change, until it is found to rest.
static void suppose_awake(MicaWorld *world)
{
    KeyList *words = &world->scratch.awakeContacts;
    words->count = world->state.contacts.count / 64 + 1;
    memset(words->data, 0xff, sizeof *words->data * (size_t)words->count);
    world->scratch.restingTouches = world->scratch.restingVisits = 0;
}

bool narrow_phase(MicaWorld *world, float dt)
{
    ContactsScratch *scratch = contacts_scratch(world);
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
    scratch->embedded.count = 0;
    clear_active(scratch);
    int32_t touching = 0, visits = 0;
    for (int32_t i = 0; (i = contact_next_awake(world, i)) < world->state.contacts.count;) {
        Contact *c = &world->state.contacts.data[i];
        if (!undo_reserve(world, MAX_NOTES)) {
            return false;
        }
        PairResult result = refresh(world, c, dt);
        if (result == PAIR_NO_MEMORY) {
            return false;
        }
        if (result == PAIR_REMOVED) {
            undo_note_removal(world, i);
            pair_remove(world, i);  // moves the last contact here
            continue;
        }
        if (bodies_rest(world, c)) {
            contact_set_resting(world, i++);
            continue;
        }
        bool touches = (c->flags & CONTACT_TOUCHING) != 0,
             trigger = (c->flags & CONTACT_TRIGGER) != 0;
        touching += touches && !trigger;
        visits += touches && trigger;
        take_contact(world, scratch, i++, dt);
    }
    world->scratch.touchingPairs = touching + world->scratch.restingTouches;
    world->scratch.triggerVisits = visits + world->scratch.restingVisits;
    return true;
}

static __attribute__((noinline)) void take_woken(MicaWorld *world, int32_t index, float dt)
{
    take_contact(world, contacts_scratch(world), index, dt);
}

bool contacts_take_woken(MicaWorld *world, float dt)
{
    ContactsScratch *scratch = contacts_scratch(world);
    if (contacts_rest_known(world)) {
        return true;
    }
    clear_active(scratch);
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        if (!undo_reserve(world, 1)) {
            return false;
        }
        if (!bodies_rest(world, &world->state.contacts.data[i])) {
            take_woken(world, i, dt);
        }
    }
    return true;
}

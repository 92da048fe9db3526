// Whether what a snapshot holds can be a world: the bytes may come from anywhere, and their checksum
// only tells accidents. Every index lies in its array, every list ends, every enumeration and number is
// in its range: what a step follows without asking. Called by snapshot.c; reads the saved arrays alone.
//
// Of what validate.c checks two things are left to the snapshot. Velocities and forces may be any
// numbers, as a game may have written them into the views: the next step refuses those that are not
// finite. And a collider may lie outside its box, which would have to be computed anew: it then meets
// nothing out there until its body moves.
#include "snapshot.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- bodies

// The inverse of a mass or inertia, or 0: none, or locked.
static inline bool is_inverse(float inverse, float x)
{
    return inverse == 0.0f || inverse == 1.0f / x;
}

// Unless dynamic, a body turns about its origin, and has no mass but one that was set.
static bool check_mass(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    bool dynamic = body_is_dynamic(world, slot),
         set = body_has(world, slot, MICA_FLAG_MASS_OVERRIDE);
    if (!(b->mass >= 0.0f && b->inertia >= 0.0f && is_inverse(b->invMassX, b->mass) &&
          is_inverse(b->invMassY, b->mass) && is_inverse(b->invInertia, b->inertia))) {
        return false;
    }
    return dynamic ||
           (b->invMassX + b->invMassY + b->invInertia == 0.0f && vec_is_zero(b->localCenter) &&
            (set ? b->leftoverTime == 0.0f && vec_within(b->setCenter, FARTHEST)
                 : b->mass == 0.0f && b->inertia == 0.0f));
}

static bool check_body(const MicaWorld *world, int32_t slot)
{
    const WorldState *s = &world->state;
    const Body *b = &s->bodies.data[slot];
    uint32_t type = s->flags.data[slot] & MICA_FLAG_TYPE_MASK;
    const Transform *previous = &s->previous.data[slot];
    if (!transform_is_sound(&s->transforms.data[slot]) || !all_finite(previous, 4) ||
        !vec_within(previous->p, FARTHEST) || !vec_within(b->localCenter, FARTHEST)) {
        return false;
    }
    // <schema body.sound>
    if (!(b->linearDamping >= 0.0f && b->linearDamping <= MAX_FACTOR)) {
        return false;
    }
    if (!(b->angularDamping >= 0.0f && b->angularDamping <= MAX_FACTOR)) {
        return false;
    }
    if (!(within(b->gravityScale, MAX_FACTOR))) {
        return false;
    }
    if (!(b->maxSpeed >= 0.0f && b->maxSpeed <= MAX_SPEED)) {
        return false;
    }
    // </schema>
    return type < MICA_BODY_TYPE_COUNT && check_mass(world, slot) && b->leftoverTime >= 0.0f &&
           b->leftoverTime <= 1.0f && residual_is_sound(s, slot) && sleep_is_sound(world, slot) &&
           none_or_in(b->firstCollider, s->colliders.count) &&
           none_or_in(b->lastCollider, s->colliders.count) &&
           (type != MICA_BODY_DYNAMIC ||
            !body_has_mark(world, slot, BODY_ONE_COLLIDER | BODY_DISC) ||
            b->firstCollider == b->lastCollider) &&
           none_or_in(b->firstJoint, 2 * s->joints.count) &&
           none_or_in(b->sleepNext, s->bodies.count);
}

// Bodies that sleep together form rings: each of them is the next of exactly one.
static bool check_rings(const Check *check)
{
    const MicaWorld *world = check->world;
    const WorldState *s = &world->state;
    clear_marks(check, s->bodies.count);
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        int32_t next = s->bodies.data[i].sleepNext;
        if (is_alive(world, i) && next != NONE) {
            if (!is_alive(world, next) || s->bodies.data[next].sleepNext == NONE ||
                check->marks[next]++ != 0) {
                return false;
            }
        }
    }
    return true;
}

static bool check_bodies(const Check *check)
{
    const MicaWorld *world = check->world;
    const WorldState *s = &world->state;
    int32_t count = s->bodies.count, live = 0;
    bool equal = s->transforms.count == count && s->previous.count == count &&
                 s->velocities.count == count && s->forces.count == count &&
                 s->flags.count == count && s->bodyMarks.count == count && count <= SLOT_LIMIT &&
                 s->positionResiduals.count <= count && s->endVelocities.count <= count;
    // Transforms in empty slots may be any numbers: a game may have written them into the view.
    if (!equal || !ALL_FINITE(s->positionResiduals) || !ALL_FINITE(s->endVelocities)) {
        return false;
    }
    clear_marks(check, count);
    for (int32_t i = 0; i < count; ++i) {
        const Body *b = &s->bodies.data[i];
        bool alive = body_has(world, i, MICA_FLAG_ALIVE);
        live += alive;
        check->marks[i] = alive;
        if (!is_generation(b->generation) || !FINITE_FROM_TO(b, localCenter, drift) ||
            !(alive ? check_body(world, i) : s->flags.data[i] == 0)) {
            return false;
        }
    }
    return live == s->liveBodies && mark_slots(check, &s->destroyedBodies, 0, count) &&
           mark_slots(check, &s->freeBodies, s->freeBodyHead, count) && check_rings(check);
}

// ------------------------------------------------------------------------------------- colliders

static bool check_shape(const WorldState *s, const Collider *c)
{
    switch (c->type) {
    case MICA_SHAPE_CIRCLE:
    case MICA_SHAPE_CAPSULE:
        return c->polygon == NONE && c->count == (c->type == MICA_SHAPE_CIRCLE ? 1 : 2);
    case MICA_SHAPE_POLYGON:
        return index_in(c->polygon, s->polygons.count) && c->count >= 3 &&
               c->count <= MICA_MAX_POLYGON_POINTS;
    case MICA_SHAPE_CHAIN:
        return index_in(c->polygon, s->chains.count) && s->chains.data[c->polygon].count > 0;
    case MICA_SHAPE_TILES:
        return index_in(c->polygon, s->tileMaps.count) && s->tileMaps.data[c->polygon].columns > 0;
    default:
        return false;
    }
}

static bool check_material(const Collider *c)
{
    // <schema collider.sound>
    if (!(c->density >= 0.0f && c->density <= MAX_DENSITY)) {
        return false;
    }
    if (!(c->friction >= 0.0f && c->friction <= MAX_FACTOR)) {
        return false;
    }
    if (!(c->restitution >= 0.0f && c->restitution <= 1.0f)) {
        return false;
    }
    if (!(c->rollingResistance >= 0.0f && c->rollingResistance <= MAX_FACTOR)) {
        return false;
    }
    if (!(within(c->tangentSpeed, MAX_SPEED))) {
        return false;
    }
    // </schema>
    return true;
}

static bool check_collider(const MicaWorld *world, int32_t slot)
{
    const WorldState *s = &world->state;
    const Collider *c = &s->colliders.data[slot];
    bool inTree = (c->flags & COLLIDER_IN_TREE) != 0;
    if (!is_alive(world, c->body) || inTree != collider_takes_part(world, c) ||
        !none_or_in(c->next, s->colliders.count) || !check_shape(s, c) ||
        !FINITE_FROM_TO(c, a, tangentSpeed) || !(c->radius >= 0.0f) || !check_material(c) ||
        !vec_within(c->a, FARTHEST) || !vec_within(c->b, FARTHEST) ||
        !FINITE_FROM_TO(c, box, oneWay) || c->frictionCombine >= MICA_COMBINE_COUNT ||
        c->restitutionCombine >= MICA_COMBINE_COUNT || !none_or_in(c->field, s->fields.count)) {
        return false;
    }
    if (!inTree) {
        return true;
    }
    bool moving = (c->flags & COLLIDER_MOVING_TREE) != 0;
    const Tree *tree = moving ? &s->movingTree : &s->staticTree;
    if (moving != (body_type(world, c->body) != MICA_BODY_STATIC) || slot >= tree->places.count ||
        tree->places.data[slot] == 0) {
        return false;
    }
    MicaAABB box = tree_box(tree, slot);
    return box.lower.x == c->box.lower.x && box.lower.y == c->box.lower.y &&
           box.upper.x == c->box.upper.x && box.upper.y == c->box.upper.y;
}

// The lists of all bodies together have each live collider once.
static bool check_lists(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t listed = 0;
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        const Body *b = &s->bodies.data[i];
        int32_t last = NONE;
        for (int32_t c = is_alive(world, i) ? b->firstCollider : NONE; c != NONE;
             c = s->colliders.data[c].next) {
            if (!collider_lives(world, c) || s->colliders.data[c].body != i ||
                ++listed > s->liveColliders) {
                return false;
            }
            last = c;
        }
        if (is_alive(world, i) && b->lastCollider != last) {
            return false;
        }
    }
    return listed == s->liveColliders;
}

// Counts how many live colliders of that type have each record.
static void mark_records(const Check *check, int32_t count, MicaShapeType type)
{
    const WorldState *s = &check->world->state;
    clear_marks(check, count);
    for (int32_t i = 0; count > 0 && i < s->colliders.count; ++i) {
        const Collider *c = &s->colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) != 0 && c->type == type) {
            check->marks[c->polygon] += 1;
        }
    }
}

// Each chain and each tile map belongs to one collider.
static bool check_owners(const Check *check)
{
    const WorldState *s = &check->world->state;
    mark_records(check, s->chains.count, MICA_SHAPE_CHAIN);
    for (int32_t i = 0; i < s->chains.count; ++i) {
        if (check->marks[i] != (s->chains.data[i].count != 0)) {
            return false;
        }
    }
    mark_records(check, s->tileMaps.count, MICA_SHAPE_TILES);
    for (int32_t i = 0; i < s->tileMaps.count; ++i) {
        if (check->marks[i] != (s->tileMaps.data[i].columns != 0)) {
            return false;
        }
    }
    return true;
}

static bool check_polygons(const Check *check)
{
    const WorldState *s = &check->world->state;
    int32_t count = s->polygons.count;
    if (s->polygonUses.count != count) {
        return false;
    }
    mark_records(check, count, MICA_SHAPE_POLYGON);
    for (int32_t i = 0; i < count; ++i) {
        if (check->marks[i] != s->polygonUses.data[i]) {
            return false;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        const Polygon *p = &s->polygons.data[i];
        for (int32_t k = 0; k < MICA_MAX_POLYGON_POINTS; ++k) {
            if (!vec_within(vec(p->x[k], p->y[k]), FARTHEST) ||
                !vec_within(vec(p->nx[k], p->ny[k]), 2.0f)) {
                return false;
            }
        }
    }
    return mark_slots(check, &s->freePolygons, 0, count);
}

static bool check_fields(const Check *check)
{
    const WorldState *s = &check->world->state;
    int32_t used = 0;
    clear_marks(check, s->fields.count);
    for (int32_t i = 0; s->fields.count > 0 && i < s->colliders.count; ++i) {
        const Collider *c = &s->colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) != 0 && c->field != NONE) {
            const Field *f = &s->fields.data[c->field];
            used += 1;
            if (check->marks[c->field]++ != 0 || field_check(&f->def) != MICA_ERROR_OK ||
                !(f->phase >= 0.0f && f->phase <= GUST_PERIOD)) {
                return false;
            }
        }
    }
    return used == s->fieldCount && used + s->freeFields.count == s->fields.count &&
           mark_slots(check, &s->freeFields, 0, s->fields.count);
}

static bool check_colliders(const Check *check)
{
    const MicaWorld *world = check->world;
    const WorldState *s = &world->state;
    int32_t count = s->colliders.count, live = 0, members = 0;
    if (count > SLOT_LIMIT || !tree_check(&s->staticTree, count) ||
        !tree_check(&s->movingTree, count)) {
        return false;
    }
    clear_marks(check, count);
    for (int32_t i = 0; i < count; ++i) {
        const Collider *c = &s->colliders.data[i];
        bool alive = (c->flags & COLLIDER_ALIVE) != 0;
        live += alive;
        members += (c->flags & COLLIDER_IN_TREE) != 0;
        check->marks[i] = alive;
        // Contacts may still name a destroyed one.
        bool dead = (c->flags & ~COLLIDER_MOVED) == 0 && c->polygon == NONE && c->field == NONE &&
                    index_in(c->body, s->bodies.count);
        if (!is_generation(c->generation) || c->layer >= LAYER_COUNT ||
            !(alive ? check_collider(world, i) : dead)) {
            return false;
        }
    }
    if (live != s->liveColliders || members != s->staticTree.live + s->movingTree.live ||
        !mark_slots(check, &s->destroyedColliders, 0, count) ||
        !mark_slots(check, &s->freeColliders, s->freeColliderHead, count) || !check_lists(world)) {
        return false;
    }
    for (int32_t i = 0; i < s->movedColliders.count; ++i) {
        int32_t moved = s->movedColliders.data[i];
        if (!index_in(moved, count) || (s->colliders.data[moved].flags & COLLIDER_MOVED) == 0) {
            return false;
        }
    }
    clear_marks(check, count);
    return mark_slots(check, &s->movedColliders, 0, count);
}

// -------------------------------------------------------------------------------------- contacts

static int32_t part_count(const WorldState *s, const Collider *c)
{
    if (c->type == MICA_SHAPE_CHAIN) {
        const Chain *chain = &s->chains.data[c->polygon];
        return chain->count - (chain->loop ? 0 : 1);
    }
    const TileMap *map = &s->tileMaps.data[c->polygon];
    return c->type == MICA_SHAPE_TILES ? map->columns * map->rows : 1;
}

// All floats of a contact are finite, and its points push. Of four words from some members on only the first two
// or three are floats.
static bool check_contact_numbers(const Contact *c)
{
    const f4 two = f4_lt(f4_set(0.0f, 0.0f, 1.0f, 1.0f), f4_splat(1.0f)),
             three = f4_lt(f4_set(0.0f, 0.0f, 0.0f, 1.0f), f4_splat(1.0f));
    f4 sum = add_difference(f4_zero(), load_words(&c->points[0]));
    sum = add_difference(sum, load_words(&c->points[1]));
    sum = add_difference(sum, load_words(&c->friction));
    sum = add_difference(sum, load_words(&c->relative));
    sum = add_difference(sum, f4_and(load_words(&c->tangentImpulse), two));
    sum = add_difference(sum, f4_and(load_words(&c->normal), three));
    sum = add_difference(sum, f4_and(load_words(&c->cachedSeparation), two));
    bool pushes = (c->count < 1 || c->points[0].normalImpulse >= 0.0f) &&
                  (c->count < 2 || c->points[1].normalImpulse >= 0.0f);
    return pushes && is_zero(sum);
}

static bool is_empty_cell(const MicaWorld *world, const Collider *c, int32_t part)
{
    const WorldState *s = &world->state;
    const TileMap *map = c->type == MICA_SHAPE_TILES ? &s->tileMaps.data[c->polygon] : NULL;
    return map != NULL &&
           (map->terrain != 0 ? terrain_tile(world, map, part % map->columns, part / map->columns)
                              : s->tileCells.data[map->first + part]) == MICA_TILE_EMPTY;
}

// Whether the next step looks at a pair before it computes anything with it, as the collider was edited.
static bool is_edited(const MicaWorld *world, const Collider *c, uint8_t edit)
{
    return world->state.pairsEdited && (c->edits & edit) != 0 &&
           body_has_mark(world, c->body, BODY_EDITED);
}

static bool check_contact(const MicaWorld *world, const Contact *c)
{
    const WorldState *s = &world->state;
    if (!index_in(c->colliderA, s->colliders.count) ||
        !index_in(c->colliderB, s->colliders.count) || c->colliderA == c->colliderB ||
        c->count > ((c->flags & CONTACT_TRIGGER) != 0 ? 0 : 2) || !check_contact_numbers(c) ||
        !(c->friction >= 0.0f && c->restitution >= 0.0f && c->rollingResistance >= 0.0f) ||
        contact_one_sided(c) >= ONE_SIDED_STATES ||
        contact_one_sided_before(c) >= ONE_SIDED_STATES) {
        return false;
    }
    const Collider *a = &s->colliders.data[c->colliderA], *b = &s->colliders.data[c->colliderB];
    bool liveA = (a->flags & COLLIDER_ALIVE) != 0, liveB = (b->flags & COLLIDER_ALIVE) != 0;
    if (a->body != c->bodyA || b->body != c->bodyB || c->bodyA == c->bodyB ||
        (a->type == MICA_SHAPE_TILES && c->cellLayer >= LAYER_COUNT) || collider_is_compound(b)) {
        return false;
    }
    // A part of a compound collider that lives, if that is what A is.
    if (c->part != PART_TRIGGERS && (!index_in(c->part, liveA ? part_count(s, a) : PART_TRIGGERS) ||
                                     (liveA && is_empty_cell(world, a, c->part) &&
                                      !is_edited(world, a, EDIT_RECHECK | EDIT_RECOMPUTE)))) {
        return false;
    }
    if (!liveA || !liveB) {
        // That of a collider that was destroyed since the last step ends with the next.
        return is_edited(world, liveA ? b : a, EDIT_RECHECK);
    }
    return a->type >= b->type || is_edited(world, a, EDIT_REFILTER) ||
           is_edited(world, b, EDIT_REFILTER);
}

static bool check_contacts(const Check *check)
{
    const MicaWorld *world = check->world;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        if (!check_contact(world, &world->state.contacts.data[i])) {
            return false;
        }
    }
    return pairs_are_distinct(world, check->marks);
}

// ----------------------------------------------------------------------------------- the rest

static bool check_events(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    const WorldOutput *o = &world->output;
    for (int32_t i = 0; i < o->brokeEvents.count; ++i) {
        // A joint that broke can still be read.
        if (!index_in(MICA_SLOT(o->brokeEvents.data[i].joint), s->joints.count)) {
            return false;
        }
    }
    return slots_in(&s->pendingAsleep, s->bodies.count) &&
           slots_in(&s->pendingWoke, s->bodies.count) &&
           slots_in(&o->movedEvents, s->bodies.count) &&
           slots_in(&o->asleepEvents, s->bodies.count) && slots_in(&o->wokeEvents, s->bodies.count);
}

static bool check_ignored(const WorldState *s)
{
    for (int32_t i = 0; i < s->ignoredPairs.count; ++i) {
        uint64_t key = s->ignoredPairs.data[i];
        if (body_pair_first(key) < 0 || body_pair_first(key) >= body_pair_second(key) ||
            body_pair_second(key) >= s->bodies.count ||
            (i > 0 && s->ignoredPairs.data[i - 1] >= key)) {
            return false;
        }
    }
    return true;
}

static bool check_numbers(const WorldState *s)
{
    // A flag of another value than 0 and 1 is none.
    const Tree *trees[2] = {&s->staticTree, &s->movingTree};
    const bool *flags[9] = {&s->sleepEnabled,      &s->stepFailed,        &s->staticsUnclassified,
                            &s->pairsEdited,       &s->refilterContacts,  &s->requeryPairs,
                            &trees[0]->needsRefit, &trees[1]->needsRefit, &s->yDown};
    for (int32_t i = 0; i < 9; ++i) {
        uint8_t flag;
        memcpy(&flag, flags[i], 1);
        if (flag > 1) {
            return false;
        }
    }
    bool sound =
        all_finite(&s->gravity, 13) && s->lastH >= 0.0f && s->lastDt >= 0.0f && s->errorH >= 0.0f;
    // <schema world.sound>
    sound = sound && vec_within(s->gravity, MAX_FACTOR);
    sound = sound && s->contactHertz > 0.0f && s->contactHertz <= MAX_FACTOR;
    sound = sound && s->contactDampingRatio >= 0.0f && s->contactDampingRatio <= MAX_FACTOR;
    sound = sound && s->contactPushSpeed >= 0.0f && s->contactPushSpeed <= MAX_FACTOR;
    sound = sound && s->restitutionThreshold >= 0.0f && s->restitutionThreshold <= MAX_FACTOR;
    sound = sound && s->hitSpeed >= 0.0f && s->hitSpeed <= MAX_FACTOR;
    sound = sound && s->sleepTime >= 0.0f && s->sleepTime <= MAX_FACTOR;
    sound = sound && s->jointHertz > 0.0f && s->jointHertz <= MAX_FACTOR;
    sound = sound && s->jointDampingRatio >= 0.0f && s->jointDampingRatio <= MAX_FACTOR;
    sound = sound && world_check_range(s->lengthUnit, 0.01f, 1000.0f) == MICA_ERROR_OK;
    sound = sound && s->loadImpulse >= 0.0f && s->loadImpulse <= MAX_FACTOR;
    // </schema>
    return sound && all_finite(s->layers.minExtents, LAYER_COUNT) &&
           is_generation(s->generationStart);
}

// The most marks that a check needs.
static size_t mark_count(const WorldState *s)
{
    const int32_t counts[11] = {s->movers.count,
                                s->bodies.count,
                                s->colliders.count,
                                s->joints.count,
                                s->polygons.count,
                                s->fields.count,
                                s->chains.count,
                                s->chainPoints.count,
                                s->tileMaps.count,
                                s->tileCells.count,
                                s->terrainChunks.count + s->terrains.count +
                                    s->terrainSamples.count};
    int32_t maximum = 1;
    for (int32_t i = 0; i < 11; ++i) {
        maximum = max_i(maximum, counts[i]);
    }
    return (size_t)max_i(maximum, pair_marks(s->contacts.count));
}

#if !defined(MICA_MATTER)
static bool matter_check(const WorldState *state)
{
    (void)state;
    return true;
}
#endif

static bool check_all(const Check *check)
{
    // In this order: each relies on those before it.
    const MicaWorld *world = check->world;
    return check_numbers(&world->state) && check_bodies(check) &&
           parts_check(&world->state, check->marks) && check_colliders(check) &&
           check_owners(check) && check_polygons(check) && check_fields(check) &&
           check_contacts(check) && joints_check(check) && movers_check(check) &&
           check_events(world) && check_ignored(&world->state) && matter_check(&world->state);
}

bool snapshot_check(const MicaWorld *world)
{
    if (world->state.contacts.count > 1 << 24) {
        return false;
    }
    Check check = {world, malloc(sizeof(int32_t) * mark_count(&world->state))};
    bool sound = check.marks != NULL && check_all(&check);
    free(check.marks);
    return sound;
}

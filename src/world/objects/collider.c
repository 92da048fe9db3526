// Colliders: creating, destroying and reshaping them, their boxes and their places in the trees.
// Called by the public API, by parts_edit.c for compound colliders, by body.c when a body is
// destroyed, and by the step for colliders that moved. Writes colliders, both trees, movedColliders
// and the lists of their bodies; a destroyed collider's slot waits in destroyedColliders until the
// next step. Material, layer and the like are in collider_settings.c.
#include "world.h"

#include <string.h>

MicaColliderDef mica_collider_def(void) { return mica_collider_def_in(1.0f); }

MicaColliderDef mica_collider_def_in(float lengthUnit)
{
    MicaColliderDef def = {0};
    // <schema collider.defaults>
    def.density = 1.0f / (lengthUnit * lengthUnit);
    def.friction = 0.6f;
    def.sees = MICA_SEES_KINEMATIC | MICA_SEES_DYNAMIC;
    def.enabled = true;
    // </schema>
    return def;
}

MicaAABB collider_fat_box(const MicaWorld *world, const Collider *c, MicaAABB tight,
                          bool unconstrained)
{
    if (body_type(world, c->body) == MICA_BODY_STATIC) {
        return tight;
    }
    float size = max_f(tight.upper.x - tight.lower.x, tight.upper.y - tight.lower.y);
    float margin = clamp_f(0.5f * AABB_MARGIN_FRACTION * size, SPECULATIVE_DISTANCE, AABB_MARGIN);
    const float *v = world->state.velocities.data[c->body].v;
    bool collides = world->state.layers.solid[c->layer] != 0;
    float time = unconstrained ? UNCONSTRAINED_LOOKAHEAD_TIME : AABB_LOOKAHEAD_TIME,
          maxFraction = unconstrained ? UNCONSTRAINED_LOOKAHEAD_FRACTION : AABB_LOOKAHEAD_FRACTION;
    // Look ahead as long as the box does not grow too much for its size: every overlap is a pair.
    float maximum = size * (collides ? maxFraction : NON_SOLID_LOOKAHEAD_FACTOR);
    Vec2 velocity = {v[0], v[1]}, ahead = {0.0f, 0.0f};
    float speed = length(velocity);
    if (time * speed <= maximum) {
        ahead = scale(time, velocity);
    } else if (AABB_LOOKAHEAD_TIME * speed <= maximum) {
        ahead = scale(maximum / speed, velocity);
    }
    Vec2 low = {margin - min_f(ahead.x, 0.0f), margin - min_f(ahead.y, 0.0f)},
         high = {margin + max_f(ahead.x, 0.0f), margin + max_f(ahead.y, 0.0f)};
    return (MicaAABB){sub(tight.lower, low), add(tight.upper, high)};
}

inline void collider_mark_moved(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    if ((c->flags & COLLIDER_MOVED) == 0) {
        c->flags |= COLLIDER_MOVED;
        ASSERT(world->state.movedColliders.count < world->state.movedColliders.capacity);
        world->state.movedColliders.data[world->state.movedColliders.count++] = slot;
        world->state.staticsUnclassified =
            world->state.staticsUnclassified || (c->flags & COLLIDER_MOVING_TREE) == 0;
    }
}

void collider_search_pairs(MicaWorld *world, int32_t slot)
{
    tree_unmark_searched(collider_tree(world, &world->state.colliders.data[slot]), slot);
    collider_mark_moved(world, slot);
}

void collider_edit_pairs(MicaWorld *world, int32_t slot, uint8_t edit)
{
    Collider *c = &world->state.colliders.data[slot];
    c->edits |= edit;
    world->state.bodyMarks.data[c->body] |= BODY_EDITED;
    world->state.pairsEdited = true;
}

void body_edit_pairs(MicaWorld *world, int32_t slot, uint8_t edit)
{
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        collider_edit_pairs(world, c, edit);
    }
}

void bodies_edit_pairs(MicaWorld *world, int32_t slotA, int32_t slotB)
{
    body_edit_pairs(world, body_type(world, slotA) == MICA_BODY_STATIC ? slotB : slotA,
                    EDIT_RECHECK);
}

void collider_set_box(MicaWorld *world, Collider *c, MicaAABB box)
{
    c->box = box;
    body_clear_slack(world, c->body);
}

bool collider_tree_insert(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    bool moving = body_type(world, c->body) != MICA_BODY_STATIC;
    MicaAABB box = collider_fat_box(world, c, collider_tight_box(world, c), false);
    if (!tree_insert(&world->host.memory,
                     moving ? &world->state.movingTree : &world->state.staticTree, slot, box,
                     collider_layers(world, c))) {
        return false;
    }
    collider_set_box(world, c, box);
    // What touches static colliders is found anew where it is static again. Parts of a compound one
    // touch each other always.
    uint32_t lost =
        COLLIDER_MOVING_TREE | (moving && !collider_is_compound(c) ? COLLIDER_TOUCHES_STATIC : 0u);
    c->flags =
        (uint8_t)((c->flags & ~lost) | COLLIDER_IN_TREE | (moving ? COLLIDER_MOVING_TREE : 0));
    collider_mark_moved(world, slot);
    // Also by one that was marked as moved before, in the other tree.
    world->state.staticsUnclassified = world->state.staticsUnclassified || !moving;
    return true;
}

void collider_tree_remove(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        tree_remove(collider_tree(world, c), slot);
        c->flags &= (uint8_t)~COLLIDER_IN_TREE;
    }
}

void collider_tree_reinsert(MicaWorld *world, int32_t slot)
{
    collider_tree_remove(world, slot);
    if (collider_takes_part(world, &world->state.colliders.data[slot])) {
        collider_tree_insert(world, slot);
    }
}

// Writes the shape into the collider; for a polygon, polygon_reserve must have been called.
static void set_geometry(MicaWorld *world, Collider *c, const MicaShape *shape)
{
    c->type = (uint8_t)shape->type;
    c->count = (uint8_t)shape->count;
    c->radius = shape->radius;
    c->a = shape->points[0];
    c->b = shape->points[shape->count == 2 ? 1 : 0];
    c->polygon = shape->type == MICA_SHAPE_POLYGON ? polygon_acquire(world, shape) : NONE;
    Geometry g = collider_geometry(world, c);
    c->reach = geometry_max_extent(&g, vec(0.0f, 0.0f));
}

// Reserves all that `count` new colliders of a body and their new polygons need.
static MicaError reserve_new(MicaWorld *world, int32_t owner, int32_t count, int32_t polygons)
{
    int32_t unused = world->state.freeColliders.count - world->state.freeColliderHead;
    if (count - unused > SLOT_LIMIT - world->state.colliders.count) {
        return MICA_ERROR_CAPACITY;
    }
    bool moving = body_type(world, owner) != MICA_BODY_STATIC;
    Tree *tree = moving ? &world->state.movingTree : &world->state.staticTree;
    return world_reserve_colliders(world, count) &&
                   (polygons == 0 ||
                    polygon_reserve(world, world->state.polygons.count + polygons)) &&
                   ARRAY_RESERVE_RARELY(&world->host.memory, &tree->loose,
                                        tree->loose.count + count)
               ? MICA_ERROR_OK
               : MICA_ERROR_NO_MEMORY;
}

// Takes a slot, which is reserved, and fills it but for the shape.
static int32_t acquire(MicaWorld *world, int32_t owner, const MicaColliderDef *def)
{
    int32_t fresh = world->state.colliders.count;
    int32_t slot = slot_acquire(&world->state.freeColliders, &world->state.freeColliderHead,
                                &world->state.colliders.count);
    Collider *c = &world->state.colliders.data[slot];
    uint16_t generation = slot == fresh ? (uint16_t)world->state.generationStart : c->generation;
    Collider record = {
        .body = owner,
        .next = NONE,
        .field = NONE,
        .userData = def->userData,
        .generation = generation,
        .flags = (uint8_t)(COLLIDER_ALIVE | (def->isTrigger ? COLLIDER_TRIGGER : 0) |
                           (def->arcade ? COLLIDER_ARCADE : 0)),
    };
    // <schema collider.initial>
    record.layer = (uint8_t)def->layer;
    record.group = def->group;
    record.density = def->density;
    record.friction = def->friction;
    record.restitution = def->restitution;
    record.rollingResistance = def->rollingResistance;
    record.tangentSpeed = def->tangentSpeed;
    record.frictionCombine = (uint8_t)def->frictionCombine;
    record.restitutionCombine = (uint8_t)def->restitutionCombine;
    record.sees = (uint8_t)def->sees;
    record.disabled = !def->enabled;
    // </schema>
    *c = record;
    collider_set_one_way(c, def->oneWay);
    return slot;
}

// Creates a collider without its shape and reserves everything that attaching it needs, and a
// polygon if asked to. NONE with the error recorded.
static int32_t create(MicaWorld *world, MicaBody body, const MicaColliderDef *def, bool polygonal)
{
    int32_t owner = body_slot(world, body);
    if (owner == NONE) {
        return NONE;
    }
    MicaError error = def == NULL ? MICA_ERROR_NULL_ARGUMENT : collider_check(def);
    if (error == MICA_ERROR_OK) {
        error = reserve_new(world, owner, 1, polygonal);
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return NONE;
    }
    return acquire(world, owner, def);
}

// Appends the collider, which has its shape by now, to its body's list and updates the body's mass;
// with sums, only those and the centre.
static MicaCollider attach(MicaWorld *world, int32_t slot, MassSums *sums)
{
    int32_t owner = world->state.colliders.data[slot].body;
    Body *b = &world->state.bodies.data[owner];
    if (b->lastCollider == NONE) {
        b->firstCollider = slot;
    } else {
        world->state.colliders.data[b->lastCollider].next = slot;
    }
    b->lastCollider = slot;
    world->state.liveColliders += 1;
    if (sums != NULL) {
        body_add_mass_sums(world, owner, slot, sums);
    } else {
        body_add_collider_mass(world, owner, slot);
    }
    if (collider_takes_part(world, &world->state.colliders.data[slot])) {
        collider_tree_insert(world, slot);  // `create` reserved the capacity
    }
    return collider_handle(world, slot);
}

// Gives a new collider its shape and attaches it.
static MicaCollider finish_convex(MicaWorld *world, int32_t slot, const MicaShape *shape,
                                  MassSums *sums)
{
    set_geometry(world, &world->state.colliders.data[slot], shape);
    layer_update_bounds(world, &world->state.colliders.data[slot]);
    return attach(world, slot, sums);
}

MicaCollider mica_collider_create(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                  const MicaShape *shape)
{
    MicaCollider none = {0};
    if (shape == NULL || !shape_is_valid(shape)) {
        if (body_slot(world, body) != NONE) {
            world_fail(world, shape == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
        }
        return none;
    }
    int32_t slot = create(world, body, def, shape->type == MICA_SHAPE_POLYGON);
    return slot == NONE ? none : finish_convex(world, slot, shape, NULL);
}

// Checks everything and reserves for all. Polygons that follow an equal one need no memory.
static MicaError prepare_many(MicaWorld *world, int32_t owner, const MicaColliderDef *defs,
                              const MicaShape *shapes, int32_t count)
{
    const MicaShape *polygon = NULL;
    int32_t polygons = 0;
    for (int32_t i = 0; i < count; ++i) {
        MicaError error = collider_check(&defs[i]);
        if (error != MICA_ERROR_OK || !shape_is_valid(&shapes[i])) {
            return error != MICA_ERROR_OK ? error : MICA_ERROR_BAD_SHAPE;
        }
        if (shapes[i].type == MICA_SHAPE_POLYGON) {
            polygons += polygon == NULL || memcmp(polygon, &shapes[i], sizeof *polygon) != 0;
            polygon = &shapes[i];
        }
    }
    return reserve_new(world, owner, count, polygons);
}

// With one collider after the other the mass of a dynamic body would be summed anew for each, in
// quadratic time. Here only the centre of mass moves with each, as the velocity follows it: the
// bits are those of colliders that are made one by one.
int32_t mica_colliders_create(MicaWorld *world, MicaBody body, const MicaColliderDef *defs,
                              const MicaShape *shapes, int32_t count, MicaCollider *out)
{
    int32_t owner = world == NULL ? NONE : body_slot(world, body);
    if (owner == NONE) {
        return 0;
    }
    MicaError error = defs == NULL || shapes == NULL || out == NULL ? MICA_ERROR_NULL_ARGUMENT
                      : count < 1                                   ? MICA_ERROR_OUT_OF_RANGE
                                  : prepare_many(world, owner, defs, shapes, count);
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return 0;
    }
    bool dynamic = body_is_dynamic(world, owner);
    MassSums sums = dynamic ? body_mass_sums(world, owner) : (MassSums){0};
    bool had = world->state.bodies.data[owner].firstCollider != NONE;
    Vec2 oldCenter = world->state.bodies.data[owner].localCenter;
    for (int32_t i = 0; i < count; ++i) {
        int32_t slot = acquire(world, owner, &defs[i]);
        out[i] = finish_convex(world, slot, &shapes[i], dynamic ? &sums : NULL);
    }
    if (dynamic) {
        body_update_mass(world, owner);
    }
    if (had) {
        body_recompute_contacts(world, owner, oldCenter);
    }
    return count;
}

MicaCollider collider_create_compound(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                      MicaShapeType type, int32_t record, float radius,
                                      MicaAABB box)
{
    int32_t slot = create(world, body, def, false);
    if (slot == NONE) {
        return (MicaCollider){0};
    }
    Collider *c = &world->state.colliders.data[slot];
    c->type = (uint8_t)type;
    c->count = 0;
    c->radius = radius;
    c->polygon = record;
    c->a = box.lower;
    c->b = box.upper;
    c->flags |= COLLIDER_TOUCHES_STATIC;  // its own parts touch
    // The distance of the corner that is furthest from the body's origin.
    Vec2 far = {max_f(abs_f(box.lower.x), abs_f(box.upper.x)),
                max_f(abs_f(box.lower.y), abs_f(box.upper.y))};
    c->reach = length(far);
    return attach(world, slot, NULL);
}

void collider_release(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    collider_tree_remove(world, slot);
    field_release(world, slot);
    mover_end_of_collider(world, slot);
    if (collider_is_compound(c)) {
        parts_release(world, c);
    } else {
        polygon_release(world, c->polygon);
        c->polygon = NONE;
    }
    c->flags &= COLLIDER_MOVED;
    world->state.destroyedColliders.data[world->state.destroyedColliders.count++] = slot;
    world->state.liveColliders -= 1;
    collider_edit_pairs(world, slot, EDIT_RECHECK);
}

MicaError mica_collider_destroy(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    int32_t owner = world->state.colliders.data[slot].body, before = NONE;
    Body *b = &world->state.bodies.data[owner];
    for (int32_t i = b->firstCollider; i != slot; i = world->state.colliders.data[i].next) {
        before = i;
    }
    int32_t next = world->state.colliders.data[slot].next;
    if (before == NONE) {
        b->firstCollider = next;
    } else {
        world->state.colliders.data[before].next = next;
    }
    if (b->lastCollider == slot) {
        b->lastCollider = before;
    }
    collider_release(world, slot);
    body_wake(world, owner);
    body_update_mass(world, owner);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_shape(MicaWorld *world, MicaCollider collider, const MicaShape *shape)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (shape == NULL || !shape_is_valid(shape)) {
        return world_fail(world, shape == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
    }
    Collider *c = &world->state.colliders.data[slot];
    if (collider_is_compound(c)) {
        return world_fail(world, MICA_ERROR_BAD_SHAPE);
    }
    bool polygonal = shape->type == MICA_SHAPE_POLYGON;
    Tree *tree = collider_tree(world, c);
    if ((polygonal && !polygon_reserve(world, world->state.polygons.count + 1)) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &tree->loose, tree->loose.count + 1)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    polygon_release(world, c->polygon);
    set_geometry(world, c, shape);
    layer_update_bounds(world, c);
    collider_tree_reinsert(world, slot);
    body_wake(world, c->body);
    body_update_mass(world, c->body);
    // The type may have changed, by which the sides of its pairs are ordered (pair_in_order).
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

// Colliders: shapes on bodies, their material and layer, and their place in the trees.
#include "world.h"

#include <string.h>

MicaColliderDef mica_collider_def(void)
{
    return (MicaColliderDef){
        .density = 1.0f, .friction = 0.6f, .sees = MICA_SEES_KINEMATIC | MICA_SEES_DYNAMIC};
}

static MicaError check_factor(float value, float limit)
{
    if (!within(value, 3e38f)) {
        return MICA_ERROR_NOT_FINITE;
    }
    return value >= 0.0f && value <= limit ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

static MicaError check_speed(float value)
{
    return within(value, MAX_SPEED) ? MICA_ERROR_OK
           : within(value, 3e38f)   ? MICA_ERROR_OUT_OF_RANGE
                                    : MICA_ERROR_NOT_FINITE;
}

static MicaError check_combine(MicaCombine rule)
{
    return (uint32_t)rule < MICA_COMBINE_COUNT ? MICA_ERROR_OK : MICA_ERROR_OUT_OF_RANGE;
}

static MicaError check_one_way(Vec2 normal)
{
    return vec_within(normal, MAX_NUMBER) ? MICA_ERROR_OK : MICA_ERROR_NOT_FINITE;
}

static MicaError check_collider_def(const MicaColliderDef *def)
{
    if (def->layer < 0 || def->layer >= LAYER_COUNT) {
        return MICA_ERROR_BAD_LAYER;
    }
    const MicaError errors[8] = {
        check_factor(def->density, 1e9f),       check_factor(def->friction, 1e6f),
        check_factor(def->restitution, 1.0f),   check_factor(def->rollingResistance, 1e6f),
        check_speed(def->tangentSpeed),         check_combine(def->frictionCombine),
        check_combine(def->restitutionCombine), check_one_way(def->oneWay)};
    for (int32_t i = 0; i < 8; ++i) {
        if (errors[i] != MICA_ERROR_OK) {
            return errors[i];
        }
    }
    return (def->sees & ~(uint32_t)MICA_SEES_ALL) != 0 ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_OK;
}

MicaAABB collider_fat_box(const MicaWorld *world, const Collider *c, MicaAABB tight)
{
    if (body_type(world, c->body) == MICA_BODY_STATIC) {
        return tight;
    }
    float size = max_f(tight.upper.x - tight.lower.x, tight.upper.y - tight.lower.y);
    float margin = clamp_f(0.5f * BOX_MARGIN_FRACTION * size, SPECULATIVE_DISTANCE, BOX_MARGIN);
    const float *v = world->velocities + 4 * c->body;
    Vec2 way = {BOX_AHEAD_TIME * v[0], BOX_AHEAD_TIME * v[1]};
    float most = (world->layers.solid[c->layer] != 0 ? BOX_AHEAD : BOX_AHEAD_ALONE) * size;
    if (dot(way, way) > most * most) {
        way = vec(0.0f, 0.0f);
    }
    Vec2 low = {margin - min_f(way.x, 0.0f), margin - min_f(way.y, 0.0f)},
         high = {margin + max_f(way.x, 0.0f), margin + max_f(way.y, 0.0f)};
    return (MicaAABB){sub(tight.lower, low), add(tight.upper, high)};
}

void collider_mark_moved(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->colliders.data[slot];
    if ((c->flags & COLLIDER_MOVED) == 0) {
        c->flags |= COLLIDER_MOVED;
        ASSERT(world->moved.count < world->moved.capacity);
        world->moved.data[world->moved.count++] = slot;
    }
}

bool collider_insert(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->colliders.data[slot];
    bool moving = body_type(world, c->body) != MICA_BODY_STATIC;
    MicaAABB box = collider_fat_box(world, c, collider_tight_box(world, c));
    if (!tree_insert(&world->memory, moving ? &world->movingTree : &world->staticTree, slot, box,
                     layer_bit(c))) {
        return false;
    }
    c->box = box;
    c->flags = (uint8_t)((c->flags & ~COLLIDER_MOVING_TREE) | COLLIDER_IN_TREE |
                         (moving ? COLLIDER_MOVING_TREE : 0));
    collider_mark_moved(world, slot);
    return true;
}

void collider_take_out(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->colliders.data[slot];
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        tree_remove(
            (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->movingTree : &world->staticTree, slot);
        c->flags &= (uint8_t)~COLLIDER_IN_TREE;
    }
}

// Writes the geometry into the collider; polygon_reserve must have been called for a polygon.
static void set_geometry(MicaWorld *world, Collider *c, const MicaShape *shape)
{
    c->type = (uint8_t)shape->type;
    c->count = (uint8_t)shape->count;
    c->radius = shape->radius;
    c->a = shape->points[0];
    c->b = shape->points[shape->count == 2 ? 1 : 0];
    c->polygon = shape->type == MICA_SHAPE_POLYGON ? polygon_take(world, shape) : NONE;
    Geometry g = collider_geometry(world, c);
    c->reach = geometry_extent(&g, vec(0.0f, 0.0f));
}

static void set_one_way(Collider *c, Vec2 normal)
{
    float l;
    c->oneWay = normalize(normal, &l);
    c->flags = (uint8_t)((c->flags & ~COLLIDER_ONE_WAY) | (l > 0.0f ? COLLIDER_ONE_WAY : 0));
}

// A collider without its shape yet, or NONE with the error recorded; room for a polygon is made too.
static int32_t create(MicaWorld *world, MicaBody body, const MicaColliderDef *def, bool polygonal)
{
    int32_t owner = body_slot(world, body);
    if (owner == NONE) {
        return NONE;
    }
    MicaError error = def == NULL ? MICA_ERROR_NULL_ARGUMENT : check_collider_def(def);
    if (error == MICA_ERROR_OK && world->liveColliders >= SLOT_LIMIT) {
        error = MICA_ERROR_CAPACITY;
    }
    bool moving = body_type(world, owner) != MICA_BODY_STATIC;
    Tree *tree = moving ? &world->movingTree : &world->staticTree;
    if (error == MICA_ERROR_OK &&
        (!world_reserve_collider(world) || (polygonal && !polygon_reserve(world)) ||
         !ARRAY_RESERVE(&world->memory, &tree->loose, tree->loose.count + 1))) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return NONE;
    }
    int32_t fresh = world->colliders.count;
    int32_t slot =
        slot_take(&world->freeColliders, &world->freeColliderHead, &world->colliders.count);
    Collider *c = &world->colliders.data[slot];
    uint16_t generation = slot == fresh ? (uint16_t)world->generationStart : c->generation;
    *c = (Collider){.body = owner,
                    .next = NONE,
                    .field = NONE,
                    .group = def->group,
                    .density = def->density,
                    .friction = def->friction,
                    .restitution = def->restitution,
                    .rollingResistance = def->rollingResistance,
                    .tangentSpeed = def->tangentSpeed,
                    .userData = def->userData,
                    .generation = generation,
                    .layer = (uint8_t)def->layer,
                    .frictionCombine = (uint8_t)def->frictionCombine,
                    .restitutionCombine = (uint8_t)def->restitutionCombine,
                    .sees = (uint8_t)def->sees,
                    .flags = (uint8_t)(COLLIDER_ALIVE | (def->isTrigger ? COLLIDER_TRIGGER : 0) |
                                       (def->arcade ? COLLIDER_ARCADE : 0))};
    set_one_way(c, def->oneWay);
    return slot;
}

// Makes the collider, which has its shape now, a part of its body.
static MicaCollider attach(MicaWorld *world, int32_t slot)
{
    int32_t owner = world->colliders.data[slot].body;
    Body *b = &world->bodies.data[owner];
    if (b->lastCollider == NONE) {
        b->firstCollider = slot;
    } else {
        world->colliders.data[b->lastCollider].next = slot;
    }
    b->lastCollider = slot;
    world->liveColliders += 1;
    body_add_mass(world, owner, slot);
    if (body_has(world, owner, MICA_FLAG_ENABLED)) {
        collider_insert(world, slot);  // room was made above
    }
    return collider_handle(world, slot);
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
    if (slot == NONE) {
        return none;
    }
    set_geometry(world, &world->colliders.data[slot], shape);
    layer_note(world, &world->colliders.data[slot]);
    return attach(world, slot);
}

MicaCollider collider_create_compound(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                      MicaShapeType type, int32_t place, float radius, MicaAABB box)
{
    int32_t slot = create(world, body, def, false);
    if (slot == NONE) {
        return (MicaCollider){0};
    }
    Collider *c = &world->colliders.data[slot];
    c->type = (uint8_t)type;
    c->count = 0;
    c->radius = radius;
    c->polygon = place;
    c->a = box.lower;
    c->b = box.upper;
    c->flags |= COLLIDER_TOUCHES;  // its own parts touch
    // The corner of the box that is furthest from the body's origin.
    Vec2 far = {max_f(abs_f(box.lower.x), abs_f(box.upper.x)),
                max_f(abs_f(box.lower.y), abs_f(box.upper.y))};
    c->reach = length(far);
    return attach(world, slot);
}

void collider_release(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->colliders.data[slot];
    collider_take_out(world, slot);
    field_release(world, slot);
    if (is_compound(c)) {
        parts_release(world, c);
    } else {
        polygon_drop(world, c->polygon);
        c->polygon = NONE;
    }
    c->flags &= COLLIDER_MOVED;
    world->deadColliders.data[world->deadColliders.count++] = slot;
    world->liveColliders -= 1;
    world->sweepContacts = true;
}

MicaError mica_collider_destroy(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    int32_t owner = world->colliders.data[slot].body, before = NONE;
    Body *b = &world->bodies.data[owner];
    for (int32_t i = b->firstCollider; i != slot; i = world->colliders.data[i].next) {
        before = i;
    }
    int32_t next = world->colliders.data[slot].next;
    if (before == NONE) {
        b->firstCollider = next;
    } else {
        world->colliders.data[before].next = next;
    }
    if (b->lastCollider == slot) {
        b->lastCollider = before;
    }
    collider_release(world, slot);
    body_wake(world, owner);
    body_update_mass(world, owner);
    return MICA_ERROR_OK;
}

MicaShape collider_shape(const MicaWorld *world, const Collider *c)
{
    MicaShape s = {.type = (MicaShapeType)c->type, .count = c->count, .radius = c->radius};
    if (c->type == MICA_SHAPE_CIRCLE) {
        mica_shape_circle(c->a, c->radius, &s);
    } else if (c->type == MICA_SHAPE_CAPSULE) {
        (void)(c->radius > 0.0f ? mica_shape_capsule(c->a, c->b, c->radius, &s)
                                : mica_shape_segment(c->a, c->b, &s));
    } else {
        const Polygon *p = &world->polygons.data[c->polygon];
        Vec2 middle = {0.0f, 0.0f};
        for (int32_t i = 0; i < c->count; ++i) {
            s.points[i] = vec(p->x[i], p->y[i]);
            s.normals[i] = vec(p->nx[i], p->ny[i]);
            middle = add(middle, s.points[i]);
        }
        MicaShape sharp = s;
        sharp.radius = 0.0f;
        s.centroid = mica_shape_mass(&sharp, 1.0f).center;
    }
    return s;
}

MicaBody mica_collider_body(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? (MicaBody){0} : body_handle(world, world->colliders.data[slot].body);
}

MicaError mica_collider_shape(MicaWorld *world, MicaCollider collider, MicaShape *out)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (out == NULL || is_compound(&world->colliders.data[slot])) {
        return world_fail(world, out == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
    }
    *out = collider_shape(world, &world->colliders.data[slot]);
    return MICA_ERROR_OK;
}

MicaAABB mica_collider_aabb(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return (MicaAABB){{0.0f, 0.0f}, {0.0f, 0.0f}};
    }
    return collider_tight_box(world, &world->colliders.data[slot]);
}

int32_t mica_collider_layer(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? 0 : world->colliders.data[slot].layer;
}

uint32_t mica_collider_user_data(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? 0u : world->colliders.data[slot].userData;
}

MicaError mica_collider_get(MicaWorld *world, MicaCollider collider, MicaColliderDef *out)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (out == NULL) {
        return world_fail(world, MICA_ERROR_NULL_ARGUMENT);
    }
    const Collider *c = &world->colliders.data[slot];
    *out = (MicaColliderDef){.layer = c->layer,
                             .group = c->group,
                             .density = c->density,
                             .friction = c->friction,
                             .restitution = c->restitution,
                             .frictionCombine = (MicaCombine)c->frictionCombine,
                             .restitutionCombine = (MicaCombine)c->restitutionCombine,
                             .rollingResistance = c->rollingResistance,
                             .tangentSpeed = c->tangentSpeed,
                             .isTrigger = (c->flags & COLLIDER_TRIGGER) != 0,
                             .oneWay = c->oneWay,
                             .arcade = (c->flags & COLLIDER_ARCADE) != 0,
                             .sees = c->sees,
                             .userData = c->userData};
    return MICA_ERROR_OK;
}

bool mica_collider_contains(MicaWorld *world, MicaCollider collider, Vec2 worldPoint)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE || !vec_within(worldPoint, 3e38f)) {
        return false;
    }
    const Collider *c = &world->colliders.data[slot];
    PartWalk walk;
    Polygon storage;
    parts_begin(&walk, world, c, (MicaAABB){worldPoint, worldPoint}, vec(0.0f, 0.0f), PARTS_ALL);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        if (geometry_contains(&g, world->transforms[c->body], worldPoint, 0.0f)) {
            return true;
        }
    }
    return false;
}

// What a collider is allowed to meet has changed: its pairs are asked again and new ones looked for.
static void refilter(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->colliders.data[slot];
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        Tree *tree =
            (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->movingTree : &world->staticTree;
        tree_move(tree, slot, c->box, layer_bit(c));
        collider_mark_moved(world, slot);
    }
    body_wake(world, c->body);
    layer_note(world, c);
    world->refilter = true;
}

MicaError mica_collider_set_layer(MicaWorld *world, MicaCollider collider, int32_t layer)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (layer < 0 || layer >= LAYER_COUNT) {
        return world_fail(world, MICA_ERROR_BAD_LAYER);
    }
    if (layer != world->colliders.data[slot].layer) {
        world->colliders.data[slot].layer = (uint8_t)layer;
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_group(MicaWorld *world, MicaCollider collider, int32_t group)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (group != world->colliders.data[slot].group) {
        world->colliders.data[slot].group = group;
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_trigger(MicaWorld *world, MicaCollider collider, bool isTrigger)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    Collider *c = &world->colliders.data[slot];
    if (isTrigger != ((c->flags & COLLIDER_TRIGGER) != 0)) {
        c->flags ^= COLLIDER_TRIGGER;
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_sees(MicaWorld *world, MicaCollider collider, uint32_t sees)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if ((sees & ~(uint32_t)MICA_SEES_ALL) != 0) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    Collider *c = &world->colliders.data[slot];
    if (sees != c->sees) {
        c->sees = (uint8_t)sees;
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

// One part of the material: checked, stored, and mixed anew into the pairs at the next step.
static MicaError set_part(MicaWorld *world, MicaCollider collider, size_t offset, const void *value,
                          size_t bytes, MicaError error)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    memcpy((char *)&world->colliders.data[slot] + offset, value, bytes);
    world->refilter = true;
    return MICA_ERROR_OK;
}

static MicaError set_material(MicaWorld *world, MicaCollider collider, size_t offset, float value,
                              MicaError error)
{
    return set_part(world, collider, offset, &value, sizeof value, error);
}

static MicaError set_combine(MicaWorld *world, MicaCollider collider, size_t offset,
                             MicaCombine rule)
{
    uint8_t byte = (uint8_t)rule;
    return set_part(world, collider, offset, &byte, 1, check_combine(rule));
}

MicaError mica_collider_set_friction_combine(MicaWorld *world, MicaCollider collider,
                                             MicaCombine rule)
{
    return set_combine(world, collider, offsetof(Collider, frictionCombine), rule);
}

MicaError mica_collider_set_restitution_combine(MicaWorld *world, MicaCollider collider,
                                                MicaCombine rule)
{
    return set_combine(world, collider, offsetof(Collider, restitutionCombine), rule);
}

MicaError mica_collider_set_friction(MicaWorld *world, MicaCollider collider, float friction)
{
    return set_material(world, collider, offsetof(Collider, friction), friction,
                        check_factor(friction, 1e6f));
}

MicaError mica_collider_set_restitution(MicaWorld *world, MicaCollider collider, float restitution)
{
    return set_material(world, collider, offsetof(Collider, restitution), restitution,
                        check_factor(restitution, 1.0f));
}

MicaError mica_collider_set_rolling_resistance(MicaWorld *world, MicaCollider collider,
                                               float factor)
{
    return set_material(world, collider, offsetof(Collider, rollingResistance), factor,
                        check_factor(factor, 1e6f));
}

// Whatever the collider touches looks again and wakes.
static void wake_touching(MicaWorld *world, int32_t slot)
{
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        const Contact *c = &world->contacts.data[i];
        if (c->count > 0 && (c->colliderA == slot || c->colliderB == slot)) {
            body_wake(world, c->bodyA);
            body_wake(world, c->bodyB);
        }
    }
}

MicaError mica_collider_set_tangent_speed(MicaWorld *world, MicaCollider collider, float speed)
{
    int32_t slot = collider_slot(world, collider);
    MicaError error =
        set_material(world, collider, offsetof(Collider, tangentSpeed), speed, check_speed(speed));
    if (error == MICA_ERROR_OK && speed != 0.0f) {
        wake_touching(world, slot);
    }
    return error;
}

MicaError mica_collider_set_density(MicaWorld *world, MicaCollider collider, float density)
{
    int32_t slot = collider_slot(world, collider);
    MicaError error = set_material(world, collider, offsetof(Collider, density), density,
                                   check_factor(density, 1e9f));
    if (error == MICA_ERROR_OK) {
        body_update_mass(world, world->colliders.data[slot].body);
    }
    return error;
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
    Collider *c = &world->colliders.data[slot];
    if (is_compound(c)) {
        return world_fail(world, MICA_ERROR_BAD_SHAPE);
    }
    bool polygonal = shape->type == MICA_SHAPE_POLYGON;
    Tree *tree = (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->movingTree : &world->staticTree;
    if ((polygonal && !polygon_reserve(world)) ||
        !ARRAY_RESERVE(&world->memory, &tree->loose, tree->loose.count + 1)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    polygon_drop(world, c->polygon);
    set_geometry(world, c, shape);
    layer_note(world, c);
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        collider_take_out(world, slot);
        collider_insert(world, slot);
    }
    body_wake(world, c->body);
    body_update_mass(world, c->body);
    // Pairs are ordered by shape type: those of this collider are made anew.
    world->sweepContacts = world->refilter = true;
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_one_way(MicaWorld *world, MicaCollider collider, Vec2 normal)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = check_one_way(normal);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    set_one_way(&world->colliders.data[slot], normal);
    wake_touching(world, slot);
    world->refilter = true;
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_arcade(MicaWorld *world, MicaCollider collider, bool arcade)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    Collider *c = &world->colliders.data[slot];
    c->flags = (uint8_t)((c->flags & ~COLLIDER_ARCADE) | (arcade ? COLLIDER_ARCADE : 0));
    wake_touching(world, slot);
    world->refilter = true;
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_user_data(MicaWorld *world, MicaCollider collider, uint32_t userData)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    world->colliders.data[slot].userData = userData;
    return MICA_ERROR_OK;
}

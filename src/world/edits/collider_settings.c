// Colliders' properties: reading them all, and setting material, layer, group, trigger, sees bits,
// one-way normal and arcade mode. Called by the public API, and by collider.c, which checks
// definitions here. Writes the collider, and flags with which the next step mixes the materials of
// its contacts and filters them again. The shape is set in collider.c.
#include "world.h"

static MicaError check_one_way(Vec2 normal)
{
    return vec_within(normal, MAX_NUMBER) ? MICA_ERROR_OK : MICA_ERROR_NOT_FINITE;
}

MicaError collider_check(const MicaColliderDef *def)
{
    if (def->layer < 0 || def->layer >= LAYER_COUNT) {
        return MICA_ERROR_BAD_LAYER;
    }
    const MicaError errors[] = {
        // <schema collider.checks>
        world_check_not_negative(def->density, MAX_DENSITY),
        world_check_not_negative(def->friction, MAX_FACTOR),
        world_check_not_negative(def->restitution, 1.0f),
        world_check_not_negative(def->rollingResistance, MAX_FACTOR),
        world_check_number(def->tangentSpeed, MAX_SPEED),
        world_check_choice(def->frictionCombine, MICA_COMBINE_COUNT),
        world_check_choice(def->restitutionCombine, MICA_COMBINE_COUNT),
        // </schema>
        check_one_way(def->oneWay),
    };
    for (uint32_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        if (errors[i] != MICA_ERROR_OK) {
            return errors[i];
        }
    }
    return (def->sees & ~(uint32_t)MICA_SEES_ALL) != 0 ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_OK;
}

void collider_set_one_way(Collider *c, Vec2 normal)
{
    // The length of what normalize returns is 1 but for rounding: dividing by it again would change it.
    float l;
    Vec2 unit = normalize(normal, &l);
    c->oneWay = abs_f(l - 1.0f) < 5e-7f ? normal : unit;
    c->flags = (uint8_t)((c->flags & ~COLLIDER_ONE_WAY) | (l > 0.0f ? COLLIDER_ONE_WAY : 0));
}

MicaShape collider_outline(const MicaWorld *world, const Collider *c)
{
    MicaShape s = {.type = (MicaShapeType)c->type, .count = c->count, .radius = c->radius};
    if (c->type == MICA_SHAPE_CIRCLE) {
        mica_shape_circle(c->a, c->radius, &s);
    } else if (c->type == MICA_SHAPE_CAPSULE) {
        (void)(c->radius > 0.0f ? mica_shape_capsule(c->a, c->b, c->radius, &s)
                                : mica_shape_segment(c->a, c->b, &s));
    } else {
        const Polygon *p = &world->state.polygons.data[c->polygon];
        for (int32_t i = 0; i < c->count; ++i) {
            s.points[i] = vec(p->x[i], p->y[i]);
            s.normals[i] = vec(p->nx[i], p->ny[i]);
        }
    }
    return s;
}

MicaShape collider_shape(const MicaWorld *world, const Collider *c)
{
    MicaShape s = collider_outline(world, c);
    if (c->type == MICA_SHAPE_POLYGON) {
        MicaShape sharp = s;
        sharp.radius = 0.0f;
        s.centroid = shape_mass(&sharp, 1.0f).center;
    }
    return s;
}

MicaBody mica_collider_body(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? (MicaBody){0}
                        : body_handle(world, world->state.colliders.data[slot].body);
}

MicaError mica_collider_shape(MicaWorld *world, MicaCollider collider, MicaShape *out)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    if (out == NULL || collider_is_compound(&world->state.colliders.data[slot])) {
        return world_fail(world, out == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SHAPE);
    }
    *out = collider_shape(world, &world->state.colliders.data[slot]);
    return MICA_ERROR_OK;
}

MicaAABB mica_collider_aabb(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return (MicaAABB){{0.0f, 0.0f}, {0.0f, 0.0f}};
    }
    return collider_tight_box(world, &world->state.colliders.data[slot]);
}

int32_t mica_collider_layer(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? 0 : world->state.colliders.data[slot].layer;
}

uint32_t mica_collider_user_data(MicaWorld *world, MicaCollider collider)
{
    int32_t slot = collider_slot(world, collider);
    return slot == NONE ? 0u : world->state.colliders.data[slot].userData;
}

MicaColliderDef collider_definition(const Collider *c)
{
    MicaColliderDef def = {.userData = c->userData}, *out = &def;
    // <schema collider.described>
    out->layer = c->layer;
    out->group = c->group;
    out->density = c->density;
    out->friction = c->friction;
    out->restitution = c->restitution;
    out->rollingResistance = c->rollingResistance;
    out->tangentSpeed = c->tangentSpeed;
    out->isTrigger = (c->flags & COLLIDER_TRIGGER) != 0;
    out->frictionCombine = (MicaCombine)c->frictionCombine;
    out->restitutionCombine = (MicaCombine)c->restitutionCombine;
    out->oneWay = c->oneWay;
    out->arcade = (c->flags & COLLIDER_ARCADE) != 0;
    out->sees = c->sees;
    out->enabled = c->disabled == 0;
    // </schema>
    return def;
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
    *out = collider_definition(&world->state.colliders.data[slot]);
    return MICA_ERROR_OK;
}

bool mica_collider_contains(MicaWorld *world, MicaCollider collider, Vec2 worldPoint)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE || !vec_within(worldPoint, 3e38f)) {
        return false;
    }
    const Collider *c = &world->state.colliders.data[slot];
    PartWalk walk;
    Polygon storage;
    parts_begin(&walk, world, c, (MicaAABB){worldPoint, worldPoint}, vec(0.0f, 0.0f),
                parts_all(ALL_LAYERS));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        if (geometry_contains(&g, world->state.transforms.data[c->body], worldPoint, 0.0f)) {
            return true;
        }
    }
    return false;
}

// After a change of what the collider may interact with: the next step filters its contacts again
// and looks for new pairs.
static void refilter(MicaWorld *world, int32_t slot)
{
    Collider *c = &world->state.colliders.data[slot];
    if ((c->flags & COLLIDER_IN_TREE) != 0) {
        tree_move(collider_tree(world, c), slot, c->box, collider_layers(world, c));
        collider_mark_moved(world, slot);
    }
    body_wake(world, c->body);
    layer_update_bounds(world, c);
    collider_edit_pairs(world, slot, EDIT_REFILTER);
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
    if (layer != world->state.colliders.data[slot].layer) {
        world->state.colliders.data[slot].layer = (uint8_t)layer;
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
    if (group != world->state.colliders.data[slot].group) {
        world->state.colliders.data[slot].group = group;
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
    Collider *c = &world->state.colliders.data[slot];
    if (isTrigger != ((c->flags & COLLIDER_TRIGGER) != 0)) {
        c->flags ^= COLLIDER_TRIGGER;
        // Triggers do not count in the minimum extent, by which fast bodies are found.
        if (body_type(world, c->body) != MICA_BODY_STATIC) {
            body_update_mass(world, c->body);
        }
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_enabled(MicaWorld *world, MicaCollider collider, bool enabled)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    Collider *c = &world->state.colliders.data[slot];
    if (enabled == (c->disabled == 0)) {
        return MICA_ERROR_OK;
    }
    Tree *tree = collider_tree(world, c);
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &tree->loose, tree->loose.count + 1)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    c->disabled = !enabled;
    collider_tree_reinsert(world, slot);
    body_wake(world, c->body);
    collider_edit_pairs(world, slot, EDIT_RECHECK);
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
    Collider *c = &world->state.colliders.data[slot];
    if (sees != c->sees) {
        c->sees = (uint8_t)sees;
        refilter(world, slot);
    }
    return MICA_ERROR_OK;
}

// <schema collider.plain>
MicaError mica_collider_set_friction(MicaWorld *world, MicaCollider collider, float value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_not_negative(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].friction = value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_restitution(MicaWorld *world, MicaCollider collider, float value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_not_negative(value, 1.0f);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].restitution = value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_rolling_resistance(MicaWorld *world, MicaCollider collider, float value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_not_negative(value, MAX_FACTOR);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].rollingResistance = value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_tangent_speed(MicaWorld *world, MicaCollider collider, float value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_number(value, MAX_SPEED);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].tangentSpeed = value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_friction_combine(MicaWorld *world, MicaCollider collider,
                                             MicaCombine value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_choice(value, MICA_COMBINE_COUNT);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].frictionCombine = (uint8_t)value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_restitution_combine(MicaWorld *world, MicaCollider collider,
                                                MicaCombine value)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_choice(value, MICA_COMBINE_COUNT);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.colliders.data[slot].restitutionCombine = (uint8_t)value;
    collider_edit_pairs(world, slot, EDIT_REFILTER);
    return MICA_ERROR_OK;
}
// </schema>

MicaError mica_collider_set_density(MicaWorld *world, MicaCollider collider, float density)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    MicaError error = world_check_not_negative(density, MAX_DENSITY);
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    Collider *c = &world->state.colliders.data[slot];
    c->density = density;
    body_update_mass(world, c->body);
    body_wake(world, c->body);
    collider_edit_pairs(world, slot, EDIT_REFILTER);
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
    collider_set_one_way(&world->state.colliders.data[slot], normal);
    collider_edit_pairs(world, slot, EDIT_REFILTER | EDIT_RECOMPUTE);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_arcade(MicaWorld *world, MicaCollider collider, bool arcade)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    Collider *c = &world->state.colliders.data[slot];
    c->flags = (uint8_t)((c->flags & ~COLLIDER_ARCADE) | (arcade ? COLLIDER_ARCADE : 0));
    collider_edit_pairs(world, slot, EDIT_REFILTER | EDIT_RECOMPUTE);
    return MICA_ERROR_OK;
}

MicaError mica_collider_set_user_data(MicaWorld *world, MicaCollider collider, uint32_t userData)
{
    int32_t slot = collider_slot(world, collider);
    if (slot == NONE) {
        return MICA_ERROR_STALE_COLLIDER;
    }
    world->state.colliders.data[slot].userData = userData;
    return MICA_ERROR_OK;
}

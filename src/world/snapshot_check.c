// Whether what a snapshot holds can be a world: the bytes may come from anywhere, and their checksum
// only tells accidents. Every index lies in its array, every list ends, every enumeration and number is
// in its range: what a step follows without asking. Called by snapshot.c; reads the saved arrays alone.
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

static bool index_in(int32_t index, int32_t count) { return index >= 0 && index < count; }
static bool none_or_in(int32_t index, int32_t count) { return index >= NONE && index < count; }

// x - x is 0 of a finite number, and else NaN: sums of it stay NaN.
static f4 load_words(const char *at)
{
    float words[4];
    memcpy(words, at, sizeof words);
    return f4_load(words);
}

static f4 add_difference(f4 sum, f4 x) { return f4_add(sum, f4_sub(x, x)); }
static bool is_zero(f4 sum) { return f4_all(f4_le(f4_abs(sum), f4_zero())) != 0; }

// Whether no float is NaN or infinite.
static bool all_finite(const void *floats, size_t count)
{
    const char *at = floats;
    f4 sum = f4_zero();
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sum = add_difference(sum, load_words(at + 4 * i));
    }
    float rest = 0.0f;
    for (; i < count; ++i) {
        float x;
        memcpy(&x, at + 4 * i, sizeof x);
        rest += x - x;
    }
    return rest == 0.0f && is_zero(sum);
}

#define ALL_FINITE(array) all_finite((array).data, sizeof *(array).data / 4 * (size_t)(array).count)
// The members of a record from one to another, that one included, are floats.
#define FINITE_FROM_TO(record, first, last)                                                        \
    all_finite(&(record)->first, (offsetof_end(record, last) - offsetof_of(record, first)) / 4)
#define offsetof_of(record, member)                                                                \
    ((size_t)((const char *)&(record)->member - (const char *)(record)))
#define offsetof_end(record, member) (offsetof_of(record, member) + sizeof(record)->member)

// All entries name slots below `count`.
static bool slots_in(const IntList *list, int32_t count)
{
    for (int32_t i = 0; i < list->count; ++i) {
        if (!index_in(list->data[i], count)) {
            return false;
        }
    }
    return true;
}

static bool is_alive(const MicaWorld *world, int32_t body)
{
    return index_in(body, world->state.bodies.count) && body_has(world, body, MICA_FLAG_ALIVE);
}

static bool collider_lives(const MicaWorld *world, int32_t collider)
{
    return index_in(collider, world->state.colliders.count) &&
           (world->state.colliders.data[collider].flags & COLLIDER_ALIVE) != 0;
}

// ---------------------------------------------------------------------------------------- bodies

static bool check_body(const MicaWorld *world, int32_t slot)
{
    const WorldState *s = &world->state;
    const Body *b = &s->bodies.data[slot];
    Rot q = s->transforms.data[slot].q;
    float unit = q.c * q.c + q.s * q.s;
    return (s->flags.data[slot] & MICA_FLAG_TYPE_MASK) < MICA_BODY_TYPE_COUNT && unit > 0.99f &&
           unit < 1.01f && vec_within(s->transforms.data[slot].p, 2.0f * MAX_COORDINATE) &&
           b->mass >= 0.0f && b->inertia >= 0.0f && b->invMassX >= 0.0f && b->invMassY >= 0.0f &&
           b->invInertia >= 0.0f && b->linearDamping >= 0.0f && b->angularDamping >= 0.0f &&
           b->leftoverTime >= 0.0f && b->leftoverTime <= 1.0f &&
           none_or_in(b->firstCollider, s->colliders.count) &&
           none_or_in(b->lastCollider, s->colliders.count) &&
           none_or_in(b->firstJoint, 2 * s->joints.count) &&
           none_or_in(b->sleepNext, s->bodies.count);
}

// Bodies that sleep together form rings: each of them is the next of exactly one.
static bool check_rings(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    bool *reached = calloc((size_t)s->bodies.count + 1u, sizeof *reached), sound = reached != NULL;
    for (int32_t i = 0; sound && i < s->bodies.count; ++i) {
        int32_t next = s->bodies.data[i].sleepNext;
        if (is_alive(world, i) && next != NONE) {
            sound =
                is_alive(world, next) && s->bodies.data[next].sleepNext != NONE && !reached[next];
            reached[next] = true;
        }
    }
    free(reached);
    return sound;
}

static bool check_bodies(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t count = s->bodies.count, live = 0;
    bool equal = s->transforms.count == count && s->previous.count == count &&
                 s->velocities.count == count && s->forces.count == count &&
                 s->flags.count == count && s->bodyMarks.count == count && count <= SLOT_LIMIT &&
                 s->positionResiduals.count <= count && s->endVelocities.count <= count;
    if (!equal || !ALL_FINITE(s->transforms) || !ALL_FINITE(s->previous) ||
        !ALL_FINITE(s->positionResiduals) || !ALL_FINITE(s->endVelocities)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        const Body *b = &s->bodies.data[i];
        if (b->generation >= GENERATION_LIMIT || !FINITE_FROM_TO(b, localCenter, drift)) {
            return false;
        }
        if (body_has(world, i, MICA_FLAG_ALIVE)) {
            live += 1;
            if (!check_body(world, i)) {
                return false;
            }
        }
    }
    return live == s->liveBodies && check_rings(world);
}

// ------------------------------------------------------------------------------------- colliders

static bool check_shape(const WorldState *s, const Collider *c)
{
    switch (c->type) {
    case MICA_SHAPE_CIRCLE:
    case MICA_SHAPE_CAPSULE:
        return c->polygon == NONE && c->count >= 1 && c->count <= 2;
    case MICA_SHAPE_POLYGON:
        return index_in(c->polygon, s->polygons.count) && c->count >= 3 &&
               c->count <= MICA_MAX_POLYGON_POINTS && s->polygonUses.data[c->polygon] > 0;
    case MICA_SHAPE_CHAIN:
        return index_in(c->polygon, s->chains.count) && s->chains.data[c->polygon].count > 0;
    case MICA_SHAPE_TILES:
        return index_in(c->polygon, s->tileMaps.count) && s->tileMaps.data[c->polygon].columns > 0;
    default:
        return false;
    }
}

static bool check_collider(const MicaWorld *world, const Collider *c)
{
    const WorldState *s = &world->state;
    return is_alive(world, c->body) && none_or_in(c->next, s->colliders.count) &&
           check_shape(s, c) && FINITE_FROM_TO(c, a, tangentSpeed) && c->radius >= 0.0f &&
           FINITE_FROM_TO(c, box, oneWay) && c->layer < LAYER_COUNT &&
           c->frictionCombine < MICA_COMBINE_COUNT && c->restitutionCombine < MICA_COMBINE_COUNT &&
           none_or_in(c->field, s->fields.count) &&
           (c->field == NONE || s->fields.data[c->field].def.type != MICA_FIELD_NONE);
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

static bool check_colliders(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t live = 0;
    if (s->colliders.count > SLOT_LIMIT || s->polygonUses.count != s->polygons.count) {
        return false;
    }
    for (int32_t i = 0; i < s->colliders.count; ++i) {
        const Collider *c = &s->colliders.data[i];
        if (c->generation >= GENERATION_LIMIT) {
            return false;
        }
        if ((c->flags & COLLIDER_ALIVE) != 0) {
            live += 1;
            if (!check_collider(world, c)) {
                return false;
            }
        }
    }
    return live == s->liveColliders && check_lists(world);
}

// -------------------------------------------------------------------------------- compound shapes

static bool check_chains(const WorldState *s)
{
    for (int32_t i = 0; i < s->chains.count; ++i) {
        const Chain *c = &s->chains.data[i];
        if (c->count == 0) {
            continue;
        }
        if (c->count < 2 || c->count > MICA_MAX_PARTS || c->nodes != chain_node_count(c) ||
            c->first < 0 || c->firstNode < 0 || c->first > s->chainPoints.count - c->count ||
            c->firstNode > s->chainNodes.count - c->nodes) {
            return false;
        }
    }
    return ALL_FINITE(s->chainPoints);
}

static bool check_map(const WorldState *s, const TileMap *map)
{
    if (map->columns < 1 || map->rows < 1 || map->columns > MICA_MAX_PARTS / map->rows ||
        map->kinds < 0 || map->kinds > MICA_MAX_TILE_KINDS || !FINITE_FROM_TO(map, origin, cell) ||
        !(map->cell.x > 0.0f && map->cell.y > 0.0f)) {
        return false;
    }
    int32_t cells = map->columns * map->rows;
    if (map->first < 0 || map->first > s->tileCells.count - cells || map->firstKind < 0 ||
        map->firstKind > s->tileKinds.count - map->kinds) {
        return false;
    }
    if (map->kinds == 0) {
        return true;
    }
    if (map->firstKindOf < 0 || map->firstKindOf > s->tileKindOf.count - cells) {
        return false;
    }
    for (int32_t k = 0; k < cells; ++k) {
        if (s->tileKindOf.data[map->firstKindOf + k] >= map->kinds) {
            return false;
        }
    }
    return true;
}

static bool check_tiles(const WorldState *s)
{
    for (int32_t i = 0; i < s->tileMaps.count; ++i) {
        if (s->tileMaps.data[i].columns != 0 && !check_map(s, &s->tileMaps.data[i])) {
            return false;
        }
    }
    for (int32_t i = 0; i < s->tileKinds.count; ++i) {
        const MicaTileKind *kind = &s->tileKinds.data[i];
        if (!index_in(kind->layer, LAYER_COUNT) || !FINITE_FROM_TO(kind, friction, tangentSpeed)) {
            return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------- contacts

static int32_t part_count(const WorldState *s, const Collider *c)
{
    if (c->type == MICA_SHAPE_CHAIN) {
        return s->chains.data[c->polygon].count;
    }
    const TileMap *map = &s->tileMaps.data[c->polygon];
    return c->type == MICA_SHAPE_TILES ? map->columns * map->rows : 1;
}

// All floats of a contact: of some blocks of four words only the first two or three are.
static bool contact_is_finite(const Contact *c)
{
    const char *at = (const char *)c;
    f4 all = f4_le(f4_zero(), f4_zero()),
       two = f4_lt(f4_set(0.0f, 0.0f, 1.0f, 1.0f), f4_splat(1.0f)),
       three = f4_lt(f4_set(0.0f, 0.0f, 0.0f, 1.0f), f4_splat(1.0f)), sum = f4_zero();
    const struct {
        size_t offset;
        f4 floats;
    } blocks[7] = {{offsetof(Contact, tangentImpulse), two},  {offsetof(Contact, points), all},
                   {offsetof(Contact, points[1]), all},       {offsetof(Contact, friction), all},
                   {offsetof(Contact, normal), three},        {offsetof(Contact, relative), all},
                   {offsetof(Contact, cachedSeparation), two}};
    for (int32_t i = 0; i < 7; ++i) {
        sum = add_difference(sum, f4_and(load_words(at + blocks[i].offset), blocks[i].floats));
    }
    return is_zero(sum);
}

static bool check_contact(const MicaWorld *world, const Contact *c)
{
    const WorldState *s = &world->state;
    if (!index_in(c->colliderA, s->colliders.count) ||
        !index_in(c->colliderB, s->colliders.count) || c->colliderA == c->colliderB ||
        c->count > 2 || !contact_is_finite(c)) {
        return false;
    }
    const Collider *a = &s->colliders.data[c->colliderA], *b = &s->colliders.data[c->colliderB];
    bool live = (a->flags & b->flags & COLLIDER_ALIVE) != 0;
    if (!index_in(c->bodyA, s->bodies.count) || !index_in(c->bodyB, s->bodies.count) ||
        c->bodyA == c->bodyB) {
        return false;
    }
    // One of a collider that was destroyed since the last step ends with the next.
    return !live || (a->body == c->bodyA && b->body == c->bodyB &&
                     (c->part == PART_TRIGGERS || index_in(c->part, part_count(s, a))));
}

static bool check_contacts(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        if (!check_contact(world, &world->state.contacts.data[i])) {
            return false;
        }
    }
    return world->state.contacts.count <= 1 << 24;
}

// ---------------------------------------------------------------------------------------- joints

static bool joint_lives(const WorldState *s, int32_t slot)
{
    return index_in(slot, s->joints.count) && (s->joints.data[slot].flags & JOINT_ALIVE) != 0;
}

static bool check_joint(const MicaWorld *world, int32_t slot)
{
    const WorldState *s = &world->state;
    const Joint *j = &s->joints.data[slot];
    const JointNumbers *n = &s->jointNumbers.data[slot];
    bool alone = j->bodyA == NONE && j->type == MICA_JOINT_TARGET;
    bool sound = j->type > MICA_JOINT_NONE && j->type < MICA_JOINT_TYPE_COUNT &&
                 (alone || is_alive(world, j->bodyA)) && is_alive(world, j->bodyB) &&
                 j->bodyA != j->bodyB && FINITE_FROM_TO(j, anchorA, turned) &&
                 all_finite(n->values, MICA_JOINT_NUMBER_COUNT + 2);
    for (int32_t end = 0; sound && end < 2; ++end) {
        sound = none_or_in(j->next[end], 2 * s->joints.count) &&
                none_or_in(j->previous[end], 2 * s->joints.count);
    }
    for (int32_t k = 0; sound && j->type == MICA_JOINT_GEAR && k < 2; ++k) {
        int32_t of = n->coupled[k] - 1;
        sound = joint_lives(s, of) && (s->joints.data[of].type == MICA_JOINT_REVOLUTE ||
                                       s->joints.data[of].type == MICA_JOINT_PRISMATIC);
    }
    return sound && joint_check_numbers((int32_t)j->type, n->values, 0, MICA_JOINT_NUMBER_COUNT) ==
                        MICA_ERROR_OK;
}

// The lists of all bodies together have each end of each live joint once.
static bool check_joint_lists(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t ends = 0, listed = 0;
    for (int32_t i = 0; i < s->joints.count; ++i) {
        ends += joint_lives(s, i) ? (s->joints.data[i].bodyA != NONE ? 2 : 1) : 0;
    }
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        int32_t before = NONE;
        for (int32_t e = is_alive(world, i) ? s->bodies.data[i].firstJoint : NONE; e != NONE;) {
            const Joint *j = &s->joints.data[e >> 1];
            if (!joint_lives(s, e >> 1) || ((e & 1) == 0 ? j->bodyA : j->bodyB) != i ||
                j->previous[e & 1] != before || ++listed > ends) {
                return false;
            }
            before = e;
            e = j->next[e & 1];
        }
    }
    return listed == ends;
}

static bool check_joints(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t live = 0;
    if (s->jointNumbers.count != s->joints.count || s->joints.count > SLOT_LIMIT) {
        return false;
    }
    for (int32_t i = 0; i < s->joints.count; ++i) {
        if (s->joints.data[i].generation >= GENERATION_LIMIT) {
            return false;
        }
        if (joint_lives(s, i)) {
            live += 1;
            if (!check_joint(world, i)) {
                return false;
            }
        }
    }
    return live == s->liveJoints && check_joint_lists(world);
}

// ----------------------------------------------------------------------------------------- trees

static bool check_tree(const Tree *tree, int32_t colliders)
{
    int32_t live = 0, leaves = tree->items.count, nodes = 0;
    if (tree->levels < 0 || tree->levels == 1 || tree->levels > TREE_LEVELS ||
        tree->places.count > colliders || leaves % 4 != 0 ||
        !index_in(tree->openLevel, TREE_LEVELS)) {
        return false;
    }
    for (int32_t level = 0, size = leaves / 4; level < tree->levels; ++level) {
        if (tree->levelStart[level] != nodes || size < 1) {
            return false;
        }
        nodes += size;
        size = (size + 3) / 4;
    }
    if (tree->levels > 0 && nodes != tree->nodes.count) {
        return false;
    }
    for (int32_t i = 0; i < tree->places.count; ++i) {
        int32_t place = tree->places.data[i];
        live += place != 0;
        if (place > leaves || -place > tree->loose.count ||
            (place > 0 && tree->items.data[place_leaf(place)] != i) ||
            (place < 0 && tree->loose.data[place_loose(place)].item != i)) {
            return false;
        }
    }
    return live == tree->live;
}

// Each enabled live collider is in the tree of its body's type, and no others are in one.
static bool check_trees(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    if (!check_tree(&s->staticTree, s->colliders.count) ||
        !check_tree(&s->movingTree, s->colliders.count)) {
        return false;
    }
    int32_t members = 0;
    for (int32_t i = 0; i < s->colliders.count; ++i) {
        const Collider *c = &s->colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) == 0 || (c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        const Tree *tree = (c->flags & COLLIDER_MOVING_TREE) != 0 ? &s->movingTree : &s->staticTree;
        members += 1;
        if (i >= tree->places.count || tree->places.data[i] == 0) {
            return false;
        }
    }
    return members == s->staticTree.live + s->movingTree.live;
}

// ----------------------------------------------------------------------------------- the rest

// A queue of slots from `head` on: what lies before it was taken, and stays until the queue is empty.
// There is room for those that become free later only if none of those in use is in it.
static bool check_queue(const IntList *list, int32_t head, int32_t count, int32_t used)
{
    return head >= 0 && head <= list->count && list->count - head <= count - used &&
           slots_in(list, count);
}

static bool check_list(const IntList *list, int32_t count)
{
    return check_queue(list, 0, count, 0);
}

static bool check_slot_lists(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    const WorldOutput *o = &world->output;
    int32_t bodies = s->bodies.count, colliders = s->colliders.count;
    return check_list(&s->destroyedBodies, bodies) &&
           check_list(&s->destroyedColliders, colliders) &&
           check_queue(&s->freeBodies, s->freeBodyHead, bodies,
                       s->liveBodies + s->destroyedBodies.count) &&
           check_queue(&s->freeColliders, s->freeColliderHead, colliders,
                       s->liveColliders + s->destroyedColliders.count) &&
           check_queue(&s->freeJoints, s->freeJointHead, s->joints.count, s->liveJoints) &&
           check_list(&s->freePolygons, s->polygons.count) &&
           check_list(&s->freeFields, s->fields.count) &&
           check_list(&s->movedColliders, colliders) && slots_in(&s->pendingAsleep, bodies) &&
           slots_in(&s->pendingWoke, bodies) && slots_in(&o->movedEvents, bodies) &&
           slots_in(&o->asleepEvents, bodies) && slots_in(&o->wokeEvents, bodies);
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
    return all_finite(&s->gravity, 11) && s->sleepTime >= 0.0f && s->contactHertz > 0.0f &&
           s->jointHertz > 0.0f && s->lastH >= 0.0f && s->contactDampingRatio >= 0.0f &&
           s->jointDampingRatio >= 0.0f && ALL_FINITE(s->polygons) && s->fieldCount >= 0;
}

bool snapshot_check(const MicaWorld *world)
{
    // In this order: each relies on those before it.
    const WorldState *s = &world->state;
    return check_numbers(s) && check_bodies(world) && check_chains(s) && check_tiles(s) &&
           check_colliders(world) && check_contacts(world) && check_joints(world) &&
           check_trees(world) && check_slot_lists(world) && check_ignored(s);
}

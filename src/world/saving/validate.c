// mica_world_validate: checks every invariant between the arrays of a world, and names the first
// that is violated. Called by tests after steps and edits; slow, and it changes nothing.
#include "world.h"

#include <string.h>

static const char *check_mass(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    bool set = body_has(world, slot, MICA_FLAG_MASS_OVERRIDE);
    if (body_is_dynamic(world, slot)) {
        return NULL;
    }
    if (b->invMassX != 0.0f || b->invMassY != 0.0f || b->invInertia != 0.0f) {
        return "a body that is not dynamic has an inverse mass";
    }
    if (!vec_is_zero(b->localCenter)) {
        return "a body that is not dynamic turns about another point than its origin";
    }
    if (!set && (b->mass != 0.0f || b->inertia != 0.0f)) {
        return "a body that is not dynamic has a mass that was not set";
    }
    return set && b->leftoverTime != 0.0f
               ? "a body that is not dynamic has leftover time beside a centre of mass"
               : NULL;
}

// What a step passes over must be as a step that looks at all would leave it.
static const char *check_resting(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        if (!body_is_known_to_rest(world, i)) {
            continue;
        }
        uint8_t passing = BODY_MOVED_LAST_STEP | BODY_NEAR_STATIC | BODY_TELEPORTED | BODY_EMBEDDED;
        if (body_moves(world, i) || body_has(world, i, MICA_FLAG_MOVED) ||
            (world->state.bodyMarks.data[i] & passing) != 0) {
            return "a body that is passed over moves or has marks of a step";
        }
        if (memcmp(&world->state.previous.data[i], &world->state.transforms.data[i],
                   sizeof(Transform)) != 0) {
            return "a body that is passed over has moved";
        }
    }
    return NULL;
}

static const char *check_bodies(const MicaWorld *world)
{
    int32_t live = 0;
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        const Body *b = &world->state.bodies.data[i];
        if (!body_has(world, i, MICA_FLAG_ALIVE)) {
            continue;
        }
        live += 1;
        const Transform *t = &world->state.transforms.data[i];
        const float *v = world->state.velocities.data[i].v;
        float unit = t->q.c * t->q.c + t->q.s * t->q.s;
        if (!vec_within(t->p, 3e38f) || !(unit > 0.9999f && unit < 1.0001f)) {
            return "a transform is not finite or its rotation is not of unit length";
        }
        if (i < world->state.positionResiduals.capacity) {
            Vec2 residual = world->state.positionResiduals.data[i];
            if (!(t->p.x + residual.x == t->p.x && t->p.y + residual.y == t->p.y)) {
                return "a position residual is larger than the rounding error of the position";
            }
        }
        if (!within(v[0], 1e9f) || !within(v[1], 1e9f) || !within(v[2], 1e9f)) {
            return "a velocity is not finite";
        }
        bool awake = body_has(world, i, MICA_FLAG_AWAKE),
             isStatic = body_type(world, i) == MICA_BODY_STATIC;
        if (!isStatic && awake != (b->sleepNext == NONE)) {
            return "a body is awake in a sleeping ring or asleep outside one";
        }
        if (isStatic && (awake || v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f)) {
            return "a static body is awake or moves";
        }
        int32_t steps = 0;
        for (int32_t j = b->sleepNext; j != NONE && j != i;
             j = world->state.bodies.data[j].sleepNext) {
            if (++steps > world->state.bodies.count || body_has(world, j, MICA_FLAG_AWAKE)) {
                return "a sleeping ring does not close or contains an awake body";
            }
        }
        const char *wrongMass = check_mass(world, i);
        if (wrongMass != NULL) {
            return wrongMass;
        }
        if (!(b->leftoverTime >= 0.0f && b->leftoverTime <= 1.0f &&
              vec_within(b->leftoverDisplacement, 3e38f))) {
            return "a body's leftover time exceeds a second or is not finite";
        }
        for (int32_t c = b->firstCollider, n = 0; c != NONE;
             c = world->state.colliders.data[c].next) {
            if (world->state.colliders.data[c].body != i || ++n > world->state.colliders.count) {
                return "a body's collider list is broken";
            }
            if (world->state.colliders.data[c].next == NONE && b->lastCollider != c) {
                return "a body's last collider is not the end of its list";
            }
        }
    }
    return live == world->state.liveBodies ? NULL : "the count of live bodies is wrong";
}

static const char *check_colliders(const MicaWorld *world)
{
    int32_t live = 0, inStatic = 0, inMoving = 0, fields = 0;
    for (int32_t i = 0; i < world->state.colliders.count; ++i) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_ALIVE) == 0) {
            continue;
        }
        live += 1;
        if (!body_has(world, c->body, MICA_FLAG_ALIVE)) {
            return "a collider's body was destroyed";
        }
        bool inTree = (c->flags & COLLIDER_IN_TREE) != 0,
             moving = (c->flags & COLLIDER_MOVING_TREE) != 0;
        if (c->field < NONE || c->field >= world->state.fields.count ||
            (c->field != NONE && world->state.fields.data[c->field].def.type == MICA_FIELD_NONE)) {
            return "a collider refers to a field that does not exist";
        }
        fields += c->field != NONE ? 1 : 0;
        if (inTree != collider_takes_part(world, c)) {
            return "a disabled collider is in a tree, or an enabled one is in none";
        }
        if (!inTree) {
            continue;
        }
        if (moving != (body_type(world, c->body) != MICA_BODY_STATIC)) {
            return "a collider is in the wrong tree";
        }
        inMoving += moving ? 1 : 0;
        inStatic += moving ? 0 : 1;
        MicaAABB box = tree_box(moving ? &world->state.movingTree : &world->state.staticTree, i);
        MicaAABB tight = collider_tight_box(world, c);
        if (!(box.lower.x == c->box.lower.x && box.upper.y == c->box.upper.y)) {
            return "a collider's box differs from the tree's";
        }
        if (!(box.lower.x <= tight.lower.x && box.lower.y <= tight.lower.y &&
              tight.upper.x <= box.upper.x && tight.upper.y <= box.upper.y)) {
            return "a collider has left its box";
        }
    }
    if (live != world->state.liveColliders) {
        return "the count of live colliders is wrong";
    }
    if (fields != world->state.fieldCount ||
        fields + world->state.freeFields.count != world->state.fields.count) {
        return "the count of fields is wrong";
    }
    if (inStatic != world->state.staticTree.live || inMoving != world->state.movingTree.live) {
        return "a tree's count of colliders is wrong";
    }
    return NULL;
}

// The points and nodes of all chains fill their arrays, and each root's boxes contain every point.
static const char *check_chains(const MicaWorld *world)
{
    int32_t points = 0, nodes = 0;
    for (int32_t i = 0; i < world->state.chains.count; ++i) {
        const Chain *chain = &world->state.chains.data[i];
        if (chain->count == 0) {
            continue;
        }
        if (chain->nodes != chain_node_count(chain) || chain->first < 0 || chain->firstNode < 0 ||
            chain->first > world->state.chainPoints.count - chain->count ||
            chain->firstNode > world->state.chainNodes.count - chain->nodes) {
            return "a chain's range exceeds its arrays";
        }
        points += chain->count;
        nodes += chain->nodes;
        const ChainNode *root = &world->state.chainNodes.data[chain->firstNode + chain->nodes - 1];
        for (int32_t k = 0; k < chain->count; ++k) {
            Vec2 p = world->state.chainPoints.data[chain->first + k];
            bool inside = false;
            for (int32_t lane = 0; lane < 4; ++lane) {
                inside = inside || (p.x >= root->lx[lane] && p.x <= root->ux[lane] &&
                                    p.y >= root->ly[lane] && p.y <= root->uy[lane]);
            }
            if (!inside) {
                return "a chain's box does not contain its points";
            }
        }
    }
    return points != world->state.chainPoints.count || nodes != world->state.chainNodes.count
               ? "the counts of chain points or nodes are wrong"
               : NULL;
}

static const char *check_tiles(const MicaWorld *world)
{
    int32_t cells = 0, kinds = 0, kindCells = 0;
    for (int32_t i = 0; i < world->state.tileMaps.count; ++i) {
        const TileMap *map = &world->state.tileMaps.data[i];
        int32_t count = map->columns * map->rows, triggers = 0;
        uint64_t layers = 0;
        if (map->terrain != 0) {
            if (map->terrain > world->state.terrains.count || !tile_blocks_are_right(world, i)) {
                return "a terrain's blocks are not as its samples are";
            }
            continue;
        }
        cells += count;
        kinds += map->kinds;
        kindCells += map->kinds > 0 ? count : 0;
        if (map->first < 0 || map->first + count > world->state.tileCells.count ||
            map->firstKind < 0 || map->firstKind + map->kinds > world->state.tileKinds.count) {
            return "a tile map's cells or kinds lie outside their arrays";
        }
        for (int32_t k = 0; k < map->kinds; ++k) {
            const MicaTileKind *kind = &world->state.tileKinds.data[map->firstKind + k];
            layers |= (kind->sets & MICA_TILE_SETS_LAYER) != 0 ? (uint64_t)1 << kind->layer : 0;
        }
        for (int32_t k = 0; k < count; ++k) {
            uint8_t cell = world->state.tileCells.data[map->first + k];
            triggers += (cell & MICA_TILE_TRIGGER) != 0;
            if (map->kinds == 0) {
                continue;
            }
            int32_t kind = world->state.tileKindOf.data[map->firstKindOf + k];
            if (kind >= map->kinds ||
                world->state.tileKinds.data[map->firstKind + kind].tile != cell) {
                return "a cell is not as its kind says";
            }
        }
        if (triggers != map->triggers || layers != map->kindLayers) {
            return "a tile map's count of trigger cells or its kinds' layers are wrong";
        }
        if (count > 0 && !tile_blocks_are_right(world, i)) {
            return "a tile map's blocks are not as its cells are";
        }
    }
    return cells != world->state.tileCells.count || kinds != world->state.tileKinds.count ||
                   kindCells != world->state.tileKindOf.count
               ? "the counts of cells or kinds of tiles are wrong"
               : NULL;
}

static const char *check_ignored(const MicaWorld *world)
{
    for (int32_t i = 0; i < world->state.ignoredPairs.count; ++i) {
        uint64_t key = world->state.ignoredPairs.data[i];
        if (body_pair_first(key) < 0 || body_pair_first(key) >= body_pair_second(key) ||
            body_pair_second(key) >= world->state.bodies.count) {
            return "an ignored pair does not refer to two bodies";
        }
        if (i > 0 && world->state.ignoredPairs.data[i - 1] >= key) {
            return "the ignored pairs are out of order";
        }
    }
    return NULL;
}

static const char *check_contacts(const MicaWorld *world)
{
    int32_t entries = 0;
    for (int32_t i = 0; i < world->state.pairKeys.count; ++i) {
        entries += world->state.pairKeys.data[i] != 0 ? 1 : 0;
    }
    if (entries != world->state.contacts.count) {
        return "the pair table's count of pairs is wrong";
    }
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (pair_find(world, c->colliderB, c->colliderA, c->part) != i) {
            return "a pair is not found by its colliders";
        }
        const Collider *a = &world->state.colliders.data[c->colliderA],
                       *b = &world->state.colliders.data[c->colliderB];
        if (a->body != c->bodyA || b->body != c->bodyB) {
            return "a pair refers to the wrong bodies";
        }
        if (a->type < b->type && !world->state.pairsEdited) {
            return "a pair's shapes are in the wrong order";
        }
        if (c->count > 2 || ((c->flags & CONTACT_TRIGGER) != 0 && c->count != 0)) {
            return "a manifold has an impossible number of points";
        }
        bool valid = within(c->tangentImpulse, 3e38f);
        for (int32_t p = 0; p < c->count; ++p) {
            valid = valid && c->points[p].normalImpulse >= 0.0f;
        }
        if (!valid) {
            return "a contact impulse is negative or not finite";
        }
    }
    return NULL;
}

static bool is_gear_sound(const MicaWorld *world, const Joint *gear)
{
    const JointNumbers *numbers = joint_numbers(world, gear);
    bool sound = numbers->coupled[0] != numbers->coupled[1];
    for (int32_t p = 0; p < 2; ++p) {
        int32_t slot = numbers->coupled[p] - 1;
        sound = sound && slot >= 0 && slot < world->state.joints.count;
        const Joint *of = sound ? &world->state.joints.data[slot] : gear;
        sound = sound && (of->flags & JOINT_ALIVE) != 0 && (of->flags & JOINT_COUPLED) != 0 &&
                (of->type == MICA_JOINT_REVOLUTE || of->type == MICA_JOINT_PRISMATIC) &&
                within(numbers->coupledAngles[p], 3e38f);
    }
    return sound;
}

static const char *check_joints(const MicaWorld *world)
{
    int32_t live = 0, ends = 0, linked = 0;
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        const Joint *j = &world->state.joints.data[i];
        if ((j->flags & JOINT_ALIVE) == 0) {
            continue;
        }
        live += 1;
        ends += j->bodyA != NONE ? 2 : 1;
        if (j->bodyA == j->bodyB ||
            (j->bodyA != NONE && !body_has(world, j->bodyA, MICA_FLAG_ALIVE)) ||
            !body_has(world, j->bodyB, MICA_FLAG_ALIVE)) {
            return "a joint's body was destroyed, or both of its bodies are the same";
        }
        if (j->type == MICA_JOINT_GEAR && !is_gear_sound(world, j)) {
            return "a gear couples a joint that was destroyed, or is of a wrong type";
        }
        bool finite = within(j->angle, 3e38f);
        for (int32_t k = 0; k < JOINT_IMPULSES; ++k) {
            finite = finite && within(j->impulses[k], 3e38f);
        }
        if (!finite || j->impulses[JOINT_IMPULSE_LOWER] < 0.0f ||
            j->impulses[JOINT_IMPULSE_UPPER] < 0.0f) {
            return "a joint's impulse is not finite, or a limit's impulse is negative";
        }
    }
    for (int32_t i = 0; i < world->state.bodies.count; ++i) {
        int32_t before = NONE;
        bool alive = body_has(world, i, MICA_FLAG_ALIVE);
        for (int32_t e = alive ? world->state.bodies.data[i].firstJoint : NONE; e != NONE;) {
            const Joint *j = &world->state.joints.data[e >> 1];
            if (((e & 1) == 0 ? j->bodyA : j->bodyB) != i || j->previous[e & 1] != before ||
                (j->flags & JOINT_ALIVE) == 0 || ++linked > ends) {
                return "a body's list of joints is broken";
            }
            before = e;
            e = j->next[e & 1];
        }
    }
    return live != world->state.liveJoints ? "the count of live joints is wrong"
           : linked != ends                ? "a joint is missing in the list of one of its bodies"
                                           : NULL;
}

static const char *check_movers(const MicaWorld *world)
{
    int32_t live = 0;
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        const Mover *m = &world->state.movers.data[i];
        if ((m->flags & MOVER_ALIVE) == 0) {
            continue;
        }
        live += 1;
        if (!body_has(world, m->body, MICA_FLAG_MOVER) ||
            world->state.colliders.data[m->collider].body != m->body) {
            return "a mover's body or collider was destroyed";
        }
        if (!within(m->velocity.x, 3e38f) || !within(m->velocity.y, 3e38f)) {
            return "a mover's velocity is not finite";
        }
    }
    return live != world->state.liveMovers ? "the count of live movers is wrong" : NULL;
}

static const char *check_matter(const MicaWorld *world)
{
#if defined(MICA_MATTER)
    return matter_check(&world->state) ? NULL : "the records of matter are unsound";
#else
    (void)world;
    return NULL;
#endif
}

const char *mica_world_validate(const MicaWorld *world)
{
    world_enter(world);
    if (world == NULL) {
        return "the world is null";
    }
    const char *found = check_bodies(world);
    if (found == NULL) {
        found = check_colliders(world);
    }
    if (found == NULL) {
        found = check_chains(world);
    }
    if (found == NULL) {
        found = check_tiles(world);
    }
    if (found == NULL) {
        found = check_ignored(world);
    }
    if (found == NULL) {
        found = check_contacts(world);
    }
    found = found != NULL ? found : check_joints(world);
    found = found != NULL ? found : check_resting(world);
    found = found != NULL ? found : check_movers(world);
    return found != NULL ? found : check_matter(world);
}

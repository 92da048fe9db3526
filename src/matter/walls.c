// The shapes that particles may touch: parts of solid colliders, by the layers of the matters, near
// coarse cells that hold particles. A plain collider is listed once, a part of a compound one once
// for each coarse cell that it is near.
//
// Called by matter_prepare. Reads trees, colliders and transforms; writes walls, wallLists and the
// ranges of coarse cells in them.
#include "matter.h"

static MicaAABB grown(MicaAABB box, float margin)
{
    return (MicaAABB){{box.lower.x - margin, box.lower.y - margin},
                      {box.upper.x + margin, box.upper.y + margin}};
}

static bool boxes_overlap(MicaAABB a, MicaAABB b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

// The box of a coarse cell and of all that its particles may reach.
static MicaAABB cell_box(const MatterUnits *u, const CoarseCell *c)
{
    Vec2 lower = {(float)c->x * u->coarse, (float)c->y * u->coarse};
    return grown((MicaAABB){lower, {lower.x + u->coarse, lower.y + u->coarse}}, c->reach);
}

static MicaAABB bounds_of(const MatterScratch *scratch, const MatterUnits *u)
{
    MicaAABB box = {{3e38f, 3e38f}, {-3e38f, -3e38f}};
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        MicaAABB cell = cell_box(u, &scratch->coarseCells.data[i]);
        box.lower = vec(min_f(box.lower.x, cell.lower.x), min_f(box.lower.y, cell.lower.y));
        box.upper = vec(max_f(box.upper.x, cell.upper.x), max_f(box.upper.y, cell.upper.y));
    }
    return box;
}

// ------------------------------------------------------------------------------- one collider

// The matters that a layer is solid to.
static uint32_t matters_of_layer(const MicaWorld *world, int32_t layer)
{
    uint32_t found = 0;
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        bool solid = (world->state.layers.solid[m->layer] >> layer & 1) != 0;
        found |= (m->flags & MATTER_ALIVE) != 0 && solid ? 1u << i : 0u;
    }
    return found;
}

// The layers that some matter is solid to.
static uint64_t solid_layers(const MicaWorld *world)
{
    uint64_t found = 0;
    for (int32_t i = 0; i < world->state.matters.count; ++i) {
        const Matter *m = &world->state.matters.data[i];
        found |= (m->flags & MATTER_ALIVE) != 0 ? world->state.layers.solid[m->layer] : 0;
    }
    return found;
}

// How far a wall may come in the step.
static float wall_motion(const MicaWorld *world, const Wall *w, float dt)
{
    const SolverBody *b = &world->scratch.solverBodies.data[w->solver];
    float extent =
        world->state.bodies.data[world->state.colliders.data[w->collider].body].maxExtent;
    return dt * length(w->velocity) +
           (w->solver != 0 ? dt * (length(vec(b->vx, b->vy)) + abs_f(b->w) * extent) : 0.0f);
}

// Adds a part of a collider; false without memory.
static bool add_wall(MicaWorld *world, int32_t collider, int32_t part, int32_t cell, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    const Collider *c = &world->state.colliders.data[collider];
    uint32_t matters = matters_of_layer(world, part_layer(world, c, part));
    if (matters == 0) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->walls, scratch->walls.count + 1)) {
        return false;
    }
    Wall *w = &scratch->walls.data[scratch->walls.count++];
    *w = (Wall){.pose = world->state.transforms.data[c->body],
                .center = body_world_center(world, c->body),
                .friction = c->friction,
                .matters = matters,
                .solver = solver_of(world, c->body),
                .collider = collider,
                .part = part,
                .cell = cell};
    int32_t mover = mover_of_body(world, c->body);
    if (mover != NONE) {
        const Mover *m = &world->state.movers.data[mover];
        w->velocity = add(m->velocity, m->groundVelocity);
    }
    w->geometry = part_geometry(world, c, part, &w->storage);
    w->extent = geometry_min_extent(&w->geometry);
    w->box = grown(geometry_aabb(&w->geometry, w->pose), wall_motion(world, w, dt));
    Vec2 side;
    if (part_one_way(world, c, part, &side)) {
        w->oneWay = rotate(w->pose.q, side);
    }
    return true;
}

// A wall is none to a cell of whose matter it is solid to nothing. False without memory.
static bool add_pair(MicaWorld *world, int32_t cell, int32_t wall)
{
    MatterScratch *scratch = matter_scratch(world);
    if ((scratch->coarseCells.data[cell].matters & scratch->walls.data[wall].matters) == 0) {
        return true;
    }
    if (!ARRAY_RESERVE(&world->host.memory, &scratch->wallPairs, scratch->wallPairs.count + 1)) {
        return false;
    }
    scratch->wallPairs.data[scratch->wallPairs.count++] = (WallPair){cell, wall};
    scratch->coarseCells.data[cell].walls += 1;
    return true;
}

// Pairs a wall with the coarse cells that its box is near: those in the box, or, if it is large, all.
static bool pair_wall(MicaWorld *world, const MatterUnits *u, int32_t wall)
{
    MatterScratch *scratch = matter_scratch(world);
    MicaAABB box = scratch->walls.data[wall].box, wide = grown(box, scratch->farthestReach);
    float per = 1.0f / u->coarse, lx = wide.lower.x * per, ly = wide.lower.y * per,
          ux = wide.upper.x * per, uy = wide.upper.y * per;
    float cells = (ux - lx + 2.0f) * (uy - ly + 2.0f);
    if (cells < (float)scratch->coarseCells.count) {
        for (int32_t y = (int32_t)ly - 1; y <= (int32_t)uy + 1; ++y) {
            for (int32_t x = (int32_t)lx - 1; x <= (int32_t)ux + 1; ++x) {
                int32_t cell = coarse_find(scratch, x, y);
                if (cell != NONE &&
                    boxes_overlap(box, cell_box(u, &scratch->coarseCells.data[cell])) &&
                    !add_pair(world, cell, wall)) {
                    return false;
                }
            }
        }
        return true;
    }
    for (int32_t cell = 0; cell < scratch->coarseCells.count; ++cell) {
        if (boxes_overlap(box, cell_box(u, &scratch->coarseCells.data[cell])) &&
            !add_pair(world, cell, wall)) {
            return false;
        }
    }
    return true;
}

// The parts of a compound collider near each coarse cell.
static bool add_parts(MicaWorld *world, const MatterUnits *u, int32_t collider, uint64_t layers,
                      float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    const Collider *c = &world->state.colliders.data[collider];
    for (int32_t cell = 0; cell < scratch->coarseCells.count; ++cell) {
        MicaAABB box = cell_box(u, &scratch->coarseCells.data[cell]);
        PartWalk walk;
        if (!boxes_overlap(box, c->box)) {
            continue;
        }
        parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), parts_solid_surface(layers));
        for (int32_t part; (part = parts_next(&walk)) != NONE;) {
            int32_t wall = scratch->walls.count;
            if (!add_wall(world, collider, part, cell, dt) ||
                (scratch->walls.count > wall && !add_pair(world, cell, wall))) {
                return false;
            }
        }
    }
    return true;
}

static bool add_collider(MicaWorld *world, const MatterUnits *u, int32_t collider, uint64_t layers,
                         float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    const Collider *c = &world->state.colliders.data[collider];
    int32_t wall = scratch->walls.count;
    if ((c->flags & COLLIDER_TRIGGER) != 0 || !collider_takes_part(world, c)) {
        return true;
    }
    if (collider_is_compound(c)) {
        return add_parts(world, u, collider, layers, dt);
    }
    int32_t pairs = scratch->wallPairs.count;
    if (!add_wall(world, collider, 0, NONE, dt) ||
        (scratch->walls.count > wall && !pair_wall(world, u, wall))) {
        return false;
    }
    // A wall that no coarse cell is near is none.
    scratch->walls.count = scratch->wallPairs.count > pairs ? scratch->walls.count : wall;
    return true;
}

// ------------------------------------------------------------------------------------- all

// Turns pairs into a list for each coarse cell, its walls in ascending order.
static void order_lists(MatterScratch *scratch)
{
    int32_t first = 0;
    for (int32_t i = 0; i < scratch->coarseCells.count; ++i) {
        CoarseCell *c = &scratch->coarseCells.data[i];
        c->firstWall = first;
        first += c->walls;
        c->walls = 0;
    }
    for (int32_t i = 0; i < scratch->wallPairs.count; ++i) {
        WallPair pair = scratch->wallPairs.data[i];
        CoarseCell *c = &scratch->coarseCells.data[pair.cell];
        scratch->wallLists.data[c->firstWall + c->walls++] = pair.wall;
    }
    scratch->wallLists.count = first;
}

bool walls_find(MicaWorld *world, const MatterUnits *u, float dt)
{
    MatterScratch *scratch = matter_scratch(world);
    Memory *m = &world->host.memory;
    IntList *found = &world->scratch.queryHits;
    uint64_t layers = solid_layers(world);
    scratch->walls.count = scratch->wallPairs.count = scratch->wallLists.count = 0;
    found->count = 0;
    MicaAABB bounds = bounds_of(scratch, u);
    if (layers == 0) {
        return true;
    }
    if (!tree_query(m, &world->state.staticTree, bounds, layers, found) ||
        !tree_query(m, &world->state.movingTree, bounds, layers, found)) {
        return false;
    }
    for (int32_t i = 0; i < found->count; ++i) {
        if (!add_collider(world, u, found->data[i], layers, dt)) {
            return false;
        }
    }
    // Walls may have moved while the array grew.
    for (int32_t i = 0; i < scratch->walls.count; ++i) {
        Wall *w = &scratch->walls.data[i];
        const Collider *c = &world->state.colliders.data[w->collider];
        if (c->type == MICA_SHAPE_TILES) {
            w->geometry.polygon = &w->storage;
        }
    }
    if (!ARRAY_RESERVE(m, &scratch->wallLists, scratch->wallPairs.count)) {
        return false;
    }
    order_lists(scratch);
    return true;
}

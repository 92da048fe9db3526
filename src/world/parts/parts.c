// The parts of compound colliders: segments of a chain, tiles of a tile map. A compound collider is
// one leaf of the tree; a part is a number (of a tile, row * columns + column), whose shape is
// computed on demand. Collision code walks the parts that a box may touch (chain.c, tile_walk.c); a
// plain collider has the one part 0, so that callers treat both alike. Called by pair search, narrow phase,
// internal edges, continuous phase and queries. Reads colliders, chains, tile maps and transforms;
// writes nothing.
#include "world.h"

// ------------------------------------------------------------------------------------------ tiles

// The corners of each kind of tile: their number, then each as x << 4 | y in halves of a cell,
// counter-clockwise.
static const uint8_t tileCorners[MICA_TILE_KIND_COUNT][9] = {
    [MICA_TILE_FULL] = {4, 0x00, 0x20, 0x22, 0x02},
    [MICA_TILE_RISE] = {3, 0x00, 0x20, 0x22},
    [MICA_TILE_FALL] = {3, 0x00, 0x20, 0x02},
    [MICA_TILE_ROOF_RISE] = {3, 0x00, 0x22, 0x02},
    [MICA_TILE_ROOF_FALL] = {3, 0x20, 0x22, 0x02},
    [MICA_TILE_BOTTOM_HALF] = {4, 0x00, 0x20, 0x21, 0x01},
    [MICA_TILE_TOP_HALF] = {4, 0x01, 0x21, 0x22, 0x02},
    [MICA_TILE_LEFT_HALF] = {4, 0x00, 0x10, 0x12, 0x02},
    [MICA_TILE_RIGHT_HALF] = {4, 0x10, 0x20, 0x22, 0x12},
    [MICA_TILE_RISE_LOW] = {3, 0x00, 0x20, 0x21},
    [MICA_TILE_RISE_HIGH] = {4, 0x00, 0x20, 0x22, 0x01},
    [MICA_TILE_FALL_HIGH] = {4, 0x00, 0x20, 0x21, 0x02},
    [MICA_TILE_FALL_LOW] = {3, 0x00, 0x20, 0x01},
};

static Geometry tile_geometry(const MicaWorld *world, const Collider *c, int32_t part,
                              Polygon *storage)
{
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    if (map->terrain != 0) {
        uint32_t unused;
        return terrain_geometry(world, map, column, row, storage, &unused);
    }
    uint32_t kind = tile_kind(tile_cell_at(world, map, column, row));
    // Computed from the lines of the grid, so that neighbours have the same corners bit for bit.
    float x[3], y[3];
    bool down = world->state.yDown;  // a mirror image, whose corners come in the other order
    for (int32_t i = 0; i < 3; ++i) {
        x[i] = map->origin.x + ((float)column + 0.5f * (float)i) * map->cell.x;
        y[down ? 2 - i : i] = map->origin.y + ((float)row + 0.5f * (float)i) * map->cell.y;
    }
    if (kind == MICA_TILE_FULL) {
        float low = y[down ? 2 : 0], high = y[down ? 0 : 2];
        *storage = (Polygon){
            .x = {x[0], x[2], x[2], x[0], x[0], x[0], x[0], x[0]},
            .y = {low, low, high, high, high, high, high, high},
            .nx = {0.0f, 1.0f, 0.0f, -1.0f, -1.0f, -1.0f, -1.0f, -1.0f},
            .ny = {-1.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f},
        };
        Vec2 corner = {x[0], low};
        return (Geometry){
            .type = MICA_SHAPE_POLYGON, .count = 4, .a = corner, .b = corner, .polygon = storage};
    }
    const uint8_t *corners = tileCorners[kind];
    int32_t count = corners[0];
    for (int32_t i = 0; i < count; ++i) {
        uint8_t corner = corners[1 + (down ? count - 1 - i : i)];
        storage->x[i] = x[corner >> 4];
        storage->y[i] = y[corner & 15];
    }
    polygon_finish(storage, count);
    Vec2 first = {storage->x[0], storage->y[0]};
    return (Geometry){
        .type = MICA_SHAPE_POLYGON, .count = count, .a = first, .b = first, .polygon = storage};
}

// ------------------------------------------------------------------------------------------ parts

Geometry part_geometry(const MicaWorld *world, const Collider *c, int32_t part, Polygon *storage)
{
    if (c->type == MICA_SHAPE_TILES) {
        return tile_geometry(world, c, part, storage);
    }
    if (c->type == MICA_SHAPE_CHAIN) {
        const Chain *chain = collider_chain(world, c);
        const Vec2 *points = world->state.chainPoints.data + chain->first;
        return (Geometry){.type = MICA_SHAPE_CAPSULE,
                          .count = 2,
                          .radius = c->radius,
                          .a = points[part],
                          .b = points[part + 1 < chain->count ? part + 1 : 0]};
    }
    return collider_geometry(world, c);
}

bool part_one_way(const MicaWorld *world, const Collider *c, int32_t part, Vec2 *normal)
{
    if (c->type == MICA_SHAPE_TILES && part != PART_TRIGGERS) {
        const TileMap *map = collider_tile_map(world, c);
        if (map->terrain == 0 &&
            (world->state.tileCells.data[map->first + part] & MICA_TILE_ONE_WAY) != 0) {
            *normal = world_up(world);
            return true;
        }
    }
    if (c->type == MICA_SHAPE_CHAIN && collider_chain(world, c)->oneSided &&
        part != PART_TRIGGERS) {
        Geometry g = part_geometry(world, c, part, NULL);
        float l;
        *normal = scale(world_up(world).y, left_perp(normalize(sub(g.b, g.a), &l)));
        return true;
    }
    *normal = c->oneWay;
    return (c->flags & COLLIDER_ONE_WAY) != 0;
}

// The world box around a box in a body's space.
static MicaAABB turned_box(Transform t, Vec2 lower, Vec2 upper)
{
    Vec2 middle = transform(t, lerp(lower, upper, 0.5f)), half = scale(0.5f, sub(upper, lower));
    Vec2 reach = {abs_f(t.q.c) * half.x + abs_f(t.q.s) * half.y,
                  abs_f(t.q.s) * half.x + abs_f(t.q.c) * half.y};
    // The parts' own corners are rounded too: by less than this.
    float slack = 1e-6f * (abs_f(middle.x) + abs_f(middle.y) + reach.x + reach.y);
    reach = add(reach, vec(slack, slack));
    return (MicaAABB){sub(middle, reach), add(middle, reach)};
}

MicaAABB collider_box_at(const MicaWorld *world, const Collider *c, Transform t)
{
    if (c->type == MICA_SHAPE_CIRCLE) {  // as geometry_aabb, in fewer instructions
        Vec2 center = rotate(t.q, c->a);
        float r = c->radius;
        f4 box = f4_sub(f4_set(center.x, center.y, center.x, center.y), f4_set(r, r, -r, -r));
        MicaAABB out;
        f4_store(&out.lower.x, f4_add(box, f4_set(t.p.x, t.p.y, t.p.x, t.p.y)));
        return out;
    }
    if (collider_is_compound(c)) {
        return turned_box(t, c->a, c->b);
    }
    Geometry g = collider_geometry(world, c);
    return geometry_aabb(&g, t);
}

inline MicaAABB collider_tight_box(const MicaWorld *world, const Collider *c)
{
    return collider_box_at(world, c, world->state.transforms.data[c->body]);
}

float collider_max_extent(const MicaWorld *world, const Collider *c, Vec2 center)
{
    if (collider_is_compound(c)) {
        return c->reach + length(center);
    }
    Geometry g = collider_geometry(world, c);
    return geometry_max_extent(&g, center);
}

MicaAABB part_box(const MicaWorld *world, const Collider *c, int32_t part)
{
    if (!collider_is_compound(c) || part == PART_TRIGGERS) {
        return c->box;
    }
    Transform t = world->state.transforms.data[c->body];
    if (c->type == MICA_SHAPE_CHAIN) {
        Geometry g = part_geometry(world, c, part, NULL);
        return geometry_aabb(&g, t);
    }
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    if (map->terrain != 0) {
        return turned_box(t, vec(tile_line_x(map, column), tile_line_y(map, row)),
                          vec(tile_line_x(map, column + 1), tile_line_y(map, row + 1)));
    }
    Vec2 lower = {map->origin.x + (float)column * map->cell.x,
                  map->origin.y + (float)row * map->cell.y};
    return turned_box(t, lower, add(lower, map->cell));
}

int32_t part_layer(const MicaWorld *world, const Collider *c, int32_t part)
{
    if (collider_kind_layers(world, c) == 0) {
        return c->layer;
    }
    const MicaTileKind *kind = part_tile_kind(world, c, part);
    return kind != NULL && (kind->sets & MICA_TILE_SETS_LAYER) != 0 ? kind->layer : c->layer;
}

float collider_min_extent(const MicaWorld *world, const Collider *c)
{
    if (c->type == MICA_SHAPE_TILES) {
        Vec2 cell = collider_tile_map(world, c)->cell;
        return 0.1f * min_f(cell.x, cell.y);
    }
    if (c->type == MICA_SHAPE_CHAIN) {
        return c->radius;
    }
    Geometry g = collider_geometry(world, c);
    return geometry_min_extent(&g);
}

bool parts_have_triggers(const MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_TRIGGER) != 0 ||
           (c->type == MICA_SHAPE_TILES && collider_tile_map(world, c)->triggers > 0);
}

// The stripe of a column: 32 from left to right.
static uint32_t stripe_of(const TileMap *map, int32_t column)
{
    return (uint32_t)column * 32u / (uint32_t)map->columns;
}

// The stripes from the first to the last one.
static uint32_t stripe_range(uint32_t first, uint32_t last)
{
    return (last < 31 ? (1u << (last + 1)) - 1u : ~0u) & ~((1u << first) - 1u);
}

uint32_t parts_all_stripes(const MicaWorld *world, const Collider *c)
{
    if (c->type != MICA_SHAPE_TILES) {
        return ~0u;
    }
    const TileMap *map = collider_tile_map(world, c);
    return stripe_range(0, stripe_of(map, map->columns - 1));
}

uint32_t parts_stripe_mask(const MicaWorld *world, const Collider *c, const MicaAABB *box)
{
    if (c->type != MICA_SHAPE_TILES) {
        return ~0u;
    }
    const TileMap *map = collider_tile_map(world, c);
    PartWalk walk;
    parts_begin(&walk, world, c, *box, vec(0.0f, 0.0f), parts_solid(ALL_LAYERS));
    return stripe_range(stripe_of(map, min_i(walk.column + 1, map->columns - 1)),
                        stripe_of(map, max_i(walk.lastColumn, 0)));
}

// The cell across a face: 0 below, 1 right, 2 above, 3 left.
static uint8_t cell_across(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row,
                           uint32_t face)
{
    return tile_cell_at(world, map, column + (face == 1) - (face == 3),
                        row + (face == 2) - (face == 0));
}

bool part_face_is_exposed(const MicaWorld *world, const Collider *c, int32_t part, uint32_t face)
{
    if (c->type != MICA_SHAPE_TILES || part == PART_TRIGGERS) {
        return false;
    }
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    if ((c->covered >> stripe_of(map, column) & 1u) != 0) {
        return false;
    }
    if (tile_cell_at(world, map, column, row) == TERRAIN_PARTIAL && map->terrain != 0) {
        uint32_t surface;
        Polygon unused;
        terrain_geometry(world, map, column, row, &unused, &surface);
        return (surface >> face & 1u) != 0;
    }
    return tile_cell_at(world, map, column, row) == MICA_TILE_FULL &&
           cell_across(world, map, column, row, face) == MICA_TILE_EMPTY;
}

// Leaves the internal faces across which the layer is the same.
static uint32_t remove_layer_borders(const MicaWorld *world, const Collider *c, int32_t part,
                                     uint32_t internal)
{
    const TileMap *map = collider_tile_map(world, c);
    const int32_t across[4] = {-map->columns, 1, map->columns, -1};
    int32_t layer = part_layer(world, c, part);
    for (uint32_t face = 0; face < 4; ++face) {
        if ((internal >> face & 1u) != 0 && part_layer(world, c, part + across[face]) != layer) {
            internal &= ~(1u << face);
        }
    }
    return internal;
}

uint32_t part_internal_faces(const MicaWorld *world, const Collider *c, int32_t part)
{
    if (c->type != MICA_SHAPE_TILES || part == PART_TRIGGERS) {
        return 0;
    }
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    uint32_t internal = 0;
    for (uint32_t face = 0; face < 4 && tile_cell_at(world, map, column, row) == MICA_TILE_FULL;
         ++face) {
        internal |= cell_across(world, map, column, row, face) == MICA_TILE_FULL ? 1u << face : 0;
    }
    return map->kindLayers == 0 ? internal : remove_layer_borders(world, c, part, internal);
}

MicaPart part_named(const MicaWorld *world, const Collider *c, int32_t part)
{
    if (!collider_is_compound(c) || part == PART_TRIGGERS || c->polygon == NONE) {
        return UNNAMED_PART;  // also of a collider that was destroyed
    }
    if (c->type == MICA_SHAPE_CHAIN) {
        return (MicaPart){part, -1, MICA_TILE_EMPTY};
    }
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns, column = part - row * map->columns;
    const MicaTileKind *kind = part_tile_kind(world, c, part);
    return (MicaPart){column, row,
                      kind != NULL ? kind->number : tile_cell_at(world, map, column, row)};
}

const MicaTileKind *part_tile_kind(const MicaWorld *world, const Collider *c, int32_t part)
{
    if (c->type != MICA_SHAPE_TILES || part == PART_TRIGGERS) {
        return NULL;
    }
    const TileMap *map = collider_tile_map(world, c);
    if (map->kinds == 0) {
        return NULL;
    }
    if (map->terrain != 0) {
        int32_t row = part / map->columns,
                material = terrain_tile_material(world, map, part - row * map->columns, row);
        return &map_terrain(world, map)->surfaces[material];
    }
    return &world->state.tileKinds
                .data[map->firstKind + world->state.tileKindOf.data[map->firstKindOf + part]];
}

// ------------------------------------------------------------------------------------------- walk

void parts_begin(PartWalk *walk, const MicaWorld *world, const Collider *c, MicaAABB box,
                 Vec2 motion, PartFilter filter)
{
    *walk = (PartWalk){.world = world, .collider = c, .filter = filter, .part = -1};
    if (!collider_is_compound(c)) {
        return;
    }
    // Transform the box into the space of the collider's body.
    Transform t = world->state.transforms.data[c->body];
    Vec2 middle = untransform(t, lerp(box.lower, box.upper, 0.5f)),
         half = scale(0.5f, sub(box.upper, box.lower));
    Vec2 reach = {abs_f(t.q.c) * half.x + abs_f(t.q.s) * half.y + c->radius,
                  abs_f(t.q.s) * half.x + abs_f(t.q.c) * half.y + c->radius};
    walk->box = (MicaAABB){sub(middle, reach), add(middle, reach)};
    walk->motion = unrotate(t.q, motion);
    if (c->type == MICA_SHAPE_TILES) {
        tile_walk_begin(walk);
    } else {
        chain_walk_begin(walk);
    }
}

int32_t parts_next(PartWalk *walk)
{
    if (walk->collider->type == MICA_SHAPE_TILES) {
        return tile_walk_next(walk);
    }
    bool trigger = (walk->collider->flags & COLLIDER_TRIGGER) != 0;
    if ((trigger ? walk->filter.trigger : walk->filter.solid) == 0) {
        return NONE;
    }
    if (walk->collider->type == MICA_SHAPE_CHAIN) {
        return chain_walk_next(walk);
    }
    walk->part += 1;
    return walk->part == 0 ? 0 : NONE;
}

bool parts_overlap(const MicaWorld *world, const Collider *c, MicaAABB box, PartFilter filter)
{
    PartWalk walk;
    parts_begin(&walk, world, c, box, vec(0.0f, 0.0f), filter);
    return parts_next(&walk) != NONE;
}

bool part_is_visited(const MicaWorld *world, const Collider *c, int32_t part, PartFilter filter)
{
    if (c->type != MICA_SHAPE_TILES) {
        return ((c->flags & COLLIDER_TRIGGER) != 0 ? filter.trigger : filter.solid) != 0;
    }
    const TileMap *map = collider_tile_map(world, c);
    int32_t row = part / map->columns;
    return tile_is_visited(world, c, map, part - row * map->columns, row, &filter);
}

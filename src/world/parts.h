// Part of world.h: the shapes that several colliders or parts share. Polygons (polygons.c), and
// compound colliders, which are chains of segments and tile maps: parts.c, chain.c, parts_edit.c.
#pragma once

#include "state.h"

// -------------------------------------------------------------- polygons.c: shared polygons

// Reserves capacity for that many polygons.
bool polygon_reserve(MicaWorld *world, int32_t polygons);
// Fills the table anew from the polygons in use.
void polygon_rebuild_table(MicaWorld *world);
// The slot of the shape's polygon, found or added, with one more use.
int32_t polygon_acquire(MicaWorld *world, const MicaShape *shape);
// Ends one use of a polygon and frees its slot after the last; NONE is ignored.
void polygon_release(MicaWorld *world, int32_t polygon);

// --------------------------------------------------------- parts.c: extents of any collider

// The world box of the shape, without margin.
MicaAABB collider_tight_box(const MicaWorld *world, const Collider *c);
MicaAABB collider_box_at(const MicaWorld *world, const Collider *c, Transform t);
// Half the least thickness; of a compound collider, a lower bound for all of its parts.
float collider_min_extent(const MicaWorld *world, const Collider *c);
// The largest distance of a point of the shape from `center`, in the body's space.
float collider_max_extent(const MicaWorld *world, const Collider *c, Vec2 center);

// ------------------------------------------------------------------------ which parts count

#define ALL_LAYERS (~(uint64_t)0)
// Solid parts and trigger parts (trigger cells, all parts of a trigger) of some layers. In a tile
// map whose kinds have layers, the bits of the masks say which layers; of any other collider, all
// solid parts count unless `solid` is 0, all trigger parts unless `trigger` is 0.
typedef struct PartFilter {
    uint64_t solid, trigger;
    bool surface;  // without full tiles between four full tiles of their layer
} PartFilter;
static inline PartFilter parts_solid(uint64_t layers) { return (PartFilter){.solid = layers}; }
static inline PartFilter parts_solid_surface(uint64_t layers)
{
    return (PartFilter){.solid = layers, .surface = true};
}
static inline PartFilter parts_all(uint64_t layers)
{
    return (PartFilter){.solid = layers, .trigger = layers};
}

// ------------------------------------------------------------------ parts.c: single parts

// A cell of a tile map is a MicaTile kind and two flags, MICA_TILE_ONE_WAY and MICA_TILE_TRIGGER.
static inline uint32_t tile_kind(uint8_t cell) { return cell & (MICA_TILE_ONE_WAY - 1u); }

// The record of a chain or tile map, whose slot is in Collider.polygon.
static inline const Chain *collider_chain(const MicaWorld *world, const Collider *c)
{
    return &world->state.chains.data[c->polygon];
}
static inline const TileMap *collider_tile_map(const MicaWorld *world, const Collider *c)
{
    return &world->state.tileMaps.data[c->polygon];
}

// terrain.c: a cell of a map that is a terrain, as a MicaTile: empty, full, or TERRAIN_PARTIAL.
#define TERRAIN_PARTIAL MICA_TILE_KIND_COUNT
uint8_t terrain_tile(const MicaWorld *world, const TileMap *map, int32_t column, int32_t row);
// The material of a cell: that of its most solid corner, of equals the first.
int32_t terrain_tile_material(const MicaWorld *world, const TileMap *map, int32_t column,
                              int32_t row);

// A cell of a map; empty outside of it.
static inline uint8_t tile_cell_at(const MicaWorld *world, const TileMap *map, int32_t column,
                                   int32_t row)
{
    if (column < 0 || row < 0 || column >= map->columns || row >= map->rows) {
        return MICA_TILE_EMPTY;
    }
    return map->terrain != 0
               ? terrain_tile(world, map, column, row)
               : world->state.tileCells.data[map->first + row * map->columns + column];
}

// The number of cells that a map has in tileCells.
static inline int32_t tile_stored_cells(const TileMap *map)
{
    return map->terrain != 0 ? 0 : map->columns * map->rows;
}

// The samples of a terrain lie in the middle of its cells, and the outermost on the border: so much
// further, in cells, do the outermost cells of its map reach.
static inline float tile_border(const TileMap *map) { return map->terrain != 0 ? 0.5f : 0.0f; }
// The lines between cells, from 0 to the number of columns or rows, in the body's space.
static inline float tile_line(float origin, float cell, int32_t line, int32_t last, float border)
{
    float edge = line <= 0 ? -border : line >= last ? border : 0.0f;
    return origin + ((float)line + edge) * cell;
}
static inline float tile_line_x(const TileMap *map, int32_t line)
{
    return tile_line(map->origin.x, map->cell.x, line, map->columns, tile_border(map));
}
static inline float tile_line_y(const TileMap *map, int32_t line)
{
    return tile_line(map->origin.y, map->cell.y, line, map->rows, tile_border(map));
}

// The shape of a part; of a plain collider, its shape. `storage` must outlive a tile's.
Geometry part_geometry(const MicaWorld *world, const Collider *c, int32_t part, Polygon *storage);
// False if the part is solid on all sides; else the normal of its solid side, in its body's space.
bool part_one_way(const MicaWorld *world, const Collider *c, int32_t part, Vec2 *normal);
// The world box of a part; of a tile, its whole cell; of a plain collider, its box in the tree.
MicaAABB part_box(const MicaWorld *world, const Collider *c, int32_t part);
// What names no part of a compound collider.
#define UNNAMED_PART ((MicaPart){-1, -1, MICA_TILE_EMPTY})
// The part as events, contact points and hits name it; of a plain or a destroyed collider, none.
MicaPart part_named(const MicaWorld *world, const Collider *c, int32_t part);
// The kind of a cell; null if the part is of no map with kinds.
const MicaTileKind *part_tile_kind(const MicaWorld *world, const Collider *c, int32_t part);
// The layer of a part: of a cell, that of its kind if it has one; else the collider's.
int32_t part_layer(const MicaWorld *world, const Collider *c, int32_t part);
// The layers that the kinds of a tile map have of their own; 0 for any other collider.
static inline uint64_t collider_kind_layers(const MicaWorld *world, const Collider *c)
{
    return c->type == MICA_SHAPE_TILES ? collider_tile_map(world, c)->kindLayers : 0;
}
// A bit for each layer of the collider and its parts.
static inline uint64_t collider_layers(const MicaWorld *world, const Collider *c)
{
    return (uint64_t)1 << c->layer | collider_kind_layers(world, c);
}
// Whether a face of a full tile borders an empty one, and no other static collider is near it.
bool part_face_is_exposed(const MicaWorld *world, const Collider *c, int32_t part, uint32_t face);
// A bit for each face of a full tile that borders another full tile of the same layer; 0 for any
// other part.
uint32_t part_internal_faces(const MicaWorld *world, const Collider *c, int32_t part);
// A bit for each of 32 vertical stripes of a tile map that a box may touch; all for a chain.
uint32_t parts_stripe_mask(const MicaWorld *world, const Collider *c, const MicaAABB *box);
// The bits of all stripes that the collider has.
uint32_t parts_all_stripes(const MicaWorld *world, const Collider *c);
// Whether the collider, or a cell of it, is a trigger.
bool parts_have_triggers(const MicaWorld *world, const Collider *c);
// ------------------------------------------------------------- parts.c: walking the parts

// A walk over the parts that a box may touch while it moves by `motion`: of a chain in ascending
// order, of a tile map column by column and upwards in each. A plain collider has the one part 0.
// Empty space of a map is skipped by blocks (tile_blocks.c).
typedef struct PartWalk {
    const MicaWorld *world;
    const Collider *collider;
    MicaAABB box;  // in the space of the collider's body; of a tile map, from the map's corner
    Vec2 motion;
    PartFilter filter;
    int32_t part;  // the last part returned
    union {
        // Of a tile map: the cell that was looked at last, the last column, and the last row of
        // this column; 1 or -1, which way columns and rows are walked.
        struct {
            int32_t column, lastColumn, row, lastRow;
            int8_t stepX, stepY;
            uint8_t wanted;    // TILE_BLOCK_*: blocks without any of these are skipped
            bool skipsBlocks;  // long enough for that
            bool ordered;      // walked along the motion
            bool entered;      // is past its first column
            float limit;       // of the motion
        };
        // Of a chain: the current node, the first node of its level, and, four bits a level, which
        // children the walk has yet to enter. A walk that follows its motion has the box at its start,
        // and how far from the line of the motion the box of a part may be.
        struct {
            int32_t level, node, offset, lastPart;
            uint64_t enter;
            MicaAABB start;
            float aside;
            bool follows, backward;  // backward: from the last segment to the first
        };
    };
} PartWalk;
void parts_begin(PartWalk *walk, const MicaWorld *world, const Collider *c, MicaAABB box,
                 Vec2 motion, PartFilter filter);
// tile_walk.c: whether a box is over so many cells of a map that a walk had better follow the shape in it.
bool parts_are_many(const MicaWorld *world, const Collider *c, MicaAABB box);
// tile_walk.c: the box and the motion of a walk that covers a long thin shape, which comes no further than
// `margin` from a transform: its end, which moves along its axis. False, and both as they were, for any
// other shape.
bool parts_follow_shape(const Geometry *shape, Transform t, float margin, MicaAABB *box,
                        Vec2 *motion);
// The next part, or NONE.
int32_t parts_next(PartWalk *walk);
// Lets a new walk through a map or a chain go along its motion, so that what the box meets first comes first, about.
// The order of parts_precedes is then no longer that of the walk.
void parts_follow_motion(PartWalk *walk);
// Lets a new walk skip blocks of a map whose cells all lie amid full cells: nothing that starts outside
// of solid ground meets them.
void parts_skip_enclosed(PartWalk *walk);
// From now on a walk that follows its motion is over at this share of its motion.
void parts_shorten(PartWalk *walk, float limit);
// Whether a walk that does not follow its motion visits part a before part b.
bool parts_precedes(const MicaWorld *world, const Collider *c, int32_t a, int32_t b);
// Whether the box may touch any part.
bool parts_overlap(const MicaWorld *world, const Collider *c, MicaAABB box, PartFilter filter);
// Whether a walk with that filter visits the part.
bool part_is_visited(const MicaWorld *world, const Collider *c, int32_t part, PartFilter filter);

// tile_walk.c: the walk of a tile map, called by parts_begin and parts_next.
void tile_walk_begin(PartWalk *walk);
int32_t tile_walk_next(PartWalk *walk);
// tile_walk.c: whether a walk with that filter visits the cell.
bool tile_is_visited(const MicaWorld *world, const Collider *c, const TileMap *map, int32_t column,
                     int32_t row, const PartFilter *filter);
// tile_walk.c: whether a walk through a box looks at the cell.
bool tile_is_in_box(const MicaWorld *world, const Collider *c, MicaAABB box, int32_t column,
                    int32_t row);
// tile_walk.c: the bits of cells that a walk with that filter may visit.
uint8_t tile_bits_wanted(const Collider *c, const PartFilter *filter);

// -------------------------------------------------------------- parts_nearest.c: nearest parts

// A search through the parts of a chain or a tile map from a world point outwards, the nearest
// blocks first. Parts come about in the order of distance.
typedef struct PartSearch {
    const MicaWorld *world;
    const Collider *collider;
    Vec2 point;    // in the space of the collider's body
    float margin;  // more than what rounding makes of a distance
    PartFilter filter;
    int32_t depth;
    uint64_t stack[16 * TILE_BLOCK_LEVELS + 16];  // see parts_nearest.c
} PartSearch;
void part_search_begin(PartSearch *search, const MicaWorld *world, const Collider *c, Vec2 point,
                       PartFilter filter);
// The next part that may lie within `limit` metres of the point, or NONE. The limit may fall from
// call to call.
int32_t part_search_next(PartSearch *search, float limit);
// The nearest point of a tile map's surface to a world point inside it, and the cell that it is on.
// Faces between two of its cells are not surface. False for other colliders and for a map without
// surface. Any point of the surface that is nearer than `enough` will do.
bool parts_nearest_surface_point(const MicaWorld *world, const Collider *c, PartFilter filter,
                                 Vec2 point, float enough, Vec2 *out, int32_t *part);
// The same for the surface of one cell, the one at a place in the world. False if there is none.
bool parts_surface_point_at(const MicaWorld *world, const Collider *c, PartFilter filter,
                            Vec2 point, Vec2 place, Vec2 *out);

// ------------------------------------------------------- tile_blocks.c: blocks of tile maps

// The bytes of the blocks of a map of that size.
int32_t tile_blocks_bytes(int32_t columns, int32_t rows);
// Reserves memory for more maps and that many bytes of blocks. False without.
bool tile_blocks_reserve(MicaWorld *world, int32_t maps, int32_t bytes);
// Makes the blocks of a map that has its cells; the memory is reserved.
void tile_blocks_add(MicaWorld *world, int32_t slot);
// Updates them after a rectangle of cells has changed.
void tile_blocks_update(MicaWorld *world, int32_t slot, int32_t column, int32_t row,
                        int32_t columns, int32_t rows);
void tile_blocks_release(MicaWorld *world, int32_t slot);
// Whether the blocks of a map are as its cells are, for tests.
bool tile_blocks_are_right(const MicaWorld *world, int32_t slot);
// Reserves memory for the blocks of all maps of a state that is copied, and makes them then.
bool tile_blocks_reserve_copy(MicaWorld *to, const WorldState *from);
void tile_blocks_rebuild(MicaWorld *world);

// ------------------------------------------------------------------------ chain.c: chains

// The number of nodes that a chain of that many points needs.
int32_t chain_node_count(const Chain *chain);
// Computes the boxes of a chain's nodes from its points.
void chain_build_nodes(MicaWorld *world, const Chain *chain);
// The walk of a chain, called by parts_begin and parts_next.
void chain_walk_begin(PartWalk *walk);
void chain_walk_follow_motion(PartWalk *walk);
void chain_walk_shorten(PartWalk *walk, float limit);
int32_t chain_walk_next(PartWalk *walk);
// The points before and behind a segment, as b2ChainSegment's ghosts: bit 0 and bit 1 of the result
// say which exist. 0 for any other collider.
uint32_t chain_ghost_points(const MicaWorld *world, int32_t collider, int32_t part, Vec2 *points);
// The segment before (end 0) or behind (end 1) a segment, where its ghost point exists.
int32_t chain_adjacent_segment(const MicaWorld *world, int32_t collider, int32_t part, int32_t end);
// Whether the collider is a chain that is solid on its left side alone.
bool chain_is_one_sided(const MicaWorld *world, const Collider *c);

// ----------------------------------------------- parts_edit.c: creating, editing, freeing

// Whether a chain or a tile map can be made of that.
MicaError chain_check(const MicaChainDef *chain);
MicaError tiles_check(const MicaTilesDef *tiles);
// Wakes the bodies near a rectangle in the body's space of a compound collider, which is edited
// there, and makes the next step look for all pairs of their colliders. False if memory ran out.
bool parts_wake_near(MicaWorld *world, const Collider *c, Vec2 low, Vec2 size);
// Takes over the layers of the kinds of a map that was just made.
void tile_map_note_layers(MicaWorld *world, MicaCollider collider);
// Frees the points or cells of a compound collider.
void parts_release(MicaWorld *world, Collider *c);

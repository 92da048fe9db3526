// Weight and shapes of a part of a terrain that comes off. Called by terrain_pieces.c.
#pragma once

#include "contour.h"
#include "world.h"

// The samples of a part.
typedef struct PartGrid {
    DensityGrid grid;
    const uint8_t *materials;
} PartGrid;

// Fills in area, mass, centre and material of a part of a terrain.
void part_weigh(const PartGrid *grid, const TileMap *map, const Terrain *t, TerrainPart *part);
// Appends the convex shapes of a part to terrainShapes, about its centre, and fills in their number
// and density. False without memory.
bool part_make_shapes(MicaWorld *world, const PartGrid *grid, const TileMap *map,
                      TerrainPart *part);

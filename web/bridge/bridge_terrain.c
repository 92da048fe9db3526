// Exports for terrains: editing them, the pieces that came off, reading their cells
// (js/world/objects/terrain.js); and their record, which bridge_parts.c reads and writes.
#include "records.h"

#include <stdlib.h>
#include <string.h>

// The words of an edit: what comes before the points of its shape.
enum { EDIT_CLOSED, EDIT_RADIUS, EDIT_X, EDIT_Y, EDIT_ANGLE, EDIT_VALUE, EDIT_POINTS };

MicaTerrainDef bridge_read_terrain(const double *record)
{
    MicaTerrainDef def = {.columns = (int32_t)record[TILES_COLUMNS],
                          .rows = (int32_t)record[TILES_ROWS],
                          .cell = (float)record[TERRAIN_CELL],
                          .origin = vec(record[TILES_ORIGIN_X], record[TILES_ORIGIN_Y]),
                          .materialCount = (int32_t)record[TILES_KINDS],
                          .pieces = (MicaTerrainPieces)record[TERRAIN_PIECES],
                          .borderAnchors = record[TERRAIN_BORDER_ANCHORS] != 0.0,
                          .minimumPiece = (float)record[TERRAIN_MINIMUM_PIECE]};
    def.surfaces = (const MicaTileKind *)(intptr_t)record[SHAPE_DATA];
    def.materials = (const MicaTerrainMaterial *)(const void *)(def.surfaces + def.materialCount);
    def.densities = (const uint8_t *)(def.materials + def.materialCount);
    def.materialOf =
        def.materialCount > 1 ? def.densities + (size_t)def.columns * (size_t)def.rows : NULL;
    return def;
}

void bridge_write_terrain(const MicaTerrainDef *def, double *record)
{
    record[SHAPE_KIND] = KIND_TERRAIN;
    record[SHAPE_DATA] = (double)(intptr_t)def->materials;
    record[TILES_COLUMNS] = def->columns;
    record[TILES_ROWS] = def->rows;
    record[TILES_CELL_WIDTH] = record[TILES_CELL_HEIGHT] = (double)def->cell;
    record[TILES_ORIGIN_X] = (double)def->origin.x;
    record[TILES_ORIGIN_Y] = (double)def->origin.y;
    record[TILES_KINDS] = def->materialCount;
    record[TILES_KINDS_AT] = (double)(intptr_t)def->surfaces;
    record[TERRAIN_PIECES] = (double)def->pieces;
    record[TERRAIN_BORDER_ANCHORS] = def->borderAnchors;
    record[TERRAIN_MINIMUM_PIECE] = (double)def->minimumPiece;
}

// Gives births to a body and those of its colliders that the edit has made.
static void give_births(MicaWorld *world, MicaBody body, const float *numbers, int32_t count)
{
    if (!mica_body_is_valid(world, body)) {
        return;
    }
    uint32_t birth = bridge_birth(world, numbers, count);
    if (mica_body_user_data(world, body) == 0) {
        mica_body_set_user_data(world, body, birth);
    }
    int32_t colliders = mica_body_colliders(world, body, NULL, 0);
    MicaCollider *list = malloc(sizeof *list * (size_t)colliders);
    colliders = list != NULL ? mica_body_colliders(world, body, list, colliders) : 0;
    for (int32_t i = 0; i < colliders; ++i) {
        if (mica_collider_user_data(world, list[i]) == 0) {
            mica_collider_set_user_data(world, list[i], birth);
        }
    }
    free(list);
}

// Digs, or adds ground, by the words of an edit. Writes the areas by material and the number of pieces.
int32_t EXPORT_FOR_SIZE(terrain_edit)(MicaWorld *world, int32_t collider, int32_t adds,
                                      const float *words, int32_t count, double *out)
{
    if (count < EDIT_POINTS) {
        return (int32_t)MICA_ERROR_POINT_COUNT;
    }
    MicaTerrainShape shape = {.points = (const MicaVec2 *)(const void *)(words + EDIT_POINTS),
                              .count = (count - EDIT_POINTS) / 2,
                              .closed = words[EDIT_CLOSED] != 0.0f,
                              .radius = words[EDIT_RADIUS],
                              .position = {words[EDIT_X], words[EDIT_Y]},
                              .angle = words[EDIT_ANGLE]};
    MicaTerrainChange change;
    MicaBody body = mica_collider_body(world, collider_of(collider));
    MicaError error =
        adds ? mica_terrain_add(world, collider_of(collider), &shape, (int32_t)words[EDIT_VALUE],
                                &change)
             : mica_terrain_dig(world, collider_of(collider), &shape, words[EDIT_VALUE], &change);
    if (error != MICA_ERROR_OK) {
        return (int32_t)error;
    }
    memcpy(out, change.area, sizeof change.area);
    out[MICA_MAX_TERRAIN_MATERIALS] = change.pieces;
    give_births(world, body, words, count);
    for (int32_t i = 0; i < change.pieces; ++i) {
        MicaTerrainPiece piece;
        mica_terrain_piece(world, i, &piece);
        const float numbers[] = {piece.position.x, piece.position.y, piece.velocity.x,
                                 piece.velocity.y, piece.area,       piece.mass};
        give_births(world, piece.body, numbers, 6);
    }
    mica_clear_error(world);  // of a body that was destroyed
    return 0;
}

// Writes a piece of the last edit: body, terrain, material, position, velocity, area, mass.
void EXPORT_FOR_SIZE(terrain_piece)(MicaWorld *world, int32_t index, double *out)
{
    MicaTerrainPiece piece = {{0}, {0}, {0}, 0, {0, 0}, {0, 0}, 0, 0};
    mica_terrain_piece(world, index, &piece);
    out[0] = (double)(int32_t)piece.body.id;
    out[1] = (double)(int32_t)piece.terrain.id;
    out[2] = piece.material;
    out[3] = (double)piece.position.x;
    out[4] = (double)piece.position.y;
    out[5] = (double)piece.velocity.x;
    out[6] = (double)piece.velocity.y;
    out[7] = (double)piece.area;
    out[8] = (double)piece.mass;
}

int32_t EXPORT_FOR_SIZE(terrain_read)(MicaWorld *world, int32_t collider, int32_t column,
                                      int32_t row, int32_t columns, int32_t rows,
                                      uint8_t *densities, uint8_t *materials)
{
    return (int32_t)mica_terrain_read(world, collider_of(collider), column, row, columns, rows,
                                      densities, materials);
}

int32_t EXPORT_FOR_SIZE(terrain_set_pieces)(MicaWorld *world, int32_t collider, int32_t pieces,
                                            int32_t borderAnchors, float minimumPiece)
{
    return (int32_t)mica_terrain_set_pieces(world, collider_of(collider), (MicaTerrainPieces)pieces,
                                            borderAnchors != 0, minimumPiece);
}

// Calls on compound colliders: chains and tile maps made, cells filled and read.
#include "machine.h"

void call_create_chain(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    MicaColliderDef def = draw_material(m);
    MicaVec2 points[MAX_POINTS];
    MicaChainDef chain = {.points = points, .count = 2 + (int32_t)draw_below(m, MAX_POINTS - 1)};
    chain.loop = chain.count > 2 && draw_chance(m, 3);
    chain.oneSided = draw_chance(m, 3);
    chain.radius = draw_chance(m, 3) ? 0.05f : 0.0f;
    float x = draw_between(m, -4.0f, 0.0f);
    for (int32_t k = 0; k < chain.count; k++) {
        points[k] = (MicaVec2){x, draw_between(m, -1.0f, 1.0f)};
        x += draw_between(m, 0.1f, 2.0f);
    }
    if (draw_bad(m)) {
        points[1] = points[0];
        m->must |= ERROR_BIT(REPEATED_POINT);
    }
    if (draw_bad(m)) {
        chain.count = draw_chance(m, 2) ? 1 : -1;
        m->must |= ERROR_BIT(POINT_COUNT);
    }
    if (m->must == 0 && m->model.colliders.count >= MAX_COLLIDERS) {
        return;
    }
    SAY(m,
        "mica_chain_create(%s, %d points from (%.9g, %.9g), loop %d, one-sided %d, radius %.9g; "
        "layer %d, group %d, trigger %d)",
        BODY_NAME(m, i), chain.count, (double)points[0].x, (double)points[0].y, chain.loop,
        chain.oneSided, (double)chain.radius, def.layer, def.group, def.isTrigger);
    MicaCollider collider;
    if (TRY_CREATE(m, collider, mica_chain_create(m->world, body, &def, &chain))) {
        int32_t k = handles_add(m, &m->model.colliders, collider.id);
        if (k >= 0) {
            ColliderModel *c = &m->model.collider[k];
            *c = (ColliderModel){.body = i,
                                 .def = def,
                                 .points = chain.count,
                                 .loop = chain.loop,
                                 .oneSided = chain.oneSided};
            memcpy(c->chain, points, sizeof(MicaVec2) * (size_t)chain.count);
        }
    }
}

// A MicaTile, mostly empty or full.
static uint8_t draw_tile(Machine *m)
{
    uint32_t kind = draw_below(m, 6);
    if (kind < 2) {
        return MICA_TILE_EMPTY;
    }
    uint8_t tile =
        kind < 4 ? MICA_TILE_FULL : (uint8_t)(1 + draw_below(m, MICA_TILE_KIND_COUNT - 1));
    tile |= draw_chance(m, 8) ? MICA_TILE_ONE_WAY : 0;
    return tile | (draw_chance(m, 12) ? MICA_TILE_TRIGGER : 0);
}

void call_create_tiles(Machine *m)
{
    MicaBody body;
    int32_t i = draw_body(m, &body);
    MicaColliderDef def = draw_material(m);
    uint8_t cells[MAX_CELLS];
    MicaTilesDef tiles = {.cells = cells};
    tiles.columns = 1 + (int32_t)draw_below(m, 8);
    tiles.rows = 1 + (int32_t)draw_below(m, 3);
    float width = draw_number(m, 2e-4f, 1e6f, 0.5f, 1.5f);
    tiles.cell = (MicaVec2){width, draw_chance(m, 2) ? width : 1.0f};
    tiles.origin = draw_vec(m, 1e7f, 4.0f);
    for (int32_t k = 0; k < tiles.columns * tiles.rows; k++) {
        cells[k] = draw_tile(m);
    }
    if (draw_bad(m)) {
        cells[0] = 128 | MICA_TILE_FULL;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    if (draw_bad(m)) {
        tiles.columns = -tiles.columns;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    if (m->must == 0 && m->model.colliders.count >= MAX_COLLIDERS) {
        return;
    }
    SAY(m,
        "mica_tiles_create(%s, %d x %d cells of (%.9g, %.9g) from (%.9g, %.9g); layer %d, "
        "group %d, trigger %d)",
        BODY_NAME(m, i), tiles.columns, tiles.rows, (double)tiles.cell.x, (double)tiles.cell.y,
        (double)tiles.origin.x, (double)tiles.origin.y, def.layer, def.group, def.isTrigger);
    MicaCollider collider;
    if (TRY_CREATE(m, collider, mica_tiles_create(m->world, body, &def, &tiles))) {
        int32_t k = handles_add(m, &m->model.colliders, collider.id);
        if (k >= 0) {
            ColliderModel *c = &m->model.collider[k];
            *c = (ColliderModel){
                .body = i, .def = def, .columns = tiles.columns, .rows = tiles.rows};
            memcpy(c->cells, cells, (size_t)(tiles.columns * tiles.rows));
        }
    }
}

// A collider, of six the first that is a map.
static int32_t draw_map(Machine *m, MicaCollider *collider)
{
    int32_t i = draw_collider(m, collider);
    for (int32_t k = 0; k < 6 && i >= 0 && m->must == 0 && m->model.collider[i].columns == 0; k++) {
        i = draw_collider(m, collider);
    }
    m->must |= i >= 0 && m->model.collider[i].columns == 0 ? ERROR_BIT(BAD_SHAPE) : 0;
    return i;
}

void call_fill_tiles(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_map(m, &collider), tile = draw_tile(m);
    ColliderModel *c = &m->model.collider[i >= 0 ? i : 0];
    int32_t columns = c->columns > 0 ? c->columns : 1, rows = c->rows > 0 ? c->rows : 1;
    int32_t column = (int32_t)draw_below(m, (uint32_t)columns),
            row = (int32_t)draw_below(m, (uint32_t)rows);
    int32_t width = 1 + (int32_t)draw_below(m, (uint32_t)(columns - column)),
            height = 1 + (int32_t)draw_below(m, (uint32_t)(rows - row));
    if (draw_bad(m)) {
        static const int32_t bad[4] = {-1, 255, MICA_TILE_KIND_COUNT, MICA_TILE_ONE_WAY};
        tile = bad[draw_below(m, 4)];
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    if (draw_bad(m)) {
        width = draw_chance(m, 2) ? 0 : INT32_MAX;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    SAY(m, "mica_tiles_fill(%s, column %d, row %d, %d x %d, tile %d)", COLLIDER_NAME(m, i), column,
        row, width, height, tile);
    if (TRY(m, mica_tiles_fill(m->world, collider, column, row, width, height, tile))) {
        for (int32_t k = 0; k < height; k++) {
            memset(c->cells + (row + k) * c->columns + column, tile, (size_t)width);
        }
    }
}

void call_read_tile(Machine *m)
{
    MicaCollider collider;
    int32_t i = draw_map(m, &collider);
    const ColliderModel *c = &m->model.collider[i >= 0 ? i : 0];
    int32_t column = (int32_t)draw_below(m, c->columns > 0 ? (uint32_t)c->columns : 1),
            row = (int32_t)draw_below(m, c->rows > 0 ? (uint32_t)c->rows : 1);
    if (draw_bad(m)) {
        row = draw_chance(m, 2) ? -1 : 1000;
        m->must |= ERROR_BIT(OUT_OF_RANGE);
    }
    SAY(m, "mica_tiles_get(%s, %d, %d)", COLLIDER_NAME(m, i), column, row);
    before_call(m);
    int32_t tile = mica_tiles_get(m->world, collider, column, row);
    if (judge_call(m, mica_last_error(m->world))) {
        EXPECT(m, tile == c->cells[row * c->columns + column], "a cell is not what was set");
    } else {
        EXPECT(m, tile == -1, "a cell that does not exist has a tile");
    }
}

// The table of a world's arrays, and what treats all of them alike, those of the rooms, too:
// reserving, freeing, forgetting, copying the state, and hashing it. Called by world.c, by body.c, by
// islands.c when a crowd has fallen asleep, and by tests.
#include "world.h"

#include <string.h>

#define ROW(place, name) ARRAY_ROW(MicaWorld, place.name)
#define STATE_ROW(List, name) ROW(state, name)
#define STATIC_TREE_ROW(List, name) ROW(state.staticTree, name)
#define MOVING_TREE_ROW(List, name) ROW(state.movingTree, name)
#define OUTPUT_ROW(List, name) ROW(output, name)
#define SCRATCH_ROW(List, name) ROW(scratch, name)

const ArrayRow WORLD_ARRAYS[ARRAY_ROWS] = {
    STATE_ARRAYS(STATE_ROW) TREE_ARRAYS(STATIC_TREE_ROW) TREE_ARRAYS(MOVING_TREE_ROW)
        TABLE_ARRAYS(STATE_ROW) EVENT_ARRAYS(OUTPUT_ROW) OUTPUT_ARRAYS(OUTPUT_ROW)
            CACHE_ARRAYS(SCRATCH_ROW) SCRATCH_ARRAYS(SCRATCH_ROW)};

const NumberRow STATE_NUMBER_ROWS[3] = {
    {offsetof(MicaWorld, state.layers), STATE_NUMBER_BYTES},
    {offsetof(MicaWorld, state.staticTree.levelStart), TREE_NUMBER_BYTES},
    {offsetof(MicaWorld, state.movingTree.levelStart), TREE_NUMBER_BYTES}};

// `base`: the world, or the scratch of a room, in which the array of the row lies.
static AnyArray row_load(const void *base, const ArrayRow *row)
{
    AnyArray array;
    memcpy(&array, (const char *)base + row->offset, sizeof array);
    return array;
}

static void row_store(void *base, const ArrayRow *row, AnyArray array)
{
    memcpy((char *)base + row->offset, &array, sizeof array);
}

// False, and the array unchanged, without memory.
static bool row_reserve(MicaWorld *world, const ArrayRow *row, int32_t capacity)
{
    return array_reserve(&world->host.memory, (char *)world + row->offset, capacity,
                         row->elementSize);
}

bool world_reserve_body_arrays(MicaWorld *world, int32_t capacity)
{
    for (int32_t i = 0; i < BODY_ROWS_END; ++i) {
        if (!row_reserve(world, &WORLD_ARRAYS[i], capacity)) {
            return false;
        }
    }
    return true;
}

void world_set_body_count(MicaWorld *world, int32_t count)
{
    for (int32_t i = 0; i < BODY_ROWS_END; ++i) {
        AnyArray array = row_load(world, &WORLD_ARRAYS[i]);
        array.count = count;
        row_store(world, &WORLD_ARRAYS[i], array);
    }
}

static void free_rows(Memory *memory, void *base, const ArrayRow *rows, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        array_free(memory, (char *)base + rows[i].offset, rows[i].elementSize);
    }
}

// Frees the arrays of the world from row `first` on, and those of all rooms.
static void free_from(MicaWorld *world, int32_t first)
{
    Memory *m = &world->host.memory;
    free_rows(m, world, WORLD_ARRAYS + first, ARRAY_ROWS - first);
    for (Room i = 0; i < ROOMS; ++i) {
        free_rows(m, room_scratch(world, i), ROOM_TABLE[i].rows, ROOM_TABLE[i].count);
    }
}

void world_free_arrays(MicaWorld *world) { free_from(world, 0); }

void world_release_scratch(MicaWorld *world) { free_from(world, OUTPUT_ROWS_END); }

void world_release_spares(MicaWorld *world)
{
    for (Room i = 0; i < ROOMS; ++i) {
        const RoomScratch *room = &ROOM_TABLE[i];
        free_rows(&world->host.memory, room_scratch(world, i), room->rows + room->caches,
                  room->spares);
    }
}

// Sets `bytes` bytes at `start` to 0, but for the arrays of `count` rows, which lie there: they keep
// their memory, and their counts become 0. The bytes of the arrays from `first` to `end` become 0, too.
static void forget_rows(void *base, const ArrayRow *rows, int32_t count, int32_t first, int32_t end,
                        void *start, size_t bytes)
{
    AnyArray kept[ARRAY_ROWS];
    ASSERT(count <= ARRAY_ROWS);
    for (int32_t i = 0; i < count; ++i) {
        AnyArray array = row_load(base, &rows[i]);
        if (array.capacity > 0 && i >= first && i < end) {
            memset(array.data, 0, rows[i].elementSize * (size_t)array.capacity);
        }
        array.count = 0;
        kept[i] = array;
    }
    memset(start, 0, bytes);
    for (int32_t i = 0; i < count; ++i) {
        row_store(base, &rows[i], kept[i]);
    }
}

// Sets all counts and numbers of output and scratch to 0. The bytes of their arrays become 0, too, or
// of the caches alone.
static void forget(MicaWorld *world, bool cachesAlone)
{
    const int32_t rows = ARRAY_ROWS - TABLE_ROWS_END;
    forget_rows(world, WORLD_ARRAYS + TABLE_ROWS_END, rows,
                cachesAlone ? OUTPUT_ROWS_END - TABLE_ROWS_END : 0,
                cachesAlone ? CACHE_ROWS_END - TABLE_ROWS_END : rows, &world->output,
                sizeof *world - offsetof(MicaWorld, output));
    tree_forget_changes(&world->state.staticTree);
    tree_forget_changes(&world->state.movingTree);
    for (Room i = 0; i < ROOMS; ++i) {
        const RoomScratch *room = &ROOM_TABLE[i];
        forget_rows(room_scratch(world, i), room->rows, room->count, 0,
                    cachesAlone ? room->caches : room->count, room_scratch(world, i),
                    (size_t)room->bytes);
    }
}

static void poses_follow(MicaWorld *world)
{
    if (world->state.transforms.count > 0) {
        memcpy(world->output.poses.data, world->state.transforms.data,
               sizeof(Transform) * (size_t)world->state.transforms.count);
    }
}

void world_forget(MicaWorld *world)
{
    forget(world, false);
    poses_follow(world);
}

// The capacity for all particles that the matter of a world may come to have.
static bool reserve_particles(MicaWorld *to, const WorldState *s)
{
#if defined(MICA_MATTER)
    return s->matters.count == 0 ||
           particles_reserve(to, matter_capacity(s), particles_are_mortal(s));
#else
    (void)to, (void)s;
    return true;
#endif
}

// Capacity for what a snapshot has, and for what the calls and steps after it rely on.
static bool reserve_copy(MicaWorld *to, const MicaWorld *from)
{
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        if (row_is_saved(i) &&
            !row_reserve(to, &WORLD_ARRAYS[i], row_load(from, &WORLD_ARRAYS[i]).count)) {
            return false;
        }
    }
    const WorldState *s = &from->state;
    Memory *m = &to->host.memory;
    return world_reserve(to, s->bodies.count, s->colliders.count, s->joints.count) &&
           pair_reserve(to, s->contacts.count) && polygon_reserve(to, s->polygons.count) &&
           tile_blocks_reserve_copy(to, s) && reserve_particles(to, s) &&
           ARRAY_RESERVE_RARELY(m, &to->state.freeFields, to->state.fields.capacity) &&
           ARRAY_RESERVE_RARELY(m, &to->state.freeMovers, to->state.movers.capacity) &&
           ARRAY_RESERVE_RARELY(m, &to->state.pendingWoke,
                                s->pendingWoke.count + to->state.bodies.capacity);
}

bool world_copy_state(MicaWorld *to, const MicaWorld *from)
{
    if (!reserve_copy(to, from)) {
        return false;
    }
    forget(to, true);
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        const ArrayRow *row = &WORLD_ARRAYS[i];
        AnyArray source = row_load(from, row), target = row_load(to, row);
        size_t copied = row->elementSize * (size_t)source.count;
        size_t had = row->elementSize * (size_t)target.count;
        if (!row_is_saved(i)) {
            continue;
        }
        copy_bytes(target.data, source.data, copied);
        // Behind the records in use all bytes are 0, as in a new world.
        if (had > copied) {
            memset((char *)target.data + copied, 0, had - copied);
        }
        target.count = source.count;
        row_store(to, row, target);
    }
    for (int32_t i = 0; i < 3; ++i) {
        const NumberRow *row = &STATE_NUMBER_ROWS[i];
        memcpy((char *)to + row->offset, (const char *)from + row->offset, row->size);
    }
    // Their boxes follow from their points.
    for (int32_t i = 0; i < to->state.chains.count; ++i) {
        if (to->state.chains.data[i].count > 0) {
            chain_build_nodes(to, &to->state.chains.data[i]);
        }
    }
    pair_rebuild_table(to);
    polygon_rebuild_table(to);
    tile_blocks_rebuild(to);
    poses_follow(to);
    return true;
}

// FNV-1a, a word at a time; the bytes of the last word are filled up.
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t bytes)
{
    const char *at = data;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        memcpy(&word, at + i, bytes - i < 4 ? bytes - i : 4);
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

uint64_t world_state_hash(const MicaWorld *world)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int32_t i = 0; i < STATE_ROWS_END; ++i) {
        AnyArray array = row_load(world, &WORLD_ARRAYS[i]);
        hash = hash_bytes(hash, array.data, WORLD_ARRAYS[i].elementSize * (size_t)array.count);
    }
    for (int32_t i = 0; i < 3; ++i) {
        const NumberRow *row = &STATE_NUMBER_ROWS[i];
        hash = hash_bytes(hash, (const char *)world + row->offset, row->size);
    }
    return hash;
}

// The table of a world's arrays, and what treats all of them alike: reserving, freeing, forgetting,
// copying the state, and hashing it. Called by world.c, by body.c, by islands.c when a crowd has
// fallen asleep, and by tests.
#include "world.h"

#include <string.h>

#define ROW(place, name)                                                                           \
    {offsetof(MicaWorld, place.name), sizeof *((MicaWorld *)NULL)->place.name.data},
#define STATE_ROW(List, name) ROW(state, name)
#define STATIC_TREE_ROW(List, name) ROW(state.staticTree, name)
#define MOVING_TREE_ROW(List, name) ROW(state.movingTree, name)
#define OUTPUT_ROW(List, name) ROW(output, name)
#define SCRATCH_ROW(List, name) ROW(scratch, name)

const ArrayRow WORLD_ARRAYS[ARRAY_ROWS] = {
    STATE_ARRAYS(STATE_ROW) TREE_ARRAYS(STATIC_TREE_ROW) TREE_ARRAYS(MOVING_TREE_ROW)
        OUTPUT_ARRAYS(OUTPUT_ROW) SCRATCH_ARRAYS(SCRATCH_ROW)};

const NumberRow STATE_NUMBER_ROWS[3] = {
    {offsetof(MicaWorld, state.layers), STATE_NUMBER_BYTES},
    {offsetof(MicaWorld, state.staticTree.levelStart), TREE_NUMBER_BYTES},
    {offsetof(MicaWorld, state.movingTree.levelStart), TREE_NUMBER_BYTES}};

static AnyArray row_load(const MicaWorld *world, const ArrayRow *row)
{
    AnyArray array;
    memcpy(&array, (const char *)world + row->offset, sizeof array);
    return array;
}

static void row_store(MicaWorld *world, const ArrayRow *row, AnyArray array)
{
    memcpy((char *)world + row->offset, &array, sizeof array);
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

// Frees the arrays of all rows from `first` on.
static void free_rows(MicaWorld *world, int32_t first)
{
    for (int32_t i = first; i < ARRAY_ROWS; ++i) {
        array_free(&world->host.memory, (char *)world + WORLD_ARRAYS[i].offset,
                   WORLD_ARRAYS[i].elementSize);
    }
}

void world_free_arrays(MicaWorld *world) { free_rows(world, 0); }

void world_release_scratch(MicaWorld *world) { free_rows(world, OUTPUT_ROWS_END); }

void world_forget(MicaWorld *world)
{
    AnyArray kept[ARRAY_ROWS - STATE_ROWS_END];
    for (int32_t i = STATE_ROWS_END; i < ARRAY_ROWS; ++i) {
        AnyArray array = row_load(world, &WORLD_ARRAYS[i]);
        if (array.capacity > 0) {
            memset(array.data, 0, WORLD_ARRAYS[i].elementSize * (size_t)array.capacity);
        }
        array.count = 0;
        kept[i - STATE_ROWS_END] = array;
    }
    memset(&world->output, 0, sizeof world->output);
    memset(&world->scratch, 0, sizeof world->scratch);
    for (int32_t i = STATE_ROWS_END; i < ARRAY_ROWS; ++i) {
        row_store(world, &WORLD_ARRAYS[i], kept[i - STATE_ROWS_END]);
    }
    if (world->state.transforms.count > 0) {
        memcpy(world->output.poses.data, world->state.transforms.data,
               sizeof(Transform) * (size_t)world->state.transforms.count);
    }
}

bool world_copy_state(MicaWorld *to, const MicaWorld *from)
{
    // By capacity, not by count: what was reserved for later, such as places in the lists of free
    // slots, is reserved here too. So is room for what the next step tells the game.
    for (int32_t i = 0; i < OUTPUT_ROWS_END; ++i) {
        if (!row_reserve(to, &WORLD_ARRAYS[i], row_load(from, &WORLD_ARRAYS[i]).capacity)) {
            return false;
        }
    }
    for (int32_t i = 0; i < STATE_ROWS_END; ++i) {
        const ArrayRow *row = &WORLD_ARRAYS[i];
        AnyArray source = row_load(from, row), target = row_load(to, row);
        if (source.count > 0) {
            memcpy(target.data, source.data, row->elementSize * (size_t)source.count);
        }
        target.count = source.count;
        row_store(to, row, target);
    }
    for (int32_t i = 0; i < 3; ++i) {
        const NumberRow *row = &STATE_NUMBER_ROWS[i];
        memcpy((char *)to + row->offset, (const char *)from + row->offset, row->size);
    }
    world_forget(to);
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

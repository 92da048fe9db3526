// What treats all arrays of a world alike, by the lists in state.h: freeing, forgetting, copying
// the state, and hashing it. Called by world.c, by islands.c when a crowd has fallen asleep, and by
// tests.
#include "world.h"

#include <string.h>

void world_set_body_count(MicaWorld *world, int32_t count)
{
#define SET_COUNT(List, name) world->state.name.count = count;
    BODY_ARRAYS(SET_COUNT)
}

// Where an array lies in its struct, and the size of its elements: a list as data, so that freeing it
// is a loop instead of a call an array.
typedef struct ArrayField {
    uint16_t offset, elementSize;
} ArrayField;

// What every ARRAY(T) is, whatever T.
typedef struct AnyArray {
    void *data;
    int32_t count, capacity;
} AnyArray;

#define FIELD_OF(Struct, name) {offsetof(Struct, name), sizeof *((Struct *)NULL)->name.data},

static void free_fields(Memory *m, void *owner, const ArrayField *fields, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        AnyArray *array = (AnyArray *)(void *)((char *)owner + fields[i].offset);
        array_free(m, &array->data, &array->count, &array->capacity, fields[i].elementSize);
    }
}

void world_free_arrays(MicaWorld *world)
{
#define STATE_FIELD(List, name) FIELD_OF(WorldState, name)
#define OUTPUT_FIELD(List, name) FIELD_OF(WorldOutput, name)
    static const ArrayField state[] = {STATE_ARRAYS(STATE_FIELD)};
    static const ArrayField output[] = {OUTPUT_ARRAYS(OUTPUT_FIELD)};
    Memory *m = &world->host.memory;
    free_fields(m, &world->state, state, sizeof state / sizeof *state);
    free_fields(m, &world->output, output, sizeof output / sizeof *output);
    tree_free(m, &world->state.staticTree);
    tree_free(m, &world->state.movingTree);
    world_release_scratch(world);
}

void world_release_scratch(MicaWorld *world)
{
#define SCRATCH_FIELD(List, name) FIELD_OF(WorldScratch, name)
    static const ArrayField scratch[] = {SCRATCH_ARRAYS(SCRATCH_FIELD)};
    free_fields(&world->host.memory, &world->scratch, scratch, sizeof scratch / sizeof *scratch);
}

// The bytes of an array's capacity, or of its elements in use.
#define CAPACITY_BYTES(array) (sizeof *(array).data * (size_t)(array).capacity)
#define COUNT_BYTES(array) (sizeof *(array).data * (size_t)(array).count)

void world_forget(MicaWorld *world)
{
#define FORGET(List, name)                                                                         \
    if (into->name.capacity > 0) {                                                                 \
        memset(into->name.data, 0, CAPACITY_BYTES(into->name));                                    \
        lists.name = into->name;                                                                   \
        lists.name.count = 0;                                                                      \
    }
    {
        WorldOutput *into = &world->output, lists = {0};
        OUTPUT_ARRAYS(FORGET)
        *into = lists;
    }
    {
        WorldScratch *into = &world->scratch, lists = {0};
        SCRATCH_ARRAYS(FORGET)
        *into = lists;
    }
    if (world->state.transforms.count > 0) {
        memcpy(world->output.poses.data, world->state.transforms.data,
               COUNT_BYTES(world->state.transforms));
    }
}

static bool reserve_tree(Memory *m, Tree *to, const Tree *from)
{
#define RESERVE_TREE(List, name)                                                                   \
    if (!ARRAY_RESERVE(m, &to->name, from->name.capacity)) {                                       \
        return false;                                                                              \
    }
    TREE_ARRAYS(RESERVE_TREE)
    return true;
}

// Copies the elements of one array into another that has the capacity, which `whole`, a copy of the
// struct around `from`, then names.
#define COPY_ARRAY(to, from, whole)                                                                \
    if ((from)->count > 0) {                                                                       \
        memcpy((to)->data, (from)->data, COUNT_BYTES(*(from)));                                    \
    }                                                                                              \
    (whole)->data = (to)->data;                                                                    \
    (whole)->capacity = (to)->capacity;

static Tree copy_tree(const Tree *to, const Tree *from)
{
    Tree whole = *from;
#define COPY_TREE(List, name) COPY_ARRAY(&to->name, &from->name, &whole.name)
    TREE_ARRAYS(COPY_TREE)
    return whole;
}

bool world_copy_state(MicaWorld *to, const MicaWorld *from)
{
    // By capacity, not by count: what was reserved for later, such as places in the lists of free
    // slots, is reserved here too.
    Memory *m = &to->host.memory;
    const WorldState *s = &from->state;
#define RESERVE_STATE(List, name)                                                                  \
    if (!ARRAY_RESERVE(m, &to->state.name, s->name.capacity)) {                                    \
        return false;                                                                              \
    }
    STATE_ARRAYS(RESERVE_STATE)
#define RESERVE_OUTPUT(List, name)                                                                 \
    if (!ARRAY_RESERVE(m, &to->output.name, from->output.name.capacity)) {                         \
        return false;                                                                              \
    }
    OUTPUT_ARRAYS(RESERVE_OUTPUT)
    if (!reserve_tree(m, &to->state.staticTree, &s->staticTree) ||
        !reserve_tree(m, &to->state.movingTree, &s->movingTree)) {
        return false;
    }
    WorldState whole = *s;
#define COPY_STATE(List, name) COPY_ARRAY(&to->state.name, &s->name, &whole.name)
    STATE_ARRAYS(COPY_STATE)
    whole.staticTree = copy_tree(&to->state.staticTree, &s->staticTree);
    whole.movingTree = copy_tree(&to->state.movingTree, &s->movingTree);
    to->state = whole;
    world_forget(to);
    return true;
}

// FNV-1a, a word at a time; all records are whole words, and the bytes of the last are filled up.
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

static uint64_t hash_tree(uint64_t hash, const Tree *tree)
{
#define HASH_TREE(List, name) hash = hash_bytes(hash, tree->name.data, COUNT_BYTES(tree->name));
    TREE_ARRAYS(HASH_TREE)
    return hash;
}

uint64_t world_state_hash(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    uint64_t hash = 0xcbf29ce484222325u;
#define HASH_STATE(List, name) hash = hash_bytes(hash, s->name.data, COUNT_BYTES(s->name));
    STATE_ARRAYS(HASH_STATE)
    hash = hash_bytes(hash, &s->layers, sizeof s->layers);
    hash = hash_bytes(hash, &s->steps, sizeof s->steps);
    return hash_tree(hash_tree(hash, &s->staticTree), &s->movingTree);
}

// Growable arrays of plain structs. A world's memory is nothing but these: all of it is counted,
// grows by half of itself, is zeroed when it arrives and starts on a cache line (64 bytes). Reserve
// first, then mutate: a reserve that fails changes nothing.
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(MICA_ASSERT)
#define ASSERT(condition) assert(condition)
#else
#define ASSERT(condition) ((void)0)
#endif

typedef struct Memory {
    uint64_t bytes;     // held now
    uint64_t maxBytes;  // 0: no limit
} Memory;

// An array of T: data, count elements in use, capacity elements held.
#define ARRAY(T)                                                                                   \
    struct {                                                                                       \
        T *data;                                                                                   \
        int32_t count, capacity;                                                                   \
    }

// A member of a struct whose arrays an X-macro list names, as X(list type, name).
#define ARRAY_MEMBER(List, name) List name;

// Makes room for at least `needed` elements; false when memory ran out or the limit is reached.
#define ARRAY_RESERVE(memory, array, needed)                                                       \
    ((needed) <= (array)->capacity ||                                                              \
     array_grow((memory), (void **)&(array)->data, &(array)->capacity, (needed),                   \
                sizeof *(array)->data))

#define ARRAY_FREE(memory, array)                                                                  \
    array_free((memory), (void **)&(array)->data, &(array)->count, &(array)->capacity,             \
               sizeof *(array)->data)

bool array_grow(Memory *memory, void **data, int32_t *capacity, int32_t needed, size_t elementSize);
// Not inlined: a world frees some fifty arrays.
__attribute__((noinline)) void array_free(Memory *memory, void **data, int32_t *count,
                                          int32_t *capacity, size_t elementSize);

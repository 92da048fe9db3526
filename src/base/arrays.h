// Growable arrays of plain structs, and ASSERT. All memory of a world is in such arrays. Their
// bytes are counted against a limit; new elements are zero; `data` starts on a cache line (64
// bytes). Callers reserve first and mutate then: a reserve that fails changes nothing.
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
    uint64_t bytes;     // allocated now
    uint64_t maxBytes;  // 0: no limit
} Memory;

// An array of T: `count` elements in use, `capacity` elements allocated.
#define ARRAY(T)                                                                                   \
    struct {                                                                                       \
        T *data;                                                                                   \
        int32_t count, capacity;                                                                   \
    }

// A member of a struct whose arrays an X-macro list names, as X(list type, name); the same for a
// list of members that are no arrays, as X(type, name), and their bytes, to be summed.
#define ARRAY_MEMBER(List, name) List name;
#define NUMBER_MEMBER(Type, name) Type name;
#define NUMBER_BYTES(Type, name) +sizeof(Type)

// The layout of every ARRAY(T). Code that treats arrays of all T alike copies the struct into one of
// these by memcpy, and back.
typedef ARRAY(void) AnyArray;

// Grows the array to a capacity of at least `needed`, unless it has that. False, and the array
// unchanged, if memory ran out or Memory.maxBytes would be exceeded. For what every step reserves:
// there is no call unless the array has to grow. ARRAY_RESERVE_RARELY does the same in less code.
#define ARRAY_RESERVE(memory, array, needed)                                                       \
    ((needed) <= (array)->capacity || ARRAY_RESERVE_RARELY(memory, array, needed))
#define ARRAY_RESERVE_RARELY(memory, array, needed)                                                \
    array_reserve((memory), (array), (needed), sizeof *(array)->data)

#define ARRAY_FREE(memory, array) array_free((memory), (array), sizeof *(array)->data)

// Called by the macros above, and by what treats arrays of all T alike. `array` is any ARRAY(T).
bool array_reserve(Memory *memory, void *array, int32_t needed, size_t elementSize);
void array_free(Memory *memory, void *array, size_t elementSize);

// Growth and release of the arrays declared in arrays.h. All heap memory of a world but the world
// struct itself is allocated here; nothing else in src/ calls an allocator. `Memory` counts it.
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

static size_t padded(size_t bytes) { return (bytes + CACHE_LINE - 1) & ~(size_t)(CACHE_LINE - 1); }

static AnyArray load(const void *array)
{
    AnyArray any;
    memcpy(&any, array, sizeof any);
    return any;
}

// The new capacity is the larger of `needed` and one and a half times the old. Byte sizes stay
// below 2^31, since a wasm32 address space holds no more.
static bool grow(Memory *memory, AnyArray *array, int32_t needed, size_t elementSize)
{
    int64_t wanted = array->capacity < 16 ? 16 : array->capacity + (int64_t)array->capacity / 2;
    if (wanted < needed) {
        wanted = needed;
    }
    if (wanted > INT32_MAX / 2 || (uint64_t)wanted * elementSize > (uint64_t)INT32_MAX) {
        return false;
    }
    size_t oldSize = padded((size_t)array->capacity * elementSize),
           newSize = padded((size_t)wanted * elementSize);
    if (memory->maxBytes != 0 && memory->bytes - oldSize + newSize > memory->maxBytes) {
        return false;
    }
    char *fresh = aligned_alloc(CACHE_LINE, newSize);
    if (fresh == NULL) {
        return false;
    }
    if (array->data != NULL) {
        memcpy(fresh, array->data, oldSize);
        free(array->data);
    }
    memset(fresh + oldSize, 0, newSize - oldSize);
    memory->bytes += newSize - oldSize;
    array->data = fresh;
    array->capacity = (int32_t)wanted;
    return true;
}

bool array_reserve(Memory *memory, void *array, int32_t needed, size_t elementSize)
{
    AnyArray any = load(array);
    if (needed <= any.capacity) {
        return true;
    }
    if (!grow(memory, &any, needed, elementSize)) {
        return false;
    }
    memcpy(array, &any, sizeof any);
    return true;
}

void array_free(Memory *memory, void *array, size_t elementSize)
{
    AnyArray any = load(array);
    memory->bytes -= padded((size_t)any.capacity * elementSize);
    free(any.data);
    memset(array, 0, sizeof any);
}

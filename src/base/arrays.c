// Growth and release of the arrays declared in arrays.h. All heap memory of a world but the world
// struct itself is allocated here; nothing else in src/ calls an allocator. `Memory` counts it.
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_LINE 64

static size_t padded(size_t bytes) { return (bytes + CACHE_LINE - 1) & ~(size_t)(CACHE_LINE - 1); }

// The new capacity is the larger of `needed` and one and a half times the old. Byte sizes stay
// below 2^31, since a wasm32 address space holds no more.
bool array_grow(Memory *memory, void **data, int32_t *capacity, int32_t needed, size_t elementSize)
{
    int64_t wanted = *capacity < 16 ? 16 : *capacity + (int64_t)*capacity / 2;
    if (wanted < needed) {
        wanted = needed;
    }
    if (wanted > INT32_MAX / 2 || (uint64_t)wanted * elementSize > (uint64_t)INT32_MAX) {
        return false;
    }
    size_t oldSize = padded((size_t)*capacity * elementSize),
           newSize = padded((size_t)wanted * elementSize);
    if (memory->maxBytes != 0 && memory->bytes - oldSize + newSize > memory->maxBytes) {
        return false;
    }
    char *fresh = aligned_alloc(CACHE_LINE, newSize);
    if (fresh == NULL) {
        return false;
    }
    if (*data != NULL) {
        memcpy(fresh, *data, oldSize);
        free(*data);
    }
    memset(fresh + oldSize, 0, newSize - oldSize);
    memory->bytes += newSize - oldSize;
    *data = fresh;
    *capacity = (int32_t)wanted;
    return true;
}

void array_free(Memory *memory, void **data, int32_t *count, int32_t *capacity, size_t elementSize)
{
    memory->bytes -= padded((size_t)*capacity * elementSize);
    free(*data);
    *data = NULL;
    *count = 0;
    *capacity = 0;
}

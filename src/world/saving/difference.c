// The difference of two snapshots: the words of four bytes of the one that the other has not at the same
// place of the same array. Arrays are compared by themselves, since those before them may have grown.
// js/world/saving/delta.js puts a snapshot together again. Called by games and the bridge.
//
// A difference is a lead, the header and table of the snapshot, and then its sections (numbers, arrays,
// the game's own bytes), each from a block of 32 words to the next. 32 blocks have a word before them with
// a bit for each that differs at all, the lowest first; each of these has a word with a bit for each word
// that differs, and behind it those words. Beyond the end of an array of the base, it counts as zeros.
#include "world.h"

#include <string.h>

#define FORM 1u
#define DIFFERENCE_MAGIC 0x6463696du  // "micd"

// Words of the header of a snapshot: see Header in snapshot.c.
enum { BYTES = 2, HOST_BYTES = 3, CHECKSUM = 4, ROWS = 6, NUMBER_BYTES = 7, HEADER = 8 };
enum { LEAD = 5, BLOCK = 32, BLOCKS = 32 * BLOCK };
// What 32 blocks take at most, while they are written.
enum { ROOM = 1 + BLOCKS + BLOCKS / BLOCK + 1 };

// Words of so many bytes with what fills them up to a multiple of 16.
static uint64_t padded_words(uint64_t bytes) { return (bytes + 15) / 16 * 4; }

// Words of header and table.
static uint64_t table_words(const uint32_t *words)
{
    return HEADER + padded_words(8 * (uint64_t)words[ROWS]);
}

// Words of a section: of the numbers, of the arrays from 1 on, of the game's own bytes.
static uint64_t section_words(const uint32_t *words, uint32_t section)
{
    uint32_t rows = words[ROWS];
    if (section == 0 || section > rows) {
        return padded_words(words[section == 0 ? NUMBER_BYTES : HOST_BYTES]);
    }
    const uint32_t *row = words + HEADER + 2 * (section - 1);
    return padded_words((uint64_t)row[0] * row[1]);
}

// Whether the sizes of a snapshot's sections add up to what it has.
static bool is_whole(const uint32_t *words, uint64_t bytes)
{
    if (bytes < 4 * HEADER || bytes % 16 != 0 || words[BYTES] != bytes ||
        table_words(words) > bytes / 4) {
        return false;
    }
    uint64_t left = bytes / 4 - table_words(words);
    for (uint32_t section = 0; section < words[ROWS] + 2; ++section) {
        uint64_t needed = section_words(words, section);
        if (needed > left) {
            return false;
        }
        left -= needed;
    }
    return left == 0;
}

static bool are_equal(const uint32_t *words, const uint32_t *base, uint32_t count)
{
    uint64_t differ = 0;
    if (count == BLOCK) {
        for (int32_t i = 0; i < BLOCK; i += 2) {
            uint64_t a, b;
            memcpy(&a, words + i, sizeof a);
            memcpy(&b, base + i, sizeof b);
            differ |= a ^ b;
        }
        return differ == 0;
    }
    return memcmp(words, base, count * sizeof *words) == 0;
}

// A section: `common` words of it are in the base, too.
typedef struct Section {
    const uint32_t *words, *base;
    uint32_t count, common;
} Section;

// Writes the words of a block that differ, and before them which these are; gives where the next ones
// go, which is `out` if there are none. Without branches: which words of a moving body differ cannot be
// predicted.
static uint32_t *write_block(uint32_t *out, const Section *s, uint32_t first, uint32_t count)
{
    uint32_t mask = 0, *next = out + 1;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = s->words[first + i],
                 before = first + i < s->common ? s->base[first + i] : 0;
        *next = word;
        next += word != before;
        mask |= (uint32_t)(word != before) << i;
    }
    *out = mask;
    return mask == 0 ? out : next;
}

// Writes a section to `out`, which ends at `end`; null if it does not fit.
static uint32_t *write_section(uint32_t *out, const uint32_t *end, const Section *s)
{
    for (uint32_t first = 0; first < s->count; first += BLOCKS) {
        // A block writes one word more than it keeps.
        if (end - out < ROOM) {
            return NULL;
        }
        uint32_t bits = 0, *bitsAt = out++;
        for (uint32_t k = 0; k < 32 && first + BLOCK * k < s->count; ++k) {
            uint32_t at = first + BLOCK * k, left = s->count - at,
                     count = left < BLOCK ? left : BLOCK;
            if (at + count <= s->common && are_equal(s->words + at, s->base + at, count)) {
                continue;
            }
            uint32_t *next = write_block(out, s, at, count);
            bits |= (uint32_t)(next != out) << k;
            out = next;
        }
        *bitsAt = bits;
    }
    return out;
}

uint32_t mica_snapshot_difference(const void *bytes, uint64_t size, const void *base,
                                  uint64_t baseSize, void *out, uint64_t capacity)
{
    const uint32_t *words = bytes, *before = base;
    if (bytes == NULL || base == NULL || out == NULL || !is_whole(words, size) ||
        !is_whole(before, baseSize) || words[ROWS] != before[ROWS]) {
        return 0;
    }
    uint64_t table = table_words(words), at = table, baseAt = table;
    uint32_t *start = out, *next = start + LEAD + table;
    const uint32_t *end = start + capacity / sizeof *end;
    if (capacity / sizeof *end < LEAD + table) {
        return 0;
    }
    const uint32_t lead[LEAD] = {DIFFERENCE_MAGIC, FORM, words[BYTES], before[CHECKSUM],
                                 before[CHECKSUM + 1]};
    memcpy(start, lead, sizeof lead);
    memcpy(start + LEAD, words, table * sizeof *words);
    for (uint32_t i = 0; next != NULL && i < words[ROWS] + 2; ++i) {
        uint32_t count = (uint32_t)section_words(words, i),
                 baseCount = (uint32_t)section_words(before, i);
        Section s = {words + at, before + baseAt, count, count < baseCount ? count : baseCount};
        next = write_section(next, end, &s);
        at += count;
        baseAt += baseCount;
    }
    return next != NULL ? (uint32_t)((next - start) * (ptrdiff_t)sizeof *next) : 0;
}

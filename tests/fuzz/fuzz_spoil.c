// Snapshots spoilt: numbers, bytes, records and counts of one changed, as the bytes of the input say, and
// its checksum made right again, so that nothing but the check of its contents can refuse it.
#include "fuzz.h"
#include "snapshot.h"
#include "state.h"

enum { HEADER_BYTES = 32, SUM_AT = 16, NUMBER_SECTIONS = 3, MAX_SECTIONS = ARRAY_ROWS + 3 };

// The records of a saved array, or one of the blocks of numbers.
typedef struct Section {
    uint64_t at, bytes;  // in the snapshot, without the zeroes behind it
    uint32_t elementSize;
    uint64_t countAt;  // where the table has the count of the array; 0: numbers
} Section;

static uint64_t aligned(uint64_t bytes) { return (bytes + 15u) / 16u * 16u; }

static uint32_t word_at(const Saved *s, uint64_t at)
{
    uint32_t word;
    memcpy(&word, s->bytes + at, sizeof word);
    return word;
}

static void set_word(Saved *s, uint64_t at, uint32_t word)
{
    memcpy(s->bytes + at, &word, sizeof word);
}

void fix_checksum(Saved *s)
{
    uint64_t sum = snapshot_checksum(s->bytes + HEADER_BYTES, s->size - HEADER_BYTES);
    set_word(s, 8, (uint32_t)s->size);
    memcpy(s->bytes + SUM_AT, &sum, sizeof sum);
}

// Where header and table end.
static uint64_t first_number(const Saved *s) { return HEADER_BYTES + aligned(8u * word_at(s, 24)); }

// The sections that are not empty; how many.
static int32_t find_sections(const Saved *s, Section *out)
{
    int32_t n = 0;
    uint64_t table = HEADER_BYTES, at = first_number(s);
    for (int32_t i = 0; i < NUMBER_SECTIONS; ++i) {
        uint64_t bytes = STATE_NUMBER_ROWS[i].size;
        out[n++] = (Section){at, bytes, (uint32_t)bytes, 0};
        at += aligned(bytes);
    }
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        if (row_is_saved(i)) {
            uint64_t bytes = (uint64_t)word_at(s, table) * word_at(s, table + 4);
            if (bytes > 0) {
                out[n++] = (Section){at, bytes, word_at(s, table), table + 4};
            }
            at += aligned(bytes);
            table += 8;
        }
    }
    return n;
}

static uint32_t read_odd_word(Input *in)
{
    static const float odd[16] = {1.0f,   -1.0f,  0.5f,  NAN,   INFINITY, -INFINITY, 3e38f, -3e38f,
                                  1e-40f, 1e-20f, 1e-4f, -1e7f, 1e15f,    4e4f,      1e20f, 2.0f};
    uint32_t b = read_byte(in), word;
    switch (b % 8) {
    case 0:
        return 0;
    case 1:
        return UINT32_MAX;
    case 2:
        return read_byte(in) % 64;
    case 3:
        return read_word(in);
    case 4:
        return (uint32_t)INT32_MAX + b / 128;
    case 5:
        return 0u - read_byte(in) % 32;
    default:
        memcpy(&word, &odd[read_byte(in) % 16], sizeof word);
        return word;
    }
}

// Below `end`, which is not 0.
static uint64_t read_at(Input *in, uint64_t end)
{
    uint32_t high = read_byte(in);
    return (high << 8 | read_byte(in)) % end;
}

static uint64_t read_record(Input *in, const Section *section)
{
    return section->at + section->elementSize * read_at(in, section->bytes / section->elementSize);
}

// Puts records behind the last one, or takes some away, and says so in the table.
static void change_count(Input *in, Saved *s, const Section *section)
{
    if (section->countAt == 0) {
        return;
    }
    uint32_t b = read_byte(in), count = (uint32_t)(section->bytes / section->elementSize),
             by = b % 16 == 15 || b % 16 / 4 >= count ? count : b % 16 / 4 + 1,
             to = b & 128 ? count + by : count - by;
    uint64_t from = section->at + aligned(section->bytes),
             bytes = (uint64_t)to * section->elementSize, end = section->at + aligned(bytes);
    if (s->size - from + end > s->capacity) {
        return;
    }
    memmove(s->bytes + end, s->bytes + from, s->size - from);
    s->size = s->size - from + end;
    for (uint64_t i = section->bytes; i < bytes; ++i) {
        s->bytes[section->at + i] = b & 64 ? s->bytes[section->at + i - section->elementSize] : 0;
    }
    memset(s->bytes + section->at + bytes, 0, end - section->at - bytes);
    set_word(s, section->countAt, to);
}

static void change_records(Input *in, Saved *s, const Section *section, uint32_t kind)
{
    char *one = s->bytes + read_record(in, section), *other = s->bytes + read_record(in, section);
    uint32_t size = section->elementSize, at = size >= 4 ? read_byte(in) % (size / 4) * 4 : 0;
    char kept[4096];
    if (kind == 0 && size <= sizeof kept) {
        memcpy(kept, one, size);
        memmove(one, other, size);
        memcpy(other, kept, size);
    } else if (kind == 1) {
        memmove(one, other, size);
    } else {
        memmove(one + at, other + at, size >= 4 ? 4 : size);
    }
}

// A number of 1, 2, 4 or 8 bytes: set, moved by a little, or a bit of it flipped.
static void change_number(Input *in, Saved *s, const Section *section, uint32_t kind)
{
    static const uint32_t widths[8] = {4, 4, 4, 4, 4, 1, 2, 8};
    uint32_t b = read_byte(in), width = widths[b % 8];
    uint64_t value = 0;
    if (section->bytes < width) {
        return;
    }
    char *at = s->bytes + section->at + width * read_at(in, section->bytes / width);
    memcpy(&value, at, width);
    if (kind < 5) {
        value = read_odd_word(in);
        value = width == 8 ? value << 32 | read_odd_word(in) : value;
    } else if (kind == 5) {
        value = b & 128 ? value + 1 : value - 1;
    } else {
        value ^= (uint64_t)1 << read_byte(in) % (8 * width);
    }
    memcpy(at, &value, width);
}

static void spoil_once(Input *in, Saved *s)
{
    Section sections[MAX_SECTIONS];
    int32_t n = find_sections(s, sections);
    uint32_t kind = read_byte(in) % 16;
    const Section *section = &sections[(int32_t)read_byte(in) % n];
    if (kind < 9) {
        change_number(in, s, section, kind);
    } else if (kind < 12) {
        change_records(in, s, section, kind - 9);
    } else if (kind < 14) {
        change_count(in, s, section);
    } else {
        char *at = s->bytes + section->at + read_at(in, section->bytes);
        *at = (char)read_byte(in);
    }
}

void spoil_snapshot(Input *in, Saved *s)
{
    uint32_t b = read_byte(in), count = b & 1 ? 1 : 1 + b / 2 % 20;
    for (uint32_t i = 0; i < count; ++i) {
        spoil_once(in, s);
    }
    // Header and table come last: what is in them now says where the rest lies.
    if (b >= 250) {
        char *at = s->bytes + read_at(in, first_number(s));
        *at = (char)read_byte(in);
    }
    fix_checksum(s);
}

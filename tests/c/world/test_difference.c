// Differences of snapshots: what they hold, by a reader of their own here, and what is refused. That a page
// restores from them: tests/js/snapshots.test.mjs.
#include "build.h"

#include <stdlib.h>
#include <string.h>

#define LEAD 5
#define HEADER 8

typedef struct Saved {
    uint64_t size;
    uint32_t *words;
} Saved;

static Saved save(MicaWorld *world)
{
    Saved s = {mica_world_snapshot_bytes(world, 0), NULL};
    s.words = aligned_alloc(16, s.size);
    CHECK_EQ_INT(mica_world_snapshot(world, NULL, 0, s.words, s.size), MICA_ERROR_OK);
    return s;
}

static uint64_t most_of(const Saved *s) { return s->size + s->size / 16 + MICA_DIFFERENCE_SPARE; }

// The words of a section, by the sizes in a snapshot's header and table: numbers, arrays, own bytes.
static uint32_t section_words(const uint32_t *words, uint32_t section)
{
    uint32_t rows = words[6];
    uint64_t bytes = section == 0     ? words[7]
                     : section > rows ? words[3]
                                      : (uint64_t)words[HEADER + 2 * section - 2] *
                                            words[HEADER + 2 * section - 1];
    return (uint32_t)((bytes + 15) / 16 * 4);
}

static uint32_t table_words(const uint32_t *words) { return HEADER + (8 * words[6] + 15) / 16 * 4; }

// Puts the words of one section in their places; gives where those of the next begin.
static const uint32_t *patch(uint32_t *to, uint32_t count, const uint32_t *next)
{
    for (uint32_t first = 0; first < count; first += 1024) {
        uint32_t blocks = *next++;
        for (uint32_t block = 0; block < 32; block++) {
            uint32_t mask = (blocks >> block & 1) != 0 ? *next++ : 0;
            for (uint32_t word = 0; word < 32; word++) {
                if ((mask >> word & 1) != 0) {
                    to[first + 32 * block + word] = *next++;
                }
            }
        }
    }
    return next;
}

// The snapshot that a difference stands for.
static Saved rebuild(const uint32_t *difference, uint32_t bytes, const Saved *base)
{
    Saved s = {difference[2], NULL};
    s.words = aligned_alloc(16, s.size);
    memset(s.words, 0, s.size);
    const uint32_t *head = difference + LEAD, *next = head + table_words(head);
    memcpy(s.words, head, sizeof *head * table_words(head));
    uint32_t *to = s.words + table_words(head);
    const uint32_t *from = base->words + table_words(base->words);
    for (uint32_t i = 0; i < head[6] + 2; i++) {
        uint32_t count = section_words(head, i), before = section_words(base->words, i);
        memcpy(to, from, sizeof *to * (count < before ? count : before));
        next = patch(to, count, next);
        to += count;
        from += before;
    }
    CHECK_EQ_INT((int)(next - difference), (int)(bytes / 4));
    return s;
}

// The difference of two snapshots leads from one to the other. Gives its bytes.
static uint32_t check_difference(const Saved *s, const Saved *base)
{
    uint32_t *out = malloc(most_of(s));
    uint32_t bytes =
        mica_snapshot_difference(s->words, s->size, base->words, base->size, out, most_of(s));
    CHECK(bytes > 0);
    Saved again = rebuild(out, bytes, base);
    CHECK_EQ_INT((int)again.size, (int)s->size);
    CHECK(memcmp(again.words, s->words, s->size) == 0);
    free(again.words);
    free(out);
    return bytes;
}

static MicaWorld *make_boxes(int count)
{
    MicaWorld *world = make_world();
    add_ground(world);
    for (int i = 0; i < count; i++) {
        add_dynamic(world, 2.0f * (float)(i % 40), 0.5f + (float)(i / 40), box_shape(0.5f, 0.5f));
    }
    return world;
}

TEST(a_difference_leads_from_one_snapshot_to_the_other)
{
    MicaWorld *world = make_boxes(120);
    Saved first = save(world);
    run(world, 20);
    Saved second = save(world);
    for (int i = 0; i < 50; i++) {  // arrays grow
        add_dynamic(world, 2.0f * (float)i, 9, circle_shape(0.5f));
    }
    run(world, 200);
    Saved third = save(world);
    check_difference(&second, &first);
    check_difference(&third, &first);
    check_difference(&first, &third);  // and shrink
    check_difference(&third, &third);
    free(first.words);
    free(second.words);
    free(third.words);
    mica_world_destroy(world);
}

TEST(a_difference_has_little_where_little_has_changed)
{
    MicaWorld *world = make_boxes(400);
    run(world, 300);
    CHECK_EQ_INT(mica_world_counters(world).awakeBodies, 0);
    Saved first = save(world);
    run(world, 1);
    Saved second = save(world);
    CHECK(check_difference(&second, &first) < 2000);
    CHECK(first.size > 100000);
    free(first.words);
    free(second.words);
    mica_world_destroy(world);
}

TEST(what_are_no_two_snapshots_of_one_version_has_no_difference)
{
    MicaWorld *world = make_boxes(3);
    Saved s = save(world), base = save(world);
    uint32_t *out = malloc(most_of(&s));
    uint64_t most = most_of(&s);
    CHECK_EQ_INT((int)mica_snapshot_difference(NULL, s.size, base.words, base.size, out, most), 0);
    CHECK_EQ_INT((int)mica_snapshot_difference(s.words, s.size, NULL, base.size, out, most), 0);
    CHECK_EQ_INT((int)mica_snapshot_difference(s.words, s.size, base.words, base.size, NULL, most),
                 0);
    for (uint64_t size = 0; size < base.size; size += 4) {
        CHECK_EQ_INT((int)mica_snapshot_difference(s.words, s.size, base.words, size, out, most),
                     0);
        CHECK_EQ_INT((int)mica_snapshot_difference(s.words, size, base.words, base.size, out, most),
                     0);
    }
    for (uint32_t word = 2; word < table_words(base.words); word++) {
        uint32_t before = base.words[word];
        if (word == 4 || word == 5) {
            continue;  // the checksum is copied, not read
        }
        for (uint32_t k = 0; k < 3; k++) {
            base.words[word] = k == 0 ? UINT32_MAX : k == 1 ? before + 1000 : before ^ 0x80000000u;
            mica_snapshot_difference(s.words, s.size, base.words, base.size, out, most);
            mica_snapshot_difference(base.words, base.size, s.words, s.size, out, most);
        }
        base.words[word] = before;
    }
    base.words[6] -= 1;  // fewer arrays: another version
    CHECK_EQ_INT((int)mica_snapshot_difference(s.words, s.size, base.words, base.size, out, most),
                 0);
    free(out);
    free(s.words);
    free(base.words);
    mica_world_destroy(world);
}

TEST(a_difference_that_does_not_fit_is_none_and_writes_nothing_beyond)
{
    MicaWorld *world = make_boxes(40);
    Saved first = save(world);
    run(world, 30);
    Saved second = save(world);
    uint64_t most = most_of(&second);
    char *out = malloc(most);
    for (uint64_t capacity = 0; capacity < most; capacity += 997) {
        memset(out, 0x5a, most);
        uint32_t bytes = mica_snapshot_difference(second.words, second.size, first.words,
                                                  first.size, out, capacity);
        CHECK(bytes <= capacity);
        bool untouched = true;
        for (uint64_t i = capacity; i < most; i++) {
            untouched = untouched && out[i] == 0x5a;
        }
        CHECK(untouched);
    }
    free(out);
    free(first.words);
    free(second.words);
    mica_world_destroy(world);
}

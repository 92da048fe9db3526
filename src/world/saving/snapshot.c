// Snapshots: state and events of a world as bytes, and back. They hold the arrays of WORLD_ARRAYS that
// row_is_saved names, as they are, so they are the same in every build for the same world: records
// have no pointers, no padding and fixed widths, and every machine that this runs on is little-endian.
// A restore reads the bytes as a world whose arrays lie in them, has snapshot_check look through that,
// reserves, and only then changes anything. Bytes of an earlier version are read too: the schema of
// web/schema/ says since which version a record has each of its numbers. Called by games and the bridge.
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC 0x6163696du  // "mica"
// <schema all.version>
#define VERSION 4u
// </schema>
#define ALIGNMENT 16u

typedef struct Header {
    uint32_t magic, version;
    uint32_t bytes, hostBytes;  // of all; of the game's own at the end
    uint64_t checksum;          // of all behind the header
    uint32_t rows, numberBytes;
} Header;
_Static_assert(sizeof(Header) == 32, "the header is saved as it is");

// What the table behind the header has of each array.
typedef struct SavedRow {
    uint32_t elementSize, count;
} SavedRow;

enum { MAX_SAVED_ROWS = STATE_ROWS_END + EVENT_ROWS_END - TABLE_ROWS_END };

static uint64_t aligned(uint64_t bytes) { return (bytes + ALIGNMENT - 1u) / ALIGNMENT * ALIGNMENT; }

// Arrays that earlier versions lack, and the version that has them first.
static const struct {
    uint16_t offset, version;
} LATER_ROWS[] = {{offsetof(MicaWorld, state.terrains), 4},
                  {offsetof(MicaWorld, state.terrainChunks), 4},
                  {offsetof(MicaWorld, state.terrainSamples), 4},
                  {offsetof(MicaWorld, output.loadEvents), 4}};

// What a snapshot has depends on its version, and on whether there is matter in the world, or a gauge.
typedef struct Form {
    uint32_t version;
    bool matter;
} Form;

static Form form_of(const MicaWorld *world)
{
#if defined(MICA_MATTER)
    return (Form){VERSION, world->state.matters.count > 0 || world->state.gauges.count > 0};
#else
    (void)world;
    return (Form){VERSION, false};
#endif
}

// Whether a snapshot of that form has the array of a row.
static bool has_row(int32_t row, Form form)
{
    bool has = row_is_saved(row) && (form.matter || !row_is_matter(row));
    for (uint32_t i = 0; i < sizeof LATER_ROWS / sizeof *LATER_ROWS; ++i) {
        has = has && !(LATER_ROWS[i].offset == WORLD_ARRAYS[row].offset &&
                       form.version < LATER_ROWS[i].version);
    }
    return has;
}

static uint32_t saved_rows(Form form)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        count += has_row(i, form);
    }
    return count;
}

// An earlier version lacks numbers at the end of the world's.
static size_t number_row_bytes(int32_t row, uint32_t version)
{
    size_t before = offsetof(WorldState, loadImpulse) - offsetof(WorldState, layers);
    return row == 0 && version < 4 ? before : STATE_NUMBER_ROWS[row].size;
}

static uint64_t number_bytes(uint32_t version)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < 3; ++i) {
        sum += aligned(number_row_bytes(i, version));
    }
    return sum;
}

static uint64_t table_bytes(Form form) { return aligned(sizeof(SavedRow) * saved_rows(form)); }

static AnyArray array_of(const MicaWorld *world, int32_t row)
{
    AnyArray array;
    memcpy(&array, (const char *)world + WORLD_ARRAYS[row].offset, sizeof array);
    return array;
}

#define PRIME 0x100000001b3u

// Takes two words of eight bytes into a sum: as FNV-1a does the first, then turns the sum so that high
// bits count, and adds the second, which the next multiplication spreads.
static uint64_t sum_words(uint64_t sum, const char *at)
{
    uint64_t words[2];
    memcpy(words, at, sizeof words);
    sum = (sum ^ words[0]) * PRIME;
    return (sum << 23 | sum >> 41) + words[1];
}

enum { SUMS = 8 };

// Eight sums side by side, each over every eighth unit of ALIGNMENT, so that the processor multiplies
// for all of them at once. Bytes are a multiple of ALIGNMENT.
uint64_t snapshot_checksum(const char *at, uint64_t bytes)
{
    uint64_t sums[SUMS] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uint64_t round = ALIGNMENT * SUMS;
    const char *end = at + bytes, *whole = at + bytes / round * round;
    for (; at < whole; at += round) {
        for (uint32_t i = 0; i < SUMS; ++i) {
            sums[i] = sum_words(sums[i], at + ALIGNMENT * i);
        }
    }
    for (int32_t i = 0; at < end; at += ALIGNMENT, ++i) {
        sums[i] = sum_words(sums[i], at);
    }
    uint64_t sum = bytes;
    for (int32_t i = 0; i < SUMS; i += 2) {
        sum = sum_words(sum, (const char *)&sums[i]);
        sum = (sum ^ sum >> 32) * PRIME;
    }
    return sum ^ sum >> 32;
}

// ---------------------------------------------------------------------------------------- saving

uint64_t mica_world_snapshot_bytes(const MicaWorld *world, uint32_t hostBytes)
{
    if (world == NULL) {
        return 0;
    }
    Form form = form_of(world);
    uint64_t sum = sizeof(Header) + table_bytes(form) + number_bytes(VERSION) + aligned(hostBytes);
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        if (has_row(i, form)) {
            sum += aligned((uint64_t)array_of(world, i).count * WORLD_ARRAYS[i].elementSize);
        }
    }
    return sum;
}

// Appends bytes, and zeroes up to the next multiple of ALIGNMENT. Gives where the next ones go.
static char *append(char *to, const void *from, uint64_t bytes)
{
    uint64_t end = aligned(bytes);
    copy_bytes(to, from, (size_t)bytes);
    memset(to + bytes, 0, end - bytes);
    return to + end;
}

// Fails if a restore would refuse what a game has written into transforms or flags.
static MicaError check_views(MicaWorld *world)
{
    MicaError error = world_check_views(world);
    for (int32_t i = 0; error == MICA_ERROR_OK && i < world->state.bodies.count; ++i) {
        bool alive = body_has(world, i, MICA_FLAG_ALIVE);
        if (alive && !(residual_is_sound(&world->state, i) && sleep_is_sound(world, i))) {
            error = world_fail_at(world, MICA_ERROR_VIEW_READ_ONLY, i);
        }
    }
    return error;
}

MicaError mica_world_snapshot(MicaWorld *world, const void *host, uint32_t hostBytes, void *out,
                              uint64_t capacity)
{
    if (world == NULL || out == NULL || (host == NULL && hostBytes > 0)) {
        return world != NULL ? world_fail(world, MICA_ERROR_NULL_ARGUMENT)
                             : MICA_ERROR_NULL_ARGUMENT;
    }
    uint64_t bytes = mica_world_snapshot_bytes(world, hostBytes);
    if (world->host.stepping || bytes > capacity || bytes > UINT32_MAX) {
        return world_fail(world,
                          world->host.stepping ? MICA_ERROR_LOCKED : MICA_ERROR_BUFFER_TOO_SMALL);
    }
    MicaError error = check_views(world);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    Form form = form_of(world);
    Header header = {.magic = MAGIC,
                     .version = VERSION,
                     .bytes = (uint32_t)bytes,
                     .hostBytes = hostBytes,
                     .rows = saved_rows(form),
                     .numberBytes = (uint32_t)number_bytes(VERSION)};
    SavedRow rows[MAX_SAVED_ROWS];
    for (int32_t i = 0, k = 0; i < EVENT_ROWS_END; ++i) {
        if (has_row(i, form)) {
            rows[k++] = (SavedRow){WORLD_ARRAYS[i].elementSize, (uint32_t)array_of(world, i).count};
        }
    }
    char *start = (char *)out + sizeof header,
         *at = append(start, rows, sizeof *rows * header.rows);
    for (int32_t i = 0; i < 3; ++i) {
        const NumberRow *row = &STATE_NUMBER_ROWS[i];
        at = append(at, (const char *)world + row->offset, row->size);
    }
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        AnyArray array = array_of(world, i);
        if (has_row(i, form)) {
            at = append(at, array.data, (uint64_t)array.count * WORLD_ARRAYS[i].elementSize);
        }
    }
    append(at, host, hostBytes);
    header.checksum = snapshot_checksum(start, bytes - sizeof header);
    memcpy(out, &header, sizeof header);
    return MICA_ERROR_OK;
}

// ------------------------------------------------------------------------------------- restoring

// Records grow at their ends: those of an earlier version are the beginnings of today's, and what they
// lack is as in a blank one.
static const Body BLANK_BODY = {
    // <schema body.blank>
    .maxSpeed = MAX_SPEED,
    // </schema>
};

typedef struct GrownRow {
    uint16_t offset;          // of the array in MicaWorld
    uint16_t version, bytes;  // what a record had in that version
    const void *blank;
} GrownRow;

// The last row ends the list.
static const GrownRow GROWN_ROWS[] = {
    // <schema body.grown>
    {offsetof(MicaWorld, state.bodies), 1, offsetof(Body, maxSpeed), &BLANK_BODY},
    // </schema>
    {0}};

enum { GROWN_COUNT = sizeof GROWN_ROWS / sizeof *GROWN_ROWS };

// A world that is only read: its arrays lie in the bytes of a snapshot, or, of an earlier version, in
// copies.
typedef struct View {
    MicaWorld world;
    void *copies[GROWN_COUNT];
} View;

static void free_view(View *view)
{
    for (int32_t i = 0; view != NULL && i < GROWN_COUNT; ++i) {
        free(view->copies[i]);
    }
    free(view);
}

static Form form_in(const Header *header)
{
    Form form = {header->version, false};
    form.matter = MATTER_ROW_COUNT > 0 && header->rows != saved_rows(form);
    return form;
}

// All but the checksum is checked.
static MicaError read_header(const void *bytes, uint64_t size, Header *header)
{
    if (bytes == NULL || size < sizeof *header) {
        return bytes == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_BAD_SNAPSHOT;
    }
    memcpy(header, bytes, sizeof *header);
    if (header->magic != MAGIC || header->version == 0 || header->bytes != size ||
        size % ALIGNMENT != 0) {
        return MICA_ERROR_BAD_SNAPSHOT;
    }
    if (header->version > VERSION) {
        return MICA_ERROR_NEWER_SNAPSHOT;
    }
    uint64_t numbers = number_bytes(header->version);
    Form form = form_in(header);
    bool fits = header->rows == saved_rows(form) && header->numberBytes == numbers &&
                size >= sizeof *header + table_bytes(form) + numbers + aligned(header->hostBytes);
    return fits ? MICA_ERROR_OK : MICA_ERROR_BAD_SNAPSHOT;
}

// How a row's records were in a version; null if as they are.
static const GrownRow *grown_row(const ArrayRow *row, uint32_t version)
{
    for (int32_t i = 0; i < GROWN_COUNT - 1; ++i) {
        if (GROWN_ROWS[i].offset == row->offset && GROWN_ROWS[i].version == version) {
            return &GROWN_ROWS[i];
        }
    }
    return NULL;
}

// A copy of records of an earlier version, as today's. Null without memory.
static void *grow_records(const GrownRow *grown, const ArrayRow *row, const char *from,
                          uint32_t count)
{
    char *copy = malloc((size_t)row->elementSize * count + 1);
    for (uint32_t i = 0; copy != NULL && i < count; ++i) {
        char *to = copy + (size_t)row->elementSize * i;
        memcpy(to, grown->blank, row->elementSize);
        memcpy(to, from + (size_t)grown->bytes * i, grown->bytes);
    }
    return copy;
}

// Lays the arrays of a view, which is all zero, over the bytes behind the table. Fails with
// BAD_SNAPSHOT if they do not fit into them, or with NO_MEMORY.
static MicaError lay_arrays(View *view, Form form, const char *table, const char *at, uint64_t left)
{
    for (int32_t i = 0; i < EVENT_ROWS_END; ++i) {
        if (!has_row(i, form)) {
            continue;
        }
        SavedRow row;
        memcpy(&row, table, sizeof row);
        table += sizeof row;
        const GrownRow *grown = grown_row(&WORLD_ARRAYS[i], form.version);
        uint32_t size = grown != NULL ? grown->bytes : WORLD_ARRAYS[i].elementSize;
        uint64_t bytes = aligned((uint64_t)row.elementSize * row.count);
        if (row.elementSize != size || row.count > INT32_MAX || bytes > left) {
            return MICA_ERROR_BAD_SNAPSHOT;
        }
        void *data = (void *)(uintptr_t)at;  // a view is only read
        if (grown != NULL) {
            data = view->copies[grown - GROWN_ROWS] =
                grow_records(grown, &WORLD_ARRAYS[i], at, row.count);
            if (data == NULL) {
                return MICA_ERROR_NO_MEMORY;
            }
        }
        AnyArray array = {data, (int32_t)row.count, (int32_t)row.count};
        memcpy((char *)&view->world + WORLD_ARRAYS[i].offset, &array, sizeof array);
        at += bytes;
        left -= bytes;
    }
    return left == 0 ? MICA_ERROR_OK : MICA_ERROR_BAD_SNAPSHOT;
}

// Fills a view, which is all zero, with the world in the bytes, of which only the form is checked.
static MicaError lay_view(View *view, const void *bytes, uint64_t size, Header *header)
{
    MicaError error = read_header(bytes, size, header);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    const char *table = (const char *)bytes + sizeof *header,
               *at = table + table_bytes(form_in(header));
    for (int32_t i = 0; i < 3; ++i) {
        size_t length = number_row_bytes(i, header->version);
        memcpy((char *)&view->world + STATE_NUMBER_ROWS[i].offset, at, length);
        at += aligned(length);
    }
    if (header->version < 3) {
        view->world.state.lengthUnit = 1.0f;
    }
    uint64_t left = size - (uint64_t)(at - (const char *)bytes) - aligned(header->hostBytes);
    return lay_arrays(view, form_in(header), table, at, left);
}

// The same, and checks all of it.
static MicaError open_view(View *view, const void *bytes, uint64_t size)
{
    Header header;
    MicaError error = lay_view(view, bytes, size, &header);
    if (error != MICA_ERROR_OK) {
        return error;
    }
    world_enter(&view->world);
    uint64_t sum = snapshot_checksum((const char *)bytes + sizeof header, size - sizeof header);
    return header.checksum == sum && snapshot_check(&view->world) ? MICA_ERROR_OK
                                                                  : MICA_ERROR_BAD_SNAPSHOT;
}

const void *mica_snapshot_host(const void *bytes, uint64_t size, uint32_t *hostBytes)
{
    Header header;
    if (hostBytes == NULL || read_header(bytes, size, &header) != MICA_ERROR_OK) {
        return NULL;
    }
    *hostBytes = header.hostBytes;
    return (const char *)bytes + size - aligned(header.hostBytes);
}

// The layers that a collider or a kind of tile has, or that the table names.
static uint64_t known_layers(const WorldState *s)
{
    uint64_t found = 0;
    for (int32_t i = 0; i < LAYER_COUNT; ++i) {
        uint64_t named = s->layers.namesSolid[i] | s->layers.namesTrigger[i];
        found |= named | (named != 0 ? (uint64_t)1 << i : 0);
    }
    for (int32_t i = 0; i < s->colliders.count; ++i) {
        found |= (uint64_t)1 << (s->colliders.data[i].layer % LAYER_COUNT);
    }
    for (int32_t i = 0; i < s->tileMaps.count; ++i) {
        found |= s->tileMaps.data[i].kindLayers;
    }
    return found;
}

bool mica_snapshot_agrees(const void *bytes, uint64_t size, const MicaWorldDef *settings,
                          uint32_t steps, int32_t layers)
{
    Header header;
    View *view = settings != NULL ? calloc(1, sizeof *view) : NULL;
    if (view == NULL || lay_view(view, bytes, size, &header) != MICA_ERROR_OK) {
        free_view(view);
        return false;
    }
    const WorldState *s = &view->world.state;
    const float pairs[][2] = {
        // <schema world.agrees>
        {s->gravity.x, settings->gravity.x},
        {s->gravity.y, settings->gravity.y},
        {s->contactHertz, settings->contactHertz},
        {s->contactDampingRatio, settings->contactDampingRatio},
        {s->contactPushSpeed, settings->contactPushSpeed},
        {s->restitutionThreshold, settings->restitutionThreshold},
        {s->hitSpeed, settings->hitSpeed},
        {s->sleepTime, settings->sleepTime},
        {s->jointHertz, settings->jointHertz},
        {s->jointDampingRatio, settings->jointDampingRatio},
        {s->lengthUnit, settings->lengthUnit},
        {s->loadImpulse, settings->loadImpulse},
        // </schema>
    };
    uint8_t sleeps, down;
    memcpy(&sleeps, &s->sleepEnabled, 1);
    memcpy(&down, &s->yDown, 1);
    bool agrees = sleeps == settings->sleepEnabled && down == settings->yDown &&
                  s->steps == steps && layers > 0 &&
                  (layers >= LAYER_COUNT || known_layers(s) >> layers == 0);
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        agrees = agrees && pairs[i][0] == pairs[i][1];
    }
    free_view(view);
    return agrees;
}

MicaError mica_world_restore(MicaWorld *world, const void *bytes, uint64_t size)
{
    world_enter(world);
    if (world == NULL) {
        return MICA_ERROR_NULL_ARGUMENT;
    }
    if (world->host.stepping) {
        return world_fail(world, MICA_ERROR_LOCKED);
    }
    if ((uintptr_t)bytes % 8u != 0) {
        return world_fail(world, MICA_ERROR_OUT_OF_RANGE);
    }
    View *view = calloc(1, sizeof *view);
    MicaError error = view == NULL ? MICA_ERROR_NO_MEMORY : open_view(view, bytes, size);
    if (error == MICA_ERROR_OK && !world_copy_state(world, &view->world)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    free_view(view);
    return world_fail(world, error);
}

// ------------------------------------------------------------------------------- without the bytes

MicaError mica_world_copy(MicaWorld *to, const MicaWorld *from)
{
    if (to == NULL || from == NULL) {
        return to != NULL ? world_fail(to, MICA_ERROR_NULL_ARGUMENT) : MICA_ERROR_NULL_ARGUMENT;
    }
    if (to->host.stepping || from->host.stepping) {
        return world_fail(to, MICA_ERROR_LOCKED);
    }
    world_enter(from);
    bool copied = to == from || world_copy_state(to, from);
    return world_fail(to, copied ? MICA_ERROR_OK : MICA_ERROR_NO_MEMORY);
}

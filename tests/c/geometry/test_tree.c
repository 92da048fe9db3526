// The packed tree against a plain list: random inserts, moves, removals, bulk changes and queries
// with layers, through many rebuilds; and out of memory.
#include "test.h"
#include "tree.h"

#include <string.h>

enum { ITEMS = 600 };

typedef struct Model {
    Memory memory;
    Tree tree;
    KeyList keys, spare;
    IntList hits;
    bool present[ITEMS];
    MicaAABB boxes[ITEMS];
    uint64_t layers[ITEMS];
    uint32_t seed;
} Model;

static Model model;

static void model_begin(uint32_t seed)
{
    memset(&model, 0, sizeof model);
    model.seed = seed;
    REQUIRE(tree_reserve(&model.memory, &model.tree, ITEMS));
}

static void model_end(void)
{
    tree_free(&model.memory, &model.tree);
    ARRAY_FREE(&model.memory, &model.keys);
    ARRAY_FREE(&model.memory, &model.spare);
    ARRAY_FREE(&model.memory, &model.hits);
    CHECK_EQ_INT(model.memory.bytes, 0);
}

static MicaAABB random_box(float spread, float size)
{
    float x = test_random_float(&model.seed, -spread, spread);
    float y = test_random_float(&model.seed, -spread, spread);
    float w = test_random_float(&model.seed, 0.01f, size);
    float h = test_random_float(&model.seed, 0.01f, size);
    return (MicaAABB){{x, y}, {x + w, y + h}};
}

static uint64_t random_layers(void) { return (uint64_t)1 << (test_random(&model.seed) % 64); }

static void insert(int item, MicaAABB box)
{
    model.present[item] = true;
    model.boxes[item] = box;
    model.layers[item] = random_layers();
    CHECK(tree_insert(&model.memory, &model.tree, item, box, model.layers[item]));
}

static void drop(int item)
{
    model.present[item] = false;
    tree_remove(&model.tree, item);
}

static void refresh(void)
{
    CHECK(tree_update(&model.memory, &model.tree, 1.0f, &model.keys, &model.spare));
}

static bool overlap(MicaAABB a, MicaAABB b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

// A query finds each item once, and exactly those that the list finds.
static int check_query(MicaAABB box, uint64_t layers)
{
    model.hits.count = 0;
    CHECK(tree_query(&model.memory, &model.tree, box, layers, &model.hits));
    static int8_t found[ITEMS];
    memset(found, 0, sizeof found);
    for (int i = 0; i < model.hits.count; i++) {
        int item = model.hits.data[i];
        bool known = item >= 0 && item < ITEMS;
        CHECK(known && found[item] == 0);
        if (known) {
            found[item] = 1;
        }
    }
    int expected = 0;
    for (int i = 0; i < ITEMS; i++) {
        bool should =
            model.present[i] && overlap(model.boxes[i], box) && (model.layers[i] & layers) != 0;
        expected += should;
        CHECK_EQ_INT(found[i], should);
    }
    return expected;
}

static void check_all(void)
{
    int live = 0;
    for (int i = 0; i < ITEMS; i++) {
        live += model.present[i];
        if (model.present[i]) {
            MicaAABB box = tree_box(&model.tree, i);
            CHECK_EQ_INT(memcmp(&box, &model.boxes[i], sizeof box), 0);
        }
    }
    CHECK_EQ_INT(model.tree.live, live);
    check_query((MicaAABB){{-1e30f, -1e30f}, {1e30f, 1e30f}}, ~(uint64_t)0);
    check_query(random_box(50.0f, 30.0f), ~(uint64_t)0);
    check_query(random_box(50.0f, 30.0f), 0xffffffffu);
    check_query(random_box(50.0f, 3.0f), random_layers());
    check_query(random_box(50.0f, 30.0f), 0);
}

TEST(an_empty_tree_finds_nothing)
{
    model_begin(1);
    CHECK_EQ_INT(check_query(random_box(50.0f, 30.0f), ~(uint64_t)0), 0);
    refresh();
    CHECK_EQ_INT(check_query(random_box(50.0f, 30.0f), ~(uint64_t)0), 0);
    model_end();
}

TEST(random_changes_against_a_list)
{
    model_begin(11);
    for (int round = 0; round < 400; round++) {
        int edits = 1 + (int)(test_random(&model.seed) % 60);
        for (int e = 0; e < edits; e++) {
            int item = (int)(test_random(&model.seed) % ITEMS);
            uint32_t action = test_random(&model.seed) % 4;
            if (!model.present[item]) {
                insert(item, random_box(50.0f, 5.0f));
            } else if (action == 0) {
                drop(item);
            } else {
                model.boxes[item] = random_box(50.0f, action == 1 ? 20.0f : 2.0f);
                model.layers[item] = random_layers();
                tree_move(&model.tree, item, model.boxes[item], model.layers[item]);
            }
        }
        check_all();  // queries are valid right after edits
        if (round % 3 == 0) {
            refresh();
            check_all();
        }
    }
    for (int i = 0; i < ITEMS; i++) {
        if (model.present[i]) {
            drop(i);
        }
    }
    check_all();
    refresh();
    check_all();
    model_end();
}

TEST(bulk_moves_need_one_update)
{
    model_begin(12);
    for (int i = 0; i < ITEMS; i++) {
        insert(i, random_box(50.0f, 2.0f));
    }
    refresh();
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < ITEMS; i++) {
            if (test_random(&model.seed) % 3 == 0) {
                model.boxes[i] = random_box(50.0f, 2.0f);
                tree_set_box(&model.tree, i, model.boxes[i]);
            }
        }
        refresh();
        check_all();
    }
    model_end();
}

TEST(all_boxes_at_one_place)
{
    model_begin(13);
    MicaAABB box = {{1.0f, 1.0f}, {1.0f, 1.0f}};
    for (int i = 0; i < ITEMS; i++) {
        insert(i, box);
    }
    refresh();
    check_all();
    CHECK_EQ_INT(check_query(box, ~(uint64_t)0), ITEMS);
    model_end();
}

// A query that stops finds the first of those that the whole query finds, in its order.
TEST(a_query_that_stops_finds_the_first_of_all)
{
    IntList some = {0};
    model_begin(17);
    for (int item = 0; item < ITEMS; ++item) {
        insert(item, random_box(10.0f, 8.0f));
        if (item == 500) {
            tree_update(&model.memory, &model.tree, 1.0f, &model.keys, &model.spare);
        }
    }
    for (int i = 0; i < 300; ++i) {
        MicaAABB box = random_box(12.0f, 4.0f);
        uint64_t layers = random_layers() | random_layers() << 1 | random_layers();
        int maximum = 1 + (int)(test_random(&model.seed) % 20);
        model.hits.count = 0;
        some.count = 1;
        CHECK(tree_query(&model.memory, &model.tree, box, layers, &model.hits));
        CHECK(ARRAY_RESERVE(&model.memory, &some, 1));
        CHECK(tree_query_first(&model.memory, &model.tree, box, layers, maximum, &some));
        int found = some.count - 1;
        CHECK(found <= model.hits.count && found < maximum + 4);
        CHECK(found >= maximum || found == model.hits.count);
        CHECK(found == 0 ||
              memcmp(some.data + 1, model.hits.data, sizeof(int32_t) * (size_t)found) == 0);
    }
    ARRAY_FREE(&model.memory, &some);
    model_end();
}

TEST(touching_boxes_count_as_overlapping)
{
    model_begin(14);
    insert(0, (MicaAABB){{0.0f, 0.0f}, {1.0f, 1.0f}});
    for (int pass = 0; pass < 2; pass++) {
        CHECK_EQ_INT(check_query((MicaAABB){{1.0f, 1.0f}, {2.0f, 2.0f}}, ~(uint64_t)0), 1);
        CHECK_EQ_INT(check_query((MicaAABB){{1.0001f, 0.0f}, {2.0f, 2.0f}}, ~(uint64_t)0), 0);
        for (int i = 1; i < 100 && pass == 0; i++) {
            insert(i, random_box(50.0f, 2.0f));
            model.layers[i] = 0;
            tree_move(&model.tree, i, model.boxes[i], 0);
        }
        refresh();
    }
    model_end();
}

TEST(a_packed_tree_has_the_least_height)
{
    model_begin(15);
    for (int i = 0; i < ITEMS; i++) {
        insert(i, random_box(50.0f, 2.0f));
    }
    refresh();
    CHECK_EQ_INT(model.tree.loose.count, 0);
    CHECK_EQ_INT(model.tree.levels, 5);  // 150, 38, 10, 3, 1 nodes
    // Neighbouring leaves are in one node: a small query visits few of the 38 parents of leaf
    // nodes.
    model.hits.count = 0;
    MicaAABB small = {{0.0f, 0.0f}, {5.0f, 5.0f}};
    CHECK(tree_query_leaf_parents(&model.memory, &model.tree, small, ~(uint64_t)0, &model.hits));
    CHECK(model.hits.count > 0 && model.hits.count < 8);
    model_end();
}

// Moves every box by `displacement`, and by up to `own` in a random direction.
static void shift_all(MicaVec2 displacement, float own)
{
    for (int i = 0; i < ITEMS; i++) {
        float x = displacement.x + test_random_float(&model.seed, -own, own),
              y = displacement.y + test_random_float(&model.seed, -own, own);
        MicaAABB *b = &model.boxes[i];
        *b = (MicaAABB){{b->lower.x + x, b->lower.y + y}, {b->upper.x + x, b->upper.y + y}};
        tree_set_box(&model.tree, i, *b);
    }
}

// The number of items that tree_update moves to another leaf.
static int moved_by_update(void)
{
    static int32_t before[ITEMS];
    int moved = 0;
    memcpy(before, model.tree.places.data, sizeof before);
    refresh();
    for (int i = 0; i < ITEMS; i++) {
        moved += model.tree.places.data[i] != before[i];
    }
    return moved;
}

TEST(items_that_mix_cause_rebuilds_and_items_that_move_together_do_not)
{
    // A refit between two steps, as queries cause, does not change that.
    for (int asked = 0; asked < 2; asked++) {
        model_begin(18);
        for (int i = 0; i < ITEMS; i++) {
            insert(i, random_box(50.0f, 2.0f));
        }
        refresh();
        int together = 0, packings = 0;
        for (int round = 0; round < 100; round++) {
            shift_all((MicaVec2){0.7f, -0.4f}, 0.0f);
            if (asked == 1) {
                tree_refit(&model.tree);
            }
            together += moved_by_update();
        }
        CHECK_EQ_INT(together, 0);
        for (int round = 0; round < 100; round++) {
            shift_all((MicaVec2){0.7f, -0.4f}, 1.0f);
            if (asked == 1) {
                tree_refit(&model.tree);
            }
            packings += moved_by_update() > 0;
        }
        CHECK(packings >= 5 && packings <= 25);
        // Once all items are at rest the tree is rebuilt at most once more.
        packings = 0;
        for (int round = 0; round < 100; round++) {
            packings += moved_by_update() > 0;
        }
        CHECK(packings <= 1);
        CHECK(model.tree.perimeter <= 1.05f * model.tree.packedPerimeter);
        model_end();
    }
}

TEST(few_changes_of_a_large_tree_give_the_nodes_of_a_whole_refit)
{
    enum { LARGE = 3000, ROUNDS = 200 };
    Memory memory = {0};
    Tree some = {0}, whole = {0};
    KeyList keys = {0}, spare = {0};
    uint32_t few = 0;
    model.seed = 7;
    for (int i = 0; i < LARGE; i++) {
        MicaAABB box = random_box(100.0f, 2.0f);
        uint64_t layers = random_layers();
        REQUIRE(tree_insert(&memory, &some, i, box, layers) &&
                tree_insert(&memory, &whole, i, box, layers));
    }
    REQUIRE(tree_update(&memory, &some, 1.0f, &keys, &spare) &&
            tree_update(&memory, &whole, 1.0f, &keys, &spare));
    for (int round = 0; round < ROUNDS; round++) {
        // Some rounds change more leaf nodes than are noted.
        for (uint32_t n = test_random(&model.seed) % 90; n > 0; n--) {
            int item = (int)(test_random(&model.seed) % LARGE);
            MicaAABB box = random_box(round % 7 == 0 ? 1e4f : 100.0f, 2.0f);
            tree_set_box(&some, item, box);
            tree_set_box(&whole, item, box);
        }
        few += some.changes.count > 0;
        tree_forget_changes(&whole);
        tree_refit(&some);
        tree_refit(&whole);
        CHECK(memcmp(some.nodes.data, whole.nodes.data,
                     sizeof *some.nodes.data * (size_t)some.nodes.count) == 0);
        CHECK(tree_check(&some, LARGE));
    }
    CHECK(few > ROUNDS / 3 && few < ROUNDS);
    tree_free(&memory, &some);
    tree_free(&memory, &whole);
    ARRAY_FREE(&memory, &keys);
    ARRAY_FREE(&memory, &spare);
    CHECK_EQ_INT(memory.bytes, 0);
}

TEST(queries_do_not_visit_nodes_of_other_layers)
{
    model_begin(16);
    for (int i = 0; i < ITEMS; i++) {
        insert(i, random_box(5.0f, 2.0f));
        model.layers[i] = 2;
        tree_move(&model.tree, i, model.boxes[i], 2);
    }
    refresh();
    model.hits.count = 0;
    MicaAABB all = {{-100.0f, -100.0f}, {100.0f, 100.0f}};
    CHECK(tree_query_leaf_parents(&model.memory, &model.tree, all, 4, &model.hits));
    CHECK_EQ_INT(model.hits.count, 0);  // no node is visited
    CHECK(tree_query_leaf_parents(&model.memory, &model.tree, all, 2, &model.hits));
    CHECK_EQ_INT(model.hits.count, (ITEMS + 15) / 16);
    model_end();
}

TEST(out_of_memory_leaves_the_tree_unchanged)
{
    model_begin(17);
    for (int i = 0; i < 40; i++) {
        insert(i, random_box(50.0f, 5.0f));
    }
    model.memory.maxBytes = model.memory.bytes;
    bool full = false;
    for (int i = 40; i < ITEMS; i++) {
        MicaAABB box = random_box(50.0f, 5.0f);
        if (tree_insert(&model.memory, &model.tree, i, box, 1)) {
            model.present[i] = true;
            model.boxes[i] = box;
            model.layers[i] = 1;
        } else {
            full = true;
        }
    }
    CHECK(full);
    // May fail, and must not change the tree
    tree_update(&model.memory, &model.tree, 1.0f, &model.keys, &model.spare);
    model.memory.maxBytes = 0;
    check_all();
    refresh();
    check_all();
    model_end();
}
